//! Language models behind one trait.
//!
//! The desk works without a model: every caller of a [`Model`] handles its absence. The only model in this crate
//! replays the replies in a file. So a conversation can be consolidated without a network, and every possible reply of
//! a model can be tested.

mod scripted;

pub use scripted::{BadScript, Scripted};

/// A request to a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The instructions: the task and its rules.
    pub instructions: String,
    /// The text to work on.
    pub input: String,
    /// The one tool the model may call.
    pub tool: Tool,
}

/// A tool that a model may call instead of replying with text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tool {
    /// The tool's name.
    pub name: &'static str,
    /// The schema of the arguments, as JSON Schema.
    pub schema: &'static str,
}

/// The reply of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A call of the tool with its arguments as raw text. They may be truncated, and may not match the schema.
    Call(String),
    /// Text instead of a tool call.
    Words(String),
}

/// The reason why there is no reply.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The request is longer than the input limit of the model.
    #[error("the request is longer than the model can read; ask with less")]
    Overflow,
    /// The model cannot be reached, or its script has no further reply.
    #[error("the language model cannot be reached; what was to be asked waits until it can")]
    Unavailable,
}

/// A language model.
pub trait Model: Send + Sync {
    /// Answers one request. Requests are independent: a model remembers no earlier request.
    ///
    /// # Errors
    /// [`Error::Overflow`] where a shorter request is needed. [`Error::Unavailable`] where a later retry may help.
    fn answer(&self, request: &Request) -> Result<Answer, Error>;
}
