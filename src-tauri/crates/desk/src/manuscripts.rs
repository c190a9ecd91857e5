//! The manuscripts: the writer's own files, the editor's state of them, and the versions, crash journals and undo
//! histories beside them.

mod chapter_order;
mod chapters;
mod copies;
mod export;
pub(crate) mod import;
mod keystrokes;
mod listing;
mod merging;
mod moves;
mod neighbours;
pub(crate) mod open;
mod operations;
mod pictures;
mod reading_order;
mod replacing;
pub(crate) mod state;
mod undo;
mod unsaved;
pub(crate) mod versions;
