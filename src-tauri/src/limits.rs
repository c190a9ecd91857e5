//! Size limits for the arguments of a command.
//!
//! Each command takes the desk as a [`Door`], whose type holds the limit. A new command has the smallest limit until it
//! names a larger one. The measured size approximates the memory that the desk needs: the UTF-8 bytes of all texts and
//! names, plus [`VALUE`] for each value.

use std::collections::BTreeMap;
use std::ops::Deref;

use contract::{ErrorCode, Fault};
use serde_json::Value;
use specta::Types;
use specta::datatype::DataType;
use specta::function::FunctionArg;
use tauri::ipc::{CommandArg, CommandItem, InvokeBody, InvokeError};
use tauri::{Runtime, State};

use crate::Desk;

const KIB: usize = 1024;
const MIB: usize = 1024 * KIB;

/// The bytes counted for each value in addition to its text, about the length of a number in JSON. So a list of a
/// million empty values still counts 8 MB.
const VALUE: usize = 8;

/// A path has at most 4 KB on every system, an id 100 bytes, a rule 500 characters, and all settings 64 KB.
pub(crate) const FEW: usize = 64 * KIB;

/// A manuscript file has at most 16 MiB. In GB 18030 a Han character has two bytes in the file and three in UTF-8, so
/// the text can be larger by half.
///
/// A text that is pasted, undone or replaced at once may be a whole manuscript, and the next batch of keystrokes
/// contains it. A lower limit would keep exactly that text out of the crash journal. A passage is sent with the text
/// above it, which declares the kind of scene.
pub(crate) const MANUSCRIPT: usize = 24 * MIB;

/// A save contains the text and the stretches pasted since the last save, which may be the whole text.
pub(crate) const SAVE: usize = 2 * MANUSCRIPT;

/// A memory file has at most 4 MiB, and its text can be larger by half, as for [`MANUSCRIPT`].
pub(crate) const MEMORY_FILE: usize = 6 * MIB;

/// An undo history has at most 4 MiB as a file.
pub(crate) const UNDO: usize = 4 * MIB + FEW;

/// Ten thousand names of files, of a hundred bytes each.
pub(crate) const NAMES: usize = MIB;

/// Three thousand files that are open or have a target, of 150 bytes each. The file of the workspace has at most 1 MiB.
pub(crate) const WORKSPACE: usize = 512 * KIB;

/// Forty thousand words, two hundred paragraphs of ten thousand characters, or a chapter in three candidates.
pub(crate) const PASSAGES: usize = 4 * MIB;

/// The desk behind a size limit: a command with arguments above `ROOM` bytes is refused before any argument is parsed.
pub struct Door<'r, const ROOM: usize = FEW>(State<'r, Desk>);

impl<const ROOM: usize> Deref for Door<'_, ROOM> {
    type Target = Desk;

    fn deref(&self) -> &Desk {
        &self.0
    }
}

impl<'r, 'de: 'r, R: Runtime, const ROOM: usize> CommandArg<'de, R> for Door<'r, ROOM> {
    fn from_command(command: CommandItem<'de, R>) -> Result<Self, InvokeError> {
        match refusal(command.message.command(), ROOM, command.message.payload()) {
            Some(fault) => Err(fault.into()),
            None => State::from_command(command).map(Self),
        }
    }
}

/// The page does not send the desk, so the TypeScript has no argument for it.
impl<const ROOM: usize> FunctionArg for Door<'_, ROOM> {
    fn to_datatype(_: &mut Types) -> Option<DataType> {
        None
    }
}

/// Returns the fault for arguments above the limit, or `None` within it.
fn refusal(command: &str, room: usize, body: &InvokeBody) -> Option<Fault> {
    let left = match body {
        InvokeBody::Json(value) => left_by(value, room),
        InvokeBody::Raw(bytes) => room.checked_sub(bytes.len()),
    };
    if left.is_some() {
        return None;
    }
    Some(Fault {
        code: ErrorCode::RequestTooLarge,
        message: format!(
            "`{command}` takes at most {room} bytes at once and was given more; nothing was done, so hand it over in smaller parts"
        ),
        details: BTreeMap::from([("most".to_owned(), room.to_string())]),
    })
}

/// Returns the rest of the limit after a value, or `None` where the value exceeds it. Counting stops there.
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
        for room in [FEW, WORKSPACE] {
            let mut body = json!({ "a": "x".repeat(room - 2 * VALUE - 1) });
            assert_eq!(refusal("a command", room, &InvokeBody::Json(body.clone())), None);
            body["b"] = json!(null);
            let fault = refusal("a command", room, &InvokeBody::Json(body)).expect("too much");
            assert_eq!(fault.code, ErrorCode::RequestTooLarge);
            assert_eq!(fault.details["most"], room.to_string());
        }
        let bytes = |length| InvokeBody::Raw(vec![0; length]);
        assert_eq!(refusal("a command", FEW, &bytes(FEW)), None);
        assert!(refusal("a command", FEW, &bytes(FEW + 1)).is_some());
    }
}
