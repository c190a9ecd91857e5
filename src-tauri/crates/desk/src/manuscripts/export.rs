//! Exporting manuscripts into one file.

use std::path::Path;

use contract::{
    ChapterNumbers, ExportFormat, ExportPlan, ExportRequest, Exported, LineBreaks, PlannedFile,
    PressProgress, SubmissionForm,
};
use press::{Book, Fonts, Format, Lines, Manuscript, Numbers, Paper, Particulars, Picture, Submission};
use rayon::prelude::*;
use serde::Deserialize;
use toml_edit::{Array, value};

use crate::installation::fonts;
use crate::manuscripts::reading_order;
use crate::memory_root::workflow;
use crate::text::endings;
use crate::{Error, Event, Manuscripts, Result};

/// The largest picture that is put into a book, in bytes.
const PICTURE: u64 = 32 * 1024 * 1024;

/// The maximum total size of exported manuscripts, in bytes: twenty times the longest existing novel. The whole text is
/// in memory, and for an HTML or Markdown export twice.
const BOOK: u64 = 256 * 1024 * 1024;

/// The table of `workflow.toml` that keeps the form of a manuscript for an editor.
const SUBMISSION: &str = "submission";

/// That table as it is read. A value that cannot be used is as good as none.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Kept {
    author: Option<String>,
    contact: Vec<String>,
    paper: Option<contract::Paper>,
    underlined: bool,
}

impl Manuscripts {
    /// Returns what is known for an export before it is asked for: of each manuscript whether it is a note, and what its
    /// line breaks mean.
    ///
    /// # Errors
    /// The errors of [`Manuscripts::files`]. A file that cannot be read is one that the export will name.
    pub fn export_plan(&self) -> Result<ExportPlan> {
        let paths: Vec<String> = self.files()?.into_iter().map(|file| file.path).collect();
        let files = paths
            .into_par_iter()
            .map(|path| {
                let read = self.manuscript(&path).and_then(|full| self.file_of(&path, &full));
                let manuscript = Manuscript {
                    text: read.map(|file| endings::unified(&file.text)).unwrap_or_default(),
                    path,
                    lines: None,
                };
                PlannedFile {
                    is_note: reading_order::is_note(&manuscript.path) || manuscript.is_note(),
                    lines: match manuscript.lines() {
                        Lines::Kept => LineBreaks::Paragraphs,
                        Lines::Joined => LineBreaks::Joined,
                    },
                    path: manuscript.path,
                }
            })
            .collect();
        let tables = workflow::tables(self.root.path()).unwrap_or_default();
        let kept = tables.get(SUBMISSION).cloned();
        let kept: Option<Kept> = kept.and_then(|kept| serde_json::from_value(kept).ok());
        let kept = kept.unwrap_or_default();
        Ok(ExportPlan {
            files,
            author: kept.author,
            submission: kept.paper.map(|paper| SubmissionForm {
                contact: kept.contact,
                paper,
                underlined: kept.underlined,
            }),
        })
    }

    /// Keeps the form of a manuscript for an editor, so that the next one begins with it.
    fn keep_submission(&self, form: &SubmissionForm, author: Option<&str>) -> Result<()> {
        let paper = match form.paper {
            contract::Paper::Letter => "letter",
            contract::Paper::A4 => "a4",
        };
        workflow::change(&*self.ports.disk, &self.root, SUBMISSION, |table| {
            match author {
                Some(author) => table.insert("author", value(author)),
                None => table.remove("author"),
            };
            table.insert("contact", value(form.contact.iter().collect::<Array>()));
            table.insert("paper", value(paper));
            table.insert("underlined", value(form.underlined));
        })
    }

    /// Exports manuscripts into one file at `to`. The manuscripts are only read. With `replace`, a file that stands
    /// there may be replaced.
    ///
    /// # Errors
    /// `NAME_TAKEN`, `EXPORT_TOO_LARGE`, `FONT_MISSING` and `UNPRINTABLE` before anything is written.
    /// `INVALID_ARGUMENT` without a manuscript, for a `to` that is one of the manuscripts, and for a form for an editor
    /// in another format than Word's. `WORKFLOW_UNUSABLE` where that form cannot be kept. Also the errors of reading
    /// and of an atomic write.
    pub fn export(&self, request: &ExportRequest, to: &Path, replace: bool) -> Result<Exported> {
        if request.paths.is_empty() {
            return Err(Error::Invalid {
                field: "paths",
                expected: "one manuscript or more",
            });
        }
        if request.submission.is_some() && request.format != ExportFormat::Docx {
            return Err(Error::Invalid {
                field: "format",
                expected: "docx for a submission",
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
            let file = self.file_of(path, &full)?;
            manuscripts.push(Manuscript {
                path: path.clone(),
                text: endings::unified(&file.text),
                lines: request.lines.map(|lines| match lines {
                    LineBreaks::Paragraphs => Lines::Kept,
                    LineBreaks::Joined => Lines::Joined,
                }),
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
                parts: request.parts,
                numbers: match request.numbers {
                    ChapterNumbers::None => Numbers::None,
                    ChapterNumbers::Figures => Numbers::Figures,
                    ChapterNumbers::Words => Numbers::Words,
                },
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
        let mut on = |done| {
            let done = u32::try_from(done).unwrap_or(u32::MAX);
            (self.ports.emit)(Event::Press(PressProgress { done, of }));
        };
        let bytes = match &request.submission {
            Some(form) => {
                self.keep_submission(form, said(&request.author).as_deref())?;
                press::submission(&book, &submission(form), &mut on)
            }
            None => press::press(&book, format, &fonts, &mut on),
        }
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
        let files = self.export_plan()?.files.into_iter();
        Ok(files.filter(|file| !file.is_note).map(|file| file.path).collect())
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

fn submission(form: &SubmissionForm) -> Submission {
    let lines = form.contact.iter().map(|line| line.trim().to_owned());
    Submission {
        contact: lines.filter(|line| !line.is_empty()).collect(),
        paper: match form.paper {
            contract::Paper::Letter => Paper::Letter,
            contract::Paper::A4 => Paper::A4,
        },
        is_underlined: form.underlined,
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
