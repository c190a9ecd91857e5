//! Protection of a manuscript's text: crash journals, versions and undo.

use contract::{Fault, Keystrokes, Recovered, UndoHistory, VersionEntry, VersionRequest, VersionText};

use crate::limits::{Door, MANUSCRIPT, UNDO};

/// Appends a batch of keystrokes to the crash journal of a manuscript; the batch is durable on disk when this returns.
#[tauri::command(rename = "desk:unsaved:append")]
#[specta::specta]
pub async fn journal_keystrokes(desk: Door<'_, MANUSCRIPT>, batch: Keystrokes) -> Result<(), Fault> {
    desk.with_project(move |project| project.manuscripts().journal_keystrokes(&batch))
        .await
}

/// Returns the manuscripts with text in a crash journal from before the project was opened.
#[tauri::command(rename = "desk:unsaved:list")]
#[specta::specta]
pub async fn list_unsaved(desk: Door<'_>) -> Result<Vec<String>, Fault> {
    desk.with_project(|project| Ok(project.manuscripts().unsaved()))
        .await
}

/// Returns the text that was typed into a manuscript and not saved before the desk ended. The page calls this before
/// any new typing.
#[tauri::command(rename = "desk:unsaved:recover")]
#[specta::specta]
pub async fn recover_unsaved(desk: Door<'_>, path: String) -> Result<Option<Recovered>, Fault> {
    desk.with_project(move |project| project.manuscripts().recover_unsaved(&path))
        .await
}

/// Returns the versions of a manuscript, the newest first.
#[tauri::command(rename = "desk:version:list")]
#[specta::specta]
pub async fn list_versions(desk: Door<'_>, path: String) -> Result<Vec<VersionEntry>, Fault> {
    desk.with_project(move |project| project.manuscripts().versions(&path))
        .await
}

/// Returns a version, and the word-level changes since.
#[tauri::command(rename = "desk:version:read")]
#[specta::specta]
pub async fn read_version(desk: Door<'_, MANUSCRIPT>, request: VersionRequest) -> Result<VersionText, Fault> {
    desk.with_project(move |project| project.manuscripts().version(&request))
        .await
}

/// Stores a text of a manuscript as a version.
#[tauri::command(rename = "desk:version:keep")]
#[specta::specta]
pub async fn keep_version(desk: Door<'_, MANUSCRIPT>, path: String, text: String) -> Result<(), Fault> {
    desk.with_project(move |project| project.manuscripts().keep_version(&path, &text))
        .await
}

/// Returns the undo history of a manuscript, if it belongs to the file content with this hash.
#[tauri::command(rename = "desk:undo:read")]
#[specta::specta]
pub async fn undo_history(desk: Door<'_>, path: String, hash: String) -> Result<Option<UndoHistory>, Fault> {
    desk.with_project(move |project| project.manuscripts().undo_history(&path, &hash))
        .await
}

/// Stores the undo history of a manuscript for the file content with this hash.
#[tauri::command(rename = "desk:undo:write")]
#[specta::specta]
pub async fn keep_undo_history(
    desk: Door<'_, UNDO>,
    path: String,
    hash: String,
    history: String,
) -> Result<(), Fault> {
    desk.with_project(move |project| project.manuscripts().keep_undo_history(&path, &hash, history))
        .await
}
