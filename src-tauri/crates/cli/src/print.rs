//! Answers for a person.

use std::fmt::Write as _;

use contract::{Answer, ErrorCode, Finding, Health, QuestionSide, QuestionView};
use desk::Imported;
use memory::Episode;
use memory::rule::RuleWithEvidence;
use serde_json::{Value, json};

/// Returns a code as it is written on the wire.
pub(crate) fn code(code: ErrorCode) -> String {
    name(&json!(code)).to_owned()
}

pub(crate) fn episodes(episodes: &[Episode]) -> String {
    lines(episodes, |episode| {
        format!(
            "{}  {:<13}  {:<10}  {}",
            episode.created_at.format("%Y-%m-%d %H:%M"),
            episode.scene_type.name(),
            episode.skill_used,
            episode.id
        )
    })
}

pub(crate) fn rules(rules: &[RuleWithEvidence]) -> String {
    lines(rules, one_line)
}

pub(crate) fn rule(rule: &RuleWithEvidence) -> String {
    let mut text = one_line(rule) + "\n";
    for (title, ids) in [
        ("for", &rule.supporting_episodes),
        ("against", &rule.contradicting_episodes),
    ] {
        for id in ids {
            // Writing into a string cannot fail.
            let _ = writeln!(text, "  {title:<7}  {id}");
        }
    }
    text
}

fn one_line(RuleWithEvidence { rule, .. }: &RuleWithEvidence) -> String {
    let confirmed = if rule.user_confirmed { ", confirmed" } else { "" };
    format!(
        "{:<8}  {:.2}  {:>3} for, {:>3} against  {}  [{}{confirmed}]",
        rule.state.name(),
        rule.confidence.get(),
        rule.supports,
        rule.contradicts,
        rule.text,
        rule.id
    )
}

pub(crate) fn imported(imported: &Imported) -> String {
    let mut text = format!(
        "{} recorded, {} known before, {} refused\n",
        imported.acknowledged.len(),
        imported.known.len(),
        imported.refused.len()
    );
    text += &lines(&imported.refused, |refused| {
        format!(
            "line {}: {}: {}",
            refused.line,
            code(refused.code),
            refused.message
        )
    });
    text
}

pub(crate) fn health(health: &Health) -> String {
    lines(&health.checks, |check| {
        let finding = match check.finding {
            Finding::Fine => "fine",
            Finding::Warning => "warning",
            Finding::Broken => "broken",
        };
        format!("{finding:<7}  {:<11}  {}", check.name, check.message)
    })
}

pub(crate) fn questions(questions: &[QuestionView]) -> String {
    lines(questions, |question| {
        self::question(question).trim_end().to_owned()
    })
}

/// Returns a question with its sides, and a sentence of the writer's own under each.
pub(crate) fn question(question: &QuestionView) -> String {
    let answers: Vec<_> = question
        .answers
        .iter()
        .map(|answer| answer_name(*answer))
        .collect();
    let mut text = format!(
        "{}  {}, {}  [{}]\n",
        question.id,
        name(&json!(question.reason)).replace('_', " "),
        name(&json!(question.state)),
        answers.join(", ")
    );
    for (letter, side) in [("a", Some(&question.a)), ("b", question.b.as_ref())] {
        let Some(side) = side else { continue };
        // Writing into a string cannot fail.
        let _ = writeln!(text, "  {letter}  {}", side.text);
        if let Some(passage) = &side.passage {
            let _ = writeln!(text, "     “{passage}”");
        }
    }
    text
}

/// Returns a question as one JSON document, with the field names of files and of the other lists.
pub(crate) fn question_json(question: &QuestionView) -> Value {
    let side = |side: &QuestionSide| {
        json!({
            "rule_id": side.rule_id,
            "text": side.text,
            "passage": side.passage,
            "episode_id": side.episode_id,
            "supports": side.supports,
            "contradicts": side.contradicts,
            "confidence": side.confidence,
        })
    };
    json!({
        "id": question.id,
        "reason": question.reason,
        "state": question.state,
        "a": side(&question.a),
        "b": question.b.as_ref().map(side),
        "answers": question.answers,
        "forward": question.forward,
        "created_at": question.created_at,
        "updated_at": question.updated_at,
    })
}

fn answer_name(answer: Answer) -> String {
    name(&json!(answer)).replace('_', "-")
}

/// Returns the stable name of a member of a closed set.
fn name(member: &Value) -> &str {
    member.as_str().unwrap_or_default()
}

fn lines<T>(items: &[T], line: impl Fn(&T) -> String) -> String {
    items.iter().map(|item| line(item) + "\n").collect()
}
