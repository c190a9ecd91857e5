//! The writer's operations on files and folders in the list: make, rename, move, throw away, bring back.

use std::path::{Path, PathBuf};

use vault::{Kind, folded, is_usable};

use crate::manuscripts::moves::moved_path;
use crate::manuscripts::state::is_manuscript;
use crate::{Error, Manuscripts, Result};

/// The place of a file or folder: its path in the project and its full path. Links that lead to its folder are
/// followed; the file or folder itself may be a link.
struct Place {
    path: String,
    full: PathBuf,
}

impl Manuscripts {
    /// Makes an empty manuscript, or a folder; returns its path.
    ///
    /// # Errors
    /// `NAME_TAKEN`, also by a name that differs only in case or Unicode form. `NAME_UNUSABLE`, `OUTSIDE_PROJECT`, and
    /// `NOT_FOUND` when the folder around it does not exist. Also the errors of writing.
    pub fn create(&self, path: &str, is_folder: bool) -> Result<String> {
        let place = self.place(path)?;
        self.is_free(&place, None)?;
        if is_folder {
            vault::create_folders(&*self.ports.disk, self.root.path(), &place.full)?;
            return Ok(place.path);
        }
        is_manuscript_name(&place)?;
        vault::replace(&*self.ports.disk, &place.full, None, b"").map_err(|error| match error {
            vault::Error::Changed { path } => vault::Error::Exists { path },
            error => error,
        })?;
        Ok(place.path)
    }

    /// Gives a manuscript or a folder another name or another place; returns its path. An open manuscript goes along.
    ///
    /// # Errors
    /// The errors of [`Manuscripts::create`], and `NOT_FOUND` when there is nothing to move.
    pub fn rename(&self, from: &str, to: &str) -> Result<String> {
        let (from, to) = (self.place(from)?, self.place(to)?);
        if from.path == to.path {
            return Ok(to.path);
        }
        let is_folder = self.holds_no_memory(&from)?;
        if is_folder && moved_path(&to.path, &from.path, "").is_some() {
            return Err(Error::Invalid {
                field: "to",
                expected: "a place outside the folder that is moved",
            });
        }
        if !is_folder {
            is_manuscript_name(&from)?;
            is_manuscript_name(&to)?;
        }
        self.is_free(&to, Some(&from))?;
        vault::rename(&*self.ports.disk, &from.full, &to.full)?;
        self.moved(&from.path, &to.path);
        Ok(to.path)
    }

    /// Moves a manuscript, or a folder with all its contents, to the system's trash.
    ///
    /// # Errors
    /// `NOT_FOUND` and `OUTSIDE_PROJECT`. `INVALID_ARGUMENT` for a file that is no manuscript, and for a folder with
    /// memory in it. Also the errors of writing, and an error where the system has no trash: nothing is deleted for
    /// good.
    pub fn remove(&self, path: &str) -> Result<()> {
        let place = self.place(path)?;
        if !self.holds_no_memory(&place)? {
            is_manuscript_name(&place)?;
        }
        vault::discard(&*self.ports.trash, &place.full)?;
        self.open
            .lock()
            .retain(|path, _| moved_path(path, &place.path, "").is_none());
        Ok(())
    }

    /// Restores the file or folder that was last moved to the trash from this place.
    ///
    /// # Errors
    /// `NAME_TAKEN` when another file or folder stands there by now. `NOT_FOUND` when the folder around it is gone.
    /// `IO` when it is no longer in the trash or the system does not give it back.
    pub fn bring_back(&self, path: &str) -> Result<()> {
        let place = self.place(path)?;
        Ok(vault::bring_back(&*self.ports.trash, &place.full)?)
    }

    /// Returns the path of a file or folder that exists.
    pub(super) fn existing(&self, path: &str) -> Result<String> {
        let place = self.place(path)?;
        if vault::kind(&place.full).is_none() {
            return Err(vault::Error::NotFound { path: place.full }.into());
        }
        Ok(place.path)
    }

    /// Returns the place a path names. It must lie in an existing folder of the project, and not in the memory.
    fn place(&self, path: &str) -> Result<Place> {
        self.memory.is_there()?;
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        // A path that leads out of the project is reported first: for `..`, "not a usable name" would be the wrong
        // error.
        let parent = self.root.resolve(folder)?;
        if !is_usable(name) {
            return match self.root.resolve(path) {
                Err(error @ vault::Error::OutsideRoot { .. }) => Err(error.into()),
                _ => Err(Error::Name {
                    name: name.to_owned(),
                }),
            };
        }
        let full = parent.join(name);
        if !parent.is_dir() {
            return Err(vault::Error::NotFound { path: parent }.into());
        }
        if self.memory.is_in_memory(&full) || !self.root.reaches(&full.join("any")) {
            return Err(Error::Invalid {
                field: "path",
                expected: "a place for manuscripts, outside the memory folder and hidden folders",
            });
        }
        let path = self.root.relative(&full).unwrap_or_else(|| path.to_owned());
        Ok(Place { path, full })
    }

    /// Checks that no other file or folder beside it has this name, in any case and Unicode form.
    fn is_free(&self, place: &Place, but: Option<&Place>) -> Result<()> {
        let (Some(folder), Some(name)) = (place.full.parent(), place.full.file_name()) else {
            return Ok(());
        };
        let name = folded(&name.to_string_lossy());
        for (entry, _) in vault::entries(folder)? {
            let is_same = folded(&entry) == name;
            let path = folder.join(entry);
            if is_same && but.is_none_or(|but| but.full != path) {
                return Err(vault::Error::Exists { path }.into());
            }
        }
        Ok(())
    }

    /// Returns whether the place is a folder. A folder with memory in it is refused.
    fn holds_no_memory(&self, place: &Place) -> Result<bool> {
        if self.memory.place.starts_with(&place.full) {
            return Err(Error::Invalid {
                field: "path",
                expected: "a folder without the memory folder in it",
            });
        }
        let kind = vault::kind(&place.full).ok_or_else(|| vault::Error::NotFound {
            path: place.full.clone(),
        })?;
        Ok(kind == Kind::Folder)
    }
}

fn is_manuscript_name(place: &Place) -> Result<()> {
    if is_manuscript(Path::new(&place.path)) {
        return Ok(());
    }
    Err(Error::Invalid {
        field: "path",
        expected: "a .md, .markdown or .txt file",
    })
}
