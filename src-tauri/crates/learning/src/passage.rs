//! Finds the writer's own sentences that show a rule.

use std::ops::RangeInclusive;

use prose::segment::sentences;
use prose::{Feature, Language};

use crate::episode::{Episode, EpisodeKind};
use crate::rule::Direction;

/// Returns the allowed length of a passage in characters: long enough to show a feature ("They climbed." is not), and
/// short enough to be read at a glance.
const fn length(language: Language) -> RangeInclusive<usize> {
    match language {
        Language::En => 16..=160,
        Language::Zh => 12..=160,
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
