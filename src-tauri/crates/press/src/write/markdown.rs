//! Writes a book as one Markdown file, which parses back to the same book.

use crate::block::{Block, Line, Piece, Span, Style};
use crate::book::Book;
use crate::line::append;
use crate::shield::is_shielded;

/// Separates two adjacent runs of `*` marks, as in `*a***b**`. It is a comment, so it is invisible.
const APART: &str = "<!-- -->";

/// Returns the whole book: one front matter, the chapters, and the footnotes with consecutive numbers.
pub(crate) fn book(book: &Book) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "'"));
    let mut front = format!("---\ntitle: {}\n", quoted(&book.title));
    if let Some(author) = &book.author {
        front += &format!("author: {}\n", quoted(author));
    }
    front += &format!("language: {}\n---\n\n", book.language);
    let mut blocks = Blocks {
        text: front,
        ..Blocks::default()
    };
    for chapter in book.chapters() {
        chapter.blocks.iter().for_each(|block| blocks.push(block));
    }
    with_notes(blocks, &book.notes)
}

/// Returns blocks followed by the footnotes they reference.
pub(crate) fn text(blocks: &[Block], notes: &[Vec<Block>]) -> String {
    let mut text = Blocks::default();
    blocks.iter().for_each(|block| text.push(block));
    with_notes(text, notes)
}

fn with_notes(blocks: Blocks, notes: &[Vec<Block>]) -> String {
    let Blocks {
        mut text,
        mut is_first,
        ..
    } = blocks;
    for (number, note) in notes.iter().enumerate() {
        let body = self::blocks(note);
        if !std::mem::take(&mut is_first) {
            text.push('\n');
        }
        text += &format!("[^{}]: {}\n", number + 1, indented(body.trim_end(), "    "));
    }
    text
}

/// Returns blocks separated by blank lines.
pub(crate) fn blocks(blocks: &[Block]) -> String {
    let mut text = Blocks::default();
    blocks.iter().for_each(|block| text.push(block));
    text.text
}

/// A sequence of written blocks.
struct Blocks {
    text: String,
    is_first: bool,
    /// If the last block is a list, whether the list is numbered; otherwise `None`.
    list: Option<bool>,
    /// Whether that list uses the alternative marker.
    other_mark: bool,
}

impl Default for Blocks {
    fn default() -> Self {
        Self {
            text: String::new(),
            is_first: true,
            list: None,
            other_mark: false,
        }
    }
}

impl Blocks {
    /// Appends a block after a blank line.
    fn push(&mut self, block: &Block) {
        if !std::mem::take(&mut self.is_first) {
            self.text.push('\n');
        }
        let list = match block {
            Block::List(from, _) => Some(from.is_some()),
            _ => None,
        };
        // Two adjacent lists would become one, unless their markers differ.
        self.other_mark = list.is_some() && list == self.list && !self.other_mark;
        self.list = list;
        match block {
            Block::Heading(level, words) => {
                let marks = "#".repeat(usize::from(*level));
                let words = line(words, Place::Heading);
                let words = words
                    .strip_suffix('#')
                    .map_or(words.clone(), |words| format!("{words}\\#"));
                self.text += &format!("{marks} {words}\n");
            }
            Block::Paragraph(words) => self.text += &format!("{}\n", line(words, Place::Paragraph)),
            Block::Quote(inside) => {
                for line in self::blocks(inside).lines() {
                    self.text += if line.is_empty() { ">" } else { "> " };
                    self.text += &format!("{line}\n");
                }
            }
            Block::List(from, items) => self.text += &self::list(*from, items, self.other_mark),
            Block::Code(code) => {
                let fence = "`".repeat(longest_run(code, '`').max(2) + 1);
                self.text += &format!("{fence}\n{code}\n{fence}\n");
            }
            Block::Break => self.text += "* * *\n",
            Block::Table(rows) => self.text += &table(rows),
        }
    }
}

fn list(from: Option<u64>, items: &[Vec<Block>], other_mark: bool) -> String {
    // A nested list can follow a paragraph without a blank line only if it has bullets or begins at 1.
    let is_tight = |item: &Vec<Block>| {
        matches!(
            item[..],
            [] | [_] | [Block::Paragraph(_), Block::List(None | Some(1), _)]
        )
    };
    let is_loose = !items.iter().all(is_tight);
    let mut text = String::new();
    for (at, item) in items.iter().enumerate() {
        let mark = match (from, other_mark) {
            // CommonMark allows at most nine digits.
            (Some(from), other) => format!(
                "{}{} ",
                (from.saturating_add(at as u64)).min(999_999_999),
                if other { ')' } else { '.' }
            ),
            (None, false) => "- ".into(),
            (None, true) => "+ ".into(),
        };
        if at > 0 && is_loose {
            text.push('\n');
        }
        let body = if is_loose { blocks(item) } else { tight(item) };
        text += format!("{mark}{}", indented(body.trim_end(), &" ".repeat(mark.len()))).trim_end();
        text.push('\n');
    }
    text
}

/// Returns an item of a tight list, that is, a list without blank lines.
fn tight(item: &[Block]) -> String {
    item.iter()
        .map(|block| blocks(std::slice::from_ref(block)))
        .collect()
}

fn table(rows: &[Vec<Line>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let mut text = String::new();
    for (at, row) in rows.iter().enumerate() {
        for column in 0..columns {
            let cell = row
                .get(column)
                .map(|cell| line(cell, Place::Cell))
                .unwrap_or_default();
            text += &format!("| {cell} ");
        }
        text += "|\n";
        if at == 0 {
            text += &format!("{}|\n", "| --- ".repeat(columns));
        }
    }
    text
}

/// Returns a text with all lines but the first indented.
fn indented(text: &str, by: &str) -> String {
    let mut lines = text.lines();
    let mut out = lines.next().unwrap_or_default().to_owned();
    for line in lines {
        out.push('\n');
        if !line.is_empty() {
            out += by;
            out += line;
        }
    }
    out
}

fn longest_run(text: &str, of: char) -> usize {
    let mut longest = 0;
    let mut now = 0;
    for character in text.chars() {
        now = if character == of { now + 1 } else { 0 };
        longest = longest.max(now);
    }
    longest
}

/// The place of a line, which decides its escaping.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Paragraph,
    Heading,
    Cell,
}

fn line(words: &[Span], place: Place) -> String {
    let mut merged = Line::new();
    for span in words {
        let mut span = span.clone();
        if span.piece == Piece::LineBreak {
            (span.style, span.link) = (Style::default(), None);
        }
        append(&mut merged, span);
    }
    let mut out = Writer::new(place);
    out.spans(&merged, Style::default(), false);
    let mut lines: Vec<String> = out
        .out
        .trim_matches([' ', '\n'])
        .split('\n')
        .map(str::to_owned)
        .collect();
    if place == Place::Paragraph {
        lines.iter_mut().for_each(|line| *line = escaped_start(line));
    }
    lines.join("\n")
}

struct Writer {
    out: String,
    place: Place,
    /// If the output ends with a closing mark, the last character before the mark.
    last: Option<char>,
}

impl Writer {
    fn new(place: Place) -> Self {
        Self {
            out: String::new(),
            place,
            last: None,
        }
    }

    /// Writes spans inside the open marks.
    fn spans(&mut self, spans: &[Span], open: Style, in_link: bool) {
        let mut rest = spans;
        while let Some(first) = rest.first() {
            if let Some(to) = first.link.as_ref().filter(|_| !in_link) {
                let length = run(rest, |span| span.link.as_ref() == Some(to));
                self.link(&rest[..length], to, open);
                rest = &rest[length..];
                continue;
            }
            let in_same_link = |span: &Span| in_link || span.link == first.link;
            let (mark, length) = if first.style.strike && !open.strike {
                ("~~", run(rest, |span| span.style.strike && in_same_link(span)))
            } else if first.style != open {
                // The CommonMark rules for nested emphasis are hard to predict, so each stretch gets its own marks.
                let mark = &"***"[..usize::from(first.style.emphasis) + 2 * usize::from(first.style.strong)];
                (
                    mark,
                    run(rest, |span| span.style == first.style && in_same_link(span)),
                )
            } else {
                ("", 1)
            };
            if mark.is_empty() {
                self.piece(first);
            } else {
                let now = if mark == "~~" {
                    Style { strike: true, ..open }
                } else {
                    first.style
                };
                self.marked(&rest[..length], mark, now, in_link);
            }
            rest = &rest[length..];
        }
    }

    fn marked(&mut self, spans: &[Span], mark: &str, open: Style, in_link: bool) {
        let mut inside = Self::new(self.place);
        inside.spans(spans, open, in_link);
        // White space directly inside the marks would make them plain text, so it goes outside.
        let core = inside.out.trim_matches(char::is_whitespace);
        if core.is_empty() {
            return self.raw(&inside.out);
        }
        let before = inside.out.len() - inside.out.trim_start_matches(char::is_whitespace).len();
        self.raw(&inside.out[..before]);
        self.open(mark, core.chars().next().unwrap_or_default());
        self.out += core;
        self.out += mark;
        self.last = core.chars().next_back();
        self.raw(&inside.out[before + core.len()..]);
    }

    /// Writes an opening mark before the character `first`.
    fn open(&mut self, mark: &str, first: char) {
        let before = self.out.chars().next_back();
        let runs_together = before.is_some_and(|before| mark.starts_with(before));
        let stays_shut = before.is_some_and(may_be_letter) && may_be_punctuation(first);
        if runs_together || stays_shut {
            self.out += APART;
        }
        self.out += mark;
    }

    /// Writes text that is not a mark. If a letter follows a closing mark, a comment separates the two; otherwise the
    /// mark might not close.
    fn raw(&mut self, text: &str) {
        let Some(next) = text.chars().next() else { return };
        if self.last.take().is_some_and(may_be_punctuation) && may_be_letter(next) {
            self.out += APART;
        }
        self.out += text;
    }

    fn link(&mut self, spans: &[Span], to: &str, open: Style) {
        let mut inside = Self::new(self.place);
        inside.spans(spans, open, true);
        let mut target = String::new();
        for character in to.chars() {
            match character {
                ' ' | '\n' => target += "%20",
                '&' if !to.contains(';') => target.push('&'),
                other if other.is_ascii_punctuation() && !"/:.,-_=?#%+@;".contains(other) => {
                    target.extend(['\\', other])
                }
                other => target.push(other),
            }
        }
        self.raw(&format!("[{}]({target})", inside.out.replace('\n', " ")));
    }

    fn piece(&mut self, span: &Span) {
        match &span.piece {
            Piece::Text(text) => {
                let text = escaped(text, self.out.ends_with(']'));
                self.raw(&text);
            }
            Piece::Code(code) => {
                let fence = "`".repeat(longest_run(code, '`') + 1);
                let has_edge = code.starts_with(['`', ' ']) || code.ends_with(['`', ' ']);
                let pad = if has_edge && !code.trim().is_empty() {
                    " "
                } else {
                    ""
                };
                let code = code
                    .replace('\n', " ")
                    .replace('|', if self.place == Place::Cell { "\\|" } else { "|" });
                if !code.is_empty() {
                    self.raw(&format!("{fence}{pad}{code}{pad}{fence}"));
                }
            }
            Piece::Image { path, words } => {
                let mut to = String::new();
                for character in path.chars() {
                    if " ()<>\\%?#&`*~[]|:".contains(character) {
                        to += &format!("%{:02X}", u32::from(character));
                    } else {
                        to.push(character);
                    }
                }
                self.raw(&format!("![{}]({to})", escaped(words, false)));
            }
            Piece::Note(number) => self.raw(&format!("[^{}]", number + 1)),
            // Two adjacent hyphens would end the comment.
            Piece::Remark(words) => self.raw(&format!(
                "<!-- {} -->",
                words.replace(['\n', '<', '>'], " ").replace("--", "- -")
            )),
            Piece::LineBreak if self.place == Place::Paragraph => self.raw("\\\n"),
            Piece::LineBreak => self.raw("<br>"),
        }
    }
}

/// Returns how many spans at the start satisfy `like`.
fn run(spans: &[Span], like: impl Fn(&Span) -> bool) -> usize {
    spans.iter().take_while(|span| like(span)).count()
}

/// Returns whether CommonMark may treat a character beside a mark as a letter. Chinese punctuation counts as a letter,
/// see `read::markdown`. For other characters Unicode tables would be needed, so this function and its counterpart may
/// both be true.
fn may_be_letter(character: char) -> bool {
    !character.is_whitespace() && !character.is_ascii_punctuation()
}

fn may_be_punctuation(character: char) -> bool {
    // This range contains enclosed letters, which CommonMark treats as punctuation.
    let is_symbol = matches!(character, '\u{2100}'..='\u{2bff}' | '\u{1f100}'..='\u{1f1ff}');
    (is_symbol || !character.is_alphanumeric()) && !is_shielded(character)
}

/// Returns text with all markup escaped.
fn escaped(text: &str, behind_bracket: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before: Option<char> = None;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let next = characters.peek().copied();
        let is_word = |character: Option<char>| character.is_some_and(char::is_alphanumeric);
        let is_markup = match character {
            '\\' | '`' | '*' | '[' | ']' | '~' | '|' => true,
            '_' => !(is_word(before) && is_word(next)),
            '<' => next.is_none_or(|next| next.is_ascii_alphabetic() || "/!?".contains(next)),
            '&' => next.is_some_and(|next| next.is_ascii_alphanumeric() || next == '#'),
            '!' => next.is_none(),
            // `[^1]: …` would define a note, and `[a](b)` would become a link, although the brackets are text.
            ':' | '(' => before.is_none() && behind_bracket,
            _ => false,
        };
        if is_markup {
            out.push('\\');
        }
        out.push(if character == '\n' { ' ' } else { character });
        before = Some(character);
    }
    out
}

/// Returns a line escaped so that it does not begin a heading, list, quotation or rule.
fn escaped_start(line: &str) -> String {
    let digits = line.len()
        - line
            .trim_start_matches(|character: char| character.is_ascii_digit())
            .len();
    let behind = line[digits..].chars().next();
    let next = line.chars().nth(1);
    match line.chars().next() {
        Some('#' | '>' | '=') => format!("\\{line}"),
        Some('-' | '+') if next.is_none_or(|next| !next.is_alphanumeric()) => format!("\\{line}"),
        Some(_) if (1..=9).contains(&digits) && matches!(behind, Some('.' | ')')) => {
            let after = line[digits + 1..].chars().next();
            if after.is_none_or(char::is_whitespace) {
                format!("{}\\{}", &line[..digits], &line[digits..])
            } else {
                line.to_owned()
            }
        }
        _ => line.to_owned(),
    }
}
