//! A stand-in for a memory that cannot be used where it lies: a copy in the system's folder for temporary files.
//!
//! With it a project opens for reading: on a read-only disk, in the folder of somebody else, or where something stands
//! in the place of the memory. Its rules and its history are shown, and nothing in them can change.

use std::path::{Path, PathBuf};

use contract::{Access, ErrorCode};
use tempfile::TempDir;
use vault::{Disk, Kind, RealDisk};

use crate::{Error, Result};

/// The largest file that is copied, in bytes. A journal of a month with 10,000 acts has 30 MB.
const LARGEST: u64 = 256 * 1024 * 1024;

/// The copy of a memory that cannot be used.
pub(crate) struct StandIn {
    /// Why the memory cannot be used.
    pub reason: String,
    /// How far the writer can change the project all the same.
    pub access: Access,
    folder: TempDir,
}

impl StandIn {
    /// Copies the files of a project's memory that can be read. `error` says why the memory cannot be used.
    ///
    /// Whether the project allows writing is tried with a temporary file: a folder of the system, `/sys` for one, can
    /// refuse every file although its permissions allow one.
    ///
    /// # Errors
    /// The errors of writing into the system's folder for temporary files.
    pub fn of(project: &Path, memory: &Path, error: &Error, disk: &dyn Disk) -> Result<Self> {
        let unwritable = |source| vault::Error::Unwritable {
            path: std::env::temp_dir(),
            source,
        };
        let folder = TempDir::new().map_err(unwritable)?;
        copy(memory, folder.path())?;
        let is_read_only =
            error.code() == ErrorCode::WriteDenied && disk.create_temporary(project, None).is_err();
        let access = if is_read_only {
            Access::ReadOnly
        } else {
            Access::NoMemory
        };
        Ok(Self {
            reason: error.to_string(),
            access,
            folder,
        })
    }

    /// Returns the folder of the copy. It is removed with the stand-in.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }
}

/// Copies the journal and the Markdown files. An entry that cannot be read is left out: it may be why the memory cannot
/// be used.
fn copy(from: &Path, to: &Path) -> Result<()> {
    for (name, kind) in vault::entries(from).unwrap_or_default() {
        let (entry, copied): (PathBuf, PathBuf) = (from.join(&name), to.join(&name));
        match kind {
            Kind::Folder if name != "index" && name != "history" => {
                vault::create_private_folder(&RealDisk, to, &copied)?;
                copy(&entry, &copied)?;
            }
            Kind::File if [".md", ".jsonl"].iter().any(|ending| name.ends_with(ending)) => {
                if let Ok(bytes) = vault::read_bytes(&entry, LARGEST) {
                    vault::write_atomic(&RealDisk, &copied, &bytes)?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}
