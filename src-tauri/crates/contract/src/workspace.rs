//! The state of the desk in a project when the writer left it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::{Length, Offer, SkillName};

/// The state of the desk in a project when the writer left it. The next opening restores it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Workspace {
    /// The open files, in the order of their tabs.
    pub open: Vec<OpenFile>,
    /// The path of the file on the page.
    pub current: Option<String>,
    /// The folders collapsed in the file list.
    pub folded: Vec<String>,
    /// Whether the file list is shown in a wide window.
    pub files_shown: bool,
    /// Whether the memory panel is shown in a wide window.
    pub panel_shown: bool,
    /// The target length of files, by path, as the settings count.
    pub targets: BTreeMap<String, u32>,
    /// The target length of the book, as the settings count.
    pub book_target: Option<u32>,
    /// The amount written in the project on each day of writing, in the order of the dates.
    pub days: Vec<DayWritten>,
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
            book_target: None,
            days: Vec::new(),
        }
    }
}

/// The amount written on one day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DayWritten {
    /// The date in the writer's time zone, as `2026-11-22`.
    pub date: String,
    /// The growth of her files by text she typed. A file that shrank counts as 0.
    pub typed: Length,
    /// The growth of her files with pasted text included.
    pub total: Length,
}

/// A request to open a project while the window of the desk is already open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OpenRequest {
    /// The full path of the project's folder.
    pub folder: String,
    /// The file to show first, relative to `folder`.
    pub file: Option<String>,
}

/// An open file and the selection in it. Offsets count UTF-16 code units.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OpenFile {
    /// Path relative to the project root.
    pub path: String,
    /// The offset where the selection began.
    pub anchor: u32,
    /// The offset of the caret.
    pub head: u32,
    /// The offset at which the first visible line begins.
    pub top: u32,
    /// The undecided offer in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offer: Option<OpenOffer>,
}

/// An offer that the writer had not decided when she left, and her steps in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OpenOffer {
    /// The skill that made the offer.
    pub skill: SkillName,
    /// The offset of the passage, in UTF-16 code units.
    pub from: u32,
    /// The passage. The offer is restored only where the file still has this text.
    pub passage: String,
    /// The offer.
    pub offer: Offer,
    /// The index of the candidate in view.
    pub shown: u32,
    /// For each candidate, whether each of its changes is taken; `None` before the writer decided single changes.
    pub taken: Vec<Option<Vec<bool>>>,
    /// The kind of scene that is recorded.
    pub scene_type: String,
}
