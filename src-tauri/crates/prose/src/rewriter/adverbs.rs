//! Adverbs of manner in sentences that are complete without them.

use super::clauses::{begins_clause, is_past, is_subject};
use super::conserve::{is_han_negation, is_negation};
use super::letters::{begins_with_han, capitalised};
use super::passage::{Edit, Passage, Sentence};
use super::words::Words;
use crate::Language;

/// Deletes adverbs of manner where the verb and its complements stay together.
pub(super) fn cut(passage: &Passage<'_>) -> Vec<Edit> {
    let cut = match passage.language {
        Language::En => english,
        Language::Zh => chinese,
    };
    passage.at_each_piece(cut)
}

/// Adverbs of manner only. Adverbs that limit (`hardly`), count (`twice`), judge (`wrongly`) or date (`early`) are left
/// out, because the sentence would change its meaning without them.
const MANNER: Words = Words(
    "absently angrily anxiously awkwardly bitterly blankly brightly briskly calmly carefully casually \
     cautiously cheerfully coldly coolly crossly curiously curtly dreamily drily dully eagerly \
     earnestly excitedly fiercely firmly gently gloomily gravely grimly happily hastily heavily \
     helplessly hoarsely hurriedly idly impatiently irritably lazily lightly loudly meekly merrily \
     mildly nervously noisily patiently placidly politely proudly quickly quietly rapidly roughly \
     sadly sharply sheepishly shyly silently sleepily slowly smoothly softly solemnly steadily \
     sternly stiffly swiftly tenderly thoughtfully timidly uneasily vaguely warmly wearily",
);

/// Verbs that need an adverb of manner; without it they mean something else, or nothing.
const LEANING: Words = Words(
    "acted bear behaved bore breathed came did dressed drew fared fell felt got grew had heard kept \
     lay lived looked meant put ran seemed slept smelled sounded thought treated went",
);

/// Prepositions of place that may follow a past tense with an adverb.
const PREPOSITIONS: Words = Words(
    "across against along around at away back down from into off on out over past through to toward \
     towards up",
);

fn english(sentence: &Sentence<'_>, at: usize) -> Option<Edit> {
    let word = sentence.text(at);
    if at == 0 {
        return opening(sentence, word);
    }
    if !MANNER.has(word) || is_in_scope(sentence, at) {
        return None;
    }
    let (before, after) = (sentence.word_before(at), sentence.word_after(at));
    let follows_subject = (is_subject(before) || before == "and") && is_past(after) && !LEANING.has(after);
    if follows_subject {
        return sentence.with_space_after(at).map(Edit::cut);
    }
    let leans = LEANING.has(before);
    if is_past(before) && !leans && PREPOSITIONS.has(after) {
        return sentence.with_space_after(at).map(Edit::cut);
    }
    let mark = sentence.pieces.get(at + 1)?;
    let closes = mark.gap.is_empty() && matches!(mark.text, "." | ",");
    let goes_on_listing =
        sentence.word_after(at + 1).ends_with("ly") || matches!(sentence.word_after(at + 1), "as" | "like");
    (closes && !goes_on_listing && stands_after(sentence, at))
        .then(|| sentence.with_space_before(at).map(Edit::cut))?
}

/// Returns whether the clause is complete without the adverb at its end.
fn stands_after(sentence: &Sentence<'_>, at: usize) -> bool {
    const OPEN: Words = Words(
        "very so too as more most less quite rather how and or but not just is was were are be been \
         being seemed looked equally pretty fairly in of to",
    );
    let before = sentence.word_before(at);
    let start = sentence.clause_start(at);
    let is_tag = matches!(before, "said" | "asked" | "replied" | "answered");
    // At least a subject, a verb and an object: `He breathed heavily.` must not become `He breathed.`
    let is_long_enough = is_tag || sentence.units(start..at) >= 4;
    let verb_leans = (start..at).any(|earlier| LEANING.has(sentence.text(earlier)));
    is_long_enough
        && !verb_leans
        && !OPEN.has(before)
        && !before.ends_with("ly")
        && (start..at).any(|earlier| is_past(sentence.text(earlier)))
        && before.chars().all(char::is_alphabetic)
        && !before.is_empty()
}

/// Returns whether the meaning of the sentence may depend on the adverb, as in a negation, question, comparison or
/// condition.
fn is_in_scope(sentence: &Sentence<'_>, at: usize) -> bool {
    const SCOPES: Words =
        Words("if If unless whether how How than so as must should always could would can will");
    (0..at).any(|earlier| is_negation(sentence.text(earlier)))
        || sentence.has_any(0..at, SCOPES)
        || Words("enough and or than but as").has(sentence.text(at + 1))
        || sentence.last() == "?"
}

/// `Slowly, she rose.` → `She rose.`
fn opening(sentence: &Sentence<'_>, word: &str) -> Option<Edit> {
    let is_manner = word.starts_with(char::is_uppercase) && MANNER.has(word.to_lowercase().as_str());
    let comma = sentence
        .pieces
        .get(1)
        .is_some_and(|comma| comma.text == "," && comma.gap.is_empty());
    let next = sentence.pieces.get(2)?;
    (is_manner && comma && next.gap == " " && begins_clause(sentence, 2) && sentence.last() != "?").then(
        || {
            Edit::cut(sentence.pieces[0].range.start..next.range.start)
                .and(next.range.clone(), capitalised(next.text))
        },
    )
}

/// Doubled words that, with 地, are adverbs of manner. 慢慢 and 渐渐 are adverbs of speed and stay.
const DOUBLED: Words = Words(
    "轻轻 輕輕 静静 靜靜 默默 缓缓 緩緩 悄悄 紧紧 緊緊 淡淡 深深 狠狠 牢牢 呆呆 怔怔 愣愣 急急 匆匆 冷冷 微微 恨恨 定定 懒懒",
);

/// 她轻轻地关上门 → 她关上门, if the following verb has more than one syllable or an aspect particle.
fn chinese(sentence: &Sentence<'_>, at: usize) -> Option<Edit> {
    let adverb = sentence.pieces.get(at)?;
    let particle = sentence.pieces.get(at + 1)?;
    let (manner, particle_end) = match adverb.text.strip_suffix('地') {
        Some(manner) => (manner, adverb.range.end),
        None if particle.text == "地" && particle.gap.is_empty() => (adverb.text, particle.range.end),
        None => return None,
    };
    if !DOUBLED.has(manner) || at == 0 {
        return None;
    }
    let verb = if particle_end == adverb.range.end {
        at + 1
    } else {
        at + 2
    };
    let start = sentence.clause_start(at);
    let is_denied = (start..at).any(|earlier| sentence.text(earlier).contains(is_han_negation));
    let rest: usize = (verb..sentence.pieces.len())
        .take_while(|&next| begins_with_han(sentence.text(next)))
        .map(|next| sentence.units(next..next + 1))
        .sum();
    // At least three characters must follow: 他静静地走。 must not become 他走。
    let stands = rest >= 3 && !Words("只 的 说 說 道 一").has(sentence.text(verb));
    (stands && !is_denied && !matches!(sentence.last(), "？" | "?"))
        .then(|| Edit::cut(adverb.range.start..particle_end))
}
