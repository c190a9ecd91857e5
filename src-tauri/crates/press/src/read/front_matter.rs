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
