//! The answers of commands, and the events that are sent to the page.

use std::collections::BTreeSet;
use std::sync::mpsc::channel;

use serde_json::{Value, json};
use support::choices;
use tauri::{Listener as _, Manager as _};

use super::{PATIENCE, Page, input, invoke, started};

const RULE: &str = "action.sentence_length.less";

const RUN_FIELDS: &[&str] = &[
    "id",
    "kind",
    "at",
    "added",
    "updated",
    "removed",
    "episodes",
    "files",
    "undoes",
    "undoneBy",
    "restorable",
];

const QUESTION_FIELDS: &[&str] = &[
    "id",
    "reason",
    "state",
    "a",
    "b",
    "answers",
    "forward",
    "createdAt",
    "updatedAt",
];

#[test]
fn what_was_learned_and_proposed_is_answered() {
    let page = Page::learned();
    page.talks("- [retire] 渡口一章不写河的名字");
    let question = page.ask("memory:conflict:list", json!({}))[0]["id"].clone();
    let later = json!({ "request": { "questionId": question, "answer": "later" } });
    let proposal = page.ask("memory:proposal:list", json!({}))[0]["id"].clone();
    let yes = json!({ "decision": { "proposalId": proposal, "accepted": true } });
    for (command, arguments, fields) in [
        ("memory:conflict:resolve", later, QUESTION_FIELDS),
        ("memory:proposal:decide", yes, RUN_FIELDS),
    ] {
        let answer = page.ask(command, arguments);
        let seen: BTreeSet<&str> = answer
            .as_object()
            .expect("an object")
            .keys()
            .map(String::as_str)
            .collect();
        assert_eq!(
            seen,
            fields.iter().copied().collect(),
            "{command} answered {answer:#}"
        );
    }
}

#[test]
fn a_failure_arrives_as_code_message_and_details() {
    let page = Page::new();
    let fault = page
        .try_ask("memory:semantic:list", json!({}))
        .expect_err("no project is open");
    assert_eq!(
        fault,
        json!({ "code": "PROJECT_NOT_OPEN", "message": "no project is open; open a folder first", "details": {} })
    );
    let gone = page.project.path().join("没有");
    page.picks(&gone);
    let fault = page
        .try_ask("desk:project:open", json!({ "path": gone }))
        .expect_err("no folder");
    assert_eq!(
        (&fault["code"], &fault["details"]["path"]),
        (&json!("PROJECT_UNAVAILABLE"), &json!(gone))
    );

    let page = Page::learned();
    let record = |field: &str, value: Value| {
        let mut input = input(&choices("zh", 1, 1)[0]);
        input[field] = value;
        json!({ "input": input })
    };
    let update = |confidence: f64| json!({ "id": RULE, "patch": { "text": null, "category": null, "confirmed": null, "confidence": confidence } });
    for (command, arguments, code, detail) in [
        (
            "memory:semantic:update",
            update(1.2),
            "MEMORY_CONFIDENCE_OUT_OF_RANGE",
            ("confidence", "1.2"),
        ),
        (
            "memory:semantic:update",
            update(-0.1),
            "MEMORY_CONFIDENCE_OUT_OF_RANGE",
            ("confidence", "-0.1"),
        ),
        (
            "memory:episode:record",
            record("selectedIndex", json!(2)),
            "INVALID_ARGUMENT",
            ("field", "selectedIndex"),
        ),
        (
            "memory:episode:record",
            record("sceneType", json!("心事")),
            "INVALID_ARGUMENT",
            ("field", "sceneType"),
        ),
        (
            "memory:semantic:delete",
            json!({ "id": "没有" }),
            "NOT_FOUND",
            ("id", "没有"),
        ),
        (
            "desk:file:read",
            json!({ "path": "../稿.md" }),
            "OUTSIDE_PROJECT",
            ("path", "../稿.md"),
        ),
        (
            "desk:picture:read",
            json!({ "path": "../灯.png" }),
            "OUTSIDE_PROJECT",
            ("path", "../灯.png"),
        ),
    ] {
        let fault = page.try_ask(command, arguments).expect_err(command);
        assert_eq!(fault["code"], code, "{fault}");
        assert_eq!(fault["details"][detail.0], detail.1, "{fault}");
        assert!(
            fault["message"]
                .as_str()
                .is_some_and(|message| message.contains(' ')),
            "{fault}"
        );
    }
}

#[test]
fn an_argument_of_the_wrong_type_is_refused_and_changes_nothing() {
    let page = Page::learned();
    let before = page.ask("memory:learning:get", json!({}));
    for (field, value) in [
        ("candidates", json!("one string")),
        ("candidates", json!([1, 2])),
        ("selectedIndex", json!(0.5)),
        ("finalText", json!(["a list"])),
        ("kind", json!("guess")),
    ] {
        let mut input = input(&choices("en", 1, 1)[0]);
        input[field] = value;
        let refusal = page
            .try_ask("memory:episode:record", json!({ "input": input }))
            .expect_err(field);
        assert!(
            refusal.as_str().is_some_and(|text| text.contains("`input`")),
            "{field}: {refusal}"
        );
    }
    assert_eq!(page.ask("memory:learning:get", json!({})), before);
}

#[test]
fn progress_and_changes_are_pushed_under_their_names() {
    let page = Page::learned();
    let (tell, told) = channel();
    for event in ["memory:distill:progress", "memory:changed"] {
        let tell = tell.clone();
        page.app.listen_any(event, move |pushed| {
            let payload: Value = serde_json::from_str(pushed.payload()).expect("JSON");
            tell.send((event, payload)).expect("a test that listens");
        });
    }
    page.ask("memory:semantic:distill", json!({}));
    let mut stages = Vec::new();
    let mut changes = 0;
    while stages.last() != Some(&json!("completed")) {
        let (event, payload) = told.recv_timeout(PATIENCE).expect("progress");
        let fields: BTreeSet<&str> = payload
            .as_object()
            .expect("an object")
            .keys()
            .map(String::as_str)
            .collect();
        if event == "memory:changed" {
            changes += 1;
            assert_eq!(fields, BTreeSet::from(["rules", "episodes", "files"]));
        } else {
            assert_eq!(
                fields,
                BTreeSet::from([
                    "runId",
                    "projectId",
                    "trigger",
                    "stage",
                    "progress",
                    "message",
                    "errorCode"
                ])
            );
            assert_eq!(
                (&payload["trigger"], &payload["errorCode"]),
                (&json!("manual"), &Value::Null)
            );
            stages.push(payload["stage"].clone());
        }
    }
    assert_eq!(
        json!(stages),
        json!(["started", "clustered", "patterned", "generated", "completed"])
    );
    assert!(changes > 0, "a view that shows memory asks again");
}

#[test]
fn the_next_start_opens_the_project_of_last_time() {
    let page = Page::learned();
    let again = started(page.data.path());
    let window = again.get_webview_window("main").expect("the one window");
    let project = invoke(&window, "desk:project:current", json!({})).expect("a project");
    assert_eq!(
        project["root"],
        page.ask("desk:project:current", json!({}))["root"]
    );
    let rules = |answer: Value| -> Vec<(Value, Value)> {
        let rules = answer.as_array().expect("rules").iter();
        rules
            .map(|rule| (rule["id"].clone(), rule["confidence"].clone()))
            .collect()
    };
    let seen = rules(invoke(&window, "memory:semantic:list", json!({})).expect("rules"));
    assert!(!seen.is_empty());
    assert_eq!(seen, rules(page.ask("memory:semantic:list", json!({}))));
}
