//! Manuscripts that leave the desk, and documents that come to it.

use serde::{Deserialize, Serialize};
use specta::Type;

/// What manuscripts are made into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ExportFormat {
    /// One Markdown file.
    Markdown,
    /// One page that needs nothing besides itself.
    Html,
    /// A Word document.
    Docx,
    /// An e-book.
    Epub,
    /// Pages to print.
    Pdf,
}

/// A request to make manuscripts into one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ExportRequest {
    /// The manuscripts, relative to the project, in the order in which they are read.
    pub paths: Vec<String>,
    /// What they are made into.
    pub format: ExportFormat,
    /// The title; null where a manuscript or the project says it.
    pub title: Option<String>,
    /// The author; null where a manuscript says it.
    pub author: Option<String>,
}

/// A finished export: the bytes are on the disk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Exported {
    /// The full path of the file.
    pub path: String,
    /// Its size in bytes.
    #[specta(type = u32)]
    pub bytes: u64,
    /// Pictures the text shows that were not found or are none; the words that stand for them are in their place.
    pub missing_pictures: Vec<String>,
}

/// How documents are imported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ImportOptions {
    /// Lines of plain text that were broken at a width become paragraphs; otherwise they stay lines.
    pub join_lines: bool,
    /// A document with several chapters becomes a folder with a file for each.
    pub split_chapters: bool,
}

/// What an import did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ImportReport {
    /// The full path of the new folder.
    pub folder: String,
    /// The manuscripts in it, relative to it.
    pub files: Vec<String>,
    /// What was left where it was, and why.
    pub left_out: Vec<LeftOut>,
}

/// Something an import did not bring along.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LeftOut {
    /// The file, relative to what was imported.
    pub path: String,
    /// Why.
    pub reason: LeftOutReason,
}

/// Why something was not imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum LeftOutReason {
    /// A kind of file that is no manuscript and no picture.
    Kind,
    /// Not what its name says, or damaged.
    Damaged,
    /// Larger than the desk opens.
    TooLarge,
    /// In no encoding the desk knows.
    NotText,
    /// It could not be read.
    Unreadable,
    /// A picture in the document that the page cannot show.
    Picture,
    /// A box, a chart or another object in the document.
    Object,
    /// What a desk remembers of a project stays with it.
    Memory,
}

/// How far an export or an import is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PressProgress {
    /// How many chapters or files are done.
    pub done: u32,
    /// Of how many.
    pub of: u32,
}
