//! Undoes a run.

use std::cell::RefCell;

use contract::{
    RestoreOutcome as Outcome, RestoreRefusal as Refusal, RestoreRequest, Restored, RestoredFile,
    RestoredRule,
};
use memory::journal::fold::{self, Undoing};
use memory::journal::{FileSwap, MEMORY_FILE, Undoes};
use memory::{Run, RunKind};
use vault::{ContentHash, history};

use crate::error::InTheWay;
use crate::memory_root::change::Change;
use crate::memory_root::draft::{Bytes, Draft};
use crate::memory_root::newer::is_left;
use crate::memory_root::rest::{merged, without_once};
use crate::{Error, MemoryRoot, Result};

/// The outcome for one file, and its new bytes where they change.
type Decided = (Outcome, Option<Refusal>, Option<Bytes>);

impl MemoryRoot {
    /// Undoes a run: its files become as they were before the run. The rules, questions, tombstones, turnings and
    /// episodes that the run changed go back with the files. Undoing is a run of its own that keeps the present files, so it can be undone too.
    ///
    /// From a file that only grows, the run's addition is taken out, even after later additions. If any other file or
    /// rule changed since the run, the whole request is refused and nothing is done. With `merge`, a file that changed
    /// in other places keeps these changes. A dry run gives the same report and does nothing.
    ///
    /// # Errors
    /// `MEMORY_RESTORE_CONFLICT` with the files and rules that prevent it. `NOT_FOUND` for an unknown run or a file the
    /// run did not change. Also the errors of writing a file.
    pub fn restore(&self, request: &RestoreRequest) -> Result<Restored> {
        self.take_back(RunKind::Restored, request)
    }

    /// Takes a run back as [`MemoryRoot::restore`] does, in a run of the given kind.
    pub(crate) fn take_back(&self, kind: RunKind, request: &RestoreRequest) -> Result<Restored> {
        let planned = RefCell::new(None);
        let run = self.change_if(kind, |_, draft| {
            let (restored, undoing, speaks) = self.plan(draft, request)?;
            let refused = refusal(&restored);
            let steps = !draft.steps().is_empty();
            planned.replace(Some(restored));
            if request.dry_run {
                return Ok(None);
            }
            if let Some(refused) = refused {
                return Err(refused);
            }
            Ok((steps || speaks || !undoing.is_empty()).then(|| change(undoing)))
        })?;
        let restored = planned.into_inner().ok_or(Error::Stopped)?;
        Ok(Restored {
            run_id: run.map(|run| run.id),
            ..restored
        })
    }

    /// Decides the outcome for everything the run changed, and drafts the files. The last value says whether taking
    /// back changes the proposals that wait for the writer.
    fn plan(&self, draft: &mut Draft<'_>, request: &RestoreRequest) -> Result<(Restored, Undoing, bool)> {
        let view = self.index.snapshot()?;
        if is_left(&view.unread()?, &request.run_id) {
            return Err(Error::NewerRun {
                run_id: request.run_id.clone(),
            });
        }
        let dated = view.runs(u32::MAX)?;
        let runs: Vec<&Run> = dated.iter().rev().map(|(_, run)| run).collect();
        let missing = |what, id: &str| Error::NotFound {
            what,
            id: id.to_owned(),
        };
        let position = runs
            .iter()
            .position(|run| run.id == request.run_id)
            .ok_or_else(|| missing("run", &request.run_id))?;
        let (run, later) = (runs[position], &runs[position + 1..]);
        let asked = |path: &str| {
            let paths = request.paths.as_ref();
            paths.is_none_or(|paths| paths.iter().any(|asked| asked == path))
        };
        if let Some(stray) = request
            .paths
            .iter()
            .flatten()
            .find(|path| run.file(path).is_none())
        {
            return Err(missing("file of this run", stray));
        }

        let mut files = Vec::new();
        for swap in run.files.iter().filter(|swap| asked(&swap.path)) {
            let (outcome, why, bytes) = self.back(draft, &runs, run, swap, request.merge)?;
            match bytes {
                Some(Some(bytes)) => draft.write(&swap.path, bytes)?,
                Some(None) => draft.remove(&swap.path)?,
                None => {}
            }
            let touched = matches!(outcome, Outcome::Merged | Outcome::Refused);
            let since = later
                .iter()
                .filter(|run| touched && run.file(&swap.path).is_some());
            files.push(RestoredFile {
                path: swap.path.clone(),
                outcome,
                why,
                since: since.map(|run| run.id.clone()).collect(),
            });
        }
        if run.kind == RunKind::FileFollowed && run.files.is_empty() {
            // The index was lost, and with it the file before the writer's edit.
            files.push(RestoredFile {
                path: MEMORY_FILE.into(),
                outcome: Outcome::Refused,
                why: Some(Refusal::NotKept),
                since: Vec::new(),
            });
        }
        let mut undoing = if asked(MEMORY_FILE) {
            fold::undoing(&runs, position)
        } else {
            Undoing {
                undoes: Undoes {
                    run_id: run.id.clone(),
                    ..Undoes::default()
                },
                ..Undoing::default()
            }
        };
        undoing.undoes.paths.clone_from(&request.paths);
        let stands = !fold::undone(runs.iter().rev().copied()).contains_key(&run.id);
        let speaks = request.paths.is_none() && stands && fold::proposes(&runs, run);
        Ok((described(run, files, &undoing), undoing, speaks))
    }

    /// Decides the outcome for one file.
    fn back(
        &self,
        draft: &mut Draft<'_>,
        runs: &[&Run],
        run: &Run,
        swap: &FileSwap,
        merge: bool,
    ) -> Result<Decided> {
        let refused = |why| Ok((Outcome::Refused, Some(why), None));
        let now = draft.read(&swap.path)?.map(<[u8]>::to_vec);
        let is = |hash: &Option<String>| now.as_deref().map(ContentHash::of) == written(hash);
        if is(&swap.before) {
            return Ok((Outcome::AsItIs, None, None));
        }
        let manifest = history::read(&self.folder, &run.id).ok();
        let preimage = manifest.as_ref().and_then(|manifest| manifest.file(&swap.path));
        if preimage.is_some_and(|preimage| preimage.grew_from.is_some()) {
            let grew_from = preimage.and_then(|preimage| preimage.grew_from).unwrap_or(0);
            let Some(added) = history::staged(&self.folder, &run.id, &swap.path)? else {
                return refused(Refusal::NotKept);
            };
            let Some(now) = now else {
                return refused(Refusal::ChangedSince);
            };
            let before = usize::try_from(grew_from).unwrap_or(usize::MAX);
            let shrunk =
                |rest: Vec<u8>| Some(Some(rest).filter(|rest| !rest.is_empty() || swap.before.is_some()));
            return match (without(&now, before, &added, swap), merge) {
                (Some(rest), _) => Ok((Outcome::GoesBack, None, shrunk(rest))),
                (None, false) => refused(Refusal::ChangedSince),
                (None, true) => match without_once(&now, &added) {
                    Some(rest) => Ok((Outcome::Merged, None, shrunk(rest))),
                    None => refused(Refusal::Conflicts),
                },
            };
        }
        let Some(before) = self.kept(&run.id, manifest.as_ref(), swap) else {
            return refused(Refusal::NotKept);
        };
        if is(&swap.after) {
            return Ok((Outcome::GoesBack, None, Some(before)));
        }
        if !merge {
            return refused(Refusal::ChangedSince);
        }
        let Some((now, left)) = now.zip(self.left(runs, run, swap)) else {
            return refused(Refusal::Conflicts);
        };
        match merged(&left, &now, before.as_deref().unwrap_or_default()) {
            Some(bytes) if bytes.is_empty() && before.is_none() => Ok((Outcome::Merged, None, Some(None))),
            Some(bytes) => Ok((Outcome::Merged, None, Some(Some(bytes)))),
            None => refused(Refusal::Conflicts),
        }
    }

    /// Returns the bytes of a file after a run: the bytes it staged, or the bytes a later run found and kept.
    pub(crate) fn left(&self, runs: &[&Run], run: &Run, swap: &FileSwap) -> Option<Vec<u8>> {
        let hash = written(&swap.after)?;
        let right = |bytes: &Vec<u8>| ContentHash::of(bytes) == hash;
        let staged = history::staged(&self.folder, &run.id, &swap.path).ok().flatten();
        staged.filter(right).or_else(|| {
            let finders = runs.iter().filter(|run| {
                run.file(&swap.path)
                    .is_some_and(|found| found.before == swap.after)
            });
            finders.into_iter().find_map(|run| {
                let manifest = history::read(&self.folder, &run.id).ok()?;
                let preimage = manifest.file(&swap.path)?;
                history::before(&self.folder, &run.id, preimage)
                    .ok()?
                    .filter(right)
            })
        })
    }
}

fn written(hash: &Option<String>) -> Option<ContentHash> {
    hash.as_deref().map(ContentHash::written)
}

/// Takes a run's addition out of the place where the run added it; `None` when the text there or before it is
/// different.
fn without(now: &[u8], before: usize, added: &[u8], swap: &FileSwap) -> Option<Vec<u8>> {
    let (first, rest) = now.split_at_checked(before)?;
    let later = rest.strip_prefix(added)?;
    // If there was no file before, there is nothing to compare the beginning with.
    let same = swap.before.is_none() || written(&swap.before) == Some(ContentHash::of(first));
    same.then(|| [first, later].concat())
}

fn change(undoing: Undoing) -> Change {
    Change {
        put: undoing.put,
        removed: undoing.removed,
        tombstones: undoing.tombstones,
        turnings: undoing.turnings,
        compressed: undoing.compressed,
        purged: undoing.purged,
        undoes: Some(Box::new(undoing.undoes)),
        ..Change::default()
    }
}

fn described(run: &Run, files: Vec<RestoredFile>, undoing: &Undoing) -> Restored {
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let back = undoing.put.iter().map(|rule| &rule.id).chain(&undoing.removed);
    let back = back.map(|id| RestoredRule {
        id: id.clone(),
        outcome: Outcome::GoesBack,
        since: Vec::new(),
    });
    let refused = undoing.changed.iter().map(|changed| RestoredRule {
        id: changed.id.clone(),
        outcome: Outcome::Refused,
        since: changed.by.clone(),
    });
    let mut rules: Vec<RestoredRule> = back.chain(refused).collect();
    rules.sort_by(|a, b| a.id.cmp(&b.id));
    let undoes = &undoing.undoes;
    Restored {
        run_id: None,
        undoes: run.id.clone(),
        files,
        rules,
        questions: count(undoes.questions.len() + undoes.unasked.len()),
        noes: count(undoes.lifted.len() + undoing.tombstones.len()),
        episodes: count(undoes.revived.len()),
    }
}

/// Returns the error that names the files and rules that prevent the restore.
fn refusal(restored: &Restored) -> Option<Error> {
    let refused = |outcome| outcome == Outcome::Refused;
    let files: Vec<&RestoredFile> = restored
        .files
        .iter()
        .filter(|file| refused(file.outcome))
        .collect();
    let rules: Vec<&RestoredRule> = restored
        .rules
        .iter()
        .filter(|rule| refused(rule.outcome))
        .collect();
    if files.is_empty() && rules.is_empty() {
        return None;
    }
    let mut runs: Vec<String> = Vec::new();
    let since = files
        .iter()
        .map(|file| &file.since)
        .chain(rules.iter().map(|rule| &rule.since));
    for id in since.flatten() {
        if !runs.contains(id) {
            runs.push(id.clone());
        }
    }
    Some(Error::Restore(Box::new(InTheWay {
        run_id: restored.undoes.clone(),
        files: files.iter().map(|file| file.path.clone()).collect(),
        rules: rules.iter().map(|rule| rule.id.clone()).collect(),
        not_kept: files.iter().any(|file| file.why == Some(Refusal::NotKept)),
        runs,
    })))
}
