//! The access check for full paths that the page names.
//!
//! A compromised page could name any folder of the machine. So the desk accepts a folder from the page only if the
//! writer named it outside the page. She names it in a dialog of the system, by a drop, on a command line, or in an
//! earlier session.

use std::io;
use std::path::{Component, Path};

use desk::{Error, Result};
use tauri::fs::Scope;

/// The folders that the writer named since the desk started.
///
/// They are kept in the scope of `tauri-plugin-fs`, which adds everything dropped on the window by itself. It does not
/// see the results of a dialog opened from Rust, so these are added here.
pub(crate) struct Granted(Scope);

impl Granted {
    /// Starts with the paths already in the scope.
    pub fn new(scope: Scope) -> Self {
        Self(scope)
    }

    /// Adds a folder the writer named: that folder alone, without its parent or its children.
    pub fn add(&self, folder: &Path) {
        // `allow_file` adds one exact path, also for a folder. `allow_directory` would also allow all files in it.
        if let Err(error) = self.0.allow_file(folder) {
            tracing::warn!("a folder was named that cannot be opened from the page: {error}");
        }
    }

    /// Checks that the writer named a folder. `recent` are the folders of earlier sessions; the page cannot change that
    /// list.
    ///
    /// # Errors
    /// [`Error::NotChosen`]. A folder that was named but no longer exists passes, so that opening it reports the cause.
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
        // The scope's own `is_allowed` ignores case: it accepts "NOVEL" for "Novel", which may be two folders. It also
        // resolves a link relative to the working directory. So the canonical path is compared here with the scope's
        // patterns.
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
