//! Questions and their answers. The specification calls these commands `memory:conflict`.

use contract::{AnswerRequest, Fault, QuestionView};

use crate::limits::Door;

/// Returns the questions that wait or were put off, the newest last.
#[tauri::command(rename = "memory:conflict:list")]
#[specta::specta]
pub async fn list_questions(desk: Door<'_>) -> Result<Vec<QuestionView>, Fault> {
    desk.with_project(|project| project.learning().questions()).await
}

/// Answers a question.
#[tauri::command(rename = "memory:conflict:resolve")]
#[specta::specta]
pub async fn answer_question(desk: Door<'_>, request: AnswerRequest) -> Result<QuestionView, Fault> {
    desk.with_project(move |project| project.learning().answer(&request))
        .await
}
