//! Splits one long text into chapters.

use prose::segment;

use crate::read::markdown::is_break_mark;
use crate::title;

/// One chapter of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The text of its heading; `None` for the part before the first heading.
    pub title: String,
    /// Its text, including the heading.
    pub text: String,
}

/// Splits a Markdown manuscript into chapters. They begin at the first heading level that occurs more than once. If
/// there is no such level, they begin at lines such as `第三章 渡口` and `Chapter Three`. A text without either is one
/// part. The concatenated parts are the original text.
pub(super) fn split(text: &str) -> Vec<Part> {
    let front = segment::front_matter(text).len();
    let lines: Vec<(usize, &str)> = text[front..]
        .split_inclusive('\n')
        .scan(front, |at, line| {
            *at += line.len();
            Some((*at - line.len(), line.trim_end()))
        })
        .collect();
    let mut fence: Option<&str> = None;
    let mut headings: Vec<(usize, usize, &str)> = Vec::new();
    let mut named: Vec<(usize, &str)> = Vec::new();
    for (at, line) in lines {
        let mark = ["```", "~~~"]
            .into_iter()
            .find(|mark| line.trim_start().starts_with(mark));
        if mark.is_some() && (fence.is_none() || fence == mark) {
            fence = if fence.is_none() { mark } else { None };
        }
        if fence.is_some() {
            continue;
        }
        let level = line.len() - line.trim_start_matches('#').len();
        let title = line[level..].trim();
        if (1..=6).contains(&level) && line[level..].starts_with([' ', '\t']) {
            // A heading without words is a scene break.
            if is_break_mark(title) {
                continue;
            }
            headings.push((level, at, title));
        } else if title::of(line).is_some() {
            named.push((at, line.trim_matches(['*', ' ', '\u{3000}'])));
        }
    }
    let repeated = (1..=6).find(|level| headings.iter().filter(|(found, ..)| found == level).count() > 1);
    let begins: Vec<(usize, &str)> = match repeated {
        Some(level) => headings
            .iter()
            .filter(|(found, ..)| *found == level)
            .map(|(_, at, title)| (*at, *title))
            .collect(),
        None => named,
    };
    let mut parts = Vec::new();
    let first = begins.first().map_or(text.len(), |(at, _)| *at);
    if !text[..first].trim().is_empty() || begins.is_empty() {
        parts.push(Part {
            title: String::new(),
            text: text[..first].to_owned(),
        });
    }
    let ends = begins.iter().skip(1).map(|(at, _)| *at).chain([text.len()]);
    for ((at, title), end) in begins.iter().zip(ends) {
        let at = if parts.is_empty() { 0 } else { *at };
        parts.push(Part {
            title: (*title).to_owned(),
            text: text[at..end].to_owned(),
        });
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_text_is_divided_where_its_chapters_begin() {
        for (text, expected) in [
            (
                "# Book\n\n## One\n\na\n\n## Two\n\nb\n",
                &["", "One", "Two"] as &[&str],
            ),
            ("# One\n\na\n\n## A scene\n\n# Two\n", &["One", "Two"]),
            (
                "# One\n\n## *\n\n## ***\n\n# \n\n# Two\n\n# # *\n",
                &["One", "Two"],
            ),
            ("---\ntitle: X\n---\n# One\n\n# Two\n", &["", "One", "Two"]),
            (
                "第一章　渡口\n\n雨停了。\n\n第二章 灰烬\n\n她坐下。\n",
                &["第一章　渡口", "第二章 灰烬"],
            ),
            (
                "楔子\n\n雨。\n\n第1章\n\n风。\n\n第十二回：夜\n\n灯。\n",
                &["楔子", "第1章", "第十二回：夜"],
            ),
            (
                "Chapter One\n\na\n\n**Chapter 2: The Ferry**\n\nb\n\nCHAPTER III\n",
                &["Chapter One", "Chapter 2: The Ferry", "CHAPTER III"],
            ),
            // Sentences that begin like chapter titles.
            (
                "第一章写完了。\n\n第二天，她走了。\n\nPart of it stayed.\n\nChapter and verse\n",
                &[""],
            ),
            ("```\n# a\n# b\n```\n", &[""]),
            ("", &[""]),
        ] {
            let titles: Vec<String> = split(text).into_iter().map(|part| part.title).collect();
            assert_eq!(titles, expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn the_parts_put_together_are_the_text(text in "(# |第一章|Chapter 1|```|---\n|[a\n雨]){0,40}") {
            let together: String = split(&text).into_iter().map(|part| part.text).collect();
            prop_assert_eq!(together, text);
        }
    }
}
