//! Memory files and health.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::ErrorCode;

/// A file of the memory root.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct MemoryFile {
    /// Path relative to the project.
    pub path: String,
    /// Path relative to the memory root, as runs and proposals name it.
    pub name: String,
    /// Size in bytes.
    #[specta(type = u32)]
    pub bytes: u64,
    /// Bullets in it, for a Markdown file.
    pub bullets: Option<u32>,
    /// When it last changed, RFC 3339, UTC.
    pub modified_at: Option<String>,
    /// Who changed it last; absent while the index cannot be read.
    pub changed_by: Option<ChangedBy>,
}

/// Who changed a memory file last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ChangedBy {
    /// The writer: in the panel, or in another program.
    Writer,
    /// The desk by itself.
    Desk,
}

/// What changed in memory; a view that shows it asks again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct MemoryChange {
    /// Rules were added, changed or removed.
    pub rules: bool,
    /// Episodes were recorded.
    pub episodes: bool,
    /// A memory file changed on disk, or what is proposed about one.
    pub files: bool,
}

/// How learning stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LearningView {
    /// Episodes recorded in this project.
    pub episodes: u32,
    /// New episodes since the last distillation.
    pub pending: u32,
    /// How many new episodes start a distillation by themselves.
    pub batch: u32,
    /// The run going on, if any.
    pub running: Option<String>,
    /// The writer paused learning: acts are recorded, and only she starts a distillation.
    pub paused: bool,
    /// The share of offers that leave a rule out so that it can still be tested, 0 to 1.
    #[specta(type = specta_typescript::Number)]
    pub exploration: f64,
}

/// How serious a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Finding {
    /// As it should be.
    Fine,
    /// Worth a look; nothing is lost.
    Warning,
    /// Something does not work.
    Broken,
}

/// One thing the doctor looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct HealthCheck {
    /// What was looked at: `project`, `journal`, `memory_file`, `index`, `capacity` (episodes with their text),
    /// `capacity_compressed`, `capacity_rules`, `maintenance`, `workflow`.
    pub name: String,
    /// How it stands.
    pub finding: Finding,
    /// The code of what is not as it should be, where there is one for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[specta(optional)]
    pub code: Option<ErrorCode>,
    /// One English sentence: what was seen and what to do.
    pub message: String,
}

/// The doctor's report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Health {
    /// Everything looked at.
    pub checks: Vec<HealthCheck>,
}
