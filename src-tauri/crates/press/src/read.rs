//! Parses one manuscript into blocks.

mod front_matter;
pub(crate) mod markdown;
mod plain_text;

use crate::block::Block;
pub use plain_text::Lines;
pub(crate) use plain_text::blocks as plain_text_blocks;

/// A manuscript to be exported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manuscript {
    /// Its path relative to the project, with `/` as separator. It names the chapter, and picture paths are relative to
    /// its folder. A path that ends in `.txt` is plain text, any other is Markdown.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// The parsed content of one manuscript.
#[derive(Default)]
pub(crate) struct Read {
    pub title: Option<String>,
    pub author: Option<String>,
    pub language: Option<String>,
    pub blocks: Vec<Block>,
    /// Its footnotes; a reference in the blocks is an index into this list.
    pub notes: Vec<Vec<Block>>,
}

/// Parses a manuscript. The result depends on the manuscript only.
pub(crate) fn read(manuscript: &Manuscript) -> Read {
    let text = manuscript
        .text
        .replace("\r\n", "\n")
        .replace('\r', "\n")
        .replace('\0', "\u{fffd}");
    if manuscript.path.to_ascii_lowercase().ends_with(".txt") {
        return Read {
            blocks: plain_text::blocks(&text, Lines::Kept),
            ..Read::default()
        };
    }
    let said = front_matter::read(&text);
    let folder = manuscript.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let (blocks, notes) = markdown::read(said.rest, folder);
    Read {
        title: said.title,
        author: said.author,
        language: said.language,
        blocks,
        notes,
    }
}
