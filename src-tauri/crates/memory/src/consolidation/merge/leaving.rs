//! The items that a reply, or another line of the file, sends to the archive.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::draft::{Answer, Draft, StatementPlace};
use crate::consolidation::account::Why;
use crate::consolidation::update::{Section, Update};
use crate::document::{Item, Whose, key};
use crate::files::archive::Cause;
use crate::proposal::ProposalReason;

/// The statements that a reply asks to retire.
#[derive(Default)]
pub(super) struct Retired {
    /// By the number of their section, and their words in comparable form.
    pub(super) keys: HashSet<(usize, String)>,
    /// By their ids, or by the words in place of an id.
    pub(super) ids: HashSet<String>,
}

/// Archives the items that the reply asks to retire, and proposes to retire lines of the writer. Returns the statements
/// that the reply asks to retire.
pub(super) fn retire(draft: &mut Draft<'_>, update: &Update) -> Retired {
    let mut by_words: HashMap<(usize, &str), Vec<usize>> = HashMap::new();
    let mut by_id: HashMap<&str, Vec<usize>> = HashMap::new();
    for (number, standing) in draft.standing.iter().enumerate() {
        by_words
            .entry((standing.section, &standing.key))
            .or_default()
            .push(number);
        if let Some(item) = standing.item() {
            by_id.entry(&item.id).or_default().push(number);
        }
    }
    let mut retired = Retired::default();
    // A repeated request is carried out only once, so the time is limited by the number of lines.
    let mut matched: Vec<(Range<usize>, Vec<usize>)> = Vec::new();
    let mut met = HashSet::new();
    for section in &update.sections {
        let number = draft.number(section);
        for request in section.retirements() {
            let key = key(&request.words);
            let group = request.group.as_ref().map(|group| group.key.as_str());
            let by_id = by_id.get(request.words.as_str());
            let here = |at: &usize| {
                by_id.is_some() || group.is_none() || draft.standing[*at].group.as_deref() == group
            };
            let fresh = met.insert((number, group, key.clone()));
            let found = by_id
                .or_else(|| by_words.get(&(number, key.as_str())))
                .filter(|_| fresh);
            matched.push((
                request.lines.clone(),
                found.into_iter().flatten().copied().filter(here).collect(),
            ));
            retired.ids.insert(request.words.clone());
            retired.keys.insert((number, key));
        }
    }
    for (lines, found) in matched {
        let mut why = Why::NotThere;
        for at in found {
            why = match draft.standing[at].bullet.whose {
                Whose::Machine(_) if !draft.was_seen(at) && !draft.is_settled(at) => Why::Unseen,
                Whose::Machine(_) => {
                    draft.take_out(at, Cause::Retired, None);
                    Why::Done
                }
                Whose::Writer => {
                    draft.propose(at, None, ProposalReason::Retired);
                    Why::Proposed
                }
                Whose::Rule => Why::Rule,
            };
        }
        draft.answers.push((lines, Answer::Left(why)));
    }
    retired
}

/// Folds items that say the same as another line in the same place. Such items appear when the files of two machines
/// are joined.
pub(super) fn fold(draft: &mut Draft<'_>) {
    let mut by_words: HashMap<(StatementPlace<'_>, &str), Vec<usize>> = HashMap::new();
    for (number, standing) in draft.standing.iter().enumerate() {
        if standing.gone.is_none() {
            by_words
                .entry((standing.place(), &standing.key))
                .or_default()
                .push(number);
        }
    }
    let mut folds: Vec<(usize, usize)> = Vec::new();
    for same in by_words.into_values().filter(|same| same.len() > 1) {
        let of_no_item = same.iter().find(|&&at| draft.standing[at].item().is_none());
        let stays = *of_no_item.unwrap_or(&same[0]);
        let items = same.into_iter().filter(|&at| draft.standing[at].item().is_some());
        folds.extend(items.filter(|&at| at != stays).map(|at| (at, stays)));
    }
    folds.sort_unstable();
    for (at, stays) in folds {
        let other = draft.standing[at].item().cloned();
        let own = draft.standing[stays]
            .folded
            .clone()
            .or_else(|| draft.standing[stays].item().cloned());
        draft.standing[stays].folded = own.zip(other).map(|(own, other)| Item {
            since: own.since.min(other.since),
            updated: own.updated.max(other.updated),
            merged: own.merged.saturating_add(other.merged).saturating_add(1),
            ..own
        });
        draft.take_out(at, Cause::Folded, Some(stays));
    }
}

/// Archives the items of replaced sections that the reply does not repeat. A section of the reply without statements
/// was probably cut off, so it replaces nothing. Neither does a section with a remark that the rest stays.
pub(super) fn replace(draft: &mut Draft<'_>, update: &Update) {
    let mut restated: HashMap<usize, HashSet<(Option<&str>, String)>> = HashMap::new();
    let in_part = |key: &str| draft.context.seen.is_some_and(|seen| seen.in_part.contains(key));
    let whole = |section: &&Section| section.replace && !section.in_part;
    let replaced = update.sections.iter().filter(whole);
    for section in replaced.filter(|section| !in_part(&section.heading.key)) {
        let stated: HashSet<_> = section
            .statements()
            .map(|request| {
                (
                    request.group.as_ref().map(|group| group.key.as_str()),
                    key(&request.words),
                )
            })
            .collect();
        if !stated.is_empty() {
            restated.insert(draft.number(section), stated);
        }
    }
    for at in 0..draft.standing.len() {
        let standing = &draft.standing[at];
        let Some(stated) = restated.get(&standing.section) else {
            continue;
        };
        let says = |group| stated.contains(&(group, standing.key.clone()));
        if standing.gone.is_none()
            && standing.item().is_some()
            && draft.was_seen(at)
            && !says(None)
            && !says(standing.group.as_deref())
        {
            draft.take_out(at, Cause::Replaced, None);
        }
    }
}
