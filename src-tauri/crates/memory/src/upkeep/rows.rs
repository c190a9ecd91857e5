//! The measurements of an act.

use std::collections::BTreeMap;

use serde::Serialize;

use super::changes::{Action, FileChange, LineChange, Plan, count};
use crate::RunKind;
use crate::metrics::{CleanupRow, CompactedRow, ConversionRow, DailyRow, InsightsRow, Row, Text};
use crate::policy::Upkeep;

impl Plan {
    /// Returns the rows of the run that carries it out.
    pub fn rows(&self, run_id: &str, policy: &Upkeep) -> Vec<Row> {
        let mut rows: Vec<Row> = Vec::new();
        let of_days = || {
            self.lines
                .iter()
                .filter(|change| change.action != Action::InsightsTtl)
        };
        rows.extend(of_days().map(|change| Row::Conversion(conversion(change))));
        for change in &self.files {
            let row = |target_file: &str| DailyRow {
                date: change.date,
                source_file: change.path.clone(),
                target_file: target_file.to_owned(),
                bytes: change.bytes,
            };
            rows.push(match &change.target {
                Some(target) => Row::Archived(row(target)),
                None => Row::DailyExpired(row(&format!("history/{run_id}/files/{}", change.path))),
            });
            rows.extend(compacted(change).map(Row::Compacted));
        }
        rows.extend(self.insights.map(|stayed| {
            Row::InsightsExpired(InsightsRow {
                ttl_days: stayed.ttl_days,
                bullets_total: stayed.total,
                bullets_kept: stayed.kept,
            })
        }));
        if self.act.run_kind() == RunKind::Audit {
            let summary = self.summary(policy);
            let mut stages: BTreeMap<String, u32> = BTreeMap::new();
            let mut priorities: BTreeMap<String, u32> = BTreeMap::new();
            for change in of_days() {
                *stages.entry(name(change.action)).or_default() += 1;
                *priorities.entry(name(change.priority)).or_default() += 1;
            }
            rows.push(Row::Cleanup(CleanupRow {
                changed: !self.is_empty(),
                scoped_daily_files: self.looked_at,
                skipped_daily_files: summary.skipped,
                stage_counts: stages,
                priority_counts: priorities,
                conversion_index_rows: count(of_days().count()),
                files_touched_count: count(summary.files.len()),
            }));
        }
        rows
    }
}

fn conversion(change: &LineChange) -> ConversionRow {
    ConversionRow {
        scope: "daily".into(),
        source_file: change.path.clone(),
        section: change.section.map(|section| section.key().to_owned()),
        action: name(change.action),
        before: Text::of(&change.before),
        after: change.after.as_deref().map(Text::of),
        priority: name(change.priority),
    }
}

fn compacted(change: &FileChange) -> Option<CompactedRow> {
    change.entry.as_ref().map(|entry| CompactedRow {
        date: change.date,
        history_entry: Text::of(&entry.text),
        bullets_total: change.bullets,
        bullets_kept: entry.kept,
    })
}

/// Returns the name of a unit variant.
fn name(of: impl Serialize) -> String {
    match serde_json::to_value(of) {
        Ok(serde_json::Value::String(name)) => name,
        _ => String::new(),
    }
}
