//! The ZIP package of a Word document. It may be malicious, so there are limits.

use std::io::{Cursor, Read as _};

use zip::ZipArchive;

use crate::import::imported::Unreadable;
use crate::import::xml::Element;

/// The maximum unpacked size of a part, in bytes. *War and Peace* with Word's markup has about 30 MB.
const PART: u64 = 64 * 1024 * 1024;
/// The maximum number of bytes unpacked from a document.
const WHOLE: u64 = 512 * 1024 * 1024;
/// The maximum number of parts in a document.
const ENTRIES: usize = 20_000;

/// A package whose parts are unpacked on request.
pub(super) struct Package<'a> {
    archive: ZipArchive<Cursor<&'a [u8]>>,
    left: u64,
}

impl<'a> Package<'a> {
    /// Opens a package.
    pub fn open(bytes: &'a [u8]) -> Result<Self, Unreadable> {
        let archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| Unreadable::Damaged)?;
        if archive.len() > ENTRIES {
            return Err(Unreadable::TooLarge);
        }
        Ok(Self { archive, left: WHOLE })
    }

    /// Returns the bytes of a part; `None` if it does not exist. The sizes stated in the package are not trusted.
    pub fn bytes(&mut self, name: &str) -> Result<Option<Vec<u8>>, Unreadable> {
        let Ok(file) = self.archive.by_name(name) else {
            return Ok(None);
        };
        let limit = PART.min(self.left);
        let mut bytes = Vec::new();
        let read = file
            .take(limit + 1)
            .read_to_end(&mut bytes)
            .map_err(|_| Unreadable::Damaged)? as u64;
        if read > limit {
            return Err(Unreadable::TooLarge);
        }
        self.left -= read;
        Ok(Some(bytes))
    }

    /// Reads a part as XML; `None` if it does not exist.
    pub fn part(&mut self, name: &str) -> Result<Option<Element>, Unreadable> {
        let Some(bytes) = self.bytes(name)? else {
            return Ok(None);
        };
        let text = crate::import::decode::text(&bytes).map_err(|_| Unreadable::Damaged)?;
        Element::read(&text).map(Some)
    }
}
