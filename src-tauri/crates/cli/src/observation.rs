//! The text of an observation: plain tables for the terminal, or Markdown tables for a file.

use std::fmt::Write as _;

use desk::{Difference, Observation};
use memory::document::census::Census;
use memory::metrics::gates::{Asked, Criterion, Needed, Verdict};
use memory::metrics::summary::Report;
use serde_json::{Value, json};

use crate::print::name;

/// A table. Each row has as many cells as `heads`. The first column holds text, all other columns hold numbers.
struct Table {
    title: String,
    heads: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

pub(crate) fn text(observation: &Observation, markdown: bool) -> String {
    let head = format!("observed {} to {}\n", observation.since, observation.until);
    let mut text = if markdown {
        format!("# Memory, {head}")
    } else {
        head
    };
    for table in tables(observation) {
        text += &if markdown { table.markdown() } else { table.plain() };
    }
    text
}

/// Returns the text of the differences from a stored observation.
pub(crate) fn differences(tag: &str, differences: &[Difference], markdown: bool) -> String {
    let said = |value: &Value| match value {
        Value::Null => "-".to_owned(),
        Value::String(word) => word.clone(),
        other => other.to_string(),
    };
    if differences.is_empty() {
        return format!("\nnothing is different since {tag}\n");
    }
    let table = Table {
        title: format!("Different since {tag}"),
        heads: vec!["", "then", "now"],
        rows: differences
            .iter()
            .map(|one| vec![one.path.clone(), said(&one.before), said(&one.after)])
            .collect(),
    };
    if markdown { table.markdown() } else { table.plain() }
}

fn tables(observation: &Observation) -> Vec<Table> {
    let mut tables = vec![files(observation)];
    // A metric without rows carries no information, and most metrics have none: they would fill most of the page.
    let written = observation
        .metrics
        .iter()
        .filter(|(_, report)| report.rows > 0 || report.passed_over != Default::default());
    tables.extend(written.map(|(name, report)| metric(name, report)));
    tables.extend(observation.gates.iter().map(gate));
    tables
}

fn files(observation: &Observation) -> Table {
    let row = |name: &str, census: &Census| {
        let Census {
            files,
            bytes,
            sections,
            rules,
            items,
            own,
        } = census;
        let numbers = [files, sections, rules, items, own, bytes].map(u64::to_string);
        [name.to_owned()].into_iter().chain(numbers).collect()
    };
    let store = &observation.store;
    let daily = &store.daily;
    let mut rows: Vec<Vec<String>> = store
        .files
        .iter()
        .map(|(name, census)| row(name, census))
        .collect();
    for (name, census) in [
        ("daily, last 7 days", &daily.week),
        ("daily, 7 to 29 days old", &daily.month),
        ("daily, 30 to 89 days old", &daily.quarter),
        ("daily, older", &daily.older),
        ("archive", &store.archive),
    ] {
        rows.push(row(name, census));
    }
    Table {
        title: "Memory files".into(),
        heads: vec!["", "files", "sections", "rules", "items", "own", "bytes"],
        rows,
    }
}

fn metric(name: &str, report: &Report) -> Table {
    let mut rows = vec![vec!["rows".into(), report.rows.to_string(), String::new()]];
    for (field, counts) in &report.counts {
        for (value, count) in counts {
            rows.push(vec![
                format!("{field} = {value}"),
                count.to_string(),
                String::new(),
            ]);
        }
    }
    for (field, sum) in &report.sums {
        rows.push(vec![format!("{field}, sum"), sum.to_string(), String::new()]);
    }
    for (field, count) in &report.distinct {
        rows.push(vec![
            format!("{field}, different"),
            count.to_string(),
            String::new(),
        ]);
    }
    for (rate, rated) in &report.rates {
        let share = rated.rate.map_or_else(|| "-".to_owned(), percent);
        let of = format!("{} of {}", rated.share.of, rated.share.among);
        rows.push(vec![format!("{rate}, rate"), share, of]);
    }
    for (what, count) in [
        ("written again", report.passed_over.repeated),
        ("no rows", report.passed_over.foreign),
        ("torn", report.passed_over.torn),
    ] {
        if count > 0 {
            rows.push(vec![
                format!("passed over: {what}"),
                count.to_string(),
                String::new(),
            ]);
        }
    }
    for sample in &report.samples {
        let fields: Vec<String> = sample
            .fields
            .iter()
            .map(|(field, value)| format!("{field} {value}"))
            .collect();
        rows.push(vec![
            format!("{}  {}", sample.ts, fields.join(", ")),
            String::new(),
            String::new(),
        ]);
    }
    Table {
        title: name.to_owned(),
        heads: vec!["", "", ""],
        rows,
    }
}

fn gate(verdict: &Verdict) -> Table {
    let may = if verdict.allowed {
        "may be turned up"
    } else {
        "not yet"
    };
    let [from, to] = [verdict.from, verdict.to].map(|mode| name(&json!(mode)).to_owned());
    Table {
        title: format!(
            "Gate {from} to {to}, {} to {}: {may}",
            verdict.since, verdict.until
        ),
        heads: vec!["", "seen", "needed", "found"],
        rows: verdict.reasons.iter().map(criterion).collect(),
    }
}

fn criterion(criterion: &Criterion) -> Vec<String> {
    let said = |number: f64| match criterion.name {
        Asked::Consolidations | Asked::Sessions | Asked::FallbackAlarms => format!("{number:.0}"),
        _ => percent(number),
    };
    let needed = match criterion.needed {
        Needed::AtLeast(number) => format!("at least {}", said(number)),
        Needed::AtMost(number) => format!("at most {}", said(number)),
        Needed::Below(number) => format!("below {}", said(number)),
        Needed::Falling => "falling".to_owned(),
    };
    let spoken = |value: Value| name(&value).replace('_', " ");
    vec![
        spoken(json!(criterion.name)),
        criterion.seen.map_or_else(|| "-".to_owned(), said),
        needed,
        spoken(json!(criterion.found)),
    ]
}

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

impl Table {
    fn plain(&self) -> String {
        let mut widths: Vec<usize> = self.heads.iter().map(|head| columns(head)).collect();
        for row in &self.rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(columns(cell));
            }
        }
        let line = |cells: &mut dyn Iterator<Item = &str>| {
            let mut line = String::new();
            for (place, (cell, width)) in cells.zip(&widths).enumerate() {
                let room = " ".repeat(width - columns(cell));
                line += &if place == 0 {
                    format!("  {cell}{room}")
                } else {
                    format!("  {room}{cell}")
                };
            }
            line.trim_end().to_owned() + "\n"
        };
        let mut text = format!("\n{}\n", self.title);
        if self.heads.iter().any(|head| !head.is_empty()) {
            text += &line(&mut self.heads.iter().copied());
        }
        for row in &self.rows {
            text += &line(&mut row.iter().map(String::as_str));
        }
        text
    }

    fn markdown(&self) -> String {
        let mut text = format!("\n## {}\n\n| {} |\n", self.title, self.heads.join(" | "));
        let rules: Vec<&str> = (0..self.heads.len())
            .map(|place| if place == 0 { "---" } else { "---:" })
            .collect();
        let _ = writeln!(text, "| {} |", rules.join(" | "));
        for row in &self.rows {
            // An unescaped bar would end the cell.
            let cells: Vec<String> = row.iter().map(|cell| cell.replace('|', "\\|")).collect();
            let _ = writeln!(text, "| {} |", cells.join(" | "));
        }
        text
    }
}

/// Returns the width of a text in terminal columns: two columns for a Chinese character.
fn columns(text: &str) -> usize {
    text.chars()
        .map(|character| if matches!(character, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff60}') { 2 } else { 1 })
        .sum()
}
