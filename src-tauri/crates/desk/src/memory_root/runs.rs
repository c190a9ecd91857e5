//! The runs: what the machine did to memory, and what the writer decided.

use contract::RunView;
use memory::journal::fold;

use crate::{MemoryRoot, Result, wire};

/// Runs shown at most, the newest.
const RUNS: u32 = 200;

impl MemoryRoot {
    /// Returns what the machine did to memory, the newest first.
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
