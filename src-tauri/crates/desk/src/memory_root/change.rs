//! Changing memory: a run with its preimage, its manifest and its way through a crash.

use chrono::{DateTime, TimeDelta, Utc};
use learning::claim::{Rewording, rewording};
use learning::narrowing::{Narrowed, narrowed};
use learning::question::{Answered, Raised};
use learning::{Cluster, Question, Rule, Tombstone, Turning, question};
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

/// The rules, questions and times that are known when a change is made.
pub struct Known {
    /// Every rule.
    pub rules: Vec<Rule>,
    /// All tombstones.
    pub tombstones: Vec<Tombstone>,
    /// All questions, including the answered ones.
    pub questions: Vec<Question>,
    /// Ids of rules whose state a newer version of the desk decided. This version leaves their bullets alone.
    pub left: BTreeSet<String>,
    /// The time for the contents of the change. It is later than every run so far, except runs that a wrong clock dated
    /// in the future.
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

/// The parts of a change, besides the files of the [`Draft`].
#[derive(Default)]
pub struct Change {
    /// The changed rules, in their new form.
    pub put: Vec<Rule>,
    /// The ids of the deleted rules.
    pub removed: Vec<String>,
    /// The writer's answer to a question.
    pub answered: Option<Answered>,
    /// The earlier id of the first rule of `put`, if the writer's new words gave it another id. The rule keeps its place
    /// in the file.
    pub renamed: Option<String>,
    /// The tombstones of rules that the writer deleted or rejected.
    pub tombstones: Vec<Tombstone>,
    /// Changes of the writer's taste.
    pub turnings: Vec<Turning>,
    /// For a distillation, the end of the lines it read in each device's journal.
    pub snapshot: BTreeMap<String, Place>,
    /// The number of episodes that the distillation weighed.
    pub episodes: u32,
    /// The number of hypotheses that the distillation tested.
    pub tested: u32,
    /// The run's id, if it was announced before; otherwise the run gets a new id.
    pub run_id: Option<String>,
    /// Episodes to be compressed again.
    pub compressed: Vec<String>,
    /// Episodes to be purged again.
    pub purged: Vec<String>,
    /// The consolidation, if this change is one.
    pub consolidated: Option<Box<Consolidated>>,
    /// Proposals for the writer to decide.
    pub proposed: Vec<Proposal>,
    /// The writer's decision on a proposal.
    pub decided: Option<Box<Decided>>,
    /// The measurements of the change.
    pub rows: Vec<Row>,
    /// The run that is undone. Then the rules return to their earlier form, with their marks, and raise no question.
    pub undoes: Option<Box<Undoes>>,
}

impl Change {
    /// Returns the change that makes a hand-written rule of a learned rule, because the writer's words for it claim
    /// something else. To the old claim she said no.
    fn in_own_words(rule: &Rule, now: DateTime<Utc>) -> Self {
        Self {
            put: vec![rule.in_own_words(now)],
            removed: vec![rule.id.clone()],
            tombstones: vec![rule.tombstone(now)],
            renamed: Some(rule.id.clone()),
            ..Self::default()
        }
    }

    /// Returns the change that puts a learned rule into another place.
    pub(crate) fn narrowed(narrowed: Narrowed, old: &Rule, known: &Known) -> Self {
        let Narrowed { rule, tombstone } = narrowed;
        // A rule that stands there already keeps its bullet, and the other bullet goes.
        let stands = known
            .rules
            .iter()
            .any(|other| other.id == rule.id && other.in_force());
        Self {
            renamed: (!stands).then(|| old.id.clone()),
            put: vec![rule],
            removed: vec![old.id.clone()],
            tombstones: tombstone.into_iter().collect(),
            ..Self::default()
        }
    }

    /// Returns the change by which a learned rule follows the writer's new words for it; `None` where it keeps its key.
    pub(crate) fn reworded(rule: &Rule, known: &Known) -> Option<Self> {
        match rewording(rule)? {
            Rewording::Other => Some(Self::in_own_words(rule, known.now)),
            Rewording::Elsewhere(scene) => {
                let place = Cluster {
                    scene_type: Some(scene),
                    skill: rule.skill.clone(),
                };
                narrowed(rule, place, known.now).map(|narrowed| Self::narrowed(narrowed, rule, known))
            }
            Rewording::Same | Rewording::Unclear => None,
        }
    }
}

impl MemoryRoot {
    /// Changes rules in one run, with `MEMORY.md`: [`MemoryRoot::change_files`] without other files.
    pub(crate) fn change(&self, kind: RunKind, make: impl Fn(&Known) -> Result<Change>) -> Result<Run> {
        self.change_files(kind, |known, _| make(known))
    }

    /// Changes memory in one run: the files of a [`Draft`], the rules, and `MEMORY.md` to match the rules. The run
    /// changes all of them or none.
    ///
    /// The order of the steps makes the run safe. First the present bytes of each file are kept, and its new bytes are
    /// staged. Then one journal line records the whole change. Then each file is swapped, but only if it is still the
    /// file that was read. Then a second journal line records the completion.
    ///
    /// A crash in between leaves either no trace or a prepared run. The next start or change finishes the prepared run,
    /// or takes it back where another program changed a file meanwhile.
    ///
    /// `make` sees the rules after the writer's own edits of `MEMORY.md` were followed. It reads every other file
    /// through the draft. It is called again when another program saves one of these files at the wrong moment.
    ///
    /// # Errors
    /// The errors of `make`, and of reading or writing a file. Then nothing has changed, unless the disk also refuses
    /// to put back the files that were swapped. The next change on a working disk decides such a run.
    pub fn change_files(
        &self,
        kind: RunKind,
        make: impl Fn(&Known, &mut Draft<'_>) -> Result<Change>,
    ) -> Result<Run> {
        let run = self.change_if(kind, |known, draft| make(known, draft).map(Some))?;
        run.ok_or(Error::Stopped)
    }

    /// Changes memory as [`MemoryRoot::change_files`] does; `None` when `make` finds nothing to change.
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

    pub(super) fn try_change(
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
        // Undoing a run restores the file itself, so the rules are not written to it again.
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

        // A distillation keeps its id from try to try. The bytes that the try before kept are no longer the present
        // ones.
        let keep = if first { history::keep } else { history::keep_again };
        let manifest = keep(&*self.ports.disk, &self.folder, &run.id, known.now, &steps)?;
        let staged = self.stage_metrics(&run.id, known.now, &rows);
        let prepared = self.append(&[Entry::RunPrepared {
            at: known.run_at,
            run: run.clone(),
        }]);
        // A run that is reported as failed must not be finished later. Without its staged files it is withdrawn.
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

    /// Returns the present rules, questions and times.
    pub(crate) fn known(&self) -> Result<Known> {
        self.catch_up()?;
        let view = self.index.snapshot()?;
        // Rules are the fold of the runs in the order of their times. A run with an earlier time would be undone by the
        // runs it changes. A microsecond is the smallest difference that every reader of the journal can tell.
        let after = |at: DateTime<Utc>| at.checked_add_signed(TimeDelta::microseconds(1)).unwrap_or(at);
        let clock = (self.ports.now)();
        let newest = view.runs(1)?.first().map(|(at, _)| *at);
        let run_at = newest.map_or(clock, |at| clock.max(after(at)));
        let future = clock.checked_add_signed(AHEAD).unwrap_or(clock);
        let now = if run_at > future {
            // A tombstone dated in the future would count against all choices until then.
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

    /// Returns the rules and questions that a change of the rules leads to ([`question::raise`]).
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

/// Returns the new bytes of `MEMORY.md`, or `None` when the file does not change.
///
/// Every rule in force that is missing from the file is written too. Such a rule is missing because its file has not
/// arrived from another machine yet, or because the whole file was deleted or emptied. A rule whose bullet the writer
/// deleted is no rule any more by now.
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
