//! Compression: reduces a faded episode to a summary.

use std::slice;

use chrono::{DateTime, Utc};
use prose::{Feature, Language, SceneType};
use serde::{Deserialize, Serialize};

use crate::episode::{Episode, EpisodeKind, Signal};
use crate::evidence::Evidence;
use crate::passage::Passage;
use crate::rule::Direction;
use crate::{passage, wording};
use prose::tokens;

/// The maximum length of a summary together with its passage, in tokens.
pub const SUMMARY_TOKENS: u32 = 200;
/// The maximum length of the passage, in tokens: about 66 Chinese characters, enough for any sentence that is short
/// enough to be shown.
const PASSAGE_TOKENS: u32 = 100;

/// An episode without its texts: its place, the signal of the act, the features in its evidence, and one sentence.
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
    /// The signal of the act.
    pub signal: Signal,
    /// A description of the act, in the language of the passage.
    pub summary: String,
    /// The passage of the writer's own text that shows the evidence most clearly. With it, a question can quote her own
    /// words even about an old act.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passage: Option<String>,
}

impl Compressed {
    /// Returns the compressed form of an episode, given its evidence.
    ///
    /// The candidates, the context and the edits are dropped; one passage is kept. The evidence is not included,
    /// because the index keeps it separately. A compression must not change the evidence that a rule was learned from.
    pub fn of(episode: &Episode, evidence: &Evidence) -> Self {
        let signal = episode.signal();
        let mut said = evidence.said();
        said.sort_by(|(one, a), (other, b)| b.abs().total_cmp(&a.abs()).then_with(|| one.cmp(other)));
        let passage = said
            .first()
            .and_then(|&(feature, steps)| {
                passage::showing(slice::from_ref(episode), feature, Direction::of(steps))
            })
            .map(|passage| passage.text)
            .filter(|text| tokens::estimate(text) <= PASSAGE_TOKENS);
        let room = SUMMARY_TOKENS - passage.as_deref().map_or(0, tokens::estimate);
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
            summary: summary(episode, signal, &said, room),
            passage,
        }
    }
}

/// Returns the passage that shows a feature most clearly, among the passages of compressed episodes.
pub fn passage_showing(
    compressed: Vec<Compressed>,
    feature: Feature,
    direction: Direction,
) -> Option<Passage> {
    compressed
        .into_iter()
        .filter_map(|left| {
            let text = left.passage?;
            let shown = passage::shows(&text, left.language, feature, direction);
            Some((
                shown,
                Passage {
                    text,
                    episode_id: left.id,
                },
            ))
        })
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, passage)| passage)
}

/// Returns the summary: the scene, the skill, the signal and then the features in order, as far as `room`, in tokens,
/// allows.
fn summary(episode: &Episode, signal: Signal, said: &[(Feature, f64)], room: u32) -> String {
    let language = episode.language;
    let (comma, colon, semicolon, end) = match language {
        Language::En => (", ", ": ", "; ", "."),
        Language::Zh => ("，", "：", "；", "。"),
    };
    let mut summary = [
        wording::scene_name(episode.scene_type, language),
        // The name of a skill is free text, and a long name must not displace the rest of the summary.
        &wording::skill_name(&episode.skill_used, language)
            .chars()
            .take(40)
            .collect::<String>(),
        act(signal, language),
    ]
    .join(comma);

    for (number, &(feature, steps)) in said.iter().enumerate() {
        let direction = Direction::of(steps);
        let before = if number == 0 { colon } else { semicolon };
        let more = [before, wording::phrase(feature, direction, language)].concat();
        if tokens::estimate(&summary) + tokens::estimate(&more) + tokens::estimate(end) > room {
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
    use crate::episode::{IMPORTANCE, TextOrigin};
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

    #[test]
    fn a_summary_keeps_scene_skill_signal_and_features_in_the_language_of_the_passage() {
        for (language, candidates, expected, passage) in [
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
                "He ran. It held.",
            ),
            (
                Language::Zh,
                [
                    "他撞门。门没开。他又撞。",
                    "他用整个身子朝那扇门撞了过去而门只是晃了一晃于是他又撞了一次。",
                ],
                ["动作场景，润色，原样采用：", "偏好短句"],
                "他撞门。门没开。他又撞。",
            ),
        ] {
            let episode = episode(language, candidates);
            let compressed = Compressed::of(&episode, &observe(&episode));
            for part in expected {
                assert!(compressed.summary.contains(part), "{}", compressed.summary);
            }
            let json = serde_json::to_string(&compressed).expect("JSON");
            assert!(
                !json.contains(candidates[1]) && !json.contains("a whole page"),
                "{json}"
            );
            assert_eq!(compressed.passage.as_deref(), Some(passage));
            assert_eq!(serde_json::from_str::<Compressed>(&json).ok(), Some(compressed));
        }
    }

    proptest! {
        #[test]
        fn a_summary_has_no_more_tokens_than_there_is_room_for(
            steps in proptest::collection::vec(-1.0..1.0, Feature::ALL.len()), skill in ".{0,400}", chinese in any::<bool>(),
            room in (SUMMARY_TOKENS - PASSAGE_TOKENS)..=SUMMARY_TOKENS
        ) {
            let language = if chinese { Language::Zh } else { Language::En };
            let episode = Episode { skill_used: skill, ..episode(language, ["a", "b"]) };
            let said: Vec<_> = Feature::ALL.iter().copied().zip(steps).collect();
            let summary = summary(&episode, Signal::DirectAccept, &said, room);
            prop_assert!(tokens::estimate(&summary) <= room, "{}", summary);
        }
    }
}
