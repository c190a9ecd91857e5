//! The first letter of a word.

use crate::language::is_han;

/// Returns whether the word begins with a capital letter.
pub(super) fn is_capitalised(word: &str) -> bool {
    word.starts_with(char::is_uppercase)
}

/// Returns the word with its first letter in upper case.
pub(super) fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Returns whether the text begins with a Han character.
pub(super) fn begins_with_han(text: &str) -> bool {
    text.starts_with(is_han)
}
