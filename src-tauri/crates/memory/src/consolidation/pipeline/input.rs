//! The input of a consolidation.

use chrono::{DateTime, NaiveDateTime, Utc};
use prose::Language;

use crate::consolidation::prompt::Shown;
use crate::consolidation::reply::Reply;
use crate::policy::Policies;

/// The texts of the memory files that a consolidation may change; empty for a missing file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoryTexts {
    /// `MEMORY.md`.
    pub memory: String,
    /// `archive/MEMORY.md`.
    pub archive: String,
    /// `INSIGHTS.md`.
    pub insights: String,
    /// `HISTORY.md`.
    pub history: String,
    /// The file of the day that [`day`](crate::consolidation::pipeline::day) returns.
    pub day: String,
}

/// The input of a consolidation.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The reply of the model.
    pub reply: &'a Reply,
    /// The present files.
    pub files: &'a MemoryTexts,
    /// The policies: how strict each step is.
    pub policies: &'a Policies,
    /// The name of the conversation.
    pub session: &'a str,
    /// The id of the run; letters, digits, `-` and `_`.
    pub run_id: &'a str,
    /// The time of the run.
    pub now: DateTime<Utc>,
    /// The local time of the last message.
    pub said: NaiveDateTime,
    /// The language of new headings.
    pub language: Language,
    /// The part of the memory that the model was shown; `None` for all of it. The reply cannot remove other lines.
    pub seen: Option<&'a Shown>,
    /// Whether this is the answer to the second, more insistent request.
    pub insisted: bool,
}

/// The path of `MEMORY.md` in the memory root.
pub(super) const MEMORY: &str = "MEMORY.md";
