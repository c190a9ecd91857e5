//! Following what other programs do in the project folder.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use contract::{FileChange, MemoryChange, NoticeKind};
use memory::RunKind;
use memory::files::long_term::{MemoryFile, reconcile};
use memory::journal::{Entry, MEMORY_FILE, Run};
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use vault::history::{self, Step};
use vault::{TextFile, Turn, Watch};

use crate::change::MEMORY_FILE_LIMIT;
use crate::draft::{memory_text, swap_of};
use crate::{Error, Event, Project, Result};

/// The key under which the index keeps [`Seen`].
const SEEN: &str = "memory_file_seen";

/// `MEMORY.md` as it was last read or written here.
#[derive(Default, Serialize, Deserialize)]
struct Seen {
    hash: String,
    /// The bullets that stood in it: only what stood there can have been deleted since.
    ids: BTreeSet<String>,
    /// What it was, for the way back from what the writer does to it. Lost with the index, which costs that way back.
    #[serde(default)]
    last: Last,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Last {
    /// It was never looked for.
    #[default]
    Unknown,
    /// There was none.
    Absent,
    /// It held this, byte-order mark and all.
    Text(String),
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
        self.remember_names()?;
        let watch = vault::watch(self.root.path(), move |paths| project.noticed(&paths, &told));
        // 128 programs that follow something are the usual limit of a Linux system, and a day of other tools reaches it.
        let watch = watch.inspect_err(|error| {
            self.note(NoticeKind::NotFollowed, self.root.path(), &error.to_string());
        })?;
        self.watch_everywhere();
        self.trigger_on_conflict()?;
        Ok(watch)
    }

    /// Takes over what the writer changed in the file, and returns it as it is now, or `None` where there is none.
    ///
    /// A run that was interrupted is decided first: what it wrote is no edit of the writer's. What the file was before her
    /// edit is kept with the run, as far as it is known, so that her edit can be taken back too.
    pub(crate) fn follow_file(&self, turn: &Turn) -> Result<Option<Vec<u8>>> {
        self.recover(turn)?;
        let seen = self.seen()?;
        let Some(file) = self.memory_as_it_is()? else {
            // Losing the file is no answer, so what stood in it is still what was seen last.
            if matches!(seen.last, Last::Unknown) && seen.hash.is_empty() {
                self.remember_file(None)?;
            }
            return Ok(None);
        };
        let bytes = file.encode(&file.text);
        if seen.hash == file.hash.as_str() {
            return Ok(Some(bytes));
        }
        let known = self.known()?;
        let followed = reconcile::follow(&MemoryFile::parse(&file.text), &known.rules, &seen.ids, known.now);
        let followed = followed.without(&known.left);
        if !followed.is_empty() {
            let raised = self.raise(&known, followed.put, &followed.removed, &[]);
            let mut run = Run {
                put: raised.put,
                removed: followed.removed,
                tombstones: followed.tombstones,
                asked: raised.asked,
                answered: raised.closed,
                ..Run::of((self.ports.new_id)(), RunKind::FileFollowed)
            };
            let before = match &seen.last {
                Last::Unknown => None,
                Last::Absent => Some(None),
                Last::Text(text) => Some(Some(text.as_bytes())),
            };
            if let Some(before) = before {
                let step = Step {
                    path: MEMORY_FILE,
                    before,
                    after: Some(&bytes),
                    grows: false,
                };
                history::keep(&*self.ports.disk, &self.memory, &run.id, known.now, &[step])?;
                run.files.push(swap_of(&step));
            }
            let run_id = run.id.clone();
            self.append(&[
                Entry::RunPrepared {
                    at: known.run_at,
                    run,
                },
                Entry::RunCompleted {
                    at: known.run_at,
                    run_id,
                },
            ])?;
            self.catch_up()?;
        }
        self.remember_file(Some(&bytes))?;
        (self.ports.emit)(Event::Memory(MemoryChange {
            rules: true,
            episodes: false,
            files: true,
        }));
        Ok(Some(bytes))
    }

    /// Returns `MEMORY.md` as it stands there, or `None` where there is none.
    ///
    /// # Errors
    /// What stops it from being read as text.
    pub(crate) fn memory_as_it_is(&self) -> Result<Option<TextFile>> {
        let path = self.memory_file();
        let read = vault::read_text(&path, MEMORY_FILE_LIMIT);
        match read.and_then(|file| memory_text(&path, file)) {
            Ok(file) => Ok(Some(file)),
            Err(vault::Error::NotFound { .. }) => Ok(None),
            Err(source) => Err(Error::MemoryFile { source }),
        }
    }

    /// Remembers a state of the file as followed; `None` where there is none.
    pub(crate) fn remember_file(&self, bytes: Option<&[u8]>) -> Result<()> {
        let text = bytes.and_then(|bytes| TextFile::decode(&self.memory_file(), bytes.to_vec()).ok());
        let seen = text.map_or_else(
            || Seen {
                last: Last::Absent,
                ..Seen::default()
            },
            |file| Seen {
                hash: file.hash.to_string(),
                ids: MemoryFile::parse(&file.text)
                    .bullets()
                    .into_iter()
                    .map(|bullet| bullet.id)
                    .collect(),
                last: Last::Text(String::from_utf8(file.encode(&file.text)).unwrap_or_default()),
            },
        );
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
            // What she is writing there is followed when she leaves it.
            let followed = if self.is_in_hand(&self.memory_file()) {
                self.catch_up()
            } else {
                self.follow()
            };
            if let Err(error) = followed.and_then(|()| self.tell_arrived(told)) {
                tracing::warn!(code = ?error.code(), "a change in the memory root was not followed");
                (self.ports.emit)(Event::Memory(MemoryChange {
                    rules: false,
                    episodes: false,
                    files: true,
                }));
            }
        }
        for path in paths.iter().filter(|path| self.is_in_memory(path)) {
            if let Some(path) = self.as_memory_markdown(path).filter(|_| !self.is_in_hand(path)) {
                (self.ports.emit)(Event::File(FileChange { path }));
            }
        }
        let manuscripts: Vec<PathBuf> = paths
            .iter()
            .filter(|path| !self.is_in_memory(path))
            .cloned()
            .collect();
        if !manuscripts.is_empty() {
            self.follow_manuscripts(&manuscripts);
        }
    }
}
