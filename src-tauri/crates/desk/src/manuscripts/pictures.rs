//! Pictures that a manuscript shows: files of the project, recognised by their bytes and not by their names.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use contract::Picture;

use crate::{Error, Manuscripts, Result};

/// The maximum size of a picture that is shown, in bytes. It is sent to the page as Base64 text, which is a third
/// longer.
const LIMIT: u64 = 12 * 1024 * 1024;

impl Manuscripts {
    /// Reads a picture that stands in the project, at a path relative to its root.
    ///
    /// # Errors
    /// `OUTSIDE_PROJECT` for a path or link that leads out of the project. `NOT_FOUND`, and `FILE_TOO_LARGE` beyond 12
    /// MB. `INVALID_ARGUMENT` for a file that is no PNG, JPEG, GIF, WebP or SVG, whatever its name says.
    pub fn picture(&self, path: &str) -> Result<Picture> {
        let bytes = vault::read_bytes(&self.root.resolve(path)?, LIMIT)?;
        let media_type = media_type(&bytes).ok_or(Error::Invalid {
            field: "path",
            expected: "a PNG, JPEG, GIF, WebP or SVG picture",
        })?;
        Ok(Picture {
            media_type: media_type.to_owned(),
            base64: STANDARD.encode(bytes),
        })
    }
}

/// Returns the media type of a file by its first bytes; `None` for a file that is no picture.
fn media_type(bytes: &[u8]) -> Option<&'static str> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        Some("image/png")
    } else if bytes.starts_with(b"\xff\xd8\xff") {
        Some("image/jpeg")
    } else if bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a") {
        Some("image/gif")
    } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        Some("image/webp")
    } else if is_svg(bytes) {
        Some("image/svg+xml")
    } else {
        None
    }
}

/// Returns whether the first element of a document is `svg`, after a declaration, comments and a document type.
fn is_svg(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return false;
    };
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    loop {
        let end = if rest.starts_with("<?") {
            "?>"
        } else if rest.starts_with("<!--") {
            "-->"
        } else if rest.starts_with("<!") {
            ">"
        } else {
            break;
        };
        match rest.split_once(end) {
            Some((_, after)) => rest = after.trim_start(),
            None => return false,
        }
    }
    let name = rest.strip_prefix("<svg");
    name.is_some_and(|after| {
        after.starts_with(|next: char| next.is_whitespace() || matches!(next, '>' | '/'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_told_by_its_bytes() {
        for (bytes, expected) in [
            (&b"\x89PNG\r\n\x1a\n...."[..], Some("image/png")),
            (b"\xff\xd8\xff\xe0", Some("image/jpeg")),
            (b"GIF89a", Some("image/gif")),
            (b"RIFF\x01\x02\x03\x04WEBPVP8 ", Some("image/webp")),
            (b"RIFF\x01\x02\x03\x04WAVE", None),
            (
                b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
                Some("image/svg+xml"),
            ),
            (
                b"\xef\xbb\xbf<?xml version=\"1.0\"?>\n<!-- a -->\n<!DOCTYPE svg>\n<svg>",
                Some("image/svg+xml"),
            ),
            (b"<svgx>", None),
            (b"<html><svg></svg></html>", None),
            (b"<!-- <svg>", None),
            (b"# \xe6\xa0\x87\xe9\xa2\x98\n", None),
            (b"", None),
        ] {
            assert_eq!(media_type(bytes), expected, "{bytes:?}");
        }
    }
}
