//! A wrong clock does no harm, and a long absence has no effect on the episodes at once.

use std::fs;
use std::io::Write as _;

use chrono::{DateTime, TimeDelta, Utc};
use contract::{Category, NewRule, NoticeKind, RunKind};
use desk::Listed;
use learning::decay::recall::Query;
use memory::upkeep::Act;
use serde_json::json;
use support::{DEVICE, TestProject, choices, distil, input, morning};

/// The wrong time: an evening in 2038.
fn wrong() -> DateTime<Utc> {
    "2038-01-19T20:00:00Z".parse().expect("a time")
}

fn set(test: &TestProject, now: DateTime<Utc>) {
    test.pass(now - test.project.memory().now());
}

/// Returns the number of complete and the number of shortened episodes.
fn here(test: &TestProject) -> (usize, usize) {
    let listed = test.project.learning().listed_episodes().expect("episodes");
    let whole = listed
        .iter()
        .filter(|listed| matches!(listed, Listed::Whole(_)))
        .count();
    (whole, listed.len() - whole)
}

fn kinds(test: &TestProject) -> Vec<RunKind> {
    let runs = test.project.memory().runs().expect("runs");
    runs.into_iter().map(|run| run.kind).collect()
}

fn notices(test: &TestProject) -> Vec<NoticeKind> {
    let notices = test.project.view().expect("a view").notices;
    notices.into_iter().map(|notice| notice.kind).collect()
}

/// Returns a project with 36 acts on nine days. The last of the days is the day after the usual start of the tests.
fn nine_days(language: &str) -> TestProject {
    let test = TestProject::new();
    set(&test, morning() - TimeDelta::days(9));
    for number in 0..36 {
        if number % 4 == 0 {
            test.pass(TimeDelta::days(1));
        }
        test.project
            .learning()
            .record(input(number, language, true))
            .expect("a capture");
    }
    test
}

/// Opens the project again at a time.
fn at(test: TestProject, now: DateTime<Utc>) -> TestProject {
    test.restarted_with(|_| (), |ports| ports.now = std::sync::Arc::new(move || now))
}

#[test]
fn a_clock_that_is_ahead_for_an_evening_takes_nothing() {
    for language in ["en", "zh"] {
        let test = nine_days(language);
        test.project.learning().maintain().expect("nothing that is due");
        assert_eq!(here(&test), (36, 0));

        // The desk is restarted and used each hour, over midnight.
        for hours in 0..6 {
            set(&test, wrong() + TimeDelta::hours(hours));
            test.project
                .learning()
                .record(input(
                    100 + usize::try_from(hours).expect("a number"),
                    language,
                    true,
                ))
                .expect("a capture");
            test.project.learning().maintain().expect("nothing that is due");
            let recalled = test
                .project
                .learning()
                .preview_recall(&Query::default())
                .expect("a recall");
            assert!(!recalled.is_empty(), "{language}: what is fresh is recalled");
        }
        distil(&test);
        assert_eq!(here(&test), (42, 0), "{language}");

        for days in 1..20 {
            set(&test, morning() + TimeDelta::days(days));
            test.project.learning().maintain().expect("nothing that is due");
            if days < 4 {
                assert_eq!(here(&test), (42, 0), "{language}: back, day {days}");
            }
        }
        // Upkeep goes on by the correct clock. The acts of November fade in time; the acts dated 2038 do not.
        let (whole, shortened) = here(&test);
        assert_eq!(whole + shortened, 42);
        assert!(shortened >= 30, "{language}: {shortened}");
    }
}

#[test]
fn who_was_away_for_two_years_finds_upkeep_going_on_after_five_days() {
    for language in ["en", "zh"] {
        let test = nine_days(language);
        set(&test, morning() + TimeDelta::days(730));
        for day in 1..=5 {
            test.project.learning().maintain().expect("upkeep");
            // The episodes are older than a year, so upkeep forgets them as soon as it has shortened them.
            let expected = if day < 5 { (36, 0) } else { (0, 0) };
            assert_eq!(here(&test), expected, "{language}: day {day}");
            test.use_today();
            test.pass(TimeDelta::days(1));
        }
    }
}

#[test]
fn a_word_says_when_a_clock_is_years_ahead_and_when_it_was() {
    let test = at(nine_days("zh"), wrong());
    assert_eq!(notices(&test), [NoticeKind::ClockAhead]);
    test.use_today();
    let test = at(test, wrong() + TimeDelta::hours(1));
    assert_eq!(notices(&test), [], "once is enough");
    let test = at(test, morning() + TimeDelta::days(1));
    assert_eq!(notices(&test), [NoticeKind::ClockBack]);
    let test = at(test, morning() + TimeDelta::days(2));
    assert_eq!(notices(&test), [], "once is enough");
}

#[test]
fn daily_files_and_insights_stay_when_the_clock_is_ahead_and_go_after_two_years() {
    for (heading, words) in [("## Topics", "The lamp"), ("## 话题", "灯")] {
        let test = nine_days("en");
        let text = format!("# d\n\n{heading}\n\n- {words}\n");
        fs::write(test.path().join("memory/2026-11-15.md"), &text).expect("a daily file");
        fs::create_dir_all(test.path().join("memory/archive")).expect("a folder");
        fs::write(test.path().join("memory/archive/2026-11-01.md"), &text).expect("an archived file");
        let run = |act| {
            let done = test.project.store().upkeep(act, false, |_| ()).expect("upkeep");
            done.run_id.is_some()
        };
        set(&test, wrong());
        test.project
            .learning()
            .record(input(100, "en", true))
            .expect("a capture");
        // The distillation is dated 2038. The later runs must not get an earlier date.
        distil(&test);
        let acts = [
            Act::Apply,
            Act::ApplySafe,
            Act::Archive,
            Act::Compact,
            Act::Expire,
        ];
        assert_eq!(acts.map(run), [false; 5], "at 2038");
        set(&test, morning() + TimeDelta::days(1));
        assert_eq!(acts.map(run), [false; 5], "back again");
        set(&test, morning() + TimeDelta::days(730));
        assert_eq!(acts.map(run), [false; 5], "two years later, the first day");
        test.use_for(5);
        assert!(
            run(Act::Archive) && run(Act::Expire),
            "two years later, the fifth day"
        );
    }
}

#[test]
fn versions_are_not_thinned_out_by_a_clock_that_is_ahead() {
    let test = nine_days("zh");
    let versions = |test: &TestProject| {
        test.project
            .manuscripts()
            .versions("稿.md")
            .expect("versions")
            .len()
    };
    fs::write(test.path().join("稿.md"), "雨。\n").expect("a manuscript");
    for hour in 0..10 {
        test.pass(TimeDelta::minutes(30));
        test.project
            .manuscripts()
            .keep_version("稿.md", &format!("雨下了{hour}个钟头。\n"))
            .expect("a version");
    }
    let before = versions(&test);
    assert_eq!(before, 10);
    set(&test, wrong());
    test.project
        .manuscripts()
        .keep_version("稿.md", "雨停了。\n")
        .expect("a version");
    assert_eq!(versions(&test), before + 1);
    set(&test, morning() + TimeDelta::days(8));
    test.project
        .manuscripts()
        .keep_version("稿.md", "又下雨了。\n")
        .expect("a version");
    assert!(
        versions(&test) < before,
        "in the present they are thinned by the day"
    );
}

#[test]
fn what_a_desk_without_this_rule_forgot_by_a_wrong_clock_comes_back() {
    for language in ["en", "zh"] {
        let test = nine_days(language);
        let ids: Vec<String> = (0..36).map(|number| format!("e{number:05}")).collect();
        // The lines that an earlier version of the desk wrote, which trusted the clock.
        let test = test.restarted(|folder| {
            let journal = folder.join("memory/journal").join(DEVICE).join("2026-11.jsonl");
            let mut file = fs::OpenOptions::new()
                .append(true)
                .open(journal)
                .expect("a journal");
            for (at, kind, list) in [
                ("20:00:00", "compress", "compressed"),
                ("20:00:01", "purge", "purged"),
            ] {
                let at = format!("2038-01-19T{at}Z");
                let mut run = json!({ "id": kind, "kind": kind });
                run[list] = json!(ids);
                for line in [
                    json!({ "type": "run_prepared", "at": at, "run": run }),
                    json!({ "type": "run_completed", "at": at, "run_id": kind }),
                ] {
                    writeln!(file, "{line}").expect("a line");
                }
            }
        });
        assert_eq!(here(&test), (0, 0), "{language}");
        test.project.learning().maintain().expect("upkeep");
        assert_eq!(here(&test), (36, 0), "{language}");
        let runs = kinds(&test);
        assert_eq!(runs[..2], [RunKind::Revived; 2]);
        test.pass(TimeDelta::hours(1));
        test.project.learning().maintain().expect("upkeep");
        assert_eq!(kinds(&test), runs, "once");
        let test =
            test.restarted(|folder| fs::remove_dir_all(folder.join("memory/index")).expect("an index"));
        assert_eq!(here(&test), (36, 0), "{language}: without its index");
    }
}

#[test]
fn a_no_after_a_clock_was_ahead_holds_against_what_was_before_it_only() {
    let test = TestProject::new();
    test.import(&choices("zh", 45, 50));
    distil(&test);
    let learned = test.project.learning().rules().expect("rules").remove(0).rule.id;
    set(&test, wrong());
    let rule = NewRule {
        text: "2038 年的规则".into(),
        category: Category::Style,
        scene_type: None,
    };
    test.project.learning().add_rule(&rule).expect("a rule");
    set(&test, morning() + TimeDelta::days(1));
    test.project.learning().delete_rule(&learned).expect("a no");
    let no = fs::read_to_string(
        test.path()
            .join("memory/journal")
            .join(DEVICE)
            .join("2038-01.jsonl"),
    );
    let no = no.expect("a journal");
    let no = no
        .lines()
        .rfind(|line| line.contains("run_prepared"))
        .expect("a run");
    let no: serde_json::Value = serde_json::from_str(no).expect("JSON");
    let said = no["run"]["tombstones"][0]["at"].as_str().expect("a time");
    assert!(said.starts_with("2026-11-22"), "{said}");
    assert!(
        no["at"].as_str().expect("a time").starts_with("2038"),
        "the run comes after all others"
    );
    assert!(test.project.learning().rule(&learned).is_err());
}

#[test]
fn notes_of_the_days_go_on_after_a_clock_was_ahead() {
    let test = nine_days("en");
    set(&test, wrong());
    test.project
        .learning()
        .record(input(200, "en", true))
        .expect("a capture");
    test.project.store().note_days().expect("notes");
    assert!(test.path().join("memory/2038-01-19.md").exists());
    set(&test, morning() + TimeDelta::days(1));
    test.project
        .learning()
        .record(input(201, "en", true))
        .expect("a capture");
    test.project.store().note_days().expect("notes");
    assert!(test.path().join("memory/2026-11-22.md").exists());
}
