//! Parses plain text: no character is markup.

use prose::Language;

use super::lines::{Lines, are_sentences, is_indented};
use super::markdown::is_break_mark;
use crate::block::{Block, Line, Piece, Span};
use crate::line::meets_without_space;

/// Parses paragraphs.
///
/// In a text without blank lines, as most Chinese texts are, each line is a paragraph, and so is each line of a text
/// whose lines are sentences. Otherwise blank lines separate the paragraphs, and the lines inside them are kept or
/// joined. A line with an indent begins a paragraph if lines are joined.
pub fn blocks(text: &str, lines: Lines) -> Vec<Block> {
    let text = text.trim_start_matches('\u{feff}').trim_end();
    let is_blank = |line: &str| line.trim().is_empty();
    let has_gaps = text.lines().skip_while(|line| is_blank(line)).any(is_blank);
    let line_by_line =
        lines == Lines::Kept && (!has_gaps || Language::of(text) == Language::Zh || are_sentences(text));
    let mut blocks = Vec::new();
    let mut paragraph = Line::new();
    for line in text.lines().chain([""]) {
        if is_blank(line) || line_by_line || (lines == Lines::Joined && is_indented(line)) {
            if !paragraph.is_empty() {
                blocks.push(Block::Paragraph(std::mem::take(&mut paragraph)));
            }
            if is_blank(line) {
                continue;
            }
        }
        let line = line.trim();
        if is_scene_break(line) {
            if !paragraph.is_empty() {
                blocks.push(Block::Paragraph(std::mem::take(&mut paragraph)));
            }
            blocks.push(Block::Break);
            continue;
        }
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

/// Returns whether a line has only marks that stand between two scenes. An ellipsis is no such mark: a silence in a
/// dialogue is written with it. One or two dashes are no such mark either: an interrupted speech is written with them.
fn is_scene_break(line: &str) -> bool {
    let is_cut_off = line.chars().count() < 3 && line.chars().all(|mark| "-–—―".contains(mark));
    is_break_mark(line) && !line.contains('…') && !is_cut_off
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write::markdown::blocks as markdown;

    #[test]
    fn paragraphs_stand_where_the_text_puts_them() {
        for (text, lines, expected) in [
            // An English text with wrapped lines, kept or joined.
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
            // Blank lines between scenes, and one Enter between paragraphs.
            (
                "It rained.\nNobody came.\n\nShe sat.\n",
                Lines::Kept,
                "It rained.\n\nNobody came.\n\nShe sat.\n",
            ),
            // One paragraph per line, with Chinese indents.
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
            (
                "　　雨停\n了。\n　　她坐下。\n",
                Lines::Joined,
                "雨停了。\n\n她坐下。\n",
            ),
            ("雨停\n了。\n\n她坐下。", Lines::Joined, "雨停了。\n\n她坐下。\n"),
            // No character is markup.
            ("# 5 *stars*", Lines::Kept, "\\# 5 \\*stars\\*\n"),
            ("\n\n", Lines::Kept, ""),
            // Marks between scenes.
            (
                "雨停了。\n＊＊＊\n她坐下。\n",
                Lines::Kept,
                "雨停了。\n\n* * *\n\n她坐下。\n",
            ),
            (
                "雨停了。\n　　※　※　※\n她坐下。",
                Lines::Joined,
                "雨停了。\n\n* * *\n\n她坐下。\n",
            ),
            ("Rain.\n\n---\n\nSun.\n", Lines::Kept, "Rain.\n\n* * *\n\nSun.\n"),
            ("Rain.\n#\nSun.\n", Lines::Kept, "Rain.\n\n* * *\n\nSun.\n"),
            // Silence, and a speech that is broken off.
            (
                "“走。”\n……\n——\n“走！”\n",
                Lines::Kept,
                "“走。”\n\n……\n\n——\n\n“走！”\n",
            ),
        ] {
            assert_eq!(markdown(&blocks(text, lines)), expected, "{text:?} {lines:?}");
        }
    }
}
