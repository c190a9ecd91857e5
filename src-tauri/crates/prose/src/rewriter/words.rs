//! A table of words.

/// A set of words in one text, separated by white space so that the source is easy to read.
#[derive(Clone, Copy)]
pub(super) struct Words(pub &'static str);

impl Words {
    /// Returns whether the word is in the table.
    pub fn has(self, word: &str) -> bool {
        self.any(|entry| entry == word)
    }

    /// Returns whether an entry satisfies the predicate.
    pub fn any(self, is: impl FnMut(&'static str) -> bool) -> bool {
        self.0.split_ascii_whitespace().any(is)
    }
}
