//! The journal: what happened, in the order in which it happened, never rewritten.
//!
//! `journal/<device>/YYYY-MM.jsonl` holds one JSON text a line. A device appends to its own folder only, so two
//! machines that share the journal through any sync tool never write the same file. Beside the months a device's folder
//! holds two entries. `lock` is an empty file by which the window and the command line take turns. `set-aside/` has the
//! ends that a crash tore.
//!
//! A line is whole when it ends in a newline and is JSON. Bytes behind the last whole line of a file were never
//! acknowledged: they are not read, and their device sets them aside before it writes again.

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
/// It holds nothing open between calls. A sync tool may have put another file under the name meanwhile, and a line
/// appended to the old file would be acknowledged and lost. Opening costs microseconds, syncing milliseconds.
pub struct Journal {
    disk: Arc<dyn Disk>,
    reader: Reader,
    folder: PathBuf,
}

impl Journal {
    /// Opens the journal in the folder `dir` as `device`, and sets aside what a crash tore off its own files.
    ///
    /// Creates `dir` and the device's folder, but not the memory root around them. The bytes after the last
    /// whole line are copied to `set-aside/` durably before the file is cut; every whole line stays.
    ///
    /// # Errors
    /// [`Error::BadName`] for the device, and those of writing. Without the right to write, use
    /// [`Journal::reader`].
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

    /// Returns a reader of the journal in the folder `dir`, which writes nothing.
    #[must_use]
    pub fn reader(dir: &Path) -> Reader {
        Reader::new(dir)
    }

    /// Appends `lines` to the file of the month of `at`. If the clock went back behind the device's newest file, they
    /// go to that file: later lines stand later.
    ///
    /// `Ok` is the acknowledgement: all lines are durable. If another process of this device was killed while it wrote,
    /// its torn end is set aside first, and `Ok` carries it. After an error none of the lines is there, unless the disk
    /// also refused to cut them off again. Then whole lines may be there.
    ///
    /// # Errors
    /// [`Error::NotOneLine`] before anything is written, and those of writing.
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
    /// Those of [`Reader::read_from`].
    pub fn read_from(&self, cursors: &[Cursor]) -> Result<Read> {
        self.reader.read_from(cursors)
    }

    /// Returns the device this journal is written as.
    #[must_use]
    pub fn device(&self) -> &str {
        self.folder
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default()
    }

    /// Waits until no other handle, in this process or another, writes as this device.
    ///
    /// The lock is a file of its own, because on Windows a locked journal could not be read.
    fn take_turn(&self) -> Result<Turn> {
        Turn::take(&self.folder.join(LOCK))
    }
}
