//! Preimages: the files before a run changed them, and their staged new content.
//!
//! `history/<run_id>/files/<path>` contains a file's bytes before the run, and `history/<run_id>/after/<path>` the
//! bytes that the run writes. `history/<run_id>/manifest.json` lists the files, and marks those that were absent. The
//! manifest is written last: a run without a manifest was stopped before it could change anything.
//!
//! No preimage is stored for a file that only grows. Its earlier content is a prefix of its present content, so a
//! length and a hash are enough, and `after/` contains only the added bytes. The preimages of a thousand runs thus need
//! as much space as the additions, not a thousand copies.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::atomic::{made, write_unsynced};
use crate::folder::{self, Folder, Kind};
use crate::{ContentHash, Disk, Error, Result, Root, name, read_bytes, replace, write_atomic};

const HISTORY: &str = "history";
const MANIFEST: &str = "manifest.json";

/// The largest size of a kept file and of a manifest, in bytes. It equals the size limit of memory files.
const LIMIT: u64 = 64 * 1024 * 1024;

/// The list of files that one run kept before its first change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The run's id.
    pub run_id: String,
    /// The time of the copies.
    pub created_at: DateTime<Utc>,
    /// The files, ordered by path.
    pub files: Vec<Preimage>,
}

impl Manifest {
    /// Returns the preimage of a file.
    #[must_use]
    pub fn file(&self, path: &str) -> Option<&Preimage> {
        self.files.iter().find(|file| file.path == path)
    }
}

/// One file before the run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preimage {
    /// The path relative to the memory root, with `/` between its parts.
    pub path: String,
    /// The hash of the earlier bytes, or `None` if the file did not exist.
    pub before: Option<ContentHash>,
    /// For a file that grew, its earlier length in bytes. The earlier bytes are a prefix of the later file, and are not
    /// stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grew_from: Option<u64>,
}

/// The change of one file in a run: the bytes that were read, and the new bytes.
#[derive(Debug, Clone, Copy)]
pub struct Step<'a> {
    /// The path relative to the memory root, with `/` between its parts.
    pub path: &'a str,
    /// The bytes that were read, or `None` for a missing file.
    pub before: Option<&'a [u8]>,
    /// The new bytes, or `None` for a file to be removed.
    pub after: Option<&'a [u8]>,
    /// Whether text is only ever appended to the file, so that each addition can be taken out by itself.
    pub grows: bool,
}

impl Step<'_> {
    fn grew_from(&self) -> Option<usize> {
        let before = self.before.unwrap_or_default();
        (self.grows && self.after?.starts_with(before)).then_some(before.len())
    }

    fn preimage(&self) -> Preimage {
        Preimage {
            path: self.path.to_owned(),
            before: self.before.map(ContentHash::of),
            grew_from: self.grew_from().map(|length| length as u64),
        }
    }
}

/// Stores the preimages and the staged content of a run, durably.
///
/// A run calls it once, before its first change.
///
/// # Errors
/// [`Error::AlreadyKept`] when the run has a manifest, which stays unchanged. [`Error::BadName`] for the run's id. Also
/// the errors of [`Root::at`] and of writing.
pub fn keep(
    disk: &dyn Disk,
    memory_root: &Root,
    run_id: &str,
    created_at: DateTime<Utc>,
    steps: &[Step<'_>],
) -> Result<Manifest> {
    let path = manifest_path(memory_root, run_id)?;
    let already_kept = || Error::AlreadyKept { path: path.clone() };
    if folder::look(&path).is_ok() {
        return Err(already_kept());
    }
    let (manifest, text) = keep_files(disk, memory_root, run_id, created_at, steps)?;
    match replace(disk, &path, None, &text) {
        Ok(_) => Ok(manifest),
        Err(Error::Changed { .. }) => Err(already_kept()),
        Err(error) => Err(error),
    }
}

/// Stores the preimages anew, for a run that was withdrawn before its first change and is retried.
///
/// The earlier preimages are replaced. Since then only other programs changed the files, and an undo of the run must
/// restore their text.
///
/// # Errors
/// The errors of [`keep`] except [`Error::AlreadyKept`].
pub fn keep_again(
    disk: &dyn Disk,
    memory_root: &Root,
    run_id: &str,
    created_at: DateTime<Utc>,
    steps: &[Step<'_>],
) -> Result<Manifest> {
    let path = manifest_path(memory_root, run_id)?;
    let (manifest, text) = keep_files(disk, memory_root, run_id, created_at, steps)?;
    write_atomic(disk, &path, &text)?;
    Ok(manifest)
}

/// Writes the files into the run's folder. Returns the manifest and its JSON, which is not yet written.
///
/// No file counts before the manifest exists, so each folder is synced only once, after its last file.
fn keep_files(
    disk: &dyn Disk,
    memory_root: &Root,
    run_id: &str,
    created_at: DateTime<Utc>,
    steps: &[Step<'_>],
) -> Result<(Manifest, Vec<u8>)> {
    let manifest_path = manifest_path(memory_root, run_id)?;
    let mut files: Vec<Preimage> = steps.iter().map(Step::preimage).collect();
    files.sort_by(|a, b| a.path.cmp(&b.path));
    let manifest = Manifest {
        run_id: run_id.to_owned(),
        created_at,
        files,
    };
    let mut text = serde_json::to_vec_pretty(&manifest).map_err(|source| Error::Damaged {
        path: manifest_path.clone(),
        source,
    })?;
    text.push(b'\n');

    let mut places = Vec::new();
    for step in steps {
        memory_root.at(step.path)?;
        let grew_from = step.grew_from();
        let before = step.before.filter(|_| grew_from.is_none());
        let after = step.after.and_then(|after| after.get(grew_from.unwrap_or(0)..));
        for (kind, bytes) in [("files", before), ("after", after)] {
            if let Some(bytes) = bytes {
                places.push((copy_path(memory_root, run_id, kind, step.path)?, bytes));
            }
        }
    }
    let mut folders = BTreeSet::new();
    create_folder_of(disk, memory_root, &manifest_path, &mut folders)?;
    for (copy, bytes) in places {
        create_folder_of(disk, memory_root, &copy, &mut folders)?;
        folders.insert(write_unsynced(disk, &copy, bytes)?);
    }
    // The run's own folder is synced again after the manifest is written.
    folders.remove(manifest_path.parent().unwrap_or(&manifest_path));
    for folder in folders {
        disk.sync_folder(&folder)
            .map_err(|source| Error::writing(&folder, source))?;
    }
    Ok((manifest, text))
}

/// Reads the manifest of a run.
///
/// # Errors
/// [`Error::NotFound`] for a run without a manifest, [`Error::Damaged`], [`Error::BadName`], [`Error::Unreadable`].
pub fn read(memory_root: &Root, run_id: &str) -> Result<Manifest> {
    let path = manifest_path(memory_root, run_id)?;
    let bytes = read_bytes(&path, LIMIT)?;
    serde_json::from_slice(&bytes).map_err(|source| Error::Damaged { path, source })
}

/// Returns the preimage of a file that did not grow, or `None` if the file did not exist before the run.
///
/// # Errors
/// [`Error::NotFound`] for a missing copy, [`Error::Altered`] for a copy with another hash, [`Error::Unreadable`].
pub fn before(memory_root: &Root, run_id: &str, preimage: &Preimage) -> Result<Option<Vec<u8>>> {
    let Some(hash) = &preimage.before else {
        return Ok(None);
    };
    let path = copy_path(memory_root, run_id, "files", &preimage.path)?;
    let bytes = read_bytes(&path, LIMIT)?;
    if ContentHash::of(&bytes) == *hash {
        Ok(Some(bytes))
    } else {
        Err(Error::Altered { path })
    }
}

/// Returns the staged content of a file: the whole file, or the added text of a file that grew. `None` where nothing is
/// staged, or where it was removed.
///
/// # Errors
/// [`Error::BadName`], [`Error::Unreadable`].
pub fn staged(memory_root: &Root, run_id: &str, path: &str) -> Result<Option<Vec<u8>>> {
    let copy = copy_path(memory_root, run_id, "after", path)?;
    match read_bytes(&copy, LIMIT) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(Error::NotFound { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Removes the staged content of a file, and folders that become empty. Missing content is no error.
///
/// Nothing is synced: content that reappears after a power cut is removed again or does no harm.
///
/// # Errors
/// [`Error::BadName`] and the errors of writing.
pub fn unstage(disk: &dyn Disk, memory_root: &Root, run_id: &str, path: &str) -> Result<()> {
    let copy = copy_path(memory_root, run_id, "after", path)?;
    match disk.remove_file(&copy) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        outcome => outcome.map_err(|source| Error::writing(&copy, source))?,
    }
    let run = memory_root.path().join(HISTORY).join(run_id);
    let mut folders = copy.ancestors().skip(1).take_while(|folder| *folder != run);
    // The first folder that is not empty ends the loop.
    let _ = folders.try_for_each(|folder| disk.remove_folder(folder));
    Ok(())
}

/// Reads the manifests of all runs, the oldest first; errors of single manifests come before them.
///
/// # Errors
/// [`Error::Unreadable`] when the folder of the runs cannot be read. An unreadable manifest is an error within the
/// list, so that it does not hide the other manifests.
pub fn list(memory_root: &Root) -> Result<Vec<Result<Manifest>>> {
    let folder = memory_root.at(HISTORY)?;
    let entries = match Folder::open(&folder).and_then(|folder| folder.entries()) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(|source| Error::reading(&folder, source))?,
    };
    let mut manifests = Vec::new();
    for (name, kind) in entries {
        let Some(run_id) = name.to_str().filter(|name| name::is_portable(name)) else {
            continue;
        };
        if kind == Kind::File {
            continue;
        }
        match read(memory_root, run_id) {
            // The run was stopped before its manifest, or the entry is not a run.
            Err(Error::NotFound { .. } | Error::NotAFolder { .. }) => {}
            manifest => manifests.push(manifest),
        }
    }
    manifests.sort_by_key(|manifest| {
        manifest
            .as_ref()
            .ok()
            .map(|kept| (kept.created_at, kept.run_id.clone()))
    });
    Ok(manifests)
}

fn manifest_path(memory_root: &Root, run_id: &str) -> Result<PathBuf> {
    name::below(&memory_root.path().join(HISTORY), run_id)?;
    memory_root.at(&format!("{HISTORY}/{run_id}/{MANIFEST}"))
}

fn copy_path(memory_root: &Root, run_id: &str, kind: &str, path: &str) -> Result<PathBuf> {
    name::below(&memory_root.path().join(HISTORY), run_id)?;
    memory_root.at(&format!("{HISTORY}/{run_id}/{kind}/{path}"))
}

/// Creates the parent folders of a file, and records in `folders` each folder whose entries may have changed. The
/// parent of an existing folder is recorded too: the process that made the folder may have been killed before its sync.
fn create_folder_of(
    disk: &dyn Disk,
    memory_root: &Root,
    path: &Path,
    folders: &mut BTreeSet<PathBuf>,
) -> Result<()> {
    let below = path
        .parent()
        .and_then(|folder| folder.strip_prefix(memory_root.path()).ok());
    let mut parent = memory_root.path().to_owned();
    for name in below.into_iter().flatten() {
        let child = parent.join(name);
        if !folders.contains(&child) {
            made(&child, disk.create_folder(&child))?;
            folders.insert(parent);
        }
        parent = child;
    }
    Ok(())
}

#[cfg(test)]
#[expect(
    clippy::disallowed_methods,
    reason = "a test sets its scene with plain writes"
)]
mod tests {
    use std::fs;

    use chrono::TimeZone as _;

    use super::*;
    use crate::{FailingDisk, RealDisk};

    const MEMORY: &str = "# Memory 记忆\r\n\r\n- 动作场景偏好短句。\n";

    fn memory_root() -> (tempfile::TempDir, Root) {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("MEMORY.md"), MEMORY).unwrap();
        fs::create_dir(folder.path().join("chats")).unwrap();
        fs::write(folder.path().join("chats/长谈.md"), "旧的。").unwrap();
        let root = Root::open(folder.path()).unwrap();
        (folder, root)
    }

    fn step<'a>(path: &'a str, before: Option<&'a str>, after: Option<&'a str>) -> Step<'a> {
        Step {
            path,
            before: before.map(str::as_bytes),
            after: after.map(str::as_bytes),
            grows: false,
        }
    }

    /// Three files that change, one new file, and one removed file.
    fn steps() -> [Step<'static>; 4] {
        [
            step("MEMORY.md", Some(MEMORY), Some("# 新的\n")),
            step("chats/长谈.md", Some("旧的。"), None),
            step("INSIGHTS.md", None, Some("- 一条\n")),
            step("roles/editor/MEMORY.md", None, Some("")),
        ]
    }

    fn hashed(text: &str) -> Option<ContentHash> {
        Some(ContentHash::of(text.as_bytes()))
    }

    #[test]
    fn a_run_that_is_tried_anew_keeps_what_another_program_wrote_meanwhile() {
        let (_folder, root) = memory_root();
        keep(&RealDisk, &root, "run-1", hour(8), &steps()).unwrap();
        let others = step("MEMORY.md", Some("# 别人改过的\n"), Some("x"));
        let again = keep_again(&RealDisk, &root, "run-1", hour(9), &[others]).unwrap();
        assert_eq!(read(&root, "run-1").unwrap(), again);
        assert_eq!(again.files[0].before, hashed("# 别人改过的\n"));
        assert_eq!(
            kept_bytes(&root, "run-1", "MEMORY.md").as_deref(),
            Some("# 别人改过的\n")
        );
    }

    fn hour(hour: u32) -> DateTime<Utc> {
        Utc.with_ymd_and_hms(2026, 11, 21, hour, 0, 0).unwrap()
    }

    fn kept_bytes(root: &Root, run_id: &str, path: &str) -> Option<String> {
        fs::read_to_string(root.path().join(format!("history/{run_id}/files/{path}"))).ok()
    }

    #[test]
    fn what_was_there_and_what_is_to_be_are_kept_and_read_back() {
        let (_folder, root) = memory_root();
        let manifest = keep(&RealDisk, &root, "run-1", hour(8), &steps()).unwrap();
        let files: Vec<_> = manifest.files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(
            files,
            [
                "INSIGHTS.md",
                "MEMORY.md",
                "chats/长谈.md",
                "roles/editor/MEMORY.md"
            ]
        );
        assert_eq!(read(&root, "run-1").unwrap(), manifest);
        for step in steps() {
            let preimage = manifest.file(step.path).unwrap();
            assert_eq!(before(&root, "run-1", preimage).unwrap().as_deref(), step.before);
            assert_eq!(staged(&root, "run-1", step.path).unwrap().as_deref(), step.after);
        }

        fs::write(root.path().join("history/run-1/files/MEMORY.md"), "别的").unwrap();
        let altered = before(&root, "run-1", manifest.file("MEMORY.md").unwrap()).unwrap_err();
        assert!(matches!(altered, Error::Altered { .. }), "{altered:?}");
    }

    #[test]
    fn of_a_file_that_grows_only_what_is_added_is_kept() {
        let (_folder, root) = memory_root();
        let grown = MEMORY.to_owned() + "- 又一条\n";
        let cases = [
            (true, grown.as_str(), Some(MEMORY.len() as u64), "- 又一条\n"),
            (true, "# 改写的\n", None, "# 改写的\n"),
            (false, grown.as_str(), None, grown.as_str()),
        ];
        for (number, (grows, after, grew_from, added)) in cases.into_iter().enumerate() {
            let run = format!("run-{number}");
            let step = Step {
                grows,
                ..step("MEMORY.md", Some(MEMORY), Some(after))
            };
            let manifest = keep(&RealDisk, &root, &run, hour(8), &[step]).unwrap();
            assert_eq!(manifest.files[0].grew_from, grew_from);
            assert_eq!(manifest.files[0].before, hashed(MEMORY));
            assert_eq!(
                kept_bytes(&root, &run, "MEMORY.md").is_none(),
                grew_from.is_some()
            );
            assert_eq!(
                staged(&root, &run, "MEMORY.md").unwrap().as_deref(),
                Some(added.as_bytes())
            );
        }
    }

    #[test]
    fn what_was_staged_is_removed_with_the_folders_it_left_empty() {
        let (_folder, root) = memory_root();
        keep(&RealDisk, &root, "run-1", hour(8), &steps()).unwrap();
        let after = root.path().join("history/run-1/after");
        for (path, names) in [
            ("roles/editor/MEMORY.md", 2),
            ("MEMORY.md", 1),
            ("MEMORY.md", 1),
            ("INSIGHTS.md", 0),
        ] {
            unstage(&RealDisk, &root, "run-1", path).unwrap();
            let left = fs::read_dir(&after).map_or(0, Iterator::count);
            assert_eq!(left, names, "{path}");
        }
        assert!(!after.exists());
        assert_eq!(kept_bytes(&root, "run-1", "MEMORY.md").as_deref(), Some(MEMORY));
    }

    #[test]
    fn a_run_keeps_once_so_that_its_own_changes_never_replace_what_was_before() {
        let (_folder, root) = memory_root();
        let manifest = keep(&RealDisk, &root, "run-1", hour(8), &steps()).unwrap();
        let own = step("MEMORY.md", Some("changed by the run"), None);
        let error = keep(&RealDisk, &root, "run-1", hour(9), &[own]).unwrap_err();
        assert!(matches!(error, Error::AlreadyKept { .. }), "{error:?}");
        assert_eq!(kept_bytes(&root, "run-1", "MEMORY.md").as_deref(), Some(MEMORY));
        assert_eq!(read(&root, "run-1").unwrap(), manifest);
    }

    #[test]
    fn runs_are_listed_by_time_and_a_damaged_one_hides_no_other() {
        let (_folder, root) = memory_root();
        assert!(list(&root).unwrap().is_empty());
        for (run_id, at) in [
            ("b", hour(9)),
            ("a", hour(10)),
            ("c", hour(8)),
            ("broken", hour(7)),
        ] {
            keep(&RealDisk, &root, run_id, at, &steps()).unwrap();
        }
        fs::write(root.path().join("history/broken/manifest.json"), "{\"run_id\":").unwrap();
        fs::create_dir(root.path().join("history/stopped-early")).unwrap();
        fs::write(root.path().join("history/stray"), "x").unwrap();

        let listed = list(&root).unwrap();
        let ids: Vec<_> = listed
            .iter()
            .map(|kept| kept.as_ref().map(|kept| kept.run_id.as_str()).ok())
            .collect();
        assert_eq!(ids, [None, Some("c"), Some("b"), Some("a")]);
        assert!(
            matches!(&listed[0], Err(Error::Damaged { .. })),
            "{:?}",
            listed[0]
        );
    }

    #[test]
    fn a_write_torn_at_any_byte_of_a_preimage_a_staged_file_or_the_manifest_is_as_if_nothing_was_kept() {
        let (_folder, root) = memory_root();
        let steps = [step("chats/长谈.md", Some("旧的。"), Some("新的。\n"))];
        for torn in 0.. {
            let run = format!("run-{torn}");
            let disk = FailingDisk::working().unsynced();
            disk.tear_in(torn);
            let kept = keep(&disk, &root, &run, hour(8), &steps);
            if !disk.has_failed() {
                assert_eq!(kept.unwrap(), read(&root, &run).unwrap());
                assert!(torn > 100, "all that is kept has so many bytes: {torn}");
                break;
            }
            assert!(kept.is_err(), "{torn}");
            assert!(matches!(read(&root, &run), Err(Error::NotFound { .. })), "{torn}");
            let again = keep(&FailingDisk::working().unsynced(), &root, &run, hour(9), &steps).unwrap();
            assert_eq!(read(&root, &run).unwrap(), again, "{torn}");
            let path = "chats/长谈.md";
            assert_eq!(kept_bytes(&root, &run, path).as_deref(), Some("旧的。"), "{torn}");
            let staged = staged(&root, &run, path).unwrap();
            assert_eq!(staged.as_deref(), Some("新的。\n".as_bytes()), "{torn}");
        }
    }

    #[test]
    fn a_failure_at_any_step_gives_no_manifest_or_a_true_one_and_can_be_repeated() {
        let disks: [fn(usize) -> FailingDisk; 2] = [
            |call| FailingDisk::at(call).half_written(),
            |call| FailingDisk::at(call).half_written().from_then_on(),
        ];
        for disk in disks {
            for call in 1.. {
                let (_folder, root) = memory_root();
                let disk = disk(call);
                let outcome = keep(&disk, &root, "run-1", hour(8), &steps());
                assert_eq!(fs::read_to_string(root.path().join("MEMORY.md")).unwrap(), MEMORY);
                let mut entries = walkdir::WalkDir::new(root.path()).into_iter().flatten();
                assert!(
                    !entries.any(|entry| crate::disk::is_temporary(entry.path())),
                    "call {call}"
                );
                if !disk.has_failed() {
                    assert_eq!(outcome.unwrap(), read(&root, "run-1").unwrap());
                    assert!(
                        call > 15,
                        "each file and each folder is made durable by steps of its own"
                    );
                    break;
                }
                assert!(
                    matches!(outcome, Err(Error::DiskFull { .. })),
                    "call {call}: {outcome:?}"
                );
                match read(&root, "run-1") {
                    Err(error) => {
                        assert!(matches!(error, Error::NotFound { .. }), "call {call}: {error:?}");
                        keep(&RealDisk, &root, "run-1", hour(9), &steps()).unwrap();
                    }
                    // Only the last sync failed, after the rename of the manifest.
                    Ok(manifest) => assert_eq!(manifest.files.len(), 4),
                }
                assert_eq!(
                    kept_bytes(&root, "run-1", "MEMORY.md").as_deref(),
                    Some(MEMORY),
                    "call {call}"
                );
                assert_eq!(
                    kept_bytes(&root, "run-1", "chats/长谈.md").as_deref(),
                    Some("旧的。"),
                    "call {call}"
                );
            }
        }
    }

    #[test]
    fn a_path_or_a_run_that_leads_outside_keeps_nothing() {
        let (folder, root) = memory_root();
        fs::write(folder.path().join("file"), "x").unwrap();
        let outside = keep(
            &RealDisk,
            &root,
            "run-1",
            hour(8),
            &[step("../secret", None, Some("x"))],
        )
        .unwrap_err();
        assert!(matches!(outside, Error::OutsideRoot { .. }), "{outside:?}");
        for run_id in ["", "..", "a/b", "运行"] {
            let bad = keep(&RealDisk, &root, run_id, hour(8), &steps()).unwrap_err();
            assert!(matches!(bad, Error::BadName { .. }), "{run_id:?}: {bad:?}");
        }
        assert!(!root.path().join("history").exists());
    }

    #[cfg(unix)]
    #[test]
    fn a_history_that_is_a_link_leading_outside_is_refused() {
        let (_folder, root) = memory_root();
        let elsewhere = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(elsewhere.path(), root.path().join("history")).unwrap();
        let error = keep(&RealDisk, &root, "run-1", hour(8), &steps()).unwrap_err();
        assert!(matches!(error, Error::Link { .. }), "{error:?}");
        assert_eq!(fs::read_dir(elsewhere.path()).unwrap().count(), 0);
    }

    #[test]
    fn the_manifest_is_the_documented_json() {
        let (_folder, root) = memory_root();
        let grown = MEMORY.to_owned() + "- 又一条\n";
        let steps = [
            step("MEMORY.md", Some(MEMORY), None),
            step("INSIGHTS.md", None, Some("x")),
            Step {
                grows: true,
                ..step("HISTORY.md", Some(MEMORY), Some(&grown))
            },
        ];
        keep(&RealDisk, &root, "run-1", hour(8), &steps).unwrap();
        let text = fs::read_to_string(root.path().join("history/run-1/manifest.json")).unwrap();
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        let expected = serde_json::json!({
            "run_id": "run-1",
            "created_at": "2026-11-21T08:00:00Z",
            "files": [
                {
                    "path": "HISTORY.md",
                    "before": ContentHash::of(MEMORY.as_bytes()).as_str(),
                    "grew_from": MEMORY.len(),
                },
                { "path": "INSIGHTS.md", "before": null },
                { "path": "MEMORY.md", "before": ContentHash::of(MEMORY.as_bytes()).as_str() },
            ],
        });
        assert_eq!(json, expected);
    }
}
