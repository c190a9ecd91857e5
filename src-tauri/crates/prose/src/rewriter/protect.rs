//! Text that a move must not change: speech, Markdown, links, numbers and names.

use std::collections::HashSet;
use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};

use super::letters::is_capitalised;
use super::words::Words;
use crate::language::is_han;
use crate::segment::{self, Token, TokenKind};

/// The protected spans of a passage, ascending and without overlap.
pub(super) struct Protection {
    /// Speech, Markdown and links: a sentence that contains one is neither split nor joined.
    opaque: Vec<Range<usize>>,
    /// The opaque spans, and numbers and names, which no edit may touch.
    all: Vec<Range<usize>>,
}

impl Protection {
    pub fn of(text: &str, tokens: &[Token]) -> Self {
        let mut opaque = markdown(text);
        for paragraph in segment::paragraphs(text) {
            speech(text, paragraph, &mut opaque);
        }
        links(text, &mut opaque);
        let opaque = merged(opaque);
        let mut all = opaque.clone();
        numbers(text, tokens, &mut all);
        names(text, tokens, &mut all);
        Self {
            opaque,
            all: merged(all),
        }
    }

    /// Returns whether an edit of the range would change protected text.
    pub fn touches(&self, range: &Range<usize>) -> bool {
        meets(&self.all, range)
    }

    /// Returns whether the range contains speech, Markdown or a link.
    pub fn is_opaque(&self, range: &Range<usize>) -> bool {
        meets(&self.opaque, range)
    }

    /// Returns the text of every span of speech, Markdown and link, in order.
    pub fn opaque_texts<'a>(&self, text: &'a str) -> Vec<&'a str> {
        self.opaque
            .iter()
            .filter_map(|span| text.get(span.clone()))
            .collect()
    }
}

fn meets(spans: &[Range<usize>], range: &Range<usize>) -> bool {
    let first = spans.partition_point(|span| span.end <= range.start);
    spans.get(first).is_some_and(|span| overlap(span, range))
}

fn merged(mut spans: Vec<Range<usize>>) -> Vec<Range<usize>> {
    spans.retain(|span| !span.is_empty());
    spans.sort_by_key(|span| span.start);
    let mut merged: Vec<Range<usize>> = Vec::with_capacity(spans.len());
    for span in spans {
        match merged.last_mut() {
            Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
            _ => merged.push(span),
        }
    }
    merged
}

/// Returns the parts of the text that Markdown does not treat as running text.
fn markdown(text: &str) -> Vec<Range<usize>> {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_WIKILINKS
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
        | Options::ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS;
    let mut protected = Vec::new();
    // For each open tag, whether its content is protected.
    let mut open = Vec::new();
    let mut at = 0;
    for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
        match event {
            Event::Start(tag) => open.push(is_fence(&tag)),
            Event::End(_) => drop(open.pop()),
            // The text of an entity such as `&amp;` differs from the source, so it is protected.
            Event::Text(read) if !open.contains(&true) && text.get(range.clone()) == Some(&*read) => {
                protected.push(at..range.start);
                at = range.end.max(at);
            }
            _ => {}
        }
    }
    protected.push(at..text.len());
    // White space between two texts is a soft line break, which no move changes anyway.
    protected.retain(|span| text.get(span.clone()).is_some_and(|gap| !gap.trim().is_empty()));
    protected
}

/// Returns whether all content of the tag is protected.
///
/// An indented code block is not protected. In a plain-text manuscript it is a paragraph with a tab before its first
/// line; otherwise no paragraph of such a manuscript would ever get an offer.
fn is_fence(tag: &Tag<'_>) -> bool {
    matches!(
        tag,
        Tag::Heading { .. }
            | Tag::CodeBlock(CodeBlockKind::Fenced(_))
            | Tag::BlockQuote(_)
            | Tag::HtmlBlock
            | Tag::Link { .. }
            | Tag::Image { .. }
            | Tag::Table(_)
            | Tag::FootnoteDefinition(_)
            | Tag::MetadataBlock(_)
    )
}

/// Adds the quoted speech, the bracketed titles and the dialogue of one paragraph.
///
/// A closing quotation mark without an opening one protects the paragraph up to the mark, because a selection may begin
/// inside a speech. An opening mark without a closing one protects the rest of the paragraph, because a speech of
/// several paragraphs is closed only in the last. Unpaired straight quotation marks protect the whole paragraph.
fn speech(text: &str, paragraph: Range<usize>, spans: &mut Vec<Range<usize>>) {
    let Some(body) = text.get(paragraph.clone()) else {
        return;
    };
    if body.starts_with(['—', '―', '–']) || has_unpaired_straight_quotes(body) {
        spans.push(paragraph);
        return;
    }
    let mut at = 0;
    while let Some(mark) = body.get(at..).and_then(|rest| rest.chars().next()) {
        let inside = at + mark.len_utf8();
        let (before, rest) = (&body[..at], &body[inside..]);
        let end = match mark {
            '“' | '„' => Some(closing(rest, &['”'])),
            '「' => Some(closing(rest, &['」'])),
            '『' => Some(closing(rest, &['』'])),
            '«' => Some(closing(rest, &['»'])),
            '《' => Some(closing(rest, &['》'])),
            '〈' => Some(closing(rest, &['〉'])),
            '【' => Some(closing(rest, &['】'])),
            '"' => Some(closing(rest, &['"'])),
            '‘' | '\'' if opens_single(mark, before, rest) => Some(closing_single(rest)),
            '：' | ':' if introduces_bare_speech(before, rest) => Some(rest.len()),
            '”' | '」' | '』' | '»' | '》' => {
                spans.push(paragraph.start..paragraph.start + inside);
                None
            }
            _ => None,
        };
        match end {
            Some(length) => {
                spans.push(paragraph.start + at..paragraph.start + inside + length);
                at = inside + length;
            }
            None => at = inside,
        }
    }
}

fn closing(rest: &str, marks: &[char]) -> usize {
    rest.find(marks).map_or(rest.len(), |at| {
        at + rest[at..].chars().next().map_or(0, char::len_utf8)
    })
}

/// Returns whether the straight double quotes of a paragraph cannot be paired from its start.
fn has_unpaired_straight_quotes(body: &str) -> bool {
    let mut opens = true;
    for (at, _) in body.match_indices('"') {
        let before = body[..at].chars().next_back();
        let after = body[at + 1..].chars().next();
        let is_after_space = before.is_none_or(|c| c.is_whitespace() || matches!(c, '(' | '：' | ':'));
        let is_before_space = after.is_none_or(char::is_whitespace);
        if (opens && is_before_space) || (!opens && is_after_space) {
            return true;
        }
        opens = !opens;
    }
    !opens
}

/// Words that begin with an apostrophe, listed without the apostrophe.
const ELISIONS: Words = Words("tis twas twill twere til till em cause bout round neath un d s");

/// Returns whether a single quotation mark opens a quotation, that is, is not an apostrophe.
fn opens_single(mark: char, before: &str, rest: &str) -> bool {
    let follows_word = before
        .chars()
        .next_back()
        .is_some_and(|c| c.is_alphanumeric() && !is_han(c));
    let word: String = rest.chars().take_while(|c| c.is_alphanumeric()).collect();
    let is_apostrophe = follows_word
        || ELISIONS.has(word.to_lowercase().as_str())
        || (mark == '\''
            && rest
                .chars()
                .next()
                .is_none_or(|c| c.is_whitespace() || c.is_numeric()))
        || (mark == '\''
            && before
                .chars()
                .next_back()
                .is_some_and(|c| matches!(c, '.' | ',' | '!' | '?')));
    !is_apostrophe
}

/// Returns the length of a quotation in single quotation marks, including the closing mark.
///
/// The closing mark looks like an apostrophe. The quotation ends after a punctuation mark, or else at the last
/// apostrophe that ends a word before the next quotation. In doubt, more text is protected.
fn closing_single(rest: &str) -> usize {
    let end = rest.find(['‘', '\n']).filter(|&at| at > 0).unwrap_or(rest.len());
    let scope = &rest[..end];
    let mut last = None;
    for (at, mark) in scope.char_indices().filter(|&(_, c)| matches!(c, '’' | '\'')) {
        let before = scope[..at].chars().next_back();
        let inside = at + mark.len_utf8();
        let after = rest[inside..].chars().next();
        if after.is_some_and(|c| c.is_alphanumeric() && !is_han(c)) {
            continue;
        }
        if before.is_some_and(|c| ".,!?…—;。，！？".contains(c)) {
            return inside;
        }
        last = Some(inside);
    }
    last.unwrap_or(rest.len())
}

/// Returns whether speech without quotation marks follows a colon: `宋江道：你且去罢`.
fn introduces_bare_speech(before: &str, rest: &str) -> bool {
    before.ends_with(['说', '說', '道', '问', '問', '答', '想', '喊', '叫', '曰', '云'])
        && rest.starts_with(is_han)
}

/// Adds the words that look like a web or mail address.
fn links(text: &str, spans: &mut Vec<Range<usize>>) {
    let mut at = 0;
    for chunk in text.split_inclusive(char::is_whitespace) {
        if chunk.contains("://") || chunk.contains("www.") || chunk.contains('@') {
            spans.push(at..at + chunk.trim_end().len());
        }
        at += chunk.len();
    }
}

/// Adds each number with its adjacent signs: `$1,204.50`, `30%`, `25℃`.
fn numbers(text: &str, tokens: &[Token], spans: &mut Vec<Range<usize>>) {
    for (index, token) in tokens.iter().enumerate() {
        if !token.of(text).contains(char::is_numeric) {
            continue;
        }
        let sign = |neighbour: Option<&Token>| {
            neighbour
                .filter(|other| Words("$ € £ ¥ ￥ % ％ ‰ ° ℃ #").has(other.of(text)))
                .map(|other| other.range.clone())
        };
        let before = sign(index.checked_sub(1).and_then(|before| tokens.get(before)));
        let after = sign(tokens.get(index + 1));
        spans.push(
            before.map_or(token.range.start, |sign| sign.start)
                ..after.map_or(token.range.end, |sign| sign.end),
        );
    }
}

/// Adds each occurrence of a word that is capitalised inside a sentence anywhere in the passage.
fn names(text: &str, tokens: &[Token], spans: &mut Vec<Range<usize>>) {
    let names = known_names(text, tokens);
    let found = tokens
        .iter()
        .filter(|token| token.kind == TokenKind::Word && names.contains(token.of(text)));
    spans.extend(found.map(|token| token.range.clone()));
}

/// Returns the words that are capitalised after another word or a comma, where no sentence begins.
pub(super) fn known_names<'a>(text: &'a str, tokens: &[Token]) -> HashSet<&'a str> {
    tokens
        .windows(3)
        .filter_map(|window| {
            let [before, space, word] = window else {
                return None;
            };
            let is_inside =
                (before.kind == TokenKind::Word || before.of(text) == ",") && space.of(text) == " ";
            let name = word.of(text);
            let is_name = word.kind == TokenKind::Word && is_capitalised(name) && !is_first_person(name);
            (is_inside && is_name).then_some(name)
        })
        .collect()
}

/// Returns whether the word is `I`, `I'm` or similar, which is always capitalised.
fn is_first_person(word: &str) -> bool {
    word.strip_prefix('I')
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(['\'', '’']))
}

/// Returns whether two ranges share a byte, or one begins inside the other.
pub(super) fn overlap(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start < other.end && other.start < one.end
}
