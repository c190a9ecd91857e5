//! Capture: an act of the writer becomes a line of the journal.

use std::collections::BTreeSet;
use std::sync::Arc;

use contract::{
    DistillTrigger, EpisodeInput, EpisodeKind, EpisodeQuery, EpisodeReceipt, EpisodeView, Wordings,
};
use index::EpisodeFilter;
use learning::claim::claims;
use learning::episode::IMPORTANCE;
use learning::passage::contrast;
use learning::rule::{Leaning, RuleWithEvidence};
use learning::{Amendment, Episode};
use memory::journal::Entry;
use prose::Language;
use serde::Serialize;
use serde_json::Value;

use crate::learning::state::{Recorded, Session};
use crate::{Error, Learning, Listed, Result, wire};

/// The number of imported episodes that one sync makes durable. A sync for each of a thousand lines would take five
/// seconds on a disk that syncs in five milliseconds.
const IMPORTED_AT_ONCE: usize = 64;

/// The outcome of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Imported {
    /// Episodes that are on the disk, in the order of their lines.
    pub acknowledged: Vec<String>,
    /// Episodes that were recorded before, under the same id.
    pub known: Vec<String>,
    /// Lines that are not episodes.
    pub refused: Vec<Refused>,
}

/// A line that was not imported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refused {
    /// Its number, counted from 1.
    pub line: usize,
    /// The error code.
    pub code: contract::ErrorCode,
    /// The error and the requirement.
    pub message: String,
}

impl Learning {
    /// Records an act of the writer. When this returns, it is on the disk.
    ///
    /// It waits for nothing else: the index follows later, and a distillation reads a snapshot of the index. With
    /// `targetEpisodeId` the act amends an earlier episode.
    ///
    /// The same act under the same id is acknowledged again and recorded once.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` names the field. `NOT_FOUND` for a target that does not exist. `CONFLICT` for another act
    /// under an id that exists. `MEMORY_EPISODE_WRITE_FAILED` when the line is not durable; then nothing was
    /// acknowledged.
    pub fn record(self: &Arc<Self>, input: EpisodeInput) -> Result<EpisodeReceipt> {
        if !self.assists() {
            return Err(Error::Off);
        }
        if let Some(target) = input.target_episode_id.clone() {
            return self.amend(target, input);
        }
        let is_skill = input.kind == EpisodeKind::Choice;
        let episode = self.episode_from(input)?;
        self.remember_made(&episode, &episode.final_text)
            .map_err(not_recorded)?;
        let pending = self.keep(&episode)?;
        if is_skill && self.pending.lock().is_armed() {
            self.trigger_in_background(DistillTrigger::Batch);
        }
        Ok(EpisodeReceipt {
            id: episode.id.clone(),
            signal: episode.signal(),
            pending,
        })
    }

    /// Makes one episode durable; returns how many wait for a distillation.
    pub(crate) fn keep(&self, episode: &Episode) -> Result<u32> {
        // The lock is held until the line is written, so that the second of two acts with one id finds the first.
        let mut recorded = self.recorded.lock();
        if let Some(known) = self.known_act(&recorded, &episode.id) {
            // A retry is the same act with another time.
            let retry = Episode {
                created_at: known.created_at,
                project_id: known.project_id.clone(),
                repeated: known.repeated,
                ..episode.clone()
            };
            return if retry == known {
                Ok(self.pending.lock().count())
            } else {
                Err(Error::Recorded { id: known.id })
            };
        }
        let act = Episode {
            repeated: recorded.repeated(episode),
            ..episode.clone()
        };
        let pending = self.append_captures(&[Entry::Episode {
            at: (self.ports.now)(),
            episode: act.clone(),
        }])?;
        let words = Vec::new();
        recorded.last = Some(act.id.clone());
        recorded.acts.insert(act.id.clone(), Recorded { act, words });
        drop(recorded);
        // A revision of her own text is not an accepted candidate, and neither is a passage for which she refused all
        // candidates.
        if episode.kind == EpisodeKind::Choice && episode.chosen().is_some() {
            self.manuscripts.took(&episode.chapter_id, &episode.final_text);
        }
        Ok(pending)
    }

    /// Returns the recorded act with an id, if there is one.
    ///
    /// A very recent act of another process may be missing. If the index cannot be read, all older acts may be missing.
    /// A capture does not wait for them, because all readers use the earlier of two acts with one id.
    fn known_act(&self, recorded: &Session, id: &str) -> Option<Episode> {
        let here = recorded.acts.get(id).map(|recorded| recorded.act.clone());
        here.or_else(|| self.memory.index.snapshot().ok()?.recorded(id).ok().flatten())
    }

    /// Imports episodes, one JSON object a line; `acknowledge` is called with each id that is on the disk.
    ///
    /// A line that is no episode is refused with its number and its code, and the import goes on. An id that is already
    /// there is not recorded again. Lines are bytes, so that a line in another encoding is refused alone.
    ///
    /// # Errors
    /// `MEMORY_EPISODE_WRITE_FAILED` when lines are not durable. Episodes acknowledged before stay.
    pub fn import(
        &self,
        lines: impl Iterator<Item = impl AsRef<[u8]>>,
        mut acknowledge: impl FnMut(&str),
    ) -> Result<Imported> {
        self.memory.catch_up().map_err(not_recorded)?;
        let mut seen: BTreeSet<String> = self.memory.index.snapshot()?.acts()?.into_keys().collect();
        let mut imported = Imported::default();
        let mut waiting: Vec<Episode> = Vec::new();
        for (number, line) in lines.enumerate() {
            let line = line.as_ref().trim_ascii();
            if line.is_empty() {
                continue;
            }
            match parse(line) {
                Ok(episode) if !seen.insert(episode.id.clone()) => imported.known.push(episode.id),
                Ok(episode) => waiting.push(episode),
                Err(error) => imported.refused.push(Refused {
                    line: number + 1,
                    code: error.code(),
                    message: error.to_string(),
                }),
            }
            if waiting.len() == IMPORTED_AT_ONCE {
                self.import_batch(&mut waiting, &mut imported, &mut acknowledge)?;
            }
        }
        self.import_batch(&mut waiting, &mut imported, &mut acknowledge)?;
        Ok(imported)
    }

    fn import_batch(
        &self,
        waiting: &mut Vec<Episode>,
        imported: &mut Imported,
        acknowledge: &mut impl FnMut(&str),
    ) -> Result<()> {
        let at = (self.ports.now)();
        let ids: Vec<String> = waiting.iter().map(|episode| episode.id.clone()).collect();
        let entries: Vec<Entry> = waiting
            .drain(..)
            .map(|episode| Entry::Episode { at, episode })
            .collect();
        if entries.is_empty() {
            return Ok(());
        }
        self.append_captures(&entries)?;
        ids.iter().for_each(|id| acknowledge(id));
        imported.acknowledged.extend(ids);
        Ok(())
    }

    /// Returns episodes, the newest act first.
    pub fn episodes(&self, query: EpisodeQuery) -> Result<Vec<EpisodeView>> {
        let scene_type = query.scene_type.as_deref().map(wire::scene_from).transpose()?;
        let filter = EpisodeFilter {
            ids: (!query.ids.is_empty()).then_some(query.ids),
            scene_type,
            limit: Some(query.limit.unwrap_or(50).min(500)),
        };
        // A rule that is gone meanwhile has no wordings.
        let rule = match query.rule {
            Some(id) => self.rules()?.into_iter().find(|weighed| weighed.rule.id == id),
            None => None,
        };
        let view = |listed: Listed| {
            let wordings = match (&rule, &listed) {
                (Some(rule), Listed::Whole(episode)) => wordings(rule, episode),
                _ => None,
            };
            EpisodeView {
                wordings,
                ..wire::listed(listed)
            }
        };
        Ok(self.listed(&filter)?.into_iter().map(view).collect())
    }

    /// Returns every episode that was not purged, the newest act first; a compressed episode is its summary.
    pub fn listed_episodes(&self) -> Result<Vec<Listed>> {
        self.listed(&EpisodeFilter::default())
    }

    fn listed(&self, filter: &EpisodeFilter) -> Result<Vec<Listed>> {
        self.memory.catch_up()?;
        let view = self.memory.index.snapshot()?;
        let whole = view.episodes(filter)?.into_iter().map(Listed::Whole);
        let compressed = view.compressed(filter)?.into_iter().map(Listed::Compressed);
        let mut listed: Vec<Listed> = whole.chain(compressed).collect();
        listed.sort_by(|a, b| b.order().cmp(&a.order()));
        listed.truncate(filter.limit.map_or(usize::MAX, |limit| limit as usize));
        Ok(listed)
    }

    /// Returns every whole episode as it is kept, the newest act first.
    pub fn all_episodes(&self) -> Result<Vec<Episode>> {
        self.memory.catch_up()?;
        Ok(self
            .memory
            .index
            .snapshot()?
            .episodes(&EpisodeFilter::default())?)
    }

    fn amend(&self, target: String, input: EpisodeInput) -> Result<EpisodeReceipt> {
        let episode = self.present(target)?;
        if !input.undo_after_accept {
            self.remember_made(&episode, &input.final_text)
                .map_err(not_recorded)?;
        }
        let amendment = Amendment {
            episode_id: episode.id.clone(),
            final_text: (!input.undo_after_accept).then_some(input.final_text),
            undone: input.undo_after_accept,
            undone_after: input.undone_after.filter(|_| input.undo_after_accept),
        };
        self.memory
            .append(&[Entry::Amendment {
                at: (self.ports.now)(),
                amendment: amendment.clone(),
            }])
            .map_err(not_recorded)?;
        if let Some(recorded) = self.recorded.lock().acts.get_mut(&episode.id) {
            recorded.words.push(amendment.clone());
        }
        if let Some(text) = &amendment.final_text {
            self.manuscripts.took(&episode.chapter_id, text);
        }
        Ok(EpisodeReceipt {
            id: episode.id.clone(),
            signal: episode.amended(&amendment).signal(),
            pending: self.pending.lock().count(),
        })
    }

    /// Returns an episode with its amendments. The index is read only for an episode from before the project was
    /// opened.
    fn present(&self, id: String) -> Result<Episode> {
        if let Some(Recorded { act, words }) = self.recorded.lock().acts.get(&id) {
            return Ok(words.iter().fold(act.clone(), Episode::amended));
        }
        self.memory.catch_up()?;
        let view = self.memory.index.snapshot()?;
        let whole = view.episode(&id)?;
        let here = if whole.is_none() && view.presence(&id)?.is_some() {
            self.original(&id)?
        } else {
            whole
        };
        here.ok_or(Error::NotFound { what: "episode", id })
    }

    /// Returns an episode whose text the index has dropped, from the journal, where every text stays.
    fn original(&self, id: &str) -> Result<Option<Episode>> {
        let lines = self.memory.every_line()?;
        let mut original = None;
        for line in lines {
            match self.ports.vocabulary.read(&line.text).entry {
                Some(Entry::Episode { episode, .. }) if episode.id == id => {
                    original = original.or(Some(episode));
                }
                Some(Entry::Amendment { amendment, .. }) if amendment.episode_id == id => {
                    original = original.map(|episode| episode.amended(&amendment));
                }
                _ => {}
            }
        }
        Ok(original)
    }

    fn episode_from(&self, input: EpisodeInput) -> Result<Episode> {
        let now = (self.ports.now)();
        let language = match input.language.as_deref() {
            None => Language::of(&input.final_text),
            Some("en") => Language::En,
            Some("zh") => Language::Zh,
            Some(_) => {
                return Err(Error::Invalid {
                    field: "language",
                    expected: "en or zh",
                });
            }
        };
        let mut episode = Episode {
            id: input.id.unwrap_or_else(|| (self.ports.new_id)()),
            created_at: now,
            project_id: self.memory.id.clone(),
            kind: input.kind,
            scene_type: wire::scene_from(&input.scene_type)?,
            skill_used: input.skill_used,
            input_context: input.input_context,
            candidates: input.candidates,
            selected_index: input.selected_index,
            final_text: input.final_text,
            language,
            chapter_id: input.chapter_id,
            undone: false,
            undone_after: None,
            in_part: false,
            repeated: 0,
            shaped_by: input.shaped_by,
            held_out: input.held_out,
            origin: input.origin,
            importance: IMPORTANCE,
            user_confirmed: false,
        };
        // A change that she makes after taking arrives as an amendment. At the moment of taking, a text other than the
        // candidate's means that she took only a part.
        episode.in_part = episode.kind == EpisodeKind::Choice
            && episode
                .chosen()
                .is_some_and(|chosen| chosen != episode.final_text);
        if episode.chapter_id.trim().is_empty() {
            return Err(Error::Invalid {
                field: "chapterId",
                expected: "the manuscript's path",
            });
        }
        episode.validate().map_err(|invalid| Error::Invalid {
            field: wire::field(invalid.field),
            expected: invalid.expected,
        })?;
        Ok(episode)
    }
}

/// Returns the two wordings of an episode that show how it speaks for or against a rule.
fn wordings(weighed: &RuleWithEvidence, episode: &Episode) -> Option<Wordings> {
    let is_against = weighed.contradicting_episodes.contains(&episode.id);
    let mut said = claims(&weighed.rule)
        .into_iter()
        .filter_map(|claim| claim.leaning());
    let shown = |leaning: Leaning| {
        let leaning = if is_against { leaning.reversed() } else { leaning };
        contrast(std::slice::from_ref(episode), leaning)
    };
    said.find_map(shown).map(|found| Wordings {
        hers: found.hers.text,
        other: found.other,
    })
}

fn parse(line: &[u8]) -> Result<Episode> {
    // serde_json's own message may quote the text. The number of the line is enough to find it.
    let value: Value = serde_json::from_slice(line).map_err(|_| Error::Invalid {
        field: "line",
        expected: "one whole JSON object in UTF-8",
    })?;
    Ok(Episode::from_json(&value)?)
}

pub(crate) fn not_recorded(error: Error) -> Error {
    match error {
        Error::Vault(source) => Error::EpisodeWrite { source },
        other => other,
    }
}
