//! Lines and runs that are left to a newer version of the desk ([`memory::vocabulary`]), and the notices about them.

use std::collections::BTreeSet;

use contract::{Notice, NoticeKind};
use index::Unread;

use crate::{MemoryRoot, Result};

impl MemoryRoot {
    /// Returns notices about lines of a newer version of the desk. They are looked up anew each time: such lines arrive
    /// from other machines, and they are read once this machine's desk is updated.
    pub(crate) fn notices_of_newer(&self) -> Vec<Notice> {
        self.left_to_newer().unwrap_or_else(|error| {
            tracing::warn!(code = ?error.code(), "whether a newer version wrote here is not known");
            Vec::new()
        })
    }

    fn left_to_newer(&self) -> Result<Vec<Notice>> {
        let view = self.index.snapshot()?;
        let unread = view.unread()?;
        let mut notices = Vec::new();
        if !unread.is_empty() {
            notices.push(self.notice(
                NoticeKind::NewerLines,
                &self.folder.path().join("journal"),
                unread.len(),
                "lines of the journal are from a newer version of Commonplace; they are kept, and updating Commonplace reads them",
            ));
        }
        let unfinished = view.prepared(self.journal.device())?;
        let unfinished = unfinished.iter().filter(|run| is_left(&unread, &run.id)).count();
        if unfinished > 0 {
            notices.push(self.notice(
                NoticeKind::NewerRunUnfinished,
                self.folder.path(),
                unfinished,
                "changes of memory that a newer version of Commonplace began were interrupted; that version finishes them",
            ));
        }
        Ok(notices)
    }
}

/// Returns whether a part of a run is left to a newer version of the desk.
pub(crate) fn is_left(unread: &[Unread], run_id: &str) -> bool {
    unread
        .iter()
        .any(|line| line.left.run_id.as_deref() == Some(run_id))
}

/// Returns the ids of the rules whose state a newer version of the desk decided.
pub(crate) fn rules_left(unread: Vec<Unread>) -> BTreeSet<String> {
    unread.into_iter().flat_map(|line| line.left.rules).collect()
}
