//! The writer's own copy of the sample project, so that trying the desk leaves the repository clean.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use xshell::Shell;

const SOURCE: &str = "src-tauri/sample";
const COPY: &str = "Commonplace Sample";

/// Returns the copy in the home folder. The first call makes it; later calls leave it unchanged.
pub fn ensure(sh: &Shell) -> Result<PathBuf> {
    let home =
        std::env::home_dir().context("There is no home folder to put the sample project in; set HOME.")?;
    let copy = home.join(COPY);
    if !copy.exists() {
        copy_once(sh, &sh.current_dir().join(SOURCE), &copy)
            .with_context(|| format!("The sample project could not be copied to {}.", copy.display()))?;
        eprintln!(
            "Copied the sample project to {}. It is yours to change or delete.",
            copy.display()
        );
    }
    Ok(copy)
}

/// Copies a folder by an atomic rename: the target is complete or absent, also when an earlier copy was interrupted.
#[expect(
    clippy::disallowed_methods,
    reason = "renames a fresh copy of repository files; nothing of a writer's is replaced"
)]
fn copy_once(sh: &Shell, source: &Path, target: &Path) -> Result<()> {
    let partial = target.with_extension("partial");
    sh.remove_path(&partial)?;
    copy_folder(sh, source, &partial)?;
    std::fs::rename(&partial, target)?;
    Ok(())
}

fn copy_folder(sh: &Shell, source: &Path, target: &Path) -> Result<()> {
    sh.create_dir(target)?;
    for entry in sh.read_dir(source)? {
        let to = target.join(entry.file_name().context("A folder entry has no name.")?);
        if entry.is_dir() {
            copy_folder(sh, &entry, &to)?;
        } else {
            sh.copy_file(&entry, &to)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_is_whole_and_holds_nothing_of_an_earlier_attempt() {
        let sh = Shell::new().unwrap();
        let folder = sh.create_temp_dir().unwrap();
        let (source, target) = (folder.path().join("sample"), folder.path().join("My Sample"));
        sh.write_file(source.join("第一卷/01 雨.md"), "雨下了一夜。\n")
            .unwrap();
        sh.write_file(source.join("Notes/Cast.md"), "# Cast\n").unwrap();
        sh.write_file(folder.path().join("My Sample.partial/half"), "cut short")
            .unwrap();

        copy_once(&sh, &source, &target).unwrap();

        assert_eq!(
            sh.read_file(target.join("第一卷/01 雨.md")).unwrap(),
            "雨下了一夜。\n"
        );
        assert_eq!(sh.read_file(target.join("Notes/Cast.md")).unwrap(), "# Cast\n");
        assert!(!target.join("half").exists() && !folder.path().join("My Sample.partial").exists());
    }

    #[test]
    fn the_sample_in_the_repository_speaks_both_languages() {
        let sh = Shell::new().unwrap();
        sh.change_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../sample"));
        let texts: Vec<String> = ["Part One", "第一卷"]
            .into_iter()
            .flat_map(|part| sh.read_dir(part).unwrap())
            .map(|chapter| sh.read_file(chapter).unwrap())
            .collect();
        let is_chinese = |text: &&String| {
            text.chars()
                .any(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter))
        };

        let chinese = texts.iter().filter(is_chinese).count();
        assert!(
            chinese >= 2 && texts.len() - chinese >= 2,
            "{chinese} of {} chapters are Chinese",
            texts.len()
        );
    }
}
