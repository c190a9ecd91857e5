//! The memory root as a front end shows it: its files and its runs.

use std::collections::HashMap;
use std::path::Path;

use chrono::{DateTime, Utc};
use contract::{ChangedBy, MemoryFile};
use memory::document::Document;
use memory::journal::FileSwap;
use memory::{Run, RunKind};
use vault::{ContentHash, Found, TextFile};

use crate::memory_root::draft::MEMORY_FILE_LIMIT;
use crate::{Result, Store, wire};

impl Store {
    /// Lists the files of the memory root that a person can read: Markdown and journals.
    pub fn memory_files(&self) -> Result<Vec<MemoryFile>> {
        let memory = self.memory.memory_name();
        let history = self.memory.place.join("history");
        let found = self.memory.project.found(|path| {
            let readable = path
                .extension()
                .is_some_and(|extension| extension == "md" || extension == "jsonl");
            readable
                && path.starts_with(&memory)
                && !self.memory.project.path().join(path).starts_with(&history)
        })?;
        // The files can be listed even if the index cannot be read.
        let all_runs = || -> Result<Vec<(DateTime<Utc>, Run)>> {
            self.memory.catch_up()?;
            Ok(self.memory.index.snapshot()?.runs(u32::MAX)?)
        };
        let runs = all_runs().ok();
        let mut last: HashMap<&str, (&FileSwap, RunKind)> = HashMap::new();
        for (_, run) in runs.iter().flatten() {
            for swap in &run.files {
                last.entry(&swap.path).or_insert((swap, run.kind));
            }
        }
        Ok(found
            .into_iter()
            .map(
                |Found {
                     path,
                     bytes,
                     modified,
                 }| {
                    let full = self.memory.project.path().join(&path);
                    let name = path
                        .strip_prefix(&memory)
                        .map_or(path.as_str(), |name| name.trim_start_matches('/'))
                        .to_owned();
                    let text = is_markdown(&full)
                        .then(|| vault::read_text(&full, MEMORY_FILE_LIMIT).ok())
                        .flatten();
                    MemoryFile {
                        bytes,
                        bullets: text.as_ref().map(bullets),
                        modified_at: modified.map(|at| wire::time(DateTime::<Utc>::from(at))),
                        changed_by: runs
                            .is_some()
                            .then(|| changed_by(&full, text.as_ref(), last.get(name.as_str()).copied())),
                        name,
                        path,
                    }
                },
            )
            .collect())
    }
}

fn is_markdown(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "md")
}

fn bullets(file: &TextFile) -> u32 {
    let parts = Document::parse(&file.text).parts();
    let bullets: usize = parts.iter().map(|part| part.bullets.len()).sum();
    u32::try_from(bullets).unwrap_or(u32::MAX)
}

/// Returns who changed a file last, given the newest run that changed it. It is the desk, unless that run was the
/// writer's act or another program has saved the file since. Only the desk writes journals and measurements.
fn changed_by(path: &Path, file: Option<&TextFile>, last: Option<(&FileSwap, RunKind)>) -> ChangedBy {
    let by_desk = match (file, last) {
        (Some(file), Some((swap, kind))) => {
            let as_left = swap.after.as_deref().map(ContentHash::written).as_ref() == Some(&file.hash);
            as_left && !kind.is_hers()
        }
        (_, Some((_, kind))) => !kind.is_hers(),
        (_, None) => !is_markdown(path),
    };
    if by_desk {
        ChangedBy::Desk
    } else {
        ChangedBy::Writer
    }
}
