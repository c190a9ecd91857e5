//! The words of a line in Markdown: their emphasis, the links around them, the pictures among them.

use pulldown_cmark::{Tag, TagEnd};

use crate::address::{is_address, path_from};
use crate::block::{Piece, Span, Style};
use crate::shield::unshielded;

/// The inline elements that are open, as counts and as addresses.
pub(super) struct Inline<'a> {
    /// The folder of the manuscript, from which pictures are looked for.
    folder: &'a str,
    emphasis: usize,
    strong: usize,
    strike: usize,
    links: Vec<String>,
    /// The addresses of the pictures that are open, and the words of the outermost one.
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

    /// Opens an inline element; returns whether the tag is one.
    pub fn open(&mut self, tag: &Tag<'_>) -> bool {
        match tag {
            Tag::Emphasis => self.emphasis += 1,
            Tag::Strong => self.strong += 1,
            Tag::Strikethrough => self.strike += 1,
            Tag::Link { dest_url, .. } => self.links.push(unshielded(dest_url)),
            Tag::Image { dest_url, .. } => self.images.push(unshielded(dest_url)),
            _ => return false,
        }
        true
    }

    /// Closes an inline element; returns whether the tag is one, and the span of a picture that ends.
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

    /// Returns the span of a piece. Inside of a picture there is none: its text becomes the words of the picture.
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
            link: self.links.last().cloned(),
        })
    }

    /// Returns the span of the picture that ends. A picture on the net becomes a link to it: nothing is fetched.
    fn image(&mut self) -> Option<Span> {
        let to = self.images.pop().unwrap_or_default();
        // A picture in the words of another picture is only its words.
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
