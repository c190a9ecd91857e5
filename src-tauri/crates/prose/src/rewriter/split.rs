//! Splits one long sentence into two.

use std::ops::Range;

use super::chinese_clauses::{CONNECTIVES, PRONOUNS, WAITING};
use super::clauses::{begins_clause, has_main_clause, is_verb, may_be_subordinate};
use super::conserve::is_han_negation;
use super::letters::{begins_with_han, capitalised, is_capitalised};
use super::passage::{Edit, Passage, Piece, Sentence};
use super::words::Words;
use crate::Language;

/// The fewest words of a long sentence.
const LONG_IN_WORDS: usize = 15;
/// The fewest characters of a long Chinese sentence; about as much text as [`LONG_IN_WORDS`].
const LONG_IN_CHARACTERS: usize = 25;
/// The fewest words of each half.
const SHORTEST_HALF_IN_WORDS: usize = 5;
/// The fewest characters of each Chinese half.
const SHORTEST_HALF_IN_CHARACTERS: usize = 8;

/// Splits long sentences before an independent clause.
pub(super) fn split(passage: &Passage<'_>) -> Vec<Edit> {
    let long = passage
        .sentences
        .iter()
        .filter(|sentence| sentence.stands_alone());
    long.filter_map(|sentence| match passage.language {
        Language::En => split_english(sentence, english_joint(sentence)?),
        Language::Zh => Some(Edit::replace(
            sentence.pieces[chinese_joint(sentence)?].range.clone(),
            "。",
        )),
    })
    .collect()
}

/// Connectives of time. A Chinese semicolon before one of them would interrupt a sequence of events.
const IN_TIME: Words = Words("于是 於是 后来 後來 随后 隨後 接着 接著 然后 然後 忽然 突然 不料 谁知");

/// Inserts a semicolon where a long sentence could be split, if the sentence has no other.
pub(super) fn with_semicolons(passage: &Passage<'_>) -> Vec<Edit> {
    let plain = passage.sentences.iter().filter(|sentence| {
        sentence.stands_alone() && !sentence.has_any(0..sentence.pieces.len(), Words("; ； : ："))
    });
    plain
        .filter_map(|sentence| match passage.language {
            Language::En => semicolon_in_english(sentence, english_joint(sentence)?),
            Language::Zh => {
                let comma = chinese_joint(sentence)?;
                // The next event in a sequence keeps its comma; a parallel or contrasting clause gets a semicolon.
                let runs_on = IN_TIME.has(sentence.text(comma + 1));
                (!runs_on).then(|| Edit::replace(sentence.pieces[comma].range.clone(), "；"))
            }
        })
        .collect()
}

/// Words whose condition or limit would no longer apply to a separate sentence.
const LIMITING: Words = Words("only may might should must");

/// Words at the start of a sentence after which the main clause comes later.
const OPENING: Words = Words("when whenever while whilst as before after where who which for not");

/// Returns the comma at which a long English sentence can be split.
fn english_joint(sentence: &Sentence<'_>) -> Option<usize> {
    let length = sentence.units(0..sentence.pieces.len());
    if length < LONG_IN_WORDS || sentence.last() != "." {
        return None;
    }
    (1..sentence.pieces.len())
        .filter(|&comma| sentence.text(comma) == "," && sentence.pieces[comma].gap.is_empty())
        .filter(|&comma| {
            let first = sentence.units(0..comma);
            first >= SHORTEST_HALF_IN_WORDS && length - first > SHORTEST_HALF_IN_WORDS
        })
        .filter(|&comma| first_half_stands(sentence, comma))
        // The comma nearest the middle gives the most equal halves.
        .min_by_key(|&comma| (2 * sentence.units(0..comma)).abs_diff(length))
}

/// `…, and she left` → `…. She left`; `but` and `so` carry meaning, so they stay.
fn split_english(sentence: &Sentence<'_>, comma: usize) -> Option<Edit> {
    let opener = opener(sentence, comma)?;
    let stop = Edit::replace(sentence.pieces[comma].range.start..opener.range.start, ". ");
    Some(if is_capitalised(opener.text) {
        stop
    } else {
        stop.and(opener.range.clone(), capitalised(opener.text))
    })
}

/// `…, and she left` → `…; she left`.
fn semicolon_in_english(sentence: &Sentence<'_>, comma: usize) -> Option<Edit> {
    let opener = opener(sentence, comma)?;
    Some(Edit::replace(
        sentence.pieces[comma].range.start..opener.range.start,
        "; ",
    ))
}

/// Returns the first word of the second half: the word after `and`, or `but` and `so` themselves.
fn opener<'s, 'a>(sentence: &'s Sentence<'a>, comma: usize) -> Option<&'s Piece<'a>> {
    sentence
        .pieces
        .get(comma + if sentence.text(comma + 1) == "and" { 2 } else { 1 })
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
    let is_limited = before
        .iter()
        .any(|piece| LIMITING.has(&piece.text.to_lowercase()));
    // `a story about a man who had vanished, and his bride was to wait`: the second clause belongs to the relative
    // clause.
    let may_be_relative = Words("his her their its").has(sentence.word_after(comma + 1))
        && sentence.has_any(0..comma, Words("who whom whose which"));
    let opens_plainly = !OPENING.has(sentence.text(0).to_lowercase().as_str());
    !is_limited
        && !may_be_subordinate(sentence, 0..comma)
        && opens_plainly
        && !may_be_relative
        && has_main_clause(sentence, comma)
        && !is_series(sentence, comma)
}

/// Returns whether the clause before the comma is the last but one of a series: `he came, he saw, and he won`.
fn is_series(sentence: &Sentence<'_>, comma: usize) -> bool {
    let Some(previous) = (0..comma).rev().find(|&mark| sentence.text(mark) == ",") else {
        return false;
    };
    let word = sentence.word_after(previous);
    let is_opening_phrase =
        (0..previous).all(|mark| sentence.text(mark) != ",") && !has_verb(sentence, 0..previous);
    !(matches!(word, "and" | "but" | "so")
        || word.ends_with("ing")
        || Words("with like without in on at").has(word)
        || is_opening_phrase)
}

fn has_verb(sentence: &Sentence<'_>, pieces: Range<usize>) -> bool {
    sentence
        .pieces
        .get(pieces)
        .unwrap_or_default()
        .iter()
        .any(|piece| is_verb(piece.text))
}

/// Final characters of verbs of speaking; the clause after the comma is their object.
const REPORTING: &[char] = &[
    '说', '說', '道', '想', '问', '問', '答', '叫', '喊', '曰', '云', '称',
];
/// Verbs of thinking and perceiving; a comma after them is only a pause.
const PERCEIVING: Words = Words(
    "知道 觉得 覺得 以为 以為 看见 看見 看到 听见 聽見 听说 聽說 认为 認為 相信 发现 發現 希望 记得 \
     記得 明白 仿佛 好像 好象 只见 只見 据说 似乎",
);

/// Returns the comma at which a long Chinese sentence can be split.
fn chinese_joint(sentence: &Sentence<'_>) -> Option<usize> {
    let length = sentence.units(0..sentence.pieces.len());
    if length < LONG_IN_CHARACTERS
        || sentence.last() != "。"
        || sentence.has_any(0..sentence.pieces.len(), Words("；"))
    {
        return None;
    }
    (1..sentence.pieces.len())
        .filter(|&comma| sentence.text(comma) == "，")
        .filter(|&comma| {
            let first = sentence.units(0..comma);
            first >= SHORTEST_HALF_IN_CHARACTERS && length - first >= SHORTEST_HALF_IN_CHARACTERS
        })
        .filter(|&comma| {
            can_begin(sentence, comma + 1) && can_end(sentence, comma) && !are_bound(sentence, comma)
        })
        .min_by_key(|&comma| (2 * sentence.units(0..comma)).abs_diff(length))
}

/// Returns whether a sentence may begin with the clause at `at`.
fn can_begin(sentence: &Sentence<'_>, at: usize) -> bool {
    let (first, second) = (sentence.text(at), sentence.text(at + 1));
    let is_linked = Words(
        "就 便 才 都 也 却 卻 又 还 還 更 而 的 之 和 与 與 跟 、 ， 自己 则 則 同 两 俩 那 这 这儿 所",
    )
    .has(second);
    if CONNECTIVES.has(first) {
        return begins_with_han(second) || second == "，";
    }
    PRONOUNS.has(first)
        && begins_with_han(second)
        && !is_linked
        && !second.starts_with(['就', '便', '才', '也', '却', '都', '还'])
}

/// Returns whether the clauses on both sides of the comma need each other. 不打断，他不甘心 has two negations: if not
/// interrupted, he is not content. In 叫了一声，他… the first clause has the subject of the second.
fn are_bound(sentence: &Sentence<'_>, comma: usize) -> bool {
    let denies = |pieces: Range<usize>| {
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

/// Returns whether a sentence may end at the comma: no word before it needs the words after it.
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
            || piece.text.starts_with(['倘', '既', '虽', '雖', '若', '纵', '縱'])
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
