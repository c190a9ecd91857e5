//! The parts of a reply other than the long-term memory: the entry for the story, the bullets of the day, and the
//! insights.

use chrono::{NaiveDate, NaiveDateTime};
use prose::Language;

use super::input::Input;
use super::log::Log;
use super::rows;
use crate::consolidation::reply::Reply;
use crate::consolidation::routing;
use crate::document::{Document, Item};
use crate::files::history::{self, Origin};
use crate::files::{daily, insights};
use crate::policy::Step;

/// Returns the day to whose notes a reply adds. It is the day that its entry names, if that is the day of the messages,
/// the day before or the day after. A model with a wrong date must not create a file for that date.
pub fn day(reply: &Reply, said: NaiveDateTime) -> NaiveDate {
    let today = said.date();
    let named = reply.entry(said).map(|entry| entry.at.date());
    named
        .ok()
        .filter(|named| (*named - today).num_days().abs() <= 1)
        .unwrap_or(today)
}

/// A file with new bullets.
#[derive(Default)]
pub(super) struct GainedFile {
    /// The new text of the file; `None` if it is unchanged.
    pub(super) file: Option<String>,
    /// The number of new bullets.
    pub(super) bullets: usize,
}

/// Returns the story with the entry of the reply after a blank line; `None` without an entry.
pub(super) fn told(input: &Input<'_>, log: &mut Log<'_>) -> Option<String> {
    match input.reply.entry(input.said) {
        Err(rejection) => {
            log.decide(
                Step::History,
                "steps.history",
                rejection,
                "the reply has no entry that can be told; the day's notes go on without one",
            );
            None
        }
        Ok(entry) => {
            let origin = Origin {
                run_id: input.run_id,
                source: input.session,
            };
            Some(history::told(
                &input.files.history,
                &entry.text,
                origin,
                input.language,
            ))
        }
    }
}

/// Returns the file of the day with its new bullets.
pub(super) fn noted(input: &Input<'_>, log: &mut Log<'_>) -> GainedFile {
    let Input {
        reply,
        policies,
        said,
        language,
        ..
    } = *input;
    let entry = reply.entry(said).ok();
    let plan = routing::plan(policies.routing.mode, reply, entry.as_ref());
    let date = day(reply, said);
    let mut file = Document::parse(&input.files.day);
    if file.is_blank() && !plan.sections.is_empty() {
        file = Document::parse(&daily::new_file(date, language));
    }
    let gained = daily::gained(&file.to_string(), &plan.sections, language);
    let mut bullets = 0;
    for section in &gained {
        let items = section.bullets.iter().map(|bullet| item(input, bullet));
        file.append(&section.heading, items.collect());
        bullets += section.bullets.len();
    }
    log.rows.push(rows::routing(input, &plan, date));
    log.decide(
        Step::Daily,
        "routing.mode",
        plan.source,
        format!("the model's daily sections: {}", plan.reason),
    );
    GainedFile {
        file: (bullets > 0).then(|| file.to_string()),
        bullets,
    }
}

/// Returns the insights with the new insights of the reply.
pub(super) fn learned(input: &Input<'_>) -> GainedFile {
    let Ok(update) = &input.reply.insights_update else {
        return GainedFile::default();
    };
    let gained = insights::gained(&input.files.insights, update, input.said.date());
    if gained.is_empty() {
        return GainedFile::default();
    }
    let (title, section) = match input.language {
        Language::En => ("# Insights\n", "Lessons Learned"),
        Language::Zh => ("# 心得\n", "经验"),
    };
    let mut file = Document::parse(&input.files.insights);
    if file.is_blank() {
        file = Document::parse(title);
    }
    let home = file.parts().into_iter().find_map(|part| part.section);
    let home = home.map_or_else(|| section.to_owned(), |heading| heading.title);
    let items = gained.iter().map(|insight| item(input, insight));
    file.append(&home, items.collect());
    GainedFile {
        file: Some(file.to_string()),
        bullets: gained.len(),
    }
}

fn item(input: &Input<'_>, words: &str) -> String {
    Item::new(words, input.run_id, input.now)
        .said_in(input.session)
        .bullet(words)
}
