//! This installation: its device name and its settings, in one folder of readable files.

use std::path::{Path, PathBuf};

use contract::{Settings, SettingsPatch};
use vault::RealDisk;

use crate::{Error, Ports, Project, Result};

/// Files of this installation are small; anything above this is not ours.
const LIMIT: u64 = 64 * 1024;

/// The folder in which this installation keeps what belongs to no project.
#[derive(Clone, Debug)]
pub struct Installation {
    folder: PathBuf,
}

impl Installation {
    /// Returns the installation kept in a folder.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
        }
    }

    /// Returns the usual folder of this system, one that does not roam between machines, or the one named by `COMMONPLACE_DATA_DIR`.
    ///
    /// The variable is honoured in every build: it is how a test, a portable installation or a second
    /// profile keeps its own device name and settings.
    pub fn usual() -> Self {
        let folder = std::env::var_os("COMMONPLACE_DATA_DIR")
            .map(PathBuf::from)
            .or_else(|| dirs::data_local_dir().map(|data| data.join("commonplace")))
            .unwrap_or_else(|| PathBuf::from(".commonplace"));
        Self::at(folder)
    }

    /// Opens a folder as a project of this installation: with the rules that hold everywhere.
    ///
    /// # Errors
    /// Those of [`Project::open`]. A global memory that cannot be used is none: the project works on with its own rules,
    /// and a notice says so.
    pub fn open(&self, folder: &Path, ports: Ports) -> Result<Project> {
        let device = self.device(|| (ports.new_id)())?;
        Ok(Project::open(folder, &device, ports)?.over(self.clone()))
    }

    /// Returns the folder of the global memory; it need not be there.
    pub fn global_memory(&self) -> PathBuf {
        // Of an absolute path only that one is left.
        self.path(self.named_global_memory().as_deref().unwrap_or("global"))
    }

    /// Returns whether the settings name a folder for the global memory.
    pub(crate) fn names_global_memory(&self) -> bool {
        self.named_global_memory().is_some()
    }

    fn named_global_memory(&self) -> Option<String> {
        self.settings().global_memory.filter(|place| !place.is_empty())
    }

    /// Returns this device's name in every journal, making one up on first use from a fresh id.
    ///
    /// Two devices must never share one: their journals would overwrite each other in a synchronised folder.
    pub fn device(&self, new_id: impl Fn() -> String) -> Result<String> {
        let path = self.path("device");
        match vault::read_text(&path, LIMIT) {
            Ok(file) if !file.text.trim().is_empty() => Ok(file.text.trim().to_owned()),
            Ok(_) | Err(vault::Error::NotFound { .. }) => {
                // The last twelve digits of a version 7 id are its random part.
                let id: String = new_id().chars().filter(char::is_ascii_alphanumeric).collect();
                let device = format!("desk-{}", &id[id.len().saturating_sub(12)..]);
                self.write("device", format!("{device}\n").as_bytes())?;
                Ok(device)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Returns the settings; a file that cannot be understood counts as empty, and is kept until the next change.
    pub fn settings(&self) -> Settings {
        vault::read_text(&self.path("settings.json"), LIMIT)
            .ok()
            .and_then(|file| serde_json::from_str(&file.text).ok())
            .unwrap_or_default()
    }

    /// Changes some settings and returns all of them.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` for a global memory in no folder that is there: a mistyped one would start a second memory.
    pub fn update(&self, patch: SettingsPatch) -> Result<Settings> {
        let mut settings = self.settings();
        settings.language = patch.language.unwrap_or(settings.language);
        settings.theme = patch.theme.unwrap_or(settings.theme);
        settings.last_file = patch.last_file.or(settings.last_file);
        if let Some(place) = patch.global_memory {
            settings.global_memory = place_named(place)?;
        }
        self.save(&settings)?;
        Ok(settings)
    }

    /// Remembers the project to open at the next start.
    pub fn remember_project(&self, project: &Path) -> Result<()> {
        let mut settings = self.settings();
        let project = project.display().to_string();
        if settings.last_project.as_ref() != Some(&project) {
            settings.last_project = Some(project);
            settings.last_file = None;
            self.save(&settings)?;
        }
        Ok(())
    }

    fn save(&self, settings: &Settings) -> Result<()> {
        let text =
            serde_json::to_string_pretty(settings).map_err(|_| Error::Unwritable { what: "settings" })?;
        self.write("settings.json", format!("{text}\n").as_bytes())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Makes a folder of this installation.
    pub(crate) fn make(&self, folder: &Path) -> Result<()> {
        // The folders above are the system's; only a folder of ours is made, and none where a disk is missing.
        let present = folder.ancestors().find(|folder| folder.is_dir());
        Ok(vault::create_folders(
            &RealDisk,
            present.unwrap_or(folder),
            folder,
        )?)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<()> {
        self.make(&self.folder)?;
        Ok(vault::write_atomic(&RealDisk, &self.path(name), bytes)?)
    }
}

/// Returns the folder for the global memory as the settings keep it: `None` for the usual one.
fn place_named(place: String) -> Result<Option<String>> {
    if place.is_empty() {
        return Ok(None);
    }
    let path = Path::new(&place);
    if path.is_absolute() && path.is_dir() {
        return Ok(Some(place));
    }
    Err(Error::Invalid {
        field: "globalMemory",
        expected: "the full path of a folder that is there, or empty for the usual one",
    })
}
