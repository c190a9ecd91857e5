//! Draws pages into a PDF file.

use chrono::{Datelike as _, Timelike as _};
use krilla::action::{Action, LinkAction};
use krilla::annotation::{Annotation, LinkAnnotation, LinkBorder, Target};
use krilla::color::rgb;
use krilla::destination::XyzDestination;
use krilla::geom::{PathBuilder, Point, Rect, Size, Transform};
use krilla::metadata::{DateTime, Metadata};
use krilla::num::NormalizedF32;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::paint::Fill;
use krilla::surface::Surface;
use krilla::text::Font;
use krilla::{Document, SerializeSettings};

use super::face::Fonts;
use super::line::{Align, Setter, Setting};
use super::page::Page;
use super::set::Set;
use super::sheet::{ABOVE_NOTES, BOTTOM, HEIGHT, NOTE, SIZE, WIDTH};
use super::sized::Sized;
use crate::block::Span;
use crate::book::Book;

/// A PDF file to which pages are added in order. Drawn pages are kept compressed.
pub(super) struct Printer {
    document: Document,
    outline: Outline,
    faces: Vec<Font>,
    measure: f32,
    /// The number of pages drawn so far.
    count: usize,
    is_first_numbered: bool,
}

impl Printer {
    /// Begins a file; `None` if a font is broken.
    pub fn new(fonts: &Fonts, measure: f32, is_first_numbered: bool) -> Option<Self> {
        let mut faces = Vec::new();
        for family in &fonts.families {
            let all = [
                Some(&family.regular),
                family.bold.as_ref(),
                family.italic.as_ref(),
                family.bold_italic.as_ref(),
            ];
            for face in all.into_iter().flatten() {
                faces.push(Font::new(std::sync::Arc::clone(&face.bytes).into(), face.index)?);
            }
        }
        let settings = SerializeSettings {
            enable_tagging: false,
            ..SerializeSettings::default()
        };
        let document = Document::new_with(settings);
        Some(Self {
            document,
            outline: Outline::new(),
            faces,
            measure,
            count: 0,
            is_first_numbered,
        })
    }

    /// Draws the next page; `None` if a picture or a font is broken.
    pub fn page(&mut self, page: Page, setter: &mut Setter<'_>) -> Option<()> {
        let index = self.count;
        self.count += 1;
        let left = (WIDTH - self.measure) / 2.0;
        for (y, title) in page.marks {
            self.outline.push_child(OutlineNode::new(
                title,
                XyzDestination::new(index, Point::from_xy(0.0, (y - 20.0).max(0.0))),
            ));
        }
        let mut sheet = self
            .document
            .start_page_with(PageSettings::from_wh(WIDTH, HEIGHT)?);
        let mut links = Vec::new();
        let mut surface = sheet.surface();
        surface.set_fill(Some(Fill {
            paint: rgb::Color::new(0, 0, 0).into(),
            opacity: NormalizedF32::ONE,
            rule: Default::default(),
        }));
        for (indent, y, set) in page.lines {
            let y = y + set.extra();
            draw(&mut surface, &self.faces, &set, left + indent, y + SIZE)?;
            links.extend(
                set.links
                    .into_iter()
                    .map(|(from, to, address)| (left + indent + from, left + indent + to, y, address)),
            );
        }
        for (x, y, picture) in page.pictures {
            show(&mut surface, &picture, x, y)?;
        }
        let foot: f32 = page.notes.iter().map(|(_, height)| height).sum();
        let mut y = HEIGHT - BOTTOM - foot;
        if foot > 0.0 {
            rule(&mut surface, left, left + 60.0, y - ABOVE_NOTES / 2.0);
        }
        for (set, height) in page.notes {
            draw(&mut surface, &self.faces, &set, left, y + NOTE + set.extra())?;
            y += height;
        }
        if index > 0 || self.is_first_numbered {
            let number = (index + 1).to_string();
            let setting = Setting {
                size: 8.5,
                measure: self.measure,
                indent: 0.0,
                align: Align::Center,
                bold: false,
                divides: false,
            };
            for set in setter.lines(&[Span::text(number)], setting) {
                draw(&mut surface, &self.faces, &set, left, HEIGHT - 36.0)?;
            }
        }
        surface.finish();
        for (from, to, y, address) in links {
            let Some(rect) = Rect::from_ltrb(from, y, to.max(from + 0.1), y + SIZE * 1.3) else {
                continue;
            };
            let link = LinkAnnotation::new(rect, Target::Action(Action::Link(LinkAction::new(address))))
                .with_border(LinkBorder::new(0.0, rgb::Color::new(0, 0, 0).into()));
            sheet.add_annotation(Annotation::new_link(link, None));
        }
        sheet.finish();
        Some(())
    }

    /// Returns the file's bytes.
    pub fn finish(mut self, book: &Book) -> Option<Vec<u8>> {
        self.document.set_outline(self.outline);
        let date = book.date;
        let part = |number: u32| u8::try_from(number).unwrap_or_default();
        let written = DateTime::new(u16::try_from(date.year()).unwrap_or_default())
            .month(part(date.month()))
            .day(part(date.day()))
            .hour(part(date.hour()))
            .minute(part(date.minute()))
            .second(part(date.second()))
            .utc_offset_hour(0)
            .utc_offset_minute(0);
        let mut metadata = Metadata::new()
            .title(book.title.clone())
            .language(book.language.clone())
            .creation_date(written);
        if let Some(author) = &book.author {
            metadata = metadata.authors(vec![author.clone()]);
        }
        self.document.set_metadata(metadata);
        self.document.finish().ok()
    }
}

/// Draws a picture with its upper left corner at `x` and `y`; `None` for one without a size.
fn show(surface: &mut Surface<'_>, picture: &Sized, x: f32, y: f32) -> Option<()> {
    surface.push_transform(&Transform::from_translate(x, y));
    surface.draw_image(
        picture.image.clone(),
        Size::from_wh(picture.width, picture.height)?,
    );
    surface.pop();
    Some(())
}

/// Draws a line with its baseline at `y`; `None` if a picture is broken.
fn draw(surface: &mut Surface<'_>, faces: &[Font], set: &Set, x: f32, y: f32) -> Option<()> {
    for (at, picture) in &set.pictures {
        show(surface, picture, x + at, y - picture.height)?;
    }
    for run in &set.runs {
        let start = Point::from_xy(x + run.x, y - run.rise);
        surface.draw_glyphs(
            start,
            &run.glyphs,
            faces[run.face].clone(),
            &run.text,
            run.size,
            false,
        );
    }
    for (from, to) in &set.strikes {
        rule(surface, x + from, x + to, y - SIZE * 0.3);
    }
    for at in &set.dots {
        // A circle approximated by four Bézier curves; 0.55 is the usual ratio for the control points.
        let (x, y, r, k) = (x + at, y + SIZE * 0.32, SIZE * 0.07, SIZE * 0.07 * 0.55);
        let mut dot = PathBuilder::new();
        dot.move_to(x - r, y);
        dot.cubic_to(x - r, y - k, x - k, y - r, x, y - r);
        dot.cubic_to(x + k, y - r, x + r, y - k, x + r, y);
        dot.cubic_to(x + r, y + k, x + k, y + r, x, y + r);
        dot.cubic_to(x - k, y + r, x - r, y + k, x - r, y);
        dot.close();
        if let Some(dot) = dot.finish() {
            surface.draw_path(&dot);
        }
    }
    Some(())
}

fn rule(surface: &mut Surface<'_>, from: f32, to: f32, y: f32) {
    let mut path = PathBuilder::new();
    if let Some(rect) = Rect::from_ltrb(from, y, to.max(from + 0.1), y + 0.5) {
        path.push_rect(rect);
    }
    if let Some(path) = path.finish() {
        surface.draw_path(&path);
    }
}
