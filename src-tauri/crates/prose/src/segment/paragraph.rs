//! The boundaries of paragraphs.

use std::ops::Range;

/// Returns the paragraphs of a Markdown manuscript, without the white space around them.
///
/// Paragraphs end at blank lines; a heading (`# …`) is a block by itself, as in CommonMark 4.2.
/// A single line break inside a paragraph is a soft wrap.
pub fn paragraphs(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut open: Option<Range<usize>> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let trimmed = trimmed_range(line, at);
        at += line.len();
        let heading = is_heading(line);
        if (trimmed.is_empty() || heading)
            && let Some(paragraph) = open.take()
        {
            found.push(paragraph);
        }
        if heading {
            found.push(trimmed);
        } else if !trimmed.is_empty() {
            let start = open.map_or(trimmed.start, |paragraph| paragraph.start);
            open = Some(start..trimmed.end);
        }
    }
    found.extend(open);
    found
}

/// Returns whether a line is a Markdown heading: up to three spaces, one to six `#`, then a space.
pub(crate) fn is_heading(line: &str) -> bool {
    let marks = line.trim_start_matches(' ');
    let title = marks.trim_start_matches('#');
    let level = marks.len() - title.len();
    line.len() - marks.len() <= 3
        && (1..=6).contains(&level)
        && (title.trim().is_empty() || title.starts_with([' ', '\t']))
}

/// The most lines of front matter. Without an end after so many lines it is none: real ones have some dozens at most, and
/// a text that begins with a scene break would otherwise lose its first scene.
const MOST_LINES: usize = 200;

/// Returns the front matter of a manuscript: the lines from a first line `---` to the next one, both included. Empty if
/// there is none.
pub fn front_matter(manuscript: &str) -> &str {
    let mut end = 0;
    for (number, line) in manuscript.split_inclusive('\n').take(MOST_LINES).enumerate() {
        let bare = line.trim_start_matches('\u{feff}').trim_end();
        end += line.len();
        match (number, bare) {
            (0, "---") => {}
            (0, _) => return "",
            (_, "---" | "...") => return &manuscript[..end],
            _ => {}
        }
    }
    ""
}

/// Returns the range of `piece`, which starts at byte `at`, without the white space around it.
pub(super) fn trimmed_range(piece: &str, at: usize) -> Range<usize> {
    let start = at + piece.len() - piece.trim_start().len();
    start..start + piece.trim().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn front_matter_ends_within_two_hundred_lines() {
        for (lines, has_any) in [(0, true), (1, true), (198, true), (199, false), (5_000, false)] {
            let front = format!("---\n{}---\n", "Rain: 雨。\n".repeat(lines));
            let expected = if has_any { front.as_str() } else { "" };
            assert_eq!(front_matter(&format!("{front}Sun.\n---\n")), expected, "{lines}");
        }
        for text in ["", "---", "---\n", "Sun.\n---\n", "----\n---\n"] {
            assert_eq!(front_matter(text), "", "{text:?}");
        }
    }

    #[test]
    fn paragraphs_end_at_blank_lines_and_headings() {
        for (text, expected) in [
            ("One line.", vec!["One line."]),
            (
                "  First\nstill first.\n\n \t\nSecond.\n",
                vec!["First\nstill first.", "Second."],
            ),
            ("# Title\nText.", vec!["# Title", "Text."]),
            (
                "文字。\n## 标题\n\n雨停了。\r\n\r\n天晴了。",
                vec!["文字。", "## 标题", "雨停了。", "天晴了。"],
            ),
            ("#标签 不是标题\n还是一段", vec!["#标签 不是标题\n还是一段"]),
            ("\n \n", vec![]),
            ("", vec![]),
        ] {
            let found: Vec<&str> = paragraphs(text).into_iter().map(|range| &text[range]).collect();
            assert_eq!(found, expected, "{text:?}");
        }
    }
}
