//! Undo that outlives the window: the editor's undo history of a manuscript, as long as the file's text is the same.

use contract::UndoHistory;
use vault::ContentHash;

use crate::{Error, Manuscripts, Result};

/// The folder of undo histories in the installation's folder.
const FOLDER: &str = "undo";

/// The largest undo history that is kept, in bytes. The editor drops the oldest steps before this limit.
const LIMIT: u64 = 4 * 1024 * 1024;

impl Manuscripts {
    /// Returns the undo history of a manuscript whose file has this hash; `None` without a history of this text.
    pub fn undo_history(&self, path: &str, hash: &str) -> Result<Option<UndoHistory>> {
        self.manuscript(path)?;
        let kept = self
            .outside(FOLDER, path)
            .and_then(|place| vault::read_text(&place.with_extension("json"), LIMIT).ok())
            .and_then(|file| serde_json::from_str::<UndoHistory>(&file.text).ok());
        Ok(kept.filter(|kept| kept.hash == hash))
    }

    /// Keeps the undo history of a manuscript in place of the history before.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` for a history that is too long, and the errors of writing. An error loses no text of hers.
    pub fn keep_undo_history(&self, path: &str, hash: &str, history: String) -> Result<()> {
        self.manuscript(path)?;
        let Some(place) = self.outside(FOLDER, path) else {
            return Ok(());
        };
        let kept = UndoHistory {
            hash: hash.to_owned(),
            at: self.memory.now().to_rfc3339(),
            history,
        };
        let text = serde_json::to_string(&kept).map_err(|_| Error::Unwritable { what: "undo" })?;
        if text.len() as u64 > LIMIT {
            return Err(Error::Invalid {
                field: "history",
                expected: "at most 4 MB",
            });
        }
        if let Some(folder) = place.parent() {
            self.make_folder(folder)?;
        }
        Ok(vault::write_atomic(
            &*self.ports.disk,
            &place.with_extension("json"),
            text.as_bytes(),
        )?)
    }

    /// Moves the undo history of a manuscript to its new name.
    pub(crate) fn rename_undo(&self, from: &str, to: &str) -> Result<()> {
        let places = [self.outside(FOLDER, from), self.outside(FOLDER, to)];
        let [Some(from), Some(to)] = places.map(|place| place.map(|place| place.with_extension("json")))
        else {
            return Ok(());
        };
        let Ok(bytes) = vault::read_bytes(&from, LIMIT) else {
            return Ok(());
        };
        vault::write_atomic(&*self.ports.disk, &to, &bytes)?;
        Ok(vault::remove(&*self.ports.disk, &from, &ContentHash::of(&bytes))?)
    }
}
