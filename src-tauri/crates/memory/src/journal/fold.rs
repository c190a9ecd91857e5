//! Computes the state of memory from the completed runs in the order of their times, and the changes that undo a run.
//!
//! The effect of a run is defined only here. The index applies it to its content. A restore folds the runs before the
//! undone run to compute the earlier state. The same runs in the same order give the same state.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::journal::{MEMORY_FILE, Run, RunKind, Undoes};
use learning::evidence::Turning;
use learning::question::Question;
use learning::rule::{Rule, Tombstone};

/// The fate of the text of an episode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EpisodeFate {
    /// Only a summary is left.
    Compressed,
    /// No readable part is left.
    Purged,
}

/// All data that runs change.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// The rules, by id.
    pub rules: BTreeMap<String, Rule>,
    /// All questions that were ever asked, by id.
    pub questions: BTreeMap<String, Question>,
    /// The tombstones. The key is the whole tombstone, because a rule can be deleted more than once.
    tombstones: BTreeMap<String, Tombstone>,
    turnings: BTreeMap<String, Turning>,
    /// Episodes whose text was dropped, by id.
    pub fates: BTreeMap<String, EpisodeFate>,
}

impl State {
    /// Builds a state from its parts.
    pub fn of(
        rules: Vec<Rule>,
        questions: Vec<Question>,
        tombstones: Vec<Tombstone>,
        turnings: Vec<Turning>,
        fates: BTreeMap<String, EpisodeFate>,
    ) -> Self {
        Self {
            rules: rules.into_iter().map(|rule| (rule.id.clone(), rule)).collect(),
            questions: questions
                .into_iter()
                .map(|question| (question.id.clone(), question))
                .collect(),
            tombstones: tombstones.into_iter().map(|no| (whole(&no), no)).collect(),
            turnings: turnings
                .into_iter()
                .map(|turning| (whole(&turning), turning))
                .collect(),
            fates,
        }
    }

    /// Returns the state after some runs, starting from an empty state.
    pub fn after<'a>(runs: impl IntoIterator<Item = &'a Run>) -> Self {
        let mut state = Self::default();
        runs.into_iter().for_each(|run| state.apply(run));
        state
    }

    /// Returns the tombstones.
    pub fn tombstones(&self) -> impl Iterator<Item = &Tombstone> {
        self.tombstones.values()
    }

    /// Returns the tombstones and the changes of taste that are missing from another state.
    pub fn unknown_to(&self, other: &Self) -> (Vec<&Tombstone>, Vec<&Turning>) {
        let noes = self
            .tombstones
            .iter()
            .filter(|(no, _)| !other.tombstones.contains_key(*no));
        let turnings = self.turnings.iter();
        let turnings = turnings.filter(|(turning, _)| !other.turnings.contains_key(*turning));
        (
            noes.map(|(_, no)| no).collect(),
            turnings.map(|(_, turning)| turning).collect(),
        )
    }

    /// Returns the changes of her taste.
    pub fn turnings(&self) -> impl Iterator<Item = &Turning> {
        self.turnings.values()
    }

    /// Applies one run. A distillation knows only its own machine's data, so later decisions of the writer on another
    /// machine take precedence.
    pub fn apply(&mut self, run: &Run) {
        let distilled = run.kind == RunKind::Distill;
        for rule in &run.put {
            let known = self.rules.get(&rule.id).filter(|_| distilled);
            let put = known.map_or_else(|| rule.clone(), |known| rule.clone().respecting(known));
            self.rules.insert(put.id.clone(), put);
        }
        for id in &run.removed {
            let hers = distilled && self.rules.get(id).is_some_and(|known| known.user_confirmed);
            if !hers {
                self.rules.remove(id);
            }
        }
        for asked in &run.asked {
            let question = match self.questions.remove(&asked.id) {
                Some(known) => known.asked_again(asked.clone()),
                None => asked.clone(),
            };
            self.questions.insert(question.id.clone(), question);
        }
        for answered in &run.answered {
            if let Some(question) = self.questions.remove(&answered.question_id) {
                self.questions
                    .insert(question.id.clone(), question.after(answered));
            }
        }
        if let Some(undoes) = &run.undoes {
            self.take_back(undoes);
        }
        self.turnings.extend(
            run.turnings
                .iter()
                .map(|turning| (whole(turning), turning.clone())),
        );
        self.tombstones
            .extend(run.tombstones.iter().map(|no| (whole(no), no.clone())));
        for id in &run.compressed {
            self.fates.entry(id.clone()).or_insert(EpisodeFate::Compressed);
        }
        self.fates
            .extend(run.purged.iter().map(|id| (id.clone(), EpisodeFate::Purged)));
    }

    /// Returns a state with only the rules and questions of a difference, as they are in this state.
    fn only(&self, touched: &Difference) -> Self {
        Self {
            rules: those(&self.rules, &touched.rules),
            questions: those(&self.questions, &touched.questions),
            ..Self::default()
        }
    }

    fn take_back(&mut self, undoes: &Undoes) {
        for no in &undoes.lifted {
            self.tombstones.remove(&whole(no));
        }
        for turning in &undoes.unturned {
            self.turnings.remove(&whole(turning));
        }
        for question in &undoes.questions {
            self.questions.insert(question.id.clone(), question.clone());
        }
        for id in &undoes.unasked {
            self.questions.remove(id);
        }
        for id in &undoes.revived {
            self.fates.remove(id);
        }
    }
}

/// The differences between two states, as the keys of each part.
struct Difference {
    rules: BTreeSet<String>,
    questions: BTreeSet<String>,
    tombstones: BTreeSet<String>,
    turnings: BTreeSet<String>,
    fates: BTreeSet<String>,
}

impl Difference {
    fn between(one: &State, other: &State) -> Self {
        Self {
            rules: differing(&one.rules, &other.rules),
            questions: differing(&one.questions, &other.questions),
            tombstones: differing(&one.tombstones, &other.tombstones),
            turnings: differing(&one.turnings, &other.turnings),
            fates: differing(&one.fates, &other.fates),
        }
    }
}

/// Returns the keys with different values in two maps, or with a value in only one of them.
pub fn differing<V: PartialEq>(one: &BTreeMap<String, V>, other: &BTreeMap<String, V>) -> BTreeSet<String> {
    let keys = one.keys().chain(other.keys());
    keys.filter(|key| one.get(*key) != other.get(*key))
        .cloned()
        .collect()
}

/// A rule or a question that has changed since a run changed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedSince {
    /// The rule's or the question's id.
    pub id: String,
    /// The later runs that changed it, oldest first.
    pub by: Vec<String>,
}

/// The changes that undo a run, besides the files. They become parts of the run that undoes it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Undoing {
    /// Rules in their earlier form.
    pub put: Vec<Rule>,
    /// Ids of rules that did not exist.
    pub removed: Vec<String>,
    /// Tombstones that the undone run had lifted.
    pub tombstones: Vec<Tombstone>,
    /// Turnings that the undone run had lifted.
    pub turnings: Vec<Turning>,
    /// Episodes that are to be compressed again.
    pub compressed: Vec<String>,
    /// Episodes that are to be purged again.
    pub purged: Vec<String>,
    /// The other changes.
    pub undoes: Undoes,
    /// The obstacles: rules and questions that changed since. They are not in the other fields.
    pub changed: Vec<ChangedSince>,
}

impl Undoing {
    /// Returns whether only files remain to be restored.
    pub fn is_empty(&self) -> bool {
        let undoes = &self.undoes;
        self.put.is_empty()
            && self.removed.is_empty()
            && self.tombstones.is_empty()
            && self.turnings.is_empty()
            && self.compressed.is_empty()
            && self.purged.is_empty()
            && undoes.lifted.is_empty()
            && undoes.unturned.is_empty()
            && undoes.questions.is_empty()
            && undoes.unasked.is_empty()
            && undoes.revived.is_empty()
    }
}

/// Returns the changes that undo a run: all data it changed become as before the run.
///
/// `runs` are all completed runs in the order of their times, and `position` is the index of the run. Data that are
/// already as before are not changed. An episode that has faded further since is no obstacle: its text is restored.
pub fn undoing(runs: &[&Run], position: usize) -> Undoing {
    let (earlier, rest) = runs.split_at(position.min(runs.len()));
    let Some((target, since)) = rest.split_first() else {
        return Undoing::default();
    };
    let before = State::after(earlier.iter().copied());
    let mut left = before.clone();
    left.apply(target);
    let touched = Difference::between(&before, &left);
    let mut now = left.clone();
    let mut changers: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for run in since {
        let then = now.only(&touched);
        now.apply(run);
        let changed = Difference::between(&then, &now.only(&touched));
        for id in changed.rules.into_iter().chain(changed.questions) {
            changers.entry(id).or_default().push(run.id.clone());
        }
    }

    let mut undoing = Undoing::default();
    undoing.undoes.run_id.clone_from(&target.id);
    let rules = Part::of(&touched.rules, |state| &state.rules, [&before, &left, &now]);
    undoing.put = rules.was;
    undoing.removed = rules.was_not;
    let questions = Part::of(
        &touched.questions,
        |state| &state.questions,
        [&before, &left, &now],
    );
    undoing.undoes.questions = questions.was;
    undoing.undoes.unasked = questions.was_not;
    let changed = rules.changed.into_iter().chain(questions.changed);
    undoing.changed = changed
        .map(|id| ChangedSince {
            by: changers.remove(&id).unwrap_or_default(),
            id,
        })
        .collect();

    let differ = |key: &&String| before.tombstones.get(*key) != now.tombstones.get(*key);
    for key in touched.tombstones.iter().filter(differ) {
        undoing.undoes.lifted.extend(now.tombstones.get(key).cloned());
        undoing.tombstones.extend(before.tombstones.get(key).cloned());
    }
    let differ = |key: &&String| before.turnings.get(*key) != now.turnings.get(*key);
    for key in touched.turnings.iter().filter(differ) {
        undoing.undoes.unturned.extend(now.turnings.get(key).cloned());
        undoing.turnings.extend(before.turnings.get(key).cloned());
    }
    let differ = |id: &&String| before.fates.get(*id) != now.fates.get(*id);
    for id in touched.fates.iter().filter(differ) {
        undoing.undoes.revived.push(id.clone());
        match before.fates.get(id) {
            Some(EpisodeFate::Compressed) => undoing.compressed.push(id.clone()),
            Some(EpisodeFate::Purged) => undoing.purged.push(id.clone()),
            None => {}
        }
    }
    undoing
}

/// The changes to data with an id when a run that changed them is undone.
struct Part<V> {
    was: Vec<V>,
    was_not: Vec<String>,
    changed: Vec<String>,
}

impl<V: Clone + PartialEq> Part<V> {
    fn of(
        touched: &BTreeSet<String>,
        part: impl Fn(&State) -> &BTreeMap<String, V>,
        [before, left, now]: [&State; 3],
    ) -> Self {
        let mut undone = Self {
            was: Vec::new(),
            was_not: Vec::new(),
            changed: Vec::new(),
        };
        for id in touched {
            let (was, is) = (part(before).get(id), part(now).get(id));
            if was == is {
                continue;
            }
            match was {
                _ if part(left).get(id) != is => undone.changed.push(id.clone()),
                Some(was) => undone.was.push(was.clone()),
                None => undone.was_not.push(id.clone()),
            }
        }
        undone
    }
}

/// Returns the runs that have been undone completely, each with the last run that undid it. `runs` are the newest
/// first.
pub fn undone<'a>(runs: impl IntoIterator<Item = &'a Run>) -> BTreeMap<String, String> {
    let mut undone: BTreeMap<String, String> = BTreeMap::new();
    let mut takers: BTreeMap<&str, Vec<(&Run, &Undoes)>> = BTreeMap::new();
    for run in runs {
        // The runs are newest first, so a run that undid this run comes before it.
        if let Some(takers) = takers.get(run.id.as_str())
            && let Some((last, _)) = takers.first()
            && covers(takers, run)
        {
            undone.insert(run.id.clone(), last.id.clone());
        } else if let Some(undoes) = &run.undoes {
            takers.entry(&undoes.run_id).or_default().push((run, undoes));
        }
    }
    undone
}

/// Returns whether undoing a run changes the proposals for the writer: it made proposals, has her decision on one, or
/// undid a run of these kinds. Proposals are stored in no file and no rule. They follow from the runs that are not
/// undone.
pub fn proposes(runs: &[&Run], run: &Run) -> bool {
    let mut run = run;
    loop {
        if run.decided.is_some() || !run.proposed.is_empty() {
            return true;
        }
        let Some(undoes) = &run.undoes else {
            return false;
        };
        // An undone run is older than the run that undid it, so the recursion ends.
        let older = runs.iter().take_while(|older| older.id != run.id);
        match older.into_iter().find(|older| older.id == undoes.run_id) {
            Some(older) => run = older,
            None => return false,
        }
    }
}

/// Returns whether several undoings together undo all of a run.
fn covers(takers: &[(&Run, &Undoes)], run: &Run) -> bool {
    let mut paths = BTreeSet::new();
    for (_, undoes) in takers {
        match &undoes.paths {
            None => return true,
            Some(some) => paths.extend(some.iter().map(String::as_str)),
        }
    }
    // Changes besides files are undone together with the file of the rules.
    let with_rules = paths.contains(MEMORY_FILE) || !run.changes_rules();
    with_rules && run.files.iter().all(|file| paths.contains(file.path.as_str()))
}

fn those<V: Clone>(of: &BTreeMap<String, V>, keys: &BTreeSet<String>) -> BTreeMap<String, V> {
    keys.iter()
        .filter_map(|key| Some((key.clone(), of.get(key)?.clone())))
        .collect()
}

/// Returns the whole value, serialised, as a key.
fn whole(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta, Utc};

    use super::*;
    use learning::question::{QuestionReason, QuestionState as Waits, Side};
    use learning::rule::Category;

    const NOW: DateTime<Utc> = DateTime::UNIX_EPOCH;

    fn rule(id: &str, text: &str) -> Rule {
        Rule::written(id.into(), text.into(), Category::Style, NOW)
    }

    fn run(id: &str, kind: RunKind) -> Run {
        Run::of(id.into(), kind)
    }

    fn putting(id: &str, rules: &[Rule]) -> Run {
        Run {
            put: rules.to_vec(),
            ..run(id, RunKind::RuleEdited)
        }
    }

    fn no(rule_id: &str, minutes: i64) -> Tombstone {
        Tombstone {
            rule_id: rule_id.into(),
            key: None,
            text: "少用叹号".into(),
            at: NOW + TimeDelta::minutes(minutes),
            narrowed_to: None,
        }
    }

    fn question(id: &str) -> Question {
        Question {
            id: id.into(),
            reason: QuestionReason::Proposal,
            a: Side {
                rule_id: "a".into(),
                lowered: false,
            },
            b: None,
            state: Waits::Pending,
            created_at: NOW,
            updated_at: NOW,
        }
    }

    /// Undoes the run at a position, as the next run.
    fn with_undone(mut runs: Vec<Run>, position: usize) -> Vec<Run> {
        let all: Vec<&Run> = runs.iter().collect();
        let undoing = undoing(&all, position);
        assert_eq!(undoing.changed, [], "nothing stands in the way");
        runs.push(Run {
            put: undoing.put,
            removed: undoing.removed,
            tombstones: undoing.tombstones,
            turnings: undoing.turnings,
            compressed: undoing.compressed,
            purged: undoing.purged,
            undoes: Some(Box::new(undoing.undoes)),
            ..run(&format!("undo-{}", runs.len()), RunKind::Restored)
        });
        runs
    }

    /// Runs that change everything a run can change.
    fn story() -> Vec<Run> {
        let mut asking = putting("2", &[rule("b", "Few exclamation marks")]);
        asking.asked = vec![question("question-1")];
        let mut deleting = run("3", RunKind::RuleDeleted);
        deleting.removed = vec!["a".into()];
        deleting.tombstones = vec![no("a", 1)];
        let mut fading = run("4", RunKind::Compress);
        fading.compressed = vec!["e1".into(), "e2".into()];
        let mut forgetting = run("5", RunKind::Purge);
        forgetting.purged = vec!["e2".into(), "e3".into()];
        vec![
            putting("1", &[rule("a", "先用平常的字")]),
            asking,
            deleting,
            fading,
            forgetting,
        ]
    }

    #[test]
    fn every_run_is_taken_back_to_what_was_before_it_and_a_taking_back_too() {
        let story = story();
        let mut runs = story.clone();
        for position in (0..story.len()).rev() {
            let before = State::after(&story[..position]);
            let after = State::after(&runs);
            runs = with_undone(runs, position);
            assert_eq!(State::after(&runs), before, "run {position}");
            let last = runs.len() - 1;
            runs = with_undone(runs, last);
            assert_eq!(State::after(&runs), after, "back again, run {position}");
            let last = runs.len() - 1;
            runs = with_undone(runs, last);
        }
        assert_eq!(State::after(&runs), State::default());
    }

    #[test]
    fn what_changed_since_is_named_with_the_runs_that_did_and_the_rest_goes_back() {
        let mut runs = vec![putting("1", &[rule("a", "一"), rule("b", "一")])];
        runs.push(putting("2", &[rule("a", "二")]));
        runs.push(putting("3", &[rule("a", "三"), rule("c", "三")]));
        let all: Vec<&Run> = runs.iter().collect();
        let undoing = undoing(&all, 0);
        let changed = ChangedSince {
            id: "a".into(),
            by: vec!["2".into(), "3".into()],
        };
        assert_eq!(undoing.changed, [changed]);
        assert_eq!(undoing.removed, ["b"]);
        // A rule that is again as before is no obstacle.
        let again = putting("4", &[rule("a", "二")]);
        let all: Vec<&Run> = all.into_iter().chain([&again]).collect();
        let undoing = super::undoing(&all, 2);
        assert_eq!((undoing.changed, undoing.removed), (vec![], vec!["c".to_owned()]));
    }

    #[test]
    fn only_what_was_taken_back_whole_and_not_brought_back_counts_as_undone() {
        let taking = |id: &str, target: &str, paths: Option<&[&str]>| Run {
            undoes: Some(Box::new(Undoes {
                run_id: target.into(),
                paths: paths.map(|paths| paths.iter().map(ToString::to_string).collect()),
                ..Undoes::default()
            })),
            ..run(id, RunKind::Restored)
        };
        let swap = |path: &str| crate::journal::FileSwap {
            path: path.into(),
            before: None,
            after: None,
        };
        let target = Run {
            files: vec![swap("HISTORY.md"), swap("MEMORY.md")],
            ..putting("1", &[rule("a", "一")])
        };
        let story = |taken: &[(&str, &str, Option<&[&str]>)]| {
            let takers = taken.iter().map(|(id, target, paths)| taking(id, target, *paths));
            let mut runs: Vec<Run> = std::iter::once(target.clone()).chain(takers).collect();
            runs.reverse();
            undone(&runs).remove("1")
        };
        assert_eq!(story(&[]), None);
        assert_eq!(story(&[("2", "1", None)]).as_deref(), Some("2"));
        assert_eq!(story(&[("2", "1", None), ("3", "2", None)]), None);
        assert_eq!(story(&[("2", "1", Some(&["HISTORY.md"]))]), None);
        let both: [(&str, &str, Option<&[&str]>); 2] = [
            ("2", "1", Some(&["HISTORY.md"])),
            ("3", "1", Some(&["MEMORY.md"])),
        ];
        assert_eq!(story(&both).as_deref(), Some("3"));
    }
}
