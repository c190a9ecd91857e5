//! The UI and the desk, built in the order they need: the shell embeds `ui/dist` when it compiles.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use xshell::{Shell, cmd};

use crate::npm;

const BUILT_PAGE: &str = "ui/dist/index.html";

/// Builds `ui/dist`.
pub fn build_ui(sh: &Shell) -> Result<()> {
    npm::script(sh, "ui", "build")
}

/// Builds `ui/dist` only when there is none, for tasks that need the shell to compile but not to be current.
pub fn ensure_ui_built(sh: &Shell) -> Result<()> {
    if sh.path_exists(BUILT_PAGE) {
        Ok(())
    } else {
        build_ui(sh)
    }
}

/// Builds the desk: its window, and the command line that its journeys use beside it.
pub fn build_desk(sh: &Shell) -> Result<()> {
    cmd!(sh, "cargo build --package cli").run()?;
    // Without this feature a configuration with a `devUrl` opens that address instead of the embedded UI.
    cmd!(sh, "cargo build --package shell --features tauri/custom-protocol").run()?;
    Ok(())
}

/// Builds the contents of a package, the desk and the command line, in one go so that they share their dependencies.
pub fn build_release(sh: &Shell) -> Result<()> {
    let features = ["--features", "tauri/custom-protocol"];
    cmd!(
        sh,
        "cargo build --release --package shell --package cli {features...}"
    )
    .run()?;
    Ok(())
}

/// Runs a script of the end-to-end tests on the built desk, on a display of its own.
pub fn in_real_window(sh: &Shell, script: &str) -> Result<()> {
    drive(sh, &binary()?, script)
}

/// Runs a script of the end-to-end tests on a desk, on a display of its own.
pub fn drive(sh: &Shell, desk: &Path, script: &str) -> Result<()> {
    if !cfg!(target_os = "linux") {
        eprintln!("Not run here: WebKitWebDriver, which drives the window, exists on Linux only.");
        return Ok(());
    }
    let _there = sh.push_dir("tests/e2e");
    // Room for the desk's window and its frame. By default a display starts anew when its last client leaves. Once in
    // some fifty starts it then ends the window manager that is just starting.
    let screen = "--server-args=-screen 0 1600x1000x24 -noreset";
    // A desk that finds no session bus starts one, whose connection to the display nobody closes. After some 250 desks
    // the display takes no more.
    cmd!(
        sh,
        "dbus-run-session -- xvfb-run --auto-servernum {screen} npm run {script}"
    )
    .env("COMMONPLACE_DESK", desk)
    .run()?;
    Ok(())
}

/// Returns the folder [`build_release`] puts its programs in.
pub fn release_folder() -> Result<PathBuf> {
    let debug = binary()?;
    let target = debug.parent().and_then(Path::parent);
    Ok(target
        .context("The target folder could not be found.")?
        .join("release"))
}

/// Returns where [`build_desk`] puts the desk: beside this program, whatever target folder is set.
pub fn binary() -> Result<PathBuf> {
    let this = std::env::current_exe().context("This program could not find its own place on disk.")?;
    Ok(this.with_file_name(format!("commonplace-desk{}", std::env::consts::EXE_SUFFIX)))
}
