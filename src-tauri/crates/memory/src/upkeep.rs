//! Upkeep: what becomes of memory files with time (facts 2.12 and 6.28; seed 1, 2.4 and R3).
//!
//! [`plan`] says for an [`Act`] what becomes of which line and which file, before anything is done: each change with
//! its [`Action`] and [`Priority`], all of them with their [`Risk`], and the files as they are after it. [`look`] says
//! what there is to do.
//!
//! Nothing is lost by any of it. An aged daily file goes to the archive as it is. Lines are taken out of a daily file
//! only where consolidation wrote them and the writer has not touched them since; a decision is never dropped and loses no
//! word. What goes for good, an archived file whose time is up, is asked for by its own name and stays with the
//! run. [`Plan::verify`] holds a plan to this before it is carried out.

mod audit;
mod check;
mod compact;
mod risk;
mod rows;
#[cfg(test)]
mod tests;
mod tidy;

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, NaiveDate, Utc};
use prose::Language;
use serde::Serialize;

pub use audit::{Finding, Kind, look};
pub use check::Lost;
pub use compact::Entry;
pub use risk::{Risk, Summary};

use crate::RunKind;
use crate::consolidation::archive::{self, ArchivedBlock, Cause};
use crate::consolidation::daily::DailySection;
use crate::consolidation::policy::{Policies, Upkeep};
use crate::consolidation::{history, insights};
use crate::document::{self, Document, Whose};

/// The story of what was done, relative to the memory root.
pub const HISTORY: &str = "HISTORY.md";
/// What was learned for a while.
pub const INSIGHTS: &str = "INSIGHTS.md";
/// What left it.
pub const INSIGHTS_ARCHIVE: &str = "archive/INSIGHTS.md";
/// The folder of what is no longer in use, in the memory root.
pub const ARCHIVE: &str = "archive";

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// Everything there is to do, except letting go of archived files: empty sections and items that say what another says
    /// go, items that are too long are cut, aged daily files and expired insights go to the archive.
    Apply,
    /// Only items of aged daily files that are no decisions go.
    ApplySafe,
    /// Aged daily files go to the archive.
    Archive,
    /// The same, and the story gets a summary of each.
    Compact,
    /// Archived daily files and insights whose time is up go.
    Expire,
}

impl Act {
    /// Returns what kind of run it is.
    pub const fn run_kind(self) -> RunKind {
        match self {
            Self::Apply | Self::ApplySafe => RunKind::Audit,
            Self::Archive => RunKind::Archive,
            Self::Compact => RunKind::Compact,
            Self::Expire => RunKind::Expire,
        }
    }

    const fn archives(self) -> bool {
        matches!(self, Self::Apply | Self::Archive | Self::Compact)
    }
}

/// What becomes of a line or a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// A section that holds nothing goes, or an item that says nothing.
    DropEmpty,
    /// An item is cut to the length it may have.
    Trim,
    /// An item goes because another line of its section says the same.
    Dedupe,
    /// An item about what was done with tools goes.
    DropToolActivity,
    /// Any other item that is no decision goes.
    DropNonDecision,
    /// A daily file goes to the archive.
    Archive,
    /// A daily file goes to the archive, and the story gets its summary.
    Compact,
    /// An archived daily file goes.
    DailyTtl,
    /// An insight goes to the archive.
    InsightsTtl,
}

/// How little is given up by an action: `P0` is nothing at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Priority {
    /// Nothing was said there.
    P0,
    /// What was said stands elsewhere, or in short.
    P1,
    /// All else.
    P2,
}

impl Action {
    /// Returns the tag it carries in reports and metrics (facts 2.11).
    pub const fn priority(self) -> Priority {
        match self {
            Self::DropEmpty => Priority::P0,
            Self::Trim | Self::Dedupe => Priority::P1,
            _ => Priority::P2,
        }
    }
}

/// The memory files as they are, by their path in the memory root.
#[derive(Clone, Debug, Default)]
pub struct Files {
    /// `YYYY-MM-DD.md`.
    pub daily: BTreeMap<String, String>,
    /// Daily files in the archive.
    pub archived: BTreeMap<String, String>,
    /// Every path in the archive, those of files that cannot be read too: nothing is put in their place.
    pub taken: BTreeSet<String>,
    /// Daily files, here or in the archive, that are no UTF-8 text and left alone.
    pub skipped: Vec<String>,
    /// `MEMORY.md`.
    pub memory: String,
    /// `HISTORY.md`.
    pub history: String,
    /// `INSIGHTS.md`.
    pub insights: String,
    /// `archive/INSIGHTS.md`.
    pub insights_archive: String,
}

/// When something is done, and as which run.
#[derive(Clone, Copy, Debug)]
pub struct When<'a> {
    /// The writer's local date: spans of days count it as the first.
    pub today: NaiveDate,
    /// The time of the run.
    pub now: DateTime<Utc>,
    /// The run.
    pub run_id: &'a str,
}

/// What becomes of lines that belong together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LineChange {
    /// What becomes of them.
    pub action: Action,
    /// Its tag.
    pub priority: Priority,
    /// The file.
    pub path: String,
    /// The section of a day they stand in; `None` for any other.
    pub section: Option<DailySection>,
    /// The first of them, counted from 1.
    pub line: usize,
    /// How many there are; of a section that holds nothing, the blank ones too.
    pub lines: usize,
    /// The lines as they are.
    pub before: String,
    /// The line in their place, without its ending; for [`Action::Dedupe`] the line that says the same. `None` where
    /// there is none.
    pub after: Option<String>,
}

/// What becomes of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileChange {
    /// What becomes of it.
    pub action: Action,
    /// Its tag.
    pub priority: Priority,
    /// The file.
    pub path: String,
    /// Where it goes, as it is; `None` where only the run keeps it.
    pub target: Option<String>,
    /// The day it is of.
    pub date: NaiveDate,
    /// Its size.
    pub bytes: u64,
    /// Its bullets.
    pub bullets: u32,
    /// Those that stand in no section of decisions.
    pub non_decisions: u32,
    /// What the story gets of it.
    pub entry: Option<Entry>,
}

/// How many insights there are, and how many stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Stayed {
    /// Days an insight stays.
    pub ttl_days: u32,
    /// Insights there are.
    pub total: u32,
    /// Insights that stay.
    pub kept: u32,
}

/// What an act does, before it is done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Plan {
    /// The act.
    pub act: Act,
    /// What becomes of lines.
    pub lines: Vec<LineChange>,
    /// What becomes of whole files.
    pub files: Vec<FileChange>,
    /// What becomes of insights, where some go.
    pub insights: Option<Stayed>,
    /// How many daily files it looked at.
    pub looked_at: u32,
    /// Daily files that cannot be read as text and were left alone.
    pub skipped: Vec<String>,
    /// The files that are others after it; `None` where there is none any more.
    #[serde(skip)]
    pub after: BTreeMap<String, Option<String>>,
}

impl Plan {
    /// Returns whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.after.is_empty()
    }
}

/// Returns what an act does.
pub fn plan(act: Act, files: &Files, when: When<'_>, policies: &Policies) -> Plan {
    let policy = &policies.upkeep;
    let mut plan = Plan {
        act,
        lines: Vec::new(),
        files: Vec::new(),
        insights: None,
        looked_at: 0,
        skipped: files.skipped.clone(),
        after: BTreeMap::new(),
    };
    if act == Act::Expire {
        plan.expire(files, when, policy);
    } else {
        plan.see_to_days(files, when, policy);
    }
    if matches!(act, Act::Apply | Act::Expire) {
        plan.expire_insights(files, when, policies);
    }
    plan
}

impl Plan {
    fn see_to_days(&mut self, files: &Files, when: When<'_>, policy: &Upkeep) {
        let mut taken: BTreeSet<String> = files.taken.iter().map(|path| path.to_lowercase()).collect();
        let mut story = files.history.clone();
        for (path, text) in &files.daily {
            let Some(day) = day_of(path) else { continue };
            self.looked_at += 1;
            let age = age(day, when.today);
            if self.act.archives() && age >= i64::from(policy.archive_days) {
                let target = free(day, &taken);
                taken.insert(target.clone());
                self.archive(path, day, text, target, &mut story, policy);
                continue;
            }
            let wish = tidy::Wish {
                // The present day is being written.
                order: self.act == Act::Apply && age > 0,
                thin: matches!(self.act, Act::Apply | Act::ApplySafe) && age >= i64::from(policy.drop_days),
            };
            let (changes, after) = tidy::tidied(path, text, wish, policy, when.now.date_naive());
            if !changes.is_empty() {
                self.lines.extend(changes);
                self.after.insert(path.clone(), Some(after));
            }
        }
        if story != files.history {
            self.after.insert(HISTORY.into(), Some(story));
        }
    }

    fn archive(
        &mut self,
        path: &str,
        day: NaiveDate,
        text: &str,
        target: String,
        story: &mut String,
        policy: &Upkeep,
    ) {
        let entry = Some(text)
            .filter(|_| self.act == Act::Compact)
            .and_then(|text| compact::entry(text, day, policy.compact_bullets as usize));
        if let Some(entry) = &entry {
            // It stands there when the file came back after it was archived before.
            if !story.lines().any(|line| line == entry.text) {
                *story = history::told(story, &entry.text, entry.language);
            }
        }
        let action = if entry.is_some() {
            Action::Compact
        } else {
            Action::Archive
        };
        self.files.push(FileChange {
            entry,
            target: Some(target.clone()),
            ..FileChange::of(action, path, day, text)
        });
        self.after.insert(path.to_owned(), None);
        self.after.insert(target, Some(text.to_owned()));
    }

    fn expire(&mut self, files: &Files, when: When<'_>, policy: &Upkeep) {
        for (path, text) in &files.archived {
            let Some(day) = archived_day_of(path) else {
                continue;
            };
            self.looked_at += 1;
            if age(day, when.today) >= i64::from(policy.ttl_days) {
                self.files.push(FileChange::of(Action::DailyTtl, path, day, text));
                self.after.insert(path.clone(), None);
            }
        }
    }

    /// Only items go. What the writer noted herself stays, however old.
    fn expire_insights(&mut self, files: &Files, when: When<'_>, policies: &Policies) {
        let expired: BTreeSet<usize> = insights::expired(&files.insights, when.today, &policies.insights)
            .iter()
            .map(|insight| insight.line)
            .collect();
        let document = Document::parse(&files.insights);
        let mut removed = document::Plan::default();
        let mut blocks = Vec::new();
        for part in document.parts() {
            let section = part
                .section
                .map_or_else(|| "INSIGHTS".to_owned(), |section| section.title);
            for bullet in part.bullets {
                let line = bullet.lines.start + 1;
                if !matches!(bullet.whose, Whose::Machine(_)) || !expired.contains(&line) {
                    continue;
                }
                let text = document.text(&bullet.lines);
                self.lines.push(LineChange::dropped(
                    Action::InsightsTtl,
                    INSIGHTS,
                    None,
                    &document,
                    &bullet.lines,
                ));
                removed.removed.extend(bullet.lines);
                blocks.push(ArchivedBlock {
                    section: section.clone(),
                    text,
                    cause: Cause::Expired,
                });
            }
        }
        if blocks.is_empty() {
            return;
        }
        let total = insights::read(&files.insights).len();
        self.insights = Some(Stayed {
            ttl_days: policies.insights.ttl_days,
            total: count(total),
            kept: count(total.saturating_sub(blocks.len())),
        });
        let archive = archive::appended(&files.insights_archive, when.run_id, when.now, &blocks);
        let rest = document.printed(&removed).document.to_string();
        self.after.insert(INSIGHTS.into(), Some(rest));
        self.after.insert(INSIGHTS_ARCHIVE.into(), Some(archive));
    }
}

impl LineChange {
    fn dropped(
        action: Action,
        path: &str,
        section: Option<DailySection>,
        document: &Document,
        lines: &std::ops::Range<usize>,
    ) -> Self {
        Self {
            action,
            priority: action.priority(),
            path: path.to_owned(),
            section,
            line: lines.start + 1,
            lines: lines.len(),
            before: document.text(lines),
            after: None,
        }
    }
}

impl FileChange {
    fn of(action: Action, path: &str, date: NaiveDate, text: &str) -> Self {
        let parts = Document::parse(text).parts();
        let in_part = |part: &document::Part| {
            let named = part
                .section
                .as_ref()
                .and_then(|section| DailySection::named(&section.title));
            (part.bullets.len(), named == Some(DailySection::Decisions))
        };
        let bullets: usize = parts.iter().map(|part| part.bullets.len()).sum();
        let decisions: usize = parts
            .iter()
            .map(in_part)
            .filter(|(_, is)| *is)
            .map(|(many, _)| many)
            .sum();
        Self {
            action,
            priority: action.priority(),
            path: path.to_owned(),
            target: None,
            date,
            bytes: text.len() as u64,
            bullets: count(bullets),
            non_decisions: count(bullets - decisions),
            entry: None,
        }
    }
}

/// Returns the day a daily file is of, given its path in the memory root.
pub fn day_of(path: &str) -> Option<NaiveDate> {
    day(path.strip_suffix(".md")?)
}

/// Returns the day of a daily file in the archive: `archive/2026-10-01.md`, or with a number where that name was taken,
/// `archive/2026-10-01-2.md`.
pub fn archived_day_of(path: &str) -> Option<NaiveDate> {
    let name = path
        .strip_prefix(ARCHIVE)?
        .strip_prefix('/')?
        .strip_suffix(".md")?;
    let (date, rest) = name.split_at_checked("2026-10-01".len())?;
    let number = rest.strip_prefix('-').unwrap_or("0");
    let is_number = !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit());
    day(date).filter(|_| is_number && (rest.is_empty() || rest.starts_with('-')))
}

/// Only the spelling that the desk uses: another one is a file of the writer's.
fn day(name: &str) -> Option<NaiveDate> {
    let day: NaiveDate = name.parse().ok()?;
    (day.to_string() == name).then_some(day)
}

/// Returns how many days ago a day was; today is 0. A span of days counts today, so what is as many days old as it has
/// days is past it.
pub fn age(day: NaiveDate, today: NaiveDate) -> i64 {
    today.signed_duration_since(day).num_days()
}

/// Returns a name in the archive that nothing has.
fn free(day: NaiveDate, taken: &BTreeSet<String>) -> String {
    let mut path = format!("{ARCHIVE}/{day}.md");
    let mut number = 2_u32;
    while taken.contains(&path) {
        path = format!("{ARCHIVE}/{day}-{number}.md");
        number += 1;
    }
    path
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Returns the language of what the bullets of a file say; annotations are in English in any file.
fn language_of<'a>(words: impl Iterator<Item = &'a str>) -> Language {
    Language::of(&words.collect::<Vec<_>>().join("\n"))
}
