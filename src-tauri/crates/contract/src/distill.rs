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
    /// The writer asked.
    Manual,
    /// The writer said something that stands against a rule.
    Conflict,
}

/// How far a distillation has come.
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
    /// Nothing was changed; `errorCode` says why.
    Failed,
}

/// Pushed as a distillation goes on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DistillProgress {
    /// The run.
    pub run_id: String,
    /// The project.
    pub project_id: String,
    /// Why it started.
    pub trigger: DistillTrigger,
    /// How far it has come.
    pub stage: DistillStage,
    /// 0 to 1.
    #[specta(type = specta_typescript::Number)]
    pub progress: f64,
    /// One English sentence, on failure.
    pub message: Option<String>,
    /// The code, on failure.
    pub error_code: Option<crate::ErrorCode>,
}

/// What a distillation did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DistillReport {
    /// The run.
    pub run_id: String,
    /// Episodes in the snapshot.
    pub episodes: u32,
    /// Hypotheses tested: a feature, a group of episodes and a direction each.
    pub tested: u32,
    /// Rules that are new with this run.
    pub added: u32,
    /// Questions that it raised.
    pub asked: u32,
    /// Rules whose evidence or state changed.
    pub updated: u32,
    /// Learned rules no longer borne out.
    pub withdrawn: u32,
}
