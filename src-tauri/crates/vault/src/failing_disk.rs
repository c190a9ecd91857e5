//! A disk for tests that fails on request, and on which simulated programs act between calls.

use std::fmt;
use std::fs::{File, Permissions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use tempfile::NamedTempFile;

use crate::{Disk, RealDisk};

/// The callback before each call, with the number of the call, counted from 1.
type Meanwhile = dyn Fn(usize) + Send + Sync;

/// The real disk, except that the call with a chosen number fails.
///
/// A test runs an operation with the first call failing, then with the second, and checks the state after each run. The
/// loop ends when [`FailingDisk::has_failed`] returns false: the operation made fewer calls than the chosen number.
pub struct FailingDisk {
    failing_call: AtomicUsize,
    kind: io::ErrorKind,
    half_written: bool,
    from_then_on: bool,
    unsynced: bool,
    /// A folder in which every change fails, as on a read-only disk.
    read_only: Option<PathBuf>,
    meanwhile: Option<Box<Meanwhile>>,
    calls: AtomicUsize,
    written: AtomicUsize,
    /// The number of written bytes at which the machine stops.
    torn_at: AtomicUsize,
    stopped: AtomicBool,
}

impl fmt::Debug for FailingDisk {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("FailingDisk")
            .field("failing_call", &self.failing_call)
            .field("calls", &self.calls)
            .finish_non_exhaustive()
    }
}

impl FailingDisk {
    /// Returns a disk on which call number `failing_call`, counted from 1, fails with a full disk.
    #[must_use]
    pub fn at(failing_call: usize) -> Self {
        Self {
            failing_call: AtomicUsize::new(failing_call),
            kind: io::ErrorKind::StorageFull,
            half_written: false,
            from_then_on: false,
            unsynced: false,
            read_only: None,
            meanwhile: None,
            calls: AtomicUsize::new(0),
            written: AtomicUsize::new(0),
            torn_at: AtomicUsize::new(usize::MAX),
            stopped: AtomicBool::new(false),
        }
    }

    /// Returns a disk that never fails, unless [`FailingDisk::fail_in`] or [`FailingDisk::tear_in`] is called.
    #[must_use]
    pub fn working() -> Self {
        Self::at(usize::MAX)
    }

    /// Sets the kind of the error.
    #[must_use]
    pub fn with(self, kind: io::ErrorKind) -> Self {
        Self { kind, ..self }
    }

    /// Makes the failing write leave the first half of its bytes in the file.
    #[must_use]
    pub fn half_written(self) -> Self {
        Self {
            half_written: true,
            ..self
        }
    }

    /// Makes every later call fail too, so that nothing is cleaned up, as after a power cut.
    #[must_use]
    pub fn from_then_on(self) -> Self {
        Self {
            from_then_on: true,
            ..self
        }
    }

    /// Makes every change below a folder fail, as on a read-only disk.
    #[must_use]
    pub fn read_only(self, folder: &Path) -> Self {
        Self {
            read_only: Some(folder.to_owned()),
            ..self
        }
    }

    /// Sets a callback before each call, for instance another program that saves a file.
    #[must_use]
    pub fn meanwhile(self, meanwhile: impl Fn(usize) + Send + Sync + 'static) -> Self {
        Self {
            meanwhile: Some(Box::new(meanwhile)),
            ..self
        }
    }

    /// Skips the syncs. For tests without a power cut: bytes in the page cache are as good as bytes on the disk, and a
    /// case takes a fraction of the time.
    #[must_use]
    pub fn unsynced(self) -> Self {
        Self {
            unsynced: true,
            ..self
        }
    }

    /// Stops the machine after `bytes` more written bytes. The interrupted write leaves its first bytes in the file.
    /// Afterwards every call fails.
    pub fn tear_in(&self, bytes: usize) {
        self.torn_at
            .store(self.written().saturating_add(bytes), Ordering::SeqCst);
    }

    /// Returns the number of bytes written so far.
    #[must_use]
    pub fn written(&self) -> usize {
        self.written.load(Ordering::SeqCst)
    }

    /// Returns the number of calls so far.
    #[must_use]
    pub fn calls(&self) -> usize {
        self.calls.load(Ordering::SeqCst)
    }

    /// Makes the call fail that comes `calls` after the present one, so that a test can first prepare its files.
    pub fn fail_in(&self, calls: usize) {
        let next = self.calls.load(Ordering::SeqCst).saturating_add(calls);
        self.failing_call.store(next, Ordering::SeqCst);
    }

    /// Returns whether any call failed so far.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.stopped.load(Ordering::SeqCst)
            || self.calls.load(Ordering::SeqCst) >= self.failing_call.load(Ordering::SeqCst)
    }

    fn call(&self, path: Option<&Path>) -> io::Result<()> {
        let is_below = |folder: &PathBuf| path.is_some_and(|path| path.starts_with(folder));
        if self.read_only.as_ref().is_some_and(is_below) {
            return Err(io::Error::from(io::ErrorKind::ReadOnlyFilesystem));
        }
        let call = self.calls.fetch_add(1, Ordering::SeqCst) + 1;
        if let Some(meanwhile) = &self.meanwhile {
            meanwhile(call);
        }
        let failing_call = self.failing_call.load(Ordering::SeqCst);
        let fails = call == failing_call
            || (self.from_then_on && call > failing_call)
            || self.stopped.load(Ordering::SeqCst);
        if fails {
            Err(io::Error::from(self.kind))
        } else {
            Ok(())
        }
    }
}

impl Disk for FailingDisk {
    fn create_folder(&self, path: &Path) -> io::Result<()> {
        self.call(Some(path))?;
        RealDisk.create_folder(path)
    }

    fn create_private_folder(&self, path: &Path) -> io::Result<()> {
        self.call(Some(path))?;
        RealDisk.create_private_folder(path)
    }

    fn create_temporary(&self, folder: &Path, permissions: Option<Permissions>) -> io::Result<NamedTempFile> {
        self.call(Some(folder))?;
        RealDisk.create_temporary(folder, permissions)
    }

    fn open_for_append(&self, path: &Path) -> io::Result<File> {
        self.call(Some(path))?;
        RealDisk.open_for_append(path)
    }

    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        let called = self.call(None);
        if called.is_err() && self.half_written {
            let (half, _) = bytes.split_at(bytes.len() / 2);
            RealDisk.write(file, half)?;
        }
        called?;
        let left = self.torn_at.load(Ordering::SeqCst).saturating_sub(self.written());
        if let Some((torn, _)) = bytes.split_at_checked(left) {
            self.stopped.store(true, Ordering::SeqCst);
            RealDisk.write(file, torn)?;
            return Err(io::Error::from(self.kind));
        }
        self.written.fetch_add(bytes.len(), Ordering::SeqCst);
        RealDisk.write(file, bytes)
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        self.call(None)?;
        if self.unsynced {
            return Ok(());
        }
        RealDisk.sync(file)
    }

    fn truncate(&self, path: &Path, length: u64) -> io::Result<()> {
        self.call(Some(path))?;
        RealDisk.truncate(path, length)
    }

    fn rename(&self, temporary: NamedTempFile, target: &Path) -> io::Result<()> {
        self.call(Some(target))?;
        RealDisk.rename(temporary, target)
    }

    fn rename_new(&self, temporary: NamedTempFile, target: &Path) -> io::Result<()> {
        self.call(Some(target))?;
        RealDisk.rename_new(temporary, target)
    }

    fn exchange(&self, temporary: &NamedTempFile, target: &Path) -> io::Result<()> {
        self.call(Some(target))?;
        RealDisk.exchange(temporary, target)
    }

    fn take_away(&self, path: &Path, temporary: &NamedTempFile) -> io::Result<()> {
        self.call(Some(path))?;
        RealDisk.take_away(path, temporary)
    }

    fn move_new(&self, path: &Path, target: &Path) -> io::Result<()> {
        self.call(Some(path))?;
        RealDisk.move_new(path, target)
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        self.call(Some(path))?;
        RealDisk.remove_file(path)
    }

    fn remove_folder(&self, path: &Path) -> io::Result<()> {
        self.call(Some(path))?;
        RealDisk.remove_folder(path)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        self.call(Some(folder))?;
        if self.unsynced {
            return Ok(());
        }
        RealDisk.sync_folder(folder)
    }
}
