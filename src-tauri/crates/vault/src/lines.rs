//! Whole lines: JSON that ends with a newline, told from lines that a crash cut off.

use std::path::Path;

use crate::{Error, Result};

/// The longest line that is read, in bytes. The longest line that is written is an import of an episode, whose text may
/// be as long as a manuscript. A line without an end, as in a file full of zeros, is not taken for a line.
pub(crate) const LONGEST_LINE: u64 = 64 * 1024 * 1024;

/// Returns lines as the bytes that are appended.
///
/// # Errors
/// [`Error::NotOneLine`] for a line that could look torn when it is read.
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

/// Returns the text of a whole line without its newline, and `None` for one that is torn or damaged.
pub(crate) fn whole_line(bytes: &[u8]) -> Option<&str> {
    let text = str::from_utf8(bytes.strip_suffix(b"\n")?).ok()?;
    is_json(text).then_some(text)
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}
