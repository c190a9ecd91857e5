//! The plan of an act: every change of a line or a file, before anything is done.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;

use super::changes::{
    ARCHIVE, Act, Action, FileChange, Files, HISTORY, INSIGHTS, INSIGHTS_ARCHIVE, LineChange, Plan, Stayed,
    When, age, archived_day_of, count, day_of,
};
use super::{compact, tidy};
use crate::document::{self, Document, Whose};
use crate::files::archive::{self, ArchivedBlock, Cause};
use crate::files::history::{self, Origin};
use crate::files::insights;
use crate::policy::{Policies, Upkeep};

/// Returns the plan of an act.
pub fn plan(act: Act, files: &Files, when: When<'_>, policies: &Policies) -> Plan {
    let policy = &policies.upkeep;
    let mut plan = Plan {
        act,
        lines: Vec::new(),
        files: Vec::new(),
        insights: None,
        looked_at: 0,
        skipped: files.skipped.clone(),
        after: BTreeMap::new(),
    };
    if act == Act::Expire {
        plan.expire(files, when, policy);
    } else {
        plan.see_to_days(files, when, policy);
    }
    if matches!(act, Act::Apply | Act::Expire) {
        plan.expire_insights(files, when, policies);
    }
    plan
}

impl Plan {
    fn see_to_days(&mut self, files: &Files, when: When<'_>, policy: &Upkeep) {
        let mut taken: BTreeSet<String> = files.taken.iter().map(|path| path.to_lowercase()).collect();
        let mut story = files.history.clone();
        for (path, text) in &files.daily {
            let Some(day) = day_of(path) else { continue };
            self.looked_at += 1;
            let age = age(day, when.today);
            if self.act.archives() && age >= i64::from(policy.archive_days) {
                let target = free(day, &taken);
                taken.insert(target.clone());
                let entry = (self.act == Act::Compact)
                    .then(|| compact::entry(text, day, policy.compact_bullets as usize))
                    .flatten();
                if let Some(entry) = &entry {
                    let origin = Origin {
                        run_id: when.run_id,
                        source: path,
                    };
                    // The entry is there already if the file came back after it was archived.
                    story = history::told(&story, &entry.text, origin, entry.language);
                }
                self.archive(path, day, text, target, entry);
                continue;
            }
            let tidying = tidy::Tidying {
                // Today's file is still being written.
                order: self.act == Act::Apply && age > 0,
                thin: matches!(self.act, Act::Apply | Act::ApplySafe) && age >= i64::from(policy.drop_days),
            };
            let (changes, after) = tidy::tidied(path, text, tidying, policy, when.now.date_naive());
            if !changes.is_empty() {
                self.lines.extend(changes);
                self.after.insert(path.clone(), Some(after));
            }
        }
        if story != files.history {
            self.after.insert(HISTORY.into(), Some(story));
        }
    }

    fn archive(
        &mut self,
        path: &str,
        day: NaiveDate,
        text: &str,
        target: String,
        entry: Option<compact::DaySummary>,
    ) {
        let action = if entry.is_some() {
            Action::Compact
        } else {
            Action::Archive
        };
        self.files.push(FileChange {
            entry,
            target: Some(target.clone()),
            ..FileChange::of(action, path, day, text)
        });
        self.after.insert(path.to_owned(), None);
        self.after.insert(target, Some(text.to_owned()));
    }

    fn expire(&mut self, files: &Files, when: When<'_>, policy: &Upkeep) {
        for (path, text) in &files.archived {
            let Some(day) = archived_day_of(path) else {
                continue;
            };
            self.looked_at += 1;
            if age(day, when.today) >= i64::from(policy.ttl_days) {
                self.files.push(FileChange::of(Action::DailyTtl, path, day, text));
                self.after.insert(path.clone(), None);
            }
        }
    }

    /// Only items expire. The writer's own insights stay at any age.
    fn expire_insights(&mut self, files: &Files, when: When<'_>, policies: &Policies) {
        let expired: BTreeSet<usize> = insights::expired(&files.insights, when.today, &policies.insights)
            .iter()
            .map(|insight| insight.line)
            .collect();
        let document = Document::parse(&files.insights);
        let mut removed = document::plan::LinePlan::default();
        let mut blocks = Vec::new();
        for part in document.parts() {
            let section = part
                .section
                .map_or_else(|| "INSIGHTS".to_owned(), |section| section.title);
            for bullet in part.bullets {
                let line = bullet.lines.start + 1;
                if !matches!(bullet.whose, Whose::Machine(_)) || !expired.contains(&line) {
                    continue;
                }
                let text = document.text(&bullet.lines);
                self.lines.push(LineChange::dropped(
                    Action::InsightsTtl,
                    INSIGHTS,
                    None,
                    &document,
                    &bullet.lines,
                ));
                removed.removed.extend(bullet.lines);
                blocks.push(ArchivedBlock {
                    section: section.clone(),
                    text,
                    cause: Cause::Expired,
                });
            }
        }
        if blocks.is_empty() {
            return;
        }
        let total = insights::read(&files.insights).len();
        self.insights = Some(Stayed {
            ttl_days: policies.insights.ttl_days,
            total: count(total),
            kept: count(total.saturating_sub(blocks.len())),
        });
        let archive = archive::appended(&files.insights_archive, when.run_id, when.now, &blocks);
        let rest = document.printed(&removed).document.to_string();
        self.after.insert(INSIGHTS.into(), Some(rest));
        self.after.insert(INSIGHTS_ARCHIVE.into(), Some(archive));
    }
}

/// Returns an unused name in the archive.
fn free(day: NaiveDate, taken: &BTreeSet<String>) -> String {
    let mut path = format!("{ARCHIVE}/{day}.md");
    let mut number = 2_u32;
    while taken.contains(&path) {
        path = format!("{ARCHIVE}/{day}-{number}.md");
        number += 1;
    }
    path
}
