//! Writes a book as one HTML page without external files.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::xhtml::{self, Setting, escaped};
use crate::block::beginnings;
use crate::book::Book;

/// The style sheet of the page: a readable line width on screen, and a layout for print.
///
/// An English page names no Chinese face: on a system without the first three, such as Debian, it would set “ ” as wide
/// as Chinese characters.
const PAGE: &str = "\
html { color: #1d1b18; background: #fbfaf6; font: 18px/1.65 Literata, Georgia, 'Noto Serif', 'Noto Serif CJK SC', 'Source Han Serif SC', 'Songti SC', SimSun, serif; }
:root:not(:lang(zh)) { font-family: Literata, Georgia, 'Noto Serif', serif; }
:lang(zh) { line-height: 1.8; line-break: strict; }
body { margin: 0 auto; max-width: 36rem; padding: 4rem 1.5rem; hyphens: auto; text-autospace: normal; hanging-punctuation: allow-end; overflow-wrap: break-word; }
header { margin: 0 0 4rem; text-align: center; }
header h1 { margin: 0 0 0.5em; text-align: center; }
nav { margin: 0 0 4rem; }
nav ol { list-style: none; padding: 0; }
nav ol ol { padding-left: 1.5em; }
section { margin: 0 0 4rem; }
section.notes { border-top: 1px solid; padding-top: 1em; font-size: 0.85em; }
@media (prefers-color-scheme: dark) { html { color: #dcd7cc; background: #1b1a18; } }
@media print {
  @page { margin: 22mm 20mm; }
  html { color: #000; background: none; font-size: 11pt; }
  body { max-width: none; padding: 0; text-align: justify; }
  section { break-before: page; margin: 0; }
  section:first-of-type, section.notes { break-before: auto; }
  nav { display: none; }
}
";

struct Page<'a> {
    book: &'a Book,
    mentioned: Vec<bool>,
    lower: u8,
}

impl Setting for Page<'_> {
    const MENTION: &'static str = " role=\"doc-noteref\"";

    fn picture(&self, path: &str) -> Option<String> {
        let picture = self.book.pictures.get(path)?;
        Some(format!(
            "data:{};base64,{}",
            picture.kind.media_type(),
            STANDARD.encode(&picture.bytes)
        ))
    }

    fn note(&mut self, number: usize) -> (String, Option<String>) {
        let first = !std::mem::replace(&mut self.mentioned[number], true);
        (
            format!("#note-{}", number + 1),
            first.then(|| format!("mention-{}", number + 1)),
        )
    }

    fn lower(&self) -> u8 {
        self.lower
    }
}

/// Returns the page. It contains no script and loads nothing, and its content security policy forbids both.
pub(crate) fn book(book: &Book) -> String {
    let titled = !book.is_headed_by_its_title();
    let mut page = Page {
        book,
        mentioned: vec![false; book.notes.len()],
        lower: u8::from(titled),
    };
    let chinese = book.is_chinese();
    let author = book
        .author
        .as_ref()
        .map(|author| format!("<meta name=\"author\" content=\"{}\" />\n", escaped(author)))
        .unwrap_or_default();
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\" />\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'\" />\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n<title>{}</title>\n{author}\
         <style>\n{}{PAGE}</style>\n</head>\n<body>\n<main>\n",
        escaped(&book.language),
        escaped(&book.title),
        xhtml::TYPE,
    );
    if titled {
        let author = book
            .author
            .as_ref()
            .map(|author| format!("<p>{}</p>\n", escaped(author)))
            .unwrap_or_default();
        out += &format!("<header>\n<h1>{}</h1>\n{author}</header>\n", escaped(&book.title));
    }
    if book.chapters.len() > 1 {
        let entries = xhtml::contents(&book.chapters, |at| format!("#chapter-{}", at + 1));
        let name = if chinese { "目录" } else { "Contents" };
        out += &format!("<nav aria-label=\"{name}\">\n<ol>\n{entries}</ol>\n</nav>\n");
    }
    for (chapter, number) in book.chapters().zip(1..) {
        out += &format!("<section id=\"chapter-{number}\">\n");
        for (block, begins) in beginnings(&chapter.blocks) {
            out += &xhtml::block(&mut page, block, begins);
        }
        out += "</section>\n";
    }
    if !book.notes.is_empty() {
        let name = if chinese { "注释" } else { "Notes" };
        out += &format!("<section class=\"notes\" role=\"doc-endnotes\" aria-label=\"{name}\">\n<ol>\n");
        for (note, number) in book.notes.iter().zip(1..) {
            let blocks = xhtml::blocks(&mut page, note);
            out += &format!(
                "<li id=\"note-{number}\">\n{blocks}<a href=\"#mention-{number}\" role=\"doc-backlink\" aria-label=\"↩ {number}\">↩</a></li>\n"
            );
        }
        out += "</ol>\n</section>\n";
    }
    out += "</main>\n</body>\n</html>\n";
    out
}
