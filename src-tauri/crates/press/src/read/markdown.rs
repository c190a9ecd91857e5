//! Parses Markdown in GitHub's dialect, with footnotes, into blocks.

mod footnotes;
mod html;
mod inline;
mod options;

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use self::footnotes::Footnotes;
use self::inline::Inline;
use self::options::OPTIONS;
use crate::block::{Block, Line, Piece, Span};
use crate::line::{tidy, unindented};
use crate::shield::{shielded, unshielded};

/// The maximum nesting depth. Deeper elements are added to the element around them. No manuscript nests quotations
/// thirty levels deep, and a text nested ten thousand levels deep must not overflow the stack.
const DEPTH: usize = 30;

/// An element that is open during parsing.
enum Open {
    Root,
    Quote,
    List(Option<u64>, Vec<Vec<Block>>),
    Item,
    Note(String),
    Table(Vec<Vec<Line>>),
    Row(Vec<Line>),
    Heading(u8),
    Paragraph,
    Cell,
    Code(String),
    Html(String),
    /// An element that is nested too deep or not supported in a book. Its content is added to the element around it.
    Through,
}

/// An open element with its content so far.
struct Frame {
    open: Open,
    blocks: Vec<Block>,
    line: Line,
}

impl Frame {
    fn new(open: Open) -> Self {
        Self {
            open,
            blocks: Vec::new(),
            line: Line::new(),
        }
    }

    /// Makes a paragraph of inline text that is directly in the frame, as in a tight list.
    fn settle(&mut self) {
        let line = unindented(tidy(std::mem::take(&mut self.line)));
        if is_scene_break(&line) {
            self.blocks.push(Block::Break);
        } else if !line.is_empty() {
            self.blocks.push(Block::Paragraph(line));
        }
    }
}

struct Reader<'a> {
    frames: Vec<Frame>,
    inline: Inline<'a>,
    footnotes: Footnotes,
}

/// Parses a manuscript without its front matter. Returns its blocks, and its footnotes in the order of their first
/// reference.
///
/// Picture paths are relative to `folder`. A picture on the web becomes a link: nothing is fetched.
pub(crate) fn read(text: &str, folder: &str) -> (Vec<Block>, Vec<Vec<Block>>) {
    let text = shielded(&html::without_comments(text));
    let mut reader = Reader {
        frames: vec![Frame::new(Open::Root)],
        inline: Inline::new(folder),
        footnotes: Footnotes::of(&text),
    };
    for event in Parser::new_ext(&text, OPTIONS) {
        reader.take(event);
    }
    let mut blocks = Vec::new();
    if let Some(mut root) = reader.frames.pop() {
        root.settle();
        blocks = root.blocks;
    }
    (blocks, reader.footnotes.into_texts())
}

impl Reader<'_> {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) | Event::Html(text) => self.text(&text),
            Event::Code(code) => self.piece(Piece::Code(unshielded(&code))),
            Event::FootnoteReference(label) => self.mention(&label),
            Event::SoftBreak => self.text("\n"),
            Event::HardBreak => self.piece(Piece::LineBreak),
            Event::Rule => self.block(Block::Break),
            Event::InlineHtml(html) if html::is_line_break(&html) => self.piece(Piece::LineBreak),
            Event::InlineHtml(_)
            | Event::InlineMath(_)
            | Event::DisplayMath(_)
            | Event::TaskListMarker(_) => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        if self.inline.open(&tag) {
            return;
        }
        let open = match tag {
            Tag::Paragraph => Open::Paragraph,
            Tag::CodeBlock(_) => Open::Code(String::new()),
            Tag::HtmlBlock => Open::Html(String::new()),
            Tag::FootnoteDefinition(label) => Open::Note(label.to_lowercase()),
            Tag::TableHead | Tag::TableRow => Open::Row(Vec::new()),
            Tag::TableCell => Open::Cell,
            Tag::Table(_) => Open::Table(Vec::new()),
            Tag::Heading { level, .. } => Open::Heading(level as u8),
            _ if self.frames.len() > DEPTH => Open::Through,
            Tag::BlockQuote(_) => Open::Quote,
            Tag::List(from) => Open::List(from, Vec::new()),
            Tag::Item => Open::Item,
            _ => Open::Through,
        };
        self.frames.push(Frame::new(open));
    }

    fn end(&mut self, tag: TagEnd) {
        let (is_inline, picture) = self.inline.close(tag);
        if !is_inline {
            self.close();
        }
        self.span(picture);
    }

    fn close(&mut self) {
        let Some(mut frame) = self.frames.pop() else {
            return;
        };
        let line = |frame: &mut Frame| tidy(std::mem::take(&mut frame.line));
        match std::mem::replace(&mut frame.open, Open::Root) {
            Open::Heading(level) => self.block(Block::Heading(level, line(&mut frame))),
            Open::Table(rows) => self.block(Block::Table(rows)),
            Open::List(from, items) => self.block(Block::List(from, items)),
            Open::Code(code) => self.block(Block::Code(code.strip_suffix('\n').unwrap_or(&code).to_owned())),
            Open::Html(html) => html::text_of(&html)
                .into_iter()
                .for_each(|block| self.block(block)),
            Open::Cell => {
                if let Some(Open::Row(cells)) = self.above() {
                    cells.push(line(&mut frame));
                }
            }
            Open::Row(cells) => {
                if let Some(Open::Table(rows)) = self.above() {
                    rows.push(cells);
                }
            }
            open => {
                frame.settle();
                let blocks = frame.blocks;
                match (open, self.above()) {
                    (Open::Quote, _) => self.block(Block::Quote(blocks)),
                    (Open::Item, Some(Open::List(_, items))) => items.push(blocks),
                    (Open::Note(label), _) => self.footnotes.define(label, blocks),
                    _ => blocks.into_iter().for_each(|block| self.block(block)),
                }
            }
        }
    }

    fn above(&mut self) -> Option<&mut Open> {
        self.frames.last_mut().map(|frame| &mut frame.open)
    }

    fn block(&mut self, block: Block) {
        if let Some(frame) = self.frames.last_mut() {
            frame.settle();
            frame.blocks.push(block);
        }
    }

    fn piece(&mut self, piece: Piece) {
        let span = self.inline.span(piece);
        self.span(span);
    }

    fn span(&mut self, span: Option<Span>) {
        if let Some(frame) = self.frames.last_mut() {
            frame.line.extend(span);
        }
    }

    fn text(&mut self, text: &str) {
        let text = unshielded(text);
        match self.above() {
            Some(Open::Code(code) | Open::Html(code)) => code.push_str(&text),
            _ => self.piece(Piece::Text(text)),
        }
    }

    fn mention(&mut self, label: &str) {
        let in_note = self
            .frames
            .iter()
            .any(|frame| matches!(frame.open, Open::Note(_)));
        // In none of the formats can a note contain another note.
        let number = if in_note {
            None
        } else {
            self.footnotes.mention(label)
        };
        match number {
            Some(number) => self.piece(Piece::Note(number)),
            None => self.text(&format!("[^{label}]")),
        }
    }
}

/// Returns whether a paragraph is only a scene break, as Chinese manuscripts write it without Markdown.
pub(crate) fn is_scene_break(line: &[Span]) -> bool {
    matches!(line, [Span { piece: Piece::Text(text), .. }] if text.chars().all(|mark| "＊※⁂◇◆☆★ \u{3000}".contains(mark)))
}
