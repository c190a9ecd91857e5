//! Failures: each has a code, a sentence and an exit code.

use std::fs;
use std::process::ExitCode;

use serde_json::json;

use super::{RULE, Shell};

#[test]
fn what_cannot_be_done_has_a_code_a_sentence_and_an_exit_code() {
    let shell = Shell::learned("zh");
    let before = shell.json(&["rules", "show", RULE]);
    for (arguments, code) in [
        (
            &["rules", "edit", RULE, "--confidence", "1.2"][..],
            "MEMORY_CONFIDENCE_OUT_OF_RANGE",
        ),
        (
            &["rules", "edit", RULE, "--confidence", "-0.1"],
            "MEMORY_CONFIDENCE_OUT_OF_RANGE",
        ),
        (
            &["rules", "edit", RULE, "--confidence", "NaN"],
            "MEMORY_CONFIDENCE_OUT_OF_RANGE",
        ),
        (&["rules", "edit", RULE, "--text", "a <!-- b"], "INVALID_ARGUMENT"),
        (&["rules", "add", "  "], "INVALID_ARGUMENT"),
        (&["rules", "add", "短句", "--scene", "fight"], "INVALID_ARGUMENT"),
        (&["rules", "edit", RULE, "--scene", "fight"], "INVALID_ARGUMENT"),
        (&["rules", "edit", RULE, "--skill", "sing"], "INVALID_ARGUMENT"),
        (&["rules", "edit", RULE, "--means", "nothing"], "INVALID_ARGUMENT"),
        (
            &["rules", "edit", RULE, "--means", "charm.more"],
            "INVALID_ARGUMENT",
        ),
        (&["rules", "show", "nothing"], "NOT_FOUND"),
        (&["rules", "confirm", "没有"], "NOT_FOUND"),
        (&["rules", "edit", "nothing", "--text", "x"], "NOT_FOUND"),
        (&["rules", "delete", "nothing"], "NOT_FOUND"),
        (&["rules", "promote", "nothing"], "NOT_FOUND"),
        (&["rules", "demote", "nothing"], "NOT_FOUND"),
        (&["episodes", "import", "没有.jsonl"], "NOT_FOUND"),
        (
            &["rules", "edit", RULE, "--confidence", "high"],
            "INVALID_ARGUMENT",
        ),
        (
            &["rules", "add", "短句", "--category", "taste"],
            "INVALID_ARGUMENT",
        ),
        (&["dance"], "INVALID_ARGUMENT"),
    ] {
        assert_eq!(shell.fault(arguments)["code"], code, "{arguments:?}");
    }
    assert_eq!(shell.json(&["rules", "show", RULE]), before);
}

#[test]
fn what_is_missing_or_unknown_is_said_with_where_to_look() {
    let shell = Shell::learned("en");
    for (arguments, where_to_look) in [
        (&["rules", "show"][..], "`commonplace rules list`"),
        (&["rules", "show", "nothing"], "`commonplace rules list`"),
        (&["rules", "delete", "action"], "`commonplace rules list`"),
        (&["questions", "answer"], "`commonplace questions list`"),
        (
            &["questions", "answer", "none", "yes"],
            "`commonplace questions list`",
        ),
        (
            &["decay", "--now", "tomorrow"],
            "a date such as 2026-12-24, or a time",
        ),
        (
            &["decay", "--now", "2026-02-30"],
            "a date such as 2026-12-24, or a time",
        ),
    ] {
        let message = shell.fault(arguments)["message"].clone();
        assert!(
            message
                .as_str()
                .is_some_and(|message| message.contains(where_to_look)),
            "{arguments:?} said {message}"
        );
        let errors = shell.say(arguments, b"").errors;
        assert!(errors.contains(where_to_look), "{arguments:?} said {errors}");
    }
}

#[test]
fn a_project_folder_that_is_not_one_is_named() {
    let shell = Shell::new();
    let file = shell.data.path().join("手稿.md");
    fs::write(&file, "春天。").expect("a file");
    for folder in [shell.project.path().join("没有"), file] {
        let said = shell.say_in(&folder, &["rules", "list", "--json"], b"");
        assert_eq!(said.code, ExitCode::FAILURE);
        let fault = said.json();
        assert_eq!(fault["code"], "PROJECT_UNAVAILABLE");
        assert_eq!(fault["details"]["path"], json!(folder.to_str()));
        assert!(said.errors.contains("check that it is there"), "{}", said.errors);
    }
    assert!(!shell.project.path().join("没有").exists());
}

#[test]
fn help_and_version_are_no_failures() {
    let shell = Shell::new();
    for arguments in [&["--help"][..], &["rules", "--help"], &["--version"]] {
        let said = shell.say(arguments, b"");
        assert_eq!((said.code, said.errors.as_str()), (ExitCode::SUCCESS, ""));
        assert!(said.text().contains("commonplace"), "{}", said.text());
    }
}

#[test]
fn only_what_begins_a_memory_makes_a_folder_a_project() {
    let rule = ["rules", "show", RULE];
    let asking: [&[&str]; 10] = [
        &["episodes", "list"],
        &["distill"],
        &["rules", "list"],
        &rule,
        &["rules", "confirm", RULE],
        &["rules", "edit", RULE, "--text", "短句"],
        &["rules", "delete", RULE],
        &["rules", "promote", RULE],
        &["index", "rebuild"],
        &["doctor"],
    ];
    let shell = Shell::new();
    for arguments in asking {
        let fault = shell.fault(arguments);
        assert_eq!(fault["code"], "NOT_FOUND", "{arguments:?}");
        let message = fault["message"].as_str().expect("a message");
        assert!(message.contains("commonplace project init"), "{message}");
        assert!(fault["details"]["path"].is_string(), "{fault}");
        let left = fs::read_dir(shell.project.path()).expect("the folder").count();
        assert_eq!(left, 0, "{arguments:?} left something in the folder");
    }
    let beginning: [&[&str]; 3] = [
        &["project", "init"],
        &["episodes", "import", "-"],
        &["rules", "add", "短句 Short"],
    ];
    for arguments in beginning {
        let shell = Shell::new();
        shell.json(arguments);
        shell.json(&["doctor"]);
    }
}

#[test]
fn init_makes_the_folder_but_not_the_folders_around_it() {
    let shell = Shell::new();
    for (path, code) in [
        ("Novel", ExitCode::SUCCESS),
        ("Novel", ExitCode::SUCCESS),
        ("a/b", ExitCode::FAILURE),
    ] {
        let folder = shell.project.path().join(path);
        let said = shell.say_in(&folder, &["project", "init"], b"");
        assert_eq!(said.code, code, "{path}: {}", said.errors);
        assert_eq!(
            folder.join("memory/journal").is_dir(),
            code == ExitCode::SUCCESS,
            "{path}"
        );
    }
    assert!(!shell.project.path().join("a").exists());
    let file = shell.project.path().join("notes.txt");
    fs::write(&file, "mine").expect("a file");
    let said = shell.say_in(&file, &["project", "init"], b"");
    assert_ne!(said.code, ExitCode::SUCCESS, "{}", said.output.len());
    assert_eq!(fs::read_to_string(&file).expect("the file"), "mine");
}
