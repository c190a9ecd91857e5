//! Finds the headings of a text that marks none.

use crate::block::{Block, Piece, plain};
use crate::title;

/// So many titles behind each other are a table of contents. A volume and its first chapter are two.
const CONTENTS: usize = 3;

/// Makes headings of the paragraphs that are titles of chapters. A text with headings stays as it is. Of a table of
/// contents only the last line becomes a heading, because it may be the title of the text below it.
pub(crate) fn found(mut blocks: Vec<Block>) -> Vec<Block> {
    if blocks.iter().any(|block| matches!(block, Block::Heading(..))) {
        return blocks;
    }
    let mut at = 0;
    while at < blocks.len() {
        let titles = blocks[at..].iter().take_while(|block| is_title(block)).count();
        let end = at + titles;
        let from = if titles >= CONTENTS { end - 1 } else { at };
        for block in &mut blocks[from..end] {
            if let Block::Paragraph(line) = block {
                *block = Block::Heading(1, std::mem::take(line));
            }
        }
        at = end + 1;
    }
    blocks
}

fn is_title(block: &Block) -> bool {
    matches!(block, Block::Paragraph(line) if !line.iter().any(|span| span.piece == Piece::LineBreak) && title::of(&plain(line)).is_some())
}

#[cfg(test)]
mod tests {
    use crate::Lines;
    use crate::import::plain_text;

    #[test]
    fn a_title_that_stands_alone_is_a_heading() {
        for (text, expected) in [
            (
                "楔子\n雨。\n第一章 渡口\n第一章写完的时候，雨停了。\n第二章 雪夜\n她坐下。\n",
                "# 楔子\n\n雨。\n\n# 第一章 渡口\n\n第一章写完的时候，雨停了。\n\n# 第二章 雪夜\n\n她坐下。\n",
            ),
            (
                "CHAPTER 1\n\nIt rained.\n\nPart one of the plan was done.\n\nEpilogue\n\nIt stopped.\n",
                "# CHAPTER 1\n\nIt rained.\n\nPart one of the plan was done.\n\n# Epilogue\n\nIt stopped.\n",
            ),
            (
                "第一卷 河\n第一章 渡口\n雨。\n",
                "# 第一卷 河\n\n# 第一章 渡口\n\n雨。\n",
            ),
            (
                "目录\n第一章 渡口\n第二章 雪夜\n\n第一章 渡口\n雨。\n",
                "目录\n\n第一章 渡口\n\n第二章 雪夜\n\n# 第一章 渡口\n\n雨。\n",
            ),
            // A line inside a paragraph is no title.
            (
                "Dear Molly,\nChapter One\nis done.\n\nYours\n",
                "Dear Molly,\\\nChapter One\\\nis done.\n\nYours\n",
            ),
        ] {
            assert_eq!(
                plain_text(text.as_bytes(), Lines::Kept).as_deref(),
                Ok(expected),
                "{text}"
            );
        }
    }
}
