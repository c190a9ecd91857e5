//! The one shape in which a failure crosses the boundary.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use specta::Type;
use strum::VariantArray;

/// A failure a front end can act on. The set is closed: a code is added when a front end answers it differently.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Type, VariantArray,
)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ErrorCode {
    /// The request itself is wrong; the message names the field.
    InvalidArgument,
    /// A command was handed more than it takes at once; nothing was done. `most` says how many bytes it takes.
    RequestTooLarge,
    /// What was asked for does not exist.
    NotFound,
    /// Something else holds the place: a run is going on, or the target has already been decided.
    Conflict,
    /// The episode could not be made durable; it was not acknowledged.
    MemoryEpisodeWriteFailed,
    /// More episodes are marked to stay than there is room for; nothing was lost.
    MemoryCapacityExceeded,
    /// What has faded could not be shortened or forgotten; it is tried again in the next window.
    MemoryCleanupFailed,
    /// A confidence outside 0 to 1; nothing was written.
    MemoryConfidenceOutOfRange,
    /// The language model that words the rules did not answer; the rules are as they were, and the next trigger
    /// tries again.
    MemoryDistillLlmUnavailable,
    /// A memory file could not be read as UTF-8 or written; it was left as it is.
    MemoryFileUnusable,
    /// The global memory cannot be used; the project works on with its own rules.
    MemoryGlobalUnavailable,
    /// A message of a conversation is too long for any model; nothing was written.
    MemoryMessageTooLarge,
    /// No language model answers; the messages wait.
    MemoryModelUnavailable,
    /// The language model's answer was no use; the messages wait.
    MemoryReplyUnusable,
    /// A line of a memory file would have been lost; nothing was written.
    MemoryUnaccounted,
    /// What is meant to be safe would give up too much; nothing was changed. `total` says how many lines.
    MemoryRiskTooHigh,
    /// What a run did cannot be taken back as it is: something changed since, or what was there before is not kept. Nothing
    /// was restored; `files`, `rules` and `runs` say what stands in the way.
    MemoryRestoreConflict,
    /// The index could not be opened or read; it can be rebuilt at any time.
    MemoryIndexUnavailable,
    /// The writer turned off all that offers, watches and learns.
    AiOff,
    /// No project is open.
    ProjectNotOpen,
    /// The project folder is gone, unreachable or not a folder.
    ProjectUnavailable,
    /// A folder outside of the project that the writer did not name; nothing was opened or changed.
    FolderNotChosen,
    /// The folder or file does not allow writing; what was typed stays in the editor.
    WriteDenied,
    /// The disk is full; what was typed stays in the editor.
    DiskFull,
    /// The file on disk is no longer the one that was read.
    FileChanged,
    /// The file's encoding has no character for some of the text; `encoding` names it. Nothing was written.
    FileEncoding,
    /// The file is no text in an encoding that can be told.
    FileNotUtf8,
    /// The file is larger than the desk opens.
    FileTooLarge,
    /// Something else has the name already; nothing was changed.
    NameTaken,
    /// The name cannot be that of a file or a folder on every system; `name` says which.
    NameUnusable,
    /// No font on this machine has some of the characters, so that a PDF would show boxes; nothing was written.
    FontMissing,
    /// The pages could not be made, by a broken font or picture; nothing was written.
    Unprintable,
    /// The manuscripts are more than an export takes, or more than its format holds; nothing was written.
    ExportTooLarge,
    /// No file of an import could be read, so that no folder was made; `path` is the first that was left out.
    NothingImported,
    /// The dictionary cannot be read as one; no word is looked up in it.
    DictionaryUnusable,
    /// `workflow.toml` cannot be read, or names a memory outside the project; `path` is its own.
    WorkflowUnusable,
    /// The style check cannot be started; nothing is looked over.
    StyleUnavailable,
    /// The path leads outside the project.
    OutsideProject,
    /// The disk failed in another way; the message says which.
    Io,
}

/// A failure as every front end receives it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Fault {
    /// What kind of failure this is.
    pub code: ErrorCode,
    /// One English sentence: what happened and what to do. Never the writer's text.
    pub message: String,
    /// Facts for a localised sentence, such as `path`, `bytes`, `limit` or `runId`.
    pub details: BTreeMap<String, String>,
}
