//! The text of a book: blocks that stand on lines of their own, and the words in them.

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
    /// The footnote of this place in the book.
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

/// Returns blocks, each with a flag: no paragraph stands right before it. In some languages the first paragraph of a
/// scene has no indent.
pub(crate) fn beginnings(blocks: &[Block]) -> impl Iterator<Item = (&Block, bool)> {
    let before = std::iter::once(None).chain(blocks.iter().map(Some));
    let begins = before.map(|before| !matches!(before, Some(Block::Paragraph(_))));
    blocks.iter().zip(begins)
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

/// Calls `seen` with every block of code.
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
