//! The history of a memory file, line by line.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::{RunFileChange, RunKind};

/// The runs that changed a memory file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FileStory {
    /// The file, relative to the memory root, as in runs.
    pub name: String,
    /// The newest runs that changed the file, the newest first.
    pub runs: Vec<FileRun>,
    /// The number of older runs not included in `runs`.
    pub older: u32,
}

/// The effect of one run on a memory file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FileRun {
    /// The run's id.
    pub run: String,
    /// The kind of the run.
    pub kind: RunKind,
    /// The time of the run, RFC 3339, UTC.
    pub at: String,
    /// The change of the file.
    pub change: RunFileChange,
    /// The added and removed lines, with one line of context around them. Absent where the earlier content is not
    /// stored on this machine.
    pub lines: Option<Vec<DiffLine>>,
    /// The number of added or removed lines left out of `lines`.
    pub left_off: u32,
    /// The id of the run that restored this run in full.
    pub undone_by: Option<String>,
    /// Whether a restore of the run can be requested. A dry run tells whether a later change is in conflict.
    pub restorable: bool,
}

/// A line of a memory file before or after a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DiffLine {
    /// The kind of the line.
    pub mark: LineMark,
    /// The line without its ending; a very long line is cut.
    pub text: String,
}

/// The kind of a line in a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum LineMark {
    /// Context: the line is unchanged.
    Same,
    /// The run added the line.
    Added,
    /// The run removed the line.
    Removed,
    /// The words are unchanged; the annotation behind them changed.
    Noted,
    /// A gap: unchanged lines that are left out.
    Gap,
}

/// The owner of a line of a memory file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum LineOwner {
    /// The writer, also after she changed a line of the desk.
    Writer,
    /// A rule.
    Rule,
    /// An item, or an entry of the story, that a run noted.
    Item,
}

/// The origin of a line of a memory file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LineOrigin {
    /// The owner of the line.
    pub owner: LineOwner,
    /// The id of the rule that the line states.
    pub rule: Option<String>,
    /// The run that first wrote the line, as far as it is known on this machine.
    pub run: Option<OriginRun>,
    /// The conversation that the run consolidated.
    pub conversation: Option<OriginConversation>,
    /// The day of the first writing in UTC, `YYYY-MM-DD`.
    pub since: Option<String>,
    /// The day of the last change in UTC, `YYYY-MM-DD`.
    pub updated: Option<String>,
    /// The number of items with the same statement that were folded into the line.
    pub merged: u32,
}

/// A run that wrote a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OriginRun {
    /// The run's id.
    pub id: String,
    /// The kind of the run.
    pub kind: RunKind,
    /// The time of the run, RFC 3339, UTC.
    pub at: String,
}

/// A stretch of a conversation: consecutive messages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OriginConversation {
    /// The key of the conversation.
    pub session: String,
    /// The time of its first message, RFC 3339, UTC; absent in runs of older versions of the desk.
    pub from: Option<String>,
    /// The time of its last message, RFC 3339, UTC; absent where `from` is.
    pub to: Option<String>,
    /// The number of messages.
    pub messages: u32,
}
