//! The commands and events of the desk, and the TypeScript made from them.

use std::path::Path;

use contract::{DistillProgress, FileChange, FileMove, MemoryChange, OpenRequest, PressProgress};
use desk::Event;
use serde::{Deserialize, Serialize};
use specta::Type;
use specta_typescript::Typescript;
use tauri::{AppHandle, Runtime};
use tauri_specta::{Builder, ErrorHandlingMode, Event as _, collect_commands, collect_events};

use crate::commands;

/// Pushed as a distillation goes on.
#[derive(Clone, Debug, Serialize, Deserialize, Type, tauri_specta::Event)]
#[tauri_specta(event_name = "memory:distill:progress")]
#[serde(transparent)]
pub struct MemoryDistillProgress(DistillProgress);

/// Pushed when memory changed; a view that shows it asks again.
#[derive(Clone, Debug, Serialize, Deserialize, Type, tauri_specta::Event)]
#[tauri_specta(event_name = "memory:changed")]
#[serde(transparent)]
pub struct MemoryChanged(MemoryChange);

/// Pushed when a manuscript or a memory file changed on disk, and not by its editor.
#[derive(Clone, Debug, Serialize, Deserialize, Type, tauri_specta::Event)]
#[tauri_specta(event_name = "desk:file:changed")]
#[serde(transparent)]
pub struct DeskFileChanged(FileChange);

/// Pushed when the desk was started once more with something to open.
#[derive(Clone, Debug, Serialize, Deserialize, Type, tauri_specta::Event)]
#[tauri_specta(event_name = "desk:open")]
#[serde(transparent)]
pub struct DeskOpen(OpenRequest);

/// Pushed when another program gave an open manuscript another name or place.
#[derive(Clone, Debug, Serialize, Deserialize, Type, tauri_specta::Event)]
#[tauri_specta(event_name = "desk:file:moved")]
#[serde(transparent)]
pub struct DeskFileMoved(FileMove);
/// Pushed as an export or an import goes on.
#[derive(Clone, Debug, Serialize, Deserialize, Type, tauri_specta::Event)]
#[tauri_specta(event_name = "desk:press:progress")]
#[serde(transparent)]
pub struct DeskPressProgress(PressProgress);

/// Returns every command and event, for the real window and for the mock runtime alike.
pub fn bindings<R: Runtime>() -> Builder<R> {
    Builder::<R>::new()
        .commands(collect_commands![
            commands::project::project_current,
            commands::project::project_open,
            commands::project::project_pick,
            commands::project::project_sample,
            commands::project::memory_root_move,
            commands::project::workspace_get,
            commands::project::workspace_put,
            commands::file::file_list,
            commands::file::file_read,
            commands::file::picture_read,
            commands::file::file_write,
            commands::file::file_settle,
            commands::file::file_texts,
            commands::file::file_replace,
            commands::file::file_revert,
            commands::safety::draft_append,
            commands::safety::draft_list,
            commands::safety::draft_recover,
            commands::safety::version_list,
            commands::safety::version_read,
            commands::safety::version_keep,
            commands::safety::undo_read,
            commands::safety::undo_write,
            commands::file::file_merge,
            commands::file::file_create,
            commands::file::file_rename,
            commands::file::file_remove,
            commands::file::file_restore,
            commands::file::folder_list,
            commands::press::press_export,
            commands::press::press_import,
            commands::spelling::spelling_get,
            commands::spelling::spelling_check,
            commands::spelling::spelling_suggest,
            commands::spelling::spelling_add,
            commands::style::style_check,
            commands::skill::skill_offer,
            commands::episode::memory_episode_record,
            commands::episode::memory_episode_query,
            commands::semantic::memory_semantic_list,
            commands::semantic::memory_semantic_add,
            commands::semantic::memory_semantic_update,
            commands::semantic::memory_semantic_delete,
            commands::semantic::memory_semantic_distill,
            commands::semantic::memory_scope_promote,
            commands::semantic::memory_scope_demote,
            commands::conflict::memory_conflict_list,
            commands::conflict::memory_conflict_resolve,
            commands::memory::memory_learning_get,
            commands::memory::memory_activity_get,
            commands::memory::memory_observe_get,
            commands::memory::memory_learning_pause,
            commands::memory::memory_file_list,
            commands::memory::memory_file_read,
            commands::memory::memory_file_write,
            commands::memory::memory_file_settle,
            commands::memory::memory_file_history,
            commands::memory::memory_line_origin,
            commands::proposal::memory_proposal_list,
            commands::proposal::memory_proposal_decide,
            commands::memory::memory_upkeep_look,
            commands::memory::memory_upkeep_apply,
            commands::memory::memory_run_list,
            commands::memory::memory_run_restore,
            commands::memory::memory_health_get,
            commands::settings::memory_settings_get,
            commands::settings::memory_settings_update,
        ])
        .events(collect_events![
            MemoryDistillProgress,
            MemoryChanged,
            DeskFileChanged,
            DeskOpen,
            DeskFileMoved,
            DeskPressProgress
        ])
        // Failures are not all ours: an unknown command or a refused one rejects with a plain string. The page
        // normalises both in one place.
        .error_handling(ErrorHandlingMode::Throw)
        .disable_serde_phases()
}

/// Writes the TypeScript of [`bindings`] to a file.
///
/// # Errors
/// Fails when a type cannot be said in TypeScript, such as a 64-bit integer; the message names it.
pub fn write_typescript(path: &Path) -> Result<(), specta_typescript::Error> {
    let header = "// Generated from the Rust contract by `cargo xtask bindings`; do not edit.\n";
    bindings::<tauri::Wry>().export(Typescript::default().header(header), path)
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
    // There may be no window left to tell.
    if let Err(error) = pushed {
        tracing::debug!("an event was not delivered: {error}");
    }
}

/// Tells the page that there is something to open.
pub(crate) fn push_open<R: Runtime>(app: &AppHandle<R>, request: OpenRequest) {
    if let Err(error) = DeskOpen(request).emit(app) {
        tracing::debug!("an event was not delivered: {error}");
    }
}
