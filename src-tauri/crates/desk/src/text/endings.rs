//! Line endings: an editor holds `\n`, and a file keeps its own endings.

use similar::Algorithm;
use similar::{DiffOp, capture_diff_slices};

/// Returns the text with every line ending (`\r\n`, `\r` or `\n`) as `\n`, as an editor holds it.
pub fn unified(text: &str) -> String {
    if text.contains('\r') {
        text.replace("\r\n", "\n").replace('\r', "\n")
    } else {
        text.to_owned()
    }
}

/// Returns an edited text with the line endings of the file it came from.
///
/// A line that the edit left alone keeps its own ending, also in a file with mixed endings. A new line gets the ending
/// of the line before it. So an edit on another system never makes a diff of the whole file.
pub fn restored(original: &str, edited: &str) -> String {
    if !original.contains('\r') {
        return edited.to_owned();
    }
    let before = lines(original);
    let after: Vec<&str> = edited.split_inclusive('\n').collect();
    let bodies: Vec<&str> = before.iter().map(|line| line.body).collect();
    let edited_bodies: Vec<&str> = after
        .iter()
        .map(|line| line.strip_suffix('\n').unwrap_or(line))
        .collect();

    let mut restored = String::with_capacity(edited.len() + after.len());
    let mut last = before.first().map_or("\n", |line| line.ending_or("\n"));
    let mut push = |new: usize, old: Option<usize>| {
        let Some(body) = edited_bodies.get(new) else {
            return;
        };
        restored.push_str(body);
        if after.get(new).is_some_and(|line| line.ends_with('\n')) {
            let own = old
                .and_then(|old| before.get(old))
                .map_or(last, |line| line.ending_or(last));
            // An empty line that ends with \n directly after a \r would read as the single line ending \r\n, and would
            // be lost.
            let merges = body.is_empty() && restored.ends_with('\r') && own == "\n";
            last = if merges { "\r" } else { own };
            restored.push_str(last);
        }
    };
    for operation in capture_diff_slices(Algorithm::Myers, &bodies, &edited_bodies) {
        match operation {
            DiffOp::Equal {
                old_index,
                new_index,
                len,
            } => {
                (0..len).for_each(|n| push(new_index + n, Some(old_index + n)));
            }
            DiffOp::Insert {
                new_index, new_len, ..
            } => (0..new_len).for_each(|n| push(new_index + n, None)),
            DiffOp::Replace {
                old_index,
                old_len,
                new_index,
                new_len,
            } => {
                (0..new_len).for_each(|n| push(new_index + n, (n < old_len).then_some(old_index + n)));
            }
            DiffOp::Delete { .. } => {}
        }
    }
    restored
}

struct Line<'a> {
    body: &'a str,
    ending: &'a str,
}

impl<'a> Line<'a> {
    /// The last line of a file may have no ending. A line typed behind it takes the ending of the line before.
    fn ending_or(&self, other: &'a str) -> &'a str {
        if self.ending.is_empty() {
            other
        } else {
            self.ending
        }
    }
}

fn lines(text: &str) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['\r', '\n']) {
        let length = if rest[at..].starts_with("\r\n") { 2 } else { 1 };
        lines.push(Line {
            body: &rest[..at],
            ending: &rest[at..at + length],
        });
        rest = &rest[at + length..];
    }
    if !rest.is_empty() {
        lines.push(Line {
            body: rest,
            ending: "",
        });
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_edit_changes_the_endings_of_no_other_line() {
        for (original, edited, expected) in [
            ("a\r\nb\r\n", "a\nB\n", "a\r\nB\r\n"),
            ("a\r\nb\nc\r", "a\nb\nx\nc\n", "a\r\nb\nx\nc\r"),
            ("一\r\n二", "一\n二\n三", "一\r\n二\r\n三"),
            ("a\n", "a\nb\n", "a\nb\n"),
            ("a\r\n", "", ""),
            ("\r", "x\n", "x\r"),
        ] {
            assert_eq!(
                restored(original, edited),
                expected,
                "{original:?} edited to {edited:?}"
            );
        }
    }

    proptest! {
        #[test]
        fn what_was_not_edited_comes_back_byte_for_byte(text in "([ab字]|\r\n|\r|\n){0,40}") {
            prop_assert_eq!(restored(&text, &unified(&text)), text);
        }

        #[test]
        fn restoring_never_changes_what_the_editor_shows(
            original in "([ab字]|\r\n|\r|\n){0,40}", edited in "([ab字]|\n){0,40}"
        ) {
            prop_assert_eq!(unified(&restored(&original, &edited)), edited);
        }
    }
}
