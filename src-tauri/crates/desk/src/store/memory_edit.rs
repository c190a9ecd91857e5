//! A memory file in the editor: saved as a manuscript is, followed when the writer leaves it, and never learned from.
//!
//! Saving and following are two acts. The editor saves at every pause in her typing. If each save were followed, a
//! half-typed rule would be taken in, dropped and taken in anew each time. And every drop counts as a no.

use std::path::{Path, PathBuf};

use contract::{Document, MemoryChange, SaveRequest, Saved};
use vault::TextFile;

use crate::manuscripts::versions;
use crate::memory_root::draft::{MEMORY_FILE_LIMIT, memory_text};
use crate::text::{edited, endings};
use crate::{Error, Event, Result, Store};

/// Folders of the memory root with the desk's own records.
const RECORDS: [&str; 6] = [
    "journal",
    "history",
    "index",
    "observability",
    "sessions",
    versions::FOLDER,
];

impl Store {
    /// Reads a Markdown file of the memory root, by its path relative to the project.
    ///
    /// # Errors
    /// `OUTSIDE_PROJECT` and `INVALID_ARGUMENT` for any other file, and the errors of reading the file as text.
    pub fn read_memory_file(&self, path: &str) -> Result<Document> {
        let full = self.memory_markdown(path)?;
        let file = read(&full)?;
        Ok(Document {
            path: path.to_owned(),
            text: endings::unified(&file.text),
            hash: file.hash.to_string(),
        })
    }

    /// Saves a memory file from the editor: whole or not at all, and only over the state the editor knows. No text of
    /// it is remembered as pasted, and no revision is recorded.
    ///
    /// Until [`Store::leave_memory_file`] the watch ignores an unfinished `MEMORY.md`. A change of memory follows the
    /// file as it stands, like a file saved by any other editor. The file keeps its line endings and its byte-order
    /// mark, unless it was deleted and is written again.
    ///
    /// # Errors
    /// `FILE_CHANGED` when the file on disk is not the one the editor knows. `INVALID_ARGUMENT` for text with a NUL in
    /// it, which could not be read again. `WRITE_DENIED`, `DISK_FULL` and `NOT_FOUND` leave the old bytes.
    pub fn save_memory_file(&self, request: &SaveRequest) -> Result<Saved> {
        let path = self.memory_markdown(&request.path)?;
        if request.text.contains('\0') {
            return Err(Error::Invalid {
                field: "text",
                expected: "text without a NUL character",
            });
        }
        // Without the turn, this save could come between a run's reading and swapping of the file.
        let turn = self.memory.turn()?;
        let (habits, base) = if request.base_hash.is_empty() {
            (TextFile::decode(&path, Vec::new())?, None)
        } else {
            let file = read(&path)?;
            if file.hash.as_str() != request.base_hash {
                return Err(vault::Error::Changed { path }.into());
            }
            let hash = file.hash.clone();
            (file, Some(hash))
        };
        let (file, bytes) = edited(&path, &habits, habits.encoding, &request.text, MEMORY_FILE_LIMIT)?;
        if base.as_ref() != Some(&file.hash) {
            // Noted first: the watch may see the new file before this thread goes on.
            let before = self.in_hand.lock().insert(path.clone(), file.hash.clone());
            if let Err(error) = vault::replace(&*self.ports.disk, &path, base.as_ref(), &bytes) {
                let mut in_hand = self.in_hand.lock();
                match before {
                    Some(before) => in_hand.insert(path, before),
                    None => in_hand.remove(&path),
                };
                return Err(error.into());
            }
        }
        drop(turn);
        Ok(Saved {
            hash: file.hash.to_string(),
            unkept: None,
        })
    }

    /// Follows the writer's edits of a memory file in the editor, now that she has left it.
    ///
    /// # Errors
    /// The errors of [`MemoryRoot::follow`](crate::MemoryRoot::follow). The saved file stays saved, and the next change
    /// or start follows it.
    pub fn leave_memory_file(&self, path: &str) -> Result<()> {
        let full = self.memory_markdown(path)?;
        if self.in_hand.lock().remove(&full).is_none() {
            return Ok(());
        }
        if full == self.memory.memory_file() {
            return self.memory.follow();
        }
        (self.ports.emit)(Event::Memory(MemoryChange {
            rules: false,
            episodes: false,
            files: true,
        }));
        Ok(())
    }

    /// Returns whether a file of the memory root is as the editor saved it last, while the writer is still editing it.
    pub(crate) fn is_in_hand(&self, path: &Path) -> bool {
        let Some(saved) = self.in_hand.lock().get(path).cloned() else {
            return false;
        };
        vault::read_text(path, MEMORY_FILE_LIMIT).is_ok_and(|file| file.hash == saved)
    }

    /// Returns the path, relative to the project, of a file that [`Store::read_memory_file`] reads. Returns `None` for
    /// any other file.
    pub(crate) fn as_memory_markdown(&self, path: &Path) -> Option<String> {
        let path = self.memory.project.relative(path)?;
        self.memory_markdown(&path).is_ok().then_some(path)
    }

    fn memory_markdown(&self, path: &str) -> Result<PathBuf> {
        let full = self.memory.project.at(path)?;
        let name = full
            .strip_prefix(&self.memory.place)
            .map_err(|_| vault::Error::OutsideRoot { path: path.into() })?;
        let is_record = RECORDS.iter().any(|folder| name.starts_with(folder));
        if is_record || full.extension().is_none_or(|extension| extension != "md") {
            return Err(Error::Invalid {
                field: "path",
                expected: "a Markdown file (.md) of the memory, and none of the desk's own records",
            });
        }
        Ok(full)
    }
}

fn read(path: &Path) -> Result<TextFile> {
    Ok(memory_text(path, vault::read_text(path, MEMORY_FILE_LIMIT)?)?)
}
