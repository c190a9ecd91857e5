//! Runs, memory files and the versions of manuscripts.

use std::fs;

use desk::Installation;
use serde_json::{Value, json};

use super::{RULE, Shell};

#[test]
fn a_run_is_listed_described_taken_back_and_refused_once_it_cannot_be() {
    let shell = Shell::learned("zh");
    let added = shell.json(&["rules", "add", "先用平常的字"]);
    let runs = shell.json(&["runs", "list"]);
    let newest = &runs[0];
    assert_eq!(
        (&newest["kind"], &newest["added"], &newest["restorable"]),
        (&json!("rule_added"), &json!(1), &json!(true))
    );
    assert_eq!(
        newest["files"],
        json!([{ "path": "MEMORY.md", "change": "changed" }])
    );
    let id = newest["id"].as_str().expect("an id");
    let dry = shell.json(&["runs", "restore", id, "--dry-run"]);
    assert_eq!(
        (&dry["run_id"], &dry["files"][0]["outcome"]),
        (&Value::Null, &json!("goes_back"))
    );
    assert_eq!(dry["rules"][0]["id"], added["id"]);
    let listed = shell.say(&["runs", "list"], b"").text();
    assert!(
        listed.contains("MEMORY.md changed  [can be taken back]"),
        "{listed}"
    );

    let back = shell
        .say(&["runs", "restore", id, "--file", "MEMORY.md"], b"")
        .text();
    assert!(back.contains("goes back  MEMORY.md"), "{back}");
    let runs = shell.json(&["runs", "list"]);
    assert_eq!(
        (&runs[0]["undoes"], &runs[1]["undone_by"]),
        (&json!(id), &runs[0]["id"])
    );
    let again = shell.say(&["runs", "restore", id], b"").text();
    assert!(again.starts_with("everything is as it was"), "{again}");

    let distilled = runs[2]["id"].as_str().expect("an id");
    shell.json(&["rules", "confirm", RULE]);
    let fault = shell.fault(&["runs", "restore", distilled]);
    assert_eq!(fault["code"], "MEMORY_RESTORE_CONFLICT");
    assert_eq!(fault["details"]["files"], "MEMORY.md");
    assert_eq!(shell.fault(&["runs", "restore", "nothing"])["code"], "NOT_FOUND");
}

#[test]
fn a_memory_file_is_listed_and_tells_its_runs_and_why_a_line_stands_in_it() {
    for (language, own) in [("en", "- No weather in first lines"), ("zh", "- 首句不写天气")] {
        let shell = Shell::learned(language);
        let memory = shell.project.path().join("memory/MEMORY.md");
        let learned = fs::read_to_string(&memory).expect("a memory file");
        fs::write(&memory, format!("{learned}\n{own}\n")).expect("a line of hers");
        shell.json(&["distill"]);

        let files = shell.json(&["files", "list"]);
        let listed = files.as_array().into_iter().flatten();
        let file = listed.clone().find(|file| file["name"] == "MEMORY.md");
        assert_eq!(file.map(|file| &file["changed_by"]), Some(&json!("writer")));
        assert!(listed.into_iter().any(|file| file["changed_by"] == "desk"));

        let story = shell.json(&["files", "history", "MEMORY.md"]);
        let runs = story["runs"].as_array().expect("runs");
        let came = json!({ "mark": "added", "text": own });
        let lines = |run: &Value| run["lines"].as_array().is_some_and(|lines| lines.contains(&came));
        assert!(lines(&runs[0]), "{story:#}");
        assert_eq!(runs.last().map(|run| &run["kind"]), Some(&json!("distill")));
        let told = shell.say(&["files", "history", "MEMORY.md"], b"");
        assert!(told.text().contains(&format!("  + {own}")), "{}", told.text());

        let line_of = |words: &str| {
            let text = fs::read_to_string(&memory).expect("a memory file");
            let before = text.lines().position(|line| line.contains(words));
            (before.expect("the line") + 1).to_string()
        };
        let hers = shell.json(&["files", "why", "MEMORY.md", &line_of(own)]);
        assert_eq!((&hers["owner"], &hers["run"]), (&json!("writer"), &Value::Null));
        let rule = shell.json(&["files", "why", "MEMORY.md", &line_of(RULE)]);
        assert_eq!((&rule["owner"], &rule["rule_id"]), (&json!("rule"), &json!(RULE)));
        assert_eq!(rule["run"]["kind"], "distill");
        let said = shell.say(&["files", "why", "MEMORY.md", &line_of(RULE)], b"");
        assert!(
            said.text().contains(&format!("rules show {RULE}")),
            "{}",
            said.text()
        );
    }
}

#[test]
fn the_conversation_of_the_documentation_becomes_memory() {
    let page = include_str!("../../../src-tauri/docs/file-format.md");
    let examples: Vec<&str> = page
        .split("```jsonl\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect();
    let [messages, replies] = examples[..] else {
        panic!("{examples:?}");
    };
    let shell = Shell::new();
    shell.json(&["project", "init"]);
    let [talk, answers, none] =
        [("talk", messages), ("answers", replies), ("none", "")].map(|(name, text)| {
            let path = shell.data.path().join(format!("{name}.jsonl"));
            fs::write(&path, text).expect("a file");
            path.to_str().expect("a path in UTF-8").to_owned()
        });
    let consolidate = ["consolidate", "--messages", &talk, "--replies"];

    let latest = shell.say(&[&consolidate[..], &[&answers]].concat(), b"");
    assert!(
        latest.text().contains("--all takes them too"),
        "{}",
        latest.text()
    );
    let silent = shell.fault(&[&consolidate[..], &[&none, "--all"]].concat());
    assert_eq!(silent["code"], "MEMORY_MODEL_UNAVAILABLE");
    assert!(
        silent["message"]
            .as_str()
            .is_some_and(|said| said.contains("none.jsonl")),
        "{silent}"
    );
    let done = shell.json(&[&consolidate[..], &[&answers, "--all"]].concat());
    assert_eq!(done["stretches"][0]["messages"], json!([0, 2]));
    assert_eq!(done["stretches"][0]["outcome"], "written");
    let memory = fs::read_to_string(shell.project.path().join("memory/MEMORY.md")).expect("a memory file");
    assert!(
        memory.contains("- Dates in letters: the day before the month <!-- item "),
        "{memory}"
    );
    let again = shell.say(&[&consolidate[..], &[&answers, "--all"]].concat(), b"");
    assert_eq!(again.text(), "nothing is due\n");
}

#[test]
fn the_versions_of_a_manuscript_are_listed_and_printed_byte_for_byte() {
    let shell = Shell::learned("zh");
    let path = "卷一/稿.md";
    fs::create_dir_all(shell.project.path().join("卷一")).expect("a folder");
    fs::write(shell.project.path().join(path), "雨停了。\n").expect("a manuscript");
    assert_eq!(shell.json(&["files", "versions", path]), json!([]));
    {
        let ports = desk::Ports::real(std::sync::Arc::new(|_| ()));
        let installation = Installation::at(shell.data.path());
        let project = installation.open(shell.project.path(), ports).expect("a project");
        project.manuscripts().read(path).expect("a manuscript");
        for text in ["雨停了。\n", "雨停了。It was quiet.\n"] {
            project.manuscripts().keep_version(path, text).expect("a version");
        }
    }
    let versions = shell.json(&["files", "versions", path]);
    assert_eq!(
        (
            &versions[0]["length"]["words"],
            &versions[0]["added"]["characters"]
        ),
        (&json!(6), &json!(11))
    );
    let name = versions[0]["name"].as_str().expect("a name");
    let printed = shell.say(&["files", "versions", path, "--print", name], b"");
    assert_eq!(printed.text(), "雨停了。It was quiet.\n");
    assert!(
        shell
            .say(&["files", "versions", path], b"")
            .text()
            .contains("+3 -0")
    );
    let fault = shell.fault(&["files", "versions", path, "--print", "2026.md.gz"]);
    assert_eq!(fault["code"], "NOT_FOUND");
    assert_eq!(
        shell.fault(&["files", "versions", "../稿.md"])["code"],
        "OUTSIDE_PROJECT"
    );
}

#[test]
fn a_file_outside_the_memory_is_not_told_of_and_a_line_that_is_not_there_is_said() {
    let shell = Shell::learned("en");
    fs::write(shell.project.path().join("稿.md"), "雨停了。\n").expect("a manuscript");
    for (arguments, code) in [
        (&["files", "history", "../稿.md"][..], "OUTSIDE_PROJECT"),
        (&["files", "why", "../稿.md", "1"], "OUTSIDE_PROJECT"),
        (&["files", "why", "MEMORY.md", "0"], "INVALID_ARGUMENT"),
        (&["files", "why", "MEMORY.md", "100000"], "INVALID_ARGUMENT"),
        (&["files", "why", "no.md", "1"], "NOT_FOUND"),
    ] {
        assert_eq!(shell.fault(arguments)["code"], code, "{arguments:?}");
    }
    assert!(
        shell
            .say(&["files", "history", "no.md"], b"")
            .text()
            .contains("no run has changed"),
        "a file that is not there has no runs"
    );
}
