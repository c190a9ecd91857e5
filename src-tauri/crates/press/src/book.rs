//! A book: the intermediate form between the manuscripts and each output format.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use prose::Language;

use crate::block::{Block, Piece, Span, change_lines, each_code, each_line, plain};
use crate::numbers::Numbers;
use crate::picture::Picture;
use crate::read::{Manuscript, Read, read};
use crate::title::{self, Title};

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
    /// The chapters for a table of contents, in order.
    pub(crate) chapters: Vec<Entry>,
    /// The footnotes, in the order of their first reference.
    pub(crate) notes: Vec<Vec<Block>>,
    /// For each footnote, the chapter with its first reference.
    pub(crate) homes: Vec<usize>,
    manuscripts: Vec<Manuscript>,
    /// For each manuscript, the number of its first footnote.
    first_notes: Vec<usize>,
    division: Division,
    numbers: Numbers,
    /// For each manuscript, the part of the book it is in.
    parts: Vec<Option<String>>,
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
    /// Whether it stands below a part in a table of contents.
    pub is_in_part: bool,
    /// Whether it is only the heading of a part.
    pub is_part: bool,
}

/// A line of a table of contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub title: String,
    /// Whether it stands below the last line that does not.
    pub is_in_part: bool,
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
    /// Whether the folders of the manuscripts become parts with a heading.
    pub parts: bool,
    /// How chapters are numbered.
    pub numbers: Numbers,
}

/// How manuscripts are divided into chapters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Division {
    /// The level of the headings that begin a chapter.
    level: u8,
    /// Whether a manuscript without a heading gets its title as a heading.
    is_titled: bool,
    /// Whether the chapters are of a kind that can be numbered. One story in one file is no chapter.
    has_chapters: bool,
}

impl Book {
    /// Reads manuscripts as one book, in the given order. The pictures are listed, but not loaded yet.
    ///
    /// Front matter and comments, including the comments for the desk, are left out. Each manuscript begins a chapter,
    /// and so does each heading of level 1. A single manuscript is divided at the first heading level that occurs more
    /// than once. Each part, and each chapter in it, begins on a page of its own.
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
                has_chapters: !is_alone,
            },
            numbers: said.numbers,
            parts: if said.parts {
                parts(&manuscripts)
            } else {
                vec![None; manuscripts.len()]
            },
            shown: BTreeSet::new(),
            characters: Characters::default(),
            is_headed_by_its_title: false,
        };
        let own_language = manuscripts.iter().find_map(Manuscript::language);
        book.language = own_language.unwrap_or_else(|| language_of(&manuscripts));
        let mut own = None;
        let mut heading = None;
        let mut arranger = Arranger::default();
        for (at, manuscript) in manuscripts.iter().enumerate() {
            let mut read = read(manuscript);
            book.author = book.author.take().or(read.author.take());
            if is_alone {
                let dividing = dividing_level(&read.blocks);
                book.division.level = dividing.unwrap_or(1);
                book.division.has_chapters = dividing.is_some();
                own = own_title(&read);
            }
            let first_note = book.notes.len();
            let notes = std::mem::take(&mut read.notes);
            notes.iter().for_each(|note| book.see(note));
            book.homes.resize(first_note + notes.len(), usize::MAX);
            book.notes.extend(notes);
            book.first_notes.push(first_note);
            for chapter in arranger.chapters(&book, read, (at, &manuscript.path)) {
                if let Some(Block::Heading(_, words)) = chapter.blocks.first() {
                    heading = Some(plain(words));
                }
                book.see(&chapter.blocks);
                book.settle_notes(&chapter.blocks);
                book.chapters.push(Entry {
                    title: chapter.title,
                    is_in_part: chapter.is_in_part,
                });
            }
        }
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

    /// Returns the manuscript in which a character stands first, and the line there, counted from 1. `None` if it stands
    /// in none, as one of the title or of a folder's name.
    pub(crate) fn place_of(&self, character: char) -> Option<(String, usize)> {
        self.manuscripts
            .iter()
            .find_map(|manuscript| Some((manuscript.path.clone(), manuscript.line_of(character)?)))
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
        let mut arranger = Arranger::default();
        self.manuscripts
            .iter()
            .enumerate()
            .flat_map(move |(at, manuscript)| {
                arranger.chapters(self, read(manuscript), (at, &manuscript.path))
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

/// Arranges the chapters of one manuscript after the other.
#[derive(Default)]
struct Arranger {
    /// The part that the last manuscript was in.
    part: Option<String>,
    /// The number of the last chapter that counts.
    last: usize,
}

impl Arranger {
    /// Returns the chapters of the next manuscript, which is named by its place and its path. Where a part of the book
    /// begins, its heading comes first.
    fn chapters(&mut self, book: &Book, read: Read, (at, path): (usize, &str)) -> Vec<Chapter> {
        let mut blocks = read.blocks;
        shift_notes(&mut blocks, book.first_notes[at]);
        let has_heading = blocks.iter().any(|block| matches!(block, Block::Heading(1, _)));
        if let Some(title) = read.title.filter(|_| book.division.is_titled && !has_heading) {
            blocks.insert(0, Block::Heading(1, vec![Span::text(title)]));
        }
        let is_headed = blocks
            .iter()
            .any(|block| matches!(block, Block::Heading(level, _) if *level <= book.division.level));
        let mut chapters = divided(blocks, book.division.level, name_of(path));
        if book.division.has_chapters {
            let begins = |chapter: &&mut Chapter| match chapter.blocks.first() {
                Some(Block::Heading(level, _)) if is_headed => *level == book.division.level,
                _ => !is_headed,
            };
            for chapter in chapters.iter_mut().filter(begins) {
                // A manuscript with deeper headings only begins a chapter with the first of them.
                if let Some(Block::Heading(level, _)) = chapter.blocks.first_mut() {
                    *level = book.division.level;
                }
                self.number(chapter, book);
            }
        }
        let part = book.parts[at].clone();
        if part.is_none() {
            self.part = None;
            return chapters;
        }
        for chapter in &mut chapters {
            chapter.is_in_part = true;
            lower(&mut chapter.blocks);
        }
        if let Some(name) = part.filter(|part| self.part.as_ref() != Some(part)) {
            self.part = Some(name.clone());
            let heading = Block::Heading(1, vec![Span::text(name.clone())]);
            chapters.insert(
                0,
                Chapter {
                    title: name,
                    blocks: vec![heading],
                    is_in_part: false,
                    is_part: true,
                },
            );
        }
        chapters
    }

    /// Numbers a chapter. A title with a number counts and keeps its own; a prologue does not count.
    fn number(&mut self, chapter: &mut Chapter, book: &Book) {
        let heading = match chapter.blocks.first_mut() {
            Some(Block::Heading(_, words)) => Some(words),
            _ => None,
        };
        let name = heading.as_ref().map(|words| plain(words)).unwrap_or_default();
        if title::of(&name) == Some(Title::Beside) {
            return;
        }
        self.last += 1;
        let Some(label) = book.numbers.label(self.last, !name.is_empty(), book.is_chinese()) else {
            return;
        };
        if title::has_number(&name) {
            return;
        }
        match heading {
            Some(words) => {
                words.insert(0, Span::text(label));
                chapter.title = plain(words);
            }
            None => {
                chapter.title.clone_from(&label);
                chapter
                    .blocks
                    .insert(0, Block::Heading(book.division.level, vec![Span::text(label)]));
            }
        }
    }
}

/// Returns the part of each manuscript: its folders below the folder that holds all of them, without the numbers that
/// put folders in order. If all are in one folder, there are no parts.
fn parts(manuscripts: &[Manuscript]) -> Vec<Option<String>> {
    let folders = |manuscript: &Manuscript| -> Vec<String> {
        let mut names: Vec<String> = manuscript.path.split('/').map(str::to_owned).collect();
        names.pop();
        names
    };
    let all: Vec<Vec<String>> = manuscripts.iter().map(folders).collect();
    let first = all.first().map_or(&[][..], Vec::as_slice);
    let shared = (0..first.len())
        .take_while(|at| all.iter().all(|names| names.get(*at) == first.get(*at)))
        .count();
    all.iter()
        .map(|names| {
            let names: Vec<&str> = names[shared..].iter().map(|name| without_order(name)).collect();
            (!names.is_empty()).then(|| names.join(" · "))
        })
        .collect()
}

/// Returns a folder's name without the number that puts it in order, as in `01 Part One`.
fn without_order(name: &str) -> &str {
    let behind = name.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = behind.trim_start_matches([' ', '_', '-', '.', '、']);
    let has_order = behind.len() < name.len() && rest.len() < behind.len() && !rest.is_empty();
    if has_order { rest } else { name }
}

/// Lowers each heading by one level, below the heading of a part.
fn lower(blocks: &mut [Block]) {
    for block in blocks {
        if let Block::Heading(level, _) = block {
            *level = (*level + 1).min(6);
        }
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

/// Returns the heading level that begins a chapter: the first level that occurs more than once.
fn dividing_level(blocks: &[Block]) -> Option<u8> {
    let mut times = [0; 7];
    for block in blocks {
        if let Block::Heading(level, _) = block {
            times[usize::from(*level)] += 1;
        }
    }
    (1..=6).find(|level| times[usize::from(*level)] > 1)
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
                    ..Chapter::default()
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
