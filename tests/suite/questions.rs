//! Questions: when the desk asks, the effect of each answer, and that nothing is overwritten without an answer.

use std::fs;

use contract::{
    Answer, AnswerRequest, Category, ErrorCode, NewRule, QuestionReason, QuestionState, QuestionView,
    RulePatch, RunKind,
};
use learning::{Rule, RuleState, Scope};
use serde_json::Value;
use support::contradictions::{contradictions, harmless, in_other_words, outcome};
use support::{TestProject, choice, choices, distil};

/// A pair of rules that contradict each other, per language.
const LONG_AND_SHORT: [(&str, &str); 2] = [
    ("Prefer long sentences", "Prefer short sentences"),
    ("偏好长句", "偏好短句"),
];

const SHORT_ACTION: &str = "action.sentence_length.less";
const LONG_ACTION: &str = "action.sentence_length.more";

fn add(test: &TestProject, text: &str) -> Rule {
    let new = NewRule {
        text: text.into(),
        category: Category::Pacing,
        scene_type: None,
    };
    test.project
        .learning()
        .add_rule(&new)
        .expect("a rule by hand")
        .rule
}

fn latest_run(test: &TestProject) -> RunKind {
    test.project.memory().runs().expect("runs")[0].kind
}

fn asked(test: &TestProject) -> Vec<QuestionView> {
    test.project.learning().questions().expect("questions")
}

/// Returns the question; there must be exactly one.
fn the_question(test: &TestProject) -> QuestionView {
    let mut questions = asked(test);
    assert_eq!(questions.len(), 1, "{questions:#?}");
    questions.remove(0)
}

fn try_answer(test: &TestProject, id: &str, answer: Answer) -> Result<QuestionView, ErrorCode> {
    let request = AnswerRequest {
        question_id: id.into(),
        answer,
    };
    test.project
        .learning()
        .answer(&request)
        .map_err(|error| error.code())
}

fn answer(test: &TestProject, id: &str, answer: Answer) -> QuestionView {
    try_answer(test, id, answer).expect("an answer")
}

fn rule(test: &TestProject, id: &str) -> Option<Rule> {
    test.project.learning().rule(id).ok().map(|weighed| weighed.rule)
}

fn texts(test: &TestProject) -> Vec<String> {
    let mut texts: Vec<String> = test
        .project
        .learning()
        .rules()
        .expect("rules")
        .into_iter()
        .map(|weighed| weighed.rule.text)
        .collect();
    texts.sort();
    texts
}

/// Returns, from the texts the writer accepted, the best example of long sentences and the best example of short ones.
fn sentences(language: &str) -> [&'static str; 2] {
    match language {
        "zh" => [
            "那条旧船慢慢地随着黑沉沉的潮水荡开时文纵身一跳却差了一步。",
            "船一荡。文跳了。差一步。",
        ],
        _ => [
            "The old boat swung slowly out on the dark tide as Wen jumped and fell short of the rail.",
            "They climbed. The wall shook.",
        ],
    }
}

#[test]
fn what_she_wrote_by_hand_is_shown_only_by_sentences_that_tell_the_two_sides_apart() {
    let sides = |a: &str, b: &str, records: &[Value]| {
        let test = TestProject::new();
        test.import(records);
        add(&test, a);
        add(&test, b);
        let question = the_question(&test);
        [question.a, question.b.expect("two sides")].map(|side| side.passage)
    };
    for (language, long, short, dashes, none, scene) in [
        (
            "en",
            "Long sentences in dialogue",
            "Short sentences in dialogue",
            "Use em dashes",
            "No em dashes",
            "dialogue",
        ),
        (
            "zh",
            "对白场景用长句",
            "对白场景用短句",
            "多用破折号",
            "不用破折号",
            "dialogue",
        ),
    ] {
        let mut records = choices(language, 10, 20);
        assert_eq!(
            sides(dashes, none, &records),
            [None, None],
            "no sentence of hers has one"
        );
        assert_eq!(sides(long, short, &records), [None, None], "none is of dialogue");
        records[3]["scene_type"] = scene.into();
        records[4]["scene_type"] = scene.into();
        let in_dialogue = sides(long, short, &records);
        let texts = [&records[3]["final_text"], &records[4]["final_text"]];
        for passage in in_dialogue {
            let passage = passage.expect("a sentence of hers");
            assert!(
                texts
                    .iter()
                    .any(|text| text.as_str().is_some_and(|text| text.contains(&passage))),
                "{passage}"
            );
        }
        records[3]["origin"] = "pasted".into();
        records[4]["undone"] = true.into();
        assert_eq!(sides(long, short, &records), [None, None], "neither is hers");
    }
}

#[test]
fn ms2_r3_s2_a_direct_contradiction_lowers_and_marks_both_rules_and_waits_for_the_writer() {
    for (language, (long, short)) in ["en", "zh"].into_iter().zip(LONG_AND_SHORT) {
        let test = TestProject::new();
        let records = choices(language, 10, 20);
        test.import(&records);
        let (a, b) = (add(&test, long), add(&test, short));

        let waits = |test: &TestProject| {
            for id in [&a.id, &b.id] {
                let rule = rule(test, id).expect("both stay");
                assert!(rule.conflict_marked);
                assert!(
                    (rule.confidence.get() - 0.8).abs() < 1e-9,
                    "{:?}",
                    rule.confidence
                );
            }
            let question = the_question(test);
            assert_eq!(question.reason, QuestionReason::DirectContradiction);
            assert_eq!(question.state, QuestionState::Pending);
            assert_eq!(question.a.text, long);
            assert_eq!(question.b.as_ref().map(|b| b.text.as_str()), Some(short));
            assert!(question.forward);
            let shown = [Some(&question.a), question.b.as_ref()].map(|side| {
                let side = side.expect("two sides");
                let passage = side.passage.clone().expect("a sentence of her own");
                let made = |record: &&Value| {
                    Some(record["id"].as_str().unwrap_or_default()) == side.episode_id.as_deref()
                };
                let record = records.iter().find(made).expect("the episode it is from");
                assert!(
                    record["final_text"]
                        .as_str()
                        .is_some_and(|text| text.contains(&passage))
                );
                passage
            });
            assert_eq!(shown, sentences(language));
            question
        };
        let question = waits(&test);
        let test = test.restarted(|_| ());
        assert_eq!(waits(&test), question, "after a restart");
        test.project.memory().rebuild().expect("a rebuild");
        assert_eq!(waits(&test), question, "after a rebuild");
        let test =
            test.restarted(|folder| fs::remove_dir_all(folder.join("memory/index")).expect("an index"));
        assert_eq!(waits(&test), question, "without an index");

        let resolved = answer(&test, &question.id, Answer::B);
        assert_eq!(resolved.state, QuestionState::Resolved);
        assert_eq!(asked(&test), []);
        assert_eq!(texts(&test), [short]);
        let kept = rule(&test, &b.id).expect("the chosen rule");
        assert!(kept.user_confirmed && !kept.conflict_marked);
        assert_eq!(kept.confidence.get(), 1.0);
        assert!(test.memory().contains(short) && !test.memory().contains(long));
        test.project.memory().rebuild().expect("a rebuild");
        assert_eq!((asked(&test), texts(&test)), (vec![], vec![short.to_owned()]));
    }
}

#[test]
fn ms2_r3_s1_choices_against_a_confirmed_rule_ask_and_overwrite_nothing() {
    for language in ["en", "zh"] {
        let test = TestProject::new();
        test.import(&choices(language, 45, 50));
        distil(&test);
        let yes = RulePatch {
            confirmed: Some(true),
            ..RulePatch::default()
        };
        test.project
            .learning()
            .update_rule(SHORT_ACTION, &yes)
            .expect("a yes");
        let long: Vec<_> = (100..700).map(|number| choice(number, language, false)).collect();
        test.import(&long);
        distil(&test);

        let kept = rule(&test, SHORT_ACTION).expect("what she said yes to stays");
        assert!(kept.user_confirmed && kept.in_force() && kept.conflict_marked);
        let question = the_shift(&test);
        assert_eq!(question.a.rule_id.as_deref(), Some(SHORT_ACTION));
        let b = question.b.as_ref().expect("what her choices say");
        assert_eq!(b.rule_id.as_deref(), Some(LONG_ACTION));
        for side in [&question.a, b] {
            let passage = side.passage.as_ref().expect("a sentence of her own");
            assert!((12..=160).contains(&passage.chars().count()), "{passage}");
        }
        let opposing = rule(&test, LONG_ACTION).expect("what her choices say");
        assert_eq!(opposing.state, RuleState::Proposed, "it waits for her");
        assert!(!test.memory().contains(LONG_ACTION));

        distil(&test);
        assert_eq!(the_shift(&test).id, question.id, "it is asked once");

        answer(&test, &question.id, Answer::B);
        assert_eq!(rule(&test, SHORT_ACTION), None);
        let chosen = rule(&test, LONG_ACTION).expect("the chosen rule");
        assert!(chosen.in_force() && chosen.user_confirmed && !chosen.conflict_marked);
        distil(&test);
        assert_eq!(
            rule(&test, SHORT_ACTION),
            None,
            "not learned again from the same evidence"
        );
    }
}

fn the_shift(test: &TestProject) -> QuestionView {
    let mut shifts: Vec<_> = asked(test)
        .into_iter()
        .filter(|question| question.reason == QuestionReason::TimeShift)
        .filter(|question| question.a.rule_id.as_deref() == Some(SHORT_ACTION))
        .collect();
    assert_eq!(shifts.len(), 1, "{shifts:#?}");
    shifts.remove(0)
}

/// Returns a project with a proposed rule, and the question about it. Two more candidates tell short sentences from few
/// commas and few connectives: the long wording without commas, and the brief one joined into one sentence.
fn proposed(language: &str) -> (TestProject, QuestionView) {
    let test = TestProject::new();
    for number in 0..60 {
        let mut act = choice(number, language, number % 5 != 4);
        let candidates = act["candidates"].as_array_mut().expect("candidates");
        let text = |at: usize| candidates[at].as_str().expect("a text").to_owned();
        let long = usize::from(number.is_multiple_of(2));
        let plain = text(long).replace(", ", " ").replace('，', "");
        let joined = text(1 - long).replace(". ", " and ").replacen('。', "", 1);
        candidates.extend([plain.into(), joined.into()]);
        test.import(&[act]);
        distil(&test);
        let question = asked(&test).into_iter().next();
        if let Some(question) = question {
            return (test, question);
        }
    }
    panic!("nothing was proposed");
}

#[test]
fn a_proposal_waits_with_a_sentence_she_took_and_one_she_passed_over() {
    for language in ["en", "zh"] {
        let (test, question) = proposed(language);
        assert_eq!(question.reason, QuestionReason::Proposal);
        assert_eq!(question.answers, [Answer::A, Answer::Neither, Answer::Later]);
        let id = question.a.rule_id.clone().expect("a rule");
        let other = question.b.as_ref().expect("what she passed over");
        assert!(question.a.passage.is_some() && other.passage.is_some());
        assert_ne!(question.a.passage, other.passage);
        assert_eq!(question.a.episode_id, other.episode_id);

        answer(&test, &question.id, Answer::A);
        let yes = rule(&test, &id).expect("a rule");
        assert!(yes.in_force() && yes.user_confirmed);
        assert!(test.memory().contains(&id));

        let (test, question) = proposed(language);
        answer(&test, &question.id, Answer::Neither);
        assert_eq!(rule(&test, &id), None);
        distil(&test);
        assert_eq!(rule(&test, &id), None, "no means no");
        assert!(
            asked(&test)
                .iter()
                .all(|other| other.a.rule_id.as_ref() != Some(&id))
        );
    }
}

#[test]
fn one_question_a_session_comes_forward_and_what_was_put_off_waits_for_the_next() {
    let test = TestProject::new();
    for (a, b) in [("偏好长句", "偏好短句"), ("Use em dashes", "No em dashes")] {
        add(&test, a);
        test.pass(chrono::TimeDelta::minutes(1));
        add(&test, b);
    }
    let forward = |test: &TestProject| {
        let questions = asked(test);
        let forward: Vec<_> = questions
            .into_iter()
            .filter(|question| question.forward)
            .collect();
        assert!(forward.len() <= 1);
        forward.into_iter().next().map(|question| question.a.text)
    };
    assert_eq!(forward(&test).as_deref(), Some("偏好长句"), "the oldest");
    let first = asked(&test).remove(0);
    assert_eq!(
        answer(&test, &first.id, Answer::Later).state,
        QuestionState::Later
    );
    assert_eq!(latest_run(&test), RunKind::QuestionPutOff, "and is not answered");
    assert_eq!(forward(&test), None, "no other one takes its place");
    assert_eq!(asked(&test).len(), 2, "both still count");

    let test = test.restarted(|_| ());
    assert_eq!(forward(&test).as_deref(), Some("Use em dashes"));
    let waiting = asked(&test).into_iter().find(|question| question.forward);
    answer(&test, &waiting.expect("a question").id, Answer::A);
    assert_eq!(latest_run(&test), RunKind::QuestionAnswered);
    let test = test.restarted(|_| ());
    assert_eq!(forward(&test).as_deref(), Some("偏好长句"), "it comes again");
}

#[test]
fn a_question_whose_rule_goes_away_closes_and_the_other_rule_is_as_it_was() {
    let test = TestProject::new();
    let (long, short) = (add(&test, "偏好长句"), add(&test, "偏好短句"));
    let question = the_question(&test);
    test.project.learning().delete_rule(&long.id).expect("a no");
    assert_eq!(asked(&test), []);
    let left = rule(&test, &short.id).expect("the other rule");
    assert!(!left.conflict_marked);
    assert_eq!(left.confidence, short_before(&short));
    assert_eq!(
        try_answer(&test, &question.id, Answer::A),
        Err(ErrorCode::Conflict)
    );

    add(&test, "多用长句");
    let reworded = RulePatch {
        text: Some("偏好短段落".into()),
        ..RulePatch::default()
    };
    assert_eq!(asked(&test).len(), 1);
    test.project
        .learning()
        .update_rule(&short.id, &reworded)
        .expect("other words");
    assert_eq!(asked(&test), [], "an edit ends it too");
}

fn short_before(short: &Rule) -> learning::Confidence {
    assert!(short.conflict_marked, "it was added into the conflict");
    learning::Confidence::CERTAIN
}

#[test]
fn both_stay_apart_by_scene_or_by_project_and_are_not_asked_about_again() {
    let test = TestProject::new();
    let wide = add(&test, "偏好长句");
    let narrow = add(&test, "动作场景偏好短句");
    let question = the_question(&test);
    assert_eq!(question.reason, QuestionReason::ScopeOverlap);
    answer(&test, &question.id, Answer::BothByScene);
    let narrowed = rule(&test, &narrow.id).expect("both stay");
    assert_eq!(narrowed.scene_type, Some(prose::SceneType::Action));
    assert!(!narrowed.conflict_marked);
    assert!(rule(&test, &wide.id).is_some());
    add(&test, "少用副词");
    assert_eq!(asked(&test), []);

    let test = TestProject::new();
    let (first, third) = (add(&test, "偏好第一人称"), add(&test, "使用第三人称全知"));
    let question = the_question(&test);
    assert_eq!(
        try_answer(&test, &question.id, Answer::BothByScene),
        Err(ErrorCode::InvalidArgument)
    );
    answer(&test, &question.id, Answer::BothByProject);
    assert_eq!(rule(&test, &first.id).map(|rule| rule.scope), Some(Scope::Global));
    assert_eq!(
        rule(&test, &third.id).map(|rule| rule.scope),
        Some(Scope::Project)
    );
    add(&test, "少用副词");
    assert_eq!(asked(&test), []);
}

#[test]
fn neither_deletes_both_and_an_answer_counts_once() {
    let test = TestProject::new();
    add(&test, "Prefer long sentences");
    add(&test, "Prefer short sentences");
    let question = the_question(&test);
    answer(&test, &question.id, Answer::Neither);
    assert_eq!(texts(&test), [] as [String; 0]);
    assert_eq!(
        try_answer(&test, &question.id, Answer::A),
        Err(ErrorCode::Conflict)
    );
    assert_eq!(
        try_answer(&test, "question-none", Answer::A),
        Err(ErrorCode::NotFound)
    );
}

#[test]
fn only_the_unconfirmed_side_of_a_conflict_loses_weight() {
    let test = TestProject::new();
    test.import(&choices("zh", 45, 50));
    distil(&test);
    let learned = rule(&test, SHORT_ACTION).expect("a learned rule");
    let written = add(&test, "动作场景用长句");
    assert_eq!(written.confidence.get(), 1.0);
    let lowered = rule(&test, SHORT_ACTION).expect("it is kept");
    assert!((learned.confidence.get() - lowered.confidence.get() - 0.2).abs() < 1e-9);
    let runs = test.project.memory().runs().expect("runs").len();
    distil(&test);
    assert_eq!(
        rule(&test, SHORT_ACTION),
        Some(lowered),
        "once, however often it is weighed"
    );
    assert_eq!(test.project.memory().runs().expect("runs")[0].updated, 0);
    assert_eq!(test.project.memory().runs().expect("runs").len(), runs + 1);
}

#[test]
fn her_own_bullets_are_asked_about_and_left_as_they_are() {
    let test = TestProject::new();
    let memory = "# 记忆\n\n## 节奏偏好\n\n- 偏好长句\n* 偏好短句\n";
    fs::create_dir_all(test.path().join("memory")).expect("a folder");
    fs::write(test.memory_path(), memory).expect("a memory file");
    test.project
        .memory()
        .follow()
        .expect("a file that can be followed");
    assert_eq!(the_question(&test).reason, QuestionReason::DirectContradiction);
    add(&test, "少用副词");
    assert!(test.memory().starts_with(memory), "{}", test.memory());
}

/// Per language: two rules that set the same preference key, a rule about something else, and the merged rule.
const SET_TWICE: [[&str; 4]; 2] = [
    [
        "Tense: past",
        "Tense: present",
        "Tone: dry",
        "Tense: past; present (2026-11-21)",
    ],
    [
        "时态：过去时",
        "时态：现在时",
        "语气：冷峻",
        "时态：过去时；现在时（2026-11-21）",
    ],
];

/// Returns a project with a configured strategy for the tense.
fn configured(strategy: &str) -> TestProject {
    let test = TestProject::new();
    let configured = format!("[memory.preference_keys.tense]\nstrategy = \"{strategy}\"\n");
    fs::write(test.path().join("workflow.toml"), configured).expect("a configuration");
    test
}

/// Returns the result of each strategy for a second value: the rules, the error code of a refusal, and the number of
/// questions.
fn outcomes([old, new, _, merged]: [&str; 4]) -> Vec<(&'static str, Vec<String>, Option<ErrorCode>, usize)> {
    let sorted = |texts: &[&str]| {
        let mut texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
        texts.sort();
        texts
    };
    vec![
        ("keep_old", sorted(&[old]), Some(ErrorCode::Conflict), 0),
        ("keep_new", sorted(&[new]), None, 0),
        ("merge", sorted(&[merged]), None, 0),
        ("ask_user", sorted(&[old, new]), None, 1),
        ("not a strategy", sorted(&[old, new]), None, 1),
    ]
}

#[test]
fn a_preference_key_does_what_is_configured() {
    for texts in SET_TWICE {
        for (strategy, expected, refused, questions) in outcomes(texts) {
            let test = configured(strategy);
            add(&test, texts[0]);
            let new = NewRule {
                text: texts[1].into(),
                category: Category::Style,
                scene_type: None,
            };
            let added = test
                .project
                .learning()
                .add_rule(&new)
                .map_err(|error| error.code());
            assert_eq!(
                (self::texts(&test), added.err(), asked(&test).len()),
                (expected, refused, questions),
                "{strategy}"
            );
        }
    }
}

#[test]
fn a_preference_key_does_what_is_configured_when_a_rule_is_edited_too() {
    for texts in SET_TWICE {
        for (strategy, mut expected, refused, questions) in outcomes(texts) {
            for adopted in [false, true] {
                let test = configured(strategy);
                let edited = if adopted {
                    let memory = format!("# Memory\n\n## Style\n\n- {}\n", texts[2]);
                    fs::create_dir_all(test.path().join("memory")).expect("a folder");
                    fs::write(test.memory_path(), memory).expect("a memory file");
                    test.project
                        .memory()
                        .follow()
                        .expect("a file that can be followed");
                    test.project.learning().rules().expect("rules").remove(0).rule
                } else {
                    add(&test, texts[2])
                };
                let old = add(&test, texts[0]);
                let words = RulePatch {
                    text: Some(texts[1].into()),
                    ..RulePatch::default()
                };
                let outcome = test.project.learning().update_rule(&edited.id, &words);
                let refusal = outcome.as_ref().err().map(|error| error.code());
                if refused.is_some() && !adopted {
                    // A refused change leaves the rule as it was.
                    expected.push(texts[2].to_owned());
                    expected.sort();
                }
                assert_eq!(
                    (self::texts(&test), refusal, asked(&test).len()),
                    (expected.clone(), refused, questions),
                    "{strategy}, adopted: {adopted}"
                );
                let memory = test.memory();
                assert!(expected.iter().all(|text| memory.contains(text)), "{memory}");
                assert_eq!(memory.matches("\n- ").count(), expected.len(), "{memory}");
                if strategy == "merge" {
                    let merged = outcome.expect("a merge").rule;
                    assert_eq!((merged.id, merged.text), (old.id, texts[3].to_owned()));
                }
            }
        }
        // A value of the writer is edited like any other sentence if no other rule sets the same key.
        let test = configured("keep_old");
        let only = add(&test, texts[0]);
        let words = RulePatch {
            text: Some(texts[1].into()),
            ..RulePatch::default()
        };
        test.project
            .learning()
            .update_rule(&only.id, &words)
            .expect("her own value");
        assert_eq!(self::texts(&test), [texts[1]]);
    }
}

#[test]
fn an_edit_of_the_file_always_asks_whatever_is_configured() {
    for [old, new, other, _] in SET_TWICE {
        for strategy in ["keep_old", "keep_new", "merge", "ask_user"] {
            let test = configured(strategy);
            add(&test, old);
            add(&test, other);
            test.pass(chrono::TimeDelta::minutes(1));
            let memory = test.memory();
            assert!(memory.contains(other));
            fs::write(test.memory_path(), memory.replace(other, new)).expect("a memory file");
            test.project
                .memory()
                .follow()
                .expect("a file that can be followed");
            let mut both = [old.to_owned(), new.to_owned()];
            both.sort();
            assert_eq!(texts(&test), both, "{strategy}");
            assert_eq!(the_question(&test).reason, QuestionReason::PreferenceKey);
        }
    }
}

#[test]
fn contradictions_are_asked_about_and_none_is_decided_in_silence() {
    let outcome = outcome(&contradictions());
    assert_eq!(
        (outcome.asked, outcome.pairs),
        (313, 317),
        "{:#?}",
        outcome.unasked
    );
    assert_eq!(outcome.overwritten, 0);
}

#[test]
fn contradictions_in_words_the_lists_were_not_fitted_to_are_found_too() {
    // A contradiction that the desk does not recognise raises no question, but both rules stay.
    let outcome = outcome(&in_other_words());
    assert_eq!((outcome.asked, outcome.pairs), (21, 30), "{:#?}", outcome.unasked);
    assert_eq!(outcome.overwritten, 0);
}

#[test]
fn what_only_looks_like_a_contradiction_is_not_asked_about() {
    let outcome = outcome(&harmless());
    assert_eq!(outcome.raised, [] as [String; 0]);
    assert_eq!(outcome.overwritten, 0);
}
