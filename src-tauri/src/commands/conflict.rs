//! Questions and their answers, under the name the specification gives them.

use contract::{AnswerRequest, Fault, QuestionView};
use tauri::State;

use crate::Desk;

/// Returns the questions that wait or were put off, the newest last.
#[tauri::command(rename = "memory:conflict:list")]
#[specta::specta]
pub async fn memory_conflict_list(desk: State<'_, Desk>) -> Result<Vec<QuestionView>, Fault> {
    desk.with_project(|project| project.learning().questions()).await
}

/// Answers a question.
#[tauri::command(rename = "memory:conflict:resolve")]
#[specta::specta]
pub async fn memory_conflict_resolve(
    desk: State<'_, Desk>,
    request: AnswerRequest,
) -> Result<QuestionView, Fault> {
    desk.with_project(move |project| project.learning().answer(&request))
        .await
}
