//! The changes to the lines of a daily file.

use std::collections::HashMap;

use chrono::NaiveDate;
use prose::Language;

use super::changes::{Action, LineChange};
use crate::document::{self, Bullet, Document, Item, Part, Whose, key, marker};
use crate::files::daily::DailySection;
use crate::policy::Upkeep;
use crate::words::cut;

/// The changes wanted in a daily file.
#[derive(Clone, Copy)]
pub(super) struct Tidying {
    /// Whether empty sections and repeated items are removed, and items that are too long are cut.
    pub order: bool,
    /// Whether items other than decisions are removed.
    pub thin: bool,
}

/// Returns the changes of lines, from the top, and the new file. `on` is the date for the annotations of changed items.
pub(super) fn tidied(
    path: &str,
    text: &str,
    tidying: Tidying,
    policy: &Upkeep,
    on: NaiveDate,
) -> (Vec<LineChange>, String) {
    let document = Document::parse(text);
    let mut page = Page {
        path,
        document: &document,
        parts: document.parts(),
        plan: document::plan::LinePlan::default(),
        changes: Vec::new(),
    };
    // A file without a line written by the desk belongs to the writer completely.
    if page
        .parts
        .iter()
        .flat_map(|part| &part.bullets)
        .any(|bullet| item(bullet).is_some())
    {
        if tidying.thin {
            page.thin();
        }
        if tidying.order {
            page.dedupe_and_trim(policy.bullet_chars as usize, on);
            page.drop_empty();
        }
    }
    page.changes.sort_by_key(|change| change.line);
    let after = document.printed(&page.plan).document.to_string();
    (page.changes, after)
}

/// The state of a daily file during its changes.
struct Page<'a> {
    path: &'a str,
    document: &'a Document,
    parts: Vec<Part>,
    plan: document::plan::LinePlan,
    changes: Vec<LineChange>,
}

/// The section and the deeper heading; lines are compared only within the same place.
type Place = (Option<String>, Option<String>);

impl Page<'_> {
    /// Removes the items of the day's sections, except decisions.
    fn thin(&mut self) {
        for (section, _, bullet) in bullets(&self.parts) {
            // In any section, an item that reads like a decision counts as a decision.
            let is_decision = DailySection::of(&bullet.words) == DailySection::Decisions;
            let action = match section {
                None | Some(DailySection::Decisions) => continue,
                _ if is_decision || item(&bullet).is_none() => continue,
                Some(DailySection::ToolActivity) => Action::DropToolActivity,
                Some(_) => Action::DropNonDecision,
            };
            self.drop(action, section, &bullet.lines);
        }
    }

    /// Removes items that are empty or repeat another line of their place. The writer's lines are compared first, so
    /// they stay. Items that are too long are cut.
    fn dedupe_and_trim(&mut self, most: usize, on: NaiveDate) {
        let mut said: HashMap<(Place, String), usize> = HashMap::new();
        let all = bullets(&self.parts);
        for hers in [true, false] {
            for (_, place, bullet) in &all {
                let is_hers = matches!(bullet.whose, Whose::Writer);
                let stays = !self.plan.removed.contains(&bullet.lines.start);
                if is_hers == hers && stays {
                    said.entry((place.clone(), key(&bullet.words)))
                        .or_insert(bullet.lines.start);
                }
            }
        }
        for (section, place, bullet) in all {
            let line = bullet.lines.start;
            let Some(item) = item(&bullet).filter(|_| !self.plan.removed.contains(&line)) else {
                continue;
            };
            if bullet.words.is_empty() {
                self.drop(Action::DropEmpty, section, &bullet.lines);
                continue;
            }
            let same = said.get(&(place.clone(), key(&bullet.words))).copied();
            if let Some(same) = same.filter(|&same| same != line) {
                self.drop(Action::Dedupe, section, &bullet.lines);
                if let Some(change) = self.changes.last_mut() {
                    change.after = Some(self.document.lines()[same].trim_end().to_owned());
                }
                continue;
            }
            // A decision is never shortened.
            if section == Some(DailySection::Decisions) || bullet.words.chars().count() <= most {
                continue;
            }
            let short = cut(&bullet.words, most);
            // Two items with the same beginning must not become equal by the cut.
            let shortened = (place, key(&short));
            if said.contains_key(&shortened) {
                continue;
            }
            said.insert(shortened, line);
            self.trim(section, &bullet, item, &short, on);
        }
    }

    fn trim(
        &mut self,
        section: Option<DailySection>,
        bullet: &Bullet,
        item: &Item,
        short: &str,
        on: NaiveDate,
    ) {
        let raw = self.document.text(&bullet.lines);
        let noted = Item {
            id: Item::id_of(short),
            updated: on,
            ..item.clone()
        };
        let line = format!("{}{short} {noted}", marker(&raw).unwrap_or("- "));
        self.plan.replaced.insert(bullet.lines.start, line.clone());
        self.changes.push(LineChange {
            after: Some(line),
            ..LineChange::dropped(Action::Trim, self.path, section, self.document, &bullet.lines)
        });
    }

    /// Removes the standard sections of a daily file if they are empty, or have become empty.
    fn drop_empty(&mut self) {
        let mut empty = Vec::new();
        for (number, part) in self.parts.iter().enumerate() {
            let Some(section) = section(part).filter(|_| part.group.is_none()) else {
                continue;
            };
            let own = &self.document.lines()[part.lines.clone()];
            // A heading with another spelling, or with a deeper heading below, belongs to the writer.
            let as_written = own.first().is_some_and(|heading| {
                [Language::En, Language::Zh]
                    .iter()
                    .any(|&language| heading.trim_end() == format!("## {}", section.heading(language)))
            });
            let goes_on = self
                .parts
                .get(number + 1)
                .is_some_and(|next| next.group.is_some());
            let says_something = (part.lines.start + 1..part.lines.end).any(|line| {
                !self.document.lines()[line].trim().is_empty() && !self.plan.removed.contains(&line)
            });
            if as_written && !goes_on && !says_something {
                empty.push((section, part.lines.clone()));
            }
        }
        for (section, lines) in empty {
            // The removed items have changes of their own. The heading has one, and so has each stretch of blank lines.
            let mut start = lines.start;
            while start < lines.end {
                let is_gone = |line: &usize| self.plan.removed.contains(line);
                let end = (start..lines.end).find(is_gone).unwrap_or(lines.end);
                if start < end {
                    self.drop(Action::DropEmpty, Some(section), &(start..end));
                }
                start = end + 1;
            }
        }
    }

    fn drop(&mut self, action: Action, section: Option<DailySection>, lines: &std::ops::Range<usize>) {
        self.changes.push(LineChange::dropped(
            action,
            self.path,
            section,
            self.document,
            lines,
        ));
        self.plan.removed.extend(lines.clone());
    }
}

/// Returns each bullet with its section of the day and its place.
fn bullets(parts: &[Part]) -> Vec<(Option<DailySection>, Place, Bullet)> {
    let each = parts.iter().flat_map(|part| {
        let (section, place) = (section(part), place(part));
        let own = part.bullets.iter().cloned();
        own.map(move |bullet| (section, place.clone(), bullet))
    });
    each.collect()
}

fn section(part: &Part) -> Option<DailySection> {
    part.section
        .as_ref()
        .and_then(|section| DailySection::named(&section.title))
}

fn place(part: &Part) -> Place {
    let key = |heading: &Option<document::Heading>| heading.as_ref().map(|heading| heading.key.clone());
    (key(&part.section), key(&part.group))
}

fn item(bullet: &Bullet) -> Option<&Item> {
    match &bullet.whose {
        Whose::Machine(item) => Some(item),
        _ => None,
    }
}
