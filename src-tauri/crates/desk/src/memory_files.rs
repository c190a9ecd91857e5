//! The memory root as a front end shows it: its files and its runs.

use std::path::Path;

use chrono::{DateTime, Utc};
use contract::{Document, MemoryFile, RunView};
use memory::fold;

use crate::change::MEMORY_FILE_LIMIT;
use crate::{Project, Result, endings, wire};

/// Runs shown at most, the newest.
const RUNS: u32 = 200;

impl Project {
    /// Lists the files of the memory root that a person can read: Markdown and journals.
    pub fn memory_files(&self) -> Result<Vec<MemoryFile>> {
        let memory = self.root.relative(self.memory.path()).unwrap_or_default();
        let history = self.memory.path().join("history");
        let names = self.root.files(|path| {
            let readable = path
                .extension()
                .is_some_and(|extension| extension == "md" || extension == "jsonl");
            readable && path.starts_with(&memory) && !self.root.path().join(path).starts_with(&history)
        })?;
        Ok(names
            .into_iter()
            .map(|path| {
                let full = self.root.path().join(&path);
                let metadata = std::fs::metadata(&full).ok();
                let modified = metadata.as_ref().and_then(|metadata| metadata.modified().ok());
                MemoryFile {
                    bytes: metadata.map_or(0, |metadata| metadata.len()),
                    bullets: bullets(&full),
                    modified_at: modified.map(|at| wire::time(DateTime::<Utc>::from(at))),
                    path,
                }
            })
            .collect())
    }

    /// Reads a file of the memory root.
    pub fn read_memory_file(&self, path: &str) -> Result<Document> {
        let full = self.root.resolve(path)?;
        if !full.starts_with(self.memory.path()) {
            return Err(vault::Error::OutsideRoot { path: path.into() }.into());
        }
        let file = vault::read_text(&full, MEMORY_FILE_LIMIT)?;
        Ok(Document {
            path: path.to_owned(),
            text: endings::unified(&file.text),
            hash: file.hash.to_string(),
        })
    }

    /// Returns what the machine did to memory, the newest first.
    pub fn runs(&self) -> Result<Vec<RunView>> {
        self.catch_up()?;
        let runs = self.index.snapshot()?.runs(RUNS)?;
        let undone = fold::undone(runs.iter().map(|(_, run)| run));
        Ok(runs
            .iter()
            .map(|(at, run)| wire::run(*at, run, undone.get(&run.id)))
            .collect())
    }
}

fn bullets(path: &Path) -> Option<u32> {
    if path.extension().is_none_or(|extension| extension != "md") {
        return None;
    }
    let file = vault::read_text(path, MEMORY_FILE_LIMIT).ok()?;
    u32::try_from(memory::markdown::MemoryFile::parse(&file.text).bullets().len()).ok()
}
