//! Automatic distillations: the triggers, and the writer's pause.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use contract::{DistillReport, DistillTrigger, LearningView};
use memory::RunKind;
use memory::journal::Entry;

use crate::learning::offer::EXPLORATION;
use crate::learning::state::BATCH;
use crate::memory_root::keys::LEARNING;
use crate::{Error, Installation, Learning, Result};

impl Learning {
    /// Distils if there is a reason to; returns the report, or `None` without a distillation.
    ///
    /// The writer's own click always distils, also while learning is paused. Any other trigger does nothing while
    /// learning is paused or a distillation is running. A full batch or a quiet moment needs a new episode, or a failed
    /// distillation without a later success. A conflict must be a new one.
    ///
    /// # Errors
    /// The errors of [`Learning::distil`].
    pub fn trigger(&self, trigger: DistillTrigger) -> Result<Option<DistillReport>> {
        let has_reason = match trigger {
            DistillTrigger::Manual => true,
            DistillTrigger::Batch | DistillTrigger::Idle => {
                self.count_pending()?;
                self.pending.lock().is_any()
            }
            DistillTrigger::Conflict => self.has_new_conflict()?,
        };
        let asked = trigger == DistillTrigger::Manual;
        if !has_reason || (!asked && (self.paused()? || !self.assists())) {
            return Ok(None);
        }
        match self.distil(trigger) {
            Err(Error::Busy { .. }) if !asked => Ok(None),
            outcome => outcome.map(Some),
        }
    }

    /// Triggers a distillation on a thread of its own, unless one is already running.
    pub(crate) fn trigger_in_background(self: &Arc<Self>, trigger: DistillTrigger) {
        if self.distilling.lock().is_some() {
            return;
        }
        let project = Arc::clone(self);
        std::thread::spawn(move || {
            if let Err(error) = project.trigger(trigger) {
                tracing::warn!(code = ?error.code(), "a distillation in the background failed");
            }
        });
    }

    /// Triggers a distillation in the background if a new conflict between rules arose since the last distillation.
    ///
    /// Only a desk that stays open calls it: the command line would exit before its distillation in the background is
    /// done.
    pub(crate) fn trigger_on_conflict(self: &Arc<Self>) -> Result<()> {
        if self.has_new_conflict()? {
            self.trigger_in_background(DistillTrigger::Conflict);
        }
        Ok(())
    }

    /// Returns whether a question about a conflict waits that no distillation has seen. A question that a distillation
    /// itself raised has the time of its run and triggers no other distillation.
    fn has_new_conflict(&self) -> Result<bool> {
        self.memory.catch_up()?;
        let view = self.memory.index.snapshot()?;
        let last = view.last_run(RunKind::Distill)?.map(|(at, _)| at);
        let questions = view.questions()?;
        Ok(questions
            .iter()
            .any(|question| question.is_open() && question.b.is_some() && Some(question.created_at) > last))
    }

    /// Returns the state of the learning.
    pub fn view(&self) -> Result<LearningView> {
        self.memory.catch_up()?;
        let episodes = self.memory.index.snapshot()?.episode_count()?;
        let pending = self.pending.lock().count();
        let running = self.distilling.lock().as_ref().map(|going| going.run_id.clone());
        Ok(LearningView {
            episodes: u32::try_from(episodes).unwrap_or(u32::MAX),
            pending,
            batch: BATCH,
            running,
            paused: self.paused()?,
            exploration: EXPLORATION,
        })
    }

    /// Pauses or resumes learning; returns the state afterwards.
    ///
    /// While paused, the desk goes on recording, so that no episode is missing later. It distils only when the writer
    /// asks. The pause is a line of the journal, so it survives a restart and holds on every machine.
    pub fn pause_learning(&self, paused: bool) -> Result<LearningView> {
        let last = self.last_word()?;
        if paused != is_paused(last.as_deref()) {
            // The new line must be later than the line it revokes, even if the clock was set back.
            let after = last
                .and_then(|last| last.split_once(' ')?.0.parse::<DateTime<Utc>>().ok())
                .and_then(|at| at.checked_add_signed(TimeDelta::microseconds(1)));
            let now = (self.ports.now)();
            self.memory.append(&[Entry::Learning {
                at: after.map_or(now, |after| now.max(after)),
                paused,
            }])?;
        }
        self.view()
    }

    /// Returns whether the desk offers, watches and learns. The writer decides this in the settings.
    ///
    /// While paused, the desk still records. While off, it is only an editor and keeps nothing to learn from. So it is where the memory cannot be changed.
    pub(crate) fn assists(&self) -> bool {
        self.memory.changeable().is_ok() && self.installation().is_none_or(Installation::assists)
    }

    /// Returns the installation that opened the project; `None` where none did.
    pub(crate) fn installation(&self) -> Option<&Installation> {
        self.global.as_ref().map(|global| &global.installation)
    }

    /// Returns whether the writer paused learning.
    fn paused(&self) -> Result<bool> {
        Ok(is_paused(self.last_word()?.as_deref()))
    }

    fn last_word(&self) -> Result<Option<String>> {
        self.memory.catch_up()?;
        Ok(self.memory.index.snapshot()?.meta(LEARNING)?)
    }
}

fn is_paused(word: Option<&str>) -> bool {
    word.is_some_and(|word| word.ends_with(" true"))
}
