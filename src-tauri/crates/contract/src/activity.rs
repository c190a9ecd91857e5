//! What memory did over time, as numbers for small charts.

use serde::{Deserialize, Serialize};
use specta::Type;

/// What memory did over time. All weeks are of UTC.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ActivityView {
    /// Acts by week, the oldest week first, without gaps up to this week; at most the last 26.
    pub episodes_per_week: Vec<WeekCount>,
    /// Rules by how far they have come.
    pub rules: RuleCounts,
    /// Episodes by how far they have faded.
    pub bands: BandCounts,
    /// How the evidence of each learned rule in force grew.
    pub evidence: Vec<RuleHistory>,
    /// What changed memory by week, the oldest week first, without gaps up to this week; at most the last 26.
    pub runs: Vec<RunWeek>,
}

/// The runs of one week by what they were for; each is counted once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RunWeek {
    /// Its Monday, as `YYYY-MM-DD`.
    pub week: String,
    /// Distillations.
    pub learned: u32,
    /// The writer's own acts: rules, answers, decisions, edits of a memory file.
    pub hers: u32,
    /// Conversations that became memory.
    pub conversations: u32,
    /// Notes of a day, and what became of memory with time.
    pub upkeep: u32,
    /// Earlier runs taken back.
    pub restored: u32,
}

/// The acts of one week.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WeekCount {
    /// Its Monday, as `YYYY-MM-DD`.
    pub week: String,
    /// How many there were.
    pub episodes: u32,
}

/// Rules by how far they have come; each is counted once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RuleCounts {
    /// Too little evidence; never used.
    pub noticed: u32,
    /// Waiting for the writer's word.
    pub proposed: u32,
    /// In force by evidence alone.
    pub rule: u32,
    /// In force because the writer said so.
    pub confirmed: u32,
}

/// Episodes by how far they have faded; each is counted once, purged ones not at all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BandCounts {
    /// Decay of 0.7 and above.
    pub active: u32,
    /// From 0.3 to below 0.7.
    pub decaying: u32,
    /// From 0.1 to below 0.3; the next compression shortens them.
    pub to_compress: u32,
    /// Below 0.1 and not compressed yet.
    pub to_evict: u32,
    /// Shortened to a summary.
    pub compressed: u32,
}

/// How the evidence of one rule grew.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RuleHistory {
    /// The rule.
    pub rule_id: String,
    /// Its sentence.
    pub text: String,
    /// Week by week, the oldest first, for the weeks of `episodesPerWeek`.
    pub points: Vec<EvidencePoint>,
}

/// What spoke for and against a rule up to the end of a week, all earlier weeks included.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct EvidencePoint {
    /// The week's Monday, as `YYYY-MM-DD`.
    pub week: String,
    /// Episodes for it.
    pub supports: u32,
    /// Episodes against it.
    pub contradicts: u32,
}
