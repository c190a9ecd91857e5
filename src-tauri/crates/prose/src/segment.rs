//! Paragraphs, sentences, tokens and units: where the pieces of a passage begin and end.
//!
//! Every function returns byte ranges into the text it was given, always on character boundaries,
//! so that callers can replace a piece and leave every other byte as it was.

use std::ops::Range;
use std::sync::LazyLock;

use jieba_rs::Jieba;
use unicode_segmentation::UnicodeSegmentation;

use crate::Language;
use crate::language::is_han;

/// The dictionary of Chinese words. It costs about 190 ms and 32 MB, so it waits for the first Han run.
static DICTIONARY: LazyLock<Jieba> = LazyLock::new(Jieba::new);

/// What a token is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// A word in letters, with its inner apostrophes and hyphens: `don't`, `half-open`.
    Word,
    /// A Chinese word of one or more Han characters: `雨`, `窗户`.
    Han,
    /// A number in digits, with its inner separators: `1,204.5`.
    Number,
    /// One mark, or a run of the same mark: `,`, `……`, `**`; symbols and emoji too.
    Punctuation,
    /// A run of white space, line breaks included.
    Space,
}

/// One token of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Where it stands, in bytes.
    pub range: Range<usize>,
    /// What it is made of.
    pub kind: TokenKind,
}

impl Token {
    /// Returns the token's own text, given the text the token was cut from.
    pub fn of<'a>(&self, text: &'a str) -> &'a str {
        text.get(self.range.clone()).unwrap_or_default()
    }

    /// Returns how many units the token counts for, given the text it was cut from.
    pub fn units(&self, text: &str) -> usize {
        match self.kind {
            TokenKind::Word | TokenKind::Number => 1,
            TokenKind::Han => self
                .of(text)
                .chars()
                .filter(|&character| is_han(character))
                .count(),
            TokenKind::Punctuation | TokenKind::Space => 0,
        }
    }
}

/// Returns the paragraphs of a Markdown manuscript, without the white space around them.
///
/// Paragraphs end at blank lines; a heading (`# …`) is a block by itself, as in CommonMark 4.2.
/// A single line break inside a paragraph is a soft wrap.
pub fn paragraphs(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut open: Option<Range<usize>> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let trimmed = trimmed_range(line, at);
        at += line.len();
        let heading = is_heading(line);
        if (trimmed.is_empty() || heading)
            && let Some(paragraph) = open.take()
        {
            found.push(paragraph);
        }
        if heading {
            found.push(trimmed);
        } else if !trimmed.is_empty() {
            let start = open.map_or(trimmed.start, |paragraph| paragraph.start);
            open = Some(start..trimmed.end);
        }
    }
    found.extend(open);
    found
}

/// Returns whether a line is a Markdown heading: up to three spaces, one to six `#`, then a space.
fn is_heading(line: &str) -> bool {
    let marks = line.trim_start_matches(' ');
    let title = marks.trim_start_matches('#');
    let level = marks.len() - title.len();
    line.len() - marks.len() <= 3
        && (1..=6).contains(&level)
        && (title.trim().is_empty() || title.starts_with([' ', '\t']))
}

/// Returns the range of `piece`, which starts at byte `at`, without the white space around it.
fn trimmed_range(piece: &str, at: usize) -> Range<usize> {
    let start = at + piece.len() - piece.trim_start().len();
    start..start + piece.trim().len()
}

/// Returns the sentences of a text, in order, without the white space between them.
///
/// The ranges tile the text: whatever lies outside them is white space. A sentence keeps its
/// terminal marks and the quotation marks that close on them. A paragraph's end always ends one.
///
/// The Unicode default (UAX 29) is not used: it ends a sentence at `Mr.` and between `“去吧。”` and
/// `他说`, and has no sentence end at `……`.
pub fn sentences(text: &str, language: Language) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for paragraph in paragraphs(text) {
        let Some(body) = text.get(paragraph.clone()) else {
            continue;
        };
        let mut start = 0;
        for end in sentence_ends(body, language) {
            let Some(sentence) = body.get(start..end) else {
                continue;
            };
            found.push(trimmed_range(sentence, paragraph.start + start));
            start = end;
        }
    }
    found
}

/// Returns where the sentences of one trimmed paragraph end, its own end last.
fn sentence_ends(paragraph: &str, language: Language) -> Vec<usize> {
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
        if ends_sentence(
            &Stop {
                before,
                stop,
                closing,
                after: rest,
            },
            language,
        ) {
            ends.push(paragraph.len() - rest.len());
        }
    }
    if ends.last() != Some(&paragraph.len()) && !paragraph.is_empty() {
        ends.push(paragraph.len());
    }
    ends
}

/// Which of the marks that look the same on both sides are open.
///
/// In Chinese no space tells `走了。"去吧"` from `"走了。"他`; whether the mark was opened before does.
#[derive(Default)]
struct PairedMarks {
    quote: bool,
    emphasis: bool,
}

impl PairedMarks {
    /// Returns what follows the first character, or the first run of one paired mark.
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

    /// Returns what follows the marks that close here.
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

/// A run of terminal marks and what stands around it in its paragraph.
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
    if !spaced && at.closing.is_empty() && first.is_alphanumeric() && !is_han(first) && is_latin(at.stop) {
        // `3.5`, `example.com`.
        return false;
    }
    if is_ellipsis(at.stop) {
        // In English an ellipsis is a pause unless a closing quote makes it the end of a speech;
        // in Chinese it stands where a full stop would.
        return language == Language::Zh || !at.closing.is_empty();
    }
    if at.stop == "." && at.closing.is_empty() && is_abbreviated(at.before, first) {
        return false;
    }
    let quoted = at.closing.contains(['”', '’', '」', '』', '"', '\'']);
    !(quoted && !spaced && starts_with_speech_tag(next))
}

fn is_terminal(character: char) -> bool {
    matches!(
        character,
        '.' | '!' | '?' | '…' | '。' | '！' | '？' | '｡' | '．' | '‼' | '⁇' | '⁈' | '⁉'
    )
}

fn is_latin(stop: &str) -> bool {
    stop.is_ascii()
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

/// Returns whether a sentence goes on although a terminal mark stands before this one.
fn is_continuing(mark: char) -> bool {
    matches!(mark, ',' | ';' | ':' | '，' | '、' | '；' | '：' | ')' | '）')
}

/// Titles and the like, which a capital letter follows inside the sentence. Lower case, sorted.
const TITLES: [&str; 27] = [
    "capt", "cf", "col", "dr", "e.g", "gen", "gov", "hon", "i.e", "lieut", "lt", "maj", "messrs", "mlle",
    "mme", "mr", "mrs", "ms", "mt", "prof", "rev", "sen", "sergt", "sgt", "st", "viz", "vs",
];

/// Words that are abbreviations only before a number: `No. 7`, but `"No." He left.` Sorted.
const BEFORE_NUMBERS: [&str; 8] = ["ch", "fig", "no", "nos", "p", "pp", "sec", "vol"];

/// Returns whether the full stop after `before` belongs to an abbreviation or an initial.
fn is_abbreviated(before: &str, next: char) -> bool {
    let word = before
        .rsplit(|c: char| !(c.is_alphanumeric() || c == '.'))
        .next()
        .unwrap_or_default();
    // The longest entry has six letters; a long word need not be copied to be looked up.
    if word.len() > 8 {
        return false;
    }
    let lower = word.to_lowercase();
    if TITLES.binary_search(&lower.as_str()).is_ok() {
        return true;
    }
    if BEFORE_NUMBERS.binary_search(&lower.as_str()).is_ok() {
        return next.is_ascii_digit();
    }
    // Initials: `J. Conrad`, `U.S. Navy`. A lone `I` is far more often the pronoun.
    word != "I" && !word.is_empty() && word.split('.').all(is_single_capital)
}

fn is_single_capital(part: &str) -> bool {
    let mut letters = part.chars();
    letters.next().is_some_and(char::is_uppercase) && letters.next().is_none()
}

/// The longest clause, in characters, that is still taken for a tag such as `老人低声问`.
const LONGEST_TAG: usize = 10;

/// Returns whether a clause right after a closing quotation mark says who spoke: `他说`, `老人笑道`.
fn starts_with_speech_tag(text: &str) -> bool {
    let end = text.find(|c: char| !is_han(c)).unwrap_or(text.len());
    let clause = &text[..end];
    let is_short = clause.chars().count() <= LONGEST_TAG;
    let names_speech = clause.contains([
        '说', '說', '问', '問', '喊', '叫', '答', '嚷', '骂', '罵', '吼', '曰',
    ]);
    // 道 speaks only where it ends the clause: 他笑道, but not 他知道 or 道路很长.
    let ends_in_dao = clause.ends_with('道') && !clause.ends_with("知道");
    is_short && (names_speech || ends_in_dao)
}

/// Returns the tokens of a text, which tile it exactly.
///
/// Words follow UAX 29, hyphens inside a word joined; a run of Han characters is cut into words by
/// the dictionary of jieba, names it does not list found by its model. Linear in the length.
pub fn tokens(text: &str) -> Vec<Token> {
    let words = |run: &str| {
        DICTIONARY
            .cut(run, true)
            .iter()
            .map(|word| (word.word.len(), ()))
            .collect()
    };
    cut_han(text, (), words)
        .into_iter()
        .map(|(token, ())| token)
        .collect()
}

/// What the dictionary says a Chinese word is, as far as a feature asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WordClass {
    Pronoun,
    Idiom,
    Other,
}

/// Returns the tokens of a text, each with the class the dictionary gives it.
///
/// Only words the dictionary lists are found: a guessed word would have a guessed class, and
/// guessing takes twice the time of the rest.
pub(crate) fn classed_tokens(text: &str) -> Vec<(Token, WordClass)> {
    let class = |tag: &str| match tag {
        // ICTCLAS tags.
        "r" | "rr" | "rz" | "rg" => WordClass::Pronoun,
        "i" => WordClass::Idiom,
        _ => WordClass::Other,
    };
    cut_han(text, WordClass::Other, |run| {
        DICTIONARY
            .tag(run, false)
            .iter()
            .map(|word| (word.word.len(), class(word.tag)))
            .collect()
    })
}

/// Returns the runs of a text with its Han runs cut by `words`, which gives the bytes and the class of each word.
fn cut_han<C: Copy>(text: &str, outside: C, words: impl Fn(&str) -> Vec<(usize, C)>) -> Vec<(Token, C)> {
    let mut tokens = Vec::with_capacity(text.len() / 3);
    for run in runs(text) {
        if run.kind != TokenKind::Han {
            tokens.push((run, outside));
            continue;
        }
        let mut start = run.range.start;
        for (length, class) in words(run.of(text)) {
            let range = start..start + length;
            start = range.end;
            tokens.push((
                Token {
                    range,
                    kind: TokenKind::Han,
                },
                class,
            ));
        }
    }
    tokens
}

/// Returns the length of a text in units: an English word, a number or a Han character is one.
pub fn units(text: &str) -> usize {
    // Needs no dictionary: every Han character counts, wherever its word ends.
    runs(text).iter().map(|run| run.units(text)).sum()
}

/// Returns the number of words a writer is shown for a text: its units.
pub fn word_count(text: &str) -> usize {
    units(text)
}

/// Returns the tokens of a text with each run of Han characters still in one piece.
fn runs(text: &str) -> Vec<Token> {
    let mut runs = Vec::with_capacity(text.len() / 3);
    for (start, piece) in text.split_word_bound_indices() {
        // UAX 29 counts the underscores of Markdown emphasis as part of the word they surround.
        let body = piece.trim_start_matches('_');
        let body_start = start + piece.len() - body.len();
        let body_end = body_start + body.trim_end_matches('_').len();
        for range in [
            start..body_start,
            body_start..body_end,
            body_end..start + piece.len(),
        ] {
            append(&mut runs, text, range);
        }
    }
    runs
}

/// Appends a piece of the text, or joins it to the run before where the two are one.
fn append(runs: &mut Vec<Token>, text: &str, range: Range<usize>) {
    let piece = text.get(range.clone()).unwrap_or_default();
    let Some(kind) = kind_of(piece) else { return };
    match (runs.as_mut_slice(), kind) {
        ([.., last], TokenKind::Han | TokenKind::Space) if last.kind == kind => last.range.end = range.end,
        ([.., last], TokenKind::Punctuation) if last.kind == kind && is_run(last.of(text), piece) => {
            last.range.end = range.end;
        }
        ([.., word, hyphen], TokenKind::Word)
            if word.kind == kind && matches!(hyphen.of(text), "-" | "\u{2010}" | "\u{2011}") =>
        {
            word.range.end = range.end;
            runs.pop();
        }
        _ => runs.push(Token { range, kind }),
    }
}

/// Returns what a piece is made of, or `None` for an empty one.
fn kind_of(piece: &str) -> Option<TokenKind> {
    let first = piece.chars().next()?;
    Some(if is_han(first) {
        TokenKind::Han
    } else if first.is_whitespace() {
        TokenKind::Space
    } else if piece.chars().any(char::is_alphabetic) {
        TokenKind::Word
    } else if first.is_numeric() {
        TokenKind::Number
    } else {
        TokenKind::Punctuation
    })
}

/// Returns whether `mark` goes on the run of one same mark, as the second `—` does in `——`.
fn is_run(run: &str, mark: &str) -> bool {
    let mut marks = mark.chars();
    marks.next().is_some_and(|only| run.ends_with(only)) && marks.next().is_none()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn pieces<'a>(text: &'a str, ranges: &[Range<usize>]) -> Vec<&'a str> {
        ranges.iter().map(|range| &text[range.clone()]).collect()
    }

    #[test]
    fn paragraphs_end_at_blank_lines_and_headings() {
        for (text, expected) in [
            ("One line.", vec!["One line."]),
            (
                "  First\nstill first.\n\n \t\nSecond.\n",
                vec!["First\nstill first.", "Second."],
            ),
            ("# Title\nText.", vec!["# Title", "Text."]),
            (
                "文字。\n## 标题\n\n雨停了。\r\n\r\n天晴了。",
                vec!["文字。", "## 标题", "雨停了。", "天晴了。"],
            ),
            ("#标签 不是标题\n还是一段", vec!["#标签 不是标题\n还是一段"]),
            ("\n \n", vec![]),
            ("", vec![]),
        ] {
            assert_eq!(pieces(text, &paragraphs(text)), expected, "{text:?}");
        }
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
            assert_eq!(pieces(text, &sentences(text, Language::En)), expected, "{text:?}");
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
            assert_eq!(pieces(text, &sentences(text, Language::Zh)), expected, "{text:?}");
        }
    }

    #[test]
    fn tokens_are_words_numbers_marks_and_spaces() {
        use TokenKind::{Han, Number, Punctuation, Space, Word};
        for (text, expected) in [
            (
                "Don't half-open  it, 3.5!",
                vec![
                    ("Don't", Word),
                    (" ", Space),
                    ("half-open", Word),
                    ("  ", Space),
                    ("it", Word),
                    (",", Punctuation),
                    (" ", Space),
                    ("3.5", Number),
                    ("!", Punctuation),
                ],
            ),
            (
                "他推开窗户……",
                vec![("他", Han), ("推开", Han), ("窗户", Han), ("……", Punctuation)],
            ),
            (
                "_so_ **b**",
                vec![
                    ("_", Punctuation),
                    ("so", Word),
                    ("_", Punctuation),
                    (" ", Space),
                    ("**", Punctuation),
                    ("b", Word),
                    ("**", Punctuation),
                ],
            ),
            (
                "a - b--c",
                vec![
                    ("a", Word),
                    (" ", Space),
                    ("-", Punctuation),
                    (" ", Space),
                    ("b", Word),
                    ("--", Punctuation),
                    ("c", Word),
                ],
            ),
            (
                "看OK了\r\n\n",
                vec![("看", Han), ("OK", Word), ("了", Han), ("\r\n\n", Space)],
            ),
            (
                "they’re 1,204 🙂🙂",
                vec![
                    ("they’re", Word),
                    (" ", Space),
                    ("1,204", Number),
                    (" ", Space),
                    ("🙂🙂", Punctuation),
                ],
            ),
        ] {
            let found: Vec<_> = tokens(text)
                .iter()
                .map(|token| (&text[token.range.clone()], token.kind))
                .collect();
            assert_eq!(found, expected, "{text:?}");
        }
    }

    #[test]
    fn units_are_words_numbers_and_han_characters() {
        for (text, expected) in [
            ("", 0),
            ("Don't stop, half-open door.", 4),
            ("雨停了。", 3),
            ("他说 OK，然后走了 3 里。", 9),
            ("…… — !", 0),
        ] {
            assert_eq!(units(text), expected, "{text:?}");
            assert_eq!(word_count(text), expected, "{text:?}");
        }
    }

    /// Returns text with the marks that the rules look at more often than chance would bring them.
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
