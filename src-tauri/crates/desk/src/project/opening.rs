//! The project to open, from the files and folders that a command line names.

use std::path::{Path, PathBuf};

use contract::OpenRequest;
use vault::Root;

/// A project to open, and the file in it that comes first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The folder of the project.
    pub folder: PathBuf,
    /// A file in the folder.
    pub file: Option<PathBuf>,
}

impl Opening {
    /// Returns the project and the file that the paths of a command line name: `FOLDER`, `FOLDER FILE`, or a `FILE`
    /// alone. A `FILE` alone belongs to the folder around it that has a memory already. Where no folder around it has
    /// one, the file belongs to the folder it lies in.
    ///
    /// Of several files the first is opened. A path that does not exist is treated as a folder, and opening that folder
    /// reports the error.
    pub fn of(paths: impl IntoIterator<Item = PathBuf>) -> Option<Self> {
        let (files, folders): (Vec<_>, Vec<_>) = paths.into_iter().partition(|path| path.is_file());
        let file = files.into_iter().next();
        let folder = folders
            .into_iter()
            .next()
            .or_else(|| file.as_deref().and_then(project_around))?;
        Some(Self { folder, file })
    }

    /// Returns the request for the page. A file outside the folder is left out.
    pub fn request(&self) -> OpenRequest {
        let below = || {
            let file = self.file.as_deref()?.canonicalize().ok()?;
            Root::open(&self.folder).ok()?.relative(&file)
        };
        OpenRequest {
            folder: self.folder.display().to_string(),
            file: below(),
        }
    }
}

/// Returns the project a file belongs to.
fn project_around(file: &Path) -> Option<PathBuf> {
    let file = std::path::absolute(file).ok()?;
    let known = file.ancestors().skip(1).find(|folder| crate::is_project(folder));
    known.or_else(|| file.parent()).map(Path::to_owned)
}

#[cfg(test)]
#[expect(
    clippy::disallowed_methods,
    reason = "a test sets its scene with plain writes"
)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_belongs_to_the_folder_with_a_memory_or_to_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let part = folder.path().join("第一卷");
        fs::create_dir(&part).unwrap();
        let file = part.join("01.md");
        fs::write(&file, "雨停了。").unwrap();
        let opened = |paths: &[&Path]| Opening::of(paths.iter().map(|path| path.to_path_buf()));
        let expected = |folder: &Path, file: Option<&Path>| {
            Some(Opening {
                folder: folder.to_owned(),
                file: file.map(Path::to_owned),
            })
        };

        assert_eq!(opened(&[]), None);
        assert_eq!(opened(&[folder.path()]), expected(folder.path(), None));
        assert_eq!(opened(&[&file]), expected(&part, Some(&file)));
        assert_eq!(
            opened(&[folder.path(), &file]),
            expected(folder.path(), Some(&file))
        );
        assert_eq!(
            opened(&[&file, folder.path()]),
            expected(folder.path(), Some(&file))
        );

        fs::create_dir_all(folder.path().join("memory/journal")).unwrap();
        assert_eq!(opened(&[&file]), expected(folder.path(), Some(&file)));

        let gone = folder.path().join("gone");
        assert_eq!(opened(&[&gone]), expected(&gone, None));
    }
}
