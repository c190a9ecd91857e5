//! Wordy phrases and a shorter form with exactly the same meaning.

use super::clauses::{is_past, is_verb};
use super::conserve::is_negation;
use super::letters::{begins_with_han, capitalised};
use super::passage::{Edit, Passage, Sentence};
use super::words::Words;
use crate::Language;

/// Replaces long forms by short forms.
pub(super) fn tighten(passage: &Passage<'_>) -> Vec<Edit> {
    let tighten = match passage.language {
        Language::En => english,
        Language::Zh => chinese,
    };
    passage.at_each_piece(tighten)
}

/// A phrase and its short form. A phrase with `closes` must end its clause, because it must not have a complement:
/// `nodded her head`, but not `nodded her head toward the door`.
struct Phrase {
    long: &'static str,
    short: &'static str,
    closes: bool,
}

const fn phrase(long: &'static str, short: &'static str) -> Phrase {
    Phrase {
        long,
        short,
        closes: false,
    }
}

const fn closing(long: &'static str, short: &'static str) -> Phrase {
    Phrase {
        long,
        short,
        closes: true,
    }
}

const PHRASES: &[Phrase] = &[
    phrase("in order to", "to"),
    phrase("so as to", "to"),
    phrase("due to the fact that", "because"),
    phrase("owing to the fact that", "because"),
    phrase("despite the fact that", "although"),
    phrase("in spite of the fact that", "although"),
    phrase("for the reason that", "because"),
    phrase("until such time as", "until"),
    phrase("in the event that", "if"),
    phrase("at this point in time", "now"),
    phrase("at that point in time", "then"),
    phrase("in close proximity to", "close to"),
    phrase("in the vicinity of", "near"),
    phrase("a large number of", "many"),
    phrase("a great number of", "many"),
    phrase("the majority of", "most of"),
    phrase("as to whether", "whether"),
    phrase("the reason why", "why"),
    phrase("all of the", "all the"),
    phrase("both of the", "both the"),
    phrase("inside of", "inside"),
    phrase("off of", "off"),
    phrase("each and every", "every"),
    phrase("all of a sudden", "suddenly"),
    closing("nodded his head", "nodded"),
    closing("nodded her head", "nodded"),
    closing("nodded my head", "nodded"),
    closing("shrugged his shoulders", "shrugged"),
    closing("shrugged her shoulders", "shrugged"),
    closing("shrugged my shoulders", "shrugged"),
    phrase("thought to himself", "thought"),
    phrase("thought to herself", "thought"),
    phrase("thought to myself", "thought"),
];

/// Prepositions that may follow a participle: `the oil sold by the bargemen`.
const COMPLEMENTS: Words =
    Words("by in on at with from under over through into for to upon between above below");

/// `the oil that was sold by the bargemen` → `the oil sold by the bargemen`; `at` is the relative pronoun.
fn bare_participle(sentence: &Sentence<'_>, at: usize) -> Option<Edit> {
    let has_noun = (2..=3).any(|back| {
        at.checked_sub(back).is_some_and(|determiner| {
            Words("a an the A An The his her their my our its some every any").has(sentence.text(determiner))
                && (determiner + 1..at).all(|word| sentence.is_word(word) && !is_verb(sentence.text(word)))
        })
    });
    let is_passive = matches!(sentence.text(at), "who" | "which" | "that")
        && matches!(sentence.word_after(at), "was" | "were")
        && is_past(sentence.word_after(at + 1))
        && COMPLEMENTS.has(sentence.word_after(at + 2));
    let start = sentence.clause_start(at);
    // `It was the lamp that was broken` is a cleft sentence. A negation applies to `was`, so `was` must stay.
    let is_cleft = sentence.has_any(start..at, Words("It it there There was so such"));
    let end = sentence.pieces.get(at + 2)?.range.start;
    (has_noun && is_passive && !is_cleft && !sentence.word_before(at).is_empty())
        .then(|| Edit::cut(sentence.pieces[at].range.start..end))
}

fn english(sentence: &Sentence<'_>, at: usize) -> Option<Edit> {
    if let Some(edit) = bare_participle(sentence, at) {
        return Some(edit);
    }
    let phrase = PHRASES
        .iter()
        .find(|phrase| sentence.has_phrase(at, phrase.long))?;
    let last = at + phrase.long.split(' ').count() - 1;
    let after = sentence.pieces.get(last + 1)?;
    let closes = matches!(after.text, "." | "," | "and");
    // `not in order to please, but …`: the negation applies to the long form.
    let is_denied =
        is_negation(sentence.word_before(at)) || (phrase.long.starts_with("so ") && is_negation(after.text));
    let fits = (!phrase.closes || closes)
        && (phrase.closes || !sentence.word_after(last).is_empty() || after.text == ",")
        && !is_denied;
    // In `up the inside of the gable` the phrase is a noun. In `she put them in order to the last page` a noun follows.
    let is_noun = Words("the The").has(sentence.word_before(at));
    let has_noun = phrase.short == "to" && Words("the a an his her my our their your its").has(after.text);
    let is_first = sentence.text(at).starts_with(char::is_uppercase);
    let short = if is_first {
        capitalised(phrase.short)
    } else {
        phrase.short.to_owned()
    };
    (fits && !has_noun && !is_noun).then(|| {
        Edit::replace(
            sentence.pieces[at].range.start..sentence.pieces[last].range.end,
            short,
        )
    })
}

fn chinese(sentence: &Sentence<'_>, at: usize) -> Option<Edit> {
    let piece = sentence.pieces.get(at)?;
    let (before, after) = (sentence.joined_before(at), sentence.joined_after(at));
    match piece.text {
        // 吃饭的时候 → 吃饭时; 小的时候 and 有的时候 are fixed expressions.
        "的" if matches!(after, "时候" | "時候") => {
            let end = sentence.pieces.get(at + 1)?.range.end;
            let follows = sentence.joined_after(at + 1);
            let short = if after == "时候" { "时" } else { "時" };
            // In 我生的时候 the dictionary returns 我生 as one word; 我生时 is not modern Chinese.
            let is_cut_short = before.chars().count() == 2 && before.starts_with(['我', '你', '他', '她']);
            let is_fixed = is_cut_short
                || before.chars().count() < 2
                || before.ends_with(['时', '時', '候'])
                || Words("什么 甚麼 这样 那样 有时 自小 从小 從小").has(before);
            let is_clause = Words("， 他 她 我 他们 我们 她们 他們 我們 她們").has(follows);
            (begins_with_han(before) && !is_fixed && is_clause)
                .then(|| Edit::replace(piece.range.start..end, short))
        }
        // 如果下雨的话，… marks its condition twice.
        "的话" | "的話" => {
            let start = sentence.clause_start(at);
            let has_condition = sentence.has_any(start..at, Words("如果 要是 假如 倘若 假使 若是"));
            (has_condition && after == "，").then(|| Edit::cut(piece.range.clone()))
        }
        // 抽屉里面没有线头 → 抽屉里没有线头; 里面 alone, or with 的, is a noun.
        "里面" | "上面" | "裡面" => {
            let is_place = before.chars().count() >= 2
                && begins_with_han(before)
                && !Words("因为 因為 如同 自己 他们 我们 她们 他們 我們 全部").has(before)
                && !before.ends_with(['的', '了', '着', '在', '从', '往', '这', '那', '边', '面', '子']);
            let stands = begins_with_han(after) && !Words("的 和 与 是 去 来 了 所 说 說 提到 讲").has(after);
            let long = piece.text.len() - "面".len();
            (is_place && stands).then(|| Edit::cut(piece.range.start + long..piece.range.end))
        }
        // In 全部都不见了 both 全部 and 都 mean “all”.
        "全部" | "完全" if after == "都" => Some(Edit::cut(piece.range.clone())),
        "刚刚" if after == "才" => Some(Edit::cut(piece.range.clone())),
        // 的的 is a typing error.
        "的" if after == "的" => Some(Edit::cut(piece.range.clone())),
        // 房间之中 → 房间中, but 其中之中 and 三人之中 stay.
        "之中" => {
            let is_place = before.chars().count() == 2 && begins_with_han(before);
            (is_place && matches!(after, "，" | "。")).then(|| Edit::replace(piece.range.clone(), "中"))
        }
        _ => None,
    }
}
