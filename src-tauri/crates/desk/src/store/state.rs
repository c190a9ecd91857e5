//! The state of the store while a project is open.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use vault::ContentHash;

use crate::locks::{Lock, Order};
use crate::{MemoryRoot, Ports};

/// The Markdown files of a memory root.
pub struct Store {
    pub(crate) ports: Ports,
    pub(crate) memory: Arc<MemoryRoot>,
    /// Memory files that the writer is editing, by full path, each with the hash of its last save.
    pub(super) in_hand: Lock<HashMap<PathBuf, ContentHash>>,
}

impl Store {
    pub(crate) fn of(memory: &Arc<MemoryRoot>) -> Self {
        Self {
            ports: memory.ports.clone(),
            memory: Arc::clone(memory),
            in_hand: Lock::new(Order::InHand, HashMap::new()),
        }
    }
}
