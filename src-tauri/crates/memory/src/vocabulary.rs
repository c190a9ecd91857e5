//! The part of a journal line that a desk understands, and the part it leaves to a newer version of the desk.
//!
//! Versions of the desk share a folder. A newer version uses names that an older version does not know: kinds of lines,
//! runs, episodes and scenes, features and so on. Nothing is guessed about such a name. A run is understood without the
//! part that holds the name, because each part of a run states its result by itself. So a rule that a newer version
//! removed stays removed. Any other line is understood whole or not at all.

mod shape;

use std::collections::BTreeSet;
use std::sync::OnceLock;

use prose::Language;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use crate::journal::{Entry, FileSwap, Run, RunKind};
use crate::proposal::Proposal;
use learning::question::{Answered, Question};
use learning::{Amendment, Episode, Turning};
use learning::{Rule, Tombstone};

/// The names a desk knows.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    unknown: BTreeSet<(String, String)>,
    /// Cached, because each read of the index needs it.
    fingerprint: OnceLock<String>,
}

/// A journal line as a desk understands it.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The part that is understood; `None` if nothing is.
    pub entry: Option<Entry>,
    /// The part left to a newer version of the desk; `None` if the whole line is understood.
    pub left: Option<Left>,
}

/// The part that a desk leaves to a newer version of the desk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Left {
    /// The run that the line prepares, if any.
    pub run_id: Option<String>,
    /// Ids of rules whose state only the newer version can read.
    pub rules: BTreeSet<String>,
}

impl Vocabulary {
    /// Returns the vocabulary of a desk that does not know some names, each given with its field, such as
    /// `("scene_type", "dialogue")`. For tests of two versions of the desk on one folder.
    #[must_use]
    pub fn without(names: &[(&str, &str)]) -> Self {
        let owned = |(field, name): &(&str, &str)| ((*field).to_owned(), (*name).to_owned());
        Self {
            unknown: names.iter().map(owned).collect(),
            fingerprint: OnceLock::new(),
        }
    }

    /// Returns a fingerprint of the vocabulary, 16 hexadecimal digits. It differs between two desks as soon as one
    /// knows a field or a name that the other does not.
    ///
    /// It is computed from the types that journal lines are parsed into, so that no version number must be raised by
    /// hand.
    #[must_use]
    pub fn fingerprint(&self) -> &str {
        self.fingerprint.get_or_init(|| self.summed_up())
    }

    fn summed_up(&self) -> String {
        let mut names = BTreeSet::new();
        shape::of::<Episode>(&mut names);
        shape::of::<Amendment>(&mut names);
        shape::of::<Run>(&mut names);
        shape::of::<FileSwap>(&mut names);
        shape::of::<Language>(&mut names);
        // When serde refuses a kind of line, its message lists all known kinds.
        let kinds = serde_json::from_str::<Entry>(r#"{"type":""}"#).err();
        names.extend(kinds.map(|error| error.to_string()));
        let unknown = self
            .unknown
            .iter()
            .map(|(field, name)| format!("no {field} {name}"));
        let mut digest = Sha256::new();
        for name in names.into_iter().chain(unknown) {
            digest.update(name.as_bytes());
            digest.update([0]);
        }
        digest.finalize()[..8]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect()
    }

    /// Reads a journal line as far as it is understood.
    #[must_use]
    pub fn read(&self, line: &str) -> Reading {
        if self.unknown.is_empty()
            && let Some(entry) = whole(serde_json::from_str(line))
        {
            return Reading {
                entry: Some(entry),
                left: None,
            };
        }
        let Ok(mut line) = serde_json::from_str(line) else {
            return Reading {
                entry: None,
                left: Some(Left::default()),
            };
        };
        self.hide(&mut line);
        match whole(serde_json::from_value(line.clone())) {
            Some(entry) => Reading {
                entry: Some(entry),
                left: None,
            },
            None => in_part(line),
        }
    }

    /// Replaces names outside this vocabulary by names that no version knows.
    fn hide(&self, value: &mut Value) {
        match value {
            Value::Array(items) => items.iter_mut().for_each(|item| self.hide(item)),
            Value::Object(fields) => {
                for (field, value) in fields {
                    match value {
                        Value::String(name) if self.unknown.contains(&(field.clone(), name.clone())) => {
                            name.push_str(" of a newer version");
                        }
                        value => self.hide(value),
                    }
                }
            }
            _ => {}
        }
    }
}

/// Returns a parsed entry if no part of it belongs to a newer version.
fn whole(read: serde_json::Result<Entry>) -> Option<Entry> {
    let newer = |entry: &Entry| matches!(entry, Entry::RunPrepared { run, .. } if run.kind == RunKind::Newer);
    read.ok().filter(|entry| !newer(entry))
}

/// Reads a line with unknown names.
fn in_part(mut line: Value) -> Reading {
    let is_run = line.get("type").and_then(Value::as_str) == Some("run_prepared");
    let run = line.get_mut("run").filter(|_| is_run);
    let Some(run) = run.and_then(Value::as_object_mut) else {
        return Reading {
            entry: None,
            left: Some(Left::default()),
        };
    };
    let left = Left {
        run_id: run.get("id").and_then(Value::as_str).map(str::to_owned),
        rules: understood(run),
    };
    Reading {
        entry: serde_json::from_value(line).ok(),
        left: Some(left),
    }
}

/// Removes the unknown parts from a run. Returns the ids of the rules in these parts.
fn understood(run: &mut Map<String, Value>) -> BTreeSet<String> {
    if !run.get("kind").is_some_and(reads::<RunKind>) {
        let newer = serde_json::to_value(RunKind::Newer).unwrap_or_default();
        run.insert("kind".into(), newer);
    }
    let id = |rule: &Value| Some(rule.get("id")?.as_str()?.to_owned());
    let rules: BTreeSet<String> = keep::<Rule>(run, "put").iter().filter_map(id).collect();
    // The rule has changed, and only the newer version knows its present state.
    if let Value::Array(removed) = run.entry("removed").or_insert_with(|| Value::Array(Vec::new())) {
        removed.extend(rules.iter().cloned().map(Value::String));
    }
    keep::<Tombstone>(run, "tombstones");
    keep::<Turning>(run, "turnings");
    keep::<Question>(run, "asked");
    if let Some(Value::Array(answered)) = run.get_mut("answered") {
        // Whatever the answer was, the question must not be asked again.
        for answered in answered
            .iter_mut()
            .filter(|answered| !reads::<Answered>(answered))
        {
            answered
                .as_object_mut()
                .and_then(|fields| fields.remove("answer"));
        }
    }
    keep::<Answered>(run, "answered");
    keep::<Proposal>(run, "proposed");
    if let Some(undoes) = run.get_mut("undoes").and_then(Value::as_object_mut) {
        keep::<Tombstone>(undoes, "lifted");
        keep::<Turning>(undoes, "unturned");
        keep::<Question>(undoes, "questions");
    }
    rules
}

/// Keeps the understood items of a list, and returns the others.
fn keep<T: DeserializeOwned>(of: &mut Map<String, Value>, field: &str) -> Vec<Value> {
    let Some(Value::Array(items)) = of.get_mut(field) else {
        return Vec::new();
    };
    let (kept, left) = std::mem::take(items).into_iter().partition(reads::<T>);
    *items = kept;
    left
}

fn reads<T: DeserializeOwned>(value: &Value) -> bool {
    T::deserialize(value).is_ok()
}

#[cfg(test)]
mod tests;
