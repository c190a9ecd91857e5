//! Writes a book as a Word document, with real headings, real footnotes, and fonts for both scripts.

mod names;
mod submission;

use std::collections::BTreeMap;

use self::names::{NAMESPACES, NUMBER, OPEN};
pub use self::submission::{Paper, Submission};
use super::package::Package;
use super::unprintable::Unprintable;
use super::xhtml::{escaped, is_picture};
use crate::address::is_address;
use crate::block::{Block, Line, Piece, Span, beginnings};
use crate::book::Book;

/// A4 with margins of an inch, in twentieths of a point.
const PAGE: &str = "<w:pgSz w:w=\"11906\" w:h=\"16838\"/><w:pgMar w:top=\"1440\" w:right=\"1440\" w:bottom=\"1440\" w:left=\"1440\" w:header=\"720\" w:footer=\"720\" w:gutter=\"0\"/>";
const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/// The objects that the parts of the package reference.
#[derive(Default)]
struct Parts {
    /// The link addresses of the body and of the footnotes, each with its number. Each of the two parts has its own
    /// relationships.
    links: [BTreeMap<String, usize>; 2],
    /// The first number of each list; `None` for bullets.
    lists: Vec<Option<u64>>,
    /// The footnotes in the order of their references. A footnote with two references is written twice, because Word
    /// allows one reference each.
    notes: Vec<usize>,
    pictures: usize,
}

struct Writer<'a> {
    book: &'a Book,
    /// The form for an editor; `None` for a book to read.
    submission: Option<&'a Submission>,
    names: BTreeMap<&'a str, String>,
    parts: Parts,
    /// Whether the footnotes are being written, not the body.
    in_notes: bool,
    out: String,
    /// Whether the next paragraph begins a new page, as each chapter does.
    new_page: bool,
}

/// Returns the document's bytes: a book to read, or a manuscript in the form for an editor.
pub(crate) fn book(
    book: &Book,
    submission: Option<&Submission>,
    mut package: Package,
    on: &mut dyn FnMut(usize),
) -> Result<Vec<u8>, Unprintable> {
    let names = book
        .pictures
        .iter()
        .zip(1..)
        .map(|((path, picture), number)| {
            (
                path.as_str(),
                format!("media/picture{number}.{}", picture.kind.extension()),
            )
        })
        .collect();
    let mut writer = Writer {
        book,
        submission,
        names,
        parts: Parts::default(),
        in_notes: false,
        out: String::new(),
        new_page: false,
    };
    let running = running(submission);
    package.add(
        "[Content_Types].xml",
        &format!("{CONTENT_TYPES}<Override PartName=\"/word/{running}.xml\" ContentType=\"{WORD}.{running}+xml\"/></Types>"),
    )?;
    package.add("_rels/.rels", &packaged())?;
    package.add("docProps/core.xml", &core(book))?;
    writer.body(&mut package, on)?;
    writer.in_notes = true;
    writer.new_page = false;
    let notes = writer.notes();
    package.add("word/styles.xml", &styles(book, submission))?;
    package.add("word/settings.xml", &settings(submission.is_none()))?;
    let every_page = submission.map_or_else(footer, |_| Submission::header(book));
    package.add(&format!("word/{running}.xml"), &every_page)?;
    package.add("word/numbering.xml", &numbering(&writer.parts.lists))?;
    package.add("word/footnotes.xml", &notes)?;
    package.add("word/_rels/document.xml.rels", &writer.relationships(0))?;
    package.add("word/_rels/footnotes.xml.rels", &writer.relationships(1))?;
    for (path, name) in &writer.names {
        package.stored(&format!("word/{name}"), &book.pictures[*path].bytes)?;
    }
    package.finish()
}

impl Writer<'_> {
    /// Writes the body block by block, because with its markup the body is many times larger than the manuscripts.
    fn body(&mut self, package: &mut Package, on: &mut dyn FnMut(usize)) -> Result<(), Unprintable> {
        let book = self.book;
        let titled = !book.is_headed_by_its_title();
        package.begin("word/document.xml")?;
        package.write(&format!("{OPEN}<w:document {NAMESPACES}><w:body>"))?;
        // A story begins on the first page, below its title; a novel has a title page.
        let is_story = self.submission.is_some() && book.chapter_count() == 1;
        if let Some(submission) = self.submission {
            for line in submission.head(book) {
                self.paragraph("Contact", "", &[Span::text(line)]);
            }
            self.paragraph("Title", "", &[Span::text(book.title.clone())]);
            if let Some(byline) = Submission::byline(book) {
                self.paragraph("Author", "", &[Span::text(byline)]);
            }
        } else if titled {
            self.paragraph("Title", "", &[Span::text(book.title.clone())]);
            if let Some(author) = &book.author {
                self.paragraph("Author", "", &[Span::text(author.clone())]);
            }
        }
        for (at, chapter) in book.chapters().enumerate() {
            on(at);
            self.new_page = !is_story && (at > 0 || titled);
            // The title of a story stands above it already.
            let printed = usize::from(is_story && !titled);
            for (block, begins) in beginnings(&chapter.blocks).skip(printed) {
                self.block(block, begins, "", 0);
                package.write(&self.out)?;
                self.out.clear();
            }
        }
        if self.submission.is_some() {
            self.paragraph("End", "", &[Span::text(Submission::end(book))]);
        }
        let rest = std::mem::take(&mut self.out);
        package.write(&rest)?;
        // A title page has no number.
        let first = if titled { "<w:titlePg/>" } else { "" };
        let section = self.submission.map_or_else(
            || format!("<w:footerReference w:type=\"default\" r:id=\"footer\"/>{PAGE}{first}"),
            Submission::section,
        );
        package.write(&format!("<w:sectPr>{section}</w:sectPr></w:body></w:document>"))
    }

    /// Writes blocks. `style` is the paragraph style inside a quotation or an item, `depth` the nesting depth in lists.
    fn blocks(&mut self, blocks: &[Block], style: &str, depth: usize) {
        for (block, begins) in beginnings(blocks) {
            self.block(block, begins, style, depth);
        }
    }

    /// Writes a block; `begins` is true if the block before it is not a paragraph.
    fn block(&mut self, block: &Block, begins: bool, style: &str, depth: usize) {
        match block {
            Block::Heading(level, words) => self.paragraph(&format!("Heading{level}"), "", words),
            Block::Paragraph(words) if style.is_empty() && !self.in_notes && is_picture(words) => {
                self.paragraph("Figure", "", words);
            }
            Block::Paragraph(words) => {
                let plain = if begins { "FirstParagraph" } else { "BodyText" };
                let style = match style {
                    "" if self.in_notes => "FootnoteText",
                    "" => plain,
                    style => style,
                };
                self.paragraph(style, "", words);
            }
            Block::Quote(inside) => self.blocks(inside, "Quote", depth),
            Block::List(from, items) => {
                self.parts.lists.push(*from);
                let list = self.parts.lists.len();
                for item in items {
                    self.item(item, list, depth);
                }
            }
            Block::Code(code) => {
                for line in code.split('\n') {
                    self.paragraph("SourceCode", "", &[Span::text(line)]);
                }
            }
            Block::Break => {
                let book = self.book;
                let mark = self
                    .submission
                    .map_or("*\u{2003}*\u{2003}*", |_| Submission::scene_break(book));
                self.paragraph("SceneBreak", "", &[Span::text(mark)]);
            }
            Block::Table(rows) => self.table(rows),
        }
    }

    fn item(&mut self, item: &[Block], list: usize, depth: usize) {
        let level = depth.min(8);
        let numbered = format!("<w:numPr><w:ilvl w:val=\"{level}\"/><w:numId w:val=\"{list}\"/></w:numPr>");
        let mut rest = item;
        match item {
            [Block::Paragraph(words), behind @ ..] => {
                self.paragraph("ListParagraph", &numbered, words);
                rest = behind;
            }
            _ => self.paragraph("ListParagraph", &numbered, &[]),
        }
        self.blocks(rest, "ListContinue", depth + 1);
    }

    fn table(&mut self, rows: &[Vec<Line>]) {
        let columns = rows.first().map_or(0, Vec::len);
        if columns == 0 {
            return;
        }
        let width = 9026 / columns;
        self.out += "<w:tbl><w:tblPr><w:tblStyle w:val=\"TableGrid\"/><w:tblW w:w=\"0\" w:type=\"auto\"/></w:tblPr><w:tblGrid>";
        self.out += &format!("<w:gridCol w:w=\"{width}\"/>").repeat(columns);
        self.out += "</w:tblGrid>";
        for (at, row) in rows.iter().enumerate() {
            self.out += "<w:tr>";
            if at == 0 {
                self.out += "<w:trPr><w:tblHeader/></w:trPr>";
            }
            for column in 0..columns {
                self.out += &format!("<w:tc><w:tcPr><w:tcW w:w=\"{width}\" w:type=\"dxa\"/></w:tcPr>");
                self.paragraph("TableText", "", row.get(column).map_or(&[], Vec::as_slice));
                self.out += "</w:tc>";
            }
            self.out += "</w:tr>";
        }
        // Word merges two adjacent tables, so an empty paragraph is needed between them.
        self.out += "</w:tbl>";
        self.paragraph("TableText", "", &[]);
    }

    fn paragraph(&mut self, style: &str, properties: &str, words: &[Span]) {
        let page = if std::mem::take(&mut self.new_page) {
            "<w:pageBreakBefore/>"
        } else {
            ""
        };
        self.out += &format!("<w:p><w:pPr><w:pStyle w:val=\"{style}\"/>{page}{properties}</w:pPr>");
        self.words(words);
        self.out += "</w:p>";
    }

    fn words(&mut self, words: &[Span]) {
        for span in words {
            let link = span.link.as_ref().filter(|to| is_address(to));
            if let Some(to) = link {
                let links = &mut self.parts.links[usize::from(self.in_notes)];
                let next = links.len() + 1;
                let number = *links.entry(to.clone()).or_insert(next);
                self.out += &format!("<w:hyperlink r:id=\"link{number}\">");
            }
            self.span(span, link.is_some());
            if link.is_some() {
                self.out += "</w:hyperlink>";
            }
        }
    }

    fn span(&mut self, span: &Span, is_link: bool) {
        let mut properties = String::new();
        if is_link {
            properties += "<w:rStyle w:val=\"Hyperlink\"/>";
        }
        if matches!(span.piece, Piece::Code(_)) {
            properties += "<w:rStyle w:val=\"VerbatimChar\"/>";
        }
        if span.style.strong {
            properties += "<w:b/><w:bCs/>";
        }
        let is_underlined = self.submission.is_some_and(|submission| submission.is_underlined);
        if span.style.emphasis && !is_underlined {
            properties += "<w:i/><w:iCs/>";
        }
        if span.style.strike {
            properties += "<w:strike/>";
        }
        if span.style.emphasis && is_underlined {
            properties += "<w:u w:val=\"single\"/>";
        }
        let inside = match &span.piece {
            Piece::Text(text) | Piece::Code(text) => {
                format!(
                    "<w:t xml:space=\"preserve\">{}</w:t>",
                    escaped(text).replace('\t', "</w:t><w:tab/><w:t xml:space=\"preserve\">")
                )
            }
            Piece::LineBreak => "<w:br/>".into(),
            Piece::Remark(_) => return,
            Piece::Note(_) if self.in_notes => return,
            Piece::Note(number) => {
                self.parts.notes.push(*number);
                // The ids 0 and 1 are reserved for the separators above the notes.
                let id = self.parts.notes.len() + 1;
                properties = "<w:rStyle w:val=\"FootnoteReference\"/>".into();
                format!("<w:footnoteReference w:id=\"{id}\"/>")
            }
            Piece::Image { path, words } => match self.picture(path, words) {
                Some(drawing) => drawing,
                None => format!("<w:t xml:space=\"preserve\">{}</w:t>", escaped(words)),
            },
        };
        self.out += &format!("<w:r><w:rPr>{properties}</w:rPr>{inside}</w:r>");
    }

    fn picture(&mut self, path: &str, words: &str) -> Option<String> {
        // Units are English metric units: 914,400 per inch, 9,525 per pixel at 96 pixels per inch. The text is 9,026
        // twentieths of a point wide. A sheet of Letter has 9 inches of text, and Word cuts off what is higher.
        const PIXEL: u64 = 9_525;
        const WIDEST: u64 = 9_026 * 635;
        const HIGHEST: u64 = 8 * 914_400;
        if self.in_notes {
            return None;
        }
        let picture = self.book.pictures.get(path)?;
        let at = self.names.keys().position(|name| *name == path)? + 1;
        self.parts.pictures += 1;
        let id = self.parts.pictures;
        let (width, height) = (u64::from(picture.width), u64::from(picture.height));
        let wide = (width * PIXEL).min(WIDEST).min(HIGHEST * width / height).max(1);
        let high = (wide * height / width).max(1);
        let words = escaped(words);
        Some(format!(
            "<w:drawing><wp:inline distT=\"0\" distB=\"0\" distL=\"0\" distR=\"0\"><wp:extent cx=\"{wide}\" cy=\"{high}\"/>\
             <wp:docPr id=\"{id}\" name=\"Picture {id}\" descr=\"{words}\"/>\
             <a:graphic><a:graphicData uri=\"http://schemas.openxmlformats.org/drawingml/2006/picture\"><pic:pic>\
             <pic:nvPicPr><pic:cNvPr id=\"{id}\" name=\"Picture {id}\" descr=\"{words}\"/><pic:cNvPicPr/></pic:nvPicPr>\
             <pic:blipFill><a:blip r:embed=\"picture{at}\"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>\
             <pic:spPr><a:xfrm><a:off x=\"0\" y=\"0\"/><a:ext cx=\"{wide}\" cy=\"{high}\"/></a:xfrm>\
             <a:prstGeom prst=\"rect\"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>"
        ))
    }

    fn notes(&mut self) -> String {
        let line = |kind: &str, id: u8, mark: &str| {
            format!(
                "<w:footnote w:type=\"{kind}\" w:id=\"{id}\"><w:p><w:r><w:{mark}/></w:r></w:p></w:footnote>"
            )
        };
        let mut notes =
            line("separator", 0, "separator") + &line("continuationSeparator", 1, "continuationSeparator");
        let mentioned = std::mem::take(&mut self.parts.notes);
        for (number, id) in mentioned.into_iter().zip(2..) {
            self.blocks(&self.book.notes[number], "", 0);
            if self.out.is_empty() {
                self.paragraph("FootnoteText", "", &[]);
            }
            let blocks = std::mem::take(&mut self.out);
            let mark = "<w:r><w:rPr><w:rStyle w:val=\"FootnoteReference\"/></w:rPr><w:footnoteRef/></w:r><w:r><w:t xml:space=\"preserve\"> </w:t></w:r>";
            // The number belongs in the first paragraph of the note.
            let blocks = blocks.replacen("</w:pPr>", &format!("</w:pPr>{mark}"), 1);
            notes += &format!("<w:footnote w:id=\"{id}\">{blocks}</w:footnote>");
        }
        format!("{OPEN}<w:footnotes {NAMESPACES}>{notes}</w:footnotes>")
    }

    fn relationships(&self, of: usize) -> String {
        let mut out = format!(
            "{OPEN}<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
        );
        if of == 0 {
            let running = running(self.submission);
            for part in ["styles", "settings", "numbering", "footnotes", running] {
                out +=
                    &format!("<Relationship Id=\"{part}\" Type=\"{OFFICE}/{part}\" Target=\"{part}.xml\"/>");
            }
            for (name, number) in self.names.values().zip(1..) {
                out += &format!(
                    "<Relationship Id=\"picture{number}\" Type=\"{OFFICE}/image\" Target=\"{name}\"/>"
                );
            }
        }
        for (to, number) in &self.parts.links[of] {
            out += &format!(
                "<Relationship Id=\"link{number}\" Type=\"{OFFICE}/hyperlink\" Target=\"{}\" TargetMode=\"External\"/>",
                escaped(to)
            );
        }
        out + "</Relationships>"
    }
}

const CONTENT_TYPES: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n\
<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\
<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
<Default Extension=\"xml\" ContentType=\"application/xml\"/>\
<Default Extension=\"png\" ContentType=\"image/png\"/><Default Extension=\"jpg\" ContentType=\"image/jpeg\"/><Default Extension=\"gif\" ContentType=\"image/gif\"/>\
<Override PartName=\"/word/document.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml\"/>\
<Override PartName=\"/word/styles.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml\"/>\
<Override PartName=\"/word/settings.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.settings+xml\"/>\
<Override PartName=\"/word/numbering.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.numbering+xml\"/>\
<Override PartName=\"/word/footnotes.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml\"/>\
<Override PartName=\"/docProps/core.xml\" ContentType=\"application/vnd.openxmlformats-package.core-properties+xml\"/>";

const WORD: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml";

/// Returns the part that every page has: a header in a manuscript for an editor, and a footer in a book.
fn running(submission: Option<&Submission>) -> &'static str {
    if submission.is_some() { "header" } else { "footer" }
}

/// Returns the footer of a book: the page number. A printed book without it cannot be put in order again.
fn footer() -> String {
    format!(
        "{OPEN}<w:ftr {NAMESPACES}><w:p><w:pPr><w:pStyle w:val=\"Footer\"/></w:pPr>{NUMBER}</w:p></w:ftr>"
    )
}

fn packaged() -> String {
    format!(
        "{OPEN}<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">\
         <Relationship Id=\"document\" Type=\"{OFFICE}/officeDocument\" Target=\"word/document.xml\"/>\
         <Relationship Id=\"core\" Type=\"http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties\" Target=\"docProps/core.xml\"/>\
         </Relationships>"
    )
}

fn core(book: &Book) -> String {
    let author = book.author.as_deref().unwrap_or_default();
    let date = book.date.format("%Y-%m-%dT%H:%M:%SZ");
    format!(
        "{OPEN}<cp:coreProperties xmlns:cp=\"http://schemas.openxmlformats.org/package/2006/metadata/core-properties\" \
         xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:dcterms=\"http://purl.org/dc/terms/\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\
         <dc:title>{}</dc:title><dc:creator>{}</dc:creator><dc:language>{}</dc:language>\
         <dcterms:created xsi:type=\"dcterms:W3CDTF\">{date}</dcterms:created><dcterms:modified xsi:type=\"dcterms:W3CDTF\">{date}</dcterms:modified></cp:coreProperties>",
        escaped(&book.title),
        escaped(author),
        escaped(&book.language),
    )
}

fn settings(divides_words: bool) -> String {
    let hyphenation = if divides_words { "<w:autoHyphenation/>" } else { "" };
    format!(
        "{OPEN}<w:settings {NAMESPACES}><w:zoom w:percent=\"100\"/>{hyphenation}<w:characterSpacingControl w:val=\"compressPunctuation\"/>\
         <w:footnotePr><w:footnote w:id=\"0\"/><w:footnote w:id=\"1\"/></w:footnotePr>\
         <w:compat><w:compatSetting w:name=\"compatibilityMode\" w:uri=\"http://schemas.microsoft.com/office/word\" w:val=\"15\"/></w:compat></w:settings>"
    )
}

/// Returns the styles. Sizes are in half points, distances in twentieths of a point.
fn styles(book: &Book, submission: Option<&Submission>) -> String {
    let line = submission.map_or(360, |_| Submission::line(book.is_chinese()));
    let chinese = book.is_chinese();
    let east = if book.language.eq_ignore_ascii_case("zh-hant") {
        "PMingLiU"
    } else {
        "SimSun"
    };
    let language = if chinese { "en-US" } else { book.language.as_str() };
    let east_language = if east == "SimSun" { "zh-CN" } else { "zh-TW" };
    // An indent of two characters, whatever their size.
    let indent = if chinese {
        "<w:ind w:firstLineChars=\"200\" w:firstLine=\"480\"/>"
    } else {
        "<w:ind w:firstLine=\"360\"/>"
    };
    let first = if chinese {
        indent
    } else {
        "<w:ind w:firstLine=\"0\"/>"
    };
    let mut out = format!(
        "{OPEN}<w:styles {NAMESPACES}><w:docDefaults><w:rPrDefault><w:rPr>\
         <w:rFonts w:ascii=\"Times New Roman\" w:hAnsi=\"Times New Roman\" w:cs=\"Times New Roman\" w:eastAsia=\"{east}\"/>\
         <w:sz w:val=\"24\"/><w:szCs w:val=\"24\"/><w:lang w:val=\"{}\" w:eastAsia=\"{east_language}\"/></w:rPr></w:rPrDefault>\
         <w:pPrDefault><w:pPr><w:spacing w:line=\"{line}\" w:lineRule=\"auto\"/></w:pPr></w:pPrDefault></w:docDefaults>",
        escaped(language)
    );
    let mut paragraph = |id: &str, name: &str, on: &str, properties: &str, run: &str| {
        let other = submission.and_then(|submission| submission.style(id, chinese));
        let (properties, run) = match &other {
            Some((properties, run)) => (properties.as_str(), *run),
            None => (properties, run),
        };
        let default = if id == "Normal" { " w:default=\"1\"" } else { "" };
        let on = if on.is_empty() {
            String::new()
        } else {
            format!("<w:basedOn w:val=\"{on}\"/>")
        };
        out += &format!(
            "<w:style w:type=\"paragraph\"{default} w:styleId=\"{id}\"><w:name w:val=\"{name}\"/>{on}<w:qFormat/><w:pPr>{properties}</w:pPr><w:rPr>{run}</w:rPr></w:style>"
        );
    };
    paragraph("Normal", "Normal", "", "", "");
    paragraph("BodyText", "Body Text", "Normal", indent, "");
    paragraph("FirstParagraph", "First Paragraph", "BodyText", first, "");
    paragraph(
        "Title",
        "Title",
        "Normal",
        "<w:suppressAutoHyphens/><w:spacing w:before=\"3600\" w:after=\"480\"/><w:jc w:val=\"center\"/>",
        "<w:sz w:val=\"48\"/><w:szCs w:val=\"48\"/>",
    );
    paragraph("Author", "Author", "Normal", "<w:jc w:val=\"center\"/>", "");
    for (level, size) in (1..=6).zip([36, 30, 26, 24, 24, 24]) {
        let properties = format!(
            "<w:keepNext/><w:keepLines/><w:suppressAutoHyphens/><w:spacing w:before=\"480\" w:after=\"240\"/><w:outlineLvl w:val=\"{}\"/>",
            level - 1
        );
        let run = format!("<w:b/><w:bCs/><w:sz w:val=\"{size}\"/><w:szCs w:val=\"{size}\"/>");
        paragraph(
            &format!("Heading{level}"),
            &format!("heading {level}"),
            "Normal",
            &properties,
            &run,
        );
    }
    paragraph(
        "Quote",
        "Quote",
        "Normal",
        "<w:spacing w:before=\"120\" w:after=\"120\"/><w:ind w:left=\"720\" w:right=\"720\"/>",
        "",
    );
    paragraph(
        "ListParagraph",
        "List Paragraph",
        "Normal",
        "<w:contextualSpacing/>",
        "",
    );
    paragraph(
        "ListContinue",
        "List Continue",
        "Normal",
        "<w:ind w:left=\"720\"/>",
        "",
    );
    paragraph(
        "SceneBreak",
        "Scene Break",
        "Normal",
        "<w:keepNext/><w:spacing w:before=\"240\" w:after=\"240\"/><w:jc w:val=\"center\"/>",
        "",
    );
    paragraph(
        "Figure",
        "Figure",
        "Normal",
        "<w:spacing w:before=\"240\" w:after=\"240\" w:line=\"240\" w:lineRule=\"auto\"/><w:jc w:val=\"center\"/>",
        "",
    );
    paragraph("TableText", "Table Text", "Normal", "", "");
    if submission.is_some() {
        for (id, name) in [("Contact", "Contact"), ("Header", "header"), ("End", "End")] {
            paragraph(id, name, "Normal", "", "");
        }
    } else {
        let properties = "<w:spacing w:line=\"240\" w:lineRule=\"auto\"/><w:jc w:val=\"center\"/>";
        paragraph("Footer", "footer", "Normal", properties, "");
    }
    paragraph(
        "SourceCode",
        "Source Code",
        "Normal",
        "<w:contextualSpacing/>",
        "<w:rFonts w:ascii=\"Courier New\" w:hAnsi=\"Courier New\"/><w:sz w:val=\"20\"/>",
    );
    paragraph(
        "FootnoteText",
        "footnote text",
        "Normal",
        "<w:spacing w:line=\"240\" w:lineRule=\"auto\"/>",
        "<w:sz w:val=\"20\"/><w:szCs w:val=\"20\"/>",
    );
    out += "<w:style w:type=\"character\" w:styleId=\"FootnoteReference\"><w:name w:val=\"footnote reference\"/><w:rPr><w:vertAlign w:val=\"superscript\"/></w:rPr></w:style>\
        <w:style w:type=\"character\" w:styleId=\"Hyperlink\"><w:name w:val=\"Hyperlink\"/><w:rPr><w:u w:val=\"single\"/></w:rPr></w:style>\
        <w:style w:type=\"character\" w:styleId=\"VerbatimChar\"><w:name w:val=\"Verbatim Char\"/><w:rPr><w:rFonts w:ascii=\"Courier New\" w:hAnsi=\"Courier New\"/><w:sz w:val=\"20\"/></w:rPr></w:style>\
        <w:style w:type=\"table\" w:styleId=\"TableGrid\"><w:name w:val=\"Table Grid\"/><w:tblPr><w:tblBorders>";
    for side in ["top", "left", "bottom", "right", "insideH", "insideV"] {
        out += &format!("<w:{side} w:val=\"single\" w:sz=\"4\" w:space=\"0\" w:color=\"auto\"/>");
    }
    out + "</w:tblBorders></w:tblPr></w:style></w:styles>"
}

fn numbering(lists: &[Option<u64>]) -> String {
    let mut out = format!("{OPEN}<w:numbering {NAMESPACES}>");
    for (kind, format, text) in [(0, "bullet", "•"), (1, "decimal", "")] {
        out += &format!("<w:abstractNum w:abstractNumId=\"{kind}\"><w:multiLevelType w:val=\"multilevel\"/>");
        for level in 0..9 {
            let text = if text.is_empty() {
                format!("%{}.", level + 1)
            } else {
                text.to_owned()
            };
            let left = 720 + 360 * level;
            out += &format!(
                "<w:lvl w:ilvl=\"{level}\"><w:start w:val=\"1\"/><w:numFmt w:val=\"{format}\"/><w:lvlText w:val=\"{text}\"/><w:lvlJc w:val=\"left\"/><w:pPr><w:ind w:left=\"{left}\" w:hanging=\"360\"/></w:pPr></w:lvl>"
            );
        }
        out += "</w:abstractNum>";
    }
    for (from, number) in lists.iter().zip(1..) {
        out += &format!(
            "<w:num w:numId=\"{number}\"><w:abstractNumId w:val=\"{}\"/>",
            u8::from(from.is_some())
        );
        if let Some(from) = from {
            let from = (*from).min(i32::MAX as u64);
            for level in 0..9 {
                out += &format!(
                    "<w:lvlOverride w:ilvl=\"{level}\"><w:startOverride w:val=\"{from}\"/></w:lvlOverride>"
                );
            }
        }
        out += "</w:num>";
    }
    out + "</w:numbering>"
}
