//! The SQLite projection of the journal and the memory files, for fast queries.
//!
//! The database is a cache. The files are the source of truth, and every row is derived from them. Deleting the
//! database at any time is safe: a new projection of the files, in any order, gives equal answers. The use cases decide
//! when files are projected, and which files. This crate offers typed tables, and reads no files except its own.

mod column;
mod error;
mod lifecycle;
mod open;
mod presence;
mod unread;
mod used;
mod view;
mod work;
mod writer;

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, Utc};
use rusqlite::{Transaction, TransactionBehavior};

use vault::Identity;

pub use error::{Cause, Error, Result};
pub use open::Condition;
pub use presence::Presence;
pub use unread::Unread;
pub use view::{EpisodeFilter, View};
pub use work::Work;
pub use writer::Writer;

/// One database file, with one writer at a time and any number of concurrent views.
///
/// Several indexes may be open on one file, in one program or in several programs such as the window and the command
/// line. The file may be deleted while they are open. The next view opens the file that then exists; a missing file is
/// created. A new file is empty, or already filled in part by another program. Its cursors tell what is still to be
/// projected.
pub struct Index {
    path: PathBuf,
    writer: Mutex<View>,
    /// The identity of the file that the writer has open.
    file: Mutex<Identity>,
}

impl Index {
    /// Opens the index, and creates a missing file and folder.
    ///
    /// A file that is not a complete index is moved aside to `<name>.damaged-<time>`, where `<time>` is `now`. An index
    /// with another schema is emptied. There are no migrations: a migration protects data that exist nowhere else, and
    /// a cache has none.
    ///
    /// # Errors
    ///
    /// Fails when the folder cannot be written or another program keeps the database locked.
    pub fn open(path: &Path, now: DateTime<Utc>) -> Result<(Self, Condition)> {
        let (connection, file, condition) = open::for_writing(path, now)?;
        let path = path.to_owned();
        let writer = Mutex::new(View {
            connection,
            path: path.clone(),
        });
        let file = Mutex::new(file);
        Ok((Self { path, writer, file }, condition))
    }

    /// Writes in one transaction. It is rolled back when `work` fails or panics.
    ///
    /// Other writers wait meanwhile, including the capture of an episode, so long work must be split into several
    /// writes. A call from within `work` would deadlock.
    ///
    /// # Errors
    ///
    /// [`Error::Replaced`] when the file was deleted since the last view: data read from the old file must not be
    /// continued in the new one.
    pub fn write<T>(&self, work: impl FnOnce(&mut Writer<'_>) -> Result<T>) -> Result<T> {
        // A panic in an earlier `work` rolled back its transaction, so the connection is usable.
        let view = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_replaced() {
            return Err(Error::Replaced {
                path: self.path.clone(),
            });
        }
        // `IMMEDIATE`, because a transaction that begins with a read cannot wait for the write lock.
        let transaction = Transaction::new_unchecked(&view.connection, TransactionBehavior::Immediate)
            .map_err(|source| Error::sqlite(&self.path, source))?;
        let result = work(&mut Writer { view: &view })?;
        transaction
            .commit()
            .map_err(|source| Error::sqlite(&self.path, source))?;
        Ok(result)
    }

    /// Returns a snapshot of the present state. It neither waits for a writer nor blocks one.
    ///
    /// While it lives, the write-ahead log cannot be folded into the database, so it must be short-lived.
    pub fn snapshot(&self) -> Result<View> {
        if self.is_replaced() {
            self.open_again()?;
        }
        View::of_now(&self.path)
    }

    /// Returns whether the file at the path is not the file that the writer has open.
    fn is_replaced(&self) -> bool {
        let file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        Identity::of(&self.path).as_ref() != Some(&*file)
    }

    fn open_again(&self) -> Result<()> {
        let mut view = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have reopened the file meanwhile.
        if self.is_replaced() {
            let (connection, file) = open::again(&self.path)?;
            view.connection = connection;
            *self.file.lock().unwrap_or_else(PoisonError::into_inner) = file;
        }
        Ok(())
    }
}
