//! The decisions of policies, and which policy prevails.

use serde::{Deserialize, Serialize};

/// The principle behind a policy. If two policies disagree, the earlier principle takes precedence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Principle {
    /// No data of the writer are lost or changed.
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

/// Returns the verdict that takes precedence of two that disagree, each with its principle. For equal principles it is
/// the first.
pub fn prevailing<T>(one: (Principle, T), other: (Principle, T)) -> (Principle, T) {
    if other.0 < one.0 { other } else { one }
}

/// A step of a consolidation, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// The conversation is divided into stretches.
    Chunk,
    /// The entry for the story is converted to its format.
    History,
    /// The notes of the day are routed.
    Daily,
    /// Insights are added.
    Insights,
    /// Lines that are not memory are removed from the reply.
    Sanitize,
    /// The reply's sections are merged into the present sections.
    Merge,
    /// The check whether there is any change.
    NoChange,
    /// The check whether the update is written.
    Guard,
    /// Conflicts of preferences are decided.
    Preferences,
    /// The files are written.
    Write,
}

/// The source of a policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Source {
    /// The built-in default.
    #[serde(rename = "default")]
    Default,
    /// The project's `workflow.toml`.
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
    /// The source of the policy.
    pub source: Source,
    /// The decision, in one word such as `heading_retention_too_low`.
    pub verdict: String,
    /// The reason, in a sentence without the writer's text.
    pub why: String,
}
