//! Weeks, as the charts of the panel count them.

use chrono::{Datelike as _, Days, NaiveDate};

/// Half a year, which is as many weeks as a small chart can show apart.
pub(crate) const WEEKS: usize = 26;

/// Returns the weeks from the first to the present week, at most the last [`WEEKS`]. Without a first week the list is
/// empty.
pub(crate) fn weeks(first: Option<NaiveDate>, this: NaiveDate) -> Vec<NaiveDate> {
    let Some(first) = first else { return Vec::new() };
    let mut weeks: Vec<NaiveDate> =
        std::iter::successors(Some(this), |week| week.checked_sub_days(Days::new(7)))
            .take(WEEKS)
            .take_while(|week| *week >= first)
            .collect();
    weeks.reverse();
    weeks
}

pub(crate) fn monday(day: NaiveDate) -> NaiveDate {
    let since_monday = Days::new(day.weekday().num_days_from_monday().into());
    // The first days of the calendar have no Monday before them.
    day.checked_sub_days(since_monday).unwrap_or(day)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().expect("a date")
    }

    #[test]
    fn a_week_begins_on_its_monday() {
        for (of, week) in [
            ("2026-11-16", "2026-11-16"),
            ("2026-11-21", "2026-11-16"),
            ("2026-11-22", "2026-11-16"),
            ("2026-11-23", "2026-11-23"),
            ("2027-01-01", "2026-12-28"),
        ] {
            assert_eq!(monday(day(of)), day(week), "{of}");
        }
        assert_eq!(monday(NaiveDate::MIN), NaiveDate::MIN);
    }

    #[test]
    fn weeks_have_no_gaps_and_end_with_this_one() {
        let this = day("2026-11-16");
        assert_eq!(weeks(None, this), []);
        assert_eq!(
            weeks(Some(day("2026-11-02")), this),
            ["2026-11-02", "2026-11-09", "2026-11-16"].map(day)
        );
        let many = weeks(Some(day("1999-01-04")), this);
        assert_eq!((many.len(), many.last()), (WEEKS, Some(&this)));
        // An act dated ahead of the clock is in no week yet.
        assert_eq!(weeks(Some(day("2026-11-30")), this), []);
    }
}
