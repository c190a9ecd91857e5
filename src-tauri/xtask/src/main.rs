//! The project's tasks, started as `cargo xtask <task>`.
//!
//! The program only starts tools in order (apt, npm, cargo, the window) and explains in plain words what they need. It
//! depends on no other crate of the project, so it compiles in seconds on a machine that has only Rust.

mod app;
mod display;
mod lanes;
mod npm;
mod package;
mod packages;
mod sample;
mod setup;
mod soak;

use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use xshell::{Shell, cmd};

const USAGE: &str = "\
Usage: cargo xtask <task>

  run       set up, build, and open the desk on a sample project
  test      set up and pass every test: formatting, UI, clippy, Rust, real window
  check     the quick half of test: formatting, types and lints
  e2e       build the desk and walk through it in a real window
  release   build the package for Debian and Ubuntu, look into it, and (as root) install, use and remove it
  bench     measure, and print tables
  bench desk
            print what the window costs beside a bare editor page: keys, opening, start, memory, package
  bench learning [options]
            print what is learned of writers whose tastes are known; --help says more
  bench store
            print what the Markdown store costs
  bench files
            print what a project of 3,000 files and a merge cost
  bench scenes
            print which kind of scene is seen in labelled paragraphs
  soak [ROUNDS]
            run the Rust tests with cases that nobody has tried yet, by day or by night; 10 rounds unless you say how many
  bindings  write anew from the core: the TypeScript, and the answers of the course of calls
  command-line
            write the page about the command line anew from its help
  setup     only the set-up that the tasks above do first
";

fn main() -> ExitCode {
    match start() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\n{error}");
            for cause in error.chain().skip(1) {
                eprintln!("  ({cause})");
            }
            ExitCode::FAILURE
        }
    }
}

fn start() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let sh = Shell::new()?;
    sh.change_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));

    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["run"] => run(&sh),
        ["test"] => lanes::pass(&sh, lanes::TEST),
        ["check"] => lanes::pass(&sh, lanes::CHECK),
        ["release"] => lanes::pass(&sh, lanes::RELEASE),
        ["e2e"] => lanes::pass(&sh, lanes::E2E),
        ["bench"] => bench(&sh),
        ["bench", "desk"] => bench_desk(&sh),
        ["bench", arguments @ ..] => bench_core(&sh, arguments),
        ["soak"] => soak::run(&sh, soak::ROUNDS),
        ["soak", rounds] => soak::run(&sh, soak::count(rounds)?),
        ["bindings"] => bindings(&sh),
        ["command-line"] => command_line(&sh),
        ["setup"] => setup::for_test(&sh),
        [] | ["help" | "--help" | "-h"] => {
            eprint!("{USAGE}");
            Ok(())
        }
        _ => bail!("There is no task `{}`.\n\n{USAGE}", words.join(" ")),
    }
}

fn run(sh: &Shell) -> Result<()> {
    // A missing display is reported before minutes of set-up.
    display::require()?;
    setup::for_run(sh)?;
    app::build_ui(sh)?;
    app::build_desk(sh)?;

    let project = sample::ensure(sh)?;
    let desk = app::binary()?;
    eprintln!("\nOpening the desk on {}", project.display());
    cmd!(sh, "{desk} {project}")
        .run()
        .context("The desk did not end well. The lines above say why.")
}

fn bench(sh: &Shell) -> Result<()> {
    bench_core(sh, &[])?;
    bench_desk(sh)
}

/// Measures the programs of the release package, because writers use that build.
fn bench_desk(sh: &Shell) -> Result<()> {
    setup::for_test(sh)?;
    app::build_ui(sh)?;
    npm::script(sh, "ui", "build:bare")?;
    app::build_release(sh)?;
    let desk = app::release_folder()?.join(format!("commonplace-desk{}", std::env::consts::EXE_SUFFIX));
    app::drive(sh, &desk, "bench")
}

/// Runs a benchmark of the core, which needs no window.
fn bench_core(sh: &Shell, arguments: &[&str]) -> Result<()> {
    cmd!(
        sh,
        "cargo run --release --package tests --bin bench -- {arguments...}"
    )
    .run()?;
    Ok(())
}

fn bindings(sh: &Shell) -> Result<()> {
    setup::for_run(sh)?;
    app::ensure_ui_built(sh)?;
    cmd!(
        sh,
        "cargo test --package tests --test suite -- bindings:: course::"
    )
    .env("COMMONPLACE_WRITE_BINDINGS", "1")
    .run()?;
    Ok(())
}

fn command_line(sh: &Shell) -> Result<()> {
    setup::for_run(sh)?;
    app::ensure_ui_built(sh)?;
    cmd!(sh, "cargo test --package tests --test suite command_line::")
        .env("COMMONPLACE_WRITE_COMMAND_LINE", "1")
        .run()?;
    Ok(())
}
