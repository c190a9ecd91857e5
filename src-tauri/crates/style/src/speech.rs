//! The parts of a paragraph that are direct speech.

use std::ops::Range;

/// Returns the stretches between quotation marks, in characters. An unclosed stretch extends to the end: in a speech of
/// several paragraphs only the last paragraph has a closing mark.
pub(crate) fn spoken(text: &[char]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut open: Option<(usize, char)> = None;
    for (at, sign) in text.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| text.get(before));
        let is_inside = |sign: Option<&char>| sign.is_some_and(|sign| sign.is_alphanumeric());
        match (open, sign) {
            (None, '“' | '"') => open = Some((at, if *sign == '“' { '”' } else { '"' })),
            // An apostrophe at the beginning of a word, as in ’tis, is the closing sign.
            (None, '‘') => open = Some((at, '’')),
            (None, '\'') if !is_inside(before) => open = Some((at, '\'')),
            (Some((from, closing)), sign) if *sign == closing => {
                let is_apostrophe = "’'".contains(closing) && is_inside(text.get(at + 1));
                if !is_apostrophe {
                    found.push(from..at + 1);
                    open = None;
                }
            }
            _ => {}
        }
    }
    found.extend(open.map(|(from, _)| from..text.len()));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_is_told_from_what_is_told() {
        for (text, said) in [
            ("He came.", &[][..]),
            ("“I come,” he said, “late.”", &["“I come,”", "“late.”"]),
            ("\"I come,\" he said.", &["\"I come,\""]),
            ("‘I don’t,’ he said.", &["‘I don’t,’"]),
            ("'I don't,' he said.", &["'I don't,'"]),
            ("He didn’t. ’Tis late, the writers’ way.", &[]),
            ("“And so it went", &["“And so it went"]),
            ("“He said ‘no’ twice,” I said.", &["“He said ‘no’ twice,”"]),
            ("“”", &["“”"]),
        ] {
            let signs: Vec<char> = text.chars().collect();
            let found: Vec<String> = spoken(&signs)
                .into_iter()
                .map(|range| signs[range].iter().collect())
                .collect();
            assert_eq!(found, said, "{text}");
        }
    }
}
