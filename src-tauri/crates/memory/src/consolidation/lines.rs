//! The lines of a reply or a memory file, each with the section it stands in.

use super::words::{disarmed, one_line};
use crate::document::{closing, marker};

/// A line that is not inside a fenced block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    /// Its number, counted from 1.
    pub number: usize,
    /// What it says, without its ending.
    pub text: &'a str,
    /// The title of the second-level heading it stands under, or is.
    pub section: Option<&'a str>,
}

impl<'a> Line<'a> {
    /// Returns what a top-level bullet says, without its marker.
    pub(super) fn bullet(&self) -> Option<&'a str> {
        marker(self.text).map(|marker| self.text[marker.len()..].trim())
    }
}

/// Returns the title of a second-level heading.
pub(super) fn heading(line: &str) -> Option<&str> {
    let title = line.strip_prefix("##")?;
    let title = title
        .starts_with([' ', '\t', '\r', '\n'])
        .then_some(title)?
        .trim();
    Some(title.trim_end_matches('#').trim_end())
}

/// Returns the character a line opens a fenced block with, and how many of them.
pub(super) fn opening(line: &str) -> Option<(char, usize)> {
    let opening = line.trim_start();
    let mark = opening.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
    let length = opening.chars().take_while(|&character| character == mark).count();
    let info = &opening[length..];
    (length >= 3 && !(mark == '`' && info.contains('`'))).then_some((mark, length))
}

/// Returns the lines of a text that are not in a fenced block.
pub(super) fn lines(text: &str) -> Vec<Line<'_>> {
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
        if let Some(title) = heading(text) {
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

/// Returns a text without its comments. One that is not closed stays.
pub(super) fn without_comments(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("<!--") {
        let Some((_, after)) = behind.split_once("-->") else {
            break;
        };
        kept.push_str(before);
        rest = after;
    }
    kept + rest
}

/// Returns a text as a bullet can say it: on one line, without fenced blocks, markers and comments; `None` when nothing
/// is left.
pub(super) fn said(text: &str) -> Option<String> {
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
    let plain = one_line(&without_comments(&kept).replace("```", ""));
    let mut said = plain.as_str();
    while let Some(rest) = ["- ", "* ", "+ ", "• ", "~~~"]
        .iter()
        .find_map(|mark| said.strip_prefix(mark))
    {
        said = rest.trim_start();
    }
    let says_something = !said.trim_matches(['-', '*', '+', '•', ' ']).is_empty();
    says_something.then(|| disarmed(said))
}
