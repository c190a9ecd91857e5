//! The steps of a consolidation, in order. Each step is a function from its input to its output. Its decisions and
//! measurements go to a `Log`.

mod cleaning;
mod deciding;
mod input;
mod joining;
mod judging;
mod log;
mod long_term;
mod notes;
mod remembered;
mod rows;

pub use input::{Input, MemoryTexts};
pub use log::Meter;
pub use notes::day;

use log::Log;

use crate::consolidation::account::{Account, Unaccounted};
use crate::consolidation::guard;
use crate::consolidation::preferences::Conflict;
use crate::consolidation::sanitize::Removal;
use crate::files::archive;
use crate::metrics::{Outcome, Row};
use crate::policy::{Decision, Step};
use crate::proposal::Proposal;

/// The changes of a consolidation, before anything is written.
#[derive(Clone, Debug)]
pub struct Changes {
    /// The new texts of the files.
    pub files: MemoryTexts,
    /// The update of the long-term memory that was merged; `None` if there was nothing to merge.
    pub update: Option<String>,
    /// The parts removed from the update because they are not memory.
    pub removals: Vec<Removal>,
    /// The preferences that the update sets to another value.
    pub conflicts: Vec<Conflict>,
    /// The fate of every line of `MEMORY.md` and of the merged update.
    pub account: Account,
    /// The proposals for the writer.
    pub proposals: Vec<Proposal>,
    /// Whether the writer must be asked, because lines that cannot be compacted take too much room.
    pub ask: bool,
    /// The outcome for the long-term memory.
    pub outcome: Outcome,
    /// The reason why the guard refused the update, if it did.
    pub refused: Option<guard::Refusal>,
    /// The decisions, each with its policy and the reason.
    pub decisions: Vec<Decision>,
    /// The amount of work of each step that was run.
    pub meters: Vec<Meter>,
    /// The rows for the metrics.
    pub rows: Vec<Row>,
}

/// Runs all enabled steps. The division into stretches comes before them, and the writing comes after.
///
/// # Errors
/// [`Unaccounted`] when a line of `MEMORY.md` or of the update would be lost. Then nothing may be written.
pub fn consolidated(input: Input<'_>) -> Result<Changes, Unaccounted> {
    let mut log = Log::new(input.policies);
    if input.reply.cut_off {
        let why =
            "the reply ends in the middle; what was whole of it is used, and the rest stays with the run";
        log.decide(Step::Chunk, "chunks.reply_tokens", "reply_cut_off", why);
    }
    let mut files = input.files.clone();
    if log.takes(Step::History) {
        let story = notes::told(&input, &mut log);
        log.took(Step::History, usize::from(story.is_some()));
        files.history = story.unwrap_or(files.history);
    }
    if log.takes(Step::Daily) {
        let gained = notes::noted(&input, &mut log);
        log.took(Step::Daily, gained.bullets);
        files.day = gained.file.unwrap_or(files.day);
    }
    if log.takes(Step::Insights) {
        let gained = notes::learned(&input);
        log.took(Step::Insights, gained.bullets);
        files.insights = gained.file.unwrap_or(files.insights);
    }
    let memory = long_term::remembered(&input, &mut log)?;
    log.rows.extend(rows::of_memory(&input, &memory));
    files.memory = memory.file;
    files.archive = archive::appended(&files.archive, input.run_id, input.now, &memory.archived);
    Ok(Changes {
        files,
        update: memory.update,
        removals: memory.removals,
        conflicts: memory.conflicts,
        account: memory.account,
        proposals: memory.proposals,
        ask: memory.ask,
        outcome: memory.outcome,
        refused: memory.refused,
        decisions: log.decisions,
        meters: log.meters,
        rows: log.rows,
    })
}

#[cfg(test)]
mod tests;
