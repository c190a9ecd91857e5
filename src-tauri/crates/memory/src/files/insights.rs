//! Insights: knowledge kept for a limited time, `INSIGHTS.md`.

use std::collections::BTreeSet;

use chrono::{NaiveDate, TimeDelta};
use prose::Language;

use crate::document::without_comments;
use crate::files::lines::{lines, said};
use crate::policy::Insights;
use crate::words::{compared, cut, day, one_line};

/// The maximum length of an insight in characters, without its date.
const INSIGHT: usize = 320;

/// An insight in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Insight {
    /// The number of its line, counted from 1.
    pub line: usize,
    /// Its date, if the line has one.
    pub day: Option<NaiveDate>,
    /// Its text, without date, marker and annotation.
    pub text: String,
    /// Whether the line has an annotation of the desk. A line without one is the writer's own.
    pub annotated: bool,
}

/// Returns the insights of a file, from the top: every bullet outside fenced blocks.
pub fn read(file: &str) -> Vec<Insight> {
    let bullets = lines(file)
        .into_iter()
        .filter_map(|line| Some((line.number, line.bullet()?)));
    bullets
        .map(|(line, bullet)| {
            let (day, text) = dated(bullet);
            let text = one_line(&without_comments(text));
            Insight {
                line,
                day,
                text,
                annotated: bullet.contains("<!-- item "),
            }
        })
        .filter(|insight| !insight.text.is_empty())
        .collect()
}

/// Returns the new bullets without their markers, one for each insight of a reply that is not in the file yet:
/// `[2026-11-21] text`.
///
/// An insight with a date keeps it, unless the date is in the future; the others get `today`. Headings are skipped.
pub fn gained(file: &str, update: &str, today: NaiveDate) -> Vec<String> {
    let mut known: BTreeSet<String> = read(file).iter().map(|insight| compared(&insight.text)).collect();
    let mut gained = Vec::new();
    let update = without_comments(update);
    for line in lines(&update).iter().filter(|line| !line.text.starts_with('#')) {
        let Some(said) = said(line.text) else {
            continue;
        };
        let (named, text) = dated(&said);
        let text = cut(text, INSIGHT);
        if !text.is_empty() && known.insert(compared(&text)) {
            let day = named.filter(|&day| day <= today).unwrap_or(today);
            gained.push(format!("[{day}] {text}"));
        }
    }
    gained
}

/// Returns the expired insights: dated, and at least `ttl_days` old, with today as the first day. An insight without a
/// date never expires.
pub fn expired(file: &str, today: NaiveDate, policy: &Insights) -> Vec<Insight> {
    let first = today.checked_sub_signed(TimeDelta::days(policy.ttl_days.into()));
    let mut found = read(file);
    found.retain(|insight| insight.day.zip(first).is_some_and(|(day, first)| day <= first));
    found
}

/// Returns the insights for a prompt within the budget: newest first, insights without a date last. A line is added if
/// some were left out.
pub fn context(file: &str, policy: &Insights, language: Language) -> String {
    let mut found = read(file);
    // On the same day, the insight further down is newer.
    found.sort_by_key(|insight| std::cmp::Reverse((insight.day, insight.line)));
    let mut text = String::new();
    let mut length = 0;
    for (shown, insight) in found.iter().enumerate() {
        let said = cut(&insight.text, INSIGHT);
        let line = match insight.day {
            Some(day) => format!("- [{day}] {said}\n"),
            None => format!("- {said}\n"),
        };
        length += line.chars().count();
        if shown >= policy.context_bullets as usize || length > policy.context_chars as usize {
            text.push_str(match language {
                Language::En => "(... truncated)\n",
                Language::Zh => "（……以下略去）\n",
            });
            break;
        }
        text.push_str(&line);
    }
    text
}

/// Returns the date in brackets at the beginning of a bullet, and the rest.
fn dated(bullet: &str) -> (Option<NaiveDate>, &str) {
    let read = bullet.strip_prefix('[').and_then(day);
    match read.and_then(|(day, rest)| Some((day, rest.strip_prefix(']')?))) {
        Some((day, rest)) => (Some(day), rest.trim_start()),
        None => (None, bullet),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const FILE: &str = "# Insights\n\n## Lessons Learned\n- [2026-11-20] Read dialogue aloud <!-- item item-1 | active | run r | since 2026-11-20 | updated 2026-11-20 -->\n- [2026-08-01] 先写结尾\n- My own, for ever\n- [2026-13-01] no day\n```\n- [2020-01-01] code\n```\n- [2026-11-20] 后写的\n";

    fn day(text: &str) -> NaiveDate {
        text.parse().expect("a day")
    }

    #[test]
    fn insights_are_read_with_their_day_and_whose_they_are() {
        let read: Vec<_> = read(FILE)
            .into_iter()
            .map(|insight| {
                (
                    insight.line,
                    insight.day.is_some(),
                    insight.annotated,
                    insight.text,
                )
            })
            .collect();
        assert_eq!(
            read,
            [
                (4, true, true, "Read dialogue aloud".to_owned()),
                (5, true, false, "先写结尾".into()),
                (6, false, false, "My own, for ever".into()),
                (7, false, false, "[2026-13-01] no day".into()),
                (11, true, false, "后写的".into()),
            ]
        );
    }

    #[test]
    fn a_file_gains_dated_insights_once_each() {
        let update = "## Lessons\n- read  DIALOGUE aloud\n* [2026-11-01] Cut the first line\n先写对白\n- [2031-01-01] from the future\n\
                      - cut the first line\n<!-- rule any.x.more | rule -->\n<!--\n- hidden\n-->\n- [2026-11-02]\n```\n- code\n```\n";
        assert_eq!(
            gained(FILE, update, day("2026-11-21")),
            [
                "[2026-11-01] Cut the first line",
                "[2026-11-21] 先写对白",
                "[2026-11-21] from the future"
            ]
        );
        let long = gained("", &"字".repeat(1_000_000), day("2026-11-21"));
        assert_eq!(long[0].chars().count(), "[2026-11-21] ".len() + INSIGHT);
    }

    #[test]
    fn what_has_had_its_time_is_named_and_what_has_no_day_stays() {
        let policy = Insights::default();
        let lines = |today| {
            expired(FILE, day(today), &policy)
                .iter()
                .map(|insight| insight.line)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            lines("2026-09-29"),
            [0; 0],
            "59 days old: the sixtieth day counting today"
        );
        assert_eq!(lines("2026-09-30"), [5]);
        assert_eq!(lines("2030-01-01"), [4, 5, 11]);
    }

    #[test]
    fn a_prompt_gets_the_newest_within_the_budget() {
        let policy = Insights::default();
        insta::assert_snapshot!(context(FILE, &policy, Language::En), @"
        - [2026-11-20] 后写的
        - [2026-11-20] Read dialogue aloud
        - [2026-08-01] 先写结尾
        - [2026-13-01] no day
        - My own, for ever
        ");
        let two = Insights {
            context_bullets: 2,
            ..policy
        };
        insta::assert_snapshot!(context(FILE, &two, Language::Zh), @"
        - [2026-11-20] 后写的
        - [2026-11-20] Read dialogue aloud
        （……以下略去）
        ");
        let many: String = (0..30)
            .map(|n| format!("- [2026-11-20] {n} {}\n", "x".repeat(200)))
            .collect();
        let shown = context(&many, &policy, Language::En);
        assert!(shown.chars().count() <= 1_200 + "(... truncated)\n".len());
        assert_eq!(shown.lines().count(), 6);
        assert_eq!(context("", &policy, Language::En), "");
    }

    proptest! {
        #[test]
        fn what_is_gained_is_read_back_and_not_gained_again(update in "(?s)([-*#`<!\\[\\]\\n a字]|\\[2026-11-2[0-9]\\] |<!--|-->|- ){0,60}") {
            let today = day("2026-11-25");
            let gained_once = gained("", &update, today);
            let file: String = gained_once.iter().map(|said| format!("- {said}\n")).collect();
            prop_assert_eq!(read(&file).len(), gained_once.len(), "{}", file);
            prop_assert!(gained(&file, &update, today).is_empty());
        }
    }
}
