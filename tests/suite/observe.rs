//! The metrics of the store: written row by row, summed over devices, judged, kept and compared.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use chrono::{DateTime, FixedOffset, TimeDelta};
use contract::{ErrorCode, GateFound, GateQuestion, RunKind};
use desk::{Change, Consolidation, Installation, Observation};
use memory::consolidation::message::{Conversation, Message};
use memory::document::Item;
use memory::metrics::{GuardRow, Outcome, Row, Text, UpdateRow};
use memory::upkeep::{Act, Kind};
use models::Scripted;
use serde_json::{Value, json};
use support::{DEVICE, TestProject, morning};
use vault::FailingDisk;

fn update(outcome: Outcome, session: &str) -> Row {
    Row::Update(UpdateRow {
        session_key: session.into(),
        outcome,
        guard_reason: (outcome == Outcome::GuardRejected).then(|| "excessive_shrink".into()),
        sanitize_changes: 0,
        merge_applied: true,
        conflict_count: 0,
        reply_cut_off: false,
    })
}

fn guard(candidate: &str) -> Row {
    Row::Guard(GuardRow {
        session_key: "渡口".into(),
        reason: "excessive_shrink".into(),
        current_memory_chars: 900,
        returned_memory_chars: 5,
        candidate: Text::of(candidate),
    })
}

/// Writes the rows as measurements of a run.
fn record(test: &TestProject, run_id: &str, rows: &[Row]) {
    let run = test
        .project
        .memory()
        .change_files(memory::RunKind::Consolidate, |_, _| {
            Ok(Change {
                run_id: Some(run_id.into()),
                rows: rows.to_vec(),
                ..Change::default()
            })
        });
    run.expect("a run");
}

fn observed(test: &TestProject) -> Observation {
    test.project.store().observe(None, None).expect("an observation")
}

fn metrics(test: &TestProject) -> std::path::PathBuf {
    test.path().join("memory/observability")
}

#[test]
fn rows_of_every_device_are_added_up_and_none_has_the_writers_words() {
    let test = TestProject::new();
    let rows = [
        update(Outcome::Written, "a"),
        guard("她住在海边，没有人知道"),
        update(Outcome::GuardRejected, "渡口"),
    ];
    record(&test, "run-1", &rows);
    record(&test, "run-2", &[]);
    let other = test.reopened_as("desk-other");
    record(&other, "run-3", &[update(Outcome::NoChange, "b")]);
    let folder = metrics(&test);
    // Files that belong to no device: a conflict copy of a sync tool, and names without a valid device.
    for name in [
        "memory-update-outcome.jsonl",
        "memory-update-outcome.desk (1).jsonl",
        "outcome.desk-a.jsonl",
    ] {
        fs::copy(
            folder.join(format!("memory-update-outcome.{DEVICE}.jsonl")),
            folder.join(name),
        )
        .expect("a copy");
    }

    for desk in [&test, &other] {
        let seen = observed(desk);
        let outcomes = &seen.metrics["memory-update-outcome"];
        assert_eq!(outcomes.rows, 3);
        let count = |name: &str, number| (name.to_owned(), number);
        assert_eq!(
            outcomes.counts["outcome"],
            BTreeMap::from([
                count("guard_rejected", 1),
                count("no_change", 1),
                count("written", 1)
            ])
        );
        assert_eq!(outcomes.rates["written"].rate, Some(0.5));
        assert_eq!(seen.metrics["memory-update-guard-metrics"].rows, 1);
        assert_eq!(seen.metrics["context-trace"].rows, 0);
    }
    for entry in fs::read_dir(&folder).expect("the folder") {
        let path = entry.expect("an entry").path();
        if path.is_file() {
            assert!(!fs::read_to_string(path).expect("text").contains("海边"));
        }
    }
}

#[test]
fn a_run_that_writes_its_rows_again_after_a_crash_counts_once() {
    let test = TestProject::new();
    let rows = [update(Outcome::Written, "a"), update(Outcome::Written, "b")];
    record(&test, "run-1", &rows);
    let path = metrics(&test).join(format!("memory-update-outcome.{DEVICE}.jsonl"));
    // As after a kill in the middle of the second row.
    let bytes = fs::read(&path).expect("rows");
    let torn = &bytes[..bytes.len() - 20];
    let test = test.restarted(|_| fs::write(&path, torn).expect("a torn file"));
    assert_eq!(observed(&test).metrics["memory-update-outcome"].rows, 1);
    assert_eq!(
        observed(&test).metrics["memory-update-outcome"].passed_over.torn,
        1
    );

    test.pass(TimeDelta::minutes(5));
    // The run's own copy of its rows, which it keeps until they are written, as the kill left it.
    let lines: Vec<&str> = str::from_utf8(&bytes).expect("rows").lines().collect();
    let kept = json!({ "device": DEVICE, "lines": { "memory-update-outcome": lines } });
    let test = test.restarted(|project| {
        let folder = project.join("memory/history/run-1");
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("metrics.json"), kept.to_string()).expect("rows to write");
    });
    record(&test, "run-2", &rows[..1]);
    let report = &observed(&test).metrics["memory-update-outcome"];
    assert_eq!(
        (report.rows, report.passed_over.repeated, report.passed_over.torn),
        (3, 1, 0)
    );
    let aside: Vec<_> = fs::read_dir(metrics(&test).join("set-aside"))
        .expect("what was torn")
        .collect();
    assert_eq!(aside.len(), 1);
}

#[test]
fn observing_leaves_no_trace() {
    let test = TestProject::new();
    let seen = observed(&test);
    assert!(seen.gates.iter().all(|verdict| !verdict.allowed));
    assert_eq!(seen.store, desk::StoreFigures::default());
    assert!(!metrics(&test).exists());
    let view = test.project.store().observed().expect("a view");
    assert_eq!(view.weeks, []);
    assert_eq!(view.gates.len(), 2);
}

#[test]
fn the_gates_follow_the_thresholds_of_the_project() {
    let test = TestProject::new();
    let rows: Vec<Row> = (0..4).map(|_| update(Outcome::Written, "a")).collect();
    record(&test, "run-1", &rows);
    let consolidations = || {
        let view = test.project.store().observed().expect("a view");
        let criterion = view.gates[0]
            .criteria
            .iter()
            .find(|criterion| criterion.name == GateQuestion::Consolidations)
            .expect("the criterion")
            .clone();
        (criterion.needed, criterion.seen, criterion.found)
    };
    assert_eq!(consolidations(), (Some(50.0), Some(4.0), GateFound::TooFew));
    fs::write(
        test.path().join("workflow.toml"),
        "[memory.gates.preferred]\nconsolidations = 4\nwritten = 1\n",
    )
    .expect("a configuration");
    assert_eq!(consolidations(), (Some(4.0), Some(4.0), GateFound::Met));
    fs::write(
        test.path().join("workflow.toml"),
        "[memory.gates]\npreferred = 7\n",
    )
    .expect("a configuration");
    assert_eq!(consolidations(), (Some(50.0), Some(4.0), GateFound::TooFew));
}

#[test]
fn weeks_have_no_gaps_and_end_with_this_one() {
    let test = TestProject::new();
    record(
        &test,
        "run-1",
        &[update(Outcome::Written, "a"), update(Outcome::NoChange, "a")],
    );
    test.pass(TimeDelta::days(15));
    record(&test, "run-2", &[update(Outcome::GuardRejected, "a")]);
    let weeks = test.project.store().observed().expect("a view").weeks;
    let said: Vec<_> = weeks
        .iter()
        .map(|week| {
            (
                week.week.as_str(),
                week.written,
                week.guard_rejected,
                week.no_change,
            )
        })
        .collect();
    assert_eq!(
        said,
        [
            ("2026-11-16", 1, 0, 1),
            ("2026-11-23", 0, 0, 0),
            ("2026-11-30", 0, 1, 0),
        ]
    );
}

fn scene(project: &Path) {
    let memory = project.join("memory");
    let brother = "Tom is her brother";
    let item = Item::new(brother, "run-1", DateTime::UNIX_EPOCH).bullet(brother);
    let remembered = format!("# Memory\n\n## 人物\n\n- 她怕水\n{item}\n");
    for (path, text) in [
        ("MEMORY.md", remembered.as_str()),
        (
            "INSIGHTS.md",
            "# Insights\n\n## Lessons Learned\n\n- [2026-11-20] one\n",
        ),
        ("2026-11-21.md", "# 2026-11-21\n\n## Topics\n\n- the ferry\n"),
        ("2026-10-30.md", "## Topics\n"),
        ("2026-06-01.md", "## Topics\n"),
        ("archive/2026-01-01.md", "## Topics\n\n- old\n"),
        ("history/run-1/files/MEMORY.md", "## Not counted\n"),
        ("chats/渡口.md", "\u{feff}## 要点\r\n- 一\r\n"),
    ] {
        let path = memory.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
}

#[test]
fn the_memory_files_are_counted_by_what_they_hold_and_how_old_they_are() {
    let test = TestProject::new();
    scene(test.path());
    let store = observed(&test).store;
    let names: Vec<&str> = store.files.keys().map(String::as_str).collect();
    assert_eq!(names, ["INSIGHTS.md", "MEMORY.md", "chats/渡口.md"]);
    let memory = store.files["MEMORY.md"];
    assert_eq!(
        (memory.sections, memory.rules, memory.items, memory.own),
        (1, 0, 1, 1)
    );
    assert_eq!(store.files["chats/渡口.md"].own, 1);
    let daily = store.daily;
    let files = [daily.week, daily.month, daily.quarter, daily.older].map(|census| census.files);
    assert_eq!(files, [1, 1, 0, 1]);
    assert_eq!((store.archive.files, store.archive.own), (1, 1));
}

#[test]
fn an_observation_is_kept_once_and_compared_with_what_came_after() {
    let test = TestProject::new();
    scene(test.path());
    let before = observed(&test);
    let path = test
        .project
        .store()
        .keep_observation("before", &before)
        .expect("a snapshot");
    assert_eq!(path, "memory/observability/snapshots/before.json");
    assert_eq!(
        test.project
            .store()
            .differences("before", &before)
            .expect("a comparison"),
        []
    );

    for tag in ["before", "", "../x", "十一月"] {
        let error = test
            .project
            .store()
            .keep_observation(tag, &before)
            .expect_err("a refusal");
        assert_eq!(error.code(), ErrorCode::InvalidArgument, "{tag}");
    }
    let missing = test
        .project
        .store()
        .differences("after", &before)
        .expect_err("a refusal");
    assert_eq!(missing.code(), ErrorCode::NotFound);

    record(&test, "run-1", &[update(Outcome::Written, "a")]);
    fs::write(test.path().join("memory/INSIGHTS.md"), "# Insights\n").expect("a file");
    let differences = test
        .project
        .store()
        .differences("before", &observed(&test))
        .expect("a comparison");
    let of = |path: &str| {
        let one = differences.iter().find(|one| one.path == path);
        one.map(|one| (one.before.clone(), one.after.clone()))
    };
    assert_eq!(of("store.files.INSIGHTS.md.own"), Some((json!(1), json!(0))));
    assert_eq!(
        of("metrics.memory-update-outcome.rows"),
        Some((json!(0), json!(1)))
    );
    assert_eq!(
        of("metrics.memory-update-outcome.counts.outcome.written"),
        Some((Value::Null, json!(1)))
    );
    assert_eq!(
        of("gates.preferred.reasons.written.found"),
        Some((json!("too_few"), json!("met")))
    );
    assert_eq!(of("store.files.MEMORY.md.own"), None);
}

fn say(project: &Path, arguments: &[&str]) -> (ExitCode, String) {
    let data = tempfile::tempdir().expect("a temporary folder");
    let mut output = Vec::new();
    let line = [
        &["commonplace", "--project", project.to_str().expect("UTF-8")],
        arguments,
    ]
    .concat();
    let code = cli::run(
        &Installation::at(data.path()),
        line,
        &b""[..],
        &mut output,
        Vec::new(),
    );
    (code, String::from_utf8(output).expect("UTF-8 on standard output"))
}

#[test]
fn the_command_line_prints_tables_markdown_and_one_document() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let project = folder.path();
    say(project, &["project", "init"]);
    scene(project);
    let metrics = project.join("memory/observability");
    fs::create_dir_all(&metrics).expect("a folder");
    let row = |run: &str, outcome: &str| {
        format!(
            "{{\"ts\":\"2026-11-20T09:00:00Z\",\"run_id\":\"{run}\",\"row\":0,\"session_key\":\"渡口\",\"outcome\":\"{outcome}\"}}\n"
        )
    };
    let rows = row("1", "written") + &row("2", "guard_rejected") + "half a li";
    fs::write(metrics.join("memory-update-outcome.desk-a.jsonl"), rows).expect("rows");
    let days = ["observe", "--since", "2026-11-01", "--until", "2026-11-21"];

    let (code, text) = say(project, &days);
    assert_eq!(code, ExitCode::SUCCESS);
    assert!(text.starts_with("observed 2026-11-01 to 2026-11-21\n"), "{text}");
    let line = |beginning: &str| {
        let line = text.lines().find(|line| line.trim_start().starts_with(beginning));
        line.unwrap_or_default()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(line("MEMORY.md"), "MEMORY.md 1 1 0 1 1 147", "{text}");
    assert_eq!(line("written, rate"), "written, rate 50.0 % 1 of 2");
    assert_eq!(line("passed over: torn"), "passed over: torn 1");
    assert_eq!(line("consolidations"), "consolidations 2 at least 50 too few");
    assert!(
        !text.contains("context-trace"),
        "a metric nothing was written of is left out"
    );
    // A Chinese character is two columns wide; the numbers must still be aligned.
    let ends = |name: &str| {
        text.lines()
            .find(|line| line.contains(name))
            .map(|line| line.chars().count())
    };
    assert_eq!(ends("chats/渡口.md").map(|end| end + 2), ends("  MEMORY.md"));

    let (_, markdown) = say(project, &[&days[..], &["--markdown"]].concat());
    assert!(
        markdown.starts_with("# Memory, observed 2026-11-01"),
        "{markdown}"
    );
    assert!(markdown.contains("| outcome = written | 1 |  |\n"), "{markdown}");
    assert!(markdown.contains("| --- | ---: | ---: | ---: |\n"), "{markdown}");

    let (_, document) = say(project, &[&days[..], &["--json", "--tag", "第一"]].concat());
    let fault: Value = serde_json::from_str(&document).expect("one document");
    assert_eq!(fault["code"], "INVALID_ARGUMENT");
    let (code, document) = say(project, &[&days[..], &["--json", "--tag", "first"]].concat());
    let seen: Value = serde_json::from_str(&document).expect("one document");
    assert_eq!(code, ExitCode::SUCCESS);
    assert_eq!(
        seen["metrics"]["memory-update-outcome"]["rates"]["written"]["among"],
        2
    );
    assert_eq!(seen["gates"][0]["reasons"][0]["found"], "too_few");
    assert_eq!(seen["kept"], "memory/observability/snapshots/first.json");

    fs::remove_file(project.join("memory/INSIGHTS.md")).expect("a file less");
    let against = [&days[..], &["--against", "first"]].concat();
    let (_, text) = say(project, &against);
    assert!(text.contains("Different since first\n"), "{text}");
    assert!(text.contains("store.files.INSIGHTS.md.own"), "{text}");
    let (_, document) = say(project, &[&against[..], &["--json"]].concat());
    let seen: Value = serde_json::from_str(&document).expect("one document");
    assert_eq!(seen["against"], "first");
    assert!(seen["differences"].as_array().is_some_and(|all| !all.is_empty()));
    let (code, _) = say(project, &[&days[..], &["--against", "none"]].concat());
    assert_eq!(code, ExitCode::FAILURE);
}

#[test]
fn a_daily_file_is_aged_by_the_same_days_that_upkeep_counts() {
    // Past midnight in local time, but still the day before in UTC.
    let test = TestProject::adjusted(|ports| {
        ports.now = Arc::new(|| morning() + TimeDelta::hours(12));
        ports.local = Arc::new(|_| FixedOffset::east_opt(8 * 3600).expect("an offset"));
    });
    let today = (morning() + TimeDelta::days(1)).date_naive();
    for days in [0, 6, 7, 29, 30, 89, 90] {
        let path = format!("memory/{}.md", today - TimeDelta::days(days));
        fs::write(test.path().join(path), "## 话题\n\n- 一\n").expect("a file");
    }
    let daily = observed(&test).store.daily;
    let files = [daily.week, daily.month, daily.quarter, daily.older].map(|census| census.files);
    assert_eq!(files, [2, 2, 2, 1]);
    let audit = test.project.store().audit().expect("an audit");
    let aged = audit
        .findings
        .iter()
        .filter(|found| found.kind == Kind::AgedDaily);
    assert_eq!(
        aged.count() as u64,
        daily.quarter.files + daily.older.files,
        "what is older than a month is what upkeep archives"
    );
}

/// Consolidates a conversation of one message.
fn consolidated(test: &TestProject) -> desk::Result<Vec<desk::Stretch>> {
    let conversation = Conversation {
        messages: vec![Message {
            id: Some("m1".into()),
            at: morning(),
            role: "user".into(),
            name: None,
            tools: Vec::new(),
            content: "渡口的灯九点熄。".into(),
        }],
        refused: Vec::new(),
    };
    let answer = json!({ "save_memory": {
        "history_entry": "定下渡口的灯。",
        "memory_update": "## 地点\n- 渡口的灯九点熄\n\n## 近期讨论主题\n- 灯\n",
        "daily_sections": { "topics": ["渡口的灯"] },
    }});
    let what = Consolidation {
        session: "渡口",
        conversation: &conversation,
        everything: true,
        dry_run: false,
    };
    let model = Scripted::parse(&answer.to_string()).expect("a script");
    test.project.store().consolidate(&what, &model)
}

/// Returns the number of rows of each metric of a consolidation, and the number of consolidations.
fn rows_and_runs(test: &TestProject) -> ([u64; 3], usize) {
    let seen = observed(test);
    let rows = [
        "memory-update-outcome",
        "daily-routing-metrics",
        "memory-update-sanitize-metrics",
    ]
    .map(|metric| seen.metrics[metric].rows);
    let runs = test.project.memory().runs().expect("runs");
    let runs = runs.iter().filter(|run| run.kind == RunKind::Consolidate);
    (rows, runs.count())
}

#[test]
fn wherever_the_machine_stops_a_run_has_its_rows_once_and_no_run_has_none() {
    let mut done = 0;
    for call in 1.. {
        let disk = Arc::new(FailingDisk::at(usize::MAX).from_then_on());
        let test = TestProject::adjusted(|ports| ports.disk = Arc::clone(&disk) as _);
        disk.fail_in(call);
        let outcome = consolidated(&test);
        let stopped = disk.has_failed();
        // After a second restart, the recovered rows must not be written again.
        let test = test.restarted(|_| ()).restarted(|_| ());
        let (rows, runs) = rows_and_runs(&test);
        assert_eq!(rows, [runs as u64; 3], "call {call}: {outcome:?}");
        if outcome.is_ok() {
            assert_eq!(runs, 1, "call {call}");
            done += 1;
        }
        if !stopped {
            break;
        }
    }
    assert!(done > 3, "several stops come behind the run: {done}");
}

#[test]
fn a_metric_that_cannot_be_written_makes_no_failure_of_what_is_done() {
    let test = TestProject::new();
    fs::write(metrics(&test), "no folder").expect("a file");
    let stretches = consolidated(&test).expect("the run is done");
    assert_eq!(stretches.len(), 1);
    fs::write(test.path().join("memory/2026-08-01.md"), "## 话题\n\n- 旧事\n").expect("a file");
    let kept = test.project.store().upkeep(Act::Archive, false, |_| ());
    assert!(kept.expect("the run is done").run_id.is_some());
    let test = test.restarted(|folder| fs::remove_file(folder.join("memory/observability")).expect("a file"));
    assert_eq!(rows_and_runs(&test), ([1, 1, 1], 1));
    assert_eq!(observed(&test).metrics["daily-archive-metrics"].rows, 1);
    for run in test.project.memory().runs().expect("runs") {
        let staged = test
            .path()
            .join(format!("memory/history/{}/metrics.json", run.id));
        assert!(!staged.exists(), "what is written waits no more");
    }
}
