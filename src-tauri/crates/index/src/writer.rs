//! Writing to the index.

use std::ops::Deref;

use chrono::{DateTime, Utc};
use learning::inference::ledger::Ledger;
use learning::{Amendment, Episode, Evidence, Question, Rule, TextOrigin, Tombstone, Turning};
use memory::Run;
use memory::journal::Place;
use memory::journal::fold::{self, State};
use prose::SceneType;
use rusqlite::{Params, params};

use crate::column::{Json, Name};
use crate::error::{Error, Result};
use crate::view::{View, bytes};

/// One write transaction. It dereferences to a [`View`] that includes the writes so far.
///
/// Every write is idempotent, so a journal line may be projected twice, by one program or by two.
pub struct Writer<'a> {
    pub(crate) view: &'a View,
}

impl Deref for Writer<'_> {
    type Target = View;

    fn deref(&self) -> &View {
        self.view
    }
}

impl Writer<'_> {
    /// Stores an episode as it was recorded; `place` is the place after its journal line.
    ///
    /// If one import is read on two devices, the same episode is recorded twice. The earlier record is kept, in
    /// whichever order the journals arrive.
    pub fn put_episode(
        &mut self,
        episode: &Episode,
        recorded_at: DateTime<Utc>,
        device: &str,
        place: &Place,
    ) -> Result<()> {
        self.execute(
            "INSERT INTO episode
                 (id, created_at, recorded_at, scene_type, skill, language, device, file, byte_offset,
                  importance, confirmed, body)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
             ON CONFLICT (id) DO UPDATE SET
                 created_at = excluded.created_at, recorded_at = excluded.recorded_at,
                 scene_type = excluded.scene_type, skill = excluded.skill, language = excluded.language,
                 device = excluded.device, file = excluded.file, byte_offset = excluded.byte_offset,
                 importance = excluded.importance, confirmed = excluded.confirmed, body = excluded.body
             WHERE (excluded.recorded_at, excluded.device, excluded.file, excluded.byte_offset)
                 < (episode.recorded_at, episode.device, episode.file, episode.byte_offset)",
            params![
                episode.id,
                episode.created_at,
                recorded_at,
                Name(episode.scene_type),
                episode.skill_used,
                Name(episode.language),
                device,
                place.file,
                bytes(place),
                episode.importance,
                episode.user_confirmed,
                Json(episode)
            ],
        )?;
        self.count_recalls(&episode.id)
    }

    /// Stores an amendment of an episode. The episode may not have arrived yet.
    pub fn put_amendment(&mut self, at: DateTime<Utc>, amendment: &Amendment) -> Result<()> {
        self.execute(
            "INSERT OR IGNORE INTO amendment (episode_id, at, body) VALUES (?1, ?2, ?3)",
            params![amendment.episode_id, at, Json(amendment)],
        )
    }

    /// Stores the evidence of an episode.
    ///
    /// Evidence is derived from the amended episode ([`View::episode`]), so it is stored after the episode and again
    /// after each amendment.
    pub fn put_evidence(&mut self, episode_id: &str, evidence: &Evidence) -> Result<()> {
        self.execute(
            "INSERT OR REPLACE INTO evidence (episode_id, body) VALUES (?1, ?2)",
            params![episode_id, Json(evidence)],
        )
    }

    /// Stores the ledger of a scene and a skill, or removes an empty ledger.
    pub fn put_ledger(&mut self, scene_type: SceneType, skill: &str, ledger: &Ledger) -> Result<()> {
        if ledger.is_empty() {
            return self.execute(
                "DELETE FROM ledger WHERE scene_type = ?1 AND skill = ?2",
                params![Name(scene_type), skill],
            );
        }
        self.execute(
            "INSERT OR REPLACE INTO ledger (scene_type, skill, body) VALUES (?1, ?2, ?3)",
            params![Name(scene_type), skill, ledger.to_bytes()],
        )
    }

    /// Stores a rule, replacing the rule with the same id.
    pub fn put_rule(&mut self, rule: &Rule) -> Result<()> {
        self.execute(
            "INSERT OR REPLACE INTO rule (id, body) VALUES (?1, ?2)",
            params![rule.id, Json(rule)],
        )
    }

    /// Removes a rule, if it exists.
    pub fn remove_rule(&mut self, id: &str) -> Result<()> {
        self.execute("DELETE FROM rule WHERE id = ?1", [id])
    }

    /// Adds a tombstone; earlier tombstones of the same rule stay.
    pub fn put_tombstone(&mut self, tombstone: &Tombstone) -> Result<()> {
        self.execute(
            "INSERT OR IGNORE INTO tombstone (at, rule_id, body) VALUES (?1, ?2, ?3)",
            params![tombstone.at, tombstone.rule_id, Json(tombstone)],
        )
    }

    /// Stores a question, replacing the question with the same id.
    pub fn put_question(&mut self, question: &Question) -> Result<()> {
        self.execute(
            "INSERT OR REPLACE INTO question (id, created_at, body) VALUES (?1, ?2, ?3)",
            params![question.id, question.created_at, Json(question)],
        )
    }

    /// Writes the difference between the present state `is` and the new state `to_be`.
    ///
    /// Only differences are written: a run changes one or two rules of hundreds.
    pub fn put_state(&mut self, is: &State, to_be: &State) -> Result<()> {
        for id in fold::differing(&is.rules, &to_be.rules) {
            match to_be.rules.get(&id) {
                Some(rule) => self.put_rule(rule)?,
                None => self.remove_rule(&id)?,
            }
        }
        for id in fold::differing(&is.questions, &to_be.questions) {
            match to_be.questions.get(&id) {
                Some(question) => self.put_question(question)?,
                None => self.execute("DELETE FROM question WHERE id = ?1", [id])?,
            }
        }
        for id in fold::differing(&is.fates, &to_be.fates) {
            self.put_fate(&id, to_be.fates.get(&id).copied())?;
        }
        let (noes, turnings) = is.unknown_to(to_be);
        for no in noes {
            self.execute(
                "DELETE FROM tombstone WHERE at = ?1 AND rule_id = ?2 AND body = ?3",
                params![no.at, no.rule_id, Json(no)],
            )?;
        }
        for turning in turnings {
            self.execute(
                "DELETE FROM turning WHERE at = ?1 AND body = ?2",
                params![turning.at, Json(turning)],
            )?;
        }
        to_be
            .tombstones()
            .try_for_each(|tombstone| self.put_tombstone(tombstone))?;
        to_be.turnings().try_for_each(|turning| self.put_turning(turning))
    }

    /// Stores a change of the writer's taste.
    pub fn put_turning(&mut self, turning: &Turning) -> Result<()> {
        self.execute(
            "INSERT OR IGNORE INTO turning (at, body) VALUES (?1, ?2)",
            params![turning.at, Json(turning)],
        )
    }

    /// Stores the fingerprints of sentences from elsewhere. A sentence keeps its first origin.
    pub fn put_pasted(&mut self, sentences: &[String], origin: TextOrigin) -> Result<()> {
        self.execute(
            "INSERT OR IGNORE INTO pasted (sentence, origin) SELECT value, ?2 FROM json_each(?1)",
            params![Json(sentences), Name(origin)],
        )
    }

    /// Stores a run, replacing the run with the same id, and the fingerprints of the messages it consolidated.
    pub fn put_run(&mut self, run: &Run, at: DateTime<Utc>) -> Result<()> {
        if let Some(consolidated) = &run.consolidated {
            for fingerprint in &consolidated.chunk.fingerprints {
                self.execute(
                    "INSERT OR IGNORE INTO seen_message (session, fingerprint) VALUES (?1, ?2)",
                    params![consolidated.session, fingerprint],
                )?;
            }
        }
        self.execute(
            "INSERT OR REPLACE INTO run (id, at, kind, body) VALUES (?1, ?2, ?3, ?4)",
            params![run.id, at, Name(run.kind), Json(run)],
        )
    }

    /// Stores a prepared run of a device. It has no effect until it is completed.
    pub fn put_prepared(&mut self, run: &Run, device: &str) -> Result<()> {
        self.execute(
            "INSERT OR REPLACE INTO prepared (id, device, body) VALUES (?1, ?2, ?3)",
            params![run.id, device, Json(run)],
        )
    }

    /// Removes and returns a prepared run, because it is completed or withdrawn.
    pub fn take_prepared(&mut self, id: &str) -> Result<Option<Run>> {
        let run = self.prepared_run(id)?;
        self.execute("DELETE FROM prepared WHERE id = ?1", [id])?;
        Ok(run)
    }

    /// Stores the projected length of a journal file. It must be in the transaction that projects the lines.
    pub fn set_cursor(&mut self, device: &str, place: &Place) -> Result<()> {
        self.execute(
            "INSERT OR REPLACE INTO cursor (device, file, byte_offset) VALUES (?1, ?2, ?3)",
            params![device, place.file, bytes(place)],
        )
    }

    /// Stores a value under a key.
    pub fn set_meta(&mut self, key: &str, value: &str) -> Result<()> {
        self.execute(
            "INSERT OR REPLACE INTO meta (key, value) VALUES (?1, ?2)",
            [key, value],
        )
    }

    /// Empties the index. A rebuild does this and projects anew in the same transaction, so that no view is ever
    /// incomplete.
    pub fn clear(&mut self) -> Result<()> {
        // Evidence comes first, because it references episodes.
        for table in [
            "evidence",
            "ledger",
            "turning",
            "episode",
            "amendment",
            "pasted",
            "work",
            "recall",
            "fate",
            "rule",
            "tombstone",
            "question",
            "run",
            "seen_message",
            "prepared",
            "unread",
            "used_day",
            "cursor",
            "meta",
        ] {
            self.execute(&format!("DELETE FROM {table}"), [])?;
        }
        Ok(())
    }

    pub(crate) fn execute(&self, sql: &str, parameters: impl Params) -> Result<()> {
        self.view
            .connection
            .prepare_cached(sql)
            .and_then(|mut statement| statement.execute(parameters))
            .map(drop)
            .map_err(|source| Error::sqlite(&self.view.path, source))
    }
}
