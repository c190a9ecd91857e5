//! The result of an import, and the errors.

/// A document converted to a manuscript.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// The manuscript, in Markdown.
    pub text: String,
    /// Its pictures: the file name that the text uses inside the given folder, and the bytes.
    pub pictures: Vec<(String, Vec<u8>)>,
    /// The content that a manuscript cannot contain.
    pub left_out: Vec<LeftOut>,
}

/// A kind of content that is not imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LeftOut {
    /// A picture that is not PNG, JPEG or GIF, or is not inside the document.
    Picture,
    /// A text box, a chart or another object.
    Object,
}

/// The reason why a document was not imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// The file is damaged, or its format does not match its extension.
    #[error("it is no Word document, or a damaged one; open it in its own program and save it anew as .docx")]
    Damaged,
    /// The unpacked document exceeds the limits on size or nesting, which protect against a ZIP bomb.
    #[error("it is larger than the desk imports once it is unpacked; divide it in its own program first")]
    TooLarge,
    /// The file is not text in any known encoding.
    #[error("it is no text in any encoding the desk knows")]
    NotText,
}
