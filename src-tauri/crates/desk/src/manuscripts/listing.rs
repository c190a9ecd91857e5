//! The list of manuscripts: the files, their lengths, and the copies in conflict.

use std::collections::HashSet;
use std::path::Path;

use contract::FileEntry;
use press::Manuscript;
use rayon::prelude::*;
use vault::Found;

use crate::manuscripts::state::{About, Counted, body, is_manuscript};
use crate::manuscripts::{copies, reading_order};
use crate::text::{endings, length};
use crate::{Error, Manuscripts, Result};

/// The maximum size of a manuscript whose words are counted for the list, in bytes, so that a listing stays fast.
const COUNTED: u64 = 2 * 1024 * 1024;

/// The total size that is counted before a project is shown, in bytes: a novel, which takes some tens of milliseconds.
const AT_ONCE: u64 = 4 * 1024 * 1024;

impl Manuscripts {
    /// Lists the manuscripts: Markdown and plain text outside the memory root, in reading order.
    ///
    /// Only files that changed since the last listing are read: 3,000 chapters of 20 KB take seconds to count.
    pub fn files(&self) -> Result<Vec<FileEntry>> {
        self.entries(u64::MAX)
    }

    /// Lists the manuscripts as [`Manuscripts::files`] does, but so quickly that a window can wait for it. If too many
    /// manuscripts are not counted yet, they are listed without their counts.
    pub(crate) fn files_at_once(&self) -> Result<Vec<FileEntry>> {
        self.entries(AT_ONCE)
    }

    fn entries(&self, counted: u64) -> Result<Vec<FileEntry>> {
        self.memory.is_there()?;
        let unavailable = |source| Error::ProjectUnavailable {
            path: self.root.path().to_owned(),
            source,
        };
        let mut found = self
            .root
            .found(|path| self.is_listed(path))
            .map_err(unavailable)?;
        let order = self.reading_order();
        found.sort_by_cached_key(|file| order.key(&file.path));
        let counts = self.counts(&found, counted);
        let names: HashSet<&str> = found.iter().map(|file| file.path.as_str()).collect();
        let copies: Vec<Option<String>> = found
            .iter()
            .map(|file| copies::original(&file.path).filter(|path| names.contains(path.as_str())))
            .collect();
        let files = found.iter().zip(counts).zip(copies);
        Ok(files
            .map(|((file, About { length, said }), copy_of)| FileEntry {
                path: file.path.clone(),
                bytes: file.bytes,
                length,
                copy_of,
                is_note: said.is_note || reading_order::is_note(&file.path),
                status: said.status,
                synopsis: said.synopsis,
            })
            .collect())
    }

    /// Lists the folders a manuscript can stand in, the project folder itself left out, in reading order.
    pub fn folders(&self) -> Result<Vec<String>> {
        self.memory.is_there()?;
        let memory = self.memory.memory_name();
        let mut folders = self.root.folders(|path| !path.starts_with(&memory))?;
        let order = self.reading_order();
        folders.sort_by_cached_key(|path| order.key(path));
        Ok(folders)
    }

    /// Returns the names of all manuscripts.
    pub(crate) fn listed_names(&self) -> Result<Vec<String>> {
        Ok(self.root.files(|path| self.is_listed(path))?)
    }

    /// Returns whether a relative path names a manuscript.
    pub(crate) fn is_listed(&self, path: &Path) -> bool {
        is_manuscript(path) && !path.starts_with(self.memory.memory_name())
    }

    /// Returns the lengths and the front matter. If more than `readable` bytes would have to be read, it reads nothing
    /// and returns what is known.
    fn counts(&self, found: &[Found], readable: u64) -> Vec<About> {
        let mut counted = self.counted.lock();
        let known: Vec<Option<About>> = found
            .iter()
            .map(|file| {
                let known = counted.get(&file.path)?;
                // A file without a time may have changed.
                let is_same =
                    known.bytes == file.bytes && known.modified == file.modified && known.modified.is_some();
                is_same.then(|| known.about.clone())
            })
            .collect();
        let unread = found.iter().zip(&known).filter(|(_, known)| known.is_none());
        if unread.map(|(file, _)| file.bytes.min(COUNTED)).sum::<u64>() > readable {
            return known.into_iter().map(Option::unwrap_or_default).collect();
        }
        let counts: Vec<About> = found
            .par_iter()
            .zip(known)
            .map(|(file, known)| {
                known.unwrap_or_else(|| {
                    let text = vault::read_manuscript(&self.root.path().join(&file.path), COUNTED);
                    text.map_or_else(|_| About::default(), |text| about(&file.path, &text.text))
                })
            })
            .collect();
        *counted = found
            .iter()
            .zip(&counts)
            .map(|(file, about)| {
                let counted = Counted {
                    bytes: file.bytes,
                    modified: file.modified,
                    about: about.clone(),
                };
                (file.path.clone(), counted)
            })
            .collect();
        counts
    }
}

/// Returns what the list tells about a manuscript with this text.
fn about(path: &str, text: &str) -> About {
    let manuscript = Manuscript {
        path: path.to_owned(),
        text: endings::unified(prose::segment::front_matter(text)),
        lines: None,
    };
    About {
        length: Some(length(body(path, text))),
        said: manuscript.said(),
    }
}
