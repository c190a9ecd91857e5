//! Consolidation: what a conversation leaves in the memory files.

pub mod account;
pub mod archive;
mod likeness;
pub mod merge;
mod update;

#[cfg(any(test, feature = "testing"))]
pub mod arbitrary;
