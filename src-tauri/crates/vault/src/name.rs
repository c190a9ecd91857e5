//! Names that come from outside and become the name of a folder.

use std::path::{Path, PathBuf};

use crate::{Error, Result};

/// Returns `folder/name` if the name is one that every system and every sync tool takes.
pub(crate) fn below(folder: &Path, name: &str) -> Result<PathBuf> {
    let path = folder.join(name);
    if is_portable(name) {
        Ok(path)
    } else {
        Err(Error::BadName { path })
    }
}

/// Tells whether a name has 1 to 64 letters, digits, `-` and `_` and nothing else: one that every system and every
/// sync tool takes as the name of a file.
#[must_use]
pub fn is_portable(name: &str) -> bool {
    (1..=64).contains(&name.len())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}
