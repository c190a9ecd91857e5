//! The acts of upkeep, and their changes of lines and files.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;

use super::compact::Entry;
use crate::RunKind;
use crate::document::{self, Document};
use crate::files::daily::DailySection;

/// The story of what was done, relative to the memory root.
pub const HISTORY: &str = "HISTORY.md";
/// Insights, relative to the memory root.
pub const INSIGHTS: &str = "INSIGHTS.md";
/// The insights that left that file.
pub const INSIGHTS_ARCHIVE: &str = "archive/INSIGHTS.md";
/// The folder of files no longer in use, in the memory root.
pub const ARCHIVE: &str = "archive";

/// An act of upkeep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// Everything there is to do, except the removal of archived files. Empty sections and repeated items go, and items
    /// that are too long are cut. Aged daily files and expired insights go to the archive.
    Apply,
    /// Only the items of aged daily files go, except decisions.
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

    pub(super) const fn archives(self) -> bool {
        matches!(self, Self::Apply | Self::Archive | Self::Compact)
    }
}

/// What is done with a line or a file.
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

/// How much an action gives up: `P0` is nothing at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Priority {
    /// Nothing was said there.
    P0,
    /// The words stand elsewhere, or in short.
    P1,
    /// All else.
    P2,
}

impl Action {
    /// Returns the tag it carries in reports and metrics.
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
    /// Every path in the archive, including files that cannot be read: nothing is put in their place.
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

/// The change of lines that belong together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LineChange {
    /// What is done with them.
    pub action: Action,
    /// Its tag.
    pub priority: Priority,
    /// The file.
    pub path: String,
    /// The section of a day they stand in; `None` for any other.
    pub section: Option<DailySection>,
    /// The first of them, counted from 1.
    pub line: usize,
    /// How many there are; of a section that holds nothing, blank lines count too.
    pub lines: usize,
    /// The lines as they are.
    pub before: String,
    /// The line in their place, without its ending; for [`Action::Dedupe`] the line that says the same. `None` where
    /// there is none.
    pub after: Option<String>,
}

/// The change of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileChange {
    /// What is done with it.
    pub action: Action,
    /// Its tag.
    pub priority: Priority,
    /// The file.
    pub path: String,
    /// Where it goes, unchanged; `None` where only the run keeps it.
    pub target: Option<String>,
    /// The day it is of.
    pub date: NaiveDate,
    /// Its size.
    pub bytes: u64,
    /// Its bullets.
    pub bullets: u32,
    /// Bullets that stand in no section of decisions.
    pub non_decisions: u32,
    /// Its summary in the story.
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

/// The plan of an act, before it is carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Plan {
    /// The act.
    pub act: Act,
    /// The changes of lines.
    pub lines: Vec<LineChange>,
    /// The changes of whole files.
    pub files: Vec<FileChange>,
    /// How many insights stay, where some go.
    pub insights: Option<Stayed>,
    /// How many daily files it looked at.
    pub looked_at: u32,
    /// Daily files that cannot be read as text and were left alone.
    pub skipped: Vec<String>,
    /// The files that it changes, as they will be; `None` for a file that will be gone.
    #[serde(skip)]
    pub after: BTreeMap<String, Option<String>>,
}

impl Plan {
    /// Returns whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.after.is_empty()
    }
}

impl LineChange {
    pub(super) fn dropped(
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
    pub(super) fn of(action: Action, path: &str, date: NaiveDate, text: &str) -> Self {
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

/// Returns how many days ago a day was; today is 0. A span of days includes today, so a thing whose age equals the
/// number of days is past it.
pub fn age(day: NaiveDate, today: NaiveDate) -> i64 {
    today.signed_duration_since(day).num_days()
}

pub(super) fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
