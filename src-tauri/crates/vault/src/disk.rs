//! The interface between the desk and the disk: every change of a disk is one call of [`Disk`].

use std::fs::{File, Permissions, TryLockError};
use std::io::{self, Write as _};
use std::path::Path;

use tempfile::NamedTempFile;

use crate::folder::{self, Folder, For, Openness};
use crate::identity::Identity;
use crate::name::folded;

/// The suffix of a temporary file's name; the name begins with a dot.
const TEMPORARY_SUFFIX: &str = ".commonplace-tmp";

/// The primitive changes of a disk, from which the operations of this crate are composed.
///
/// Each method is one step that can fail on its own, because the order of the steps decides which bytes a crash leaves
/// behind. Reading is not included, because it changes nothing.
pub trait Disk: Send + Sync {
    /// Creates one folder in an existing parent, with the access rights of the parent.
    fn create_folder(&self, path: &Path) -> io::Result<()>;

    /// Creates one folder in an existing parent that only the writer may enter.
    fn create_private_folder(&self, path: &Path) -> io::Result<()>;

    /// Creates an empty file with a unique name in `folder`, removed when the handle is dropped.
    ///
    /// Without `permissions` it has the access rights of its folder.
    fn create_temporary(&self, folder: &Path, permissions: Option<Permissions>) -> io::Result<NamedTempFile>;

    /// Opens a file in append mode, and creates a missing file.
    fn open_for_append(&self, path: &Path) -> io::Result<File>;

    /// Writes all of `bytes`.
    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()>;

    /// Waits until the contents of `file` are durable.
    fn sync(&self, file: &File) -> io::Result<()>;

    /// Cuts a file to its first `length` bytes and waits until the change is durable.
    fn truncate(&self, path: &Path, length: u64) -> io::Result<()>;

    /// Renames a temporary file to `target`, replacing an existing file.
    fn rename(&self, temporary: NamedTempFile, target: &Path) -> io::Result<()>;

    /// Renames a temporary file to `target`; fails with [`io::ErrorKind::AlreadyExists`] when the name is taken.
    fn rename_new(&self, temporary: NamedTempFile, target: &Path) -> io::Result<()>;

    /// Exchanges the names of a temporary file and the file `target` in one atomic step. So no other program can act
    /// between the two renames.
    ///
    /// Fails with [`io::ErrorKind::Unsupported`] where the system or the file system has no atomic exchange.
    fn exchange(&self, temporary: &NamedTempFile, target: &Path) -> io::Result<()>;

    /// Renames the file at `path` over a temporary file, whose content is lost. Then nobody finds the file under
    /// `path`.
    fn take_away(&self, path: &Path, temporary: &NamedTempFile) -> io::Result<()>;

    /// Renames a file or a folder within one disk; fails with [`io::ErrorKind::AlreadyExists`] when the name is taken.
    /// The same name in another case or Unicode form counts as free, where the disk treats both as one name.
    ///
    /// Linux and macOS check and rename in one atomic step. On other systems, and on file systems without that step, a
    /// window of microseconds lies between the check and the rename.
    fn move_new(&self, path: &Path, target: &Path) -> io::Result<()>;

    /// Removes a name of a file, and with its last name the file.
    fn remove_file(&self, path: &Path) -> io::Result<()>;

    /// Removes an empty folder.
    fn remove_folder(&self, path: &Path) -> io::Result<()>;

    /// Waits until the entries of `folder` are durable.
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
        // A handle of its own: on Windows a handle opened for appending cannot truncate the file.
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
            // Dropping `temporary` removes the old name.
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
            // Some network file systems cannot sync a folder and report it; no further wait is possible.
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

    // Windows cannot open a folder as a file; NTFS journals a rename itself.
    #[cfg(not(unix))]
    fn sync_folder(&self, _folder: &Path) -> io::Result<()> {
        Ok(())
    }
}

/// Locks a new temporary file while it is open, so that [`crate::clear_leftovers`] can tell it from a leftover of a
/// killed process.
///
/// Fails with [`io::ErrorKind::AlreadyExists`] where the clean-up took the file for a leftover just before. The caller
/// then tries another name.
fn held(file: File) -> io::Result<File> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => return Err(io::ErrorKind::AlreadyExists.into()),
        // On a file system without locks, the clean-up removes nothing either.
        Err(TryLockError::Error(_)) | Ok(()) => {}
    }
    #[cfg(unix)]
    if std::os::unix::fs::MetadataExt::nlink(&file.metadata()?) == 0 {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    Ok(file)
}

/// Releases a temporary file that no longer has its temporary name, without deleting anything.
fn forget(temporary: NamedTempFile) {
    // `keep` fails on Windows only, where it clears the attribute of temporary files; these files never have it.
    let _ = temporary.keep();
}

/// Returns whether two paths are one name of one file, as `a.md` and `A.md` are on some disks.
fn is_itself(path: &Path, target: &Path) -> bool {
    let name = |path: &Path| path.file_name().map(|name| folded(&name.to_string_lossy()));
    let identity = Identity::of(path);
    path.parent() == target.parent()
        && name(path) == name(target)
        && identity.is_some()
        && identity == Identity::of(target)
}

/// Returns whether `path` has the name of a temporary file of [`RealDisk`].
pub(crate) fn is_temporary(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with('.') && name.ends_with(TEMPORARY_SUFFIX)
}
