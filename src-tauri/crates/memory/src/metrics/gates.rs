//! Phase gates: decide whether the data support a stricter mode for daily notes.
//!
//! The routing mode is `compatible`, `preferred` or `required`. A verdict states the required and the actual value of
//! each criterion, so that a person can change the mode on the basis of numbers. The desk never changes it by itself.

use chrono::{Days, NaiveDate};
use serde::{Deserialize, Serialize};

use crate::metrics::summary::{MetricSummary, Share, Tally, Window};
use crate::policy::RoutingMode;

/// The thresholds, `[memory.gates]` in `workflow.toml`. Shares are 0 to 1.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Policy {
    /// From compatible to preferred.
    pub preferred: Preferred,
    /// From preferred to required.
    pub required: Required,
}

/// The requirements of compatible → preferred.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default)]
pub struct Preferred {
    /// The number of days that are considered, including today.
    pub days: u16,
    /// The minimum number of updates, so that a few good days decide nothing.
    pub consolidations: u64,
    /// The minimum share of daily notes that were well structured.
    pub structured_daily_ok: f64,
    /// The minimum share of updates that were written. Updates changed by sanitize count; updates without a change are
    /// left out.
    pub written: f64,
    /// The maximum share of replies that needed a second request.
    pub retries: f64,
    /// The minimum share of second replies with sections.
    pub retries_helped: f64,
    /// The minimum number of second replies for a verdict on them.
    pub least_retries: u64,
    /// The minimum number of rows in a third of the days for a trend.
    pub least_in_a_third: u64,
    /// By how much the shares of refused and of sanitized updates may exceed their values in the same number of days
    /// before.
    pub worse: f64,
    /// The minimum number of updates in the days before for that comparison.
    pub least_before: u64,
}

/// The requirements of preferred → required.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default)]
pub struct Required {
    /// The number of days that are considered, including today.
    pub days: u16,
    /// The minimum number of updates.
    pub consolidations: u64,
    /// The minimum number of conversations that the updates come from.
    pub sessions: u64,
    /// The minimum share of replies with daily sections.
    pub tool_call_has_daily_sections: f64,
    /// The share of updates refused by the guard must be less than this. Refusals for missing headings are left out.
    pub guard_rejected: f64,
    /// A day with a smaller share of well structured notes is an alarm.
    pub alarm_below: f64,
    /// The minimum number of notes of a day for an alarm.
    pub least_for_alarm: u64,
    /// The maximum number of days with an alarm.
    pub alarms: u64,
}

impl Default for Preferred {
    fn default() -> Self {
        Self {
            days: 7,
            consolidations: 50,
            structured_daily_ok: 0.75,
            written: 0.8,
            retries: 0.3,
            retries_helped: 0.5,
            least_retries: 5,
            least_in_a_third: 5,
            worse: 0.05,
            least_before: 20,
        }
    }
}

impl Default for Required {
    fn default() -> Self {
        Self {
            days: 14,
            consolidations: 100,
            sessions: 3,
            tool_call_has_daily_sections: 0.95,
            guard_rejected: 0.05,
            alarm_below: 0.6,
            least_for_alarm: 5,
            alarms: 1,
        }
    }
}

/// The criteria, by stable name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Asked {
    /// The number of updates.
    Consolidations,
    /// The number of conversations that the updates come from.
    Sessions,
    /// The share of daily notes that were well structured.
    StructuredDailyOk,
    /// The share of replies without daily sections, in the last third of the days. It must not rise from third to
    /// third, and must end lower than it began, or at zero.
    FallbackMissingFalls,
    /// The share of replies that needed a second request.
    PreferredRetryUsed,
    /// The share of second replies that had sections.
    PreferredRetryHelped,
    /// The increase of the share of updates refused by the guard.
    GuardNoWorse,
    /// The increase of the share of updates changed by sanitize.
    SanitizeNoWorse,
    /// The share of updates that were written.
    Written,
    /// The share of replies that had daily sections.
    ToolCallHasDailySections,
    /// The share of updates the guard refused.
    GuardRejected,
    /// Days with too few well structured notes.
    FallbackAlarms,
    /// Whether recall got worse in trial conversations that required sections. No metric measures this yet.
    RecallNoWorse,
}

/// The condition for a number.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Needed {
    /// This or more.
    AtLeast(f64),
    /// This or less.
    AtMost(f64),
    /// Less than this.
    Below(f64),
    /// Never higher than before, and lower at the end.
    Falling,
}

/// Whether a criterion is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Found {
    /// The condition is met.
    Met,
    /// The condition is not met.
    NotMet,
    /// There are too few rows to decide, which keeps the gate closed.
    TooFew,
    /// No row measures it. It is listed so that a person can check it, and does not keep the gate closed.
    NotMeasured,
}

/// One criterion of a gate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Criterion {
    /// Which criterion it is.
    pub name: Asked,
    /// The condition for it.
    pub needed: Needed,
    /// The actual value, if it is known.
    pub seen: Option<f64>,
    /// Whether the condition is met.
    pub found: Found,
}

/// Whether a stricter mode is justified, and the reasons.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// The present mode.
    pub from: RoutingMode,
    /// The stricter mode.
    pub to: RoutingMode,
    /// The first day that is considered.
    pub since: NaiveDate,
    /// The last day.
    pub until: NaiveDate,
    /// Whether no criterion is unmet or has too few rows.
    pub allowed: bool,
    /// Every criterion.
    pub reasons: Vec<Criterion>,
}

/// Judges both gates for the days up to `today`, from the summaries of `memory-update-outcome` and
/// `daily-routing-metrics`. The summaries must cover twice the days of a gate to say whether anything got worse.
pub fn judge(
    policy: &Policy,
    today: NaiveDate,
    updates: &MetricSummary,
    routing: &MetricSummary,
) -> [Verdict; 2] {
    [
        preferred(&policy.preferred, today, updates, routing),
        required(&policy.required, today, updates, routing),
    ]
}

/// Returns how many days up to today the gates look back over.
pub fn reach(policy: &Policy) -> u16 {
    let twice = policy.preferred.days.saturating_mul(2);
    twice.max(policy.required.days).max(1)
}

fn preferred(
    policy: &Preferred,
    today: NaiveDate,
    updates: &MetricSummary,
    routing: &MetricSummary,
) -> Verdict {
    let now = last(policy.days, today);
    let written = updates.within(now);
    let before = updates.within(preceding(policy.days, now));
    let routed = routing.within(now);
    let rate = |name| routed.share(name);
    let reasons = vec![
        counted(Asked::Consolidations, policy.consolidations, written.rows()),
        at_least(
            Asked::StructuredDailyOk,
            policy.structured_daily_ok,
            rate("structured_daily_ok"),
        ),
        falling(policy, now, routing),
        shared(
            Asked::PreferredRetryUsed,
            Needed::AtMost(policy.retries),
            rate("preferred_retry_used"),
        ),
        helped(policy, rate("preferred_retry_helped")),
        no_worse(Asked::GuardNoWorse, "guard_rejected", policy, &before, &written),
        no_worse(
            Asked::SanitizeNoWorse,
            "sanitize_modified",
            policy,
            &before,
            &written,
        ),
        at_least(Asked::Written, policy.written, written.share("written")),
    ];
    verdict(
        RoutingMode::Compatible,
        RoutingMode::Preferred,
        now,
        today,
        reasons,
    )
}

fn required(
    policy: &Required,
    today: NaiveDate,
    updates: &MetricSummary,
    routing: &MetricSummary,
) -> Verdict {
    let now = last(policy.days, today);
    let written = updates.within(now);
    let routed = routing.within(now);
    let alarms = routing
        .days()
        .filter(|(day, tally)| {
            let share = tally.share("structured_daily_ok");
            now.holds(*day)
                && share.among >= policy.least_for_alarm
                && share.rate().is_some_and(|rate| rate < policy.alarm_below)
        })
        .count() as u64;
    let reasons = vec![
        counted(Asked::Consolidations, policy.consolidations, written.rows()),
        counted(
            Asked::Sessions,
            policy.sessions,
            written.distinct("session_key") as u64,
        ),
        at_least(
            Asked::ToolCallHasDailySections,
            policy.tool_call_has_daily_sections,
            routed.share("tool_call_has_daily_sections"),
        ),
        shared(
            Asked::GuardRejected,
            Needed::Below(policy.guard_rejected),
            written.share("guard_rejected"),
        ),
        Criterion {
            name: Asked::FallbackAlarms,
            needed: Needed::AtMost(number(policy.alarms)),
            seen: (routed.rows() > 0).then(|| number(alarms)),
            found: match routed.rows() {
                0 => Found::TooFew,
                _ if alarms <= policy.alarms => Found::Met,
                _ => Found::NotMet,
            },
        },
        Criterion {
            name: Asked::RecallNoWorse,
            needed: Needed::AtMost(0.0),
            seen: None,
            found: Found::NotMeasured,
        },
    ];
    verdict(RoutingMode::Preferred, RoutingMode::Required, now, today, reasons)
}

fn verdict(
    from: RoutingMode,
    to: RoutingMode,
    window: Window,
    today: NaiveDate,
    reasons: Vec<Criterion>,
) -> Verdict {
    Verdict {
        from,
        to,
        since: window.since.unwrap_or(today),
        until: today,
        allowed: reasons
            .iter()
            .all(|reason| matches!(reason.found, Found::Met | Found::NotMeasured)),
        reasons,
    }
}

/// Returns the last `days` days, today included.
fn last(days: u16, today: NaiveDate) -> Window {
    Window {
        since: Some(earlier(today, u64::from(days.max(1)) - 1)),
        until: Some(today),
    }
}

/// Returns as many days as a window has, just before it.
fn preceding(days: u16, window: Window) -> Window {
    let Some(until) = window.since.and_then(|since| since.pred_opt()) else {
        return window;
    };
    last(days, until)
}

fn earlier(day: NaiveDate, days: u64) -> NaiveDate {
    day.checked_sub_days(Days::new(days)).unwrap_or(day)
}

#[expect(clippy::cast_precision_loss, reason = "shown and compared, never added up")]
fn number(count: u64) -> f64 {
    count as f64
}

/// Returns the criterion for a count; a smaller count than needed means too few rows.
fn counted(name: Asked, needed: u64, seen: u64) -> Criterion {
    Criterion {
        name,
        needed: Needed::AtLeast(number(needed)),
        seen: Some(number(seen)),
        found: if seen >= needed { Found::Met } else { Found::TooFew },
    }
}

fn at_least(name: Asked, needed: f64, share: Share) -> Criterion {
    shared(name, Needed::AtLeast(needed), share)
}

fn shared(name: Asked, needed: Needed, share: Share) -> Criterion {
    let seen = share.rate();
    let met = |seen: f64| match needed {
        Needed::AtLeast(least) => seen >= least,
        Needed::AtMost(most) => seen <= most,
        Needed::Below(limit) => seen < limit,
        Needed::Falling => false,
    };
    Criterion {
        name,
        needed,
        seen,
        found: match seen {
            None => Found::TooFew,
            Some(seen) if met(seen) => Found::Met,
            Some(_) => Found::NotMet,
        },
    }
}

/// Returns the criterion for second replies. In compatible mode there is no second request, so a few second replies
/// prove nothing and do not keep the gate closed.
fn helped(policy: &Preferred, share: Share) -> Criterion {
    let criterion = at_least(Asked::PreferredRetryHelped, policy.retries_helped, share);
    if share.among < policy.least_retries.max(1) {
        return Criterion {
            found: Found::NotMeasured,
            ..criterion
        };
    }
    criterion
}

/// Returns the criterion for the trend. Seven days are divided into two, two and three, because a single day has too
/// few notes.
fn falling(policy: &Preferred, window: Window, routing: &MetricSummary) -> Criterion {
    let since = window.since.unwrap_or_default();
    let days = u64::from(policy.days.max(1));
    let shares = [0, 1, 2].map(|third: u64| {
        let first = since.checked_add_days(Days::new(days * third / 3));
        let behind = since.checked_add_days(Days::new(days * (third + 1) / 3));
        let part = Window {
            since: first,
            until: behind.and_then(|day| day.pred_opt()),
        };
        routing.within(part).share("fallback_missing")
    });
    let enough = shares
        .iter()
        .all(|share| share.among >= policy.least_in_a_third.max(1));
    let [first, middle, end] = shares.map(|share| share.rate().unwrap_or(0.0));
    let falls = first >= middle && middle >= end && (end < first || end <= 0.0);
    Criterion {
        name: Asked::FallbackMissingFalls,
        needed: Needed::Falling,
        seen: shares.last().and_then(|share| share.rate()),
        found: match (enough, falls) {
            (false, _) => Found::TooFew,
            (true, true) => Found::Met,
            (true, false) => Found::NotMet,
        },
    }
}

/// Compares a share with its value in the same number of days before.
fn no_worse(name: Asked, rate: &str, policy: &Preferred, before: &Tally, now: &Tally) -> Criterion {
    let needed = Needed::AtMost(policy.worse);
    let before = before.share(rate);
    let seen = now.share(rate).rate().zip(before.rate());
    // Rounded to four decimals, so that 0.15 - 0.10 is not more than 0.05.
    let more = seen.map(|(now, before)| ((now - before) * 1e4).round() / 1e4);
    Criterion {
        name,
        needed,
        seen: more,
        found: match more {
            _ if before.among < policy.least_before => Found::NotMeasured,
            None => Found::TooFew,
            Some(more) if more <= policy.worse => Found::Met,
            Some(_) => Found::NotMet,
        },
    }
}

#[cfg(test)]
mod tests;
