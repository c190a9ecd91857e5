//! What can go wrong with a file, and what the writer can do about it.

use std::io;
use std::path::{Path, PathBuf};

use crate::refusal::Refusal;

/// Reports what happened to a path, and what to do.
///
/// No variant carries what a file holds, so a message may be logged and shown.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file, its folder or the whole disk refuses to be written.
    #[error("cannot write {path}: the file, its folder or the disk is read-only; check the permissions")]
    ReadOnly {
        /// What was to be written.
        path: PathBuf,
        /// The system's own answer.
        source: io::Error,
    },
    /// There is no room left, or a quota is used up.
    #[error("cannot write {path}: the disk is full; make room and save again")]
    DiskFull {
        /// What was to be written.
        path: PathBuf,
        /// The system's own answer.
        source: io::Error,
    },
    /// Nothing is there, or no longer.
    #[error("{path} is not there; check whether it was moved, renamed or is on a disk that is not connected")]
    NotFound {
        /// What was looked for.
        path: PathBuf,
    },
    /// A file stands where a folder is needed.
    #[error("{path} is not a folder; move the file that is in its place")]
    NotAFolder {
        /// What should be a folder.
        path: PathBuf,
    },
    /// A folder, a device or a named pipe stands where a file is needed.
    #[error("{path} is not a file; move what is in its place")]
    NotAFile {
        /// What should be a file.
        path: PathBuf,
    },
    /// A link stands where the desk follows none, in its memory for instance.
    #[error(
        "{path} is a link, or lies behind one, which the desk does not follow here; put the file or folder itself in its place"
    )]
    Link {
        /// What was to be opened.
        path: PathBuf,
    },
    /// The file is not the one that was read last, so it was left as it is.
    #[error("{path} was changed by another program; read it again before writing")]
    Changed {
        /// The file that was left alone.
        path: PathBuf,
    },
    /// The file has more bytes than the reader is ready to hold.
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
    /// A character of the text is none of the file's encoding.
    #[error(
        "{path} is written in {encoding}, which has no character for some of the new text; take it out, or save the file as UTF-8"
    )]
    Unencodable {
        /// The file that was left as it is.
        path: PathBuf,
        /// The name of its encoding.
        encoding: &'static str,
    },
    /// The path leads out of the folder it must stay in.
    #[error(
        "{path} leads outside its folder; use a path inside it, without .. and without a link that leads out"
    )]
    OutsideRoot {
        /// The path as it was given.
        path: PathBuf,
    },
    /// The folder holds more than is listed.
    #[error("{path} holds more than {limit} files and folders; open a smaller folder")]
    TooMany {
        /// The folder.
        path: PathBuf,
        /// The largest number of entries that is listed.
        limit: usize,
    },
    /// Something has the name already.
    #[error("{path} is there already; use another name")]
    Exists {
        /// What has the name.
        path: PathBuf,
    },
    /// A name cannot be used for a file on every system.
    #[error("{path} has a name that cannot be used; use letters, digits, - and _, at most 64")]
    BadName {
        /// The path with that name at its end.
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
    /// A journal file no longer continues from where it was read last.
    #[error("{path} no longer continues from where it was read last; rebuild the index")]
    Shrunk {
        /// The journal file.
        path: PathBuf,
    },
    /// The preimages of a run are there already, and a second set would not show what was before it.
    #[error("the run of {path} has kept its files already; use a new run")]
    AlreadyKept {
        /// The manifest of the run.
        path: PathBuf,
    },
    /// A file the desk wrote itself can no longer be understood.
    #[error("{path} is damaged; restore it from a backup or move it away")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where reading stopped.
        source: serde_json::Error,
    },
    /// What was kept of a file is not what it was when it was kept.
    #[error("{path} is no longer what was kept there; bring it back from a backup")]
    Altered {
        /// The copy.
        path: PathBuf,
    },
    /// Reading failed for a reason of its own.
    #[error("cannot read {path}; check its permissions and the disk it is on")]
    Unreadable {
        /// What was to be read.
        path: PathBuf,
        /// The system's own answer.
        source: io::Error,
    },
    /// Writing failed for a reason of its own.
    #[error("cannot write {path}; check the disk it is on")]
    Unwritable {
        /// What was to be written.
        path: PathBuf,
        /// The system's own answer.
        source: io::Error,
    },
    /// The system does not report changes in this folder.
    #[error("cannot follow changes in {path}; open the folder again to see what other programs changed")]
    Unwatchable {
        /// The folder.
        path: PathBuf,
        /// The watcher's own answer.
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

    /// Names what stopped a read of `path`.
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

    /// Names what stopped a write of `path`.
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

    /// Tells whether an error is of the kind a case expects.
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
