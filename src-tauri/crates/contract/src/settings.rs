//! Settings of this installation.

use serde::{Deserialize, Serialize};
use specta::Type;

/// The language of the interface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum InterfaceLanguage {
    /// As the system says.
    #[default]
    System,
    /// English.
    En,
    /// Chinese.
    Zh,
}

/// The colours of the desk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// As the system says.
    #[default]
    System,
    /// Paper: light.
    Paper,
    /// Ink: dark.
    Ink,
}

/// Settings of this installation, kept in one readable file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase", default)]
pub struct Settings {
    /// The language of the interface.
    pub language: InterfaceLanguage,
    /// The colours.
    pub theme: Theme,
    /// The project opened last, opened again at start.
    pub last_project: Option<String>,
    /// The manuscript opened last in it.
    pub last_file: Option<String>,
    /// The folder of the global memory; absent for `global` beside these settings.
    pub global_memory: Option<String>,
}

/// A change of settings; absent fields stay.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SettingsPatch {
    /// Another language.
    pub language: Option<InterfaceLanguage>,
    /// Other colours.
    pub theme: Option<Theme>,
    /// The manuscript opened last.
    pub last_file: Option<String>,
    /// The full path of another folder for the global memory, which is there; empty for the usual one.
    pub global_memory: Option<String>,
}
