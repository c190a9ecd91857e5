//! Decides all conflicts of preferences in an update.
//!
//! A conflict is decided before the merge. If the guard found it afterwards, the whole update would be refused; here
//! only one bullet is affected.

use std::collections::BTreeSet;

use super::input::{Input, MEMORY};
use super::log::{Log, name_of};
use crate::consolidation::preferences::{self, Conflict, Resolution, Setter};
use crate::document::{Bullet, Document, Whose};
use crate::policy::Step;
use crate::proposal::{self, Proposal, ProposalReason};

/// An update after all conflicts of preferences were decided.
pub(super) struct DecidedUpdate {
    /// The update, without the rejected bullets, and with requests to retire the replaced items.
    pub(super) update: String,
    /// The conflicts, each with its resolution.
    pub(super) conflicts: Vec<Conflict>,
    /// The ids of the replaced items.
    pub(super) settled: BTreeSet<String>,
    /// The proposals for the writer.
    pub(super) proposals: Vec<Proposal>,
}

/// Returns an update in which each preference with another value is written, rejected, merged or turned into a
/// question.
pub(super) fn decided(update: &str, input: &Input<'_>, log: &mut Log<'_>) -> DecidedUpdate {
    let Input { policies, now, .. } = *input;
    let memory = Document::parse(&input.files.memory);
    let conflicts = preferences::conflicts(&input.files.memory, update, &policies.preference_keys, now);
    let mut update = preferences::without(update, &conflicts);
    let mut settled = BTreeSet::new();
    let mut proposals = Vec::new();
    for conflict in &conflicts {
        let policy = format!("preference_keys.{}", conflict.key);
        let why = format!("{} comes first", name_of(conflict.principle).replace('_', " "));
        log.decide(Step::Preferences, &policy, conflict.resolution.name(), why);
        let Some((section, bullet)) = conflict.old.as_ref().and_then(|old| set_by(&memory, old)) else {
            continue;
        };
        let retired = match (&conflict.resolution, &bullet.whose) {
            (Resolution::KeepNew, Whose::Machine(item)) => Some((item, None)),
            (Resolution::Merge { text }, Whose::Machine(item)) => Some((item, Some(text))),
            _ => None,
        };
        if let Some((item, says)) = retired {
            // The request uses the reply's own syntax, so that the retired item is archived and accounted for like any
            // other.
            update.push_str(&format!("\n## {section}\n- [retire] {}\n", item.id));
            settled.insert(item.id.clone());
            update.extend(says.map(|text| format!("- {text}\n")));
        }
        if conflict.resolution == Resolution::AskUser && bullet.whose != Whose::Rule {
            let wish = proposal::Wish {
                path: MEMORY,
                section: &section,
                before: Some(proposal::verbatim(&memory, &bullet)),
                after: Some(format!("- {}", conflict.new)),
                reason: ProposalReason::PreferenceKey,
            };
            proposals.push(Proposal::new(wish, input.run_id, now));
        }
    }
    DecidedUpdate {
        update,
        conflicts,
        settled,
        proposals,
    }
}

/// Returns the bullet that sets a key, with the title of its section.
fn set_by(memory: &Document, old: &Setter) -> Option<(String, Bullet)> {
    memory.parts().into_iter().find_map(|part| {
        let section = part.section?.title;
        let bullet = part
            .bullets
            .into_iter()
            .find(|bullet| bullet.lines.start + 1 == old.line)?;
        Some((section, bullet))
    })
}
