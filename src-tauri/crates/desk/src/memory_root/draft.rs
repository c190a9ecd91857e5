//! Memory files on their way from the bytes that were read to the new bytes.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::Path;

use memory::journal::{FileSwap, MEMORY_FILE};
use vault::history::Step;
use vault::{ContentHash, Root, TextFile};

use crate::{Error, Result};

/// The maximum size of `MEMORY.md`, in bytes: with one rule per line, ten thousand rules are two megabytes.
pub(crate) const MEMORY_FILE_LIMIT: u64 = 4 * 1024 * 1024;

/// The maximum size of any other memory file, in bytes: a story of ten thousand days is three megabytes.
const LIMIT: u64 = 64 * 1024 * 1024;

/// Folders of the memory root that no run changes: they record the runs, or are made from them.
const NOT_MEMORY: [&str; 3] = ["journal", "history", "index"];

/// The memory files a change reads and writes. Nothing reaches the disk before the whole change does.
///
/// A file is read once, so all decisions of a change are about the same bytes. The swap compares the file with these
/// bytes.
pub struct Draft<'a> {
    memory: &'a Root,
    files: BTreeMap<String, Drafted>,
}

/// Returns a memory file, or an error if it is UTF-16. Plain English in UTF-16 is valid UTF-8 with a zero byte beside
/// each letter. Then all bullets would seem to be deleted, which rejects their rules.
pub(crate) fn memory_text(path: &Path, file: TextFile) -> vault::Result<TextFile> {
    if file.text.contains('\0') {
        return Err(vault::Error::NotUtf8 {
            path: path.to_owned(),
        });
    }
    Ok(file)
}

/// The bytes of a file; `None` if the file does not exist.
pub(crate) type Bytes = Option<Vec<u8>>;

struct Drafted {
    before: Bytes,
    after: Bytes,
}

impl<'a> Draft<'a> {
    /// Begins a draft with the followed bytes of `MEMORY.md`.
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

    /// Returns the bytes that a file will have after the change, or `None` without such a file. `path` is relative to
    /// the memory root.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` for a path of no memory file, `OUTSIDE_PROJECT`, and the errors of reading.
    pub fn read(&mut self, path: &str) -> Result<Option<&[u8]>> {
        Ok(self.drafted(path)?.after.as_deref())
    }

    /// Returns the text that a file will have after the change.
    ///
    /// # Errors
    /// The errors of [`Draft::read`], and `FILE_NOT_UTF8`.
    pub fn text(&mut self, path: &str) -> Result<Option<TextFile>> {
        let full = self.memory.path().join(path);
        let bytes = self.read(path)?.map(<[u8]>::to_vec);
        let file = bytes.map(|bytes| TextFile::decode(&full, bytes)).transpose()?;
        Ok(file.map(|file| memory_text(&full, file)).transpose()?)
    }

    /// Sets the bytes of a file, and makes the file if there is none.
    ///
    /// # Errors
    /// The errors of [`Draft::read`].
    pub fn write(&mut self, path: &str, bytes: Vec<u8>) -> Result<()> {
        self.drafted(path)?.after = Some(bytes);
        Ok(())
    }

    /// Removes a file.
    ///
    /// # Errors
    /// The errors of [`Draft::read`].
    pub fn remove(&mut self, path: &str) -> Result<()> {
        self.drafted(path)?.after = None;
        Ok(())
    }

    /// Returns whether the change alters a file.
    pub(crate) fn changes(&self, path: &str) -> bool {
        self.files
            .get(path)
            .is_some_and(|drafted| drafted.before != drafted.after)
    }

    /// Returns the files that the change alters, ordered by path.
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

/// Returns whether text added to a file stands by itself, so that it can be removed again even after later additions.
/// This holds for the story in `HISTORY.md` and for the archives. Elsewhere a line belongs to the heading above it.
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
