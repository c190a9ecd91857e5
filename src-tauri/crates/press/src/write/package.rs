//! A ZIP package of files, as used by EPUB and Word.

use std::io::{Cursor, Write as _};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::unprintable::Unprintable;

/// The maximum unpacked size of a part, in bytes. A larger part needs ZIP64, which not all programs that open books
/// support.
pub(super) const PART: u64 = u32::MAX as u64 - 1;

/// How many bytes of a part are compressed at once; smaller blocks compress less well.
const AT_ONCE: usize = 1024 * 1024;

/// The parts of a package, in the order of their addition.
///
/// The compressed package is kept in memory. Parts have no timestamps, so that equal parts give an equal package.
pub(super) struct Package {
    archive: ZipWriter<Cursor<Vec<u8>>>,
    limit: u64,
    /// How many more bytes the current part may have.
    room: u64,
    /// Bytes of the current part that are not compressed yet.
    waiting: Vec<u8>,
}

impl Package {
    /// Begins a package whose parts have at most `limit` bytes.
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

    /// Adds bytes uncompressed. Pictures are compressed already, and the media type of an e-book must be at a fixed
    /// offset.
    pub fn stored(&mut self, name: &str, bytes: &[u8]) -> Result<(), Unprintable> {
        self.start(name, CompressionMethod::Stored)?;
        self.put(bytes)
    }

    /// Begins a part; its text is added with [`Package::write`].
    pub fn begin(&mut self, name: &str) -> Result<(), Unprintable> {
        self.start(name, CompressionMethod::Deflated)
    }

    /// Adds text to the current part.
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
