//! Asides: changes between dashes, commas and parentheses around the same words.

use super::chinese_clauses::PRONOUNS;
use super::clauses::{begins_clause, is_verb};
use super::letters::is_capitalised;
use super::passage::{Edit, Passage, Sentence};
use super::words::Words;
use crate::Language;
use crate::segment::TokenKind;

/// Words that begin an aside which has a verb but is not a main clause.
const SUBORDINATE: Words = Words(
    "who which whose where when as like if though although because since while whatever what or with \
     in at after before especially once until so that those everything all",
);

/// The marks around an aside.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    Comma,
    Dash,
    Parenthesis,
}

impl Mark {
    fn pair<'p>(self, passage: &'p Passage<'_>) -> (&'p str, &'p str) {
        match (self, passage.language) {
            (Self::Comma, Language::En) => (", ", ", "),
            (Self::Comma, Language::Zh) => ("，", "，"),
            (Self::Dash, _) => (passage.dash.as_str(), passage.dash.as_str()),
            (Self::Parenthesis, Language::En) => (" (", ") "),
            (Self::Parenthesis, Language::Zh) => ("（", "）"),
        }
    }
}

/// The longest aside, in units, that is still readable between commas or parentheses.
const LONGEST_ASIDE: usize = 16;

/// Replaces the two dashes around an aside by other marks. A single dash before a connective becomes a comma.
pub(super) fn replace_dashes(passage: &Passage<'_>, mark: Mark) -> Vec<Edit> {
    passage
        .sentences
        .iter()
        .filter_map(|sentence| dashes(sentence, mark, passage))
        .collect()
}

fn dashes(sentence: &Sentence<'_>, mark: Mark, passage: &Passage<'_>) -> Option<Edit> {
    if !sentence.stands_alone() {
        return None;
    }
    let dashes: Vec<usize> = (0..sentence.pieces.len())
        .filter(|&at| is_dash(sentence, at))
        .collect();
    match (dashes.as_slice(), mark) {
        (&[open, close], _) => {
            let fits = holds_aside(sentence, open, close, mark)
                && sentence.is_word(close + 1)
                && !is_capitalised(sentence.text(close + 1));
            fits.then(|| remark(sentence, open, close, mark, passage))?
        }
        (&[dash], Mark::Comma) => {
            let (before, after) = (
                sentence.pieces.get(dash.checked_sub(1)?)?,
                sentence.pieces.get(dash + 1)?,
            );
            let names_again = Words("a an the his her their its").has(after.text)
                && !(dash..sentence.pieces.len())
                    .any(|at| is_verb(sentence.text(at)) || sentence.text(at).contains(['\'', '’']));
            let fits = sentence.is_word(dash - 1) && (LINKS.has(after.text) || names_again);
            fits.then(|| Edit::replace(before.range.end..after.range.start, Mark::Comma.pair(passage).0))
        }
        _ => None,
    }
}

/// Words before which a dash is only a longer comma.
const LINKS: Words = Words(
    "and but or with without like which who where perhaps then yet even especially including 但 但是 \
     可是 然而 却 甚至 尤其 仿佛 好像 就像 包括",
);

fn is_dash(sentence: &Sentence<'_>, at: usize) -> bool {
    match sentence.text(at) {
        "—" | "——" | "--" | "―" | "――" | "－－" => true,
        // Without spaces an en dash is part of a compound: `the Paris–Lyon line`.
        "–" => !sentence.word_before(at).is_empty() && !sentence.word_after(at).is_empty(),
        _ => false,
    }
}

/// Returns whether the pieces between the two marks may be enclosed by other marks.
fn holds_aside(sentence: &Sentence<'_>, open: usize, close: usize, mark: Mark) -> bool {
    let inner = sentence.pieces.get(open + 1..close).unwrap_or_default();
    let is_sized = (1..=LONGEST_ASIDE).contains(&sentence.units(open + 1..close));
    let is_plain = inner
        .iter()
        .all(|piece| piece.kind != TokenKind::Punctuation || matches!(piece.text, "," | "，" | "、" | "-"));
    let has_comma = inner.iter().any(|piece| matches!(piece.text, "," | "，"));
    // A clause with its own subject between commas would be a comma splice.
    let first = sentence.text(open + 1);
    let is_clause = PRONOUNS.has(first)
        || begins_clause(sentence, open + 1)
        || (!SUBORDINATE.has(first) && inner.iter().any(|piece| is_verb(piece.text)));
    is_sized
        && is_plain
        && open > 0
        && sentence.is_word(open - 1)
        && sentence.is_word(open + 1)
        && sentence.is_word(close - 1)
        && (mark != Mark::Comma || (!has_comma && !is_clause))
}

fn remark(
    sentence: &Sentence<'_>,
    open: usize,
    close: usize,
    mark: Mark,
    passage: &Passage<'_>,
) -> Option<Edit> {
    let (opening, closing) = mark.pair(passage);
    let before = sentence.pieces.get(open.checked_sub(1)?)?.range.end;
    let first = sentence.pieces.get(open + 1)?.range.start;
    let last = sentence.pieces.get(close.checked_sub(1)?)?.range.end;
    let after = sentence.pieces.get(close + 1)?;
    // If punctuation follows the aside, no closing comma is needed.
    let closing = match (after.kind, mark) {
        (TokenKind::Punctuation, Mark::Parenthesis) => closing.trim_end(),
        (TokenKind::Punctuation, _) => "",
        _ => closing,
    };
    Some(Edit::replace(before..first, opening).and(last..after.range.start, closing))
}

/// Replaces the parentheses around an aside by other marks.
pub(super) fn replace_parentheses(passage: &Passage<'_>, mark: Mark) -> Vec<Edit> {
    passage
        .sentences
        .iter()
        .filter(|sentence| sentence.stands_alone())
        .filter(|sentence| mark == Mark::Comma || !(0..sentence.pieces.len()).any(|at| is_dash(sentence, at)))
        .flat_map(|sentence| {
            (0..sentence.pieces.len()).filter_map(move |open| parenthesis(sentence, open, mark, passage))
        })
        .collect()
}

fn parenthesis(sentence: &Sentence<'_>, open: usize, mark: Mark, passage: &Passage<'_>) -> Option<Edit> {
    if !matches!(sentence.text(open), "(" | "（") {
        return None;
    }
    let close = (open + 1..sentence.pieces.len()).find(|&at| matches!(sentence.text(at), ")" | "）"))?;
    let first = sentence.text(open + 1);
    let after = sentence.pieces.get(close + 1)?;
    let is_joined = match passage.language {
        Language::En => {
            !sentence.word_before(open).is_empty()
                && !is_capitalised(first)
                && sentence.units(open + 1..close) > 1
        }
        // A short Chinese parenthesis is a gloss on the word before it: 他（老张）走了。
        Language::Zh => sentence.units(open + 1..close) > 4,
    };
    let ends_aside = match after.kind {
        TokenKind::Punctuation => {
            after.gap.is_empty()
                && (matches!(after.text, "." | "。")
                    || (mark == Mark::Comma && matches!(after.text, "," | "，")))
        }
        _ => passage.language == Language::En || mark == Mark::Dash,
    };
    (is_joined && ends_aside && holds_aside(sentence, open, close, mark))
        .then(|| remark(sentence, open, close, mark, passage))?
}
