//! Puts lines and pictures on pages. Each footnote goes to the bottom of the page that references it, as far as there
//! is room.

use std::collections::VecDeque;

use super::set::Set;
use super::sheet::{ABOVE_NOTES, BOTTOM, HEIGHT, TOP, WIDTH};
use super::sized::Sized;

/// A vertical element of the text.
pub(super) enum Item {
    /// A line with its height. `with` is the additional room required below it, for lines that stay together. A line
    /// that `leads` is never the last of a page: it stays with the next line or picture, whatever that needs.
    Line {
        set: Set,
        left: f32,
        height: f32,
        with: f32,
        leads: bool,
    },
    /// Vertical space, which is dropped at the top of a page.
    Space(f32),
    Picture(Sized),
    NewPage,
    /// The target of an entry in the table of contents.
    Mark(String),
}

/// A page with its lines and their vertical positions.
#[derive(Default)]
pub(super) struct Page {
    pub lines: Vec<(f32, f32, Set)>,
    pub pictures: Vec<(f32, f32, Sized)>,
    pub notes: Vec<(Set, f32)>,
    pub marks: Vec<(f32, String)>,
}

impl Page {
    /// Returns the lowest position for text.
    fn floor(&self) -> f32 {
        let notes: f32 = self.notes.iter().map(|(_, height)| height).sum();
        let room = if self.notes.is_empty() {
            0.0
        } else {
            notes + ABOVE_NOTES
        };
        HEIGHT - BOTTOM - room
    }

    fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.pictures.is_empty()
    }
}

/// An item, with the lines of the notes it is the first to reference.
type Noted = (Item, Vec<(Set, f32)>);

/// Fills pages one after another. Full pages are handed out at once, so that not all pages are in memory together.
pub(super) struct Pager {
    page: Page,
    y: f32,
    /// Lines that must not be the last of a page, with the space behind them. They wait for the next line or picture.
    leading: Vec<Noted>,
    /// Lines of notes that did not fit on the previous page.
    waiting: VecDeque<(Set, f32)>,
}

impl Pager {
    pub fn new() -> Self {
        Self {
            page: Page::default(),
            y: TOP,
            leading: Vec::new(),
            waiting: VecDeque::new(),
        }
    }

    /// Puts an item on the page, with the lines of the notes it is the first to reference. Full pages are appended to
    /// `full`.
    pub fn put(&mut self, item: Item, notes: Vec<(Set, f32)>, full: &mut Vec<Page>) {
        let waits = match &item {
            Item::Line { leads, .. } => *leads,
            Item::Space(_) => !self.leading.is_empty(),
            Item::Picture(_) | Item::NewPage | Item::Mark(_) => false,
        };
        let is_text = matches!(item, Item::Line { .. } | Item::Picture(_));
        if waits {
            self.leading.push((item, notes));
            // So many titles behind each other do not stay together: half a page must be left for what follows.
            if self.room_for(&self.leading) > (HEIGHT - TOP - BOTTOM) / 2.0 {
                self.release(full);
            }
            return;
        }
        if is_text && !self.leading.is_empty() {
            self.leading.push((item, notes));
            if !self.page.is_empty() && self.y + self.room_for(&self.leading) > self.page.floor() {
                full.push(self.turn());
            }
            self.release(full);
            return;
        }
        self.release(full);
        self.place(item, notes, full);
    }

    /// Places what waited for the next line.
    fn release(&mut self, full: &mut Vec<Page>) {
        for (item, notes) in std::mem::take(&mut self.leading) {
            self.place(item, notes, full);
        }
    }

    /// Returns the height of items that stay together, with what must stand below the last of them.
    fn room_for(&self, items: &[Noted]) -> f32 {
        let mut room = 0.0;
        let mut has_notes = !self.page.notes.is_empty();
        for (at, (item, notes)) in items.iter().enumerate() {
            room += match item {
                Item::Line { height, with, .. } if at + 1 == items.len() => height + with,
                Item::Line { height, .. } => *height,
                Item::Picture(picture) => picture.height,
                Item::Space(height) => *height,
                Item::NewPage | Item::Mark(_) => 0.0,
            };
            if let Some((_, height)) = notes.first() {
                room += height + if has_notes { 0.0 } else { ABOVE_NOTES };
                has_notes = true;
            }
        }
        room
    }

    fn place(&mut self, item: Item, notes: Vec<(Set, f32)>, full: &mut Vec<Page>) {
        match item {
            Item::NewPage => {
                if !self.page.is_empty() {
                    full.push(self.turn());
                }
            }
            Item::Mark(title) => self.page.marks.push((self.y, title)),
            Item::Space(height) => {
                if !self.page.is_empty() {
                    self.y += height;
                }
            }
            Item::Picture(picture) => {
                if !self.page.is_empty() && self.y + picture.height > self.page.floor() {
                    full.push(self.turn());
                }
                let height = picture.height;
                let left = (WIDTH - picture.width) / 2.0;
                self.page.pictures.push((left, self.y, picture));
                self.y += height;
            }
            Item::Line {
                set,
                left,
                height,
                with,
                ..
            } => {
                let first = if self.page.notes.is_empty() && !notes.is_empty() {
                    ABOVE_NOTES
                } else {
                    0.0
                };
                let first_note = notes.first().map_or(0.0, |(_, height)| height + first);
                if !self.page.is_empty() && self.y + height + with + first_note > self.page.floor() {
                    full.push(self.turn());
                }
                self.page.lines.push((left, self.y, set));
                self.y += height;
                self.waiting.extend(notes);
                while let Some((_, height)) = self.waiting.front() {
                    let first = if self.page.notes.is_empty() {
                        ABOVE_NOTES
                    } else {
                        0.0
                    };
                    if self.y + height + first > self.page.floor() {
                        break;
                    }
                    self.page.notes.extend(self.waiting.pop_front());
                }
            }
        }
    }

    /// Hands out the last page, and further pages if the notes are longer than the text.
    pub fn finish(mut self, full: &mut Vec<Page>) {
        self.release(full);
        full.push(self.turn());
        while !self.page.notes.is_empty() {
            full.push(self.turn());
        }
    }

    /// Begins the next page; returns the previous one.
    fn turn(&mut self) -> Page {
        let y = self.y;
        let marks = std::mem::take(&mut self.page.marks);
        let (here, next): (Vec<_>, Vec<_>) = marks.into_iter().partition(|(at, _)| *at < y);
        self.page.marks = here;
        let done = std::mem::take(&mut self.page);
        self.page.marks = next.into_iter().map(|(_, title)| (TOP, title)).collect();
        self.y = TOP;
        // Notes take at most half of the page, so that the text can continue.
        let mut room = (HEIGHT - TOP - BOTTOM) / 2.0;
        while let Some((_, height)) = self.waiting.front().filter(|(_, height)| *height <= room) {
            room -= height;
            self.page.notes.extend(self.waiting.pop_front());
        }
        done
    }
}
