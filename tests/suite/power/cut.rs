//! A disk that records the possible states after a power cut, before each of its calls.
//!
//! The bytes of a file are safe once the file is synced, and its name is safe once its folder is synced. Until then the
//! disk may hold either of the two or neither, whatever the order of the writes.

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use tempfile::NamedTempFile;
use vault::{Disk, RealDisk};

/// The contents of a folder by path: the bytes of each file, and `None` for a folder.
pub type Tree = BTreeMap<PathBuf, Option<Vec<u8>>>;

/// How much of the data that was not synced survives the cut.
#[derive(Debug, Clone, Copy)]
pub struct Kept {
    /// For each of the two folders, whether its names are the last ones (`true`) or the synced ones.
    names: [bool; 2],
    bytes: Bytes,
}

#[derive(Debug, Clone, Copy)]
enum Bytes {
    /// Only the synced bytes; none for a file that was never synced.
    Synced,
    /// All written bytes.
    Written,
    /// The synced bytes and the first half of the others.
    Half,
    /// The synced bytes, and a zero for each of the others.
    Zeros,
}

impl Kept {
    /// Returns all states that a disk may be in if it guarantees synced data and nothing else.
    fn all() -> impl Iterator<Item = Self> {
        let bytes = [Bytes::Synced, Bytes::Written, Bytes::Half, Bytes::Zeros];
        let names = [[false, false], [false, true], [true, false], [true, true]];
        bytes
            .into_iter()
            .flat_map(move |bytes| names.map(|names| Self { names, bytes }))
    }
}

/// The inode number of a file or folder, which stays the same when its name changes.
type Node = u64;

/// The synced state of the disk, and the state that programs see.
#[derive(Clone, Default)]
struct State {
    /// The synced names in each folder.
    names: HashMap<Node, BTreeMap<PathBuf, Node>>,
    /// The synced bytes of each file.
    bytes: HashMap<Node, Vec<u8>>,
    /// The names in each folder, and the bytes of each file, as programs see them.
    present_names: HashMap<Node, BTreeMap<PathBuf, Node>>,
    present_bytes: HashMap<Node, Vec<u8>>,
}

/// The real disk, with a record of the state before each call.
pub struct RecordingDisk {
    roots: Mutex<Option<[PathBuf; 2]>>,
    moments: Mutex<Vec<State>>,
    synced: Mutex<State>,
    /// Each file seen so far, held open so that its inode number is not reused.
    seen: Mutex<HashMap<Node, File>>,
}

impl RecordingDisk {
    /// Returns a disk that records nothing yet.
    pub fn new() -> Self {
        Self {
            roots: Mutex::new(None),
            moments: Mutex::default(),
            synced: Mutex::default(),
            seen: Mutex::default(),
        }
    }

    /// Treats all present contents of two folders as synced, and records from now on.
    pub fn begin(&self, roots: [PathBuf; 2]) {
        *self.roots.lock().expect("a test") = Some(roots);
        let mut state = State::default();
        self.look(&mut state);
        state.names.clone_from(&state.present_names);
        state.bytes.clone_from(&state.present_bytes);
        *self.synced.lock().expect("a test") = state;
    }

    /// Records the present moment and returns its index.
    pub fn moment(&self) -> usize {
        self.record();
        self.moments.lock().expect("a test").len() - 1
    }

    /// Returns the possible outcomes of a power cut in the two folders, each distinct outcome once. With each comes the
    /// last moment that can lead to it, because at that moment the most was acknowledged.
    pub fn outcomes(&self) -> Vec<(usize, Kept, [Tree; 2])> {
        let roots = self.roots.lock().expect("a test").clone().expect("a beginning");
        let moments = self.moments.lock().expect("a test");
        let mut outcomes = BTreeMap::new();
        for (number, state) in moments.iter().enumerate() {
            for kept in Kept::all() {
                let trees = [0, 1].map(|at| {
                    let mut tree = Tree::new();
                    let root = number_of(&roots[at]).expect("a folder");
                    state.left(root, kept.names[at], kept.bytes, Path::new(""), &mut tree);
                    tree
                });
                outcomes.insert(trees, (number, kept));
            }
        }
        outcomes
            .into_iter()
            .map(|(trees, (number, kept))| (number, kept, trees))
            .collect()
    }

    fn record(&self) {
        if self.roots.lock().expect("a test").is_none() {
            return;
        }
        let mut state = self.synced.lock().expect("a test").clone();
        self.look(&mut state);
        self.moments.lock().expect("a test").push(state);
    }

    /// Reads the present state as a program sees it.
    fn look(&self, state: &mut State) {
        let roots = self.roots.lock().expect("a test").clone();
        let mut seen = self.seen.lock().expect("a test");
        let mut open: Vec<PathBuf> = roots.into_iter().flatten().collect();
        while let Some(folder) = open.pop() {
            let Some(node) = number_of(&folder) else { continue };
            let mut names = BTreeMap::new();
            for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
                // The index can be rebuilt from the other files, and SQLite protects it by itself.
                if entry.file_name() == "index" {
                    continue;
                }
                let path = entry.path();
                let Some(child) = number_of(&path) else { continue };
                names.insert(entry.file_name().into(), child);
                if path.is_dir() {
                    open.push(path);
                } else if let (Ok(bytes), Ok(file)) = (fs::read(&path), File::open(&path)) {
                    state.present_bytes.insert(child, bytes);
                    seen.entry(child).or_insert(file);
                }
            }
            state.present_names.insert(node, names);
        }
    }

    /// Runs a call that is not a sync, after recording the state before it.
    fn step<T>(&self, work: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        self.record();
        work()
    }

    fn is_recording(&self) -> bool {
        self.roots.lock().expect("a test").is_some()
    }
}

impl State {
    /// Adds the surviving contents of a folder to `tree`.
    fn left(&self, folder: Node, last: bool, bytes: Bytes, at: &Path, tree: &mut Tree) {
        let names = if last { &self.present_names } else { &self.names };
        for (name, node) in names.get(&folder).into_iter().flatten() {
            let path = at.join(name);
            let is_file = self.present_bytes.contains_key(node) || self.bytes.contains_key(node);
            tree.insert(path.clone(), is_file.then(|| self.bytes_of(*node, bytes)));
            if !is_file {
                self.left(*node, last, bytes, &path, tree);
            }
        }
    }

    fn bytes_of(&self, node: Node, kept: Bytes) -> Vec<u8> {
        let synced = self.bytes.get(&node).map_or(&[] as &[u8], Vec::as_slice);
        let written = self.present_bytes.get(&node).map_or(synced, Vec::as_slice);
        // The desk only appends to files here, so the synced bytes are a prefix of the written ones.
        let more = written.strip_prefix(synced).unwrap_or_default();
        match kept {
            Bytes::Synced => synced.to_vec(),
            Bytes::Written => written.to_vec(),
            Bytes::Half => [synced, &more[..more.len() / 2]].concat(),
            Bytes::Zeros => [synced, &vec![0; more.len()]].concat(),
        }
    }
}

fn number_of(path: &Path) -> Option<Node> {
    fs::symlink_metadata(path).ok().map(|found| found.ino())
}

impl Disk for RecordingDisk {
    fn create_folder(&self, path: &Path) -> io::Result<()> {
        self.step(|| RealDisk.create_folder(path))
    }

    fn create_private_folder(&self, path: &Path) -> io::Result<()> {
        self.step(|| RealDisk.create_private_folder(path))
    }

    fn create_temporary(&self, folder: &Path, permissions: Option<Permissions>) -> io::Result<NamedTempFile> {
        self.step(|| RealDisk.create_temporary(folder, permissions))
    }

    fn open_for_append(&self, path: &Path) -> io::Result<File> {
        self.step(|| RealDisk.open_for_append(path))
    }

    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        self.step(|| RealDisk.write(file, bytes))
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        self.record();
        if self.is_recording() {
            let node = file.metadata()?.ino();
            let mut state = State::default();
            self.look(&mut state);
            if let Some(bytes) = state.present_bytes.remove(&node) {
                self.synced.lock().expect("a test").bytes.insert(node, bytes);
            }
        }
        Ok(())
    }

    fn truncate(&self, path: &Path, length: u64) -> io::Result<()> {
        self.record();
        RealDisk.truncate(path, length)?;
        if let Some(node) = number_of(path) {
            self.synced
                .lock()
                .expect("a test")
                .bytes
                .insert(node, fs::read(path)?);
        }
        Ok(())
    }

    fn rename(&self, temporary: NamedTempFile, target: &Path) -> io::Result<()> {
        self.step(|| RealDisk.rename(temporary, target))
    }

    fn rename_new(&self, temporary: NamedTempFile, target: &Path) -> io::Result<()> {
        self.step(|| RealDisk.rename_new(temporary, target))
    }

    fn exchange(&self, temporary: &NamedTempFile, target: &Path) -> io::Result<()> {
        self.step(|| RealDisk.exchange(temporary, target))
    }

    fn take_away(&self, path: &Path, temporary: &NamedTempFile) -> io::Result<()> {
        self.step(|| RealDisk.take_away(path, temporary))
    }

    fn move_new(&self, path: &Path, target: &Path) -> io::Result<()> {
        self.step(|| RealDisk.move_new(path, target))
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        self.step(|| RealDisk.remove_file(path))
    }

    fn remove_folder(&self, path: &Path) -> io::Result<()> {
        self.step(|| RealDisk.remove_folder(path))
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        self.record();
        if let Some(node) = number_of(folder).filter(|_| self.is_recording()) {
            let mut state = State::default();
            self.look(&mut state);
            if let Some(names) = state.present_names.remove(&node) {
                self.synced.lock().expect("a test").names.insert(node, names);
            }
        }
        Ok(())
    }
}
