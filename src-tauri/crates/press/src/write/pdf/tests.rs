//! Lines, pictures and titles on the pages of a book in both languages.

use super::page::Page;
use super::sheet::{BOTTOM, HEIGHT, SIZE};
use super::{Fonts, pages};
use crate::picture::{Picture, PictureKind};
use crate::{Book, Lines, Manuscript, Numbers, Particulars};

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89\0\0\0\rIDATx\xdac\xfc\xcf\xc0P\x0f\0\x04\x85\x01\x80\x84\xa9\x8c!\0\0\0\0IEND\xaeB`\x82";

const ENGLISH: &str = "The extraordinarily uncharacteristic silence of the dining-room lasted until the clock, which had been slow since the flood, struck seven at a quarter past. ";
const CHINESE: &str = "渡口的灯一冬没有亮，船都是循着钟声和皮革厂的气味进港的，谁也没有说什么。";

/// Typesets a text. `seal.png` is as high as a line, `map.png` is half a page, and `tall.png` is higher than a page.
///
/// The desk's own faces have no Chinese, but the lines and their text are the same.
fn set(text: &str) -> Vec<Page> {
    let manuscript = Manuscript {
        path: "a.md".into(),
        text: text.into(),
        lines: Some(Lines::Kept),
    };
    let mut book = Book::of(
        vec![manuscript],
        &Particulars {
            title: Some("渡口 The Salt Road".into()),
            author: None,
            name: String::new(),
            date: "2026-11-24T09:00:00Z".parse().unwrap(),
            parts: false,
            numbers: Numbers::None,
        },
    );
    for (name, width, height) in [("seal", 14, 14), ("map", 640, 400), ("tall", 300, 3000)] {
        let picture = Picture {
            kind: PictureKind::Png,
            width,
            height,
            bytes: PNG.to_vec(),
        };
        book.pictures.insert(format!("{name}.png"), picture);
    }
    let mut done = Vec::new();
    let fonts = Fonts::default();
    pages(&book, &fonts, &mut |_| (), &mut |page, _| {
        done.push(page);
        Some(())
    })
    .unwrap();
    done
}

/// Returns the lines of a page: the height of each, and its text with `▣` for a picture in it.
fn lines(page: &Page) -> Vec<(f32, String)> {
    let line = |(left, y, set): &(f32, f32, super::Set)| {
        let mut parts: Vec<(f32, &str)> = set.runs.iter().map(|run| (run.x, run.text.as_str())).collect();
        parts.extend(set.pictures.iter().map(|(x, _)| (*x, "▣")));
        parts.sort_by(|a, b| a.0.total_cmp(&b.0));
        let text: String = parts.into_iter().map(|(_, text)| text).collect();
        assert!(*left >= 0.0);
        (*y, text)
    };
    page.lines.iter().map(line).collect()
}

#[test]
fn a_scene_break_and_a_title_stay_with_what_follows() {
    for (language, sentence) in [("en", ENGLISH), ("zh", CHINESE)] {
        for follows in ["", "[^1]", "one line", "picture"] {
            for mark in ["***", "## The Weir 堰"] {
                // Every height of the text above the mark from the middle of the page to its foot.
                for above in 14..34 {
                    let before = "Rain.\n\n".repeat(above);
                    let next = match follows {
                        "one line" => "雨 Rain.".to_owned(),
                        "picture" => "![](map.png)".to_owned(),
                        note => sentence.repeat(4) + note,
                    };
                    let note = sentence.repeat(3);
                    let text = format!(
                        "---\nlanguage: {language}\n---\n{before}{mark}\n\n{next}\n\nEnd.\n\n[^1]: {note}\n"
                    );
                    let is_mark = |text: &str| text.contains("*\u{2003}*") || text.contains("The Weir");
                    let pages = set(&text);
                    let with_mark: Vec<&Page> = pages
                        .iter()
                        .filter(|page| lines(page).iter().any(|(_, text)| is_mark(text)))
                        .collect();
                    assert_eq!(
                        with_mark.len(),
                        1,
                        "the mark is printed once, {language} {follows} {above}"
                    );
                    let lines = lines(with_mark[0]);
                    let at = lines.iter().position(|(_, text)| is_mark(text)).unwrap();
                    let below = lines.len() - at - 1 + with_mark[0].pictures.len();
                    let expected = if follows.len() < 5 { 2 } else { 1 };
                    assert!(
                        below >= expected,
                        "{language} {follows} {mark} {above}: {lines:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn more_titles_than_a_page_holds_go_on_to_the_next() {
    for title in ["## The Weir", "## 堰"] {
        let pages = set(&format!("{title}\n\n").repeat(60));
        let found: Vec<String> = pages.iter().flat_map(lines).map(|(_, text)| text).collect();
        let words = title.trim_start_matches("## ");
        assert_eq!(found.iter().filter(|text| text.as_str() == words).count(), 60);
        for (y, _) in pages.iter().flat_map(lines) {
            assert!(y < HEIGHT - BOTTOM, "{y}");
        }
    }
}

#[test]
fn words_are_divided_in_the_text_and_not_in_a_title() {
    let long =
        "Uncharacteristic Extraordinarily Featherstonehaugh Disappearance Counterrevolutionary ".repeat(4);
    for (text, divides) in [
        (format!("# Low tide\n\n{long}\n\n# Two\n"), true),
        (format!("# {long}\n\nRain.\n\n# Two\n"), false),
        (format!("# One\n\n### {long}\n\nRain.\n\n# Two\n"), false),
        (
            format!("---\nlanguage: zh\n---\n# 雨 {long}\n\n雨。\n\n# 雪\n"),
            false,
        ),
    ] {
        let divided = set(&text)
            .iter()
            .flat_map(lines)
            .any(|(_, line)| line.ends_with('-'));
        assert_eq!(divided, divides, "{text}");
    }
}

#[test]
fn a_picture_in_a_sentence_stands_in_its_line() {
    for (text, pages_with, in_lines) in [
        // In the sentence, with what stands around it.
        (
            "He pressed the seal ![seal](seal.png) into the wax.",
            0,
            Some("He pressed the seal ▣ into the wax."),
        ),
        ("他把印![印](seal.png)盖在蜡上。", 0, Some("他把印▣盖在蜡上。")),
        ("![](seal.png) The seal.", 0, Some("▣ The seal.")),
        // A large one makes its line high, and is not cut out of the sentence.
        ("The map ![map](map.png) was wet.", 0, Some("▣")),
        ("图![图](tall.png)湿了。", 0, Some("▣")),
        // Alone, or alone in a line of its own.
        ("![map](map.png)", 1, None),
        ("地图：\\\n![图](map.png)\\\n湿了。", 1, None),
        ("Map:\n![map](map.png)\nWet.", 1, None),
        // In other places.
        ("- 印 ![印](seal.png) 在这里", 0, Some("印 ▣ 在这里")),
        ("## The seal ![](seal.png)", 0, Some("The seal ▣")),
        ("| Seal ![](seal.png) |\n|---|\n| 印 |", 0, Some("Seal ▣")),
    ] {
        let pages = set(&format!("Rain.\n\n{text}\n\nEnd.\n"));
        let alone: usize = pages.iter().map(|page| page.pictures.len()).sum();
        assert_eq!(alone, pages_with, "{text}");
        let all: Vec<String> = pages.iter().flat_map(lines).map(|(_, text)| text).collect();
        let shown = all.iter().filter(|line| line.contains('▣')).count();
        assert_eq!(shown, usize::from(in_lines.is_some()), "{text}: {all:?}");
        if let Some(expected) = in_lines {
            assert!(all.iter().any(|line| line.contains(expected)), "{text}: {all:?}");
        }
        // No line is set over another one, and none over the foot of the page.
        for page in &pages {
            let mut floor = 0.0;
            for (_, y, set) in &page.lines {
                assert!(*y >= floor, "{text}");
                floor = y + set.extra() + SIZE;
            }
            assert!(floor <= HEIGHT - BOTTOM + 1.0, "{text}: {floor}");
        }
    }
}

#[test]
fn a_picture_in_a_note_is_no_higher_than_the_notes_may_be() {
    for text in [
        "Rain.[^1]\n\n[^1]: Tall ![](tall.png) one.\n",
        "雨。[^1]\n\n[^1]: 高![](tall.png)图。\n",
    ] {
        let pages = set(text);
        let pictures: usize = pages
            .iter()
            .flat_map(|page| &page.notes)
            .map(|(set, _)| set.pictures.len())
            .sum();
        assert_eq!(pictures, 1, "{text}");
        let heights: f32 = pages
            .iter()
            .flat_map(|page| &page.notes)
            .map(|(_, height)| height)
            .sum();
        assert!(heights < HEIGHT / 2.0, "{heights}");
    }
}
