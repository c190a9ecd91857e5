//! Episodes: acts of choice and revision.

use learning::{EpisodeKind, Signal, TextOrigin};
use serde::{Deserialize, Serialize};
use specta::Type;

/// The outcome of an offer, or an amendment of an earlier episode.
///
/// With `targetEpisodeId` the request amends that episode. `undoAfterAccept` withdraws the episode; otherwise
/// `finalText` is the text after the writer's later edits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct EpisodeInput {
    /// The id that came with the offer; absent for an amendment.
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
    /// The texts of the offered candidates, in the order in which they were shown.
    pub candidates: Vec<String>,
    /// The index of the accepted candidate in `candidates`; −1 for none.
    pub selected_index: i32,
    /// The text in the manuscript after the act.
    pub final_text: String,
    /// `en` or `zh`; detected from the text where absent.
    pub language: Option<String>,
    /// The episode this request amends.
    pub target_episode_id: Option<String>,
    /// The acceptance was undone.
    pub undo_after_accept: bool,
    /// The seconds from the acceptance to its undo; absent where unknown. An undo after thirty seconds says less.
    #[serde(default)]
    pub undone_after: Option<u32>,
    /// The claims that shaped the candidates, copied from the offer.
    #[serde(default)]
    pub shaped_by: Vec<String>,
    /// The claims left out of the offer, copied from the offer.
    #[serde(default)]
    pub held_out: Vec<String>,
    /// The origin of the words, copied from the offer; the writer's own where absent.
    #[serde(default)]
    pub origin: TextOrigin,
}

/// The acknowledgement: the episode is durable on disk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct EpisodeReceipt {
    /// The episode's id.
    pub id: String,
    /// The signal the act gives for learning.
    pub signal: Signal,
    /// New episodes since the last distillation.
    pub pending: u32,
}

/// A filter of episodes. Episodes are returned newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(default, rename_all = "camelCase")]
pub struct EpisodeQuery {
    /// Only these ids; empty for all.
    pub ids: Vec<String>,
    /// Only this kind of scene.
    pub scene_type: Option<String>,
    /// The id of a rule: each episode then has the two wordings that show how it speaks for or against the rule.
    pub rule: Option<String>,
    /// At most this many episodes; 50 where absent, never more than 500.
    pub limit: Option<u32>,
}

/// An episode as the panel shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct EpisodeView {
    /// The episode's id.
    pub id: String,
    /// When the episode was recorded, RFC 3339, UTC.
    pub created_at: String,
    /// A choice or a revision.
    pub kind: EpisodeKind,
    /// The manuscript, relative to the project; empty for an import without one.
    pub chapter_id: String,
    /// The kind of scene, by stable name.
    pub scene_type: String,
    /// The skill that was run.
    pub skill_used: String,
    /// The texts of the offered candidates.
    pub candidates: Vec<String>,
    /// The index of the accepted candidate in `candidates`; −1 for none.
    pub selected_index: i32,
    /// The text in the manuscript after the act.
    pub final_text: String,
    /// `en` or `zh`.
    pub language: String,
    /// The signal the act gives for learning.
    pub signal: Signal,
    /// The summary that replaces the texts of a compressed episode; its texts are empty then.
    pub summary: Option<String>,
    /// The wordings that show how the episode speaks for or against the rule of the query; absent without a rule, and
    /// where no sentence differs in what the rule is about.
    pub wordings: Option<Wordings>,
}

/// Two wordings of the same sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Wordings {
    /// The writer's wording.
    pub hers: String,
    /// The wording that she did not take.
    pub other: String,
}
