//! Typed text that is in no file yet: the crash journal of each manuscript, and the recovery from it.
//!
//! The journals lie in the folder of the installation, so that no sync tool and no full project disk can harm them. A
//! journal begins with the first batch after a save, and ends when the writer leaves the saved manuscript.

use std::path::{Path, PathBuf};

use contract::{Keystrokes, MergeConflict, Recovered, RecoveredHow};
use prose::merge::three_way;
use vault::{Disk, TextFile};

use crate::manuscripts::keystrokes::{Journal, Line};
use crate::manuscripts::merging::conflicts_in;
use crate::manuscripts::state::{Journalled, LIMIT};
use crate::manuscripts::versions::file_key;
use crate::text::endings;
use crate::{Error, Manuscripts, Result};

/// The folder of the crash journals in the installation's folder.
const FOLDER: &str = "drafts";
const ENDING: &str = ".jsonl";

/// The largest crash journal that is read. A day's typing has some 10 MB; a paste counts with its text.
const LONGEST: u64 = 256 * 1024 * 1024;

/// The size of a crash journal, in bytes, at which the next save begins it anew.
const LONG: u64 = 1024 * 1024;

impl Manuscripts {
    /// Appends a batch of changes to the crash journal of a manuscript; the batch is on the disk when this returns.
    ///
    /// # Errors
    /// The errors of writing. The editor still has the text, and sends the batch again together with the next.
    pub fn journal_keystrokes(&self, batch: &Keystrokes) -> Result<()> {
        // The project folder is not accessed: its disk may be disconnected, and in that case the typed text must still
        // be kept.
        self.is_named(&batch.path)?;
        let path = &self.present_name(&batch.path);
        let Some((folder, name)) = self.journal_place(path) else {
            return Ok(());
        };
        let mut journals = self.journalled.lock();
        let file = (batch.base.clone(), batch.since);
        let line = as_text(&Line::of(batch))?;
        let known = journals
            .get(path)
            .filter(|known| known.last < batch.seq || known.line == line);
        let before = match known {
            Some(known) if known.last == batch.seq => return Ok(()),
            Some(known) if known.file == file => None,
            Some(_) => Some(Line::File {
                file: batch.base.clone(),
                seq: batch.since,
            }),
            None => {
                // An existing journal belongs to an earlier editor whose text was not recovered. It is set aside, not
                // deleted.
                self.make_folder(&folder)?;
                set_aside(&*self.ports.disk, &folder, &name)?;
                Some(Line::Began {
                    path: path.clone(),
                    file: batch.base.clone(),
                    seq: batch.since,
                })
            }
        };
        let is_new = known.is_none();
        let before = before.as_ref().map(as_text).transpose()?;
        let lines: Vec<String> = before.into_iter().chain([line.clone()]).collect();
        vault::append_lines(&*self.ports.disk, &folder, &name, &lines)?;
        let last = batch.seq;
        journals.insert(path.clone(), Journalled { file, last, line });
        drop(journals);
        if is_new {
            // If another program changes the file later, the text before these changes is still available as a version.
            self.keep_before_edit(path, &batch.base);
        }
        Ok(())
    }

    /// Notes in the crash journal which batches a save contains, before the saved file gets its name. If the process is
    /// killed between the two steps, the file's hash tells whether the save happened.
    pub(crate) fn journal_save(&self, path: &str, hash: &str, seq: Option<u32>) {
        let (Some(seq), Some((folder, name))) = (seq, self.journal_place(path)) else {
            return;
        };
        let mut journals = self.journalled.lock();
        let Some(known) = journals.get_mut(path) else {
            return;
        };
        let file = (hash.to_owned(), seq);
        let line = Line::File {
            file: hash.to_owned(),
            seq,
        };
        let noted = as_text(&line)
            .and_then(|line| Ok(vault::append_lines(&*self.ports.disk, &folder, &name, &[line])?));
        match noted {
            Ok(_) => known.file = file,
            // The save itself is more important. Without this entry, a recovery would merge the text typed before the
            // save with the file.
            Err(error) => tracing::warn!(code = ?error.code(), "a save is not in the crash journal"),
        }
    }

    /// Begins a long crash journal anew, now that the file contains all its batches.
    pub(crate) fn shorten_journal(&self, path: &str) {
        let Some((folder, name)) = self.journal_place(path) else {
            return;
        };
        let journals = self.journalled.lock();
        let Some(known) = journals.get(path).filter(|known| known.file.1 >= known.last) else {
            return;
        };
        let length = vault::open_file(&folder.join(&name)).map(|file| file.metadata().map(|file| file.len()));
        let long = matches!(length, Ok(Ok(length)) if length > LONG);
        if long && let Err(error) = begin(&*self.ports.disk, &folder, &name, path, &known.file, None) {
            tracing::warn!(code = ?error.code(), "a long crash journal stays");
        }
    }

    /// Ends the crash journal of a manuscript, if the file with this hash contains all its batches.
    pub(crate) fn end_journal(&self, path: &str, hash: &str) {
        let Some((folder, name)) = self.journal_place(path) else {
            return;
        };
        let mut journals = self.journalled.lock();
        let saved = |known: &&Journalled| known.file.0 == hash && known.file.1 >= known.last;
        if journals.get(path).filter(saved).is_none() {
            return;
        }
        match remove(&*self.ports.disk, &folder.join(name)) {
            Ok(()) => drop(journals.remove(path)),
            Err(error) => tracing::warn!(code = ?error.code(), "a crash journal stays"),
        }
    }

    /// Returns the manuscripts that have a crash journal, in the order of their names. An editor asks for them when it
    /// starts.
    pub fn unsaved(&self) -> Vec<String> {
        let Some(folder) = self.journal_folder() else {
            return Vec::new();
        };
        let entries = vault::entries(&folder).unwrap_or_default().into_iter();
        let mut paths: Vec<String> = entries
            .filter_map(|(name, _)| {
                let journal = read(&folder.join(&name))?;
                let is_of_it = name == format!("{}{ENDING}", file_key(&journal.path));
                is_of_it.then_some(journal.path)
            })
            .collect();
        paths.sort();
        paths
    }

    /// Returns the text that was typed into a manuscript and not saved before the desk ended. Returns `None` where the
    /// file contains all of it.
    ///
    /// The recovered text is kept as a version too, and stands in a fresh crash journal until it is saved. An editor
    /// calls this before any typing, also a page that was reloaded while the desk went on.
    ///
    /// # Errors
    /// The errors of reading the file and of writing; the journal then stays as it is.
    pub fn recover_unsaved(&self, path: &str) -> Result<Option<Recovered>> {
        let full = self.manuscript(path)?;
        let Some((folder, name)) = self.journal_place(path) else {
            return Ok(None);
        };
        let mut journals = self.journalled.lock();
        let place = folder.join(&name);
        journals.remove(path);
        if vault::kind(&place).is_none() {
            return Ok(None);
        }
        let Some(journal) = read(&place) else {
            set_aside(&*self.ports.disk, &folder, &name)?;
            return Ok(None);
        };
        let disk = match vault::read_manuscript(&full, LIMIT) {
            Ok(file) => Some(file),
            Err(vault::Error::NotFound { .. }) => None,
            Err(error) => return Err(error.into()),
        };
        let Some((text, how, conflicts)) = self.comes_back(path, &journal, disk.as_ref()) else {
            // No known state of the file is left to start from. The typed text is neither guessed at nor thrown away.
            set_aside(&*self.ports.disk, &folder, &name)?;
            return Ok(None);
        };
        let present = disk.as_ref().map(|file| endings::unified(&file.text));
        let typed = text.as_str();
        if present.as_deref() == Some(typed) || (present.is_none() && typed.is_empty()) {
            remove(&*self.ports.disk, &place)?;
            return Ok(None);
        }
        let habits = disk.clone().unwrap_or_else(TextFile::empty);
        if let Err(error) = self.keep_bytes(path, &habits.encode(&endings::restored(&habits.text, typed))) {
            // The journal still has the text.
            tracing::warn!(code = ?error.code(), "what was recovered is no version yet");
        }
        let hash = disk
            .as_ref()
            .map(|file| file.hash.to_string())
            .unwrap_or_default();
        let file = (hash, 0);
        let present = present.unwrap_or_default();
        let line = begin(
            &*self.ports.disk,
            &folder,
            &name,
            path,
            &file,
            Some((&present, &text)),
        )?;
        journals.insert(path.to_owned(), Journalled { file, last: 1, line });
        Ok(Some(Recovered {
            text,
            how,
            conflicts,
            seq: 1,
        }))
    }

    /// Returns the recovered text of a crash journal over the present file.
    fn comes_back(
        &self,
        path: &str,
        journal: &Journal,
        disk: Option<&TextFile>,
    ) -> Option<(String, RecoveredHow, Vec<MergeConflict>)> {
        if let Some(disk) = disk
            && let Some(since) = journal.place_of(disk.hash.as_str())
        {
            let (text, _) = journal.replay(&endings::unified(&disk.text), since);
            return Some((text, RecoveredHow::Typed, Vec::new()));
        }
        let known = journal.files().find_map(|(since, file)| {
            let base = match file {
                "" => String::new(),
                file => {
                    let bytes = self.kept_bytes(path, file)?;
                    endings::unified(&TextFile::decode_manuscript(Path::new(path), bytes).ok()?.text)
                }
            };
            Some((journal.replay(&base, since).0, base, file))
        });
        let (text, base, file) = known?;
        let Some(disk) = disk else {
            let how = if file.is_empty() {
                RecoveredHow::Unnamed
            } else {
                RecoveredHow::Gone
            };
            return Some((text, how, Vec::new()));
        };
        let theirs = endings::unified(&disk.text);
        let merge = three_way(&base, &text, &theirs);
        let both = merge.text(&text);
        let conflicts = conflicts_in(&both, &merge);
        Some((both, RecoveredHow::Merged, conflicts))
    }

    /// Moves the crash journal of a manuscript to its new name.
    pub(crate) fn rename_journal(&self, from: &str, to: &str) -> Result<()> {
        let mut journals = self.journalled.lock();
        let (Some((folder, name)), Some((_, new))) = (self.journal_place(from), self.journal_place(to))
        else {
            return Ok(());
        };
        let Ok(bytes) = vault::read_bytes(&folder.join(&name), LONGEST) else {
            return Ok(());
        };
        let lines = bytes.split_inclusive(|&byte| byte == b'\n');
        let moved: Vec<u8> = lines
            .map(|line| match serde_json::from_slice(line) {
                Ok(Line::Began { file, seq, .. }) => {
                    let path = to.to_owned();
                    Ok(as_text(&Line::Began { path, file, seq })?.into_bytes())
                }
                _ => Ok(line.strip_suffix(b"\n").unwrap_or(line).to_vec()),
            })
            .collect::<Result<Vec<_>>>()?
            .into_iter()
            .flat_map(|line| [line, b"\n".to_vec()])
            .flatten()
            .collect();
        set_aside(&*self.ports.disk, &folder, &new)?;
        vault::write_atomic(&*self.ports.disk, &folder.join(new), &moved)?;
        remove(&*self.ports.disk, &folder.join(name))?;
        if let Some(known) = journals.remove(from) {
            journals.insert(to.to_owned(), known);
        }
        Ok(())
    }

    fn journal_place(&self, path: &str) -> Option<(PathBuf, String)> {
        Some((self.journal_folder()?, format!("{}{ENDING}", file_key(path))))
    }

    fn journal_folder(&self) -> Option<PathBuf> {
        Some(
            self.installation
                .as_ref()?
                .folder()
                .join(FOLDER)
                .join(&self.memory.id),
        )
    }
}

fn read(place: &Path) -> Option<Journal> {
    Journal::read(&vault::read_bytes(place, LONGEST).ok()?)
}

fn remove(disk: &dyn Disk, place: &Path) -> Result<()> {
    let bytes = vault::read_bytes(place, LONGEST)?;
    Ok(vault::remove(disk, place, &vault::ContentHash::of(&bytes))?)
}

/// Writes a new journal with one state of the file and at most one change; returns its last line.
fn begin(
    disk: &dyn Disk,
    folder: &Path,
    name: &str,
    path: &str,
    file: &(String, u32),
    change: Option<(&str, &str)>,
) -> Result<String> {
    let (file, seq) = file.clone();
    let mut lines = vec![Line::Began {
        path: path.to_owned(),
        file,
        seq,
    }];
    if let Some((before, after)) = change {
        let length = u32::try_from(before.encode_utf16().count()).unwrap_or(u32::MAX);
        lines.push(Line::Typed {
            seq: seq + 1,
            length,
            changes: vec![(0, length, after.to_owned())],
        });
    }
    let mut lines = lines.iter().map(as_text).collect::<Result<Vec<_>>>()?;
    let text = lines.join("\n") + "\n";
    vault::write_atomic(disk, &folder.join(name), text.as_bytes())?;
    Ok(lines.pop().unwrap_or_default())
}

/// Renames a journal without an owner, beside its place.
fn set_aside(disk: &dyn Disk, folder: &Path, name: &str) -> Result<()> {
    let place = folder.join(name);
    let Ok(bytes) = vault::read_bytes(&place, LONGEST) else {
        return Ok(());
    };
    let hash = vault::ContentHash::of(&bytes);
    let aside = folder.join(format!("{name}.{}", &hash.as_str()[..8]));
    vault::write_atomic(disk, &aside, &bytes)?;
    Ok(vault::remove(disk, &place, &hash)?)
}

fn as_text(line: &Line) -> Result<String> {
    serde_json::to_string(line).map_err(|_| Error::Unwritable {
        what: "the crash journal",
    })
}
