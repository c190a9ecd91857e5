//! Offers: two or three candidates for a selected passage.

use learning::TextOrigin;
use serde::{Deserialize, Serialize};
use specta::Type;

/// A skill the writer can run on a passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum SkillName {
    /// Any meaning-preserving move that applies.
    Polish,
    /// Only moves that shorten.
    Tighten,
}

/// A request for candidates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OfferRequest {
    /// The manuscript the passage stands in, relative to the project.
    pub path: String,
    /// The skill to run.
    pub skill: SkillName,
    /// The selected passage.
    pub passage: String,
    /// The manuscript from its start to the passage, where the writer may have said what kind of scene it is.
    pub above: String,
    /// Up to a few hundred characters before the passage, to tell what kind of scene it is.
    pub before: String,
    /// Up to a few hundred characters after it.
    pub after: String,
    /// The kind of scene, by stable name, where the writer said it of this passage; told from the texts where absent.
    pub scene_type: Option<String>,
    /// The stretches in the passage that the editor saw pasted or dropped, as they read now.
    #[serde(default)]
    pub pasted: Vec<String>,
}

/// What the desk offers for one passage. No candidate at all is a fine answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Offer {
    /// The id under which the outcome is recorded as an episode.
    pub episode_id: String,
    /// The kind of scene the offer is made for.
    pub scene_type: String,
    /// The language of the passage, `en` or `zh`.
    pub language: String,
    /// None, or up to three candidates.
    pub candidates: Vec<Candidate>,
    /// The ids of the rules by which the candidates were picked and ranked; recorded with the outcome.
    pub shaped_by: Vec<String>,
    /// The ids of the rules left out of this offer so that the choice can test them; recorded with the outcome.
    pub held_out: Vec<String>,
    /// Whose words the passage is made of; recorded with the outcome.
    pub origin: TextOrigin,
}

/// One candidate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Candidate {
    /// The whole passage as it would read.
    pub text: String,
    /// The moves it makes, by stable name, such as `cut_fillers`.
    pub moves: Vec<String>,
    /// The move in two to five words, English.
    pub label_en: String,
    /// The move in a few characters, Chinese.
    pub label_zh: String,
    /// The share of the passage that differs, 0 to 1.
    #[specta(type = specta_typescript::Number)]
    pub share_changed: f64,
    /// Change of length in units, as a share of the passage: −0.06 is six per cent shorter.
    #[specta(type = specta_typescript::Number)]
    pub length_change: f64,
    /// The word-level differences, in order; each can be taken alone.
    pub hunks: Vec<Hunk>,
    /// The ids of the rules in force that this candidate follows.
    pub rules: Vec<String>,
}

/// One difference between the passage and a candidate. Offsets count UTF-16 code units, as the editor does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Hunk {
    /// Start in the passage.
    pub from: u32,
    /// End in the passage; equal to `from` for a pure insertion.
    pub to: u32,
    /// What stands there in the candidate; empty for a pure deletion.
    pub insert: String,
}
