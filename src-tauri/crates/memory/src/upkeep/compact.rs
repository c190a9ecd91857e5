//! The story's summary of a daily file that is archived.

use chrono::NaiveDate;
use prose::Language;
use serde::Serialize;

use crate::document::Document;
use crate::files::daily::DailySection;
use crate::files::history::ENTRY;
use crate::words::{cut, language_of};

/// The sections from which a summary takes its bullets, most important first.
const ORDER: [DailySection; 5] = [
    DailySection::Decisions,
    DailySection::Topics,
    DailySection::OpenQuestions,
    DailySection::ToolActivity,
    DailySection::Entries,
];

/// A summary of a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DaySummary {
    /// The line: `[2026-10-01 00:00] Archived daily summary: Decisions: …; Topics: …`, or
    /// `[2026-10-01 00:00] 归档每日摘要：决定：……；话题：……`.
    pub text: String,
    /// The number of bullets in it.
    pub kept: u32,
    /// The language of the day.
    #[serde(skip)]
    pub language: Language,
}

/// Returns the summary of a daily file with at most `most` bullets, no longer than an entry of the story may be. `None`
/// if the sections of the file are empty.
pub(super) fn entry(text: &str, day: NaiveDate, most: usize) -> Option<DaySummary> {
    let parts = Document::parse(text).parts();
    let of = |section: DailySection| {
        let own = parts.iter().filter(move |part| {
            let title = part.section.as_ref().map(|heading| &heading.title);
            title.and_then(|title| DailySection::named(title)) == Some(section)
        });
        own.flat_map(|part| &part.bullets)
            .map(move |bullet| (section, bullet.words.as_str()))
            .filter(|(_, words)| !words.is_empty())
    };
    let bullets: Vec<(DailySection, &str)> = ORDER.into_iter().flat_map(of).collect();
    let language = language_of(bullets.iter().map(|(_, words)| *words));
    let (opening, colon, between) = match language {
        Language::En => ("Archived daily summary: ", ": ", "; "),
        Language::Zh => ("归档每日摘要：", "：", "；"),
    };
    let mut text = format!("[{day} 00:00] {opening}");
    let mut kept = 0;
    for (section, words) in bullets.into_iter().take(most) {
        let before = if kept == 0 { "" } else { between };
        let said = format!("{before}{}{colon}{words}", section.heading(language));
        let room = ENTRY.saturating_sub(text.chars().count());
        if kept > 0 && said.chars().count() > room {
            break;
        }
        text.push_str(&cut(&said, room));
        kept += 1;
    }
    (kept > 0).then_some(DaySummary { text, kept, language })
}
