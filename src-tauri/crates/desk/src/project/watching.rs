//! Following changes by other programs in the project folder.

use std::path::PathBuf;
use std::sync::Arc;

use contract::FileChange;
use vault::Watch;

use crate::memory_root::follow::Told;
use crate::{Event, Project, Result};

impl Project {
    /// Watches the project folder and tells of every change from outside, until the watch is dropped.
    ///
    /// The watch sees every change of the rules: by this desk, by the command line and by other machines. So a conflict
    /// triggers a distillation here. A conflict that came up while no desk was open triggers one at once.
    pub fn watch(self: &Arc<Self>) -> Result<Watch> {
        let project = Arc::clone(self);
        let told = Told::of(self.memory.extent()?);
        self.manuscripts.remember_names()?;
        let watch = self
            .memory
            .watch_with(move |paths| project.noticed(&paths, &told))?;
        self.learning.watch_everywhere();
        self.learning.trigger_on_conflict()?;
        Ok(watch)
    }

    fn noticed(&self, paths: &[PathBuf], told: &Told) {
        // Edits of `MEMORY.md` in the desk's own editor are followed when the writer leaves the file.
        let in_hand = self.store.is_in_hand(&self.memory.memory_file());
        let count = || self.learning.count_pending();
        // A distillation that failed leaves no run, so it does not trigger itself again.
        if self.memory.take_in(paths, told, in_hand, count)
            && let Err(error) = self.learning.trigger_on_conflict()
        {
            tracing::warn!(code = ?error.code(), "whether rules contradict each other is not known");
        }
        let (memory, manuscripts): (Vec<PathBuf>, Vec<PathBuf>) = paths
            .iter()
            .cloned()
            .partition(|path| self.memory.is_in_memory(path));
        for path in &memory {
            if !self.store.is_in_hand(path)
                && let Some(path) = self.store.as_memory_markdown(path)
            {
                (self.memory.ports.emit)(Event::File(FileChange { path }));
            }
        }
        if !manuscripts.is_empty() {
            self.manuscripts.follow_manuscripts(&manuscripts);
        }
    }
}
