//! The cost of a project of many files: opening and listing the project, one change by another program, reading a long
//! manuscript, and a merge.

#![expect(clippy::disallowed_methods, reason = "another program writes as it likes")]

use std::fs;
use std::io;
use std::path::Path;
use std::sync::mpsc;

use contract::MergeRequest;
use desk::{Event, Project};
use support::{DEVICE, TestProject, ports};

use crate::table::{Durations, print};

/// The number of files, as in a long series; half are English, half Chinese.
const FILES: usize = 3_000;
const ENGLISH: &str =
    "The rain had stopped, and she stood at the door and did not say anything at all to anyone. ";
const CHINESE: &str = "雨停了，她站在门口，对谁也没有说一句话，然后慢慢地走下了石阶。";

pub fn run() -> io::Result<()> {
    let (mut first, mut again, mut heard, mut after) = (
        Durations::default(),
        Durations::default(),
        Durations::default(),
        Durations::default(),
    );
    for _ in 0..5 {
        let (told, tells) = mpsc::channel();
        let test = TestProject::listening(move |event| {
            if let Event::File(change) = event {
                let _ = told.send(change.path.clone());
            }
        });
        fill(test.path())?;
        let project = &test.project;
        first.time(|| project.manuscripts().files()).expect("a list");
        again.time(|| project.manuscripts().files()).expect("a list");
        let _watch = project.watch().expect("a watch");
        for number in 0..5 {
            let name = name(number * 7);
            heard.time(|| {
                fs::write(test.path().join(&name), ENGLISH).expect("a file");
                while tells.recv().is_ok_and(|path| path != name) {}
            });
            after.time(|| project.manuscripts().files()).expect("a list");
        }
    }
    let mut open = Durations::default();
    let test = TestProject::new();
    fill(test.path())?;
    for _ in 0..5 {
        open.time(|| {
            let project =
                Project::open(test.path(), DEVICE, ports(&test.clock, &test.events)).expect("a project");
            project.view().expect("a view");
        });
    }
    print(
        &format!("A project of {FILES} files of 20 KB"),
        &[
            ("open, with the list", &open, String::new()),
            ("list for the first time", &first, "reads every file".into()),
            ("list again", &again, "reads none".into()),
            (
                "one change by another program, until told",
                &heard,
                "150 ms of them quiet".into(),
            ),
            ("list after it", &after, "reads one".into()),
        ],
    )?;
    read()?;
    merge()
}

/// Times the reading of a manuscript for the editor, the core's part of opening it.
fn read() -> io::Result<()> {
    let mut rows = Vec::new();
    for (language, sentence) in [("English", ENGLISH), ("Chinese", CHINESE)] {
        let mut times = Durations::default();
        for _ in 0..10 {
            let test = TestProject::new();
            let paragraph = format!("{}\n\n", sentence.repeat(6));
            fs::write(
                test.path().join("a.md"),
                paragraph.repeat(10_000_000 / paragraph.len()),
            )?;
            times
                .time(|| test.project.manuscripts().read("a.md"))
                .expect("a manuscript");
        }
        rows.push((format!("10 MB {language}"), times));
    }
    let rows: Vec<_> = rows
        .iter()
        .map(|(name, times)| (name.as_str(), times, String::new()))
        .collect();
    print("Reading a manuscript for the first time", &rows)
}

fn name(number: usize) -> String {
    match number % 2 {
        0 => format!("Part {}/Chapter {number}.md", number / 50),
        _ => format!("第{}卷/第{number}章.md", number / 50),
    }
}

fn fill(folder: &Path) -> io::Result<()> {
    for number in 0..FILES {
        let path = folder.join(name(number));
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        let sentence = if number % 2 == 0 { ENGLISH } else { CHINESE };
        fs::write(path, sentence.repeat(20_000 / sentence.len()))?;
    }
    Ok(())
}

/// Times a merge in which each side changed one paragraph in a hundred.
fn merge() -> io::Result<()> {
    let mut rows = Vec::new();
    for (language, sentence) in [("English", ENGLISH), ("Chinese", CHINESE)] {
        for (size, bytes) in [("1 MB", 1_000_000), ("10 MB", 10_000_000)] {
            let test = TestProject::new();
            let paragraph = format!("{}\n\n", sentence.repeat(6));
            let count = bytes / paragraph.len();
            let text = |changed: usize, mark: &str| -> String {
                (0..count)
                    .map(|number| match number % 100 == changed {
                        true => paragraph.replacen(sentence, &format!("{sentence}{mark}{number}. "), 1),
                        false => paragraph.clone(),
                    })
                    .collect()
            };
            fs::write(test.path().join("a.md"), text(100, ""))?;
            let document = test.project.manuscripts().read("a.md").expect("a manuscript");
            fs::write(test.path().join("a.md"), text(3, "theirs"))?;
            let request = MergeRequest {
                path: "a.md".into(),
                text: Some(text(7, "mine")),
                base_hash: document.hash,
                copy: None,
            };
            let mut times = Durations::default();
            for _ in 0..5 {
                let merged = times
                    .time(|| test.project.manuscripts().merge(&request))
                    .expect("a merge");
                assert!(merged.conflicts.is_empty() && merged.edits.len() >= count / 100);
            }
            rows.push((format!("{size} {language}"), times));
        }
    }
    let rows: Vec<_> = rows
        .iter()
        .map(|(name, times)| (name.as_str(), times, String::new()))
        .collect();
    print("Merging a file both sides changed", &rows)
}
