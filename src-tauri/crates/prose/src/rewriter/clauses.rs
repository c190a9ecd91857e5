//! Finds the beginning of an English clause: a recognisable subject and a verb that is certainly finite.

use std::ops::Range;

use super::letters::is_capitalised;
use super::passage::Sentence;
use super::words::Words;

/// Pronouns that can be subjects. `you` and `it` may also be objects, so a finite verb must follow them.
const SUBJECTS: Words = Words("I he she it we they you");

/// Returns whether the word is a subject pronoun, also at the start of a sentence.
pub(super) fn is_subject(word: &str) -> bool {
    word == "I" || SUBJECTS.has(&word.to_lowercase())
}

/// Determiners: a noun and a finite verb after one of them make a clause.
const DETERMINERS: Words = Words("the a an his her their my our its this every");

/// Verbs that are finite after any noun and never participles.
const AUXILIARIES: Words =
    Words("am are can could did do does had has have is may might must should was were will would shall");

/// Past tenses that are never participles. `fell` is one; `swung` is not, because it is a participle too.
const PASTS: Words = Words(
    "ate awoke beat became began bit blew bore broke came chose drank drew drove fell flew forgave \
     forgot froze gave grew hid knew lay leapt ran rang rode rose sang sank saw shone shook shrank \
     slid spoke sprang stole stood strode swam swore threw took tore wept went withdrew woke wore \
     wove wrote sat stank swept thought undertook",
);

/// Past tenses that are also participles: finite after a pronoun, ambiguous after a noun.
const PASTS_OR_PARTICIPLES: Words = Words(
    "bent bound bought brought built caught clung crept dealt dug felt fled flung fought found got \
     had heard held hung kept knelt led left lit lost made meant met paid said sent shot slept \
     slipped sold spent struck swung told understood put hit",
);

/// Returns whether the word is a past tense, if a verb is expected at its place.
pub(super) fn is_past(word: &str) -> bool {
    PASTS.has(word) || PASTS_OR_PARTICIPLES.has(word) || is_regular_past(word)
}

fn is_regular_past(word: &str) -> bool {
    word.len() > 4
        && word.ends_with("ed")
        && !Words("indeed hundred sacred naked kindred exceed proceed succeed speed breed bleed greed crooked wicked wretched").has(word)
}

/// Returns whether the word is finite directly after a subject pronoun.
fn is_finite_after(pronoun: &str, word: &str) -> bool {
    let third_person = matches!(pronoun, "he" | "she" | "it");
    AUXILIARIES.has(word)
        || is_past(word)
        || (third_person
            && word.len() > 3
            && word.ends_with('s')
            && !word.ends_with("ss")
            && !word.ends_with("us")
            && word != "this"
            && !word.ends_with("ways"))
}

/// Returns whether a main clause certainly begins at the piece: `she had gone`, `the lamp was out`.
pub(super) fn begins_clause(sentence: &Sentence<'_>, at: usize) -> bool {
    let first = sentence.text(at);
    let second = sentence.word_after(at);
    let third = sentence.word_after(at + 1);
    if SUBJECTS.has(first) {
        return is_finite_after(first, second) || (second.ends_with("ly") && is_past(third));
    }
    if is_pronoun_with_verb(first) {
        return !second.is_empty();
    }
    // After a name a past tense is finite: `and Ida went`.
    if at > 0 && is_capitalised(first) && first.chars().all(char::is_alphabetic) {
        return is_surely_finite(second) || is_past(second);
    }
    if first == "there" {
        return Words("was were is are had").has(second);
    }
    // `the life he was to lead` and `the man who was there` are not clauses: their verbs belong to `he` and `who`.
    let is_noun = |word: &str| {
        let is_relative = is_subject(word) || Words("who whom which that").has(word);
        !word.is_empty() && word.chars().all(char::is_alphabetic) && !is_surely_finite(word) && !is_relative
    };
    let fourth = sentence.word_after(at + 2);
    DETERMINERS.has(first)
        && is_noun(second)
        && (is_surely_finite(third) || (is_noun(third) && is_surely_finite(fourth)))
}

/// Returns whether the word is finite at any place.
fn is_surely_finite(word: &str) -> bool {
    Words("was were is are had could would did").has(word) || PASTS.has(word)
}

/// Returns whether the word is a pronoun contracted with its verb: `he'd`, `they're`.
fn is_pronoun_with_verb(word: &str) -> bool {
    let Some((pronoun, verb)) = word.split_once(['\'', '’']) else {
        return false;
    };
    SUBJECTS.has(pronoun) && Words("s d m re ve ll").has(verb)
}

/// Returns whether there is a main clause before `end`. Its verb must be among the first words of the sentence, or
/// directly after the subject that follows an opening phrase.
pub(super) fn has_main_clause(sentence: &Sentence<'_>, end: usize) -> bool {
    let relates = |word: &str| Words("who whom whose which that when where as if").has(word);
    let opens_sentence = (1..end.min(6))
        .take_while(|&at| !sentence.word_before(at).is_empty() && !relates(sentence.text(at)))
        .any(|at| is_verb(sentence.text(at)));
    opens_sentence || (1..end).any(|mark| sentence.text(mark) == "," && begins_clause(sentence, mark + 1))
}

/// Words that make the following clause a condition, a report or a comparison.
const SUBORDINATING: Words = Words(
    "that whether if unless because although though since until till than lest once what how why said \
     say thought think knew know felt believed hoped wished told supposed imagined seemed suppose both \
     either neither nor whatever however so such let suspected declared thinking knowing saying asked \
     wondered when whenever while whilst as before after where who whom whose which for",
);

/// Returns whether the pieces may contain a subordinate clause, or punctuation that links beyond the clause.
pub(super) fn may_be_subordinate(sentence: &Sentence<'_>, pieces: Range<usize>) -> bool {
    let end = pieces.end;
    pieces.into_iter().any(|at| {
        let word = sentence.text(at).to_lowercase();
        // `since the funeral` is a phrase, not a clause.
        let is_preposition = Words("since until till before after for as than").has(&word)
            && !(at + 1..end).any(|later| is_verb(sentence.text(later)));
        (SUBORDINATING.has(&word) && !is_preposition) || Words("( [ — – -- : ; … ...").has(&word)
    })
}

/// Returns whether the word may be the finite verb of a clause.
pub(super) fn is_verb(word: &str) -> bool {
    is_past(word) || Words("was were is am are had has have could would did").has(word)
}
