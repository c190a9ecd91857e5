//! Paragraphs, sentences, tokens and units: where the pieces of a passage begin and end.
//!
//! Every function returns byte ranges into the text it was given, always on character boundaries,
//! so that callers can replace a piece and leave every other byte as it was.

use std::ops::Range;
use std::sync::LazyLock;

use jieba_rs::Jieba;
use unicode_segmentation::UnicodeSegmentation;

use crate::Language;
use crate::language::is_han;

/// The dictionary of Chinese words. It costs about 190 ms and 32 MB, so it waits for the first Han run.
static DICTIONARY: LazyLock<Jieba> = LazyLock::new(Jieba::new);

/// What a token is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// A word in letters, with its inner apostrophes and hyphens: `don't`, `half-open`.
    Word,
    /// A Chinese word of one or more Han characters: `雨`, `窗户`.
    Han,
    /// A number in digits, with its inner separators: `1,204.5`.
    Number,
    /// One mark, or a run of the same mark: `,`, `……`, `**`; symbols and emoji too.
    Punctuation,
    /// A run of white space, line breaks included.
    Space,
}

/// One token of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Where it stands, in bytes.
    pub range: Range<usize>,
    /// What it is made of.
    pub kind: TokenKind,
}

impl Token {
    /// Returns the token's own text, given the text the token was cut from.
    pub fn of<'a>(&self, text: &'a str) -> &'a str {
        text.get(self.range.clone()).unwrap_or_default()
    }
}

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
fn is_heading(line: &str) -> bool {
    let marks = line.trim_start_matches(' ');
    let title = marks.trim_start_matches('#');
    let level = marks.len() - title.len();
    line.len() - marks.len() <= 3
        && (1..=6).contains(&level)
        && (title.trim().is_empty() || title.starts_with([' ', '\t']))
}

/// Returns the range of `piece`, which starts at byte `at`, without the white space around it.
fn trimmed_range(piece: &str, at: usize) -> Range<usize> {
    let start = at + piece.len() - piece.trim_start().len();
    start..start + piece.trim().len()
}

/// Returns the sentences of a text, in order, without the white space between them.
///
/// The ranges tile the text: whatever lies outside them is white space. A sentence keeps its
/// terminal marks and the quotation marks that close on them. A paragraph's end always ends one.
///
/// The Unicode default (UAX 29) is not used: it ends a sentence at `Mr.` and between `“去吧。”` and
/// `他说`, and has no sentence end at `……`.
pub fn sentences(text: &str, language: Language) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for paragraph in paragraphs(text) {
        let Some(body) = text.get(paragraph.clone()) else { continue };
        let mut start = 0;
        for end in sentence_ends(body, language) {
            let Some(sentence) = body.get(start..end) else { continue };
            found.push(trimmed_range(sentence, paragraph.start + start));
            start = end;
        }
    }
    found
}

/// Returns where the sentences of one trimmed paragraph end, its own end last.
fn sentence_ends(paragraph: &str, language: Language) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut marks = PairedMarks::default();
    let mut rest = paragraph;
    while let Some(character) = rest.chars().next() {
        if !is_terminal(character) {
            rest = marks.skip(rest);
            continue;
        }
        let before = &paragraph[..paragraph.len() - rest.len()];
        let after_stop = rest.trim_start_matches(is_terminal);
        let stop = &rest[..rest.len() - after_stop.len()];
        rest = marks.skip_closing(after_stop);
        let closing = &after_stop[..after_stop.len() - rest.len()];
        if ends_sentence(&Stop { before, stop, closing, after: rest }, language) {
            ends.push(paragraph.len() - rest.len());
        }
    }
    if ends.last() != Some(&paragraph.len()) && !paragraph.is_empty() {
        ends.push(paragraph.len());
    }
    ends
}

/// Which of the marks that look the same on both sides are open.
///
/// In Chinese no space tells `走了。"去吧"` from `"走了。"他`; whether the mark was opened before does.
#[derive(Default)]
struct PairedMarks {
    quote: bool,
    emphasis: bool,
}

impl PairedMarks {
    /// Returns what follows the first character, or the first run of one paired mark.
    fn skip<'a>(&mut self, text: &'a str) -> &'a str {
        let mut characters = text.chars();
        match characters.next() {
            Some('"') => self.quote = !self.quote,
            Some('*') => {
                self.emphasis = !self.emphasis;
                return text.trim_start_matches('*');
            }
            _ => {}
        }
        characters.as_str()
    }

    /// Returns what follows the marks that close here.
    fn skip_closing<'a>(&mut self, mut text: &'a str) -> &'a str {
        while let Some(mark) = text.chars().next() {
            let closes = match mark {
                '"' => self.quote,
                '*' => self.emphasis,
                '_' => !text.trim_start_matches('_').starts_with(char::is_alphanumeric),
                _ => is_closing(mark),
            };
            if !closes {
                break;
            }
            text = self.skip(text);
        }
        text
    }
}

/// A run of terminal marks and what stands around it in its paragraph.
struct Stop<'a> {
    before: &'a str,
    stop: &'a str,
    closing: &'a str,
    after: &'a str,
}

fn ends_sentence(at: &Stop<'_>, language: Language) -> bool {
    let next = at.after.trim_start();
    let Some(first) = next.chars().next() else { return true };
    let spaced = next.len() < at.after.len();
    if is_continuing(first) || (!spaced && matches!(first, '—' | '–' | '-')) || first.is_lowercase() {
        return false;
    }
    if !spaced && at.closing.is_empty() && first.is_alphanumeric() && !is_han(first) && is_latin(at.stop) {
        // `3.5`, `example.com`.
        return false;
    }
    if is_ellipsis(at.stop) {
        // In English an ellipsis is a pause unless a closing quote makes it the end of a speech;
        // in Chinese it stands where a full stop would.
        return language == Language::Zh || !at.closing.is_empty();
    }
    if at.stop == "." && at.closing.is_empty() && is_abbreviated(at.before, first) {
        return false;
    }
    let quoted = at.closing.contains(['”', '’', '」', '』', '"', '\'']);
    !(quoted && !spaced && starts_with_speech_tag(next))
}

fn is_terminal(character: char) -> bool {
    matches!(character, '.' | '!' | '?' | '…' | '。' | '！' | '？' | '｡' | '．' | '‼' | '⁇' | '⁈' | '⁉')
}

fn is_latin(stop: &str) -> bool {
    stop.is_ascii()
}

fn is_ellipsis(stop: &str) -> bool {
    stop == "..." || stop == "......" || stop.chars().all(|mark| mark == '…')
}

fn is_closing(mark: char) -> bool {
    matches!(mark, '\'' | '”' | '’' | '」' | '』' | '»' | ')' | ']' | '）' | '】' | '》' | '〉' | '］')
}

/// Returns whether a sentence goes on although a terminal mark stands before this one.
fn is_continuing(mark: char) -> bool {
    matches!(mark, ',' | ';' | ':' | '，' | '、' | '；' | '：' | ')' | '）')
}

/// Titles and the like, which a capital letter follows inside the sentence. Lower case, sorted.
const TITLES: [&str; 27] = [
    "capt", "cf", "col", "dr", "e.g", "gen", "gov", "hon", "i.e", "lieut", "lt", "maj", "messrs", "mlle",
    "mme", "mr", "mrs", "ms", "mt", "prof", "rev", "sen", "sergt", "sgt", "st", "viz", "vs",
];

/// Words that are abbreviations only before a number: `No. 7`, but `"No." He left.` Sorted.
const BEFORE_NUMBERS: [&str; 8] = ["ch", "fig", "no", "nos", "p", "pp", "sec", "vol"];

/// Returns whether the full stop after `before` belongs to an abbreviation or an initial.
fn is_abbreviated(before: &str, next: char) -> bool {
    let word = before.rsplit(|c: char| !(c.is_alphanumeric() || c == '.')).next().unwrap_or_default();
    // The longest entry has six letters; a long word need not be copied to be looked up.
    if word.len() > 8 {
        return false;
    }
    let lower = word.to_lowercase();
    if TITLES.binary_search(&lower.as_str()).is_ok() {
        return true;
    }
    if BEFORE_NUMBERS.binary_search(&lower.as_str()).is_ok() {
        return next.is_ascii_digit();
    }
    // Initials: `J. Conrad`, `U.S. Navy`. A lone `I` is far more often the pronoun.
    word != "I" && !word.is_empty() && word.split('.').all(is_single_capital)
}

fn is_single_capital(part: &str) -> bool {
    let mut letters = part.chars();
    letters.next().is_some_and(char::is_uppercase) && letters.next().is_none()
}

/// The longest clause, in characters, that is still taken for a tag such as `老人低声问`.
const LONGEST_TAG: usize = 10;

/// Returns whether a clause right after a closing quotation mark says who spoke: `他说`, `老人笑道`.
fn starts_with_speech_tag(text: &str) -> bool {
    let end = text.find(|c: char| !is_han(c)).unwrap_or(text.len());
    let clause = &text[..end];
    let is_short = clause.chars().count() <= LONGEST_TAG;
    let names_speech = clause.contains(['说', '說', '问', '問', '喊', '叫', '答', '嚷', '骂', '罵', '吼', '曰']);
    // 道 speaks only where it ends the clause: 他笑道, but not 他知道 or 道路很长.
    let ends_in_dao = clause.ends_with('道') && !clause.ends_with("知道");
    is_short && (names_speech || ends_in_dao)
}

/// Returns the tokens of a text, which tile it exactly.
///
/// Words follow UAX 29, hyphens inside a word joined; a run of Han characters is cut into words by
/// the dictionary of jieba. Linear in the length of the text.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::with_capacity(text.len() / 3);
    let mut han: Option<Range<usize>> = None;
    for (start, piece) in text.split_word_bound_indices() {
        let end = start + piece.len();
        if piece.starts_with(is_han) {
            han = Some(han.map_or(start, |run| run.start)..end);
            continue;
        }
        if let Some(run) = han.take() {
            push_han(&mut tokens, text, run);
        }
        // UAX 29 counts the underscores of Markdown emphasis as part of the word they surround.
        let word_start = end - piece.trim_start_matches('_').len();
        let word_end = (start + piece.trim_end_matches('_').len()).max(word_start);
        for range in [start..word_start, word_start..word_end, word_end..end] {
            push(&mut tokens, text, range);
        }
    }
    if let Some(run) = han {
        push_han(&mut tokens, text, run);
    }
    tokens
}

/// Appends the words of one run of Han characters.
fn push_han(tokens: &mut Vec<Token>, text: &str, run: Range<usize>) {
    let Some(characters) = text.get(run.clone()) else { return };
    let mut start = run.start;
    for word in DICTIONARY.cut(characters, true) {
        let range = start..start + word.word.len();
        start = range.end;
        tokens.push(Token { range, kind: TokenKind::Han });
    }
}

/// Appends a piece that is not Han, or joins it to the token before where the two are one.
fn push(tokens: &mut Vec<Token>, text: &str, range: Range<usize>) {
    let Some(first) = text.get(range.clone()).and_then(|piece| piece.chars().next()) else { return };
    let kind = if first.is_whitespace() {
        TokenKind::Space
    } else if text[range.clone()].chars().any(char::is_alphabetic) {
        TokenKind::Word
    } else if first.is_numeric() {
        TokenKind::Number
    } else {
        TokenKind::Punctuation
    };
    match (tokens.as_mut_slice(), kind) {
        ([.., last], TokenKind::Space) if last.kind == TokenKind::Space => last.range.end = range.end,
        ([.., last], TokenKind::Punctuation)
            if last.kind == kind && last.of(text).ends_with(first) && range.len() == first.len_utf8() =>
        {
            last.range.end = range.end;
        }
        ([.., word, hyphen], TokenKind::Word)
            if word.kind == TokenKind::Word && matches!(hyphen.of(text), "-" | "\u{2010}" | "\u{2011}") =>
        {
            word.range.end = range.end;
            tokens.pop();
        }
        _ => tokens.push(Token { range, kind }),
    }
}

/// Returns the length of a text in units: an English word, a number or a Han character is one.
pub fn units(text: &str) -> usize {
    // Needs no dictionary: every Han character counts, wherever its word ends.
    let mut units = 0;
    let mut tokens: Vec<Token> = Vec::new();
    for (start, piece) in text.split_word_bound_indices() {
        if piece.starts_with(is_han) {
            units += 1;
            tokens.clear();
            continue;
        }
        push(&mut tokens, text, start..start + piece.len());
    }
    units
}

/// Returns the number of words a writer is shown for a text: its units.
pub fn word_count(text: &str) -> usize {
    units(text)
}
