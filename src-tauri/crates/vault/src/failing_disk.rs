//! A disk that fails when a test tells it to.

use std::fs::{File, Permissions};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use tempfile::NamedTempFile;

use crate::{Disk, RealDisk};

/// The real disk, except that one call of a chosen number fails.
///
/// A test runs an operation with the first call failing, then with the second, until
/// [`FailingDisk::has_failed`] says that the operation made fewer calls than that, and looks each
/// time at what is left.
#[derive(Debug)]
pub struct FailingDisk {
    failing_call: AtomicUsize,
    kind: io::ErrorKind,
    half_written: bool,
    from_then_on: bool,
    calls: AtomicUsize,
}

impl FailingDisk {
    /// Returns a disk whose call number `failing_call`, counted from 1, finds it full.
    #[must_use]
    pub fn at(failing_call: usize) -> Self {
        Self {
            failing_call: AtomicUsize::new(failing_call),
            kind: io::ErrorKind::StorageFull,
            half_written: false,
            from_then_on: false,
            calls: AtomicUsize::new(0),
        }
    }

    /// Makes it fail with another kind of error.
    #[must_use]
    pub fn with(self, kind: io::ErrorKind) -> Self {
        Self { kind, ..self }
    }

    /// Makes a failing write leave the first half of its bytes behind.
    #[must_use]
    pub fn half_written(self) -> Self {
        Self {
            half_written: true,
            ..self
        }
    }

    /// Makes every later call fail too, so that nothing is tidied up, as when the machine stops.
    #[must_use]
    pub fn from_then_on(self) -> Self {
        Self {
            from_then_on: true,
            ..self
        }
    }

    /// Lets the call that fails be so many after this one: a disk that is made with `usize::MAX` first lets a test set
    /// its scene.
    pub fn fail_in(&self, calls: usize) {
        let next = self.calls.load(Ordering::SeqCst).saturating_add(calls);
        self.failing_call.store(next, Ordering::SeqCst);
    }

    /// Tells whether any call failed so far.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.calls.load(Ordering::SeqCst) >= self.failing_call.load(Ordering::SeqCst)
    }

    fn call(&self) -> io::Result<()> {
        let call = self.calls.fetch_add(1, Ordering::SeqCst) + 1;
        let failing_call = self.failing_call.load(Ordering::SeqCst);
        let fails = call == failing_call || (self.from_then_on && call > failing_call);
        if fails {
            Err(io::Error::from(self.kind))
        } else {
            Ok(())
        }
    }
}

impl Disk for FailingDisk {
    fn create_folder(&self, path: &Path) -> io::Result<()> {
        self.call()?;
        RealDisk.create_folder(path)
    }

    fn create_temporary(&self, folder: &Path, permissions: Option<Permissions>) -> io::Result<NamedTempFile> {
        self.call()?;
        RealDisk.create_temporary(folder, permissions)
    }

    fn open_for_append(&self, path: &Path) -> io::Result<File> {
        self.call()?;
        RealDisk.open_for_append(path)
    }

    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        let called = self.call();
        if called.is_err() && self.half_written {
            let (half, _) = bytes.split_at(bytes.len() / 2);
            RealDisk.write(file, half)?;
        }
        called?;
        RealDisk.write(file, bytes)
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        self.call()?;
        RealDisk.sync(file)
    }

    fn truncate(&self, path: &Path, length: u64) -> io::Result<()> {
        self.call()?;
        RealDisk.truncate(path, length)
    }

    fn rename(&self, temporary: NamedTempFile, target: &Path) -> io::Result<()> {
        self.call()?;
        RealDisk.rename(temporary, target)
    }

    fn rename_new(&self, temporary: NamedTempFile, target: &Path) -> io::Result<()> {
        self.call()?;
        RealDisk.rename_new(temporary, target)
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        self.call()?;
        RealDisk.remove_file(path)
    }

    fn remove_folder(&self, path: &Path) -> io::Result<()> {
        self.call()?;
        RealDisk.remove_folder(path)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        self.call()?;
        RealDisk.sync_folder(folder)
    }
}
