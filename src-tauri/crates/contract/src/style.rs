//! The style of English: slips that a dictionary of words does not find.

use serde::{Deserialize, Serialize};
use specta::Type;

/// The kind of a slip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum StyleKind {
    /// A word is repeated.
    Repetition,
    /// *a* instead of *an*, or *an* instead of *a*.
    Article,
    /// A verb does not agree with its subject.
    Agreement,
    /// A word is confused with a word of similar sound or spelling.
    Confusion,
    /// A word has a form that does not fit its place.
    Form,
    /// One word is written as two, or two words as one.
    Joining,
    /// A set phrase is altered.
    Phrase,
    /// A lower-case letter stands in place of a capital.
    Capital,
}

/// A remark on a likely slip in a paragraph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct StyleRemark {
    /// Start in the paragraph, in UTF-16 code units.
    pub from: u32,
    /// End in the paragraph, in UTF-16 code units.
    pub to: u32,
    /// The kind of the slip.
    pub kind: StyleKind,
    /// The explanation as an English sentence.
    pub message: String,
    /// Proposed replacements, the likeliest first; an empty string deletes the range.
    pub replacements: Vec<String>,
}
