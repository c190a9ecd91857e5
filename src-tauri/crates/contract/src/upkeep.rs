//! What there is to do about memory files as they age.

use serde::{Deserialize, Serialize};
use specta::Type;

/// What there is to do about memory files, and what seeing to it would do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct UpkeepView {
    /// What was found, ordered by file. Some of it only the writer can see to.
    pub findings: Vec<UpkeepFinding>,
    /// What putting them in order would do.
    pub would: UpkeepSummary,
}

/// Something that was found in a memory file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct UpkeepFinding {
    /// The file, relative to the memory root.
    pub path: String,
    /// What it is.
    pub kind: UpkeepKind,
    /// How often it is seen to.
    pub count: u32,
    /// How often it is the writer's own and stays as it is.
    pub own: u32,
}

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum UpkeepKind {
    /// A section or an item holds nothing.
    EmptySection,
    /// An item says what another line of its section says.
    Duplicate,
    /// A bullet is longer than it may be.
    LongBullet,
    /// A fenced block stands in a daily file.
    CodeFence,
    /// A daily file is due for the archive.
    AgedDaily,
    /// An item of an aged daily file is no decision.
    AgedItem,
    /// An archived daily file has had its time.
    ExpiredDaily,
    /// An insight has had its time.
    ExpiredInsight,
    /// `MEMORY.md` has more characters than it may.
    MemoryTooLong,
    /// A daily file is no UTF-8 text.
    NotText,
}

/// What putting memory files in order does, in numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct UpkeepSummary {
    /// How much is given up.
    pub risk: UpkeepRisk,
    /// What becomes of lines and files, and of how many; nothing where there is nothing to do.
    pub actions: Vec<UpkeepCount>,
    /// The files that are others after it, and those that are gone, relative to the memory root.
    pub files: Vec<String>,
}

/// How many lines or files one action changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct UpkeepCount {
    /// What becomes of them.
    pub action: UpkeepAction,
    /// How many they are.
    pub count: u32,
}

/// What becomes of a line or a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum UpkeepAction {
    /// An empty section goes, or an item that says nothing.
    DropEmpty,
    /// An item is cut to the length it may have.
    Trim,
    /// An item goes because another line of its section says the same.
    Dedupe,
    /// An item about what was done with tools goes.
    DropToolActivity,
    /// Any other item that is no decision goes.
    DropNonDecision,
    /// A daily file goes to the archive.
    Archive,
    /// A daily file goes to the archive, and the story gets its summary.
    Compact,
    /// An archived daily file goes; the run keeps it.
    DailyTtl,
    /// An insight goes to the archive.
    InsightsTtl,
}

/// How much is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum UpkeepRisk {
    /// Little.
    Low,
    /// So much that it is worth a look.
    Medium,
    /// A great deal.
    High,
}

/// What was done about memory files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct UpkeepDone {
    /// The run that did it, which can be taken back; absent where there was nothing to do.
    pub run_id: Option<String>,
    /// What it did.
    pub did: UpkeepSummary,
}
