//! Semicolons between independent clauses.

use super::chinese_clauses::WAITING;
use super::clauses::begins_clause;
use super::letters::{begins_with_han, capitalised};
use super::passage::{Edit, Passage, Sentence};
use super::words::Words;
use crate::Language;

/// Replaces the semicolons between independent clauses by another mark. A sentence in which one semicolon must stay
/// keeps all.
///
/// Between two English clauses a dash is possible, and between two Chinese clauses a comma. A comma between English
/// clauses would be a comma splice, and a Chinese dash introduces an explanation.
pub(super) fn replace(passage: &Passage<'_>, other: Separator) -> Vec<Edit> {
    if other
        .language()
        .is_some_and(|language| language != passage.language)
    {
        return Vec::new();
    }
    passage
        .sentences
        .iter()
        .filter(|sentence| sentence.stands_alone() && matches!(sentence.last(), "." | "。"))
        .filter_map(|sentence| match passage.language {
            Language::En => semicolons(sentence, english_clause, other, passage.dash.as_str()),
            Language::Zh => semicolons(sentence, chinese_clause, other, passage.dash.as_str()),
        })
        .collect()
}

/// The replacement of a semicolon.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Separator {
    Period,
    Dash,
    Comma,
}

impl Separator {
    /// Returns the only language in which it can separate clauses; `None` for both languages.
    fn language(self) -> Option<Language> {
        match self {
            Self::Period => None,
            Self::Dash => Some(Language::En),
            Self::Comma => Some(Language::Zh),
        }
    }
}

type IsClause = fn(&Sentence<'_>, usize, usize) -> bool;

fn semicolons(sentence: &Sentence<'_>, is_clause: IsClause, other: Separator, dash: &str) -> Option<Edit> {
    let marks: Vec<usize> = (0..sentence.pieces.len())
        .filter(|&at| matches!(sentence.text(at), ";" | "；"))
        .collect();
    let lists = sentence.has_any(0..sentence.pieces.len(), Words(": ： ( （ — —— --"));
    let mut start = 0;
    let ends = marks.iter().copied().chain([sentence.pieces.len()]);
    let all_stand = ends.clone().all(|end| {
        let stands = is_clause(sentence, start, end);
        start = end + 1;
        stands
    });
    // Two dashes in a sentence would read as a pair; a list with only commas would lose its structure.
    let reads_as_pair = match other {
        Separator::Period => false,
        Separator::Dash => marks.len() > 1,
        Separator::Comma => marks.len() > 1,
    };
    if lists || reads_as_pair || !all_stand {
        return None;
    }
    marks
        .into_iter()
        .filter_map(|mark| {
            let (mark, next) = (sentence.pieces.get(mark)?, sentence.pieces.get(mark + 1)?);
            let edit = match other {
                Separator::Period if begins_with_han(next.text) => Edit::replace(mark.range.clone(), "。"),
                Separator::Period => {
                    Edit::replace(mark.range.clone(), ".").and(next.range.clone(), capitalised(next.text))
                }
                Separator::Dash => Edit::replace(mark.range.start..next.range.start, dash),
                Separator::Comma => Edit::replace(mark.range.clone(), "，"),
            };
            Some(edit)
        })
        .reduce(Edit::with)
}

fn english_clause(sentence: &Sentence<'_>, start: usize, end: usize) -> bool {
    let waits = Words("If When As While Although Though Because Since After Before Unless Until Whether Either Neither Both Not That").has(sentence.text(start));
    let links = matches!(sentence.text(start), "but" | "and" | "yet" | "so");
    let opens = start == 0 || begins_clause(sentence, start) || (links && begins_clause(sentence, start + 1));
    sentence.units(start..end) >= 4 && opens && !waits
}

fn chinese_clause(sentence: &Sentence<'_>, start: usize, end: usize) -> bool {
    let first = sentence.text(start);
    let continues = Words("或 或者 或是 和 以及 及 而且 并且 甚至 一则 二则 也 便 就 只得 才 却 又 还 都 而 倒 使 使得 让 令 仿佛 好像 似乎 知道 到得 其 其二 二来 三来 像 好象 到").has(first);
    sentence.units(start..end) >= 6 && begins_with_han(first) && !continues && !WAITING.has(first)
}
