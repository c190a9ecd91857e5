//! The text of a book: block elements, and the inline text in them.

/// A block element, which starts on a line of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A heading of level 1 to 6.
    Heading(u8, Line),
    /// A paragraph.
    Paragraph(Line),
    /// A quotation.
    Quote(Vec<Block>),
    /// A list of items: numbered from the given number, or with bullets for `None`.
    List(Option<u64>, Vec<Vec<Block>>),
    /// A block of code, unchanged.
    Code(String),
    /// A break between scenes.
    Break,
    /// A table: rows of cells; the first row is the header.
    Table(Vec<Vec<Line>>),
}

/// The inline content of a paragraph, a heading or a cell.
pub type Line = Vec<Span>;

/// A part of a line with one style and one link target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The content.
    pub piece: Piece,
    /// The style.
    pub style: Style,
    /// The address of the link, if it is one.
    pub link: Option<String>,
}

/// The content of a span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Plain text.
    Text(String),
    /// Inline code.
    Code(String),
    /// A picture of the project.
    Image {
        /// Its path relative to the project.
        path: String,
        /// The alternative text.
        words: String,
    },
    /// A reference to a footnote, by the number of the footnote in the book, counted from 0.
    Note(usize),
    /// A line break inside a paragraph.
    LineBreak,
    /// A remark. It becomes a comment in a manuscript and is left out of a book.
    Remark(String),
}

/// The style of a span.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Emphasis, normally italic.
    pub emphasis: bool,
    /// Strong emphasis, normally bold.
    pub strong: bool,
    /// Strikethrough.
    pub strike: bool,
}

impl Span {
    /// Returns a span of plain text.
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

/// Returns the blocks, each with a flag that is true if the block before it is not a paragraph. Some languages do not
/// indent the first paragraph of a scene.
pub(crate) fn beginnings(blocks: &[Block]) -> impl Iterator<Item = (&Block, bool)> {
    let before = std::iter::once(None).chain(blocks.iter().map(Some));
    let begins = before.map(|before| !matches!(before, Some(Block::Paragraph(_))));
    blocks.iter().zip(begins)
}

/// Calls `seen` for each line of the blocks.
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

/// Calls `change` for each line of the blocks.
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

/// Calls `seen` for each block of code.
pub(crate) fn each_code<'a>(blocks: &'a [Block], seen: &mut dyn FnMut(&'a str)) {
    for block in blocks {
        match block {
            Block::Code(code) => seen(code),
            Block::Quote(blocks) => each_code(blocks, seen),
            Block::List(_, items) => items.iter().for_each(|item| each_code(item, seen)),
            _ => {}
        }
    }
}

/// Returns the text of a line without markup, for a table of contents.
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

/// Returns whether a character belongs to Chinese text: a Han character, or punctuation or a letter of the same width.
pub fn is_wide(character: char) -> bool {
    prose::is_han(character)
        || matches!(character, '\u{2E80}'..='\u{303E}' | '\u{3041}'..='\u{33FF}' | '\u{FE30}'..='\u{FE4F}' | '\u{FF01}'..='\u{FF60}')
}
