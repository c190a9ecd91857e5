//! Words, punctuation and white space, and the length of a text in units.

use std::ops::Range;
use std::sync::LazyLock;

use jieba_rs::Jieba;
use unicode_segmentation::UnicodeSegmentation;

use crate::language::is_han;

/// The dictionary of Chinese words. Loading takes about 190 ms and 32 MB, so it is loaded at the first run of Han
/// characters.
static DICTIONARY: LazyLock<Jieba> = LazyLock::new(Jieba::new);

/// The kind of characters in a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// A word of letters, including inner apostrophes and hyphens: `don't`, `half-open`.
    Word,
    /// A Chinese word of one or more Han characters: `雨`, `窗户`.
    Han,
    /// A number in digits, including inner separators: `1,204.5`.
    Number,
    /// One punctuation mark, or a run of the same mark: `,`, `……`, `**`. Symbols and emoji are included.
    Punctuation,
    /// A run of white space, including line breaks.
    Space,
}

/// One token of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its byte range.
    pub range: Range<usize>,
    /// Its kind.
    pub kind: TokenKind,
}

impl Token {
    /// Returns the token's text; `text` must be the text the token was cut from.
    pub fn of<'a>(&self, text: &'a str) -> &'a str {
        text.get(self.range.clone()).unwrap_or_default()
    }

    /// Returns the length of the token in units; `text` must be the text the token was cut from.
    pub fn units(&self, text: &str) -> usize {
        match self.kind {
            TokenKind::Word | TokenKind::Number => 1,
            TokenKind::Han => self
                .of(text)
                .chars()
                .filter(|&character| is_han(character))
                .count(),
            TokenKind::Punctuation | TokenKind::Space => 0,
        }
    }
}

/// Returns the tokens of a text, which cover it without gaps.
///
/// Words follow UAX 29; hyphens inside a word join its parts. A run of Han characters is cut into words by the
/// dictionary of jieba, and words that are not in the dictionary by its model. Linear in the length.
pub fn tokens(text: &str) -> Vec<Token> {
    let words = |run: &str| {
        DICTIONARY
            .cut(run, true)
            .iter()
            .map(|word| (word.word.len(), ()))
            .collect()
    };
    cut_han(text, (), words)
        .into_iter()
        .map(|(token, ())| token)
        .collect()
}

/// The class of a Chinese word in the dictionary, as far as the features need it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WordClass {
    Pronoun,
    Idiom,
    Other,
}

/// Returns the tokens of a text, each with its class in the dictionary.
///
/// Only words of the dictionary are found. The class of a guessed word would be a guess too, and guessing takes twice
/// as long as all other work.
pub(crate) fn classed_tokens(text: &str) -> Vec<(Token, WordClass)> {
    let class = |tag: &str| match tag {
        // ICTCLAS tags.
        "r" | "rr" | "rz" | "rg" => WordClass::Pronoun,
        "i" => WordClass::Idiom,
        _ => WordClass::Other,
    };
    cut_han(text, WordClass::Other, |run| {
        DICTIONARY
            .tag(run, false)
            .iter()
            .map(|word| (word.word.len(), class(word.tag)))
            .collect()
    })
}

/// Returns the runs of a text with each Han run cut by `words`, which returns the bytes and the class of each word.
fn cut_han<C: Copy>(text: &str, outside: C, words: impl Fn(&str) -> Vec<(usize, C)>) -> Vec<(Token, C)> {
    let mut tokens = Vec::with_capacity(text.len() / 3);
    for run in runs(text) {
        if run.kind != TokenKind::Han {
            tokens.push((run, outside));
            continue;
        }
        let mut start = run.range.start;
        for (length, class) in words(run.of(text)) {
            let range = start..start + length;
            start = range.end;
            tokens.push((
                Token {
                    range,
                    kind: TokenKind::Han,
                },
                class,
            ));
        }
    }
    tokens
}

/// Returns the length of a text in units: each English word, number or Han character is one.
pub fn units(text: &str) -> usize {
    // No dictionary is needed, because each Han character counts, whatever the boundaries of its words.
    runs(text).iter().map(|run| run.units(text)).sum()
}

/// Returns the tokens of a text with each run of Han characters uncut.
fn runs(text: &str) -> Vec<Token> {
    let mut runs = Vec::with_capacity(text.len() / 3);
    for (start, piece) in text.split_word_bound_indices() {
        // UAX 29 makes the underscores of Markdown emphasis part of the word.
        let body = piece.trim_start_matches('_');
        let body_start = start + piece.len() - body.len();
        let body_end = body_start + body.trim_end_matches('_').len();
        for range in [
            start..body_start,
            body_start..body_end,
            body_end..start + piece.len(),
        ] {
            append(&mut runs, text, range);
        }
    }
    runs
}

/// Appends a piece of the text, or extends the previous run if both belong together.
fn append(runs: &mut Vec<Token>, text: &str, range: Range<usize>) {
    let piece = text.get(range.clone()).unwrap_or_default();
    let Some(kind) = kind_of(piece) else { return };
    match (runs.as_mut_slice(), kind) {
        ([.., last], TokenKind::Han | TokenKind::Space) if last.kind == kind => last.range.end = range.end,
        ([.., last], TokenKind::Punctuation) if last.kind == kind && is_run(last.of(text), piece) => {
            last.range.end = range.end;
        }
        ([.., word, hyphen], TokenKind::Word)
            if word.kind == kind && matches!(hyphen.of(text), "-" | "\u{2010}" | "\u{2011}") =>
        {
            word.range.end = range.end;
            runs.pop();
        }
        _ => runs.push(Token { range, kind }),
    }
}

/// Returns the kind of a piece; `None` for an empty piece.
fn kind_of(piece: &str) -> Option<TokenKind> {
    let first = piece.chars().next()?;
    Some(if is_han(first) {
        TokenKind::Han
    } else if first.is_whitespace() {
        TokenKind::Space
    } else if piece.chars().any(char::is_alphabetic) {
        TokenKind::Word
    } else if first.is_numeric() {
        TokenKind::Number
    } else {
        TokenKind::Punctuation
    })
}

/// Returns whether `mark` continues a run of the same mark, as the second `—` does in `——`.
fn is_run(run: &str, mark: &str) -> bool {
    let mut marks = mark.chars();
    marks.next().is_some_and(|only| run.ends_with(only)) && marks.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_words_numbers_marks_and_spaces() {
        use TokenKind::{Han, Number, Punctuation, Space, Word};
        for (text, expected) in [
            (
                "Don't half-open  it, 3.5!",
                vec![
                    ("Don't", Word),
                    (" ", Space),
                    ("half-open", Word),
                    ("  ", Space),
                    ("it", Word),
                    (",", Punctuation),
                    (" ", Space),
                    ("3.5", Number),
                    ("!", Punctuation),
                ],
            ),
            (
                "他推开窗户……",
                vec![("他", Han), ("推开", Han), ("窗户", Han), ("……", Punctuation)],
            ),
            (
                "_so_ **b**",
                vec![
                    ("_", Punctuation),
                    ("so", Word),
                    ("_", Punctuation),
                    (" ", Space),
                    ("**", Punctuation),
                    ("b", Word),
                    ("**", Punctuation),
                ],
            ),
            (
                "a - b--c",
                vec![
                    ("a", Word),
                    (" ", Space),
                    ("-", Punctuation),
                    (" ", Space),
                    ("b", Word),
                    ("--", Punctuation),
                    ("c", Word),
                ],
            ),
            (
                "看OK了\r\n\n",
                vec![("看", Han), ("OK", Word), ("了", Han), ("\r\n\n", Space)],
            ),
            (
                "they’re 1,204 🙂🙂",
                vec![
                    ("they’re", Word),
                    (" ", Space),
                    ("1,204", Number),
                    (" ", Space),
                    ("🙂🙂", Punctuation),
                ],
            ),
        ] {
            let found: Vec<_> = tokens(text)
                .iter()
                .map(|token| (&text[token.range.clone()], token.kind))
                .collect();
            assert_eq!(found, expected, "{text:?}");
        }
    }

    #[test]
    fn units_are_words_numbers_and_han_characters() {
        for (text, expected) in [
            ("", 0),
            ("Don't stop, half-open door.", 4),
            ("雨停了。", 3),
            ("他说 OK，然后走了 3 里。", 9),
            ("…… — !", 0),
        ] {
            assert_eq!(units(text), expected, "{text:?}");
        }
    }
}
