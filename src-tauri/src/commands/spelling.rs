//! Spelling.

use contract::{English, Fault, Spelled, SpellingView};
use tauri::State;

use crate::Desk;

/// Returns what spelling goes by.
#[tauri::command(rename = "desk:spelling:get")]
#[specta::specta]
pub async fn spelling_get(desk: State<'_, Desk>, english: English) -> Result<SpellingView, Fault> {
    desk.run(move |desk| Ok(desk.spelling().view(english))).await
}

/// Returns which of the words are unknown.
#[tauri::command(rename = "desk:spelling:check")]
#[specta::specta]
pub async fn spelling_check(
    desk: State<'_, Desk>,
    words: Vec<String>,
    english: English,
) -> Result<Spelled, Fault> {
    desk.run(move |desk| desk.spelling().check(words, english)).await
}

/// Returns words that may be meant by one, the likeliest first.
#[tauri::command(rename = "desk:spelling:suggest")]
#[specta::specta]
pub async fn spelling_suggest(
    desk: State<'_, Desk>,
    word: String,
    english: English,
) -> Result<Vec<String>, Fault> {
    desk.run(move |desk| desk.spelling().suggest(&word, english))
        .await
}

/// Makes a word one of the writer's own.
#[tauri::command(rename = "desk:spelling:add")]
#[specta::specta]
pub async fn spelling_add(desk: State<'_, Desk>, word: String) -> Result<(), Fault> {
    desk.run(move |desk| desk.spelling().add(&word)).await
}
