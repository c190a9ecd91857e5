//! A package of files, as EPUB and Word keep a document.

use std::io::{Cursor, Write as _};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::unprintable::Unprintable;

/// The most bytes a part may have, unpacked. More cannot be said of a part without ZIP64, and not every program that opens
/// books reads ZIP64.
pub(super) const PART: u64 = u32::MAX as u64 - 1;

/// How much of a part is packed at once, in bytes: packed piece by piece, a text is packed less well.
const AT_ONCE: usize = 1024 * 1024;

/// The parts of a package, in the order in which they were added.
///
/// It is kept in memory, packed. No part of it has a time, so that the same parts are the same package.
pub(super) struct Package {
    archive: ZipWriter<Cursor<Vec<u8>>>,
    limit: u64,
    /// The room that is left in the part that was begun last, in bytes.
    room: u64,
    /// Bytes of that part which are to be packed.
    waiting: Vec<u8>,
}

impl Package {
    /// Begins a package of which no part has more than `limit` bytes.
    pub fn new(limit: u64) -> Self {
        Self {
            archive: ZipWriter::new(Cursor::new(Vec::new())),
            limit,
            room: 0,
            waiting: Vec::new(),
        }
    }

    /// Adds a text as one part.
    pub fn add(&mut self, name: &str, text: &str) -> Result<(), Unprintable> {
        self.begin(name)?;
        self.write(text)
    }

    /// Adds bytes as they are: pictures are compressed already, and the kind of an e-book must be found at its place.
    pub fn stored(&mut self, name: &str, bytes: &[u8]) -> Result<(), Unprintable> {
        self.start(name, CompressionMethod::Stored)?;
        self.put(bytes)
    }

    /// Begins a part, whose text comes with [`Package::write`].
    pub fn begin(&mut self, name: &str) -> Result<(), Unprintable> {
        self.start(name, CompressionMethod::Deflated)
    }

    /// Adds text to the part that was begun last.
    pub fn write(&mut self, text: &str) -> Result<(), Unprintable> {
        self.put(text.as_bytes())
    }

    /// Returns the package's bytes.
    pub fn finish(mut self) -> Result<Vec<u8>, Unprintable> {
        self.pack()?;
        Ok(self.archive.finish()?.into_inner())
    }

    fn start(&mut self, name: &str, method: CompressionMethod) -> Result<(), Unprintable> {
        self.pack()?;
        let options = SimpleFileOptions::default()
            .compression_method(method)
            .last_modified_time(zip::DateTime::default());
        self.room = self.limit;
        Ok(self.archive.start_file(name, options)?)
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), Unprintable> {
        self.room = self
            .room
            .checked_sub(bytes.len() as u64)
            .ok_or(Unprintable::TooLarge { limit: self.limit })?;
        self.waiting.extend_from_slice(bytes);
        if self.waiting.len() >= AT_ONCE {
            self.pack()?;
        }
        Ok(())
    }

    fn pack(&mut self) -> Result<(), Unprintable> {
        let written = self.archive.write_all(&self.waiting);
        self.waiting.clear();
        Ok(written.map_err(zip::result::ZipError::from)?)
    }
}
