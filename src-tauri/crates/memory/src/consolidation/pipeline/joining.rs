//! Merges an update into `MEMORY.md` and verifies the fate of each line.

use std::collections::BTreeSet;

use super::input::{Input, MEMORY};
use super::log::Log;
use crate::consolidation::account::{Account, Fate, Unaccounted, Why};
use crate::consolidation::guard;
use crate::consolidation::merge::{self, section_merge};
use crate::document::Document;
use crate::files::archive::{ArchivedBlock, Cause};
use crate::files::long_term::MemoryFile;
use crate::policy::Step;
use crate::proposal::Proposal;

/// `MEMORY.md` after the merge of an update.
pub(super) struct Joined {
    /// The whole file.
    pub(super) file: String,
    /// The fate of every line of the file and of the update.
    pub(super) account: Account,
    /// The blocks that go to the archive.
    pub(super) archived: Vec<ArchivedBlock>,
    /// The proposals for the writer.
    pub(super) proposals: Vec<Proposal>,
    /// Whether the writer must be asked, because lines that cannot be compacted take too much room.
    pub(super) ask: bool,
    /// The number of added and removed lines.
    pub(super) done: usize,
}

/// Merges the update into `MEMORY.md`; `settled` are the ids of the replaced items. An update that cannot be merged is
/// refused, or counts as no change if it is blank.
///
/// # Errors
/// [`Unaccounted`] when a line of the file or of the update would be lost.
pub(super) fn joined(
    update: &str,
    settled: &BTreeSet<String>,
    input: &Input<'_>,
    log: &mut Log<'_>,
) -> Result<Result<Joined, Option<guard::Refusal>>, Unaccounted> {
    let policies = input.policies;
    let mut present = Document::parse(&input.files.memory);
    if present.is_blank() {
        present = Document::parse(&MemoryFile::titled(input.language).to_string());
    }
    let merged = section_merge(
        &present,
        update,
        &merge::Context {
            path: MEMORY,
            run_id: input.run_id,
            session: input.session,
            now: input.now,
            maximum: policies.guard.max_chars,
            keys: &policies.preference_keys,
            seen: input.seen,
            settled,
        },
    );
    if let Some(unmerged) = merged.unmerged {
        let why = "nobody can say where its lines belong";
        log.decide(Step::Merge, "steps.memory", unmerged.name(), why);
        let refused = (unmerged == merge::Unmerged::Unstructured).then(|| {
            guard::refusal(&input.files.memory, update, &policies.guard)
                .unwrap_or(guard::Refusal::UnstructuredCandidate)
        });
        return Ok(Err(refused));
    }
    let file = merged.document.to_string();
    merged
        .account
        .verify(&present.to_string(), update, &file, &merged.archived)?;
    let unseen = merged
        .account
        .reply
        .iter()
        .filter(|stretch| matches!(stretch.fate, Fate::Reply { why: Why::Unseen }));
    let unseen: usize = unseen.map(|stretch| stretch.lines).sum();
    if unseen > 0 {
        let why = format!("{unseen} lines would take out what the model was not shown");
        log.decide(Step::Merge, "chunks.input_tokens", "unseen", why);
    }
    let compacted = compacted(&merged.archived).count();
    if compacted > 0 || merged.ask {
        let verdict = if merged.ask { "ask" } else { "compacted" };
        let why =
            format!("the file is longer than it may be; {compacted} of the oldest items went to the archive");
        log.decide(Step::Merge, "guard.max_chars", verdict, why);
    }
    let lines = merged.document.lines().len().abs_diff(present.lines().len());
    Ok(Ok(Joined {
        file,
        account: merged.account,
        done: lines + merged.archived.len(),
        archived: merged.archived,
        proposals: merged.proposals,
        ask: merged.ask,
    }))
}

/// Returns the blocks that were archived because the file was too long.
pub(super) fn compacted(archived: &[ArchivedBlock]) -> impl Iterator<Item = &ArchivedBlock> {
    archived.iter().filter(|block| block.cause == Cause::Compacted)
}
