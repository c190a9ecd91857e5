//! What the desk holds of the manuscripts while a project is open.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use chrono::{DateTime, Utc};
use vault::{Identity, Root, TextFile};

use crate::locks::{Lock, Order};
use crate::text::endings;
use crate::{Installation, MemoryRoot, Ports};

/// The largest manuscript that is opened. *War and Peace* has 3.2 MB; the editor stays quick up to 10 MB
/// and the whole text crosses to it on every save.
pub(crate) const LIMIT: u64 = 16 * 1024 * 1024;

/// The writer's own files in the project folder.
pub struct Manuscripts {
    pub(super) ports: Ports,
    /// The project folder.
    pub(super) root: Root,
    /// The memory beside the manuscripts; nothing in it is a manuscript.
    pub(super) memory: Arc<MemoryRoot>,
    /// Where versions, crash journals and undo are kept outside the project; `None` where no installation opened it.
    pub(super) installation: Option<Installation>,
    /// What the editor holds, by path.
    pub(super) open: Lock<HashMap<String, OpenManuscript>>,
    /// How far the crash journals have come, by manuscript.
    pub(super) journalled: Lock<HashMap<String, Journalled>>,
    /// The lengths of manuscripts as they were counted last, by path.
    pub(super) counted: Lock<HashMap<String, Counted>>,
    /// The manuscripts that were there when other programs' changes were last followed, and which file each was.
    pub(super) names: Lock<BTreeMap<String, Option<Identity>>>,
    /// The present names of open manuscripts that were renamed, by the name before.
    pub(super) renames: Lock<HashMap<String, String>>,
}

impl Manuscripts {
    pub(crate) fn beside(memory: &Arc<MemoryRoot>, installation: Option<Installation>) -> Self {
        Self {
            ports: memory.ports.clone(),
            root: memory.project.clone(),
            memory: Arc::clone(memory),
            installation,
            open: Lock::new(Order::Open, HashMap::new()),
            journalled: Lock::new(Order::Journalled, HashMap::new()),
            counted: Lock::new(Order::Counted, HashMap::new()),
            names: Lock::new(Order::Names, BTreeMap::new()),
            renames: Lock::new(Order::Renames, HashMap::new()),
        }
    }
}

/// A manuscript the editor has open.
pub(crate) struct OpenManuscript {
    /// The text when it was opened or last settled: what revisions are told against.
    pub baseline: String,
    /// Texts the desk offered and the writer took since then.
    pub taken: Vec<String>,
    /// The file as the desk last read or wrote it; anything else on disk came from outside.
    pub file: TextFile,
    /// When a version of it was last kept; `None` while it is as it was opened.
    pub kept: Option<DateTime<Utc>>,
    /// The file of another program as it was last handed to the editor to be merged, until the editor has taken it over.
    pub handed: Option<TextFile>,
    /// Which file it is, whatever it is called.
    pub identity: Option<Identity>,
}

impl OpenManuscript {
    /// Begins anew with a text that another program wrote: nothing in it is the writer's revision.
    pub fn begin(&mut self, text: &str) {
        text.clone_into(&mut self.baseline);
        self.taken.clear();
    }

    /// Takes what another program wrote for the file from now on; returns the one it replaced, if it is another one.
    pub fn follow(&mut self, file: TextFile) -> Option<TextFile> {
        let changed = self.file.hash != file.hash;
        if changed {
            self.begin(&endings::unified(&file.text));
            self.kept = None;
        }
        let before = std::mem::replace(&mut self.file, file);
        changed.then_some(before)
    }
}

/// How far a crash journal has come.
pub(crate) struct Journalled {
    /// The last state of the file it knows, and the batch.
    pub file: (String, u32),
    /// The last batch.
    pub last: u32,
    /// Its line, by which one that is sent twice is known.
    pub line: String,
}

/// A manuscript's length, with what tells that its file is still the one that was counted.
pub(crate) struct Counted {
    pub bytes: u64,
    pub modified: Option<SystemTime>,
    pub units: Option<u32>,
}

/// Returns whether a path is named as a manuscript is.
pub(crate) fn is_manuscript(path: &Path) -> bool {
    path.extension()
        .and_then(|extension| extension.to_str())
        .is_some_and(|extension| ["md", "markdown", "txt"].contains(&extension.to_ascii_lowercase().as_str()))
}
