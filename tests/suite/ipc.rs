//! The window's commands over the real invoke path, with the real capabilities but without a display.

mod allowed;
mod answers;
mod folders;
#[cfg(unix)]
mod outside;
mod room;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::Duration;

use desk::{Installation, Style};
use serde_json::{Value, json};
use support::choices;
use tauri::ipc::{CallbackFn, InvokeBody, InvokeResponseBody};
use tauri::test::{INVOKE_KEY, MockRuntime, get_ipc_response, mock_builder};
use tauri::webview::InvokeRequest;
use tauri::{App, AppHandle, Manager as _, WebviewWindow};

use crate::course::lay_files;

/// The timeout of a wait for an event, long enough for a machine under load. No test waits for the time to pass.
const PATIENCE: Duration = Duration::from_secs(60);

/// The writer's answers to the system dialogs.
#[derive(Default)]
struct Answers(Mutex<Answer>);

#[derive(Default)]
struct Answer {
    folder: Option<PathBuf>,
    place: Option<PathBuf>,
}

/// The desk as the page sees it, and the folders it works in.
pub(crate) struct Page {
    app: App<MockRuntime>,
    pub project: tempfile::TempDir,
    pub data: tempfile::TempDir,
}

impl Page {
    pub fn new() -> Self {
        let (project, data) = (tempfile::tempdir(), tempfile::tempdir());
        let (project, data) = (project.expect("a folder"), data.expect("a folder"));
        Self {
            app: started(data.path()),
            project,
            data,
        }
    }

    /// Returns a page with an open project that learned from fifty choices.
    pub fn learned() -> Self {
        let page = Self::new();
        lay_files(page.project.path());
        page.opens(page.project.path());
        for record in choices("zh", 45, 50) {
            page.ask("memory:episode:record", json!({ "input": input(&record) }));
        }
        // This rule contradicts the learned rule, so that there is a question. It is added before the distillation, so
        // that no conflict triggers another distillation in the middle of a test.
        let long = json!({ "text": "偏好长句", "category": "pacing", "sceneType": null });
        page.ask("memory:semantic:add", json!({ "rule": long }));
        page.ask("memory:semantic:distill", json!({}));
        page
    }

    /// Consolidates a conversation whose model proposes a change to the writer's line under 约定, while the window is
    /// open.
    pub fn talks(&self, wish: &str) {
        let memory = self.project.path().join("memory/MEMORY.md");
        let text =
            fs::read_to_string(&memory).expect("a memory file") + "\n## 约定\n\n- 渡口一章不写河的名字\n";
        fs::write(memory, text).expect("a memory file");
        let message = json!({ "id": "m1", "at": "2026-11-20T09:00:00Z", "role": "user", "content": "河可以有名字了。" });
        let daily = json!({ "topics": [], "decisions": [], "tool_activity": [], "open_questions": [] });
        let reply = json!({ "save_memory": {
            "history_entry": "[2026-11-20 09:00] 谈到河的名字。",
            "memory_update": format!("## 约定\n{wish}\n"),
            "daily_sections": daily,
        } });
        let [messages, replies] = [("messages", message), ("replies", reply)].map(|(name, line)| {
            let path = self.data.path().join(name);
            fs::write(&path, format!("{line}\n")).expect("a file");
            path.into_os_string()
        });
        let line: Vec<OsString> = vec![
            "commonplace".into(),
            "--project".into(),
            self.project.path().into(),
            "consolidate".into(),
            "--all".into(),
            "--messages".into(),
            messages,
            "--replies".into(),
            replies,
        ];
        let mut errors = Vec::new();
        let code = cli::run(
            &Installation::at(self.data.path()),
            line,
            &b""[..],
            &mut Vec::new(),
            &mut errors,
        );
        assert_eq!(code, ExitCode::SUCCESS, "{}", String::from_utf8_lossy(&errors));
    }

    /// Sets the folder that the writer chooses in the next system dialog.
    fn picks(&self, folder: &Path) {
        self.answer().folder = Some(folder.to_owned());
        let picked = self.ask("desk:project:pick", json!({}));
        assert_eq!(picked, json!(folder));
    }

    /// Sets the writer's answer to every system dialog from now on; `None` closes the dialog.
    pub fn will_answer(&self, path: Option<&Path>) {
        *self.answer() = Answer {
            folder: path.map(Path::to_owned),
            place: path.map(Path::to_owned),
        };
    }

    /// Opens a project through the dialog, as the writer does.
    fn opens(&self, folder: &Path) -> Value {
        self.picks(folder);
        self.ask("desk:project:open", json!({ "path": folder }))
    }

    /// Returns the error code when the page itself names a folder to open; `None` if the folder is opened.
    fn refused(&self, folder: &Path) -> Option<Value> {
        let answer = self.try_ask("desk:project:open", json!({ "path": folder }));
        answer.err().map(|fault| {
            assert_eq!(fault["details"]["path"], json!(folder), "{fault}");
            fault["code"].clone()
        })
    }

    fn answer(&self) -> std::sync::MutexGuard<'_, Answer> {
        let answers: tauri::State<'_, Answers> = self.app.state();
        answers.inner().0.lock().expect("no thread panicked")
    }

    fn window(&self) -> WebviewWindow<MockRuntime> {
        self.app.get_webview_window("main").expect("the one window")
    }

    pub fn try_ask(&self, command: &str, arguments: Value) -> Result<Value, Value> {
        invoke(&self.window(), command, arguments)
    }

    pub fn ask(&self, command: &str, arguments: Value) -> Value {
        self.try_ask(command, arguments)
            .unwrap_or_else(|error| panic!("{command}: {error}"))
    }
}

/// Starts the window of an installation.
fn started(installation: &Path) -> App<MockRuntime> {
    let picked = |app: &AppHandle<MockRuntime>, dialog: &shell::FileDialog| {
        let answers: tauri::State<'_, Answers> = app.state();
        let answer = answers.0.lock().expect("no thread panicked");
        let named = match dialog {
            shell::FileDialog::Folder => answer.folder.clone(),
            shell::FileDialog::Place { .. } => answer.place.clone(),
            shell::FileDialog::Documents => None,
        };
        named.into_iter().map(|path| path.display().to_string()).collect()
    };
    let style = Style::by(env!("CARGO_BIN_EXE_commonplace-under-test").into());
    let mut app = shell::prepare(mock_builder(), Installation::at(installation), style, picked)
        .build(shell::context())
        .expect("a window without a display");
    app.manage(Answers::default());
    // The mock runtime sets up the window in one iteration.
    #[expect(deprecated, reason = "called once, not in a loop")]
    app.run_iteration(|_, _| {});
    app
}

fn invoke(window: &WebviewWindow<MockRuntime>, command: &str, arguments: Value) -> Result<Value, Value> {
    let origin = if cfg!(windows) {
        "http://tauri.localhost"
    } else {
        "tauri://localhost"
    };
    let request = InvokeRequest {
        cmd: command.into(),
        callback: CallbackFn(0),
        error: CallbackFn(1),
        url: origin.parse().expect("the page's own address"),
        body: InvokeBody::Json(arguments),
        headers: Default::default(),
        invoke_key: INVOKE_KEY.into(),
    };
    get_ipc_response(window, request).map(|body| match body {
        InvokeResponseBody::Raw(bytes) => String::from_utf8(bytes).expect("text").into(),
        json @ InvokeResponseBody::Json(_) => json.deserialize().expect("JSON"),
    })
}

/// Returns a record of the import format in the form that the page sends.
fn input(record: &Value) -> Value {
    json!({
        "id": record["id"], "kind": "choice", "chapterId": "稿.md", "sceneType": record["scene_type"],
        "skillUsed": record["skill_used"], "inputContext": "", "candidates": record["candidates"],
        "selectedIndex": record["selected_index"], "finalText": record["final_text"], "language": null,
        "targetEpisodeId": null, "undoAfterAccept": false,
    })
}

/// Adds the position of each text in the arguments that could be a file name. Fields listed as prose or as a choice are
/// left out.
fn names_in(arguments: &Value, at: String, found: &mut Vec<String>) {
    const NO_NAMES: &[&str] = &[
        "text",
        "now",
        "history",
        "line",
        "insert",
        "skill",
        "passage",
        "above",
        "before",
        "after",
        "category",
        "kind",
        "sceneType",
        "skillUsed",
        "inputContext",
        "candidates",
        "finalText",
        "language",
        "answer",
        "theme",
        "face",
        "hanFace",
        "keys",
    ];
    match arguments {
        Value::String(_) => found.push(at),
        Value::Array(each) => {
            for (index, value) in each.iter().enumerate() {
                names_in(value, format!("{at}/{index}"), found);
            }
        }
        Value::Object(fields) => {
            for (name, value) in fields
                .iter()
                .filter(|(name, _)| !NO_NAMES.contains(&name.as_str()))
            {
                names_in(value, format!("{at}/{name}"), found);
            }
        }
        _ => {}
    }
}
