//! The desk as a process that a test can kill: the `commonplace` command, and the capture the window does.

use std::ffi::OsStr;
use std::io::{self, BufRead as _, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use desk::{Installation, Ports, Project};

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().collect();
    if let [_, command, folder] = arguments.as_slice()
        && command == "capture"
    {
        capture(folder);
        return ExitCode::SUCCESS;
    }
    cli::run(
        &Installation::usual(),
        arguments,
        io::stdin().lock(),
        io::stdout().lock(),
        io::stderr().lock(),
    )
}

/// Records one act a line of standard input, as the window does, and prints `recorded ID` for each that is on the
/// disk. The batch starts distillations by itself.
fn capture(folder: &OsStr) {
    let ports = Ports::real(Arc::new(|_| ()));
    let device = Installation::usual()
        .device(|| (ports.new_id)())
        .expect("a device name");
    let project = Project::open(Path::new(folder), &device, ports).expect("a project");
    let project = Arc::new(project);
    for line in io::stdin().lock().lines() {
        let input = serde_json::from_str(&line.expect("a line")).expect("an act");
        let receipt = project.record(input).expect("a journal that can be written");
        writeln!(io::stdout(), "recorded {}", receipt.id).expect("a listener");
    }
}
