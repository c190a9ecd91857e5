//! Manuscripts.

use contract::{
    Document, Fault, FileEntry, MergeRequest, Merged, Picture, Replacement, Reversion, SaidScene,
    SaveRequest, Saved,
};
use specta::Types;
use specta::datatype::DataType;
use tauri::ipc::{InvokeResponseBody, IpcResponse};

use crate::limits::{Door, MANUSCRIPT, NAMES, SAVE};

/// A manuscript on its way to the page: its text, a line feed, and the hash of its file.
///
/// It goes as bytes. As JSON, ten million characters would be put in quotes here and taken out of them in the page for
/// nothing. That would take 30 ms of the 300 in which such a manuscript is to be open. The hash stands behind the text,
/// so that the text need not be moved.
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

/// Saves a manuscript; the bytes are on the disk when it returns.
#[tauri::command(rename = "desk:file:write")]
#[specta::specta]
pub async fn write_file(desk: Door<'_, SAVE>, request: SaveRequest) -> Result<Saved, Fault> {
    desk.with_project(move |project| project.save(&request)).await
}

/// Returns what has to be done to the text in the editor so that it holds what another program wrote too.
#[tauri::command(rename = "desk:file:merge")]
#[specta::specta]
pub async fn merge_file(desk: Door<'_, MANUSCRIPT>, request: MergeRequest) -> Result<Merged, Fault> {
    desk.with_project(move |project| project.manuscripts().merge(&request))
        .await
}

/// Returns the folders a manuscript can stand in, in reading order.
#[tauri::command(rename = "desk:folder:list")]
#[specta::specta]
pub async fn list_folders(desk: Door<'_>) -> Result<Vec<String>, Fault> {
    desk.with_project(|project| project.manuscripts().folders()).await
}

/// Makes an empty manuscript or a folder; returns its path.
#[tauri::command(rename = "desk:file:create")]
#[specta::specta]
pub async fn create_file(desk: Door<'_>, path: String, folder: bool) -> Result<String, Fault> {
    desk.with_project(move |project| project.manuscripts().create(&path, folder))
        .await
}

/// Gives a manuscript or a folder another name or place; returns its path.
#[tauri::command(rename = "desk:file:rename")]
#[specta::specta]
pub async fn rename_file(desk: Door<'_>, from: String, to: String) -> Result<String, Fault> {
    desk.with_project(move |project| project.manuscripts().rename(&from, &to))
        .await
}

/// Puts a manuscript or a folder into the system's trash.
#[tauri::command(rename = "desk:file:remove")]
#[specta::specta]
pub async fn remove_file(desk: Door<'_>, path: String) -> Result<(), Fault> {
    desk.with_project(move |project| project.manuscripts().remove(&path))
        .await
}

/// Brings back what was put into the trash last from this place.
#[tauri::command(rename = "desk:file:restore")]
#[specta::specta]
pub async fn restore_file(desk: Door<'_>, path: String) -> Result<(), Fault> {
    desk.with_project(move |project| project.manuscripts().bring_back(&path))
        .await
}

/// Returns the texts of manuscripts to search in; one that cannot be read is left out.
#[tauri::command(rename = "desk:file:texts")]
#[specta::specta]
pub async fn file_texts(desk: Door<'_, NAMES>, paths: Vec<String>) -> Result<Vec<Document>, Fault> {
    desk.with_project(move |project| Ok(project.manuscripts().texts(&paths)))
        .await
}

/// Replaces stretches of a manuscript that no editor holds; as it was it is kept as a version before.
#[tauri::command(rename = "desk:file:replace")]
#[specta::specta]
pub async fn replace_in_file(desk: Door<'_, MANUSCRIPT>, request: Replacement) -> Result<Saved, Fault> {
    desk.with_project(move |project| project.manuscripts().replace_in(&request))
        .await
}

/// Puts a manuscript back to what it was before a replacement.
#[tauri::command(rename = "desk:file:revert")]
#[specta::specta]
pub async fn revert_file(desk: Door<'_>, request: Reversion) -> Result<Saved, Fault> {
    desk.with_project(move |project| project.manuscripts().revert(&request))
        .await
}

/// Says that the writer has left a manuscript, which stretches of it she pasted and of which passages she said what
/// kind of scene they are; returns how many revisions were noticed in it.
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
