//! Calibration: whether the writer chose as often in line with a rule as the confidence of the rule claimed.

use std::collections::BTreeMap;

use prose::{Feature, Language, measure};

use crate::learning::looks::Stated;
use crate::learning::truth::{Act, Claim};

/// For each choice of a writer, its scene and the sign of each feature. The sign is +1 where the taken candidate has
/// more of the feature than the mean of the other candidates, and −1 where it has less. It is 0 where both are equal or
/// nothing was chosen.
pub struct Choices(Vec<(prose::SceneType, Vec<i8>)>);

impl Choices {
    pub fn of(acts: &[Act], language: Language) -> Self {
        Self(
            acts.iter()
                .map(|act| {
                    let signs = act
                        .choice
                        .as_ref()
                        .map(|(candidates, taken)| signs(candidates, *taken, language));
                    (act.scene, signs.unwrap_or_else(|| vec![0; Feature::ALL.len()]))
                })
                .collect(),
        )
    }

    /// Returns, for each relevant choice from index `from` on, whether the choice agrees with the rule. A choice is
    /// relevant if it is in the rule's scene and its candidates differ in the rule's feature.
    pub fn after(&self, from: usize, rule: Claim) -> impl Iterator<Item = bool> {
        self.0
            .iter()
            .skip(from)
            .filter(move |(scene, _)| rule.scene.is_none_or(|of_rule| of_rule == *scene))
            .map(move |(_, signs)| f64::from(signs[rule.feature as usize]) * rule.direction.sign())
            .filter(|side| *side != 0.0)
            .map(|side| side > 0.0)
    }
}

fn signs(candidates: &[String], taken: usize, language: Language) -> Vec<i8> {
    let measured: Vec<_> = candidates.iter().map(|text| measure(text, language)).collect();
    Feature::ALL
        .iter()
        .map(|&feature| {
            let others: Vec<f64> = measured
                .iter()
                .enumerate()
                .filter(|(place, _)| *place != taken)
                .filter_map(|(_, measures)| measures.get(feature))
                .collect();
            let mean = others.iter().sum::<f64>() / others.len() as f64;
            match measured[taken].get(feature) {
                // Floating-point sums have rounding errors, so values that differ by less than 1e-9 of their size count
                // as equal.
                Some(own) if (own - mean).abs() > 1e-9 * own.abs().max(mean.abs()) => {
                    if own > mean {
                        1
                    } else {
                        -1
                    }
                }
                _ => 0,
            }
        })
        .collect()
}

/// The confidence of a rule after one act, and how often the writer's later choices agreed with the rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Statement {
    pub confidence: f64,
    /// The chance that the rule holds.
    pub chance: f64,
    /// Whether the next relevant choice agreed; `None` where none followed.
    pub next: Option<bool>,
    /// The share of all following relevant choices that agreed; `None` where fewer than [`ENOUGH`] followed.
    pub rate: Option<f64>,
    /// Whether the rule is strictly right.
    pub right: bool,
}

/// The fewest choices for a rate of agreement. With fewer, the rate is mostly chance: at 0.85 the standard deviation of
/// ten choices is 0.11.
pub const ENOUGH: usize = 10;

impl Statement {
    pub fn of(stated: &Stated, right: bool, choices: &Choices, looked_after: usize) -> Self {
        let following: Vec<bool> = choices.after(looked_after, stated.claim).collect();
        let agreed = following.iter().filter(|agrees| **agrees).count();
        Self {
            confidence: stated.confidence,
            chance: stated.chance,
            next: following.first().copied(),
            rate: (following.len() >= ENOUGH).then(|| agreed as f64 / following.len() as f64),
            right,
        }
    }
}

/// Returns the expected calibration error (Naeini, Cooper and Hauskrecht, 2015) with bins of a twentieth. The error is
/// the mean distance, over bins, between confidence and share of agreement. Each bin is weighted by its number of
/// statements. Without statements the error is NaN.
pub fn mean_gap(statements: &[Statement]) -> f64 {
    const BINS: f64 = 20.0;
    let mut bins: BTreeMap<i64, (f64, f64, f64)> = BTreeMap::new();
    for statement in statements {
        let Some(next) = statement.next else { continue };
        #[expect(clippy::cast_possible_truncation, reason = "between 0 and 20")]
        let bin = bins
            .entry((statement.confidence * BINS).floor() as i64)
            .or_default();
        bin.0 += statement.confidence;
        bin.1 += f64::from(next);
        bin.2 += 1.0;
    }
    let gaps: f64 = bins
        .values()
        .map(|(stated, agreed, _)| (stated - agreed).abs())
        .sum();
    gaps / bins.values().map(|(.., count)| count).sum::<f64>()
}

/// Returns the mean squared distance between the `stated` value and the outcome, over the statements with an outcome.
/// It is NaN without such statements. With outcomes of 0 and 1 it is the Brier score.
pub fn mean_square(
    statements: &[Statement],
    stated: impl Fn(&Statement) -> f64,
    outcome: impl Fn(&Statement) -> Option<f64>,
) -> f64 {
    let squares: Vec<f64> = statements
        .iter()
        .filter_map(|statement| Some((stated(statement) - outcome(statement)?).powi(2)))
        .collect();
    squares.iter().sum::<f64>() / squares.len() as f64
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use learning::Direction::{Less, More};
    use prose::SceneType::{self, Action, Dialogue};

    use super::*;

    const SHORT: &str = "He ran. He fell.";
    const MIDDLE: &str = "He ran and fell. He rose again.";
    const LONG: &str = "He ran until he fell in the mud of the road.";

    fn act(scene: SceneType, choice: Option<(&[&str], usize)>) -> Act {
        Act {
            record: String::new(),
            created_at: DateTime::UNIX_EPOCH,
            scene,
            choice: choice.map(|(texts, taken)| (texts.iter().map(|&text| text.to_owned()).collect(), taken)),
        }
    }

    #[test]
    fn the_next_relevant_choice_is_the_next_in_the_scene_that_differs_in_the_feature() {
        let acts = [
            act(Action, Some((&[SHORT, LONG], 0))),
            act(Dialogue, Some((&[SHORT, LONG], 1))),
            act(Action, None),
            act(Action, Some((&[LONG, LONG], 0))),
            act(Action, Some((&[SHORT, MIDDLE, LONG], 2))),
        ];
        let choices = Choices::of(&acts, Language::En);
        let rule = |direction, scene| Claim {
            feature: Feature::SentenceLength,
            direction,
            scene,
        };
        for (from, rule, expected) in [
            (0, rule(Less, Some(Action)), &[true, false][..]),
            (1, rule(Less, Some(Action)), &[false]),
            (1, rule(More, Some(Action)), &[true]),
            (0, rule(Less, None), &[true, false, false]),
            (5, rule(Less, None), &[]),
        ] {
            assert_eq!(
                choices.after(from, rule).collect::<Vec<_>>(),
                expected,
                "{from} {rule:?}"
            );
        }
    }

    fn statement(confidence: f64, next: impl Into<Option<bool>>) -> Statement {
        Statement {
            confidence,
            chance: 0.9,
            next: next.into(),
            rate: None,
            right: true,
        }
    }

    #[test]
    fn the_mean_gap_weighs_each_bin_by_its_statements() {
        let of = |confidence, agreed, refused| {
            let outcomes = [vec![true; agreed], vec![false; refused]].concat();
            outcomes.into_iter().map(move |next| statement(confidence, next))
        };
        // Nine of ten choices agree at 0.92: a gap of 0.02. None of ten agree at 0.62: a gap of 0.62.
        let all: Vec<_> = of(0.92, 9, 1).chain(of(0.62, 0, 10)).collect();
        assert!((mean_gap(&all) - 0.32).abs() < 1e-12);
        assert!((mean_gap(&all[..10]) - 0.02).abs() < 1e-12);
        assert!(mean_gap(&[statement(0.9, None)]).is_nan(), "nothing followed");
    }

    #[test]
    fn the_brier_score_is_the_mean_square_of_what_was_wrong() {
        let statements = [statement(0.9, true), statement(0.8, false), statement(0.7, None)];
        let brier = mean_square(
            &statements,
            |statement| statement.confidence,
            |statement| statement.next.map(f64::from),
        );
        assert!((brier - (0.01 + 0.64) / 2.0).abs() < 1e-12, "{brier}");
    }
}
