//! Builds of the UI and the desk, in the required order: the shell embeds `ui/dist` when it compiles.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use xshell::{Shell, cmd};

use crate::npm;

const BUILT_PAGE: &str = "ui/dist/index.html";

/// Builds `ui/dist`.
pub fn build_ui(sh: &Shell) -> Result<()> {
    npm::script(sh, "ui", "build")
}

/// Builds `ui/dist` only where it is missing, for tasks that need the shell to compile but not to be current.
pub fn ensure_ui_built(sh: &Shell) -> Result<()> {
    if sh.path_exists(BUILT_PAGE) {
        Ok(())
    } else {
        build_ui(sh)
    }
}

/// Builds the desk: its window, and the command line that the end-to-end tests use.
pub fn build_desk(sh: &Shell) -> Result<()> {
    cmd!(sh, "cargo build --package cli").run()?;
    // Without this feature, a configuration with a `devUrl` opens that address instead of the embedded UI.
    cmd!(sh, "cargo build --package shell --features tauri/custom-protocol").run()?;
    Ok(())
}

/// Builds the programs of a package, the desk and the command line, in one call so that they share dependencies.
pub fn build_release(sh: &Shell) -> Result<()> {
    let features = ["--features", "tauri/custom-protocol"];
    cmd!(
        sh,
        "cargo build --release --package shell --package cli {features...}"
    )
    .run()?;
    Ok(())
}

/// Runs a script of the end-to-end tests with the built desk, on a virtual display.
pub fn in_real_window(sh: &Shell, script: &str) -> Result<()> {
    drive(sh, &binary()?, script)
}

/// Runs a script of the end-to-end tests with the given desk, on a virtual display.
pub fn drive(sh: &Shell, desk: &Path, script: &str) -> Result<()> {
    if !cfg!(target_os = "linux") {
        eprintln!("Not run here: WebKitWebDriver, which drives the window, exists on Linux only.");
        return Ok(());
    }
    let _there = sh.push_dir("tests/e2e");
    // The screen has room for the desk's window and its frame. By default the X server resets when its last client
    // leaves. In about one of fifty starts, the reset ended the window manager that was just starting.
    let screen = "--server-args=-screen 0 1600x1000x24 -noreset";
    // Without a session bus each desk starts one, and its connection to the display is never closed. After about 250
    // desks the display accepts no more connections.
    cmd!(
        sh,
        "dbus-run-session -- xvfb-run --auto-servernum {screen} npm run {script}"
    )
    .env("COMMONPLACE_DESK", desk)
    .run()?;
    Ok(())
}

/// Returns the output folder of [`build_release`].
pub fn release_folder() -> Result<PathBuf> {
    let debug = binary()?;
    let target = debug.parent().and_then(Path::parent);
    Ok(target
        .context("The target folder could not be found.")?
        .join("release"))
}

/// Returns the path of the desk built by [`build_desk`]: beside this program, for any target folder.
pub fn binary() -> Result<PathBuf> {
    let this = std::env::current_exe().context("This program could not find its own place on disk.")?;
    Ok(this.with_file_name(format!("commonplace-desk{}", std::env::consts::EXE_SUFFIX)))
}
