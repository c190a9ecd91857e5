//! Beginnings: tastes that the writer did not always have.
//!
//! A taste that begins after two hundred acts would have to outweigh these two hundred acts. So each leaning may also
//! have begun at one of the latest places of a grid over the sequence of all acts. Acts before the beginning are no
//! evidence about the leaning.
//!
//! The places are fixed in advance, so the likelihood ratio from each place is a test martingale too. The mixture by
//! fixed shares is a test martingale as long as no place has dropped out of sight: for the first 200 acts. After that a
//! share of .025 starts anew every 25 acts, and a false alarm becomes a question of time. In one kind of scene, the
//! mean time to a false alarm is at least (40 − .8) / (.025 / 25), some 39,000 acts. Source: Shin, Ramdas, Rinaldo,
//! "E-detectors: a nonparametric framework for sequential change detection", New England Journal of Statistics in Data
//! Science, 2024.

use std::collections::BTreeMap;

use prose::SceneType;

use crate::evidence::{Sample, Settled};
use crate::inference::ledger::{Strengths, add, log_sum, mix, of_each};
use crate::rule::Leaning;

/// The number of acts between two places.
const APART: usize = 25;
/// The number of places. An earlier beginning already shows in the sum over all acts.
const PLACES: usize = 8;
/// The prior probability that a leaning began at one of the places.
const BEGUN: f64 = 0.2;

/// The number of the newest acts back to the first of the places.
pub(crate) const LOOKED_AT: usize = APART * PLACES;

/// The evidence of the acts since each place for every leaning.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Beginnings {
    /// For each place, the log ratios of all leanings, by scene.
    since: Vec<BTreeMap<SceneType, Vec<f64>>>,
    /// The leanings assumed to hold throughout in each scene; the log ratios are conditional on them.
    beside: BTreeMap<SceneType, Vec<Leaning>>,
}

impl Beginnings {
    /// Reads the newest acts of a project, oldest first; `count` is the number of all its acts.
    pub fn of(
        newest: &[Sample],
        count: usize,
        settled: &Settled,
        beside: BTreeMap<SceneType, Vec<Leaning>>,
    ) -> Self {
        let mut sums: BTreeMap<SceneType, Vec<Strengths>> = BTreeMap::new();
        let mut since = Vec::new();
        let first = count.saturating_sub(newest.len());
        for (number, sample) in newest.iter().enumerate().rev() {
            let given = beside.get(&sample.scene_type).map_or(&[][..], Vec::as_slice);
            let sums_here = sums
                .entry(sample.scene_type)
                .or_insert_with(|| vec![Strengths::default(); Leaning::COUNT]);
            for (sum, logs) in sums_here.iter_mut().zip(of_each(sample, settled, given)) {
                add(sum, logs);
            }
            let before = first + number;
            if before.is_multiple_of(APART) && since.len() < PLACES {
                let mixed = |sums: &Vec<Strengths>| sums.iter().map(mix).collect();
                since.push(sums.iter().map(|(scene, sums)| (*scene, mixed(sums))).collect());
            }
        }
        Self { since, beside }
    }

    /// Returns the number of places.
    pub(crate) fn places(&self) -> usize {
        self.since.len()
    }

    /// Returns the leanings assumed to hold throughout in a scene.
    pub(crate) fn beside(&self, scene_type: SceneType) -> &[Leaning] {
        self.beside.get(&scene_type).map_or(&[], Vec::as_slice)
    }

    /// Returns, for each place, the log ratio of a leaning in a scene since then; zero without acts since then.
    pub(crate) fn since(&self, scene_type: SceneType, leaning: usize) -> impl Iterator<Item = f64> {
        self.since
            .iter()
            .map(move |scenes| scenes.get(&scene_type).map_or(0.0, |ratios| ratios[leaning]))
    }

    /// Returns the log ratio of the mixture of "throughout" and "since some place", given the log ratio of each.
    pub(crate) fn weigh(throughout: f64, since: impl IntoIterator<Item = f64>) -> f64 {
        let share = (BEGUN / PLACES as f64).ln();
        let since = since.into_iter().map(|log| share + log);
        log_sum(since.chain([(1.0 - BEGUN).ln() + throughout]))
    }
}
