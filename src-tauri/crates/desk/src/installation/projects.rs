//! The project that each folder held last, by its id.
//!
//! A project's id is in the journal of its memory. When the writer deletes the memory, the folder gets a new id, and
//! this file still has the old one. So the versions below the old id are found again.

use std::collections::BTreeMap;
use std::path::Path;

use crate::{Error, Installation, Result};

const FILE: &str = "projects.json";

/// The largest file that is read; 10,000 folders have about 1 MB.
const LIMIT: u64 = 8 * 1024 * 1024;

impl Installation {
    /// Returns the id of the project that a folder held last.
    pub(crate) fn project_before(&self, folder: &Path) -> Option<String> {
        let before = self.projects().remove(folder.to_str()?)?;
        // Anybody may have edited the file, and the id becomes the name of a folder.
        vault::is_portable(&before).then_some(before)
    }

    /// Keeps the id of the project that a folder holds.
    ///
    /// # Errors
    /// The errors of writing.
    pub(crate) fn keep_project(&self, folder: &Path, id: &str) -> Result<()> {
        let Some(folder) = folder.to_str() else {
            return Ok(());
        };
        let mut projects = self.projects();
        if projects.insert(folder.to_owned(), id.to_owned()).as_deref() == Some(id) {
            return Ok(());
        }
        let text = serde_json::to_string_pretty(&projects).map_err(|_| Error::Unwritable {
            what: "the list of projects",
        })?;
        self.write(FILE, format!("{text}\n").as_bytes())
    }

    /// Returns the ids by folder. A file that cannot be read counts as missing: then only old versions are not found.
    fn projects(&self) -> BTreeMap<String, String> {
        let file = vault::read_text(&self.path(FILE), LIMIT).ok();
        file.and_then(|file| serde_json::from_str(&file.text).ok())
            .unwrap_or_default()
    }
}
