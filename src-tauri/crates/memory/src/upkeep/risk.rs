//! The risk of an act, in a summary before the act.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::changes::{Act, Action, Plan, Priority, count};
use crate::policy::Upkeep;

/// How much information is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Risk {
    /// Little.
    Low,
    /// So much that a person should check the plan.
    Medium,
    /// So much that [`Act::ApplySafe`] is refused.
    High,
}

/// The effect of an act in numbers, before it is done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// The act.
    pub act: Act,
    /// Its risk.
    pub risk: Risk,
    /// The number of removed bullets that are neither decisions nor tool activity. Bullets that only the run keeps
    /// count as removed.
    pub non_decisions: u32,
    /// The number of changed or removed lines and bullets. A file that is moved as a whole does not count, because all
    /// its lines are in the archive.
    pub total: u32,
    /// The number of changed lines and files, by action.
    pub actions: BTreeMap<Action, u32>,
    /// The number of changed lines and files, by priority.
    pub priorities: BTreeMap<Priority, u32>,
    /// The files that it changes or removes.
    pub files: BTreeSet<String>,
    /// The number of daily files it examined.
    pub looked_at: u32,
    /// The number of daily files that are not text and are skipped.
    pub skipped: u32,
}

impl Plan {
    /// Returns the effect of the plan in numbers.
    pub fn summary(&self, policy: &Upkeep) -> Summary {
        let mut actions = BTreeMap::new();
        let mut priorities = BTreeMap::new();
        let of_lines = self.lines.iter().map(|change| change.action);
        for action in of_lines.chain(self.files.iter().map(|change| change.action)) {
            *actions.entry(action).or_default() += 1;
            *priorities.entry(action.priority()).or_default() += 1;
        }
        let gone = || self.files.iter().filter(|change| change.target.is_none());
        let dropped = actions.get(&Action::DropNonDecision).copied().unwrap_or(0);
        let non_decisions = gone()
            .map(|change| change.non_decisions)
            .fold(dropped, u32::saturating_add);
        let total = gone()
            .map(|change| change.bullets)
            .fold(count(self.lines.len()), u32::saturating_add);
        Summary {
            act: self.act,
            risk: Risk::of(non_decisions, total, policy),
            non_decisions,
            total,
            actions,
            priorities,
            files: self.after.keys().cloned().collect(),
            looked_at: self.looked_at,
            skipped: count(self.skipped.len()),
        }
    }
}

impl Risk {
    /// Returns the risk of dropping `non_decisions` bullets that are not decisions, with `total` changed lines.
    pub const fn of(non_decisions: u32, total: u32, policy: &Upkeep) -> Self {
        if non_decisions >= policy.high_non_decisions || total >= policy.high_total {
            Self::High
        } else if non_decisions >= policy.medium_non_decisions || total >= policy.medium_total {
            Self::Medium
        } else {
            Self::Low
        }
    }
}
