//! A memory file of any kind as lines, which print back to exactly the same bytes.
//!
//! The parser knows only headings, bullets, fences and the annotation comments; all other lines are kept unchanged.
//! [`crate::files::long_term::MemoryFile`] interprets the rules among these lines, consolidation the items. The format
//! is specified in `docs/file-format.md`.

pub mod category;
pub mod census;
mod item;
mod line;
pub(crate) mod plan;

use std::fmt;
use std::ops::Range;

pub(crate) use item::{FROM, short_hash, source_name};
pub use item::{Item, ItemState};
pub(crate) use line::{
    Annotated, CLOSING, RULE, annotation, closing, continues, heading, length_of_line, opening, section_title,
};
use line::{collapsed, folded, leaves_open};
pub use line::{key, words};
pub(crate) use line::{marker, plain, split_ending, without_comments};

const BYTE_ORDER_MARK: char = '\u{feff}';

/// A memory file. `parse` and `Display` are inverse on any text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// Whether the text began with a byte-order mark, which belongs to no line.
    marked: bool,
    /// The lines including their line endings; only the last may have none.
    lines: Vec<String>,
}

/// The kind of a stretch of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// A line of white space.
    Blank,
    /// A heading and its level, 1 to 6.
    Heading(u8),
    /// A top-level bullet with the lines that belong to it.
    Bullet,
    /// A fenced block; without a closing fence it runs to the end of the file.
    Fence {
        /// Whether it is closed.
        closed: bool,
    },
    /// Any other line.
    Text,
}

/// A stretch of lines that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its kind.
    pub kind: BlockKind,
    /// Its lines, counted from 0.
    pub lines: Range<usize>,
}

/// The content of a heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// Its text on one line.
    pub title: String,
    /// The key of the heading. Headings that differ in case, white space or width have the same key, and so have the
    /// names of a section of rules in both languages.
    pub key: String,
}

/// The lines between one heading and the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The second-level heading it belongs to; `None` before the first, and below a first-level heading.
    pub section: Option<Heading>,
    /// The deeper heading above it, if any.
    pub group: Option<Heading>,
    /// Its lines, including its own heading.
    pub lines: Range<usize>,
    /// The line before which text can be added: after its last line that is not blank, but before a fence that is not
    /// closed.
    pub end: usize,
    /// Its bullets.
    pub bullets: Vec<Bullet>,
}

/// A top-level bullet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bullet {
    /// Its text, without marker and comments, with white space collapsed.
    pub words: String,
    /// Its owner.
    pub whose: Whose,
    /// Its lines, counted from 0.
    pub lines: Range<usize>,
}

/// The owner of a bullet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The writer: there is no annotation, or she has changed the desk's text.
    Writer,
    /// A rule, recognised by its annotation.
    Rule,
    /// Consolidation, with the annotation of the item.
    Machine(Item),
}

impl Document {
    /// Parses a memory file. Never fails: lines that are not understood are kept.
    pub fn parse(text: &str) -> Self {
        let unmarked = text.strip_prefix(BYTE_ORDER_MARK);
        Self {
            marked: unmarked.is_some(),
            lines: unmarked
                .unwrap_or(text)
                .split_inclusive('\n')
                .map(str::to_owned)
                .collect(),
        }
    }

    /// Returns the lines with their endings.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// Returns whether the text began with a byte-order mark.
    pub fn is_marked(&self) -> bool {
        self.marked
    }

    /// Returns whether the file contains only white space.
    pub fn is_blank(&self) -> bool {
        self.lines.iter().all(|line| line.trim().is_empty())
    }

    /// Returns the text of some lines.
    pub fn text(&self, lines: &Range<usize>) -> String {
        self.lines[lines.clone()].concat()
    }

    /// Returns its length in characters without the annotations of rules and items, because these never go into a
    /// prompt.
    pub fn length(&self) -> usize {
        self.lines.iter().map(|line| length_of_line(line)).sum()
    }

    /// Returns the stretches of lines that belong together, from the top. The time is linear in the length of the text.
    pub fn blocks(&self) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut start = 0;
        while let Some(line) = self.lines.get(start) {
            let (kind, end) = if line.trim().is_empty() {
                (BlockKind::Blank, start + 1)
            } else if let Some((end, closed)) = self.fence(start) {
                (BlockKind::Fence { closed }, end)
            } else if let Some((level, _)) = heading(line) {
                (BlockKind::Heading(level), start + 1)
            } else if marker(line).is_some() {
                (BlockKind::Bullet, self.end_of_bullet(start))
            } else {
                (BlockKind::Text, start + 1)
            };
            blocks.push(Block {
                kind,
                lines: start..end,
            });
            start = end;
        }
        blocks
    }

    /// Returns the parts between one heading and the next, from the top. The first part is above all headings, and may
    /// be empty.
    pub fn parts(&self) -> Vec<Part> {
        let blocks = self.blocks();
        let mut parts = vec![Part::new(None, None, 0..0)];
        for (number, block) in blocks.iter().enumerate() {
            let Some(mut part) = parts.pop() else { break };
            let line = &self.lines[block.lines.start];
            if let BlockKind::Heading(level) = block.kind {
                let (section, group) = match level {
                    1 => (None, None),
                    2 => (Heading::of(line), None),
                    _ => (part.section.clone(), Heading::of(line)),
                };
                parts.push(part);
                part = Part::new(section, group, block.lines.clone());
            }
            if block.kind == BlockKind::Bullet {
                let next = blocks.get(number + 1).map(|next| next.kind);
                part.bullets.push(self.bullet(&block.lines, next));
            }
            part.lines.end = block.lines.end;
            if !matches!(block.kind, BlockKind::Blank | BlockKind::Fence { closed: false }) {
                part.end = block.lines.end;
            }
            parts.push(part);
        }
        parts
    }

    /// Returns the line before which a new section can be added. It is the end, or a fence that is not closed, because
    /// a section after it would become part of the fenced block.
    pub fn end(&self) -> usize {
        match self.blocks().last() {
            Some(Block {
                kind: BlockKind::Fence { closed: false },
                lines,
            }) => lines.start,
            _ => self.lines.len(),
        }
    }

    /// Removes a bullet and returns its text.
    pub fn remove(&mut self, bullet: &Bullet) -> String {
        self.lines.drain(bullet.lines.clone()).collect()
    }

    /// Replaces a bullet by one line, given without a line ending.
    pub fn replace(&mut self, bullet: &Bullet, line: &str) {
        let (_, ending) = split_ending(&self.lines[bullet.lines.end - 1]);
        let line = format!("{line}{ending}");
        self.splice(bullet.lines.clone(), &line);
    }

    /// Replaces some lines by a text.
    pub(crate) fn splice(&mut self, lines: Range<usize>, text: &str) {
        self.lines
            .splice(lines, text.split_inclusive('\n').map(str::to_owned));
    }

    /// Replaces several ranges of lines, which must not overlap, in one pass.
    pub(crate) fn splice_all(&mut self, mut texts: Vec<(Range<usize>, String)>) {
        texts.sort_by_key(|(lines, _)| lines.start);
        let mut old = std::mem::take(&mut self.lines).into_iter();
        let mut at = 0;
        for (lines, text) in texts {
            self.lines.extend(old.by_ref().take(lines.start - at));
            self.lines.extend(text.split_inclusive('\n').map(str::to_owned));
            at = lines.end;
            old.by_ref().take(lines.len()).for_each(drop);
        }
        self.lines.extend(old);
    }

    /// Adds a line ending to the last line, so that text can follow it.
    pub(crate) fn end_last_line(&mut self) {
        let ending = self.ending();
        line::end_last(&mut self.lines, ending);
    }

    /// Returns the line ending of its first line, which added lines get too.
    pub(crate) fn ending(&self) -> &'static str {
        if self.lines.first().is_some_and(|line| line.ends_with("\r\n")) {
            "\r\n"
        } else {
            "\n"
        }
    }

    fn bullet(&self, lines: &Range<usize>, next: Option<BlockKind>) -> Bullet {
        let raw = self.text(lines);
        // An item is a single line. If indented lines or a text line follow it, the writer has added them.
        let stands_alone = lines.len() == 1 && next != Some(BlockKind::Text);
        let whose = match annotation(&raw) {
            Some(Annotated::Rule) => Whose::Rule,
            Some(Annotated::Item) if stands_alone => Item::read(&raw).map_or(Whose::Writer, Whose::Machine),
            _ => Whose::Writer,
        };
        Bullet {
            words: words(&raw),
            whose,
            lines: lines.clone(),
        }
    }

    /// Returns the line after the bullet that starts at `start`. The bullet includes its indented lines, their closed
    /// fenced blocks, and an annotation that an editor wrapped onto separate lines.
    fn end_of_bullet(&self, start: usize) -> usize {
        let mut end = start + 1;
        let mut open = leaves_open(&self.lines[start], false);
        while let Some(line) = self.lines.get(end) {
            let next = if continues(line) {
                match self.fence(end) {
                    // The fenced block would include the rest of the file, and each line added to it.
                    Some((_, false)) => break,
                    Some((close, true)) => close,
                    None => end + 1,
                }
            } else if open && self.runs_on(end) {
                end + 1
            } else {
                break;
            };
            for line in &self.lines[end..next] {
                open = leaves_open(line, open);
            }
            end = next;
        }
        end
    }

    /// Returns whether a line can be part of a wrapped annotation.
    fn runs_on(&self, number: usize) -> bool {
        let line = &self.lines[number];
        let begins_anew = marker(line).is_some() || heading(line).is_some() || self.fence(number).is_some();
        !line.trim().is_empty() && !begins_anew
    }

    /// Returns the line after a fenced block that opens at `start`, and whether the block is closed.
    fn fence(&self, start: usize) -> Option<(usize, bool)> {
        let close = closing(&self.lines, start)?;
        Some(close.map_or((self.lines.len(), false), |close| (close + 1, true)))
    }
}

impl fmt::Display for Document {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.marked {
            write!(formatter, "{BYTE_ORDER_MARK}")?;
        }
        self.lines.iter().try_for_each(|line| formatter.write_str(line))
    }
}

impl Heading {
    /// Returns the heading of a line; `None` if the line is not a heading or its title is empty.
    pub fn of(line: &str) -> Option<Self> {
        heading(line).and_then(|(_, title)| Self::titled(title))
    }

    /// Returns the heading with a title; `None` if the title is empty.
    pub fn titled(title: &str) -> Option<Self> {
        let title = collapsed(&without_comments(title));
        let title = title.trim_end_matches(|character: char| character == '#' || character.is_whitespace());
        if title.is_empty() {
            return None;
        }
        let key = category::category_of_heading(title).map_or_else(
            || folded(title),
            |category| folded(category::heading(category, prose::Language::En)),
        );
        Some(Self {
            title: title.to_owned(),
            key,
        })
    }
}

impl Part {
    fn new(section: Option<Heading>, group: Option<Heading>, lines: Range<usize>) -> Self {
        Self {
            section,
            group,
            end: lines.end,
            lines,
            bullets: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::{DateTime, TimeDelta};
    use proptest::prelude::*;

    fn item(words: &str) -> String {
        let day = DateTime::UNIX_EPOCH + TimeDelta::days(20_000);
        Item::new(words, "run-1", day).bullet(words)
    }

    fn whose(text: &str) -> Vec<(String, &'static str)> {
        let name = |whose| match whose {
            Whose::Writer => "writer",
            Whose::Rule => "rule",
            Whose::Machine(_) => "machine",
        };
        let parts = Document::parse(text).parts();
        let bullets = parts.into_iter().flat_map(|part| part.bullets);
        bullets.map(|bullet| (bullet.words, name(bullet.whose))).collect()
    }

    fn appended(text: &str, section: &str, bullet: &str) -> String {
        let mut document = Document::parse(text);
        document.append(section, vec![bullet.to_owned()]);
        document.to_string()
    }

    #[test]
    fn an_item_is_written_with_what_it_is_and_where_it_came_from() {
        insta::assert_snapshot!(item("Wen is left-handed"), @"- Wen is left-handed <!-- item item-fd119206c8bc | active | run run-1 | since 2024-10-04 | updated 2024-10-04 -->");
        insta::assert_snapshot!(item("林晚是左撇子。"), @"- 林晚是左撇子。 <!-- item item-e314db826291 | active | run run-1 | since 2024-10-04 | updated 2024-10-04 -->");
    }

    #[test]
    fn a_line_the_writer_changed_is_hers_and_one_she_did_not_touch_is_the_machines() {
        let line = item("Wen is left-handed");
        for (text, expected) in [
            (line.clone(), "machine"),
            (format!("{line}\n- another"), "machine"),
            (format!("{line}\n\nText."), "machine"),
            (line.replace("- Wen", "* wen").replace("left", "LEFT"), "machine"),
            (line.replace("left", "right"), "writer"),
            (line.replace("active", "asleep"), "writer"),
            (line.replace("run-1", "run 1"), "writer"),
            (line.replace("since 2024-10-04 ", ""), "writer"),
            (
                line.replace("2024-10-04 -->", "2024-10-04 | merged 2 -->"),
                "machine",
            ),
            (line.replace("2024-10-04 -->", "2024-10-04 | mine -->"), "writer"),
            (line.replace(" <!--", " <!-- why? --> <!--"), "writer"),
            (format!("{line} so she says"), "writer"),
            (format!("{line}\n  and left-footed"), "writer"),
            (format!("{line}\nwhich runs on"), "writer"),
            (line.replace("<!-- item", "<!-- rule"), "rule"),
        ] {
            assert_eq!(whose(&text)[0].1, expected, "{text}");
        }
    }

    #[test]
    fn parts_are_known_by_their_headings_in_both_languages() {
        let text = "\u{feff}Mine.\n## Facts\n- a\n### Wen\n- b\n## facts ##\n```\n## no\n- no\n```\n- c\n# Other\n- d\n\
                    ## 节奏偏好\n- e\n## Ｐacing\n- f\n";
        let seen: Vec<_> = Document::parse(text)
            .parts()
            .into_iter()
            .map(|part| {
                let key = |heading: Option<Heading>| heading.map_or(String::new(), |heading| heading.key);
                let words: Vec<String> = part.bullets.into_iter().map(|bullet| bullet.words).collect();
                (key(part.section), key(part.group), words.concat())
            })
            .collect();
        let part = |section: &str, group: &str, words: &str| (section.into(), group.into(), words.into());
        assert_eq!(
            seen,
            [
                part("", "", ""),
                part("facts", "", "a"),
                part("facts", "wen", "b"),
                part("facts", "", "c"),
                part("", "", "d"),
                part("pacing", "", "e"),
                part("pacing", "", "f"),
            ]
        );
    }

    #[test]
    fn a_bullet_is_added_at_the_end_of_its_section_and_of_what_can_be_seen() {
        for (text, expected) in [
            ("", "## Facts\n\n- x\n"),
            ("Mine", "Mine\n\n## Facts\n\n- x\n"),
            ("## FACTS", "## FACTS\n\n- x\n"),
            ("## Facts\n\n- a\n\n## B\n", "## Facts\n\n- a\n- x\n\n## B\n"),
            (
                "## Facts\n- a\n  b\nText.\n",
                "## Facts\n- a\n  b\nText.\n\n- x\n",
            ),
            ("## Facts\r\n- a", "## Facts\r\n- a\r\n- x\r\n"),
            (
                "## Facts\n- a\n### Wen\n- b\n",
                "## Facts\n- a\n- x\n### Wen\n- b\n",
            ),
            ("## Facts\n- a\n~~~\n- b\n", "## Facts\n- a\n- x\n\n~~~\n- b\n"),
            (
                "## Facts\n- a\n  ~~~\n- b\n",
                "## Facts\n- a\n- x\n\n  ~~~\n- b\n",
            ),
            ("~~~\n- b\n", "## Facts\n\n- x\n\n~~~\n- b\n"),
            ("\u{feff}~~~\n", "\u{feff}## Facts\n\n- x\n\n~~~\n"),
        ] {
            assert_eq!(appended(text, "Facts", "- x"), expected, "{text:?}");
        }
        assert_eq!(
            appended("## 人物\n- 甲\n", "人物", "- 乙"),
            "## 人物\n- 甲\n- 乙\n"
        );
        assert_eq!(appended("Mine.", " # ", "- x"), "Mine.", "a section has a name");
    }

    #[test]
    fn a_bullet_goes_or_is_replaced_with_its_lines_and_nothing_else() {
        let text = "## Facts\r\n- a\r\n  more\r\n- b";
        let mut document = Document::parse(text);
        let bullets = document.parts().remove(1).bullets;
        document.replace(&bullets[1], "- c");
        assert_eq!(document.to_string(), "## Facts\r\n- a\r\n  more\r\n- c");
        assert_eq!(document.remove(&bullets[0]), "- a\r\n  more\r\n");
        assert_eq!(document.to_string(), "## Facts\r\n- c");
    }

    #[test]
    fn statements_are_compared_by_what_they_say() {
        for (a, b, same) in [
            ("Wen is  left-handed", "wen IS left-handed.", true),
            ("语气：冷。", "语气:冷", true),
            ("他 12 岁．", "他 １２ 岁", true),
            ("a <!-- x --> b", "a b", true),
            ("Wait...", "Wait", false),
            ("等……", "等", false),
            (".", "", false),
            ("not so", "so", false),
        ] {
            assert_eq!(key(a) == key(b), same, "{a} / {b}");
        }
    }

    #[test]
    fn no_comment_is_left_of_what_is_hidden_in_another() {
        for (text, clean) in [
            ("a <!-- rule x | confirmed --> b", "a   b"),
            ("<!-<!-- x -->- rule", "<!- - rule"),
            ("a <!-- rule x", "a   rule x"),
            ("a --> b", "a   b"),
            ("<!-->", " "),
        ] {
            assert_eq!(without_comments(text), clean);
        }
    }

    #[test]
    fn book_keeping_is_no_part_of_the_length() {
        let bare = Document::parse("- 林晚是左撇子\n").length();
        assert_eq!(bare, 9);
        assert_eq!(
            Document::parse(&format!("{}\n", item("林晚是左撇子"))).length(),
            bare
        );
    }

    proptest! {
        #[test]
        fn parse_and_print_are_inverse(text in any::<String>()) {
            prop_assert_eq!(Document::parse(&text).to_string(), text);
        }

        #[test]
        fn parse_and_print_are_inverse_for_text_full_of_marks(
            text in "(?s)([-*#`~\\n\\r\u{feff} 　a-z字]|\\r\\n|## Facts\n|```\n|<!-- (rule|item) a.b \\| x( -->)?){0,60}"
        ) {
            let document = Document::parse(&text);
            prop_assert_eq!(document.to_string(), text);
            // The blocks, and also the parts, cover the lines without gaps.
            let mut at = 0;
            for block in document.blocks() {
                prop_assert_eq!(block.lines.start, at);
                prop_assert!(block.lines.end > at);
                at = block.lines.end;
            }
            prop_assert_eq!(at, document.lines().len());
            let parts = document.parts();
            prop_assert_eq!(parts.iter().map(|part| part.lines.len()).sum::<usize>(), at);
            for part in parts {
                prop_assert!(part.lines.start <= part.end && part.end <= part.lines.end);
            }
        }

        #[test]
        fn no_text_is_left_with_the_mark_of_a_comment(text in "[<!\\-> ab]{0,40}") {
            let clean = without_comments(&text);
            prop_assert!(!clean.contains("<!--") && !clean.contains(CLOSING), "{clean:?}");
        }

        #[test]
        fn what_is_added_is_found_and_moves_nothing(
            text in "([-*#`~\\n 　a-z字]|\\r\\n|## Facts\n|```\n|- a\n){0,60}"
        ) {
            let after = appended(&text, "Facts", &item("new"));
            let machine = |text: &str| whose(text).iter().filter(|bullet| bullet.1 == "machine").count();
            prop_assert_eq!(machine(&after), 1, "{:?}", after);
            let mut rest = after.lines();
            for line in text.lines() {
                prop_assert!(rest.any(|kept| kept == line), "{line:?} is gone from {after:?}");
            }
        }
    }
}
