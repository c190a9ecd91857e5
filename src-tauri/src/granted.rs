//! The one door for full paths that the page names.
//!
//! A page that was taken over could name any folder of the machine. So a folder is taken from the page only where the
//! writer named it outside of the page. She names it in a dialog of the system, by a drop, on a command line, or in an
//! earlier session.

use std::io;
use std::path::{Component, Path};

use desk::{Error, Result};
use tauri::fs::Scope;

/// The folders that the writer named since the desk was started.
///
/// They are kept in the scope of `tauri-plugin-fs`, which takes in what is dropped on the window by itself. A dialog that
/// is asked from Rust is not among what it hears of, so its answers are added here.
pub(crate) struct Granted(Scope);

impl Granted {
    /// Begins with what the scope holds.
    pub fn new(scope: Scope) -> Self {
        Self(scope)
    }

    /// Takes in a folder the writer named: that folder, and neither what is above it nor what is below.
    pub fn add(&self, folder: &Path) {
        // The scope calls every exact path a file. A folder in its sense would let in all that lies in it.
        if let Err(error) = self.0.allow_file(folder) {
            tracing::warn!("a folder was named that cannot be opened from the page: {error}");
        }
    }

    /// Checks that the writer named a folder; `recent` are those of earlier sessions, which no page can write.
    ///
    /// # Errors
    /// [`Error::NotChosen`]. A folder that was named and is gone passes: its opening says what is wrong with it.
    pub fn check(&self, folder: &Path, recent: &[String]) -> Result<()> {
        let is_recent = recent.iter().any(|known| Path::new(known) == folder);
        if folder.is_absolute() && (is_recent || self.holds(folder)) {
            return Ok(());
        }
        Err(Error::NotChosen {
            path: folder.to_owned(),
        })
    }

    fn holds(&self, folder: &Path) -> bool {
        // The scope's own `is_allowed` takes "Novel" and "NOVEL" for one folder also where they are two. It reads a
        // link as if it stood in the working directory. So the scope's folders are compared here, as the disk names
        // them.
        let named = |path: &Path| {
            self.0
                .allowed_patterns()
                .iter()
                .any(|known| known.matches_path(path))
        };
        match folder.canonicalize() {
            Ok(there) => named(&there),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let climbs = folder.components().any(|part| part == Component::ParentDir);
                !climbs && !folder.is_symlink() && named(folder)
            }
            Err(_) => false,
        }
    }
}
