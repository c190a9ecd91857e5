//! The ageing of episodes: recalls, compression and purging.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use learning::decay::compress::Compressed;
use learning::decay::lifecycle::Candidate;
use learning::decay::{Band, Vitals};
use memory::journal::fold::EpisodeFate;
use rusqlite::{Row, params};

use crate::column::{Json, Name};
use crate::error::{Error, Result};
use crate::presence::Presence;
use crate::view::View;
use crate::writer::Writer;

/// The columns that [`vitals`] reads.
const VITALS: &str = "created_at, last_recalled_at, recalls, importance, confirmed";

impl View {
    /// Returns the data that decide the fate of episodes with a given presence, ordered by time and id.
    pub fn vitals(&self, presence: Presence) -> Result<Vec<Candidate>> {
        self.rows(
            &format!("SELECT {VITALS}, id FROM episode WHERE presence = ?1 ORDER BY created_at, id"),
            [Name(presence)],
            |row| Ok((row.get(5)?, vitals(row)?)),
        )
    }

    /// Returns the number of whole episodes in each band of decay.
    ///
    /// The rows are streamed from a covering index. So a million episodes need no memory for a list, and no text is
    /// read.
    pub fn bands(&self, now: DateTime<Utc>) -> Result<BTreeMap<Band, u32>> {
        let counted = || -> rusqlite::Result<_> {
            let sql = format!("SELECT {VITALS} FROM episode WHERE presence = ?1");
            let mut statement = self.connection.prepare_cached(&sql)?;
            let mut rows = statement.query([Name(Presence::Whole)])?;
            let mut bands = BTreeMap::new();
            while let Some(row) = rows.next()? {
                *bands.entry(vitals(row)?.band(now)).or_default() += 1;
            }
            Ok(bands)
        };
        counted().map_err(|source| Error::sqlite(&self.path, source))
    }

    /// Returns the number of episodes with a given presence.
    pub fn count_of(&self, presence: Presence) -> Result<u64> {
        let count = self.row(
            "SELECT count(*) FROM episode WHERE presence = ?1",
            [Name(presence)],
            |row| row.get::<_, i64>(0),
        )?;
        Ok(count.unwrap_or(0).unsigned_abs())
    }

    /// Returns the ids and times of all episodes, including purged ones.
    pub fn acts(&self) -> Result<BTreeMap<String, DateTime<Utc>>> {
        let acts = self.rows("SELECT id, created_at FROM episode", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?;
        Ok(acts.into_iter().collect())
    }

    /// Returns the presence of an episode, or `None` for an unknown id.
    pub fn presence(&self, id: &str) -> Result<Option<Presence>> {
        let presence = self.row("SELECT presence FROM episode WHERE id = ?1", [id], |row| {
            row.get::<_, Name<Presence>>(0)
        })?;
        Ok(presence.map(|Name(presence)| presence))
    }

    /// Returns the decisions of runs about episodes, for all episodes or for some. An episode may not have arrived yet.
    pub fn fates(&self, ids: Option<&BTreeSet<String>>) -> Result<BTreeMap<String, EpisodeFate>> {
        let fates = self.rows(
            "SELECT episode_id, purged FROM fate
             WHERE ?1 IS NULL OR episode_id IN (SELECT value FROM json_each(?1))",
            [ids.map(Json)],
            |row| {
                let fate = if row.get(1)? {
                    EpisodeFate::Purged
                } else {
                    EpisodeFate::Compressed
                };
                Ok((row.get(0)?, fate))
            },
        )?;
        Ok(fates.into_iter().collect())
    }
}

impl Writer<'_> {
    /// Records a recall of episodes. An episode may not have arrived yet.
    pub fn put_recall(&mut self, at: DateTime<Utc>, device: &str, ids: &[String]) -> Result<()> {
        for id in ids {
            self.execute(
                "INSERT OR IGNORE INTO recall (episode_id, at, device) VALUES (?1, ?2, ?3)",
                params![id, at, device],
            )?;
            self.count_recalls(id)?;
        }
        Ok(())
    }

    /// Updates the number of recalls and the time of the last recall in the row of an episode.
    pub(crate) fn count_recalls(&self, id: &str) -> Result<()> {
        self.execute(
            "UPDATE episode SET (recalls, last_recalled_at) =
                 (SELECT count(*), max(at) FROM recall WHERE episode_id = ?1)
             WHERE id = ?1",
            [id],
        )
    }

    /// Stores the decision of runs about the text of an episode; `None` removes the decision.
    pub(crate) fn put_fate(&mut self, id: &str, fate: Option<EpisodeFate>) -> Result<()> {
        match fate {
            Some(fate) => self.execute(
                "INSERT OR REPLACE INTO fate (episode_id, purged) VALUES (?1, ?2)",
                params![id, fate == EpisodeFate::Purged],
            ),
            None => self.execute("DELETE FROM fate WHERE episode_id = ?1", [id]),
        }
    }

    /// Replaces the text of an episode by its compressed form. Its evidence stays.
    pub fn compress(&mut self, compressed: &Compressed) -> Result<()> {
        self.drop_text(&compressed.id, Presence::Compressed, &Json(compressed))
    }

    /// Removes the text of an episode. Its evidence stays.
    pub fn purge(&mut self, id: &str) -> Result<()> {
        self.drop_text(id, Presence::Purged, &"")
    }

    fn drop_text(&self, id: &str, presence: Presence, body: &dyn rusqlite::ToSql) -> Result<()> {
        self.execute(
            "UPDATE episode SET presence = ?2, body = ?3 WHERE id = ?1",
            params![id, Name(presence), body],
        )?;
        // An amendment contains text too.
        self.execute("DELETE FROM amendment WHERE episode_id = ?1", [id])
    }
}

fn vitals(row: &Row<'_>) -> rusqlite::Result<Vitals> {
    Ok(Vitals {
        created_at: row.get(0)?,
        last_recalled_at: row.get(1)?,
        recalls: row.get(2)?,
        importance: row.get(3)?,
        confirmed: row.get(4)?,
    })
}
