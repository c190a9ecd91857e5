//! Manuscripts that go by another name: where each is found again, and what moves along with it.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

use contract::{FileChange, FileMove};
use vault::{ContentHash, Identity, folded};

use crate::manuscripts::state::{LIMIT, OpenManuscript};
use crate::{Event, Manuscripts, Result};

impl Manuscripts {
    /// Lets everything that is known by the path of a manuscript go with it. `from` and `to` are a manuscript each, or a
    /// folder each with all that is in it, which stands there already.
    ///
    /// Whoever keeps something by path moves it here. What cannot be moved, such as versions on a full disk, stays under the
    /// old name.
    pub(crate) fn moved(&self, from: &str, to: &str) {
        let mut moved = BTreeMap::new();
        {
            let mut open = self.open.lock();
            let paths: Vec<String> = open.keys().cloned().collect();
            for path in paths {
                if let Some(target) = moved_path(&path, from, to)
                    && let Some(manuscript) = open.remove(&path)
                {
                    open.insert(target.clone(), manuscript);
                    moved.insert(path, target);
                }
            }
        }
        self.renames.lock().extend(moved.clone());
        if self.root.path().join(to).is_dir() {
            let listed = self.listed_names().unwrap_or_default().into_iter();
            moved.extend(listed.filter_map(|target| Some((moved_path(&target, to, from)?, target))));
        } else {
            moved.insert(from.to_owned(), to.to_owned());
        }
        for (path, target) in moved {
            if let Err(error) = self.renamed(&path, &target) {
                tracing::warn!(code = ?error.code(), "what is kept of a manuscript stays under its old name");
            }
        }
    }

    /// Returns what a manuscript is called now that the editor may still know by an earlier name: what was typed is on its
    /// way while another program renames the file.
    pub(crate) fn present_name(&self, path: &str) -> String {
        let open = self.open.lock();
        let renames = self.renames.lock();
        let mut name = path;
        // As many steps as there are names: a file may be renamed back.
        for _ in 0..renames.len() {
            match renames.get(name).filter(|_| !open.contains_key(name)) {
                Some(next) => name = next,
                None => break,
            }
        }
        name.to_owned()
    }

    /// Follows what other programs did at some paths outside the memory root: tells which manuscripts and folders go by
    /// another name, and what changed.
    pub fn follow_manuscripts(&self, paths: &[PathBuf]) {
        // First: what goes by another name now is not gone.
        if let Err(error) = self.follow_names() {
            tracing::warn!(code = ?error.code(), "a manuscript that moved was not found again");
        }
        let mut changed: Vec<String> = paths
            .iter()
            .filter_map(|path| self.root.relative(path))
            .filter(|path| self.changed_outside(path))
            .collect();
        if paths.iter().any(|path| may_be_folder(path)) {
            let open: Vec<String> = self.open.lock().keys().cloned().collect();
            changed.extend(open.into_iter().filter(|path| self.changed_outside(path)));
            changed.push(String::new());
        }
        for path in changed {
            (self.ports.emit)(Event::File(FileChange { path }));
        }
        if let Err(error) = self.remember_names() {
            tracing::warn!(code = ?error.code(), "the manuscripts could not be listed");
        }
    }

    /// Finds manuscripts again that another program renamed or moved, and says so. An open one is also known by what is in
    /// it; what is not found, or in more than one place, is gone.
    fn follow_names(&self) -> Result<()> {
        let held: HashSet<String> = self.open.lock().keys().cloned().collect();
        let names: BTreeSet<String> = self.listed_names()?.into_iter().collect();
        let known = self.names.lock().clone();
        let missing = held.iter().filter(|path| !self.stands_as(path));
        let mut appeared: Vec<&String> = names
            .iter()
            .filter(|name| !known.contains_key(*name) && !held.contains(*name))
            .collect();
        if appeared.is_empty() {
            return Ok(());
        }
        let mut moves = Vec::new();
        for path in missing {
            let of = |open: &OpenManuscript| (open.identity, open.file.clone());
            let open = self.open.lock().get(path).map(of);
            let Some((identity, file)) = open else { continue };
            let full = |name: &String| self.root.path().join(name);
            let itself = |name: &&&String| identity.is_some() && Identity::of(&full(name)) == identity;
            // Equal by accident are only files with nothing in them.
            let is_empty = file.text.trim().is_empty();
            let equal = |name: &&&String| {
                let bytes = vault::read_bytes(&full(name), LIMIT);
                !is_empty && bytes.is_ok_and(|bytes| ContentHash::of(&bytes) == file.hash)
            };
            // A program that saves a new file in place of the old one and renames that is both too late and too early.
            let alike = |name: &&&String| {
                let other = vault::read_manuscript(&full(name), LIMIT);
                other.is_ok_and(|other| are_alike(&file.text, &other.text))
            };
            let found = only(appeared.iter().filter(itself))
                .or_else(|| only(appeared.iter().filter(equal)))
                .or_else(|| only(appeared.iter().filter(alike)));
            if let Some(to) = found.map(|to| (*to).clone()) {
                appeared.retain(|name| **name != to);
                self.tell_move(path, &to, &mut moves);
            }
        }
        let gone: HashMap<Identity, &String> = known
            .iter()
            .filter(|(name, _)| !names.contains(*name) && !held.contains(*name))
            .filter_map(|(name, identity)| Some(((*identity)?, name)))
            .collect();
        if gone.is_empty() {
            return Ok(());
        }
        for to in appeared {
            let identity = Identity::of(&self.root.path().join(to));
            if let Some(from) = identity.and_then(|identity| gone.get(&identity)) {
                self.tell_move(from, to, &mut moves);
            }
        }
        Ok(())
    }

    /// Lets everything go along with a manuscript that another program moved, or with its folder where that is what was
    /// moved, and tells of it. `moves` are those told of before.
    fn tell_move(&self, from: &str, to: &str, moves: &mut Vec<FileMove>) {
        let is_told = |told: &FileMove| moved_path(from, &told.from, &told.to).as_deref() == Some(to);
        if moves.iter().any(is_told) {
            return;
        }
        let (from, to) = self.moved_folder(from, to).unwrap_or((from, to));
        self.moved(from, to);
        let told = FileMove {
            from: from.to_owned(),
            to: to.to_owned(),
        };
        moves.push(told.clone());
        (self.ports.emit)(Event::Moved(told));
    }

    /// Returns the folder that must have been moved for a manuscript to stand where it does now, and its place.
    fn moved_folder<'a>(&self, from: &'a str, to: &'a str) -> Option<(&'a str, &'a str)> {
        let (from, from_name) = from.rsplit_once('/')?;
        let (to, to_name) = to.rsplit_once('/')?;
        // One that was there before took the manuscript in; the folder it came from went for itself.
        let is_new = !self
            .names
            .lock()
            .keys()
            .any(|name| moved_path(name, to, "").is_some());
        let is_gone = from_name == to_name && is_new && !self.root.path().join(from).exists();
        is_gone.then(|| self.moved_folder(from, to).unwrap_or((from, to)))
    }

    /// Remembers which manuscripts there are, so that one that appears can be told from one that was there.
    ///
    /// While one is missing nothing is remembered: a program that moves a file by copying and deleting may take its time.
    pub(crate) fn remember_names(&self) -> Result<()> {
        // Listed first: a file that moves between the two is missing then, and its new name is not one that was there.
        let names = self.listed_names()?.into_iter();
        let open: Vec<String> = self.open.lock().keys().cloned().collect();
        if open.iter().all(|path| self.stands_as(path)) {
            let identified = names.map(|name| {
                let identity = Identity::of(&self.root.path().join(&name));
                (name, identity)
            });
            *self.names.lock() = identified.collect();
        }
        Ok(())
    }

    /// Returns whether a manuscript is there under exactly this name. A disk that takes `a.md` for `A.md` says that both
    /// are; the folder tells.
    fn stands_as(&self, path: &str) -> bool {
        let full = self.root.path().join(path);
        if vault::kind(&full).is_none() {
            return false;
        }
        let (Some(folder), Some(name)) = (full.parent(), full.file_name()) else {
            return true;
        };
        let Ok(entries) = vault::entries(folder) else {
            return true;
        };
        let same = name.to_str().map(folded);
        let mut in_another_form = false;
        for (entry, _) in entries {
            if entry.as_str() == name {
                return true;
            }
            in_another_form |= Some(folded(&entry)) == same;
        }
        !in_another_form
    }
}

/// Returns where a path is after `from` went to `to`, or `None` where it stays.
pub(crate) fn moved_path(path: &str, from: &str, to: &str) -> Option<String> {
    let rest = path.strip_prefix(from)?;
    (rest.is_empty() || rest.starts_with('/')).then(|| format!("{to}{rest}"))
}

/// Returns whether half of the lines of a text stand in another one, as git tells a file that was renamed.
fn are_alike(text: &str, other: &str) -> bool {
    let others: HashSet<&str> = other.lines().collect();
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let there = lines.iter().filter(|line| others.contains(*line)).count();
    there > 0 && there * 2 >= lines.len()
}

/// Returns what is found if it is one thing.
fn only<T>(mut found: impl Iterator<Item = T>) -> Option<T> {
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// Returns whether a path is named like a folder or is one: what stands below it may have changed.
fn may_be_folder(path: &Path) -> bool {
    path.is_dir() || (path.extension().is_none() && !path.exists())
}
