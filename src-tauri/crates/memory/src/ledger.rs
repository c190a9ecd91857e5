//! The ledger: how much likelier each picture of the writer makes what she took than no preference does.
//!
//! A *picture* is one leaning, or two that act together. She is thought to follow it in a share of her choices and
//! to take any text otherwise, so that a picture gives each text of a comparison a chance; a row keeps the logarithm
//! of the chance of what she took over the chance without a preference (one in as many as there were), for several
//! strengths at once. Without a preference the factor of each act has mean one, whatever was offered, so each row is
//! a test martingale.
//!
//! Source: the choice rule is McFadden's conditional logit ("Conditional logit analysis of qualitative choice
//! behavior", 1974) with a lapse rate, as psychometric functions have it; mixing over strengths is Robbins' method of
//! mixtures (Ramdas, Grünwald, Vovk, Shafer, "Game-theoretic statistics and safe anytime-valid inference", 2023).

use std::collections::BTreeSet;
use std::sync::LazyLock;

use prose::{Feature, Language};

use crate::evidence::{Comparison, Leaning, Sample, Settled};
use crate::rule::{Direction, RuleKey};

/// How strongly a picture acts: the steepness of the choice in steps of the measures, `None` for "always the most",
/// and the share of the choices that follow it.
///
/// Six pairs stand for all strengths: together they lose less than half a nat, over fifty choices, against the best of
/// a grid of thirty-six.
const STRENGTHS: [(Option<f64>, f64); CELLS] = [
    (Some(2.5), 0.6),
    (Some(2.5), 0.9),
    (Some(6.0), 0.7),
    (Some(6.0), 0.9),
    (None, 0.5),
    (None, 0.7),
];
/// How many strengths a row keeps.
const CELLS: usize = 6;
/// The steepnesses above, each computed once a text.
const STEEPNESSES: [Option<f64>; 3] = [Some(2.5), Some(6.0), None];

/// The pictures: every leaning alone, then every two about different features.
static PAIRS: LazyLock<Vec<(usize, usize)>> = LazyLock::new(|| {
    (0..Leaning::COUNT)
        .flat_map(|a| (a + 1..Leaning::COUNT).map(move |b| (a, b)))
        .filter(|(a, b)| a / 2 != b / 2)
        .collect()
});

/// How many pictures there are.
pub(crate) fn pictures() -> usize {
    Leaning::COUNT + PAIRS.len()
}

/// Returns the pictures of two leanings, in the order of their rows, which come behind those of one.
pub(crate) fn pairs() -> &'static [(usize, usize)] {
    &PAIRS
}

/// The likelihoods of one group of episodes.
///
/// Logarithms are kept as whole numbers, 2⁻³² of a nat: sums do not depend on the order in which episodes arrive, and
/// taking an episode out again leaves exactly what was there before. 10⁸ acts of the strongest kind fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ledger {
    /// Pictures × strengths.
    cells: Vec<i64>,
    /// For each feature, how many episodes point to more and to less of it.
    signs: Vec<[i64; 2]>,
    /// Episodes in English and in Chinese.
    languages: [i64; 2],
}

const FRACTION: f64 = 4_294_967_296.0;

impl Default for Ledger {
    fn default() -> Self {
        Self {
            cells: vec![0; pictures() * CELLS],
            signs: vec![[0; 2]; Leaning::COUNT / 2],
            languages: [0; 2],
        }
    }
}

impl Ledger {
    /// Adds an episode.
    pub fn add(&mut self, sample: &Sample, settled: &Settled) {
        self.enter(sample, settled, 1);
    }

    /// Takes an episode out that was added with the same things settled.
    pub fn remove(&mut self, sample: &Sample, settled: &Settled) {
        self.enter(sample, settled, -1);
    }

    /// Adds all of another ledger.
    pub fn merge(&mut self, other: &Self) {
        for (own, other) in self.cells.iter_mut().zip(&other.cells) {
            *own += other;
        }
        for (own, other) in self.signs.iter_mut().zip(&other.signs) {
            own[0] += other[0];
            own[1] += other[1];
        }
        for (own, other) in self.languages.iter_mut().zip(other.languages) {
            *own += other;
        }
    }

    /// Returns the language most of its episodes are in.
    pub fn language(&self) -> Language {
        if self.languages[1] > self.languages[0] {
            Language::Zh
        } else {
            Language::En
        }
    }

    /// Returns whether there is no episode in it.
    pub fn is_empty(&self) -> bool {
        self.languages == [0; 2]
    }

    /// Returns how many episodes are for a leaning.
    pub(crate) fn pointing(&self, leaning: Leaning) -> u32 {
        let [more, less] = self.signs[leaning.feature as usize];
        let count = if leaning.direction == Direction::More {
            more
        } else {
            less
        };
        u32::try_from(count).unwrap_or_default()
    }

    /// Returns the log likelihood ratio of every picture against no preference, the strengths mixed in equal parts.
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
        for (at, feature) in Feature::ALL.iter().enumerate() {
            if known.iter().any(|leaning| leaning.feature == *feature) {
                continue;
            }
            match sample.sign(*feature) {
                1 => self.signs[at][0] += sign,
                -1 => self.signs[at][1] += sign,
                _ => {}
            }
        }
        self.languages[usize::from(sample.language == Language::Zh)] += sign;
    }

    /// Returns the ledger as bytes: the cells, the signs and the languages as little-endian numbers of eight bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let signs = self.signs.iter().flatten();
        self.cells
            .iter()
            .chain(signs)
            .chain(&self.languages)
            .flat_map(|number| number.to_le_bytes())
            .collect()
    }

    /// Reads [`Ledger::to_bytes`] back; `None` for bytes that are no ledger of this program.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut ledger = Self::default();
        let expected = ledger.cells.len() + 2 * ledger.signs.len() + 2;
        let (numbers, rest) = bytes.as_chunks::<8>();
        if numbers.len() != expected || !rest.is_empty() {
            return None;
        }
        let slots = ledger
            .cells
            .iter_mut()
            .chain(ledger.signs.iter_mut().flatten())
            .chain(&mut ledger.languages);
        for (slot, number) in slots.zip(numbers) {
            *slot = i64::from_le_bytes(*number);
        }
        Some(ledger)
    }
}

/// Returns what is known about an episode already, each leaning once.
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

/// Returns how much a comparison adds to every cell.
///
/// What is known about it already is part of every picture and of "no preference" alike: a leaning earns only
/// what it explains beyond, and the known feature itself earns nothing.
fn contributions(comparison: &Comparison, known: &[Leaning]) -> Vec<i64> {
    let given = pull(comparison, known);
    let pulls: Vec<Vec<i32>> = Leaning::all()
        .map(|leaning| pull(comparison, &fresh(&[leaning], known)))
        .collect();
    let powers = Powers::of(&pulls, &given);
    let base = powers.bets(comparison, &given, &pull(comparison, &[]), None);
    let mut cells = Vec::with_capacity(pictures() * CELLS);
    let mut enter = |pull: &[i32], parts: (usize, Option<usize>)| {
        if pull.iter().all(|tenths| *tenths == pull[0]) {
            cells.extend([0; CELLS]);
            return;
        }
        let bets = powers.bets(comparison, &given, pull, Some(parts));
        for (bet, base) in bets.into_iter().zip(&base) {
            #[expect(clippy::cast_possible_truncation, reason = "a logarithm below 20 in size")]
            cells.push(((bet / base).ln() * FRACTION).round() as i64);
        }
    };
    for (leaning, pull) in pulls.iter().enumerate() {
        enter(pull, (leaning, None));
    }
    for &(a, b) in pairs() {
        let both: Vec<i32> = pulls[a].iter().zip(&pulls[b]).map(|(a, b)| a + b).collect();
        enter(&both, (a, Some(b)));
    }
    cells
}

/// Returns how far leanings together pull toward each text, in tenths.
fn pull(comparison: &Comparison, leanings: &[Leaning]) -> Vec<i32> {
    let tenths = |leaning: &Leaning, text: usize| match leaning.direction {
        Direction::More => comparison.position(text, leaning.feature),
        Direction::Less => -comparison.position(text, leaning.feature),
    };
    (0..comparison.len())
        .map(|text| leanings.iter().map(|leaning| tenths(leaning, text)).sum())
        .collect()
}

/// Returns the leanings about whose feature nothing is known yet.
fn fresh(leanings: &[Leaning], known: &[Leaning]) -> Vec<Leaning> {
    let is_fresh = |leaning: &&Leaning| !known.iter().any(|given| given.feature == leaning.feature);
    leanings.iter().filter(is_fresh).copied().collect()
}

/// The exponentials of every pull, so that those of a pair are one product.
struct Powers {
    /// Steepness × leaning × text; empty for "always the most".
    leanings: Vec<Vec<Vec<f64>>>,
    /// Steepness × text.
    given: Vec<Vec<f64>>,
}

impl Powers {
    fn of(pulls: &[Vec<i32>], given: &[i32]) -> Self {
        let raised = |steepness: Option<f64>, tenths: &[i32]| -> Vec<f64> {
            steepness.map_or_else(Vec::new, |steepness| {
                tenths
                    .iter()
                    .map(|&tenths| (steepness * f64::from(tenths) / 10.0).exp())
                    .collect()
            })
        };
        Self {
            leanings: STEEPNESSES
                .iter()
                .map(|&steepness| pulls.iter().map(|pull| raised(steepness, pull)).collect())
                .collect(),
            given: STEEPNESSES
                .iter()
                .map(|&steepness| raised(steepness, given))
                .collect(),
        }
    }

    /// Returns, for each strength, the chance of the text that was taken over the chance without a preference.
    ///
    /// A weight below one shortens the bet toward 1, and one below zero bets on the other texts; in both cases the
    /// mean over the texts that could have been taken stays 1.
    fn bets(
        &self,
        comparison: &Comparison,
        given: &[i32],
        pull: &[i32],
        parts: Option<(usize, Option<usize>)>,
    ) -> [f64; CELLS] {
        let texts = comparison.len();
        let taken = comparison.taken();
        let chances: [f64; STEEPNESSES.len()] = std::array::from_fn(|at| {
            if STEEPNESSES[at].is_none() {
                let total = |text: usize| given[text] + pull[text];
                let most = (0..texts).map(total).max().unwrap_or_default();
                let ties = (0..texts).filter(|&text| total(text) == most).count();
                return if total(taken) == most {
                    1.0 / ties as f64
                } else {
                    0.0
                };
            }
            let power = |text: usize| {
                let one = |leaning: usize| self.leanings[at][leaning][text];
                let (first, second) = parts.map_or((None, None), |(a, b)| (Some(a), b));
                self.given[at][text] * first.map_or(1.0, one) * second.map_or(1.0, one)
            };
            power(taken) / (0..texts).map(power).sum::<f64>()
        });
        let weight = comparison.weight();
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

/// Returns the log likelihood ratio, for each strength, of one picture of any leanings for one episode.
///
/// For the few pictures that a change of taste is judged by, which need not be kept for every episode.
pub(crate) fn of_one(sample: &Sample, settled: &Settled, picture: &[Leaning]) -> [f64; CELLS] {
    let known = known(sample, settled);
    let mut sums = [0.0; CELLS];
    for comparison in &sample.evidence.comparisons {
        let given = pull(comparison, &known);
        let own = pull(comparison, &fresh(picture, &known));
        let powers = Powers::of(std::slice::from_ref(&own), &given);
        let base = powers.bets(comparison, &given, &pull(comparison, &[]), None);
        let bets = powers.bets(comparison, &given, &own, Some((0, None)));
        for ((sum, bet), base) in sums.iter_mut().zip(bets).zip(base) {
            *sum += (bet / base).ln();
        }
    }
    sums
}

/// Returns the logarithm of the mean over the strengths of what their logarithms stand for.
pub(crate) fn mix(logs: &[f64; CELLS]) -> f64 {
    let greatest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = logs.iter().map(|log| (log - greatest).exp()).sum();
    greatest + (sum / CELLS as f64).ln()
}

/// How many strengths a picture is kept for.
pub(crate) type Strengths = [f64; CELLS];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::tests::sample;
    use proptest::prelude::*;
    use prose::SceneType;

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
        // Twenty choices out of two cannot be worth more than 2²⁰.
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
        assert_eq!(ledger.pointing(short()), 0);
        assert_eq!(ledger.pointing(commas), 20);
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

        /// A factor of mean one: whatever the texts, the weight and what is known, the chances a picture gives the
        /// texts of a comparison add up to what no preference gives them.
        #[test]
        fn without_a_preference_a_bet_is_fair(
            steps in proptest::collection::vec(-40i8..40, 6),
            weight in -1.0f32..=1.0,
        ) {
            let mean = |taken: usize| -> f64 {
                let positions: Vec<Vec<i8>> = (0..3)
                    .map(|text| {
                        let mut features = vec![0; Feature::ALL.len()];
                        features[0] = steps[text];
                        features[1] = steps[text + 3];
                        features
                    })
                    .collect();
                let comparison: Comparison = serde_json::from_value(serde_json::json!({
                    "positions": positions, "taken": taken, "weight": weight,
                })).expect("a comparison");
                let mut acted = sample(0, SceneType::Action, "polish", &[]);
                acted.evidence.comparisons = vec![comparison];
                let picture = [short(), Leaning { feature: Feature::ALL[1], direction: Direction::More }];
                mix(&of_one(&acted, &Settled::default(), &picture)).exp()
            };
            let mean = (0..3).map(mean).sum::<f64>() / 3.0;
            prop_assert!((mean - 1.0).abs() < 1e-9, "{mean}");
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
