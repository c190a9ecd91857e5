//! Which rules contradict each other, found without a model.
//!
//! A learned rule claims what its key says, a hand-written one what its words say ([`axis`]). Two rules contradict
//! each other when they claim opposite ends of one axis for the same prose. What holds in one kind of scene only is
//! an exception to what holds everywhere, not its opposite: "short in action, long in description" is no conflict, and
//! neither is a learned "long everywhere, short in action".

mod axis;

use std::collections::{BTreeMap, BTreeSet};

use prose::{Feature, SceneType};

use self::axis::Subject;
use crate::preference::PreferenceKeys;
use crate::rule::{Cluster, Direction, Rule, RuleOrigin, RuleState, Scope};

/// In which way two rules contradict each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConflictKind {
    /// They say the opposite of the same thing.
    DirectContradiction,
    /// The narrower one says the opposite inside the wider one.
    ScopeOverlap,
    /// The latest choices speak against the one the writer has said yes to.
    TimeShift,
    /// They set one preference key differently.
    PreferenceKey,
}

/// Two rules that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// In which way.
    pub kind: ConflictKind,
    /// The id of the older rule.
    pub older: String,
    /// The id of the newer rule.
    pub newer: String,
}

/// What a rule says of which prose.
struct Claim<'a> {
    rule: &'a Rule,
    direction: Direction,
    cluster: Cluster,
}

/// Returns every pair of rules that contradict each other and are the writer's to decide, once each.
///
/// A project's rule overrides a global one on the same axis without a question ([`in_effect`]).
pub fn find(rules: &[Rule], keys: &PreferenceKeys) -> Vec<Conflict> {
    let mut found: BTreeMap<(&str, &str), ConflictKind> = BTreeMap::new();
    for claims in by_subject(rules).values() {
        for (at, one) in claims.iter().enumerate() {
            for other in &claims[at + 1..] {
                let Some(kind) = between(one, other) else {
                    continue;
                };
                found.entry(in_order(one.rule, other.rule)).or_insert(kind);
            }
        }
    }
    let written: Vec<&Rule> = rules
        .iter()
        .filter(|rule| rule.in_force() && rule.feature.is_none())
        .collect();
    for (at, one) in written.iter().enumerate() {
        for other in &written[at + 1..] {
            let same_prose =
                one.scope == other.scope && one.scene_type == other.scene_type && one.skill == other.skill;
            if same_prose && keys.between(&one.text, &other.text).is_some() {
                found.insert(in_order(one, other), ConflictKind::PreferenceKey);
            }
        }
    }
    found
        .into_iter()
        .map(|((older, newer), kind)| Conflict {
            kind,
            older: older.to_owned(),
            newer: newer.to_owned(),
        })
        .collect()
}

/// Returns the rules that hold: those in force, less the global ones that a project's rule overrides on the
/// same axis.
pub fn in_effect(rules: &[Rule]) -> Vec<&Rule> {
    let subjects = by_subject(rules);
    let overridden = |rule: &Rule| {
        subjects.values().any(|claims| {
            claims.iter().any(|global| {
                global.rule.id == rule.id
                    && claims.iter().any(|project| {
                        project.rule.scope == Scope::Project
                            && project.rule.in_force()
                            && (project.cluster == global.cluster
                                || project.cluster.contains(&global.cluster))
                    })
            })
        })
    };
    rules
        .iter()
        .filter(|rule| rule.in_force())
        .filter(|rule| rule.scope == Scope::Project || !overridden(rule))
        .collect()
}

/// Returns whether two rules hold for different kinds of scene or different skills.
pub fn differ_in_place(a: &Rule, b: &Rule) -> bool {
    let places = |rule| -> BTreeSet<Cluster> { claims(rule).map(|(_, claim)| claim.cluster).collect() };
    places(a) != places(b)
}

/// Returns the kind of scene a rule holds for, also where only its words name one.
pub fn scene(rule: &Rule) -> Option<SceneType> {
    let scenes: BTreeSet<_> = claims(rule).map(|(_, claim)| claim.cluster.scene_type).collect();
    match scenes.first() {
        Some(scene) if scenes.len() == 1 => *scene,
        _ => rule.scene_type,
    }
}

/// Something a rule says of prose that can be measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measurable {
    /// The feature.
    pub feature: Feature,
    /// Which way.
    pub direction: Direction,
    /// Of which prose.
    pub cluster: Cluster,
}

/// Returns what a rule says that can be measured, and of several such things what the other one says the opposite of;
/// `None` where it says nothing that can.
pub fn measurable(rule: &Rule, against: Option<&Rule>) -> Option<Measurable> {
    let said = |rule| {
        claims(rule).filter_map(|(subject, claim)| match subject {
            Subject::Feature(feature) => Some(Measurable {
                feature,
                direction: claim.direction,
                cluster: claim.cluster,
            }),
            Subject::Named(_) => None,
        })
    };
    let contested = |own: &Measurable| {
        against
            .into_iter()
            .flat_map(said)
            .any(|other| (other.feature, other.direction) == (own.feature, own.direction.opposite()))
    };
    said(rule).find(contested).or_else(|| said(rule).next())
}

fn by_subject(rules: &[Rule]) -> BTreeMap<Subject, Vec<Claim<'_>>> {
    let mut subjects: BTreeMap<Subject, Vec<Claim<'_>>> = BTreeMap::new();
    for rule in rules.iter().filter(|rule| rule.state != RuleState::Noticed) {
        for (subject, claim) in claims(rule) {
            subjects.entry(subject).or_default().push(claim);
        }
    }
    subjects
}

fn claims(rule: &Rule) -> impl Iterator<Item = (Subject, Claim<'_>)> {
    let learned = rule.feature.zip(rule.direction).map(|(feature, direction)| {
        let claim = Claim {
            rule,
            direction,
            cluster: cluster(rule),
        };
        (Subject::Feature(feature), claim)
    });
    let written = rule.feature.is_none().then(|| axis::claims(&rule.text));
    let written = written.into_iter().flatten().map(move |claim| {
        let cluster = Cluster {
            scene_type: rule.scene_type.or(claim.scene_type),
            ..cluster(rule)
        };
        let direction = claim.direction;
        (
            claim.subject,
            Claim {
                rule,
                direction,
                cluster,
            },
        )
    });
    learned.into_iter().chain(written)
}

fn cluster(rule: &Rule) -> Cluster {
    Cluster {
        scene_type: rule.scene_type,
        skill: rule.skill.clone(),
    }
}

fn between(a: &Claim<'_>, b: &Claim<'_>) -> Option<ConflictKind> {
    if a.direction == b.direction || a.rule.scope != b.rule.scope || a.rule.id == b.rule.id {
        return None;
    }
    let overlap = |x: &Cluster, y: &Cluster| {
        (x.scene_type.is_none() || y.scene_type.is_none() || x.scene_type == y.scene_type)
            && (x.skill.is_none() || y.skill.is_none() || x.skill == y.skill)
    };
    if a.cluster == b.cluster {
        // What the writer put into the file herself is her word, not what her latest choices say.
        let shifted = |known: &Rule, latest: &Rule| {
            known.feature.is_some()
                && known.user_confirmed
                && !latest.user_confirmed
                && latest.origin == RuleOrigin::Learned
        };
        if shifted(a.rule, b.rule) || shifted(b.rule, a.rule) {
            return Some(ConflictKind::TimeShift);
        }
        let in_force = a.rule.in_force() && b.rule.in_force();
        return in_force.then_some(ConflictKind::DirectContradiction);
    }
    if !overlap(&a.cluster, &b.cluster) || !a.rule.in_force() || !b.rule.in_force() {
        return None;
    }
    // The narrower rule is the exception, unless the writer said the wider thing in words of her own or said yes to
    // both: then only she can say whether she meant it so.
    let wider = if a.cluster.contains(&b.cluster) { a } else { b };
    let both_hers = a.rule.user_confirmed && b.rule.user_confirmed;
    (both_hers || wider.rule.feature.is_none()).then_some(ConflictKind::ScopeOverlap)
}

fn in_order<'a>(a: &'a Rule, b: &'a Rule) -> (&'a str, &'a str) {
    if (a.created_at, &a.id) <= (b.created_at, &b.id) {
        (&a.id, &b.id)
    } else {
        (&b.id, &a.id)
    }
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta};

    use super::*;
    use crate::rule::{Category, RuleKey};

    fn written(text: &str) -> Rule {
        Rule::written(
            format!("written-{text}"),
            text.into(),
            Category::Style,
            DateTime::UNIX_EPOCH,
        )
    }

    fn learned(id: &str) -> Rule {
        let key: RuleKey = id.parse().expect("a learned rule's id");
        Rule {
            id: id.into(),
            scene_type: key.scene_type,
            skill: key.skill,
            feature: Some(key.feature),
            direction: Some(key.direction),
            origin: RuleOrigin::Learned,
            user_confirmed: false,
            created_at: DateTime::UNIX_EPOCH + TimeDelta::days(1),
            ..written("as its key says")
        }
    }

    fn kind(a: &Rule, b: &Rule) -> Option<ConflictKind> {
        let both = [a.clone(), b.clone()];
        let found = find(&both, &PreferenceKeys::default());
        let turned = find(&[b.clone(), a.clone()], &PreferenceKeys::default());
        assert_eq!(found, turned, "the order of rules says nothing");
        assert!(found.len() <= 1, "one question a pair");
        found.first().map(|conflict| conflict.kind)
    }

    #[test]
    fn opposite_ends_of_one_axis_in_the_same_prose_contradict_each_other() {
        for (a, b) in [
            (written("偏好长句"), written("偏好短句")),
            (written("Long sentences"), written("Avoid long sentences")),
            (written("Prefer plain diction"), written("偏好华丽辞藻")),
            (written("使用第三人称全知"), written("偏好第一人称")),
            (written("Past tense throughout"), written("Use the present tense")),
            (written("动作场景用长句"), learned("action.sentence_length.less")),
            (
                learned("action.sentence_length.more"),
                learned("action.sentence_length.less"),
            ),
        ] {
            assert_eq!(
                kind(&a, &b),
                Some(ConflictKind::DirectContradiction),
                "{} / {}",
                a.text,
                b.text
            );
        }
    }

    #[test]
    fn an_exception_learned_apart_is_no_conflict_and_what_the_writer_wrote_for_everything_is_asked_about() {
        let wide = learned("any.sentence_length.more");
        let narrow = learned("action.sentence_length.less");
        assert_eq!(kind(&wide, &narrow), None);
        let confirmed = |rule: &Rule| Rule {
            user_confirmed: true,
            ..rule.clone()
        };
        assert_eq!(kind(&confirmed(&wide), &narrow), None);
        assert_eq!(
            kind(&confirmed(&wide), &confirmed(&narrow)),
            Some(ConflictKind::ScopeOverlap)
        );
        assert_eq!(
            kind(&written("偏好长句"), &narrow),
            Some(ConflictKind::ScopeOverlap)
        );
    }

    #[test]
    fn what_agrees_or_is_about_other_prose_is_no_conflict() {
        let noticed = Rule {
            state: RuleState::Noticed,
            ..learned("action.sentence_length.more")
        };
        for (a, b) in [
            (
                learned("action.sentence_length.less"),
                learned("description.sentence_length.more"),
            ),
            (
                learned("action.sentence_length.less"),
                learned("action.comma_rate.more"),
            ),
            (written("偏好长句"), written("避免短句")),
            (written("Short sentences"), written("Long paragraphs")),
            (written("Dialogue should sound natural"), written("No adverbs")),
            (written("Tense: past"), written("Tone: dry")),
            (noticed, learned("action.sentence_length.less")),
        ] {
            assert_eq!(kind(&a, &b), None, "{} / {}", a.text, b.text);
        }
    }

    #[test]
    fn the_latest_choices_against_a_confirmed_rule_are_a_shift() {
        let confirmed = Rule {
            user_confirmed: true,
            ..learned("any.register.more")
        };
        for state in [RuleState::Rule, RuleState::Proposed] {
            let opposing = Rule {
                state,
                ..learned("any.register.less")
            };
            assert_eq!(kind(&confirmed, &opposing), Some(ConflictKind::TimeShift));
        }
    }

    #[test]
    fn what_a_rule_says_that_can_be_measured_is_what_the_other_contradicts() {
        let of = |rule: &Rule, against: &Rule| {
            let said = measurable(rule, Some(against))?;
            Some((said.feature, said.direction, said.cluster.scene_type))
        };
        let (less, more) = (Direction::Less, Direction::More);
        let length = Feature::SentenceLength;
        for (rule, against, said) in [
            (
                written("动作场景用短句"),
                written("偏好长句"),
                (length, less, Some(SceneType::Action)),
            ),
            (
                written("偏好长句"),
                learned("any.sentence_length.less"),
                (length, more, None),
            ),
            (
                learned("action.sentence_length.more"),
                written("偏好短句"),
                (length, more, Some(SceneType::Action)),
            ),
            (
                written("No adverbs; short sentences"),
                written("Prefer long sentences"),
                (length, less, None),
            ),
            (
                written("No adverbs; short sentences"),
                written("Use adverbs"),
                (Feature::AdverbDensity, less, None),
            ),
        ] {
            assert_eq!(of(&rule, &against), Some(said), "{}", rule.text);
        }
        let tense = (written("Past tense throughout"), written("Use the present tense"));
        assert_eq!(of(&tense.0, &tense.1), None, "tense is not measured");
    }

    #[test]
    fn a_key_set_twice_is_a_conflict_whatever_its_values_mean() {
        for (a, b) in [
            ("Tone: dry", "Tone: warm and generous"),
            ("语气：冷峻", "语气：温暖"),
        ] {
            assert_eq!(kind(&written(a), &written(b)), Some(ConflictKind::PreferenceKey));
        }
    }

    #[test]
    fn a_project_overrides_a_global_rule_on_the_same_axis_only() {
        let global = |text: &str| Rule {
            scope: Scope::Global,
            ..written(text)
        };
        let (first, dialogue) = (global("偏好第一人称"), global("多用对白"));
        let third = written("使用第三人称全知");
        assert_eq!(kind(&first, &third), None, "no question: the project decides");
        let rules = [first, dialogue, third];
        let holding: Vec<&str> = in_effect(&rules).iter().map(|rule| rule.text.as_str()).collect();
        assert_eq!(holding, ["多用对白", "使用第三人称全知"]);
    }
}
