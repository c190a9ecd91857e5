//! Memory files from one state to another, all of them or none, and what a crash in between left.

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

/// How far back a run is looked for that left what a later one found; nearly always it is the one before.
const RECENT: u32 = 20;

/// How a file stands to what a run makes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stands {
    /// As it was before the run.
    Before,
    /// As it is after it.
    After,
    /// Another program changed it.
    Otherwise,
}

/// The files of a run did not become what they were to be.
pub(crate) struct Unswapped {
    pub error: Box<Error>,
    /// They are what they were.
    pub put_back: bool,
}

impl MemoryRoot {
    /// Swaps every file of a prepared run, each only while it is still the one that was read. When one is not, or the disk
    /// refuses, those swapped before are put back, so that the run can be withdrawn.
    ///
    /// # Errors
    /// The first failure, and whether everything is as it was again. If not, the run stays prepared and
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

    /// Completes or withdraws the runs a crash interrupted. One of which a part is left to a newer version of the desk stays
    /// as it is, for that version.
    ///
    /// Whoever holds the turn knows that they are dead: a prepared run whose desk is still alive holds it itself. A
    /// completed one counts from when it was prepared, so that it overrules nothing the writer decided since.
    pub(crate) fn recover(&self, _turn: &Turn) -> Result<()> {
        self.catch_up()?;
        let (mut interrupted, unread) = {
            let view = self.index.snapshot()?;
            (view.prepared(self.journal.device())?, view.unread()?)
        };
        // A run of a newer version may have parts that this one cannot finish.
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

    /// Brings the files of an interrupted run to one state, and returns whether it is the one after the run.
    ///
    /// Forward, as long as every file is as it was before the run or as it is after it and what is missing was staged;
    /// otherwise back, and a file that another program changed loses nothing but what the run had written into it.
    fn decide(&self, run: &Run) -> Result<bool> {
        let manifest = history::read(&self.folder, &run.id).ok();
        let stand: Vec<(&FileSwap, Stands)> =
            run.files.iter().map(|swap| (swap, self.stands(swap))).collect();
        if let [(swap, Stands::Otherwise)] = stand[..]
            && swap.path == MEMORY_FILE
        {
            // Only a desk that holds the turn swaps it, so most likely the swap happened and she went on from there; what
            // she changed is followed like any other edit. Where it had not, the rules are written with the next change.
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

    /// Takes what a run that is withdrawn wrote into a file out of what another program made of it since, so that it does not
    /// stand there twice when it is done again. Where the two touch, all of it stays.
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
            // She saved it once more, and so it is hers.
            Err(Error::MemoryFile {
                source: vault::Error::Changed { .. },
            }) => Ok(()),
            outcome => outcome,
        }
    }

    /// Returns what a run makes of a file, if it was staged whole: `Some(None)` for one that is to go.
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

    /// Returns what a file was before a run, while it is still what the run left: `Some(None)` for one that was not there.
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

    /// Replaces, writes or removes a memory file, if it is still the one that was read.
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

    /// Removes what the run before this one left of each file for a comparison: this one has kept the same bytes.
    ///
    /// Whatever goes wrong here costs a little space.
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

    /// Removes what a run staged, so that nobody takes it for one that a crash cut short and finishes it.
    ///
    /// What stays costs a little space.
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
            // What cannot be read is not what the desk wrote.
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

    /// Returns runs with the time each was prepared, from the journal: few runs are ever interrupted.
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
