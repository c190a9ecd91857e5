//! The habits of a folder: the encoding and the line endings that most of its manuscripts have.

use std::path::Path;

use vault::{Encoding, Kind, TextFile};

use crate::manuscripts::state::is_manuscript;

/// So many manuscripts of a folder are enough to know its habits, and so many bytes of each are read at most. A folder
/// can hold thousands.
const ENOUGH: usize = 24;
const LONGEST: u64 = 1024 * 1024;

/// A text of fewer bytes may be taken for one in another encoding: two Chinese characters are four letters elsewhere.
const SHORT: usize = 256;

/// Returns the file whose encoding and line endings a manuscript is written with. An empty file has none of its own, and
/// takes those of most manuscripts beside it.
pub(super) fn with_habits(full: &Path, file: TextFile) -> TextFile {
    if !file.text.is_empty() || file.encoding != Encoding::Utf8 {
        return file;
    }
    let (encoding, ending) = habits_beside(full);
    TextFile {
        text: ending.to_owned(),
        encoding,
        ..file
    }
}

/// Decodes a manuscript. A short text is first tried in the encoding of most manuscripts beside it.
///
/// # Errors
/// [`vault::Error::NotUtf8`].
pub(super) fn decoded(full: &Path, bytes: Vec<u8>) -> vault::Result<TextFile> {
    // 雪 in GB 18030 is also a Cyrillic letter in UTF-8. Chinese in UTF-8 has characters that no other encoding has so.
    let is_utf_8 = |bytes: &[u8]| {
        std::str::from_utf8(bytes)
            .is_ok_and(|text| text.is_ascii() || text.chars().any(|character| character >= '\u{800}'))
    };
    if bytes.len() < SHORT
        && !is_utf_8(&bytes)
        && let Some(file) = TextFile::decode_as(habits_beside(full).0, &bytes)
    {
        return Ok(file);
    }
    TextFile::decode_manuscript(full, bytes)
}

/// Returns the encoding and the line ending of most manuscripts beside a file: UTF-8 and `\n` where there is none.
fn habits_beside(full: &Path) -> (Encoding, &'static str) {
    let (Some(folder), Some(own)) = (full.parent(), full.file_name()) else {
        return (Encoding::Utf8, "\n");
    };
    let entries = vault::entries(folder).unwrap_or_default().into_iter();
    let names = entries
        .filter(|(name, kind)| *kind == Kind::File && is_manuscript(Path::new(name)) && own != name.as_str())
        .map(|(name, _)| folder.join(name));
    let files: Vec<TextFile> = names
        .filter_map(|path| vault::read_manuscript(&path, LONGEST).ok())
        .filter(|file| !file.text.is_empty())
        .take(ENOUGH)
        .collect();
    // Every encoding but UTF-16 writes plain letters alike, so such a file says nothing.
    let says = |file: &&TextFile| !file.text.is_ascii() || file.encoding != Encoding::Utf8;
    let encodings = files.iter().filter(says).map(|file| file.encoding);
    let endings = files.iter().filter_map(|file| {
        let at = file.text.find(['\r', '\n'])?;
        let rest = &file.text[at..];
        Some(
            ["\r\n", "\n"]
                .into_iter()
                .find(|ending| rest.starts_with(ending))
                .unwrap_or("\r"),
        )
    });
    (
        most(encodings).unwrap_or(Encoding::Utf8),
        most(endings).unwrap_or("\n"),
    )
}

/// Returns the value that comes most often, or the first of those.
fn most<T: PartialEq + Copy>(values: impl Iterator<Item = T>) -> Option<T> {
    let mut counted: Vec<(T, usize)> = Vec::new();
    for value in values {
        match counted.iter_mut().find(|(known, _)| *known == value) {
            Some((_, times)) => *times += 1,
            None => counted.push((value, 1)),
        }
    }
    let highest = counted.iter().map(|(_, times)| *times).max()?;
    counted
        .into_iter()
        .find(|(_, times)| *times == highest)
        .map(|(value, _)| value)
}
