//! The SQLite projection of the journal and the memory files: what makes them quick to ask.
//!
//! The database is a cache. The files are the truth, and every row follows from them. Deleting the database at any time
//! is safe: a new projection of the files, in any order, gives equal answers. The use cases decide when the files are
//! projected, and which. This crate offers typed tables and knows no files but its own.

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

/// One database file: one writer at a time, and any number of views beside it.
///
/// Several may be open on one file, in one program or in several programs such as the window and the command line. The
/// file may be deleted while they are open. The next view is of the file that exists then; a missing file is created.
/// Such a file is empty, or as far on as another program has brought it. Its cursors say what is to be projected.
pub struct Index {
    path: PathBuf,
    writer: Mutex<View>,
    /// Which file the writer has open.
    file: Mutex<Identity>,
}

impl Index {
    /// Opens the index, creating it and its folder where they are missing.
    ///
    /// A file that is not an index, or not a whole index, is moved aside to `<name>.damaged-<time>`, where `now` is the
    /// time. An index of another schema is emptied. There are no migrations: a migration saves data that exist nowhere
    /// else, and no such data are here.
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

    /// Writes in one transaction, which happens whole or, when `work` fails or panics, not at all.
    ///
    /// Other writers wait meanwhile, a capture among them, so long work is cut into several writes. Calling it
    /// from within `work` would wait for itself.
    ///
    /// # Errors
    ///
    /// [`Error::Replaced`] when the file was deleted since the last view: what that view said is not what would be
    /// written onto.
    pub fn write<T>(&self, work: impl FnOnce(&mut Writer<'_>) -> Result<T>) -> Result<T> {
        // A panic in an earlier `work` has rolled back its transaction and left nothing half done.
        let view = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_replaced() {
            return Err(Error::Replaced {
                path: self.path.clone(),
            });
        }
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
        if self.is_replaced() {
            self.open_again()?;
        }
        View::of_now(&self.path)
    }

    /// Returns whether the file that stands at the path is another one than the writer has open.
    fn is_replaced(&self) -> bool {
        let file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        Identity::of(&self.path).as_ref() != Some(&*file)
    }

    fn open_again(&self) -> Result<()> {
        let mut view = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have been here meanwhile.
        if self.is_replaced() {
            let (connection, file) = open::again(&self.path)?;
            view.connection = connection;
            *self.file.lock().unwrap_or_else(PoisonError::into_inner) = file;
        }
        Ok(())
    }
}
