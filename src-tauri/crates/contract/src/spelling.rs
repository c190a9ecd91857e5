//! Spelling: the words of a manuscript that no dictionary knows.

use serde::{Deserialize, Serialize};
use specta::Type;

/// The English that words are spelled in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum English {
    /// Whichever has a dictionary here: American before British before any other.
    #[default]
    Installed,
    /// American, `en_US`.
    American,
    /// British, `en_GB`.
    British,
}

/// What became of a list of words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Spelled {
    /// Whether there was a dictionary to look into; without one no word is unknown.
    pub looked: bool,
    /// Those of the words that neither the dictionary nor the writer's own words have.
    pub unknown: Vec<String>,
}

/// What spelling goes by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SpellingView {
    /// The name of the dictionary, such as `en_US`; absent where there is none of the wanted English.
    pub dictionary: Option<String>,
    /// The name of the one that is wanted.
    pub wanted: String,
    /// The full path of the folder in which dictionaries are looked for before those of the system.
    pub folder: String,
    /// The full path of the file with the writer's own words, which may be edited by hand.
    pub words: String,
}
