//! The work for the next distillation: new episodes, and a failed distillation.

use std::collections::BTreeSet;

use memory::journal::Entry;
use memory::{Run, RunKind};

use crate::learning::capture::not_recorded;
use crate::{Learning, Result};

/// The key under which the index keeps the failure of a distillation until a later one succeeds. The value is the id of
/// the last successful distillation before the failure; it is empty where none ever succeeded.
///
/// So a success in any process ends the failure, and no clock is needed. The value belongs to this machine alone and is
/// lost with the index. That is harmless: the distillation may have worked on another machine, and the waiting episodes
/// are counted anew anyway.
const FAILED_AFTER: &str = "distillation_failed_after";

impl Learning {
    /// Makes captures durable; from then on they count as pending. Returns the number of pending episodes.
    pub(crate) fn append_captures(&self, captures: &[Entry]) -> Result<u32> {
        let ids = || {
            captures.iter().filter_map(|entry| match entry {
                Entry::Episode { episode, .. } => Some(&episode.id),
                _ => None,
            })
        };
        self.pending.lock().beyond.extend(ids().cloned());
        let appended = self.memory.append(captures).map_err(not_recorded);
        let mut pending = self.pending.lock();
        if appended.is_err() {
            let failed: BTreeSet<&String> = ids().collect();
            pending.beyond.retain(|id| !failed.contains(id));
        }
        appended.map(|()| pending.count())
    }

    /// Records that a distillation failed, so that the next window tries again, even without a new episode.
    pub(crate) fn note_failed(&self) {
        let noted = self.last_finished().and_then(|last| {
            let noted = |writer: &mut index::Writer| writer.set_meta(FAILED_AFTER, &last);
            Ok(self.memory.index.write(noted)?)
        });
        if let Err(error) = noted {
            // The index itself may have failed. Then the failure is known only until the desk is closed.
            tracing::warn!(code = ?error.code(), "a distillation that failed is not remembered");
        }
        self.pending.lock().failed = true;
    }

    /// Returns the id of the last distillation that succeeded.
    fn last_finished(&self) -> Result<String> {
        self.memory.catch_up()?;
        let last = self.memory.index.snapshot()?.last_run(RunKind::Distill)?;
        Ok(last.map(|(_, run): (_, Run)| run.id).unwrap_or_default())
    }

    /// Counts the episodes that no distillation has seen, and finds out whether a distillation succeeded after the last
    /// failure.
    pub(crate) fn count_pending(&self) -> Result<()> {
        let _turn = self.counting.lock();
        self.memory.catch_up()?;
        let view = self.memory.index.snapshot()?;
        let last = view.last_run(RunKind::Distill)?;
        let (last, seen) = last
            .map(|(_, run): (_, Run)| (run.id, run.snapshot))
            .unwrap_or_default();
        let counted = u32::try_from(view.episodes_after(&seen)?).unwrap_or(u32::MAX);
        let beyond = self.pending.lock().beyond.clone();
        let arrived = view.among(&beyond)?;
        let failed = view.meta(FAILED_AFTER)?.is_some_and(|after| after == last);
        let mut pending = self.pending.lock();
        pending.counted = counted;
        pending.failed = failed;
        pending.beyond.retain(|id| !arrived.contains(id));
        Ok(())
    }
}
