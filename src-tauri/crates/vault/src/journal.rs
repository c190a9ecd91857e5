//! The journal: an append-only log of events, never rewritten.
//!
//! `journal/<device>/YYYY-MM.jsonl` holds one JSON text per line. A device appends to its own folder only, so two
//! machines that share the journal through a sync tool never write the same file. The folder of a device has two more
//! entries. `lock` is an empty file by which the window and the command line take turns. `set-aside/` contains torn
//! tails.
//!
//! A line is whole when it ends in a newline and is JSON. Bytes behind the last whole line of a file were never
//! acknowledged: they are not read, and their device sets them aside before its next write.

mod reader;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::{DateTime, Utc};

pub use reader::{CorruptLine, Cursor, Line, Read, Reader};

use crate::append::{self, LOCK};
use crate::atomic::create_folders;
use crate::lines::whole_lines;
use crate::tail::{self, SetAside};
use crate::{Disk, Error, Result, Turn, name};

/// The journal of a project, open for appending as one device.
///
/// It keeps no file descriptor open between calls. Meanwhile a sync tool may replace a file, and a line appended to the
/// old file would be acknowledged and lost. Opening costs microseconds, syncing milliseconds.
pub struct Journal {
    disk: Arc<dyn Disk>,
    reader: Reader,
    folder: PathBuf,
}

impl Journal {
    /// Opens the journal in the folder `dir` as `device`, and sets aside torn tails of the device's own files.
    ///
    /// Creates `dir` and the device's folder, but not the memory root around them. The bytes after the last whole line
    /// are copied to `set-aside/` durably before the file is cut; every whole line stays.
    ///
    /// # Errors
    /// [`Error::BadName`] for the device, and the errors of writing. Without write access, use [`Journal::reader`].
    pub fn open(disk: Arc<dyn Disk>, dir: &Path, device: &str) -> Result<(Self, Vec<SetAside>)> {
        let folder = name::below(dir, device)?;
        create_folders(&*disk, dir.parent().unwrap_or(dir), &folder)?;
        let journal = Self {
            disk,
            reader: Self::reader(dir),
            folder,
        };
        let _turn = journal.take_turn()?;
        let mut torn = Vec::new();
        for month in reader::months(&journal.folder)? {
            torn.extend(tail::set_aside(&*journal.disk, &journal.folder, &month)?);
        }
        Ok((journal, torn))
    }

    /// Returns a read-only reader of the journal in the folder `dir`.
    #[must_use]
    pub fn reader(dir: &Path) -> Reader {
        Reader::new(dir)
    }

    /// Appends `lines` to the file of the month of `at`. If that month is before the device's newest file, the lines go
    /// to the newest file, so that the order of lines stays the order of writing.
    ///
    /// `Ok` is the acknowledgement: all lines are durable. If another process of this device was killed while it wrote,
    /// its torn tail is set aside first, and `Ok` contains it. After an error none of the lines is in the file. The
    /// exception is a disk that also refused the truncation; then whole lines may be there.
    ///
    /// # Errors
    /// Before anything is written, [`Error::NotOneLine`], and [`Error::BadName`] for a year without four digits. Also
    /// the errors of writing.
    pub fn append(&self, lines: &[String], at: DateTime<Utc>) -> Result<Option<SetAside>> {
        let month = format!("{}.jsonl", at.format("%Y-%m"));
        let path = self.folder.join(&month);
        if !reader::is_month(&month) {
            return Err(Error::BadName { path });
        }
        let bytes = whole_lines(&path, lines)?;
        let _turn = self.take_turn()?;
        let newest = reader::months(&self.folder)?.pop().unwrap_or_default();
        append::append(&*self.disk, &self.folder, &month.max(newest), &bytes)
    }

    /// Reads on from the cursors as [`Reader::read_from`] does.
    ///
    /// # Errors
    /// The errors of [`Reader::read_from`].
    pub fn read_from(&self, cursors: &[Cursor]) -> Result<Read> {
        self.reader.read_from(cursors)
    }

    /// Returns the name of the device that this journal writes as.
    #[must_use]
    pub fn device(&self) -> &str {
        self.folder
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default()
    }

    /// Waits for the exclusive lock of the device's folder, against other handles and processes.
    ///
    /// The lock is a separate file, because on Windows a locked journal could not be read.
    fn take_turn(&self) -> Result<Turn> {
        Turn::take(&self.folder.join(LOCK))
    }
}
