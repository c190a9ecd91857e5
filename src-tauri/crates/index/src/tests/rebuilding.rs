//! Projecting the same items in any order, by any program, any number of times, gives equal answers.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use learning::evidence::{Sample, observe};
use learning::{Amendment, Episode, Rule, TextOrigin, Tombstone};
use memory::journal::Place;
use memory::{Run, RunKind};
use proptest::prelude::*;
use prose::{Language, SceneType};

use super::{Home, edited, episode, minute, november, place, rule, run, tombstone, undone};
use crate::{EpisodeFilter, Index, Result, Writer};

/// One item to project.
#[derive(Clone, Debug)]
enum Item {
    Episode {
        episode: Episode,
        at: i64,
        device: &'static str,
        place: Place,
    },
    Amendment {
        amendment: Amendment,
        at: i64,
    },
    Rule(Rule),
    Tombstone(Tombstone),
    Run(Run, i64),
    Cursor(&'static str, Place),
    Meta(&'static str, &'static str),
    Pasted(&'static [&'static str]),
}

fn project(writer: &mut Writer<'_>, item: &Item) -> Result<()> {
    let touched = match item {
        Item::Episode {
            episode,
            at,
            device,
            place,
        } => {
            writer.put_episode(episode, minute(*at), device, place)?;
            &episode.id
        }
        Item::Amendment { amendment, at } => {
            writer.put_amendment(minute(*at), amendment)?;
            &amendment.episode_id
        }
        Item::Rule(rule) => return writer.put_rule(rule),
        Item::Tombstone(tombstone) => return writer.put_tombstone(tombstone),
        Item::Run(run, at) => return writer.put_run(run, minute(*at)),
        Item::Cursor(device, place) => return writer.set_cursor(device, place),
        Item::Meta(key, value) => return writer.set_meta(key, value),
        Item::Pasted(sentences) => {
            let sentences: Vec<String> = sentences.iter().copied().map(str::to_owned).collect();
            return writer.put_pasted(&sentences, TextOrigin::Imported);
        }
    };
    match writer.episode(touched)? {
        Some(episode) => writer.put_evidence(touched, &observe(&episode)),
        None => Ok(()),
    }
}

/// All answers of the index.
#[derive(Debug, PartialEq)]
struct Answers {
    episodes: Vec<Episode>,
    dialogues: Vec<Episode>,
    evidence: Vec<Sample>,
    evidence_within: Vec<Sample>,
    episodes_after: u64,
    episode_count: u64,
    rules: Vec<Rule>,
    tombstones: Vec<Tombstone>,
    runs: Vec<(DateTime<Utc>, Run)>,
    last_run: Option<(DateTime<Utc>, Run)>,
    cursors: Vec<(String, Place)>,
    meta: Option<String>,
    pasted: BTreeMap<String, TextOrigin>,
}

fn answers(index: &Index) -> Answers {
    let view = index.snapshot().unwrap();
    let places = [("laptop".to_owned(), november(2))].into();
    let dialogues = EpisodeFilter {
        scene_type: Some(SceneType::Dialogue),
        limit: Some(2),
        ..EpisodeFilter::default()
    };
    Answers {
        episodes: view.episodes(&EpisodeFilter::default()).unwrap(),
        dialogues: view.episodes(&dialogues).unwrap(),
        evidence: view.evidence(None).unwrap(),
        evidence_within: view.evidence(Some(&places)).unwrap(),
        episodes_after: view.episodes_after(&places).unwrap(),
        episode_count: view.episode_count().unwrap(),
        rules: view.rules().unwrap(),
        tombstones: view.tombstones().unwrap(),
        runs: view.runs(10).unwrap(),
        last_run: view.last_run(RunKind::Distill).unwrap(),
        cursors: view.cursors().unwrap(),
        meta: view.meta("language").unwrap(),
        pasted: view
            .elsewhere(&["a1", "b2", "c3", "d4"].map(str::to_owned).into())
            .unwrap(),
    }
}

/// Returns the items of two devices, with every kind of tie among them.
fn items() -> Vec<Item> {
    let recorded = |episode: Episode, at, device, place| Item::Episode {
        episode,
        at,
        device,
        place,
    };
    let word = |amendment, at| Item::Amendment { amendment, at };
    let dialogue = |id, created| Episode {
        scene_type: SceneType::Dialogue,
        ..episode(id, created)
    };
    let chinese = Episode {
        language: Language::Zh,
        final_text: "她跑了。".to_owned(),
        ..episode("zh", 3)
    };
    vec![
        // Three episodes of the same moment: only the id orders them.
        recorded(dialogue("d2", 7), 8, "laptop", november(1)),
        recorded(dialogue("d1", 7), 8, "laptop", november(2)),
        recorded(dialogue("d3", 7), 8, "phone", november(1)),
        recorded(chinese, 4, "laptop", place("2026-10.jsonl", 4)),
        // One import read on two devices, the second time with a longer context.
        recorded(episode("twice", 1), 2, "phone", november(2)),
        recorded(
            Episode {
                input_context: "later".to_owned(),
                ..episode("twice", 1)
            },
            5,
            "laptop",
            november(3),
        ),
        // One import read on two devices at the same moment.
        recorded(episode("tie", 1), 2, "laptop", november(4)),
        recorded(
            Episode {
                skill_used: "expand".to_owned(),
                ..episode("tie", 1)
            },
            2,
            "phone",
            november(3),
        ),
        word(edited("zh", "她停下了。"), 10),
        word(edited("zh", "She stopped."), 11),
        // Two amendments of the same moment.
        word(edited("d1", "Stop."), 12),
        word(edited("d1", "停。"), 12),
        word(undone("twice"), 9),
        word(edited("never recorded", "no"), 9),
        Item::Rule(rule("b", "动作场景偏好短句")),
        Item::Rule(rule("a", "Avoids adverbs")),
        Item::Tombstone(tombstone("c", 2)),
        Item::Tombstone(tombstone("c", 1)),
        Item::Tombstone(tombstone("b", 1)),
        Item::Run(run("r1", RunKind::Distill), 3),
        Item::Run(run("r2", RunKind::Distill), 3),
        Item::Run(run("r3", RunKind::RuleDeleted), 2),
        Item::Cursor("laptop", november(4)),
        Item::Cursor("phone", november(3)),
        Item::Meta("language", "zh"),
        Item::Pasted(&["a1", "b2"]),
        Item::Pasted(&["b2", "c3"]),
    ]
}

#[test]
fn the_earlier_record_of_an_episode_stands_and_later_words_stand_over_it() {
    let home = Home::new();
    let index = home.index();
    index
        .write(|writer| items().iter().try_for_each(|item| project(writer, item)))
        .unwrap();
    let answers = answers(&index);
    let find = |id: &str| answers.episodes.iter().find(|episode| episode.id == id).unwrap();
    let recorded = |id: &str| {
        answers
            .evidence
            .iter()
            .find(|sample| sample.episode_id == id)
            .unwrap()
    };
    assert_eq!(answers.episode_count, 6);
    assert_eq!(find("twice").input_context, episode("twice", 1).input_context);
    assert_eq!(recorded("twice").recorded_at, minute(1) + TimeDelta::minutes(1));
    assert_eq!(recorded("twice").evidence, observe(find("twice")));
    assert_eq!(find("tie").skill_used, "tighten");
    assert_eq!(find("zh").final_text, "She stopped.");
    assert_eq!(recorded("zh").evidence, observe(find("zh")));
}

#[test]
fn clearing_leaves_every_table_empty_and_the_next_projection_equal() {
    let home = Home::new();
    let index = home.index();
    index
        .write(|writer| items().iter().try_for_each(|item| project(writer, item)))
        .unwrap();
    let before = answers(&index);
    index
        .write(|writer| {
            writer.clear()?;
            let connection = &writer.connection;
            let tables: Vec<String> = connection
                .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
                .unwrap()
                .query_map([], |row| row.get(0))
                .unwrap()
                .collect::<rusqlite::Result<_>>()
                .unwrap();
            assert!(tables.len() > 1);
            for table in tables {
                let count = format!("SELECT count(*) FROM {table}");
                let rows: u32 = connection.query_row(&count, [], |row| row.get(0)).unwrap();
                assert_eq!(rows, 0, "{table}");
            }
            items().iter().try_for_each(|item| project(writer, item))
        })
        .unwrap();
    assert_eq!(answers(&index), before);
}

proptest! {
    // Each case creates a database, which takes some milliseconds.
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn any_order_in_any_slices_with_repetitions_gives_equal_answers(
        shuffled in Just(items()).prop_shuffle(),
        repeated in prop::sample::subsequence(items(), 0..=8).prop_shuffle(),
        slice in 1_usize..30,
    ) {
        let (straight, mixed) = (Home::new(), Home::new());
        let expected = straight.index();
        expected.write(|writer| items().iter().try_for_each(|item| project(writer, item))).unwrap();

        let index = mixed.index();
        let all: Vec<Item> = shuffled.into_iter().chain(repeated).collect();
        for slice in all.chunks(slice) {
            index.write(|writer| slice.iter().try_for_each(|item| project(writer, item))).unwrap();
        }
        prop_assert_eq!(answers(&index), answers(&expected));
        drop(index);
        prop_assert_eq!(answers(&mixed.index()), answers(&expected), "after a restart");
    }
}
