//! Decay: how present a memory still is, computed from its age, the number of its recalls and its importance.
//!
//! Nothing here is stored. A decay is computed on demand, so a repeated computation changes nothing, and two machines
//! with the same journal and the same time get the same value.

pub mod compress;
pub mod lifecycle;
pub mod recall;

use chrono::{DateTime, TimeDelta, Utc};

use crate::rule::Rule;

/// The values that determine the decay of an episode.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vitals {
    /// When the act happened.
    pub created_at: DateTime<Utc>,
    /// The time of the last recall.
    pub last_recalled_at: Option<DateTime<Utc>>,
    /// The number of recalls.
    pub recalls: u32,
    /// The importance, 0 to 1.
    pub importance: f64,
    /// Whether the writer confirmed that it stays.
    pub confirmed: bool,
}

/// How far an episode has faded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Band {
    /// Below 0.1: compressed like the next band, and purged once it is compressed and old enough.
    ToEvict,
    /// From 0.1 to below 0.3: the next compression shortens it.
    ToCompress,
    /// From 0.3 to below 0.7.
    Decaying,
    /// 0.7 and above.
    Active,
}

impl Vitals {
    /// Returns the decay, 0 to 1. The age counts from the last recall, or from the act if there was no recall.
    ///
    /// An episode the writer confirmed does not fade.
    pub fn decay(&self, now: DateTime<Utc>) -> f64 {
        if self.confirmed {
            return 1.0;
        }
        let since = self.last_recalled_at.unwrap_or(self.created_at);
        decay(days(now - since), self.recalls, self.importance)
    }

    /// Returns how far the episode has faded.
    pub fn band(&self, now: DateTime<Utc>) -> Band {
        Band::of(self.decay(now))
    }
}

impl Band {
    /// Returns the band of a decay.
    pub fn of(decay: f64) -> Self {
        match decay {
            _ if decay >= 0.7 => Self::Active,
            _ if decay >= 0.3 => Self::Decaying,
            _ if decay >= 0.1 => Self::ToCompress,
            _ => Self::ToEvict,
        }
    }
}

/// Returns `min(1, e^(−0.1·age) · (1 + 0.2·recalls) · (1 + 0.3·importance))`, the age in days.
///
/// A negative age, from a clock that was set back, counts as zero. An importance outside 0 to 1 counts as the nearest
/// bound.
pub fn decay(age_in_days: f64, recalls: u32, importance: f64) -> f64 {
    let base = (-0.1 * age_in_days.max(0.0)).exp();
    let recalled = 1.0 + 0.2 * f64::from(recalls);
    // `max` before `min`, and no `clamp`: NaN becomes 0 here, and `clamp` would keep NaN.
    #[expect(clippy::manual_clamp, reason = "NaN counts as 0")]
    let important = 1.0 + 0.3 * importance.max(0.0).min(1.0);
    (base * recalled * important).min(1.0)
}

/// Returns the present weight of a rule compared to other rules, 0 to 1. It decides the order in a list.
///
/// An unconfirmed rule loses a twentieth of its weight each day since its last change; new evidence changes it. Its
/// stated confidence stays the same. Confidence is a prediction of the next relevant choice, and the mere passing of
/// time is no evidence against it. A rule that the writer confirmed loses nothing.
///
/// The confidence and the day of the last change are stored with the rule, so a repeated computation gives the same
/// value.
pub fn priority(rule: &Rule, now: DateTime<Utc>) -> f64 {
    const A_DAY: f64 = 0.95;
    let confidence = rule.confidence.get();
    if rule.user_confirmed {
        return confidence;
    }
    confidence * A_DAY.powf(days(now - rule.updated_at).max(0.0))
}

pub(crate) fn days(span: TimeDelta) -> f64 {
    const DAY: f64 = 86_400.0;
    span.as_seconds_f64() / DAY
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::episode::IMPORTANCE;
    use proptest::prelude::*;

    /// Values that were calculated by hand.
    #[test]
    fn the_numbers_of_the_origin_come_out() {
        for (age, recalls, importance, expected, band) in [
            (17.0, 0, 1.0, 0.237, Band::ToCompress),
            (10.0, 0, 1.0, 0.478, Band::Decaying),
            (10.0, 3, 1.0, 0.765, Band::Active),
            (0.0, 0, 0.0, 1.0, Band::Active),
            (60.0, 0, 0.0, 0.0025, Band::ToEvict),
        ] {
            let decay = decay(age, recalls, importance);
            assert!((decay - expected).abs() < 0.0005, "{age} days: {decay}");
            assert_eq!(Band::of(decay), band, "{age} days");
        }
    }

    /// The days on which an episode that was never recalled falls below 0.7, 0.3, 0.25 and 0.1.
    #[test]
    fn an_episode_crosses_each_band_on_its_day() {
        for (importance, crossings) in [
            (0.0, [3.6, 12.0, 13.9, 23.0]),
            (0.5, [5.0, 13.4, 15.3, 24.4]),
            (1.0, [6.2, 14.7, 16.5, 25.7]),
        ] {
            for (threshold, day) in [0.7, 0.3, 0.25, 0.1].into_iter().zip(crossings) {
                let (before, after) = (decay(day - 0.1, 0, importance), decay(day + 0.1, 0, importance));
                assert!(
                    before > threshold && threshold > after,
                    "importance {importance}, {threshold} between {before} and {after}"
                );
            }
        }
    }

    #[test]
    fn a_band_begins_at_its_threshold() {
        for (decay, band) in [
            (1.0, Band::Active),
            (0.7, Band::Active),
            (0.699, Band::Decaying),
            (0.3, Band::Decaying),
            (0.299, Band::ToCompress),
            (0.1, Band::ToCompress),
            (0.099, Band::ToEvict),
            (0.0, Band::ToEvict),
        ] {
            assert_eq!(Band::of(decay), band, "{decay}");
        }
    }

    #[test]
    fn the_age_counts_from_the_last_recall_and_what_is_confirmed_has_none() {
        let created_at = DateTime::UNIX_EPOCH;
        let now = created_at + TimeDelta::days(17);
        let forgotten = Vitals {
            created_at,
            last_recalled_at: None,
            recalls: 0,
            importance: 1.0,
            confirmed: false,
        };
        let confirmed = Vitals {
            confirmed: true,
            ..forgotten
        };
        let recalled = Vitals {
            last_recalled_at: Some(now),
            recalls: 1,
            ..forgotten
        };
        assert_eq!(forgotten.band(now), Band::ToCompress);
        assert_eq!(recalled.band(now), Band::Active);
        assert_eq!(confirmed.band(now), Band::Active);
    }

    fn rule(user_confirmed: bool) -> Rule {
        let line = r#"{"id":"action.sentence_length.less","text":"动作场景偏好短句","category":"pacing","scope":"project",
            "scene_type":"action","skill":null,"feature":"sentence_length","direction":"less","state":"rule",
            "origin":"learned","confidence":0.8,"supports":35,"contradicts":4,"user_confirmed":false,
            "user_modified":false,"recently_updated":false,"conflict_marked":false,
            "created_at":"2026-11-01T00:00:00Z","updated_at":"2026-11-01T00:00:00Z"}"#;
        Rule {
            user_confirmed,
            ..serde_json::from_str(line).expect("a rule of the journal")
        }
    }

    #[test]
    fn an_unconfirmed_rule_counts_for_less_each_day_and_a_confirmed_one_does_not() {
        let (learned, confirmed) = (rule(false), rule(true));
        for (days, expected) in [(-3, 0.8), (0, 0.8), (1, 0.76), (14, 0.3901), (3_650, 0.0)] {
            let now = learned.updated_at + TimeDelta::days(days);
            assert!((priority(&learned, now) - expected).abs() < 0.0001, "{days} days");
            assert_eq!(priority(&confirmed, now), 0.8, "{days} days");
        }
    }

    proptest! {
        #[test]
        fn a_decay_lies_between_zero_and_one_whatever_comes_in(
            age in any::<f64>(), recalls in any::<u32>(), importance in any::<f64>()
        ) {
            let decay = decay(age, recalls, importance);
            prop_assert!((0.0..=1.0).contains(&decay), "{}", decay);
        }

        #[test]
        fn age_lowers_it_and_recalls_and_importance_raise_it(
            age in -10.0..400.0, older in 0.0..400.0, recalls in 0u32..50, more in 0u32..50,
            importance in -1.0..2.0, weightier in 0.0..2.0
        ) {
            let here = decay(age, recalls, importance);
            prop_assert!(decay(age + older, recalls, importance) <= here);
            prop_assert!(decay(age, recalls + more, importance) >= here);
            prop_assert!(decay(age, recalls, importance + weightier) >= here);
        }

        #[test]
        fn no_two_times_make_it_panic(created in any::<i64>(), recalled in any::<Option<i64>>(), now in any::<i64>()) {
            let time = |seconds: i64| {
                DateTime::from_timestamp(seconds % 8_000_000_000_000, 0).unwrap_or(DateTime::UNIX_EPOCH)
            };
            let vitals = Vitals {
                created_at: time(created),
                last_recalled_at: recalled.map(time),
                recalls: 1,
                importance: IMPORTANCE,
                confirmed: false,
            };
            prop_assert!((0.0..=1.0).contains(&vitals.decay(time(now))));
        }
    }
}
