//! The memory root itself: opening it, naming the project, writing to the journal, and notices to the writer.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};
use contract::{Access, Notice, NoticeKind};
use index::{Condition, Index, View};
use learning::Scope;
use memory::journal::Entry;
use tempfile::TempDir;
use vault::{Identity, Journal, Root, SetAside};

use crate::locks::{Lock, Order};
use crate::memory_root::keys::PROJECT_NAME;
use crate::memory_root::stand_in::StandIn;
use crate::{Error, Ports, Result};

/// A folder with a journal, an index and Markdown files, open for use by any number of threads: the memory of a project, or
/// the global memory.
///
/// Two desks on one folder are safe: the window and the command line, or two machines through a synchronised folder.
/// Each device has a journal file of its own, and changes of the memory files take turns.
pub struct MemoryRoot {
    pub(crate) ports: Ports,
    pub(crate) id: String,
    /// The project folder; the global memory's own folder if this is the global memory.
    pub(crate) project: Root,
    /// The identity of the project folder at its opening.
    identity: Option<Identity>,
    /// The folder that the memory is read from and written to.
    pub(crate) folder: Root,
    /// The folder where the memory lies. It is another folder than `folder` if a stand-in is used.
    pub(crate) place: PathBuf,
    /// The stand-in, if the memory cannot be used where it lies.
    stand_in: Option<StandIn>,
    /// The folder of the index, if it cannot be used beside the journal. It is removed with the memory root.
    _index_elsewhere: Option<TempDir>,
    /// The scope of all rules of this memory root: one project, or every project.
    pub(crate) scope: Scope,
    pub(crate) journal: Journal,
    pub(crate) index: Index,
    /// Held while journal lines are projected, so that two threads never project the same line.
    pub(crate) projecting: Lock<()>,
    notices: Lock<Vec<Notice>>,
}

impl MemoryRoot {
    /// Opens a memory root. Its folder must exist.
    ///
    /// Sets torn journal lines aside, and rebuilds a missing or damaged index. Finishes or withdraws an interrupted
    /// run, and follows edits of `MEMORY.md` by other programs. Each repair leaves a notice, and none needs the writer.
    pub(crate) fn open(
        project: Root,
        folder: Root,
        scope: Scope,
        device: &str,
        ports: Ports,
    ) -> Result<Self> {
        let (journal, set_aside) =
            Journal::open(Arc::clone(&ports.disk), &folder.path().join("journal"), device)?;
        // Each device has its own index: a SQLite file that a sync tool copies between machines is soon damaged.
        let database = folder.path().join("index").join(format!("{device}.db"));
        let now = (ports.now)();
        let (opened, elsewhere) = match Index::open(&database, now) {
            Ok(opened) => (opened, None),
            Err(error) => {
                let (opened, elsewhere) = index_elsewhere(now)?;
                (opened, Some((elsewhere, error)))
            }
        };
        let (index, condition) = opened;
        let (elsewhere, unusable) = elsewhere.unzip();

        let mut root = Self {
            ports,
            id: String::new(),
            identity: Identity::of(project.path()),
            project,
            place: folder.path().to_owned(),
            folder,
            stand_in: None,
            _index_elsewhere: elsewhere,
            scope,
            journal,
            index,
            projecting: Lock::new(Order::Projecting, ()),
            notices: Lock::new(Order::Notices, Vec::new()),
        };
        set_aside.iter().for_each(|torn| root.note_torn(torn));
        if let Condition::Damaged { moved_to } = condition {
            root.note(
                NoticeKind::IndexRebuilt,
                &moved_to,
                "the index was damaged; it was moved here and built anew from the journal",
            );
        }
        if let Some(error) = unusable {
            root.note(NoticeKind::IndexElsewhere, &database, &error.to_string());
        }
        root.catch_up()?;
        if scope == Scope::Project {
            root.look_at_the_clock()?;
        }
        root.id = root.named()?;
        if let Err(error) = root.follow() {
            let path = root.memory_file();
            root.note(NoticeKind::MemoryFileUnusable, &path, &error.to_string());
        }
        root.make_up_metrics();
        Ok(root)
    }

    /// Opens a copy of a project's memory for reading, because `error` says that the memory at `place` cannot be used.
    pub(crate) fn open_for_reading(
        project: Root,
        place: PathBuf,
        device: &str,
        ports: Ports,
        error: &Error,
    ) -> Result<Self> {
        let stand_in = StandIn::of(project.path(), &place, error, ports.disk.as_ref())?;
        let folder = Root::open(stand_in.folder())?;
        let mut root = Self::open(project, folder, Scope::Project, device, ports)?;
        root.note(NoticeKind::MemoryReadOnly, &place, &stand_in.reason);
        root.place = place;
        root.stand_in = Some(stand_in);
        Ok(root)
    }

    /// Returns how far the writer can change the project.
    pub(crate) fn access(&self) -> Access {
        self.stand_in
            .as_ref()
            .map_or(Access::Full, |stand_in| stand_in.access)
    }

    /// Checks that the memory can be changed.
    ///
    /// # Errors
    /// `MEMORY_READ_ONLY`.
    pub(crate) fn changeable(&self) -> Result<()> {
        self.stand_in.as_ref().map_or(Ok(()), |stand_in| {
            Err(Error::MemoryReadOnly {
                path: self.place.clone(),
                reason: stand_in.reason.clone(),
            })
        })
    }

    /// Returns the project's id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the time.
    pub fn now(&self) -> DateTime<Utc> {
        (self.ports.now)()
    }

    /// Returns the writer's own day at a time.
    pub(crate) fn local_day(&self, at: DateTime<Utc>) -> NaiveDate {
        at.with_timezone(&(self.ports.local)(at)).date_naive()
    }

    /// Returns the notices since this memory root was opened.
    pub(crate) fn notices(&self) -> Vec<Notice> {
        let mut notices = self.notices.lock().clone();
        notices.extend(self.notices_of_newer());
        notices
    }

    /// Returns the path of `MEMORY.md`.
    pub(crate) fn memory_file(&self) -> PathBuf {
        self.folder.path().join("MEMORY.md")
    }

    /// Returns the error itself, or `PROJECT_UNAVAILABLE` if the project folder is gone: then the first error would
    /// mislead.
    pub(crate) fn blame(&self, error: Error) -> Error {
        match Root::open(self.project.path()) {
            Ok(_) => error,
            Err(source) => Error::ProjectUnavailable {
                path: self.project.path().to_owned(),
                source,
            },
        }
    }

    /// Checks that the project folder is still the opened one.
    ///
    /// Without its disk a project is unavailable, and nothing is written to the empty folder where the disk was
    /// mounted. But a folder with the memory root in it is the project: the system may see a disk that was reconnected
    /// as another disk.
    pub(crate) fn is_there(&self) -> Result<()> {
        let unavailable = |source| Error::ProjectUnavailable {
            path: self.project.path().to_owned(),
            source,
        };
        let folder = Root::open(self.project.path()).map_err(unavailable)?;
        if Identity::of(folder.path()) == self.identity || self.place.is_dir() {
            return Ok(());
        }
        let path = self.project.path().to_owned();
        Err(unavailable(vault::Error::NotFound { path }))
    }

    /// Appends lines to the journal; they are on the disk when this returns.
    pub(crate) fn append(&self, entries: &[Entry]) -> Result<()> {
        self.changeable()?;
        let torn = self.journal.append(&lines(entries)?, (self.ports.now)())?;
        if let Some(torn) = torn {
            self.note_torn(&torn);
        }
        Ok(())
    }

    /// Returns the project's id; the first call makes the id.
    fn named(&self) -> Result<String> {
        let known = || -> Result<Option<String>> {
            let name = self.index.snapshot()?.meta(PROJECT_NAME)?;
            Ok(name.and_then(|name| name.split_once(' ').map(|(_, id)| id.to_owned())))
        };
        if let Some(id) = known()? {
            return Ok(id);
        }
        let id = (self.ports.new_id)();
        self.append(&[Entry::Project {
            at: (self.ports.now)(),
            id: id.clone(),
        }])?;
        self.catch_up()?;
        Ok(known()?.unwrap_or(id))
    }

    fn note_torn(&self, torn: &SetAside) {
        self.note(
            NoticeKind::JournalSetAside,
            &torn.path,
            "the last line of the journal was cut off by a crash; its bytes were set aside here, and every whole line is there",
        );
    }

    pub(crate) fn note(&self, kind: NoticeKind, path: &Path, message: &str) {
        self.keep_notice(self.notice(kind, path, 1, message));
    }

    pub(crate) fn keep_notice(&self, notice: Notice) {
        self.notices.lock().push(notice);
    }

    /// Returns a notice about `count` items.
    pub(crate) fn notice(&self, kind: NoticeKind, path: &Path, count: usize, message: &str) -> Notice {
        // A path of the global memory is shown beside a project's paths, so it stays a full path.
        let path = Some(path)
            .filter(|_| self.scope == Scope::Project)
            .and_then(|path| self.project.relative(path))
            .unwrap_or_else(|| path.display().to_string());
        Notice {
            kind,
            path,
            count: u32::try_from(count).unwrap_or(u32::MAX),
            message: message.to_owned(),
        }
    }

    /// Returns the name of the memory root.
    pub fn memory_name(&self) -> String {
        self.project.relative(&self.place).unwrap_or_default()
    }

    /// Returns whether a full path leads into the memory root.
    pub(crate) fn is_in_memory(&self, path: &Path) -> bool {
        path.starts_with(&self.place)
    }

    /// Returns a view of the index with everything that has been acknowledged so far.
    pub(crate) fn latest(&self) -> Result<View> {
        self.catch_up()?;
        Ok(self.index.snapshot()?)
    }
}

/// Makes an index in the system's folder for temporary files, for a memory in which none can be kept.
fn index_elsewhere(now: DateTime<Utc>) -> Result<((Index, Condition), TempDir)> {
    let unwritable = |source| vault::Error::Unwritable {
        path: std::env::temp_dir(),
        source,
    };
    let folder = TempDir::new().map_err(unwritable)?;
    let index = Index::open(&folder.path().join("index.db"), now)?;
    Ok((index, folder))
}

/// Returns journal entries as lines of the journal.
pub(crate) fn lines(entries: &[Entry]) -> Result<Vec<String>> {
    entries
        .iter()
        .map(|entry| serde_json::to_string(entry).map_err(|_| Error::Unwritable { what: "the journal" }))
        .collect()
}
