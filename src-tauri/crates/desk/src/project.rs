//! An open project.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};
use contract::{Fault, Notice, NoticeKind, ProjectView};
use index::{Condition, Index};
use learning::Scope;
use memory::journal::{Entry, Place};
use parking_lot::Mutex;
use vault::{ContentHash, Identity, Journal, Root, SetAside};

use crate::capture::Session;
use crate::distil::Running;
use crate::everywhere::Everywhere;
use crate::listing::Counted;
use crate::manuscripts::OpenManuscript;
use crate::pending::Pending;
use crate::questions::Forward;
use crate::unsaved::Journalled;
use crate::{Error, Ports, Result, memory_root};

/// The key under which the index keeps when the project was named, and its id.
pub(crate) const PROJECT_NAME: &str = "project_name";

/// A folder of manuscripts with its memory, open for use by any number of threads; or the global memory, a memory root
/// without manuscripts.
///
/// Two desks on one folder (the window and the command line, or two machines through a synchronised folder) are
/// safe: journals are a file a device, and changes of the memory files take turns.
pub struct Project {
    pub(crate) ports: Ports,
    pub(crate) id: String,
    pub(crate) root: Root,
    pub(crate) memory: Root,
    /// The project folder as it was opened.
    identity: Option<Identity>,
    /// How far the rules of this memory root reach: all of them to one project, or all to every project.
    pub(crate) scope: Scope,
    /// The way to the global memory; `None` in itself, and where no installation opened the project.
    pub(crate) everywhere: Option<Everywhere>,
    pub(crate) journal: Journal,
    pub(crate) index: Index,
    /// Held while journal lines are projected, so that none is read twice at once.
    pub(crate) projecting: Mutex<()>,
    /// The distillation that is going on.
    pub(crate) distilling: Mutex<Option<Running>>,
    pub(crate) pending: Mutex<Pending>,
    /// Held while the pending are counted, so that no older count comes after a newer one.
    pub(crate) counting: Mutex<()>,
    /// What was recorded since the project was opened.
    pub(crate) recorded: Mutex<Session>,
    /// What the editor has open, by path.
    pub(crate) manuscripts: Mutex<HashMap<String, OpenManuscript>>,
    /// How far the crash journals have come, by manuscript.
    pub(crate) journalled: Mutex<HashMap<String, Journalled>>,
    /// The lengths of manuscripts as they were counted last, by path.
    pub(crate) counted: Mutex<HashMap<String, Counted>>,
    /// The manuscripts that were there when other programs' changes were last followed, and which file each was.
    pub(crate) names: Mutex<BTreeMap<String, Option<Identity>>>,
    /// What open manuscripts that were renamed are called now, by the name before.
    pub(crate) renames: Mutex<HashMap<String, String>>,
    /// Memory files the writer is at in the editor, by full path, each as it was saved last.
    pub(crate) in_hand: Mutex<HashMap<PathBuf, ContentHash>>,
    pub(crate) forward: Mutex<Forward>,
    /// Why the last maintenance failed, where it did.
    pub(crate) maintenance: Mutex<Option<Fault>>,
    notices: Mutex<Vec<Notice>>,
}

impl Project {
    /// Opens a folder as a project, with no memory but its own; [`crate::Installation::open`] adds the global one.
    ///
    /// Sets torn journal lines aside, rebuilds the index where it is missing or damaged, finishes or withdraws a run
    /// that was interrupted, and follows what other programs wrote into `MEMORY.md`; each leaves a notice
    /// and none needs the writer.
    ///
    /// # Errors
    /// Fails when the folder is not there, when its memory root can be neither found nor made, and with `WORKFLOW_UNUSABLE`
    /// when it cannot be known where that is.
    pub fn open(folder: &Path, device: &str, ports: Ports) -> Result<Self> {
        let unavailable = |source| Error::ProjectUnavailable {
            path: folder.to_owned(),
            source,
        };
        let root = Root::open(folder).map_err(unavailable)?;
        let (memory, unmoved) = memory_root::find(&*ports.disk, &root)?;
        vault::create_private_folder(&*ports.disk, root.path(), &memory)?;
        let project = Self::at(root, Root::open(&memory)?, Scope::Project, device, ports)?;
        if let Some(error) = unmoved {
            project.note(NoticeKind::MemoryNotMoved, &memory, &error.to_string());
        }
        Ok(project)
    }

    /// Opens a memory root, whose folder is there.
    pub(crate) fn at(root: Root, memory: Root, scope: Scope, device: &str, ports: Ports) -> Result<Self> {
        let (journal, set_aside) =
            Journal::open(Arc::clone(&ports.disk), &memory.path().join("journal"), device)?;
        // One a device: a SQLite file that a sync tool copies between machines is soon no SQLite file.
        let database = memory.path().join("index").join(format!("{device}.db"));
        let (index, condition) = Index::open(&database, (ports.now)())?;

        let mut project = Self {
            ports,
            id: String::new(),
            identity: Identity::of(root.path()),
            root,
            memory,
            scope,
            everywhere: None,
            journal,
            index,
            projecting: Mutex::default(),
            distilling: Mutex::default(),
            pending: Mutex::default(),
            counting: Mutex::default(),
            recorded: Mutex::default(),
            manuscripts: Mutex::default(),
            journalled: Mutex::default(),
            counted: Mutex::default(),
            names: Mutex::default(),
            renames: Mutex::default(),
            in_hand: Mutex::default(),
            forward: Mutex::default(),
            maintenance: Mutex::default(),
            notices: Mutex::default(),
        };
        set_aside.iter().for_each(|torn| project.note_torn(torn));
        if let Condition::Damaged { moved_to } = condition {
            project.note(
                NoticeKind::IndexRebuilt,
                &moved_to,
                "the index was damaged; it was moved here and built anew from the journal",
            );
        }
        project.catch_up()?;
        if scope == Scope::Project {
            project.look_at_the_clock()?;
        }
        project.id = project.named()?;
        if let Err(error) = project.follow() {
            let path = project.memory_file();
            project.note(NoticeKind::MemoryFileUnusable, &path, &error.to_string());
        }
        project.make_up_metrics();
        project.count_pending()?;
        Ok(project)
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

    /// Returns the project folder.
    pub fn folder(&self) -> &Path {
        self.root.path()
    }

    /// Returns the project as a front end shows it.
    pub fn view(&self) -> Result<ProjectView> {
        let folder = self.root.path();
        Ok(ProjectView {
            id: self.id.clone(),
            name: folder.file_name().map_or_else(
                || folder.display().to_string(),
                |name| name.to_string_lossy().into_owned(),
            ),
            root: folder.display().to_string(),
            memory_root: self.memory_name(),
            files: self.files_at_once()?,
            first: None,
            notices: self
                .notices()
                .into_iter()
                .chain(self.notices_of_everywhere())
                .collect(),
        })
    }

    /// Returns what was noticed when this memory root was opened and since.
    pub(crate) fn notices(&self) -> Vec<Notice> {
        let mut notices = self.notices.lock().clone();
        notices.extend(self.notices_of_newer());
        notices
    }

    /// Returns the path of `MEMORY.md`.
    pub(crate) fn memory_file(&self) -> PathBuf {
        self.memory.path().join("MEMORY.md")
    }

    /// Returns the error as it is, or that the project folder is gone: then whatever else is missing misleads.
    pub(crate) fn blame(&self, error: Error) -> Error {
        match Root::open(self.root.path()) {
            Ok(_) => error,
            Err(source) => Error::ProjectUnavailable {
                path: self.root.path().to_owned(),
                source,
            },
        }
    }

    /// Checks that the project folder is the one that was opened.
    ///
    /// Without its disk a project is not there, and nothing is begun anew in the empty folder where the disk was. A memory
    /// root says that it is the project after all: a disk that was taken out and put in again is another one to the system.
    pub(crate) fn is_there(&self) -> Result<()> {
        let unavailable = |source| Error::ProjectUnavailable {
            path: self.root.path().to_owned(),
            source,
        };
        let folder = Root::open(self.root.path()).map_err(unavailable)?;
        if Identity::of(folder.path()) == self.identity || self.memory.path().is_dir() {
            return Ok(());
        }
        let path = self.root.path().to_owned();
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

    /// Returns how far into each device's journal the index has come.
    pub(crate) fn places(view: &index::View) -> Result<BTreeMap<String, Place>> {
        Ok(view.cursors()?.into_iter().collect())
    }

    /// Returns the project's id, naming the project on first use.
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

    /// Returns a notice about so many things.
    pub(crate) fn notice(&self, kind: NoticeKind, path: &Path, count: usize, message: &str) -> Notice {
        // A path of the global memory is told among those of a project.
        let path = Some(path)
            .filter(|_| self.scope == Scope::Project)
            .and_then(|path| self.root.relative(path))
            .unwrap_or_else(|| path.display().to_string());
        Notice {
            kind,
            path,
            count: u32::try_from(count).unwrap_or(u32::MAX),
            message: message.to_owned(),
        }
    }
}

/// Writes journal entries as the lines they are kept as.
pub(crate) fn lines(entries: &[Entry]) -> Result<Vec<String>> {
    entries
        .iter()
        .map(|entry| serde_json::to_string(entry).map_err(|_| Error::Unwritable { what: "the journal" }))
        .collect()
}
