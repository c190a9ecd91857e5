//! The lifecycle of episodes: they are recalled while fresh, compressed when they have faded, and purged when they are
//! not needed.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use contract::{Fault, RestoreRequest};
use index::{Presence, View};
use learning::Episode;
use learning::decay::Band;
use learning::decay::lifecycle::{Limits, to_compress, to_purge};
use learning::decay::recall::{self, Query};
use memory::clock::{AHEAD, is_behind};
use memory::journal::Entry;
use memory::journal::fold;
use memory::{Run, RunKind};

use crate::error::Room;
use crate::{Error, Learning, Result};

/// Days from a compression to the next.
const WEEK: i64 = 7;

/// Days from a purge to the next.
const MONTH: i64 = 30;

/// The fading of a project's episodes, and its consequences.
#[derive(Debug, Default)]
pub struct Fading {
    /// The number of whole episodes by band, before the maintenance.
    pub bands: BTreeMap<Band, u32>,
    /// The number of episodes that had been shortened to a summary before.
    pub compressed: u64,
    /// Episodes to shorten, or shortened just now; ordered by id.
    pub to_compress: BTreeSet<String>,
    /// Episodes to forget, or forgotten just now; ordered by id.
    pub to_purge: BTreeSet<String>,
    /// `MEMORY_CAPACITY_EXCEEDED` if more episodes or rules remain than the limits allow.
    pub exceeded: Option<Error>,
}

impl Learning {
    /// Returns the episodes that match the query and have not faded below 0.3, best first. A preview is no recall,
    /// because the episodes are not used.
    pub fn preview_recall(&self, query: &Query) -> Result<Vec<Episode>> {
        let now = self.memory.ages_to()?;
        let view = self.memory.index.snapshot()?;
        let present = view.vitals(Presence::Whole)?;
        let ids = present
            .into_iter()
            .filter(|(_, vitals)| vitals.band(now) >= Band::Decaying)
            .map(|(id, _)| id)
            .collect();
        let episodes = view.episodes(&index::EpisodeFilter {
            ids: Some(ids),
            scene_type: query.scene_type,
            limit: None,
        })?;
        Ok(recall::rank(query, episodes, now))
    }

    /// Returns the same episodes for use in the next text. This recall makes them fresh again.
    pub fn recall(&self, query: &Query) -> Result<Vec<Episode>> {
        let recalled = self.preview_recall(query)?;
        if !recalled.is_empty() {
            self.memory.append(&[Entry::Recalled {
                at: (self.ports.now)(),
                ids: recalled.iter().map(|episode| episode.id.clone()).collect(),
            }])?;
        }
        Ok(recalled)
    }

    /// Returns how far the episodes have faded and the effect of [`Learning::fade`], without changes.
    pub fn fading(&self, now: DateTime<Utc>) -> Result<Fading> {
        self.memory.catch_up()?;
        let limits = self.memory.limits();
        let view = self.memory.index.snapshot()?;
        let whole = view.vitals(Presence::Whole)?;
        let to_compress = to_compress(&whole, &limits, now);
        let mut compressed = view.vitals(Presence::Compressed)?;
        let before = compressed.len() as u64;
        let left = whole.len() - to_compress.len();
        compressed.extend(whole.into_iter().filter(|(id, _)| to_compress.contains(id)));
        let to_purge = to_purge(&compressed, &self.supports()?, &limits, now);
        let kept = compressed.len() - to_purge.len();
        let rules = view.rules()?.len();
        Ok(Fading {
            bands: view.bands(now)?,
            compressed: before,
            to_compress,
            to_purge,
            exceeded: exceeded(left, kept, rules, &limits).into_iter().next(),
        })
    }

    /// Shortens episodes that have faded and forgets episodes that nothing needs, on any day. A second call with the
    /// same time changes nothing and leaves no run.
    ///
    /// # Errors
    /// `MEMORY_CLEANUP_FAILED` when a run could not be made durable.
    pub fn fade(&self, now: DateTime<Utc>) -> Result<Fading> {
        let fading = self.fading(now)?;
        self.compress(&fading.to_compress, now)?;
        self.purge(&fading.to_purge, now)?;
        Ok(fading)
    }

    /// Does the maintenance that is due: a compression once a week, or as soon as there is no more room, and a purge
    /// once a month. The age of episodes is counted up to [`MemoryRoot::ages_to`](crate::MemoryRoot::ages_to), whatever
    /// the clock says. Episodes that a clock ahead of its time has shortened or forgotten come back first.
    ///
    /// A front end that stays open calls it at the start and once a day. A maintenance that fails is tried again the
    /// next time, because a run that did not happen is still due.
    ///
    /// # Errors
    /// `MEMORY_CLEANUP_FAILED`. `MEMORY_CAPACITY_EXCEEDED` when everything was done and more stays than there is room
    /// for.
    pub fn maintain(&self) -> Result<()> {
        let maintained = self.maintain_now();
        // A lack of room is computed anew for each request. A failure must be stored.
        let failed = maintained.as_ref().err();
        let failed = failed.filter(|error| !matches!(error, Error::Capacity { .. }));
        *self.maintenance.lock() = failed.map(Error::fault);
        maintained
    }

    /// Returns the error of the last maintenance, if it failed.
    pub(crate) fn maintenance_failure(&self) -> Option<Fault> {
        self.maintenance.lock().clone()
    }

    fn maintain_now(&self) -> Result<()> {
        let (clock, now) = (self.memory.now(), self.memory.ages_to()?);
        let limits = self.memory.limits();
        self.revive(clock)?;
        let view = self.memory.index.snapshot()?;
        let full = view.count_of(Presence::Whole)? > limits.whole as u64;
        if full || is_due(&view, RunKind::Compress, WEEK, clock)? {
            self.compress(&to_compress(&view.vitals(Presence::Whole)?, &limits, now), now)?;
        }
        let view = self.memory.index.snapshot()?;
        if is_due(&view, RunKind::Purge, MONTH, clock)? {
            let compressed = view.vitals(Presence::Compressed)?;
            self.purge(&to_purge(&compressed, &self.supports()?, &limits, now), now)?;
        }
        self.over_capacity()?.into_iter().next().map_or(Ok(()), Err)
    }

    /// Returns `MEMORY_CAPACITY_EXCEEDED` for each exceeded limit. Episodes that today's compression or the next purge
    /// will drop do not count.
    pub(crate) fn over_capacity(&self) -> Result<Vec<Error>> {
        let now = self.memory.ages_to()?;
        let limits = self.memory.limits();
        let view = self.memory.index.snapshot()?;
        let whole = view.vitals(Presence::Whole)?;
        let whole = whole.len() - to_compress(&whole, &limits, now).len();
        let mut compressed = usize::try_from(view.count_of(Presence::Compressed)?).unwrap_or(usize::MAX);
        if compressed > limits.compressed {
            let vitals = view.vitals(Presence::Compressed)?;
            compressed = vitals.len() - to_purge(&vitals, &self.supports()?, &limits, now).len();
        }
        Ok(exceeded(whole, compressed, view.rules()?.len(), &limits))
    }

    /// Undoes the compressions and purges that aged episodes to a time in the future. The texts are restored from the
    /// journal.
    fn revive(&self, clock: DateTime<Utc>) -> Result<()> {
        let future = clock.checked_add_signed(AHEAD).unwrap_or(clock);
        let fades = |kind| matches!(kind, RunKind::Compress | RunKind::Purge);
        let view = self.memory.index.snapshot()?;
        // A run ages episodes at most to its own time, so only a run with a future date can have aged them too far.
        let mut kinds = view.run_kinds()?.into_iter();
        if !kinds.any(|(at, kind)| at > future && fades(kind)) || is_behind(clock, &view.used_days()?) {
            return Ok(());
        }
        let runs = view.runs(u32::MAX)?;
        drop(view);
        let undone = fold::undone(runs.iter().map(|(_, run)| run));
        let wrong = runs
            .iter()
            .filter(|(at, run)| fades(run.kind) && run.aged_to.unwrap_or(*at) > future);
        for (_, run) in wrong.filter(|(_, run)| !undone.contains_key(&run.id)) {
            let back = RestoreRequest {
                run_id: run.id.clone(),
                ..RestoreRequest::default()
            };
            self.memory
                .take_back(RunKind::Revived, &back)
                .map_err(|error| Error::Cleanup {
                    source: Box::new(error),
                })?;
        }
        Ok(())
    }

    fn compress(&self, ids: &BTreeSet<String>, aged_to: DateTime<Utc>) -> Result<()> {
        self.drop_texts(RunKind::Compress, ids, aged_to, |run| &mut run.compressed)
    }

    fn purge(&self, ids: &BTreeSet<String>, aged_to: DateTime<Utc>) -> Result<()> {
        self.drop_texts(RunKind::Purge, ids, aged_to, |run| &mut run.purged)
    }

    fn drop_texts(
        &self,
        kind: RunKind,
        ids: &BTreeSet<String>,
        aged_to: DateTime<Utc>,
        list: impl Fn(&mut Run) -> &mut Vec<String>,
    ) -> Result<()> {
        if ids.is_empty() {
            return Ok(());
        }
        let drop = || -> Result<()> {
            let _turn = self.memory.turn()?;
            let mut run = Run::of((self.ports.new_id)(), kind);
            run.episodes = u32::try_from(ids.len()).unwrap_or(u32::MAX);
            run.aged_to = Some(aged_to);
            list(&mut run).extend(ids.iter().cloned());
            self.memory.complete(&run, self.memory.known()?.run_at)
        };
        drop().map_err(|error| Error::Cleanup {
            source: Box::new(error),
        })
    }

    /// Returns the episodes that are evidence for a rule in force.
    fn supports(&self) -> Result<BTreeSet<String>> {
        let rules = self.rules()?;
        let in_force = rules.into_iter().filter(|weighed| weighed.rule.in_force());
        Ok(in_force.flat_map(|weighed| weighed.supporting_episodes).collect())
    }
}

/// Returns whether the last run of a kind is at least `days` dates ago. A run without changes leaves no line, so it is
/// still due. A run dated in the future by a wrong clock is due too. Dates are counted, not hours, so that a desk
/// opened a little earlier each week skips no run.
fn is_due(view: &View, kind: RunKind, days: i64, now: DateTime<Utc>) -> Result<bool> {
    Ok(view
        .last_run(kind)?
        .is_none_or(|(at, _)| at - now > AHEAD || (now.date_naive() - at.date_naive()).num_days() >= days))
}

fn exceeded(whole: usize, compressed: usize, rules: usize, limits: &Limits) -> Vec<Error> {
    [
        (Room::Whole, whole, limits.whole),
        (Room::Compressed, compressed, limits.compressed),
        (Room::Rules, rules, limits.rules),
    ]
    .into_iter()
    .filter(|(_, count, budget)| count > budget)
    .map(|(room, count, budget)| Error::Capacity {
        room,
        active_count: count as u64,
        budget,
    })
    .collect()
}
