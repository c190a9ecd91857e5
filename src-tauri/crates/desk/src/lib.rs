//! The use cases: open, write, offer, capture, distil, decide, follow, rebuild.
//!
//! This crate owns the order of things: what is durable before what is answered, what is kept before what is
//! changed. It holds no text rules (`prose`), no memory rules (`memory`), no file formats (`vault`) and no
//! SQL (`index`), and it knows no window: time, ids, wording and events come in through [`Ports`].

mod activity;
mod capture;
mod change;
mod consolidate;
mod copies;
mod days;
mod distil;
mod draft;
mod endings;
mod error;
mod everywhere;
mod export;
mod file_story;
mod follow;
mod fonts;
mod health;
mod import;
mod keystrokes;
mod learning;
mod lifecycle;
mod line_changes;
mod listing;
mod manuscripts;
mod memory_edit;
mod memory_files;
mod merging;
mod moves;
mod observe;
mod offer;
mod opening;
mod operations;
mod origin;
mod pending;
mod pictures;
mod ports;
mod project;
mod projection;
mod proposals;
mod questions;
mod reading_order;
mod replacing;
mod restore;
mod revision;
mod rules;
mod sample;
mod settings;
mod spelling;
mod swap;
mod undo;
mod unsaved;
mod upkeep;
mod versions;
mod wire;
mod workflow;
mod workspace;

pub use capture::{BATCH, Imported, Listed, Refused};
pub use change::{Change, Known};
pub use consolidate::{Consolidation, Stretch};
pub use draft::Draft;
pub use error::{Error, InTheWay, Result};
pub use import::import;
pub use lifecycle::Fading;
pub use observe::{Ages, Difference, Observation, Store};
pub use opening::Opening;
pub use ports::{Event, Ports};
pub use project::{MEMORY_ROOT, Project};
pub use settings::Installation;
pub use spelling::Spelling;
pub use upkeep::{Audit, Upkept};
pub use vault::Watch;
pub use wire::rule as rule_view;
