//! Joins two short sentences.

use super::chinese_clauses::PRONOUNS;
use super::clauses::{has_main_clause, is_past, is_subject};
use super::conserve::{is_han_negation, is_negation};
use super::letters::begins_with_han;
use super::passage::{Edit, Passage, Sentence};
use super::words::Words;
use crate::Language;
use crate::segment::TokenKind;

/// The most words of a sentence that is short enough to be joined.
const SHORT_IN_WORDS: usize = 10;
/// The most characters of a Chinese sentence that is short enough to be joined.
const SHORT_IN_CHARACTERS: usize = 16;

/// Joins two adjacent short sentences, with `and` in English and a comma in Chinese.
pub(super) fn with_words(passage: &Passage<'_>) -> Vec<Edit> {
    match passage.language {
        Language::En => by_pairs(passage, join_english),
        Language::Zh => by_pairs(passage, join_chinese),
    }
}

/// Turns the full stop between two short sentences into a semicolon.
pub(super) fn with_semicolons(passage: &Passage<'_>) -> Vec<Edit> {
    match passage.language {
        Language::En => by_pairs(passage, semicolon_in_english),
        Language::Zh => by_pairs(passage, semicolon_in_chinese),
    }
}

type Join = fn(&Sentence<'_>, &str, &Sentence<'_>) -> Option<Edit>;

/// Joins whole sentences two by two, so that three short ones in a row do not become one.
fn by_pairs(passage: &Passage<'_>, join: Join) -> Vec<Edit> {
    let can_join = |sentence: &Sentence<'_>| sentence.stands_alone() && matches!(sentence.last(), "." | "。");
    let mut edits = Vec::new();
    let mut is_taken = false;
    for (first, gap, second) in passage.neighbours() {
        let edit = if is_taken || !can_join(first) || !can_join(second) {
            None
        } else {
            join(first, gap, second)
        };
        is_taken = edit.is_some();
        edits.extend(edit);
    }
    edits
}

fn semicolon_in_english(first: &Sentence<'_>, gap: &str, second: &Sentence<'_>) -> Option<Edit> {
    let follows = gap == " " && is_even(first) && is_even(second) && is_lowerable(second);
    let goes_on = is_subject(second.text(0)) || Words("The His Her Their").has(second.text(0));
    let main = has_main_clause(first, first.pieces.len());
    let stop = first.pieces.last()?.range.clone();
    let start = second.pieces.first()?.range.clone();
    (follows && main && goes_on).then(|| Edit::replace(stop, ";").and(start, lowered(second.text(0))))
}

/// Returns whether a sentence fits beside a semicolon: no exclamation, not too long, and no mark inside but commas.
fn is_even(sentence: &Sentence<'_>) -> bool {
    let inner = sentence.pieces.len().saturating_sub(1);
    let marks = sentence.pieces.iter().take(inner);
    let mut marks = marks.filter(|piece| piece.kind == TokenKind::Punctuation);
    let is_plain = marks.all(|mark| mark.text == ",");
    (4..=20).contains(&sentence.units(0..inner)) && is_plain
}

/// A Chinese semicolon fits only between parallel sentences: 山是青的。水是绿的。
fn semicolon_in_chinese(first: &Sentence<'_>, gap: &str, second: &Sentence<'_>) -> Option<Edit> {
    let is_parallel = first.text(0) == second.text(0) && begins_with_han(first.text(0));
    let is_even = first.pieces.len().abs_diff(second.pieces.len()) <= 3;
    let follows = gap.is_empty() && is_short(first, 5, 20) && is_short(second, 5, 20);
    let stop = first.pieces.last()?.range.clone();
    (follows && is_parallel && is_even).then(|| Edit::replace(stop, "；"))
}

fn is_short(sentence: &Sentence<'_>, least: usize, most: usize) -> bool {
    let inner = sentence.pieces.len().saturating_sub(1);
    let has_inner_mark = sentence
        .pieces
        .iter()
        .take(inner)
        .any(|piece| piece.kind == TokenKind::Punctuation);
    (least..=most).contains(&sentence.units(0..inner)) && !has_inner_mark
}

/// Returns whether the first word of a sentence loses its capital letter inside another sentence.
fn is_lowerable(sentence: &Sentence<'_>) -> bool {
    let first = sentence.text(0);
    let is_known =
        first == "I" || is_subject(first) || Words("The A An His Her My Our Their There").has(first);
    is_known && has_main_clause(sentence, sentence.pieces.len())
}

fn lowered(word: &str) -> String {
    if word == "I" {
        word.to_owned()
    } else {
        word.to_lowercase()
    }
}

/// A sentence with one of these words is already linked, or does not tell an event.
const LINKED: Words = Words(
    "must might may should would could can will and but or so because when if that then And But So Then",
);

fn join_english(first: &Sentence<'_>, gap: &str, second: &Sentence<'_>) -> Option<Edit> {
    let is_plain = |sentence: &Sentence<'_>| {
        is_short(sentence, 3, SHORT_IN_WORDS)
            && !sentence.has_any(0..sentence.pieces.len(), LINKED)
            && !sentence.pieces.iter().any(|piece| is_negation(piece.text))
            && has_main_clause(sentence, sentence.pieces.len())
    };
    if gap != " " || !is_plain(first) || !is_plain(second) || !is_lowerable(second) {
        return None;
    }
    let stop = first.pieces.last()?.range.clone();
    let (subject, verb) = (second.pieces.first()?, second.pieces.get(1)?);
    let is_same_subject = first.text(0) == subject.text && is_subject(subject.text);
    let verbs = (first.text(1), verb.text);
    let tells = |verb: &str| is_past(verb) || matches!(verb, "was" | "were" | "had");
    if is_same_subject && tells(verbs.0) && tells(verbs.1) && verbs.0 != verbs.1 {
        return Some(Edit::replace(stop, "").and(subject.range.clone(), "and"));
    }
    // The repetition in `He ran. He ran.` is intended.
    (!is_same_subject).then(|| {
        Edit::replace(stop, ",").and(subject.range.clone(), format!("and {}", lowered(subject.text)))
    })
}

fn join_chinese(first: &Sentence<'_>, gap: &str, second: &Sentence<'_>) -> Option<Edit> {
    let is_plain = |sentence: &Sentence<'_>| is_short(sentence, 3, SHORT_IN_CHARACTERS);
    if !gap.is_empty()
        || !is_plain(first)
        || !is_plain(second)
        || first.text(0) == second.text(0) && first.text(1) == second.text(1)
    {
        return None;
    }
    // The rhythm of 它亮了。它灭了。它又亮了。 is intended.
    let beats = |sentence: &Sentence<'_>| sentence.units(0..sentence.pieces.len()) <= 4;
    if beats(first) && beats(second) {
        return None;
    }
    let stop = first.pieces.last()?.range.clone();
    let (subject, next) = (second.pieces.first()?, second.text(1));
    let goes_on = Words("就 便 才 的 和 与 跟 、 自己").has(next) || !begins_with_han(next);
    if PRONOUNS.has(subject.text) && !goes_on {
        let edit = Edit::replace(stop, "，");
        let denies = first
            .pieces
            .iter()
            .any(|piece| piece.text.contains(is_han_negation));
        return Some(if first.text(0) == subject.text && !denies {
            edit.and(subject.range.clone(), "")
        } else {
            edit
        });
    }
    let is_linked = Words("但 但是 可是 于是 於是 然后 然後 接着 接著 便 就 又 也").has(subject.text);
    is_linked.then(|| Edit::replace(stop, "，"))
}
