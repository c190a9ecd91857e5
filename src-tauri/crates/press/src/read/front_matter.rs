//! The front matter of a manuscript.

use super::lines::Lines;

/// The fields of the front matter that a book uses, and the text after it.
pub(super) struct FrontMatter<'a> {
    pub title: Option<String>,
    pub author: Option<String>,
    pub language: Option<String>,
    /// What the line breaks of the manuscript mean.
    pub lines: Option<Lines>,
    /// Whether it says that the file is a note and no part of a book.
    pub is_note: bool,
    pub rest: &'a str,
}

/// What the front matter says of a manuscript's place and state in the book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// Whether the file is a note and no part of a book.
    pub is_note: bool,
    /// How far the manuscript is, in the writer's word.
    pub status: Option<String>,
    /// What happens in it, on one line.
    pub synopsis: Option<String>,
}

/// Reads what the front matter says of a manuscript's place and state in the book.
pub(super) fn said(text: &str) -> Said {
    Said {
        is_note: read(text).is_note,
        status: one_line(text, &["status", "状态", "狀態"]),
        synopsis: one_line(text, &["synopsis", "梗概", "提要"]),
    }
}

/// Returns a value with the indented lines that follow it, as YAML continues a text.
fn one_line(text: &str, keys: &[&str]) -> Option<String> {
    let mut lines = prose::segment::front_matter(text).lines().skip(1);
    let first = lines.find_map(|line| {
        let (key, value) = line.split_once([':', '：'])?;
        keys.contains(&key.to_lowercase().trim_end()).then_some(value)
    })?;
    let is_more = |line: &&str| line.starts_with([' ', '\t']) || line.is_empty();
    // `>` and `|` only say how the lines that follow are to be read.
    let first = first.trim();
    let first = if first
        .trim_end_matches(['-', '+'])
        .trim_matches(['>', '|'])
        .is_empty()
    {
        ""
    } else {
        first
    };
    let words: Vec<&str> = std::iter::once(first)
        .chain(lines.take_while(is_more))
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    let value = words.join(" ");
    let value = value.trim_matches(['"', '\'']).trim();
    (!value.is_empty()).then(|| value.to_owned())
}

/// Reads `key: value` lines. Other lines belong to other programs and are skipped.
pub(super) fn read(text: &str) -> FrontMatter<'_> {
    let front = prose::segment::front_matter(text);
    let value = |keys: &[&str]| {
        front.lines().find_map(|line| {
            let (key, value) = line.split_once([':', '：'])?;
            let is_it = keys.contains(&key.trim().to_lowercase().as_str());
            let value = value.trim().trim_matches(['"', '\'']).trim();
            (is_it && !value.is_empty()).then(|| value.to_owned())
        })
    };
    // The language becomes an attribute value in each format, so only characters of a language tag are allowed.
    let is_tag = |tag: &String| {
        tag.len() <= 35
            && tag
                .split('-')
                .all(|part| (1..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric()))
    };
    FrontMatter {
        title: value(&["title", "标题", "標題", "书名", "書名"]),
        author: value(&["author", "作者"]),
        language: value(&["language", "lang", "语言", "語言"]).filter(is_tag),
        lines: value(&["lines", "换行", "換行"]).and_then(|said| match said.to_lowercase().as_str() {
            "paragraphs" | "分段" => Some(Lines::Kept),
            "joined" | "合并" | "合併" => Some(Lines::Joined),
            _ => None,
        }),
        is_note: value(&["kind", "类型", "類型"])
            .is_some_and(|kind| ["note", "notes", "笔记", "筆記"].contains(&kind.to_lowercase().as_str())),
        rest: &text[front.len()..],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manuscript_says_that_it_is_a_note() {
        for (front, expected) in [
            ("kind: note", true),
            ("类型：笔记", true),
            ("kind: chapter", false),
            ("note: yes", false),
        ] {
            assert_eq!(read(&format!("---\n{front}\n---\n")).is_note, expected, "{front}");
        }
    }

    #[test]
    fn a_manuscript_says_how_far_it_is_and_what_happens_in_it() {
        for (front, status, synopsis) in [
            (
                "status: draft\nsynopsis: \"Wen waits.\"",
                Some("draft"),
                Some("Wen waits."),
            ),
            ("状态：修订\n梗概：阿文等船。", Some("修订"), Some("阿文等船。")),
            (
                "synopsis: >-\n  Wen waits\n  for the boat.\nstatus:",
                None,
                Some("Wen waits for the boat."),
            ),
            (
                "synopsis: Wen waits\n  for the boat.\n\nStatus: in beta",
                Some("in beta"),
                Some("Wen waits for the boat."),
            ),
            ("title: T", None, None),
        ] {
            let said = said(&format!("---\n{front}\n---\nRain.\n"));
            assert_eq!(
                (said.status.as_deref(), said.synopsis.as_deref()),
                (status, synopsis),
                "{front}"
            );
        }
    }

    #[test]
    fn a_manuscript_says_what_its_line_breaks_mean() {
        for (front, expected) in [
            ("lines: paragraphs", Some(Lines::Kept)),
            ("Lines: Joined", Some(Lines::Joined)),
            ("换行：合并", Some(Lines::Joined)),
            ("換行：分段", Some(Lines::Kept)),
            ("lines: 80", None),
        ] {
            let text = format!("---\n{front}\n---\nRain.\n");
            assert_eq!(read(&text).lines, expected, "{front}");
        }
    }

    #[test]
    fn a_manuscript_says_its_title_its_author_and_its_language() {
        for (text, expected) in [
            (
                "---\ntitle: \"The Salt Road\"\nauthor: Wen Li\nlang: en-GB\nscene: action\n---\nRain.\n",
                (Some("The Salt Road"), Some("Wen Li"), Some("en-GB"), "Rain.\n"),
            ),
            (
                "---\n标题：渡口\n作者：李雯\n语言：zh-Hant\n---\n雨。\n",
                (Some("渡口"), Some("李雯"), Some("zh-Hant"), "雨。\n"),
            ),
            (
                "---\ntitle:\nlanguage: \"><script>\n---\n",
                (None, None, None, ""),
            ),
            ("Rain: it fell.\n", (None, None, None, "Rain: it fell.\n")),
        ] {
            let read = read(text);
            let found = (
                read.title.as_deref(),
                read.author.as_deref(),
                read.language.as_deref(),
                read.rest,
            );
            assert_eq!(found, expected, "{text}");
        }
    }
}
