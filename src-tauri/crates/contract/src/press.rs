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

/// The meaning of line breaks inside a text without a blank line there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum LineBreaks {
    /// Each line is a paragraph.
    Paragraphs,
    /// Lines were broken at a width and are joined.
    Joined,
}

/// How the chapters of a book are numbered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ChapterNumbers {
    /// Not at all.
    #[default]
    None,
    /// 1, 2, 3.
    Figures,
    /// Chapter One, 第一章.
    Words,
}

/// The paper of a manuscript for an editor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Paper {
    /// 8.5 by 11 inches.
    Letter,
    /// 210 by 297 millimetres.
    A4,
}

/// What a manuscript for an editor has besides the text. The project keeps it in `workflow.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SubmissionForm {
    /// The lines at the head of the first page: name, address, mail.
    pub contact: Vec<String>,
    /// The paper.
    pub paper: Paper,
    /// Whether emphasis is underlined instead of italic.
    pub underlined: bool,
}

/// What is known for an export before it is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ExportPlan {
    /// All manuscripts in reading order.
    pub files: Vec<PlannedFile>,
    /// The author of the last manuscript for an editor.
    pub author: Option<String>,
    /// The form of the last manuscript for an editor.
    pub submission: Option<SubmissionForm>,
}

/// A manuscript that can be exported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PlannedFile {
    /// Path relative to the project.
    pub path: String,
    /// Whether it is a note and no part of the book, by its folder or its front matter.
    pub is_note: bool,
    /// The meaning of its line breaks, by its front matter or by how it is written.
    pub lines: LineBreaks,
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
    /// The meaning of the line breaks in every manuscript; null for each as it is written.
    #[serde(default)]
    pub lines: Option<LineBreaks>,
    /// Whether folders become parts of the book, with a heading each.
    #[serde(default)]
    pub parts: bool,
    /// How chapters are numbered.
    #[serde(default)]
    pub numbers: ChapterNumbers,
    /// The form for an editor; null for a book to read. It needs the format of Word.
    #[serde(default)]
    pub submission: Option<SubmissionForm>,
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
    /// The path of the new folder relative to the open project, if it is inside.
    pub inside: Option<String>,
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
