//! A book as pages to print.

mod face;
mod line;

use chrono::{Datelike as _, Timelike as _};
use krilla::action::{Action, LinkAction};
use krilla::annotation::{Annotation, LinkAnnotation, LinkBorder, Target};
use krilla::color::rgb;
use krilla::destination::XyzDestination;
use krilla::geom::{PathBuilder, Point, Rect, Size, Transform};
use krilla::image::Image;
use krilla::metadata::{DateTime, Metadata};
use krilla::num::NormalizedF32;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::paint::Fill;
use krilla::surface::Surface;
use krilla::text::Font;
use krilla::{Document, SerializeSettings};

pub use face::{Face, Family, Fonts};

use self::line::{Align, Set, Setter, Setting};
use crate::book::{Block, Book, Line, Picture, PictureKind, Piece, Span, plain};

/// A5, as novels are printed, in points.
const WIDTH: f32 = 419.53;
const HEIGHT: f32 = 595.28;
const TOP: f32 = 56.0;
const BOTTOM: f32 = 68.0;
/// The narrowest a margin may be; the measure is as many Chinese characters as fit between two of these.
const SIDE: f32 = 52.0;
const SIZE: f32 = 10.5;
const NOTE: f32 = 8.5;

/// What stands on a page below what stands before it.
enum Item {
    /// A line of a height; `with` is the room below it that must be there too, for lines that stay together.
    Line {
        set: Set,
        left: f32,
        height: f32,
        with: f32,
    },
    /// Room, which is dropped at the top of a page.
    Space(f32),
    Picture {
        image: Image,
        width: f32,
        height: f32,
    },
    NewPage,
    /// A line of the table of contents leads here.
    Mark(String),
}

/// A page with its lines at their heights.
#[derive(Default)]
struct Page {
    lines: Vec<(f32, f32, Set)>,
    pictures: Vec<(f32, f32, Image, f32, f32)>,
    notes: Vec<(Set, f32)>,
    marks: Vec<(f32, String)>,
    numbered: bool,
}

struct Composer<'a> {
    book: &'a Book,
    setter: Setter<'a>,
    items: Vec<Item>,
    measure: f32,
    leading: f32,
    chinese: bool,
}

/// Returns the document's bytes, or `None` where a picture or a font in it turns out to be broken.
///
/// `fonts` have every character of the book: one that is in none would be an empty box.
pub(crate) fn book(book: &Book, fonts: &Fonts, on: &mut dyn FnMut(usize)) -> Option<Vec<u8>> {
    let chinese = book.is_chinese();
    let measure = ((WIDTH - 2.0 * SIDE) / SIZE).floor() * SIZE;
    let mut composer = Composer {
        book,
        setter: Setter::new(fonts, &book.language)?,
        items: Vec::new(),
        measure,
        // Chinese characters are as high as they are wide, and need more room between their lines.
        leading: if chinese { 18.0 } else { 15.0 },
        chinese,
    };
    let titled = !book.is_headed_by_its_title();
    if titled {
        composer.title();
    }
    for (at, chapter) in book.chapters.iter().enumerate() {
        on(at);
        composer.items.push(Item::NewPage);
        composer.items.push(Item::Mark(chapter.title.clone()));
        composer.blocks(&chapter.blocks, 0.0);
    }
    let notes = (0..book.notes.len())
        .map(|number| composer.note(number))
        .collect();
    let items = std::mem::take(&mut composer.items);
    let mut pages = paged(items, notes);
    for (at, page) in pages.iter_mut().enumerate() {
        page.numbered = at > 0 || !titled;
    }
    printed(book, fonts, &mut composer.setter, pages, measure)
}

impl Composer<'_> {
    fn title(&mut self) {
        let setting = |size| Setting {
            size,
            measure: self.measure,
            indent: 0.0,
            align: Align::Center,
            bold: false,
        };
        let (title, author) = (setting(24.0), setting(13.0));
        // Room at the top of a page is dropped, so that it stands under an empty line.
        self.line(Set::default(), 0.0, HEIGHT / 4.0, 0.0);
        let lines = self.setter.lines(&[Span::text(self.book.title.clone())], title);
        lines.into_iter().for_each(|set| self.line(set, 0.0, 34.0, 0.0));
        if let Some(name) = self.book.author.clone() {
            self.items.push(Item::Space(20.0));
            let lines = self.setter.lines(&[Span::text(name)], author);
            lines.into_iter().for_each(|set| self.line(set, 0.0, 20.0, 0.0));
        }
    }

    fn line(&mut self, set: Set, left: f32, height: f32, with: f32) {
        self.items.push(Item::Line {
            set,
            left,
            height,
            with,
        });
    }

    fn blocks(&mut self, blocks: &[Block], left: f32) {
        let mut begins = true;
        for block in blocks {
            match block {
                Block::Heading(level, words) => self.heading(*level, words, left),
                Block::Paragraph(words) => self.paragraph(words, left, begins),
                Block::Quote(inside) => {
                    self.items.push(Item::Space(self.leading / 2.0));
                    self.blocks(inside, left + 2.0 * SIZE);
                    self.items.push(Item::Space(self.leading / 2.0));
                }
                Block::List(from, items) => self.list(*from, items, left),
                Block::Code(code) => self.code(code, left),
                Block::Break => {
                    self.items.push(Item::Space(self.leading / 2.0));
                    let setting = Setting {
                        align: Align::Center,
                        ..self.text(left)
                    };
                    let mark = self.setter.lines(&[Span::text("*\u{2003}*\u{2003}*")], setting);
                    let (height, with) = (self.leading, self.leading * 1.5);
                    mark.into_iter()
                        .for_each(|set| self.line(set, left, height, with));
                    self.items.push(Item::Space(self.leading / 2.0));
                }
                Block::Table(rows) => self.table(rows, left),
            }
            begins = !matches!(block, Block::Paragraph(_));
        }
    }

    fn text(&self, left: f32) -> Setting {
        Setting {
            size: SIZE,
            measure: (self.measure - left).max(8.0 * SIZE),
            indent: 0.0,
            align: Align::Justified,
            bold: false,
        }
    }

    fn heading(&mut self, level: u8, words: &Line, left: f32) {
        let size = match level {
            1 => 18.0,
            2 => 14.0,
            3 => 12.0,
            _ => SIZE,
        };
        let setting = Setting {
            size,
            align: Align::Left,
            bold: true,
            ..self.text(left)
        };
        if level == 1 {
            self.line(Set::default(), 0.0, self.leading * 2.0, size * 3.0);
        } else {
            self.items.push(Item::Space(self.leading));
        }
        let lines = self.setter.lines(words, setting);
        let height = size * 1.35;
        let with = height * 2.0 + self.leading * 2.0;
        lines
            .into_iter()
            .for_each(|set| self.line(set, left, height, with));
        self.items.push(Item::Space(if level == 1 {
            self.leading
        } else {
            self.leading / 2.0
        }));
    }

    fn paragraph(&mut self, words: &Line, left: f32, begins: bool) {
        let mut rest = words.as_slice();
        let mut begins = begins;
        // A picture stands on lines of its own.
        while let Some(at) = rest.iter().position(|span| self.picture_of(span).is_some()) {
            self.words(&rest[..at], left, begins);
            if let Some(picture) = self.picture_of(&rest[at]) {
                self.items.push(Item::Space(self.leading / 2.0));
                self.items.push(picture);
                self.items.push(Item::Space(self.leading / 2.0));
            }
            rest = &rest[at + 1..];
            begins = true;
        }
        self.words(rest, left, begins);
    }

    fn words(&mut self, words: &[Span], left: f32, begins: bool) {
        let indent = match (self.chinese, left > 0.0) {
            (_, true) => 0.0,
            (true, _) => 2.0 * SIZE,
            (false, _) if begins => 0.0,
            (false, _) => 1.5 * SIZE,
        };
        let setting = Setting {
            indent,
            ..self.text(left)
        };
        let lines = self.setter.lines(words, setting);
        self.together(lines, left, self.leading);
    }

    /// Adds the lines of a paragraph, of which no page ends with the first and none begins with the last alone.
    fn together(&mut self, lines: Vec<Set>, left: f32, height: f32) {
        let count = lines.len();
        for (at, set) in lines.into_iter().enumerate() {
            let stays = count > 1 && (at == 0 || at + 2 == count);
            self.line(set, left, height, if stays { height } else { 0.0 });
        }
    }

    fn list(&mut self, from: Option<u64>, items: &[Vec<Block>], left: f32) {
        let inside = left + 2.0 * SIZE;
        for (item, number) in items.iter().zip(0..) {
            let mark = from.map_or_else(
                || "•".to_owned(),
                |from| format!("{}.", from.saturating_add(number)),
            );
            let at = self.items.len();
            self.blocks(item, inside);
            let width = self.setter.width(&mark, SIZE);
            let setting = Setting {
                align: Align::Left,
                ..self.text(left)
            };
            let mark = self.setter.lines(&[Span::text(mark)], setting).into_iter().next();
            // The mark stands before the first line of the item.
            let first = self.items[at..].iter_mut().find_map(|item| match item {
                Item::Line { set, .. } => Some(set),
                _ => None,
            });
            if let (Some(first), Some(mark)) = (first, mark) {
                for mut run in mark.runs {
                    run.x -= width + SIZE / 2.0;
                    first.runs.push(run);
                }
            }
        }
    }

    fn code(&mut self, code: &str, left: f32) {
        self.items.push(Item::Space(self.leading / 2.0));
        let setting = Setting {
            size: 9.0,
            align: Align::Left,
            ..self.text(left)
        };
        for line in code.split('\n') {
            // Spaces say how far a line is set in, and no line of a page ends with them.
            let line = line.replace('\t', "    ").replace(' ', "\u{a0}");
            let lines = self.setter.lines(&[Span::text(line)], setting);
            if lines.is_empty() {
                self.items.push(Item::Space(13.0));
            }
            lines.into_iter().for_each(|set| self.line(set, left, 13.0, 0.0));
        }
        self.items.push(Item::Space(self.leading / 2.0));
    }

    fn table(&mut self, rows: &[Vec<Line>], left: f32) {
        let columns = rows.first().map_or(0, Vec::len);
        if columns == 0 {
            return;
        }
        self.items.push(Item::Space(self.leading / 2.0));
        #[expect(clippy::cast_precision_loss, reason = "a table has a few columns")]
        let width = (self.measure - left) / columns as f32;
        for (at, row) in rows.iter().enumerate() {
            let setting = Setting {
                measure: (width - SIZE).max(SIZE),
                align: Align::Left,
                bold: at == 0,
                ..self.text(left)
            };
            let cells: Vec<Vec<Set>> = row
                .iter()
                .take(columns)
                .map(|cell| self.setter.lines(cell, setting))
                .collect();
            let height = cells.iter().map(Vec::len).max().unwrap_or_default();
            let mut whole: Vec<Set> = (0..height).map(|_| Set::default()).collect();
            for (column, cell) in cells.into_iter().enumerate() {
                #[expect(clippy::cast_precision_loss, reason = "a table has a few columns")]
                let x = width * column as f32;
                for (line, set) in whole.iter_mut().zip(cell) {
                    line.add(set, x);
                }
            }
            let (leading, count) = (self.leading, whole.len());
            for (at, set) in whole.into_iter().enumerate() {
                self.line(set, left, leading, if at + 1 < count { leading } else { 0.0 });
            }
            self.items.push(Item::Space(3.0));
        }
        self.items.push(Item::Space(self.leading / 2.0));
    }

    fn picture_of(&self, span: &Span) -> Option<Item> {
        /// A pixel of a screen, of which 96 are an inch.
        const PIXEL: f32 = 0.75;
        let Piece::Image { path, .. } = &span.piece else {
            return None;
        };
        let picture = self.book.pictures.get(path)?;
        let image = image(picture)?;
        #[expect(clippy::cast_precision_loss, reason = "sizes of pictures")]
        let (width, height) = (picture.width as f32 * PIXEL, picture.height as f32 * PIXEL);
        let room = HEIGHT - TOP - BOTTOM;
        let scale = (self.measure / width).min(room / height).min(1.0);
        Some(Item::Picture {
            image,
            width: width * scale,
            height: height * scale,
        })
    }

    fn note(&mut self, number: usize) -> Vec<(Set, f32)> {
        let mut words = vec![Span::text(format!("{}\u{2002}", number + 1))];
        for (at, block) in self.book.notes[number].iter().enumerate() {
            if at > 0 {
                words.push(Piece::LineBreak.into());
            }
            match block {
                Block::Paragraph(line) | Block::Heading(_, line) => words.extend(line.iter().cloned()),
                other => words.push(Span::text(plain_block(other))),
            }
        }
        let setting = Setting {
            size: NOTE,
            ..self.text(0.0)
        };
        let height = NOTE * if self.chinese { 1.6 } else { 1.4 };
        self.setter
            .lines(&words, setting)
            .into_iter()
            .map(|set| (set, height))
            .collect()
    }
}

fn plain_block(block: &Block) -> String {
    match block {
        Block::Heading(_, line) | Block::Paragraph(line) => plain(line),
        Block::Quote(blocks) => blocks.iter().map(plain_block).collect::<Vec<_>>().join(" "),
        Block::List(_, items) => items
            .iter()
            .flatten()
            .map(plain_block)
            .collect::<Vec<_>>()
            .join("; "),
        Block::Code(code) => code.clone(),
        Block::Break => String::new(),
        Block::Table(rows) => rows
            .iter()
            .flatten()
            .map(|cell| plain(cell))
            .collect::<Vec<_>>()
            .join("; "),
    }
}

impl Set {
    /// Adds another line to the right.
    fn add(&mut self, other: Self, x: f32) {
        self.runs.extend(other.runs.into_iter().map(|mut run| {
            run.x += x;
            run
        }));
        self.strikes
            .extend(other.strikes.into_iter().map(|(from, to)| (from + x, to + x)));
        self.dots.extend(other.dots.into_iter().map(|at| at + x));
        self.links.extend(
            other
                .links
                .into_iter()
                .map(|(from, to, address)| (from + x, to + x, address)),
        );
        self.notes.extend(other.notes);
    }
}

fn image(picture: &Picture) -> Option<Image> {
    let data = picture.bytes.clone().into();
    match picture.kind {
        PictureKind::Png => Image::from_png(data, true),
        PictureKind::Jpeg => Image::from_jpeg(data, true),
        PictureKind::Gif => Image::from_gif(data, true),
    }
    .ok()
}

/// Room between the text and the notes below it, with the line between them.
const ABOVE_NOTES: f32 = 12.0;

/// Puts items on pages, each footnote at the foot of the page that mentions it as far as there is room.
fn paged(items: Vec<Item>, mut notes: Vec<Vec<(Set, f32)>>) -> Vec<Page> {
    let mut pages = Vec::new();
    let mut page = Page::default();
    let mut y = TOP;
    // Lines of notes that had no room on the page before.
    let mut waiting: std::collections::VecDeque<(Set, f32)> = std::collections::VecDeque::new();
    let floor = |page: &Page| {
        let notes: f32 = page.notes.iter().map(|(_, height)| height).sum();
        HEIGHT
            - BOTTOM
            - if page.notes.is_empty() {
                0.0
            } else {
                notes + ABOVE_NOTES
            }
    };
    let is_empty = |page: &Page| page.lines.is_empty() && page.pictures.is_empty();
    let turn = |pages: &mut Vec<Page>,
                page: &mut Page,
                y: &mut f32,
                waiting: &mut std::collections::VecDeque<(Set, f32)>| {
        let marks = std::mem::take(&mut page.marks);
        let (here, next): (Vec<_>, Vec<_>) = marks.into_iter().partition(|(at, _)| *at < *y);
        page.marks = here;
        pages.push(std::mem::take(page));
        page.marks = next.into_iter().map(|(_, title)| (TOP, title)).collect();
        *y = TOP;
        // Half of the page at most, so that the text goes on.
        let mut room = (HEIGHT - TOP - BOTTOM) / 2.0;
        while let Some((_, height)) = waiting.front().filter(|(_, height)| *height <= room) {
            room -= height;
            page.notes.extend(waiting.pop_front());
        }
    };
    for item in items {
        match item {
            Item::NewPage => {
                if !is_empty(&page) {
                    turn(&mut pages, &mut page, &mut y, &mut waiting);
                }
            }
            Item::Mark(title) => page.marks.push((y, title)),
            Item::Space(height) => {
                if !is_empty(&page) {
                    y += height;
                }
            }
            Item::Picture { image, width, height } => {
                if !is_empty(&page) && y + height > floor(&page) {
                    turn(&mut pages, &mut page, &mut y, &mut waiting);
                }
                page.pictures
                    .push(((WIDTH - width) / 2.0, y, image, width, height));
                y += height;
            }
            Item::Line {
                set,
                left,
                height,
                with,
            } => {
                let own: Vec<(Set, f32)> = set
                    .notes
                    .iter()
                    .flat_map(|number| std::mem::take(&mut notes[*number]))
                    .collect();
                let first = if page.notes.is_empty() && !own.is_empty() {
                    ABOVE_NOTES
                } else {
                    0.0
                };
                let first_note = own.first().map_or(0.0, |(_, height)| height + first);
                if !is_empty(&page) && y + height + with + first_note > floor(&page) {
                    turn(&mut pages, &mut page, &mut y, &mut waiting);
                }
                page.lines.push((left, y, set));
                y += height;
                waiting.extend(own);
                while let Some((_, height)) = waiting.front() {
                    let first = if page.notes.is_empty() { ABOVE_NOTES } else { 0.0 };
                    if y + height + first > floor(&page) {
                        break;
                    }
                    page.notes.extend(waiting.pop_front());
                }
            }
        }
    }
    turn(&mut pages, &mut page, &mut y, &mut waiting);
    // Notes may be longer than the text.
    while !page.notes.is_empty() {
        turn(&mut pages, &mut page, &mut y, &mut waiting);
    }
    pages
}

fn printed(
    book: &Book,
    fonts: &Fonts,
    setter: &mut Setter<'_>,
    pages: Vec<Page>,
    measure: f32,
) -> Option<Vec<u8>> {
    let mut faces = Vec::new();
    for family in &fonts.0 {
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
    let mut document = Document::new_with(settings);
    let mut outline = Outline::new();
    let left = (WIDTH - measure) / 2.0;
    for (index, page) in pages.into_iter().enumerate() {
        for (y, title) in page.marks {
            outline.push_child(OutlineNode::new(
                title,
                XyzDestination::new(index, Point::from_xy(0.0, (y - 20.0).max(0.0))),
            ));
        }
        let mut sheet = document.start_page_with(PageSettings::from_wh(WIDTH, HEIGHT)?);
        let mut links = Vec::new();
        let mut surface = sheet.surface();
        surface.set_fill(Some(Fill {
            paint: rgb::Color::new(0, 0, 0).into(),
            opacity: NormalizedF32::ONE,
            rule: Default::default(),
        }));
        for (indent, y, set) in page.lines {
            draw(&mut surface, &faces, &set, left + indent, y + SIZE);
            links.extend(
                set.links
                    .into_iter()
                    .map(|(from, to, address)| (left + indent + from, left + indent + to, y, address)),
            );
        }
        for (x, y, image, width, height) in page.pictures {
            surface.push_transform(&Transform::from_translate(x, y));
            surface.draw_image(image, Size::from_wh(width, height)?);
            surface.pop();
        }
        let foot: f32 = page.notes.iter().map(|(_, height)| height).sum();
        let mut y = HEIGHT - BOTTOM - foot;
        if foot > 0.0 {
            rule(&mut surface, left, left + 60.0, y - ABOVE_NOTES / 2.0);
        }
        for (set, height) in page.notes {
            draw(&mut surface, &faces, &set, left, y + NOTE);
            y += height;
        }
        if page.numbered {
            let number = (index + 1).to_string();
            let setting = Setting {
                size: 8.5,
                measure,
                indent: 0.0,
                align: Align::Center,
                bold: false,
            };
            for set in setter.lines(&[Span::text(number)], setting) {
                draw(&mut surface, &faces, &set, left, HEIGHT - 36.0);
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
    }
    document.set_outline(outline);
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
    document.set_metadata(metadata);
    document.finish().ok()
}

/// Draws a line whose letters stand on `y`.
fn draw(surface: &mut Surface<'_>, faces: &[Font], set: &Set, x: f32, y: f32) {
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
        // As round as four curves make it.
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
