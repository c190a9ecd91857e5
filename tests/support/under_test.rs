//! The desk as a process that a test can kill: the `commonplace` command, and the actions of the window.

use std::ffi::{OsStr, OsString};
use std::io::{self, BufRead as _, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use contract::{DistillTrigger, Hunk, Keystrokes, RestoreRequest, SaveRequest};
use desk::{Change, Event, Installation, Ports, Project, STYLE_ARGUMENT};
use memory::RunKind;
use support::{UPKEEP, walk};
use vault::FailingDisk;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().collect();
    match arguments.as_slice() {
        [_, command, folder] if command == "capture" => capture(&open(folder)),
        [_, command, folder] if command == "distil" => {
            open(folder)
                .learning()
                .distil(DistillTrigger::Manual)
                .expect("a distillation");
        }
        [_, command, folder] if command == "change" => change(&open(folder)),
        [_, command, folder, count] if command == "consolidate" => consolidate(&stepping(folder), count),
        [_, command, folder, runs @ ..] if command == "restore" => restore(&stepping(folder), runs),
        [_, command] if command == STYLE_ARGUMENT => {
            style::serve(io::stdin().lock(), io::stdout().lock()).expect("questions");
        }
        [_, command, folder] if command == "type" => type_on(folder),
        [_, command, folder] if command == "upkeep" => upkeep(&stepping(folder)),
        _ => return command_line(arguments),
    }
    ExitCode::SUCCESS
}

fn command_line(arguments: Vec<OsString>) -> ExitCode {
    cli::run(
        &Installation::usual(),
        arguments,
        io::stdin().lock(),
        io::stdout().lock(),
        io::stderr().lock(),
    )
}

/// Opens a project that prints `step` before each change of the disk, so that a test can kill it before any of them.
fn stepping(folder: &OsStr) -> Arc<Project> {
    let say = |_| writeln!(io::stdout(), "step").expect("a listener");
    opened(folder, |ports| {
        ports.disk = Arc::new(FailingDisk::working().meanwhile(say))
    })
}

/// Opens a project that prints each stage of a distillation as it is reached.
fn open(folder: &OsStr) -> Arc<Project> {
    opened(folder, |_| ())
}

fn opened(folder: &OsStr, adjust: impl FnOnce(&mut Ports)) -> Arc<Project> {
    let mut ports = Ports::real(Arc::new(|event| {
        if let Event::Distill(progress) = event {
            writeln!(io::stdout(), "{:?}", progress.stage).expect("a listener");
        }
    }));
    let device = Installation::usual()
        .device(|| (ports.new_id)())
        .expect("a device name");
    adjust(&mut ports);
    Arc::new(Project::open(Path::new(folder), &device, ports).expect("a project"))
}

/// Records one act per line of standard input. Prints `recorded ID` once the act is on the disk. A batch of acts starts
/// a distillation by itself.
fn capture(project: &Arc<Project>) {
    for line in io::stdin().lock().lines() {
        let input = serde_json::from_str(&line.expect("a line")).expect("an act");
        let receipt = project
            .learning()
            .record(input)
            .expect("a journal that can be written");
        writeln!(io::stdout(), "recorded {}", receipt.id).expect("a listener");
    }
}

/// Changes several memory files in one run, again and again, and prints `changed N` for each run. One file holds N, and
/// the story gets N appended. A third file exists while N is odd.
fn change(project: &Arc<Project>) {
    loop {
        let changed = project.memory().change_files(RunKind::RuleEdited, |_, draft| {
            let story = draft.read("HISTORY.md")?.unwrap_or_default().to_vec();
            let number = story.iter().filter(|byte| **byte == b'\n').count() + 1;
            let line = format!("{number}\n").into_bytes();
            draft.write("archive/latest.md", line.clone())?;
            draft.write("HISTORY.md", [story, line.clone()].concat())?;
            if number % 2 == 1 {
                draft.write("odd.md", line)?;
            } else {
                draft.remove("odd.md")?;
            }
            Ok(Change {
                tested: u32::try_from(number).unwrap_or(u32::MAX),
                ..Change::default()
            })
        });
        let number = changed.expect("a change").tested;
        writeln!(io::stdout(), "changed {number}").expect("a listener");
    }
}

/// Consolidates the first `count` messages. Prints `asked N` when the model is asked about message N; at that time all
/// earlier messages are in memory.
fn consolidate(project: &Project, count: &OsStr) {
    let count = count.to_str().and_then(|count| count.parse().ok());
    let told = walk::consolidate(project, count.expect("a number"), |number| {
        writeln!(io::stdout(), "asked {number}").expect("a listener");
    });
    told.expect("a conversation");
    writeln!(io::stdout(), "done").expect("a listener");
}

/// Restores the state before each of the runs, in the given order, and prints `restored` for each.
fn restore(project: &Project, runs: &[OsString]) {
    for run in runs {
        let request = RestoreRequest {
            run_id: run.to_str().expect("an id").to_owned(),
            ..RestoreRequest::default()
        };
        project.memory().restore(&request).expect("a way back");
        writeln!(io::stdout(), "restored").expect("a listener");
    }
}

/// Types numbers into a manuscript, one batch each. Prints `typed N` once the batch is in the crash journal. Every
/// third batch is also saved.
fn type_on(folder: &OsStr) {
    const PATH: &str = "稿.md";
    let installation = Installation::usual();
    let say = |_| writeln!(io::stdout(), "step").expect("a listener");
    let mut ports = Ports::real(Arc::new(|_| ()));
    ports.disk = Arc::new(FailingDisk::working().meanwhile(say));
    let project = installation.open(Path::new(folder), ports).expect("a project");
    let document = project.manuscripts().read(PATH).expect("a manuscript");
    let recovered = project
        .manuscripts()
        .recover_unsaved(PATH)
        .expect("what was typed");
    let mut seq = recovered.as_ref().map_or(0, |recovered| recovered.seq);
    let mut text = recovered.map_or(document.text, |recovered| recovered.text);
    let (mut base, mut since) = (document.hash, 0);
    loop {
        let number = text.lines().count() + 1;
        let length = u32::try_from(text.encode_utf16().count()).expect("a short text");
        let insert = format!("{number} 字\n");
        text.push_str(&insert);
        seq += 1;
        let batch = Keystrokes {
            path: PATH.into(),
            base: base.clone(),
            since,
            seq,
            length,
            changes: vec![Hunk {
                from: length,
                to: length,
                insert,
            }],
        };
        project
            .manuscripts()
            .journal_keystrokes(&batch)
            .expect("a journal");
        writeln!(io::stdout(), "typed {number}").expect("a listener");
        if number.is_multiple_of(3) {
            let request = SaveRequest {
                path: PATH.into(),
                text: text.clone(),
                base_hash: base,
                pasted: Vec::new(),
                seq: Some(seq),
                as_utf8: false,
            };
            (base, since) = (project.save(&request).expect("a save").hash, seq);
        }
    }
}

/// Runs each act of upkeep on the memory files and prints `upkept` for each.
fn upkeep(project: &Project) {
    for act in UPKEEP {
        project.store().upkeep(act, false, |_| ()).expect("upkeep");
        writeln!(io::stdout(), "upkept").expect("a listener");
    }
}
