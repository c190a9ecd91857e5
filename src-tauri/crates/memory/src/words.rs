//! Text operations that several steps use: compare, search, cut and disarm.

use std::ops::Range;

use chrono::NaiveDate;
use prose::Language;
use unicode_segmentation::UnicodeSegmentation;

/// Returns a text on one line, white space collapsed.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the normal form of a text for comparison: in lower case, with white space collapsed.
pub(crate) fn compared(text: &str) -> String {
    one_line(text).to_lowercase()
}

/// Cuts a text to at most `most` characters, of which the last is `…` if text was removed. The cut is between grapheme
/// clusters: an emoji of several code points is kept whole or removed.
pub(crate) fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let room = most.saturating_sub(1);
    let mut end = 0;
    let mut length = 0;
    for (at, seen) in text.grapheme_indices(true) {
        length += seen.chars().count();
        if length > room {
            break;
        }
        end = at + seen.len();
    }
    format!("{}…", text[..end].trim_end())
}

/// Returns a text in which no comment begins, so that no part of it can be read as an annotation. All words stay.
pub(crate) fn disarmed(text: &str) -> String {
    text.replace("<!--", "<! --")
}

/// Returns the range of the first match of some words in a text in lower case.
///
/// A word of Latin letters matches only a whole word; with a `*` at its end, it matches the beginning of a word. A
/// Chinese word matches anywhere, because no spaces separate Chinese words.
pub(crate) fn find(text: &str, words: &[&str]) -> Option<Range<usize>> {
    words
        .iter()
        .filter_map(|word| find_one(text, word))
        .min_by_key(|found| found.start)
}

fn find_one(text: &str, word: &str) -> Option<Range<usize>> {
    let (word, goes_on) = word.strip_suffix('*').map_or((word, false), |stem| (stem, true));
    let latin =
        |character: Option<char>| character.is_some_and(|character| character.is_ascii_alphanumeric());
    let (first, last) = (word.chars().next(), word.chars().next_back());
    text.match_indices(word)
        .map(|(at, _)| at..at + word.len())
        .find(|found| {
            let before = text[..found.start].chars().next_back();
            let after = text[found.end..].chars().next();
            !(latin(first) && latin(before)) && (goes_on || !(latin(last) && latin(after)))
        })
}

/// Returns the dates in a text, written as `2026-11-21` or 2026年11月21日.
pub(crate) fn days(text: &str) -> impl Iterator<Item = NaiveDate> {
    let runs = text.match_indices(|character: char| character.is_ascii_digit());
    let starts = runs.map(|(at, _)| at).filter(|&at| !ends_in_digit(&text[..at]));
    starts.filter_map(|at| day(&text[at..]).map(|(day, _)| day))
}

/// Returns the date at the beginning of a text, and the text after it.
pub(crate) fn day(text: &str) -> Option<(NaiveDate, &str)> {
    let (year, rest) = number(text, 4, 4)?;
    let (marks, least) = match rest.chars().next()? {
        '-' => (["-", "-", ""], 2),
        '年' => (["年", "月", "日"], 1),
        _ => return None,
    };
    let (month, rest) = number(rest.strip_prefix(marks[0])?, least, 2)?;
    let (day, rest) = number(rest.strip_prefix(marks[1])?, least, 2)?;
    let rest = rest.strip_prefix(marks[2])?;
    let date = NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, month, day)?;
    (!starts_with_digit(rest)).then_some((date, rest))
}

/// Returns the number at the beginning of a text, with `least` to `most` digits, and the text after it.
pub(crate) fn number(text: &str, least: usize, most: usize) -> Option<(u32, &str)> {
    let length = text.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = text.split_at_checked(length)?;
    (least..=most).contains(&length).then_some(())?;
    Some((digits.parse().ok()?, rest))
}

fn ends_in_digit(text: &str) -> bool {
    text.ends_with(|character: char| character.is_ascii_digit())
}

fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|character: char| character.is_ascii_digit())
}

/// Returns the language of the bullets of a file; annotations are in English in any file.
pub(crate) fn language_of<'a>(words: impl Iterator<Item = &'a str>) -> Language {
    Language::of(&words.collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_word_stands_alone_in_english_and_anywhere_in_chinese() {
        for (text, words, found) in [
            ("the tool broke", &["tool"][..], true),
            ("a stool broke", &["tool"], false),
            ("tools", &["tool"], false),
            ("decided", &["decid*"], true),
            ("undecided", &["decid*"], false),
            ("用tool改了", &["tool"], true),
            ("林晚决定离开", &["决定"], true),
            ("", &["tool"], false),
        ] {
            assert_eq!(find(text, words).is_some(), found, "{text}");
        }
    }

    #[test]
    fn days_are_found_in_both_languages_and_only_where_they_are_days() {
        let found = |text: &str| days(text).map(|day| day.to_string()).collect::<Vec<_>>();
        assert_eq!(
            found("on 2026-11-21, 2026年1月2日止"),
            ["2026-11-21", "2026-01-02"]
        );
        for none in [
            "2026-13-01",
            "12026-11-21",
            "2026-11-210",
            "2026年11月",
            "450 words",
            "2026-1-2",
        ] {
            assert_eq!(found(none), [""; 0], "{none}");
        }
    }

    #[test]
    fn a_cut_falls_between_characters_as_they_are_seen() {
        assert_eq!(cut("雨停了。", 4), "雨停了。");
        assert_eq!(cut("雨停了，天亮了。", 4), "雨停了…");
        assert_eq!(cut("ab👨‍👩‍👧c", 5), "ab…", "a family is kept whole or left out");
        assert_eq!(cut(&"\u{301}".repeat(9), 4), "…");
        assert_eq!(cut("ab", 0), "…");
    }

    proptest! {
        #[test]
        fn a_cut_is_as_short_as_asked_and_cuts_no_second_time(text in "\\PC{0,40}", most in 1usize..30) {
            let short = cut(&text, most);
            prop_assert!(short.chars().count() <= most);
            prop_assert_eq!(cut(&short, most), short.clone());
        }

        #[test]
        fn no_comment_survives_disarming(text in "[<!\\-> a]{0,30}") {
            let safe = disarmed(&text);
            prop_assert!(!safe.contains("<!--"));
            prop_assert_eq!(disarmed(&safe), safe);
        }
    }
}
