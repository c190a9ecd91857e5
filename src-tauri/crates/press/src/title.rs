//! Titles of chapters. Recognises a line that is a title, and a title that has a number.

/// A line that is the title of a chapter, also where nothing marks it as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Title {
    /// A part of the book in its order: `第十二章 渡口`, `Chapter Twelve: The Ferry`.
    Numbered,
    /// A part before, after or beside the order: `楔子`, `Prologue`.
    Beside,
}

/// The characters that Chinese numbers are written with.
const NUMERALS: &str = "零〇一二三四五六七八九十百千万两0123456789０１２３４５６７８９";

/// What may stand between the number of a chapter and its name.
const SEPARATORS: &str = "：:、—–-·.．";

/// The names of chapters without a number.
const BESIDE: [&str; 19] = [
    "prologue",
    "epilogue",
    "interlude",
    "foreword",
    "afterword",
    "preface",
    "楔子",
    "序章",
    "序幕",
    "引子",
    "前言",
    "尾声",
    "尾聲",
    "终章",
    "終章",
    "后记",
    "後記",
    "番外",
    "番外篇",
];

/// Numbers in words, besides [`prose::ENGLISH_NUMBERS`].
const NUMBERS: [&str; 9] = [
    "thirty", "forty", "fifty", "sixty", "first", "second", "third", "fourth", "last",
];

/// Returns what kind of chapter a line is the title of. A sentence that begins with the same words is none: it goes on
/// directly behind them, is longer, or ends like a sentence.
pub(crate) fn of(line: &str) -> Option<Title> {
    // In characters. A longer line is a sentence.
    const LONGEST: usize = 40;
    let line = line.trim_matches(['*', ' ', '\t', '\u{3000}']);
    if line.is_empty() || line.chars().count() > LONGEST || line.ends_with(['。', '，', '.', ',', '；', ';'])
    {
        return None;
    }
    let lower = line.to_lowercase();
    if is_beside(&lower) {
        return Some(Title::Beside);
    }
    (is_chinese_chapter(line) || is_english_chapter(line, &lower)).then_some(Title::Numbered)
}

fn is_beside(lower: &str) -> bool {
    BESIDE.iter().any(|name| {
        let Some(behind) = lower.strip_prefix(name) else {
            return false;
        };
        let behind = behind.trim_start_matches(|c| NUMERALS.contains(c));
        behind
            .chars()
            .next()
            .is_none_or(|next| next.is_whitespace() && is_named(behind) || SEPARATORS.contains(next))
    })
}

/// Returns whether words behind a space are a name and not the rest of a sentence, such as `Prologue was short`.
fn is_named(behind: &str) -> bool {
    // The line is in small letters here, so only other scripts can be told.
    behind
        .trim_start()
        .chars()
        .next()
        .is_none_or(|first| !first.is_ascii())
}

fn is_chinese_chapter(line: &str) -> bool {
    // In characters of the whole line, with a separator behind the number and without one.
    const LONGEST: usize = 30;
    const CLOSE: usize = 16;
    let Some(behind) = line.strip_prefix('第') else {
        return false;
    };
    let number = behind.trim_start_matches(|c| NUMERALS.contains(c) || c == ' ');
    let mut rest = number.chars();
    let Some(unit) = rest.next().filter(|_| number.len() < behind.len()) else {
        return false;
    };
    if !"章回节節卷部集篇".contains(unit) {
        return false;
    }
    let Some(next) = rest.next() else { return true };
    if next.is_whitespace() || SEPARATORS.contains(next) {
        return line.chars().count() <= LONGEST;
    }
    // 第一节课 and 第一回见面 begin sentences, and so does 第一章写完的时候.
    unit == '章'
        && prose::is_han(next)
        && !"里中的是写完到讲说和与之后前末结就也都".contains(next)
        && line.chars().count() <= CLOSE
        && !line.contains(['，', '。', '；', '！', '？', '“', '”', '：'])
}

fn is_english_chapter(line: &str, lower: &str) -> bool {
    let Some(behind) = ["chapter ", "part ", "book "]
        .iter()
        .find_map(|word| lower.strip_prefix(word))
    else {
        return false;
    };
    let number = behind
        .split([' ', ':', '.', '—', '–', '-'])
        .next()
        .unwrap_or_default();
    let is_number = !number.is_empty()
        && (number.bytes().all(|byte| byte.is_ascii_digit())
            || is_roman(number)
            || prose::ENGLISH_NUMBERS.contains(&number)
            || NUMBERS.contains(&number));
    // `Part one of the plan` goes on in small letters, the name of a chapter does not.
    let goes_on = behind[number.len()..].starts_with(' ')
        && line
            .chars()
            .skip(lower.chars().count() - behind.chars().count() + number.chars().count())
            .find(|c| !c.is_whitespace())
            .is_some_and(char::is_lowercase);
    is_number && !goes_on
}

fn is_roman(number: &str) -> bool {
    number.len() <= 7 && number.chars().all(|c| "ivxlc".contains(c))
}

/// Returns whether a title has a number already. Then the export adds no second number.
pub(crate) fn has_number(title: &str) -> bool {
    let title = title.trim();
    let digits = title.trim_start_matches(|c: char| c.is_ascii_digit());
    let numerals = title.trim_start_matches(|c| NUMERALS.contains(c));
    let roman: String = title.chars().take_while(char::is_ascii_alphabetic).collect();
    let ends = |rest: &str| {
        rest.chars()
            .next()
            .is_none_or(|next| next.is_whitespace() || SEPARATORS.contains(next))
    };
    let is_alone = prose::ENGLISH_NUMBERS.contains(&title.to_lowercase().as_str());
    of(title) == Some(Title::Numbered)
        || is_alone
        || (digits.len() < title.len() && ends(digits))
        || (numerals.len() < title.len() && ends(numerals))
        || (!roman.is_empty()
            && roman.chars().all(|c| "IVXLC".contains(c))
            && (title == roman || title[roman.len()..].starts_with(['.', ':'])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_a_line_that_is_no_sentence() {
        for title in [
            "第一章",
            "第一章 渡口",
            "　　第十二章　雪夜，渡口",
            "第三章 他是谁？",
            "第十三回：夜",
            "第1章",
            "第一章渡口",
            "第二卷 灰烬",
            "Chapter One",
            "CHAPTER 1",
            "Chapter Twelve: The Ferry",
            "**Chapter 2: The Ferry**",
            "CHAPTER III",
            "Chapter Twenty-One",
            "Chapter 3 The ferry",
            "Part Two — Ash",
        ] {
            assert_eq!(of(title), Some(Title::Numbered), "{title}");
        }
        for title in [
            "楔子",
            "序章 渡口",
            "番外",
            "番外一：雪夜",
            "尾声",
            "Prologue",
            "EPILOGUE",
            "Prologue: The sea",
        ] {
            assert_eq!(of(title), Some(Title::Beside), "{title}");
        }
        for sentence in [
            "",
            "第一章写完了。",
            "第一章写完的时候他哭了",
            "第一章里的人都走了",
            "第一章渡口，他站了很久，谁也没有来",
            "第二天，她走了。",
            "第一节课上到一半他就睡着了",
            "第一回见到他",
            "第三集团军",
            "第二部分",
            "第一章 雪下得非常大，他在门口站了很久，谁也没有来，连狗也没有来，只有雪还在下",
            "番外的人都走了",
            "Part of it stayed",
            "Part one of the plan",
            "Chapter and verse",
            "Chapter 3 was hard",
            "Part I remember",
            "Prologue was the word",
            "Chapter One.",
        ] {
            assert_eq!(of(sentence), None, "{sentence}");
        }
    }

    #[test]
    fn a_title_says_its_number_or_not() {
        for (title, expected) in [
            ("第三章 渡口", true),
            ("Chapter Three", true),
            ("3", true),
            ("12. The ferry", true),
            ("3 渡口", true),
            ("三、渡口", true),
            ("三", true),
            ("IV. Ash", true),
            ("Seven", true),
            ("The ferry", false),
            ("渡口", false),
            ("一个人", false),
            ("1984年的夏天", false),
            ("I remember", false),
            ("Prologue", false),
            ("", false),
        ] {
            assert_eq!(has_number(title), expected, "{title}");
        }
    }
}
