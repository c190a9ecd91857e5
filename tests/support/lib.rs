//! What tests and the benchmark share: projects in temporary folders, a clock that is set by hand, and episodes
//! of a writer whose taste is known.

pub mod contradictions;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use contract::{EpisodeInput, EpisodeKind, Offer, OfferRequest, SkillName, TextOrigin};
use desk::{Event, Ports, Project};
use memory::distil::{Wording, WordingError};
use memory::verdict::Finding;
use serde_json::{Value, json};

/// The device every test writes as, unless it is about devices.
pub const DEVICE: &str = "desk-test";

/// 21 November 2026, nine in the morning: when every test begins.
pub fn morning() -> DateTime<Utc> {
    DateTime::from_timestamp(1_795_251_600, 0).unwrap_or_default()
}

/// A project in a temporary folder, with a clock that stands still until it is moved and a record of events.
pub struct TestProject {
    /// The project.
    pub project: Arc<Project>,
    /// The clock; move it to move time.
    pub clock: Arc<Mutex<DateTime<Utc>>>,
    /// Every event so far.
    pub events: Arc<Mutex<Vec<Event>>>,
    folder: Arc<tempfile::TempDir>,
}

impl TestProject {
    /// Opens a new, empty project.
    pub fn new() -> Self {
        Self::adjusted(|_| ())
    }

    /// Opens a new, empty project whose events are also given to `listener`, inside the use case that emits them.
    pub fn listening(listener: impl Fn(&Event) + Send + Sync + 'static) -> Self {
        Self::adjusted(|ports| {
            let emit = Arc::clone(&ports.emit);
            ports.emit = Arc::new(move |event| {
                listener(&event);
                emit(event);
            });
        })
    }

    /// Opens a new, empty project that says what it found in other words than its own.
    pub fn wording(word: impl Fn(&Finding) -> Result<Wording, WordingError> + Send + Sync + 'static) -> Self {
        Self::adjusted(|ports| ports.word = Arc::new(word))
    }

    /// Opens the same folder again, as a desk does that was closed in between.
    pub fn reopened(&self) -> Self {
        self.reopened_as(DEVICE)
    }

    /// Opens the same folder as another device, as through a synchronised folder.
    pub fn reopened_as(&self, device: &str) -> Self {
        Self::at(Arc::clone(&self.folder), device, |_| ())
    }

    /// Closes the desk, lets something happen to its folder, and opens it again.
    pub fn restarted(self, meanwhile: impl FnOnce(&Path)) -> Self {
        let folder = self.folder;
        // The index is closed with its project.
        drop(self.project);
        meanwhile(folder.path());
        Self::at(folder, DEVICE, |_| ())
    }

    /// Opens a new, empty project with other ports.
    pub fn adjusted(adjust: impl FnOnce(&mut Ports)) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        Self::at(Arc::new(folder), DEVICE, adjust)
    }

    fn at(folder: Arc<tempfile::TempDir>, device: &str, adjust: impl FnOnce(&mut Ports)) -> Self {
        let clock = Arc::new(Mutex::new(morning()));
        let events = Arc::new(Mutex::new(Vec::new()));
        let mut ports = ports(&clock, &events);
        adjust(&mut ports);
        let project = Project::open(folder.path(), device, ports).expect("a project in a temporary folder");
        Self {
            project: Arc::new(project),
            clock,
            events,
            folder,
        }
    }

    /// Moves the clock.
    pub fn pass(&self, time: TimeDelta) {
        let mut clock = self.clock.lock().unwrap_or_else(PoisonError::into_inner);
        *clock += time;
    }

    /// Returns the project folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the path of `MEMORY.md`.
    pub fn memory_path(&self) -> PathBuf {
        self.path().join("memory/MEMORY.md")
    }

    /// Returns the text of `MEMORY.md`, empty where there is none.
    pub fn memory(&self) -> String {
        std::fs::read_to_string(self.memory_path()).unwrap_or_default()
    }

    /// Imports records and returns what became of them.
    pub fn import(&self, records: &[Value]) -> desk::Imported {
        self.project
            .import(records.iter().map(ToString::to_string), |_| ())
            .expect("a journal that can be written")
    }
}

impl Default for TestProject {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns ports with a clock set by hand, ids that count up and a record of events.
pub fn ports(clock: &Arc<Mutex<DateTime<Utc>>>, events: &Arc<Mutex<Vec<Event>>>) -> Ports {
    static IDS: AtomicU64 = AtomicU64::new(1);
    let clock = Arc::clone(clock);
    let events = Arc::clone(events);
    Ports {
        now: Arc::new(move || *clock.lock().unwrap_or_else(PoisonError::into_inner)),
        // Across reopened projects too: an id is never used twice in one journal.
        new_id: Arc::new(|| format!("id-{:012}", IDS.fetch_add(1, Ordering::Relaxed))),
        word: Arc::new(memory::distil::from_templates),
        emit: Arc::new(move |event| {
            events.lock().unwrap_or_else(PoisonError::into_inner).push(event);
        }),
    }
}

/// Short and long ways to say the same, of scenes in which somebody moves.
const ENGLISH: [(&str, &str); 4] = [
    (
        "He hit the door. It held. He hit it again.",
        "He threw himself at the door, which shuddered but held, and threw himself at it again.",
    ),
    (
        "She ran. The rope burned. She held on.",
        "She ran down the steps while the rope burned through her fingers and she still held on.",
    ),
    (
        "The boat swung. Wen jumped. He fell short.",
        "The boat swung out on the tide as Wen jumped across the gap and fell short of the rail.",
    ),
    (
        "They climbed. The wall shook. Nobody spoke.",
        "They climbed hand over hand while the wall shook under them and nobody found the breath to speak.",
    ),
];

const CHINESE: [(&str, &str); 4] = [
    (
        "他撞门。门没开。他又撞。",
        "他用整个身子朝那扇门撞了过去而门只是晃了一晃于是他又撞了一次。",
    ),
    (
        "她跑下台阶。绳子烫手。她没松。",
        "她一路跑下湿滑的台阶而绳子在她手心里烫得厉害可是她始终没有松开。",
    ),
    (
        "船一荡。文跳了。差一步。",
        "船随着潮水往外荡开的时候文纵身跳了过去却还是差了那么一步没有够到栏杆。",
    ),
    (
        "他们往上爬。墙在抖。没人说话。",
        "他们一个接一个地往上爬而身下的墙一直在抖可是谁也没有力气开口说话。",
    ),
];

/// Returns the record of one choice in an action scene, in the import format: a short way or a long way.
///
/// Which of the two stands first alternates, so that position says nothing.
pub fn choice(number: usize, language: &str, short: bool) -> Value {
    let texts = if language == "zh" { CHINESE } else { ENGLISH };
    let (brief, long) = texts[number % texts.len()];
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

/// Returns the records of a writer who takes the short way `short` times out of `of`.
pub fn choices(language: &str, short: usize, of: usize) -> Vec<Value> {
    (0..of)
        .map(|number| choice(number, language, number < short))
        .collect()
}

/// Returns the same choice as the window records it.
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
        shaped_by: Vec::new(),
        held_out: Vec::new(),
        origin: TextOrigin::Own,
    }
}

/// Returns a request for candidates for a passage of an action scene with a sentence that can be split and much else
/// that can be said otherwise.
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
    }
}

/// Returns what the window records when the writer takes one candidate of an offer as it is.
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
        shaped_by: offer.shaped_by.clone(),
        held_out: offer.held_out.clone(),
        origin: TextOrigin::Own,
    }
}

/// Goes round the loop as often as asked: the desk offers what its rules shaped, and the writer takes the first. Offers
/// that leave the rules out are let go.
pub fn agree(project: &Arc<Project>, request: &OfferRequest, cycles: usize) {
    let offers = std::iter::repeat_with(|| project.offer(request).expect("an offer"));
    for offer in offers.filter(|offer| !offer.shaped_by.is_empty()).take(cycles) {
        project.record(taken(request, &offer, 0)).expect("a capture");
    }
}
