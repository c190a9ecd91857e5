//! How a memory file came to be what it is, line by line.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::{RunFileChange, RunKind};

/// The runs that changed a memory file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FileStory {
    /// The file as runs name it, relative to the memory root.
    pub name: String,
    /// The newest runs that changed it, the newest first.
    pub runs: Vec<FileRun>,
    /// How many older ones are not among them.
    pub older: u32,
}

/// What one run made of a memory file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FileRun {
    /// The run.
    pub run: String,
    /// What it was.
    pub kind: RunKind,
    /// RFC 3339, UTC.
    pub at: String,
    /// What became of the file.
    pub change: RunFileChange,
    /// The lines that came and went, with a line of what stands around them; absent where what stood there is not kept here.
    pub lines: Option<Vec<DiffLine>>,
    /// How many more lines came or went than are shown.
    pub left_off: u32,
    /// The run that took the whole of it back.
    pub undone_by: Option<String>,
    /// It can be asked to be taken back. Whether nothing stands in the way says a dry run.
    pub restorable: bool,
}

/// A line of a memory file before or after a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DiffLine {
    /// What became of it.
    pub mark: LineMark,
    /// The line without its ending; a very long one is cut.
    pub text: String,
}

/// What became of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum LineMark {
    /// It stands beside what changed.
    Same,
    /// It came.
    Added,
    /// It went.
    Removed,
    /// Its words stayed; what the desk notes behind them changed.
    Noted,
    /// Lines that stayed and are not shown.
    Gap,
}

/// Whose a line of a memory file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum LineOwner {
    /// The writer's, also where she changed what the desk had written.
    Writer,
    /// A rule's.
    Rule,
    /// It was noted from a conversation.
    Item,
}

/// Why a line stands in a memory file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LineOrigin {
    /// Whose it is.
    pub owner: LineOwner,
    /// The rule it is.
    pub rule: Option<String>,
    /// The run that first wrote it, as far as it is known here.
    pub run: Option<OriginRun>,
    /// The conversation that run made memory of.
    pub conversation: Option<OriginConversation>,
    /// The day it was first written, `YYYY-MM-DD`.
    pub since: Option<String>,
    /// The day it last changed, `YYYY-MM-DD`.
    pub updated: Option<String>,
    /// How many others that said the same were folded into it.
    pub merged: u32,
}

/// A run that wrote a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OriginRun {
    /// The run.
    pub id: String,
    /// What it was.
    pub kind: RunKind,
    /// RFC 3339, UTC.
    pub at: String,
}

/// A stretch of a conversation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OriginConversation {
    /// What the conversation is known by.
    pub session: String,
    /// When the first of its messages was written, RFC 3339, UTC; absent in runs of older desks.
    pub from: Option<String>,
    /// When the last of them was written.
    pub to: Option<String>,
    /// How many messages they are.
    pub messages: u32,
}
