//! Torn tails: incomplete lines that a crash leaves at the end of a file.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use crate::atomic::create_folders;
use crate::folder::{self, For};
use crate::lines::{LONGEST_LINE, whole_line};
use crate::{Disk, Error, Result, read_bytes, replace};

/// The torn tail of a file, and the copy of its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetAside {
    /// The file, which now ends in a whole line.
    pub journal: PathBuf,
    /// The offset in the file where the torn bytes began.
    pub offset: u64,
    /// The number of torn bytes.
    pub bytes: u64,
    /// The file with the copy of the torn bytes.
    pub path: PathBuf,
}

/// Copies the bytes after the last whole line of a file durably, then cuts them off.
///
/// The caller holds the lock of `folder`.
///
/// # Errors
/// [`Error::TooLarge`] for a tail longer than the longest line: no crash leaves so much, so the file stays unchanged.
/// Also the errors of reading and writing.
pub(crate) fn set_aside(disk: &dyn Disk, folder: &Path, month: &str) -> Result<Option<SetAside>> {
    let journal = folder.join(month);
    let found = torn_tail(&journal).map_err(|source| Error::reading(&journal, source))?;
    let (offset, torn) = match found {
        Tail::Whole => return Ok(None),
        Tail::Torn(offset, torn) => (offset, torn),
        Tail::Endless(bytes) => {
            return Err(Error::TooLarge {
                path: journal,
                bytes,
                limit: LONGEST_LINE,
            });
        }
    };
    let path = copy(disk, folder, &format!("{month}-{offset}"), &torn)?;
    disk.truncate(&journal, offset)
        .map_err(|source| Error::writing(&journal, source))?;
    Ok(Some(SetAside {
        journal,
        offset,
        bytes: torn.len() as u64,
        path,
    }))
}

/// The end of a file of lines.
enum Tail {
    /// The file ends in a whole line.
    Whole,
    /// The offset of the torn tail, and its bytes.
    Torn(u64, Vec<u8>),
    /// No whole line ends within the length of the longest line; the length of the file in bytes.
    Endless(u64),
}

fn torn_tail(journal: &Path) -> io::Result<Tail> {
    let mut file = folder::open(journal, For::Reading)?;
    let length = file.metadata()?.len();
    let Some(offset) = whole_length(&mut file, length)? else {
        return Ok(Tail::Endless(length));
    };
    if offset == length {
        return Ok(Tail::Whole);
    }
    file.seek(SeekFrom::Start(offset))?;
    let mut torn = Vec::new();
    file.read_to_end(&mut torn)?;
    Ok(Tail::Torn(offset, torn))
}

/// Returns the offset at which the last whole line ends, reading from the end of the file in growing windows. `None` if
/// no whole line ends within the length of the longest line.
fn whole_length(file: &mut File, length: u64) -> io::Result<Option<u64>> {
    let mut window = 64 * 1024;
    loop {
        let start = length.saturating_sub(window);
        file.seek(SeekFrom::Start(start))?;
        let mut bytes = Vec::new();
        file.by_ref().take(length - start).read_to_end(&mut bytes)?;
        let mut end = start + bytes.len() as u64;
        for line in bytes.split_inclusive(|byte| *byte == b'\n').rev() {
            let begin = end - line.len() as u64;
            // The first part of a window may be the second half of a longer line.
            if begin == start && start > 0 {
                break;
            }
            if whole_line(line).is_some() {
                return Ok(Some(end));
            }
            end = begin;
        }
        if start == 0 {
            return Ok(Some(0));
        }
        if window >= LONGEST_LINE {
            return Ok(None);
        }
        window *= 2;
    }
}

/// Writes the bytes to a new file in `set-aside/`, and returns its path.
fn copy(disk: &dyn Disk, folder: &Path, name: &str, torn: &[u8]) -> Result<PathBuf> {
    let set_aside = folder.join("set-aside");
    create_folders(disk, folder, &set_aside)?;
    let mut attempt = 1;
    loop {
        let path = match attempt {
            1 => set_aside.join(format!("{name}.torn")),
            _ => set_aside.join(format!("{name}-{attempt}.torn")),
        };
        match replace(disk, &path, None, torn) {
            Ok(_) => return Ok(path),
            // Either two crashes tore the file at the same offset, or an earlier start made the copy and was killed
            // before it cut the journal.
            Err(Error::Changed { .. })
                if read_bytes(&path, torn.len() as u64).is_ok_and(|kept| kept == torn) =>
            {
                disk.sync_folder(&set_aside)
                    .map_err(|source| Error::writing(&path, source))?;
                return Ok(path);
            }
            Err(Error::Changed { .. }) => attempt += 1,
            Err(error) => return Err(error),
        }
    }
}
