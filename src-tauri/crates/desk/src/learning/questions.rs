//! The questions of the desk, and the writer's answers.

use std::collections::BTreeSet;
use std::sync::Arc;

use contract::{self as wire, AnswerRequest, QuestionSide, QuestionView};
use index::{EpisodeFilter, View};
use learning::decay::compress;
use learning::passage::{self, Passage};
use learning::question::{self, Answer, Answered, Consequence, QuestionState, consequence};
use learning::rule::RuleWithEvidence;
use learning::{Question, QuestionReason, Rule, RuleKey, Scope, conflict, wording};
use memory::RunKind;
use memory::journal::Run;
use prose::Language;

use crate::learning::state::Forward;
use crate::memory_root::change::{Change, Known};
use crate::wire::time;
use crate::{Error, Learning, MemoryRoot, Result};

/// The number of the latest episodes that are searched for a passage; measuring all episodes would take seconds.
const LATEST: u32 = 40;

impl Learning {
    /// Returns the open questions, newest last, including questions about global rules.
    ///
    /// At most one question is shown actively while the project is open: the oldest waiting one. If none waits, it is
    /// the oldest question that was postponed in an earlier session.
    pub fn questions(&self) -> Result<Vec<QuestionView>> {
        self.memory.catch_up()?;
        let view = self.memory.index.snapshot()?;
        let mut open: Vec<Question> = view.questions()?.into_iter().filter(Question::is_open).collect();
        if let Some(root) = self.everywhere_if_usable() {
            let ids: BTreeSet<String> = open.iter().map(|question| question.id.clone()).collect();
            let theirs = root.known()?.questions.into_iter();
            open.extend(theirs.filter(|question| question.is_open() && !ids.contains(&question.id)));
            open.sort_by_key(|question| question.created_at);
        }
        if open.is_empty() {
            return Ok(Vec::new());
        }
        let next = open
            .iter()
            .find(|question| question.state == QuestionState::Pending)
            .or(open.first());
        let rules = self.rules()?;
        let mut forward = self.forward.lock();
        if let (Forward::Nothing, Some(question)) = (&*forward, next) {
            *forward = Forward::Question(question.id.clone());
        }
        open.iter()
            .filter_map(|question| shown(question, &rules, &view).transpose())
            .map(|shown| {
                let shown = shown?;
                let forward = forward.is(&shown.id);
                Ok(QuestionView { forward, ..shown })
            })
            .collect()
    }

    /// Answers a question. One run changes the rules as the answer demands, together with `MEMORY.md`.
    ///
    /// # Errors
    /// `NOT_FOUND` for a question that was never asked. `CONFLICT` for a question that was answered before, or whose
    /// rule is gone. `INVALID_ARGUMENT` for an answer that the question does not offer.
    pub fn answer(&self, request: &AnswerRequest) -> Result<QuestionView> {
        let id = &request.question_id;
        self.memory.follow()?;
        let everywhere = self.everywhere_asking(id)?;
        let root = everywhere.as_deref().unwrap_or(&self.memory);
        let view = self.memory.index.snapshot()?;
        let known = root.known()?;
        let asked = find(&known.questions, id)?;
        let shown = shown(&asked, &self.rules()?, &view)?.ok_or_else(|| gone(id))?;
        let answer = request.answer;
        if answer == Answer::BothByProject {
            self.part(root, &known, id)?;
        }
        let run = root.change(RunKind::QuestionAnswered, |known| {
            decide(known, root.scope, id, answer)
        })?;
        // The writer has dealt with one question: the next question waits until the project is opened again.
        let mut forward = self.forward.lock();
        if *forward == Forward::Nothing || forward.is(id) {
            *forward = Forward::Done;
        }
        drop(forward);
        Ok(QuestionView {
            state: match answer {
                Answer::Later => wire::QuestionState::Later,
                _ => wire::QuestionState::Resolved,
            },
            forward: false,
            updated_at: answered_at(&run, id).unwrap_or(shown.updated_at),
            ..shown
        })
    }

    /// Returns the global memory if it is the root that asks the question.
    fn everywhere_asking(&self, id: &str) -> Result<Option<Arc<MemoryRoot>>> {
        let open = |root: &MemoryRoot| -> Result<Option<bool>> {
            let questions = root.known()?.questions;
            let question = questions.iter().find(|question| question.id == id);
            Ok(question.map(Question::is_open))
        };
        match self.everywhere_if_usable() {
            // An open question counts for more than a closed one, and a closed one for more than none.
            Some(root) if open(&root)? > open(&self.memory)? => Ok(Some(root)),
            _ => Ok(None),
        }
    }

    /// Writes the rule that is to be in the other root to that root. The answer then removes the rule from this root.
    /// After a crash in between the question is still open, and answering it again completes the rest.
    fn part(&self, root: &MemoryRoot, known: &Known, id: &str) -> Result<()> {
        let (_, consequence) = decided(known, id, Answer::BothByProject)?;
        let leaving = consequence
            .put
            .iter()
            .filter(|rule| rule.scope != root.scope)
            .map(|rule| question::released(rule, &known.questions))
            .collect();
        match root.scope {
            Scope::Project => self.everywhere_to_write()?.receive(leaving),
            Scope::Global => self.memory.receive(leaving),
        }
    }
}

fn find(questions: &[Question], id: &str) -> Result<Question> {
    let question = questions
        .iter()
        .find(|question| question.id == id)
        .ok_or_else(|| Error::NotFound {
            what: "question",
            id: id.to_owned(),
        })?;
    if question.is_open() {
        Ok(question.clone())
    } else {
        Err(gone(id))
    }
}

fn gone(id: &str) -> Error {
    Error::Answered { id: id.to_owned() }
}

/// Returns the change that an answer makes in the root that asked.
fn decide(known: &Known, scope: Scope, id: &str, answer: Answer) -> Result<Change> {
    let (question, mut consequence) = decided(known, id, answer)?;
    if answer == Answer::BothByProject {
        let (stay, gone): (Vec<_>, Vec<_>) =
            consequence.put.into_iter().partition(|rule| rule.scope == scope);
        consequence.put = stay;
        consequence.removed.extend(gone.into_iter().map(|rule| rule.id));
    }
    Ok(Change {
        put: consequence.put,
        removed: consequence.removed,
        tombstones: consequence.tombstones,
        renamed: consequence.renamed,
        answered: Some(Answered {
            question_id: question.id,
            answer: Some(answer),
            at: known.now,
        }),
        ..Change::default()
    })
}

fn decided(known: &Known, id: &str, answer: Answer) -> Result<(Question, Consequence)> {
    let question = find(&known.questions, id)?;
    let rule = |id: &str| known.rules.iter().find(|rule| rule.id == id);
    let a = rule(&question.a.rule_id).ok_or_else(|| gone(id))?;
    let b = question.b.as_ref().and_then(|b| rule(&b.rule_id));
    if !question::answers(question.reason, a, b).contains(&answer) {
        return Err(Error::Invalid {
            field: "answer",
            expected: "one of the answers that `commonplace questions list` names for the question",
        });
    }
    let consequence = consequence(answer, a, b, known.now);
    Ok((question, consequence))
}

fn answered_at(run: &Run, id: &str) -> Option<String> {
    let answered = run.answered.iter().find(|answered| answered.question_id == id)?;
    Some(time(answered.at))
}

/// Returns a question as a front end shows it; `None` where a rule it names is gone.
fn shown(question: &Question, rules: &[RuleWithEvidence], view: &View) -> Result<Option<QuestionView>> {
    let rule = |id: &str| rules.iter().find(|weighed| weighed.rule.id == id);
    let Some(a) = rule(&question.a.rule_id) else {
        return Ok(None);
    };
    let b = question.b.as_ref().and_then(|b| rule(&b.rule_id));
    if question.b.is_some() && b.is_none() {
        return Ok(None);
    }
    let (passage, other) = match (b, question.reason) {
        (Some(b), _) => (
            showing(a, Some(b), view)?,
            Some(side(b, showing(b, Some(a), view)?)),
        ),
        (None, QuestionReason::Rewording) => (
            showing(a, None, view)?,
            a.rule.key().map(|key| meant_so_far(&a.rule, &key)),
        ),
        (None, _) => proposed(a, view)?,
    };
    Ok(Some(QuestionView {
        id: question.id.clone(),
        reason: question.reason,
        state: match question.state {
            QuestionState::Pending => wire::QuestionState::Pending,
            QuestionState::Later => wire::QuestionState::Later,
            QuestionState::Answered | QuestionState::Closed => wire::QuestionState::Resolved,
        },
        a: side(a, passage),
        b: other,
        answers: question::answers(question.reason, &a.rule, b.map(|b| &b.rule)),
        forward: false,
        created_at: time(question.created_at),
        updated_at: time(question.updated_at),
    }))
}

fn side(RuleWithEvidence { rule, .. }: &RuleWithEvidence, passage: Option<Passage>) -> QuestionSide {
    let (passage, episode_id) = passage.map(|passage| (passage.text, passage.episode_id)).unzip();
    QuestionSide {
        rule_id: Some(rule.id.clone()),
        text: rule.text.clone(),
        passage,
        episode_id,
        supports: rule.supports,
        contradicts: rule.contradicts,
        confidence: rule.confidence.get(),
    }
}

/// Returns the claim of a learned rule in the desk's words, in the language of the writer's new words.
fn meant_so_far(rule: &Rule, key: &RuleKey) -> QuestionSide {
    QuestionSide {
        rule_id: None,
        text: wording::sentence(key, Language::of(&rule.text)),
        passage: None,
        episode_id: None,
        supports: rule.supports,
        contradicts: rule.contradicts,
        confidence: rule.confidence.get(),
    }
}

/// Returns the writer's own passage that shows a rule best, if the rule is about a measurable feature.
///
/// For a learned rule, the passage is from the choices that support it. A hand-written rule has no episodes. For it,
/// the passage is from one of the latest texts, if that text shows the rule more than the other texts.
fn showing(
    weighed: &RuleWithEvidence,
    against: Option<&RuleWithEvidence>,
    view: &View,
) -> Result<Option<Passage>> {
    let Some((said, cluster)) = conflict::measurable(&weighed.rule, against.map(|against| &against.rule))
    else {
        return Ok(None);
    };
    let learned = weighed.rule.feature.is_some();
    let latest = if learned {
        latest_for(weighed)
    } else {
        EpisodeFilter {
            scene_type: cluster.scene_type,
            limit: Some(LATEST),
            ..EpisodeFilter::default()
        }
    };
    let mut whole = view.episodes(&latest)?;
    if !learned {
        whole.retain(|episode| episode.origin.is_own() && !episode.undone);
    }
    let compressed = view.compressed(&latest)?;
    let most = |direction| {
        passage::showing(&whole, said.feature, direction)
            .or_else(|| compress::passage_showing(compressed.clone(), said.feature, direction))
    };
    let shown = most(said.direction);
    if learned {
        return Ok(shown);
    }
    let least = most(said.direction.opposite());
    let shows = |shown: &Passage| {
        least
            .as_ref()
            .is_some_and(|least| passage::shows_more(shown, least, said.feature, said.direction))
    };
    Ok(shown.filter(shows))
}

/// Returns the writer's wording that shows a proposed rule, and the wording that she did not take.
fn proposed(weighed: &RuleWithEvidence, view: &View) -> Result<(Option<Passage>, Option<QuestionSide>)> {
    if let Some(key) = weighed.rule.key()
        && let Some(found) = passage::contrast(&view.episodes(&latest_for(weighed))?, key.leaning())
    {
        let other = not_taken(found.other, found.hers.episode_id.clone());
        return Ok((Some(found.hers), Some(other)));
    }
    // Some features are of a whole text, so no sentence differs in them. Of a compressed act no candidates are left.
    let passage = showing(weighed, None, view)?;
    let other = passed_over(&weighed.rule, passage.as_ref(), view)?;
    Ok((passage, other))
}

/// Returns a filter for the latest acts that support a rule.
fn latest_for(weighed: &RuleWithEvidence) -> EpisodeFilter {
    let latest = weighed.supporting_episodes.iter().rev().take(LATEST as usize);
    EpisodeFilter {
        ids: Some(latest.cloned().collect()),
        ..EpisodeFilter::default()
    }
}

/// Returns the candidate that the writer rejected in the choice that shows the proposed rule best.
fn passed_over(proposed: &Rule, taken: Option<&Passage>, view: &View) -> Result<Option<QuestionSide>> {
    let Some((taken, (feature, direction))) = taken.zip(proposed.feature.zip(proposed.direction)) else {
        return Ok(None);
    };
    let episode = view.episode(&taken.episode_id)?;
    let other = episode.and_then(|episode| passage::passed_over(&episode, feature, direction));
    Ok(other.map(|passage| not_taken(passage.text, passage.episode_id)))
}

/// Returns a wording that the writer did not take. It is no rule, so it has no figures.
const fn not_taken(passage: String, episode_id: String) -> QuestionSide {
    QuestionSide {
        rule_id: None,
        text: String::new(),
        passage: Some(passage),
        episode_id: Some(episode_id),
        supports: 0,
        contradicts: 0,
        confidence: 0.0,
    }
}
