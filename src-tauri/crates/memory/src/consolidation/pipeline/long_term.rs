//! The steps of the long-term memory, in their order.

use std::collections::BTreeSet;

use super::cleaning::{Cleaned, cleaned};
use super::deciding::decided;
use super::input::Input;
use super::joining::joined;
use super::judging::judged;
use super::log::Log;
use super::remembered::Remembered;
use crate::consolidation::account::Unaccounted;
use crate::document::Document;
use crate::metrics::Outcome;
use crate::policy::Step;

/// Runs the steps of the long-term memory, which are switched off together.
///
/// # Errors
/// [`Unaccounted`] when a line of `MEMORY.md` or of the update would be lost.
pub(super) fn remembered(input: &Input<'_>, log: &mut Log<'_>) -> Result<Remembered, Unaccounted> {
    let present = &input.files.memory;
    let mut memory = Remembered::unchanged(input);
    if !log.takes(Step::Sanitize) {
        return Ok(memory);
    }
    let cleaned = memory.update.take().map(|update| cleaned(&update, input, log));
    let Cleaned { update, removals } = cleaned.unwrap_or_default();
    memory.removals = removals;
    log.took(Step::Sanitize, memory.removals.len());

    let decided = update.map(|update| decided(&update, input, log));
    log.took(
        Step::Preferences,
        decided.as_ref().map_or(0, |decided| decided.conflicts.len()),
    );
    let decided = decided.map(|decided| {
        memory.conflicts = decided.conflicts;
        memory.proposals = decided.proposals;
        (decided.update, decided.settled)
    });

    let joined = match &decided {
        None => {
            let why = "the reply adds nothing to the memory";
            log.decide(Step::Merge, "steps.memory", "empty_input", why);
            None
        }
        Some((update, settled)) => match joined(update, settled, input, log)? {
            Ok(joined) => Some((update.clone(), joined)),
            Err(refused) => {
                memory.refused = refused;
                if refused.is_some() {
                    memory.outcome = Outcome::GuardRejected;
                }
                None
            }
        },
    };
    log.took(Step::Merge, joined.as_ref().map_or(0, |(_, joined)| joined.done));
    let Some((update, joined)) = joined else {
        log.took(Step::NoChange, 0);
        log.took(Step::Guard, 0);
        return Ok(memory);
    };
    let asked: BTreeSet<&str> = memory.proposals.iter().map(|asked| asked.id.as_str()).collect();
    let (_, more): (Vec<_>, Vec<_>) = joined
        .proposals
        .into_iter()
        .partition(|proposal| asked.contains(proposal.id.as_str()));
    memory.proposals.extend(more);
    memory.account = joined.account;
    memory.ask = joined.ask;

    let same = says_the_same(present, &joined.file);
    log.took(Step::NoChange, usize::from(same));
    if same {
        let why = "the memory says all of it already";
        log.decide(Step::NoChange, "steps.memory", "no_change", why);
        log.took(Step::Guard, 0);
        return Ok(memory);
    }

    memory.refused = judged(&update, &joined.file, &joined.archived, input, log);
    log.took(Step::Guard, usize::from(memory.refused.is_some()));
    if memory.refused.is_some() {
        memory.outcome = Outcome::GuardRejected;
        memory.proposals.clear();
        memory.ask = false;
    } else {
        memory.outcome = if memory.removals.is_empty() {
            Outcome::Written
        } else {
            Outcome::SanitizeModified
        };
        memory.file = joined.file;
        memory.archived = joined.archived;
    }
    memory.update = Some(update);
    Ok(memory)
}

/// Returns whether two texts differ in annotations only.
fn says_the_same(before: &str, after: &str) -> bool {
    let says = |text: &str| -> Vec<String> {
        let parts = Document::parse(text).parts();
        let bullets = parts.into_iter().flat_map(|part| part.bullets);
        bullets.map(|bullet| bullet.words).collect()
    };
    says(before) == says(after)
}
