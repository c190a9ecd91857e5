//! Writing a whole file atomically: a reader sees the old bytes or the new bytes, never a mixture.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::folder::{self, Folder, For, Kind};
use crate::{ContentHash, Disk, Error, Result, flock};

/// The largest number of exchanges that put a foreign program's file back. Each further exchange needs another save
/// within microseconds of the save before.
const EXCHANGES: usize = 8;

/// Writes a file, replacing an existing one.
///
/// The bytes go into a temporary file in the same folder. It is synced, renamed over the target, and made durable by a
/// sync of the folder. A crash at any moment leaves either the old bytes or the new bytes under the name; after `Ok` it
/// leaves the new bytes. A crash may also leave a hidden `*.commonplace-tmp` file.
///
/// An error leaves the old bytes and no temporary file, with one exception: the last step, the sync of the folder,
/// fails. Then the new bytes are in place already, but might not survive a power cut.
///
/// The permissions of an existing file are kept; its owner, its extended attributes and its other hard links are not. A
/// new file has the access rights of its folder.
///
/// # Errors
/// [`Error::ReadOnly`], also for a file marked read-only in a writable folder. [`Error::DiskFull`]. [`Error::NotFound`]
/// for a missing folder. [`Error::NotAFile`]. [`Error::Link`] for any link; [`crate::named`] resolves links.
/// [`Error::Unwritable`] for every other cause.
pub fn write_atomic(disk: &dyn Disk, path: &Path, bytes: &[u8]) -> Result<()> {
    let folder = place(disk, path, &Expected::Anything, bytes)?;
    disk.sync_folder(&folder)
        .map_err(|source| Error::writing(path, source))
}

/// Writes a file as [`write_atomic`] does, but without the sync of the folder. Returns the folder, which the caller
/// must sync.
pub(crate) fn write_unsynced(disk: &dyn Disk, path: &Path, bytes: &[u8]) -> Result<PathBuf> {
    place(disk, path, &Expected::Anything, bytes)
}

/// Writes a file as [`write_atomic`] does, if its content is unchanged since the last read.
///
/// `expected` is the hash of the bytes that were read, or `None` if there was no file. Returns the hash of the new
/// bytes.
///
/// Except on Windows, the desk's own threads and processes hold a lock from the comparison to the rename. A foreign
/// program does not take the lock. So on Linux and macOS the two files exchange names, and the old file is compared
/// once more before it is removed. If a program saved it in between, it is put back.
///
/// On Windows, and on a file system without such an exchange, a save between the comparison and the rename is lost. For
/// a memory file that window is microseconds long.
///
/// # Errors
/// [`Error::Changed`] when the file differs or is gone. Also the errors of [`write_atomic`].
pub fn replace(
    disk: &dyn Disk,
    path: &Path,
    expected: Option<&ContentHash>,
    bytes: &[u8],
) -> Result<ContentHash> {
    let expected = expected.map_or(Expected::Nothing, Expected::Exactly);
    let folder = place(disk, path, &expected, bytes)?;
    disk.sync_folder(&folder)
        .map_err(|source| Error::writing(path, source))?;
    Ok(ContentHash::of(bytes))
}

/// Removes a file durably, if its content is unchanged since the last read.
///
/// The file is renamed first and then compared once more. So a file that a foreign program saved in between gets its
/// name back.
///
/// # Errors
/// [`Error::Changed`] when the file differs or is gone; [`Error::Link`]; [`Error::ReadOnly`] and [`Error::Unwritable`].
pub fn remove(disk: &dyn Disk, path: &Path, expected: &ContentHash) -> Result<()> {
    let failed = |source| Error::writing(path, source);
    let folder = path.parent().unwrap_or(path);
    let turn = lock_folder(folder);
    if current(path)?.as_ref() != Some(expected) {
        return Err(Error::Changed {
            path: path.to_owned(),
        });
    }
    let temporary = disk.create_temporary(folder, None).map_err(failed)?;
    match disk.take_away(path, &temporary) {
        // Another program deleted the file after the comparison.
        Err(error) if error.kind() == io::ErrorKind::NotFound && is_gone(path) => {
            return Err(Error::Changed {
                path: path.to_owned(),
            });
        }
        outcome => outcome.map_err(failed)?,
    }
    if current(temporary.path())?.as_ref() != Some(expected) {
        return Err(match disk.rename_new(temporary, path) {
            // Another program saved a newer file under the name, and the newest file must stay.
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => failed(error),
            _ => Error::Changed {
                path: path.to_owned(),
            },
        });
    }
    drop(temporary);
    drop(turn);
    disk.sync_folder(folder).map_err(failed)
}

/// Creates the folders between `base` and `folder`; the entry of each folder is durable in its parent.
///
/// `base` itself must exist. A project on a disconnected disk must be reported as missing, and not be created at the
/// mount point.
///
/// # Errors
/// [`Error::OutsideRoot`], [`Error::NotAFolder`], [`Error::Link`] and the errors of writing.
pub fn create_folders(disk: &dyn Disk, base: &Path, folder: &Path) -> Result<()> {
    let below = folder.strip_prefix(base).map_err(|_| Error::OutsideRoot {
        path: folder.to_owned(),
    })?;
    let mut parent = base.to_owned();
    for name in below {
        let child = parent.join(name);
        made(&child, disk.create_folder(&child))?;
        // An existing folder is synced too: the process that made it may have been killed before its own sync.
        disk.sync_folder(&parent)
            .map_err(|source| Error::writing(&child, source))?;
        parent = child;
    }
    Ok(())
}

/// Creates a folder as [`create_folders`] does, and lets only the writer enter it. Its parents, and entries made in it
/// later, have the access rights of the folder they are made in. An existing folder keeps its rights.
///
/// # Errors
/// The errors of [`create_folders`].
pub fn create_private_folder(disk: &dyn Disk, base: &Path, folder: &Path) -> Result<()> {
    let Some(around) = folder.parent().filter(|around| around.starts_with(base)) else {
        return create_folders(disk, base, folder);
    };
    create_folders(disk, base, around)?;
    made(folder, disk.create_private_folder(folder))?;
    disk.sync_folder(around)
        .map_err(|source| Error::writing(folder, source))
}

/// Accepts an existing folder as the result of its creation. Any other kind of entry under its name is an error.
pub(crate) fn made(folder: &Path, outcome: io::Result<()>) -> Result<()> {
    match outcome {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => match folder::kind(folder) {
            Some(Kind::Folder) => Ok(()),
            Some(Kind::Link) => Err(Error::Link {
                path: folder.to_owned(),
            }),
            _ => Err(Error::NotAFolder {
                path: folder.to_owned(),
            }),
        },
        outcome => outcome.map_err(|source| Error::writing(folder, source)),
    }
}

/// Makes an existing file and its name durable.
///
/// # Errors
/// [`Error::NotFound`], [`Error::NotAFile`], [`Error::Link`] and the errors of writing.
pub fn make_durable(disk: &dyn Disk, path: &Path) -> Result<()> {
    let file = folder::open(path, For::Writing);
    file.and_then(|file| disk.sync(&file))
        .and_then(|()| disk.sync_folder(path.parent().unwrap_or(path)))
        .map_err(|source| Error::writing(path, source))
}

/// Creates an empty file for a library that opens files by itself. An existing file stays unchanged.
///
/// # Errors
/// [`Error::Link`], [`Error::NotAFile`] and the errors of writing.
pub fn create_empty(path: &Path) -> Result<()> {
    let file = folder::open(path, For::Locking);
    file.map(drop).map_err(|source| Error::writing(path, source))
}

enum Expected<'a> {
    Anything,
    Nothing,
    Exactly(&'a ContentHash),
}

/// Puts a file in its place. Returns its folder, which the caller must sync.
fn place(disk: &dyn Disk, path: &Path, expected: &Expected<'_>, bytes: &[u8]) -> Result<PathBuf> {
    let failed = |source| Error::writing(path, source);
    let folder = match path.parent() {
        Some(folder) if folder.as_os_str().is_empty() => Path::new("."),
        Some(folder) => folder,
        None => {
            return Err(Error::NotAFile {
                path: path.to_owned(),
            });
        }
    };
    let permissions = match folder::look(path) {
        Ok(entry) => {
            entry.require_file().map_err(failed)?;
            if entry.permissions.readonly() {
                return Err(failed(io::Error::from(io::ErrorKind::PermissionDenied)));
            }
            Some(entry.permissions)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(failed(error)),
    };

    let mut temporary = disk.create_temporary(folder, permissions).map_err(failed)?;
    disk.write(temporary.as_file_mut(), bytes).map_err(failed)?;
    disk.sync(temporary.as_file()).map_err(failed)?;

    let turn = lock_folder(folder);
    let renamed = match expected {
        Expected::Anything => disk.rename(temporary, path),
        Expected::Nothing => disk.rename_new(temporary, path),
        Expected::Exactly(hash) if current(path)?.as_ref() == Some(*hash) => {
            match exchange(disk, temporary, path, hash, bytes) {
                Ok(true) => Ok(()),
                Ok(false) => {
                    return Err(Error::Changed {
                        path: path.to_owned(),
                    });
                }
                Err(error) => Err(error),
            }
        }
        Expected::Exactly(_) => {
            return Err(Error::Changed {
                path: path.to_owned(),
            });
        }
    };
    drop(turn);
    match renamed {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            return Err(Error::Changed {
                path: path.to_owned(),
            });
        }
        outcome => outcome.map_err(failed)?,
    }
    Ok(folder.to_owned())
}

/// Gives a temporary file the name of `target` if the replaced file has the expected content. Returns whether it had.
fn exchange(
    disk: &dyn Disk,
    temporary: NamedTempFile,
    target: &Path,
    expected: &ContentHash,
    bytes: &[u8],
) -> io::Result<bool> {
    match disk.exchange(&temporary, target) {
        Err(error) if error.kind() == io::ErrorKind::Unsupported => {
            return disk.rename(temporary, target).map(|()| true);
        }
        // Another program deleted the file after the comparison.
        Err(error) if error.kind() == io::ErrorKind::NotFound && is_gone(target) => return Ok(false),
        outcome => outcome?,
    }
    let own = ContentHash::of(bytes);
    let held = |temporary: &NamedTempFile| contents(temporary.path()).map(|bytes| ContentHash::of(&bytes));
    match held(&temporary) {
        Ok(hash) if hash == *expected => return Ok(true),
        Ok(_) => {}
        // The replaced file cannot be read, so it must not be deleted.
        Err(error) => {
            set_aside(disk, temporary, target);
            return Err(error);
        }
    }
    // Another program saved the file after the comparison. If it saves again during the loop, the newest save must
    // stay.
    for _ in 0..EXCHANGES {
        if let Err(error) = disk.exchange(&temporary, target) {
            set_aside(disk, temporary, target);
            return Err(error);
        }
        if held(&temporary).is_ok_and(|hash| hash == own) {
            break;
        }
    }
    Ok(false)
}

/// Keeps bytes of another program that could not be put back, in `*.set-aside` beside the file.
fn set_aside(disk: &dyn Disk, temporary: NamedTempFile, target: &Path) {
    // Under its temporary name the file would be deleted at the next start.
    let Ok((_, path)) = temporary.keep() else { return };
    let mut name = target.file_name().unwrap_or_default().to_owned();
    name.push(".set-aside");
    let _ = disk.move_new(&path, &target.with_file_name(name));
}

/// Locks `folder` for changes of names, where the system can lock a folder.
///
/// Without the lock the comparison still protects the file, except in a short window. So a save is not refused on a
/// file system without locks.
fn lock_folder(folder: &Path) -> Option<File> {
    let folder = Folder::open(folder).and_then(|folder| folder.itself());
    folder.and_then(flock::exclusive).ok()
}

fn current(path: &Path) -> Result<Option<ContentHash>> {
    match contents(path) {
        Ok(bytes) => Ok(Some(ContentHash::of(&bytes))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::reading(path, error)),
    }
}

fn contents(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    folder::open(path, For::Reading)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn is_gone(path: &Path) -> bool {
    folder::look(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
}

#[cfg(test)]
#[expect(
    clippy::disallowed_methods,
    reason = "a test sets its scene with plain writes"
)]
mod tests {
    use std::fs;

    use super::*;
    use crate::{FailingDisk, RealDisk};

    /// Returns whether an error has the kind that a case expects.
    type Kind = fn(&Error) -> bool;

    const OLD: &[u8] = "旧的一行。The old line.\n".as_bytes();
    const NEW: &[u8] = "新的一行，更长一些。The new line, a little longer.\n".as_bytes();

    fn names_in(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_new_file_and_an_existing_one_get_exactly_the_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("记忆.md");
        for bytes in [OLD, NEW, b""] {
            write_atomic(&RealDisk, &path, bytes).unwrap();
            assert_eq!(fs::read(&path).unwrap(), bytes);
            assert_eq!(names_in(folder.path()), ["记忆.md"]);
        }
    }

    #[test]
    fn a_failure_at_any_step_leaves_whole_bytes_and_no_temporary_file() {
        let disks: [fn(usize) -> FailingDisk; 3] = [
            FailingDisk::at,
            |call| FailingDisk::at(call).half_written(),
            |call| FailingDisk::at(call).half_written().from_then_on(),
        ];
        for disk in disks {
            for before in [None, Some(OLD)] {
                for call in 1.. {
                    let folder = tempfile::tempdir().unwrap();
                    let path = folder.path().join("a.md");
                    if let Some(bytes) = before {
                        fs::write(&path, bytes).unwrap();
                    }
                    let disk = disk(call);
                    let outcome = replace(&disk, &path, before.map(ContentHash::of).as_ref(), NEW);
                    let after = fs::read(&path).ok();
                    if !disk.has_failed() {
                        assert_eq!(outcome.unwrap(), ContentHash::of(NEW));
                        assert_eq!(after.as_deref(), Some(NEW));
                        assert!(call > 4, "writing, syncing and renaming are steps of their own");
                        break;
                    }
                    let error = outcome.unwrap_err();
                    assert!(matches!(error, Error::DiskFull { .. }), "call {call}: {error:?}");
                    assert_eq!(error.path(), path);
                    assert!(
                        after.as_deref() == before || after.as_deref() == Some(NEW),
                        "call {call}"
                    );
                    assert_eq!(
                        names_in(folder.path()).len(),
                        usize::from(after.is_some()),
                        "call {call}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_read_only_disk_is_named_as_such() {
        let folder = tempfile::tempdir().unwrap();
        let disk = FailingDisk::at(1).with(io::ErrorKind::ReadOnlyFilesystem);
        let error = write_atomic(&disk, &folder.path().join("a.md"), NEW).unwrap_err();
        assert!(matches!(error, Error::ReadOnly { .. }), "{error:?}");
    }

    #[test]
    fn a_file_marked_read_only_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.md");
        fs::write(&path, OLD).unwrap();
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        let error = write_atomic(&RealDisk, &path, NEW).unwrap_err();
        assert!(matches!(error, Error::ReadOnly { .. }), "{error:?}");
        assert_eq!(fs::read(&path).unwrap(), OLD);
    }

    #[test]
    fn a_vanished_folder_a_folder_in_the_way_and_a_file_in_the_way_are_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("file"), OLD).unwrap();
        let cases: [(&str, Kind); 3] = [
            ("gone/a.md", |error| matches!(error, Error::NotFound { .. })),
            ("", |error| matches!(error, Error::NotAFile { .. })),
            ("file/a.md", |error| matches!(error, Error::NotAFolder { .. })),
        ];
        for (name, expected) in cases {
            let error = write_atomic(&RealDisk, &folder.path().join(name), NEW).unwrap_err();
            assert!(expected(&error), "{name}: {error:?}");
        }
        assert!(!folder.path().join("gone").exists());
    }

    #[test]
    fn a_file_that_changed_vanished_or_appeared_is_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("MEMORY.md");
        let read = ContentHash::of(OLD);

        let vanished = replace(&RealDisk, &path, Some(&read), NEW).unwrap_err();
        assert!(matches!(vanished, Error::Changed { .. }), "{vanished:?}");
        assert!(!path.exists());

        fs::write(&path, "写在别处。").unwrap();
        for expected in [Some(&read), None] {
            let changed = replace(&RealDisk, &path, expected, NEW).unwrap_err();
            assert!(matches!(changed, Error::Changed { .. }), "{changed:?}");
            assert_eq!(fs::read_to_string(&path).unwrap(), "写在别处。");
        }
        assert_eq!(names_in(folder.path()), ["MEMORY.md"]);
    }

    #[test]
    fn only_the_file_that_was_read_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("2026-10-01.md");
        let read = ContentHash::of(OLD);
        for there in [None, Some("写在别处。".as_bytes())] {
            if let Some(bytes) = there {
                fs::write(&path, bytes).unwrap();
            }
            let changed = remove(&RealDisk, &path, &read).unwrap_err();
            assert!(matches!(changed, Error::Changed { .. }), "{changed:?}");
            assert_eq!(fs::read(&path).ok().as_deref(), there);
        }
        fs::write(&path, OLD).unwrap();
        remove(&RealDisk, &path, &read).unwrap();
        assert_eq!(names_in(folder.path()), Vec::<String>::new());
    }

    #[test]
    fn what_another_program_saves_at_any_step_of_a_change_is_what_stands_there() {
        type Act = fn(&FailingDisk, &Path) -> Result<()>;
        let acts: [Act; 2] = [
            |disk, path| replace(disk, path, Some(&ContentHash::of(OLD)), NEW).map(drop),
            |disk, path| remove(disk, path, &ContentHash::of(OLD)),
        ];
        let saved = "她刚写下的。Just written.\n".as_bytes();
        // Three cases: changed in place, replaced by a new file of the same name, and deleted.
        let saves: [fn(&Path, &[u8]); 3] = [
            |path, bytes| fs::write(path, bytes).unwrap(),
            |path, bytes| {
                fs::write(path.with_extension("new"), bytes).unwrap();
                fs::rename(path.with_extension("new"), path).unwrap();
            },
            |path, _| drop(fs::remove_file(path)),
        ];
        for act in acts {
            for (deletes, save) in [(false, saves[0]), (false, saves[1]), (true, saves[2])] {
                let mut refused = 0;
                for at in 1.. {
                    let folder = tempfile::tempdir().unwrap();
                    let path = folder.path().join("MEMORY.md");
                    fs::write(&path, OLD).unwrap();
                    let hers = path.clone();
                    let disk = FailingDisk::working().meanwhile(move |call| {
                        if call == at {
                            save(&hers, saved);
                        }
                    });
                    let outcome = act(&disk, &path);
                    if disk.calls() < at {
                        outcome.unwrap();
                        break;
                    }
                    let there = fs::read(&path).ok();
                    assert_eq!(there.as_deref(), (!deletes).then_some(saved), "call {at}");
                    assert_eq!(names_in(folder.path()).len(), usize::from(!deletes), "call {at}");
                    if let Err(error) = outcome {
                        assert!(matches!(error, Error::Changed { .. }), "call {at}: {error:?}");
                        refused += 1;
                    }
                }
                assert!(refused >= 2, "before it is replaced, she was first: {refused}");
            }
        }
    }

    #[test]
    fn a_write_torn_at_any_byte_leaves_whole_bytes() {
        for before in [None, Some(OLD)] {
            for torn in 0..=NEW.len() {
                let folder = tempfile::tempdir().unwrap();
                let path = folder.path().join("a.md");
                if let Some(bytes) = before {
                    fs::write(&path, bytes).unwrap();
                }
                let disk = FailingDisk::working().unsynced();
                disk.tear_in(torn);
                let expected = before.map(ContentHash::of);
                assert!(replace(&disk, &path, expected.as_ref(), NEW).is_err(), "{torn}");
                assert!(disk.has_failed());
                assert_eq!(fs::read(&path).ok().as_deref(), before, "{torn}");
                replace(&RealDisk, &path, expected.as_ref(), NEW).unwrap();
            }
        }
    }

    #[test]
    fn a_failure_of_any_step_of_a_removal_is_told() {
        for (call, there) in [(1, true), (2, true), (3, false)] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("a.md");
            fs::write(&path, OLD).unwrap();
            let disk = FailingDisk::at(call).with(io::ErrorKind::ReadOnlyFilesystem);
            let error = remove(&disk, &path, &ContentHash::of(OLD)).unwrap_err();
            assert!(matches!(error, Error::ReadOnly { .. }), "{error:?}");
            assert_eq!(path.exists(), there);
        }
    }

    #[cfg(unix)]
    #[test]
    fn of_many_writers_who_read_the_same_file_only_one_replaces_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("count");
        fs::write(&path, "0").unwrap();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..25 {
                        loop {
                            let seen = fs::read_to_string(&path).unwrap();
                            let next = (seen.parse::<u32>().unwrap() + 1).to_string();
                            let hash = ContentHash::of(seen.as_bytes());
                            match replace(&RealDisk, &path, Some(&hash), next.as_bytes()) {
                                Ok(_) => break,
                                Err(error) => assert!(matches!(error, Error::Changed { .. }), "{error:?}"),
                            }
                        }
                    }
                });
            }
        });
        assert_eq!(fs::read_to_string(&path).unwrap(), "100");
    }

    #[cfg(unix)]
    #[test]
    fn the_permissions_of_an_existing_file_are_kept() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.md");
        fs::write(&path, OLD).unwrap();
        for mode in [0o600, 0o664, 0o755] {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            write_atomic(&RealDisk, &path, NEW).unwrap();
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, mode);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_new_file_has_the_permissions_any_program_would_give_it() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let (plain, ours) = (folder.path().join("plain"), folder.path().join("ours"));
        fs::write(&plain, OLD).unwrap();
        write_atomic(&RealDisk, &ours, OLD).unwrap();
        let mode = |path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(ours), mode(plain));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_written_through_where_she_named_it_and_refused_elsewhere() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("elsewhere/第一章.md");
        fs::create_dir(folder.path().join("elsewhere")).unwrap();
        fs::write(&target, OLD).unwrap();
        symlink("elsewhere/第一章.md", folder.path().join("near.md")).unwrap();
        symlink("near.md", folder.path().join("far.md")).unwrap();
        symlink("elsewhere", folder.path().join("folder")).unwrap();
        for link in ["far.md", "folder/第一章.md"].map(|name| folder.path().join(name)) {
            let refused = [
                write_atomic(&RealDisk, &link, NEW).unwrap_err(),
                replace(&RealDisk, &link, Some(&ContentHash::of(OLD)), NEW).unwrap_err(),
                remove(&RealDisk, &link, &ContentHash::of(OLD)).unwrap_err(),
            ];
            for error in refused {
                assert!(matches!(error, Error::Link { .. }), "{error:?}");
                assert_eq!(fs::read(&target).unwrap(), OLD);
            }
        }
        let far = folder.path().join("far.md");
        write_atomic(&RealDisk, &crate::named(&far).unwrap(), NEW).unwrap();
        assert_eq!(fs::read(&target).unwrap(), NEW);
        assert!(far.is_symlink() && folder.path().join("near.md").is_symlink());
    }

    #[cfg(unix)]
    #[test]
    fn a_loop_of_links_is_an_error() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        symlink("b", folder.path().join("a")).unwrap();
        symlink("a", folder.path().join("b")).unwrap();
        let error = write_atomic(&RealDisk, &folder.path().join("a"), NEW).unwrap_err();
        assert!(matches!(error, Error::Link { .. }), "{error:?}");
        let error = crate::named(&folder.path().join("a")).unwrap_err();
        assert!(matches!(error, Error::Unreadable { .. }), "{error:?}");
    }

    #[test]
    fn folders_are_created_below_a_base_that_exists_and_never_the_base() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("a/二/c");
        create_folders(&RealDisk, folder.path(), &deep).unwrap();
        create_folders(&RealDisk, folder.path(), &deep).unwrap();
        assert!(deep.is_dir());

        let gone = folder.path().join("gone");
        let error = create_folders(&RealDisk, &gone, &gone.join("a")).unwrap_err();
        assert!(matches!(error, Error::NotFound { .. }), "{error:?}");
        assert!(!gone.exists());

        fs::write(folder.path().join("file"), OLD).unwrap();
        let error = create_folders(&RealDisk, folder.path(), &folder.path().join("file/a")).unwrap_err();
        assert!(matches!(error, Error::NotAFolder { .. }), "{error:?}");
    }
}
