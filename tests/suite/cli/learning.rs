//! Episodes, distillation, rules and questions.

use std::collections::BTreeSet;
use std::process::ExitCode;

use serde_json::{Value, json};
use support::choice;

use super::{RULE, Shell, keys};

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
            // The explanation was made after a distillation, so its rules were in force before it.
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
