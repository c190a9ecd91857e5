//! The upkeep of memory files as they age.

use serde::{Deserialize, Serialize};
use specta::Type;

/// The findings in memory files, and the effect of putting the files in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct UpkeepView {
    /// The findings, ordered by file. Some findings only the writer can resolve.
    pub findings: Vec<UpkeepFinding>,
    /// The effect of putting the files in order.
    pub would: UpkeepSummary,
}

/// A finding in a memory file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct UpkeepFinding {
    /// The file, relative to the memory root.
    pub path: String,
    /// The kind of the finding.
    pub kind: UpkeepKind,
    /// The number of places that upkeep resolves.
    pub count: u32,
    /// The number of places in the writer's own lines, which stay unchanged.
    pub own: u32,
}

/// The kind of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum UpkeepKind {
    /// A section has no content, or an item has no text.
    EmptySection,
    /// An item repeats another line of its section.
    Duplicate,
    /// A bullet exceeds the length limit.
    LongBullet,
    /// A daily file contains a fenced code block.
    CodeFence,
    /// A daily file is old enough for the archive.
    AgedDaily,
    /// An item of an aged daily file is not a decision.
    AgedItem,
    /// An archived daily file has expired.
    ExpiredDaily,
    /// An insight has expired.
    ExpiredInsight,
    /// `MEMORY.md` exceeds its limit of characters.
    MemoryTooLong,
    /// A daily file is not UTF-8 text.
    NotText,
}

/// The effect of putting memory files in order, in numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct UpkeepSummary {
    /// The risk, by the amount of text given up.
    pub risk: UpkeepRisk,
    /// The number of lines or files for each action; empty where there is nothing to do.
    pub actions: Vec<UpkeepCount>,
    /// The files that upkeep changes or removes, relative to the memory root.
    pub files: Vec<String>,
}

/// The number of lines or files that one action changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct UpkeepCount {
    /// The action.
    pub action: UpkeepAction,
    /// The number of lines or files.
    pub count: u32,
}

/// An action on a line or a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum UpkeepAction {
    /// An empty section or an item without text is deleted.
    DropEmpty,
    /// An item is shortened to the length limit.
    Trim,
    /// An item is deleted because it repeats another line of its section.
    Dedupe,
    /// An item about the use of tools is deleted.
    DropToolActivity,
    /// Any other item that is not a decision is deleted.
    DropNonDecision,
    /// A daily file is moved to the archive.
    Archive,
    /// A daily file is moved to the archive, and `HISTORY.md` gets its summary.
    Compact,
    /// An expired daily file is deleted from the archive; the run keeps a copy.
    DailyTtl,
    /// An expired insight is moved to the archive.
    InsightsTtl,
}

/// The risk of an act of upkeep, by the amount of text given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum UpkeepRisk {
    /// Little text is given up.
    Low,
    /// Enough text is given up for the writer to check it first.
    Medium,
    /// So much text is given up that a safe act refuses.
    High,
}

/// The result of upkeep.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct UpkeepDone {
    /// The id of the run, which can be restored; absent where there was nothing to do.
    pub run_id: Option<String>,
    /// The effect.
    pub did: UpkeepSummary,
}
