//! Writes blocks as markup that is valid HTML and XML, for an HTML page and for an e-book.

use crate::address::is_address;
use crate::block::{Block, Line, Piece, Span, Style, beginnings};
use crate::book::Entry;

/// The differences between an HTML page and an e-book.
pub(super) trait Setting {
    /// Returns the address of a picture; `None` if the picture was not found.
    fn picture(&self, path: &str) -> Option<String>;
    /// Returns the link to a footnote, and for its first reference the id of the reference.
    fn note(&mut self, number: usize) -> (String, Option<String>);
    /// The attribute that marks a footnote reference for programs.
    const MENTION: &'static str;
    /// How many levels the headings are lowered against the manuscript.
    fn lower(&self) -> u8;
}

/// Returns text escaped for an element or an attribute.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            // XML cannot represent these characters.
            '\u{0}'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {}
            other => out.push(other),
        }
    }
    out
}

/// Returns the lines of a table of contents. `address` is the address of the chapter with an index.
pub(super) fn contents(entries: &[Entry], address: impl Fn(usize) -> String) -> String {
    let mut out = String::new();
    let mut is_inside = false;
    for (at, entry) in entries.iter().enumerate() {
        let link = format!("<a href=\"{}\">{}</a>", address(at), escaped(&entry.title));
        if is_inside && !entry.is_in_part {
            out += "</ol>\n</li>\n";
            is_inside = false;
        }
        let has_chapters = !entry.is_in_part && entries.get(at + 1).is_some_and(|next| next.is_in_part);
        if has_chapters {
            out += &format!("<li>{link}\n<ol>\n");
            is_inside = true;
        } else {
            out += &format!("<li>{link}</li>\n");
        }
    }
    if is_inside {
        out += "</ol>\n</li>\n";
    }
    out
}

pub(super) fn blocks<S: Setting>(setting: &mut S, blocks: &[Block]) -> String {
    beginnings(blocks)
        .map(|(block, begins)| self::block(setting, block, begins))
        .collect()
}

/// Returns a block as an element; `begins` is true if the block before it is not a paragraph.
pub(super) fn block<S: Setting>(setting: &mut S, block: &Block, begins: bool) -> String {
    match block {
        Block::Heading(level, words) => {
            let level = (level + setting.lower()).min(6);
            format!("<h{level}>{}</h{level}>\n", line(setting, words))
        }
        Block::Paragraph(words) if is_picture(words) => {
            let picture = line(setting, words);
            if picture.is_empty() {
                return String::new();
            }
            format!("<figure>{picture}</figure>\n")
        }
        Block::Paragraph(words) => {
            let class = if begins { " class=\"first\"" } else { "" };
            format!("<p{class}>{}</p>\n", line(setting, words))
        }
        Block::Quote(inside) => format!("<blockquote>\n{}</blockquote>\n", blocks(setting, inside)),
        Block::List(from, items) => {
            let (name, start) = match from {
                Some(1) => ("ol", String::new()),
                Some(from) => ("ol", format!(" start=\"{from}\"")),
                None => ("ul", String::new()),
            };
            let items: String = items
                .iter()
                .map(|item| format!("<li>{}</li>\n", self::item(setting, item)))
                .collect();
            format!("<{name}{start}>\n{items}</{name}>\n")
        }
        Block::Code(code) => format!("<pre><code>{}</code></pre>\n", escaped(code)),
        Block::Break => "<hr />\n".into(),
        Block::Table(rows) => table(setting, rows),
    }
}

/// Returns a list item; an item with a single paragraph is written without the paragraph element.
fn item<S: Setting>(setting: &mut S, item: &[Block]) -> String {
    match item {
        [Block::Paragraph(words)] => line(setting, words),
        [Block::Paragraph(words), rest @ ..] if rest.iter().all(|block| matches!(block, Block::List(..))) => {
            format!("{}\n{}", line(setting, words), blocks(setting, rest))
        }
        item => format!("\n{}", blocks(setting, item)),
    }
}

/// Returns whether a paragraph is a picture and nothing else.
pub(super) fn is_picture(words: &[Span]) -> bool {
    matches!(
        words,
        [Span {
            piece: Piece::Image { .. },
            ..
        }]
    )
}

fn table<S: Setting>(setting: &mut S, rows: &[Vec<Line>]) -> String {
    let mut out = String::from("<table>\n");
    for (at, row) in rows.iter().enumerate() {
        let cell = if at == 0 { "th" } else { "td" };
        let cells: String = row
            .iter()
            .map(|words| format!("<{cell}>{}</{cell}>", line(setting, words)))
            .collect();
        out += &format!("<tr>{cells}</tr>\n");
    }
    out + "</table>\n"
}

pub(super) fn line<S: Setting>(setting: &mut S, words: &[Span]) -> String {
    let mut out = String::new();
    for span in words {
        let inside = match &span.piece {
            Piece::Text(text) => escaped(text),
            Piece::Code(code) => format!("<code>{}</code>", escaped(code)),
            Piece::Image { path, words } => match setting.picture(path) {
                Some(source) => format!("<img src=\"{}\" alt=\"{}\" />", escaped(&source), escaped(words)),
                None => escaped(words),
            },
            Piece::Remark(_) => continue,
            Piece::LineBreak => "<br />\n".into(),
            Piece::Note(number) => {
                let (to, id) = setting.note(*number);
                let id = id.map(|id| format!(" id=\"{id}\"")).unwrap_or_default();
                format!(
                    "<a class=\"mention\"{id} href=\"{to}\"{}>{}</a>",
                    S::MENTION,
                    number + 1
                )
            }
        };
        let styled = styled(span.style, inside);
        // Only web and mail links are kept: in a book any other link is broken, or refers to a file of the reader's
        // machine.
        out += &match span.link.as_deref().filter(|to| is_address(to)) {
            Some(to) => format!("<a href=\"{}\">{styled}</a>", escaped(to)),
            None => styled,
        };
    }
    out
}

fn styled(style: Style, mut inside: String) -> String {
    for (has, name) in [
        (style.emphasis, "em"),
        (style.strong, "strong"),
        (style.strike, "s"),
    ] {
        if has {
            inside = format!("<{name}>{inside}</{name}>");
        }
    }
    inside
}

/// Returns the style rules common to an HTML page and an e-book.
///
/// Paragraphs are indented: in English except at the start of a scene, in Chinese always, by two characters. Font names
/// must not be quoted, because the text is inside a `style` element.
pub(super) const TYPE: &str = "\
p { margin: 0; text-indent: 1.5em; }
p.first { text-indent: 0; }
:lang(zh) p, :lang(zh) p.first { text-indent: 2em; }
h1, h2, h3, h4, h5, h6 { line-height: 1.3; margin: 2em 0 1em; text-indent: 0; break-after: avoid; page-break-after: avoid; text-align: start; hyphens: manual; -webkit-hyphens: manual; }
em { font-style: italic; }
:lang(zh) em { font-style: normal; text-emphasis: filled dot; -webkit-text-emphasis: filled dot; text-emphasis-position: under right; -webkit-text-emphasis-position: under right; }
blockquote { margin: 1em 2em; }
blockquote p, blockquote p.first, li p, li p.first, td p { text-indent: 0; }
ul, ol { margin: 1em 0; padding-inline-start: 2em; }
hr { border: 0; margin: 1.5em 0; text-align: center; text-indent: 0; break-after: avoid; page-break-after: avoid; }
hr::before { content: '*\\2003*\\2003*'; }
figure { margin: 1.5em 0; text-align: center; text-indent: 0; break-inside: avoid; page-break-inside: avoid; }
img { max-width: 100%; height: auto; }
pre { white-space: pre-wrap; overflow-wrap: break-word; margin: 1em 0; font-size: 0.85em; text-indent: 0; }
code { font-family: monospace; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { border-bottom: 1px solid; padding: 0.3em 0.8em; text-align: start; vertical-align: top; }
a { color: inherit; }
a.mention { font-size: 0.7em; line-height: 1; vertical-align: super; text-decoration: none; }
";
