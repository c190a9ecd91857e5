//! Whether the data of a memory root can be read, agree with each other, and can be rebuilt.

use contract::{Fault, Finding, HealthCheck};
use index::{EpisodeFilter, Index, Presence, View};
use memory::files::long_term::{MemoryFile, reconcile};
use vault::Line;

use crate::memory_root::projection::project_all;
use crate::{MemoryRoot, Result};

impl MemoryRoot {
    /// Checks for links, pipes and devices in the memory: no desk made them, and no desk opens them.
    pub(crate) fn memory_folder_check(&self) -> HealthCheck {
        const SHOWN: usize = 5;
        let strange = match self.folder.not_opened() {
            Ok(strange) => strange,
            Err(error) => return check("memory_folder", Finding::Broken, error.to_string()),
        };
        if strange.is_empty() {
            return check(
                "memory_folder",
                Finding::Fine,
                "holds files and folders only".into(),
            );
        }
        let names = strange.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>();
        let more = strange.len().saturating_sub(SHOWN);
        let more = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        check(
            "memory_folder",
            Finding::Broken,
            format!(
                "{}{more}: links, pipes and devices are not opened; put files and folders in their place",
                names.join(", ")
            ),
        )
    }

    pub(crate) fn journal_check(&self) -> HealthCheck {
        let looked = || -> Result<_> {
            let lines = self.every_line()?.len();
            Ok((lines, self.index.snapshot()?.unread()?))
        };
        match looked() {
            Err(error) => check("journal", Finding::Broken, error.to_string()),
            Ok((lines, unread)) => match unread.first() {
                None => check("journal", Finding::Fine, format!("{lines} lines, all understood")),
                Some(first) => check(
                    "journal",
                    Finding::Warning,
                    format!(
                        "{} of {lines} lines hold what this version of Commonplace does not know; the first ends at byte {} of journal/{}/{}. They are kept, and the version that wrote them reads them: update Commonplace",
                        unread.len(),
                        first.place.offset,
                        first.device,
                        first.place.file,
                    ),
                ),
            },
        }
    }

    pub(crate) fn memory_check(&self) -> HealthCheck {
        let file = match self.memory_as_it_is() {
            Ok(Some(file)) => file,
            Ok(None) => {
                return check(
                    "memory_file",
                    Finding::Fine,
                    "there is no MEMORY.md yet; the first rule makes it".into(),
                );
            }
            Err(error) => return check("memory_file", Finding::Broken, error.to_string()),
        };
        let (known, seen) = match self.known().and_then(|known| Ok((known, self.seen_ids()?))) {
            Ok(both) => both,
            Err(error) => return check("memory_file", Finding::Broken, error.to_string()),
        };
        let memory = MemoryFile::parse(&file.text);
        if reconcile::follow(&memory, &known.rules, &seen, known.now)
            .without(&known.left)
            .is_empty()
        {
            check(
                "memory_file",
                Finding::Fine,
                format!("{} bullets, in agreement with the rules", memory.bullets().len()),
            )
        } else {
            check(
                "memory_file",
                Finding::Warning,
                "MEMORY.md has edits that were not followed yet; update preferences to take them over".into(),
            )
        }
    }

    pub(crate) fn workflow_check(&self) -> HealthCheck {
        let (_, remarks) = self.policies();
        if remarks.is_empty() {
            check("workflow", Finding::Fine, "understood, where there is one".into())
        } else {
            check("workflow", Finding::Warning, remarks.join("; "))
        }
    }

    pub(crate) fn index_check(&self) -> HealthCheck {
        match self.rebuilt_equal() {
            Ok(true) => check("index", Finding::Fine, "a rebuild gives the same answers".into()),
            Ok(false) => check(
                "index",
                Finding::Warning,
                "a rebuild gives other answers; run `commonplace index rebuild`".into(),
            ),
            Err(error) => check("index", Finding::Broken, error.to_string()),
        }
    }

    fn rebuilt_equal(&self) -> Result<bool> {
        let view = self.index.snapshot()?;
        // Only lines that the snapshot has seen count: a capture or a distillation during the check is no disagreement.
        let cursors = view.cursors()?;
        let seen = |line: &Line| {
            cursors.iter().any(|(device, place)| {
                *device == line.device && (&line.file, line.end_offset) <= (&place.file, place.offset)
            })
        };
        let mut lines = self.every_line()?;
        lines.retain(seen);
        let folder = tempfile::tempdir().map_err(|source| vault::Error::Unwritable {
            path: std::env::temp_dir(),
            source,
        })?;
        let (rebuilt, _) = Index::open(
            &vault::named(folder.path())?.join("rebuilt.db"),
            (self.ports.now)(),
        )?;
        rebuilt.write(|writer| project_all(writer, &lines, &self.ports.vocabulary))?;
        let same = |a: &View, b: &View| -> Result<bool> {
            Ok(a.rules()? == b.rules()?
                && a.tombstones()? == b.tombstones()?
                && a.evidence(None)? == b.evidence(None)?
                && a.episodes(&EpisodeFilter::default())? == b.episodes(&EpisodeFilter::default())?
                && a.compressed(&EpisodeFilter::default())? == b.compressed(&EpisodeFilter::default())?
                && a.vitals(Presence::Whole)? == b.vitals(Presence::Whole)?
                && a.runs(u32::MAX)? == b.runs(u32::MAX)?
                && a.unread()? == b.unread()?)
        };
        same(&view, &rebuilt.snapshot()?)
    }
}

/// Returns the finding of a check, in a sentence.
pub(crate) fn check(name: &str, finding: Finding, message: String) -> HealthCheck {
    HealthCheck {
        name: name.into(),
        finding,
        code: None,
        message,
    }
}

/// Returns the finding of a check, with the code of its failure.
pub(crate) fn coded(name: &str, finding: Finding, fault: &Fault) -> HealthCheck {
    HealthCheck {
        code: Some(fault.code),
        ..check(name, finding, fault.message.clone())
    }
}
