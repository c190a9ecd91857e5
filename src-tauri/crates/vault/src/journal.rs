//! The journal: what happened, in the order in which it happened, never rewritten.
//!
//! `journal/<device>/YYYY-MM.jsonl` holds one JSON text a line. A device appends to its own folder only, so two
//! machines that share the journal through any sync tool never write the same file. Beside the months a
//! device's folder holds `lock`, an empty file by which the window and the command line take turns, and
//! `set-aside/` with what a crash tore.
//!
//! A line is whole when it ends in a newline and is JSON. What follows the last whole line of a file was never
//! acknowledged: it is not read, and the device it belongs to sets it aside before it writes again.

mod reader;
mod tail;
#[cfg(test)]
mod tests;

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::{DateTime, Utc};

pub use reader::{CorruptLine, Cursor, Line, Read, Reader};
pub use tail::SetAside;

use crate::atomic::create_folders;
use crate::{Disk, Error, Result, Turn, name};

const LOCK: &str = "lock";

/// The journal of a project, open for appending as one device.
///
/// It holds nothing open between calls: a sync tool may have put another file under the name meanwhile, and a
/// line appended to the old one would be acknowledged and gone. Opening costs microseconds,
/// syncing milliseconds.
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

    /// Appends `lines` to the file of the month `at` is in, or to the device's newest when the clock went back
    /// behind it: what comes later stands later.
    ///
    /// `Ok` is the acknowledgement: all lines are durable. It carries what was set aside first, if
    /// another process of this device had been killed while it wrote. After an error none of the lines
    /// is there, unless the disk refused to cut them off again too; then whole ones may be.
    ///
    /// # Errors
    /// [`Error::NotOneLine`] before anything is written, and those of writing.
    pub fn append(&self, lines: &[String], at: DateTime<Utc>) -> Result<Option<SetAside>> {
        let month = format!("{}.jsonl", at.format("%Y-%m"));
        let path = self.folder.join(&month);
        if !reader::is_month(&month) {
            return Err(Error::BadName { path });
        }
        // Whatever is acknowledged here must never look torn when it is read.
        if lines.iter().any(|line| line.contains('\n') || !is_json(line)) {
            return Err(Error::NotOneLine { path });
        }
        let bytes: Vec<u8> = lines
            .iter()
            .flat_map(|line| [line.as_bytes(), b"\n"])
            .flatten()
            .copied()
            .collect();

        let _turn = self.take_turn()?;
        let newest = reader::months(&self.folder)?.pop().unwrap_or_default();
        let month = month.max(newest);
        let path = self.folder.join(&month);
        let failed = |source| Error::writing(&path, source);
        let mut file = self.disk.open_for_append(&path).map_err(failed)?;
        let torn = if ends_whole(&mut file).map_err(failed)? {
            None
        } else {
            tail::set_aside(&*self.disk, &self.folder, &month)?
        };
        let length = file.metadata().map_err(failed)?.len();
        if length == 0 {
            // Before its first line, so that a file with lines always has a durable name, even when
            // the process that made it was killed between the two.
            self.disk.sync_folder(&self.folder).map_err(failed)?;
        }
        let written = self
            .disk
            .write(&mut file, &bytes)
            .and_then(|()| self.disk.sync(&file));
        if let Err(source) = written {
            // A sync that failed says nothing about what is on the disk, so the lines go in any case. If this
            // fails too, the next append or start finds the torn line.
            let _ = self.disk.truncate(&path, length);
            return Err(failed(source));
        }
        Ok(torn)
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

/// Tells whether a file is empty or ends in a newline.
fn ends_whole(file: &mut File) -> io::Result<bool> {
    if file.metadata()?.len() == 0 {
        return Ok(true);
    }
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    Ok(last == *b"\n")
}

/// Returns the text of a whole line without its newline, and `None` for one that is torn or damaged.
fn whole_line(bytes: &[u8]) -> Option<&str> {
    let text = str::from_utf8(bytes.strip_suffix(b"\n")?).ok()?;
    is_json(text).then_some(text)
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}
