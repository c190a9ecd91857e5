//! The prerequisites of a build: system libraries, Rust components, Node, npm packages.

use anyhow::{Context, Result, bail};
use xshell::{Shell, cmd};

use crate::{npm, packages};

/// Installs the prerequisites of running the desk.
pub fn for_run(sh: &Shell) -> Result<()> {
    npm::require_node(sh)?;
    system_libraries(sh, packages::RUN)?;
    npm::install(sh, "ui")
}

/// Installs the prerequisites of building a package.
pub fn for_release(sh: &Shell) -> Result<()> {
    npm::require_node(sh)?;
    system_libraries(sh, &[packages::RUN, packages::RELEASE].concat())?;
    npm::install(sh, "ui")
}

/// Installs the prerequisites of the tests, including the prerequisites of running.
pub fn for_test(sh: &Shell) -> Result<()> {
    npm::require_node(sh)?;
    rust_components(sh)?;
    system_libraries(sh, &[packages::RUN, packages::TEST].concat())?;
    npm::install(sh, "ui")?;
    npm::install(sh, "tests/e2e")
}

fn system_libraries(sh: &Shell, wanted: &[&'static str]) -> Result<()> {
    match std::env::consts::OS {
        "macos" => {
            eprintln!(
                "System libraries: macOS has all but the compiler. If it is missing: xcode-select --install"
            );
            Ok(())
        }
        "windows" => {
            eprintln!(
                "System libraries: Windows 11 has all but the compiler (Visual Studio Build Tools, \"Desktop \
                 development with C++\"). On Windows 10 also install the Microsoft Edge WebView2 runtime."
            );
            Ok(())
        }
        _ if answers(sh, "dpkg-query") => packages::ensure(sh, wanted),
        _ if answers(sh, "pkg-config") && has_webkit(sh) => {
            eprintln!(
                "System libraries: WebKitGTK is there. The real-window tests also need WebKitWebDriver and Xvfb."
            );
            Ok(())
        }
        _ => bail!(
            "This Linux has no apt, so the system libraries cannot be installed for you. Please install what your \
             system calls these Debian packages, then start again:\n\n    {}",
            wanted.join(" ")
        ),
    }
}

fn has_webkit(sh: &Shell) -> bool {
    cmd!(sh, "pkg-config --exists webkit2gtk-4.1")
        .quiet()
        .run()
        .is_ok()
}

/// The minimal profile of `rustup` leaves these two components out.
fn rust_components(sh: &Shell) -> Result<()> {
    if answers(sh, "cargo-fmt") && answers(sh, "cargo-clippy") {
        return Ok(());
    }
    cmd!(sh, "rustup component add rustfmt clippy")
        .run()
        .context("Please install rustfmt and clippy for the Rust that is used here, then start again.")
}

fn answers(sh: &Shell, program: &str) -> bool {
    cmd!(sh, "{program} --version")
        .quiet()
        .ignore_stdout()
        .ignore_stderr()
        .run()
        .is_ok()
}
