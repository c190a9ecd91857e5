//! The boundaries of sentences.

use std::ops::Range;

use super::paragraph::{paragraphs, trimmed_range};
use crate::Language;
use crate::language::is_han;

/// Returns the sentences of a text, in order, without the white space between them.
///
/// Only white space lies between the ranges. A sentence includes its terminal marks and the quotation marks that close
/// after them. The end of a paragraph always ends a sentence.
///
/// The Unicode default (UAX 29) is not used: it ends a sentence after `Mr.` and between `“去吧。”` and `他说`, and does
/// not end one after `……`.
pub fn sentences(text: &str, language: Language) -> Vec<Range<usize>> {
    cut(text, |stop| ends_sentence(stop, language))
}

/// Returns the sentences for measurements: as [`sentences`], but in Chinese each final mark ends a sentence, also
/// before a speech tag (`“去吧！”` and `他说。`).
///
/// The punctuation standard defines 。？！ as final marks (句末点号, GB/T 15834-2011), and the lengths of Chinese
/// sentences are counted by them. The rewriter, however, must keep a speech tag with its speech.
pub(crate) fn measured_sentences(text: &str, language: Language) -> Vec<Range<usize>> {
    cut(text, |stop| match language {
        Language::En => ends_sentence(stop, language),
        Language::Zh => ends_sentence(stop, language) || precedes_tag(stop),
    })
}

/// Returns the pieces of a text; a piece ends where `ends` returns true, and at the end of a paragraph.
fn cut(text: &str, ends: impl Fn(&Stop<'_>) -> bool) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for paragraph in paragraphs(text) {
        let Some(body) = text.get(paragraph.clone()) else {
            continue;
        };
        let mut start = 0;
        for end in sentence_ends(body, &ends) {
            let Some(sentence) = body.get(start..end) else {
                continue;
            };
            found.push(trimmed_range(sentence, paragraph.start + start));
            start = end;
        }
    }
    found
}

/// Returns the ends of the sentences of one trimmed paragraph; the last is the end of the paragraph.
fn sentence_ends(paragraph: &str, is_end: impl Fn(&Stop<'_>) -> bool) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut marks = PairedMarks::default();
    let mut rest = paragraph;
    while let Some(character) = rest.chars().next() {
        if !is_terminal(character) {
            rest = marks.skip(rest);
            continue;
        }
        let before = &paragraph[..paragraph.len() - rest.len()];
        let after_stop = rest.trim_start_matches(is_terminal);
        let stop = &rest[..rest.len() - after_stop.len()];
        rest = marks.skip_closing(after_stop);
        let closing = &after_stop[..after_stop.len() - rest.len()];
        if is_end(&Stop {
            before,
            stop,
            closing,
            after: rest,
        }) {
            ends.push(paragraph.len() - rest.len());
        }
    }
    if ends.last() != Some(&paragraph.len()) && !paragraph.is_empty() {
        ends.push(paragraph.len());
    }
    ends
}

/// The state of the quotation marks whose opening and closing mark are the same.
///
/// In Chinese no space distinguishes `走了。"去吧"` from `"走了。"他`, so the parser must know whether a mark is open.
#[derive(Default)]
struct PairedMarks {
    quote: bool,
    emphasis: bool,
}

impl PairedMarks {
    /// Returns the text after the first character, or after the first run of one such mark.
    fn skip<'a>(&mut self, text: &'a str) -> &'a str {
        let mut characters = text.chars();
        match characters.next() {
            Some('"') => self.quote = !self.quote,
            Some('*') => {
                self.emphasis = !self.emphasis;
                return text.trim_start_matches('*');
            }
            _ => {}
        }
        characters.as_str()
    }

    /// Returns the text after the closing marks at its start.
    fn skip_closing<'a>(&mut self, mut text: &'a str) -> &'a str {
        while let Some(mark) = text.chars().next() {
            let closes = match mark {
                '"' => self.quote,
                '*' => self.emphasis,
                '_' => !text.trim_start_matches('_').starts_with(char::is_alphanumeric),
                _ => is_closing(mark),
            };
            if !closes {
                break;
            }
            text = self.skip(text);
        }
        text
    }
}

/// A run of terminal marks and the text around it in its paragraph.
struct Stop<'a> {
    before: &'a str,
    stop: &'a str,
    closing: &'a str,
    after: &'a str,
}

fn ends_sentence(at: &Stop<'_>, language: Language) -> bool {
    let next = at.after.trim_start();
    let Some(first) = next.chars().next() else {
        return true;
    };
    let spaced = next.len() < at.after.len();
    if is_continuing(first) || (!spaced && matches!(first, '—' | '–' | '-')) || first.is_lowercase() {
        return false;
    }
    if !spaced && at.closing.is_empty() && first.is_alphanumeric() && !is_han(first) && at.stop.is_ascii() {
        // `3.5`, `example.com`.
        return false;
    }
    if is_ellipsis(at.stop) {
        // In English an ellipsis is a pause, unless a closing quotation mark ends the speech after it. In Chinese it is
        // used like a full stop.
        return language == Language::Zh || !at.closing.is_empty();
    }
    if at.stop == "." && at.closing.is_empty() && is_abbreviated(at.before, first) {
        return false;
    }
    !precedes_tag(at)
}

/// Returns whether a quotation ends here and a speech tag follows it directly.
fn precedes_tag(at: &Stop<'_>) -> bool {
    at.closing.contains(['”', '’', '」', '』', '"', '\'']) && starts_with_speech_tag(at.after)
}

fn is_terminal(character: char) -> bool {
    matches!(
        character,
        '.' | '!' | '?' | '…' | '。' | '！' | '？' | '｡' | '．' | '‼' | '⁇' | '⁈' | '⁉'
    )
}

fn is_ellipsis(stop: &str) -> bool {
    stop == "..." || stop == "......" || stop.chars().all(|mark| mark == '…')
}

fn is_closing(mark: char) -> bool {
    matches!(
        mark,
        '\'' | '”' | '’' | '」' | '』' | '»' | ')' | ']' | '）' | '】' | '》' | '〉' | '］'
    )
}

/// Returns whether a sentence continues if this mark follows a terminal mark.
fn is_continuing(mark: char) -> bool {
    matches!(mark, ',' | ';' | ':' | '，' | '、' | '；' | '：' | ')' | '）')
}

/// Titles and similar abbreviations, which a capital letter may follow inside the sentence. Lower case, sorted.
const TITLES: [&str; 27] = [
    "capt", "cf", "col", "dr", "e.g", "gen", "gov", "hon", "i.e", "lieut", "lt", "maj", "messrs", "mlle",
    "mme", "mr", "mrs", "ms", "mt", "prof", "rev", "sen", "sergt", "sgt", "st", "viz", "vs",
];

/// Words that are abbreviations only before a number: `No. 7`, but `"No." He left.` Sorted.
const BEFORE_NUMBERS: [&str; 8] = ["ch", "fig", "no", "nos", "p", "pp", "sec", "vol"];

/// The longest word, in letters, that is looked up as an abbreviation.
const LONGEST_ABBREVIATION: usize = 8;

/// Returns whether the full stop after `before` belongs to an abbreviation or an initial.
fn is_abbreviated(before: &str, next: char) -> bool {
    // The look back is limited: without it, a text without spaces would be read again from its start at each full stop.
    let letters = || {
        let nearest = before.chars().rev().take(LONGEST_ABBREVIATION + 1);
        nearest.take_while(|&letter| (letter.is_alphanumeric() && !is_han(letter)) || letter == '.')
    };
    if letters().count() > LONGEST_ABBREVIATION {
        return false;
    }
    let word = &before[before.len() - letters().map(char::len_utf8).sum::<usize>()..];
    let lower = word.to_lowercase();
    if TITLES.binary_search(&lower.as_str()).is_ok() {
        return true;
    }
    if BEFORE_NUMBERS.binary_search(&lower.as_str()).is_ok() {
        return next.is_ascii_digit();
    }
    // Initials: `J. Conrad`, `U.S. Navy`. A single `I` is much more often the pronoun.
    word != "I" && !word.is_empty() && word.split('.').all(is_single_capital)
}

fn is_single_capital(part: &str) -> bool {
    let mut letters = part.chars();
    letters.next().is_some_and(char::is_uppercase) && letters.next().is_none()
}

/// The longest speech tag, in characters, such as `老人低声问`.
const LONGEST_TAG: usize = 10;

/// Returns whether a clause directly after a closing quotation mark names the speaker: `他说`, `老人笑道`.
fn starts_with_speech_tag(text: &str) -> bool {
    let end = text.find(|c: char| !is_han(c)).unwrap_or(text.len());
    let clause = &text[..end];
    let is_short = clause.chars().count() <= LONGEST_TAG;
    let names_speech = clause.contains([
        '说', '說', '问', '問', '喊', '叫', '答', '嚷', '骂', '罵', '吼', '曰',
    ]);
    // 道 means “said” only at the end of the clause: 他笑道, but not 他知道 or 道路很长.
    let ends_in_dao = clause.ends_with('道') && !clause.ends_with("知道");
    is_short && (names_speech || ends_in_dao)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_sentences(text: &str, language: Language, expected: &[&str]) {
        let found: Vec<&str> = sentences(text, language)
            .into_iter()
            .map(|range| &text[range])
            .collect();
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn english_sentences_end_where_a_reader_would_stop() {
        for (text, expected) in [
            ("He ran. She hid! Why?", vec!["He ran.", "She hid!", "Why?"]),
            (
                "Mr. Smith met Dr. Holmes, e.g. at noon. Then rain.",
                vec!["Mr. Smith met Dr. Holmes, e.g. at noon.", "Then rain."],
            ),
            (
                "J. R. Hale of the U.S. Navy paid 3.50 at shop.com. Good.",
                vec!["J. R. Hale of the U.S. Navy paid 3.50 at shop.com.", "Good."],
            ),
            ("It was I. He knew.", vec!["It was I.", "He knew."]),
            (
                "\"No.\" He left. See No. 7 there.",
                vec!["\"No.\"", "He left.", "See No. 7 there."],
            ),
            (
                "“Go.” he said. “Now!” she cried.",
                vec!["“Go.” he said.", "“Now!” she cried."],
            ),
            ("\"Go.\" He went.", vec!["\"Go.\"", "He went."]),
            (
                "\"Stop!\"—he fell. (He did.) So.",
                vec!["\"Stop!\"—he fell.", "(He did.)", "So."],
            ),
            (
                "Well... I think so. “I wonder…” She left.",
                vec!["Well... I think so.", "“I wonder…”", "She left."],
            ),
            ("What?! No!!! Really.", vec!["What?!", "No!!!", "Really."]),
            (
                "*Go.* He went. **Now.** _Run._ Yes.",
                vec!["*Go.*", "He went.", "**Now.**", "_Run._", "Yes."],
            ),
            (
                "A line\nwrapped. Next\n\nno stop\n\nEnd.",
                vec!["A line\nwrapped.", "Next", "no stop", "End."],
            ),
            ("", vec![]),
        ] {
            assert_sentences(text, Language::En, &expected);
        }
    }

    #[test]
    fn chinese_sentences_end_where_a_reader_would_stop() {
        for (text, expected) in [
            ("雨停了。天晴了！走吗？", vec!["雨停了。", "天晴了！", "走吗？"]),
            (
                "“去吧。”他说。“好！”老人低声笑道。",
                vec!["“去吧。”他说。", "“好！”老人低声笑道。"],
            ),
            (
                "“去吧。”他知道雨停了。「走？」她推开门。",
                vec!["“去吧。”", "他知道雨停了。", "「走？」", "她推开门。"],
            ),
            (
                "『走！』他转过身。雨停了。",
                vec!["『走！』", "他转过身。", "雨停了。"],
            ),
            (
                "我想……还是走吧。好……，好吧……",
                vec!["我想……", "还是走吧。", "好……，好吧……"],
            ),
            (
                "他走了。\"去吧。\"她关上门。",
                vec!["他走了。", "\"去吧。\"", "她关上门。"],
            ),
            ("这里花了3.5元。好。", vec!["这里花了3.5元。", "好。"]),
            ("**走。**他去了。", vec!["**走。**", "他去了。"]),
            ("没有句号\n\n第二段", vec!["没有句号", "第二段"]),
        ] {
            assert_sentences(text, Language::Zh, &expected);
        }
    }

    #[test]
    fn a_measure_counts_a_chinese_speech_tag_as_a_sentence() {
        for (text, language, expected) in [
            (
                "“去吧！”他说。雨停了……老人问。",
                Language::Zh,
                vec!["“去吧！”", "他说。", "雨停了……", "老人问。"],
            ),
            // There is no final mark before the tag.
            ("“去吧，”他说。", Language::Zh, vec!["“去吧，”他说。"]),
            ("“Go!” he said.", Language::En, vec!["“Go!” he said."]),
        ] {
            let found: Vec<&str> = measured_sentences(text, language)
                .into_iter()
                .map(|range| &text[range])
                .collect();
            assert_eq!(found, expected, "{text:?}");
        }
    }

    #[test]
    fn the_titles_and_abbreviations_are_sorted_for_their_search() {
        assert!(TITLES.is_sorted() && BEFORE_NUMBERS.is_sorted());
    }
}
