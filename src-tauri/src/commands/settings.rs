//! Settings of this installation.

use contract::{Fault, Settings, SettingsPatch, SettingsView};

use crate::limits::Door;

/// Returns the settings of this installation and the path of their file.
#[tauri::command(rename = "memory:settings:get")]
#[specta::specta]
pub async fn settings(desk: Door<'_>) -> Result<SettingsView, Fault> {
    desk.run(|desk| Ok(desk.settings())).await
}

/// Changes settings.
#[tauri::command(rename = "memory:settings:update")]
#[specta::specta]
pub async fn update_settings(desk: Door<'_>, patch: SettingsPatch) -> Result<Settings, Fault> {
    desk.run(move |desk| desk.update_settings(patch)).await
}
