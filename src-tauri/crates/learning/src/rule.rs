//! Rules: the desk's statements about how a writer writes, and the tombstones of statements that must not come back.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, Utc};
use prose::{Feature, SceneType};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use specta::Type;

/// The group a rule is kept under; each is a section of `MEMORY.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Category {
    /// The sound of sentences.
    Style,
    /// The order of a passage.
    Structure,
    /// How characters are described and speak.
    Character,
    /// The speed of the story.
    Pacing,
    /// The choice of words.
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

/// The texts a rule applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// The manuscripts of one project.
    Project,
    /// The manuscripts of all projects.
    Global,
}

/// Whether the writer prefers more or less of a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// More than in the rejected candidates.
    More,
    /// Less than in the rejected candidates.
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

/// The state of a learned rule, from the first evidence to a rule in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum RuleState {
    /// Too little evidence; it has no effect.
    Noticed,
    /// Enough evidence to ask the writer.
    Proposed,
    /// In force: it passed the test, or the writer confirmed it.
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

/// The origin of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RuleOrigin {
    /// Distilled from episodes.
    Learned,
    /// Written by hand in the panel or on the command line; its bullet has an annotation.
    Written,
    /// Found in the file as the writer's own bullet; the desk never annotates or rewrites it.
    Adopted,
}

/// A probability from 0 to 1. Any other number is refused before it is written.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Confidence(f64);

/// A confidence outside 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("a confidence must lie between 0 and 1, not {0}")]
pub struct ConfidenceOutOfRange(pub f64);

impl Confidence {
    /// Full confidence, for a rule stated by the writer herself.
    pub const CERTAIN: Self = Self(1.0);

    /// Accepts a number from 0 to 1; NaN is refused like any number outside that range.
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

/// A preference for more or for less of one feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Leaning {
    /// The feature.
    pub feature: Feature,
    /// More or less.
    pub direction: Direction,
}

impl Leaning {
    /// The number of leanings.
    pub(crate) const COUNT: usize = 2 * Feature::ALL.len();

    /// Returns all leanings, in the order of [`Leaning::index`].
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        Feature::ALL
            .iter()
            .flat_map(|&feature| Direction::ALL.map(|direction| Self { feature, direction }))
    }

    /// Returns the leaning in the opposite direction.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self {
            direction: self.direction.opposite(),
            ..self
        }
    }

    /// Returns its index among all leanings.
    pub(crate) const fn index(self) -> usize {
        2 * self.feature as usize + matches!(self.direction, Direction::Less) as usize
    }
}

impl fmt::Display for Leaning {
    /// Writes the leaning as it stands in ids and annotations: `sentence_length.less`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}.{}", self.feature.name(), self.direction.name())
    }
}

impl FromStr for Leaning {
    type Err = NotAKey;

    fn from_str(text: &str) -> Result<Self, NotAKey> {
        let (feature, direction) = text.split_once('.').ok_or(NotAKey)?;
        let mut directions = Direction::ALL.into_iter();
        Ok(Self {
            feature: Feature::from_name(feature).ok_or(NotAKey)?,
            direction: directions
                .find(|known| known.name() == direction)
                .ok_or(NotAKey)?,
        })
    }
}

/// A group of episodes that a rule can be about: a kind of scene, a skill, both, or all episodes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cluster {
    /// The kind of scene; `None` for every scene.
    pub scene_type: Option<SceneType>,
    /// The skill; `None` for every skill.
    pub skill: Option<String>,
}

impl Cluster {
    /// Returns whether an episode with this scene and skill belongs to the cluster.
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

impl fmt::Display for Cluster {
    /// Writes the cluster as it stands in ids and annotations: `any`, `action`, `action+polish`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.scene_type.map_or("any", SceneType::name))?;
        if let Some(skill) = &self.skill {
            // An id is part of an HTML comment and ends at a space, but the name of a skill is free text.
            let skill: String = skill
                .chars()
                .map(|c| if c.is_alphanumeric() { c } else { '_' })
                .collect();
            write!(formatter, "+{skill}")?;
        }
        Ok(())
    }
}

impl FromStr for Cluster {
    type Err = NotAKey;

    fn from_str(text: &str) -> Result<Self, NotAKey> {
        let (scene, skill) = text
            .split_once('+')
            .map_or((text, None), |(scene, skill)| (scene, Some(skill)));
        Ok(Self {
            scene_type: match scene {
                "any" => None,
                scene => Some(SceneType::from_name(scene).ok_or(NotAKey)?),
            },
            skill: skill.map(str::to_owned),
        })
    }
}

/// The subject of a learned rule: one feature, one direction, one group of episodes.
///
/// The key is the rule's identity. Two machines that learn the same rule from a shared folder give it the same id, and
/// a rule keeps its id in each new distillation.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RuleKey {
    /// The kind of scene; `None` for every scene.
    pub scene_type: Option<SceneType>,
    /// The skill; `None` for every skill.
    pub skill: Option<String>,
    /// The feature.
    pub feature: Feature,
    /// More or less.
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

    /// Returns the leaning of the rule.
    pub const fn leaning(&self) -> Leaning {
        Leaning {
            feature: self.feature,
            direction: self.direction,
        }
    }

    /// Returns the key with the opposite direction for the same episodes.
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
        write!(formatter, "{}.{}", self.cluster(), self.leaning())
    }
}

/// A text that is neither the id of a learned rule nor a leaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("neither the id of a learned rule nor a leaning")]
pub struct NotAKey;

impl FromStr for RuleKey {
    type Err = NotAKey;

    /// Parses a rule's id. The name of a skill loses characters other than letters and digits; the desk's own skills
    /// have only plain names.
    fn from_str(id: &str) -> Result<Self, NotAKey> {
        let (place, leaning) = id.split_once('.').ok_or(NotAKey)?;
        let Cluster { scene_type, skill } = place.parse()?;
        let Leaning { feature, direction } = leaning.parse()?;
        Ok(Self {
            scene_type,
            skill,
            feature,
            direction,
        })
    }
}

/// The writer's word on what a sentence of hers is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Correction {
    /// The rule is about this feature.
    Measures(Leaning),
    /// The rule is about nothing that can be measured.
    Unmeasured,
}

/// How often a rule was kept recently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// Acts that agreed.
    pub agreed: u32,
    /// Relevant acts, at most twenty.
    pub of: u32,
}

/// A learned or hand-written preference.
///
/// The episodes for and against it are not stored here: they follow from the evidence and the snapshot of the
/// distillation. They are added where a rule is shown ([`RuleWithEvidence`]).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rule {
    /// The [`RuleKey`] as text for a learned rule; otherwise an id generated when the rule was written.
    pub id: String,
    /// The sentence.
    pub text: String,
    /// Its category.
    pub category: Category,
    /// Its scope.
    pub scope: Scope,
    /// The kind of scene it holds for; `None` for every scene.
    pub scene_type: Option<SceneType>,
    /// The skill it holds for; `None` for every skill.
    pub skill: Option<String>,
    /// The feature it is about; `None` for a hand-written rule.
    pub feature: Option<Feature>,
    /// More or less of the feature; `None` for a hand-written rule.
    pub direction: Option<Direction>,
    /// The writer's correction of what was understood of its words. For a learned rule it is her word that her new
    /// wording means the same. A new text removes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corrected: Option<Correction>,
    /// Its state.
    pub state: RuleState,
    /// Its origin.
    pub origin: RuleOrigin,
    /// The probability that the next relevant choice agrees.
    pub confidence: Confidence,
    /// Episodes for it, as of the last distillation.
    pub supports: u32,
    /// Episodes against it, as of the last distillation.
    pub contradicts: u32,
    /// How often it was kept recently, as of the last distillation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept: Option<Kept>,
    /// Leanings that correlate with it and are not separate habits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shadows: Vec<Leaning>,
    /// The estimated number of further choices that will decide it; only for a hypothesis that is not a rule yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub more_needed: Option<u32>,
    /// Whether the writer confirmed it.
    pub user_confirmed: bool,
    /// Whether the writer changed its text.
    pub user_modified: bool,
    /// Whether the writer lets it rest. It stays in `MEMORY.md` and acts on nothing until she wakes it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub resting: bool,
    /// Whether a change of the writer's taste made or changed it recently.
    pub recently_updated: bool,
    /// Whether it contradicts another rule.
    pub conflict_marked: bool,
    /// The creation time.
    pub created_at: DateTime<Utc>,
    /// The time of the last change.
    pub updated_at: DateTime<Utc>,
}

impl Rule {
    /// Returns a rule in the writer's own words. It needs no evidence, so it is in force at once.
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
            corrected: None,
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
            resting: false,
            recently_updated: false,
            conflict_marked: false,
            created_at: now,
            updated_at: now,
        }
    }

    /// Returns the hand-written rule that a learned rule becomes when the writer gives it another meaning. Its id follows
    /// from the old id and the words, so two machines make the same rule of the same edit.
    #[must_use]
    pub fn in_own_words(&self, now: DateTime<Utc>) -> Self {
        let digest = Sha256::digest(format!("{} {}", self.id, self.text));
        let short: String = digest.iter().take(6).map(|byte| format!("{byte:02x}")).collect();
        Self {
            scope: self.scope,
            ..Self::written(format!("written-{short}"), self.text.clone(), self.category, now)
        }
    }

    /// Returns the tombstone of the rule.
    pub fn tombstone(&self, at: DateTime<Utc>) -> Tombstone {
        Tombstone {
            rule_id: self.id.clone(),
            key: self.key(),
            text: self.text.clone(),
            at,
            narrowed_to: None,
        }
    }

    /// Returns the group of episodes that the rule is about.
    pub fn cluster(&self) -> Cluster {
        Cluster {
            scene_type: self.scene_type,
            skill: self.skill.clone(),
        }
    }

    /// Returns the key of a learned rule; `None` for a hand-written rule.
    pub fn key(&self) -> Option<RuleKey> {
        Some(RuleKey {
            scene_type: self.scene_type,
            skill: self.skill.clone(),
            feature: self.feature?,
            direction: self.direction?,
        })
    }

    /// Returns the rule with the writer's decisions about a known rule: her confirmation, her wording, her category and
    /// whether it rests.
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
        self.resting |= known.resting;
        self
    }

    /// Returns whether the rule is in `MEMORY.md`, which noticed and proposed rules are not.
    pub fn in_force(&self) -> bool {
        self.state == RuleState::Rule
    }

    /// Returns whether the rule shapes offers and can contradict other rules: it is in force and does not rest.
    pub fn acts(&self) -> bool {
        self.in_force() && !self.resting
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

/// A rejection by the writer. A deleted rule is not learned again from the same evidence.
///
/// Episodes recorded up to `at` in the rule's scene and skill are no evidence about its feature any more. Newer
/// episodes count, so a writer who changes her mind can get the rule back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tombstone {
    /// The deleted rule's id.
    pub rule_id: String,
    /// The key of the deleted rule; `None` for a hand-written rule.
    pub key: Option<RuleKey>,
    /// Its text, so that the same words are not proposed again.
    pub text: String,
    /// When it was deleted.
    pub at: DateTime<Utc>,
    /// The key that the rule got instead, if the writer narrowed it. There the episodes still count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub narrowed_to: Option<RuleKey>,
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
