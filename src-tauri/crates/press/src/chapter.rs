//! Divides a manuscript in two, and joins two into one. The words stay as the writer has them.

use prose::segment;
use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use crate::import::{Part, footnotes};
use crate::read::markdown::OPTIONS;
use crate::read::{Lines, Manuscript, is_indented};
use crate::title;

/// A manuscript divided in two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divided {
    /// The text before the boundary, with the front matter.
    pub first: String,
    /// The text behind the boundary.
    pub second: String,
    /// The words of the heading that the second text begins with.
    pub heading: Option<String>,
}

impl Manuscript {
    /// Divides the manuscript before the paragraph that is at a byte. Each part has the footnotes that it refers to.
    ///
    /// Returns `None` where one of the parts would have no words. Line endings are `\n`.
    pub fn divided(&self, at: usize) -> Option<Divided> {
        let body = self.body();
        let at = at.max(body).min(self.text.len());
        let (boundary, heading) = self.boundary(body, at);
        let (first, second) = self.text.split_at(boundary);
        let first = format!("{}\n", first.trim_end_matches('\n'));
        let second = second.trim_start_matches('\n').to_owned();
        let (first, second) = if self.is_plain() {
            (first, second)
        } else {
            let part = |text| Part {
                title: String::new(),
                text,
            };
            let mut parts = footnotes::carried(vec![part(first), part(second)]).into_iter();
            (parts.next()?.text, parts.next()?.text)
        };
        let has_words = |text: &str| !text.trim().is_empty();
        (has_words(first.get(body..)?) && has_words(&second)).then_some(Divided {
            first,
            second,
            heading,
        })
    }

    /// Returns the text of the manuscript with another behind it. One blank line is between them, and the front matter
    /// of the other is left out. A footnote of the other gets another label where both use the label.
    pub fn joined(&self, next: &Self) -> String {
        let behind = &next.text[next.body()..];
        let behind = if self.is_plain() || next.is_plain() {
            behind.to_owned()
        } else {
            footnotes::relabelled(&self.text, behind)
        };
        let (first, behind) = (self.text.trim_end_matches('\n'), behind.trim_start_matches('\n'));
        if first.is_empty() || behind.is_empty() {
            return format!("{}{behind}", self.text);
        }
        format!("{first}\n\n{behind}")
    }

    /// Returns where the text behind the front matter begins.
    fn body(&self) -> usize {
        if self.is_plain() {
            0
        } else {
            segment::front_matter(&self.text).len()
        }
    }

    /// Returns where the paragraph at a byte begins, and the words of it if it is a heading.
    fn boundary(&self, body: usize, at: usize) -> (usize, Option<String>) {
        let text = self.text.as_str();
        let line = line_start(text, at);
        let lines = self.lines();
        let start = if self.is_plain() {
            paragraph_start(text, line, lines)
        } else {
            let around = block_at(&text[body..], line - body, line_end(text, at) - body);
            match around {
                Some(Around {
                    is_paragraph: true,
                    start,
                    ..
                }) if lines == Lines::Kept => {
                    paragraph_start(text, line, lines).max(line_start(text, body + start))
                }
                Some(Around { start, .. }) => line_start(text, body + start).max(body),
                None => line,
            }
        };
        let behind = text[start..].trim_start_matches('\n');
        let begin = text.len() - behind.len();
        let marked = || {
            let found = block_at(&text[body..], begin - body, line_end(text, begin) - body)?;
            found.heading.filter(|words| !words.is_empty())
        };
        let titled = || {
            let line = behind.lines().next()?.trim();
            title::of(line).map(|_| line.trim_matches('*').to_owned())
        };
        let heading = if self.is_plain() { None } else { marked() };
        (start, heading.or_else(titled))
    }
}

/// The outermost element of Markdown around a line.
struct Around {
    start: usize,
    is_paragraph: bool,
    heading: Option<String>,
}

/// Returns the outermost element that touches the line from `line` to `end`.
fn block_at(text: &str, line: usize, end: usize) -> Option<Around> {
    let mut depth = 0_usize;
    let mut words: Option<String> = None;
    let mut found = None;
    for (event, range) in Parser::new_ext(text, OPTIONS).into_offset_iter() {
        let is_outermost = depth == 0;
        match &event {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
        if let (Event::Text(piece) | Event::Code(piece), Some(words)) = (&event, &mut words) {
            words.push_str(piece);
        }
        if let (Event::End(TagEnd::Heading(_)), Some(Around { heading, .. })) = (&event, &mut found) {
            *heading = words.take().map(|words| words.trim().to_owned());
        }
        if !is_outermost {
            continue;
        }
        if range.start > end {
            break;
        }
        if range.end > line && found.is_none() {
            words = matches!(event, Event::Start(Tag::Heading { .. })).then(String::new);
            found = Some(Around {
                start: range.start,
                is_paragraph: matches!(event, Event::Start(Tag::Paragraph)),
                heading: None,
            });
        }
    }
    // A blank line between two elements is none of theirs.
    found.filter(|_| !text[line..end].trim().is_empty() || is_inside(text, line))
}

/// Returns whether a blank line is inside of an element, such as a block of code.
fn is_inside(text: &str, line: usize) -> bool {
    let mut depth = 0_usize;
    for (event, range) in Parser::new_ext(text, OPTIONS).into_offset_iter() {
        if matches!(event, Event::Start(_)) {
            let last = range.start + text[range.clone()].trim_end().len();
            if depth == 0 && range.start < line && line < last {
                return true;
            }
            depth += 1;
        } else if matches!(event, Event::End(_)) {
            depth = depth.saturating_sub(1);
        }
    }
    false
}

/// Returns where the paragraph of a line of prose begins.
fn paragraph_start(text: &str, line: usize, lines: Lines) -> usize {
    if lines == Lines::Kept {
        return line;
    }
    let mut start = line;
    while start > 0 && !is_indented(&text[start..]) {
        let before = line_start(text, start - 1);
        if text[before..start].trim().is_empty() || text[start..].trim_start_matches(' ').starts_with('\n') {
            break;
        }
        start = before;
    }
    start
}

fn line_start(text: &str, at: usize) -> usize {
    text.as_bytes()[..at]
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |end| end + 1)
}

fn line_end(text: &str, at: usize) -> usize {
    text.as_bytes()[at..]
        .iter()
        .position(|byte| *byte == b'\n')
        .map_or(text.len(), |end| at + end)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn manuscript(path: &str, text: &str) -> Manuscript {
        Manuscript {
            path: path.into(),
            text: text.into(),
            lines: None,
        }
    }

    /// Divides a text at the mark `|`.
    fn divided(path: &str, marked: &str) -> Option<(String, String, Option<String>)> {
        let at = marked.find('|').expect("a mark");
        let divided = manuscript(path, &marked.replacen('|', "", 1)).divided(at)?;
        Some((divided.first, divided.second, divided.heading))
    }

    #[test]
    fn a_manuscript_is_divided_before_the_paragraph_at_the_caret() {
        for (path, marked, expected) in [
            (
                "a.md",
                "It rained.\n\nIt sno|wed.\n",
                Some(("It rained.\n", "It snowed.\n", None)),
            ),
            (
                "a.md",
                "雨。\n雪|。\n风。\n",
                Some(("雨。\n", "雪。\n风。\n", None)),
            ),
            (
                "a.txt",
                "　　雨。\n　　雪。|\n",
                Some(("　　雨。\n", "　　雪。\n", None)),
            ),
            (
                "a.md",
                "It rained.\n|\nIt snowed.\n",
                Some(("It rained.\n", "It snowed.\n", None)),
            ),
            (
                "a.md",
                "---\ntitle: T\n---\n\nIt rained.\n\n## The *road*|\n\nIt snowed.\n",
                Some((
                    "---\ntitle: T\n---\n\nIt rained.\n",
                    "## The *road*\n\nIt snowed.\n",
                    Some("The road"),
                )),
            ),
            (
                "a.txt",
                "雨。\n第二章 雪夜|\n雪。\n",
                Some(("雨。\n", "第二章 雪夜\n雪。\n", Some("第二章 雪夜"))),
            ),
            (
                "a.md",
                "Rain.\n\n```\none\n\nt|wo\n```\n\nEnd.\n",
                Some(("Rain.\n", "```\none\n\ntwo\n```\n\nEnd.\n", None)),
            ),
            (
                "a.md",
                "Rain.\n\n```\none\n|\ntwo\n```\n",
                Some(("Rain.\n", "```\none\n\ntwo\n```\n", None)),
            ),
            (
                "a.md",
                "One[^1].\n\nTwo[^2]|.\n\n[^1]: First.\n\n[^2]: Second.\n",
                Some(("One[^1].\n\n[^1]: First.\n", "Two[^2].\n\n[^2]: Second.\n", None)),
            ),
            ("a.md", "|It rained.\n\nIt snowed.\n", None),
            ("a.md", "---\ntit|le: T\n---\n\nIt rained.\n", None),
            ("a.md", "It rained.\n\n|", None),
        ] {
            let found = divided(path, marked);
            let found = found
                .as_ref()
                .map(|(first, second, heading)| (first.as_str(), second.as_str(), heading.as_deref()));
            assert_eq!(found, expected, "{marked}");
        }
    }

    #[test]
    fn lines_broken_at_a_width_are_one_paragraph() {
        let paragraph = "It snowed for three days and three nights, and on the fourth\nday it stopped. He stood at the door for a long time. Nobody\ncame, not even the dog.\n";
        let text = format!("{paragraph}\n{paragraph}");
        let at = text.rfind("Nobody").expect("the word");
        for path in ["a.md", "a.txt"] {
            let parts = manuscript(path, &text).divided(at).expect("two parts");
            assert_eq!(
                (parts.first.as_str(), parts.second.as_str()),
                (paragraph, paragraph)
            );
        }
    }

    #[test]
    fn joined_manuscripts_have_one_blank_line_between_and_one_front_matter() {
        for (first, next, expected) in [
            ("Rain.\n\n\n", "---\ntitle: T\n---\n\nSnow.", "Rain.\n\nSnow."),
            (
                "---\nstatus: draft\n---\n\n雨。",
                "雪。\n",
                "---\nstatus: draft\n---\n\n雨。\n\n雪。\n",
            ),
            ("", "雪。\n", "雪。\n"),
            ("雨。\n", "", "雨。\n"),
            (
                "One[^1].\n\n[^1]: First.\n",
                "Two[^1]. Three[^2].\n\n[^1]: Second.\n\n[^2]: Third.\n",
                "One[^1].\n\n[^1]: First.\n\nTwo[^3]. Three[^2].\n\n[^3]: Second.\n\n[^2]: Third.\n",
            ),
            (
                "一[^注]。\n\n[^注]: 甲。\n",
                "二[^注]。\n\n```\n[^注]\n```\n\n[^注]: 乙。\n",
                "一[^注]。\n\n[^注]: 甲。\n\n二[^注-2]。\n\n```\n[^注]\n```\n\n[^注-2]: 乙。\n",
            ),
        ] {
            assert_eq!(
                manuscript("a.md", first).joined(&manuscript("b.md", next)),
                expected
            );
        }
    }

    proptest! {
        #[test]
        fn what_is_divided_and_joined_is_the_same_text(
            blocks in prop::collection::vec("(# )?[a雨𠮷]{1,6}[.。]|> [a雨]{1,4}|- [b雪]{1,4}", 1..8), at in 0_usize..80,
        ) {
            let text = format!("---\ntitle: T\n---\n\n{}\n", blocks.join("\n\n"));
            let at = (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
            let whole = manuscript("a.md", &text);
            if let Some(parts) = whole.divided(at) {
                let joined = manuscript("a.md", &parts.first).joined(&manuscript("b.md", &parts.second));
                prop_assert_eq!(joined, text);
            }
        }

        #[test]
        fn what_is_joined_and_divided_is_the_same_texts(first in "[a雨]{1,6}\\.\n", second in "# [a雪]{1,6}\n\n[b风]{1,6}\\.\n") {
            let joined = manuscript("a.md", &first).joined(&manuscript("b.md", &second));
            let parts = manuscript("a.md", &joined).divided(first.len() + 1).expect("two parts");
            prop_assert_eq!((parts.first, parts.second), (first, second));
        }

        #[test]
        fn no_place_breaks_a_text_and_no_word_is_lost(text in "([ab雨`\\[\\]^:#>|*-]|\n|---\n|\\[\\^1\\]|```\n){0,30}", at in 0_usize..60) {
            let at = (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
            for path in ["a.md", "a.txt"] {
                if let Some(parts) = manuscript(path, &text).divided(at) {
                    let letters = |text: &str| text.chars().filter(|c| "ab雨".contains(*c)).count();
                    prop_assert!(letters(&parts.first) + letters(&parts.second) >= letters(&text));
                }
            }
        }
    }
}
