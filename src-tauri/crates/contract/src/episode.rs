//! Episodes: acts of choice and revision.

use learning::{EpisodeKind, Signal, TextOrigin};
use serde::{Deserialize, Serialize};
use specta::Type;

/// The outcome of an offer, or a later word on an earlier one.
///
/// With `targetEpisodeId` the request amends that episode: `undoAfterAccept` withdraws it, otherwise
/// `finalText` says what the writer made of the text since.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct EpisodeInput {
    /// The id given with the offer; absent for an amendment.
    pub id: Option<String>,
    /// A choice or a revision.
    pub kind: EpisodeKind,
    /// The manuscript, relative to the project.
    pub chapter_id: String,
    /// The kind of scene, by stable name.
    pub scene_type: String,
    /// The skill that was run.
    pub skill_used: String,
    /// The text around the passage.
    pub input_context: String,
    /// What was offered, in the order it was shown.
    pub candidates: Vec<String>,
    /// Which was taken, −1 for none.
    pub selected_index: i32,
    /// The text that stands now.
    pub final_text: String,
    /// `en` or `zh`; found from the text where absent.
    pub language: Option<String>,
    /// The episode this request amends.
    pub target_episode_id: Option<String>,
    /// The acceptance was undone.
    pub undo_after_accept: bool,
    /// The rules that shaped the candidates, as the offer named them.
    #[serde(default)]
    pub shaped_by: Vec<String>,
    /// The rules left out of the offer, as the offer named them.
    #[serde(default)]
    pub held_out: Vec<String>,
    /// Whose words the act is about, as the offer said; the writer's own where absent.
    #[serde(default)]
    pub origin: TextOrigin,
}

/// The acknowledgement: the episode is on the disk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct EpisodeReceipt {
    /// The episode's id.
    pub id: String,
    /// What the act said.
    pub signal: Signal,
    /// New episodes since the last distillation.
    pub pending: u32,
}

/// Which episodes to return, newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(default, rename_all = "camelCase")]
pub struct EpisodeQuery {
    /// Only these ids; empty for all.
    pub ids: Vec<String>,
    /// Only this kind of scene.
    pub scene_type: Option<String>,
    /// At most this many; 50 where absent, 500 at most.
    pub limit: Option<u32>,
}

/// An episode as the panel shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct EpisodeView {
    /// The episode's id.
    pub id: String,
    /// RFC 3339, UTC.
    pub created_at: String,
    /// A choice or a revision.
    pub kind: EpisodeKind,
    /// The manuscript, relative to the project; empty for an import without one.
    pub chapter_id: String,
    /// The kind of scene, by stable name.
    pub scene_type: String,
    /// The skill that was run.
    pub skill_used: String,
    /// What was offered.
    pub candidates: Vec<String>,
    /// Which was taken, −1 for none.
    pub selected_index: i32,
    /// The text that stood in the end.
    pub final_text: String,
    /// `en` or `zh`.
    pub language: String,
    /// What the act said.
    pub signal: Signal,
    /// What is left of an episode that was compressed; its texts are empty then.
    pub summary: Option<String>,
}
