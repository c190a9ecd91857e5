//! Rules.

use chrono::{DateTime, Utc};
use contract::RuleView;
use learning::decay::priority;
use learning::rule::RuleWithEvidence;

use super::text::time;

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
            learning::RuleOrigin::Written if rule.feature.is_some() => contract::RuleOrigin::Learned,
            learning::RuleOrigin::Learned => contract::RuleOrigin::Learned,
            learning::RuleOrigin::Written | learning::RuleOrigin::Adopted => contract::RuleOrigin::Written,
        },
        confidence: rule.confidence.get(),
        supporting_episodes,
        contradicting_episodes,
        more_needed: rule.more_needed,
        user_confirmed: rule.user_confirmed,
        user_modified: rule.user_modified,
        recently_updated: rule.recently_updated,
        conflict_marked: rule.conflict_marked,
        kept: rule.kept.filter(|kept| kept.of > 0).map(|kept| contract::Kept {
            agreed: kept.agreed,
            of: kept.of,
        }),
        shadows: rule.shadows.into_iter().map(shadow).collect(),
        created_at: time(rule.created_at),
        updated_at: time(rule.updated_at),
    }
}

fn shadow(leaning: learning::Leaning) -> contract::Shadow {
    contract::Shadow {
        feature: leaning.feature.name().into(),
        direction: leaning.direction,
    }
}
