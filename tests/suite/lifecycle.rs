//! How episodes fade and are recalled, shortened and forgotten, and which results stay unchanged by that.

use std::fs;

use chrono::TimeDelta;
use contract::{Category, EpisodeQuery, ErrorCode, Finding, NewRule, RulePatch, RunKind, Signal};
use desk::Listed;
use learning::decay::compress::SUMMARY_TOKENS;
use learning::decay::recall::Query;
use learning::decay::{Band, priority};
use learning::rule::RuleWithEvidence;
use proptest::prelude::*;
use prose::tokens;
use serde_json::Value;
use support::{TestProject, choice, choices, distil, input, morning};

const RULE: &str = "action.sentence_length.less";

/// Returns the record of a choice that is `hours` hours old at the start of the test.
fn aged(number: usize, language: &str, hours: i64) -> Value {
    let mut record = choice(number, language, true);
    record["created_at"] = (morning() - TimeDelta::hours(hours)).to_rfc3339().into();
    record
}

fn rules(test: &TestProject) -> Vec<RuleWithEvidence> {
    test.project.learning().rules().expect("rules")
}

fn run_kinds(test: &TestProject) -> Vec<RunKind> {
    let runs = test.project.memory().runs().expect("runs");
    runs.into_iter().map(|run| run.kind).collect()
}

fn band(test: &TestProject, band: Band) -> u32 {
    let fading = test
        .project
        .learning()
        .fading(test.project.memory().now())
        .expect("bands");
    fading.bands.get(&band).copied().unwrap_or(0)
}

fn compressed(test: &TestProject) -> Vec<String> {
    let listed = test.project.learning().listed_episodes().expect("episodes");
    listed
        .into_iter()
        .filter_map(|episode| match episode {
            Listed::Compressed(left) => Some(left.id),
            Listed::Whole(_) => None,
        })
        .collect()
}

#[test]
fn ms2_r2_s1_a_faded_episode_waits_for_the_weekly_compression_to_two_hundred_tokens() {
    for (language, scene) in [("en", "Action scenes"), ("zh", "动作场景")] {
        let test = TestProject::new();
        // An episode fades to 0.25 after 15.3 days.
        test.import(&[aged(1, language, 15 * 24 + 7), aged(2, language, 24)]);
        distil(&test);
        let fading = test.project.learning().fading(morning()).expect("bands");
        assert_eq!(fading.bands.get(&Band::ToCompress), Some(&1), "{language}");
        assert_eq!(Vec::from_iter(&fading.to_compress), ["e00001"]);
        assert_eq!(compressed(&test), [""; 0], "looking changes nothing");

        test.project.learning().maintain().expect("a compression");
        assert_eq!(compressed(&test), ["e00001"]);
        assert_eq!(run_kinds(&test), [RunKind::Compress, RunKind::Distill]);
        let query = EpisodeQuery {
            ids: vec!["e00001".into()],
            ..EpisodeQuery::default()
        };
        let shown = test
            .project
            .learning()
            .episodes(query)
            .expect("episodes")
            .remove(0);
        let summary = shown.summary.expect("a summary");
        assert!(summary.starts_with(scene), "{summary}");
        assert!(tokens::estimate(&summary) <= SUMMARY_TOKENS, "{summary}");
        assert_eq!(
            (shown.scene_type.as_str(), shown.signal),
            ("action", Signal::DirectAccept)
        );
        assert_eq!((shown.candidates, shown.final_text), (vec![], String::new()));

        // The next compression is due a week later, and not a day earlier.
        test.import(&[aged(3, language, 20 * 24)]);
        test.pass(TimeDelta::days(6));
        test.project.learning().maintain().expect("nothing that is due");
        assert_eq!(compressed(&test), ["e00001"]);
        test.pass(TimeDelta::days(1));
        test.project.learning().maintain().expect("a compression");
        assert_eq!(compressed(&test), ["e00001", "e00003"]);
    }
}

#[test]
fn ms2_r2_s2_a_recall_makes_an_episode_fresh_again_and_a_preview_does_not() {
    for (language, text) in [
        ("en", "The rope burned as she ran."),
        ("zh", "绳子烫手，她没松。"),
    ] {
        let test = TestProject::new();
        // An episode fades to 0.5 after 8.3 days.
        test.import(&[aged(1, language, 8 * 24 + 8)]);
        let query = Query {
            text: text.into(),
            ..Query::default()
        };
        assert_eq!(
            test.project
                .learning()
                .preview_recall(&query)
                .expect("a preview")
                .len(),
            1
        );
        assert_eq!(band(&test, Band::Decaying), 1, "{language}");

        let recalled = test.project.learning().recall(&query).expect("a recall");
        assert_eq!(recalled[0].id, "e00001");
        assert_eq!(
            (band(&test, Band::Decaying), band(&test, Band::Active)),
            (0, 1),
            "{language}"
        );
        let test = test.reopened();
        assert_eq!(band(&test, Band::Active), 1, "a recall outlives the desk");
    }
}

#[test]
fn what_has_faded_below_three_tenths_is_not_recalled() {
    let test = TestProject::new();
    test.import(&[aged(1, "en", 15 * 24 + 7)]);
    assert_eq!(
        test.project
            .learning()
            .recall(&Query::default())
            .expect("a recall"),
        []
    );
    assert_eq!(band(&test, Band::ToCompress), 1);
}

#[test]
fn ms2_r2_s3_a_confirmed_rule_does_not_decay_and_no_rule_loses_confidence_by_age() {
    for language in ["en", "zh"] {
        let test = TestProject::new();
        test.import(&choices(language, 45, 50));
        distil(&test);
        let learned = test.project.learning().rule(RULE).expect("a rule").rule;
        let yes = RulePatch {
            confirmed: Some(true),
            ..RulePatch::default()
        };
        let confirmed = test
            .project
            .learning()
            .update_rule(RULE, &yes)
            .expect("a yes")
            .rule;
        test.pass(TimeDelta::days(90));
        test.project
            .learning()
            .fade(test.project.memory().now())
            .expect("a compression");
        let after = test.project.learning().rule(RULE).expect("a rule").rule;
        assert_eq!(after, confirmed, "{language}");
        let now = test.project.memory().now();
        assert_eq!(priority(&after, now), after.confidence.get());
        assert!(priority(&learned, now) < 0.01 * learned.confidence.get());
    }
}

/// Returns a project in which episodes have passed each stage of the lifecycle, in both languages.
fn faded() -> TestProject {
    let test = TestProject::new();
    test.import(&choices("zh", 45, 50));
    test.import(&[
        aged(60, "en", 400 * 24),
        aged(61, "zh", 24),
        aged(62, "en", 8 * 24),
    ]);
    let mut silent = aged(63, "zh", 400 * 24);
    silent["selected_index"] = (-1).into();
    test.import(&[silent]);
    distil(&test);
    test
}

#[test]
fn rules_and_their_evidence_are_the_same_before_and_after() {
    let test = faded();
    let before = rules(&test);
    assert!(before.iter().any(|rule| rule.rule.in_force()));
    let fading = test.project.learning().fade(morning()).expect("a compression");
    assert_eq!(fading.to_compress.len(), 52);
    assert_eq!(
        Vec::from_iter(&fading.to_purge),
        ["e00063"],
        "the others speak for the rule"
    );
    assert_eq!(rules(&test), before);
    // A new distillation of the shortened episodes gives the same rules.
    distil(&test);
    assert_eq!(rules(&test), before);
    test.project.memory().rebuild().expect("a rebuild");
    assert_eq!(rules(&test), before);
    assert_eq!(compressed(&test).len(), 51);
}

#[test]
fn a_question_shows_a_sentence_of_an_episode_that_was_compressed() {
    for (language, opposite) in [
        ("en", "Action scenes: prefers long sentences"),
        ("zh", "动作场景偏好长句"),
    ] {
        let test = TestProject::new();
        let old: Vec<Value> = choices(language, 45, 50)
            .into_iter()
            .map(|mut record| {
                record["created_at"] = (morning() - TimeDelta::days(60)).to_rfc3339().into();
                record
            })
            .collect();
        test.import(&old);
        distil(&test);
        test.project.learning().maintain().expect("a compression");
        assert_eq!(compressed(&test).len(), 50);
        let opposite = NewRule {
            text: opposite.into(),
            category: Category::Pacing,
            scene_type: None,
        };
        test.project.learning().add_rule(&opposite).expect("a rule");

        let asked = test.project.learning().questions().expect("questions").remove(0);
        assert_eq!(asked.a.rule_id.as_deref(), Some(RULE));
        let passage = asked.a.passage.expect("a sentence of hers");
        let made = |record: &Value| {
            record["final_text"]
                .as_str()
                .is_some_and(|text| text.contains(&passage))
        };
        assert!(old.iter().any(made), "{passage}");
    }
}

#[test]
fn what_was_purged_is_not_shown_and_is_not_recorded_again() {
    let test = faded();
    test.project.learning().fade(morning()).expect("a purge");
    let shown = |test: &TestProject| {
        let listed = test.project.learning().listed_episodes().expect("episodes");
        serde_json::to_string(&listed).expect("JSON")
    };
    let before = shown(&test);
    assert!(!before.contains("e00063"));
    let again = test.import(&[aged(63, "zh", 400 * 24), aged(60, "en", 400 * 24)]);
    assert_eq!(again.known, ["e00063", "e00060"]);
    assert_eq!(shown(&test), before);
    test.project.memory().rebuild().expect("a rebuild");
    assert_eq!(shown(&test), before);
}

#[test]
fn a_later_word_on_a_compressed_episode_counts_as_if_its_text_were_here() {
    let test = faded();
    test.project.learning().fade(morning()).expect("a compression");
    let mut undo = input(0, "zh", true);
    undo.target_episode_id = Some("e00000".into());
    undo.undo_after_accept = true;
    let receipt = test.project.learning().record(undo).expect("an undo");
    assert_eq!(receipt.signal, Signal::UndoAfterAccept);
    test.pass(TimeDelta::hours(1));
    distil(&test);
    let weighed = rules(&test);
    let rule = weighed
        .iter()
        .find(|rule| rule.rule.id == RULE)
        .expect("the rule");
    assert!(!rule.supporting_episodes.contains(&"e00000".into()));
    assert_eq!(compressed(&test).len(), 51);
    let test = test.restarted(|folder| fs::remove_dir_all(folder.join("memory/index")).expect("an index"));
    assert_eq!(rules(&test), weighed);
    assert_eq!(compressed(&test).len(), 51);
}

#[test]
fn over_the_limit_the_least_used_are_compressed_and_captures_go_on() {
    let test = TestProject::new();
    let mut records: Vec<Value> = (0..1_001).map(|number| aged(number, "en", 1)).collect();
    records[500]["importance"] = 0.1.into();
    test.import(&records);
    test.project.learning().maintain().expect("a compression");
    assert_eq!(compressed(&test), ["e00500"]);

    for record in &mut records {
        record["id"] = format!("hers-{}", record["id"].as_str().expect("an id")).into();
        record["user_confirmed"] = true.into();
    }
    test.import(&records);
    let fault = test.project.learning().maintain().expect_err("no room").fault();
    assert_eq!(fault.code, ErrorCode::MemoryCapacityExceeded);
    assert_eq!(
        (
            fault.details["activeCount"].as_str(),
            fault.details["budget"].as_str()
        ),
        ("1001", "1000")
    );
    assert_eq!(compressed(&test).len(), 1_001, "what may be shortened was");
    // Without the pause a distillation would run at the same time as the doctor.
    test.project.learning().pause_learning(true).expect("a pause");
    test.project
        .learning()
        .record(input(2_000, "zh", true))
        .expect("a capture is never refused");
    assert_eq!(
        warned(&test),
        [("capacity".to_owned(), Some(ErrorCode::MemoryCapacityExceeded))]
    );
}

/// Returns the checks of the doctor that are not fine, with their error codes.
fn warned(test: &TestProject) -> Vec<(String, Option<ErrorCode>)> {
    let health = test.project.health().expect("a doctor");
    let wrong: Vec<_> = health
        .checks
        .iter()
        .filter(|check| check.finding != Finding::Fine)
        .collect();
    assert!(
        wrong
            .iter()
            .all(|check| check.finding == Finding::Warning && !check.message.is_empty())
    );
    wrong
        .iter()
        .map(|check| (check.name.clone(), check.code))
        .collect()
}

/// Returns a project with a smaller capacity, so that a test can fill it quickly.
fn small(capacity: &str) -> TestProject {
    let test = TestProject::new();
    let configured = format!("[memory.capacity]\n{capacity}\n");
    fs::write(test.path().join("workflow.toml"), configured).expect("a configuration");
    test
}

fn delete_rules(test: &TestProject) {
    for rule in rules(test) {
        test.project.learning().delete_rule(&rule.rule.id).expect("a no");
    }
}

#[test]
fn more_compressed_episodes_than_there_is_room_for_stay_where_rules_rest_on_them_and_say_so() {
    for language in ["en", "zh"] {
        let test = small("compressed = 40");
        let records: Vec<Value> = (0..50).map(|number| aged(number, language, 60 * 24)).collect();
        test.import(&records);
        distil(&test);
        assert_eq!(
            test.project
                .learning()
                .rule(RULE)
                .expect("a rule")
                .supporting_episodes
                .len(),
            50
        );
        let planned = test.project.learning().fading(morning()).expect("bands");
        let planned = planned.exceeded.expect("no room").fault();
        let fault = test.project.learning().maintain().expect_err("no room").fault();
        assert_eq!(fault.code, ErrorCode::MemoryCapacityExceeded);
        let details = ["room", "activeCount", "budget"].map(|name| fault.details[name].as_str());
        assert_eq!(details, ["compressed", "50", "40"]);
        assert_eq!(planned, fault, "it is foreseen");
        assert_eq!(compressed(&test).len(), 50, "what a rule rests on stays");
        let exceeded = (
            "capacity_compressed".to_owned(),
            Some(ErrorCode::MemoryCapacityExceeded),
        );
        assert_eq!(warned(&test), [exceeded]);

        // Episodes are kept while a rule cites them. Without the rules, the purge can delete them.
        delete_rules(&test);
        assert_eq!(warned(&test), [], "what the next purge gives up does not stay");
        test.project.learning().maintain().expect("a purge");
        assert_eq!(compressed(&test).len(), 40);
    }
}

#[test]
fn more_rules_than_there_is_room_for_stay_and_say_so() {
    for (heading, sentence) in [
        ("Style", "Her own rule, number"),
        ("写作风格", "她自己的规则，第"),
    ] {
        let with = |count: usize| {
            let bullets: String = (0..count)
                .map(|number| format!("- {sentence} {number}\n"))
                .collect();
            TestProject::new().restarted(|folder| {
                let file = format!("# Memory\n\n## {heading}\n\n{bullets}");
                fs::write(folder.join("memory/MEMORY.md"), file).expect("a memory file");
            })
        };
        let test = with(200);
        test.project
            .learning()
            .maintain()
            .expect("there is room for two hundred");
        assert_eq!(warned(&test), []);

        let test = with(201);
        let fault = test.project.learning().maintain().expect_err("no room").fault();
        assert_eq!(fault.code, ErrorCode::MemoryCapacityExceeded);
        let details = ["room", "activeCount", "budget"].map(|name| fault.details[name].as_str());
        assert_eq!(details, ["rules", "201", "200"]);
        assert_eq!(rules(&test).len(), 201, "none was dropped");
        let exceeded = (
            "capacity_rules".to_owned(),
            Some(ErrorCode::MemoryCapacityExceeded),
        );
        assert_eq!(warned(&test), [exceeded]);
        let fading = test.project.learning().fading(morning()).expect("bands");
        assert!(fading.exceeded.is_some());
    }
}

#[test]
fn a_cleanup_that_fails_says_so_and_is_done_the_next_time() {
    let test = faded();
    let lock = test.path().join("memory/journal/lock");
    fs::remove_file(&lock).expect("the lock");
    fs::create_dir(&lock).expect("a folder in its place");
    let fault = test
        .project
        .learning()
        .maintain()
        .expect_err("no turn to take")
        .fault();
    assert_eq!(fault.code, ErrorCode::MemoryCleanupFailed);
    assert_eq!(compressed(&test), [""; 0]);
    fs::remove_dir(&lock).expect("the folder");
    // In the window nobody sees the failure, so the doctor reports it until the compression succeeds.
    let failed = ("maintenance".to_owned(), Some(ErrorCode::MemoryCleanupFailed));
    assert_eq!(warned(&test), [failed]);
    test.project.learning().maintain().expect("a compression");
    assert_eq!(compressed(&test).len(), 51);
    assert_eq!(warned(&test), []);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn twice_a_day_changes_nothing_more(
        episodes in proptest::collection::vec((0i64..800 * 24, any::<bool>(), any::<bool>()), 1..40)
    ) {
        let test = TestProject::new();
        let records: Vec<Value> = episodes
            .into_iter()
            .enumerate()
            .map(|(number, (hours, chinese, confirmed))| {
                let mut record = aged(number, if chinese { "zh" } else { "en" }, hours);
                record["user_confirmed"] = confirmed.into();
                record
            })
            .collect();
        test.import(&records);
        distil(&test);
        test.project.learning().fade(morning()).expect("a compression");
        let state = || {
            let journal = test.path().join("memory/journal/desk-test/2026-11.jsonl");
            (
                fs::read(journal).expect("a journal"),
                rules(&test),
                test.project.learning().listed_episodes().expect("episodes"),
                test.project.learning().activity().expect("activity"),
            )
        };
        let before = state();
        let again = test.project.learning().fade(morning()).expect("nothing to do");
        prop_assert!(again.to_compress.is_empty() && again.to_purge.is_empty());
        test.project.learning().maintain().expect("nothing that is due");
        prop_assert_eq!(state(), before);
    }
}
