//! Locks of open files, by which processes wait for each other.

use std::fs::File;
use std::io;

/// Waits until this handle has the exclusive lock of `file`; dropping the handle releases it.
pub(crate) fn exclusive(file: File) -> io::Result<File> {
    uninterrupted(|| file.lock())?;
    Ok(file)
}

/// Waits until this handle has a shared lock of `file`; dropping the handle releases it.
pub(crate) fn shared(file: File) -> io::Result<File> {
    uninterrupted(|| file.lock_shared())?;
    Ok(file)
}

/// Repeats a wait that a signal interrupted, for instance `SIGCHLD` of a finished child process.
fn uninterrupted(wait: impl Fn() -> io::Result<()>) -> io::Result<()> {
    loop {
        match wait() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            outcome => return outcome,
        }
    }
}
