//! Which file stands at a path.

use std::io;
use std::path::Path;

/// What tells a file from another one that stands at its path later.
///
/// Only where a file can be deleted while it is open can there be another one: Windows refuses that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    #[cfg(unix)]
    device_and_number: (u64, u64),
}

impl Identity {
    /// Returns the identity of the file at a path.
    pub(crate) fn of(path: &Path) -> io::Result<Self> {
        let metadata = std::fs::metadata(path)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt as _;
            // An open file keeps its number from being given to another.
            Ok(Self {
                device_and_number: (metadata.dev(), metadata.ino()),
            })
        }
        #[cfg(not(unix))]
        {
            drop(metadata);
            Ok(Self {})
        }
    }
}
