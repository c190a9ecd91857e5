//! The content of a journal line.
//!
//! The journal records what happened; everything else follows from it and from the Markdown files. Lines are only ever
//! added. [`crate::vocabulary`] says how a desk reads lines that a newer version of the desk wrote.

pub mod fold;

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use prose::Language;
use serde::{Deserialize, Deserializer, Serialize};

use crate::consolidation::message::Chunk;
use crate::proposal::{Decided, Proposal};
use learning::episode::{Amendment, Episode};
use learning::evidence::Turning;
use learning::question::{Answered, Question};
use learning::rule::{Rule, Tombstone};

/// The memory file in which the rules stand, as runs name it.
pub const MEMORY_FILE: &str = "MEMORY.md";

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
    /// Episodes were used for the text written next. Looking at them is no recall.
    Recalled {
        /// When.
        at: DateTime<Utc>,
        /// Which.
        ids: Vec<String>,
    },
    /// Text came into a manuscript from elsewhere; only fingerprints of the text are kept ([`learning::pasted`]).
    Pasted {
        /// When.
        at: DateTime<Utc>,
        /// The manuscript, relative to the project.
        path: String,
        /// Fingerprints of its sentences.
        sentences: Vec<String>,
    },
    /// A manuscript was worked on.
    Worked {
        /// When she left it.
        at: DateTime<Utc>,
        /// The manuscript, relative to the project.
        path: String,
        /// Its language.
        language: Language,
        /// Words or Han characters before.
        before: u64,
        /// The same after.
        after: u64,
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
    /// The writer paused or resumed learning; of several such lines, the latest stands.
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

impl Entry {
    /// Returns when the line was written.
    pub const fn at(&self) -> DateTime<Utc> {
        match self {
            Self::Project { at, .. }
            | Self::Episode { at, .. }
            | Self::Amendment { at, .. }
            | Self::Recalled { at, .. }
            | Self::Pasted { at, .. }
            | Self::Worked { at, .. }
            | Self::RunPrepared { at, .. }
            | Self::RunCompleted { at, .. }
            | Self::Learning { at, .. }
            | Self::RunWithdrawn { at, .. } => *at,
        }
    }
}

/// The kinds of acts that change memory.
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
    /// A rule came from a project's memory into the global memory, or the other way; or it went there.
    RuleMoved,
    /// The writer changed the file in another program, and the desk followed.
    FileFollowed,
    /// The writer answered a question.
    QuestionAnswered,
    /// Faded episodes were shortened to a summary.
    Compress,
    /// Compressed episodes were forgotten.
    Purge,
    /// The writer took an earlier run back.
    Restored,
    /// A conversation became memory.
    Consolidate,
    /// The writer accepted or rejected a change of her own lines.
    ProposalDecided,
    /// The notes of a day were taken.
    DayNoted,
    /// Lines of daily files were put in order, and files and insights that were due went to the archive.
    Audit,
    /// Aged daily files went to the archive.
    Archive,
    /// Aged daily files went to the archive, and the story got a summary of each.
    Compact,
    /// Archived daily files and insights went because their time was up.
    Expire,
    /// Episodes came back that had been compressed or purged because of a clock that was ahead.
    Revived,
    /// A kind that only a newer version of the desk knows. No desk writes this name.
    Newer,
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
            Self::Restored => "restored",
            Self::Consolidate => "consolidate",
            Self::ProposalDecided => "proposal_decided",
            Self::DayNoted => "day_noted",
            Self::Audit => "audit",
            Self::Archive => "archive",
            Self::Compact => "compact",
            Self::Expire => "expire",
            Self::Revived => "revived",
            Self::Newer => "newer",
        }
    }

    /// Returns whether it is an act of the writer's own.
    pub const fn is_hers(self) -> bool {
        matches!(
            self,
            Self::RuleAdded
                | Self::RuleConfirmed
                | Self::RuleEdited
                | Self::RuleDeleted
                | Self::RuleMoved
                | Self::FileFollowed
                | Self::QuestionAnswered
                | Self::Restored
                | Self::ProposalDecided
        )
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
    /// The time up to which episodes had aged when it compressed or purged them. Lines of older desks do not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aged_to: Option<DateTime<Utc>>,
    /// Changes of her taste it found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turnings: Vec<Turning>,
    /// The memory files it changes, each before and after. Lines of older desks name at most one, as `file`.
    #[serde(
        default,
        alias = "file",
        deserialize_with = "one_or_several",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub files: Vec<FileSwap>,
    /// The stretch of a conversation that became memory, for a consolidation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consolidated: Option<Box<Consolidated>>,
    /// Changes of the writer's own lines that wait for her.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub proposed: Vec<Proposal>,
    /// Her word on such a change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided: Option<Box<Decided>>,
    /// The run it takes back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undoes: Option<Box<Undoes>>,
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
            aged_to: None,
            files: Vec::new(),
            consolidated: None,
            proposed: Vec::new(),
            decided: None,
            undoes: None,
        }
    }

    /// Returns whether it changes anything but files.
    pub fn changes_rules(&self) -> bool {
        !(self.put.is_empty()
            && self.removed.is_empty()
            && self.tombstones.is_empty()
            && self.turnings.is_empty()
            && self.asked.is_empty()
            && self.answered.is_empty()
            && self.compressed.is_empty()
            && self.purged.is_empty()
            && self.proposed.is_empty())
            || self.decided.is_some()
            || self.undoes.is_some()
    }

    /// Returns the run's change of a file.
    pub fn file(&self, path: &str) -> Option<&FileSwap> {
        self.files.iter().find(|swap| swap.path == path)
    }
}

/// A stretch of a conversation that became memory. The record keeps the stretch from being taken twice: after a kill
/// the stretches may be cut elsewhere, and then the fingerprints say which messages are done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Consolidated {
    /// The conversation.
    pub session: String,
    /// Its messages in it.
    pub chunk: Chunk,
    /// When the first and the last of them were written; not known for runs of older desks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<(DateTime<Utc>, DateTime<Utc>)>,
}

/// The changes of an earlier run that a run takes back, besides the files. Rules, noes, turnings and fates as they were
/// before that run are in `put`, `removed`, `tombstones`, `turnings`, `compressed` and `purged`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Undoes {
    /// The run that is taken back.
    pub run_id: String,
    /// The files of that run that are taken back; absent when the whole run is taken back. The rules go with
    /// `MEMORY.md`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paths: Option<Vec<String>>,
    /// Noes that no longer hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lifted: Vec<Tombstone>,
    /// Changes of her taste that count as not found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unturned: Vec<Turning>,
    /// Questions as they were before that run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub questions: Vec<Question>,
    /// Ids of questions that count as never asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unasked: Vec<String>,
    /// Ids of episodes whose text comes back from their lines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub revived: Vec<String>,
}

/// Reads the files of a run: a list, or the one file of an older line.
fn one_or_several<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<FileSwap>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Files {
        Several(Vec<FileSwap>),
        One(FileSwap),
        None(()),
    }
    Ok(match Files::deserialize(from)? {
        Files::Several(files) => files,
        Files::One(file) => vec![file],
        Files::None(()) => Vec::new(),
    })
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
    /// The hash before; `None` when there was no such file.
    pub before: Option<String>,
    /// The hash after; `None` when the file is gone after it.
    pub after: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line as desks wrote it while a run had at most one file.
    const OLD: &str = r#"{"type":"run_prepared","at":"2026-11-21T09:00:00Z","run":{"id":"r1","kind":"rule_deleted","episodes":0,"tested":0,"put":[],"removed":["written-1"],"tombstones":[],"file":{"path":"MEMORY.md","before":null,"after":"ab12"}}}"#;

    #[test]
    fn a_line_of_an_older_desk_is_read_with_its_one_file() {
        for (line, files) in [
            (OLD.to_owned(), 1),
            (
                OLD.replace(r#","file":{"path":"MEMORY.md","before":null,"after":"ab12"}"#, ""),
                0,
            ),
            (
                OLD.replace(r#"{"path":"MEMORY.md","before":null,"after":"ab12"}"#, "null"),
                0,
            ),
        ] {
            let Ok(Entry::RunPrepared { run, .. }) = serde_json::from_str(&line) else {
                panic!("not read: {line}");
            };
            assert_eq!((run.removed.len(), run.files.len()), (1, files));
            if let Some(swap) = run.file("MEMORY.md") {
                assert_eq!(
                    (swap.before.as_deref(), swap.after.as_deref()),
                    (None, Some("ab12"))
                );
            }
        }
    }

    #[test]
    fn a_run_of_several_files_reads_back_from_its_line() {
        let swap = |path: &str, before: Option<&str>, after: Option<&str>| FileSwap {
            path: path.into(),
            before: before.map(str::to_owned),
            after: after.map(str::to_owned),
        };
        let run = Run {
            files: vec![
                swap("2026-10-01.md", Some("ab"), None),
                swap("archive/2026-10-01.md", None, Some("ab")),
            ],
            undoes: Some(Box::new(Undoes {
                run_id: "r0".into(),
                paths: Some(vec!["2026-10-01.md".into()]),
                ..Undoes::default()
            })),
            ..Run::of("r1".into(), RunKind::Restored)
        };
        let line = serde_json::to_string(&run).expect("a line");
        assert!(
            line.contains(r#""path":"2026-10-01.md","before":"ab","after":null"#),
            "{line}"
        );
        assert_eq!(serde_json::from_str::<Run>(&line).expect("a run"), run);
    }
}
