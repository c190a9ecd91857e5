//! The one shape in which a failure crosses the boundary to a front end.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use specta::Type;
use strum::VariantArray;

/// A failure a front end can act on. The set is closed: a code is added only when a front end handles it differently.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Type, VariantArray,
)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ErrorCode {
    /// The request itself is invalid; the message names the field.
    InvalidArgument,
    /// The arguments of a command exceed its limit; nothing was done. `most` is the limit in bytes.
    RequestTooLarge,
    /// The requested item does not exist.
    NotFound,
    /// The request conflicts with the present state: a run is in progress, or the target was already decided.
    Conflict,
    /// The episode could not be made durable; it was not acknowledged.
    MemoryEpisodeWriteFailed,
    /// More episodes are marked to be kept than there is room for; nothing was lost.
    MemoryCapacityExceeded,
    /// Faded episodes could not be compressed or purged; the next maintenance window retries.
    MemoryCleanupFailed,
    /// A confidence lies outside 0 to 1; nothing was written.
    MemoryConfidenceOutOfRange,
    /// The language model that words the rules did not answer. The rules are unchanged, and the next trigger retries.
    MemoryDistillLlmUnavailable,
    /// The memory of the project cannot be changed where it lies; nothing is learned, and it is only shown.
    MemoryReadOnly,
    /// A memory file could not be read as UTF-8 or could not be written; it is unchanged.
    MemoryFileUnusable,
    /// The global memory cannot be used; the project continues with its own rules.
    MemoryGlobalUnavailable,
    /// A message of a conversation exceeds the input limit of any model; nothing was written.
    MemoryMessageTooLarge,
    /// No language model answers; the messages stay queued.
    MemoryModelUnavailable,
    /// The language model's reply could not be used; the messages stay queued.
    MemoryReplyUnusable,
    /// A line of a memory file would have been lost; nothing was written.
    MemoryUnaccounted,
    /// A safe act of upkeep would remove too many lines; nothing was changed. `total` is the number of lines.
    MemoryRiskTooHigh,
    /// A run cannot be restored: something changed since, or its earlier state is not kept. Nothing was restored;
    /// `files`, `rules` and `runs` name the obstacles.
    MemoryRestoreConflict,
    /// The index could not be opened or read; it can be rebuilt at any time.
    MemoryIndexUnavailable,
    /// The writer turned off offers, observation and learning.
    AiOff,
    /// No project is open.
    ProjectNotOpen,
    /// The project folder is gone, unreachable or not a folder.
    ProjectUnavailable,
    /// The folder lies outside the project and the writer did not choose it; nothing was opened or changed.
    FolderNotChosen,
    /// The folder or file does not allow writing; the typed text stays in the editor.
    WriteDenied,
    /// The disk is full; the typed text stays in the editor.
    DiskFull,
    /// The file on disk differs from the content that was read.
    FileChanged,
    /// The file's encoding lacks characters of the text; `encoding` names it. Nothing was written.
    FileEncoding,
    /// The file is not text in any encoding that can be detected.
    FileNotUtf8,
    /// The file exceeds the size limit of the desk.
    FileTooLarge,
    /// Another file or folder has the name already; nothing was changed.
    NameTaken,
    /// The name is not valid for a file or a folder on every system; `name` holds it.
    NameUnusable,
    /// No font on this machine has the `characters`, which are named with their places; nothing was written.
    FontMissing,
    /// A broken font or picture prevented the layout of the pages; nothing was written.
    Unprintable,
    /// The manuscripts exceed the limit of an export or of its format; nothing was written.
    ExportTooLarge,
    /// No file of an import could be read, so no folder was made; `path` is the first file left out.
    NothingImported,
    /// The dictionary file is invalid; no word is looked up in it.
    DictionaryUnusable,
    /// `workflow.toml` cannot be read, or names a memory outside the project; `path` is its path.
    WorkflowUnusable,
    /// `manuscripts.toml` cannot be read, or holds no list of paths; `path` is its path. It stays as it is.
    OrderUnusable,
    /// The style check cannot be started; no text is checked.
    StyleUnavailable,
    /// The path leads outside the project.
    OutsideProject,
    /// Another disk error; the message names it.
    Io,
}

/// A failure as every front end receives it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Fault {
    /// The kind of failure.
    pub code: ErrorCode,
    /// One English sentence: the failure and the remedy. It never contains the writer's text.
    pub message: String,
    /// Values for a localised sentence, such as `path`, `bytes`, `limit` or `runId`.
    pub details: BTreeMap<String, String>,
}
