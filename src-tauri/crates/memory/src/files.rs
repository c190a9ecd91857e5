//! The memory files, each with its own format: the long-term memory, the days, the story, the insights and the archive.

pub mod archive;
pub mod daily;
pub mod history;
pub mod insights;
pub(crate) mod lines;
pub mod long_term;
