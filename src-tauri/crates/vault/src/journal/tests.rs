#![expect(
    clippy::disallowed_methods,
    reason = "a test sets its scene with plain writes"
)]

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use chrono::TimeZone as _;
use proptest::prelude::*;

use super::*;
use crate::{FailingDisk, RealDisk};

const NOVEMBER: &str = "2026-11.jsonl";

/// Returns a temporary memory root with the path of its journal folder, which does not exist yet.
fn memory() -> (tempfile::TempDir, PathBuf) {
    let root = tempfile::tempdir().unwrap();
    let dir = root.path().join("journal");
    (root, dir)
}

fn open(dir: &Path, device: &str) -> (Journal, Vec<SetAside>) {
    Journal::open(Arc::new(RealDisk), dir, device).unwrap()
}

fn november() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 21, 8, 0, 0).unwrap()
}

fn line(number: usize) -> String {
    format!(r#"{{"n":{number},"en":"She shut the door.","zh":"她关上了门。"}}"#)
}

fn texts(read: &Read) -> Vec<&str> {
    read.lines.iter().map(|line| line.text.as_str()).collect()
}

fn read_all(dir: &Path) -> Vec<String> {
    Journal::reader(dir)
        .read_from(&[])
        .unwrap()
        .lines
        .into_iter()
        .map(|line| line.text)
        .collect()
}

/// Writes a file into a device's folder, as a crash or a sync tool leaves it.
fn leave(dir: &Path, device: &str, file: &str, bytes: &[u8]) -> PathBuf {
    let folder = dir.join(device);
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(file);
    fs::write(&path, bytes).unwrap();
    path
}

#[test]
fn a_clock_that_goes_back_a_month_puts_no_line_before_an_earlier_one() {
    let (_root, dir) = memory();
    let (journal, _) = open(&dir, "desk-1");
    let december = Utc.with_ymd_and_hms(2026, 12, 1, 0, 0, 0).unwrap();
    journal.append(&[line(1)], december).unwrap();
    let before = journal.read_from(&[]).unwrap().cursors;
    journal.append(&[line(2)], november()).unwrap();
    assert_eq!(read_all(&dir), [line(1), line(2)]);
    assert_eq!(texts(&journal.read_from(&before).unwrap()), [line(2)]);
    assert!(!dir.join("desk-1").join(NOVEMBER).exists());
}

#[test]
fn what_is_appended_is_read_back_by_month_in_its_order() {
    let (_root, dir) = memory();
    let (journal, torn) = open(&dir, "desk-1");
    assert_eq!(torn, []);
    let december = Utc.with_ymd_and_hms(2026, 12, 1, 0, 0, 0).unwrap();
    assert_eq!(journal.append(&[line(1), line(2)], november()).unwrap(), None);
    journal.append(&[], november()).unwrap();
    journal.append(&[line(3)], december).unwrap();

    let read = journal.read_from(&[]).unwrap();
    assert_eq!(texts(&read), [line(1), line(2), line(3)]);
    let size = fs::metadata(dir.join("desk-1").join(NOVEMBER)).unwrap().len();
    assert_eq!(read.lines[1].end_offset, size);
    assert_eq!(
        read.cursors[0],
        Cursor {
            device: "desk-1".into(),
            file: NOVEMBER.into(),
            offset: size
        }
    );
    assert_eq!(read.cursors[1].file, "2026-12.jsonl");
}

#[test]
fn reading_goes_on_from_the_cursors_for_every_device() {
    let (_root, dir) = memory();
    let (ours, _) = open(&dir, "ours");
    let (theirs, _) = open(&dir, "theirs");
    ours.append(&[line(1)], november()).unwrap();
    let first = ours.read_from(&[]).unwrap();
    assert_eq!(texts(&first), [line(1)]);

    theirs.append(&[line(2)], november()).unwrap();
    ours.append(&[line(3)], november()).unwrap();
    let second = ours.read_from(&first.cursors).unwrap();
    assert_eq!(texts(&second), [line(3), line(2)]);
    assert_eq!(second.lines[1].device, "theirs");

    let third = ours.read_from(&second.cursors).unwrap();
    assert_eq!(
        third,
        Read {
            cursors: second.cursors,
            ..Read::default()
        }
    );
}

#[test]
fn batches_together_hold_every_line_once() {
    let (_root, dir) = memory();
    for device in ["a", "b"] {
        let (journal, _) = open(&dir, device);
        journal
            .append(&(0..5).map(line).collect::<Vec<_>>(), november())
            .unwrap();
    }
    let reader = Journal::reader(&dir);
    let (mut lines, mut cursors) = (Vec::new(), Vec::new());
    loop {
        let read = reader.read_up_to(line(0).len() + 1, &cursors).unwrap();
        if read.lines.is_empty() {
            break;
        }
        assert!(read.lines.len() <= 2, "a batch ends with the line that fills it");
        lines.extend(read.lines);
        cursors = read.cursors;
    }
    assert_eq!(lines, reader.read_from(&[]).unwrap().lines);
    assert_eq!(lines.len(), 10);
}

#[test]
fn a_line_that_could_look_torn_later_is_refused() {
    let (_root, dir) = memory();
    let (journal, _) = open(&dir, "a");
    journal.append(&[line(1)], november()).unwrap();
    for bad in [
        "{\"a\":\n1}",
        "{\"a\":1}\n",
        "",
        "{\"a\":",
        "她关上了门。",
        "{} {}",
    ] {
        let error = journal
            .append(&[line(2), bad.to_owned()], november())
            .unwrap_err();
        assert!(matches!(error, Error::NotOneLine { .. }), "{bad:?}: {error:?}");
        assert!(bad.is_empty() || !error.to_string().contains(bad));
    }
    assert_eq!(read_all(&dir), [line(1)]);
}

#[test]
fn a_device_name_that_is_no_folder_name_is_refused() {
    let (_root, dir) = memory();
    for bad in ["", "..", "a/b", "a\\b", "书桌", "a.b", &"x".repeat(65)] {
        let error = Journal::open(Arc::new(RealDisk), &dir, bad)
            .map(drop)
            .unwrap_err();
        assert!(matches!(error, Error::BadName { .. }), "{bad:?}: {error:?}");
    }
}

#[test]
fn a_journal_cut_at_any_byte_keeps_every_whole_line_and_loses_no_byte() {
    let whole: Vec<String> = (1..4).map(line).collect();
    let original: Vec<u8> = whole
        .iter()
        .flat_map(|line| format!("{line}\n").into_bytes())
        .collect();
    for cut in 0..=original.len() {
        let (_root, dir) = memory();
        let left = &original[..cut];
        let path = leave(&dir, "a", NOVEMBER, left);
        let (journal, torn) = open(&dir, "a");

        let kept = fs::read(&path).unwrap();
        let lines = left.iter().filter(|byte| **byte == b'\n').count();
        assert_eq!(
            texts(&journal.read_from(&[]).unwrap()),
            whole[..lines],
            "cut at {cut}"
        );
        let mut together = kept.clone();
        for torn in &torn {
            assert_eq!((&torn.journal, torn.offset), (&path, kept.len() as u64));
            let bytes = fs::read(&torn.path).unwrap();
            assert_eq!(torn.bytes, bytes.len() as u64);
            together.extend(bytes);
        }
        assert_eq!(together, left, "cut at {cut}");
        assert_eq!(torn.len(), usize::from(kept.len() < cut));

        journal.append(&[line(9)], november()).unwrap();
        assert_eq!(
            read_all(&dir),
            [&whole[..lines], &[line(9)]].concat(),
            "cut at {cut}"
        );
        assert_eq!(open(&dir, "a").1, [], "nothing is torn a second time");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn whatever_follows_the_last_whole_line_is_set_aside_byte_by_byte(
        before in 0_usize..4,
        tail in prop::collection::vec(any::<u8>(), 0..64),
    ) {
        // The `x` before each byte prevents that a line of the tail is JSON by chance, such as a single digit.
        let tail: Vec<u8> = tail.into_iter().flat_map(|byte| [b'x', byte]).collect();
        let whole: Vec<u8> = (0..before).flat_map(|n| format!("{}\n", line(n)).into_bytes()).collect();
        let original = [whole.as_slice(), &tail].concat();
        let (_root, dir) = memory();
        let path = leave(&dir, "a", NOVEMBER, &original);
        let (_journal, torn) = open(&dir, "a");
        prop_assert_eq!(fs::read(path).unwrap(), whole);
        let aside: Vec<u8> = torn.iter().flat_map(|torn| fs::read(&torn.path).unwrap()).collect();
        prop_assert_eq!(aside, tail);
    }
}

#[test]
fn a_last_line_of_zeros_or_without_sense_is_set_aside_although_it_ends() {
    // After a power cut some file systems leave zeros in the last block.
    for tail in [
        &b"\0\0\0\0"[..],
        b"\0\0\n",
        b"{\"n\":\n",
        b"\n",
        b"\xFF\xFE\n{\"n\":1",
    ] {
        let (_root, dir) = memory();
        let path = leave(&dir, "a", NOVEMBER, &[line(1).as_bytes(), b"\n", tail].concat());
        let (_journal, torn) = open(&dir, "a");
        assert_eq!(torn.len(), 1, "{tail:?}");
        assert_eq!(fs::read(&torn[0].path).unwrap(), tail);
        assert_eq!(fs::read_to_string(path).unwrap(), line(1) + "\n");
    }
}

#[test]
fn a_tail_longer_than_the_first_window_is_found() {
    let (_root, dir) = memory();
    let long = format!(r#"{{"text":"{}"}}"#, "长".repeat(70_000));
    let torn_line = &long.as_bytes()[..150_000];
    leave(
        &dir,
        "a",
        NOVEMBER,
        &[line(1).as_bytes(), b"\n", long.as_bytes(), b"\n", torn_line].concat(),
    );
    let (_journal, torn) = open(&dir, "a");
    assert_eq!(torn[0].bytes, 150_000);
    assert_eq!(read_all(&dir), [line(1), long]);
}

#[test]
fn the_second_half_of_a_damaged_line_is_not_taken_for_a_line() {
    let (_root, dir) = memory();
    // The first window begins within the spaces. From there on, the rest of the line would parse as JSON.
    let damaged = format!("x{}{{}}\n", " ".repeat(70_000));
    leave(&dir, "a", NOVEMBER, format!("{}\n{damaged}", line(1)).as_bytes());
    let (_journal, torn) = open(&dir, "a");
    assert_eq!(fs::read_to_string(&torn[0].path).unwrap(), damaged);
}

#[test]
fn two_crashes_at_the_same_place_leave_two_files_set_aside() {
    let (_root, dir) = memory();
    let mut paths = BTreeSet::new();
    for torn_line in ["{\"first\"", "{\"second\"", "{\"first\""] {
        leave(
            &dir,
            "a",
            NOVEMBER,
            format!("{}\n{torn_line}", line(1)).as_bytes(),
        );
        let (_journal, torn) = open(&dir, "a");
        assert_eq!(fs::read_to_string(&torn[0].path).unwrap(), torn_line);
        paths.insert(torn[0].path.clone());
    }
    // The third start finds the copy already there, like a start after a kill between the copy and the truncation.
    let names: Vec<_> = paths
        .iter()
        .map(|path| path.file_name().unwrap().to_str().unwrap())
        .collect();
    let offset = line(1).len() + 1;
    assert_eq!(
        names,
        [
            format!("{NOVEMBER}-{offset}-2.torn"),
            format!("{NOVEMBER}-{offset}.torn")
        ]
    );
}

#[test]
fn what_another_process_tore_while_this_one_was_open_is_set_aside_before_the_next_line() {
    let (_root, dir) = memory();
    let (journal, _) = open(&dir, "a");
    journal.append(&[line(1)], november()).unwrap();
    leave(&dir, "a", NOVEMBER, format!("{}\n{{\"n\":2", line(1)).as_bytes());
    let torn = journal.append(&[line(3)], november()).unwrap().unwrap();
    assert_eq!(fs::read_to_string(torn.path).unwrap(), "{\"n\":2");
    assert_eq!(read_all(&dir), [line(1), line(3)]);
}

#[test]
fn another_device_is_only_read_and_its_torn_end_waits() {
    let (_root, dir) = memory();
    let half = format!("{}\n{}", line(1), &line(2)[..10]);
    let path = leave(&dir, "theirs", NOVEMBER, half.as_bytes());
    let (ours, torn) = open(&dir, "ours");
    assert_eq!(torn, []);
    assert_eq!(fs::read_to_string(&path).unwrap(), half);
    let first = ours.read_from(&[]).unwrap();
    assert_eq!(texts(&first), [line(1)]);

    fs::write(&path, format!("{}\n{}\n", line(1), line(2))).unwrap();
    assert_eq!(texts(&ours.read_from(&first.cursors).unwrap()), [line(2)]);
}

#[test]
fn a_damaged_line_in_the_middle_is_passed_over_reported_and_left() {
    let (_root, dir) = memory();
    let content = format!("{}\nnot JSON\n\n{}\n", line(1), line(2));
    let path = leave(&dir, "a", NOVEMBER, content.as_bytes());
    let (journal, torn) = open(&dir, "a");
    assert_eq!(torn, []);
    let read = journal.read_from(&[]).unwrap();
    assert_eq!(texts(&read), [line(1), line(2)]);
    let offset = line(1).len() as u64 + 1;
    let corrupt = |offset, bytes| CorruptLine {
        path: path.clone(),
        offset,
        bytes,
    };
    assert_eq!(read.corrupt, [corrupt(offset, 9), corrupt(offset + 9, 1)]);
    assert_eq!(fs::read_to_string(&path).unwrap(), content);
}

#[test]
fn a_journal_that_no_longer_continues_from_its_cursor_asks_for_a_new_index() {
    let (_root, dir) = memory();
    let (journal, _) = open(&dir, "a");
    journal.append(&[line(1), line(2)], november()).unwrap();
    let cursors = journal.read_from(&[]).unwrap().cursors;
    let path = dir.join("a").join(NOVEMBER);
    let other = format!("{{\"other\":\"{}\"}}\n", "x".repeat(500));
    for content in [Some(line(1) + "\n"), Some(other), None] {
        match content {
            Some(content) => fs::write(&path, content).unwrap(),
            None => fs::remove_file(&path).unwrap(),
        }
        let error = journal.read_from(&cursors).unwrap_err();
        assert!(matches!(error, Error::Shrunk { .. }), "{error:?}");
        assert_eq!(error.path(), path);
    }
}

#[test]
fn a_journal_that_vanished_is_an_error_and_is_not_begun_anew() {
    let (root, dir) = memory();
    let (journal, _) = open(&dir, "a");
    journal.append(&[line(1)], november()).unwrap();
    fs::remove_dir_all(root.path()).unwrap();
    let errors = [
        journal.append(&[line(2)], november()).map(drop).unwrap_err(),
        journal.read_from(&[]).map(drop).unwrap_err(),
        Journal::open(Arc::new(RealDisk), &dir, "a")
            .map(drop)
            .unwrap_err(),
    ];
    for error in errors {
        assert!(matches!(error, Error::NotFound { .. }), "{error:?}");
    }
    assert!(!root.path().exists());
}

#[test]
fn a_file_where_the_journal_should_be_is_named() {
    let (_root, dir) = memory();
    fs::write(&dir, "x").unwrap();
    let error = Journal::open(Arc::new(RealDisk), &dir, "a")
        .map(drop)
        .unwrap_err();
    assert!(
        matches!(&error, Error::NotAFolder { path } if *path == dir),
        "{error:?}"
    );
}

#[test]
fn only_months_are_read_and_not_what_a_sync_tool_puts_beside_them() {
    let (_root, dir) = memory();
    let (journal, _) = open(&dir, "a");
    let other = format!("{}\n", line(7));
    for name in [
        "2026-11.sync-conflict-20261121.jsonl",
        "2026-11.jsonl~",
        "2026_11.jsonl",
        "26-11.jsonl",
        "notes.md",
    ] {
        leave(&dir, "a", name, other.as_bytes());
    }
    leave(&dir, "not.a.device", NOVEMBER, other.as_bytes());
    fs::write(dir.join("README"), "x").unwrap();
    journal.append(&[line(1)], november()).unwrap();
    assert_eq!(read_all(&dir), [line(1)]);
}

#[test]
fn a_file_swapped_by_a_sync_tool_is_appended_to_under_its_name() {
    let (_root, dir) = memory();
    let (journal, _) = open(&dir, "a");
    journal.append(&[line(1)], november()).unwrap();
    let path = dir.join("a").join(NOVEMBER);
    let copy = dir.join("a/copy");
    fs::copy(&path, &copy).unwrap();
    fs::rename(&copy, &path).unwrap();
    journal.append(&[line(2)], november()).unwrap();
    assert_eq!(read_all(&dir), [line(1), line(2)]);
}

#[test]
fn a_failure_at_any_step_loses_no_acknowledged_line_and_reads_no_torn_one() {
    let disks: [fn(usize) -> FailingDisk; 3] = [
        |call| FailingDisk::at(call).with(io::ErrorKind::ReadOnlyFilesystem),
        |call| FailingDisk::at(call).half_written(),
        |call| FailingDisk::at(call).half_written().from_then_on(),
    ];
    for disk in disks {
        for call in 1.. {
            let (_root, dir) = memory();
            let torn = "{\"n\":1";
            let torn_path = leave(&dir, "a", NOVEMBER, format!("{}\n{torn}", line(0)).as_bytes());
            let disk = Arc::new(disk(call));
            let mut acknowledged = vec![line(0)];
            if let Ok((journal, _)) = Journal::open(disk.clone(), &dir, "a") {
                for number in [10, 20, 30] {
                    let lines = [line(number), line(number + 1)];
                    match journal.append(&lines, november()) {
                        Ok(_) => acknowledged.extend(lines),
                        Err(error) => assert_eq!(error.path(), torn_path),
                    }
                }
            }

            let (_journal, _) = open(&dir, "a");
            let read = read_all(&dir);
            let (kept, more): (Vec<_>, Vec<_>) =
                read.into_iter().partition(|text| acknowledged.contains(text));
            assert_eq!(kept, acknowledged, "call {call}");
            // Lines that were written but not acknowledged may be there, but only as whole lines.
            assert!(
                more.iter()
                    .all(|text| [10, 11, 20, 21, 30, 31].map(line).contains(text)),
                "call {call}: {more:?}"
            );
            let set_aside = dir.join("a/set-aside");
            let aside: Vec<_> = fs::read_dir(set_aside)
                .unwrap()
                .map(|entry| entry.unwrap().path())
                .collect();
            assert!(
                aside.iter().any(|path| fs::read_to_string(path).unwrap() == torn),
                "call {call}"
            );
            assert!(
                !aside.iter().any(|path| crate::disk::is_temporary(path)),
                "call {call}"
            );
            if !disk.has_failed() {
                assert_eq!(acknowledged.len(), 7);
                assert!(call > 10, "opening, setting aside and appending are many steps");
                break;
            }
        }
    }
}

/// Returns the existing journal of device `a` without a call to the disk.
fn on_disk(dir: &Path, disk: FailingDisk) -> Journal {
    Journal {
        disk: Arc::new(disk),
        reader: Journal::reader(dir),
        folder: dir.join("a"),
    }
}

#[test]
fn an_append_that_failed_is_cut_off_again() {
    // The calls of an append to an existing file: open, write, sync.
    for (call, half) in [(1, false), (2, false), (2, true), (3, false)] {
        let (_root, dir) = memory();
        open(&dir, "a").0.append(&[line(1)], november()).unwrap();
        let disk = FailingDisk::at(call);
        let disk = if half { disk.half_written() } else { disk };
        let journal = on_disk(&dir, disk);
        let error = journal.append(&[line(2), line(3)], november()).unwrap_err();
        assert!(matches!(error, Error::DiskFull { .. }), "{error:?}");
        assert_eq!(
            fs::read_to_string(dir.join("a").join(NOVEMBER)).unwrap(),
            line(1) + "\n"
        );
        journal.append(&[line(4)], november()).unwrap();
        assert_eq!(read_all(&dir), [line(1), line(4)]);
    }
}

#[test]
fn handles_that_append_at_once_lose_nothing_though_one_of_them_fails_half_way() {
    const EACH: usize = 25;
    let (_root, dir) = memory();
    let handles = [open(&dir, "a").0, open(&dir, "a").0];
    let finished = AtomicBool::new(false);
    let seen = thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let (mut seen, mut cursors) = (Vec::new(), Vec::new());
            loop {
                let was_finished = finished.load(Ordering::SeqCst);
                let read = Journal::reader(&dir).read_from(&cursors).unwrap();
                assert_eq!(read.corrupt, []);
                if was_finished && read.lines.is_empty() {
                    return seen;
                }
                seen.extend(read.lines.into_iter().map(|line| line.text));
                cursors = read.cursors;
            }
        });
        let append = |journal: &Journal, worker: usize| {
            for number in 0..EACH {
                let first = (worker * EACH + number) * 2;
                let torn = journal
                    .append(&[line(first), line(first + 1)], november())
                    .unwrap();
                assert_eq!(torn, None, "nobody sees half of another's line");
            }
        };
        let [one, other] = &handles;
        let writers = [
            scope.spawn(move || append(one, 0)),
            scope.spawn(move || append(one, 1)),
            scope.spawn(move || append(other, 2)),
            scope.spawn(move || append(other, 3)),
            scope.spawn(|| {
                for _ in 0..EACH {
                    // Its second call is the write, which stops half way. It may cut off only its own bytes.
                    let failing = on_disk(&dir, FailingDisk::at(2).half_written());
                    failing
                        .append(&[line(1_000), line(1_001)], november())
                        .unwrap_err();
                }
            }),
        ];
        let outcomes = writers.map(|writer| writer.join());
        finished.store(true, Ordering::SeqCst);
        assert!(outcomes.iter().all(Result::is_ok));
        reader.join().unwrap()
    });
    assert_eq!(seen, read_all(&dir));
    let all: BTreeSet<_> = seen.into_iter().collect();
    assert_eq!(all, (0..EACH * 8).map(line).collect());
}

#[test]
fn a_reader_waits_for_an_append_that_may_still_be_cut_off() {
    let (_root, dir) = memory();
    let (journal, _) = open(&dir, "a");
    journal.append(&[line(1)], november()).unwrap();
    let path = dir.join("a").join(NOVEMBER);
    let read = thread::scope(|scope| {
        let turn = journal.take_turn().unwrap();
        fs::write(&path, format!("{}\n{}\n", line(1), line(2))).unwrap();
        let reader = scope.spawn(|| read_all(&dir));
        fs::write(&path, line(1) + "\n").unwrap();
        drop(turn);
        reader.join().unwrap()
    });
    assert_eq!(read, [line(1)]);
}
