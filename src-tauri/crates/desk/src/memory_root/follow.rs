//! Following changes by other programs in the project folder.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use contract::{MemoryChange, NoticeKind};
use learning::Rule;
use learning::claim::{Rewording, rewording};
use memory::RunKind;
use memory::files::long_term::{MemoryFile, reconcile};
use memory::journal::{Entry, MEMORY_FILE, Run};
use serde::{Deserialize, Serialize};
use vault::history::{self, Step};
use vault::{TextFile, Watch};

use crate::locks::{Lock, Order};
use crate::memory_root::change::Change;
use crate::memory_root::draft::{MEMORY_FILE_LIMIT, memory_text, swap_of};
use crate::memory_root::turn::Turn;
use crate::{Error, Event, MemoryRoot, Result};

/// The key under which the index keeps [`Seen`].
const SEEN: &str = "memory_file_seen";

/// `MEMORY.md` as it was last read or written here.
#[derive(Default, Serialize, Deserialize)]
struct Seen {
    hash: String,
    /// The ids of the bullets in the file: only a bullet that was in it can have been deleted since.
    ids: BTreeSet<String>,
    /// The earlier file, so that the writer's edit can be taken back. It is lost with the index, and then her edit
    /// cannot be taken back.
    #[serde(default)]
    last: Last,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Last {
    /// The file was never read.
    #[default]
    Unknown,
    /// There was no file.
    Absent,
    /// The text of the file, with its byte-order mark.
    Text(String),
}

/// The ends of the journals; both counts only ever grow.
#[derive(Clone, Copy)]
pub(crate) struct Extent {
    runs: u64,
    episodes: u64,
}

/// The ends of the journals when a watch last told of them.
pub(crate) struct Told(Lock<Extent>);

impl Told {
    pub fn of(extent: Extent) -> Self {
        Self(Lock::new(Order::Told, extent))
    }

    /// Returns the change in the journals since the last call. It counts as told from now on.
    fn beyond(&self, now: Extent) -> MemoryChange {
        let before = std::mem::replace(&mut *self.0.lock(), now);
        MemoryChange {
            rules: now.runs != before.runs,
            episodes: now.episodes != before.episodes,
            files: now.runs != before.runs,
        }
    }
}

impl MemoryRoot {
    /// Takes over the writer's edits of `MEMORY.md` in another program.
    ///
    /// # Errors
    /// A file that is not UTF-8 or cannot be read is left alone, and so are the rules.
    pub fn follow(&self) -> Result<()> {
        if self.changeable().is_err() {
            return Ok(());
        }
        let turn = self.turn()?;
        self.follow_file(&turn)?;
        if let Err(error) = self.follow_words(&turn) {
            // The rules wait without effect, and the next call tries again.
            tracing::warn!(code = ?error.code(), "rules do not yet follow the writer's new words");
        }
        Ok(())
    }

    /// Lets learned rules follow the new words that the writer gave their bullets: as hand-written rules where the words
    /// claim something else, in another place where they name another scene.
    ///
    /// It is a run of its own for each rule, because it changes the annotation in the file. Following an edit changes no
    /// file.
    fn follow_words(&self, turn: &Turn) -> Result<()> {
        let mut reworded = self.of_this_root(self.index.snapshot()?.reworded_rules()?);
        reworded.retain(|rule| matches!(rewording(rule), Some(Rewording::Other | Rewording::Elsewhere(_))));
        for Rule { id, .. } in reworded {
            self.try_change(turn, RunKind::RuleEdited, true, |known, _| {
                let rule = known.rules.iter().find(|rule| rule.id == id);
                Ok(rule.and_then(|rule| Change::reworded(rule, known)))
            })?;
        }
        Ok(())
    }

    /// Follows the folder by itself and tells of every change of memory from outside, until the watch is dropped.
    pub(crate) fn watch(self: &Arc<Self>) -> Result<Watch> {
        let root = Arc::clone(self);
        let told = Told::of(self.extent()?);
        self.watch_with(move |paths| {
            root.take_in(&paths, &told, false, || Ok(()));
        })
    }

    /// Calls `hear` with the paths that changed below the project folder, until the watch is dropped.
    pub(crate) fn watch_with(&self, hear: impl Fn(Vec<PathBuf>) + Send + 'static) -> Result<Watch> {
        let watch = vault::watch(self.project.path(), hear)?;
        // A Linux system usually allows 128 programs with a watch. The other tools of a day can use up this limit.
        if let Some(error) = watch.refused() {
            self.note(NoticeKind::NotFollowed, self.project.path(), &error.to_string());
        }
        Ok(watch)
    }

    /// Takes in the changes at some paths: the journal, and `MEMORY.md` unless the writer is editing it (`in_hand`).
    /// Tells of the change once `before_telling` is done. Returns whether runs arrived; `false` also where no path
    /// leads to memory.
    ///
    /// The command line shares this device's index. So the index may already hold a change that this desk has not told
    /// of.
    pub(crate) fn take_in(
        &self,
        paths: &[PathBuf],
        told: &Told,
        in_hand: bool,
        before_telling: impl FnOnce() -> Result<()>,
    ) -> bool {
        let everything = paths.iter().any(|path| path == self.project.path());
        // The index and the preimages are the desk's own files; they are made from the other files.
        let journal = self.folder.path().join("journal");
        let matters = |path: &PathBuf| path.starts_with(&journal) || *path == self.memory_file();
        if !everything && !paths.iter().any(matters) {
            return false;
        }
        let arrived = || -> Result<MemoryChange> {
            if in_hand {
                self.catch_up()?
            } else {
                self.follow()?
            }
            before_telling()?;
            Ok(told.beyond(self.extent()?))
        };
        let change = arrived().unwrap_or_else(|error| {
            // A file that cannot be read now is followed at the next change or the next start. The panel's health view
            // shows the reason, once this event tells it to look.
            tracing::warn!(code = ?error.code(), "a change in the memory root was not followed");
            MemoryChange {
                rules: false,
                episodes: false,
                files: true,
            }
        });
        if change.rules || change.episodes || change.files {
            (self.ports.emit)(Event::Memory(change));
        }
        change.rules
    }

    /// Takes over the writer's edits of the file, and returns its present bytes, or `None` without a file.
    ///
    /// An interrupted run is decided first: its bytes are no edit of the writer's. The file before her edit is kept
    /// with the run, as far as it is known, so that her edit can be taken back too.
    pub(crate) fn follow_file(&self, turn: &Turn) -> Result<Option<Vec<u8>>> {
        self.recover(turn)?;
        let seen = self.seen()?;
        let Some(file) = self.memory_as_it_is()? else {
            // A missing file is not a decision of the writer, so the last known file still counts.
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
                history::keep(&*self.ports.disk, &self.folder, &run.id, known.now, &[step])?;
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

    /// Returns the present `MEMORY.md`, or `None` without a file.
    ///
    /// # Errors
    /// The errors of reading the file as text.
    pub(crate) fn memory_as_it_is(&self) -> Result<Option<TextFile>> {
        let path = self.memory_file();
        let read = vault::read_text(&path, MEMORY_FILE_LIMIT);
        match read.and_then(|file| memory_text(&path, file)) {
            Ok(file) => Ok(Some(file)),
            Err(vault::Error::NotFound { .. }) => Ok(None),
            Err(source) => Err(Error::MemoryFile { source }),
        }
    }

    /// Remembers a state of the file as followed; `None` means that there is no file.
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

    /// Returns the present ends of the journals.
    pub(crate) fn extent(&self) -> Result<Extent> {
        let view = self.index.snapshot()?;
        Ok(Extent {
            runs: view.run_count()?,
            episodes: view.episode_count()?,
        })
    }
}
