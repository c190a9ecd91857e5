//! The activity of the memory over time, as numbers for small charts.

use serde::{Deserialize, Serialize};
use specta::Type;

/// The activity of the memory over time. All weeks are weeks in UTC.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ActivityView {
    /// Episodes by week, the oldest week first, without gaps up to this week; at most the last 26 weeks.
    pub episodes_per_week: Vec<WeekCount>,
    /// The number of rules in each state.
    pub rules: RuleCounts,
    /// The number of episodes in each band of decay.
    pub bands: BandCounts,
    /// The growth of the evidence of each learned rule in force.
    pub evidence: Vec<RuleHistory>,
    /// Runs by week, the oldest week first, without gaps up to this week; at most the last 26 weeks.
    pub runs: Vec<RunWeek>,
}

/// The runs of one week by their purpose. Each run is counted once; a run of a kind that only a newer version of the
/// desk knows is not counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RunWeek {
    /// The Monday of the week, as `YYYY-MM-DD`.
    pub week: String,
    /// Distillations.
    pub learned: u32,
    /// The writer's own acts: rules, answers, decisions, edits of a memory file.
    pub hers: u32,
    /// Conversations that were consolidated into memory.
    pub conversations: u32,
    /// Notes of a day, and upkeep: shortening, forgetting, archiving.
    pub upkeep: u32,
    /// Restores of earlier runs.
    pub restored: u32,
}

/// The number of episodes in one week.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WeekCount {
    /// The Monday of the week, as `YYYY-MM-DD`.
    pub week: String,
    /// The number of episodes.
    pub episodes: u32,
}

/// The number of rules in each state. Each rule is counted once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RuleCounts {
    /// Rules with too little evidence; they are never used.
    pub noticed: u32,
    /// Rules that wait for the writer's answer.
    pub proposed: u32,
    /// Rules in force by evidence alone.
    pub rule: u32,
    /// Rules in force because the writer confirmed them.
    pub confirmed: u32,
}

/// The number of episodes in each band of decay. Each episode is counted once; purged episodes are not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BandCounts {
    /// Decay of 0.7 and above.
    pub active: u32,
    /// Decay from 0.3 to below 0.7.
    pub decaying: u32,
    /// Decay from 0.1 to below 0.3: the next compression shortens these episodes.
    pub to_compress: u32,
    /// Decay below 0.1, not compressed yet.
    pub to_evict: u32,
    /// Episodes shortened to a summary.
    pub compressed: u32,
}

/// The growth of the evidence of one rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RuleHistory {
    /// The rule's id.
    pub rule_id: String,
    /// The rule's sentence.
    pub text: String,
    /// One point for each week of `episodesPerWeek`, the oldest first.
    pub points: Vec<EvidencePoint>,
}

/// The evidence for and against a rule up to the end of a week, all earlier weeks included.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct EvidencePoint {
    /// The week's Monday, as `YYYY-MM-DD`.
    pub week: String,
    /// Episodes for the rule.
    pub supports: u32,
    /// Episodes against the rule.
    pub contradicts: u32,
}
