//! Plain text read as it stands: nothing in it is markup.

use prose::Language;

use crate::block::{Block, Line, Piece, Span};
use crate::line::meets_without_space;

/// What becomes of the lines between two blank ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lines {
    /// They stay lines.
    Kept,
    /// They were broken at a width, as in an e-mail, and are one paragraph.
    Joined,
}

/// Reads paragraphs.
///
/// Where nothing stands between paragraphs but the end of a line, as in most Chinese texts, every line is a paragraph.
/// Otherwise paragraphs stand between blank lines, and the lines in them are kept or joined.
pub fn blocks(text: &str, lines: Lines) -> Vec<Block> {
    let text = text.trim_start_matches('\u{feff}').trim_end();
    let is_blank = |line: &str| line.trim().is_empty();
    let has_gaps = text.lines().skip_while(|line| is_blank(line)).any(is_blank);
    let line_by_line = lines == Lines::Kept && (!has_gaps || Language::of(text) == Language::Zh);
    let mut blocks = Vec::new();
    let mut paragraph = Line::new();
    for line in text.lines().chain([""]) {
        if is_blank(line) || line_by_line {
            if !paragraph.is_empty() {
                blocks.push(Block::Paragraph(std::mem::take(&mut paragraph)));
            }
            if is_blank(line) {
                continue;
            }
        }
        let line = line.trim();
        match (lines, paragraph.last_mut().map(|span| &mut span.piece)) {
            (Lines::Joined, Some(Piece::Text(before))) => {
                if !meets_without_space(before, line) {
                    before.push(' ');
                }
                before.push_str(line);
                continue;
            }
            (Lines::Kept, Some(_)) => paragraph.push(Piece::LineBreak.into()),
            _ => {}
        }
        paragraph.push(Span::text(line));
    }
    if !paragraph.is_empty() {
        blocks.push(Block::Paragraph(paragraph));
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write::markdown::blocks as markdown;

    #[test]
    fn paragraphs_stand_where_the_text_puts_them() {
        for (text, lines, expected) in [
            // An English text with its lines broken, kept or joined.
            (
                "The rain\nstopped.\n\nShe sat.\n",
                Lines::Kept,
                "The rain\\\nstopped.\n\nShe sat.\n",
            ),
            (
                "The rain\nstopped.\n\nShe sat.\n",
                Lines::Joined,
                "The rain stopped.\n\nShe sat.\n",
            ),
            // One paragraph a line, with the indents of Chinese.
            (
                "　　雨停了。\n　　她坐下。\n",
                Lines::Kept,
                "雨停了。\n\n她坐下。\n",
            ),
            (
                "第一章\n\n　　雨停了。\n　　她坐下。\n",
                Lines::Kept,
                "第一章\n\n雨停了。\n\n她坐下。\n",
            ),
            ("雨停\n了。\n\n她坐下。", Lines::Joined, "雨停了。\n\n她坐下。\n"),
            // Nothing in it is markup.
            ("# 5 *stars*", Lines::Kept, "\\# 5 \\*stars\\*\n"),
            ("\n\n", Lines::Kept, ""),
        ] {
            assert_eq!(markdown(&blocks(text, lines)), expected, "{text:?} {lines:?}");
        }
    }
}
