use super::*;

/// A run with two entries of each kind: rules, tombstones, turnings, questions, answers and proposals.
fn run() -> Value {
    let rule = |id: &str| {
        serde_json::json!({
            "id": id, "text": "她的规则 her rule", "category": "pacing", "scope": "project", "scene_type": "action",
            "skill": null, "feature": "sentence_length", "direction": "less", "state": "rule", "origin": "learned",
            "confidence": 0.9, "supports": 35, "contradicts": 4, "user_confirmed": false, "user_modified": false,
            "recently_updated": false, "conflict_marked": false,
            "created_at": "2026-11-21T09:00:00Z", "updated_at": "2026-11-21T09:00:00Z",
        })
    };
    let key = serde_json::json!({
        "scene_type": "action", "skill": null, "feature": "comma_rate", "direction": "more",
    });
    let no =
        |id: &str| serde_json::json!({ "rule_id": id, "key": key, "text": "", "at": "2026-11-21T09:00:00Z" });
    let turning = serde_json::json!({ "key": key, "at": "2026-11-21T09:00:00Z", "reversed": true });
    let question = |id: &str| {
        serde_json::json!({
            "id": id, "reason": "direct_contradiction", "a": { "rule_id": "a" }, "b": { "rule_id": "b" },
            "state": "pending", "created_at": "2026-11-21T09:00:00Z", "updated_at": "2026-11-21T09:00:00Z",
        })
    };
    let answered = |id: &str| serde_json::json!({ "question_id": id, "answer": "both_by_scene", "at": "2026-11-21T09:00:00Z" });
    let proposal = |id: &str| {
        serde_json::json!({
            "id": id, "run_id": "r1", "path": "MEMORY.md", "section": "Facts", "after": "- a", "reason": "reworded",
            "state": "pending", "created_at": "2026-11-21T09:00:00Z",
        })
    };
    serde_json::json!({
        "type": "run_prepared",
        "at": "2026-11-21T09:00:00Z",
        "run": {
            "id": "r1", "kind": "rule_edited", "episodes": 0, "tested": 0,
            "put": [rule("rule-0"), rule("rule-1")],
            "removed": ["gone"],
            "tombstones": [no("gone"), no("gone too")],
            "turnings": [turning, turning],
            "asked": [question("q0"), question("q1")],
            "answered": [answered("q2"), answered("q3")],
            "proposed": [proposal("p0"), proposal("p1")],
            "undoes": {
                "run_id": "r0", "lifted": [no("back"), no("back too")], "unturned": [turning, turning],
                "questions": [question("q4"), question("q5")],
            },
        },
    })
}

fn read(line: &Value) -> Reading {
    Vocabulary::default().read(&line.to_string())
}

fn run_of(reading: &Reading) -> &Run {
    match &reading.entry {
        Some(Entry::RunPrepared { run, .. }) => run,
        other => panic!("no run: {other:?}"),
    }
}

fn lengths(run: &Run) -> [usize; 9] {
    let undoes = run.undoes.as_deref().expect("what it takes back");
    [
        run.put.len(),
        run.tombstones.len(),
        run.turnings.len(),
        run.asked.len(),
        run.answered.len(),
        run.proposed.len(),
        undoes.lifted.len(),
        undoes.unturned.len(),
        undoes.questions.len(),
    ]
}

#[test]
fn of_a_run_the_part_with_an_unknown_name_is_left_and_the_rest_is_understood() {
    let line = run();
    let whole = read(&line);
    assert_eq!(whole.left, None);
    assert_eq!(lengths(run_of(&whole)), [2; 9]);
    // The place of the name, and which of the lists is shorter by one.
    for (place, shorter) in [
        ("/run/put/1/category", 0),
        ("/run/put/1/scope", 0),
        ("/run/put/1/scene_type", 0),
        ("/run/put/1/feature", 0),
        ("/run/put/1/direction", 0),
        ("/run/put/1/state", 0),
        ("/run/put/1/origin", 0),
        ("/run/tombstones/1/key/feature", 1),
        ("/run/tombstones/1/key/scene_type", 1),
        ("/run/turnings/1/key/direction", 2),
        ("/run/asked/1/reason", 3),
        ("/run/asked/1/state", 3),
        ("/run/proposed/1/reason", 5),
        ("/run/proposed/1/state", 5),
        ("/run/undoes/lifted/1/key/feature", 6),
        ("/run/undoes/unturned/1/key/feature", 7),
        ("/run/undoes/questions/1/reason", 8),
    ] {
        let mut line = line.clone();
        *line.pointer_mut(place).expect("a place") = "a name of tomorrow".into();
        let reading = read(&line);
        let mut expected = [2; 9];
        expected[shorter] = 1;
        let run = run_of(&reading);
        assert_eq!(lengths(run), expected, "{place}");
        assert_eq!(run.kind, RunKind::RuleEdited, "{place}");
        let left = reading.left.as_ref().expect("something left");
        assert_eq!(left.run_id.as_deref(), Some("r1"), "{place}");
        let rules: Vec<_> = left.rules.iter().map(String::as_str).collect();
        if shorter == 0 {
            assert_eq!(rules, ["rule-1"], "{place}");
            assert_eq!(run.removed, ["gone", "rule-1"], "{place}: it is not what it was");
        } else {
            assert_eq!(rules, [""; 0], "{place}");
            assert_eq!(run.removed, ["gone"], "{place}");
        }
    }
}

#[test]
fn a_run_of_an_unknown_kind_says_all_it_says_but_its_kind() {
    let mut line = run();
    *line.pointer_mut("/run/kind").expect("a kind") = "a kind of tomorrow".into();
    let reading = read(&line);
    let run = run_of(&reading);
    assert_eq!((run.kind, lengths(run)), (RunKind::Newer, [2; 9]));
    assert_eq!(
        reading.left.as_ref().and_then(|left| left.run_id.as_deref()),
        Some("r1")
    );
}

#[test]
fn a_question_with_an_unknown_answer_is_over() {
    let mut line = run();
    *line.pointer_mut("/run/answered/1/answer").expect("an answer") = "an answer of tomorrow".into();
    let reading = read(&line);
    let answers: Vec<_> = run_of(&reading)
        .answered
        .iter()
        .map(|answered| (answered.question_id.as_str(), answered.answer.is_some()))
        .collect();
    assert_eq!(answers, [("q2", true), ("q3", false)]);
    assert!(reading.left.is_some());
}

#[test]
fn any_other_line_with_an_unknown_name_is_left_whole_and_a_field_too_many_is_no_matter() {
    let episode = serde_json::json!({
        "type": "episode", "at": "2026-11-21T09:00:00Z", "a field of tomorrow": [1],
        "episode": {
            "id": "e1", "created_at": "2026-11-21T09:00:00Z", "project_id": "p", "kind": "choice",
            "scene_type": "action", "skill_used": "polish", "candidates": ["他跑。"], "selected_index": 0,
            "final_text": "他跑。", "language": "zh", "origin": "own", "another field of tomorrow": {},
        },
    });
    let worked = serde_json::json!({
        "type": "worked", "at": "2026-11-21T09:00:00Z", "path": "稿.md", "language": "zh", "before": 0, "after": 2,
    });
    for (line, places) in [
        (
            episode,
            &[
                "/type",
                "/episode/kind",
                "/episode/scene_type",
                "/episode/language",
                "/episode/origin",
            ][..],
        ),
        (worked, &["/type", "/language"]),
    ] {
        assert_eq!(read(&line).left, None);
        assert!(read(&line).entry.is_some());
        for place in places {
            let mut line = line.clone();
            *line.pointer_mut(place).expect("a place") = "a name of tomorrow".into();
            let left = Reading {
                entry: None,
                left: Some(Left::default()),
            };
            assert_eq!(read(&line), left, "{place}");
        }
    }
    for line in [
        "",
        "[]",
        "7",
        "{}",
        r#"{"type":"run_prepared"}"#,
        r#"{"type":"run_prepared","run":[]}"#,
    ] {
        let reading = Vocabulary::default().read(line);
        assert!(reading.entry.is_none() && reading.left.is_some(), "{line}");
    }
}

#[test]
fn the_fingerprint_follows_from_every_closed_set_a_line_draws_on() {
    let mut names = BTreeSet::new();
    shape::of::<Run>(&mut names);
    shape::of::<Episode>(&mut names);
    for name in [
        "RunKind:distill",
        "Category:pacing",
        "Scope:global",
        "SceneType:dialogue",
        "Feature:sentence_length",
        "Direction:more",
        "RuleState:proposed",
        "RuleOrigin:adopted",
        "Answer:both_by_scene",
        "EpisodeKind:revision",
        "TextOrigin:model",
        "Language:zh",
        // Of a question and of a proposal.
        "QuestionReason:time_shift",
        "ProposalReason:retired",
        "QuestionState:later",
        "ProposalState:accepted",
        "Undoes.revived",
        "Chunk.fingerprints",
        "Place.offset",
    ] {
        assert!(names.contains(name), "{name} is not among {names:#?}");
    }
    let today = Vocabulary::default();
    let today = today.fingerprint();
    assert_eq!(today.len(), 16);
    assert_eq!(today, Vocabulary::default().fingerprint());
    assert_ne!(
        today,
        Vocabulary::without(&[("scene_type", "dialogue")]).fingerprint()
    );
}

#[test]
fn a_smaller_vocabulary_reads_a_line_as_a_desk_that_never_heard_of_the_name() {
    let line = run().to_string();
    let older = Vocabulary::without(&[("kind", "rule_edited"), ("feature", "comma_rate")]);
    let reading = older.read(&line);
    let run = run_of(&reading);
    assert_eq!(
        (run.kind, lengths(run)),
        (RunKind::Newer, [2, 0, 0, 2, 2, 2, 0, 0, 2])
    );
    assert_eq!(
        Vocabulary::without(&[("type", "run_prepared")]).read(&line).entry,
        None
    );
    assert_eq!(
        Vocabulary::without(&[("kind", "distill")]).read(&line),
        Vocabulary::default().read(&line)
    );
}
