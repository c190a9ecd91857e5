//! The outcomes of consolidations, and the gates before a stricter routing mode of daily sections.

use serde::{Deserialize, Serialize};
use specta::Type;

/// The outcomes of consolidations over time. All days are days in UTC.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ObserveView {
    /// The outcomes of updates of the memory by week, the oldest week first, without gaps up to this week; at most the
    /// last 26 weeks.
    pub weeks: Vec<OutcomeWeek>,
    /// The gates between routing modes: compatible to preferred, then preferred to required.
    pub gates: Vec<GateView>,
}

/// The outcomes of the updates of one week.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OutcomeWeek {
    /// The Monday of the week, as `YYYY-MM-DD`.
    pub week: String,
    /// Updates written unchanged.
    pub written: u32,
    /// Updates written after sanitizing removed text that has no place in memory.
    pub sanitize_modified: u32,
    /// Updates refused by the guard or by a preference that is kept.
    pub guard_rejected: u32,
    /// Updates that added nothing new.
    pub no_change: u32,
    /// Updates skipped because the whole memory did not fit into the request.
    pub truncated_skip: u32,
}

/// How strictly a model must return daily sections.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum RoutingMode {
    /// Any reply is used; missing sections are made from the entry.
    Compatible,
    /// A reply without daily sections is requested once more.
    Preferred,
    /// As `preferred`; in addition, an entry that cannot be put into sections is not written to the day.
    Required,
}

/// Whether the mode may become stricter, and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct GateView {
    /// The mode that the gate leads from.
    pub from: RoutingMode,
    /// The next stricter mode, which the gate leads to.
    pub to: RoutingMode,
    /// The first day of the period, as `YYYY-MM-DD`.
    pub since: String,
    /// The last day of the period, as `YYYY-MM-DD`.
    pub until: String,
    /// Whether the data support the stricter mode.
    pub allowed: bool,
    /// All criteria of the gate.
    pub criteria: Vec<GateCriterion>,
}

/// One criterion of a gate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct GateCriterion {
    /// The measured quantity.
    pub name: GateQuestion,
    /// The required relation of `seen` to `needed`.
    pub relation: GateRelation,
    /// The threshold; null for `falling`.
    #[specta(type = Option<specta_typescript::Number>)]
    pub needed: Option<f64>,
    /// The measured value; null without data.
    #[specta(type = Option<specta_typescript::Number>)]
    pub seen: Option<f64>,
    /// Whether the numbers are shares, 0 to 1; otherwise they are counts.
    pub share: bool,
    /// The verdict on the criterion.
    pub found: GateFound,
}

/// The quantity a criterion measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum GateQuestion {
    /// The number of updates.
    Consolidations,
    /// The number of conversations the updates came from.
    Sessions,
    /// The share of daily notes that came well structured.
    StructuredDailyOk,
    /// The share of replies without daily sections in the last third of the days; it must fall.
    FallbackMissingFalls,
    /// The share of replies that were requested a second time.
    PreferredRetryUsed,
    /// The share of second replies that had sections.
    PreferredRetryHelped,
    /// The increase in the share of updates refused by the guard, compared with the period before.
    GuardNoWorse,
    /// The increase in the share of sanitized updates, compared with the period before.
    SanitizeNoWorse,
    /// The share of updates that were written.
    Written,
    /// The share of replies that had daily sections.
    ToolCallHasDailySections,
    /// The share of updates refused by the guard.
    GuardRejected,
    /// The number of days with too few well structured notes.
    FallbackAlarms,
    /// Whether recall got worse in trial conversations that required sections. No metric measures it yet.
    RecallNoWorse,
}

/// The required relation of a measured value to its threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum GateRelation {
    /// The threshold or more.
    AtLeast,
    /// The threshold or less.
    AtMost,
    /// Less than the threshold.
    Below,
    /// Never rising in the period, and lower at its end or zero.
    Falling,
}

/// The verdict on a criterion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum GateFound {
    /// The criterion is met.
    Met,
    /// The criterion is not met.
    NotMet,
    /// The data are too few for a verdict, which keeps the gate closed.
    TooFew,
    /// No metric measures the criterion; it does not keep the gate closed.
    NotMeasured,
}
