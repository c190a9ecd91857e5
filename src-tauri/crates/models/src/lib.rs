//! Language models behind one trait.
//!
//! Nothing in the desk needs a model: every caller of a [`Model`] has an answer for the case that there is none. The
//! one model kept here answers with the text of a file. So a conversation can be consolidated without a network, and
//! every possible answer of a model can be tested.

mod scripted;

pub use scripted::{BadScript, Scripted};

/// What a model is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// What it is to do, and by which rules.
    pub instructions: String,
    /// What it is to work on.
    pub input: String,
    /// The one tool it may call.
    pub tool: Tool,
}

/// A tool a model may call instead of answering in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tool {
    /// Its name.
    pub name: &'static str,
    /// What its arguments look like, as JSON Schema.
    pub schema: &'static str,
}

/// What a model answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It called the tool: the arguments as they came, which need be neither whole nor what the schema says.
    Call(String),
    /// It said something instead.
    Words(String),
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The request is longer than the model can read.
    #[error("the request is longer than the model can read; ask with less")]
    Overflow,
    /// The model cannot be reached, or has nothing more to say.
    #[error("the language model cannot be reached; what was to be asked waits until it can")]
    Unavailable,
}

/// A language model.
pub trait Model: Send + Sync {
    /// Answers one request. Each request stands alone: a model remembers none of those before.
    ///
    /// # Errors
    /// [`Error::Overflow`] where less has to be asked at once, [`Error::Unavailable`] where asking again later may help.
    fn answer(&self, request: &Request) -> Result<Answer, Error>;
}
