//! The use cases: open, write, offer, capture, distil, decide, follow, rebuild.
//!
//! This crate defines the order of the steps: data are durable before they are acknowledged, and the old state is kept
//! before it is changed. It contains no text rules (`prose`), no memory rules (`memory`), no file formats (`vault`) and
//! no SQL (`index`). It does not depend on a window: time, ids, wording and events come in through [`Ports`].
//!
//! A [`Project`] puts four parts together: the [`MemoryRoot`], the [`Store`] of its Markdown files, the
//! [`Manuscripts`], and the [`Learning`] between the writer and the memory. Each part has its own state while the
//! project is open.

mod error;
mod installation;
mod learning;
mod locks;
mod manuscripts;
mod memory_root;
mod ports;
mod project;
mod store;
mod text;
mod weeks;
mod wire;

pub use error::{Error, InTheWay, Result};
pub use installation::settings::Installation;
pub use installation::spelling::Spelling;
pub use installation::style::{STYLE_ARGUMENT, Style};
pub use learning::capture::{Imported, Refused};
pub use learning::lifecycle::Fading;
pub use learning::listed::Listed;
pub use learning::offer::paragraphs::{FileRequest, ParagraphOffer, offers_in};
pub use learning::state::{BATCH, Learning};
pub use manuscripts::import::folder_for as import_folder;
pub use manuscripts::state::Manuscripts;
pub use memory_root::change::{Change, Known};
pub use memory_root::draft::Draft;
pub use memory_root::place::{is_project, make_folder, move_memory};
pub use memory_root::root::MemoryRoot;
pub use ports::{Event, Ports};
pub use project::Project;
pub use project::opening::Opening;
pub use store::consolidate::{Consolidation, Stretch};
pub use store::observe::{Ages, Difference, Observation, StoreFigures};
pub use store::state::Store;
pub use store::upkeep::{Audit, Upkept};
pub use vault::Watch;
pub use wire::{rule as rule_view, skill_moves};
