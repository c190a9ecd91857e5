//! Upkeep of memory files: announced before it is done, completely or not at all, and reversible byte for byte.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use chrono::{FixedOffset, NaiveDate, TimeDelta};
use contract::{ErrorCode, RestoreRequest, RunKind};
use desk::Upkept;
use memory::document::Item;
use memory::upkeep::{Act, Risk};
use serde_json::Value;
use support::{DEVICE, TestProject, morning};

use super::faults::{Ways, all_or_nothing};

const ACTS: [Act; 5] = [
    Act::Apply,
    Act::ApplySafe,
    Act::Archive,
    Act::Compact,
    Act::Expire,
];

fn item(words: &str) -> String {
    Item::new(words, "run-1", morning() - TimeDelta::days(60)).bullet(words)
}

fn ago(days: i64) -> NaiveDate {
    morning().date_naive() - TimeDelta::days(days)
}

fn files(test: &TestProject) -> BTreeMap<String, Vec<u8>> {
    test.memory_files()
}

fn write(test: &TestProject, path: &str, text: impl AsRef<[u8]>) {
    let path = test.path().join("memory").join(path);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("a memory file");
}

/// Fills the memory root with daily files of all ages, in both languages and in the formats of different programs.
fn filled(test: &TestProject) {
    for (days, text) in [
        (
            0,
            format!("# d\n\n## Topics\n\n{0}\n{0}\n", item("The present day")),
        ),
        (
            3,
            format!(
                "# d\n\n## Topics\n\n- Mine\n{0}\n{0}\n\n## Decisions\n\n{1}\n\n## Tool Activity\n",
                item("The lamp"),
                item("Wen limps")
            ),
        ),
        (
            30,
            format!(
                "\u{feff}# d\r\n\r\n## 话题\r\n\r\n{}\r\n- 我自己记的\r\n\r\n## 决定\r\n\r\n{}\r\n\r\n## 工具活动\r\n\r\n{}",
                item("第二章的灯"),
                item("林晚跛脚"),
                item("润色了开头")
            ),
        ),
        (
            45,
            format!("# d\n\n## Topics\n\n{}\n", item("Rain in chapter three")),
        ),
        (100, "Only hers, without a heading".into()),
    ] {
        write(test, &format!("{}.md", ago(days)), text);
    }
    write(
        test,
        &format!("archive/{}.md", ago(45)),
        "What was archived before\n",
    );
    write(test, &format!("archive/{}.md", ago(89)), "still\n");
    write(test, &format!("archive/{}.md", ago(90)), "她自己的一行\n");
    write(test, "archive/MEMORY.md", "## 2026-01-01 run-0\n");
    write(
        test,
        "HISTORY.md",
        "# History\n\n[2026-10-01 09:00] Began 开始.\n",
    );
    write(
        test,
        "INSIGHTS.md",
        format!(
            "# 心得\n\n## 经验\n\n{}\n- [2026-01-01] Mine\n{}\n",
            item("[2026-09-01] 先写结尾"),
            item("[2026-11-20] Read aloud")
        ),
    );
}

fn lived() -> TestProject {
    let test = TestProject::new();
    filled(&test);
    test
}

fn done(test: &TestProject, act: Act) -> Upkept {
    test.project.store().upkeep(act, false, |_| ()).expect("upkeep")
}

fn restore(test: &TestProject, run: &str) -> Option<String> {
    let request = RestoreRequest {
        run_id: run.to_owned(),
        ..RestoreRequest::default()
    };
    test.project
        .memory()
        .restore(&request)
        .expect("a way back")
        .run_id
}

#[test]
fn every_act_is_described_done_once_and_taken_back_to_the_same_bytes() {
    for act in ACTS {
        let test = lived();
        let before = files(&test);
        let dry = test
            .project
            .store()
            .upkeep(act, true, |_| ())
            .expect("a description");
        assert_eq!(
            (files(&test), &dry.run_id),
            (before.clone(), &None),
            "a dry run changes nothing"
        );
        assert!(test.project.memory().runs().expect("runs").is_empty());

        let upkept = done(&test, act);
        let run = upkept.run_id.clone().expect("a run");
        assert_eq!(upkept.summary, dry.summary, "it does what was said");
        assert_eq!(upkept.plan.files, dry.plan.files);
        let after = files(&test);
        let differ = |path: &&String| before.get(*path) != after.get(*path);
        let changed: Vec<&String> = before.keys().chain(after.keys()).filter(differ).collect();
        assert!(changed.iter().all(|path| upkept.summary.files.contains(*path)) && !changed.is_empty());
        let runs = test.project.memory().runs().expect("runs");
        assert_eq!((runs.len(), &runs[0].id), (1, &run));
        let kind = match act {
            Act::Apply | Act::ApplySafe => RunKind::Audit,
            Act::Archive => RunKind::Archive,
            Act::Compact => RunKind::Compact,
            Act::Expire => RunKind::Expire,
        };
        assert_eq!(runs[0].kind, kind);

        assert_eq!(
            done(&test, act).run_id,
            None,
            "done twice it is done once: {act:?}"
        );
        assert_eq!(files(&test), after);
        assert_eq!(
            test.project.memory().runs().expect("runs").len(),
            1,
            "and leaves no run"
        );

        let back = restore(&test, &run).expect("a run");
        assert_eq!(files(&test), before, "{act:?} is taken back");
        restore(&test, &back).expect("a run");
        assert_eq!(files(&test), after, "and that too");
        test.project.memory().rebuild().expect("a rebuild");
        restore(&test.reopened(), &run).expect("a run");
        assert_eq!(files(&test), before);
    }
}

#[test]
fn what_leaves_a_day_stands_in_the_archive_word_for_word() {
    let test = lived();
    let before = files(&test);
    done(&test, Act::Apply);
    let after = files(&test);
    let path = |days| format!("{}.md", ago(days));
    for (days, target) in [
        (30, format!("archive/{}.md", ago(30))),
        (45, format!("archive/{}-2.md", ago(45))),
        (100, format!("archive/{}.md", ago(100))),
    ] {
        assert_eq!(after.get(&target), before.get(&path(days)), "{target}");
        assert_eq!(after.get(&path(days)), None);
    }
    for kept in [
        path(0),
        format!("archive/{}.md", ago(45)),
        format!("archive/{}.md", ago(90)),
    ] {
        assert_eq!(after.get(&kept), before.get(&kept), "{kept}");
    }
    let day = String::from_utf8(after[&path(3)].clone()).expect("UTF-8");
    let expected = format!(
        "# d\n\n## Topics\n\n- Mine\n{}\n\n## Decisions\n\n{}\n\n",
        item("The lamp"),
        item("Wen limps")
    );
    assert_eq!(day, expected);
    let insights = String::from_utf8(after["archive/INSIGHTS.md"].clone()).expect("UTF-8");
    assert!(insights.contains(&item("[2026-09-01] 先写结尾")) && !insights.contains("Mine"));
}

#[test]
fn a_life_of_acts_is_taken_back_run_by_run() {
    let test = lived();
    let mut states = Vec::new();
    for _ in 0..4 {
        for act in [Act::ApplySafe, Act::Apply, Act::Compact, Act::Expire] {
            let before = files(&test);
            if let Some(run) = done(&test, act).run_id {
                states.push((run, before));
            }
        }
        test.use_for(31);
    }
    assert!(states.len() >= 8, "{}", states.len());
    let left = files(&test);
    assert!(
        left.keys().all(|path| !path.contains("2026-")),
        "every day has had its time: {left:?}"
    );
    for (run, before) in states.iter().rev() {
        restore(&test, run);
        assert_eq!(&files(&test), before, "{run}");
    }
}

#[test]
fn the_day_turns_where_the_writer_is() {
    for (hours, archived) in [(-10, false), (0, false), (14, true)] {
        let test = TestProject::adjusted(move |ports| {
            let offset = FixedOffset::east_opt(hours * 3600).expect("an offset");
            ports.local = Arc::new(move |_| offset);
        });
        test.pass(TimeDelta::hours(2));
        write(&test, &format!("{}.md", ago(29)), "mine\n");
        assert_eq!(
            done(&test, Act::Archive).run_id.is_some(),
            archived,
            "{hours} hours"
        );
    }
}

#[test]
fn what_is_no_text_is_left_alone_and_never_written_over() {
    let test = TestProject::new();
    write(&test, &format!("{}.md", ago(40)), [0xff, 0xfe, 0x41]);
    write(
        &test,
        &format!("{}.md", ago(41)),
        format!("## 话题\n{}\n", item("雨")),
    );
    write(&test, &format!("archive/{}.md", ago(41)), [0xff]);
    let upkept = done(&test, Act::Archive);
    assert_eq!(
        upkept.plan.files[0].target,
        Some(format!("archive/{}-2.md", ago(41)))
    );
    assert_eq!(upkept.summary.skipped, 2);
    assert_eq!(files(&test)[&format!("{}.md", ago(40))], [0xff, 0xfe, 0x41]);

    write(
        &test,
        &format!("{}.md", ago(42)),
        format!("## 话题\n{}\n", item("风")),
    );
    write(&test, "HISTORY.md", [0xff]);
    let before = files(&test);
    let error = test
        .project
        .store()
        .upkeep(Act::Compact, false, |_| ())
        .expect_err("a story that is no text");
    assert_eq!(error.code(), ErrorCode::MemoryFileUnusable);
    assert_eq!(files(&test), before);
}

#[test]
fn what_is_safe_refuses_a_high_risk_and_says_it_in_a_dry_run() {
    let test = TestProject::new();
    let items: String = (0..50)
        .map(|number| item(&format!("话题 {number}")) + "\n")
        .collect();
    write(&test, &format!("{}.md", ago(30)), format!("## 话题\n{items}"));
    let before = files(&test);
    let dry = test
        .project
        .store()
        .upkeep(Act::ApplySafe, true, |_| ())
        .expect("a description");
    assert_eq!((dry.summary.risk, dry.summary.total), (Risk::High, 50));
    let fault = test
        .project
        .store()
        .upkeep(Act::ApplySafe, false, |_| ())
        .expect_err("too much")
        .fault();
    assert_eq!(fault.code, ErrorCode::MemoryRiskTooHigh);
    assert_eq!(fault.details["total"], "50");
    assert!(!fault.message.contains("话题"));
    assert_eq!(files(&test), before);
    assert!(test.project.memory().runs().expect("runs").is_empty());

    // The project configures the threshold of a high risk.
    let policy = "[memory.upkeep]\nhigh_non_decisions = 51\n";
    fs::write(test.path().join("workflow.toml"), policy).expect("a configuration");
    assert!(done(&test, Act::ApplySafe).run_id.is_some());
}

#[test]
fn what_she_saves_while_it_is_done_is_archived_too() {
    let test = lived();
    let told = AtomicUsize::new(0);
    let path = format!("{}.md", ago(100));
    let upkept = test
        .project
        .store()
        .upkeep(Act::Archive, false, |summary| {
            if told.fetch_add(1, Ordering::SeqCst) == 0 {
                assert!(
                    summary.files.contains(&path) && files(&test).contains_key(&path),
                    "told first"
                );
                write(&test, &path, "She goes on writing 她还在写");
            }
        })
        .expect("a second try");
    assert_eq!(told.into_inner(), 2, "it is said anew when it is another thing");
    assert!(upkept.run_id.is_some());
    let text = &files(&test)[&format!("archive/{path}")];
    assert_eq!(text, "She goes on writing 她还在写".as_bytes());
}

#[test]
fn a_failure_at_any_call_of_the_disk_leaves_all_of_an_act_or_none_of_it() {
    let scene = TestProject::new();
    write(
        &scene,
        &format!("{}.md", ago(30)),
        format!(
            "## 决定\r\n{}\r\n- mine\n\n## 话题\n{}\n",
            item("林晚跛脚"),
            item("第二章的灯")
        ),
    );
    write(&scene, &format!("archive/{}.md", ago(90)), "她自己的一行\n");
    write(
        &scene,
        "INSIGHTS.md",
        format!("## 经验\n{}\n", item("[2026-09-01] 先写结尾")),
    );
    for act in ACTS {
        let tried = all_or_nothing(&format!("{act:?}"), &scene, Ways::InTurn, |test| {
            test.project.store().upkeep(act, false, |_| ()).map(drop)
        });
        println!("{tried}");
    }
}

#[test]
fn every_act_is_measured_and_no_row_has_a_word_of_hers() {
    let test = lived();
    for act in [Act::ApplySafe, Act::Compact, Act::Expire] {
        done(&test, act);
    }
    let seen = test.project.store().observe(None, None).expect("an observation");
    for (metric, rows) in [
        ("cleanup-stage-metrics", 1),
        ("cleanup-conversion-index", 3),
        ("daily-archive-metrics", 3),
        ("daily-archive-compact-metrics", 1),
        ("daily-ttl-metrics", 2),
        ("insights-ttl-metrics", 1),
    ] {
        assert_eq!(seen.metrics[metric].rows, rows, "{metric}");
        let name = format!("{metric}.{DEVICE}.jsonl");
        let text = fs::read_to_string(test.path().join("memory/observability").join(name)).expect("rows");
        assert!(!text.contains('灯') && !text.contains("Rain"), "{text}");
    }
    let rows = fs::read_to_string(
        test.path()
            .join("memory/observability")
            .join(format!("daily-ttl-metrics.{DEVICE}.jsonl")),
    );
    let row: Value = serde_json::from_str(rows.expect("rows").lines().next().expect("a row")).expect("JSON");
    let kept = test
        .path()
        .join("memory")
        .join(row["target_file"].as_str().expect("a path"));
    assert!(kept.is_file(), "where the row says it is kept, it is");
}

/// Runs the command line; returns its exit code, output and errors.
fn say(test: &TestProject, project: &Path, arguments: &[&str]) -> (ExitCode, String, String) {
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let line = [
        &["commonplace", "--project", project.to_str().expect("UTF-8")],
        arguments,
    ]
    .concat();
    let code = cli::run(&test.installation(), line, &b""[..], &mut output, &mut errors);
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (code, text(output), text(errors))
}

#[test]
fn the_command_line_looks_says_the_risk_first_and_does_what_was_asked() {
    let test = TestProject::new();
    write(
        &test,
        "2020-01-01.md",
        format!("## Topics\n{}\n- Mine\n```\n", item("An old lamp")),
    );
    write(&test, "2020-01-02.md", "## 话题\n- 我的\n");
    let before = files(&test);
    let run = |arguments: &[&str]| say(&test, test.path(), arguments);
    let (code, text, _) = run(&["audit"]);
    assert_eq!(code, ExitCode::SUCCESS);
    for said in [
        "2020-01-01.md: due for the archive\n",
        "2020-01-01.md: aged items that are no decisions (1)\n",
        "2020-01-01.md: fenced blocks (1), 1 of them yours and left alone\n",
        "with --apply:\nrisk low: 0 lines go or change",
        "  P2 archive  2\n",
    ] {
        assert!(text.contains(said), "{said:?} is not in {text}");
    }
    let (_, text, _) = run(&["audit", "--compact", "--dry-run"]);
    assert!(
        text.starts_with("risk low") && text.ends_with("nothing was changed\n"),
        "{text}"
    );
    assert_eq!(files(&test), before);
    let (_, json, _) = run(&["audit", "--apply-safe", "--dry-run", "--json"]);
    let json: Value = serde_json::from_str(&json).expect("one document");
    assert_eq!(
        (&json["summary"]["risk"], &json["run_id"]),
        (&"low".into(), &Value::Null)
    );
    assert_eq!(json["plan"]["lines"][0]["action"], "drop_non_decision");
    assert_eq!(json["plan"]["lines"][0]["priority"], "P2");

    let (code, text, _) = run(&["audit", "--archive"]);
    assert_eq!(code, ExitCode::SUCCESS);
    let (risk, rest) = (text.find("risk low"), text.find("done in run"));
    assert!(risk == Some(0) && rest.is_some(), "{text}");
    assert!(text.contains("2020-01-02.md → archive/2020-01-02.md"));
    let (_, text, _) = run(&["audit", "--archive"]);
    assert!(text.ends_with("there is nothing to do\n"), "{text}");
    let (_, json, _) = run(&["audit", "--ttl", "--json"]);
    let json: Value = serde_json::from_str(&json).expect("one document");
    assert_eq!(json["plan"]["files"].as_array().map(Vec::len), Some(2));
    let id = json["run_id"].as_str().expect("a run");
    assert_eq!(run(&["runs", "restore", id]).0, ExitCode::SUCCESS);
    assert!(files(&test).contains_key("archive/2020-01-02.md"));

    let (code, _, errors) = run(&["audit", "--apply", "--ttl"]);
    assert!(
        code != ExitCode::SUCCESS && errors.contains("INVALID_ARGUMENT"),
        "{errors}"
    );
}
