//! Turnings: finds whether the writer's taste changed, and when.

use std::collections::BTreeMap;

use chrono::TimeDelta;
use prose::SceneType;

use crate::evidence::{Sample, Settled, Turning};
use crate::inference::belief::AFTER_A_NO;
use crate::inference::ledger::{Strengths, log_sum, mix, of_one};
use crate::rule::{Leaning, RuleKey};

/// The number of the last acts about a rule that are examined. An earlier change already shows in the counts of the
/// rule.
pub const LOOKED_AT: usize = 150;
/// The minimum length of a segment, in acts; a shorter one is no evidence of a change.
const SHORTEST: usize = 3;
/// The prior probability that a taste changed within the examined acts.
const CHANGES: f64 = 0.1;
/// The log odds from which a change is believed: about twenty to one. At seven to one, fifteen steady writers with
/// three habits in one scene seemed to change eleven times in 300 acts. At twenty to one, they seemed to change five
/// times.
const LOG_ODDS: f64 = 3.0;
/// The newest three acts must be within this time: three acts in three years show no change. The age of a change is a
/// separate condition: `distil` treats only a change of the last 30 days as new.
const RECENT: TimeDelta = TimeDelta::days(30);

/// Returns whether and when the writer lost a leaning.
///
/// Compares the hypothesis "she had this leaning throughout" with a change: "up to some act, and since then not at all,
/// or the opposite". Each act that is later than the act before it is considered as the moment of the change. `samples`
/// are the samples of the rule, oldest first. `beside` are the other leanings that hold in each scene, so that another
/// habit is not mistaken for a change of this leaning.
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
    // A change is known by its time. Acts of one moment, as an import may bring them, have no before and after: a change
    // between them would settle no act and be found again in each distillation.
    let later = |&at: &usize| about[at - 1].created_at < about[at].created_at;
    let candidates: Vec<(usize, f64, f64)> = (SHORTEST..rows.len().saturating_sub(SHORTEST))
        .filter(later)
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

/// Returns the running sums, beginning with zero.
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
