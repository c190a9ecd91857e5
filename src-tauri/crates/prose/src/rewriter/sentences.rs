//! Where one sentence may become two, and two may become one.

use super::clauses::{begins_clause, is_past, is_subject};
use super::conserve::{is_han_negation, is_negation};
use super::passage::{Edit, Passage, Sentence, begins_with_han, capitalised};
use super::words::Words;
use crate::Language;
use crate::segment::TokenKind;

/// A sentence shorter than this many words is not long.
const LONG_IN_WORDS: usize = 18;
/// A sentence shorter than this many characters is not long; about as much text as the words above.
const LONG_IN_CHARACTERS: usize = 28;
/// Neither half of a split sentence is shorter than this many units.
const SHORTEST_HALF: usize = 5;
const SHORTEST_HALF_IN_CHARACTERS: usize = 8;

/// Splits long sentences before a clause that stands by itself.
pub(super) fn split(passage: &Passage<'_>) -> Vec<Edit> {
    let split = match passage.language {
        Language::En => split_english,
        Language::Zh => split_chinese,
    };
    let whole = |sentence: &&Sentence<'_>| sentence.starts_whole && sentence.ends_whole && !sentence.is_mixed;
    passage.sentences.iter().filter(whole).filter_map(split).collect()
}

/// Words that put what follows them under a condition, a report or a comparison. What stands after one of
/// them may not be said for a fact when it becomes a sentence of its own.
const SCOPES: Words = Words(
    "that whether if unless because although though since until till than lest once what how why said \
     say thought think knew know felt believed hoped wished told supposed imagined seemed suppose \
     both either neither nor whatever however so such let suspected declared thinking knowing saying \
     only asked wondered may might should must",
);

/// Words that, opening a sentence, leave its main clause to come.
const OPENING: Words = Words("when whenever while whilst as before after where who which for not");

fn split_english(sentence: &Sentence<'_>) -> Option<Edit> {
    let length = sentence.units(0..sentence.pieces.len());
    if length < LONG_IN_WORDS || sentence.last() != "." {
        return None;
    }
    (1..sentence.pieces.len())
        .filter(|&comma| sentence.text(comma) == "," && sentence.pieces[comma].gap.is_empty())
        .filter(|&comma| {
            let first = sentence.units(0..comma);
            first >= SHORTEST_HALF && length - first > SHORTEST_HALF
        })
        .filter(|&comma| first_half_stands(sentence, comma))
        // The split nearest the middle leaves the two most even sentences.
        .min_by_key(|&comma| (2 * sentence.units(0..comma)).abs_diff(length))
        .and_then(|comma| split_at(sentence, comma))
}

/// `…, and she left` → `…. She left`; `but` and `so` carry meaning and stay.
fn split_at(sentence: &Sentence<'_>, comma: usize) -> Option<Edit> {
    let start = sentence.pieces[comma].range.start;
    let opener = sentence
        .pieces
        .get(comma + if sentence.text(comma + 1) == "and" { 2 } else { 1 })?;
    Some(Edit::replace(
        start..opener.range.end,
        format!(". {}", capitalised(opener.text)),
    ))
}

fn first_half_stands(sentence: &Sentence<'_>, comma: usize) -> bool {
    let conjunction = sentence.word_after(comma);
    if !matches!(conjunction, "and" | "but" | "so")
        || !begins_clause(sentence, comma + 2)
        || sentence.pieces[comma + 2].gap != " "
    {
        return false;
    }
    let before = sentence.pieces.get(..comma).unwrap_or_default();
    let is_plain = before.iter().all(|piece| {
        let word = piece.text.to_lowercase();
        !SCOPES.has(word.as_str()) && !Words("( [ — – -- : ; … ...").has(piece.text)
    });
    let opens_plainly = !OPENING.has(sentence.text(0).to_lowercase().as_str());
    is_plain && opens_plainly && has_main_clause(sentence, comma) && !is_series(sentence, comma)
}

/// Returns whether a main clause stands in the first half, with its verb among the first words of the
/// sentence or right after the subject that follows an opening phrase.
fn has_main_clause(sentence: &Sentence<'_>, end: usize) -> bool {
    let opens_sentence = (1..4)
        .take_while(|&at| !sentence.word_before(at).is_empty())
        .any(|at| is_verb(sentence.text(at)));
    opens_sentence || (1..end).any(|mark| sentence.text(mark) == "," && begins_clause(sentence, mark + 1))
}

pub(super) fn is_verb(word: &str) -> bool {
    is_past(word) || Words("was were is am are had has have could would did").has(word)
}

/// Returns whether the clause before the comma is the last but one of a row: `he came, he saw, and he won`.
fn is_series(sentence: &Sentence<'_>, comma: usize) -> bool {
    let Some(previous) = (0..comma).rev().find(|&mark| sentence.text(mark) == ",") else {
        return false;
    };
    let word = sentence.word_after(previous);
    let is_opening_phrase =
        (0..previous).all(|mark| sentence.text(mark) != ",") && !has_verb(sentence, 0..previous);
    !(word.ends_with("ing") || Words("with like without in on at").has(word) || is_opening_phrase)
}

fn has_verb(sentence: &Sentence<'_>, pieces: std::ops::Range<usize>) -> bool {
    sentence
        .pieces
        .get(pieces)
        .unwrap_or_default()
        .iter()
        .any(|piece| is_verb(piece.text))
}

/// Chinese subjects that a new sentence may begin with.
pub(super) const PRONOUNS: Words =
    Words("我 你 您 他 她 它 我们 你们 他们 她们 它们 我們 你們 他們 她們 它們");

/// Connectives that a new sentence may begin with.
pub(super) const CONNECTIVES: Words = Words(
    "但是 但 可是 然而 于是 於是 后来 後來 随后 隨後 接着 接著 然后 然後 不料 谁知 因此 所以 忽然 突然",
);

/// Words whose clause waits for the next one.
pub(super) const WAITING: Words = Words(
    "因 因为 因為 由于 由於 虽然 雖然 虽 雖 尽管 儘管 如果 要是 假如 假使 倘若 倘 若 若是 即使 即便 就是 \
     哪怕 只要 只有 除非 无论 無論 不论 不管 既然 既 不但 不仅 不僅 不是 与其 宁可 自从 自從 当 當 \
     每当 每 除了 为了 為了 随着 隨著 关于 对于 至于 越 一边 一面 一方面 等到 直到 纵使 纵然 纵 縱使 \
     縱然 固然 任凭 倘使 虽说 不要说 莫说 别说",
);

/// Verbs whose object is the clause after the comma.
const REPORTING: &[char] = &[
    '说', '說', '道', '想', '问', '問', '答', '叫', '喊', '曰', '云', '称',
];
const PERCEIVING: Words = Words(
    "知道 觉得 覺得 以为 以為 看见 看見 看到 听见 聽見 听说 聽說 认为 認為 相信 发现 發現 希望 记得 \
     記得 明白 仿佛 好像 好象 只见 只見 据说 似乎",
);

fn split_chinese(sentence: &Sentence<'_>) -> Option<Edit> {
    let length = sentence.units(0..sentence.pieces.len());
    if length < LONG_IN_CHARACTERS
        || sentence.last() != "。"
        || sentence.has_any(0..sentence.pieces.len(), Words("；"))
    {
        return None;
    }
    let comma = (1..sentence.pieces.len())
        .filter(|&comma| sentence.text(comma) == "，")
        .filter(|&comma| {
            let first = sentence.units(0..comma);
            first >= SHORTEST_HALF_IN_CHARACTERS && length - first >= SHORTEST_HALF_IN_CHARACTERS
        })
        .filter(|&comma| {
            can_begin(sentence, comma + 1) && can_end(sentence, comma) && !are_bound(sentence, comma)
        })
        .min_by_key(|&comma| (2 * sentence.units(0..comma)).abs_diff(length))?;
    Some(Edit::replace(sentence.pieces[comma].range.clone(), "。"))
}

/// Returns whether a sentence may begin with the clause at `at`.
fn can_begin(sentence: &Sentence<'_>, at: usize) -> bool {
    let (first, second) = (sentence.text(at), sentence.text(at + 1));
    let is_linked =
        Words("就 便 才 都 也 却 卻 又 还 還 更 而 的 之 和 与 與 跟 、 ， 自己 则 則 同 两 俩 那 这 所")
            .has(second);
    if CONNECTIVES.has(first) {
        return begins_with_han(second) || second == "，";
    }
    PRONOUNS.has(first)
        && begins_with_han(second)
        && !is_linked
        && !second.starts_with(['就', '便', '才', '也', '却', '都', '还'])
}

/// Returns whether the clauses on both sides of the comma need each other: 不打断，他不甘心 says that he
/// would not without, and 叫了一声，他… takes its subject from the second.
fn are_bound(sentence: &Sentence<'_>, comma: usize) -> bool {
    let denies = |pieces: std::ops::Range<usize>| {
        pieces
            .clone()
            .any(|at| sentence.text(at).contains(is_han_negation))
    };
    let both_deny = denies(sentence.clause_start(comma)..comma) && denies(comma + 1..comma + 4);
    let names_thing = matches!(sentence.text(comma + 1), "它" | "它们" | "它們");
    let has_subject =
        CONNECTIVES.has(sentence.text(comma + 1)) || names_thing || sentence.has_any(0..comma, PRONOUNS);
    both_deny || !has_subject
}

/// Returns whether a sentence may end at the comma: nothing before it waits for what comes after.
fn can_end(sentence: &Sentence<'_>, comma: usize) -> bool {
    let start = sentence.clause_start(comma);
    let first_half = sentence.pieces.get(..comma).unwrap_or_default();
    let clause: String = sentence
        .pieces
        .get(start..comma)
        .unwrap_or_default()
        .iter()
        .map(|piece| piece.text)
        .collect();
    let waits = first_half.iter().any(|piece| {
        WAITING.has(piece.text)
            || piece.text.starts_with(['倘', '虽', '雖', '若', '纵', '縱'])
            || PERCEIVING.has(piece.text)
            || piece.text.contains(['：', ':', '（', '(', '—', '…', '；', ';'])
    });
    let is_adverbial = clause.ends_with([
        '时', '時', '后', '後', '前', '候', '中', '里', '裡', '上', '下', '间', '間', '起', '来', '话', '話',
        '年', '天', '日', '夜', '处', '处',
    ]) || clause.starts_with([
        '在', '从', '從', '对', '對', '到', '自', '为', '為', '按', '据', '據', '像', '如', '正', '连', '連',
        '把', '被', '比', '凡', '见', '見', '听', '聽', '看', '一', '等',
    ]);
    let says_something =
        clause.chars().count() >= 5 && clause.contains(['了', '着', '著', '过', '過', '是', '有', '得']);
    !waits
        && !is_adverbial
        && says_something
        && !clause.ends_with(REPORTING)
        && !clause.contains(['说', '說', '问', '問'])
}

/// Two sentences are short enough to join when each has at most this many words.
const SHORT_IN_WORDS: usize = 8;
/// The same in characters.
const SHORT_IN_CHARACTERS: usize = 12;

/// Joins two short sentences that follow each other, with `and` in English and a comma in Chinese.
pub(super) fn join(passage: &Passage<'_>) -> Vec<Edit> {
    match passage.language {
        Language::En => by_pairs(passage, join_english),
        Language::Zh => by_pairs(passage, join_chinese),
    }
}

/// Turns the full stop between two short sentences into a semicolon.
pub(super) fn join_with_semicolons(passage: &Passage<'_>) -> Vec<Edit> {
    match passage.language {
        Language::En => by_pairs(passage, semicolon_in_english),
        Language::Zh => by_pairs(passage, semicolon_in_chinese),
    }
}

type Join = fn(&Sentence<'_>, &str, &Sentence<'_>) -> Option<Edit>;

/// Joins whole sentences two by two, so that three short ones in a row do not become one.
fn by_pairs(passage: &Passage<'_>, join: Join) -> Vec<Edit> {
    let can_join = |sentence: &Sentence<'_>| {
        sentence.starts_whole
            && sentence.ends_whole
            && !sentence.is_mixed
            && matches!(sentence.last(), "." | "。")
    };
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
    let follows = gap == " " && is_short(first, 4, 14) && is_short(second, 4, 14) && is_lowerable(second);
    let goes_on = is_subject(second.text(0));
    let main = has_main_clause(first, first.pieces.len());
    let stop = first.pieces.last()?.range.clone();
    let start = second.pieces.first()?.range.clone();
    (follows && main && goes_on).then(|| Edit::replace(stop, ";").and(start, lowered(second.text(0))))
}

/// Only a parallel carries a Chinese semicolon: 山是青的。水是绿的。
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

/// Returns whether a sentence begins with a word that loses its capital inside another sentence.
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

/// A sentence with one of these is linked already, or does not say what happened.
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
    // `He ran. He ran.` is meant.
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
