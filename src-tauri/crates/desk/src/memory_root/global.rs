//! The way to the global memory: the memory root whose rules hold in every project of the writer.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use learning::Scope;
use vault::{Root, Watch};

use crate::locks::{Lock, Order};
use crate::{Error, Installation, MemoryRoot, Result};

/// The global memory of an installation as one project reaches it; opened when it is first needed.
pub(crate) struct GlobalMemory {
    pub installation: Installation,
    /// The memory of the project, whose device and ports the global memory shares.
    own: Arc<MemoryRoot>,
    /// Whether changes from outside are told of, like changes of the project's memory.
    watched: AtomicBool,
    opened: Lock<Option<Opened>>,
}

struct Opened {
    place: PathBuf,
    root: Arc<MemoryRoot>,
    /// Dropping it stops following the folder.
    watch: Option<Watch>,
}

impl GlobalMemory {
    pub fn of(installation: Installation, own: &Arc<MemoryRoot>) -> Self {
        Self {
            installation,
            own: Arc::clone(own),
            watched: AtomicBool::default(),
            opened: Lock::new(Order::GlobalMemory, None),
        }
    }

    /// Returns the global memory; `None` where no rule is known to hold everywhere.
    ///
    /// # Errors
    /// `MEMORY_GLOBAL_UNAVAILABLE`, also when its folder is not where the settings say.
    pub fn root(&self) -> Result<Option<Arc<MemoryRoot>>> {
        let place = self.installation.global_memory();
        let holds = |name: &str| place.join(name).exists();
        let nothing_yet = if place.is_dir() {
            !holds("journal") && !holds("MEMORY.md")
        } else {
            // A missing folder is an error if the settings name it. The usual folder is made when it is needed.
            !place.exists() && !self.installation.names_global_memory()
        };
        if nothing_yet {
            *self.opened.lock() = None;
            return Ok(None);
        }
        let root = self.open(&place).map_err(unusable(&place))?;
        root.catch_up().map_err(unusable(&place))?;
        Ok(Some(root))
    }

    /// Returns the global memory for writing. Its folder is made if it is the usual folder.
    ///
    /// # Errors
    /// `MEMORY_GLOBAL_UNAVAILABLE`.
    pub fn root_to_write(&self) -> Result<Arc<MemoryRoot>> {
        let place = self.installation.global_memory();
        if !self.installation.names_global_memory() {
            self.installation.make(&place).map_err(unusable(&place))?;
        }
        self.open(&place).map_err(unusable(&place))
    }

    /// Follows the global memory from now on.
    pub fn watch(&self) {
        self.watched.store(true, Ordering::Relaxed);
    }

    /// Returns the root in a folder. It is opened at the first call, and anew when the settings name another folder.
    fn open(&self, place: &Path) -> Result<Arc<MemoryRoot>> {
        let mut opened = self.opened.lock();
        if opened.as_ref().is_none_or(|known| known.place != place) || !place.is_dir() {
            // The root before is closed first: it may be the same folder under another name.
            *opened = None;
            let root = Root::open(place)?;
            if root.path() == self.own.folder.path() {
                return Err(Error::Invalid {
                    field: "globalMemory",
                    expected: "another folder than the memory of a project",
                });
            }
            let (device, ports) = (self.own.journal.device(), self.own.ports.clone());
            *opened = Some(Opened {
                place: place.to_owned(),
                root: Arc::new(MemoryRoot::open(
                    root.clone(),
                    root,
                    Scope::Global,
                    device,
                    ports,
                )?),
                watch: None,
            });
        }
        let Some(opened) = opened.as_mut() else {
            return Err(Error::NowhereElse);
        };
        if opened.watch.is_none() && self.watched.load(Ordering::Relaxed) {
            let watch = opened.root.watch();
            opened.watch = watch.inspect_err(|error| tracing::warn!("{error}")).ok();
        }
        Ok(Arc::clone(&opened.root))
    }
}

fn unusable(place: &Path) -> impl Fn(Error) -> Error + '_ {
    |source| Error::Everywhere {
        path: place.to_owned(),
        source: Box::new(source),
    }
}
