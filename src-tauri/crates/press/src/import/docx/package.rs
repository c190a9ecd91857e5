//! The package of a Word document, with limits: anybody may have made it.

use std::io::{Cursor, Read as _};

use zip::ZipArchive;

use crate::import::imported::Unreadable;
use crate::import::xml::Element;

/// The most bytes of a part, unpacked: *War and Peace* with Word's markup has about 30 MB.
const PART: u64 = 64 * 1024 * 1024;
/// The most bytes that are unpacked of a document.
const WHOLE: u64 = 512 * 1024 * 1024;
/// The most parts of a document.
const ENTRIES: usize = 20_000;

/// A document as a package, of which a part is unpacked when it is asked for.
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

    /// Returns the bytes of a part, or `None` where there is none. The sizes a package states are not believed.
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

    /// Reads a part as XML.
    pub fn part(&mut self, name: &str) -> Result<Option<Element>, Unreadable> {
        let Some(bytes) = self.bytes(name)? else {
            return Ok(None);
        };
        let text = crate::import::decode::text(&bytes).map_err(|_| Unreadable::Damaged)?;
        Element::read(&text).map(Some)
    }
}
