//! Settings of this installation.

use contract::{Fault, Settings, SettingsPatch, SettingsView};
use tauri::State;

use crate::Desk;

/// Returns the settings of this installation and the file they are in.
#[tauri::command(rename = "memory:settings:get")]
#[specta::specta]
pub async fn memory_settings_get(desk: State<'_, Desk>) -> Result<SettingsView, Fault> {
    desk.run(|desk| Ok(desk.settings())).await
}

/// Changes settings.
#[tauri::command(rename = "memory:settings:update")]
#[specta::specta]
pub async fn memory_settings_update(desk: State<'_, Desk>, patch: SettingsPatch) -> Result<Settings, Fault> {
    desk.run(move |desk| desk.update_settings(patch)).await
}
