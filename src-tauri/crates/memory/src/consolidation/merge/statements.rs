//! The statements of a reply: each is searched for in the file, and added if it is not there.

use std::collections::HashMap;

use super::draft::{Answer, Draft, New, Slot};
use super::fixed::{FixedLines, Likeness};
use super::leaving::Retired;
use crate::consolidation::account::Why;
use crate::consolidation::update::{Request, Update};
use crate::document::{Item, key};

/// Adds the statements of the reply that the file does not have.
pub(super) fn state(draft: &mut Draft<'_>, update: &Update, retired: &Retired) {
    let mut stated = Stated::default();
    for (number, standing) in draft.standing.iter().enumerate() {
        if standing.gone.is_none() {
            let group = standing.group.clone();
            stated.add(standing.section, group, &standing.key, Slot::Standing(number));
        }
    }
    let mut fixed = FixedLines::of(&draft.standing, draft.context.keys);
    for section in &update.sections {
        let number = draft.number(section);
        for request in section.statements() {
            let answer = answer(draft, number, request, retired, &mut stated, &mut fixed);
            draft.answers.push((request.lines.clone(), answer));
        }
    }
}

/// Returns the fate of a statement. Depending on it, adds the statement or a proposal.
fn answer(
    draft: &mut Draft<'_>,
    section: usize,
    request: &Request,
    retired: &Retired,
    stated: &mut Stated,
    fixed: &mut FixedLines,
) -> Answer {
    let key = key(&request.words);
    let group = request.group.as_ref().map(|group| group.key.clone());
    let context = draft.context;
    let item = Item::new(&request.words, context.run_id, context.now).said_in(context.session);
    // A statement that the same reply also retires is not brought back.
    if retired.ids.contains(&item.id) && stated.find(section, &group, &key).is_none() {
        return Answer::Left(Why::Retired);
    }
    if retired.keys.contains(&(section, key.clone())) {
        return Answer::Left(Why::Retired);
    }
    if let Some(slot) = stated.find(section, &group, &key) {
        return Answer::Said(slot);
    }
    // Such a long statement, as the newest, would push out all others, or would not fit at all.
    if request.words.chars().count() > draft.context.maximum / 4 {
        return Answer::Left(Why::TooLong);
    }
    match fixed.reworded_by(section, group.as_deref(), &request.words, draft.context.keys) {
        Some((_, Likeness::Same)) => return Answer::Left(Why::Known),
        Some((_, Likeness::Rule)) => return Answer::Left(Why::Rule),
        Some((at, Likeness::Own(reason))) => {
            draft.propose(at, Some(&request.words), reason);
            return Answer::Left(Why::Proposed);
        }
        None => {}
    }
    let slot = Slot::New(draft.new.len());
    stated.add(section, group, &key, slot);
    draft.new.push(New {
        section,
        group: request.group.clone(),
        line: item.bullet(&request.words),
        item,
        block: None,
    });
    Answer::Said(slot)
}

/// The statements by their places. A statement under a deeper heading is looked for under that heading. A statement
/// without one is looked for in the whole section, because replies often leave such headings out.
#[derive(Default)]
struct Stated {
    /// By the number of the section, and the words in comparable form.
    anywhere: HashMap<(usize, String), Slot>,
    /// By the number of the section, the key of the deeper heading, and the words in comparable form.
    under: HashMap<(usize, String, String), Slot>,
}

impl Stated {
    fn add(&mut self, section: usize, group: Option<String>, key: &str, slot: Slot) {
        self.anywhere.entry((section, key.to_owned())).or_insert(slot);
        if let Some(group) = group {
            self.under.entry((section, group, key.to_owned())).or_insert(slot);
        }
    }

    fn find(&self, section: usize, group: &Option<String>, key: &str) -> Option<Slot> {
        match group {
            None => self.anywhere.get(&(section, key.to_owned())),
            Some(group) => self.under.get(&(section, group.clone(), key.to_owned())),
        }
        .copied()
    }
}
