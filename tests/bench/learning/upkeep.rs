//! The cost of learning that goes on for long, and its invariants.

use std::io::{self, Write as _};

use support::TestProject;
use support::contradictions::{contradictions, in_other_words, outcome};

use crate::learning::{cycles, decay};
use crate::table::Durations;
use crate::writer::Writer;
use crate::{MANY, distilled, fade, import_records};

/// Prints the measured values beside their goals.
pub fn print() -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "\nGoing on learning")?;
    for (what, goal, figure) in [
        (
            "distil after one more episode, 10,000 there",
            "< 50 ms",
            one_more(),
        ),
        (
            "support a rule draws from acts it shaped",
            "0",
            cycles::drawn_from_itself(),
        ),
        (
            "contradictions that came up as a question",
            "≥ .95",
            contradictions_asked(),
        ),
        (
            "decay of 1,000,000 episodes, as kept in the index",
            "< 1 s",
            faded()?,
        ),
        (
            "  of it, the function alone, in memory",
            "",
            decay::of_a_million(),
        ),
    ] {
        writeln!(out, "  {what:<50} {goal:<16} {figure}")?;
    }
    Ok(())
}

/// Computes how far each of a million episodes has faded, as the desk does.
fn faded() -> io::Result<String> {
    let (counted, bands) = fade::through_the_index(&Writer::new())?;
    Ok(format!(
        "p50 {:.0} ms, p95 {:.0} ms: {bands}",
        counted.quantile(0.5),
        counted.quantile(0.95)
    ))
}

/// Counts the questions about known contradictions, and about contradictions in words that the word lists were never
/// fitted to.
fn contradictions_asked() -> String {
    let seeded = outcome(&contradictions());
    let unseen = outcome(&in_other_words());
    format!(
        "{} of {}, {} of {} in other words; {} decided in silence",
        seeded.asked,
        seeded.pairs,
        unseen.asked,
        unseen.pairs,
        seeded.overwritten + unseen.overwritten,
    )
}

/// Times a distillation after each of some more episodes, then a distillation of the whole journal.
fn one_more() -> String {
    const MORE: usize = 30;

    let writer = Writer::new();
    let test = TestProject::new();
    let project = &test.project;
    import_records(project, &writer.records(MANY));
    distilled(project);
    let mut durations = Durations::default();
    for number in MANY..MANY + MORE {
        project
            .learning()
            .record(writer.input(number))
            .expect("a journal that can be written");
        durations.time(|| distilled(project));
    }
    let kept_up = project.learning().rules().expect("rules");
    project.memory().rebuild().expect("an index");
    distilled(project);
    let anew = project.learning().rules().expect("rules");
    format!(
        "p50 {:.1} ms, p95 {:.1} ms; {} rules, {} after everything anew",
        durations.quantile(0.5),
        durations.quantile(0.95),
        kept_up.len(),
        if kept_up == anew { "the same" } else { "OTHERS" },
    )
}
