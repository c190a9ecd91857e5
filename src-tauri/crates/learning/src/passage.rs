//! Finds the writer's own sentences that show a rule.

use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};

use prose::diff::{Hunk, hunks};
use prose::segment::{sentences, tokens};
use prose::{Feature, Language, measure};

use crate::episode::{Episode, EpisodeKind};
use crate::rule::{Direction, Leaning};
use crate::shaping::agreement;

/// Returns the allowed length of a passage in characters: long enough to show a feature ("They climbed." is not), and
/// short enough to be read at a glance.
const fn length(language: Language) -> RangeInclusive<usize> {
    match language {
        Language::En => 16..=160,
        Language::Zh => 12..=160,
    }
}

/// Returns the length in characters beyond which a place is cut to its difference: two lines of the panel.
const fn longest_contrast(language: Language) -> usize {
    match language {
        Language::En => 100,
        Language::Zh => 44,
    }
}

/// A passage by the writer, and its episode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// The text.
    pub text: String,
    /// The episode.
    pub episode_id: String,
}

/// Returns the passage that shows a feature most clearly, among the writer's texts of some episodes.
///
/// Among equal passages, the first is returned that is missing from a rejected text with less of the feature. For
/// example, most sentences have no exclamation mark, but in few of them the writer avoided one.
pub fn showing(episodes: &[Episode], feature: Feature, direction: Direction) -> Option<Passage> {
    let shows = |text: &str, episode: &Episode| shows(text, episode.language, feature, direction);
    most(
        episodes.iter().flat_map(|episode| {
            let made = shows(&episode.final_text, episode);
            let less: Vec<&str> = others(episode)
                .filter(|other| shows(other, episode) < made)
                .collect();
            excerpts(&episode.final_text, episode.language).map(move |text| Excerpt {
                text,
                is_contrast: less.iter().any(|other| !other.contains(text)),
                episode,
            })
        }),
        feature,
        direction,
    )
}

/// Two wordings of one place of an act, which differ in a feature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contrast {
    /// The writer's wording.
    pub hers: Passage,
    /// The wording that she did not take.
    pub other: String,
}

/// Returns the two wordings that show a leaning best, among the acts of some episodes.
///
/// Both texts of an act are divided where both begin a sentence. Of the places in which the writer's wording follows the
/// leaning, the best has as few other differences as possible. So the eye finds the one that is asked about. A long
/// place is cut to the words around its difference.
pub fn contrast(episodes: &[Episode], leaning: Leaning) -> Option<Contrast> {
    let places = episodes.iter().flat_map(|episode| {
        others(episode)
            .flat_map(move |other| places(other, &episode.final_text))
            .filter_map(move |place| Some((place.rank(leaning, episode.language)?, place, episode)))
    });
    let (_, place, episode) = places.min_by_key(|(rank, ..)| *rank)?;
    let [other, hers] = place.cut();
    Some(Contrast {
        hers: Passage {
            text: hers,
            episode_id: episode.id.clone(),
        },
        other,
    })
}

/// A stretch of two texts that begins and ends with a sentence in both.
struct Place<'a> {
    /// The stretch of the text that was not taken, and of the writer's text.
    sides: [&'a str; 2],
    hunks: Vec<Hunk>,
}

/// Returns the places in which two texts differ.
fn places<'a>(other: &'a str, hers: &'a str) -> Vec<Place<'a>> {
    let starts = |text| {
        sentences(text, Language::of(text))
            .into_iter()
            .map(|range| range.start)
    };
    let (others, own): (BTreeSet<usize>, Vec<usize>) = (starts(other).collect(), starts(hers).collect());
    let mut places: Vec<Place<'_>> = Vec::new();
    let mut hunks = hunks(other, hers).into_iter().peekable();
    // The start of the current place in both texts.
    let mut begin = [0, 0];
    let mut inside: Vec<Hunk> = Vec::new();
    let ends = own.into_iter().skip(1).chain([hers.len()]);
    for end in ends {
        let is_last = end == hers.len();
        while let Some(hunk) = hunks.next_if(|hunk| is_last || hunk.after.start < end) {
            inside.push(hunk);
        }
        let (last_other, last_own) = inside
            .last()
            .map_or((begin[0], begin[1]), |hunk| (hunk.before.end, hunk.after.end));
        let at = match end.checked_sub(last_own) {
            _ if is_last => other.len(),
            Some(equal) if others.contains(&(last_other + equal)) => last_other + equal,
            _ => continue,
        };
        if !inside.is_empty() {
            let shifted = |hunk: Hunk| Hunk {
                before: hunk.before.start - begin[0]..hunk.before.end - begin[0],
                after: hunk.after.start - begin[1]..hunk.after.end - begin[1],
            };
            places.push(Place {
                sides: [&other[begin[0]..at], &hers[begin[1]..end]],
                hunks: inside.drain(..).map(shifted).collect(),
            });
        }
        begin = [at, end];
    }
    places
}

impl Place<'_> {
    /// Returns the number of other features that differ, and the size of the difference; `None` if the writer's wording
    /// does not follow the leaning.
    fn rank(&self, leaning: Leaning, language: Language) -> Option<(usize, usize)> {
        let [other, hers] = self.sides.map(|side| measure(side, language));
        if agreement(leaning, &other, &hers) <= 0.0 {
            return None;
        }
        let differs = |feature: &Feature| {
            let (before, after) = (other.count(*feature), hers.count(*feature));
            *feature != leaning.feature && before != after
        };
        let changed = self.hunks.iter().map(|hunk| hunk.before.len() + hunk.after.len());
        Some((
            Feature::ALL.iter().filter(|feature| differs(feature)).count(),
            changed.sum(),
        ))
    }

    /// Returns both sides, cut to the words around the first difference if a side is too long.
    fn cut(&self) -> [String; 2] {
        let language = Language::of(self.sides[1]);
        let is_short = |side: &str| side.chars().count() <= longest_contrast(language);
        let (Some(hunk), false) = (
            self.hunks.first(),
            self.sides.iter().all(|side| is_short(side.trim())),
        ) else {
            return self.sides.map(|side| side.trim().to_owned());
        };
        let [other, hers] = self.sides;
        [(other, &hunk.before), (hers, &hunk.after)].map(|(side, place)| around(side, place, language))
    }
}

/// Returns a place of a text with a few words on either side, and an ellipsis where the text goes on.
fn around(text: &str, place: &Range<usize>, language: Language) -> String {
    const ELLIPSIS: &str = "…";
    let context = match language {
        Language::En => 8,
        Language::Zh => 12,
    };
    let words: Vec<_> = tokens(text).into_iter().map(|token| token.range).collect();
    // A blank is a token too.
    let first = words
        .iter()
        .rposition(|word| word.end <= place.start)
        .map_or(0, |at| at.saturating_sub(context));
    let last = words
        .iter()
        .position(|word| word.start >= place.end)
        .map_or(words.len(), |at| at + context);
    let (Some(from), Some(to)) = (
        words.get(first),
        words.get(last.min(words.len()).saturating_sub(1)),
    ) else {
        return text.trim().to_owned();
    };
    let shown = text[from.start..to.end.max(place.end)].trim();
    let before = if from.start > 0 { ELLIPSIS } else { "" };
    let after = if to.end < text.trim_end().len() {
        ELLIPSIS
    } else {
        ""
    };
    format!("{before}{shown}{after}")
}

/// Returns whether one passage shows a feature more clearly than another.
pub fn shows_more(one: &Passage, other: &Passage, feature: Feature, direction: Direction) -> bool {
    let shown = |passage: &Passage| {
        let language = Language::of(&passage.text);
        shows(&passage.text, language, feature, direction)
    };
    shown(one) > shown(other)
}

/// Returns the passage that shows a feature least, among the texts the writer rejected in an episode.
pub fn passed_over(episode: &Episode, feature: Feature, direction: Direction) -> Option<Passage> {
    most(
        others(episode)
            .flat_map(|text| excerpts(text, episode.language))
            .filter(|text| !episode.final_text.contains(text))
            .map(|text| Excerpt {
                text,
                is_contrast: true,
                episode,
            }),
        feature,
        direction.opposite(),
    )
}

/// Returns the texts that the writer rejected in an episode.
fn others(episode: &Episode) -> impl Iterator<Item = &str> {
    let taken = match episode.kind {
        EpisodeKind::Choice => usize::try_from(episode.selected_index).ok(),
        // The writer replaced the draft, so the draft counts as rejected.
        EpisodeKind::Revision => None,
    };
    episode
        .candidates
        .iter()
        .enumerate()
        .filter(move |(index, text)| Some(*index) != taken && **text != episode.final_text)
        .map(|(_, text)| text.as_str())
}

/// A part of a text that could be shown.
struct Excerpt<'a> {
    text: &'a str,
    is_contrast: bool,
    episode: &'a Episode,
}

fn most<'a>(
    excerpts: impl Iterator<Item = Excerpt<'a>>,
    feature: Feature,
    direction: Direction,
) -> Option<Passage> {
    let mut best: Option<((f64, bool), Excerpt<'_>)> = None;
    for excerpt in excerpts {
        let shown = shows(excerpt.text, excerpt.episode.language, feature, direction);
        let rank = (shown, excerpt.is_contrast);
        if best.as_ref().is_none_or(|(most, _)| rank > *most) {
            best = Some((rank, excerpt));
        }
    }
    best.map(|(_, excerpt)| Passage {
        text: excerpt.text.to_owned(),
        episode_id: excerpt.episode.id.clone(),
    })
}

/// Returns how strongly a text shows a feature, in the feature's own unit.
pub(crate) fn shows(text: &str, language: Language, feature: Feature, direction: Direction) -> f64 {
    // Some features are not defined for a single sentence; then any sentence may be shown.
    prose::measure(text, language)
        .get(feature)
        .map_or(f64::NEG_INFINITY, |value| value * direction.sign())
}

/// Returns each sentence of an allowed length. A sentence that is too short is extended by the next ones, because short
/// sentences show best side by side. At the end of the text, it is extended by the previous ones.
fn excerpts(text: &str, language: Language) -> impl Iterator<Item = &str> {
    let ranges = sentences(text, language);
    let count = ranges.len();
    (0..count).filter_map(move |first| {
        let (start, end) = (ranges[first].start, ranges[count - 1].end);
        let with_next = ranges[first..].iter().map(|range| &text[start..range.end]);
        let with_former = ranges[..first].iter().rev().map(|range| &text[range.start..end]);
        with_next
            .chain(with_former)
            .find(|excerpt| excerpt.chars().count() >= *length(language).start())
            .filter(|excerpt| excerpt.chars().count() <= *length(language).end() && !excerpt.contains('\n'))
    })
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use proptest::prelude::*;
    use prose::SceneType;

    use super::*;

    fn episode(language: Language, candidates: [&str; 2]) -> Episode {
        let record = serde_json::json!({
            "id": "e1", "created_at": DateTime::UNIX_EPOCH.to_rfc3339(), "project_id": "p",
            "scene_type": SceneType::Action, "skill_used": "polish", "candidates": candidates,
            "selected_index": 0, "final_text": candidates[0], "language": language,
        });
        Episode::from_json(&record).expect("an episode")
    }

    #[test]
    fn the_sentence_that_shows_the_rule_most_is_shown_in_both_languages() {
        for (language, taken, other, shown, passed) in [
            (
                Language::En,
                "She ran down the long steps to the river. He fell into it.",
                "She ran down the long steps to the river and he fell into it behind her.",
                "He fell into it.",
                "She ran down the long steps to the river and he fell into it behind her.",
            ),
            (
                Language::Zh,
                "她跑下湿滑的台阶，一直跑到河边去了。绳子烫手。她没松。风很大了。",
                "她跑下湿滑的台阶一直跑到河边，绳子烫手她也始终没有松开。",
                "绳子烫手。她没松。风很大了。",
                "她跑下湿滑的台阶一直跑到河边，绳子烫手她也始终没有松开。",
            ),
        ] {
            let episode = episode(language, [taken, other]);
            let most = showing(
                std::slice::from_ref(&episode),
                Feature::SentenceLength,
                Direction::Less,
            );
            assert_eq!(most.map(|passage| passage.text).as_deref(), Some(shown));
            let over = passed_over(&episode, Feature::SentenceLength, Direction::Less);
            assert_eq!(over.map(|passage| passage.text).as_deref(), Some(passed));
        }
    }

    #[test]
    fn what_the_choice_was_about_is_shown_beside_what_was_passed_over_also_where_it_is_short() {
        for (language, taken, other) in [
            (
                Language::En,
                "She shook her head. “Leave it.”",
                "She shook her head. “Leave it!”",
            ),
            (
                Language::En,
                "The boat had swung round by then. “Leave it,” she said. He did.",
                "The boat had swung round by then. “Leave it!” she said. He did.",
            ),
            (
                Language::Zh,
                "她慢慢地摇了摇头，没有转身。“别管它。”",
                "她慢慢地摇了摇头，没有转身。“别管它！”",
            ),
        ] {
            let episode = episode(language, [taken, other]);
            let (feature, direction) = (Feature::ExclamationRate, Direction::Less);
            let shown = showing(std::slice::from_ref(&episode), feature, direction).expect("a passage");
            let over = passed_over(&episode, feature, direction).expect("a passage");
            assert!(!other.contains(&shown.text), "{}", shown.text);
            assert!(
                over.text.contains('!') || over.text.contains('！'),
                "{}",
                over.text
            );
        }
    }

    #[test]
    fn two_wordings_differ_in_the_feature_and_in_little_else() {
        for (language, taken, other, leaning, hers, not_hers) in [
            (
                Language::En,
                "The lamp was out. He walked to the door. It was cold, and the rain had come back over the hill.",
                "The lamp was really out. He walked slowly to the door. It was cold; the rain had come back over the hill.",
                "adverb_density.less",
                "He walked to the door.",
                "He walked slowly to the door.",
            ),
            (
                Language::En,
                "The lamp was out. He walked to the door.",
                "The lamp was really out. He walked slowly to the door.",
                "filler_density.less",
                "The lamp was out.",
                "The lamp was really out.",
            ),
            (
                Language::En,
                "She ran down. The rope burned her hands. He waited.",
                "She ran down and the rope burned her hands. He waited.",
                "sentence_length.less",
                "She ran down. The rope burned her hands.",
                "She ran down and the rope burned her hands.",
            ),
            (
                Language::Zh,
                "灯灭了。他走到门口。天很冷。",
                "灯灭了。他慢慢走到门口。天非常冷。",
                "adverb_density.less",
                "他走到门口。",
                "他慢慢走到门口。",
            ),
        ] {
            let episode = episode(language, [taken, other]);
            let leaning = leaning.parse().expect("a leaning");
            let found = contrast(std::slice::from_ref(&episode), leaning).expect("a contrast");
            assert_eq!((found.hers.text.as_str(), found.other.as_str()), (hers, not_hers));
        }
    }

    #[test]
    fn a_long_sentence_is_cut_to_the_words_around_the_difference() {
        let long = "and the wind went on over the hills and through the empty streets of the town ".repeat(4);
        let with = |word: &str| format!("{long}until she {word}stopped at the gate, {long}.");
        let episode = episode(Language::En, [&with(""), &with("suddenly ")]);
        let found =
            contrast(&[episode], "adverb_density.less".parse().expect("a leaning")).expect("a contrast");
        assert_eq!(found.hers.text, "…the town until she stopped at the gate,…");
        assert_eq!(found.other, "…the town until she suddenly stopped at the gate,…");
    }

    #[test]
    fn an_act_against_a_leaning_shows_nothing_for_it() {
        let episode = episode(Language::En, ["He walked slowly on.", "He walked on."]);
        assert_eq!(
            contrast(&[episode], "adverb_density.less".parse().expect("a leaning")),
            None
        );
    }

    proptest! {
        #[test]
        fn whatever_an_act_compared_its_places_are_stretches_of_both_texts(
            taken in "[a c。.!？\\n”“]{0,40}", other in "[a c。.!？\\n”“]{0,40}"
        ) {
            for place in places(&other, &taken) {
                prop_assert!(other.contains(place.sides[0]) && taken.contains(place.sides[1]));
                prop_assert!(place.sides[0] != place.sides[1]);
                for hunk in &place.hunks {
                    prop_assert!(place.sides[0].get(hunk.before.clone()).is_some());
                    prop_assert!(place.sides[1].get(hunk.after.clone()).is_some());
                }
                let _ = place.cut();
            }
        }
    }

    #[test]
    fn without_a_sentence_of_a_readable_length_nothing_is_shown() {
        for text in ["", "好。", &"长".repeat(200)] {
            let episode = episode(Language::Zh, [text, "x"]);
            assert_eq!(
                showing(&[episode], Feature::SentenceLength, Direction::Less),
                None,
                "{text}"
            );
        }
    }
}
