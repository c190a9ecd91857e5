//! The gates between the modes of routing.

use contract::GateQuestion as Question;
use memory::metrics::gates::{Asked, Criterion, Found, Needed, Verdict};
use memory::policy::RoutingMode;

/// Returns the verdict on a gate.
pub(crate) fn gate(verdict: &Verdict) -> contract::GateView {
    contract::GateView {
        from: mode(verdict.from),
        to: mode(verdict.to),
        since: verdict.since.to_string(),
        until: verdict.until.to_string(),
        allowed: verdict.allowed,
        criteria: verdict.reasons.iter().map(criterion).collect(),
    }
}

const fn mode(mode: RoutingMode) -> contract::RoutingMode {
    match mode {
        RoutingMode::Compatible => contract::RoutingMode::Compatible,
        RoutingMode::Preferred => contract::RoutingMode::Preferred,
        RoutingMode::Required => contract::RoutingMode::Required,
    }
}

const fn criterion(criterion: &Criterion) -> contract::GateCriterion {
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
        Needed::AtLeast(needed) => (contract::GateRelation::AtLeast, Some(needed)),
        Needed::AtMost(needed) => (contract::GateRelation::AtMost, Some(needed)),
        Needed::Below(needed) => (contract::GateRelation::Below, Some(needed)),
        Needed::Falling => (contract::GateRelation::Falling, None),
    };
    contract::GateCriterion {
        name,
        relation,
        needed,
        seen: criterion.seen,
        share,
        found: match criterion.found {
            Found::Met => contract::GateFound::Met,
            Found::NotMet => contract::GateFound::NotMet,
            Found::TooFew => contract::GateFound::TooFew,
            Found::NotMeasured => contract::GateFound::NotMeasured,
        },
    }
}
