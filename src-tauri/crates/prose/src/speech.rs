//! Finds the tokens of a passage that are speech, that is, inside quotation marks.

use crate::segment::{Token, TokenKind};

/// Words that begin with an apostrophe. Before them `'` does not open a quotation; a digit ('90s) does not either.
const ELISIONS: [&str; 12] = [
    "tis", "twas", "twere", "twill", "em", "im", "til", "bout", "cause", "round", "prentice", "n",
];

/// The state of a pass over the tokens of a passage: whether it is inside quotation marks.
#[derive(Default)]
pub(crate) struct Speech {
    /// The mark that closes the outermost quotation; nested quotations are ignored.
    closing: Option<char>,
}

impl Speech {
    /// Reads the next token. Returns whether the pass is inside quotation marks after it.
    ///
    /// A quotation that is not closed ends with its paragraph, at the next blank line. Classic novels print speeches of
    /// several paragraphs in this way, and one missing mark must not turn the rest of a chapter into speech.
    pub(crate) fn read(&mut self, passage: &str, token: &Token) -> bool {
        let text = token.of(passage);
        match token.kind {
            TokenKind::Space if text.matches('\n').count() >= 2 => self.closing = None,
            TokenKind::Punctuation if text == "'" => self.read_apostrophe(passage, token),
            TokenKind::Punctuation => text.chars().for_each(|mark| self.read_mark(mark)),
            _ => {}
        }
        self.closing.is_some()
    }

    fn read_mark(&mut self, mark: char) {
        self.closing = match (self.closing, mark) {
            (Some(closing), _) if mark == closing => None,
            (Some(closing), _) => Some(closing),
            (None, '“') => Some('”'),
            (None, '"') => Some('"'),
            (None, '‘') => Some('’'),
            (None, '「') => Some('」'),
            (None, '『') => Some('』'),
            (None, _) => None,
        };
    }

    /// Reads a straight `'` that is not inside a word. It opens a quotation after white space, before a letter, and
    /// closes it before anything but a letter.
    fn read_apostrophe(&mut self, passage: &str, token: &Token) {
        let before = passage[..token.range.start].chars().next_back();
        let after = &passage[token.range.end..];
        let is_before_letter = after.starts_with(char::is_alphabetic);
        match self.closing {
            Some('\'') if !is_before_letter => self.closing = None,
            None if is_before_letter && before.is_none_or(char::is_whitespace) && !is_elision(after) => {
                self.closing = Some('\'');
            }
            _ => {}
        }
    }
}

/// Returns whether a text begins with a word that is written with an apostrophe before it, such as *'tis*.
fn is_elision(text: &str) -> bool {
    ELISIONS.iter().any(|word| {
        text.get(..word.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(word))
            && !text[word.len()..].starts_with(char::is_alphabetic)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::segment::tokens;

    fn spoken(passage: &str) -> String {
        let mut speech = Speech::default();
        tokens(passage)
            .iter()
            .filter(|token| speech.read(passage, token) && token.kind == TokenKind::Word)
            .map(|token| token.of(passage))
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn straight_single_marks_hold_speech_and_apostrophes_do_not() {
        for (passage, expected) in [
            ("'You can't stay,' he said. 'Go!'", "You can't stay Go"),
            ("'Twas the dogs' dinner, give it 'em.", ""),
            ("The '90s were rock 'n' roll.", ""),
            ("He called it 'the cave' and left.", "the cave"),
            ("\"It's 'the cave',\" she said.", "It's the cave"),
        ] {
            assert_eq!(spoken(passage), expected, "{passage}");
        }
    }
}
