//! Whether the desk agrees with itself: a rule shapes an offer, she takes what it asks for, and so on.

use std::collections::BTreeMap;

use learning::RuleState;
use support::{TestProject, taken};

use crate::writer::Writer;
use crate::{distilled, import_records};

/// Choices of her own from which the rules come that shape the offers.
const LEARNED_FROM: usize = 400;
/// How many acts are shaped by a rule and accepted.
const CYCLES: usize = 1_000;

/// Recalls the rules, offers candidates that they shape, accepts the candidates and distils, again and again. Returns a
/// sentence on how much support the rules drew from acts they had shaped.
pub fn drawn_from_itself() -> String {
    let writer = Writer::new();
    let test = TestProject::new();
    let project = &test.project;
    import_records(project, &writer.records(LEARNED_FROM));
    distilled(project);

    let mut shaped: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let before = supports(&test, &shaped);
    // One offer in ten leaves the rules out.
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

/// Returns the support of each rule in force, and how much of it is from acts that the rule shaped.
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
