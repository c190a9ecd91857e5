//! Checks a plan against the guarantees of upkeep, from its texts alone.

use std::collections::{BTreeMap, BTreeSet};

use super::changes::{Action, Files, HISTORY, INSIGHTS, INSIGHTS_ARCHIVE, LineChange, Plan};
use crate::document::{Document, Whose};
use crate::files::daily::DailySection;

/// A line would be lost, or a line of the writer changed. Nothing was written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "line {line} of {path} would be lost or is not the desk's to change; nothing was written, and this is a defect to report"
)]
pub struct Lost {
    /// The file, relative to the memory root.
    pub path: String,
    /// The line, counted from 1.
    pub line: usize,
}

impl Plan {
    /// Checks each line of the files. It must be in the new files, be archived unchanged, or be listed in a change that
    /// may affect it.
    ///
    /// # Errors
    /// The first line for which this does not hold.
    pub fn verify(&self, files: &Files) -> Result<(), Lost> {
        for (path, after) in &self.after {
            let before = files.text(path);
            let lost = |line| Lost {
                path: path.clone(),
                line,
            };
            let changes: Vec<&LineChange> = self.lines.iter().filter(|change| &change.path == path).collect();
            match after {
                // A removed file must be elsewhere, or its removal must have been requested.
                None => {
                    let moved = self
                        .files
                        .iter()
                        .find(|change| &change.path == path)
                        .ok_or_else(|| lost(1))?;
                    let stands = moved.target.as_ref().is_none_or(|target| {
                        files.text(target).is_none()
                            && self.after.get(target).map(Option::as_deref) == Some(before)
                    });
                    if !stands {
                        return Err(lost(1));
                    }
                }
                Some(after) if changes.is_empty() => {
                    if !after.starts_with(before.unwrap_or_default()) {
                        return Err(lost(1));
                    }
                }
                Some(after) => {
                    let before = before.ok_or_else(|| lost(1))?;
                    let archive = self.after.get(INSIGHTS_ARCHIVE).and_then(Option::as_deref);
                    lines_stand(before, after, &changes, archive).map_err(lost)?;
                }
            }
        }
        Ok(())
    }
}

impl Files {
    /// Returns a file by its path.
    fn text(&self, path: &str) -> Option<&str> {
        let other = match path {
            HISTORY => &self.history,
            INSIGHTS => &self.insights,
            INSIGHTS_ARCHIVE => &self.insights_archive,
            _ => {
                return self
                    .daily
                    .get(path)
                    .or_else(|| self.archived.get(path))
                    .map(String::as_str);
            }
        };
        Some(other)
    }
}

/// Fails with the first line that is neither in the new text nor listed in a change.
fn lines_stand(
    before: &str,
    after: &str,
    changes: &[&LineChange],
    archive: Option<&str>,
) -> Result<(), usize> {
    let (before, after) = (Document::parse(before), Document::parse(after));
    let parts = before.parts();
    let bullets = parts.iter().flat_map(|part| &part.bullets);
    let items: BTreeSet<usize> = bullets
        .filter(|bullet| matches!(bullet.whose, Whose::Machine(_)))
        .map(|bullet| bullet.lines.start)
        .collect();
    let mut named: BTreeMap<usize, &LineChange> = BTreeMap::new();
    for change in changes {
        for line in change.line - 1..change.line - 1 + change.lines {
            if named.insert(line, change).is_some() {
                return Err(line + 1);
            }
        }
    }
    let mut rest = after.lines().iter();
    for (number, line) in before.lines().iter().enumerate() {
        let is_fine = match named.get(&number) {
            None => rest.next() == Some(line),
            Some(change) if !items.contains(&number) => {
                change.action == Action::DropEmpty && (line.trim().is_empty() || is_heading_of_a_day(line))
            }
            Some(change) => match (change.action, &change.after) {
                (Action::Trim, Some(shorter)) => rest
                    .next()
                    .is_some_and(|after| after.trim_end() == shorter.trim_end()),
                (Action::Trim, None) => false,
                (Action::Dedupe, Some(same)) => before.lines().iter().any(|line| line.trim_end() == same),
                (Action::InsightsTtl, _) => archive.is_some_and(|archive| {
                    archive
                        .lines()
                        .any(|kept| kept == line.trim_end_matches(['\r', '\n']))
                }),
                (Action::DropToolActivity | Action::DropNonDecision, _) => change
                    .section
                    .is_some_and(|section| section != DailySection::Decisions),
                (action, _) => action == Action::DropEmpty,
            },
        };
        if !is_fine {
            return Err(number + 1);
        }
    }
    if rest.next().is_some() {
        return Err(before.lines().len());
    }
    Ok(())
}

fn is_heading_of_a_day(line: &str) -> bool {
    line.strip_prefix("## ")
        .is_some_and(|title| DailySection::named(title).is_some())
}
