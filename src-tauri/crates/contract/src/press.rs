//! Export of manuscripts, and import of documents.

use serde::{Deserialize, Serialize};
use specta::Type;

/// The format of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ExportFormat {
    /// One Markdown file.
    Markdown,
    /// One HTML page with its pictures and styles inside.
    Html,
    /// A Word document.
    Docx,
    /// An e-book.
    Epub,
    /// A PDF.
    Pdf,
}

/// A request to make manuscripts into one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ExportRequest {
    /// The manuscripts, relative to the project, in reading order.
    pub paths: Vec<String>,
    /// The format.
    pub format: ExportFormat,
    /// The title; null to use the title in a manuscript or the name of the project.
    pub title: Option<String>,
    /// The author; null to use the author named in a manuscript.
    pub author: Option<String>,
}

/// A finished export: the bytes are durable on disk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Exported {
    /// The full path of the exported file.
    pub path: String,
    /// The size of the file in bytes.
    #[specta(type = u32)]
    pub bytes: u64,
    /// Pictures of the text that were not found or are no pictures; their alternative text stands in their place.
    pub missing_pictures: Vec<String>,
}

/// The options of an import.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ImportOptions {
    /// Whether lines of plain text that were wrapped at a width are joined into paragraphs.
    pub join_lines: bool,
    /// Whether a document with several chapters becomes a folder with one file for each chapter.
    pub split_chapters: bool,
    /// Whether the words are the writer's own. Otherwise they are marked as imported, and nothing is learned from acts
    /// about them.
    #[serde(default)]
    pub own_words: bool,
}

/// The result of an import.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ImportReport {
    /// The full path of the new folder.
    pub folder: String,
    /// The paths of the new manuscripts, relative to `folder`.
    pub files: Vec<String>,
    /// The files and objects that were not imported, with the reasons.
    pub left_out: Vec<LeftOut>,
    /// Whether the words are marked as imported.
    pub marked: bool,
}

/// A file or an object that was not imported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LeftOut {
    /// The file, relative to the imported folder.
    pub path: String,
    /// The reason.
    pub reason: LeftOutReason,
}

/// The reason why a file or an object was not imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum LeftOutReason {
    /// The kind of file is neither a manuscript nor a picture.
    Kind,
    /// The file is damaged, or its content does not match its extension.
    Damaged,
    /// The file exceeds the size limit of the desk.
    TooLarge,
    /// The text is in an encoding that the desk does not know.
    NotText,
    /// The file could not be read.
    Unreadable,
    /// A picture in the document that the page cannot show.
    Picture,
    /// A text box, a chart or another object in the document.
    Object,
    /// The file is part of a project's memory, which stays with that project.
    Memory,
}

/// The progress of an export or an import.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PressProgress {
    /// The number of finished chapters or files.
    pub done: u32,
    /// The total number of chapters or files.
    pub of: u32,
}
