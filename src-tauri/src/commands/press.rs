//! Export and import. The target and the sources are chosen in dialogs of the system, so that the page never names a
//! path outside the project.

use std::path::{Path, PathBuf};

use contract::{ExportFormat, ExportPlan, ExportRequest, Exported, Fault, ImportOptions, ImportReport};
use desk::import_folder;

use crate::limits::{Door, NAMES};
use crate::state::FileDialog;

/// Returns what is known for an export before it is asked for.
#[tauri::command(rename = "desk:export:plan")]
#[specta::specta]
pub async fn export_plan(desk: Door<'_>) -> Result<ExportPlan, Fault> {
    desk.run(|desk| desk.project()?.manuscripts().export_plan()).await
}

/// Makes manuscripts into one file at a place the writer chooses; null when she cancels the dialog.
#[tauri::command(rename = "desk:export")]
#[specta::specta]
pub async fn export_files(desk: Door<'_, NAMES>, request: ExportRequest) -> Result<Option<Exported>, Fault> {
    desk.run(move |desk| {
        let project = desk.project()?;
        let extension = extension(request.format);
        let name = format!("{}.{extension}", proposed_name(&request, project.folder()));
        let Some(place) = desk.ask(&FileDialog::Place { name }).into_iter().next() else {
            return Ok(None);
        };
        let place = PathBuf::from(place);
        let is_whole = place
            .extension()
            .is_some_and(|found| found.eq_ignore_ascii_case(extension));
        // The dialog asked whether to replace the name as typed. With the extension added it is another file, so an
        // existing one must not be replaced.
        let to = if is_whole {
            place
        } else {
            PathBuf::from(format!("{}.{extension}", place.display()))
        };
        project.manuscripts().export(&request, &to, is_whole).map(Some)
    })
    .await
}

/// Imports documents, or a folder of documents, into a new folder; null when the writer cancels a dialog. The folder is
/// made in the open project. If none is open, or if it is to be elsewhere, the writer chooses its place.
#[tauri::command(rename = "desk:import")]
#[specta::specta]
pub async fn import_documents(
    desk: Door<'_>,
    folder: bool,
    elsewhere: bool,
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
        let into = match desk.project() {
            Ok(project) if !elsewhere => import_folder(project.folder(), &paths),
            _ => {
                let name = first
                    .file_stem()
                    .unwrap_or_default()
                    .to_string_lossy()
                    .into_owned();
                let Some(place) = desk.ask(&FileDialog::Place { name }).into_iter().next() else {
                    return Ok(None);
                };
                PathBuf::from(place)
            }
        };
        desk.import(&paths, &into, options).map(Some)
    })
    .await
}

/// Returns the name that the dialog proposes for a file, without its extension: the title the writer gave, or the name of
/// the one manuscript, or the project's name for several manuscripts.
fn proposed_name(request: &ExportRequest, project: &Path) -> String {
    let title = request.title.clone().filter(|title| !title.trim().is_empty());
    let named = match request.paths.as_slice() {
        [path] => Path::new(path).file_stem(),
        _ => project.file_name(),
    };
    let name = title.unwrap_or_else(|| named.unwrap_or_default().to_string_lossy().into_owned());
    name.replace(['/', '\\', ':'], " ")
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

#[cfg(test)]
mod tests {
    use contract::ChapterNumbers;

    use super::*;

    #[test]
    fn a_book_is_named_after_its_project_and_one_manuscript_after_itself() {
        let chapters = ["第一卷/01 渡口.md", "第一卷/02 灰烬.md"];
        for (paths, title, expected) in [
            (&chapters[..], None, "渡船"),
            (&chapters[..], Some("  "), "渡船"),
            (&chapters[..1], None, "01 渡口"),
            (&chapters[..1], Some("Ash: a novel/draft"), "Ash  a novel draft"),
        ] {
            let request = ExportRequest {
                paths: paths.iter().map(|path| (*path).to_owned()).collect(),
                format: ExportFormat::Pdf,
                title: title.map(str::to_owned),
                author: None,
                lines: None,
                parts: false,
                numbers: ChapterNumbers::None,
                submission: None,
            };
            assert_eq!(proposed_name(&request, Path::new("/books/渡船")), expected);
        }
    }
}
