//! The identity of a file, independent of its path.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

/// A file or a folder, distinguished from every other one on this machine while it exists.
///
/// On Unix the identity is the inode number, the device and the creation time. The inode number alone is not enough:
/// the system reuses it once the file is gone. On other systems the standard library has no such number, so the
/// identity is the creation time only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Identity {
    #[cfg(unix)]
    number: (u64, u64),
    made: Option<SystemTime>,
}

impl Identity {
    /// Returns the identity of the file or folder at a path, following links. `None` where the path does not exist or
    /// the system has no identity for it.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        let metadata = fs::metadata(path).ok()?;
        let made = metadata.created().ok();
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt as _;
            Some(Self {
                number: (metadata.dev(), metadata.ino()),
                made,
            })
        }
        #[cfg(not(unix))]
        made.is_some().then_some(Self { made })
    }
}

#[cfg(test)]
#[expect(
    clippy::disallowed_methods,
    reason = "a test sets its scene with plain writes"
)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_itself_under_another_name_and_no_other_file_is() {
        let folder = tempfile::tempdir().unwrap();
        let [one, two] = ["a.md", "第一章.md"].map(|name| folder.path().join(name));
        fs::write(&one, "x").unwrap();
        let before = Identity::of(&one);
        fs::rename(&one, &two).unwrap();
        assert_eq!(Identity::of(&two), before);
        assert_eq!(Identity::of(&one), None);
        fs::write(&one, "x").unwrap();
        assert_ne!(Identity::of(&one), before);
    }
}
