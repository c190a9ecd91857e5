//! What is remembered, as values and pure functions.
//!
//! Episodes become evidence, evidence becomes rules, rules become Markdown. Nothing here reads a clock,
//! touches a disk or makes up an id: time and ids come in as arguments, so every answer can be repeated.

pub mod axis;
pub mod beginning;
pub mod belief;
pub mod census;
pub mod clock;
pub mod compress;
pub mod conflict;
pub mod consolidation;
pub mod decay;
pub mod distil;
pub mod document;
pub mod episode;
pub mod evidence;
pub mod fold;
pub mod gates;
pub mod happened;
pub mod journal;
pub mod ledger;
pub mod lifecycle;
pub mod markdown;
pub mod metrics;
pub mod passage;
pub mod pasted;
pub mod preference;
pub mod proposal;
pub mod question;
pub mod recall;
pub mod reconcile;
pub mod rule;
pub mod shaping;
mod spread;
pub mod tokens;
mod turning;
pub mod upkeep;
pub mod verdict;
pub mod vocabulary;
pub mod wording;

pub use episode::{Amendment, Episode, EpisodeKind, Signal, TextOrigin};
pub use evidence::{Evidence, Leaning, Sample, Settled, Turning};
pub use journal::{Entry, Run, RunKind};
pub use question::Question;
pub use rule::{
    Category, Cluster, Confidence, Direction, Rule, RuleKey, RuleOrigin, RuleState, Scope, Tombstone,
};
pub use vocabulary::Vocabulary;
