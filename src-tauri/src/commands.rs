//! The commands of the page. Each command takes the state, calls one use case, and returns its error as a fault.

pub mod conflict;
pub mod episode;
pub mod file;
pub mod memory;
pub mod press;
pub mod project;
pub mod proposal;
pub mod safety;
pub mod semantic;
pub mod settings;
pub mod skill;
pub mod spelling;
pub mod style;
