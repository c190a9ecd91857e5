//! Spelling.

use contract::{English, Fault, Spelled, SpellingView};

use crate::limits::{Door, PASSAGES};

/// Returns the dictionary and the word list in use.
#[tauri::command(rename = "desk:spelling:get")]
#[specta::specta]
pub async fn spelling(desk: Door<'_>, english: English) -> Result<SpellingView, Fault> {
    desk.run(move |desk| Ok(desk.spelling().view(english))).await
}

/// Returns the unknown words of a list.
#[tauri::command(rename = "desk:spelling:check")]
#[specta::specta]
pub async fn check_words(
    desk: Door<'_, PASSAGES>,
    words: Vec<String>,
    english: English,
) -> Result<Spelled, Fault> {
    desk.run(move |desk| desk.spelling().check(words, english)).await
}

/// Returns suggestions for an unknown word, the likeliest first.
#[tauri::command(rename = "desk:spelling:suggest")]
#[specta::specta]
pub async fn suggest_spellings(desk: Door<'_>, word: String, english: English) -> Result<Vec<String>, Fault> {
    desk.run(move |desk| desk.spelling().suggest(&word, english))
        .await
}

/// Adds a word to the writer's own word list.
#[tauri::command(rename = "desk:spelling:add")]
#[specta::specta]
pub async fn add_word(desk: Door<'_>, word: String) -> Result<(), Fault> {
    desk.run(move |desk| desk.spelling().add(&word)).await
}
