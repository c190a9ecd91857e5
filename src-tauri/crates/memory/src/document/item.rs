//! An item: a bullet that consolidation wrote, and the annotation behind it.

use std::fmt;

use chrono::{DateTime, NaiveDate, Utc};
use sha2::{Digest, Sha256};

use super::line::{CLOSING, ITEM, key, words};
use crate::words::{cut, one_line};

/// The word before a source in an annotation.
pub(crate) const FROM: &str = "from ";

/// The maximum length of a source in an annotation, in characters.
const SOURCE: usize = 60;

/// Returns the name of a source as an annotation can hold it: on one line, without the signs that part or end an
/// annotation. A second call changes nothing. `None` if nothing is left of the name.
pub(crate) fn source_name(name: &str) -> Option<String> {
    let mut safe = one_line(name)
        .replace('|', "/")
        .replace('<', "(")
        .replace('>', ")");
    // Two hyphens could end the comment.
    while safe.contains("--") {
        safe = safe.replace("--", "-");
    }
    let safe = cut(&safe, SOURCE);
    (!safe.is_empty()).then_some(safe)
}

/// Returns twelve hexadecimal digits of the SHA-256 of [`key`] of a text.
pub(crate) fn short_hash(words: &str) -> String {
    let digest = Sha256::digest(key(words).as_bytes());
    digest.iter().take(6).map(|byte| format!("{byte:02x}")).collect()
}

/// The state of an item. A bullet with an unknown state is not changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemState {
    /// It is valid.
    Active,
}

impl ItemState {
    const fn name(self) -> &'static str {
        match self {
            Self::Active => "active",
        }
    }
}

/// The annotation of consolidation behind a bullet it wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// `item-` and twelve hexadecimal digits of the SHA-256 of [`key`] of its text. So two machines give the same
    /// statement the same id, and a line whose text was changed can be recognised.
    pub id: String,
    /// Its state.
    pub state: ItemState,
    /// The id of the run that wrote it.
    pub run: String,
    /// The conversation it was first said in, as [`source_name`] writes it; absent in files of older desks and for what
    /// the desk itself has seen.
    pub source: Option<String>,
    /// The day it was first written (UTC).
    pub since: NaiveDate,
    /// The day it last changed (UTC).
    pub updated: NaiveDate,
    /// The number of items with the same statement that were folded into this item.
    pub merged: u32,
}

impl Item {
    /// Returns the annotation of a new item.
    pub fn new(words: &str, run: &str, at: DateTime<Utc>) -> Self {
        Self {
            id: Self::id_of(words),
            state: ItemState::Active,
            run: run.to_owned(),
            source: None,
            since: at.date_naive(),
            updated: at.date_naive(),
            merged: 0,
        }
    }

    /// Returns the annotation with the conversation that the item was said in.
    #[must_use]
    pub fn said_in(self, session: &str) -> Self {
        Self {
            source: source_name(session),
            ..self
        }
    }

    /// Returns the id of the item with the text `words`.
    pub fn id_of(words: &str) -> String {
        format!("item-{}", short_hash(words))
    }

    /// Returns its bullet, without a line ending.
    pub fn bullet(&self, words: &str) -> String {
        format!("- {words} {self}")
    }

    /// Parses a bullet that ends in an item's annotation.
    ///
    /// Only a line exactly as the desk writes it is an item. If the text does not match the id, or the annotation is
    /// not as [`Item`] prints it, the line was edited. It then belongs to the writer.
    pub(super) fn read(line: &str) -> Option<Self> {
        let at = line.rfind(ITEM)?;
        let inside = line[at + ITEM.len()..].trim_end().strip_suffix(CLOSING)?;
        let before = &line[..at];
        if before.contains("<!--") || before.contains(CLOSING) || inside.contains("--") {
            return None;
        }
        let mut parts = inside.trim().split(" | ");
        let id = parts.next()?;
        let state = Some(ItemState::Active).filter(|state| parts.next() == Some(state.name()))?;
        let run = parts.next()?.strip_prefix("run ")?;
        let day = |part: Option<&str>, name: &str| {
            NaiveDate::parse_from_str(part?.strip_prefix(name)?, "%Y-%m-%d").ok()
        };
        let next = parts.next()?;
        let source = next.strip_prefix(FROM).map(str::to_owned);
        let next = if source.is_some() {
            parts.next()
        } else {
            Some(next)
        };
        let since = day(next, "since ")?;
        let updated = day(parts.next(), "updated ")?;
        let merged = match parts.next() {
            None => 0,
            Some(part) => part.strip_prefix("merged ")?.parse().ok()?,
        };
        let is_whole = parts.next().is_none() && !run.is_empty() && !run.contains(char::is_whitespace);
        let is_as_written = source
            .as_deref()
            .is_none_or(|name| source_name(name).as_deref() == Some(name));
        (is_whole && is_as_written && id == Self::id_of(&words(before))).then(|| Self {
            id: id.to_owned(),
            state,
            run: run.to_owned(),
            source,
            since,
            updated,
            merged,
        })
    }
}

/// Prints the annotation.
impl fmt::Display for Item {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            id,
            run,
            source,
            since,
            updated,
            ..
        } = self;
        let state = self.state.name();
        write!(formatter, "{ITEM}{id} | {state} | run {run}")?;
        if let Some(source) = source {
            write!(formatter, " | {FROM}{source}")?;
        }
        write!(formatter, " | since {since} | updated {updated}")?;
        if self.merged > 0 {
            write!(formatter, " | merged {}", self.merged)?;
        }
        write!(formatter, " {CLOSING}")
    }
}
