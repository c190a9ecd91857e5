//! The errors of the use cases, and the code of each at the boundary.

use std::collections::BTreeMap;
use std::path::PathBuf;

use contract::{ErrorCode, Fault};

/// The result of a use case.
pub type Result<T> = std::result::Result<T, Error>;

/// The items that a project has limited room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// Episodes with their text.
    Whole,
    /// Episodes shortened to a summary.
    Compressed,
    /// Rules, including noticed and proposed ones.
    Rules,
}

impl Room {
    /// Returns the name in a fault's details.
    const fn name(self) -> &'static str {
        match self {
            Self::Whole => "whole",
            Self::Compressed => "compressed",
            Self::Rules => "rules",
        }
    }

    fn exceeded(self, count: u64, budget: usize) -> String {
        match self {
            Self::Whole => format!(
                "{count} episodes keep their text, and there is room for {budget}; each is marked to stay, so none was shortened: nothing is lost, and recall grows slower until fewer are marked"
            ),
            Self::Compressed => format!(
                "{count} shortened episodes are kept, and there is room for {budget}; each speaks for a rule or is marked to stay, so none was forgotten: nothing is lost, and there is room again when rules that say nothing of use are deleted"
            ),
            Self::Rules => format!(
                "there are {count} rules, and there is room for {budget}; none was dropped: delete those that say nothing of use"
            ),
        }
    }
}

/// A use case failed. Messages contain a path and what to do, never the writer's text.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A field of the request is invalid.
    #[error("`{field}` must be {expected}")]
    Invalid {
        /// The field.
        field: &'static str,
        /// The required value.
        expected: &'static str,
    },
    /// A book could not be written in its format.
    #[error("{path} was not made: {source}")]
    Unprintable {
        /// The file that was to be made.
        path: PathBuf,
        /// The reason.
        source: press::Unprintable,
    },
    /// The manuscripts of an export are larger than the limit.
    #[error(
        "{path} was not made: its manuscripts have {bytes} bytes and an export takes {limit}; export fewer files at once"
    )]
    ExportTooLarge {
        /// The file that was to be made.
        path: PathBuf,
        /// The size of the manuscripts, in bytes.
        bytes: u64,
        /// The largest size that can be exported, in bytes.
        limit: u64,
    },
    /// No file of an import could be read, so there is no new folder.
    #[error(
        "nothing was imported and no folder was made: {path} {reason}; choose Word documents (.docx), text or Markdown that open in their own program"
    )]
    NothingImported {
        /// The first file that was left out, or the folder that holds no file.
        path: PathBuf,
        /// The reason why it was left out.
        reason: &'static str,
    },
    /// A rule's sentence is too long.
    #[error("`text` has {length} characters, and a rule at most {limit}; shorten it, or write several rules")]
    TooLong {
        /// Its length, in characters.
        length: usize,
        /// The largest length.
        limit: usize,
    },
    /// The requested item does not exist.
    #[error("there is no {what} `{id}`; `commonplace {what}s list` shows which there are")]
    NotFound {
        /// The kind of item.
        what: &'static str,
        /// Its id.
        id: String,
    },
    /// A version of a manuscript that is not kept, or is damaged.
    #[error("there is no whole version `{id}`; `commonplace files versions FILE` lists those there are")]
    NoVersion {
        /// Its name.
        id: String,
    },
    /// The id of an act is already used by another act.
    #[error(
        "the episode `{id}` is recorded already and says something else; record a new act under a new id"
    )]
    Recorded {
        /// The id.
        id: String,
    },
    /// A question that is no longer open.
    #[error("the question `{id}` was answered before, or what it was about is gone; list the questions anew")]
    Answered {
        /// The id of the question.
        id: String,
    },
    /// A preference is already set, and configured to be kept.
    #[error(
        "`{key}` is set by another rule and workflow.toml says to keep the old one; edit that rule instead"
    )]
    Kept {
        /// The preference key.
        key: String,
    },
    /// A distillation is already running.
    #[error("a distillation is already going on; wait for it to finish")]
    Busy {
        /// The id of the running distillation.
        run_id: String,
    },
    /// A confidence outside 0 to 1; nothing was written.
    #[error(transparent)]
    Confidence(#[from] learning::rule::ConfidenceOutOfRange),
    /// A rule could not be worded; nothing was written, and the episodes wait for the next distillation.
    #[error("{source}; the rules are as they were, and the next distillation tries again")]
    Wording {
        /// The reason.
        source: learning::distil::WordingError,
    },
    /// A limit is exceeded, but nothing is deleted, because all items are protected.
    #[error("{}", room.exceeded(*active_count, *budget))]
    Capacity {
        /// The exceeded limit.
        room: Room,
        /// The number of items.
        active_count: u64,
        /// The largest number.
        budget: usize,
    },
    /// Faded episodes could not be shortened or forgotten.
    #[error("nothing was shortened or forgotten, and nothing is lost; it is tried again tomorrow: {source}")]
    Cleanup {
        /// The reason.
        source: Box<Error>,
    },
    /// A message is too long for any model.
    #[error(transparent)]
    Message(#[from] memory::consolidation::message::TooLarge),
    /// The model cannot be reached.
    #[error("the language model cannot be reached; the messages wait, so consolidate again when it can")]
    Model,
    /// Neither the first nor the second answer of the model was usable.
    #[error(
        "the language model did not answer with what was asked for, the second time neither; nothing was written and the messages wait, so consolidate again or with another model"
    )]
    Reply,
    /// A consolidation would have lost a line.
    #[error("{0}")]
    Unaccounted(#[from] memory::consolidation::account::Unaccounted),
    /// Upkeep would have lost a line.
    #[error("{0}")]
    Lost(#[from] memory::upkeep::Lost),
    /// A safe act of upkeep would drop too many items.
    #[error(
        "{total} lines would go, {non_decisions} of them neither decisions nor tool activity, which is a high risk; nothing was changed. `commonplace audit --apply-safe --dry-run --json` lists them, `commonplace audit --archive` keeps them all, and `[memory.upkeep]` in workflow.toml says what is a high risk"
    )]
    Risk {
        /// The dropped items that are neither decisions nor tool activity.
        non_decisions: u32,
        /// All changed or removed lines.
        total: u32,
    },
    /// A proposal that can no longer be decided.
    #[error(
        "the proposal `{id}` was decided before, or its line no longer stands as it did; `commonplace proposals list` shows which wait"
    )]
    Proposal {
        /// The id of the proposal.
        id: String,
    },
    /// A run with a part for a newer version of the desk. It cannot be undone here.
    #[error(
        "the run `{run_id}` was made by a newer version of Commonplace; update Commonplace, and take it back with that version"
    )]
    NewerRun {
        /// The id of the run.
        run_id: String,
    },
    /// A file that cannot be read as a dictionary.
    #[error(
        "the dictionary {path} cannot be read, so no word is looked up in it; install it anew, or put another one in its place"
    )]
    Dictionary {
        /// Its file.
        path: PathBuf,
    },
    /// The location of a project's memory is unknown.
    #[error(
        "{path} is not the TOML it should be, or names a memory root that is not a folder inside the project, so it is not known where the memory is; mend it, or take it away to have the memory in `memory`"
    )]
    Workflow {
        /// The path of the configuration.
        path: PathBuf,
    },
    /// The file with the order of the chapters is broken.
    #[error(
        "{path} is not the TOML it should be, a list of paths named `order`, so the files stand in the order of their names; mend it, or take it away"
    )]
    Order {
        /// The path of the file.
        path: PathBuf,
    },
    /// The process of the style check could not be started.
    #[error(
        "the style check could not be started, so nothing is looked over; turn it off and on again, or install the desk anew: {source}"
    )]
    Style {
        /// The reason.
        source: std::io::Error,
    },
    /// No project is open.
    #[error("no project is open; open a folder first")]
    NoProject,
    /// The writer turned off suggestions and learning.
    #[error("suggestions and learning are turned off; turn them on in the settings first")]
    Off,
    /// The memory of the project cannot be used where it lies, so it is only shown.
    #[error(
        "the memory of this project in {path} cannot be changed, so nothing is learned: {reason}. Mend it and open the project again; the manuscripts are not affected"
    )]
    MemoryReadOnly {
        /// The folder of the memory.
        path: PathBuf,
        /// Why it cannot be used.
        reason: String,
    },
    /// A file name that some systems do not accept.
    #[error(
        "{name:?} cannot be the name of a file or a folder; use one without / \\ : * ? \" < > |, that begins with no dot and no blank, ends in neither, and has at most 200 bytes"
    )]
    Name {
        /// The name.
        name: String,
    },
    /// The project folder cannot be used.
    #[error(
        "the project folder {path} cannot be used; check that it is there and that its disk is connected"
    )]
    ProjectUnavailable {
        /// The folder.
        path: PathBuf,
        /// The reason.
        source: vault::Error,
    },
    /// The page named a folder that the writer did not choose in a dialog.
    #[error(
        "{path} was not opened: only a folder that was chosen in a dialog, dropped, named on the command line or opened before is; choose it in the dialog of the system"
    )]
    NotChosen {
        /// The folder.
        path: PathBuf,
    },
    /// The global memory cannot be used.
    #[error(
        "the global memory in {path} cannot be used, and the project works on with its own rules; check that the folder is there and can be written, or name another one as `globalMemory` in the settings: {source}"
    )]
    Everywhere {
        /// Its folder.
        path: PathBuf,
        /// The reason.
        source: Box<Error>,
    },
    /// The project was not opened by an installation, so there is no global memory.
    #[error("this project was opened without a global memory, so a rule can hold in this project only")]
    NowhereElse,
    /// An episode could not be made durable.
    #[error("the episode was not recorded: {source}")]
    EpisodeWrite {
        /// The reason.
        source: vault::Error,
    },
    /// A memory file cannot be read or written; it is unchanged.
    #[error("the memory file was left as it is: {source}")]
    MemoryFile {
        /// The reason.
        source: vault::Error,
    },
    /// A run cannot be undone as requested; nothing was restored.
    #[error(transparent)]
    Restore(Box<InTheWay>),
    /// An operation on a file or folder failed.
    #[error(transparent)]
    Vault(#[from] vault::Error),
    /// The index failed.
    #[error(transparent)]
    Index(#[from] index::Error),
    /// The work panicked before it was done.
    #[error("the work stopped before it was done; what was acknowledged is safe, try again")]
    Stopped,
    /// A record of the desk cannot be serialised, which is a defect.
    #[error("a record of {what} cannot be written as JSON; this is a defect to report")]
    Unwritable {
        /// The kind of record.
        what: &'static str,
    },
}

/// The files and rules that prevent undoing a run.
#[derive(Debug, thiserror::Error)]
#[error(
    "nothing was restored: {} cannot go back to before {run_id}, {}; `commonplace runs restore {run_id} --dry-run` says what could, and `--file FILE` restores only that",
    [files.as_slice(), rules.as_slice()].concat().join(", "),
    if *not_kept { "because what was there is not kept here" } else { "having changed since; `--merge` keeps what changed elsewhere in a file" }
)]
pub struct InTheWay {
    /// The id of the run.
    pub run_id: String,
    /// The files that cannot be restored.
    pub files: Vec<String>,
    /// The rules and questions that cannot be restored.
    pub rules: Vec<String>,
    /// Whether the bytes of a file before the run are missing here.
    pub not_kept: bool,
    /// The later runs that changed any of these files or rules.
    pub runs: Vec<String>,
}

impl From<learning::episode::Invalid> for Error {
    fn from(invalid: learning::episode::Invalid) -> Self {
        Self::Invalid {
            field: invalid.field,
            expected: invalid.expected,
        }
    }
}

impl From<learning::distil::Refused> for Error {
    fn from(refused: learning::distil::Refused) -> Self {
        match refused {
            learning::distil::Refused::Confidence(outside) => outside.into(),
            learning::distil::Refused::Wording(source) => Self::Wording { source },
        }
    }
}

impl Error {
    /// Returns the code by which a front end reacts.
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::Invalid { .. } | Self::TooLong { .. } => ErrorCode::InvalidArgument,
            Self::NotFound { .. } | Self::NoVersion { .. } => ErrorCode::NotFound,
            Self::Recorded { .. }
            | Self::Answered { .. }
            | Self::Kept { .. }
            | Self::Busy { .. }
            | Self::NewerRun { .. }
            | Self::Proposal { .. } => ErrorCode::Conflict,
            Self::Confidence(_) => ErrorCode::MemoryConfidenceOutOfRange,
            Self::Wording { .. } => ErrorCode::MemoryDistillLlmUnavailable,
            Self::Capacity { .. } => ErrorCode::MemoryCapacityExceeded,
            Self::Cleanup { .. } => ErrorCode::MemoryCleanupFailed,
            Self::Message(_) => ErrorCode::MemoryMessageTooLarge,
            Self::Model => ErrorCode::MemoryModelUnavailable,
            Self::Reply => ErrorCode::MemoryReplyUnusable,
            Self::Unaccounted(_) | Self::Lost(_) => ErrorCode::MemoryUnaccounted,
            Self::Risk { .. } => ErrorCode::MemoryRiskTooHigh,
            Self::Restore(_) => ErrorCode::MemoryRestoreConflict,
            Self::Name { .. } => ErrorCode::NameUnusable,
            Self::NoProject => ErrorCode::ProjectNotOpen,
            Self::Off => ErrorCode::AiOff,
            Self::MemoryReadOnly { .. } => ErrorCode::MemoryReadOnly,
            Self::ProjectUnavailable { .. } => ErrorCode::ProjectUnavailable,
            Self::NotChosen { .. } => ErrorCode::FolderNotChosen,
            Self::Everywhere { .. } | Self::NowhereElse => ErrorCode::MemoryGlobalUnavailable,
            Self::EpisodeWrite { .. } => ErrorCode::MemoryEpisodeWriteFailed,
            Self::MemoryFile { source } => match source {
                vault::Error::ReadOnly { .. } | vault::Error::DiskFull { .. } => code_of(source),
                _ => ErrorCode::MemoryFileUnusable,
            },
            Self::Vault(source) => code_of(source),
            Self::Index(_) => ErrorCode::MemoryIndexUnavailable,
            Self::Unprintable { source, .. } => match source {
                press::Unprintable::Characters(_) => ErrorCode::FontMissing,
                press::Unprintable::TooLarge { .. } => ErrorCode::ExportTooLarge,
                press::Unprintable::Broken | press::Unprintable::Archive(_) => ErrorCode::Unprintable,
            },
            Self::ExportTooLarge { .. } => ErrorCode::ExportTooLarge,
            Self::NothingImported { .. } => ErrorCode::NothingImported,
            Self::Dictionary { .. } => ErrorCode::DictionaryUnusable,
            Self::Workflow { .. } => ErrorCode::WorkflowUnusable,
            Self::Order { .. } => ErrorCode::OrderUnusable,
            Self::Style { .. } => ErrorCode::StyleUnavailable,
            Self::Stopped | Self::Unwritable { .. } => ErrorCode::Io,
        }
    }

    /// Returns the failure in the form that crosses the boundary.
    pub fn fault(&self) -> Fault {
        Fault {
            code: self.code(),
            message: self.to_string(),
            details: self.details(),
        }
    }

    fn details(&self) -> BTreeMap<String, String> {
        let path = |path: &std::path::Path| ("path".to_owned(), path.display().to_string());
        match self {
            Self::Invalid { field, expected } => BTreeMap::from([
                ("field".into(), (*field).into()),
                ("expected".into(), (*expected).into()),
            ]),
            Self::TooLong { limit, .. } => BTreeMap::from([
                ("field".into(), "text".into()),
                ("limit".into(), limit.to_string()),
            ]),
            Self::NotFound { what, id } => {
                BTreeMap::from([("what".into(), (*what).into()), ("id".into(), id.clone())])
            }
            Self::NoVersion { id } => BTreeMap::from([("id".into(), id.clone())]),
            Self::Name { name } => BTreeMap::from([("name".into(), name.clone())]),
            Self::Kept { key } => BTreeMap::from([("key".into(), key.clone())]),
            Self::Recorded { id } => BTreeMap::from([("id".into(), id.clone())]),
            Self::Proposal { id } => BTreeMap::from([("proposalId".into(), id.clone())]),
            Self::Answered { id } => BTreeMap::from([("questionId".into(), id.clone())]),
            Self::Busy { run_id } | Self::NewerRun { run_id } => {
                BTreeMap::from([("runId".into(), run_id.clone())])
            }
            Self::Confidence(outside) => BTreeMap::from([("confidence".into(), outside.0.to_string())]),
            Self::Capacity {
                room,
                active_count,
                budget,
            } => BTreeMap::from([
                ("room".into(), room.name().into()),
                ("activeCount".into(), active_count.to_string()),
                ("budget".into(), budget.to_string()),
            ]),
            Self::Message(too_large) => BTreeMap::from([
                ("position".into(), too_large.position.to_string()),
                ("tokens".into(), too_large.tokens.to_string()),
                ("room".into(), too_large.room.to_string()),
            ]),
            Self::Cleanup { source } => source.details(),
            Self::Risk { non_decisions, total } => BTreeMap::from([
                ("nonDecisions".into(), non_decisions.to_string()),
                ("total".into(), total.to_string()),
            ]),
            Self::Restore(in_the_way) => BTreeMap::from([
                ("runId".into(), in_the_way.run_id.clone()),
                ("files".into(), in_the_way.files.join(", ")),
                ("rules".into(), in_the_way.rules.join(", ")),
                ("runs".into(), in_the_way.runs.join(", ")),
            ]),
            Self::ProjectUnavailable { path: place, .. }
            | Self::NotChosen { path: place }
            | Self::Everywhere { path: place, .. }
            | Self::Dictionary { path: place }
            | Self::MemoryReadOnly { path: place, .. }
            | Self::Workflow { path: place }
            | Self::Order { path: place }
            | Self::NothingImported { path: place, .. } => BTreeMap::from([path(place)]),
            Self::Unprintable { path: place, source } => {
                let mut details = BTreeMap::from([path(place)]);
                if let press::Unprintable::Characters(missing) = source {
                    let (shown, others) = press::Missing::named(missing);
                    details.insert("characters".into(), shown);
                    details.insert("others".into(), others.to_string());
                }
                details
            }
            Self::ExportTooLarge {
                path: place,
                bytes,
                limit,
            } => BTreeMap::from([
                path(place),
                ("bytes".into(), bytes.to_string()),
                ("limit".into(), limit.to_string()),
            ]),
            Self::EpisodeWrite { source } | Self::MemoryFile { source } | Self::Vault(source) => {
                let mut details = BTreeMap::from([path(source.path())]);
                if let vault::Error::TooLarge { bytes, limit, .. } = source {
                    details.insert("bytes".into(), bytes.to_string());
                    details.insert("limit".into(), limit.to_string());
                }
                if let vault::Error::Unencodable { encoding, .. } = source {
                    details.insert("encoding".into(), (*encoding).to_owned());
                }
                details
            }
            Self::Index(index::Error::File(source)) => BTreeMap::from([path(source.path())]),
            Self::Index(_)
            | Self::Wording { .. }
            | Self::NoProject
            | Self::Off
            | Self::NowhereElse
            | Self::Stopped
            | Self::Unwritable { .. }
            | Self::Model
            | Self::Reply
            | Self::Unaccounted(_)
            | Self::Lost(_)
            | Self::Style { .. } => BTreeMap::new(),
        }
    }
}

fn code_of(error: &vault::Error) -> ErrorCode {
    match error {
        vault::Error::ReadOnly { .. } => ErrorCode::WriteDenied,
        vault::Error::DiskFull { .. } => ErrorCode::DiskFull,
        vault::Error::NotFound { .. } => ErrorCode::NotFound,
        vault::Error::Changed { .. } => ErrorCode::FileChanged,
        vault::Error::TooLarge { .. } => ErrorCode::FileTooLarge,
        vault::Error::NotUtf8 { .. } => ErrorCode::FileNotUtf8,
        vault::Error::Unencodable { .. } => ErrorCode::FileEncoding,
        vault::Error::OutsideRoot { .. } | vault::Error::Link { .. } => ErrorCode::OutsideProject,
        vault::Error::Exists { .. } => ErrorCode::NameTaken,
        _ => ErrorCode::Io,
    }
}
