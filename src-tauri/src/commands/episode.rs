//! Episodes.

use contract::{EpisodeInput, EpisodeQuery, EpisodeReceipt, EpisodeView, Fault};

use crate::limits::{Door, PASSAGES};

/// Records the outcome of an offer; the episode is durable on disk when this returns.
#[tauri::command(rename = "memory:episode:record")]
#[specta::specta]
pub async fn record_episode(desk: Door<'_, PASSAGES>, input: EpisodeInput) -> Result<EpisodeReceipt, Fault> {
    desk.with_project(move |project| project.learning().record(input))
        .await
}

/// Returns episodes, newest first.
#[tauri::command(rename = "memory:episode:query")]
#[specta::specta]
pub async fn query_episodes(desk: Door<'_>, query: EpisodeQuery) -> Result<Vec<EpisodeView>, Fault> {
    desk.with_project(move |project| project.learning().episodes(query))
        .await
}
