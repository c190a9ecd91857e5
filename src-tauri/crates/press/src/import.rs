//! Imports documents of other programs as manuscripts.

mod decode;
mod docx;
pub(crate) mod footnotes;
mod imported;
mod split;
mod xml;

pub use imported::{Imported, LeftOut, Unreadable};
pub use split::Part;

use crate::read::{Lines, headings, plain_text_blocks};
use crate::write::markdown;

/// Reads a Word document. Tracked changes count as accepted, and Word comments become Markdown comments.
///
/// The text refers to its pictures in `folder`, a path relative to the manuscript.
///
/// # Errors
/// [`Unreadable`].
pub fn docx(bytes: &[u8], folder: &str) -> Result<Imported, Unreadable> {
    docx::read(bytes, folder)
}

/// Reads plain text in any encoding. Its paragraphs are kept, and no character becomes markup. A line that is the title
/// of a chapter becomes a heading.
///
/// # Errors
/// [`Unreadable::NotText`].
pub fn plain_text(bytes: &[u8], lines: Lines) -> Result<String, Unreadable> {
    let text = decode::text(bytes)?.replace("\r\n", "\n").replace('\r', "\n");
    Ok(markdown::blocks(&headings::found(plain_text_blocks(
        &text, lines,
    ))))
}

/// Reads a text in any encoding, without any change.
///
/// # Errors
/// [`Unreadable::NotText`].
pub fn decoded(bytes: &[u8]) -> Result<String, Unreadable> {
    decode::text(bytes)
}

/// Splits a Markdown manuscript into chapters. Each chapter has the footnotes that it refers to.
pub fn split(text: &str) -> Vec<Part> {
    footnotes::carried(split::split(text))
}

/// Parses XML, for tests.
#[cfg(test)]
pub(crate) fn element(text: &str) -> Result<(), Unreadable> {
    xml::Element::read(text).map(drop)
}
