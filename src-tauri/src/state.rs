//! The state of the window: this installation and the open project.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use contract::{
    English, Fault, ImportOptions, ImportReport, MemoryChange, ProjectView, Settings, SettingsPatch,
    SettingsView, StyleRemark, Workspace,
};
use desk::{Error, Event, Installation, Opening, Ports, Project, Result, Spelling, Style, Watch};
use parking_lot::Mutex;
use tauri::fs::Scope;

use crate::daily::{Daily, LOOK};
use crate::granted::Granted;

/// A dialog of the system in which the writer names a file or a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileDialog {
    /// Choose a folder.
    Folder,
    /// Choose documents to import.
    Documents,
    /// Choose the place of a new file or folder; `name` is the proposed name.
    Place {
        /// The name.
        name: String,
    },
}

/// Opens a dialog; returns the full paths that the writer chose, or none when she cancelled it.
type Ask = Arc<dyn Fn(&FileDialog) -> Vec<String> + Send + Sync>;

/// The state behind every command. A clone shares the state.
#[derive(Clone)]
pub struct Desk(Arc<Inner>);

struct Inner {
    installation: Installation,
    spelling: Spelling,
    style: Style,
    ports: Ports,
    ask: Ask,
    granted: Granted,
    session: Mutex<Option<Session>>,
    /// The folder or file of the command line, opened instead of the last project.
    first: Mutex<Option<Opening>>,
}

struct Session {
    project: Arc<Project>,
    /// Dropping them ends the watches of the folder and the settings. A watch is absent where the system has no watch
    /// left.
    _watches: Vec<Watch>,
    /// Dropping it ends the daily upkeep.
    _upkeep: Daily,
}

impl Desk {
    /// Makes the state with the real clock and real ids; `named` is the scope of the folders that the writer names
    /// outside the page.
    pub fn new(
        installation: Installation,
        style: Style,
        emit: Arc<dyn Fn(Event) + Send + Sync>,
        ask: Ask,
        named: Scope,
    ) -> Self {
        Self(Arc::new(Inner {
            spelling: Spelling::of(installation.clone()),
            style,
            installation,
            ports: Ports::real(emit),
            ask,
            granted: Granted::new(named),
            session: Mutex::default(),
            first: Mutex::default(),
        }))
    }

    /// Sets the folder or file to open first, instead of the last project.
    pub fn open_first(&self, opening: Opening) {
        *self.0.first.lock() = Some(opening);
    }

    /// Asks the writer for a folder; blocks until the dialog closes.
    pub fn pick(&self) -> Option<String> {
        self.ask(&FileDialog::Folder).into_iter().next()
    }

    /// Opens a dialog; blocks until it closes. The page may name the chosen paths from then on.
    pub fn ask(&self, dialog: &FileDialog) -> Vec<String> {
        let named = (self.0.ask)(dialog);
        named.iter().for_each(|path| self.grant(Path::new(path)));
        named
    }

    /// Permits the page to name a folder, because the writer named it.
    pub(crate) fn grant(&self, folder: &Path) {
        self.0.granted.add(folder);
    }

    /// Opens a folder that the page names.
    ///
    /// # Errors
    /// `FOLDER_NOT_CHOSEN` for a folder that the writer did not name. Also the errors of [`Desk::open`].
    pub fn open_named(&self, folder: &Path) -> Result<ProjectView> {
        let recent = self.0.installation.settings().recent_projects;
        self.0.granted.check(folder, &recent)?;
        self.open(folder)
    }

    /// Imports documents as manuscripts into a new folder.
    pub fn import(&self, paths: &[PathBuf], into: &Path, options: ImportOptions) -> Result<ImportReport> {
        let open = self.project().ok();
        self.0
            .installation
            .import(paths, into, options, &self.0.ports, open)
    }

    /// Opens a folder as the project, and closes the project that was open.
    pub fn open(&self, folder: &Path) -> Result<ProjectView> {
        let project = Arc::new(self.0.installation.open(folder, self.0.ports.clone())?);
        // A project without a watch still works; a notice tells the writer.
        let watches = [project.watch().ok(), self.watch_settings()];
        let view = project.view()?;
        let upkeep = maintained(&project, self.0.installation.clone(), &self.0.ports);
        *self.0.session.lock() = Some(Session {
            project,
            _watches: watches.into_iter().flatten().collect(),
            _upkeep: upkeep,
        });
        // The project is open even if the settings cannot be written; then the next start asks for the folder again.
        if let Err(error) = self.0.installation.remember_project(Path::new(&view.root)) {
            tracing::warn!("{error}");
        }
        Ok(view)
    }

    /// Moves the memory of the open project to another folder inside it, and opens the project anew. A failed move
    /// opens it too, so that there is always an open project.
    pub fn move_memory(&self, to: &str) -> Result<ProjectView> {
        let folder = self.project()?.folder().to_owned();
        // No file of the memory may be open during the move.
        *self.0.session.lock() = None;
        let moved = desk::move_memory(&*self.0.ports.disk, &folder, to);
        let view = self.open(&folder);
        moved.and(view)
    }

    /// Returns the open project. Without one, opens the project of the command line, or else the last project.
    pub fn current(&self) -> Result<Option<ProjectView>> {
        if let Ok(project) = self.project() {
            return project.view().map(Some);
        }
        if let Some(opening) = self.0.first.lock().take() {
            let first = opening.request().file;
            return self
                .open(&opening.folder)
                .map(|view| Some(ProjectView { first, ..view }));
        }
        let last = self.0.installation.settings().recent_projects.into_iter().next();
        last.map(|folder| self.open(Path::new(&folder))).transpose()
    }

    /// Opens the writer's copy of the sample project.
    pub fn open_sample(&self) -> Result<ProjectView> {
        self.open(&self.0.installation.sample()?)
    }

    /// Returns the stored state of the desk in the open project.
    pub fn workspace(&self) -> Result<Workspace> {
        Ok(self.0.installation.workspace(self.project()?.id()))
    }

    /// Stores the state of the desk in the open project.
    pub fn keep_workspace(&self, workspace: &Workspace) -> Result<()> {
        self.0
            .installation
            .keep_workspace(self.project()?.id(), workspace)
    }

    /// Returns the open project.
    pub fn project(&self) -> Result<Arc<Project>> {
        self.0
            .session
            .lock()
            .as_ref()
            .map(|session| Arc::clone(&session.project))
            .ok_or(Error::NoProject)
    }

    /// Returns the settings of this installation.
    pub fn settings(&self) -> SettingsView {
        let view = self.0.installation.settings_view();
        self.follow_style(&view.settings);
        view
    }

    /// Changes settings of this installation.
    ///
    /// # Errors
    /// `FOLDER_NOT_CHOSEN` for a global memory in a folder that the writer did not name. Also the errors of
    /// [`Installation::update`].
    pub fn update_settings(&self, patch: SettingsPatch) -> Result<Settings> {
        let moved = patch.global_memory.is_some();
        if let Some(place) = patch.global_memory.as_deref().filter(|place| !place.is_empty()) {
            let present = self.0.installation.settings().global_memory;
            // The present folder is allowed: it was set in the settings file or in a dialog.
            self.0.granted.check(Path::new(place), present.as_slice())?;
        }
        let settings = self.0.installation.update(patch)?;
        self.follow_style(&settings);
        if moved {
            (self.0.ports.emit)(Event::Memory(MemoryChange {
                rules: true,
                episodes: false,
                files: false,
            }));
        }
        Ok(settings)
    }

    /// Returns the spelling of this installation.
    pub fn spelling(&self) -> &Spelling {
        &self.0.spelling
    }

    /// Returns the remarks on each paragraph, in the variety of English of the spelling dictionary.
    pub fn check_style(&self, paragraphs: &[String], english: English) -> Result<Vec<Vec<StyleRemark>>> {
        let basis = self.0.spelling.view(english);
        let english = basis.dictionary.unwrap_or(basis.wanted);
        let is_wanted = || self.0.installation.settings().writing.style;
        self.0.style.check(paragraphs, &english, is_wanted)
    }

    /// Watches the settings file, which the writer may edit in another program.
    fn watch_settings(&self) -> Option<Watch> {
        // The state owns the watch. A strong reference in the watch would keep both alive for ever.
        let state = Arc::downgrade(&self.0);
        let watch = self.0.installation.watch(move |settings| {
            if let Some(state) = state.upgrade() {
                Self(state).follow_style(settings);
            }
        });
        watch.inspect_err(|error| tracing::warn!("{error}")).ok()
    }

    /// Ends the style check when it is turned off, also by an edit of the file. This returns before the check has
    /// ended, because a paragraph may still be in progress.
    fn follow_style(&self, settings: &Settings) {
        if !settings.writing.style {
            let desk = self.clone();
            tauri::async_runtime::spawn_blocking(move || desk.0.style.rest());
        }
    }

    /// Runs blocking work on a thread for blocking work, so that no command waits for the disk access of another
    /// command.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Self) -> Result<T> + Send + 'static,
    ) -> std::result::Result<T, Fault> {
        let desk = self.clone();
        tauri::async_runtime::spawn_blocking(move || work(&desk).map_err(|error| error.fault()))
            .await
            .unwrap_or_else(|_| Err(Error::Stopped.fault()))
    }

    /// Runs blocking work on the open project.
    pub(crate) async fn with_project<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Arc<Project>) -> Result<T> + Send + 'static,
    ) -> std::result::Result<T, Fault> {
        self.run(move |desk| work(&desk.project()?)).await
    }
}

/// Maintains a project and writes its daily notes, now and once a day, until the returned value is dropped.
fn maintained(project: &Arc<Project>, installation: Installation, ports: &Ports) -> Daily {
    let now = Arc::clone(&ports.now);
    let project = Arc::downgrade(project);
    Daily::begin(
        LOOK,
        move || now(),
        move || {
            let Some(project) = project.upgrade() else { return };
            // At the start, before new episodes arrive: an episode recorded later fades in the next daily run.
            let maintained = project.learning().maintain();
            // A failure of one task must not prevent the other.
            let noted = if installation.assists() {
                project.store().note_days().map(drop)
            } else {
                Ok(())
            };
            project.clear_leftovers();
            for error in [maintained, noted].into_iter().filter_map(Result::err) {
                tracing::warn!(code = ?error.code(), "{error}");
            }
        },
    )
}
