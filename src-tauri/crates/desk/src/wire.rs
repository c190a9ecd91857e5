//! The core's values as they cross the boundary.

use chrono::{DateTime, SecondsFormat, Utc};
use contract::{self as wire, EpisodeView, RuleView};
use index::Unread;
use learning::decay::priority;
use learning::question::Answer;
use learning::rule::RuleWithEvidence;
use learning::{Episode, Rule};
use memory::journal::FileSwap;
use memory::metrics::gates::{Asked, Criterion, Found, Needed, Verdict};
use memory::policy::RoutingMode;
use memory::proposal::{Proposal, ProposalReason};
use memory::{Run, RunKind, upkeep};
use prose::{Language, SceneType};

pub(crate) fn time(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Secs, true)
}

pub(crate) const fn language(language: Language) -> &'static str {
    match language {
        Language::En => "en",
        Language::Zh => "zh",
    }
}

use crate::memory_root::newer::is_left;
use crate::{Error, Listed, Result};

/// Returns the name of an episode's field in a request.
pub(crate) fn field(kept: &'static str) -> &'static str {
    match kept {
        "skill_used" => "skillUsed",
        "selected_index" => "selectedIndex",
        other => other,
    }
}

/// Returns the kind of scene a request names.
pub(crate) fn scene_from(name: &str) -> Result<SceneType> {
    SceneType::from_name(name).ok_or(Error::Invalid {
        field: "sceneType",
        expected: "one of action, dialogue, description, introspection, exposition, narration, other",
    })
}

pub(crate) fn episode(episode: Episode) -> EpisodeView {
    EpisodeView {
        signal: episode.signal(),
        id: episode.id,
        created_at: time(episode.created_at),
        kind: episode.kind,
        chapter_id: episode.chapter_id,
        scene_type: episode.scene_type.name().into(),
        skill_used: episode.skill_used,
        candidates: episode.candidates,
        selected_index: episode.selected_index,
        final_text: episode.final_text,
        language: language(episode.language).into(),
        summary: None,
    }
}

/// Returns an episode as a front end lists it. A compressed episode has empty texts and no selected candidate.
pub(crate) fn listed(listed: Listed) -> EpisodeView {
    match listed {
        Listed::Whole(whole) => episode(whole),
        Listed::Compressed(left) => EpisodeView {
            id: left.id,
            created_at: time(left.created_at),
            kind: left.kind,
            chapter_id: left.chapter_id,
            scene_type: left.scene_type.name().into(),
            skill_used: left.skill_used,
            candidates: Vec::new(),
            selected_index: -1,
            final_text: String::new(),
            language: language(left.language).into(),
            signal: left.signal,
            summary: Some(left.summary),
        },
    }
}

fn shadow(leaning: learning::Leaning) -> wire::Shadow {
    wire::Shadow {
        feature: leaning.feature.name().into(),
        direction: leaning.direction,
    }
}

/// Returns a rule as a front end shows it at a time.
pub fn rule(weighed: RuleWithEvidence, now: DateTime<Utc>) -> RuleView {
    let RuleWithEvidence {
        rule,
        supporting_episodes,
        contradicting_episodes,
    } = weighed;
    RuleView {
        priority: priority(&rule, now),
        id: rule.id,
        text: rule.text,
        category: rule.category,
        scope: rule.scope,
        scene_type: rule.scene_type.map(|scene| scene.name().into()),
        skill: rule.skill,
        feature: rule.feature.map(|feature| feature.name().into()),
        direction: rule.direction,
        state: rule.state,
        origin: match rule.origin {
            // A rule that was put into the file by hand, but learned elsewhere or before.
            learning::RuleOrigin::Written if rule.feature.is_some() => wire::RuleOrigin::Learned,
            learning::RuleOrigin::Learned => wire::RuleOrigin::Learned,
            learning::RuleOrigin::Written | learning::RuleOrigin::Adopted => wire::RuleOrigin::Written,
        },
        confidence: rule.confidence.get(),
        supporting_episodes,
        contradicting_episodes,
        more_needed: rule.more_needed,
        user_confirmed: rule.user_confirmed,
        user_modified: rule.user_modified,
        recently_updated: rule.recently_updated,
        conflict_marked: rule.conflict_marked,
        kept: rule.kept.filter(|kept| kept.of > 0).map(|kept| wire::Kept {
            agreed: kept.agreed,
            of: kept.of,
        }),
        shadows: rule.shadows.into_iter().map(shadow).collect(),
        created_at: time(rule.created_at),
        updated_at: time(rule.updated_at),
    }
}

pub(crate) fn run_kind(run: &Run) -> wire::RunKind {
    match run.kind {
        RunKind::Distill => wire::RunKind::Distill,
        RunKind::RuleAdded => wire::RunKind::RuleAdded,
        RunKind::RuleConfirmed => wire::RunKind::RuleConfirmed,
        RunKind::RuleEdited => wire::RunKind::RuleEdited,
        RunKind::RuleDeleted => wire::RunKind::RuleDeleted,
        RunKind::RuleMoved => wire::RunKind::RuleMoved,
        RunKind::FileFollowed => wire::RunKind::FileFollowed,
        // A question put off is not answered, though the journal records both as the same kind of act.
        RunKind::QuestionAnswered if put_off(run) => wire::RunKind::QuestionPutOff,
        RunKind::QuestionAnswered => wire::RunKind::QuestionAnswered,
        RunKind::Compress => wire::RunKind::Compress,
        RunKind::Purge => wire::RunKind::Purge,
        RunKind::Restored => wire::RunKind::Restored,
        RunKind::Consolidate => wire::RunKind::Consolidate,
        RunKind::ProposalDecided => wire::RunKind::ProposalDecided,
        RunKind::DayNoted => wire::RunKind::DayNoted,
        RunKind::Audit => wire::RunKind::Audit,
        RunKind::Archive => wire::RunKind::Archive,
        RunKind::Compact => wire::RunKind::Compact,
        RunKind::Expire => wire::RunKind::Expire,
        RunKind::Revived => wire::RunKind::Revived,
        RunKind::Newer => wire::RunKind::Newer,
    }
}

fn put_off(run: &Run) -> bool {
    run.answered
        .iter()
        .any(|answered| answered.answer == Some(Answer::Later))
}

/// How many rules a run touched.
pub(crate) struct Counts {
    pub added: u32,
    pub updated: u32,
    pub removed: u32,
}

pub(crate) fn counts(run: &Run) -> Counts {
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    // Only a rule's first run leaves both its times equal. A rule that is only proposed is no rule yet.
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

/// Returns a run as a front end lists it. `undone_by` is the run that took it back as a whole, and `unread` are the
/// lines for a newer version of the desk.
pub(crate) fn run(
    at: DateTime<Utc>,
    run: &Run,
    undone_by: Option<&String>,
    unread: &[Unread],
) -> wire::RunView {
    let Counts {
        added,
        updated,
        removed,
    } = counts(run);
    // The file before the writer's own edit may no longer be known.
    let kept = run.kind != RunKind::FileFollowed || !run.files.is_empty();
    wire::RunView {
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

fn run_file(swap: &FileSwap) -> wire::RunFile {
    wire::RunFile {
        path: swap.path.clone(),
        change: file_change(swap),
    }
}

pub(crate) const fn file_change(swap: &FileSwap) -> wire::RunFileChange {
    match (&swap.before, &swap.after) {
        (None, _) => wire::RunFileChange::Created,
        (_, None) => wire::RunFileChange::Removed,
        _ => wire::RunFileChange::Changed,
    }
}

/// Returns a proposal as a front end shows it; `stands` says whether its line is unchanged.
pub(crate) fn proposal(proposal: Proposal, stands: bool) -> wire::ProposalView {
    wire::ProposalView {
        id: proposal.id,
        run: proposal.run_id,
        path: proposal.path,
        section: proposal.section,
        before: proposal.before,
        after: proposal.after,
        reason: match proposal.reason {
            ProposalReason::Reworded => wire::ProposalReason::Reworded,
            ProposalReason::PreferenceKey => wire::ProposalReason::PreferenceKey,
            ProposalReason::Retired => wire::ProposalReason::Retired,
        },
        stands,
        created_at: time(proposal.created_at),
    }
}

pub(crate) fn upkeep_finding(finding: upkeep::Finding) -> wire::UpkeepFinding {
    use upkeep::Kind;
    wire::UpkeepFinding {
        path: finding.path,
        kind: match finding.kind {
            Kind::EmptySection => wire::UpkeepKind::EmptySection,
            Kind::Duplicate => wire::UpkeepKind::Duplicate,
            Kind::LongBullet => wire::UpkeepKind::LongBullet,
            Kind::CodeFence => wire::UpkeepKind::CodeFence,
            Kind::AgedDaily => wire::UpkeepKind::AgedDaily,
            Kind::AgedItem => wire::UpkeepKind::AgedItem,
            Kind::ExpiredDaily => wire::UpkeepKind::ExpiredDaily,
            Kind::ExpiredInsight => wire::UpkeepKind::ExpiredInsight,
            Kind::MemoryTooLong => wire::UpkeepKind::MemoryTooLong,
            Kind::NotText => wire::UpkeepKind::NotText,
        },
        count: finding.count,
        own: finding.own,
    }
}

pub(crate) fn upkeep_summary(summary: upkeep::Summary) -> wire::UpkeepSummary {
    use upkeep::{Action, Risk};
    let action = |action| match action {
        Action::DropEmpty => wire::UpkeepAction::DropEmpty,
        Action::Trim => wire::UpkeepAction::Trim,
        Action::Dedupe => wire::UpkeepAction::Dedupe,
        Action::DropToolActivity => wire::UpkeepAction::DropToolActivity,
        Action::DropNonDecision => wire::UpkeepAction::DropNonDecision,
        Action::Archive => wire::UpkeepAction::Archive,
        Action::Compact => wire::UpkeepAction::Compact,
        Action::DailyTtl => wire::UpkeepAction::DailyTtl,
        Action::InsightsTtl => wire::UpkeepAction::InsightsTtl,
    };
    wire::UpkeepSummary {
        risk: match summary.risk {
            Risk::Low => wire::UpkeepRisk::Low,
            Risk::Medium => wire::UpkeepRisk::Medium,
            Risk::High => wire::UpkeepRisk::High,
        },
        actions: summary
            .actions
            .into_iter()
            .map(|(of, count)| wire::UpkeepCount {
                action: action(of),
                count,
            })
            .collect(),
        files: summary.files.into_iter().collect(),
    }
}

pub(crate) fn gate(verdict: &Verdict) -> wire::GateView {
    wire::GateView {
        from: mode(verdict.from),
        to: mode(verdict.to),
        since: verdict.since.to_string(),
        until: verdict.until.to_string(),
        allowed: verdict.allowed,
        criteria: verdict.reasons.iter().map(criterion).collect(),
    }
}

const fn mode(mode: RoutingMode) -> wire::RoutingMode {
    match mode {
        RoutingMode::Compatible => wire::RoutingMode::Compatible,
        RoutingMode::Preferred => wire::RoutingMode::Preferred,
        RoutingMode::Required => wire::RoutingMode::Required,
    }
}

const fn criterion(criterion: &Criterion) -> wire::GateCriterion {
    use wire::GateQuestion as Question;
    let (name, share) = match criterion.name {
        Asked::Consolidations => (Question::Consolidations, false),
        Asked::Sessions => (Question::Sessions, false),
        Asked::StructuredDailyOk => (Question::StructuredDailyOk, true),
        Asked::FallbackMissingFalls => (Question::FallbackMissingFalls, true),
        Asked::PreferredRetryUsed => (Question::PreferredRetryUsed, true),
        Asked::PreferredRetryHelped => (Question::PreferredRetryHelped, true),
        Asked::GuardNoWorse => (Question::GuardNoWorse, true),
        Asked::SanitizeNoWorse => (Question::SanitizeNoWorse, true),
        Asked::Written => (Question::Written, true),
        Asked::ToolCallHasDailySections => (Question::ToolCallHasDailySections, true),
        Asked::GuardRejected => (Question::GuardRejected, true),
        Asked::FallbackAlarms => (Question::FallbackAlarms, false),
        Asked::RecallNoWorse => (Question::RecallNoWorse, true),
    };
    let (relation, needed) = match criterion.needed {
        Needed::AtLeast(needed) => (wire::GateRelation::AtLeast, Some(needed)),
        Needed::AtMost(needed) => (wire::GateRelation::AtMost, Some(needed)),
        Needed::Below(needed) => (wire::GateRelation::Below, Some(needed)),
        Needed::Falling => (wire::GateRelation::Falling, None),
    };
    wire::GateCriterion {
        name,
        relation,
        needed,
        seen: criterion.seen,
        share,
        found: match criterion.found {
            Found::Met => wire::GateFound::Met,
            Found::NotMet => wire::GateFound::NotMet,
            Found::TooFew => wire::GateFound::TooFew,
            Found::NotMeasured => wire::GateFound::NotMeasured,
        },
    }
}
