//! Protection of a manuscript's text: the crash journal of keystrokes, versions, and an undo history that survives the
//! window.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::{Hunk, Length, MergeConflict};

/// A batch of the writer's changes for the crash journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Keystrokes {
    /// The manuscript, relative to the project root.
    pub path: String,
    /// The content hash of a state of the file; empty for a manuscript without a file.
    pub base: String,
    /// The number of the batch after which the text equalled `base`; 0 before the first batch.
    pub since: u32,
    /// The number of this batch; numbers are consecutive. A batch with a number already sent replaces the earlier
    /// batch.
    pub seq: u32,
    /// The length of the text before the changes, in UTF-16 code units.
    pub length: u32,
    /// The changes, in order; offsets count in the text before all of them.
    pub changes: Vec<Hunk>,
}

/// The way in which unsaved text was recovered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum RecoveredHow {
    /// The text as it was typed; the file is unchanged since.
    Typed,
    /// Another program changed the file since: `text` merges both versions. Where both changed the same words, both
    /// versions stay.
    Merged,
    /// The file was deleted; `text` is its content with the unsaved changes.
    Gone,
    /// The manuscript never had a file; `text` is the typed text.
    Unnamed,
}

/// Text that was not saved before the desk ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Recovered {
    /// The recovered text; lines end with `\n`.
    pub text: String,
    /// How the text was recovered.
    pub how: RecoveredHow,
    /// The places of `text` where the writer and another program changed the same words; both versions stay.
    pub conflicts: Vec<MergeConflict>,
    /// The number of the last batch in the journal, whose result is this text. The next batch has the next number.
    pub seq: u32,
}

/// A stored version of a manuscript.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct VersionEntry {
    /// The name of the version, unique within the manuscript.
    pub id: String,
    /// When the version was stored (RFC 3339).
    pub at: String,
    /// The length of the text; absent for an unreadable version.
    pub length: Option<Length>,
    /// The length of the text added since the version before.
    pub added: Length,
    /// The length of the text removed since the version before.
    pub removed: Length,
}

/// A request to read a version and compare it with the present text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct VersionRequest {
    /// The manuscript, relative to the project root.
    pub path: String,
    /// The version's `id`.
    pub id: String,
    /// The present text; lines end with `\n`.
    pub now: String,
}

/// A version, and its differences from the present text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct VersionText {
    /// The text of the version; lines end with `\n`.
    pub text: String,
    /// The word-level changes that turn the version into the present text.
    pub hunks: Vec<Hunk>,
}

/// The undo history of a manuscript, serialised by the editor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct UndoHistory {
    /// The content hash of the file whose text the history belongs to.
    pub hash: String,
    /// The time of its last change (RFC 3339).
    pub at: String,
    /// The history as JSON in the editor's own format.
    pub history: String,
}
