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
    /// The manuscripts, in reading order.
    pub files: Vec<FileEntry>,
    /// The manuscript to open first, where one was named to the desk; it wins over the one that was open last.
    pub first: Option<String>,
    /// What the writer should know about how the project was found: lines set aside, an index rebuilt.
    pub notices: Vec<Notice>,
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
    /// Words of English plus characters of Chinese; absent for a file too large to count.
    pub units: Option<u32>,
    /// The manuscript this is a copy of, which a sync tool made because two machines changed it at once.
    pub copy_of: Option<String>,
}

/// A manuscript or a memory file as the editor holds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Document {
    /// Path relative to the project root.
    pub path: String,
    /// The text with every line ending as `\n`; the file's own endings come back when it is saved.
    pub text: String,
    /// The content hash of the file on disk, given back on save.
    pub hash: String,
}

/// A picture of the project, as the page shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Picture {
    /// What it is, such as `image/png`.
    pub media_type: String,
    /// Its bytes.
    pub base64: String,
}

/// A request to save a manuscript or a memory file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SaveRequest {
    /// Path relative to the project root.
    pub path: String,
    /// The whole text, lines ended by `\n`.
    pub text: String,
    /// The hash the editor last read or saved; another hash on disk refuses the save. Empty to write a file that
    /// is gone again; one that is there refuses that.
    pub base_hash: String,
    /// What was pasted or dropped into the text since the last save; of no interest in a memory file.
    #[serde(default)]
    pub pasted: Vec<String>,
    /// The last batch of keystrokes in this text; absent where none is kept, as of a memory file.
    #[serde(default)]
    pub seq: Option<u32>,
    /// Whether the file is to be UTF-8 from now on, whatever it was.
    #[serde(default)]
    pub as_utf8: bool,
}

/// Replacing in a manuscript that no editor holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Replacement {
    /// Path relative to the project root.
    pub path: String,
    /// The hash of the file the changes were made for; another hash on disk refuses them.
    pub base_hash: String,
    /// The changes, in order and apart; offsets count in the text as an editor holds it.
    pub changes: Vec<Hunk>,
}

/// Taking a replacement back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Reversion {
    /// Path relative to the project root.
    pub path: String,
    /// The hash the replacement left; another hash on disk refuses this.
    pub from: String,
    /// The hash of the file before it.
    pub to: String,
}

/// A passage of which the writer said in an offer what kind of scene it is. Offsets count UTF-16 code units, as the
/// editor does.
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

/// A finished save: the bytes are on the disk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Saved {
    /// The content hash of the file as written.
    pub hash: String,
    /// Words of English plus characters of Chinese.
    pub units: u32,
    /// Why it was not kept as a version although it was time; the save itself is whole.
    pub unkept: Option<Fault>,
}

/// A request to merge what another program made of a manuscript with what is in the editor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct MergeRequest {
    /// Path relative to the project root.
    pub path: String,
    /// The whole text in the editor, lines ended by `\n`; left out where nothing in it is unsaved, so that it is the file
    /// with the base hash. Ten million characters are not sent for a file that is looked at again.
    pub text: Option<String>,
    /// The hash of the file as the editor last read, saved or merged it: what both sides began from.
    pub base_hash: String,
    /// A copy in conflict whose text is to be merged instead of what the file itself is now.
    pub copy: Option<String>,
}

/// What has to be done to the text in the editor so that it holds what another program wrote too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Merged {
    /// The content hash of the file on disk, over which the merged text can be saved.
    pub hash: String,
    /// The changes of the text that was sent, in order and apart.
    pub edits: Vec<TextEdit>,
    /// The places where both changed the same words to different ones; both stand there.
    pub conflicts: Vec<MergeConflict>,
    /// Whether the merged text is the file's, so that there is nothing to save.
    pub is_file: bool,
}

/// A change of a text. Offsets count UTF-16 code units, as the editor does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TextEdit {
    /// Start of what goes.
    pub from: u32,
    /// End of what goes.
    pub to: u32,
    /// What comes in its place.
    pub insert: String,
}

/// A place of a merged text where what the editor had and what the file had both stand, one behind the other. Offsets
/// count UTF-16 code units of the merged text; a side that cut the words is empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct MergeConflict {
    /// Start of what the editor had.
    pub mine_from: u32,
    /// Its end.
    pub mine_to: u32,
    /// Start of what the file had.
    pub theirs_from: u32,
    /// Its end.
    pub theirs_to: u32,
}

/// A manuscript changed on disk by another program, or a memory file by another program or by the desk; also a folder,
/// or more than can be told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FileChange {
    /// Path relative to the project root; empty where anything in it may have changed.
    pub path: String,
}

/// A manuscript or a folder of them goes by another name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FileMove {
    /// Its path so far, relative to the project root.
    pub from: String,
    /// Its path from now on.
    pub to: String,
}

/// What a notice is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum NoticeKind {
    /// A torn last journal line was set aside.
    JournalSetAside,
    /// The index was damaged or missing and was rebuilt.
    IndexRebuilt,
    /// An interrupted run was finished or withdrawn.
    RunRecovered,
    /// A memory file cannot be used as it is.
    MemoryFileUnusable,
    /// The system does not let the desk follow what other programs do in the folder; it shows at the next start.
    NotFollowed,
    /// The memory could not go where `workflow.toml` says, and is used where it is.
    MemoryNotMoved,
    /// The global memory cannot be used; the project works on with its own rules.
    GlobalMemoryUnusable,
    /// Lines of the journal are from a newer version of the desk, which reads them; they are kept. `count` says how many.
    NewerLines,
    /// A newer version of the desk was interrupted while it changed memory, and is to finish that itself.
    NewerRunUnfinished,
    /// The clock says that the project was not in use for more than a year. `count` says how many days.
    ClockAhead,
    /// Lines of the journal lie in the future. `count` says how many days.
    ClockBack,
}

/// Something the writer should know, without a dialog.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Notice {
    /// What it is about.
    pub kind: NoticeKind,
    /// The file concerned, relative to the project.
    pub path: String,
    /// How many things it is about; 1 unless the kind says otherwise.
    pub count: u32,
    /// One English sentence.
    pub message: String,
}
