//! Containment: access to one folder and the files inside it.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::time::SystemTime;

use walkdir::{DirEntry, WalkDir};

use crate::{Error, Result, disk};

/// The largest number of files and folders in a listing. A large novel has hundreds, a home folder a million.
const MAX_ENTRIES: usize = 100_000;

/// A file in a listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The relative path, with `/` between the parts.
    pub path: String,
    /// The size in bytes.
    pub bytes: u64,
    /// The time of the last write, if the system has one.
    pub modified: Option<SystemTime>,
}

/// Resolves the links of a path that the writer or her system named, because the desk opens no path with a link in it.
/// Missing components at the end of the path stay as they are.
///
/// # Errors
/// [`Error::NotFound`] for a link without a target; [`Error::Unreadable`].
pub fn named(path: &Path) -> Result<PathBuf> {
    let failed = |source| Error::reading(path, source);
    for ancestor in path.ancestors() {
        let there = if ancestor.as_os_str().is_empty() {
            Path::new(".")
        } else {
            ancestor
        };
        match fs::symlink_metadata(there) {
            Ok(_) => {
                let existing = fs::canonicalize(there).map_err(failed)?;
                let missing = path.strip_prefix(ancestor).unwrap_or(Path::new(""));
                // Joining an empty path would append a separator to a file's name.
                let is_whole = missing.as_os_str().is_empty();
                return Ok(if is_whole {
                    existing
                } else {
                    existing.join(missing)
                });
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(failed(error)),
        }
    }
    Ok(path.to_owned())
}

/// A folder whose files are named by relative paths with `/` between the parts.
///
/// It guards against mistakes and against paths found in a file, such as `../../.ssh/config`. The paths it returns
/// contain no link. If a link is put there before the path is opened, opening refuses it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Root {
    path: PathBuf,
}

impl Root {
    /// Opens a folder, resolving the links that lead to it.
    ///
    /// # Errors
    /// [`Error::NotFound`], [`Error::NotAFolder`], [`Error::Unreadable`].
    pub fn open(path: &Path) -> Result<Self> {
        let canonical = fs::canonicalize(path).map_err(|source| Error::reading(path, source))?;
        if !canonical.is_dir() {
            return Err(Error::NotAFolder {
                path: path.to_owned(),
            });
        }
        Ok(Self { path: canonical })
    }

    /// Returns the folder's path, absolute and without links.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the absolute path of a file inside the folder, whether it exists or not. No link is resolved, so opening
    /// a path with a link fails. Memory files use this function.
    ///
    /// # Errors
    /// [`Error::OutsideRoot`] for an absolute path, a drive, `..` or a NUL.
    pub fn at(&self, relative: &str) -> Result<PathBuf> {
        let is_plain = |part| matches!(part, Component::Normal(_) | Component::CurDir);
        if relative.contains('\0')
            || names_a_drive(relative)
            || !Path::new(relative).components().all(is_plain)
        {
            return Err(Error::OutsideRoot {
                path: PathBuf::from(relative),
            });
        }
        Ok(self.path.join(relative))
    }

    /// Returns the absolute path of a file inside the folder, whether it exists or not, with links resolved.
    /// Manuscripts use this function, because a manuscript may be a link.
    ///
    /// # Errors
    /// The errors of [`Root::at`]. [`Error::OutsideRoot`] for a link that leads outside and a link without a target.
    /// [`Error::NotFound`] when the folder itself is gone. [`Error::NotAFolder`] when the path goes through a file.
    /// [`Error::Unreadable`].
    pub fn resolve(&self, relative: &str) -> Result<PathBuf> {
        let path = self.at(relative)?;
        if fs::symlink_metadata(&self.path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
            return Err(Error::NotFound {
                path: self.path.clone(),
            });
        }
        match named(&path) {
            Ok(path) if path.starts_with(&self.path) => Ok(path),
            Ok(_) | Err(Error::NotFound { .. }) => Err(Error::OutsideRoot {
                path: PathBuf::from(relative),
            }),
            Err(error) => Err(error),
        }
    }

    /// Returns the relative path of a path below the folder, or `None` if it is not below the folder or not UTF-8.
    #[must_use]
    pub fn relative(&self, path: &Path) -> Option<String> {
        let below = path.strip_prefix(&self.path).ok()?;
        let parts: Option<Vec<_>> = below.iter().map(OsStr::to_str).collect();
        Some(parts?.join("/"))
    }

    /// Lists the relative paths of all files that `filter` accepts, folder by folder, ordered by name.
    ///
    /// Hidden folders, `target` and `node_modules` are not entered. Links are left out: a target inside the folder is
    /// listed under its own path. An unreadable subfolder and a name that is not UTF-8 are skipped.
    ///
    /// # Errors
    /// [`Error::NotFound`] when the folder is gone. [`Error::Unreadable`]. [`Error::TooMany`] for more than 100,000
    /// files and folders.
    pub fn files(&self, filter: impl Fn(&Path) -> bool) -> Result<Vec<String>> {
        self.files_up_to(MAX_ENTRIES, filter)
    }

    /// Lists the files as [`Root::files`] does, each with its size and time, by which a change is noticed without
    /// reading it.
    ///
    /// # Errors
    /// The errors of [`Root::files`].
    pub fn found(&self, filter: impl Fn(&Path) -> bool) -> Result<Vec<Found>> {
        let mut files = Vec::new();
        self.walk(MAX_ENTRIES, |entry| {
            if let Some(path) = self.file(entry).filter(|name| filter(Path::new(name))) {
                let metadata = entry.metadata().ok();
                files.push(Found {
                    path,
                    bytes: metadata.as_ref().map_or(0, fs::Metadata::len),
                    modified: metadata.and_then(|metadata| metadata.modified().ok()),
                });
            }
        })?;
        Ok(files)
    }

    /// Lists the relative paths of all folders that `filter` accepts, each before its subfolders.
    ///
    /// # Errors
    /// The errors of [`Root::files`].
    pub fn folders(&self, filter: impl Fn(&Path) -> bool) -> Result<Vec<String>> {
        let mut folders = Vec::new();
        self.walk(MAX_ENTRIES, |entry| {
            if entry.depth() > 0 && entry.file_type().is_dir() {
                folders.extend(self.relative(entry.path()).filter(|name| filter(Path::new(name))));
            }
        })?;
        Ok(folders)
    }

    fn files_up_to(&self, limit: usize, filter: impl Fn(&Path) -> bool) -> Result<Vec<String>> {
        let mut files = Vec::new();
        self.walk(limit, |entry| {
            files.extend(self.file(entry).filter(|name| filter(Path::new(name))));
        })?;
        Ok(files)
    }

    /// Returns the relative path of an entry that is a file, but not a temporary file of the desk.
    fn file(&self, entry: &DirEntry) -> Option<String> {
        let is_file = entry.file_type().is_file() && !disk::is_temporary(entry.path());
        is_file.then(|| self.relative(entry.path())).flatten()
    }

    fn walk(&self, limit: usize, mut visit: impl FnMut(&DirEntry)) -> Result<()> {
        let entries = WalkDir::new(&self.path)
            .sort_by_file_name()
            .into_iter()
            .filter_entry(|entry| {
                entry.depth() == 0 || !entry.file_type().is_dir() || is_entered(entry.file_name())
            });
        for (count, entry) in entries.enumerate() {
            if count > limit {
                return Err(Error::TooMany {
                    path: self.path.clone(),
                    limit,
                });
            }
            match entry {
                Ok(entry) => visit(&entry),
                Err(error) if error.depth() == 0 => return Err(Error::reading(&self.path, error.into())),
                Err(_) => {}
            }
        }
        Ok(())
    }

    /// Lists the relative paths of all entries that the desk does not open: links, named pipes, devices and sockets.
    ///
    /// # Errors
    /// The errors of [`Root::files`].
    pub fn not_opened(&self) -> Result<Vec<String>> {
        let mut names = Vec::new();
        self.walk(MAX_ENTRIES, |entry| {
            let kind = entry.file_type();
            if entry.depth() > 0 && !kind.is_file() && !kind.is_dir() {
                names.extend(self.relative(entry.path()));
            }
        })?;
        Ok(names)
    }

    /// Lists the paths of the desk's temporary files.
    pub(crate) fn temporary(&self) -> Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        self.walk(MAX_ENTRIES, |entry| {
            if entry.file_type().is_file() && disk::is_temporary(entry.path()) {
                files.push(entry.path().to_owned());
            }
        })?;
        Ok(files)
    }

    /// Returns whether [`Root::files`] could list `path`.
    #[must_use]
    pub fn reaches(&self, path: &Path) -> bool {
        let Ok(below) = path.strip_prefix(&self.path) else {
            return false;
        };
        let mut folders = below.parent().into_iter().flatten();
        folders.all(is_entered) && !disk::is_temporary(path)
    }
}

/// Returns whether a folder with this name can contain manuscripts. Excluded folders contain settings or generated
/// files.
fn is_entered(name: &OsStr) -> bool {
    let is_hidden = name.as_encoded_bytes().starts_with(b".");
    !is_hidden && name != "target" && name != "node_modules"
}

/// Returns whether `relative` begins with a drive or a share of Windows.
///
/// This is checked on every system. Otherwise a path in a shared file would be harmless on one system and lead outside
/// on another.
fn names_a_drive(relative: &str) -> bool {
    let is_drive = match relative.as_bytes() {
        [letter, b':', rest @ ..] => {
            letter.is_ascii_alphabetic() && matches!(rest.first(), None | Some(b'/' | b'\\'))
        }
        _ => false,
    };
    is_drive || relative.starts_with('\\')
}

#[cfg(test)]
#[expect(
    clippy::disallowed_methods,
    reason = "a test sets its scene with plain writes"
)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn root_with(files: &[&str]) -> (tempfile::TempDir, Root) {
        let folder = tempfile::tempdir().unwrap();
        let project = folder.path().join("project");
        fs::create_dir(&project).unwrap();
        for file in files {
            let path = project.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "x").unwrap();
        }
        let root = Root::open(&project).unwrap();
        (folder, root)
    }

    #[test]
    fn a_file_and_a_missing_folder_are_no_root() {
        let (folder, root) = root_with(&["a.md"]);
        let file = Root::open(&root.path().join("a.md")).unwrap_err();
        assert!(matches!(file, Error::NotAFolder { .. }), "{file:?}");
        let gone = Root::open(&folder.path().join("gone")).unwrap_err();
        assert!(matches!(gone, Error::NotFound { .. }), "{gone:?}");
    }

    #[test]
    fn a_path_inside_resolves_whether_it_exists_or_not() {
        let (_folder, root) = root_with(&["草稿/第一章.md"]);
        for relative in [
            "草稿/第一章.md",
            "草稿/第二章.md",
            "new/deep/a.md",
            "./a.md",
            "A: one.md",
            "a..b.md",
            "",
        ] {
            assert_eq!(
                root.resolve(relative).unwrap(),
                root.path().join(relative),
                "{relative}"
            );
        }
    }

    #[test]
    fn a_path_that_leads_out_is_refused_on_every_system() {
        let (_folder, root) = root_with(&["a/b.md"]);
        let cases = [
            "/etc/passwd",
            "..",
            "../x",
            "a/../../x",
            "a/..",
            "a\0b",
            "C:\\x",
            "c:/x",
            "C:",
            "\\x",
            "\\\\host\\share",
            "\\\\?\\C:\\x",
        ];
        for relative in cases {
            let error = root.resolve(relative).unwrap_err();
            assert!(
                matches!(error, Error::OutsideRoot { .. }),
                "{relative:?}: {error:?}"
            );
        }
    }

    #[test]
    fn a_path_through_a_file_and_a_root_that_vanished_are_told_apart() {
        let (_folder, root) = root_with(&["a.md"]);
        let through = root.resolve("a.md/b.md").unwrap_err();
        assert!(matches!(through, Error::NotAFolder { .. }), "{through:?}");
        fs::remove_dir_all(root.path()).unwrap();
        for gone in [
            root.resolve("b.md").unwrap_err(),
            root.files(|_| true).unwrap_err(),
        ] {
            assert!(matches!(gone, Error::NotFound { .. }), "{gone:?}");
            assert_eq!(gone.path(), root.path());
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_followed_inside_and_refused_outside() {
        use std::os::unix::fs::symlink;
        let (folder, root) = root_with(&["草稿/a.md"]);
        fs::create_dir(folder.path().join("project-2")).unwrap();
        symlink("草稿", root.path().join("inside")).unwrap();
        symlink("../project-2", root.path().join("outside")).unwrap();
        symlink("nowhere", root.path().join("dangling")).unwrap();

        assert_eq!(
            root.resolve("inside/a.md").unwrap(),
            root.path().join("草稿/a.md")
        );
        assert_eq!(
            root.resolve("inside/new.md").unwrap(),
            root.path().join("草稿/new.md")
        );
        for relative in [
            "outside",
            "outside/new.md",
            "outside/new/deep.md",
            "dangling",
            "dangling/a.md",
        ] {
            let error = root.resolve(relative).unwrap_err();
            assert!(
                matches!(error, Error::OutsideRoot { .. }),
                "{relative}: {error:?}"
            );
        }
    }

    #[test]
    fn files_come_in_one_order_without_hidden_and_generated_folders() {
        let (_folder, root) = root_with(&[
            "b.md",
            "a/2.md",
            "a/1.md",
            "第一章.md",
            "a.md",
            ".git/config",
            "a/.hidden/x.md",
            "target/x.md",
            "node_modules/p/readme.md",
            ".a.commonplace-tmp",
            "targets/x.md",
            "image.png",
        ]);
        let files = root
            .files(|path| path.extension() != Some(OsStr::new("png")))
            .unwrap();
        assert_eq!(
            files,
            ["a/1.md", "a/2.md", "a.md", "b.md", "targets/x.md", "第一章.md"]
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_loop_of_links_ends_the_listing_nowhere_and_lists_no_file_twice() {
        let (_folder, root) = root_with(&["a/1.md"]);
        std::os::unix::fs::symlink("..", root.path().join("a/up")).unwrap();
        std::os::unix::fs::symlink("1.md", root.path().join("a/again.md")).unwrap();
        assert_eq!(root.files(|_| true).unwrap(), ["a/1.md"]);
    }

    #[test]
    fn a_folder_with_too_much_in_it_is_refused_and_not_cut_short() {
        let (_folder, root) = root_with(&["1.md", "2.md", "3.md"]);
        assert_eq!(root.files_up_to(3, |_| true).unwrap().len(), 3);
        let error = root.files_up_to(2, |_| true).unwrap_err();
        assert!(matches!(error, Error::TooMany { limit: 2, .. }), "{error:?}");
    }

    #[test]
    fn a_relative_name_has_slashes_and_is_the_inverse_of_resolve() {
        let (folder, root) = root_with(&["草稿/a.md"]);
        assert_eq!(
            root.relative(&root.resolve("草稿/a.md").unwrap()).as_deref(),
            Some("草稿/a.md")
        );
        assert_eq!(root.relative(folder.path()), None);
    }

    proptest! {
        #[test]
        fn no_path_ever_resolves_outside(parts in prop::collection::vec(part(), 0..6), lead in "[/\\\\]?") {
            let (folder, root) = root_with(&["a/b/c.md"]);
            fs::write(folder.path().join("secret"), "x").unwrap();
            #[cfg(unix)]
            std::os::unix::fs::symlink(folder.path(), root.path().join("out")).unwrap();
            let relative = lead + &parts.join("/");
            if let Ok(path) = root.resolve(&relative) {
                prop_assert!(path.starts_with(root.path()), "{relative:?} became {path:?}");
                prop_assert!(path.components().all(|part| part != Component::ParentDir));
                let real = path.ancestors().find_map(|ancestor| fs::canonicalize(ancestor).ok()).unwrap();
                prop_assert!(real.starts_with(root.path()), "{relative:?} leads to {real:?}");
            }
        }
    }

    fn part() -> impl Strategy<Value = String> {
        prop_oneof![
            prop::sample::select(vec!["a", "b", "c.md", "out", "secret", "..", ".", "", "C:", "章"])
                .prop_map(String::from),
            "\\PC{0,4}",
            any::<String>(),
        ]
    }
}
