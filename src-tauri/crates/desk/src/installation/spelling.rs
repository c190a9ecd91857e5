//! Spelling: finds the words that are neither in a dictionary of this machine nor among the writer's own words.
//!
//! Dictionaries are in Hunspell's format, from the system and from the installation's own folder. The wanted dictionary
//! is loaded at the first request and cached. Without a dictionary no word counts as unknown.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use contract::{English, Spelled, SpellingView};
use encoding_rs::{Encoding, UTF_8};
use parking_lot::Mutex;
use spellbook::Dictionary;

use crate::{Error, Installation, Result};

/// The dictionary folders of the supported systems.
const SYSTEM: [&str; 4] = [
    "/usr/local/share/hunspell",
    "/usr/share/hunspell",
    "/usr/share/myspell/dicts",
    "/Library/Spelling",
];

/// The folder of dictionaries of an installation.
const FOLDER: &str = "dictionaries";

/// The file of the writer's own words.
const WORDS: &str = "words.txt";

/// The maximum size of a dictionary: English dictionaries have 1 MB, the Hungarian one has 5 MB.
const LARGEST: u64 = 32 * 1024 * 1024;

/// The maximum size of the file of own words: about 100,000 words.
const MOST_WORDS: u64 = 1024 * 1024;

/// The maximum length of a word that is looked up, in bytes. A longer word is not a spelling mistake, and its
/// suggestions would take long.
const LONGEST: usize = 64;

/// Words from dialogue in novels that are not in word lists.
const ELIDED: [&str; 9] = [
    "'tis", "'twas", "'twere", "'twill", "'em", "'til", "'cause", "'bout", "'round",
];

/// The maximum number of suggestions.
const SUGGESTIONS: usize = 5;

/// The spelling of an installation, with the cached dictionary.
#[derive(Debug)]
pub struct Spelling {
    installation: Installation,
    /// Folders that are searched after the folder of the installation.
    system: Vec<PathBuf>,
    loaded: Mutex<Option<Loaded>>,
}

/// A dictionary, with the writer's own words in it.
#[derive(Debug)]
struct Loaded {
    files: Files,
    dictionary: Dictionary,
}

/// The two files of a dictionary.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Files {
    /// With an underscore, such as `en_US`.
    name: String,
    affixes: PathBuf,
    words: PathBuf,
}

impl Spelling {
    /// Returns the spelling of an installation; nothing is read yet.
    pub fn of(installation: Installation) -> Self {
        let mut system: Vec<PathBuf> = dirs::home_dir()
            .map(|home| home.join("Library/Spelling"))
            .into_iter()
            .collect();
        system.extend(SYSTEM.map(PathBuf::from));
        Self {
            installation,
            system,
            loaded: Mutex::default(),
        }
    }

    /// Returns the dictionary and the folders that spelling uses.
    pub fn view(&self, english: English) -> SpellingView {
        let shown = |name: &str| self.installation.path(name).display().to_string();
        SpellingView {
            dictionary: self.files(english).map(|files| files.name),
            wanted: wanted(english).to_owned(),
            folder: shown(FOLDER),
            words: shown(WORDS),
        }
    }

    /// Returns which of the words are unknown. A word may have an apostrophe of either kind and be a possessive.
    ///
    /// # Errors
    /// `DICTIONARY_UNUSABLE`, and the errors of reading the dictionary's files and the writer's own words.
    pub fn check(&self, words: Vec<String>, english: English) -> Result<Spelled> {
        let unknown = self.asking(english, |dictionary| {
            let is_unknown = |word: &String| word.len() <= LONGEST && !knows(dictionary, word);
            words.into_iter().filter(is_unknown).collect()
        })?;
        Ok(Spelled {
            looked: unknown.is_some(),
            unknown: unknown.unwrap_or_default(),
        })
    }

    /// Returns words that may be meant, the likeliest first and at most five, with the apostrophes of the word.
    ///
    /// # Errors
    /// The errors of [`Spelling::check`].
    pub fn suggest(&self, word: &str, english: English) -> Result<Vec<String>> {
        if word.len() > LONGEST {
            return Ok(Vec::new());
        }
        let suggestions = self.asking(english, |dictionary| {
            let mut suggestions = Vec::new();
            dictionary.suggest(&plain(word), &mut suggestions);
            suggestions.truncate(SUGGESTIONS);
            if word.contains('’') {
                for suggestion in &mut suggestions {
                    *suggestion = suggestion.replace('\'', "’");
                }
            }
            suggestions
        })?;
        Ok(suggestions.unwrap_or_default())
    }

    /// Adds a word to the writer's own words. Of a possessive it adds the word without the `'s`.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` for a text that is no word, and the errors of reading and writing the file of own words.
    /// After an error that file is unchanged.
    pub fn add(&self, word: &str) -> Result<()> {
        let word = plain(word);
        let word = word.strip_suffix("'s").unwrap_or(&word);
        if !is_word(word) {
            return Err(Error::Invalid {
                field: "word",
                expected: "one word of at most 64 bytes",
            });
        }
        // The lock is held while the file is read and written, because another thread may be adding a word.
        let mut loaded = self.loaded.lock();
        let mut own = self.own()?;
        if own.words.insert(word.to_owned()) {
            self.installation.write(WORDS, own.text().as_bytes())?;
        }
        if let Some(loaded) = loaded.as_mut() {
            learn(&mut loaded.dictionary, word);
        }
        Ok(())
    }

    /// Calls `ask` with the dictionary, which is loaded first if necessary. Returns `None` without a dictionary.
    fn asking<T>(&self, english: English, ask: impl FnOnce(&Dictionary) -> T) -> Result<Option<T>> {
        let mut loaded = self.loaded.lock();
        let Some(files) = self.files(english) else {
            *loaded = None;
            return Ok(None);
        };
        if !loaded.as_ref().is_some_and(|loaded| loaded.files == files) {
            // The previous dictionary is dropped first, because two are never needed at once.
            *loaded = None;
            let mut dictionary = files.read()?;
            for word in self.own()?.words {
                learn(&mut dictionary, &word);
            }
            *loaded = Some(Loaded { files, dictionary });
        }
        Ok(loaded.as_ref().map(|loaded| ask(&loaded.dictionary)))
    }

    /// Returns the files of the wanted dictionary, from the first folder that has them.
    fn files(&self, english: English) -> Option<Files> {
        let own = self.installation.path(FOLDER);
        let mut folders = std::iter::once(&own).chain(&self.system);
        folders.find_map(|folder| {
            let mut found = dictionaries(folder);
            found.retain(|files| english == English::Installed || files.name == wanted(english));
            let preference = |files: &Files| {
                let best = [English::American, English::British].map(wanted);
                best.iter()
                    .position(|name| *name == files.name)
                    .unwrap_or(best.len())
            };
            found.sort_by_key(preference);
            found.into_iter().next()
        })
    }

    fn own(&self) -> Result<Own> {
        match vault::read_text(&self.installation.path(WORDS), MOST_WORDS) {
            Ok(file) => Ok(Own::of(&file.text)),
            Err(vault::Error::NotFound { .. }) => Ok(Own::default()),
            Err(error) => Err(error.into()),
        }
    }
}

/// The file of the writer's own words.
#[derive(Debug, Default, PartialEq, Eq)]
struct Own {
    /// Lines that begin with `#`, in their order.
    notes: Vec<String>,
    /// All other lines. A line that is not a word stays in the file and is ignored.
    words: BTreeSet<String>,
}

impl Own {
    fn of(text: &str) -> Self {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let (notes, words): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.starts_with('#'));
        Self {
            notes: notes.into_iter().map(str::to_owned).collect(),
            words: words.into_iter().map(plain).collect(),
        }
    }

    fn text(&self) -> String {
        let mut words: Vec<&String> = self.words.iter().collect();
        // Sorted without case; the set itself has all capitals before the small letters.
        words.sort_by_key(|word| word.to_lowercase());
        let lines = self.notes.iter().chain(words);
        lines.flat_map(|line| [line.as_str(), "\n"]).collect()
    }
}

impl Files {
    fn read(&self) -> Result<Dictionary> {
        let affixes = vault::read_bytes(&self.affixes, LARGEST)?;
        let encoding = encoding_of(&affixes);
        let words = vault::read_bytes(&self.words, LARGEST)?;
        let [affixes, words] = [&affixes, &words].map(|bytes| encoding.decode(bytes).0);
        Dictionary::new(&affixes, &words).map_err(|error| {
            use spellbook::ParseDictionaryErrorSource::Dic;
            let path = if matches!(error.source, Dic) {
                &self.words
            } else {
                &self.affixes
            };
            Error::Dictionary { path: path.clone() }
        })
    }
}

/// Returns the English dictionaries in a folder, in the order of their names. A folder that cannot be read has none.
fn dictionaries(folder: &Path) -> Vec<Files> {
    // Many of a system's dictionaries are links to one file.
    let folder = &vault::named(folder).unwrap_or_else(|_| folder.to_owned());
    let entries = vault::entries(folder).unwrap_or_default().into_iter();
    let mut found: Vec<Files> = entries
        .filter_map(|(name, _)| {
            let words = folder.join(name);
            let name = words.file_stem()?.to_str()?.replace('-', "_");
            let is_english = name == "en" || name.starts_with("en_");
            if !is_english || words.extension()? != "dic" {
                return None;
            }
            let affixes = vault::named(&words.with_extension("aff")).ok()?;
            let words = vault::named(&words).ok()?;
            let is_whole = [&affixes, &words].map(|path| vault::kind(path)) == [Some(vault::Kind::File); 2];
            is_whole.then_some(Files { name, affixes, words })
        })
        .collect();
    found.sort_by(|one, other| one.name.cmp(&other.name));
    found
}

/// Returns the name of the dictionary that is wanted most.
const fn wanted(english: English) -> &'static str {
    match english {
        English::Installed | English::American => "en_US",
        English::British => "en_GB",
    }
}

/// Returns the encoding that an affix file declares for itself and for its list of words.
fn encoding_of(affixes: &[u8]) -> &'static Encoding {
    let said = affixes
        .split(|byte| *byte == b'\n')
        .find_map(|line| line.strip_prefix(b"SET "));
    said.and_then(|label| Encoding::for_label(label.trim_ascii()))
        .unwrap_or(UTF_8)
}

/// Returns a word with the apostrophe that dictionaries use.
fn plain(word: &str) -> String {
    word.replace('’', "'")
}

/// Returns whether a dictionary has a word. A possessive is also looked up without its `'s`, and `goin'` as `going`:
/// dictionaries list `'s` for few words, and `goin'` for none.
fn knows(dictionary: &Dictionary, word: &str) -> bool {
    let word = plain(word);
    dictionary.check(&word)
        || word.strip_suffix("'s").is_some_and(|word| dictionary.check(word))
        || word
            .strip_suffix("in'")
            .is_some_and(|start| dictionary.check(&format!("{start}ing")))
        || ELIDED.contains(&word.to_lowercase().as_str())
}

fn learn(dictionary: &mut Dictionary, word: &str) {
    // Hunspell reads the text behind a slash as flags, and an unknown flag is an error.
    if is_word(word) {
        let _ = dictionary.add(word);
    }
}

fn is_word(word: &str) -> bool {
    let is_of_word = |character: char| character.is_alphanumeric() || "'-.".contains(character);
    word.len() <= LONGEST && word.chars().all(is_of_word) && word.chars().any(char::is_alphabetic)
}

#[cfg(test)]
#[expect(
    clippy::disallowed_methods,
    reason = "a test sets its scene with plain writes"
)]
mod tests;
