//! The style check.

use contract::{English, Fault, StyleRemark};
use tauri::State;

use crate::Desk;

/// Returns the remarks on each of the paragraphs; none while the writer has the check turned off.
#[tauri::command(rename = "desk:style:check")]
#[specta::specta]
pub async fn style_check(
    desk: State<'_, Desk>,
    paragraphs: Vec<String>,
    english: English,
) -> Result<Vec<Vec<StyleRemark>>, Fault> {
    desk.run(move |desk| desk.check_style(&paragraphs, english)).await
}
