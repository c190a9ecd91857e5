//! Distillation: episodes to rules.

use serde::{Deserialize, Serialize};
use specta::Type;

/// Why a distillation started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum DistillTrigger {
    /// Fifty new episodes, started by the next finished skill.
    Batch,
    /// Five minutes without a key in the editor.
    Idle,
    /// The writer started it.
    Manual,
    /// A new statement of the writer contradicts a rule.
    Conflict,
}

/// The stage of a distillation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum DistillStage {
    /// The snapshot is taken.
    Started,
    /// Episodes are grouped by scene and skill.
    Clustered,
    /// The evidence is weighed.
    Patterned,
    /// The rules are worded.
    Generated,
    /// The rules are in the file.
    Completed,
    /// Nothing was changed; `errorCode` gives the cause.
    Failed,
}

/// An event pushed at each stage of a distillation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DistillProgress {
    /// The run's id.
    pub run_id: String,
    /// The project's id.
    pub project_id: String,
    /// The trigger of the distillation.
    pub trigger: DistillTrigger,
    /// The stage it has reached.
    pub stage: DistillStage,
    /// The progress, 0 to 1.
    #[specta(type = specta_typescript::Number)]
    pub progress: f64,
    /// One English sentence; present on failure only.
    pub message: Option<String>,
    /// The error code; present on failure only.
    pub error_code: Option<crate::ErrorCode>,
}

/// The result of a distillation in numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DistillReport {
    /// The run's id.
    pub run_id: String,
    /// Episodes in the snapshot.
    pub episodes: u32,
    /// Hypotheses tested: a feature, a group of episodes and a direction each.
    pub tested: u32,
    /// Rules added by this run.
    pub added: u32,
    /// Questions raised by this run.
    pub asked: u32,
    /// Rules whose evidence or state changed.
    pub updated: u32,
    /// Learned rules that the evidence no longer supports.
    pub withdrawn: u32,
}
