//! The turn to change a memory root.

use crate::locks::{Hold, Order};
use crate::{MemoryRoot, Result};

/// The turn of one thread of one process to change a memory root.
pub(crate) struct Turn {
    _lock: vault::Turn,
    _hold: Hold,
}

impl MemoryRoot {
    /// Waits until no other thread or process changes this root, and keeps all others out until the turn is dropped.
    ///
    /// # Errors
    /// `MEMORY_READ_ONLY` where the memory cannot be changed.
    pub(crate) fn turn(&self) -> Result<Turn> {
        self.changeable()?;
        let hold = Hold::take(Order::Turn);
        let lock = vault::Turn::take(&self.folder.path().join("journal/lock"));
        Ok(Turn {
            _lock: lock.map_err(|error| self.blame(error.into()))?,
            _hold: hold,
        })
    }
}
