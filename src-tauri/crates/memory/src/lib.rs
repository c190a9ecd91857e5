//! The memory files and the journal, as values and pure functions.
//!
//! Rules and the results of conversations become Markdown, and the journal records what happened. Nothing here reads a
//! clock, touches a disk or makes up an id: time and ids come in as arguments, so every answer can be repeated.

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
