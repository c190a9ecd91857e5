//! The command line, run in this process: one JSON document per answer, one exit code per kind of failure.

mod answers;
mod doctor;
mod failures;
mod files;
mod learning;
mod offer;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use desk::Installation;
use serde_json::Value;
use support::choices;

const RULE: &str = "action.sentence_length.less";

/// A project folder and an installation for one test.
struct Shell {
    project: tempfile::TempDir,
    data: tempfile::TempDir,
}

struct Said {
    code: ExitCode,
    output: Vec<u8>,
    errors: String,
}

impl Said {
    /// Returns the single document on standard output. It panics if there is anything before or after the document.
    fn json(&self) -> Value {
        serde_json::from_slice(&self.output)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&self.output)))
    }

    fn text(&self) -> String {
        String::from_utf8(self.output.clone()).expect("UTF-8 on standard output")
    }
}

impl Shell {
    fn new() -> Self {
        Self {
            project: tempfile::tempdir().expect("a temporary folder"),
            data: tempfile::tempdir().expect("a temporary folder"),
        }
    }

    /// Returns a folder with a distillation of fifty choices.
    fn learned(language: &str) -> Self {
        let shell = Self::new();
        shell.import(&choices(language, 45, 50));
        shell.json(&["distill"]);
        shell
    }

    fn say(&self, arguments: &[&str], input: &[u8]) -> Said {
        self.say_in(self.project.path(), arguments, input)
    }

    fn say_in(&self, project: &Path, arguments: &[&str], input: &[u8]) -> Said {
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        let mut line: Vec<OsString> = vec!["commonplace".into(), "--project".into(), project.into()];
        line.extend(arguments.iter().map(OsString::from));
        let code = cli::run(
            &Installation::at(self.data.path()),
            line,
            input,
            &mut output,
            &mut errors,
        );
        let errors = String::from_utf8(errors).expect("UTF-8 on standard error");
        Said { code, output, errors }
    }

    /// Returns the document that a command prints; the command must succeed.
    fn json(&self, arguments: &[&str]) -> Value {
        let said = self.say(&[arguments, &["--json"]].concat(), b"");
        assert_eq!(
            (said.code, said.errors.as_str()),
            (ExitCode::SUCCESS, ""),
            "{arguments:?}"
        );
        said.json()
    }

    /// Returns the fault of a command that fails, after a check that standard error has the same message.
    fn fault(&self, arguments: &[&str]) -> Value {
        let said = self.say(&[arguments, &["--json"]].concat(), b"");
        assert_ne!(said.code, ExitCode::SUCCESS, "{arguments:?}");
        let fault = said.json();
        let code = fault["code"].as_str().expect("a code");
        assert!(said.errors.starts_with(&format!("{code}: ")), "{}", said.errors);
        assert!(
            fault["message"]
                .as_str()
                .is_some_and(|message| message.contains(' ')),
            "{fault}"
        );
        assert!(fault["details"].is_object(), "{fault}");
        // Without `--json` the message goes to standard error only.
        let plain = self.say(arguments, b"");
        assert_eq!(
            (plain.text().as_str(), plain.code),
            ("", said.code),
            "{arguments:?}"
        );
        fault
    }

    fn import(&self, records: &[Value]) -> Value {
        let said = self.say(&["episodes", "import", "-", "--json"], lines(records).as_bytes());
        assert_eq!(said.code, ExitCode::SUCCESS, "{}", said.errors);
        said.json()
    }
}

fn lines(records: &[Value]) -> String {
    records.iter().map(|record| format!("{record}\n")).collect()
}

fn keys(value: &Value) -> BTreeSet<&str> {
    value
        .as_object()
        .expect("an object")
        .keys()
        .map(String::as_str)
        .collect()
}
