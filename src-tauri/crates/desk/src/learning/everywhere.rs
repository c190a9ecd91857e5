//! The global memory: the rules that hold in every project of the writer's.
//!
//! It is a memory root like a project's, without manuscripts: the same journal, the same `MEMORY.md`, the same runs. A
//! rule stands in one root or the other. One that goes from one to the other is written where it goes before it is
//! taken from where it was: a crash in between leaves it in both, where the project's stands for both, and whoever says
//! so again finishes it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use contract::{Notice, NoticeKind};
use learning::rule::RuleWithEvidence;
use learning::{Rule, RuleState, Scope, question};
use memory::RunKind;
use parking_lot::Mutex;
use vault::{Root, Watch};

use crate::change::Change;
use crate::rules::find;
use crate::{Error, Installation, Project, Result};

/// The way from a project to the global memory.
pub(crate) struct Everywhere {
    pub(crate) installation: Installation,
    /// Whether changes from outside are to be told, as those of the project are.
    watched: AtomicBool,
    opened: Mutex<Option<Opened>>,
}

struct Opened {
    place: PathBuf,
    root: Arc<Project>,
    /// Dropping it stops following the folder.
    watch: Option<Watch>,
}

impl Everywhere {
    pub(crate) fn new(installation: Installation) -> Self {
        Self {
            installation,
            watched: AtomicBool::default(),
            opened: Mutex::default(),
        }
    }

    /// Returns the global memory, opening it when it is first asked for or the settings name another folder.
    fn root(&self, project: &Project, place: &Path) -> Result<Arc<Project>> {
        let mut opened = self.opened.lock();
        if opened.as_ref().is_none_or(|known| known.place != place) || !place.is_dir() {
            // The one before is closed first: it may be the same folder under another name.
            *opened = None;
            let root = Root::open(place)?;
            if root.path() == project.memory.path() {
                return Err(Error::Invalid {
                    field: "globalMemory",
                    expected: "another folder than the memory of a project",
                });
            }
            let (device, ports) = (project.journal.device(), project.ports.clone());
            *opened = Some(Opened {
                place: place.to_owned(),
                root: Arc::new(Project::at(root.clone(), root, Scope::Global, device, ports)?),
                watch: None,
            });
        }
        let Some(opened) = opened.as_mut() else {
            return Err(Error::NowhereElse);
        };
        if opened.watch.is_none() && self.watched.load(Ordering::Relaxed) {
            let watch = opened.root.watch();
            opened.watch = watch.inspect_err(|error| tracing::warn!("{error}")).ok();
        }
        Ok(Arc::clone(&opened.root))
    }
}

impl Project {
    /// Gives the project the global memory of an installation, which is opened when it is first needed.
    ///
    /// A rule that came to hold everywhere before there was a global memory is one that the writer said so of: it goes
    /// there now, or at the next start when it cannot.
    pub(crate) fn over(mut self, installation: Installation) -> Self {
        self.everywhere = Some(Everywhere::new(installation));
        if let Err(error) = self.carry_over() {
            tracing::warn!(code = ?error.code(), "a rule that holds everywhere is still in the project's memory");
        }
        self
    }

    /// Returns the installation that opened the project; `None` where none did.
    pub(crate) fn installation(&self) -> Option<&Installation> {
        Some(&self.everywhere.as_ref()?.installation)
    }

    /// Returns the global memory; `None` where nothing is known to hold everywhere, and in the global memory itself.
    ///
    /// # Errors
    /// `MEMORY_GLOBAL_UNAVAILABLE`, also when its folder is not where the settings say.
    pub(crate) fn everywhere(&self) -> Result<Option<Arc<Project>>> {
        let Some(everywhere) = &self.everywhere else {
            return Ok(None);
        };
        let place = everywhere.installation.global_memory();
        let holds = |name: &str| place.join(name).exists();
        let nothing_yet = if place.is_dir() {
            !holds("journal") && !holds("MEMORY.md")
        } else {
            // A folder that the settings name and that is gone is missed; the usual one is made when it is needed.
            !place.exists() && !everywhere.installation.names_global_memory()
        };
        if nothing_yet {
            *everywhere.opened.lock() = None;
            return Ok(None);
        }
        let root = everywhere.root(self, &place).map_err(unusable(&place))?;
        root.catch_up().map_err(unusable(&place))?;
        Ok(Some(root))
    }

    /// Returns the global memory for what a project can do without.
    pub(crate) fn everywhere_if_usable(&self) -> Option<Arc<Project>> {
        self.everywhere().unwrap_or_else(|error| {
            tracing::warn!(code = ?error.code(), "{error}");
            None
        })
    }

    /// Returns the global memory to write in, making its folder where it is the usual one.
    pub(crate) fn everywhere_to_write(&self) -> Result<Arc<Project>> {
        let everywhere = self.everywhere.as_ref().ok_or(Error::NowhereElse)?;
        let place = everywhere.installation.global_memory();
        if !everywhere.installation.names_global_memory() {
            everywhere.installation.make(&place).map_err(unusable(&place))?;
        }
        everywhere.root(self, &place).map_err(unusable(&place))
    }

    /// Follows the global memory from now on.
    pub(crate) fn watch_everywhere(&self) {
        if let Some(everywhere) = &self.everywhere {
            everywhere.watched.store(true, Ordering::Relaxed);
            self.everywhere_if_usable();
        }
    }

    /// Returns what the writer should know about how the global memory was found.
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

    /// Returns rules with the scope of this root: whatever stands in the global memory holds everywhere, whoever put it
    /// there. A project's own keep theirs, which may be older than the global memory.
    pub(crate) fn of_this_root(&self, mut rules: Vec<Rule>) -> Vec<Rule> {
        if self.scope == Scope::Global {
            rules.iter_mut().for_each(|rule| rule.scope = Scope::Global);
        }
        rules
    }

    /// Returns the rules of this project together with those that hold everywhere, each id once. The project's stands,
    /// except one that it does not hold itself and only noticed or proposed.
    ///
    /// Which of them have a say is another matter ([`learning::conflict::in_effect`]).
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

    /// Returns the global memory where a rule stands in it, as the list of rules shows it.
    pub(crate) fn everywhere_holding(&self, id: &str) -> Result<Option<Arc<Project>>> {
        let Some(root) = self.everywhere_if_usable() else {
            return Ok(None);
        };
        let state = |rules: Vec<Rule>| {
            rules
                .into_iter()
                .find(|rule| rule.id == id)
                .map(|rule| rule.state)
        };
        let (here, there) = (state(self.known()?.rules), state(root.known()?.rules));
        let shown = here != Some(RuleState::Rule) && (there == Some(RuleState::Rule) || here.is_none());
        Ok(Some(root).filter(|_| there.is_some() && shown))
    }

    /// Returns the ids of the rules that hold everywhere: a project need not learn them.
    pub(crate) fn held_everywhere(&self) -> BTreeSet<String> {
        let rules = self.global_rules().into_iter();
        rules.filter(Rule::in_force).map(|rule| rule.id).collect()
    }

    /// Lets a rule of this project hold in every project. It is the writer's word from then on, with the evidence it
    /// had: the choices behind it stay in the project they were made in.
    ///
    /// # Errors
    /// `NOT_FOUND`; `MEMORY_GLOBAL_UNAVAILABLE`, and whatever stops either `MEMORY.md` from being written.
    pub fn promote(&self, id: &str) -> Result<RuleWithEvidence> {
        self.follow()?;
        if self.everywhere_holding(id)?.is_none() {
            let rule = self.leaving(id)?;
            self.everywhere_to_write()?.receive(vec![rule])?;
            self.let_go(id)?;
        }
        self.rule(id)
    }

    /// Lets a rule that holds everywhere hold in this project only.
    ///
    /// # Errors
    /// Those of [`Project::promote`].
    pub fn demote(&self, id: &str) -> Result<RuleWithEvidence> {
        if let Some(root) = self.everywhere()?
            && root.known()?.rules.iter().any(|rule| rule.id == id)
        {
            self.receive(vec![root.leaving(id)?])?;
            root.let_go(id)?;
        }
        self.rule(id)
    }

    /// Returns a rule as it leaves this root: confirmed, and without the marks of what is asked here.
    fn leaving(&self, id: &str) -> Result<Rule> {
        let known = self.known()?;
        Ok(Rule {
            user_confirmed: true,
            state: RuleState::Rule,
            more_needed: None,
            ..question::released(find(&known.rules, id)?, &known.questions)
        })
    }

    /// Takes a rule out of this root that stands in the other one by now: no no, so no tombstone.
    fn let_go(&self, id: &str) -> Result<()> {
        self.change(RunKind::RuleMoved, |known| {
            Ok(Change {
                removed: vec![find(&known.rules, id)?.id.clone()],
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

    /// Makes the noes to rules that held everywhere this project's own, so that it does not learn from its own choices
    /// what the writer refused. A rule that it holds by itself is its own affair.
    pub(crate) fn heed_noes(&self) -> Result<()> {
        let Some(global) = self.everywhere_if_usable().and_then(|root| root.known().ok()) else {
            return Ok(());
        };
        let own = self.known()?;
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
        self.change(RunKind::RuleDeleted, |_| {
            Ok(Change {
                tombstones: noes.clone(),
                ..Change::default()
            })
        })
        .map(drop)
    }

    fn carry_over(&self) -> Result<()> {
        for rule in self.known()?.rules {
            if rule.scope == Scope::Global && rule.in_force() {
                self.promote(&rule.id)?;
            }
        }
        Ok(())
    }
}

fn unusable(place: &Path) -> impl Fn(Error) -> Error + '_ {
    |source| Error::Everywhere {
        path: place.to_owned(),
        source: Box::new(source),
    }
}
