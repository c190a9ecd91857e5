//! Changes a document by a plan, in one pass for any number of changes.

use std::collections::{HashMap, HashSet};

use super::line::{end_last, split_ending};
use super::{BlockKind, Document, Heading};

/// The changes to a document. Only whole lines are removed, so that all other lines stay the same byte for byte.
#[derive(Debug, Default)]
pub(crate) struct LinePlan {
    /// The removed lines.
    pub removed: HashSet<usize>,
    /// The replaced lines, each with its new line, given without a line ending.
    pub replaced: HashMap<usize, String>,
    /// The additions.
    pub added: Vec<Addition>,
}

/// Lines to be added at one place.
#[derive(Debug)]
pub(crate) struct Addition {
    /// The line before which they are added.
    pub at: usize,
    /// The order of several additions at one place; the lowest is first.
    pub rank: u8,
    /// Headings above the bullets.
    pub headings: Vec<String>,
    /// The bullets, without line endings.
    pub bullets: Vec<String>,
}

/// A document after a plan.
#[derive(Debug)]
pub(crate) struct Printed {
    /// The document.
    pub document: Document,
    /// For each line of the old document, its new line; `None` if it was removed.
    pub kept: Vec<Option<usize>>,
    /// For each addition, in the order of the plan, the lines of its bullets.
    pub added: Vec<Vec<usize>>,
}

impl Document {
    /// Adds bullets, given as lines without a line ending, at the end of a section. A missing section is added at the
    /// end of the file. All bullets are added in one call, because a reply may have forty thousand.
    pub fn append(&mut self, section: &str, bullets: Vec<String>) {
        let Some(heading) = Heading::titled(section).filter(|_| !bullets.is_empty()) else {
            return;
        };
        let parts = self.parts();
        let known = parts.iter().find(|part| {
            part.group.is_none() && part.section.as_ref().is_some_and(|own| own.key == heading.key)
        });
        let addition = match known {
            Some(part) => Addition::bullets(part.end, bullets),
            None => Addition {
                at: self.end(),
                rank: 0,
                headings: vec![format!("## {}", heading.title)],
                bullets,
            },
        };
        let plan = LinePlan {
            added: vec![addition],
            ..LinePlan::default()
        };
        *self = self.printed(&plan).document;
    }

    /// Returns the document after a plan, and the new place of each line. The time is linear in the length of both.
    pub(crate) fn printed(&self, plan: &LinePlan) -> Printed {
        let mut order: Vec<usize> = (0..plan.added.len()).collect();
        order.sort_by_key(|&number| (plan.added[number].at, plan.added[number].rank));
        let mut order = order.into_iter().peekable();
        let mut page = Page {
            lines: Vec::with_capacity(self.lines.len()),
            ending: self.ending(),
            last: BlockKind::Blank,
            added_last: false,
        };
        let mut kept = vec![None; self.lines.len()];
        let mut added = vec![Vec::new(); plan.added.len()];
        let mut kinds = self
            .blocks()
            .into_iter()
            .flat_map(|block| block.lines.map(move |_| block.kind));
        for ((number, line), kept) in self.lines.iter().enumerate().zip(&mut kept) {
            while let Some(next) = order.next_if(|&next| plan.added[next].at == number) {
                added[next] = page.add(&plan.added[next]);
            }
            let Some(kind) = kinds.next() else { break };
            if !plan.removed.contains(&number) {
                *kept = Some(page.keep(line, plan.replaced.get(&number), kind));
            }
        }
        for next in order {
            added[next] = page.add(&plan.added[next]);
        }
        let document = Self {
            marked: self.marked,
            lines: page.lines,
        };
        Printed {
            document,
            kept,
            added,
        }
    }
}

impl Addition {
    /// Bullets that join others.
    pub fn bullets(at: usize, bullets: Vec<String>) -> Self {
        Self {
            at,
            rank: 0,
            headings: Vec::new(),
            bullets,
        }
    }
}

/// The lines of a document under construction.
struct Page {
    lines: Vec<String>,
    ending: &'static str,
    last: BlockKind,
    /// Whether the last line is an added line.
    added_last: bool,
}

impl Page {
    fn keep(&mut self, line: &str, replaced: Option<&String>, kind: BlockKind) -> usize {
        // Directly after an added bullet, such a line would become part of the bullet.
        if self.added_last && matches!(kind, BlockKind::Fence { .. } | BlockKind::Text) {
            self.lines.push(self.ending.to_owned());
        }
        self.lines.push(match replaced {
            Some(other) => format!("{other}{}", split_ending(line).1),
            None => line.to_owned(),
        });
        self.last = kind;
        self.added_last = false;
        self.lines.len() - 1
    }

    /// Adds some lines, separated by a blank line from lines that are not bullets. Returns the lines of the bullets.
    fn add(&mut self, addition: &Addition) -> Vec<usize> {
        end_last(&mut self.lines, self.ending);
        for heading in &addition.headings {
            self.part();
            self.lines.push(format!("{heading}{}", self.ending));
            self.last = BlockKind::Heading(2);
        }
        if self.last != BlockKind::Bullet && !addition.bullets.is_empty() {
            self.part();
        }
        let first = self.lines.len();
        let ending = self.ending;
        let bullets = addition.bullets.iter();
        self.lines
            .extend(bullets.map(|bullet| format!("{bullet}{ending}")));
        if !addition.bullets.is_empty() {
            self.last = BlockKind::Bullet;
            self.added_last = true;
        }
        (first..self.lines.len()).collect()
    }

    /// Adds a blank line, unless there is one already or the document is empty.
    fn part(&mut self) {
        if self.lines.last().is_some_and(|last| !last.trim().is_empty()) {
            self.lines.push(self.ending.to_owned());
        }
    }
}
