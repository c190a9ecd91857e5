//! Parses the answer of a model: the arguments of `save_memory`, in any form that models return.
//!
//! Models wrap the object in a fenced block, encode it twice, put it under `arguments`, break lines inside a string, or
//! stop in the middle. Readable fields are used, an unreadable field gets a reason, and one invalid field does not
//! affect the others.

use std::fmt;

use chrono::NaiveDateTime;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::files::daily::{DailySection, DailySections};
use crate::files::history::{HistoryEntry, Rejection, normalised};

/// The validity of one part of a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Validity {
    /// It is valid.
    Ok,
    /// It is missing.
    Missing,
    /// It is not an object.
    NotObject,
    /// It is empty.
    Empty,
    /// The value under a key has the wrong type.
    InvalidType(&'static str),
    /// An item in the list under a key has the wrong type.
    InvalidItem(&'static str),
}

impl fmt::Display for Validity {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ok => formatter.write_str("ok"),
            Self::Missing => formatter.write_str("missing"),
            Self::NotObject => formatter.write_str("not_object"),
            Self::Empty => formatter.write_str("empty"),
            Self::InvalidType(key) => write!(formatter, "invalid_type:{key}"),
            Self::InvalidItem(key) => write!(formatter, "invalid_item:{key}"),
        }
    }
}

impl Serialize for Validity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The daily sections of a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Daily {
    /// The readable part of the sections.
    pub sections: DailySections,
    /// The first error in them, or [`Validity::Ok`].
    pub reason: Validity,
}

/// A reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The unchanged text. It is kept with the run, so that text left out of the files can be found there.
    pub raw: String,
    /// The validity of the reply as a whole: `Ok`, `Missing` (nothing in it is JSON), `NotObject`, or `Empty` (an
    /// object without any of the fields).
    pub reason: Validity,
    /// Whether it stopped in the middle; then only the complete part is used.
    pub cut_off: bool,
    /// The entry for the story of what was done.
    pub history_entry: Result<String, Validity>,
    /// The update of the long-term memory. A value that is not text is converted to JSON text.
    pub memory_update: Result<String, Validity>,
    /// The notes of the day, by section.
    pub daily: Daily,
    /// The insights, one per line.
    pub insights_update: Result<String, Validity>,
}

const FIELDS: [&str; 4] = [
    "history_entry",
    "memory_update",
    "daily_sections",
    "insights_update",
];

/// The keys under which providers and scripts put the arguments.
const WRAPPERS: [&str; 6] = [
    "arguments",
    "input",
    "parameters",
    "function",
    "tool_calls",
    "message",
];

/// The maximum number of nested wrappings. A real reply has three (`tool_calls`, `function`, `arguments` as text).
const DEPTH: usize = 8;

/// The maximum number of positions that are tried as the start of an object, so that a page full of braces costs
/// little.
const TRIES: usize = 4;

impl Reply {
    /// Parses a reply. Never fails and never loses text: `raw` is the unchanged text.
    pub fn read(raw: &str) -> Self {
        let (found, cut_off) = json(raw, DEPTH);
        let (arguments, reason) = match found {
            None => (Map::new(), Validity::Missing),
            Some(Value::Object(object)) if has_field(&object) => (object, Validity::Ok),
            Some(Value::Object(_)) => (Map::new(), Validity::Empty),
            Some(_) => (Map::new(), Validity::NotObject),
        };
        Self {
            raw: raw.to_owned(),
            reason,
            cut_off,
            history_entry: match arguments.get("history_entry") {
                None | Some(Value::Null) => Err(Validity::Missing),
                Some(Value::String(text)) => Ok(text.clone()),
                Some(_) => Err(Validity::InvalidType("history_entry")),
            },
            memory_update: match arguments.get("memory_update") {
                None | Some(Value::Null) => Err(Validity::Missing),
                Some(Value::String(text)) if text.trim().is_empty() => Err(Validity::Empty),
                Some(Value::String(text)) => Ok(text.clone()),
                Some(other) => Ok(other.to_string()),
            },
            daily: daily(arguments.get("daily_sections")),
            insights_update: insights(arguments.get("insights_update")),
        }
    }

    /// Returns the entry in the format of `HISTORY.md`. `at` is the local time of the conversation.
    ///
    /// # Errors
    /// The reason there is no entry.
    pub fn entry(&self, at: NaiveDateTime) -> Result<HistoryEntry, Rejection> {
        match &self.history_entry {
            Ok(text) => normalised(text, at),
            Err(Validity::InvalidType(_)) => Err(Rejection::InvalidType),
            Err(_) => Err(Rejection::Missing),
        }
    }

    /// Reads a reply that is already parsed as JSON.
    pub fn of(value: &Value) -> Self {
        Self::read(&value.to_string())
    }

    /// Returns whether the reply has any usable field.
    pub fn is_usable(&self) -> bool {
        self.reason == Validity::Ok
    }
}

fn has_field(object: &Map<String, Value>) -> bool {
    FIELDS.iter().any(|field| object.contains_key(*field))
}

/// Returns the JSON value in a text, after removing fences, wrappers and double encoding, and whether it was cut off.
fn json(text: &str, depth: usize) -> (Option<Value>, bool) {
    let text = text.trim_start_matches('\u{feff}').trim();
    if let Ok(value) = serde_json::from_str(text) {
        return unwrapped(value, depth);
    }
    // A text that was encoded twice and then cut off ends inside its outer string, perhaps inside an escape.
    if text.starts_with('"') {
        let ends = (0..=6).filter_map(|gone| text.get(..text.len().checked_sub(gone)?));
        let inner = ends
            .map(|whole| format!("{whole}\""))
            .find_map(|whole| serde_json::from_str::<String>(&whole).ok());
        if let Some(inner) = inner.filter(|_| depth > 0) {
            let (value, _) = json(&inner, depth - 1);
            return (value, true);
        }
    }
    let mut first = (None, false);
    for (start, _) in text.match_indices('{').take(TRIES) {
        let (mended, cut_off) = mended(&text[start..]);
        let Ok(value) = serde_json::from_str(&mended) else {
            continue;
        };
        let (value, inner) = unwrapped(value, depth);
        let found = (value, inner || cut_off);
        if matches!(&found.0, Some(Value::Object(object)) if has_field(object)) {
            return found;
        }
        if first.0.is_none() {
            first = found;
        }
    }
    first
}

/// Returns the object with the fields, without the wrappers of a provider.
fn unwrapped(value: Value, depth: usize) -> (Option<Value>, bool) {
    let Some(below) = depth.checked_sub(1) else {
        return (Some(value), false);
    };
    let inner: Vec<Value> = match &value {
        Value::Object(object) if has_field(object) => Vec::new(),
        Value::Object(object) => WRAPPERS
            .iter()
            .filter_map(|key| object.get(*key).cloned())
            .collect(),
        Value::Array(items) => items.iter().take(TRIES).cloned().collect(),
        Value::String(text) => {
            let (found, cut_off) = json(text, below);
            return (found.or(Some(value)), cut_off);
        }
        _ => Vec::new(),
    };
    let found = inner
        .into_iter()
        .map(|inner| unwrapped(inner, below))
        .find(|(found, _)| matches!(found, Some(Value::Object(object)) if has_field(object)));
    found.unwrap_or((Some(value), false))
}

/// Returns the object at the beginning of a text as complete JSON, and whether it was cut off. Line breaks inside
/// strings are escaped, and text after the object is dropped. An object that is cut off is closed after its last
/// complete member.
///
/// A member that is cut off is dropped completely, because half a sentence in memory is worse than none.
fn mended(text: &str) -> (String, bool) {
    let mut out = String::with_capacity(text.len());
    let mut open: Vec<char> = Vec::new();
    // The length of the output and the nesting depth after the last complete member.
    let mut complete = (0, 0);
    let mut in_string = false;
    let mut escaped = false;
    let mut is_key = false;
    let mut before = ' ';
    for character in text.chars() {
        if in_string {
            match character {
                '\0'..='\u{1f}' => out.push_str(&format!("\\u{:04x}", u32::from(character))),
                _ => out.push(character),
            }
            in_string = escaped || character != '"';
            escaped = !escaped && character == '\\';
            if !in_string && !is_key {
                complete = (out.len(), open.len());
            }
            continue;
        }
        match character {
            '"' => {
                in_string = true;
                is_key = open.last() == Some(&'}') && before != ':';
            }
            '{' => open.push('}'),
            '[' => open.push(']'),
            ',' => complete = (out.len(), open.len()),
            _ => {}
        }
        out.push(character);
        if matches!(character, '{' | '[') {
            complete = (out.len(), open.len());
        } else if matches!(character, '}' | ']') {
            if open.last() != Some(&character) {
                break;
            }
            open.pop();
            complete = (out.len(), open.len());
            if open.is_empty() {
                return (out, false);
            }
        }
        if !character.is_whitespace() {
            before = character;
        }
    }
    let (length, depth) = complete;
    out.truncate(length);
    // An object or list open at that point but closed since was closed behind it, and is closed again here.
    open.truncate(depth);
    out.extend(open.into_iter().rev());
    (out, true)
}

fn daily(value: Option<&Value>) -> Daily {
    let empty = |reason| Daily {
        sections: DailySections::default(),
        reason,
    };
    let object = match value {
        None | Some(Value::Null) => return empty(Validity::Missing),
        Some(Value::Object(object)) => object.clone(),
        Some(Value::String(text)) => match serde_json::from_str(text) {
            Ok(Value::Object(object)) => object,
            _ => return empty(Validity::NotObject),
        },
        Some(_) => return empty(Validity::NotObject),
    };
    let mut sections = DailySections::default();
    let mut wrong = None;
    for (key, value) in &object {
        let Some(section) = DailySection::named(key) else {
            continue;
        };
        match value {
            Value::Array(items) => {
                for item in items {
                    match item {
                        Value::String(text) => sections.add(section, text),
                        _ => wrong = wrong.or(Some(Validity::InvalidItem(section.key()))),
                    }
                }
            }
            Value::Null => {}
            Value::String(text) => {
                text.lines().for_each(|line| sections.add(section, line));
                wrong = wrong.or(Some(Validity::InvalidType(section.key())));
            }
            _ => wrong = wrong.or(Some(Validity::InvalidType(section.key()))),
        }
    }
    let reason = wrong.unwrap_or(if sections.is_empty() {
        Validity::Empty
    } else {
        Validity::Ok
    });
    Daily { sections, reason }
}

fn insights(value: Option<&Value>) -> Result<String, Validity> {
    match value {
        None | Some(Value::Null) => Err(Validity::Missing),
        Some(Value::String(text)) if text.trim().is_empty() => Err(Validity::Empty),
        Some(Value::String(text)) => Ok(text.clone()),
        Some(Value::Array(items)) if items.iter().all(Value::is_string) => {
            let lines: Vec<&str> = items.iter().filter_map(Value::as_str).collect();
            if lines.is_empty() {
                Err(Validity::Empty)
            } else {
                Ok(lines.join("\n"))
            }
        }
        Some(_) => Err(Validity::InvalidType("insights_update")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    const WHOLE: &str = r###"{"history_entry": "[2026-11-21 10:30] 林晚的 \"跛脚\" 写进了第三章。",
 "memory_update": "# Memory\n\n## Facts\n- Lin limps {on the left}\n",
 "daily_sections": {"topics": ["the limp"], "decisions": ["左脚"], "tool_activity": [], "open_questions": []},
 "insights_update": "- Read dialogue aloud"}"###;

    #[test]
    fn a_reply_without_an_entry_says_why() {
        for (arguments, why) in [
            (json!({ "memory_update": "" }), Rejection::Missing),
            (json!({ "history_entry": null }), Rejection::Missing),
            (json!({ "history_entry": 7 }), Rejection::InvalidType),
            (json!({ "history_entry": " " }), Rejection::Empty),
        ] {
            let reply = Reply::read(&arguments.to_string());
            assert_eq!(reply.entry(NaiveDateTime::default()), Err(why), "{arguments}");
        }
    }

    #[test]
    fn arguments_are_found_in_whatever_they_are_wrapped_in() {
        let plain = Reply::read(WHOLE);
        assert!(plain.is_usable() && !plain.cut_off);
        assert_eq!(
            plain.memory_update.as_deref(),
            Ok("# Memory\n\n## Facts\n- Lin limps {on the left}\n")
        );
        assert_eq!(plain.daily.reason, Validity::Ok);
        let encoded = json!(WHOLE).to_string();
        let wrapped = [
            format!("\u{feff}{WHOLE}\n"),
            format!("```json\n{WHOLE}\n```"),
            format!("Here {{you}} are:\n\n```\n{WHOLE}\n```\nAnything else?"),
            encoded.clone(),
            json!(encoded).to_string(),
            json!({"name": "save_memory", "arguments": WHOLE}).to_string(),
            json!({"name": "save_memory", "arguments": plain_value()}).to_string(),
            json!({"tool_calls": [{"type": "function", "function": {"name": "save_memory", "arguments": encoded}}]})
                .to_string(),
            json!([{"type": "text"}, {"type": "tool_use", "input": plain_value()}]).to_string(),
            WHOLE.replace("# Memory\\n\\n## Facts\\n", "# Memory\n\n## Facts\n"),
        ];
        for text in wrapped {
            let read = Reply::read(&text);
            assert_eq!(read.raw, text);
            assert_eq!(
                Reply {
                    raw: WHOLE.into(),
                    ..read
                },
                plain,
                "{text}"
            );
        }
        assert_eq!(Reply::of(&plain_value()).daily, plain.daily);
    }

    fn plain_value() -> Value {
        serde_json::from_str(WHOLE).expect("JSON")
    }

    #[test]
    fn a_reply_without_the_fields_says_what_it_is() {
        for (text, reason) in [
            ("", Validity::Missing),
            ("我什么都没记住。", Validity::Missing),
            ("{", Validity::Empty),
            ("[]", Validity::NotObject),
            ("null", Validity::NotObject),
            ("42", Validity::NotObject),
            ("\"just words\"", Validity::NotObject),
            ("{}", Validity::Empty),
            ("{\"history\": \"x\"}", Validity::Empty),
        ] {
            let reply = Reply::read(text);
            assert_eq!(reply.reason, reason, "{text}");
            assert!(!reply.is_usable());
            assert_eq!(reply.history_entry, Err(Validity::Missing));
            assert_eq!(reply.daily.reason, Validity::Missing);
        }
    }

    #[test]
    fn one_broken_field_costs_no_other() {
        let reply = Reply::of(&json!({
            "history_entry": 7,
            "memory_update": {"Facts": ["Lin limps"]},
            "daily_sections": "none",
            "insights_update": ["读出声来", "cut the first line"],
        }));
        assert_eq!(reply.history_entry, Err(Validity::InvalidType("history_entry")));
        assert_eq!(reply.memory_update.as_deref(), Ok(r#"{"Facts":["Lin limps"]}"#));
        assert_eq!(reply.daily.reason, Validity::NotObject);
        assert_eq!(
            reply.insights_update.as_deref(),
            Ok("读出声来\ncut the first line")
        );
    }

    #[test]
    fn daily_sections_are_salvaged_with_the_reason_of_the_first_flaw() {
        let topics = |texts: &[&str]| {
            let mut sections = DailySections::default();
            texts
                .iter()
                .for_each(|text| sections.add(DailySection::Topics, text));
            sections
        };
        for (value, kept, reason) in [
            (json!(null), &[][..], "missing"),
            (json!([]), &[], "not_object"),
            (json!(3), &[], "not_object"),
            (json!({}), &[], "empty"),
            (json!({"topics": [], "decisions": [" "]}), &[], "empty"),
            (json!({"topics": ["the limp"]}), &["the limp"], "ok"),
            (json!({"话题": ["跛脚"], "mood": 3}), &["跛脚"], "ok"),
            (
                json!({"topics": ["a", 3, "b"]}),
                &["a", "b"],
                "invalid_item:topics",
            ),
            (
                json!({"topics": ["a"], "decisions": {"x": 1}}),
                &["a"],
                "invalid_type:decisions",
            ),
            (
                json!({"topics": "one\ntwo"}),
                &["one", "two"],
                "invalid_type:topics",
            ),
            (json!("{\"topics\": [\"a\"]}"), &["a"], "ok"),
        ] {
            let daily = Reply::of(&json!({"history_entry": "x", "daily_sections": value})).daily;
            assert_eq!(daily.sections, topics(kept), "{value}");
            assert_eq!(daily.reason.to_string(), reason, "{value}");
        }
    }

    #[test]
    fn a_reply_cut_off_anywhere_keeps_its_complete_fields_and_half_of_none() {
        let whole = Reply::read(WHOLE);
        let encoded = json!(WHOLE).to_string();
        for text in [WHOLE, encoded.as_str()] {
            let mut read = Vec::new();
            for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
                let cut = Reply::read(&text[..end]);
                let fields = [
                    (&cut.history_entry, &whole.history_entry),
                    (&cut.memory_update, &whole.memory_update),
                    (&cut.insights_update, &whole.insights_update),
                ];
                for (cut, whole) in fields {
                    assert!(
                        cut == whole || *cut == Err(Validity::Missing),
                        "at {end}: {cut:?}"
                    );
                }
                read.push(fields.iter().filter(|(cut, _)| cut.is_ok()).count());
            }
            assert!(read.is_sorted(), "a longer piece says no less: {read:?}");
            assert_eq!(read.last(), Some(&3), "only the last brace is missing");
        }
    }

    #[test]
    fn very_long_and_very_deep_replies_are_read_in_passing() {
        let long = json!({"memory_update": "字".repeat(1_000_000)}).to_string();
        assert!(Reply::read(&long).memory_update.is_ok());
        for hostile in ["{", "[", "{\"a\":", "\"", "\\", "```", "{\"arguments\":\""] {
            Reply::read(&hostile.repeat(1_000_000 / hostile.len()));
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "(?s)([\\[\\]{},:\"\\\\ntu0`\\n 字]|\"topics\"|\"daily_sections\":|\"arguments\":|\"memory_update\":){0,60}") {
            let reply = Reply::read(&text);
            prop_assert_eq!(reply.raw, text);
        }
    }
}
