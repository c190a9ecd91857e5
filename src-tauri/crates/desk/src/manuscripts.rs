//! Manuscripts: the writer's own files, read and saved without a byte changed that she did not change.

use std::path::Path;

use contract::{Document, FileEntry, SaveRequest, Saved};
use memory::decay::IMPORTANCE;
use memory::{Episode, EpisodeKind, TextOrigin};
use prose::{Language, scene, segment};
use vault::{ContentHash, RealDisk, TextFile};

use crate::revision::{foreign, holds_any, revisions};
use crate::{Error, Project, Result, endings, reading_order};

/// The largest manuscript that is opened. *War and Peace* has 3.2 MB; the editor stays quick up to 10 MB
/// and the whole text crosses to it on every save.
const LIMIT: u64 = 16 * 1024 * 1024;

/// A larger manuscript is listed without its count, so that a listing stays quick.
const COUNTED: u64 = 2 * 1024 * 1024;

/// What a writer calls the skill of changing her own text.
const REVISE: &str = "revise";

/// A manuscript the editor has open.
pub(crate) struct OpenManuscript {
    /// The text when it was opened or last settled: what revisions are told against.
    baseline: String,
    /// Texts the desk offered and the writer took since then.
    pub taken: Vec<String>,
    /// The file as the desk last read or wrote it; anything else on disk came from outside.
    file: TextFile,
}

impl OpenManuscript {
    /// Begins anew with a text that another program wrote: nothing in it is the writer's revision.
    fn begin(&mut self, text: &str) {
        text.clone_into(&mut self.baseline);
        self.taken.clear();
    }
}

impl Project {
    /// Lists the manuscripts: Markdown and plain text outside the memory root, in reading order.
    pub fn files(&self) -> Result<Vec<FileEntry>> {
        let memory = self.root.relative(self.memory.path()).unwrap_or_default();
        let names = self
            .root
            .files(|path| is_manuscript(path) && !path.starts_with(&memory));
        let mut names = names.map_err(|source| Error::ProjectUnavailable {
            path: self.root.path().to_owned(),
            source,
        })?;
        names.sort_by_cached_key(|path| reading_order::key(path));
        Ok(names
            .into_iter()
            .map(|path| {
                let full = self.root.path().join(&path);
                let bytes = std::fs::metadata(&full).map_or(0, |metadata| metadata.len());
                let counted = vault::read_text(&full, COUNTED).ok();
                FileEntry {
                    path,
                    bytes,
                    units: counted.map(|file| units(&file.text)),
                }
            })
            .collect())
    }

    /// Reads a manuscript for the editor.
    pub fn read(&self, path: &str) -> Result<Document> {
        let file = vault::read_text(&self.manuscript(path)?, LIMIT)?;
        let text = endings::unified(&file.text);
        let mut open = self.manuscripts.lock();
        let manuscript = open.entry(path.to_owned()).or_insert_with(|| OpenManuscript {
            baseline: text.clone(),
            taken: Vec::new(),
            file: file.clone(),
        });
        if manuscript.file.hash != file.hash {
            manuscript.begin(&text);
        }
        let hash = file.hash.to_string();
        manuscript.file = file;
        Ok(Document {
            path: path.to_owned(),
            text,
            hash,
        })
    }

    /// Saves a manuscript: whole or not at all, and only over the state the editor knows.
    ///
    /// The file keeps its own line endings, its byte-order mark and its permissions; a save that changes nothing
    /// writes nothing.
    ///
    /// # Errors
    /// `FILE_CHANGED` when the file on disk is another one; `WRITE_DENIED`, `DISK_FULL` and `NOT_FOUND` leave the old
    /// bytes, and the editor keeps the new ones.
    pub fn save(&self, request: &SaveRequest) -> Result<Saved> {
        let path = self.manuscript(&request.path)?;
        if request.base_hash.is_empty() {
            return self.write_again(&path, request);
        }
        let file = vault::read_text(&path, LIMIT)?;
        if file.hash.as_str() != request.base_hash {
            return Err(vault::Error::Changed { path }.into());
        }
        self.write(&path, request, &file, Some(&file.hash))
    }

    /// Writes a manuscript whose file was moved or deleted while the editor held its text.
    fn write_again(&self, path: &Path, request: &SaveRequest) -> Result<Saved> {
        if let Some(folder) = path.parent() {
            vault::create_folders(&RealDisk, self.root.path(), folder)?;
        }
        let gone = self
            .manuscripts
            .lock()
            .get(&request.path)
            .map(|manuscript| manuscript.file.clone());
        let gone = gone.unwrap_or_else(|| TextFile {
            text: String::new(),
            byte_order_mark: false,
            hash: ContentHash::of(b""),
        });
        self.write(path, request, &gone, None)
    }

    /// Writes the editor's text with the habits of the file it came from, over the state named by `base`.
    fn write(
        &self,
        path: &Path,
        request: &SaveRequest,
        habits: &TextFile,
        base: Option<&ContentHash>,
    ) -> Result<Saved> {
        let text = endings::restored(&habits.text, &request.text);
        let bytes = habits.encode(&text);
        let length = bytes.len() as u64;
        // What is saved can be opened again: a file over the limit would take no later save either.
        if length > LIMIT {
            return Err(vault::Error::TooLarge {
                path: path.to_owned(),
                bytes: length,
                limit: LIMIT,
            }
            .into());
        }
        let file = TextFile {
            text,
            byte_order_mark: habits.byte_order_mark,
            hash: ContentHash::of(&bytes),
        };
        let hash = file.hash.clone();
        // Noted first: the watcher may see the new file before this thread goes on.
        let known = self.note_file(&request.path, file);
        if base != Some(&hash)
            && let Err(error) = vault::replace(&RealDisk, path, base, &bytes)
        {
            known.and_then(|known| self.note_file(&request.path, known));
            return Err(error.into());
        }
        Ok(Saved {
            hash: hash.to_string(),
            units: units(&request.text),
        })
    }

    /// Records what the writer revised in a manuscript since it was opened or last settled.
    ///
    /// Called when she leaves it: by then a revision is one act, not the fifty saves it took. Returns how many
    /// paragraphs she revised. What another program made of the file is nobody's revision here: whose hand it was
    /// cannot be told.
    ///
    /// `pasted` are the stretches of the text that came from elsewhere, as they read now. A revision with one in it
    /// is recorded with that origin and says nothing about her. What stood in the manuscript before is not
    /// counted as pasted: she only moved or repeated it.
    pub fn settle(&self, path: &str, pasted: &[String]) -> Result<u32> {
        let file = vault::read_text(&self.manuscript(path)?, LIMIT)?;
        let text = endings::unified(&file.text);
        let (baseline, taken) = {
            let mut open = self.manuscripts.lock();
            let Some(manuscript) = open.get_mut(path) else {
                return Ok(0);
            };
            if manuscript.file.hash != file.hash {
                // The file that is known stays the one the editor has, so that the editor is told of this one.
                manuscript.begin(&text);
                return Ok(0);
            }
            let baseline = std::mem::replace(&mut manuscript.baseline, text.clone());
            (baseline, std::mem::take(&mut manuscript.taken))
        };
        let foreign = foreign(&baseline, pasted);
        let mut count = 0;
        for revision in revisions(&baseline, &text, &taken) {
            let language = Language::of(revision.revised);
            self.keep(&Episode {
                id: (self.ports.new_id)(),
                created_at: (self.ports.now)(),
                project_id: self.id.clone(),
                kind: EpisodeKind::Revision,
                scene_type: scene::declared(&text, revision.at)
                    .unwrap_or_else(|| scene::detect(revision.revised, language)),
                skill_used: REVISE.into(),
                input_context: String::new(),
                candidates: vec![revision.draft.to_owned()],
                selected_index: 0,
                final_text: revision.revised.to_owned(),
                language,
                chapter_id: path.to_owned(),
                undone: false,
                in_part: false,
                repeated: 0,
                shaped_by: Vec::new(),
                held_out: Vec::new(),
                origin: if holds_any(revision.revised, &foreign) {
                    TextOrigin::Pasted
                } else {
                    TextOrigin::Own
                },
                importance: IMPORTANCE,
                user_confirmed: false,
            })?;
            count += 1;
        }
        Ok(count)
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
            .and_then(|path| Ok(vault::read_text(&path, LIMIT)?));
        present.map_or(true, |file| file.hash != known)
    }

    /// Notes what the file of an open manuscript is now; returns what it was.
    fn note_file(&self, path: &str, file: TextFile) -> Option<TextFile> {
        let mut open = self.manuscripts.lock();
        let manuscript = open.get_mut(path)?;
        Some(std::mem::replace(&mut manuscript.file, file))
    }

    fn manuscript(&self, path: &str) -> Result<std::path::PathBuf> {
        if !is_manuscript(Path::new(path)) {
            return Err(Error::Invalid {
                field: "path",
                expected: "a .md, .markdown or .txt file",
            });
        }
        Ok(self.root.resolve(path)?)
    }
}

fn is_manuscript(path: &Path) -> bool {
    path.extension()
        .and_then(|extension| extension.to_str())
        .is_some_and(|extension| ["md", "markdown", "txt"].contains(&extension.to_ascii_lowercase().as_str()))
}

fn units(text: &str) -> u32 {
    u32::try_from(segment::units(text)).unwrap_or(u32::MAX)
}
