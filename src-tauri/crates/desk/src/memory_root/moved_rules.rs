//! Rules that go from one memory root to another: from a project to the global memory, or back.

use learning::{Rule, RuleState, Scope, question};
use memory::RunKind;

use crate::memory_root::change::Change;
use crate::{MemoryRoot, Result};

impl MemoryRoot {
    /// Returns rules with the scope of this root: whatever stands in the global memory holds everywhere, whoever put it
    /// there. A project's own keep theirs, which may be older than the global memory.
    pub(crate) fn of_this_root(&self, mut rules: Vec<Rule>) -> Vec<Rule> {
        if self.scope == Scope::Global {
            rules.iter_mut().for_each(|rule| rule.scope = Scope::Global);
        }
        rules
    }

    /// Returns a rule as it leaves this root: confirmed, and without the marks of what is asked here.
    pub(crate) fn leaving(&self, id: &str) -> Result<Rule> {
        let known = self.known()?;
        Ok(Rule {
            user_confirmed: true,
            state: RuleState::Rule,
            more_needed: None,
            ..question::released(known.rule(id)?, &known.questions)
        })
    }

    /// Takes a rule out of this root that stands in the other one by now: no no, so no tombstone.
    pub(crate) fn let_go(&self, id: &str) -> Result<()> {
        self.change(RunKind::RuleMoved, |known| {
            Ok(Change {
                removed: vec![known.rule(id)?.id.clone()],
                ..Change::default()
            })
        })
        .map(drop)
    }

    /// Puts rules that are leaving the other root into this one. One that a project holds already stands as it is.
    pub(crate) fn receive(&self, rules: Vec<Rule>) -> Result<()> {
        self.change(RunKind::RuleMoved, |known| {
            let holds = |id: &str| known.rules.iter().any(|rule| rule.id == id && rule.in_force());
            let new = |rule: &&Rule| self.scope == Scope::Global || !holds(&rule.id);
            let put = rules.iter().filter(new).map(|rule| Rule {
                scope: self.scope,
                updated_at: known.now,
                ..rule.clone()
            });
            Ok(Change {
                put: put.collect(),
                ..Change::default()
            })
        })
        .map(drop)
    }
}
