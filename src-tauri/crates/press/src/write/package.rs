//! A package of files, as EPUB and Word keep a document.

use std::io::{Cursor, Write as _};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// The files of a package, in the order in which they were added.
///
/// It is kept in memory, where nothing fails. No file of it has a time, so that the same files are the same package.
pub(super) struct Package(ZipWriter<Cursor<Vec<u8>>>);

impl Default for Package {
    fn default() -> Self {
        Self(ZipWriter::new(Cursor::new(Vec::new())))
    }
}

impl Package {
    /// Adds a text.
    pub fn add(&mut self, name: &str, text: &str) {
        self.put(name, text.as_bytes(), CompressionMethod::Deflated);
    }

    /// Adds bytes as they are: what is compressed already, and what must be found at its place.
    pub fn stored(&mut self, name: &str, bytes: &[u8]) {
        self.put(name, bytes, CompressionMethod::Stored);
    }

    fn put(&mut self, name: &str, bytes: &[u8], method: CompressionMethod) {
        let options = SimpleFileOptions::default()
            .compression_method(method)
            .last_modified_time(zip::DateTime::default());
        let written = self.0.start_file(name, options).map(|()| self.0.write_all(bytes));
        debug_assert!(matches!(written, Ok(Ok(()))), "{name}: {written:?}");
    }

    /// Returns the package's bytes.
    pub fn finish(self) -> Vec<u8> {
        self.0.finish().map(Cursor::into_inner).unwrap_or_default()
    }
}
