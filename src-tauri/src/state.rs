//! What the window holds: this installation and the project that is open.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use contract::{Fault, MemoryChange, ProjectView, Settings, SettingsPatch};
use desk::{Error, Event, Installation, Ports, Project, Result, Watch};
use parking_lot::Mutex;

/// Asks the writer for a folder.
type Pick = Arc<dyn Fn() -> Option<String> + Send + Sync>;

/// The state behind every command. Cloning shares it.
#[derive(Clone)]
pub struct Desk(Arc<Inner>);

struct Inner {
    installation: Installation,
    ports: Ports,
    pick: Pick,
    session: Mutex<Option<Session>>,
    /// The folder named on the command line, opened instead of the last project.
    first: Mutex<Option<PathBuf>>,
}

struct Session {
    project: Arc<Project>,
    /// Dropping it stops following the folder; `None` where the system cannot follow it.
    _watch: Option<Watch>,
}

impl Desk {
    /// Puts a desk together with the real clock and real ids.
    pub fn new(installation: Installation, emit: Arc<dyn Fn(Event) + Send + Sync>, pick: Pick) -> Self {
        Self(Arc::new(Inner {
            installation,
            ports: Ports::real(emit),
            pick,
            session: Mutex::default(),
            first: Mutex::default(),
        }))
    }

    /// Names the folder to open first, instead of the last project.
    pub fn open_first(&self, folder: PathBuf) {
        *self.0.first.lock() = Some(folder);
    }

    /// Asks the writer for a folder; blocks until she answers.
    pub fn pick(&self) -> Option<String> {
        (self.0.pick)()
    }

    /// Opens a folder and makes it the one that is open.
    pub fn open(&self, folder: &Path) -> Result<ProjectView> {
        let project = Arc::new(self.0.installation.open(folder, self.0.ports.clone())?);
        let view = project.view()?;
        // A desk that cannot follow the folder is still a desk; changes from outside show at the next start.
        let watch = project
            .watch()
            .inspect_err(|error| tracing::warn!("{error}"))
            .ok();
        maintain_daily(&project);
        *self.0.session.lock() = Some(Session {
            project,
            _watch: watch,
        });
        // The project is open whatever becomes of the settings; at worst the next start asks for the folder.
        if let Err(error) = self.0.installation.remember_project(Path::new(&view.root)) {
            tracing::warn!("{error}");
        }
        Ok(view)
    }

    /// Returns the open project, opening the first or the last one when none is open yet.
    pub fn current(&self) -> Result<Option<ProjectView>> {
        if let Ok(project) = self.project() {
            return project.view().map(Some);
        }
        let first = self.0.first.lock().take();
        let folder = first.or_else(|| self.settings().last_project.map(PathBuf::from));
        folder.map(|folder| self.open(&folder)).transpose()
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
    pub fn settings(&self) -> Settings {
        self.0.installation.settings()
    }

    /// Changes settings of this installation.
    pub fn update_settings(&self, patch: SettingsPatch) -> Result<Settings> {
        let moved = patch.global_memory.is_some();
        let settings = self.0.installation.update(patch)?;
        if moved {
            (self.0.ports.emit)(Event::Memory(MemoryChange {
                rules: true,
                episodes: false,
                files: false,
            }));
        }
        Ok(settings)
    }

    /// Does blocking work on a thread made for it, so that no command ever waits behind another one's disk.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Self) -> Result<T> + Send + 'static,
    ) -> std::result::Result<T, Fault> {
        let desk = self.clone();
        tauri::async_runtime::spawn_blocking(move || work(&desk).map_err(|error| error.fault()))
            .await
            .unwrap_or_else(|_| Err(Error::Stopped.fault()))
    }

    /// Does blocking work on the open project.
    pub(crate) async fn with_project<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Arc<Project>) -> Result<T> + Send + 'static,
    ) -> std::result::Result<T, Fault> {
        self.run(move |desk| work(&desk.project()?)).await
    }
}

/// Maintains a project and takes the notes of its days now and once a day for as long as it is open.
fn maintain_daily(project: &Arc<Project>) {
    const DAY: Duration = Duration::from_secs(24 * 60 * 60);
    let project = Arc::downgrade(project);
    tauri::async_runtime::spawn(async move {
        let mut daily = tokio::time::interval(DAY);
        loop {
            daily.tick().await;
            let Some(project) = project.upgrade() else { return };
            // What fails of the one keeps nothing from the other.
            let kept_up = move || [project.maintain(), project.note_days().map(drop)];
            let outcomes = tauri::async_runtime::spawn_blocking(kept_up).await;
            for error in outcomes.into_iter().flatten().filter_map(Result::err) {
                tracing::warn!(code = ?error.code(), "{error}");
            }
        }
    });
}
