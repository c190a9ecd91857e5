//! Questions: what the desk asks instead of guessing.

use learning::{Answer, QuestionReason};
use serde::{Deserialize, Serialize};
use specta::Type;

/// How far a question has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum QuestionState {
    /// It waits.
    Pending,
    /// The writer put it off; it does not come forward again before the project is opened the next time.
    Later,
    /// It was answered, or what it was about is gone.
    Resolved,
}

/// One side of a question: a rule, and a sentence of the writer's own that shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct QuestionSide {
    /// The rule; absent for what is no rule yet, and for what was passed over in a proposal.
    pub rule_id: Option<String>,
    /// The rule's sentence.
    pub text: String,
    /// A sentence of the writer's own that shows it; absent for a hand-written rule without evidence.
    pub passage: Option<String>,
    /// The episode the sentence is from.
    pub episode_id: Option<String>,
    /// Episodes for it.
    pub supports: u32,
    /// Episodes against it.
    pub contradicts: u32,
    /// The chance that the next relevant choice agrees, 0 to 1.
    #[specta(type = specta_typescript::Number)]
    pub confidence: f64,
}

/// A question that waits for the writer, or one that has just been answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct QuestionView {
    /// The question's id.
    pub id: String,
    /// Why it is asked.
    pub reason: QuestionReason,
    /// How far it has come.
    pub state: QuestionState,
    /// The first side; for a proposal what is proposed.
    pub a: QuestionSide,
    /// The second side; for a proposal a sentence she passed over for A's, absent where there is none.
    pub b: Option<QuestionSide>,
    /// The answers that make sense here.
    pub answers: Vec<Answer>,
    /// The one question that comes forward in this session; the others only count.
    pub forward: bool,
    /// RFC 3339, UTC.
    pub created_at: String,
    /// RFC 3339, UTC.
    pub updated_at: String,
}

/// The writer's answer to a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AnswerRequest {
    /// The question.
    pub question_id: String,
    /// One of the question's `answers`.
    pub answer: Answer,
}
