//! How many episodes wait for the next distillation.

use std::collections::BTreeSet;

use memory::journal::Entry;
use memory::{Run, RunKind};

use crate::capture::not_recorded;
use crate::{Project, Result};

/// New episodes since the last distillation.
///
/// A capture never waits for the index to be read: it notes its id here before its line is written, and whoever
/// counts takes out the ids the index holds by then, so that each capture is counted once.
#[derive(Default)]
pub(crate) struct Pending {
    /// Those the index held when it was asked last.
    counted: u32,
    /// Captures that were not among them.
    beyond: BTreeSet<String>,
}

impl Pending {
    /// Returns how many there are.
    pub(crate) fn count(&self) -> u32 {
        let beyond = u32::try_from(self.beyond.len()).unwrap_or(u32::MAX);
        self.counted.saturating_add(beyond)
    }
}

impl Project {
    /// Makes captures durable; they count as pending from then on. Returns how many do.
    pub(crate) fn append_captures(&self, captures: &[Entry]) -> Result<u32> {
        let ids = || {
            captures.iter().filter_map(|entry| match entry {
                Entry::Episode { episode, .. } => Some(&episode.id),
                _ => None,
            })
        };
        self.pending.lock().beyond.extend(ids().cloned());
        let appended = self.append(captures).map_err(not_recorded);
        let mut pending = self.pending.lock();
        if appended.is_err() {
            let failed: BTreeSet<&String> = ids().collect();
            pending.beyond.retain(|id| !failed.contains(id));
        }
        appended.map(|()| pending.count())
    }

    /// Counts the episodes that no distillation has seen.
    pub(crate) fn count_pending(&self) -> Result<()> {
        let _turn = self.counting.lock();
        self.catch_up()?;
        let view = self.index.snapshot()?;
        let seen = view
            .last_run(RunKind::Distill)?
            .map(|(_, run): (_, Run)| run.snapshot)
            .unwrap_or_default();
        let counted = u32::try_from(view.episodes_after(&seen)?).unwrap_or(u32::MAX);
        let beyond = self.pending.lock().beyond.clone();
        let arrived = view.among(&beyond)?;
        let mut pending = self.pending.lock();
        pending.counted = counted;
        pending.beyond.retain(|id| !arrived.contains(id));
        Ok(())
    }
}
