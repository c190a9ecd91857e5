//! Parses one manuscript into blocks.

mod front_matter;
pub(crate) mod headings;
mod lines;
pub(crate) mod markdown;
mod plain_text;

use crate::block::Block;
pub use front_matter::Said;
pub use lines::Lines;
pub(crate) use lines::is_indented;
pub(crate) use plain_text::blocks as plain_text_blocks;

/// A manuscript to be exported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manuscript {
    /// Its path relative to the project, with `/` as separator. It names the chapter, and picture paths are relative to
    /// its folder. A path that ends in `.txt` is plain text, any other is Markdown.
    pub path: String,
    /// Its text.
    pub text: String,
    /// What its line breaks mean. `None` takes what its front matter says, or else how it is written.
    pub lines: Option<Lines>,
}

impl Manuscript {
    /// Returns what its line breaks mean.
    pub fn lines(&self) -> Lines {
        let said = || front_matter::read(&self.text).lines.filter(|_| !self.is_plain());
        self.lines.or_else(said).unwrap_or_else(|| Lines::of(&self.text))
    }

    /// Returns whether its front matter says that it is a note and no part of a book.
    pub fn is_note(&self) -> bool {
        !self.is_plain() && front_matter::read(&self.text).is_note
    }

    /// Returns the language that its front matter names.
    pub(crate) fn language(&self) -> Option<String> {
        front_matter::read(&self.text)
            .language
            .filter(|_| !self.is_plain())
    }

    /// Returns what its front matter says of its place and its state in the book.
    pub fn said(&self) -> Said {
        if self.is_plain() {
            return Said::default();
        }
        front_matter::said(&self.text)
    }

    /// Returns the line of a character in its text, counted from 1. What stands in a comment is not in the book, so such a
    /// place counts only if there is no other.
    pub(crate) fn line_of(&self, character: char) -> Option<usize> {
        let is_in_comment = |at: usize| {
            let before = &self.text[..at];
            let begin = before.rfind("<!--").filter(|_| !self.is_plain());
            begin.is_some_and(|begin| !before[begin..].contains("-->"))
        };
        let mut places = self.text.match_indices(character).map(|(at, _)| at);
        let first = places.clone().next()?;
        let at = places.find(|at| !is_in_comment(*at)).unwrap_or(first);
        Some(self.text[..at].matches('\n').count() + 1)
    }

    pub(crate) fn is_plain(&self) -> bool {
        is_plain(&self.path)
    }
}

/// Returns whether a path names plain text, which has neither markup nor front matter.
pub fn is_plain(path: &str) -> bool {
    path.to_ascii_lowercase().ends_with(".txt")
}

/// The parsed content of one manuscript.
#[derive(Default)]
pub(crate) struct Read {
    pub title: Option<String>,
    pub author: Option<String>,
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
    let lines = manuscript.lines();
    if manuscript.is_plain() {
        return Read {
            // A text without markup marks its titles by what they say.
            blocks: headings::found(plain_text::blocks(&text, lines)),
            ..Read::default()
        };
    }
    let said = front_matter::read(&text);
    let folder = manuscript.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let (blocks, notes) = markdown::read(said.rest, folder, lines);
    Read {
        title: said.title,
        author: said.author,
        blocks,
        notes,
    }
}
