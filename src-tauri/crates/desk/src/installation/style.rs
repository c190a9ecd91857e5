//! The style check: a separate process, started at the first request and ended when the writer turns the check off.
//!
//! Only the end of the process frees the memory of its rules. A text that crashes the process cannot affect unsaved
//! text.

use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use contract::StyleRemark;
use parking_lot::Mutex;
use serde::Serialize;

use crate::{Error, Result};

/// The command-line argument that makes a program run only as the style check.
pub const STYLE_ARGUMENT: &str = "--style-check";

/// The maximum length of a checked paragraph, in characters: a page of a book has 2,000.
const LONGEST: usize = 10_000;

/// The maximum number of paragraphs in a request; a window shows about thirty.
const MOST: usize = 200;

/// The timeout of an answer. A paragraph takes milliseconds. Loading the rules takes less than a second, or seven
/// seconds in an unoptimised build.
const PATIENCE: Duration = Duration::from_secs(30);

/// The style check of a desk.
#[derive(Debug)]
pub struct Style {
    program: PathBuf,
    patience: Duration,
    running: Mutex<Option<Running>>,
}

impl Style {
    /// Returns the check that runs `program` with [`STYLE_ARGUMENT`]. No process is started yet.
    pub fn by(program: PathBuf) -> Self {
        Self {
            program,
            patience: PATIENCE,
            running: Mutex::default(),
        }
    }

    /// Sets the timeout of an answer.
    #[must_use]
    pub fn waiting(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// Returns the remarks on each paragraph. `english` is named as dictionaries are, such as `en_GB`.
    ///
    /// A paragraph has no remarks if it is too long, or if the check crashes or times out at it. If `is_wanted` is
    /// false when this call gets the lock, no paragraph has remarks.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` for more than 200 paragraphs, and `STYLE_UNAVAILABLE` where the check cannot be started.
    pub fn check(
        &self,
        paragraphs: &[String],
        english: &str,
        is_wanted: impl FnOnce() -> bool,
    ) -> Result<Vec<Vec<StyleRemark>>> {
        if paragraphs.len() > MOST {
            return Err(Error::Invalid {
                field: "paragraphs",
                expected: "at most 200 paragraphs",
            });
        }
        let mut running = self.running.lock();
        if !is_wanted() {
            return Ok(vec![Vec::new(); paragraphs.len()]);
        }
        let look = |paragraph: &String| {
            if paragraph.trim().is_empty() || paragraph.chars().nth(LONGEST).is_some() {
                return Ok(Vec::new());
            }
            let mut process = match running.take() {
                Some(process) => process,
                None => Running::start(&self.program, self.patience, english)
                    .map_err(|source| Error::Style { source })?,
            };
            Ok(match process.ask(english, paragraph) {
                Ok(remarks) => {
                    *running = Some(process);
                    remarks
                }
                // The process ended or timed out at this paragraph. The next paragraph gets a new process.
                Err(error) => {
                    tracing::warn!("the style check ended: {error}");
                    Vec::new()
                }
            })
        };
        paragraphs.iter().map(look).collect()
    }

    /// Ends the process, if there is one, and frees its memory.
    pub fn rest(&self) {
        *self.running.lock() = None;
    }
}

/// The process, with its rules loaded.
#[derive(Debug)]
struct Running {
    process: Child,
    questions: ChildStdin,
    answers: Receiver<io::Result<String>>,
    patience: Duration,
}

impl Running {
    fn start(program: &PathBuf, patience: Duration, english: &str) -> io::Result<Self> {
        let mut process = Command::new(program)
            .arg(STYLE_ARGUMENT)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // A panic message may contain the text.
            .stderr(Stdio::null())
            .spawn()?;
        let (Some(questions), Some(answers)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let (sender, receiver) = mpsc::channel();
        // A pipe cannot be read with a timeout, so a thread reads it. The thread ends with the process.
        thread::spawn(move || {
            let mut lines = BufReader::new(answers).lines();
            while lines.next().is_some_and(|line| sender.send(line).is_ok()) {}
        });
        let mut running = Self {
            process,
            questions,
            answers: receiver,
            patience,
        };
        if running.exchange(&english)? != "ready" {
            return Err(io::ErrorKind::InvalidData.into());
        }
        Ok(running)
    }

    fn ask(&mut self, english: &str, paragraph: &str) -> io::Result<Vec<StyleRemark>> {
        let answer = self.exchange(&(english, paragraph))?;
        Ok(serde_json::from_str(&answer)?)
    }

    /// Writes one line to the process and returns the line of its answer.
    fn exchange(&mut self, question: &impl Serialize) -> io::Result<String> {
        let mut question = serde_json::to_vec(question)?;
        question.push(b'\n');
        self.questions.write_all(&question)?;
        self.answers
            .recv_timeout(self.patience)
            .unwrap_or_else(|error| Err(io::Error::other(error)))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // The process has no data to lose. The wait also reaps a process that has already ended, so that no zombie is
        // left.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
