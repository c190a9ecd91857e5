//! The named scenarios of the specification, through the real use cases.

use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;
use std::time::Duration;

use chrono::TimeDelta;
use contract::{DistillProgress, DistillStage, DistillTrigger, ErrorCode, QuestionReason, RulePatch};
use desk::{BATCH, Event, Project};
use learning::RuleState;
use learning::distil::{Wording, WordingError, from_templates};
use serde_json::Value;
use support::{TestProject, choice, choices, distil, input, morning};

/// The timeout of a wait for an event, long enough for a machine under load. No test waits for the time to pass.
const PATIENCE: Duration = Duration::from_secs(60);

/// Both languages, each with the rule learned of a writer who takes the short wording in action scenes.
const LANGUAGES: [(&str, &str); 2] = [
    ("en", "Action scenes: prefers short sentences"),
    ("zh", "动作场景偏好短句"),
];

const RULE: &str = "action.sentence_length.less";
const OPPOSITE: &str = "action.sentence_length.more";

fn next(progress: &Receiver<DistillProgress>) -> DistillProgress {
    progress.recv_timeout(PATIENCE).expect("progress")
}

#[test]
fn ms2_r1_s1_a_batch_starts_a_distillation_that_tells_its_progress_and_never_blocks_the_writer() {
    for (language, _) in LANGUAGES {
        let (tell, progress) = channel();
        let (go_on, may_go_on) = channel();
        let may_go_on = Mutex::new(may_go_on);
        let writer = thread::current().id();
        let test = TestProject::listening(move |event| {
            if let Event::Distill(step) = event {
                assert_ne!(
                    thread::current().id(),
                    writer,
                    "a distillation on the writer's thread"
                );
                tell.send(step.clone()).expect("a test that listens");
                if step.stage == DistillStage::Clustered {
                    let may_go_on = may_go_on.lock().expect("one listener at a time");
                    may_go_on
                        .recv_timeout(PATIENCE)
                        .expect("captures that do not wait");
                }
            }
        });
        test.import(&choices(language, 45, BATCH as usize));
        assert_eq!(test.project.learning().view().expect("learning").pending, BATCH);

        let receipt = test
            .project
            .learning()
            .record(input(100, language, true))
            .expect("a finished skill");
        assert_eq!(receipt.pending, BATCH + 1);
        let mut steps = vec![next(&progress), next(&progress)];

        // The distillation is paused in the middle here; the writer goes on.
        let running = test.project.learning().view().expect("learning").running;
        assert_eq!(running.as_ref(), Some(&steps[0].run_id));
        for number in 101..111 {
            let receipt = test
                .project
                .learning()
                .record(input(number, language, true))
                .expect("a capture");
            assert_eq!(receipt.id, format!("e{number:05}"));
        }
        go_on.send(()).expect("a distillation that waits");
        while steps.last().is_some_and(|step| step.progress < 1.0) {
            steps.push(next(&progress));
        }

        let stages: Vec<_> = steps.iter().map(|step| step.stage).collect();
        assert_eq!(
            stages,
            [
                DistillStage::Started,
                DistillStage::Clustered,
                DistillStage::Patterned,
                DistillStage::Generated,
                DistillStage::Completed
            ]
        );
        assert!(steps.is_sorted_by(|a, b| a.progress < b.progress), "{steps:?}");
        for step in &steps {
            assert_eq!(step.run_id, steps[0].run_id);
            assert_eq!(step.project_id, test.project.id());
            assert_eq!(step.trigger, DistillTrigger::Batch);
            assert_eq!((&step.message, step.error_code), (&None, None));
        }
        let rule = test.project.learning().rule(RULE).expect("the rule");
        assert_eq!(
            rule.supporting_episodes.len() + rule.contradicting_episodes.len(),
            51
        );
    }
}

#[test]
fn neither_an_import_nor_a_skill_before_the_batch_is_full_starts_a_distillation() {
    let test = TestProject::new();
    test.import(&choices("zh", 45, BATCH as usize - 1));
    let receipt = test
        .project
        .learning()
        .record(input(100, "zh", true))
        .expect("a finished skill");
    assert_eq!(receipt.pending, BATCH);

    test.project
        .learning()
        .distil(DistillTrigger::Manual)
        .expect("the only distillation");

    let events = test.events.lock().expect("events").clone();
    let started: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::Distill(step) if step.stage == DistillStage::Started => Some(step.trigger),
            _ => None,
        })
        .collect();
    assert_eq!(started, [DistillTrigger::Manual]);
}

#[test]
fn episodes_from_elsewhere_count_toward_the_batch_and_are_told() {
    let (tell, told) = channel();
    let test = TestProject::listening(move |event| {
        if let Event::Memory(change) = event {
            tell.send(*change).expect("a test that listens");
        }
    });
    let _watch = test.project.watch().expect("a folder that can be followed");
    test.reopened_as("desk-other").import(&choices("en", 20, 20));
    while !told.recv_timeout(PATIENCE).expect("a change").episodes {}
    assert_eq!(test.project.learning().view().expect("learning").pending, 20);
}

#[test]
fn a_capture_counts_once_also_while_a_distillation_counts_anew() {
    let test = TestProject::new();
    for number in 1..50 {
        thread::scope(|scope| {
            let distillation =
                scope.spawn(|| test.project.learning().distil(DistillTrigger::Manual).map(drop));
            test.project
                .learning()
                .record(input(number, "zh", true))
                .expect("a capture");
            distillation.join().expect("no panic").expect("a distillation");
        });
        let counted = test.project.learning().view().expect("learning").pending;
        // Opening counts the episodes from the journal alone.
        assert_eq!(
            counted,
            test.reopened()
                .project
                .learning()
                .view()
                .expect("learning")
                .pending
        );
    }
}

#[test]
fn ms2_r1_s2_a_distillation_makes_new_semantic_rules_that_wait_for_the_writers_yes() {
    for (language, sentence) in LANGUAGES {
        let test = TestProject::new();
        test.import(&choices(language, 45, 50));

        let report = test
            .project
            .learning()
            .distil(DistillTrigger::Manual)
            .expect("a distillation");

        let rules = test.project.learning().rules().expect("rules");
        assert_eq!((report.episodes, report.added as usize), (50, rules.len()));
        let short = rules
            .iter()
            .find(|rule| rule.rule.text == sentence)
            .expect("the rule");
        assert_eq!(short.rule.id, RULE);
        assert_eq!(short.rule.state, RuleState::Rule);
        assert_eq!(short.supporting_episodes.len(), 45);
        assert_eq!(short.contradicting_episodes.len(), 5);
        assert!(short.rule.confidence.get() > 0.8);
        assert!(!short.rule.user_confirmed);
        assert!(
            test.memory()
                .contains(&format!("- {sentence} <!-- rule {RULE} | rule |"))
        );

        test.pass(TimeDelta::hours(1));
        let yes = RulePatch {
            confirmed: Some(true),
            ..RulePatch::default()
        };
        let confirmed = test
            .project
            .learning()
            .update_rule(RULE, &yes)
            .expect("a rule to confirm");
        assert!(confirmed.rule.user_confirmed);
        assert!(
            test.memory()
                .contains(&format!("- {sentence} <!-- rule {RULE} | rule | confirmed |"))
        );

        let reopened = test.reopened();
        assert_eq!(
            reopened.project.learning().rule(RULE).expect("the rule"),
            confirmed
        );
        assert_eq!(reopened.memory(), test.memory());
    }
}

/// Returns fifty choices, two a day, starting `days` ago. Nine in ten take the short wording, or the long wording if
/// `short` is false.
fn choices_since(days: i64, language: &str, first: usize, short: bool) -> Vec<Value> {
    (first..first + 50)
        .zip(0..)
        .map(|(number, half_days)| {
            let mut record = choice(number, language, short != (number % 10 == 9));
            let at = morning() - TimeDelta::days(days) + TimeDelta::hours(12 * half_days);
            record["created_at"] = at.to_rfc3339().into();
            record
        })
        .collect()
}

/// Returns a project that learned a taste for long sentences from old choices.
fn fond_of_long(language: &str) -> TestProject {
    let test = TestProject::new();
    test.import(&choices_since(80, language, 0, false));
    distil(&test);
    let old = test
        .project
        .learning()
        .rule(OPPOSITE)
        .expect("what she liked before")
        .rule;
    assert!(old.in_force() && !old.recently_updated, "{old:?}");
    assert!(test.memory().contains(OPPOSITE));
    test.pass(TimeDelta::hours(1));
    test
}

/// Checks that a desk shows the same after a restart, after a rebuild and without its index; returns the desk.
fn lasting(test: TestProject) -> TestProject {
    let said = |test: &TestProject| {
        (
            test.project.learning().rules().expect("rules"),
            test.project.learning().questions().expect("questions"),
            test.memory(),
        )
    };
    let before = said(&test);
    let test = test.restarted(|_| ());
    assert_eq!(said(&test), before, "after a restart");
    test.project.memory().rebuild().expect("a rebuild");
    assert_eq!(said(&test), before, "after a rebuild");
    let test =
        test.restarted(|folder| std::fs::remove_dir_all(folder.join("memory/index")).expect("an index"));
    assert_eq!(said(&test), before, "without an index");
    test
}

#[test]
fn ms2_r3_s1_choices_of_the_last_thirty_days_replace_a_rule_by_its_opposite_and_say_so() {
    for (language, sentence) in LANGUAGES {
        let test = fond_of_long(language);
        test.import(&choices_since(25, language, 100, true));
        distil(&test);

        let replaced = |test: &TestProject| {
            let gone = test
                .project
                .learning()
                .rule(OPPOSITE)
                .expect_err("the old rule")
                .code();
            assert_eq!(gone, ErrorCode::NotFound);
            let memory = test.memory();
            assert!(
                memory.contains(sentence) && !memory.contains(OPPOSITE),
                "{memory}"
            );
            test.project.learning().rule(RULE).expect("the new rule")
        };
        let new = replaced(&test);
        assert_eq!(new.rule.text, sentence);
        assert!(
            new.rule.in_force() && new.rule.recently_updated && !new.rule.user_confirmed,
            "{:?}",
            new.rule
        );
        let old = |id: &&String| id.as_str() < "e00100";
        let episodes = new.supporting_episodes.iter().chain(&new.contradicting_episodes);
        // The change is dated from the first choice that fits the new taste. Her last old choice was a short one by
        // chance.
        assert_eq!(
            episodes.filter(old).collect::<Vec<_>>(),
            ["e00049"],
            "what she chose before the change says nothing about now"
        );
        let questions = test.project.learning().questions().expect("questions");
        assert!(
            questions
                .iter()
                .all(|question| question.reason != QuestionReason::TimeShift),
            "{questions:?}"
        );
        let test = lasting(test);

        test.pass(TimeDelta::days(29));
        distil(&test);
        assert!(
            replaced(&test).rule.recently_updated,
            "on the twenty-ninth day it is still new"
        );
        test.pass(TimeDelta::days(2));
        distil(&test);
        let settled = replaced(&test).rule;
        assert!(settled.in_force() && !settled.recently_updated, "{settled:?}");
        lasting(test);
    }
}

#[test]
fn ms2_r3_s1_a_change_of_months_ago_replaces_the_rule_and_is_not_called_recent() {
    for (language, sentence) in LANGUAGES {
        let test = TestProject::new();
        test.import(&choices_since(200, language, 0, false));
        distil(&test);
        assert!(
            test.project
                .learning()
                .rule(OPPOSITE)
                .expect("what she liked before")
                .rule
                .in_force()
        );
        // Old work arrives by import. She has made a few choices since, with the same taste.
        test.import(&choices_since(150, language, 100, true));
        test.import(&choices_since(5, language, 200, true)[..10]);
        test.pass(TimeDelta::hours(1));
        distil(&test);

        let gone = test
            .project
            .learning()
            .rule(OPPOSITE)
            .expect_err("the old rule")
            .code();
        assert_eq!(gone, ErrorCode::NotFound);
        let new = test.project.learning().rule(RULE).expect("the new rule").rule;
        assert_eq!(new.text, sentence);
        assert!(new.in_force() && !new.recently_updated, "{new:?}");
        let test = lasting(test);
        test.pass(TimeDelta::days(1));
        distil(&test);
        assert!(
            !test
                .project
                .learning()
                .rule(RULE)
                .expect("the new rule")
                .rule
                .recently_updated
        );
    }
}

#[test]
fn ms2_r3_s1_a_confirmed_rule_is_asked_about_and_never_turned() {
    for (language, sentence) in LANGUAGES {
        let test = fond_of_long(language);
        let yes = RulePatch {
            confirmed: Some(true),
            ..RulePatch::default()
        };
        test.project
            .learning()
            .update_rule(OPPOSITE, &yes)
            .expect("a yes");
        test.import(&choices_since(25, language, 100, true));

        let asked = |test: &TestProject| {
            let kept = test
                .project
                .learning()
                .rule(OPPOSITE)
                .expect("what she said yes to")
                .rule;
            assert!(
                kept.in_force() && kept.user_confirmed && kept.conflict_marked,
                "{kept:?}"
            );
            assert!(!kept.recently_updated, "{kept:?}");
            let new = test
                .project
                .learning()
                .rule(RULE)
                .expect("what her choices say")
                .rule;
            assert_eq!((new.state, new.text.as_str()), (RuleState::Proposed, sentence));
            let memory = test.memory();
            assert!(memory.contains(OPPOSITE) && !memory.contains(RULE), "{memory}");
            let mut shifts = test.project.learning().questions().expect("questions");
            shifts.retain(|question| question.reason == QuestionReason::TimeShift);
            let ids: Vec<_> = shifts
                .iter()
                .map(|question| {
                    let b = question.b.as_ref().and_then(|b| b.rule_id.as_deref());
                    (question.a.rule_id.as_deref(), b)
                })
                .collect();
            assert_eq!(ids, [(Some(OPPOSITE), Some(RULE))]);
        };
        distil(&test);
        asked(&test);
        let test = lasting(test);
        for _ in 0..3 {
            test.pass(TimeDelta::days(10));
            distil(&test);
            asked(&test);
        }
    }
}

#[test]
fn a_writer_without_a_habit_gets_no_rule() {
    for (language, _) in LANGUAGES {
        let test = TestProject::new();
        test.import(&choices(language, 25, 50));
        test.project
            .learning()
            .distil(DistillTrigger::Manual)
            .expect("a distillation");
        let rules = test.project.learning().rules().expect("rules");
        assert!(rules.iter().all(|rule| !rule.rule.in_force()), "{rules:?}");
        assert_eq!(test.memory(), "");
    }
}

#[test]
fn ms2_x_s1_an_episode_written_while_a_distillation_reads_is_acknowledged_and_counts_for_the_next() {
    for (language, _) in LANGUAGES {
        let project: Arc<OnceLock<Arc<Project>>> = Arc::default();
        let recorded = Arc::new(Mutex::new(Vec::new()));
        let (writer, acknowledged) = (Arc::clone(&project), Arc::clone(&recorded));
        let test = TestProject::listening(move |event| {
            if let (Event::Distill(step), Some(project)) = (event, writer.get())
                && step.stage == DistillStage::Clustered
            {
                let mut acknowledged = acknowledged.lock().expect("one listener at a time");
                let number = 200 + acknowledged.len();
                acknowledged.push(
                    project
                        .learning()
                        .record(input(number, language, true))
                        .expect("a capture"),
                );
            }
        });
        assert!(project.set(Arc::clone(&test.project)).is_ok());
        test.import(&choices(language, 45, 50));

        let report = test
            .project
            .learning()
            .distil(DistillTrigger::Manual)
            .expect("a distillation");

        assert_eq!(recorded.lock().expect("receipts")[0].id, "e00200");
        assert_eq!(report.episodes, 50);
        let weighed = |project: &Project| {
            let rule = project.learning().rule(RULE).expect("the rule");
            assert_eq!(rule.rule.supports as usize, rule.supporting_episodes.len());
            assert_eq!(rule.rule.contradicts as usize, rule.contradicting_episodes.len());
            let both = [rule.supporting_episodes, rule.contradicting_episodes].concat();
            (both.len(), both.contains(&"e00200".to_owned()))
        };
        assert_eq!(weighed(&test.project), (50, false), "exactly the snapshot");
        assert_eq!(
            test.project.learning().all_episodes().expect("episodes").len(),
            51
        );
        assert_eq!(test.project.learning().view().expect("learning").pending, 1);
        assert_eq!(
            test.reopened()
                .project
                .learning()
                .view()
                .expect("learning")
                .pending,
            1
        );
        assert_eq!(
            weighed(&test.reopened().project),
            (50, false),
            "also after a restart"
        );

        test.project
            .learning()
            .distil(DistillTrigger::Manual)
            .expect("the next distillation");
        assert_eq!(weighed(&test.project), (51, true));
    }
}

#[test]
fn a_second_distillation_while_one_runs_is_refused_with_the_id_of_the_first() {
    let project: Arc<OnceLock<Arc<Project>>> = Arc::default();
    let (tell, refused) = channel();
    let second = Arc::clone(&project);
    let test = TestProject::listening(move |event| {
        if let (Event::Distill(step), Some(project)) = (event, second.get())
            && step.stage == DistillStage::Patterned
        {
            let fault = project
                .learning()
                .distil(DistillTrigger::Manual)
                .map_err(|error| error.fault());
            tell.send((step.run_id.clone(), fault))
                .expect("a test that listens");
        }
    });
    assert!(project.set(Arc::clone(&test.project)).is_ok());
    test.project
        .learning()
        .distil(DistillTrigger::Manual)
        .expect("the first distillation");
    let (run_id, fault) = refused.recv_timeout(PATIENCE).expect("the second one's answer");
    let fault = fault.expect_err("a distillation is going on");
    assert_eq!(fault.code, ErrorCode::Conflict);
    assert_eq!(fault.details.get("runId"), Some(&run_id));
}

#[test]
fn whoever_hears_of_the_end_finds_nothing_running_and_nothing_waiting() {
    for lie in [false, true] {
        let project: Arc<OnceLock<Arc<Project>>> = Arc::default();
        let (tell, ends) = channel();
        let asked = Arc::clone(&project);
        let test = TestProject::listening(move |event| {
            if let (Event::Distill(step), Some(project)) = (event, asked.get())
                && step.progress >= 1.0
            {
                let learning = project.learning().view().expect("learning");
                tell.send((step.stage, learning)).expect("a test that listens");
            }
        });
        assert!(project.set(Arc::clone(&test.project)).is_ok());
        test.import(&choices("en", 45, 50));
        if lie {
            // Latin-1: the desk cannot parse the file, so the distillation fails.
            std::fs::write(test.memory_path(), b"# M\xE9moire\n").expect("a memory file");
        }
        assert_eq!(
            test.project.learning().distil(DistillTrigger::Manual).is_err(),
            lie
        );
        let (stage, learning) = ends.recv_timeout(PATIENCE).expect("the end");
        assert_eq!(learning.running, None);
        assert_eq!(
            (stage == DistillStage::Failed, learning.pending == 50),
            (lie, lie)
        );
    }
}

#[test]
fn ms2_r1_s3_without_the_language_model_the_rules_stay_and_the_next_window_tries_again() {
    for (language, sentence) in LANGUAGES {
        let (tell, progress) = channel();
        let answers = Arc::new(Mutex::new(true));
        let answering = Arc::clone(&answers);
        let test = TestProject::adjusted(|ports| {
            ports.word = Arc::new(move |finding| {
                if *answering.lock().expect("one finding at a time") {
                    from_templates(finding)
                } else {
                    Err(WordingError)
                }
            });
            let emit = Arc::clone(&ports.emit);
            ports.emit = Arc::new(move |event| {
                if let Event::Distill(step) = &event
                    && [DistillStage::Completed, DistillStage::Failed].contains(&step.stage)
                {
                    tell.send(step.clone()).expect("a test that listens");
                }
                emit(event);
            });
        });
        test.import(&choices(language, 45, 49));
        test.project
            .learning()
            .distil(DistillTrigger::Manual)
            .expect("a distillation");
        assert_eq!(next(&progress).stage, DistillStage::Completed);
        let (rules, memory) = (test.project.learning().rules().expect("rules"), test.memory());
        assert!(memory.contains(sentence));

        *answers.lock().expect("the model") = false;
        for number in 100..=100 + BATCH {
            test.project
                .learning()
                .record(input(number as usize, language, true))
                .expect("a capture");
        }
        let failed = next(&progress);
        assert_eq!(failed.trigger, DistillTrigger::Batch);
        assert_eq!(failed.error_code, Some(ErrorCode::MemoryDistillLlmUnavailable));
        assert_eq!(test.project.learning().rules().expect("rules"), rules);
        assert_eq!(test.memory(), memory);
        assert_eq!(
            test.project.learning().view().expect("learning").pending,
            BATCH + 1
        );

        *answers.lock().expect("the model") = true;
        test.project
            .learning()
            .record(input(200, language, true))
            .expect("the next finished skill");
        let again = next(&progress);
        assert_eq!(
            (again.trigger, again.stage),
            (DistillTrigger::Batch, DistillStage::Completed)
        );
        assert_eq!(test.project.learning().view().expect("learning").pending, 0);
    }
}

#[test]
fn ms2_x_s2_a_confidence_out_of_range_is_refused_and_changes_nothing() {
    for wrong in [1.2, -0.1, f64::NAN] {
        for (language, sentence) in LANGUAGES {
            let stated = Arc::new(Mutex::new(None));
            let states = Arc::clone(&stated);
            let test = TestProject::wording(move |finding| {
                let stated = *states.lock().expect("one finding at a time");
                Ok(Wording {
                    confidence: stated.unwrap_or(finding.confidence),
                    ..from_templates(finding)?
                })
            });
            test.import(&choices(language, 45, 50));
            test.project
                .learning()
                .distil(DistillTrigger::Manual)
                .expect("a distillation");
            let (rules, memory) = (test.project.learning().rules().expect("rules"), test.memory());
            assert!(memory.contains(sentence));
            test.project
                .learning()
                .record(input(100, language, true))
                .expect("a capture");
            test.events.lock().expect("events").clear();

            *stated.lock().expect("the wording") = Some(wrong);
            let error = test
                .project
                .learning()
                .distil(DistillTrigger::Manual)
                .expect_err("a confidence out of range");

            assert_eq!(error.code(), ErrorCode::MemoryConfidenceOutOfRange, "{wrong}");
            let events = test.events.lock().expect("events").clone();
            let Some(Event::Distill(last)) = events.last() else {
                panic!("no progress was told: {events:?}");
            };
            assert_eq!(last.stage, DistillStage::Failed);
            assert_eq!(last.error_code, Some(ErrorCode::MemoryConfidenceOutOfRange));
            assert_eq!(last.message.as_ref(), Some(&error.to_string()));
            assert_eq!(test.project.learning().rules().expect("rules"), rules);
            assert_eq!(test.memory(), memory);
            assert_eq!(test.reopened().project.learning().rules().expect("rules"), rules);

            *stated.lock().expect("the wording") = None;
            test.project
                .learning()
                .distil(DistillTrigger::Manual)
                .expect("the next distillation");
            assert_eq!(
                test.project
                    .learning()
                    .rule(RULE)
                    .expect("the rule")
                    .supporting_episodes
                    .len(),
                46
            );
        }
    }
}

#[test]
fn ms2_x_s2_a_confidence_out_of_range_in_an_edit_is_refused_and_changes_nothing() {
    for (language, hers) in [
        ("en", "In a fight, one act a sentence"),
        ("zh", "打斗里一句一个动作"),
    ] {
        let test = TestProject::new();
        test.import(&choices(language, 45, 50));
        test.project
            .learning()
            .distil(DistillTrigger::Manual)
            .expect("a distillation");
        let (rule, memory) = (
            test.project.learning().rule(RULE).expect("the rule"),
            test.memory(),
        );
        for wrong in [1.2, -0.1, f64::NAN, f64::INFINITY] {
            let patch = RulePatch {
                text: Some(hers.into()),
                confidence: Some(wrong),
                ..RulePatch::default()
            };
            let fault = test
                .project
                .learning()
                .update_rule(RULE, &patch)
                .expect_err("out of range")
                .fault();
            assert_eq!(fault.code, ErrorCode::MemoryConfidenceOutOfRange, "{wrong}");
            assert_eq!(fault.details.get("confidence"), Some(&wrong.to_string()));
            assert_eq!(test.project.learning().rule(RULE).expect("the rule"), rule);
            assert_eq!(test.memory(), memory);
        }
    }
}
