//! The global memory: the rules for all projects of the writer.
//!
//! It is a memory root like a project's, but without manuscripts, with the same journal, `MEMORY.md` and runs. A rule
//! is in one of the two roots. A moved rule is written to its new root before it is removed from its old root. After a
//! crash in between the rule is in both roots, and the project's copy takes precedence. Repeating the move completes
//! it.

use std::collections::BTreeSet;
use std::sync::Arc;

use contract::{Notice, NoticeKind};
use learning::rule::RuleWithEvidence;
use learning::{Rule, RuleState, Scope};
use memory::RunKind;

use crate::memory_root::change::Change;
use crate::memory_root::global::GlobalMemory;
use crate::{Error, Learning, MemoryRoot, Result};

impl Learning {
    /// Returns the global memory; `None` if there are no global rules.
    ///
    /// # Errors
    /// `MEMORY_GLOBAL_UNAVAILABLE`, also when its folder is not where the settings say.
    pub(crate) fn everywhere(&self) -> Result<Option<Arc<MemoryRoot>>> {
        self.global.as_ref().map_or(Ok(None), GlobalMemory::root)
    }

    /// Returns the global memory, or `None` if it is unavailable, for a use case that works without it.
    pub(crate) fn everywhere_if_usable(&self) -> Option<Arc<MemoryRoot>> {
        self.everywhere().unwrap_or_else(|error| {
            tracing::warn!(code = ?error.code(), "{error}");
            None
        })
    }

    /// Returns the global memory for writing. A missing folder is created if it is the default folder.
    pub(crate) fn everywhere_to_write(&self) -> Result<Arc<MemoryRoot>> {
        self.global.as_ref().ok_or(Error::NowhereElse)?.root_to_write()
    }

    /// Follows the global memory from now on.
    pub(crate) fn watch_everywhere(&self) {
        if let Some(global) = &self.global {
            global.watch();
            self.everywhere_if_usable();
        }
    }

    /// Returns the notices from opening the global memory.
    pub(crate) fn notices_of_everywhere(&self) -> Vec<Notice> {
        match self.everywhere() {
            Ok(root) => root.map(|root| root.notices()).unwrap_or_default(),
            Err(error) => vec![Notice {
                kind: NoticeKind::GlobalMemoryUnusable,
                path: error.fault().details.remove("path").unwrap_or_default(),
                count: 1,
                message: error.to_string(),
            }],
        }
    }

    /// Returns the rules of this project and the global rules, each id once. The project's rule counts, unless the
    /// project only noticed or proposed it and the global rule is in force.
    ///
    /// Which of the rules take effect is decided elsewhere ([`learning::conflict::in_effect`]).
    pub(crate) fn in_force_here(&self, mut own: Vec<Rule>) -> Vec<Rule> {
        for rule in self.global_rules() {
            match own.iter_mut().find(|known| known.id == rule.id) {
                Some(known) if known.in_force() || !rule.in_force() => {}
                Some(known) => *known = rule,
                None => own.push(rule),
            }
        }
        own
    }

    fn global_rules(&self) -> Vec<Rule> {
        let Some(root) = self.everywhere_if_usable() else {
            return Vec::new();
        };
        root.known().map(|known| known.rules).unwrap_or_else(|error| {
            tracing::warn!(code = ?error.code(), "the rules that hold everywhere cannot be read");
            Vec::new()
        })
    }

    /// Returns the global memory if the list of rules shows the rule from there.
    pub(crate) fn everywhere_holding(&self, id: &str) -> Result<Option<Arc<MemoryRoot>>> {
        let Some(root) = self.everywhere_if_usable() else {
            return Ok(None);
        };
        let state = |rules: Vec<Rule>| {
            rules
                .into_iter()
                .find(|rule| rule.id == id)
                .map(|rule| rule.state)
        };
        let (here, there) = (state(self.memory.known()?.rules), state(root.known()?.rules));
        let shown = here != Some(RuleState::Rule) && (there == Some(RuleState::Rule) || here.is_none());
        Ok(Some(root).filter(|_| there.is_some() && shown))
    }

    /// Returns the ids of the global rules, which a project need not learn.
    pub(crate) fn held_everywhere(&self) -> BTreeSet<String> {
        let rules = self.global_rules().into_iter();
        rules.filter(Rule::in_force).map(|rule| rule.id).collect()
    }

    /// Makes a rule of this project global. The rule then counts as confirmed and keeps its evidence. The choices
    /// behind it stay in their project.
    ///
    /// # Errors
    /// `NOT_FOUND`, `MEMORY_GLOBAL_UNAVAILABLE`, and the errors of writing either `MEMORY.md`.
    pub fn promote(&self, id: &str) -> Result<RuleWithEvidence> {
        self.memory.follow()?;
        if self.everywhere_holding(id)?.is_none() {
            let rule = self.memory.leaving(id)?;
            self.everywhere_to_write()?.receive(vec![rule])?;
            self.memory.let_go(id)?;
        }
        self.rule(id)
    }

    /// Makes a global rule a rule of this project only.
    ///
    /// # Errors
    /// The errors of [`Learning::promote`].
    pub fn demote(&self, id: &str) -> Result<RuleWithEvidence> {
        if let Some(root) = self.everywhere()?
            && root.known()?.rules.iter().any(|rule| rule.id == id)
        {
            self.memory.receive(vec![root.leaving(id)?])?;
            root.let_go(id)?;
        }
        self.rule(id)
    }

    /// Copies the tombstones of global rules to this project, so that the project does not learn a rejected rule from
    /// its own choices. A rule that the project itself has in force is not changed.
    pub(crate) fn heed_noes(&self) -> Result<()> {
        let Some(global) = self.everywhere_if_usable().and_then(|root| root.known().ok()) else {
            return Ok(());
        };
        let own = self.memory.known()?;
        let in_force = |rules: &[Rule], id: &str| rules.iter().any(|rule| rule.id == id && rule.in_force());
        let mut noes = global.tombstones;
        noes.retain(|no| {
            !own.tombstones.contains(no)
                && !in_force(&own.rules, &no.rule_id)
                && !in_force(&global.rules, &no.rule_id)
        });
        if noes.is_empty() {
            return Ok(());
        }
        self.memory
            .change(RunKind::RuleDeleted, |_| {
                Ok(Change {
                    tombstones: noes.clone(),
                    ..Change::default()
                })
            })
            .map(drop)
    }

    /// Moves to the global memory the rules of this project that the writer made global before the global memory
    /// existed. If the move fails, the next start repeats it.
    pub(crate) fn carry_over(&self) {
        let carried = || -> Result<()> {
            for rule in self.memory.known()?.rules {
                if rule.scope == Scope::Global && rule.in_force() {
                    self.promote(&rule.id)?;
                }
            }
            Ok(())
        };
        if self.global.is_some()
            && let Err(error) = carried()
        {
            tracing::warn!(code = ?error.code(), "a rule that holds everywhere is still in the project's memory");
        }
    }
}
