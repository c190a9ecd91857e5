//! The project folder and its manuscripts.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::{Fault, Hunk};

/// An open project.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ProjectView {
    /// The project's id, kept in its memory root.
    pub id: String,
    /// The folder's name.
    pub name: String,
    /// The folder's full path.
    pub root: String,
    /// The memory root relative to the project, `memory` by default.
    pub memory_root: String,
    /// How far the writer can change the project.
    pub access: Access,
    /// The manuscripts, in reading order.
    pub files: Vec<FileEntry>,
    /// The manuscript to open first, if the desk was started with one; it takes precedence over the manuscript open
    /// last.
    pub first: Option<String>,
    /// Notices about the opening of the project, such as lines set aside or an index rebuilt.
    pub notices: Vec<Notice>,
}

/// How far the writer can change a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Access {
    /// Manuscripts and memory.
    Full,
    /// Manuscripts. The memory cannot be used, so nothing is learned.
    NoMemory,
    /// Nothing: the folder does not allow writing.
    ReadOnly,
}

/// A manuscript in the project.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FileEntry {
    /// Path relative to the project root, with `/` between folders.
    pub path: String,
    /// Size in bytes.
    #[specta(type = u32)]
    pub bytes: u64,
    /// The length of the text; absent for a file too large to count.
    pub length: Option<Length>,
    /// The manuscript that this file copies. A sync tool makes a copy in conflict when two machines change a file at
    /// once.
    pub copy_of: Option<String>,
    /// Whether it is a note and no part of the book, by its folder or by its front matter.
    pub is_note: bool,
    /// How far it is, in the writer's word; from its front matter.
    pub status: Option<String>,
    /// What happens in it, on one line; from its front matter.
    pub synopsis: Option<String>,
}

/// The length of a text in each way of counting. [`Counting`](crate::Counting) names the fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Length {
    /// Words and numbers, and Han characters.
    pub words: u32,
    /// Letters, digits and Han characters: no punctuation and no white space.
    pub letters: u32,
    /// All characters except white space.
    pub characters: u32,
}

/// A manuscript or a memory file as the editor holds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Document {
    /// Path relative to the project root.
    pub path: String,
    /// The text with every line ending as `\n`; a save restores the file's own line endings.
    pub text: String,
    /// The content hash of the file on disk; the editor sends it back on save.
    pub hash: String,
}

/// A picture of the project, as the page shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Picture {
    /// The media type, such as `image/png`.
    pub media_type: String,
    /// The bytes of the picture in Base64.
    pub base64: String,
}

/// A request to save a manuscript or a memory file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SaveRequest {
    /// Path relative to the project root.
    pub path: String,
    /// The whole text; lines end with `\n`.
    pub text: String,
    /// The hash the editor last read or saved; another hash on disk refuses the save. Empty to write a file that was
    /// deleted again; an existing file refuses that.
    pub base_hash: String,
    /// The stretches pasted or dropped into the text since the last save; ignored for a memory file.
    #[serde(default)]
    pub pasted: Vec<String>,
    /// The number of the last batch of keystrokes in this text; absent for a text without a crash journal, such as a
    /// memory file.
    #[serde(default)]
    pub seq: Option<u32>,
    /// Whether the file becomes UTF-8 with this save, whatever its encoding was.
    #[serde(default)]
    pub as_utf8: bool,
}

/// A request to replace text in a manuscript that is not open in an editor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Replacement {
    /// Path relative to the project root.
    pub path: String,
    /// The hash of the file for which the changes were computed; another hash on disk refuses them.
    pub base_hash: String,
    /// The changes, in order and not overlapping; offsets count UTF-16 code units of the text with `\n` line endings.
    pub changes: Vec<Hunk>,
}

/// A request to take a replacement back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Reversion {
    /// Path relative to the project root.
    pub path: String,
    /// The hash of the file after the replacement; another hash on disk refuses the request.
    pub from: String,
    /// The hash of the file before the replacement.
    pub to: String,
}

/// A request to split a manuscript in two.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SplitRequest {
    /// Path relative to the project root.
    pub path: String,
    /// The hash of the file the offset belongs to; another hash on disk refuses the request.
    pub base_hash: String,
    /// An offset in the paragraph that the second manuscript begins with, in UTF-16 code units.
    pub at: u32,
}

/// How chapters were divided anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Division {
    /// One manuscript became two.
    Split,
    /// Two manuscripts became one.
    Merge,
}

/// A split or a merge of manuscripts. It is sent back to undo it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Divided {
    /// Whether it was a split or a merge.
    pub division: Division,
    /// The manuscript with the first part; relative to the project root.
    pub path: String,
    /// The hash of its file before.
    pub before: String,
    /// The hash of its file after.
    pub after: String,
    /// The manuscript that the split made or the merge took in.
    pub other: String,
    /// The hash of that manuscript's file.
    pub other_hash: String,
}

/// A passage whose kind of scene the writer set in an offer. Offsets count UTF-16 code units, as the editor does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SaidScene {
    /// Start in the manuscript.
    pub from: u32,
    /// End in the manuscript.
    pub to: u32,
    /// The kind of scene, by stable name.
    pub scene_type: String,
}

/// A finished save: the bytes are durable on disk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Saved {
    /// The content hash of the file as written.
    pub hash: String,
    /// The reason why no version was kept although one was due; the save itself is complete.
    pub unkept: Option<Fault>,
}

/// A request to merge the file, changed by another program, with the text in the editor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct MergeRequest {
    /// Path relative to the project root.
    pub path: String,
    /// The whole text in the editor; lines end with `\n`. Absent where the editor has no unsaved change: the text is
    /// then that of the base hash. This avoids sending ten million characters for an unchanged text.
    pub text: Option<String>,
    /// The hash of the file as the editor last read, saved or merged it: the common base of both sides.
    pub base_hash: String,
    /// A copy in conflict whose text is merged in place of the file's present text.
    pub copy: Option<String>,
}

/// The edits that bring another program's changes into the text of the editor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Merged {
    /// The content hash of the file on disk, the base for the next save.
    pub hash: String,
    /// The edits to the text that was sent, in order and not overlapping.
    pub edits: Vec<TextEdit>,
    /// The places where both sides changed the same words differently; both versions stay in the text.
    pub conflicts: Vec<MergeConflict>,
    /// Whether the merged text equals the file's, so that there is nothing to save.
    pub is_file: bool,
}

/// A change of a text. Offsets count UTF-16 code units, as the editor does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TextEdit {
    /// Start of the removed text.
    pub from: u32,
    /// End of the removed text.
    pub to: u32,
    /// The text inserted in its place.
    pub insert: String,
}

/// A place of a merged text where the editor's version and the file's version stand one behind the other. Offsets count
/// UTF-16 code units of the merged text. The range of a side that deleted the words is empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct MergeConflict {
    /// Start of the editor's version.
    pub mine_from: u32,
    /// End of the editor's version.
    pub mine_to: u32,
    /// Start of the file's version.
    pub theirs_from: u32,
    /// End of the file's version.
    pub theirs_to: u32,
}

/// An event: a file changed on disk. Another program changed a manuscript, a memory file or a folder, or the desk
/// changed a memory file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FileChange {
    /// Path relative to the project root; empty where any file of the project may have changed.
    pub path: String,
}

/// An event: a manuscript or a folder of manuscripts was renamed or moved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FileMove {
    /// The old path, relative to the project root.
    pub from: String,
    /// The new path, relative to the project root.
    pub to: String,
}

/// The subject of a notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum NoticeKind {
    /// A torn last journal line was set aside.
    JournalSetAside,
    /// The index was damaged or missing and was rebuilt.
    IndexRebuilt,
    /// An interrupted run was finished or withdrawn.
    RunRecovered,
    /// A memory file cannot be used in its present state.
    MemoryFileUnusable,
    /// The system reports no changes of the folder, so the desk looks by itself every few seconds.
    NotFollowed,
    /// The index cannot be kept in the memory, so it is made anew at each start.
    IndexElsewhere,
    /// The memory cannot be changed where it lies; nothing is learned, and it is only shown.
    MemoryReadOnly,
    /// The memory could not be moved to the folder named in `workflow.toml`; its present folder is used.
    MemoryNotMoved,
    /// The global memory cannot be used; the project continues with its own rules.
    GlobalMemoryUnusable,
    /// Journal lines of a newer version of the desk cannot be read here; they are kept. `count` is their number.
    NewerLines,
    /// A newer version of the desk was interrupted while it changed memory; only that version can finish the run.
    NewerRunUnfinished,
    /// By the clock, the project was not in use for more than a year. `count` is the number of days.
    ClockAhead,
    /// Journal lines are dated in the future. `count` is the number of days to the latest of their dates.
    ClockBack,
    /// `manuscripts.toml` cannot be used, so the files stand in the order of their names.
    OrderUnusable,
}

/// Information for the writer that needs no dialog.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Notice {
    /// The subject of the notice.
    pub kind: NoticeKind,
    /// The file concerned, relative to the project.
    pub path: String,
    /// The number the notice reports, as its kind defines it; 1 for any other kind.
    pub count: u32,
    /// One English sentence.
    pub message: String,
}
