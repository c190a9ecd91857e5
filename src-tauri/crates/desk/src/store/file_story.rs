//! The history of a memory file: the runs that changed it, and why a line stands in it.

use contract::{FileRun, FileStory, LineOrigin, LineOwner, OriginConversation, OriginRun, RunView};
use memory::Run;
use memory::document::{Document, Item, Whose};
use memory::files::history::teller;
use memory::files::long_term::MemoryFile;
use memory::journal::{Consolidated, FileSwap, fold};
use vault::{ContentHash, history};

use crate::memory_root::draft;
use crate::store::line_changes;
use crate::{Result, Store, wire};

/// The number of runs shown for one file: the runs of some weeks.
const RUNS: usize = 40;

/// The bytes of a file before a run and after it.
type BeforeAndAfter = (Vec<u8>, Vec<u8>);

impl Store {
    /// Returns the runs that changed a memory file, the newest first, each with the lines it changed. `path` is relative to
    /// the project.
    ///
    /// # Errors
    /// `OUTSIDE_PROJECT` for a path of no memory file, and the errors of reading the index. Where the bytes before or
    /// after a run are not kept here, its lines are absent; this is no error.
    pub fn file_story(&self, path: &str) -> Result<FileStory> {
        let full = self.memory.project.at(path)?;
        let name = self
            .memory
            .folder
            .relative(&full)
            .ok_or_else(|| vault::Error::OutsideRoot { path: path.into() })?;
        self.memory.catch_up()?;
        let (dated, unread) = {
            let view = self.memory.index.snapshot()?;
            (view.runs(u32::MAX)?, view.unread()?)
        };
        let undone = fold::undone(dated.iter().map(|(_, run)| run));
        let runs: Vec<&Run> = dated.iter().rev().map(|(_, run)| run).collect();
        let now = draft::read(&self.memory.folder, &name).unwrap_or_default();
        let now = now.map(|bytes| (ContentHash::of(&bytes), bytes));
        let mut changed = dated
            .iter()
            .filter_map(|(at, run)| Some((*at, run, run.file(&name)?)));
        let told = changed.by_ref().take(RUNS).map(|(at, run, swap)| {
            let lines = self.both(&runs, run, swap, &now).map(|(before, after)| {
                line_changes::between(
                    &String::from_utf8_lossy(&before),
                    &String::from_utf8_lossy(&after),
                )
            });
            let RunView {
                id,
                kind,
                at,
                undone_by,
                restorable,
                ..
            } = wire::run(at, run, undone.get(&run.id), &unread);
            let (lines, left_off) = lines.map_or((None, 0), |(lines, left_off)| (Some(lines), left_off));
            FileRun {
                run: id,
                kind,
                at,
                change: wire::file_change(swap),
                lines,
                left_off,
                undone_by,
                restorable,
            }
        });
        let runs = told.collect();
        let older = u32::try_from(changed.count()).unwrap_or(u32::MAX);
        Ok(FileStory { name, runs, older })
    }

    /// Returns the bytes of a file before and after a run, if both are kept here. For a file that only grows, both
    /// leave out the text that was there already.
    fn both(
        &self,
        runs: &[&Run],
        run: &Run,
        swap: &FileSwap,
        now: &Option<(ContentHash, Vec<u8>)>,
    ) -> Option<BeforeAndAfter> {
        let manifest = history::read(&self.memory.folder, &run.id).ok();
        let preimage = manifest.as_ref().and_then(|manifest| manifest.file(&swap.path));
        if preimage.is_some_and(|preimage| preimage.grew_from.is_some()) {
            let added = history::staged(&self.memory.folder, &run.id, &swap.path).ok()??;
            return Some((Vec::new(), added));
        }
        let before = self.memory.kept(&run.id, manifest.as_ref(), swap)?;
        let after = match &swap.after {
            None => Vec::new(),
            Some(hash) => match now {
                Some((as_it_is, bytes)) if *as_it_is == ContentHash::written(hash) => bytes.clone(),
                _ => self.memory.left(runs, run, swap)?,
            },
        };
        Some((before.unwrap_or_default(), after))
    }

    /// Returns why a line stands in a memory file; `line` is the line itself, with its annotation.
    ///
    /// The annotation tells the line's owner only if the words in front of it are unchanged. A line that the writer
    /// changed is hers.
    ///
    /// # Errors
    /// The errors of reading the index.
    pub fn line_origin(&self, line: &str) -> Result<LineOrigin> {
        if let Some(run) = teller(line) {
            return self.origin_in_run(run);
        }
        let document = Document::parse(line);
        let bullet = document.parts().into_iter().flat_map(|part| part.bullets).next();
        match bullet.map(|bullet| bullet.whose) {
            Some(Whose::Machine(item)) => self.origin_of_item(&item),
            Some(Whose::Rule) => self.origin_of_rule(line),
            Some(Whose::Writer) | None => Ok(hers()),
        }
    }

    fn origin_of_item(&self, item: &Item) -> Result<LineOrigin> {
        Ok(LineOrigin {
            since: Some(item.since.to_string()),
            updated: Some(item.updated.to_string()),
            merged: item.merged,
            ..self.origin_in_run(&item.run)?
        })
    }

    /// Returns the origin of what a run wrote: an item, or an entry of the story.
    fn origin_in_run(&self, id: &str) -> Result<LineOrigin> {
        self.memory.catch_up()?;
        let runs = self.memory.index.snapshot()?.runs(u32::MAX)?;
        let wrote = runs.iter().find(|(_, run)| run.id == id);
        let consolidated = wrote.and_then(|(_, run)| run.consolidated.as_deref());
        Ok(LineOrigin {
            owner: LineOwner::Item,
            run: wrote.map(|(at, run)| OriginRun {
                id: run.id.clone(),
                kind: wire::run_kind(run),
                at: wire::time(*at),
            }),
            conversation: consolidated.map(conversation),
            ..hers()
        })
    }

    fn origin_of_rule(&self, line: &str) -> Result<LineOrigin> {
        let bullet = MemoryFile::parse(line).bullets().into_iter().next();
        let Some(id) = bullet
            .filter(|bullet| bullet.annotation.is_some())
            .map(|bullet| bullet.id)
        else {
            return Ok(hers());
        };
        self.memory.catch_up()?;
        let runs = self.memory.index.snapshot()?.runs(u32::MAX)?;
        let puts = |run: &Run| run.put.iter().any(|rule| rule.id == id && rule.in_force());
        // Only the runs after the rule was last removed, if it ever was.
        let standing = runs.iter().take_while(|(_, run)| !run.removed.contains(&id));
        let wrote = standing.filter(|(_, run)| puts(run)).last();
        Ok(LineOrigin {
            owner: LineOwner::Rule,
            run: wrote.map(|(at, run)| OriginRun {
                id: run.id.clone(),
                kind: wire::run_kind(run),
                at: wire::time(*at),
            }),
            rule: Some(id),
            ..hers()
        })
    }
}

fn hers() -> LineOrigin {
    LineOrigin {
        owner: LineOwner::Writer,
        rule: None,
        run: None,
        conversation: None,
        since: None,
        updated: None,
        merged: 0,
    }
}

fn conversation(consolidated: &Consolidated) -> OriginConversation {
    let said = consolidated.said;
    OriginConversation {
        session: consolidated.session.clone(),
        from: said.map(|(from, _)| wire::time(from)),
        to: said.map(|(_, to)| wire::time(to)),
        messages: u32::try_from(consolidated.chunk.messages.len()).unwrap_or(u32::MAX),
    }
}
