//! How well the desk learns the tastes of simulated writers, whose tastes are known, and how long it takes.
//!
//! Each act goes through the real path: the act is imported, its journal line is synced, its evidence is distilled, and
//! the rules are read. Seeds are fixed, so two runs of the same build print the same figures.

mod calibration;
mod cycles;
mod decay;
mod each;
mod fresh;
mod looks;
mod planted;
mod report;
mod scoring;
mod truth;
mod upkeep;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Instant;

use prose::Language;
use rayon::prelude::*;

use looks::Outcome;
use planted::{Correlations, Planted};
use truth::Writer;

/// The writers to measure.
#[derive(clap::Args)]
pub struct Options {
    /// A folder of simulated writers; tests/bench/learning/planted.rs describes its format.
    #[arg(long, value_name = "DIR")]
    planted: Option<PathBuf>,
    /// Also prints the results of each writer of that folder.
    #[arg(long)]
    each: bool,
    /// How many new writers without a taste to make from the passages of that folder.
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    without_taste: usize,
    /// How many new writers with tastes to make from the passages of that folder.
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    with_taste: usize,
}

/// Prints the figures.
pub fn run(options: &Options) -> io::Result<()> {
    // Measured on the disk of the usual temporary folder, because syncs are part of the cost of a distillation.
    upkeep::print()?;
    // From here on the rules are measured, not the time. Each act costs four syncs, so the projects are put in memory.
    let in_memory = Path::new("/dev/shm");
    if in_memory.is_dir() {
        // The call fails if a folder was chosen before; then that folder stays.
        let _ = tempfile::env::override_temp_dir(in_memory);
    }
    let Some(folder) = &options.planted else {
        return writeln!(
            io::stdout(),
            "\nWriters whose tastes are known: not measured; name their folder with --planted"
        );
    };
    let planted = planted::read(folder)?;
    known(&planted, options.each)?;
    made(&planted, options)
}

/// Prints the figures of the writers of the folder.
///
/// A method may be tuned on every second writer, by name, starting with the first. Only the figures of the other
/// writers show how good the method is.
fn known(planted: &Planted, each: bool) -> io::Result<()> {
    let start = Instant::now();
    let outcomes = watched(&planted.writers, &planted.correlations);
    if each {
        each::print(&outcomes, &planted.correlations)?;
    }
    let half = |first: usize| outcomes.iter().skip(first).step_by(2).collect();
    let columns = [
        ("tuned on (1st, 3rd …)", half(0)),
        ("reported (2nd, 4th …)", half(1)),
        ("all", outcomes.iter().collect()),
    ];
    let title = title("Planted writers", &outcomes, start);
    report::print(&title, &columns, &planted.correlations)
}

/// Prints the figures of writers made from the passages of the folder.
fn made(planted: &Planted, options: &Options) -> io::Result<()> {
    let passages = fresh::Passages::of(&planted.writers);
    for (name, count, with_taste) in [
        ("New writers without a taste", options.without_taste, false),
        ("New writers with tastes", options.with_taste, true),
    ] {
        if count == 0 {
            writeln!(io::stdout(), "\n{name}: not measured")?;
            continue;
        }
        let start = Instant::now();
        let writers = passages.writers(count, with_taste);
        let outcomes = watched(&writers, &planted.correlations);
        let of = |language| {
            outcomes
                .iter()
                .filter(|outcome| outcome.writer.language == language)
                .collect()
        };
        let columns = [
            ("English", of(Language::En)),
            ("Chinese", of(Language::Zh)),
            ("all", outcomes.iter().collect()),
        ];
        report::print(&title(name, &outcomes, start), &columns, &planted.correlations)?;
    }
    Ok(())
}

fn watched<'a>(writers: &'a [Writer], correlations: &Correlations) -> Vec<Outcome<'a>> {
    writers
        .par_iter()
        .map(|writer| Outcome::of(writer, correlations))
        .collect()
}

fn title(name: &str, outcomes: &[Outcome<'_>], start: Instant) -> String {
    let looks: usize = outcomes.iter().map(|outcome| outcome.looks.len()).sum();
    format!(
        "{name}, looked at after every episode ({looks} looks in {:.0} s); figures after 50, 100 and 200",
        start.elapsed().as_secs_f64()
    )
}
