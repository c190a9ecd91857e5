//! Renaming a file or a folder without replacing an existing one.

use std::io;
use std::path::Path;

use crate::{Disk, Error, Result, folder};

/// Moves a file or a folder durably into an existing folder.
///
/// # Errors
/// [`Error::Exists`] when the name is taken; nothing is changed then. [`Error::NotFound`]. [`Error::ReadOnly`].
/// [`Error::Unwritable`], also for a move of a folder into itself or onto another disk.
pub fn rename(disk: &dyn Disk, path: &Path, target: &Path) -> Result<()> {
    folder::look(path).map_err(|source| Error::reading(path, source))?;
    disk.move_new(path, target)
        .map_err(|source| match source.kind() {
            io::ErrorKind::AlreadyExists | io::ErrorKind::DirectoryNotEmpty => Error::Exists {
                path: target.to_owned(),
            },
            _ => Error::writing(target, source),
        })?;
    let mut folders: Vec<&Path> = [target.parent(), path.parent()].into_iter().flatten().collect();
    folders.dedup();
    for folder in folders {
        disk.sync_folder(folder)
            .map_err(|source| Error::writing(folder, source))?;
    }
    Ok(())
}

#[cfg(test)]
#[expect(
    clippy::disallowed_methods,
    reason = "a test sets its scene with plain writes"
)]
mod tests {
    use std::fs;

    use super::*;
    use crate::{FailingDisk, RealDisk};

    fn folder_with(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, *file).unwrap();
        }
        folder
    }

    #[test]
    fn files_and_folders_move_and_what_is_there_stays() {
        let folder = folder_with(&["a.md", "卷/一.md", "taken/b.md", "b.md"]);
        let at = |name: &str| folder.path().join(name);
        rename(&RealDisk, &at("a.md"), &at("taken/甲.md")).unwrap();
        rename(&RealDisk, &at("卷"), &at("第一卷")).unwrap();
        rename(&RealDisk, &at("b.md"), &at("B.md")).unwrap();
        assert_eq!(fs::read_to_string(at("taken/甲.md")).unwrap(), "a.md");
        assert_eq!(fs::read_to_string(at("第一卷/一.md")).unwrap(), "卷/一.md");
        assert!(!at("a.md").exists() && !at("卷").exists());

        fs::create_dir(at("empty")).unwrap();
        for (from, to) in [
            ("B.md", "taken/b.md"),
            ("B.md", "taken"),
            ("第一卷", "taken"),
            ("第一卷", "empty"),
        ] {
            let error = rename(&RealDisk, &at(from), &at(to)).unwrap_err();
            assert!(matches!(error, Error::Exists { .. }), "{from} {to}: {error:?}");
        }
        assert_eq!(fs::read_to_string(at("taken/b.md")).unwrap(), "taken/b.md");
        let gone = rename(&RealDisk, &at("gone.md"), &at("c.md")).unwrap_err();
        assert!(matches!(gone, Error::NotFound { .. }), "{gone:?}");
        assert!(rename(&RealDisk, &at("第一卷"), &at("第一卷/inside")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_moves_itself_and_another_name_of_the_same_file_is_taken() {
        let folder = folder_with(&["a.md"]);
        let at = |name: &str| folder.path().join(name);
        std::os::unix::fs::symlink("a.md", at("link.md")).unwrap();
        rename(&RealDisk, &at("link.md"), &at("other.md")).unwrap();
        assert_eq!(fs::read_link(at("other.md")).unwrap(), Path::new("a.md"));
        fs::hard_link(at("a.md"), at("b.md")).unwrap();
        let error = rename(&RealDisk, &at("a.md"), &at("b.md")).unwrap_err();
        assert!(matches!(error, Error::Exists { .. }), "{error:?}");
    }

    #[test]
    fn a_failure_at_any_step_leaves_the_file_under_one_name() {
        for call in 1.. {
            let folder = folder_with(&["a.md", "b/c.md"]);
            let (from, to) = (folder.path().join("a.md"), folder.path().join("b/甲.md"));
            let disk = FailingDisk::at(call);
            let outcome = rename(&disk, &from, &to);
            assert_eq!(from.exists() as u8 + to.exists() as u8, 1);
            if !disk.has_failed() {
                return outcome.unwrap();
            }
            outcome.unwrap_err();
        }
    }
}
