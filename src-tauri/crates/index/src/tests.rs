//! Tests of the index through its public API. Only invalid files are made by hand.

#![allow(
    clippy::disallowed_methods,
    reason = "these tests damage and remove files on purpose"
)]

mod opening;
mod reading;
mod rebuilding;
mod sharing;

use std::path::PathBuf;

use chrono::{DateTime, TimeDelta, Utc};
use learning::episode::IMPORTANCE;
use learning::evidence::observe;
use learning::{Amendment, Category, Confidence, Episode, EpisodeKind, Rule, TextOrigin, Tombstone};
use memory::journal::Place;
use memory::{Run, RunKind};
use prose::{Language, SceneType};
use tempfile::TempDir;

use crate::{Condition, Index, Result, Writer};

/// A temporary folder for one index.
struct Home {
    folder: TempDir,
}

impl Home {
    fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("index").join("index.db")
    }

    fn open(&self) -> (Index, Condition) {
        Index::open(&self.path(), minute(0)).unwrap()
    }

    fn index(&self) -> Index {
        self.open().0
    }
}

/// Returns the time `minute` minutes after the start time of the tests.
fn minute(minute: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_795_000_000, 123_456_789).unwrap() + TimeDelta::minutes(minute)
}

fn place(file: &str, offset: u64) -> Place {
    Place {
        file: file.to_owned(),
        offset,
    }
}

fn november(offset: u64) -> Place {
    place("2026-11.jsonl", offset)
}

fn episode(id: &str, created: i64) -> Episode {
    Episode {
        id: id.to_owned(),
        created_at: minute(created),
        project_id: "novel".to_owned(),
        kind: EpisodeKind::Choice,
        scene_type: SceneType::Action,
        skill_used: "tighten".to_owned(),
        input_context: "门外下着雨。".to_owned(),
        candidates: vec!["She ran.".to_owned(), "她跑了。".to_owned()],
        selected_index: 0,
        final_text: "She ran.".to_owned(),
        language: Language::En,
        chapter_id: String::new(),
        undone: false,
        undone_after: None,
        in_part: false,
        repeated: 0,
        shaped_by: Vec::new(),
        held_out: Vec::new(),
        origin: TextOrigin::Own,
        importance: IMPORTANCE,
        user_confirmed: false,
    }
}

fn edited(episode_id: &str, final_text: &str) -> Amendment {
    Amendment {
        episode_id: episode_id.to_owned(),
        final_text: Some(final_text.to_owned()),
        undone: false,
        undone_after: None,
    }
}

fn undone(episode_id: &str) -> Amendment {
    Amendment {
        episode_id: episode_id.to_owned(),
        final_text: None,
        undone: true,
        undone_after: None,
    }
}

fn rule(id: &str, text: &str) -> Rule {
    Rule {
        scene_type: Some(SceneType::Action),
        // A careless JSON parser loses the last bit of this number.
        confidence: Confidence::new(0.907_303_832_202_868_9).unwrap(),
        supports: 12,
        contradicts: 3,
        updated_at: minute(1),
        ..Rule::written(id.to_owned(), text.to_owned(), Category::Style, minute(0))
    }
}

fn tombstone(rule_id: &str, at: i64) -> Tombstone {
    Tombstone {
        rule_id: rule_id.to_owned(),
        key: None,
        text: "动作场景偏好短句".to_owned(),
        at: minute(at),
        narrowed_to: None,
    }
}

fn run(id: &str, kind: RunKind) -> Run {
    Run {
        snapshot: [("laptop".to_owned(), november(10))].into(),
        episodes: 50,
        tested: 26,
        put: vec![rule("a", "Prefers short sentences")],
        ..Run::of(id.to_owned(), kind)
    }
}

/// Stores an episode of the laptop with its evidence, recorded one minute after the act.
fn put(writer: &mut Writer<'_>, episode: &Episode, offset: u64) -> Result<()> {
    let recorded_at = episode.created_at + TimeDelta::minutes(1);
    writer.put_episode(episode, recorded_at, "laptop", &november(offset))?;
    writer.put_evidence(&episode.id, &observe(episode))
}
