//! The open project and the state of the desk in it.

use std::path::PathBuf;

use contract::{Fault, ProjectView, Workspace};

use crate::Desk;
use crate::limits::{Door, WORKSPACE};

/// Returns the open project; the first call opens the project of the last session.
#[tauri::command(rename = "desk:project:current")]
#[specta::specta]
pub async fn current_project(desk: Door<'_>) -> Result<Option<ProjectView>, Fault> {
    desk.run(Desk::current).await
}

/// Opens a folder as the project. The writer must have named the folder in a dialog, by a drop, on a command line or in
/// an earlier session.
#[tauri::command(rename = "desk:project:open")]
#[specta::specta]
pub async fn open_project(desk: Door<'_>, path: String) -> Result<ProjectView, Fault> {
    desk.run(move |desk| desk.open_named(&PathBuf::from(path))).await
}

/// Asks for a folder, and permits the page to open it or to use it for the global memory. Null when the writer cancels
/// the dialog.
#[tauri::command(rename = "desk:project:pick")]
#[specta::specta]
pub async fn pick_project(desk: Door<'_>) -> Result<Option<String>, Fault> {
    desk.run(|desk| Ok(desk.pick())).await
}

/// Opens the writer's own copy of the sample project; the first call makes the copy.
#[tauri::command(rename = "desk:project:sample")]
#[specta::specta]
pub async fn open_sample(desk: Door<'_>) -> Result<ProjectView, Fault> {
    desk.run(Desk::open_sample).await
}

/// Moves the memory of the open project to another folder inside it, and opens the project anew.
#[tauri::command(rename = "memory:root:move")]
#[specta::specta]
pub async fn move_memory(desk: Door<'_>, to: String) -> Result<ProjectView, Fault> {
    desk.run(move |desk| desk.move_memory(&to)).await
}

/// Returns the stored state of the desk in the open project.
#[tauri::command(rename = "desk:workspace:get")]
#[specta::specta]
pub async fn workspace(desk: Door<'_>) -> Result<Workspace, Fault> {
    desk.run(Desk::workspace).await
}

/// Stores the state of the desk in the open project.
#[tauri::command(rename = "desk:workspace:put")]
#[specta::specta]
pub async fn keep_workspace(desk: Door<'_, WORKSPACE>, workspace: Workspace) -> Result<(), Fault> {
    desk.run(move |desk| desk.keep_workspace(&workspace)).await
}
