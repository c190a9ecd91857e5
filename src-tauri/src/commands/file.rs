//! Manuscripts.

use contract::{Document, Fault, FileEntry, Picture, SaidScene, SaveRequest, Saved};
use tauri::State;

use crate::Desk;

/// Returns the manuscripts in reading order.
#[tauri::command(rename = "desk:file:list")]
#[specta::specta]
pub async fn file_list(desk: State<'_, Desk>) -> Result<Vec<FileEntry>, Fault> {
    desk.with_project(|project| project.files()).await
}

/// Reads a manuscript.
#[tauri::command(rename = "desk:file:read")]
#[specta::specta]
pub async fn file_read(desk: State<'_, Desk>, path: String) -> Result<Document, Fault> {
    desk.with_project(move |project| project.read(&path)).await
}

/// Reads a picture of the project that a manuscript shows.
#[tauri::command(rename = "desk:picture:read")]
#[specta::specta]
pub async fn picture_read(desk: State<'_, Desk>, path: String) -> Result<Picture, Fault> {
    desk.with_project(move |project| project.picture(&path)).await
}

/// Saves a manuscript; the bytes are on the disk when it returns.
#[tauri::command(rename = "desk:file:write")]
#[specta::specta]
pub async fn file_write(desk: State<'_, Desk>, request: SaveRequest) -> Result<Saved, Fault> {
    desk.with_project(move |project| project.save(&request)).await
}

/// Says that the writer has left a manuscript, which stretches of it she pasted and of which passages she said what
/// kind of scene they are; returns how many revisions were noticed in it.
#[tauri::command(rename = "desk:file:settle")]
#[specta::specta]
pub async fn file_settle(
    desk: State<'_, Desk>,
    path: String,
    pasted: Vec<String>,
    said: Vec<SaidScene>,
) -> Result<u32, Fault> {
    desk.with_project(move |project| project.settle(&path, &pasted, &said))
        .await
}
