//! Projects the journal into the index.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, SecondsFormat, Utc};
use index::{Presence, View, Work, Writer};
use learning::decay::compress::Compressed;
use learning::evidence::observe;
use learning::inference::ledger::Ledger;
use learning::{Amendment, Cluster, Episode, Evidence, RuleKey, Sample, Settled};
use memory::Run;
use memory::Vocabulary;
use memory::journal::fold::{self, EpisodeFate, State};
use memory::journal::{Entry, Place};
use memory::vocabulary::Left;
use prose::SceneType;
use rayon::prelude::*;
use vault::{Cursor, Line};

use crate::memory_root::keys::{LEARNING, PROJECT_NAME};
use crate::{MemoryRoot, Result};

/// The key under which the index keeps the version of the formulas of its scores.
const EVIDENCE_VERSION: &str = "evidence_version";

/// The key under which the index keeps the vocabulary of the desk that built it.
const VOCABULARY: &str = "vocabulary";

/// The number of lines projected in one transaction. A capture from another process waits for one transaction at most,
/// which takes about 30 ms for this number of episodes.
const LINES_AT_ONCE: usize = 256;

impl MemoryRoot {
    /// Brings the index up to the end of every journal. Quick when there is nothing new.
    ///
    /// Every read goes through here first, so an answer always includes every act acknowledged before the question.
    ///
    /// # Errors
    /// `PROJECT_UNAVAILABLE` when the folder is gone; otherwise the errors of reading the journal or the index.
    pub fn catch_up(&self) -> Result<()> {
        self.project_on().map_err(|error| self.blame(error))
    }

    fn project_on(&self) -> Result<()> {
        let _turn = self.projecting.lock();
        let view = self.index.snapshot()?;
        if !self.is_current(&view)? {
            return self.project_anew();
        }
        let mut cursors = cursors(&view)?;
        // An open view would prevent SQLite from resetting its write-ahead log after the writes below.
        drop(view);
        loop {
            match self.journal.read_from(&cursors) {
                // A journal that another program cut or replaced no longer continues the lines in the index.
                Err(vault::Error::Shrunk { .. }) => return self.project_anew(),
                Err(error) => return Err(error.into()),
                Ok(read) if read.lines.is_empty() => return Ok(()),
                Ok(read) => {
                    for lines in read.lines.chunks(LINES_AT_ONCE) {
                        let current = self.index.write(|writer| {
                            project_all(writer, lines, &self.ports.vocabulary)?;
                            self.is_current(writer)
                        })?;
                        if !current {
                            return self.project_anew();
                        }
                    }
                    cursors = read.cursors;
                }
            }
        }
    }

    /// Empties the index and projects every journal line again. No reader sees the index half full.
    pub fn rebuild(&self) -> Result<()> {
        let _turn = self.projecting.lock();
        self.project_anew().map_err(|error| self.blame(error))
    }

    fn project_anew(&self) -> Result<()> {
        // Opening a view finds out whether the index file was deleted, and opens the present one.
        drop(self.index.snapshot()?);
        let lines = self.every_line()?;
        Ok(self.index.write(|writer| {
            writer.clear()?;
            writer.set_meta(EVIDENCE_VERSION, learning::evidence::VERSION)?;
            writer.set_meta(VOCABULARY, self.ports.vocabulary.fingerprint())?;
            project_all(writer, &lines, &self.ports.vocabulary)
        })?)
    }

    /// Returns whether the index fits this version of the desk. Then its scores come from the present formulas, and its
    /// lines were read with the same vocabulary. For a new index neither is true.
    ///
    /// So lines of a newer version of the desk are read as soon as that version opens the folder. An older version that
    /// opens the folder again meets no unknown name in the index. Two versions that are open at once project in turn.
    fn is_current(&self, view: &View) -> index::Result<bool> {
        let names = self.ports.vocabulary.fingerprint();
        Ok(
            view.meta(EVIDENCE_VERSION)?.as_deref() == Some(learning::evidence::VERSION)
                && view.meta(VOCABULARY)?.as_deref() == Some(names),
        )
    }

    /// Returns every whole line of every journal.
    pub(crate) fn every_line(&self) -> Result<Vec<Line>> {
        let mut lines = Vec::new();
        let mut cursors = Vec::new();
        loop {
            let read = self.journal.read_from(&cursors)?;
            if read.lines.is_empty() {
                return Ok(lines);
            }
            lines.extend(read.lines);
            cursors = read.cursors;
        }
    }
}

fn cursors(view: &View) -> Result<Vec<Cursor>> {
    let cursors = view.cursors()?;
    Ok(cursors
        .into_iter()
        .map(|(device, Place { file, offset })| Cursor { device, file, offset })
        .collect())
}

/// Projects lines in the order they were written.
///
/// Of a line by a newer version of the desk it projects the part that is understood, and keeps the place of the line.
pub(crate) fn project_all(
    writer: &mut Writer<'_>,
    lines: &[Line],
    vocabulary: &Vocabulary,
) -> index::Result<()> {
    // Measuring prose is nine tenths of a rebuild and needs no database, so it is spread over the processors.
    let understood: Vec<(Option<Understood>, Option<Left>)> = lines
        .par_iter()
        .map(|line| understand(&line.text, vocabulary))
        .collect();
    let mut touched = BTreeMap::new();
    let mut completed = Vec::new();
    let mut fading = BTreeSet::new();
    for (line, (understood, left)) in lines.iter().zip(understood) {
        let place = Place {
            file: line.file.clone(),
            offset: line.end_offset,
        };
        if let Some(left) = left {
            writer.put_unread(&line.device, &place, &left)?;
        }
        if let Some(understood) = understood {
            writer.put_used_day(understood.entry.at().date_naive())?;
            if let Entry::Episode { episode, .. } = &understood.entry {
                fading.insert(episode.id.clone());
            }
            if let Some(id) = understood.episode() {
                let id = id.to_owned();
                let before = if touched.contains_key(&id) {
                    None
                } else {
                    writer.sample(&id)?
                };
                touched.entry(id).or_insert(before);
            }
            completed.extend(project(writer, understood, &line.device, &place)?);
        }
        writer.set_cursor(&line.device, &place)?;
    }
    let known = writer.settled()?;
    enter(writer, touched, &known)?;
    fading.extend(apply_runs(writer, &completed)?);
    // Only now, after every amendment in these lines has been weighed while the episode's text was still here.
    fade(writer, &fading)?;
    resettle(writer, &known)
}

/// Brings the ledgers up to date with the new and changed episodes: their old samples are taken out, and their new
/// samples are added.
fn enter(
    writer: &mut Writer<'_>,
    touched: BTreeMap<String, Option<Sample>>,
    settled: &Settled,
) -> index::Result<()> {
    let mut groups: BTreeMap<(SceneType, String), [Vec<Sample>; 2]> = BTreeMap::new();
    for (id, before) in touched {
        let now = writer.sample(&id)?;
        for (side, sample) in [before, now].into_iter().enumerate() {
            let Some(sample) = sample else { continue };
            let group = groups
                .entry((sample.scene_type, sample.skill.clone()))
                .or_default();
            group[side].push(sample);
        }
    }
    for ((scene_type, skill), [before, now]) in groups {
        let mut ledger = writer.ledger(scene_type, &skill)?;
        before.iter().for_each(|sample| ledger.remove(sample, settled));
        ledger.merge(&added_up(&now, settled));
        writer.put_ledger(scene_type, &skill, &ledger)?;
    }
    Ok(())
}

/// Adds up samples on all processors; whole numbers come out the same in any order.
fn added_up(samples: &[Sample], settled: &Settled) -> Ledger {
    samples
        .par_chunks(32)
        .map(|samples| {
            let mut ledger = Ledger::default();
            samples.iter().for_each(|sample| ledger.add(sample, settled));
            ledger
        })
        .reduce(Ledger::default, |mut one, other| {
            one.merge(&other);
            one
        })
}

/// Recomputes the ledgers that newly added or lifted tombstones and turnings affect. A rejection by the writer and a
/// change of her taste also apply to past episodes.
fn resettle(writer: &mut Writer<'_>, known: &Settled) -> index::Result<()> {
    let settled = writer.settled()?;
    let refused = in_one(&settled.tombstones, &known.tombstones);
    let turned = in_one(&settled.turnings, &known.turnings);
    let about: Vec<Cluster> = refused
        .filter_map(|no| no.key.as_ref())
        .chain(turned.map(|turning| &turning.key))
        .map(RuleKey::cluster)
        .collect();
    if about.is_empty() {
        return Ok(());
    }
    for (scene_type, skill) in writer.ledgers()?.into_keys() {
        if about.iter().any(|cluster| cluster.holds(scene_type, &skill)) {
            let group = Cluster {
                scene_type: Some(scene_type),
                skill: Some(skill.clone()),
            };
            let ledger = added_up(&writer.samples(&group, None)?, &settled);
            writer.put_ledger(scene_type, &skill, &ledger)?;
        }
    }
    Ok(())
}

/// Returns the items that are in only one of two lists.
fn in_one<'a, T: PartialEq>(one: &'a [T], other: &'a [T]) -> impl Iterator<Item = &'a T> {
    let only = |item: &&T, elsewhere: &[T]| !elsewhere.contains(item);
    let ones = one.iter().filter(move |item| only(item, other));
    ones.chain(other.iter().filter(move |item| only(item, one)))
}

/// A journal line, with its evidence if it is an episode.
struct Understood {
    entry: Entry,
    evidence: Evidence,
}

impl Understood {
    /// Returns the id of the episode the line is about.
    fn episode(&self) -> Option<&str> {
        match &self.entry {
            Entry::Episode { episode, .. } => Some(&episode.id),
            Entry::Amendment { amendment, .. } => Some(&amendment.episode_id),
            _ => None,
        }
    }
}

fn understand(line: &str, vocabulary: &Vocabulary) -> (Option<Understood>, Option<Left>) {
    let reading = vocabulary.read(line);
    let understood = reading.entry.map(|entry| {
        let evidence = match &entry {
            Entry::Episode { episode, .. } => observe(episode),
            _ => Evidence::default(),
        };
        Understood { entry, evidence }
    });
    (understood, reading.left)
}

/// Projects one entry; returns the run it completes, if any, with its time.
fn project(
    writer: &mut Writer<'_>,
    Understood { entry, evidence }: Understood,
    device: &str,
    place: &Place,
) -> index::Result<Option<(DateTime<Utc>, Run)>> {
    if let Entry::Episode {
        episode: Episode { id, .. },
        ..
    }
    | Entry::Amendment {
        amendment: Amendment { episode_id: id, .. },
        ..
    } = &entry
        && writer
            .presence(id)?
            .is_some_and(|presence| presence != Presence::Whole)
    {
        // The line can only be weighed with the text that was dropped, which is still in the journal.
        writer.set_meta(EVIDENCE_VERSION, "")?;
        return Ok(None);
    }
    match entry {
        Entry::Project { at, id } => {
            // Two machines may name a folder before their journals meet; the earlier name stands on both.
            let name = format!("{} {id}", at.to_rfc3339_opts(SecondsFormat::Micros, true));
            if writer.meta(PROJECT_NAME)?.is_none_or(|known| name < known) {
                writer.set_meta(PROJECT_NAME, &name)?;
            }
        }
        Entry::Episode { at, episode } => {
            writer.put_episode(&episode, at, device, place)?;
            if writer.episode(&episode.id)?.as_ref() == Some(&episode) {
                writer.put_evidence(&episode.id, &evidence)?;
            } else {
                // An amendment of it was there already, or another device recorded it before.
                score(writer, &episode.id)?;
            }
        }
        Entry::Learning { at, paused } => {
            let word = word(at, paused);
            if writer.meta(LEARNING)?.is_none_or(|known| known < word) {
                writer.set_meta(LEARNING, &word)?;
            }
        }
        Entry::Amendment { at, amendment } => {
            writer.put_amendment(at, &amendment)?;
            score(writer, &amendment.episode_id)?;
        }
        Entry::Pasted {
            sentences, origin, ..
        } => writer.put_pasted(&sentences, origin)?,
        Entry::Worked {
            at,
            path,
            language,
            before,
            after,
        } => {
            let work = Work {
                at,
                path,
                language,
                before,
                after,
            };
            writer.put_work(&work, device)?;
        }
        Entry::Recalled { at, ids } => writer.put_recall(at, device, &ids)?,
        Entry::RunPrepared { run, .. } => writer.put_prepared(&run, device)?,
        Entry::RunCompleted { at, run_id } => {
            if let Some(run) = writer.take_prepared(&run_id)? {
                writer.put_run(&run, at)?;
                return Ok(Some((at, run)));
            }
        }
        Entry::RunWithdrawn { run_id, .. } => {
            writer.take_prepared(&run_id)?;
        }
    }
    Ok(None)
}

/// Applies all completed runs to the memory, in the order of their times ([`memory::journal::fold`]). Returns the
/// episodes whose fate changed.
///
/// On one device runs arrive in that order, and only the new runs are applied. When another device's journal brings an
/// older run, all runs are applied anew. So every machine ends with the same memory, whichever run arrived first.
fn apply_runs(
    writer: &mut Writer<'_>,
    completed: &[(DateTime<Utc>, Run)],
) -> index::Result<BTreeSet<String>> {
    if completed.is_empty() {
        return Ok(BTreeSet::new());
    }
    let key = |(at, run): &(DateTime<Utc>, Run)| (*at, run.id.clone());
    let newest = writer.runs(u32::try_from(completed.len()).unwrap_or(u32::MAX))?;
    let in_order = newest.iter().rev().map(key).eq(completed.iter().map(key));
    let (is, to_be) = if in_order {
        let faded = completed.iter().flat_map(|(_, run)| faded_by(run)).cloned();
        let is = writer.state(Some(&faded.collect()))?;
        let mut to_be = is.clone();
        completed.iter().for_each(|(_, run)| to_be.apply(run));
        (is, to_be)
    } else {
        let all = writer.runs(u32::MAX)?;
        let to_be = State::after(all.iter().rev().map(|(_, run)| run));
        (writer.state(None)?, to_be)
    };
    writer.put_state(&is, &to_be)?;
    Ok(fold::differing(&is.fates, &to_be.fates))
}

/// Returns the episodes whose fate a run changes.
fn faded_by(run: &Run) -> impl Iterator<Item = &String> {
    let revived = run.undoes.iter().flat_map(|undoes| &undoes.revived);
    run.compressed.iter().chain(&run.purged).chain(revived)
}

/// Drops the texts of episodes that a run dropped, where the texts are still here. The scores stay, so the rules
/// learned from them still hold.
///
/// A text that a run brings back is only in the journal, so then everything is projected anew.
fn fade(writer: &mut Writer<'_>, ids: &BTreeSet<String>) -> index::Result<()> {
    let fates = writer.fates(Some(ids))?;
    for id in ids {
        match (fates.get(id), writer.presence(id)?) {
            (Some(EpisodeFate::Compressed), Some(Presence::Whole)) => {
                if let Some(episode) = writer.episode(id)? {
                    writer.compress(&Compressed::of(&episode, &observe(&episode)))?;
                }
            }
            (Some(EpisodeFate::Purged), Some(Presence::Whole | Presence::Compressed)) => writer.purge(id)?,
            (None, Some(Presence::Compressed | Presence::Purged))
            | (Some(EpisodeFate::Compressed), Some(Presence::Purged)) => {
                writer.set_meta(EVIDENCE_VERSION, "")?;
            }
            _ => {}
        }
    }
    Ok(())
}

fn score(writer: &mut Writer<'_>, episode_id: &str) -> index::Result<()> {
    match writer.episode(episode_id)? {
        Some(episode) => writer.put_evidence(episode_id, &observe(&episode)),
        // An amendment may arrive before its episode, from another device's journal.
        None => Ok(()),
    }
}
/// Returns the writer's decision as the index keeps it. Of two decisions, the greater text is the later one.
fn word(at: DateTime<Utc>, paused: bool) -> String {
    format!("{} {paused}", at.to_rfc3339_opts(SecondsFormat::Micros, true))
}
