//! A writer at her manuscripts while other programs write, rename, swap and delete the same files. No text of either
//! side is lost, and no file is ever half written.
//!
//! The editor here behaves like the page. It saves over the version it knows, and merges when the file has changed. It
//! follows a renamed file, and keeps its text when the file is deleted.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use contract::{ErrorCode, MergeRequest, Merged, SaveRequest};
use desk::Event;
use rayon::prelude::*;
use support::TestProject;

const SEED: u64 = 20_261_121;
/// The number of interleavings to try, unless `PROPTEST_CASES` sets it.
const INTERLEAVINGS: u64 = 1_000;
/// The number of interleavings in one project before the next project begins.
const OF_A_PROJECT: usize = 50;
const STEPS: usize = 18;

const ENGLISH: &str = "The rain had stopped. She stood at the door and listened. Nobody came up the stairs.\n\nIn the \
    morning the ferry was gone. There was a letter on the table.\n";
const CHINESE: &str =
    "雨停了。她站在门口听着。楼梯上一个人也没有。\n\n第二天早上，渡船已经开走了。桌上放着一封信。\n";

/// A manuscript in the editor.
struct Buffer {
    path: String,
    text: String,
    hash: String,
    /// Whether the text has changes that are not in the file with this hash.
    edited: bool,
    /// Whether the editor has been told that the file is gone.
    gone: bool,
}

/// The writer, the other program, and the text of each that is still expected somewhere.
struct Desk<'a> {
    test: &'a TestProject,
    folder: String,
    random: fastrand::Rng,
    buffers: Vec<Buffer>,
    /// The text of each existing file.
    disk: BTreeMap<String, String>,
    /// Changed paths that the desk has not been told of yet.
    unheard: BTreeSet<String>,
    hers: BTreeSet<String>,
    theirs: BTreeSet<String>,
    marks: usize,
    names: usize,
    /// The text that undo can restore: the text before each merge.
    undo: String,
    /// Whether another program deleted or replaced a file. The text it removed is then only in undo.
    taken: bool,
    /// A log of the acts, printed with a failure.
    told: Vec<String>,
}

impl Drop for Desk<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}", self.told.join("\n"));
        }
    }
}

impl<'a> Desk<'a> {
    fn tell(&mut self, what: impl Into<String>) {
        self.told.push(what.into());
    }

    fn new(test: &'a TestProject, seed: u64) -> Self {
        let mut desk = Self {
            test,
            folder: format!("{seed}"),
            random: fastrand::Rng::with_seed(SEED ^ seed),
            buffers: Vec::new(),
            disk: BTreeMap::new(),
            unheard: BTreeSet::new(),
            hers: BTreeSet::new(),
            theirs: BTreeSet::new(),
            marks: 0,
            names: 0,
            undo: String::new(),
            taken: false,
            told: Vec::new(),
        };
        fs::create_dir_all(test.path().join(&desk.folder).join("卷")).expect("folders");
        for (name, text) in [("chapter.md", ENGLISH), ("第一章.md", CHINESE)] {
            let path = format!("{}/{name}", desk.folder);
            desk.put(&path, text.to_owned());
            let document = test.project.manuscripts().read(&path).expect("a manuscript");
            desk.buffers.push(Buffer {
                path,
                text: document.text,
                hash: document.hash,
                edited: false,
                gone: false,
            });
        }
        desk.hear();
        desk
    }

    fn full(&self, path: &str) -> PathBuf {
        self.test.path().join(path)
    }

    /// Another program writes a file, in place or as a new file under the same name.
    fn put(&mut self, path: &str, text: String) {
        let full = self.full(path);
        if self.random.bool() {
            fs::write(&full, &text).expect("another program's save");
        } else {
            let new = full.with_extension("new");
            fs::write(&new, &text).expect("another program's save");
            fs::rename(&new, &full).expect("another program's save");
        }
        self.tell(format!("another program writes {path}"));
        self.disk.insert(path.to_owned(), text);
        self.unheard.insert(path.to_owned());
    }

    fn mark(&mut self, side: char) -> String {
        self.marks += 1;
        format!("{side}{}{side}", self.marks)
    }

    /// Returns the text with one more sentence or word.
    fn written(&mut self, text: &str, mark: &str) -> String {
        let stops: Vec<usize> = text
            .char_indices()
            .filter(|(_, sign)| ".。\n".contains(*sign))
            .map(|(at, sign)| at + sign.len_utf8())
            .chain([0, text.len()])
            .collect();
        let spaces: Vec<usize> = text
            .char_indices()
            .filter(|(_, sign)| " ，了在着".contains(*sign))
            .map(|(at, sign)| at + sign.len_utf8())
            .collect();
        let (places, piece) = match self.random.u8(..4) {
            0 => (stops, format!(" It was {mark}.")),
            1 => (stops, format!("那是{mark}。")),
            2 => (stops, format!("\n\nA paragraph of {mark}, 一段。\n\n")),
            _ if !spaces.is_empty() => (spaces, format!("{mark} ")),
            _ => (stops, format!("{mark}.\n")),
        };
        let at = places[self.random.usize(..places.len())];
        format!("{}{piece}{}", &text[..at], &text[at..])
    }

    /// Returns the text without one of the marks, and that mark; `None` if the text has none of them.
    fn without(&mut self, text: &str, marks: &BTreeSet<String>) -> Option<(String, String)> {
        let there: Vec<&String> = marks.iter().filter(|mark| text.contains(*mark)).collect();
        let mark = (*there.get(self.random.usize(..there.len().max(1)))?).clone();
        Some((text.replace(&mark, "nothing"), mark))
    }

    fn step(&mut self) {
        let buffer = self.random.usize(..self.buffers.len());
        match self.random.u8(..16) {
            0..=3 => {
                let mark = self.mark('h');
                let text = self.buffers[buffer].text.clone();
                self.buffers[buffer].text = self.written(&text, &mark);
                self.buffers[buffer].edited = true;
                self.tell(format!("she writes {mark} in {}", self.buffers[buffer].path));
                self.hers.insert(mark);
            }
            4 => {
                let text = self.buffers[buffer].text.clone();
                if let Some((text, mark)) = self.without(&text, &self.hers.clone()) {
                    self.buffers[buffer].text = text;
                    self.buffers[buffer].edited = true;
                    self.hers.remove(&mark);
                }
            }
            5..=6 => self.save(buffer),
            7..=9 => {
                if let Some(path) = self.any_file() {
                    let mark = self.mark('t');
                    let text = self.written(&self.disk[&path].clone(), &mark);
                    self.tell(format!("{mark} is from another program"));
                    self.theirs.insert(mark);
                    self.put(&path, text);
                }
            }
            10 => {
                if let Some(path) = self.any_file()
                    && let Some((text, mark)) = self.without(&self.disk[&path].clone(), &self.theirs.clone())
                {
                    self.theirs.remove(&mark);
                    self.put(&path, text);
                }
            }
            11 => {
                if let Some(path) = self.any_file() {
                    self.names += 1;
                    let name = ["第{}章.md", "Chapter {}.md", "卷/{}.md"][self.random.usize(..3)];
                    let to = format!("{}/{}", self.folder, name.replace("{}", &self.names.to_string()));
                    self.give(&path, &to);
                }
            }
            12 => self.swap(),
            13 => {
                if let Some(path) = self.any_file() {
                    fs::remove_file(self.full(&path)).expect("another program deletes it");
                    self.tell(format!("another program deletes {path}"));
                    self.taken = true;
                    let text = self.disk.remove(&path).unwrap_or_default();
                    self.theirs.retain(|mark| !text.contains(mark.as_str()));
                    self.unheard.insert(path);
                }
            }
            _ => self.hear(),
        }
    }

    fn any_file(&mut self) -> Option<String> {
        let files: Vec<&String> = self.disk.keys().collect();
        (!files.is_empty()).then(|| files[self.random.usize(..files.len())].clone())
    }

    fn give(&mut self, path: &str, to: &str) {
        fs::rename(self.full(path), self.full(to)).expect("another program renames it");
        if let Some(text) = self.disk.remove(path) {
            self.disk.insert(to.to_owned(), text);
        }
        self.tell(format!("another program renames {path} to {to}"));
        self.unheard.extend([path.to_owned(), to.to_owned()]);
    }

    /// Two files exchange their names, as after a checkout of another branch.
    fn swap(&mut self) {
        let files: Vec<String> = self.disk.keys().take(2).cloned().collect();
        if let [one, other] = files.as_slice() {
            self.taken = true;
            let aside = format!("{}/aside.md", self.folder);
            for (from, to) in [(one, &aside), (other, one), (&aside, other)] {
                self.give(from, to);
            }
        }
    }

    /// The desk is told of the changed paths, and the editor reacts.
    fn hear(&mut self) {
        let paths: Vec<PathBuf> = std::mem::take(&mut self.unheard)
            .iter()
            .map(|path| self.full(path))
            .collect();
        self.test.project.manuscripts().follow_manuscripts(&paths);
        let events: Vec<Event> = self.test.events.lock().expect("events").drain(..).collect();
        for event in events {
            match event {
                Event::Moved(moved) => {
                    self.told
                        .push(format!("the desk tells that {} is {}", moved.from, moved.to));
                    for buffer in &mut self.buffers {
                        let rest = buffer.path.strip_prefix(&moved.from);
                        if let Some(rest) = rest.filter(|rest| rest.is_empty() || rest.starts_with('/')) {
                            buffer.path = format!("{}{rest}", moved.to);
                            buffer.gone = false;
                        }
                    }
                }
                Event::File(change) => {
                    for index in 0..self.buffers.len() {
                        if self.buffers[index].path == change.path {
                            self.merge(index);
                        }
                    }
                }
                _ => {}
            }
        }
        for index in 0..self.buffers.len() {
            // The writer may decide to write a deleted file again.
            if self.buffers[index].gone && self.random.bool() {
                self.write_again(index);
            }
        }
    }

    fn save(&mut self, index: usize) {
        let buffer = &self.buffers[index];
        if buffer.gone {
            return;
        }
        match self.saved(index, &buffer.hash.clone()) {
            Ok(()) => {}
            Err(ErrorCode::FileChanged) => self.merge(index),
            Err(ErrorCode::NotFound) => self.buffers[index].gone = true,
            Err(code) => panic!("a save failed with {code:?}"),
        }
    }

    fn saved(&mut self, index: usize, base: &str) -> Result<(), ErrorCode> {
        let buffer = &mut self.buffers[index];
        let request = SaveRequest {
            path: buffer.path.clone(),
            text: buffer.text.clone(),
            base_hash: base.to_owned(),
            pasted: Vec::new(),
            seq: None,
            as_utf8: false,
        };
        let saved = self.test.project.save(&request).map_err(|error| error.code())?;
        buffer.hash = saved.hash;
        buffer.edited = false;
        buffer.gone = false;
        self.told.push(format!("the desk saves {}", request.path));
        self.disk.insert(request.path, request.text);
        Ok(())
    }

    fn write_again(&mut self, index: usize) {
        match self.saved(index, "") {
            Ok(()) => {}
            // Another program has created the file first, so the editor must merge with it.
            Err(ErrorCode::FileChanged) => self.merge(index),
            Err(code) => panic!("a file was not written again: {code:?}"),
        }
    }

    fn merge(&mut self, index: usize) {
        let buffer = &self.buffers[index];
        let request = MergeRequest {
            path: buffer.path.clone(),
            text: buffer.edited.then(|| buffer.text.clone()),
            base_hash: buffer.hash.clone(),
            copy: None,
        };
        match self.test.project.manuscripts().merge(&request) {
            Ok(merged) => {
                self.told.push(format!("the desk merges {}", request.path));
                let buffer = &mut self.buffers[index];
                self.undo += &buffer.text;
                buffer.text = applied(&buffer.text, &merged);
                buffer.hash = merged.hash;
                buffer.edited = !merged.is_file;
                buffer.gone = false;
            }
            Err(error) => {
                assert_eq!(error.code(), ErrorCode::NotFound, "{error}");
                self.buffers[index].gone = true;
            }
        }
    }

    /// Checks that each file has the text last written to it, and that no other file exists.
    fn check_files(&self) {
        let mut seen = BTreeMap::new();
        let mut folders = vec![self.full(&self.folder)];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let name = path.strip_prefix(self.test.path()).expect("inside");
                    let text = fs::read_to_string(&path).expect("a whole file");
                    seen.insert(name.to_string_lossy().replace('\\', "/"), text);
                }
            }
        }
        assert_eq!(seen, self.disk);
    }

    /// Lets all changes settle, and checks that the text of both sides is in a file. Undo can restore at least the text
    /// of a file that another program removed.
    fn check_all(mut self) {
        self.hear();
        for index in 0..self.buffers.len() {
            if self.buffers[index].gone {
                self.write_again(index);
            }
            self.save(index);
            self.save(index);
            let Buffer { path, text, .. } = &self.buffers[index];
            assert_eq!(self.disk.get(path), Some(text), "{path} is saved");
        }
        self.check_files();
        let mut all: String = self.disk.values().map(String::as_str).collect();
        if self.taken {
            all += &self.undo;
        }
        for mark in self.hers.iter().chain(&self.theirs) {
            assert!(all.contains(mark.as_str()), "{mark} is lost; there is {all}");
        }
    }
}

/// Applies the edits of a merge to a text, as the editor does.
fn applied(text: &str, merged: &Merged) -> String {
    let units: Vec<u16> = text.encode_utf16().collect();
    let mut result = Vec::new();
    let mut at = 0;
    for edit in &merged.edits {
        result.extend_from_slice(&units[at..edit.from as usize]);
        result.extend(edit.insert.encode_utf16());
        at = edit.to as usize;
    }
    result.extend_from_slice(&units[at..]);
    String::from_utf16(&result).expect("whole characters")
}

#[test]
fn nothing_that_either_side_wrote_is_lost_however_their_acts_come() {
    let count = std::env::var("PROPTEST_CASES")
        .ok()
        .and_then(|count| count.parse().ok());
    let seeds: Vec<u64> = (0..count.unwrap_or(INTERLEAVINGS)).collect();
    // The projects run in parallel, because most of the time is spent waiting for the disk.
    seeds.par_chunks(OF_A_PROJECT).for_each(|seeds| {
        let test = TestProject::new();
        for &seed in seeds {
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                let mut desk = Desk::new(&test, seed);
                for _ in 0..STEPS {
                    desk.step();
                    desk.check_files();
                }
                desk.check_all();
            }));
            if let Err(cause) = outcome {
                eprintln!("interleaving {seed} failed");
                resume_unwind(cause);
            }
        }
    });
}

/// The timeout of a wait for an event, long enough for a machine under load. No test waits for the time to pass.
const PATIENCE: Duration = Duration::from_secs(30);

/// Waits for an event of the desk.
fn told(test: &TestProject, what: impl Fn(&Event) -> bool) {
    let start = Instant::now();
    while !test.events.lock().expect("events").iter().any(&what) {
        assert!(start.elapsed() < PATIENCE, "the desk tells of it");
        std::thread::yield_now();
    }
}

#[test]
fn a_manuscript_is_found_again_under_its_new_name_and_in_its_new_folder() {
    let test = TestProject::new();
    for (folder, name, text) in [
        ("Part One", "01 Low tide.md", "Low tide.\n"),
        ("第一卷", "渡口.md", "渡口。\n"),
    ] {
        fs::create_dir(test.path().join(folder)).expect("a folder");
        fs::write(test.path().join(folder).join(name), text).expect("a manuscript");
        // Another file with the same text, which existed before.
        fs::write(test.path().join(format!("copy of {name}")), text).expect("a manuscript");
        test.project
            .manuscripts()
            .read(&format!("{folder}/{name}"))
            .expect("a manuscript");
    }
    let _watch = test.project.watch().expect("a watch");
    let moved = |from: &str, to: &str| {
        told(
            &test,
            |event| matches!(event, Event::Moved(moved) if moved.from == from && moved.to == to),
        );
    };
    fs::rename(test.path().join("Part One"), test.path().join("Part 1")).expect("renamed");
    moved("Part One", "Part 1");
    fs::rename(test.path().join("第一卷/渡口.md"), test.path().join("渡船.md")).expect("moved");
    moved("第一卷/渡口.md", "渡船.md");
    fs::rename(test.path().join("渡船.md"), test.path().join("Part 1/渡船.md")).expect("moved");
    moved("渡船.md", "Part 1/渡船.md");
    // The file returns with other text, as a new file.
    let changed = fs::read_to_string(test.path().join("Part 1/渡船.md")).expect("a file") + "又一行。\n";
    fs::remove_file(test.path().join("Part 1/渡船.md")).expect("deleted");
    fs::write(test.path().join("渡.md"), changed).expect("written");
    moved("Part 1/渡船.md", "渡.md");
    // The new name differs from the old one only in case.
    fs::rename(
        test.path().join("Part 1/01 Low tide.md"),
        test.path().join("Part 1/01 low Tide.md"),
    )
    .expect("renamed");
    moved("Part 1/01 Low tide.md", "Part 1/01 low Tide.md");
}

#[test]
fn a_manuscript_that_is_copied_and_deleted_as_between_disks_is_found_again() {
    for (from, to) in [
        ("Low tide.md", "Part One/Low tide.md"),
        ("渡口.md", "第一卷/渡口.md"),
    ] {
        let test = TestProject::new();
        let full = |path: &str| test.path().join(path);
        fs::write(full(from), "Words. 字。\n").expect("a manuscript");
        test.project.manuscripts().read(from).expect("a manuscript");
        // As at the start of a watch, no path has changed.
        test.project.manuscripts().follow_manuscripts(&[]);
        fs::create_dir_all(full(to).parent().expect("a folder")).expect("a folder");
        fs::copy(full(from), full(to)).expect("copied");
        fs::remove_file(full(from)).expect("deleted");
        // The test reports both paths in one batch. A real watch may report them separately, however close together
        // they are.
        test.project
            .manuscripts()
            .follow_manuscripts(&[full(to), full(from)]);
        let is_told =
            |event: &Event| matches!(event, Event::Moved(moved) if moved.from == from && moved.to == to);
        assert!(test.events.lock().expect("events").iter().any(is_told), "{to}");
    }
}

#[test]
fn a_manuscript_that_is_not_open_and_is_renamed_takes_its_versions_along() {
    let test = TestProject::new();
    let paths = ["卷/上/渡口.md", "卷/下/Low tide.md", "Last.md"];
    for path in paths {
        let full = test.path().join(path);
        fs::create_dir_all(full.parent().expect("a folder")).expect("folders");
        fs::write(&full, path).expect("a manuscript");
        test.project
            .manuscripts()
            .keep_version(path, "earlier")
            .expect("kept");
    }
    test.project.manuscripts().follow_manuscripts(&[]);
    test.events.lock().expect("events").clear();
    fs::rename(test.path().join("卷"), test.path().join("Volume")).expect("renamed");
    fs::rename(test.path().join("Last.md"), test.path().join("末章.md")).expect("renamed");
    test.project.manuscripts().follow_manuscripts(&[]);
    let events: Vec<(String, String)> = test
        .events
        .lock()
        .expect("events")
        .drain(..)
        .filter_map(|event| match event {
            Event::Moved(moved) => Some((moved.from, moved.to)),
            _ => None,
        })
        .collect();
    let expected =
        [("卷", "Volume"), ("Last.md", "末章.md")].map(|(from, to)| (from.to_owned(), to.to_owned()));
    assert_eq!(events, expected, "the folder once");
    for path in ["Volume/上/渡口.md", "Volume/下/Low tide.md", "末章.md"] {
        assert_eq!(
            test.project.manuscripts().versions(path).expect("versions").len(),
            1,
            "{path}"
        );
    }
}

#[test]
fn a_manuscript_that_is_deleted_or_could_be_two_files_is_gone() {
    let test = TestProject::new();
    let put = |name: &str, text: &str| fs::write(test.path().join(name), text).expect("a manuscript");
    put("a.md", "One. 一。\n");
    put("empty.md", "");
    test.project.manuscripts().read("a.md").expect("a manuscript");
    test.project.manuscripts().read("empty.md").expect("a manuscript");
    test.project
        .manuscripts()
        .follow_manuscripts(&[test.path().to_owned()]);
    fs::remove_file(test.path().join("a.md")).expect("deleted");
    fs::remove_file(test.path().join("empty.md")).expect("deleted");
    put("b.md", "One. 一。\n");
    put("c.md", "One. 一。\n");
    put("new.md", "");
    test.project
        .manuscripts()
        .follow_manuscripts(&[test.path().to_owned()]);
    let events = test.events.lock().expect("events");
    assert!(
        !events.iter().any(|event| matches!(event, Event::Moved(_))),
        "{events:?}"
    );
}

#[cfg(unix)]
#[test]
fn a_link_is_edited_through_to_what_it_leads_to_and_never_out_of_the_project() {
    use std::os::unix::fs::symlink;
    let test = TestProject::new();
    let outside = tempfile::tempdir().expect("a folder");
    fs::write(outside.path().join("b.md"), "outside\n").expect("a file");
    fs::create_dir(test.path().join("卷")).expect("a folder");
    fs::write(test.path().join("卷/a.md"), "One. 一。\n").expect("a file");
    symlink("卷/a.md", test.path().join("link.md")).expect("a link");
    symlink(outside.path().join("b.md"), test.path().join("out.md")).expect("a link");

    let document = test.project.manuscripts().read("link.md").expect("a manuscript");
    let save = |path: &str, hash: &str| {
        test.project.save(&SaveRequest {
            path: path.into(),
            text: "Two. 二。\n".into(),
            base_hash: hash.into(),
            pasted: Vec::new(),
            seq: None,
            as_utf8: false,
        })
    };
    save("link.md", &document.hash).expect("saved");
    assert!(
        fs::symlink_metadata(test.path().join("link.md"))
            .expect("a link")
            .is_symlink()
    );
    assert_eq!(
        fs::read_to_string(test.path().join("卷/a.md")).expect("a file"),
        "Two. 二。\n"
    );
    for refusal in [
        test.project
            .manuscripts()
            .read("out.md")
            .expect_err("outside")
            .code(),
        save("out.md", "").expect_err("outside").code(),
    ] {
        assert_eq!(refusal, ErrorCode::OutsideProject);
    }
    assert_eq!(
        fs::read_to_string(outside.path().join("b.md")).expect("a file"),
        "outside\n"
    );
}

#[test]
fn a_project_whose_disk_vanishes_is_not_begun_anew_in_its_place_and_goes_on_when_it_is_back() {
    let place = tempfile::tempdir().expect("a folder");
    let (folder, away) = (place.path().join("disk"), place.path().join("away"));
    let test = TestProject::new();
    fs::create_dir_all(folder.join("memory")).expect("folders");
    fs::write(folder.join("a.md"), "One. 一。\n").expect("a manuscript");
    let ports = support::ports(&test.clock, &test.events);
    let project = desk::Project::open(&folder, support::DEVICE, ports).expect("a project");
    let document = project.manuscripts().read("a.md").expect("a manuscript");
    let save = |base: &str| {
        project.save(&SaveRequest {
            path: "a.md".into(),
            text: "Two. 二。\n".into(),
            base_hash: base.into(),
            pasted: Vec::new(),
            seq: None,
            as_utf8: false,
        })
    };
    fs::rename(&folder, &away).expect("the disk goes");
    for empty in [false, true] {
        if empty {
            fs::create_dir(&folder).expect("where it was mounted");
        }
        for refusal in [
            save(&document.hash).expect_err("no disk").code(),
            save("").expect_err("no disk").code(),
            project.manuscripts().files().expect_err("no disk").code(),
            project
                .manuscripts()
                .create("new.md", false)
                .expect_err("no disk")
                .code(),
        ] {
            assert_eq!(
                refusal,
                ErrorCode::ProjectUnavailable,
                "an empty folder is there: {empty}"
            );
        }
    }
    assert_eq!(
        fs::read_dir(&folder).expect("a folder").count(),
        0,
        "nothing was made there"
    );
    fs::remove_dir(&folder).expect("where it was mounted");
    fs::rename(&away, &folder).expect("the disk is back");
    save(&document.hash).expect("saved");
    assert_eq!(
        fs::read_to_string(folder.join("a.md")).expect("a file"),
        "Two. 二。\n"
    );
}
