//! Where the memory of a project lies: in the folder `memory`, or in the folder that `[memory] root` of `workflow.toml`
//! names.

use std::path::{Path, PathBuf};

use toml_edit::value;
use vault::{Disk, Root, Turn};

use crate::memory_root::workflow::{self, Tables};
use crate::{Error, Result};

/// The memory root of a project whose `workflow.toml` names no memory root.
pub(crate) const USUAL: &str = "memory";

/// The key below `[memory]` that says where the memory lies.
const ROOT: &str = "root";

/// The key of the memory's folder before a move. It is written only during the move, so that the next opening can
/// finish an interrupted move.
const BEFORE: &str = "root_before";

/// Returns whether there is a memory in a folder.
fn is_memory(folder: &Path) -> bool {
    folder.join("journal").is_dir()
}

/// Returns whether a folder is a project, which means that it has a memory.
///
/// A `workflow.toml` that cannot be read names no memory; opening the project says so.
pub fn is_project(folder: &Path) -> bool {
    let known = || -> Result<bool> {
        let root = Root::open(folder)?;
        let named = Named::of(&root)?;
        Ok(is_memory(&named.folder) || is_memory(&named.before))
    };
    is_memory(&folder.join(USUAL)) || known().unwrap_or(false)
}

/// Makes the folder of a new project, if there is none. The folder around it must exist, because a mistyped path must
/// not leave a row of folders behind.
///
/// # Errors
/// `NOT_FOUND` without the folder around it, and the errors of writing.
pub fn make_folder(disk: &dyn Disk, folder: &Path) -> Result<()> {
    let around = folder.parent().filter(|around| *around != Path::new(""));
    let around = around.unwrap_or_else(|| Path::new("."));
    if folder.is_dir() {
        return Ok(());
    }
    let Some(name) = folder.file_name().filter(|_| around.is_dir()) else {
        return Err(vault::Error::NotFound {
            path: around.to_owned(),
        }
        .into());
    };
    Ok(vault::create_folders(disk, around, &around.join(name))?)
}

/// Returns where the memory of a folder lies, if it has one. A memory that has not moved yet to its named folder is
/// found too.
pub(crate) fn place(folder: &Path) -> PathBuf {
    let named = Root::open(folder).ok().and_then(|root| Named::of(&root).ok());
    match named {
        Some(named) if is_memory(&named.folder) => named.folder,
        Some(named) => named.before,
        None => folder.join(USUAL),
    }
}

/// Where a `workflow.toml` says that the memory lies.
struct Named {
    folder: PathBuf,
    before: PathBuf,
}

impl Named {
    /// # Errors
    /// `WORKFLOW_UNUSABLE` where the file cannot be read, or names a folder that is not inside the project. Somebody
    /// else may have made the file, and the desk writes only where the writer told it to.
    fn of(project: &Root) -> Result<Self> {
        let unusable = || Error::Workflow {
            path: workflow::file(project.path()),
        };
        let tables = workflow::tables(project.path()).map_err(|_| unusable())?;
        let said = |key, usual: &str| match named(&tables, key) {
            None => Ok(usual.to_owned()),
            Some(said) => said.as_str().map(str::to_owned).ok_or_else(unusable),
        };
        let place = |name: &str| -> Result<PathBuf> {
            let folder = project.resolve(name).map_err(|_| unusable())?;
            if folder == project.path() {
                return Err(unusable());
            }
            Ok(folder)
        };
        Ok(Self {
            folder: place(&said(ROOT, USUAL)?)?,
            before: place(&said(BEFORE, USUAL)?)?,
        })
    }
}

fn named<'a>(tables: &'a Tables, key: &str) -> Option<&'a serde_json::Value> {
    tables.get("memory")?.get(key)
}

/// Finds the memory root of a project, or the place for a new one. An interrupted move is finished first.
///
/// If the writer changed the folder in `workflow.toml` by hand, the memory is moved there too. If the move fails, the
/// memory is used where it is, and the error is returned beside the path.
///
/// # Errors
/// `WORKFLOW_UNUSABLE` where it cannot be known whether there is a memory. A new memory beside it would hide everything
/// the writer has taught.
pub(crate) fn find(disk: &dyn Disk, project: &Root) -> Result<(PathBuf, Option<Error>)> {
    let usual = project.resolve(USUAL)?;
    let named = match Named::of(project) {
        Ok(named) => named,
        Err(_) if is_memory(&usual) => return Ok((usual, None)),
        Err(error) => return Err(error),
    };
    if is_memory(&named.folder) || !is_memory(&named.before) {
        return Ok((named.folder, None));
    }
    match bring(disk, project, &named.before, &named.folder) {
        Ok(()) => Ok((named.folder, None)),
        Err(error) => Ok((named.before, Some(error))),
    }
}

/// Moves the memory of a project to another folder inside the project, and names that folder in `workflow.toml`. The
/// project must not be open here.
///
/// The file is written first and names the old folder too: so the next opening finds the memory after any interruption.
///
/// # Errors
/// `INVALID_ARGUMENT` for a folder that is not inside the project, is the project, or lies in the memory itself.
/// `NAME_TAKEN` for a folder that exists. `WORKFLOW_UNUSABLE`, and the errors of writing. After an error the memory is
/// whole, in its old folder or in the new one. If the disk failed in between, the next opening finds the memory and
/// finishes the move.
pub fn move_memory(disk: &dyn Disk, folder: &Path, to: &str) -> Result<()> {
    let project = Root::open(folder)?;
    let (from, _) = find(disk, &project)?;
    let target = project.resolve(to.trim()).map_err(|_| elsewhere())?;
    if target == from {
        return Ok(());
    }
    if target == *project.path() || target.starts_with(&from) {
        return Err(elsewhere());
    }
    // Checked first, so that nothing is written for an impossible move.
    if target.symlink_metadata().is_ok() {
        return Err(vault::Error::Exists { path: target }.into());
    }
    let name = |folder: &Path| project.relative(folder).ok_or_else(elsewhere);
    let (before, after) = (name(&from)?, name(&target)?);
    workflow::change(disk, &project, "memory", |memory| {
        memory.insert(ROOT, value(&after));
        memory.insert(BEFORE, value(&before));
    })?;
    let moved = bring(disk, &project, &from, &target);
    // A rename that could not be made durable has happened all the same. The present place of the memory counts.
    let arrived = is_memory(&target);
    let settled = workflow::change(disk, &project, "memory", |memory| {
        memory.remove(BEFORE);
        if !arrived {
            memory.insert(ROOT, value(&before));
        }
    });
    moved.and(settled)
}

const fn elsewhere() -> Error {
    Error::Invalid {
        field: "path",
        expected: "a folder inside the project that is not there yet, outside the memory as it is",
    }
}

/// Moves a memory while no other thread or process changes it.
fn bring(disk: &dyn Disk, project: &Root, from: &Path, to: &Path) -> Result<()> {
    if let Some(around) = to.parent() {
        vault::create_folders(disk, project.path(), around)?;
    }
    // The turn is released at once, because Windows moves no folder with an open file in it. A change that begins in
    // between finds no folder to write to, and a change happens whole or not at all.
    drop(Turn::take(&from.join("journal/lock"))?);
    Ok(vault::rename(disk, from, to)?)
}
