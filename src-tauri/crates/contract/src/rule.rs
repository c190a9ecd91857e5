//! Rules: what the desk says about how a writer writes.

use learning::{Category, Direction, RuleState, Scope};
use serde::{Deserialize, Serialize};
use specta::Type;

/// Where a rule came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum RuleOrigin {
    /// Distilled from episodes.
    Learned,
    /// Written by hand.
    Written,
}

/// How often the latest relevant choices agreed with a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Kept {
    /// Choices that agreed.
    pub agreed: u32,
    /// Choices looked at.
    pub of: u32,
}

/// A feature that goes along with a rule and is no rule of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Shadow {
    /// The feature, by stable name.
    pub feature: String,
    /// Which way it points.
    pub direction: Direction,
}

/// A rule as the panel shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RuleView {
    /// The rule's id.
    pub id: String,
    /// The sentence.
    pub text: String,
    /// The group it is shown under.
    pub category: Category,
    /// How far it reaches.
    pub scope: Scope,
    /// The kind of scene it holds for; absent for every scene.
    pub scene_type: Option<String>,
    /// The skill it holds for; absent for every skill.
    pub skill: Option<String>,
    /// The feature it is about; absent for a hand-written rule.
    pub feature: Option<String>,
    /// Which way it points; absent for a hand-written rule.
    pub direction: Option<Direction>,
    /// How far it has come.
    pub state: RuleState,
    /// Where it came from.
    pub origin: RuleOrigin,
    /// The chance that the next relevant choice agrees, 0 to 1.
    #[specta(type = specta_typescript::Number)]
    pub confidence: f64,
    /// How much it counts against others now, 0 to 1: less than its confidence where it was long not borne out.
    #[specta(type = specta_typescript::Number)]
    pub priority: f64,
    /// Episodes for it, oldest first.
    pub supporting_episodes: Vec<String>,
    /// Episodes against it, oldest first.
    pub contradicting_episodes: Vec<String>,
    /// About how many more choices like these it takes to know; only for what is not yet a rule.
    pub more_needed: Option<u32>,
    /// The writer said yes.
    pub user_confirmed: bool,
    /// The writer changed its text.
    pub user_modified: bool,
    /// Changed lately because the writer's choices changed.
    pub recently_updated: bool,
    /// Stands against another rule.
    pub conflict_marked: bool,
    /// How often the latest relevant choices agreed; absent before there were any.
    pub kept: Option<Kept>,
    /// What goes along with it and is no rule of its own.
    pub shadows: Vec<Shadow>,
    /// RFC 3339, UTC.
    pub created_at: String,
    /// RFC 3339, UTC.
    pub updated_at: String,
}

/// A rule written by hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct NewRule {
    /// The sentence.
    pub text: String,
    /// The group it is shown under.
    pub category: Category,
    /// The kind of scene it holds for; absent for every scene.
    pub scene_type: Option<String>,
}

/// A change to a rule; absent fields stay.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, Type)]
#[serde(default, rename_all = "camelCase")]
pub struct RulePatch {
    /// A new sentence.
    pub text: Option<String>,
    /// Another group.
    pub category: Option<Category>,
    /// The writer says yes.
    pub confirmed: Option<bool>,
    /// Another confidence, 0 to 1.
    #[specta(type = Option<specta_typescript::Number>)]
    pub confidence: Option<f64>,
}
