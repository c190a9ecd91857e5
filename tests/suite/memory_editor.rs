//! A memory file in the editor. Saving is as safe as for a manuscript. The desk follows the file only after the writer
//! leaves it. None of its text counts as her prose.

use std::fs;
use std::sync::mpsc::channel;
use std::time::Duration;

use contract::{ErrorCode, Fault, NewRule, SaveRequest, Saved};
use desk::Event;
use support::{TestProject, choices, distil};
use vault::ContentHash;

/// The timeout of a wait for an event, long enough for a machine under load. No test waits for the time to pass.
const PATIENCE: Duration = Duration::from_secs(60);

const MEMORY: &str = "memory/MEMORY.md";

/// A file of the writer, the line she adds in the editor, and the rule it becomes.
const WRITTEN: [(&str, &str, &str); 2] = [
    (
        "# Memory\n\n## Style\n\n- Plain words first\n",
        "- No rain on page one\n",
        "No rain on page one",
    ),
    (
        "# 记忆\n\n## 写作风格\n\n- 先用平常的字\n",
        "- 第一页不下雨\n",
        "第一页不下雨",
    ),
];

fn with_memory(text: &str) -> TestProject {
    let test = TestProject::new();
    fs::write(test.memory_path(), text).expect("a memory file");
    test.project.memory().follow().expect("a file to follow");
    test
}

fn request(path: &str, text: &str, base_hash: &str) -> SaveRequest {
    SaveRequest {
        path: path.into(),
        text: text.into(),
        base_hash: base_hash.into(),
        pasted: vec!["鸟笼 a birdcage that came from elsewhere".into()],
        seq: None,
        as_utf8: false,
    }
}

/// Reads a memory file, applies the writer's edit and saves it.
fn edit(test: &TestProject, path: &str, write: impl Fn(&str) -> String) -> Result<Saved, Fault> {
    let document = test
        .project
        .store()
        .read_memory_file(path)
        .map_err(|error| error.fault())?;
    let request = request(path, &write(&document.text), &document.hash);
    test.project
        .store()
        .save_memory_file(&request)
        .map_err(|error| error.fault())
}

fn texts(test: &TestProject) -> Vec<String> {
    let rules = test.project.learning().rules().expect("rules").into_iter();
    rules.map(|rule| rule.rule.text).collect()
}

fn kinds(test: &TestProject) -> Vec<contract::RunKind> {
    let runs = test.project.memory().runs().expect("runs").into_iter();
    runs.map(|run| run.kind).collect()
}

#[test]
fn what_she_writes_in_it_is_on_the_disk_at_once_and_followed_as_one_edit_when_she_leaves() {
    for (text, line, rule) in WRITTEN {
        let test = with_memory(text);
        let before = kinds(&test);
        // The editor saves at each pause in typing, which may be in the middle of a word.
        let mut typed = String::new();
        for character in line.chars() {
            typed.push(character);
            edit(&test, MEMORY, |_| format!("{text}{typed}")).expect("a save");
            assert_eq!(test.memory(), format!("{text}{typed}"));
        }
        assert_eq!(kinds(&test), before, "nothing half-typed is followed");
        test.project
            .store()
            .leave_memory_file(MEMORY)
            .expect("a file to leave");
        assert!(texts(&test).contains(&rule.to_owned()));
        assert_eq!(kinds(&test).len(), before.len() + 1, "one edit, one run");
        // It is a run like any edit of hers and can be undone.
        let run = test.project.memory().runs().expect("runs").remove(0);
        assert!(run.restorable, "{run:?}");
        test.project
            .store()
            .leave_memory_file(MEMORY)
            .expect("nothing to follow");
        assert_eq!(kinds(&test).len(), before.len() + 1);
        assert_eq!(test.memory(), format!("{text}{line}"), "and every byte is hers");
    }
}

#[test]
fn nothing_written_in_it_is_an_episode_a_paste_or_a_days_work() {
    for (text, line, _) in WRITTEN {
        let test = with_memory(text);
        let journal = || {
            let folder = test.path().join("memory/journal");
            let months = walk(&folder);
            months
                .iter()
                .map(|path| fs::read_to_string(path).expect("a journal"))
                .collect::<String>()
        };
        edit(&test, "memory/HISTORY.md", |_| String::new()).expect_err("no such file yet");
        fs::write(test.path().join("memory/HISTORY.md"), text).expect("a memory file");
        let before = journal();
        edit(&test, "memory/HISTORY.md", |text| {
            format!("{text}{line}鸟笼 a birdcage\n")
        })
        .expect("a save");
        test.project
            .store()
            .leave_memory_file("memory/HISTORY.md")
            .expect("a file to leave");
        assert_eq!(journal(), before, "the journal has nothing of it");
        edit(&test, MEMORY, |text| format!("{text}{line}")).expect("a save");
        test.project
            .store()
            .leave_memory_file(MEMORY)
            .expect("a file to leave");
        assert_eq!(test.project.learning().all_episodes().expect("episodes").len(), 0);
        for entry in ["episode", "pasted", "worked"] {
            assert!(!journal().contains(&format!("\"type\":\"{entry}\"")), "{entry}");
        }
    }
}

/// Returns the files below a folder, in a fixed order.
fn walk(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let mut entries: Vec<_> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    entries.sort();
    let mut files = Vec::new();
    for path in entries {
        if path.is_dir() {
            files.extend(walk(&path));
        } else if path.extension().is_some_and(|extension| extension == "jsonl") {
            files.push(path);
        }
    }
    files
}

#[test]
fn it_is_never_written_over_a_change_from_outside_or_from_the_desk() {
    for (text, line, rule) in WRITTEN {
        let test = with_memory(text);
        let document = test
            .project
            .store()
            .read_memory_file(MEMORY)
            .expect("a memory file");
        let mine = request(MEMORY, &format!("{text}{line}"), &document.hash);

        let theirs = format!("{text}- 别人的 theirs\n");
        fs::write(test.memory_path(), &theirs).expect("another program's save");
        let fault = test
            .project
            .store()
            .save_memory_file(&mine)
            .expect_err("another file")
            .fault();
        assert_eq!((fault.code, test.memory()), (ErrorCode::FileChanged, theirs));
        assert!(fault.message.contains("MEMORY.md"), "{}", fault.message);

        // The same holds for a change by the desk itself that the writer has not seen.
        let document = test
            .project
            .store()
            .read_memory_file(MEMORY)
            .expect("a memory file");
        test.import(&choices("zh", 45, 50));
        distil(&test);
        let learned = test.memory();
        let mine = request(MEMORY, &format!("{}{line}", document.text), &document.hash);
        let fault = test
            .project
            .store()
            .save_memory_file(&mine)
            .expect_err("another file")
            .fault();
        assert_eq!((fault.code, test.memory()), (ErrorCode::FileChanged, learned));

        fs::remove_file(test.memory_path()).expect("a file to take away");
        let fault = test
            .project
            .store()
            .save_memory_file(&mine)
            .expect_err("no file")
            .fault();
        assert_eq!(fault.code, ErrorCode::NotFound);
        assert!(!test.memory_path().exists());
        // With an empty hash the file is created again, and no other version is overwritten.
        let again = request(MEMORY, &format!("{text}{line}"), "");
        test.project
            .store()
            .save_memory_file(&again)
            .expect("a file written again");
        assert_eq!(test.memory(), format!("{text}{line}"));
        let fault = test
            .project
            .store()
            .save_memory_file(&again)
            .expect_err("a file that is there")
            .fault();
        assert_eq!(fault.code, ErrorCode::FileChanged);
        test.project
            .store()
            .leave_memory_file(MEMORY)
            .expect("a file to leave");
        assert!(texts(&test).contains(&rule.to_owned()));
    }
}

#[test]
fn a_change_of_memory_meanwhile_follows_it_as_it_stands_and_loses_nothing() {
    for (text, line, rule) in WRITTEN {
        let test = with_memory(text);
        edit(&test, MEMORY, |_| format!("{text}{line}")).expect("a save");
        let added = NewRule {
            text: "少用感叹号 Few exclamation marks".into(),
            category: contract::Category::Style,
            scene_type: None,
        };
        test.project.learning().add_rule(&added).expect("a rule");
        let memory = test.memory();
        assert!(memory.contains(line) && memory.contains("少用感叹号"), "{memory}");
        assert!(texts(&test).contains(&rule.to_owned()), "hers came first");
        test.project
            .store()
            .leave_memory_file(MEMORY)
            .expect("a file to leave");
        assert_eq!(test.memory(), memory);
    }
}

#[test]
fn a_desk_that_is_killed_before_she_leaves_follows_it_at_the_next_start() {
    for (text, line, rule) in WRITTEN {
        let test = with_memory(text);
        edit(&test, MEMORY, |_| format!("{text}{line}")).expect("a save");
        assert!(!texts(&test).contains(&rule.to_owned()));
        let test = test.restarted(|_| ());
        assert!(texts(&test).contains(&rule.to_owned()));
        assert_eq!(test.memory(), format!("{text}{line}"));
    }
}

#[test]
fn it_keeps_its_line_endings_its_mark_and_a_save_without_a_change_writes_nothing() {
    for (before, edited, after) in [
        (
            "# A\r\n\r\n- 一\r\n",
            "# A\n\n- 一\n- 二\n",
            "# A\r\n\r\n- 一\r\n- 二\r\n",
        ),
        (
            "\u{feff}# A\n- one\n",
            "# A\n- one\n- two",
            "\u{feff}# A\n- one\n- two",
        ),
        ("", "二\n", "二\n"),
    ] {
        let test = TestProject::new();
        let path = test.path().join("memory/INSIGHTS.md");
        fs::write(&path, before).expect("a memory file");
        let saved = edit(&test, "memory/INSIGHTS.md", str::to_owned).expect("a save");
        assert_eq!(saved.hash, ContentHash::of(before.as_bytes()).to_string());
        let saved = edit(&test, "memory/INSIGHTS.md", |_| edited.to_owned()).expect("a save");
        assert_eq!(fs::read_to_string(&path).expect("the file"), after);
        assert_eq!(saved.hash, ContentHash::of(after.as_bytes()).to_string());
    }
}

/// The files that the writer can read and edit, and the error codes of the files that she cannot.
#[test]
fn only_the_markdown_of_the_memory_root_is_opened_and_never_a_record_of_the_desk() {
    let test = with_memory("# 记忆\n\n## 写作风格\n\n- 先用平常的字\n");
    test.import(&choices("zh", 45, 50));
    distil(&test);
    let root = test.path().join("memory");
    for folder in ["roles/诗人", "archive", "chats", "sessions", "history/made"] {
        fs::create_dir_all(root.join(folder)).expect("a folder");
    }
    let open = [
        "MEMORY.md",
        "2026-11-20.md",
        "roles/诗人/MEMORY.md",
        "archive/2026-01-01.md",
        "chats/渡口.md",
    ];
    let shut = [
        "journal/notes.md",
        "history/made/MEMORY.md",
        "index/notes.md",
        "observability/notes.md",
        "sessions/notes.md",
        "project.json",
        "journal/x.jsonl",
        "notes.txt",
    ];
    for name in open.iter().chain(&shut).filter(|name| **name != "MEMORY.md") {
        let path = root.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, "# 甲\n").expect("a file");
    }
    for name in open {
        let path = format!("memory/{name}");
        edit(&test, &path, |text| format!("{text}\n乙 two\n"))
            .unwrap_or_else(|fault| panic!("{name}: {fault:?}"));
        test.project
            .store()
            .leave_memory_file(&path)
            .expect("a file to leave");
    }
    fs::write(test.path().join("稿.md"), "雨停了。\n").expect("a manuscript");
    let outside = [
        "稿.md",
        "../x.md",
        "memory/../稿.md",
        "/etc/hosts.md",
        "memory/./../../x.md",
    ];
    let cases = shut
        .iter()
        .map(|name| (format!("memory/{name}"), ErrorCode::InvalidArgument));
    for (path, code) in cases.chain(
        outside
            .iter()
            .map(|path| ((*path).to_owned(), ErrorCode::OutsideProject)),
    ) {
        let before = fs::read(test.path().join(&path)).ok();
        let write = request(&path, "mine", "");
        let all = [
            test.project.store().read_memory_file(&path).map(drop),
            test.project.store().save_memory_file(&write).map(drop),
            test.project.store().leave_memory_file(&path),
        ];
        for refused in all {
            assert_eq!(refused.expect_err(&path).code(), code, "{path}");
        }
        assert_eq!(fs::read(test.path().join(&path)).ok(), before, "{path}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_is_no_memory_file_wherever_it_leads() {
    let test = with_memory("# 记忆\n");
    let root = test.path().join("memory");
    fs::write(test.path().join("稿.md"), "雨停了。\n").expect("a manuscript");
    fs::create_dir_all(root.join("journal")).expect("a folder");
    fs::write(root.join("journal/notes.md"), "甲\n").expect("a record");
    for (to, name) in [
        (test.path().join("稿.md"), "out.md"),
        (root.join("journal/notes.md"), "in.md"),
        (root.join("MEMORY.md"), "same.md"),
    ] {
        std::os::unix::fs::symlink(to, root.join(name)).expect("a link");
        let path = format!("memory/{name}");
        let read = test
            .project
            .store()
            .read_memory_file(&path)
            .expect_err("no memory file");
        let save = test
            .project
            .store()
            .save_memory_file(&request(&path, "mine", ""))
            .expect_err("no memory file");
        let refused = ErrorCode::OutsideProject;
        assert_eq!((read.code(), save.code()), (refused, refused), "{name}");
    }
}

#[test]
fn a_memory_file_is_no_manuscript() {
    let test = with_memory("# 记忆\n\n- 甲\n");
    let project = &test.project;
    let write = request(MEMORY, "mine", "");
    let refused = [
        project.manuscripts().read(MEMORY).map(drop),
        project.save(&write).map(drop),
        project.learning().settle(MEMORY, &[], &[]).map(drop),
        project
            .manuscripts()
            .read("memory/history/run/files/MEMORY.md")
            .map(drop),
    ];
    for refused in refused {
        assert_eq!(
            refused.expect_err("no manuscript").code(),
            ErrorCode::InvalidArgument
        );
    }
    assert_eq!(test.memory(), "# 记忆\n\n- 甲\n");
}

#[test]
fn what_could_not_be_read_again_is_not_saved() {
    let test = with_memory("# 记忆\n");
    let long = "多".repeat(2 * 1024 * 1024);
    for (text, code) in [
        ("甲\0乙", ErrorCode::InvalidArgument),
        (long.as_str(), ErrorCode::FileTooLarge),
    ] {
        let fault = edit(&test, MEMORY, |_| text.to_owned()).expect_err("no text to keep");
        assert_eq!(fault.code, code, "{}", fault.message);
        assert!(!fault.message.contains('多'), "a message never holds her text");
    }
    assert_eq!(test.memory(), "# 记忆\n");
    for bytes in [b"\xff\xfe#\0".as_slice(), b"caf\xe9"] {
        fs::write(test.memory_path(), bytes).expect("a file in another encoding");
        let fault = edit(&test, MEMORY, str::to_owned).expect_err("no UTF-8");
        assert_eq!(fault.code, ErrorCode::FileNotUtf8);
        assert_eq!(fs::read(test.memory_path()).expect("the file"), bytes);
    }
}

#[test]
fn the_watch_lets_an_unfinished_line_be_and_tells_the_editor_of_what_others_do() {
    let (tell, told) = channel();
    let test = TestProject::listening(move |event| {
        // The test may have dropped the receiver already.
        let _ = tell.send(event.clone());
    });
    let (text, line, rule) = WRITTEN[1];
    fs::write(test.memory_path(), text).expect("a memory file");
    test.project.memory().follow().expect("a file to follow");
    let _watch = test.project.watch().expect("a folder that can be followed");
    edit(&test, MEMORY, |_| format!("{text}- 第一页不")).expect("a save");

    // The watch reports changes in order, so this change comes after the writer's save.
    fs::write(test.path().join("memory/HISTORY.md"), "甲\n").expect("another program's save");
    let file = |event: &Event| match event {
        Event::File(change) => Some(change.path.clone()),
        _ => None,
    };
    let mut paths = Vec::new();
    while paths.last().map(String::as_str) != Some("memory/HISTORY.md") {
        paths.extend(file(
            &told.recv_timeout(PATIENCE).expect("the other file is told"),
        ));
    }
    assert!(
        !texts(&test).contains(&"第一页不".to_owned()),
        "nothing half-typed became a rule"
    );

    // Another program's save over the writer's is followed and reported, and so is a change by the desk itself.
    fs::write(test.memory_path(), format!("{text}{line}")).expect("another program's save");
    while file(&told.recv_timeout(PATIENCE).expect("MEMORY.md is told")).as_deref() != Some(MEMORY) {}
    while !texts(&test).contains(&rule.to_owned()) {
        told.recv_timeout(PATIENCE).expect("the edit is followed");
    }
    test.import(&choices("zh", 45, 50));
    distil(&test);
    while file(&told.recv_timeout(PATIENCE).expect("the desk's change is told")).as_deref() != Some(MEMORY) {}
}
