//! The generated TypeScript of the commands, and the events of the desk.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;

use contract::{
    DistillProgress, ErrorCode, FileChange, FileMove, MemoryChange, OpenRequest, PressProgress, Settings,
    SkillName, Workspace,
};
use desk::Event;
use serde::{Deserialize, Serialize};
use specta::Type;
use specta_typescript::Typescript;
use strum::VariantArray as _;
use tauri::{AppHandle, Runtime};
use tauri_specta::{Builder, ErrorHandlingMode, Event as _, collect_events};

use crate::registry;

/// Pushed at each stage of a distillation.
#[derive(Clone, Debug, Serialize, Deserialize, Type, tauri_specta::Event)]
#[tauri_specta(event_name = "memory:distill:progress")]
#[serde(transparent)]
pub struct MemoryDistillProgress(DistillProgress);

/// Pushed when the memory changed; a view that shows a changed part reloads it.
#[derive(Clone, Debug, Serialize, Deserialize, Type, tauri_specta::Event)]
#[tauri_specta(event_name = "memory:changed")]
#[serde(transparent)]
pub struct MemoryChanged(MemoryChange);

/// Pushed when a manuscript or a memory file changed on disk, except by a save of its editor.
#[derive(Clone, Debug, Serialize, Deserialize, Type, tauri_specta::Event)]
#[tauri_specta(event_name = "desk:file:changed")]
#[serde(transparent)]
pub struct DeskFileChanged(FileChange);

/// Pushed when the desk was started again with a folder or a file to open.
#[derive(Clone, Debug, Serialize, Deserialize, Type, tauri_specta::Event)]
#[tauri_specta(event_name = "desk:open")]
#[serde(transparent)]
pub struct DeskOpen(OpenRequest);

/// Pushed when another program renamed or moved an open manuscript.
#[derive(Clone, Debug, Serialize, Deserialize, Type, tauri_specta::Event)]
#[tauri_specta(event_name = "desk:file:moved")]
#[serde(transparent)]
pub struct DeskFileMoved(FileMove);
/// Pushed after each chapter of an export and each file of an import.
#[derive(Clone, Debug, Serialize, Deserialize, Type, tauri_specta::Event)]
#[tauri_specta(event_name = "desk:press:progress")]
#[serde(transparent)]
pub struct DeskPressProgress(PressProgress);

/// Returns all commands and events, for the real window and for the mock runtime.
pub fn bindings<R: Runtime>() -> Builder<R> {
    Builder::<R>::new()
        .commands(registry::every_command())
        .events(collect_events![
            MemoryDistillProgress,
            MemoryChanged,
            DeskFileChanged,
            DeskOpen,
            DeskFileMoved,
            DeskPressProgress
        ])
        // Not all rejections are faults of the desk: Tauri rejects an unknown or forbidden command with a plain string.
        // The page normalises both in one place.
        .error_handling(ErrorHandlingMode::Throw)
        .disable_serde_phases()
}

/// Writes the TypeScript of [`bindings`] to a file.
///
/// # Errors
/// Fails when a type has no TypeScript form, such as a 64-bit integer; the message names the type.
pub fn write_typescript(path: &Path) -> Result<(), Box<dyn Error>> {
    bindings::<tauri::Wry>().export(Typescript::default().header(header()?), path)?;
    Ok(())
}

/// Returns the head of the generated file: constants that the page needs before its first request.
fn header() -> serde_json::Result<String> {
    let settings = serde_json::to_string_pretty(&Settings::default())?;
    let workspace = serde_json::to_string_pretty(&Workspace::default())?;
    let codes = serde_json::to_string_pretty(ErrorCode::VARIANTS)?;
    let skills: Vec<_> = SkillName::VARIANTS
        .iter()
        .map(|&skill| (skill, desk::skill_moves(skill)))
        .collect();
    let skills = serde_json::to_string_pretty(&BTreeMap::from_iter(skills))?;
    Ok(format!(
        "// Generated from the Rust contract by `cargo xtask bindings`; do not edit.

/** The settings of an installation whose writer set nothing. */
export const DEFAULT_SETTINGS: Settings = {settings};

/** How a desk stands that was never left. */
export const DEFAULT_WORKSPACE: Workspace = {workspace};

/** Every code of a failure. */
export const ERROR_CODES: readonly ErrorCode[] = {codes};

/** The moves of the built-in rewriter that each skill makes. */
export const SKILL_MOVES: Readonly<Record<SkillName, readonly MoveLabel[]>> = {skills};
"
    ))
}

/// Pushes an event of the core to the page.
pub(crate) fn push<R: Runtime>(app: &AppHandle<R>, event: Event) {
    let pushed = match event {
        Event::Distill(progress) => MemoryDistillProgress(progress).emit(app),
        Event::Memory(change) => MemoryChanged(change).emit(app),
        Event::File(change) => DeskFileChanged(change).emit(app),
        Event::Moved(change) => DeskFileMoved(change).emit(app),
        Event::Press(progress) => DeskPressProgress(progress).emit(app),
    };
    // The window may already be closed.
    if let Err(error) = pushed {
        tracing::debug!("an event was not delivered: {error}");
    }
}

/// Tells the page that there is a folder or a file to open.
pub(crate) fn push_open<R: Runtime>(app: &AppHandle<R>, request: OpenRequest) {
    if let Err(error) = DeskOpen(request).emit(app) {
        tracing::debug!("an event was not delivered: {error}");
    }
}
