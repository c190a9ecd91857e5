//! What keeps a manuscript's words: the journal of keystrokes, versions, and undo that outlives the window.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::{Hunk, MergeConflict};

/// A batch of changes the writer made, on its way to the crash journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Keystrokes {
    /// The manuscript, relative to the project root.
    pub path: String,
    /// The hash of a state of its file; empty for a manuscript that has no file yet.
    pub base: String,
    /// The batch after which the text was that of `base`; 0 before the first.
    pub since: u32,
    /// The number of this batch; the next one has the next number. A batch sent again replaces the one before.
    pub seq: u32,
    /// The length of the text the changes start from, in UTF-16 code units.
    pub length: u32,
    /// The changes, in order; offsets count in the text before any of them.
    pub changes: Vec<Hunk>,
}

/// How text that was not saved comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum RecoveredHow {
    /// As it was typed; the file is as it was then.
    Typed,
    /// Another program changed the file since: `text` is both, merged; where they changed the same words both stay.
    Merged,
    /// The file is gone; `text` is what it would hold.
    Gone,
    /// The manuscript never had a file; `text` is what was typed.
    Unnamed,
}

/// Text that was typed and not saved before the desk ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Recovered {
    /// The text to go on with, lines ended by `\n`.
    pub text: String,
    /// How it comes back.
    pub how: RecoveredHow,
    /// The places of `text` where she and another program changed the same words; both stand there.
    pub conflicts: Vec<MergeConflict>,
    /// The last batch in the journal, which has this text; the next has the next number.
    pub seq: u32,
}

/// A kept state of a manuscript.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct VersionEntry {
    /// Its name among the versions of the manuscript.
    pub id: String,
    /// When it was kept (RFC 3339).
    pub at: String,
    /// Words of English plus characters of Chinese; absent where it cannot be read.
    pub units: Option<u32>,
    /// How many of them came since the version before.
    pub added: u32,
    /// How many went.
    pub removed: u32,
}

/// A version to read, beside the text of today.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct VersionRequest {
    /// The manuscript.
    pub path: String,
    /// The version.
    pub id: String,
    /// The text to compare it with, lines ended by `\n`.
    pub now: String,
}

/// A version, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct VersionText {
    /// Its text, lines ended by `\n`.
    pub text: String,
    /// The changes by whole words that make the text of today of it.
    pub hunks: Vec<Hunk>,
}

/// The undo history of a manuscript, as the editor writes it down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct UndoHistory {
    /// The hash of the file whose text it belongs to.
    pub hash: String,
    /// When its last change was made (RFC 3339).
    pub at: String,
    /// JSON of the editor's own.
    pub history: String,
}
