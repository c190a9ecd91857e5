//! Manuscripts exported as books, and documents imported as manuscripts, through the command line and in both
//! languages.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io::{Cursor, Read as _};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use contract::{ChapterNumbers, ExportFormat, ExportRequest, ImportOptions};
use desk::{Installation, Ports};
use serde_json::{Value, json};
use support::TestProject;
use vault::FailingDisk;

/// A project with a book in both languages, and a folder beside it for the output.
struct Shelf {
    folder: tempfile::TempDir,
}

impl Shelf {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (path, text) in [
            (
                "Novel/Part One/01 Low tide.md",
                "---\nauthor: Wen Li\n---\n# Low tide\n\nThe rain had stopped.[^1]\n\n<!-- scene: action -->\n\nShe *sat*.\n\n[^1]: It had not.\n",
            ),
            ("Novel/Part One/02 The ferry.md", "# The ferry\n\nNobody spoke.\n"),
            (
                "Novel/第一卷/01 渡口.md",
                "# 渡口\n\n雨停了，**“好。”**她说。\n\n![图](../no.png)\n",
            ),
            ("Novel/Notes/Cast.md", "# Cast\n\nNot in the book.\n"),
        ] {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a manuscript");
        }
        let shelf = Self { folder };
        shelf.json(&["project", "init"]);
        shelf
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    fn run(&self, arguments: &[&str]) -> (ExitCode, Value) {
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        let mut line: Vec<OsString> = vec![
            "commonplace".into(),
            "--project".into(),
            self.path("Novel").into(),
            "--json".into(),
        ];
        line.extend(arguments.iter().map(OsString::from));
        let installation = Installation::at(self.folder.path().join("data"));
        let code = cli::run(&installation, line, &b""[..], &mut output, &mut errors);
        (code, serde_json::from_slice(&output).expect("one JSON document"))
    }

    fn json(&self, arguments: &[&str]) -> Value {
        let (code, json) = self.run(arguments);
        assert_eq!(code, ExitCode::SUCCESS, "{arguments:?}: {json}");
        json
    }

    fn fault(&self, arguments: &[&str]) -> Value {
        let (code, json) = self.run(arguments);
        assert_ne!(code, ExitCode::SUCCESS, "{arguments:?}: {json}");
        json["code"].clone()
    }

    /// Returns each file below a folder with its bytes.
    fn files(&self, below: &str) -> BTreeMap<String, Vec<u8>> {
        let root = self.folder.path().join(below);
        let mut files = BTreeMap::new();
        let mut folders = vec![root.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let name = path.strip_prefix(&root).expect("below").display().to_string();
                    files.insert(name, fs::read(path).expect("a file"));
                }
            }
        }
        files
    }

    /// Returns the manuscripts, which no command here may change.
    fn manuscripts(&self) -> BTreeMap<String, Vec<u8>> {
        let mut files = self.files("Novel");
        files.retain(|name, _| !name.starts_with("memory"));
        files
    }
}

#[test]
fn a_book_is_exported_in_reading_order_to_every_format_and_the_manuscripts_stay_as_they_are() {
    let shelf = Shelf::new();
    let before = shelf.manuscripts();
    for (name, begins) in [
        ("book.md", &b"---\ntitle: \"Salt\"\n"[..]),
        ("book.html", b"<!DOCTYPE html>"),
        ("book.docx", b"PK\x03\x04"),
        ("book.epub", b"PK\x03\x04"),
        ("book.pdf", b"%PDF-"),
    ] {
        let to = shelf.path(name);
        let json = shelf.json(&["export", "--to", &to, "--title", "Salt"]);
        let bytes = fs::read(&to).expect("the file");
        assert!(bytes.starts_with(begins), "{name}");
        assert_eq!(
            json,
            json!({
                "path": to,
                "bytes": bytes.len(),
                "files": ["Part One/01 Low tide.md", "Part One/02 The ferry.md", "第一卷/01 渡口.md"],
                "missing_pictures": ["no.png"],
            })
        );
    }
    let text = fs::read_to_string(shelf.path("book.md")).expect("the file");
    let order: Vec<_> = ["# Low tide", "# The ferry", "# 渡口"]
        .map(|title| text.find(title))
        .into();
    assert!(order.iter().all(Option::is_some) && order.is_sorted(), "{text}");
    for never in ["Not in the book", "scene", "author: Wen Li\n---\n# "] {
        assert!(!text.contains(never), "{never}");
    }
    assert_eq!(shelf.manuscripts(), before);
}

#[test]
fn a_folder_in_an_older_encoding_is_exported_to_every_format_a_line_a_paragraph() {
    let shelf = Shelf::new();
    let folder = shelf.folder.path().join("Novel/雪夜");
    fs::create_dir(&folder).expect("a folder");
    let mut names = Vec::new();
    for number in 1..=30 {
        let text = format!(
            "第{number}章 雪夜\r\n　　雪下得非常大，这是第{number}夜。\r\n　　“进来吧。”她说\r\n　　他把灯放在桌上，又回头看了看门外的雪，什么也没有说。\r\n"
        );
        let (bytes, ..) = encoding_rs::GB18030.encode(&text);
        let name = format!("雪夜/{number:02}.txt");
        fs::write(shelf.folder.path().join("Novel").join(&name), bytes).expect("a manuscript");
        names.push(name);
    }
    let before = shelf.manuscripts();
    for name in ["snow.md", "snow.html", "snow.docx", "snow.epub", "snow.pdf"] {
        let to = shelf.path(name);
        let mut line = vec!["export", "--to", &to];
        line.extend(names.iter().map(String::as_str));
        shelf.json(&line);
        let bytes = fs::read(&to).expect("the file");
        let text = match name {
            "snow.md" | "snow.html" => String::from_utf8(bytes).expect("UTF-8"),
            "snow.docx" => part(&bytes, "word/document.xml"),
            "snow.epub" => part(&bytes, "EPUB/chapter-030.xhtml"),
            _ => {
                assert!(bytes.len() > 20_000, "{name}");
                continue;
            }
        };
        assert!(text.contains("雪下得非常大，这是第30夜。"), "{name}");
        assert!(
            !text.contains("雪夜雪下得") && !text.contains("夜。“进来"),
            "{name}"
        );
    }
    let text = fs::read_to_string(shelf.path("snow.md")).expect("the file");
    assert!(
        text.contains("# 第7章 雪夜\n\n雪下得"),
        "the first line is the title of its chapter: {text}"
    );
    assert!(
        text.contains("雪下得非常大，这是第7夜。\n\n“进来吧。”她说\n\n他把灯"),
        "{text}"
    );
    assert_eq!(shelf.manuscripts(), before);
}

/// Returns the text of a part of a package.
fn part(package: &[u8], name: &str) -> String {
    let mut archive = zip::ZipArchive::new(Cursor::new(package)).expect("a package");
    let mut text = String::new();
    let mut part = archive.by_name(name).expect(name);
    part.read_to_string(&mut text).expect("UTF-8");
    text
}

#[test]
fn a_submission_is_made_of_the_book_and_its_form_is_kept_in_the_project() {
    let shelf = Shelf::new();
    let note = shelf.folder.path().join("Novel/第一卷/人物表.md");
    fs::write(&note, "---\n类型：笔记\n---\n李：船夫\n").expect("a note");
    fs::write(
        shelf.folder.path().join("Novel/workflow.toml"),
        "# mine\n[memory]\n",
    )
    .expect("the file");
    let before = shelf.manuscripts();
    let to = shelf.path("salt.docx");
    let form = [
        "--contact",
        "Wen Li",
        "--contact",
        "wen@example.org",
        "--paper",
        "letter",
        "--underline",
    ];
    let mut line = vec![
        "export",
        "--to",
        &to,
        "--title",
        "Salt",
        "--author",
        "Wen Li",
        "--parts",
        "--numbers",
        "words",
        "--submission",
    ];
    line.extend(form);
    let json = shelf.json(&line);
    assert_eq!(
        json["files"],
        json!([
            "Part One/01 Low tide.md",
            "Part One/02 The ferry.md",
            "第一卷/01 渡口.md"
        ]),
        "notes are left out, by their folder and by their front matter"
    );
    let body = part(&fs::read(&to).expect("the file"), "word/document.xml");
    for expected in [
        "Wen Li</w:t><w:tab/>",
        "Part One",
        "Chapter One: ",
        "Chapter Three: ",
        "w:w=\"12240\"",
        "END",
    ] {
        assert!(body.contains(expected), "{expected}");
    }
    let kept = fs::read_to_string(shelf.folder.path().join("Novel/workflow.toml")).expect("the file");
    assert_eq!(
        kept,
        "# mine\n[memory]\n\n[submission]\nauthor = \"Wen Li\"\ncontact = [\"Wen Li\", \"wen@example.org\"]\npaper = \"letter\"\nunderlined = true\n"
    );
    // The next one begins with it.
    shelf.json(&["export", "--to", &to, "--replace", "--submission"]);
    let body = part(&fs::read(&to).expect("the file"), "word/document.xml");
    assert!(
        body.contains("wen@example.org") && body.contains("by Wen Li") && body.contains("w:w=\"12240\""),
        "{body}"
    );
    assert_eq!(
        shelf.fault(&["export", "--to", &shelf.path("salt.pdf"), "--submission"]),
        "INVALID_ARGUMENT"
    );
    let mut after = shelf.manuscripts();
    after.remove("workflow.toml");
    let before = before.into_iter().filter(|(name, _)| name != "workflow.toml");
    assert_eq!(after, before.collect());
}

#[test]
fn what_stands_at_the_place_stays_unless_it_may_go() {
    let shelf = Shelf::new();
    let before = shelf.manuscripts();
    let to = shelf.path("book.html");
    fs::write(&to, "mine").expect("a file");
    assert_eq!(shelf.fault(&["export", "--to", &to]), "NAME_TAKEN");
    assert_eq!(fs::read(&to).expect("the file"), b"mine");
    shelf.json(&["export", "--to", &to, "--replace"]);
    assert_ne!(fs::read(&to).expect("the file"), b"mine");
    // An export never overwrites its own manuscript, whatever the options.
    let own = shelf.path("Novel/Part One/02 The ferry.md");
    let file = "Part One/02 The ferry.md";
    assert_eq!(
        shelf.fault(&["export", file, "--to", &own, "--replace"]),
        "INVALID_ARGUMENT"
    );
    let around = shelf.path("Novel/第一卷/../Part One/02 The ferry.md");
    assert_eq!(
        shelf.fault(&["export", file, "--to", &around, "--replace"]),
        "INVALID_ARGUMENT"
    );
    for (arguments, code) in [
        (&["export", "--to", "book.xyz"][..], "INVALID_ARGUMENT"),
        (
            &["export", "../secret.md", "--to", "/nowhere/book.md"],
            "OUTSIDE_PROJECT",
        ),
        (&["export", "gone.md", "--to", "/nowhere/book.md"], "NOT_FOUND"),
        (
            &["export", "memory/MEMORY.md", "--to", "/nowhere/book.md"],
            "INVALID_ARGUMENT",
        ),
        (&["export", "--to", "/nowhere/book.md"], "NOT_FOUND"),
    ] {
        assert_eq!(shelf.fault(arguments), code, "{arguments:?}");
    }
    assert_eq!(shelf.manuscripts(), before);
}

#[test]
fn a_folder_is_imported_with_its_tree_and_a_word_on_what_was_left_out() {
    let shelf = Shelf::new();
    shelf.json(&["export", "--to", &shelf.path("book.docx")]);
    let old = shelf.folder.path().join("old");
    fs::create_dir_all(old.join("草稿")).expect("a folder");
    let (gb, ..) =
        encoding_rs::GB18030.encode("第一章 渡口\r\n雨停了。\r\n第二章 灰烬\r\n她坐下，没有人说话。\r\n");
    for (name, bytes) in [
        ("草稿/稿.txt", gb.to_vec()),
        ("草稿/稿.md", "# 稿\n".into()),
        ("letter.txt", b"Dear\nMolly,\n\n*yours*\n".to_vec()),
        ("broken.docx", b"no document".to_vec()),
        ("song.mp3", b"ID3".to_vec()),
        ("memory/MEMORY.md", b"- remembered\n".to_vec()),
    ] {
        fs::create_dir_all(old.join(name).parent().expect("a folder")).expect("a folder");
        fs::write(old.join(name), bytes).expect("a file");
    }
    let before = shelf.files("old");
    let into = shelf.path("New 新");
    let json = shelf.json(&[
        "import",
        &shelf.path("old"),
        &shelf.path("book.docx"),
        "--into",
        &into,
    ]);
    assert_eq!(
        json,
        json!({
            "folder": into,
            "files": ["letter.md", "草稿/稿.md", "草稿/稿 2.md", "book.md"],
            "left_out": [
                { "path": "broken.docx", "reason": "damaged" },
                { "path": "memory/MEMORY.md", "reason": "memory" },
                { "path": "song.mp3", "reason": "kind" },
            ],
            "marked": true,
        })
    );
    let new = shelf.files("New 新");
    let text = |name: &str| String::from_utf8(new[name].clone()).expect("UTF-8");
    assert_eq!(text("letter.md"), "Dear\\\nMolly,\n\n\\*yours\\*\n");
    assert_eq!(
        text("草稿/稿 2.md"),
        "# 第一章 渡口\n\n雨停了。\n\n# 第二章 灰烬\n\n她坐下，没有人说话。\n"
    );
    assert!(
        text("book.md").contains("# 渡口\n\n雨停了，**“好。”**她说。"),
        "{}",
        text("book.md")
    );
    assert!(text("book.md").contains("stopped.[^1]"), "{}", text("book.md"));
    assert_eq!(shelf.files("old"), before);
    // A second import into the same folder is refused; each import needs a new folder.
    assert_eq!(
        shelf.fault(&["import", &shelf.path("old"), "--into", &into]),
        "NAME_TAKEN"
    );
    assert_eq!(
        shelf.fault(&["import", &shelf.path("old"), "--into", &shelf.path("old/new")]),
        "INVALID_ARGUMENT"
    );
    assert_eq!(
        shelf.fault(&["import", &shelf.path("gone.txt"), "--into", &shelf.path("x")]),
        "NOT_FOUND"
    );
    assert!(!Path::new(&shelf.path("x")).exists());

    let split = shelf.path("split");
    let json = shelf.json(&[
        "import",
        &shelf.path("old/草稿/稿.txt"),
        "--into",
        &split,
        "--split",
        "--own",
    ]);
    assert_eq!(json["marked"], false);
    assert!(
        !Path::new(&split).join("memory").exists(),
        "her own words need no mark"
    );
    assert_eq!(
        json["files"],
        json!(["稿/01 第一章 渡口.md", "稿/02 第二章 灰烬.md"])
    );
}

#[test]
fn an_import_goes_into_the_project_with_the_footnotes_of_each_chapter() {
    let shelf = Shelf::new();
    let text = "# 一\n\n雨。[^1]\n\n# 二\n\n雪。[^1] 风。[^b]\n\n[^1]: 注一\n[^b]: 注二\n";
    fs::write(shelf.folder.path().join("旧稿 Old.md"), text).expect("a document");
    for folder in ["旧稿 Old", "旧稿 Old 2"] {
        let json = shelf.json(&["import", &shelf.path("旧稿 Old.md"), "--split", "--own"]);
        assert_eq!(json["folder"], shelf.path(&format!("Novel/{folder}")));
        assert_eq!(json["files"], json!(["旧稿 Old/01 一.md", "旧稿 Old/02 二.md"]));
    }
    let new = shelf.files("Novel/旧稿 Old 2/旧稿 Old");
    let text = |name: &str| String::from_utf8(new[name].clone()).expect("UTF-8");
    assert_eq!(text("01 一.md"), "# 一\n\n雨。[^1]\n\n[^1]: 注一\n");
    assert_eq!(
        text("02 二.md"),
        "# 二\n\n雪。[^1] 风。[^b]\n\n[^1]: 注一\n[^b]: 注二\n"
    );
}

#[test]
fn manuscripts_that_are_too_large_together_are_refused_before_any_is_read() {
    let shelf = Shelf::new();
    for number in 0..17 {
        // Sparse files of the largest size that the desk opens, which take no space on the disk.
        let path = shelf.folder.path().join(format!("Novel/large {number:02}.md"));
        let file = fs::File::create(path).expect("a manuscript");
        file.set_len(16 * 1024 * 1024).expect("its size");
    }
    for name in ["large.docx", "large.md"] {
        let to = shelf.path(name);
        let (code, json) = shelf.run(&["export", "--to", &to]);
        assert_ne!(code, ExitCode::SUCCESS, "{json}");
        assert_eq!(json["code"], "EXPORT_TOO_LARGE");
        assert_eq!(json["details"]["path"], to.as_str());
        assert_eq!(json["details"]["limit"], "268435456");
        assert!(!Path::new(&to).exists());
    }
}

#[test]
fn an_import_in_which_nothing_can_be_read_fails_and_leaves_nothing() {
    let shelf = Shelf::new();
    for (name, bytes) in [
        ("坏 bad.docx", &b"no document"[..]),
        ("bad.txt", &[0; 64]),
        ("song.mp3", b"ID3"),
    ] {
        fs::write(shelf.folder.path().join(name), bytes).expect("a file");
    }
    fs::create_dir(shelf.folder.path().join("empty")).expect("a folder");
    let before = names(shelf.folder.path());
    let into = shelf.path("新 New");
    for (paths, first) in [
        (&["坏 bad.docx"][..], "坏 bad.docx"),
        (&["bad.txt", "song.mp3", "坏 bad.docx"], "bad.txt"),
        (&["empty"], "empty"),
    ] {
        let paths: Vec<String> = paths.iter().map(|path| shelf.path(path)).collect();
        let mut line = vec!["import", "--into", &into];
        line.extend(paths.iter().map(String::as_str));
        let (code, json) = shelf.run(&line);
        assert_ne!(code, ExitCode::SUCCESS, "{json}");
        assert_eq!(json["code"], "NOTHING_IMPORTED", "{json}");
        let path = json["details"]["path"].as_str().expect("a path");
        assert!(path.ends_with(first), "{json}");
        assert!(
            json["message"].as_str().expect("a message").contains(first),
            "{json}"
        );
        assert_eq!(names(shelf.folder.path()), before);
    }
    // One readable document is enough; the others are listed as failed.
    let json = shelf.json(&[
        "import",
        "--into",
        &into,
        &shelf.path("坏 bad.docx"),
        &shelf.path("Novel/第一卷/01 渡口.md"),
    ]);
    assert_eq!(json["files"], json!(["01 渡口.md"]));
    assert_eq!(
        json["left_out"],
        json!([{ "path": "坏 bad.docx", "reason": "damaged" }])
    );
}

#[test]
fn an_import_that_fails_at_any_step_leaves_nothing_and_the_next_one_works() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in [
        ("old/信 letter.txt", "Dear Molly\n"),
        ("old/卷/渡口.md", "# 渡口\n\n雨停了。\n\n# 灰烬\n\n她坐下。\n"),
    ] {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    let disk = Arc::new(FailingDisk::working());
    let on = |disk: Arc<FailingDisk>| Ports {
        disk,
        ..Ports::real(Arc::new(|_| ()))
    };
    let (old, new) = (folder.path().join("old"), folder.path().join("New 新"));
    let options = ImportOptions {
        split_chapters: true,
        own_words: true,
        ..ImportOptions::default()
    };
    let installation = Installation::at(folder.path().join("installation"));
    let import = |disk: &Arc<FailingDisk>| {
        installation.import(std::slice::from_ref(&old), &new, options, &on(disk.clone()), None)
    };
    let mut failed = 0;
    while {
        disk.fail_in(failed + 1);
        import(&disk).is_err()
    } {
        failed += 1;
        assert_eq!(names(folder.path()), ["old"], "after {failed} calls");
    }
    assert!(
        failed > 12,
        "three files and their folders take steps of their own: {failed}"
    );
    let whole = names(&new);
    assert_eq!(whole, ["信 letter.md", "卷"]);
    fs::remove_dir_all(&new).expect("the new folder");

    // If the machine stops, nothing is deleted, no partial import is visible, and the next import succeeds.
    for call in 1..=failed {
        let stopped = Arc::new(FailingDisk::at(call).from_then_on());
        import(&stopped).expect_err("a disk that stopped");
        assert!(!new.exists() || names(&new) == whole, "after {call} calls");
        if !new.exists() {
            import(&Arc::new(FailingDisk::working())).expect("a disk that works");
            assert_eq!(names(&new), whole);
        }
        fs::remove_dir_all(&new).expect("the new folder");
    }
}

/// Returns the sorted names in a folder, including hidden ones.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    names
}

#[test]
fn a_disk_that_fails_leaves_the_old_file_or_the_new_one_whole() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let to = folder.path().join("book.epub");
    let request = ExportRequest {
        paths: vec!["渡口.md".into()],
        format: ExportFormat::Epub,
        title: None,
        author: None,
        lines: None,
        parts: false,
        numbers: ChapterNumbers::None,
        submission: None,
    };
    let disk = Arc::new(FailingDisk::working());
    let bed = TestProject::adjusted(|ports| ports.disk = disk.clone());
    fs::write(bed.path().join("渡口.md"), "# 渡口\n\n雨停了。\n").expect("a manuscript");
    let mut failed = 0;
    loop {
        fs::write(&to, "old").expect("a file");
        disk.fail_in(failed + 1);
        let outcome = bed.project.manuscripts().export(&request, &to, true);
        let bytes = fs::read(&to).expect("a file");
        if outcome.is_ok() {
            assert!(bytes.starts_with(b"PK"));
            break;
        }
        failed += 1;
        assert!(
            bytes == b"old" || bytes.starts_with(b"PK"),
            "after {failed} calls"
        );
        assert_eq!(
            fs::read_dir(folder.path()).expect("the folder").count(),
            1,
            "after {failed} calls"
        );
    }
    assert!(failed >= 3, "{failed}");
}
