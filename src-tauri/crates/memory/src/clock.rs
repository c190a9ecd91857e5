//! The time up to which texts may have aged, for a computer whose clock may be wrong.
//!
//! Texts of episodes, daily files, insights and versions age. A clock that is years ahead for one evening would age all
//! of them by years. The days on which the desk was used decide whether a clock is trusted: an evening is one day only.

use std::collections::BTreeSet;

use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Utc};

/// The number of days of use, including the present day, before a clock is trusted.
///
/// A wrong date is noticed within days, because mail, browsers and sync tools fail with it. A writer who returns after
/// years has used the desk on five days within a week or two. Delayed upkeep does no harm in the meantime.
const DAYS: usize = 5;

/// The number of days within which the days of use must lie.
const WITHIN: i64 = 30;

/// The number of days without use from which a clock is reported: after a longer time the clock is more likely wrong
/// than the desk unused.
const LONG: i64 = 365;

/// How much later than the clock a line must be dated to come from a wrong clock, this machine's or another's. Smaller
/// differences between clocks are normal.
pub const AHEAD: TimeDelta = TimeDelta::days(1);

/// Returns the time up to which texts may have aged.
///
/// It is the clock's time while the desk was in use on five of the last thirty days. Otherwise it is the beginning of
/// the fifth day of use counted back from now; with fewer days of use, it is the beginning of the first. The present
/// day is a day of use. Days of use after the present one came from a wrong clock and count for nothing. All days are
/// those of UTC.
pub fn ages_to(now: DateTime<Utc>, used: &BTreeSet<NaiveDate>) -> DateTime<Utc> {
    let today = now.date_naive();
    let earlier = used.range(..today).rev().take(DAYS - 1).last();
    let since = earlier.copied().unwrap_or(today);
    if (today - since).num_days() < WITHIN {
        now
    } else {
        since.and_time(NaiveTime::MIN).and_utc()
    }
}

/// Returns whether the clock is behind: too many of the days of use are later.
pub fn is_behind(now: DateTime<Utc>, used: &BTreeSet<NaiveDate>) -> bool {
    let future = now.checked_add_signed(AHEAD).unwrap_or(now).date_naive();
    used.iter().rev().take_while(|day| **day > future).count() >= DAYS
}

/// Returns the number of days since the last use of the desk, if it is so large that the clock may be wrong.
pub fn long_away(now: DateTime<Utc>, used: &BTreeSet<NaiveDate>) -> Option<u32> {
    let today = now.date_naive();
    let last = used.range(..today).next_back()?;
    let days = (today - *last).num_days();
    (days > LONG && !used.contains(&today)).then(|| u32::try_from(days).unwrap_or(u32::MAX))
}

/// Returns the last day of use that lies in the future.
pub fn in_the_future(now: DateTime<Utc>, used: &BTreeSet<NaiveDate>) -> Option<NaiveDate> {
    let last = *used.last()?;
    (last > now.checked_add_signed(AHEAD)?.date_naive()).then_some(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().expect("a day")
    }

    fn noon(text: &str) -> DateTime<Utc> {
        day(text).and_hms_opt(12, 0, 0).expect("a time").and_utc()
    }

    fn days(texts: &[&str]) -> BTreeSet<NaiveDate> {
        texts.iter().map(|text| day(text)).collect()
    }

    #[test]
    fn things_age_by_a_clock_that_five_days_of_use_bear_out() {
        let november = [
            "2026-11-17",
            "2026-11-18",
            "2026-11-19",
            "2026-11-20",
            "2026-11-21",
        ];
        let with = |later: &[&'static str]| [&november[..], later].concat();
        // `None`: by the clock; otherwise up to the beginning of that day.
        for (what, used, now, expected) in [
            ("a new project", vec![], "2026-11-21", None),
            ("its first day", vec!["2026-11-21"], "2026-11-21", None),
            (
                "its first days",
                vec!["2026-11-01", "2026-11-20"],
                "2026-11-21",
                None,
            ),
            ("every day", with(&[]), "2026-11-21", None),
            ("the next day", with(&[]), "2026-11-22", None),
            ("three weeks away", with(&[]), "2026-12-15", None),
            (
                "a clock that is ahead for an evening",
                with(&[]),
                "2038-01-19",
                Some("2026-11-18"),
            ),
            (
                "a clock that is ahead over midnight",
                with(&["2038-01-19", "2038-01-20"]),
                "2038-01-20",
                Some("2026-11-19"),
            ),
            (
                "and went back",
                with(&["2038-01-19", "2038-01-20"]),
                "2026-11-22",
                None,
            ),
            (
                "and was never right before",
                vec!["2038-01-19"],
                "2026-11-22",
                None,
            ),
            (
                "a new project and a clock that is ahead",
                vec!["2026-11-21"],
                "2038-01-19",
                Some("2026-11-21"),
            ),
            (
                "back after two years, the first day",
                with(&[]),
                "2028-11-21",
                Some("2026-11-18"),
            ),
            (
                "back after two years, the fourth day",
                with(&["2028-11-21", "2028-11-22", "2028-11-25"]),
                "2028-11-26",
                Some("2026-11-21"),
            ),
            (
                "back after two years, the fifth day",
                with(&["2028-11-21", "2028-11-22", "2028-11-25", "2028-11-26"]),
                "2028-11-29",
                None,
            ),
            (
                "once a month: some months behind, and never further",
                vec![
                    "2026-07-01",
                    "2026-08-01",
                    "2026-09-01",
                    "2026-10-01",
                    "2026-11-01",
                ],
                "2026-12-01",
                Some("2026-08-01"),
            ),
            ("a clock that is behind", with(&[]), "1970-01-01", None),
        ] {
            let expected =
                expected.map_or_else(|| noon(now), |day_| day(day_).and_time(NaiveTime::MIN).and_utc());
            assert_eq!(ages_to(noon(now), &days(&used)), expected, "{what}");
        }
    }

    #[test]
    fn a_year_without_use_and_days_in_the_future_are_remarked() {
        let used = days(&["2026-11-20", "2026-11-21"]);
        for (now, away) in [
            ("2026-11-22", None),
            ("2027-11-21", None),
            ("2027-11-22", Some(366)),
            ("2038-01-19", Some(4077)),
            ("2020-01-01", None),
        ] {
            assert_eq!(long_away(noon(now), &used), away, "{now}");
        }
        assert_eq!(
            long_away(noon("2038-01-19"), &days(&["2026-11-21", "2038-01-19"])),
            None,
            "once"
        );
        for (now, future) in [
            ("2026-11-21", None),
            ("2026-11-20", None),
            ("2026-11-19", Some(day("2026-11-21"))),
            ("1970-01-01", Some(day("2026-11-21"))),
        ] {
            assert_eq!(in_the_future(noon(now), &used), future, "{now}");
        }
        assert_eq!(in_the_future(noon("2026-11-21"), &BTreeSet::new()), None);
        let five = days(&[
            "2026-11-17",
            "2026-11-18",
            "2026-11-19",
            "2026-11-20",
            "2026-11-21",
        ]);
        assert!(is_behind(noon("1970-01-01"), &five) && !is_behind(noon("1970-01-01"), &used));
        assert!(
            !is_behind(noon("2026-11-16"), &five),
            "a day apart is no difference"
        );
    }
}
