//! The errors of file operations, with the writer's remedy in each message.

use std::io;
use std::path::{Path, PathBuf};

use crate::refusal::Refusal;

/// An error about a path, with its cause and remedy.
///
/// No variant contains the content of a file, so a message may be logged and shown.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file, its folder or the whole disk is read-only.
    #[error("cannot write {path}: the file, its folder or the disk is read-only; check the permissions")]
    ReadOnly {
        /// The target of the write.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The disk is full, or a quota is used up.
    #[error("cannot write {path}: the disk is full; make room and save again")]
    DiskFull {
        /// The target of the write.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The file or folder does not exist.
    #[error("{path} is not there; check whether it was moved, renamed or is on a disk that is not connected")]
    NotFound {
        /// The missing path.
        path: PathBuf,
    },
    /// A file exists where a folder is needed.
    #[error("{path} is not a folder; move the file that is in its place")]
    NotAFolder {
        /// The path that should be a folder.
        path: PathBuf,
    },
    /// A folder, a device or a named pipe exists where a file is needed.
    #[error("{path} is not a file; move what is in its place")]
    NotAFile {
        /// The path that should be a file.
        path: PathBuf,
    },
    /// A link exists where the desk follows no links, for instance in its memory.
    #[error(
        "{path} is a link, or lies behind one, which the desk does not follow here; put the file or folder itself in its place"
    )]
    Link {
        /// The refused path.
        path: PathBuf,
    },
    /// The file changed since it was last read, so it was left unchanged.
    #[error("{path} was changed by another program; read it again before writing")]
    Changed {
        /// The unchanged file.
        path: PathBuf,
    },
    /// The file exceeds the size limit of the reader.
    #[error("{path} has {bytes} bytes and the limit is {limit}; split it into smaller files")]
    TooLarge {
        /// The file that was not read.
        path: PathBuf,
        /// Its size in bytes.
        bytes: u64,
        /// The largest size that is read, in bytes.
        limit: u64,
    },
    /// The file is not UTF-8 text.
    #[error("{path} is not UTF-8 text; save it as UTF-8 and open it again")]
    NotUtf8 {
        /// The file that was not read.
        path: PathBuf,
    },
    /// The encoding of the file lacks a character of the text.
    #[error(
        "{path} is written in {encoding}, which has no character for some of the new text; take it out, or save the file as UTF-8"
    )]
    Unencodable {
        /// The unchanged file.
        path: PathBuf,
        /// The name of its encoding.
        encoding: &'static str,
    },
    /// The path leads out of its root folder.
    #[error(
        "{path} leads outside its folder; use a path inside it, without .. and without a link that leads out"
    )]
    OutsideRoot {
        /// The path as given by the caller.
        path: PathBuf,
    },
    /// The folder has more entries than a listing may have.
    #[error("{path} holds more than {limit} files and folders; open a smaller folder")]
    TooMany {
        /// The folder.
        path: PathBuf,
        /// The largest number of entries that is listed.
        limit: usize,
    },
    /// The name is taken.
    #[error("{path} is there already; use another name")]
    Exists {
        /// The existing path.
        path: PathBuf,
    },
    /// The name is not valid for a file on every system.
    #[error("{path} has a name that cannot be used; use letters, digits, - and _, at most 64")]
    BadName {
        /// The path that ends in the name.
        path: PathBuf,
    },
    /// A line for the journal is not one JSON text on one line.
    #[error(
        "a line for {path} is not one JSON text on one line, so nothing was written; this is a defect to report"
    )]
    NotOneLine {
        /// The journal file it was meant for.
        path: PathBuf,
    },
    /// A journal file is shorter than its cursor, or changed before it.
    #[error("{path} no longer continues from where it was read last; rebuild the index")]
    Shrunk {
        /// The journal file.
        path: PathBuf,
    },
    /// The preimages of a run are already kept. A second set would not show the state before the run.
    #[error("the run of {path} has kept its files already; use a new run")]
    AlreadyKept {
        /// The manifest of the run.
        path: PathBuf,
    },
    /// A file written by the desk can no longer be parsed.
    #[error("{path} is damaged; restore it from a backup or move it away")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The parse error with its position.
        source: serde_json::Error,
    },
    /// A kept copy differs from the content that was kept.
    #[error("{path} is no longer what was kept there; bring it back from a backup")]
    Altered {
        /// The copy.
        path: PathBuf,
    },
    /// Any other failure of reading.
    #[error("cannot read {path}; check its permissions and the disk it is on")]
    Unreadable {
        /// The source of the read.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// Any other failure of writing.
    #[error("cannot write {path}; check the disk it is on")]
    Unwritable {
        /// The target of the write.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The system does not report changes in this folder.
    #[error("cannot follow changes in {path}; open the folder again to see what other programs changed")]
    Unwatchable {
        /// The folder.
        path: PathBuf,
        /// The error of the watcher.
        source: notify::Error,
    },
}

/// The result of an operation on files.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// Returns the path the error is about.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            Self::ReadOnly { path, .. }
            | Self::DiskFull { path, .. }
            | Self::NotFound { path }
            | Self::NotAFolder { path }
            | Self::NotAFile { path }
            | Self::Link { path }
            | Self::Changed { path }
            | Self::TooLarge { path, .. }
            | Self::NotUtf8 { path }
            | Self::Unencodable { path, .. }
            | Self::OutsideRoot { path }
            | Self::TooMany { path, .. }
            | Self::Exists { path }
            | Self::BadName { path }
            | Self::NotOneLine { path }
            | Self::Shrunk { path }
            | Self::AlreadyKept { path }
            | Self::Damaged { path, .. }
            | Self::Altered { path }
            | Self::Unreadable { path, .. }
            | Self::Unwritable { path, .. }
            | Self::Unwatchable { path, .. } => path,
        }
    }

    fn refused(path: &Path, refusal: Refusal) -> Self {
        let path = path.to_owned();
        match refusal {
            Refusal::Link => Self::Link { path },
            Refusal::Special => Self::NotAFile { path },
        }
    }

    /// Returns the error of a failed read of `path`.
    pub(crate) fn reading(path: &Path, source: io::Error) -> Self {
        if let Some(refusal) = Refusal::of(&source) {
            return Self::refused(path, refusal);
        }
        let path = path.to_owned();
        match source.kind() {
            io::ErrorKind::NotFound => Self::NotFound { path },
            io::ErrorKind::NotADirectory => Self::NotAFolder { path },
            io::ErrorKind::IsADirectory => Self::NotAFile { path },
            _ => Self::Unreadable { path, source },
        }
    }

    /// Returns the error of a failed write of `path`.
    pub(crate) fn writing(path: &Path, source: io::Error) -> Self {
        if let Some(refusal) = Refusal::of(&source) {
            return Self::refused(path, refusal);
        }
        let path = path.to_owned();
        match source.kind() {
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                Self::ReadOnly { path, source }
            }
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::DiskFull { path, source },
            io::ErrorKind::NotFound => Self::NotFound { path },
            io::ErrorKind::NotADirectory => Self::NotAFolder { path },
            io::ErrorKind::IsADirectory => Self::NotAFile { path },
            _ => Self::Unwritable { path, source },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns whether an error has the kind that a case expects.
    type Kind = fn(&Error) -> bool;

    #[test]
    fn a_failed_write_is_named_after_its_cause_and_its_path() {
        let cases: [(io::ErrorKind, Kind); 8] = [
            (io::ErrorKind::PermissionDenied, |error| {
                matches!(error, Error::ReadOnly { .. })
            }),
            (io::ErrorKind::ReadOnlyFilesystem, |error| {
                matches!(error, Error::ReadOnly { .. })
            }),
            (io::ErrorKind::StorageFull, |error| {
                matches!(error, Error::DiskFull { .. })
            }),
            (io::ErrorKind::QuotaExceeded, |error| {
                matches!(error, Error::DiskFull { .. })
            }),
            (io::ErrorKind::NotFound, |error| {
                matches!(error, Error::NotFound { .. })
            }),
            (io::ErrorKind::NotADirectory, |error| {
                matches!(error, Error::NotAFolder { .. })
            }),
            (io::ErrorKind::IsADirectory, |error| {
                matches!(error, Error::NotAFile { .. })
            }),
            (io::ErrorKind::TimedOut, |error| {
                matches!(error, Error::Unwritable { .. })
            }),
        ];
        let path = Path::new("手稿/第一章.md");
        for (kind, expected) in cases {
            let error = Error::writing(path, io::Error::from(kind));
            assert!(expected(&error), "{kind:?} became {error:?}");
            assert_eq!(error.path(), path);
            assert!(error.to_string().contains("手稿/第一章.md"), "{error}");
        }
    }

    #[test]
    fn a_failed_read_never_claims_that_a_write_failed() {
        let error = Error::reading(
            Path::new("a.md"),
            io::Error::from(io::ErrorKind::PermissionDenied),
        );
        assert!(matches!(error, Error::Unreadable { .. }));
        assert_eq!(
            error.to_string(),
            "cannot read a.md; check its permissions and the disk it is on"
        );
    }
}
