//! Segmentation: the boundaries of paragraphs, sentences, tokens and units.
//!
//! All ranges are byte ranges of the given text on character boundaries, so that callers can replace a piece and leave
//! all other bytes unchanged.

mod length;
mod paragraph;
mod sentence;
mod token;

pub use length::{Length, length};
pub(crate) use paragraph::is_heading;
pub use paragraph::{front_matter, paragraphs};
pub(crate) use sentence::measured_sentences;
pub use sentence::sentences;
pub use token::{Token, TokenKind, tokens, units};
pub(crate) use token::{WordClass, classed_tokens};

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Language;

    /// Returns random text in which the marks that segmentation depends on are frequent.
    fn prose() -> impl Strategy<Value = String> {
        prop_oneof![
            any::<String>(),
            "[a-cI他说道雨了 .!?…。！？”“\"'’」*_#,，—0-9\u{301}\r\n-]{0,60}",
        ]
    }

    proptest! {
        #[test]
        fn tokens_tile_any_text(text in prose()) {
            let mut at = 0;
            for token in tokens(&text) {
                prop_assert_eq!(token.range.start, at);
                prop_assert!(token.range.end > at && text.is_char_boundary(token.range.end));
                at = token.range.end;
            }
            prop_assert_eq!(at, text.len());
        }

        #[test]
        fn sentences_and_paragraphs_tile_all_that_is_not_blank(text in prose()) {
            for ranges in [paragraphs(&text), sentences(&text, Language::En), sentences(&text, Language::Zh)] {
                let mut at = 0;
                for range in ranges {
                    prop_assert!(text[at..range.start].trim().is_empty());
                    let piece = &text[range.clone()];
                    prop_assert!(!piece.is_empty() && piece.trim() == piece);
                    at = range.end;
                }
                prop_assert!(text[at..].trim().is_empty());
            }
        }

        #[test]
        fn a_text_has_as_many_units_as_its_tokens(text in prose()) {
            let of_tokens: usize = tokens(&text).iter().map(|token| token.units(&text)).sum();
            prop_assert_eq!(units(&text), of_tokens);
        }
    }
}
