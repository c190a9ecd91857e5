//! The `commonplace` command as a process that a test can kill.

use std::io;
use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run(
        std::env::args_os(),
        io::stdin().lock(),
        io::stdout().lock(),
        io::stderr().lock(),
    )
}
