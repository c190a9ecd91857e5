//! The doctor and its checks.

use std::fs;
use std::process::ExitCode;

use serde_json::json;

use super::Shell;

#[test]
fn a_broken_project_fails_the_doctor() {
    let shell = Shell::learned("en");
    // "Mémoire" in Latin-1.
    fs::write(shell.project.path().join("memory/MEMORY.md"), b"# M\xE9moire\n").expect("a memory file");
    let said = shell.say(&["doctor", "--json"], b"");
    assert_eq!(said.code, ExitCode::FAILURE);
    let broken: Vec<_> = said.json()["checks"]
        .as_array()
        .expect("checks")
        .iter()
        .filter(|check| check["finding"] == "broken")
        .map(|check| check["name"].clone())
        .collect();
    assert_eq!(broken, [json!("memory_file")]);
}

#[test]
fn a_configuration_that_is_not_understood_is_worth_a_look() {
    let shell = Shell::learned("zh");
    fs::write(shell.project.path().join("workflow.toml"), "[memory\n").expect("a configuration");
    let said = shell.say(&["doctor", "--json"], b"");
    assert_eq!(said.code, ExitCode::SUCCESS);
    let json = said.json();
    let check = json["checks"]
        .as_array()
        .and_then(|checks| checks.iter().find(|check| check["name"] == "workflow"))
        .expect("a check");
    assert_eq!(check["finding"], "warning", "{check}");
    assert!(
        check["message"]
            .as_str()
            .is_some_and(|message| message.contains("workflow.toml")),
        "{check}"
    );
}

#[test]
fn every_check_of_the_doctor_has_a_name_in_the_window_in_either_language() {
    let words = include_str!("../../../ui/src/lib/panel/activity/messages.ts");
    let lists: Vec<&str> = words
        .split("    check: {")
        .skip(1)
        .map(|rest| rest.split('}').next().expect("a list"))
        .collect();
    assert_eq!(lists.len(), 2, "one list of checks a language");
    let report = Shell::learned("en").json(&["doctor"]);
    for check in report["checks"].as_array().expect("checks") {
        let name = check["name"].as_str().expect("a name");
        for list in &lists {
            assert!(list.contains(&format!("\n      {name}: '")), "{name}:{list}");
        }
    }
}
