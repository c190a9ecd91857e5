//! Importing documents of other programs into a folder of manuscripts.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use contract::{ImportOptions, ImportReport, LeftOut, LeftOutReason, PressProgress};
use press::import::{self, Imported as Document, Unreadable};
use press::{Lines, Picture};

use crate::memory_root::place;
use crate::{Error, Event, Ports, Result};

/// The maximum size of an imported document, in bytes; pictures make up most of a large Word document.
const LIMIT: u64 = 256 * 1024 * 1024;

/// The maximum size of a text that becomes a manuscript, in bytes: the limit for opening a manuscript.
const TEXT: u64 = crate::manuscripts::state::LIMIT;

/// The longest name of a file made of a chapter's title, in characters.
const NAME: usize = 60;

/// A file to import.
struct Source {
    full: PathBuf,
    /// Its path below the named file or folder, with `/` between folders.
    name: String,
    /// Whether it belongs to the memory of the project it lies in.
    is_memory: bool,
}

/// The destination of the manuscripts: a folder beside the place of the new folder. It gets the new folder's name once
/// all manuscripts are in it.
struct Destination<'a> {
    ports: &'a Ports,
    folder: PathBuf,
    taken: HashSet<String>,
    files: Vec<String>,
    left_out: Vec<LeftOut>,
}

/// Returns the path of a new folder in a project for what is imported: named after the first document, with a number if
/// that name is taken.
pub fn folder_for(project: &Path, paths: &[PathBuf]) -> PathBuf {
    let stem = paths.first().and_then(|first| {
        if first.is_dir() {
            first.file_name()
        } else {
            first.file_stem()
        }
    });
    let name = stem.map_or_else(|| "Import".to_owned(), |name| name.to_string_lossy().into_owned());
    let numbered = (2..).map(|number| format!("{name} {number}"));
    let mut folders = std::iter::once(name.clone())
        .chain(numbered)
        .map(|name| project.join(name));
    folders
        .find(|folder| vault::kind(folder).is_none())
        .unwrap_or_else(|| project.join(&name))
}

/// Imports documents and folders of documents as manuscripts into a new folder. The imported files are only read.
///
/// The new folder is created completely or not at all. An unreadable file is no error if another file can be read: the
/// report lists it. If the machine stops meanwhile, a hidden folder that ends in `.commonplace-import` remains beside
/// the new folder's place.
///
/// # Errors
/// `NAME_TAKEN` where the new folder exists already. `INVALID_ARGUMENT` where it is inside an imported folder, or where
/// no path is named. `NOTHING_IMPORTED` where no file can be read. `NOT_FOUND`, and the errors of reading a folder and
/// of atomic writes. After any of these errors there is no new folder.
pub fn import(paths: &[PathBuf], into: &Path, options: ImportOptions, ports: &Ports) -> Result<ImportReport> {
    if into.exists() {
        return Err(vault::Error::Exists {
            path: into.to_owned(),
        }
        .into());
    }
    let sources = sources(paths, into)?;
    let parent = into
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let parent = vault::Root::open(parent)?;
    let Some(name) = into.file_name() else {
        return Err(Error::Invalid {
            field: "into",
            expected: "the path of a new folder",
        });
    };
    let new = parent.path().join(name);
    let prepared = parent
        .path()
        .join(format!(".{}.commonplace-import", (ports.new_id)()));
    let destination = prepare(&prepared, parent.path(), &sources, options, ports)
        .and_then(|destination| destination.or_nothing(&paths[0]))
        .inspect_err(|_| take_away(&*ports.disk, &prepared))?;
    let own = vault::Identity::of(&prepared);
    vault::rename(&*ports.disk, &prepared, &new).inspect_err(|_| {
        // If only the last step failed, the folder has its new name already. Another folder with that name belongs to
        // another program.
        let is_own = |folder: &&PathBuf| own.is_some() && vault::Identity::of(folder) == own;
        if let Some(made) = [&prepared, &new].into_iter().find(is_own) {
            take_away(&*ports.disk, made);
        }
    })?;
    Ok(ImportReport {
        folder: new.display().to_string(),
        inside: None,
        files: destination.files,
        left_out: destination.left_out,
        marked: false,
    })
}

/// Makes the folder and writes every file in it.
fn prepare<'a>(
    folder: &Path,
    parent: &Path,
    sources: &[Source],
    options: ImportOptions,
    ports: &'a Ports,
) -> Result<Destination<'a>> {
    vault::create_folders(&*ports.disk, parent, folder)?;
    let mut destination = Destination {
        ports,
        folder: folder.to_owned(),
        taken: HashSet::new(),
        files: Vec::new(),
        left_out: Vec::new(),
    };
    let of = u32::try_from(sources.len()).unwrap_or(u32::MAX);
    for (source, done) in sources.iter().zip(0..) {
        (ports.emit)(Event::Press(PressProgress { done, of }));
        destination.take(source, options)?;
    }
    (ports.emit)(Event::Press(PressProgress { done: of, of }));
    Ok(destination)
}

/// Removes a folder this import made, as far as the disk allows. The import reports its first error, so errors here are
/// ignored.
fn take_away(disk: &dyn vault::Disk, folder: &Path) {
    for (name, kind) in vault::entries(folder).unwrap_or_default() {
        let path = folder.join(name);
        if kind == vault::Kind::Folder {
            take_away(disk, &path);
        } else {
            let _ = disk.remove_file(&path);
        }
    }
    let _ = disk.remove_folder(folder);
}

/// Returns the named files, and the files in the named folders.
fn sources(paths: &[PathBuf], into: &Path) -> Result<Vec<Source>> {
    if paths.is_empty() {
        return Err(Error::Invalid {
            field: "paths",
            expected: "one document or folder or more",
        });
    }
    let mut sources = Vec::new();
    for path in paths {
        if !path.is_dir() {
            // Checked first, so that a mistyped name creates no folder.
            vault::Root::open(path).map(drop).or_else(|error| match error {
                vault::Error::NotAFolder { .. } => Ok(()),
                other => Err(other),
            })?;
            let name = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            sources.push(Source {
                full: vault::named(path)?,
                name,
                is_memory: false,
            });
            continue;
        }
        let root = vault::Root::open(path)?;
        let new = into.parent().and_then(|parent| parent.canonicalize().ok());
        if new.is_some_and(|new| new.starts_with(root.path())) {
            return Err(Error::Invalid {
                field: "into",
                expected: "a folder outside of what is imported",
            });
        }
        let memory = place::place(root.path());
        for name in root.files(|_| true)? {
            let full = root.path().join(&name);
            sources.push(Source {
                is_memory: full.starts_with(&memory),
                full,
                name,
            });
        }
    }
    Ok(sources)
}

impl Destination<'_> {
    /// Returns the destination if any file was read. Otherwise returns the error that names the first file left out.
    fn or_nothing(self, asked: &Path) -> Result<Self> {
        if !self.taken.is_empty() {
            return Ok(self);
        }
        let first = self.left_out.first();
        Err(Error::NothingImported {
            path: first.map_or_else(|| asked.to_owned(), |left_out| left_out.path.clone().into()),
            reason: first.map_or("holds no file", |left_out| said(left_out.reason)),
        })
    }

    fn take(&mut self, source: &Source, options: ImportOptions) -> Result<()> {
        let stem = source
            .name
            .rsplit_once('.')
            .map_or(source.name.as_str(), |(stem, _)| stem);
        let pictures = format!("{} pictures", stem.rsplit('/').next().unwrap_or(stem));
        match read(source, &pictures, options) {
            Ok(Read::Document(document)) => self.put(source, stem, &pictures, &document, options),
            Ok(Read::Picture(bytes)) => self.write(&source.name, &bytes).map(drop),
            Err(reason) => {
                self.leave(&source.name, reason);
                Ok(())
            }
        }
    }

    /// Writes a document that was read: as one manuscript, or as a folder with a manuscript for each chapter.
    fn put(
        &mut self,
        source: &Source,
        stem: &str,
        pictures: &str,
        document: &Document,
        options: ImportOptions,
    ) -> Result<()> {
        let parts = if options.split_chapters {
            import::split(&document.text)
        } else {
            Vec::new()
        };
        let folder = if parts.len() > 1 {
            stem
        } else {
            stem.rsplit_once('/').map_or("", |(folder, _)| folder)
        };
        let inside = |name: &str| {
            if folder.is_empty() {
                name.to_owned()
            } else {
                format!("{folder}/{name}")
            }
        };
        for (name, bytes) in &document.pictures {
            self.write(&inside(&format!("{pictures}/{name}")), bytes)?;
        }
        if parts.len() > 1 {
            let digits = parts.len().to_string().len().max(2);
            for (part, number) in parts.iter().zip(1..) {
                let title = file_name(&part.title);
                let name = format!("{number:0digits$} {title}");
                let written =
                    self.write(&inside(&format!("{}.md", name.trim_end())), part.text.as_bytes())?;
                self.files.push(written);
            }
        } else {
            let written = self.write(&format!("{stem}.md"), document.text.as_bytes())?;
            self.files.push(written);
        }
        for left_out in &document.left_out {
            let reason = match left_out {
                import::LeftOut::Picture => LeftOutReason::Picture,
                import::LeftOut::Object => LeftOutReason::Object,
            };
            self.leave(&source.name, reason);
        }
        Ok(())
    }

    fn leave(&mut self, path: &str, reason: LeftOutReason) {
        self.left_out.push(LeftOut {
            path: path.to_owned(),
            reason,
        });
    }

    /// Writes a file under its name, or under a numbered name where that name is taken; returns the name.
    ///
    /// Names are compared without case, as some systems do.
    fn write(&mut self, name: &str, bytes: &[u8]) -> Result<String> {
        let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
        let numbered = (2..).map(|number| format!("{stem} {number}.{extension}"));
        let mut names = std::iter::once(name.to_owned()).chain(numbered);
        let free = names.find(|name| !self.taken.contains(&name.to_lowercase()));
        let name = free.unwrap_or_else(|| name.to_owned());
        self.taken.insert(name.to_lowercase());
        let path = self.folder.join(&name);
        let folder = path.parent().unwrap_or(&self.folder);
        vault::create_folders(&*self.ports.disk, &self.folder, folder)?;
        vault::write_atomic(&*self.ports.disk, &path, bytes)?;
        Ok(name)
    }
}

/// A file as it goes into the new folder.
enum Read {
    Document(Document),
    /// A picture with unchanged bytes, so that the manuscripts beside it show it as before.
    Picture(Vec<u8>),
}

/// Reads a file, or returns why it is left out.
fn read(source: &Source, pictures: &str, options: ImportOptions) -> std::result::Result<Read, LeftOutReason> {
    if source.is_memory {
        return Err(LeftOutReason::Memory);
    }
    let extension = source
        .name
        .rsplit_once('.')
        .map_or("", |(_, extension)| extension)
        .to_ascii_lowercase();
    let limit = match extension.as_str() {
        "md" | "markdown" | "txt" => TEXT,
        "docx" | "png" | "jpg" | "jpeg" | "gif" => LIMIT,
        _ => return Err(LeftOutReason::Kind),
    };
    let bytes = vault::read_bytes(&source.full, limit).map_err(|error| match error {
        vault::Error::TooLarge { .. } => LeftOutReason::TooLarge,
        _ => LeftOutReason::Unreadable,
    })?;
    let lines = if options.join_lines {
        Lines::Joined
    } else {
        Lines::Kept
    };
    let only_text = |text: String| Document {
        text,
        ..Document::default()
    };
    let document = match extension.as_str() {
        "docx" => import::docx(&bytes, pictures),
        "txt" => import::plain_text(&bytes, lines).map(only_text),
        "md" | "markdown" => import::decoded(&bytes).map(only_text),
        _ if Picture::of(bytes.clone()).is_some() => return Ok(Read::Picture(bytes)),
        _ => Err(Unreadable::Damaged),
    };
    document.map(Read::Document).map_err(reason)
}

fn reason(unreadable: Unreadable) -> LeftOutReason {
    match unreadable {
        Unreadable::Damaged => LeftOutReason::Damaged,
        Unreadable::TooLarge => LeftOutReason::TooLarge,
        Unreadable::NotText => LeftOutReason::NotText,
    }
}

/// Returns the text after a file's path that states why it is left out.
fn said(reason: LeftOutReason) -> &'static str {
    match reason {
        LeftOutReason::Kind => "is no manuscript and no picture",
        LeftOutReason::Damaged => "is damaged, or not what its name says",
        LeftOutReason::TooLarge => "is too large",
        LeftOutReason::NotText => "is no text in any encoding the desk knows",
        LeftOutReason::Unreadable => "cannot be read",
        LeftOutReason::Picture => "holds a picture that is no PNG, JPEG or GIF",
        LeftOutReason::Object => "holds a box, a chart or another object",
        LeftOutReason::Memory => "is a desk's memory of its project",
    }
}

/// Returns a chapter's title as a file name that every system accepts.
fn file_name(title: &str) -> String {
    let plain: String = title
        .chars()
        .map(|character| {
            if character.is_control() || "/\\:*?\"<>|#".contains(character) {
                ' '
            } else {
                character
            }
        })
        .collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    let name: String = words.join(" ").chars().take(NAME).collect();
    name.trim_end_matches(['.', ' ']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn a_title_becomes_a_name_every_system_takes() {
        for (title, expected) in [
            ("第一章　渡口", "第一章 渡口"),
            ("Who? / What: \"When\"...", "Who What When"),
            ("../../etc", ".. .. etc"),
            ("", ""),
        ] {
            assert_eq!(file_name(title), expected);
        }
    }
}
