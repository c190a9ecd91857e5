use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use learning::evidence::observe;
use learning::inference::ledger::Ledger;
use learning::{Cluster, Episode, Evidence, Settled, Turning};
use memory::consolidation::message::Chunk;
use memory::journal::{Consolidated, Place};
use memory::{Run, RunKind};
use prose::{Language, SceneType};

use super::{Home, edited, episode, minute, november, place, put, rule, run, tombstone, undone};
use crate::{EpisodeFilter, Index, View};

fn ids(episodes: &[Episode]) -> Vec<&str> {
    episodes.iter().map(|episode| episode.id.as_str()).collect()
}

fn evidence_ids(view: &View, places: &[(&str, Place)]) -> Vec<String> {
    let places = by_device(places);
    view.evidence(Some(&places))
        .unwrap()
        .into_iter()
        .map(|sample| sample.episode_id)
        .collect()
}

fn by_device(places: &[(&str, Place)]) -> BTreeMap<String, Place> {
    places
        .iter()
        .map(|(device, place)| ((*device).to_owned(), place.clone()))
        .collect()
}

/// Stores four episodes: e1 and e3 have the same time, e4 is Chinese and e2 is a dialogue.
fn four(index: &Index) {
    index
        .write(|writer| {
            put(writer, &episode("e3", 5), 1)?;
            put(
                writer,
                &Episode {
                    scene_type: SceneType::Dialogue,
                    ..episode("e2", 9)
                },
                2,
            )?;
            put(writer, &episode("e1", 5), 3)?;
            put(
                writer,
                &Episode {
                    language: Language::Zh,
                    ..episode("e4", 1)
                },
                4,
            )
        })
        .unwrap();
}

#[test]
fn an_episode_comes_back_as_it_was_put() {
    let home = Home::new();
    let index = home.index();
    let put_in = Episode {
        input_context: "“你走吧，”她说。\n\u{0} \"quoted\" 🌧".to_owned(),
        created_at: DateTime::<Utc>::MIN_UTC,
        selected_index: -1,
        ..episode("想好了", 0)
    };
    index
        .write(|writer| writer.put_episode(&put_in, DateTime::<Utc>::MAX_UTC, "手机", &november(u64::MAX)))
        .unwrap();
    let view = index.snapshot().unwrap();
    assert_eq!(view.episode("想好了").unwrap(), Some(put_in));
    assert_eq!(view.episode("e9").unwrap(), None);
    let sample = view.evidence(None).unwrap().remove(0);
    assert_eq!(sample.recorded_at, DateTime::<Utc>::MAX_UTC);
    assert_eq!(sample.created_at, DateTime::<Utc>::MIN_UTC);
}

#[test]
fn episodes_are_filtered_and_come_newest_first() {
    let home = Home::new();
    let index = home.index();
    four(&index);
    let view = index.snapshot().unwrap();
    let some = |ids: &[&str]| Some(ids.iter().map(|id| (*id).to_owned()).collect());
    let all = EpisodeFilter::default();
    for (filter, expected) in [
        (all.clone(), vec!["e2", "e3", "e1", "e4"]),
        (
            EpisodeFilter {
                limit: Some(2),
                ..all.clone()
            },
            vec!["e2", "e3"],
        ),
        (
            EpisodeFilter {
                limit: Some(0),
                ..all.clone()
            },
            vec![],
        ),
        (
            EpisodeFilter {
                scene_type: Some(SceneType::Action),
                ..all.clone()
            },
            vec!["e3", "e1", "e4"],
        ),
        (
            EpisodeFilter {
                scene_type: Some(SceneType::Other),
                ..all.clone()
            },
            vec![],
        ),
        (
            EpisodeFilter {
                ids: some(&["e4", "unknown", "e2", "e4"]),
                ..all.clone()
            },
            vec!["e2", "e4"],
        ),
        (
            EpisodeFilter {
                ids: some(&[]),
                ..all
            },
            vec![],
        ),
        (
            EpisodeFilter {
                ids: some(&["e1", "e2", "e4"]),
                scene_type: Some(SceneType::Action),
                limit: Some(1),
            },
            vec!["e1"],
        ),
    ] {
        assert_eq!(ids(&view.episodes(&filter).unwrap()), expected, "{filter:?}");
    }
}

#[test]
fn later_words_are_applied_in_the_order_of_their_time() {
    let home = Home::new();
    let index = home.index();
    let stands = index
        .write(|writer| {
            writer.put_amendment(minute(3), &edited("e1", "她停下了。"))?;
            writer.put_amendment(minute(2), &edited("e1", "She stopped."))?;
            writer.put_amendment(minute(1), &undone("e1"))?;
            writer.put_amendment(minute(9), &edited("another", "no"))?;
            assert_eq!(writer.episode("e1")?, None);
            put(writer, &episode("e1", 0), 1)?;
            writer.episode("e1")
        })
        .unwrap();
    let expected = Episode {
        final_text: "她停下了。".to_owned(),
        undone: true,
        ..episode("e1", 0)
    };
    assert_eq!(stands, Some(expected.clone()));
    let view = index.snapshot().unwrap();
    assert_eq!(view.episode("e1").unwrap(), Some(expected.clone()));
    assert_eq!(view.episodes(&EpisodeFilter::default()).unwrap(), [expected]);
}

#[test]
fn evidence_comes_by_time_then_id() {
    let home = Home::new();
    let index = home.index();
    four(&index);
    let silent = Evidence::default();
    index.write(|writer| writer.put_evidence("e2", &silent)).unwrap();
    let samples = index.snapshot().unwrap().evidence(None).unwrap();
    let order: Vec<_> = samples.iter().map(|sample| sample.episode_id.as_str()).collect();
    assert_eq!(order, ["e4", "e1", "e3", "e2"]);
    assert_eq!(samples[0].language, Language::Zh);
    assert_eq!(samples[1].evidence, observe(&episode("e1", 5)));
    assert_eq!(samples[1].recorded_at, minute(6));
    assert_eq!(samples[2].skill, "tighten");
    assert_eq!(samples[3].evidence, silent);
    assert_eq!(samples[3].scene_type, SceneType::Dialogue);
}

#[test]
fn the_samples_of_a_group_are_its_newest_with_the_oldest_first() {
    let home = Home::new();
    let index = home.index();
    four(&index);
    let view = index.snapshot().unwrap();
    let ids = |scene_type, newest| -> Vec<String> {
        let cluster = Cluster {
            scene_type,
            skill: None,
        };
        let samples = view.samples(&cluster, newest).unwrap();
        samples.into_iter().map(|sample| sample.episode_id).collect()
    };
    assert_eq!(ids(None, None), ["e4", "e1", "e3", "e2"]);
    assert_eq!(ids(None, Some(2)), ["e3", "e2"]);
    assert_eq!(ids(Some(SceneType::Dialogue), None), ["e2"]);
}

#[test]
fn evidence_needs_its_episode() {
    let home = Home::new();
    let index = home.index();
    index
        .write(|writer| writer.put_evidence("unknown", &Evidence::default()))
        .unwrap_err();
}

#[test]
fn a_ledger_comes_back_as_it_was_put_and_an_empty_one_is_gone() {
    let home = Home::new();
    let index = home.index();
    four(&index);
    let mut ledger = Ledger::default();
    for sample in index.snapshot().unwrap().evidence(None).unwrap() {
        ledger.add(&sample, &Settled::default());
    }
    let kept = |ledger: &Ledger| {
        index
            .write(|writer| writer.put_ledger(SceneType::Action, "润色", ledger))
            .unwrap();
        index.snapshot().unwrap().ledgers().unwrap()
    };
    assert_eq!(
        kept(&ledger),
        [((SceneType::Action, "润色".to_owned()), ledger.clone())].into()
    );
    assert_eq!(kept(&Ledger::default()), [].into());
}

#[test]
fn a_turning_that_several_runs_found_is_known_once() {
    let home = Home::new();
    let index = home.index();
    let turning = Turning {
        key: "action.sentence_length.less".parse().unwrap(),
        at: minute(3),
        shown_at: minute(5),
        reversed: true,
    };
    for _ in 0..2 {
        index.write(|writer| writer.put_turning(&turning)).unwrap();
    }
    assert_eq!(index.snapshot().unwrap().settled().unwrap().turnings, [turning]);
}

#[test]
fn a_snapshot_of_places_divides_the_episodes_into_seen_and_new() {
    let home = Home::new();
    let index = home.index();
    index
        .write(|writer| {
            for (id, device, at) in [
                ("a", "laptop", place("2026-10.jsonl", 900)),
                ("b", "laptop", place("2026-11.jsonl", 100)),
                ("c", "laptop", place("2026-11.jsonl", 200)),
                ("d", "手机", place("2026-11.jsonl", 50)),
            ] {
                writer.put_episode(&episode(id, 0), minute(0), device, &at)?;
            }
            Ok(())
        })
        .unwrap();
    let view = index.snapshot().unwrap();
    for (places, seen) in [
        (vec![], vec![]),
        (vec![("laptop", place("2026-10.jsonl", 899))], vec![]),
        (vec![("laptop", place("2026-11.jsonl", 0))], vec!["a"]),
        (vec![("laptop", place("2026-11.jsonl", 100))], vec!["a", "b"]),
        (
            vec![("laptop", place("2026-12.jsonl", 0)), ("unknown", november(9))],
            vec!["a", "b", "c"],
        ),
        (
            vec![("laptop", november(150)), ("手机", november(u64::MAX))],
            vec!["a", "b", "d"],
        ),
    ] {
        assert_eq!(evidence_ids(&view, &places), seen, "{places:?}");
        let new = view.episodes_after(&by_device(&places)).unwrap();
        assert_eq!(new, 4 - seen.len() as u64, "{places:?}");
    }
}

#[test]
fn rules_tombstones_runs_and_notes_come_back() {
    let home = Home::new();
    let index = home.index();
    let (short, long) = (rule("b", "动作场景偏好短句"), rule("a", "Avoids adverbs"));
    index
        .write(|writer| {
            writer.put_rule(&rule("b", "to be replaced"))?;
            writer.put_rule(&short)?;
            writer.put_rule(&long)?;
            writer.put_rule(&rule("c", "to be removed"))?;
            writer.remove_rule("c")?;
            writer.remove_rule("never there")?;
            writer.put_tombstone(&tombstone("c", 7))?;
            writer.put_tombstone(&tombstone("c", 4))?;
            writer.put_tombstone(&tombstone("c", 7))?;
            writer.put_run(&run("r1", RunKind::Distill), minute(2))?;
            writer.put_run(&run("r3", RunKind::RuleAdded), minute(3))?;
            writer.put_run(&run("r2", RunKind::Distill), minute(3))?;
            writer.set_meta("语言", "en")?;
            writer.set_meta("语言", "zh")?;
            assert_eq!(writer.meta("语言")?.as_deref(), Some("zh"));
            Ok(())
        })
        .unwrap();
    let view = index.snapshot().unwrap();
    assert_eq!(view.rules().unwrap(), [long, short.clone()]);
    assert_eq!(view.rule("b").unwrap(), Some(short));
    assert_eq!(view.rule("c").unwrap(), None);
    assert_eq!(view.tombstones().unwrap(), [tombstone("c", 4), tombstone("c", 7)]);
    assert_eq!(
        view.runs(2).unwrap(),
        [
            (minute(3), run("r3", RunKind::RuleAdded)),
            (minute(3), run("r2", RunKind::Distill))
        ]
    );
    assert_eq!(view.runs(9).unwrap().len(), 3);
    assert_eq!(
        view.last_run(RunKind::Distill).unwrap(),
        Some((minute(3), run("r2", RunKind::Distill)))
    );
    assert_eq!(view.last_run(RunKind::RuleEdited).unwrap(), None);
    assert_eq!(view.meta("语言").unwrap().as_deref(), Some("zh"));
    assert_eq!(view.meta("unknown").unwrap(), None);
}

#[test]
fn cursors_tell_how_far_each_file_has_been_read() {
    let home = Home::new();
    let index = home.index();
    index
        .write(|writer| {
            writer.set_cursor("手机", &november(5))?;
            writer.set_cursor("laptop", &place("2026-11.jsonl", 10))?;
            writer.set_cursor("laptop", &place("2026-10.jsonl", 99))?;
            writer.set_cursor("laptop", &place("2026-11.jsonl", 20))
        })
        .unwrap();
    let cursors = index.snapshot().unwrap().cursors().unwrap();
    assert_eq!(
        cursors,
        [
            ("laptop".to_owned(), place("2026-10.jsonl", 99)),
            ("laptop".to_owned(), november(20)),
            ("手机".to_owned(), november(5)),
        ]
    );
    let last: BTreeMap<_, _> = cursors.into_iter().collect();
    assert_eq!(
        last,
        by_device(&[("laptop", november(20)), ("手机", november(5))])
    );
}

#[test]
fn messages_that_became_memory_are_known_by_their_conversation() {
    let home = Home::new();
    let index = home.index();
    let consolidated = |id: &str, session: &str, fingerprints: &[&str]| Run {
        consolidated: Some(Box::new(Consolidated {
            session: session.into(),
            chunk: Chunk {
                messages: 0..fingerprints.len(),
                key: id.into(),
                fingerprints: fingerprints.iter().map(|&print| print.into()).collect(),
            },
            said: None,
        })),
        ..run(id, RunKind::Consolidate)
    };
    let runs = [
        consolidated("one", "渡口", &["a", "b"]),
        consolidated("two", "渡口", &["c"]),
        consolidated("of another", "ferry", &["a"]),
        run("of none", RunKind::Distill),
    ];
    for _ in 0..2 {
        let put = |run: &Run| index.write(|writer| writer.put_run(run, minute(1)));
        runs.iter().for_each(|run| put(run).unwrap());
    }
    let view = index.snapshot().unwrap();
    for (session, seen) in [("渡口", &["a", "b", "c"][..]), ("ferry", &["a"]), ("", &[])] {
        let found: Vec<String> = view.seen_messages(session).unwrap().into_iter().collect();
        assert_eq!(found, seen, "{session}");
    }
}
