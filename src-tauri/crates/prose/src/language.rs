//! The language of a passage: English or Chinese.

use serde::{Deserialize, Serialize};

/// A language the desk reads and writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Language {
    /// English, and any other text in Latin letters.
    En,
    /// Chinese, simplified or traditional.
    Zh,
}

impl Language {
    /// Returns the language of most of the text.
    ///
    /// A Han character carries about as much as half an English word. So a passage is Chinese when it has at least half
    /// as many Han characters as Latin words. A passage with neither is English.
    pub fn of(text: &str) -> Self {
        let mut han = 0usize;
        let mut latin_words = 0usize;
        let mut in_word = false;
        for character in text.chars() {
            if is_han(character) {
                han += 1;
            }
            let letter = character.is_alphabetic() && !is_han(character);
            if letter && !in_word {
                latin_words += 1;
            }
            in_word = letter;
        }
        if han > 0 && han * 2 >= latin_words {
            Self::Zh
        } else {
            Self::En
        }
    }
}

/// Returns whether a character is a Han ideograph (Unicode `Script=Han`, the unified blocks).
pub fn is_han(character: char) -> bool {
    matches!(character,
        '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_passage_has_the_language_of_most_of_it() {
        for (text, expected) in [
            ("The rain had stopped.", Language::En),
            ("雨停了。", Language::Zh),
            ("他说 OK，然后走了。", Language::Zh),
            (
                "She read the character 雨 aloud and closed the book.",
                Language::En,
            ),
            ("", Language::En),
            ("1234 …", Language::En),
        ] {
            assert_eq!(Language::of(text), expected, "{text}");
        }
    }
}
