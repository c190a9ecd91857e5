//! The ledger: the likelihood ratio of each picture of the writer against no preference, over her choices.
//!
//! A *picture* is one leaning, or two that act together. The model is that the writer follows the picture in a share of
//! her choices, and otherwise takes a random text. So a picture gives each text of a comparison a probability. A row
//! stores the log likelihood ratio for several strengths at once. The ratio is the probability of the taken text
//! divided by its probability without a preference, which is one over the number of texts. Without a preference, the
//! factor of each choice has mean one for any texts, or less if some leaning is already known for the choice. So each
//! row is a test supermartingale.
//!
//! Sources: the choice rule is McFadden's conditional logit ("Conditional logit analysis of qualitative choice
//! behavior", 1974) with a lapse rate, as in psychometric functions. Mixing over strengths is Robbins' method of
//! mixtures (Ramdas, Grünwald, Vovk, Shafer, "Game-theoretic statistics and safe anytime-valid inference", 2023).

use std::collections::BTreeSet;
use std::slice;
use std::sync::LazyLock;

use prose::Language;

use crate::evidence::{Comparison, Sample, Settled};
use crate::rule::{Direction, Leaning, RuleKey};

/// The strengths of a picture: a steepness and a share for each. The steepness of the choice is in steps of the
/// measures; `None` always takes the text with the most. The share is that of the choices that follow the picture.
///
/// Six pairs represent all strengths: over fifty choices, their mixture loses less than half a nat against the best
/// pair of a grid of thirty-six.
const STRENGTHS: [(Option<f64>, f64); CELLS] = [
    (Some(2.5), 0.6),
    (Some(2.5), 0.9),
    (Some(6.0), 0.7),
    (Some(6.0), 0.9),
    (None, 0.5),
    (None, 0.7),
];
/// The number of strengths in a row.
const CELLS: usize = 6;
/// A logarithm for each strength.
pub(crate) type Strengths = [f64; CELLS];
/// The distinct steepnesses of [`STRENGTHS`], each computed once per text.
const STEEPNESSES: [Option<f64>; 3] = [Some(2.5), Some(6.0), None];

/// The pictures of two leanings: each pair of leanings about different features.
static PAIRS: LazyLock<Vec<(usize, usize)>> = LazyLock::new(|| {
    (0..Leaning::COUNT)
        .flat_map(|a| (a + 1..Leaning::COUNT).map(move |b| (a, b)))
        .filter(|(a, b)| a / 2 != b / 2)
        .collect()
});

/// The number of pictures.
pub(crate) fn pictures() -> usize {
    Leaning::COUNT + PAIRS.len()
}

/// Returns the pictures of two leanings, in the order of their rows, which follow the rows of single leanings.
pub(crate) fn pairs() -> &'static [(usize, usize)] {
    &PAIRS
}

/// The likelihoods of one group of episodes.
///
/// Logarithms are stored as whole numbers, in units of 2⁻³² nat. So sums do not depend on the order in which episodes
/// arrive, and removing an episode restores the earlier sums exactly. The numbers have room for 10⁸ acts with the
/// largest possible ratio.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ledger {
    /// Pictures × strengths.
    cells: Vec<i64>,
    /// For each leaning, the number of episodes for and against it.
    counts: Vec<[i64; 2]>,
    /// The number of episodes in English and in Chinese.
    languages: [i64; 2],
}

const FRACTION: f64 = 4_294_967_296.0;

impl Default for Ledger {
    fn default() -> Self {
        Self {
            cells: vec![0; pictures() * CELLS],
            counts: vec![[0; 2]; Leaning::COUNT],
            languages: [0; 2],
        }
    }
}

impl Ledger {
    /// Adds an episode.
    pub fn add(&mut self, sample: &Sample, settled: &Settled) {
        self.enter(sample, settled, 1);
    }

    /// Removes an episode; `settled` must be the same as when it was added.
    pub fn remove(&mut self, sample: &Sample, settled: &Settled) {
        self.enter(sample, settled, -1);
    }

    /// Adds all episodes of another ledger.
    pub fn merge(&mut self, other: &Self) {
        for (own, other) in self.cells.iter_mut().zip(&other.cells) {
            *own += other;
        }
        for (own, other) in self.counts.iter_mut().zip(&other.counts) {
            own[0] += other[0];
            own[1] += other[1];
        }
        for (own, other) in self.languages.iter_mut().zip(other.languages) {
            *own += other;
        }
    }

    /// Returns the language of most of its episodes.
    pub fn language(&self) -> Language {
        if self.languages[1] > self.languages[0] {
            Language::Zh
        } else {
            Language::En
        }
    }

    /// Returns the number of its episodes.
    pub fn len(&self) -> usize {
        usize::try_from(self.languages.iter().sum::<i64>()).unwrap_or_default()
    }

    /// Returns whether it has no episodes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of episodes for and against a leaning.
    pub(crate) fn counts(&self, leaning: Leaning) -> [u32; 2] {
        self.counts[leaning.index()].map(|count| u32::try_from(count).unwrap_or_default())
    }

    /// Returns the log likelihood ratio of each picture against no preference, with the strengths mixed in equal
    /// shares.
    pub(crate) fn log_ratios(&self) -> Vec<f64> {
        self.cells.chunks_exact(CELLS).map(mixed).collect()
    }

    fn enter(&mut self, sample: &Sample, settled: &Settled, sign: i64) {
        let known = known(sample, settled);
        for comparison in &sample.evidence.comparisons {
            for (cell, change) in self.cells.iter_mut().zip(contributions(comparison, &known)) {
                *cell += sign * change;
            }
        }
        for (leaning, [supports, contradicts]) in Leaning::all().zip(&mut self.counts) {
            let step = f64::from(sample.sign(leaning.feature)) * leaning.direction.sign();
            if step == 0.0 || settled.silences(sample, leaning) {
                continue;
            }
            *(if step > 0.0 { supports } else { contradicts }) += sign;
        }
        self.languages[usize::from(sample.language == Language::Zh)] += sign;
    }

    /// Returns the ledger as bytes: the cells, the counts and the languages as little-endian numbers of eight bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let counts = self.counts.iter().flatten();
        self.cells
            .iter()
            .chain(counts)
            .chain(&self.languages)
            .flat_map(|number| number.to_le_bytes())
            .collect()
    }

    /// Reads the bytes of [`Ledger::to_bytes`]; `None` if they are not a ledger of this version.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut ledger = Self::default();
        let expected = ledger.cells.len() + 2 * ledger.counts.len() + 2;
        let (numbers, rest) = bytes.as_chunks::<8>();
        if numbers.len() != expected || !rest.is_empty() {
            return None;
        }
        let slots = ledger
            .cells
            .iter_mut()
            .chain(ledger.counts.iter_mut().flatten())
            .chain(&mut ledger.languages);
        for (slot, number) in slots.zip(numbers) {
            *slot = i64::from_le_bytes(*number);
        }
        Some(ledger)
    }
}

/// Returns the leanings already known about an episode, each once.
fn known(sample: &Sample, settled: &Settled) -> Vec<Leaning> {
    let known: BTreeSet<Leaning> = settled.for_sample(sample).map(RuleKey::leaning).collect();
    known.into_iter().collect()
}

fn mixed(cells: &[i64]) -> f64 {
    let greatest = cells.iter().copied().max().unwrap_or_default();
    let sum: f64 = cells
        .iter()
        .map(|&cell| ((cell - greatest) as f64 / FRACTION).exp())
        .sum();
    greatest as f64 / FRACTION + (sum / CELLS as f64).ln()
}

/// Returns the contribution of a comparison to each cell.
fn contributions(comparison: &Comparison, settled: &[Leaning]) -> Vec<i64> {
    let pulls: Vec<Vec<i32>> = Leaning::all()
        .map(|leaning| pull(comparison, &fresh(&[leaning], settled)))
        .collect();
    let odds = Odds::of(comparison, settled, &[], &pulls);
    let singles = pulls
        .iter()
        .enumerate()
        .map(|(leaning, pull)| odds.logs(pull, (leaning, None)));
    let doubles = pairs().iter().map(|&(a, b)| {
        let both: Vec<i32> = pulls[a].iter().zip(&pulls[b]).map(|(a, b)| a + b).collect();
        odds.logs(&both, (a, Some(b)))
    });
    #[expect(clippy::cast_possible_truncation, reason = "a logarithm below 20 in size")]
    singles
        .chain(doubles)
        .flatten()
        .map(|log| (log * FRACTION).round() as i64)
        .collect()
}

/// Returns the log likelihood ratio of each single leaning for one episode, for each strength. The leanings in `beside`
/// are assumed to hold in addition to the settled leanings.
pub(crate) fn of_each(sample: &Sample, settled: &Settled, beside: &[Leaning]) -> Vec<Strengths> {
    let settled = known(sample, settled);
    let beside = fresh(beside, &settled);
    let known = [&settled[..], &beside].concat();
    let mut sums = vec![Strengths::default(); Leaning::COUNT];
    for comparison in &sample.evidence.comparisons {
        let pulls: Vec<Vec<i32>> = Leaning::all()
            .map(|leaning| pull(comparison, &fresh(&[leaning], &known)))
            .collect();
        let odds = Odds::of(comparison, &settled, &beside, &pulls);
        for (leaning, (sums, pull)) in sums.iter_mut().zip(&pulls).enumerate() {
            add(sums, odds.logs(pull, (leaning, None)));
        }
    }
    sums
}

/// Returns the log likelihood ratio of one picture of any leanings for one episode, for each strength.
///
/// It is used for the few pictures that decide about a change of taste; these need not be stored for each episode.
pub(crate) fn of_one(sample: &Sample, settled: &Settled, picture: &[Leaning]) -> Strengths {
    let known = known(sample, settled);
    let mut sums = Strengths::default();
    for comparison in &sample.evidence.comparisons {
        let own = pull(comparison, &fresh(picture, &known));
        let odds = Odds::of(comparison, &known, &[], slice::from_ref(&own));
        add(&mut sums, odds.logs(&own, (0, None)));
    }
    sums
}

/// Adds the logarithms of one act to the sums of other acts.
pub(crate) fn add(sums: &mut Strengths, logs: Strengths) {
    for (sum, log) in sums.iter_mut().zip(logs) {
        *sum += log;
    }
}

/// Returns how strongly some leanings together pull toward each text, in tenths.
fn pull(comparison: &Comparison, leanings: &[Leaning]) -> Vec<i32> {
    let tenths = |leaning: &Leaning, text: usize| match leaning.direction {
        Direction::More => comparison.position(text, leaning.feature),
        Direction::Less => -comparison.position(text, leaning.feature),
    };
    (0..comparison.len())
        .map(|text| leanings.iter().map(|leaning| tenths(leaning, text)).sum())
        .collect()
}

/// Returns the leanings about features without a known leaning.
fn fresh(leanings: &[Leaning], known: &[Leaning]) -> Vec<Leaning> {
    let is_fresh = |leaning: &&Leaning| !known.iter().any(|given| given.feature == leaning.feature);
    leanings.iter().filter(is_fresh).copied().collect()
}

/// The evidence of a comparison for and against pictures.
///
/// Known leanings are part of each picture: a leaning only gets evidence for what it explains in addition, and a known
/// feature itself gets none. If leanings are settled, a choice is compared with the best explanation without the new
/// leaning. That explanation is no preference at all, or the settled leanings at their best strength. Both alternatives
/// are needed. Without the first, a rejection for another reason, or a rule that no longer holds, would mislead: each
/// choice against it would count as evidence for another leaning. Without the second, correlates of a rejected habit
/// would be proposed next, because the writer keeps the habit. At the weaker strengths, two pulls explain such choices
/// better than one.
struct Odds<'a> {
    comparison: &'a Comparison,
    /// How strongly the known leanings pull toward each text, in tenths.
    given: Vec<i32>,
    /// The exponentials of all pulls: steepness × leaning × text. Empty for the steepness `None`. The exponential of a
    /// pair is the product of the two.
    powers: [Vec<Vec<f64>>; STEEPNESSES.len()],
    /// The exponentials of the pulls of known leanings: steepness × text.
    given_powers: [Vec<f64>; STEEPNESSES.len()],
    /// The likelihood ratio of the best explanation without the new leaning, for each strength.
    base: Strengths,
}

impl<'a> Odds<'a> {
    fn of(comparison: &'a Comparison, settled: &[Leaning], beside: &[Leaning], pulls: &[Vec<i32>]) -> Self {
        let raised = |steepness: Option<f64>, tenths: &[i32]| -> Vec<f64> {
            steepness.map_or_else(Vec::new, |steepness| {
                tenths
                    .iter()
                    .map(|&tenths| (steepness * f64::from(tenths) / 10.0).exp())
                    .collect()
            })
        };
        let given = pull(comparison, &[settled, beside].concat());
        let mut odds = Self {
            comparison,
            powers: STEEPNESSES.map(|steepness| pulls.iter().map(|pull| raised(steepness, pull)).collect()),
            given_powers: STEEPNESSES.map(|steepness| raised(steepness, &given)),
            given,
            base: [1.0; CELLS],
        };
        odds.base = odds.bets(&pull(comparison, &[]), None);
        if !settled.is_empty() {
            odds.base = [odds.base.into_iter().fold(1.0, f64::max); CELLS];
        }
        odds
    }

    /// Returns the log likelihood ratio of a pull against the known leanings, for each strength. `parts` are the
    /// leanings of the pull.
    fn logs(&self, pull: &[i32], parts: (usize, Option<usize>)) -> Strengths {
        if pull.iter().all(|tenths| *tenths == pull[0]) {
            return Strengths::default();
        }
        let bets = self.bets(pull, Some(parts));
        std::array::from_fn(|cell| (bets[cell] / self.base[cell]).ln())
    }

    /// Returns the likelihood ratio of the taken text against no preference, for each strength.
    ///
    /// A weight below one moves the ratio toward 1, and a negative weight bets on the other texts. In both cases the
    /// mean over all texts of the comparison stays 1.
    fn bets(&self, pull: &[i32], parts: Option<(usize, Option<usize>)>) -> Strengths {
        let texts = self.comparison.len();
        let taken = self.comparison.taken();
        let chances: [f64; STEEPNESSES.len()] = std::array::from_fn(|at| {
            if STEEPNESSES[at].is_none() {
                let total = |text: usize| self.given[text] + pull[text];
                let most = (0..texts).map(total).max().unwrap_or_default();
                let ties = (0..texts).filter(|&text| total(text) == most).count();
                return if total(taken) == most {
                    1.0 / ties as f64
                } else {
                    0.0
                };
            }
            let power = |text: usize| {
                let one = |leaning: usize| self.powers[at][leaning][text];
                let (first, second) = parts.map_or((None, None), |(a, b)| (Some(a), b));
                self.given_powers[at][text] * first.map_or(1.0, one) * second.map_or(1.0, one)
            };
            power(taken) / (0..texts).map(power).sum::<f64>()
        });
        let weight = self.comparison.weight();
        std::array::from_fn(|cell| {
            let (steepness, share) = STRENGTHS[cell];
            let at = STEEPNESSES
                .iter()
                .position(|known| *known == steepness)
                .unwrap_or_default();
            let edge = texts as f64 * chances[at] - 1.0;
            let edge = if weight < 0.0 {
                edge / (texts - 1) as f64
            } else {
                edge
            };
            (share * weight).mul_add(edge, 1.0)
        })
    }
}

/// Returns the logarithm of the mean ratio over the strengths, given the logarithm for each strength.
pub(crate) fn mix(logs: &Strengths) -> f64 {
    let greatest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = logs.iter().map(|log| (log - greatest).exp()).sum();
    greatest + (sum / CELLS as f64).ln()
}

/// Returns the logarithm of a sum, given the logarithms of its terms.
pub(crate) fn log_sum(logs: impl IntoIterator<Item = f64>) -> f64 {
    let logs: Vec<f64> = logs.into_iter().collect();
    let greatest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if greatest == f64::NEG_INFINITY {
        return greatest;
    }
    greatest + logs.iter().map(|log| (log - greatest).exp()).sum::<f64>().ln()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::tests::sample;
    use crate::rule::Tombstone;
    use chrono::{DateTime, Utc};
    use proptest::prelude::*;
    use prose::{Feature, SceneType};

    fn short() -> Leaning {
        Leaning {
            feature: Feature::SentenceLength,
            direction: Direction::Less,
        }
    }

    fn ledger(samples: &[Sample], settled: &Settled) -> Ledger {
        let mut ledger = Ledger::default();
        samples.iter().for_each(|sample| ledger.add(sample, settled));
        ledger
    }

    /// Acts that take the shorter sentences `n` times out of `n`.
    fn faithful(n: i64) -> Vec<Sample> {
        (0..n)
            .map(|n| sample(n, SceneType::Action, "polish", &[(Feature::SentenceLength, -10)]))
            .collect()
    }

    #[test]
    fn agreement_adds_up_and_its_opposite_loses() {
        let ratios = ledger(&faithful(20), &Settled::default()).log_ratios();
        let away = Leaning {
            direction: Direction::More,
            ..short()
        };
        // Twenty choices between two texts have a ratio of at most 2²⁰.
        assert!((9.0..20.0 * std::f64::consts::LN_2).contains(&ratios[short().index()]));
        assert!(ratios[away.index()] < -5.0);
    }

    #[test]
    fn what_is_known_earns_nothing_and_explains_its_shadows() {
        let key: RuleKey = "action.sentence_length.less".parse().expect("a key");
        let both: Vec<Sample> = faithful(20)
            .into_iter()
            .enumerate()
            .map(|(n, _)| {
                let steps = [(Feature::SentenceLength, -10), (Feature::CommaRate, -6)];
                sample(n as i64, SceneType::Action, "polish", &steps)
            })
            .collect();
        let commas = Leaning {
            feature: Feature::CommaRate,
            direction: Direction::Less,
        };
        let fresh = ledger(&both, &Settled::default()).log_ratios();
        assert!(fresh[commas.index()] > 9.0);
        let mut shaped = both;
        for sample in &mut shaped {
            sample.evidence.shaped_by = vec![key.clone()];
        }
        let ledger = ledger(&shaped, &Settled::default());
        assert_eq!(ledger.log_ratios()[short().index()], 0.0);
        assert!(ledger.log_ratios()[commas.index()] < 1.5);
        assert_eq!(ledger.counts(short()), [0, 0]);
        assert_eq!(ledger.counts(commas), [20, 0]);
    }

    #[test]
    fn one_picture_is_what_its_row_says() {
        let steps = [(Feature::SentenceLength, -7), (Feature::EmDashRate, 12)];
        let sample = sample(0, SceneType::Dialogue, "polish", &steps);
        let settled = Settled::default();
        let rows = ledger(std::slice::from_ref(&sample), &settled).log_ratios();
        let dashes = Leaning {
            feature: Feature::EmDashRate,
            direction: Direction::More,
        };
        let alone = mix(&of_one(&sample, &settled, &[short()]));
        assert!((alone - rows[short().index()]).abs() < 1e-8);
        let pair = pairs()
            .iter()
            .position(|&(a, b)| [a, b] == [short().index(), dashes.index()])
            .expect("a pair");
        let both = mix(&of_one(&sample, &settled, &[short(), dashes]));
        assert!((both - rows[Leaning::COUNT + pair]).abs() < 1e-8);
    }

    #[test]
    fn bytes_that_are_no_ledger_are_refused() {
        let ledger = ledger(&faithful(3), &Settled::default());
        let bytes = ledger.to_bytes();
        assert_eq!(Ledger::from_bytes(&bytes), Some(ledger));
        for wrong in [&bytes[1..], &bytes[..8], &[]] {
            assert_eq!(Ledger::from_bytes(wrong), None);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        /// A factor has mean one for any texts and weights: the probabilities under a picture have the same sum over
        /// the texts as without a preference. With settled leanings, the sum is at most that.
        #[test]
        fn without_a_preference_a_bet_is_fair(
            steps in proptest::collection::vec(-40i8..40, 9),
            weight in -1.0f32..=1.0,
            settled in proptest::sample::subsequence(
                vec!["any.sentence_length.less", "any.sentence_length_variation.more", "any.text_length.more"],
                0..=3,
            ),
        ) {
            let no = |id: &str| Tombstone {
                rule_id: id.into(),
                key: id.parse().ok(),
                text: String::new(),
                at: DateTime::<Utc>::MAX_UTC,
                narrowed_to: None,
            };
            let settled = Settled {
                tombstones: settled.into_iter().map(no).collect(),
                turnings: Vec::new(),
            };
            let mean = |taken: usize| -> f64 {
                let positions: Vec<Vec<i8>> = steps
                    .chunks(3)
                    .map(|own| {
                        let mut features = vec![0; Feature::ALL.len()];
                        for (feature, step) in [0, 1, Feature::TextLength as usize].into_iter().zip(own) {
                            features[feature] = *step;
                        }
                        features
                    })
                    .collect();
                let comparison: Comparison = serde_json::from_value(serde_json::json!({
                    "positions": positions, "taken": taken, "weight": weight,
                })).expect("a comparison");
                let mut acted = sample(0, SceneType::Action, "polish", &[]);
                acted.evidence.comparisons = vec![comparison];
                let picture = [short(), Leaning { feature: Feature::ALL[1], direction: Direction::More }];
                mix(&of_one(&acted, &settled, &picture)).exp()
            };
            let mean = (0..3).map(mean).sum::<f64>() / 3.0;
            prop_assert!(mean < 1.0 + 1e-9, "{mean}");
            prop_assert!(!settled.tombstones.is_empty() || mean > 1.0 - 1e-9, "{mean}");
        }

        #[test]
        fn the_order_of_arrival_changes_nothing_and_what_is_taken_out_leaves_no_trace(
            steps in proptest::collection::vec((-60i8..60, -60i8..60), 1..12),
            split in 0usize..12,
        ) {
            let samples: Vec<Sample> = steps
                .iter()
                .enumerate()
                .map(|(n, &(length, commas))| {
                    let steps = [(Feature::SentenceLength, length), (Feature::CommaRate, commas)];
                    sample(n as i64, SceneType::Action, "polish", &steps)
                })
                .collect();
            let settled = Settled::default();
            let whole = ledger(&samples, &settled);
            let reversed: Vec<Sample> = samples.iter().rev().cloned().collect();
            prop_assert_eq!(&ledger(&reversed, &settled), &whole);
            let (first, second) = samples.split_at(split.min(samples.len()));
            let mut merged = ledger(first, &settled);
            merged.merge(&ledger(second, &settled));
            prop_assert_eq!(&merged, &whole);
            second.iter().for_each(|sample| merged.remove(sample, &settled));
            prop_assert_eq!(merged, ledger(first, &settled));
        }
    }
}
