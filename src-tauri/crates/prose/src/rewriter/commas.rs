//! Optional commas: after an opening phrase and between two joined clauses.

use super::chinese_clauses::PRONOUNS;
use super::clauses::{begins_clause, has_main_clause, is_subject, may_be_subordinate};
use super::letters::{begins_with_han, is_capitalised};
use super::passage::{Edit, Passage, Sentence};
use super::words::Words;
use crate::Language;

/// Adds optional commas.
pub(super) fn add(passage: &Passage<'_>) -> Vec<Edit> {
    match passage.language {
        Language::En => each_piece(passage, |sentence, at| {
            after_opening_phrase(sentence, at).or_else(|| before_conjunction(sentence, at))
        }),
        Language::Zh => each_piece(passage, after_chinese_opening),
    }
}

/// Deletes optional commas.
pub(super) fn drop(passage: &Passage<'_>) -> Vec<Edit> {
    match passage.language {
        Language::En => each_piece(passage, |sentence, at| {
            let drops = sentence.text(at) == ","
                && !sentence.joined_before(at).is_empty()
                && (sets_off_opening(sentence, at) || parts_short_clauses(sentence, at));
            if drops {
                return Some(Edit::cut(sentence.pieces[at].range.clone()));
            }
            around_adverb(sentence, at)
        }),
        Language::Zh => each_piece(passage, |sentence, at| {
            (sentence.text(at) == "，" && sets_off_chinese_opening(sentence, at))
                .then(|| Edit::cut(sentence.pieces[at].range.clone()))
        }),
    }
}

fn each_piece(passage: &Passage<'_>, edit: impl Fn(&Sentence<'_>, usize) -> Option<Edit>) -> Vec<Edit> {
    let whole = passage
        .sentences
        .iter()
        .filter(|sentence| sentence.stands_alone());
    whole
        .flat_map(|sentence| (0..sentence.pieces.len()).filter_map(|at| edit(sentence, at)))
        .collect()
}

/// Phrases of time and place that open a sentence and never have a clause of their own. `the day` is not one: `The day
/// he left was cold`.
const OPENING_PHRASES: &[&str] = &[
    "after a moment",
    "after a time",
    "after a while",
    "after that",
    "all at once",
    "as usual",
    "at first",
    "at last",
    "at length",
    "at the same time",
    "by then",
    "by this time",
    "for a long time",
    "for a moment",
    "for a while",
    "for an instant",
    "from time to time",
    "in fact",
    "in that time",
    "in the afternoon",
    "in the end",
    "in the evening",
    "in the meantime",
    "in the morning",
    "many years ago",
    "now and again",
    "now and then",
    "of course",
    "on the contrary",
    "on the other hand",
    "that afternoon",
    "that evening",
    "that morning",
    "the next day",
    "the next morning",
    "this time",
];

/// `At last the lamp was out.` → `At last, the lamp was out.`; `at` is the last word of the phrase.
fn after_opening_phrase(sentence: &Sentence<'_>, at: usize) -> Option<Edit> {
    let opens = OPENING_PHRASES
        .iter()
        .any(|phrase| sentence.has_phrase(0, phrase) && phrase.split(' ').count() == at + 1);
    (opens && begins_clause(sentence, at + 1)).then(|| comma_after(sentence, at))?
}

fn comma_after(sentence: &Sentence<'_>, at: usize) -> Option<Edit> {
    let (last, next) = (sentence.pieces.get(at)?, sentence.pieces.get(at + 1)?);
    Some(Edit::replace(last.range.end..next.range.start, ", "))
}

/// `He took the lamp and she followed.` → `He took the lamp, and she followed.`; `at` is the word before `and`.
fn before_conjunction(sentence: &Sentence<'_>, at: usize) -> Option<Edit> {
    let joins = matches!(sentence.word_after(at), "and" | "but")
        && sentence.is_word(at)
        && begins_clause(sentence, at + 2)
        && sentence.units(sentence.clause_start(at)..at + 1) >= 3;
    let start = sentence.clause_start(at);
    let is_main = (start == 0 && has_main_clause(sentence, at + 1))
        || begins_clause(sentence, start)
        || (matches!(sentence.text(start), "and" | "but") && begins_clause(sentence, start + 1));
    (joins && is_main && !may_be_subordinate(sentence, 0..at + 1)).then(|| comma_after(sentence, at))?
}

/// Prepositions that open a phrase of time or place.
const PREPOSITIONS: Words = Words(
    "In On At From Under Over Behind Above Below Beyond Beside Inside Outside Across Near Through \
     During Upon Within Among Beneath Against Towards Toward Around Down",
);

/// Adverbs that open a sentence without a comma before the subject.
const OPENING_ADVERBS: Words =
    Words("Then Now Soon Presently Sometimes Suddenly Perhaps Often Afterwards Again Slowly Gradually Later");

/// Returns whether the comma is only a pause after an opening phrase: `In the garden, she sat down.`
fn sets_off_opening(sentence: &Sentence<'_>, comma: usize) -> bool {
    const LONGEST: usize = 4;
    let is_plain = (1..comma).all(|at| {
        let word = sentence.text(at);
        sentence.is_word(at)
            && sentence.pieces[at].gap == " "
            && !is_capitalised(word)
            && !is_subject(word)
            && !word.ends_with("ing")
            && !Words("which whom that what this and or").has(word)
    });
    let is_listed = OPENING_PHRASES
        .iter()
        .any(|phrase| sentence.has_phrase(0, phrase) && phrase.split(' ').count() == comma);
    let is_phrase = (2..=LONGEST).contains(&comma) && PREPOSITIONS.has(sentence.text(0));
    let is_adverb = comma == 1 && OPENING_ADVERBS.has(sentence.text(0));
    // Only a pronoun is certainly not part of the phrase: `In the garden the old man kept` is ambiguous.
    let goes_on = is_subject(sentence.word_after(comma)) && begins_clause(sentence, comma + 1);
    is_plain && (is_listed || is_phrase || is_adverb) && goes_on && sentence.last() != "?"
}

/// `It dripped, slowly, into a pan.` → `It dripped slowly into a pan.`; `comma` is the comma before the adverb.
fn around_adverb(sentence: &Sentence<'_>, comma: usize) -> Option<Edit> {
    let degree = usize::from(Words("very quite rather so").has(sentence.word_after(comma)));
    let (adverb, close) = (comma + 1 + degree, comma + 2 + degree);
    let is_adverb = !sentence.word_before(adverb).is_empty() && ADVERBS.has(sentence.text(adverb));
    let is_pair = sentence.text(comma) == ","
        && sentence.text(close) == ","
        && sentence.is_word(close + 1)
        && sentence.pieces.get(close)?.gap.is_empty();
    // After another comma or before `and`, the adverb is part of a list.
    let is_listed =
        matches!(sentence.text(close + 1), "and" | "or" | "but") || sentence.clause_start(comma) > 0;
    let stands = has_main_clause(sentence, comma) && !sentence.text(comma.checked_sub(1)?).ends_with("ly");
    (is_adverb && is_pair && !is_listed && stands).then(|| {
        Edit::cut(sentence.pieces[comma].range.clone()).and(sentence.pieces[close].range.clone(), "")
    })
}

/// Adverbs of manner that mean the same with and without commas around them.
const ADVERBS: Words = Words(
    "slowly quickly quietly softly gently smoothly steadily carefully calmly silently suddenly gravely \
     gradually patiently completely lightly heavily rapidly eagerly gladly bitterly politely",
);

/// Returns whether the comma separates two short clauses joined by `and` or `but`: `He took the lamp, and she
/// followed.`
fn parts_short_clauses(sentence: &Sentence<'_>, comma: usize) -> bool {
    const LONGEST: usize = 12;
    let is_conjunction = matches!(sentence.word_after(comma), "and" | "but");
    // Without the comma, `he took the lamp and you` would read like one object.
    let is_nominative = Words("I he she we they").has(sentence.word_after(comma + 1));
    let start = sentence.clause_start(comma);
    let is_main = (start == 0 && has_main_clause(sentence, comma))
        || (matches!(sentence.text(start), "and" | "but") && begins_clause(sentence, start + 1));
    let end = (comma + 1..sentence.pieces.len())
        .find(|&at| !sentence.is_word(at))
        .unwrap_or(sentence.pieces.len());
    is_conjunction
        && is_nominative
        && begins_clause(sentence, comma + 2)
        && is_main
        && !may_be_subordinate(sentence, 0..comma)
        && (3..=LONGEST).contains(&sentence.units(start..comma))
        && (3..=LONGEST).contains(&sentence.units(comma + 1..end))
}

/// Chinese adverbs and connectives that open a sentence with or without a comma.
const CHINESE_OPENINGS: Words = Words(
    "后来 後來 这时 這時 此时 此時 当时 當時 于是 於是 然而 可是 但是 不久 忽然 突然 其实 其實 果然 原来 \
     原來 现在 現在 有时 有時 第二天 最后 最後 终于 終於 从此 從此 因此 当然 當然 不过 不過 接着 接著 \
     随后 隨後 从前 從前 平时 平時",
);

/// 这时她看见了那盏灯 → 这时，她看见了那盏灯; `at` is the opening word or the end of the phrase of time.
fn after_chinese_opening(sentence: &Sentence<'_>, at: usize) -> Option<Edit> {
    let next = sentence.joined_after(at);
    let opens = at == 0 && CHINESE_OPENINGS.has(sentence.text(0));
    let goes_on = PRONOUNS.has(next) && begins_with_han(sentence.joined_after(at + 1));
    let owns = matches!(sentence.text(at + 2), "的" | "、" | "和" | "与");
    ((opens || ends_time(sentence, at)) && goes_on && !owns)
        .then(|| Edit::replace(sentence.pieces[at].range.end..sentence.pieces[at].range.end, "，"))
}

/// Returns whether an independent phrase of time ends at the piece: 他回来的时候, 三年以后.
fn ends_time(sentence: &Sentence<'_>, at: usize) -> bool {
    let start = sentence.clause_start(at);
    let is_time = match sentence.text(at) {
        "时候" | "時候" => matches!(sentence.joined_before(at), "的"),
        "以后" | "以後" | "之后" | "之後" | "以前" | "之前" => {
            !sentence.joined_before(at).is_empty()
        }
        _ => false,
    };
    // The phrase is not independent in 是在…的时候…的, nor as the object of a verb of thinking.
    let is_framed = (start..at).any(|before| {
        matches!(
            sentence.text(before),
            "是" | "说" | "說" | "想" | "知道" | "记得" | "記得" | "觉得" | "覺得"
        )
    });
    is_time && !is_framed && (3..=16).contains(&sentence.units(start..at))
}

fn sets_off_chinese_opening(sentence: &Sentence<'_>, comma: usize) -> bool {
    let Some(last) = comma.checked_sub(1) else {
        return false;
    };
    let next = sentence.joined_after(comma);
    let opens = last == 0 && CHINESE_OPENINGS.has(sentence.text(0)) && begins_with_han(next);
    let end = (comma + 1..sentence.pieces.len())
        .find(|&at| !sentence.is_word(at))
        .unwrap_or(sentence.pieces.len());
    let is_short = sentence.units(sentence.clause_start(last)..comma) <= 10
        && (3..=12).contains(&sentence.units(comma + 1..end));
    let owns = matches!(sentence.text(comma + 2), "的" | "、" | "和" | "与");
    opens || (ends_time(sentence, last) && PRONOUNS.has(next) && is_short && !owns)
}
