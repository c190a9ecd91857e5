//! Proposals: changes of the writer's own lines that the machine suggests, and her decisions on them.

use std::collections::BTreeMap;

use contract::{ProposalDecision, ProposalView, RunView};
use memory::RunKind;
use memory::document::Document;
use memory::files::long_term::{MemoryFile, reconcile};
use memory::journal::{MEMORY_FILE, Run, fold};
use memory::proposal::{Decided, Proposal};

use crate::memory_root::change::Change;
use crate::memory_root::draft::MEMORY_FILE_LIMIT;
use crate::{Error, Result, Store, wire};

impl Store {
    /// Returns every proposal, the oldest first, the decided ones too.
    pub fn proposals(&self) -> Result<Vec<Proposal>> {
        self.memory.catch_up()?;
        let runs = self.memory.index.snapshot()?.runs(u32::MAX)?;
        let undone = fold::undone(runs.iter().map(|(_, run)| run));
        let mut proposals: BTreeMap<String, Proposal> = BTreeMap::new();
        let standing = runs.iter().rev().filter(|(_, run)| !undone.contains_key(&run.id));
        for (_, run) in standing {
            for made in &run.proposed {
                let known = proposals.remove(&made.id);
                let made = known.map_or_else(|| made.clone(), |known| known.made_again(made.clone()));
                proposals.insert(made.id.clone(), made);
            }
            if let Some(decided) = &run.decided
                && let Some(known) = proposals.remove(&decided.proposal_id)
            {
                proposals.insert(known.id.clone(), known.after(decided));
            }
        }
        let mut proposals: Vec<Proposal> = proposals.into_values().collect();
        proposals.sort_by(|a, b| (a.created_at, &a.id).cmp(&(b.created_at, &b.id)));
        Ok(proposals)
    }

    /// Returns the proposals that wait for the writer, the oldest first. A proposal says if her line has changed since:
    /// then it can only be rejected.
    pub fn waiting_proposals(&self) -> Result<Vec<ProposalView>> {
        let mut documents: BTreeMap<String, Option<Document>> = BTreeMap::new();
        let waiting = self.proposals()?.into_iter().filter(Proposal::is_open);
        let views = waiting.map(|proposal| {
            let document = documents
                .entry(proposal.path.clone())
                .or_insert_with(|| self.document(&proposal.path));
            let stands = document
                .as_ref()
                .is_some_and(|document| proposal.accept(document).is_some());
            wire::proposal(proposal, stands)
        });
        Ok(views.collect())
    }

    /// Reads a memory file as lines; `None` if it cannot be read as text.
    fn document(&self, path: &str) -> Option<Document> {
        let full = self.memory.folder.at(path).ok()?;
        let file = vault::read_text(&full, MEMORY_FILE_LIMIT).ok()?;
        Some(Document::parse(&file.text))
    }

    /// Takes the writer's decision on a proposal: [`Store::decide_proposal`] for a front end.
    ///
    /// # Errors
    /// The errors of [`Store::decide_proposal`].
    pub fn answer_proposal(&self, decision: &ProposalDecision) -> Result<RunView> {
        let run = self.decide_proposal(&decision.proposal_id, decision.accepted)?;
        let at = run
            .decided
            .as_ref()
            .map_or_else(|| self.memory.now(), |decided| decided.at);
        Ok(wire::run(at, &run, None, &[]))
    }

    /// Carries out a proposal or rejects it for good, in one run.
    ///
    /// If the proposal changes the line of a rule of hers in `MEMORY.md`, the rule changes as if she had edited the
    /// line herself.
    ///
    /// # Errors
    /// `NOT_FOUND`; `CONFLICT` when the proposal was decided before, or its line has changed.
    pub fn decide_proposal(&self, id: &str, accepted: bool) -> Result<Run> {
        self.memory
            .change_files(RunKind::ProposalDecided, |known, draft| {
                let proposal = self
                    .proposals()?
                    .into_iter()
                    .find(|proposal| proposal.id == id)
                    .ok_or_else(|| Error::NotFound {
                        what: "proposal",
                        id: id.to_owned(),
                    })?;
                if !proposal.is_open() {
                    return Err(Error::Proposal { id: id.to_owned() });
                }
                let mut change = Change {
                    decided: Some(Box::new(Decided {
                        proposal_id: id.to_owned(),
                        accepted,
                        at: known.now,
                    })),
                    ..Change::default()
                };
                if !accepted {
                    return Ok(change);
                }
                let gone = || Error::Proposal { id: id.to_owned() };
                let file = draft.text(&proposal.path)?.ok_or_else(gone)?;
                let after = proposal.accept(&Document::parse(&file.text)).ok_or_else(gone)?;
                if proposal.path == MEMORY_FILE {
                    let memory = MemoryFile::parse(&after);
                    let followed =
                        reconcile::follow(&memory, &known.rules, &self.memory.seen_ids()?, known.now);
                    let followed = followed.without(&known.left);
                    change.put = followed.put;
                    change.removed = followed.removed;
                    change.tombstones = followed.tombstones;
                }
                draft.write(&proposal.path, file.encode(&after))?;
                Ok(change)
            })
    }
}
