//! The findings of upkeep, and the summary of its acts.

use memory::upkeep::{Action, Finding, Kind, Risk, Summary};

/// Returns a finding.
pub(crate) fn upkeep_finding(finding: Finding) -> contract::UpkeepFinding {
    contract::UpkeepFinding {
        path: finding.path,
        kind: match finding.kind {
            Kind::EmptySection => contract::UpkeepKind::EmptySection,
            Kind::Duplicate => contract::UpkeepKind::Duplicate,
            Kind::LongBullet => contract::UpkeepKind::LongBullet,
            Kind::CodeFence => contract::UpkeepKind::CodeFence,
            Kind::AgedDaily => contract::UpkeepKind::AgedDaily,
            Kind::AgedItem => contract::UpkeepKind::AgedItem,
            Kind::ExpiredDaily => contract::UpkeepKind::ExpiredDaily,
            Kind::ExpiredInsight => contract::UpkeepKind::ExpiredInsight,
            Kind::MemoryTooLong => contract::UpkeepKind::MemoryTooLong,
            Kind::NotText => contract::UpkeepKind::NotText,
        },
        count: finding.count,
        own: finding.own,
    }
}

/// Returns the effect of an act in numbers.
pub(crate) fn upkeep_summary(summary: Summary) -> contract::UpkeepSummary {
    let action = |action| match action {
        Action::DropEmpty => contract::UpkeepAction::DropEmpty,
        Action::Trim => contract::UpkeepAction::Trim,
        Action::Dedupe => contract::UpkeepAction::Dedupe,
        Action::DropToolActivity => contract::UpkeepAction::DropToolActivity,
        Action::DropNonDecision => contract::UpkeepAction::DropNonDecision,
        Action::Archive => contract::UpkeepAction::Archive,
        Action::Compact => contract::UpkeepAction::Compact,
        Action::DailyTtl => contract::UpkeepAction::DailyTtl,
        Action::InsightsTtl => contract::UpkeepAction::InsightsTtl,
    };
    contract::UpkeepSummary {
        risk: match summary.risk {
            Risk::Low => contract::UpkeepRisk::Low,
            Risk::Medium => contract::UpkeepRisk::Medium,
            Risk::High => contract::UpkeepRisk::High,
        },
        actions: summary
            .actions
            .into_iter()
            .map(|(of, count)| contract::UpkeepCount {
                action: action(of),
                count,
            })
            .collect(),
        files: summary.files.into_iter().collect(),
    }
}
