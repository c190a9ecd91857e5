//! The sample project: a few chapters in English and Chinese to try the desk on.

use std::path::PathBuf;

use vault::RealDisk;

use crate::{Installation, Result};

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

/// The folder's name until all files are in it.
const PREPARED: &str = ".Commonplace 札记 Sample";

impl Installation {
    /// Returns the folder of the writer's own copy of the sample project. The first call makes the copy. Later calls
    /// leave it alone: a chapter that she renamed or threw away must not come back.
    ///
    /// The copy is in her documents folder, where she can find it. Without such a folder it is in the folder of the
    /// settings. It takes its name once it is whole, so a copy that a crash cut off is made anew.
    ///
    /// # Errors
    /// The errors of writing the files.
    pub fn sample(&self) -> Result<PathBuf> {
        let folder = self
            .documents()
            .map_or_else(|| self.path(NAME), |documents| documents.join(NAME));
        // Whatever stands there is hers, also an empty folder. What is no folder is told of as the project is opened.
        if vault::kind(&folder).is_some() {
            return Ok(folder);
        }
        let prepared = folder.with_file_name(PREPARED);
        self.make(&prepared)?;
        for (name, text) in FILES {
            let path = prepared.join(name);
            vault::create_folders(&RealDisk, &prepared, path.parent().unwrap_or(&prepared))?;
            vault::write_atomic(&RealDisk, &path, text.as_bytes())?;
        }
        match vault::rename(&RealDisk, &prepared, &folder) {
            // Another desk was faster.
            Err(vault::Error::Exists { .. }) => Ok(folder),
            renamed => Ok(renamed.map(|()| folder)?),
        }
    }
}

#[cfg(test)]
#[expect(
    clippy::disallowed_methods,
    reason = "a test sets its scene with plain writes"
)]
mod tests {
    use std::fs;
    use std::path::Path;

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
        let folder = installation.sample().unwrap();
        assert!(folder.join("第一卷/03 涨水.md").is_file());
        fs::write(folder.join("Notes/Cast.md"), "Mine.").unwrap();
        fs::rename(
            folder.join("Part One/03 The roof.md"),
            folder.join("Part One/03 Rain.md"),
        )
        .unwrap();
        fs::remove_dir_all(folder.join("第一卷")).unwrap();

        assert_eq!(installation.sample().unwrap(), folder);
        assert_eq!(fs::read_to_string(folder.join("Notes/Cast.md")).unwrap(), "Mine.");
        assert!(!folder.join("Part One/03 The roof.md").exists());
        assert!(folder.join("Part One/03 Rain.md").is_file());
        assert!(!folder.join("第一卷").exists());
    }

    #[test]
    fn a_copy_that_was_cut_off_is_made_whole() {
        let data = tempfile::tempdir().unwrap();
        let installation = Installation::at(data.path());
        let half = data.path().join(PREPARED).join("Notes");
        fs::create_dir_all(&half).unwrap();
        fs::write(half.join("Cast.md"), "# Ca").unwrap();
        let folder = installation.sample().unwrap();
        for (name, text) in FILES {
            assert_eq!(fs::read_to_string(folder.join(name)).unwrap(), *text, "{name}");
        }
        assert!(!data.path().join(PREPARED).exists());
    }
}
