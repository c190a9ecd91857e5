//! Temporary files left by killed processes.

use std::ffi::OsStr;
use std::io;

use crate::folder::{Folder, For};
use crate::{Root, flock};

/// Removes the temporary files that killed processes left in a folder and its subfolders, and returns their number.
///
/// A writing process locks its temporary file until the rename, so the file of a living process stays. A file that
/// cannot be read or removed stays too: it only takes space. Acknowledged bytes are never in a temporary file alone.
pub fn clear_leftovers(root: &Root) -> usize {
    let left = root.temporary().unwrap_or_default();
    let cleared = left.iter().filter(|path| {
        let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
            return false;
        };
        Folder::open(folder).is_ok_and(|folder| clear(&folder, name).is_ok())
    });
    cleared.count()
}

fn clear(folder: &Folder, name: &OsStr) -> io::Result<()> {
    // The lock of the folder prevents a concurrent exchange: it would put an unlocked file under the temporary name.
    let _turn = flock::exclusive(folder.itself()?)?;
    let file = folder.file(name, For::Writing)?;
    file.try_lock()?;
    folder.remove_file(name)
}

#[cfg(test)]
#[expect(
    clippy::disallowed_methods,
    reason = "a test sets its scene with plain writes"
)]
mod tests {
    use std::fs;

    use super::*;
    use crate::{Disk as _, RealDisk};

    #[test]
    fn what_a_killed_process_left_goes_and_what_is_being_written_stays() {
        let folder = tempfile::tempdir().unwrap();
        let root = Root::open(folder.path()).unwrap();
        fs::create_dir(root.path().join("第一卷")).unwrap();
        let left = [
            ".3fA9xQ.commonplace-tmp",
            "第一卷/.b.commonplace-tmp",
            "a.md",
            ".hidden",
        ];
        for name in left {
            fs::write(root.path().join(name), "雨停了。").unwrap();
        }
        let written = RealDisk.create_temporary(root.path(), None).unwrap();

        assert_eq!(clear_leftovers(&root), 2);
        let stays = |name: &str| root.path().join(name).exists();
        assert_eq!(left.map(stays), [false, false, true, true]);
        assert!(written.path().exists());
        drop(written);
        assert_eq!(clear_leftovers(&root), 0);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_is_named_like_one_stays() {
        let folder = tempfile::tempdir().unwrap();
        let root = Root::open(folder.path()).unwrap();
        fs::write(root.path().join("a.md"), "Rain.").unwrap();
        let link = root.path().join(".a.commonplace-tmp");
        std::os::unix::fs::symlink("a.md", &link).unwrap();
        assert_eq!(clear_leftovers(&root), 0);
        assert!(link.symlink_metadata().is_ok());
        assert_eq!(fs::read_to_string(root.path().join("a.md")).unwrap(), "Rain.");
    }
}
