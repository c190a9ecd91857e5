//! The length of a text, counted in three ways.
//!
//! Each way is used by somebody who pays for text or limits it:
//!
//! - `words` is the count of English publishers, and 字数 in a Chinese reader's sense: words, numbers, Han characters.
//! - `characters` is what the Chinese platforms for serial novels show: punctuation counts, white space does not. No
//!   platform publishes its rule. The rule here is the one of Word's 字符数（不计空格）, to which writers compare.
//! - `letters` is 净字数: the same without punctuation.

use std::ops::{Add, AddAssign};

use super::token::units;

/// The length of a text in three ways of counting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Length {
    /// Words, numbers and Han characters.
    pub words: usize,
    /// Letters, digits and Han characters.
    pub letters: usize,
    /// All characters except white space. 𠮷 is one, …… and —— are two each.
    pub characters: usize,
}

impl Add for Length {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            words: self.words + other.words,
            letters: self.letters + other.letters,
            characters: self.characters + other.characters,
        }
    }
}

impl AddAssign for Length {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// Returns the length of a text.
pub fn length(text: &str) -> Length {
    let mut length = Length {
        words: units(text),
        ..Length::default()
    };
    for character in text.chars() {
        length.letters += usize::from(character.is_alphanumeric());
        length.characters += usize::from(!character.is_whitespace());
    }
    length
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_text_is_counted_in_three_ways() {
        for (text, words, letters, characters) in [
            ("", 0, 0, 0),
            (" \n\t　\u{a0}", 0, 0, 0),
            ("雨停了。", 3, 3, 4),
            ("“走吧……”她说——", 4, 4, 10),
            ("　　他说 OK，然后走了 3 里。\n", 9, 10, 12),
            ("𠮷野家", 3, 3, 3),
            ("Don’t stop.", 2, 8, 10),
            ("**3.50** € & naïve", 2, 8, 15),
        ] {
            let expected = Length {
                words,
                letters,
                characters,
            };
            assert_eq!(length(text), expected, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn no_way_counts_more_than_the_next(text: String) {
            let Length { words, letters, characters } = length(&text);
            prop_assert!(words <= characters && letters <= characters);
        }
    }
}
