//! Node and the npm packages of a folder.

use std::path::Path;

use anyhow::{Context, Result, bail};
use xshell::{Shell, cmd};

/// The oldest Node version that Vite supports, as major and minor.
const OLDEST: (u32, u32) = (20, 19);

/// On Windows npm is a batch file, which needs its extension to be found.
const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

/// Fails without Node or with an old version; the message tells where to get it.
pub fn require_node(sh: &Shell) -> Result<()> {
    let (major, minor) = OLDEST;
    let get_it =
        format!("Please install Node {major}.{minor} or newer from https://nodejs.org, then start again.");
    let answer = cmd!(sh, "node --version")
        .quiet()
        .ignore_stderr()
        .read()
        .with_context(|| get_it.clone())?;
    match version(&answer) {
        Some(found) if found >= OLDEST => {
            eprintln!("Node: {answer}.");
            Ok(())
        }
        _ => bail!("The Node found here is {answer}, which is too old. {get_it}"),
    }
}

/// Installs the npm packages of a folder according to its lock file; does nothing when they are current.
pub fn install(sh: &Shell, folder: &str) -> Result<()> {
    let lock = sh.current_dir().join(folder).join("package-lock.json");
    let stamp = sh
        .current_dir()
        .join(folder)
        .join("node_modules/.installed-lock.json");
    if is_current(&lock, &stamp)? {
        eprintln!("npm packages of {folder}: all there.");
        return Ok(());
    }
    eprintln!("npm packages of {folder}: installing.");
    npm(sh, folder, &["ci", "--no-audit", "--no-fund"])?;
    // `npm ci` deletes the folder first, so the stamp exists only after a complete installation.
    sh.copy_file(lock, stamp)?;
    Ok(())
}

/// Runs a script of a folder's `package.json`.
pub fn script(sh: &Shell, folder: &str, name: &str) -> Result<()> {
    npm(sh, folder, &["run", name])
}

fn npm(sh: &Shell, folder: &str, arguments: &[&str]) -> Result<()> {
    let _there = sh.push_dir(folder);
    cmd!(sh, "{NPM} {arguments...}").run()?;
    Ok(())
}

/// Returns whether the stamp equals the lock file. A missing stamp does not; a missing lock file is an error.
#[expect(clippy::disallowed_methods, reason = "a checkout is the developer's own")]
fn is_current(lock: &Path, stamp: &Path) -> Result<bool> {
    let wanted = std::fs::read(lock).with_context(|| format!("{} cannot be read.", lock.display()))?;
    Ok(std::fs::read(stamp).is_ok_and(|installed| installed == wanted))
}

/// Returns major and minor from the output of `node --version`, such as `v20.19.4`.
fn version(answer: &str) -> Option<(u32, u32)> {
    let mut numbers = answer.trim().strip_prefix('v')?.split('.').map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_read_from_what_node_prints() {
        for (answer, expected) in [
            ("v20.19.4", Some((20, 19))),
            ("v24.0.0-nightly\n", Some((24, 0))),
            ("20.19.4", None),
            ("v20", None),
            ("", None),
        ] {
            assert_eq!(version(answer), expected, "{answer:?}");
        }
    }

    #[test]
    fn packages_are_current_only_while_the_stamp_equals_the_lock_file() {
        let sh = Shell::new().unwrap();
        let folder = sh.create_temp_dir().unwrap();
        let (lock, stamp) = (
            folder.path().join("package-lock.json"),
            folder.path().join("stamp"),
        );

        assert!(
            is_current(&lock, &stamp).is_err(),
            "a folder without a lock file cannot be installed"
        );

        sh.write_file(&lock, "{\"lockfileVersion\": 3}").unwrap();
        assert!(!is_current(&lock, &stamp).unwrap(), "nothing was installed yet");

        sh.copy_file(&lock, &stamp).unwrap();
        assert!(is_current(&lock, &stamp).unwrap());

        sh.write_file(&lock, "{\"lockfileVersion\": 4}").unwrap();
        assert!(!is_current(&lock, &stamp).unwrap(), "the lock file moved on");
    }
}
