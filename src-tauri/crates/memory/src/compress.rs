//! Compression: what is kept of an episode once it has faded.

use chrono::{DateTime, Utc};
use prose::{Feature, Language, SceneType};
use serde::{Deserialize, Serialize};

use crate::episode::{Episode, EpisodeKind, Signal};
use crate::evidence::Evidence;
use crate::rule::Direction;
use crate::{tokens, wording};

/// How long a summary may be (seed 5: about 200 tokens).
pub const SUMMARY_TOKENS: u32 = 200;

/// An episode without its texts: where it happened, what the act said, and what it speaks for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Compressed {
    /// The episode.
    pub id: String,
    /// When the act happened.
    pub created_at: DateTime<Utc>,
    /// The project it happened in.
    pub project_id: String,
    /// A choice or a revision.
    pub kind: EpisodeKind,
    /// The kind of scene.
    pub scene_type: SceneType,
    /// The skill that was run.
    pub skill_used: String,
    /// The language of the passage.
    pub language: Language,
    /// The manuscript; empty for an import without one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub chapter_id: String,
    /// What the act said.
    pub signal: Signal,
    /// At most [`SUMMARY_TOKENS`], in the language of the passage.
    pub summary: String,
}

impl Compressed {
    /// Returns what is kept of an episode, given what it says.
    ///
    /// Candidates, context and edits are dropped with every word of theirs. The evidence is not in it, since the index
    /// keeps it beside it: a compression must not change what anything was learned from.
    pub fn of(episode: &Episode, evidence: &Evidence) -> Self {
        let signal = episode.signal();
        Self {
            id: episode.id.clone(),
            created_at: episode.created_at,
            project_id: episode.project_id.clone(),
            kind: episode.kind,
            scene_type: episode.scene_type,
            skill_used: episode.skill_used.clone(),
            language: episode.language,
            chapter_id: episode.chapter_id.clone(),
            signal,
            summary: summary(episode, signal, evidence.said()),
        }
    }
}

/// Says the scene, the skill, the signal and then the features, what speaks most clearly first, as far as the tokens go.
fn summary(episode: &Episode, signal: Signal, mut said: Vec<(Feature, f64)>) -> String {
    let language = episode.language;
    let (comma, colon, semicolon, end) = match language {
        Language::En => (", ", ": ", "; ", "."),
        Language::Zh => ("，", "：", "；", "。"),
    };
    let mut summary = [
        wording::scene_name(episode.scene_type, language),
        // A skill is a free name, and a long one is no reason to go without the rest.
        &wording::skill_name(&episode.skill_used, language)
            .chars()
            .take(40)
            .collect::<String>(),
        act(signal, language),
    ]
    .join(comma);

    said.sort_by(|(one, a), (other, b)| b.abs().total_cmp(&a.abs()).then_with(|| one.cmp(other)));
    for (number, (feature, steps)) in said.into_iter().enumerate() {
        let direction = if steps > 0.0 {
            Direction::More
        } else {
            Direction::Less
        };
        let before = if number == 0 { colon } else { semicolon };
        let more = [before, wording::phrase(feature, direction, language)].concat();
        if tokens::estimate(&summary) + tokens::estimate(&more) + tokens::estimate(end) > SUMMARY_TOKENS {
            break;
        }
        summary += &more;
    }
    summary + end
}

const fn act(signal: Signal, language: Language) -> &'static str {
    match (signal, language) {
        (Signal::DirectAccept, Language::En) => "taken as offered",
        (Signal::DirectAccept, Language::Zh) => "原样采用",
        (Signal::LightEdit, Language::En) => "taken and edited",
        (Signal::LightEdit, Language::Zh) => "采用后略改",
        (Signal::HeavyRewrite, Language::En) => "taken and rewritten",
        (Signal::HeavyRewrite, Language::Zh) => "采用后重写",
        (Signal::FullReject, Language::En) => "all refused",
        (Signal::FullReject, Language::Zh) => "全部拒绝",
        (Signal::UndoAfterAccept, Language::En) => "taken and undone",
        (Signal::UndoAfterAccept, Language::Zh) => "采用后撤销",
        (Signal::RepeatedSceneSkill, Language::En) => "asked for again and edited",
        (Signal::RepeatedSceneSkill, Language::Zh) => "再次使用后改动",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decay::IMPORTANCE;
    use crate::episode::TextOrigin;
    use crate::evidence::observe;
    use proptest::prelude::*;

    fn episode(language: Language, candidates: [&str; 2]) -> Episode {
        Episode {
            id: "e1".into(),
            created_at: DateTime::UNIX_EPOCH,
            project_id: "p".into(),
            kind: EpisodeKind::Choice,
            scene_type: SceneType::Action,
            skill_used: "polish".into(),
            input_context: "Before it, a whole page.".into(),
            candidates: candidates.map(str::to_owned).to_vec(),
            selected_index: 0,
            final_text: candidates[0].to_owned(),
            language,
            chapter_id: "第一卷/Chapter 1.md".into(),
            undone: false,
            in_part: false,
            repeated: 0,
            shaped_by: Vec::new(),
            held_out: Vec::new(),
            origin: TextOrigin::Own,
            importance: IMPORTANCE,
            user_confirmed: false,
        }
    }

    #[test]
    fn a_summary_keeps_scene_skill_signal_and_features_in_the_language_of_the_passage() {
        for (language, candidates, expected) in [
            (
                Language::En,
                [
                    "He ran. It held. He hit.",
                    "He ran at the door that held and he hit it once more.",
                ],
                [
                    "Action scenes, polishing, taken as offered: ",
                    "prefers short sentences",
                ],
            ),
            (
                Language::Zh,
                [
                    "他撞门。门没开。他又撞。",
                    "他用整个身子朝那扇门撞了过去而门只是晃了一晃于是他又撞了一次。",
                ],
                ["动作场景，润色，原样采用：", "偏好短句"],
            ),
        ] {
            let episode = episode(language, candidates);
            let compressed = Compressed::of(&episode, &observe(&episode));
            for part in expected {
                assert!(compressed.summary.contains(part), "{}", compressed.summary);
            }
            let json = serde_json::to_string(&compressed).expect("JSON");
            for text in candidates.iter().chain([&"a whole page"]) {
                assert!(!json.contains(text), "{json}");
            }
            assert_eq!(serde_json::from_str::<Compressed>(&json).ok(), Some(compressed));
        }
    }

    proptest! {
        #[test]
        fn a_summary_has_at_most_two_hundred_tokens(
            steps in proptest::collection::vec(-1.0..1.0, Feature::ALL.len()), skill in ".{0,400}", chinese in any::<bool>()
        ) {
            let language = if chinese { Language::Zh } else { Language::En };
            let episode = Episode { skill_used: skill, ..episode(language, ["a", "b"]) };
            let said: Vec<_> = Feature::ALL.iter().copied().zip(steps).collect();
            let summary = summary(&episode, Signal::DirectAccept, said);
            prop_assert!(tokens::estimate(&summary) <= SUMMARY_TOKENS, "{}", summary);
        }
    }
}
