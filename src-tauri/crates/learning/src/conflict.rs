//! Finds the rules that contradict each other, without a model.
//!
//! Two rules contradict each other if they claim opposite ends of one axis for the same prose ([`claims`]). A preference
//! for one kind of scene is an exception to a preference that holds everywhere, not its opposite. So "short in action,
//! long in description" is no conflict. Neither is a learned "long everywhere, short in action".

use std::collections::{BTreeMap, BTreeSet};

use prose::SceneType;

use crate::claim::{Claim, Subject, claims};
use crate::preference::{PreferenceKeys, compared};
use crate::rule::{Cluster, Direction, Leaning, Rule, RuleOrigin, RuleState, Scope};

/// The kind of a contradiction between two rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConflictKind {
    /// They claim opposite ends of one axis for the same prose.
    DirectContradiction,
    /// The narrower rule claims the opposite for a part of the wider rule's prose.
    ScopeOverlap,
    /// The latest choices contradict a rule that the writer has confirmed.
    TimeShift,
    /// They set one preference key to different values.
    PreferenceKey,
}

/// The maximum number of pairs returned at once. No writer decides a thousand questions; once some are decided, the
/// next call returns further pairs.
const MOST: usize = 1_000;

/// Two rules that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The kind.
    pub kind: ConflictKind,
    /// The id of the older rule.
    pub older: String,
    /// The id of the newer rule.
    pub newer: String,
}

/// A claim with the rule that makes it.
struct Position<'a> {
    rule: &'a Rule,
    claim: Claim,
}

/// Returns the pairs of contradicting rules that the writer has to decide, each pair once. If there are more than a
/// thousand pairs, it returns about a thousand. Takes time linear in the number of rules.
///
/// A project's rule overrides a global one on the same axis without a question ([`in_effect`]).
pub fn find(rules: &[Rule], keys: &PreferenceKeys) -> Vec<Conflict> {
    let mut found: BTreeMap<(&str, &str), ConflictKind> = BTreeMap::new();
    for (one, other) in set_differently(rules, keys) {
        found.insert(in_order(one, other), ConflictKind::PreferenceKey);
    }
    for positions in by_subject(rules).values() {
        for (one, other, reason) in opposites(positions) {
            if found.len() >= MOST {
                break;
            }
            found.entry(in_order(one, other)).or_insert(reason);
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

/// Returns the claims in effect, each with its rule: the claims of the rules in force, without the claims of global
/// rules that a project's rule overrides on the same axis.
pub fn in_effect(rules: &[Rule]) -> Vec<(&Rule, Claim)> {
    let mut effective = Vec::new();
    for positions in by_subject(rules).into_values() {
        let of_project =
            |position: &&Position<'_>| position.rule.scope == Scope::Project && position.rule.acts();
        let said: BTreeSet<Cluster> = positions
            .iter()
            .filter(of_project)
            .map(|position| position.claim.cluster.clone())
            .collect();
        let overridden = |Position { rule, claim }: &Position<'_>| {
            rule.scope == Scope::Global && around(&claim.cluster).iter().any(|wider| said.contains(wider))
        };
        let standing = positions
            .into_iter()
            .filter(|position| position.rule.acts() && !overridden(position));
        effective.extend(standing.map(|Position { rule, claim }| (rule, claim)));
    }
    effective
}

/// Returns the clusters that contain a cluster: the cluster without its scene, without its skill, without both, and
/// itself.
fn around(cluster: &Cluster) -> [Cluster; 4] {
    [(true, true), (true, false), (false, true), (false, false)].map(|(scene, skill)| Cluster {
        scene_type: cluster.scene_type.filter(|_| scene),
        skill: cluster.skill.clone().filter(|_| skill),
    })
}

/// Returns whether two rules are about different kinds of scene or different skills.
pub fn differ_in_place(a: &Rule, b: &Rule) -> bool {
    let places =
        |rule| -> BTreeSet<Cluster> { claims(rule).into_iter().map(|claim| claim.cluster).collect() };
    places(a) != places(b)
}

/// Returns the kind of scene of a rule, also if only its words name the scene.
pub fn scene(rule: &Rule) -> Option<SceneType> {
    let scenes: BTreeSet<_> = claims(rule)
        .into_iter()
        .map(|claim| claim.cluster.scene_type)
        .collect();
    match scenes.first() {
        Some(scene) if scenes.len() == 1 => *scene,
        _ => rule.scene_type,
    }
}

/// Returns a claim of a rule that can be measured, with its leaning; `None` if the rule makes none. If the rule makes
/// several, a claim that the rule `against` contradicts is preferred.
pub fn measurable(rule: &Rule, against: Option<&Rule>) -> Option<(Leaning, Cluster)> {
    let said = |rule| {
        claims(rule)
            .into_iter()
            .filter_map(|claim| Some((claim.leaning()?, claim.cluster)))
    };
    let contested = |(own, _): &(Leaning, Cluster)| {
        against
            .into_iter()
            .flat_map(said)
            .any(|(other, _)| other == own.reversed())
    };
    said(rule).find(contested).or_else(|| said(rule).next())
}

fn by_subject(rules: &[Rule]) -> BTreeMap<Subject, Vec<Position<'_>>> {
    let mut subjects: BTreeMap<Subject, Vec<Position<'_>>> = BTreeMap::new();
    for rule in rules.iter().filter(|rule| rule.state != RuleState::Noticed) {
        for claim in claims(rule) {
            let position = Position { rule, claim };
            subjects.entry(position.claim.subject).or_default().push(position);
        }
    }
    subjects
}

/// The properties of a claim that decide whether it contradicts another claim on the same subject. [`between`] has the
/// same result for all claims with equal properties.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Likeness<'a> {
    cluster: &'a Cluster,
    direction: Direction,
    everywhere: bool,
    in_force: bool,
    confirmed: bool,
    measured: bool,
    learned: bool,
}

impl<'a> Likeness<'a> {
    fn of(Position { rule, claim }: &'a Position<'_>) -> Self {
        Self {
            cluster: &claim.cluster,
            direction: claim.direction,
            everywhere: rule.scope == Scope::Global,
            in_force: rule.acts(),
            confirmed: rule.user_confirmed,
            measured: rule.feature.is_some(),
            learned: rule.origin == RuleOrigin::Learned,
        }
    }
}

/// Returns the pairs of rules whose claims on one subject contradict each other, at most [`MOST`].
///
/// Claims with equal properties are compared once. A claim for one skill is compared only with claims for the same
/// skill and for all skills. So the number of comparisons grows linearly, not quadratically, with the number of claims.
fn opposites<'a>(positions: &[Position<'a>]) -> Vec<(&'a Rule, &'a Rule, ConflictKind)> {
    let mut alike: BTreeMap<Likeness<'_>, Vec<&Position<'a>>> = BTreeMap::new();
    for position in positions {
        alike.entry(Likeness::of(position)).or_default().push(position);
    }
    let mut by_skill: BTreeMap<Option<&str>, Vec<Vec<&Position<'a>>>> = BTreeMap::new();
    for (likeness, mut positions) in alike {
        positions.sort_by_key(|position| (position.rule.created_at, &position.rule.id));
        let skill = likeness.cluster.skill.as_deref();
        by_skill.entry(skill).or_default().push(positions);
    }
    let mut pairs = Vec::new();
    let none = Vec::new();
    for (skill, groups) in &by_skill {
        for (at, group) in groups.iter().enumerate() {
            let of_all_skills = by_skill.get(&None).filter(|_| skill.is_some()).unwrap_or(&none);
            for others in groups[at + 1..].iter().chain(of_all_skills) {
                let Some(reason) = group.first().zip(others.first()).and_then(|(a, b)| between(a, b)) else {
                    continue;
                };
                let each = group
                    .iter()
                    .flat_map(|one| others.iter().map(move |other| (one.rule, other.rule)));
                // One rule may claim opposite ends for different scenes, which is no contradiction.
                let two = each.filter(|(one, other)| one.id != other.id);
                pairs.extend(
                    two.take(MOST - pairs.len())
                        .map(|(one, other)| (one, other, reason)),
                );
            }
        }
    }
    pairs
}

/// Returns the pairs of hand-written rules in force that set one preference key to different values for the same prose,
/// at most [`MOST`].
fn set_differently<'a>(rules: &'a [Rule], keys: &PreferenceKeys) -> Vec<(&'a Rule, &'a Rule)> {
    let mut set: BTreeMap<_, BTreeMap<String, Vec<&Rule>>> = BTreeMap::new();
    for rule in rules.iter().filter(|rule| rule.acts() && rule.feature.is_none()) {
        if let Some((key, value)) = keys.set_by(&rule.text) {
            let of_what = (
                key,
                rule.scope == Scope::Global,
                rule.scene_type,
                rule.skill.as_deref(),
            );
            let values = set.entry(of_what).or_default();
            values.entry(compared(value)).or_default().push(rule);
        }
    }
    let mut pairs = Vec::new();
    for values in set.into_values() {
        let mut values: Vec<Vec<&Rule>> = values.into_values().collect();
        for rules in &mut values {
            rules.sort_by_key(|rule| (rule.created_at, &rule.id));
        }
        for (at, group) in values.iter().enumerate() {
            for others in &values[at + 1..] {
                let each = group
                    .iter()
                    .flat_map(|one| others.iter().map(move |other| (*one, *other)));
                pairs.extend(each.take(MOST - pairs.len()));
                if pairs.len() == MOST {
                    return pairs;
                }
            }
        }
    }
    pairs
}

/// Returns how two claims on one subject contradict each other; `None` if they do not. The claims must belong to two
/// different rules.
fn between(a: &Position<'_>, b: &Position<'_>) -> Option<ConflictKind> {
    if a.claim.direction == b.claim.direction || a.rule.scope != b.rule.scope {
        return None;
    }
    let overlap = |x: &Cluster, y: &Cluster| {
        (x.scene_type.is_none() || y.scene_type.is_none() || x.scene_type == y.scene_type)
            && (x.skill.is_none() || y.skill.is_none() || x.skill == y.skill)
    };
    if a.claim.cluster == b.claim.cluster {
        // A rule that the writer put into the file herself is her decision, not the result of her latest choices.
        let shifted = |known: &Rule, latest: &Rule| {
            known.feature.is_some()
                && known.user_confirmed
                && !latest.user_confirmed
                && latest.origin == RuleOrigin::Learned
        };
        if shifted(a.rule, b.rule) || shifted(b.rule, a.rule) {
            return Some(ConflictKind::TimeShift);
        }
        let in_force = a.rule.acts() && b.rule.acts();
        return in_force.then_some(ConflictKind::DirectContradiction);
    }
    if !overlap(&a.claim.cluster, &b.claim.cluster) || !a.rule.acts() || !b.rule.acts() {
        return None;
    }
    // The narrower rule is an exception to the wider rule, unless the writer wrote the wider rule herself or confirmed
    // both. Then only she can say whether an exception is meant. If two rules overlap only partly, such as one for a
    // kind of scene and one for a skill, either may be the wider rule.
    let wider = |one: &Position<'_>, other: &Position<'_>| {
        one.claim.cluster.contains(&other.claim.cluster) || !other.claim.cluster.contains(&one.claim.cluster)
    };
    let in_words = |one: &Position<'_>, other: &Position<'_>| one.rule.feature.is_none() && wider(one, other);
    let both_hers = a.rule.user_confirmed && b.rule.user_confirmed;
    (both_hers || in_words(a, b) || in_words(b, a)).then_some(ConflictKind::ScopeOverlap)
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
    use proptest::prelude::*;
    use prose::Feature;

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
            let (said, cluster) = measurable(rule, Some(against))?;
            Some((said.feature, said.direction, cluster.scene_type))
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
        let holding: BTreeSet<&str> = in_effect(&rules)
            .iter()
            .map(|(rule, _)| rule.text.as_str())
            .collect();
        assert_eq!(holding, BTreeSet::from(["多用对白", "使用第三人称全知"]));
    }

    /// Returns the contradicting pairs, found by comparing every two claims.
    fn by_looking_at_all(rules: &[Rule], keys: &PreferenceKeys) -> BTreeSet<(String, String)> {
        let mut found = BTreeSet::new();
        let mut tell = |one: &Rule, other: &Rule| {
            let (older, newer) = in_order(one, other);
            found.insert((older.to_owned(), newer.to_owned()));
        };
        for (at, one) in rules.iter().enumerate() {
            for other in &rules[at + 1..] {
                let asked = |rule: &Rule| rule.state != RuleState::Noticed;
                fn said(rule: &Rule) -> Vec<Position<'_>> {
                    claims(rule)
                        .into_iter()
                        .map(|claim| Position { rule, claim })
                        .collect()
                }
                let opposed = said(one).iter().any(|a| {
                    said(other)
                        .iter()
                        .any(|b| a.claim.subject == b.claim.subject && between(a, b).is_some())
                });
                if opposed && asked(one) && asked(other) {
                    tell(one, other);
                }
                let written = |rule: &Rule| rule.in_force() && rule.feature.is_none();
                let place = |rule: &Rule| (rule.scope, rule.scene_type, rule.skill.clone());
                let differ = keys.between(&one.text, &other.text).is_some();
                if written(one) && written(other) && place(one) == place(other) && differ {
                    tell(one, other);
                }
            }
        }
        found
    }

    fn any_rule() -> impl Strategy<Value = Rule> {
        let said = prop_oneof![
            prop::sample::select(vec![
                "偏好长句",
                "Prefer short sentences",
                "动作场景用长句，对白用短句",
                "Tense: past",
                "Tense: present",
                "时态：过去时",
                "Wen is left-handed",
            ])
            .prop_map(written),
            (
                prop::sample::select(vec![
                    "any",
                    "action",
                    "dialogue",
                    "any+polish",
                    "action+polish",
                    "any+expand"
                ]),
                prop::sample::select(vec!["less", "more"]),
            )
                .prop_map(|(place, way)| learned(&format!("{place}.sentence_length.{way}"))),
        ];
        let state = prop::sample::select(vec![RuleState::Noticed, RuleState::Proposed, RuleState::Rule]);
        let scene = prop::sample::select(vec![None, Some(SceneType::Action), Some(SceneType::Dialogue)]);
        (said, any::<[bool; 3]>(), state, scene, 0..3_i64).prop_map(
            |(rule, [everywhere, confirmed, by_hand], state, scene, day)| Rule {
                scope: if everywhere { Scope::Global } else { Scope::Project },
                user_confirmed: confirmed,
                origin: if by_hand { RuleOrigin::Written } else { rule.origin },
                state,
                scene_type: if rule.feature.is_none() {
                    scene
                } else {
                    rule.scene_type
                },
                created_at: DateTime::UNIX_EPOCH + TimeDelta::days(day),
                ..rule
            },
        )
    }

    proptest! {
        #[test]
        fn what_is_found_is_what_looking_at_every_two_rules_finds(rules in prop::collection::vec(any_rule(), 0..12)) {
            let rules: Vec<Rule> = rules
                .into_iter()
                .enumerate()
                .map(|(number, rule)| Rule { id: format!("{number}-{}", rule.id), ..rule })
                .collect();
            let keys = PreferenceKeys::default();
            let found: BTreeSet<_> = find(&rules, &keys)
                .into_iter()
                .map(|conflict| (conflict.older, conflict.newer))
                .collect();
            prop_assert_eq!(found, by_looking_at_all(&rules, &keys));
        }
    }

    #[test]
    fn of_a_file_full_of_contradictions_a_thousand_are_told() {
        let rules = |sentences: [&str; 2]| -> Vec<Rule> {
            (0..20_000)
                .map(|number| written(&format!("{}{number}", sentences[number % 2])))
                .collect()
        };
        for sentences in [
            ["Prefer long sentences, ", "偏好短句，"],
            ["Tense: past ", "时态：现在 "],
        ] {
            assert_eq!(find(&rules(sentences), &PreferenceKeys::default()).len(), MOST);
        }
    }
}
