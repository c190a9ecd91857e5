//! The same words under other marks: dashes, parentheses, semicolons, ellipses and exclamations.

use super::clauses::begins_clause;
use super::passage::{Edit, Passage, Sentence, begins_with_han, capitalised, is_capitalised};
use super::sentences::{CONNECTIVES, PRONOUNS, WAITING, is_verb};
use super::words::Words;
use crate::Language;
use crate::segment::TokenKind;

/// Words that open an aside with a verb of its own that is no clause by itself.
const SUBORDINATE: Words = Words(
    "who which whose where when as like if though although because since while whatever what or with \
     in at after before especially once until so that those everything all",
);

/// How an aside is marked off.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    Comma,
    Dash,
    Parenthesis,
}

impl Mark {
    fn pair(self, language: Language) -> (&'static str, &'static str) {
        match (self, language) {
            (Self::Comma, Language::En) => (", ", ", "),
            (Self::Comma, Language::Zh) => ("，", "，"),
            (Self::Dash, Language::En) => ("—", "—"),
            (Self::Dash, Language::Zh) => ("——", "——"),
            (Self::Parenthesis, Language::En) => (" (", ") "),
            (Self::Parenthesis, Language::Zh) => ("（", "）"),
        }
    }
}

/// The longest aside, in units, that commas or parentheses still hold together.
const LONGEST_ASIDE: usize = 16;

/// Gives the asides between two dashes other marks; a lone dash before a connective becomes a comma.
pub(super) fn replace_dashes(passage: &Passage<'_>, mark: Mark) -> Vec<Edit> {
    passage
        .sentences
        .iter()
        .filter_map(|sentence| dashes(sentence, mark, passage.language))
        .collect()
}

fn dashes(sentence: &Sentence<'_>, mark: Mark, language: Language) -> Option<Edit> {
    if sentence.is_mixed || !sentence.starts_whole || !sentence.ends_whole {
        return None;
    }
    let dashes: Vec<usize> = (0..sentence.pieces.len())
        .filter(|&at| is_dash(sentence, at))
        .collect();
    match (dashes.as_slice(), mark) {
        (&[open, close], _) => {
            let fits = holds_aside(sentence, open, close, mark)
                && is_word(sentence, close + 1)
                && !is_capitalised(sentence.text(close + 1));
            fits.then(|| remark(sentence, open, close, mark, language))?
        }
        (&[dash], Mark::Comma) => {
            let (before, after) = (
                sentence.pieces.get(dash.checked_sub(1)?)?,
                sentence.pieces.get(dash + 1)?,
            );
            let names_again = Words("a an the his her their its").has(after.text)
                && !(dash..sentence.pieces.len())
                    .any(|at| is_verb(sentence.text(at)) || sentence.text(at).contains(['\'', '’']));
            let fits = is_word(sentence, dash - 1) && (LINKS.has(after.text) || names_again);
            fits.then(|| Edit::replace(before.range.end..after.range.start, Mark::Comma.pair(language).0))
        }
        _ => None,
    }
}

/// Words before which a dash only lengthens the pause of a comma.
const LINKS: Words = Words(
    "and but or with without like which who where perhaps then yet even especially including 但 但是 \
     可是 然而 却 甚至 尤其 仿佛 好像 就像 包括",
);

fn is_dash(sentence: &Sentence<'_>, at: usize) -> bool {
    match sentence.text(at) {
        "—" | "——" | "--" | "―" | "――" | "－－" => true,
        // Without spaces an en dash joins: `the Paris–Lyon line`.
        "–" => !sentence.word_before(at).is_empty() && !sentence.word_after(at).is_empty(),
        _ => false,
    }
}

fn is_word(sentence: &Sentence<'_>, at: usize) -> bool {
    sentence
        .pieces
        .get(at)
        .is_some_and(|piece| matches!(piece.kind, TokenKind::Word | TokenKind::Han))
}

/// Returns whether the pieces between the two marks may stand between other marks.
fn holds_aside(sentence: &Sentence<'_>, open: usize, close: usize, mark: Mark) -> bool {
    let inner = sentence.pieces.get(open + 1..close).unwrap_or_default();
    let is_sized = (1..=LONGEST_ASIDE).contains(&sentence.units(open + 1..close));
    let is_plain = inner
        .iter()
        .all(|piece| piece.kind != TokenKind::Punctuation || matches!(piece.text, "," | "，" | "、" | "-"));
    let has_comma = inner.iter().any(|piece| matches!(piece.text, "," | "，"));
    // Between commas a clause with its own subject would be a comma splice.
    let first = sentence.text(open + 1);
    let is_clause = PRONOUNS.has(first)
        || begins_clause(sentence, open + 1)
        || (!SUBORDINATE.has(first) && inner.iter().any(|piece| is_verb(piece.text)));
    is_sized
        && is_plain
        && open > 0
        && is_word(sentence, open - 1)
        && is_word(sentence, open + 1)
        && is_word(sentence, close - 1)
        && (mark != Mark::Comma || (!has_comma && !is_clause))
}

fn remark(
    sentence: &Sentence<'_>,
    open: usize,
    close: usize,
    mark: Mark,
    language: Language,
) -> Option<Edit> {
    let (opening, closing) = mark.pair(language);
    let before = sentence.pieces.get(open.checked_sub(1)?)?.range.end;
    let first = sentence.pieces.get(open + 1)?.range.start;
    let last = sentence.pieces.get(close.checked_sub(1)?)?.range.end;
    let after = sentence.pieces.get(close + 1)?;
    // Before another mark the aside needs only that mark.
    let closing = match (after.kind, mark) {
        (TokenKind::Punctuation, Mark::Parenthesis) => closing.trim_end(),
        (TokenKind::Punctuation, _) => "",
        _ => closing,
    };
    Some(Edit::replace(before..first, opening).and(last..after.range.start, closing))
}

/// Gives the asides in parentheses other marks.
pub(super) fn replace_parentheses(passage: &Passage<'_>, mark: Mark) -> Vec<Edit> {
    passage
        .sentences
        .iter()
        .filter(|sentence| !sentence.is_mixed && sentence.starts_whole && sentence.ends_whole)
        .filter(|sentence| mark == Mark::Comma || !(0..sentence.pieces.len()).any(|at| is_dash(sentence, at)))
        .flat_map(|sentence| {
            (0..sentence.pieces.len())
                .filter_map(move |open| parenthesis(sentence, open, mark, passage.language))
        })
        .collect()
}

fn parenthesis(sentence: &Sentence<'_>, open: usize, mark: Mark, language: Language) -> Option<Edit> {
    if !matches!(sentence.text(open), "(" | "（") {
        return None;
    }
    let close = (open + 1..sentence.pieces.len()).find(|&at| matches!(sentence.text(at), ")" | "）"))?;
    let first = sentence.text(open + 1);
    let after = sentence.pieces.get(close + 1)?;
    let is_joined = match language {
        Language::En => {
            !sentence.word_before(open).is_empty()
                && !is_capitalised(first)
                && sentence.units(open + 1..close) > 1
        }
        // A short Chinese parenthesis is a gloss on the word before it: 他（老张）走了。
        Language::Zh => sentence.units(open + 1..close) > 4,
    };
    let ends_aside = match after.kind {
        TokenKind::Punctuation => {
            after.gap.is_empty()
                && (matches!(after.text, "." | "。")
                    || (mark == Mark::Comma && matches!(after.text, "," | "，")))
        }
        _ => language == Language::En || mark == Mark::Dash,
    };
    (is_joined && ends_aside && holds_aside(sentence, open, close, mark))
        .then(|| remark(sentence, open, close, mark, language))?
}

/// Gives the semicolons between whole clauses another mark; a sentence where one may not, keeps all.
///
/// A dash runs two English clauses on as a comma does two Chinese ones; a comma between English clauses
/// would be a splice, and a Chinese dash explains.
pub(super) fn replace_semicolons(passage: &Passage<'_>, other: Separator) -> Vec<Edit> {
    if other
        .language()
        .is_some_and(|language| language != passage.language)
    {
        return Vec::new();
    }
    passage
        .sentences
        .iter()
        .filter(|sentence| {
            !sentence.is_mixed
                && sentence.starts_whole
                && sentence.ends_whole
                && matches!(sentence.last(), "." | "。")
        })
        .filter_map(|sentence| match passage.language {
            Language::En => semicolons(sentence, english_clause, other),
            Language::Zh => semicolons(sentence, chinese_clause, other),
        })
        .collect()
}

/// What takes the place of a semicolon.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Separator {
    Period,
    Dash,
    Comma,
}

impl Separator {
    /// Returns the only language whose clauses it parts, or `None` for both.
    fn language(self) -> Option<Language> {
        match self {
            Self::Period => None,
            Self::Dash => Some(Language::En),
            Self::Comma => Some(Language::Zh),
        }
    }
}

type IsClause = fn(&Sentence<'_>, usize, usize) -> bool;

fn semicolons(sentence: &Sentence<'_>, is_clause: IsClause, other: Separator) -> Option<Edit> {
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
    // Two dashes in a sentence would read as a pair; a row under commas alone loses its order.
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
                Separator::Dash => Edit::replace(mark.range.start..next.range.start, "—"),
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
    let continues = Words("或 或者 或是 和 以及 及 而且 并且 甚至 一则 二则 也 便 就 只得 才 却 又 还 都 而 倒 仿佛 好像 似乎 知道 到得 其 其二 二来 三来").has(first);
    sentence.units(start..end) >= 6 && begins_with_han(first) && !continues && !WAITING.has(first)
}

/// Turns an ellipsis that trails off after a whole clause into a full stop.
pub(super) fn replace_ellipses(passage: &Passage<'_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (index, sentence) in passage.sentences.iter().enumerate() {
        if sentence.is_mixed || !sentence.starts_whole {
            continue;
        }
        match passage.language {
            Language::En => {
                edits.extend((1..sentence.pieces.len()).filter_map(|at| english_ellipsis(sentence, at)))
            }
            Language::Zh => edits.extend(chinese_ellipsis(sentence, passage.sentences.get(index + 1))),
        }
    }
    edits
}

/// Words that cannot end a sentence: after one of them the ellipsis stands for what is missing.
const HANGING: Words = Words(
    "a an the and or but if that of to in on at for with from by as than was were is are be had has \
     have would could should will can might must my his her their our your so because not very",
);

fn english_ellipsis(sentence: &Sentence<'_>, at: usize) -> Option<Edit> {
    let piece = sentence.pieces.get(at)?;
    let before = sentence.text(at - 1);
    let start = sentence.clause_start(at);
    let is_open = HANGING.has(before) || !is_word(sentence, at - 1);
    let next = sentence.word_after(at);
    let ends = at + 1 == sentence.pieces.len() || (is_capitalised(next) && next.chars().count() > 1);
    let has_verb = (0..at).any(|word| is_verb(sentence.text(word)));
    (matches!(piece.text, "…" | "..." | "....")
        && !is_open
        && ends
        && has_verb
        && sentence.units(start..at) >= 3)
        .then(|| Edit::replace(piece.range.clone(), "."))
}

fn chinese_ellipsis(sentence: &Sentence<'_>, next: Option<&Sentence<'_>>) -> Option<Edit> {
    let last = sentence.pieces.last()?;
    let at = sentence.pieces.len() - 1;
    let before = sentence.text(at.checked_sub(1)?);
    let hangs = before.ends_with([
        '的', '地', '得', '和', '与', '與', '把', '被', '在', '是', '就', '也', '但', '而', '或', '及', '从',
        '從', '对', '對', '向', '让', '讓', '使', '等', '想', '说', '說', '不', '没', '着', '很', '太', '这',
        '這', '那', '个', '個',
    ]);
    // 他想……也许不会来了: what follows goes on with the sentence unless it opens one of its own.
    let begins_anew = next.is_none_or(|next| {
        let is_new_line = next
            .pieces
            .first()
            .is_some_and(|first| first.range.start > last.range.end);
        is_new_line || PRONOUNS.has(next.text(0)) || CONNECTIVES.has(next.text(0))
    });
    let is_ellipsis = Words("… …… ……… ………… ...").has(last.text);
    let waits = sentence.has_any(0..at, WAITING);
    // 千军，万马……: the marks stand for the rest of the row.
    let lists = sentence.units(sentence.clause_start(at)..at) < 5 || sentence.has_any(0..at, Words("、"));
    (is_ellipsis
        && sentence.units(0..at) >= 6
        && begins_with_han(before)
        && !hangs
        && !waits
        && !lists
        && begins_anew)
        .then(|| Edit::replace(last.range.clone(), "。"))
}

/// Ends exclamations with a full stop, and questions that exclaim with a question mark.
pub(super) fn soften_exclamations(passage: &Passage<'_>) -> Vec<Edit> {
    passage
        .sentences
        .iter()
        .filter(|sentence| !sentence.is_mixed && sentence.starts_whole)
        .filter_map(exclamation)
        .collect()
}

fn exclamation(sentence: &Sentence<'_>) -> Option<Edit> {
    let at = sentence.pieces.len().checked_sub(1)?;
    // A cry of one or two words is nothing without its mark.
    if sentence.units(0..at) < 4 {
        return None;
    }
    let (last, before) = (sentence.pieces.get(at)?, sentence.pieces.get(at.checked_sub(1)?)?);
    let is_exclamation = |text: &str| text.chars().all(|mark| matches!(mark, '!' | '！'));
    let is_question = |text: &str| text.chars().all(|mark| matches!(mark, '?' | '？'));
    if is_exclamation(last.text) && is_question(before.text) {
        return Some(Edit::cut(last.range.clone()));
    }
    if is_question(last.text) && is_exclamation(before.text) {
        return Some(Edit::cut(before.range.clone()));
    }
    // 这不是很好吗！ is a question all the same.
    if before.text.ends_with(['吗', '嗎', '么', '麼', '呢']) {
        return None;
    }
    let stop = if last.text.starts_with('！') || begins_with_han(before.text) {
        "。"
    } else {
        "."
    };
    (is_exclamation(last.text) && before.kind != TokenKind::Punctuation)
        .then(|| Edit::replace(last.range.clone(), stop))
}
