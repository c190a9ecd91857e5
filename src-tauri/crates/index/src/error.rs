//! What can go wrong with the index, and what to do about it.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

/// The system's or SQLite's own answer. It may name tables and columns, never what a row holds.
pub type Cause = Box<dyn std::error::Error + Send + Sync>;

/// Reports what happened to the index, and what to do.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Another program has been writing for longer than the index waits.
    #[error("the index at {path} is in use by another program; try again in a moment")]
    Busy {
        /// The database.
        path: PathBuf,
    },
    /// The database was deleted while it was open. The next view opens the one that stands there.
    #[error("the index at {path} was deleted while it was in use; try again, it is made anew")]
    Replaced {
        /// The database.
        path: PathBuf,
    },
    /// The database holds what this program cannot have written.
    #[error(
        "the index at {path} is damaged; delete its folder and start again: it is rebuilt from the journal and the memory files"
    )]
    Damaged {
        /// The database.
        path: PathBuf,
        /// What was found.
        source: Cause,
    },
    /// A folder or a file of the index is not what it should be, a link for instance.
    #[error(transparent)]
    File(#[from] vault::Error),
    /// The database cannot be opened, read or written.
    #[error(
        "the index at {path} cannot be used; check that its folder can be written and the disk has room, or delete the folder and start again: it is rebuilt from the journal and the memory files"
    )]
    Unusable {
        /// The database.
        path: PathBuf,
        /// What stood in the way.
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

/// Returns whether the file itself is at fault, as opposed to the disk, the permissions or another program.
pub(crate) fn is_damage(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
    ) || matches!(
        error,
        rusqlite::Error::FromSqlConversionFailure(..) | rusqlite::Error::InvalidColumnType(..)
    )
}
