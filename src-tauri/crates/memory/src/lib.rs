//! The memory files and the journal, as values and pure functions.
//!
//! Rules and what conversations leave become Markdown, and the journal tells what happened. Nothing here reads a clock,
//! touches a disk or makes up an id: time and ids come in as arguments, so every answer can be repeated.

pub mod census;
pub mod consolidation;
pub mod document;
pub mod fold;
pub mod gates;
pub mod happened;
pub mod journal;
pub mod markdown;
pub mod metrics;
pub mod proposal;
pub mod reconcile;
pub mod upkeep;

pub use journal::{Entry, Run, RunKind};
