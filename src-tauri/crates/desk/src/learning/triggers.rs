//! When learning goes on by itself: the triggers, and the writer's pause.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use contract::{DistillReport, DistillTrigger, LearningView};
use learning::question::QuestionReason;
use memory::RunKind;
use memory::journal::Entry;

use crate::learning::offer::EXPLORATION;
use crate::learning::state::BATCH;
use crate::memory_root::keys::LEARNING;
use crate::{Error, Installation, Learning, Result};

impl Learning {
    /// Distils if there is a reason to; returns what that did, or `None` where there was nothing to do.
    ///
    /// The writer's own click always distils, also while learning is paused. Any other trigger stays quiet while it
    /// is paused or a distillation is going on, and needs a new episode, one that failed and was not made up for, or, for
    /// a conflict, a new one of those.
    ///
    /// # Errors
    /// Those of [`Learning::distil`].
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

    /// Triggers a distillation on a thread of its own; one that is going on already is enough.
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

    /// Triggers a distillation in the background if rules came to contradict each other since the last one.
    ///
    /// For the desk that stays open: the command line is gone before a distillation in its background would be done.
    pub(crate) fn trigger_on_conflict(self: &Arc<Self>) -> Result<()> {
        if self.has_new_conflict()? {
            self.trigger_in_background(DistillTrigger::Conflict);
        }
        Ok(())
    }

    /// Returns whether a question about a conflict waits that no distillation has seen. One that a distillation raised
    /// itself has the time of its run, and is no reason for another.
    fn has_new_conflict(&self) -> Result<bool> {
        self.memory.catch_up()?;
        let view = self.memory.index.snapshot()?;
        let last = view.last_run(RunKind::Distill)?.map(|(at, _)| at);
        let questions = view.questions()?;
        Ok(questions.iter().any(|question| {
            question.is_open()
                && question.reason != QuestionReason::Proposal
                && Some(question.created_at) > last
        }))
    }

    /// Returns how learning stands.
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

    /// Pauses learning or lets it go on; returns how it stands then.
    ///
    /// Paused, the desk goes on recording, so that nothing is missing later, and distils only when the writer asks.
    /// It is a line of the journal: a pause survives a restart and holds on every machine.
    pub fn pause_learning(&self, paused: bool) -> Result<LearningView> {
        let last = self.last_word()?;
        if paused != is_paused(last.as_deref()) {
            // Later than the word it takes back, also when the clock went back.
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

    /// Returns whether the desk offers, watches and learns: the writer's word in the settings.
    ///
    /// A pause lets it go on recording; off, it is an editor and keeps nothing to learn from.
    pub(crate) fn assists(&self) -> bool {
        self.installation().is_none_or(Installation::assists)
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
