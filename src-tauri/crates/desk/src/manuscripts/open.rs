//! Manuscripts: reading and saving the writer's own files without changing a byte that she did not change.

use std::collections::hash_map::Entry;
use std::path::{Component, Path};

use contract::{Document, SaveRequest, Saved};
use vault::{ContentHash, Encoding, Identity, TextFile};

use crate::manuscripts::neighbours;
use crate::manuscripts::state::{LIMIT, OpenManuscript, is_manuscript};
use crate::manuscripts::versions;
use crate::text::{edited, endings};
use crate::{Error, Manuscripts, Result};

/// A manuscript when the writer leaves it, compared with its last opening or settling.
pub(crate) struct Left {
    /// The text when the manuscript was opened or last settled.
    pub before: String,
    /// The texts that the desk offered and the writer took since.
    pub taken: Vec<String>,
    /// The text now.
    pub text: String,
}

impl Manuscripts {
    /// Reads a manuscript for the editor.
    pub fn read(&self, path: &str) -> Result<Document> {
        let full = self.manuscript(path)?;
        let file = self.file_of(path, &full)?;
        let text = endings::unified(&file.text);
        let hash = file.hash.to_string();
        let identity = Identity::of(&full);
        let mut open = self.open.lock();
        let before = match open.entry(path.to_owned()) {
            Entry::Occupied(mut manuscript) => {
                manuscript.get_mut().identity = identity;
                manuscript.get_mut().follow(file)
            }
            Entry::Vacant(place) => {
                place.insert(OpenManuscript {
                    baseline: text.clone(),
                    taken: Vec::new(),
                    file,
                    kept: None,
                    handed: None,
                    identity,
                });
                None
            }
        };
        drop(open);
        self.keep_replaced(path, before);
        Ok(Document {
            path: path.to_owned(),
            text,
            hash,
        })
    }

    /// Saves a manuscript: whole or not at all, and only over the state the editor knows.
    ///
    /// The file is kept as a version before its first change. After that, the first save after every five minutes keeps
    /// the new file as a version.
    ///
    /// The file keeps its encoding, its line endings, its byte-order mark and its permissions; a save that changes nothing
    /// writes nothing. A new file takes the encoding and the line endings of most manuscripts beside it.
    ///
    /// # Errors
    /// `FILE_CHANGED` when the file on disk is not the one the editor knows. `WRITE_DENIED`, `DISK_FULL`, `NOT_FOUND`,
    /// and `FILE_ENCODING` for a character that the encoding lacks. These leave the old bytes on disk, and the editor
    /// keeps the new text.
    pub(crate) fn save(&self, request: &SaveRequest) -> Result<Saved> {
        let path = self.manuscript(&request.path)?;
        if request.base_hash.is_empty() {
            return self.write_again(&path, request);
        }
        let file = self.file_of(&request.path, &path)?;
        if file.hash.as_str() != request.base_hash {
            let habits = self.habits(&request.path, &path);
            let (wanted, _) = edited(&path, &habits, encoding(request, &habits), &request.text, LIMIT)?;
            if wanted.hash != file.hash {
                return Err(vault::Error::Changed { path }.into());
            }
            // An earlier try renamed the new file into place, but reported a failure because the folder could not be
            // synced.
            vault::make_durable(&*self.ports.disk, &path)?;
            return self.write(&path, request, &habits, Some(&file.hash));
        }
        self.take_over(&request.path, &request.base_hash);
        let file = match self.known_file(&request.path) {
            Some(known) if known.hash == file.hash => known,
            _ => file,
        };
        let habits = neighbours::with_habits(&path, file);
        self.write(&path, request, &habits, Some(&habits.hash))
    }

    /// Writes a manuscript that has no file: a new manuscript, or one whose file was moved or deleted while the editor
    /// held its text.
    fn write_again(&self, path: &Path, request: &SaveRequest) -> Result<Saved> {
        if let Some(folder) = path.parent() {
            vault::create_folders(&*self.ports.disk, self.root.path(), folder)?;
        }
        let saved = self.write(path, request, &self.habits(&request.path, path), None)?;
        let file = neighbours::decoded(path, vault::read_bytes(path, LIMIT)?)?;
        self.open
            .lock()
            .entry(request.path.clone())
            .or_insert_with(|| OpenManuscript {
                baseline: String::new(),
                taken: Vec::new(),
                file,
                kept: Some(self.memory.now()),
                handed: None,
                identity: Identity::of(path),
            });
        Ok(saved)
    }

    /// Writes the editor's text over the state named by `base`, with the encoding and line endings of `habits`.
    fn write(
        &self,
        path: &Path,
        request: &SaveRequest,
        habits: &TextFile,
        base: Option<&ContentHash>,
    ) -> Result<Saved> {
        let (file, bytes) = edited(path, habits, encoding(request, habits), &request.text, LIMIT)?;
        let hash = file.hash.clone();
        let changes = base != Some(&hash);
        if changes && base.is_some() {
            self.keep_before_edit(&request.path, &request.base_hash);
        }
        // Recorded first, because the watch may see the new file before this thread continues.
        let known = self.note_file(&request.path, file);
        self.journal_save(&request.path, hash.as_str(), request.seq);
        if changes && let Err(error) = vault::replace(&*self.ports.disk, path, base, &bytes) {
            known.and_then(|known| self.note_file(&request.path, known));
            return Err(error.into());
        }
        if let Some(manuscript) = self.open.lock().get_mut(&request.path) {
            manuscript.identity = Identity::of(path);
        }
        self.shorten_journal(&request.path);
        let unkept = self.keep_at_times(&request.path, &bytes).err();
        Ok(Saved {
            hash: hash.to_string(),
            unkept: unkept.map(|error| error.fault()),
        })
    }

    /// Keeps a version of a manuscript before its first change since it was opened; `hash` names that state.
    pub(crate) fn keep_before_edit(&self, path: &str, hash: &str) {
        let file = self.open.lock().get_mut(path).and_then(|open| {
            let first = open.kept.is_none() && open.file.hash.as_str() == hash;
            first.then(|| {
                open.kept = Some(self.memory.now());
                open.file.clone()
            })
        });
        let Some(file) = file else { return };
        if let Err(error) = self.keep_bytes(path, &file.encode(&file.text)) {
            tracing::warn!(code = ?error.code(), "the state before the first change is no version");
        }
    }

    /// Keeps a just saved manuscript as a version, if the last version is old enough.
    fn keep_at_times(&self, path: &str, bytes: &[u8]) -> Result<()> {
        let now = self.memory.now();
        let due = self.open.lock().get_mut(path).is_some_and(|open| {
            let due = open.kept.is_none_or(|kept| now - kept >= versions::APART);
            if due {
                open.kept = Some(now);
            }
            due
        });
        if due { self.keep_bytes(path, bytes) } else { Ok(()) }
    }

    /// Keeps as a version the file that another program replaced.
    pub(crate) fn keep_replaced(&self, path: &str, before: Option<TextFile>) {
        if let Some(before) = before
            && let Err(error) = self.keep_bytes(path, &before.encode(&before.text))
        {
            tracing::warn!(code = ?error.code(), "what another program replaced is no version");
        }
    }

    /// Reads the file of a manuscript. An encoding that was recognised once stays the same, however the text has
    /// changed since.
    pub(crate) fn file_of(&self, path: &str, full: &Path) -> Result<TextFile> {
        let bytes = vault::read_bytes(full, LIMIT)?;
        match self.known_file(path) {
            Some(known) if known.hash == ContentHash::of(&bytes) => Ok(known),
            _ => Ok(neighbours::decoded(full, bytes)?),
        }
    }

    /// Returns the file of an open manuscript as it was last read or written.
    pub(crate) fn known_file(&self, path: &str) -> Option<TextFile> {
        Some(self.open.lock().get(path)?.file.clone())
    }

    /// Returns the file whose encoding and line endings a manuscript is written with: its last known file, or one like
    /// most manuscripts beside it.
    pub(crate) fn habits(&self, path: &str, full: &Path) -> TextFile {
        neighbours::with_habits(full, self.known_file(path).unwrap_or_else(TextFile::empty))
    }

    /// Returns how an open manuscript changed since it was opened or last settled, when the writer leaves it. Returns
    /// `None` where another program wrote its file. The crash journal ends, and the text is kept as a version.
    ///
    /// # Errors
    /// The errors of reading the file.
    pub(crate) fn leave(&self, path: &str) -> Result<Option<Left>> {
        let file = vault::read_manuscript(&self.manuscript(path)?, LIMIT)?;
        let text = endings::unified(&file.text);
        let (left, is_edited) = {
            let mut open = self.open.lock();
            let Some(manuscript) = open.get_mut(path) else {
                return Ok(None);
            };
            if manuscript.file.hash != file.hash {
                // The known file stays the editor's file, so that the editor is told of the new file.
                manuscript.begin(&text);
                return Ok(None);
            }
            let left = Left {
                before: manuscript.baseline.clone(),
                taken: manuscript.taken.clone(),
                text,
            };
            (left, manuscript.kept.is_some())
        };
        self.end_journal(path, file.hash.as_str());
        if is_edited && let Err(error) = self.keep_bytes(path, &file.encode(&file.text)) {
            tracing::warn!(code = ?error.code(), "a manuscript that was left is no version");
        }
        Ok(Some(left))
    }

    /// Marks the changes of a manuscript as settled; returns `false` where they were settled meanwhile.
    pub(crate) fn settled(&self, path: &str, left: &Left) -> bool {
        let mut open = self.open.lock();
        let Some(manuscript) = open.get_mut(path).filter(|open| open.baseline == left.before) else {
            return false;
        };
        manuscript.baseline.clone_from(&left.text);
        manuscript
            .taken
            .drain(..left.taken.len().min(manuscript.taken.len()));
        true
    }

    /// Remembers that the writer took a text the desk offered: this text is no revision of hers.
    pub(crate) fn took(&self, path: &str, text: &str) {
        if let Some(open) = self.open.lock().get_mut(path) {
            open.taken.push(text.to_owned());
        }
    }

    /// Returns the text of an open manuscript as it was opened or last settled.
    pub(crate) fn baseline(&self, path: &str) -> Option<String> {
        Some(self.open.lock().get(path)?.baseline.clone())
    }

    /// Returns whether a path is a manuscript whose file is not the one the desk last read or wrote.
    pub(crate) fn changed_outside(&self, path: &str) -> bool {
        if !is_manuscript(Path::new(path)) {
            return false;
        }
        let known = self
            .open
            .lock()
            .get(path)
            .map(|manuscript| manuscript.file.hash.clone());
        let Some(known) = known else { return true };
        let present = self
            .manuscript(path)
            .and_then(|path| Ok(vault::read_manuscript(&path, LIMIT)?));
        present.map_or(true, |file| file.hash != known)
    }

    /// Notes the new file of an open manuscript; returns the file before.
    fn note_file(&self, path: &str, file: TextFile) -> Option<TextFile> {
        let mut open = self.open.lock();
        let manuscript = open.get_mut(path)?;
        Some(std::mem::replace(&mut manuscript.file, file))
    }

    /// Checks that a path names a manuscript of the project, without reading the disk.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `OUTSIDE_PROJECT`.
    pub(crate) fn is_named(&self, path: &str) -> Result<()> {
        let is_inside = Path::new(path)
            .components()
            .all(|part| matches!(part, Component::Normal(_)));
        if !is_inside {
            return Err(vault::Error::OutsideRoot { path: path.into() }.into());
        }
        if self.is_listed(Path::new(path)) {
            Ok(())
        } else {
            Err(no_manuscript())
        }
    }

    /// Returns the full path of a manuscript, with links followed, whether or not the file exists.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` for a path of no manuscript, `OUTSIDE_PROJECT`, `PROJECT_UNAVAILABLE`.
    pub(crate) fn manuscript(&self, path: &str) -> Result<std::path::PathBuf> {
        self.memory.is_there()?;
        if !is_manuscript(Path::new(path)) {
            return Err(no_manuscript());
        }
        let full = self.root.resolve(path)?;
        // The text of a memory file is not her prose. Nothing may be learned from it, and memory files have their own
        // commands.
        if self.memory.is_in_memory(&full) {
            return Err(Error::Invalid {
                field: "path",
                expected: "a manuscript, outside the memory folder",
            });
        }
        Ok(full)
    }
}

const fn no_manuscript() -> Error {
    Error::Invalid {
        field: "path",
        expected: "a .md, .markdown or .txt file, outside the memory folder",
    }
}

/// Returns the encoding a text is saved in: the encoding of its file, unless the writer chose UTF-8.
fn encoding(request: &SaveRequest, habits: &TextFile) -> Encoding {
    if request.as_utf8 {
        Encoding::Utf8
    } else {
        habits.encoding
    }
}
