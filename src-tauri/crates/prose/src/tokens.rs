//! Estimates the number of language-model tokens of a text, without a model.

/// Returns the estimate: 1.5 for each Chinese, Japanese, Korean or full-width character, and 0.25 for each byte of all
/// other characters.
pub fn estimate(text: &str) -> u32 {
    let (wide, bytes) = text.chars().fold((0u64, 0u64), |(wide, bytes), character| {
        if is_wide(character) {
            (wide + 1, bytes)
        } else {
            (wide, bytes + character.len_utf8() as u64)
        }
    });
    u32::try_from((6 * wide + bytes).div_ceil(4)).unwrap_or(u32::MAX)
}

/// Returns whether a character is Han, Han punctuation, kana, Hangul or full-width.
const fn is_wide(character: char) -> bool {
    matches!(character,
        '\u{1100}'..='\u{11FF}' | '\u{2E80}'..='\u{9FFF}' | '\u{A960}'..='\u{A97F}' | '\u{AC00}'..='\u{D7FF}'
        | '\u{F900}'..='\u{FAFF}' | '\u{FE30}'..='\u{FE4F}' | '\u{FF00}'..='\u{FFEF}' | '\u{1F200}'..='\u{1F2FF}'
        | '\u{20000}'..='\u{3FFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_estimated_by_its_characters_and_bytes() {
        for (text, tokens) in [
            ("", 0),
            ("word", 1),
            ("words", 2),
            ("雨停了。", 6),
            ("雨 a", 2),
            ("かな한글", 6),
            ("é", 1),
        ] {
            assert_eq!(estimate(text), tokens, "{text}");
        }
    }
}
