//! Selects the versions that are kept as they age.

use chrono::{DateTime, TimeDelta, Utc};

/// The least distance between versions, by their age. For a day every version stays, then one an hour for a week, one a
/// day for a quarter, and one a week after that.
const BANDS: [(TimeDelta, TimeDelta); 3] = [
    (TimeDelta::days(1), TimeDelta::zero()),
    (TimeDelta::days(7), TimeDelta::hours(1)),
    (TimeDelta::days(91), TimeDelta::days(1)),
];
const OLDEST: TimeDelta = TimeDelta::days(7);

/// Returns for each version whether it stays. The versions are given in the order of their times.
///
/// Of versions that are too close together the latest is kept, because it has the most of her text. The first and the
/// last version are always kept. A clock that was set back makes no version older.
pub fn staying(times: &[DateTime<Utc>], now: DateTime<Utc>) -> Vec<bool> {
    let stretch = |index: usize| {
        let at = *times.get(index)?;
        let age = (now - at).max(TimeDelta::zero());
        let band = BANDS.iter().position(|(until, _)| age < *until);
        let apart = band.map_or(OLDEST, |band| BANDS[band].1).num_milliseconds();
        // With a distance of zero, each version is a stretch of its own.
        Some((
            band,
            at.timestamp_millis()
                .checked_div_euclid(apart)
                .map_or(index as i64, |stretch| stretch),
        ))
    };
    (0..times.len())
        .map(|index| index == 0 || stretch(index) != stretch(index + 1))
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn now() -> DateTime<Utc> {
        DateTime::from_timestamp(1_795_251_600, 0).unwrap()
    }

    /// Returns how many versions stay of a number of versions at equal distances.
    fn stay(count: i32, apart: TimeDelta) -> usize {
        let times: Vec<_> = (0..count).rev().map(|n| now() - apart * n).collect();
        staying(&times, now()).iter().filter(|&&stays| stays).count()
    }

    #[test]
    fn versions_are_thinned_with_age() {
        for (what, count, apart, expected) in [
            ("none", 0, TimeDelta::minutes(5), 0..=0),
            ("one", 1, TimeDelta::minutes(5), 1..=1),
            ("a day, every five minutes", 288, TimeDelta::minutes(5), 288..=288),
            (
                "a week, every five minutes",
                7 * 288,
                TimeDelta::minutes(5),
                288 + 143..=288 + 147,
            ),
            (
                "a quarter, twice an hour",
                91 * 48,
                TimeDelta::minutes(30),
                48 + 143 + 83..=48 + 147 + 87,
            ),
            (
                "three years, every day",
                3 * 365,
                TimeDelta::days(1),
                91 + 142..=91 + 147,
            ),
        ] {
            let stayed = stay(count, apart);
            assert!(expected.contains(&stayed), "{what}: {stayed} stay");
        }
    }

    #[test]
    fn of_those_too_close_the_latest_stays_and_the_first_of_all_does() {
        let at = |days: i64, minutes: i64| now() - TimeDelta::days(days) - TimeDelta::minutes(minutes);
        // The present time is nine in the morning, so the versions of one day are in the same hour.
        let times = [at(400, 50), at(3, 50), at(3, 40), at(3, 20), at(0, 20), at(0, 19)];
        assert_eq!(staying(&times, now()), [true, false, false, true, true, true]);
    }

    proptest! {
        #[test]
        fn thinning_twice_changes_nothing_and_the_first_and_the_last_stay(
            mut ages in prop::collection::vec(-1_000_000i64..100_000_000, 0..200),
        ) {
            ages.sort_unstable_by(|a, b| b.cmp(a));
            let times: Vec<_> = ages.iter().map(|&age| now() - TimeDelta::seconds(age)).collect();
            let stays = staying(&times, now());
            prop_assert!(stays.first().is_none_or(|&stays| stays));
            prop_assert!(stays.last().is_none_or(|&stays| stays));
            let left: Vec<_> = times.iter().zip(&stays).filter(|(_, stays)| **stays).map(|(at, _)| *at).collect();
            prop_assert!(staying(&left, now()).iter().all(|&stays| stays));
        }

        #[test]
        fn what_stays_later_stayed_before(
            mut ages in prop::collection::vec(0i64..40_000_000, 0..100),
            later in 0i64..40_000_000,
        ) {
            // Thinning on the way and thinning only at the end differ at most in the first and the last version of a
            // stretch.
            ages.sort_unstable_by(|a, b| b.cmp(a));
            let times: Vec<_> = ages.iter().map(|&age| now() - TimeDelta::seconds(age)).collect();
            let end = now() + TimeDelta::seconds(later);
            let thin = |times: &[DateTime<Utc>], at| {
                let stays = staying(times, at);
                times.iter().zip(stays).filter(|(_, stays)| *stays).map(|(at, _)| *at).collect::<Vec<_>>()
            };
            prop_assert!(thin(&thin(&times, now()), end).len() <= thin(&times, end).len());
        }
    }
}
