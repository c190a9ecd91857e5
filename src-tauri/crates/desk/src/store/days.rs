//! The notes of a day, made from the day's events without a model.

use std::collections::BTreeSet;

use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Utc};
use learning::{EpisodeKind, RuleOrigin, RuleState};
use memory::RunKind;
use memory::document::{Document, Item, Whose};
use memory::files::daily;
use memory::happened::{Happened, notes};
use memory::journal::Run;
use prose::Language;

use crate::memory_root::change::Change;
use crate::{Result, Store};

/// How many past days are noted after the desk was away. The limit lets a project open at once even after a year.
const BACK: i64 = 31;

impl Store {
    /// Brings the notes of every day since the last noting up to date, today included. Returns the runs that changed
    /// notes.
    pub fn note_days(&self) -> Result<Vec<Run>> {
        self.memory.catch_up()?;
        let today = self.memory.local_day(self.memory.now());
        let last = self.memory.index.snapshot()?.last_run(RunKind::DayNoted)?;
        let first = today - TimeDelta::days(BACK);
        // A run that a wrong clock dated in the future says nothing about the days until then.
        let last = last
            .map(|(at, _)| self.memory.local_day(at))
            .filter(|day| *day <= today);
        let since = last.map_or(first, |day| day.max(first));
        let mut noted = Vec::new();
        for day in since.iter_days().take_while(|day| *day <= today) {
            noted.extend(self.note_day(day)?);
        }
        Ok(noted)
    }

    /// Brings the notes of one day up to date; returns `None` when there is nothing to change. `day` is a local date.
    ///
    /// The desk's earlier notes of the day are replaced by new ones. Text by the writer or by a consolidation stays.
    pub fn note_day(&self, day: NaiveDate) -> Result<Option<Run>> {
        let path = format!("{day}.md");
        self.memory.change_if(RunKind::DayNoted, |known, draft| {
            let (happened, language, noted) = self.happened(day)?;
            let notes = notes(&happened, language);
            let file = draft.text(&path)?;
            let before = file.as_ref().map(|file| file.text.clone()).unwrap_or_default();
            let mut document = Document::parse(&before);
            if document.is_blank() {
                if notes.is_empty() {
                    return Ok(None);
                }
                document = Document::parse(&daily::new_file(day, language));
            }
            let wanted: BTreeSet<String> = notes
                .sections()
                .into_iter()
                .flat_map(|section| notes.of(section))
                .map(Item::id_of)
                .collect();
            let stale = |document: &Document| {
                let bullets = document.parts().into_iter().flat_map(|part| part.bullets);
                bullets.into_iter().find(|bullet| match &bullet.whose {
                    Whose::Machine(item) => noted.contains(&item.run) && !wanted.contains(&item.id),
                    Whose::Writer | Whose::Rule => false,
                })
            };
            while let Some(bullet) = stale(&document) {
                document.remove(&bullet);
            }
            let run_id = (self.ports.new_id)();
            for section in daily::gained(&document.to_string(), &notes, language) {
                let items = section.bullets.iter();
                let items = items.map(|bullet| Item::new(bullet, &run_id, known.now).bullet(bullet));
                document.append(&section.heading, items.collect());
            }
            let after = document.to_string();
            if after == before {
                return Ok(None);
            }
            draft.write(
                &path,
                file.map_or_else(|| after.clone().into_bytes(), |file| file.encode(&after)),
            )?;
            Ok(Some(Change {
                run_id: Some(run_id),
                ..Change::default()
            }))
        })
    }

    /// Returns the events of a day, the language for the notes, and the ids of earlier runs that noted days.
    fn happened(&self, day: NaiveDate) -> Result<(Happened, Language, BTreeSet<String>)> {
        let is_of_day = |at: DateTime<Utc>| self.memory.local_day(at) == day;
        // A local day begins and ends within a day of the UTC day.
        let midnight = day.and_time(NaiveTime::MIN).and_utc();
        let (from, to) = (midnight - TimeDelta::days(1), midnight + TimeDelta::days(2));
        let view = self.memory.index.snapshot()?;
        let mut happened = Happened::default();
        let mut languages = Vec::new();
        for work in view.work(from, to)?.into_iter().filter(|work| is_of_day(work.at)) {
            languages.push(work.language);
            let known = happened
                .worked
                .entry(work.path)
                .or_insert((work.before, work.after));
            known.1 = work.after;
        }
        for episode in view.acts_between(from, to)? {
            if !is_of_day(episode.created_at) {
                continue;
            }
            if episode.kind == EpisodeKind::Revision {
                happened.revised += 1;
            } else {
                let (offered, taken) = happened.skills.entry(episode.skill_used.clone()).or_default();
                *offered += 1;
                *taken += u32::from(episode.selected_index >= 0);
            }
        }
        let mut noted = BTreeSet::new();
        for (at, run) in view.runs(u32::MAX)?.into_iter().rev() {
            if run.kind == RunKind::DayNoted {
                noted.insert(run.id.clone());
            }
            if !is_of_day(at) {
                continue;
            }
            for rule in &run.put {
                let list = match run.kind {
                    RunKind::Distill if rule.state == RuleState::Rule && is_of_day(rule.created_at) => {
                        &mut happened.learned
                    }
                    RunKind::RuleAdded if rule.origin == RuleOrigin::Written => &mut happened.written,
                    RunKind::RuleConfirmed => &mut happened.confirmed,
                    _ => continue,
                };
                if !list.contains(&rule.text) {
                    list.push(rule.text.clone());
                }
            }
            happened
                .refused
                .extend(run.tombstones.iter().map(|no| no.text.clone()));
            if run.kind == RunKind::QuestionAnswered {
                happened.answered += 1;
            }
        }
        if day == self.memory.local_day(self.memory.now()) {
            let rules = view.rules()?;
            let open = view.questions()?.into_iter().filter(learning::Question::is_open);
            happened.waiting = open
                .filter_map(|question| rules.iter().find(|rule| rule.id == question.a.rule_id))
                .map(|rule| rule.text.clone())
                .collect();
        }
        let said = [&happened.learned, &happened.written, &happened.confirmed]
            .into_iter()
            .flatten();
        languages.extend(said.map(|text| Language::of(text)));
        let chinese = languages
            .iter()
            .filter(|language| **language == Language::Zh)
            .count();
        let language = if 2 * chinese > languages.len() {
            Language::Zh
        } else {
            Language::En
        };
        Ok((happened, language, noted))
    }
}
