//! The differences between two texts, line by line, for a person to read.

use std::collections::HashMap;

use contract::{DiffLine, LineMark};
use memory::document::words;
use similar::{Algorithm, DiffOp, TextDiff};

/// The number of lines shown of one change. A writer can read this at a glance; a rewrite of a whole file by another
/// program is longer.
const LINES: usize = 160;

/// Characters shown of one line.
const CHARACTERS: usize = 1_000;

/// Returns the added and removed lines, each stretch with the line above and below it, and the number of lines left
/// out.
///
/// A line whose words stayed while its annotation changed is shown once, with a mark of its own. A distillation counts
/// evidence anew in every rule, and nobody wants to read each rule twice.
pub(crate) fn between(before: &str, after: &str) -> (Vec<DiffLine>, u32) {
    let mut config = TextDiff::configure();
    // The diff bounds its work by the number of lines. A bound in time would show another change on a busy machine.
    let diff = config.algorithm(Algorithm::Myers).diff_lines(before, after);
    let (old, new): (Vec<&str>, Vec<&str>) =
        (diff.iter_old_slices().collect(), diff.iter_new_slices().collect());
    let mut shown = Vec::new();
    let mut last = 0;
    for group in diff.grouped_ops(1) {
        let starts = group.first().map_or(0, |op| op.old_range().start);
        if starts > last {
            shown.push(line(LineMark::Gap, ""));
        }
        for op in &group {
            last = op.old_range().end;
            let (gone, come) = (&old[op.old_range()], &new[op.new_range()]);
            match op {
                DiffOp::Equal { .. } => shown.extend(gone.iter().map(|text| line(LineMark::Same, text))),
                _ => shown.extend(replaced(gone, come)),
            }
        }
    }
    if last < old.len() && !shown.is_empty() {
        shown.push(line(LineMark::Gap, ""));
    }
    let left = shown.split_off(shown.len().min(LINES));
    let changed = |line: &&DiffLine| !matches!(line.mark, LineMark::Same | LineMark::Gap);
    let left = left.iter().filter(changed).count();
    (shown, u32::try_from(left).unwrap_or(u32::MAX))
}

/// Returns the lines of a replacement: the removed lines, then the added lines.
fn replaced(gone: &[&str], come: &[&str]) -> Vec<DiffLine> {
    let mut standing: HashMap<String, Vec<usize>> = HashMap::new();
    for (position, text) in gone.iter().enumerate().rev() {
        standing.entry(words(text)).or_default().push(position);
    }
    let mut went: Vec<bool> = vec![true; gone.len()];
    let stayed: Vec<bool> = come
        .iter()
        .map(|text| {
            let same = Some(words(text))
                .filter(|words| !words.is_empty())
                .and_then(|words| standing.get_mut(&words)?.pop());
            same.is_some_and(|position| {
                went[position] = false;
                true
            })
        })
        .collect();
    let went = gone.iter().zip(went).filter(|(_, went)| *went);
    let came = come.iter().zip(stayed).map(|(text, stayed)| {
        let mark = if stayed { LineMark::Noted } else { LineMark::Added };
        line(mark, text)
    });
    went.map(|(text, _)| line(LineMark::Removed, text))
        .chain(came)
        .collect()
}

fn line(mark: LineMark, text: &str) -> DiffLine {
    let text = text.trim_end_matches(['\n', '\r']).trim_start_matches('\u{feff}');
    let cut = text.char_indices().nth(CHARACTERS).map(|(at, _)| at);
    DiffLine {
        mark,
        text: cut.map_or_else(|| text.to_owned(), |at| format!("{}…", &text[..at])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Writes a change as a person reads it.
    fn drawn(before: &str, after: &str) -> Vec<String> {
        let (lines, left_off) = between(before, after);
        assert_eq!(left_off, 0);
        let drawn = lines.into_iter().map(|line| {
            let mark = match line.mark {
                LineMark::Same => " ",
                LineMark::Added => "+",
                LineMark::Removed => "-",
                LineMark::Noted => "~",
                LineMark::Gap => "…",
            };
            format!("{mark}{}", line.text)
        });
        drawn.collect()
    }

    #[test]
    fn a_change_is_read_with_a_line_around_it() {
        for (before, after, expected) in [
            ("", "", &[] as &[&str]),
            ("a\n", "a\n", &[]),
            ("", "# 记忆\n\n- 甲\n", &["+# 记忆", "+", "+- 甲"]),
            ("- 甲\n- 乙\n", "", &["-- 甲", "-- 乙"]),
            (
                "1\n2\n3\n4\n5\n6\n7\n",
                "1\n2\n3\n四\n5\n6\n7\n",
                &["…", " 3", "-4", "+四", " 5", "…"],
            ),
            ("a\r\nb\r\n", "a\r\nc\r\n", &[" a", "-b", "+c"]),
            ("\u{feff}a\nb", "\u{feff}a\nc", &[" a", "-b", "+c"]),
            (
                "- Short <!-- rule s | 0.90 | 4 for -->\n- Gone <!-- rule g | 0.80 -->\n",
                "- Short <!-- rule s | 0.91 | 5 for -->\n- Come <!-- rule c | 0.80 -->\n",
                &[
                    "-- Gone <!-- rule g | 0.80 -->",
                    "~- Short <!-- rule s | 0.91 | 5 for -->",
                    "+- Come <!-- rule c | 0.80 -->",
                ],
            ),
            // The same words twice are two lines.
            (
                "- a <!-- 1 -->\n",
                "- a <!-- 2 -->\n- a <!-- 3 -->\n",
                &["~- a <!-- 2 -->", "+- a <!-- 3 -->"],
            ),
        ] {
            assert_eq!(drawn(before, after), expected, "{before:?} {after:?}");
        }
    }

    #[test]
    fn a_change_too_long_to_read_is_cut_and_says_by_how_much() {
        let after = (0..500).fold(String::new(), |text, number| {
            text + &format!("- 第 {number} 条\n")
        });
        let (lines, left_off) = between("", &after);
        assert_eq!((lines.len(), left_off), (LINES, 500 - 160));
        let (lines, _) = between("", &"长".repeat(5_000));
        assert_eq!(lines[0].text.chars().count(), CHARACTERS + 1);
    }

    /// Each line is on both sides, and half of the lines have moved: an expensive case for a diff.
    #[test]
    fn a_change_of_a_long_file_is_the_same_however_busy_the_machine_is() {
        const LINES: usize = 20_000;
        let text = |numbers: &[usize]| {
            numbers.iter().fold(String::new(), |text, number| {
                text + &format!("- 第 {number} 条\n")
            })
        };
        let before: Vec<usize> = (0..LINES).collect();
        let mut after = before.clone();
        after.chunks_exact_mut(2).for_each(|pair| pair.swap(0, 1));

        let (lines, left_off) = between(&text(&before), &text(&after));

        let shown = lines
            .iter()
            .filter(|line| matches!(line.mark, LineMark::Added | LineMark::Removed));
        assert_eq!(shown.count() + left_off as usize, LINES);
    }

    proptest! {
        #[test]
        fn every_line_that_came_or_went_is_shown_or_counted(
            before in prop::collection::vec("[- a甲]{0,3}( <!-- [12] -->)?", 0..40),
            after in prop::collection::vec("[- a甲]{0,3}( <!-- [12] -->)?", 0..40),
        ) {
            let text = |lines: &[String]| lines.iter().fold(String::new(), |text, line| text + line + "\n");
            let (lines, left_off) = between(&text(&before), &text(&after));
            prop_assert_eq!(left_off, 0);
            let count = |mark| lines.iter().filter(|line| line.mark == mark).count();
            prop_assert_eq!(
                before.len() + count(LineMark::Added),
                after.len() + count(LineMark::Removed)
            );
            prop_assert_eq!(before == after, lines.is_empty());
        }
    }
}
