//! Finds the tokens of a passage that are speech, that is, inside quotation marks.

use crate::segment::{Token, TokenKind};

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
}
