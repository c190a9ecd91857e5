//! The rows of measurements that a run leaves: staged with the run, and written when it is done.

use std::collections::BTreeMap;
use std::path::PathBuf;

use chrono::{DateTime, Utc};
use memory::metrics::Row;
use serde::{Deserialize, Serialize};
use vault::ContentHash;

use crate::{Error, MemoryRoot, Result};

/// The folder of the metrics in the memory root.
pub(crate) const FOLDER: &str = "observability";

/// The longest list of rows that a run stages, in bytes.
const STAGED: u64 = 16 * 1024 * 1024;

/// How many runs back a start looks for rows that were not written.
const RECENT: u32 = 20;

/// The rows of a run as lines of a file, by metric.
pub(crate) type Lines = BTreeMap<String, Vec<String>>;

/// `history/<run>/metrics.json`: rows of a run that are not written yet.
#[derive(Serialize, Deserialize)]
struct Staged {
    /// The device of the rows: another machine does not write them again.
    device: String,
    lines: Lines,
}

impl MemoryRoot {
    /// Keeps the rows of a run that is about to be prepared. So a crash right after the run does not lose them.
    ///
    /// A run is not given up for its rows. Rows that cannot be kept are lost if this desk ends before it writes them.
    pub(crate) fn stage_metrics(&self, run_id: &str, at: DateTime<Utc>, rows: &[Row]) -> Lines {
        let staged = lines(run_id, at, rows).unwrap_or_else(|error| {
            tracing::warn!(code = ?error.code(), "what {run_id} measures is not kept");
            Lines::new()
        });
        if !staged.is_empty()
            && let Err(error) = self.keep_metrics(run_id, &staged)
        {
            tracing::warn!(code = ?error.code(), "what {run_id} measures is not staged");
        }
        staged
    }

    /// Writes the rows of a completed run. Rows that cannot be written now are written at the next start; the run is
    /// complete anyway.
    pub(crate) fn write_metrics(&self, run_id: &str, mut lines: Lines) {
        if lines.is_empty() {
            return;
        }
        let written = self.append_metrics(&mut lines);
        let noted = if lines.is_empty() {
            self.drop_metrics(run_id)
        } else {
            // Rows that were written are not written again.
            self.keep_metrics(run_id, &lines)
        };
        if let Err(error) = written.and(noted) {
            tracing::warn!(code = ?error.code(), "what {run_id} measured waits for the next start");
        }
    }

    /// Writes the rows of this device's latest runs that a crash or a full disk left unwritten.
    pub(crate) fn make_up_metrics(&self) {
        let recent = self.index.snapshot().and_then(|view| view.runs(RECENT));
        for (_, run) in recent.unwrap_or_default().into_iter().rev() {
            let staged = self
                .staged(&run.id)
                .and_then(|path| Ok(vault::read_bytes(&path, STAGED)?));
            let Ok(bytes) = staged else { continue };
            let staged: Option<Staged> = serde_json::from_slice(&bytes).ok();
            if let Some(staged) = staged.filter(|staged| staged.device == self.journal.device()) {
                self.write_metrics(&run.id, staged.lines);
            }
        }
    }

    /// Appends rows metric by metric. Rows that are on the disk are taken out of `lines`.
    ///
    /// A row that is written twice counts once: it is identified by its place among all rows of its run.
    fn append_metrics(&self, lines: &mut Lines) -> Result<()> {
        let folder = self.folder.path().join(FOLDER);
        if !lines.is_empty() {
            vault::create_folders(&*self.ports.disk, self.folder.path(), &folder)?;
        }
        while let Some(entry) = lines.first_entry() {
            let name = format!("{}.{}.jsonl", entry.key(), self.journal.device());
            if let Some(torn) = vault::append_lines(&*self.ports.disk, &folder, &name, entry.get())? {
                tracing::warn!(
                    "the torn end of {} was set aside in {}",
                    torn.journal.display(),
                    torn.path.display()
                );
            }
            entry.remove();
        }
        Ok(())
    }

    fn keep_metrics(&self, run_id: &str, lines: &Lines) -> Result<()> {
        let staged = Staged {
            device: self.journal.device().to_owned(),
            lines: lines.clone(),
        };
        let bytes = serde_json::to_vec(&staged).map_err(|_| Error::Unwritable { what: "a metric" })?;
        let path = self.staged(run_id)?;
        let folder = path.parent().unwrap_or(&path);
        vault::create_folders(&*self.ports.disk, self.folder.path(), folder)?;
        vault::write_atomic(&*self.ports.disk, &path, &bytes)?;
        Ok(())
    }

    /// Removes the rows that a run staged.
    pub(crate) fn drop_metrics(&self, run_id: &str) -> Result<()> {
        let path = self.staged(run_id)?;
        match vault::read_bytes(&path, STAGED) {
            Ok(bytes) => Ok(vault::remove(&*self.ports.disk, &path, &ContentHash::of(&bytes))?),
            Err(_) => Ok(()),
        }
    }

    /// Returns where a run stages its rows.
    fn staged(&self, run_id: &str) -> Result<PathBuf> {
        Ok(self.folder.at(&format!("history/{run_id}/metrics.json"))?)
    }
}

fn lines(run_id: &str, at: DateTime<Utc>, rows: &[Row]) -> Result<Lines> {
    let mut by_metric: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        by_metric.entry(row.metric()).or_default().push(row);
    }
    let lines = by_metric.into_iter().map(|(metric, rows)| {
        let lines =
            memory::metrics::lines(run_id, at, rows).map_err(|_| Error::Unwritable { what: "a metric" })?;
        Ok((metric.to_owned(), lines))
    });
    lines.collect()
}
