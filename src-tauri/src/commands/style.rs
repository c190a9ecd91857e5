//! The style check.

use contract::{English, Fault, StyleRemark};

use crate::limits::{Door, PASSAGES};

/// Returns the remarks on each paragraph; none while the check is turned off.
#[tauri::command(rename = "desk:style:check")]
#[specta::specta]
pub async fn check_style(
    desk: Door<'_, PASSAGES>,
    paragraphs: Vec<String>,
    english: English,
) -> Result<Vec<Vec<StyleRemark>>, Fault> {
    desk.run(move |desk| desk.check_style(&paragraphs, english)).await
}
