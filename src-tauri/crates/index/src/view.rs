//! Reading from the index.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use learning::decay::compress::Compressed;
use learning::inference::belief::Ledgers;
use learning::inference::ledger::Ledger;
use learning::{
    Amendment, Cluster, Episode, Evidence, Question, Rule, Sample, Settled, TextOrigin, Tombstone, Turning,
};
use memory::journal::Place;
use memory::journal::fold::State;
use memory::{Run, RunKind};
use prose::SceneType;
use rusqlite::types::FromSqlError;
use rusqlite::{Connection, OptionalExtension, Params, Row, ToSql, named_params, params};
use serde::de::DeserializeOwned;

use crate::column::{Json, Name};
use crate::error::{Error, Result};
use crate::open;
use crate::presence::Presence;

/// A snapshot of the index, unaffected by later writes.
///
/// Every list has a defined order that does not depend on the order of arrival.
pub struct View {
    pub(crate) connection: Connection,
    pub(crate) path: PathBuf,
}

/// A filter of episodes; the default matches all episodes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EpisodeFilter {
    /// Only these ids; unknown ids are ignored.
    pub ids: Option<Vec<String>>,
    /// Only this kind of scene.
    pub scene_type: Option<SceneType>,
    /// At most this many episodes, the newest.
    pub limit: Option<u32>,
}

impl View {
    /// Opens a snapshot of the present state on its own connection.
    pub(crate) fn of_now(path: &Path) -> Result<Self> {
        let begin = || {
            let connection = open::for_reading(path)?;
            // SQLite fixes the snapshot of a transaction at its first read.
            connection.execute_batch("BEGIN; SELECT 1 FROM sqlite_schema;")?;
            Ok(connection)
        };
        let connection = begin().map_err(|source| Error::sqlite(path, source))?;
        Ok(Self {
            connection,
            path: path.to_owned(),
        })
    }

    /// Returns the projected length of each journal file, ordered by device and file.
    ///
    /// Collected into a map from device to place, it gives the last place of each device.
    pub fn cursors(&self) -> Result<Vec<(String, Place)>> {
        self.rows(
            "SELECT device, file, byte_offset FROM cursor ORDER BY device, file",
            [],
            |row| Ok((row.get(0)?, place(row, 1)?)),
        )
    }

    /// Returns an episode with all amendments applied. `None` where its text was dropped.
    pub fn episode(&self, id: &str) -> Result<Option<Episode>> {
        self.recorded(id)?
            .map(|episode| self.amended(episode))
            .transpose()
    }

    /// Returns an episode as it was recorded, without amendments. `None` where its text was dropped.
    pub fn recorded(&self, id: &str) -> Result<Option<Episode>> {
        self.row(
            "SELECT body FROM episode WHERE id = ?1 AND presence = 'whole'",
            [id],
            json,
        )
    }

    /// Returns the ids of a set that belong to known episodes.
    pub fn among(&self, ids: &BTreeSet<String>) -> Result<BTreeSet<String>> {
        let known = self.rows(
            "SELECT id FROM episode WHERE id IN (SELECT value FROM json_each(?1))",
            [Json(ids)],
            |row| row.get(0),
        )?;
        Ok(known.into_iter().collect())
    }

    /// Returns the fingerprints of a set that belong to sentences from elsewhere, with their origin.
    pub fn elsewhere(&self, sentences: &BTreeSet<String>) -> Result<BTreeMap<String, TextOrigin>> {
        let known = self.rows(
            "SELECT sentence, origin FROM pasted WHERE sentence IN (SELECT value FROM json_each(?1))",
            [Json(sentences)],
            |row| Ok((row.get(0)?, row.get::<_, Name<TextOrigin>>(1)?.0)),
        )?;
        Ok(known.into_iter().collect())
    }

    /// Returns the whole episodes with all amendments applied, the newest first.
    pub fn episodes(&self, filter: &EpisodeFilter) -> Result<Vec<Episode>> {
        self.bodies(filter, Presence::Whole)?
            .into_iter()
            .map(|episode| self.amended(episode))
            .collect()
    }

    /// Returns the whole episodes created from one moment up to another, excluding the end, the oldest first.
    pub fn acts_between(&self, from: DateTime<Utc>, to: DateTime<Utc>) -> Result<Vec<Episode>> {
        let episodes = self.rows(
            "SELECT body FROM episode
             WHERE presence = 'whole' AND created_at >= ?1 AND created_at < ?2
             ORDER BY created_at, id",
            params![from, to],
            json,
        )?;
        episodes
            .into_iter()
            .map(|episode| self.amended(episode))
            .collect()
    }

    /// Returns the compressed forms of episodes, the newest first.
    pub fn compressed(&self, filter: &EpisodeFilter) -> Result<Vec<Compressed>> {
        self.bodies(filter, Presence::Compressed)
    }

    fn bodies<T: DeserializeOwned>(&self, filter: &EpisodeFilter, presence: Presence) -> Result<Vec<T>> {
        self.rows(
            "SELECT body FROM episode
             WHERE presence = :presence
               AND (:ids IS NULL OR id IN (SELECT value FROM json_each(:ids)))
               AND (:scene_type IS NULL OR scene_type = :scene_type)
             ORDER BY created_at DESC, id DESC
             LIMIT coalesce(:limit, -1)",
            named_params! {
                ":presence": Name(presence),
                ":ids": filter.ids.as_ref().map(Json),
                ":scene_type": filter.scene_type.map(Name),
                ":limit": filter.limit,
            },
            json,
        )
    }

    /// Returns all episodes as samples for distillation, the oldest first.
    ///
    /// With `within`, returns only samples recorded up to the given place of each device, and none of a device without
    /// a place. These are the samples that a distillation with this snapshot read.
    pub fn evidence(&self, within: Option<&BTreeMap<String, Place>>) -> Result<Vec<Sample>> {
        let seen = |device: &String, place: &Place| {
            within.is_none_or(|places| places.get(device).is_some_and(|last| place <= last))
        };
        let samples = self.rows(
            &format!("{SAMPLES} ORDER BY episode.created_at, episode.id"),
            [],
            |row| Ok((sample(row)?, row.get::<_, String>(7)?, place(row, 8)?)),
        )?;
        Ok(samples
            .into_iter()
            .filter(|(_, device, place)| seen(device, place))
            .map(|(sample, ..)| sample)
            .collect())
    }

    /// Returns the episodes of a cluster as samples for distillation, the oldest first. With `newest`, returns at most
    /// that many, the newest.
    pub fn samples(&self, cluster: &Cluster, newest: Option<usize>) -> Result<Vec<Sample>> {
        let limit = newest.map_or(-1, |newest| i64::try_from(newest).unwrap_or(i64::MAX));
        // A condition appears in the SQL only where it restricts the rows, so that SQLite takes the newest from an
        // index.
        let scene = cluster.scene_type.map_or("", |_| "AND scene_type = :scene_type");
        let skill = cluster.skill.as_ref().map_or("", |_| "AND skill = :skill");
        let scene_type = cluster.scene_type.map(Name);
        let mut parameters: Vec<(&str, &dyn ToSql)> = vec![(":limit", &limit)];
        parameters.extend(
            scene_type
                .as_ref()
                .map(|name| (":scene_type", name as &dyn ToSql)),
        );
        parameters.extend(cluster.skill.as_ref().map(|name| (":skill", name as &dyn ToSql)));
        let mut samples = self.rows(
            &format!(
                "{SAMPLES} WHERE true {scene} {skill}
                 ORDER BY episode.created_at DESC, episode.id DESC LIMIT :limit"
            ),
            &parameters[..],
            sample,
        )?;
        samples.reverse();
        Ok(samples)
    }

    /// Returns one episode as a sample for distillation.
    pub fn sample(&self, episode_id: &str) -> Result<Option<Sample>> {
        self.row(&format!("{SAMPLES} WHERE episode.id = ?1"), [episode_id], sample)
    }

    /// Returns the ledgers of all pairs of scene and skill.
    pub fn ledgers(&self) -> Result<Ledgers> {
        let ledgers = self.rows("SELECT scene_type, skill, body FROM ledger", [], |row| {
            let place = (row.get::<_, Name<_>>(0)?.0, row.get(1)?);
            Ok((place, ledger(row, 2)?))
        })?;
        Ok(ledgers.into_iter().collect())
    }

    /// Returns the ledger of a scene and a skill.
    pub fn ledger(&self, scene_type: SceneType, skill: &str) -> Result<Ledger> {
        let kept = self.row(
            "SELECT body FROM ledger WHERE scene_type = ?1 AND skill = ?2",
            params![Name(scene_type), skill],
            |row| ledger(row, 0),
        )?;
        Ok(kept.unwrap_or_default())
    }

    /// Returns the settled decisions: the writer's rejections and the changes of her taste, the oldest first.
    pub fn settled(&self) -> Result<Settled> {
        Ok(Settled {
            tombstones: self.tombstones()?,
            turnings: self.turnings()?,
        })
    }

    /// Returns all changes of the writer's taste, the oldest first.
    pub fn turnings(&self) -> Result<Vec<Turning>> {
        self.rows("SELECT body FROM turning ORDER BY at, body", [], json)
    }

    /// Returns all data that runs change. With `episodes`, only the fates of these episodes are included.
    pub fn state(&self, episodes: Option<&BTreeSet<String>>) -> Result<State> {
        Ok(State::of(
            self.rules()?,
            self.questions()?,
            self.tombstones()?,
            self.turnings()?,
            self.fates(episodes)?,
        ))
    }

    /// Returns all rules, including hypotheses and proposals, ordered by id.
    pub fn rules(&self) -> Result<Vec<Rule>> {
        self.rows("SELECT body FROM rule ORDER BY id", [], json)
    }

    /// Returns the rules whose text the writer changed.
    pub fn reworded_rules(&self) -> Result<Vec<Rule>> {
        let sql = "SELECT body FROM rule WHERE body ->> '$.user_modified' ORDER BY id";
        self.rows(sql, [], json)
    }

    /// Returns one rule.
    pub fn rule(&self, id: &str) -> Result<Option<Rule>> {
        self.row("SELECT body FROM rule WHERE id = ?1", [id], json)
    }

    /// Returns all tombstones, the oldest first.
    pub fn tombstones(&self) -> Result<Vec<Tombstone>> {
        self.rows("SELECT body FROM tombstone ORDER BY at, rule_id, body", [], json)
    }

    /// Returns all questions ever asked, the oldest first.
    pub fn questions(&self) -> Result<Vec<Question>> {
        self.rows("SELECT body FROM question ORDER BY created_at, id", [], json)
    }

    /// Returns one question.
    pub fn question(&self, id: &str) -> Result<Option<Question>> {
        self.row("SELECT body FROM question WHERE id = ?1", [id], json)
    }

    /// Returns at most `limit` runs with their times, the newest first.
    pub fn runs(&self, limit: u32) -> Result<Vec<(DateTime<Utc>, Run)>> {
        self.rows(
            "SELECT at, body FROM run ORDER BY at DESC, id DESC LIMIT ?1",
            [limit],
            dated,
        )
    }

    /// Returns the time and the kind of every run, in no defined order.
    pub fn run_kinds(&self) -> Result<Vec<(DateTime<Utc>, RunKind)>> {
        self.rows("SELECT at, kind FROM run", [], |row| {
            Ok((row.get(0)?, row.get::<_, Name<RunKind>>(1)?.0))
        })
    }

    /// Returns the newest run of a kind with its time.
    pub fn last_run(&self, kind: RunKind) -> Result<Option<(DateTime<Utc>, Run)>> {
        self.row(
            "SELECT at, body FROM run WHERE kind = ?1 ORDER BY at DESC, id DESC LIMIT 1",
            [Name(kind)],
            dated,
        )
    }

    /// Returns the fingerprints of the consolidated messages of a conversation.
    pub fn seen_messages(&self, session: &str) -> Result<BTreeSet<String>> {
        let seen = self.rows(
            "SELECT fingerprint FROM seen_message WHERE session = ?1",
            [session],
            |row| row.get(0),
        )?;
        Ok(seen.into_iter().collect())
    }

    /// Returns the runs that a device has prepared but neither completed nor withdrawn, ordered by id.
    pub fn prepared(&self, device: &str) -> Result<Vec<Run>> {
        self.rows(
            "SELECT body FROM prepared WHERE device = ?1 ORDER BY id",
            [device],
            json,
        )
    }

    pub(crate) fn prepared_run(&self, id: &str) -> Result<Option<Run>> {
        self.row("SELECT body FROM prepared WHERE id = ?1", [id], json)
    }

    /// Returns the number of episodes.
    pub fn episode_count(&self) -> Result<u64> {
        self.count("SELECT count(*) FROM episode")
    }

    /// Returns the number of runs.
    pub fn run_count(&self) -> Result<u64> {
        self.count("SELECT count(*) FROM run")
    }

    fn count(&self, sql: &str) -> Result<u64> {
        self.row(sql, [], |row| row.get::<_, i64>(0))
            .map(|count| count.unwrap_or(0).unsigned_abs())
    }

    /// Returns the number of episodes that no distillation has read yet: episodes recorded after the given place of
    /// their device. All episodes of a device without a place count.
    pub fn episodes_after(&self, places: &BTreeMap<String, Place>) -> Result<u64> {
        let mut after = self.episode_count()?;
        for (device, place) in places {
            let up_to = self.row(
                "SELECT count(*) FROM episode WHERE device = ?1 AND (file, byte_offset) <= (?2, ?3)",
                params![device, place.file, bytes(place)],
                |row| row.get::<_, i64>(0),
            )?;
            after = after.saturating_sub(up_to.unwrap_or(0).unsigned_abs());
        }
        Ok(after)
    }

    /// Returns the value of a key.
    pub fn meta(&self, key: &str) -> Result<Option<String>> {
        self.row("SELECT value FROM meta WHERE key = ?1", [key], |row| row.get(0))
    }

    fn amended(&self, episode: Episode) -> Result<Episode> {
        let amendments: Vec<Amendment> = self.rows(
            "SELECT body FROM amendment WHERE episode_id = ?1 ORDER BY at, body",
            [&episode.id],
            json,
        )?;
        Ok(amendments.iter().fold(episode, Episode::amended))
    }

    pub(crate) fn rows<T>(
        &self,
        sql: &str,
        parameters: impl Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>> {
        let rows = || -> rusqlite::Result<_> {
            self.connection
                .prepare_cached(sql)?
                .query_map(parameters, read)?
                .collect()
        };
        rows().map_err(|source| Error::sqlite(&self.path, source))
    }

    pub(crate) fn row<T>(
        &self,
        sql: &str,
        parameters: impl Params,
        read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>> {
        self.connection
            .prepare_cached(sql)
            .and_then(|mut statement| statement.query_row(parameters, read).optional())
            .map_err(|source| Error::sqlite(&self.path, source))
    }
}

/// Returns the offset as an SQLite integer; no file is long enough to exceed its range.
pub(crate) fn bytes(place: &Place) -> i64 {
    i64::try_from(place.offset).unwrap_or(i64::MAX)
}

pub(crate) fn place(row: &Row<'_>, first: usize) -> rusqlite::Result<Place> {
    Ok(Place {
        file: row.get(first)?,
        offset: row.get::<_, i64>(first + 1)?.unsigned_abs(),
    })
}

/// The columns of a [`Sample`], followed by the place of its journal line.
const SAMPLES: &str =
    "SELECT episode.id, recorded_at, created_at, scene_type, skill, language, evidence.body,
    device, file, byte_offset FROM episode LEFT JOIN evidence ON evidence.episode_id = episode.id";

fn sample(row: &Row<'_>) -> rusqlite::Result<Sample> {
    Ok(Sample {
        episode_id: row.get(0)?,
        recorded_at: row.get(1)?,
        created_at: row.get(2)?,
        scene_type: row.get::<_, Name<_>>(3)?.0,
        skill: row.get(4)?,
        language: row.get::<_, Name<_>>(5)?.0,
        evidence: row
            .get::<_, Option<Json<Evidence>>>(6)?
            .map_or_else(Evidence::default, |json| json.0),
    })
}

fn ledger(row: &Row<'_>, column: usize) -> rusqlite::Result<Ledger> {
    Ledger::from_bytes(row.get_ref(column)?.as_blob()?)
        .ok_or_else(|| FromSqlError::Other("the ledger in this row cannot be read".into()).into())
}

pub(crate) fn json<T: DeserializeOwned>(row: &Row<'_>) -> rusqlite::Result<T> {
    Ok(row.get::<_, Json<T>>(0)?.0)
}

fn dated(row: &Row<'_>) -> rusqlite::Result<(DateTime<Utc>, Run)> {
    Ok((row.get(0)?, row.get::<_, Json<Run>>(1)?.0))
}
