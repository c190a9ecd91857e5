//! What became of consolidations, and whether daily sections may be asked for more strictly.

use serde::{Deserialize, Serialize};
use specta::Type;

/// What the store did over time. All days are of UTC.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ObserveView {
    /// What became of updates of the memory, the oldest week first, without gaps up to this week; at most the last 26.
    pub weeks: Vec<OutcomeWeek>,
    /// Whether the mode may be turned up: compatible to preferred, then preferred to required.
    pub gates: Vec<GateView>,
}

/// What became of the updates of one week.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OutcomeWeek {
    /// Its Monday, as `YYYY-MM-DD`.
    pub week: String,
    /// Written as they came.
    pub written: u32,
    /// Written without something that has no place in memory.
    pub sanitize_modified: u32,
    /// Refused.
    pub guard_rejected: u32,
    /// They said nothing new.
    pub no_change: u32,
    /// Passed over, because the memory did not fit into the request whole.
    pub truncated_skip: u32,
}

/// How strictly daily sections are asked of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum RoutingMode {
    /// Whatever comes is used.
    Compatible,
    /// Asked a second time where they are missing.
    Preferred,
    /// Nothing unstructured is written.
    Required,
}

/// Whether the mode may be turned up, and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct GateView {
    /// The mode it is about to leave.
    pub from: RoutingMode,
    /// The stricter one.
    pub to: RoutingMode,
    /// The first day looked at, as `YYYY-MM-DD`.
    pub since: String,
    /// The last one.
    pub until: String,
    /// Whether it may.
    pub allowed: bool,
    /// Everything that was asked.
    pub criteria: Vec<GateCriterion>,
}

/// One thing a gate asks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct GateCriterion {
    /// What is asked.
    pub name: GateQuestion,
    /// What the number has to be to `needed`.
    pub relation: GateRelation,
    /// The number it is compared with; null for `falling`.
    #[specta(type = Option<specta_typescript::Number>)]
    pub needed: Option<f64>,
    /// What was seen; null where nothing was.
    #[specta(type = Option<specta_typescript::Number>)]
    pub seen: Option<f64>,
    /// Whether the numbers are shares, 0 to 1; otherwise they count something.
    pub share: bool,
    /// How it stands.
    pub found: GateFound,
}

/// What a gate asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum GateQuestion {
    /// How many updates there were.
    Consolidations,
    /// How many conversations they came from.
    Sessions,
    /// The share of daily notes that came well structured.
    StructuredDailyOk,
    /// The share of replies without daily sections, of late; it must fall.
    FallbackMissingFalls,
    /// The share of replies that had to be asked for twice.
    PreferredRetryUsed,
    /// The share of second replies that had sections.
    PreferredRetryHelped,
    /// How much larger the share of refused updates is than before.
    GuardNoWorse,
    /// How much larger the share of sanitized updates is than before.
    SanitizeNoWorse,
    /// The share of updates that were written.
    Written,
    /// The share of replies that had daily sections.
    ToolCallHasDailySections,
    /// The share of updates the guard refused.
    GuardRejected,
    /// Days with too few well structured notes.
    FallbackAlarms,
    /// Whether recall got worse on trial.
    RecallNoWorse,
}

/// What a number has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum GateRelation {
    /// The number needed or more.
    AtLeast,
    /// The number needed or less.
    AtMost,
    /// Less than the number needed.
    Below,
    /// Less than before.
    Falling,
}

/// Whether what a gate asks is so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum GateFound {
    /// It is.
    Met,
    /// It is not.
    NotMet,
    /// There is too little to tell, which holds the gate shut.
    TooFew,
    /// Nothing says anything about it; it holds nothing shut.
    NotMeasured,
}
