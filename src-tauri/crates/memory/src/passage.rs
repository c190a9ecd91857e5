//! Which of the writer's own sentences show a rule.

use std::ops::RangeInclusive;

use prose::segment::sentences;
use prose::{Feature, Language};

use crate::episode::{Episode, EpisodeKind};
use crate::rule::Direction;

/// Long enough to show something, short enough to be read at a glance; in characters.
const LENGTH: RangeInclusive<usize> = 12..=160;

/// A passage of the writer's, and the episode it is from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// The text.
    pub text: String,
    /// The episode.
    pub episode_id: String,
}

/// Returns the passage among what the writer made of some episodes that shows a feature most; of equals the first.
pub fn showing(episodes: &[Episode], feature: Feature, direction: Direction) -> Option<Passage> {
    most(
        episodes.iter().flat_map(|episode| {
            excerpts(&episode.final_text, episode.language).map(move |text| (text, episode))
        }),
        feature,
        direction,
    )
    .map(|(text, episode)| Passage {
        text: text.to_owned(),
        episode_id: episode.id.clone(),
    })
}

/// Returns the passage among what the writer passed over in an episode that shows a feature least.
pub fn passed_over(episode: &Episode, feature: Feature, direction: Direction) -> Option<Passage> {
    let taken = match episode.kind {
        EpisodeKind::Choice => usize::try_from(episode.selected_index).ok(),
        // The draft is what the writer wrote over.
        EpisodeKind::Revision => None,
    };
    let others = episode
        .candidates
        .iter()
        .enumerate()
        .filter(|(index, text)| Some(*index) != taken && **text != episode.final_text);
    most(
        others
            .flat_map(|(_, text)| excerpts(text, episode.language))
            .filter(|text| !episode.final_text.contains(text))
            .map(|text| (text, episode)),
        feature,
        direction.opposite(),
    )
    .map(|(text, episode)| Passage {
        text: text.to_owned(),
        episode_id: episode.id.clone(),
    })
}

fn most<'a>(
    excerpts: impl Iterator<Item = (&'a str, &'a Episode)>,
    feature: Feature,
    direction: Direction,
) -> Option<(&'a str, &'a Episode)> {
    let mut best: Option<(f64, &str, &Episode)> = None;
    for (text, episode) in excerpts {
        // A feature of whole texts says nothing about one sentence; then any sentence will do.
        let value = prose::measure(text, episode.language)
            .get(feature)
            .map_or(f64::NEG_INFINITY, |value| value * direction.sign());
        if best.is_none_or(|(most, ..)| value > most) {
            best = Some((value, text, episode));
        }
    }
    best.map(|(_, text, episode)| (text, episode))
}

/// Returns each sentence of a readable length; one that is too short takes the next along, as short sentences show
/// best beside each other.
fn excerpts(text: &str, language: Language) -> impl Iterator<Item = &str> {
    let ranges = sentences(text, language);
    let count = ranges.len();
    (0..count).filter_map(move |first| {
        let start = ranges[first].start;
        ranges[first..]
            .iter()
            .map(|range| &text[start..range.end])
            .find(|excerpt| excerpt.chars().count() >= *LENGTH.start())
            .filter(|excerpt| excerpt.chars().count() <= *LENGTH.end() && !excerpt.contains('\n'))
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
