//! Capture: an acknowledged episode is stored, a refusal names its reason, and no message repeats the writer's text.

use std::fs;
use std::thread;

use chrono::TimeDelta;
use contract::{DistillTrigger, EpisodeInput, EpisodeKind, EpisodeQuery, ErrorCode, NoticeKind, Signal};
use serde_json::{Value, json};
use support::{DEVICE, TestProject, choice, choices, distil, input};

/// Words that are in each candidate below and must not be in any message.
const SECRETS: [&str; 2] = ["Geheimnis", "心事"];

fn secret(number: usize) -> Value {
    let mut record = choice(number, "zh", true);
    record["candidates"] = json!(["Geheimnis", "心事"]);
    record["final_text"] = json!("Geheimnis 心事");
    record
}

fn discreet(message: &str) {
    for word in SECRETS {
        assert!(!message.contains(word), "{message}");
    }
    assert!(
        message.contains("must be"),
        "no sentence that says what to do: {message}"
    );
}

fn journal(test: &TestProject) -> std::path::PathBuf {
    test.path().join(format!("memory/journal/{DEVICE}/2026-11.jsonl"))
}

/// Changes a record so that it is not a valid episode.
type Spoil = fn(&mut EpisodeInput);

#[test]
fn a_record_that_is_no_episode_is_refused_with_its_field_and_leaves_no_trace() {
    let cases: [(&str, Spoil); 10] = [
        ("id", |input| input.id = Some("  ".into())),
        ("chapterId", |input| input.chapter_id = " ".into()),
        ("sceneType", |input| input.scene_type = "Geheimnis".into()),
        ("sceneType", |input| input.scene_type = String::new()),
        ("skillUsed", |input| input.skill_used = "\t".into()),
        ("selectedIndex", |input| input.selected_index = 2),
        ("selectedIndex", |input| input.selected_index = -2),
        ("selectedIndex", |input| input.candidates.clear()),
        ("candidates", |input| input.kind = EpisodeKind::Revision),
        ("language", |input| input.language = Some("心事".into())),
    ];
    let test = TestProject::new();
    let before = fs::read(journal(&test)).expect("a journal");
    for (field, spoil) in cases {
        let mut episode = input(1, "en", true);
        episode.candidates = SECRETS.map(str::to_owned).to_vec();
        episode.final_text = SECRETS.concat();
        spoil(&mut episode);
        let fault = test.project.learning().record(episode).expect_err(field).fault();
        assert_eq!(fault.code, ErrorCode::InvalidArgument, "{field}");
        assert_eq!(fault.details.get("field").map(String::as_str), Some(field));
        discreet(&fault.message);
    }
    assert_eq!(fs::read(journal(&test)).expect("a journal"), before);
    assert_eq!(test.project.learning().view().expect("learning").pending, 0);
}

#[test]
fn each_act_says_what_it_means_in_both_languages() {
    let offered = [
        (
            "en",
            "She ran down the wet steps and did not once look back.",
            "She ran down the wet steps and never once looked back.",
            "Nobody came.",
        ),
        (
            "zh",
            "她跑下湿滑的台阶，一次也没有回头。",
            "她跑下湿滑的台阶，一次都没有回头。",
            "没有人来。",
        ),
    ];
    let test = TestProject::new();
    for (language, candidate, edited, rewritten) in offered {
        for (selected_index, final_text, scene, signal) in [
            (0, candidate, "action", Signal::DirectAccept),
            (0, edited, "dialogue", Signal::LightEdit),
            (0, rewritten, "dialogue", Signal::HeavyRewrite),
            (-1, candidate, "dialogue", Signal::FullReject),
        ] {
            let receipt = test
                .project
                .learning()
                .record(EpisodeInput {
                    id: None,
                    candidates: vec![candidate.into(), "…".into()],
                    selected_index,
                    final_text: final_text.into(),
                    language: None,
                    scene_type: scene.into(),
                    ..input(1, language, true)
                })
                .expect("a capture");
            assert_eq!(receipt.signal, signal, "{final_text}");
            let query = EpisodeQuery {
                ids: vec![receipt.id],
                ..EpisodeQuery::default()
            };
            let [seen] = &test.project.learning().episodes(query).expect("episodes")[..] else {
                panic!("one episode was recorded");
            };
            assert_eq!((seen.signal, seen.language.as_str()), (signal, language));
        }
    }
}

#[test]
fn an_episode_shows_the_wordings_that_speak_for_or_against_a_rule() {
    const RULE: &str = "action.sentence_length.less";
    for language in ["en", "zh"] {
        let test = TestProject::new();
        test.import(&choices(language, 45, 50));
        distil(&test);
        let learning = test.project.learning();
        let rule = learning.rule(RULE).expect("a rule");
        for (ids, is_shorter) in [
            (rule.supporting_episodes, true),
            (rule.contradicting_episodes, false),
        ] {
            let asked = |rule: Option<&str>| {
                let query = EpisodeQuery {
                    ids: ids.clone(),
                    rule: rule.map(str::to_owned),
                    ..EpisodeQuery::default()
                };
                learning.episodes(query).expect("episodes")
            };
            let shown = asked(Some(RULE));
            assert!(!shown.is_empty());
            for episode in shown {
                let wordings = episode.wordings.expect("a place that differs");
                assert!(episode.final_text.contains(&wordings.hers), "{wordings:?}");
                let length = |text: &str| text.split(['.', '。']).map(str::len).max();
                let is_her_shorter = length(&wordings.hers) < length(&wordings.other);
                assert_eq!(is_her_shorter, is_shorter, "{wordings:?}");
            }
            for rule in [None, Some("action.comma_rate.less")] {
                assert!(
                    asked(rule).iter().all(|episode| episode.wordings.is_none()),
                    "{rule:?}"
                );
            }
        }
    }
}

#[test]
fn a_later_word_amends_an_episode_and_an_undo_outweighs_it() {
    let test = TestProject::new();
    let first = test
        .project
        .learning()
        .record(input(1, "zh", true))
        .expect("a capture");
    let later = |final_text: &str, undone| EpisodeInput {
        target_episode_id: Some(first.id.clone()),
        final_text: final_text.into(),
        undo_after_accept: undone,
        ..input(1, "zh", true)
    };
    let edited = test
        .project
        .learning()
        .record(later(
            "她飞快地跑下湿滑的石阶。粗糙的绳子烫着她的手。她没有松。",
            false,
        ))
        .expect("a later word");
    assert_eq!(
        (edited.id.as_str(), edited.signal, edited.pending),
        ("e00001", Signal::LightEdit, 1)
    );
    let undone = test.project.learning().record(later("", true)).expect("an undo");
    assert_eq!(undone.signal, Signal::UndoAfterAccept);

    let reopened = test.reopened();
    for project in [&test.project, &reopened.project] {
        let [episode] = &project.learning().all_episodes().expect("episodes")[..] else {
            panic!("amendments are no episodes");
        };
        assert!(episode.undone);
        assert_eq!(
            episode.final_text, "她飞快地跑下湿滑的石阶。粗糙的绳子烫着她的手。她没有松。",
            "an undo keeps what stood"
        );
    }
}

#[test]
fn a_later_word_on_an_episode_that_is_not_there_is_refused() {
    let test = TestProject::new();
    let mut lost = input(1, "en", true);
    lost.target_episode_id = Some("e-gone".into());
    let fault = test
        .project
        .learning()
        .record(lost)
        .expect_err("no such episode")
        .fault();
    assert_eq!(fault.code, ErrorCode::NotFound);
    assert_eq!(fault.details.get("id").map(String::as_str), Some("e-gone"));
}

#[test]
fn an_act_recorded_twice_is_one_episode() {
    let test = TestProject::new();
    for _ in 0..2 {
        test.project
            .learning()
            .record(input(1, "en", true))
            .expect("a capture");
    }
    assert_eq!(test.project.learning().all_episodes().expect("episodes").len(), 1);
    assert_eq!(
        test.reopened()
            .project
            .learning()
            .view()
            .expect("learning")
            .pending,
        1
    );
}

#[test]
fn another_act_under_a_known_id_is_refused_and_a_retry_is_not() {
    let test = TestProject::new();
    test.project
        .learning()
        .record(input(1, "zh", true))
        .expect("a capture");
    test.pass(TimeDelta::minutes(1));
    let before = fs::read(journal(&test)).expect("a journal");
    for project in [&test.project, &test.reopened().project] {
        let retried = project.learning().record(input(1, "zh", true)).expect("a retry");
        assert_eq!((retried.id.as_str(), retried.pending), ("e00001", 1));
        for (field, other) in [
            ("another choice", input(1, "zh", false)),
            ("another language", input(1, "en", true)),
            (
                "another end",
                EpisodeInput {
                    final_text: "心事".into(),
                    ..input(1, "zh", true)
                },
            ),
        ] {
            let fault = project.learning().record(other).expect_err(field).fault();
            assert_eq!(fault.code, ErrorCode::Conflict, "{field}");
            assert_eq!(fault.details.get("id").map(String::as_str), Some("e00001"));
            assert!(!fault.message.contains("心事"), "{}", fault.message);
        }
    }
    assert_eq!(fs::read(journal(&test)).expect("a journal"), before);
}

#[test]
fn a_retry_after_a_later_word_is_still_the_same_act() {
    let test = TestProject::new();
    test.project
        .learning()
        .record(input(1, "en", true))
        .expect("a capture");
    let later = EpisodeInput {
        target_episode_id: Some("e00001".into()),
        final_text: "He hit the door. It held.".into(),
        ..input(1, "en", true)
    };
    test.project.learning().record(later).expect("a later word");
    for project in [&test.project, &test.reopened().project] {
        project.learning().record(input(1, "en", true)).expect("a retry");
        let [episode] = &project.learning().all_episodes().expect("episodes")[..] else {
            panic!("one act was recorded");
        };
        assert_eq!(episode.final_text, "He hit the door. It held.");
    }
}

#[test]
fn what_was_just_recorded_can_be_recorded_again_and_undone_without_an_index() {
    let test = TestProject::new();
    test.project
        .learning()
        .record(input(1, "zh", true))
        .expect("a capture");
    let index = test.path().join("memory/index");
    fs::remove_dir_all(&index).expect("an index to delete");
    fs::write(&index, "in its place").expect("a file");

    test.project
        .learning()
        .record(input(2, "en", true))
        .expect("a capture");
    let undo = EpisodeInput {
        target_episode_id: Some("e00001".into()),
        undo_after_accept: true,
        ..input(1, "zh", true)
    };
    let undone = test.project.learning().record(undo).expect("an undo");
    assert_eq!((undone.signal, undone.pending), (Signal::UndoAfterAccept, 2));
    let edited = EpisodeInput {
        target_episode_id: Some("e00001".into()),
        ..input(1, "zh", true)
    };
    let edited = test.project.learning().record(edited).expect("a later word");
    assert_eq!(edited.signal, Signal::UndoAfterAccept, "an undo outweighs it");

    fs::remove_file(&index).expect("the file");
    let next = test.restarted(|_| ());
    let episodes = next.project.learning().all_episodes().expect("episodes");
    let undone: Vec<_> = episodes.iter().map(|e| (e.id.as_str(), e.undone)).collect();
    assert_eq!(undone, [("e00002", false), ("e00001", true)]);
}

#[test]
fn what_is_captured_while_the_waiting_are_counted_is_counted_once() {
    let test = TestProject::new();
    let project = &test.project;
    thread::scope(|scope| {
        for writer in 0..3 {
            scope.spawn(move || {
                for number in 0..12 {
                    project
                        .learning()
                        .record(input(writer * 100 + number, "en", true))
                        .expect("a capture");
                }
            });
        }
        for _ in 0..2 {
            scope.spawn(move || {
                for _ in 0..6 {
                    // Two threads distil, so a distillation may find the other one at work; then it is refused.
                    let outcome = project.learning().distil(DistillTrigger::Manual);
                    assert!(
                        outcome.is_ok() || outcome.is_err_and(|error| error.code() == ErrorCode::Conflict)
                    );
                }
            });
        }
    });
    let pending = project.learning().view().expect("learning").pending;
    assert_eq!(
        test.reopened()
            .project
            .learning()
            .view()
            .expect("learning")
            .pending,
        pending
    );
    project
        .learning()
        .distil(DistillTrigger::Manual)
        .expect("a distillation");
    assert_eq!(project.learning().view().expect("learning").pending, 0);
}

#[test]
fn captures_from_many_threads_are_all_there() {
    let test = TestProject::new();
    thread::scope(|scope| {
        for writer in 0..5 {
            let project = &test.project;
            scope.spawn(move || {
                for number in 0..8 {
                    project
                        .learning()
                        .record(input(writer * 100 + number, "zh", true))
                        .expect("a capture");
                }
            });
        }
    });
    assert_eq!(
        test.project.learning().all_episodes().expect("episodes").len(),
        40
    );
    assert_eq!(
        test.reopened()
            .project
            .learning()
            .all_episodes()
            .expect("episodes")
            .len(),
        40
    );
}

#[test]
fn every_line_of_a_thousand_is_acknowledged_and_a_second_import_changes_nothing() {
    let test = TestProject::new();
    let mut records = choices("en", 450, 500);
    records.extend((500..1000).map(|number| choice(number, "zh", number % 10 > 0)));
    let ids: Vec<&str> = records
        .iter()
        .filter_map(|record| record["id"].as_str())
        .collect();

    let mut heard = Vec::new();
    let imported = test
        .project
        .learning()
        .import(records.iter().map(ToString::to_string), |id| {
            heard.push(id.to_owned())
        })
        .expect("a journal that can be written");
    assert_eq!(heard, ids);
    assert_eq!(imported.acknowledged, ids);
    assert_eq!((imported.known, imported.refused), (vec![], vec![]));

    let reopened = test.reopened();
    let mut kept: Vec<_> = reopened
        .project
        .learning()
        .all_episodes()
        .expect("episodes")
        .into_iter()
        .map(|e| e.id)
        .collect();
    kept.sort();
    assert_eq!(kept, ids);

    let before = fs::read(journal(&test)).expect("a journal");
    let again = reopened.import(&records);
    assert_eq!((again.known.len(), again.acknowledged.len()), (1000, 0));
    assert_eq!(fs::read(journal(&test)).expect("a journal"), before);
}

#[test]
fn a_line_that_is_no_episode_is_refused_with_its_number_and_the_others_go_on() {
    let with = |number: usize, field: &str, value: Value| {
        let mut record = secret(number);
        record[field] = value;
        record.to_string().into_bytes()
    };
    let without = |number: usize, field: &str| {
        let mut record = secret(number);
        record.as_object_mut().expect("a record").remove(field);
        record.to_string().into_bytes()
    };
    let good = |number: usize| secret(number).to_string().into_bytes();
    let whole = good(90);
    let torn = whole[..whole.len() / 2].to_vec();
    // "Geheimnis für" in Latin-1, in a line that is otherwise valid JSON.
    let latin = [b"{\"final_text\":\"Geheimnis f\xFCr\"}".as_slice()].concat();
    let lines: Vec<(Vec<u8>, Option<&str>)> = vec![
        (good(1), None),
        (with(2, "candidates", json!("Geheimnis")), Some("candidates")),
        (with(3, "candidates", json!(["Geheimnis", 7])), Some("candidates")),
        (
            with(4, "candidates", json!({ "心事": "Geheimnis" })),
            Some("candidates"),
        ),
        (with(5, "selected_index", json!(2)), Some("selected_index")),
        (with(6, "selected_index", json!(-2)), Some("selected_index")),
        (with(7, "selected_index", json!(0.5)), Some("selected_index")),
        (with(8, "selected_index", json!(u64::MAX)), Some("selected_index")),
        (
            with(9, "selected_index", json!("Geheimnis")),
            Some("selected_index"),
        ),
        (with(10, "created_at", json!("Geheimnis")), Some("created_at")),
        (with(11, "scene_type", json!("Geheimnis")), Some("scene_type")),
        (with(12, "language", json!("心事")), Some("language")),
        (with(13, "final_text", json!(["Geheimnis"])), Some("final_text")),
        (with(14, "skill_used", json!("")), Some("skill_used")),
        (with(15, "project_id", json!(" ")), Some("project_id")),
        (with(30, "importance", json!(1.01)), Some("importance")),
        (with(31, "importance", json!("Geheimnis")), Some("importance")),
        (with(32, "user_confirmed", json!(1)), Some("user_confirmed")),
        (without(16, "id"), Some("id")),
        (without(17, "candidates"), Some("candidates")),
        (without(18, "input_context"), None),
        (without(19, "language"), None),
        (b"".to_vec(), None),
        (b"[\"Geheimnis\"]".to_vec(), Some("record")),
        (b"Geheimnis".to_vec(), Some("line")),
        (torn, Some("line")),
        (latin, Some("line")),
        (good(26), None),
        ([good(27), b"\r".to_vec()].concat(), None),
    ];
    let expected: Vec<(usize, &str)> = lines
        .iter()
        .enumerate()
        .filter_map(|(number, (_, field))| Some((number + 1, (*field)?)))
        .collect();

    let test = TestProject::new();
    let imported = test
        .project
        .learning()
        .import(lines.iter().map(|(line, _)| line), |_| ())
        .expect("a journal that can be written");

    assert_eq!(
        imported.acknowledged,
        ["e00001", "e00018", "e00019", "e00026", "e00027"]
    );
    let refused: Vec<usize> = imported.refused.iter().map(|refused| refused.line).collect();
    assert_eq!(
        refused,
        expected.iter().map(|(line, _)| *line).collect::<Vec<_>>()
    );
    for (refused, (line, field)) in imported.refused.iter().zip(expected) {
        assert_eq!(refused.code, ErrorCode::InvalidArgument, "line {line}");
        assert!(
            refused.message.contains(&format!("`{field}`")),
            "line {line}: {}",
            refused.message
        );
        discreet(&refused.message);
    }
}

#[test]
fn a_torn_last_line_is_set_aside_with_a_notice_and_every_whole_line_is_there() {
    let test = TestProject::new();
    test.import(&choices("zh", 5, 10));
    let torn = "{\"type\":\"episode\",\"at\":\"2026-11-21T09:00:00Z\",\"epis心";
    let test = test.restarted(|folder| {
        let path = folder.join(format!("memory/journal/{DEVICE}/2026-11.jsonl"));
        let whole = fs::read_to_string(&path).expect("the journal");
        fs::write(&path, format!("{whole}{torn}")).expect("the journal");
    });
    let notices = test.project.view().expect("a view").notices;
    let [notice] = &notices[..] else {
        panic!("{notices:?}")
    };
    assert_eq!(notice.kind, NoticeKind::JournalSetAside);
    assert_eq!(
        fs::read_to_string(test.path().join(&notice.path)).expect("what was set aside"),
        torn
    );
    assert_eq!(
        test.project.learning().all_episodes().expect("episodes").len(),
        10
    );
    test.project
        .learning()
        .record(input(100, "en", true))
        .expect("a capture");
    let again = test.restarted(|_| ());
    assert_eq!(again.project.view().expect("a view").notices, []);
    assert_eq!(
        again.project.learning().all_episodes().expect("episodes").len(),
        11
    );
}

#[test]
fn without_a_journal_nothing_is_acknowledged_and_the_writer_is_told() {
    let test = TestProject::new();
    test.project
        .learning()
        .record(input(1, "en", true))
        .expect("a capture");
    let (folder, away) = (
        test.path().join("memory/journal"),
        test.path().join("memory/away"),
    );
    fs::rename(&folder, &away).expect("a folder to move");
    fs::write(&folder, "in its place").expect("a file");

    let mut acknowledged = 0;
    let imported = test
        .project
        .learning()
        .import(choices("zh", 5, 10).iter().map(ToString::to_string), |_| {
            acknowledged += 1
        })
        .map(drop);
    for outcome in [
        test.project.learning().record(input(2, "zh", true)).map(drop),
        imported,
    ] {
        let fault = outcome.expect_err("no journal").fault();
        assert_eq!(fault.code, ErrorCode::MemoryEpisodeWriteFailed);
        assert!(
            fault.message.contains("is not a folder; move the file"),
            "{}",
            fault.message
        );
        assert!(fault.details.contains_key("path"));
    }
    assert_eq!(acknowledged, 0);

    fs::remove_file(&folder).expect("the file");
    fs::rename(&away, &folder).expect("the journal back");
    test.project
        .learning()
        .record(input(3, "zh", true))
        .expect("a capture");
    let ids: Vec<_> = test
        .project
        .learning()
        .all_episodes()
        .expect("episodes")
        .into_iter()
        .map(|e| e.id)
        .collect();
    assert_eq!(ids, ["e00003", "e00001"]);
}
