//! Decides whether the lines of a text are its paragraphs, or were broken at a width.

use prose::segment;

use crate::block::is_wide;

/// The meaning of a line break inside a text without a blank line there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lines {
    /// Each line is kept as it is: one Enter ends a paragraph, as the editor shows it.
    Kept,
    /// Lines were broken at a width, as in an e-mail, and are joined.
    Joined,
}

/// A line of prose: its width in columns, where a Chinese character has two.
struct Prose<'a> {
    text: &'a str,
    width: usize,
}

impl Lines {
    /// Decides from how a text is written. Only lines that another line of prose follows directly are looked at.
    /// Headings, lists, quotations, tables and code are not.
    ///
    /// Lines that were broken at a width fill it, and end wherever a word ended. A paragraph that is one line has any
    /// width and ends with a sentence. So lines are joined if fewer than half of them end like a sentence, four in five
    /// fill the width, and people break lines at such a width. In every other case, such as verse, they are kept.
    pub fn of(text: &str) -> Self {
        // From an e-mail on a telephone to a wide terminal. A line of a web novel that is a paragraph is often wider.
        const WIDTHS: std::ops::RangeInclusive<usize> = 30..=120;
        let runs = runs(text);
        let broken: Vec<(&Prose<'_>, &Prose<'_>)> = runs
            .iter()
            .flat_map(|run| run.iter().zip(run.iter().skip(1)))
            .collect();
        let mut widths: Vec<usize> = runs
            .iter()
            .filter(|run| run.len() > 1)
            .flat_map(|run| run.iter().map(|line| line.width))
            .collect();
        widths.sort_unstable();
        // An address that cannot be broken is wider than the lines around it, so the widest lines do not count.
        let Some(width) = widths.get(widths.len() * 19 / 20).copied() else {
            return Self::Kept;
        };
        let fills = |(line, next): &&(&Prose<'_>, &Prose<'_>)| {
            line.width * 4 >= width * 3 || line.width + first_word(next.text) > width
        };
        let full = broken.iter().filter(fills).count();
        let ended = broken.iter().filter(|(line, _)| ends_sentence(line.text)).count();
        if WIDTHS.contains(&width) && ended * 2 < broken.len() && full * 5 >= broken.len() * 4 {
            Self::Joined
        } else {
            Self::Kept
        }
    }
}

/// Returns whether at least half of the lines that another line follows directly end like a sentence. Such lines are
/// paragraphs, and others are verse or an address.
pub(super) fn are_sentences(text: &str) -> bool {
    let runs = runs(text);
    let broken = runs.iter().map(|run| run.len().saturating_sub(1)).sum::<usize>();
    let ended = |run: &Vec<Prose<'_>>| {
        run.iter()
            .rev()
            .skip(1)
            .filter(|line| ends_sentence(line.text))
            .count()
    };
    runs.iter().map(ended).sum::<usize>() * 2 >= broken
}

/// Returns the lines of prose that follow each other directly. A line with an indent begins a paragraph.
fn runs(text: &str) -> Vec<Vec<Prose<'_>>> {
    let text = &text[segment::front_matter(text).len()..];
    let mut runs: Vec<Vec<Prose<'_>>> = vec![Vec::new()];
    let mut fence: Option<&str> = None;
    for line in text.lines() {
        let words = line.trim_matches([' ', '\t', '\u{3000}', '\u{feff}']);
        let mark = ["```", "~~~"].into_iter().find(|mark| words.starts_with(mark));
        if mark.is_some() && (fence.is_none() || fence == mark) {
            fence = if fence.is_none() { mark } else { None };
        } else if fence.is_none() && is_prose(words) {
            if is_indented(line) {
                runs.push(Vec::new());
            }
            if let Some(run) = runs.last_mut() {
                run.push(Prose {
                    text: words,
                    width: columns(words),
                });
            }
            // The writer said herself that this line ends here.
            if !line.ends_with("  ") && !line.ends_with('\\') {
                continue;
            }
        }
        runs.push(Vec::new());
    }
    runs
}

/// Returns whether a line begins with an indent, as paragraphs of old Chinese texts do.
pub(crate) fn is_indented(line: &str) -> bool {
    line.starts_with(['\u{3000}', '\t']) || line.starts_with("  ")
}

/// Returns whether a line is neither blank nor an element of Markdown.
pub(super) fn is_prose(line: &str) -> bool {
    !line.is_empty()
        && !line.starts_with(['#', '>', '|', '<'])
        && !line.starts_with("[^")
        && !line.chars().all(|mark| "*-_= ".contains(mark))
        && !is_item(line)
}

/// Returns whether a line begins with the mark of a list.
pub(super) fn is_item(line: &str) -> bool {
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let behind = if number.len() < line.len() {
        number.strip_prefix(['.', ')'])
    } else {
        line.strip_prefix(['-', '*', '+'])
    };
    behind.is_some_and(|behind| behind.is_empty() || behind.starts_with([' ', '\t']))
}

fn columns(text: &str) -> usize {
    text.chars().map(|c| if is_wide(c) { 2 } else { 1 }).sum()
}

/// Returns the columns that the first word of a line needs at the end of the line before, with the space between.
fn first_word(line: &str) -> usize {
    match line.chars().next() {
        Some(first) if is_wide(first) => 2,
        _ => 1 + columns(line.split(' ').next().unwrap_or_default()),
    }
}

/// Returns whether a line ends with a sentence, whatever closes behind the sentence.
pub(crate) fn ends_sentence(line: &str) -> bool {
    // A note stands behind the sentence.
    let line = match line.strip_suffix(']').and_then(|line| line.rsplit_once("[^")) {
        Some((line, _)) => line,
        None => line,
    };
    let bare = line.trim_end_matches([
        '*', '_', '~', ')', '）', '"', '\'', '”', '’', '」', '』', '】', '》',
    ]);
    let is_speech = line
        .trim_end_matches(['*', '_', '~'])
        .ends_with(['”', '」', '』', '"']);
    is_speech
        || bare.ends_with([
            '.', '!', '?', ':', ';', '…', '—', '–', '。', '！', '？', '：', '；', '～',
        ])
}

#[cfg(test)]
mod tests {
    use super::Lines::{Joined, Kept};
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn how_a_file_is_written_says_what_its_lines_are() {
        for (name, text, expected) in [
            ("nothing", "", Kept),
            ("one line", "It rained.\n", Kept),
            (
                "paragraphs of one Enter",
                "# 第十三章 雪夜\n\n雪下得非常大。\n他在门口站了很久，谁也没有来。\n“进来吧。”她说\n“好”\n他进去了，把灯放在桌上，又回头看了看门外的雪，什么也没有说。\n",
                Kept,
            ),
            (
                "paragraphs of one Enter in English, with blank lines between scenes",
                "It snowed.\nHe stood at the door for a long time, and nobody came, not even the dog.\n\"Come in,\" she said.\n\nHe went in.\nThe lamp was on the table where she had left it in the morning before the snow began to fall.\n",
                Kept,
            ),
            (
                "blank lines between paragraphs",
                "It snowed for three days and three nights, and on the fourth it stopped.\n\nHe stood at the door.\n",
                Kept,
            ),
            (
                "lines broken at 60 columns",
                "It snowed for three days and three nights, and on the fourth\nday it stopped. He stood at the door for a long time. Nobody\ncame, not even the dog.\n\nShe was in the kitchen, where she had been since the morning\nbefore the snow.\n",
                Joined,
            ),
            (
                "lines broken at 20 Chinese characters, without blank lines",
                "　　雪下得非常大，他在门口站了很久，谁也没有\n来，连狗也没有来。她在厨房里，从早上起就没\n有出来过。\n　　后来雪停了，路上一个人也没有，只有一行脚\n印通到河边。\n",
                Joined,
            ),
            (
                "verse",
                "Shall I compare thee to a summer’s day?\nThou art more lovely and more temperate:\nRough winds do shake the darling buds of May,\nAnd summer’s lease hath all too short a date:\n",
                Kept,
            ),
            ("short lines without marks", "雨停了\n她坐下\n没有人说话\n", Kept),
            (
                "a sentence a line",
                "The meeting began at nine in the morning.\nNobody had read the minutes beforehand.\nThe chair was late as she always is.\n",
                Kept,
            ),
            (
                "lists, tables and code are not prose",
                "- a very long item that has the same width as\n- the other very long item that stands beneath\n\n```\nlet a_very_long_line_of_code = another_very_long_name;\nlet a_very_long_line_of_code = another_very_long_name;\n```\n",
                Kept,
            ),
            (
                "lines that the writer ended herself",
                "The house at the end of the long road by the sea  \nThe door at the end of the long hall by the road  \nThe lamp\n",
                Kept,
            ),
        ] {
            assert_eq!(Lines::of(text), expected, "{name}");
        }
    }

    proptest! {
        #[test]
        fn a_text_broken_at_a_width_is_joined(width in 40_usize..100, words in prop::collection::vec("[a-z]{2,9}", 120..200)) {
            let mut text = String::new();
            let mut line = 0;
            for word in &words {
                if line + 1 + word.len() > width {
                    text.push('\n');
                    line = 0;
                } else if line > 0 {
                    text.push(' ');
                    line += 1;
                }
                text += word;
                line += word.len();
            }
            prop_assert_eq!(Lines::of(&text), Joined);
        }

        #[test]
        fn lines_that_end_sentences_are_kept(lines in prop::collection::vec("[雪下得非常大，]{1,60}[。！？”]", 1..40)) {
            prop_assert_eq!(Lines::of(&lines.join("\n")), Kept);
        }
    }
}
