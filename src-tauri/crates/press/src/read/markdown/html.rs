//! HTML in Markdown, of which only the text is kept.

use std::ops::Range;

use crate::block::{Block, Span};
use crate::line::tidy;

/// Returns whether a tag is a line break.
pub(super) fn is_line_break(html: &str) -> bool {
    let name = html.trim_start_matches('<').trim_end_matches(['>', '/', ' ']);
    name.eq_ignore_ascii_case("br")
}

/// Returns the text of an HTML block as paragraphs, without scripts, styles and tags.
pub(super) fn text_of(html: &str) -> Vec<Block> {
    let lower = html.to_ascii_lowercase();
    let mut words = String::new();
    let mut at = 0;
    while let Some(start) = html[at..].find('<').map(|start| at + start) {
        words.push_str(&html[at..start]);
        let closing = ["script", "style"]
            .iter()
            .find(|name| lower[start + 1..].starts_with(**name));
        let last_tag = closing.map_or(Some(start), |name| {
            lower[start..]
                .find(&format!("</{name}"))
                .map(|closing| start + closing)
        });
        let end = last_tag.and_then(|tag| html[tag..].find('>').map(|end| tag + end + 1));
        at = end.unwrap_or(html.len());
    }
    words.push_str(&html[at..]);
    let words = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&nbsp;", "\u{a0}"),
        ("&amp;", "&"),
    ]
    .iter()
    .fold(words, |words, (entity, character)| {
        words.replace(entity, character)
    });
    words
        .split("\n\n")
        .map(|paragraph| tidy(vec![Span::text(paragraph)]))
        .filter(|paragraph| !paragraph.is_empty())
        .map(Block::Paragraph)
        .collect()
}

/// Returns the places of the comments in a block of HTML. They are taken out before the text is read: the text behind a
/// comment at the beginning of a line would be HTML and not Markdown. Comments inside a line are dropped by the parser.
pub(super) fn comments(html: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = html[at..].find("<!--").map(|start| at + start) {
        at = html[start..]
            .find("-->")
            .map_or(html.len(), |end| start + end + 3);
        found.push(start..at);
    }
    found
}
