//! Evidence: what stood side by side in one act, and which of it the writer took.
//!
//! Everything the desk learns comes down to comparisons: the candidates of an offer and the one that was taken, the
//! text that was taken and what she made of it, a draft and its revision. A text is held against what stood beside
//! it, never against zero, so that a habit of whatever made the offers is not taken for the writer's taste.

mod spread;

use std::cmp::Ordering;

use chrono::{DateTime, Utc};
use prose::{Feature, Language, SceneType, measure};
use serde::{Deserialize, Serialize};

use crate::episode::{Episode, EpisodeKind};
use crate::rule::{Leaning, RuleKey, Tombstone};

/// Which formulas the kept comparisons come from. Raised whenever [`observe`] or a feature's definition changes, so
/// that they are made anew.
pub const VERSION: &str = "6";

/// How far a text and what it became lie apart when the edit counts in full: a quarter of a typical step in every
/// feature. In a paragraph of thirty words a missing letter put in makes .01, a comma .1, two sentences made of one .2
/// and an adverb that was cut .2 to .4.
const WHOLE_EDIT: f64 = 0.25;

/// How many features there are.
const FEATURES: usize = Feature::ALL.len();

/// Texts that stood side by side, and the one the writer took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// For each text, at least two, where it stands in each feature of [`Feature::ALL`] beside the others: tenths of
    /// a typical difference from their mean, 0 where the feature is not defined.
    ///
    /// Tenths, because what differs by less is a rate over another number of words and not a choice, and because
    /// sums of whole numbers are exact.
    positions: Vec<Vec<i8>>,
    /// Which was taken.
    taken: usize,
    /// How far it counts, −1 to 1. Below zero what was taken speaks against itself.
    weight: f32,
}

/// What one act says.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    /// What it compared.
    pub comparisons: Vec<Comparison>,
    /// Rules that shaped what was offered, for which it is therefore no evidence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shaped_by: Vec<RuleKey>,
}

/// One episode as distillation sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The episode.
    pub episode_id: String,
    /// When it was recorded; tombstones count from here.
    pub recorded_at: DateTime<Utc>,
    /// When the act happened; a change of taste counts from here.
    pub created_at: DateTime<Utc>,
    /// The kind of scene.
    pub scene_type: SceneType,
    /// The skill that was run.
    pub skill: String,
    /// The language of the passage.
    pub language: Language,
    /// What it says.
    pub evidence: Evidence,
}

/// Returns what an episode says.
///
/// - A choice compares the candidates. It counts by its signal: whole when the text was taken
///   as it was, less when it was edited afterwards, against itself when it was rewritten or undone.
/// - What was edited after the choice is compared with what it became, the second and stronger word of the act.
/// - A revision compares the draft with what it became.
///
/// Nothing that was made of a text that was pasted, imported or written by a model counts.
///
/// For a writer without a preference each text of a comparison is as likely to be the one taken, whatever it looks
/// like; the tests of the desk rest on nothing else. Three things are silent because this does not hold for them: a
/// full refusal compares the candidates with nothing; the only candidate was no choice; and of a candidate
/// taken in part only the choice counts, since the text that results lies between the candidate and a passage that was
/// not offered, so that its measures say what the moves do. Of an offer that rules shaped, only the choice between
/// candidates that follow them alike counts.
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

/// Returns the candidates that a rule which shaped the offer does not tell from the one taken, and its place among
/// them.
///
/// Where rules shaped an offer, taking what follows them is agreeing with the desk, and so is taking whatever goes along
/// with it: short sentences have fewer commas. Between candidates on one side of every such rule the choice is hers.
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
    /// Returns, for each feature that was at stake, how far what was taken stands from the rest, in typical steps
    /// above (more) or below zero (less).
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
    /// Compares candidates and the one of them that was taken; `None` when there is nothing in which they differ.
    ///
    /// Three versions of a sentence differ less than three passages, and which of them is taken says as much.
    fn chosen(candidates: &[&str], taken: usize, weight: f32, language: Language) -> Option<Self> {
        Self::of(candidates, taken, language).map(|(comparison, _)| Self { weight, ..comparison })
    }

    /// Compares a text and what it became; `None` when they do not differ in anything that is measured.
    ///
    /// Candidates are there to differ, a text is edited for many reasons: a small difference says less. Counted
    /// in full, sixty typos mended one a paragraph made rules about the register.
    fn edited(draft: &str, revised: &str, language: Language) -> Option<Self> {
        #[expect(clippy::cast_possible_truncation, reason = "between 0 and 1")]
        let weight = |scale: f64| (scale / WHOLE_EDIT).min(1.0) as f32;
        Self::of(&[draft, revised], 1, language).map(|(comparison, scale)| Self {
            weight: weight(scale),
            ..comparison
        })
    }

    /// Compares texts, and says how far they lie apart: the root mean square over all features, in typical steps.
    ///
    /// Differences are scaled so that this becomes one.
    fn of(texts: &[&str], taken: usize, language: Language) -> Option<(Self, f64)> {
        if texts.len() < 2 || taken >= texts.len() || texts.iter().all(|text| *text == texts[0]) {
            return None;
        }
        let measured: Vec<_> = texts.iter().map(|text| measure(text, language)).collect();
        let mut steps = vec![[0.0_f64; FEATURES]; texts.len()];
        let broken = texts.iter().any(|text| text.trim().contains('\n'));
        for (at, &feature) in Feature::ALL.iter().enumerate() {
            // Among texts of one paragraph each its length is nothing but theirs, and no choice of paragraphs.
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

    /// Returns how many texts were compared.
    pub(crate) fn len(&self) -> usize {
        self.positions.len()
    }

    /// Returns which text was taken.
    pub(crate) const fn taken(&self) -> usize {
        self.taken
    }

    /// Returns how far it counts.
    pub(crate) fn weight(&self) -> f64 {
        f64::from(self.weight)
    }

    /// Returns where a text stands in a feature, in tenths.
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
    /// Returns the one sign the episode gives a feature: +1 for more of it, −1 for less, 0 for silence.
    ///
    /// However long a revision is and however much was edited after a choice, it is one act: its comparisons are added
    /// by weight and only the sign remains.
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

    /// Returns whether the episode is for (`true`) or against (`false`) a rule, or silent about it.
    pub fn speaks(&self, key: &RuleKey, settled: &Settled) -> Option<bool> {
        let about =
            key.cluster().holds(self.scene_type, &self.skill) && !settled.silences(self, key.leaning());
        let sign = f64::from(self.sign(key.feature)) * key.direction.sign();
        (about && sign != 0.0).then_some(sign > 0.0)
    }
}

/// A change of the writer's taste: up to a moment she leaned one way, and from then on she does not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turning {
    /// How she leaned before.
    pub key: RuleKey,
    /// The first act after the change.
    pub at: DateTime<Utc>,
    /// The third act after it that shows the other way: her last old act may happen to look like a new one, and before
    /// the third a change cannot be told from chance. Long ago where no three do, and where an older desk did not say.
    #[serde(default)]
    pub shown_at: DateTime<Utc>,
    /// She leans the other way since.
    pub reversed: bool,
}

/// What is taken as known about some episodes, so that they are no evidence for it.
///
/// What is known still explains: after a no to short sentences, the choices of short sentences before that no must not
/// come back as fewer commas.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settled {
    /// The writer's noes, each for the episodes recorded until then.
    pub tombstones: Vec<Tombstone>,
    /// The changes of her taste, each for the acts before it.
    pub turnings: Vec<Turning>,
}

impl Settled {
    /// Returns what is known about one episode.
    pub(crate) fn for_sample<'a>(&'a self, sample: &'a Sample) -> impl Iterator<Item = &'a RuleKey> {
        self.refused(sample)
            .chain(self.turned(sample))
            .chain(&sample.evidence.shaped_by)
            .filter(|key| key.cluster().holds(sample.scene_type, &sample.skill))
    }

    /// Returns whether one episode is not counted for or against a leaning.
    ///
    /// What came before a change of taste, and what a rule shaped, is counted on neither side of the feature. A no
    /// is about one side: of the rule that she kept instead the counts stay.
    pub(crate) fn silences(&self, sample: &Sample, leaning: Leaning) -> bool {
        let others = sample.evidence.shaped_by.iter().chain(self.turned(sample));
        let is_here = |key: &&RuleKey| key.cluster().holds(sample.scene_type, &sample.skill);
        others.filter(is_here).any(|key| key.feature == leaning.feature)
            || self
                .refused(sample)
                .filter(is_here)
                .any(|key| key.leaning() == leaning)
    }

    fn refused<'a>(&'a self, sample: &'a Sample) -> impl Iterator<Item = &'a RuleKey> {
        self.tombstones
            .iter()
            .filter(|no| sample.recorded_at <= no.at)
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
pub(crate) mod tests {
    use super::*;
    use crate::episode::{Signal, TextOrigin};
    use crate::rule::Direction;
    use chrono::TimeDelta;
    use proptest::prelude::*;

    /// A sample whose texts stand so many tenths apart in some features, the last one taken.
    pub(crate) fn sample(n: i64, scene_type: SceneType, skill: &str, steps: &[(Feature, i8)]) -> Sample {
        let at = DateTime::UNIX_EPOCH + TimeDelta::hours(n);
        let mut positions = vec![vec![0; FEATURES]; 2];
        for (feature, tenths) in steps {
            positions[0][*feature as usize] = -tenths;
            positions[1][*feature as usize] = *tenths;
        }
        Sample {
            episode_id: format!("e{n:05}"),
            recorded_at: at,
            created_at: at,
            scene_type,
            skill: skill.into(),
            language: Language::En,
            evidence: Evidence {
                comparisons: vec![Comparison {
                    positions,
                    taken: 1,
                    weight: 1.0,
                }],
                shaped_by: Vec::new(),
            },
        }
    }

    fn choice(candidates: &[&str], selected_index: i32, final_text: &str) -> Episode {
        Episode {
            id: "e1".into(),
            created_at: DateTime::UNIX_EPOCH,
            project_id: "p".into(),
            kind: EpisodeKind::Choice,
            scene_type: SceneType::Action,
            skill_used: "polish".into(),
            input_context: String::new(),
            candidates: candidates.iter().map(|&text| text.to_owned()).collect(),
            selected_index,
            final_text: final_text.into(),
            language: Language::of(final_text),
            chapter_id: String::new(),
            undone: false,
            in_part: false,
            repeated: 0,
            shaped_by: Vec::new(),
            held_out: Vec::new(),
            origin: TextOrigin::Own,
            importance: crate::episode::IMPORTANCE,
            user_confirmed: false,
        }
    }

    fn sign(episode: &Episode, feature: Feature) -> i8 {
        let seen = Sample {
            evidence: observe(episode),
            ..sample(0, SceneType::Action, "polish", &[])
        };
        seen.sign(feature)
    }

    const SHORT: &str = "He ran. He fell. He rose.";
    const MIDDLE: &str = "He ran and he fell. Then he rose.";
    const LONG: &str = "He ran until he fell in the mud of the road and rose again with both hands bleeding.";
    const KURZ: &str = "他跑。他跌倒。他爬起来。";
    const LANG: &str = "他一直跑到跌倒在泥里才停下来喘了一口气。";

    #[test]
    fn a_choice_is_held_against_everything_offered() {
        for (taken, expected) in [(0, -1), (1, 0), (2, 1)] {
            let texts = [SHORT, MIDDLE, LONG];
            let episode = choice(&texts, taken, texts[usize::try_from(taken).expect("an index")]);
            assert_eq!(
                sign(&episode, Feature::SentenceLength),
                expected,
                "candidate {taken}"
            );
        }
        assert_eq!(sign(&choice(&[KURZ, LANG], 0, KURZ), Feature::SentenceLength), -1);
    }

    #[test]
    fn an_edit_after_the_choice_is_a_second_and_stronger_word() {
        for (candidates, taken, last, expected) in [
            ([LONG, MIDDLE], 1, SHORT, -1),
            ([LONG, MIDDLE], 0, SHORT, -1),
            ([SHORT, MIDDLE], 0, LONG, 1),
            ([KURZ, LANG], 1, KURZ, -1),
        ] {
            let episode = choice(&candidates, taken, last);
            assert_eq!(observe(&episode).comparisons.len(), 2, "{last}");
            assert_eq!(sign(&episode, Feature::SentenceLength), expected, "{last}");
        }
    }

    #[test]
    fn what_was_taken_in_part_counts_as_a_choice_alone() {
        let whole = choice(&[SHORT, LONG], 1, MIDDLE);
        let part = Episode {
            in_part: true,
            ..whole
        };
        assert_eq!(observe(&part).comparisons.len(), 1);
    }

    #[test]
    fn a_revision_is_held_against_its_draft() {
        for (draft, revised) in [(LONG, SHORT), (LANG, KURZ)] {
            let mut revision = choice(&[draft], 0, revised);
            revision.kind = EpisodeKind::Revision;
            assert_eq!(sign(&revision, Feature::SentenceLength), -1);
        }
    }

    #[test]
    fn what_was_undone_or_rewritten_counts_against_itself() {
        let mut undone = choice(&[SHORT, LONG], 0, SHORT);
        undone.undone = true;
        assert_eq!(sign(&undone, Feature::SentenceLength), 1);
        assert_eq!(observe(&undone).comparisons[0].weight(), -1.0);
        let rewritten = choice(
            &[SHORT, LONG],
            0,
            "Night came down over the fields, and nobody spoke of it.",
        );
        assert!(observe(&rewritten).comparisons[0].weight() < 0.0);
    }

    #[test]
    fn the_weight_of_its_signal_is_how_far_an_act_counts() {
        use crate::inference::ledger::{mix, of_one};
        for (short, long, between, edits) in [
            (
                SHORT,
                "He ran and he fell and then he rose again at last.",
                "He ran. He fell. Then he rose up slowly.",
                "Night came down over the fields, and nobody spoke.",
            ),
            (
                KURZ,
                LANG,
                "他跑。他跌倒。后来他慢慢站起。",
                "夜色落在田野上面，谁也没有说一句话。",
            ),
        ] {
            let taken = choice(&[short, long], 0, short);
            let act = |final_text: &str, repeated, undone| Episode {
                final_text: final_text.into(),
                repeated,
                undone,
                ..taken.clone()
            };
            // From the surest word for short sentences to the surest against them.
            let acts = [
                act(short, 0, false),
                act(between, 5, false),
                act(between, 0, false),
                act(between, 1, false),
                act(edits, 0, false),
                act(short, 0, true),
            ];
            assert_eq!(
                acts.each_ref().map(Episode::signal),
                [
                    Signal::DirectAccept,
                    Signal::RepeatedSceneSkill,
                    Signal::LightEdit,
                    Signal::RepeatedSceneSkill,
                    Signal::HeavyRewrite,
                    Signal::UndoAfterAccept,
                ]
            );
            let less = Leaning {
                feature: Feature::SentenceLength,
                direction: Direction::Less,
            };
            let odds = acts.each_ref().map(|episode| {
                let mut seen = observe(episode);
                // What she made of it is a comparison of its own, whatever the signal.
                seen.comparisons.truncate(1);
                assert!((seen.comparisons[0].weight() - episode.weight()).abs() < 1e-6);
                let seen = Sample {
                    evidence: seen,
                    ..sample(0, SceneType::Action, "polish", &[])
                };
                mix(&of_one(&seen, &Settled::default(), &[less]))
            });
            assert!(odds.is_sorted_by(|more, less| more > less), "{odds:?}");
            assert!(odds[3] > 0.0 && odds[4] < 0.0, "{odds:?}");
        }
        // A refusal weighs −0.8 and compares the candidates with nothing: it is the one signal that is no evidence.
        let refused = choice(&[SHORT, LONG], -1, MIDDLE);
        assert_eq!((refused.weight(), observe(&refused)), (-0.8, Evidence::default()));
    }

    #[test]
    fn refusals_and_the_only_candidate_are_silent() {
        assert_eq!(observe(&choice(&[SHORT, LONG], -1, MIDDLE)), Evidence::default());
        assert_eq!(observe(&choice(&[SHORT], 0, SHORT)), Evidence::default());
        assert_eq!(observe(&choice(&[SHORT, SHORT], 0, SHORT)), Evidence::default());
    }

    #[test]
    fn words_that_are_not_the_writer_s_say_nothing_about_her() {
        for origin in [TextOrigin::Pasted, TextOrigin::Imported, TextOrigin::Model] {
            let mut revision = choice(&[LONG], 0, SHORT);
            revision.kind = EpisodeKind::Revision;
            revision.origin = origin;
            assert_eq!(observe(&revision), Evidence::default(), "{origin:?}");
            let mut taken = choice(&[SHORT, LONG], 0, SHORT);
            assert_ne!(observe(&taken), Evidence::default());
            taken.origin = origin;
            assert_eq!(observe(&taken), Evidence::default(), "{origin:?}");
        }
    }

    #[test]
    fn what_a_rule_shaped_is_silent_about_that_rule_and_what_left_it_out_is_not() {
        let rule: RuleKey = "any.sentence_length.less".parse().expect("a key");
        let plain = choice(&[SHORT, LONG], 0, SHORT);
        let speaks = |episode: &Episode, key: &RuleKey| {
            let seen = Sample {
                evidence: observe(episode),
                ..sample(0, SceneType::Action, "polish", &[])
            };
            seen.speaks(key, &Settled::default())
        };
        let shaped = Episode {
            shaped_by: vec![rule.to_string()],
            ..plain.clone()
        };
        assert_eq!(
            observe(&shaped).comparisons,
            [],
            "nor about what goes along with it"
        );
        let alike = Episode {
            shaped_by: vec![rule.to_string()],
            ..choice(
                &["He ran, hard. He fell.", "He ran hard! He fell.", LONG],
                1,
                "He ran hard! He fell.",
            )
        };
        assert_eq!(speaks(&alike, &rule), None);
        let other = "action.exclamation_rate.more".parse().expect("a key");
        assert_eq!(
            speaks(&alike, &other),
            Some(true),
            "between two that follow it the choice is hers"
        );
        let tested = Episode {
            held_out: vec![rule.to_string()],
            ..plain
        };
        assert_eq!(speaks(&tested, &rule), Some(true));
    }

    #[test]
    fn a_small_edit_says_less_than_a_large_one() {
        for (language, draft, edits) in [
            (
                Language::En,
                "The rain had stoped, and she stood at the door for a very long time. Then she walked slowly down to \
                 the ferry, which was late again, and waited with the others.",
                [
                    ("stoped", "stopped"),
                    ("ferry, which", "ferry which"),
                    (", and she", ". She"),
                    (" very", ""),
                ],
            ),
            (
                Language::Zh,
                "雨停了，她站在门囗很久。后来她慢慢地往渡口走去，船又晚了，她就和别人一起等着。",
                [
                    ("门囗", "门口"),
                    ("渡口走", "渡口，走"),
                    ("了，她站", "了。她站"),
                    ("慢慢地", ""),
                ],
            ),
        ] {
            let weights = edits.map(|(gone, come)| {
                let revised = draft.replace(gone, come);
                Comparison::edited(draft, &revised, language).map_or(0.0, |edit| edit.weight())
            });
            let [typo, comma, sentence, cut] = weights;
            assert!(
                typo < 0.1 && typo < comma && comma < sentence && sentence <= cut,
                "{weights:?}"
            );
            assert!(sentence > 0.7, "{weights:?}");
        }
    }

    #[test]
    fn evidence_reads_back_from_json() {
        let evidence = observe(&choice(&[SHORT, LONG], 0, MIDDLE));
        let json = serde_json::to_string(&evidence).expect("JSON");
        assert_eq!(serde_json::from_str::<Evidence>(&json).ok(), Some(evidence));
    }

    proptest! {
        /// The fairness everything rests on: over the choices a writer without a preference could make, the signs of
        /// every feature cancel, whatever the texts.
        #[test]
        fn without_a_preference_the_signs_of_an_offer_cancel(picks in proptest::collection::vec(0usize..5, 2..4)) {
            let texts = [SHORT, MIDDLE, LONG, "Then nothing. Nothing at all, really!", KURZ];
            let offer: Vec<&str> = picks.iter().map(|&pick| texts[pick]).collect();
            for &feature in Feature::ALL {
                let sum: f64 = (0..offer.len())
                    .filter_map(|taken| Comparison::chosen(&offer, taken, 1.0, Language::En))
                    .map(|comparison| comparison.sign(feature))
                    .sum();
                prop_assert!(sum.abs() < 1e-9, "{}: {sum}", feature.name());
            }
        }

        #[test]
        fn no_texts_upset_it(texts in proptest::collection::vec("\\PC{0,30}", 0..5), taken in 0usize..5) {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            if let Some((comparison, _)) = Comparison::of(&texts, taken, Language::Zh) {
                prop_assert!(comparison.positions.iter().all(|text| text.len() == FEATURES));
            }
        }
    }
}
