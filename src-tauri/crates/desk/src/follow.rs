//! Following what other programs do in the project folder.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use contract::{FileChange, MemoryChange};
use memory::journal::{Entry, Run};
use memory::markdown::MemoryFile;
use memory::{RunKind, reconcile};
use serde::{Deserialize, Serialize};
use vault::{ContentHash, TextFile, Turn, Watch};

use crate::change::MEMORY_FILE_LIMIT;
use crate::{Error, Event, Project, Result};

/// The key under which the index keeps [`Seen`].
const SEEN: &str = "memory_file_seen";

/// `MEMORY.md` as it was last read or written here.
#[derive(Default, Serialize, Deserialize)]
struct Seen {
    hash: String,
    /// The bullets that stood in it: only what stood there can have been deleted since.
    ids: BTreeSet<String>,
}

impl Project {
    /// Takes over what the writer changed in `MEMORY.md` with another program.
    ///
    /// # Errors
    /// A file that is not UTF-8 or cannot be read is left alone, and so are the rules.
    pub fn follow(&self) -> Result<()> {
        let turn = self.turn()?;
        self.follow_file(&turn).map(drop)
    }

    /// Watches the project folder and tells of every change from outside, until the watch is dropped.
    pub fn watch(self: &Arc<Self>) -> Result<Watch> {
        let project = Arc::clone(self);
        Ok(vault::watch(self.root.path(), move |paths| {
            project.noticed(&paths)
        })?)
    }

    /// Follows the file and returns it as it is now, or `None` where there is none.
    pub(crate) fn follow_file(&self, _turn: &Turn) -> Result<Option<TextFile>> {
        let file = match vault::read_text(&self.memory_file(), MEMORY_FILE_LIMIT) {
            Ok(file) => file,
            Err(vault::Error::NotFound { .. }) => return Ok(None),
            Err(source) => return Err(Error::MemoryFile { source }),
        };
        let known = self.known()?;
        let seen = self.seen()?;
        if seen.hash == file.hash.as_str() {
            return Ok(Some(file));
        }
        let parsed = MemoryFile::parse(&file.text);
        let followed = reconcile::follow(&parsed, &known.rules, &seen.ids, known.now);
        if !followed.is_empty() {
            let run = Run {
                id: (self.ports.new_id)(),
                kind: RunKind::FileFollowed,
                snapshot: Default::default(),
                episodes: 0,
                tested: 0,
                put: followed.put,
                removed: followed.removed,
                tombstones: followed.tombstones,
                file: None,
            };
            let run_id = run.id.clone();
            self.append(&[
                Entry::RunPrepared { at: known.now, run },
                Entry::RunCompleted {
                    at: known.now,
                    run_id,
                },
            ])?;
            self.catch_up()?;
        }
        self.remember_file(&file.hash, &parsed)?;
        (self.ports.emit)(Event::Memory(MemoryChange {
            rules: true,
            episodes: false,
            files: true,
        }));
        Ok(Some(file))
    }

    /// Remembers a state of the file as followed.
    pub(crate) fn remember_file(&self, hash: &ContentHash, file: &MemoryFile) -> Result<()> {
        let ids = file.bullets().into_iter().map(|bullet| bullet.id).collect();
        let seen = Seen {
            hash: hash.to_string(),
            ids,
        };
        let text = serde_json::to_string(&seen).map_err(|_| Error::Unwritable {
            what: "the memory file",
        })?;
        Ok(self.index.write(|writer| writer.set_meta(SEEN, &text))?)
    }

    /// Returns the ids of the bullets that stood in the file when it was last seen.
    pub(crate) fn seen_ids(&self) -> Result<BTreeSet<String>> {
        Ok(self.seen()?.ids)
    }

    fn seen(&self) -> Result<Seen> {
        let kept = self.index.snapshot()?.meta(SEEN)?;
        Ok(kept
            .and_then(|text| serde_json::from_str(&text).ok())
            .unwrap_or_default())
    }

    /// Counts the episodes that came in from elsewhere: the command line or another machine.
    fn count_arrived(&self) -> Result<()> {
        let before = *self.pending.lock();
        self.count_pending()?;
        if *self.pending.lock() != before {
            (self.ports.emit)(Event::Memory(MemoryChange {
                rules: false,
                episodes: true,
                files: false,
            }));
        }
        Ok(())
    }

    fn noticed(&self, paths: &[PathBuf]) {
        let everything = paths.iter().any(|path| path == self.root.path());
        // The index and the preimages are the desk's own; they follow from the rest.
        let journal = self.memory.path().join("journal");
        let told = |path: &PathBuf| path.starts_with(&journal) || *path == self.memory_file();
        if everything || paths.iter().any(told) {
            // What cannot be read now is followed at the next change or the next start; the panel's health
            // view says why.
            if let Err(error) = self.follow().and_then(|()| self.count_arrived()) {
                tracing::warn!(code = ?error.code(), "a change in the memory root was not followed");
            }
        }
        for path in paths.iter().filter(|path| !path.starts_with(self.memory.path())) {
            let Some(path) = self.root.relative(path) else {
                continue;
            };
            if self.changed_outside(&path) {
                (self.ports.emit)(Event::File(FileChange { path }));
            }
        }
    }
}
