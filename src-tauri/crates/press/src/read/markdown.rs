//! Markdown as GitHub reads it, with footnotes, into blocks.

use std::collections::HashMap;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::plain_text::meets_without_space;
use crate::book::{Block, Line, Piece, Span, Style};

/// Deeper than this, what is nested stands in what it is nested in: nobody quotes a quotation thirty times, and a text
/// made to be nested ten thousand times must not take the desk down.
const DEPTH: usize = 30;

/// What is open while events are read.
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
    /// Nested too deep, or nothing a book has: what is in it stands in its place.
    Through,
}

/// One thing that is open, with what stands in it so far.
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

    /// Makes a paragraph of the words that stand in the frame without one, as in a tight list.
    fn settle(&mut self) {
        let line = unindented(tidy(std::mem::take(&mut self.line)));
        if is_scene_break(&line) {
            self.blocks.push(Block::Break);
        } else if !line.is_empty() {
            self.blocks.push(Block::Paragraph(line));
        }
    }
}

/// How many of each kind of emphasis are open, and the links and pictures.
#[derive(Default)]
struct Inside {
    emphasis: usize,
    strong: usize,
    strike: usize,
    links: Vec<String>,
    /// Where pictures lead, and the words of the outermost one.
    images: Vec<String>,
    words: String,
}

struct Reader<'a> {
    folder: &'a str,
    frames: Vec<Frame>,
    inside: Inside,
    /// Labels of footnotes that are defined, with the number of those that were mentioned.
    labels: HashMap<String, Option<usize>>,
    mentioned: Vec<String>,
    defined: HashMap<String, Vec<Block>>,
}

/// Reads a manuscript without its front matter; returns its blocks and its footnotes in the order of their mention.
///
/// Pictures are looked for from `folder`. A picture elsewhere on the net is a link to it: nothing is fetched.
pub(super) fn read(text: &str, folder: &str) -> (Vec<Block>, Vec<Vec<Block>>) {
    let text = shielded(&without_comments(text));
    let labels = Parser::new_ext(&text, OPTIONS)
        .filter_map(|event| match event {
            Event::Start(Tag::FootnoteDefinition(label)) => Some((label.to_lowercase(), None)),
            _ => None,
        })
        .collect();
    let mut reader = Reader {
        folder,
        frames: vec![Frame::new(Open::Root)],
        inside: Inside::default(),
        labels,
        mentioned: Vec::new(),
        defined: HashMap::new(),
    };
    for event in Parser::new_ext(&text, OPTIONS) {
        reader.take(event);
    }
    let mut blocks = Vec::new();
    if let Some(mut root) = reader.frames.pop() {
        root.settle();
        blocks = root.blocks;
    }
    let notes = reader
        .mentioned
        .iter()
        .map(|label| reader.defined.remove(label).unwrap_or_default());
    (blocks, notes.collect())
}

const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_STRIKETHROUGH);

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
            Event::InlineHtml(html) if is_line_break(&html) => self.piece(Piece::LineBreak),
            Event::InlineHtml(_)
            | Event::InlineMath(_)
            | Event::DisplayMath(_)
            | Event::TaskListMarker(_) => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        let inside = &mut self.inside;
        let open = match tag {
            Tag::Emphasis => return inside.emphasis += 1,
            Tag::Strong => return inside.strong += 1,
            Tag::Strikethrough => return inside.strike += 1,
            Tag::Link { dest_url, .. } => return inside.links.push(unshielded(&dest_url)),
            Tag::Image { dest_url, .. } => return inside.images.push(unshielded(&dest_url)),
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
        let inside = &mut self.inside;
        match tag {
            TagEnd::Emphasis => inside.emphasis -= 1,
            TagEnd::Strong => inside.strong -= 1,
            TagEnd::Strikethrough => inside.strike -= 1,
            TagEnd::Link => drop(inside.links.pop()),
            TagEnd::Image => self.image(),
            _ => self.close(),
        }
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
            Open::Html(html) => text_of(&html).into_iter().for_each(|block| self.block(block)),
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
                    (Open::Note(label), _) => drop(self.defined.entry(label).or_insert(blocks)),
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
        if !self.inside.images.is_empty() {
            if let Piece::Text(text) | Piece::Code(text) = piece {
                self.inside.words.push_str(&text);
            }
            return;
        }
        let style = Style {
            emphasis: self.inside.emphasis > 0,
            strong: self.inside.strong > 0,
            strike: self.inside.strike > 0,
        };
        let link = self.inside.links.last().cloned();
        if let Some(frame) = self.frames.last_mut() {
            frame.line.push(Span { piece, style, link });
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
        let key = label.to_lowercase();
        let in_note = self
            .frames
            .iter()
            .any(|frame| matches!(frame.open, Open::Note(_)));
        let next = self.mentioned.len();
        match self.labels.get_mut(&key) {
            Some(number) if !in_note => {
                let number = *number.get_or_insert(next);
                if number == next {
                    self.mentioned.push(key);
                }
                self.piece(Piece::Note(number));
            }
            // A note has no notes in any of the formats.
            _ => self.text(&format!("[^{label}]")),
        }
    }

    fn image(&mut self) {
        let to = self.inside.images.pop().unwrap_or_default();
        // A picture in the words of another one is nothing but its words.
        if !self.inside.images.is_empty() {
            return;
        }
        let words = std::mem::take(&mut self.inside.words);
        if let Some(path) = path_from(self.folder, &to) {
            self.piece(Piece::Image { path, words });
        } else if is_address(&to) {
            let shown = if words.is_empty() { to.clone() } else { words };
            self.inside.links.push(to);
            self.piece(Piece::Text(shown));
            self.inside.links.pop();
        } else {
            self.piece(Piece::Text(words));
        }
    }
}

fn is_line_break(html: &str) -> bool {
    let name = html.trim_start_matches('<').trim_end_matches(['>', '/', ' ']);
    name.eq_ignore_ascii_case("br")
}

/// Returns whether a link leads to a page on the net or to a letter, the only ones a book may hold.
pub(crate) fn is_address(to: &str) -> bool {
    ["https://", "http://", "mailto:"].iter().any(|scheme| {
        to.get(..scheme.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    })
}

/// Returns the path of a picture below the project, or `None` for one that is elsewhere.
fn path_from(folder: &str, to: &str) -> Option<String> {
    let to = percent_decoded(to.split(['?', '#']).next()?)?.replace('\\', "/");
    if to.is_empty() || to.starts_with('/') || to.contains(':') {
        return None;
    }
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in to.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, behind)) = rest.split_first() {
        let code = (first == b'%')
            .then(|| {
                std::str::from_utf8(behind.get(..2)?)
                    .ok()
                    .and_then(|hex| u8::from_str_radix(hex, 16).ok())
            })
            .flatten();
        bytes.push(code.unwrap_or(first));
        rest = if code.is_some() { &behind[2..] } else { behind };
    }
    String::from_utf8(bytes).ok()
}

/// Returns a line without the white space at its ends, each run of white space in it as one space, nothing where a line of
/// Chinese was broken, and neighbours that look the same as one.
pub(crate) fn tidy(line: Line) -> Line {
    let mut kept = Line::with_capacity(line.len());
    // What the white space that comes is measured by: the last character, or none at the beginning of a line.
    let mut last = None;
    // A line's end that waits for what comes behind it.
    let mut gap: Option<(bool, Span)> = None;
    for span in line {
        let Piece::Text(text) = &span.piece else {
            let is_break = span.piece == Piece::LineBreak;
            if let Some((_, space)) = gap.take().filter(|_| !is_break && last.is_some()) {
                append(&mut kept, space);
            }
            last = (!is_break).then_some('x');
            append(&mut kept, span);
            continue;
        };
        for word in text.split_inclusive(is_space).flat_map(|word| {
            let (word, space) = word.split_at(word.trim_end_matches(is_space).len());
            [word, space]
        }) {
            let part = |text: &str| Span {
                piece: Piece::Text(text.to_owned()),
                ..span.clone()
            };
            if word.is_empty() {
                continue;
            }
            if word.chars().all(is_space) {
                let broken = word.contains('\n') || gap.as_ref().is_some_and(|(broken, _)| *broken);
                let space = gap.take().map_or_else(|| part(" "), |(_, space)| space);
                gap = Some((broken, space));
                continue;
            }
            if let Some((broken, space)) = gap.take() {
                let before = last.map(String::from).unwrap_or_default();
                if last.is_some() && !(broken && meets_without_space(&before, word)) {
                    append(&mut kept, space);
                }
            }
            last = word.chars().next_back();
            append(&mut kept, part(word));
        }
    }
    while kept.last().is_some_and(|span| span.piece == Piece::LineBreak) {
        kept.pop();
    }
    let words = kept
        .iter()
        .position(|span| span.piece != Piece::LineBreak)
        .unwrap_or(0);
    kept.split_off(words)
}

/// Returns a line without the white space that sets it in: how far a paragraph is set in is for the book to say.
pub(crate) fn unindented(mut line: Line) -> Line {
    if let Some(Span {
        piece: Piece::Text(text),
        ..
    }) = line.first_mut()
    {
        *text = text
            .trim_start_matches(['\u{3000}', '\t', ' ', '\u{a0}'])
            .to_owned();
        if text.is_empty() {
            line.remove(0);
        }
    }
    line
}

fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n')
}

/// Adds a span to a line, to its neighbour where the two look the same.
pub(crate) fn append(line: &mut Line, span: Span) {
    if let Some(last) = line
        .last_mut()
        .filter(|last| last.style == span.style && last.link == span.link)
        && let (Piece::Text(before), Piece::Text(text)) | (Piece::Code(before), Piece::Code(text)) =
            (&mut last.piece, &span.piece)
    {
        return before.push_str(text);
    }
    line.push(span);
}

/// Returns whether a paragraph is only a mark between scenes, as Chinese manuscripts write them without Markdown.
fn is_scene_break(line: &[Span]) -> bool {
    matches!(line, [Span { piece: Piece::Text(text), .. }] if text.chars().all(|mark| "＊※⁂◇◆☆★ \u{3000}".contains(mark)))
}

/// Returns the words of an HTML block as paragraphs, without scripts, styles and tags.
fn text_of(html: &str) -> Vec<Block> {
    let lower = html.to_ascii_lowercase();
    let mut words = String::new();
    let mut at = 0;
    while let Some(start) = html[at..].find('<').map(|start| at + start) {
        words.push_str(&html[at..start]);
        let closing = ["script", "style"]
            .iter()
            .find(|name| lower[start + 1..].starts_with(**name));
        let last_tag = closing.map_or(Some(start), |name| {
            lower[start..]
                .find(&format!("</{name}"))
                .map(|closing| start + closing)
        });
        let end = last_tag.and_then(|tag| html[tag..].find('>').map(|end| tag + end + 1));
        at = end.unwrap_or(html.len());
    }
    words.push_str(&html[at..]);
    let words = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&nbsp;", "\u{a0}"),
        ("&amp;", "&"),
    ]
    .iter()
    .fold(words, |words, (entity, character)| {
        words.replace(entity, character)
    });
    words
        .split("\n\n")
        .map(|paragraph| tidy(vec![Span::text(paragraph)]))
        .filter(|paragraph| !paragraph.is_empty())
        .map(Block::Paragraph)
        .collect()
}

/// Returns a manuscript without the comments that stand at the beginning of a line, so that what stands behind one is
/// read as Markdown; comments inside a line are dropped as they are met.
fn without_comments(text: &str) -> String {
    let mut cut = Vec::new();
    for (event, range) in Parser::new_ext(text, OPTIONS).into_offset_iter() {
        if matches!(event, Event::Start(Tag::HtmlBlock)) {
            let html = &text[range.clone()];
            let mut at = 0;
            while let Some(start) = html[at..].find("<!--").map(|start| at + start) {
                let end = html[start..]
                    .find("-->")
                    .map_or(html.len(), |end| start + end + 3);
                cut.push(range.start + start..range.start + end);
                at = end;
            }
        }
    }
    let mut kept = String::with_capacity(text.len());
    let mut at = 0;
    for range in cut {
        kept.push_str(&text[at..range.start]);
        at = range.end;
    }
    kept + &text[at..]
}

/// Where characters go that are no punctuation to CommonMark while it reads: `**“雨停了。”**她说` is bold to everyone who
/// writes Chinese, but a closing `**` between punctuation and a letter closes nothing by its rules, which count on the
/// spaces of other scripts.
const SHIELD: u32 = 0xF_0000;

pub(crate) fn is_shielded(character: char) -> bool {
    "，。！？；：、…—·「」『』《》〈〉（）【】“”‘’".contains(character)
}

/// Returns a text whose Chinese punctuation beside `*` and `~` is put where CommonMark sees a letter.
fn shielded(text: &str) -> String {
    let is_mark = |character: Option<char>| matches!(character, Some('*' | '~'));
    let mut out = String::with_capacity(text.len());
    let mut before = None;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let beside = is_mark(before) || is_mark(characters.peek().copied());
        let shield = (beside && is_shielded(character))
            .then(|| char::from_u32(SHIELD + u32::from(character)))
            .flatten();
        out.push(shield.unwrap_or(character));
        before = Some(character);
    }
    out
}

fn unshielded(text: &str) -> String {
    text.chars()
        .map(|character| {
            u32::from(character)
                .checked_sub(SHIELD)
                .and_then(char::from_u32)
                .filter(|original| is_shielded(*original))
                .unwrap_or(character)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write::markdown;
    use proptest::prelude::*;

    /// Reads and writes again.
    fn again(text: &str) -> String {
        let (blocks, notes) = read(text, "Part One");
        markdown::text(&blocks, &notes)
    }

    #[test]
    fn markdown_is_read_as_github_reads_it_and_chinese_as_it_is_written() {
        for (text, expected) in [
            (
                "# The *ferry*\n\nRain.  \nWind.\n",
                "# The *ferry*\n\nRain.\\\nWind.\n",
            ),
            // A line that ends is a space in English and nothing in Chinese.
            (
                "The rain\nstopped.\n\n雨停了，\n她坐下。\n",
                "The rain stopped.\n\n雨停了，她坐下。\n",
            ),
            // CommonMark alone leaves these asterisks standing.
            (
                "**“雨停了。”**她说。*好！*他答。\n",
                "**“雨停了。”**她说。*好！*他答。\n",
            ),
            // Comments, and what the desk keeps in them.
            ("<!-- scene: action -->\nHe *ran*.\n", "He *ran*.\n"),
            ("<!-- 场景：动作 --> 他*跑*了。\n", "他*跑*了。\n"),
            (
                "A <!-- draft -->word.\n\n<!-- two\n\nparagraphs -->\n\nB.\n",
                "A word.\n\nB.\n",
            ),
            ("Said<!-- x --> she.\n", "Said she.\n"),
            ("```\n<!-- kept -->\n```\n", "```\n<!-- kept -->\n```\n"),
            // Nothing of a page's own runs or is fetched.
            (
                "<script>alert(1)</script>\n\n<div>Kept &amp; read</div>\n",
                "Kept & read\n",
            ),
            ("A <b onclick=\"x()\">word</b>.\n", "A word.\n"),
            (
                "![The map](https://example.org/a.png)\n",
                "[The map](https://example.org/a.png)\n",
            ),
            (
                "![Map](../maps/a%20b.png) ![](/etc/passwd) ![no](../../x.png)\n",
                "![Map](maps/a%20b.png) no\n",
            ),
            // Breaks between scenes.
            (
                "A.\n\n***\n\nB.\n\n＊　＊　＊\n\nC.\n",
                "A.\n\n* * *\n\nB.\n\n* * *\n\nC.\n",
            ),
            // Footnotes are numbered by their mention; one without a definition is text.
            (
                "A[^b] and[^a], again[^b], no[^c].\n\n[^a]: First\n[^b]: *Second*\n\n    in two\n",
                "A[^1] and[^2], again[^1], no\\[^c\\].\n\n[^1]: *Second*\n\n    in two\n\n[^2]: First\n",
            ),
            (
                "- a\n- b\n  1. c\n\n> q\n> > r\n",
                "- a\n- b\n  1. c\n\n> q\n>\n> > r\n",
            ),
            (
                "| a | b |\n|---|:-:|\n| *c* | d\\|e |\n",
                "| a | b |\n| --- | --- |\n| *c* | d\\|e |\n",
            ),
            (
                "~~gone~~ `code` [link](https://a.b/c)\n",
                "~~gone~~ `code` [link](https://a.b/c)\n",
            ),
            (
                "1\\. no list\n\n\\# no heading\n\n2 * 3 * 4, snake_case\n",
                "1\\. no list\n\n\\# no heading\n\n2 \\* 3 \\* 4, snake_case\n",
            ),
        ] {
            assert_eq!(again(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_nested_without_end_is_read_without_end_of_the_stack() {
        for text in [
            ">".repeat(50_000) + " a",
            "- ".repeat(20_000) + "a",
            "*a ".repeat(20_000),
            "[".repeat(20_000) + "![".repeat(2_000).as_str(),
            "<".repeat(20_000),
        ] {
            again(&text);
        }
    }

    fn words() -> impl Strategy<Value = String> {
        prop_oneof![
            "[a-z]{1,5}( [a-z]{1,4})?",
            "[雨停了她坐下，。“”「」！]{1,6}",
            "[a-c*_`~\\[\\]()<>&!#|\\\\.:1+=-]{1,6}",
            "\\PC{1,4}",
        ]
        .prop_filter("nothing that is white space alone", |text| {
            !text.trim().is_empty()
                && !text
                    .chars()
                    .any(|c| c.is_control() || u32::from(c) >= SHIELD || (c.is_whitespace() && c != ' '))
        })
    }

    fn span() -> impl Strategy<Value = Span> {
        let piece = prop_oneof![
            6 => words().prop_map(Piece::Text),
            1 => words().prop_map(|code| Piece::Code(code.trim().to_owned())),
            1 => Just(Piece::LineBreak),
            1 => (words(), "[a-z图 ()]{1,5}").prop_map(|(words, name)| Piece::Image { path: format!("p{}.png", name.trim()), words: words.trim().to_owned() }),
        ];
        let link = prop::option::weighted(0.15, "https://a\\.b/[a-z()*_]{0,5}".prop_map(String::from));
        (piece, any::<[bool; 3]>(), prop::bool::weighted(0.4), link).prop_map(
            |(piece, [emphasis, strong, strike], styled, link)| {
                let is_words = matches!(piece, Piece::Text(_));
                let style = if styled && is_words {
                    Style {
                        emphasis,
                        strong,
                        strike,
                    }
                } else {
                    Style::default()
                };
                Span {
                    link: link.filter(|_| is_words),
                    piece,
                    style,
                }
            },
        )
    }

    fn line() -> impl Strategy<Value = Line> {
        prop::collection::vec(span(), 1..6)
            .prop_map(|line| unindented(tidy(line)))
            .prop_filter("words", |line| !line.is_empty() && !is_scene_break(line))
    }

    fn heading() -> impl Strategy<Value = Line> {
        line()
            .prop_map(|line| {
                unindented(tidy(
                    line.into_iter()
                        .filter(|span| span.piece != Piece::LineBreak)
                        .collect(),
                ))
            })
            .prop_filter("words", |line| !line.is_empty())
    }

    fn blocks() -> impl Strategy<Value = Vec<Block>> {
        let leaf = prop_oneof![
            4 => line().prop_map(Block::Paragraph),
            1 => (1..=6u8, heading()).prop_map(|(level, line)| Block::Heading(level, line)),
            1 => Just(Block::Break),
            1 => "[a-z`~<!-]{0,4}(\n[ a-z]{1,4})?".prop_map(Block::Code),
            1 => (1..3usize).prop_flat_map(|columns| prop::collection::vec(prop::collection::vec(heading(), columns), 1..3)).prop_map(Block::Table),
        ];
        let block = leaf.prop_recursive(2, 12, 3, |inside| {
            prop_oneof![
                prop::collection::vec(inside.clone(), 1..3).prop_map(Block::Quote),
                (
                    prop::option::of(0..30u64),
                    prop::collection::vec(prop::collection::vec(inside, 1..3), 1..3)
                )
                    .prop_map(|(from, items)| Block::List(from, items)),
            ]
        });
        prop::collection::vec(block, 0..5)
    }

    /// What looks the same in a book: white space and emphasis of white space are no difference, nor which stretches of one
    /// look are kept as one span.
    fn look(blocks: &[Block]) -> String {
        let mut blocks = blocks.to_vec();
        crate::book::change_lines(&mut blocks, &mut |line| {
            let mut same = Line::new();
            for span in line.drain(..) {
                let Piece::Text(text) = &span.piece else {
                    append(&mut same, span);
                    continue;
                };
                for character in text.chars() {
                    let mut span = Span {
                        piece: Piece::Text(character.to_string()),
                        ..span.clone()
                    };
                    if character.is_whitespace() {
                        (span.style, span.link) = (Style::default(), None);
                    }
                    append(&mut same, span);
                }
            }
            *line = same;
        });
        format!("{blocks:?}").replace(
            "style: Style { emphasis: false, strong: false, strike: false }, link: None",
            "",
        )
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back_as_the_same_book(blocks in blocks(), note in line()) {
            let mut blocks = blocks;
            blocks.insert(0, Block::Paragraph(vec![Span::text("a"), Piece::Note(0).into()]));
            let notes = vec![vec![Block::Paragraph(note)]];
            let text = markdown::text(&blocks, &notes);
            let (read, read_notes) = read(&text, "");
            prop_assert_eq!(look(&read), look(&blocks), "{}", text);
            prop_assert_eq!(look(&read_notes[0]), look(&notes[0]), "{}", text);
        }

        #[test]
        fn no_text_breaks_the_reading(text in "(\\PC|[*_`~\\[\\]()<>!#|>\n -]){0,60}") {
            again(&text);
        }
    }
}
