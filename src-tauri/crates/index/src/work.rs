//! The amount of writing in manuscripts.

use chrono::{DateTime, Utc};
use prose::Language;
use rusqlite::params;

use crate::column::Name;
use crate::{Result, View, Writer};

/// One session of work on a manuscript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Work {
    /// The time at which the writer left the manuscript.
    pub at: DateTime<Utc>,
    /// The manuscript, relative to the project.
    pub path: String,
    /// The language of the manuscript.
    pub language: Language,
    /// English words or Han characters before the session.
    pub before: u64,
    /// English words or Han characters after the session.
    pub after: u64,
}

impl View {
    /// Returns the sessions from one moment up to another, excluding the end, the oldest first.
    pub fn work(&self, from: DateTime<Utc>, to: DateTime<Utc>) -> Result<Vec<Work>> {
        self.rows(
            "SELECT at, path, language, before, after FROM work WHERE at >= ?1 AND at < ?2 ORDER BY at, device, path",
            params![from, to],
            |row| {
                let count = |at| row.get::<_, i64>(at).map(i64::unsigned_abs);
                Ok(Work {
                    at: row.get(0)?,
                    path: row.get(1)?,
                    language: row.get::<_, Name<Language>>(2)?.0,
                    before: count(3)?,
                    after: count(4)?,
                })
            },
        )
    }
}

impl Writer<'_> {
    /// Records a session. A count above the range of an SQLite integer is stored as the largest integer.
    pub fn put_work(&mut self, work: &Work, device: &str) -> Result<()> {
        let kept = |count| i64::try_from(count).unwrap_or(i64::MAX);
        self.execute(
            "INSERT OR REPLACE INTO work (at, device, path, language, before, after)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            params![
                work.at,
                device,
                work.path,
                Name(work.language),
                kept(work.before),
                kept(work.after)
            ],
        )
    }
}
