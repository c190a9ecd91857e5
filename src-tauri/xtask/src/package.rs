//! The package for Debian and Ubuntu: built, inspected, and tried as on a writer's machine.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use xshell::{Shell, cmd};

use crate::{app, packages, setup};

const NAME: &str = "commonplace";

/// The size limit of the package, in bytes: a writer downloads it.
const LARGEST: u64 = 15_000_000;

/// The files of the package, with their modes.
const FILES: &[(&str, &str)] = &[
    ("-rwxr-xr-x", "./usr/bin/commonplace"),
    ("-rwxr-xr-x", "./usr/bin/commonplace-desk"),
    ("-rw-r--r--", "./usr/share/applications/Commonplace.desktop"),
    ("-rw-r--r--", "./usr/share/doc/commonplace/copyright"),
    (
        "-rw-r--r--",
        "./usr/share/icons/hicolor/32x32/apps/commonplace-desk.png",
    ),
    (
        "-rw-r--r--",
        "./usr/share/icons/hicolor/128x128/apps/commonplace-desk.png",
    ),
    (
        "-rw-r--r--",
        "./usr/share/icons/hicolor/256x256@2/apps/commonplace-desk.png",
    ),
    (
        "-rw-r--r--",
        "./usr/share/icons/hicolor/scalable/apps/commonplace-desk.svg",
    ),
];

/// Builds the package into the target folder and inspects it.
pub fn build(sh: &Shell) -> Result<()> {
    if !cfg!(target_os = "linux") {
        eprintln!(
            "Not built here: `ui/node_modules/.bin/tauri build` makes the bundles of macOS and Windows."
        );
        return Ok(());
    }
    app::build_release(sh)?;
    let release = app::release_folder()?;
    let bundles = release.join("bundle/deb");
    sh.remove_path(&bundles)?;
    bundle(sh, &release.join(NAME))?;
    let made = only_package(sh, &bundles)?;
    let package = squeeze(sh, &made)?;
    inspect(sh, &package)?;
    eprintln!("The package: {}, {} bytes.", package.display(), size(&package)?);
    Ok(())
}

/// Installs the package, opens a manuscript with the installed desk, and removes the package.
pub fn try_out(sh: &Shell) -> Result<()> {
    if !cfg!(target_os = "linux") || !packages::is_root(sh)? {
        eprintln!("Not tried here: to install a package takes root on a Debian or Ubuntu.");
        return Ok(());
    }
    let known = cmd!(sh, "dpkg-query --show {NAME}")
        .quiet()
        .ignore_stdout()
        .ignore_stderr();
    ensure!(
        known.run().is_err(),
        "{NAME} is installed here already; remove it first."
    );
    setup::for_test(sh)?;
    let package = only_package(sh, &app::release_folder()?.join("bundle/deb"))?;
    let outcome = cmd!(sh, "dpkg --install {package}")
        .run()
        .map_err(Into::into)
        .and_then(|()| app::drive(sh, Path::new("/usr/bin/commonplace-desk"), "installed"));
    // After a failure too, the package must not stay on this machine.
    cmd!(sh, "dpkg --purge {NAME}").run()?;
    outcome?;
    match FILES
        .iter()
        .map(|(_, path)| Path::new(path.trim_start_matches('.')))
        .find(|path| path.exists())
    {
        Some(left) => bail!("{} is still there after the package was removed.", left.display()),
        None => Ok(()),
    }
}

fn bundle(sh: &Shell, command_line: &Path) -> Result<()> {
    let tauri = sh.current_dir().join("ui/node_modules/.bin/tauri");
    // The configuration of the bundle does not list the command line, because its path depends on this machine.
    let more = format!(
        r#"{{"bundle":{{"linux":{{"deb":{{"files":{{"/usr/bin/{NAME}":"{}"}}}}}}}}}}"#,
        command_line.display()
    );
    let _there = sh.push_dir("src-tauri");
    cmd!(sh, "{tauri} bundle --ci --bundles deb --config {more}").run()?;
    Ok(())
}

/// Compresses a package again with xz. At level 9 the window spans both programs: 22 MB become 10 MB.
fn squeeze(sh: &Shell, package: &Path) -> Result<PathBuf> {
    let folder = sh.create_temp_dir()?;
    let unpacked = folder.path().join("package");
    let packed = package.with_file_name("packed.deb");
    cmd!(sh, "dpkg-deb --raw-extract {package} {unpacked}").run()?;
    cmd!(
        sh,
        "dpkg-deb --root-owner-group -Zxz -z9 --build {unpacked} {packed}"
    )
    .run()?;
    sh.copy_file(&packed, package)?;
    sh.remove_path(&packed)?;
    Ok(package.to_owned())
}

/// Fails unless the package has exactly the expected files, respects the size limit, and has a valid desktop entry.
fn inspect(sh: &Shell, package: &Path) -> Result<()> {
    let bytes = size(package)?;
    ensure!(
        bytes <= LARGEST,
        "The package has {bytes} bytes, more than {LARGEST}."
    );
    let faults = faults_in(&cmd!(sh, "dpkg-deb --contents {package}").read()?);
    ensure!(
        faults.is_empty(),
        "The package is not as it should be:\n  {}",
        faults.join("\n  ")
    );
    let folder = sh.create_temp_dir()?;
    let unpacked = folder.path();
    cmd!(sh, "dpkg-deb --extract {package} {unpacked}").run()?;
    let entry = unpacked.join("usr/share/applications/Commonplace.desktop");
    cmd!(sh, "desktop-file-validate {entry}").run()?;
    Ok(())
}

/// Returns the faults in a listing of `dpkg-deb --contents`, one per line.
fn faults_in(listing: &str) -> Vec<String> {
    let entries: Vec<(&str, &str, &str)> = listing
        .lines()
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            Some((words.next()?, words.next()?, words.nth(3)?))
        })
        .collect();
    let missing = FILES
        .iter()
        .filter(|(mode, path)| !entries.iter().any(|entry| (entry.0, entry.2) == (*mode, *path)))
        .map(|(mode, path)| format!("{path} is not there as {mode}"));
    let odd = entries.iter().filter(|(mode, owner, path)| {
        let is_known = mode.starts_with('d') || FILES.iter().any(|(_, known)| known == path);
        *owner != "root/root" || !is_known || (mode.starts_with('d') && *mode != "drwxr-xr-x")
    });
    let odd =
        odd.map(|(mode, owner, path)| format!("{path} has no business there, or not as {mode} of {owner}"));
    missing.chain(odd).collect()
}

fn only_package(sh: &Shell, folder: &Path) -> Result<PathBuf> {
    let made = sh.read_dir(folder)?.into_iter();
    let mut packages = made.filter(|path| path.extension().is_some_and(|ending| ending == "deb"));
    packages
        .next()
        .with_context(|| format!("There is no package in {}.", folder.display()))
}

fn size(package: &Path) -> Result<u64> {
    let about =
        std::fs::metadata(package).with_context(|| format!("{} cannot be read.", package.display()))?;
    Ok(about.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listing() -> String {
        let files = FILES
            .iter()
            .map(|(mode, path)| format!("{mode} root/root      4711 2026-11-22 03:30 {path}\n"));
        format!(
            "drwxr-xr-x root/root         0 2026-11-22 03:30 ./usr/\n{}",
            files.collect::<String>()
        )
    }

    #[test]
    fn a_package_holds_what_it_should_and_nothing_else() {
        assert_eq!(faults_in(&listing()), [] as [&str; 0]);
        for (from, to, fault) in [
            (
                "-rwxr-xr-x root/root      4711 2026-11-22 03:30 ./usr/bin/commonplace\n",
                "",
                "./usr/bin/commonplace is not there",
            ),
            ("-rwxr-xr-x", "-rw-r--r--", "is not there as -rwxr-xr-x"),
            ("root/root", "writer/writer", "of writer/writer"),
            ("drwxr-xr-x", "drwxrwxrwx", "drwxrwxrwx"),
            (
                "./usr/\n",
                "./usr/\n-rw-r--r-- root/root 1 2026-11-22 03:30 ./etc/passwd\n",
                "./etc/passwd has no business",
            ),
        ] {
            let faults = faults_in(&listing().replacen(from, to, 1));
            assert!(
                faults.iter().any(|each| each.contains(fault)),
                "{fault}: {faults:?}"
            );
        }
    }
}
