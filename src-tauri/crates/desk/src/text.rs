//! Conversion of a text between a file and the editor.

pub(crate) mod endings;

use std::ops::Range;
use std::path::Path;

use contract::{Hunk, Length};
use prose::{diff, segment};
use vault::{ContentHash, Encoding, TextFile};

use crate::Result;

/// Returns a text of the editor as the file to be written, and its bytes. It keeps the line endings of `habits`, the
/// file it came from.
///
/// # Errors
/// [`vault::Error::TooLarge`]: a saved file can be opened again, and a file over the limit would take no later save.
/// [`vault::Error::Unencodable`] for a character that the encoding lacks.
pub(crate) fn edited(
    path: &Path,
    habits: &TextFile,
    encoding: Encoding,
    text: &str,
    limit: u64,
) -> Result<(TextFile, Vec<u8>)> {
    let text = endings::restored(&habits.text, text);
    let encoded = encoding.encode(&text).ok_or_else(|| vault::Error::Unencodable {
        path: path.to_owned(),
        encoding: encoding.name(),
    })?;
    let bytes = encoded.len() as u64;
    if bytes > limit {
        let path = path.to_owned();
        return Err(vault::Error::TooLarge { path, bytes, limit }.into());
    }
    let file = TextFile {
        text,
        encoding,
        hash: ContentHash::of(&encoded),
    };
    Ok((file, encoded))
}

/// Returns the length of a text in each way of counting.
pub(crate) fn length(text: &str) -> Length {
    wire(segment::length(text))
}

/// Returns the paragraphs of a text, without the white space around them. With `by_line` each line is one.
pub(crate) fn paragraphs(text: &str, by_line: bool) -> Vec<Range<usize>> {
    let blocks = segment::paragraphs(text).into_iter();
    let parts = blocks.flat_map(|block| {
        let mut end = block.start;
        let lines = text[block].split_inclusive(move |sign| by_line && sign == '\n');
        lines.map(move |line| {
            let start = end + (line.len() - line.trim_start().len());
            end += line.len();
            start..start + line.trim().len()
        })
    });
    parts.filter(|part| !part.is_empty()).collect()
}

/// Returns a length as it crosses the boundary.
pub(crate) fn wire(length: segment::Length) -> Length {
    let count = |count| u32::try_from(count).unwrap_or(u32::MAX);
    Length {
        words: count(length.words),
        letters: count(length.letters),
        characters: count(length.characters),
    }
}

/// Returns the differences with offsets in UTF-16 code units, as the editor counts.
pub(crate) fn hunks(passage: &str, alternative: &str) -> Vec<Hunk> {
    let mut place = Utf16::of(passage);
    diff::hunks(passage, alternative)
        .into_iter()
        .map(|hunk| Hunk {
            from: place.at(hunk.before.start),
            to: place.at(hunk.before.end),
            insert: alternative.get(hunk.after).unwrap_or_default().to_owned(),
        })
        .collect()
}

/// Counts the UTF-16 code units of a text up to given places. The places come in ascending order.
pub(crate) struct Utf16<'a> {
    text: &'a str,
    byte: usize,
    units: usize,
}

impl<'a> Utf16<'a> {
    pub const fn of(text: &'a str) -> Self {
        Self {
            text,
            byte: 0,
            units: 0,
        }
    }

    pub fn at(&mut self, byte: usize) -> u32 {
        let stretch = self.text.get(self.byte..byte).unwrap_or_default();
        self.units += stretch.encode_utf16().count();
        self.byte = byte;
        u32::try_from(self.units).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn applied(passage: &str, hunks: &[Hunk]) -> String {
        let units: Vec<u16> = passage.encode_utf16().collect();
        let mut text = Vec::new();
        let mut at = 0;
        for hunk in hunks {
            text.extend_from_slice(&units[at..hunk.from as usize]);
            text.extend(hunk.insert.encode_utf16());
            at = hunk.to as usize;
        }
        text.extend_from_slice(&units[at..]);
        String::from_utf16(&text).expect("whole characters")
    }

    #[test]
    fn offsets_count_as_the_editor_does() {
        // 𠮷 takes two code units, 雨 one.
        let hunks = hunks("𠮷雨停了，很静。", "𠮷雨停了。很静。");
        assert_eq!(
            hunks,
            [Hunk {
                from: 5,
                to: 6,
                insert: "。".into()
            }]
        );
    }

    proptest! {
        #[test]
        fn taking_every_hunk_gives_the_candidate(before in "[a c,.雨停𠮷，。]{0,40}", after in "[a c,.雨停𠮷，。]{0,40}") {
            prop_assert_eq!(applied(&before, &hunks(&before, &after)), after);
        }
    }
}
