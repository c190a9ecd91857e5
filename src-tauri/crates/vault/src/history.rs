//! What files were like before a run changed them.
//!
//! `history/<run_id>/files/<path>` holds a file's bytes and `history/<run_id>/manifest.json` says which files
//! there are and which were absent. The manifest is written last: a run without one was stopped before it
//! was allowed to change anything.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::atomic::create_folders;
use crate::{ContentHash, Disk, Error, Result, Root, name, replace, write_atomic};

const HISTORY: &str = "history";
const MANIFEST: &str = "manifest.json";

/// What one run kept before it changed anything.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The run.
    pub run_id: String,
    /// When the files were kept.
    pub created_at: DateTime<Utc>,
    /// The files, by path.
    pub files: Vec<Preimage>,
}

/// One file as it was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preimage {
    /// The path in the memory root, with `/` between its parts.
    pub path: String,
    /// The hash of the bytes that were kept, or nothing if there was no such file.
    pub before: Option<ContentHash>,
}

/// Keeps the present bytes of `paths` as what was there before the run, durably.
///
/// The paths are relative to the memory root. A run keeps once, before its first change.
///
/// # Errors
/// [`Error::AlreadyKept`] when the run has a manifest, which stays; [`Error::BadName`] for the run;
/// the errors of [`Root::resolve`], of reading and of writing.
pub fn keep(
    disk: &dyn Disk,
    memory_root: &Root,
    run_id: &str,
    created_at: DateTime<Utc>,
    paths: &[impl AsRef<str>],
) -> Result<Manifest> {
    let manifest_path = manifest_path(memory_root, run_id)?;
    let already_kept = || Error::AlreadyKept {
        path: manifest_path.clone(),
    };
    if manifest_path.exists() {
        return Err(already_kept());
    }
    let (manifest, text) = keep_files(disk, memory_root, run_id, created_at, paths)?;
    match replace(disk, &manifest_path, None, &text) {
        Ok(_) => Ok(manifest),
        Err(Error::Changed { .. }) => Err(already_kept()),
        Err(error) => Err(error),
    }
}

/// Keeps the present bytes again, for a run that was withdrawn before its first change and is tried anew.
///
/// What it kept before is replaced: nothing happened since but what another program did, and that is what has to
/// come back when the run is undone.
///
/// # Errors
/// Those of [`keep`] except [`Error::AlreadyKept`].
pub fn keep_again(
    disk: &dyn Disk,
    memory_root: &Root,
    run_id: &str,
    created_at: DateTime<Utc>,
    paths: &[impl AsRef<str>],
) -> Result<Manifest> {
    let manifest_path = manifest_path(memory_root, run_id)?;
    let (manifest, text) = keep_files(disk, memory_root, run_id, created_at, paths)?;
    write_atomic(disk, &manifest_path, &text)?;
    Ok(manifest)
}

/// Copies the files into the run's folder and returns the manifest with its text, which is not yet written.
fn keep_files(
    disk: &dyn Disk,
    memory_root: &Root,
    run_id: &str,
    created_at: DateTime<Utc>,
    paths: &[impl AsRef<str>],
) -> Result<(Manifest, Vec<u8>)> {
    let manifest_path = manifest_path(memory_root, run_id)?;
    let paths: BTreeSet<&str> = paths.iter().map(AsRef::as_ref).collect();
    let mut files = Vec::new();
    for path in paths {
        let before = keep_file(disk, memory_root, run_id, path)?;
        files.push(Preimage {
            path: path.to_owned(),
            before,
        });
    }

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
    create_folder_of(disk, memory_root, &manifest_path)?;
    Ok((manifest, text))
}

/// Reads what a run kept.
///
/// # Errors
/// [`Error::NotFound`] for a run that kept nothing, [`Error::Damaged`], [`Error::BadName`],
/// [`Error::Unreadable`].
pub fn read(memory_root: &Root, run_id: &str) -> Result<Manifest> {
    let path = manifest_path(memory_root, run_id)?;
    let bytes = fs::read(&path).map_err(|source| Error::reading(&path, source))?;
    serde_json::from_slice(&bytes).map_err(|source| Error::Damaged { path, source })
}

/// Reads what every run kept, the oldest first, after those that cannot be read.
///
/// # Errors
/// [`Error::Unreadable`] when the folder of the runs cannot be read; a manifest that cannot be read is an error
/// of its own in the list, so that it does not hide the others.
pub fn list(memory_root: &Root) -> Result<Vec<Result<Manifest>>> {
    let folder = memory_root.resolve(HISTORY)?;
    let failed = |source| Error::reading(&folder, source);
    let entries = match fs::read_dir(&folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(failed)?,
    };
    let mut manifests = Vec::new();
    for entry in entries {
        let name = entry.map_err(failed)?.file_name();
        let Some(run_id) = name.to_str().filter(|name| name::is_portable(name)) else {
            continue;
        };
        match read(memory_root, run_id) {
            // Stopped before its manifest, or no run at all.
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

/// Copies one file into the run's folder and returns its hash, or nothing if there is no such file.
fn keep_file(disk: &dyn Disk, memory_root: &Root, run_id: &str, path: &str) -> Result<Option<ContentHash>> {
    let source = memory_root.resolve(path)?;
    let bytes = match fs::read(&source) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        bytes => bytes.map_err(|error| Error::reading(&source, error))?,
    };
    let copy = memory_root.resolve(&format!("{HISTORY}/{run_id}/files/{path}"))?;
    create_folder_of(disk, memory_root, &copy)?;
    write_atomic(disk, &copy, &bytes)?;
    Ok(Some(ContentHash::of(&bytes)))
}

fn manifest_path(memory_root: &Root, run_id: &str) -> Result<PathBuf> {
    name::below(&memory_root.path().join(HISTORY), run_id)?;
    memory_root.resolve(&format!("{HISTORY}/{run_id}/{MANIFEST}"))
}

fn create_folder_of(disk: &dyn Disk, memory_root: &Root, path: &Path) -> Result<()> {
    create_folders(disk, memory_root.path(), path.parent().unwrap_or(path))
}

#[cfg(test)]
#[expect(
    clippy::disallowed_methods,
    reason = "a test sets its scene with plain writes"
)]
mod tests {
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

    #[test]
    fn a_run_that_is_tried_anew_keeps_what_another_program_wrote_meanwhile() {
        let (_folder, root) = memory_root();
        keep(&RealDisk, &root, "run-1", hour(8), &["MEMORY.md"]).unwrap();
        fs::write(root.path().join("MEMORY.md"), "# 别人改过的\n").unwrap();
        let again = keep_again(&RealDisk, &root, "run-1", hour(9), &["MEMORY.md"]).unwrap();
        assert_eq!(read(&root, "run-1").unwrap(), again);
        assert_eq!(
            again.files[0].before,
            Some(ContentHash::of("# 别人改过的\n".as_bytes()))
        );
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
    fn present_bytes_and_absence_are_kept_and_read_back() {
        let (_folder, root) = memory_root();
        let paths = [
            "MEMORY.md",
            "chats/长谈.md",
            "INSIGHTS.md",
            "roles/editor/MEMORY.md",
            "MEMORY.md",
        ];
        let manifest = keep(&RealDisk, &root, "run-1", hour(8), &paths).unwrap();

        let files: Vec<_> = manifest
            .files
            .iter()
            .map(|file| (file.path.as_str(), file.before.clone()))
            .collect();
        let expected = [
            ("INSIGHTS.md", None),
            ("MEMORY.md", Some(ContentHash::of(MEMORY.as_bytes()))),
            ("chats/长谈.md", Some(ContentHash::of("旧的。".as_bytes()))),
            ("roles/editor/MEMORY.md", None),
        ];
        assert_eq!(files, expected);
        assert_eq!(kept_bytes(&root, "run-1", "MEMORY.md").as_deref(), Some(MEMORY));
        assert_eq!(
            kept_bytes(&root, "run-1", "chats/长谈.md").as_deref(),
            Some("旧的。")
        );
        assert_eq!(kept_bytes(&root, "run-1", "INSIGHTS.md"), None);
        assert_eq!(read(&root, "run-1").unwrap(), manifest);
    }

    #[test]
    fn a_run_keeps_once_so_that_its_own_changes_never_replace_what_was_before() {
        let (_folder, root) = memory_root();
        let manifest = keep(&RealDisk, &root, "run-1", hour(8), &["MEMORY.md"]).unwrap();
        fs::write(root.path().join("MEMORY.md"), "changed by the run").unwrap();
        let error = keep(&RealDisk, &root, "run-1", hour(9), &["MEMORY.md"]).unwrap_err();
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
            keep(&RealDisk, &root, run_id, at, &["MEMORY.md"]).unwrap();
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
    fn a_failure_at_any_step_gives_no_manifest_or_a_true_one_and_can_be_repeated() {
        let disks: [fn(usize) -> FailingDisk; 2] = [
            |call| FailingDisk::at(call).half_written(),
            |call| FailingDisk::at(call).half_written().from_then_on(),
        ];
        let paths = ["MEMORY.md", "chats/长谈.md", "INSIGHTS.md"];
        for disk in disks {
            for call in 1.. {
                let (_folder, root) = memory_root();
                let disk = disk(call);
                let outcome = keep(&disk, &root, "run-1", hour(8), &paths);
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
                        keep(&RealDisk, &root, "run-1", hour(9), &paths).unwrap();
                    }
                    // Only the last sync failed, after the manifest had its name.
                    Ok(manifest) => assert_eq!(manifest.files.len(), 3),
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
        let outside = keep(&RealDisk, &root, "run-1", hour(8), &["../secret"]).unwrap_err();
        assert!(matches!(outside, Error::OutsideRoot { .. }), "{outside:?}");
        for run_id in ["", "..", "a/b", "运行"] {
            let bad = keep(&RealDisk, &root, run_id, hour(8), &["MEMORY.md"]).unwrap_err();
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
        let error = keep(&RealDisk, &root, "run-1", hour(8), &["MEMORY.md"]).unwrap_err();
        assert!(matches!(error, Error::OutsideRoot { .. }), "{error:?}");
        assert_eq!(fs::read_dir(elsewhere.path()).unwrap().count(), 0);
    }

    #[test]
    fn the_manifest_is_the_documented_json() {
        let (_folder, root) = memory_root();
        keep(&RealDisk, &root, "run-1", hour(8), &["INSIGHTS.md", "MEMORY.md"]).unwrap();
        let text = fs::read_to_string(root.path().join("history/run-1/manifest.json")).unwrap();
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        let expected = serde_json::json!({
            "run_id": "run-1",
            "created_at": "2026-11-21T08:00:00Z",
            "files": [
                { "path": "INSIGHTS.md", "before": null },
                { "path": "MEMORY.md", "before": ContentHash::of(MEMORY.as_bytes()).as_str() },
            ],
        });
        assert_eq!(json, expected);
    }
}
