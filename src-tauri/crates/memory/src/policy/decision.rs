//! The decisions of policies, and which policy prevails.

use serde::{Deserialize, Serialize};

/// The principle a policy serves. Where two policies disagree, the one with the earlier principle prevails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Principle {
    /// Nothing of the writer's is lost or changed.
    DataSafety,
    /// Past events can be found again.
    AppendOnlyTraceability,
    /// A kill at any moment does no harm.
    InterruptionSafety,
    /// Important facts are remembered.
    RecallQuality,
    /// A model costs little.
    TokenCost,
}

/// Returns the verdict that prevails of two that disagree, each with the principle it serves. The first prevails where
/// both serve the same.
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
    /// Insights are added.
    Insights,
    /// Lines that are no memory are removed from the reply.
    Sanitize,
    /// The reply's sections join the present sections.
    Merge,
    /// Whether anything changes at all.
    NoChange,
    /// Whether the update is written.
    Guard,
    /// Preferences that the reply sets to another value.
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

/// The decision of a step, with its policy and the reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// The step.
    pub step: Step,
    /// The policy, by its key below `[memory]`, such as `guard.max_chars`.
    pub policy: String,
    /// Where it comes from.
    pub source: Source,
    /// The decision, in one word such as `heading_retention_too_low`.
    pub verdict: String,
    /// Why, in a sentence without the writer's text.
    pub why: String,
}
