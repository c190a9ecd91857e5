//! The entry of a reply for the story, in the format of `HISTORY.md`.

use chrono::{NaiveDateTime, NaiveTime};
use prose::Language;
use serde::Serialize;

use crate::document::{CLOSING, Document, FROM, short_hash, source_name, without_comments};
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

/// The origin of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin<'a> {
    /// The id of the run that tells it; letters, digits, `-` and `_`.
    pub run_id: &'a str,
    /// The name of the conversation, or the path of the daily file, from which it is told.
    pub source: &'a str,
}

/// Returns the story with an entry appended after a blank line. A new story gets its title. A story that already has
/// the entry is unchanged, because a change that another program interrupted is repeated.
///
/// The entry ends in an annotation with its id, its run and its source. The id follows from the words alone, so an entry
/// is known again whatever run tells it, and also in a story of an older desk without annotations.
pub fn told(story: &str, entry: &str, origin: Origin<'_>, language: Language) -> String {
    if is_told(story, entry) {
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
    let annotation = annotation(entry, origin);
    story.push_str(&format!("{ending}{entry} {annotation}{ending}"));
    story
}

/// Returns whether a story has an entry, with or without an annotation.
fn is_told(story: &str, entry: &str) -> bool {
    let words = |line: &str| line.find(ENTRY_NOTE).unwrap_or(line.len());
    story.lines().any(|line| line[..words(line)].trim_end() == entry)
}

/// Returns the id of the run that told an entry; `None` for a line that the writer wrote or changed.
pub fn teller(line: &str) -> Option<&str> {
    let (entry, note) = line.split_once(ENTRY_NOTE)?;
    let mut parts = note.trim_end().strip_suffix(CLOSING)?.trim_end().split(" | ");
    let id = parts.next()?.strip_prefix("entry-")?;
    let run = parts.next()?.strip_prefix("run ")?;
    (id == short_hash(entry.trim_end())).then_some(run)
}

/// The beginning of the annotation of an entry.
const ENTRY_NOTE: &str = "<!-- entry ";

fn annotation(entry: &str, Origin { run_id, source }: Origin<'_>) -> String {
    let id = short_hash(entry);
    let source = source_name(source).map_or_else(String::new, |source| format!(" | {FROM}{source}"));
    format!("{ENTRY_NOTE}entry-{id} | run {run_id}{source} {CLOSING}")
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

    const FERRY: Origin<'_> = Origin {
        run_id: "run-1",
        source: "ferry",
    };

    #[test]
    fn what_is_told_twice_is_told_once() {
        let entry = "[2026-11-21 10:30] Lin limps.";
        for story in [
            "",
            "# 历史\r\n\r\n她写的",
            "# History\n\n[2026-11-20 09:05] 林晚跛脚。\n",
        ] {
            let once = told(story, entry, FERRY, Language::Zh);
            assert!(once.starts_with(story) && once.contains(entry));
            let by_another_run = Origin {
                run_id: "run-2",
                ..FERRY
            };
            assert_eq!(told(&once, entry, by_another_run, Language::Zh), once);
            assert_eq!(once.lines().last().and_then(teller), Some("run-1"));
        }
        let by_an_older_desk = format!("# History\n\n{entry}\n");
        assert_eq!(
            told(&by_an_older_desk, entry, FERRY, Language::En),
            by_an_older_desk
        );
    }

    #[test]
    fn an_entry_names_its_id_its_run_and_its_source() {
        let source = |source| {
            let story = told(
                "",
                "[2026-11-21 10:30] Lin limps.",
                Origin { source, ..FERRY },
                Language::En,
            );
            story.lines().last().unwrap_or_default().to_owned()
        };
        let begin = "[2026-11-21 10:30] Lin limps. <!-- entry entry-f1dd228747f5 | run run-1";
        assert_eq!(teller(&source("ferry")), Some("run-1"));
        assert_eq!(teller(&source("ferry").replace("limps", "runs")), None);
        for (name, ending) in [
            ("ferry", " | from ferry -->"),
            ("第一卷/渡口", " | from 第一卷/渡口 -->"),
            ("a | b --> c\n<d>", " | from a / b -) c (d) -->"),
            (" \n", " -->"),
        ] {
            assert_eq!(source(name), format!("{begin}{ending}"), "{name:?}");
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
