//! How much an act gives up, in one standard summary before it is done.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::changes::{Act, Action, Plan, Priority, count};
use crate::policy::Upkeep;

/// How much is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Risk {
    /// Little.
    Low,
    /// So much that it is worth a look.
    Medium,
    /// So much that a safe act refuses to do it.
    High,
}

/// The effect of an act in numbers, before it is done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// The act.
    pub act: Act,
    /// How much it gives up.
    pub risk: Risk,
    /// Bullets that go for good, or stay with the run alone, and are neither decisions nor tool activity.
    pub non_decisions: u32,
    /// Lines and bullets that change, go, or stay with the run alone. A file that is moved whole counts nothing: every
    /// line of it stands in the archive.
    pub total: u32,
    /// For each action, how many lines and files it changes.
    pub actions: BTreeMap<Action, u32>,
    /// The same by the tags of the actions.
    pub priorities: BTreeMap<Priority, u32>,
    /// The files that it changes or removes.
    pub files: BTreeSet<String>,
    /// Daily files it looked at.
    pub looked_at: u32,
    /// Daily files that cannot be read as text and are left alone.
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
    /// Returns the risk of dropping `non_decisions` bullets that are no decisions, and changing `total` lines
    /// altogether.
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
