//! Advisory locks, by which the desk's own processes take turns.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

use crate::flock::exclusive;
use crate::folder::{self, For};
use crate::{Error, RealDisk, Result, read_text, write_atomic};

/// The turn to change something that several files make up; dropping it gives it up, and so does being killed.
#[derive(Debug)]
pub struct Turn {
    held: File,
}

impl Drop for Turn {
    /// Unlocks explicitly. Closing the file would not be enough: a forked child process that has not yet started its
    /// own program may hold a copy of it.
    fn drop(&mut self) {
        // A lock that cannot be given up is given up when the last copy closes.
        let _ = self.held.unlock();
    }
}

impl Turn {
    /// Waits until nobody else, in this process or another, has the turn that the file at `path` stands for.
    ///
    /// The file is created where it is missing, holds nothing and stays: removing it would let two
    /// processes hold two turns.
    ///
    /// # Errors
    /// Those of writing.
    pub fn take(path: &Path) -> Result<Self> {
        let held = lock_file(path)
            .and_then(exclusive)
            .map_err(|source| Error::writing(path, source))?;
        Ok(Self { held })
    }

    /// Takes the turn if nobody has it, and leaves a note for whoever asks meanwhile.
    ///
    /// The note stands in a file beside the lock, because Windows lets nobody read a file that is locked. In the
    /// moment between taking the turn and leaving the note, the one before is read.
    ///
    /// # Errors
    /// Those of writing.
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

/// What came of trying to take a turn.
#[derive(Debug)]
pub enum Tried {
    /// The turn was free and is taken now.
    Taken(Turn),
    /// Somebody else, in this process or another, has it.
    Held {
        /// What they left to be read.
        note: String,
    },
}

/// A note is an id or two.
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
