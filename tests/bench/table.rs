//! Durations, and their output as tables.

use std::io::{self, Write as _};
use std::time::{Duration, Instant};

/// Repeated durations of one act.
#[derive(Clone, Default)]
pub struct Durations(Vec<Duration>);

impl Durations {
    /// Runs the act and records its duration.
    pub fn time<T>(&mut self, act: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let outcome = act();
        self.0.push(start.elapsed());
        outcome
    }

    /// Adds a duration that the caller measured.
    pub fn push(&mut self, duration: Duration) {
        self.0.push(duration);
    }

    /// Returns the medians of the first and of the last `count` durations, in milliseconds. They show whether the act
    /// slows down.
    pub fn begin_and_end(&self, count: usize) -> (f64, f64) {
        let count = count.min(self.0.len());
        let median = |part: &[Duration]| Self(part.to_vec()).quantile(0.5);
        (median(&self.0[..count]), median(&self.0[self.0.len() - count..]))
    }

    /// Returns the quantile for a share from 0 to 1, in milliseconds: 0.95 gives the 95th percentile.
    pub fn quantile(&self, share: f64) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort();
        let last = sorted.len().saturating_sub(1);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an index")]
        let place = (last as f64 * share).round() as usize;
        sorted
            .get(place)
            .map_or(f64::NAN, |duration| duration.as_secs_f64() * 1e3)
    }
}

/// Prints a title and one line per row: the number of durations, their median, their 95th percentile and a remark.
pub fn print(title: &str, rows: &[(&str, &Durations, String)]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "\n{title}")?;
    writeln!(
        out,
        "  {:<44} {:>6} {:>10} {:>10}",
        "", "times", "p50 ms", "p95 ms"
    )?;
    for (name, durations, remark) in rows {
        writeln!(
            out,
            "  {name:<44} {:>6} {:>10.2} {:>10.2}  {remark}",
            durations.0.len(),
            durations.quantile(0.5),
            durations.quantile(0.95),
        )?;
    }
    Ok(())
}
