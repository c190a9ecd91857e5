//! The system's trash, where a writer looks for deleted files.

use std::io;
use std::path::Path;

use crate::{Error, Result, folder};

/// The place to which deleted files and folders are moved.
pub trait Trash: Send + Sync {
    /// Moves a file or a folder to the trash.
    fn discard(&self, path: &Path) -> io::Result<()>;

    /// Restores the file or folder that was last moved to the trash from this path.
    ///
    /// # Errors
    /// [`io::ErrorKind::AlreadyExists`] when the path is taken by now. [`io::ErrorKind::NotFound`] when the trash was
    /// emptied. [`io::ErrorKind::Unsupported`] where only the system itself can restore it, as on macOS.
    fn bring_back(&self, path: &Path) -> io::Result<()>;
}

/// Moves a file or a folder to the trash.
///
/// # Errors
/// [`Error::NotFound`], [`Error::ReadOnly`], and [`Error::Unwritable`] where there is no trash.
pub fn discard(trash: &dyn Trash, path: &Path) -> Result<()> {
    folder::look(path).map_err(|source| Error::reading(path, source))?;
    trash.discard(path).map_err(|source| Error::writing(path, source))
}

/// Restores the file or folder that was last moved to the trash from this path. It never replaces a file.
///
/// # Errors
/// [`Error::Exists`], [`Error::NotFound`] when it is no longer in the trash, and [`Error::Unwritable`].
pub fn bring_back(trash: &dyn Trash, path: &Path) -> Result<()> {
    let taken = || Error::Exists {
        path: path.to_owned(),
    };
    if folder::look(path).is_ok() {
        return Err(taken());
    }
    trash.bring_back(path).map_err(|source| match source.kind() {
        io::ErrorKind::AlreadyExists => taken(),
        _ => Error::writing(path, source),
    })
}

/// The trash of this machine, by the rules of freedesktop.org, Windows or macOS.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemTrash;

impl Trash for SystemTrash {
    fn discard(&self, path: &Path) -> io::Result<()> {
        ::trash::delete(path).map_err(io::Error::other)
    }

    #[cfg(not(target_os = "macos"))]
    fn bring_back(&self, path: &Path) -> io::Result<()> {
        use ::trash::os_limited::{list, restore_all};
        let thrown = list().map_err(io::Error::other)?;
        let latest = thrown
            .into_iter()
            .filter(|item| item.original_path() == path)
            .max_by_key(|item| item.time_deleted);
        let latest = latest.ok_or(io::ErrorKind::NotFound)?;
        restore_all([latest]).map_err(|error| match error {
            ::trash::Error::RestoreCollision { .. } => io::Error::from(io::ErrorKind::AlreadyExists),
            error => io::Error::other(error),
        })
    }

    #[cfg(target_os = "macos")]
    fn bring_back(&self, _path: &Path) -> io::Result<()> {
        Err(io::Error::from(io::ErrorKind::Unsupported))
    }
}
