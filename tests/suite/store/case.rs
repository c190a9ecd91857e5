//! A case as read from its folder. A `case.toml` with an unknown field is refused.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use chrono::{DateTime, Days, FixedOffset, NaiveDate, Utc};
use memory::consolidation::message::Conversation;
use memory::document::{Item, ItemState};
use memory::upkeep::Act;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use walkdir::WalkDir;

/// Files by their path below a folder, with `/` as separator.
pub type Files = BTreeMap<String, Vec<u8>>;

/// One case.
pub struct Case {
    /// The contents of its `case.toml`.
    pub says: CaseFile,
    /// The memory root before the first step, including the generated files.
    pub before: Files,
    /// The number of ids given out by its desks. Ids count up from `run-1`, so that whole files can be compared.
    pub ids: Arc<AtomicUsize>,
    folder: PathBuf,
}

/// The contents of `case.toml`; `README.md` beside the cases explains each field.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseFile {
    pub title: String,
    pub language: String,
    pub today: NaiveDate,
    pub now: DateTime<Utc>,
    #[serde(deserialize_with = "offset")]
    pub offset: FixedOffset,
    pub session: String,
    pub mechanism: String,
    pub says: String,
    #[serde(default)]
    pub note: String,
    #[serde(default = "yes")]
    pub everything: bool,
    #[serde(default)]
    pub waiting: usize,
    #[serde(default)]
    pub too_long_asked: bool,
    #[serde(default)]
    pub source: Option<Source>,
    #[serde(default)]
    pub workflow: toml::Table,
    #[serde(default)]
    pub words: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    pub generate: Vec<Generate>,
    #[serde(default)]
    pub step: Vec<Step>,
    #[serde(default)]
    pub chunk: Vec<ChunkSays>,
    #[serde(default)]
    pub file: Vec<FileSays>,
    #[serde(default)]
    pub proposal: Vec<ProposalSays>,
}

fn offset<'de, D: Deserializer<'de>>(deserializer: D) -> Result<FixedOffset, D::Error> {
    String::deserialize(deserializer)?
        .parse()
        .map_err(D::Error::custom)
}

const fn yes() -> bool {
    true
}

/// The report of a data loss in another program, on which the case is based.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    pub issue: String,
    pub found: bool,
    pub reported: String,
}

/// Generated text, too long to store in the case.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Generate {
    into: Option<String>,
    fills: Option<String>,
    head: String,
    from: u64,
    to: u64,
    modulus: Option<u64>,
    #[serde(default)]
    rests: Vec<u64>,
    line: String,
    r#as: Option<As>,
    run: Option<String>,
    since: Option<NaiveDate>,
    #[serde(default)]
    days: u64,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum As {
    Item,
}

/// One step of a case.
#[derive(Clone, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Step {
    Consolidate {
        messages: Option<Messages>,
        replies: Option<String>,
        session: Option<String>,
        asked: Option<usize>,
        during: Option<usize>,
    },
    Write {
        path: String,
        from: String,
        during: Option<usize>,
    },
    Remove {
        path: String,
        #[serde(default)]
        keep: Vec<String>,
    },
    PutBack {
        step: usize,
    },
    Audit {
        apply: Vec<Upkeep>,
    },
    Restore {
        step: usize,
        files: Option<Vec<String>>,
        #[serde(default)]
        merge: bool,
        refused: Option<String>,
        fails: Option<Fails>,
    },
}

/// An act of upkeep, named by its command-line flag.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Upkeep {
    Apply,
    ApplySafe,
    Archive,
    Compact,
    Ttl,
}

impl From<Upkeep> for Act {
    fn from(upkeep: Upkeep) -> Self {
        match upkeep {
            Upkeep::Apply => Self::Apply,
            Upkeep::ApplySafe => Self::ApplySafe,
            Upkeep::Archive => Self::Archive,
            Upkeep::Compact => Self::Compact,
            Upkeep::Ttl => Self::Expire,
        }
    }
}

/// How often the disk fails.
#[derive(Clone, Copy, Deserialize)]
pub enum Fails {
    /// At each call of the step, one after the other, each in a copy of the project.
    #[serde(rename = "every call in turn")]
    EveryCallInTurn,
}

/// Which messages of a conversation a step uses.
#[derive(Clone, Deserialize)]
#[serde(untagged)]
pub enum Messages {
    /// The first so many messages.
    First(usize),
    /// The messages of another file.
    In(String),
}

impl Step {
    /// Returns the number of the step during which this step happens.
    pub const fn during(&self) -> Option<usize> {
        match self {
            Self::Consolidate { during, .. } | Self::Write { during, .. } => *during,
            Self::Remove { .. } | Self::PutBack { .. } | Self::Audit { .. } | Self::Restore { .. } => None,
        }
    }
}

/// The expectations about a stretch of messages.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChunkSays {
    pub messages: (usize, usize),
    pub step: Option<usize>,
    pub asked: usize,
    pub outcome: Option<String>,
    pub guard_reason: Option<String>,
    pub structured_source: Option<String>,
    pub daily_reason: Option<String>,
    pub history_rejection: Option<String>,
    pub retry_helped: Option<bool>,
    #[serde(default)]
    pub memory_truncated: bool,
    #[serde(default)]
    pub reply_cut_off: bool,
    #[serde(default)]
    pub removed: BTreeMap<String, usize>,
    #[serde(default)]
    pub conflicts: Vec<ConflictSays>,
    pub error: Option<String>,
    pub position: Option<usize>,
}

/// The expectation about a preference that gets another value.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConflictSays {
    pub key: String,
    pub resolution: String,
}

/// The expectations about a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileSays {
    pub path: String,
    pub at_step: Option<usize>,
    pub section: Option<String>,
    #[serde(default)]
    pub has: Vec<String>,
    #[serde(default)]
    pub lacks: Vec<String>,
    #[serde(default)]
    pub once: bool,
    #[serde(default)]
    pub nowhere: Vec<String>,
    #[serde(default)]
    pub untouched: bool,
    #[serde(default)]
    pub absent: bool,
    #[serde(default)]
    pub may_be_absent: bool,
    pub same_as: Option<String>,
    #[serde(default)]
    pub keeps_all: bool,
    #[serde(default)]
    pub keeps_all_of: Vec<String>,
    #[serde(default)]
    pub except: Vec<String>,
    pub headings: Option<Vec<String>>,
    pub entries: Option<usize>,
    pub items: Option<usize>,
    #[serde(default)]
    pub conserved_with: Vec<String>,
    pub count: Option<usize>,
    pub at_most: Option<usize>,
    pub rules: Option<Vec<String>>,
    #[serde(default)]
    pub merged: BTreeMap<String, u32>,
    #[serde(default)]
    pub own_id: Vec<String>,
    pub preimage: Option<String>,
    pub of_step: Option<usize>,
    #[serde(default)]
    pub prompt_has: Vec<String>,
}

/// A change of the writer's own lines, or a question to her, that must wait for her decision.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProposalSays {
    pub path: String,
    pub section: String,
    pub reason: String,
    pub before: Option<String>,
    pub after: Option<String>,
}

impl Case {
    /// Reads a case, and generates the files that its `generate` entries describe.
    pub fn read(name: &str) -> Self {
        let folder = folder().join(name);
        let text = fs::read_to_string(folder.join("case.toml")).expect("a case");
        let mut says: CaseFile = toml::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        if says.step.is_empty() {
            says.step.push(Step::Consolidate {
                messages: None,
                replies: None,
                session: None,
                asked: None,
                during: None,
            });
        }
        let mut before = files(&folder.join("before"));
        for generate in &says.generate {
            generate.write(&says.words, &mut before);
        }
        Self {
            says,
            before,
            ids: Arc::default(),
            folder,
        }
    }

    /// Returns the bytes of a file of the case; a file below `before/` may be generated.
    pub fn bytes(&self, path: &str) -> Vec<u8> {
        let generated = path
            .strip_prefix("before/")
            .and_then(|path| self.before.get(path));
        let read = || fs::read(self.folder.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        generated.cloned().unwrap_or_else(read)
    }

    /// Returns the text of a file of the case.
    pub fn text(&self, path: &str) -> String {
        String::from_utf8(self.bytes(path)).expect("text")
    }

    /// Returns the expected memory files at the end; `None` for a case with generated text, which is too long to read
    /// in full.
    pub fn after(&self) -> Option<Files> {
        self.says.generate.is_empty().then(|| files(&self.after_folder()))
    }

    /// Stores memory files as the expected ones. A person must read them before they are committed.
    pub fn accept(&self, end: &Files) {
        let folder = self.after_folder();
        if folder.exists() {
            fs::remove_dir_all(&folder).expect("a folder");
        }
        write(&folder, end);
    }

    fn after_folder(&self) -> PathBuf {
        self.folder.join("after")
    }

    /// Returns a conversation.
    pub fn conversation(&self, path: &str) -> Conversation {
        let conversation = Conversation::read(&self.text(path));
        assert_eq!(
            conversation.refused, [0usize; 0],
            "{path}: lines that are no messages"
        );
        conversation
    }

    /// Returns the answers of a model, with the generated text inserted.
    pub fn replies(&self, path: &str) -> String {
        let mut replies = self.text(path);
        let mut filled: BTreeMap<&str, String> = BTreeMap::new();
        for generate in &self.says.generate {
            if let Some(name) = &generate.fills {
                let text = filled.entry(name).or_default();
                *text += &generate.head;
                for (_, _, line) in generate.lines(&self.says.words) {
                    *text += &(line + "\n");
                }
            }
        }
        for (name, text) in filled {
            let quoted = serde_json::to_string(&text).expect("text");
            replies = replies.replace(&format!("{{{{{name}}}}}"), quoted.trim_matches('"'));
        }
        assert!(!replies.contains("{{"), "{path}: a place that nothing fills");
        replies
    }
}

impl Generate {
    /// Returns the lines, each with its number and date.
    fn lines(
        &self,
        words: &BTreeMap<String, Vec<String>>,
    ) -> impl Iterator<Item = (u64, Option<NaiveDate>, String)> {
        let wanted = |n: &u64| {
            self.modulus
                .is_none_or(|modulus| self.rests.contains(&(n % modulus)))
        };
        (self.from..=self.to).filter(wanted).map(move |n| {
            let date = self.since.map(|since| since + Days::new((n - 1) * self.days));
            let mut line = self.line.replace("{n}", &n.to_string());
            for (name, list) in words {
                let at = usize::try_from(n - 1).expect("a small number") % list.len();
                line = line.replace(&format!("{{{name}}}"), &list[at]);
            }
            assert!(!line.contains('{'), "{line}: a word there is no list for");
            if let Some(As::Item) = self.r#as {
                let day = date.expect("`since` for an item");
                line = Item {
                    id: Item::id_of(&line),
                    state: ItemState::Active,
                    run: self.run.clone().expect("`run` for an item"),
                    source: None,
                    since: day,
                    updated: day,
                    merged: 0,
                }
                .bullet(&line);
            }
            (n, date, line)
        })
    }

    fn write(&self, words: &BTreeMap<String, Vec<String>>, files: &mut Files) {
        let Some(into) = &self.into else {
            return assert!(self.fills.is_some(), "a text that goes nowhere");
        };
        let mut begun = String::new();
        for (_, date, line) in self.lines(words) {
            let date = date.map_or_else(String::new, |date| date.to_string());
            let path = into.replace("{date}", &date);
            let file = files.entry(path.clone()).or_default();
            if begun != path {
                file.extend(self.head.replace("{date}", &date).bytes());
                begun = path;
            }
            file.extend((line + "\n").bytes());
        }
    }
}

/// Returns the folder of all cases.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/store")
}

/// Writes files below a folder.
pub fn write(folder: &Path, files: &Files) {
    for (path, bytes) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }
}

/// Returns each file below a folder; empty if the folder does not exist.
pub fn files(folder: &Path) -> Files {
    let found = WalkDir::new(folder).into_iter().map_while(Result::ok);
    found
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            let path = entry.path().strip_prefix(folder).expect("below the folder");
            let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
            (parts.join("/"), fs::read(entry.path()).expect("a file"))
        })
        .collect()
}

/// Returns whether a path matches a pattern: `?` is one character and `*` any number of them, within one part of the
/// path.
pub fn matches(pattern: &str, path: &str) -> bool {
    match (pattern.chars().next(), path.chars().next()) {
        (None, None) => true,
        (Some('*'), next) => {
            let rest = &pattern[1..];
            matches(rest, path)
                || next.is_some_and(|next| next != '/' && matches(pattern, &path[next.len_utf8()..]))
        }
        (Some(mark), Some(next)) if mark == next || (mark == '?' && next != '/') => {
            matches(&pattern[mark.len_utf8()..], &path[next.len_utf8()..])
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_of_a_case_is_passed_over() {
        let case = fs::read_to_string(folder().join("disasters/hermes-26045/case.toml")).expect("a case");
        assert!(toml::from_str::<CaseFile>(&case).is_ok());
        for (known, unknown) in [
            ("title =", "titel = \"x\"\ntitle ="),
            ("found =", "funded = true\nfound ="),
            ("do = \"consolidate\"", "do = \"consolidate\"\naks = 1"),
            ("do = \"consolidate\"", "do = \"console\""),
            ("do = \"write\"", "do = \"write\"\nfails = \"every call in turn\""),
            ("outcome =", "outcomes = \"written\"\noutcome ="),
            ("lacks =", "lack = []\nlacks ="),
            ("[[chunk]]", "[[question]]\n\n[[chunk]]"),
        ] {
            let changed = case.replacen(known, unknown, 1);
            assert_ne!(changed, case);
            assert!(toml::from_str::<CaseFile>(&changed).is_err(), "{unknown}");
        }
    }

    #[test]
    fn a_pattern_stays_within_one_part_of_a_path() {
        for (pattern, path, same) in [
            ("*.md", "MEMORY.md", true),
            ("*.md", "archive/MEMORY.md", false),
            ("????-??-??.md", "2026-11-21.md", true),
            ("????-??-??.md", "2026-11-2.md", false),
            ("history/*/files/MEMORY.md", "history/run-1/files/MEMORY.md", true),
            ("心?.md", "心得.md", true),
            ("", "", true),
        ] {
            assert_eq!(matches(pattern, path), same, "{pattern} {path}");
        }
    }
}
