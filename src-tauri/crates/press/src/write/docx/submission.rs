//! The form of a manuscript for an editor: what it prints on its first page and around its text, and its styles.

use super::names::{NAMESPACES, NUMBER, OPEN};
use crate::block::{each_line, plain};
use crate::book::Book;
use crate::write::xhtml::escaped;

/// A manuscript in the form that editors ask for.
///
/// In English this is the standard manuscript format: one typeface of 12 points, double spaced, with margins of an inch.
/// For Chinese there is no such norm. There it is what publishers print themselves: 宋体 of 12 points (小四), one and a half
/// lines, and an indent of two characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// The lines at the head of the first page: name, address, mail.
    pub contact: Vec<String>,
    /// The paper.
    pub paper: Paper,
    /// Whether emphasis is underlined instead of italic, as typewriters did.
    pub is_underlined: bool,
}

/// The size of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// 8.5 by 11 inches.
    Letter,
    /// 210 by 297 millimetres.
    A4,
}

/// Margins of an inch, in twentieths of a point.
const MARGIN: u32 = 1440;

impl Submission {
    /// Width and height of the paper, in twentieths of a point.
    fn size(&self) -> (u32, u32) {
        match self.paper {
            Paper::Letter => (12_240, 15_840),
            Paper::A4 => (11_906, 16_838),
        }
    }

    /// Returns where a title or a chapter begins: a third down the page, below the margin.
    fn third(&self) -> u32 {
        self.size().1 / 3 - MARGIN
    }

    /// Returns the section: the paper, its margins, and a header from the second page on.
    pub(super) fn section(&self) -> String {
        let (width, height) = self.size();
        format!(
            "<w:headerReference w:type=\"default\" r:id=\"header\"/><w:pgSz w:w=\"{width}\" w:h=\"{height}\"/>\
             <w:pgMar w:top=\"{MARGIN}\" w:right=\"{MARGIN}\" w:bottom=\"{MARGIN}\" w:left=\"{MARGIN}\" w:header=\"720\" w:footer=\"720\" w:gutter=\"0\"/><w:titlePg/>"
        )
    }

    /// Returns the header: surname, title and page.
    pub(super) fn header(book: &Book) -> String {
        let author = book.author.as_deref().unwrap_or_default();
        let (name, title) = if book.is_chinese() {
            (author, book.title.clone())
        } else {
            (
                author.split_whitespace().last().unwrap_or_default(),
                book.title.to_uppercase(),
            )
        };
        let name = if name.is_empty() {
            String::new()
        } else {
            format!("{name} / ")
        };
        let text = escaped(&format!("{name}{title} / "));
        format!(
            "{OPEN}<w:hdr {NAMESPACES}><w:p><w:pPr><w:pStyle w:val=\"Header\"/></w:pPr><w:r><w:t xml:space=\"preserve\">{text}</w:t></w:r>\
             {NUMBER}</w:p></w:hdr>"
        )
    }

    /// Returns the lines above the title: the contact, and the length at the right of its first line.
    pub(super) fn head(&self, book: &Book) -> Vec<String> {
        let length = length(book);
        let said = if book.is_chinese() {
            format!("约 {length} 字")
        } else {
            format!("about {length} words")
        };
        let mut lines = self.contact.clone();
        if lines.is_empty() {
            lines.push(book.author.clone().unwrap_or_default());
        }
        lines[0] = format!("{}\t{said}", lines[0]);
        lines
    }

    /// Returns the line below the title.
    pub(super) fn byline(book: &Book) -> Option<String> {
        let author = book.author.as_deref()?;
        Some(if book.is_chinese() {
            author.to_owned()
        } else {
            format!("by {author}")
        })
    }

    /// Returns the line after the text.
    pub(super) fn end(book: &Book) -> &'static str {
        if book.is_chinese() {
            "（全文完）"
        } else {
            "END"
        }
    }

    /// Returns the mark between scenes.
    pub(super) fn scene_break(book: &Book) -> &'static str {
        if book.is_chinese() { "＊　＊　＊" } else { "#" }
    }

    /// Returns the properties of paragraphs and characters of a style, where they differ from those of a book.
    pub(super) fn style(&self, id: &str, chinese: bool) -> Option<(String, &'static str)> {
        let (width, _) = self.size();
        let third = self.third();
        let centred = "<w:jc w:val=\"center\"/>";
        let indent = if chinese {
            "<w:ind w:firstLineChars=\"200\" w:firstLine=\"480\"/>"
        } else {
            "<w:ind w:firstLine=\"720\"/>"
        };
        let single = "<w:spacing w:line=\"240\" w:lineRule=\"auto\"/>";
        let properties = match id {
            "BodyText" | "FirstParagraph" => indent.to_owned(),
            "Title" => format!("<w:spacing w:before=\"{third}\"/>{centred}"),
            "Heading1" => format!(
                "<w:keepNext/><w:spacing w:before=\"{third}\" w:after=\"480\"/>{centred}<w:outlineLvl w:val=\"0\"/>"
            ),
            "Heading2" => format!(
                "<w:keepNext/><w:spacing w:before=\"{third}\" w:after=\"480\"/>{centred}<w:outlineLvl w:val=\"1\"/>"
            ),
            "SceneBreak" => format!("<w:keepNext/>{centred}"),
            "Author" | "End" => centred.to_owned(),
            "Contact" => format!(
                "<w:tabs><w:tab w:val=\"right\" w:pos=\"{}\"/></w:tabs>{single}",
                width - 2 * MARGIN
            ),
            "Header" => format!("{single}<w:jc w:val=\"right\"/>"),
            _ => return None,
        };
        Some((properties, ""))
    }

    /// Returns the distance of lines, in 240ths of a line.
    pub(super) fn line(chinese: bool) -> u32 {
        if chinese { 360 } else { 480 }
    }
}

/// Returns the length in words of English plus characters of Chinese, rounded as editors ask: to a hundred, and to a
/// thousand from the length of a novella on.
fn length(book: &Book) -> String {
    const NOVELLA: usize = 17_500;
    let mut units = 0;
    for chapter in book.chapters() {
        each_line(&chapter.blocks, &mut |line| {
            units += prose::segment::units(&plain(line))
        });
    }
    let step = if units < NOVELLA { 100 } else { 1000 };
    let rounded = ((units + step / 2) / step * step).max(step);
    let digits = rounded.to_string();
    let mut said = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            said.push(',');
        }
        said.push(digit);
    }
    said
}
