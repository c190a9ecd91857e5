//! The `commonplace` command.

use std::io;
use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run(
        &desk::Installation::usual(),
        std::env::args_os(),
        io::stdin().lock(),
        io::stdout().lock(),
        io::stderr().lock(),
    )
}
