//! Whole lines of JSON that end with a newline, as opposed to torn lines.

use std::path::Path;

use crate::{Error, Result};

/// The length of the longest line that is read, in bytes. The longest line written is an imported episode, whose text
/// may be as long as a manuscript. A longer run of bytes without a newline, as in a file full of zeros, is not a line.
pub(crate) const LONGEST_LINE: u64 = 64 * 1024 * 1024;

/// Returns the lines as bytes to append.
///
/// # Errors
/// [`Error::NotOneLine`] for a line that would look torn to a reader.
pub(crate) fn whole_lines(path: &Path, lines: &[String]) -> Result<Vec<u8>> {
    if lines.iter().any(|line| line.contains('\n') || !is_json(line)) {
        return Err(Error::NotOneLine {
            path: path.to_owned(),
        });
    }
    Ok(lines
        .iter()
        .flat_map(|line| [line.as_bytes(), b"\n"])
        .flatten()
        .copied()
        .collect())
}

/// Returns the text of a whole line without its newline, or `None` for a torn or damaged line.
pub(crate) fn whole_line(bytes: &[u8]) -> Option<&str> {
    let text = str::from_utf8(bytes.strip_suffix(b"\n")?).ok()?;
    is_json(text).then_some(text)
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}
