//! The store: how the Markdown files of a memory root change by a conversation, by a day's work, by age and by hand.

pub(crate) mod consolidate;
mod days;
mod file_story;
mod line_changes;
mod memory_edit;
mod memory_files;
pub(crate) mod observe;
mod proposals;
pub(crate) mod state;
pub(crate) mod upkeep;
