//! The lock of a file that is open, by which processes wait for each other.

use std::fs::File;
use std::io;

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
