//! The lifecycle of episodes: selects the episodes to compress to a summary, and the episodes to purge.
//!
//! Both functions only plan: they are pure functions of the episodes and the time. After a plan has been carried out, a
//! new plan for the same time is empty.

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;

use crate::decay::{Band, Vitals};

/// The capacity of a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// The number of episodes with their full text.
    pub whole: usize,
    /// The number of episodes compressed to a summary.
    pub compressed: usize,
    /// The number of rules, including noticed and proposed rules.
    pub rules: usize,
}

impl Default for Limits {
    /// Returns the defaults.
    fn default() -> Self {
        Self {
            whole: 1_000,
            compressed: 5_000,
            rules: 200,
        }
    }
}

impl Limits {
    /// The maximum values that can be configured.
    const MOST: Self = Self {
        whole: 10_000,
        compressed: 50_000,
        rules: 500,
    };

    /// Returns the configured limits, none above its maximum.
    pub fn configured(self) -> Self {
        Self {
            whole: self.whole.min(Self::MOST.whole),
            compressed: self.compressed.min(Self::MOST.compressed),
            rules: self.rules.min(Self::MOST.rules),
        }
    }
}

/// The minimum age of a compressed episode that may be purged.
const KEPT: TimeDelta = TimeDelta::days(365);

/// The id of an episode, and the values that decide whether it is kept.
pub type Candidate = (String, Vitals);

/// Returns the episodes with text that are to be compressed, ordered by id. All episodes that have faded below 0.3 are
/// compressed. If more than the limit remain, the least used ones are compressed too.
///
/// An episode that the writer confirmed is never compressed, so more than the limit may remain.
pub fn to_compress(whole: &[Candidate], limits: &Limits, now: DateTime<Utc>) -> BTreeSet<String> {
    let faded = |vitals: &Vitals| vitals.band(now) <= Band::ToCompress;
    let (faded, present): (Vec<&Candidate>, Vec<_>) = whole.iter().partition(|(_, vitals)| faded(vitals));
    let over = present.len().saturating_sub(limits.whole);
    let unconfirmed = present.into_iter().filter(|(_, vitals)| !vitals.confirmed);
    faded
        .into_iter()
        .chain(least_used(unconfirmed).into_iter().take(over))
        .map(|(id, _)| id.clone())
        .collect()
}

/// Returns the compressed episodes that are to be purged, ordered by id. All episodes older than a year are purged. If
/// more than the limit remain, the least used ones are purged too.
///
/// An episode in `supports` stays at any age. It is evidence for a rule in force, and the rule is shown with the number
/// of these episodes.
pub fn to_purge(
    compressed: &[Candidate],
    supports: &BTreeSet<String>,
    limits: &Limits,
    now: DateTime<Utc>,
) -> BTreeSet<String> {
    let free = |(id, vitals): &&Candidate| !vitals.confirmed && !supports.contains(id);
    let old = |(_, vitals): &&Candidate| now - vitals.created_at >= KEPT;
    let (expired, kept): (Vec<&Candidate>, Vec<_>) = compressed
        .iter()
        .partition(|candidate| free(candidate) && old(candidate));
    let over = kept.len().saturating_sub(limits.compressed);
    expired
        .into_iter()
        .chain(least_used(kept.into_iter().filter(free)).into_iter().take(over))
        .map(|(id, _)| id.clone())
        .collect()
}

/// Returns the episodes in the order in which they are dropped when there is no room. The order is by importance, then
/// the number of recalls, then the last recall (no recall is first), then the time of the act; the lowest is first.
fn least_used<'a>(candidates: impl Iterator<Item = &'a Candidate>) -> Vec<&'a Candidate> {
    let mut candidates: Vec<_> = candidates.collect();
    candidates.sort_by(|(one, a), (other, b)| {
        a.importance
            .total_cmp(&b.importance)
            .then_with(|| a.recalls.cmp(&b.recalls))
            .then_with(|| a.last_recalled_at.cmp(&b.last_recalled_at))
            .then_with(|| a.created_at.cmp(&b.created_at))
            .then_with(|| one.cmp(other))
    });
    candidates
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::episode::IMPORTANCE;
    use proptest::prelude::*;

    const NOW: DateTime<Utc> = DateTime::UNIX_EPOCH;

    fn aged(days: i64) -> Vitals {
        Vitals {
            created_at: NOW - TimeDelta::days(days),
            last_recalled_at: None,
            recalls: 0,
            importance: IMPORTANCE,
            confirmed: false,
        }
    }

    fn confirmed(days: i64) -> Vitals {
        Vitals {
            confirmed: true,
            ..aged(days)
        }
    }

    fn named(vitals: &[(&str, Vitals)]) -> Vec<Candidate> {
        vitals
            .iter()
            .map(|(id, vitals)| ((*id).to_owned(), *vitals))
            .collect()
    }

    fn ids(set: &BTreeSet<String>) -> Vec<&str> {
        set.iter().map(String::as_str).collect()
    }

    const ROOM: Limits = Limits {
        whole: 1_000,
        compressed: 5_000,
        rules: 200,
    };

    #[test]
    fn a_project_has_room_as_the_product_says_and_no_more_than_may_be_configured() {
        assert_eq!(Limits::default(), ROOM);
        let of = |whole, compressed, rules| Limits {
            whole,
            compressed,
            rules,
        };
        for (configured, holds) in [
            (of(20, 0, 300), of(20, 0, 300)),
            (of(10_001, 50_001, 501), of(10_000, 50_000, 500)),
        ] {
            assert_eq!(configured.configured(), holds);
        }
    }

    #[test]
    fn what_has_faded_is_compressed_unless_the_writer_confirmed_it() {
        let whole = named(&[
            ("fresh", aged(1)),
            ("decaying", aged(10)),
            ("faded", aged(17)),
            ("gone", aged(200)),
            ("hers", confirmed(200)),
        ]);
        assert_eq!(ids(&to_compress(&whole, &ROOM, NOW)), ["faded", "gone"]);
    }

    #[test]
    fn over_the_limit_the_least_used_go_first() {
        let base = aged(2);
        let whole = named(&[
            (
                "matters",
                Vitals {
                    importance: 0.9,
                    ..base
                },
            ),
            (
                "often",
                Vitals {
                    recalls: 2,
                    last_recalled_at: Some(NOW),
                    ..base
                },
            ),
            (
                "once",
                Vitals {
                    recalls: 1,
                    last_recalled_at: Some(NOW),
                    ..base
                },
            ),
            (
                "long ago",
                Vitals {
                    recalls: 1,
                    last_recalled_at: Some(NOW - TimeDelta::days(1)),
                    ..base
                },
            ),
            ("never", base),
            ("older", aged(3)),
        ]);
        let mut order = Vec::new();
        for limit in (0..6).rev() {
            let limits = Limits { whole: limit, ..ROOM };
            let plan = to_compress(&whole, &limits, NOW);
            order.extend(
                plan.into_iter()
                    .filter(|id| !order.contains(id))
                    .collect::<Vec<_>>(),
            );
        }
        assert_eq!(order, ["older", "never", "long ago", "once", "often", "matters"]);
    }

    #[test]
    fn where_everything_is_confirmed_nothing_is_compressed() {
        let whole: Vec<_> = (0..1_001)
            .map(|number| (number.to_string(), confirmed(number)))
            .collect();
        assert_eq!(to_compress(&whole, &ROOM, NOW), BTreeSet::new());
    }

    #[test]
    fn only_the_old_and_those_over_the_limit_are_purged_and_never_what_supports_a_rule() {
        let compressed = named(&[
            ("old", aged(365)),
            ("old support", aged(400)),
            ("old hers", confirmed(400)),
            ("young", aged(364)),
            ("younger", aged(30)),
        ]);
        let supports = BTreeSet::from(["old support".to_owned()]);
        assert_eq!(ids(&to_purge(&compressed, &supports, &ROOM, NOW)), ["old"]);
        let tight = Limits {
            compressed: 3,
            ..ROOM
        };
        assert_eq!(
            ids(&to_purge(&compressed, &supports, &tight, NOW)),
            ["old", "young"]
        );
        let none = Limits {
            compressed: 0,
            ..ROOM
        };
        assert_eq!(
            ids(&to_purge(&compressed, &supports, &none, NOW)),
            ["old", "young", "younger"]
        );
    }

    proptest! {
        #[test]
        fn a_plan_carried_out_leaves_nothing_to_plan(
            days in proptest::collection::vec((0i64..800, any::<bool>(), any::<bool>(), 0.0..1.0), 0..60),
            whole in 0usize..40, compressed in 0usize..40
        ) {
            let limits = Limits { whole, compressed, ..ROOM };
            let supports: BTreeSet<String> = days
                .iter()
                .enumerate()
                .filter(|(_, (_, supports, ..))| *supports)
                .map(|(number, _)| number.to_string())
                .collect();
            let all: Vec<Candidate> = days
                .into_iter()
                .enumerate()
                .map(|(number, (days, _, confirmed, importance))| {
                    (number.to_string(), Vitals { confirmed, importance, ..aged(days) })
                })
                .collect();
            let plan = to_compress(&all, &limits, NOW);
            let (shortened, left): (Vec<_>, Vec<_>) = all.into_iter().partition(|(id, _)| plan.contains(id));
            prop_assert_eq!(to_compress(&left, &limits, NOW), BTreeSet::new());
            let plan = to_purge(&shortened, &supports, &limits, NOW);
            let (forgotten, left): (Vec<_>, Vec<_>) = shortened.into_iter().partition(|(id, _)| plan.contains(id));
            prop_assert_eq!(to_purge(&left, &supports, &limits, NOW), BTreeSet::new());
            for (id, vitals) in forgotten {
                prop_assert!(!vitals.confirmed && !supports.contains(&id));
            }
        }
    }
}
