//! The errors of the index, with the remedy in each message.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

/// The error of the system or of SQLite. It may name tables and columns, but never contains data of a row.
pub type Cause = Box<dyn std::error::Error + Send + Sync>;

/// An error of the index, with its cause and remedy.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Another program held the write lock for longer than the busy timeout.
    #[error("the index at {path} is in use by another program; try again in a moment")]
    Busy {
        /// The database.
        path: PathBuf,
    },
    /// The database file was deleted while it was open. The next view opens the file that then exists.
    #[error("the index at {path} was deleted while it was in use; try again, it is made anew")]
    Replaced {
        /// The database.
        path: PathBuf,
    },
    /// The database contains data that this program cannot have written.
    #[error(
        "the index at {path} is damaged; delete its folder and start again: it is rebuilt from the journal and the memory files"
    )]
    Damaged {
        /// The database.
        path: PathBuf,
        /// The failed check or the error of SQLite.
        source: Cause,
    },
    /// A folder or a file of the index has the wrong kind, for instance a link.
    #[error(transparent)]
    File(#[from] vault::Error),
    /// The database cannot be opened, read or written.
    #[error(
        "the index at {path} cannot be used; check that its folder can be written and the disk has room, or delete the folder and start again: it is rebuilt from the journal and the memory files"
    )]
    Unusable {
        /// The database.
        path: PathBuf,
        /// The error of the system or of SQLite.
        source: Cause,
    },
}

/// The result of an operation on the index.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    pub(crate) fn sqlite(path: &Path, source: rusqlite::Error) -> Self {
        let path = path.to_owned();
        match source.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy { path },
            _ if is_damage(&source) => Self::Damaged {
                path,
                source: source.into(),
            },
            _ => Self::Unusable {
                path,
                source: source.into(),
            },
        }
    }

    pub(crate) fn io(path: &Path, source: std::io::Error) -> Self {
        Self::Unusable {
            path: path.to_owned(),
            source: source.into(),
        }
    }
}

/// Returns whether the database file is damaged, as opposed to a failure of the disk, the permissions or another
/// program.
pub(crate) fn is_damage(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
    ) || matches!(
        error,
        rusqlite::Error::FromSqlConversionFailure(..) | rusqlite::Error::InvalidColumnType(..)
    )
}
