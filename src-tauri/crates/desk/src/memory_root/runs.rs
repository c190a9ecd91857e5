//! The runs: the changes of memory by the machine, and the writer's decisions.

use contract::RunView;
use memory::journal::fold;

use crate::{MemoryRoot, Result, wire};

/// At most this number of runs is shown, the newest first.
const RUNS: u32 = 200;

impl MemoryRoot {
    /// Returns the runs, the newest first.
    pub fn runs(&self) -> Result<Vec<RunView>> {
        self.catch_up()?;
        let view = self.index.snapshot()?;
        let (runs, unread) = (view.runs(RUNS)?, view.unread()?);
        let undone = fold::undone(runs.iter().map(|(_, run)| run));
        Ok(runs
            .iter()
            .map(|(at, run)| wire::run(*at, run, undone.get(&run.id), &unread))
            .collect())
    }
}
