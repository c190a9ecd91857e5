use std::collections::BTreeMap;

use chrono::{NaiveDate, TimeDelta, TimeZone as _, Utc};
use proptest::prelude::*;

use super::*;
use crate::consolidation::arbitrary::{Dice, memory_file};
use crate::document::{self, Item};
use crate::files::daily::DailySection;
use crate::policy::{Policies, Upkeep};

const RUN: &str = "run-9";

fn today() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, 21).expect("a day")
}

fn ago(days: i64) -> NaiveDate {
    today() - TimeDelta::days(days)
}

fn when() -> When<'static> {
    When {
        today: today(),
        now: Utc
            .with_ymd_and_hms(2026, 11, 21, 9, 0, 0)
            .single()
            .expect("a time"),
        run_id: RUN,
    }
}

fn item(words: &str) -> String {
    let at = Utc
        .with_ymd_and_hms(2026, 10, 1, 9, 0, 0)
        .single()
        .expect("a time");
    Item::new(words, "run-1", at).bullet(words)
}

/// A daily file with items of consolidation, and a line of the writer's.
fn english() -> String {
    format!(
        "# d\n\n## Topics\n\n{}\n- My own note\n\n## Decisions\n\n{}\n\n## Tool Activity\n\n{}\n\n## Open Questions\n\n{}\n",
        item("The lamp in chapter two"),
        item("Wen limps"),
        item("Polished the opening"),
        item("Who lit the lamp?"),
    )
}

fn chinese() -> String {
    format!(
        "\u{feff}# d\r\n\r\n## 话题\r\n\r\n{}\r\n- 我自己记的\r\n\r\n## 决定\r\n\r\n{}\r\n\r\n## 工具活动\r\n\r\n{}\r\n\r\n## 待解问题\r\n\r\n{}",
        item("第二章的灯"),
        item("林晚跛脚"),
        item("润色了开头"),
        item("灯是谁点的？"),
    )
}

fn files(daily: &[(i64, &str)]) -> Files {
    Files {
        daily: daily
            .iter()
            .map(|(days, text)| (format!("{}.md", ago(*days)), (*text).to_owned()))
            .collect(),
        ..Files::default()
    }
}

fn planned(act: Act, files: &Files) -> Plan {
    let plan = plan(act, files, when(), &Policies::default());
    plan.verify(files).expect("nothing is lost");
    plan
}

/// The files as they are after a plan.
fn carried_out(files: &Files, plan: &Plan) -> Files {
    let mut next = files.clone();
    for (path, after) in &plan.after {
        let text = after.clone().unwrap_or_default();
        match path.as_str() {
            HISTORY => next.history = text,
            INSIGHTS => next.insights = text,
            INSIGHTS_ARCHIVE => next.insights_archive = text,
            path => {
                let folder = if day_of(path).is_some() {
                    &mut next.daily
                } else {
                    &mut next.archived
                };
                match after {
                    Some(after) => drop(folder.insert(path.to_owned(), after.clone())),
                    None => drop(folder.remove(path)),
                }
            }
        }
    }
    next.taken.extend(next.archived.keys().cloned());
    next.taken
        .retain(|path| next.archived.contains_key(path) || archived_day_of(path).is_none());
    next
}

/// Every change as `P2 drop_tool_activity tool_activity: words`.
fn said(plan: &Plan) -> Vec<String> {
    let name = |value: serde_json::Value| value.as_str().unwrap_or("-").to_owned();
    plan.lines
        .iter()
        .map(|change| {
            format!(
                "{:?} {} {}: {}",
                change.priority,
                name(serde_json::json!(change.action)),
                change.section.map_or("-", DailySection::key),
                document::words(&change.before),
            )
        })
        .collect()
}

#[test]
fn a_day_goes_to_the_archive_as_it_is_when_its_days_are_over() {
    let (english, chinese) = (english(), chinese());
    let files = files(&[
        (0, &english),
        (29, &english),
        (30, &chinese),
        (40, "\u{feff}Mine.\r\n"),
    ]);
    for act in [Act::Apply, Act::Archive, Act::Compact] {
        let plan = planned(act, &files);
        let moves: Vec<_> = plan
            .files
            .iter()
            .map(|change| (change.path.as_str(), change.target.as_deref()))
            .collect();
        assert_eq!(
            moves,
            [
                ("2026-10-12.md", Some("archive/2026-10-12.md")),
                ("2026-10-22.md", Some("archive/2026-10-22.md"))
            ],
            "today is the first of thirty days: {act:?}"
        );
        assert_eq!(
            plan.after["archive/2026-10-22.md"].as_deref(),
            Some(chinese.as_str())
        );
        assert_eq!(
            plan.after["archive/2026-10-12.md"].as_deref(),
            Some("\u{feff}Mine.\r\n")
        );
        assert_eq!(plan.after["2026-10-22.md"], None);
        assert!(plan.lines.is_empty());
        let summary = plan.summary(&Policies::default().upkeep);
        assert_eq!(
            (summary.risk, summary.total),
            (Risk::Low, 0),
            "every line stands in the archive"
        );
        let after = carried_out(&files, &plan);
        assert!(planned(act, &after).is_empty(), "{act:?} twice");
    }
}

#[test]
fn a_name_that_is_taken_in_the_archive_gets_a_number() {
    let mut files = files(&[(30, "- a\n")]);
    for taken in [
        "archive/2026-10-22.md",
        "archive/2026-10-22-2.MD",
        "archive/notes.md",
    ] {
        files.taken.insert(taken.into());
    }
    let plan = planned(Act::Archive, &files);
    assert_eq!(plan.files[0].target.as_deref(), Some("archive/2026-10-22-3.md"));
    for (path, day) in [
        ("archive/2026-10-22.md", Some("2026-10-22")),
        ("archive/2026-10-22-3.md", Some("2026-10-22")),
        ("archive/2026-10-22-.md", None),
        ("archive/2026-10-22-x.md", None),
        ("archive/2026-10-223.md", None),
        ("archive/2026-1-22.md", None),
        ("archive/MEMORY.md", None),
        ("archive/那一天的事情都在这.md", None),
        ("2026-10-22.md", None),
    ] {
        assert_eq!(
            archived_day_of(path).map(|day| day.to_string()).as_deref(),
            day,
            "{path}"
        );
    }
    assert_eq!(
        day_of("2026-1-2.md")
            .or(day_of("roles/2026-10-22.md"))
            .or(day_of("+2026-10-22.md")),
        None
    );
}

#[test]
fn the_story_gets_a_summary_of_each_day_with_decisions_first_in_the_days_language() {
    let (english, chinese) = (english(), chinese());
    let mut files = files(&[(31, &english), (30, &chinese), (32, "# d\n\nNothing noted.\n")]);
    files.history = "# History\n\n[2026-10-01 10:00] Began.\n".into();
    let plan = planned(Act::Compact, &files);
    insta::assert_snapshot!(plan.after[HISTORY].as_deref().expect("a story"), @"
    # History

    [2026-10-01 10:00] Began.

    [2026-10-21 00:00] Archived daily summary: Decisions: Wen limps; Topics: The lamp in chapter two; Topics: My own note; Open Questions: Who lit the lamp?; Tool Activity: Polished the opening <!-- entry entry-649b3a409963 | run run-9 | from 2026-10-21.md -->

    [2026-10-22 00:00] 归档每日摘要：决定：林晚跛脚；话题：第二章的灯；话题：我自己记的；待解问题：灯是谁点的？；工具活动：润色了开头 <!-- entry entry-51aaea288568 | run run-9 | from 2026-10-22.md -->
    ");
    let kept: Vec<_> = plan
        .files
        .iter()
        .map(|change| change.entry.as_ref().map(|entry| entry.kept))
        .collect();
    assert_eq!(kept, [None, Some(5), Some(5)]);
    assert_eq!(plan.files[1].bullets, 5);

    // A day that came back after it was summed up is not told twice.
    let mut again = carried_out(&files, &plan);
    again.daily = files.daily.clone();
    assert!(!planned(Act::Compact, &again).after.contains_key(HISTORY));
}

#[test]
fn a_summary_has_six_bullets_and_is_no_longer_than_an_entry() {
    let many: String = (0..9).map(|number| format!("- topic {number}\n")).collect();
    let text = format!("## Entries\n- old\n## Topics\n{many}## Mine\n- not counted\n## 决定\n- decided\n");
    let entry = compact::entry(&text, today(), 6).expect("an entry");
    assert_eq!(
        entry.text,
        "[2026-11-21 00:00] Archived daily summary: Decisions: decided; Topics: topic 0; Topics: topic 1; Topics: topic 2; \
         Topics: topic 3; Topics: topic 4"
    );
    for long in ["x".repeat(400), "字".repeat(1_000)] {
        let text = format!("## Topics\n- {long}\n- {long}\n");
        let entry = compact::entry(&text, today(), 6).expect("an entry");
        assert!(
            entry.text.chars().count() <= 600 && entry.kept == 1,
            "{}",
            entry.text
        );
    }
    assert_eq!(compact::entry("## Topics\n\n- <!-- x -->\n", today(), 6), None);
}

#[test]
fn what_is_safe_drops_items_that_are_no_decisions_and_nothing_else() {
    let (english, chinese) = (english(), chinese());
    let in_entries = format!(
        "## Entries\n{}\n{}\n## Mine\n{}\n## Tool Activity\n{} by me\n",
        item("Decided on first person"),
        item("Talked about rain"),
        item("In a section of hers"),
        item("Counted words")
    );
    let files = files(&[(5, &english), (30, &english), (31, &chinese), (32, &in_entries)]);
    let plan = planned(Act::ApplySafe, &files);
    insta::assert_snapshot!(said(&plan).join("\n"), @"
    P2 drop_non_decision entries: Talked about rain
    P2 drop_non_decision topics: 第二章的灯
    P2 drop_tool_activity tool_activity: 润色了开头
    P2 drop_non_decision open_questions: 灯是谁点的？
    P2 drop_non_decision topics: The lamp in chapter two
    P2 drop_tool_activity tool_activity: Polished the opening
    P2 drop_non_decision open_questions: Who lit the lamp?
    ");
    for (days, own) in [(30, "- My own note\n"), (31, "- 我自己记的\r\n")] {
        let after = plan.after[&format!("{}.md", ago(days))]
            .as_deref()
            .expect("a file");
        assert!(after.contains(own));
    }
    assert!(plan.after.keys().all(|path| path != "2026-11-16.md"));
    assert!(planned(Act::ApplySafe, &carried_out(&files, &plan)).is_empty());
}

#[test]
fn a_day_that_is_over_is_put_in_order_and_her_lines_and_decisions_are_left_alone() {
    let long = "word ".repeat(60);
    let long = long.trim();
    let text = format!(
        "# d\n\n## Topics\n\n- Mine says it\n{}\n{}\n{}\n{}\n- {long}\n{}\n\n## Decisions\n\n{}\n{}\n\n## Tool Activity\n\n## Open Questions\n\n\
         ### Group\n\n## Entries\n\n```\n## Topics\n```\n\n## 话题\n\n",
        item("mine SAYS it."),
        item("The lamp"),
        item("the lamp"),
        item(&format!("{long} and more")),
        item(""),
        item(&format!("decided {long}")),
        item(&format!("Decided {long}")),
    );
    let files = files(&[(0, &text), (3, &text)]);
    let plan = planned(Act::Apply, &files);
    assert_eq!(
        plan.after.keys().collect::<Vec<_>>(),
        ["2026-11-18.md"],
        "today is being written"
    );
    let shown: Vec<String> = said(&plan)
        .iter()
        .map(|line| line.chars().take(60).collect())
        .collect();
    insta::assert_snapshot!(shown.join("\n"), @"
    P1 dedupe topics: mine SAYS it.
    P1 dedupe topics: the lamp
    P1 trim topics: word word word word word word word word word
    P0 drop_empty topics: 
    P1 dedupe decisions: Decided word word word word word word w
    P0 drop_empty tool_activity: ## Tool Activity
    P0 drop_empty topics: ## 话题
    ");
    let after = plan.after["2026-11-18.md"].as_deref().expect("a file");
    insta::assert_snapshot!(after.replace(long, "LONG"), @"
    # d

    ## Topics

    - Mine says it
    - The lamp <!-- item item-0441051377d9 | active | run run-1 | since 2026-10-01 | updated 2026-10-01 -->
    - word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word… <!-- item item-dfd155c70ddd | active | run run-1 | since 2026-10-01 | updated 2026-11-21 -->
    - LONG

    ## Decisions

    - decided LONG <!-- item item-682ec9d462ed | active | run run-1 | since 2026-10-01 | updated 2026-10-01 -->

    ## Open Questions

    ### Group

    ## Entries

    ```
    ## Topics
    ```
    ");
    assert!(
        planned(Act::Apply, &carried_out(&files, &plan)).is_empty(),
        "done twice it is done once"
    );
}

#[test]
fn a_file_without_a_line_of_the_desks_is_hers() {
    let text = "# d\n\n## Topics\n\n- a\n- a\n\n## Decisions\n\n## 决定\n\n- [Mine](x) <!-- item item-1 | active -->\n";
    for act in [Act::Apply, Act::ApplySafe] {
        assert!(planned(act, &files(&[(20, text)])).is_empty());
    }
    assert!(planned(Act::ApplySafe, &files(&[(60, text)])).is_empty());
}

#[test]
fn archived_days_go_after_ninety_days_and_only_there() {
    let (english, chinese) = (english(), chinese());
    let mut files = files(&[(200, &english)]);
    for (name, text) in [
        ("2026-08-23", &english),
        ("2026-08-24", &english),
        ("2026-08-23-2", &chinese),
    ] {
        files.archived.insert(format!("archive/{name}.md"), text.clone());
    }
    let plan = planned(Act::Expire, &files);
    let gone: Vec<_> = plan
        .after
        .iter()
        .map(|(path, after)| (path.as_str(), after.is_none()))
        .collect();
    assert_eq!(
        gone,
        [("archive/2026-08-23-2.md", true), ("archive/2026-08-23.md", true)]
    );
    let summary = plan.summary(&Policies::default().upkeep);
    assert_eq!((summary.non_decisions, summary.total), (8, 10));
    assert!(
        !planned(Act::Apply, &files)
            .files
            .iter()
            .any(|change| change.action == Action::DailyTtl),
        "what goes for good is asked for by its name"
    );
    assert!(planned(Act::Expire, &carried_out(&files, &plan)).is_empty());
}

#[test]
fn insights_go_to_the_archive_when_their_time_is_up_and_hers_stay() {
    let mut files = Files {
        insights: format!(
            "# Insights\n\n## 经验\n{}\n- [2026-01-01] 我自己的\n{}\n{}\n",
            item("[2026-09-22] 先写结尾"),
            item("[2026-09-23] Read aloud"),
            item("no day"),
        ),
        insights_archive: "## 2026-01-01 run-0\n".into(),
        ..Files::default()
    };
    let plan = planned(Act::Expire, &files);
    assert_eq!(said(&plan), ["P2 insights_ttl -: [2026-09-22] 先写结尾"]);
    assert_eq!(
        plan.insights,
        Some(Stayed {
            ttl_days: 60,
            total: 4,
            kept: 3
        })
    );
    insta::assert_snapshot!(plan.after[INSIGHTS_ARCHIVE].as_deref().expect("an archive"), @"
    ## 2026-01-01 run-0

    ## 2026-11-21 run-9

    ### 经验

    - [2026-09-22] 先写结尾 <!-- item item-0371d9cb8ff6 | active | run run-1 | since 2026-10-01 | updated 2026-10-01 -->
    ");
    let look = look(&files, when(), &Policies::default());
    assert_eq!(
        (look[0].kind, look[0].count, look[0].own),
        (Kind::ExpiredInsight, 1, 1)
    );
    files = carried_out(&files, &plan);
    assert!(planned(Act::Expire, &files).is_empty() && planned(Act::Apply, &files).is_empty());
}

#[test]
fn the_risk_is_what_the_thresholds_say() {
    let policy = Upkeep::default();
    for (non_decisions, total, risk) in [
        (0, 0, Risk::Low),
        (19, 29, Risk::Low),
        (20, 20, Risk::Medium),
        (0, 30, Risk::Medium),
        (49, 79, Risk::Medium),
        (50, 50, Risk::High),
        (0, 80, Risk::High),
        (u32::MAX, u32::MAX, Risk::High),
    ] {
        assert_eq!(
            Risk::of(non_decisions, total, &policy),
            risk,
            "{non_decisions} {total}"
        );
    }
    let items: String = (0..50)
        .map(|number| item(&format!("话题 {number}")) + "\n")
        .collect();
    let plan = planned(Act::ApplySafe, &files(&[(30, &format!("## 话题\n{items}"))]));
    let summary = plan.summary(&policy);
    assert_eq!(
        (summary.risk, summary.non_decisions, summary.total),
        (Risk::High, 50, 50)
    );
    assert_eq!(summary.priorities, BTreeMap::from([(Priority::P2, 50)]));
}

#[test]
fn a_look_names_what_an_act_sees_to_and_what_is_hers() {
    let long = "长".repeat(241);
    let text = format!(
        "## Topics\n{}\n{}\n- {long}\n```\ncode\n```\n## Decisions\n\n## decisions\n",
        item("灯"),
        item("灯")
    );
    let mut files = files(&[(3, &text), (30, "- mine\n"), (31, &chinese())]);
    files.archived.insert("archive/2026-01-01.md".into(), english());
    files.skipped.push("2026-11-01.md".into());
    files.memory = "字".repeat(12_001);
    let found: Vec<String> = look(&files, when(), &Policies::default())
        .iter()
        .map(|found| format!("{} {:?} {} {}", found.path, found.kind, found.count, found.own))
        .collect();
    insta::assert_snapshot!(found.join("\n"), @"
    2026-10-21.md AgedDaily 1 0
    2026-10-21.md AgedItem 3 0
    2026-10-22.md AgedDaily 1 0
    2026-11-01.md NotText 0 1
    2026-11-18.md EmptySection 1 1
    2026-11-18.md Duplicate 1 0
    2026-11-18.md LongBullet 0 1
    2026-11-18.md CodeFence 0 1
    MEMORY.md MemoryTooLong 1 0
    archive/2026-01-01.md ExpiredDaily 1 0
    ");
    assert_eq!(look(&Files::default(), when(), &Policies::default()), []);
}

#[test]
fn the_rows_say_what_was_done_and_none_has_a_word_of_hers() {
    let (english, chinese) = (english(), chinese());
    let mut files = files(&[(30, &english), (31, &chinese)]);
    files
        .archived
        .insert("archive/2026-01-01.md".into(), chinese.clone());
    let policy = Policies::default().upkeep;
    let metrics = |act| -> Vec<&'static str> {
        planned(act, &files)
            .rows(RUN, &policy)
            .iter()
            .map(crate::metrics::Row::metric)
            .collect()
    };
    assert_eq!(
        metrics(Act::Compact),
        [
            "daily-archive-metrics",
            "daily-archive-compact-metrics",
            "daily-archive-metrics",
            "daily-archive-compact-metrics"
        ]
    );
    assert_eq!(metrics(Act::Expire), ["daily-ttl-metrics"]);
    let safe = metrics(Act::ApplySafe);
    assert_eq!(safe.len(), 7);
    assert_eq!(safe[..6], ["cleanup-conversion-index"; 6]);
    assert_eq!(safe[6], "cleanup-stage-metrics");
    for act in [Act::Apply, Act::ApplySafe, Act::Compact, Act::Expire] {
        let rows = serde_json::to_string(&planned(act, &files).rows(RUN, &policy)).expect("JSON");
        assert!(!rows.contains("lamp") && !rows.contains('灯'), "{rows}");
    }
}

#[test]
fn a_plan_that_would_lose_a_line_is_found_out() {
    let english = english();
    let mut files = files(&[(30, &english)]);
    files.insights = format!("{}\n", item("[2026-01-01] 旧的"));
    files.archived.insert("archive/2026-01-01.md".into(), english);
    type Spoil = fn(&mut Plan);
    let spoils: [(Act, Spoil); 9] = [
        (Act::Archive, |plan| {
            drop(plan.after.remove("archive/2026-10-22.md"))
        }),
        (Act::Archive, |plan| plan.files.clear()),
        (Act::Archive, |plan| {
            plan.after
                .insert("archive/2026-10-22.md".into(), Some("other".into()));
        }),
        (Act::Archive, |plan| {
            plan.files[0].target = Some("archive/2026-01-01.md".into())
        }),
        (Act::ApplySafe, |plan| drop(plan.lines.pop())),
        (Act::ApplySafe, |plan| {
            // The next line is the writer's.
            plan.lines[0].line += 1;
        }),
        (Act::ApplySafe, |plan| plan.lines[0].lines += 1),
        (Act::Expire, |plan| {
            plan.after.insert(INSIGHTS_ARCHIVE.into(), Some(String::new()));
        }),
        (Act::Compact, |plan| {
            plan.after.insert("MEMORY.md".into(), None);
        }),
    ];
    for (number, (act, spoil)) in spoils.into_iter().enumerate() {
        let mut spoiled = planned(act, &files);
        spoil(&mut spoiled);
        assert!(spoiled.verify(&files).is_err(), "{number}");
    }
    files.history = "Hers.\n".into();
    let mut spoiled = planned(Act::Compact, &files);
    spoiled
        .after
        .insert(HISTORY.into(), Some("[2026-10-22 00:00] only this\n".into()));
    assert!(spoiled.verify(&files).is_err());
}

/// A daily file as bad as possible: the sections of a day among all kinds of lines.
fn day_file(numbers: &[u16]) -> String {
    let text = memory_file(&mut Dice::new(numbers));
    let headings = [
        "Topics",
        "决定",
        "Tool Activity",
        "待解问题",
        "Entries",
        "Decisions",
    ];
    let mut text = text;
    for (number, heading) in headings.iter().enumerate() {
        let at = [
            "## Facts\n",
            "## 人物\n",
            "## Style\n",
            "## FACTS\n",
            "### Wen\n",
            "## Preferences\n",
        ][number];
        text = text.replace(at, &format!("## {heading}\n"));
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    #[test]
    fn no_act_loses_a_line_or_changes_one_of_hers_and_twice_is_once(
        days in proptest::collection::vec((0_i64..120, proptest::collection::vec(any::<u16>(), 0..120)), 0..5),
        insights in proptest::collection::vec(any::<u16>(), 0..60),
        short in any::<bool>(),
    ) {
        let mut files = Files { insights: memory_file(&mut Dice::new(&insights)), ..Files::default() };
        for (days, numbers) in &days {
            let text = day_file(numbers);
            if days % 3 == 0 {
                files.archived.insert(format!("archive/{}.md", ago(*days)), text);
            } else {
                files.daily.insert(format!("{}.md", ago(*days)), text);
            }
        }
        files.taken = files.archived.keys().cloned().collect();
        let mut policies = Policies::default();
        if short {
            policies.upkeep.bullet_chars = 20;
            policies.upkeep.archive_days = 60;
        }
        for act in [Act::Apply, Act::ApplySafe, Act::Archive, Act::Compact, Act::Expire] {
            let plan = plan(act, &files, when(), &policies);
            prop_assert_eq!(plan.verify(&files), Ok(()));
            let after = carried_out(&files, &plan);
            for (path, text) in &files.daily {
                let moved = plan.files.iter().find(|change| &change.path == path).and_then(|change| change.target.as_ref());
                if let Some(target) = moved {
                    prop_assert_eq!(&after.archived[target], text, "as it is");
                    continue;
                }
                // All lines other than items stand there in their order, except the headings of empty sections.
                let own = |text: &str| -> Vec<String> {
                    let text = text.trim_start_matches('\u{feff}');
                    let lines = text.lines().filter(|line| !line.contains("<!-- item ") && !line.trim().is_empty());
                    lines.map(str::to_owned).collect()
                };
                let mut rest = own(&after.daily[path]).into_iter();
                let mut next = rest.next();
                for line in own(text) {
                    if next.as_ref() == Some(&line) {
                        next = rest.next();
                    } else {
                        prop_assert!(line.starts_with("## "), "{line:?} is gone from {text:?}");
                    }
                }
                prop_assert_eq!(next, None, "nothing is made up");
                // And every item that is gone was named with its words. The mark of a file's encoding is no part of a line.
                let (text, left) = (text.trim_start_matches('\u{feff}'), after.daily[path].trim_start_matches('\u{feff}'));
                for line in text.lines().filter(|line| line.contains("<!-- item ")) {
                    let is_it = |other: &str| other.trim_end() == line.trim_end();
                    let stands = left.lines().filter(|other| is_it(other)).count();
                    let named = plan.lines.iter().filter(|change| &change.path == path && is_it(&change.before)).count();
                    let were = text.lines().filter(|other| is_it(other)).count();
                    prop_assert_eq!(stands + named, were, "{:?}", line);
                }
            }
            for (path, text) in &files.archived {
                let stands = after.archived.get(path) == Some(text);
                let gone = act == Act::Expire && !after.archived.contains_key(path);
                prop_assert!(stands || gone);
            }
            prop_assert!(super::plan(act, &after, when(), &policies).is_empty(), "{:?} twice", act);
        }
    }
}
