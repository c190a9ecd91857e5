//! The file list: its contents, and the writer's changes to files and folders in it. No change leaves the project,
//! overwrites another file or deletes a file for good.

use std::fs;
use std::path::Path;

use contract::{ErrorCode, SaveRequest};
use support::TestProject;

fn project(files: &[&str]) -> TestProject {
    let test = TestProject::new();
    for file in files {
        put(&test, file, &format!("{file}\n"));
    }
    test
}

fn put(test: &TestProject, file: &str, text: &str) {
    let path = test.path().join(file);
    fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
    fs::write(path, text).expect("a file");
}

fn text(test: &TestProject, file: &str) -> String {
    fs::read_to_string(test.path().join(file)).expect(file)
}

fn listed(test: &TestProject) -> Vec<String> {
    let files = test.project.manuscripts().files().expect("a list");
    files.into_iter().map(|file| file.path).collect()
}

fn refused<T: std::fmt::Debug>(outcome: desk::Result<T>) -> ErrorCode {
    let fault = outcome.expect_err("a refusal").fault();
    assert!(!fault.message.is_empty());
    fault.code
}

#[test]
fn files_and_folders_are_made_moved_thrown_away_and_brought_back_in_both_languages() {
    for (folder, other, first, second) in [
        ("Part One", "Part Two", "01 Low tide.md", "1 Low tide.md"),
        ("第一卷", "第二卷", "第一章 渡口.md", "第一章 渡船.md"),
    ] {
        let test = project(&[]);
        let project = &test.project;
        for path in [folder, other] {
            assert_eq!(project.manuscripts().create(path, true).expect("a folder"), path);
        }
        let path = format!("{folder}/{first}");
        assert_eq!(project.manuscripts().create(&path, false).expect("a file"), path);
        assert_eq!(project.manuscripts().folders().expect("folders"), [folder, other]);
        put(&test, &path, "Words. 字。\n");

        let renamed = format!("{folder}/{second}");
        project.manuscripts().rename(&path, &renamed).expect("renamed");
        let moved = format!("{other}/{second}");
        project.manuscripts().rename(&renamed, &moved).expect("moved");
        assert_eq!(listed(&test), std::slice::from_ref(&moved));

        project.manuscripts().remove(&moved).expect("thrown away");
        assert_eq!(listed(&test), [""; 0]);
        project.manuscripts().bring_back(&moved).expect("brought back");
        assert_eq!(text(&test, &moved), "Words. 字。\n");

        // A folder moves with all its contents.
        let inside = format!("{folder}/{other}");
        project.manuscripts().rename(other, &inside).expect("moved");
        project.manuscripts().remove(folder).expect("thrown away");
        assert_eq!(
            (listed(&test), project.manuscripts().folders().expect("folders")),
            (vec![], vec![])
        );
        project.manuscripts().bring_back(folder).expect("brought back");
        assert_eq!(listed(&test), [format!("{inside}/{second}")]);
    }
}

#[test]
fn nothing_goes_over_what_is_there_whatever_its_case_and_unicode_form() {
    let test = project(&["a.md", "caf\u{e9}.md", "Part/b.md", "第一章.md"]);
    let project = &test.project;
    for taken in [
        "a.md",
        "A.md",
        "a.MD",
        "cafe\u{301}.md",
        "CAF\u{c9}.md",
        "Part",
        "part",
        "第一章.md",
    ] {
        let is_folder = !taken.ends_with("md") && !taken.ends_with("MD");
        assert_eq!(
            refused(project.manuscripts().create(taken, is_folder)),
            ErrorCode::NameTaken,
            "{taken}"
        );
        if !is_folder && taken != "第一章.md" {
            assert_eq!(
                refused(project.manuscripts().rename("第一章.md", taken)),
                ErrorCode::NameTaken,
                "{taken}"
            );
        }
    }
    for file in ["a.md", "caf\u{e9}.md", "Part/b.md", "第一章.md"] {
        assert_eq!(text(&test, file), format!("{file}\n"));
    }
    // A file may be renamed to its own name in another case.
    project.manuscripts().rename("a.md", "A.md").expect("renamed");
    project
        .manuscripts()
        .rename("caf\u{e9}.md", "cafe\u{301}.md")
        .expect("renamed");
    project.manuscripts().rename("Part", "PART").expect("renamed");
    assert_eq!(
        listed(&test),
        ["A.md", "cafe\u{301}.md", "PART/b.md", "第一章.md"]
    );

    project.manuscripts().remove("A.md").expect("thrown away");
    put(&test, "a.md", "another");
    put(&test, "A.md", "another");
    assert_eq!(
        refused(project.manuscripts().bring_back("A.md")),
        ErrorCode::NameTaken
    );
    assert_eq!(text(&test, "A.md"), "another");
}

#[test]
fn no_way_leads_out_of_the_project_or_into_memory() {
    let test = project(&["a.md", "Part/b.md"]);
    let outside = tempfile::tempdir().expect("a folder");
    fs::write(outside.path().join("secret.md"), "outside").expect("a file");
    let memory = test.path().join("memory/MEMORY.md");
    fs::write(&memory, "# Memory\n").expect("a memory file");
    #[cfg(unix)]
    for (target, link) in [(outside.path(), "out"), (Path::new("memory"), "within")] {
        std::os::unix::fs::symlink(target, test.path().join(link)).expect("a link");
    }
    let absolute = outside.path().join("x.md").display().to_string();
    for path in [
        "../x.md",
        "Part/../../x.md",
        "..",
        &absolute,
        "C:\\x.md",
        "\\\\host\\x.md",
        "out/x.md",
        "memory/x.md",
        "memory/new/x.md",
        "within/x.md",
        ".git/x.md",
        ".hidden.md",
        "Part/target/x.md",
        "a.md/x.md",
        "nowhere/x.md",
        "",
        ".",
        "x",
        "x.docx",
        "x.md ",
        "CON.md",
        "a:b.md",
        "a\0.md",
    ] {
        let project = &test.project;
        let codes = [
            refused(project.manuscripts().create(path, false)),
            refused(project.manuscripts().rename("a.md", path)),
        ];
        assert!(!codes.contains(&ErrorCode::NameTaken), "{path}: {codes:?}");
        if !path.ends_with(".md") || path.contains("memory") || path.contains("out") || path.starts_with("..")
        {
            refused(project.manuscripts().rename(path, "moved.md"));
            refused(project.manuscripts().remove(path));
            refused(project.manuscripts().bring_back(path));
        }
    }
    for folder in ["memory", "out/new", "../new", "memory/new", ".hidden", "target"] {
        refused(test.project.manuscripts().create(folder, true));
    }
    for held in ["memory", "memory/MEMORY.md", "within/MEMORY.md", "memory/journal"] {
        refused(test.project.manuscripts().remove(held));
        refused(test.project.manuscripts().rename(held, "moved.md"));
    }
    refused(test.project.manuscripts().rename("Part", "Part/inside"));
    assert_eq!(listed(&test), ["a.md", "Part/b.md"]);
    assert_eq!(fs::read_dir(outside.path()).expect("a folder").count(), 1);
    assert_eq!(fs::read_to_string(memory).expect("a memory file"), "# Memory\n");
}

#[test]
fn an_open_manuscript_goes_along_with_its_file_and_its_folder() {
    let test = project(&["Part/甲.md"]);
    let project = &test.project;
    let document = project.manuscripts().read("Part/甲.md").expect("a manuscript");
    project.manuscripts().create("Second", true).expect("a folder");
    project
        .manuscripts()
        .rename("Part/甲.md", "Part/乙.md")
        .expect("renamed");
    project
        .manuscripts()
        .rename("Part", "Second/Part")
        .expect("moved");
    let saved = project.save(&SaveRequest {
        path: "Second/Part/乙.md".into(),
        text: "Edited. 改。\n".into(),
        base_hash: document.hash,
        pasted: Vec::new(),
        seq: None,
        as_utf8: false,
    });
    saved.expect("saved where it is now");
    assert_eq!(listed(&test), ["Second/Part/乙.md"]);
    assert_eq!(text(&test, "Second/Part/乙.md"), "Edited. 改。\n");
    // The move kept the record of the file as it was opened, so there is no revision to settle.
    assert_eq!(
        project
            .learning()
            .settle("Second/Part/乙.md", &[], &[])
            .expect("settled"),
        0
    );
}

#[test]
fn copies_in_conflict_stand_in_the_list_as_copies_of_what_is_there() {
    let test = project(&[
        "渡口.md",
        "渡口 (冲突副本 2026-11-20).md",
        "a.md",
        "a.sync-conflict-20261120-101112-7QWERTY.md",
        "b (conflicted copy 2026-11-20).md",
    ]);
    let files = test.project.manuscripts().files().expect("a list");
    let copies: Vec<_> = files
        .iter()
        .filter_map(|file| Some((file.path.as_str(), file.copy_of.as_deref()?)))
        .collect();
    assert_eq!(
        copies,
        [
            ("a.sync-conflict-20261120-101112-7QWERTY.md", "a.md"),
            ("渡口 (冲突副本 2026-11-20).md", "渡口.md"),
        ]
    );
}

#[test]
fn front_matter_is_no_part_of_a_length() {
    let test = project(&["a.md", "b.txt", "渡口.markdown"]);
    put(&test, "a.md", "---\r\nstatus: draft\r\n---\r\nOne two.\r\n");
    put(
        &test,
        "渡口.markdown",
        "---\n状态：草稿\n梗概：阿文等船。\n---\n\n雨停了。",
    );
    // Plain text has no front matter.
    put(&test, "b.txt", "---\nstatus: draft\n---\nOne two.");
    let files = test.project.manuscripts().files().expect("a list");
    let counted: Vec<_> = files
        .iter()
        .map(|file| (file.path.as_str(), file.length.map(|length| length.words)))
        .collect();
    assert_eq!(
        counted,
        [("a.md", Some(2)), ("b.txt", Some(4)), ("渡口.markdown", Some(3))]
    );
}

#[test]
fn a_changed_file_is_counted_anew_and_its_neighbours_are_not_read() {
    let test = project(&["a.md", "b.md"]);
    let count = |path: &str| {
        let files = test.project.manuscripts().files().expect("a list");
        files
            .into_iter()
            .find(|file| file.path == path)
            .and_then(|file| file.length.map(|length| length.words))
    };
    assert_eq!((count("a.md"), count("b.md")), (Some(1), Some(1)));
    // The count comes from the cache, even for a file that can no longer be read.
    #[cfg(unix)]
    {
        let metadata = fs::metadata(test.path().join("b.md")).expect("a file");
        let modified = metadata.modified().expect("a time");
        fs::write(test.path().join("b.md"), "x y z").expect("as many bytes");
        let file = fs::File::options()
            .write(true)
            .open(test.path().join("b.md"))
            .expect("a file");
        file.set_modified(modified).expect("a time");
        assert_eq!(count("b.md"), Some(1), "it looks the same from outside");
    }
    put(&test, "a.md", "雨停了。");
    assert_eq!(count("a.md"), Some(3));
    assert_eq!(count("b.md"), Some(1));
}
