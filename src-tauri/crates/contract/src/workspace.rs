//! How a writer left the desk in a project.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use specta::Type;

/// How a writer left the desk in a project, to find it so again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Workspace {
    /// The files that stand open, in the order of their tabs.
    pub open: Vec<OpenFile>,
    /// The path of the one on the page.
    pub current: Option<String>,
    /// The folders that are folded in the file list.
    pub folded: Vec<String>,
    /// Whether the file list shows in a wide window.
    pub files_shown: bool,
    /// Whether the memory panel shows in a wide window.
    pub panel_shown: bool,
    /// How long the writer means a file to be, by its path, in words of English plus characters of Chinese.
    pub targets: BTreeMap<String, u32>,
    /// What she wrote in the project on the last day she wrote in it.
    pub day: Option<DayWritten>,
}

impl Default for Workspace {
    fn default() -> Self {
        Self {
            open: Vec::new(),
            current: None,
            folded: Vec::new(),
            files_shown: true,
            panel_shown: true,
            targets: BTreeMap::new(),
            day: None,
        }
    }
}

/// What was written on a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DayWritten {
    /// The day where the writer is, as `2026-11-22`.
    pub date: String,
    /// How much came to her files, in words of English plus characters of Chinese.
    pub gained: u32,
}

/// What the desk was asked to open while its window was open already.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OpenRequest {
    /// The full path of the project's folder.
    pub folder: String,
    /// The file that comes first, relative to it.
    pub file: Option<String>,
}

/// A file that stands open, and where in it the writer is. Offsets count UTF-16 code units.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OpenFile {
    /// Path relative to the project root.
    pub path: String,
    /// Where the selection began.
    pub anchor: u32,
    /// Where the caret is.
    pub head: u32,
    /// The first line in view begins here.
    pub top: u32,
}
