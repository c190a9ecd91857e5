use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::json;

use super::super::table::{METRICS, Rate, UPDATES};
use super::super::{GuardRow, Outcome, Removed, Row, SanitizeRow, Text, UpdateRow, lines};
use super::*;

fn day(date: &str) -> NaiveDate {
    date.parse().unwrap()
}

fn read(metric: &'static Metric, file: &[u8]) -> MetricSummary {
    MetricSummary::read(metric, Window::default(), file).unwrap()
}

fn outcomes() -> &'static Metric {
    &UPDATES
}

fn update(outcome: Outcome, reason: Option<&str>, session: &str) -> Row {
    Row::Update(UpdateRow {
        session_key: session.into(),
        outcome,
        guard_reason: reason.map(str::to_owned),
        sanitize_changes: 2,
        merge_applied: true,
        conflict_count: 0,
        reply_cut_off: false,
    })
}

fn run(id: &str, at: &str, rows: &[Row]) -> String {
    let lines = lines(id, at.parse().unwrap(), rows).unwrap();
    lines.into_iter().map(|line| line + "\n").collect()
}

#[test]
fn a_row_is_written_as_facts_say_it_with_its_time_its_run_and_its_number() {
    let rows = [
        Row::Sanitize(SanitizeRow {
            session_key: "第一卷".into(),
            removed: Removed {
                duplicate_bullet: 3,
                ..Removed::default()
            },
        }),
        Row::Guard(GuardRow {
            session_key: "ferry".into(),
            reason: "excessive_shrink".into(),
            current_memory_chars: 900,
            returned_memory_chars: 12,
            candidate: Text::of("她住在海边"),
        }),
    ];
    assert_eq!(
        run("run-1", "2026-11-21T09:00:00Z", &rows),
        concat!(
            r#"{"ts":"2026-11-21T09:00:00Z","run_id":"run-1","row":0,"session_key":"第一卷","removed":"#,
            r#"{"recent_topic_section":0,"knowledge_reference_section":0,"transient_status_line":0,"duplicate_bullet":3}}"#,
            "\n",
            r#"{"ts":"2026-11-21T09:00:00Z","run_id":"run-1","row":1,"session_key":"ferry","reason":"excessive_shrink","#,
            r#""current_memory_chars":900,"returned_memory_chars":12,"candidate":{"chars":5,"hash":"7e505cc76f80"}}"#,
            "\n",
        )
    );
}

#[test]
fn every_name_in_the_table_is_there_once_and_can_be_a_files() {
    let names: BTreeSet<&str> = METRICS.iter().map(|metric| metric.name).collect();
    assert_eq!(names.len(), METRICS.len());
    for metric in METRICS {
        assert!(
            metric
                .name
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte == b'-')
        );
        let rates: BTreeSet<&str> = metric.rates.iter().map(|rate| rate.name).collect();
        assert_eq!(rates.len(), metric.rates.len(), "{}", metric.name);
    }
}

#[test]
fn the_written_share_counts_the_sanitized_and_leaves_no_change_out() {
    use Outcome::{GuardRejected, NoChange, SanitizeModified, TruncatedSkip, Written};
    let rows = [
        update(Written, None, "a"),
        update(Written, None, "a"),
        update(SanitizeModified, None, "b"),
        update(NoChange, None, "b"),
        update(GuardRejected, Some("excessive_shrink"), "b"),
        update(GuardRejected, Some("heading_retention_too_low"), "c"),
        update(TruncatedSkip, None, "c"),
    ];
    let summary = read(outcomes(), run("r", "2026-11-21T09:00:00Z", &rows).as_bytes());
    let tally = summary.within(Window::default());
    assert_eq!(tally.rows(), 7);
    assert_eq!(tally.count("outcome", "written"), 2);
    assert_eq!(tally.count("guard_reason", "excessive_shrink"), 1);
    assert_eq!(tally.distinct("session_key"), 3);
    assert_eq!(tally.share("written"), Share { of: 3, among: 6 });
    assert_eq!(tally.share("guard_rejected"), Share { of: 1, among: 5 });
    assert_eq!(summary.report(Window::default()).sums["sanitize_changes"], 14);
    assert_eq!(summary.report(Window::default()).rates["written"].rate, Some(0.5));
    assert_eq!(Share::default().rate(), None);
}

#[test]
fn a_metric_added_to_a_table_is_summed_up_without_code() {
    static NAPS: Metric = Metric {
        name: "naps",
        counted: &["where", "long"],
        summed: &["minutes", "dreams.kept"],
        distinct: &["cat"],
        rates: &[Rate {
            name: "on_the_sofa",
            of: &[Test::In("where", &["sofa", "沙发"])],
            among: &[Test::Given("cat"), Test::NotIn("cat", &["stranger"])],
        }],
        sampled: &["cat"],
    };
    let file = concat!(
        r#"{"ts":"2026-11-20T09:00:00Z","run_id":"1","row":0,"cat":"米","where":"沙发","minutes":20,"long":true}"#,
        "\n",
        r#"{"ts":"2026-11-21T09:00:00+08:00","run_id":"2","row":0,"cat":"Tom","where":"box","minutes":4,"dreams":{"kept":3}}"#,
        "\n",
        r#"{"ts":"2026-11-21T09:00:00Z","run_id":"3","row":0,"cat":"stranger","where":"sofa","minutes":-5}"#,
        "\n",
        r#"{"ts":"2026-11-22T09:00:00Z","run_id":"3","row":1,"cat":null,"where":"sofa","minutes":1.5}"#,
        "\n",
    );
    let summary = read(&NAPS, file.as_bytes());
    assert_eq!(
        json!(summary.report(Window::default())),
        json!({
            "rows": 4,
            "counts": { "where": { "box": 1, "sofa": 2, "沙发": 1 }, "long": { "true": 1 } },
            "sums": { "minutes": 24, "dreams.kept": 3 },
            "distinct": { "cat": 3 },
            "rates": { "on_the_sofa": { "of": 1, "among": 2, "rate": 0.5 } },
            "samples": [
                { "ts": "2026-11-22T09:00:00Z", "run_id": "3", "fields": {} },
                { "ts": "2026-11-21T09:00:00Z", "run_id": "3", "fields": { "cat": "stranger" } },
                { "ts": "2026-11-21T09:00:00+08:00", "run_id": "2", "fields": { "cat": "Tom" } },
            ],
            "passed_over": { "repeated": 0, "foreign": 0, "torn": 0, "outside": 0 },
        })
    );
    let days: Vec<_> = summary.days().map(|(day, tally)| (day, tally.rows())).collect();
    assert_eq!(
        days,
        [
            (day("2026-11-20"), 1),
            (day("2026-11-21"), 2),
            (day("2026-11-22"), 1)
        ]
    );
}

#[test]
fn torn_and_foreign_lines_are_counted_and_nothing_else() {
    let good = run(
        "r",
        "2026-11-21T09:00:00Z",
        &[update(Outcome::Written, None, "a")],
    );
    let long = format!("{{\"ts\":\"{}\"}}\n", "9".repeat(200_000));
    for (file, foreign, torn) in [
        (good.clone(), 0, 0),
        (format!("{good}{{\"ts\":\"2026-11-2"), 0, 1),
        // A whole row that was never ended was never acknowledged.
        (format!("{good}{}", good.trim_end()), 0, 1),
        (format!("\n\0\0\0\n<<<<<<< HEAD\n{good}[]\n"), 4, 0),
        (
            format!("{{\"ts\":\"2026-11-21T09:00:00Z\",\"run_id\":\"q\"}}\n{good}"),
            1,
            0,
        ),
        (
            format!("{{\"ts\":\"yesterday\",\"run_id\":\"q\",\"row\":0}}\n{good}"),
            1,
            0,
        ),
        (
            format!("{{\"ts\":\"2026-11-21T09:00:00Z\",\"run_id\":\"q\",\"row\":-1}}\n{good}"),
            1,
            0,
        ),
        (format!("{{\"ts\":7,\"run_id\":\"q\",\"row\":1}}\n{good}"), 1, 0),
        (format!("{long}{good}{long}"), 2, 0),
        (format!("{good}{}", long.trim_end()), 1, 0),
        (format!("{good}{}", "x".repeat(60_000)), 0, 1),
    ] {
        let summary = read(outcomes(), file.as_bytes());
        assert_eq!(summary.within(Window::default()).rows(), 1, "{file:.80}");
        let PassedOver {
            foreign: seen,
            torn: ends,
            ..
        } = summary.passed_over;
        assert_eq!((seen, ends), (foreign, torn), "{file:.80}");
    }
}

#[test]
fn what_a_run_wrote_again_counts_once() {
    let three: Vec<Row> = ["a", "b", "c"]
        .map(|session| update(Outcome::Written, None, session))
        .into();
    let first = run("r1", "2026-11-21T09:00:00Z", &three[..2]);
    let again = run("r1", "2026-11-21T09:05:00Z", &three);
    let other = run("r2", "2026-11-21T09:06:00Z", &three[..1]);
    for (file, rows, repeated) in [
        // Killed between the second and the third row, and written again at the next start.
        (format!("{first}{again}{other}"), 4, 2),
        (format!("{again}{again}"), 3, 3),
        (format!("{first}{{\"ts\":\"20\n{again}"), 3, 2),
        (format!("{first}{other}"), 3, 0),
    ] {
        let summary = read(outcomes(), file.as_bytes());
        assert_eq!(summary.within(Window::default()).rows(), rows);
        assert_eq!(summary.passed_over.repeated, repeated);
    }
}

#[test]
fn a_window_has_both_its_ends() {
    let file: String = (19..=23)
        .map(|day| {
            let at = format!("2026-11-{day}T23:59:59Z");
            run(&at, &at, &[update(Outcome::Written, None, "a")])
        })
        .collect();
    for (since, until, rows) in [
        (None, None, 5),
        (Some("2026-11-20"), None, 4),
        (None, Some("2026-11-20"), 2),
        (Some("2026-11-20"), Some("2026-11-22"), 3),
        (Some("2026-11-23"), Some("2026-11-19"), 0),
    ] {
        let window = Window {
            since: since.map(day),
            until: until.map(day),
        };
        let summary = MetricSummary::read(outcomes(), window, file.as_bytes()).unwrap();
        assert_eq!(summary.within(Window::default()).rows(), rows);
        assert_eq!(summary.passed_over.outside, 5 - rows);
        let whole = read(outcomes(), file.as_bytes());
        assert_eq!(whole.within(window).rows(), rows);
        let report = whole.report(window);
        assert_eq!(report.passed_over, summary.passed_over);
        assert!(
            report
                .samples
                .iter()
                .all(|sample| window.holds(day(&sample.ts[..10])))
        );
    }
}

#[test]
fn a_field_of_ever_new_values_stays_small_and_loses_no_count() {
    let file: String = (0..500)
        .map(|number| {
            let reason = format!("{number:03}{}", "长".repeat(100));
            let row = update(Outcome::GuardRejected, Some(&reason), &reason);
            run(&format!("r{number}"), "2026-11-21T09:00:00Z", &[row])
        })
        .collect();
    let report = read(outcomes(), file.as_bytes()).report(Window::default());
    let reasons = &report.counts["guard_reason"];
    assert_eq!(reasons.len(), VALUES + 1);
    assert_eq!(reasons["…"], 500 - VALUES as u64);
    assert_eq!(reasons.values().sum::<u64>(), 500);
    assert!(reasons.keys().all(|reason| reason.len() <= LONGEST_VALUE));
    assert_eq!(report.distinct["session_key"], DISTINCT);
}

fn some_row() -> impl Strategy<Value = Row> {
    let outcome = prop::sample::select(vec![
        Outcome::Written,
        Outcome::SanitizeModified,
        Outcome::GuardRejected,
        Outcome::NoChange,
        Outcome::TruncatedSkip,
    ]);
    // More reasons than are counted one by one, so that values dropped on the way are tested too.
    (outcome, prop::option::of(0..60_u32), 0..90_u32).prop_map(|(outcome, reason, session)| {
        update(
            outcome,
            reason.map(|reason| format!("理由{reason}")).as_deref(),
            &session.to_string(),
        )
    })
}

proptest! {
    #[test]
    fn runs_in_any_order_on_any_devices_add_up_to_the_same(
        runs in prop::collection::vec((0..5_u32, prop::collection::vec(some_row(), 1..4), 0..3_usize), 0..120),
        order in any::<u64>(),
    ) {
        let written: Vec<(String, usize)> = runs
            .iter()
            .enumerate()
            .map(|(number, (day, rows, device))| {
                let at = format!("2026-11-1{day}T09:00:{:02}Z", number % 60);
                (run(&format!("run-{number}"), &at, rows), *device)
            })
            .collect();
        let whole: String = written.iter().map(|(lines, _)| lines.as_str()).collect();
        let expected = read(outcomes(), whole.as_bytes());

        let mut shuffled: Vec<&(String, usize)> = written.iter().collect();
        shuffled.sort_by_cached_key(|(lines, _)| {
            let mut hasher = DefaultHasher::new();
            (order, lines).hash(&mut hasher);
            hasher.finish()
        });
        let mut sum = MetricSummary::of_nothing(outcomes());
        for device in 0..3 {
            let file: String = shuffled
                .iter()
                .filter(|(_, on)| *on == device)
                .map(|(lines, _)| lines.as_str())
                .collect();
            sum.merge(&read(outcomes(), file.as_bytes()));
        }
        prop_assert_eq!(sum.report(Window::default()), expected.report(Window::default()));
        let days = |summary: &MetricSummary| -> Vec<_> {
            summary.days().map(|(day, tally)| (day, tally.rows(), tally.share("written"))).collect()
        };
        prop_assert_eq!(days(&sum), days(&expected));
    }

    #[test]
    fn no_bytes_stop_a_summary_and_every_line_is_counted_somewhere(
        lines in prop::collection::vec(prop_oneof![
            any::<Vec<u8>>(),
            "\\PC{0,40}".prop_map(String::into_bytes),
            some_row().prop_map(|row| run("r", "2026-11-21T09:00:00Z", &[row]).into_bytes()),
        ], 0..20),
    ) {
        let file = lines.concat();
        let summary = read(outcomes(), &file);
        let over = summary.passed_over;
        let counted = summary.within(Window::default()).rows() + over.repeated + over.foreign + over.torn;
        let ends = file.iter().filter(|byte| **byte == b'\n').count() as u64;
        let open = u64::from(file.last().is_some_and(|byte| *byte != b'\n'));
        prop_assert_eq!(counted, ends + open);
    }
}
