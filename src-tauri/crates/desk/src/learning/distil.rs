//! Distillation: turns episodes into rules, while the writer goes on writing.

use std::collections::{BTreeMap, BTreeSet};

use contract::{DistillProgress, DistillReport, DistillStage, DistillTrigger};
use index::View;
use learning::inference::verdict::{self, Verdict};
use learning::{Rule, RuleKey, RuleOrigin, Settled, distil};
use memory::RunKind;
use memory::journal::Run;
use vault::{Tried, Turn};

use crate::learning::state::Running;
use crate::memory_root::change::Change;
use crate::{Error, Event, Learning, Result, wire};

/// The slot of the one running distillation; dropping the slot lets the next distillation begin.
struct Slot<'a>(&'a Learning);

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        *self.0.distilling.lock() = None;
    }
}

/// A running distillation, and the learning that reports its progress.
struct Underway<'a> {
    learning: &'a Learning,
    run_id: String,
    trigger: DistillTrigger,
}

impl Learning {
    /// Distils everything recorded so far into rules.
    ///
    /// Reads one snapshot, so an episode recorded meanwhile is acknowledged at once and counts toward the next
    /// distillation. Progress is emitted after each stage. A failure ends in the stage `failed` with its code. The
    /// rules are then unchanged, and the next window tries again, whatever triggered this distillation.
    ///
    /// # Errors
    /// `CONFLICT` with the id of the running distillation, when there is one in this process or another.
    /// `MEMORY_CONFIDENCE_OUT_OF_RANGE` when the wording states a confidence outside 0 to 1.
    /// `MEMORY_DISTILL_LLM_UNAVAILABLE` when nobody could word a rule. Also the errors of writing `MEMORY.md`.
    pub fn distil(&self, trigger: DistillTrigger) -> Result<DistillReport> {
        let begun = self.begin(trigger);
        let (slot, underway) = begun.inspect_err(|error| {
            if !matches!(error, Error::Busy { .. }) {
                self.note_failed();
            }
        })?;
        let outcome = self.distil_now(&underway);
        // A listener asks for the state of the learning as soon as the end is reported, so the slot is freed first.
        drop(slot);
        let counted = self.count_pending();
        match &outcome {
            Ok(_) => underway.tell(DistillStage::Completed, 1.0, None),
            Err(error) => {
                self.note_failed();
                underway.tell(DistillStage::Failed, 1.0, Some(error));
            }
        }
        let report = outcome?;
        counted?;
        Ok(report)
    }

    /// Returns the current verdict on the evidence, without changes.
    pub fn explain(&self) -> Result<Verdict> {
        self.memory.catch_up()?;
        let view = self.memory.index.snapshot()?;
        let settled = view.settled()?;
        Ok(reached(&view, &settled)?)
    }

    /// Returns all learned rules that the writer ever rejected, whatever happened to them later.
    pub fn refused(&self) -> Result<BTreeSet<RuleKey>> {
        self.memory.catch_up()?;
        let noes = self.memory.index.snapshot()?.settled()?.tombstones;
        Ok(noes.into_iter().filter_map(|no| no.key).collect())
    }

    fn begin(&self, trigger: DistillTrigger) -> Result<(Slot<'_>, Underway<'_>)> {
        let mut running = self.distilling.lock();
        if let Some(Running { run_id, .. }) = &*running {
            let run_id = run_id.clone();
            return Err(Error::Busy { run_id });
        }
        let run_id = (self.ports.new_id)();
        let place = self.memory.folder.path().join("journal/distil.lock");
        match Turn::try_take(&place, &run_id).map_err(|error| self.memory.blame(error.into()))? {
            Tried::Held { note: run_id } => return Err(Error::Busy { run_id }),
            Tried::Taken(alone) => {
                *running = Some(Running {
                    run_id: run_id.clone(),
                    _alone: alone,
                });
            }
        }
        let underway = Underway {
            learning: self,
            run_id,
            trigger,
        };
        Ok((Slot(self), underway))
    }

    fn distil_now(&self, underway: &Underway<'_>) -> Result<DistillReport> {
        self.heed_noes()?;
        self.memory.catch_up()?;
        let view = self.memory.index.snapshot()?;
        underway.tell(DistillStage::Started, 0.1, None);

        let settled = view.settled()?;
        let snapshot: BTreeMap<_, _> = view.cursors()?.into_iter().collect();
        let episodes = view.episode_count()?;
        underway.tell(DistillStage::Clustered, 0.35, None);

        let verdict = reached(&view, &settled)?;
        underway.tell(DistillStage::Patterned, 0.6, None);
        drop(view);

        // A language model may take minutes. No change of memory waits for it: the lock of the memory is taken
        // afterwards.
        let worded = distil::worded(&verdict, |finding| (self.ports.word)(finding))?;
        underway.tell(DistillStage::Generated, 0.85, None);
        let everywhere = self.held_everywhere();
        let run = self.memory.change(RunKind::Distill, |known| {
            // A global rule need not be learned here. The project may have learned it before it became global, or while
            // the global memory was unavailable. Then the project's rule is removed. Rules that the writer confirmed or
            // wrote here stay.
            let hers = |rule: &Rule| rule.user_confirmed || rule.origin != RuleOrigin::Learned;
            let said = |id: &str| known.rules.iter().any(|rule| rule.id == id && hers(rule));
            let held = |id: &str| everywhere.contains(id) && !said(id);
            let learned_too = known.rules.iter().map(|rule| &rule.id).filter(|id| held(id));
            let distilled = distil::distil(&verdict, &worded, &known.rules, &settled, known.now);
            // A rule that the writer deleted during this distillation stays deleted.
            let refused = |id: &str| {
                known
                    .tombstones
                    .iter()
                    .any(|no| no.rule_id == id && !settled.tombstones.contains(no))
            };
            Ok(Change {
                put: distilled
                    .put
                    .into_iter()
                    .filter(|rule| !refused(&rule.id) && !held(&rule.id))
                    .collect(),
                removed: distilled
                    .removed
                    .iter()
                    .filter(|id| !held(id))
                    .chain(learned_too)
                    .cloned()
                    .collect(),
                snapshot: snapshot.clone(),
                turnings: verdict.turnings.clone(),
                episodes: u32::try_from(episodes).unwrap_or(u32::MAX),
                tested: u32::try_from(verdict.tested.len()).unwrap_or(u32::MAX),
                run_id: Some(underway.run_id.clone()),
                ..Change::default()
            })
        })?;
        Ok(report(&run))
    }
}

fn reached(view: &View, settled: &Settled) -> index::Result<Verdict> {
    let standing = distil::standing(&view.rules()?);
    // Rules about one group use the same samples.
    let mut read = BTreeMap::new();
    verdict::reach(view.ledgers()?, settled.clone(), &standing, |cluster, newest| {
        let asked = (cluster.clone(), newest);
        if let Some(samples) = read.get(&asked) {
            return Ok(Vec::clone(samples));
        }
        let samples = view.samples(cluster, newest)?;
        read.insert(asked, samples.clone());
        Ok(samples)
    })
}

impl Underway<'_> {
    fn tell(&self, stage: DistillStage, progress: f64, error: Option<&Error>) {
        (self.learning.ports.emit)(Event::Distill(DistillProgress {
            run_id: self.run_id.clone(),
            project_id: self.learning.memory.id.clone(),
            trigger: self.trigger,
            stage,
            progress,
            message: error.map(ToString::to_string),
            error_code: error.map(Error::code),
        }));
    }
}

fn report(run: &Run) -> DistillReport {
    let counts = wire::counts(run);
    DistillReport {
        run_id: run.id.clone(),
        episodes: run.episodes,
        tested: run.tested,
        added: counts.added,
        asked: u32::try_from(run.asked.len()).unwrap_or(u32::MAX),
        updated: counts.updated,
        withdrawn: counts.removed,
    }
}
