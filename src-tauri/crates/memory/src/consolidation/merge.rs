//! The section merge: a reply's `memory_update` joined to a memory file, without losing a line of either.
//!
//! The file's order stands, headings the file does not have come at the end, and lines that the reply leaves out stay.
//! Only items of consolidation are ever taken out, into the archive. An item goes where the reply replaces its section
//! or retires it, and where another line of the section says the same. Where the file grows too long, the oldest items
//! go. A change to a line of the writer's becomes a proposal.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

use chrono::{DateTime, Utc};

use crate::consolidation::account::{Account, Fate, Why};
use crate::consolidation::likeness::Statements;
use crate::consolidation::prompt::Shown;
use crate::consolidation::update::{Section, Update, Wish};
use crate::document::plan::{Addition, Plan, Printed};
use crate::document::{Bullet, Document, Heading, Item, Part, Whose, key, length_of_line, marker};
use crate::files::archive::{ArchivedBlock, Cause};
use crate::proposal::{self, Proposal, ProposalReason};
use learning::preference::PreferenceKeys;

/// How long a memory file may be, in characters without annotations (`candidate_too_long`).
pub const MAXIMUM: usize = 12_000;

/// The input of a merge beside the texts.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The file, relative to the memory root; proposals name it.
    pub path: &'a str,
    /// The run; letters, digits, `-` and `_`.
    pub run_id: &'a str,
    /// When.
    pub now: DateTime<Utc>,
    /// How many characters without annotations the file may have before it is compacted; [`MAXIMUM`] by default.
    pub maximum: usize,
    /// The preference keys in use.
    pub keys: &'a PreferenceKeys,
    /// The part of the file that the author of the reply had seen; `None` for all of it. No other item is replaced or
    /// retired: the file may have been too long to be shown whole, or have grown since. A section that was shown in
    /// part is not replaced at all, because nobody can mean to replace lines without having read them.
    pub seen: Option<&'a Shown>,
    /// The ids of items that the desk retires by a policy of its own, seen or not.
    pub settled: &'a BTreeSet<String>,
}

/// Why a reply was not merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unmerged {
    /// It is blank.
    EmptyInput,
    /// It has no second-level heading, so nobody can say where its lines belong.
    Unstructured,
}

impl Unmerged {
    /// Returns its name in metrics.
    pub const fn name(self) -> &'static str {
        match self {
            Self::EmptyInput => "empty_input",
            Self::Unstructured => "unstructured",
        }
    }
}

/// The result of a merge.
#[derive(Clone, Debug)]
pub struct Merged {
    /// The file as it is to be.
    pub document: Document,
    /// What became of every line.
    pub account: Account,
    /// The blocks that left the file.
    pub archived: Vec<ArchivedBlock>,
    /// The proposals for the writer, each wish once.
    pub proposals: Vec<Proposal>,
    /// Why nothing was merged, if it was not.
    pub unmerged: Option<Unmerged>,
    /// The writer's own lines and the rules, which cannot be compacted, leave too little room: she is to be asked.
    pub ask: bool,
}

/// Joins a reply's `memory_update` to a memory file. Except for sorting, the time is in proportion to the length of
/// both.
pub fn section_merge(present: &Document, reply: &str, context: &Context<'_>) -> Merged {
    let update = Update::read(reply);
    let unmerged = if update.is_blank {
        Some(Unmerged::EmptyInput)
    } else if update.sections.is_empty() {
        Some(Unmerged::Unstructured)
    } else {
        None
    };
    if unmerged.is_some() {
        return Merged {
            document: present.clone(),
            account: Account::unchanged(present.lines().len(), update.lines),
            archived: Vec::new(),
            proposals: Vec::new(),
            unmerged,
            ask: false,
        };
    }
    let mut merge = Merge::new(present, context, &update);
    let retired = merge.retire(&update);
    merge.fold();
    merge.replace(&update);
    merge.state(&update, &retired);
    merge.finish(update)
}

/// Where a statement stands: its section, and the deeper heading above it.
type Place<'a> = (usize, Option<&'a str>);

/// A bullet of the present file.
struct Standing {
    section: usize,
    group: Option<String>,
    key: String,
    bullet: Bullet,
    /// Its item with others folded into it: their number and their notes are added.
    folded: Option<Item>,
    gone: Option<Gone>,
}

impl Standing {
    fn item(&self) -> Option<&Item> {
        match &self.bullet.whose {
            Whose::Machine(item) => Some(item),
            Whose::Writer | Whose::Rule => None,
        }
    }

    fn place(&self) -> Place<'_> {
        (self.section, self.group.as_deref())
    }
}

/// A bullet that left the file.
#[derive(Clone, Copy)]
struct Gone {
    block: usize,
    /// The bullet that says the same.
    into: Option<usize>,
}

/// A statement that the file did not have.
struct New {
    section: usize,
    group: Option<Heading>,
    line: String,
    item: Item,
    /// Where it went if there was no room for it.
    block: Option<usize>,
}

/// The old or new bullet that says a statement.
#[derive(Clone, Copy)]
enum Slot {
    Standing(usize),
    New(usize),
}

/// The fate of a wish, as long as line numbers are not known.
enum Answer {
    Said(Slot),
    Left(Why),
}

/// Statements that a reply asks to retire.
#[derive(Default)]
struct Retired {
    keys: HashSet<(usize, String)>,
    ids: HashSet<String>,
}

struct Merge<'a> {
    present: &'a Document,
    context: &'a Context<'a>,
    parts: Vec<Part>,
    /// The headings of the sections, those of the file first.
    sections: Vec<Heading>,
    by_key: HashMap<String, usize>,
    standing: Vec<Standing>,
    new: Vec<New>,
    archived: Vec<ArchivedBlock>,
    proposals: Vec<Proposal>,
    proposed: HashSet<String>,
    answers: Vec<(Range<usize>, Answer)>,
}

impl<'a> Merge<'a> {
    fn new(present: &'a Document, context: &'a Context<'a>, update: &Update) -> Self {
        let mut merge = Self {
            present,
            context,
            parts: present.parts(),
            sections: Vec::new(),
            by_key: HashMap::new(),
            standing: Vec::new(),
            new: Vec::new(),
            archived: Vec::new(),
            proposals: Vec::new(),
            proposed: HashSet::new(),
            answers: Vec::new(),
        };
        for part in &mut merge.parts {
            let Some(heading) = &part.section else { continue };
            let section = number_of(&mut merge.sections, &mut merge.by_key, heading);
            for bullet in std::mem::take(&mut part.bullets) {
                merge.standing.push(Standing {
                    section,
                    group: part.group.as_ref().map(|group| group.key.clone()),
                    key: key(&bullet.words),
                    bullet,
                    folded: None,
                    gone: None,
                });
            }
        }
        for section in &update.sections {
            number_of(&mut merge.sections, &mut merge.by_key, &section.heading);
        }
        merge
    }

    fn number(&self, section: &Section) -> usize {
        self.by_key.get(&section.heading.key).copied().unwrap_or_default()
    }

    /// Takes the items out that the reply asks to retire.
    fn retire(&mut self, update: &Update) -> Retired {
        let mut by_words: HashMap<(usize, &str), Vec<usize>> = HashMap::new();
        let mut by_id: HashMap<&str, Vec<usize>> = HashMap::new();
        for (number, standing) in self.standing.iter().enumerate() {
            by_words
                .entry((standing.section, &standing.key))
                .or_default()
                .push(number);
            if let Some(item) = standing.item() {
                by_id.entry(&item.id).or_default().push(number);
            }
        }
        let mut retired = Retired::default();
        // A repeated request is carried out once, and never in more steps than there are lines.
        let mut matched: Vec<(Range<usize>, Vec<usize>)> = Vec::new();
        let mut met = HashSet::new();
        for section in &update.sections {
            let number = self.number(section);
            for wish in section.retirements() {
                let key = key(&wish.words);
                let group = wish.group.as_ref().map(|group| group.key.as_str());
                let by_id = by_id.get(wish.words.as_str());
                let here = |at: &usize| {
                    by_id.is_some() || group.is_none() || self.standing[*at].group.as_deref() == group
                };
                let fresh = met.insert((number, group, key.clone()));
                let found = by_id
                    .or_else(|| by_words.get(&(number, key.as_str())))
                    .filter(|_| fresh);
                matched.push((
                    wish.lines.clone(),
                    found.into_iter().flatten().copied().filter(here).collect(),
                ));
                retired.ids.insert(wish.words.clone());
                retired.keys.insert((number, key));
            }
        }
        for (lines, found) in matched {
            let mut why = Why::NotThere;
            for at in found {
                why = match self.standing[at].bullet.whose {
                    Whose::Machine(_) if !self.was_seen(at) && !self.is_settled(at) => Why::Unseen,
                    Whose::Machine(_) => {
                        self.take_out(at, Cause::Retired, None);
                        Why::Done
                    }
                    Whose::Writer => {
                        self.propose(at, None, ProposalReason::Retired);
                        Why::Proposed
                    }
                    Whose::Rule => Why::Rule,
                };
            }
            self.answers.push((lines, Answer::Left(why)));
        }
        retired
    }

    /// Folds items that say the same as another line of their place. Such items appear when the files of two machines
    /// meet.
    fn fold(&mut self) {
        let mut by_words: HashMap<(Place<'_>, &str), Vec<usize>> = HashMap::new();
        for (number, standing) in self.standing.iter().enumerate() {
            if standing.gone.is_none() {
                by_words
                    .entry((standing.place(), &standing.key))
                    .or_default()
                    .push(number);
            }
        }
        let mut folds: Vec<(usize, usize)> = Vec::new();
        for same in by_words.into_values().filter(|same| same.len() > 1) {
            let of_others = same.iter().find(|&&at| self.standing[at].item().is_none());
            let stays = *of_others.unwrap_or(&same[0]);
            let items = same.into_iter().filter(|&at| self.standing[at].item().is_some());
            folds.extend(items.filter(|&at| at != stays).map(|at| (at, stays)));
        }
        folds.sort_unstable();
        for (at, stays) in folds {
            let other = self.standing[at].item().cloned();
            let own = self.standing[stays]
                .folded
                .clone()
                .or_else(|| self.standing[stays].item().cloned());
            self.standing[stays].folded = own.zip(other).map(|(own, other)| Item {
                since: own.since.min(other.since),
                updated: own.updated.max(other.updated),
                merged: own.merged.saturating_add(other.merged).saturating_add(1),
                ..own
            });
            self.take_out(at, Cause::Folded, Some(stays));
        }
    }

    /// Takes the items out of replaced sections that the reply does not state again. A section of the reply that states
    /// nothing was probably cut off, so it replaces nothing. Nor does a section that says that the rest stays.
    fn replace(&mut self, update: &Update) {
        let mut restated: HashMap<usize, HashSet<(Option<&str>, String)>> = HashMap::new();
        let in_part = |key: &str| self.context.seen.is_some_and(|seen| seen.in_part.contains(key));
        let whole = |section: &&Section| section.replace && !section.in_part;
        let replaced = update.sections.iter().filter(whole);
        for section in replaced.filter(|section| !in_part(&section.heading.key)) {
            let stated: HashSet<_> = section
                .statements()
                .map(|wish| {
                    (
                        wish.group.as_ref().map(|group| group.key.as_str()),
                        key(&wish.words),
                    )
                })
                .collect();
            if !stated.is_empty() {
                restated.insert(self.number(section), stated);
            }
        }
        for at in 0..self.standing.len() {
            let standing = &self.standing[at];
            let Some(stated) = restated.get(&standing.section) else {
                continue;
            };
            let says = |group| stated.contains(&(group, standing.key.clone()));
            if standing.gone.is_none()
                && standing.item().is_some()
                && self.was_seen(at)
                && !says(None)
                && !says(standing.group.as_deref())
            {
                self.take_out(at, Cause::Replaced, None);
            }
        }
    }

    /// Adds the statements of the reply that the file does not have.
    fn state(&mut self, update: &Update, retired: &Retired) {
        let mut stated = Stated::default();
        for (number, standing) in self.standing.iter().enumerate() {
            if standing.gone.is_none() {
                let group = standing.group.clone();
                stated.add(standing.section, group, &standing.key, Slot::Standing(number));
            }
        }
        let mut others = Others::of(&self.standing, self.context.keys);
        for section in &update.sections {
            let number = self.number(section);
            for wish in section.statements() {
                let answer = self.answer(number, wish, retired, &mut stated, &mut others);
                self.answers.push((wish.lines.clone(), answer));
            }
        }
    }

    fn answer(
        &mut self,
        section: usize,
        wish: &Wish,
        retired: &Retired,
        stated: &mut Stated,
        others: &mut Others,
    ) -> Answer {
        let key = key(&wish.words);
        let group = wish.group.as_ref().map(|group| group.key.clone());
        let item = Item::new(&wish.words, self.context.run_id, self.context.now);
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
        // The newest would push out everything else, or never fit at all.
        if wish.words.chars().count() > self.context.maximum / 4 {
            return Answer::Left(Why::TooLong);
        }
        match others.reworded_by(section, group.as_deref(), &wish.words, self.context.keys) {
            Some((_, Likeness::Same)) => return Answer::Left(Why::Known),
            Some((_, Likeness::Rule)) => return Answer::Left(Why::Rule),
            Some((at, Likeness::Own(reason))) => {
                self.propose(at, Some(&wish.words), reason);
                return Answer::Left(Why::Proposed);
            }
            None => {}
        }
        let slot = Slot::New(self.new.len());
        stated.add(section, group, &key, slot);
        self.new.push(New {
            section,
            group: wish.group.clone(),
            line: item.bullet(&wish.words),
            item,
            block: None,
        });
        Answer::Said(slot)
    }

    fn propose(&mut self, at: usize, words: Option<&str>, reason: ProposalReason) {
        let standing = &self.standing[at];
        let before = proposal::verbatim(self.present, &standing.bullet);
        let after = words.map(|words| format!("{}{words}", marker(&before).unwrap_or("- ")));
        let wish = proposal::Wish {
            path: self.context.path,
            section: &self.sections[standing.section].title,
            before: Some(before),
            after,
            reason,
        };
        let proposal = Proposal::new(wish, self.context.run_id, self.context.now);
        if self.proposed.insert(proposal.id.clone()) {
            self.proposals.push(proposal);
        }
    }

    /// Returns whether the author of the reply had seen an item.
    fn was_seen(&self, at: usize) -> bool {
        let item = self.standing[at].item();
        self.context
            .seen
            .is_none_or(|seen| item.is_some_and(|item| seen.items.contains(&item.id)))
    }

    /// Returns whether the desk itself has decided to retire an item.
    fn is_settled(&self, at: usize) -> bool {
        let item = self.standing[at].item();
        item.is_some_and(|item| self.context.settled.contains(&item.id))
    }

    fn take_out(&mut self, at: usize, cause: Cause, into: Option<usize>) {
        let standing = &mut self.standing[at];
        if standing.gone.is_none() {
            standing.gone = Some(Gone {
                block: self.archived.len(),
                into,
            });
            self.archived.push(ArchivedBlock {
                section: self.sections[standing.section].title.clone(),
                text: self.present.text(&standing.bullet.lines),
                cause,
            });
        }
    }

    /// Takes the oldest items out until the file has room again. Where the other lines are too long by themselves, it
    /// stops when the items take no more than a quarter of the maximum. Returns whether the file is still too long.
    fn compact(&mut self, length: usize) -> bool {
        let maximum = self.context.maximum;
        if length <= maximum {
            return false;
        }
        let standing = self
            .standing
            .iter()
            .enumerate()
            .filter(|(_, standing)| standing.gone.is_none());
        let old = standing.filter_map(|(at, standing)| {
            let item = standing.folded.as_ref().or(standing.item())?;
            let line = &self.present.lines()[standing.bullet.lines.start];
            Some((item.updated, item.since, Slot::Standing(at), length_of_line(line)))
        });
        let new = self.new.iter().enumerate().map(|(at, new)| {
            let length = length_of_line(&new.line) + self.present.ending().len();
            (new.item.updated, new.item.since, Slot::New(at), length)
        });
        let mut items: Vec<_> = old.chain(new).collect();
        items.sort_by_key(|&(updated, since, ..)| (updated, since));
        let mut taken: usize = items.iter().map(|(.., length)| length).sum();
        let fixed = length.saturating_sub(taken);
        let room = (maximum / 10 * 9).saturating_sub(fixed).max(maximum / 4);
        for (.., slot, length) in items {
            if taken <= room {
                break;
            }
            taken -= length;
            match slot {
                Slot::Standing(at) => self.take_out(at, Cause::Compacted, None),
                Slot::New(at) => {
                    let new = &mut self.new[at];
                    new.block = Some(self.archived.len());
                    self.archived.push(ArchivedBlock {
                        section: self.sections[new.section].title.clone(),
                        text: format!("{}{}", new.line, self.present.ending()),
                        cause: Cause::Compacted,
                    });
                }
            }
        }
        fixed + taken > maximum
    }

    /// Returns the plan of the changes, and which new statements each addition holds.
    fn plan(&self) -> (Plan, Vec<Vec<usize>>) {
        let mut plan = Plan::default();
        for standing in &self.standing {
            let line = standing.bullet.lines.start;
            if standing.gone.is_some() {
                plan.removed.insert(line);
            } else if let Some(item) = &standing.folded {
                let text = crate::document::plain(&self.present.lines()[line]);
                plan.replaced.insert(line, format!("{text} {item}"));
            }
        }
        let mut homes: HashMap<Place<'_>, usize> = HashMap::new();
        let mut ends: HashMap<usize, usize> = HashMap::new();
        for part in &self.parts {
            let Some(heading) = &part.section else { continue };
            let section = self.by_key.get(&heading.key).copied().unwrap_or_default();
            homes
                .entry((section, part.group.as_ref().map(|group| group.key.as_str())))
                .or_insert(part.end);
            ends.insert(section, part.end);
        }
        let end = self.present.end();
        let mut of_place: HashMap<Place<'_>, usize> = HashMap::new();
        let mut opened = HashSet::new();
        let mut order: Vec<usize> = (0..self.new.len())
            .filter(|&at| self.new[at].block.is_none())
            .collect();
        // Statements under no deeper heading come before the first deeper heading.
        order.sort_by_key(|&at| (self.new[at].section, self.new[at].group.is_some()));
        let mut members: Vec<Vec<usize>> = Vec::new();
        for at in order {
            let new = &self.new[at];
            let place = (new.section, new.group.as_ref().map(|group| group.key.as_str()));
            let addition = *of_place.entry(place).or_insert_with(|| {
                let (home, section_end) = (homes.get(&place), ends.get(&new.section));
                let mut headings = Vec::new();
                if section_end.is_none() && opened.insert(new.section) {
                    headings.push(format!("## {}", self.sections[new.section].title));
                }
                if let Some(group) = new.group.as_ref().filter(|_| home.is_none()) {
                    headings.push(format!("### {}", group.title));
                }
                let (at, rank) = match (home, section_end) {
                    (Some(home), _) => (*home, 0),
                    (None, Some(section_end)) => (*section_end, 1),
                    (None, None) => (end, 2),
                };
                plan.added.push(Addition {
                    at,
                    rank,
                    headings,
                    bullets: Vec::new(),
                });
                members.push(Vec::new());
                members.len() - 1
            });
            plan.added[addition].bullets.push(new.line.clone());
            members[addition].push(at);
        }
        (plan, members)
    }

    fn finish(mut self, update: Update) -> Merged {
        let (plan, members) = self.plan();
        let mut printed = self.present.printed(&plan);
        let mut members = members;
        let archived = self.archived.len();
        let ask = self.compact(printed.document.length());
        if self.archived.len() > archived {
            let (plan, kept) = self.plan();
            printed = self.present.printed(&plan);
            members = kept;
        }
        let account = self.account(update, &printed, &members);
        Merged {
            document: printed.document,
            account,
            archived: self.archived,
            proposals: self.proposals,
            unmerged: None,
            ask,
        }
    }

    /// Returns the fate of every line. A line whose place is not known gets no fate, which [`Account::verify`] finds.
    fn account(&self, update: Update, printed: &Printed, members: &[Vec<usize>]) -> Account {
        let mut new_lines: HashMap<usize, usize> = HashMap::new();
        for (numbers, lines) in members.iter().zip(&printed.added) {
            new_lines.extend(numbers.iter().copied().zip(lines.iter().copied()));
        }
        let line_of = |at: usize| printed.kept[self.standing[at].bullet.lines.start];

        let gone: HashMap<usize, Gone> = self
            .standing
            .iter()
            .filter_map(|standing| Some((standing.bullet.lines.start, standing.gone?)))
            .collect();
        let mut account = Account::default();
        for (number, kept) in printed.kept.iter().enumerate() {
            let fate = match (kept, gone.get(&number)) {
                (Some(line), _) => Fate::Kept { line: *line },
                (None, Some(gone)) => match gone.into.and_then(line_of) {
                    Some(into) => Fate::Merged {
                        into,
                        archived: gone.block,
                    },
                    None => Fate::Archived { block: gone.block },
                },
                (None, None) => continue,
            };
            Account::note(&mut account.present, 1, fate);
        }

        let left = update
            .left
            .into_iter()
            .map(|(lines, why)| (lines, Fate::Reply { why }));
        let answered = self.answers.iter().filter_map(|(lines, answer)| {
            let fate = match answer {
                Answer::Left(why) => Fate::Reply { why: *why },
                Answer::Said(Slot::Standing(at)) => match line_of(*at) {
                    Some(line) => Fate::Said { line },
                    None => Fate::Archived {
                        block: self.standing[*at].gone?.block,
                    },
                },
                Answer::Said(Slot::New(at)) => match self.new[*at].block {
                    Some(block) => Fate::Archived { block },
                    None => Fate::Said {
                        line: *new_lines.get(at)?,
                    },
                },
            };
            Some((lines.clone(), fate))
        });
        let mut fates: Vec<(Range<usize>, Fate)> = left.chain(answered).collect();
        fates.sort_by_key(|(lines, _)| lines.start);
        for (lines, fate) in fates {
            Account::note(&mut account.reply, lines.len(), fate);
        }
        account
    }
}

fn number_of(sections: &mut Vec<Heading>, by_key: &mut HashMap<String, usize>, heading: &Heading) -> usize {
    *by_key.entry(heading.key.clone()).or_insert_with(|| {
        sections.push(heading.clone());
        sections.len() - 1
    })
}

/// The statements by their places. A statement under a deeper heading is looked for under that heading. A statement
/// without one is looked for in the whole section, because replies often leave such headings out.
#[derive(Default)]
struct Stated {
    anywhere: HashMap<(usize, String), Slot>,
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

/// The relation of a statement to a line that is not consolidation's.
enum Likeness {
    /// It is a rule's.
    Rule,
    /// It is the writer's.
    Own(ProposalReason),
    /// It says the same of a preference key.
    Same,
}

/// The lines of the writer's and the rules, by section, as far as a reply has something to say there.
struct Others {
    /// Of each section: numbers, groups and words.
    lines: HashMap<usize, Vec<Line>>,
    known: HashMap<usize, Statements>,
    /// The writer's lines that set a preference key.
    keys: HashMap<(usize, Option<String>, String), usize>,
    values: HashMap<usize, String>,
}

struct Line {
    at: usize,
    group: Option<String>,
    is_rule: bool,
    words: String,
}

impl Others {
    fn of(standing: &[Standing], keys: &PreferenceKeys) -> Self {
        let mut others = Self {
            lines: HashMap::new(),
            known: HashMap::new(),
            keys: HashMap::new(),
            values: HashMap::new(),
        };
        for (at, standing) in standing.iter().enumerate() {
            let is_rule = standing.bullet.whose == Whose::Rule;
            if standing.item().is_some() {
                continue;
            }
            let words = &standing.bullet.words;
            if let Some((key, _)) = keys.set_by(words).filter(|_| !is_rule) {
                let groups = [standing.group.clone(), None];
                for group in groups {
                    others
                        .keys
                        .entry((standing.section, group, key.to_owned()))
                        .or_insert(at);
                }
                others.values.insert(at, words.clone());
            }
            others.lines.entry(standing.section).or_default().push(Line {
                at,
                group: standing.group.clone(),
                is_rule,
                words: words.clone(),
            });
        }
        others
    }

    /// Returns the line that a statement rewords, and the relation of the two.
    fn reworded_by(
        &mut self,
        section: usize,
        group: Option<&str>,
        words: &str,
        keys: &PreferenceKeys,
    ) -> Option<(usize, Likeness)> {
        if let Some((key, _)) = keys.set_by(words) {
            let place = (section, group.map(str::to_owned), key.to_owned());
            if let Some(&at) = self.keys.get(&place) {
                let value = self.values.get(&at).map_or("", String::as_str);
                let likeness = match keys.between(value, words) {
                    Some(_) => Likeness::Own(ProposalReason::PreferenceKey),
                    None => Likeness::Same,
                };
                return Some((at, likeness));
            }
        }
        let lines = self.lines.get(&section)?;
        let known = self
            .known
            .entry(section)
            .or_insert_with(|| Statements::new(lines.iter().map(|line| line.words.clone()).collect()));
        let line = known
            .reworded_by(words)
            .map(|number| &lines[number])
            .find(|line| group.is_none() || line.group.as_deref() == group)?;
        let likeness = if line.is_rule {
            Likeness::Rule
        } else {
            Likeness::Own(ProposalReason::Reworded)
        };
        Some((line.at, likeness))
    }
}

#[cfg(test)]
mod tests;
