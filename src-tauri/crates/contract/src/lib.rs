//! The data that crosses the boundary between the core and a front end: requests, views, events and error codes.
//!
//! This crate holds types only. The core converts its own values into these types at its edge, so that a change of a
//! domain type never changes the protocol by accident. Closed enums with the same names in `learning` are re-exported
//! from there, because a second copy of the names would have no use. Field names are camelCase on the wire.
//!
//! Doc comments are copied into the generated TypeScript, so they are written for the readers of the front end.

mod activity;
mod candidates;
mod distill;
mod episode;
mod fault;
mod files;
mod memory;
mod observe;
mod press;
mod proposal;
mod question;
mod rule;
mod run;
mod safety;
mod settings;
mod spelling;
mod story;
mod style;
mod upkeep;
mod workspace;

pub use learning::{
    Answer, Category, Direction, EpisodeKind, QuestionReason, RuleState, Scope, Signal, TextOrigin,
};

pub use activity::*;
pub use candidates::*;
pub use distill::*;
pub use episode::*;
pub use fault::*;
pub use files::*;
pub use memory::*;
pub use observe::*;
pub use press::*;
pub use proposal::*;
pub use question::*;
pub use rule::*;
pub use run::*;
pub use safety::*;
pub use settings::*;
pub use spelling::*;
pub use story::*;
pub use style::*;
pub use upkeep::*;
pub use workspace::*;
