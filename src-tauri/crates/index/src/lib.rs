//! The SQLite projection of the journal and the memory files: what makes them quick to ask.
//!
//! The database is a cache. The files are the truth, every row follows from them, and deleting the database
//! at any time is safe: projecting the files again, in any order, gives equal answers. What is projected, and
//! when, is decided by the use cases; this crate offers typed tables and knows no files but its own.

mod column;
mod error;
mod open;
mod view;
mod writer;

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, Utc};
use rusqlite::{Transaction, TransactionBehavior};

pub use error::{Cause, Error, Result};
pub use open::Condition;
pub use view::{EpisodeFilter, View};
pub use writer::Writer;

/// One database file: one writer at a time, and any number of views beside it.
///
/// Several may be open on one file, in one program or in several such as the window and the command line.
pub struct Index {
    path: PathBuf,
    writer: Mutex<View>,
}

impl Index {
    /// Opens the index, creating it and its folder where they are missing.
    ///
    /// What is not an index, or not a whole one, is moved aside to `<name>.damaged-<time>`, where `now` is the
    /// time; an index of another schema is emptied. There are no migrations: a migration saves what exists
    /// nowhere else, and nothing here does.
    ///
    /// # Errors
    ///
    /// Fails when the folder cannot be written or another program keeps the database locked.
    pub fn open(path: &Path, now: DateTime<Utc>) -> Result<(Self, Condition)> {
        let (connection, condition) = open::for_writing(path, now)?;
        let path = path.to_owned();
        let writer = Mutex::new(View {
            connection,
            path: path.clone(),
        });
        Ok((Self { path, writer }, condition))
    }

    /// Writes in one transaction, which happens whole or, when `work` fails or panics, not at all.
    ///
    /// Other writers wait meanwhile, a capture among them, so long work is cut into several writes. Calling it
    /// from within `work` would wait for itself.
    pub fn write<T>(&self, work: impl FnOnce(&mut Writer<'_>) -> Result<T>) -> Result<T> {
        // A panic in an earlier `work` has rolled back its transaction and left nothing half done.
        let view = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        // Immediate, because a transaction that begins with a read cannot wait for its turn to write.
        let transaction = Transaction::new_unchecked(&view.connection, TransactionBehavior::Immediate)
            .map_err(|source| Error::sqlite(&self.path, source))?;
        let result = work(&mut Writer { view: &view })?;
        transaction
            .commit()
            .map_err(|source| Error::sqlite(&self.path, source))?;
        Ok(result)
    }

    /// Returns a view of this moment that neither waits for a writer nor makes one wait.
    ///
    /// It keeps the log from being folded into the database while it lives, so it is not kept for long.
    pub fn snapshot(&self) -> Result<View> {
        View::of_now(&self.path)
    }
}
