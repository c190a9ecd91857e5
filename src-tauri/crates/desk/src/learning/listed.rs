//! Episodes for a list.

use chrono::{DateTime, Utc};
use learning::Episode;
use learning::decay::compress::Compressed;
use serde::Serialize;

/// An episode for a list.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Listed {
    /// The whole episode.
    Whole(Episode),
    /// The summary that is left of a compressed episode.
    Compressed(Compressed),
}

impl Listed {
    pub(super) fn order(&self) -> (DateTime<Utc>, &str) {
        match self {
            Self::Whole(whole) => (whole.created_at, &whole.id),
            Self::Compressed(left) => (left.created_at, &left.id),
        }
    }
}
