//! Runs: changes of memory, and their restore.

use serde::{Deserialize, Serialize};
use specta::Type;

/// The kind of a change of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum RunKind {
    /// A distillation.
    Distill,
    /// A rule was written by hand.
    RuleAdded,
    /// The writer confirmed a rule.
    RuleConfirmed,
    /// The writer changed a rule.
    RuleEdited,
    /// The writer rejected a rule.
    RuleDeleted,
    /// A rule was moved to the global memory or from it.
    RuleMoved,
    /// The writer changed `MEMORY.md` in another program, and the desk took her edits over.
    FileFollowed,
    /// The writer answered a question.
    QuestionAnswered,
    /// The writer put a question off.
    QuestionPutOff,
    /// Faded episodes were shortened to a summary.
    Compress,
    /// Compressed episodes were purged.
    Purge,
    /// The writer restored an earlier run.
    Restored,
    /// A conversation was consolidated into memory.
    Consolidate,
    /// The writer accepted or rejected a change of her own lines.
    ProposalDecided,
    /// The notes of a day were written.
    DayNoted,
    /// Lines of daily files were put in order. Aged daily files and expired insights were moved to the archive.
    Audit,
    /// Aged daily files were moved to the archive.
    Archive,
    /// Aged daily files were moved to the archive, each with a summary in `HISTORY.md`.
    Compact,
    /// Expired daily files were deleted from the archive, and expired insights were moved to the archive.
    Expire,
    /// Episodes came back that were compressed or purged too early, because a clock was ahead.
    Revived,
    /// A kind that only a newer version of the desk knows.
    Newer,
}

/// One change of memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RunView {
    /// The run's id.
    pub id: String,
    /// The kind.
    pub kind: RunKind,
    /// The time of the run, RFC 3339, UTC.
    pub at: String,
    /// The number of rules it added.
    pub added: u32,
    /// The number of rules it changed.
    pub updated: u32,
    /// The number of rules it removed.
    pub removed: u32,
    /// The number of episodes it read.
    pub episodes: u32,
    /// The memory files it changed, ordered by path.
    pub files: Vec<RunFile>,
    /// The id of the run that this run restored.
    pub undoes: Option<String>,
    /// The id of the run that restored this run in full.
    pub undone_by: Option<String>,
    /// Whether a restore of the run can be requested: it changed files or rules and was not restored yet. A dry run
    /// tells whether a later change is in conflict.
    pub restorable: bool,
}

/// A memory file that a run changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RunFile {
    /// Path relative to the memory root.
    pub path: String,
    /// The change of the file.
    pub change: RunFileChange,
}

/// The change of a file in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum RunFileChange {
    /// The run created the file.
    Created,
    /// The run changed the content.
    Changed,
    /// The run removed the file.
    Removed,
}

/// A request to restore the state before a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RestoreRequest {
    /// The run's id.
    pub run_id: String,
    /// Only these files of the run, relative to the memory root; the rules go with `MEMORY.md`. All files where absent.
    pub paths: Option<Vec<String>>,
    /// Where a file has changed since, whether later changes are kept and only the run's change is taken out. Both must
    /// not overlap.
    pub merge: bool,
    /// Whether the restore is only planned and reported.
    pub dry_run: bool,
}

/// The result of a restore, or the plan of a dry run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Restored {
    /// The id of the new run, which can itself be restored. Absent after a dry run, and where the earlier state was
    /// already present.
    pub run_id: Option<String>,
    /// The id of the restored run.
    pub undoes: String,
    /// The files of the restored run, ordered by path.
    pub files: Vec<RestoredFile>,
    /// The rules that the run changed and that differ from their earlier state, ordered by id.
    pub rules: Vec<RestoredRule>,
    /// The number of questions set back to their earlier state or removed again.
    pub questions: u32,
    /// The number of the writer's rejections that are lifted or valid again.
    pub noes: u32,
    /// The number of episodes whose text returns or is dropped again.
    pub episodes: u32,
}

/// The effect of a restore on a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RestoredFile {
    /// Path relative to the memory root.
    pub path: String,
    /// The effect.
    pub outcome: RestoreOutcome,
    /// The reason for a refusal.
    pub why: Option<RestoreRefusal>,
    /// The runs that changed the file since, the oldest first; empty where another program changed it.
    pub since: Vec<String>,
}

/// The effect of a restore on a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RestoredRule {
    /// The rule's id, or the id of a question that prevents the restore.
    pub id: String,
    /// The effect: `goes_back` or `refused`.
    pub outcome: RestoreOutcome,
    /// The runs that changed the rule since, the oldest first.
    pub since: Vec<String>,
}

/// The effect of a restore on a file or a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum RestoreOutcome {
    /// It already has the state before the run.
    AsItIs,
    /// It returns to the state before the run.
    GoesBack,
    /// The run's change is taken out; later changes stay.
    Merged,
    /// It cannot be restored, so nothing is restored.
    Refused,
}

/// The reason why a file cannot be restored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum RestoreRefusal {
    /// The file changed after the run; a merge may help.
    ChangedSince,
    /// Later changes overlap with the run's change.
    Conflicts,
    /// The earlier state is missing: it was never kept, has not arrived from another machine, or is damaged.
    NotKept,
}
