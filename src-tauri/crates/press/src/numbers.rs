//! The numbers of chapters.

/// How chapters are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// Not at all.
    None,
    /// `1`, `2`, `3`.
    Figures,
    /// `Chapter One`, and `第一章` in a Chinese book.
    Words,
}

impl Numbers {
    /// Returns what stands before the name of a chapter, or alone for a chapter without a name.
    pub(crate) fn label(self, number: usize, has_name: bool, chinese: bool) -> Option<String> {
        let (label, between) = match (self, chinese) {
            (Self::None, _) => return None,
            (Self::Figures, false) => (number.to_string(), ". "),
            (Self::Figures, true) => (number.to_string(), "\u{3000}"),
            (Self::Words, false) => (format!("Chapter {}", english(number)), ": "),
            (Self::Words, true) => (format!("第{}章", chinese_numeral(number)), "\u{3000}"),
        };
        Some(if has_name { label + between } else { label })
    }
}

/// Returns a number in words. From a hundred on it is in figures, since words would be longer than a title.
fn english(number: usize) -> String {
    const ONES: [&str; 20] = [
        "Zero",
        "One",
        "Two",
        "Three",
        "Four",
        "Five",
        "Six",
        "Seven",
        "Eight",
        "Nine",
        "Ten",
        "Eleven",
        "Twelve",
        "Thirteen",
        "Fourteen",
        "Fifteen",
        "Sixteen",
        "Seventeen",
        "Eighteen",
        "Nineteen",
    ];
    const TENS: [&str; 8] = [
        "Twenty", "Thirty", "Forty", "Fifty", "Sixty", "Seventy", "Eighty", "Ninety",
    ];
    match (number / 10, number % 10) {
        (0 | 1, _) => ONES[number].to_owned(),
        (ten @ 2..=9, 0) => TENS[ten - 2].to_owned(),
        (ten @ 2..=9, one) => format!("{}-{}", TENS[ten - 2], ONES[one].to_lowercase()),
        _ => number.to_string(),
    }
}

/// Returns a number below ten thousand as it is said in Chinese, and any other in figures.
fn chinese_numeral(number: usize) -> String {
    const DIGITS: [&str; 10] = ["零", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
    if !(1..10_000).contains(&number) {
        return number.to_string();
    }
    let mut said = String::new();
    let mut has_gap = false;
    for (unit, name) in [(1000, "千"), (100, "百"), (10, "十"), (1, "")] {
        let digit = number / unit % 10;
        if digit == 0 {
            has_gap = !said.is_empty();
            continue;
        }
        if std::mem::take(&mut has_gap) {
            said += "零";
        }
        // Ten is 十 and eleven is 十一, but a hundred and ten is 一百一十.
        if !(unit == 10 && digit == 1 && said.is_empty()) {
            said += DIGITS[digit];
        }
        said += name;
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_said_as_people_say_them() {
        for (number, in_english, in_chinese) in [
            (1, "One", "一"),
            (10, "Ten", "十"),
            (11, "Eleven", "十一"),
            (20, "Twenty", "二十"),
            (36, "Thirty-six", "三十六"),
            (99, "Ninety-nine", "九十九"),
            (100, "100", "一百"),
            (105, "105", "一百零五"),
            (110, "110", "一百一十"),
            (1_001, "1001", "一千零一"),
            (9_999, "9999", "九千九百九十九"),
            (10_000, "10000", "10000"),
        ] {
            assert_eq!(
                (english(number), chinese_numeral(number)),
                (in_english.into(), in_chinese.into())
            );
        }
    }
}
