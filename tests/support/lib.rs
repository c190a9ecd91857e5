//! Shared by the tests and the benchmark: projects in temporary folders, a clock that is set by hand, and episodes of a
//! writer with a known taste.

#![expect(
    clippy::disallowed_methods,
    reason = "tests set their scenes with plain reads and writes"
)]

pub mod contradictions;
pub mod scenes;
pub mod walk;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, FixedOffset, NaiveDate, TimeDelta, Utc};
use contract::{DistillTrigger, EpisodeInput, EpisodeKind, Offer, OfferRequest, SkillName, TextOrigin};
use desk::{Event, Installation, Ports, Project};
use learning::distil::{Wording, WordingError};
use learning::inference::verdict::Finding;
use memory::upkeep::Act;
use serde_json::{Value, json};
use vault::{RealDisk, Trash};

/// The device of all tests except tests about devices.
pub const DEVICE: &str = "desk-test";

/// 21 November 2026, 09:00: the start time of each test.
pub fn morning() -> DateTime<Utc> {
    DateTime::from_timestamp(1_795_251_600, 0).unwrap_or_default()
}

/// A project in a temporary folder, with a clock that only the test moves, and a record of events.
pub struct TestProject {
    /// The project.
    pub project: Arc<Project>,
    /// The clock; change it to move time.
    pub clock: Arc<Mutex<DateTime<Utc>>>,
    /// Every event so far.
    pub events: Arc<Mutex<Vec<Event>>>,
    folder: Arc<tempfile::TempDir>,
    data: Arc<tempfile::TempDir>,
}

impl TestProject {
    /// Opens a new, empty project.
    pub fn new() -> Self {
        Self::adjusted(|_| ())
    }

    /// Opens a new, empty project. `listener` also gets each event, inside the use case that emits it.
    pub fn listening(listener: impl Fn(&Event) + Send + Sync + 'static) -> Self {
        Self::adjusted(|ports| {
            let emit = Arc::clone(&ports.emit);
            ports.emit = Arc::new(move |event| {
                listener(&event);
                emit(event);
            });
        })
    }

    /// Opens a new, empty project that words its findings with `word` instead of the built-in templates.
    pub fn wording(word: impl Fn(&Finding) -> Result<Wording, WordingError> + Send + Sync + 'static) -> Self {
        Self::adjusted(|ports| ports.word = Arc::new(word))
    }

    /// Opens the same folder again, as after a restart of the desk.
    pub fn reopened(&self) -> Self {
        self.reopened_as(DEVICE)
    }

    /// Opens the same folder as another device, as if a sync tool had copied it.
    pub fn reopened_as(&self, device: &str) -> Self {
        Self::at(Arc::clone(&self.folder), Arc::clone(&self.data), device, |_| ())
    }

    /// Opens the same folder again with other ports.
    pub fn reopened_with(&self, adjust: impl FnOnce(&mut Ports)) -> Self {
        Self::at(Arc::clone(&self.folder), Arc::clone(&self.data), DEVICE, adjust)
    }

    /// Opens a new, empty project of the same writer. Both projects share the global memory.
    pub fn beside(&self) -> Self {
        self.beside_as(DEVICE)
    }

    /// Opens a new, empty project of the same writer on another device.
    pub fn beside_as(&self, device: &str) -> Self {
        Self::at(temporary(), Arc::clone(&self.data), device, |_| ())
    }

    /// Closes the desk, calls `meanwhile` with its folder, and opens it again.
    pub fn restarted(self, meanwhile: impl FnOnce(&Path)) -> Self {
        self.restarted_with(meanwhile, |_| ())
    }

    /// Closes the desk, calls `meanwhile` with its folder, and opens it again with other ports.
    pub fn restarted_with(self, meanwhile: impl FnOnce(&Path), adjust: impl FnOnce(&mut Ports)) -> Self {
        let (folder, data) = (self.folder, self.data);
        // Dropping the project closes the index, which `meanwhile` may delete.
        drop(self.project);
        meanwhile(folder.path());
        Self::at(folder, data, DEVICE, adjust)
    }

    /// Opens a new, empty project with other ports.
    pub fn adjusted(adjust: impl FnOnce(&mut Ports)) -> Self {
        Self::at(temporary(), temporary(), DEVICE, adjust)
    }

    /// Opens a copy of the project as it is on the disk, at the same time, with other ports. The index is not copied:
    /// the desk rebuilds it from the other files.
    pub fn copied_with(&self, adjust: impl FnOnce(&mut Ports)) -> Self {
        let [folder, data] = [&self.folder, &self.data].map(|from| {
            let to = temporary();
            copy(from.path(), to.path());
            to
        });
        let copied = Self::at(folder, data, DEVICE, adjust);
        *copied.clock.lock().unwrap_or_else(PoisonError::into_inner) = self.project.memory().now();
        copied
    }

    fn at(
        folder: Arc<tempfile::TempDir>,
        data: Arc<tempfile::TempDir>,
        device: &str,
        adjust: impl FnOnce(&mut Ports),
    ) -> Self {
        let clock = Arc::new(Mutex::new(morning()));
        let events = Arc::new(Mutex::new(Vec::new()));
        let mut ports = ports(&clock, &events);
        adjust(&mut ports);
        let project = installation(data.path(), device)
            .open(folder.path(), ports)
            .expect("a project in a temporary folder");
        Self {
            project: Arc::new(project),
            clock,
            events,
            folder,
            data,
        }
    }

    /// Returns the installation that first opened the project.
    pub fn installation(&self) -> Installation {
        Installation::at(self.data.path())
    }

    /// Returns the folder of the global memory.
    pub fn everywhere(&self) -> PathBuf {
        self.data.path().join("global")
    }

    /// Copies the journal of a device from another project, as a sync tool would.
    pub fn receive(&self, from: &Self, device: &str) {
        let [from, to] = [from, self].map(|test| test.path().join("memory/journal").join(device));
        std::fs::create_dir_all(&to).expect("a folder");
        for file in std::fs::read_dir(from).expect("a journal") {
            let file = file.expect("a file of a journal");
            std::fs::copy(file.path(), to.join(file.file_name())).expect("a copy");
        }
    }

    /// Moves the clock.
    pub fn pass(&self, time: TimeDelta) {
        let mut clock = self.clock.lock().unwrap_or_else(PoisonError::into_inner);
        *clock += time;
    }

    /// Moves the clock by `days` days and uses the desk on each of them.
    pub fn use_for(&self, days: u32) {
        for _ in 0..days {
            self.pass(TimeDelta::days(1));
            self.use_today();
        }
    }

    /// Writes lines of today to the journal and changes nothing else.
    pub fn use_today(&self) {
        for paused in [true, false] {
            self.project.learning().pause_learning(paused).expect("a line");
        }
    }

    /// Returns the project folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the path of `MEMORY.md`.
    pub fn memory_path(&self) -> PathBuf {
        self.path().join("memory/MEMORY.md")
    }

    /// Returns the text of `MEMORY.md`; empty if the file does not exist.
    pub fn memory(&self) -> String {
        std::fs::read_to_string(self.memory_path()).unwrap_or_default()
    }

    /// Returns the bytes of each Markdown file by its path in the memory root, without the snapshots in `history/`.
    pub fn memory_files(&self) -> BTreeMap<String, Vec<u8>> {
        memory_files(&self.path().join("memory"))
    }

    /// Imports records and returns the result.
    pub fn import(&self, records: &[Value]) -> desk::Imported {
        self.project
            .learning()
            .import(records.iter().map(ToString::to_string), |_| ())
            .expect("a journal that can be written")
    }
}

impl Default for TestProject {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns the bytes of each Markdown file of a memory root by its path in it, without the snapshots in `history/`.
pub fn memory_files(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = files(root);
    found.retain(|path, _| path.ends_with(".md") && !path.starts_with("history/"));
    found
}

/// Returns the memory files in a form that can be compared between two projects. The annotations behind items and entries and the
/// names of the runs that moved lines to the archives are left out, because both differ from project to project.
pub fn without_runs(files: &BTreeMap<String, Vec<u8>>) -> BTreeMap<String, String> {
    let plain = |line: &str| {
        let line = line.split(" <!-- item ").next().unwrap_or(line);
        let line = line.split(" <!-- entry ").next().unwrap_or(line);
        let moved = line.strip_prefix("## ").and_then(|title| title.split_once(' '));
        match moved.filter(|(day, _)| day.parse::<NaiveDate>().is_ok()) {
            Some(_) => "## a day and a run\n".to_owned(),
            None => format!("{line}\n"),
        }
    };
    let text = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).lines().map(plain).collect();
    files
        .iter()
        .map(|(path, bytes)| (path.clone(), text(bytes)))
        .collect()
}

/// Returns the bytes of each file below a folder by its path in the folder, without the files of the index.
pub fn files(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = walkdir::WalkDir::new(root).into_iter().map_while(Result::ok);
    let path = |entry: &walkdir::DirEntry| {
        let path = entry.path().strip_prefix(root).ok()?.to_str()?;
        Some(path.replace('\\', "/"))
    };
    entries
        .filter(|entry| entry.file_type().is_file())
        .filter_map(|entry| Some((path(&entry)?, std::fs::read(entry.path()).ok()?)))
        .filter(|(path, _)| !path.split('/').any(|part| part == "index"))
        .collect()
}

fn copy(from: &Path, to: &Path) {
    for (path, bytes) in files(from) {
        let path = to.join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(to)).expect("a folder");
        std::fs::write(path, bytes).expect("a copy");
    }
}

/// All acts of upkeep, in an order in which each act finds work once days and insights have aged.
pub const UPKEEP: [Act; 3] = [Act::ApplySafe, Act::Compact, Act::Expire];

/// Returns the number of cases to try: `usual`, or the value of `PROPTEST_CASES`, which property tests also use.
pub fn cases(usual: usize) -> usize {
    let said = std::env::var("PROPTEST_CASES").ok();
    said.and_then(|said| said.parse().ok()).unwrap_or(usual)
}

fn temporary() -> Arc<tempfile::TempDir> {
    Arc::new(tempfile::tempdir().expect("a temporary folder"))
}

/// Returns the installation of a device. All devices share the global memory of the usual device.
fn installation(data: &Path, device: &str) -> Installation {
    let folder = if device == DEVICE {
        data.to_owned()
    } else {
        data.join(device)
    };
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("device"), device).expect("a device");
    if device != DEVICE {
        let shared = data.join("global");
        std::fs::create_dir_all(&shared).expect("a folder");
        let settings = json!({ "globalMemory": shared }).to_string();
        std::fs::write(folder.join("settings.json"), settings).expect("settings");
    }
    Installation::at(folder)
}

/// Distils as a click of the writer does.
pub fn distil(test: &TestProject) {
    test.project
        .learning()
        .distil(DistillTrigger::Manual)
        .expect("a distillation");
}

/// Returns ports with a clock set by hand, ids that count up and a record of events.
pub fn ports(clock: &Arc<Mutex<DateTime<Utc>>>, events: &Arc<Mutex<Vec<Event>>>) -> Ports {
    static IDS: AtomicU64 = AtomicU64::new(1);
    let clock = Arc::clone(clock);
    let events = Arc::clone(events);
    Ports {
        now: Arc::new(move || *clock.lock().unwrap_or_else(PoisonError::into_inner)),
        local: Arc::new(|_| FixedOffset::east_opt(0).expect("no offset")),
        // The counter is static, so that an id is never used twice in one journal, even when a project is reopened.
        new_id: Arc::new(|| format!("id-{:012}", IDS.fetch_add(1, Ordering::Relaxed))),
        word: Arc::new(learning::distil::from_templates),
        emit: Arc::new(move |event| {
            events.lock().unwrap_or_else(PoisonError::into_inner).push(event);
        }),
        disk: Arc::new(RealDisk),
        trash: Arc::new(FolderTrash::new()),
        vocabulary: memory::Vocabulary::default(),
    }
}

/// A trash folder of its own for each desk under test, because the trash of the system belongs to the user.
pub struct FolderTrash(tempfile::TempDir);

impl FolderTrash {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn place(&self, path: &Path) -> PathBuf {
        self.0.path().join(path.to_string_lossy().replace('/', "%2F"))
    }
}

impl Trash for FolderTrash {
    fn discard(&self, path: &Path) -> io::Result<()> {
        std::fs::rename(path, self.place(path))
    }

    fn bring_back(&self, path: &Path) -> io::Result<()> {
        std::fs::rename(self.place(path), path)
    }
}

/// Pairs of a short and a long wording of the same action scene.
const ENGLISH: [(&str, &str); 10] = [
    (
        "He hit the door. It held. He hit it again.",
        "He hit the door but it held and he hit it again.",
    ),
    (
        "She ran down the narrow stone steps. The wet rope burned her hands badly. She still held on.",
        "She ran down the steps while the rope burned through her fingers and held on.",
    ),
    (
        "The boat swung. Wen jumped. He fell short.",
        "The old boat swung slowly out on the dark tide as Wen jumped and fell short of the rail.",
    ),
    (
        "They climbed. The wall shook. Nobody spoke.",
        "They climbed hand over hand while the wall shook and nobody spoke.",
    ),
    (
        "Rain fell hard, cold and grey. The guard turned quickly. I slipped past him.",
        "The guard turned in the rain and I slipped past him to the gate.",
    ),
    (
        "The horse reared. I lost the reins. We went down together.",
        "I lost the reins when the horse reared and we went down together in the soft black mud.",
    ),
    (
        "A shot cracked. Glass broke. She dropped flat.",
        "A shot cracked and glass broke somewhere above her as she dropped flat on the boards.",
    ),
    (
        "He swung the heavy lamp wildly. It was thrown wide. Oil ran everywhere.",
        "He swung the lamp and missed and oil ran over the floor.",
    ),
    (
        "My knife was gone. I used the stone. It was enough.",
        "I used the stone because the knife was gone and the stone was enough.",
    ),
    (
        "The rope snapped! Tom slid. His boots caught the edge.",
        "When the rope snapped Tom slid until his boots caught the edge.",
    ),
];

const CHINESE: [(&str, &str); 10] = [
    ("他撞门。门没开。他又撞。", "他撞门可是门没开于是他又撞了一次。"),
    (
        "她飞快地跑下湿滑的石阶。粗糙的绳子烫着她的手。她始终没有松。",
        "她跑下台阶而绳子烫手可是她没有松。",
    ),
    (
        "船一荡。文跳了。差一步。",
        "那条旧船慢慢地随着黑沉沉的潮水荡开时文纵身一跳却差了一步。",
    ),
    (
        "他们往上爬。墙在抖。没人说话。",
        "他们一个接一个往上爬而墙在抖可是没人说话。",
    ),
    (
        "冷冷的雨下得很大。守卫忽然转过身。我从他身边溜过去。",
        "守卫在雨里转身的时候我从他身边溜到了门口。",
    ),
    (
        "马惊了。我丢了缰绳。我们一起摔倒。",
        "马一惊我就丢了缰绳然后我们一起摔进又软又黑的泥里。",
    ),
    (
        "枪响了。玻璃碎了。她趴下。",
        "枪响以后她头上的玻璃碎了一地而她已经趴在木板上。",
    ),
    (
        "他猛烈地抡起沉重的灯。灯被甩了出去。油流得到处都是。",
        "他抡起灯却打空了而油流了一地。",
    ),
    (
        "我的刀没了。我用石头。够了。",
        "因为刀没了所以我用石头而石头也够了。",
    ),
    (
        "绳子断了！汤姆往下滑。他的靴子卡住了边。",
        "绳子一断汤姆就往下滑直到靴子卡住了边。",
    ),
];

/// Returns the record of one choice in an action scene, in the import format. `short` decides whether the short or the
/// long wording was taken.
///
/// The short wording is the first candidate in every second record, so that the position carries no information.
pub fn choice(number: usize, language: &str, short: bool) -> Value {
    let texts = if language == "zh" { CHINESE } else { ENGLISH };
    // The offset shifts by one after each round, so that no passage is always at the same place of a pattern of ten.
    let (brief, long) = texts[(number + number / texts.len()) % texts.len()];
    let candidates = if number.is_multiple_of(2) {
        [brief, long]
    } else {
        [long, brief]
    };
    let taken = usize::from(short != number.is_multiple_of(2));
    json!({
        "id": format!("e{number:05}"),
        "created_at": (morning() - TimeDelta::days(30) + TimeDelta::minutes(i64::try_from(number).unwrap_or(0))).to_rfc3339(),
        "project_id": "test",
        "scene_type": "action",
        "skill_used": "polish",
        "input_context": "",
        "candidates": candidates,
        "selected_index": taken,
        "final_text": candidates[taken],
        "language": language,
    })
}

/// Returns the records of a writer who takes the short wording `short` times out of `of`. Her other choices are evenly
/// spread, so the taste seems steady and does not seem to end.
pub fn choices(language: &str, short: usize, of: usize) -> Vec<Value> {
    (0..of)
        .map(|number| {
            let against = of - short;
            let differs = (number + 1) * against / of > number * against / of;
            choice(number, language, !differs)
        })
        .collect()
}

/// Returns the same choice in the form that the window records.
pub fn input(number: usize, language: &str, short: bool) -> EpisodeInput {
    let record = choice(number, language, short);
    let text = |field: &str| record[field].as_str().unwrap_or_default().to_owned();
    EpisodeInput {
        id: Some(text("id")),
        kind: EpisodeKind::Choice,
        chapter_id: "第一卷/Chapter 1.md".into(),
        scene_type: text("scene_type"),
        skill_used: text("skill_used"),
        input_context: String::new(),
        candidates: record["candidates"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|candidate| candidate.as_str().map(str::to_owned))
            .collect(),
        selected_index: record["selected_index"]
            .as_i64()
            .map_or(-1, |index| i32::from(index > 0)),
        final_text: text("final_text"),
        language: Some(text("language")),
        target_episode_id: None,
        undo_after_accept: false,
        undone_after: None,
        shaped_by: Vec::new(),
        held_out: Vec::new(),
        origin: TextOrigin::Own,
    }
}

/// Returns a request for candidates for a passage of an action scene. The passage has a sentence that can be split, and
/// much text that can be reworded.
pub fn request(language: &str) -> OfferRequest {
    let (before, passage) = if language == "zh" {
        (
            "他撞门。门没开。他又撞。她冲下台阶，抓住绳子，跳上船。",
            "她非常快地跑下台阶，绳子烫着她的手，可是她没有松开；船已经真的很近了。",
        )
    } else {
        (
            "He hit the door. It held. He hit it again. She ran and grabbed the rope and jumped. ",
            "She ran very quickly, and the rope burned her hands, but she did not let go; the boat was really close.",
        )
    };
    OfferRequest {
        path: "第一卷/Chapter 1.md".into(),
        skill: SkillName::Polish,
        passage: passage.into(),
        above: String::new(),
        before: before.into(),
        after: String::new(),
        scene_type: None,
        pasted: Vec::new(),
    }
}

/// Returns the act that the window records when the writer takes one candidate of an offer unchanged.
pub fn taken(request: &OfferRequest, offer: &Offer, selected: usize) -> EpisodeInput {
    let texts: Vec<String> = offer
        .candidates
        .iter()
        .map(|candidate| candidate.text.clone())
        .collect();
    EpisodeInput {
        id: Some(offer.episode_id.clone()),
        kind: EpisodeKind::Choice,
        chapter_id: request.path.clone(),
        scene_type: offer.scene_type.clone(),
        skill_used: "polish".into(),
        input_context: request.before.clone(),
        selected_index: i32::try_from(selected).unwrap_or(-1),
        final_text: texts.get(selected).cloned().unwrap_or_default(),
        candidates: texts,
        language: Some(offer.language.clone()),
        target_episode_id: None,
        undo_after_accept: false,
        undone_after: None,
        shaped_by: offer.shaped_by.clone(),
        held_out: offer.held_out.clone(),
        origin: TextOrigin::Own,
    }
}

/// Repeats, `cycles` times: the desk makes an offer that its rules shaped, and the writer takes the first candidate.
/// Offers without rules are ignored.
pub fn agree(project: &Arc<Project>, request: &OfferRequest, cycles: usize) {
    let offers = std::iter::repeat_with(|| project.learning().offer(request).expect("an offer"));
    for offer in offers.filter(|offer| !offer.shaped_by.is_empty()).take(cycles) {
        project
            .learning()
            .record(taken(request, &offer, 0))
            .expect("a capture");
    }
}
