//! System libraries of Debian and Ubuntu: which are missing, and how they come in.

use anyhow::{Context, Result, bail};
use xshell::{Shell, cmd};

/// What the desk needs to compile and to open its window.
pub const RUN: &[&str] = &[
    "build-essential",
    "pkg-config",
    "libwebkit2gtk-4.1-dev",
    // Tauri's list for Debian: GTK draws the SVG icons of the file dialog with it.
    "librsvg2-dev",
    // Tauri's list for Debian: Cut, Copy and Paste of a native menu.
    "libxdo-dev",
];

/// What the tests need besides: a driver for the window, a display without a screen, and Chinese letters.
pub const TEST: &[&str] = &["webkit2gtk-driver", "xvfb", "xauth", "fonts-noto-cjk"];

/// Installs those of the wanted packages that are missing; touches neither network nor root when none is.
pub fn ensure(sh: &Shell, wanted: &[&'static str]) -> Result<()> {
    let format = "--showformat=${db:Status-Abbrev}|${Package}\\n";
    // dpkg-query exits with 1 when it has not heard of one of the names, which is an answer and not a failure.
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

    eprintln!("System libraries: installing {}.", missing.join(" "));
    let install = Install {
        as_root: is_root(sh)?,
        missing: &missing,
    };
    install.run(sh).with_context(|| {
        format!(
            "Please install by hand, then start again:\n\n    {}\n",
            install.by_hand()
        )
    })
}

struct Install<'a> {
    as_root: bool,
    missing: &'a [&'static str],
}

impl Install<'_> {
    fn run(&self, sh: &Shell) -> Result<()> {
        let packages = self.missing;
        if self.as_root {
            cmd!(sh, "apt-get update --quiet").run()?;
            cmd!(
                sh,
                "apt-get install --yes --quiet --no-install-recommends {packages...}"
            )
            .env("DEBIAN_FRONTEND", "noninteractive")
            .run()?;
        } else {
            if cmd!(sh, "sudo --version")
                .quiet()
                .ignore_stdout()
                .ignore_stderr()
                .run()
                .is_err()
            {
                bail!("Installing needs root, and there is no sudo here.");
            }
            cmd!(sh, "sudo apt-get update --quiet").run()?;
            cmd!(sh, "sudo DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet --no-install-recommends {packages...}")
                .run()?;
        }
        Ok(())
    }

    fn by_hand(&self) -> String {
        format!(
            "apt-get update && apt-get install {}   (as root)",
            self.missing.join(" ")
        )
    }
}

fn is_root(sh: &Shell) -> Result<bool> {
    Ok(cmd!(sh, "id --user").quiet().read()? == "0")
}

/// Returns the wanted packages that a `dpkg-query` listing of `status|name` lines does not show as installed.
fn missing(wanted: &[&'static str], listing: &str) -> Vec<&'static str> {
    let is_installed = |package: &str| {
        listing.lines().any(|line| {
            line.split_once('|').is_some_and(|(status, name)| {
                // Wanted state, then actual state: `ii` and the pinned `hi` are there, `rc` is removed with its
                // settings kept, `iU` is unpacked and not configured.
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
        let mut all = [RUN, TEST].concat();
        all.sort_unstable();
        assert!(all.windows(2).all(|pair| pair[0] != pair[1]), "{all:?}");
    }
}
