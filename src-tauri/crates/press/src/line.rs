//! Lines built from spans, and the white space in them.

use crate::block::{Line, Piece, Span, is_wide};

/// Returns a line without leading and trailing white space. Each run of white space inside becomes one space, but a
/// line break between Chinese characters becomes nothing. Adjacent spans with the same style become one.
pub(crate) fn tidy(line: Line) -> Line {
    let mut kept = Line::with_capacity(line.len());
    // The last character, which decides how the next white space is treated; `None` at the beginning of a line.
    let mut last = None;
    // White space before the next word; the flag is true if it contains a line break.
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
    kept.drain(..words);
    // Most lines have one span, and a book has as many lines as paragraphs, so the spare capacity is worth freeing.
    kept.shrink_to_fit();
    kept
}

/// Returns a line without its indent, because the format of the book decides the indent of a paragraph.
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

/// Appends a span to a line, or to the last span if both have the same style.
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

/// Returns whether two lines are joined without a space, as Chinese lines are.
pub(crate) fn meets_without_space(before: &str, after: &str) -> bool {
    before.chars().next_back().is_some_and(is_wide) && after.chars().next().is_some_and(is_wide)
}
