//! The command line, in this process: one JSON document an answer, a code a failure.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use desk::Installation;
use serde_json::{Value, json};
use support::{choice, choices};

const RULE: &str = "action.sentence_length.less";

/// The record of a rule as every program that reads it may rely on.
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

/// Further fields of the record, such as the origin of a rule and the lengths of its two lists. For a rule that is not
/// in force yet, `more_needed` says about how many more choices will decide it.
const MORE_RULE_FIELDS: [&str; 6] = [
    "origin",
    "supports",
    "contradicts",
    "more_needed",
    "kept",
    "shadows",
];

/// A folder to work in and an installation of its own.
struct Shell {
    project: tempfile::TempDir,
    data: tempfile::TempDir,
}

struct Said {
    code: ExitCode,
    output: Vec<u8>,
    errors: String,
}

impl Said {
    /// Returns the one document on standard output; anything before or behind it is a failure.
    fn json(&self) -> Value {
        serde_json::from_slice(&self.output)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&self.output)))
    }

    fn text(&self) -> String {
        String::from_utf8(self.output.clone()).expect("UTF-8 on standard output")
    }
}

impl Shell {
    fn new() -> Self {
        Self {
            project: tempfile::tempdir().expect("a temporary folder"),
            data: tempfile::tempdir().expect("a temporary folder"),
        }
    }

    /// Returns a folder in which fifty choices were distilled.
    fn learned(language: &str) -> Self {
        let shell = Self::new();
        shell.import(&choices(language, 45, 50));
        shell.json(&["distill"]);
        shell
    }

    fn say(&self, arguments: &[&str], input: &[u8]) -> Said {
        self.say_in(self.project.path(), arguments, input)
    }

    fn say_in(&self, project: &Path, arguments: &[&str], input: &[u8]) -> Said {
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        let mut line: Vec<OsString> = vec!["commonplace".into(), "--project".into(), project.into()];
        line.extend(arguments.iter().map(OsString::from));
        let code = cli::run(
            &Installation::at(self.data.path()),
            line,
            input,
            &mut output,
            &mut errors,
        );
        let errors = String::from_utf8(errors).expect("UTF-8 on standard error");
        Said { code, output, errors }
    }

    /// Returns the document a command that succeeds prints.
    fn json(&self, arguments: &[&str]) -> Value {
        let said = self.say(&[arguments, &["--json"]].concat(), b"");
        assert_eq!(
            (said.code, said.errors.as_str()),
            (ExitCode::SUCCESS, ""),
            "{arguments:?}"
        );
        said.json()
    }

    /// Returns the fault of a command that fails, after checking that standard error says the same.
    fn fault(&self, arguments: &[&str]) -> Value {
        let said = self.say(&[arguments, &["--json"]].concat(), b"");
        assert_ne!(said.code, ExitCode::SUCCESS, "{arguments:?}");
        let fault = said.json();
        let code = fault["code"].as_str().expect("a code");
        assert!(said.errors.starts_with(&format!("{code}: ")), "{}", said.errors);
        assert!(
            fault["message"]
                .as_str()
                .is_some_and(|message| message.contains(' ')),
            "{fault}"
        );
        assert!(fault["details"].is_object(), "{fault}");
        // Without --json only people are told.
        let plain = self.say(arguments, b"");
        assert_eq!(
            (plain.text().as_str(), plain.code),
            ("", said.code),
            "{arguments:?}"
        );
        fault
    }

    fn import(&self, records: &[Value]) -> Value {
        let said = self.say(&["episodes", "import", "-", "--json"], lines(records).as_bytes());
        assert_eq!(said.code, ExitCode::SUCCESS, "{}", said.errors);
        said.json()
    }
}

fn lines(records: &[Value]) -> String {
    records.iter().map(|record| format!("{record}\n")).collect()
}

fn keys(value: &Value) -> BTreeSet<&str> {
    value
        .as_object()
        .expect("an object")
        .keys()
        .map(String::as_str)
        .collect()
}

/// Tells whether a document says what it has to.
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
fn a_distillation_explains_every_hypothesis_by_its_counts_its_e_value_and_its_verdict() {
    for language in ["en", "zh"] {
        let shell = Shell::learned(language);
        let json = shell.json(&["distill", "--explain"]);
        let explanation = &json["explanation"];
        assert_eq!(
            keys(explanation),
            BTreeSet::from(["evidence", "evidence_threshold", "chance_threshold", "tested"])
        );
        let number = |value: &Value| value.as_f64().expect("a number");
        let [evidence, threshold, least_chance] =
            ["evidence", "evidence_threshold", "chance_threshold"].map(|field| number(&explanation[field]));
        assert!(evidence >= threshold, "{evidence} of {threshold}");

        let tested = explanation["tested"].as_array().expect("a list");
        assert_eq!(json["tested"], tested.len());
        let rules = shell.json(&["rules", "list"]);
        let rules = rules.as_array().expect("a list");
        for test in tested {
            assert_eq!(
                keys(test),
                BTreeSet::from([
                    "id",
                    "for",
                    "against",
                    "e_value",
                    "chance",
                    "threshold",
                    "stood",
                    "verdict"
                ])
            );
            assert!(number(&test["e_value"]) > 0.0, "{test}");
            let state = rules.iter().find(|rule| rule["id"] == test["id"]);
            let expected = state.map_or(json!("nothing"), |rule| rule["state"].clone());
            assert_eq!(test["verdict"], expected, "{test}");
            assert_eq!(
                test["verdict"] == "rule",
                number(&test["chance"]) >= least_chance,
                "{test}"
            );
            // The rules of this explanation stood already: it was made after a distillation.
            assert_eq!(test["stood"], test["verdict"] == "rule", "{test}");
            let threshold = match test["verdict"].as_str() {
                Some("rule" | "proposed") => 0.5,
                _ => 0.2,
            };
            assert_eq!(number(&test["threshold"]), threshold, "{test}");
        }
        let of = |id: &str| tested.iter().find(|test| test["id"] == id).expect("a hypothesis");
        let (short, long) = (of(RULE), of("action.sentence_length.more"));
        assert_eq!((&short["for"], &short["against"]), (&json!(45), &json!(5)));
        assert_eq!((&long["for"], &long["against"]), (&json!(5), &json!(45)));
        assert_eq!(
            (&short["verdict"], &long["verdict"]),
            (&json!("rule"), &json!("nothing"))
        );
        assert!(number(&short["e_value"]) > 1.0 && number(&long["e_value"]) < 1.0);

        let said = shell.say(&["distill", "--explain"], b"").text();
        let (rules, explained) = said
            .split_once("\nevidence of any preference: ")
            .expect("an explanation");
        assert!(rules.contains("50 episodes") && rules.contains(RULE), "{rules}");
        assert!(
            explained.contains(&format!("(a first rule needs {threshold})")),
            "{explained}"
        );
        assert!(
            explained.contains(&format!("a chance of {least_chance}")),
            "{explained}"
        );
        let line = |id: &str| -> Vec<&str> {
            let line = explained.lines().find(|line| line.ends_with(&format!(" {id}")));
            line.expect("a line").split_whitespace().collect()
        };
        for test in tested {
            line(test["id"].as_str().expect("an id"));
        }
        let (short, long) = (line(RULE), line("action.sentence_length.more"));
        assert_eq!(
            (short[0], short[1], short[4], short[5]),
            ("45", "5", "0.5*", "rule"),
            "{short:?}"
        );
        assert_eq!(
            (long[0], long[1], long[4], long[5]),
            ("5", "45", "0.2", "-"),
            "{long:?}"
        );

        assert!(shell.json(&["distill"]).get("explanation").is_none());
        shell.json(&["rules", "confirm", RULE]);
        let said = shell.say(&["distill", "--explain"], b"").text();
        let of_confirmed = said
            .lines()
            .find(|line| line.contains(" -* ") && line.ends_with(RULE));
        assert!(of_confirmed.is_some(), "{said}");
    }
}

#[test]
fn a_rule_is_shown_with_how_it_was_kept_and_what_goes_along_with_it() {
    for language in ["en", "zh"] {
        let shell = Shell::learned(language);
        let rule = shell.json(&["rules", "show", RULE]);
        let said = shell.say(&["rules", "show", RULE], b"").text();
        let kept = format!(
            "\n  kept in {} of the last {}\n",
            rule["kept"]["agreed"], rule["kept"]["of"]
        );
        assert!(said.contains(&kept), "{said}");
        let shadows = rule["shadows"].as_array().expect("shadows");
        assert!(!shadows.is_empty());
        let told = said
            .lines()
            .filter(|line| line.starts_with("  goes along with it: "));
        let told: Vec<&str> = told.collect();
        assert_eq!(told.len(), shadows.len(), "{said}");
        let english = told.iter().all(|line| line.is_ascii());
        assert_eq!(english, language == "en", "in the language of the rule: {said}");

        let by_hand = shell.json(&["rules", "add", "She never says his name"]);
        let said = shell
            .say(&["rules", "show", by_hand["id"].as_str().expect("an id")], b"")
            .text();
        assert!(
            !said.contains("kept in") && !said.contains("goes along"),
            "{said}"
        );
    }
}

#[test]
fn a_question_is_listed_with_its_sides_and_answered_once() {
    for (language, long) in [
        ("en", "In action scenes, long sentences"),
        ("zh", "动作场景用长句"),
    ] {
        let shell = Shell::learned(language);
        let own = shell.json(&["rules", "add", long])["id"].clone();
        let listed = shell.json(&["questions", "list"]);
        let question = listed.as_array().expect("a list").last().expect("a question");
        assert_eq!(question["reason"], "direct_contradiction");
        assert_eq!(question["state"], "pending");
        assert_eq!(question["b"]["rule_id"], own);
        assert_eq!(question["a"]["rule_id"], RULE);
        assert!(question["a"]["passage"].is_string(), "{question}");
        let id = question["id"].as_str().expect("an id");
        let said = shell.say(&["questions", "list"], b"").text();
        assert!(
            said.contains(id) && said.contains(long) && said.contains("both-by-project"),
            "{said}"
        );

        let put_off = shell.json(&["questions", "answer", id, "later"]);
        assert_eq!(put_off["state"], "later");
        let fault = shell.fault(&["questions", "answer", id, "both-by-scene"]);
        assert_eq!(fault["code"], "INVALID_ARGUMENT");
        let message = fault["message"].as_str().expect("a sentence");
        assert!(message.contains("`commonplace questions list`"), "{message}");
        assert_eq!(shell.json(&["questions", "answer", id, "b"])["state"], "resolved");
        assert_eq!(shell.fault(&["questions", "answer", id, "a"])["code"], "CONFLICT");
        assert_eq!(shell.fault(&["rules", "show", RULE])["code"], "NOT_FOUND");
    }
    let shell = Shell::learned("en");
    assert_eq!(
        shell.fault(&["questions", "answer", "none", "yes"])["code"],
        "NOT_FOUND"
    );
}

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
    let page = include_str!("../../src-tauri/docs/file-format.md");
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
        (&versions[0]["units"], &versions[0]["added"]),
        (&json!(6), &json!(3))
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
fn a_rule_is_shown_by_the_beginning_of_its_id_where_that_is_one_rules_alone() {
    let shell = Shell::learned("en");
    assert_eq!(
        shell.json(&["rules", "show", "action.sentence_length.l"])["id"],
        RULE
    );
    for text in ["Begin late", "End early"] {
        shell.json(&["rules", "add", text]);
    }
    assert_eq!(shell.fault(&["rules", "show", "written-"])["code"], "NOT_FOUND");
    assert_eq!(
        shell.fault(&["rules", "delete", "action.sentence_length.l"])["code"],
        "NOT_FOUND"
    );
}

#[test]
fn a_date_is_its_midnight() {
    let shell = Shell::learned("en");
    let at = |now: &str| shell.json(&["decay", "--dry-run", "--now", now]);
    assert_eq!(at("2026-11-10"), at("2026-11-10T00:00:00Z"));
}

#[test]
fn what_was_written_by_hand_promises_nothing() {
    for (language, text) in [("en", "Begin late"), ("zh", "从晚处开头")] {
        let shell = Shell::learned(language);
        let id = shell.json(&["rules", "add", text])["id"].clone();
        let id = id.as_str().expect("an id");
        for arguments in [&["rules", "show", id][..], &["rules", "list"]] {
            let said = shell.say(arguments, b"").text();
            let line = said.lines().find(|line| line.contains(text)).expect("a line");
            assert!(
                line.contains("written by you") && !line.contains("1.00"),
                "{line}"
            );
        }
        let learned = shell.say(&["rules", "show", RULE], b"").text();
        assert!(learned.contains("45 for,   5 against"), "{learned}");
    }
}

#[test]
fn a_hypothesis_that_was_refused_says_so() {
    for language in ["en", "zh"] {
        let shell = Shell::learned(language);
        shell.json(&["rules", "delete", RULE]);
        let explained = shell.json(&["distill", "--explain"]);
        let tested = explained["explanation"]["tested"]
            .as_array()
            .expect("a list")
            .clone();
        let verdict =
            |id: &str| tested.iter().find(|test| test["id"] == id).expect("a line")["verdict"].clone();
        assert_eq!(verdict(RULE), "refused");
        assert_eq!(verdict("action.sentence_length.more"), "nothing");
        let said = shell.say(&["distill", "--explain"], b"").text();
        let refused: Vec<_> = said
            .lines()
            .filter(|line| line.contains("refused by you"))
            .collect();
        assert!(refused.len() == 1 && refused[0].ends_with(RULE), "{refused:?}");
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
fn an_import_tells_each_episode_as_soon_as_it_is_safe_and_each_line_it_refused() {
    let shell = Shell::new();
    let input = [
        choice(1, "en", true).to_string().into_bytes(),
        b"\xff\xfe not UTF-8".to_vec(),
        b"{\"id\": \"torn".to_vec(),
        choice(4, "zh", true).to_string().into_bytes(),
    ]
    .join(&b'\n');
    let said = shell.say(&["episodes", "import", "-"], &input);
    assert_eq!(said.code, ExitCode::FAILURE, "something was refused");
    let text = said.text();
    assert!(
        text.starts_with("recorded e00001\nrecorded e00004\n2 recorded, 0 known before, 2 refused\n"),
        "{text}"
    );
    assert!(
        text.contains("line 2: INVALID_ARGUMENT: ") && text.contains("line 3: INVALID_ARGUMENT: "),
        "{text}"
    );
    assert!(!text.contains("torn"), "{text}");

    let again = shell.say(&["episodes", "import", "-", "--json"], &input).json();
    assert_eq!(again["known"], json!(["e00001", "e00004"]));
    assert_eq!(again["refused"][0]["line"], 2);
    assert_eq!(again["refused"][0]["code"], "INVALID_ARGUMENT");
}

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
fn every_check_of_the_doctor_has_a_name_in_the_window_in_either_language() {
    let words = include_str!("../../ui/src/lib/panel/activity/messages.ts");
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
