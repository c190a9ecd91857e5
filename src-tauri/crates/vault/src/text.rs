//! Reading manuscripts and memory files as text.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use crate::folder::{self, For};
use crate::{ContentHash, Encoding, Error, Result};

/// The content of a text file at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextFile {
    /// The text without a byte-order mark, with the line endings of the file.
    pub text: String,
    /// The encoding, which includes whether there is a byte-order mark.
    pub encoding: Encoding,
    /// The hash of the raw bytes, to be passed to [`crate::replace`] when the file is written back.
    pub hash: ContentHash,
}

impl TextFile {
    /// Decodes bytes as UTF-8. `path` is only used in the error.
    ///
    /// # Errors
    /// [`Error::NotUtf8`].
    pub fn decode(path: &Path, bytes: Vec<u8>) -> Result<Self> {
        let hash = ContentHash::of(&bytes);
        match Encoding::decode_utf_8(bytes) {
            Ok((encoding, text)) => Ok(Self { text, encoding, hash }),
            Err(_) => Err(Error::NotUtf8 {
                path: path.to_owned(),
            }),
        }
    }

    /// Decodes bytes in an encoding that reproduces the same bytes. `path` is only used in the error.
    ///
    /// # Errors
    /// [`Error::NotUtf8`] where no encoding does.
    pub fn decode_manuscript(path: &Path, bytes: Vec<u8>) -> Result<Self> {
        let hash = ContentHash::of(&bytes);
        let decoded = Encoding::decode_utf_8(bytes).or_else(|bytes| Encoding::recognise(&bytes).ok_or(()));
        match decoded {
            Ok((encoding, text)) => Ok(Self { text, encoding, hash }),
            Err(()) => Err(Error::NotUtf8 {
                path: path.to_owned(),
            }),
        }
    }

    /// Decodes bytes in a given encoding; `None` if it does not reproduce the same bytes.
    #[must_use]
    pub fn decode_as(encoding: Encoding, bytes: &[u8]) -> Option<Self> {
        let text = encoding.decode(bytes)?;
        Some(Self {
            text,
            encoding,
            hash: ContentHash::of(bytes),
        })
    }

    /// Returns an empty file in UTF-8.
    #[must_use]
    pub fn empty() -> Self {
        Self {
            text: String::new(),
            encoding: Encoding::Utf8,
            hash: ContentHash::of(b""),
        }
    }

    /// Returns `text` in the encoding of this file, or as UTF-8 if the encoding lacks one of its characters.
    #[must_use]
    pub fn encode(&self, text: &str) -> Vec<u8> {
        self.encoding
            .encode(text)
            .unwrap_or_else(|| text.as_bytes().to_vec())
    }
}

/// Reads a file of at most `limit` bytes as UTF-8 text.
///
/// # Errors
/// The errors of [`open_file`]. [`Error::TooLarge`] before a byte is read, as far as the size is known.
/// [`Error::NotUtf8`].
pub fn read_text(path: &Path, limit: u64) -> Result<TextFile> {
    TextFile::decode(path, read_bytes(path, limit)?)
}

/// Reads a file of at most `limit` bytes as text, in an encoding that reproduces the same bytes.
///
/// # Errors
/// The errors of [`read_text`].
pub fn read_manuscript(path: &Path, limit: u64) -> Result<TextFile> {
    TextFile::decode_manuscript(path, read_bytes(path, limit)?)
}

/// Opens a file for reading, without following a link.
///
/// # Errors
/// [`Error::NotFound`]; [`Error::NotAFile`], also for a named pipe and a device; [`Error::Link`];
/// [`Error::Unreadable`].
pub fn open_file(path: &Path) -> Result<File> {
    folder::open(path, For::Reading).map_err(|source| Error::reading(path, source))
}

/// Reads a file of at most `limit` bytes.
///
/// # Errors
/// The errors of [`read_text`] except [`Error::NotUtf8`].
pub fn read_bytes(path: &Path, limit: u64) -> Result<Vec<u8>> {
    let unreadable = |source| Error::reading(path, source);
    let file = open_file(path)?;
    let length = file.metadata().map_err(unreadable)?.len();
    let too_large = |bytes| Error::TooLarge {
        path: path.to_owned(),
        bytes,
        limit,
    };
    if length > limit {
        return Err(too_large(length));
    }
    // One allocation. Otherwise 10 MB are copied at each of 18 doublings.
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or_default() + 1);
    // The file may grow during the read: one byte above the limit proves that it is too large.
    let read = file
        .take(limit.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(unreadable)? as u64;
    if read > limit {
        return Err(too_large(read));
    }
    Ok(bytes)
}

#[cfg(test)]
#[expect(
    clippy::disallowed_methods,
    reason = "a test sets its scene with plain writes"
)]
mod tests {
    use std::fs;

    use proptest::prelude::*;

    use super::*;

    const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

    fn file_with(bytes: &[u8]) -> (tempfile::TempDir, std::path::PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("手稿.md");
        fs::write(&path, bytes).unwrap();
        (folder, path)
    }

    #[test]
    fn text_in_both_languages_keeps_its_line_endings() {
        let (_folder, path) = file_with("One.\r\n第二行。\rThree.\n".as_bytes());
        let file = read_text(&path, 1_000).unwrap();
        assert_eq!(file.text, "One.\r\n第二行。\rThree.\n");
        assert_eq!(file.encoding, Encoding::Utf8);
    }

    #[test]
    fn a_byte_order_mark_is_taken_off_and_counts_for_the_hash() {
        let bytes = [BYTE_ORDER_MARK, "春天".as_bytes()].concat();
        let (_folder, path) = file_with(&bytes);
        let file = read_text(&path, 1_000).unwrap();
        assert_eq!(
            (file.text.as_str(), file.encoding),
            ("春天", Encoding::Utf8Marked)
        );
        assert_eq!(file.hash, ContentHash::of(&bytes));
    }

    #[test]
    fn a_file_at_the_limit_is_read_and_one_byte_more_is_refused() {
        let (_folder, path) = file_with(b"12345");
        assert_eq!(read_text(&path, 5).unwrap().text, "12345");
        let error = read_text(&path, 4).unwrap_err();
        assert!(
            matches!(
                error,
                Error::TooLarge {
                    bytes: 5,
                    limit: 4,
                    ..
                }
            ),
            "{error:?}"
        );
    }

    #[test]
    fn bytes_that_are_not_utf_8_are_refused_without_quoting_them() {
        // "Geheimnis für später" in Latin-1.
        let (_folder, path) = file_with(b"Geheimnis f\xFCr sp\xE4ter");
        let error = read_text(&path, 1_000).unwrap_err();
        assert!(matches!(error, Error::NotUtf8 { .. }), "{error:?}");
        assert!(!format!("{error} {error:?}").contains("Geheimnis"));
    }

    #[test]
    fn what_is_missing_and_what_is_a_folder_are_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        let missing = read_text(&folder.path().join("gone.md"), 10).unwrap_err();
        assert!(matches!(missing, Error::NotFound { .. }), "{missing:?}");
        let not_a_file = read_text(folder.path(), 10).unwrap_err();
        assert!(matches!(not_a_file, Error::NotAFile { .. }), "{not_a_file:?}");
    }

    proptest! {
        #[test]
        fn encoding_the_text_just_read_gives_the_bytes_back(text in "\\PC*(\r\n)?\\PC*", mark: bool) {
            let bytes = [if mark { BYTE_ORDER_MARK } else { &[] }, text.as_bytes()].concat();
            let (_folder, path) = file_with(&bytes);
            let file = read_text(&path, 10_000).unwrap();
            prop_assert_eq!(file.encode(&file.text), bytes);
        }
    }
}
