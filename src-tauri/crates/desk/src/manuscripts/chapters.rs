//! Splitting a manuscript in two, merging two into one, and undoing either.
//!
//! Text that moves is written to its new file before it leaves the old one. A crash in between leaves it in both files.

use std::path::{Path, PathBuf};

use contract::{Divided, Division, SplitRequest};
use press::Manuscript;
use vault::{ContentHash, TextFile, folded, is_usable};

use crate::manuscripts::neighbours;
use crate::manuscripts::state::LIMIT;
use crate::text::{edited, endings};
use crate::{Error, Manuscripts, Result};

/// The longest file name that is made of a heading, in characters.
const LONGEST: usize = 60;

/// A manuscript's file as it stands on the disk.
struct Standing {
    full: PathBuf,
    file: TextFile,
    bytes: Vec<u8>,
}

impl Manuscripts {
    /// Splits a manuscript before the paragraph at an offset. The second part becomes a new manuscript that follows the
    /// first in reading order. The old file is kept as a version first.
    ///
    /// Nothing is learned from it: the text of both manuscripts counts as it stands.
    ///
    /// # Errors
    /// `FILE_CHANGED` when the file on disk is not the one the offset belongs to. `INVALID_ARGUMENT` for a place where
    /// one part would have no text. Also the errors of keeping the version and of writing. After an error the words are
    /// where they were.
    pub fn split(&self, request: &SplitRequest) -> Result<Divided> {
        let path = request.path.as_str();
        let old = self.standing(path)?;
        if old.file.hash.as_str() != request.base_hash {
            return Err(vault::Error::Changed { path: old.full }.into());
        }
        let whole = manuscript(path, &old.file);
        let parts = byte_at(&whole.text, request.at).and_then(|at| whole.divided(at));
        let parts = parts.ok_or(Error::Invalid {
            field: "at",
            expected: "a paragraph with text before it",
        })?;
        let other = self.name_behind(path, parts.heading.as_deref())?;
        let other_full = self.manuscript(&other)?;
        let written = |full: &Path, text: &str| edited(full, &old.file, old.file.encoding, text, LIMIT);
        let (first, first_bytes) = written(&old.full, &parts.first)?;
        let (second, second_bytes) = written(&other_full, &parts.second)?;
        self.keep_bytes(path, &old.bytes)?;
        vault::replace(&*self.ports.disk, &other_full, None, &second_bytes)?;
        if let Err(error) = self.put(path, &old, first.clone(), &first_bytes) {
            // A failure may come after the first file is shortened. A second part that stays is no loss.
            if holds(&old.full, &old.file.hash)
                && let Err(error) = vault::remove(&*self.ports.disk, &other_full, &second.hash)
            {
                tracing::warn!("the second part of a manuscript stands twice: {error}");
            }
            return Err(error);
        }
        self.put_behind(&other, path);
        Ok(Divided {
            division: Division::Split,
            path: path.to_owned(),
            before: request.base_hash.clone(),
            after: first.hash.to_string(),
            other,
            other_hash: second.hash.to_string(),
        })
    }

    /// Appends a manuscript to another, and moves its file to the trash. Both files are kept as versions first.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` for a manuscript and itself. `FILE_ENCODING` for a character that the first file's encoding
    /// lacks. Also the errors of keeping the versions, of writing, and of the trash. After an error the words are where
    /// they were.
    pub fn join(&self, path: &str, next: &str) -> Result<Divided> {
        let (first, second) = (self.standing(path)?, self.standing(next)?);
        if first.full == second.full {
            return Err(Error::Invalid {
                field: "next",
                expected: "another manuscript",
            });
        }
        let text = manuscript(path, &first.file).joined(&manuscript(next, &second.file));
        let (joined, bytes) = edited(&first.full, &first.file, first.file.encoding, &text, LIMIT)?;
        self.keep_bytes(path, &first.bytes)?;
        self.keep_bytes(next, &second.bytes)?;
        self.put(path, &first, joined.clone(), &bytes)?;
        if let Err(error) = self.remove(next) {
            if !holds(&second.full, &second.file.hash) {
                return Err(error);
            }
            let now = Standing {
                full: first.full,
                file: joined,
                bytes,
            };
            if let Err(error) = self.put(path, &now, first.file, &first.bytes) {
                tracing::warn!(code = ?error.code(), "a manuscript that was taken in stands twice");
            }
            return Err(error);
        }
        Ok(Divided {
            division: Division::Merge,
            path: path.to_owned(),
            before: first.file.hash.to_string(),
            after: joined.hash.to_string(),
            other: next.to_owned(),
            other_hash: second.file.hash.to_string(),
        })
    }

    /// Undoes a split or a merge: both files have the same bytes again as before. The present text is kept as a version.
    ///
    /// # Errors
    /// `FILE_CHANGED` when one of the files was changed since. `NAME_TAKEN` when another file stands where the merged
    /// one was. `NOT_FOUND` when a version is gone. Also the errors of writing and of the trash. Another call does what
    /// is left to do.
    pub fn rejoin(&self, done: &Divided) -> Result<()> {
        let first = self.standing(&done.path)?;
        let is_back = first.file.hash.as_str() == done.before;
        if !is_back && first.file.hash.as_str() != done.after {
            return Err(vault::Error::Changed { path: first.full }.into());
        }
        let before = self.kept(&done.path, &done.before)?;
        let other = self.manuscript(&done.other)?;
        let there = vault::kind(&other)
            .map(|_| self.standing(&done.other))
            .transpose()?;
        if let Some(there) = &there
            && there.file.hash.as_str() != done.other_hash
        {
            return Err(match done.division {
                Division::Split => vault::Error::Changed { path: other },
                Division::Merge => vault::Error::Exists { path: other },
            }
            .into());
        }
        if done.division == Division::Merge && there.is_none() {
            self.restore_other(done, &other)?;
        }
        if !is_back {
            self.keep_bytes(&done.path, &first.bytes)?;
            let file = neighbours::decoded(&first.full, before.clone())?;
            self.put(&done.path, &first, file, &before)?;
        }
        if done.division == Division::Split && there.is_some() {
            self.remove(&done.other)?;
        }
        Ok(())
    }

    /// Brings back the file that a merge moved to the trash, or writes it anew from its version.
    fn restore_other(&self, done: &Divided, other: &Path) -> Result<()> {
        let bytes = self.kept(&done.other, &done.other_hash)?;
        let is_restored = self.bring_back(&done.other).is_ok()
            && vault::read_bytes(other, LIMIT).is_ok_and(|found| found == bytes);
        if is_restored {
            return Ok(());
        }
        // Whatever came out of the trash instead is some older file of this name, and goes back.
        if vault::kind(other).is_some() {
            self.remove(&done.other)?;
        }
        vault::replace(&*self.ports.disk, other, None, &bytes)?;
        Ok(())
    }

    /// Returns a kept version by the hash of its bytes.
    fn kept(&self, path: &str, hash: &str) -> Result<Vec<u8>> {
        self.kept_bytes(path, hash)
            .ok_or_else(|| Error::NoVersion { id: hash.to_owned() })
    }

    fn standing(&self, path: &str) -> Result<Standing> {
        let full = self.manuscript(path)?;
        let file = self.file_of(path, &full)?;
        let bytes = vault::read_bytes(&full, LIMIT)?;
        if ContentHash::of(&bytes) != file.hash {
            return Err(vault::Error::Changed { path: full }.into());
        }
        Ok(Standing { full, file, bytes })
    }

    /// Writes a manuscript over the state that was read. Its text becomes what later revisions are compared
    /// with, so the desk learns nothing from the change.
    fn put(&self, path: &str, old: &Standing, file: TextFile, bytes: &[u8]) -> Result<()> {
        // Recorded first, because the watch may see the new file before this thread continues.
        if let Some(manuscript) = self.open.lock().get_mut(path) {
            manuscript.follow(file);
        }
        if let Err(error) = vault::replace(&*self.ports.disk, &old.full, Some(&old.file.hash), bytes) {
            if holds(&old.full, &old.file.hash)
                && let Some(manuscript) = self.open.lock().get_mut(path)
            {
                manuscript.follow(old.file.clone());
            }
            return Err(error.into());
        }
        Ok(())
    }

    /// Returns a free path that directly follows a manuscript in reading order. It has the words of the heading where
    /// that keeps the order, also behind the next number, and else the name of the manuscript with a number.
    fn name_behind(&self, path: &str, heading: Option<&str>) -> Result<String> {
        let (folder, name) = path
            .rsplit_once('/')
            .map_or(("", path), |(folder, name)| (folder, name));
        let (stem, ending) = name.rsplit_once('.').unwrap_or((name, "md"));
        let within = |stem: &str| match folder {
            "" => format!("{stem}.{ending}"),
            folder => format!("{folder}/{stem}.{ending}"),
        };
        let parent = self.manuscript(path)?;
        let taken: Vec<String> = vault::entries(parent.parent().unwrap_or(&parent))?
            .into_iter()
            .map(|(name, _)| folded(&name))
            .collect();
        let is_free = |stem: &String| {
            let name = format!("{stem}.{ending}");
            is_usable(&name) && !taken.contains(&folded(&name))
        };
        let (listed, order) = (self.listed_names()?, self.reading_order());
        let follows = |stem: &String| {
            let (own, new) = (order.key(path), order.key(&within(stem)));
            own < new
                && !listed.iter().any(|other| {
                    let other = order.key(other);
                    own < other && other < new
                })
        };
        let words = heading.map(as_name).filter(|words| !words.is_empty());
        let numbered = numbered_behind(stem, words.as_deref())
            .filter(|numbered| taken.iter().all(|name| number_of(name) != number_of(numbered)));
        let found = numbered
            .into_iter()
            .chain(words)
            .find(|stem| is_free(stem) && follows(stem));
        let counted = || (2_u32..).map(|number| format!("{stem} {number}")).find(&is_free);
        let found = found.or_else(counted).unwrap_or_default();
        Ok(within(&found))
    }
}

/// Returns the name with the next number, if the stem of a file begins with a number: `04 Ashfall` behind `03 The roof`.
fn numbered_behind(stem: &str, words: Option<&str>) -> Option<String> {
    let next = number_of(stem)?.checked_add(1)?;
    let rest = stem.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let next = format!("{next:0width$}", width = stem.len() - rest.len());
    if rest.is_empty() {
        return Some(words.map_or(next.clone(), |words| format!("{next} {words}")));
    }
    let between = &rest[..rest.find(char::is_alphanumeric).unwrap_or(rest.len())];
    words.map(|words| format!("{next}{between}{words}"))
}

/// Returns whether a file still has these bytes.
fn holds(full: &Path, hash: &ContentHash) -> bool {
    vault::read_bytes(full, LIMIT).is_ok_and(|bytes| ContentHash::of(&bytes) == *hash)
}

/// Returns the number that a name begins with.
fn number_of(name: &str) -> Option<u32> {
    let rest = name.trim_start_matches(|letter: char| letter.is_ascii_digit());
    name[..name.len() - rest.len()].parse().ok()
}

/// Returns the words of a heading without the characters that no file name takes.
fn as_name(heading: &str) -> String {
    let words: String = heading
        .chars()
        .map(|letter| {
            if letter.is_control() || "/\\:*?\"<>|".contains(letter) {
                ' '
            } else {
                letter
            }
        })
        .take(LONGEST)
        .collect();
    let words: Vec<&str> = words.split_whitespace().collect();
    words.join(" ").trim_matches(['.', ' ']).to_owned()
}

fn manuscript(path: &str, file: &TextFile) -> Manuscript {
    Manuscript {
        path: path.to_owned(),
        text: endings::unified(&file.text),
        lines: None,
    }
}

/// Returns the byte at an offset in UTF-16 code units; `None` behind the end of the text.
fn byte_at(text: &str, units: u32) -> Option<usize> {
    let mut left = units as usize;
    for (at, character) in text.char_indices() {
        if left == 0 {
            return Some(at);
        }
        left = left.saturating_sub(character.len_utf16());
    }
    (left == 0).then_some(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_number_goes_before_the_words() {
        for (stem, words, expected) in [
            ("03 The roof", Some("Ashfall"), Some("04 Ashfall")),
            ("09", None, Some("10")),
            ("9", Some("雪夜"), Some("10 雪夜")),
            ("3_渡口", Some("雪夜"), Some("4_雪夜")),
            ("03 The roof", None, None),
            ("The roof", Some("Ashfall"), None),
        ] {
            assert_eq!(numbered_behind(stem, words).as_deref(), expected, "{stem}");
        }
    }

    #[test]
    fn a_heading_becomes_a_name_that_every_system_takes() {
        for (heading, expected) in [
            ("Who? Me: \"no\"", "Who Me no"),
            ("第二章　雪夜", "第二章 雪夜"),
            ("...", ""),
        ] {
            assert_eq!(as_name(heading), expected);
        }
    }
}
