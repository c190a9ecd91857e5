//! A slow consolidation while the writer goes on writing. Another program saves while the model answers and before any
//! call of the disk. Each of these saves stays, and no text is added twice.
//!
//! The interleaved steps are the model's answer and each call of the disk by which the desk touches a file. During the
//! answer the desk's clock moves by two minutes. A save is one step as well, in place or as a new file under the same
//! name, as editors do. No process is killed here, so syncs are skipped.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chrono::TimeDelta;
use contract::{Category, ErrorCode, NewRule};
use support::{TestProject, cases, memory_files, walk};
use vault::FailingDisk;

const SEED: u64 = 20_261_121;
/// The number of consolidations with saves in between, unless `PROPTEST_CASES` sets it.
const INTERLEAVINGS: usize = 150;
/// The heading of the section that holds the rule.
const RULES: &str = "## 写作风格";
/// The number of consolidations in one project. A new project then begins, because each consolidation makes the journal
/// longer and the next one slower.
const OF_A_PROJECT: usize = 15;

/// One kind of save by the other program.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Save {
    Add,
    Change,
    Delete,
    /// Replaces the whole text.
    Replace,
    /// Writes the text from before the consolidation, with one more line.
    Stale,
    Remove,
}

const SAVES: [Save; 9] = [
    Save::Add,
    Save::Add,
    Save::Add,
    Save::Change,
    Save::Change,
    Save::Delete,
    Save::Replace,
    Save::Stale,
    Save::Remove,
];

/// The other program that saves for the writer, and a record of her saves.
struct Writer {
    root: PathBuf,
    random: fastrand::Rng,
    /// The numbers of the next disk calls before which she saves; 0 is the model's answer.
    moments: Vec<usize>,
    first_call: Option<usize>,
    /// The number of planned saves.
    planned: usize,
    /// The number of disk calls of a consolidation without saves.
    calls: usize,
    /// A counter for the numbers in her lines.
    lines: usize,
    /// The text of each file after her last save since the consolidation began; `None` for a deleted file.
    left: BTreeMap<String, Option<String>>,
    /// Files in which she deleted lines of the desk, not only her own.
    dropped: Vec<String>,
    /// The files at the start of the consolidation.
    opened: BTreeMap<String, String>,
    saved: usize,
    log: Vec<String>,
}

impl Writer {
    /// Saves if a save is planned before this call.
    fn meanwhile(&mut self, call: usize) {
        let call = call - *self.first_call.get_or_insert(call - 1);
        if self.planned == 0 {
            self.calls = call;
        }
        self.at(call);
    }

    fn at(&mut self, moment: usize) {
        while let Some(position) = self.moments.iter().position(|planned| *planned == moment) {
            self.moments.remove(position);
            self.save(moment);
        }
    }

    fn save(&mut self, moment: usize) {
        let number = self.lines;
        let files = [
            "MEMORY.md".to_owned(),
            "HISTORY.md".to_owned(),
            "INSIGHTS.md".to_owned(),
            "archive/MEMORY.md".to_owned(),
        ];
        let days = memory_files(&self.root);
        let days = days.keys().filter(|path| path.starts_with("20")).cloned();
        let newest: Vec<String> = days.rev().take(2).collect();
        let all: Vec<String> = files.into_iter().chain(newest).collect();
        let Some(path) = self.random.choice(all) else {
            return;
        };
        let full = self.root.join(&path);
        let present = fs::read_to_string(&full).ok();
        let save = *self.random.choice(&SAVES).unwrap_or(&Save::Add);
        let text = present.clone().unwrap_or_default();
        let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
        let own: Vec<usize> = (0..lines.len())
            .filter(|at| hers(&lines[*at]).is_some())
            .collect();
        let new = format!("- 她的 her-{number}. 第 {number} 行\n");
        match (save, self.random.choice(&own).copied()) {
            (Save::Change, Some(at)) => lines[at] = new,
            (Save::Delete, Some(at)) => drop(lines.remove(at)),
            (Save::Replace, _) => lines = vec!["# 另起 Anew\n\n## Notes\n\n".into(), new],
            (Save::Stale, _) => {
                let before = self.opened.get(&path).cloned().unwrap_or_default();
                lines = before.split_inclusive('\n').map(str::to_owned).collect();
                insert(&mut lines, usize::MAX, new);
            }
            (Save::Remove, _) => {
                drop(fs::remove_file(&full));
                self.dropped.push(path.clone());
                self.note(save, moment, path, None);
                return;
            }
            _ => {
                let at = self.random.usize(0..=lines.len());
                insert(&mut lines, at, new);
            }
        }
        if matches!(save, Save::Replace | Save::Stale) {
            self.dropped.push(path.clone());
        }
        self.lines += 1;
        let text = lines.concat();
        fs::create_dir_all(full.parent().unwrap_or(&self.root)).expect("a folder");
        if self.random.bool() {
            fs::write(&full, &text).expect("a save in place");
        } else {
            let new = full.with_extension("md~");
            fs::write(&new, &text).expect("a new file");
            fs::rename(&new, &full).expect("a save as a new file");
        }
        self.note(save, moment, path, Some(text));
    }

    fn note(&mut self, save: Save, moment: usize, path: String, text: Option<String>) {
        self.saved += 1;
        self.log.push(format!("{save:?} {path} before call {moment}"));
        self.left.insert(path, text);
    }
}

/// Inserts a line between two other lines, so that it splits no line of the desk. The line does not go among the rules.
/// There it would become a rule, and a rule is restored when the file is lost.
fn insert(lines: &mut Vec<String>, at: usize, new: String) {
    let among_rules = |at: usize, lines: &[String]| {
        let mut above = lines[..at].iter().rev();
        above
            .find(|line| line.starts_with("## "))
            .is_some_and(|line| line.starts_with(RULES))
    };
    if let Some(last) = lines.last_mut().filter(|line| !line.ends_with('\n')) {
        last.push('\n');
    }
    let mut at = at.min(lines.len());
    while among_rules(at, lines) {
        at -= 1;
    }
    lines.insert(at, new);
}

/// Returns the number in a line of the writer; `None` for another line.
fn hers(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once("her-")?;
    rest.split_once('.').map(|(number, _)| number)
}

fn plain(line: &str) -> &str {
    let line = line.split(" <!-- ").next().unwrap_or(line);
    line.trim_end()
}

/// Returns a project with a rule and with lines of the writer in each file. The lines end as different programs end
/// them.
fn begun() -> TestProject {
    let test = TestProject::new();
    test.project
        .learning()
        .add_rule(&NewRule {
            text: "先用平常的字 Plain words".into(),
            category: Category::Style,
            scene_type: None,
        })
        .expect("a rule");
    let memory =
        test.memory() + "\n## Notes\n\n- 她的 her-a. 一\n- 她的 her-b. 二\n\n## Places\n\n- 她的 her-c. 三\n";
    for (path, text) in [
        ("MEMORY.md", memory.as_str()),
        ("HISTORY.md", "# History\n\n她的 her-d. 她先写下的\n"),
        ("INSIGHTS.md", "## 心得\n\n- 她的 her-e. 念出来\n"),
    ] {
        fs::write(test.path().join("memory").join(path), text).expect("a memory file");
    }
    test.project
        .memory()
        .follow()
        .expect("a file that can be followed");
    test
}

#[test]
fn whatever_another_program_saves_during_a_slow_consolidation_stays_and_nothing_is_told_twice() {
    let scene = begun();
    let interleavings = cases(INTERLEAVINGS);
    let mut random = fastrand::Rng::with_seed(SEED);
    let (mut done, mut saved, mut again, mut calls) = (0, 0, 0, 0);
    let mut of_each: BTreeMap<String, usize> = BTreeMap::new();
    while done < interleavings {
        let writer = Arc::new(Mutex::new(Writer {
            root: PathBuf::new(),
            random: random.fork(),
            moments: Vec::new(),
            first_call: None,
            planned: 0,
            calls: 0,
            lines: 0,
            left: BTreeMap::new(),
            dropped: Vec::new(),
            opened: BTreeMap::new(),
            saved: 0,
            log: Vec::new(),
        }));
        let others = Arc::clone(&writer);
        let disk = FailingDisk::working()
            .unsynced()
            .meanwhile(move |call| lock(&others).meanwhile(call));
        let test = scene.copied_with(|ports| ports.disk = Arc::new(disk));
        lock(&writer).root = test.path().join("memory");
        for place in 0..=OF_A_PROJECT {
            let before = begin(&writer, place, &mut random);
            let told = consolidate(&test, &writer, place);
            done += usize::from(!lock(&writer).log.is_empty());
            if let Err(error) = told {
                assert!(
                    matches!(
                        error.code(),
                        ErrorCode::MemoryFileUnusable | ErrorCode::FileChanged
                    ),
                    "{error}: {:?}",
                    lock(&writer).log
                );
                again += 1;
                lock(&writer).moments.clear();
                consolidate(&test, &writer, place).expect("nobody saves any more");
            }
            look(&lock(&writer), place, &before);
            let writer = lock(&writer);
            calls = calls.max(writer.calls);
            for line in &writer.log {
                let kind = line.split(' ').next().unwrap_or_default();
                *of_each.entry(kind.to_owned()).or_default() += 1;
            }
        }
        saved += lock(&writer).saved;
    }
    println!(
        "seed {SEED}: {done} interleavings, {saved} saves {of_each:?} before {calls} calls, {again} asked for again"
    );
    assert!(saved >= done, "every one has a save at least");
}

fn lock(writer: &Mutex<Writer>) -> MutexGuard<'_, Writer> {
    // A poisoned lock means that another thread has panicked, and that panic is reported by itself.
    writer.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Plans the saves during the next consolidation, and returns the current files.
fn begin(writer: &Mutex<Writer>, place: usize, random: &mut fastrand::Rng) -> BTreeMap<String, String> {
    let mut writer = lock(writer);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    let files = memory_files(&writer.root).into_iter();
    let files: BTreeMap<String, String> = files.map(|(path, bytes)| (path, text(bytes))).collect();
    writer.opened.clone_from(&files);
    writer.left.clear();
    writer.dropped.clear();
    writer.log.clear();
    writer.first_call = None;
    let saves = if place == 0 {
        0
    } else {
        [1, 1, 1, 2, 2, 3, 5][random.usize(0..7)]
    };
    // A save makes the desk repeat some of its calls, so there may be more calls than without saves.
    let calls = writer.calls * 3 / 2;
    writer.planned = saves;
    writer.moments = (0..saves).map(|_| random.usize(0..=calls)).collect();
    files
}

/// Consolidates one more message. The model takes two minutes, and the writer saves meanwhile.
fn consolidate(test: &TestProject, writer: &Mutex<Writer>, place: usize) -> desk::Result<()> {
    let told = walk::consolidate(&test.project, place + 1, |_| {
        test.pass(TimeDelta::seconds(120));
        lock(writer).at(0);
    });
    told.map(drop)
}

/// Checks that each saved line and each text of the desk is in its file.
fn look(writer: &Writer, place: usize, before: &BTreeMap<String, String>) {
    let read = |path: &str| fs::read_to_string(writer.root.join(path)).unwrap_or_default();
    let log = &writer.log;
    let archived = read("archive/MEMORY.md");
    for (path, left) in &writer.left {
        let now = read(path);
        let left = left.as_deref().unwrap_or_default();
        let count = |text: &str, line: &str| text.lines().filter(|known| plain(known) == line).count();
        for line in left.lines().map(plain).filter(|line| !line.is_empty()) {
            let there = count(&now, line);
            let moved = path == "MEMORY.md" && archived.lines().any(|known| plain(known) == line);
            assert!(
                there >= count(left, line) || (moved && hers(line).is_none()),
                "{path} has lost {line:?}: {log:#?}\n{left}\n---\n{now}"
            );
        }
        // A deleted line stays deleted, and each of her lines is there once.
        for line in now.lines().filter(|line| hers(line).is_some()) {
            let line = plain(line);
            assert_eq!(
                count(&now, line),
                count(left, line),
                "{path}: {line:?}: {log:#?}\n{left}\n---\n{now}"
            );
        }
        assert_eq!(
            now.lines().filter(|line| line.starts_with("## ")).count(),
            {
                let mut headings: Vec<&str> = now.lines().filter(|line| line.starts_with("## ")).collect();
                headings.sort_unstable();
                headings.dedup();
                headings.len()
            },
            "{path}: a section is there twice: {log:#?}\n{now}"
        );
    }
    // Files that she did not touch keep all her lines.
    for (path, before) in before.iter().filter(|(path, _)| !writer.left.contains_key(*path)) {
        let now = read(path);
        let own = |text: &str| -> Vec<String> {
            let lines = text.lines().filter(|line| hers(line).is_some());
            lines.map(|line| plain(line).to_owned()).collect()
        };
        assert_eq!(own(&now), own(before), "{path}: {log:#?}");
    }
    // Each text of the desk is there once, unless she deleted it together with other lines.
    for (path, said) in [
        ("HISTORY.md".to_owned(), walk::story(place)),
        (walk::daily(place), walk::topic(place)),
        ("INSIGHTS.md".to_owned(), walk::insight(place)),
        ("MEMORY.md".to_owned(), walk::fact(place)),
    ] {
        let now = read(&path);
        let times = now.lines().filter(|line| line.contains(&said)).count();
        let kept = times == 1 || (times == 0 && writer.dropped.contains(&path));
        assert!(kept, "{path} says {times} times {said:?}: {log:#?}\n{now}");
    }
}
