//! Changing memory: a run with its preimage, its manifest and its way through a crash.

use chrono::{DateTime, TimeDelta, Utc};
use learning::question::{Answered, Raised};
use learning::{Question, Rule, Tombstone, Turning, question};
use memory::RunKind;
use memory::clock::AHEAD;
use memory::files::long_term::MemoryFile;
use memory::journal::{Consolidated, Entry, MEMORY_FILE, Place, Run, Undoes};
use memory::metrics::Row;
use memory::proposal::{Decided, Proposal};
use prose::Language;
use std::collections::{BTreeMap, BTreeSet};
use vault::{TextFile, history};

use contract::MemoryChange;

use crate::memory_root::draft::{Draft, swap_of};
use crate::memory_root::newer::rules_left;
use crate::memory_root::swap::Unswapped;
use crate::memory_root::turn::Turn;
use crate::{Error, Event, MemoryRoot, Result};

/// How often a change is tried again when another program saves one of its files in between.
const TRIES: usize = 3;

/// What is known when a change is made.
pub struct Known {
    /// Every rule.
    pub rules: Vec<Rule>,
    /// Every no.
    pub tombstones: Vec<Tombstone>,
    /// Every question, the answered ones too.
    pub questions: Vec<Question>,
    /// Ids of rules that are as a newer version of the desk says. This one leaves their bullets alone.
    pub left: BTreeSet<String>,
    /// The time of what the change says: later than every run so far but those that a wrong clock dated in the future.
    pub now: DateTime<Utc>,
    /// The time of the run: later than every run so far.
    pub run_at: DateTime<Utc>,
}

impl Known {
    /// Returns the rule with an id.
    ///
    /// # Errors
    /// `NOT_FOUND`.
    pub fn rule(&self, id: &str) -> Result<&Rule> {
        let found = self.rules.iter().find(|rule| rule.id == id);
        found.ok_or_else(|| Error::NotFound {
            what: "rule",
            id: id.to_owned(),
        })
    }
}

/// What is to be different, beside the files of the [`Draft`].
#[derive(Default)]
pub struct Change {
    /// Rules as they are to be.
    pub put: Vec<Rule>,
    /// Ids of rules that are to go.
    pub removed: Vec<String>,
    /// What the writer said to a question.
    pub answered: Option<Answered>,
    /// The id the first rule of `put` had before, where its words are its id; it keeps its place in the file.
    pub renamed: Option<String>,
    /// The writer's noes.
    pub tombstones: Vec<Tombstone>,
    /// Changes of her taste.
    pub turnings: Vec<Turning>,
    /// How far into each device's journal a distillation looked.
    pub snapshot: BTreeMap<String, Place>,
    /// Episodes it weighed.
    pub episodes: u32,
    /// Hypotheses it tested.
    pub tested: u32,
    /// The run's id where it was told before; otherwise a new one.
    pub run_id: Option<String>,
    /// Episodes that are to be a summary again.
    pub compressed: Vec<String>,
    /// Episodes that are to be forgotten again.
    pub purged: Vec<String>,
    /// What became memory.
    pub consolidated: Option<Box<Consolidated>>,
    /// What waits for the writer.
    pub proposed: Vec<Proposal>,
    /// Her word on such a change.
    pub decided: Option<Box<Decided>>,
    /// What is measured of it.
    pub rows: Vec<Row>,
    /// What is taken back: then the rules come as they were, with their marks, and no question is raised about them.
    pub undoes: Option<Box<Undoes>>,
}

impl MemoryRoot {
    /// Changes rules in one run, with `MEMORY.md`: [`MemoryRoot::change_files`] without other files.
    pub(crate) fn change(&self, kind: RunKind, make: impl Fn(&Known) -> Result<Change>) -> Result<Run> {
        self.change_files(kind, |known, _| make(known))
    }

    /// Changes memory in one run: the files of a [`Draft`], the rules, and `MEMORY.md` as the rules then want it, together,
    /// whole or not at all.
    ///
    /// The order is what makes it safe. The present bytes of each file are kept first, and its new ones staged; then one
    /// journal line says everything that is about to change; then the files are swapped, each only if it is still the one
    /// that was read; then a second line says that it happened. A crash in between leaves either no trace or a prepared
    /// run, which the next start or change finishes, or takes back where another program changed a file meanwhile.
    ///
    /// `make` sees what is known after the writer's own edits of `MEMORY.md` were followed, and reads every other file
    /// through the draft; it is called again when another program saves one of them at the wrong moment.
    ///
    /// # Errors
    /// What `make` fails with; what stops a file from being read or written. Then nothing has changed, unless the disk
    /// refuses to put back too what was swapped: that is decided at the next change that finds it working.
    pub fn change_files(
        &self,
        kind: RunKind,
        make: impl Fn(&Known, &mut Draft<'_>) -> Result<Change>,
    ) -> Result<Run> {
        let run = self.change_if(kind, |known, draft| make(known, draft).map(Some))?;
        run.ok_or(Error::Stopped)
    }

    /// Changes memory as [`MemoryRoot::change_files`] does, unless there turns out to be nothing to change.
    pub(crate) fn change_if(
        &self,
        kind: RunKind,
        make: impl Fn(&Known, &mut Draft<'_>) -> Result<Option<Change>>,
    ) -> Result<Option<Run>> {
        let turn = self.turn()?;
        let mut tries = 0;
        loop {
            tries += 1;
            match self.try_change(&turn, kind, tries == 1, &make) {
                Err(Error::MemoryFile {
                    source: vault::Error::Changed { .. },
                }) if tries < TRIES => {}
                outcome => return outcome,
            }
        }
    }

    fn try_change(
        &self,
        turn: &Turn,
        kind: RunKind,
        first: bool,
        make: impl Fn(&Known, &mut Draft<'_>) -> Result<Option<Change>>,
    ) -> Result<Option<Run>> {
        let mut draft = Draft::of(&self.folder, self.follow_file(turn)?);
        let known = self.known()?;
        let Some(mut change) = make(&known, &mut draft)? else {
            return Ok(None);
        };
        let answered: Vec<Answered> = change.answered.take().into_iter().collect();
        let raised = if change.undoes.is_some() {
            Raised {
                put: change.put,
                ..Raised::default()
            }
        } else {
            self.raise(&known, change.put, &change.removed, &answered)
        };
        change.put = raised.put;
        // What is taken back comes with the file as it was.
        if change.undoes.is_none() || !draft.changes(MEMORY_FILE) {
            let file = draft.text(MEMORY_FILE)?;
            if let Some(bytes) = rewritten(file.as_ref(), &known.rules, &change) {
                draft.write(MEMORY_FILE, bytes)?;
            }
        }
        let steps = draft.steps();
        let rows = std::mem::take(&mut change.rows);
        let run = Run {
            id: change.run_id.unwrap_or_else(|| (self.ports.new_id)()),
            kind,
            snapshot: change.snapshot,
            episodes: change.episodes,
            tested: change.tested,
            put: change.put,
            removed: change.removed,
            tombstones: change.tombstones,
            asked: raised.asked,
            answered: answered.into_iter().chain(raised.closed).collect(),
            compressed: change.compressed,
            purged: change.purged,
            aged_to: None,
            turnings: change.turnings,
            files: steps.iter().map(swap_of).collect(),
            consolidated: change.consolidated,
            proposed: change.proposed,
            decided: change.decided,
            undoes: change.undoes,
        };
        if steps.is_empty() {
            let staged = self.stage_metrics(&run.id, known.now, &rows);
            if let Err(error) = self.complete(&run, known.run_at) {
                self.unstage(&run);
                return Err(error);
            }
            self.write_metrics(&run.id, staged);
            return Ok(Some(run));
        }

        // A distillation keeps its id from try to try; what the one before kept is no longer what is there.
        let keep = if first { history::keep } else { history::keep_again };
        let manifest = keep(&*self.ports.disk, &self.folder, &run.id, known.now, &steps)?;
        let staged = self.stage_metrics(&run.id, known.now, &rows);
        let prepared = self.append(&[Entry::RunPrepared {
            at: known.run_at,
            run: run.clone(),
        }]);
        // What is told as failed must not be finished later: without what it staged it is withdrawn.
        if let Err(error) = prepared {
            self.unstage(&run);
            return Err(error);
        }
        if let Err(Unswapped { error, put_back }) = self.swap(&run, &steps) {
            if put_back {
                self.unstage(&run);
                self.append(&[Entry::RunWithdrawn {
                    at: known.run_at,
                    run_id: run.id,
                }])?;
            }
            return Err(*error);
        }
        self.append(&[Entry::RunCompleted {
            at: known.run_at,
            run_id: run.id.clone(),
        }])?;
        self.catch_up()?;
        if let Some(step) = steps.iter().find(|step| step.path == MEMORY_FILE) {
            self.remember_file(step.after)?;
        }
        self.tidy(&run, &manifest);
        self.write_metrics(&run.id, staged);
        self.tell(&run);
        Ok(Some(run))
    }

    /// Makes a run that changes no file durable, and tells of it.
    pub(crate) fn complete(&self, run: &Run, at: DateTime<Utc>) -> Result<()> {
        self.append(&[
            Entry::RunPrepared { at, run: run.clone() },
            Entry::RunCompleted {
                at,
                run_id: run.id.clone(),
            },
        ])?;
        self.catch_up()?;
        self.tell(run);
        Ok(())
    }

    /// Returns what is known now.
    pub(crate) fn known(&self) -> Result<Known> {
        self.catch_up()?;
        let view = self.index.snapshot()?;
        // Rules are the fold of the runs in the order of their times, so an earlier time would be undone by what it
        // changes. A microsecond is the least that every reader of the journal can tell apart.
        let after = |at: DateTime<Utc>| at.checked_add_signed(TimeDelta::microseconds(1)).unwrap_or(at);
        let clock = (self.ports.now)();
        let newest = view.runs(1)?.first().map(|(at, _)| *at);
        let run_at = newest.map_or(clock, |at| clock.max(after(at)));
        let future = clock.checked_add_signed(AHEAD).unwrap_or(clock);
        let now = if run_at > future {
            // A no that was dated in the future would hold against every choice until then.
            let times = view.run_kinds()?.into_iter().map(|(at, _)| at);
            let newest = times.filter(|at| *at <= future).max();
            newest.map_or(clock, |at| clock.max(after(at)))
        } else {
            run_at
        };
        Ok(Known {
            rules: self.of_this_root(view.rules()?),
            tombstones: view.tombstones()?,
            questions: view.questions()?,
            left: rules_left(view.unread()?),
            now,
            run_at,
        })
    }

    /// Returns what a change of the rules brings about ([`question::raise`]).
    pub(crate) fn raise(
        &self,
        known: &Known,
        put: Vec<Rule>,
        removed: &[String],
        answered: &[Answered],
    ) -> question::Raised {
        let change = question::Change {
            put: self.of_this_root(put),
            removed,
            answered,
        };
        let keys = self.preference_keys();
        question::raise(&known.rules, &known.questions, change, &keys, known.now)
    }

    fn tell(&self, run: &Run) {
        (self.ports.emit)(Event::Memory(MemoryChange {
            rules: !(run.put.is_empty()
                && run.removed.is_empty()
                && run.asked.is_empty()
                && run.answered.is_empty()
                && run.undoes.is_none()),
            episodes: !run.compressed.is_empty() || !run.purged.is_empty() || run.undoes.is_some(),
            files: !(run.files.is_empty() && run.proposed.is_empty() && run.decided.is_none()),
        }));
    }
}

/// Returns `MEMORY.md` as it is to be, or `None` when nothing of it changes.
///
/// Every rule in force that is missing is written too: its file has not arrived from another machine yet, or the
/// whole file was deleted or emptied. What the writer deleted bullet by bullet is no rule any more by now.
fn rewritten(file: Option<&TextFile>, rules: &[Rule], change: &Change) -> Option<Vec<u8>> {
    let in_force = |rule: &&Rule| rule.in_force();
    let parsed = file
        .map(|file| MemoryFile::parse(&file.text))
        .filter(|parsed| !parsed.is_blank());
    let mut memory = parsed.unwrap_or_else(|| {
        let first = change.put.iter().chain(rules).find(in_force);
        MemoryFile::titled(first.map_or(Language::En, |rule| Language::of(&rule.text)))
    });
    let before = memory.to_string();
    let mentioned = memory.mentioned();
    let renamed = change.renamed.as_deref();
    let changed = change.put.iter().enumerate().map(|(number, rule)| {
        let before = renamed.filter(|_| number == 0);
        (before.unwrap_or(&rule.id), rule)
    });
    let removed = change.removed.iter().map(String::as_str);
    let said: BTreeSet<&str> = changed.clone().map(|(id, _)| id).chain(removed.clone()).collect();
    let missing = rules
        .iter()
        .filter(in_force)
        .map(|rule| (rule.id.as_str(), rule))
        .filter(|(id, _)| !mentioned.contains(*id) && !said.contains(id));
    let (put, out_of_force): (Vec<_>, Vec<_>) = missing.chain(changed).partition(|(_, rule)| rule.in_force());
    memory.put_all(&put);
    let out_of_force = out_of_force.into_iter().map(|(_, rule)| rule.id.as_str());
    memory.remove_all(out_of_force.chain(removed));
    let after = memory.to_string();
    if after == before {
        return None;
    }
    Some(file.map_or_else(|| after.clone().into_bytes(), |file| file.encode(&after)))
}
