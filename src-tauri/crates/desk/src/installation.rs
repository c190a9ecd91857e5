//! This installation: what belongs to one machine and to no project.

pub(crate) mod fonts;
mod sample;
pub(crate) mod settings;
pub(crate) mod spelling;
pub(crate) mod style;
mod workspace;
