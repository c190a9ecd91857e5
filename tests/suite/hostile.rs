//! A project from a stranger: each file and folder of its memory is replaced in turn by a link, a pipe or another trap.
//!
//! With any trap, nothing outside the project is read into it or changed, every command ends, and the doctor names the
//! trap.

#![cfg(unix)]

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use desk::Installation;
use serde_json::{Value, json};

use crate::course::every_command;
use crate::ipc::Page;

/// The timeout of a command, longer than any command takes on a machine under load. After it, the command counts as
/// hanging.
const PATIENCE: Duration = Duration::from_secs(60);

const RULE: &str = "action.sentence_length.less";

/// The replacement of an entry of the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trap {
    /// A link to the entry itself, which was moved out of the project.
    LinkOut,
    /// A link to the entry itself, which was moved to another place in the memory.
    LinkIn,
    /// A link to a path outside the project that does not exist.
    LinkToNothing,
    /// A named pipe without a reader or a writer.
    Pipe,
    /// A device that returns zeros without end.
    Device,
    /// A file instead of a folder, and a folder instead of a file.
    OtherKind,
    /// A sparse file: a gigabyte of zeros that takes no space on the disk.
    Sparse,
    /// An entry without any permissions. An administrator can read, write and enter it all the same.
    Locked,
}

const TRAPS: [Trap; 8] = [
    Trap::LinkOut,
    Trap::LinkIn,
    Trap::LinkToNothing,
    Trap::Pipe,
    Trap::Device,
    Trap::OtherKind,
    Trap::Sparse,
    Trap::Locked,
];

/// The folders of a test: a project with a memory, its installation, and a folder outside that the desk must not touch.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    /// Copies a project and its installation.
    fn like(project: &Path, data: &Path) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for (from, name) in [(project, "project"), (data, "data")] {
            let copied = Command::new("cp")
                .arg("-a")
                .arg(from)
                .arg(folder.path().join(name))
                .status();
            assert!(copied.is_ok_and(|status| status.success()), "a copy");
        }
        fs::create_dir(folder.path().join("outside")).expect("a folder");
        Self { folder }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn memory(&self) -> PathBuf {
        self.at("project/memory")
    }

    /// Replaces an entry of the memory by a trap. Returns whether that trap can be made for that entry.
    fn lay(&self, trap: Trap, entry: &str) -> bool {
        let path = self.memory().join(entry);
        let is_folder = path.is_dir();
        let away = |to: PathBuf| {
            fs::rename(&path, &to).expect("the entry goes");
            to
        };
        let system = |program: &str, arguments: &[&str]| {
            Command::new(program)
                .arg(&path)
                .args(arguments)
                .status()
                .is_ok_and(|status| status.success())
        };
        match trap {
            Trap::LinkOut => symlink(away(self.at("outside/entry")), &path).expect("a link"),
            Trap::LinkIn => symlink(away(self.memory().join("another")), &path).expect("a link"),
            Trap::LinkToNothing => {
                away(self.at("before"));
                symlink(self.at("outside/new"), &path).expect("a link");
            }
            Trap::Pipe => {
                away(self.at("before"));
                assert!(system("mkfifo", &[]), "a pipe");
            }
            Trap::Device => {
                away(self.at("before"));
                // Only an administrator can make a device.
                return system("mknod", &["c", "1", "5"]);
            }
            Trap::OtherKind => {
                away(self.at("before"));
                if is_folder {
                    fs::write(&path, "not a folder").expect("a file");
                } else {
                    fs::create_dir(&path).expect("a folder");
                }
            }
            Trap::Sparse if is_folder => return false,
            Trap::Sparse => {
                away(self.at("before"));
                let file = File::create(&path).expect("a file");
                file.set_len(1 << 30).expect("a long file");
            }
            Trap::Locked => fs::set_permissions(&path, fs::Permissions::from_mode(0o0)).expect("a lock"),
        }
        true
    }

    /// Returns the contents of the folder outside; a link is listed as a link.
    fn outside(&self) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
        let entries = walkdir::WalkDir::new(self.at("outside")).into_iter();
        entries
            .map(|entry| entry.expect("an entry"))
            .map(|entry| {
                let bytes = entry
                    .file_type()
                    .is_file()
                    .then(|| fs::read(entry.path()).expect("a file"));
                (entry.into_path(), bytes)
            })
            .collect()
    }

    /// Returns the disk space of all files in bytes, because a sparse file must not become a full one.
    fn room(&self) -> u64 {
        use std::os::unix::fs::MetadataExt as _;
        let entries = walkdir::WalkDir::new(self.folder.path()).into_iter().flatten();
        entries
            .filter_map(|entry| Some(entry.metadata().ok()?.blocks() * 512))
            .sum()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // Gives all permissions back, so that the temporary folder can be removed.
        for entry in walkdir::WalkDir::new(self.memory()).into_iter().flatten() {
            if entry.file_type().is_dir() || entry.file_type().is_file() {
                let _ = fs::set_permissions(entry.path(), fs::Permissions::from_mode(0o700));
            }
        }
    }
}

/// Runs `work` on a thread of its own and returns its result; `None` after the timeout.
fn in_time<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let (sender, done) = channel();
    let worker = thread::spawn(move || {
        let _ = sender.send(work());
    });
    match done.recv_timeout(PATIENCE) {
        Ok(value) => Some(value),
        Err(RecvTimeoutError::Timeout) => None,
        // The worker has panicked; its panic becomes the panic of this test.
        Err(RecvTimeoutError::Disconnected) => match worker.join() {
            Err(panic) => std::panic::resume_unwind(panic),
            Ok(()) => None,
        },
    }
}

fn say(project: &Path, data: &Path, arguments: &[&str]) -> (ExitCode, String) {
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let mut line: Vec<OsString> = vec!["commonplace".into(), "--project".into(), project.into()];
    line.extend(arguments.iter().map(OsString::from));
    let code = cli::run(&Installation::at(data), line, &b""[..], &mut output, &mut errors);
    let said = [output, errors].concat();
    (code, String::from_utf8_lossy(&said).into_owned())
}

/// A project with content in each file and folder that a memory can have.
fn lived_in() -> Page {
    let page = Page::learned();
    page.talks("- 渡口一章写河的名字");
    let kept = json!({ "path": "稿.md", "text": "雨还在下。\n" });
    page.ask("desk:version:keep", kept);
    let (project, data) = (page.project.path(), page.data.path());
    fs::write(
        project.join("memory/2020-01-01.md"),
        "# 2020-01-01\n\n## 主题\n\n- 渡口\n",
    )
    .expect("a daily file");
    for arguments in [
        &["day"][..],
        &["observe", "--tag", "kept"],
        &["audit", "--archive"],
        &["decay"],
    ] {
        let (code, said) = say(project, data, arguments);
        assert_eq!(code, ExitCode::SUCCESS, "{arguments:?}: {said}");
    }
    page
}

/// The entries of a memory that a trap can replace: each folder, and one file of each kind.
fn entries(memory: &Path) -> Vec<String> {
    let mut alike = BTreeMap::new();
    for entry in walkdir::WalkDir::new(memory)
        .min_depth(1)
        .sort_by_file_name()
        .into_iter()
        .flatten()
    {
        let name = entry.path().strip_prefix(memory).expect("below");
        let name = name.to_str().expect("a name").to_owned();
        // All run folders are of one kind, and so are the version folders of all manuscripts; the first of each is
        // enough.
        let depth = entry.depth();
        let kind = match name.split_once('/') {
            Some((folder @ ("history" | "versions"), _)) => {
                let last = entry.file_name().to_string_lossy();
                let last = if depth == 2 { "one".into() } else { last };
                let last = if folder == "versions" && last != "path.txt" && depth > 2 {
                    "version".into()
                } else {
                    last
                };
                format!("{folder}/{depth}/{last}")
            }
            _ => name.clone(),
        };
        alike.entry(kind).or_insert(name);
    }
    alike.into_values().collect()
}

/// All commands of the command line that open a project, with arguments.
fn commands<'a>(run: &'a str, question: &'a str, export: &'a str) -> Vec<Vec<&'a str>> {
    let all: &[&[&str]] = &[
        &["doctor"],
        &["episodes", "list"],
        &["rules", "list"],
        &["rules", "show", RULE],
        &["rules", "add", "少用副词"],
        &["rules", "confirm", RULE],
        &["rules", "edit", RULE, "--text", "动作场景用短句"],
        &["rules", "promote", RULE],
        &["rules", "demote", RULE],
        &["rules", "delete", RULE],
        &["questions", "list"],
        &["proposals", "list"],
        &["distill"],
        &["distill", "--explain"],
        &["decay"],
        &["day"],
        &["audit"],
        &["audit", "--archive"],
        &["audit", "--compact"],
        &["audit", "--ttl"],
        &["observe"],
        &["observe", "--tag", "again"],
        &["observe", "--against", "kept"],
        &["files", "list"],
        &["files", "history", "MEMORY.md"],
        &["files", "why", "MEMORY.md", "1"],
        &["files", "versions", "稿.md"],
        &["runs", "list"],
        &["index", "rebuild"],
        &["project", "init"],
    ];
    let mut commands: Vec<Vec<&str>> = all.iter().map(|command| command.to_vec()).collect();
    commands.push(vec!["runs", "restore", run]);
    commands.push(vec!["questions", "answer", question, "later"]);
    commands.push(vec!["export", "--to", export, "--replace"]);
    commands.push(vec!["doctor"]);
    commands
}

#[test]
fn no_command_leaves_the_memory_or_hangs_whatever_stands_in_it() {
    let page = lived_in();
    let (project, data) = (page.project.path(), page.data.path());
    let first = |arguments: &[&str]| -> String {
        let (_, said) = say(project, data, arguments);
        let listed: Value = serde_json::from_str(&said).expect("JSON");
        listed[0]["id"].as_str().unwrap_or("none").to_owned()
    };
    let run = first(&["runs", "list", "--json"]);
    let question = first(&["questions", "list", "--json"]);
    let entries = entries(&project.join("memory"));
    for expected in [
        "MEMORY.md",
        "journal",
        "index",
        "history",
        "versions",
        "observability",
        "archive",
    ] {
        assert!(
            entries.iter().any(|entry| entry == expected),
            "{expected}: {entries:?}"
        );
    }
    // By default, each entry is tried as a link that leads out and as one of the other traps in turn. All pairs take
    // five minutes.
    let each = support::cases(1) > 1;
    let is_tried = |entry: usize, trap: usize| each || trap == 0 || trap == 1 + entry % (TRAPS.len() - 1);
    let cases: Vec<(&String, Trap)> = entries
        .iter()
        .enumerate()
        .flat_map(|(place, entry)| {
            let traps = TRAPS.into_iter().enumerate();
            traps.filter_map(move |(number, trap)| is_tried(place, number).then_some((entry, trap)))
        })
        .collect();
    // The tests use threads of their own. The commands use the pool of the desk, so a test that waited in that pool
    // could deadlock.
    let (next, failures) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some((entry, trap)) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let wrong = tried(project, data, entry, *trap, &run, &question);
                    failures.lock().expect("a list").extend(wrong);
                }
            });
        }
    });
    let failures = failures.into_inner().expect("a list");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Lays a trap and runs each command; returns the failures.
fn tried(project: &Path, data: &Path, entry: &str, trap: Trap, run: &str, question: &str) -> Vec<String> {
    let place = Place::like(project, data);
    if !place.lay(trap, entry) {
        return Vec::new();
    }
    let (before, room) = (place.outside(), place.room());
    let export = place.at("book.html");
    let mut wrong = Vec::new();
    let mut named = false;
    for command in commands(run, question, &export.display().to_string()) {
        let (folder, installation) = (place.at("project"), place.at("data"));
        let arguments: Vec<String> = command.iter().map(ToString::to_string).collect();
        let answer = in_time(move || {
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            say(&folder, &installation, &arguments)
        });
        let Some((_, said)) = answer else {
            wrong.push(format!("{trap:?} {entry}: {command:?} hangs"));
            // The hanging command may hold a lock that the next command would wait for.
            break;
        };
        let last = entry.rsplit('/').next().unwrap_or(entry);
        named |= said.contains(last);
        if place.outside() != before {
            wrong.push(format!("{trap:?} {entry}: {command:?} changes what lies outside"));
            break;
        }
    }
    // These traps need not be reported: an administrator can read a locked file, and a sparse file is a normal file.
    let is_told = !matches!(trap, Trap::Sparse | Trap::Locked | Trap::OtherKind);
    if is_told && !named && stands(&place.memory().join(entry)) {
        wrong.push(format!("{trap:?} {entry}: nothing names it"));
    }
    let grown = place.room().saturating_sub(room);
    if grown > 64 << 20 {
        wrong.push(format!("{trap:?} {entry}: {grown} more bytes are taken up"));
    }
    wrong
}

/// Returns whether a link, a pipe or a device is still at the path: the desk itself moves an unusable index aside.
fn stands(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|metadata| {
        let kind = metadata.file_type();
        kind.is_symlink() || kind.is_fifo() || kind.is_char_device()
    })
}

#[test]
fn the_window_neither_leaves_the_memory_nor_hangs_whatever_stands_in_it() {
    let lived_in = lived_in();
    let entries = entries(&lived_in.project.path().join("memory"));
    let mut wrong = Vec::new();
    for (entry, trap) in entries
        .iter()
        .flat_map(|entry| [Trap::LinkOut, Trap::Pipe].map(|trap| (entry, trap)))
    {
        let place = Place::like(lived_in.project.path(), lived_in.data.path());
        place.lay(trap, entry);
        let before = place.outside();
        let folder = place.at("project");
        let ended = in_time(move || {
            let page = Page::new();
            let _ = page.try_ask("desk:project:open", json!({ "path": folder }));
            for (command, arguments) in every_command(&page) {
                // These two commands would leave the project that has the trap.
                if !matches!(command, "desk:project:sample" | "desk:project:open") {
                    let _ = page.try_ask(command, arguments);
                }
            }
        });
        if ended.is_none() {
            wrong.push(format!("{trap:?} {entry}: the window hangs"));
        }
        if place.outside() != before {
            wrong.push(format!("{trap:?} {entry}: what lies outside is changed"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
