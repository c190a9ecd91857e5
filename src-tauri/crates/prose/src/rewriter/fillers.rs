//! Fillers and intensifiers: words that can be deleted without a change of meaning.

use super::clauses::{begins_clause, is_past, is_subject};
use super::conserve::{is_han_negation, is_negation};
use super::letters::{begins_with_han, capitalised, is_capitalised};
use super::passage::{Edit, Passage, Sentence};
use super::words::Words;
use crate::Language;
use crate::segment::TokenKind;

/// Deletes intensifiers before adjectives and adverbs, and fillers that open a sentence.
pub(super) fn cut(passage: &Passage<'_>) -> Vec<Edit> {
    let cut = match passage.language {
        Language::En => english,
        Language::Zh => chinese,
    };
    passage.at_each_piece(cut)
}

const INTENSIFIERS: Words = Words(
    "very really quite rather extremely truly utterly incredibly terribly awfully exceedingly \
     somewhat perfectly absolutely extraordinarily remarkably exceptionally immensely considerably",
);

/// Words after which an intensifier must stay: it is graded, part of an idiom, or needed by a noun phrase.
const BLOCKING_BEFORE: Words = Words(
    "so too as how the this that these those my your his her its our their or would i'd he'd \
     she'd they'd we'd you'd if however more most just either whether",
);

/// Adjectives and adverbs that no suffix marks. A word counts as an intensifier only before one of these, or before a
/// word with such a suffix.
const GRADABLE: Words = Words(
    "afraid alone angry anxious ashamed astonishing amazing charming disappointing frightening interesting \
     surprising awkward bad bare big bitter black blue bold brave bright \
     brief broad calm careful certain cheap clean clear clever close cold common cool cross cruel \
     dark dead deaf dear deep different dim dirty drunk dry dull early easy empty fair faint false \
     famous far fast fat fine firm flat fond free fresh full funny gentle glad good grand grave great \
     green grey happy hard heavy high hot hungry ill important kind large late lazy light long loose \
     loud low lucky mad mild modest narrow neat new nice odd old pale plain pleasant polite poor \
     proud pure quick quiet rare red rich ripe rough rude sad safe sharp short shy sick silent simple \
     slight slim slow small smart smooth soft solid soon sore sorry steep stern stiff still straight \
     strange strict strong stupid sure sweet swift tall tame tender thick thin tight tired true ugly \
     weak wet young",
);

fn is_gradable(word: &str) -> bool {
    const SUFFIXES: Words = Words("ful ous ish able ible less ly some ic");
    const NOT: Words = Words("family only early music public table trouble cable bible really");
    GRADABLE.has(word) || (word.len() > 5 && SUFFIXES.any(|end| word.ends_with(end)) && !NOT.has(word))
}

/// Verbs before which `really`, `just` and `simply` after a pronoun only add emphasis.
const WEIGHTED_VERBS: Words = Words(
    "want wanted like liked love loved need needed think believe believed hope hoped wish wished \
     enjoyed hated hate felt shrugged smiled stared stood sat nodded",
);

const OPENERS: Words = Words("Actually Basically Honestly Frankly Really");

fn english(sentence: &Sentence<'_>, at: usize) -> Option<Edit> {
    let word = sentence.text(at);
    if at == 0 {
        return opener(sentence, word);
    }
    let is_truth = matches!(word, "actually" | "basically" | "literally");
    if !INTENSIFIERS.has(word) && !is_truth && !matches!(word, "just" | "simply") {
        return None;
    }
    let (before, after) = (sentence.word_before(at), sentence.word_after(at));
    // A negation applies to the whole clause after it: `not very good` does not mean `not good`. A question asks about
    // the degree, and a condition depends on it.
    let is_in_scope = (0..at).any(|earlier| is_negation(sentence.text(earlier)))
        || sentence.has_any(0..at, Words("if If whether unless than how How so such"))
        || sentence.last() == "?";
    if is_in_scope || before.is_empty() || !is_plain_word(after) || is_negation(after) {
        return None;
    }
    let cut = sentence.with_space_after(at)?;
    if is_truth {
        let goes_on = is_past(after) || after.ends_with("ing");
        let follows = is_subject(before) || Words("was were had is are").has(before);
        return (goes_on && follows).then(|| Edit::cut(cut));
    }
    if is_subject(before) && matches!(word, "really" | "just" | "simply") {
        return WEIGHTED_VERBS.has(after).then(|| Edit::cut(cut));
    }
    let blocked = BLOCKING_BEFORE.has(before.to_lowercase().as_str())
        || before.ends_with("'s")
        || before.ends_with("’s");
    if !INTENSIFIERS.has(word) || blocked || !is_gradable(after) || after == "few" {
        return None;
    }
    // `very good indeed` needs its intensifier; `a nice place, a very nice place` only repeats to intensify.
    let is_leant_on =
        matches!(sentence.text(at + 2), "indeed" | "enough") || is_negation(sentence.text(at + 2));
    let is_repeated = (0..at).any(|earlier| sentence.text(earlier) == after);
    if is_leant_on || is_repeated {
        return None;
    }
    match before {
        "a" | "an" | "A" | "An" => {
            let article = article_before(after)?;
            let article = if is_capitalised(before) {
                capitalised(article)
            } else {
                article.to_owned()
            };
            Some(Edit::cut(cut).and(sentence.pieces[at - 1].range.clone(), article))
        }
        _ => Some(Edit::cut(cut)),
    }
}

/// `Actually, he …` → `He …`.
fn opener(sentence: &Sentence<'_>, word: &str) -> Option<Edit> {
    let is_opener = OPENERS.has(word) && sentence.text(1) == "," && sentence.pieces.get(1)?.gap.is_empty();
    let next = sentence.pieces.get(2)?;
    let opens_clause = begins_clause(sentence, 2) || next.text.starts_with('I');
    (is_opener && next.gap == " " && sentence.last() != "?" && opens_clause).then(|| {
        Edit::cut(sentence.pieces[0].range.start..next.range.start)
            .and(next.range.clone(), capitalised(next.text))
    })
}

fn is_plain_word(word: &str) -> bool {
    word.len() > 1 && word.chars().all(|c| c.is_lowercase() || c == '-')
}

/// Returns the indefinite article before a word, by its pronunciation; `None` if the spelling does not determine it.
fn article_before(word: &str) -> Option<&'static str> {
    const SILENT_H: Words = Words("hour honest honour honor");
    match word.chars().next()? {
        'a' | 'i' => Some("an"),
        'e' => Some(if word.starts_with("eu") { "a" } else { "an" }),
        'o' => Some(if word.starts_with("one") || word.starts_with("once") {
            "a"
        } else {
            "an"
        }),
        'u' => {
            (word.starts_with("ug") || (word.starts_with("un") && !word.starts_with("uni"))).then_some("an")
        }
        'h' => Some(if SILENT_H.any(|silent| word.starts_with(silent)) {
            "an"
        } else {
            "a"
        }),
        letter => letter.is_ascii_lowercase().then_some("a"),
    }
}

/// Adverbs of degree that are stronger than 很, which a Chinese predicate needs at least.
const DEGREES: Words = Words("非常 十分 极其 極其 极为 極為 相当 相當 异常");

fn chinese(sentence: &Sentence<'_>, at: usize) -> Option<Edit> {
    let piece = sentence.pieces.get(at)?;
    let clause = sentence.clause_start(at);
    let is_denied = (clause..at).any(|earlier| sentence.text(earlier).contains(is_han_negation));
    let is_asked = matches!(sentence.last(), "？" | "?");
    let comma = sentence.pieces.get(at + 1).filter(|next| next.text == "，");
    let after = match comma {
        Some(_) => sentence.joined_after(at + 1),
        None => sentence.joined_after(at),
    };
    if is_denied || is_asked || !begins_with_han(after) {
        return None;
    }
    // 非常非常慢 has the adverb twice.
    if DEGREES.has(piece.text) && after == piece.text {
        return Some(Edit::cut(piece.range.clone()));
    }
    if DEGREES.has(piece.text) {
        return degree(sentence, at, after);
    }
    let is_filler = match piece.text {
        // Inside a clause 其实 corrects an earlier statement; at the beginning of a sentence it is a filler.
        "其实" | "其實" => at == 0 && sentence.starts_whole,
        "真的" => Words("很 太 好像 非常 十分").has(after) && at > clause,
        "实在" | "實在" | "简直" | "簡直" => {
            at > clause
                && (after.starts_with(['太', '很'])
                    || (matches!(after, "像" | "好像") && piece.text.starts_with('简')))
        }
        _ => false,
    };
    let end = comma.map_or(piece.range.end, |comma| comma.range.end);
    is_filler.then(|| Edit::cut(piece.range.start..end))
}

/// 非常小的房间 loses the adverb. 房间非常小 gets 很 instead, because without an adverb it would be a comparison.
fn degree(sentence: &Sentence<'_>, at: usize, after: &str) -> Option<Edit> {
    let piece = sentence.pieces.get(at)?;
    let before = sentence.joined_before(at);
    let is_score = Words("了 打 考 满 滿 是 都").has(before) && piece.text == "十分";
    let is_bound = Words("的 地 很 手段 時期 时期 人").has(after)
        || after.starts_with(['之', '钟', '鐘'])
        // 十分闹得无法: the degree applies to the complement after 得.
        || after.ends_with('得')
        || sentence.text(at + 2) == "得";
    if at == 0 || is_score || is_bound || before.ends_with(['很', '最', '更', '太', '也']) {
        return None;
    }
    let modifies_noun = matches!(sentence.text(at + 2), "的" | "地") && before != "得";
    let is_open = sentence.pieces.get(at + 1)?.kind == TokenKind::Han;
    let replacement = if modifies_noun { "" } else { "很" };
    is_open.then(|| Edit::replace(piece.range.clone(), replacement))
}
