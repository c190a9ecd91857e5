//! Whether the desk confirms its own rules: a rule shapes an offer, the writer accepts it, and the act must not count
//! as new support for that rule.

use std::collections::BTreeMap;

use learning::RuleState;
use support::{TestProject, taken};

use crate::writer::Writer;
use crate::{distilled, import_records};

/// Choices from offers that no rule shaped. The rules that shape the later offers are learned from them.
const LEARNED_FROM: usize = 400;
/// How many accepted acts have a rule that shaped them.
const CYCLES: usize = 1_000;

/// Repeats a cycle: recall the rules, offer candidates that the rules shape, accept one, distil. Returns a sentence
/// that says how much support the rules got from acts they had shaped.
pub fn drawn_from_itself() -> String {
    let writer = Writer::new();
    let test = TestProject::new();
    let project = &test.project;
    import_records(project, &writer.records(LEARNED_FROM));
    distilled(project);

    let mut shaped: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let before = supports(&test, &shaped);
    // One offer in ten is made without rules, so twice as many offers are enough for `CYCLES` shaped ones.
    for number in 0..2 * CYCLES {
        if shaped.len() == CYCLES {
            break;
        }
        let request = writer.request(number);
        let offer = project.learning().offer(&request).expect("an offer");
        let wanted = (0..offer.candidates.len()).max_by_key(|&place| offer.candidates[place].rules.len());
        let Some(wanted) = wanted else { continue };
        project
            .learning()
            .record(taken(&request, &offer, wanted))
            .expect("a journal that can be written");
        if !offer.shaped_by.is_empty() {
            shaped.insert(offer.episode_id, offer.shaped_by);
        }
        distilled(project);
    }
    if shaped.is_empty() {
        return "not measured: no rule shaped any offer".into();
    }
    let after = supports(&test, &shaped);
    let gained: usize = after.values().map(|(_, of_itself)| of_itself).sum();
    let all: Vec<String> = before
        .iter()
        .map(|(rule, (from, _))| {
            let to = after.get(rule).map_or("gone".into(), |(to, _)| to.to_string());
            format!("{rule} {from} → {to}")
        })
        .collect();
    format!(
        "{gained} from {} acts shaped by a rule; with those that were not: {}",
        shaped.len(),
        all.join(", ")
    )
}

/// Returns, by rule in force, the number of supporting acts and how many of those acts the rule itself had shaped.
fn supports(test: &TestProject, shaped: &BTreeMap<String, Vec<String>>) -> BTreeMap<String, (usize, usize)> {
    let rules = test.project.learning().rules().expect("rules");
    rules
        .into_iter()
        .filter(|weighed| weighed.rule.state == RuleState::Rule)
        .map(|weighed| {
            let of_itself = weighed.supporting_episodes.iter().filter(|act| {
                shaped
                    .get(*act)
                    .is_some_and(|rules| rules.contains(&weighed.rule.id))
            });
            let counts = (weighed.supporting_episodes.len(), of_itself.count());
            (weighed.rule.id, counts)
        })
        .collect()
}
