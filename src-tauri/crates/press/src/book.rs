//! A book between reading and writing: what every format is made of.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};

/// One work, in the order in which it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    /// What it is called; never empty.
    pub title: String,
    /// Who wrote it, where that was said.
    pub author: Option<String>,
    /// The language as a BCP 47 tag, such as `en` or `zh`.
    pub language: String,
    /// The moment it is dated by. It comes in from outside, so that the same input is the same output.
    pub date: DateTime<Utc>,
    /// The chapters in order.
    pub chapters: Vec<Chapter>,
    /// The footnotes that the text refers to, by [`Inline::Note`], in the order of their first mention.
    pub notes: Vec<Vec<Block>>,
    /// The pictures that were found, by the path [`Inline::Image`] names.
    pub pictures: BTreeMap<String, Picture>,
}

/// A part of the book that begins on a page of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chapter {
    /// How it is called in a table of contents; its heading, or the name of the file where it has none.
    pub title: String,
    /// Its text, with its heading.
    pub blocks: Vec<Block>,
}

/// A piece of text that stands on lines of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A heading of level 1 to 6.
    Heading(u8, Line),
    /// A paragraph.
    Paragraph(Line),
    /// A quotation.
    Quote(Vec<Block>),
    /// A list: numbered from a number, or with bullets.
    List(Option<u64>, Vec<Vec<Block>>),
    /// Code, as it stands.
    Code(String),
    /// A break between scenes.
    Break,
    /// A table: its rows of cells, the first of them the header.
    Table(Vec<Vec<Line>>),
}

/// The words of a paragraph, a heading or a cell.
pub type Line = Vec<Span>;

/// A stretch of a line that looks the same throughout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// What stands there.
    pub piece: Piece,
    /// How it is set.
    pub style: Style,
    /// The address it leads to.
    pub link: Option<String>,
}

/// What a span holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Plain text.
    Text(String),
    /// Code in a line.
    Code(String),
    /// A picture of the project by its path, with the words that stand for it.
    Image {
        /// Its path below the project.
        path: String,
        /// What is said where it cannot be seen.
        words: String,
    },
    /// The footnote of this place in [`Book::notes`].
    Note(usize),
    /// The line ends here within its paragraph.
    LineBreak,
    /// A remark that is written into a manuscript as a comment, and into no book.
    Remark(String),
}

/// How a span is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// With emphasis.
    pub emphasis: bool,
    /// With strong emphasis.
    pub strong: bool,
    /// Struck out.
    pub strike: bool,
}

impl Span {
    /// Returns plain text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::from(Piece::Text(text.into()))
    }
}

impl From<Piece> for Span {
    fn from(piece: Piece) -> Self {
        Self {
            piece,
            style: Style::default(),
            link: None,
        }
    }
}

/// A picture, as its file holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// What kind of file it is.
    pub kind: PictureKind,
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// The kinds of picture every format can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureKind {
    /// PNG.
    Png,
    /// JPEG.
    Jpeg,
    /// GIF.
    Gif,
}

impl PictureKind {
    /// Returns the media type.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Gif => "image/gif",
        }
    }

    /// Returns the ending of a file's name, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpg",
            Self::Gif => "gif",
        }
    }
}

impl Picture {
    /// Reads what a picture is from its first bytes; `None` for what is no PNG, JPEG or GIF. What its file is called
    /// says nothing: an SVG, which may hold a script, has no place in a book whatever its name.
    pub fn of(bytes: Vec<u8>) -> Option<Self> {
        let kind = match imagesize::image_type(&bytes).ok()? {
            imagesize::ImageType::Png => PictureKind::Png,
            imagesize::ImageType::Jpeg => PictureKind::Jpeg,
            imagesize::ImageType::Gif => PictureKind::Gif,
            _ => return None,
        };
        let size = imagesize::blob_size(&bytes).ok()?;
        let (width, height) = (u32::try_from(size.width).ok()?, u32::try_from(size.height).ok()?);
        (width > 0 && height > 0).then_some(Self {
            kind,
            width,
            height,
            bytes,
        })
    }
}

impl Book {
    /// Returns the paths of all pictures the text shows.
    pub fn pictures_shown(&self) -> BTreeSet<&str> {
        let mut paths = BTreeSet::new();
        self.each_span(&mut |span| {
            if let Piece::Image { path, .. } = &span.piece {
                paths.insert(path.as_str());
            }
        });
        paths
    }

    /// Returns all of its characters that are text, in no particular order of chapters and notes.
    pub fn each_text<'a>(&'a self, seen: &mut impl FnMut(&'a str)) {
        seen(&self.title);
        self.author.iter().for_each(|author| seen(author));
        let parts = self
            .chapters
            .iter()
            .map(|chapter| &chapter.blocks)
            .chain(&self.notes);
        for blocks in parts {
            each_code(blocks, seen);
        }
        self.each_span(&mut |span| {
            if let Piece::Text(text) | Piece::Code(text) | Piece::Image { words: text, .. } = &span.piece {
                seen(text);
            }
        });
    }

    /// Returns whether the book is in Chinese.
    pub fn is_chinese(&self) -> bool {
        let primary = self.language.split('-').next().unwrap_or_default();
        primary.eq_ignore_ascii_case("zh")
    }

    /// Returns whether its one chapter begins with the title, so that a page for the title would say it twice.
    pub fn is_headed_by_its_title(&self) -> bool {
        match &self.chapters[..] {
            [only] => {
                matches!(only.blocks.first(), Some(Block::Heading(_, words)) if plain(words) == self.title)
            }
            _ => false,
        }
    }

    fn each_span<'a>(&'a self, seen: &mut impl FnMut(&'a Span)) {
        let parts = self
            .chapters
            .iter()
            .map(|chapter| &chapter.blocks)
            .chain(&self.notes);
        for blocks in parts {
            each_line(blocks, &mut |line| line.iter().for_each(&mut *seen));
        }
    }
}

/// Calls `seen` with every line of the blocks.
pub(crate) fn each_line<'a>(blocks: &'a [Block], seen: &mut dyn FnMut(&'a Line)) {
    for block in blocks {
        match block {
            Block::Heading(_, line) | Block::Paragraph(line) => seen(line),
            Block::Quote(blocks) => each_line(blocks, seen),
            Block::List(_, items) => items.iter().for_each(|item| each_line(item, seen)),
            Block::Table(rows) => rows.iter().flatten().for_each(&mut *seen),
            Block::Code(_) | Block::Break => {}
        }
    }
}

/// Calls `change` with every line of the blocks.
pub(crate) fn change_lines(blocks: &mut [Block], change: &mut dyn FnMut(&mut Line)) {
    for block in blocks {
        match block {
            Block::Heading(_, line) | Block::Paragraph(line) => change(line),
            Block::Quote(blocks) => change_lines(blocks, change),
            Block::List(_, items) => items.iter_mut().for_each(|item| change_lines(item, change)),
            Block::Table(rows) => rows.iter_mut().flatten().for_each(&mut *change),
            Block::Code(_) | Block::Break => {}
        }
    }
}

fn each_code<'a>(blocks: &'a [Block], seen: &mut dyn FnMut(&'a str)) {
    for block in blocks {
        match block {
            Block::Code(code) => seen(code),
            Block::Quote(blocks) => each_code(blocks, seen),
            Block::List(_, items) => items.iter().for_each(|item| each_code(item, seen)),
            _ => {}
        }
    }
}

/// Returns the words of a line without their markup, as a table of contents shows them.
pub fn plain(line: &[Span]) -> String {
    let mut words = String::new();
    for span in line {
        match &span.piece {
            Piece::Text(text) | Piece::Code(text) | Piece::Image { words: text, .. } => words.push_str(text),
            Piece::LineBreak => words.push(' '),
            Piece::Note(_) | Piece::Remark(_) => {}
        }
    }
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns whether a character belongs to Chinese text: a Han character or the punctuation and letters as wide as one.
pub fn is_wide(character: char) -> bool {
    prose::is_han(character)
        || matches!(character, '\u{2E80}'..='\u{303E}' | '\u{3041}'..='\u{33FF}' | '\u{FE30}'..='\u{FE4F}' | '\u{FF01}'..='\u{FF60}')
}
