//! Advisory locks, by which the desk's own processes take turns.

use std::fs::File;
use std::io;
use std::path::Path;

use crate::{Error, Result};

/// The turn to change something that several files make up; dropping it gives it up, and so does being killed.
#[derive(Debug)]
pub struct Turn {
    _held: File,
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
        let file = File::options()
            .write(true)
            .create(true)
            .truncate(false)
            .open(path);
        let held = file
            .and_then(exclusive)
            .map_err(|source| Error::writing(path, source))?;
        Ok(Self { _held: held })
    }
}

/// Waits until this handle alone holds the lock of `file`; dropping the handle gives it up.
pub(crate) fn exclusive(file: File) -> io::Result<File> {
    uninterrupted(|| file.lock())?;
    Ok(file)
}

/// Waits until nobody holds the lock of `file` exclusively; dropping the handle gives it up.
pub(crate) fn shared(file: File) -> io::Result<File> {
    uninterrupted(|| file.lock_shared())?;
    Ok(file)
}

/// Repeats a wait that a signal cut short, for instance one about a finished child process.
fn uninterrupted(wait: impl Fn() -> io::Result<()>) -> io::Result<()> {
    loop {
        match wait() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            outcome => return outcome,
        }
    }
}
