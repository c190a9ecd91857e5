//! What the desk asks, and what the writer answers.

use contract::{AnswerRequest, QuestionView};

use crate::{Error, Project, Result};

impl Project {
    /// Returns the questions that wait or were put off, the newest last.
    pub fn questions(&self) -> Result<Vec<QuestionView>> {
        Ok(Vec::new())
    }

    /// Answers a question.
    ///
    /// # Errors
    /// `NOT_FOUND` for a question that was never asked.
    pub fn answer(&self, request: &AnswerRequest) -> Result<QuestionView> {
        Err(Error::NotFound {
            what: "question",
            id: request.question_id.clone(),
        })
    }
}
