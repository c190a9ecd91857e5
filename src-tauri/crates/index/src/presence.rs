//! The remaining content of an episode.

/// The remaining content of an episode. Its evidence is kept in every case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    /// The whole text.
    Whole,
    /// The summary.
    Compressed,
    /// No readable content.
    Purged,
}
