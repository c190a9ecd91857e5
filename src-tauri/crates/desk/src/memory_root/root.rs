//! The memory root itself: opening it, naming the project, writing to the journal, and notices to the writer.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};
use contract::{Notice, NoticeKind};
use index::{Condition, Index, View};
use learning::Scope;
use memory::journal::Entry;
use vault::{Identity, Journal, Root, SetAside};

use crate::locks::{Lock, Order};
use crate::memory_root::keys::PROJECT_NAME;
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
    pub(crate) folder: Root,
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
        let (index, condition) = Index::open(&database, (ports.now)())?;

        let mut root = Self {
            ports,
            id: String::new(),
            identity: Identity::of(project.path()),
            project,
            folder,
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
        if Identity::of(folder.path()) == self.identity || self.folder.path().is_dir() {
            return Ok(());
        }
        let path = self.project.path().to_owned();
        Err(unavailable(vault::Error::NotFound { path }))
    }

    /// Appends lines to the journal; they are on the disk when this returns.
    pub(crate) fn append(&self, entries: &[Entry]) -> Result<()> {
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
        self.project.relative(self.folder.path()).unwrap_or_default()
    }

    /// Returns whether a full path leads into the memory root.
    pub(crate) fn is_in_memory(&self, path: &Path) -> bool {
        path.starts_with(self.folder.path())
    }

    /// Returns a view of the index with everything that has been acknowledged so far.
    pub(crate) fn latest(&self) -> Result<View> {
        self.catch_up()?;
        Ok(self.index.snapshot()?)
    }
}

/// Returns journal entries as lines of the journal.
pub(crate) fn lines(entries: &[Entry]) -> Result<Vec<String>> {
    entries
        .iter()
        .map(|entry| serde_json::to_string(entry).map_err(|_| Error::Unwritable { what: "the journal" }))
        .collect()
}
