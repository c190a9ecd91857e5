//! System libraries of Debian and Ubuntu: the check for missing packages, and their installation.

use anyhow::{Context, Result};
use xshell::{Shell, cmd};

/// The packages for compiling the desk and opening its window.
pub const RUN: &[&str] = &[
    "build-essential",
    "pkg-config",
    "libwebkit2gtk-4.1-dev",
    // GTK draws the icons of its file dialog with it, and Tauri draws the icons of a package.
    "librsvg2-dev",
    // The window reads the desktop's light or dark theme over D-Bus.
    "libdbus-1-dev",
];

/// The additional packages for the tests.
pub const TEST: &[&str] = &[
    "webkit2gtk-driver",
    // A virtual display, a window manager, and simulated input. Only with these can a test close a window as a writer
    // does, and send keys to an input method.
    "xvfb",
    "xauth",
    "openbox",
    "xdotool",
    // One session bus for a whole test run. Without it, each desk starts a bus that outlives the desk.
    "dbus-daemon",
    "x11-utils",
    "fonts-noto-cjk",
];

/// The packages for building and checking a package, in addition to [`RUN`].
pub const RELEASE: &[&str] = &["desktop-file-utils"];

/// Installs the missing packages of a list; needs neither network nor root when all are installed.
pub fn ensure(sh: &Shell, wanted: &[&'static str]) -> Result<()> {
    let format = "--showformat=${db:Status-Abbrev}|${Package}\\n";
    // dpkg-query exits with 1 for an unknown package name; its listing is still valid.
    let listing = cmd!(sh, "dpkg-query --show {format} {wanted...}")
        .quiet()
        .ignore_status()
        .ignore_stderr()
        .read()?;
    let missing = missing(wanted, &listing);
    if missing.is_empty() {
        eprintln!("System libraries: all {} are there.", wanted.len());
        return Ok(());
    }

    let packages = missing.join(" ");
    eprintln!("System libraries: installing {packages}.");
    install(sh, &missing).with_context(|| {
        format!(
            "These system libraries are missing: {packages}.\n\
             Please install them as root, then start again:\n\n    apt-get update && apt-get install {packages}\n"
        )
    })
}

fn install(sh: &Shell, packages: &[&str]) -> Result<()> {
    // Both programs take `NAME=value program arguments`; sudo asks for a password when it needs one.
    let starter = if is_root(sh)? { "env" } else { "sudo" };
    cmd!(sh, "{starter} apt-get update --quiet").run()?;
    let quietly = [
        "DEBIAN_FRONTEND=noninteractive",
        "apt-get",
        "install",
        "--yes",
        "--quiet",
    ];
    cmd!(sh, "{starter} {quietly...} --no-install-recommends {packages...}").run()?;
    Ok(())
}

pub fn is_root(sh: &Shell) -> Result<bool> {
    Ok(cmd!(sh, "id --user").quiet().read()? == "0")
}

/// Returns the wanted packages that are not installed according to a `dpkg-query` listing of `status|name` lines.
fn missing(wanted: &[&'static str], listing: &str) -> Vec<&'static str> {
    let is_installed = |package: &str| {
        listing.lines().any(|line| {
            line.split_once('|').is_some_and(|(status, name)| {
                // The status is the wanted state, then the actual state: `ii` and the pinned `hi` are installed. `rc`
                // is removed with its settings kept, `iU` is unpacked and not configured.
                name == package && status.chars().nth(1) == Some('i')
            })
        })
    };
    wanted
        .iter()
        .copied()
        .filter(|package| !is_installed(package))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_is_missing_unless_dpkg_says_it_is_installed() {
        for (listing, expected) in [
            ("", &["xvfb", "xauth"] as &[&str]),
            ("ii |xvfb\nii |xauth", &[]),
            ("hi |xvfb\nii |xauth", &[]),
            ("rc |xvfb\nii |xauth", &["xvfb"]),
            ("iU |xvfb\nun |xauth", &["xvfb", "xauth"]),
            ("ii |xvfb-extra\nii |xauth", &["xvfb"]),
            ("a line of another kind\nii |xauth", &["xvfb"]),
        ] {
            assert_eq!(missing(&["xvfb", "xauth"], listing), expected, "{listing:?}");
        }
    }

    #[test]
    fn no_package_is_listed_twice() {
        let mut all = [RUN, TEST, RELEASE].concat();
        all.sort_unstable();
        assert!(all.windows(2).all(|pair| pair[0] != pair[1]), "{all:?}");
    }
}
