//! The desk as a process that a test can kill: the `commonplace` command, and what the window does.

use std::ffi::{OsStr, OsString};
use std::io::{self, BufRead as _, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use contract::DistillTrigger;
use desk::{Change, Event, Installation, Ports, Project};
use memory::RunKind;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().collect();
    match arguments.as_slice() {
        [_, command, folder] if command == "capture" => capture(&open(folder)),
        [_, command, folder] if command == "distil" => {
            open(folder)
                .distil(DistillTrigger::Manual)
                .expect("a distillation");
        }
        [_, command, folder] if command == "change" => change(&open(folder)),
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

/// Opens a project that prints each stage of a distillation as it is reached.
fn open(folder: &OsStr) -> Arc<Project> {
    let ports = Ports::real(Arc::new(|event| {
        if let Event::Distill(progress) = event {
            writeln!(io::stdout(), "{:?}", progress.stage).expect("a listener");
        }
    }));
    let device = Installation::usual()
        .device(|| (ports.new_id)())
        .expect("a device name");
    Arc::new(Project::open(Path::new(folder), &device, ports).expect("a project"))
}

/// Records one act a line of standard input and prints `recorded ID` for each that is on the disk. The batch starts
/// distillations by itself.
fn capture(project: &Arc<Project>) {
    for line in io::stdin().lock().lines() {
        let input = serde_json::from_str(&line.expect("a line")).expect("an act");
        let receipt = project.record(input).expect("a journal that can be written");
        writeln!(io::stdout(), "recorded {}", receipt.id).expect("a listener");
    }
}

/// Changes several memory files in one run, again and again, and prints `changed N` for each: N goes into one file, is
/// added to the story, and a third file is there while it is odd.
fn change(project: &Arc<Project>) {
    loop {
        let changed = project.change_files(RunKind::RuleEdited, |_, draft| {
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
