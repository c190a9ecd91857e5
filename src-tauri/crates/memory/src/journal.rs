//! What a journal line says.
//!
//! The journal is what happened; everything else follows from it and from the Markdown files. Lines are only
//! ever added, and an unknown `type` is skipped by a reader, so that an older desk can share a folder with a
//! newer one.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::episode::{Amendment, Episode};
use crate::evidence::Turning;
use crate::question::{Answered, Question};
use crate::rule::{Rule, Tombstone};

/// One line of the journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Entry {
    /// The project got its id; the first line of a new project.
    Project {
        /// When.
        at: DateTime<Utc>,
        /// The id.
        id: String,
    },
    /// An act of choice or revision.
    Episode {
        /// When it was recorded; the act itself may be older, as in an import.
        at: DateTime<Utc>,
        /// The act.
        episode: Episode,
    },
    /// A later word on an episode.
    Amendment {
        /// When it was recorded.
        at: DateTime<Utc>,
        /// The word.
        amendment: Amendment,
    },
    /// Episodes went into what was written next. Looking at them is no recall.
    Recalled {
        /// When.
        at: DateTime<Utc>,
        /// Which.
        ids: Vec<String>,
    },
    /// Text came into a manuscript from elsewhere; of it only this is kept ([`crate::pasted`]).
    Pasted {
        /// When.
        at: DateTime<Utc>,
        /// The manuscript, relative to the project.
        path: String,
        /// Fingerprints of its sentences.
        sentences: Vec<String>,
    },
    /// A run is about to change memory. It counts only once it is completed.
    RunPrepared {
        /// When it was prepared.
        at: DateTime<Utc>,
        /// The whole change.
        run: Run,
    },
    /// A prepared run has reached the files.
    RunCompleted {
        /// When.
        at: DateTime<Utc>,
        /// Which.
        run_id: String,
    },
    /// The writer paused learning or let it go on; of several, the latest stands.
    Learning {
        /// When.
        at: DateTime<Utc>,
        /// Whether it is paused.
        paused: bool,
    },
    /// A prepared run never reached the files and never will.
    RunWithdrawn {
        /// When.
        at: DateTime<Utc>,
        /// Which.
        run_id: String,
    },
}

/// What kind of act changed memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunKind {
    /// A distillation.
    Distill,
    /// A rule was written by hand.
    RuleAdded,
    /// The writer said yes.
    RuleConfirmed,
    /// The writer changed a rule.
    RuleEdited,
    /// The writer said no.
    RuleDeleted,
    /// A rule came from a project's memory into the global one, or the other way; or it went there.
    RuleMoved,
    /// The writer changed the file in another program, and the desk followed.
    FileFollowed,
    /// The writer answered a question.
    QuestionAnswered,
    /// Faded episodes were shortened to a summary.
    Compress,
    /// Compressed episodes were forgotten.
    Purge,
}

impl RunKind {
    /// Returns the stable name used in files and on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Distill => "distill",
            Self::RuleAdded => "rule_added",
            Self::RuleConfirmed => "rule_confirmed",
            Self::RuleEdited => "rule_edited",
            Self::RuleDeleted => "rule_deleted",
            Self::RuleMoved => "rule_moved",
            Self::FileFollowed => "file_followed",
            Self::QuestionAnswered => "question_answered",
            Self::Compress => "compress",
            Self::Purge => "purge",
        }
    }
}

/// One act that changes memory: everything it changes, in one line, so that it happens whole or not at all.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The run.
    pub id: String,
    /// What kind of act.
    pub kind: RunKind,
    /// How far into each device's journal the run looked, for a distillation: device → place.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub snapshot: BTreeMap<String, Place>,
    /// Episodes it weighed.
    #[serde(default)]
    pub episodes: u32,
    /// Hypotheses it tested.
    #[serde(default)]
    pub tested: u32,
    /// Rules as they are after it.
    #[serde(default)]
    pub put: Vec<Rule>,
    /// Ids of the rules that are gone after it.
    #[serde(default)]
    pub removed: Vec<String>,
    /// The writer's noes.
    #[serde(default)]
    pub tombstones: Vec<Tombstone>,
    /// Questions it raised.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<Question>,
    /// Questions it ended or put off.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answered: Vec<Answered>,
    /// Episodes whose text it dropped for a summary, which follows from their lines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub compressed: Vec<String>,
    /// Episodes whose summary it dropped too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub purged: Vec<String>,
    /// Changes of her taste it found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turnings: Vec<Turning>,
    /// `MEMORY.md` before and after; absent when the file does not change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<FileSwap>,
}

impl Run {
    /// Returns a run that changes nothing yet.
    pub const fn of(id: String, kind: RunKind) -> Self {
        Self {
            id,
            kind,
            snapshot: BTreeMap::new(),
            episodes: 0,
            tested: 0,
            put: Vec::new(),
            removed: Vec::new(),
            tombstones: Vec::new(),
            turnings: Vec::new(),
            asked: Vec::new(),
            answered: Vec::new(),
            compressed: Vec::new(),
            purged: Vec::new(),
            file: None,
        }
    }
}

/// A place in one device's journal: a month's file and a byte offset in it. Ordered by time of writing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// The file, such as `2026-11.jsonl`.
    pub file: String,
    /// Bytes from its start, behind the last line looked at.
    pub offset: u64,
}

/// The content of a memory file before and after a run, by hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileSwap {
    /// Path relative to the memory root.
    pub path: String,
    /// The hash before; `None` when the file did not exist.
    pub before: Option<String>,
    /// The hash after.
    pub after: String,
}
