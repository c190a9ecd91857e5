//! The rows of metrics of a consolidation.

use chrono::NaiveDate;

use super::input::Input;
use super::log::name_of;
use super::remembered::Remembered;
use crate::consolidation::guard;
use crate::consolidation::reply::Validity;
use crate::consolidation::routing::{self, StructuredSource};
use crate::consolidation::sanitize::SanitizeRule;
use crate::metrics::{self, Outcome, Row, Text};

/// Returns the row about the notes that a day gains.
pub(super) fn routing(input: &Input<'_>, plan: &routing::DayPlan, date: NaiveDate) -> Row {
    let reply = input.reply;
    let given = !reply.daily.sections.is_empty();
    Row::Routing(metrics::RoutingRow {
        session_key: input.session.to_owned(),
        date,
        structured_daily_ok: plan.source == StructuredSource::Model,
        fallback_used: !given,
        fallback_reason: plan.reason.to_string(),
        structured_keys: plan
            .sections
            .sections()
            .into_iter()
            .map(|section| section.key().to_owned())
            .collect(),
        structured_bullet_count: u32::try_from(plan.sections.len()).unwrap_or(u32::MAX),
        structured_source: name_of(plan.source),
        model_daily_sections_ok: reply.daily.reason == Validity::Ok,
        model_daily_sections_reason: reply.daily.reason.to_string(),
        preferred_retry_used: input.insisted,
        tool_call_has_daily_sections: given,
    })
}

/// Returns the row about an update that the guard refuses.
pub(super) fn guard(input: &Input<'_>, update: &str, reason: guard::Refusal) -> Row {
    Row::Guard(metrics::GuardRow {
        session_key: input.session.to_owned(),
        reason: name_of(reason),
        current_memory_chars: input.files.memory.chars().count(),
        returned_memory_chars: update.chars().count(),
        candidate: Text::of(update),
    })
}

/// Returns the rows about the long-term memory: the removed parts, each preference with another value, and the outcome.
pub(super) fn of_memory(input: &Input<'_>, memory: &Remembered) -> Vec<Row> {
    let session_key = input.session.to_owned();
    let removed = |rules: &[SanitizeRule]| {
        let counted = memory
            .removals
            .iter()
            .filter(|removal| rules.contains(&removal.rule));
        u32::try_from(counted.count()).unwrap_or(u32::MAX)
    };
    let mut rows = Vec::new();
    if !memory.removals.is_empty() {
        rows.push(Row::Sanitize(metrics::SanitizeRow {
            session_key: session_key.clone(),
            removed: metrics::Removed {
                recent_topic_section: removed(&[
                    SanitizeRule::RecentTopicSection,
                    SanitizeRule::DatedSection,
                ]),
                knowledge_reference_section: removed(&[SanitizeRule::RejectedHeading]),
                transient_status_line: removed(&[SanitizeRule::TransientStatusLine]),
                duplicate_bullet: removed(&[SanitizeRule::DuplicateBullet]),
            },
        }));
    }
    for conflict in &memory.conflicts {
        rows.push(Row::Preference(metrics::PreferenceRow {
            session_key: session_key.clone(),
            conflict_key: conflict.key.clone(),
            old_value: Text::of(conflict.old.as_ref().map_or("", |old| &old.text)),
            new_value: Text::of(&conflict.new),
            resolution: conflict.resolution.name().to_owned(),
        }));
    }
    rows.push(Row::Update(metrics::UpdateRow {
        session_key,
        outcome: memory.outcome,
        guard_reason: memory.refused.map(name_of),
        sanitize_changes: u32::try_from(memory.removals.len()).unwrap_or(u32::MAX),
        merge_applied: matches!(memory.outcome, Outcome::Written | Outcome::SanitizeModified),
        conflict_count: u32::try_from(memory.conflicts.len()).unwrap_or(u32::MAX),
        reply_cut_off: input.reply.cut_off,
    }));
    rows
}
