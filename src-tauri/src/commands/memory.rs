//! Memory files, the state of learning, runs and health.

use contract::{
    ActivityView, Document, Fault, FileStory, Health, LearningView, LineOrigin, MemoryFile, ObserveView,
    RestoreRequest, Restored, RunView, SaveRequest, Saved, UpkeepDone, UpkeepView,
};

use crate::limits::{Door, MEMORY_FILE};

/// Returns the state of learning.
#[tauri::command(rename = "memory:learning:get")]
#[specta::specta]
pub async fn learning(desk: Door<'_>) -> Result<LearningView, Fault> {
    desk.with_project(|project| project.learning().view()).await
}

/// Returns the activity of the memory over time.
#[tauri::command(rename = "memory:activity:get")]
#[specta::specta]
pub async fn activity(desk: Door<'_>) -> Result<ActivityView, Fault> {
    desk.with_project(|project| project.learning().activity()).await
}

/// Returns the outcomes of consolidations, and the gates.
#[tauri::command(rename = "memory:observe:get")]
#[specta::specta]
pub async fn observe(desk: Door<'_>) -> Result<ObserveView, Fault> {
    desk.with_project(|project| project.store().observed()).await
}

/// Pauses or resumes learning.
#[tauri::command(rename = "memory:learning:pause")]
#[specta::specta]
pub async fn pause_learning(desk: Door<'_>, paused: bool) -> Result<LearningView, Fault> {
    desk.with_project(move |project| project.learning().pause_learning(paused))
        .await
}

/// Returns the files of the memory root.
#[tauri::command(rename = "memory:file:list")]
#[specta::specta]
pub async fn memory_files(desk: Door<'_>) -> Result<Vec<MemoryFile>, Fault> {
    desk.with_project(|project| project.store().memory_files()).await
}

/// Reads a Markdown file of the memory root.
#[tauri::command(rename = "memory:file:read")]
#[specta::specta]
pub async fn read_memory_file(desk: Door<'_>, path: String) -> Result<Document, Fault> {
    desk.with_project(move |project| project.store().read_memory_file(&path))
        .await
}

/// Saves a Markdown file of the memory root from the editor; the bytes are durable on disk when this returns.
#[tauri::command(rename = "memory:file:write")]
#[specta::specta]
pub async fn write_memory_file(desk: Door<'_, MEMORY_FILE>, request: SaveRequest) -> Result<Saved, Fault> {
    desk.with_project(move |project| project.store().save_memory_file(&request))
        .await
}

/// Notes that the writer has left a memory file. The desk then takes her edits over.
#[tauri::command(rename = "memory:file:settle")]
#[specta::specta]
pub async fn settle_memory_file(desk: Door<'_>, path: String) -> Result<(), Fault> {
    desk.with_project(move |project| project.store().leave_memory_file(&path))
        .await
}

/// Returns the runs that changed a file of the memory root, newest first, with the changed lines of each.
#[tauri::command(rename = "memory:file:history")]
#[specta::specta]
pub async fn file_story(desk: Door<'_>, path: String) -> Result<FileStory, Fault> {
    desk.with_project(move |project| project.store().file_story(&path))
        .await
}

/// Returns the origin of a line of a memory file; `line` is the whole line.
#[tauri::command(rename = "memory:line:origin")]
#[specta::specta]
pub async fn line_origin(desk: Door<'_>, line: String) -> Result<LineOrigin, Fault> {
    desk.with_project(move |project| project.store().line_origin(&line))
        .await
}

/// Returns the runs, newest first.
#[tauri::command(rename = "memory:run:list")]
#[specta::specta]
pub async fn runs(desk: Door<'_>) -> Result<Vec<RunView>, Fault> {
    desk.with_project(|project| project.memory().runs()).await
}

/// Restores the state before a run, or with `dryRun` only plans it.
#[tauri::command(rename = "memory:run:restore")]
#[specta::specta]
pub async fn restore_run(desk: Door<'_>, request: RestoreRequest) -> Result<Restored, Fault> {
    desk.with_project(move |project| project.memory().restore(&request))
        .await
}

/// Returns the findings of upkeep in aging memory files, and the effect of putting the files in order.
#[tauri::command(rename = "memory:upkeep:look")]
#[specta::specta]
pub async fn upkeep(desk: Door<'_>) -> Result<UpkeepView, Fault> {
    desk.with_project(|project| project.store().upkeep_view()).await
}

/// Puts the memory files in order, in one run.
#[tauri::command(rename = "memory:upkeep:apply")]
#[specta::specta]
pub async fn put_in_order(desk: Door<'_>) -> Result<UpkeepDone, Fault> {
    desk.with_project(|project| project.store().put_in_order()).await
}

/// Returns the doctor's report.
#[tauri::command(rename = "memory:health:get")]
#[specta::specta]
pub async fn health(desk: Door<'_>) -> Result<Health, Fault> {
    desk.with_project(|project| project.health()).await
}
