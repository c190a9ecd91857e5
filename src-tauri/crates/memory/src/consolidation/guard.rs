//! Decides whether an update of the long-term memory is written.

use std::collections::{BTreeSet, HashMap};

use serde::{Deserialize, Serialize};

use crate::document::section_title;
use crate::policy::Thresholds;
use crate::words::{compared, days};

/// The reason why an update is refused, in the order of the checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// It contains no statement.
    EmptyCandidate,
    /// It is longer than the limit of a memory file.
    CandidateTooLong,
    /// It holds a fenced block.
    ContainsCodeBlock,
    /// It is far shorter than the present memory.
    ExcessiveShrink,
    /// It is long and has neither headings nor bullets.
    UnstructuredCandidate,
    /// Too many of its lines name a day: it is a diary, not a memory.
    DateLineOverflow,
    /// Too many of its lines contain a web address.
    UrlLineOverflow,
    /// One of its lines is repeated too often.
    DuplicateLineOverflow,
    /// Most of the present sections would be lost.
    HeadingRetentionTooLow,
}

/// Returns why `candidate` must not replace `current` as a whole; `None` if it may.
///
/// An empty `current` may be replaced by any text that is not blank.
pub fn refusal(current: &str, candidate: &str, limits: &Thresholds) -> Option<Refusal> {
    if candidate.trim().is_empty() {
        return Some(Refusal::EmptyCandidate);
    }
    if current.trim().is_empty() {
        return None;
    }
    let every = content(candidate);
    let found = [
        (characters(candidate) > limits.max_chars).then_some(Refusal::CandidateTooLong),
        candidate.contains("```").then_some(Refusal::ContainsCodeBlock),
        shrinks(current, candidate, limits).then_some(Refusal::ExcessiveShrink),
        unstructured(candidate, limits).then_some(Refusal::UnstructuredCandidate),
        overflow(&every, every.len(), limits),
        drops_headings(current, candidate, limits).then_some(Refusal::HeadingRetentionTooLow),
    ];
    found.into_iter().flatten().next()
}

/// Judges an update after the merge: `reply` is the sanitized text of the model, and `merged` is the text that would
/// replace `current`.
///
/// Code, days, addresses and repetitions are checked only in the lines that the reply adds. So lines that the writer
/// keeps in her file never prevent an update. Losses are checked in the whole text. The length is no reason to refuse:
/// the merge compacts the file, and a refusal would block all later updates too.
pub fn judged(current: &str, reply: &str, merged: &str, limits: &Thresholds) -> Option<Refusal> {
    let known: BTreeSet<String> = content(current).into_iter().map(compared).collect();
    let all = content(reply);
    let added: Vec<&str> = all
        .iter()
        .copied()
        .filter(|line| !known.contains(&compared(line)))
        .collect();
    if merged.trim().is_empty() || all.is_empty() {
        Some(Refusal::EmptyCandidate)
    } else if current.trim().is_empty() {
        None
    } else {
        let found = [
            added
                .iter()
                .any(|line| line.contains("```"))
                .then_some(Refusal::ContainsCodeBlock),
            shrinks(current, merged, limits).then_some(Refusal::ExcessiveShrink),
            unstructured(reply, limits).then_some(Refusal::UnstructuredCandidate),
            overflow(&added, all.len(), limits),
            drops_headings(current, merged, limits).then_some(Refusal::HeadingRetentionTooLow),
        ];
        found.into_iter().flatten().next()
    }
}

/// Returns the lines with content: no headings and no blank lines.
fn content(text: &str) -> Vec<&str> {
    let lines = text.lines().map(str::trim);
    lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect()
}

fn characters(text: &str) -> usize {
    text.trim().chars().count()
}

/// Returns whether `part` is at least the fraction `share` of `whole`.
fn is_share(part: usize, whole: usize, share: f64) -> bool {
    part as f64 >= share * whole as f64
}

fn shrinks(current: &str, after: &str, limits: &Thresholds) -> bool {
    let length = characters(current);
    length >= limits.shrink_from_chars && !is_share(characters(after), length, limits.shrink_share)
}

fn unstructured(text: &str, limits: &Thresholds) -> bool {
    let structured = |line: &str| {
        section_title(line).is_some() || ["- ", "* ", "+ "].iter().any(|mark| line.starts_with(mark))
    };
    characters(text) >= limits.unstructured_from_chars
        && !text.lines().any(|line| structured(line.trim_start()))
}

/// Returns the reason if a kind of line is too frequent in `lines`, of `whole` lines in all.
fn overflow(lines: &[&str], whole: usize, limits: &Thresholds) -> Option<Refusal> {
    let too_many =
        |number: usize, least: usize, share: f64| number >= least && is_share(number, whole, share);
    let dated = lines.iter().filter(|line| days(line).next().is_some()).count();
    let url = |line: &str| line.contains("http://") || line.contains("https://") || line.contains("www.");
    let addresses = lines.iter().filter(|line| url(line)).count();
    let mut times: HashMap<&str, usize> = HashMap::new();
    lines.iter().for_each(|line| *times.entry(line).or_default() += 1);
    let most = times.into_values().max().unwrap_or(0);
    if too_many(dated, limits.date_lines, limits.date_share) {
        Some(Refusal::DateLineOverflow)
    } else if too_many(addresses, limits.url_lines, limits.url_share) {
        Some(Refusal::UrlLineOverflow)
    } else {
        let again = too_many(most, limits.duplicate_lines, limits.duplicate_share);
        again.then_some(Refusal::DuplicateLineOverflow)
    }
}

fn drops_headings(current: &str, after: &str, limits: &Thresholds) -> bool {
    let titles = |text| -> BTreeSet<String> {
        let lines = str::lines(text);
        lines.filter_map(section_title).map(str::to_owned).collect()
    };
    let (before, after) = (titles(current), titles(after));
    let kept = before.intersection(&after).count();
    !is_share(kept, before.len(), limits.heading_retention)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const CURRENT: &str =
        "# Memory\n\n## Facts\n- Lin limps\n\n## 偏好\n- 少用「的」\n\n## Project\n- A novel\n";

    fn bullets(count: usize, of: impl Fn(usize) -> String) -> String {
        (0..count).map(|n| format!("- {}\n", of(n))).collect()
    }

    fn whole(added: &str) -> String {
        format!("{CURRENT}{added}")
    }

    #[test]
    fn every_reason_at_its_threshold_and_one_below() {
        let limits = Thresholds::default();
        let long = |count: usize| whole(&"字".repeat(count - CURRENT.trim().chars().count() - 1));
        let big = |count: usize| format!("## Facts\n{}", "x".repeat(count - 9));
        let cases: Vec<(String, String, Option<Refusal>)> = vec![
            (CURRENT.into(), " \n".into(), Some(Refusal::EmptyCandidate)),
            (String::new(), "```\nanything\n```".into(), None),
            (String::new(), String::new(), Some(Refusal::EmptyCandidate)),
            (CURRENT.into(), long(12_002), Some(Refusal::CandidateTooLong)),
            (
                CURRENT.into(),
                whole("- a ```b```\n"),
                Some(Refusal::ContainsCodeBlock),
            ),
            (big(200), big(79), Some(Refusal::ExcessiveShrink)),
            (big(200), big(80), None),
            (big(199), big(20), None),
            (
                "short".into(),
                "x".repeat(120),
                Some(Refusal::UnstructuredCandidate),
            ),
            ("短".into(), "字".repeat(119), None),
            (
                CURRENT.into(),
                whole(&bullets(3, |n| format!("2026-11-2{n} rain"))),
                Some(Refusal::DateLineOverflow),
            ),
            (
                CURRENT.into(),
                whole(&bullets(2, |n| format!("2026年11月2{n}日 雨"))),
                None,
            ),
            (
                CURRENT.into(),
                whole(
                    &(bullets(3, |n| format!("2026-11-2{n} rain")) + &bullets(10, |n| format!("fact {n}"))),
                ),
                None,
            ),
            (
                CURRENT.into(),
                whole(&bullets(3, |n| format!("https://a.example/{n}"))),
                Some(Refusal::UrlLineOverflow),
            ),
            (
                CURRENT.into(),
                whole(&bullets(2, |n| format!("https://a.example/{n}"))),
                None,
            ),
            (
                CURRENT.into(),
                whole(&bullets(4, |_| "雨".into())),
                Some(Refusal::DuplicateLineOverflow),
            ),
            (CURRENT.into(), whole(&bullets(3, |_| "雨".into())), None),
            (
                CURRENT.into(),
                whole(&(bullets(4, |_| "rain".into()) + &bullets(4, |n| format!("fact {n}")))),
                None,
            ),
            (
                CURRENT.into(),
                "## Facts\n- Lin limps\n".into(),
                Some(Refusal::HeadingRetentionTooLow),
            ),
            (
                CURRENT.into(),
                "## Facts\n- Lin limps\n## 偏好\n- 短句\n".into(),
                None,
            ),
            (
                CURRENT.into(),
                "## facts\n- a\n## 偏好\n- 短句\n".into(),
                Some(Refusal::HeadingRetentionTooLow),
            ),
        ];
        for (current, candidate, reason) in cases {
            assert_eq!(
                refusal(&current, &candidate, &limits),
                reason,
                "{current}\n->\n{candidate}"
            );
        }
    }

    #[test]
    fn the_first_reason_is_the_one_given() {
        let worst = format!(
            "```\n{}",
            bullets(20_000, |_| "2026-11-21 https://a.example".into())
        );
        assert_eq!(
            refusal(CURRENT, &worst, &Thresholds::default()),
            Some(Refusal::CandidateTooLong)
        );
        let code = "```\nlet x;\n```";
        let current = "字".repeat(200);
        assert_eq!(
            refusal(&current, code, &Thresholds::default()),
            Some(Refusal::ContainsCodeBlock)
        );
    }

    #[test]
    fn what_the_writer_keeps_in_her_file_never_stands_in_the_way() {
        let hers = format!(
            "{CURRENT}```\nmy own\n```\n{}{}{}",
            bullets(9, |n| format!("1937-07-0{n} the bridge")),
            bullets(9, |n| format!("https://a.example/{n}")),
            bullets(9, |_| "same".into()),
        );
        let limits = Thresholds::default();
        let judge = |added: &str| {
            judged(
                &hers,
                &format!("{hers}{added}"),
                &format!("{hers}{added}"),
                &limits,
            )
        };
        assert_eq!(judge("- 林晚怕水\n"), None);
        assert_eq!(
            refusal(&hers, &format!("{hers}- 林晚怕水\n"), &limits),
            Some(Refusal::ContainsCodeBlock)
        );
        // Lines that the reply adds are judged as strictly as before.
        for (added, reason) in [
            ("```rust\n", Refusal::ContainsCodeBlock),
            (
                &*bullets(20, |n| format!("2026-11-21 {n}")),
                Refusal::DateLineOverflow,
            ),
            (
                &*bullets(20, |n| format!("https://b.example/{n}")),
                Refusal::UrlLineOverflow,
            ),
            (&*bullets(40, |_| "again".into()), Refusal::DuplicateLineOverflow),
        ] {
            assert_eq!(judge(added), Some(reason), "{added}");
        }
    }

    #[test]
    fn what_must_not_be_lost_is_looked_for_in_the_whole() {
        let limits = Thresholds::default();
        let part = "## Facts\n- Lin limps\n- 林晚怕水\n";
        let merged = CURRENT.replace("limps\n", "limps\n- 林晚怕水\n");
        assert_eq!(
            judged(CURRENT, part, &merged, &limits),
            None,
            "the merge kept the other sections"
        );
        assert_eq!(
            judged(CURRENT, part, part, &limits),
            Some(Refusal::HeadingRetentionTooLow)
        );
        let long = whole(&"长".repeat(500));
        assert_eq!(
            judged(&long, part, CURRENT, &limits),
            Some(Refusal::ExcessiveShrink)
        );
        assert_eq!(
            judged(CURRENT, &"word ".repeat(40), CURRENT, &limits),
            Some(Refusal::UnstructuredCandidate)
        );
        assert_eq!(
            judged(CURRENT, "# Memory\n## Facts\n", CURRENT, &limits),
            Some(Refusal::EmptyCandidate)
        );
        let full = whole(&bullets(4_000, |n| format!("fact {n}")));
        assert_eq!(judged(&full, part, &full, &limits), None);
    }

    proptest! {
        #[test]
        fn any_three_texts_are_judged(current in "(?s).{0,200}", reply in "(?s).{0,200}", merged in "(?s).{0,200}") {
            let limits = Thresholds::default();
            refusal(&current, &reply, &limits);
            judged(&current, &reply, &merged, &limits);
            // An update that adds nothing and loses nothing is accepted.
            prop_assert!(matches!(
                judged(&current, &current, &current, &limits),
                None | Some(Refusal::EmptyCandidate | Refusal::UnstructuredCandidate)
            ));
        }
    }
}
