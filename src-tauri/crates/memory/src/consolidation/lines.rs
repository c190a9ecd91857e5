//! The lines of a reply or a memory file, each with the section it stands in.

use super::words::{disarmed, one_line};

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

/// Returns the marker of a top-level bullet, with the space behind it.
pub(super) fn marker(line: &str) -> Option<&'static str> {
    ["- ", "* ", "+ "]
        .into_iter()
        .find(|marker| line.starts_with(marker))
}

/// Returns whether a line belongs to the bullet above it: indented and not blank.
pub(super) fn continues(line: &str) -> bool {
    line.starts_with([' ', '\t']) && !line.trim().is_empty()
}

/// Returns the character a line opens a fenced block with, and how many of them.
pub(super) fn opening(line: &str) -> Option<(char, usize)> {
    let opening = line.trim_start();
    let mark = opening.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
    let length = opening.chars().take_while(|&character| character == mark).count();
    let info = &opening[length..];
    (length >= 3 && !(mark == '`' && info.contains('`'))).then_some((mark, length))
}

/// Returns the line that closes the fenced block that opens at `start`: `None` where none opens, `Some(None)` where
/// nothing closes it.
///
/// A fence is closed by at least as many of the same character and nothing else (CommonMark 0.31, section 4.5).
pub(super) fn closing(lines: &[&str], start: usize) -> Option<Option<usize>> {
    let (mark, length) = opening(lines[start])?;
    let closes = |line: &&str| {
        let line = line.trim();
        line.chars().count() >= length && line.chars().all(|character| character == mark)
    };
    let close = lines[start + 1..].iter().position(closes);
    Some(close.map(|offset| start + 1 + offset))
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
