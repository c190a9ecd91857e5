//! The layout: the place of each line in a merged file.

use std::collections::{HashMap, HashSet};

use super::draft::{Draft, StatementPlace};
use crate::document::plan::{Addition, LinePlan, Printed};
use crate::document::{Document, plain};

/// A draft as it is printed.
pub(super) struct Layout {
    /// The file.
    pub(super) document: Document,
    /// For each line of the present file, its line in the merged file; `None` if it left the file.
    pub(super) kept: Vec<Option<usize>>,
    /// The line of each new statement that fitted, by the number of the statement in the draft.
    pub(super) new: HashMap<usize, usize>,
}

impl Layout {
    /// Returns the file that a draft makes. The time is linear in the length of both.
    pub(super) fn of(draft: &Draft<'_>) -> Self {
        let (plan, members) = plan(draft);
        let Printed {
            document,
            kept,
            added,
        } = draft.present.printed(&plan);
        let mut new = HashMap::new();
        for (numbers, lines) in members.into_iter().zip(added) {
            new.extend(numbers.into_iter().zip(lines));
        }
        Self { document, kept, new }
    }
}

/// Returns the plan of the changes, and the new statements of each addition.
fn plan(draft: &Draft<'_>) -> (LinePlan, Vec<Vec<usize>>) {
    let mut plan = LinePlan::default();
    for standing in &draft.standing {
        let line = standing.bullet.lines.start;
        if standing.gone.is_some() {
            plan.removed.insert(line);
        } else if let Some(item) = &standing.folded {
            let text = plain(&draft.present.lines()[line]);
            plan.replaced.insert(line, format!("{text} {item}"));
        }
    }
    let mut homes: HashMap<StatementPlace<'_>, usize> = HashMap::new();
    let mut ends: HashMap<usize, usize> = HashMap::new();
    for part in &draft.parts {
        let Some(heading) = &part.section else { continue };
        let section = draft.by_key.get(&heading.key).copied().unwrap_or_default();
        homes
            .entry((section, part.group.as_ref().map(|group| group.key.as_str())))
            .or_insert(part.end);
        ends.insert(section, part.end);
    }
    let end = draft.present.end();
    let mut of_place: HashMap<StatementPlace<'_>, usize> = HashMap::new();
    let mut opened = HashSet::new();
    let mut order: Vec<usize> = (0..draft.new.len())
        .filter(|&at| draft.new[at].block.is_none())
        .collect();
    // Statements under no deeper heading come before the first deeper heading.
    order.sort_by_key(|&at| (draft.new[at].section, draft.new[at].group.is_some()));
    let mut members: Vec<Vec<usize>> = Vec::new();
    for at in order {
        let new = &draft.new[at];
        let place = (new.section, new.group.as_ref().map(|group| group.key.as_str()));
        let addition = *of_place.entry(place).or_insert_with(|| {
            let (home, section_end) = (homes.get(&place), ends.get(&new.section));
            let mut headings = Vec::new();
            if section_end.is_none() && opened.insert(new.section) {
                headings.push(format!("## {}", draft.sections[new.section].title));
            }
            if let Some(group) = new.group.as_ref().filter(|_| home.is_none()) {
                headings.push(format!("### {}", group.title));
            }
            let (at, rank) = match (home, section_end) {
                (Some(home), _) => (*home, 0),
                (None, Some(section_end)) => (*section_end, 1),
                (None, None) => (end, 2),
            };
            plan.added.push(Addition {
                at,
                rank,
                headings,
                bullets: Vec::new(),
            });
            members.push(Vec::new());
            members.len() - 1
        });
        plan.added[addition].bullets.push(new.line.clone());
        members[addition].push(at);
    }
    (plan, members)
}
