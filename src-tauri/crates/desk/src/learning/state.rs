//! The state of the learning while a project is open.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use contract::Fault;
use learning::{Amendment, Episode};
use vault::Turn;

use crate::locks::{Lock, Order};
use crate::memory_root::global::GlobalMemory;
use crate::{Manuscripts, MemoryRoot, Ports};

/// The number of new episodes from which the next finished skill starts a distillation. A failed distillation has the
/// same effect.
pub const BATCH: u32 = 50;

/// The writer's choices, changes and answers in a project, and what the desk learns from them.
pub struct Learning {
    pub(super) ports: Ports,
    pub(super) memory: Arc<MemoryRoot>,
    pub(super) manuscripts: Arc<Manuscripts>,
    /// The rules that hold in every project; `None` where no installation opened the project.
    pub(super) global: Option<GlobalMemory>,
    /// The running distillation.
    pub(super) distilling: Lock<Option<Running>>,
    pub(super) pending: Lock<Pending>,
    /// Held while the pending episodes are counted, so that no older count overwrites a newer one.
    pub(super) counting: Lock<()>,
    /// The acts recorded since the project was opened.
    pub(super) recorded: Lock<Session>,
    pub(super) forward: Lock<Forward>,
    /// The error of the last maintenance, if it failed.
    pub(super) maintenance: Lock<Option<Fault>>,
}

impl Learning {
    pub(crate) fn from(
        memory: &Arc<MemoryRoot>,
        manuscripts: &Arc<Manuscripts>,
        global: Option<GlobalMemory>,
    ) -> Self {
        Self {
            ports: memory.ports.clone(),
            memory: Arc::clone(memory),
            manuscripts: Arc::clone(manuscripts),
            global,
            distilling: Lock::new(Order::Distilling, None),
            pending: Lock::new(Order::Pending, Pending::default()),
            counting: Lock::new(Order::Counting, ()),
            recorded: Lock::new(Order::Recorded, Session::default()),
            forward: Lock::new(Order::Forward, Forward::default()),
            maintenance: Lock::new(Order::Maintenance, None),
        }
    }
}

/// The acts recorded while the project was open.
#[derive(Default)]
pub(crate) struct Session {
    pub acts: HashMap<String, Recorded>,
    /// The id of the newest act.
    pub last: Option<String>,
}

impl Session {
    /// Returns how many times in a row, just before this episode, the same skill was run in the same kind of scene of
    /// the manuscript.
    pub fn repeated(&self, episode: &Episode) -> u32 {
        let last = self.last.as_ref().and_then(|id| self.acts.get(id));
        last.map(|recorded| &recorded.act)
            .filter(|last| {
                last.kind == learning::EpisodeKind::Choice
                    && last.kind == episode.kind
                    && last.chapter_id == episode.chapter_id
                    && last.scene_type == episode.scene_type
                    && last.skill_used == episode.skill_used
            })
            .map_or(0, |last| last.repeated.saturating_add(1))
    }
}

/// An act recorded while the project was open, so that the index need not be read for it.
pub(crate) struct Recorded {
    pub act: Episode,
    /// Its amendments.
    pub words: Vec<Amendment>,
}

/// The running distillation of this process, and the turn that keeps out distillations of other processes.
pub(crate) struct Running {
    pub run_id: String,
    pub _alone: Turn,
}

/// New episodes since the last distillation, and whether a distillation failed since.
///
/// A capture never waits for the index to be read. It notes its id here before its line is written. The next count
/// takes out the ids that the index holds by then, so that each capture is counted once.
#[derive(Default)]
pub(crate) struct Pending {
    /// New episodes in the index at the last count.
    pub counted: u32,
    /// Captures that the index did not hold at the last count.
    pub beyond: BTreeSet<String>,
    /// A distillation failed, and none has succeeded since.
    pub failed: bool,
}

impl Pending {
    /// Returns the number of pending episodes.
    pub fn count(&self) -> u32 {
        let beyond = u32::try_from(self.beyond.len()).unwrap_or(u32::MAX);
        self.counted.saturating_add(beyond)
    }

    /// Returns whether there is a reason to distil at the next quiet moment.
    pub fn is_any(&self) -> bool {
        self.failed || self.count() > 0
    }

    /// Returns whether the next finished skill starts a distillation: a batch is full, or the last distillation failed.
    pub fn is_armed(&self) -> bool {
        self.failed || self.count() > BATCH
    }
}

/// The question that was shown actively since the project was opened.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) enum Forward {
    /// None yet.
    #[default]
    Nothing,
    /// The question with this id.
    Question(String),
    /// A question that was shown, and has been answered or postponed.
    Done,
}

impl Forward {
    pub fn is(&self, id: &str) -> bool {
        matches!(self, Self::Question(forward) if forward == id)
    }
}
