//! What comes of an import, and why nothing does.

/// A document as a manuscript.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// The manuscript, in Markdown.
    pub text: String,
    /// Its pictures, by the names under which the text shows them in the folder that was named.
    pub pictures: Vec<(String, Vec<u8>)>,
    /// What a manuscript has no place for.
    pub left_out: Vec<LeftOut>,
}

/// Something of a document that its manuscript does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LeftOut {
    /// A picture that is no PNG, JPEG or GIF, or is not in the document.
    Picture,
    /// A box of text, a chart or another object.
    Object,
}

/// Why a document was not imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// The file is damaged, or of another kind than its name.
    #[error("it is no Word document, or a damaged one; open it in its own program and save it anew as .docx")]
    Damaged,
    /// Unpacked, it is larger than any manuscript, or nested deeper: a package made to fill the memory is.
    #[error("it is larger than the desk imports once it is unpacked; divide it in its own program first")]
    TooLarge,
    /// The file holds no text in any encoding that is known.
    #[error("it is no text in any encoding the desk knows")]
    NotText,
}
