//! The format of the answers: one JSON document per command, or text for a person.

use std::collections::BTreeSet;
use std::fs;
use std::process::ExitCode;

use serde_json::{Value, json};
use support::{choice, choices};

use super::{RULE, Shell, keys, lines};

/// The fields of the record of a rule that other programs may rely on.
const RULE_FIELDS: [&str; 18] = [
    "id",
    "text",
    "category",
    "scope",
    "scene_type",
    "skill",
    "feature",
    "direction",
    "state",
    "confidence",
    "supporting_episodes",
    "contradicting_episodes",
    "user_confirmed",
    "user_modified",
    "recently_updated",
    "conflict_marked",
    "created_at",
    "updated_at",
];

/// Additional fields of the record, such as the origin of a rule and the lengths of its two lists. For a rule that is
/// not in force yet, `more_needed` estimates how many more choices will decide it.
const MORE_RULE_FIELDS: [&str; 6] = [
    "origin",
    "supports",
    "contradicts",
    "more_needed",
    "kept",
    "shadows",
];

/// Returns whether a document has the required content.
type IsRight = fn(&Value) -> bool;

#[test]
fn every_command_prints_exactly_one_document() {
    let shell = Shell::learned("zh");
    let file = shell.data.path().join("more 更多.jsonl");
    fs::write(&file, lines(&[choice(200, "en", true)])).expect("a file");
    let file = file.to_str().expect("a path in UTF-8");
    let cases: [(&[&str], IsRight); 20] = [
        (&["project", "init"], |json| {
            keys(json) == BTreeSet::from(["id", "root", "memory_root"])
        }),
        (&["episodes", "import", file], |json| {
            json["acknowledged"] == json!(["e00200"])
                && json["known"] == json!([])
                && json["refused"] == json!([])
        }),
        (&["episodes", "import", file], |json| {
            json["known"] == json!(["e00200"])
        }),
        (&["episodes", "list"], |json| {
            json.as_array().is_some_and(|list| list.len() == 51)
        }),
        (&["episodes", "list", "--limit", "2"], |json| {
            json.as_array().is_some_and(|list| list.len() == 2)
        }),
        (&["distill"], |json| {
            json["episodes"] == 51 && json["rules"].is_array()
        }),
        (&["rules", "list"], |json| {
            json.as_array().is_some_and(|list| !list.is_empty())
        }),
        (&["rules", "show", RULE], |json| json["id"] == RULE),
        (&["rules", "confirm", RULE], |json| json["user_confirmed"] == true),
        (
            &[
                "rules",
                "edit",
                RULE,
                "--text",
                "打斗里一句一个动作",
                "--category",
                "style",
            ],
            |json| {
                json["text"] == "打斗里一句一个动作"
                    && json["category"] == "style"
                    && json["user_modified"] == true
            },
        ),
        (&["rules", "edit", RULE, "--confidence", "0.5"], |json| {
            json["confidence"] == 0.5
        }),
        (&["rules", "promote", RULE], |json| json["scope"] == "global"),
        (&["rules", "list"], |json| {
            let rules = json.as_array().into_iter().flatten();
            rules.filter(|rule| rule["scope"] == "global").count() == 1
        }),
        (&["rules", "demote", RULE], |json| json["scope"] == "project"),
        (&["rules", "delete", RULE], |json| json["deleted"] == RULE),
        (&["decay", "--dry-run", "--now", "2026-11-10T09:00:00Z"], |json| {
            json["now"] == "2026-11-10T09:00:00Z"
                && json["dry_run"] == true
                && json["bands"]["to_compress"] == 51
                && json["to_compress"].as_array().is_some_and(|ids| ids.len() == 51)
                && json["to_purge"] == json!([])
        }),
        (&["decay", "--now", "2026-11-10T09:00:00Z"], |json| {
            json["to_compress"].as_array().is_some_and(|ids| ids.len() == 51)
        }),
        (&["decay", "--now", "2026-11-10T09:00:00Z"], |json| {
            json["bands"]["compressed"] == 51 && json["to_compress"] == json!([])
        }),
        (&["index", "rebuild"], |json| {
            json["episodes"] == 51 && json["rules"].is_u64()
        }),
        (&["doctor"], |json| {
            json["checks"].as_array().is_some_and(|checks| checks.len() == 11)
        }),
    ];
    for (arguments, is_right) in cases {
        let json = shell.json(arguments);
        assert!(is_right(&json), "{arguments:?} said {json:#}");
    }
    let added = shell.json(&["rules", "add", "Few exclamation marks", "--scene", "dialogue"]);
    assert_eq!(
        (&added["scene_type"], &added["state"]),
        (&json!("dialogue"), &json!("rule"))
    );
    let id = added["id"].as_str().expect("an id");
    let edited = shell.json(&[
        "rules",
        "edit",
        id,
        "--skill",
        "polish",
        "--means",
        "exclamation_rate.less",
    ]);
    assert_eq!(
        (&edited["scene_type"], &edited["skill"], &edited["corrected"]),
        (
            &json!("dialogue"),
            &json!("polish"),
            &json!({ "measures": { "feature": "exclamation_rate", "direction": "less" } })
        )
    );
    let widened = shell.json(&["rules", "edit", id, "--scene", "every", "--skill", "every"]);
    assert_eq!(
        (&widened["scene_type"], &widened["skill"]),
        (&json!(null), &json!(null))
    );
}

#[test]
fn without_json_every_command_says_something_to_a_person() {
    for language in ["en", "zh"] {
        let shell = Shell::learned(language);
        for (arguments, said) in [
            (&["project", "init"][..], "is a project"),
            (&["episodes", "list"], "e00049"),
            (&["distill"], "50 episodes"),
            (&["rules", "list"], RULE),
            (&["rules", "show", RULE], "for      e00000"),
            (&["rules", "confirm", RULE], "confirmed"),
            (&["rules", "edit", RULE, "--text", "短句 Short"], "短句 Short"),
            (&["rules", "add", "先用平常的字"], "先用平常的字"),
            (&["rules", "promote", RULE], "confirmed, in every project"),
            (&["rules", "demote", RULE], "confirmed]"),
            (&["rules", "delete", RULE], "deleted action"),
            (
                &["decay", "--dry-run", "--now", "2026-11-10T09:00:00Z"],
                "would shorten 50",
            ),
            (
                &["decay", "--dry-run", "--now", "2026-11-10"],
                "to be shortened  0.1 to 0.3       50",
            ),
            (&["decay", "--now", "2026-11-10T09:00:00Z"], "shortened 50"),
            (&["episodes", "list"], "e00049  compressed"),
            (&["index", "rebuild"], "50 episodes"),
            (&["runs", "list"], "rule deleted"),
            (&["doctor"], "fine"),
        ] {
            let answer = shell.say(arguments, b"");
            assert_eq!(
                (answer.code, answer.errors.as_str()),
                (ExitCode::SUCCESS, ""),
                "{arguments:?}"
            );
            assert!(
                answer.text().contains(said),
                "{arguments:?} said {}",
                answer.text()
            );
        }
    }
}

#[test]
fn lists_are_arrays_also_when_they_are_empty() {
    let shell = Shell::new();
    shell.json(&["project", "init"]);
    for arguments in [
        &["episodes", "list"][..],
        &["rules", "list"],
        &["questions", "list"],
    ] {
        assert_eq!(shell.json(arguments), json!([]), "{arguments:?}");
    }
    assert_eq!(shell.json(&["distill"])["rules"], json!([]));
}

#[test]
fn a_rule_has_the_fields_that_are_promised_and_no_other() {
    let shell = Shell::learned("en");
    shell.json(&["rules", "add", "先用平常的字"]);
    let (promised, more) = (BTreeSet::from(RULE_FIELDS), BTreeSet::from(MORE_RULE_FIELDS));
    let rules = shell.json(&["rules", "list"]);
    for rule in rules.as_array().expect("a list") {
        let fields = keys(rule);
        assert!(
            fields.is_superset(&promised),
            "{:?} are missing",
            &promised - &fields
        );
        assert!(
            (&fields - &promised).is_subset(&more),
            "{:?} are new",
            &(&fields - &promised) - &more
        );
        for (count, list) in [
            ("supports", "supporting_episodes"),
            ("contradicts", "contradicting_episodes"),
        ] {
            assert_eq!(
                rule[count],
                json!(rule[list].as_array().expect("a list").len()),
                "{rule:#}"
            );
        }
    }
    let learned = shell.json(&["rules", "show", RULE]);
    assert_eq!(learned["text"], "Action scenes: prefers short sentences");
    assert_eq!(
        (&learned["scene_type"], &learned["skill"]),
        (&json!("action"), &Value::Null)
    );
    assert_eq!(
        (&learned["feature"], &learned["direction"]),
        (&json!("sentence_length"), &json!("less"))
    );
    assert_eq!(
        (&learned["state"], &learned["user_confirmed"]),
        (&json!("rule"), &json!(false))
    );
    assert_eq!(learned["supporting_episodes"].as_array().map(Vec::len), Some(45));
}

#[test]
fn an_episode_is_printed_as_it_can_be_imported() {
    let shell = Shell::new();
    shell.import(&choices("zh", 3, 5));
    let printed = shell.json(&["episodes", "list"]);
    let other = Shell::new();
    other.import(printed.as_array().expect("a list"));
    assert_eq!(other.json(&["episodes", "list"]), printed);
}

#[test]
fn a_date_is_its_midnight() {
    let shell = Shell::learned("en");
    let at = |now: &str| shell.json(&["decay", "--dry-run", "--now", now]);
    assert_eq!(at("2026-11-10"), at("2026-11-10T00:00:00Z"));
}
