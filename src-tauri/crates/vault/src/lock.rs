//! Advisory locks between the desk's own processes.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

use crate::flock::exclusive;
use crate::folder::{self, For};
use crate::{Error, RealDisk, Result, read_text, write_atomic};

/// The exclusive right to change data that spans several files. Dropping it or killing the process releases it.
#[derive(Debug)]
pub struct Turn {
    held: File,
}

impl Drop for Turn {
    /// Unlocks explicitly. Closing the file is not enough: between fork and exec, a child process holds a copy of the
    /// file descriptor.
    fn drop(&mut self) {
        // If unlocking fails, the lock is released when the last copy of the file descriptor closes.
        let _ = self.held.unlock();
    }
}

impl Turn {
    /// Waits for the exclusive lock of the file at `path`, against other threads and processes.
    ///
    /// A missing file is created. It stays empty and is never removed: after a removal, two processes could lock two
    /// different files.
    ///
    /// # Errors
    /// The errors of writing.
    pub fn take(path: &Path) -> Result<Self> {
        let held = lock_file(path)
            .and_then(exclusive)
            .map_err(|source| Error::writing(path, source))?;
        Ok(Self { held })
    }

    /// Takes the lock if it is free, and leaves a note for later callers.
    ///
    /// The note is in a file beside the lock, because Windows cannot read a locked file. Between the locking and the
    /// writing of the note, a caller reads the note of the previous owner.
    ///
    /// # Errors
    /// The errors of writing.
    pub fn try_take(path: &Path, note: &str) -> Result<Tried> {
        let file = lock_file(path).map_err(|source| Error::writing(path, source))?;
        let beside = path.with_extension("note");
        match file.try_lock() {
            Ok(()) => {
                write_atomic(&RealDisk, &beside, note.as_bytes())?;
                Ok(Tried::Taken(Self { held: file }))
            }
            Err(TryLockError::WouldBlock) => Ok(Tried::Held {
                note: read_text(&beside, LONGEST_NOTE).map_or_else(|_| String::new(), |note| note.text),
            }),
            Err(TryLockError::Error(source)) => Err(Error::writing(path, source)),
        }
    }
}

/// The result of [`Turn::try_take`].
#[derive(Debug)]
pub enum Tried {
    /// The lock was free and is now held.
    Taken(Turn),
    /// Another thread or process holds the lock.
    Held {
        /// The note of the owner; empty if it cannot be read.
        note: String,
    },
}

/// The largest size of a note, in bytes: a note is one or two ids.
const LONGEST_NOTE: u64 = 1024;

fn lock_file(path: &Path) -> io::Result<File> {
    folder::open(path, For::Locking)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_given_up_is_free_though_a_forked_child_still_holds_a_copy_of_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let Tried::Taken(turn) = Turn::try_take(&path, "first").unwrap() else {
            panic!("the turn was free");
        };
        let copy = turn.held.try_clone().unwrap();
        let held = Turn::try_take(&path, "second").unwrap();
        assert!(
            matches!(&held, Tried::Held { note } if note == "first"),
            "{held:?}"
        );
        drop(turn);
        let taken = Turn::try_take(&path, "third").unwrap();
        assert!(matches!(taken, Tried::Taken(_)), "{taken:?}");
        drop(copy);
    }
}
