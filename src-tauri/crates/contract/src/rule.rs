//! Rules: the habits and preferences of a writer as sentences.

use learning::{Category, Direction, RuleState, Scope};
use serde::{Deserialize, Serialize};
use specta::Type;

/// The origin of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum RuleOrigin {
    /// Distilled from episodes.
    Learned,
    /// Written by hand by the writer.
    Written,
}

/// How often the latest relevant choices agreed with a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Kept {
    /// The number of choices that agreed.
    pub agreed: u32,
    /// The number of choices examined.
    pub of: u32,
}

/// A feature that correlates with a rule and is not a rule of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Shadow {
    /// The feature, by stable name.
    pub feature: String,
    /// The direction of the feature.
    pub direction: Direction,
}

/// A property of prose that a rule wants more or less of, in the prose the rule holds for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ClaimView {
    /// The feature, by stable name.
    pub feature: String,
    /// More or less of the feature.
    pub direction: Direction,
    /// The kind of scene the claim is about; absent for every scene.
    pub scene_type: Option<String>,
}

/// A move of the built-in rewriter, by its label on a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct MoveLabel {
    /// In two to five English words.
    pub en: String,
    /// In a few Chinese characters.
    pub zh: String,
}

/// The writer's word on the claim of a hand-written rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Meaning {
    /// The rule claims what the desk understands of its words.
    Words,
    /// The rule claims nothing that can be measured.
    Unmeasured,
    /// The rule wants more or less of a feature.
    Measures {
        /// The feature, by stable name.
        feature: String,
        /// More or less of the feature.
        direction: Direction,
    },
}

/// A rule as the panel shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RuleView {
    /// The rule's id.
    pub id: String,
    /// The rule's sentence.
    pub text: String,
    /// The group under which the panel shows the rule.
    pub category: Category,
    /// The scope of the rule.
    pub scope: Scope,
    /// The kind of scene for which the rule holds; absent for every scene.
    pub scene_type: Option<String>,
    /// The skill for which the rule holds; absent for every skill.
    pub skill: Option<String>,
    /// The feature the rule is about; absent for a hand-written rule.
    pub feature: Option<String>,
    /// The direction of the feature; absent for a hand-written rule.
    pub direction: Option<Direction>,
    /// The claims of the rule that can be measured; empty for a hand-written rule whose words are not understood.
    pub claims: Vec<ClaimView>,
    /// The moves of the rewriter that can follow the rule; without one the rule shapes no offer.
    pub moves: Vec<MoveLabel>,
    /// Whether the writer corrected what was understood of a hand-written rule.
    pub corrected: bool,
    /// The state.
    pub state: RuleState,
    /// The origin.
    pub origin: RuleOrigin,
    /// The chance that the next relevant choice agrees, 0 to 1.
    #[specta(type = specta_typescript::Number)]
    pub confidence: f64,
    /// The present weight against conflicting rules, 0 to 1. It is below `confidence` where no choice has supported the
    /// rule for long.
    #[specta(type = specta_typescript::Number)]
    pub priority: f64,
    /// The ids of the episodes for the rule, oldest first.
    pub supporting_episodes: Vec<String>,
    /// The ids of the episodes against the rule, oldest first.
    pub contradicting_episodes: Vec<String>,
    /// An estimate of the choices still needed to decide; present only for a hypothesis that is not yet a rule.
    pub more_needed: Option<u32>,
    /// Whether the writer confirmed the rule.
    pub user_confirmed: bool,
    /// Whether the writer changed the sentence.
    pub user_modified: bool,
    /// Whether the writer lets the rule rest: it stays, and acts on nothing.
    pub resting: bool,
    /// Whether the rule changed lately because the writer's choices changed.
    pub recently_updated: bool,
    /// Whether the rule contradicts another rule.
    pub conflict_marked: bool,
    /// How often the latest relevant choices agreed; absent before the first relevant choice.
    pub kept: Option<Kept>,
    /// Features that correlate with the rule and are not rules of their own.
    pub shadows: Vec<Shadow>,
    /// The time of creation, RFC 3339, UTC.
    pub created_at: String,
    /// The time of the last change, RFC 3339, UTC.
    pub updated_at: String,
}

/// The prose that a rule holds for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RulePlace {
    /// The kind of scene; absent for every scene.
    pub scene_type: Option<String>,
    /// The skill; absent for every skill.
    pub skill: Option<String>,
}

/// A request to add a rule written by hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct NewRule {
    /// The rule's sentence.
    pub text: String,
    /// The group under which the panel shows the rule.
    pub category: Category,
    /// The kind of scene for which the rule holds; absent for every scene.
    pub scene_type: Option<String>,
}

/// A request to change a rule; absent fields stay unchanged.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, Type)]
#[serde(default, rename_all = "camelCase")]
pub struct RulePatch {
    /// The new sentence.
    pub text: Option<String>,
    /// The new group.
    pub category: Option<Category>,
    /// Whether the writer confirms the rule.
    pub confirmed: Option<bool>,
    /// Whether the rule rests.
    pub resting: Option<bool>,
    /// The new confidence, 0 to 1.
    #[specta(type = Option<specta_typescript::Number>)]
    pub confidence: Option<f64>,
    /// The claim of a hand-written rule, where its words are understood wrongly or not at all.
    pub meaning: Option<Meaning>,
    /// The prose that the rule is to hold for. A learned rule gets another id then.
    pub place: Option<RulePlace>,
}
