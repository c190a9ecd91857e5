//! Copies in conflict: files that sync tools leave beside a file that two machines changed at once.

/// Returns the path of the original file of a copy in conflict, or `None` for a name that no sync tool gives.
///
/// | Tool | Name |
/// | --- | --- |
/// | Dropbox | `x (Ida's conflicted copy 2026-11-20).md`, `x (conflicted copy 2026-11-20 101112).md`, `x (冲突副本 2026-11-20).md`, `x (Ida 的冲突副本 2026-11-20).md` |
/// | Nextcloud, ownCloud | `x (conflicted copy 2026-11-20 101112).md`, `x_conflict-20261120-101112.md` |
/// | Syncthing | `x.sync-conflict-20261120-101112-7QWERTY.md` |
/// | OneDrive | `x-IDAS-LAPTOP.md` cannot be told from a name of the writer's and is none |
/// | Google Drive, Windows | `x (1).md` is a writer's name for her second draft and is none |
/// | Nutstore | `x_冲突文件_Ida_20261120101112.md`, `x（冲突文件 Ida 2026-11-20）.md`, `x_conflict_Ida_20261120.md` |
/// | Syncplicity, Box, Seafile | `x (Ida Conflict 2026-11-20).md`, `x (SFConflict ida@example.org 2026-11-20-10-11-12).md` |
/// | git, patch | `x.orig.md` is none: no text in it is newer than the file |
pub(crate) fn original(path: &str) -> Option<String> {
    let (folder, name) = path
        .rsplit_once('/')
        .map_or(("", path), |(folder, name)| (folder, name));
    let (stem, ending) = name.rsplit_once('.')?;
    let stem = before_bracket(stem).or_else(|| before_mark(stem))?.trim_end();
    if stem.is_empty() {
        return None;
    }
    let slash = if folder.is_empty() { "" } else { "/" };
    Some(format!("{folder}{slash}{stem}.{ending}"))
}

/// The words in brackets at the end of a copy's name, in lower case.
const IN_BRACKETS: [&str; 5] = ["conflicted copy", "sfconflict", "冲突副本", "冲突文件", "衝突"];

/// The marks in a copy's name without brackets, in lower case; a digit or a name follows.
const MARKS: [&str; 5] = [
    ".sync-conflict-",
    "_conflict-",
    "_conflict_",
    "_冲突文件_",
    "-冲突-",
];

fn before_bracket(stem: &str) -> Option<&str> {
    let inside = stem.strip_suffix([')', '）'])?;
    let (before, inside) = inside.rsplit_once(['(', '（'])?;
    let says = inside.to_lowercase();
    let is_conflict = |says: &str| {
        IN_BRACKETS.iter().any(|words| says.contains(words))
            // A title may also contain the word "Conflict". Only with a date after it does the name come from a sync
            // tool.
            || (says.contains("conflict") && says.chars().filter(char::is_ascii_digit).count() >= 8)
    };
    is_conflict(&says).then_some(before)
}

fn before_mark(stem: &str) -> Option<&str> {
    let lower = stem.to_ascii_lowercase();
    let dated = |rest: &str| rest.chars().filter(char::is_ascii_digit).count() >= 8;
    MARKS.iter().find_map(|mark| {
        let (before, rest) = lower.rsplit_once(mark)?;
        dated(rest).then(|| stem.get(..before.len())).flatten()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_in_conflict_belong_to_their_file_and_other_names_do_not() {
        for (copy, expected) in [
            ("x (conflicted copy 2026-11-20).md", "x.md"),
            ("a/b/x (Ida's conflicted copy 2026-11-20).md", "a/b/x.md"),
            ("第一章 (Ida 的冲突副本 2026-11-20).md", "第一章.md"),
            ("第一卷/第一章（冲突文件 Ida 2026-11-20）.md", "第一卷/第一章.md"),
            ("x (conflicted copy 2026-11-20 101112).txt", "x.txt"),
            ("x_conflict-20261120-101112.md", "x.md"),
            ("x.sync-conflict-20261120-101112-7QWERTY.md", "x.md"),
            ("第一章.sync-conflict-20261120-101112-7QWERTY.md", "第一章.md"),
            ("渡口_冲突文件_Ida_20261120101112.md", "渡口.md"),
            ("x (SFConflict ida@example.org 2026-11-20-10-11-12).md", "x.md"),
            ("x (Ida Conflict 2026-11-20).md", "x.md"),
            ("draft (2) (conflicted copy 2026-11-20).md", "draft (2).md"),
        ] {
            assert_eq!(original(copy).as_deref(), Some(expected), "{copy}");
        }
        for name in [
            "x.md",
            "x (1).md",
            "Conflict.md",
            "The Conflict (1914).md",
            "x-IDAS-LAPTOP.md",
            "冲突.md",
            "第三章_冲突_高潮.md",
            "x_conflict_scene.md",
            "(conflicted copy 2026-11-20).md",
            "x (conflicted copy 2026-11-20)",
            "x.orig.md",
        ] {
            assert_eq!(original(name), None, "{name}");
        }
    }
}
