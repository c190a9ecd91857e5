//! Copies of a file that cannot be read, made before the desk writes another one in its place.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::Mutex;
use vault::RealDisk;

use crate::Result;

/// The largest file that is copied, in bytes. A larger one is no settings file; it stays, and no setting is written.
pub(super) const LIMIT: u64 = 16 * 1024 * 1024;

/// The copy that was made last in this process; empty before the first.
#[derive(Clone, Debug, Default)]
pub(super) struct SetAside(Arc<Mutex<Option<PathBuf>>>);

impl SetAside {
    /// Returns the path of the copy.
    pub fn path(&self) -> Option<PathBuf> {
        self.0.lock().clone()
    }

    /// Copies `settings.json` to `settings-broken.json` beside it, or with a number where another broken file has that
    /// name. A file that was copied before is not copied again, and a file that is not there needs no copy.
    ///
    /// # Errors
    /// The errors of reading and writing. The file is then still the only one and must not be replaced.
    pub fn copy(&self, file: &Path) -> Result<()> {
        let bytes = match vault::read_bytes(file, LIMIT) {
            Ok(bytes) => bytes,
            Err(vault::Error::NotFound { .. }) => return Ok(()),
            Err(error) => return Err(error.into()),
        };
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        let mut copy = file.with_file_name(format!("{stem}-broken.json"));
        for number in 2.. {
            match vault::replace(&RealDisk, &copy, None, &bytes) {
                Err(vault::Error::Changed { .. }) => {}
                Err(error) => return Err(error.into()),
                Ok(_) => break,
            }
            if vault::read_bytes(&copy, LIMIT).is_ok_and(|kept| kept == bytes) {
                break;
            }
            copy = file.with_file_name(format!("{stem}-broken-{number}.json"));
        }
        *self.0.lock() = Some(copy);
        Ok(())
    }
}
