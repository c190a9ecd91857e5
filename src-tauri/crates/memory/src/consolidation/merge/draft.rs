//! The state of a memory file during a merge: its bullets, the new statements, and all decisions so far.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::context::Context;
use crate::consolidation::account::Why;
use crate::consolidation::update::{Section, Update};
use crate::document::{Bullet, Document, Heading, Item, Part, Whose, key, marker};
use crate::files::archive::{ArchivedBlock, Cause};
use crate::proposal::{self, Proposal, ProposalReason};

/// The place of a statement: the number of its section, and the key of the deeper heading above it.
pub(super) type StatementPlace<'a> = (usize, Option<&'a str>);

/// A bullet of the present file.
pub(super) struct Standing {
    /// The number of its section.
    pub(super) section: usize,
    /// The key of the deeper heading above it.
    pub(super) group: Option<String>,
    /// Its words in the normal form for comparison.
    pub(super) key: String,
    /// The parsed bullet.
    pub(super) bullet: Bullet,
    /// Its item after other items were folded into it.
    pub(super) folded: Option<Item>,
    /// Its place in the archive, if it left the file.
    pub(super) gone: Option<Gone>,
}

impl Standing {
    /// Returns its item; `None` for a line of the writer and for a rule.
    pub(super) fn item(&self) -> Option<&Item> {
        match &self.bullet.whose {
            Whose::Machine(item) => Some(item),
            Whose::Writer | Whose::Rule => None,
        }
    }

    /// Returns its place.
    pub(super) fn place(&self) -> StatementPlace<'_> {
        (self.section, self.group.as_deref())
    }
}

/// A bullet that left the file.
#[derive(Clone, Copy)]
pub(super) struct Gone {
    /// The number of the archived block that holds it.
    pub(super) block: usize,
    /// The number of another bullet that says the same, if any.
    pub(super) into: Option<usize>,
}

/// A statement that is not yet in the file.
pub(super) struct New {
    /// The number of its section.
    pub(super) section: usize,
    /// The deeper heading above it.
    pub(super) group: Option<Heading>,
    /// Its line with the annotation, without a line ending.
    pub(super) line: String,
    /// Its annotation.
    pub(super) item: Item,
    /// The number of the archived block that holds it, if there was no room for it.
    pub(super) block: Option<usize>,
}

/// The old or new bullet that contains a statement.
#[derive(Clone, Copy)]
pub(super) enum Slot {
    /// A bullet of the present file, by its number.
    Standing(usize),
    /// A new statement, by its number.
    New(usize),
}

/// The fate of a request, before line numbers are known.
pub(super) enum Answer {
    /// A bullet contains the statement.
    Said(Slot),
    /// The request is not carried out.
    Left(Why),
}

/// The state of a memory file during a merge. Sections, bullets and statements are numbered by their index in these
/// lists.
pub(super) struct Draft<'a> {
    /// The file before the merge.
    pub(super) present: &'a Document,
    /// The parameters of the merge.
    pub(super) context: &'a Context<'a>,
    /// The parts of the file, without their bullets.
    pub(super) parts: Vec<Part>,
    /// The headings of the sections; the sections of the file come first.
    pub(super) sections: Vec<Heading>,
    /// The numbers of the sections, by the keys of their headings.
    pub(super) by_key: HashMap<String, usize>,
    /// The bullets of the file, from the top.
    pub(super) standing: Vec<Standing>,
    /// The new statements, in the order of the reply.
    pub(super) new: Vec<New>,
    /// The blocks that go to the archive.
    pub(super) archived: Vec<ArchivedBlock>,
    /// The proposals for the writer.
    pub(super) proposals: Vec<Proposal>,
    /// The ids of the proposals.
    proposed: HashSet<String>,
    /// The fate of each request of the reply, with the lines of the request.
    pub(super) answers: Vec<(Range<usize>, Answer)>,
}

impl<'a> Draft<'a> {
    /// Returns an unchanged file, with the sections of the update after its own.
    pub(super) fn new(present: &'a Document, context: &'a Context<'a>, update: &Update) -> Self {
        let mut draft = Self {
            present,
            context,
            parts: present.parts(),
            sections: Vec::new(),
            by_key: HashMap::new(),
            standing: Vec::new(),
            new: Vec::new(),
            archived: Vec::new(),
            proposals: Vec::new(),
            proposed: HashSet::new(),
            answers: Vec::new(),
        };
        for part in &mut draft.parts {
            let Some(heading) = &part.section else { continue };
            let section = number_of(&mut draft.sections, &mut draft.by_key, heading);
            for bullet in std::mem::take(&mut part.bullets) {
                draft.standing.push(Standing {
                    section,
                    group: part.group.as_ref().map(|group| group.key.clone()),
                    key: key(&bullet.words),
                    bullet,
                    folded: None,
                    gone: None,
                });
            }
        }
        for section in &update.sections {
            number_of(&mut draft.sections, &mut draft.by_key, &section.heading);
        }
        draft
    }

    /// Returns the number of a section of the update.
    pub(super) fn number(&self, section: &Section) -> usize {
        self.by_key.get(&section.heading.key).copied().unwrap_or_default()
    }

    /// Proposes to replace a bullet by `words`, or to delete it for `None`. The same wish is proposed only once.
    pub(super) fn propose(&mut self, at: usize, words: Option<&str>, reason: ProposalReason) {
        let standing = &self.standing[at];
        let before = proposal::verbatim(self.present, &standing.bullet);
        let after = words.map(|words| format!("{}{words}", marker(&before).unwrap_or("- ")));
        let wish = proposal::Wish {
            path: self.context.path,
            section: &self.sections[standing.section].title,
            before: Some(before),
            after,
            reason,
        };
        let proposal = Proposal::new(wish, self.context.run_id, self.context.now);
        if self.proposed.insert(proposal.id.clone()) {
            self.proposals.push(proposal);
        }
    }

    /// Returns whether the model was shown an item.
    pub(super) fn was_seen(&self, at: usize) -> bool {
        let item = self.standing[at].item();
        self.context
            .seen
            .is_none_or(|seen| item.is_some_and(|item| seen.items.contains(&item.id)))
    }

    /// Returns whether the desk itself has decided to retire an item.
    pub(super) fn is_settled(&self, at: usize) -> bool {
        let item = self.standing[at].item();
        item.is_some_and(|item| self.context.settled.contains(&item.id))
    }

    /// Moves a bullet into a block of the archive, unless it has left already; `into` is the bullet that says the same.
    pub(super) fn take_out(&mut self, at: usize, cause: Cause, into: Option<usize>) {
        let standing = &mut self.standing[at];
        if standing.gone.is_none() {
            standing.gone = Some(Gone {
                block: self.archived.len(),
                into,
            });
            self.archived.push(ArchivedBlock {
                section: self.sections[standing.section].title.clone(),
                text: self.present.text(&standing.bullet.lines),
                cause,
            });
        }
    }
}

/// Returns the number of the section with a heading; a new heading gets the next number.
fn number_of(sections: &mut Vec<Heading>, by_key: &mut HashMap<String, usize>, heading: &Heading) -> usize {
    *by_key.entry(heading.key.clone()).or_insert_with(|| {
        sections.push(heading.clone());
        sections.len() - 1
    })
}
