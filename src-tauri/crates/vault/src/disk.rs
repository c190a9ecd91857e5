//! The seam between the desk and the disk: every change the desk makes to a disk is one call here.

use std::fs::{self, File, Permissions};
use std::io::{self, Write as _};
use std::path::Path;

use tempfile::NamedTempFile;

use crate::identity::Identity;
use crate::name::folded;

/// How the name of a temporary file ends; it begins with a dot.
const TEMPORARY_SUFFIX: &str = ".commonplace-tmp";

/// The changes to a disk that the operations of this crate are made of.
///
/// Each method does one thing that can fail on its own, because the order of these steps is what
/// decides which bytes a crash leaves behind. Reading is not part of it: it changes nothing.
pub trait Disk: Send + Sync {
    /// Creates one folder, whose parent must be there.
    fn create_folder(&self, path: &Path) -> io::Result<()>;

    /// Creates an empty file with a unique name in `folder`, removed when the handle is dropped.
    ///
    /// Without `permissions` it gets those of any new file.
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

    /// Lets a temporary file and the file `target` take each other's names in one step, so that no moment lies between
    /// looking at what is replaced and replacing it.
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
        fs::create_dir(path)
    }

    fn create_temporary(&self, folder: &Path, permissions: Option<Permissions>) -> io::Result<NamedTempFile> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".").suffix(TEMPORARY_SUFFIX);
        #[cfg(unix)]
        {
            // Asked for like this the umask applies, as for a file made by any editor; the crate's own
            // choice is 0600, which would hide a manuscript from the people she shares the folder with.
            use std::os::unix::fs::PermissionsExt as _;
            builder.permissions(Permissions::from_mode(0o666));
        }
        let temporary = builder.tempfile_in(folder)?;
        if let Some(permissions) = permissions {
            temporary.as_file().set_permissions(permissions)?;
        }
        Ok(temporary)
    }

    fn open_for_append(&self, path: &Path) -> io::Result<File> {
        File::options().read(true).append(true).create(true).open(path)
    }

    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        file.write_all(bytes)
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        file.sync_all()
    }

    fn truncate(&self, path: &Path, length: u64) -> io::Result<()> {
        // A handle of its own: on Windows one that is open for appending may not shorten the file.
        let file = File::options().write(true).open(path)?;
        file.set_len(length)?;
        file.sync_all()
    }

    fn rename(&self, temporary: NamedTempFile, target: &Path) -> io::Result<()> {
        temporary.persist(target)?;
        Ok(())
    }

    fn rename_new(&self, temporary: NamedTempFile, target: &Path) -> io::Result<()> {
        temporary.persist_noclobber(target)?;
        Ok(())
    }

    #[cfg(any(target_os = "linux", target_vendor = "apple"))]
    fn exchange(&self, temporary: &NamedTempFile, target: &Path) -> io::Result<()> {
        rename_with(temporary.path(), target, rustix::fs::RenameFlags::EXCHANGE)
    }

    #[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
    fn exchange(&self, _temporary: &NamedTempFile, _target: &Path) -> io::Result<()> {
        Err(io::Error::from(io::ErrorKind::Unsupported))
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "the name it gets is gone with the next step, or it gets its own back"
    )]
    fn take_away(&self, path: &Path, temporary: &NamedTempFile) -> io::Result<()> {
        fs::rename(path, temporary.path())
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "the name is free, and who calls it syncs the folders"
    )]
    fn move_new(&self, path: &Path, target: &Path) -> io::Result<()> {
        #[cfg(any(target_os = "linux", target_vendor = "apple"))]
        match rename_with(path, target, rustix::fs::RenameFlags::NOREPLACE) {
            Err(error) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && is_itself(path, target) => {}
            outcome => return outcome,
        }
        if fs::symlink_metadata(target).is_ok() && !is_itself(path, target) {
            return Err(io::Error::from(io::ErrorKind::AlreadyExists));
        }
        fs::rename(path, target)
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "the one place where a file goes; who calls it has kept the preimage"
    )]
    fn remove_file(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn remove_folder(&self, path: &Path) -> io::Result<()> {
        fs::remove_dir(path)
    }

    #[cfg(unix)]
    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        match File::open(folder)?.sync_all() {
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

/// Tells whether two paths are one name of one file, as `a.md` and `A.md` are on some disks.
fn is_itself(path: &Path, target: &Path) -> bool {
    let name = |path: &Path| path.file_name().map(|name| folded(&name.to_string_lossy()));
    let identity = Identity::of(path);
    path.parent() == target.parent()
        && name(path) == name(target)
        && identity.is_some()
        && identity == Identity::of(target)
}

#[cfg(any(target_os = "linux", target_vendor = "apple"))]
fn rename_with(path: &Path, target: &Path, flags: rustix::fs::RenameFlags) -> io::Result<()> {
    use rustix::fs::{CWD, renameat_with};
    use rustix::io::Errno;
    // NFS, FAT and old kernels say one or another.
    let unknown = [Errno::INVAL, Errno::NOSYS, Errno::NOTSUP, Errno::OPNOTSUPP];
    match renameat_with(CWD, path, CWD, target, flags) {
        Err(errno) if unknown.contains(&errno) => Err(io::Error::from(io::ErrorKind::Unsupported)),
        outcome => Ok(outcome?),
    }
}

/// Tells whether `path` is named like a temporary file of [`RealDisk`].
pub(crate) fn is_temporary(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with('.') && name.ends_with(TEMPORARY_SUFFIX)
}
