//! What was written in manuscripts.

use chrono::{DateTime, Utc};
use prose::Language;
use rusqlite::params;

use crate::column::Name;
use crate::{Result, View, Writer};

/// A manuscript was worked on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Work {
    /// When it was left.
    pub at: DateTime<Utc>,
    /// The manuscript, relative to the project.
    pub path: String,
    /// Its language.
    pub language: Language,
    /// Words or Han characters before.
    pub before: u64,
    /// The same after.
    pub after: u64,
}

impl View {
    /// Returns what was written from one moment up to another, the oldest first.
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
    /// Keeps that a manuscript was worked on. Counts beyond what SQLite can hold are kept as the most it can.
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
