use serde_json::{Value, json};

use super::*;
use crate::metrics::{Metric, ROUTING, UPDATES};

const TODAY: &str = "2026-11-21";

/// Rows of one metric on the day `ago` days before today.
fn rows(ago: u64, count: u64, row: &Value) -> String {
    let day = earlier(TODAY.parse().unwrap(), ago);
    (0..count)
        .map(|number| {
            let mut row = row.clone();
            row["ts"] = json!(format!("{day}T09:00:00Z"));
            row["run_id"] = json!(format!("{day}-{row}-{number}"));
            row["row"] = json!(0);
            format!("{row}\n")
        })
        .collect()
}

fn updates(ago: u64, count: u64, outcome: &str) -> String {
    rows(ago, count, &json!({ "outcome": outcome, "session_key": "a" }))
}

fn routed(ago: u64, count: u64, row: &Value) -> String {
    rows(ago, count, row)
}

fn good() -> Value {
    json!({
        "structured_daily_ok": true,
        "fallback_reason": "ok",
        "tool_call_has_daily_sections": true,
        "preferred_retry_used": false,
    })
}

fn missing() -> Value {
    json!({ "structured_daily_ok": false, "fallback_reason": "missing", "tool_call_has_daily_sections": false })
}

fn judged(updates: &str, routing: &str) -> [Verdict; 2] {
    let summary = |metric: &'static Metric, file: &str| {
        MetricSummary::read(metric, Window::default(), file.as_bytes()).unwrap()
    };
    judge(
        &Policy::default(),
        TODAY.parse().unwrap(),
        &summary(&UPDATES, updates),
        &summary(&ROUTING, routing),
    )
}

#[track_caller]
fn criterion(verdict: &Verdict, name: Asked) -> (Option<f64>, Found) {
    let found = verdict.reasons.iter().find(|reason| reason.name == name).unwrap();
    (found.seen, found.found)
}

#[test]
fn an_empty_desk_may_turn_nothing_up_and_says_of_everything_why() {
    for verdict in judged("", "") {
        assert!(!verdict.allowed);
        for reason in &verdict.reasons {
            assert!(
                matches!(reason.found, Found::TooFew | Found::NotMeasured),
                "{reason:?}"
            );
        }
    }
}

#[test]
fn a_desk_that_does_well_may_turn_it_up() {
    let updates: String = (0..14)
        .flat_map(|ago| ["a", "b", "c"].map(|session| (ago, session)))
        .map(|(ago, session)| rows(ago, 3, &json!({ "outcome": "written", "session_key": session })))
        .collect();
    let routing: String = (0..14).map(|ago| routed(ago, 9, &good())).collect();
    let [preferred, required] = judged(&updates, &routing);
    assert!(preferred.allowed, "{preferred:#?}");
    assert!(required.allowed, "{required:#?}");
    assert_eq!(
        (preferred.from, preferred.to),
        (RoutingMode::Compatible, RoutingMode::Preferred)
    );
    assert_eq!(
        (required.from, required.to),
        (RoutingMode::Preferred, RoutingMode::Required)
    );
    assert_eq!(preferred.since.to_string(), "2026-11-15");
    assert_eq!(required.since.to_string(), "2026-11-08");
    assert_eq!(
        serde_json::to_value(required.reasons[0]).unwrap(),
        json!({ "name": "consolidations", "needed": { "at_least": 100.0 }, "seen": 126.0, "found": "met" })
    );
}

#[test]
fn preferred_at_every_boundary() {
    use Asked::{
        Consolidations, GuardNoWorse, PreferredRetryHelped, PreferredRetryUsed, SanitizeNoWorse,
        StructuredDailyOk, Written,
    };
    use Found::{Met, NotMeasured, NotMet, TooFew};
    let retried =
        |helped: bool| json!({ "preferred_retry_used": true, "tool_call_has_daily_sections": helped });
    for (name, updated, routing, expected) in [
        (
            Consolidations,
            updates(0, 49, "written"),
            String::new(),
            (Some(49.0), TooFew),
        ),
        (
            Consolidations,
            updates(6, 50, "written"),
            String::new(),
            (Some(50.0), Met),
        ),
        (
            Consolidations,
            updates(6, 50, "no_change"),
            String::new(),
            (Some(50.0), Met),
        ),
        // The seventh day before today is outside.
        (
            Consolidations,
            updates(7, 50, "written"),
            String::new(),
            (Some(0.0), TooFew),
        ),
        (StructuredDailyOk, String::new(), String::new(), (None, TooFew)),
        (
            StructuredDailyOk,
            String::new(),
            routed(0, 75, &good()) + &routed(1, 25, &missing()),
            (Some(0.75), Met),
        ),
        (
            StructuredDailyOk,
            String::new(),
            routed(0, 74, &good()) + &routed(1, 26, &missing()),
            (Some(0.74), NotMet),
        ),
        (
            Written,
            updates(0, 20, "no_change"),
            String::new(),
            (None, TooFew),
        ),
        (
            Written,
            updates(0, 7, "written")
                + &updates(1, 1, "sanitize_modified")
                + &updates(1, 2, "guard_rejected")
                + &updates(2, 90, "no_change"),
            String::new(),
            (Some(0.8), Met),
        ),
        (
            Written,
            updates(0, 79, "written") + &updates(1, 21, "truncated_skip"),
            String::new(),
            (Some(0.79), NotMet),
        ),
        (
            PreferredRetryUsed,
            String::new(),
            routed(0, 70, &good()) + &routed(0, 30, &retried(true)),
            (Some(0.3), Met),
        ),
        (
            PreferredRetryUsed,
            String::new(),
            routed(0, 69, &good()) + &routed(0, 31, &retried(true)),
            (Some(0.31), NotMet),
        ),
        (
            PreferredRetryHelped,
            String::new(),
            routed(0, 9, &good()),
            (None, NotMeasured),
        ),
        (
            PreferredRetryHelped,
            String::new(),
            routed(0, 4, &retried(false)),
            (Some(0.0), NotMeasured),
        ),
        (
            PreferredRetryHelped,
            String::new(),
            routed(0, 5, &retried(true)) + &routed(1, 5, &retried(false)),
            (Some(0.5), Met),
        ),
        (
            PreferredRetryHelped,
            String::new(),
            routed(0, 4, &retried(true)) + &routed(1, 6, &retried(false)),
            (Some(0.4), NotMet),
        ),
        // Fewer than twenty updates before are too few; without updates now there is nothing to compare.
        (
            GuardNoWorse,
            updates(7, 19, "written") + &updates(0, 20, "guard_rejected"),
            String::new(),
            (Some(1.0), NotMeasured),
        ),
        (
            GuardNoWorse,
            updates(7, 20, "written"),
            String::new(),
            (None, TooFew),
        ),
        (
            GuardNoWorse,
            updates(7, 90, "written")
                + &updates(13, 10, "guard_rejected")
                + &updates(0, 85, "written")
                + &updates(6, 15, "guard_rejected"),
            String::new(),
            (Some(0.05), Met),
        ),
        (
            GuardNoWorse,
            updates(7, 90, "written")
                + &updates(13, 10, "guard_rejected")
                + &updates(0, 84, "written")
                + &updates(6, 16, "guard_rejected"),
            String::new(),
            (Some(0.06), NotMet),
        ),
        (
            SanitizeNoWorse,
            updates(8, 50, "written") + &updates(0, 94, "written") + &updates(0, 6, "sanitize_modified"),
            String::new(),
            (Some(0.06), NotMet),
        ),
        (
            SanitizeNoWorse,
            updates(8, 50, "sanitize_modified") + &updates(0, 50, "written"),
            String::new(),
            (Some(-1.0), Met),
        ),
    ] {
        let [preferred, _] = judged(&updated, &routing);
        assert_eq!(criterion(&preferred, name), expected, "{name:?}");
        assert!(!preferred.allowed, "one criterion alone opens nothing");
    }
}

#[test]
fn missing_sections_fall_when_no_third_of_the_days_has_more_than_the_one_before() {
    use Found::{Met, NotMet, TooFew};
    // Of ten notes on the sixth, the fourth and the last day.
    for (missed, expected) in [
        ([5, 3, 1], Met),
        ([5, 5, 4], Met),
        ([0, 0, 0], Met),
        ([2, 2, 2], NotMet),
        ([5, 1, 2], NotMet),
        ([1, 3, 0], NotMet),
    ] {
        let routing: String = [6, 4, 0]
            .into_iter()
            .zip(missed)
            .map(|(ago, missed)| routed(ago, missed, &missing()) + &routed(ago, 10 - missed, &good()))
            .collect();
        let [preferred, _] = judged("", &routing);
        let (seen, found) = criterion(&preferred, Asked::FallbackMissingFalls);
        assert_eq!(found, expected, "{missed:?}");
        assert_eq!(seen, Some(number(missed[2]) / 10.0));
    }
    for (counts, expected) in [([5, 5, 5], Met), ([4, 5, 5], TooFew), ([5, 0, 5], TooFew)] {
        // Thirds of seven days are two, two and three: six and five ago, four and three, two to today.
        let routing: String = [5, 3, 2]
            .into_iter()
            .zip(counts)
            .map(|(ago, count)| routed(ago, count, &good()))
            .collect();
        let [preferred, _] = judged("", &routing);
        assert_eq!(
            criterion(&preferred, Asked::FallbackMissingFalls).1,
            expected,
            "{counts:?}"
        );
    }
}

#[test]
fn required_at_every_boundary() {
    use Asked::{
        Consolidations, FallbackAlarms, GuardRejected, RecallNoWorse, Sessions, ToolCallHasDailySections,
    };
    use Found::{Met, NotMeasured, NotMet, TooFew};
    let sessions = |names: &[&str]| -> String {
        names
            .iter()
            .map(|name| rows(0, 40, &json!({ "outcome": "written", "session_key": name })))
            .collect()
    };
    let alarms = |days: u64, ok: u64| -> String {
        (0..days)
            .map(|ago| routed(ago, ok, &good()) + &routed(ago, 10 - ok, &missing()))
            .collect()
    };
    let rejected = |count: u64, reason: &str| {
        let row = json!({ "outcome": "guard_rejected", "guard_reason": reason, "session_key": "a" });
        updates(0, 100 - count, "written") + &rows(13, count, &row)
    };
    for (name, updated, routing, expected) in [
        (
            Consolidations,
            updates(13, 99, "written"),
            String::new(),
            (Some(99.0), TooFew),
        ),
        (
            Consolidations,
            updates(13, 100, "written"),
            String::new(),
            (Some(100.0), Met),
        ),
        (
            Consolidations,
            updates(14, 100, "written"),
            String::new(),
            (Some(0.0), TooFew),
        ),
        (
            Sessions,
            sessions(&["第一卷", "b"]),
            String::new(),
            (Some(2.0), TooFew),
        ),
        (
            Sessions,
            sessions(&["第一卷", "b", "c"]),
            String::new(),
            (Some(3.0), Met),
        ),
        (
            ToolCallHasDailySections,
            String::new(),
            String::new(),
            (None, TooFew),
        ),
        (
            ToolCallHasDailySections,
            String::new(),
            routed(0, 95, &good()) + &routed(13, 5, &missing()),
            (Some(0.95), Met),
        ),
        (
            ToolCallHasDailySections,
            String::new(),
            routed(0, 94, &good()) + &routed(13, 6, &missing()),
            (Some(0.94), NotMet),
        ),
        (
            GuardRejected,
            rejected(4, "excessive_shrink"),
            String::new(),
            (Some(0.04), Met),
        ),
        (
            GuardRejected,
            rejected(5, "excessive_shrink"),
            String::new(),
            (Some(0.05), NotMet),
        ),
        (
            GuardRejected,
            rejected(50, "heading_retention_too_low"),
            String::new(),
            (Some(0.0), Met),
        ),
        (
            GuardRejected,
            updates(0, 9, "no_change"),
            String::new(),
            (None, TooFew),
        ),
        (FallbackAlarms, String::new(), String::new(), (None, TooFew)),
        (FallbackAlarms, String::new(), alarms(9, 6), (Some(0.0), Met)),
        (FallbackAlarms, String::new(), alarms(1, 5), (Some(1.0), Met)),
        (FallbackAlarms, String::new(), alarms(2, 5), (Some(2.0), NotMet)),
        // A day with four notes raises no alarm, however bad they are.
        (
            FallbackAlarms,
            String::new(),
            (0..9).map(|ago| routed(ago, 4, &missing())).collect(),
            (Some(0.0), Met),
        ),
        (
            RecallNoWorse,
            updates(0, 9, "written"),
            String::new(),
            (None, NotMeasured),
        ),
    ] {
        let [_, required] = judged(&updated, &routing);
        assert_eq!(criterion(&required, name), expected, "{name:?}");
        assert!(!required.allowed, "one criterion alone opens nothing");
    }
}

#[test]
fn thresholds_can_be_set_and_no_threshold_stops_a_verdict() {
    let policy: Policy = serde_json::from_value(json!({ "preferred": { "consolidations": 1 } })).unwrap();
    assert_eq!(policy.preferred.consolidations, 1);
    assert_eq!(policy.preferred.days, 7);
    assert_eq!(policy.required, Required::default());
    assert_eq!(reach(&policy), 14);
    for days in [0, 1, u16::MAX] {
        let mut policy = policy.clone();
        policy.preferred.days = days;
        policy.required.days = days;
        policy.preferred.written = f64::NAN;
        for today in [NaiveDate::MIN, TODAY.parse().unwrap(), NaiveDate::MAX] {
            let verdicts = judge(
                &policy,
                today,
                &MetricSummary::of_nothing(&UPDATES),
                &MetricSummary::of_nothing(&ROUTING),
            );
            assert!(verdicts.iter().all(|verdict| !verdict.allowed));
        }
    }
}
