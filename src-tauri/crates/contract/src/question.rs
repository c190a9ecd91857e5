//! Questions: the desk asks the writer where the evidence does not decide.

use learning::{Answer, QuestionReason};
use serde::{Deserialize, Serialize};
use specta::Type;

/// The state of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum QuestionState {
    /// The question waits for an answer.
    Pending,
    /// The writer put it off; it is not brought forward again before the next opening of the project.
    Later,
    /// It was answered, or its rule is gone.
    Resolved,
}

/// One side of a question: a rule, and a sentence of the writer's own that shows the rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct QuestionSide {
    /// The rule's id; absent where this side is only a candidate that the writer passed over.
    pub rule_id: Option<String>,
    /// The rule's sentence; empty without a rule.
    pub text: String,
    /// A sentence of the writer's own that shows the rule, or the candidate she passed over. Absent for a hand-written
    /// rule without evidence.
    pub passage: Option<String>,
    /// The id of the episode that contains the sentence.
    pub episode_id: Option<String>,
    /// Episodes for the rule.
    pub supports: u32,
    /// Episodes against the rule.
    pub contradicts: u32,
    /// The chance that the next relevant choice agrees, 0 to 1.
    #[specta(type = specta_typescript::Number)]
    pub confidence: f64,
}

/// A question that waits for the writer, or a question that has just been answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct QuestionView {
    /// The question's id.
    pub id: String,
    /// The reason for the question.
    pub reason: QuestionReason,
    /// The state.
    pub state: QuestionState,
    /// The first side; for a proposal, the proposed rule.
    pub a: QuestionSide,
    /// The second side. For a proposal it is the candidate passed over in favour of the sentence of `a`; absent where
    /// none is known. For a rewording it is the claim of the rule so far, in the desk's words.
    pub b: Option<QuestionSide>,
    /// The answers that are valid for this question.
    pub answers: Vec<Answer>,
    /// Whether this is the one question brought forward in this session; all other questions are only counted.
    pub forward: bool,
    /// The time of creation, RFC 3339, UTC.
    pub created_at: String,
    /// The time of the last change, RFC 3339, UTC.
    pub updated_at: String,
}

/// The writer's answer to a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AnswerRequest {
    /// The question's id.
    pub question_id: String,
    /// One of the question's `answers`.
    pub answer: Answer,
}
