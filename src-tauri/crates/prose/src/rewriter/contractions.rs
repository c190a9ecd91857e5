//! English contractions, contracted and expanded, where only one reading is possible.

use super::clauses::{is_past, is_subject};
use super::letters::{capitalised, is_capitalised};
use super::passage::{Edit, Passage, Sentence};
use super::words::Words;
use crate::Language;

/// Auxiliaries with their contracted negation.
const DENIALS: &[(&str, &str)] = &[
    ("do", "don't"),
    ("does", "doesn't"),
    ("did", "didn't"),
    ("is", "isn't"),
    ("are", "aren't"),
    ("was", "wasn't"),
    ("were", "weren't"),
    ("has", "hasn't"),
    ("have", "haven't"),
    ("had", "hadn't"),
    ("could", "couldn't"),
    ("would", "wouldn't"),
    ("should", "shouldn't"),
    ("must", "mustn't"),
    ("will", "won't"),
    ("can", "can't"),
    ("need", "needn't"),
    ("might", "mightn't"),
];

/// Words that end a clause or begin the next one. A verb before such a word is stressed and cannot be contracted: `I am
/// too`, `if they are and we are not`.
const STRESSING: Words = Words(
    "too so and or but as than because when if though although which who that either indeed certainly \
     not now for to I he she they we",
);

/// Words after which a clause may end with its verb: `I know who it is`, `taller than he is`.
const INVERTING: Words =
    Words("what how who whom where whatever whoever wherever than as What How such so whose which that");

/// Contracts `did not` to `didn't`, `I am` to `I'm` and the like.
pub(super) fn contract(passage: &Passage<'_>) -> Vec<Edit> {
    if passage.language != Language::En {
        return Vec::new();
    }
    let apostrophe = if passage.text.contains('’') { "’" } else { "'" };
    each_piece(passage, |sentence, at| {
        contract_denial(sentence, at).or_else(|| contract_verb(sentence, at))
    })
    .into_iter()
    .map(|(range, text)| Edit::replace(range, text.replace('\'', apostrophe)))
    .collect()
}

/// Expands contractions.
pub(super) fn expand(passage: &Passage<'_>) -> Vec<Edit> {
    if passage.language != Language::En {
        return Vec::new();
    }
    each_piece(passage, |sentence, at| {
        expand_denial(sentence, at).or_else(|| expand_verb(sentence, at))
    })
    .into_iter()
    .map(|(range, text)| Edit::replace(range, text))
    .collect()
}

type Replacement = (std::ops::Range<usize>, String);

fn each_piece(
    passage: &Passage<'_>,
    edit: fn(&Sentence<'_>, usize) -> Option<Replacement>,
) -> Vec<Replacement> {
    passage.at_each_piece(edit)
}

fn like(model: &str, text: &str) -> String {
    if is_capitalised(model) {
        capitalised(text)
    } else {
        text.to_owned()
    }
}

fn contract_denial(sentence: &Sentence<'_>, at: usize) -> Option<Replacement> {
    let word = sentence.text(at);
    let lower = word.to_lowercase();
    if word == "cannot" {
        let next = sentence.word_after(at);
        return (next != "but" && !next.is_empty())
            .then(|| (sentence.pieces[at].range.clone(), "can't".to_owned()));
    }
    let (_, contracted) = DENIALS.iter().find(|(auxiliary, _)| *auxiliary == lower)?;
    let denial = sentence
        .pieces
        .get(at + 1)
        .filter(|_| sentence.word_after(at) == "not")?;
    let next = sentence.word_after(at + 1);
    // Not contracted: `not only` belongs to a `but`, `did not he` is an old question, and `can not` may mean being free
    // not to. `had not the latter yielded` is a condition, and `did not the others know` an old question.
    let is_inverted = Words("had were did should").has(&lower)
        && Words("the this that these those his her their my our").has(next);
    let is_other = Words("only but merely so a one").has(next) || is_subject(next) || is_inverted;
    let is_bare_imperative_can = lower == "can";
    let is_rare = matches!(lower.as_str(), "need" | "might" | "must");
    // A capitalised verb inside the sentence may be a name: `Will not`.
    let is_name = is_capitalised(word) && (at > 0 || lower == "will");
    (!is_other && !is_bare_imperative_can && !is_rare && !is_name && !next.is_empty()).then(|| {
        (
            sentence.pieces[at].range.start..denial.range.end,
            like(word, contracted),
        )
    })
}

fn contract_verb(sentence: &Sentence<'_>, at: usize) -> Option<Replacement> {
    let pronoun = sentence.text(at);
    let lower = pronoun.to_lowercase();
    let verb = sentence.word_after(at);
    let after = sentence.word_after(at + 1);
    let is_subject = is_subject(pronoun) || (lower == "there" && verb == "is");
    let start = sentence.clause_start(at);
    let is_stressed = after.is_empty()
        || !after.chars().all(char::is_alphabetic)
        || STRESSING.has(after)
        || sentence.has_any(start..at, INVERTING)
        || is_capitalised(pronoun) && lower != "i" && at > 0
        // In `is he mad` and `neither am I sure` the verb belongs to the word before it.
        || sentence.last() == "?" && at > 0;
    let ending = match (lower.as_str(), verb) {
        ("i", "am") => "m",
        ("you" | "we" | "they", "are") => "re",
        ("he" | "she" | "it" | "there", "is") => "s",
        ("i" | "you" | "we" | "they", "have") if is_participle(after) => "ve",
        ("i" | "you" | "he" | "she" | "we" | "they", "will") => "ll",
        ("i" | "you" | "he" | "she" | "we" | "they", "would") => "d",
        ("i" | "you" | "he" | "she" | "we" | "they", "had") if is_pluperfect(sentence, at + 2) => "d",
        _ => return None,
    };
    let end = sentence.pieces.get(at + 1)?.range.end;
    (is_subject && !is_stressed).then(|| {
        (
            sentence.pieces[at].range.start..end,
            format!("{pronoun}'{ending}"),
        )
    })
}

/// Returns whether `I have` before the word is certainly the perfect tense.
fn is_participle(word: &str) -> bool {
    Words("been seen done gone taken known heard found come become given written forgotten grown spoken always often already just never").has(word) || is_past(word)
}

/// Returns whether `he had` before the piece is certainly the past perfect, not possession as in `he had tired eyes`.
fn is_pluperfect(sentence: &Sentence<'_>, at: usize) -> bool {
    let word = sentence.text(at);
    let participle = if Words("always often already just never once").has(word) {
        at + 1
    } else {
        at
    };
    let goes_on = Words(
        "to the a an his her my our their its it him them me us up out down off away back in into on \
         onto at from with by for over through across about against around along that so too all",
    );
    Words("been seen done gone taken known come become given written forgotten grown spoken begun")
        .has(sentence.text(participle))
        || (is_past(sentence.text(participle))
            && (goes_on.has(sentence.word_after(participle)) || !sentence.is_word(participle + 1)))
}

fn expand_denial(sentence: &Sentence<'_>, at: usize) -> Option<Replacement> {
    let word = sentence.text(at);
    let plain = word.to_lowercase().replace('’', "'");
    let (auxiliary, _) = DENIALS.iter().find(|(_, contracted)| *contracted == plain)?;
    let (before, next) = (sentence.word_before(at), sentence.word_after(at));
    // `Don't you see` would have to become `Do you not see`; `he is, isn't he` has no expanded form. In `he wasn't there`
    // the subject stands before the verb.
    let is_inverted = !is_subject(before)
        && (is_subject(next) || matches!(next, "the" | "that" | "there" | "this") || is_capitalised(next));
    let is_question = sentence.last() == "?";
    // Expanded, the dialect form `he don't` would only be a mistake.
    let is_dialect = *auxiliary == "do"
        && !Words("I you we they and but to who people please").has(before)
        && !before.is_empty()
        && !before.ends_with('s');
    let spelled = if *auxiliary == "can" {
        "cannot".to_owned()
    } else {
        format!("{auxiliary} not")
    };
    (!is_inverted && !is_question && !is_dialect)
        .then(|| (sentence.pieces[at].range.clone(), like(word, &spelled)))
}

fn expand_verb(sentence: &Sentence<'_>, at: usize) -> Option<Replacement> {
    let word = sentence.text(at);
    let (pronoun, ending) = word.split_once(['\'', '’'])?;
    let lower = pronoun.to_lowercase();
    let after = sentence.word_after(at);
    let verb = match (lower.as_str(), ending) {
        ("i", "m") => "am",
        ("you" | "we" | "they", "re") => "are",
        ("i" | "you" | "we" | "they", "ve") => "have",
        ("i" | "you" | "he" | "she" | "it" | "we" | "they", "ll") => "will",
        ("i" | "you" | "he" | "she" | "we" | "they", "d") => had_or_would(after)?,
        ("he" | "she" | "it" | "there" | "that", "s") => is_or_has(after)?,
        _ => return None,
    };
    let is_asked = sentence.last() == "?" && ending == "s";
    (!after.is_empty() && !is_asked).then(|| (sentence.pieces[at].range.clone(), format!("{pronoun} {verb}")))
}

/// Returns the verb that `'d` stands for; `None` if the next word can be both a participle and an infinitive.
fn had_or_would(after: &str) -> Option<&'static str> {
    const INFINITIVES: Words =
        Words("be have go do take like love know want say see give get make think look rather die");
    if Words("been seen done gone taken known given written forgotten grown spoken begun better").has(after)
        || (is_past(after) && !Words("put hit lay came ran").has(after))
    {
        return Some("had");
    }
    INFINITIVES.has(after).then_some("would")
}

/// Returns the verb that `'s` stands for; `None` if the next word does not decide it, as a participle does not.
fn is_or_has(after: &str) -> Option<&'static str> {
    if matches!(after, "been" | "got" | "had") {
        return Some("has");
    }
    let is_copula = Words("a an the not no my his her our their in on at only too very so all here there still like nothing something true just as what why how where quite good late dark cold hard easy possible").has(after);
    (is_copula || (after.len() > 5 && after.ends_with("ing"))).then_some("is")
}
