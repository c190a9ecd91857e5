//! A book written in each format.

mod docx;
mod epub;
mod html;
pub(crate) mod markdown;
mod package;
pub(crate) mod pdf;
mod unprintable;
mod xhtml;

use self::package::Package;
pub use self::unprintable::Unprintable;
use crate::book::Book;

/// What a book can be made into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
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

impl Format {
    /// Every format.
    pub const ALL: [Self; 5] = [Self::Markdown, Self::Html, Self::Docx, Self::Epub, Self::Pdf];

    /// Returns the ending of a file's name, without the dot. It is also the name of the format.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Markdown => "md",
            Self::Html => "html",
            Self::Docx => "docx",
            Self::Epub => "epub",
            Self::Pdf => "pdf",
        }
    }

    /// Returns the format of a file's name.
    pub fn of(name: &str) -> Option<Self> {
        let (_, extension) = name.rsplit_once('.')?;
        let extension = extension.to_ascii_lowercase();
        let known = match extension.as_str() {
            "markdown" => "md",
            "htm" => "html",
            other => other,
        };
        Self::ALL.into_iter().find(|format| format.extension() == known)
    }
}

/// Returns a book's bytes in a format; `on` is told the chapter that is being written. `fonts` are asked for pages only.
///
/// # Errors
/// [`Unprintable`]: missing characters, broken fonts and pictures for a PDF, size and archive for Word and EPUB.
pub fn press(
    book: &Book,
    format: Format,
    fonts: &pdf::Fonts,
    on: &mut dyn FnMut(usize),
) -> Result<Vec<u8>, Unprintable> {
    press_within(book, format, fonts, package::PART, on)
}

/// Does what [`press`] does, with the most bytes a part of a package may have.
pub(crate) fn press_within(
    book: &Book,
    format: Format,
    fonts: &pdf::Fonts,
    part: u64,
    on: &mut dyn FnMut(usize),
) -> Result<Vec<u8>, Unprintable> {
    match format {
        Format::Markdown => Ok(markdown::book(book).into_bytes()),
        Format::Html => Ok(html::book(book).into_bytes()),
        Format::Docx => docx::book(book, Package::new(part), on),
        Format::Epub => epub::book(book, Package::new(part), on),
        Format::Pdf => {
            let lacking = fonts.lack(book);
            if !lacking.is_empty() {
                return Err(Unprintable::Characters(lacking));
            }
            pdf::book(book, fonts, on).ok_or(Unprintable::Broken)
        }
    }
}
