//! Replacing in many manuscripts: reading their texts for the search, and changing manuscripts that no editor holds.

use contract::{Document, Hunk, Replacement, Reversion, SaveRequest, Saved};
use rayon::prelude::*;
use vault::{ContentHash, TextFile};

use crate::manuscripts::state::LIMIT;
use crate::text::endings;
use crate::{Error, Manuscripts, Result};

impl Manuscripts {
    /// Returns the texts of manuscripts to search in. A manuscript that cannot be read is left out.
    ///
    /// Unlike [`Manuscripts::read`] this opens no manuscript: no revision is measured against these texts later.
    pub fn texts(&self, paths: &[String]) -> Vec<Document> {
        let read = |path: &String| -> Result<Document> {
            let full = self.manuscript(path)?;
            let file = self.file_of(path, &full)?;
            Ok(Document {
                path: path.clone(),
                text: endings::unified(&file.text),
                hash: file.hash.to_string(),
            })
        };
        paths.par_iter().filter_map(|path| read(path).ok()).collect()
    }

    /// Replaces stretches of a manuscript that no editor holds. The old file is kept as a version first.
    ///
    /// # Errors
    /// `FILE_CHANGED` when the file on disk is not the one the changes were made for. `INVALID_ARGUMENT` for changes
    /// that do not fit its text. Also the errors of keeping the version and of [`crate::Project::save`]. After an error
    /// the file is unchanged.
    pub fn replace_in(&self, request: &Replacement) -> Result<Saved> {
        let full = self.manuscript(&request.path)?;
        let file = self.file_of(&request.path, &full)?;
        if file.hash.as_str() != request.base_hash {
            return Err(vault::Error::Changed { path: full }.into());
        }
        let text = replaced(&endings::unified(&file.text), &request.changes).ok_or(Error::Invalid {
            field: "changes",
            expected: "stretches of the text, in order and apart",
        })?;
        self.keep_bytes(&request.path, &file.encode(&file.text))?;
        self.save(&SaveRequest {
            path: request.path.clone(),
            text,
            base_hash: request.base_hash.clone(),
            pasted: Vec::new(),
            seq: None,
            as_utf8: false,
        })
    }

    /// Puts a manuscript back to the bytes it had before a replacement. The present file is kept as a version.
    ///
    /// # Errors
    /// `FILE_CHANGED` when the file was changed since the replacement. `NOT_FOUND` when the version is gone. Also the
    /// errors of keeping the version and of writing. After an error the file is unchanged.
    pub fn revert(&self, request: &Reversion) -> Result<Saved> {
        let full = self.manuscript(&request.path)?;
        let now = vault::read_bytes(&full, LIMIT)?;
        let hash = ContentHash::of(&now);
        if hash.as_str() != request.from {
            return Err(vault::Error::Changed { path: full }.into());
        }
        let before = self.kept_bytes(&request.path, &request.to);
        let before = before.ok_or_else(|| Error::NoVersion {
            id: request.to.clone(),
        })?;
        let file = TextFile::decode_manuscript(&full, before.clone())?;
        self.keep_bytes(&request.path, &now)?;
        vault::replace(&*self.ports.disk, &full, Some(&hash), &before)?;
        let saved = Saved {
            hash: file.hash.to_string(),
            unkept: None,
        };
        // An editor that held the manuscript before the replacement starts from this file again.
        if let Some(manuscript) = self.open.lock().get_mut(&request.path) {
            manuscript.follow(file);
        }
        Ok(saved)
    }
}

/// Returns a text with some stretches replaced. Returns `None` for stretches that are out of order, overlap, or end
/// outside the text or within a character.
fn replaced(text: &str, changes: &[Hunk]) -> Option<String> {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    // Where `rest` begins, in UTF-16 code units.
    let mut at = 0;
    for Hunk { from, to, insert } in changes {
        let before = split(&mut rest, from.checked_sub(at)?)?;
        split(&mut rest, to.checked_sub(*from)?)?;
        result.push_str(before);
        result.push_str(insert);
        at = *to;
    }
    result.push_str(rest);
    Some(result)
}

/// Takes a number of UTF-16 code units off the beginning of a text; `None` where the text is shorter or a character
/// would be cut.
fn split<'a>(rest: &mut &'a str, units: u32) -> Option<&'a str> {
    let mut left = usize::try_from(units).ok()?;
    let mut end = rest.len();
    for (at, character) in rest.char_indices() {
        if left == 0 {
            end = at;
            break;
        }
        left = left.checked_sub(character.len_utf16())?;
    }
    if left > 0 {
        return None;
    }
    let (taken, behind) = rest.split_at(end);
    *rest = behind;
    Some(taken)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn hunk(from: u32, to: u32, insert: &str) -> Hunk {
        let insert = insert.into();
        Hunk { from, to, insert }
    }

    #[test]
    fn stretches_are_counted_as_the_editor_counts() {
        for (text, changes, expected) in [
            ("雨停了。", vec![hunk(0, 1, "雪")], Some("雪停了。")),
            ("a𠮷b𠮷", vec![hunk(1, 3, "吉"), hunk(4, 6, "")], Some("a吉b")),
            ("ab", vec![hunk(2, 2, "!")], Some("ab!")),
            ("ab", vec![], Some("ab")),
            ("a𠮷", vec![hunk(2, 3, "")], None),
            ("ab", vec![hunk(1, 3, "")], None),
            ("ab", vec![hunk(1, 2, ""), hunk(0, 1, "")], None),
            ("ab", vec![hunk(1, 0, "")], None),
        ] {
            assert_eq!(
                replaced(text, &changes).as_deref(),
                expected,
                "{text:?} {changes:?}"
            );
        }
    }

    proptest! {
        #[test]
        fn no_changes_break_a_text(
            text in "[ab雨𠮷\n]{0,12}",
            changes in prop::collection::vec((0u32..14, 0u32..14, "[x雪]{0,2}"), 0..4),
        ) {
            let changes: Vec<Hunk> = changes.iter().map(|(from, to, insert)| hunk(*from, *to, insert)).collect();
            let units: Vec<u16> = text.encode_utf16().collect();
            let ordered = changes.iter().all(|hunk| hunk.from <= hunk.to)
                && changes.windows(2).all(|pair| pair[0].to <= pair[1].from)
                && changes.last().is_none_or(|last| last.to as usize <= units.len());
            match replaced(&text, &changes) {
                Some(result) => {
                    let mut expected = units;
                    for hunk in changes.iter().rev() {
                        expected.splice(hunk.from as usize..hunk.to as usize, hunk.insert.encode_utf16());
                    }
                    prop_assert_eq!(result, String::from_utf16(&expected).unwrap());
                }
                None => prop_assert!(!ordered || text.contains('𠮷')),
            }
        }
    }
}
