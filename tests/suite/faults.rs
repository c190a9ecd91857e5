//! Each call of the disk fails in turn, and writes stop at a byte. Each act is done completely or not at all, and the
//! next start succeeds without help.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::sync::Arc;

use chrono::NaiveDate;
use contract::{ErrorCode, RestoreRequest};
use desk::Result;
use support::{TestProject, cases, walk};
use vault::FailingDisk;

/// An I/O error, a full disk and a read-only disk, each with the error codes that the desk may report.
const FAULTS: [(io::ErrorKind, &[ErrorCode]); 3] = [
    (
        io::ErrorKind::Other,
        &[ErrorCode::Io, ErrorCode::MemoryFileUnusable],
    ),
    (io::ErrorKind::StorageFull, &[ErrorCode::DiskFull]),
    (io::ErrorKind::ReadOnlyFilesystem, &[ErrorCode::WriteDenied]),
];
/// The number of byte positions at which the machine stops in turn, spread over the bytes that an act writes.
/// `PROPTEST_CASES` can set more.
const TORN: usize = 8;

/// An act, its project, the memory before it, and the memory after the act succeeds.
struct Trial<'a> {
    scene: &'a TestProject,
    act: &'a dyn Fn(&TestProject) -> Result<()>,
    before: Memory,
    done: Memory,
    /// All sentences of the writer and of the model.
    said: BTreeSet<String>,
}

/// All memory files, and the rules by their text.
#[derive(Clone, Debug, PartialEq)]
struct Memory {
    files: Vec<(String, String)>,
    rules: BTreeSet<String>,
}

/// How often the memory after a failed act and a restart is as before, and how often it is as after the act.
#[derive(Default)]
struct Ends {
    kept: usize,
    finished: usize,
}

/// A call can fail alone, or together with all calls after it. `Both` tries both ways for each call; `InTurn`
/// alternates from call to call.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ways {
    Both,
    InTurn,
}

/// Runs an act while each call of the disk fails in turn: that call alone, or all calls from it on, as `ways` says.
/// Also runs the act with writes that stop at a byte. Checks the next start after each failure, and returns a sentence
/// with the number of failures.
pub fn all_or_nothing(
    name: &str,
    scene: &TestProject,
    ways: Ways,
    act: impl Fn(&TestProject) -> Result<()>,
) -> String {
    let trial = Trial::of(scene, &act);
    let all = cases(1) >= 2 * FAULTS.len();
    let mut tried = 0;
    let mut ends = Ends::default();
    for call in 1usize.. {
        let mut reached = false;
        for stops in [false, true] {
            if !all && ways == Ways::InTurn && stops != call.is_multiple_of(2) {
                continue;
            }
            for (number, (kind, codes)) in FAULTS.iter().enumerate() {
                if !all && number != (call + usize::from(stops)) % FAULTS.len() {
                    continue;
                }
                let disk = FailingDisk::working().half_written().unsynced().with(*kind);
                let disk = Arc::new(if stops { disk.from_then_on() } else { disk });
                let what = format!("{name}: call {call}, {kind}, stops {stops}");
                let failed = trial.case(&what, &disk, codes, |disk| disk.fail_in(call), &mut ends);
                tried += usize::from(failed);
                reached |= failed;
            }
        }
        if !reached {
            assert!(call > 20, "{name}: each file takes steps of its own: {call}");
            break;
        }
    }
    assert!(
        ends.kept > 10,
        "{name}: most failures come before anything is decided: {}",
        ends.kept
    );
    assert!(
        ends.finished > 0,
        "{name}: a stop in the middle is finished at the next start"
    );
    let bytes = trial.bytes();
    let torn = cases(TORN).min(bytes);
    for number in 0..torn {
        let at = number * bytes / torn;
        let disk = Arc::new(FailingDisk::working().unsynced());
        let what = format!("{name}: stopped at byte {at} of {bytes}");
        let reached = trial.case(
            &what,
            &disk,
            &[ErrorCode::DiskFull],
            |disk| disk.tear_in(at),
            &mut ends,
        );
        assert!(reached, "{what}");
    }
    format!(
        "{name}: {tried} failures, {torn} of {bytes} bytes at which a write stops; {} left as it was, {} finished",
        ends.kept, ends.finished
    )
}

impl<'a> Trial<'a> {
    fn of(scene: &'a TestProject, act: &'a dyn Fn(&TestProject) -> Result<()>) -> Self {
        let before = Memory::of(scene);
        let undisturbed = copy(scene, &Arc::new(FailingDisk::working().unsynced()));
        act(&undisturbed).expect("a disk that works");
        let done = Memory::of(&undisturbed);
        assert_ne!(before, done, "it does something");
        let files = before.files.iter().chain(&done.files);
        let lines = files.flat_map(|(_, text)| text.lines());
        let words = lines.map(|line| line.split(" <!-- ").next().unwrap_or(line));
        let words = words.map(|line| line.trim_start_matches(['-', '#', ' ']).trim());
        let said = words.filter(|words| words.chars().count() > 3 && words.parse::<NaiveDate>().is_err());
        let said = said.map(str::to_owned).collect();
        Self {
            scene,
            act,
            before,
            done,
            said,
        }
    }

    /// Returns the number of bytes that the act writes.
    fn bytes(&self) -> usize {
        let disk = Arc::new(FailingDisk::working().unsynced());
        let test = copy(self.scene, &disk);
        let before = disk.written();
        (self.act)(&test).expect("a disk that works");
        disk.written() - before
    }

    /// Runs the act once on a failing disk. Returns whether the act reached the failure.
    fn case(
        &self,
        what: &str,
        disk: &Arc<FailingDisk>,
        codes: &[ErrorCode],
        fail: impl Fn(&FailingDisk),
        ends: &mut Ends,
    ) -> bool {
        let test = copy(self.scene, disk);
        fail(disk);
        let outcome = (self.act)(&test);
        let failed = disk.has_failed();
        if let Err(error) = &outcome {
            let fault = error.fault();
            assert!(codes.contains(&fault.code), "{what}: {fault:?}");
            let told = self.said.iter().find(|words| fault.message.contains(*words));
            assert_eq!(told, None, "{what}: {}", fault.message);
        }
        let next = test.restarted_with(
            |_| (),
            |ports| ports.disk = Arc::new(FailingDisk::working().unsynced()),
        );
        let after = Memory::of(&next);
        let is_done = after == self.done;
        assert!(
            is_done || after == self.before,
            "{what}: half of it\n{after:#?}\n{:#?}",
            self.done
        );
        assert!(is_done || outcome.is_err(), "{what}: told as done");
        if is_done {
            assert_eq!(Memory::of(&next.reopened()), after, "{what}: once is enough");
            let runs = next.project.memory().runs().expect("runs");
            let request = RestoreRequest {
                run_id: runs[0].id.clone(),
                ..RestoreRequest::default()
            };
            next.project.memory().restore(&request).expect("a way back");
            assert_eq!(Memory::of(&next), self.before, "{what}: the way back");
        } else {
            (self.act)(&next).unwrap_or_else(|error| panic!("{what}: it can be done now: {error}"));
            assert_eq!(Memory::of(&next), self.done, "{what}: done at last");
        }
        if failed {
            *(if is_done {
                &mut ends.finished
            } else {
                &mut ends.kept
            }) += 1;
        } else {
            assert!(is_done, "{what}: nothing failed");
        }
        failed
    }
}

impl Memory {
    fn of(test: &TestProject) -> Self {
        let text = |bytes: Vec<u8>| without_ids(&String::from_utf8_lossy(&bytes));
        let files = test.memory_files().into_iter();
        let rules = test.project.learning().rules().expect("rules").into_iter();
        Self {
            files: files.map(|(path, bytes)| (path, text(bytes))).collect(),
            rules: rules.map(|weighed| weighed.rule.text).collect(),
        }
    }
}

/// Removes the ids of runs. Ids count up over all tests, so two projects never give a run the same id.
fn without_ids(text: &str) -> String {
    let mut parts = text.split("id-");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let rest = part.trim_start_matches(|digit: char| digit.is_ascii_digit());
        text + "id-" + rest
    })
}

fn copy(scene: &TestProject, disk: &Arc<FailingDisk>) -> TestProject {
    let disk = Arc::clone(disk);
    scene.copied_with(|ports| ports.disk = disk)
}

/// Returns a project with `count` consolidated messages and with lines of the writer in each file. The lines end as
/// different programs end them.
fn walked(count: usize) -> TestProject {
    let test = TestProject::new();
    let write = |path: &str, text: &str| {
        fs::write(test.path().join("memory").join(path), text).expect("a memory file");
    };
    let hers = walk::hers(0);
    write(
        "MEMORY.md",
        &format!("\u{feff}# 记忆\r\n\r\n## Places\r\n\r\n- {hers}\r\n"),
    );
    write("HISTORY.md", "# History\n\n她先写下的一段 What she told first");
    write(
        &walk::daily(count),
        "# 一天\n\n她早上记的 What she noted in the morning\n",
    );
    walk::consolidate(&test.project, count, |_| ()).expect("a conversation");
    test
}

#[test]
fn a_consolidation_is_all_there_or_not_at_all_whatever_fails() {
    // The third message retires the fact of the second place. So the act changes every file, but none of the writer's
    // lines.
    let tried = all_or_nothing("consolidation", &walked(2), Ways::InTurn, |test| {
        walk::consolidate(&test.project, 3, |_| ()).map(drop)
    });
    println!("{tried}");
}

#[test]
fn a_consolidation_is_taken_back_or_not_at_all_whatever_fails() {
    let scene = walked(3);
    let run_id = scene.project.memory().runs().expect("runs")[0].id.clone();
    let tried = all_or_nothing("restore", &scene, Ways::InTurn, |test| {
        let request = RestoreRequest {
            run_id: run_id.clone(),
            ..RestoreRequest::default()
        };
        test.project.memory().restore(&request).map(drop)
    });
    println!("{tried}");
}
