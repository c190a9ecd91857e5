//! An open project: its manuscripts, its memory, and the learning between the two.

mod health;
mod leftovers;
pub(crate) mod opening;
mod watching;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use contract::{ImportOptions, ImportReport, NoticeKind, ProjectView, SaveRequest, Saved};
use learning::Scope;
use vault::Root;

use crate::manuscripts::import::import;
use crate::memory_root::global::GlobalMemory;
use crate::memory_root::place;
use crate::{Error, Installation, Learning, Manuscripts, MemoryRoot, Ports, Result, Store};

/// A folder of manuscripts with its memory, open for use by any number of threads.
pub struct Project {
    memory: Arc<MemoryRoot>,
    store: Store,
    manuscripts: Arc<Manuscripts>,
    learning: Arc<Learning>,
}

impl Project {
    /// Opens a folder as a project, with no memory but its own; [`Installation::open`] adds the global one.
    ///
    /// Each repair of the memory leaves a notice, and none needs the writer ([`MemoryRoot`]). A memory that cannot be
    /// used does not keep the folder shut: then nothing is learned, and what can be read of the memory is shown.
    ///
    /// # Errors
    /// Fails when the folder is not there. Fails with `WORKFLOW_UNUSABLE` when `workflow.toml` does not tell where the memory root is.
    pub fn open(folder: &Path, device: &str, ports: Ports) -> Result<Self> {
        Self::of(folder, device, ports, None)
    }

    fn of(folder: &Path, device: &str, ports: Ports, installation: Option<Installation>) -> Result<Self> {
        let unavailable = |source| Error::ProjectUnavailable {
            path: folder.to_owned(),
            source,
        };
        let root = Root::open(folder).map_err(unavailable)?;
        let found = match place::find(&*ports.disk, &root) {
            // A memory beside the one that the file names would hide everything that the writer has taught.
            Err(error @ Error::Workflow { .. }) => return Err(error),
            found => found,
        };
        let (place, unmoved, lost) = match found {
            Ok((place, unmoved)) => (place, unmoved, None),
            Err(error) => (root.path().join(place::USUAL), None, Some(error)),
        };
        let is_new = vault::kind(&place.join("journal")).is_none();
        let open = || -> Result<MemoryRoot> {
            if let Some(error) = lost {
                return Err(error);
            }
            vault::create_private_folder(&*ports.disk, root.path(), &place)?;
            MemoryRoot::open(
                root.clone(),
                Root::open(&place)?,
                Scope::Project,
                device,
                ports.clone(),
            )
        };
        let memory = open().or_else(|error| {
            MemoryRoot::open_for_reading(root.clone(), place.clone(), device, ports.clone(), &error)
        })?;
        if let Some(error) = unmoved {
            memory.note(NoticeKind::MemoryNotMoved, &place, &error.to_string());
        }
        let memory = Arc::new(memory);
        let global = installation.clone().map(|of| GlobalMemory::of(of, &memory));
        let manuscripts = Arc::new(Manuscripts::beside(&memory, installation.clone()));
        if let Some(installation) = installation {
            let folder = memory.project.path();
            // Another project that was moved into this folder has a memory of its own and gets none of these texts.
            if let Some(before) = installation.project_before(folder).filter(|_| is_new) {
                manuscripts.adopt_versions(&before);
            }
            // The id of a stand-in is made anew at each opening.
            if memory.changeable().is_ok()
                && let Err(error) = installation.keep_project(folder, memory.id())
            {
                tracing::warn!("the id of the project is not kept: {error}");
            }
        }
        let learning = Arc::new(Learning::from(&memory, &manuscripts, global));
        learning.count_pending()?;
        learning.carry_over();
        Ok(Self {
            store: Store::of(&memory),
            memory,
            manuscripts,
            learning,
        })
    }

    /// Returns the project's memory.
    pub fn memory(&self) -> &Arc<MemoryRoot> {
        &self.memory
    }

    /// Returns the Markdown files of the project's memory.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Returns the manuscripts.
    pub fn manuscripts(&self) -> &Manuscripts {
        &self.manuscripts
    }

    /// Returns the learning from the writer.
    pub fn learning(&self) -> &Arc<Learning> {
        &self.learning
    }

    /// Returns the project's id.
    pub fn id(&self) -> &str {
        self.memory.id()
    }

    /// Returns the project folder.
    pub fn folder(&self) -> &Path {
        self.memory.project.path()
    }

    /// Returns the project as a front end shows it.
    pub fn view(&self) -> Result<ProjectView> {
        let folder = self.memory.project.path();
        Ok(ProjectView {
            id: self.memory.id.clone(),
            name: folder.file_name().map_or_else(
                || folder.display().to_string(),
                |name| name.to_string_lossy().into_owned(),
            ),
            root: folder.display().to_string(),
            memory_root: self.memory.memory_name(),
            access: self.memory.access(),
            files: self.manuscripts.files_at_once()?,
            first: None,
            notices: self
                .memory
                .notices()
                .into_iter()
                .chain(self.learning.notices_of_everywhere())
                .chain(self.manuscripts.order_notice())
                .collect(),
        })
    }

    /// Saves a manuscript, and remembers the pasted text in it once the file holds that text.
    ///
    /// # Errors
    /// The errors of saving the file ([`Manuscripts`]). A failure to remember the pasted text is no error: the editor
    /// tells of that text again when the writer leaves the manuscript.
    pub fn save(&self, request: &SaveRequest) -> Result<Saved> {
        let saved = self.manuscripts.save(request)?;
        if let Err(error) = self.learning.pasted(&request.path, &request.pasted) {
            tracing::warn!(code = ?error.code(), "what was pasted was not remembered");
        }
        Ok(saved)
    }
}

impl Installation {
    /// Opens a folder as a project of this installation: with the rules that hold everywhere.
    ///
    /// # Errors
    /// The errors of [`Project::open`]. A global memory that cannot be used is no error: the project works on with its
    /// own rules, and a notice says so.
    pub fn open(&self, folder: &Path, ports: Ports) -> Result<Project> {
        let device = self.device(|| (ports.new_id)())?;
        self.close_to_others();
        Project::of(folder, &device, ports, Some(self.clone()))
    }

    /// Imports documents and folders of documents as manuscripts into a new folder ([`manuscripts::import`]).
    ///
    /// Unless the words are the writer's own, they are marked as imported, in the journal of the project that the new
    /// folder is in. `open` is the open project. A folder outside of any project becomes a project.
    ///
    /// # Errors
    /// The errors of the import. A failure to mark the words is none: the report says that they are not marked.
    pub fn import(
        &self,
        paths: &[PathBuf],
        into: &Path,
        options: ImportOptions,
        ports: &Ports,
        open: Option<Arc<Project>>,
    ) -> Result<ImportReport> {
        let mut report = import(paths, into, options, ports)?;
        let folder = Path::new(&report.folder);
        report.inside = open
            .as_ref()
            .and_then(|open| open.memory.project.relative(folder));
        if options.own_words {
            return Ok(report);
        }
        let marked = self.mark(&report, ports, open);
        if let Err(error) = &marked {
            tracing::warn!("the words are not marked as imported: {error}");
        }
        Ok(ImportReport {
            marked: marked.is_ok(),
            ..report
        })
    }

    fn mark(&self, report: &ImportReport, ports: &Ports, open: Option<Arc<Project>>) -> Result<()> {
        let folder = Path::new(&report.folder);
        let project = match open.filter(|open| folder.starts_with(open.folder())) {
            Some(open) => open,
            None => {
                let around = folder.ancestors().find(|folder| place::is_project(folder));
                Arc::new(self.open(around.unwrap_or(folder), ports.clone())?)
            }
        };
        for file in &report.files {
            let full = folder.join(file);
            if let Some(path) = project.memory.project.relative(&full) {
                project.learning.remember_imported(&path)?;
            }
        }
        Ok(())
    }
}
