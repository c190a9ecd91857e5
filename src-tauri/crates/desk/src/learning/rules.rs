//! Rules as the writer sees them, and her decisions about them.

use contract::{NewRule, RulePatch, RuleView};
use index::View;
use learning::decay::priority;
use learning::preference::{PreferenceKeys, Strategy};
use learning::rule::RuleWithEvidence;
use learning::{Rule, RuleOrigin, Sample, Settled};
use memory::files::long_term;
use memory::journal::fold;
use memory::{Run, RunKind};

use crate::learning::editing::{Edit, sentence};
use crate::memory_root::change::{Change, Known};
use crate::{Error, Learning, Result, wire};

impl Learning {
    /// Returns every rule, the global rules included, with the episodes of this project for and against it. The order
    /// is that of the panel: by state, rules in force first, then by [`priority`].
    pub fn rules(&self) -> Result<Vec<RuleWithEvidence>> {
        self.memory.catch_up()?;
        let view = self.memory.index.snapshot()?;
        // The evidence is that of the last distillation, not the current evidence, so that the counts of a rule match
        // its list of episodes.
        let seen = standing_distillation(&view)?.map(|run| run.snapshot);
        let samples = match &seen {
            Some(snapshot) => view.evidence(Some(snapshot))?,
            None => Vec::new(),
        };
        let settled = view.settled()?;
        let mut rules: Vec<_> = self
            .in_force_here(view.rules()?)
            .into_iter()
            .map(|rule| weighed(rule, &samples, &settled))
            .collect();
        let now = (self.ports.now)();
        rules.sort_by(|a, b| {
            let (a, b) = (&a.rule, &b.rule);
            b.state
                .cmp(&a.state)
                .then_with(|| priority(b, now).total_cmp(&priority(a, now)))
                .then_with(|| a.id.cmp(&b.id))
        });
        Ok(rules)
    }

    /// Returns one rule with the episodes for and against it.
    pub fn rule(&self, id: &str) -> Result<RuleWithEvidence> {
        let missing = || Error::NotFound {
            what: "rule",
            id: id.to_owned(),
        };
        self.rules()?
            .into_iter()
            .find(|weighed| weighed.rule.id == id)
            .ok_or_else(missing)
    }

    /// Returns the rules as a front end shows them.
    pub fn rule_views(&self) -> Result<Vec<RuleView>> {
        let now = (self.ports.now)();
        let rules = self.rules()?.into_iter();
        Ok(rules.map(|rule| wire::rule(rule, now)).collect())
    }

    /// Adds a rule written by hand. It needs no evidence, so it is in force at once.
    ///
    /// # Errors
    /// `CONFLICT` where the rule sets a preference key that is already set and configured to be kept.
    /// `INVALID_ARGUMENT` for words a bullet cannot hold, or for too many words.
    pub fn add_rule(&self, new: &NewRule) -> Result<RuleWithEvidence> {
        let text = sentence(&new.text)?;
        let scene_type = new.scene_type.as_deref().map(wire::scene_from).transpose()?;
        let digits: String = (self.ports.new_id)()
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .collect();
        let id = format!("written-{}", &digits[digits.len().saturating_sub(12)..]);
        let keys = self.memory.preference_keys();
        let run = self.memory.change(RunKind::RuleAdded, |known| {
            let category = new.category;
            let rule = Rule {
                scene_type,
                ..Rule::written(id.clone(), text.clone(), category, known.now)
            };
            settled(known, rule, None, &keys)
        })?;
        self.rule(run.put.first().map_or(&id, |rule| &rule.id))
    }

    /// Changes a rule in its root, the project's or the global one: its text, its category, its confirmation, its
    /// confidence, its place, whether it rests, or the claim of a hand-written rule.
    ///
    /// A learned rule whose new words claim something else becomes a rule of the writer's own. A learned rule in another
    /// place gets the key for that place.
    ///
    /// # Errors
    /// The errors of a request that cannot be done, before anything is written. `NOT_FOUND`. `CONFLICT` where the new
    /// words set a preference key that another rule sets and that is configured to be kept.
    pub fn update_rule(&self, id: &str, patch: &RulePatch) -> Result<RuleWithEvidence> {
        let edit = Edit::of(patch)?;
        let confirmation = RulePatch {
            confirmed: Some(true),
            ..RulePatch::default()
        };
        let kind = if *patch == confirmation {
            RunKind::RuleConfirmed
        } else {
            RunKind::RuleEdited
        };
        let keys = self.memory.preference_keys();
        let everywhere = self.everywhere_holding(id)?;
        let root = everywhere.as_deref().unwrap_or(&self.memory);
        let run = root.change(kind, |known| {
            let old = known.rule(id)?;
            let mut rule = edit.apply(old, known)?;
            if let Some(change) = edit.moved(&rule, known) {
                return Ok(change);
            }
            if rule.text == old.text {
                return Ok(Change {
                    put: vec![rule],
                    ..Change::default()
                });
            }
            if rule.origin == RuleOrigin::Adopted {
                // The writer's own bullet is identified by its text.
                rule.id = long_term::own_id(&rule.text);
            }
            let new_id = rule.id.clone();
            let mut change = settled(known, rule, Some(id), &keys)?;
            let stays = change.put.first().is_some_and(|put| put.id == new_id);
            if !stays || new_id != old.id {
                change.removed.push(old.id.clone());
            }
            change.renamed = (stays && new_id != old.id).then(|| old.id.clone());
            Ok(change)
        })?;
        self.rule(run.put.first().map_or(id, |rule| rule.id.as_str()))
    }

    /// Deletes a rule in its root, which rejects it: a learned rule is not learned again from the same evidence.
    pub fn delete_rule(&self, id: &str) -> Result<()> {
        let everywhere = self.everywhere_holding(id)?;
        let root = everywhere.as_deref().unwrap_or(&self.memory);
        root.change(RunKind::RuleDeleted, |known| {
            let rule = known.rule(id)?;
            Ok(Change {
                removed: vec![rule.id.clone()],
                tombstones: vec![rule.tombstone(known.now)],
                ..Change::default()
            })
        })
        .map(drop)
    }
}

/// Returns the last distillation that was not undone.
fn standing_distillation(view: &View) -> Result<Option<Run>> {
    let last = view.last_run(RunKind::Distill)?;
    if last.is_none() || view.last_run(RunKind::Restored)?.is_none() {
        return Ok(last.map(|(_, run)| run));
    }
    let runs = view.runs(u32::MAX)?;
    let undone = fold::undone(runs.iter().map(|(_, run)| run));
    let mut distillations = runs.into_iter().map(|(_, run)| run);
    Ok(distillations.find(|run| run.kind == RunKind::Distill && !undone.contains_key(&run.id)))
}

/// Returns the change that a hand-written rule makes, whether it is new or replaces another rule. It follows the
/// strategy that is configured for the preference key the rule sets.
///
/// A bullet that the writer put into the file herself is hers to change. Where the strategy would change it, both rules
/// stay, and the change then raises a question.
fn settled(known: &Known, rule: Rule, replaced: Option<&str>, keys: &PreferenceKeys) -> Result<Change> {
    let mut change = Change::default();
    let mut merged = None;
    let others = known.rules.iter().filter(|old| replaced != Some(&old.id));
    for old in others.filter(|old| sets_the_same(old, &rule)) {
        let Some(key) = keys.between(&old.text, &rule.text) else {
            continue;
        };
        match keys.strategy(key) {
            Strategy::AskUser => {}
            Strategy::KeepOld => return Err(Error::Kept { key: key.to_owned() }),
            Strategy::KeepNew | Strategy::Merge if old.origin == RuleOrigin::Adopted => {}
            Strategy::KeepNew => change.removed.push(old.id.clone()),
            Strategy::Merge => {
                merged = Some(Rule {
                    text: keys.merged(&old.text, &rule.text, known.now),
                    updated_at: known.now,
                    ..old.clone()
                });
            }
        }
    }
    change.put.push(merged.unwrap_or(rule));
    Ok(change)
}

fn sets_the_same(a: &Rule, b: &Rule) -> bool {
    let written = a.feature.is_none() && b.feature.is_none();
    written && a.in_force() && a.scope == b.scope && a.scene_type == b.scene_type && a.skill == b.skill
}

/// Adds the episodes for and against a rule, oldest first.
fn weighed(rule: Rule, samples: &[Sample], settled: &Settled) -> RuleWithEvidence {
    let mut supporting_episodes = Vec::new();
    let mut contradicting_episodes = Vec::new();
    if let Some(key) = rule.key() {
        for sample in samples {
            match sample.speaks(&key, settled) {
                Some(true) => supporting_episodes.push(sample.episode_id.clone()),
                Some(false) => contradicting_episodes.push(sample.episode_id.clone()),
                None => {}
            }
        }
    }
    RuleWithEvidence {
        rule,
        supporting_episodes,
        contradicting_episodes,
    }
}
