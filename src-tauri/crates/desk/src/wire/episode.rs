//! Episodes, and the fields of a request for one.

use contract::EpisodeView;
use learning::Episode;
use prose::SceneType;

use super::text::{language, time};
use crate::{Error, Listed, Result};

/// Returns the name of an episode's field in a request.
pub(crate) fn field(kept: &'static str) -> &'static str {
    match kept {
        "skill_used" => "skillUsed",
        "selected_index" => "selectedIndex",
        other => other,
    }
}

/// Returns the kind of scene a request names.
///
/// # Errors
/// [`Error::Invalid`] when there is no such kind.
pub(crate) fn scene_from(name: &str) -> Result<SceneType> {
    SceneType::from_name(name).ok_or(Error::Invalid {
        field: "sceneType",
        expected: "one of action, dialogue, description, introspection, exposition, narration, other",
    })
}

/// Returns an episode whose text is whole, as a front end lists it.
pub(crate) fn episode(episode: Episode) -> EpisodeView {
    EpisodeView {
        signal: episode.signal(),
        id: episode.id,
        created_at: time(episode.created_at),
        kind: episode.kind,
        chapter_id: episode.chapter_id,
        scene_type: episode.scene_type.name().into(),
        skill_used: episode.skill_used,
        candidates: episode.candidates,
        selected_index: episode.selected_index,
        final_text: episode.final_text,
        language: language(episode.language).into(),
        summary: None,
        wordings: None,
    }
}

/// Returns an episode as a front end lists it. A compressed episode has empty texts and no selected candidate.
pub(crate) fn listed(listed: Listed) -> EpisodeView {
    match listed {
        Listed::Whole(whole) => episode(whole),
        Listed::Compressed(left) => EpisodeView {
            id: left.id,
            created_at: time(left.created_at),
            kind: left.kind,
            chapter_id: left.chapter_id,
            scene_type: left.scene_type.name().into(),
            skill_used: left.skill_used,
            candidates: Vec::new(),
            selected_index: -1,
            final_text: String::new(),
            language: language(left.language).into(),
            signal: left.signal,
            summary: Some(left.summary),
            wordings: None,
        },
    }
}
