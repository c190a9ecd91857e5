//! Turnings: whether the writer's taste changed, and when.

use std::collections::BTreeMap;

use chrono::TimeDelta;
use prose::SceneType;

use crate::evidence::{Sample, Settled, Turning};
use crate::inference::belief::AFTER_A_NO;
use crate::inference::ledger::{Strengths, log_sum, mix, of_one};
use crate::rule::{Leaning, RuleKey};

/// How many of the last acts about a rule are looked at. An earlier change has long shown in its counts.
pub const LOOKED_AT: usize = 150;
/// A segment shorter than this says nothing about a change.
const SHORTEST: usize = 3;
/// The prior chance that a taste changed within what is looked at.
const CHANGES: f64 = 0.1;
/// The log odds at which a change is taken to have happened: about twenty to one. At seven to one, fifteen steady
/// writers with three habits in one scene seemed to change eleven times in 300 acts. At twenty to one, they seemed to
/// change five times.
const LOG_ODDS: f64 = 3.0;
/// The last acts looked at must lie this close together (the last 30 days decide); three acts in three years show no
/// change. The age of a change is another matter: `distil` calls only a change of the last 30 days new.
const RECENT: TimeDelta = TimeDelta::days(30);

/// Returns whether and when the writer turned away from a rule.
///
/// Compares the hypothesis "she leaned this way throughout" with a change: "up to some act, and from then on not at
/// all, or the other way". It considers every act at which the leaning may have changed. `samples` are the rule's own,
/// the oldest first. `beside` are the other leanings that hold in each scene, so that another habit is not taken for a
/// change in this leaning.
pub fn turned(
    key: &RuleKey,
    samples: &[Sample],
    beside: &BTreeMap<SceneType, Vec<Leaning>>,
    settled: &Settled,
) -> Option<Turning> {
    let about: Vec<&Sample> = samples
        .iter()
        .filter(|sample| key.cluster().holds(sample.scene_type, &sample.skill))
        .filter(|sample| {
            !settled
                .for_sample(sample)
                .any(|known| known.feature == key.feature)
        })
        .collect();
    let about = &about[about.len().saturating_sub(LOOKED_AT)..];
    let newest = about.last()?.created_at;
    let recent = about.iter().filter(|sample| newest - sample.created_at <= RECENT);
    if recent.count() < SHORTEST {
        return None;
    }
    let leaning = key.leaning();
    let away = Leaning {
        direction: key.direction.opposite(),
        ..leaning
    };
    let rows: Vec<[Strengths; 3]> = about
        .iter()
        .map(|sample| {
            let rest: Vec<Leaning> = beside
                .get(&sample.scene_type)
                .into_iter()
                .flatten()
                .copied()
                .filter(|other| other.feature != key.feature)
                .collect();
            let with = |more: Option<Leaning>| {
                let picture: Vec<Leaning> = rest.iter().copied().chain(more).collect();
                of_one(sample, settled, &picture)
            };
            [with(Some(leaning)), with(None), with(Some(away))]
        })
        .collect();
    let before = sums(rows.iter().map(|row| row[0]));
    let throughout = mix(before.last()?);
    let [gone, reversed] = [1, 2].map(|kind| {
        let mut after = sums(rows.iter().rev().map(|row| row[kind]));
        after.reverse();
        after
    });
    let candidates: Vec<(usize, f64, f64)> = (SHORTEST..rows.len().saturating_sub(SHORTEST))
        .map(|at| {
            let so_far = mix(&before[at]) - throughout;
            (at, so_far + mix(&gone[at]), so_far + mix(&reversed[at]))
        })
        .collect();
    let both = |&(_, gone, reversed): &(usize, f64, f64)| log_sum([gone, reversed]) - std::f64::consts::LN_2;
    let mean = log_sum(candidates.iter().map(both)) - (candidates.len() as f64).ln();
    let (at, gone, reversed) = *candidates.iter().max_by(|a, b| both(a).total_cmp(&both(b)))?;
    let kept = settled
        .tombstones
        .iter()
        .filter(|no| no.key.as_ref() == Some(&key.reversed()));
    let changes = CHANGES.ln() - kept.count() as f64 * AFTER_A_NO.ln();
    let opposite = key.reversed();
    let mut showing = about[at..]
        .iter()
        .filter(|sample| sample.speaks(&opposite, settled) == Some(true));
    (changes + mean > LOG_ODDS).then(|| Turning {
        key: key.clone(),
        at: about[at].created_at,
        shown_at: showing
            .nth(SHORTEST - 1)
            .map(|sample| sample.created_at)
            .unwrap_or_default(),
        reversed: reversed > gone,
    })
}

/// Returns the running sums, the empty one first.
fn sums(rows: impl Iterator<Item = Strengths>) -> Vec<Strengths> {
    let mut sum = Strengths::default();
    let mut sums = vec![sum];
    for row in rows {
        for (sum, value) in sum.iter_mut().zip(row) {
            *sum += value;
        }
        sums.push(sum);
    }
    sums
}
