//! What a line is made of, and where it may end.

use krilla::text::KrillaGlyph;

use super::sized::Sized;
use crate::block::is_wide;

/// A cluster of glyphs that is never split: a character with its combining marks.
pub(super) struct Atom {
    pub face: usize,
    pub size: f32,
    pub rise: f32,
    pub glyphs: Vec<KrillaGlyph>,
    pub width: f32,
    pub text: String,
    pub first: char,
    pub last: char,
    /// Whether the line may or must break after it.
    pub behind: Behind,
    pub span: usize,
    /// A picture, which has no glyphs and no text.
    pub picture: Option<Sized>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Behind {
    Nothing,
    Break,
    Hyphen,
    /// A forced line break.
    End,
}

/// Returns the end of a line that begins at `start`, and whether it ends with a hyphen.
pub(super) fn filled(atoms: &[Atom], start: usize, measure: f32) -> (usize, bool) {
    let mut width = 0.0;
    let mut best = None;
    for (at, atom) in atoms.iter().enumerate().skip(start) {
        width += atom.width;
        // At the end of a line a space takes no width, and a Chinese mark only its inked half.
        let end = match atom.last {
            ' ' => atom.width,
            '，' | '。' | '、' | '；' | '：' | '？' | '！' | '」' | '』' | '）' | '》' | '”' | '’'
                if atom.width > 0.9 * atom.size =>
            {
                atom.size / 2.0
            }
            _ => 0.0,
        };
        if width - end > measure && at > start {
            return best.unwrap_or((at, false));
        }
        match atom.behind {
            Behind::End => return (at + 1, false),
            Behind::Break => best = Some((at + 1, false)),
            Behind::Hyphen if width + atom.size * 0.35 <= measure => best = Some((at + 1, true)),
            Behind::Hyphen | Behind::Nothing => {}
        }
    }
    (atoms.len(), false)
}

/// Returns whether a line may end between two characters.
pub(super) fn breaks(before: char, after: char) -> bool {
    /// Characters that never begin a line.
    const NOT_FIRST: &str = "，。、；：？！,.;:?!)]}」』）》〉】〕”’…—～·％%‰°々ー〜";
    /// Characters that never end a line.
    const NOT_LAST: &str = "「『（《〈【〔“‘([{";
    if after == ' '
        || after == '\u{a0}'
        || before == '\u{a0}'
        || NOT_FIRST.contains(after)
        || NOT_LAST.contains(before)
    {
        return false;
    }
    if before == ' ' || before == '\u{200b}' {
        return true;
    }
    if is_wide(before) || is_wide(after) {
        return true;
    }
    let is_word = char::is_alphanumeric;
    match before {
        '-' | '–' | '\u{2010}' => after.is_alphabetic(),
        '—' | '…' | '/' => is_word(after),
        // Chinese and English have the same quotation marks.
        '”' | '’' => prose::is_han(after),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_where_both_scripts_let_them() {
        for (before, after, expected) in [
            (' ', 'a', true),
            ('a', 'b', false),
            ('a', ' ', false),
            ('雨', '停', true),
            ('雨', '。', false),
            ('。', '她', true),
            ('「', '好', false),
            ('说', '「', true),
            ('“', '好', false),
            ('好', '”', false),
            ('”', '她', true),
            ('—', '—', false),
            ('—', 'a', true),
            ('雨', 'a', true),
            ('-', 'a', true),
            ('-', '5', false),
            ('\u{a0}', 'a', false),
        ] {
            assert_eq!(breaks(before, after), expected, "{before:?} {after:?}");
        }
    }
}
