//! The state of the manuscripts while a project is open.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use chrono::{DateTime, Utc};
use contract::Length;
use press::Said;
use vault::{Identity, Root, TextFile};

use crate::locks::{Lock, Order};
use crate::text::endings;
use crate::{Installation, MemoryRoot, Ports};

/// The largest manuscript that is opened. *War and Peace* has 3.2 MB. The editor stays quick up to 10 MB, and the whole
/// text crosses the boundary on every save.
pub(crate) const LIMIT: u64 = 16 * 1024 * 1024;

/// The writer's own files in the project folder.
pub struct Manuscripts {
    pub(super) ports: Ports,
    /// The project folder.
    pub(super) root: Root,
    /// The memory beside the manuscripts; nothing in it is a manuscript.
    pub(super) memory: Arc<MemoryRoot>,
    /// The place for versions, crash journals and undo outside the project; `None` where no installation opened the
    /// project.
    pub(super) installation: Option<Installation>,
    /// The manuscripts that the editor holds, by path.
    pub(super) open: Lock<HashMap<String, OpenManuscript>>,
    /// The last entries of the crash journals, by manuscript.
    pub(super) journalled: Lock<HashMap<String, Journalled>>,
    /// The lengths and front matter of manuscripts at the last count, by path.
    pub(super) counted: Lock<HashMap<String, Counted>>,
    /// The manuscripts at the time when other programs' changes were last followed, with the identity of each file.
    pub(super) names: Lock<BTreeMap<String, Option<Identity>>>,
    /// The present names of open manuscripts that were renamed, by their earlier names.
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
    /// The text when it was opened or last settled. Revisions are measured against it.
    pub baseline: String,
    /// Texts the desk offered and the writer took since then.
    pub taken: Vec<String>,
    /// The file as the desk last read or wrote it. Any other bytes on disk came from another program.
    pub file: TextFile,
    /// When a version of it was last kept; `None` while it is unchanged since its opening.
    pub kept: Option<DateTime<Utc>>,
    /// Another program's file that was last handed to the editor for merging, until the editor has taken it over.
    pub handed: Option<TextFile>,
    /// The identity of the file, whatever its name.
    pub identity: Option<Identity>,
}

impl OpenManuscript {
    /// Starts anew from a text that another program wrote: nothing in it is the writer's revision.
    pub fn begin(&mut self, text: &str) {
        text.clone_into(&mut self.baseline);
        self.taken.clear();
    }

    /// Takes over another program's file from now on; returns the file it replaced, if the two differ.
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

/// The last entries of a crash journal.
pub(crate) struct Journalled {
    /// The last state of the file that the journal knows, and its batch.
    pub file: (String, u32),
    /// The last batch.
    pub last: u32,
    /// The line of the last batch, by which a batch that is sent twice is recognised.
    pub line: String,
}

/// A manuscript's length and front matter, with the size and time that show whether the file is still the counted one.
pub(crate) struct Counted {
    pub bytes: u64,
    pub modified: Option<SystemTime>,
    pub about: About,
}

/// What the list tells about a manuscript.
#[derive(Clone, Default)]
pub(crate) struct About {
    pub length: Option<Length>,
    pub said: Said,
}

/// Returns the part of a manuscript whose words count. Front matter says something about the manuscript and is no part
/// of its length: a new status must not make a chapter longer. Plain text has no front matter.
pub(crate) fn body<'t>(path: &str, text: &'t str) -> &'t str {
    if press::is_plain(path) {
        return text;
    }
    &text[prose::segment::front_matter(text).len()..]
}

/// Returns whether a path has the extension of a manuscript.
pub(crate) fn is_manuscript(path: &Path) -> bool {
    path.extension()
        .and_then(|extension| extension.to_str())
        .is_some_and(|extension| ["md", "markdown", "txt"].contains(&extension.to_ascii_lowercase().as_str()))
}
