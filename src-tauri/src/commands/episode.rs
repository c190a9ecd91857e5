//! Episodes.

use contract::{EpisodeInput, EpisodeQuery, EpisodeReceipt, EpisodeView, Fault};
use tauri::State;

use crate::Desk;

/// Records the outcome of an offer; it is on the disk when this returns.
#[tauri::command(rename = "memory:episode:record")]
#[specta::specta]
pub async fn memory_episode_record(
    desk: State<'_, Desk>,
    input: EpisodeInput,
) -> Result<EpisodeReceipt, Fault> {
    desk.with_project(move |project| project.learning().record(input))
        .await
}

/// Returns episodes, newest first.
#[tauri::command(rename = "memory:episode:query")]
#[specta::specta]
pub async fn memory_episode_query(
    desk: State<'_, Desk>,
    query: EpisodeQuery,
) -> Result<Vec<EpisodeView>, Fault> {
    desk.with_project(move |project| project.learning().episodes(query))
        .await
}
