//! The power fails while the writer types in a manuscript and saves it, on a disk that keeps all synced data. In each
//! possible outcome no file is torn. Each acknowledged word is in the file or is recovered.
#![cfg(unix)]

mod cut;

use std::fs;
use std::path::Path;
use std::sync::Arc;

use contract::{Hunk, Keystrokes, SaveRequest};
use support::TestProject;

use cut::{RecordingDisk, Tree};

const PATH: &str = "第一卷/稿.md";
const OTHER: &str = "Other.md";
/// The text of the file before the save, and the text after it.
const OLD: &str = "雨停了。The rain stopped.\r\n";
const NEW: &str = "又雨停了。The rain stopped.\r\n";
const OLD_TEXT: &str = "雨停了。The rain stopped.\n";
const NEW_TEXT: &str = "又雨停了。The rain stopped.\n";

#[test]
fn whatever_a_power_cut_leaves_of_a_save_is_the_old_text_or_the_new_and_what_was_typed_comes_back() {
    let scene = TestProject::new();
    fs::create_dir(scene.path().join("第一卷")).expect("a folder");
    for path in [PATH, OTHER] {
        fs::write(scene.path().join(path), OLD).expect("a manuscript");
    }
    let disk = Arc::new(RecordingDisk::new());
    let test = scene.copied_with(|ports| ports.disk = Arc::clone(&disk) as _);
    // This creates the folder of the crash journals first: the installation makes the folder on the real disk, which
    // records nothing.
    let other = test
        .project
        .manuscripts()
        .read(OTHER)
        .expect("another manuscript");
    types(&test, OTHER, &other.hash);
    let document = test.project.manuscripts().read(PATH).expect("a manuscript");
    test.project
        .manuscripts()
        .recover_unsaved(PATH)
        .expect("nothing unsaved");
    disk.begin([test.path().to_owned(), test.installation().folder().to_owned()]);

    types(&test, PATH, &document.hash);
    let typed = disk.moment();
    let request = SaveRequest {
        path: PATH.into(),
        text: NEW_TEXT.into(),
        base_hash: document.hash,
        pasted: Vec::new(),
        seq: Some(1),
        as_utf8: false,
    };
    let saved = test.project.save(&request).expect("a save");
    let acknowledged = disk.moment();
    // The writer leaves the file, and then its crash journal is deleted.
    test.project
        .learning()
        .settle(PATH, &[], &[])
        .expect("a file that is left");
    let left = disk.moment();
    assert_eq!(fs::read_to_string(test.path().join(PATH)).expect("a file"), NEW);

    let outcomes = disk.outcomes();
    let (mut old, mut new, mut came_back) = (0, 0, 0);
    for (moment, kept, trees) in outcomes {
        let what = format!("before step {moment} of {left}, {kept:?}");
        let next = started_with(&trees);
        let file = fs::read_to_string(next.path().join(PATH)).expect(&what);
        assert!(file == OLD || file == NEW, "{what}: {file:?}");
        if moment >= acknowledged {
            assert_eq!(file, NEW, "{what}: the save was acknowledged");
        }
        let recovered = next.project.manuscripts().recover_unsaved(PATH).expect(&what);
        came_back += usize::from(recovered.is_some());
        let text = recovered.map_or_else(
            || next.project.manuscripts().read(PATH).expect(&what).text,
            |found| found.text,
        );
        assert!(text == OLD_TEXT || text == NEW_TEXT, "{what}: {text:?}");
        if moment >= typed {
            assert_eq!(text, NEW_TEXT, "{what}: the key was acknowledged");
        }
        if file == OLD {
            old += 1
        } else {
            new += 1
        }

        let base_hash = next.project.manuscripts().read(PATH).expect(&what).hash;
        let again = SaveRequest {
            base_hash,
            seq: None,
            ..request.clone()
        };
        let hash = next.project.save(&again).expect(&what).hash;
        assert_eq!(hash, saved.hash, "{what}: saved at the next start");
    }
    assert!(
        old > 0 && new > 0 && came_back > 0,
        "{old} old, {new} new, {came_back} came back"
    );
    println!("{old} times the old text, {new} times the new, {came_back} times typed words came back");
}

/// Types a character before the old text.
fn types(test: &TestProject, path: &str, hash: &str) {
    let batch = Keystrokes {
        path: path.into(),
        base: hash.into(),
        since: 0,
        seq: 1,
        length: u32::try_from(OLD_TEXT.encode_utf16().count()).expect("a short text"),
        changes: vec![Hunk {
            from: 0,
            to: 0,
            insert: "又".into(),
        }],
    };
    test.project
        .manuscripts()
        .journal_keystrokes(&batch)
        .expect("a crash journal");
}

/// Returns the project as the next start finds it, from the remains of its folder and of the installation's folder.
fn started_with(trees: &[Tree; 2]) -> TestProject {
    let empty = TestProject::new();
    let installation = empty.installation().folder().to_owned();
    empty.restarted(|project| {
        lay(project, &trees[0]);
        lay(&installation, &trees[1]);
    })
}

fn lay(folder: &Path, tree: &Tree) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            fs::remove_dir_all(path).expect("an old folder");
        } else {
            fs::remove_file(path).expect("an old file");
        }
    }
    for (path, bytes) in tree {
        let path = folder.join(path);
        match bytes {
            Some(bytes) => fs::write(path, bytes).expect("a file"),
            None => fs::create_dir(path).expect("a folder"),
        }
    }
}
