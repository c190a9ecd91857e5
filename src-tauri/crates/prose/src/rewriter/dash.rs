//! The dash of a writer: its sign, and the spaces around it.

use crate::Language;

/// A dash with the spaces around it, such as `—`, ` – ` or `——`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Dash(String);

/// How much of the text above a passage is read, in bytes: some chapters. A whole book of 10 MB would take longer than
/// the offer itself.
const READ: usize = 200_000;

impl Dash {
    /// Returns the dash that the passage has most often. Without one it is the dash of the text around the passage, and
    /// then the usual dash of the language.
    pub fn of(passage: &str, around: [&str; 2], language: Language) -> Self {
        let usual = match language {
            Language::En => "—",
            Language::Zh => "——",
        };
        let [above, after] = around;
        let above = &above[above.ceil_char_boundary(above.len().saturating_sub(READ))..];
        most_frequent(&[passage], usual, language)
            .or_else(|| most_frequent(&[above, after], usual, language))
            .map_or_else(|| Self(usual.to_owned()), |dash| Self(dash.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Returns the dash that occurs most often; of equals the usual one, or else the first.
fn most_frequent<'t>(texts: &[&'t str], usual: &str, language: Language) -> Option<&'t str> {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for dash in texts.iter().flat_map(|text| dashes(text, language)) {
        match counts.iter_mut().find(|(known, _)| *known == dash) {
            Some((_, count)) => *count += 1,
            None => counts.push((dash, 1)),
        }
    }
    let first_of_most = counts
        .into_iter()
        .rev()
        .max_by_key(|(dash, count)| (*count, *dash == usual));
    first_of_most.map(|(dash, _)| dash)
}

/// Returns each dash between two words, with its spaces.
///
/// A dash beside a quotation mark breaks off speech and has no space in either habit. A sign with a space on one side
/// only is a list, an option of a program or the end of a comment. A dash between numbers is a span of years.
fn dashes(text: &str, language: Language) -> impl Iterator<Item = &str> {
    let is_sign = |c: char| matches!(c, '—' | '–' | '-');
    let mut end = 0;
    std::iter::from_fn(move || {
        let start = end + text[end..].find(is_sign)?;
        let sign = text[start..].chars().next()?;
        end = start + text[start..].len() - text[start..].trim_start_matches(sign).len();
        Some(start..end)
    })
    .filter_map(move |sign| {
        let before = text[..sign.start].chars().next_back()?;
        let after = text[sign.end..].chars().next()?;
        let is_spaced = is_space(before) && is_space(after);
        let is_dash = match (language, &text[sign.clone()]) {
            (Language::En, "—" | "--") | (Language::Zh, "——") => {
                is_spaced || !(is_space(before) || is_space(after))
            }
            // Without spaces it belongs to a compound: `the Paris–Lyon line`.
            (Language::En, "–") => is_spaced,
            _ => false,
        };
        let whole = if is_spaced {
            sign.start - before.len_utf8()..sign.end + after.len_utf8()
        } else {
            sign
        };
        let before = text[..whole.start].chars().next_back()?;
        let after = text[whole.end..].chars().next()?;
        let joins_words = before.is_alphanumeric()
            && after.is_alphanumeric()
            && !(before.is_ascii_digit() && after.is_ascii_digit());
        (is_dash && joins_words).then(|| &text[whole])
    })
}

/// Returns whether it is a space on a line. Some writers put a narrow one, or one that no line breaks at.
const fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\u{a0}' | '\u{2009}' | '\u{200a}' | '\u{202f}')
}

#[cfg(test)]
mod tests {
    use Language::{En, Zh};
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_dash_is_set_as_the_passage_has_it_most_often() {
        for (passage, language, expected) in [
            ("The gate — the old one — was open.", En, " — "),
            ("The gate – the old one – was open.", En, " – "),
            ("The gate—the old one—was open.", En, "—"),
            ("The gate -- the old one -- was open.", En, " -- "),
            ("The gate\u{200a}—\u{200a}it was old.", En, "\u{200a}—\u{200a}"),
            ("One — two. Three—four. Five — six.", En, " — "),
            ("One — two. Three—four.", En, "—"),
            ("那扇门——他亲手上过油——开着。", Zh, "——"),
            ("那扇门 —— 他亲手上过油 —— 开着。", Zh, " —— "),
        ] {
            let dash = Dash::of(
                passage,
                ["She ran—he fell – it rained.", "他跑——她跑。"],
                language,
            );
            assert_eq!(dash.as_str(), expected, "{passage}");
        }
    }

    #[test]
    fn a_passage_without_a_dash_follows_the_text_around_it() {
        for (around, language, expected) in [
            (["She ran — he fell.", ""], En, " — "),
            (["", "It rained – and rained."], En, " – "),
            (["", ""], En, "—"),
            (["雨 —— 停了。", ""], Zh, " —— "),
            (["", ""], Zh, "——"),
        ] {
            assert_eq!(
                Dash::of("It rained.", around, language).as_str(),
                expected,
                "{around:?}"
            );
        }
    }

    #[test]
    fn what_is_no_dash_between_words_says_nothing() {
        for text in [
            "“They've—”",
            "the Paris–Lyon line",
            "1914 – 1918, 1914 -- 1918",
            "<!-- scene: action -->",
            "- a list\n- of things\n\n---\n\n| -- | -- |",
            "rm --force",
            "A half-open door.",
            "—",
            "",
        ] {
            assert_eq!(dashes(text, En).count(), 0, "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_breaks_the_reading(text in "[a1雨 —–\u{a0}\n-]{0,40}", cut in "[—– ]{0,3}") {
            for language in [En, Zh] {
                let dash = Dash::of(&text, [&cut, &text], language);
                let sign = dash.as_str().trim_matches(is_space);
                prop_assert!(["—", "–", "--", "——"].contains(&sign), "{:?}", sign);
            }
        }
    }
}
