//! Swapping memory files from one state to another, all of them or none, and recovery after a crash in between.

use chrono::{DateTime, Utc};
use contract::NoticeKind;
use memory::journal::{Entry, FileSwap, MEMORY_FILE, Run};
use std::collections::HashMap;
use vault::history::{self, Manifest, Step};
use vault::{ContentHash, Kind};

use crate::memory_root::draft::{Bytes, read};
use crate::memory_root::newer::is_left;
use crate::memory_root::rest::{merged, without_once};
use crate::memory_root::turn::Turn;
use crate::{Error, MemoryRoot, Result};

/// The number of recent runs that are searched for the run which left a file in its present state. Nearly always it is
/// the run before.
const RECENT: u32 = 20;

/// The state of a file relative to a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stands {
    /// The file is as it was before the run.
    Before,
    /// The file is as the run makes it.
    After,
    /// Another program changed it.
    Otherwise,
}

/// The files of a run could not all be swapped.
pub(crate) struct Unswapped {
    pub error: Box<Error>,
    /// The files are as they were before the run.
    pub put_back: bool,
}

impl MemoryRoot {
    /// Swaps every file of a prepared run, each only if it is still the file that was read. If a file has changed or
    /// the disk refuses, the files swapped before are put back, so that the run can be withdrawn.
    ///
    /// # Errors
    /// The first failure, and whether all files are as they were. If not, the run stays prepared, and
    /// [`MemoryRoot::recover`] decides it when the disk works.
    pub(crate) fn swap(&self, run: &Run, steps: &[Step<'_>]) -> std::result::Result<(), Unswapped> {
        let swapped = steps.iter().try_for_each(|step| {
            let expected = step.before.map(ContentHash::of);
            self.put(step.path, expected.as_ref(), step.after)
        });
        let Err(error) = swapped else { return Ok(()) };
        let put_back = steps
            .iter()
            .zip(&run.files)
            .try_for_each(|(step, swap)| match self.stands(swap) {
                Stands::After => self.put(step.path, step.after.map(ContentHash::of).as_ref(), step.before),
                Stands::Before => Ok(()),
                Stands::Otherwise => {
                    self.take_out(run, history::read(&self.folder, &run.id).ok().as_ref(), swap)
                }
            });
        Err(Unswapped {
            error: Box::new(error),
            put_back: put_back.is_ok(),
        })
    }

    /// Completes or withdraws the runs a crash interrupted. A run with a part for a newer version of the desk stays as
    /// it is, for that version.
    ///
    /// The holder of the turn knows that their desks have ended: a live desk with a prepared run holds the turn itself.
    /// A completed run counts from the time it was prepared, so that it overrules no later decision of the writer.
    pub(crate) fn recover(&self, _turn: &Turn) -> Result<()> {
        self.catch_up()?;
        let (mut interrupted, unread) = {
            let view = self.index.snapshot()?;
            (view.prepared(self.journal.device())?, view.unread()?)
        };
        // A run of a newer version may have parts that this version cannot finish.
        interrupted.retain(|run| !is_left(&unread, &run.id));
        if interrupted.is_empty() {
            return Ok(());
        }
        for (run, at) in self.when_prepared(interrupted)? {
            let run_id = run.id.clone();
            let completed = self.decide(&run)?;
            self.append(&[if completed {
                Entry::RunCompleted { at, run_id }
            } else {
                self.unstage(&run);
                Entry::RunWithdrawn { at, run_id }
            }])?;
            self.catch_up()?;
            if completed
                && run
                    .file(MEMORY_FILE)
                    .is_some_and(|swap| self.stands(swap) == Stands::After)
            {
                self.remember_file(read(&self.folder, MEMORY_FILE)?.as_deref())?;
            }
            let message = if completed {
                "a change that was interrupted has been finished"
            } else {
                "a change that was interrupted has been withdrawn; what another program wrote meanwhile is still there"
            };
            self.note(NoticeKind::RunRecovered, &self.memory_file(), message);
        }
        self.make_up_metrics();
        Ok(())
    }

    /// Brings the files of an interrupted run to one state, and returns whether it is the state after the run.
    ///
    /// The run goes forward if every file is in its state before or after the run, and every missing change was staged.
    /// Otherwise the run goes back. A file that another program changed then loses only the text that the run wrote
    /// into it.
    fn decide(&self, run: &Run) -> Result<bool> {
        let manifest = history::read(&self.folder, &run.id).ok();
        let stand: Vec<(&FileSwap, Stands)> =
            run.files.iter().map(|swap| (swap, self.stands(swap))).collect();
        if let [(swap, Stands::Otherwise)] = stand[..]
            && swap.path == MEMORY_FILE
        {
            // Only a desk that holds the turn swaps this file. So most likely the swap happened and the writer edited
            // the result; her edit is followed like any other. If the swap had not happened, the next change writes the
            // rules.
            return Ok(vault::kind(&self.memory_file()).is_some());
        }
        let missing = stand.iter().filter(|(_, stands)| *stands == Stands::Before);
        let forward: Option<Vec<(&FileSwap, Bytes)>> = missing
            .map(|(swap, _)| Some((*swap, self.planned(run, manifest.as_ref(), swap)?)))
            .collect();
        let all_known = stand.iter().all(|(_, stands)| *stands != Stands::Otherwise);
        if let Some(forward) = forward.filter(|_| all_known) {
            for (swap, bytes) in forward {
                self.put(&swap.path, hash(&swap.before).as_ref(), bytes.as_deref())?;
            }
            return Ok(true);
        }
        for (swap, stands) in stand {
            match stands {
                Stands::Before => {}
                Stands::After => {
                    if let Some(bytes) = self.kept(&run.id, manifest.as_ref(), swap) {
                        self.put(&swap.path, hash(&swap.after).as_ref(), bytes.as_deref())?;
                    }
                }
                Stands::Otherwise => self.take_out(run, manifest.as_ref(), swap)?,
            }
        }
        Ok(false)
    }

    /// Takes the text of a withdrawn run out of a file that another program changed since. Otherwise the text would
    /// stand there twice when the run is repeated. Where the run's text and the other change touch, the whole file
    /// stays.
    fn take_out(&self, run: &Run, manifest: Option<&Manifest>, swap: &FileSwap) -> Result<()> {
        let written = history::staged(&self.folder, &run.id, &swap.path).ok().flatten();
        let preimage = manifest.and_then(|manifest| manifest.file(&swap.path));
        let now = read(&self.folder, &swap.path).ok().flatten();
        let Some(((now, written), preimage)) = now.zip(written).zip(preimage) else {
            return Ok(());
        };
        let rest = if preimage.grew_from.is_some() {
            without_once(&now, &written)
        } else {
            let before = history::before(&self.folder, &run.id, preimage).ok();
            before.and_then(|before| merged(&written, &now, before.as_deref().unwrap_or_default()))
        };
        let Some(rest) = rest.filter(|rest| *rest != now) else {
            return Ok(());
        };
        let gone = rest.is_empty() && swap.before.is_none();
        let bytes = Some(rest.as_slice()).filter(|_| !gone);
        match self.put(&swap.path, Some(&ContentHash::of(&now)), bytes) {
            // The writer saved the file once more, so her file stays.
            Err(Error::MemoryFile {
                source: vault::Error::Changed { .. },
            }) => Ok(()),
            outcome => outcome,
        }
    }

    /// Returns the bytes that a run gives a file, if they were staged whole; `Some(None)` for a file that the run
    /// removes.
    fn planned(&self, run: &Run, manifest: Option<&Manifest>, swap: &FileSwap) -> Option<Bytes> {
        let Some(after) = &swap.after else {
            return Some(None);
        };
        let staged = history::staged(&self.folder, &run.id, &swap.path).ok()??;
        let bytes = match manifest?.file(&swap.path)?.grew_from {
            Some(_) => [read(&self.folder, &swap.path).ok()?.unwrap_or_default(), staged].concat(),
            None => staged,
        };
        (ContentHash::of(&bytes).as_str() == after).then_some(Some(bytes))
    }

    /// Returns the bytes of a file before a run, if the file is still as the run left it; `Some(None)` without a file
    /// before.
    pub(crate) fn kept(&self, run_id: &str, manifest: Option<&Manifest>, swap: &FileSwap) -> Option<Bytes> {
        if swap.before.is_none() {
            return Some(None);
        }
        let preimage = manifest?.file(&swap.path)?;
        let Some(length) = preimage.grew_from else {
            return history::before(&self.folder, run_id, preimage).ok();
        };
        let mut bytes = read(&self.folder, &swap.path).ok()??;
        bytes.truncate(usize::try_from(length).ok()?);
        (Some(ContentHash::of(&bytes)) == preimage.before).then_some(Some(bytes))
    }

    /// Replaces, writes or removes a memory file, if it is still the file that was read.
    pub(crate) fn put(&self, path: &str, expected: Option<&ContentHash>, bytes: Option<&[u8]>) -> Result<()> {
        let disk = &*self.ports.disk;
        let full = self.folder.at(path)?;
        let put = || match (bytes, expected) {
            (Some(bytes), _) => {
                let folder = full.parent().unwrap_or(&full);
                if vault::kind(folder) != Some(Kind::Folder) {
                    vault::create_folders(disk, self.folder.path(), folder)?;
                }
                vault::replace(disk, &full, expected, bytes).map(drop)
            }
            (None, Some(expected)) => vault::remove(disk, &full, expected),
            (None, None) => Ok(()),
        };
        put().map_err(|source| Error::MemoryFile { source })
    }

    /// Removes the staged bytes of the run before, which were kept for comparison: this run has kept the same bytes.
    ///
    /// A failure here only costs a little space.
    pub(crate) fn tidy(&self, run: &Run, manifest: &Manifest) {
        let Ok(recent) = self.index.snapshot().and_then(|view| view.runs(RECENT)) else {
            return;
        };
        let whole = |manifest: &Manifest, path: &str| {
            manifest
                .file(path)
                .is_some_and(|preimage| preimage.grew_from.is_none())
        };
        for swap in run.files.iter().filter(|swap| whole(manifest, &swap.path)) {
            let left_it = |other: &&Run| {
                let left = other.file(&swap.path);
                other.id != run.id
                    && left.is_some_and(|left| left.after.is_some() && left.after == swap.before)
            };
            let earlier = recent.iter().map(|(_, run)| run).find(left_it);
            let Some(earlier) = earlier else { continue };
            if history::read(&self.folder, &earlier.id).is_ok_and(|manifest| whole(&manifest, &swap.path)) {
                let _ = history::unstage(&*self.ports.disk, &self.folder, &earlier.id, &swap.path);
            }
        }
    }

    /// Removes the staged files of a run, so that no desk takes the run for an interrupted one and finishes it.
    ///
    /// A staged file that stays costs a little space.
    pub(crate) fn unstage(&self, run: &Run) {
        for swap in &run.files {
            let _ = history::unstage(&*self.ports.disk, &self.folder, &run.id, &swap.path);
        }
        let _ = self.drop_metrics(&run.id);
    }

    /// Returns the hash of a memory file, or `None` where there is none.
    pub(crate) fn hash(&self, path: &str) -> Result<Option<ContentHash>> {
        Ok(read(&self.folder, path)?.map(|bytes| ContentHash::of(&bytes)))
    }

    fn stands(&self, swap: &FileSwap) -> Stands {
        let Ok(present) = self.hash(&swap.path) else {
            // An unreadable file differs from the file that the desk wrote.
            return Stands::Otherwise;
        };
        if present == hash(&swap.after) {
            Stands::After
        } else if present == hash(&swap.before) {
            Stands::Before
        } else {
            Stands::Otherwise
        }
    }

    /// Returns runs with the time each was prepared. The times are read from the journal: few runs are ever
    /// interrupted.
    fn when_prepared(&self, runs: Vec<Run>) -> Result<Vec<(Run, DateTime<Utc>)>> {
        let times: HashMap<String, DateTime<Utc>> = self
            .every_line()?
            .iter()
            .filter_map(|line| match self.ports.vocabulary.read(&line.text).entry {
                Some(Entry::RunPrepared { at, run }) => Some((run.id, at)),
                _ => None,
            })
            .collect();
        Ok(runs
            .into_iter()
            .filter_map(|run| times.get(&run.id).map(|at| (run, *at)))
            .collect())
    }
}

fn hash(written: &Option<String>) -> Option<ContentHash> {
    written.as_deref().map(ContentHash::written)
}
