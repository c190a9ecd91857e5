//! Versions of manuscripts: kept at the right moments, in two places, complete, and thinned out with age.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use chrono::TimeDelta;
use contract::{ErrorCode, SaveRequest, VersionEntry, VersionRequest, VersionText};
use support::TestProject;

const PATH: &str = "第一卷/01.md";

fn written(text: &str) -> TestProject {
    let test = TestProject::new();
    fs::create_dir_all(test.path().join("第一卷")).expect("a folder");
    fs::write(test.path().join(PATH), text).expect("a manuscript");
    test
}

fn save(test: &TestProject, text: &str) -> contract::Saved {
    let base_hash = test.project.manuscripts().read(PATH).expect("a manuscript").hash;
    let request = SaveRequest {
        path: PATH.into(),
        text: text.into(),
        base_hash,
        pasted: Vec::new(),
        seq: None,
        as_utf8: false,
    };
    test.project.save(&request).expect("a save")
}

fn list(test: &TestProject) -> Vec<VersionEntry> {
    test.project.manuscripts().versions(PATH).expect("versions")
}

fn read(test: &TestProject, id: &str, now: &str) -> VersionText {
    let request = VersionRequest {
        path: PATH.into(),
        id: id.into(),
        now: now.into(),
    };
    test.project.manuscripts().version(&request).expect("a version")
}

/// Returns the texts of the versions, oldest first.
fn texts(test: &TestProject) -> Vec<String> {
    let entries = list(test);
    entries
        .iter()
        .rev()
        .map(|entry| read(test, &entry.id, "").text)
        .collect()
}

fn places(test: &TestProject) -> [PathBuf; 2] {
    let outside = test
        .installation()
        .folder()
        .join("versions")
        .join(test.project.id());
    [test.path().join("memory/versions"), outside]
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    support::files(folder)
}

#[test]
fn the_state_before_every_five_minutes_and_on_leaving() {
    let test = written("zero 零\n");
    assert_eq!(texts(&test), [""; 0], "to open a file is no reason");
    save(&test, "one 一\n");
    assert_eq!(texts(&test), ["zero 零\n"], "the state before");
    for minute in 1..=11 {
        test.pass(TimeDelta::minutes(1));
        save(&test, &format!("{minute} minutes\n"));
    }
    assert_eq!(texts(&test), ["zero 零\n", "5 minutes\n", "10 minutes\n"]);
    test.project
        .learning()
        .settle(PATH, &[], &[])
        .expect("a file that is left");
    test.project
        .learning()
        .settle(PATH, &[], &[])
        .expect("a file that is left");
    assert_eq!(
        texts(&test),
        ["zero 零\n", "5 minutes\n", "10 minutes\n", "11 minutes\n"]
    );
}

#[test]
fn what_another_program_replaces_is_kept_before() {
    let test = written("hers\n");
    save(&test, "hers, edited 改\n");
    fs::write(test.path().join(PATH), "theirs\n").expect("another program");
    test.project.manuscripts().read(PATH).expect("their text");
    save(&test, "theirs, edited\n");
    assert_eq!(texts(&test), ["hers\n", "hers, edited 改\n", "theirs\n"]);
}

#[test]
fn a_text_in_the_editor_is_kept_as_the_file_would_hold_it_and_no_state_twice_in_a_row() {
    let test = written("一。\r\ntwo.\r\n");
    test.project.manuscripts().read(PATH).expect("a manuscript");
    for text in ["一。\n2.\n", "一。\n2.\n", "一。\ntwo.\n"] {
        test.project
            .manuscripts()
            .keep_version(PATH, text)
            .expect("a version");
    }
    assert_eq!(texts(&test), ["一。\n2.\n", "一。\ntwo.\n"]);
    let [inside, outside] = places(&test).map(|place| files(&place));
    assert_eq!(inside, outside);
    assert!(
        inside.contains_key(&format!("{}/path.txt", key())),
        "people find their way"
    );
}

fn key() -> String {
    vault::ContentHash::of(PATH.as_bytes()).as_str()[..16].to_owned()
}

#[test]
fn either_place_alone_is_enough_and_the_list_is_that_of_both() {
    let test = written("before\n");
    test.project.manuscripts().read(PATH).expect("a manuscript");
    for text in ["one 一\n", "two 二\n"] {
        test.project
            .manuscripts()
            .keep_version(PATH, text)
            .expect("a version");
        test.pass(TimeDelta::minutes(6));
    }
    let [inside, outside] = places(&test);
    // The first version is deleted in one place, the second in the other.
    let names: Vec<String> = files(&inside)
        .into_keys()
        .filter(|name| name.ends_with(".gz"))
        .collect();
    fs::remove_file(inside.join(&names[0])).expect("a version");
    fs::remove_file(outside.join(&names[1])).expect("a version");
    assert_eq!(texts(&test), ["one 一\n", "two 二\n"]);
    // In addition, the remaining copy of the second version is damaged.
    fs::write(inside.join(&names[1]), b"\x1f\x8b damaged").expect("a damaged version");
    let entries = list(&test);
    assert_eq!(
        entries
            .iter()
            .map(|entry| entry.length.map(|length| length.words))
            .collect::<Vec<_>>(),
        [None, Some(2)]
    );
    let request = VersionRequest {
        path: PATH.into(),
        id: entries[0].id.clone(),
        now: String::new(),
    };
    let fault = test
        .project
        .manuscripts()
        .version(&request)
        .expect_err("damaged")
        .fault();
    assert_eq!(fault.code, ErrorCode::NotFound);
}

#[test]
fn a_place_that_cannot_be_written_is_said_and_stops_neither_the_save_nor_the_other() {
    let test = written("before\n");
    save(&test, "one\n");
    let [_, outside] = places(&test);
    fs::remove_dir_all(&outside).expect("a folder");
    fs::write(&outside, "in the way").expect("a file in the way");
    test.pass(TimeDelta::minutes(6));
    let saved = save(&test, "two 二\n");
    let unkept = saved.unkept.expect("a word about it");
    assert!(
        unkept
            .details
            .get("path")
            .is_some_and(|path| path.contains("versions")),
        "{unkept:?}"
    );
    assert_eq!(texts(&test), ["before\n", "two 二\n"]);
}

#[test]
fn a_list_says_what_came_and_went_and_a_version_what_became_of_it() {
    let test = written("The rain fell.\n\n她等着。\n");
    test.project.manuscripts().read(PATH).expect("a manuscript");
    for text in [
        "The rain fell.\n\n她等着。\n",
        "The rain fell hard.\n\n她等着。\n",
        "The rain fell hard.\n\n她走了。\n",
    ] {
        test.project
            .manuscripts()
            .keep_version(PATH, text)
            .expect("a version");
    }
    let entries = list(&test);
    let counts: Vec<_> = entries
        .iter()
        .map(|entry| {
            (
                entry.length.map(|length| length.words),
                entry.added.words,
                entry.removed.words,
            )
        })
        .collect();
    assert_eq!(counts[2], (Some(6), 0, 0));
    assert_eq!(counts[1], (Some(7), 1, 0));
    assert_eq!(counts[0].0, Some(7));
    assert!(counts[0].1 >= 2 && counts[0].2 >= 2, "{counts:?}");

    let now = "Then the rain fell hard.\n\n她等着。风停了。\n";
    let version = read(&test, &entries[1].id, now);
    let mut units: Vec<u16> = version.text.encode_utf16().collect();
    for hunk in version.hunks.iter().rev() {
        units.splice(hunk.from as usize..hunk.to as usize, hunk.insert.encode_utf16());
    }
    assert_eq!(String::from_utf16_lossy(&units), now);
    assert!(version.hunks.len() > 1, "word by word: {:?}", version.hunks);
}

#[test]
fn a_new_status_makes_no_version_longer() {
    let test = written("雨停了。\n");
    test.project.manuscripts().read(PATH).expect("a manuscript");
    for text in [
        "雨停了。\n",
        "---\n状态：草稿\n---\n\n雨停了。\n",
        "---\nstatus: revised\nsynopsis: A boat leaves\n---\n\n雨停了。风起。\n",
    ] {
        test.project
            .manuscripts()
            .keep_version(PATH, text)
            .expect("a version");
    }
    let counts: Vec<_> = list(&test)
        .iter()
        .map(|entry| {
            let length = entry.length.map(|length| length.words);
            (length, entry.added.words, entry.removed.words)
        })
        .collect();
    assert_eq!(counts, [(Some(5), 2, 0), (Some(3), 0, 0), (Some(3), 0, 0)]);
}

#[test]
fn versions_are_no_memory_files_and_change_nothing_that_is_counted() {
    let test = written("before\n");
    let (files, memory) = (
        test.project.manuscripts().files().expect("files"),
        test.memory_files(),
    );
    let listed = test.project.store().memory_files().expect("memory files");
    test.project.manuscripts().read(PATH).expect("a manuscript");
    test.project
        .manuscripts()
        .keep_version(PATH, "one\n")
        .expect("a version");
    assert_eq!(test.project.manuscripts().files().expect("files"), files);
    assert_eq!(test.project.store().memory_files().expect("memory files"), listed);
    assert_eq!(test.memory_files(), memory);
    let path = format!("memory/versions/{}/path.txt", key());
    assert_eq!(
        test.project
            .store()
            .read_memory_file(&path)
            .expect_err("a record")
            .fault()
            .code,
        ErrorCode::InvalidArgument
    );
}

#[test]
fn versions_grow_thin_with_age_in_both_places() {
    let test = written("before\n");
    test.project.manuscripts().read(PATH).expect("a manuscript");
    for hour in 0..60 {
        for part in 0..2 {
            test.project
                .manuscripts()
                .keep_version(PATH, &format!("hour {hour}, part {part}\n"))
                .expect("a version");
            test.pass(TimeDelta::minutes(30));
        }
    }
    let left = list(&test);
    // All 48 versions of the last day are left, and one per hour of the day and a half before.
    assert!((84..=86).contains(&left.len()), "{}", left.len());
    assert_eq!(texts(&test).first().map(String::as_str), Some("hour 0, part 0\n"));
    assert_eq!(texts(&test).last().map(String::as_str), Some("hour 59, part 1\n"));
    let [inside, outside] = places(&test).map(|place| files(&place));
    assert_eq!(inside, outside);
}

#[test]
fn a_writer_who_deletes_the_memory_keeps_her_earlier_texts() {
    let test = written("雨停了。\n");
    save(&test, "雨又下了。\n");
    let before = texts(&test);
    assert!(!before.is_empty());
    let id = test.project.id().to_owned();
    let other = test.beside();

    fs::remove_dir_all(test.path().join("memory")).expect("the memory is gone");
    let test = test.reopened();
    assert_ne!(test.project.id(), id);
    assert_eq!(texts(&test), before);
    assert!(
        other
            .project
            .manuscripts()
            .versions(PATH)
            .expect("versions")
            .is_empty(),
        "another project of the same writer gets none"
    );
}

#[test]
fn a_project_moved_into_the_folder_of_another_gets_none_of_its_texts() {
    let test = written("雨停了。\n");
    save(&test, "雨又下了。\n");
    assert!(!texts(&test).is_empty());
    let other = test.beside();
    let memories = [&test, &other].map(|test| test.path().join("memory"));
    fs::remove_dir_all(&memories[0]).expect("the memory is gone");
    fs::rename(&memories[1], &memories[0]).expect("the memory of the other project");

    let moved = test.reopened();
    assert_eq!(moved.project.id(), other.project.id());
    assert!(list(&moved).is_empty());
}
