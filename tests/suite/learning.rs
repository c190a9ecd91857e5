//! When a distillation starts by itself and when it does not, and that only one distillation runs at a time.

use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, OnceLock, Weak};
use std::time::Duration;

use contract::{Category, DistillStage, DistillTrigger, ErrorCode, NewRule};
use desk::{BATCH, Event, Installation, Project};
use learning::distil::{WordingError, from_templates};
use serde_json::Value;
use support::{TestProject, choices, input};

/// The timeout of a wait for an event, long enough for a machine under load. No test waits for the time to pass.
const PATIENCE: Duration = Duration::from_secs(60);

/// Returns the triggers of the distillations that were started.
fn begun(test: &TestProject) -> Vec<DistillTrigger> {
    let events = test.events.lock().expect("events");
    events
        .iter()
        .filter_map(|event| match event {
            Event::Distill(step) if step.stage == DistillStage::Started => Some(step.trigger),
            _ => None,
        })
        .collect()
}

/// Runs the command line in this process. Returns whether it succeeded, and the document it printed.
fn command(project: &Path, arguments: &[&str]) -> (bool, Value) {
    let data = tempfile::tempdir().expect("a temporary folder");
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let folder = project.display().to_string();
    let line = ["commonplace", "--json", "--project", &folder];
    let code = cli::run(
        &Installation::at(data.path()),
        line.iter().chain(arguments),
        &b""[..],
        &mut output,
        &mut errors,
    );
    let document = serde_json::from_slice(&output).expect("one JSON document");
    (code == ExitCode::SUCCESS, document)
}

#[test]
fn five_idle_minutes_distil_what_is_new_and_nothing_else() {
    let test = TestProject::new();
    let idle = || {
        test.project
            .learning()
            .trigger(DistillTrigger::Idle)
            .expect("a trigger")
    };
    assert_eq!(idle(), None, "nothing was ever recorded");
    test.import(&choices("zh", 45, 49));
    assert_eq!(idle().map(|report| report.episodes), Some(49));
    assert_eq!(idle(), None, "nothing is new");
    test.project
        .learning()
        .record(input(100, "zh", true))
        .expect("a capture");
    assert_eq!(idle().map(|report| report.episodes), Some(50));
    assert_eq!(begun(&test), [DistillTrigger::Idle; 2]);
}

/// Per language, a rule that contradicts the rule learned from short action scenes, and a rule that contradicts none.
const BY_HAND: [(&str, &str, &str); 2] = [
    ("en", "Prefer long sentences", "Wen never says the river's name"),
    ("zh", "偏好长句", "阿文从不说出那条河的名字"),
];

fn written(text: &str) -> NewRule {
    NewRule {
        text: text.into(),
        category: Category::Pacing,
        scene_type: None,
    }
}

fn add(test: &TestProject, text: &str) {
    let added = test.project.learning().add_rule(&written(text));
    added.expect("a rule by hand");
}

#[test]
fn a_new_conflict_is_a_reason_to_distil_once_without_a_new_episode() {
    for (language, against, harmless) in BY_HAND {
        let test = TestProject::new();
        let conflict = || {
            test.project
                .learning()
                .trigger(DistillTrigger::Conflict)
                .expect("a trigger")
        };
        test.import(&choices(language, 45, 50));
        test.project
            .learning()
            .distil(DistillTrigger::Manual)
            .expect("a distillation");
        test.events.lock().expect("events").clear();

        add(&test, harmless);
        assert_eq!(conflict(), None, "nothing contradicts");
        add(&test, against);
        test.project.learning().pause_learning(true).expect("a pause");
        assert_eq!(conflict(), None, "learning is paused");
        test.project.learning().pause_learning(false).expect("an end");
        assert_eq!(conflict().map(|report| report.episodes), Some(50));
        assert_eq!(conflict(), None, "it was seen");
        assert_eq!(begun(&test), [DistillTrigger::Conflict]);
    }
}

#[test]
fn a_desk_that_stays_open_distils_when_a_conflict_comes_up_by_hand_or_in_the_file() {
    for (language, against, _) in BY_HAND {
        for in_the_file in [false, true] {
            let (tell, told) = channel();
            let test = TestProject::listening(move |event| {
                if let Event::Distill(step) = event
                    && step.stage == DistillStage::Completed
                {
                    tell.send(step.trigger).expect("a test that listens");
                }
            });
            let _watch = test.project.watch().expect("a folder that can be followed");
            test.import(&choices(language, 45, 50));
            test.project
                .learning()
                .distil(DistillTrigger::Manual)
                .expect("a distillation");
            assert_eq!(told.recv_timeout(PATIENCE), Ok(DistillTrigger::Manual));

            if in_the_file {
                let memory = format!("{}- {against}\n", test.memory());
                std::fs::write(test.memory_path(), memory).expect("a memory file");
            } else {
                add(&test, against);
            }
            assert_eq!(told.recv_timeout(PATIENCE), Ok(DistillTrigger::Conflict));
        }
    }
}

#[test]
fn a_pause_records_and_distils_only_when_the_writer_asks_until_it_ends() {
    let test = TestProject::new();
    assert!(
        test.project
            .learning()
            .pause_learning(true)
            .expect("a pause")
            .paused
    );
    test.import(&choices("en", 45, BATCH as usize));
    let receipt = test
        .project
        .learning()
        .record(input(100, "en", true))
        .expect("a capture");
    assert_eq!(receipt.pending, BATCH + 1, "recorded all the same");
    for trigger in [
        DistillTrigger::Batch,
        DistillTrigger::Idle,
        DistillTrigger::Conflict,
    ] {
        assert_eq!(
            test.project.learning().trigger(trigger).expect("a trigger"),
            None,
            "{trigger:?}"
        );
    }
    assert_eq!(begun(&test), []);

    let asked = test
        .project
        .learning()
        .trigger(DistillTrigger::Manual)
        .expect("a trigger");
    assert_eq!(asked.map(|report| report.episodes), Some(BATCH + 1));
    let (succeeded, document) = command(test.path(), &["distill"]);
    assert!(succeeded, "{document:#}");

    test.project
        .learning()
        .record(input(101, "en", true))
        .expect("a capture");
    assert!(
        !test
            .project
            .learning()
            .pause_learning(false)
            .expect("an end")
            .paused
    );
    let idle = test
        .project
        .learning()
        .trigger(DistillTrigger::Idle)
        .expect("a trigger");
    assert_eq!(idle.map(|report| report.episodes), Some(BATCH + 2));
}

#[test]
fn a_pause_survives_a_restart_and_the_loss_of_the_index() {
    let paused = |test: &TestProject| test.project.learning().view().expect("learning").paused;
    let test = TestProject::new();
    // The clock stands still, so all these decisions have the same time; the last one must win.
    for word in [true, false, true, true] {
        test.project.learning().pause_learning(word).expect("a word");
        assert_eq!(paused(&test), word);
        test.project.memory().rebuild().expect("an index");
        assert_eq!(paused(&test), word);
    }
    let test = test.restarted(|folder| {
        std::fs::remove_dir_all(folder.join("memory/index")).expect("an index to delete");
    });
    assert!(paused(&test));
    assert!(paused(&test.reopened_as("desk-other")));
}

#[test]
fn a_second_distillation_of_the_same_project_is_told_the_run_of_the_first_in_every_process() {
    let other: Arc<OnceLock<Arc<Project>>> = Arc::default();
    let folder: Arc<OnceLock<std::path::PathBuf>> = Arc::default();
    let told = Arc::new(Mutex::new(Vec::new()));
    let (asks, place, tell) = (Arc::clone(&other), Arc::clone(&folder), Arc::clone(&told));
    let test = TestProject::listening(move |event| {
        let Event::Distill(step) = event else { return };
        if step.stage != DistillStage::Patterned {
            return;
        }
        let second = asks.get().expect("another desk");
        let refused = second
            .learning()
            .distil(DistillTrigger::Manual)
            .expect_err("one at a time")
            .fault();
        let (succeeded, document) = command(place.get().expect("a folder"), &["distill"]);
        assert!(!succeeded);
        assert_eq!(
            second
                .learning()
                .trigger(DistillTrigger::Idle)
                .expect("a quiet trigger"),
            None
        );
        tell.lock().expect("one listener at a time").extend([
            (
                step.run_id.clone(),
                refused.details.get("runId").cloned(),
                refused.code,
            ),
            (
                step.run_id.clone(),
                document["details"]["runId"].as_str().map(str::to_owned),
                serde_json::from_value(document["code"].clone()).expect("a code"),
            ),
        ]);
    });
    // A second handle on the lock counts as another process for the operating system.
    let second = test.reopened_as("desk-other");
    assert!(other.set(Arc::clone(&second.project)).is_ok());
    assert!(folder.set(test.path().to_owned()).is_ok());
    test.import(&choices("en", 45, 50));
    test.project
        .learning()
        .distil(DistillTrigger::Manual)
        .expect("a distillation");

    let told = told.lock().expect("what was told");
    assert_eq!(told.len(), 2);
    for (running, named, code) in told.iter() {
        assert_eq!((named.as_ref(), *code), (Some(running), ErrorCode::Conflict));
    }
    second
        .project
        .learning()
        .distil(DistillTrigger::Manual)
        .expect("its turn, once the first is done");
}

/// A way to make one stage fail and to repair it.
struct Breakage {
    code: ErrorCode,
    /// The last stage that is reported before the failure.
    before: Option<DistillStage>,
    break_or_mend: fn(&Path, bool),
    is_mute: bool,
}

#[test]
fn a_stage_that_fails_ends_in_failed_with_its_code_changes_nothing_and_is_tried_again() {
    fn index(folder: &Path, broken: bool) {
        let (index, away) = (folder.join("memory/index"), folder.join("away"));
        if broken {
            std::fs::rename(&index, &away).expect("an index to take away");
            std::fs::write(&index, b"").expect("a file in its place");
        } else {
            std::fs::remove_file(&index).expect("the file");
            std::fs::rename(&away, &index).expect("the index");
        }
    }
    fn memory_file(folder: &Path, broken: bool) {
        let (file, away) = (folder.join("memory/MEMORY.md"), folder.join("away"));
        if broken {
            std::fs::rename(&file, &away).expect("a file to take away");
            std::fs::write(&file, [0xff, 0xfe, 0xfd]).expect("what is no text");
        } else {
            std::fs::rename(&away, &file).expect("the file");
        }
    }
    let breakages = [
        Breakage {
            code: ErrorCode::MemoryIndexUnavailable,
            before: None,
            break_or_mend: index,
            is_mute: false,
        },
        Breakage {
            code: ErrorCode::MemoryDistillLlmUnavailable,
            before: Some(DistillStage::Patterned),
            break_or_mend: |_, _| (),
            is_mute: true,
        },
        Breakage {
            code: ErrorCode::MemoryFileUnusable,
            before: Some(DistillStage::Generated),
            break_or_mend: memory_file,
            is_mute: false,
        },
    ];
    for breakage in breakages {
        let mute = Arc::new(Mutex::new(false));
        let is_mute = Arc::clone(&mute);
        let test = TestProject::wording(move |finding| {
            if *is_mute.lock().expect("one finding at a time") {
                return Err(WordingError);
            }
            from_templates(finding)
        });
        test.import(&choices("en", 45, 50));
        test.project
            .learning()
            .distil(DistillTrigger::Manual)
            .expect("a distillation");
        let rules = test.project.learning().rules().expect("rules");
        test.import(&choices("zh", 10, 10).iter().map(renamed).collect::<Vec<_>>());
        test.events.lock().expect("events").clear();

        (breakage.break_or_mend)(test.path(), true);
        *mute.lock().expect("the wording") = breakage.is_mute;
        let error = test
            .project
            .learning()
            .distil(DistillTrigger::Manual)
            .expect_err("a broken stage");
        assert_eq!(error.code(), breakage.code);
        let stages: Vec<_> = test
            .events
            .lock()
            .expect("events")
            .iter()
            .filter_map(|event| match event {
                Event::Distill(step) => Some((step.stage, step.error_code)),
                _ => None,
            })
            .collect();
        assert_eq!(stages.last(), Some(&(DistillStage::Failed, Some(breakage.code))));
        let before = stages.iter().rev().nth(1).map(|(stage, _)| *stage);
        assert_eq!(before, breakage.before, "{:?}", breakage.code);

        (breakage.break_or_mend)(test.path(), false);
        *mute.lock().expect("the wording") = false;
        assert_eq!(test.project.learning().rules().expect("rules"), rules);
        let learning = test.project.learning().view().expect("learning");
        assert_eq!((learning.pending, learning.running), (10, None));
        let again = test
            .project
            .learning()
            .trigger(DistillTrigger::Idle)
            .expect("the next window");
        assert_eq!(again.map(|report| report.episodes), Some(60));
    }
}

#[test]
fn while_a_model_looks_for_words_the_writer_changes_rules_and_answers() {
    for (language, text) in [("en", "Never begin with the weather."), ("zh", "开头不写天气。")] {
        let desk: Arc<OnceLock<Weak<Project>>> = Arc::default();
        let asked = Arc::clone(&desk);
        let test = TestProject::wording(move |finding| {
            let project = asked.get().and_then(Weak::upgrade).expect("a project");
            // These calls happen while the model answers. If the distillation held the lock of the memory meanwhile,
            // they would deadlock.
            let rules = project.learning().rules().expect("rules");
            if rules.iter().all(|weighed| weighed.rule.text != text) {
                let added = project.learning().add_rule(&written(text));
                assert_eq!(added.expect("a rule").rule.text, text);
            }
            from_templates(finding)
        });
        desk.set(Arc::downgrade(&test.project)).expect("one project");
        test.import(&choices(language, 45, 50));
        let report = test
            .project
            .learning()
            .distil(DistillTrigger::Manual)
            .expect("a distillation");
        assert!(report.added > 0);
        let memory = test.memory();
        assert!(memory.contains(text), "{memory}");
        let learned = test.project.learning().rules().expect("rules");
        let learned = learned.iter().find(|weighed| weighed.rule.feature.is_some());
        assert!(
            memory.contains(&learned.expect("a learned rule").rule.text),
            "{memory}"
        );
    }
}

/// Returns a project whose wording model fails while the flag is set, and a channel of the triggers of successful
/// distillations.
fn failing() -> (TestProject, Arc<AtomicBool>, Receiver<DistillTrigger>) {
    let fails = Arc::new(AtomicBool::new(false));
    let (tell, told) = channel();
    let is_failing = Arc::clone(&fails);
    let test = TestProject::adjusted(|ports| {
        ports.word = Arc::new(move |finding| {
            if is_failing.load(Ordering::SeqCst) {
                return Err(WordingError);
            }
            from_templates(finding)
        });
        let emit = Arc::clone(&ports.emit);
        ports.emit = Arc::new(move |event| {
            if let Event::Distill(step) = &event
                && step.stage == DistillStage::Completed
            {
                tell.send(step.trigger).expect("a test that listens");
            }
            emit(event);
        });
    });
    (test, fails, told)
}

/// Makes a distillation with `new` new episodes fail. With new episodes the trigger is the writer's request; without, a
/// conflict.
fn failed(test: &TestProject, fails: &AtomicBool, language: &str, against: &str, new: usize) {
    test.import(&choices(language, 45, 50));
    let distil = |trigger| test.project.learning().trigger(trigger);
    distil(DistillTrigger::Manual).expect("a distillation");
    let trigger = if new == 0 {
        add(test, against);
        DistillTrigger::Conflict
    } else {
        let records = choices(language, new, new);
        test.import(&records.iter().map(renamed).collect::<Vec<_>>());
        DistillTrigger::Manual
    };
    fails.store(true, Ordering::SeqCst);
    let error = distil(trigger).expect_err("nobody to word a rule");
    assert_eq!(error.code(), ErrorCode::MemoryDistillLlmUnavailable);
    let pending = test.project.learning().view().expect("learning").pending;
    assert_eq!(pending as usize, new);
}

#[test]
fn what_failed_is_tried_again_at_the_next_window_however_little_is_new_and_a_pause_holds_it() {
    for (language, against, _) in BY_HAND {
        for new in [0, 10] {
            for window in [DistillTrigger::Batch, DistillTrigger::Idle] {
                let (test, fails, told) = failing();
                failed(&test, &fails, language, against, new);
                test.project.learning().pause_learning(true).expect("a pause");
                for trigger in [DistillTrigger::Batch, DistillTrigger::Idle] {
                    assert_eq!(test.project.learning().trigger(trigger).expect("a trigger"), None);
                }
                test.project.learning().pause_learning(false).expect("an end");
                test.project
                    .learning()
                    .trigger(window)
                    .expect_err("it fails again");
                fails.store(false, Ordering::SeqCst);
                told.try_iter().for_each(drop);

                if window == DistillTrigger::Batch {
                    test.project
                        .learning()
                        .record(input(100, language, true))
                        .expect("a finished skill");
                } else {
                    let again = test.project.learning().trigger(window).expect("the next window");
                    assert!(again.is_some(), "{language}, {new} new");
                }
                assert_eq!(told.recv_timeout(PATIENCE), Ok(window), "{language}, {new} new");

                // The retry succeeded, so it must not happen again. One more episode is less than a batch and triggers
                // no distillation.
                test.events.lock().expect("events").clear();
                assert_eq!(
                    test.project
                        .learning()
                        .trigger(DistillTrigger::Idle)
                        .expect("a trigger"),
                    None
                );
                test.project
                    .learning()
                    .record(input(101, language, true))
                    .expect("a finished skill");
                test.project
                    .learning()
                    .distil(DistillTrigger::Manual)
                    .expect("a distillation");
                assert_eq!(begun(&test), [DistillTrigger::Manual]);
            }
        }
    }
}

#[test]
fn what_failed_is_tried_again_after_a_restart_until_some_process_succeeds() {
    for (language, against, _) in BY_HAND {
        for new in [0, 10] {
            let (test, fails, _told) = failing();
            failed(&test, &fails, language, against, new);
            let test = test.restarted(|_| ());
            let idle = |test: &TestProject| {
                test.project
                    .learning()
                    .trigger(DistillTrigger::Idle)
                    .expect("a trigger")
            };
            assert_eq!(idle(&test).map(|report| report.episodes as usize), Some(50 + new));
            assert_eq!(idle(&test), None, "{language}, {new} new");
        }
        let (test, fails, _told) = failing();
        failed(&test, &fails, language, against, 0);
        let other = test.reopened();
        other
            .project
            .learning()
            .distil(DistillTrigger::Manual)
            .expect("a distillation");
        assert_eq!(
            test.project
                .learning()
                .trigger(DistillTrigger::Idle)
                .expect("a trigger"),
            None
        );
    }
}

/// Returns the record with another id.
fn renamed(record: &Value) -> Value {
    let mut record = record.clone();
    record["id"] = format!("later-{}", record["id"].as_str().unwrap_or_default()).into();
    record
}
