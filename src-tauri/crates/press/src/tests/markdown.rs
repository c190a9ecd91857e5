//! Markdown that is parsed and written again.

use proptest::prelude::*;

use crate::Lines;
use crate::block::{Block, Line, Piece, Span, Style, change_lines, each_code, each_line, plain};
use crate::line::{append, tidy, unindented};
use crate::read::markdown::{is_only_marks, is_scene_break, read};
use crate::shield::SHIELD;
use crate::write::markdown;

/// Parses and writes a text whose lines were broken at a width.
fn again(text: &str) -> String {
    with(text, Lines::Joined)
}

fn with(text: &str, lines: Lines) -> String {
    let (blocks, notes) = read(text, "Part One", lines);
    markdown::text(&blocks, &notes)
}

#[test]
fn a_line_is_a_paragraph_where_lines_are_kept() {
    for (text, expected) in [
        (
            "# 第十三章 雪夜\n雪下得非常大。\n　　他*进去\n了*。\n",
            "# 第十三章 雪夜\n\n雪下得非常大。\n\n他*进去*\n\n*了*。\n",
        ),
        (
            "Snow.\nRain.  \nWind.\n\n> One\n> two\n\n- a\nb\n",
            "Snow.\n\nRain.\\\nWind.\n\n> One\n>\n> two\n\n- a\n\n  b\n",
        ),
        // A link to a manuscript has its words, and brackets that are meant stay.
        (
            "[[Cast|Wen]] met [[林晚]] at \\[\\[x]].\n",
            "Wen met 林晚 at \\[\\[x\\]\\].\n",
        ),
        // Three hyphens beneath a sentence or several lines are a scene break, and beneath a title they make a heading.
        ("Snow.\n---\nRain.\n", "Snow.\n\n* * *\n\nRain.\n"),
        ("雪停了\n“好”\n---\n雨。\n", "雪停了\n\n“好”\n\n* * *\n\n雨。\n"),
        ("Snow\n---\nRain.\n", "## Snow\n\nRain.\n"),
        (
            "A note[^1].\nB.\n\n[^1]: One.\n    Two.\n",
            "A note[^1].\n\nB.\n\n[^1]: One.\n\n    Two.\n",
        ),
    ] {
        assert_eq!(with(text, Lines::Kept), expected, "{text}");
    }
}

#[test]
fn an_indent_is_no_markup_and_only_a_fence_makes_code() {
    for (text, expected) in [
        // A novel with tabs, and one with four spaces.
        (
            "# One\n\n\tThe *rain* stopped.\n\n\t\u{201c}No,\u{201d} she said.\n\n    He left.\n",
            "# One\n\nThe *rain* stopped.\n\n\u{201c}No,\u{201d} she said.\n\nHe left.\n",
        ),
        (
            "# 渡口\n\n    雨*停*了。\n\n\t“走。”\n\n　　她坐下。\n",
            "# 渡口\n\n雨*停*了。\n\n“走。”\n\n她坐下。\n",
        ),
        // One Enter, and lines that were broken at a width below an indent.
        (
            "    雨停了。\n    她坐下。\n没有人。\n",
            "雨停了。\n\n她坐下。\n\n没有人。\n",
        ),
        (
            "\tThe rain.\n\tThe wind.\nThe sea.\n",
            "The rain.\n\nThe wind.\n\nThe sea.\n",
        ),
        // Scene breaks, titles and comments have indents as well.
        (
            "    Rain.\n\n    * * *\n\n    <!-- scene: action --> *Sun*.\n",
            "Rain.\n\n* * *\n\n*Sun*.\n",
        ),
        (
            "雨。\n\n    ＊＊＊\n\n    她来了。\n",
            "雨。\n\n* * *\n\n她来了。\n",
        ),
        (
            "Deep.\n\n            Deeper.\n\n\t \t Deepest.\n",
            "Deep.\n\nDeeper.\n\nDeepest.\n",
        ),
        (
            "　　雨。\n　　***\n　　她来了。\n\n　　---\n\n　　--\n",
            "雨。\n\n* * *\n\n她来了。\n\n* * *\n\n\\--\n",
        ),
        ("Rain.\n\n\\*\n\nSun.\n", "Rain.\n\n* * *\n\nSun.\n"),
        // Code has a fence.
        (
            "    Rain.\n\n```\n    let code;\n\n\tmore;\n```\n\n    Sun.\n",
            "Rain.\n\n```\n    let code;\n\n\tmore;\n```\n\nSun.\n",
        ),
        // A second paragraph of an item stays in the item, also in a nested list.
        (
            "- a\n\n    more\n\n    - b\n\n        more of b\n",
            "- a\n\n  more\n\n  - b\n\n    more of b\n",
        ),
        (
            "1. 面\n   - 水\n\n       再加水\n\n2. 盐\n\n\t少许\n",
            "1. 面\n\n   - 水\n\n     再加水\n\n2. 盐\n\n   少许\n",
        ),
        ("- a\n\n\t\tb\n\n> q\n>\n>     r\n", "- a\n\n  b\n\n> q\n>\n> r\n"),
        // A note goes on, but not where every paragraph has an indent.
        (
            "雨[^1]。\n\n[^1]: 一。\n\n    二。\n",
            "雨[^1]。\n\n[^1]: 一。\n\n    二。\n",
        ),
        (
            "\tRain[^1].\n\n\tWind.\n\n[^1]: Sea.\n\n\tSun.\n",
            "Rain[^1].\n\nWind.\n\nSun.\n\n[^1]: Sea.\n",
        ),
        (
            "    雨[^1]。\n\n    风。\n\n- 船\n\n    “走。”\n\n[^1]: 海。\n\n    她走了。\n",
            "雨[^1]。\n\n风。\n\n- 船\n\n“走。”\n\n她走了。\n\n[^1]: 海。\n",
        ),
        // One Enter ends a note as it ends a paragraph.
        (
            "雨[^1]。\n[^1]: 海。\n　　她走了。\n",
            "雨[^1]。\n\n她走了。\n\n[^1]: 海。\n",
        ),
        (
            "Rain[^1].\n[^1]: Sea.\nShe left.\n",
            "Rain[^1].\n\nShe left.\n\n[^1]: Sea.\n",
        ),
    ] {
        assert_eq!(with(text, Lines::Kept), expected, "{text}");
    }
    for (text, expected) in [
        (
            "\tThe rain\nstopped.\n\tThe sun\n    came.\n",
            "The rain stopped.\n\nThe sun\n\ncame.\n",
        ),
        ("    雨停\n了。\n    她坐\n下。\n", "雨停了。\n\n她坐下。\n"),
    ] {
        assert_eq!(with(text, Lines::Joined), expected, "{text}");
    }
}

#[test]
fn a_number_before_a_sentence_is_a_list_only_among_others() {
    for (text, expected) in [
        // Years and ages.
        ("1914. It was raining.\n", "1914\\. It was raining.\n"),
        (
            "2024. 年初下了雪。\n\n3) 没有了。\n",
            "2024\\. 年初下了雪。\n\n3\\) 没有了。\n",
        ),
        (
            "1914. The war.\n\n1939. The *next* one.\n\n1939. Again.\n",
            "1914\\. The war.\n\n1939\\. The *next* one.\n\n1939\\. Again.\n",
        ),
        (
            "1914. 开战。\n1939. 又开战。\n",
            "1914\\. 开战。\n\n1939\\. 又开战。\n",
        ),
        (
            "\t1914. It was raining.\n\n\tShe left.\n",
            "1914\\. It was raining.\n\nShe left.\n",
        ),
        ("1914. It was\n\n      raining.\n", "1914\\. It was\n\nraining.\n"),
        ("> 7. 月\n", "> 7\\. 月\n"),
        ("- 1914. It\n- 7. 8. 月\n", "- 1914\\. It\n- 7\\. 8. 月\n"),
        ("18446744073. Far.\n", "18446744073. Far.\n"),
        // Lists: from 1, from another number, all ones, and one that goes on below a paragraph.
        ("1. Bread\n", "1. Bread\n"),
        ("1) 面\n2) 盐\n", "1. 面\n2. 盐\n"),
        ("7. a\n8. b\n9. c\n", "7. a\n8. b\n9. c\n"),
        ("1. a\n1. b\n", "1. a\n2. b\n"),
        (
            "1. a\n\nBread.\n\n2. b\n\n3. c\n",
            "1. a\n\nBread.\n\n2. b\n3. c\n",
        ),
        // The numbers of the writer stay as they are.
        ("1. a\n3. b\n7. c\n", "1\\. a\n\n3\\. b\n\n7\\. c\n"),
    ] {
        assert_eq!(with(text, Lines::Kept), expected, "{text}");
    }
    assert_eq!(
        again("1914. War\nin June.\n1939. War.\n"),
        "1914\\. War in June.\n\n1939\\. War.\n"
    );
}

#[test]
fn a_heading_without_words_is_a_scene_break() {
    for heading in [
        "#",
        "# ***",
        "## *",
        "###### * * *",
        "# ⁂",
        "# \\#",
        "## ---",
        "# ——",
    ] {
        let text = format!("A.\n\n{heading}\n\nB.\n");
        assert_eq!(again(&text), "A.\n\n* * *\n\nB.\n", "{heading}");
    }
    assert_eq!(
        again("# ! *\n\n# ![](a.png)\n"),
        "# ! \\*\n\n# ![](Part%20One/a.png)\n"
    );
}

#[test]
fn markdown_is_read_as_github_reads_it_and_chinese_as_it_is_written() {
    for (text, expected) in [
        (
            "# The *ferry*\n\nRain.  \nWind.\n",
            "# The *ferry*\n\nRain.\\\nWind.\n",
        ),
        // A line with an indent begins a paragraph.
        (
            "　　雨停了，\n她坐下。\n　　没有人。\n",
            "雨停了，她坐下。\n\n没有人。\n",
        ),
        // A line break is a space in English and nothing in Chinese.
        (
            "The rain\nstopped.\n\n雨停了，\n她坐下。\n",
            "The rain stopped.\n\n雨停了，她坐下。\n",
        ),
        // CommonMark alone would leave these asterisks in the text.
        (
            "**“雨停了。”**她说。*好！*他答。\n",
            "**“雨停了。”**她说。*好！*他答。\n",
        ),
        // Comments, including the comments for the desk.
        ("<!-- scene: action -->\nHe *ran*.\n", "He *ran*.\n"),
        ("<!-- 场景：动作 --> 他*跑*了。\n", "他*跑*了。\n"),
        (
            "A <!-- draft -->word.\n\n<!-- two\n\nparagraphs -->\n\nB.\n",
            "A word.\n\nB.\n",
        ),
        ("Said<!-- x --> she.\n", "Said she.\n"),
        ("```\n<!-- kept -->\n```\n", "```\n<!-- kept -->\n```\n"),
        // No script of a page runs, and nothing is fetched.
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
        // Scene breaks.
        (
            "A.\n\n***\n\nB.\n\n＊　＊　＊\n\nC.\n",
            "A.\n\n* * *\n\nB.\n\n* * *\n\nC.\n",
        ),
        // Footnotes are numbered by their first reference; a reference without a definition is text.
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
        with(&text, Lines::Kept);
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
        1 => (1..=6u8, heading().prop_filter("words", |line| !is_only_marks(line))).prop_map(|(level, line)| Block::Heading(level, line)),
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
                .prop_map(|(from, items)| {
                    // A single number is a paragraph unless it is 1.
                    let from = from.map(|from| if items.len() == 1 { 1 } else { from });
                    Block::List(from, items)
                }),
        ]
    });
    prop::collection::vec(block, 0..5)
}

/// Returns a normal form of blocks that look the same in a book. It ignores differences in white space, in emphasis of
/// white space, and in the division of text with one style into spans.
fn look(blocks: &[Block]) -> String {
    let mut blocks = blocks.to_vec();
    change_lines(&mut blocks, &mut |line| {
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
        let (read, read_notes) = read(&text, "", Lines::Kept);
        prop_assert_eq!(look(&read), look(&blocks), "{}", text);
        prop_assert_eq!(look(&read_notes[0]), look(&notes[0]), "{}", text);
    }

    #[test]
    fn no_text_breaks_the_reading(text in "(\\PC|[*_`~\\[\\]()<>!#|>\n\t 0-9.-]|    ){0,60}") {
        again(&text);
        with(&text, Lines::Kept);
    }

    #[test]
    fn no_indent_and_no_number_takes_a_word_away(lines in prop::collection::vec(("[\t ]{0,9}(> |- |1\\. |7[.)] |[0-9]{1,4}\\. )?", "[a-z雨]{1,4}", "\n{1,2}"), 1..12)) {
        let text: String = lines.iter().map(|(indent, word, end)| format!("{indent}{word}{end}")).collect();
        for meaning in [Lines::Kept, Lines::Joined] {
            let (blocks, _) = read(&text, "", meaning);
            let mut words = String::new();
            each_line(&blocks, &mut |line| words += &(plain(line) + " "));
            let mut code = 0;
            each_code(&blocks, &mut |_| code += 1);
            prop_assert_eq!(code, 0, "{:?}", text);
            let letters = |text: &str| text.chars().filter(|c| c.is_alphabetic()).collect::<String>();
            prop_assert_eq!(letters(&words), letters(&text), "{:?}", text);
        }
    }
}
