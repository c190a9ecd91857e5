//! Rules.

use chrono::{DateTime, Utc};
use contract::{ClaimView, Meaning, RulePlace, RuleView};
use learning::claim::{Claim, claims, is_settled};
use learning::decay::priority;
use learning::rule::{Cluster, Correction, Leaning, RuleWithEvidence};
use learning::shaping::moves;
use prose::Feature;

use super::episode::scene_from;
use super::skill::label;
use super::text::time;
use crate::{Error, Result};

/// Returns a rule as a front end shows it at a time.
pub fn rule(weighed: RuleWithEvidence, now: DateTime<Utc>) -> RuleView {
    let RuleWithEvidence {
        rule,
        supporting_episodes,
        contradicting_episodes,
    } = weighed;
    RuleView {
        priority: priority(&rule, now),
        claims: if is_settled(&rule) {
            claims(&rule).into_iter().filter_map(claim).collect()
        } else {
            Vec::new()
        },
        moves: moves(&rule).into_iter().map(label).collect(),
        corrected: rule.corrected.is_some(),
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
        resting: rule.resting,
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

/// Returns a claim that can be measured.
fn claim(claim: Claim) -> Option<ClaimView> {
    let Leaning { feature, direction } = claim.leaning()?;
    Some(ClaimView {
        feature: feature.name().into(),
        direction,
        scene_type: claim.cluster.scene_type.map(|scene| scene.name().into()),
    })
}

/// Returns the correction that the writer's word on a rule's claim makes; `None` where the words of the rule count.
///
/// # Errors
/// `INVALID_ARGUMENT` for an unknown feature.
pub(crate) fn correction_from(meaning: &Meaning) -> Result<Option<Correction>> {
    Ok(match meaning {
        Meaning::Words => None,
        Meaning::Unmeasured => Some(Correction::Unmeasured),
        Meaning::Measures { feature, direction } => {
            let feature = Feature::from_name(feature).ok_or(Error::Invalid {
                field: "feature",
                expected: "the name of a feature, such as sentence_length",
            })?;
            Some(Correction::Measures(Leaning {
                feature,
                direction: *direction,
            }))
        }
    })
}

/// The skills that episodes are recorded under.
const SKILLS: [&str; 3] = ["polish", "tighten", "revise"];

/// Returns the prose that a rule is to hold for.
///
/// # Errors
/// `INVALID_ARGUMENT` for an unknown kind of scene or an unknown skill.
pub(crate) fn place_from(place: &RulePlace) -> Result<Cluster> {
    if place
        .skill
        .as_deref()
        .is_some_and(|skill| !SKILLS.contains(&skill))
    {
        return Err(Error::Invalid {
            field: "skill",
            expected: "polish, tighten, or revise for the writer's own revisions",
        });
    }
    Ok(Cluster {
        scene_type: place.scene_type.as_deref().map(scene_from).transpose()?,
        skill: place.skill.clone(),
    })
}

fn shadow(leaning: learning::Leaning) -> contract::Shadow {
    contract::Shadow {
        feature: leaning.feature.name().into(),
        direction: leaning.direction,
    }
}
