//! Rewrites what CommonMark takes for code, for a list or for HTML, and a writer of prose does not.

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

use super::html;
use super::options::OPTIONS;
use crate::read::lines::{is_item, is_prose};

/// The maximum number of readings. One finds all indented lines and all numbers of an ordinary text, and the next finds
/// nothing more. Only lists in code in lists need more, and no text may be read without end.
const READINGS: usize = 8;

/// The columns by which CommonMark indents code.
const CODE: usize = 4;

/// The columns that are left of an indent. Two of them are an indent, which begins a paragraph where lines are joined.
const INDENT: usize = 2;

/// A text that is put in the place of another: where, how many bytes are taken out, and what is put in.
struct Edit {
    at: usize,
    taken: usize,
    put: String,
}

/// Returns a text without comments, in which neither an indent nor a number at the beginning of a paragraph is markup.
///
/// Novelists begin paragraphs with a tab or four spaces. For CommonMark these lines are code; here they are paragraphs,
/// and only a fence makes code. A paragraph may also begin with a year, as in `1914. It was raining.`; a number is a
/// list only if [`is_list`] says so. What continues an item of a list stays in the item.
/// A comment at the beginning of a line, such as one for the desk, is taken out.
///
/// With `ends_notes`, one Enter ends a paragraph. The line below a footnote is then no part of the note.
pub(super) fn as_prose(text: String, ends_notes: bool) -> String {
    let mut text = outdented(text);
    for _ in 0..READINGS {
        let mut edits = edits(&text, ends_notes);
        if edits.is_empty() {
            break;
        }
        edits.sort_by_key(|edit| edit.at);
        let mut out = String::with_capacity(text.len() + edits.len());
        let mut from = 0;
        for Edit { at, taken, put } in edits {
            // Two edits may meet where the first line of a list is both an item and code.
            let Some(before) = text.get(from..at) else {
                continue;
            };
            out += before;
            out += &put;
            from = at + taken;
        }
        out += &text[from..];
        text = out;
    }
    text
}

/// What is open around the place of the reading.
enum Open {
    /// A list, and for each item its number and the place of the mark behind the number.
    Numbered(Vec<(u64, usize)>),
    Note,
    Other,
}

struct Reading<'a> {
    text: &'a str,
    open: Vec<Open>,
    /// For the text and each open element, the last number of the last list directly in it.
    last: Vec<Option<u64>>,
    is_code: bool,
    edits: Vec<Edit>,
}

fn edits(text: &str, ends_notes: bool) -> Vec<Edit> {
    let mut reading = Reading {
        text,
        open: Vec::new(),
        last: vec![None],
        is_code: false,
        edits: Vec::new(),
    };
    for (event, range) in Parser::new_ext(text, OPTIONS).into_offset_iter() {
        match event {
            Event::Start(Tag::HtmlBlock) => {
                reading.start(&Tag::HtmlBlock, range.start);
                let found = html::comments(&text[range.clone()]).into_iter();
                reading.edits.extend(found.map(|comment| Edit {
                    at: range.start + comment.start,
                    taken: comment.len(),
                    put: String::new(),
                }));
            }
            Event::Start(tag) => reading.start(&tag, range.start),
            Event::End(tag) => reading.end(tag),
            Event::Text(_) if reading.is_code => reading.code(range.start, range.end),
            Event::SoftBreak if ends_notes && matches!(reading.open[..], [Open::Note, Open::Other]) => {
                let next = &text[range.end..];
                let indent = next.len() - next.trim_start_matches(' ').len();
                if indent < CODE && !next.starts_with('\t') {
                    reading.edits.push(Edit {
                        at: range.end,
                        taken: 0,
                        put: "\n".into(),
                    });
                }
            }
            _ => {}
        }
    }
    reading.edits
}

impl Reading<'_> {
    fn start(&mut self, tag: &Tag<'_>, at: usize) {
        self.open.push(match tag {
            Tag::List(Some(_)) => Open::Numbered(Vec::new()),
            Tag::FootnoteDefinition(_) => Open::Note,
            _ => Open::Other,
        });
        self.last.push(None);
        self.is_code = matches!(tag, Tag::CodeBlock(CodeBlockKind::Indented));
        if *tag == Tag::Item
            && let [.., Open::Numbered(items), _] = &mut self.open[..]
        {
            let digits = self.text[at..].trim_start_matches([' ', '\t']);
            let at = self.text.len() - digits.len();
            let length = digits.bytes().take_while(u8::is_ascii_digit).count();
            if let Ok(number) = digits[..length].parse() {
                items.push((number, at + length));
            }
        }
    }

    fn end(&mut self, tag: TagEnd) {
        self.is_code = false;
        self.last.pop();
        let (Some(Open::Numbered(items)), TagEnd::List(_)) = (self.open.pop(), tag) else {
            return;
        };
        let Some(last) = self.last.last_mut() else { return };
        let numbers: Vec<u64> = items.iter().map(|(number, _)| *number).collect();
        if is_list(&numbers, *last) {
            *last = numbers.last().copied();
            return;
        }
        for (count, (_, mark)) in items.into_iter().enumerate() {
            // What was an item is a paragraph, also directly below another one where lines are joined.
            let begin = mark
                - self.text[..mark]
                    .bytes()
                    .rev()
                    .take_while(u8::is_ascii_digit)
                    .count();
            if count > 0 {
                self.edits.push(Edit {
                    at: begin,
                    taken: 0,
                    put: " ".repeat(INDENT),
                });
            }
            self.edits.push(Edit {
                at: mark,
                taken: 0,
                put: "\\".into(),
            });
        }
    }

    /// Takes back the indent of a line of code, so that it is a line of a paragraph in the same element.
    fn code(&mut self, from: usize, to: usize) {
        let inside = &self.text[from..to];
        let words = inside.trim_start_matches([' ', '\t']);
        if words.trim().is_empty() {
            return;
        }
        let word = to - words.len();
        let before = self.text[..word].trim_end_matches([' ', '\t']).len();
        let line = self.text[..before].rfind('\n').map_or(0, |end| end + 1);
        let at = |place: usize| column(&self.text[line..place]);
        let (start, end) = (at(before), at(word));
        let extra = end - at(from.clamp(before, word));
        let around = end.saturating_sub(extra + CODE).max(start);
        let column = (around + INDENT).min(end - 1).max(start);
        self.edits.push(Edit {
            at: before,
            taken: word - before,
            put: " ".repeat(column - start),
        });
    }
}

/// Returns whether numbers are those of a list: they count up one by one, or each is 1, as Markdown allows. A single
/// number is a list if it is 1, or if it counts on from the `last` list.
fn is_list(numbers: &[u64], last: Option<u64>) -> bool {
    let counts = |pair: &[u64]| pair[0].checked_add(1) == Some(pair[1]);
    let continues = last.and_then(|last| last.checked_add(1)) == numbers.first().copied();
    match numbers {
        [] => true,
        [only] => *only == 1 || continues,
        _ => numbers.windows(2).all(counts) || numbers.iter().all(|number| *number == 1),
    }
}

/// Returns a text whose paragraphs are indented without these indents.
///
/// Where most paragraphs have one, a paragraph with an indent below a list or a footnote is the next paragraph of the
/// text. CommonMark would add it to the item or to the note: a chapter with a note in the middle would end at the foot of
/// that page.
fn outdented(text: String) -> String {
    let mut indents = Vec::new();
    let (mut indented, mut flush) = (0, 0);
    let (mut is_after_blank, mut is_below_item) = (true, false);
    let mut fence = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let words = line.trim_start_matches([' ', '\t']);
        let indent = line.len() - words.len();
        let words = words.trim_end();
        let mark = ["```", "~~~"].into_iter().find(|mark| words.starts_with(mark));
        if mark.is_some() && (fence.is_none() || fence == mark) {
            fence = if fence.is_none() { mark } else { None };
        } else if fence.is_none() && !words.is_empty() {
            if column(&line[..indent]) < CODE {
                is_below_item = is_item(words) || words.starts_with("[^");
                flush += usize::from(is_after_blank && is_prose(words));
            } else if is_after_blank && is_prose(words) {
                indented += usize::from(!is_below_item);
                indents.push(at..at + indent);
            }
        }
        is_after_blank = words.is_empty();
        at += line.len();
    }
    if indented <= flush {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for indent in indents {
        out += &text[from..indent.start];
        from = indent.end;
    }
    out + &text[from..]
}

/// Returns the column in which a text ends that begins a line. A tab goes to the next multiple of four.
fn column(text: &str) -> usize {
    text.chars().fold(0, |column, character| match character {
        '\t' => (column / 4 + 1) * 4,
        _ => column + 1,
    })
}
