//! The ports: everything that comes into the use cases from outside.

use std::sync::Arc;

use chrono::{DateTime, FixedOffset, Local, Offset as _, Utc};
use contract::{DistillProgress, FileChange, FileMove, MemoryChange, PressProgress};
use learning::distil::{Wording, WordingError};
use learning::inference::verdict::Finding;
use memory::Vocabulary;
use vault::{Disk, RealDisk, SystemTrash, Trash};

/// An event that a front end may want to show.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The progress of a distillation.
    Distill(DistillProgress),
    /// Memory changed.
    Memory(MemoryChange),
    /// A manuscript changed on disk by another program.
    File(FileChange),
    /// Another program renamed or moved an open manuscript.
    Moved(FileMove),
    /// The progress of an export or an import.
    Press(PressProgress),
}

/// Words a finding as a sentence.
pub type Word = dyn Fn(&Finding) -> Result<Wording, WordingError> + Send + Sync;

/// The clock, the source of ids, the words for a finding, the listener to events, the disk, the trash, and the names
/// that the desk knows.
///
/// The composition roots give the real ports. A test gives other ports: a clock that stands still, or a listener that
/// writes an episode in the middle of a distillation. It may also give a disk that fails, or the vocabulary of an
/// earlier version of the desk.
#[derive(Clone)]
pub struct Ports {
    /// Returns the time.
    pub now: Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>,
    /// Returns the offset of local time from UTC at a moment; the day's notes are named by the local date.
    pub local: Arc<dyn Fn(DateTime<Utc>) -> FixedOffset + Send + Sync>,
    /// Makes an id that was never used.
    pub new_id: Arc<dyn Fn() -> String + Send + Sync>,
    /// Words a finding. It may fail, as a language model does that cannot be reached.
    pub word: Arc<Word>,
    /// Receives an event.
    pub emit: Arc<dyn Fn(Event) + Send + Sync>,
    /// The disk that the memory is kept on.
    pub disk: Arc<dyn Disk>,
    /// The trash, for manuscripts that the writer deletes.
    pub trash: Arc<dyn Trash>,
    /// The names in journal lines that this desk understands.
    pub vocabulary: Vocabulary,
}

impl Ports {
    /// Returns the real clock, real ids and the built-in wording, for a composition root.
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place where a clock and fresh ids come from"
    )]
    pub fn real(emit: Arc<dyn Fn(Event) + Send + Sync>) -> Self {
        Self {
            now: Arc::new(Utc::now),
            local: Arc::new(|at| at.with_timezone(&Local).offset().fix()),
            new_id: Arc::new(|| uuid::Uuid::now_v7().to_string()),
            word: Arc::new(learning::distil::from_templates),
            emit,
            disk: Arc::new(RealDisk),
            trash: Arc::new(SystemTrash),
            vocabulary: Vocabulary::default(),
        }
    }
}
