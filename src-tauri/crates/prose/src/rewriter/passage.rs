//! The passage in the form the moves need: sentences made of pieces, and protected spans.

use super::words::Words;
use std::ops::Range;

use super::dash::Dash;
use super::letters::capitalised;
use super::protect::{Protection, overlap};
use crate::Language;
use crate::segment::{self, Token, TokenKind};

/// A token that is not white space, together with the white space before it.
pub(super) struct Piece<'a> {
    pub text: &'a str,
    pub range: Range<usize>,
    pub kind: TokenKind,
    /// The white space between this piece and the one before it in the sentence.
    pub gap: &'a str,
}

/// A sentence of the passage, or the part of a sentence inside the selection.
pub(super) struct Sentence<'a> {
    pub pieces: Vec<Piece<'a>>,
    /// Whether the first word begins the sentence; a selection may begin in the middle of a sentence.
    pub starts_whole: bool,
    /// Whether it ends with a terminal mark; a selection may end in the middle of a sentence.
    pub ends_whole: bool,
    /// Whether it contains speech, Markdown or a link, or follows speech directly: in `"Where?" I asked.` the second
    /// sentence belongs to the first.
    pub is_mixed: bool,
}

impl<'a> Sentence<'a> {
    /// Returns the text of one piece; empty for an index outside the sentence.
    pub fn text(&self, index: usize) -> &'a str {
        self.pieces.get(index).map_or("", |piece| piece.text)
    }

    /// Returns the piece before `index` if exactly one space separates the two; otherwise an empty text.
    pub fn word_before(&self, index: usize) -> &'a str {
        match self.pieces.get(index) {
            Some(piece) if piece.gap == " " => self.text(index.wrapping_sub(1)),
            _ => "",
        }
    }

    /// Returns the piece after `index` if exactly one space separates the two; otherwise an empty text.
    pub fn word_after(&self, index: usize) -> &'a str {
        match self.pieces.get(index + 1) {
            Some(piece) if piece.gap == " " => piece.text,
            _ => "",
        }
    }

    /// Returns the piece before `index` if nothing separates the two, as between Chinese words; otherwise an empty
    /// text.
    pub fn joined_before(&self, index: usize) -> &'a str {
        match self.pieces.get(index) {
            Some(piece) if piece.gap.is_empty() => self.text(index.wrapping_sub(1)),
            _ => "",
        }
    }

    /// Returns the piece after `index` if nothing separates the two, as between Chinese words; otherwise an empty text.
    pub fn joined_after(&self, index: usize) -> &'a str {
        match self.pieces.get(index + 1) {
            Some(piece) if piece.gap.is_empty() => piece.text,
            _ => "",
        }
    }

    /// Returns the byte range of one piece and the space after it, for a deletion.
    pub fn with_space_after(&self, index: usize) -> Option<Range<usize>> {
        let next = self.pieces.get(index + 1)?;
        (next.gap == " ").then(|| self.pieces[index].range.start..next.range.start)
    }

    /// Returns the byte range of one piece and the space before it, for a deletion.
    pub fn with_space_before(&self, index: usize) -> Option<Range<usize>> {
        let piece = self.pieces.get(index)?;
        let before = self.pieces.get(index.checked_sub(1)?)?;
        (piece.gap == " ").then_some(before.range.end..piece.range.end)
    }

    /// Returns whether the phrase begins at `index`; its first word may be capitalised at the start of the sentence.
    pub fn has_phrase(&self, index: usize, phrase: &str) -> bool {
        phrase.split(' ').enumerate().all(|(offset, word)| {
            let found = self.text(index + offset);
            let is_apart = offset == 0 || !self.word_before(index + offset).is_empty();
            let opens = index == 0 && offset == 0 && self.starts_whole;
            is_apart && (found == word || (opens && found == capitalised(word)))
        })
    }

    /// Returns the number of words, numbers and Han characters in the given pieces.
    pub fn units(&self, pieces: Range<usize>) -> usize {
        let pieces = self.pieces.get(pieces).unwrap_or_default();
        pieces.iter().map(|piece| piece.units()).sum()
    }

    /// Returns the index of the first piece of the clause: after the last punctuation before `index`.
    pub fn clause_start(&self, index: usize) -> usize {
        let before = self.pieces.get(..index).unwrap_or_default();
        before
            .iter()
            .rposition(|piece| piece.kind == TokenKind::Punctuation)
            .map_or(0, |mark| mark + 1)
    }

    /// Returns whether the sentence is complete and contains no speech or Markdown. Only such a sentence can be split,
    /// joined or punctuated differently.
    pub fn stands_alone(&self) -> bool {
        self.starts_whole && self.ends_whole && !self.is_mixed
    }

    /// Returns whether the piece at the index is a word of letters or of Han characters.
    pub fn is_word(&self, index: usize) -> bool {
        let kind = self.pieces.get(index).map(|piece| piece.kind);
        matches!(kind, Some(TokenKind::Word | TokenKind::Han))
    }

    /// Returns the text of the last piece of the sentence, normally its terminal mark.
    pub fn last(&self) -> &'a str {
        self.pieces.last().map_or("", |piece| piece.text)
    }

    /// Returns whether the range contains a piece with one of the given texts.
    pub fn has_any(&self, pieces: Range<usize>, texts: Words) -> bool {
        let pieces = self.pieces.get(pieces).unwrap_or_default();
        pieces.iter().any(|piece| texts.has(piece.text))
    }
}

impl Piece<'_> {
    /// Returns the number of words, numbers or Han characters in the piece.
    pub fn units(&self) -> usize {
        match self.kind {
            TokenKind::Word | TokenKind::Number => 1,
            TokenKind::Han => self.text.chars().count(),
            TokenKind::Punctuation | TokenKind::Space => 0,
        }
    }
}

/// The most pieces of a sentence of prose. Moves look back through their sentence, so one endless sentence would take
/// time quadratic in its length.
const LONGEST_SENTENCE: usize = 2000;

/// A passage and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The passage.
    pub passage: &'a str,
    /// The manuscript above it. A move looks there for a habit that the passage does not show.
    pub above: &'a str,
    /// Some of the text after it.
    pub after: &'a str,
    /// The language of the passage.
    pub language: Language,
}

impl<'a> Source<'a> {
    /// Returns a passage with nothing around it.
    pub const fn alone(passage: &'a str, language: Language) -> Self {
        Self {
            passage,
            above: "",
            after: "",
            language,
        }
    }
}

/// A passage, parsed once for all moves.
pub(super) struct Passage<'a> {
    pub text: &'a str,
    pub language: Language,
    pub tokens: Vec<Token>,
    pub sentences: Vec<Sentence<'a>>,
    pub protection: Protection,
    /// The dash that a move writes.
    pub dash: Dash,
}

impl<'a> Passage<'a> {
    /// Calls `edit` for each piece of each sentence and returns the results.
    pub fn at_each_piece<T>(&self, edit: impl Fn(&Sentence<'_>, usize) -> Option<T>) -> Vec<T> {
        let edit = &edit;
        self.sentences
            .iter()
            .flat_map(|sentence| (0..sentence.pieces.len()).filter_map(move |at| edit(sentence, at)))
            .collect()
    }

    pub fn new(source: &Source<'a>) -> Self {
        let dash = Dash::of(source.passage, [source.above, source.after], source.language);
        Self::parse(source.passage, source.language, dash)
    }

    /// Returns this passage in another wording, with the same habits.
    pub fn reworded<'t>(&self, text: &'t str) -> Passage<'t> {
        Passage::parse(text, self.language, self.dash.clone())
    }

    fn parse(text: &'a str, language: Language, dash: Dash) -> Self {
        let tokens = segment::tokens(text);
        let protection = Protection::of(text, &tokens);
        let mut unread = tokens.iter().peekable();
        let sentences = segment::sentences(text, language)
            .into_iter()
            .map(|range| {
                let mut pieces = Vec::new();
                let mut gap_start = range.start;
                while let Some(token) = unread.next_if(|token| token.range.start < range.end) {
                    if token.kind == TokenKind::Space || token.range.start < range.start {
                        continue;
                    }
                    let gap = text.get(gap_start..token.range.start).unwrap_or_default();
                    gap_start = token.range.end;
                    pieces.push(Piece {
                        text: token.of(text),
                        range: token.range.clone(),
                        kind: token.kind,
                        gap,
                    });
                }
                let body = text.get(range.clone()).unwrap_or_default();
                Sentence {
                    pieces,
                    starts_whole: starts_whole(body),
                    ends_whole: ends_whole(body),
                    is_mixed: protection.is_opaque(&range) || follows_speech(text, range.start),
                }
            })
            .filter(|sentence: &Sentence<'_>| sentence.pieces.len() <= LONGEST_SENTENCE)
            .collect();
        Self {
            text,
            language,
            tokens,
            sentences,
            protection,
            dash,
        }
    }

    /// Returns adjacent sentences with the text between them.
    pub fn neighbours(&self) -> impl Iterator<Item = (&Sentence<'a>, &'a str, &Sentence<'a>)> {
        self.sentences.windows(2).filter_map(|pair| {
            let [first, second] = pair else { return None };
            let end = first.pieces.last()?.range.end;
            let gap = self.text.get(end..second.pieces.first()?.range.start)?;
            Some((first, gap, second))
        })
    }

    /// Returns the text with the edits applied; `None` if none of them may be applied.
    ///
    /// An edit is applied completely or not at all. It is dropped if a part of it touches a protected span or an
    /// earlier edit.
    pub fn with(&self, edits: Vec<Edit>) -> Option<String> {
        let mut made: Vec<(Range<usize>, String)> = Vec::new();
        for edit in edits {
            let is_free = edit.0.iter().all(|(range, _)| {
                !self.protection.touches(range)
                    && made
                        .iter()
                        .rev()
                        .take(REACH)
                        .all(|(other, _)| !overlap(range, other))
            });
            if is_free {
                made.extend(edit.0);
            }
        }
        made.sort_by_key(|(range, _)| range.start);
        let mut text = String::with_capacity(self.text.len());
        let mut at = 0;
        for (range, replacement) in &made {
            text.push_str(self.text.get(at..range.start)?);
            text.push_str(replacement);
            at = range.end;
        }
        text.push_str(self.text.get(at..)?);
        (text != self.text).then_some(text)
    }
}

/// How many earlier edits are compared with a new one. Moves go through a passage from left to right, and an edit has
/// at most three parts, so edits further back cannot overlap. Comparing all edits would take quadratic time.
const REACH: usize = 16;

/// One decision of a move: replacements that are applied together.
pub(super) struct Edit(Vec<(Range<usize>, String)>);

impl Edit {
    pub fn replace(range: Range<usize>, text: impl Into<String>) -> Self {
        Self(vec![(range, text.into())])
    }

    pub fn cut(range: Range<usize>) -> Self {
        Self::replace(range, "")
    }

    /// Adds the replacements of another edit: all or none are applied.
    pub fn with(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }

    /// Adds a replacement that the first replacement needs to keep the sentence correct.
    pub fn and(mut self, range: Range<usize>, text: impl Into<String>) -> Self {
        self.0.push((range, text.into()));
        self
    }
}

fn starts_whole(sentence: &str) -> bool {
    let Some(first) = sentence.chars().next() else {
        return false;
    };
    !(first.is_lowercase() || ",.;:!?)…，。；：！？、）”’」』》".contains(first))
}

fn follows_speech(text: &str, start: usize) -> bool {
    let before = text.get(..start).unwrap_or_default();
    let line = before.trim_end_matches([' ', '\u{3000}']);
    line.ends_with(['"', '\'', '”', '’', '」', '』', '»'])
}

fn ends_whole(sentence: &str) -> bool {
    let body = sentence.trim_end_matches(|c: char| {
        matches!(
            c,
            '"' | '\'' | '”' | '’' | '」' | '』' | '»' | ')' | '）' | '*' | '_'
        )
    });
    body.ends_with(['.', '!', '?', '…', '。', '！', '？'])
}
