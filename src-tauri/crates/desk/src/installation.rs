//! This installation: the data of one machine that belong to no project.

pub(crate) mod fonts;
mod projects;
mod sample;
mod set_aside;
pub(crate) mod settings;
pub(crate) mod spelling;
pub(crate) mod style;
mod workspace;
