//! A table of words.

/// Words parted by white space, as a person reads them.
#[derive(Clone, Copy)]
pub(super) struct Words(pub &'static str);

impl Words {
    /// Returns whether the word is in the table.
    pub fn has(self, word: &str) -> bool {
        self.any(|entry| entry == word)
    }

    /// Returns whether one of the entries is as asked.
    pub fn any(self, is: impl FnMut(&'static str) -> bool) -> bool {
        self.0.split_ascii_whitespace().any(is)
    }
}
