//! Punctuation of emotion: ellipses and exclamation marks.

use super::chinese_clauses::{CONNECTIVES, PRONOUNS, WAITING};
use super::clauses::is_verb;
use super::letters::{begins_with_han, is_capitalised};
use super::passage::{Edit, Passage, Sentence};
use super::words::Words;
use crate::Language;
use crate::segment::TokenKind;

/// Turns an ellipsis at the end of a complete clause into a full stop.
pub(super) fn replace_ellipses(passage: &Passage<'_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (index, sentence) in passage.sentences.iter().enumerate() {
        if sentence.is_mixed || !sentence.starts_whole {
            continue;
        }
        match passage.language {
            Language::En => {
                edits.extend((1..sentence.pieces.len()).filter_map(|at| english_ellipsis(sentence, at)))
            }
            Language::Zh => edits.extend(chinese_ellipsis(sentence, passage.sentences.get(index + 1))),
        }
    }
    edits
}

/// Words that cannot end a sentence; an ellipsis after one of them stands for missing words.
const HANGING: Words = Words(
    "a an the and or but if that of to in on at for with from by as than was were is are be had has \
     have would could should will can might must my his her their our your so because not very",
);

fn english_ellipsis(sentence: &Sentence<'_>, at: usize) -> Option<Edit> {
    let piece = sentence.pieces.get(at)?;
    let before = sentence.text(at - 1);
    let start = sentence.clause_start(at);
    let is_open = HANGING.has(before) || !sentence.is_word(at - 1);
    let next = sentence.word_after(at);
    let ends = at + 1 == sentence.pieces.len() || (is_capitalised(next) && next.chars().count() > 1);
    let has_verb = (0..at).any(|word| is_verb(sentence.text(word)));
    (matches!(piece.text, "…" | "..." | "....")
        && !is_open
        && ends
        && has_verb
        && sentence.units(start..at) >= 3)
        .then(|| Edit::replace(piece.range.clone(), "."))
}

fn chinese_ellipsis(sentence: &Sentence<'_>, next: Option<&Sentence<'_>>) -> Option<Edit> {
    let last = sentence.pieces.last()?;
    let at = sentence.pieces.len() - 1;
    let before = sentence.text(at.checked_sub(1)?);
    let hangs = before.ends_with([
        '的', '地', '得', '和', '与', '與', '把', '被', '在', '是', '就', '也', '但', '而', '或', '及', '从',
        '從', '对', '對', '向', '让', '讓', '使', '等', '想', '说', '說', '不', '没', '着', '很', '太', '这',
        '這', '那', '个', '個',
    ]);
    // 他想……也许不会来了: the text after the ellipsis continues the sentence unless it begins a new one.
    let begins_anew = next.is_none_or(|next| {
        let is_new_line = next
            .pieces
            .first()
            .is_some_and(|first| first.range.start > last.range.end);
        is_new_line || PRONOUNS.has(next.text(0)) || CONNECTIVES.has(next.text(0))
    });
    let is_ellipsis = Words("… …… ……… ………… ...").has(last.text);
    let waits = sentence.has_any(0..at, WAITING);
    // 千军，万马……: the ellipsis stands for the rest of the list.
    let lists = sentence.units(sentence.clause_start(at)..at) < 5 || sentence.has_any(0..at, Words("、"));
    (is_ellipsis
        && sentence.units(0..at) >= 6
        && begins_with_han(before)
        && !hangs
        && !waits
        && !lists
        && begins_anew)
        .then(|| Edit::replace(last.range.clone(), "。"))
}

/// Ends exclamations with a full stop, and questions with an exclamation mark with a question mark.
pub(super) fn soften_exclamations(passage: &Passage<'_>) -> Vec<Edit> {
    passage
        .sentences
        .iter()
        .filter(|sentence| !sentence.is_mixed && sentence.starts_whole)
        .filter_map(exclamation)
        .collect()
}

fn exclamation(sentence: &Sentence<'_>) -> Option<Edit> {
    let at = sentence.pieces.len().checked_sub(1)?;
    // An exclamation of fewer than four words needs its mark.
    if sentence.units(0..at) < 4 {
        return None;
    }
    let (last, before) = (sentence.pieces.get(at)?, sentence.pieces.get(at.checked_sub(1)?)?);
    let is_exclamation = |text: &str| text.chars().all(|mark| matches!(mark, '!' | '！'));
    let is_question = |text: &str| text.chars().all(|mark| matches!(mark, '?' | '？'));
    if is_exclamation(last.text) && is_question(before.text) {
        return Some(Edit::cut(last.range.clone()));
    }
    if is_question(last.text) && is_exclamation(before.text) {
        return Some(Edit::cut(before.range.clone()));
    }
    // 这不是很好吗！ is still a question.
    if before.text.ends_with(['吗', '嗎', '么', '麼', '呢']) {
        return None;
    }
    let stop = if last.text.starts_with('！') || begins_with_han(before.text) {
        "。"
    } else {
        "."
    };
    (is_exclamation(last.text) && before.kind != TokenKind::Punctuation)
        .then(|| Edit::replace(last.range.clone(), stop))
}
