//! Following what other programs do in the project folder.

use std::path::PathBuf;
use std::sync::Arc;

use contract::FileChange;
use vault::Watch;

use crate::memory_root::follow::Told;
use crate::{Event, Project, Result};

impl Project {
    /// Watches the project folder and tells of every change from outside, until the watch is dropped.
    ///
    /// It sees what this desk, the command line and other machines make of the rules alike, so it is here that a
    /// conflict triggers a distillation; one that came up while no desk was open does at once.
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
        // What she is writing there is followed when she leaves it.
        let in_hand = self.store.is_in_hand(&self.memory.memory_file());
        let count = || self.learning.count_pending();
        // A distillation that failed is no run, so it does not call for itself again.
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
