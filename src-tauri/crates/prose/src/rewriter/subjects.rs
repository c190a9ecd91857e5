//! Subjects that are repeated although the subject has not changed.

use super::chinese_clauses::PRONOUNS;
use super::clauses::{is_past, is_subject, may_be_subordinate};
use super::conserve::is_han_negation;
use super::letters::begins_with_han;
use super::particles::{KIN, PLACES};
use super::passage::{Edit, Passage, Sentence};
use super::words::Words;
use crate::Language;

/// Deletes a pronoun that repeats the subject of the previous clause.
pub(super) fn drop_repeated(passage: &Passage<'_>) -> Vec<Edit> {
    let drop = match passage.language {
        Language::En => english,
        Language::Zh => chinese,
    };
    let whole = passage
        .sentences
        .iter()
        .filter(|sentence| sentence.stands_alone());
    whole
        .flat_map(|sentence| (0..sentence.pieces.len()).filter_map(move |at| drop(sentence, at)))
        .collect()
}

/// `She took the ledger, and she opened it.` → `She took the ledger and opened it.`; `at` is the conjunction.
fn english(sentence: &Sentence<'_>, at: usize) -> Option<Edit> {
    let subject = sentence.text(0);
    let verb = match sentence.text(1) {
        adverb if adverb.ends_with("ly") => sentence.text(2),
        verb => verb,
    };
    // After an auxiliary, the second verb would become part of its tense: `had waited and left`.
    let tells = |verb: &str| is_past(verb) && !matches!(verb, "had");
    let (again, next) = (sentence.word_after(at), sentence.word_after(at + 1));
    let is_repeated = is_subject(subject) && again.eq_ignore_ascii_case(subject);
    let end = if sentence.text(at.checked_sub(1)?) == "," {
        at - 1
    } else {
        at
    };
    let goes_between = (1..end).any(|before| {
        let word = sentence.text(before);
        is_subject(word) || word == "," || (word == "and" && is_past(sentence.text(before + 1)))
    });
    let is_joined = matches!(sentence.text(at), "and" | "but") && sentence.pieces.get(at)?.gap == " ";
    let fits = is_joined
        && is_repeated
        && tells(verb)
        && tells(next)
        && verb != next
        && !goes_between
        && !may_be_subordinate(sentence, 0..end);
    let before = sentence.pieces.get(end.checked_sub(1)?)?.range.end;
    let pronoun = sentence.pieces.get(at + 1)?.range.end;
    fits.then(|| Edit::replace(before..pronoun, format!(" {}", sentence.text(at))))
}

/// Characters of verbs after which another person becomes the subject, or the next clause becomes an object:
/// 他叫她进来，他…, 他想想看，他….
const TURNING: &[char] = &[
    '叫', '让', '讓', '使', '请', '請', '令', '给', '給', '对', '對', '被', '看', '见', '見', '听', '聽',
    '知', '觉', '覺', '以', '为', '為', '说', '說', '道', '问', '問', '想', '是', '像', '带', '帶', '领',
    '領', '望', '派', '怕', '恨', '爱', '愛', '告', '劝', '勸', '求', '等', '要',
];

/// Adverbs before a state or a judgement, not before a next action.
const JUDGING: Words = Words(
    "还 還 很 真 太 最 更 只 才 都 总 總 也许 大约 大約 大概 可能 恐怕 已 已经 已經 总得 總得 本来 本來 其实 其實 一定 有 \
     原来 原來 当然 當然 十分 非常",
);

/// 她坐起来，她把脚伸下去 → 她坐起来，把脚伸下去; `at` is the comma.
fn chinese(sentence: &Sentence<'_>, at: usize) -> Option<Edit> {
    if sentence.text(at) != "，" {
        return None;
    }
    let again = sentence.pieces.get(at + 1)?;
    let start = sentence.clause_start(at);
    let next = sentence.text(at + 2);
    let is_repeated = PRONOUNS.has(again.text) && sentence.text(start) == again.text;
    let owns = |after: &str| {
        Words("的 自己 、 和 与 與 跟 们 這 这 那").has(after)
            || KIN.has(after)
            || PLACES.has(after)
            || !begins_with_han(after)
    };
    let turns = (start + 1..at).any(|before| {
        let word = sentence.text(before);
        PRONOUNS.has(word) || word.contains(TURNING)
    });
    // 她不会哭诉，她还小: a judgement or an explanation is not a next action.
    let is_judged = next.contains('是')
        || JUDGING.has(next)
        || sentence.last() != "。"
        || (start..at)
            .chain(at + 2..at + 4)
            .any(|piece| sentence.text(piece).contains(is_han_negation));
    (is_repeated && !is_judged && !owns(sentence.text(start + 1)) && !owns(next) && !turns)
        .then(|| Edit::cut(again.range.clone()))
}
