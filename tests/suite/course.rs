//! One course of calls, run through the real commands here and through the page's fake host in `fakeHost.test.ts`.
//!
//! The course lists the calls. `cargo xtask bindings` writes the answers of the core into it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use chrono::DateTime;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::ipc::Page;

const COURSE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../ui/src/lib/fake/course.json");

/// The name of the project folder, which is also the name of the project.
const FOLDER: &str = "Novel";

/// The course: the files of its project and its steps.
#[derive(Deserialize)]
struct Course {
    /// The texts of the project, by path.
    files: BTreeMap<String, String>,
    steps: Vec<Step>,
}

#[derive(Clone, Serialize, Deserialize)]
struct Step {
    /// The method of the page's `Host`.
    call: String,
    /// Its arguments. `$root` stands for the project folder, and `$name/0/id` for a part of a named answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    args: Vec<Value>,
    /// The name of the answer, for later arguments.
    #[serde(default, rename = "as", skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// The writer's answer to the system dialogs from this step on.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    picks: Option<Value>,
    /// The fields whose values differ in the fake host, such as the candidates of the rewriter; `*` for the whole
    /// answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    any: Vec<String>,
    #[serde(flatten)]
    outcome: Option<Outcome>,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Outcome {
    Answer(Value),
    /// The code and the details of a failure. The message is left out, because it is text for a person.
    Fault(Value),
}

/// Reads a field that may be null, which differs from a missing field.
fn given<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(from).map(Some)
}

impl Step {
    fn command(&self) -> &'static shell::Command {
        let command = shell::COMMANDS.iter().find(|command| command.method == self.call);
        let command = command.unwrap_or_else(|| panic!("there is no command for `{}`", self.call));
        assert_eq!(
            command.arguments.len(),
            self.args.len(),
            "{} takes {:?}",
            self.call,
            command.arguments
        );
        command
    }

    fn is_answered(&self) -> bool {
        matches!(self.outcome, Some(Outcome::Answer(_)))
    }
}

impl Course {
    fn read() -> Self {
        let text = std::fs::read_to_string(COURSE).expect("the page's folder");
        serde_json::from_str(&text).expect("a course")
    }

    /// Returns, for each command, its first step with an answer, or its first step if no step has an answer.
    fn one_of_each(&self) -> Vec<&Step> {
        let mut steps: Vec<&Step> = Vec::new();
        for step in &self.steps {
            match steps.iter_mut().find(|known| known.call == step.call) {
                None => steps.push(step),
                Some(known) if step.is_answered() && !known.is_answered() => *known = step,
                Some(_) => (),
            }
        }
        steps
    }

    /// Returns the course in the format of its file: one step per line.
    fn written(&self) -> String {
        let mut text = format!("{{\n  \"files\": {},\n  \"steps\": [\n", json!(self.files));
        for (at, step) in self.steps.iter().enumerate() {
            let comma = if at + 1 < self.steps.len() { "," } else { "" };
            writeln!(text, "    {}{comma}", serde_json::to_string(step).expect("JSON"))
                .expect("a string grows");
        }
        text + "  ]\n}\n"
    }
}

/// Runs steps on a page, and keeps the named answers.
struct Play<'p> {
    page: &'p Page,
    root: PathBuf,
    answers: BTreeMap<String, Value>,
}

impl<'p> Play<'p> {
    fn at(page: &'p Page, root: PathBuf) -> Self {
        Self {
            root,
            page,
            answers: BTreeMap::new(),
        }
    }

    /// Returns the name of a step's command and its arguments, in the form that the page sends.
    fn call(&self, step: &Step) -> (&'static str, Value) {
        let command = step.command();
        let arguments: Map<String, Value> = command
            .arguments
            .iter()
            .zip(&step.args)
            .map(|(name, value)| ((*name).to_owned(), self.filled(value)))
            .collect();
        (command.name, arguments.into())
    }

    /// Replaces each `$name` by the value it stands for, and by null if there is no answer of that name.
    fn filled(&self, value: &Value) -> Value {
        match value {
            Value::String(text) => match text.strip_prefix('$') {
                None => value.clone(),
                Some(name) => match name.strip_prefix("root") {
                    Some(below) => json!(format!("{}{below}", self.root.display())),
                    None => self.known(name),
                },
            },
            Value::Array(values) => values.iter().map(|value| self.filled(value)).collect(),
            Value::Object(fields) => {
                let filled = fields
                    .iter()
                    .map(|(name, value)| (name.clone(), self.filled(value)));
                filled.collect::<Map<_, _>>().into()
            }
            other => other.clone(),
        }
    }

    fn known(&self, name: &str) -> Value {
        let (name, place) = name.split_at(name.find('/').unwrap_or(name.len()));
        let known = self.answers.get(name).and_then(|answer| answer.pointer(place));
        known.cloned().unwrap_or_default()
    }

    fn play(&mut self, step: &Step) -> Outcome {
        if let Some(picks) = &step.picks {
            self.page.will_answer(self.filled(picks).as_str().map(Path::new));
        }
        let (command, arguments) = self.call(step);
        match self.page.try_ask(command, arguments.clone()) {
            Ok(answer) => {
                let answer = for_the_page(&step.call, &arguments, answer);
                let told = self.told(&answer, &step.any);
                self.keep(step, answer);
                Outcome::Answer(told)
            }
            Err(fault) => {
                assert!(fault["code"].is_string(), "{command}: {fault}");
                let fault = json!({ "code": fault["code"], "details": fault["details"] });
                Outcome::Fault(self.told(&fault, &[]))
            }
        }
    }

    fn keep(&mut self, step: &Step, answer: Value) {
        if let Some(name) = &step.name {
            self.answers.insert(name.clone(), answer);
        }
    }

    /// Returns an answer without the values that differ between runs or between machines.
    fn told(&self, answer: &Value, any: &[String]) -> Value {
        if any.iter().any(|name| name == "*") {
            return json!("<any>");
        }
        match answer {
            Value::String(text) => json!(self.told_text(text)),
            Value::Array(values) => values.iter().map(|value| self.told(value, any)).collect(),
            Value::Object(fields) => {
                let told = fields.iter().map(|(name, value)| {
                    let is_any = any.iter().any(|each| each == name);
                    (
                        name.clone(),
                        if is_any {
                            json!("<any>")
                        } else {
                            self.told(value, any)
                        },
                    )
                });
                told.collect::<Map<_, _>>().into()
            }
            other => other.clone(),
        }
    }

    fn told_text(&self, text: &str) -> String {
        let is_hex = |text: &str| text.chars().all(|sign| sign.is_ascii_hexdigit() || sign == '-');
        if DateTime::parse_from_rfc3339(text).is_ok() {
            return "<time>".to_owned();
        }
        let is_version = text.ends_with(".md.gz") && text.contains("Z-");
        if (text.len() == 36 && is_hex(text)) || is_version || text.starts_with("written-") {
            return "<id>".to_owned();
        }
        if text.len() == 64 && is_hex(text) {
            return "<hash>".to_owned();
        }
        let root = self.root.display().to_string();
        text.replace(&root, "$root")
    }
}

/// Converts the answer of `readFile` as `tauri.ts` does: the text and the hash behind its last line break become
/// fields. Other answers stay as they are.
fn for_the_page(method: &str, arguments: &Value, answer: Value) -> Value {
    match (method, answer.as_str()) {
        ("readFile", Some(bytes)) => {
            let (text, hash) = bytes.rsplit_once('\n').expect("a hash behind the text");
            json!({ "path": arguments["path"], "text": text, "hash": hash })
        }
        _ => answer,
    }
}

/// Writes the files of the course to a project folder.
pub(crate) fn lay_files(root: &Path) {
    for (path, text) in Course::read().files {
        let path = root.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
}

/// Returns each command with arguments that are valid in an open project that began with [`lay_files`].
pub(crate) fn every_command(page: &Page) -> Vec<(&'static str, Value)> {
    let course = Course::read();
    let mut play = Play::at(page, page.project.path().to_owned());
    for step in course.steps.iter().filter(|step| step.name.is_some()) {
        let (command, arguments) = play.call(step);
        if let Ok(answer) = page.try_ask(command, arguments.clone()) {
            play.keep(step, for_the_page(&step.call, &arguments, answer));
        }
    }
    course
        .one_of_each()
        .into_iter()
        .map(|step| play.call(step))
        .collect()
}

/// Runs the course through the real commands and returns it with their answers.
fn played() -> Course {
    let mut course = Course::read();
    let page = Page::new();
    let root = page.project.path().join(FOLDER);
    lay_files(&root);
    let mut play = Play::at(&page, root);
    for step in &mut course.steps {
        step.outcome = Some(play.play(step));
    }
    course
}

#[test]
fn every_command_is_called_in_the_course() {
    let course = played();
    let steps = course.one_of_each();
    let mut called: Vec<&str> = steps.iter().map(|step| step.command().name).collect();
    let mut there: Vec<&str> = shell::COMMANDS.iter().map(|command| command.name).collect();
    called.sort_unstable();
    there.sort_unstable();
    assert_eq!(called, there, "ui/src/lib/fake/course.json");
    // Questions and proposals come from learning, which the course does not wait for. The tests in `ipc` call these
    // commands.
    let unanswered: Vec<&str> = steps
        .iter()
        .filter(|step| !step.is_answered())
        .map(|step| step.call.as_str())
        .collect();
    assert_eq!(unanswered, ["answerQuestion", "decideProposal"]);
}

#[test]
fn the_committed_course_has_the_answers_of_the_core() {
    let fresh = played().written();
    if std::env::var_os("COMMONPLACE_WRITE_BINDINGS").is_some() {
        vault::write_atomic(&vault::RealDisk, Path::new(COURSE), fresh.as_bytes())
            .expect("the page's folder");
    }
    let committed = std::fs::read_to_string(COURSE).expect("the page's folder");
    for (committed, fresh) in committed.lines().zip(fresh.lines()) {
        assert_eq!(
            committed, fresh,
            "the course is stale; run `cargo xtask bindings`"
        );
    }
    assert_eq!(committed, fresh);
}
