//! A book written in each format.

mod docx;
mod epub;
mod html;
pub(crate) mod markdown;
mod package;
pub(crate) mod pdf;
mod xhtml;

use std::collections::BTreeSet;

use self::package::Package;
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

/// Why a book was not written.
#[derive(Debug, thiserror::Error)]
pub enum Unprintable {
    /// No face has these characters; a page would show boxes in their place.
    #[error("no font has {}; install one that does, such as Noto Serif CJK (fonts-noto-cjk) for Chinese, or take another format", named(.0))]
    Characters(BTreeSet<char>),
    /// A font or a picture could not be put into the document.
    #[error(
        "a font or a picture could not be put on the page; take another format, or leave out pictures that other programs cannot show either"
    )]
    Broken,
    /// A part of the file would have more bytes than programs read.
    #[error(
        "its text would have more than {limit} bytes in this format, and the programs that open it read no more; export fewer files"
    )]
    TooLarge {
        /// The largest part that is written, in bytes.
        limit: u64,
    },
    /// The archive of the file could not be written.
    #[error("its archive could not be written; export fewer files, or take another format: {0}")]
    Archive(#[from] zip::result::ZipError),
}

/// Returns characters by their numbers: the writer's text has no place in a message.
fn named(characters: &BTreeSet<char>) -> String {
    const SHOWN: usize = 5;
    let shown: Vec<String> = characters
        .iter()
        .take(SHOWN)
        .map(|character| format!("U+{:04X}", u32::from(*character)))
        .collect();
    let more = if characters.len() > SHOWN {
        format!(" and {} more", characters.len() - SHOWN)
    } else {
        String::new()
    };
    shown.join(", ") + &more
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
