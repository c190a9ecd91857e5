//! Writes a book as PDF pages for printing.

mod atom;
mod face;
mod line;
mod page;
mod print;
mod set;
mod sheet;
mod sized;
#[cfg(test)]
mod tests;

pub use face::{Face, Family, Fonts, is_emoji};

use self::line::{Align, Setter, Setting};
use self::page::{Item, Page, Pager};
use self::print::Printer;
use self::set::Set;
use self::sheet::{BOTTOM, HEIGHT, NOTE, SIZE, TOP, WIDTH};
use self::sized::Sized;
use crate::block::{Block, Line, Piece, Span, beginnings, plain};
use crate::book::Book;

/// The minimum margin, in points. The text width is the largest multiple of a Chinese character that fits between two
/// margins.
const SIDE: f32 = 52.0;

/// Takes the pages as they are filled, with the setter for the page numbers; `None` ends the work.
type Sink<'a> = dyn FnMut(Page, &mut Setter<'_>) -> Option<()> + 'a;

struct Composer<'a> {
    book: &'a Book,
    setter: Setter<'a>,
    /// The lines of the current block.
    items: Vec<Item>,
    pager: Pager,
    full: Vec<Page>,
    sink: &'a mut Sink<'a>,
    /// For each footnote, whether it has been typeset.
    noted: Vec<bool>,
    measure: f32,
    leading: f32,
    chinese: bool,
}

/// Returns the document's bytes; `None` if a picture or a font is broken.
///
/// `fonts` must have all characters of the book, because a missing character would print as an empty box. Each block is
/// typeset, put on pages and drawn before the next one: as glyphs, a text takes seventy times its memory.
pub(crate) fn book(book: &Book, fonts: &Fonts, on: &mut dyn FnMut(usize)) -> Option<Vec<u8>> {
    let mut printer = Printer::new(fonts, measure(), book.is_headed_by_its_title())?;
    pages(book, fonts, on, &mut |page, setter| printer.page(page, setter))?;
    printer.finish(book)
}

/// Returns the width of the text.
fn measure() -> f32 {
    ((WIDTH - 2.0 * SIDE) / SIZE).floor() * SIZE
}

/// Typesets a book, and hands out its pages one after another.
fn pages<'a>(
    book: &'a Book,
    fonts: &'a Fonts,
    on: &mut dyn FnMut(usize),
    sink: &'a mut Sink<'a>,
) -> Option<()> {
    let chinese = book.is_chinese();
    let titled = !book.is_headed_by_its_title();
    let mut composer = Composer {
        book,
        setter: Setter::new(fonts, &book.language, &book.pictures)?,
        items: Vec::new(),
        pager: Pager::new(),
        full: Vec::new(),
        sink,
        noted: vec![false; book.notes.len()],
        measure: measure(),
        // Chinese characters are as high as they are wide, so their lines need more leading.
        leading: if chinese { 18.0 } else { 15.0 },
        chinese,
    };
    if titled {
        composer.title();
    }
    for (at, chapter) in book.chapters().enumerate() {
        on(at);
        composer.items.push(Item::NewPage);
        composer.items.push(Item::Mark(chapter.title));
        for (number, (block, begins)) in beginnings(&chapter.blocks).enumerate() {
            match block {
                Block::Heading(_, words) if chapter.is_part => composer.part(words),
                // The heading of a chapter looks the same inside a part and outside of parts.
                Block::Heading(_, words) if number == 0 => composer.heading(1, words, 0.0),
                block => composer.block(block, 0.0, begins),
            }
            composer.flush()?;
        }
    }
    composer.flush()?;
    composer.finish()
}

impl Composer<'_> {
    /// Puts the items on pages, and draws the full pages.
    fn flush(&mut self) -> Option<()> {
        for item in std::mem::take(&mut self.items) {
            let mut notes = Vec::new();
            if let Item::Line { set, .. } = &item {
                for number in &set.notes {
                    if !std::mem::replace(&mut self.noted[*number], true) {
                        notes.extend(self.note(*number));
                    }
                }
            }
            self.pager.put(item, notes, &mut self.full);
            self.draw()?;
        }
        Some(())
    }

    fn draw(&mut self) -> Option<()> {
        self.full
            .drain(..)
            .try_for_each(|page| (self.sink)(page, &mut self.setter))
    }

    fn finish(mut self) -> Option<()> {
        std::mem::replace(&mut self.pager, Pager::new()).finish(&mut self.full);
        self.draw()
    }

    fn title(&mut self) {
        let setting = |size| Setting {
            size,
            measure: self.measure,
            indent: 0.0,
            align: Align::Center,
            bold: false,
            divides: false,
        };
        let (title, author) = (setting(24.0), setting(13.0));
        // Space at the top of a page is dropped, so an empty line comes first.
        self.line(Set::default(), 0.0, HEIGHT / 4.0, 0.0);
        let lines = self.setter.lines(&[Span::text(self.book.title.clone())], title);
        lines.into_iter().for_each(|set| self.line(set, 0.0, 34.0, 0.0));
        if let Some(name) = self.book.author.clone() {
            self.items.push(Item::Space(20.0));
            let lines = self.setter.lines(&[Span::text(name)], author);
            lines.into_iter().for_each(|set| self.line(set, 0.0, 20.0, 0.0));
        }
    }

    /// Typesets the heading of a part, which has a page of its own.
    fn part(&mut self, words: &Line) {
        let setting = Setting {
            size: 20.0,
            measure: self.measure,
            indent: 0.0,
            align: Align::Center,
            bold: false,
            divides: false,
        };
        self.line(Set::default(), 0.0, HEIGHT / 4.0, 0.0);
        let lines = self.setter.lines(words, setting);
        lines.into_iter().for_each(|set| self.line(set, 0.0, 30.0, 0.0));
    }

    /// Adds a line. Its pictures add to its height.
    fn line(&mut self, set: Set, left: f32, height: f32, with: f32) {
        self.items.push(Item::Line {
            left,
            height: height + set.extra(),
            with,
            leads: false,
            set,
        });
    }

    /// Adds a line that stays with the next line of the text.
    fn leader(&mut self, set: Set, left: f32, height: f32) {
        self.items.push(Item::Line {
            left,
            height: height + set.extra(),
            with: 0.0,
            leads: true,
            set,
        });
    }

    fn blocks(&mut self, blocks: &[Block], left: f32) {
        for (block, begins) in beginnings(blocks) {
            self.block(block, left, begins);
        }
    }

    /// Typesets a block; `begins` is true if the block before it is not a paragraph.
    fn block(&mut self, block: &Block, left: f32, begins: bool) {
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
                let height = self.leading;
                mark.into_iter().for_each(|set| self.leader(set, left, height));
                self.items.push(Item::Space(self.leading / 2.0));
            }
            Block::Table(rows) => self.table(rows, left),
        }
    }

    fn text(&self, left: f32) -> Setting {
        Setting {
            size: SIZE,
            measure: (self.measure - left).max(8.0 * SIZE),
            indent: 0.0,
            align: Align::Justified,
            bold: false,
            divides: true,
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
            divides: false,
            ..self.text(left)
        };
        if level == 1 {
            self.leader(Set::default(), 0.0, self.leading * 2.0);
        } else {
            self.items.push(Item::Space(self.leading));
        }
        let lines = self.setter.lines(words, setting);
        let height = size * 1.35;
        lines.into_iter().for_each(|set| self.leader(set, left, height));
        self.items.push(Item::Space(if level == 1 {
            self.leading
        } else {
            self.leading / 2.0
        }));
    }

    fn paragraph(&mut self, words: &Line, left: f32, begins: bool) {
        let is_break = |span: &Span| span.piece == Piece::LineBreak;
        let mut begins = begins;
        let mut from = 0;
        let mut at = 0;
        for line in words.split(is_break) {
            let end = at + line.len();
            if let Some(picture) = self.picture_alone(line) {
                self.words(&words[from..at], left, begins);
                self.items.push(Item::Space(self.leading / 2.0));
                self.items.push(Item::Picture(picture));
                self.items.push(Item::Space(self.leading / 2.0));
                from = end;
                begins = true;
            }
            at = end + 1;
        }
        self.words(&words[from..], left, begins);
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

    /// Adds the lines of a paragraph without widows and orphans: its first or last line never stands alone on a page. So
    /// a paragraph of three lines is not divided at all.
    fn together(&mut self, lines: Vec<Set>, left: f32, height: f32) {
        let count = lines.len();
        let mut below = vec![0.0; count];
        for at in (0..count.saturating_sub(1)).rev() {
            if at == 0 || at + 2 == count {
                below[at] = height + lines[at + 1].extra() + below[at + 1];
            }
        }
        for (set, with) in lines.into_iter().zip(below) {
            self.line(set, left, height, with);
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
            // The marker goes before the first line of the item.
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
            // Spaces indent a line of code, so they become non-breaking and no line ends at them.
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

    /// Returns the picture of a line that has nothing else, which stands between the lines of the text.
    fn picture_alone(&self, line: &[Span]) -> Option<Sized> {
        let [
            Span {
                piece: Piece::Image { path, .. },
                ..
            },
        ] = line
        else {
            return None;
        };
        let picture = self.book.pictures.get(path)?;
        Sized::of(picture, self.measure, HEIGHT - TOP - BOTTOM)
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
            .map(|set| {
                let height = height + set.extra();
                (set, height)
            })
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
