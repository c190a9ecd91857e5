//! Which policy decided what, and which prevails.

use serde::{Deserialize, Serialize};

/// What a policy serves. Where two disagree, the one that serves what comes first prevails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Principle {
    /// Nothing of the writer's is lost or changed.
    DataSafety,
    /// What happened can be found again.
    AppendOnlyTraceability,
    /// A kill at any moment does no harm.
    InterruptionSafety,
    /// What matters is remembered.
    RecallQuality,
    /// A model costs little.
    TokenCost,
}

/// Returns the verdict that prevails of two that disagree, each with what it serves. The first stands where both serve
/// the same.
pub fn prevailing<T>(one: (Principle, T), other: (Principle, T)) -> (Principle, T) {
    if other.0 < one.0 { other } else { one }
}

/// A step of a consolidation, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// The messages are cut into stretches.
    Chunk,
    /// The entry for the story is brought into form.
    History,
    /// The day's notes are found.
    Daily,
    /// What was learned for a while is added.
    Insights,
    /// What is no memory is removed from the reply.
    Sanitize,
    /// The reply's sections join those there are.
    Merge,
    /// Whether anything changes at all.
    NoChange,
    /// Whether the update is written.
    Guard,
    /// What sets a preference otherwise than it is set.
    Preferences,
    /// The files are written.
    Write,
}

/// Where a policy comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Source {
    /// It is built in.
    #[serde(rename = "default")]
    Default,
    /// The project sets it.
    #[serde(rename = "workflow.toml")]
    Workflow,
}

/// What a step decided, by which policy and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// The step.
    pub step: Step,
    /// The policy, by its key below `[memory]`, such as `guard.max_chars`.
    pub policy: String,
    /// Where it comes from.
    pub source: Source,
    /// What was decided, in one word such as `heading_retention_too_low`.
    pub verdict: String,
    /// Why, in a sentence without the writer's text.
    pub why: String,
}
