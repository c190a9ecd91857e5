//! The project folder and its manuscripts.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::Fault;

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

/// A manuscript changed on disk by another program, or a memory file by another program or by the desk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FileChange {
    /// Path relative to the project root.
    pub path: String,
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
    /// The global memory cannot be used; the project works on with its own rules.
    GlobalMemoryUnusable,
}

/// Something the writer should know, without a dialog.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Notice {
    /// What it is about.
    pub kind: NoticeKind,
    /// The file concerned, relative to the project.
    pub path: String,
    /// One English sentence.
    pub message: String,
}
