//! Changes between dashes and colons or commas, in both directions.

use super::clauses::{begins_clause, has_main_clause, is_verb};
use super::letters::is_capitalised;
use super::passage::{Edit, Passage, Sentence};
use super::words::Words;
use crate::Language;

/// Turns a colon inside a sentence into a dash.
pub(super) fn from_colons(passage: &Passage<'_>) -> Vec<Edit> {
    let colon = match passage.language {
        Language::En => ":",
        Language::Zh => "：",
    };
    lone_marks(passage, move |sentence, at| {
        let next = sentence.pieces.get(at + 1)?;
        let gap = if passage.language == Language::En { " " } else { "" };
        // 他说： and 如下： introduce literal text, so their colon stays.
        let introduces = sentence.text(at.checked_sub(1)?).ends_with([
            '说', '說', '道', '想', '问', '問', '答', '喊', '叫', '写', '寫', '曰', '云', '下', '唱', '念',
            '禀', '报', '報', '告', '令', '讲', '講', '复',
        ]) || Words("said saying asked thus follows these following")
            .has(sentence.text(at - 1));
        let fits = sentence.text(at) == colon
            && next.gap == gap
            && sentence.is_word(at - 1)
            && sentence.is_word(at + 1)
            && !is_capitalised(next.text)
            && sentence.units(0..at) >= 3
            // 头领八员：李俊、张横 is a list of names, which keeps its colon.
            && !sentence.has_any(at..sentence.pieces.len(), Words("、"))
            && !introduces;
        fits.then(|| {
            Edit::replace(
                sentence.pieces[at].range.start..next.range.start,
                passage.dash.as_str(),
            )
        })
    })
}

/// Turns a single English dash before a list or a noun into a colon.
pub(super) fn to_colons(passage: &Passage<'_>) -> Vec<Edit> {
    if passage.language != Language::En {
        return Vec::new();
    }
    lone_marks(passage, |sentence, at| {
        let (before, next) = (
            sentence.pieces.get(at.checked_sub(1)?)?,
            sentence.pieces.get(at + 1)?,
        );
        let rest = at + 1..sentence.pieces.len();
        let is_row = Words("a an the one two three").has(next.text)
            && !rest.clone().any(|at| is_verb(sentence.text(at)))
            && !sentence.has_any(rest, Words("who which that"));
        let fits = Words("— -- –").has(sentence.text(at))
            && sentence.is_word(at - 1)
            && has_main_clause(sentence, at)
            && is_row
            && sentence.last() == ".";
        fits.then(|| Edit::replace(before.range.end..next.range.start, ": "))
    })
}

/// Turns the comma before the last clause of a sentence into a dash: `He waited, but nobody came.`
pub(super) fn from_commas(passage: &Passage<'_>) -> Vec<Edit> {
    let plain = passage.sentences.iter().filter(|sentence| {
        sentence.stands_alone()
            && matches!(sentence.last(), "." | "。")
            && !sentence.has_any(0..sentence.pieces.len(), MARKS)
    });
    plain
        .filter_map(|sentence| {
            if let Some(edit) = relative_aside(sentence, passage.dash.as_str()) {
                return Some(edit);
            }
            let is_comma = |&at: &usize| matches!(sentence.text(at), "," | "，");
            let comma = (1..sentence.pieces.len()).rfind(is_comma)?;
            let (before, next) = (sentence.pieces.get(comma - 1)?, sentence.pieces.get(comma + 1)?);
            let turns = match passage.language {
                Language::En => turns_in_english(sentence, comma),
                Language::Zh => turns_in_chinese(sentence, comma),
            };
            turns.then(|| Edit::replace(before.range.end..next.range.start, passage.dash.as_str()))
        })
        .collect()
}

/// `the door, which was not even locked, so that …` → `the door—which was not even locked—so that …`.
fn relative_aside(sentence: &Sentence<'_>, dash: &str) -> Option<Edit> {
    const LONGEST: usize = 12;
    let commas: Vec<usize> = (1..sentence.pieces.len())
        .filter(|&at| sentence.text(at) == ",")
        .collect();
    let (&open, &close) = commas
        .iter()
        .zip(commas.iter().skip(1))
        .find(|&(&open, &close)| {
            let next = sentence.word_after(close);
            // `which was cold, dark and wet` continues after its comma.
            let ends = is_verb(next)
                || Words("because so but though although when while as if").has(next)
                || (next == "and" && begins_clause(sentence, close + 2));
            Words("which who where").has(sentence.word_after(open))
                && (open + 2..close).any(|at| is_verb(sentence.text(at)))
                && sentence.units(open..close) <= LONGEST
                && has_main_clause(sentence, open)
                && ends
        })?;
    let gap = |comma: usize| {
        let (before, after) = (sentence.pieces.get(comma - 1)?, sentence.pieces.get(comma + 1)?);
        Some(before.range.end..after.range.start)
    };
    Some(Edit::replace(gap(open)?, dash).and(gap(close)?, dash))
}

fn turns_in_english(sentence: &Sentence<'_>, comma: usize) -> bool {
    let next = sentence.word_after(comma);
    let compares = ["as if", "as though"]
        .iter()
        .any(|phrase| sentence.has_phrase(comma + 1, phrase));
    let opposes = matches!(next, "but" | "though" | "although") && begins_clause(sentence, comma + 2);
    let relates = next == "which" && is_verb(sentence.word_after(comma + 1));
    let opens = Words("If When While As Though Although Since Because After Before").has(sentence.text(0));
    (compares || opposes || relates)
        && !opens
        && has_main_clause(sentence, comma)
        && sentence.units(0..comma) >= 4
        && sentence.units(comma..sentence.pieces.len()) >= 4
}

fn turns_in_chinese(sentence: &Sentence<'_>, comma: usize) -> bool {
    // 这广大的世界，好像已经死绝了: a dash needs a clause before it, not only a subject.
    let start = sentence.clause_start(comma);
    let tells = (start..comma).any(|at| {
        sentence
            .text(at)
            .contains(['了', '着', '著', '是', '得', '过', '過'])
    });
    let is_repeated = (0..comma).any(|at| sentence.text(at) == sentence.text(comma + 1));
    tells
        && !is_repeated
        && Words("仿佛 彷彿 好像 好象 就像 就好像 像是 简直 簡直 甚至 尤其").has(sentence.text(comma + 1))
        && sentence.units(0..comma) >= 6
        && sentence.units(comma..sentence.pieces.len()) >= 6
}

/// Marks in a sentence that do not go well with an additional dash.
const MARKS: Words = Words(": ： — —— – -- ( （ ; ； … ……");

/// Calls `edit` for the sentences with a single colon or dash, because a second dash would form a pair with the first.
fn lone_marks<'p>(
    passage: &'p Passage<'_>,
    edit: impl Fn(&Sentence<'_>, usize) -> Option<Edit> + 'p,
) -> Vec<Edit> {
    let mut edits = Vec::new();
    for sentence in passage
        .sentences
        .iter()
        .filter(|sentence| sentence.stands_alone())
    {
        let mut found = (0..sentence.pieces.len()).filter(|&at| MARKS.has(sentence.text(at)));
        if let (Some(at), None) = (found.next(), found.next()) {
            edits.extend(edit(sentence, at));
        }
    }
    edits
}
