//! One line, or the lines of one bullet, as text.

use std::borrow::Cow;

/// The opening of the annotation of a rule.
pub(crate) const RULE: &str = "<!-- rule ";
/// The opening of the annotation of an item.
pub(super) const ITEM: &str = "<!-- item ";
/// The end of either annotation.
pub(crate) const CLOSING: &str = "-->";

/// The kind of the last annotation in a bullet.
pub(crate) enum Annotated {
    /// The annotation of a rule.
    Rule,
    /// The annotation of an item, even if it is forged or changed.
    Item,
}

/// Returns the kind of the last annotation in a bullet; `None` without an annotation.
pub(crate) fn annotation(raw: &str) -> Option<Annotated> {
    let (rule, item) = (raw.rfind(RULE), raw.rfind(ITEM));
    match (rule, item) {
        (None, None) => None,
        (rule, item) if item > rule => Some(Annotated::Item),
        _ => Some(Annotated::Rule),
    }
}

/// Returns a line without its line ending and without the item's annotation at its end.
pub(crate) fn plain(line: &str) -> &str {
    let body = line.trim_end_matches(['\n', '\r']);
    match body.rfind(ITEM) {
        Some(at) if body.trim_end().ends_with(CLOSING) => body[..at].trim_end(),
        _ => body,
    }
}

/// Returns the length of a line in characters, without the annotation of a rule or an item.
pub(crate) fn length_of_line(line: &str) -> usize {
    let noted = line.rfind(RULE).max(line.rfind(ITEM)).and_then(|at| {
        let length = line[at..].find(CLOSING)? + CLOSING.len();
        Some(line[at..at + length].chars().count() + 1)
    });
    line.chars().count().saturating_sub(noted.unwrap_or(0))
}

/// Returns a heading's level and its title.
pub(crate) fn heading(line: &str) -> Option<(u8, &str)> {
    let level = line.bytes().take_while(|&byte| byte == b'#').count();
    let title = &line[level..];
    let is_heading = (1..=6).contains(&level) && title.starts_with(char::is_whitespace);
    is_heading.then_some((u8::try_from(level).ok()?, title.trim()))
}

/// Returns the title of a second-level heading, without closing `#` marks.
pub(crate) fn section_title(line: &str) -> Option<&str> {
    let (level, title) = heading(line)?;
    (level == 2).then(|| title.trim_end_matches('#').trim_end())
}

/// Returns the marker of a top-level bullet, including the space after it.
pub(crate) fn marker(line: &str) -> Option<&'static str> {
    ["- ", "* ", "+ "]
        .into_iter()
        .find(|marker| line.starts_with(marker))
}

/// Returns whether a line belongs to the bullet above it: indented and not blank.
pub(crate) fn continues(line: &str) -> bool {
    line.starts_with([' ', '\t']) && !line.trim().is_empty()
}

/// Returns the character and the length of the fence that a line opens (CommonMark 0.31, section 4.5).
pub(crate) fn opening(line: &str) -> Option<(char, usize)> {
    let opening = line.trim_start();
    let mark = opening.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
    let length = opening.chars().take_while(|&character| character == mark).count();
    let info = &opening[length..];
    (length >= 3 && !(mark == '`' && info.contains('`'))).then_some((mark, length))
}

/// Returns the line that closes the fenced block that opens at `start`. `None` if no block opens there, `Some(None)` if
/// the block is not closed.
///
/// A closing fence has at least as many of the same character and nothing else.
pub(crate) fn closing(lines: &[impl AsRef<str>], start: usize) -> Option<Option<usize>> {
    let (mark, length) = opening(lines[start].as_ref())?;
    let closes = |line: &str| {
        let line = line.trim();
        line.chars().count() >= length && line.chars().all(|character| character == mark)
    };
    let close = lines[start + 1..].iter().position(|line| closes(line.as_ref()));
    Some(close.map(|offset| start + 1 + offset))
}

/// Returns a line and its line ending.
pub(crate) fn split_ending(line: &str) -> (&str, &str) {
    let body = line
        .strip_suffix('\n')
        .map_or(line, |body| body.strip_suffix('\r').unwrap_or(body));
    line.split_at(body.len())
}

/// Returns the text of a bullet or a line, without its marker and its comments, with white space collapsed.
pub fn words(raw: &str) -> String {
    let said = &raw[marker(raw).map_or(0, str::len)..];
    collapsed(&without_comments(said))
}

/// Returns the key for comparing statements. It ignores case, white space, the width of Latin letters and punctuation,
/// comments, and a final full stop.
pub fn key(words: &str) -> String {
    let mut key = folded(&without_comments(words));
    let stop = key
        .chars()
        .next_back()
        .filter(|last| matches!(last, '.' | '。' | '｡'));
    if let Some(stop) = stop {
        // An ellipsis of three dots is kept, and so is a full stop that is the whole text.
        let before = key[..key.len() - stop.len_utf8()].trim_end();
        if !before.is_empty() && !before.ends_with(stop) {
            key.truncate(before.len());
        }
    }
    key
}

/// Returns a text in lower case, with full-width letters and punctuation converted to ASCII and white space collapsed.
pub(super) fn folded(text: &str) -> String {
    let plain = text.chars().map(|character| match character {
        // The full-width forms are in the order of ASCII, from `!` to `~`.
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(character) - 0xfee0).unwrap_or(character),
        _ => character,
    });
    collapsed(&plain.collect::<String>().to_lowercase())
}

pub(super) fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a text with each comment, and each remainder of a comment, replaced by a space. So no part of it can be read
/// as the beginning or the end of an annotation.
pub(crate) fn without_comments(text: &str) -> Cow<'_, str> {
    if !text.contains("<!--") && !text.contains(CLOSING) {
        return Cow::Borrowed(text);
    }
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    // The end is searched for only once; otherwise a text with many openings and no end would take quadratic time.
    let mut closes = true;
    while let Some(at) = rest.find("<!--") {
        kept.push_str(&rest[..at]);
        kept.push(' ');
        let end = closes.then(|| rest[at..].find(CLOSING)).flatten();
        closes = end.is_some();
        rest = &rest[end.map_or(at + "<!--".len(), |end| at + end + CLOSING.len())..];
    }
    kept.push_str(rest);
    Cow::Owned(kept.replace(CLOSING, " "))
}

/// Returns whether an annotation is still open after the line; `open` says whether one was open before it.
pub(super) fn leaves_open(line: &str, open: bool) -> bool {
    match line.rfind(RULE).max(line.rfind(ITEM)) {
        Some(at) => !line[at..].contains(CLOSING),
        None => open && !line.contains(CLOSING),
    }
}

/// Adds a line ending to the last line if it has none.
pub(super) fn end_last(lines: &mut [String], ending: &str) {
    if let Some(last) = lines.last_mut().filter(|last| !last.ends_with('\n')) {
        last.push_str(ending);
    }
}
