//! The knowledge learned about a writer, as values and pure functions.
//!
//! Episodes become evidence, and evidence becomes rules. No function here knows where an episode or a rule is stored.
//! Time and ids are arguments, so each result is reproducible.

pub mod claim;
pub mod conflict;
pub mod decay;
pub mod distil;
pub mod episode;
pub mod evidence;
pub mod inference;
pub mod narrowing;
pub mod passage;
pub mod pasted;
pub mod preference;
pub mod question;
pub mod rule;
pub mod shaping;
pub mod wording;

pub use episode::{Amendment, Episode, EpisodeKind, Signal, TextOrigin};
pub use evidence::{Evidence, Sample, Settled, Turning};
pub use question::{Answer, Question, QuestionReason};
pub use rule::{
    Category, Cluster, Confidence, Correction, Direction, Leaning, Rule, RuleKey, RuleOrigin, RuleState,
    Scope, Tombstone,
};
