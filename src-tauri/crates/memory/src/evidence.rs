//! Evidence: what one episode says about each feature, and how much many of them say together.
//!
//! One episode gives one score a feature, never one an edited span: a single long revision must not
//! count as ten agreements. Scores are against what was offered, never against zero, so that a habit of
//! whatever made the offers is not taken for the writer's taste.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use prose::{Feature, Language, Measures, SceneType, measure};

use crate::episode::{Episode, EpisodeKind};
use crate::rule::{Direction, RuleKey};

/// Which formulas scores come from. Raised whenever [`observe`] or a feature's definition changes, so that kept
/// scores are made anew.
pub const VERSION: &str = "3";

/// One episode as distillation sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The episode.
    pub episode_id: String,
    /// When it was recorded; tombstones count from here.
    pub recorded_at: DateTime<Utc>,
    /// When the act happened.
    pub created_at: DateTime<Utc>,
    /// The kind of scene.
    pub scene_type: SceneType,
    /// The skill that was run.
    pub skill: String,
    /// The language of the passage.
    pub language: Language,
    /// The score of every feature the episode is not silent about, −1 to 1.
    pub scores: Vec<(Feature, f32)>,
}

/// Two measures closer than this share of the larger are the same: floating-point dust is not taste.
const SAME: f64 = 1e-9;

/// Returns what an episode says about each feature: −1 (less than all that was offered) to +1 (more).
///
/// For a choice the score is the mean, over the other candidates, of the sign of `taken − other`. Had each of the
/// *k* candidates been taken, the scores would sum to zero (sign(a − b) and sign(b − a) cancel, equal texts
/// give none). So for a writer without a preference the score has mean zero whatever was offered, and a bet on it is
/// fair. That is what [`Tally::log_e_value`] rests on. What she edited afterwards or left out of the candidate is
/// not in it: a text taken in part lies between the candidate and a passage that was not among the
/// offered, and its sign would say what the moves do.
///
/// For a revision of an own draft the score is the sign of `revised − draft`; without a preference either is as
/// likely.
///
/// A full refusal is silent for the reason given for parts, and so is the choice of the only candidate. An undone
/// acceptance is withdrawn.
///
/// What a rule shaped is silent about that rule's feature: agreeing with it is the desk agreeing with itself. A
/// revision of words that are not the writer's is silent altogether.
pub fn observe(episode: &Episode) -> Vec<(Feature, f32)> {
    let Ok(taken) = usize::try_from(episode.selected_index) else {
        return Vec::new();
    };
    if episode.undone || taken >= episode.candidates.len() || !episode.origin.is_own() {
        return Vec::new();
    }
    let candidates = &episode.candidates;
    let (mine, others): (&str, Vec<&str>) = match episode.kind {
        EpisodeKind::Choice => {
            let others = candidates.iter().enumerate().filter(|(index, _)| *index != taken);
            (
                &candidates[taken],
                others.map(|(_, text)| text.as_str()).collect(),
            )
        }
        EpisodeKind::Revision => (
            &episode.final_text,
            candidates.iter().map(String::as_str).collect(),
        ),
    };
    if others.is_empty() {
        return Vec::new();
    }
    let measured = |text: &str| measure(text, episode.language);
    let (mine, others) = (
        measured(mine),
        others.into_iter().map(measured).collect::<Vec<Measures>>(),
    );
    let shaped: BTreeSet<Feature> = episode
        .shaped_by
        .iter()
        .filter_map(|id| Some(id.parse::<RuleKey>().ok()?.feature))
        .collect();
    Feature::ALL
        .iter()
        .filter(|feature| !shaped.contains(feature))
        .filter_map(|&feature| {
            let own = mine.get(feature)?;
            let signs: f64 = others
                .iter()
                .filter_map(|other| other.get(feature))
                .map(|other| sign(own, other))
                .sum();
            #[expect(clippy::cast_possible_truncation, reason = "a ratio of small whole numbers")]
            let score = (signs / others.len() as f64) as f32;
            (score != 0.0).then_some((feature, score))
        })
        .collect()
}

fn sign(mine: f64, other: f64) -> f64 {
    if (mine - other).abs() <= SAME * mine.abs().max(other.abs()) {
        0.0
    } else if mine > other {
        1.0
    } else {
        -1.0
    }
}

/// The scores of many episodes for one feature, counted by value.
///
/// Counting by value makes the answer independent of the order of arrival to the last bit, which sums of
/// floating-point logarithms in arrival order are not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Score in sixtieths → how often. Sixtieths are exact for every offer of two to six candidates.
    counts: BTreeMap<i32, u32>,
}

/// The least common multiple of the denominators 1 to 5 that offers of up to six candidates have, times one.
const SIXTIETHS: f32 = 60.0;

impl Tally {
    /// Adds one episode's score.
    pub fn add(&mut self, score: f32) {
        #[expect(clippy::cast_possible_truncation, reason = "a score lies between −1 and 1")]
        let sixtieths = (score * SIXTIETHS).round() as i32;
        if sixtieths != 0 {
            *self.counts.entry(sixtieths).or_default() += 1;
        }
    }

    /// Returns how many episodes point in a direction.
    pub fn pointing(&self, direction: Direction) -> u32 {
        self.counts
            .iter()
            .filter(|(score, _)| f64::from(**score) * direction.sign() > 0.0)
            .map(|(_, count)| count)
            .sum()
    }

    /// Returns the natural logarithm of the e-value against "no preference in this direction".
    ///
    /// A gambler who bets the share λ of her money on the direction holds Π(1 + λ·s) after scores *s*. Without a
    /// preference *s* has mean zero given all that came before, so her wealth is a martingale and, by Ville's
    /// inequality, ever exceeds 1/α with chance at most α, *however often one looks*. The e-value is the mean wealth
    /// over [`BETS`] equally spaced λ, the method of mixtures; for scores of ±1 it is close to the beta-binomial
    /// mixture with a flat prior on the strength of the preference.
    ///
    /// Source: Ramdas, Grünwald, Vovk, Shafer, "Game-theoretic statistics and safe anytime-valid inference",
    /// Statistical Science 38(4), 2023; Waudby-Smith and Ramdas, "Estimating means of bounded random variables by
    /// betting", JRSS B 86(1), 2024.
    pub fn log_e_value(&self, direction: Direction) -> f64 {
        let wealth: Vec<f64> = (0..BETS)
            .map(|bet| {
                let share = (f64::from(bet) + 0.5) / f64::from(BETS);
                self.counts
                    .iter()
                    .map(|(&sixtieths, &count)| {
                        let score = f64::from(sixtieths) / f64::from(SIXTIETHS) * direction.sign();
                        f64::from(count) * (share * score).ln_1p()
                    })
                    .sum()
            })
            .collect();
        log_mean_exp(&wealth)
    }
}

/// How many strengths of bet are mixed. Sixteen lose less than 0.1 in log wealth against sixty-four at any rate
/// of agreement between 0.6 and 0.95.
const BETS: u32 = 16;

fn log_mean_exp(logs: &[f64]) -> f64 {
    let greatest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = logs.iter().map(|log| (log - greatest).exp()).sum();
    greatest + (sum / logs.len() as f64).ln()
}

/// The share of false discoveries the desk accepts among its rules, 5 %.
pub const FALSE_DISCOVERY_RATE: f64 = 0.05;

/// Returns how many of the greatest e-values are discoveries at [`FALSE_DISCOVERY_RATE`]: the e-BH procedure.
///
/// The *k* greatest of *m* are rejected for the largest *k* whose *k*-th e-value is at least m / (k·α). e-BH holds
/// the false discovery rate under any dependence between the hypotheses, which features of one text have.
/// `log_e_values` need not be sorted. Source: Wang and Ramdas, "False discovery rate control with e-values",
/// JRSS B 84(3), 2022.
pub fn discoveries(log_e_values: &[f64]) -> usize {
    let mut sorted = log_e_values.to_vec();
    sorted.sort_by(|a, b| b.total_cmp(a));
    (1..=sorted.len())
        .rev()
        .find(|&k| sorted[k - 1] >= threshold(sorted.len(), k))
        .unwrap_or(0)
}

/// Returns the logarithm an e-value must reach to be the `k`-th of `tested` discoveries.
pub fn threshold(tested: usize, k: usize) -> f64 {
    (tested as f64 / (k.max(1) as f64 * FALSE_DISCOVERY_RATE)).ln()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::episode::TextOrigin;
    use proptest::prelude::*;

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
            shaped_by: Vec::new(),
            held_out: Vec::new(),
            origin: TextOrigin::Own,
            importance: crate::decay::IMPORTANCE,
            user_confirmed: false,
        }
    }

    fn score(episode: &Episode, feature: Feature) -> f32 {
        observe(episode)
            .into_iter()
            .find(|(found, _)| *found == feature)
            .map_or(0.0, |(_, score)| score)
    }

    const SHORT: &str = "He ran. He fell. He rose.";
    const MIDDLE: &str = "He ran and he fell. Then he rose.";
    const LONG: &str = "He ran until he fell in the mud of the road and rose again with both hands bleeding.";

    #[test]
    fn a_choice_is_scored_against_everything_offered() {
        for (taken, expected) in [(0, -1.0), (1, 0.0), (2, 1.0)] {
            let texts = [SHORT, MIDDLE, LONG];
            let episode = choice(&texts, taken, texts[usize::try_from(taken).expect("an index")]);
            assert_eq!(
                score(&episode, Feature::SentenceLength),
                expected,
                "candidate {taken}"
            );
        }
        let chinese = ["他跑。他跌倒。", "他一直跑到跌倒在泥里才停下来喘了一口气。"];
        assert_eq!(
            score(&choice(&chinese, 0, chinese[0]), Feature::SentenceLength),
            -1.0
        );
    }

    #[test]
    fn what_was_edited_or_left_out_after_the_choice_does_not_change_what_the_choice_said() {
        for last in [LONG, SHORT, MIDDLE] {
            let episode = choice(&[MIDDLE, LONG], 1, last);
            assert_eq!(score(&episode, Feature::SentenceLength), 1.0, "{last}");
        }
    }

    #[test]
    fn the_only_candidate_is_no_choice() {
        assert_eq!(observe(&choice(&[SHORT], 0, MIDDLE)), []);
    }

    #[test]
    fn a_revision_is_scored_against_its_draft() {
        let mut revision = choice(&[LONG], 0, SHORT);
        revision.kind = EpisodeKind::Revision;
        assert_eq!(score(&revision, Feature::SentenceLength), -1.0);
    }

    #[test]
    fn refusals_and_undone_acceptances_are_silent() {
        assert_eq!(observe(&choice(&[SHORT, LONG], -1, MIDDLE)), []);
        let mut undone = choice(&[SHORT, LONG], 0, SHORT);
        undone.undone = true;
        assert_eq!(observe(&undone), []);
    }

    #[test]
    fn what_a_rule_shaped_is_silent_about_that_rule_and_what_left_it_out_is_not() {
        let rule = vec!["any.sentence_length.less".to_owned()];
        let plain = choice(&[SHORT, LONG], 0, SHORT);
        let shaped = Episode {
            shaped_by: rule.clone(),
            ..plain.clone()
        };
        assert_eq!(score(&shaped, Feature::SentenceLength), 0.0);
        assert_eq!(score(&shaped, Feature::TextLength), -1.0);
        let tested = Episode {
            held_out: rule,
            ..plain.clone()
        };
        assert_eq!(observe(&tested), observe(&plain));
    }

    #[test]
    fn words_that_are_not_the_writer_s_say_nothing_about_her() {
        for origin in [TextOrigin::Pasted, TextOrigin::Imported, TextOrigin::Model] {
            let mut revision = choice(&[LONG], 0, SHORT);
            revision.kind = EpisodeKind::Revision;
            revision.origin = origin;
            assert_eq!(observe(&revision), [], "{origin:?}");
        }
    }

    #[test]
    fn thirty_of_thirty_is_overwhelming_and_fifteen_of_thirty_is_nothing() {
        let tally = |plus: u32, minus: u32| {
            let mut tally = Tally::default();
            (0..plus).for_each(|_| tally.add(1.0));
            (0..minus).for_each(|_| tally.add(-1.0));
            tally
        };
        // 2^30 is the wealth of betting everything each time; the mixture pays for not knowing to.
        let all = tally(30, 0).log_e_value(Direction::More);
        assert!((15.0..20.8).contains(&all), "{all}");
        assert!(tally(15, 15).log_e_value(Direction::More) < 0.0);
        assert!(tally(30, 0).log_e_value(Direction::Less) < 0.0);
        assert_eq!(tally(12, 5).pointing(Direction::More), 12);
        assert_eq!(tally(12, 5).pointing(Direction::Less), 5);
    }

    #[test]
    fn discoveries_follow_the_step_up_rule() {
        let logs = |values: &[f64]| values.iter().map(|value| value.ln()).collect::<Vec<_>>();
        // Four tested at 5 %: one alone needs 80, two need 40 each, three 26.7 each.
        for (values, expected) in [
            (&[79.0, 1.0, 1.0, 1.0][..], 0),
            (&[80.1, 1.0, 1.0, 1.0], 1),
            (&[41.0, 41.0, 1.0, 1.0], 2),
            (&[27.0, 27.0, 27.0, 0.5], 3),
            (&[], 0),
        ] {
            assert_eq!(discoveries(&logs(values)), expected, "{values:?}");
        }
    }

    proptest! {
        /// The fairness everything rests on: over the choices a writer without a preference could make, the
        /// scores of every feature sum to zero, whatever the texts.
        #[test]
        fn without_a_preference_the_scores_of_an_offer_sum_to_zero(
            picks in proptest::collection::vec(0usize..5, 2..4)
        ) {
            let texts = [SHORT, MIDDLE, LONG, "Then nothing. Nothing at all, really!", "雨停了。她站在门口，没有说话。"];
            let offer: Vec<&str> = picks.iter().map(|&pick| texts[pick]).collect();
            for &feature in Feature::ALL {
                let sum: f32 = (0..offer.len())
                    .map(|taken| {
                        let mut episode = choice(&offer, i32::try_from(taken).expect("small"), offer[taken]);
                        episode.language = Language::En;
                        score(&episode, feature)
                    })
                    .sum();
                prop_assert!(sum.abs() < 1e-6, "{}: {sum}", feature.name());
            }
        }

        /// A gambler's expected wealth stays 1: averaged over all 2^n equally likely sequences of signs.
        #[test]
        fn the_mean_e_value_of_a_writer_without_a_preference_is_one(n in 1u32..12) {
            let mean = (0..1u32 << n)
                .map(|sequence| {
                    let mut tally = Tally::default();
                    for bit in 0..n {
                        tally.add(if sequence >> bit & 1 == 1 { 1.0 } else { -1.0 });
                    }
                    tally.log_e_value(Direction::More).exp()
                })
                .sum::<f64>() / f64::from(1u32 << n);
            prop_assert!((mean - 1.0).abs() < 1e-9, "{mean}");
        }

        #[test]
        fn the_order_of_arrival_does_not_change_the_e_value(scores in proptest::collection::vec(-2i8..=2, 0..60)) {
            let tally = |scores: &mut dyn Iterator<Item = &i8>| {
                let mut tally = Tally::default();
                scores.for_each(|&score| tally.add(f32::from(score) / 2.0));
                tally.log_e_value(Direction::Less).to_bits()
            };
            prop_assert_eq!(tally(&mut scores.iter()), tally(&mut scores.iter().rev()));
        }
    }
}
