//! The time to summarise the metrics.

use std::fs::File;
use std::io::{self, BufWriter, Write as _};

use chrono::TimeDelta;
use memory::metrics::{Outcome, RoutingRow, Row, UpdateRow, lines};
use support::{TestProject, morning};

use super::{Measured, Peak, ROUNDS};
use crate::table::Durations;

/// Lines of metrics, as many as some years of busy use write.
const LINES: usize = 1_000_000;

/// Times the summary of a million lines, as a whole observation computes it. The lines of one device are read by one
/// thread, the lines of two devices by two.
pub(super) fn rows() -> io::Result<Vec<Measured>> {
    let mut rows = Vec::new();
    for (name, metric, devices) in [
        ("a million outcomes", "memory-update-outcome", &["desk-a"][..]),
        ("a million routings", "daily-routing-metrics", &["desk-a"]),
        (
            "a million routings of two devices",
            "daily-routing-metrics",
            &["desk-a", "desk-b"],
        ),
    ] {
        let test = TestProject::new();
        let folder = test.path().join("memory/observability");
        std::fs::create_dir_all(&folder)?;
        let mut bytes = 0;
        for device in devices {
            let path = folder.join(format!("{metric}.{device}.jsonl"));
            write_lines(&path, metric, LINES / devices.len())?;
            bytes += path.metadata()?.len();
        }
        let peak = Peak::start();
        let mut durations = Durations::default();
        for _ in 0..ROUNDS {
            let observation = durations
                .time(|| test.project.store().observe(None, None))
                .expect("metrics that can be read");
            let report = &observation.metrics[metric];
            assert_eq!(report.rows, LINES as u64, "every line is a row of the window");
        }
        rows.push((
            name.to_owned(),
            durations,
            format!("{} MB{}", bytes / 1_000_000, peak.grown()),
        ));
    }
    Ok(rows)
}

/// Writes `count` rows, three per run, spread over the last ten weeks.
fn write_lines(path: &std::path::Path, metric: &str, count: usize) -> io::Result<()> {
    const A_RUN: usize = 3;
    let mut file = BufWriter::new(File::options().append(true).create(true).open(path)?);
    for run in 0..count.div_ceil(A_RUN) {
        let share = TimeDelta::weeks(10).num_seconds() * (run * A_RUN) as i64 / count as i64;
        let at = morning() - TimeDelta::weeks(10) + TimeDelta::seconds(share);
        let of_run = A_RUN.min(count - run * A_RUN);
        let rows: Vec<Row> = (0..of_run)
            .map(|row| row_of(metric, run * A_RUN + row, at))
            .collect();
        for line in lines(&format!("01936c5e-7b2a-7c3d-9e4f-{run:012}"), at, &rows)? {
            writeln!(file, "{line}")?;
        }
    }
    file.flush()
}

fn row_of(metric: &str, number: usize, at: chrono::DateTime<chrono::Utc>) -> Row {
    let session_key = format!("第一卷/{:02} The ferry", number % 40);
    if metric == "memory-update-outcome" {
        let (outcome, reason) = match number % 20 {
            0 => (Outcome::GuardRejected, Some("excessive_shrink")),
            1 | 2 => (Outcome::SanitizeModified, None),
            3 | 4 => (Outcome::NoChange, None),
            _ => (Outcome::Written, None),
        };
        return Row::Update(UpdateRow {
            session_key,
            outcome,
            guard_reason: reason.map(str::to_owned),
            sanitize_changes: u32::from(outcome == Outcome::SanitizeModified),
            merge_applied: true,
            conflict_count: 0,
            reply_cut_off: false,
        });
    }
    let ok = !number.is_multiple_of(9);
    let said = |ok: bool| if ok { "ok" } else { "missing" }.to_owned();
    Row::Routing(RoutingRow {
        session_key,
        date: at.date_naive(),
        structured_daily_ok: ok,
        fallback_used: !ok,
        fallback_reason: said(ok),
        structured_keys: ["topics", "decisions", "open_questions"]
            .map(str::to_owned)
            .into(),
        structured_bullet_count: 5,
        structured_source: if ok { "model" } else { "synthesized_missing" }.to_owned(),
        model_daily_sections_ok: ok,
        model_daily_sections_reason: said(ok),
        preferred_retry_used: number.is_multiple_of(17),
        tool_call_has_daily_sections: ok,
    })
}
