//! Manuscripts.

use contract::{
    Divided, Document, Fault, FileEntry, MergeRequest, Merged, Picture, Replacement, Reversion, SaidScene,
    SaveRequest, Saved, SplitRequest,
};
use specta::Types;
use specta::datatype::DataType;
use tauri::ipc::{InvokeResponseBody, IpcResponse};

use crate::limits::{Door, MANUSCRIPT, NAMES, SAVE};

/// A manuscript as it is sent to the page: its text, a line feed, and the hash of its file.
///
/// The response is raw bytes. As JSON, ten million characters would be escaped here and parsed in the page, which takes
/// 30 ms of the 300 ms allowed for opening a manuscript of that size. The hash follows the text, so that the text need
/// not be moved.
pub struct Page(Document);

impl IpcResponse for Page {
    fn body(self) -> tauri::Result<InvokeResponseBody> {
        let Document { mut text, hash, .. } = self.0;
        text.push('\n');
        text.push_str(&hash);
        Ok(InvokeResponseBody::Raw(text.into_bytes()))
    }
}

impl specta::Type for Page {
    fn definition(_: &mut Types) -> DataType {
        specta_typescript::define("ArrayBuffer").into()
    }
}

/// Returns the manuscripts in reading order.
#[tauri::command(rename = "desk:file:list")]
#[specta::specta]
pub async fn list_files(desk: Door<'_>) -> Result<Vec<FileEntry>, Fault> {
    desk.with_project(|project| project.manuscripts().files()).await
}

/// Reads a manuscript: its text with every line ending as `\n`, a line feed, and the hash of its file.
#[tauri::command(rename = "desk:file:read")]
#[specta::specta]
pub async fn read_file(desk: Door<'_>, path: String) -> Result<Page, Fault> {
    desk.with_project(move |project| project.manuscripts().read(&path).map(Page))
        .await
}

/// Reads a picture of the project that a manuscript shows.
#[tauri::command(rename = "desk:picture:read")]
#[specta::specta]
pub async fn read_picture(desk: Door<'_>, path: String) -> Result<Picture, Fault> {
    desk.with_project(move |project| project.manuscripts().picture(&path))
        .await
}

/// Saves a manuscript; the bytes are durable on disk when this returns.
#[tauri::command(rename = "desk:file:write")]
#[specta::specta]
pub async fn write_file(desk: Door<'_, SAVE>, request: SaveRequest) -> Result<Saved, Fault> {
    desk.with_project(move |project| project.save(&request)).await
}

/// Merges the file, changed by another program, with the text in the editor; returns the edits to that text.
#[tauri::command(rename = "desk:file:merge")]
#[specta::specta]
pub async fn merge_file(desk: Door<'_, MANUSCRIPT>, request: MergeRequest) -> Result<Merged, Fault> {
    desk.with_project(move |project| project.manuscripts().merge(&request))
        .await
}

/// Returns the folders that can contain manuscripts, in reading order.
#[tauri::command(rename = "desk:folder:list")]
#[specta::specta]
pub async fn list_folders(desk: Door<'_>) -> Result<Vec<String>, Fault> {
    desk.with_project(|project| project.manuscripts().folders()).await
}

/// Creates an empty manuscript or a folder; returns its path.
#[tauri::command(rename = "desk:file:create")]
#[specta::specta]
pub async fn create_file(desk: Door<'_>, path: String, folder: bool) -> Result<String, Fault> {
    desk.with_project(move |project| project.manuscripts().create(&path, folder))
        .await
}

/// Renames or moves a manuscript or a folder; returns its new path.
#[tauri::command(rename = "desk:file:rename")]
#[specta::specta]
pub async fn rename_file(desk: Door<'_>, from: String, to: String) -> Result<String, Fault> {
    desk.with_project(move |project| project.manuscripts().rename(&from, &to))
        .await
}

/// Puts a manuscript or a folder before or after another one of its folder, and writes down their order.
#[tauri::command(rename = "desk:file:order")]
#[specta::specta]
pub async fn order_file(desk: Door<'_>, path: String, beside: String, after: bool) -> Result<(), Fault> {
    desk.with_project(move |project| project.manuscripts().order(&path, &beside, after))
        .await
}

/// Moves a manuscript or a folder to the system's trash.
#[tauri::command(rename = "desk:file:remove")]
#[specta::specta]
pub async fn remove_file(desk: Door<'_>, path: String) -> Result<(), Fault> {
    desk.with_project(move |project| project.manuscripts().remove(&path))
        .await
}

/// Restores the file or folder that was last moved to the trash from this path.
#[tauri::command(rename = "desk:file:restore")]
#[specta::specta]
pub async fn restore_file(desk: Door<'_>, path: String) -> Result<(), Fault> {
    desk.with_project(move |project| project.manuscripts().bring_back(&path))
        .await
}

/// Splits a manuscript in two; the second part becomes a new manuscript.
#[tauri::command(rename = "desk:chapter:split")]
#[specta::specta]
pub async fn split_file(desk: Door<'_>, request: SplitRequest) -> Result<Divided, Fault> {
    desk.with_project(move |project| project.manuscripts().split(&request))
        .await
}

/// Appends a manuscript to another, and moves its file to the trash.
#[tauri::command(rename = "desk:chapter:join")]
#[specta::specta]
pub async fn join_files(desk: Door<'_>, path: String, next: String) -> Result<Divided, Fault> {
    desk.with_project(move |project| project.manuscripts().join(&path, &next))
        .await
}

/// Undoes a split or a merge of manuscripts.
#[tauri::command(rename = "desk:chapter:undo")]
#[specta::specta]
pub async fn rejoin_files(desk: Door<'_>, done: Divided) -> Result<(), Fault> {
    desk.with_project(move |project| project.manuscripts().rejoin(&done))
        .await
}

/// Returns the texts of manuscripts for a search; an unreadable manuscript is left out.
#[tauri::command(rename = "desk:file:texts")]
#[specta::specta]
pub async fn file_texts(desk: Door<'_, NAMES>, paths: Vec<String>) -> Result<Vec<Document>, Fault> {
    desk.with_project(move |project| Ok(project.manuscripts().texts(&paths)))
        .await
}

/// Replaces stretches of a manuscript that is not open in an editor. Its earlier content is stored as a version first.
#[tauri::command(rename = "desk:file:replace")]
#[specta::specta]
pub async fn replace_in_file(desk: Door<'_, MANUSCRIPT>, request: Replacement) -> Result<Saved, Fault> {
    desk.with_project(move |project| project.manuscripts().replace_in(&request))
        .await
}

/// Restores the content of a manuscript before a replacement.
#[tauri::command(rename = "desk:file:revert")]
#[specta::specta]
pub async fn revert_file(desk: Door<'_>, request: Reversion) -> Result<Saved, Fault> {
    desk.with_project(move |project| project.manuscripts().revert(&request))
        .await
}

/// Notes that the writer has left a manuscript. `pasted` holds the stretches she pasted, and `said` the passages whose
/// kind of scene she set. Returns the number of revisions found.
#[tauri::command(rename = "desk:file:settle")]
#[specta::specta]
pub async fn settle_file(
    desk: Door<'_, MANUSCRIPT>,
    path: String,
    pasted: Vec<String>,
    said: Vec<SaidScene>,
) -> Result<u32, Fault> {
    desk.with_project(move |project| project.learning().settle(&path, &pasted, &said))
        .await
}
