//! A model that replays a script.

use std::collections::VecDeque;
use std::sync::Mutex;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::{Answer, Error, Model, Request};

/// Returns the replies of a script in order, one for each request. After the last reply it returns
/// [`Error::Unavailable`].
#[derive(Debug)]
pub struct Scripted {
    left: Mutex<VecDeque<Result<Answer, Error>>>,
}

/// A line of a script that is not a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "line {line} is no answer of a model; each line is a JSON object such as {{\"save_memory\": {{…}}}}, \
     {{\"text\": \"…\"}} or {{\"error\": \"context_overflow\"}}"
)]
pub struct BadScript {
    /// The line, counted from 1.
    pub line: usize,
}

/// One line of a script.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Scene {
    /// The arguments of the tool call: a JSON object, or a string that contains JSON text.
    SaveMemory(Box<RawValue>),
    Text(String),
    Error(Failure),
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Failure {
    ContextOverflow,
    Unavailable,
}

impl Scripted {
    /// Parses a script in JSON Lines; blank lines are skipped.
    ///
    /// # Errors
    /// The first line that is not a reply.
    pub fn parse(script: &str) -> Result<Self, BadScript> {
        let left = script
            .lines()
            .enumerate()
            .filter(|(_, text)| !text.trim().is_empty())
            .map(|(number, text)| {
                let scene = serde_json::from_str(text).map_err(|_| BadScript { line: number + 1 })?;
                Ok(match scene {
                    Scene::SaveMemory(arguments) => Ok(Answer::Call(arguments.get().to_owned())),
                    Scene::Text(words) => Ok(Answer::Words(words)),
                    Scene::Error(Failure::ContextOverflow) => Err(Error::Overflow),
                    Scene::Error(Failure::Unavailable) => Err(Error::Unavailable),
                })
            })
            .collect::<Result<_, _>>()?;
        Ok(Self {
            left: Mutex::new(left),
        })
    }
}

impl Model for Scripted {
    fn answer(&self, _request: &Request) -> Result<Answer, Error> {
        // A panic while the lock was held cannot leave the queue half changed, so a poisoned lock is usable.
        let mut left = self
            .left
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        left.pop_front().unwrap_or(Err(Error::Unavailable))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REQUEST: Request = Request {
        instructions: String::new(),
        input: String::new(),
        tool: crate::Tool {
            name: "save_memory",
            schema: "{}",
        },
    };

    #[test]
    fn a_script_is_said_line_by_line_and_then_nobody_answers() {
        let script = r#"{"save_memory": {"history_entry": "雨"}}

{"save_memory": "{\"history_entry\": "}
{"text": "I would rather talk."}
{"error": "context_overflow"}
{"error": "unavailable"}
"#;
        let model = Scripted::parse(script).unwrap();
        let said: Vec<_> = (0..6).map(|_| model.answer(&REQUEST)).collect();
        assert_eq!(
            said,
            [
                Ok(Answer::Call(r#"{"history_entry": "雨"}"#.into())),
                Ok(Answer::Call(r#""{\"history_entry\": ""#.into())),
                Ok(Answer::Words("I would rather talk.".into())),
                Err(Error::Overflow),
                Err(Error::Unavailable),
                Err(Error::Unavailable),
            ]
        );
    }

    #[test]
    fn a_line_that_is_no_answer_is_named() {
        for (script, line) in [
            ("{}", 1),
            ("{\"text\": \"a\"}\n\nnot JSON", 3),
            ("{\"error\": \"tired\"}", 1),
        ] {
            assert_eq!(Scripted::parse(script).unwrap_err(), BadScript { line });
        }
    }
}
