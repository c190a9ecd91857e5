//! Runs, and the files they changed.

use chrono::{DateTime, Utc};
use index::Unread;
use learning::Rule;
use learning::question::Answer;
use memory::journal::FileSwap;
use memory::{Run, RunKind};

use super::text::time;
use crate::memory_root::newer::is_left;

/// Returns a run as a front end lists it. `undone_by` is the run that took it back as a whole, and `unread` are the
/// lines for a newer version of the desk.
pub(crate) fn run(
    at: DateTime<Utc>,
    run: &Run,
    undone_by: Option<&String>,
    unread: &[Unread],
) -> contract::RunView {
    let Counts {
        added,
        updated,
        removed,
    } = counts(run);
    // The file before the writer's own edit may no longer be known.
    let kept = run.kind != RunKind::FileFollowed || !run.files.is_empty();
    contract::RunView {
        id: run.id.clone(),
        kind: run_kind(run),
        at: time(at),
        added,
        updated,
        removed,
        episodes: run.episodes,
        files: run.files.iter().map(run_file).collect(),
        undoes: run.undoes.as_ref().map(|undoes| undoes.run_id.clone()),
        undone_by: undone_by.cloned(),
        restorable: undone_by.is_none()
            && kept
            && !is_left(unread, &run.id)
            && (!run.files.is_empty() || run.changes_rules()),
    }
}

/// Returns the kind of a run.
pub(crate) fn run_kind(run: &Run) -> contract::RunKind {
    match run.kind {
        RunKind::Distill => contract::RunKind::Distill,
        RunKind::RuleAdded => contract::RunKind::RuleAdded,
        RunKind::RuleConfirmed => contract::RunKind::RuleConfirmed,
        RunKind::RuleEdited => contract::RunKind::RuleEdited,
        RunKind::RuleDeleted => contract::RunKind::RuleDeleted,
        RunKind::RuleMoved => contract::RunKind::RuleMoved,
        RunKind::FileFollowed => contract::RunKind::FileFollowed,
        // A postponed question is not answered, although the journal records both as the same kind of act.
        RunKind::QuestionAnswered if put_off(run) => contract::RunKind::QuestionPutOff,
        RunKind::QuestionAnswered => contract::RunKind::QuestionAnswered,
        RunKind::Compress => contract::RunKind::Compress,
        RunKind::Purge => contract::RunKind::Purge,
        RunKind::Restored => contract::RunKind::Restored,
        RunKind::Consolidate => contract::RunKind::Consolidate,
        RunKind::ProposalDecided => contract::RunKind::ProposalDecided,
        RunKind::DayNoted => contract::RunKind::DayNoted,
        RunKind::Audit => contract::RunKind::Audit,
        RunKind::Archive => contract::RunKind::Archive,
        RunKind::Compact => contract::RunKind::Compact,
        RunKind::Expire => contract::RunKind::Expire,
        RunKind::Revived => contract::RunKind::Revived,
        RunKind::Newer => contract::RunKind::Newer,
    }
}

fn put_off(run: &Run) -> bool {
    run.answered
        .iter()
        .any(|answered| answered.answer == Some(Answer::Later))
}

/// The number of rules a run changed.
pub(crate) struct Counts {
    /// New rules.
    pub added: u32,
    /// Existing rules that got another text or other numbers.
    pub updated: u32,
    /// Deleted rules.
    pub removed: u32,
}

/// Returns how many rules a run changed.
pub(crate) fn counts(run: &Run) -> Counts {
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    // Both times of a rule are equal only in its first run. A proposed rule does not count yet.
    let (added, updated): (Vec<&Rule>, Vec<&Rule>) = run
        .put
        .iter()
        .filter(|rule| rule.in_force())
        .partition(|rule| rule.created_at == rule.updated_at);
    Counts {
        added: count(added.len()),
        updated: count(updated.len()),
        removed: count(run.removed.len()),
    }
}

fn run_file(swap: &FileSwap) -> contract::RunFile {
    contract::RunFile {
        path: swap.path.clone(),
        change: file_change(swap),
    }
}

/// Returns the kind of change that a run made to a file.
pub(crate) const fn file_change(swap: &FileSwap) -> contract::RunFileChange {
    match (&swap.before, &swap.after) {
        (None, _) => contract::RunFileChange::Created,
        (_, None) => contract::RunFileChange::Removed,
        _ => contract::RunFileChange::Changed,
    }
}
