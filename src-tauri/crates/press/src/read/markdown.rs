//! Parses Markdown in GitHub's dialect, with footnotes, into blocks.

mod footnotes;
mod html;
mod inline;
mod options;
mod prose;

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

use self::footnotes::Footnotes;
use self::inline::Inline;
pub(crate) use self::options::OPTIONS;
use super::lines::{Lines, ends_sentence, is_indented};
use crate::block::{Block, Line, Piece, Span, plain};
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
    /// Paragraphs with a scene break directly beneath, which the parser takes for a heading.
    BeforeBreak,
    Paragraph,
    Cell,
    Code(String),
    /// Lines with an indent that the rewriting has left, in a text nested without end. Each is a paragraph.
    Indented,
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
    /// The text as the parser sees it.
    text: &'a str,
    lines: Lines,
}

/// Parses a manuscript without its front matter. Returns its blocks, and its footnotes in the order of their first
/// reference.
///
/// Picture paths are relative to `folder`. A picture on the web becomes a link: nothing is fetched. A line break inside a
/// paragraph ends the paragraph if the lines are kept. If they are joined, only a line with an indent begins another.
pub(crate) fn read(text: &str, folder: &str, lines: Lines) -> (Vec<Block>, Vec<Vec<Block>>) {
    let text = prose::as_prose(shielded(text), lines == Lines::Kept);
    let mut reader = Reader {
        frames: vec![Frame::new(Open::Root)],
        inline: Inline::new(folder),
        footnotes: Footnotes::of(&text),
        text: &text,
        lines,
    };
    for (event, at) in Parser::new_ext(&text, OPTIONS).into_offset_iter() {
        reader.take(event, &at);
    }
    let mut blocks = Vec::new();
    if let Some(mut root) = reader.frames.pop() {
        root.settle();
        blocks = root.blocks;
    }
    (blocks, reader.footnotes.into_texts())
}

impl Reader<'_> {
    fn take(&mut self, event: Event<'_>, at: &Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag, at),
            Event::End(tag) => self.end(tag),
            Event::Text(text) | Event::Html(text) => self.text(&text),
            Event::Code(code) => self.piece(Piece::Code(unshielded(&code))),
            Event::FootnoteReference(label) => self.mention(&label),
            Event::SoftBreak => self.line_break(at),
            Event::HardBreak => self.piece(Piece::LineBreak),
            Event::Rule => self.block(Block::Break),
            Event::InlineHtml(html) if html::is_line_break(&html) => self.piece(Piece::LineBreak),
            Event::InlineHtml(_)
            | Event::InlineMath(_)
            | Event::DisplayMath(_)
            | Event::TaskListMarker(_) => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>, at: &Range<usize>) {
        if self.inline.open(&tag) {
            return;
        }
        let open = match tag {
            Tag::Paragraph => Open::Paragraph,
            Tag::CodeBlock(CodeBlockKind::Fenced(_)) => Open::Code(String::new()),
            Tag::CodeBlock(CodeBlockKind::Indented) => Open::Indented,
            Tag::HtmlBlock => Open::Html(String::new()),
            Tag::FootnoteDefinition(label) => Open::Note(label.to_lowercase()),
            Tag::TableHead | Tag::TableRow => Open::Row(Vec::new()),
            Tag::TableCell => Open::Cell,
            Tag::Table(_) => Open::Table(Vec::new()),
            Tag::Heading { .. } if self.is_underlined_by_a_break(at) => Open::BeforeBreak,
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
            Open::Heading(level) => {
                let words = line(&mut frame);
                self.block(if is_only_marks(&words) {
                    Block::Break
                } else {
                    Block::Heading(level, words)
                });
            }
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
                    (Open::BeforeBreak, _) => {
                        blocks.into_iter().for_each(|block| self.block(block));
                        self.block(Block::Break);
                    }
                    _ => blocks.into_iter().for_each(|block| self.block(block)),
                }
            }
        }
    }

    /// Takes a line break that is not marked as one.
    fn line_break(&mut self, at: &Range<usize>) {
        let is_in_heading = matches!(self.above(), Some(Open::Heading(_)));
        let is_end = self.lines == Lines::Kept || is_indented(&self.text[at.end..]);
        match self.frames.last_mut() {
            Some(frame) if is_end && !is_in_heading => frame.settle(),
            _ => self.text("\n"),
        }
    }

    /// Returns whether a heading is paragraphs with `---` beneath: several lines, or a line that is a sentence. Who ends
    /// paragraphs with one Enter writes a scene break so.
    fn is_underlined_by_a_break(&self, at: &Range<usize>) -> bool {
        let text = self.text[at.clone()].trim_end();
        let Some((words, mark)) = text.rsplit_once('\n') else {
            return false;
        };
        self.lines == Lines::Kept
            && mark.trim().chars().all(|mark| mark == '-')
            && (words.contains('\n') || ends_sentence(&unshielded(words)))
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
            Some(Open::Indented) => {
                self.piece(Piece::Text(text.clone()));
                if text.ends_with('\n')
                    && let Some(frame) = self.frames.last_mut()
                {
                    frame.settle();
                }
            }
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

/// Returns whether a heading has no words, such as `# ***`: writers use it as a scene break.
pub(crate) fn is_only_marks(line: &[Span]) -> bool {
    let has_object = line
        .iter()
        .any(|span| matches!(span.piece, Piece::Image { .. } | Piece::Note(_) | Piece::Code(_)));
    !has_object && is_break_mark(&plain(line))
}

/// Returns whether a title has no words but marks, or nothing at all.
pub(crate) fn is_break_mark(title: &str) -> bool {
    title
        .chars()
        .all(|mark| "*＊※⁂◇◆☆★ \u{3000}-–—―_=~～·•#…".contains(mark))
}

/// Returns whether a paragraph is only a scene break, as Chinese manuscripts write it without Markdown, or with an indent
/// of their own, which Markdown does not know: `　　***`.
pub(crate) fn is_scene_break(line: &[Span]) -> bool {
    let [
        Span {
            piece: Piece::Text(text),
            ..
        },
    ] = line
    else {
        return false;
    };
    let is_rule = text.chars().filter(|mark| *mark == '-').count() >= 3;
    text.chars()
        .all(|mark| "*＊※⁂◇◆☆★ \u{3000}".contains(mark) || (is_rule && mark == '-'))
}
