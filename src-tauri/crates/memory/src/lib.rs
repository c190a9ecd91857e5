//! The memory files and the journal, as values and pure functions.
//!
//! Rules and the results of conversations become Markdown, and the journal records the events. No function here reads a
//! clock, accesses a disk or generates an id: time and ids are arguments, so each result is reproducible.

pub mod clock;
pub mod consolidation;
pub mod document;
pub mod files;
pub mod happened;
pub mod journal;
pub mod metrics;
pub mod policy;
pub mod proposal;
pub mod upkeep;
pub mod vocabulary;
mod words;

pub use journal::{Entry, Run, RunKind};
pub use vocabulary::Vocabulary;
