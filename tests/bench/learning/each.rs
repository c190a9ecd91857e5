//! The results of each writer: when each taste was found, and each rule that was wrong.

use std::collections::BTreeMap;
use std::io::{self, Write as _};

use crate::learning::looks::Outcome;
use crate::learning::planted::Correlations;
use crate::learning::scoring::{Worth, found, worth};
use crate::learning::truth::Claim;

/// Prints the results, one writer after the other.
pub fn print(outcomes: &[Outcome<'_>], correlations: &Correlations) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out)?;
    for outcome in outcomes {
        let writer = outcome.writer;
        let followed = writer.consistency.map_or(String::new(), |consistency| {
            format!(", followed {:.0} % of the time", consistency * 100.0)
        });
        writeln!(
            out,
            "{} {:?} {:?}{followed}",
            writer.name, writer.kind, writer.language
        )?;
        for plant in &writer.plants {
            let first = (plant.from + 1..=plant.to)
                .find(|&episodes| found(plant.claim, &outcome.ever_in_force(plant.from, episodes), writer));
            let first = first.map_or("never found".into(), |first| format!("found at {first}"));
            writeln!(
                out,
                "  {} {}..{}: {first}",
                named(plant.claim),
                plant.from,
                plant.to
            )?;
        }
        for (rule, looks) in wrong(outcome, correlations) {
            writeln!(out, "  {rule} at {looks}")?;
        }
    }
    Ok(())
}

/// Returns, for each wrong rule, its error and the numbers of the acts after which the rule was in force.
fn wrong(outcome: &Outcome<'_>, correlations: &Correlations) -> BTreeMap<String, String> {
    let mut at: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (episodes, look) in (1..).zip(&outcome.looks) {
        for stated in look {
            let worth = worth(stated.claim, outcome.writer, episodes, correlations);
            if worth != Worth::Strict {
                let rule = format!("{worth:?}: {}", named(stated.claim));
                at.entry(rule).or_default().push(episodes);
            }
        }
    }
    at.into_iter()
        .map(|(rule, looks)| (rule, spans(&looks)))
        .collect()
}

/// Returns ascending numbers as ranges: `3-5, 9`.
fn spans(numbers: &[usize]) -> String {
    let spans: Vec<String> = numbers
        .chunk_by(|a, b| a + 1 == *b)
        .map(|span| match span {
            [first, .., last] => format!("{first}-{last}"),
            [one] => one.to_string(),
            [] => String::new(),
        })
        .collect();
    spans.join(", ")
}

fn named(claim: Claim) -> String {
    format!(
        "{}.{}.{}",
        claim.scene.map_or("any", |scene| scene.name()),
        claim.feature.name(),
        claim.direction.name()
    )
}

#[cfg(test)]
mod tests {
    use super::spans;

    #[test]
    fn looks_in_a_row_are_one_span() {
        for (numbers, expected) in [
            (&[][..], ""),
            (&[7], "7"),
            (&[3, 4, 5, 9], "3-5, 9"),
            (&[1, 3, 4], "1, 3-4"),
        ] {
            assert_eq!(spans(numbers), expected);
        }
    }
}
