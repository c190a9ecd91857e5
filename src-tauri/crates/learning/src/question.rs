//! Questions that the desk asks instead of guessing, and the effects of their answers.
//!
//! A question refers to rules and has a reason. Its id is a hash of the reason, the rules and the creation time of each
//! rule. So the same question is asked only once, and not again after its answer. A rejected rule can come back only
//! from new evidence, as a rule with a new creation time.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use specta::Type;

use crate::claim::{Rewording, rewording};
use crate::conflict::{self, Conflict, ConflictKind, differ_in_place};
use crate::preference::PreferenceKeys;
use crate::rule::{Confidence, Correction, Rule, RuleState, Scope, Tombstone};

/// How much confidence a contradicted rule loses while the question is open.
const LOST: f64 = 0.2;

/// Why a question is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum QuestionReason {
    /// Enough was noticed to ask whether it is a rule.
    Proposal,
    /// Two rules say the opposite of the same thing.
    DirectContradiction,
    /// A narrower rule says the opposite inside a wider one.
    ScopeOverlap,
    /// The latest choices speak against a rule the writer has said yes to.
    TimeShift,
    /// Two rules set one preference key differently.
    PreferenceKey,
    /// The writer's new words for a learned rule are not understood.
    Rewording,
}

impl From<ConflictKind> for QuestionReason {
    fn from(kind: ConflictKind) -> Self {
        match kind {
            ConflictKind::DirectContradiction => Self::DirectContradiction,
            ConflictKind::ScopeOverlap => Self::ScopeOverlap,
            ConflictKind::TimeShift => Self::TimeShift,
            ConflictKind::PreferenceKey => Self::PreferenceKey,
        }
    }
}

/// An answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// The first side; yes to a proposal, and to new words that mean the same.
    A,
    /// The second side.
    B,
    /// Both, each in its own kind of scene or its own skill.
    BothByScene,
    /// Both: the second in this project, the first everywhere else.
    BothByProject,
    /// Neither; no to a proposal, and to new words that mean the same.
    Neither,
    /// Not now.
    Later,
}

/// One side of a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// The rule.
    pub rule_id: String,
    /// Whether the rule's confidence is lowered while the question is open.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lowered: bool,
}

/// The state of a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuestionState {
    /// It waits for an answer.
    #[default]
    Pending,
    /// The writer postponed it.
    Later,
    /// The writer answered it.
    Answered,
    /// One of its rules no longer exists, or its reason is gone.
    Closed,
}

/// A question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// A hash of its content; two machines that ask the same question give it the same id.
    pub id: String,
    /// Why it is asked.
    pub reason: QuestionReason,
    /// The proposed, reworded or older rule.
    pub a: Side,
    /// The newer rule; `None` for a proposal and a rewording.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub b: Option<Side>,
    /// Its state.
    #[serde(default)]
    pub state: QuestionState,
    /// When it was asked.
    pub created_at: DateTime<Utc>,
    /// When it last changed.
    pub updated_at: DateTime<Utc>,
}

/// The end or the postponement of a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answered {
    /// The id of the question.
    pub question_id: String,
    /// The writer's answer; `None` if the reason of the question is gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Answer>,
    /// The time of the answer.
    pub at: DateTime<Utc>,
}

impl Question {
    fn new(reason: QuestionReason, a: &Rule, b: Option<&Rule>, now: DateTime<Utc>) -> Self {
        let mut digest = Sha256::new();
        for rule in [Some(a), b].into_iter().flatten() {
            digest.update(rule.id.as_bytes());
            digest.update(rule.created_at.timestamp_micros().to_le_bytes());
            // A hand-written rule is identified by its text, so another text makes another question. So do new words.
            if rule.feature.is_none() || reason == QuestionReason::Rewording {
                digest.update(rule.text.as_bytes());
            }
            digest.update([0]);
        }
        let id: String = digest.finalize()[..6]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        // A contradicting rule does not lower a confirmed rule, unless it is confirmed too.
        let lowered = |own: &Rule, other: &Rule| !own.user_confirmed || other.user_confirmed;
        let side = |own: &Rule, other: Option<&Rule>| Side {
            rule_id: own.id.clone(),
            lowered: other.is_some_and(|other| lowered(own, other)),
        };
        Self {
            id: format!("question-{id}"),
            reason,
            a: side(a, b),
            b: b.map(|b| side(b, Some(a))),
            state: QuestionState::Pending,
            created_at: now,
            updated_at: now,
        }
    }

    /// Returns whether it is unanswered; it may be postponed.
    pub fn is_open(&self) -> bool {
        matches!(self.state, QuestionState::Pending | QuestionState::Later)
    }

    /// Returns its sides.
    pub fn sides(&self) -> impl Iterator<Item = &Side> {
        std::iter::once(&self.a).chain(&self.b)
    }

    /// Returns the question after it was raised again: an answered question stays answered.
    pub fn asked_again(self, again: Self) -> Self {
        match self.state {
            QuestionState::Answered => self,
            QuestionState::Closed => again,
            // Another machine raised it first.
            QuestionState::Pending | QuestionState::Later => Self {
                a: again.a,
                b: again.b,
                ..self
            },
        }
    }

    /// Returns the question after an answer. If there are several answers, the first one counts.
    pub fn after(mut self, answered: &Answered) -> Self {
        if self.is_open() {
            self.state = match answered.answer {
                Some(Answer::Later) => QuestionState::Later,
                Some(_) => QuestionState::Answered,
                None => QuestionState::Closed,
            };
            self.updated_at = answered.at;
        }
        self
    }

    /// Returns the ids of its rules.
    fn about(&self) -> BTreeSet<&str> {
        self.sides().map(|side| side.rule_id.as_str()).collect()
    }
}

/// Returns the possible answers, in the order in which they are offered.
pub fn answers(reason: QuestionReason, a: &Rule, b: Option<&Rule>) -> Vec<Answer> {
    let Some(b) = b.filter(|_| reason != QuestionReason::Proposal) else {
        return vec![Answer::A, Answer::Neither, Answer::Later];
    };
    let mut answers = vec![Answer::A, Answer::B];
    if differ_in_place(a, b) {
        answers.push(Answer::BothByScene);
    }
    // The two rules hold for the same prose, so they cannot be separated by scene; only a separation by project is
    // possible.
    answers.extend([Answer::BothByProject, Answer::Neither, Answer::Later]);
    answers
}

/// The effect of an answer on the rules.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Consequence {
    /// The changed rules, in their new form.
    pub put: Vec<Rule>,
    /// The ids of the deleted rules.
    pub removed: Vec<String>,
    /// The tombstones of the rejected rules.
    pub tombstones: Vec<Tombstone>,
    /// The earlier id of the first rule of `put`, if it has another one now.
    pub renamed: Option<String>,
}

/// Returns the effect of an answer on the rules of a question.
///
/// The chosen rule counts as confirmed. The other rule is deleted with a tombstone, so that it is not learned again
/// from the same evidence. If both stay, they are separated by their scope or by their kind of scene. The end of the
/// question removes the marks and restores the confidence ([`raise`]). New words that mean something else are a rule of
/// the writer's own.
pub fn consequence(answer: Answer, a: &Rule, b: Option<&Rule>, now: DateTime<Utc>) -> Consequence {
    let unclear = rewording(a) == Some(Rewording::Unclear);
    if unclear && answer == Answer::Neither {
        return Consequence {
            put: vec![a.in_own_words(now)],
            removed: vec![a.id.clone()],
            tombstones: vec![a.tombstone(now)],
            renamed: Some(a.id.clone()),
        };
    }
    let meant = a
        .key()
        .filter(|_| unclear)
        .map(|key| Correction::Measures(key.leaning()));
    let confirmed = |rule: &Rule| Rule {
        corrected: rule.corrected.or(meant.filter(|_| rule.id == a.id)),
        user_confirmed: true,
        state: RuleState::Rule,
        more_needed: None,
        updated_at: now,
        ..rule.clone()
    };
    let mut consequence = Consequence::default();
    let (stay, go): (Vec<Rule>, Vec<&Rule>) = match answer {
        Answer::A => (vec![confirmed(a)], b.into_iter().collect()),
        Answer::B => (b.map(confirmed).into_iter().collect(), vec![a]),
        Answer::BothByScene => {
            let narrowed = |rule: &Rule| Rule {
                scene_type: conflict::scene(rule),
                ..confirmed(rule)
            };
            ([Some(a), b].into_iter().flatten().map(narrowed).collect(), vec![])
        }
        Answer::BothByProject => {
            let everywhere = Rule {
                scope: Scope::Global,
                ..confirmed(a)
            };
            let here = b.map(|b| Rule {
                scope: Scope::Project,
                ..confirmed(b)
            });
            (std::iter::once(everywhere).chain(here).collect(), vec![])
        }
        Answer::Neither => (vec![], [Some(a), b].into_iter().flatten().collect()),
        Answer::Later => (vec![], vec![]),
    };
    consequence.put = stay;
    for rule in go {
        consequence.removed.push(rule.id.clone());
        consequence.tombstones.push(rule.tombstone(now));
    }
    consequence
}

/// The consequences of a change of the rules.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Raised {
    /// The changed rules, and further rules whose marks change as a result.
    pub put: Vec<Rule>,
    /// The new questions.
    pub asked: Vec<Question>,
    /// The questions whose reason is gone.
    pub closed: Vec<Answered>,
}

/// A planned change of the rules.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Change<'a> {
    /// The changed rules, in their new form.
    pub put: Vec<Rule>,
    /// The ids of the deleted rules.
    pub removed: &'a [String],
    /// The writer's answers to questions.
    pub answered: &'a [Answered],
}

/// Returns the consequences of a change of the rules. Conflicts are marked and raise a question. Proposals and new words
/// that are not understood raise a question, and a rule without an open question loses its mark.
///
/// `rules` are the rules before the change, `questions` all questions ever asked. A changed rule with a mark must
/// already have its confidence lowered; a changed rule without a mark has its full confidence. A rule learned in
/// contradiction to a confirmed rule stays a proposal until the writer has decided.
pub fn raise(
    rules: &[Rule],
    questions: &[Question],
    change: Change<'_>,
    keys: &PreferenceKeys,
    now: DateTime<Utc>,
) -> Raised {
    let before: BTreeMap<&str, &Rule> = rules.iter().map(|rule| (rule.id.as_str(), rule)).collect();
    let order: Vec<String> = change.put.iter().map(|rule| rule.id.clone()).collect();
    let mut after: BTreeMap<String, Rule> =
        rules.iter().map(|rule| (rule.id.clone(), rule.clone())).collect();
    for id in change.removed {
        after.remove(id);
    }
    after.extend(change.put.into_iter().map(|rule| (rule.id.clone(), rule)));

    let standing: Vec<Rule> = after.values().cloned().collect();
    let conflicts = conflict::find(&standing, keys);
    for found in conflicts
        .iter()
        .filter(|found| found.kind == ConflictKind::TimeShift)
    {
        for id in [&found.older, &found.newer] {
            if let Some(rule) = after.get_mut(id).filter(|rule| !rule.user_confirmed) {
                rule.state = RuleState::Proposed;
            }
        }
    }

    let last_first = change.answered.iter().rev();
    let answers: BTreeMap<&str, &Answered> = last_first
        .map(|answered| (answered.question_id.as_str(), answered))
        .collect();
    let answered: Vec<Question> = questions
        .iter()
        .map(|question| {
            let answer = answers.get(question.id.as_str());
            answer.map_or_else(|| question.clone(), |answered| question.clone().after(answered))
        })
        .collect();
    let wanted = wanted(&conflicts, &after, now);
    let (open, asked) = asked(wanted, &answered);
    let still: BTreeSet<&str> = open.iter().map(|question| question.id.as_str()).collect();
    let closed = answered
        .iter()
        .filter(|question| question.is_open() && !still.contains(question.id.as_str()))
        .map(|question| Answered {
            question_id: question.id.clone(),
            answer: None,
            at: now,
        })
        .collect();

    mark(&mut after, &marks(questions), &marks(&open));
    let mut put = Vec::new();
    for id in order {
        // A distillation computes a marked rule without its mark; with the mark added again, it may be unchanged.
        put.extend(after.remove(&id).filter(|rule| {
            let known = before.get(rule.id.as_str());
            known.is_none_or(|known| !known.conflict_marked || !same(known, rule))
        }));
    }
    put.extend(after.into_values().filter_map(|rule| {
        let known = before.get(rule.id.as_str())?;
        (!same(known, &rule)).then_some(Rule {
            updated_at: now,
            ..rule
        })
    }));
    Raised { put, asked, closed }
}

/// Returns the questions for which the changed rules give a reason.
fn wanted(conflicts: &[Conflict], rules: &BTreeMap<String, Rule>, now: DateTime<Utc>) -> Vec<Question> {
    let contested: BTreeSet<&str> = conflicts
        .iter()
        .flat_map(|conflict| [conflict.older.as_str(), conflict.newer.as_str()])
        .collect();
    let conflicts = conflicts.iter().filter_map(|conflict| {
        let (older, newer) = (rules.get(&conflict.older)?, rules.get(&conflict.newer)?);
        Some(Question::new(conflict.kind.into(), older, Some(newer), now))
    });
    let proposals = rules
        .values()
        .filter(|rule| rule.state == RuleState::Proposed && !contested.contains(rule.id.as_str()))
        .map(|rule| Question::new(QuestionReason::Proposal, rule, None, now));
    let reworded = rules
        .values()
        .filter(|rule| rule.acts() && !contested.contains(rule.id.as_str()))
        .filter(|rule| rewording(rule) == Some(Rewording::Unclear))
        .map(|rule| Question::new(QuestionReason::Rewording, rule, None, now));
    conflicts.chain(proposals).chain(reworded).collect()
}

/// Returns the open questions, and the new questions among them.
fn asked(wanted: Vec<Question>, known: &[Question]) -> (Vec<Question>, Vec<Question>) {
    let last_first = known.iter().rev().filter(|known| known.is_open());
    let waiting: BTreeMap<BTreeSet<&str>, &Question> =
        last_first.map(|known| (known.about(), known)).collect();
    let answered: BTreeSet<&str> = known
        .iter()
        .filter(|known| known.state == QuestionState::Answered)
        .map(|known| known.id.as_str())
        .collect();
    let (mut open, mut asked) = (Vec::new(), Vec::new());
    for question in wanted {
        if let Some(waiting) = waiting.get(&question.about()) {
            open.push((*waiting).clone());
        } else if !answered.contains(question.id.as_str()) {
            open.push(question.clone());
            asked.push(question);
        }
    }
    (open, asked)
}

/// Returns the rules that open conflicts mark, and whether each has its confidence lowered.
fn marks(questions: &[Question]) -> BTreeMap<String, bool> {
    let conflicts = questions
        .iter()
        .filter(|question| question.is_open() && question.b.is_some());
    let mut marks = BTreeMap::new();
    for side in conflicts.flat_map(Question::sides) {
        *marks.entry(side.rule_id.clone()).or_default() |= side.lowered;
    }
    marks
}

/// Returns a rule without the marks and the lowered confidence from open questions, for a place where these are not
/// asked.
pub fn released(rule: &Rule, questions: &[Question]) -> Rule {
    let mut one = BTreeMap::from([(rule.id.clone(), rule.clone())]);
    mark(&mut one, &marks(questions), &BTreeMap::new());
    one.remove(&rule.id).unwrap_or_else(|| rule.clone())
}

fn mark(rules: &mut BTreeMap<String, Rule>, was: &BTreeMap<String, bool>, is: &BTreeMap<String, bool>) {
    let lowered = |marks: &BTreeMap<String, bool>, id: &str| marks.get(id).copied().unwrap_or_default();
    for rule in rules.values_mut() {
        let has_lost = rule.conflict_marked && lowered(was, &rule.id);
        match (has_lost, lowered(is, &rule.id)) {
            (false, true) => rule.confidence = shifted(rule.confidence, -LOST),
            (true, false) => rule.confidence = shifted(rule.confidence, LOST),
            _ => {}
        }
        rule.conflict_marked = is.contains_key(&rule.id);
    }
}

fn same(known: &Rule, rule: &Rule) -> bool {
    let at = known.updated_at;
    Rule {
        updated_at: at,
        ..rule.clone()
    } == *known
}

fn shifted(confidence: Confidence, by: f64) -> Confidence {
    Confidence::new((confidence.get() + by).clamp(0.0, 1.0)).unwrap_or(confidence)
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use proptest::prelude::*;

    use super::*;
    use crate::rule::{Category, Confidence, RuleKey, RuleOrigin};

    const NOW: DateTime<Utc> = DateTime::UNIX_EPOCH;

    fn written(text: &str) -> Rule {
        Rule::written(format!("written-{text}"), text.into(), Category::Style, NOW)
    }

    fn learned(id: &str, state: RuleState) -> Rule {
        let key: RuleKey = id.parse().expect("a learned rule's id");
        Rule {
            id: id.into(),
            scene_type: key.scene_type,
            feature: Some(key.feature),
            direction: Some(key.direction),
            origin: RuleOrigin::Learned,
            state,
            user_confirmed: false,
            confidence: Confidence::new(0.9).expect("a chance"),
            ..written("as its key says")
        }
    }

    fn change(put: Vec<Rule>) -> Change<'static> {
        Change {
            put,
            ..Change::default()
        }
    }

    fn raised(rules: &[Rule], questions: &[Question], change: Change<'_>) -> Raised {
        raise(rules, questions, change, &PreferenceKeys::default(), NOW)
    }

    #[test]
    fn a_distillation_that_states_the_same_again_changes_nothing() {
        let fresh = learned("action.sentence_length.less", RuleState::Rule);
        let mine = written("动作场景用长句");
        let first = raised(&[], &[], change(vec![fresh.clone(), mine]));
        assert_eq!(first.asked.len(), 1);
        assert!((first.put[0].confidence.get() - 0.7).abs() < 1e-9);
        let again = raised(&first.put, &first.asked, change(vec![fresh]));
        assert_eq!(again, Raised::default());
    }

    #[test]
    fn a_question_is_asked_again_only_about_a_rule_with_a_new_beginning() {
        let proposal = learned("any.comma_rate.more", RuleState::Proposed);
        let question = raised(&[], &[], change(vec![proposal.clone()])).asked.remove(0);
        let end = |answer| Answered {
            question_id: question.id.clone(),
            answer,
            at: NOW,
        };
        for (answer, asked) in [(Some(Answer::Neither), 0), (Some(Answer::Later), 0), (None, 1)] {
            let known = [question.clone().after(&end(answer))];
            let again = raised(&[], &known, change(vec![proposal.clone()]));
            assert_eq!(again.asked.len(), asked, "{answer:?}");
        }
        let anew = Rule {
            created_at: NOW + TimeDelta::days(1),
            ..proposal
        };
        let known = [question.clone().after(&end(Some(Answer::Neither)))];
        assert_eq!(raised(&[], &known, change(vec![anew])).asked.len(), 1);
    }

    #[test]
    fn the_first_answer_stands_and_an_answered_question_is_not_asked_by_another_machine() {
        let rule = learned("any.comma_rate.more", RuleState::Proposed);
        let question = Question::new(QuestionReason::Proposal, &rule, None, NOW);
        let answered = |answer| Answered {
            question_id: question.id.clone(),
            answer: Some(answer),
            at: NOW,
        };
        let ended = question.clone().after(&answered(Answer::A));
        assert_eq!(ended.clone().after(&answered(Answer::Later)), ended);
        assert_eq!(ended.clone().asked_again(question.clone()), ended);
    }

    proptest! {
        #[test]
        fn whatever_happens_marks_are_those_of_the_open_questions(
            steps in prop::collection::vec((0usize..6, any::<bool>()), 1..12)
        ) {
            let all = [
                written("偏好长句"),
                written("Prefer short sentences"),
                written("动作场景用短句"),
                learned("any.sentence_length.less", RuleState::Rule),
                learned("action.sentence_length.more", RuleState::Rule),
                learned("any.comma_rate.more", RuleState::Proposed),
            ];
            let (mut rules, mut questions): (Vec<Rule>, Vec<Question>) = Default::default();
            for (number, comes) in steps {
                let removed = [all[number].id.clone()];
                let known = rules.iter().any(|rule| rule.id == removed[0]);
                let step = match (comes, known) {
                    (true, false) => change(vec![all[number].clone()]),
                    (false, true) => Change { removed: &removed, ..Change::default() },
                    _ => continue,
                };
                let gone = step.removed.to_vec();
                let raised = raised(&rules, &questions, step);
                rules.retain(|rule| !gone.contains(&rule.id) && raised.put.iter().all(|put| put.id != rule.id));
                rules.extend(raised.put);
                for asked in raised.asked {
                    match questions.iter_mut().find(|known| known.id == asked.id) {
                        Some(known) => *known = known.clone().asked_again(asked),
                        None => questions.push(asked),
                    }
                }
                for closed in raised.closed {
                    for question in questions.iter_mut().filter(|known| known.id == closed.question_id) {
                        *question = question.clone().after(&closed);
                    }
                }
                let marks = marks(&questions);
                for rule in &rules {
                    prop_assert_eq!(rule.conflict_marked, marks.contains_key(&rule.id));
                    let whole = all.iter().find(|known| known.id == rule.id).map(|known| known.confidence.get());
                    let lost = if marks.get(&rule.id) == Some(&true) { LOST } else { 0.0 };
                    prop_assert!((whole.unwrap_or_default() - lost - rule.confidence.get()).abs() < 1e-9);
                }
                for side in questions.iter().filter(|question| question.is_open()).flat_map(Question::sides) {
                    prop_assert!(rules.iter().any(|rule| rule.id == side.rule_id));
                }
            }
        }
    }
}
