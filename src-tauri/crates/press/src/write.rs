//! A book written in each format.

mod docx;
mod epub;
mod html;
pub(crate) mod markdown;
mod package;
pub(crate) mod pdf;
mod xhtml;

use std::collections::BTreeSet;

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

    /// Returns the ending of a file's name, without the dot, which is also what the format is called.
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

/// Why a book was not printed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unprintable {
    /// No face has these characters; a page would show boxes in their place.
    #[error("no font has {}; install one that does, such as Noto Serif CJK (fonts-noto-cjk) for Chinese, or take another format", named(.0))]
    Characters(BTreeSet<char>),
    /// A font or a picture could not be put into the document.
    #[error(
        "a font or a picture could not be put on the page; take another format, or leave out pictures that other programs cannot show either"
    )]
    Broken,
}

/// Returns characters by their numbers: what a person wrote has no place in a message.
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
/// [`Unprintable`] for a PDF alone.
pub fn press(
    book: &Book,
    format: Format,
    fonts: &pdf::Fonts,
    on: &mut dyn FnMut(usize),
) -> Result<Vec<u8>, Unprintable> {
    Ok(match format {
        Format::Markdown => markdown::book(book).into_bytes(),
        Format::Html => html::book(book).into_bytes(),
        Format::Docx => docx::book(book, on),
        Format::Epub => epub::book(book, on),
        Format::Pdf => {
            let lacking = fonts.lack(book);
            if !lacking.is_empty() {
                return Err(Unprintable::Characters(lacking));
            }
            pdf::book(book, fonts, on).ok_or(Unprintable::Broken)?
        }
    })
}

/// Returns bytes as base 64.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let bits =
            three.iter().fold(0u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - three.len()));
        for at in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * at) & 63) as usize];
            out.push(if at <= three.len() { char::from(digit) } else { '=' });
        }
    }
    out
}
