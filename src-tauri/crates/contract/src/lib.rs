//! What crosses a boundary between the core and a front end: requests, views, events and error codes.
//!
//! Types only. The core converts its own values into these at its edge, so that a change of a domain
//! type is never by accident a change of the protocol. Only closed enums that `learning` says in the same
//! words are its own: two copies of a list of names protect nobody. Field names are camelCase on the wire. Doc comments are copied into the generated TypeScript; they are written for
//! the reader over there.

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
