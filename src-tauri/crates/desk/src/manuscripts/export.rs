//! Exporting manuscripts into one file.

use std::path::Path;

use contract::{ExportFormat, ExportRequest, Exported, PressProgress};
use press::{Book, Fonts, Format, Manuscript, Particulars, Picture};

use crate::installation::fonts;
use crate::manuscripts::reading_order;
use crate::text::endings;
use crate::{Error, Event, Manuscripts, Result};

/// The largest picture that is put into a book, in bytes.
const PICTURE: u64 = 32 * 1024 * 1024;

/// The maximum total size of exported manuscripts, in bytes: twenty times the longest existing novel. The whole text is
/// in memory, and for an HTML or Markdown export twice.
const BOOK: u64 = 256 * 1024 * 1024;

impl Manuscripts {
    /// Exports manuscripts into one file at `to`. The manuscripts are only read. With `replace`, a file that stands
    /// there may be replaced.
    ///
    /// # Errors
    /// `NAME_TAKEN`, `EXPORT_TOO_LARGE`, `FONT_MISSING` and `UNPRINTABLE` before anything is written.
    /// `INVALID_ARGUMENT` without a manuscript, and for a `to` that is one of the manuscripts. Also the errors of
    /// reading and of an atomic write.
    pub fn export(&self, request: &ExportRequest, to: &Path, replace: bool) -> Result<Exported> {
        if request.paths.is_empty() {
            return Err(Error::Invalid {
                field: "paths",
                expected: "one manuscript or more",
            });
        }
        let to = &vault::named(to)?;
        if !replace && vault::kind(to).is_some() {
            return Err(vault::Error::Exists { path: to.to_owned() }.into());
        }
        let mut files = Vec::new();
        let mut bytes = 0;
        for path in &request.paths {
            let full = self.manuscript(path)?;
            bytes += std::fs::metadata(&full).map_or(0, |file| file.len());
            files.push((path, full));
        }
        if bytes > BOOK {
            return Err(Error::ExportTooLarge {
                path: to.to_owned(),
                bytes,
                limit: BOOK,
            });
        }
        let mut manuscripts = Vec::new();
        for (path, full) in files {
            if *to == full {
                return Err(Error::Invalid {
                    field: "to",
                    expected: "another file than the manuscripts that are exported",
                });
            }
            let file = vault::read_text(&full, crate::manuscripts::state::LIMIT)?;
            manuscripts.push(Manuscript {
                path: path.clone(),
                text: endings::unified(&file.text),
            });
        }
        let said = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
        let mut book = Book::of(
            manuscripts,
            &Particulars {
                title: said(&request.title),
                author: said(&request.author),
                name: self.name_of(&request.paths),
                date: (self.ports.now)(),
            },
        );
        let missing_pictures = self.add_pictures(&mut book);
        let format = format(request.format);
        let fonts = if format == Format::Pdf {
            fonts::for_book(&book)
        } else {
            Fonts::default()
        };
        let of = u32::try_from(book.chapter_count()).unwrap_or(u32::MAX);
        let bytes = press::press(&book, format, &fonts, &mut |done| {
            let done = u32::try_from(done).unwrap_or(u32::MAX);
            (self.ports.emit)(Event::Press(PressProgress { done, of }));
        })
        .map_err(|source| Error::Unprintable {
            path: to.to_owned(),
            source,
        })?;
        if replace {
            vault::write_atomic(&*self.ports.disk, to, &bytes)?;
        } else {
            vault::replace(&*self.ports.disk, to, None, &bytes).map_err(|error| match error {
                vault::Error::Changed { path } => vault::Error::Exists { path },
                other => other,
            })?;
        }
        (self.ports.emit)(Event::Press(PressProgress { done: of, of }));
        Ok(Exported {
            path: to.display().to_string(),
            bytes: bytes.len() as u64,
            missing_pictures,
        })
    }

    /// Returns the manuscripts of the book when the request names none: all files but notes.
    pub fn manuscripts_of_the_book(&self) -> Result<Vec<String>> {
        let files = self.files()?.into_iter().map(|file| file.path);
        Ok(files.filter(|path| !reading_order::is_note(path)).collect())
    }

    /// Returns the title of a book that states none: the name of its only file, or of the project.
    fn name_of(&self, paths: &[String]) -> String {
        let named = match paths {
            [only] => Path::new(only).file_stem(),
            _ => self.root.path().file_name(),
        };
        named.map_or_else(|| "Book".to_owned(), |name| name.to_string_lossy().into_owned())
    }

    /// Puts the pictures of the project into a book; returns the paths of the missing pictures.
    fn add_pictures(&self, book: &mut Book) -> Vec<String> {
        let mut missing = Vec::new();
        for path in book.pictures_shown().clone() {
            let bytes = self
                .root
                .resolve(&path)
                .and_then(|full| vault::read_bytes(&full, PICTURE));
            match bytes.ok().and_then(Picture::of) {
                Some(picture) => drop(book.pictures.insert(path, picture)),
                None => missing.push(path),
            }
        }
        missing
    }
}

fn format(format: ExportFormat) -> Format {
    match format {
        ExportFormat::Markdown => Format::Markdown,
        ExportFormat::Html => Format::Html,
        ExportFormat::Docx => Format::Docx,
        ExportFormat::Epub => Format::Epub,
        ExportFormat::Pdf => Format::Pdf,
    }
}
