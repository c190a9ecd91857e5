//! The order in which a reader expects chapters: by number, not by digit, and notes after the book.

/// A piece of a path to compare by. A number stands before words, as in a table of contents.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Piece {
    /// The end of a folder or file name: a folder's own files stand before its folders' files.
    End,
    Number(u64),
    Words(String),
}

/// Returns the key to sort manuscripts by.
///
/// Digits compare as numbers, so that chapter 10 follows chapter 9. Numerals in words compare as numbers too: otherwise
/// `Three` would stand before `Two`, and the code points of 一 二 三 are in no order. Folders of notes come last.
pub(crate) fn key(path: &str) -> impl Ord + use<> {
    let notes = is_note(path);
    // Without the extension, whose point would stand behind the blank of `Low tide 2`.
    let name = path.rfind('/').map_or(0, |at| at + 1);
    let end = path[name..].rfind('.').map_or(path.len(), |at| name + at);
    let pieces: Vec<Vec<Piece>> = path[..end].split('/').map(pieces).collect();
    (notes, pieces)
}

/// The folders of notes. Whatever lies in them at any depth is no part of the book.
const NOTES: [&str; 18] = [
    "notes",
    "note",
    "research",
    "outline",
    "outlines",
    "characters",
    "worldbuilding",
    "笔记",
    "筆記",
    "资料",
    "資料",
    "设定",
    "設定",
    "大纲",
    "大綱",
    "人物",
    "世界观",
    "世界觀",
];

/// Returns whether a file is a note and not a part of the book, by the folders it is in. A number that puts a folder in
/// order, as in `00 设定`, does not matter.
pub(crate) fn is_note(path: &str) -> bool {
    let folders = path.rsplit_once('/').map_or("", |(folders, _)| folders);
    folders.split('/').any(|folder| {
        let name = folder.trim_start_matches(|c: char| c.is_ascii_digit() || " _-.、".contains(c));
        NOTES.contains(&name.to_lowercase().as_str())
    })
}

fn pieces(name: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let length = if let Some((number, length)) = digits(rest) {
            pieces.push(Piece::Number(number));
            length
        } else if let Some((number, length)) = rest.strip_prefix('第').and_then(numeral) {
            pieces.extend([Piece::Words("第".into()), Piece::Number(number)]);
            '第'.len_utf8() + length
        } else {
            let letters = rest
                .find(|character: char| !character.is_ascii_alphabetic())
                .unwrap_or(rest.len());
            let length = letters.max(first.len_utf8());
            let word = rest[..length].to_lowercase();
            let number = prose::ENGLISH_NUMBERS
                .iter()
                .zip(1..)
                .find(|(known, _)| **known == word);
            pieces.push(number.map_or(Piece::Words(word.clone()), |(_, number)| Piece::Number(number)));
            length
        };
        rest = &rest[length..];
    }
    pieces.push(Piece::End);
    pieces
}

fn digits(text: &str) -> Option<(u64, usize)> {
    let length = text
        .find(|character: char| !character.is_ascii_digit())
        .unwrap_or(text.len());
    // A number too long for a chapter is a name made of digits; it compares as the largest number.
    (length > 0).then(|| (text[..length].parse().unwrap_or(u64::MAX), length))
}

/// Reads a Chinese numeral below a hundred thousand, or digits, at the start of a text.
fn numeral(text: &str) -> Option<(u64, usize)> {
    let mut total = 0;
    let mut digit = None;
    let mut length = 0;
    for character in text.chars() {
        let value = "零一二三四五六七八九"
            .chars()
            .zip(0..)
            .find(|(known, _)| *known == character);
        let unit = [('十', 10), ('百', 100), ('千', 1000), ('万', 10_000)]
            .into_iter()
            .find(|(known, _)| *known == character);
        match (value, unit) {
            (Some((_, value)), _) => {
                digit = Some(digit.map_or(value, |before: u64| before.saturating_mul(10) + value))
            }
            // 十 alone is ten, 二十 is twenty.
            (None, Some((_, unit))) => total += digit.take().unwrap_or(1) * unit,
            (None, None) => break,
        }
        length += character.len_utf8();
    }
    if length == 0 {
        digits(text)
    } else {
        Some((total + digit.unwrap_or(0), length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn chapters_stand_in_the_order_of_their_numbers() {
        let expected = [
            "1 Low tide.md",
            "2 The ferry.md",
            "10 Ashfall.md",
            "10 Ashfall 2.md",
            "Part One/01 Counting windows.md",
            "Part One/02 The roof.md",
            "Part Two/1.md",
            "Part Three/1.md",
            "第一卷/第二章.md",
            "第一卷/第三章.md",
            "第一卷/第十章.md",
            "第一卷/第十一章 渡口.md",
            "第一卷/第二十章.md",
            "第一卷/第一百零二章.md",
            "第二卷/第一章.md",
            "第 draft.md",
            "Notes/Cast.md",
            "笔记/人物.md",
        ];
        let mut sorted = expected;
        sorted.reverse();
        sorted.sort_by_key(|path| key(path));
        assert_eq!(sorted, expected);
    }

    #[test]
    fn a_note_is_known_by_its_folder() {
        for path in [
            "Notes/Cast.md",
            "笔记/人物.md",
            "第一卷/00 设定/城.md",
            "Book/Outline/a.md",
        ] {
            assert!(is_note(path), "{path}");
        }
        for path in ["Notes.md", "设定.md", "第一卷/01 笔记.md", "Notes on a life/1.md"] {
            assert!(!is_note(path), "{path}");
        }
    }

    proptest! {
        #[test]
        fn any_name_has_a_place(a in "\\PC{0,20}", b in "\\PC{0,20}") {
            prop_assert_eq!(key(&a).cmp(&key(&b)), key(&b).cmp(&key(&a)).reverse());
        }
    }
}
