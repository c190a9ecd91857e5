//! Scores the learned rules against the planted tastes.

use prose::Language;

use crate::learning::planted::Correlations;
use crate::learning::truth::{Claim, Drift, Plant, Shift, Writer};

/// The least absolute correlation at which two features count as moving together.
const MOVES_WITH: f64 = 0.25;

/// The score of one rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// The feature, direction and scene of the rule are those of a planted taste.
    Strict,
    /// The rule is not planted, but its feature correlates with a planted feature of that scene, in the matching
    /// direction.
    Shadow,
    /// The rule was planted, but the taste has ended. It is as wrong as [`Worth::False`], but counted apart.
    Stale,
    /// All other rules, including the wrong direction of a planted taste.
    False,
}

/// Returns the score of a rule after `episodes` episodes.
///
/// A taste planted in all scenes makes a rule for one scene right. A rule for all scenes is right only if the taste is
/// planted in all scenes.
pub fn worth(claim: Claim, writer: &Writer, episodes: usize, correlations: &Correlations) -> Worth {
    let right = |plant: &Plant| {
        let alike = plant.claim.feature == claim.feature && plant.claim.direction == claim.direction;
        alike && plant.claim.scene.is_none_or(|scene| claim.scene == Some(scene))
    };
    if writer.plants_at(episodes).any(right) {
        Worth::Strict
    } else if writer
        .plants_at(episodes)
        .any(|plant| follows(claim, plant.claim, writer.language, correlations))
    {
        Worth::Shadow
    } else if writer
        .plants
        .iter()
        .filter(|plant| plant.to < episodes)
        .any(right)
    {
        Worth::Stale
    } else {
        Worth::False
    }
}

/// Returns whether a claim follows from the planted claim by the correlation of their features in a scene they share.
fn follows(claim: Claim, planted: Claim, language: Language, correlations: &Correlations) -> bool {
    let share_a_scene = claim.scene.is_none() || planted.scene.is_none() || claim.scene == planted.scene;
    let scene = claim.scene.or(planted.scene);
    let together = if claim.feature == planted.feature {
        1.0
    } else {
        correlations.of(language, scene, (planted.feature, claim.feature))
    };
    share_a_scene && together * planted.direction.sign() * claim.direction.sign() >= MOVES_WITH
}

/// Returns whether one of the rules, or several together, state the planted taste.
///
/// A taste planted in all scenes is found by a rule for all scenes. It is also found by rules for scenes that hold at
/// least half of the writer's episodes.
pub fn found(planted: Claim, rules: &[Claim], writer: &Writer) -> bool {
    let alike: Vec<&Claim> = rules
        .iter()
        .filter(|rule| rule.feature == planted.feature && rule.direction == planted.direction)
        .collect();
    match planted.scene {
        Some(_) => alike.contains(&&planted),
        None => {
            alike.iter().any(|rule| rule.scene.is_none())
                || writer.share(|scene| alike.iter().any(|rule| rule.scene == Some(scene))) >= 0.5
        }
    }
}

/// Returns whether the rules state the tastes as they are after the change.
pub fn settled(drift: Drift, rules: &[Claim], writer: &Writer) -> bool {
    let opposite = Claim {
        direction: drift.claim.direction.opposite(),
        ..drift.claim
    };
    // A rule for one scene or for all that still states the old taste in a scene where it held.
    let still = |old: Claim| {
        rules.iter().any(|rule| {
            let alike = rule.feature == old.feature && rule.direction == old.direction;
            alike && (rule.scene.is_none() || old.scene.is_none() || rule.scene == old.scene)
        })
    };
    match drift.shift {
        Shift::Flip => found(opposite, rules, writer) && !still(drift.claim),
        Shift::Drop => !still(drift.claim),
        Shift::New => found(drift.claim, rules, writer),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use chrono::DateTime;
    use learning::Direction::{self, Less, More};
    use prose::Feature::{self, Register, SentenceLength};
    use prose::SceneType::{self, Action, Description, Dialogue};

    use super::*;
    use crate::learning::truth::{Act, Kind};

    fn claim(feature: Feature, direction: Direction, scene: impl Into<Option<SceneType>>) -> Claim {
        Claim {
            feature,
            direction,
            scene: scene.into(),
        }
    }

    /// A writer of ten episodes, five of them action, three dialogue and two description.
    fn writer(plants: &[(Claim, usize, usize)]) -> Writer {
        let scenes = [(Action, 5), (Dialogue, 3), (Description, 2)];
        Writer {
            name: "w".into(),
            kind: Kind::Stationary,
            language: Language::En,
            consistency: None,
            plants: plants
                .iter()
                .map(|&(claim, from, to)| Plant { claim, from, to })
                .collect(),
            drifts: Vec::new(),
            acts: scenes
                .into_iter()
                .flat_map(|(scene, times)| std::iter::repeat_n(scene, times))
                .map(|scene| Act {
                    record: String::new(),
                    created_at: DateTime::UNIX_EPOCH,
                    scene,
                    choice: None,
                })
                .collect(),
        }
    }

    fn correlations() -> Correlations {
        let pair = |value| HashMap::from([((SentenceLength, Register), value)]);
        Correlations::from_iter([
            ((Language::En, Action), pair(0.3)),
            ((Language::En, Dialogue), pair(-0.3)),
            ((Language::En, Description), pair(0.2)),
        ])
    }

    #[test]
    fn a_rule_is_right_when_feature_direction_and_scene_are_planted() {
        let in_action = claim(SentenceLength, Less, Action);
        let in_all = claim(SentenceLength, Less, None);
        for (planted, rule, expected) in [
            (in_action, in_action, Worth::Strict),
            (in_all, in_action, Worth::Strict),
            (in_all, in_all, Worth::Strict),
            // The claim is for all scenes but true in one: there, its feature correlates with the planted feature.
            (in_action, in_all, Worth::Shadow),
            (in_action, claim(SentenceLength, Less, Dialogue), Worth::False),
            (in_action, claim(SentenceLength, More, Action), Worth::False),
            (in_action, claim(Register, Less, Action), Worth::Shadow),
            (in_action, claim(Register, More, Action), Worth::False),
            (in_action, claim(Register, Less, Dialogue), Worth::False),
            // In dialogue the two features correlate negatively; in description they correlate too little.
            (in_all, claim(Register, More, Dialogue), Worth::Shadow),
            (in_all, claim(Register, Less, Dialogue), Worth::False),
            (in_all, claim(Register, Less, Description), Worth::False),
        ] {
            let writer = writer(&[(planted, 0, 10)]);
            assert_eq!(
                worth(rule, &writer, 10, &correlations()),
                expected,
                "{planted:?}, {rule:?}"
            );
        }
    }

    #[test]
    fn a_rule_about_what_holds_no_longer_is_stale_and_one_ahead_of_its_time_false() {
        let old = claim(SentenceLength, Less, Action);
        let new = claim(SentenceLength, More, Action);
        let writer = writer(&[(old, 0, 5), (new, 5, 10)]);
        for (episodes, rule, expected) in [
            (5, old, Worth::Strict),
            (5, new, Worth::False),
            (6, old, Worth::Stale),
            (6, new, Worth::Strict),
        ] {
            let found = worth(rule, &writer, episodes, &Correlations::default());
            assert_eq!(found, expected, "{episodes}, {rule:?}");
        }
    }

    #[test]
    fn what_is_planted_everywhere_is_found_by_one_rule_or_over_half_of_the_episodes() {
        let everywhere = claim(SentenceLength, Less, None);
        let of = |scene| claim(SentenceLength, Less, scene);
        for (rules, expected) in [
            (&[everywhere][..], true),
            (&[of(Action)], true),
            (&[of(Dialogue)], false),
            (&[of(Dialogue), of(Description)], true),
            (&[of(Dialogue), claim(SentenceLength, More, Description)], false),
            (&[of(Dialogue), claim(Register, Less, Description)], false),
            (&[], false),
        ] {
            assert_eq!(found(everywhere, rules, &writer(&[])), expected, "{rules:?}");
        }
    }

    #[test]
    fn what_is_planted_in_a_scene_is_found_by_a_rule_for_it() {
        let planted = claim(SentenceLength, Less, Action);
        assert!(found(planted, &[planted], &writer(&[])));
        for other in [
            claim(SentenceLength, Less, None),
            claim(SentenceLength, Less, Dialogue),
        ] {
            assert!(!found(planted, &[other], &writer(&[])), "{other:?}");
        }
    }

    #[test]
    fn a_change_of_taste_is_settled_when_the_rules_say_how_things_are_now() {
        let old = claim(SentenceLength, Less, Action);
        let new = claim(SentenceLength, More, Action);
        let everywhere = claim(SentenceLength, Less, None);
        for (shift, claim, rules, expected) in [
            (Shift::Flip, old, &[new][..], true),
            (Shift::Flip, old, &[], false),
            (Shift::Flip, old, &[old], false),
            (Shift::Flip, old, &[new, everywhere], false),
            (
                Shift::Flip,
                old,
                &[new, self::claim(SentenceLength, Less, Dialogue)],
                true,
            ),
            (Shift::Drop, old, &[], true),
            (Shift::Drop, old, &[old], false),
            (Shift::Drop, everywhere, &[old], false),
            (Shift::New, new, &[new], true),
            (Shift::New, new, &[], false),
        ] {
            assert_eq!(
                settled(Drift { shift, claim }, rules, &writer(&[])),
                expected,
                "{shift:?} {claim:?}: {rules:?}"
            );
        }
    }
}
