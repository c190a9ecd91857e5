//! The entry of a reply for the story, in the format of `HISTORY.md`.

use chrono::{NaiveDateTime, NaiveTime};
use prose::Language;
use serde::Serialize;

use crate::document::{Document, without_comments};
use crate::words::{cut, day, number, one_line};

/// The maximum length of an entry in characters, including its timestamp.
pub(crate) const ENTRY: usize = 600;

/// An entry on one line, `[2026-11-21 10:30] …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryEntry {
    /// The whole line.
    pub text: String,
    /// The time stated in the entry, in the writer's local time. It determines the daily file.
    pub at: NaiveDateTime,
}

impl HistoryEntry {
    /// Returns the text of the entry after its timestamp.
    pub fn said(&self) -> &str {
        self.text
            .split_once("] ")
            .map_or(self.text.as_str(), |(_, said)| said)
    }
}

/// The reason why there is no entry. The notes of the day do not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Rejection {
    /// The reply has no entry.
    Missing,
    /// The entry is not text.
    InvalidType,
    /// The entry is empty.
    Empty,
    /// The entry contains a fenced block.
    ContainsCodeBlock,
}

/// Converts an entry to the format of `HISTORY.md`. A second conversion changes nothing.
///
/// `at` is the local time of the conversation; it is used if the entry has no timestamp.
///
/// # Errors
/// The reason why there is no entry.
pub fn normalised(said: &str, at: NaiveDateTime) -> Result<HistoryEntry, Rejection> {
    let text = without_comments(said);
    if text.contains("```") {
        return Err(Rejection::ContainsCodeBlock);
    }
    let line = one_line(&text);
    let (at, said) = stamp(&line).unwrap_or((at, &line));
    if said.is_empty() {
        return Err(Rejection::Empty);
    }
    let stamp = format!("[{}] ", at.format("%Y-%m-%d %H:%M"));
    let text = cut(said, ENTRY.saturating_sub(stamp.len()));
    Ok(HistoryEntry {
        text: stamp + &text,
        at,
    })
}

/// Returns the story with an entry appended after a blank line. A new story gets its title. A story that already has
/// the entry is unchanged, because a change that another program interrupted is repeated.
pub fn told(story: &str, entry: &str, language: Language) -> String {
    if story.lines().any(|line| line == entry) {
        return story.to_owned();
    }
    let mut story = match (story, language) {
        ("", Language::En) => "# History\n".to_owned(),
        ("", Language::Zh) => "# 历史\n".to_owned(),
        (story, _) => story.to_owned(),
    };
    let ending = Document::parse(&story).ending();
    if !story.ends_with('\n') {
        story.push_str(ending);
    }
    story.push_str(&format!("{ending}{entry}{ending}"));
    story
}

/// Parses `[2026-11-21 10:30]`, also with `T` between, with seconds, or without a time. Returns the time and the text
/// after it.
fn stamp(line: &str) -> Option<(NaiveDateTime, &str)> {
    let (day, rest) = day(line.strip_prefix('[')?)?;
    let inside = rest.strip_prefix([' ', 'T']).and_then(|rest| {
        let (hour, rest) = number(rest, 2, 2)?;
        let (minute, rest) = number(rest.strip_prefix(':')?, 2, 2)?;
        let seconds = rest.strip_prefix(':').and_then(|rest| number(rest, 2, 2));
        let rest = seconds.map_or(rest, |(_, rest)| rest);
        Some((NaiveTime::from_hms_opt(hour, minute, 0)?, rest))
    });
    let (time, rest) = inside.unwrap_or((NaiveTime::MIN, rest));
    Some((day.and_time(time), rest.strip_prefix(']')?.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::NaiveDate;
    use proptest::prelude::*;

    fn now() -> NaiveDateTime {
        NaiveDate::from_ymd_opt(2026, 11, 21)
            .and_then(|day| day.and_hms_opt(10, 30, 9))
            .expect("a time")
    }

    fn entry(text: &str) -> Result<String, Rejection> {
        normalised(text, now()).map(|entry| entry.text)
    }

    #[test]
    fn an_entry_is_one_line_with_a_timestamp() {
        for (text, line) in [
            ("Lin\n limps.", "[2026-11-21 10:30] Lin limps."),
            (
                "[2026-11-20 09:05]  林晚\t跛脚。",
                "[2026-11-20 09:05] 林晚 跛脚。",
            ),
            ("[2026-11-20T09:05:59] x", "[2026-11-20 09:05] x"),
            ("[2026-11-20] x", "[2026-11-20 00:00] x"),
            ("[2026年11月20日 09:05]林晚", "[2026-11-20 09:05] 林晚"),
            ("[2026-13-40 09:05] x", "[2026-11-21 10:30] [2026-13-40 09:05] x"),
            ("[yesterday] x", "[2026-11-21 10:30] [yesterday] x"),
            (
                "x <!-- rule any.sentence_length.less | rule | confirmed -->",
                "[2026-11-21 10:30] x",
            ),
            ("a <!-- rule b", "[2026-11-21 10:30] a rule b"),
        ] {
            assert_eq!(entry(text).as_deref(), Ok(line), "{text}");
        }
    }

    #[test]
    fn what_is_no_entry_says_why() {
        let at = now();
        for (said, why) in [
            (" \n\u{3000}", Rejection::Empty),
            ("[2026-11-21 10:30] ", Rejection::Empty),
            ("a\n```\nb\n```", Rejection::ContainsCodeBlock),
        ] {
            assert_eq!(normalised(said, at), Err(why));
        }
    }

    #[test]
    fn a_long_entry_is_cut_and_a_day_is_known_by_its_timestamp() {
        let long = normalised(&"字".repeat(1_000_000), now()).expect("an entry");
        assert_eq!(long.text.chars().count(), 600);
        assert!(long.text.ends_with('…'));
        let dated = normalised("[2026-11-20 23:59] late", now()).expect("an entry");
        assert_eq!(
            (dated.at.date().to_string().as_str(), dated.said()),
            ("2026-11-20", "late")
        );
    }

    #[test]
    fn what_is_told_twice_is_told_once() {
        for story in [
            "",
            "# 历史\r\n\r\n她写的",
            "# History\n\n[2026-11-20 09:05] 林晚跛脚。\n",
        ] {
            let once = told(story, "[2026-11-21 10:30] Lin limps.", Language::Zh);
            assert!(once.starts_with(story) && once.contains("[2026-11-21 10:30] Lin limps."));
            assert_eq!(told(&once, "[2026-11-21 10:30] Lin limps.", Language::Zh), once);
        }
    }

    proptest! {
        #[test]
        fn normalising_twice_is_normalising_once(text in "(?s)(\\PC|[\\n\\[\\]<!\\- 0-9:]|\\[2026-11-2[0-9]|<!--|-->){0,60}", times in 1usize..12) {
            if let Ok(line) = entry(&text.repeat(times)) {
                prop_assert!(line.chars().count() <= 600 && !line.contains('\n') && !line.contains("<!--"));
                prop_assert_eq!(entry(&line), Ok(line));
            }
        }
    }
}
