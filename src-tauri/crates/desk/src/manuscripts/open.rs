//! Manuscripts: the writer's own files, read and saved without a byte changed that she did not change.

use std::collections::hash_map::Entry;
use std::ops::Range;
use std::path::{Component, Path};

use chrono::{DateTime, Utc};
use contract::{Document, SaidScene, SaveRequest, Saved};
use learning::episode::IMPORTANCE;
use learning::{Episode, EpisodeKind, TextOrigin};
use prose::{Language, SceneType, scene, segment};
use vault::{ContentHash, Encoding, Identity, TextFile};

use crate::origin::origin;
use crate::revision::{Revision, foreign, holds_any, revisions};
use crate::{Error, Project, Result, endings, versions, wire};

/// The largest manuscript that is opened. *War and Peace* has 3.2 MB; the editor stays quick up to 10 MB
/// and the whole text crosses to it on every save.
pub(crate) const LIMIT: u64 = 16 * 1024 * 1024;

/// What a writer calls the skill of changing her own text.
const REVISE: &str = "revise";

/// A manuscript the editor has open.
pub(crate) struct OpenManuscript {
    /// The text when it was opened or last settled: what revisions are told against.
    baseline: String,
    /// Texts the desk offered and the writer took since then.
    pub taken: Vec<String>,
    /// The file as the desk last read or wrote it; anything else on disk came from outside.
    pub file: TextFile,
    /// When a version of it was last kept; `None` while it is as it was opened.
    kept: Option<DateTime<Utc>>,
    /// The file of another program as it was last handed to the editor to be merged, until the editor has taken it over.
    pub handed: Option<TextFile>,
    /// Which file it is, whatever it is called.
    pub identity: Option<Identity>,
}

impl OpenManuscript {
    /// Begins anew with a text that another program wrote: nothing in it is the writer's revision.
    pub fn begin(&mut self, text: &str) {
        text.clone_into(&mut self.baseline);
        self.taken.clear();
    }

    /// Takes what another program wrote for the file from now on; returns the one it replaced, if it is another one.
    pub fn follow(&mut self, file: TextFile) -> Option<TextFile> {
        let changed = self.file.hash != file.hash;
        if changed {
            self.begin(&endings::unified(&file.text));
            self.kept = None;
        }
        let before = std::mem::replace(&mut self.file, file);
        changed.then_some(before)
    }
}

impl Project {
    /// Reads a manuscript for the editor.
    pub fn read(&self, path: &str) -> Result<Document> {
        let full = self.manuscript(path)?;
        let file = self.file_of(path, &full)?;
        let text = endings::unified(&file.text);
        let hash = file.hash.to_string();
        let identity = Identity::of(&full);
        let mut open = self.manuscripts.lock();
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
    /// What was pasted into it is remembered as such once it is in the file. The file as it was is kept as a version before
    /// its first change, and as it is now with the first save after every five minutes.
    ///
    /// The file keeps its encoding, its line endings, its byte-order mark and its permissions; a save that changes nothing
    /// writes nothing.
    ///
    /// # Errors
    /// `FILE_CHANGED` when the file on disk is another one; `WRITE_DENIED`, `DISK_FULL`, `NOT_FOUND` and, for a character
    /// that its encoding has not, `FILE_ENCODING` leave the old bytes, and the editor keeps the new ones.
    pub fn save(&self, request: &SaveRequest) -> Result<Saved> {
        let path = self.manuscript(&request.path)?;
        if request.base_hash.is_empty() {
            return self.write_again(&path, request);
        }
        let file = self.file_of(&request.path, &path)?;
        if file.hash.as_str() != request.base_hash {
            let habits = self.habits(&request.path);
            let (wanted, _) = edited(&path, &habits, encoding(request, &habits), &request.text, LIMIT)?;
            if wanted.hash != file.hash {
                return Err(vault::Error::Changed { path }.into());
            }
            // An earlier try gave the file its name and was told that it failed, because the folder could not be synced.
            vault::make_durable(&*self.ports.disk, &path)?;
            return self.write(&path, request, &habits, Some(&file.hash));
        }
        self.take_over(&request.path, &request.base_hash);
        let file = match self.known_file(&request.path) {
            Some(known) if known.hash == file.hash => known,
            _ => file,
        };
        self.write(&path, request, &file, Some(&file.hash))
    }

    /// Writes a manuscript that has no file: a new one, or one whose file was moved or deleted while the editor held its
    /// text.
    fn write_again(&self, path: &Path, request: &SaveRequest) -> Result<Saved> {
        if let Some(folder) = path.parent() {
            vault::create_folders(&*self.ports.disk, self.root.path(), folder)?;
        }
        let saved = self.write(path, request, &self.habits(&request.path), None)?;
        let file = TextFile::decode_manuscript(path, vault::read_bytes(path, LIMIT)?)?;
        self.manuscripts
            .lock()
            .entry(request.path.clone())
            .or_insert_with(|| OpenManuscript {
                baseline: String::new(),
                taken: Vec::new(),
                file,
                kept: Some(self.now()),
                handed: None,
                identity: Identity::of(path),
            });
        Ok(saved)
    }

    /// Writes the editor's text with the habits of the file it came from, over the state named by `base`.
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
        // Noted first: the watcher may see the new file before this thread goes on.
        let known = self.note_file(&request.path, file);
        self.journal_save(&request.path, hash.as_str(), request.seq);
        if changes && let Err(error) = vault::replace(&*self.ports.disk, path, base, &bytes) {
            known.and_then(|known| self.note_file(&request.path, known));
            return Err(error.into());
        }
        if let Some(manuscript) = self.manuscripts.lock().get_mut(&request.path) {
            manuscript.identity = Identity::of(path);
        }
        self.shorten_journal(&request.path);
        // The text is safe; where it came from is told again when the writer leaves it.
        if self.assists()
            && let Err(error) = self.remember_pasted(&request.path, &request.pasted)
        {
            tracing::warn!(code = ?error.code(), "what was pasted was not remembered");
        }
        let unkept = self.keep_at_times(&request.path, &bytes).err();
        Ok(Saved {
            hash: hash.to_string(),
            units: units(&request.text),
            unkept: unkept.map(|error| error.fault()),
        })
    }

    /// Keeps a manuscript as it is before its first change since it was opened; `hash` names that state.
    pub(crate) fn keep_before_edit(&self, path: &str, hash: &str) {
        let file = self.manuscripts.lock().get_mut(path).and_then(|open| {
            let first = open.kept.is_none() && open.file.hash.as_str() == hash;
            first.then(|| {
                open.kept = Some(self.now());
                open.file.clone()
            })
        });
        let Some(file) = file else { return };
        if let Err(error) = self.keep_bytes(path, &file.encode(&file.text)) {
            tracing::warn!(code = ?error.code(), "the state before the first change is no version");
        }
    }

    /// Keeps a manuscript as it was just saved, if the last version was kept long enough ago.
    fn keep_at_times(&self, path: &str, bytes: &[u8]) -> Result<()> {
        let now = self.now();
        let due = self.manuscripts.lock().get_mut(path).is_some_and(|open| {
            let due = open.kept.is_none_or(|kept| now - kept >= versions::APART);
            if due {
                open.kept = Some(now);
            }
            due
        });
        if due { self.keep_bytes(path, bytes) } else { Ok(()) }
    }

    /// Keeps as a version what another program replaced.
    pub(crate) fn keep_replaced(&self, path: &str, before: Option<TextFile>) {
        if let Some(before) = before
            && let Err(error) = self.keep_bytes(path, &before.encode(&before.text))
        {
            tracing::warn!(code = ?error.code(), "what another program replaced is no version");
        }
    }

    /// Reads the file of a manuscript. What an encoding was once recognised as it stays, however the text has changed since.
    pub(crate) fn file_of(&self, path: &str, full: &Path) -> Result<TextFile> {
        let bytes = vault::read_bytes(full, LIMIT)?;
        match self.known_file(path) {
            Some(known) if known.hash == ContentHash::of(&bytes) => Ok(known),
            _ => Ok(TextFile::decode_manuscript(full, bytes)?),
        }
    }

    /// Returns the file of an open manuscript as it was last read or written.
    pub(crate) fn known_file(&self, path: &str) -> Option<TextFile> {
        Some(self.manuscripts.lock().get(path)?.file.clone())
    }

    /// Returns the file whose encoding and line endings a text of a manuscript is written with: the one that is or was
    /// there, or an empty one.
    pub(crate) fn habits(&self, path: &str) -> TextFile {
        self.known_file(path).unwrap_or_else(TextFile::empty)
    }

    /// Records what the writer revised in a manuscript since it was opened or last settled.
    ///
    /// Called when she leaves it: by then a revision is one act, not the fifty saves it took. Returns how many
    /// paragraphs she revised. What another program made of the file is nobody's revision here: whose hand it was
    /// cannot be told.
    ///
    /// `pasted` are the stretches of the text that came from elsewhere, as they read now. They are remembered, and a
    /// revision with one in it, or of a paragraph that is known to come from elsewhere, is recorded with that origin
    /// and says nothing about her. What stood in the manuscript before is not counted as pasted: she only moved or
    /// repeated it.
    ///
    /// `said` are the passages of which she said in an offer what kind of scene they are, as long as the editor knows
    /// them. Her word on the passage wins over the manuscript's, and both over what the words look like.
    ///
    /// # Errors
    /// Those of reading the file, the journal and the index. Nothing is settled then, and the next time tells all of it.
    /// A kind of scene that is none is `INVALID_ARGUMENT`.
    pub fn settle(&self, path: &str, pasted: &[String], said: &[SaidScene]) -> Result<u32> {
        let file = vault::read_manuscript(&self.manuscript(path)?, LIMIT)?;
        let text = endings::unified(&file.text);
        let said = said_in(&text, said)?;
        let (baseline, taken) = {
            let mut open = self.manuscripts.lock();
            let Some(manuscript) = open.get_mut(path) else {
                return Ok(0);
            };
            if manuscript.file.hash != file.hash || !self.assists() {
                // The file that is known stays the one the editor has, so that the editor is told of this one.
                manuscript.begin(&text);
                return Ok(0);
            }
            (manuscript.baseline.clone(), manuscript.taken.clone())
        };
        self.end_journal(path, file.hash.as_str());
        if self
            .manuscripts
            .lock()
            .get(path)
            .is_some_and(|open| open.kept.is_some())
            && let Err(error) = self.keep_bytes(path, &file.encode(&file.text))
        {
            tracing::warn!(code = ?error.code(), "a manuscript that was left is no version");
        }
        self.remember_pasted(path, pasted)?;
        let foreign = foreign(&baseline, pasted);
        let revisions = revisions(&baseline, &text, &taken);
        let acts = self.acts(path, &text, &revisions, &foreign, &said)?;
        {
            let mut open = self.manuscripts.lock();
            let Some(manuscript) = open.get_mut(path).filter(|open| open.baseline == baseline) else {
                return Ok(0);
            };
            manuscript.baseline.clone_from(&text);
            manuscript.taken.drain(..taken.len().min(manuscript.taken.len()));
        }
        for act in &acts {
            self.keep(act)?;
        }
        self.remember_work(path, &baseline, &text)?;
        Ok(u32::try_from(acts.len()).unwrap_or(u32::MAX))
    }

    /// Returns the episodes that revisions are.
    fn acts(
        &self,
        path: &str,
        text: &str,
        revisions: &[Revision<'_>],
        foreign: &[String],
        said: &[(Range<usize>, SceneType)],
    ) -> Result<Vec<Episode>> {
        if revisions.is_empty() {
            return Ok(Vec::new());
        }
        let view = self.latest()?;
        let mut acts = Vec::new();
        for &Revision { draft, revised, at } in revisions {
            let language = Language::of(revised);
            let mut origin = origin(&view, draft)?;
            if origin == TextOrigin::Pasted {
                self.remember_pasted(path, &[revised.to_owned()])?;
            } else if holds_any(revised, foreign) {
                origin = TextOrigin::Pasted;
            }
            acts.push(Episode {
                id: (self.ports.new_id)(),
                created_at: (self.ports.now)(),
                project_id: self.id.clone(),
                kind: EpisodeKind::Revision,
                scene_type: said_of(said, at..at + revised.len())
                    .or_else(|| scene::declared(text, at))
                    .unwrap_or_else(|| scene::detect(revised, language)),
                skill_used: REVISE.into(),
                input_context: String::new(),
                candidates: vec![draft.to_owned()],
                selected_index: 0,
                final_text: revised.to_owned(),
                language,
                chapter_id: path.to_owned(),
                undone: false,
                in_part: false,
                repeated: 0,
                shaped_by: Vec::new(),
                held_out: Vec::new(),
                origin,
                importance: IMPORTANCE,
                user_confirmed: false,
            });
        }
        Ok(acts)
    }

    /// Returns the text of an open manuscript as it was opened or last settled.
    pub(crate) fn baseline(&self, path: &str) -> Option<String> {
        Some(self.manuscripts.lock().get(path)?.baseline.clone())
    }

    /// Returns whether a path is a manuscript whose file is not the one the desk last read or wrote.
    pub(crate) fn changed_outside(&self, path: &str) -> bool {
        if !is_manuscript(Path::new(path)) {
            return false;
        }
        let known = self
            .manuscripts
            .lock()
            .get(path)
            .map(|manuscript| manuscript.file.hash.clone());
        let Some(known) = known else { return true };
        let present = self
            .manuscript(path)
            .and_then(|path| Ok(vault::read_manuscript(&path, LIMIT)?));
        present.map_or(true, |file| file.hash != known)
    }

    /// Notes what the file of an open manuscript is now; returns what it was.
    fn note_file(&self, path: &str, file: TextFile) -> Option<TextFile> {
        let mut open = self.manuscripts.lock();
        let manuscript = open.get_mut(path)?;
        Some(std::mem::replace(&mut manuscript.file, file))
    }

    /// Checks that a path names a manuscript of the project, without a look at the disk.
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

    /// Returns where a manuscript stands, links followed, be it there or not.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` for what is no manuscript, `OUTSIDE_PROJECT`, `PROJECT_UNAVAILABLE`.
    pub(crate) fn manuscript(&self, path: &str) -> Result<std::path::PathBuf> {
        self.is_there()?;
        if !is_manuscript(Path::new(path)) {
            return Err(no_manuscript());
        }
        let full = self.root.resolve(path)?;
        // What is in a memory file is not her prose: nothing may be learned from it, and it has a way of its own.
        if self.is_in_memory(&full) {
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

/// Returns the encoding a text is saved in: that of its file, unless the writer chose UTF-8.
fn encoding(request: &SaveRequest, habits: &TextFile) -> Encoding {
    if request.as_utf8 {
        Encoding::Utf8
    } else {
        habits.encoding
    }
}

/// Returns a text out of the editor as the file it is to be, with the habits of the file it came from, and its bytes.
///
/// # Errors
/// [`vault::Error::TooLarge`]: what is saved can be opened again, and a file over the limit would take no later save.
/// [`vault::Error::Unencodable`] for a character that the encoding has not.
pub(crate) fn edited(
    path: &Path,
    habits: &TextFile,
    encoding: Encoding,
    text: &str,
    limit: u64,
) -> Result<(TextFile, Vec<u8>)> {
    let text = endings::restored(&habits.text, text);
    let encoded = encoding.encode(&text).ok_or_else(|| vault::Error::Unencodable {
        path: path.to_owned(),
        encoding: encoding.name(),
    })?;
    let bytes = encoded.len() as u64;
    if bytes > limit {
        let path = path.to_owned();
        return Err(vault::Error::TooLarge { path, bytes, limit }.into());
    }
    let file = TextFile {
        text,
        encoding,
        hash: ContentHash::of(&encoded),
    };
    Ok((file, encoded))
}

/// Returns where the passages stand whose kind of scene the writer said, in bytes.
fn said_in(text: &str, said: &[SaidScene]) -> Result<Vec<(Range<usize>, SceneType)>> {
    let byte = |units: u32| {
        let mut left = units as usize;
        let end = text.char_indices().find(|(_, character)| {
            let before = left;
            left = left.saturating_sub(character.len_utf16());
            before == 0
        });
        end.map_or(text.len(), |(at, _)| at)
    };
    said.iter()
        .map(|said| {
            Ok((
                byte(said.from)..byte(said.to),
                wire::scene_from(&said.scene_type)?,
            ))
        })
        .collect()
}

/// Returns what the writer said of a stretch of the text; of several passages in it, of the one with most of it.
fn said_of(said: &[(Range<usize>, SceneType)], stretch: Range<usize>) -> Option<SceneType> {
    said.iter()
        .map(|(passage, scene)| {
            let (start, end) = (passage.start.max(stretch.start), passage.end.min(stretch.end));
            (end.saturating_sub(start), *scene)
        })
        .filter(|(shared, _)| *shared > 0)
        .max_by_key(|(shared, _)| *shared)
        .map(|(_, scene)| scene)
}

pub(crate) fn is_manuscript(path: &Path) -> bool {
    path.extension()
        .and_then(|extension| extension.to_str())
        .is_some_and(|extension| ["md", "markdown", "txt"].contains(&extension.to_ascii_lowercase().as_str()))
}

/// Returns the length of a text in words of English plus characters of Chinese.
pub(crate) fn units(text: &str) -> u32 {
    u32::try_from(segment::units(text)).unwrap_or(u32::MAX)
}
