//! Changing memory: a run with its preimage, its manifest and its way through a crash.

use chrono::{DateTime, TimeDelta, Utc};
use memory::journal::{Entry, FileSwap, Place, Run};
use memory::markdown::MemoryFile;
use memory::question::Answered;
use memory::{Question, Rule, RunKind, Tombstone, Turning};
use prose::Language;
use std::collections::{BTreeMap, HashMap};
use vault::{ContentHash, RealDisk, TextFile, Turn};

use contract::MemoryChange;

use crate::{Error, Event, Project, Result};

/// Memory files above this are not the desk's: a rule a line, ten thousand rules are two megabytes.
pub(crate) const MEMORY_FILE_LIMIT: u64 = 4 * 1024 * 1024;

/// How often a change is tried again when another program saves `MEMORY.md` in between.
const TRIES: usize = 3;

/// What is known when a change is made.
pub(crate) struct Known {
    /// Every rule.
    pub rules: Vec<Rule>,
    /// Every no.
    pub tombstones: Vec<Tombstone>,
    /// Every question, the answered ones too.
    pub questions: Vec<Question>,
    /// The time of the change: later than every run so far, also when the clock went back.
    pub now: DateTime<Utc>,
}

/// What is to be different.
#[derive(Default)]
pub(crate) struct Change {
    pub put: Vec<Rule>,
    pub removed: Vec<String>,
    /// What the writer said to a question.
    pub answered: Option<Answered>,
    /// The id the first rule of `put` had before, where its words are its id; it keeps its place in the file.
    pub renamed: Option<String>,
    pub tombstones: Vec<Tombstone>,
    pub turnings: Vec<Turning>,
    pub snapshot: BTreeMap<String, Place>,
    pub episodes: u32,
    pub tested: u32,
    /// The run's id where it was told before; otherwise a new one.
    pub run_id: Option<String>,
}

impl Project {
    /// Changes memory in one run: the rules and `MEMORY.md` together, whole or not at all.
    ///
    /// The order is what makes it safe. The file's present bytes are kept first; then one journal line says
    /// everything that is about to change; then the file is swapped, only if it is still the one that was read;
    /// then a second line says that it happened. A crash in between leaves either no trace or a prepared run, which
    /// [`Project::recover`] completes if the file was swapped and withdraws if not.
    ///
    /// `make` sees what is known after the writer's own edits of the file were followed; it is called again when
    /// another program saves the file at the wrong moment.
    pub(crate) fn change(&self, kind: RunKind, make: impl Fn(&Known) -> Result<Change>) -> Result<Run> {
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
        make: impl Fn(&Known) -> Result<Change>,
    ) -> Result<Run> {
        let file = self.follow_file(turn)?;
        let known = self.known()?;
        let mut change = make(&known)?;
        let answered: Vec<Answered> = change.answered.take().into_iter().collect();
        let raised = self.raise(&known, change.put, &change.removed, &answered);
        change.put = raised.put;
        let (memory, after) = rewritten(file.as_ref(), &known.rules, &change);
        let before = file.map(|file| file.hash);

        let mut run = Run {
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
            compressed: Vec::new(),
            purged: Vec::new(),
            turnings: change.turnings,
            file: None,
        };
        let Some(after) = after else {
            self.complete(&run, known.now)?;
            return Ok(run);
        };

        run.file = Some(FileSwap {
            path: "MEMORY.md".into(),
            before: before.as_ref().map(ToString::to_string),
            after: ContentHash::of(&after).to_string(),
        });
        // A distillation keeps its id from try to try; what the one before kept is no longer what is there.
        let files = ["MEMORY.md"];
        if first {
            vault::history::keep(&RealDisk, &self.memory, &run.id, known.now, &files)?;
        } else {
            vault::history::keep_again(&RealDisk, &self.memory, &run.id, known.now, &files)?;
        }
        self.append(&[Entry::RunPrepared {
            at: known.now,
            run: run.clone(),
        }])?;
        let swapped = vault::replace(&RealDisk, &self.memory_file(), before.as_ref(), &after);
        let outcome = match &swapped {
            Ok(_) => Entry::RunCompleted {
                at: known.now,
                run_id: run.id.clone(),
            },
            Err(_) => Entry::RunWithdrawn {
                at: known.now,
                run_id: run.id.clone(),
            },
        };
        self.append(&[outcome])?;
        let hash = swapped.map_err(|source| Error::MemoryFile { source })?;
        self.catch_up()?;
        self.remember_file(&hash, &memory)?;
        self.tell(&run);
        Ok(run)
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

    /// Completes or withdraws the runs a crash interrupted. Returns whether there were any.
    ///
    /// Whoever holds the turn knows that they are dead: a prepared run whose desk is still alive holds it itself. A
    /// completed one counts from when it was prepared, so that it overrules nothing the writer decided since.
    pub(crate) fn recover(&self, _turn: &Turn) -> Result<bool> {
        self.catch_up()?;
        let interrupted = self.index.snapshot()?.prepared(self.journal.device())?;
        if interrupted.is_empty() {
            return Ok(false);
        }
        let present = vault::read_text(&self.memory_file(), MEMORY_FILE_LIMIT)
            .ok()
            .map(|file| file.hash.to_string());
        for (run, at) in self.when_prepared(interrupted)? {
            // Anything but the old bytes means that the swap happened: only a desk that holds the turn swaps, and
            // what the writer changed since is followed like any other edit.
            let swapped = run
                .file
                .is_none_or(|swap| present.is_some() && swap.before != present);
            let run_id = run.id;
            self.append(&[if swapped {
                Entry::RunCompleted { at, run_id }
            } else {
                Entry::RunWithdrawn { at, run_id }
            }])?;
        }
        self.catch_up()?;
        Ok(true)
    }

    /// Returns runs with the time each was prepared, from the journal: few runs are ever interrupted.
    fn when_prepared(&self, runs: Vec<Run>) -> Result<Vec<(Run, DateTime<Utc>)>> {
        let times: HashMap<String, DateTime<Utc>> = self
            .every_line()?
            .iter()
            .filter_map(|line| match serde_json::from_str(&line.text) {
                Ok(Entry::RunPrepared { at, run }) => Some((run.id, at)),
                _ => None,
            })
            .collect();
        Ok(runs
            .into_iter()
            .filter_map(|run| times.get(&run.id).map(|at| (run, *at)))
            .collect())
    }

    /// Returns what is known now.
    pub(crate) fn known(&self) -> Result<Known> {
        self.catch_up()?;
        let view = self.index.snapshot()?;
        // Rules are the fold of the runs in the order of their times, so an earlier time would be undone by what it
        // changes. A microsecond is the least that every reader of the journal can tell apart.
        let after_all = view
            .runs(1)?
            .first()
            .and_then(|(at, _)| at.checked_add_signed(TimeDelta::microseconds(1)));
        let now = (self.ports.now)();
        Ok(Known {
            rules: self.of_this_root(view.rules()?),
            tombstones: view.tombstones()?,
            questions: view.questions()?,
            now: after_all.map_or(now, |after_all| now.max(after_all)),
        })
    }

    /// Waits until no other thread or process changes this project's memory.
    pub(crate) fn turn(&self) -> Result<Turn> {
        Turn::take(&self.memory.path().join("journal/lock")).map_err(|error| self.blame(error.into()))
    }

    fn tell(&self, run: &Run) {
        (self.ports.emit)(Event::Memory(MemoryChange {
            rules: !(run.put.is_empty()
                && run.removed.is_empty()
                && run.asked.is_empty()
                && run.answered.is_empty()),
            episodes: !run.compressed.is_empty() || !run.purged.is_empty(),
            files: run.file.is_some(),
        }));
    }
}

/// Returns the file as it is to be and its bytes, or `None` for those when nothing changes.
///
/// Every rule in force that is missing is written too: its file has not arrived from another machine yet, or the
/// whole file was deleted or emptied. What the writer deleted bullet by bullet is no rule any more by now.
fn rewritten(file: Option<&TextFile>, rules: &[Rule], change: &Change) -> (MemoryFile, Option<Vec<u8>>) {
    let in_force = |rule: &&Rule| rule.in_force();
    let parsed = file
        .map(|file| MemoryFile::parse(&file.text))
        .filter(|parsed| !parsed.is_blank());
    let mut memory = parsed.unwrap_or_else(|| {
        let first = change.put.iter().chain(rules).find(in_force);
        MemoryFile::titled(first.map_or(Language::En, |rule| Language::of(&rule.text)))
    });
    let before = memory.to_string();
    for rule in rules.iter().filter(in_force) {
        if !memory.mentions(&rule.id) {
            memory.put(rule);
        }
    }
    for (number, rule) in change.put.iter().enumerate() {
        if rule.in_force() {
            let renamed = change.renamed.as_ref().filter(|_| number == 0);
            memory.put_over(renamed.unwrap_or(&rule.id), rule);
        } else {
            memory.remove(&rule.id);
        }
    }
    change.removed.iter().for_each(|id| memory.remove(id));
    let after = memory.to_string();
    if after == before {
        return (memory, None);
    }
    let bytes = file.map_or_else(|| after.clone().into_bytes(), |file| file.encode(&after));
    (memory, Some(bytes))
}
