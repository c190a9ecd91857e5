//! Renamed and moved manuscripts: finding each of them again, and moving along everything kept by its path.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

use contract::{FileChange, FileMove};
use vault::{ContentHash, Identity, folded};

use crate::manuscripts::chapter_order;
use crate::manuscripts::state::{LIMIT, OpenManuscript};
use crate::{Event, Manuscripts, Result};

impl Manuscripts {
    /// Moves all data that are stored by the path of a manuscript. `from` and `to` are the paths of a manuscript, or of
    /// a folder with all its contents. The file or folder is already at `to`.
    ///
    /// Any new data kept by path must be moved here too. Data that cannot be moved, such as versions on a full disk,
    /// stays under the old name.
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
        self.keep_place(from, to);
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

    /// Returns the present name of a manuscript. The editor may still use an earlier name, when typed text is on its
    /// way while another program renames the file.
    pub(crate) fn present_name(&self, path: &str) -> String {
        let open = self.open.lock();
        let renames = self.renames.lock();
        let mut name = path;
        // A file may be renamed back, so the number of steps is limited by the number of names.
        for _ in 0..renames.len() {
            match renames.get(name).filter(|_| !open.contains_key(name)) {
                Some(next) => name = next,
                None => break,
            }
        }
        name.to_owned()
    }

    /// Follows changes by other programs at some paths outside the memory root. Tells of renamed manuscripts and
    /// folders, and of changed files.
    pub fn follow_manuscripts(&self, paths: &[PathBuf]) {
        // Names come first: a renamed file is not a deleted one.
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
        } else if paths
            .iter()
            .any(|path| self.root.relative(path).as_deref() == Some(chapter_order::FILE))
        {
            changed.push(chapter_order::FILE.to_owned());
        }
        for path in changed {
            (self.ports.emit)(Event::File(FileChange { path }));
        }
        if let Err(error) = self.remember_names() {
            tracing::warn!(code = ?error.code(), "the manuscripts could not be listed");
        }
    }

    /// Finds manuscripts that another program renamed or moved, and reports the moves. An open manuscript is also
    /// recognised by its text. A manuscript that is found nowhere, or in several places, counts as deleted.
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
            // Only empty files are equal by accident.
            let is_empty = file.text.trim().is_empty();
            let equal = |name: &&&String| {
                let bytes = vault::read_bytes(&full(name), LIMIT);
                !is_empty && bytes.is_ok_and(|bytes| ContentHash::of(&bytes) == file.hash)
            };
            // A program may replace the old file by a new one and rename it. Then the identity and the bytes are both
            // different.
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

    /// Moves all data of a manuscript that another program moved, and reports the move. If the program moved the whole
    /// folder, this is done for the folder. `moves` are the moves reported so far.
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

    /// Returns the old and the new path of the folder whose move explains the manuscript's new place.
    fn moved_folder<'a>(&self, from: &'a str, to: &'a str) -> Option<(&'a str, &'a str)> {
        let (from, from_name) = from.rsplit_once('/')?;
        let (to, to_name) = to.rsplit_once('/')?;
        // A folder that existed before only received the manuscript; then the old folder was removed separately.
        let is_new = !self
            .names
            .lock()
            .keys()
            .any(|name| moved_path(name, to, "").is_some());
        let is_gone = from_name == to_name && is_new && !self.root.path().join(from).exists();
        is_gone.then(|| self.moved_folder(from, to).unwrap_or((from, to)))
    }

    /// Remembers the present manuscripts, so that a new file can be told from an old one.
    ///
    /// While a manuscript is missing, nothing is remembered: a program that moves a file by copying and deleting may
    /// take its time.
    pub(crate) fn remember_names(&self) -> Result<()> {
        // The names are listed first. A file that moves between the two steps is then missing, and its new name does
        // not count as old.
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

    /// Returns whether a manuscript has exactly this name. A disk that ignores case reports both `a.md` and `A.md` as
    /// present, so the names in the folder decide.
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

/// Returns the new path after a move of `from` to `to`, or `None` where the path stays.
pub(crate) fn moved_path(path: &str, from: &str, to: &str) -> Option<String> {
    let rest = path.strip_prefix(from)?;
    (rest.is_empty() || rest.starts_with('/')).then(|| format!("{to}{rest}"))
}

/// Returns whether half of the lines of a text stand in another text, which is how git recognises a renamed file.
fn are_alike(text: &str, other: &str) -> bool {
    let others: HashSet<&str> = other.lines().collect();
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let there = lines.iter().filter(|line| others.contains(*line)).count();
    there > 0 && there * 2 >= lines.len()
}

/// Returns the item if there is exactly one.
fn only<T>(mut found: impl Iterator<Item = T>) -> Option<T> {
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// Returns whether a path is a folder or is named like one: files below it may have changed.
fn may_be_folder(path: &Path) -> bool {
    path.is_dir() || (path.extension().is_none() && !path.exists())
}
