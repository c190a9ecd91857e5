//! Memory files, runs and health.

use contract::{
    ActivityView, Document, Fault, FileStory, Health, LearningView, LineOrigin, MemoryFile, ObserveView,
    RestoreRequest, Restored, RunView, SaveRequest, Saved, UpkeepDone, UpkeepView,
};
use tauri::State;

use crate::Desk;

/// Returns how learning stands.
#[tauri::command(rename = "memory:learning:get")]
#[specta::specta]
pub async fn memory_learning_get(desk: State<'_, Desk>) -> Result<LearningView, Fault> {
    desk.with_project(|project| project.learning().view()).await
}

/// Returns what memory did over time.
#[tauri::command(rename = "memory:activity:get")]
#[specta::specta]
pub async fn memory_activity_get(desk: State<'_, Desk>) -> Result<ActivityView, Fault> {
    desk.with_project(|project| project.learning().activity()).await
}

/// Returns what became of consolidations, and how the gates stand.
#[tauri::command(rename = "memory:observe:get")]
#[specta::specta]
pub async fn memory_observe_get(desk: State<'_, Desk>) -> Result<ObserveView, Fault> {
    desk.with_project(|project| project.store().observed()).await
}

/// Pauses learning or lets it go on.
#[tauri::command(rename = "memory:learning:pause")]
#[specta::specta]
pub async fn memory_learning_pause(desk: State<'_, Desk>, paused: bool) -> Result<LearningView, Fault> {
    desk.with_project(move |project| project.learning().pause_learning(paused))
        .await
}

/// Returns the files of the memory root.
#[tauri::command(rename = "memory:file:list")]
#[specta::specta]
pub async fn memory_file_list(desk: State<'_, Desk>) -> Result<Vec<MemoryFile>, Fault> {
    desk.with_project(|project| project.store().memory_files()).await
}

/// Reads a Markdown file of the memory root.
#[tauri::command(rename = "memory:file:read")]
#[specta::specta]
pub async fn memory_file_read(desk: State<'_, Desk>, path: String) -> Result<Document, Fault> {
    desk.with_project(move |project| project.store().read_memory_file(&path))
        .await
}

/// Saves a Markdown file of the memory root from the editor; the bytes are on the disk when it returns.
#[tauri::command(rename = "memory:file:write")]
#[specta::specta]
pub async fn memory_file_write(desk: State<'_, Desk>, request: SaveRequest) -> Result<Saved, Fault> {
    desk.with_project(move |project| project.store().save_memory_file(&request))
        .await
}

/// Says that the writer has left a memory file, which the desk then follows.
#[tauri::command(rename = "memory:file:settle")]
#[specta::specta]
pub async fn memory_file_settle(desk: State<'_, Desk>, path: String) -> Result<(), Fault> {
    desk.with_project(move |project| project.store().leave_memory_file(&path))
        .await
}

/// Returns the runs that changed a file of the memory root, newest first, with the lines each changed.
#[tauri::command(rename = "memory:file:history")]
#[specta::specta]
pub async fn memory_file_history(desk: State<'_, Desk>, path: String) -> Result<FileStory, Fault> {
    desk.with_project(move |project| project.store().file_story(&path))
        .await
}

/// Returns why a line stands in a memory file; asked with the whole line.
#[tauri::command(rename = "memory:line:origin")]
#[specta::specta]
pub async fn memory_line_origin(desk: State<'_, Desk>, line: String) -> Result<LineOrigin, Fault> {
    desk.with_project(move |project| project.store().line_origin(&line))
        .await
}

/// Returns the runs, newest first.
#[tauri::command(rename = "memory:run:list")]
#[specta::specta]
pub async fn memory_run_list(desk: State<'_, Desk>) -> Result<Vec<RunView>, Fault> {
    desk.with_project(|project| project.memory().runs()).await
}

/// Takes a run back, or says what that would do.
#[tauri::command(rename = "memory:run:restore")]
#[specta::specta]
pub async fn memory_run_restore(desk: State<'_, Desk>, request: RestoreRequest) -> Result<Restored, Fault> {
    desk.with_project(move |project| project.memory().restore(&request))
        .await
}

/// Returns what there is to do about memory files as they age, and what doing it would change.
#[tauri::command(rename = "memory:upkeep:look")]
#[specta::specta]
pub async fn memory_upkeep_look(desk: State<'_, Desk>) -> Result<UpkeepView, Fault> {
    desk.with_project(|project| project.store().upkeep_view()).await
}

/// Puts the memory files in order, in one run.
#[tauri::command(rename = "memory:upkeep:apply")]
#[specta::specta]
pub async fn memory_upkeep_apply(desk: State<'_, Desk>) -> Result<UpkeepDone, Fault> {
    desk.with_project(|project| project.store().put_in_order()).await
}

/// Returns the doctor's report.
#[tauri::command(rename = "memory:health:get")]
#[specta::specta]
pub async fn memory_health_get(desk: State<'_, Desk>) -> Result<Health, Fault> {
    desk.with_project(|project| project.health()).await
}
