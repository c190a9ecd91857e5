//! Reading the journal of every device.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use crate::append::LOCK;
use crate::folder::{self, Folder, For, Kind};
use crate::lines::{LONGEST_LINE, whole_line};
use crate::{Error, Result, flock, name};

/// How many bytes of lines one read holds at most, give or take the last line: some thousand episodes.
const BATCH: usize = 4 * 1024 * 1024;

/// How far one journal file has been read.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cursor {
    /// The device's folder in the journal.
    pub device: String,
    /// The file in that folder, `YYYY-MM.jsonl`.
    pub file: String,
    /// The first byte that has not been read.
    pub offset: u64,
}

/// One whole line of the journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The device that wrote it.
    pub device: String,
    /// The file it is in, `YYYY-MM.jsonl`.
    pub file: String,
    /// The first byte after its newline.
    pub end_offset: u64,
    /// The line without its newline: one JSON text.
    pub text: String,
}

/// A line with whole lines after it that is not JSON, so it is no crash's doing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CorruptLine {
    /// The journal file, which is left as it is.
    pub path: PathBuf,
    /// The line's first byte.
    pub offset: u64,
    /// How many bytes it has, its newline included.
    pub bytes: u64,
}

/// A batch of lines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Read {
    /// The lines, by device, month and place in the file; empty when there are no more.
    pub lines: Vec<Line>,
    /// Where to read on: one cursor for each file of which anything has been read.
    pub cursors: Vec<Cursor>,
    /// What was passed over between the lines.
    pub corrupt: Vec<CorruptLine>,
}

/// A reader of the journal of all devices, which writes nothing.
#[derive(Debug, Clone)]
pub struct Reader {
    dir: PathBuf,
}

impl Reader {
    pub(super) fn new(dir: &Path) -> Self {
        Self { dir: dir.to_owned() }
    }

    /// Reads the next batch of whole lines after `cursors`, about 4 MiB of them at most.
    ///
    /// Call it again with the cursors it returned until it returns no lines. Start with none. The end of a file
    /// that is not a whole line is not read, because a sync tool may still be copying it.
    ///
    /// # Errors
    /// [`Error::Shrunk`] when a file is gone, is shorter than its cursor or no longer has a line ending there;
    /// [`Error::NotFound`] when the journal's folder is gone; [`Error::Unreadable`].
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

    /// Adds the whole lines after `offset` to `read` until `room` is used up, and moves both on.
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
        // A damaged line counts once a whole one follows it; until then it may be a tail to be set aside.
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
                // No desk writes such a line, and what follows it is looked for no further.
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

/// Returns the names of the months in a device's folder, oldest first.
pub(super) fn months(folder: &Path) -> Result<Vec<String>> {
    names(folder, Kind::File, is_month)
}

/// Tells whether a file is named `YYYY-MM.jsonl`, and not, say, as a sync tool names a conflicting copy.
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

/// Returns the names of the entries of a kind in a folder, in their order.
///
/// # Errors
/// An entry with such a name but of another kind, a link for instance, is an error. It is not passed over, because
/// the lines behind it would be missed.
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

/// Returns the length of a file at a moment when nobody is writing to it.
///
/// Below this length every whole line stays: an append that fails cuts off only what it wrote itself
/// while it held the lock.
fn settled_length(folder: &Path, path: &Path) -> io::Result<u64> {
    // Another device's folder may have no lock, and one that cannot be locked can still be read.
    let lock = folder::open(&folder.join(LOCK), For::Reading);
    let _turn = lock.and_then(flock::shared).ok();
    Ok(folder::open(path, For::Reading)?.metadata()?.len())
}

/// Tells whether a line ends just before `offset`, and leaves the file there.
fn line_ends_at(file: &mut File, offset: u64) -> io::Result<bool> {
    let Some(before) = offset.checked_sub(1) else {
        return Ok(true);
    };
    file.seek(SeekFrom::Start(before))?;
    let mut byte = [0];
    file.read_exact(&mut byte)?;
    Ok(byte == *b"\n")
}
