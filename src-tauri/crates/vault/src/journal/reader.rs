//! Reading the journals of all devices.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use crate::append::LOCK;
use crate::folder::{self, Folder, For, Kind};
use crate::lines::{LONGEST_LINE, whole_line};
use crate::{Error, Result, flock, name};

/// The largest number of bytes in one batch of lines, exceeded at most by its last line: some thousand episodes.
const BATCH: usize = 4 * 1024 * 1024;

/// The read position in one journal file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cursor {
    /// The device's folder in the journal.
    pub device: String,
    /// The file in that folder, `YYYY-MM.jsonl`.
    pub file: String,
    /// The offset of the first unread byte.
    pub offset: u64,
}

/// One whole line of the journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The device that wrote the line.
    pub device: String,
    /// The file of the line, `YYYY-MM.jsonl`.
    pub file: String,
    /// The offset of the first byte after its newline.
    pub end_offset: u64,
    /// The line without its newline: one JSON text.
    pub text: String,
}

/// A line that is not JSON although whole lines follow it. A crash damages the last line only, so the cause is another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CorruptLine {
    /// The journal file, which stays unchanged.
    pub path: PathBuf,
    /// The offset of the line's first byte.
    pub offset: u64,
    /// The length of the line in bytes, with its newline.
    pub bytes: u64,
}

/// A batch of lines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Read {
    /// The lines, ordered by device, month and offset; empty at the end of the journal.
    pub lines: Vec<Line>,
    /// The positions for the next read: one cursor for each file that has been read at least in part.
    pub cursors: Vec<Cursor>,
    /// Corrupt lines that were skipped.
    pub corrupt: Vec<CorruptLine>,
}

/// A read-only reader of the journals of all devices.
#[derive(Debug, Clone)]
pub struct Reader {
    dir: PathBuf,
}

impl Reader {
    pub(super) fn new(dir: &Path) -> Self {
        Self { dir: dir.to_owned() }
    }

    /// Reads the next batch of whole lines after `cursors`, at most about 4 MiB.
    ///
    /// The first call passes no cursors. Each later call passes the returned cursors, until no lines are returned. An
    /// incomplete line at the end of a file is not read, because a sync tool may still be copying the file.
    ///
    /// # Errors
    /// [`Error::Shrunk`] when a file is gone, is shorter than its cursor, or has no line ending at its cursor.
    /// [`Error::NotFound`] when the journal's folder is gone. [`Error::Unreadable`].
    pub fn read_from(&self, cursors: &[Cursor]) -> Result<Read> {
        self.read_up_to(BATCH, cursors)
    }

    pub(super) fn read_up_to(&self, batch: usize, cursors: &[Cursor]) -> Result<Read> {
        let mut files: BTreeMap<(String, String), u64> = BTreeMap::new();
        for device in self.devices()? {
            for month in months(&self.dir.join(&device))? {
                files.insert((device.clone(), month), 0);
            }
        }
        for Cursor { device, file, offset } in cursors {
            let known = files.get_mut(&(device.clone(), file.clone()));
            *known.ok_or_else(|| Error::Shrunk {
                path: self.dir.join(device).join(file),
            })? = *offset;
        }

        let mut read = Read::default();
        let mut room = batch;
        for ((device, file), mut offset) in files {
            if room > 0 {
                self.read_file(&device, &file, &mut offset, &mut room, &mut read)?;
            }
            if offset > 0 {
                read.cursors.push(Cursor { device, file, offset });
            }
        }
        Ok(read)
    }

    /// Adds the whole lines after `offset` to `read` until `room` is used up. Advances `offset` and reduces `room`.
    fn read_file(
        &self,
        device: &str,
        name: &str,
        offset: &mut u64,
        room: &mut usize,
        read: &mut Read,
    ) -> Result<()> {
        let folder = self.dir.join(device);
        let path = folder.join(name);
        let failed = |source| Error::reading(&path, source);
        let length = settled_length(&folder, &path).map_err(failed)?;
        let mut file = folder::open(&path, For::Reading).map_err(failed)?;
        if length < *offset || !line_ends_at(&mut file, *offset).map_err(failed)? {
            return Err(Error::Shrunk { path });
        }

        let mut lines = BufReader::new(file.take(length - *offset));
        let mut position = *offset;
        let mut bytes = Vec::new();
        // A damaged line counts as corrupt only once a whole line follows it; until then it may be a torn tail.
        let mut damaged = Vec::new();
        while *room > 0 {
            bytes.clear();
            let count = (&mut lines)
                .take(LONGEST_LINE)
                .read_until(b'\n', &mut bytes)
                .map_err(failed)? as u64;
            if count == 0 {
                break;
            }
            if count == LONGEST_LINE {
                // No desk writes a line of this length, so the rest of the file is skipped.
                read.corrupt.append(&mut damaged);
                read.corrupt.push(CorruptLine {
                    path: path.clone(),
                    offset: position,
                    bytes: length - position,
                });
                break;
            }
            if let Some(text) = whole_line(&bytes) {
                *offset = position + count;
                *room = room.saturating_sub(text.len());
                read.corrupt.append(&mut damaged);
                read.lines.push(Line {
                    device: device.to_owned(),
                    file: name.to_owned(),
                    end_offset: *offset,
                    text: text.to_owned(),
                });
            } else {
                damaged.push(CorruptLine {
                    path: path.clone(),
                    offset: position,
                    bytes: count,
                });
            }
            position += count;
        }
        Ok(())
    }

    fn devices(&self) -> Result<Vec<String>> {
        names(&self.dir, Kind::Folder, name::is_portable)
    }
}

/// Returns the file names of the months in a device's folder, oldest first.
pub(super) fn months(folder: &Path) -> Result<Vec<String>> {
    names(folder, Kind::File, is_month)
}

/// Returns whether a file name has the form `YYYY-MM.jsonl`. A sync tool's copy in conflict has another form.
pub(super) fn is_month(name: &str) -> bool {
    let Some(month) = name.strip_suffix(".jsonl") else {
        return false;
    };
    let pattern = b"0000-00";
    month.len() == pattern.len()
        && month.bytes().zip(pattern).all(|(byte, like)| {
            if *like == b'0' {
                byte.is_ascii_digit()
            } else {
                byte == *like
            }
        })
}

/// Returns the sorted names of the entries of one kind in a folder.
///
/// # Errors
/// An entry with a matching name but of another kind, for instance a link, is an error. Skipping it would lose its
/// lines.
fn names(folder: &Path, wanted: Kind, is_named: fn(&str) -> bool) -> Result<Vec<String>> {
    let entries = Folder::open(folder).and_then(|folder| folder.entries());
    let mut names = Vec::new();
    for (name, kind) in entries.map_err(|source| Error::reading(folder, source))? {
        let Some(name) = name.into_string().ok().filter(|name| is_named(name)) else {
            continue;
        };
        let path = || folder.join(&name);
        match kind {
            kind if kind == wanted => names.push(name),
            Kind::Link => return Err(Error::Link { path: path() }),
            _ if wanted == Kind::Folder => {}
            _ => return Err(Error::NotAFile { path: path() }),
        }
    }
    names.sort();
    Ok(names)
}

/// Returns the length of a file while no append is in progress.
///
/// Every whole line below this length stays: a failed append cuts off only its own bytes, while it holds the lock.
fn settled_length(folder: &Path, path: &Path) -> io::Result<u64> {
    // The folder of another device may have no lock file, and can be read without a lock.
    let lock = folder::open(&folder.join(LOCK), For::Reading);
    let _turn = lock.and_then(flock::shared).ok();
    Ok(folder::open(path, For::Reading)?.metadata()?.len())
}

/// Returns whether a line ends just before `offset`. Leaves the file position at `offset`.
fn line_ends_at(file: &mut File, offset: u64) -> io::Result<bool> {
    let Some(before) = offset.checked_sub(1) else {
        return Ok(true);
    };
    file.seek(SeekFrom::Start(before))?;
    let mut byte = [0];
    file.read_exact(&mut byte)?;
    Ok(byte == *b"\n")
}
