//! Spelling: words of a manuscript that are missing from the dictionary.

use serde::{Deserialize, Serialize};
use specta::Type;

/// The variety of English for spelling.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum English {
    /// The variety with an installed dictionary: American before British before any other.
    #[default]
    Installed,
    /// American, `en_US`.
    American,
    /// British, `en_GB`.
    British,
}

/// The result of looking up a list of words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Spelled {
    /// Whether a dictionary was available; without a dictionary no word counts as unknown.
    pub looked: bool,
    /// The words found neither in the dictionary nor in the writer's own word list.
    pub unknown: Vec<String>,
}

/// The dictionary and the word list in use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SpellingView {
    /// The name of the dictionary, such as `en_US`; absent where none of the wanted variety is installed.
    pub dictionary: Option<String>,
    /// The name of the wanted dictionary.
    pub wanted: String,
    /// The full path of the folder that is searched for dictionaries before the system's folders.
    pub folder: String,
    /// The full path of the file with the writer's own words; it may be edited by hand.
    pub words: String,
}
