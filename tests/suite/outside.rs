//! A slow consolidation beside a writer who goes on writing. Another program saves while the model answers and before
//! any step of the disk. Every such save stays, and nothing is told twice.
//!
//! The interleaved steps are every call of the disk by which the desk touches a file, and the model's answer. For the
//! answer two minutes pass by the desk's clock. A save is one step as well, in place or as a new file under the old
//! name, as editors do. Nothing here stops, so the disk need not be waited for.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chrono::TimeDelta;
use contract::{Category, ErrorCode, NewRule};
use support::{TestProject, cases, memory_files, walk};
use vault::FailingDisk;

const SEED: u64 = 20_261_121;
/// Consolidations with saves in between, unless `PROPTEST_CASES` says how many.
const INTERLEAVINGS: usize = 150;
/// The section of the rule there is.
const RULES: &str = "## 写作风格";
/// How many a project sees before the next one begins: its journal makes each a little slower.
const OF_A_PROJECT: usize = 15;

/// What the other program does.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Save {
    Add,
    Change,
    Delete,
    /// All of it anew.
    Replace,
    /// From before the desk began, with a line more.
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

/// The other program, and what the writer knows that she has saved.
struct Writer {
    root: PathBuf,
    random: fastrand::Rng,
    /// The next calls of the disk before which she saves; 0 is the model's answer.
    moments: Vec<usize>,
    first_call: Option<usize>,
    /// How many saves are planned.
    planned: usize,
    /// How many calls a consolidation makes that nobody disturbs.
    calls: usize,
    /// The numbers of her lines.
    lines: usize,
    /// What she left of each file, since the desk began; nothing for one that she removed.
    left: BTreeMap<String, Option<String>>,
    /// Files of which she dropped more than her own.
    dropped: Vec<String>,
    /// Files as they were when the desk began.
    opened: BTreeMap<String, String>,
    saved: usize,
    log: Vec<String>,
}

impl Writer {
    /// Saves if this is a moment to.
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

/// Inserts a line between two other lines, so that it tears no line of the desk. It does not insert among the rules:
/// there the line would become a rule, and the rule comes back when the file is lost.
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

/// Returns the number of a line of hers.
fn hers(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once("her-")?;
    rest.split_once('.').map(|(number, _)| number)
}

fn plain(line: &str) -> &str {
    let line = line.split(" <!-- ").next().unwrap_or(line);
    line.trim_end()
}

/// Returns a project with a rule, and with lines of hers in every file, as different programs end them.
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
    // A test that failed inside says so itself.
    writer.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Plans the saves during the next consolidation, and returns the files as they are.
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
    // Some of it is done again because of a save, and then there are more calls.
    let calls = writer.calls * 3 / 2;
    writer.planned = saves;
    writer.moments = (0..saves).map(|_| random.usize(0..=calls)).collect();
    files
}

/// Makes memory of one message more; the model takes two minutes, and she writes meanwhile.
fn consolidate(test: &TestProject, writer: &Mutex<Writer>, place: usize) -> desk::Result<()> {
    let told = walk::consolidate(&test.project, place + 1, |_| {
        test.pass(TimeDelta::seconds(120));
        lock(writer).at(0);
    });
    told.map(drop)
}

/// Looks for every line she saved, and for what the desk had to say.
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
        // A line she took out stays out, and one she has is there once.
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
    // Files she did not touch have every line of hers.
    for (path, before) in before.iter().filter(|(path, _)| !writer.left.contains_key(*path)) {
        let now = read(path);
        let own = |text: &str| -> Vec<String> {
            let lines = text.lines().filter(|line| hers(line).is_some());
            lines.map(|line| plain(line).to_owned()).collect()
        };
        assert_eq!(own(&now), own(before), "{path}: {log:#?}");
    }
    // What the desk had to say is there once, unless she took it out with the rest.
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
