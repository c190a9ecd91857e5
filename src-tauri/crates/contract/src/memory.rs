//! Memory files, the state of learning, and health.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::ErrorCode;

/// A file of the memory root.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct MemoryFile {
    /// Path relative to the project.
    pub path: String,
    /// Path relative to the memory root, as in runs and proposals.
    pub name: String,
    /// Size in bytes.
    #[specta(type = u32)]
    pub bytes: u64,
    /// The number of bullets; absent for a file that is not Markdown.
    pub bullets: Option<u32>,
    /// The time of the last change, RFC 3339, UTC.
    pub modified_at: Option<String>,
    /// The author of the last change; absent while the index cannot be read.
    pub changed_by: Option<ChangedBy>,
}

/// The author of the last change of a memory file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ChangedBy {
    /// The writer, in the panel or in another program.
    Writer,
    /// The desk, without a request by the writer.
    Desk,
}

/// An event: the memory changed. A view that shows a changed part reloads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct MemoryChange {
    /// Rules were added, changed or removed.
    pub rules: bool,
    /// Episodes were recorded.
    pub episodes: bool,
    /// A memory file changed on disk, or a proposal about one changed.
    pub files: bool,
}

/// The state of learning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LearningView {
    /// Episodes recorded in this project.
    pub episodes: u32,
    /// New episodes since the last distillation.
    pub pending: u32,
    /// The number of new episodes that starts a distillation automatically.
    pub batch: u32,
    /// The id of the run in progress, if any.
    pub running: Option<String>,
    /// The writer paused learning: episodes are still recorded, and only the writer starts a distillation.
    pub paused: bool,
    /// The share of offers that leave a rule out so that it can still be tested, 0 to 1.
    #[specta(type = specta_typescript::Number)]
    pub exploration: f64,
}

/// The severity of a health check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Finding {
    /// In order.
    Fine,
    /// Worth a look; nothing is lost.
    Warning,
    /// Something does not work.
    Broken,
}

/// One check of the doctor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct HealthCheck {
    /// The name of the check: `project`, `journal`, `memory_file`, `index`, `capacity` (episodes with their text),
    /// `capacity_compressed`, `capacity_rules`, `maintenance`, `workflow`.
    pub name: String,
    /// The severity.
    pub finding: Finding,
    /// The error code of the problem, where a code exists for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[specta(optional)]
    pub code: Option<ErrorCode>,
    /// One English sentence: the finding and the remedy.
    pub message: String,
}

/// The doctor's report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Health {
    /// All checks.
    pub checks: Vec<HealthCheck>,
}
