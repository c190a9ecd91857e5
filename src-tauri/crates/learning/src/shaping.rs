//! Selects the rules that shape an offer.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use prose::rewriter::{Move, Skill};
use prose::{Feature, Language, Measures, SceneType};

use crate::claim::{Claim, claims, is_settled};
use crate::conflict::in_effect;
use crate::decay::priority;
use crate::rule::{Direction, Leaning, Rule, RuleKey, Scope};

/// A rule that shapes an offer, with one of its claims.
#[derive(Clone, Debug, PartialEq)]
pub struct Shaping<'a> {
    /// The rule.
    pub rule: &'a Rule,
    /// Its claim; for a learned rule its key.
    pub key: RuleKey,
}

/// Returns the rules that shape the candidates in a kind of scene for a skill: one per feature, in the order of
/// features. A hand-written rule about two features may be returned for both.
///
/// Only a rule that passed the test or that the writer stated shapes an offer. A rule that contradicts another rule
/// does not, because the desk asks first; nor does a rule whose new words are not understood. On one axis, a rule of the project takes precedence over a global rule. Next,
/// a rule for the scene takes precedence over a rule for all scenes, then a rule for the skill over a rule for all
/// skills. Then the writer's own words take precedence over a learned rule. Last, the rule with the greater present
/// weight wins ([`priority`]).
pub fn shaping<'a>(
    rules: &'a [Rule],
    scene_type: SceneType,
    skill: &str,
    now: DateTime<Utc>,
) -> Vec<Shaping<'a>> {
    let mut by_feature: BTreeMap<Feature, Shaping<'a>> = BTreeMap::new();
    for (rule, claim) in in_effect(rules) {
        let Some(key) = claim.key() else {
            continue;
        };
        if rule.conflict_marked || !is_settled(rule) || !claim.cluster.holds(scene_type, skill) {
            continue;
        }
        let one = Shaping { rule, key };
        by_feature
            .entry(one.key.feature)
            .and_modify(|known| {
                if precedence(&one, now) > precedence(known, now) {
                    known.clone_from(&one);
                }
            })
            .or_insert(one);
    }
    by_feature.into_values().collect()
}

/// Returns the sort key for rules on one axis. The id is last, so that the result does not depend on the order of the
/// rules.
fn precedence<'a>(
    Shaping { rule, key }: &Shaping<'a>,
    now: DateTime<Utc>,
) -> (bool, bool, bool, bool, u64, &'a str) {
    (
        rule.scope == Scope::Project,
        key.scene_type.is_some(),
        key.skill.is_some(),
        rule.feature.is_none(),
        // A priority is never negative, and the bits of such floats have the same order as their values.
        priority(rule, now).to_bits(),
        &rule.id,
    )
}

/// Returns the moves of the rewriter that follow a rule in the language of its sentence, in their order. Without such a
/// move the rule shapes no offer, whatever it says.
pub fn moves(rule: &Rule) -> Vec<Move> {
    let language = Language::of(&rule.text);
    let claimed: Vec<RuleKey> = claims(rule).iter().filter_map(Claim::key).collect();
    let serves = |move_: &Move, key: &RuleKey| {
        let skill = key.skill.as_deref().map(Skill::from_name);
        let is_made = skill.is_none_or(|skill| skill.is_some_and(|skill| skill.allows(*move_)));
        let effects = move_.effects(language).iter();
        is_made
            && effects
                .map(|&(feature, step)| (feature, Direction::of(step.into())))
                .any(|effect| effect == (key.feature, key.direction))
    };
    let all = Move::ALL.iter().copied();
    all.filter(|move_| claimed.iter().any(|key| serves(move_, key)))
        .collect()
}

/// Returns whether a change of a passage follows a leaning: 1 for agreement, −1 for the opposite, 0 for neither.
///
/// What can be counted is counted. A rate also falls when words are added, and a sentence that was joined with *and* has
/// no fewer adverbs. A mean over the words says nothing if words went or came.
pub fn agreement(leaning: Leaning, before: &Measures, after: &Measures) -> f64 {
    let feature = leaning.feature;
    let same_length = before.get(Feature::TextLength) == after.get(Feature::TextLength);
    let step = match (before.count(feature), after.count(feature)) {
        (Some(before), Some(after)) => after as f64 - before as f64,
        _ if !same_length && matches!(feature, Feature::Register | Feature::LexicalDiversity) => 0.0,
        _ => match (before.get(feature), after.get(feature)) {
            (Some(before), Some(after)) => after - before,
            _ => 0.0,
        },
    };
    if step == 0.0 {
        0.0
    } else {
        step.signum() * leaning.direction.sign()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::{Category, Confidence, Correction, Direction, RuleOrigin, RuleState};
    use chrono::TimeDelta;
    use prose::{Language, measure};

    /// Returns a rule in force with an id.
    fn rule(id: &str) -> Rule {
        let key = id.parse::<crate::RuleKey>().expect("the id of a learned rule");
        Rule {
            id: id.into(),
            text: String::new(),
            category: Category::Style,
            scope: Scope::Project,
            scene_type: key.scene_type,
            skill: key.skill,
            feature: Some(key.feature),
            direction: Some(key.direction),
            corrected: None,
            state: RuleState::Rule,
            origin: RuleOrigin::Learned,
            confidence: Confidence::CERTAIN,
            supports: 0,
            contradicts: 0,
            kept: None,
            shadows: Vec::new(),
            more_needed: None,
            user_confirmed: false,
            user_modified: false,
            resting: false,
            recently_updated: false,
            conflict_marked: false,
            created_at: DateTime::UNIX_EPOCH,
            updated_at: DateTime::UNIX_EPOCH,
        }
    }

    fn shaped(rules: &[Rule]) -> Vec<&str> {
        let mut forward: Vec<&str> = shaping(rules, SceneType::Action, "polish", DateTime::UNIX_EPOCH)
            .into_iter()
            .map(|shaping| shaping.rule.id.as_str())
            .collect();
        forward.sort_unstable();
        forward
    }

    const SHORT: &str = "any.sentence_length.less";

    #[test]
    fn only_rules_in_force_that_hold_here_and_stand_against_nothing_shape_an_offer() {
        let state = |state| Rule { state, ..rule(SHORT) };
        let marked = Rule {
            conflict_marked: true,
            ..rule(SHORT)
        };
        for (label, rules, expected) in [
            ("in force", vec![rule(SHORT)], vec![SHORT]),
            ("noticed", vec![state(RuleState::Noticed)], vec![]),
            ("proposed", vec![state(RuleState::Proposed)], vec![]),
            ("in conflict", vec![marked], vec![]),
            (
                "another scene",
                vec![rule("dialogue.sentence_length.less")],
                vec![],
            ),
            (
                "another skill",
                vec![rule("any+tighten.sentence_length.less")],
                vec![],
            ),
            (
                "two axes",
                vec![rule(SHORT), rule("any.comma_rate.less")],
                vec!["any.comma_rate.less", SHORT],
            ),
        ] {
            assert_eq!(shaped(&rules), expected, "{label}");
        }
    }

    #[test]
    fn on_one_axis_the_project_wins_over_the_writer_s_habit_and_the_nearer_rule_over_the_wider() {
        let global = |id: &str| Rule {
            scope: Scope::Global,
            ..rule(id)
        };
        let unsure = |id: &str| Rule {
            confidence: Confidence::new(0.6).expect("a confidence"),
            ..rule(id)
        };
        let older = |id: &str| Rule {
            updated_at: DateTime::UNIX_EPOCH - TimeDelta::days(30),
            ..rule(id)
        };
        let long = "action.sentence_length.more";
        for (label, winner, loser) in [
            ("project over global", rule(SHORT), global(long)),
            ("this scene over every scene", rule(long), rule(SHORT)),
            (
                "this skill over every skill",
                rule("action+polish.sentence_length.less"),
                rule(long),
            ),
            ("the surer one", rule(SHORT), unsure("any.sentence_length.more")),
            (
                "what was borne out lately over what is a little surer",
                unsure(SHORT),
                older("any.sentence_length.more"),
            ),
        ] {
            for rules in [[winner.clone(), loser.clone()], [loser.clone(), winner.clone()]] {
                assert_eq!(shaped(&rules), [winner.id.as_str()], "{label}");
            }
        }
    }

    fn written(text: &str) -> Rule {
        Rule::written(
            format!("written-{text}"),
            text.into(),
            Category::Style,
            DateTime::UNIX_EPOCH,
        )
    }

    #[test]
    fn a_hand_written_rule_shapes_what_its_words_claim() {
        let less = |feature| Leaning {
            feature,
            direction: Direction::Less,
        };
        let (length, adverbs) = (less(Feature::SentenceLength), less(Feature::AdverbDensity));
        let corrected = |correction| Rule {
            corrected: Some(correction),
            ..written("Action scenes: a short breath for each sentence")
        };
        for (rule, expected) in [
            (
                written("Short sentences in action scenes, no adverbs"),
                vec![length, adverbs],
            ),
            (written("动作场景偏好短句"), vec![length]),
            (written("Dialogue carries no adverbs"), vec![]),
            (written("对白少用副词"), vec![]),
            (written("Use the past tense"), vec![]),
            (written("The harbour smells of tar"), vec![]),
            (corrected(Correction::Measures(adverbs)), vec![adverbs]),
            (corrected(Correction::Unmeasured), vec![]),
        ] {
            let rules = [rule];
            let shaped = shaping(&rules, SceneType::Action, "polish", DateTime::UNIX_EPOCH);
            let leanings: Vec<Leaning> = shaped.iter().map(|shaping| shaping.key.leaning()).collect();
            assert_eq!(leanings, expected, "{}", rules[0].text);
        }
        let dialogue = [written("Dialogue carries no adverbs")];
        let shaped = shaping(&dialogue, SceneType::Dialogue, "polish", DateTime::UNIX_EPOCH);
        assert_eq!(shaped.len(), 1);
    }

    #[test]
    fn the_writer_s_own_words_win_over_a_rule_learned_for_the_same_prose() {
        let rules = [rule(SHORT), written("Short sentences")];
        assert_eq!(shaped(&rules), ["written-Short sentences"]);
    }

    #[test]
    fn a_change_goes_with_a_rule_against_it_or_neither_way() {
        for (long, short) in [
            ("He ran and then he fell.", "He ran. He fell."),
            ("他跑了几步就跌倒了。", "他跑了几步。他跌倒了。"),
        ] {
            let measures = |text: &str| measure(text, Language::of(text));
            let (long, short) = (measures(long), measures(short));
            let shorter = Leaning {
                feature: Feature::SentenceLength,
                direction: Direction::Less,
            };
            assert_eq!(agreement(shorter, &long, &short), 1.0);
            assert_eq!(agreement(shorter, &short, &long), -1.0);
            assert_eq!(agreement(shorter, &long, &long), 0.0);
        }
    }

    #[test]
    fn a_rule_knows_the_moves_that_can_follow_it() {
        for (text, skill, expected) in [
            (
                "Short sentences",
                None,
                vec![Move::SplitSentences, Move::SemicolonsToPeriods],
            ),
            ("Short sentences", Some("tighten"), vec![]),
            ("Short sentences", Some("revise"), vec![]),
            (
                "No adverbs",
                Some("tighten"),
                vec![Move::CutFillers, Move::CutAdverbs],
            ),
            ("少用副词", None, vec![Move::CutAdverbs, Move::ThinDi]),
            ("少用「的」", None, vec![Move::ThinDe]),
            ("Fewer similes", None, vec![]),
            ("多用比喻", None, vec![]),
            ("The harbour smells of tar", None, vec![]),
        ] {
            let rule = Rule {
                skill: skill.map(str::to_owned),
                ..written(text)
            };
            assert_eq!(moves(&rule), expected, "{text} {skill:?}");
        }
    }

    #[test]
    fn joining_sentences_follows_no_rule_about_words() {
        for (apart, joined) in [
            (
                "She slowly rose. She quickly left the very old house.",
                "She slowly rose, and she quickly left the very old house.",
            ),
            (
                "她慢慢地站起来。她很快离开了老房子。",
                "她慢慢地站起来，而她很快离开了老房子。",
            ),
        ] {
            let measures = |text: &str| measure(text, Language::of(text));
            for feature in [
                Feature::AdverbDensity,
                Feature::FillerDensity,
                Feature::AdjectiveDensity,
                Feature::PassiveShare,
                Feature::LexicalDiversity,
            ] {
                let less = Leaning {
                    feature,
                    direction: Direction::Less,
                };
                assert_eq!(
                    agreement(less, &measures(apart), &measures(joined)),
                    0.0,
                    "{feature:?}"
                );
            }
        }
    }
}
