//! A book: the intermediate form between the manuscripts and each output format.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use prose::Language;

use crate::block::{Block, Piece, Span, change_lines, each_code, each_line, plain};
use crate::picture::Picture;
use crate::read::{Manuscript, Read, read};

/// One book, in reading order.
///
/// It keeps its manuscripts as text. The blocks of a manuscript take up to fifty times the memory of its text. So the
/// blocks are parsed again when they are written, one manuscript at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    /// Its title; never empty.
    pub title: String,
    /// Its author, if given.
    pub author: Option<String>,
    /// The language as a BCP 47 tag, such as `en` or `zh`.
    pub language: String,
    /// The date of the book. It is an argument, so that the same input gives the same output.
    pub date: DateTime<Utc>,
    /// The pictures that were found, by their paths relative to the project.
    pub pictures: BTreeMap<String, Picture>,
    /// The titles of the chapters for a table of contents, in order.
    pub(crate) chapters: Vec<String>,
    /// The footnotes, in the order of their first reference.
    pub(crate) notes: Vec<Vec<Block>>,
    /// For each footnote, the chapter with its first reference.
    pub(crate) homes: Vec<usize>,
    manuscripts: Vec<Manuscript>,
    /// For each manuscript, the number of its first footnote.
    first_notes: Vec<usize>,
    division: Division,
    shown: BTreeSet<String>,
    characters: Characters,
    is_headed_by_its_title: bool,
}

/// A part of the book that begins on a new page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Chapter {
    /// Its title in a table of contents: its heading, or the name of the file if there is no heading.
    pub title: String,
    /// Its text, including the heading.
    pub blocks: Vec<Block>,
}

/// The metadata of a book, as given by the caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Particulars {
    /// The title. Without one, the title in the manuscript is used, or else `name`.
    pub title: Option<String>,
    /// The author. Without one, the author in the first manuscript that names one is used.
    pub author: Option<String>,
    /// The title if no other is given: the name of the project or the file.
    pub name: String,
    /// The date of the book.
    pub date: DateTime<Utc>,
}

/// How manuscripts are divided into chapters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Division {
    /// The level of the headings that begin a chapter.
    level: u8,
    /// Whether a manuscript without a heading gets its title as a heading.
    is_titled: bool,
}

impl Book {
    /// Reads manuscripts as one book, in the given order. The pictures are listed, but not loaded yet.
    ///
    /// Front matter and comments, including the comments for the desk, are left out. Each manuscript begins a chapter,
    /// and so does each heading of level 1. A single manuscript is divided at the first heading level that occurs more
    /// than once.
    pub fn of(manuscripts: Vec<Manuscript>, said: &Particulars) -> Self {
        let is_alone = manuscripts.len() == 1;
        let mut book = Self {
            title: String::new(),
            author: said.author.clone(),
            language: String::new(),
            date: said.date,
            pictures: BTreeMap::new(),
            chapters: Vec::new(),
            notes: Vec::new(),
            homes: Vec::new(),
            manuscripts: Vec::new(),
            first_notes: Vec::new(),
            division: Division {
                level: 1,
                is_titled: !is_alone,
            },
            shown: BTreeSet::new(),
            characters: Characters::default(),
            is_headed_by_its_title: false,
        };
        let mut language = None;
        let mut own = None;
        let mut heading = None;
        for manuscript in &manuscripts {
            let mut read = read(manuscript);
            book.author = book.author.take().or(read.author.take());
            language = language.or(read.language.take());
            if is_alone {
                book.division.level = dividing_level(&read.blocks);
                own = own_title(&read);
            }
            let first_note = book.notes.len();
            let notes = std::mem::take(&mut read.notes);
            notes.iter().for_each(|note| book.see(note));
            book.homes.resize(first_note + notes.len(), usize::MAX);
            book.notes.extend(notes);
            book.first_notes.push(first_note);
            for chapter in book.division.chapters(read, &manuscript.path, first_note) {
                if let Some(Block::Heading(_, words)) = chapter.blocks.first() {
                    heading = Some(plain(words));
                }
                book.see(&chapter.blocks);
                book.settle_notes(&chapter.blocks);
                book.chapters.push(chapter.title);
            }
        }
        book.language = language.unwrap_or_else(|| language_of(&manuscripts));
        book.title = said.title.clone().or(own).unwrap_or_else(|| said.name.clone());
        book.is_headed_by_its_title = book.chapters.len() == 1 && heading.as_ref() == Some(&book.title);
        book.characters.see(&book.title);
        book.author.iter().for_each(|author| book.characters.see(author));
        book.manuscripts = manuscripts;
        book
    }

    /// Returns the number of chapters.
    pub fn chapter_count(&self) -> usize {
        self.chapters.len()
    }

    /// Returns the paths of all pictures in the text.
    pub fn pictures_shown(&self) -> &BTreeSet<String> {
        &self.shown
    }

    /// Returns each distinct character of the text, the title and the author.
    pub(crate) fn characters(&self) -> impl Iterator<Item = char> {
        self.characters.each()
    }

    /// Returns whether the book is in Chinese.
    pub fn is_chinese(&self) -> bool {
        let primary = self.language.split('-').next().unwrap_or_default();
        primary.eq_ignore_ascii_case("zh")
    }

    /// Returns whether the only chapter begins with the title of the book, so that a title page would repeat it.
    pub fn is_headed_by_its_title(&self) -> bool {
        self.is_headed_by_its_title
    }

    /// Parses the chapters in order. Only one manuscript at a time is in memory as blocks.
    pub(crate) fn chapters(&self) -> impl Iterator<Item = Chapter> {
        self.manuscripts
            .iter()
            .zip(&self.first_notes)
            .flat_map(|(manuscript, first_note)| {
                self.division
                    .chapters(read(manuscript), &manuscript.path, *first_note)
            })
    }

    /// Records the characters and the pictures of blocks.
    fn see(&mut self, blocks: &[Block]) {
        each_code(blocks, &mut |code| self.characters.see(code));
        each_line(blocks, &mut |line| {
            for span in line {
                if let Piece::Text(text) | Piece::Code(text) | Piece::Image { words: text, .. } = &span.piece
                {
                    self.characters.see(text);
                }
                if let Piece::Image { path, .. } = &span.piece
                    && !self.shown.contains(path)
                {
                    self.shown.insert(path.clone());
                }
            }
        });
    }

    /// Records the footnotes that the next chapter is the first to reference.
    fn settle_notes(&mut self, blocks: &[Block]) {
        let chapter = self.chapters.len();
        each_line(blocks, &mut |line| {
            for span in line {
                if let Piece::Note(number) = span.piece {
                    self.homes[number] = self.homes[number].min(chapter);
                }
            }
        });
    }
}

/// A set of characters, with one byte per Unicode code point, because all characters of a book are inserted.
#[derive(Clone, PartialEq, Eq)]
struct Characters(Vec<bool>);

impl Default for Characters {
    fn default() -> Self {
        Self(vec![false; u32::from(char::MAX) as usize + 1])
    }
}

impl std::fmt::Debug for Characters {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_set().entries(self.each()).finish()
    }
}

impl Characters {
    fn see(&mut self, text: &str) {
        for character in text.chars() {
            self.0[u32::from(character) as usize] = true;
        }
    }

    fn each(&self) -> impl Iterator<Item = char> {
        let numbers = (0..).zip(&self.0).filter(|(_, is_there)| **is_there);
        numbers.filter_map(|(number, _)| char::from_u32(number))
    }
}

impl Division {
    /// Returns the chapters of a manuscript; the numbers of its footnotes begin at `first_note`.
    fn chapters(self, read: Read, path: &str, first_note: usize) -> Vec<Chapter> {
        let mut blocks = read.blocks;
        shift_notes(&mut blocks, first_note);
        let has_heading = blocks.iter().any(|block| matches!(block, Block::Heading(1, _)));
        if let Some(title) = read.title.filter(|_| self.is_titled && !has_heading) {
            blocks.insert(0, Block::Heading(1, vec![Span::text(title)]));
        }
        divided(blocks, self.level, name_of(path))
    }
}

/// Returns the title of a manuscript from its front matter, or from its only heading of level 1.
fn own_title(read: &Read) -> Option<String> {
    let mut first_level = read.blocks.iter().filter_map(|block| match block {
        Block::Heading(1, title) => Some(plain(title)),
        _ => None,
    });
    let heading = first_level.next().filter(|_| first_level.next().is_none());
    read.title.clone().or(heading).filter(|title| !title.is_empty())
}

/// Returns the heading level that begins a chapter: the first level that occurs more than once, or level 1.
fn dividing_level(blocks: &[Block]) -> u8 {
    let mut times = [0; 7];
    for block in blocks {
        if let Block::Heading(level, _) = block {
            times[usize::from(*level)] += 1;
        }
    }
    (1..=6).find(|level| times[usize::from(*level)] > 1).unwrap_or(1)
}

/// Divides blocks before each heading of `level` or a higher level.
fn divided(blocks: Vec<Block>, level: u8, name: &str) -> Vec<Chapter> {
    let mut chapters = vec![Chapter::default()];
    for block in blocks {
        if let Block::Heading(found, title) = &block {
            let begins = *found <= level;
            let last = chapters
                .last_mut()
                .filter(|last| last.blocks.is_empty() || !begins);
            match last {
                Some(last) if last.blocks.is_empty() => last.title = plain(title),
                Some(_) => {}
                None => chapters.push(Chapter {
                    title: plain(title),
                    blocks: Vec::new(),
                }),
            }
        }
        if let Some(last) = chapters.last_mut() {
            last.blocks.push(block);
        }
    }
    for chapter in &mut chapters {
        if chapter.title.is_empty() {
            name.clone_into(&mut chapter.title);
        }
    }
    chapters
}

/// Returns the name of a file without its folders and its extension.
fn name_of(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// Adds `by`, the number of footnotes before this manuscript, to the numbers of its footnote references.
fn shift_notes(blocks: &mut [Block], by: usize) {
    change_lines(blocks, &mut |line| {
        for span in line {
            if let Piece::Note(number) = &mut span.piece {
                *number += by;
            }
        }
    });
}

/// Returns the language of most of the text. Chinese includes its script, because fonts and line breaking depend on it.
fn language_of(manuscripts: &[Manuscript]) -> String {
    // The first pages are enough to detect the language.
    const ENOUGH: usize = 20_000;
    let sample: String = manuscripts
        .iter()
        .flat_map(|manuscript| manuscript.text.chars())
        .take(ENOUGH)
        .collect();
    if Language::of(&sample) == Language::En {
        return "en".into();
    }
    // Frequent characters that differ between the two scripts.
    let count = |kind: &str| {
        sample
            .chars()
            .filter(|character| kind.contains(*character))
            .count()
    };
    let traditional = count("們個說這來時後對會為過嗎應還沒與開見頭聽");
    let simplified = count("们个说这来时后对会为过吗应还没与开见头听");
    // Traditional texts also contain 后 and 没, so equal counts mean simplified.
    if traditional > simplified {
        "zh-Hant"
    } else {
        "zh-Hans"
    }
    .into()
}
