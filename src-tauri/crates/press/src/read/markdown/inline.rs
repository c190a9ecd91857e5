//! The inline content of a Markdown line: text, emphasis, links and pictures.

use pulldown_cmark::{LinkType, Tag, TagEnd};

use crate::address::{is_address, path_from};
use crate::block::{Piece, Span, Style};
use crate::shield::unshielded;

/// The open inline elements: their nesting counts and their addresses.
pub(super) struct Inline<'a> {
    /// The folder of the manuscript; picture paths are relative to it.
    folder: &'a str,
    emphasis: usize,
    strong: usize,
    strike: usize,
    links: Vec<Option<String>>,
    /// The addresses of the open pictures, and the alternative text of the outermost one.
    images: Vec<String>,
    words: String,
}

impl<'a> Inline<'a> {
    pub fn new(folder: &'a str) -> Self {
        Self {
            folder,
            emphasis: 0,
            strong: 0,
            strike: 0,
            links: Vec::new(),
            images: Vec::new(),
            words: String::new(),
        }
    }

    /// Opens an inline element; returns whether the tag is inline.
    pub fn open(&mut self, tag: &Tag<'_>) -> bool {
        match tag {
            Tag::Emphasis => self.emphasis += 1,
            Tag::Strong => self.strong += 1,
            Tag::Strikethrough => self.strike += 1,
            // Another manuscript is no address, so the words have none.
            Tag::Link {
                link_type: LinkType::WikiLink { .. },
                ..
            } => self.links.push(None),
            Tag::Link { dest_url, .. } => self.links.push(Some(unshielded(dest_url))),
            Tag::Image { dest_url, .. } => self.images.push(unshielded(dest_url)),
            _ => return false,
        }
        true
    }

    /// Closes an inline element. Returns whether the tag is inline, and the span of a picture that ends with it.
    pub fn close(&mut self, tag: TagEnd) -> (bool, Option<Span>) {
        match tag {
            TagEnd::Emphasis => self.emphasis -= 1,
            TagEnd::Strong => self.strong -= 1,
            TagEnd::Strikethrough => self.strike -= 1,
            TagEnd::Link => drop(self.links.pop()),
            TagEnd::Image => return (true, self.image()),
            _ => return (false, None),
        }
        (true, None)
    }

    /// Returns the span of a piece. Inside a picture it is `None`: the text is added to the alternative text.
    pub fn span(&mut self, piece: Piece) -> Option<Span> {
        if !self.images.is_empty() {
            if let Piece::Text(text) | Piece::Code(text) = piece {
                self.words.push_str(&text);
            }
            return None;
        }
        Some(Span {
            piece,
            style: Style {
                emphasis: self.emphasis > 0,
                strong: self.strong > 0,
                strike: self.strike > 0,
            },
            link: self.links.last().cloned().flatten(),
        })
    }

    /// Returns the span of the picture that ends. A picture on the web becomes a link: nothing is fetched.
    fn image(&mut self) -> Option<Span> {
        let to = self.images.pop().unwrap_or_default();
        // A picture inside the alternative text of another picture contributes only its own alternative text.
        if !self.images.is_empty() {
            return None;
        }
        let words = std::mem::take(&mut self.words);
        if let Some(path) = path_from(self.folder, &to) {
            self.span(Piece::Image { path, words })
        } else if is_address(&to) {
            let shown = if words.is_empty() { to.clone() } else { words };
            let span = self.span(Piece::Text(shown))?;
            Some(Span {
                link: Some(to),
                ..span
            })
        } else {
            self.span(Piece::Text(words))
        }
    }
}
