//! Manuscripts read as a book.

mod front_matter;
mod markdown;
mod plain_text;

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use prose::Language;

use crate::book::{Block, Book, Chapter, Piece, Span, change_lines, plain};
pub(crate) use markdown::{append, is_address, is_shielded, tidy, unindented};
pub use plain_text::Lines;
pub(crate) use plain_text::blocks as plain_text_blocks;

/// A manuscript to be pressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manuscript {
    /// Its path below the project, with `/` between folders: it names the chapter, and pictures are looked for beside it.
    /// One that ends in `.txt` is plain text, any other Markdown.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// What is said of a book besides its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Particulars {
    /// The title; where it is not said, the manuscript says it, or `name` is it.
    pub title: Option<String>,
    /// The author; where it is not said, the first manuscript that names one says it.
    pub author: Option<String>,
    /// What the book is called where nobody said: the project or the file.
    pub name: String,
    /// The moment it is dated by.
    pub date: DateTime<Utc>,
}

/// What one manuscript holds.
#[derive(Default)]
struct Read {
    title: Option<String>,
    author: Option<String>,
    language: Option<String>,
    blocks: Vec<Block>,
    notes: Vec<Vec<Block>>,
}

impl Book {
    /// Reads manuscripts as one book, in their order. Pictures are named and not yet there.
    ///
    /// Front matter and comments, and with them what the desk notes in them, are no part of it. Every manuscript begins a
    /// chapter, and so does every heading of the first level in it; a single manuscript is divided at the first level of
    /// heading that it has more than once.
    pub fn of(manuscripts: &[Manuscript], said: &Particulars) -> Self {
        let mut read: Vec<Read> = manuscripts.iter().map(read).collect();
        let alone = read.len() == 1;
        let level = if alone { dividing_level(&read[0].blocks) } else { 1 };
        let author = said
            .author
            .clone()
            .or_else(|| read.iter().find_map(|read| read.author.clone()));
        let language = read.iter().find_map(|read| read.language.clone());
        let own_title = read.first().filter(|_| alone).and_then(own_title);
        let mut notes = Vec::new();
        let mut chapters: Vec<Chapter> = Vec::new();
        for (read, manuscript) in read.iter_mut().zip(manuscripts) {
            let mut blocks = std::mem::take(&mut read.blocks);
            let first_note = notes.len();
            shift_notes(&mut blocks, first_note);
            notes.append(&mut read.notes);
            let heads = blocks.iter().any(|block| matches!(block, Block::Heading(1, _)));
            if let Some(title) = read.title.as_ref().filter(|_| !alone && !heads) {
                blocks.insert(0, Block::Heading(1, vec![Span::text(title.clone())]));
            }
            chapters.extend(divided(blocks, level, name_of(&manuscript.path)));
        }
        let title = said
            .title
            .clone()
            .or(own_title)
            .unwrap_or_else(|| said.name.clone());
        let language = language.unwrap_or_else(|| language_of(manuscripts));
        Self {
            title,
            author,
            language,
            date: said.date,
            chapters,
            notes,
            pictures: BTreeMap::new(),
        }
    }
}

fn read(manuscript: &Manuscript) -> Read {
    let text = manuscript
        .text
        .replace("\r\n", "\n")
        .replace('\r', "\n")
        .replace('\0', "\u{fffd}");
    if manuscript.path.to_ascii_lowercase().ends_with(".txt") {
        return Read {
            blocks: plain_text::blocks(&text, Lines::Kept),
            ..Read::default()
        };
    }
    let said = front_matter::read(&text);
    let folder = manuscript.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let (blocks, notes) = markdown::read(said.rest, folder);
    Read {
        title: said.title,
        author: said.author,
        language: said.language,
        blocks,
        notes,
    }
}

/// Returns the title a manuscript gives itself: in its front matter, or as its one heading of the first level.
fn own_title(read: &Read) -> Option<String> {
    let mut first_level = read.blocks.iter().filter_map(|block| match block {
        Block::Heading(1, title) => Some(plain(title)),
        _ => None,
    });
    let heading = first_level.next().filter(|_| first_level.next().is_none());
    read.title.clone().or(heading).filter(|title| !title.is_empty())
}

/// Returns the first level of heading that occurs more than once, which is what chapters begin with; else the first.
fn dividing_level(blocks: &[Block]) -> u8 {
    let mut times = [0; 7];
    for block in blocks {
        if let Block::Heading(level, _) = block {
            times[usize::from(*level)] += 1;
        }
    }
    (1..=6).find(|level| times[usize::from(*level)] > 1).unwrap_or(1)
}

/// Divides blocks where a heading of `level` or above begins.
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

/// Returns the name of a file without its folders and its ending.
fn name_of(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// Moves the numbers of notes behind those of the manuscripts before.
fn shift_notes(blocks: &mut [Block], by: usize) {
    change_lines(blocks, &mut |line| {
        for span in line {
            if let Piece::Note(number) = &mut span.piece {
                *number += by;
            }
        }
    });
}

/// Returns the language most of the text is written in, Chinese with its script: fonts and line breaking go by it.
fn language_of(manuscripts: &[Manuscript]) -> String {
    // A book's language shows in its first pages.
    const ENOUGH: usize = 20_000;
    let sample: String = manuscripts
        .iter()
        .flat_map(|manuscript| manuscript.text.chars())
        .take(ENOUGH)
        .collect();
    if Language::of(&sample) == Language::En {
        return "en".into();
    }
    // Frequent characters that the two scripts write differently.
    let count = |kind: &str| {
        sample
            .chars()
            .filter(|character| kind.contains(*character))
            .count()
    };
    let traditional = count("們個說這來時後對會為過嗎應還沒與開見頭聽");
    let simplified = count("们个说这来时后对会为过吗应还没与开见头听");
    // 后 and 没 are also written by those who write traditional characters, so more is asked for than a draw.
    if traditional > simplified {
        "zh-Hant"
    } else {
        "zh-Hans"
    }
    .into()
}
