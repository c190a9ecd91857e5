//! The guard's judgement on a merged `MEMORY.md`.

use super::input::Input;
use super::joining::compacted;
use super::log::Log;
use super::rows;
use crate::consolidation::guard;
use crate::files::archive::ArchivedBlock;
use crate::policy::Step;

/// Returns why `MEMORY.md` must not be replaced by the merged text; `None` if it may be.
pub(super) fn judged(
    update: &str,
    merged: &str,
    archived: &[ArchivedBlock],
    input: &Input<'_>,
    log: &mut Log<'_>,
) -> Option<guard::Refusal> {
    let current = &input.files.memory;
    // Compacted items were archived on purpose. If they counted as lost, the guard would refuse to shorten a long file.
    let with_compacted = compacted(archived).fold(merged.to_owned(), |merged, block| merged + &block.text);
    let Some(reason) = guard::judged(current, update, &with_compacted, &input.policies.guard) else {
        log.decide(Step::Guard, "guard", "passed", "no threshold is crossed");
        return None;
    };
    log.rows.push(rows::guard(input, update, reason));
    log.decide(
        Step::Guard,
        "guard",
        reason,
        "the update is not written; the reply that is kept with the run has it",
    );
    Some(reason)
}
