//! The last gate: what no move may change, whatever its tables say.

use std::collections::HashMap;

use super::passage::Passage;
use super::protect::known_names;
use super::words::Words;
use crate::segment::{Token, TokenKind, tokens};

/// Returns whether speech, Markdown, numbers, negations and names are the same before and after.
pub(super) fn is_conserved(before: &Passage<'_>, after: &Passage<'_>) -> bool {
    let (tokens_before, tokens_after) = (tokens(before.text), tokens(after.text));
    let names_after = counts(after.text, &tokens_after);
    let names_before = counts(before.text, &tokens_before);
    before.protection.opaque_texts(before.text) == after.protection.opaque_texts(after.text)
        && numbers(before.text, &tokens_before) == numbers(after.text, &tokens_after)
        && negations(before.text, &tokens_before) == negations(after.text, &tokens_after)
        && known_names(before.text, &tokens_before)
            .into_iter()
            .all(|name| names_before.get(name) == names_after.get(name))
}

fn counts<'a>(text: &'a str, tokens: &[Token]) -> HashMap<&'a str, usize> {
    let mut counts = HashMap::new();
    for token in tokens.iter().filter(|token| token.kind == TokenKind::Word) {
        *counts.entry(token.of(text)).or_default() += 1;
    }
    counts
}

/// English words that state a number.
const NUMBER_WORDS: Words = Words(
    "billion dozen eight eighteen eighty eleven fifteen fifty first five forty four fourteen half \
     hundred million nine nineteen ninety once one second seven seventeen seventy six sixteen sixty \
     ten third thirteen thirty thousand twelve twenty twice two",
);

/// Returns every number in order: in digits, in English words, in Han numerals.
fn numbers(text: &str, tokens: &[Token]) -> Vec<String> {
    let mut numbers = Vec::new();
    for token in tokens {
        let piece = token.of(text);
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

/// Words of degree and order that are written with a numeral or a negation but state none.
const DEGREE_WITH_NUMERAL: Words = Words("十分 万分 萬分 一般");

/// Returns whether a Han character states a number.
pub(super) fn is_numeral(character: char) -> bool {
    "一二两兩三四五六七八九十百千万萬亿億半零〇几幾廿".contains(character)
}

/// Returns how often the text denies something.
fn negations(text: &str, tokens: &[Token]) -> usize {
    tokens
        .iter()
        .map(|token| match token.kind {
            TokenKind::Word => usize::from(is_negation(token.of(text))),
            TokenKind::Han if token.of(text) == "非常" => 0,
            TokenKind::Han => token
                .of(text)
                .chars()
                .filter(|&character| is_han_negation(character))
                .count(),
            _ => 0,
        })
        .sum()
}

/// Returns whether an English word denies: `not`, `never`, `cannot`, `didn't`; limiters count too.
pub(super) fn is_negation(word: &str) -> bool {
    let word = word.to_lowercase().replace('’', "'");
    word.ends_with("n't")
        || Words("not no never cannot none nobody nothing nowhere neither nor without hardly scarcely barely seldom rarely nearly almost only less least few unless").has(word.as_str())
}

/// Returns whether a Han character denies.
pub(super) fn is_han_negation(character: char) -> bool {
    "不没沒無无未别別莫勿弗毋甭非否休".contains(character)
}
