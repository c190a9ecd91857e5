//! The time of the decay function alone, for a million episodes. [`crate::fade`] also measures reading the episodes.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use learning::decay::{Band, Vitals};
use support::morning;

use crate::table::Durations;

const EPISODES: usize = 1_000_000;

/// Decays each of a million episodes and counts them by band, a few times over. Returns the durations as text.
pub fn of_a_million() -> String {
    let now = morning();
    let episodes = episodes(now);
    let mut durations = Durations::default();
    let mut bands = BTreeMap::<Band, usize>::new();
    for _ in 0..5 {
        bands = durations.time(|| {
            let mut bands = BTreeMap::new();
            for vitals in &episodes {
                *bands.entry(vitals.band(now)).or_default() += 1;
            }
            bands
        });
    }
    let counted: Vec<String> = bands
        .iter()
        .rev()
        .map(|(band, count)| format!("{count} {band:?}"))
        .collect();
    format!("p50 {:.0} ms: {}", durations.quantile(0.5), counted.join(", "))
}

/// Returns episodes of forty days; some were recalled, one in a hundred was confirmed.
fn episodes(now: DateTime<Utc>) -> Vec<Vitals> {
    let mut random = fastrand::Rng::with_seed(5);
    (0..EPISODES)
        .map(|_| {
            let age = TimeDelta::minutes(random.i64(0..40 * 24 * 60));
            let recalls = random.u32(..4);
            Vitals {
                created_at: now - age,
                last_recalled_at: (recalls > 0).then(|| now - age / 2),
                recalls,
                importance: random.f64(),
                confirmed: random.u8(..100) == 0,
            }
        })
        .collect()
}
