//! The manuscripts: the writer's own files, what the editor holds of them, and what is kept beside them.

mod copies;
mod export;
pub(crate) mod import;
mod keystrokes;
mod listing;
mod merging;
mod moves;
pub(crate) mod open;
mod operations;
mod pictures;
mod reading_order;
mod replacing;
pub(crate) mod state;
mod undo;
mod unsaved;
pub(crate) mod versions;
