//! The keys of values that the index keeps beside the rows of the journal, for their writers and readers.

/// The time at which the project was named, and its id.
pub(crate) const PROJECT_NAME: &str = "project_name";

/// The writer's last decision whether learning goes on.
pub(crate) const LEARNING: &str = "learning";
