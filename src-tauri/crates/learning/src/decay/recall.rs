//! Recall: finds the episodes that are relevant to the present text.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use prose::SceneType;
use prose::language::is_han;

use crate::decay::days;
use crate::episode::Episode;

/// The default and the maximum number of recalled episodes.
pub const TOP: usize = 3;
const MOST: usize = 5;

/// A description of the present text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// The passage, or words from it; empty for the newest episodes.
    pub text: String,
    /// Only episodes of this kind of scene.
    pub scene_type: Option<SceneType>,
    /// The maximum number of episodes, from three to five.
    pub limit: Option<usize>,
}

/// Returns the most relevant episodes for a query, best first.
///
/// For an empty query the newest episodes come first. Equal episodes are ordered by id, so that the result does not
/// depend on their order in the input.
pub fn rank(query: &Query, mut episodes: Vec<Episode>, now: DateTime<Utc>) -> Vec<Episode> {
    episodes.retain(|episode| query.scene_type.is_none_or(|scene| scene == episode.scene_type));
    let asked = terms(&query.text);
    if asked.is_empty() {
        episodes.sort_by(|a, b| b.created_at.cmp(&a.created_at).then_with(|| a.id.cmp(&b.id)));
    } else {
        let mut scored: Vec<(f64, Episode)> = episodes
            .into_iter()
            .map(|episode| (score(query, &asked, &episode, now), episode))
            .collect();
        scored.sort_by(|(a, one), (b, other)| b.total_cmp(a).then_with(|| one.id.cmp(&other.id)));
        episodes = scored.into_iter().map(|(_, episode)| episode).collect();
    }
    episodes.truncate(query.limit.unwrap_or(TOP).clamp(TOP, MOST));
    episodes
}

/// Returns `1.2·scene + 1.3·words + 0.4·importance + 0.1/(1 + age in days)`.
fn score(query: &Query, asked: &BTreeSet<String>, episode: &Episode, now: DateTime<Utc>) -> f64 {
    let scene = f64::from(u8::from(query.scene_type == Some(episode.scene_type)));
    let held = terms(&format!("{} {}", episode.input_context, episode.final_text));
    let shared = asked.intersection(&held).count() as f64 / asked.len() as f64;
    let age = days(now - episode.created_at).max(0.0);
    1.2 * scene + 1.3 * shared + 0.4 * episode.importance + 0.1 / (1.0 + age)
}

/// Returns the search terms of a text: words in lower case, and pairs of adjacent Chinese characters. Pairs need no
/// dictionary, so segmentation errors cannot affect them.
pub fn terms(text: &str) -> BTreeSet<String> {
    let mut terms = BTreeSet::new();
    let mut word = String::new();
    let mut last_han: Option<char> = None;
    for character in text.chars() {
        let han = is_han(character).then_some(character);
        match (last_han, han) {
            (Some(first), Some(second)) => {
                terms.insert(String::from_iter([first, second]));
            }
            _ if character.is_alphanumeric() && han.is_none() => word.extend(character.to_lowercase()),
            _ => {}
        }
        if (han.is_some() || !character.is_alphanumeric()) && !word.is_empty() {
            terms.insert(std::mem::take(&mut word));
        }
        last_han = han;
    }
    if !word.is_empty() {
        terms.insert(word);
    }
    terms
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::episode::{EpisodeKind, IMPORTANCE, TextOrigin};
    use chrono::TimeDelta;
    use prose::Language;

    const NOW: DateTime<Utc> = DateTime::UNIX_EPOCH;

    fn episode(id: &str, age: i64, scene_type: SceneType, text: &str) -> Episode {
        Episode {
            id: id.into(),
            created_at: NOW - TimeDelta::days(age),
            project_id: "p".into(),
            kind: EpisodeKind::Choice,
            scene_type,
            skill_used: "polish".into(),
            input_context: String::new(),
            candidates: vec![text.into()],
            selected_index: 0,
            final_text: text.into(),
            language: Language::of(text),
            chapter_id: String::new(),
            undone: false,
            undone_after: None,
            in_part: false,
            repeated: 0,
            shaped_by: Vec::new(),
            held_out: Vec::new(),
            origin: TextOrigin::Own,
            importance: IMPORTANCE,
            user_confirmed: false,
        }
    }

    fn recalled(text: &str, scene_type: Option<SceneType>, episodes: &[Episode]) -> Vec<String> {
        let query = Query {
            text: text.into(),
            scene_type,
            limit: None,
        };
        let found = rank(&query, episodes.to_vec(), NOW);
        found.into_iter().map(|episode| episode.id).collect()
    }

    #[test]
    fn words_and_pairs_of_characters_are_what_a_text_is_matched_by() {
        let all = |text: &str| terms(text).into_iter().collect::<Vec<_>>();
        assert_eq!(all("She ran; SHE fell."), ["fell", "ran", "she"]);
        assert_eq!(all("门没开"), ["没开", "门没"]);
        assert_eq!(all("他说OK了吧"), ["ok", "了吧", "他说"]);
        assert_eq!(all("……"), [""; 0]);
    }

    #[test]
    fn shared_words_count_for_more_than_age() {
        let episodes = [
            episode("a", 0, SceneType::Action, "The rope burned."),
            episode("b", 5, SceneType::Action, "The ferry swung out on the tide."),
            episode("c", 9, SceneType::Action, "渡船随着潮水荡开了。"),
        ];
        assert_eq!(recalled("a ferry on the tide", None, &episodes)[0], "b");
        assert_eq!(recalled("潮水里的渡船", None, &episodes)[0], "c");
    }

    #[test]
    fn a_kind_of_scene_leaves_the_others_out() {
        let episodes = [
            episode("a", 0, SceneType::Action, "She ran."),
            episode("b", 9, SceneType::Dialogue, "\"Run,\" she said."),
        ];
        assert_eq!(recalled("she ran", Some(SceneType::Dialogue), &episodes), ["b"]);
    }

    #[test]
    fn without_words_the_newest_come_first_and_equals_by_id() {
        let episodes = ["c", "a", "b"].map(|id| episode(id, 3, SceneType::Other, "雨"));
        let newer = episode("z", 1, SceneType::Other, "雨");
        let episodes = [&episodes[..], &[newer]].concat();
        assert_eq!(recalled("", None, &episodes), ["z", "a", "b"]);
        assert_eq!(recalled("雪 snow", None, &episodes), ["z", "a", "b"]);
    }

    #[test]
    fn three_to_five_are_recalled() {
        let episodes: Vec<_> = (0..9)
            .map(|number| episode(&number.to_string(), number, SceneType::Other, "rain"))
            .collect();
        for (limit, expected) in [(None, 3), (Some(0), 3), (Some(4), 4), (Some(99), 5)] {
            let query = Query {
                limit,
                ..Query::default()
            };
            assert_eq!(rank(&query, episodes.clone(), NOW).len(), expected);
        }
    }
}
