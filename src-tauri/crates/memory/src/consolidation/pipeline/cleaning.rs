//! Removes from an update the lines that are not memory.

use prose::Language;

use super::input::Input;
use super::log::{Log, name_of};
use crate::consolidation::sanitize::{self, Removal, SanitizeRule};
use crate::document::Document;
use crate::policy::Step;

/// An update without the lines that are not memory.
#[derive(Default)]
pub(super) struct Cleaned {
    /// The update; `None` if nothing is left.
    pub(super) update: Option<String>,
    /// The parts that were removed.
    pub(super) removals: Vec<Removal>,
}

/// Returns an update without the lines that the rules of sanitize remove.
pub(super) fn cleaned(update: &str, input: &Input<'_>, log: &mut Log<'_>) -> Cleaned {
    let sanitized = sanitize::sanitized(update, &input.policies.rules(), input.said.date());
    let removals = sanitized.removals;
    let mut by_rule: Vec<SanitizeRule> = removals.iter().map(|removal| removal.rule).collect();
    by_rule.sort_unstable();
    by_rule.dedup();
    for rule in by_rule {
        let removed = removals.iter().filter(|removal| removal.rule == rule).count();
        log.decide(
            Step::Sanitize,
            &format!("sanitize.{}", name_of(rule)),
            rule,
            format!("removed {removed} times; the reply that is kept with the run has it"),
        );
    }
    Cleaned {
        update: (!sanitized.nothing_left).then(|| under_a_heading(sanitized.text, input.language)),
        removals,
    }
}

/// Returns an update whose bullets are under a heading. An update without any heading gets the heading for notes.
fn under_a_heading(update: String, language: Language) -> String {
    let document = Document::parse(&update);
    let parts = document.parts();
    let has_sections = parts.iter().any(|part| part.section.is_some());
    let has_bullets = parts.iter().any(|part| !part.bullets.is_empty());
    if has_sections || !has_bullets {
        return update;
    }
    let heading = match language {
        Language::En => "Notes",
        Language::Zh => "笔记",
    };
    format!("## {heading}\n\n{update}")
}
