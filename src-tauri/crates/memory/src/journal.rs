//! The content of a journal line.
//!
//! The journal records the events. All other data follow from it and from the Markdown files. Lines are only appended.
//! [`crate::vocabulary`] defines how a desk reads lines of a newer version.

pub mod fold;

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use prose::Language;
use serde::{Deserialize, Deserializer, Serialize};

use crate::consolidation::message::Chunk;
use crate::proposal::{Decided, Proposal};
use learning::TextOrigin;
use learning::episode::{Amendment, Episode};
use learning::evidence::Turning;
use learning::question::{Answered, Question};
use learning::rule::{Rule, Tombstone};

/// The memory file with the rules, by its name in runs.
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
        /// The time of recording; the act itself may be older, as in an import.
        at: DateTime<Utc>,
        /// The act.
        episode: Episode,
    },
    /// An amendment of an episode.
    Amendment {
        /// The time of recording.
        at: DateTime<Utc>,
        /// The amendment.
        amendment: Amendment,
    },
    /// Episodes were recalled for the next text. A preview is no recall.
    Recalled {
        /// When.
        at: DateTime<Utc>,
        /// The ids of the episodes.
        ids: Vec<String>,
    },
    /// Text from elsewhere was inserted into a manuscript; only fingerprints of the text are stored
    /// ([`learning::pasted`]).
    Pasted {
        /// When.
        at: DateTime<Utc>,
        /// The manuscript, relative to the project.
        path: String,
        /// Fingerprints of its sentences.
        sentences: Vec<String>,
        /// Where the text came from.
        // An older desk knew no other origin.
        #[serde(default = "pasted", skip_serializing_if = "is_pasted")]
        origin: TextOrigin,
    },
    /// The writer worked on a manuscript.
    Worked {
        /// The time at which she left it.
        at: DateTime<Utc>,
        /// The manuscript, relative to the project.
        path: String,
        /// Its language.
        language: Language,
        /// Its words or Han characters before.
        before: u64,
        /// Its words or Han characters after.
        after: u64,
    },
    /// A run is about to change memory. It takes effect only once it is completed.
    RunPrepared {
        /// The time of preparation.
        at: DateTime<Utc>,
        /// The whole change.
        run: Run,
    },
    /// A prepared run has reached the files.
    RunCompleted {
        /// When.
        at: DateTime<Utc>,
        /// The id of the run.
        run_id: String,
    },
    /// The writer paused or resumed learning; the latest of these lines counts.
    Learning {
        /// When.
        at: DateTime<Utc>,
        /// Whether it is paused.
        paused: bool,
    },
    /// A prepared run was given up before it reached the files.
    RunWithdrawn {
        /// When.
        at: DateTime<Utc>,
        /// The id of the run.
        run_id: String,
    },
}

impl Entry {
    /// Returns the time of the line.
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

const fn pasted() -> TextOrigin {
    TextOrigin::Pasted
}

fn is_pasted(origin: &TextOrigin) -> bool {
    *origin == TextOrigin::Pasted
}

/// The kinds of acts that change memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunKind {
    /// A distillation.
    Distill,
    /// A rule was written by hand.
    RuleAdded,
    /// The writer confirmed a rule.
    RuleConfirmed,
    /// The writer changed a rule.
    RuleEdited,
    /// The writer deleted or rejected a rule.
    RuleDeleted,
    /// A rule moved between a project's memory and the global memory.
    RuleMoved,
    /// The writer changed the file in another program, and the desk followed.
    FileFollowed,
    /// The writer answered a question.
    QuestionAnswered,
    /// Faded episodes were shortened to a summary.
    Compress,
    /// Compressed episodes were forgotten.
    Purge,
    /// The writer undid an earlier run.
    Restored,
    /// A conversation was consolidated.
    Consolidate,
    /// The writer accepted or rejected a change of her own lines.
    ProposalDecided,
    /// The notes of a day were written.
    DayNoted,
    /// Lines of daily files were cleaned up, and aged files and expired insights were archived.
    Audit,
    /// Aged daily files were archived.
    Archive,
    /// Aged daily files were archived, and a summary of each was added to the story.
    Compact,
    /// Expired daily files and insights were removed.
    Expire,
    /// Episodes were restored that had been compressed or purged because of a clock that was ahead.
    Revived,
    /// A kind of a newer version of the desk. No desk writes this name.
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

    /// Returns whether it is an act of the writer herself.
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

/// One act that changes memory. All its changes are in one line, so that it takes effect completely or not at all.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// Its id.
    pub id: String,
    /// The kind of act.
    pub kind: RunKind,
    /// For a distillation, the end of the lines it read in each device's journal.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub snapshot: BTreeMap<String, Place>,
    /// The number of episodes it weighed.
    #[serde(default)]
    pub episodes: u32,
    /// The number of hypotheses it tested.
    #[serde(default)]
    pub tested: u32,
    /// The changed rules, in their new form.
    #[serde(default)]
    pub put: Vec<Rule>,
    /// The ids of the deleted rules.
    #[serde(default)]
    pub removed: Vec<String>,
    /// The tombstones of rules that the writer deleted or rejected.
    #[serde(default)]
    pub tombstones: Vec<Tombstone>,
    /// Questions it raised.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<Question>,
    /// The questions it ended or postponed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answered: Vec<Answered>,
    /// The ids of the episodes it compressed; the summary is computed from the journal lines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub compressed: Vec<String>,
    /// The ids of the episodes it purged, including their summaries.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub purged: Vec<String>,
    /// The time up to which episodes had aged when it compressed or purged them. Lines of older desks do not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aged_to: Option<DateTime<Utc>>,
    /// The changes of taste it found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turnings: Vec<Turning>,
    /// The memory files it changes, with their hashes before and after. Lines of older desks have at most one, as
    /// `file`.
    #[serde(
        default,
        alias = "file",
        deserialize_with = "one_or_several",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub files: Vec<FileSwap>,
    /// For a consolidation, the stretch of the conversation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consolidated: Option<Box<Consolidated>>,
    /// Proposed changes of the writer's own lines that wait for her decision.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub proposed: Vec<Proposal>,
    /// The writer's decision on a proposal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided: Option<Box<Decided>>,
    /// The run that this run undoes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undoes: Option<Box<Undoes>>,
}

impl Run {
    /// Returns a run without changes.
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

    /// Returns whether it changes more than files.
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

/// The stretch of a conversation that was consolidated. The record prevents a second consolidation of the stretch.
/// After a kill the conversation may be divided differently, and then the fingerprints tell which messages are done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Consolidated {
    /// The name of the conversation.
    pub session: String,
    /// The position of the stretch in it.
    pub chunk: Chunk,
    /// The times of its first and last message; missing in runs of older desks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<(DateTime<Utc>, DateTime<Utc>)>,
}

/// The changes that undo an earlier run, besides the files. Rules, tombstones, turnings and fates as before that run
/// are in `put`, `removed`, `tombstones`, `turnings`, `compressed` and `purged`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Undoes {
    /// The id of the undone run.
    pub run_id: String,
    /// The restored files of that run; absent if the whole run is undone. The rules are undone together with
    /// `MEMORY.md`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paths: Option<Vec<String>>,
    /// Tombstones that no longer count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lifted: Vec<Tombstone>,
    /// Changes of taste that no longer count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unturned: Vec<Turning>,
    /// Questions in their state before that run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub questions: Vec<Question>,
    /// The ids of questions that no longer count as asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unasked: Vec<String>,
    /// The ids of episodes whose text is restored from the journal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub revived: Vec<String>,
}

/// Parses the files of a run: a list, or the single file of an older line.
fn one_or_several<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<FileSwap>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum OneOrSeveral {
        Several(Vec<FileSwap>),
        One(FileSwap),
        None(()),
    }
    Ok(match OneOrSeveral::deserialize(from)? {
        OneOrSeveral::Several(files) => files,
        OneOrSeveral::One(file) => vec![file],
        OneOrSeveral::None(()) => Vec::new(),
    })
}

/// A position in one device's journal: the file of a month and a byte offset in it. Ordered by time of writing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// The file, such as `2026-11.jsonl`.
    pub file: String,
    /// The byte offset after the last line read.
    pub offset: u64,
}

/// A memory file before and after a run, by the hash of its bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileSwap {
    /// Path relative to the memory root.
    pub path: String,
    /// The hash before; `None` if the file did not exist.
    pub before: Option<String>,
    /// The hash after; `None` if the run removes the file.
    pub after: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line in the format of desks in which a run had at most one file.
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
