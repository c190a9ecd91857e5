//! Connectives and small adverbs that differ only in register: plain or formal.

use super::clauses::{begins_clause, is_verb};
use super::conserve::{is_han_negation, is_negation, is_numeral};
use super::letters::{begins_with_han, capitalised, is_capitalised};
use super::passage::{Edit, Passage, Piece, Sentence};
use super::words::Words;
use crate::Language;

/// The target register of an exchange.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Register {
    Plain,
    Formal,
}

/// Replaces words of the other register by words of this one.
pub(super) fn change(passage: &Passage<'_>, to: Register) -> Vec<Edit> {
    let is_traditional = passage
        .text
        .contains(['這', '們', '個', '說', '時', '來', '為', '經']);
    let mut edits = Vec::new();
    for sentence in &passage.sentences {
        edits.extend(
            (0..sentence.pieces.len()).filter_map(|at| match passage.language {
                Language::En => english(sentence, at, to),
                Language::Zh => chinese(sentence, at, to, is_traditional),
            }),
        );
    }
    edits
}

/// The places where an English word may be exchanged.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slot {
    /// Before a clause with its own subject, opening the sentence.
    Opening,
    /// Before a clause with its own subject, opening the sentence or after a comma.
    Clause,
    /// Before the clause that gives the reason, after a comma.
    Reason,
    /// Anywhere between two words.
    Phrase,
}

/// Formal words, their plain counterparts, and their places. Some exchanges go one way only: `on` has many meanings
/// that `upon` does not have.
const TO_PLAIN: &[(&str, &str, Slot)] = &[
    ("yet", "but", Slot::Opening),
    ("although", "though", Slot::Clause),
    ("whilst", "while", Slot::Clause),
    ("perhaps", "maybe", Slot::Phrase),
    ("amongst", "among", Slot::Phrase),
    ("upon", "on", Slot::Phrase),
    ("for", "because", Slot::Reason),
    ("as though", "as if", Slot::Phrase),
    ("somebody", "someone", Slot::Phrase),
    ("everybody", "everyone", Slot::Phrase),
    ("anybody", "anyone", Slot::Phrase),
    ("began to", "started to", Slot::Phrase),
    ("wished to", "wanted to", Slot::Phrase),
    ("endeavoured to", "tried to", Slot::Phrase),
    ("endeavored to", "tried to", Slot::Phrase),
    ("attempted to", "tried to", Slot::Phrase),
    ("in the midst of", "in the middle of", Slot::Phrase),
    ("scarcely", "hardly", Slot::Phrase),
];

/// Plain words, their formal counterparts, and their places.
const TO_FORMAL: &[(&str, &str, Slot)] = &[
    ("but", "yet", Slot::Opening),
    ("though", "although", Slot::Clause),
    ("maybe", "perhaps", Slot::Phrase),
    ("till", "until", Slot::Phrase),
    ("as if", "as though", Slot::Phrase),
    ("started to", "began to", Slot::Phrase),
];

/// Returns whether `which` begins a defining clause, where plain English uses `that`: `the hand which came out`.
fn is_defining_which(sentence: &Sentence<'_>, at: usize) -> bool {
    let has_noun = (2..=3).any(|back| {
        at.checked_sub(back).is_some_and(|determiner| {
            Words("a an the The A An").has(sentence.text(determiner))
                && (determiner + 1..at).all(|word| sentence.is_word(word) && !is_verb(sentence.text(word)))
        })
    });
    let verb = sentence.word_after(at);
    has_noun
        && sentence.text(at) == "which"
        && !sentence.word_before(at).is_empty()
        && !PREPOSITIONS.has(sentence.text(at - 1))
        && (is_verb(verb) || begins_clause(sentence, at + 1))
        && !sentence.has_any(at + 1..sentence.pieces.len(), Words("which"))
}

const PREPOSITIONS: Words = Words(
    "of in on at to from for with by under over through upon into about against between among after \
     before beyond during without within",
);

fn english(sentence: &Sentence<'_>, at: usize, to: Register) -> Option<Edit> {
    let piece = sentence.pieces.get(at)?;
    if to == Register::Plain && is_defining_which(sentence, at) {
        return Some(Edit::replace(piece.range.clone(), "that"));
    }
    let table = match to {
        Register::Plain => TO_PLAIN,
        Register::Formal => TO_FORMAL,
    };
    let &(phrase, other, slot) = table
        .iter()
        .find(|(phrase, ..)| sentence.has_phrase(at, phrase))?;
    let last = at + phrase.split(' ').count() - 1;
    let opens = at == 0 && sentence.starts_whole;
    let before = sentence.word_before(at);
    let after = sentence.word_after(last);
    let fits = match slot {
        Slot::Reason => sentence.text(at.wrapping_sub(1)) == "," && begins_clause(sentence, at + 1),
        Slot::Opening => opens && begins_clause(sentence, at + 1),
        Slot::Clause => (opens || before == ",") && begins_clause(sentence, at + 1),
        Slot::Phrase => {
            let is_bound = Words("once and the a up call called come came coming set put")
                .has(&before.to_lowercase())
                || after == "then";
            // In `someone was there, somebody small` the repetition is intended.
            let is_echoed = phrase.ends_with("body")
                && sentence
                    .pieces
                    .iter()
                    .filter(|piece| piece.text == phrase)
                    .count()
                    > 1;
            // `weren't perhaps` must not become `weren't maybe`, and `years upon years` is a fixed phrase.
            let is_denied = phrase == "perhaps" && is_negation(before);
            let is_doubled = before.eq_ignore_ascii_case(after);
            opens
                || (!is_doubled
                    && !is_denied
                    && !is_echoed
                    && before.chars().any(char::is_alphabetic)
                    && !is_bound)
        }
    };
    let is_shouted =
        piece.text.chars().skip(1).any(char::is_uppercase) || (is_capitalised(piece.text) && !opens);
    let text = if is_capitalised(piece.text) {
        capitalised(other)
    } else {
        other.to_owned()
    };
    let end = sentence.pieces.get(last)?.range.end;
    (fits && !is_shouted && !after.is_empty()).then(|| Edit::replace(piece.range.start..end, text))
}

/// The places where a Chinese word may be exchanged.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Opening a clause.
    Clause,
    /// Opening a sentence in which the consequence follows: 因为下雨，所以…. 由于 cannot give a reason after the
    /// consequence.
    Cause,
    /// Between the subject and its verb.
    Verb,
    /// Before a verb, after its subject or the clause before.
    Then,
}

/// The plain word, the formal word, and the place. Traditional forms follow the simplified ones.
const CHINESE: &[(&str, &str, Place)] = &[
    ("但是", "但", Place::Clause),
    ("可是", "然而", Place::Clause),
    ("所以", "因此", Place::Clause),
    ("因为", "由于", Place::Cause),
    ("因為", "由於", Place::Cause),
    ("如果", "若", Place::Clause),
    ("要是", "倘若", Place::Clause),
    ("虽然", "虽", Place::Clause),
    ("雖然", "雖", Place::Clause),
    ("这时", "此时", Place::Clause),
    ("這時", "此時", Place::Clause),
    ("已经", "已", Place::Verb),
    ("已經", "已", Place::Verb),
    ("曾经", "曾", Place::Verb),
    ("曾經", "曾", Place::Verb),
    ("常常", "常", Place::Verb),
    ("一起", "一同", Place::Verb),
    ("仍旧", "仍", Place::Verb),
    ("也许", "或许", Place::Clause),
];

/// An exchange in one direction only: 就 has many meanings that 便 does not have.
const CHINESE_TO_PLAIN: &[(&str, &str, Place)] = &[("就", "便", Place::Then)];

fn chinese(sentence: &Sentence<'_>, at: usize, to: Register, is_traditional: bool) -> Option<Edit> {
    let piece = sentence.pieces.get(at)?;
    let (other, place) = match to {
        Register::Formal => CHINESE
            .iter()
            .find(|(plain, ..)| *plain == piece.text)
            .map(|&(_, formal, place)| (formal, place))?,
        Register::Plain => {
            // 已 matches twice, for 已经 and for 已經.
            let mut matching = CHINESE
                .iter()
                .chain(CHINESE_TO_PLAIN)
                .filter(|(_, formal, _)| *formal == piece.text);
            let first = matching.next()?;
            let &(plain, _, place) = if is_traditional {
                matching.next().unwrap_or(first)
            } else {
                first
            };
            (plain, place)
        }
    };
    let (before, after) = (sentence.joined_before(at), sentence.joined_after(at));
    let fits = match place {
        Place::Clause => {
            let opens = (at == 0 && sentence.starts_whole) || matches!(before, "，" | "；");
            // 但 before 有 or 凡 is classical and means `whenever`. 若或 is one word. 因为 needs a 所以.
            let is_classical = match piece.text {
                "但" => after.starts_with(['有', '凡', '到', '见', '見', '愿', '願', '求', '得', '逢']),
                "若" => after.starts_with('或'),
                "虽然" | "雖然" | "虽" | "雖" => after.starts_with('因'),
                _ => false,
            };
            let has_partner = piece.text == "所以" && sentence.has_any(1..at, Words("因 因为 因為"));
            opens && begins_with_han(after) && !is_classical && !has_partner
        }
        Place::Cause => {
            let opens = at == 0 && sentence.starts_whole && begins_with_han(after);
            opens && sentence.has_any(at..sentence.pieces.len(), Words("所以 因此 於是 于是"))
        }
        Place::Then => {
            let follows = at > 0 && (before == "，" || begins_with_han(before));
            // In 宜便 and 近便, 便 is an adjective.
            follows
                && begins_with_han(after)
                && !after.starts_with(['的', '得', '了', '宜', '很', '之', '就'])
                && !Words("很 不 近 就 因 请 請").has(before)
        }
        Place::Verb => {
            // 已 before a bare 久, or after a negation, is part of another word.
            let needs_long_verb = piece.text.chars().count() == 1;
            begins_with_han(before)
                && begins_with_han(after)
                && (!needs_long_verb || after.chars().count() > 1)
                && !after.contains(is_numeral)
                && !before.ends_with(is_han_negation)
                && !Words("的 是 这 那").has(before)
                // In 混在一起, 一起 is a place, not a manner.
                && !before.ends_with(['在', '到'])
        }
    };
    (fits && !is_verse(sentence)).then(|| Edit::replace(piece.range.clone(), other))
}

/// Returns whether a Chinese sentence is a couplet of five or seven characters a line; there a changed length would
/// break the metre.
fn is_verse(sentence: &Sentence<'_>) -> bool {
    let mut lines = sentence.pieces.split(|piece| !begins_with_han(piece.text));
    let length =
        |line: Option<&[Piece<'_>]>| line.map_or(0, |line| line.iter().map(Piece::units).sum::<usize>());
    let (first, second) = (length(lines.next()), length(lines.next()));
    first == second && matches!(first, 5 | 7)
}
