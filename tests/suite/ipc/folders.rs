//! The files and folders that the page may name.

use std::fs;
use std::path::Path;
use std::sync::mpsc::channel;

use desk::Opening;
use serde_json::{Value, json};
use tauri::{Listener as _, Manager as _};

use super::{Answer, PATIENCE, Page, invoke, started};

#[test]
fn the_folders_of_earlier_sessions_are_opened_and_no_others() {
    let page = Page::learned();
    let [other, away] = ["Other", "Away"].map(|name| page.data.path().join(name));
    for folder in [&other, &away] {
        fs::create_dir(folder).expect("a folder");
    }
    page.opens(&away);
    // The upkeep in the first minute of a project may still write to the folder, so the folder is moved as a whole, not
    // deleted.
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
    // A change of the settings cannot add a recent project.
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
    let options = json!({ "folder": true, "elsewhere": true, "options": { "joinLines": false, "splitChapters": false } });
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

    // The folder that the global memory is already in stays allowed, even after a restart.
    let again = started(page.data.path());
    let window = again.get_webview_window("main").expect("the one window");
    let patch = |folder: &str| json!({ "patch": { "globalMemory": folder } });
    let same = patch(&chosen.path().display().to_string());
    invoke(&window, "memory:settings:update", same).expect("it is there");
    invoke(&window, "memory:settings:update", patch("")).expect("the usual place");
    assert_eq!(place(), Value::Null);
}
