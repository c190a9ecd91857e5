//! Following what other programs do in the project folder.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use contract::{FileChange, MemoryChange};
use memory::journal::{Entry, Run};
use memory::markdown::MemoryFile;
use memory::{RunKind, reconcile};
use parking_lot::Mutex;
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

/// How far the journals reach; both only ever grow.
#[derive(Clone, Copy)]
struct Extent {
    runs: u64,
    episodes: u64,
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
    ///
    /// It sees what this desk, the command line and other machines make of the rules alike, so it is here that a
    /// conflict triggers a distillation; one that came up while no desk was open does at once.
    pub fn watch(self: &Arc<Self>) -> Result<Watch> {
        let project = Arc::clone(self);
        let told = Mutex::new(self.extent()?);
        let watch = vault::watch(self.root.path(), move |paths| project.noticed(&paths, &told))?;
        self.watch_everywhere();
        self.trigger_on_conflict()?;
        Ok(watch)
    }

    /// Follows the file and returns it as it is now, or `None` where there is none.
    ///
    /// A run that was interrupted is decided first: what it wrote is no edit of the writer's.
    pub(crate) fn follow_file(&self, turn: &Turn) -> Result<Option<TextFile>> {
        self.recover(turn)?;
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
            let raised = self.raise(&known, followed.put, &followed.removed, &[]);
            let run = Run {
                id: (self.ports.new_id)(),
                kind: RunKind::FileFollowed,
                snapshot: Default::default(),
                episodes: 0,
                tested: 0,
                put: raised.put,
                removed: followed.removed,
                tombstones: followed.tombstones,
                asked: raised.asked,
                answered: raised.closed,
                compressed: Vec::new(),
                purged: Vec::new(),
                turnings: Vec::new(),
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

    /// Tells what the journals hold beyond what was told before.
    ///
    /// The command line shares this device's index, so by now the index may know already what nobody here has heard.
    fn tell_arrived(self: &Arc<Self>, told: &Mutex<Extent>) -> Result<()> {
        self.count_pending()?;
        let now = self.extent()?;
        let before = std::mem::replace(&mut *told.lock(), now);
        let change = MemoryChange {
            rules: now.runs != before.runs,
            episodes: now.episodes != before.episodes,
            files: now.runs != before.runs,
        };
        if change.rules || change.episodes {
            (self.ports.emit)(Event::Memory(change));
        }
        // A run that failed is not among them, so a distillation that fails does not call for itself again.
        if change.rules {
            self.trigger_on_conflict()?;
        }
        Ok(())
    }

    fn extent(&self) -> Result<Extent> {
        let view = self.index.snapshot()?;
        Ok(Extent {
            runs: view.run_count()?,
            episodes: view.episode_count()?,
        })
    }

    fn noticed(self: &Arc<Self>, paths: &[PathBuf], told: &Mutex<Extent>) {
        let everything = paths.iter().any(|path| path == self.root.path());
        // The index and the preimages are the desk's own; they follow from the rest.
        let journal = self.memory.path().join("journal");
        let matters = |path: &PathBuf| path.starts_with(&journal) || *path == self.memory_file();
        if everything || paths.iter().any(matters) {
            // What cannot be read now is followed at the next change or the next start; the panel's health
            // view says why, once it hears that there is something to say.
            if let Err(error) = self.follow().and_then(|()| self.tell_arrived(told)) {
                tracing::warn!(code = ?error.code(), "a change in the memory root was not followed");
                (self.ports.emit)(Event::Memory(MemoryChange {
                    rules: false,
                    episodes: false,
                    files: true,
                }));
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
