//! Finds the claims of a hand-written sentence about prose, without a model, by antonyms in English and Chinese.
//!
//! There are two kinds of axes. A *contrast* has words for both ends (short and long, 朴素 and 华丽) and may need a
//! noun that names the subject. A *quantity* has only a noun (adverbs, 破折号); the words around the noun say whether
//! more or less of it is wanted. A negation reverses the claim: 避免长句 wants short sentences. A clause with both ends
//! of one axis ("mix long and short sentences", 长短句交错) claims neither.
//!
//! Latin words are matched between boundaries of Latin letters only, so that `em dash` before 号 is found. The usual
//! word boundary treats Chinese characters as letters and would not find it.

mod words;

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

use prose::{Feature, Language, SceneType, is_filler, measure};

use crate::rule::Direction;
pub use words::Subject;
use words::{
    BEGINNINGS, CONTRASTING, CONTRASTS, Contrast, HOW_MUCH, JOINTS, OTHER_THINGS, PHRASES, QUANTITIES,
    QUOTES, SCENES, SCENES_AS_SUBJECT, UNWANTED, USING, VERBS, WANTED, Words, each,
};

/// One claim of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Said {
    /// Its subject.
    pub subject: Subject,
    /// Whether it wants more or less.
    pub direction: Direction,
    /// The kind of scene in the sentence; `None` if it names none.
    pub scene_type: Option<SceneType>,
}

/// Returns the claims of a sentence, each once; empty if no claim is recognised.
pub(super) fn said(text: &str) -> BTreeSet<Said> {
    let text = text.to_lowercase().replace('’', "'");
    let mut all = BTreeSet::new();
    let mut topic = None;
    for Clause { text, continues } in clauses(&text) {
        let (scene, rest) = scene_of(text);
        topic = match scene {
            Named::Nowhere if continues => topic,
            Named::Nowhere | Named::Inside(_) => None,
            Named::First(scene) => Some(scene),
        };
        let scene_type = match scene {
            Named::Inside(scene) => Some(scene),
            Named::First(_) | Named::Nowhere => topic,
        };
        all.extend(claimed(&rest).into_iter().map(|(subject, direction)| Said {
            subject,
            direction,
            scene_type,
        }));
    }
    let both_ends = |claim: &Said| {
        all.contains(&Said {
            direction: claim.direction.opposite(),
            ..*claim
        })
    };
    all.iter().filter(|claim| !both_ends(claim)).copied().collect()
}

/// Returns the claims of a clause without its scene.
fn claimed(clause: &str) -> Vec<(Subject, Direction)> {
    let (mut claimed, rest) = fixed_phrases(clause);
    let markers = markers(&rest);
    claimed.extend(CONTRASTS.iter().flat_map(|axis| contrasts(axis, &rest, &markers)));
    claimed.extend(quantities(&rest, &markers));
    claimed
}

/// The fixed phrases, the longest first, because 避免重复用词 contains 重复用词.
static LONGEST_FIRST: LazyLock<Vec<(&str, Subject, Direction)>> = LazyLock::new(|| {
    let mut phrases = Vec::new();
    for (feature, more, less) in PHRASES {
        let subject = Subject::Feature(*feature);
        phrases.extend(each(more).map(|phrase| (phrase, subject, Direction::More)));
        phrases.extend(each(less).map(|phrase| (phrase, subject, Direction::Less)));
    }
    phrases.sort_by_key(|(phrase, ..)| Reverse(phrase.len()));
    phrases
});

/// Returns the claims of the fixed phrases in a clause, and the rest of the clause.
fn fixed_phrases(clause: &str) -> (Vec<(Subject, Direction)>, String) {
    let mut rest = clause.to_owned();
    let mut claimed = Vec::new();
    for &(phrase, subject, direction) in LONGEST_FIRST.iter() {
        let found = occurrences(&rest, phrase).next();
        if let Some(range) = found {
            rest.replace_range(range, " ");
            claimed.push((subject, direction));
        }
    }
    (claimed, rest)
}

/// A part of a sentence with claims of its own.
struct Clause<'a> {
    text: &'a str,
    /// Whether it goes on about the scene that begins the clause before it: "Action: short sentences, no adverbs".
    continues: bool,
}

/// Cuts a sentence into clauses. An English comma may be part of a list of adjectives ("short, punchy sentences"), so
/// it cuts only before a word that begins a clause.
fn clauses(text: &str) -> Vec<Clause<'_>> {
    let mut clauses = Vec::new();
    let mut start = 0;
    let mut continues = false;
    for (at, mark) in text.match_indices(|c| ";；。.!！，,".contains(c)) {
        let rest = text[at + mark.len()..].trim_start();
        if mark != "," || begins_with(rest, BEGINNINGS) {
            clauses.push(Clause {
                text: &text[start..at],
                continues,
            });
            start = at + mark.len();
            continues = [",", "，"].contains(&mark) && !begins_with(rest, CONTRASTING);
        }
    }
    clauses.push(Clause {
        text: &text[start..],
        continues,
    });
    clauses
}

fn begins_with(text: &str, words: Words) -> bool {
    each(words).any(|word| starts(text, word))
}

fn starts(text: &str, word: &'static str) -> bool {
    occurrences(text, word)
        .next()
        .is_some_and(|range| range.start == 0)
}

/// The scene that a clause names.
#[derive(Clone, Copy)]
enum Named {
    Nowhere,
    /// As the first words of the clause, so that the clauses after it may be about the same scene.
    First(SceneType),
    Inside(SceneType),
}

/// Returns the scene that a clause names, and the rest of the clause, the claim about that scene.
fn scene_of(clause: &str) -> (Named, String) {
    let clause = clause.trim();
    for (scene, phrases) in SCENES {
        for phrase in each(phrases) {
            if let Some(range) = occurrences(clause, phrase).next() {
                let rest = format!("{} {}", &clause[..range.start], &clause[range.end..]);
                let named = if range.start == 0 {
                    Named::First(*scene)
                } else {
                    Named::Inside(*scene)
                };
                return (named, rest);
            }
        }
    }
    // "Dialogue carries no adverbs" is about adverbs in dialogue, and "more dialogue" is about an amount of dialogue.
    for (scene, nouns) in SCENES_AS_SUBJECT {
        for noun in each(nouns).filter(|noun| starts(clause, noun)) {
            let rest = clause[noun.len()..].trim_start();
            if begins_with(rest, VERBS) && !claimed(rest).is_empty() {
                return (Named::First(*scene), rest.to_owned());
            }
        }
    }
    (Named::Nowhere, clause.to_owned())
}

fn contrasts(axis: &Contrast, clause: &str, markers: &[Marker]) -> Vec<(Subject, Direction)> {
    let nouns: Vec<(Subject, Range<usize>)> = axis
        .nouns
        .iter()
        .flat_map(|(subject, words)| each(words).map(move |word| (*subject, word)))
        .flat_map(|(subject, word)| occurrences(clause, word).map(move |range| (subject, range)))
        .collect();
    let ends = [(axis.more, Direction::More), (axis.less, Direction::Less)];
    ends.into_iter()
        .flat_map(|(words, direction)| each(words).map(move |word| (word, direction)))
        .flat_map(|(word, direction)| occurrences(clause, word).map(move |range| (range, direction)))
        .filter_map(|(end, direction)| {
            let subject = axis.alone.or_else(|| nearest(&nouns, &end))?;
            let wanted = before(markers, end.start).is_none_or(|marker| marker.wanted);
            Some((subject, if wanted { direction } else { direction.opposite() }))
        })
        .collect()
}

/// Returns the subject of an adjective: the noun after it, or, if there is none, the noun before it.
fn nearest(nouns: &[(Subject, Range<usize>)], adjective: &Range<usize>) -> Option<Subject> {
    let after = nouns.iter().filter(|(_, noun)| noun.start >= adjective.end);
    let before = nouns.iter().filter(|(_, noun)| noun.end <= adjective.start);
    after
        .min_by_key(|(_, noun)| noun.start)
        .or_else(|| before.max_by_key(|(_, noun)| noun.end))
        .map(|(subject, _)| *subject)
}

/// Returns the claims about quantities. A noun alone claims nothing ("dialogue should sound natural"): a marker of more
/// or less is needed.
fn quantities(clause: &str, markers: &[Marker]) -> Vec<(Subject, Direction)> {
    let sparingly = markers
        .iter()
        .any(|marker| ["sparingly", "minimum"].contains(&&clause[marker.range.clone()]));
    let named = QUANTITIES.iter().flat_map(|(feature, nouns)| {
        let ranges = each(nouns).flat_map(|noun| occurrences(clause, noun));
        ranges.map(move |range| (*feature, range))
    });
    named
        .chain(quoted(clause))
        .chain(markers.iter().flat_map(|marker| listed(clause, marker.range.end)))
        .filter_map(|(feature, range)| {
            let wanted = wanted(clause, markers, &range)? && !sparingly;
            let direction = if wanted { Direction::More } else { Direction::Less };
            Some((Subject::Feature(feature), direction))
        })
        .collect()
}

/// Returns whether a noun is wanted in larger amounts; `None` where the clause does not say.
fn wanted(clause: &str, markers: &[Marker], noun: &Range<usize>) -> Option<bool> {
    let rest = clause[noun.end..].trim();
    if each(OTHER_THINGS).any(|other| rest.starts_with(other)) {
        return None;
    }
    let word = |marker: &Marker| &clause[marker.range.clone()];
    before(markers, noun.start)
        .filter(|marker| near(clause, marker.range.end, noun.start))
        // "Keep dialogue short" is not about the amount of dialogue, but "keep adverbs of manner" is about adverbs.
        .filter(|marker| !word(marker).starts_with("keep") || rest.is_empty() || starts(rest, "of"))
        .or_else(|| {
            markers
                .iter()
                .filter(|marker| marker.range.start >= noun.end)
                .filter(|marker| each(HOW_MUCH).any(|amount| amount == word(marker)))
                .find(|marker| near(clause, noun.end, marker.range.start))
        })
        .map(|marker| marker.wanted)
}

/// Returns the quoted or emphasised words that are fillers: *very*, 「其实」.
fn quoted(clause: &str) -> Vec<(Feature, Range<usize>)> {
    let mut found = Vec::new();
    for (open, close) in QUOTES {
        let mut start = 0;
        while let Some(opened) = clause[start..].find(*open).map(|at| start + at + open.len()) {
            let Some(closed) = clause[opened..].find(*close).map(|at| opened + at) else {
                break;
            };
            let words = &clause[opened..closed];
            let fillers = measure(words, Language::of(words)).get(Feature::FillerDensity);
            if fillers.is_some_and(|density| density > 0.0) {
                found.push((Feature::FillerDensity, opened - open.len()..closed + close.len()));
            }
            start = closed + close.len();
        }
    }
    found
}

/// Returns the fillers that are listed from an offset on, without quotation marks: *cut very and really*, 少用非常和其实.
/// A filler before another word is no such name: *keep it really short*.
fn listed(clause: &str, from: usize) -> Vec<(Feature, Range<usize>)> {
    let mut found = Vec::new();
    let after = clause[from..].trim_start();
    let verb = USING
        .iter()
        .find(|verb| after.starts_with(**verb))
        .map_or(0, |verb| verb.len());
    let mut at = clause.len() - after.len() + verb;
    loop {
        let rest = clause[at..].trim_start();
        at = clause.len() - rest.len();
        let joint = JOINTS
            .iter()
            .filter_map(|joint| Some((rest.find(joint)?, joint.len())))
            .min();
        let (end, joint) = joint.unwrap_or((rest.len(), 0));
        let word = rest[..end].trim_end();
        if word.is_empty() || !is_filler(word, Language::of(word)) {
            return found;
        }
        found.push((Feature::FillerDensity, at..at + word.len()));
        at += end + joint;
    }
}

/// Returns whether a marker is close enough to a noun: within three English words or a few characters.
fn near(clause: &str, from: usize, to: usize) -> bool {
    let between = clause[from..to].trim();
    between.split_whitespace().count() <= 3
        && between.chars().filter(|c| prose::language::is_han(*c)).count() <= 5
}

/// A word that says whether its object is wanted or not.
struct Marker {
    range: Range<usize>,
    wanted: bool,
}

/// Returns the markers of a clause, in order. Of overlapping markers only the longest counts (不要 contains 要). A
/// marker directly after a negation is reversed ("not use", 不偏好).
fn markers(clause: &str) -> Vec<Marker> {
    let of = |words: Words, wanted| {
        each(words)
            .flat_map(|word| occurrences(clause, word))
            .map(move |range| Marker { range, wanted })
    };
    let mut all: Vec<Marker> = of(WANTED, true).chain(of(UNWANTED, false)).collect();
    all.sort_by_key(|marker| (marker.range.start, Reverse(marker.range.end)));
    let mut kept: Vec<Marker> = Vec::new();
    for mut marker in all {
        if let Some(last) = kept.last() {
            if marker.range.start < last.range.end {
                continue;
            }
            let adjacent = clause[last.range.end..marker.range.start].trim().is_empty();
            marker.wanted &= !adjacent || last.wanted;
        }
        kept.push(marker);
    }
    kept
}

fn before(markers: &[Marker], at: usize) -> Option<&Marker> {
    markers.iter().rfind(|marker| marker.range.end <= at)
}

/// Returns the ranges in which a phrase occurs as whole words. Only an adjacent Latin letter makes it part of a longer
/// word.
fn occurrences<'a>(text: &'a str, phrase: &'a str) -> impl Iterator<Item = Range<usize>> + 'a {
    let joins = |a: Option<char>, b: Option<char>| {
        a.zip(b)
            .is_some_and(|(a, b)| a.is_ascii_alphanumeric() && b.is_ascii_alphanumeric())
    };
    text.match_indices(phrase).filter_map(move |(start, found)| {
        let end = start + found.len();
        let before = text[..start].chars().next_back();
        let after = text[end..].chars().next();
        let part_of_a_word = joins(before, phrase.chars().next())
            || joins(phrase.chars().next_back(), after)
            // In 校长 and 成长 the character 长 does not mean “long”.
            || found == "长" && before.is_some_and(|c| "成校增擅特生队家部专".contains(c));
        (!part_of_a_word).then_some(start..end)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use Direction::{Less, More};
    use Feature as F;
    use proptest::prelude::*;

    fn found(text: &str) -> Vec<(Subject, Direction, Option<SceneType>)> {
        said(text)
            .into_iter()
            .map(|claim| (claim.subject, claim.direction, claim.scene_type))
            .collect()
    }

    #[test]
    fn a_sentence_claims_an_end_of_an_axis_in_both_languages() {
        for (text, feature, direction) in [
            ("Prefer long sentences", F::SentenceLength, More),
            ("偏好长句", F::SentenceLength, More),
            ("Short, punchy sentences", F::SentenceLength, Less),
            ("句子要短", F::SentenceLength, Less),
            ("Plain diction", F::Register, Less),
            ("偏好华丽辞藻", F::Register, More),
            ("文风简洁", F::Register, Less),
            ("Write in the first person", F::FirstPersonRate, More),
            ("使用第三人称全知", F::FirstPersonRate, Less),
            ("More dialogue", F::DialogueShare, More),
            ("对白少一点", F::DialogueShare, Less),
            ("No adverbs", F::AdverbDensity, Less),
            ("多用副词", F::AdverbDensity, More),
            ("用em dash少一点", F::EmDashRate, Less),
            ("Use em dashes freely", F::EmDashRate, More),
            ("Keep paragraphs short", F::ParagraphLength, Less),
            ("用主动句", F::PassiveShare, Less),
        ] {
            let wanted = (Subject::Feature(feature), direction, None);
            assert!(found(text).contains(&wanted), "{text}: {:?}", found(text));
        }
    }

    #[test]
    fn a_negation_flips_the_side() {
        for (text, direction) in [
            ("Avoid long sentences", Less),
            ("Don't write short sentences", More),
            ("少用长句", Less),
            ("避免短句", More),
            ("不要长句", Less),
            ("句子不要太长", Less),
            ("Short sentences rather than long ones", Less),
            ("短句而不是长句", Less),
            ("少用长句多用短句", Less),
            ("Sentences should not be too short", More),
        ] {
            let wanted = [(Subject::Feature(F::SentenceLength), direction, None)];
            assert_eq!(found(text), wanted, "{text}");
        }
    }

    #[test]
    fn the_scene_a_sentence_names_goes_with_its_claim() {
        let length = Subject::Feature(F::SentenceLength);
        for text in [
            "Short sentences in action scenes, but long sentences in description",
            "动作场景用短句，描写段落用长句",
        ] {
            assert_eq!(
                found(text),
                [
                    (length, More, Some(SceneType::Description)),
                    (length, Less, Some(SceneType::Action)),
                ],
                "{text}"
            );
        }
        assert_eq!(
            found("Dialogue: prefers short sentences"),
            [(length, Less, Some(SceneType::Dialogue))]
        );
    }

    #[test]
    fn a_scene_as_the_subject_of_a_sentence_is_where_its_claim_holds() {
        let (length, adverbs) = (
            Subject::Feature(F::SentenceLength),
            Subject::Feature(F::AdverbDensity),
        );
        let dialogue = Some(SceneType::Dialogue);
        for (text, claimed) in [
            ("Dialogue carries no adverbs", vec![(adverbs, Less, dialogue)]),
            ("Dialogue should avoid adverbs.", vec![(adverbs, Less, dialogue)]),
            ("对白少用副词", vec![(adverbs, Less, dialogue)]),
            ("对白多用短句", vec![(length, Less, dialogue)]),
            (
                "More dialogue",
                vec![(Subject::Feature(F::DialogueShare), More, None)],
            ),
            ("多写对白", vec![(Subject::Feature(F::DialogueShare), More, None)]),
        ] {
            assert_eq!(found(text), claimed, "{text}");
        }
    }

    #[test]
    fn a_scene_at_the_beginning_holds_for_the_clauses_after_it() {
        let (length, adverbs) = (
            Subject::Feature(F::SentenceLength),
            Subject::Feature(F::AdverbDensity),
        );
        let action = Some(SceneType::Action);
        for text in [
            "Action scenes: short sentences, no adverbs",
            "动作场景用短句，少用副词",
        ] {
            assert_eq!(
                found(text),
                [(length, Less, action), (adverbs, Less, action)],
                "{text}"
            );
        }
        for text in [
            "Short sentences in action scenes, no adverbs",
            "Action scenes: short sentences. No adverbs",
            "动作场景用短句。少用副词",
        ] {
            assert_eq!(
                found(text),
                [(length, Less, action), (adverbs, Less, None)],
                "{text}"
            );
        }
        let elsewhere = "Action scenes: short sentences, but long ones elsewhere: long sentences";
        assert!(found(elsewhere).contains(&(length, More, None)));
    }

    #[test]
    fn a_quoted_word_is_the_property_it_belongs_to() {
        let (adverbs, fillers) = (
            Subject::Feature(F::AdverbDensity),
            Subject::Feature(F::FillerDensity),
        );
        assert_eq!(
            found("Keep adverbs of manner, but cut *very* and *really*"),
            [(adverbs, More, None), (fillers, Less, None)]
        );
        assert_eq!(
            found("Keep adverbs of manner, but cut very and really"),
            [(adverbs, More, None), (fillers, Less, None)]
        );
        for text in [
            "Avoid “very”",
            "No very or really",
            "cut just",
            "少用「非常」和「其实」",
            "不要用“其实”",
            "少用非常和其实",
            "不要用真的",
            "Don't use very",
        ] {
            assert_eq!(found(text), [(fillers, Less, None)], "{text}");
        }
        for text in ["No really long chapters", "不要用非常大的字"] {
            assert!(!found(text).contains(&(fillers, Less, None)), "{text}");
        }
        assert_eq!(found("A chapter called *Lamp*, and no more"), []);
    }

    #[test]
    fn what_says_both_ends_or_neither_claims_nothing() {
        for text in [
            "Mix long and short sentences",
            "长短句交错",
            "Dialogue should sound natural",
            "对白要自然",
            "Keep dialogue tags simple",
            "Mara never lies",
            "主角在校长的句子里听出了谎话",
            "She grew up along the river",
            "The longing in her sentences",
            "",
        ] {
            let length = Subject::Feature(F::SentenceLength);
            let claimed = found(text);
            assert!(
                claimed
                    .iter()
                    .all(|(subject, ..)| *subject != length && *subject != Subject::Feature(F::DialogueShare)),
                "{text}: {claimed:?}"
            );
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_the_reading_fail(text in "([*_`\"“”‘’「」『』,，;。.!：: ]|very|really|no |keep |adverbs|短句|长|不要|对白|动作场景|dialogue|.){0,40}") {
            let claims = said(&text);
            prop_assert!(claims.len() <= 60);
        }
    }
}
