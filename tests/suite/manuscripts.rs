//! Manuscripts belong to the writer: the desk changes only the bytes that she edited, and loses no text.

mod habits;
mod paths;
#[cfg(target_os = "linux")]
mod read_only;
mod refused;
mod revisions;
mod scenes;

use std::fs;
use std::path::Path;

use contract::{ErrorCode, Fault, SaveRequest, Saved};
use support::TestProject;

const RULE: &str = "action.sentence_length.less";

fn with_file(name: &str, bytes: &[u8]) -> TestProject {
    let test = TestProject::new();
    let path = test.path().join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
    fs::write(path, bytes).expect("a manuscript");
    test
}

fn bytes(test: &TestProject, name: &str) -> Vec<u8> {
    fs::read(test.path().join(name)).expect("the manuscript")
}

fn set_read_only(path: &Path, read_only: bool) {
    let mut permissions = fs::metadata(path).expect("a file").permissions();
    permissions.set_readonly(read_only);
    fs::set_permissions(path, permissions).expect("permissions");
}

/// Reads a manuscript, applies the writer's edit and saves it.
fn edit(test: &TestProject, name: &str, write: impl Fn(&str) -> String) -> Result<Saved, Fault> {
    let document = test
        .project
        .manuscripts()
        .read(name)
        .map_err(|error| error.fault())?;
    let request = SaveRequest {
        path: name.into(),
        text: write(&document.text),
        base_hash: document.hash,
        pasted: Vec::new(),
        seq: None,
        as_utf8: false,
    };
    test.project.save(&request).map_err(|error| error.fault())
}

/// Checks that a failure has the code, and that its message contains `about`.
fn is(fault: &Fault, code: ErrorCode, about: &str) {
    assert_eq!(fault.code, code, "{fault:?}");
    assert!(
        fault.message.contains(about),
        "{} does not name {about}",
        fault.message
    );
    assert!(
        fault.message.contains("; "),
        "{} does not say what to do",
        fault.message
    );
}

const BOOK: &str = "# 一 One\n\nThe rain had stopped, and she stood at the door and did not say anything at all.\n\n\
                    他把伞放在门边，然后非常慢地坐了下来。\n";
