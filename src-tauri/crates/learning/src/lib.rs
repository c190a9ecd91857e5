//! What is learned about a writer, as values and pure functions.
//!
//! Episodes become evidence, and evidence becomes rules. Nothing here knows where an episode or a rule is kept. Time and
//! ids come in as arguments, so every answer can be repeated.

pub mod conflict;
pub mod decay;
pub mod distil;
pub mod episode;
pub mod evidence;
pub mod inference;
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
    Category, Cluster, Confidence, Direction, Leaning, Rule, RuleKey, RuleOrigin, RuleState, Scope, Tombstone,
};
