//! How much the page may hand over with one command.
//!
//! The door is before every command, so a new command has the least limit until it is given room here. What is counted is
//! what the desk has to hold: the bytes of all texts and names in UTF-8, and [`VALUE`] for each value.

use std::collections::BTreeMap;

use contract::{ErrorCode, Fault};
use serde_json::Value;
use tauri::ipc::InvokeBody;

const KIB: usize = 1024;
const MIB: usize = 1024 * KIB;

/// What a value counts beside its text: about what a number has in JSON, so that a list of a million is none of few bytes.
const VALUE: usize = 8;

/// A path has at most 4 KB on every system, an id 100 bytes, a rule 500 characters, and all settings 64 KB.
const FEW: usize = 64 * KIB;

/// A manuscript has at most 16 MiB as a file. In GB 18030 a Han character has two bytes there and three here.
const MANUSCRIPT: usize = 24 * MIB;

/// A save has the text and what was pasted into it since the last one, which may be all of it.
const SAVE: usize = 2 * MANUSCRIPT;

/// A memory file has at most 4 MiB as a file, and grows by half here as a manuscript does.
const MEMORY_FILE: usize = 6 * MIB;

/// An undo history has at most 4 MiB as a file.
const UNDO: usize = 4 * MIB + FEW;

/// Ten thousand names of files, of a hundred bytes each.
const NAMES: usize = MIB;

/// Three thousand files that each stand open or have a target, of 150 bytes each; the file it is kept in has at most 1 MiB.
const WORKSPACE: usize = 512 * KIB;

/// Forty thousand words, two hundred paragraphs of ten thousand characters, or a chapter in three candidates.
const PASSAGES: usize = 4 * MIB;

/// Returns how much may be handed over with a command, as it is counted here.
pub fn room(command: &str) -> usize {
    match command {
        "desk:file:write" => SAVE,
        // What is pasted, undone or replaced at once may be a manuscript, and stands in the next batch of keystrokes: a
        // lower limit would keep just that from the crash journal.
        "desk:draft:append" | "desk:file:merge" | "desk:file:replace" | "desk:file:settle"
        // The text above the passage goes along with it: it says what kind of scene this is.
        | "desk:skill:offer" | "desk:version:keep" | "desk:version:read" => MANUSCRIPT,
        "memory:file:write" => MEMORY_FILE,
        "desk:undo:write" => UNDO,
        "desk:spelling:check" | "desk:style:check" | "memory:episode:record" => PASSAGES,
        "desk:export" | "desk:file:texts" => NAMES,
        "desk:workspace:put" => WORKSPACE,
        _ => FEW,
    }
}

/// Returns why a command is not carried out, where it is handed more than there is room for.
pub(crate) fn refusal(command: &str, body: &InvokeBody) -> Option<Fault> {
    let limit = room(command);
    let left = match body {
        InvokeBody::Json(value) => left_by(value, limit),
        InvokeBody::Raw(bytes) => limit.checked_sub(bytes.len()),
    };
    if left.is_some() {
        return None;
    }
    Some(Fault {
        code: ErrorCode::RequestTooLarge,
        message: format!(
            "`{command}` takes at most {limit} bytes at once and was given more; nothing was done, so hand it over in smaller parts"
        ),
        details: BTreeMap::from([("most".to_owned(), limit.to_string())]),
    })
}

/// Returns the room that a value leaves; `None` where there is too little. It stops counting there.
fn left_by(value: &Value, room: usize) -> Option<usize> {
    let room = room.checked_sub(VALUE)?;
    match value {
        Value::String(text) => room.checked_sub(text.len()),
        Value::Array(values) => values.iter().try_fold(room, |room, value| left_by(value, room)),
        Value::Object(fields) => fields.iter().try_fold(room, |room, (name, value)| {
            left_by(value, room.checked_sub(name.len())?)
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => Some(room),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn texts_names_and_values_are_counted_to_the_byte() {
        for (value, counted) in [
            (json!(null), 8),
            (json!("雨"), 8 + 3),
            (json!([1, 2]), 3 * 8),
            (json!({ "path": "稿.md" }), 8 + 4 + 8 + 6),
            (
                json!({ "a": [[""], { "b": true }] }),
                8 + 1 + 8 + 8 + 8 + 8 + 1 + 8,
            ),
        ] {
            assert_eq!(left_by(&value, counted), Some(0), "{value}");
            assert_eq!(left_by(&value, counted - 1), None, "{value}");
        }
    }

    #[test]
    fn what_is_just_as_much_as_there_is_room_for_passes() {
        let surplus = |command| json!({ "a": "x".repeat(room(command) - 2 * VALUE - 1) });
        for command in ["desk:workspace:put", "memory:semantic:add"] {
            let mut body = surplus(command);
            assert_eq!(refusal(command, &InvokeBody::Json(body.clone())), None);
            body["b"] = json!(null);
            let fault = refusal(command, &InvokeBody::Json(body)).expect("too much");
            assert_eq!(fault.code, ErrorCode::RequestTooLarge);
        }
        let bytes = InvokeBody::Raw(vec![0; FEW + 1]);
        assert!(refusal("desk:file:read", &bytes).is_some());
    }
}
