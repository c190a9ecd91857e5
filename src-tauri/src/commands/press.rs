//! Export and import. Where a file goes and where documents come from is asked with the system's own dialogs, so that
//! the page names no path outside of the project.

use std::path::{Path, PathBuf};

use contract::{ExportFormat, ExportRequest, Exported, Fault, ImportOptions, ImportReport};

use crate::limits::{Door, NAMES};
use crate::state::FileDialog;

/// Makes manuscripts into one file where the writer says; null when she thought better of it.
#[tauri::command(rename = "desk:export")]
#[specta::specta]
pub async fn export_files(desk: Door<'_, NAMES>, request: ExportRequest) -> Result<Option<Exported>, Fault> {
    desk.run(move |desk| {
        let project = desk.project()?;
        let name = request.title.clone().filter(|title| !title.trim().is_empty());
        let first = request
            .paths
            .first()
            .and_then(|path| Path::new(path).file_stem())
            .unwrap_or_default();
        let name = name.unwrap_or_else(|| first.to_string_lossy().into_owned());
        let extension = extension(request.format);
        let name = format!("{}.{extension}", name.replace(['/', '\\', ':'], " "));
        let Some(place) = desk.ask(&FileDialog::Place { name }).into_iter().next() else {
            return Ok(None);
        };
        let place = PathBuf::from(place);
        let is_whole = place
            .extension()
            .is_some_and(|found| found.eq_ignore_ascii_case(extension));
        // The dialog asked about a file of the name that was given, and not about the one with the ending.
        let to = if is_whole {
            place
        } else {
            PathBuf::from(format!("{}.{extension}", place.display()))
        };
        project.manuscripts().export(&request, &to, is_whole).map(Some)
    })
    .await
}

/// Makes documents, or a folder of them, into manuscripts in a new folder; null when the writer thought better of it.
#[tauri::command(rename = "desk:import")]
#[specta::specta]
pub async fn import_documents(
    desk: Door<'_>,
    folder: bool,
    options: ImportOptions,
) -> Result<Option<ImportReport>, Fault> {
    desk.run(move |desk| {
        let asked = if folder {
            FileDialog::Folder
        } else {
            FileDialog::Documents
        };
        let paths: Vec<PathBuf> = desk.ask(&asked).into_iter().map(PathBuf::from).collect();
        let Some(first) = paths.first() else {
            return Ok(None);
        };
        let name = first
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let Some(into) = desk.ask(&FileDialog::Place { name }).into_iter().next() else {
            return Ok(None);
        };
        desk.import(&paths, Path::new(&into), options).map(Some)
    })
    .await
}

fn extension(format: ExportFormat) -> &'static str {
    match format {
        ExportFormat::Markdown => "md",
        ExportFormat::Html => "html",
        ExportFormat::Docx => "docx",
        ExportFormat::Epub => "epub",
        ExportFormat::Pdf => "pdf",
    }
}
