//! The speed of the Markdown store. Each module adds its rows to a table.

mod appends;
mod consolidations;
mod openings;
mod summaries;

use std::io;

use crate::table::{Durations, print};

const ROUNDS: usize = 5;

/// A row of the table: a label, its durations, and a remark.
type Measured = (String, Durations, String);

/// Measures the store and prints the tables.
pub fn run() -> io::Result<()> {
    table(
        "The journal, acknowledged on the disk (goal: p95 under 10 ms where a sync takes 5)",
        appends::rows()?,
    )?;
    table(
        "Consolidation, all but the model's own time (goal: 1 MB merged in under 500 ms, a stretch in under 1,000)",
        consolidations::rows()?,
    )?;
    table(
        "Metrics (goal: a million lines summed up in under 2,000 ms, in flat memory)",
        summaries::rows()?,
    )?;
    // Last: the heap keeps the memory of the largest files, and a row after them would show no growth.
    table(
        "A MEMORY.md that has grown, followed for the first time and then changed (goal: in proportion to its bullets)",
        openings::rows()?,
    )
}

fn table(title: &str, rows: Vec<Measured>) -> io::Result<()> {
    let rows: Vec<_> = rows
        .iter()
        .map(|(name, durations, remark)| (name.as_str(), durations, remark.clone()))
        .collect();
    print(title, &rows)
}

/// The most memory that this process held since the start of a measurement.
struct Peak {
    /// In KB; `None` where the system does not tell.
    before: Option<u64>,
}

impl Peak {
    /// Starts a measurement.
    ///
    /// A larger peak of an earlier row would hide a smaller one, so the system forgets the earlier peak.
    fn start() -> Self {
        let is_forgotten = std::fs::write("/proc/self/clear_refs", "5").is_ok();
        Self {
            before: is_forgotten.then(|| kilobytes("VmRSS:")).flatten(),
        }
    }

    /// Returns how far the memory has risen since the start; an empty text where the system does not tell.
    fn grown(&self) -> String {
        match (self.before, kilobytes("VmHWM:")) {
            (Some(before), Some(after)) => {
                format!(", {} KB more memory at its peak", after.saturating_sub(before))
            }
            _ => String::new(),
        }
    }
}

/// Returns an entry of this process's status in KB.
fn kilobytes(entry: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(entry))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}
