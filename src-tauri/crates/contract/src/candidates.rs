//! Offers: two or three candidates for a selected passage.

use learning::TextOrigin;
use serde::{Deserialize, Serialize};
use specta::Type;
use strum::VariantArray;

/// A skill the writer can run on a passage.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Type, VariantArray,
)]
#[serde(rename_all = "snake_case")]
pub enum SkillName {
    /// Any meaning-preserving move that applies.
    Polish,
    /// Only moves that shorten.
    Tighten,
}

/// A request to offer candidates for a passage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OfferRequest {
    /// The manuscript that contains the passage, relative to the project.
    pub path: String,
    /// The skill to run.
    pub skill: SkillName,
    /// The selected passage.
    pub passage: String,
    /// The manuscript from its start to the passage. A mark of the writer there can name the kind of scene.
    pub above: String,
    /// Up to a few hundred characters before the passage, to infer the kind of scene.
    pub before: String,
    /// Up to a few hundred characters after the passage.
    pub after: String,
    /// The kind of scene, by stable name, if the writer set it for this passage. Where absent, it is inferred from the
    /// texts.
    pub scene_type: Option<String>,
    /// The stretches of the passage that the editor saw pasted or dropped, in their present wording.
    #[serde(default)]
    pub pasted: Vec<String>,
}

/// The offer for one passage. An offer without candidates is a valid answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Offer {
    /// The id under which the writer's choice is recorded as an episode.
    pub episode_id: String,
    /// The kind of scene the offer is made for.
    pub scene_type: String,
    /// The language of the passage, `en` or `zh`.
    pub language: String,
    /// None, or up to three candidates.
    pub candidates: Vec<Candidate>,
    /// Why there are no candidates; absent for an offer with candidates.
    #[serde(default)]
    pub nothing: Option<NothingOffered>,
    /// The ids of the rules in force for this kind of scene and skill that some move can follow, whether a candidate
    /// follows them or not.
    #[serde(default)]
    pub in_force: Vec<String>,
    /// The claims that picked and ranked the candidates, as ids of learned rules; recorded with the choice.
    pub shaped_by: Vec<String>,
    /// The claims left out of this offer so that the choice can test them, as ids of learned rules; recorded with the
    /// choice.
    pub held_out: Vec<String>,
    /// The origin of the passage's words, such as the writer's own or pasted; recorded with the choice.
    pub origin: TextOrigin,
}

/// Why an offer has no candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum NothingOffered {
    /// The passage has more characters than an offer reads.
    TooLong,
    /// The passage has no words: only signs, such as a line of asterisks.
    NoWords,
    /// No move of the skill fits the passage.
    NoMove,
}

/// One candidate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Candidate {
    /// The whole passage with the moves applied.
    pub text: String,
    /// The moves of the candidate, by stable name, such as `cut_fillers`.
    pub moves: Vec<String>,
    /// The label of the candidate in two to five English words.
    pub label_en: String,
    /// The label of the candidate in a few Chinese characters.
    pub label_zh: String,
    /// The change of length in units, as a share of the passage: −0.06 is six per cent shorter.
    #[specta(type = specta_typescript::Number)]
    pub length_change: f64,
    /// The word-level differences, in order; each can be accepted alone.
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
    /// The text of the candidate at this place; empty for a pure deletion.
    pub insert: String,
}
