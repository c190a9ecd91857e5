//! The desk's own files are readable by the writer only, and a new desk clears the leftovers of a killed one.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::Arc;

use contract::{Hunk, Keystrokes, SaveRequest};
use desk::{Installation, Ports, Project};
use support::choices;

/// Opens a project and does the acts that leave files behind: learning, keeping a version, typing.
fn worked_in(folder: &Path, data: &Path) -> Arc<Project> {
    let manuscript = folder.join("稿.md");
    fs::write(&manuscript, "雨停了。\n").expect("a manuscript");
    fs::set_permissions(&manuscript, fs::Permissions::from_mode(0o664)).expect("a manuscript for two");
    let installation = Installation::at(data);
    let project = installation
        .open(folder, Ports::real(Arc::new(|_| ())))
        .expect("a project");
    let lines = choices("zh", 45, 50);
    let lines = lines.iter().map(|line| line.to_string().into_bytes());
    let project = Arc::new(project);
    project.learning().import(lines, |_| ()).expect("an import");
    project
        .learning()
        .distil(contract::DistillTrigger::Manual)
        .expect("a distillation");
    let read = project.manuscripts().read("稿.md").expect("a manuscript");
    let saved = project
        .save(&SaveRequest {
            path: "稿.md".into(),
            text: "雨停了。风起。\n".into(),
            base_hash: read.hash,
            pasted: Vec::new(),
            seq: None,
            as_utf8: false,
        })
        .expect("a save");
    project
        .manuscripts()
        .journal_keystrokes(&Keystrokes {
            path: "稿.md".into(),
            base: saved.hash,
            since: 0,
            seq: 1,
            length: 8,
            changes: vec![Hunk {
                from: 0,
                to: 0,
                insert: "又".into(),
            }],
        })
        .expect("a crash journal");
    project
}

#[test]
fn nobody_else_on_the_machine_reads_what_the_desk_keeps() {
    let home = tempfile::tempdir().expect("a folder");
    let (folder, data) = (home.path().join("novel"), home.path().join("share/commonplace"));
    fs::create_dir(&folder).expect("a folder");
    fs::create_dir(home.path().join("share")).expect("a folder");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).expect("a folder for all to see");
    let _project = worked_in(&folder, &data);

    let mode = |path: &Path| fs::symlink_metadata(path).expect("an entry").permissions().mode() & 0o777;
    let mut seen = 0;
    for kept in [folder.join("memory"), data] {
        for entry in walkdir::WalkDir::new(kept) {
            let entry = entry.expect("an entry");
            let (path, mode) = (entry.path(), mode(entry.path()));
            let expected = if entry.file_type().is_dir() { 0o700 } else { 0o600 };
            assert_eq!(mode, expected, "{} has {mode:o}", path.display());
            seen += 1;
        }
    }
    assert!(seen > 15, "{seen} files and folders were looked at");
    assert_eq!(mode(&folder), 0o755, "her folder stays as it was");
    assert_eq!(
        mode(&folder.join("稿.md")),
        0o664,
        "her manuscript stays as it was"
    );
}

#[test]
fn a_folder_that_an_earlier_version_left_open_is_closed_at_the_next_start() {
    let home = tempfile::tempdir().expect("a folder");
    let (folder, data) = (home.path().join("novel"), home.path().join("data"));
    fs::create_dir(&folder).expect("a folder");
    fs::create_dir(&data).expect("a folder");
    fs::set_permissions(&data, fs::Permissions::from_mode(0o755)).expect("a folder as it was made before");
    let _project = worked_in(&folder, &data);
    let mode = fs::metadata(&data).expect("a folder").permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
}

#[test]
fn what_a_killed_desk_left_beside_the_manuscripts_is_cleared() {
    let home = tempfile::tempdir().expect("a folder");
    let (folder, data) = (home.path().join("novel"), home.path().join("data"));
    fs::create_dir_all(folder.join("第一卷")).expect("a folder");
    let project = worked_in(&folder, &data);
    let left = [
        folder.join(".3fA9xQ.commonplace-tmp"),
        folder.join("第一卷/.b7.commonplace-tmp"),
        folder.join("memory/.c1.commonplace-tmp"),
        data.join(".d2.commonplace-tmp"),
    ];
    for path in &left {
        fs::write(path, "雨停了。风起。\n").expect("a whole manuscript");
    }
    let before = support::files(&folder).len();
    project.clear_leftovers();
    for path in left {
        assert!(!path.exists(), "{}", path.display());
    }
    assert_eq!(support::files(&folder).len(), before - 3, "nothing else goes");
}
