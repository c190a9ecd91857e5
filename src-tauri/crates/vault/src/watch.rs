//! Watching a folder for changes by other programs.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use notify::{Config, EventKind, PollWatcher, RecursiveMode, Watcher};
use notify_debouncer_full::{
    DebounceEventResult, Debouncer, RecommendedCache, new_debouncer, new_debouncer_opt,
};

use crate::{Error, Identity, Result, Root};

/// The quiet time of a path before its change is reported.
///
/// A save of an editor is a burst of three or four events within some milliseconds. The panel must show a change within
/// a second, and this time is a small part of that second.
const QUIET: Duration = Duration::from_millis(150);

/// The interval between checks of the folder's identity. A disk that was removed and mounted again has a new folder
/// under the same path, and the system does not report the exchange.
const LOOK: Duration = Duration::from_secs(2);

/// The interval between two looks at all files, where the system reports no changes. A look at 3,000 files takes some
/// milliseconds.
const POLL: Duration = Duration::from_secs(4);

/// The watch of a folder; dropping it ends the watch.
#[derive(Debug)]
pub struct Watch {
    /// Closed when the watch is dropped, which ends the checking thread.
    _open: Sender<()>,
    refused: Option<notify::Error>,
}

impl Watch {
    /// Returns why the system does not report changes, so that all files are looked at every few seconds; `None` where
    /// it does.
    #[must_use]
    pub const fn refused(&self) -> Option<&notify::Error> {
        self.refused.as_ref()
    }
}

/// A running watcher of either kind. Dropping it ends the reports.
type Watching = Box<dyn Send>;

/// Calls `on_change` with the paths that changed below a folder, until the watch is dropped.
///
/// The paths are absolute, below the folder's canonical path ([`Root::path`]), sorted and unique. A path tells where to
/// look, not what happened: its file may be new, changed or gone. The desk itself may have written it, so the caller
/// compares hashes. For a new folder only the folder itself may be reported, so the caller looks inside.
///
/// The system may lose events, for instance when its queue overflows. Then the folder itself is reported, and the
/// caller checks everything in it.
///
/// Folders that [`Root::files`] does not enter and temporary files of atomic writes are left out. A folder that
/// vanishes, for instance with its disk, is reported itself, and again when it is back. From then on it is watched as
/// before.
///
/// Changes before this function returns are not reported. On a network disk, changes by other machines are usually not
/// reported either. The calls are serialised on a separate thread. One call may still be running when the watch is
/// dropped.
///
/// Where the system refuses, for instance because its limit of watched folders is reached, the folder is looked through
/// every few seconds ([`Watch::refused`]).
///
/// # Errors
/// The errors of [`Root::open`], and [`Error::Unwatchable`] where the folder cannot be looked through either.
pub fn watch(root: &Path, on_change: impl Fn(Vec<PathBuf>) + Send + 'static) -> Result<Watch> {
    follow(root, RecursiveMode::Recursive, on_change)
}

/// Calls `on_change` as [`watch`] does, but only for changes of the folder's own entries: its subfolders are not
/// watched.
///
/// # Errors
/// The errors of [`watch`].
pub fn watch_entries(folder: &Path, on_change: impl Fn(Vec<PathBuf>) + Send + 'static) -> Result<Watch> {
    follow(folder, RecursiveMode::NonRecursive, on_change)
}

fn follow(
    root: &Path,
    depth: RecursiveMode,
    on_change: impl Fn(Vec<PathBuf>) + Send + 'static,
) -> Result<Watch> {
    let root = Root::open(root)?;
    let report = Arc::new(Mutex::new(on_change));
    let mut watched = Identity::of(root.path());
    let (begun, refused) = begin(&root, depth, &report)?;
    let mut watching = Some(begun);
    let (open, closed) = channel();
    let path = root.path().to_owned();
    let look_again = move || {
        while closed.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
            let there = Identity::of(root.path());
            if there == watched && (there.is_none() || watching.is_some()) {
                continue;
            }
            watched = there;
            drop(watching.take());
            watching = there.and_then(|_| Some(begin(&root, depth, &report).ok()?.0));
            if let Ok(report) = report.lock() {
                report(vec![root.path().to_owned()]);
            }
        }
    };
    thread::Builder::new()
        .name("watch".into())
        .spawn(look_again)
        .map_err(|source| Error::Unwatchable {
            path,
            source: notify::Error::io(source),
        })?;
    Ok(Watch { _open: open, refused })
}

/// Starts watching the folder that is now at the path. Also returns the error of the system, if it refuses to report
/// changes and the files are looked through instead.
fn begin<F: Fn(Vec<PathBuf>) + Send + 'static>(
    root: &Root,
    depth: RecursiveMode,
    report: &Arc<Mutex<F>>,
) -> Result<(Watching, Option<notify::Error>)> {
    let told = new_debouncer(QUIET, None, hear(root, report));
    match told.and_then(|told| watching(told, root, depth)) {
        Ok(watching) => Ok((watching, None)),
        Err(refused) => Ok((look_through(root, depth, report, POLL)?, Some(refused))),
    }
}

/// Starts looking through the folder at intervals. Links are not followed: they may lead out of the folder.
fn look_through<F: Fn(Vec<PathBuf>) + Send + 'static>(
    root: &Root,
    depth: RecursiveMode,
    report: &Arc<Mutex<F>>,
    interval: Duration,
) -> Result<Watching> {
    let at_intervals = Config::default()
        .with_poll_interval(interval)
        .with_follow_symlinks(false);
    let looking = new_debouncer_opt::<_, PollWatcher, _>(
        QUIET,
        None,
        hear(root, report),
        RecommendedCache::new(),
        at_intervals,
    );
    looking
        .and_then(|looking| watching(looking, root, depth))
        .map_err(|source| Error::Unwatchable {
            path: root.path().to_owned(),
            source,
        })
}

fn watching<W: Watcher + Send + 'static>(
    mut debouncer: Debouncer<W, RecommendedCache>,
    root: &Root,
    depth: RecursiveMode,
) -> notify::Result<Watching> {
    debouncer.watch(root.path(), depth)?;
    Ok(Box::new(debouncer))
}

/// Returns the function that reports the changes of a burst.
fn hear<F: Fn(Vec<PathBuf>) + Send + 'static>(
    root: &Root,
    report: &Arc<Mutex<F>>,
) -> impl Fn(DebounceEventResult) + Send + 'static {
    let (watched, report) = (root.clone(), Arc::clone(report));
    move |events| {
        let changed = changed_paths(&watched, events);
        if let Ok(report) = report.lock()
            && !changed.is_empty()
        {
            report(changed.into_iter().collect());
        }
    }
}

fn changed_paths(root: &Root, events: DebounceEventResult) -> BTreeSet<PathBuf> {
    let everything = || BTreeSet::from([root.path().to_owned()]);
    let Ok(events) = events else { return everything() };
    if events.iter().any(|event| event.need_rescan()) {
        return everything();
    }
    events
        .into_iter()
        // Opening and closing a file changes nothing, and the desk's own reads cause such events.
        .filter(|event| !matches!(event.kind, EventKind::Access(_)))
        .flat_map(|event| event.event.paths)
        .filter(|path| root.reaches(path))
        .collect()
}

#[cfg(test)]
#[expect(
    clippy::disallowed_methods,
    reason = "a test sets its scene with plain writes"
)]
mod tests {
    use std::fs;
    use std::sync::mpsc::Receiver;
    use std::time::Instant;

    use notify::event::{AccessKind, CreateKind, Flag};
    use notify_debouncer_full::DebouncedEvent;

    use super::*;
    use crate::{RealDisk, write_atomic};

    /// Generous for a loaded machine; a test ends with the event, not with this time.
    const PATIENCE: Duration = Duration::from_secs(30);

    fn watched() -> (tempfile::TempDir, Root, Watch, Receiver<Vec<PathBuf>>) {
        let folder = tempfile::tempdir().unwrap();
        let root = Root::open(folder.path()).unwrap();
        for hidden in [".git", "草稿"] {
            fs::create_dir(root.path().join(hidden)).unwrap();
        }
        let (sender, changes) = channel();
        let watch = watch(folder.path(), move |paths| drop(sender.send(paths))).unwrap();
        (folder, root, watch, changes)
    }

    /// Returns all reported paths up to and including `last`.
    fn reported_until(changes: &Receiver<Vec<PathBuf>>, last: &Path) -> BTreeSet<PathBuf> {
        let mut reported = BTreeSet::new();
        while !reported.contains(last) {
            reported.extend(changes.recv_timeout(PATIENCE).expect("the change is reported"));
        }
        reported
    }

    fn event(kind: EventKind, path: &Path) -> DebouncedEvent {
        DebouncedEvent::new(notify::Event::new(kind).add_path(path.to_owned()), Instant::now())
    }

    #[test]
    fn what_another_program_writes_and_what_the_desk_writes_is_reported() {
        let (_folder, root, _watch, changes) = watched();
        let theirs = root.path().join("草稿/第一章.md");
        fs::write(&theirs, "春天。").unwrap();
        reported_until(&changes, &theirs);

        let ours = root.path().join("MEMORY.md");
        write_atomic(&RealDisk, &ours, b"# Memory\n").unwrap();
        let reported = reported_until(&changes, &ours);
        let temporary: Vec<_> = reported
            .iter()
            .filter(|path| crate::disk::is_temporary(path))
            .collect();
        assert!(temporary.is_empty(), "{temporary:?}");
    }

    #[test]
    fn a_removed_file_is_reported_and_a_hidden_folder_is_not() {
        let (_folder, root, _watch, changes) = watched();
        fs::write(root.path().join(".git/index"), "x").unwrap();
        let path = root.path().join("a.md");
        fs::write(&path, "x").unwrap();
        let reported = reported_until(&changes, &path);
        fs::remove_file(&path).unwrap();
        let reported = &reported | &reported_until(&changes, &path);
        assert!(
            !reported.contains(&root.path().join(".git/index")),
            "{reported:?}"
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_watched_through_a_link_reports_canonical_paths() {
        let folder = tempfile::tempdir().unwrap();
        let real = folder.path().join("real");
        fs::create_dir(&real).unwrap();
        let link = folder.path().join("link");
        std::os::unix::fs::symlink("real", &link).unwrap();
        let (sender, changes) = channel();
        let _watch = watch(&link, move |paths| drop(sender.send(paths))).unwrap();
        fs::write(link.join("a.md"), "x").unwrap();
        reported_until(&changes, &Root::open(&real).unwrap().path().join("a.md"));
    }

    #[test]
    fn dropping_the_watch_ends_the_reports() {
        let (_folder, root, watch, changes) = watched();
        drop(watch);
        fs::write(root.path().join("a.md"), "x").unwrap();
        // The channel closes when the watching thread drops its sender without having sent anything.
        assert_eq!(
            changes.recv_timeout(PATIENCE),
            Err(std::sync::mpsc::RecvTimeoutError::Disconnected)
        );
    }

    #[test]
    fn a_folder_that_vanishes_and_comes_back_is_followed_again() {
        let place = tempfile::tempdir().unwrap();
        let (folder, away) = (place.path().join("disk"), place.path().join("away"));
        fs::create_dir(&folder).unwrap();
        let (sender, changes) = channel();
        let _watch = watch(&folder, move |paths| drop(sender.send(paths))).unwrap();
        let root = Root::open(&folder).unwrap();
        fs::rename(&folder, &away).unwrap();
        reported_until(&changes, root.path());
        fs::create_dir(&folder).unwrap();
        reported_until(&changes, root.path());
        let path = root.path().join("第一章.md");
        fs::write(&path, "春天。").unwrap();
        reported_until(&changes, &path);
    }

    #[test]
    fn where_the_system_does_not_report_changes_the_desk_looks_by_itself() {
        let folder = tempfile::tempdir().unwrap();
        let root = Root::open(folder.path()).unwrap();
        fs::create_dir(root.path().join("草稿")).unwrap();
        let (sender, changes) = channel();
        let report = Arc::new(Mutex::new(move |paths| drop(sender.send(paths))));
        let interval = Duration::from_millis(20);
        let _looking = look_through(&root, RecursiveMode::Recursive, &report, interval).unwrap();
        let path = root.path().join("草稿/第一章.md");
        fs::write(&path, "春天。").unwrap();
        reported_until(&changes, &path);
        fs::remove_file(&path).unwrap();
        reported_until(&changes, &path);
    }

    #[test]
    fn a_folder_that_is_not_there_cannot_be_watched() {
        let folder = tempfile::tempdir().unwrap();
        let error = watch(&folder.path().join("gone"), |_| {}).unwrap_err();
        assert!(matches!(error, Error::NotFound { .. }), "{error:?}");
    }

    #[test]
    fn a_lost_track_reports_the_folder_itself() {
        let folder = tempfile::tempdir().unwrap();
        let root = Root::open(folder.path()).unwrap();
        let everything = BTreeSet::from([root.path().to_owned()]);
        let mut overflow = event(EventKind::Other, &root.path().join("a.md"));
        overflow.event = overflow.event.set_flag(Flag::Rescan);
        assert_eq!(changed_paths(&root, Ok(vec![overflow])), everything);
        assert_eq!(
            changed_paths(&root, Err(vec![notify::Error::generic("lost")])),
            everything
        );
    }

    #[test]
    fn reading_is_no_change_and_a_path_is_reported_once() {
        let folder = tempfile::tempdir().unwrap();
        let root = Root::open(folder.path()).unwrap();
        let (read, made) = (root.path().join("read.md"), root.path().join("made.md"));
        let events = vec![
            event(EventKind::Access(AccessKind::Any), &read),
            event(EventKind::Create(CreateKind::File), &made),
            event(EventKind::Create(CreateKind::File), &made),
        ];
        assert_eq!(changed_paths(&root, Ok(events)), BTreeSet::from([made]));
    }
}
