//! Valid names: of the desk's own files, and of the writer's files and folders.

use std::path::{Path, PathBuf};

use unicode_normalization::UnicodeNormalization as _;

use crate::{Error, Result};

/// The longest name of a file or a folder, in bytes. File systems allow 255; sync tools append up to fifty for copies
/// in conflict.
const LONGEST: usize = 200;

/// Device names of Windows, reserved with any extension.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Returns `folder/name` if the name is portable, see [`is_portable`].
pub(crate) fn below(folder: &Path, name: &str) -> Result<PathBuf> {
    let path = folder.join(name);
    if is_portable(name) {
        Ok(path)
    } else {
        Err(Error::BadName { path })
    }
}

/// Returns whether a name consists of 1 to 64 ASCII letters, digits, `-` and `_`. Every system and every sync tool
/// accepts such a file name.
#[must_use]
pub fn is_portable(name: &str) -> bool {
    (1..=64).contains(&name.len())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}

/// Returns whether a file or a folder of the writer's can have this name on every system, in any script. The name is
/// not hidden, has no character that Windows forbids, and no space or dot at its end. It is not a device name, and not
/// the name of a folder that the desk does not enter.
#[must_use]
pub fn is_usable(name: &str) -> bool {
    let stem = name
        .split('.')
        .next()
        .unwrap_or_default()
        .trim_end()
        .to_lowercase();
    let is_numbered = |kind| {
        stem.strip_prefix(kind)
            .is_some_and(|number| matches!(number.as_bytes(), [b'1'..=b'9']))
    };
    let is_device = DEVICES.contains(&stem.as_str()) || ["com", "lpt"].into_iter().any(is_numbered);
    (1..=LONGEST).contains(&name.len())
        && !name
            .chars()
            .any(|sign| sign.is_control() || r#"/\:*?"<>|"#.contains(sign))
        && !name.starts_with(['.', ' '])
        && !name.ends_with(['.', ' '])
        && !is_device
        && !matches!(name, "target" | "node_modules")
}

/// Returns a name folded to lower case and to one Unicode form (NFC), as some disks compare names. Two names with equal
/// results cannot be in one folder on every system.
#[must_use]
pub fn folded(name: &str) -> String {
    name.nfc().flat_map(char::to_lowercase).nfc().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_any_script_can_go_to_every_system_or_are_refused() {
        for name in [
            "01 Counting windows.md",
            "第一章 渡口.md",
            "caf\u{e9}.md",
            "cafe\u{301}.md",
            "a.b.c",
            "Ch. 1 (draft).txt",
            "—“雨”—.md",
            "console.md",
            "com10.md",
            "targets",
            "x",
        ] {
            assert!(is_usable(name), "{name:?}");
        }
        let long = "雨".repeat(67);
        for name in [
            "",
            " ",
            ".",
            "..",
            ".hidden.md",
            " a.md",
            "a ",
            "a.",
            "a/b.md",
            "a\\b.md",
            "a:b.md",
            "a?.md",
            "a*",
            "\"a\"",
            "<a>",
            "a|b",
            "a\nb",
            "a\0",
            "\u{7f}",
            "CON",
            "con.md",
            "Aux .txt",
            "nul.tar.gz",
            "COM1.md",
            "lpt9",
            "target",
            "node_modules",
            &long,
        ] {
            assert!(!is_usable(name), "{name:?}");
        }
    }

    #[test]
    fn one_name_in_two_forms_is_the_same_name() {
        for (one, other) in [
            ("chapter.md", "Chapter.MD"),
            ("caf\u{e9}.md", "cafe\u{301}.md"),
            ("CAF\u{c9}.md", "cafe\u{301}.md"),
            ("Å.md", "a\u{30a}.md"),
            ("第一章.md", "第一章.md"),
        ] {
            assert_eq!(folded(one), folded(other), "{one} {other}");
        }
        assert_ne!(folded("第一章.md"), folded("第二章.md"));
    }
}
