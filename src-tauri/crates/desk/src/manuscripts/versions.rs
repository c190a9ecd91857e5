//! Versions of manuscripts: whole texts, kept in the project and outside it.
//!
//! A version is a gzip file of the manuscript's bytes on disk, so that it can be opened without the desk. Each version
//! is kept twice, below the memory root and in the folder of the installation; either copy alone is enough.

mod thinning;

use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use chrono::{DateTime, NaiveDateTime, SubsecRound as _, TimeDelta, Utc};
use contract::{Length, VersionEntry, VersionRequest, VersionText};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use memory::clock;
use prose::segment;
use rayon::prelude::*;
use vault::{ContentHash, Kind, TextFile};

use crate::manuscripts::state::{LIMIT, body};
use crate::text::{endings, hunks, length, wire};
use crate::{Error, Manuscripts, Result};

/// The folder of the versions, in the memory root and in the installation's folder.
pub(crate) const FOLDER: &str = "versions";

/// The least time between two versions while she writes.
pub(crate) const APART: TimeDelta = TimeDelta::minutes(5);

/// The name of a version: the time it was kept, and the beginning of the hash of its bytes.
const TIME: &str = "%Y-%m-%dT%H%M%S%.3fZ";
const HASH: usize = 32;
const ENDING: &str = ".md.gz";

/// A version by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Version {
    name: String,
    at: DateTime<Utc>,
    hash: String,
}

impl Version {
    fn of(at: DateTime<Utc>, bytes: &[u8]) -> Self {
        let hash = short(&ContentHash::of(bytes));
        let name = format!("{}-{hash}{ENDING}", at.format(TIME));
        Self { name, at, hash }
    }

    fn named(name: &str) -> Option<Self> {
        let (time, hash) = name.strip_suffix(ENDING)?.rsplit_once('-')?;
        let at = NaiveDateTime::parse_from_str(time, TIME).ok()?.and_utc();
        let is_hash = hash.len() == HASH && hash.chars().all(|digit| digit.is_ascii_hexdigit());
        is_hash.then(|| Self {
            name: name.to_owned(),
            at,
            hash: hash.to_owned(),
        })
    }
}

impl Manuscripts {
    /// Returns the versions of a manuscript, the newest first, with the lengths that came and went since the version
    /// before.
    ///
    /// # Errors
    /// The errors of a path that names no manuscript.
    pub fn versions(&self, path: &str) -> Result<Vec<VersionEntry>> {
        self.manuscript(path)?;
        let versions = self.kept_versions(path);
        let texts: Vec<Option<String>> = versions
            .par_iter()
            .map(|version| self.text_of(path, version).ok())
            .collect();
        let mut entries: Vec<VersionEntry> = versions
            .par_iter()
            .enumerate()
            .map(|(index, version)| {
                let text = texts[index].as_deref();
                let before = texts[..index].iter().rev().flatten().next();
                let (added, removed) = match (before, text) {
                    (Some(before), Some(text)) => came_and_went(body(path, before), body(path, text)),
                    _ => (Length::default(), Length::default()),
                };
                VersionEntry {
                    id: version.name.clone(),
                    at: version.at.to_rfc3339(),
                    length: text.map(|text| length(body(path, text))),
                    added,
                    removed,
                }
            })
            .collect();
        entries.reverse();
        Ok(entries)
    }

    /// Returns a version, and its differences from the present text.
    ///
    /// # Errors
    /// `NOT_FOUND` when it is not kept, and the errors of reading it.
    pub fn version(&self, request: &VersionRequest) -> Result<VersionText> {
        self.manuscript(&request.path)?;
        let version = self.kept_versions(&request.path);
        let version = version.iter().find(|version| version.name == request.id);
        let version = version.ok_or_else(|| Error::NoVersion {
            id: request.id.clone(),
        })?;
        let text = self.text_of(&request.path, version)?;
        let hunks = hunks(&text, &request.now);
        Ok(VersionText { text, hunks })
    }

    /// Keeps a text of a manuscript as a version, such as a text that is about to be replaced in the editor.
    ///
    /// # Errors
    /// The errors of writing; one of the two places may have the version all the same.
    pub fn keep_version(&self, path: &str, text: &str) -> Result<()> {
        let habits = self.habits(path, &self.manuscript(path)?);
        let text = endings::restored(&habits.text, text);
        self.keep_bytes(path, &habits.encode(&text))
    }

    /// Keeps the bytes of a manuscript as a version, unless they equal the last version, and thins the older versions.
    ///
    /// # Errors
    /// The first error of writing. If one place cannot be written, the other is written all the same.
    pub(crate) fn keep_bytes(&self, path: &str, bytes: &[u8]) -> Result<()> {
        let mut versions = self.kept_versions(path);
        let last = versions.last();
        if last.is_some_and(|last| last.hash == short(&ContentHash::of(bytes))) {
            return Ok(());
        }
        // Versions are dated in the order they are kept, also where the clock was set back or stands still.
        let now = self.memory.now().trunc_subsecs(3);
        let at = last.map_or(now, |last| now.max(last.at + TimeDelta::milliseconds(1)));
        let version = Version::of(at, bytes);
        let packed = packed(bytes)?;
        let written: Vec<Result<()>> = self
            .version_folders(path)
            .iter()
            .map(|folder| {
                if vault::kind(folder) != Some(Kind::Folder) {
                    self.make_folder(folder)?;
                    let whose = format!("{path}\n");
                    vault::write_atomic(&*self.ports.disk, &folder.join("path.txt"), whose.as_bytes())?;
                }
                let file = folder.join(&version.name);
                Ok(vault::write_atomic(&*self.ports.disk, &file, &packed)?)
            })
            .collect();
        versions.push(version);
        self.thin(path, &versions);
        written.into_iter().collect()
    }

    /// Copies the installation's versions of another project into those of this project.
    ///
    /// The folder held that project until the writer deleted its memory. Her manuscripts are the same, and deleting what
    /// was learned must not cost her their earlier texts. They are copied and not moved: a project that was moved to
    /// another folder keeps its own. A version that cannot be copied is left out.
    pub(crate) fn adopt_versions(&self, before: &str) {
        let Some(installation) = &self.installation else {
            return;
        };
        let versions = installation.folder().join(FOLDER);
        let (from, to) = (versions.join(before), versions.join(&self.memory.id));
        for (manuscript, _) in vault::entries(&from).unwrap_or_default() {
            let (from, to) = (from.join(&manuscript), to.join(&manuscript));
            for (name, _) in vault::entries(&from).unwrap_or_default() {
                if let Err(error) = self.copy_version(&from.join(&name), &to, &name) {
                    tracing::warn!("a version of a deleted memory is not found again: {error}");
                }
            }
        }
    }

    fn copy_version(&self, from: &Path, folder: &Path, name: &str) -> Result<()> {
        let bytes = vault::read_bytes(from, LIMIT)?;
        self.make_folder(folder)?;
        Ok(vault::write_atomic(
            &*self.ports.disk,
            &folder.join(name),
            &bytes,
        )?)
    }

    /// Returns the bytes with this hash, from the newest version of the manuscript that has them.
    pub(crate) fn kept_bytes(&self, path: &str, hash: &str) -> Option<Vec<u8>> {
        let versions = self.kept_versions(path);
        let version = versions
            .iter()
            .rev()
            .find(|version| hash.starts_with(&version.hash))?;
        let bytes = self.bytes_of(path, version).ok()?;
        (ContentHash::of(&bytes).as_str() == hash).then_some(bytes)
    }

    /// Moves the data kept beside a manuscript to its new name: versions, crash journal and undo.
    ///
    /// # Errors
    /// The first error of moving them. The other data has been moved, and another call moves the rest.
    pub fn renamed(&self, from: &str, to: &str) -> Result<()> {
        self.manuscript(from)?;
        self.manuscript(to)?;
        let moved = [
            self.rename_versions(from, to),
            self.rename_journal(from, to),
            self.rename_undo(from, to),
        ];
        moved.into_iter().collect()
    }

    /// Moves the versions of a manuscript to its new name.
    fn rename_versions(&self, from: &str, to: &str) -> Result<()> {
        let folders = self
            .version_folders(from)
            .into_iter()
            .zip(self.version_folders(to));
        let moved: Vec<Result<()>> = folders
            .filter(|(from, _)| vault::kind(from) == Some(Kind::Folder))
            .map(|(from, folder)| {
                self.make_folder(&folder)?;
                let whose = format!("{to}\n");
                vault::write_atomic(&*self.ports.disk, &folder.join("path.txt"), whose.as_bytes())?;
                for name in named_in(&from).into_keys() {
                    let bytes = vault::read_bytes(&from.join(&name), LIMIT)?;
                    vault::write_atomic(&*self.ports.disk, &folder.join(&name), &bytes)?;
                    vault::remove(&*self.ports.disk, &from.join(&name), &ContentHash::of(&bytes))?;
                }
                Ok(())
            })
            .collect();
        moved.into_iter().collect()
    }

    /// Removes the versions that are too close together for their age. A version that cannot be removed stays.
    fn thin(&self, path: &str, versions: &[Version]) {
        let times: Vec<_> = versions.iter().map(|version| version.at).collect();
        // Without the index, only the days of the versions themselves confirm the clock.
        let mut used = self.memory.used_days().unwrap_or_default();
        used.extend(times.iter().map(DateTime::date_naive));
        let staying = thinning::staying(&times, clock::ages_to(self.memory.now(), &used));
        for version in versions
            .iter()
            .zip(staying)
            .filter(|(_, stays)| !stays)
            .map(|(version, _)| version)
        {
            for file in self
                .version_folders(path)
                .iter()
                .map(|folder| folder.join(&version.name))
            {
                let Ok(bytes) = vault::read_bytes(&file, LIMIT) else {
                    continue;
                };
                if let Err(error) = vault::remove(&*self.ports.disk, &file, &ContentHash::of(&bytes)) {
                    tracing::warn!("an old version stays: {error}");
                }
            }
        }
    }

    /// Returns the versions of a manuscript wherever they are kept, in the order of their times.
    fn kept_versions(&self, path: &str) -> Vec<Version> {
        let mut found = BTreeMap::new();
        for folder in self.version_folders(path) {
            found.append(&mut named_in(&folder));
        }
        let mut versions: Vec<_> = found.into_values().collect();
        versions.sort_by(|a, b| (a.at, &a.name).cmp(&(b.at, &b.name)));
        versions
    }

    fn text_of(&self, path: &str, version: &Version) -> Result<String> {
        let bytes = self.bytes_of(path, version)?;
        let file = TextFile::decode_manuscript(Path::new(path), bytes)?;
        Ok(endings::unified(&file.text))
    }

    /// Returns the bytes of a version from the first of the two places where they are undamaged.
    fn bytes_of(&self, path: &str, version: &Version) -> Result<Vec<u8>> {
        let folders = self.version_folders(path);
        let mut files = folders.iter().map(|folder| folder.join(&version.name));
        let whole = files.find_map(|file| {
            let bytes = unpacked(&vault::read_bytes(&file, LIMIT).ok()?)?;
            (short(&ContentHash::of(&bytes)) == version.hash).then_some(bytes)
        });
        whole.ok_or_else(|| Error::NoVersion {
            id: version.name.clone(),
        })
    }

    /// Returns the folders of a manuscript's versions: in the project, and in the installation where there is one.
    fn version_folders(&self, path: &str) -> Vec<PathBuf> {
        let own = self.memory.folder.path().join(FOLDER).join(file_key(path));
        let outside = self.outside(FOLDER, path);
        [Some(own), outside].into_iter().flatten().collect()
    }

    /// Returns a path in the installation's folder for a manuscript; `None` where no installation opened the project.
    pub(crate) fn outside(&self, what: &str, path: &str) -> Option<PathBuf> {
        let folder = self
            .installation
            .as_ref()?
            .folder()
            .join(what)
            .join(&self.memory.id);
        Some(folder.join(file_key(path)))
    }

    /// Makes a folder below the memory root or in the installation's folder.
    pub(crate) fn make_folder(&self, folder: &Path) -> Result<()> {
        match &self.installation {
            Some(installation) if folder.starts_with(installation.folder()) => installation.make(folder),
            _ => {
                // If the project's disk is not mounted, nothing is created in the empty mount point, because that
                // folder would then count as the project.
                self.memory.is_there()?;
                Ok(vault::create_folders(
                    &*self.ports.disk,
                    self.memory.folder.path(),
                    folder,
                )?)
            }
        }
    }
}

/// Returns the name under which a manuscript is known outside its folder.
pub(crate) fn file_key(path: &str) -> String {
    let mut key = ContentHash::of(path.as_bytes()).to_string();
    key.truncate(16);
    key
}

fn named_in(folder: &Path) -> BTreeMap<String, Version> {
    let entries = vault::entries(folder).unwrap_or_default().into_iter();
    entries
        .filter_map(|(name, _)| Version::named(&name))
        .map(|version| (version.name.clone(), version))
        .collect()
}

fn short(hash: &ContentHash) -> String {
    let mut hash = hash.to_string();
    hash.truncate(HASH);
    hash
}

fn packed(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    let packed = encoder.write_all(bytes).and_then(|()| encoder.finish());
    packed.map_err(|_| Error::Unwritable { what: "a version" })
}

fn unpacked(packed: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut decoder = GzDecoder::new(packed).take(LIMIT + 1);
    decoder.read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 <= LIMIT).then_some(bytes)
}

/// Returns the length of the text that came, and of the text that went.
fn came_and_went(before: &str, after: &str) -> (Length, Length) {
    // Most of a book stays the same, and the cost of the diff grows with its input, so equal ends are cut off first.
    let same = |(a, b): &(char, char)| a == b;
    let start: usize = (before.chars().zip(after.chars()).take_while(same))
        .map(|(a, _)| a.len_utf8())
        .sum();
    let paragraph = before[..start].rfind('\n').map_or(0, |end| end + 1);
    let (before, after) = (&before[paragraph..], &after[paragraph..]);
    let tail: usize = (before.chars().rev().zip(after.chars().rev()).take_while(same))
        .map(|(a, _)| a.len_utf8())
        .sum();
    let tail = before[before.len() - tail..]
        .find('\n')
        .map_or(0, |start| tail - start);
    let (before, after) = (&before[..before.len() - tail], &after[..after.len() - tail]);
    let changed = prose::diff::hunks(before, after);
    let (mut added, mut removed) = (segment::Length::default(), segment::Length::default());
    for hunk in changed {
        added += segment::length(&after[hunk.after]);
        removed += segment::length(&before[hunk.before]);
    }
    (wire(added), wire(removed))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_name_says_when_and_what_and_another_name_is_no_version() {
        let at = DateTime::from_timestamp_millis(1_795_251_600_042).unwrap();
        let version = Version::of(at, "雨".as_bytes());
        assert_eq!(
            version.name,
            format!("2026-11-21T090000.042Z-{}.md.gz", version.hash)
        );
        assert_eq!(Version::named(&version.name), Some(version));
        for name in [
            "path.txt",
            "2026-11-21T090000.042Z-.md.gz",
            "x-0123456789abcdef0123456789abcdef.md.gz",
            ".md.gz",
        ] {
            assert_eq!(Version::named(name), None, "{name}");
        }
    }

    #[test]
    fn what_came_and_went_is_counted() {
        for (before, after, expected) in [
            ("", "", (0, 0)),
            ("", "It rained. 下雨了。", (5, 0)),
            ("It rained.\nAnd then.", "It snowed.\nAnd then.", (1, 1)),
            ("一。\n二二。\n三。", "一。\n三。", (0, 2)),
            ("same\n", "same\n", (0, 0)),
        ] {
            let (added, removed) = came_and_went(before, after);
            assert_eq!((added.words, removed.words), expected, "{before:?} → {after:?}");
        }
    }

    #[test]
    fn a_sign_that_came_counts_where_punctuation_does() {
        let (added, removed) = came_and_went("走吧", "走吧……");
        assert_eq!((added.words, added.letters, added.characters), (0, 0, 2));
        assert_eq!(removed, Length::default());
    }

    proptest! {
        #[test]
        fn bytes_come_back_as_they_were(bytes: Vec<u8>) {
            prop_assert_eq!(unpacked(&packed(&bytes).unwrap()), Some(bytes));
        }

        #[test]
        fn no_texts_break_the_counting(before in "[ab 雨\n。]{0,20}", after in "[ab 雨\n。]{0,20}") {
            came_and_went(&before, &after);
        }
    }
}
