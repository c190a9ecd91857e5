//! The optional English `that` before a clause.

use super::clauses::{begins_clause, is_subject};
use super::passage::{Edit, Passage, Sentence};
use super::words::Words;
use crate::Language;

/// Verbs and adjectives after which `that` is optional: `she knew that he was late`.
const REPORTING: Words = Words(
    "knew thought said believed felt hoped supposed saw found sure glad afraid know think believe \
     feel hope suppose see noticed realised realized understood feared",
);

/// Verbs that are always followed by a clause. `saw he` and `found he` are not, because a noun may follow as well.
const THINKING: Words = Words(
    "knew thought said believed hoped supposed know think believe suppose hope noticed realised \
     realized understood feared",
);

/// Deletes `that` if the clause after it stays clear.
pub(super) fn drop(passage: &Passage<'_>) -> Vec<Edit> {
    each_piece(passage, |sentence, at| {
        let drops = after_reporting(sentence, at) || is_relative_object(sentence, at);
        drops.then(|| sentence.with_space_after(at).map(Edit::cut))?
    })
}

/// Adds `that` between a verb of thinking and its clause.
pub(super) fn add(passage: &Passage<'_>) -> Vec<Edit> {
    each_piece(passage, |sentence, at| {
        // `the man he thought he knew` and `what she said he was`: before the subject there must be no word that the
        // clause could belong to.
        let subject = at.checked_sub(1)?;
        let opens = subject == 0 && sentence.starts_whole
            || matches!(sentence.text(subject.wrapping_sub(1)), "," | ";" | "and" | "but");
        let is_free = is_subject(sentence.text(subject))
            && opens
            && !sentence.has_any(
                0..at,
                Words("what What who whom which than as As where when if If"),
            );
        let is_thought = THINKING.has(sentence.text(at)) && !sentence.word_before(at).is_empty();
        let next = sentence.pieces.get(at + 1)?;
        let is_clause = Words("I he she we they").has(sentence.word_after(at))
            && begins_clause(sentence, at + 1)
            && sentence.last() != "?";
        (is_free && is_thought && is_clause)
            .then(|| Edit::replace(next.range.start..next.range.start, "that "))
    })
}

fn each_piece(passage: &Passage<'_>, edit: fn(&Sentence<'_>, usize) -> Option<Edit>) -> Vec<Edit> {
    if passage.language != Language::En {
        return Vec::new();
    }
    passage.at_each_piece(edit)
}

fn after_reporting(sentence: &Sentence<'_>, at: usize) -> bool {
    let is_reported = sentence.text(at) == "that" && REPORTING.has(sentence.word_before(at));
    let is_clause = begins_clause(sentence, at + 1) && sentence.word_after(at) != "that";
    // `he felt that and that …`: the first of two parallel clauses keeps its `that`.
    let is_alone = !(at + 1..sentence.pieces.len()).any(|later| {
        sentence.text(later) == "that" && matches!(sentence.text(later - 1), "and" | "or" | "but" | ",")
    });
    is_reported && is_clause && is_alone
}

/// Nouns after which `that` introduces their content, not a relative clause.
const CONTENTS: Words = Words(
    "fact idea belief hope fear knowledge news feeling thought doubt impression conviction sense \
     notion opinion conclusion proof certainty sign chance condition pity",
);

/// `the tree which it climbed` → `the tree it climbed`: the pronoun after the noun shows where the clause begins.
fn is_relative_object(sentence: &Sentence<'_>, at: usize) -> bool {
    let noun = sentence.word_before(at);
    // `the delusion that it was a choice`: `it` after `that` usually begins the content of the noun.
    let begins = sentence.word_after(at);
    let is_pronoun = Words("I he she we they").has(begins) || (begins == "it" && sentence.text(at) != "that");
    let has_noun = Words("a an the his her their my our its this that every no any")
        .has(sentence.word_before(at.wrapping_sub(1)));
    let is_noun = noun.chars().all(char::is_alphabetic) && has_noun && !CONTENTS.has(noun);
    // After a verb of reporting, `that` introduces a report; after `so`, a consequence. `it was … that` is a cleft
    // sentence.
    let start = sentence.clause_start(at);
    let is_other = sentence.text(at) == "that"
        && (sentence.has_any(start..at, REPORTING)
            || sentence.has_any(
                start..at,
                Words("so such told tell assured reminded informed seemed appeared occurred struck it It was is"),
            ));
    // `the end which he perceived would come`: the verb after the pronoun has its own object clause.
    let thinks = Words("would was were had could").has(sentence.word_after(at + 2));
    matches!(sentence.text(at), "which" | "that" | "whom")
        && is_noun
        && is_pronoun
        && begins_clause(sentence, at + 1)
        && !is_other
        && !thinks
}
