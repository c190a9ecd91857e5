//! Connectives that only repeat the order of events.

use super::chinese_clauses::PRONOUNS;
use super::clauses::{begins_clause, is_past};
use super::letters::{begins_with_han, capitalised};
use super::passage::{Edit, Passage, Sentence};
use super::words::Words;
use crate::Language;

/// Deletes `then` and similar words if the clauses are in the order of events.
pub(super) fn drop(passage: &Passage<'_>) -> Vec<Edit> {
    let drop = match passage.language {
        Language::En => english,
        Language::Zh => chinese,
    };
    passage.at_each_piece(drop)
}

fn english(sentence: &Sentence<'_>, at: usize) -> Option<Edit> {
    if at == 0 {
        return opening(sentence);
    }
    // In `first … and then`, `now and then` and `if … then` the word is half of a pair.
    let is_paired = sentence.has_any(
        0..at,
        Words("first First now Now if If when When until till every Every there again"),
    ) || Words("again there only on").has(sentence.word_after(at));
    let goes_on = begins_clause(sentence, at + 1) || is_past(sentence.word_after(at));
    (sentence.text(at) == "then" && sentence.word_before(at) == "and" && goes_on && !is_paired)
        .then(|| sentence.with_space_after(at).map(Edit::cut))?
}

/// `Then the lamp went out.` → `The lamp went out.`; `And there he stood` has inverted word order and stays.
fn opening(sentence: &Sentence<'_>) -> Option<Edit> {
    let comma = usize::from(sentence.text(1) == ",");
    let next = sentence.pieces.get(1 + comma)?;
    let is_opener = Words("Then And").has(sentence.text(0)) && next.gap == " ";
    // `Then it was that he saw`: the cleft sentence needs its `then`.
    let is_cleft = next.text == "it" && sentence.word_after(1 + comma) == "was";
    let goes_on = begins_clause(sentence, 1 + comma) && !is_cleft;
    (is_opener && goes_on && sentence.last() != "?").then(|| {
        Edit::cut(sentence.pieces[0].range.start..next.range.start)
            .and(next.range.clone(), capitalised(next.text))
    })
}

/// 她放下笔，然后她走了 → 她放下笔，她走了; 因为下雨，所以他没有来 → 因为下雨，他没有来.
fn chinese(sentence: &Sentence<'_>, at: usize) -> Option<Edit> {
    let piece = sentence.pieces.get(at)?;
    let next = sentence.joined_after(at);
    let opens = sentence.joined_before(at) == "，" || (at == 0 && sentence.starts_whole);
    let is_redundant = match piece.text {
        "然后" | "然後" => {
            at > 0
                && next != "是"
                && !sentence.has_any(0..at, Words("先 首先 先是 等 如果 要是"))
                && !sentence.has_any(0..at.saturating_sub(1), Words("然后 然後"))
        }
        "随后" | "隨後" | "接着" | "接著" | "于是" | "於是" => at > 0 && PRONOUNS.has(next),
        "所以" => {
            let cause = sentence.clause_start(at.saturating_sub(1));
            sentence.has_any(cause..at, Words("因为 因為 由于 由於"))
        }
        "而且" => at > 0 && PRONOUNS.has(next) && !sentence.has_any(0..at, Words("不但 不仅 不僅 不只")),
        _ => false,
    };
    (opens && is_redundant && begins_with_han(next)).then(|| Edit::cut(piece.range.clone()))
}
