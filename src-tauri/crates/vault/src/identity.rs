//! Which file a path leads to, whatever it is called.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

/// A file or a folder, as told from every other one on this machine, as long as it is there.
///
/// On Unix it is the number of the file (inode), its disk and the time it was made. The number alone is not enough: it
/// is given to a later file once its own file is gone. The standard library tells no such number on other systems.
/// There it is only the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Identity {
    #[cfg(unix)]
    number: (u64, u64),
    made: Option<SystemTime>,
}

impl Identity {
    /// Returns what a path leads to, following links; `None` where nothing is there or nothing tells it from another.
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
