//! Word documents.

mod grouping;
mod package;
mod parts;

use std::collections::{BTreeMap, HashMap};

use self::grouping::{Found, grouped};
use self::package::Package;
use self::parts::{Lists, Styles, comments, targets};
use super::imported::{Imported, LeftOut, Unreadable};
use super::xml::Element;
use crate::address::is_address;
use crate::block::{Block, Line, Piece, Span, Style, plain};
use crate::line::{append, tidy, unindented};
use crate::picture::Picture;
use crate::read::headings;
use crate::write::markdown;

struct Document<'a> {
    package: Package<'a>,
    folder: String,
    styles: Styles,
    lists: Lists,
    /// The targets of the relationships of the body, by id.
    targets: HashMap<String, String>,
    notes: HashMap<(bool, String), Element>,
    comments: HashMap<String, String>,
    /// The notes that have a reference.
    mentioned: Vec<(bool, String)>,
    pictures: BTreeMap<String, (String, Vec<u8>)>,
    left_out: Vec<LeftOut>,
}

pub(super) fn read(bytes: &[u8], folder: &str) -> Result<Imported, Unreadable> {
    let mut package = Package::open(bytes)?;
    let body = package.part("word/document.xml")?.ok_or(Unreadable::Damaged)?;
    let body = body.find("body").ok_or(Unreadable::Damaged)?;
    let styles = package
        .part("word/styles.xml")?
        .map(|part| Styles::of(&part))
        .unwrap_or_default();
    let lists = package
        .part("word/numbering.xml")?
        .map(|part| Lists::of(&part))
        .unwrap_or_default();
    let targets = package
        .part("word/_rels/document.xml.rels")?
        .map(|part| targets(&part))
        .unwrap_or_default();
    let mut notes = HashMap::new();
    for (is_end, part, name) in [(false, "footnotes", "footnote"), (true, "endnotes", "endnote")] {
        let Some(part) = package.part(&format!("word/{part}.xml"))? else {
            continue;
        };
        for note in part.into_children(&format!("{name}s")) {
            if let Some(id) = note.attribute("id").map(str::to_owned) {
                notes.insert((is_end, id), note);
            }
        }
    }
    let comments = package
        .part("word/comments.xml")?
        .map(|part| comments(&part))
        .unwrap_or_default();
    let mut document = Document {
        package,
        folder: folder.to_owned(),
        styles,
        lists,
        targets,
        notes,
        comments,
        mentioned: Vec::new(),
        pictures: BTreeMap::new(),
        left_out: Vec::new(),
    };
    let mut found = Vec::new();
    document.body(body, &mut found)?;
    let mut front = String::new();
    for (key, value) in found.iter().filter_map(|found| match found {
        Found::Title(title) => Some(("title", title)),
        Found::Author(author) => Some(("author", author)),
        _ => None,
    }) {
        front += &format!("{key}: \"{}\"\n", value.replace('"', "'"));
    }
    if !front.is_empty() {
        front = format!("---\n{front}---\n\n");
    }
    let blocks = headings::found(grouped(found, &document.lists));
    let mut notes = Vec::new();
    // In a manuscript a note cannot reference another note, so the list does not grow during the loop.
    for key in std::mem::take(&mut document.mentioned) {
        let Some(note) = document.notes.remove(&key) else {
            notes.push(Vec::new());
            continue;
        };
        let mut found = Vec::new();
        document.body(&note, &mut found)?;
        notes.push(grouped(found, &document.lists));
    }
    document.left_out.sort_unstable();
    document.left_out.dedup();
    Ok(Imported {
        text: front + &markdown::text(&blocks, &notes),
        pictures: document.pictures.into_values().collect(),
        left_out: document.left_out,
    })
}

impl Document<'_> {
    fn body(&mut self, of: &Element, found: &mut Vec<Found>) -> Result<(), Unreadable> {
        for element in of.elements() {
            match element.name.as_str() {
                "p" => self.paragraph(element, found)?,
                "tbl" => {
                    let table = self.table(element)?;
                    found.push(Found::Block(table));
                }
                // Tracked changes count as accepted: deletions are skipped, insertions are read.
                "del" | "moveFrom" => {}
                "ins" | "moveTo" | "sdt" | "sdtContent" | "smartTag" | "customXml" => {
                    self.body(element, found)?
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn table(&mut self, table: &Element) -> Result<Block, Unreadable> {
        let mut rows = Vec::new();
        for row in table.elements().filter(|element| element.name == "tr") {
            let mut cells = Vec::new();
            for cell in row.elements().filter(|element| element.name == "tc") {
                let mut found = Vec::new();
                self.body(cell, &mut found)?;
                let mut line = Line::new();
                for paragraph in found {
                    if !line.is_empty() {
                        line.push(Piece::LineBreak.into());
                    }
                    line.extend(words_of(paragraph));
                }
                cells.push(tidy(line));
            }
            rows.push(cells);
        }
        Ok(Block::Table(rows))
    }

    fn paragraph(&mut self, paragraph: &Element, found: &mut Vec<Found>) -> Result<(), Unreadable> {
        let properties = paragraph.child("pPr");
        let id = properties
            .and_then(|properties| properties.value("pStyle"))
            .unwrap_or_default();
        let named = self.styles.get(id).cloned().unwrap_or_default();
        let mut line = Line::new();
        self.words(paragraph, None, &mut line)?;
        if named.name == "source code" || named.name == "html preformatted" {
            found.push(Found::Code(plain_lines(&line)));
            return Ok(());
        }
        let line = unindented(tidy(line));
        let own_level = properties.and_then(|properties| properties.value("outlineLvl"));
        let level = own_level
            .and_then(|level| level.parse::<u8>().ok())
            .map(|level| level + 1);
        let level = level
            .filter(|level| *level <= 6)
            .or_else(|| self.styles.level(id));
        let numbered = properties.and_then(|properties| properties.child("numPr"));
        let list = numbered
            .and_then(|numbered| numbered.value("numId"))
            .filter(|id| *id != "0");
        let is_rule = paragraph
            .find("rect")
            .is_some_and(|rect| rect.attribute("hr").is_some());
        let words = plain(&line);
        let is_break = named.name == "scene break" || (!words.is_empty() && is_scene_break(&words));
        if is_rule || is_break {
            found.push(Found::Block(Block::Break));
        } else if line.is_empty() {
            return Ok(());
        } else if named.name == "title" && !found.iter().any(is_text) {
            found.push(Found::Title(words));
        } else if named.name == "author" && !found.iter().any(is_text) {
            found.push(Found::Author(words));
        } else if let Some(level) = level {
            found.push(Found::Block(Block::Heading(level, without_breaks(line))));
        } else if let Some(list) = list {
            let depth = numbered
                .and_then(|numbered| numbered.value("ilvl"))
                .and_then(|depth| depth.parse().ok());
            found.push(Found::Item(list.to_owned(), depth.unwrap_or(0), line));
        } else if named.name == "list continue" {
            found.push(Found::Continued(Block::Paragraph(line)));
        } else if ["quote", "intense quote", "block text"].contains(&named.name.as_str()) {
            found.push(Found::Quoted(Block::Paragraph(line)));
        } else {
            found.push(Found::Block(Block::Paragraph(line)));
        }
        Ok(())
    }

    /// Reads runs, and elements that contain runs, into a line.
    fn words(&mut self, of: &Element, link: Option<&str>, line: &mut Line) -> Result<(), Unreadable> {
        for element in of.elements() {
            match element.name.as_str() {
                "r" => self.run(element, link, line)?,
                "hyperlink" => {
                    let target = element
                        .attribute("id")
                        .and_then(|id| self.targets.get(id))
                        .cloned();
                    let target = target.filter(|to| is_address(to));
                    self.words(element, target.as_deref().or(link), line)?;
                }
                "ins" | "moveTo" | "smartTag" | "sdt" | "sdtContent" | "fldSimple" | "bdo" | "dir"
                | "customXml" => {
                    self.words(element, link, line)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn run(&mut self, run: &Element, link: Option<&str>, line: &mut Line) -> Result<(), Unreadable> {
        let properties = run.child("rPr");
        let named = properties
            .and_then(|properties| properties.value("rStyle"))
            .and_then(|id| self.styles.get(id))
            .cloned()
            .unwrap_or_default();
        let is = |name: &str, of_style: bool| {
            let own = properties.and_then(|properties| properties.child(name));
            own.map_or(of_style, |own| {
                !matches!(own.attribute("val"), Some("0" | "false" | "off" | "none"))
            })
        };
        let style = Style {
            emphasis: is("i", named.style.emphasis) || is("em", false),
            strong: is("b", named.style.strong),
            strike: is("strike", named.style.strike) || is("dstrike", false),
        };
        let is_code = ["verbatim char", "html code", "source text"].contains(&named.name.as_str());
        for element in run.elements() {
            let piece = match element.name.as_str() {
                "t" if is_code => Piece::Code(element.text()),
                "t" => Piece::Text(element.text()),
                "tab" | "ptab" => Piece::Text("\t".into()),
                "noBreakHyphen" => Piece::Text("\u{2011}".into()),
                // A page break is not part of the text.
                "br" if element
                    .attribute("type")
                    .is_none_or(|kind| kind == "textWrapping") =>
                {
                    Piece::LineBreak
                }
                "cr" => Piece::LineBreak,
                "footnoteReference" | "endnoteReference" => {
                    let id = element.attribute("id").unwrap_or_default().to_owned();
                    let key = (element.name == "endnoteReference", id);
                    if !self.notes.contains_key(&key) {
                        continue;
                    }
                    self.mentioned.push(key);
                    Piece::Note(self.mentioned.len() - 1)
                }
                "commentReference" => {
                    let id = element.attribute("id").unwrap_or_default();
                    let Some(comment) = self.comments.get(id) else {
                        continue;
                    };
                    Piece::Remark(comment.clone())
                }
                "drawing" | "pict" | "object" => match self.picture(element)? {
                    Some(picture) => picture,
                    None => continue,
                },
                // The same drawing in two forms: for newer and for older programs.
                "AlternateContent" => {
                    let chosen = element.child("Choice").or(element.child("Fallback"));
                    let drawing = chosen.and_then(|chosen| chosen.elements().next());
                    match drawing
                        .map(|drawing| self.picture(drawing))
                        .transpose()?
                        .flatten()
                    {
                        Some(picture) => picture,
                        None => continue,
                    }
                }
                _ => continue,
            };
            let is_text = matches!(piece, Piece::Text(_) | Piece::Code(_));
            append(
                line,
                Span {
                    style: if is_text { style } else { Style::default() },
                    link: link.filter(|_| is_text).map(str::to_owned),
                    piece,
                },
            );
        }
        Ok(())
    }

    fn picture(&mut self, drawing: &Element) -> Result<Option<Piece>, Unreadable> {
        let id = drawing.find("blip").and_then(|blip| blip.attribute("embed"));
        let id = id.or_else(|| drawing.find("imagedata").and_then(|data| data.attribute("id")));
        let Some(id) = id else {
            // A drawn horizontal line is only decoration, so it is not reported as left out.
            if drawing.find("rect").is_none() {
                self.left_out.push(LeftOut::Object);
            }
            return Ok(None);
        };
        let words = drawing
            .find("docPr")
            .and_then(|properties| properties.attribute("descr"))
            .unwrap_or_default();
        let Some(target) = self.targets.get(id).cloned() else {
            self.left_out.push(LeftOut::Picture);
            return Ok(None);
        };
        if !self.pictures.contains_key(&target) {
            let name = target
                .strip_prefix('/')
                .map_or_else(|| format!("word/{target}"), str::to_owned);
            let picture = self.package.bytes(&name)?.and_then(Picture::of);
            let Some(picture) = picture else {
                self.left_out.push(LeftOut::Picture);
                return Ok(None);
            };
            // The name in the document may contain characters that are invalid in a file name.
            let name = format!("{:03}.{}", self.pictures.len() + 1, picture.kind.extension());
            self.pictures.insert(target.clone(), (name, picture.bytes));
        }
        let path = format!("{}/{}", self.folder, self.pictures[&target].0);
        Ok(Some(Piece::Image {
            path,
            words: words.split_whitespace().collect::<Vec<_>>().join(" "),
        }))
    }
}

fn is_text(found: &Found) -> bool {
    !matches!(found, Found::Title(_) | Found::Author(_))
}

fn words_of(found: Found) -> Line {
    match found {
        Found::Block(Block::Paragraph(line) | Block::Heading(_, line))
        | Found::Item(_, _, line)
        | Found::Continued(Block::Paragraph(line))
        | Found::Quoted(Block::Paragraph(line)) => line,
        Found::Code(words) | Found::Title(words) | Found::Author(words) => vec![Span::text(words)],
        Found::Block(Block::Table(rows)) => rows.into_iter().flatten().flatten().collect(),
        _ => Line::new(),
    }
}

fn without_breaks(line: Line) -> Line {
    let spaced = line.into_iter().map(|span| {
        if span.piece == Piece::LineBreak {
            Span::text(" ")
        } else {
            span
        }
    });
    tidy(spaced.collect())
}

fn plain_lines(line: &Line) -> String {
    line.iter()
        .map(|span| match &span.piece {
            Piece::Text(text) | Piece::Code(text) => text.as_str(),
            Piece::LineBreak => "\n",
            _ => "",
        })
        .collect()
}

/// Returns whether the text of a paragraph is only a scene break.
fn is_scene_break(words: &str) -> bool {
    words.chars().count() <= 9
        && words
            .chars()
            .all(|mark| "*＊※⁂◇◆☆★ \u{3000}\u{2003}".contains(mark))
        || ["#", "---", "———", "***"].contains(&words)
}
