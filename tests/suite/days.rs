//! The notes of a day: the desk lists the day's acts without a model, beside the writer's own notes.

use std::fs;

use chrono::{NaiveDate, TimeDelta};
use contract::{NewRule, RestoreRequest, SaveRequest};
use support::{TestProject, choices, morning};

fn write(test: &TestProject, name: &str, text: &str) {
    let path = test.path().join(name);
    if !path.exists() {
        fs::write(&path, "").expect("a manuscript");
    }
    let document = test.project.manuscripts().read(name).expect("the manuscript");
    let request = SaveRequest {
        path: name.into(),
        text: text.into(),
        base_hash: document.hash,
        pasted: Vec::new(),
        seq: None,
        as_utf8: false,
    };
    test.project.save(&request).expect("saved");
    test.project.learning().settle(name, &[], &[]).expect("settled");
}

fn rule(test: &TestProject, text: &str) {
    let rule = NewRule {
        text: text.into(),
        ..serde_json::from_value(serde_json::json!({
            "text": text, "category": "style", "scope": "project",
        }))
        .expect("a rule")
    };
    test.project.learning().add_rule(&rule).expect("a rule");
}

fn today() -> NaiveDate {
    morning().date_naive()
}

fn notes(test: &TestProject, day: NaiveDate) -> String {
    fs::read_to_string(test.memory_path().with_file_name(format!("{day}.md"))).unwrap_or_default()
}

/// Returns the notes without the annotations that the desk puts behind the lines.
fn said(test: &TestProject, day: NaiveDate) -> String {
    let text = notes(test, day);
    let lines = text
        .lines()
        .map(|line| line.split(" <!-- ").next().unwrap_or(line));
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn a_day_is_noted_in_the_language_it_was_written_in_and_once() {
    for (language, text, own, expected) in [
        (
            "en",
            "The rain stopped. She went out.",
            "Tense: past",
            "# {day}\n\n## Topics\n\n- one.md: +6 words, 6 now\n\n## Decisions\n\n- Learned: Action scenes: prefers short sentences\n- Written by hand: Tense: past\n\n## Tool Activity\n\n- Asked for candidates when polishing: 50, taken 50\n\n## Open Questions\n",
        ),
        (
            "zh",
            "雨停了。她出门了。",
            "时态：过去时",
            "# {day}\n\n## 话题\n\n- one.md：+7字，共7字\n\n## 决定\n\n- 学到：动作场景偏好短句\n- 亲手写下：时态：过去时\n\n## 工具活动\n\n- 润色：给出50次候选，采用50次\n\n## 待解问题\n",
        ),
    ] {
        let test = TestProject::new();
        assert!(test.project.store().note_day(today()).expect("nothing").is_none());
        write(&test, "one.md", text);
        let mut records = choices(language, 45, 50);
        records
            .iter_mut()
            .for_each(|record| record["created_at"] = morning().to_rfc3339().into());
        test.import(&records);
        test.project
            .learning()
            .distil(contract::DistillTrigger::Manual)
            .expect("a distillation");
        rule(&test, own);
        test.project.store().note_days().expect("notes");
        assert_eq!(
            said(&test, today()),
            expected.replace("{day}", &today().to_string()),
            "{language}"
        );

        let before = notes(&test, today());
        let runs = test.project.memory().runs().expect("runs").len();
        test.project.store().note_days().expect("notes");
        assert_eq!(notes(&test, today()), before);
        assert_eq!(
            test.project.memory().runs().expect("runs").len(),
            runs,
            "nothing new leaves no run"
        );
    }
}

#[test]
fn what_changed_since_is_noted_anew_and_her_own_lines_stay() {
    let test = TestProject::new();
    write(&test, "one.md", "The rain stopped.");
    test.project.store().note_days().expect("notes");
    let file = test.memory_path().with_file_name(format!("{}.md", today()));
    let hers = fs::read_to_string(&file)
        .expect("notes")
        .replace("## Decisions\n", "## Decisions\n\n- hers\n");
    fs::write(&file, &hers).expect("her line");
    test.pass(TimeDelta::hours(1));
    write(&test, "one.md", "The rain stopped. She went out.");
    test.project.store().note_days().expect("notes");
    let now = said(&test, today());
    assert!(
        now.contains("- one.md: +6 words, 6 now\n") && !now.contains("+3 words"),
        "{now}"
    );
    assert!(now.contains("## Decisions\n\n- hers\n"), "{now}");

    let newest = test.project.memory().runs().expect("runs").remove(0);
    let back = RestoreRequest {
        run_id: newest.id,
        paths: None,
        merge: false,
        dry_run: false,
    };
    test.project.memory().restore(&back).expect("a restore");
    assert_eq!(fs::read_to_string(&file).expect("notes"), hers);
}

#[test]
fn a_day_that_went_by_while_the_desk_was_closed_is_noted_when_it_opens() {
    let test = TestProject::new();
    write(&test, "one.md", "The rain stopped.");
    test.pass(TimeDelta::days(3));
    test.project.store().note_days().expect("notes");
    assert!(said(&test, today()).contains("- one.md: +3 words, 3 now\n"));
    let later = today() + TimeDelta::days(3);
    assert_eq!(notes(&test, later), "", "no file for a day without anything");
}
