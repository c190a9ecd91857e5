//! The window's commands over the real invoke path, with the real capabilities and without a display.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::mpsc::channel;
use std::time::Duration;

use desk::{Installation, Opening, Style};
use serde_json::{Value, json};
use support::choices;
use tauri::ipc::InvokeResponseBody;
use tauri::ipc::{CallbackFn, InvokeBody};
use tauri::test::{INVOKE_KEY, MockRuntime, get_ipc_response, mock_builder};
use tauri::webview::InvokeRequest;
use tauri::{App, AppHandle, Listener as _, Manager as _, WebviewWindow, WebviewWindowBuilder};

use crate::course::{every_command, lay_files};

/// Long enough for a loaded machine; a test waits for the event, never for the time.
const PATIENCE: Duration = Duration::from_secs(60);

const RULE: &str = "action.sentence_length.less";

/// What the writer answers to the dialogs of the system.
#[derive(Default)]
struct Answers(Mutex<Answer>);

#[derive(Default)]
struct Answer {
    folder: Option<PathBuf>,
    place: Option<PathBuf>,
}

/// The window's side of the desk, and the folders it works in.
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

    /// Returns a page with a project open that learned from fifty choices.
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

    /// Lets a conversation ask for something about the writer's own line under 约定, beside the open window.
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

    /// Lets the writer choose a folder in the dialog of the system.
    fn picks(&self, folder: &Path) {
        self.answer().folder = Some(folder.to_owned());
        let picked = self.ask("desk:project:pick", json!({}));
        assert_eq!(picked, json!(folder));
    }

    /// Lets the writer answer every dialog of the system from now on; with nothing where she closes it.
    pub fn will_answer(&self, path: Option<&Path>) {
        *self.answer() = Answer {
            folder: path.map(Path::to_owned),
            place: path.map(Path::to_owned),
        };
    }

    /// Opens a project as the writer does.
    fn opens(&self, folder: &Path) -> Value {
        self.picks(folder);
        self.ask("desk:project:open", json!({ "path": folder }))
    }

    /// Returns the code with which the page is refused when it names a folder by itself; `None` where it is opened.
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
    // The mock runtime's one iteration is what sets the window up.
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

/// Returns a record of the import format as the page sends it.
fn input(record: &Value) -> Value {
    json!({
        "id": record["id"], "kind": "choice", "chapterId": "稿.md", "sceneType": record["scene_type"],
        "skillUsed": record["skill_used"], "inputContext": "", "candidates": record["candidates"],
        "selectedIndex": record["selected_index"], "finalText": record["final_text"], "language": null,
        "targetEpisodeId": null, "undoAfterAccept": false,
    })
}

fn hash_of(text: &str) -> String {
    vault::ContentHash::of(text.as_bytes()).to_string()
}

const RUN_FIELDS: &[&str] = &[
    "id",
    "kind",
    "at",
    "added",
    "updated",
    "removed",
    "episodes",
    "files",
    "undoes",
    "undoneBy",
    "restorable",
];

const QUESTION_FIELDS: &[&str] = &[
    "id",
    "reason",
    "state",
    "a",
    "b",
    "answers",
    "forward",
    "createdAt",
    "updatedAt",
];

#[test]
fn what_was_learned_and_proposed_is_answered() {
    let page = Page::learned();
    page.talks("- [retire] 渡口一章不写河的名字");
    let question = page.ask("memory:conflict:list", json!({}))[0]["id"].clone();
    let later = json!({ "request": { "questionId": question, "answer": "later" } });
    let proposal = page.ask("memory:proposal:list", json!({}))[0]["id"].clone();
    let yes = json!({ "decision": { "proposalId": proposal, "accepted": true } });
    for (command, arguments, fields) in [
        ("memory:conflict:resolve", later, QUESTION_FIELDS),
        ("memory:proposal:decide", yes, RUN_FIELDS),
    ] {
        let answer = page.ask(command, arguments);
        let seen: BTreeSet<&str> = answer
            .as_object()
            .expect("an object")
            .keys()
            .map(String::as_str)
            .collect();
        assert_eq!(
            seen,
            fields.iter().copied().collect(),
            "{command} answered {answer:#}"
        );
    }
}

#[test]
fn the_policy_of_the_page_makes_no_exception_for_scripts_or_addresses() {
    let conf: Value = serde_json::from_str(include_str!("../../src-tauri/tauri.conf.json")).expect("JSON");
    let security = &conf["app"]["security"];
    let policy = security["csp"].as_str().expect("a policy");
    let sources = |directive: &str| {
        let found = policy
            .split("; ")
            .find_map(|each| each.strip_prefix(directive)?.strip_prefix(' '));
        found.map(|sources| sources.split(' ').collect::<Vec<_>>())
    };
    assert_eq!(sources("default-src"), Some(vec!["'self'"]));
    assert_eq!(sources("connect-src"), Some(vec!["ipc:", "http://ipc.localhost"]));
    assert_eq!(sources("img-src"), Some(vec!["'self'", "data:"]));
    assert_eq!(sources("object-src"), Some(vec!["'none'"]));
    for directive in ["script-src", "script-src-elem", "worker-src", "frame-src"] {
        assert_eq!(
            sources(directive),
            None,
            "{directive} is that of all: the page's own"
        );
    }
    assert!(!policy.contains("unsafe-eval"), "{policy}");
    assert!(security.get("dangerousDisableAssetCspModification").is_none());
}

#[test]
fn what_nobody_allowed_is_refused() {
    let page = Page::learned();
    for command in [
        "memory:clear:all",
        "desk:file:delete",
        "file_read",
        "plugin:fs|read_text_file",
        "plugin:opener|open_url",
        "plugin:dialog|open",
        "plugin:window|create",
    ] {
        let refusal = page
            .try_ask(command, json!({ "path": "稿.md" }))
            .expect_err(command);
        let refusal = refusal.as_str().unwrap_or_default().to_owned();
        assert!(
            refusal.contains("not allowed") || refusal.contains("not found"),
            "{command}: {refusal}"
        );
    }
}

#[test]
fn another_window_may_ask_for_nothing() {
    let page = Page::learned();
    let other = WebviewWindowBuilder::new(&page.app, "other", Default::default())
        .build()
        .expect("a second window");
    for (command, arguments) in every_command(&page) {
        let refusal = invoke(&other, command, arguments).expect_err(command);
        assert!(
            refusal.as_str().is_some_and(|text| text.contains("not allowed")),
            "{command}: {refusal}"
        );
    }
}

/// Returns where each text in arguments stands that could name a file: all but what is said to be prose or a choice.
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

#[cfg(unix)]
#[test]
fn no_command_reaches_a_file_outside_the_project() {
    const SECRET: &str = "Not the project's. 不是项目的。";

    let page = Page::learned();
    let outside = tempfile::tempdir().expect("a folder");
    let secret = outside.path().join("secret.md");
    fs::write(&secret, SECRET).expect("a file");
    fs::write(outside.path().join("secret.svg"), format!("<svg>{SECRET}</svg>")).expect("a file");
    let before = support::files(outside.path());
    for root in ["", "memory"] {
        let root = page.project.path().join(root);
        std::os::unix::fs::symlink(outside.path(), root.join("linked")).expect("a link");
        // A name that other systems write with an accent of its own.
        std::os::unix::fs::symlink(&secret, root.join("caf\u{e9}.md")).expect("a link");
    }
    let folder = outside
        .path()
        .file_name()
        .and_then(|name| name.to_str())
        .expect("a name");
    let hostile = [
        outside.path().display().to_string(),
        secret.display().to_string(),
        format!("../{folder}/secret.md"),
        format!("memory/../../{folder}/secret.md"),
        format!("图/../../{folder}/secret.svg"),
        format!("./稿.md/../../{folder}/secret.md"),
        "linked/secret.md".into(),
        "linked/secret.svg".into(),
        "LINKED/secret.md".into(),
        "memory/linked/secret.md".into(),
        "caf\u{e9}.md".into(),
        "cafe\u{301}.md".into(),
        "memory/caf\u{e9}.md".into(),
        format!("..\\{folder}\\secret.md"),
        format!("%2e%2e/{folder}/secret.md"),
        format!("file://{}", secret.display()),
        "linked/new.md".into(),
        format!("稿.md\0{}", secret.display()),
    ];

    let mut tried = BTreeSet::new();
    for (command, arguments) in every_command(&page) {
        let mut names = Vec::new();
        names_in(&arguments, String::new(), &mut names);
        for name in names {
            tried.insert(command);
            for path in &hostile {
                let mut given = arguments.clone();
                *given.pointer_mut(&name).expect("it was found there") = json!(path);
                let answer = match page.try_ask(command, given) {
                    Ok(answer) | Err(answer) => answer.to_string(),
                };
                assert!(
                    !answer.contains("Not the project"),
                    "{command} with {path} at {name} reads it"
                );
                let after = support::files(outside.path());
                assert_eq!(after, before, "{command} with {path} at {name} writes there");
            }
        }
    }
    page.opens(outside.path());
    let read = page.ask("desk:file:read", json!({ "path": "secret.md" }));
    assert_eq!(
        read,
        format!("{SECRET}\n{}", hash_of(SECRET)),
        "what was looked for can be told"
    );
    // Whoever adds a command that takes a path sees here that it was tried.
    for command in [
        "desk:file:read",
        "desk:file:write",
        "desk:picture:read",
        "desk:unsaved:append",
        "memory:file:write",
        "memory:root:move",
        "desk:version:read",
        "desk:project:open",
        "memory:settings:update",
    ] {
        assert!(tried.contains(command), "{command} takes a path");
    }
}

#[cfg(unix)]
#[test]
fn only_a_folder_that_the_writer_named_is_opened() {
    use std::os::unix::fs::symlink;

    let page = Page::new();
    let place = tempfile::tempdir().expect("a folder");
    let place = place.path().canonicalize().expect("a folder");
    // Signs that a pattern would take for others, and names that only look the same.
    let folders = [
        "Novel",
        "NOVEL",
        "Novel 2",
        "Novel/part",
        "[ab]*",
        "a",
        "[ab]b",
        ".hidden",
        "caf\u{e9}",
        "cafe\u{301}",
        "稿",
    ];
    let [
        novel,
        shouted,
        second,
        part,
        pattern,
        one,
        longer,
        hidden,
        composed,
        decomposed,
        han,
    ] = folders.map(|name| {
        let folder = place.join(name);
        fs::create_dir(&folder).expect("a folder");
        folder
    });
    symlink(&second, novel.join("linked")).expect("a link");
    symlink("稿", place.join("relative")).expect("a link");
    let not_chosen = Some(json!("FOLDER_NOT_CHOSEN"));

    assert_eq!(page.refused(&novel), not_chosen);
    assert!(!novel.join("memory").exists(), "nothing is made in it");
    page.opens(&novel);
    for spelled in [novel.join("."), novel.join("part/.."), novel.join("")] {
        assert_eq!(
            page.refused(&spelled),
            None,
            "{} is the same folder",
            spelled.display()
        );
    }
    for other in [
        &place,
        &shouted,
        &second,
        &part,
        &novel.join("linked"),
        &novel.join("../Novel 2"),
        &novel.join("linked/../稿"),
        &novel.join("gone"),
        &place.join("gone"),
        Path::new("/"),
        Path::new(""),
        Path::new("Novel"),
        Path::new("~"),
        &PathBuf::from(format!("{}\0", novel.display())),
    ] {
        assert_eq!(page.refused(other), not_chosen, "{}", other.display());
    }

    page.opens(&pattern);
    page.opens(&hidden);
    page.opens(&composed);
    for other in [&one, &longer, &decomposed] {
        assert_eq!(page.refused(other), not_chosen, "{}", other.display());
    }
    // A link that was named is the folder it leads to, and no other once it leads elsewhere.
    let link = place.join("relative");
    page.opens(&link);
    assert_eq!(page.refused(&han), None);
    fs::remove_file(&link).expect("a link");
    symlink(&second, &link).expect("a link");
    assert_eq!(page.refused(&link), not_chosen);
    // A folder that was named and is away is said to be away, and what stands in its place then was not named.
    page.picks(&one);
    fs::remove_dir(&one).expect("a folder");
    assert_eq!(page.refused(&one), Some(json!("PROJECT_UNAVAILABLE")));
    symlink(&second, &one).expect("a link");
    assert_eq!(page.refused(&one), not_chosen);
}

#[test]
fn the_folders_of_earlier_sessions_are_opened_and_no_others() {
    let page = Page::learned();
    let [other, away] = ["Other", "Away"].map(|name| page.data.path().join(name));
    for folder in [&other, &away] {
        fs::create_dir(folder).expect("a folder");
    }
    page.opens(&away);
    // The upkeep of its first minute may still write in it, so it goes as a whole.
    fs::rename(&away, page.data.path().join("Elsewhere")).expect("a folder that is moved");
    let again = started(page.data.path());
    let window = again.get_webview_window("main").expect("the one window");
    let open = |path: &Path| invoke(&window, "desk:project:open", json!({ "path": path }));

    let recent = invoke(&window, "memory:settings:get", json!({})).expect("settings");
    let recent = recent["settings"]["recentProjects"]
        .as_array()
        .expect("a list")
        .clone();
    assert_eq!(recent.len(), 2);
    let opened = open(Path::new(recent[1].as_str().expect("a path"))).expect("a recent project");
    assert_eq!(opened["root"], recent[1]);
    let fault = open(Path::new(recent[0].as_str().expect("a path"))).expect_err("it is away");
    assert_eq!(fault["code"], "PROJECT_UNAVAILABLE");
    for folder in [&other, page.data.path(), &page.project.path().join("图")] {
        let fault = open(folder).expect_err("nobody named it");
        assert_eq!(fault["code"], "FOLDER_NOT_CHOSEN", "{}", folder.display());
    }
    // No setting makes a recent project of it.
    let patch = json!({ "patch": { "recentProjects": [&other] } });
    invoke(&window, "memory:settings:update", patch).expect("settings");
    assert_eq!(
        open(&other).expect_err("nobody named it")["code"],
        "FOLDER_NOT_CHOSEN"
    );
}

#[test]
fn what_the_command_line_and_an_import_name_is_opened() {
    let page = Page::new();
    let folders = ["First", "Second", "Gone", "Documents"].map(|name| page.data.path().join(name));
    let [first, second, gone, documents] = &folders;
    for folder in [first, second, documents] {
        fs::create_dir(folder).expect("a folder");
    }
    let opening = |folder: &Path| Opening::of([folder.to_owned()]).expect("something to open");

    page.app.state::<shell::Desk>().open_first(opening(first));
    let opened = page.ask("desk:project:current", json!({}));
    assert_eq!(opened["name"], "First");

    let (tell, told) = channel();
    page.app.listen_any("desk:open", move |pushed| {
        let request: Value = serde_json::from_str(pushed.payload()).expect("JSON");
        tell.send(request).expect("a test that listens");
    });
    for (folder, code) in [(second, None), (gone, Some(json!("PROJECT_UNAVAILABLE")))] {
        assert_eq!(page.refused(folder), Some(json!("FOLDER_NOT_CHOSEN")));
        shell::hand_over(page.app.handle(), &opening(folder));
        let request = told.recv_timeout(PATIENCE).expect("a request");
        assert_eq!(request["folder"], json!(folder));
        assert_eq!(page.refused(folder), code);
    }

    fs::write(documents.join("01.txt"), "雨停了。\n").expect("a document");
    let into = page.data.path().join("Imported");
    *page.answer() = Answer {
        folder: Some(documents.clone()),
        place: Some(into.clone()),
    };
    let options = json!({ "folder": true, "options": { "joinLines": false, "splitChapters": false } });
    let report = page.ask("desk:import", options);
    let made = Path::new(report["folder"].as_str().expect("a folder"));
    assert_eq!(page.refused(made), None, "{report}");
    assert_eq!(made.canonicalize().ok(), into.canonicalize().ok());
}

#[test]
fn the_global_memory_goes_where_the_writer_chose_and_nowhere_else() {
    let page = Page::learned();
    let chosen = tempfile::tempdir().expect("a folder");
    let other = tempfile::tempdir().expect("a folder");
    let move_to = |folder: &Path| {
        let patch = json!({ "patch": { "globalMemory": folder } });
        page.try_ask("memory:settings:update", patch)
    };
    let place = || page.ask("memory:settings:get", json!({}))["settings"]["globalMemory"].clone();

    for folder in [chosen.path(), other.path(), Path::new("/"), Path::new("global")] {
        let fault = move_to(folder).expect_err("nobody named it");
        assert_eq!(fault["code"], "FOLDER_NOT_CHOSEN", "{}", folder.display());
    }
    assert_eq!(place(), Value::Null);
    page.picks(chosen.path());
    move_to(chosen.path()).expect("the writer chose it");
    assert_eq!(place(), json!(chosen.path()));
    assert!(move_to(other.path()).is_err());
    assert!(move_to(&chosen.path().join("..")).is_err());
    assert_eq!(place(), json!(chosen.path()));

    // Where it is already it may stay, also when the dialog was long ago.
    let again = started(page.data.path());
    let window = again.get_webview_window("main").expect("the one window");
    let patch = |folder: &str| json!({ "patch": { "globalMemory": folder } });
    let same = patch(&chosen.path().display().to_string());
    invoke(&window, "memory:settings:update", same).expect("it is there");
    invoke(&window, "memory:settings:update", patch("")).expect("the usual place");
    assert_eq!(place(), Value::Null);
}

/// Returns how much a command may be handed.
fn room(command: &str) -> usize {
    let found = shell::COMMANDS.iter().find(|known| known.name == command);
    found.expect("a command that there is").room
}

#[test]
fn no_command_takes_more_than_it_has_room_for() {
    let page = Page::learned();
    let commands = every_command(&page);
    // The daily maintenance may write to the memory at any moment.
    let present = || {
        let mut project = support::files(page.project.path());
        project.retain(|path, _| !path.starts_with("memory/"));
        (project, support::files(page.data.path()))
    };
    let before = present();
    for (command, arguments) in commands {
        let room = room(command);
        let mut places = vec!["/surplus".to_owned()];
        names_in(&arguments, String::new(), &mut places);
        for place in places {
            let mut given = arguments.clone();
            let long = json!("x".repeat(room));
            match given.pointer_mut(&place) {
                Some(value) => *value = long,
                None => given["surplus"] = long,
            }
            let fault = page.try_ask(command, given).expect_err(command);
            assert_eq!(
                fault["code"], "REQUEST_TOO_LARGE",
                "{command} at {place}: {fault}"
            );
            assert_eq!(fault["details"], json!({ "most": room.to_string() }));
        }
        // Few bytes each, and many of them.
        let mut given = arguments;
        given["surplus"] = json!(vec![0; room / 8]);
        let fault = page.try_ask(command, given).expect_err(command);
        assert_eq!(fault["code"], "REQUEST_TOO_LARGE", "{command}: {fault}");
    }
    assert_eq!(present(), before, "nothing is written");
}

#[test]
fn a_manuscript_of_the_longest_kind_passes_where_manuscripts_pass() {
    const MIB: usize = 1024 * 1024;
    let page = Page::learned();
    for command in shell::COMMANDS {
        let room = command.room;
        assert!(
            (64 * 1024..=48 * MIB).contains(&room),
            "{} takes {room} bytes",
            command.name
        );
    }
    // A manuscript of 16 MiB, in the encoding in which it grows most here.
    let long = "雨".repeat(8 * MIB);
    let kept = page.try_ask(
        "desk:version:keep",
        json!({ "path": "稿.md", "text": long[..long.len() - MIB / 1024 * 3] }),
    );
    assert_ne!(
        kept.err().map(|fault| fault["code"].clone()),
        Some(json!("REQUEST_TOO_LARGE"))
    );
}

#[test]
fn a_failure_arrives_as_code_message_and_details() {
    let page = Page::new();
    let fault = page
        .try_ask("memory:semantic:list", json!({}))
        .expect_err("no project is open");
    assert_eq!(
        fault,
        json!({ "code": "PROJECT_NOT_OPEN", "message": "no project is open; open a folder first", "details": {} })
    );
    let gone = page.project.path().join("没有");
    page.picks(&gone);
    let fault = page
        .try_ask("desk:project:open", json!({ "path": gone }))
        .expect_err("no folder");
    assert_eq!(
        (&fault["code"], &fault["details"]["path"]),
        (&json!("PROJECT_UNAVAILABLE"), &json!(gone))
    );

    let page = Page::learned();
    let record = |field: &str, value: Value| {
        let mut input = input(&choices("zh", 1, 1)[0]);
        input[field] = value;
        json!({ "input": input })
    };
    let update = |confidence: f64| json!({ "id": RULE, "patch": { "text": null, "category": null, "confirmed": null, "confidence": confidence } });
    for (command, arguments, code, detail) in [
        (
            "memory:semantic:update",
            update(1.2),
            "MEMORY_CONFIDENCE_OUT_OF_RANGE",
            ("confidence", "1.2"),
        ),
        (
            "memory:semantic:update",
            update(-0.1),
            "MEMORY_CONFIDENCE_OUT_OF_RANGE",
            ("confidence", "-0.1"),
        ),
        (
            "memory:episode:record",
            record("selectedIndex", json!(2)),
            "INVALID_ARGUMENT",
            ("field", "selectedIndex"),
        ),
        (
            "memory:episode:record",
            record("sceneType", json!("心事")),
            "INVALID_ARGUMENT",
            ("field", "sceneType"),
        ),
        (
            "memory:semantic:delete",
            json!({ "id": "没有" }),
            "NOT_FOUND",
            ("id", "没有"),
        ),
        (
            "desk:file:read",
            json!({ "path": "../稿.md" }),
            "OUTSIDE_PROJECT",
            ("path", "../稿.md"),
        ),
        (
            "desk:picture:read",
            json!({ "path": "../灯.png" }),
            "OUTSIDE_PROJECT",
            ("path", "../灯.png"),
        ),
    ] {
        let fault = page.try_ask(command, arguments).expect_err(command);
        assert_eq!(fault["code"], code, "{fault}");
        assert_eq!(fault["details"][detail.0], detail.1, "{fault}");
        assert!(
            fault["message"]
                .as_str()
                .is_some_and(|message| message.contains(' ')),
            "{fault}"
        );
    }
}

#[test]
fn an_argument_of_the_wrong_type_is_refused_and_changes_nothing() {
    let page = Page::learned();
    let before = page.ask("memory:learning:get", json!({}));
    for (field, value) in [
        ("candidates", json!("one string")),
        ("candidates", json!([1, 2])),
        ("selectedIndex", json!(0.5)),
        ("finalText", json!(["a list"])),
        ("kind", json!("guess")),
    ] {
        let mut input = input(&choices("en", 1, 1)[0]);
        input[field] = value;
        let refusal = page
            .try_ask("memory:episode:record", json!({ "input": input }))
            .expect_err(field);
        assert!(
            refusal.as_str().is_some_and(|text| text.contains("`input`")),
            "{field}: {refusal}"
        );
    }
    assert_eq!(page.ask("memory:learning:get", json!({})), before);
}

#[test]
fn progress_and_changes_are_pushed_under_their_names() {
    let page = Page::learned();
    let (tell, told) = channel();
    for event in ["memory:distill:progress", "memory:changed"] {
        let tell = tell.clone();
        page.app.listen_any(event, move |pushed| {
            let payload: Value = serde_json::from_str(pushed.payload()).expect("JSON");
            tell.send((event, payload)).expect("a test that listens");
        });
    }
    page.ask("memory:semantic:distill", json!({}));
    let mut stages = Vec::new();
    let mut changes = 0;
    while stages.last() != Some(&json!("completed")) {
        let (event, payload) = told.recv_timeout(PATIENCE).expect("progress");
        let fields: BTreeSet<&str> = payload
            .as_object()
            .expect("an object")
            .keys()
            .map(String::as_str)
            .collect();
        if event == "memory:changed" {
            changes += 1;
            assert_eq!(fields, BTreeSet::from(["rules", "episodes", "files"]));
        } else {
            assert_eq!(
                fields,
                BTreeSet::from([
                    "runId",
                    "projectId",
                    "trigger",
                    "stage",
                    "progress",
                    "message",
                    "errorCode"
                ])
            );
            assert_eq!(
                (&payload["trigger"], &payload["errorCode"]),
                (&json!("manual"), &Value::Null)
            );
            stages.push(payload["stage"].clone());
        }
    }
    assert_eq!(
        json!(stages),
        json!(["started", "clustered", "patterned", "generated", "completed"])
    );
    assert!(changes > 0, "a view that shows memory asks again");
}

#[test]
fn the_next_start_opens_the_project_of_last_time() {
    let page = Page::learned();
    let again = started(page.data.path());
    let window = again.get_webview_window("main").expect("the one window");
    let project = invoke(&window, "desk:project:current", json!({})).expect("a project");
    assert_eq!(
        project["root"],
        page.ask("desk:project:current", json!({}))["root"]
    );
    let rules = |answer: Value| -> Vec<(Value, Value)> {
        let rules = answer.as_array().expect("rules").iter();
        rules
            .map(|rule| (rule["id"].clone(), rule["confidence"].clone()))
            .collect()
    };
    let seen = rules(invoke(&window, "memory:semantic:list", json!({})).expect("rules"));
    assert!(!seen.is_empty());
    assert_eq!(seen, rules(page.ask("memory:semantic:list", json!({}))));
}
