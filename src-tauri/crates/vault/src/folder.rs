//! The only way to open a file: an open folder, reached without a link, and a plain name in it.
//!
//! A project may come from somebody else, and a link in it may lead to any file of the writer's. So every path that the
//! desk reads or writes is opened here, and a link anywhere on the path is refused.
//!
//! Links are resolved in two places only, each time once and before anything is opened. The first is a folder or a file
//! that the writer names ([`crate::Root::open`], [`crate::named`]). The second is a manuscript that is a link inside
//! its project ([`crate::Root::resolve`]). These functions return a path without links.
//!
//! On Linux and macOS the system itself walks the path and refuses a link. Every later step names an entry relative to
//! the open folder. So a program that replaces a folder by a link in between has no effect. On Windows each folder of
//! the path is checked before it is used.

use std::ffi::{OsStr, OsString};
use std::fs::{File, Permissions};
use std::io;
use std::path::Path;

use crate::refusal::Refusal;
use crate::{Error, Result};

/// The kind of an entry in a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A link, whatever its target.
    Link,
    /// A named pipe, a device or a socket.
    Special,
}

/// The metadata of an entry, read without following a link.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) kind: Kind,
    pub(crate) permissions: Permissions,
}

impl Entry {
    /// Returns an error for everything but a regular file.
    pub(crate) fn require_file(&self) -> io::Result<()> {
        match self.kind {
            Kind::File => Ok(()),
            Kind::Folder => Err(io::ErrorKind::IsADirectory.into()),
            Kind::Link => Err(Refusal::Link.into()),
            Kind::Special => Err(Refusal::Special.into()),
        }
    }
}

/// The purpose for which a file is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum For {
    /// Reading an existing file.
    Reading,
    /// Writing to an existing file.
    Writing,
    /// Reading, and writing at the end; a missing file is created.
    Appending,
    /// Locking; a missing file is created.
    Locking,
    /// Writing a new file; an existing file is an error.
    Making,
}

impl For {
    const fn makes(self) -> bool {
        matches!(self, Self::Appending | Self::Locking | Self::Making)
    }
}

/// The access rights of a new folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Openness {
    /// The rights of its parent folder.
    Inherited,
    /// Only the writer may enter.
    Private,
}

/// Returns the kind of the entry at a path, or `None` if there is none or the path contains a link.
#[must_use]
pub fn kind(path: &Path) -> Option<Kind> {
    look(path).ok().map(|entry| entry.kind)
}

/// Returns the entries of a folder whose names are valid UTF-8, ordered by name. A missing folder has no entries.
///
/// # Errors
/// [`Error::Link`], [`Error::NotAFolder`] and [`Error::Unreadable`].
pub fn entries(path: &Path) -> Result<Vec<(String, Kind)>> {
    let found = match Folder::open(path).and_then(|folder| folder.entries()) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        found => found.map_err(|source| Error::reading(path, source))?,
    };
    let named = |(name, kind): (OsString, Kind)| Some((name.into_string().ok()?, kind));
    let mut entries: Vec<_> = found.into_iter().filter_map(named).collect();
    entries.sort_unstable_by(|one, other| one.0.cmp(&other.0));
    Ok(entries)
}

/// Lets only the writer enter an existing folder.
///
/// # Errors
/// The errors of writing.
pub fn make_private(path: &Path) -> Result<()> {
    let private = || Folder::open(path)?.make_private();
    private().map_err(|source| Error::writing(path, source))
}

/// Opens the parent folder of a path, and returns it with the last component of the path.
pub(crate) fn holding(path: &Path) -> io::Result<(Folder, OsString)> {
    let name = path.file_name().ok_or(io::ErrorKind::IsADirectory)?;
    let parent = path.parent().unwrap_or(path);
    Ok((Folder::open(parent)?, name.to_owned()))
}

/// Opens the file at a path.
pub(crate) fn open(path: &Path, purpose: For) -> io::Result<File> {
    let (folder, name) = holding(path)?;
    folder.file(&name, purpose)
}

/// Returns the metadata of the entry at a path.
pub(crate) fn look(path: &Path) -> io::Result<Entry> {
    let (folder, name) = holding(path)?;
    folder.look(&name)
}

pub(crate) use system::Folder;

impl Folder {
    /// Opens a file of this folder, without following a link and without blocking.
    pub(crate) fn file(&self, name: &OsStr, purpose: For) -> io::Result<File> {
        // Checked before opening, because opening a device may have side effects.
        match self.look(name) {
            Ok(entry) => entry.require_file()?,
            Err(error) if error.kind() == io::ErrorKind::NotFound && purpose.makes() => {}
            Err(error) => return Err(error),
        }
        let file = self.open_entry(name, purpose)?;
        // Checked again, because another program may have replaced the entry in between.
        if file.metadata()?.is_file() {
            Ok(file)
        } else {
            Err(Refusal::Special.into())
        }
    }
}

#[cfg(unix)]
mod system {
    use std::ffi::{OsStr, OsString};
    use std::fs::{File, Permissions};
    use std::io;
    use std::os::fd::OwnedFd;
    use std::os::unix::ffi::OsStrExt as _;
    use std::os::unix::fs::PermissionsExt as _;
    use std::path::Path;

    use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags};
    use rustix::io::Errno;

    use super::{Entry, For, Kind, Openness, Refusal};

    /// An open folder; its path contained no link.
    #[derive(Debug)]
    pub(crate) struct Folder {
        handle: OwnedFd,
    }

    impl Folder {
        /// Opens a folder.
        pub(crate) fn open(path: &Path) -> io::Result<Self> {
            let path = if path.as_os_str().is_empty() {
                Path::new(".")
            } else {
                path
            };
            let handle = without_links(path).map_err(refused)?;
            Ok(Self { handle })
        }

        /// Returns the metadata of an entry without following a link.
        pub(crate) fn look(&self, name: &OsStr) -> io::Result<Entry> {
            let stat = rustix::fs::statat(&self.handle, name, AtFlags::SYMLINK_NOFOLLOW)?;
            let kind = match FileType::from_raw_mode(stat.st_mode) {
                FileType::RegularFile => Kind::File,
                FileType::Directory => Kind::Folder,
                FileType::Symlink => Kind::Link,
                _ => Kind::Special,
            };
            #[allow(clippy::useless_conversion, reason = "macOS has these bits in half the width")]
            let mode = u32::from(Mode::from_raw_mode(stat.st_mode).as_raw_mode());
            Ok(Entry {
                kind,
                permissions: Permissions::from_mode(mode),
            })
        }

        pub(super) fn open_entry(&self, name: &OsStr, purpose: For) -> io::Result<File> {
            let flags = match purpose {
                For::Reading => OFlags::RDONLY,
                For::Writing => OFlags::WRONLY,
                For::Appending => OFlags::RDWR | OFlags::APPEND | OFlags::CREATE,
                For::Locking => OFlags::WRONLY | OFlags::CREATE,
                For::Making => OFlags::RDWR | OFlags::CREATE | OFlags::EXCL,
            };
            // With `NONBLOCK`, opening a named pipe without a reader returns at once instead of waiting.
            let flags = flags | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
            let mode = self.inherited(Mode::from_raw_mode(0o666), Mode::RUSR | Mode::WUSR)?;
            let handle = rustix::fs::openat(&self.handle, name, flags, mode).map_err(refused)?;
            Ok(File::from(handle))
        }

        /// Creates a folder in this folder.
        pub(crate) fn create_folder(&self, name: &OsStr, openness: Openness) -> io::Result<()> {
            let mode = match openness {
                Openness::Inherited => self.inherited(Mode::RWXU | Mode::RWXG | Mode::RWXO, Mode::RWXU)?,
                Openness::Private => Mode::RWXU,
            };
            Ok(rustix::fs::mkdirat(&self.handle, name, mode)?)
        }

        /// Renames an entry, replacing an existing file.
        pub(crate) fn rename(&self, name: &OsStr, to: &Self, new: &OsStr) -> io::Result<()> {
            Ok(rustix::fs::renameat(&self.handle, name, &to.handle, new)?)
        }

        /// Renames an entry. Fails with [`io::ErrorKind::AlreadyExists`] when the name is taken, and with
        /// [`io::ErrorKind::Unsupported`] where the system cannot check and rename in one step.
        pub(crate) fn rename_new(&self, name: &OsStr, to: &Self, new: &OsStr) -> io::Result<()> {
            #[cfg(any(target_os = "linux", target_vendor = "apple"))]
            return self.rename_with(name, to, new, rustix::fs::RenameFlags::NOREPLACE);
            #[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
            Err(io::ErrorKind::Unsupported.into())
        }

        /// Adds a hard link to a file; fails with [`io::ErrorKind::AlreadyExists`] when the name is taken.
        pub(crate) fn link(&self, name: &OsStr, to: &Self, new: &OsStr) -> io::Result<()> {
            Ok(rustix::fs::linkat(
                &self.handle,
                name,
                &to.handle,
                new,
                AtFlags::empty(),
            )?)
        }

        /// Exchanges the names of two entries in one atomic step.
        pub(crate) fn exchange(&self, name: &OsStr, to: &Self, other: &OsStr) -> io::Result<()> {
            #[cfg(any(target_os = "linux", target_vendor = "apple"))]
            return self.rename_with(name, to, other, rustix::fs::RenameFlags::EXCHANGE);
            #[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
            Err(io::ErrorKind::Unsupported.into())
        }

        #[cfg(any(target_os = "linux", target_vendor = "apple"))]
        fn rename_with(
            &self,
            name: &OsStr,
            to: &Self,
            new: &OsStr,
            flags: rustix::fs::RenameFlags,
        ) -> io::Result<()> {
            // The error for an unsupported flag differs between NFS, FAT and old kernels.
            let unknown = [Errno::INVAL, Errno::NOSYS, Errno::NOTSUP, Errno::OPNOTSUPP];
            match rustix::fs::renameat_with(&self.handle, name, &to.handle, new, flags) {
                Err(errno) if unknown.contains(&errno) => Err(io::ErrorKind::Unsupported.into()),
                outcome => Ok(outcome?),
            }
        }

        /// Removes a name of a file.
        pub(crate) fn remove_file(&self, name: &OsStr) -> io::Result<()> {
            Ok(rustix::fs::unlinkat(&self.handle, name, AtFlags::empty())?)
        }

        /// Removes an empty folder in this folder.
        pub(crate) fn remove_folder(&self, name: &OsStr) -> io::Result<()> {
            Ok(rustix::fs::unlinkat(&self.handle, name, AtFlags::REMOVEDIR)?)
        }

        /// Lists the entries of this folder, in no defined order.
        pub(crate) fn entries(&self) -> io::Result<Vec<(OsString, Kind)>> {
            let mut entries = Vec::new();
            for entry in Dir::new(self.readable()?)? {
                let entry = entry?;
                let name = OsStr::from_bytes(entry.file_name().to_bytes()).to_owned();
                if name == "." || name == ".." {
                    continue;
                }
                let kind = match entry.file_type() {
                    FileType::RegularFile => Kind::File,
                    FileType::Directory => Kind::Folder,
                    FileType::Symlink => Kind::Link,
                    // Some file systems leave the type out of the listing.
                    FileType::Unknown => match self.look(&name) {
                        Ok(entry) => entry.kind,
                        Err(_) => continue,
                    },
                    _ => Kind::Special,
                };
                entries.push((name, kind));
            }
            Ok(entries)
        }

        /// Lets only the owner enter this folder.
        pub(crate) fn make_private(&self) -> io::Result<()> {
            Ok(rustix::fs::fchmod(self.readable()?, Mode::RWXU)?)
        }

        /// Returns the folder itself as a file, for a lock or a sync.
        pub(crate) fn itself(&self) -> io::Result<File> {
            Ok(File::from(self.readable()?))
        }

        fn readable(&self) -> io::Result<OwnedFd> {
            let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
            Ok(rustix::fs::openat(&self.handle, ".", flags, Mode::empty())?)
        }

        /// Returns the permissions of a new entry: the permissions of its parent folder, limited to `most` and
        /// including `least`. So an entry of a folder that only the writer may enter is accessible to her alone.
        fn inherited(&self, most: Mode, least: Mode) -> io::Result<Mode> {
            let folder = Mode::from_raw_mode(rustix::fs::fstat(&self.handle)?.st_mode);
            Ok(folder & most | least)
        }
    }

    /// The flags for opening a folder. On Linux `O_PATH` is enough to name entries in it, and needs no right to read
    /// it.
    #[cfg(target_os = "linux")]
    const FOLDER: OFlags = OFlags::PATH.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);
    #[cfg(not(target_os = "linux"))]
    const FOLDER: OFlags = OFlags::DIRECTORY.union(OFlags::CLOEXEC);

    #[cfg(target_os = "linux")]
    fn without_links(path: &Path) -> rustix::io::Result<OwnedFd> {
        use rustix::fs::{ResolveFlags, openat2};
        match openat2(CWD, path, FOLDER, Mode::empty(), ResolveFlags::NO_SYMLINKS) {
            // A kernel before 5.6, or a sandbox that blocks `openat2`.
            Err(Errno::NOSYS | Errno::PERM) => walk(path),
            outcome => outcome,
        }
    }

    #[cfg(target_vendor = "apple")]
    fn without_links(path: &Path) -> rustix::io::Result<OwnedFd> {
        // `O_NOFOLLOW_ANY` of the system's fcntl.h: no link anywhere on the path.
        let any = OFlags::from_bits_retain(0x2000_0000);
        rustix::fs::openat(CWD, path, FOLDER | any, Mode::empty())
    }

    #[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
    fn without_links(path: &Path) -> rustix::io::Result<OwnedFd> {
        walk(path)
    }

    /// Opens the folders of a path one by one, each relative to its parent.
    #[cfg(not(target_vendor = "apple"))]
    fn walk(path: &Path) -> rustix::io::Result<OwnedFd> {
        let start = if path.is_absolute() { "/" } else { "." };
        let mut folder = rustix::fs::openat(CWD, start, FOLDER, Mode::empty())?;
        for part in path.components() {
            let std::path::Component::Normal(name) = part else {
                if part == std::path::Component::ParentDir {
                    return Err(Errno::LOOP);
                }
                continue;
            };
            let is_link = rustix::fs::statat(&folder, name, AtFlags::SYMLINK_NOFOLLOW)
                .is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::Symlink);
            if is_link {
                return Err(Errno::LOOP);
            }
            folder = rustix::fs::openat(&folder, name, FOLDER | OFlags::NOFOLLOW, Mode::empty())?;
        }
        Ok(folder)
    }

    /// Converts a system error about a link or a special file into a [`Refusal`].
    fn refused(errno: Errno) -> io::Error {
        match errno {
            Errno::LOOP => Refusal::Link.into(),
            Errno::NXIO => Refusal::Special.into(),
            errno => errno.into(),
        }
    }

    #[cfg(test)]
    #[cfg(not(target_vendor = "apple"))]
    #[expect(
        clippy::disallowed_methods,
        reason = "a test sets its scene with plain writes"
    )]
    mod tests {
        use super::*;

        #[test]
        fn a_kernel_that_cannot_refuse_links_by_itself_has_the_path_walked() {
            let place = tempfile::tempdir().unwrap();
            let inside = place.path().join("inside");
            std::fs::create_dir(&inside).unwrap();
            std::os::unix::fs::symlink(&inside, place.path().join("link")).unwrap();
            assert!(walk(&inside).is_ok());
            assert_eq!(walk(&place.path().join("link")).unwrap_err(), Errno::LOOP);
            assert_eq!(walk(&place.path().join("link/deeper")).unwrap_err(), Errno::LOOP);
            assert_eq!(walk(&place.path().join("gone")).unwrap_err(), Errno::NOENT);
            assert_eq!(walk(&inside.join("../inside")).unwrap_err(), Errno::LOOP);
        }
    }
}

#[cfg(not(unix))]
mod system {
    use std::ffi::{OsStr, OsString};
    use std::fs::{self, File};
    use std::io;
    use std::path::{Path, PathBuf};

    use super::{Entry, For, Kind, Openness, Refusal};

    /// A folder whose path contained no link when it was checked.
    #[derive(Debug)]
    pub(crate) struct Folder {
        path: PathBuf,
    }

    #[expect(clippy::disallowed_methods, reason = "the one place where paths are opened")]
    impl Folder {
        pub(crate) fn open(path: &Path) -> io::Result<Self> {
            let path = if path.as_os_str().is_empty() {
                Path::new(".")
            } else {
                path
            };
            for folder in path.ancestors().filter(|folder| !folder.as_os_str().is_empty()) {
                if fs::symlink_metadata(folder)?.file_type().is_symlink() {
                    return Err(Refusal::Link.into());
                }
            }
            if !fs::symlink_metadata(path)?.is_dir() {
                return Err(io::ErrorKind::NotADirectory.into());
            }
            Ok(Self {
                path: path.to_owned(),
            })
        }

        pub(crate) fn look(&self, name: &OsStr) -> io::Result<Entry> {
            let metadata = fs::symlink_metadata(self.path.join(name))?;
            Ok(Entry {
                kind: kind(metadata.file_type()),
                permissions: metadata.permissions(),
            })
        }

        pub(super) fn open_entry(&self, name: &OsStr, purpose: For) -> io::Result<File> {
            let mut options = File::options();
            match purpose {
                For::Reading => options.read(true),
                For::Writing => options.write(true),
                For::Appending => options.read(true).append(true).create(true),
                For::Locking => options.write(true).create(true).truncate(false),
                For::Making => options.read(true).write(true).create_new(true),
            };
            options.open(self.path.join(name))
        }

        /// On Windows an entry in the writer's own folders is accessible to her alone by default.
        pub(crate) fn create_folder(&self, name: &OsStr, _openness: Openness) -> io::Result<()> {
            fs::create_dir(self.path.join(name))
        }

        pub(crate) fn rename(&self, name: &OsStr, to: &Self, new: &OsStr) -> io::Result<()> {
            fs::rename(self.path.join(name), to.path.join(new))
        }

        pub(crate) fn rename_new(&self, _name: &OsStr, _to: &Self, _new: &OsStr) -> io::Result<()> {
            Err(io::ErrorKind::Unsupported.into())
        }

        pub(crate) fn link(&self, name: &OsStr, to: &Self, new: &OsStr) -> io::Result<()> {
            fs::hard_link(self.path.join(name), to.path.join(new))
        }

        pub(crate) fn exchange(&self, _name: &OsStr, _to: &Self, _other: &OsStr) -> io::Result<()> {
            Err(io::ErrorKind::Unsupported.into())
        }

        pub(crate) fn remove_file(&self, name: &OsStr) -> io::Result<()> {
            fs::remove_file(self.path.join(name))
        }

        pub(crate) fn remove_folder(&self, name: &OsStr) -> io::Result<()> {
            fs::remove_dir(self.path.join(name))
        }

        pub(crate) fn entries(&self) -> io::Result<Vec<(OsString, Kind)>> {
            fs::read_dir(&self.path)?
                .map(|entry| {
                    let entry = entry?;
                    Ok((entry.file_name(), kind(entry.file_type()?)))
                })
                .collect()
        }

        pub(crate) fn make_private(&self) -> io::Result<()> {
            Ok(())
        }

        /// Windows cannot open a folder as a file.
        pub(crate) fn itself(&self) -> io::Result<File> {
            Err(io::ErrorKind::Unsupported.into())
        }
    }

    fn kind(file_type: fs::FileType) -> Kind {
        if file_type.is_symlink() {
            Kind::Link
        } else if file_type.is_dir() {
            Kind::Folder
        } else if file_type.is_file() {
            Kind::File
        } else {
            Kind::Special
        }
    }
}
