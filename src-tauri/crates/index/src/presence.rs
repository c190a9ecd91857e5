//! What is left of an episode.

/// What is here of an episode. Its scores are here whatever it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    /// All of it.
    Whole,
    /// Its summary.
    Compressed,
    /// Nothing that can be read.
    Purged,
}
