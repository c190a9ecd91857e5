//! The section merge: joins a reply's `memory_update` to a memory file without losing a line of either.
//!
//! The order of the file stays, new headings go to the end, and lines that the reply omits stay. Only items of
//! consolidation are ever moved to the archive. An item is archived if the reply replaces its section, if the reply
//! retires it, or if another line of its section says the same. If the file grows too long, the oldest items are
//! archived. A change to a line of the writer becomes a proposal.

mod compaction;
mod context;
mod draft;
mod fates;
mod fixed;
mod layout;
mod leaving;
mod statements;

pub use context::{Context, MAXIMUM};

use draft::Draft;
use layout::Layout;

use crate::consolidation::account::Account;
use crate::consolidation::update::Update;
use crate::document::Document;
use crate::files::archive::ArchivedBlock;
use crate::proposal::Proposal;

/// The reason why a reply was not merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unmerged {
    /// It is blank.
    EmptyInput,
    /// It has no second-level heading, so the sections of its lines are unknown.
    Unstructured,
}

impl Unmerged {
    /// Returns its name in metrics.
    pub const fn name(self) -> &'static str {
        match self {
            Self::EmptyInput => "empty_input",
            Self::Unstructured => "unstructured",
        }
    }
}

/// The result of a merge.
#[derive(Clone, Debug)]
pub struct Merged {
    /// The merged file.
    pub document: Document,
    /// The fate of every line.
    pub account: Account,
    /// The blocks that left the file.
    pub archived: Vec<ArchivedBlock>,
    /// The proposals for the writer, without repetitions.
    pub proposals: Vec<Proposal>,
    /// The reason why nothing was merged, if so.
    pub unmerged: Option<Unmerged>,
    /// Whether the writer must be asked, because her own lines and the rules, which cannot be compacted, leave too
    /// little room.
    pub ask: bool,
}

/// Joins a reply's `memory_update` to a memory file. Except for sorting, the time is in proportion to the length of
/// both.
pub fn section_merge(present: &Document, reply: &str, context: &Context<'_>) -> Merged {
    let update = Update::read(reply);
    let unmerged = if update.is_blank {
        Some(Unmerged::EmptyInput)
    } else if update.sections.is_empty() {
        Some(Unmerged::Unstructured)
    } else {
        None
    };
    if unmerged.is_some() {
        return Merged {
            document: present.clone(),
            account: Account::unchanged(present.lines().len(), update.lines),
            archived: Vec::new(),
            proposals: Vec::new(),
            unmerged,
            ask: false,
        };
    }
    let mut draft = Draft::new(present, context, &update);
    let retired = leaving::retire(&mut draft, &update);
    leaving::fold(&mut draft);
    leaving::replace(&mut draft, &update);
    statements::state(&mut draft, &update, &retired);
    let mut layout = Layout::of(&draft);
    let archived = draft.archived.len();
    let ask = compaction::compact(&mut draft, layout.document.length());
    if draft.archived.len() > archived {
        layout = Layout::of(&draft);
    }
    Merged {
        account: fates::account(&draft, &layout, update.left),
        document: layout.document,
        archived: draft.archived,
        proposals: draft.proposals,
        unmerged: None,
        ask,
    }
}

#[cfg(test)]
mod tests;
