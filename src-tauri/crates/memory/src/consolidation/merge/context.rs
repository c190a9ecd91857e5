//! The parameters of a merge, besides the texts.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};

use crate::consolidation::prompt::Shown;
use learning::preference::PreferenceKeys;

/// The default maximum length of a memory file, in characters without annotations.
pub const MAXIMUM: usize = 12_000;

/// The parameters of a merge, besides the texts.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The file, relative to the memory root; proposals name it.
    pub path: &'a str,
    /// The id of the run; letters, digits, `-` and `_`.
    pub run_id: &'a str,
    /// The name of the conversation.
    pub session: &'a str,
    /// The time of the run.
    pub now: DateTime<Utc>,
    /// The maximum length of the file before it is compacted, in characters without annotations; [`MAXIMUM`] by
    /// default.
    pub maximum: usize,
    /// The preference keys in use.
    pub keys: &'a PreferenceKeys,
    /// The part of the file that the model was shown; `None` for all of it. Other items are not replaced or retired,
    /// because the file may have been too long to show, or may have grown since. A section that was shown in part is
    /// not replaced at all, because the model cannot mean to replace lines it has not read.
    pub seen: Option<&'a Shown>,
    /// The ids of items that a policy of the desk retires, whether shown to the model or not.
    pub settled: &'a BTreeSet<String>,
}
