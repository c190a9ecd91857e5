//! Rules: statements of the desk about how a writer writes, and the tombstones of statements it must not make again.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, Utc};
use prose::{Feature, SceneType};
use serde::{Deserialize, Serialize};
use specta::Type;

/// The group a rule is kept under; each is a section of `MEMORY.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Category {
    /// How sentences sound.
    Style,
    /// How a passage is built.
    Structure,
    /// How people are drawn and speak.
    Character,
    /// How fast it moves.
    Pacing,
    /// Which words are used.
    Vocabulary,
}

impl Category {
    /// Every category, in the order of the sections.
    pub const ALL: [Self; 5] = [
        Self::Style,
        Self::Structure,
        Self::Character,
        Self::Pacing,
        Self::Vocabulary,
    ];

    /// Returns the stable name used in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Style => "style",
            Self::Structure => "structure",
            Self::Character => "character",
            Self::Pacing => "pacing",
            Self::Vocabulary => "vocabulary",
        }
    }

    /// Returns the category with the given stable name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|category| category.name() == name)
    }
}

/// How far a rule reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// This project.
    Project,
    /// Everything this writer writes.
    Global,
}

/// Which way a learned rule points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// More of the feature than was offered.
    More,
    /// Less of it.
    Less,
}

impl Direction {
    /// Both directions.
    pub const ALL: [Self; 2] = [Self::More, Self::Less];

    /// Returns the stable name used in files and on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::More => "more",
            Self::Less => "less",
        }
    }

    /// Returns the direction of a step that is not zero.
    pub fn of(step: f64) -> Self {
        if step > 0.0 { Self::More } else { Self::Less }
    }

    /// Returns the other direction.
    pub const fn opposite(self) -> Self {
        match self {
            Self::More => Self::Less,
            Self::Less => Self::More,
        }
    }

    /// Returns +1 for more and −1 for less.
    pub const fn sign(self) -> f64 {
        match self {
            Self::More => 1.0,
            Self::Less => -1.0,
        }
    }
}

/// How far something learned has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum RuleState {
    /// Too little evidence; never used.
    Noticed,
    /// Enough to ask about.
    Proposed,
    /// Passed the test, or the writer said yes.
    Rule,
}

impl RuleState {
    /// Returns the stable name used in files and on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Noticed => "noticed",
            Self::Proposed => "proposed",
            Self::Rule => "rule",
        }
    }
}

/// Where a rule came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RuleOrigin {
    /// Distilled from episodes.
    Learned,
    /// Written by hand in the panel or on the command line; its bullet carries an annotation.
    Written,
    /// Found in the file as the writer's own bullet; never annotated, never rewritten.
    Adopted,
}

/// A chance between 0 and 1. A number outside is refused before anything is written.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Confidence(f64);

/// A confidence outside 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("a confidence must lie between 0 and 1, not {0}")]
pub struct ConfidenceOutOfRange(pub f64);

impl Confidence {
    /// Full confidence: the writer's own word.
    pub const CERTAIN: Self = Self(1.0);

    /// Accepts a number from 0 to 1; NaN is refused like any other number outside.
    pub fn new(value: f64) -> Result<Self, ConfidenceOutOfRange> {
        if (0.0..=1.0).contains(&value) {
            Ok(Self(value))
        } else {
            Err(ConfidenceOutOfRange(value))
        }
    }

    /// Returns the number.
    pub const fn get(self) -> f64 {
        self.0
    }
}

impl TryFrom<f64> for Confidence {
    type Error = ConfidenceOutOfRange;
    fn try_from(value: f64) -> Result<Self, Self::Error> {
        Self::new(value)
    }
}

impl From<Confidence> for f64 {
    fn from(confidence: Confidence) -> Self {
        confidence.0
    }
}

/// One side of one feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Leaning {
    /// The feature.
    pub feature: Feature,
    /// The side.
    pub direction: Direction,
}

impl Leaning {
    /// How many there are.
    pub(crate) const COUNT: usize = 2 * Feature::ALL.len();

    /// Returns all of them, in the order of [`Leaning::index`].
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        Feature::ALL
            .iter()
            .flat_map(|&feature| Direction::ALL.map(|direction| Self { feature, direction }))
    }

    /// Returns its place among all.
    pub(crate) const fn index(self) -> usize {
        2 * self.feature as usize + matches!(self.direction, Direction::Less) as usize
    }
}

/// A group of episodes a rule can be about: a kind of scene, a skill, both, or everything.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cluster {
    /// The kind of scene; `None` for every scene.
    pub scene_type: Option<SceneType>,
    /// The skill; `None` for every skill.
    pub skill: Option<String>,
}

impl Cluster {
    /// Returns whether an episode of this scene and skill belongs to the cluster.
    pub fn holds(&self, scene_type: SceneType, skill: &str) -> bool {
        self.scene_type.is_none_or(|scene| scene == scene_type)
            && self.skill.as_deref().is_none_or(|own| own == skill)
    }

    /// Returns whether every episode of the other cluster belongs to this one.
    pub fn contains(&self, other: &Self) -> bool {
        (self.scene_type.is_none() || self.scene_type == other.scene_type)
            && (self.skill.is_none() || self.skill == other.skill)
    }
}

/// The subject of a learned rule: one feature, one direction, one group of episodes.
///
/// The key is the rule's identity. Two machines that learn the same thing from a shared folder give it
/// the same id, and a rule keeps its id however often it is distilled again.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RuleKey {
    /// The kind of scene; `None` for every scene.
    pub scene_type: Option<SceneType>,
    /// The skill; `None` for every skill.
    pub skill: Option<String>,
    /// The feature.
    pub feature: Feature,
    /// Which way it points.
    pub direction: Direction,
}

impl RuleKey {
    /// Returns the group of episodes the rule is about.
    pub fn cluster(&self) -> Cluster {
        Cluster {
            scene_type: self.scene_type,
            skill: self.skill.clone(),
        }
    }

    /// Returns which side of which feature the rule is about.
    pub const fn leaning(&self) -> Leaning {
        Leaning {
            feature: self.feature,
            direction: self.direction,
        }
    }

    /// Returns the key that says the opposite about the same episodes.
    pub fn reversed(&self) -> Self {
        Self {
            direction: self.direction.opposite(),
            ..self.clone()
        }
    }
}

impl fmt::Display for RuleKey {
    /// Writes the rule's id: `action.sentence_length.less`, `any.…`, or `action+polish.…` for one skill.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.scene_type.map_or("any", SceneType::name))?;
        if let Some(skill) = &self.skill {
            // An id stands inside an HTML comment and between spaces; a skill is a free string.
            let skill: String = skill
                .chars()
                .map(|c| if c.is_alphanumeric() { c } else { '_' })
                .collect();
            write!(formatter, "+{skill}")?;
        }
        write!(formatter, ".{}.{}", self.feature.name(), self.direction.name())
    }
}

/// An id that is not a learned rule's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not the id of a learned rule")]
pub struct NotAKey;

impl FromStr for RuleKey {
    type Err = NotAKey;

    /// Reads a rule's id back. A skill name with characters other than letters and digits does not come back the same;
    /// the desk's own skills have plain names.
    fn from_str(id: &str) -> Result<Self, NotAKey> {
        let mut parts = id.split('.');
        let (Some(place), Some(feature), Some(direction), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(NotAKey);
        };
        let (scene, skill) = place
            .split_once('+')
            .map_or((place, None), |(scene, skill)| (scene, Some(skill)));
        let scene_type = match scene {
            "any" => None,
            scene => Some(SceneType::from_name(scene).ok_or(NotAKey)?),
        };
        Ok(Self {
            scene_type,
            skill: skill.map(str::to_owned),
            feature: Feature::from_name(feature).ok_or(NotAKey)?,
            direction: Direction::ALL
                .into_iter()
                .find(|known| known.name() == direction)
                .ok_or(NotAKey)?,
        })
    }
}

/// How often a rule was kept lately.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// Acts that agreed.
    pub agreed: u32,
    /// Acts that said anything, at most twenty.
    pub of: u32,
}

/// A learned or hand-written preference.
///
/// The episodes for and against it are not kept here: they follow from the evidence and the snapshot of the
/// distillation that weighed it. They are added where a rule is shown ([`RuleWithEvidence`]).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rule {
    /// [`RuleKey`] as text for a learned rule; otherwise made when it was written.
    pub id: String,
    /// The sentence.
    pub text: String,
    /// The group it is kept under.
    pub category: Category,
    /// How far it reaches.
    pub scope: Scope,
    /// The kind of scene it holds for; `None` for every scene.
    pub scene_type: Option<SceneType>,
    /// The skill it holds for; `None` for every skill.
    pub skill: Option<String>,
    /// The feature it is about; `None` for a hand-written rule.
    pub feature: Option<Feature>,
    /// Which way it points; `None` for a hand-written rule.
    pub direction: Option<Direction>,
    /// How far it has come.
    pub state: RuleState,
    /// Where it came from.
    pub origin: RuleOrigin,
    /// The chance that the next relevant choice agrees.
    pub confidence: Confidence,
    /// Episodes for it, when it was last weighed.
    pub supports: u32,
    /// Episodes against it, when it was last weighed.
    pub contradicts: u32,
    /// How often it was kept lately, when it was last weighed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept: Option<Kept>,
    /// Leanings that follow from it and are no habits of their own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shadows: Vec<Leaning>,
    /// About how many more choices it takes to know; only for a hypothesis that is not yet a rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub more_needed: Option<u32>,
    /// The writer said yes.
    pub user_confirmed: bool,
    /// The writer changed its text.
    pub user_modified: bool,
    /// Changed lately because the writer's choices changed.
    pub recently_updated: bool,
    /// Stands against another rule.
    pub conflict_marked: bool,
    /// When it was first known.
    pub created_at: DateTime<Utc>,
    /// When it last changed.
    pub updated_at: DateTime<Utc>,
}

impl Rule {
    /// Returns a rule in the writer's own words: her word needs no evidence, so it is a rule at once.
    pub const fn written(id: String, text: String, category: Category, now: DateTime<Utc>) -> Self {
        Self {
            id,
            text,
            category,
            scope: Scope::Project,
            scene_type: None,
            skill: None,
            feature: None,
            direction: None,
            state: RuleState::Rule,
            origin: RuleOrigin::Written,
            confidence: Confidence::CERTAIN,
            supports: 0,
            contradicts: 0,
            kept: None,
            shadows: Vec::new(),
            more_needed: None,
            user_confirmed: true,
            user_modified: false,
            recently_updated: false,
            conflict_marked: false,
            created_at: now,
            updated_at: now,
        }
    }

    /// Returns what the rule is about, for a learned rule.
    pub fn key(&self) -> Option<RuleKey> {
        Some(RuleKey {
            scene_type: self.scene_type,
            skill: self.skill.clone(),
            feature: self.feature?,
            direction: self.direction?,
        })
    }

    /// Returns the rule with the writer's word on a known rule: her yes, her wording and the place she gave it.
    pub fn respecting(mut self, known: &Self) -> Self {
        if known.user_modified {
            self.text.clone_from(&known.text);
            self.user_modified = true;
        }
        if known.user_confirmed {
            self.user_confirmed = true;
            self.state = RuleState::Rule;
            self.more_needed = None;
        }
        self.category = known.category;
        self
    }

    /// Returns whether the rule stands in `MEMORY.md`: a rule that is only noticed or proposed does not.
    pub fn in_force(&self) -> bool {
        self.state == RuleState::Rule
    }
}

/// A rule as the command line prints it: with the episodes for and against it, oldest first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RuleWithEvidence {
    /// The rule.
    #[serde(flatten)]
    pub rule: Rule,
    /// Episodes for it.
    pub supporting_episodes: Vec<String>,
    /// Episodes against it.
    pub contradicting_episodes: Vec<String>,
}

/// The writer's no. A deleted rule is not learned again from the same evidence.
///
/// Episodes recorded up to `at` in the rule's scene and skill are silent about its feature ever after. Newer episodes
/// count, so a writer who changes her mind is heard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tombstone {
    /// The deleted rule's id.
    pub rule_id: String,
    /// What it was about; `None` for a hand-written rule.
    pub key: Option<RuleKey>,
    /// Its sentence, so that the same words are not proposed again.
    pub text: String,
    /// When it was deleted.
    pub at: DateTime<Utc>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_reads_back_from_its_id() {
        for id in [
            "action.sentence_length.less",
            "any.em_dash_rate.more",
            "dialogue+polish.filler_density.less",
        ] {
            assert_eq!(
                id.parse::<RuleKey>().map(|key| key.to_string()),
                Ok(id.to_owned())
            );
        }
        for other in [
            "",
            "own-12ab",
            "w-1",
            "action.sentence_length",
            "action.nothing.less",
            "a.b.c.d",
        ] {
            assert_eq!(other.parse::<RuleKey>(), Err(NotAKey), "{other}");
        }
    }

    #[test]
    fn a_confidence_outside_zero_to_one_is_refused() {
        for wrong in [1.2, -0.1, f64::NAN, f64::INFINITY] {
            assert!(Confidence::new(wrong).is_err(), "{wrong}");
        }
        assert_eq!(Confidence::new(0.0).map(Confidence::get), Ok(0.0));
        assert!(serde_json::from_str::<Confidence>("1.2").is_err());
    }
}
