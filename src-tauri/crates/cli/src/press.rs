//! The commands `export` and `import`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use contract::{
    ChapterNumbers, ErrorCode, ExportFormat, ExportRequest, Fault, ImportOptions, LeftOutReason, LineBreaks,
    Paper, SubmissionForm,
};
use desk::{Installation, Ports, Project, import_folder};
use serde_json::{Value, json};

/// The arguments of `export`.
#[derive(Debug, Args)]
pub(crate) struct Export {
    /// The manuscripts, relative to the project, in reading order; by default all except the notes.
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    /// The file to write.
    #[arg(long, value_name = "PATH")]
    to: PathBuf,
    /// The title; by default the title in the manuscript, or the name of the project.
    #[arg(long)]
    title: Option<String>,
    /// The author; by default the author named in the manuscripts.
    #[arg(long)]
    author: Option<String>,
    /// The format; by default the format of the file's extension.
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// What line breaks mean in every manuscript; by default each as it is written, or as its front matter says.
    #[arg(long, value_enum)]
    lines: Option<Breaks>,
    /// Make each folder a part of the book, with a heading.
    #[arg(long)]
    parts: bool,
    /// Number the chapters whose titles have no number.
    #[arg(long, value_enum)]
    numbers: Option<Numbers>,
    /// Write a Word document in standard manuscript format, for a submission.
    #[arg(long)]
    submission: bool,
    /// A line at the head of the submission, such as a name or an address. Give it once for each line. Without it the
    /// lines come from `workflow.toml`, which keeps these of the last submission.
    #[arg(long, value_name = "LINE", requires = "submission")]
    contact: Vec<String>,
    /// The paper of the submission. Without it the last submission decides; before the first one it is A4.
    #[arg(long, value_enum, requires = "submission")]
    paper: Option<Sheet>,
    /// Underline emphasis in the submission instead of setting it in italics.
    #[arg(long, requires = "submission")]
    underline: bool,
    /// Replace an existing file.
    #[arg(long)]
    replace: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Breaks {
    /// Each line is a paragraph.
    Paragraphs,
    /// Lines were broken at a width.
    Joined,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Numbers {
    /// 1, 2, 3.
    Figures,
    /// Chapter One, 第一章.
    Words,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Sheet {
    Letter,
    A4,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    #[value(alias = "md")]
    Markdown,
    Html,
    Docx,
    Epub,
    Pdf,
}

/// The arguments of `import`.
#[derive(Debug, Args)]
pub(crate) struct Import {
    /// Word documents, text files, Markdown files, and folders of them.
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    /// The new folder; by default one in the project, named after the first document.
    #[arg(long, value_name = "DIR")]
    into: Option<PathBuf>,
    /// Join the lines of plain text that was wrapped at a width.
    #[arg(long)]
    join_lines: bool,
    /// Split a document with several chapters into a folder with one file per chapter.
    #[arg(long)]
    split: bool,
    /// The words are yours: what you change in them is learned from. Without it they are marked as imported.
    #[arg(long)]
    own: bool,
}

/// Exports manuscripts. Returns the result as text and as JSON.
pub(crate) fn export(project: &Project, what: &Export) -> Result<(String, Value), Fault> {
    let format = match what.format.or_else(|| named(&what.to)) {
        Some(Format::Markdown) => ExportFormat::Markdown,
        Some(Format::Html) => ExportFormat::Html,
        Some(Format::Docx) => ExportFormat::Docx,
        Some(Format::Epub) => ExportFormat::Epub,
        Some(Format::Pdf) => ExportFormat::Pdf,
        None => {
            return Err(Fault {
                code: ErrorCode::InvalidArgument,
                message: "`to` must end in .md, .html, .docx, .epub or .pdf, or `--format` say which it is"
                    .into(),
                details: [("field".to_owned(), "to".to_owned())].into(),
            });
        }
    };
    let paths = if what.files.is_empty() {
        project
            .manuscripts()
            .manuscripts_of_the_book()
            .map_err(|error| error.fault())?
    } else {
        what.files.clone()
    };
    let (author, submission) = if what.submission {
        submission(project, what)?
    } else {
        (what.author.clone(), None)
    };
    let request = ExportRequest {
        paths,
        format,
        title: what.title.clone(),
        author,
        lines: what.lines.map(|lines| match lines {
            Breaks::Paragraphs => LineBreaks::Paragraphs,
            Breaks::Joined => LineBreaks::Joined,
        }),
        parts: what.parts,
        numbers: what
            .numbers
            .map_or(ChapterNumbers::None, |numbers| match numbers {
                Numbers::Figures => ChapterNumbers::Figures,
                Numbers::Words => ChapterNumbers::Words,
            }),
        submission,
    };
    let exported = project
        .manuscripts()
        .export(&request, &what.to, what.replace)
        .map_err(|error| error.fault())?;
    let mut text = format!("{} manuscripts in {}\n", request.paths.len(), exported.path);
    for path in &exported.missing_pictures {
        // Writing into a string does not fail.
        let _ = writeln!(text, "no picture at {path}");
    }
    let json = json!({
        "path": exported.path,
        "bytes": exported.bytes,
        "files": request.paths,
        "missing_pictures": exported.missing_pictures,
    });
    Ok((text, json))
}

/// Returns the author and the form of a submission: what the arguments say, and else what the last one had.
fn submission(project: &Project, what: &Export) -> Result<(Option<String>, Option<SubmissionForm>), Fault> {
    let plan = project
        .manuscripts()
        .export_plan()
        .map_err(|error| error.fault())?;
    let last = plan.submission;
    let paper = what.paper.map(|paper| match paper {
        Sheet::Letter => Paper::Letter,
        Sheet::A4 => Paper::A4,
    });
    let contact = if what.contact.is_empty() {
        last.as_ref().map(|last| last.contact.clone()).unwrap_or_default()
    } else {
        what.contact.clone()
    };
    let form = SubmissionForm {
        contact,
        paper: paper
            .or(last.as_ref().map(|last| last.paper))
            .unwrap_or(Paper::A4),
        underlined: what.underline || last.is_some_and(|last| last.underlined),
    };
    Ok((what.author.clone().or(plan.author), Some(form)))
}

fn named(path: &Path) -> Option<Format> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    match extension.as_str() {
        "md" | "markdown" => Some(Format::Markdown),
        "html" | "htm" => Some(Format::Html),
        "docx" => Some(Format::Docx),
        "epub" => Some(Format::Epub),
        "pdf" => Some(Format::Pdf),
        _ => None,
    }
}

/// Imports documents. Returns the result as text and as JSON.
pub(crate) fn import(
    installation: &Installation,
    project: &Path,
    what: &Import,
    ports: &Ports,
) -> Result<(String, Value), Fault> {
    let options = ImportOptions {
        join_lines: what.join_lines,
        split_chapters: what.split,
        own_words: what.own,
    };
    let into = match &what.into {
        Some(into) => into.clone(),
        None => import_folder(project, &what.paths),
    };
    let report = installation
        .import(&what.paths, &into, options, ports, None)
        .map_err(|error| error.fault())?;
    let mut text = format!("{} manuscripts in {}\n", report.files.len(), report.folder);
    text.push_str(match (what.own, report.marked) {
        (true, _) => "",
        (false, true) => "marked as imported: nothing is learned from changes to these words; yours come in with --own\n",
        (false, false) => "not marked as imported, because the journal could not be written: changes to these words count as yours\n",
    });
    for left_out in &report.left_out {
        // Writing into a string does not fail.
        let _ = writeln!(text, "left out {}: {}", left_out.path, said(left_out.reason));
    }
    let left_out: Vec<Value> = report
        .left_out
        .iter()
        .map(|left_out| json!({ "path": left_out.path, "reason": left_out.reason }))
        .collect();
    Ok((
        text,
        json!({
            "folder": report.folder,
            "files": report.files,
            "left_out": left_out,
            "marked": report.marked,
        }),
    ))
}

fn said(reason: LeftOutReason) -> &'static str {
    match reason {
        LeftOutReason::Kind => "no manuscript and no picture",
        LeftOutReason::Damaged => "damaged, or not what its name says",
        LeftOutReason::TooLarge => "too large",
        LeftOutReason::NotText => "no text in any encoding the desk knows",
        LeftOutReason::Unreadable => "it cannot be read",
        LeftOutReason::Picture => "a picture in it that is no PNG, JPEG or GIF",
        LeftOutReason::Object => "a box, a chart or another object in it",
        LeftOutReason::Memory => "a desk's memory of its project",
    }
}
