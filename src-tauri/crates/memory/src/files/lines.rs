//! The lines of a reply or a memory file, each with its section.

use crate::document::{closing, marker, section_title, without_comments};
use crate::words::one_line;

/// A line that is not inside a fenced block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    /// Its number, counted from 1.
    pub number: usize,
    /// Its text, without its line ending.
    pub text: &'a str,
    /// The title of the second-level heading above it, or of the line itself if it is one.
    pub section: Option<&'a str>,
}

impl<'a> Line<'a> {
    /// Returns the text of a top-level bullet, without its marker.
    pub(crate) fn bullet(&self) -> Option<&'a str> {
        marker(self.text).map(|marker| self.text[marker.len()..].trim())
    }
}

/// Returns the lines of a text that are not in a fenced block.
pub(crate) fn lines(text: &str) -> Vec<Line<'_>> {
    let all: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    let mut section = None;
    let mut number = 0;
    while number < all.len() {
        if let Some(close) = closing(&all, number) {
            number = close.map_or(all.len(), |close| close + 1);
            continue;
        }
        let text = all[number];
        number += 1;
        if let Some(title) = section_title(text) {
            section = Some(title);
        } else if text.starts_with("# ") {
            section = None;
        }
        found.push(Line {
            number,
            text,
            section,
        });
    }
    found
}

/// Returns a text in the form of a bullet: on one line, without fenced blocks, markers and comments. `None` if nothing
/// is left.
pub(crate) fn said(text: &str) -> Option<String> {
    let all: Vec<&str> = text.lines().collect();
    let mut kept = String::new();
    let mut number = 0;
    while number < all.len() {
        if let Some(close) = closing(&all, number) {
            number = close.map_or(all.len(), |close| close + 1);
            continue;
        }
        kept.extend([all[number], " "]);
        number += 1;
    }
    let plain = one_line(&without_comments(&kept).replace("```", " "));
    let mut said = plain.as_str();
    while let Some(rest) = ["- ", "* ", "+ ", "• ", "~~~"]
        .iter()
        .find_map(|mark| said.strip_prefix(mark))
    {
        said = rest.trim_start();
    }
    let says_something = !said.trim_matches(['-', '*', '+', '•', ' ']).is_empty();
    says_something.then(|| said.to_owned())
}
