//! The acts of upkeep, and their changes of lines and files.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;

use super::compact::DaySummary;
use crate::RunKind;
use crate::document::{self, Document};
use crate::files::daily::DailySection;

/// The path of the story, relative to the memory root.
pub const HISTORY: &str = "HISTORY.md";
/// The path of the insights, relative to the memory root.
pub const INSIGHTS: &str = "INSIGHTS.md";
/// The path of the archived insights, relative to the memory root.
pub const INSIGHTS_ARCHIVE: &str = "archive/INSIGHTS.md";
/// The archive folder, relative to the memory root.
pub const ARCHIVE: &str = "archive";

/// An act of upkeep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// All due work except the removal of archived files. Empty sections and repeated items are removed, and items that
    /// are too long are cut. Aged daily files and expired insights are archived.
    Apply,
    /// Items of aged daily files are removed, except decisions.
    ApplySafe,
    /// Aged daily files are archived.
    Archive,
    /// Aged daily files are archived, and the story gets a summary of each.
    Compact,
    /// Expired daily files in the archive are removed, and expired insights are archived.
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

/// The action on a line or a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// An empty section or an empty item is removed.
    DropEmpty,
    /// An item is cut to the maximum length.
    Trim,
    /// An item that repeats another line of its section is removed.
    Dedupe,
    /// An item about tool activity is removed.
    DropToolActivity,
    /// Any other item that is not a decision is removed.
    DropNonDecision,
    /// A daily file is archived.
    Archive,
    /// A daily file is archived, and the story gets its summary.
    Compact,
    /// An expired daily file is removed from the archive.
    DailyTtl,
    /// An expired insight is archived.
    InsightsTtl,
}

/// How much information an action gives up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Priority {
    /// None: there was no text.
    P0,
    /// Little: the text is elsewhere, or shortened.
    P1,
    /// The text itself.
    P2,
}

impl Action {
    /// Returns its priority for reports and metrics.
    pub const fn priority(self) -> Priority {
        match self {
            Self::DropEmpty => Priority::P0,
            Self::Trim | Self::Dedupe => Priority::P1,
            _ => Priority::P2,
        }
    }
}

/// The present memory files, by their path in the memory root.
#[derive(Clone, Debug, Default)]
pub struct Files {
    /// The daily files, `YYYY-MM-DD.md`.
    pub daily: BTreeMap<String, String>,
    /// Daily files in the archive.
    pub archived: BTreeMap<String, String>,
    /// All paths in the archive, including unreadable files, which must not be overwritten.
    pub taken: BTreeSet<String>,
    /// Daily files, archived or not, that are not UTF-8 text and are skipped.
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

/// The time of an act, and its run.
#[derive(Clone, Copy, Debug)]
pub struct When<'a> {
    /// The writer's local date, which is the first day of all time spans.
    pub today: NaiveDate,
    /// The time of the run.
    pub now: DateTime<Utc>,
    /// The run.
    pub run_id: &'a str,
}

/// The change of adjacent lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LineChange {
    /// The action.
    pub action: Action,
    /// Its priority.
    pub priority: Priority,
    /// The file.
    pub path: String,
    /// The section of a daily file; `None` for any other section.
    pub section: Option<DailySection>,
    /// The first line, counted from 1.
    pub line: usize,
    /// The number of lines; for an empty section including its blank lines.
    pub lines: usize,
    /// The present lines.
    pub before: String,
    /// The new line, without its line ending; for [`Action::Dedupe`] the line with the same text. `None` if there is
    /// none.
    pub after: Option<String>,
}

/// The change of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileChange {
    /// The action.
    pub action: Action,
    /// Its priority.
    pub priority: Priority,
    /// The file.
    pub path: String,
    /// The new path of the unchanged file; `None` if only the run keeps it.
    pub target: Option<String>,
    /// The day of the file.
    pub date: NaiveDate,
    /// Its size in bytes.
    pub bytes: u64,
    /// The number of its bullets.
    pub bullets: u32,
    /// The number of its bullets outside the section of decisions.
    pub non_decisions: u32,
    /// Its summary for the story, if any.
    pub entry: Option<DaySummary>,
}

/// The number of insights before and after an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Stayed {
    /// The time to live of an insight, in days.
    pub ttl_days: u32,
    /// The number before.
    pub total: u32,
    /// The number after.
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
    /// The numbers of insights, if some expire.
    pub insights: Option<Stayed>,
    /// The number of daily files it examined.
    pub looked_at: u32,
    /// Daily files that are not text and were skipped.
    pub skipped: Vec<String>,
    /// The changed files with their new text; `None` for a file that is removed.
    #[serde(skip)]
    pub after: BTreeMap<String, Option<String>>,
}

impl Plan {
    /// Returns whether the plan has no changes.
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

/// Returns the day of a daily file, given its path in the memory root.
pub fn day_of(path: &str) -> Option<NaiveDate> {
    day(path.strip_suffix(".md")?)
}

/// Returns the day of a daily file in the archive: `archive/2026-10-01.md`, or `archive/2026-10-01-2.md` with a number
/// if that name was taken.
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

/// Parses a date, only in the spelling that the desk uses; a file with another spelling belongs to the writer.
fn day(name: &str) -> Option<NaiveDate> {
    let day: NaiveDate = name.parse().ok()?;
    (day.to_string() == name).then_some(day)
}

/// Returns the age of a day in days; today is 0. A time span includes today, so an age equal to the number of days is
/// past the span.
pub fn age(day: NaiveDate, today: NaiveDate) -> i64 {
    today.signed_duration_since(day).num_days()
}

pub(super) fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
