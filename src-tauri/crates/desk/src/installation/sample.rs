//! The sample project: a few chapters in English and Chinese to try the desk on.

use std::path::{Path, PathBuf};

use vault::RealDisk;

use crate::{Error, Installation, Result};

/// Every file of the sample, by its path in the sample.
const FILES: &[(&str, &str)] = &[
    ("Notes/Cast.md", include_str!("../../../../sample/Notes/Cast.md")),
    (
        "Notes/Timeline.md",
        include_str!("../../../../sample/Notes/Timeline.md"),
    ),
    (
        "Part One/01 Counting windows.md",
        include_str!("../../../../sample/Part One/01 Counting windows.md"),
    ),
    (
        "Part One/02 Mrs Quill keeps accounts.md",
        include_str!("../../../../sample/Part One/02 Mrs Quill keeps accounts.md"),
    ),
    (
        "Part One/03 The roof.md",
        include_str!("../../../../sample/Part One/03 The roof.md"),
    ),
    (
        "第一卷/01 广播站.md",
        include_str!("../../../../sample/第一卷/01 广播站.md"),
    ),
    (
        "第一卷/02 马师傅.md",
        include_str!("../../../../sample/第一卷/02 马师傅.md"),
    ),
    (
        "第一卷/03 涨水.md",
        include_str!("../../../../sample/第一卷/03 涨水.md"),
    ),
];

/// The folder's name, in both languages because the project contains both.
const NAME: &str = "Commonplace 札记 Sample";

impl Installation {
    /// Returns the folder of the writer's own copy of the sample project. The first call makes the copy. Later calls
    /// write only the files that are missing from it.
    ///
    /// The copy is in her documents folder, where she can find it. Without such a folder it is in the folder of the
    /// settings.
    ///
    /// # Errors
    /// The errors of writing the files.
    pub fn sample(&self) -> Result<PathBuf> {
        let folder = self
            .documents()
            .map_or_else(|| self.path(NAME), |documents| documents.join(NAME));
        self.make(&folder)?;
        for (name, text) in FILES {
            write_missing(&folder, name, text)?;
        }
        Ok(folder)
    }
}

fn write_missing(folder: &Path, name: &str, text: &str) -> Result<()> {
    let path = folder.join(name);
    vault::create_folders(&RealDisk, folder, path.parent().unwrap_or(folder))?;
    match vault::replace(&RealDisk, &path, None, text.as_bytes()) {
        Err(vault::Error::Changed { .. }) => Ok(()),
        outcome => outcome.map(drop).map_err(Error::from),
    }
}

#[cfg(test)]
#[expect(
    clippy::disallowed_methods,
    reason = "a test sets its scene with plain writes"
)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_sample_is_every_file_of_its_folder() {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sample");
        let root = vault::Root::open(&source).unwrap();
        let mut listed = root.files(|_| true).unwrap();
        listed.sort();
        let mut embedded: Vec<_> = FILES.iter().map(|(name, _)| (*name).to_owned()).collect();
        embedded.sort();
        assert_eq!(embedded, listed);
    }

    #[test]
    fn what_the_writer_did_to_her_copy_stays() {
        let data = tempfile::tempdir().unwrap();
        let installation = Installation::at(data.path());
        let file = installation.sample().unwrap().join("Notes/Cast.md");
        fs::write(&file, "Mine.").unwrap();
        let folder = installation.sample().unwrap();
        assert_eq!(fs::read_to_string(file).unwrap(), "Mine.");
        assert!(folder.join("第一卷/03 涨水.md").is_file());
    }
}
