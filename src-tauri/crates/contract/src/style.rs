//! The style of English: slips that a dictionary of words does not see.

use serde::{Deserialize, Serialize};
use specta::Type;

/// What kind of slip a remark is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum StyleKind {
    /// A word stands twice.
    Repetition,
    /// *a* for *an*, or the other way round.
    Article,
    /// The verb does not agree with what it is said of.
    Agreement,
    /// A word that sounds or looks like the one that is meant.
    Confusion,
    /// A word in a form that does not fit its place.
    Form,
    /// One word written as two, or two as one.
    Joining,
    /// A set phrase that goes otherwise.
    Phrase,
    /// A small letter for a capital.
    Capital,
}

/// Something about a paragraph that is likely a slip.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct StyleRemark {
    /// Where it begins in the paragraph, in UTF-16 code units.
    pub from: u32,
    /// Where it ends, in UTF-16 code units.
    pub to: u32,
    /// What kind of slip it is.
    pub kind: StyleKind,
    /// What it is, as a sentence of English.
    pub message: String,
    /// What may stand there instead, the likeliest first; an empty one takes it out.
    pub replacements: Vec<String>,
}
