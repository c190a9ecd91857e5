//! The time to consolidate a conversation into memory, without the time of the model.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use chrono::{DateTime, TimeDelta, Utc};
use desk::Consolidation;
use memory::consolidation::merge::{Context, section_merge};
use memory::consolidation::message::{Conversation, Message};
use memory::document::{Document, Item};
use memory::policy::Policies;
use models::{Answer, Model, Request};
use prose::Language;
use serde_json::{Value, json};
use support::{DEVICE, TestProject, morning};

use super::{Measured, Peak, ROUNDS};
use crate::table::Durations;
use crate::writer::{Writer, chapters};

const MANY: usize = 10_000;
const MEGABYTE: usize = 1_000_000;
/// Settings with a limit so high that a file of a megabyte is not compacted.
const ROOM: &str = "[memory.guard]\nmax_chars = 1000000\n";

/// Returns the rows of all measurements.
pub(super) fn rows() -> io::Result<Vec<Measured>> {
    let mut rows = merges()?;
    rows.push(beside_many_runs()?);
    rows.extend(conversation()?);
    Ok(rows)
}

/// A model that replies with a new statement to each request, in English and Chinese in turn. It records the time of
/// each request.
#[derive(Default)]
struct Talkative {
    asked: Mutex<Vec<Instant>>,
    said: AtomicUsize,
}

impl Model for Talkative {
    fn answer(&self, _: &Request) -> Result<Answer, models::Error> {
        self.asked
            .lock()
            .expect("no thread panicked")
            .push(Instant::now());
        let number = self.said.fetch_add(1, Ordering::Relaxed);
        Ok(Answer::Call(reply(number).to_string()))
    }
}

fn reply(number: usize) -> serde_json::Value {
    let sections = if number.is_multiple_of(2) {
        ["Characters", "World", "Decisions"]
    } else {
        ["人物", "地点", "决定"]
    };
    let facts = sections.iter().enumerate().map(|(section, title)| {
        let facts: Vec<String> = (0..4)
            .map(|fact| format!("- {}", said(number * 12 + section * 4 + fact)))
            .collect();
        format!("## {title}\n{}\n", facts.join("\n"))
    });
    json!({
        "history_entry": format!("Talked about {}.", said(number)),
        "memory_update": facts.collect::<String>(),
        "daily_sections": {
            "topics": [format!("Stretch {number}")], "decisions": [said(number + 7)],
            "tool_activity": [], "open_questions": [format!("第{number}段还要不要？")],
        },
        "insights_update": format!("- What stretch {number} taught"),
    })
}

/// Returns a statement that differs from all others.
fn said(number: usize) -> String {
    if number.is_multiple_of(2) {
        format!("Witness {number} saw the ferry leave at the hour that the register denies")
    } else {
        format!("第{number}位证人看见渡船在登记簿否认的那个时辰离岸，没有对任何人说起")
    }
}

/// A memory file of a megabyte: lines of the writer and items, a thousand per section.
fn memory_of_a_megabyte() -> String {
    let mut text = "# Memory\n".to_owned();
    for number in MEGABYTE.. {
        if number.is_multiple_of(1_000) {
            text.push_str(&format!("\n## Part {}\n\n", number / 1_000));
        }
        let words = said(number);
        let line = if number.is_multiple_of(3) {
            format!("- {words}")
        } else {
            Item::new(&words, "run-0", morning() - TimeDelta::days(30)).bullet(&words)
        };
        text.push_str(&(line + "\n"));
        if text.len() >= MEGABYTE {
            break;
        }
    }
    text
}

/// Times merging a reply into a file of a megabyte: the merge alone, and a whole consolidation. The consolidation is
/// timed with a limit above the size of the file and with the usual limit.
fn merges() -> io::Result<Vec<Measured>> {
    let memory = memory_of_a_megabyte();
    let update = reply(0)["memory_update"].as_str().unwrap_or_default().to_owned();
    let policies = Policies::default();
    let mut pure = Durations::default();
    for _ in 0..ROUNDS {
        let merged = pure.time(|| {
            let context = Context {
                path: "MEMORY.md",
                run_id: "run-1",
                session: "bench",
                now: morning(),
                maximum: MEGABYTE,
                keys: &policies.preference_keys,
                seen: None,
                settled: &BTreeSet::new(),
            };
            section_merge(&Document::parse(&memory), &update, &context)
        });
        assert_eq!(merged.archived.len(), 0, "there is room");
    }
    let mut rows = vec![(
        "the merge alone, into 1 MB".to_owned(),
        pure,
        format!("{} lines", memory.lines().count()),
    )];
    for (name, workflow) in [
        ("a stretch of 20 messages, into 1 MB", ROOM),
        ("the same, 1 MB too long and compacted", ""),
    ] {
        let peak = Peak::start();
        let (mut durations, mut after) = (Durations::default(), 0);
        for _ in 0..ROUNDS {
            let scene = |folder: &Path| {
                write(&folder.join("workflow.toml"), workflow);
                write(&folder.join("memory/MEMORY.md"), &memory);
            };
            let test = TestProject::new().restarted(scene);
            let conversation = talk(20);
            durations.time(|| consolidated(&test, "bench", &conversation, &Talkative::default()));
            after = test.memory().len();
        }
        rows.push((
            name.to_owned(),
            durations,
            format!("{} KB after it{}", after / 1_000, peak.grown()),
        ));
    }
    Ok(rows)
}

/// Times the consolidation of short conversations in a project with 2,000 earlier runs. A consolidation reads none of
/// the earlier runs, so they must not slow it.
fn beside_many_runs() -> io::Result<Measured> {
    const RUNS: usize = 2_000;
    let test = TestProject::new();
    let records = Writer::new().records(400);
    test.project
        .learning()
        .import(records.into_iter(), |_| ())
        .expect("a journal that can be written");
    support::distil(&test);
    let journal = fs::read_to_string(test.path().join(format!("memory/journal/{DEVICE}/2026-11.jsonl")))?;
    let prepared = journal.lines().find(|line| line.contains("run_prepared"));
    let mut prepared: Value = serde_json::from_str(prepared.unwrap_or_default())?;
    let rules = prepared["run"]["put"].as_array().map_or(0, Vec::len);
    let mut older = String::new();
    for number in 0..RUNS {
        let hours = i64::try_from(RUNS - number).unwrap_or(0);
        prepared["at"] = json!(morning() - TimeDelta::hours(hours));
        prepared["run"]["id"] = json!(format!("older-{number}"));
        let completed =
            json!({ "type": "run_completed", "at": prepared["at"], "run_id": prepared["run"]["id"] });
        older.push_str(&format!("{prepared}\n{completed}\n"));
    }
    let test =
        test.restarted(|folder| write(&folder.join("memory/journal/desk-older/2026-11.jsonl"), &older));
    let conversation = talk(20);
    let mut durations = Durations::default();
    for number in 0..10 {
        let session = format!("bench {number}");
        durations.time(|| consolidated(&test, &session, &conversation, &Talkative::default()));
    }
    let runs = test.project.memory().runs().expect("runs");
    assert!(
        runs.iter().any(|run| run.id == format!("older-{}", RUNS - 1)),
        "the older runs are there"
    );
    Ok((
        format!("a stretch of 20 messages, beside {RUNS} runs"),
        durations,
        format!("of {rules} rules each"),
    ))
}

/// Times the consolidation of ten thousand messages, and measures the peak memory and the sizes of the files
/// afterwards.
fn conversation() -> io::Result<Vec<Measured>> {
    let conversation = talk(MANY);
    let test = TestProject::new();
    let model = Talkative::default();
    let peak = Peak::start();
    let mut whole = Durations::default();
    let stretches = whole.time(|| consolidated(&test, "bench", &conversation, &model));
    let end = Instant::now();
    let memory = peak.grown();

    let mut each = Durations::default();
    let asked = model.asked.into_inner().expect("no thread panicked");
    let ends = asked.iter().skip(1).copied().chain([end]);
    asked
        .iter()
        .zip(ends)
        .for_each(|(from, to)| each.push(to - *from));
    let (first, last) = each.begin_and_end(5);

    let root = test.path().join("memory");
    let size = |path: &str| -> io::Result<String> {
        Ok(format!("{path} {} KB", bytes_of(&root.join(path))? / 1_000))
    };
    let sizes: Vec<String> = [
        "MEMORY.md",
        "archive",
        "HISTORY.md",
        "INSIGHTS.md",
        "journal",
        "history",
    ]
    .into_iter()
    .map(size)
    .collect::<io::Result<_>>()?;
    let mut again = Durations::default();
    let nothing = again.time(|| consolidated(&test, "bench", &conversation, &Talkative::default()));
    assert_eq!(nothing, 0, "all of it has been seen to");
    Ok(vec![
        (
            "10,000 messages".to_owned(),
            whole,
            format!("{stretches} stretches; {}{memory}", sizes.join(", ")),
        ),
        (
            "each stretch of them".to_owned(),
            each,
            format!("median of the first five {first:.2}, of the last five {last:.2}"),
        ),
        (
            "10,000 messages that were seen to".to_owned(),
            again,
            String::new(),
        ),
    ])
}

fn consolidated(test: &TestProject, session: &str, conversation: &Conversation, model: &dyn Model) -> usize {
    let what = Consolidation {
        session,
        conversation,
        everything: true,
        dry_run: false,
    };
    let stretches = test
        .project
        .store()
        .consolidate(&what, model)
        .expect("a consolidation");
    stretches.len()
}

/// A conversation about real chapters, one message a minute, in English and Chinese in turn.
fn talk(count: usize) -> Conversation {
    let [english, chinese] = [Language::En, Language::Zh].map(chapters);
    let of = |text: &str| -> Vec<String> {
        text.lines()
            .map(str::trim)
            .filter(|line| line.chars().count() > 20)
            .map(str::to_owned)
            .collect()
    };
    let texts = [of(&english), of(&chinese)];
    let begin: DateTime<Utc> = morning() - TimeDelta::days(7);
    let messages = (0..count).map(|number| {
        let of_language = &texts[number / 50 % 2];
        Message {
            id: Some(format!("m{number}")),
            at: begin + TimeDelta::minutes(i64::try_from(number).unwrap_or(0)),
            role: if number.is_multiple_of(2) {
                "user"
            } else {
                "assistant"
            }
            .into(),
            name: None,
            tools: Vec::new(),
            content: of_language[number % of_language.len()].clone(),
        }
    });
    Conversation {
        messages: messages.collect(),
        refused: Vec::new(),
    }
}

fn write(path: &Path, text: &str) {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).expect("a folder");
    }
    fs::write(path, text).expect("a file");
}

fn bytes_of(path: &Path) -> io::Result<u64> {
    if !path.is_dir() {
        return Ok(path.metadata().map_or(0, |metadata| metadata.len()));
    }
    let mut bytes = 0;
    for entry in fs::read_dir(path)? {
        bytes += bytes_of(&entry?.path())?;
    }
    Ok(bytes)
}
