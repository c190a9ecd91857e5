//! Memory files on their way from what was read to what is to be there.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::Path;

use memory::journal::{FileSwap, MEMORY_FILE};
use vault::history::Step;
use vault::{ContentHash, Root, TextFile};

use crate::{Error, Result};

/// `MEMORY.md` above this is not the desk's: a rule a line, ten thousand rules are two megabytes.
pub(crate) const MEMORY_FILE_LIMIT: u64 = 4 * 1024 * 1024;

/// Memory files above this are not the desk's: a story of ten thousand days is three megabytes.
const LIMIT: u64 = 64 * 1024 * 1024;

/// Folders of the memory root that no run changes: they say how runs came about, or follow from them.
const NOT_MEMORY: [&str; 3] = ["journal", "history", "index"];

/// The memory files a change reads and writes. Nothing reaches the disk before the change as a whole does.
///
/// A file is read once, so everything a change decides is about the same bytes, and those are what it is compared with when
/// it is swapped.
pub struct Draft<'a> {
    memory: &'a Root,
    files: BTreeMap<String, Drafted>,
}

/// Returns a memory file unless it is UTF-16 after all: plain English in it is valid UTF-8 with a zero behind each letter,
/// and every bullet would read as gone, which is the writer's no.
pub(crate) fn memory_text(path: &Path, file: TextFile) -> vault::Result<TextFile> {
    if file.text.contains('\0') {
        return Err(vault::Error::NotUtf8 {
            path: path.to_owned(),
        });
    }
    Ok(file)
}

/// The bytes of a file, or that there is no such file.
pub(crate) type Bytes = Option<Vec<u8>>;

struct Drafted {
    before: Bytes,
    after: Bytes,
}

impl<'a> Draft<'a> {
    /// Begins with `MEMORY.md` as it was followed.
    pub(crate) fn of(memory: &'a Root, followed: Bytes) -> Self {
        let drafted = Drafted {
            after: followed.clone(),
            before: followed,
        };
        Self {
            memory,
            files: BTreeMap::from([(MEMORY_FILE.to_owned(), drafted)]),
        }
    }

    /// Returns the bytes of a file as they are to be after the change, or `None` where there is no such file. `path` is
    /// relative to the memory root.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` for what is no memory file, `OUTSIDE_PROJECT`, and what stops it from being read.
    pub fn read(&mut self, path: &str) -> Result<Option<&[u8]>> {
        Ok(self.drafted(path)?.after.as_deref())
    }

    /// Returns a file as text, as it is to be after the change.
    ///
    /// # Errors
    /// Those of [`Draft::read`], and `FILE_NOT_UTF8`.
    pub fn text(&mut self, path: &str) -> Result<Option<TextFile>> {
        let full = self.memory.path().join(path);
        let bytes = self.read(path)?.map(<[u8]>::to_vec);
        let file = bytes.map(|bytes| TextFile::decode(&full, bytes)).transpose()?;
        Ok(file.map(|file| memory_text(&full, file)).transpose()?)
    }

    /// Lets a file hold other bytes, or be there at all.
    ///
    /// # Errors
    /// Those of [`Draft::read`].
    pub fn write(&mut self, path: &str, bytes: Vec<u8>) -> Result<()> {
        self.drafted(path)?.after = Some(bytes);
        Ok(())
    }

    /// Lets a file be gone.
    ///
    /// # Errors
    /// Those of [`Draft::read`].
    pub fn remove(&mut self, path: &str) -> Result<()> {
        self.drafted(path)?.after = None;
        Ok(())
    }

    /// Returns whether a file is to be another one.
    pub(crate) fn changes(&self, path: &str) -> bool {
        self.files
            .get(path)
            .is_some_and(|drafted| drafted.before != drafted.after)
    }

    /// Returns the files that are to be others, ordered by path.
    pub(crate) fn steps(&self) -> Vec<Step<'_>> {
        self.files
            .iter()
            .filter(|(_, drafted)| drafted.before != drafted.after)
            .map(|(path, drafted)| Step {
                path,
                before: drafted.before.as_deref(),
                after: drafted.after.as_deref(),
                grows: grows(path),
            })
            .collect()
    }

    fn drafted(&mut self, path: &str) -> Result<&mut Drafted> {
        let drafted = match self.files.entry(path.to_owned()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => {
                let before = read(self.memory, path)?;
                place.insert(Drafted {
                    after: before.clone(),
                    before,
                })
            }
        };
        Ok(drafted)
    }
}

/// Reads a memory file; `None` where there is none.
pub(crate) fn read(memory: &Root, path: &str) -> Result<Bytes> {
    if !is_memory(path) {
        return Err(Error::Invalid {
            field: "path",
            expected: "the path of a memory file inside the memory root",
        });
    }
    let full = memory.at(path)?;
    let limit = if path == MEMORY_FILE {
        MEMORY_FILE_LIMIT
    } else {
        LIMIT
    };
    match vault::read_bytes(&full, limit) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(vault::Error::NotFound { .. }) => Ok(None),
        Err(source) => Err(Error::MemoryFile { source }),
    }
}

/// Returns the hashes of a file before and after, as a journal line names them.
pub(crate) fn swap_of(step: &Step<'_>) -> FileSwap {
    let hash = |bytes| ContentHash::of(bytes).to_string();
    FileSwap {
        path: step.path.to_owned(),
        before: step.before.map(hash),
        after: step.after.map(hash),
    }
}

fn is_memory(path: &str) -> bool {
    let mut parts = path.split('/');
    let first = parts.next().unwrap_or_default();
    let plain = |part: &str| !part.is_empty() && !part.starts_with('.') && !part.contains('\\');
    let apart = NOT_MEMORY.iter().any(|folder| first.eq_ignore_ascii_case(folder));
    plain(first) && !apart && parts.all(plain)
}

/// Returns whether what is added to a file stands by itself, so that it can be taken out again whatever was added later:
/// the story of what was done, and the archives. Elsewhere a line belongs to the heading above it.
fn grows(path: &str) -> bool {
    path == "HISTORY.md" || (path.starts_with("archive/") && path.ends_with(".md"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_memory_files_are_changed() {
        for path in [
            "MEMORY.md",
            "2026-11-21.md",
            "archive/MEMORY.md",
            "roles/编辑/MEMORY.md",
        ] {
            assert!(is_memory(path), "{path}");
        }
        for path in [
            "",
            "/MEMORY.md",
            "journal/desk-a/2026-11.jsonl",
            "History/r/manifest.json",
            "index/desk-a.db",
            "../secret.md",
            "a//b.md",
            "a/./b.md",
            ".hidden.md",
            "archive\\a.md",
        ] {
            assert!(!is_memory(path), "{path}");
        }
    }

    #[test]
    fn the_story_and_the_archives_grow_and_sections_do_not() {
        for (path, expected) in [
            ("HISTORY.md", true),
            ("archive/MEMORY.md", true),
            ("archive/2026-10-01.md", true),
            ("MEMORY.md", false),
            ("2026-11-21.md", false),
            ("archive/notes.txt", false),
            ("roles/editor/HISTORY.md", false),
        ] {
            assert_eq!(grows(path), expected, "{path}");
        }
    }
}
