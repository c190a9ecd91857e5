//! The last check: content that no move may change, whatever its word tables allow.

use std::collections::HashMap;

use super::passage::Passage;
use super::protect::known_names;
use super::words::Words;
use crate::segment::{Token, TokenKind};

/// Returns whether speech, Markdown, numbers, negations and names are the same before and after.
pub(super) fn is_conserved(before: &Passage<'_>, after: &Passage<'_>) -> bool {
    let (words_before, words_after) = (counts(before), counts(after));
    before.protection.opaque_texts(before.text) == after.protection.opaque_texts(after.text)
        && numbers(before) == numbers(after)
        && negations(before) == negations(after)
        && known_names(before.text, &before.tokens)
            .into_iter()
            .all(|name| words_before.get(name) == words_after.get(name))
}

fn counts<'a>(passage: &Passage<'a>) -> HashMap<&'a str, usize> {
    let mut counts = HashMap::new();
    for token in passage
        .tokens
        .iter()
        .filter(|token| token.kind == TokenKind::Word)
    {
        *counts.entry(token.of(passage.text)).or_default() += 1;
    }
    counts
}

/// English words that are numbers.
const NUMBER_WORDS: Words = Words(
    "billion dozen eight eighteen eighty eleven fifteen fifty first five forty four fourteen half \
     hundred million nine nineteen ninety once one second seven seventeen seventy six sixteen sixty \
     ten third thirteen thirty thousand twelve twenty twice two",
);

/// Returns all numbers in order: in digits, in English words, in Han numerals.
fn numbers(passage: &Passage<'_>) -> Vec<String> {
    let mut numbers = Vec::new();
    for token in &passage.tokens {
        let piece = token.of(passage.text);
        match token.kind {
            TokenKind::Number => numbers.push(piece.to_owned()),
            TokenKind::Word => {
                let word = piece.to_lowercase();
                let is_number =
                    piece.contains(char::is_numeric) || word.split('-').any(|part| NUMBER_WORDS.has(part));
                numbers.extend(is_number.then_some(word));
            }
            TokenKind::Han if !DEGREE_WITH_NUMERAL.has(piece) => {
                numbers.extend(
                    piece
                        .chars()
                        .filter(|&numeral| is_numeral(numeral))
                        .map(String::from),
                );
            }
            _ => {}
        }
    }
    numbers
}

/// Words that contain a numeral but mean a degree.
const DEGREE_WITH_NUMERAL: Words = Words("十分 万分 萬分 一般");

/// Returns whether a Han character is a numeral.
pub(super) fn is_numeral(character: char) -> bool {
    "一二两兩三四五六七八九十百千万萬亿億半零〇几幾廿".contains(character)
}

/// Returns the number of negations in the text.
fn negations(passage: &Passage<'_>) -> usize {
    let count = |token: &Token| {
        let piece = token.of(passage.text);
        match token.kind {
            TokenKind::Word => usize::from(is_negation(piece)),
            TokenKind::Han if piece == "非常" => 0,
            TokenKind::Han => piece
                .chars()
                .filter(|&character| is_han_negation(character))
                .count(),
            _ => 0,
        }
    };
    passage.tokens.iter().map(count).sum()
}

/// Returns whether an English word is a negation: `not`, `never`, `cannot`, `didn't`. Limiting adverbs such as `hardly`
/// count too.
pub(super) fn is_negation(word: &str) -> bool {
    let word = word.to_lowercase().replace('’', "'");
    word.ends_with("n't")
        || Words("not no never cannot none nobody nothing nowhere neither nor without hardly scarcely barely seldom rarely nearly almost only less least few unless").has(word.as_str())
}

/// Returns whether a Han character is a negation.
pub(super) fn is_han_negation(character: char) -> bool {
    "不没沒無无未别別莫勿弗毋甭非否休".contains(character)
}
