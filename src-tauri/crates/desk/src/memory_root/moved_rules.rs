//! Rules that go from one memory root to another: from a project to the global memory, or back.

use learning::{Rule, RuleState, Scope, question};
use memory::RunKind;

use crate::memory_root::change::Change;
use crate::{MemoryRoot, Result};

impl MemoryRoot {
    /// Returns rules with the scope of this root. Every rule in the global memory holds everywhere, whoever put it
    /// there. Rules of a project keep their scope, which may be older than the global memory.
    pub(crate) fn of_this_root(&self, mut rules: Vec<Rule>) -> Vec<Rule> {
        if self.scope == Scope::Global {
            rules.iter_mut().for_each(|rule| rule.scope = Scope::Global);
        }
        rules
    }

    /// Returns a rule as it leaves this root: confirmed, and without the marks of questions in this root.
    pub(crate) fn leaving(&self, id: &str) -> Result<Rule> {
        let known = self.known()?;
        Ok(Rule {
            user_confirmed: true,
            state: RuleState::Rule,
            more_needed: None,
            ..question::released(known.rule(id)?, &known.questions)
        })
    }

    /// Removes from this root a rule that is now in the other root. The writer has not rejected it, so there is no
    /// tombstone.
    pub(crate) fn let_go(&self, id: &str) -> Result<()> {
        self.change(RunKind::RuleMoved, |known| {
            Ok(Change {
                removed: vec![known.rule(id)?.id.clone()],
                ..Change::default()
            })
        })
        .map(drop)
    }

    /// Writes rules that leave the other root into this root. A rule that the project already has in force stays as it
    /// is.
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
