//! The result for the long-term memory.

use super::input::Input;
use crate::consolidation::account::Account;
use crate::consolidation::guard;
use crate::consolidation::preferences::Conflict;
use crate::consolidation::sanitize::Removal;
use crate::files::archive::ArchivedBlock;
use crate::metrics::Outcome;
use crate::proposal::Proposal;

/// The result for the long-term memory.
pub(super) struct Remembered {
    /// The new text of `MEMORY.md`.
    pub(super) file: String,
    /// The update that was merged; `None` if there was nothing to merge.
    pub(super) update: Option<String>,
    /// The parts removed from the update because they are not memory.
    pub(super) removals: Vec<Removal>,
    /// The preferences that the update sets to another value.
    pub(super) conflicts: Vec<Conflict>,
    /// The fate of every line of `MEMORY.md` and of the merged update.
    pub(super) account: Account,
    /// The blocks that go from `MEMORY.md` to the archive.
    pub(super) archived: Vec<ArchivedBlock>,
    /// The proposals for the writer.
    pub(super) proposals: Vec<Proposal>,
    /// Whether the writer must be asked, because lines that cannot be compacted take too much room.
    pub(super) ask: bool,
    /// The outcome.
    pub(super) outcome: Outcome,
    /// The reason why the guard refused the update, if it did.
    pub(super) refused: Option<guard::Refusal>,
}

impl Remembered {
    /// Returns the unchanged memory, before the update of the reply is processed.
    pub(super) fn unchanged(input: &Input<'_>) -> Self {
        Self {
            file: input.files.memory.clone(),
            update: input.reply.memory_update.clone().ok(),
            removals: Vec::new(),
            conflicts: Vec::new(),
            account: Account::default(),
            archived: Vec::new(),
            proposals: Vec::new(),
            ask: false,
            outcome: Outcome::NoChange,
            refused: None,
        }
    }
}
