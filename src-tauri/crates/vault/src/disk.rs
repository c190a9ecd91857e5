//! The seam between the desk and the disk: every change the desk makes to a disk is one call here.

use std::fs::{File, Permissions, TryLockError};
use std::io::{self, Write as _};
use std::path::Path;

use tempfile::NamedTempFile;

use crate::folder::{self, Folder, For, Openness};
use crate::identity::Identity;
use crate::name::folded;

/// How the name of a temporary file ends; it begins with a dot.
const TEMPORARY_SUFFIX: &str = ".commonplace-tmp";

/// The changes to a disk that the operations of this crate are made of.
///
/// Each method does one thing that can fail on its own, because the order of these steps decides which bytes a crash
/// leaves behind. Reading is not part of it: it changes nothing.
pub trait Disk: Send + Sync {
    /// Creates one folder, whose parent must be there. It is as open to other users of the machine as its parent.
    fn create_folder(&self, path: &Path) -> io::Result<()>;

    /// Creates one folder that nobody but the writer may enter, whose parent must be there.
    fn create_private_folder(&self, path: &Path) -> io::Result<()>;

    /// Creates an empty file with a unique name in `folder`, removed when the handle is dropped.
    ///
    /// Without `permissions` it is as open to other users of the machine as its folder.
    fn create_temporary(&self, folder: &Path, permissions: Option<Permissions>) -> io::Result<NamedTempFile>;

    /// Opens a file so that every write lands at its end, creating it if it is not there.
    fn open_for_append(&self, path: &Path) -> io::Result<File>;

    /// Writes all of `bytes`.
    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()>;

    /// Waits until the contents of `file` are on the disk.
    fn sync(&self, file: &File) -> io::Result<()>;

    /// Cuts a file to its first `length` bytes and waits until that is on the disk.
    fn truncate(&self, path: &Path, length: u64) -> io::Result<()>;

    /// Gives a temporary file its name, replacing what has that name.
    fn rename(&self, temporary: NamedTempFile, target: &Path) -> io::Result<()>;

    /// Gives a temporary file its name, failing with [`io::ErrorKind::AlreadyExists`] when it is taken.
    fn rename_new(&self, temporary: NamedTempFile, target: &Path) -> io::Result<()>;

    /// Lets a temporary file and the file `target` take each other's names in one step. So no moment lies between the
    /// comparison of the old file and its replacement.
    ///
    /// Fails with [`io::ErrorKind::Unsupported`] where the system or the file system has no such step.
    fn exchange(&self, temporary: &NamedTempFile, target: &Path) -> io::Result<()>;

    /// Gives the file at `path` the name of a temporary one, which goes: nobody finds it under its own name any more.
    fn take_away(&self, path: &Path, temporary: &NamedTempFile) -> io::Result<()>;

    /// Gives a file or a folder another name on the same disk, failing with [`io::ErrorKind::AlreadyExists`] when that is
    /// taken. The same name in another case or Unicode form is not, where the disk takes both for one.
    ///
    /// Linux and macOS look and rename in one step. Elsewhere, and on a file system that cannot, a moment of microseconds
    /// lies between the two.
    fn move_new(&self, path: &Path, target: &Path) -> io::Result<()>;

    /// Takes the name of a file away, and the file with its last name.
    fn remove_file(&self, path: &Path) -> io::Result<()>;

    /// Removes an empty folder.
    fn remove_folder(&self, path: &Path) -> io::Result<()>;

    /// Waits until the names in `folder` are on the disk.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;
}

/// The disk of this machine.
#[derive(Debug, Clone, Copy, Default)]
pub struct RealDisk;

impl Disk for RealDisk {
    fn create_folder(&self, path: &Path) -> io::Result<()> {
        let (folder, name) = folder::holding(path)?;
        folder.create_folder(&name, Openness::Inherited)
    }

    fn create_private_folder(&self, path: &Path) -> io::Result<()> {
        let (folder, name) = folder::holding(path)?;
        folder.create_folder(&name, Openness::Private)
    }

    fn create_temporary(&self, path: &Path, permissions: Option<Permissions>) -> io::Result<NamedTempFile> {
        let folder = Folder::open(path)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(".").suffix(TEMPORARY_SUFFIX);
        let temporary = builder.make_in(path, |place| {
            let name = place.file_name().unwrap_or_default();
            held(folder.file(name, For::Making)?)
        })?;
        if let Some(permissions) = permissions {
            temporary.as_file().set_permissions(permissions)?;
        }
        Ok(temporary)
    }

    fn open_for_append(&self, path: &Path) -> io::Result<File> {
        folder::open(path, For::Appending)
    }

    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        file.write_all(bytes)
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        file.sync_all()
    }

    fn truncate(&self, path: &Path, length: u64) -> io::Result<()> {
        // A handle of its own: on Windows one that is open for appending may not shorten the file.
        let file = folder::open(path, For::Writing)?;
        file.set_len(length)?;
        file.sync_all()
    }

    fn rename(&self, temporary: NamedTempFile, target: &Path) -> io::Result<()> {
        let ((from, name), (to, new)) = (folder::holding(temporary.path())?, folder::holding(target)?);
        from.rename(&name, &to, &new)?;
        forget(temporary);
        Ok(())
    }

    fn rename_new(&self, temporary: NamedTempFile, target: &Path) -> io::Result<()> {
        let ((from, name), (to, new)) = (folder::holding(temporary.path())?, folder::holding(target)?);
        match from.rename_new(&name, &to, &new) {
            // The name it had before goes with `temporary`.
            Err(error) if error.kind() == io::ErrorKind::Unsupported => from.link(&name, &to, &new),
            outcome => outcome.map(|()| forget(temporary)),
        }
    }

    fn exchange(&self, temporary: &NamedTempFile, target: &Path) -> io::Result<()> {
        let ((from, name), (to, other)) = (folder::holding(temporary.path())?, folder::holding(target)?);
        from.exchange(&name, &to, &other)
    }

    fn take_away(&self, path: &Path, temporary: &NamedTempFile) -> io::Result<()> {
        let ((from, name), (to, new)) = (folder::holding(path)?, folder::holding(temporary.path())?);
        from.rename(&name, &to, &new)
    }

    fn move_new(&self, path: &Path, target: &Path) -> io::Result<()> {
        let ((from, name), (to, new)) = (folder::holding(path)?, folder::holding(target)?);
        match from.rename_new(&name, &to, &new) {
            Err(error) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && is_itself(path, target) => {}
            outcome => return outcome,
        }
        if to.look(&new).is_ok() && !is_itself(path, target) {
            return Err(io::Error::from(io::ErrorKind::AlreadyExists));
        }
        from.rename(&name, &to, &new)
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        let (folder, name) = folder::holding(path)?;
        folder.remove_file(&name)
    }

    fn remove_folder(&self, path: &Path) -> io::Result<()> {
        let (folder, name) = folder::holding(path)?;
        folder.remove_folder(&name)
    }

    #[cfg(unix)]
    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        match Folder::open(folder)?.itself()?.sync_all() {
            // Some network file systems cannot sync a folder and say so; there is nothing more to wait for.
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported
                ) =>
            {
                Ok(())
            }
            outcome => outcome,
        }
    }

    // Windows opens no folder as a file; NTFS journals a rename itself.
    #[cfg(not(unix))]
    fn sync_folder(&self, _folder: &Path) -> io::Result<()> {
        Ok(())
    }
}

/// Locks a new temporary file as long as it is open, so that [`crate::clear_leftovers`] can tell it from a leftover of
/// a process that was killed.
///
/// Fails with [`io::ErrorKind::AlreadyExists`] where the file was taken for such a leftover in the moment before. Then
/// another name is tried.
fn held(file: File) -> io::Result<File> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => return Err(io::ErrorKind::AlreadyExists.into()),
        // A file system without locks: there nothing is cleared either.
        Err(TryLockError::Error(_)) | Ok(()) => {}
    }
    #[cfg(unix)]
    if std::os::unix::fs::MetadataExt::nlink(&file.metadata()?) == 0 {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    Ok(file)
}

/// Lets a temporary file be, whose name is no longer its own.
fn forget(temporary: NamedTempFile) {
    // Fails on Windows only, where a mark of temporary files cannot be taken off; ours have none.
    let _ = temporary.keep();
}

/// Tells whether two paths are one name of one file, as `a.md` and `A.md` are on some disks.
fn is_itself(path: &Path, target: &Path) -> bool {
    let name = |path: &Path| path.file_name().map(|name| folded(&name.to_string_lossy()));
    let identity = Identity::of(path);
    path.parent() == target.parent()
        && name(path) == name(target)
        && identity.is_some()
        && identity == Identity::of(target)
}

/// Tells whether `path` is named like a temporary file of [`RealDisk`].
pub(crate) fn is_temporary(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with('.') && name.ends_with(TEMPORARY_SUFFIX)
}
