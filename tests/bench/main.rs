//! The benchmark: prints the speed of the desk as tables.
//!
//! Each measurement goes through the real use cases on a project in the folder for temporary files. Most of the time of
//! a capture is spent on the disk, so a bare write and sync is timed beside it. If the sync takes no time, the folder
//! is in memory; then set `TMPDIR` to a folder on a disk.

#![expect(
    clippy::disallowed_methods,
    reason = "a benchmark sets its scene with plain reads and writes"
)]

mod day;
mod fade;
mod files;
mod learning;
mod measure;
mod scenes;
mod store;
mod table;
mod writer;

use std::fs::File;
use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;

use clap::{Parser, Subcommand};
use contract::{DistillStage, DistillTrigger};
use desk::{Error, Event, Project};
use support::TestProject;

use crate::table::{Durations, print};
use crate::writer::Writer;

const MANY: usize = 10_000;

/// Measures the desk and prints tables.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    what: Option<What>,
}

#[derive(Subcommand)]
enum What {
    /// How well it learns the tastes of simulated writers.
    Learning(learning::Options),
    /// A first day of a writer with one taste.
    Day(day::Options),
    /// The speed of the Markdown store.
    Store,
    /// The speed of a project of many files.
    Files,
    /// The kinds of scenes that it detects in labelled paragraphs.
    Scenes,
}

fn main() -> io::Result<()> {
    match Arguments::parse().what {
        Some(What::Learning(options)) => learning::run(&options),
        Some(What::Day(options)) => day::run(&options),
        Some(What::Store) => store::run(),
        Some(What::Files) => files::run(),
        Some(What::Scenes) => scenes::run(),
        None => cost(),
    }
}

fn cost() -> io::Result<()> {
    let writer = Writer::new();
    capture(&writer)?;
    distil(&writer)?;
    import(&writer)?;
    fade::fade(&writer)?;
    measure::features()
}

/// Times captures alone and captures during a distillation, in turns. A machine that slows down then slows both alike.
fn capture(writer: &Writer) -> io::Result<()> {
    const ROUNDS: usize = 12;
    // So few captures do not start a distillation by themselves.
    const CAPTURES: usize = 40;

    let (begun, began) = mpsc::channel();
    let test = TestProject::listening(move |event| {
        if let Event::Distill(progress) = event
            && progress.stage == DistillStage::Started
        {
            let _ = begun.send(());
        }
    });
    let project = &test.project;
    import_records(project, &writer.records(MANY));
    distilled(project);

    let folder = tempfile::tempdir()?;
    let mut bare = File::options()
        .append(true)
        .create(true)
        .open(folder.path().join("bare"))?;
    let line = serde_json::to_vec(&writer.episode(0))?;
    let mut next = MANY..;
    let mut round = |capture: &mut Durations, sync: &mut Durations| -> io::Result<()> {
        for number in next.by_ref().take(CAPTURES) {
            let input = writer.input(number);
            capture
                .time(|| project.learning().record(input))
                .expect("a journal that can be written");
            sync.time(|| bare.write_all(&line).and_then(|()| bare.sync_all()))?;
        }
        Ok(())
    };

    let (mut idle, mut busy) = (Durations::default(), Durations::default());
    let (mut idle_disk, mut busy_disk) = (Durations::default(), Durations::default());
    round(&mut Durations::default(), &mut Durations::default())?;
    for _ in 0..ROUNDS {
        distilled(project);
        round(&mut idle, &mut idle_disk)?;
        let enough = AtomicBool::new(false);
        thread::scope(|scope| {
            began.try_iter().for_each(drop);
            scope.spawn(|| {
                while !enough.load(Ordering::Relaxed) {
                    distilled(project);
                }
            });
            began.recv().expect("a distillation");
            let outcome = round(&mut busy, &mut busy_disk);
            enough.store(true, Ordering::Relaxed);
            outcome
        })?;
    }
    let ratio = |busy: &Durations, idle: &Durations| {
        let of = |share| busy.quantile(share) / idle.quantile(share);
        format!("{:.2} and {:.2} of idle", of(0.5), of(0.95))
    };
    print(
        "Capture, acknowledged on the disk (goal: p95 under 10 ms where a sync takes 5, at most 1.2 of idle)",
        &[
            ("bare write and sync", &idle_disk, String::new()),
            (
                "capture",
                &idle,
                ratio(&idle, &idle_disk).replace("idle", "the bare sync"),
            ),
            (
                "bare write and sync while distilling",
                &busy_disk,
                ratio(&busy_disk, &idle_disk),
            ),
            ("capture while distilling 10,000", &busy, ratio(&busy, &idle)),
        ],
    )
}

fn distil(writer: &Writer) -> io::Result<()> {
    let (mut few, mut few_again) = (Durations::default(), Durations::default());
    let (mut many, mut many_again, mut rebuild) =
        (Durations::default(), Durations::default(), Durations::default());
    let records = writer.records(MANY);
    for _ in 0..10 {
        let test = TestProject::new();
        import_records(&test.project, &records[..50]);
        few.time(|| distilled(&test.project));
        few_again.time(|| distilled(&test.project));
    }
    for _ in 0..3 {
        let test = TestProject::new();
        import_records(&test.project, &records);
        many.time(|| distilled(&test.project));
        for _ in 0..3 {
            many_again.time(|| distilled(&test.project));
            rebuild
                .time(|| test.project.memory().rebuild())
                .expect("an index");
        }
    }
    print(
        "Distillation (goal: 300 ms for 50 episodes, 3,000 ms for 10,000) and rebuild",
        &[
            ("distil 50, just imported", &few, String::new()),
            ("distil 50 again", &few_again, String::new()),
            ("distil 10,000, just imported", &many, String::new()),
            ("distil 10,000 again", &many_again, String::new()),
            ("rebuild the index of 10,000", &rebuild, String::new()),
        ],
    )
}

fn import(writer: &Writer) -> io::Result<()> {
    let records = writer.records(1_000);
    let mut durations = Durations::default();
    for _ in 0..5 {
        let test = TestProject::new();
        durations.time(|| import_records(&test.project, &records));
    }
    print("Import", &[("import 1,000", &durations, String::new())])
}

fn import_records(project: &Project, records: &[String]) {
    let imported = project
        .learning()
        .import(records.iter().cloned(), |_| ())
        .expect("a journal that can be written");
    assert_eq!(
        imported.acknowledged.len(),
        records.len(),
        "every record is an episode"
    );
}

/// Distils; if another thread is distilling, waits and then distils.
fn distilled(project: &Project) {
    loop {
        match project.learning().distil(DistillTrigger::Manual) {
            Err(Error::Busy { .. }) => thread::yield_now(),
            outcome => return drop(outcome.expect("a distillation")),
        }
    }
}
