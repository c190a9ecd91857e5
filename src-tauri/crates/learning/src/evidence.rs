//! Evidence: the texts that one act compares, and the text the writer took.
//!
//! All learning is based on comparisons: the taken candidate with the other candidates, the taken text with the
//! writer's edit, a draft with its revision. A text is compared with the other texts of the same act, never with zero.
//! So a habit of the source of the candidates is not mistaken for the writer's taste.

mod spread;

use std::cmp::Ordering;

use chrono::{DateTime, Utc};
use prose::{Feature, Language, SceneType, measure, signs};
use serde::{Deserialize, Serialize};

use crate::episode::{Episode, EpisodeKind};
use crate::rule::{Leaning, RuleKey, Tombstone};

/// The version of the formulas behind the stored comparisons. It must be raised whenever [`observe`] or the definition
/// of a feature changes, so that the comparisons are computed again.
pub const VERSION: &str = "8";

/// The distance between a text and its edited form at which the edit gets its full weight: a quarter of a typical step
/// in each feature. In a paragraph of thirty words, an added letter makes .01 and a comma .1. A split sentence makes
/// .2, and a deleted adverb .2 to .4.
const WHOLE_EDIT: f64 = 0.25;

/// The number of features.
const FEATURES: usize = Feature::ALL.len();

/// The texts of one comparison, and the taken text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// The position of each text in each feature of [`Feature::ALL`]; there are at least two texts. A position is the
    /// distance from the mean of the texts, in tenths of a typical difference. It is 0 where the feature is not
    /// defined.
    ///
    /// Tenths are enough: a smaller difference is only the effect of a different number of words, not of a choice. And
    /// sums of whole numbers are exact.
    positions: Vec<Vec<i8>>,
    /// The index of the taken text.
    taken: usize,
    /// The weight, −1 to 1. A negative weight is evidence against the taken text.
    weight: f32,
}

/// The evidence of one act.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    /// Its comparisons.
    pub comparisons: Vec<Comparison>,
    /// The claims that shaped the offer; so the act is no evidence for them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shaped_by: Vec<RuleKey>,
}

/// One episode as input of a distillation.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The episode.
    pub episode_id: String,
    /// The time of recording, with which tombstones are compared.
    pub recorded_at: DateTime<Utc>,
    /// The time of the act, with which a change of taste is compared.
    pub created_at: DateTime<Utc>,
    /// The kind of scene.
    pub scene_type: SceneType,
    /// The skill that was run.
    pub skill: String,
    /// The language of the passage.
    pub language: Language,
    /// Its evidence.
    pub evidence: Evidence,
}

/// Returns the evidence of an episode.
///
/// - A choice compares the candidates. The signal gives the weight: full if taken unchanged, less after an edit,
///   negative if rewritten or undone.
/// - A later edit compares the taken text with the edited text. It is a second and stronger comparison of the act.
/// - A revision compares the draft with the revised text.
///
/// An edit and a revision are compared with the signs made alike that tidying changes ([`signs::alike`]). Tidying a
/// chapter is a mechanical act: it replaces a hundred `--` by dashes, and no writer chose each of them.
///
/// An act on a text that was pasted, imported or written by a model does not count.
///
/// A writer without a preference takes each text of a comparison with the same probability, whatever the texts. All
/// statistical tests of the desk rest on this assumption. Some cases violate it and give no evidence. A full refusal
/// compares the candidates with nothing. A single candidate is no choice. If a candidate is taken in part, only the
/// choice counts: the resulting text is a mixture of the candidate and a passage that was not offered. Its measures
/// would show the effect of the rewording, not a preference. In an offer that rules shaped, only the choice between
/// candidates on the same side of these rules counts.
pub fn observe(episode: &Episode) -> Evidence {
    let shaped_by: Vec<RuleKey> = episode
        .shaped_by
        .iter()
        .filter_map(|id| id.parse().ok())
        .collect();
    let mut comparisons = Vec::new();
    if let Some(chosen) = episode.chosen()
        && episode.origin.is_own()
    {
        let language = episode.language;
        if episode.kind == EpisodeKind::Choice {
            let taken = usize::try_from(episode.selected_index).unwrap_or_default();
            let candidates: Vec<&str> = episode.candidates.iter().map(String::as_str).collect();
            #[expect(clippy::cast_possible_truncation, reason = "between −1 and 1")]
            let weight = episode.weight() as f32;
            let (candidates, taken) = alike(&candidates, taken, &shaped_by, language);
            comparisons.extend(Comparison::chosen(&candidates, taken, weight, language));
        }
        if !episode.undone && !episode.in_part {
            comparisons.extend(Comparison::edited(chosen, &episode.final_text, language));
        }
    }
    Evidence {
        comparisons,
        shaped_by,
    }
}

/// Returns the candidates on the same side of each shaping rule as the taken candidate, and the index of the taken one
/// among them.
///
/// In an offer shaped by rules, taking a text that follows the rules is agreement with the desk. So is taking a
/// property that correlates with the rules: short sentences have fewer commas. Between candidates on the same side of
/// all these rules, the choice is the writer's own.
fn alike<'a>(
    candidates: &[&'a str],
    taken: usize,
    shaped_by: &[RuleKey],
    language: Language,
) -> (Vec<&'a str>, usize) {
    if shaped_by.is_empty() || taken >= candidates.len() {
        return (candidates.to_vec(), taken);
    }
    let measured: Vec<_> = candidates.iter().map(|text| measure(text, language)).collect();
    let sides = |text: usize| -> Vec<Option<Ordering>> {
        let side = |key: &RuleKey| {
            let values: Vec<f64> = measured
                .iter()
                .filter_map(|measures| measures.get(key.feature))
                .collect();
            let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
            measured[text].get(key.feature).map(|own| own.total_cmp(&mean))
        };
        shaped_by.iter().map(side).collect()
    };
    let own = sides(taken);
    let kept: Vec<usize> = (0..candidates.len()).filter(|&text| sides(text) == own).collect();
    let place = kept.iter().position(|&text| text == taken).unwrap_or_default();
    (kept.into_iter().map(|text| candidates[text]).collect(), place)
}

impl Evidence {
    /// Returns, for each feature that differs, how far the taken text is from the other texts, in typical steps:
    /// positive for more, negative for less.
    pub fn said(&self) -> Vec<(Feature, f64)> {
        Feature::ALL
            .iter()
            .map(|&feature| {
                let steps: f64 = self
                    .comparisons
                    .iter()
                    .map(|comparison| {
                        comparison.weight() * f64::from(comparison.position(comparison.taken, feature)) / 10.0
                    })
                    .sum();
                (feature, steps)
            })
            .filter(|(_, steps)| *steps != 0.0)
            .collect()
    }
}

impl Comparison {
    /// Compares the taken candidate with the others; `None` if they do not differ in any feature.
    ///
    /// Three versions of a sentence differ less than three passages, but the choice among them is equally strong
    /// evidence.
    fn chosen(candidates: &[&str], taken: usize, weight: f32, language: Language) -> Option<Self> {
        Self::of(candidates, taken, language).map(|(comparison, _)| Self { weight, ..comparison })
    }

    /// Compares a text with its edited form; `None` if they do not differ in any feature.
    ///
    /// Candidates differ by design, but a text is edited for many reasons, so a small difference is weaker evidence.
    /// When each edit had the full weight, sixty corrected typing errors in sixty paragraphs led to rules about the
    /// register.
    fn edited(draft: &str, revised: &str, language: Language) -> Option<Self> {
        #[expect(clippy::cast_possible_truncation, reason = "between 0 and 1")]
        let weight = |scale: f64| (scale / WHOLE_EDIT).min(1.0) as f32;
        let [draft, revised] = [draft, revised].map(signs::alike);
        Self::of(&[&draft, &revised], 1, language).map(|(comparison, scale)| Self {
            weight: weight(scale),
            ..comparison
        })
    }

    /// Compares texts. Also returns their distance: the root mean square over all features, in typical steps.
    ///
    /// The differences are scaled so that this distance becomes one.
    fn of(texts: &[&str], taken: usize, language: Language) -> Option<(Self, f64)> {
        if texts.len() < 2 || taken >= texts.len() || texts.iter().all(|text| *text == texts[0]) {
            return None;
        }
        let measured: Vec<_> = texts.iter().map(|text| measure(text, language)).collect();
        let mut steps = vec![[0.0_f64; FEATURES]; texts.len()];
        let broken = texts.iter().any(|text| text.trim().contains('\n'));
        for (at, &feature) in Feature::ALL.iter().enumerate() {
            // If each text is one paragraph, the paragraph length equals the text length and is no choice about
            // paragraphs.
            if feature == Feature::ParagraphLength && !broken {
                continue;
            }
            let Some(values) = measured
                .iter()
                .map(|measures| measures.get(feature))
                .collect::<Option<Vec<f64>>>()
            else {
                continue;
            };
            // The rates of equal counts differ only by the length of the texts, which is another feature. Otherwise
            // whoever takes the shorter text would seem to want more of everything that is in both.
            let mut counts = measured.iter().map(|measures| measures.count(feature));
            let first = counts.next().flatten();
            if first.is_some() && counts.all(|count| count == first) {
                continue;
            }
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            for (text, value) in steps.iter_mut().zip(values) {
                text[at] = (value - mean) / spread::typical(feature, language);
            }
        }
        let squares: f64 = steps.iter().flatten().map(|step| step * step).sum();
        let scale = (squares / (texts.len() * FEATURES) as f64).sqrt();
        if !(scale > f64::EPSILON && scale.is_finite()) {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, reason = "clamped to what fits")]
        let tenths = |step: &f64| (step / scale * 10.0).round().clamp(-127.0, 127.0) as i8;
        let comparison = Self {
            positions: steps
                .iter()
                .map(|text| text.iter().map(tenths).collect())
                .collect(),
            taken,
            weight: 1.0,
        };
        Some((comparison, scale))
    }

    /// Returns the number of compared texts.
    pub(crate) fn len(&self) -> usize {
        self.positions.len()
    }

    /// Returns the index of the taken text.
    pub(crate) const fn taken(&self) -> usize {
        self.taken
    }

    /// Returns its weight.
    pub(crate) fn weight(&self) -> f64 {
        f64::from(self.weight)
    }

    /// Returns the position of a text in a feature, in tenths.
    pub(crate) fn position(&self, text: usize, feature: Feature) -> i32 {
        self.positions
            .get(text)
            .and_then(|features| features.get(feature as usize))
            .map_or(0, |tenths| i32::from(*tenths))
    }

    /// Returns the mean, over the other texts, of the sign of `taken − other` in a feature: −1 to 1.
    fn sign(&self, feature: Feature) -> f64 {
        let own = self.position(self.taken, feature);
        let signs: i32 = (0..self.len())
            .map(|other| (own - self.position(other, feature)).signum())
            .sum();
        f64::from(signs) / self.len().saturating_sub(1).max(1) as f64
    }
}

impl Sample {
    /// Returns the sign of a feature in the episode: +1 for more, −1 for less, 0 for no evidence.
    ///
    /// An episode is a single act, however long the revision or the edit after a choice. So the weighted signs of its
    /// comparisons are added, and only the sign of the sum counts.
    pub fn sign(&self, feature: Feature) -> i8 {
        let sum: f64 = self
            .evidence
            .comparisons
            .iter()
            .map(|comparison| comparison.weight() * comparison.sign(feature))
            .sum();
        if sum > 0.0 {
            1
        } else if sum < 0.0 {
            -1
        } else {
            0
        }
    }

    /// Returns whether the episode is evidence for (`true`) or against (`false`) a rule; `None` for no evidence.
    pub fn speaks(&self, key: &RuleKey, settled: &Settled) -> Option<bool> {
        let about =
            key.cluster().holds(self.scene_type, &self.skill) && !settled.silences(self, key.leaning());
        let sign = f64::from(self.sign(key.feature)) * key.direction.sign();
        (about && sign != 0.0).then_some(sign > 0.0)
    }
}

/// A change of the writer's taste: she had a leaning up to a moment, and has lost or reversed it since.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turning {
    /// The leaning before the change.
    pub key: RuleKey,
    /// The first act after the change.
    pub at: DateTime<Utc>,
    /// The time of the third act since the change that shows the new taste. The last act of the old taste may happen to
    /// look like the new taste, and before the third act a change cannot be distinguished from chance. It is a date
    /// long ago if there are fewer than three such acts, or if an older desk did not record it.
    #[serde(default)]
    pub shown_at: DateTime<Utc>,
    /// Whether the leaning is reversed since then, not only lost.
    pub reversed: bool,
}

/// Leanings that are known for some episodes. These episodes are no evidence for these leanings.
///
/// A known leaning still explains choices. For example, after the writer rejected short sentences, her earlier choices
/// of short sentences must not be taken for a preference for fewer commas.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settled {
    /// The rejections by the writer, each for the episodes recorded until then.
    pub tombstones: Vec<Tombstone>,
    /// The changes of her taste, each for the acts before it.
    pub turnings: Vec<Turning>,
}

impl Settled {
    /// Returns the leanings known about one episode.
    pub(crate) fn for_sample<'a>(&'a self, sample: &'a Sample) -> impl Iterator<Item = &'a RuleKey> {
        self.refused(sample)
            .chain(self.turned(sample))
            .chain(&sample.evidence.shaped_by)
            .filter(|key| key.cluster().holds(sample.scene_type, &sample.skill))
    }

    /// Returns whether one episode is not counted for or against a leaning.
    ///
    /// An act before a change of taste, or an act that a rule shaped, is counted on neither side of the feature. A
    /// rejection concerns one side only: the counts of the opposite rule stay.
    pub(crate) fn silences(&self, sample: &Sample, leaning: Leaning) -> bool {
        let others = sample.evidence.shaped_by.iter().chain(self.turned(sample));
        let is_here = |key: &&RuleKey| key.cluster().holds(sample.scene_type, &sample.skill);
        others.filter(is_here).any(|key| key.feature == leaning.feature)
            || self
                .refused(sample)
                .filter(is_here)
                .any(|key| key.leaning() == leaning)
    }

    /// Returns whether the writer narrowed a rule to a part of what a key is about. Only she widens it again.
    pub(crate) fn narrowed(&self, key: &RuleKey) -> bool {
        let narrower = self.tombstones.iter().filter_map(|no| no.narrowed_to.as_ref());
        let cluster = key.cluster();
        narrower
            .filter(|narrow| narrow.leaning() == key.leaning())
            .any(|narrow| cluster != narrow.cluster() && cluster.contains(&narrow.cluster()))
    }

    fn refused<'a>(&'a self, sample: &'a Sample) -> impl Iterator<Item = &'a RuleKey> {
        self.tombstones
            .iter()
            .filter(|no| sample.recorded_at <= no.at)
            .filter(|no| {
                let kept = no.narrowed_to.as_ref();
                !kept.is_some_and(|key| key.cluster().holds(sample.scene_type, &sample.skill))
            })
            .filter_map(|no| no.key.as_ref())
    }

    fn turned<'a>(&'a self, sample: &'a Sample) -> impl Iterator<Item = &'a RuleKey> {
        self.turnings
            .iter()
            .filter(|turning| sample.created_at < turning.at)
            .map(|turning| &turning.key)
    }
}

#[cfg(test)]
pub(crate) mod tests;
