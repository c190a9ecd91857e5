//! Finds the upkeep that is due, and the problems that only the writer can solve.

use serde::Serialize;

use super::changes::{Act, Action, Files, INSIGHTS, Plan, When, age, count, day_of};
use super::planning::plan;
use crate::document::{BlockKind, Bullet, Document, Part, Whose};
use crate::files::daily::DailySection;
use crate::files::insights;
use crate::policy::Policies;

/// The kind of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A section of a daily file is empty, or an item has no text.
    EmptySection,
    /// An item repeats another line of its section.
    Duplicate,
    /// A bullet of a daily file is too long.
    LongBullet,
    /// A fenced block in a daily file.
    CodeFence,
    /// A daily file is due for the archive.
    AgedDaily,
    /// An item of an aged daily file is not a decision.
    AgedItem,
    /// An archived daily file has expired.
    ExpiredDaily,
    /// An insight has expired.
    ExpiredInsight,
    /// `MEMORY.md` is too long; a consolidation will archive its oldest items.
    MemoryTooLong,
    /// A daily file is not UTF-8 text.
    NotText,
}

/// A finding in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The file.
    pub path: String,
    /// Its kind.
    pub kind: Kind,
    /// The number of cases that an act will handle.
    pub count: u32,
    /// The number of cases that belong to the writer and stay unchanged.
    pub own: u32,
}

/// Returns the findings, ordered by file.
pub fn look(files: &Files, when: When<'_>, policies: &Policies) -> Vec<Finding> {
    let mut findings = Findings(Vec::new());
    let apply = plan(Act::Apply, files, when, policies);
    findings.take_from(&apply);
    for act in [Act::ApplySafe, Act::Expire] {
        findings.take_from(&plan(act, files, when, policies));
    }
    for (path, text) in &files.daily {
        let Some(day) = day_of(path) else { continue };
        let document = Document::parse(text);
        let is_fence = |kind| matches!(kind, BlockKind::Fence { .. });
        let fences = document.blocks().into_iter().filter(|block| is_fence(block.kind));
        findings.add(path, Kind::CodeFence, 0, fences.count());
        let parts = document.parts();
        let is_long = |bullet: &&Bullet| {
            bullet.whose == Whose::Writer
                && bullet.words.chars().count() > policies.upkeep.bullet_chars as usize
        };
        let long = parts.iter().flat_map(|part| &part.bullets).filter(is_long);
        findings.add(path, Kind::LongBullet, 0, long.count());
        // Today's file is still being written, and an aged file is archived unchanged.
        let days = 1..i64::from(policies.upkeep.archive_days);
        if days.contains(&age(day, when.today)) {
            let goes = |line| {
                apply
                    .lines
                    .iter()
                    .any(|change| &change.path == path && change.line == line)
            };
            let empty = empty_sections(&document, &parts);
            findings.add(
                path,
                Kind::EmptySection,
                0,
                empty.filter(|&line| !goes(line)).count(),
            );
        }
    }
    let expired = insights::expired(&files.insights, when.today, &policies.insights).len();
    let seen_to = findings.count(INSIGHTS, Kind::ExpiredInsight);
    findings.add(INSIGHTS, Kind::ExpiredInsight, 0, expired.saturating_sub(seen_to));
    if Document::parse(&files.memory).length() > policies.guard.max_chars {
        findings.add("MEMORY.md", Kind::MemoryTooLong, 1, 0);
    }
    for path in &files.skipped {
        findings.add(path, Kind::NotText, 0, 1);
    }
    findings
        .0
        .sort_by(|a, b| (&a.path, a.kind).cmp(&(&b.path, b.kind)));
    findings.0
}

/// Returns the line numbers, counted from 1, of the headings of empty sections.
fn empty_sections<'a>(document: &'a Document, parts: &'a [Part]) -> impl Iterator<Item = usize> + 'a {
    let empty = parts.iter().enumerate().filter(|(number, part)| {
        let named = part
            .section
            .as_ref()
            .and_then(|section| DailySection::named(&section.title));
        let lines = &document.lines()[part.lines.clone()];
        let goes_on = parts.get(number + 1).is_some_and(|next| next.group.is_some());
        let is_empty = lines.iter().skip(1).all(|line| line.trim().is_empty());
        named.is_some() && part.group.is_none() && !goes_on && is_empty
    });
    empty.map(|(_, part)| part.lines.start + 1)
}

struct Findings(Vec<Finding>);

impl Findings {
    fn add(&mut self, path: &str, kind: Kind, seen_to: usize, own: usize) {
        if seen_to + own == 0 {
            return;
        }
        let known = self
            .0
            .iter_mut()
            .find(|known| known.path == path && known.kind == kind);
        match known {
            Some(known) => {
                known.count += count(seen_to);
                known.own += count(own);
            }
            None => self.0.push(Finding {
                path: path.to_owned(),
                kind,
                count: count(seen_to),
                own: count(own),
            }),
        }
    }

    fn count(&self, path: &str, kind: Kind) -> usize {
        let known = self
            .0
            .iter()
            .find(|known| known.path == path && known.kind == kind);
        known.map_or(0, |known| known.count as usize)
    }

    fn take_from(&mut self, plan: &Plan) {
        let lines = plan.lines.iter().map(|change| (&change.path, change.action));
        let files = plan.files.iter().map(|change| (&change.path, change.action));
        let mut found: Vec<(&String, Kind, usize)> = Vec::new();
        for (path, action) in lines.chain(files) {
            let kind = kind_of(action);
            match found
                .iter_mut()
                .find(|(known, of, _)| *known == path && *of == kind)
            {
                Some((.., number)) => *number += 1,
                None => found.push((path, kind, 1)),
            }
        }
        for (path, kind, number) in found {
            // Several acts may handle the same finding.
            if self.count(path, kind) == 0 {
                self.add(path, kind, number, 0);
            }
        }
    }
}

const fn kind_of(action: Action) -> Kind {
    match action {
        Action::DropEmpty => Kind::EmptySection,
        Action::Dedupe => Kind::Duplicate,
        Action::Trim => Kind::LongBullet,
        Action::DropToolActivity | Action::DropNonDecision => Kind::AgedItem,
        Action::Archive | Action::Compact => Kind::AgedDaily,
        Action::DailyTtl => Kind::ExpiredDaily,
        Action::InsightsTtl => Kind::ExpiredInsight,
    }
}
