//! The report: one row per figure, one column per group of writers.

use std::io::{self, Write as _};

use prose::Language;

use crate::learning::calibration::{Statement, mean_gap, mean_square};
use crate::learning::looks::Outcome;
use crate::learning::planted::Correlations;
use crate::learning::scoring::{Worth, found, settled, worth};
use crate::learning::truth::{Kind, Plant, Shift};

/// The numbers of episodes after which figures are given.
const AFTER: [usize; 3] = [50, 100, 200];

/// One column: its heading and the results of its writers.
pub type Column<'a> = (&'a str, Vec<&'a Outcome<'a>>);

/// A row: its label, its goal (empty without a goal), and the function that formats the cell of a group of writers.
struct Row<'a>(String, &'static str, Figure<'a>);

type Figure<'a> = Box<dyn Fn(&[&Outcome<'_>]) -> String + 'a>;

/// Prints each figure that at least one of the groups of writers has.
pub fn print(title: &str, columns: &[Column<'_>], correlations: &Correlations) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let line = |label: &str, goal: &str, cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:<41}")).collect();
        format!("  {label:<46} {goal:<16} {}", cells.concat())
            .trim_end()
            .to_owned()
    };
    let heads: Vec<String> = columns
        .iter()
        .map(|(head, outcomes)| format!("{head}: {}", outcomes.len()))
        .collect();
    writeln!(out, "\n{title}\n{}", line("", "goal", &heads))?;
    for Row(label, goal, figure) in rows(correlations) {
        let cells: Vec<String> = columns.iter().map(|(_, outcomes)| figure(outcomes)).collect();
        if cells.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        writeln!(out, "{}", line(&label, goal, &cells))?;
    }
    Ok(())
}

fn rows(correlations: &Correlations) -> Vec<Row<'_>> {
    let mut rows = vec![
        Row(
            "writers without a taste who ever got a rule".into(),
            "≤ .05",
            Box::new(|outcomes| {
                after_each(|episodes| {
                    of_kind(outcomes, Kind::NoTaste)
                        .map(move |outcome| !outcome.ever_in_force(0, episodes).is_empty())
                })
            }),
        ),
        Row(
            "planted found (ever a rule while it held)".into(),
            ".45 .75 .90",
            Box::new(|outcomes| recall(outcomes, |_| true)),
        ),
    ];
    let kinds = [
        ("stationary", "", Kind::Stationary),
        ("who edit", ".95 at 200", Kind::Edit),
        ("whose taste changes", "", Kind::Drift),
    ];
    for (name, goal, kind) in kinds {
        rows.push(Row(
            format!("  writers {name}"),
            goal,
            Box::new(move |outcomes| recall(outcomes, |outcome| outcome.writer.kind == kind)),
        ));
    }
    for (name, language) in [("English", Language::En), ("Chinese", Language::Zh)] {
        rows.push(Row(
            format!("  in {name}"),
            "",
            Box::new(move |outcomes| recall(outcomes, |outcome| outcome.writer.language == language)),
        ));
    }
    for consistency in [0.75, 0.85, 0.95] {
        rows.push(Row(
            format!("  followed {:.0} % of the time", consistency * 100.0),
            "",
            Box::new(move |outcomes| {
                recall(outcomes, |outcome| {
                    outcome.writer.consistency == Some(consistency)
                })
            }),
        ));
    }
    rows.push(Row(
        "planted in force at the look itself".into(),
        "",
        Box::new(|outcomes| {
            after_each(|episodes| {
                planted(outcomes, episodes).map(move |(outcome, plant)| {
                    found(plant.claim, &outcome.in_force(episodes), outcome.writer)
                })
            })
        }),
    ));
    rows.push(Row(
        "rules strictly right".into(),
        "– .95 .97",
        Box::new(|outcomes| precision(outcomes, correlations)),
    ));
    for (name, goal, kind) in kinds {
        rows.push(Row(
            format!("  of writers {name}"),
            goal,
            Box::new(move |outcomes| {
                let of_kind: Vec<_> = of_kind(outcomes, kind).collect();
                precision(&of_kind, correlations)
            }),
        ));
    }
    for episodes in [100, 200] {
        rows.push(Row(
            format!("  strict / shadow / stale / false at {episodes}"),
            "",
            Box::new(move |outcomes| {
                let worths = worths(outcomes, episodes, correlations);
                let count = |worth| worths.iter().filter(|found| **found == worth).count();
                if worths.is_empty() {
                    return String::new();
                }
                [Worth::Strict, Worth::Shadow, Worth::Stale, Worth::False]
                    .map(|worth| count(worth).to_string())
                    .join(" / ")
            }),
        ));
    }
    rows.push(Row(
        "right state after a change of taste".into(),
        "≥ .85",
        Box::new(|outcomes| changes(outcomes, |_| true)),
    ));
    for shift in Shift::ALL {
        rows.push(Row(
            format!("  {}", shift.name()),
            "",
            Box::new(move |outcomes| changes(outcomes, |found| found == shift)),
        ));
    }
    rows.extend(calibration());
    rows
}

fn calibration() -> [Row<'static>; 4] {
    fn row(label: &str, goal: &'static str, figure: impl Fn(&[Statement]) -> f64 + 'static) -> Row<'static> {
        Row(
            label.into(),
            goal,
            Box::new(move |outcomes| {
                let statements: Vec<Statement> = outcomes
                    .iter()
                    .flat_map(|outcome| outcome.statements.iter().copied())
                    .collect();
                if statements.is_empty() {
                    return String::new();
                }
                format!("{:.3} of {} statements", figure(&statements), statements.len())
            }),
        )
    }
    [
        row("confidence − next choice: mean gap", "≤ .05", mean_gap),
        row("Brier: does the next choice agree", "", |statements| {
            mean_square(
                statements,
                |statement| statement.confidence,
                |statement| statement.next.map(f64::from),
            )
        }),
        row(
            "squared gap: share of later choices agreeing",
            "≤ .022",
            |statements| {
                mean_square(
                    statements,
                    |statement| statement.confidence,
                    |statement| statement.rate,
                )
            },
        ),
        row(
            "Brier of the chance that it holds: strictly right",
            "≤ .022",
            |statements| {
                mean_square(
                    statements,
                    |statement| statement.chance,
                    |statement| Some(f64::from(statement.right)),
                )
            },
        ),
    ]
}

fn of_kind<'a>(outcomes: &'a [&'a Outcome<'a>], kind: Kind) -> impl Iterator<Item = &'a Outcome<'a>> {
    outcomes
        .iter()
        .copied()
        .filter(move |outcome| outcome.writer.kind == kind)
}

/// Returns each planted taste that its writer follows after `episodes` episodes.
fn planted<'a>(
    outcomes: &'a [&'a Outcome<'a>],
    episodes: usize,
) -> impl Iterator<Item = (&'a Outcome<'a>, &'a Plant)> {
    outcomes.iter().flat_map(move |outcome| {
        outcome
            .writer
            .plants_at(episodes)
            .map(move |plant| (*outcome, plant))
    })
}

fn recall(outcomes: &[&Outcome<'_>], counts: impl Fn(&Outcome<'_>) -> bool) -> String {
    let counted: Vec<_> = outcomes
        .iter()
        .copied()
        .filter(|outcome| counts(outcome))
        .collect();
    after_each(|episodes| {
        planted(&counted, episodes).map(move |(outcome, plant)| {
            found(
                plant.claim,
                &outcome.ever_in_force(plant.from, episodes),
                outcome.writer,
            )
        })
    })
}

fn worths(outcomes: &[&Outcome<'_>], episodes: usize, correlations: &Correlations) -> Vec<Worth> {
    outcomes
        .iter()
        .flat_map(|outcome| {
            let rules = outcome.in_force(episodes);
            rules
                .into_iter()
                .map(|rule| worth(rule, outcome.writer, episodes, correlations))
        })
        .collect()
}

fn precision(outcomes: &[&Outcome<'_>], correlations: &Correlations) -> String {
    after_each(|episodes| {
        worths(outcomes, episodes, correlations)
            .into_iter()
            .map(|worth| worth == Worth::Strict)
    })
}

fn changes(outcomes: &[&Outcome<'_>], counts: impl Fn(Shift) -> bool) -> String {
    share(outcomes.iter().flat_map(|outcome| {
        let rules = outcome.in_force(outcome.looks.len());
        outcome
            .writer
            .drifts
            .iter()
            .filter(|drift| counts(drift.shift))
            .map(|drift| settled(*drift, &rules, outcome.writer))
            .collect::<Vec<_>>()
    }))
}

/// Returns the share after 50, after 100 and after 200 episodes, in columns.
fn after_each<I: Iterator<Item = bool>>(happened: impl Fn(usize) -> I) -> String {
    AFTER
        .map(|episodes| format!("{:<13}", share(happened(episodes))))
        .concat()
}

/// Returns how many of the values are true, of how many, and the percentage; an empty string for no values.
fn share(happened: impl Iterator<Item = bool>) -> String {
    let all: Vec<bool> = happened.collect();
    let count = all.iter().filter(|one| **one).count();
    if all.is_empty() {
        String::new()
    } else {
        let share = count as f64 / all.len() as f64;
        format!("{count}/{} {share:.2}", all.len())
    }
}
