//! Answers for a person.

use std::fmt::Write as _;

use contract::{ErrorCode, Finding, Health};
use desk::Imported;
use memory::Episode;
use memory::rule::RuleWithEvidence;

/// Returns a code as it is written on the wire.
pub(crate) fn code(code: ErrorCode) -> String {
    serde_json::to_value(code)
        .ok()
        .and_then(|code| code.as_str().map(str::to_owned))
        .unwrap_or_default()
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

fn lines<T>(items: &[T], line: impl Fn(&T) -> String) -> String {
    items.iter().map(|item| line(item) + "\n").collect()
}
