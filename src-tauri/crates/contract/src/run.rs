//! Runs: what the machine did to memory, and the way back.

use serde::{Deserialize, Serialize};
use specta::Type;

/// What kind of act changed memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum RunKind {
    /// A distillation.
    Distill,
    /// A rule was written by hand.
    RuleAdded,
    /// The writer said yes.
    RuleConfirmed,
    /// The writer changed a rule.
    RuleEdited,
    /// The writer said no.
    RuleDeleted,
    /// A rule went to the global memory or came from it.
    RuleMoved,
    /// The writer changed the file in another program, and the desk followed.
    FileFollowed,
    /// The writer answered a question.
    QuestionAnswered,
    /// The writer put a question off.
    QuestionPutOff,
    /// Faded episodes were shortened to a summary.
    Compress,
    /// Compressed episodes were forgotten.
    Purge,
    /// The writer took an earlier run back.
    Restored,
    /// What was said in a conversation became memory.
    Consolidate,
    /// The writer accepted or rejected a change of her own lines.
    ProposalDecided,
    /// The notes of a day were taken.
    DayNoted,
    /// Lines of daily files were put in order, and what was due went to the archive.
    Audit,
    /// Aged daily files went to the archive.
    Archive,
    /// Aged daily files went to the archive, and the story got a summary of each.
    Compact,
    /// What has had its time went: archived daily files, and insights.
    Expire,
    /// Episodes came back that a clock which was ahead had shortened or forgotten.
    Revived,
    /// A kind that only a newer version of the desk knows.
    Newer,
}

/// One act of the machine that changed memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RunView {
    /// The run.
    pub id: String,
    /// What it was.
    pub kind: RunKind,
    /// RFC 3339, UTC.
    pub at: String,
    /// Rules added by it.
    pub added: u32,
    /// Rules changed by it.
    pub updated: u32,
    /// Rules removed by it.
    pub removed: u32,
    /// Episodes it looked at.
    pub episodes: u32,
    /// Memory files it changed, ordered by path.
    pub files: Vec<RunFile>,
    /// The run it took back.
    pub undoes: Option<String>,
    /// The run that took it back whole.
    pub undone_by: Option<String>,
    /// It changed something that can be asked to be taken back, and was not yet. Whether nothing stands in the way says a
    /// dry run.
    pub restorable: bool,
}

/// A memory file that a run changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RunFile {
    /// Path relative to the memory root.
    pub path: String,
    /// What became of it.
    pub change: RunFileChange,
}

/// What became of a file in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum RunFileChange {
    /// It was not there before.
    Created,
    /// It holds something else since.
    Changed,
    /// It is not there since.
    Removed,
}

/// A request to take a run back.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RestoreRequest {
    /// The run.
    pub run_id: String,
    /// Only these of its files, relative to the memory root; the rules go with `MEMORY.md`. Everything where absent.
    pub paths: Option<Vec<String>>,
    /// Where a file has changed since, keep what was changed and take out only what the run did, if the two do not touch.
    pub merge: bool,
    /// Only say what would be done.
    pub dry_run: bool,
}

/// What a restore did, or would do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Restored {
    /// The run that took the other one back, and can be taken back itself; absent after a dry run, and where everything
    /// was as it was already.
    pub run_id: Option<String>,
    /// The run that was taken back.
    pub undoes: String,
    /// The files of it, ordered by path.
    pub files: Vec<RestoredFile>,
    /// The rules it had changed, ordered by id, where they are not as they were already.
    pub rules: Vec<RestoredRule>,
    /// Questions that are as they were before it, or gone again.
    pub questions: u32,
    /// Noes that are lifted or hold again.
    pub noes: u32,
    /// Episodes whose text comes back or is dropped again.
    pub episodes: u32,
}

/// What becomes of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RestoredFile {
    /// Path relative to the memory root.
    pub path: String,
    /// What becomes of it.
    pub outcome: RestoreOutcome,
    /// Why it is refused.
    pub why: Option<RestoreRefusal>,
    /// For one that was changed since, the runs that did, the oldest first; none where another program did.
    pub since: Vec<String>,
}

/// What becomes of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RestoredRule {
    /// The rule, or the question where one stands in the way.
    pub id: String,
    /// What becomes of it: it goes back or is refused.
    pub outcome: RestoreOutcome,
    /// The runs that changed it since, the oldest first.
    pub since: Vec<String>,
}

/// What a restore makes of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum RestoreOutcome {
    /// It is already what it was before the run.
    AsItIs,
    /// It becomes what it was before the run.
    GoesBack,
    /// What the run did is taken out of it; what was changed since stays.
    Merged,
    /// It cannot; nothing is restored.
    Refused,
}

/// Why a file cannot go back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum RestoreRefusal {
    /// It is no longer what the run left; a merge may help.
    ChangedSince,
    /// What was changed since touches what the run did.
    Conflicts,
    /// What it was before is not here: it was never kept, has not arrived from another machine, or is damaged.
    NotKept,
}
