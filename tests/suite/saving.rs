//! A manuscript is saved while the disk fails at each call in turn. No word is lost, no file is torn, and the next save
//! succeeds without help.

use std::fs;
use std::io;
use std::sync::Arc;

use contract::{ErrorCode, Hunk, Keystrokes, SaveRequest};
use support::TestProject;
use vault::FailingDisk;

const PATH: &str = "第一卷/稿.md";
const OLD: &str = "雨停了。The rain stopped.\r\n";
const NEW: &str = "又雨停了。The rain stopped.\n";

/// The errors of the disk, each with the error code of the desk.
const FAULTS: [(io::ErrorKind, ErrorCode); 3] = [
    (io::ErrorKind::Other, ErrorCode::Io),
    (io::ErrorKind::StorageFull, ErrorCode::DiskFull),
    (io::ErrorKind::ReadOnlyFilesystem, ErrorCode::WriteDenied),
];

/// A project with a manuscript.
fn scene() -> TestProject {
    let scene = TestProject::new();
    fs::create_dir(scene.path().join("第一卷")).expect("a folder");
    fs::write(scene.path().join(PATH), OLD).expect("a manuscript");
    scene
}

/// Opens the manuscript as an editor does, types a character into it, and returns the request to save it.
fn typed(test: &TestProject) -> SaveRequest {
    let document = test.project.manuscripts().read(PATH).expect("a manuscript");
    test.project
        .manuscripts()
        .recover_unsaved(PATH)
        .expect("nothing unsaved");
    let length = u32::try_from(document.text.encode_utf16().count()).expect("a short text");
    let batch = Keystrokes {
        path: PATH.into(),
        base: document.hash.clone(),
        since: 0,
        seq: 1,
        length,
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
    SaveRequest {
        path: PATH.into(),
        text: NEW.into(),
        base_hash: document.hash,
        pasted: Vec::new(),
        seq: Some(1),
        as_utf8: false,
    }
}

/// Saves while one call of the disk fails. Returns whether the save reached that call.
fn saved_with(scene: &TestProject, call: usize, kind: io::ErrorKind, code: ErrorCode, stops: bool) -> bool {
    let what = format!("call {call}, {kind}, stops {stops}");
    let disk = FailingDisk::working().half_written().unsynced().with(kind);
    let disk = Arc::new(if stops { disk.from_then_on() } else { disk });
    let test = scene.copied_with(|ports| ports.disk = Arc::clone(&disk) as _);
    let request = typed(&test);
    let after = OLD.replace("雨", "又雨");
    disk.fail_in(call);
    let outcome = test.project.save(&request);
    let failed = disk.has_failed();
    disk.fail_in(usize::MAX);

    let file = fs::read_to_string(test.path().join(PATH)).expect("the file is there");
    match &outcome {
        Ok(_) => assert_eq!(file, after, "{what}"),
        Err(error) => {
            assert!(failed, "{what}: {error}");
            assert_eq!(error.code(), code, "{what}: {error}");
            assert!(file == OLD || file == after, "{what}: {file:?}");
        }
    }
    // The text that the window recovers after a crash at this moment.
    let next = scene_after(&test);
    let recovered = next
        .project
        .manuscripts()
        .recover_unsaved(PATH)
        .expect("what was typed");
    let text = recovered.map_or_else(
        || next.project.manuscripts().read(PATH).expect("the file").text,
        |found| found.text,
    );
    assert_eq!(text, NEW, "{what}: after a crash");
    // The editor saves again by itself once the disk works.
    if outcome.is_err() {
        let again = test.project.save(&request);
        assert!(again.is_ok(), "{what}: {:?}", again.err());
        let file = fs::read_to_string(test.path().join(PATH)).expect("the file is there");
        assert_eq!(file, after, "{what}: saved again");
    }
    failed
}

/// Returns the project as the next start finds it, with a working disk.
fn scene_after(test: &TestProject) -> TestProject {
    test.copied_with(|_| ())
}

#[test]
fn a_save_fails_at_any_call_of_the_disk_and_loses_no_word() {
    let scene = scene();
    let mut calls = 0;
    for call in 1.. {
        let mut reached = false;
        for (kind, code) in FAULTS {
            for stops in [false, true] {
                reached |= saved_with(&scene, call, kind, code, stops);
            }
        }
        if !reached {
            break;
        }
        calls = call;
    }
    assert!(
        calls > 6,
        "the crash journal and the file take steps of their own: {calls}"
    );
}
