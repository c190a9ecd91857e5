//! What the store holds while a project is open.

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
    /// Memory files the writer is at in the editor, by full path, each as it was saved last.
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
