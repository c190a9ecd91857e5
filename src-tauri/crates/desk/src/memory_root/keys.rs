//! What the index keeps beside the rows that follow from the journal: the keys of both writers and readers.

/// When the project was named, and its id.
pub(crate) const PROJECT_NAME: &str = "project_name";

/// The writer's last word on whether learning goes on.
pub(crate) const LEARNING: &str = "learning";
