//! Writes a book in each format.

mod docx;
mod epub;
mod html;
pub(crate) mod markdown;
mod package;
pub(crate) mod pdf;
mod unprintable;
mod xhtml;

pub use self::docx::{Paper, Submission};
use self::package::Package;
pub use self::unprintable::{Missing, Unprintable};
use crate::book::Book;

/// An output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One Markdown file.
    Markdown,
    /// One HTML page without external files.
    Html,
    /// A Word document.
    Docx,
    /// An EPUB e-book.
    Epub,
    /// PDF pages for printing.
    Pdf,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 5] = [Self::Markdown, Self::Html, Self::Docx, Self::Epub, Self::Pdf];

    /// Returns the file extension without the dot, which is also the name of the format.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Markdown => "md",
            Self::Html => "html",
            Self::Docx => "docx",
            Self::Epub => "epub",
            Self::Pdf => "pdf",
        }
    }

    /// Returns the format of a file name; `None` for an unknown extension.
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

/// Returns a book's bytes in a format. `on` is called with the number of each chapter as it is written. `fonts` are
/// used for PDF only.
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

/// Returns a Word document in the form that editors ask for. `on` is called with the number of each chapter as it is
/// written.
///
/// # Errors
/// [`Unprintable`]: size and archive.
pub fn submission(
    book: &Book,
    submission: &Submission,
    on: &mut dyn FnMut(usize),
) -> Result<Vec<u8>, Unprintable> {
    docx::book(book, Some(submission), Package::new(package::PART), on)
}

/// As [`press`], with a maximum size in bytes for a part of a package.
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
        Format::Docx => docx::book(book, None, Package::new(part), on),
        Format::Epub => epub::book(book, Package::new(part), on),
        Format::Pdf => {
            let lacking = fonts.lack(book);
            if !lacking.is_empty() {
                let missing = lacking.into_iter().map(|character| Missing {
                    character,
                    place: book.place_of(character),
                });
                return Err(Unprintable::Characters(missing.collect()));
            }
            pdf::book(book, fonts, on).ok_or(Unprintable::Broken)
        }
    }
}
