//! Removes the lines of a run from a file and keeps the other lines.

use similar::TextMerge;

/// Takes the text that a run added out of a file that changed around it. The text must stand there exactly once and
/// begin a line.
pub(crate) fn without_once(now: &[u8], added: &[u8]) -> Option<Vec<u8>> {
    if added.is_empty() {
        return None;
    }
    let found = |bytes: &&[u8]| bytes.starts_with(added);
    let mut places = (0..now.len()).filter(|place| {
        let begins_line = *place == 0 || now.get(place - 1) == Some(&b'\n') || added.starts_with(b"\n");
        begins_line && now.get(*place..).as_ref().is_some_and(found)
    });
    let (Some(place), None) = (places.next(), places.next()) else {
        return None;
    };
    let (first, rest) = now.split_at_checked(place)?;
    Some([first, rest.strip_prefix(added)?].concat())
}

/// Merges by lines: the changes from `left` to `now` stay, and the changes from `left` to `before` are applied. Returns
/// `None` where the two touch, and for bytes that are no text.
pub(crate) fn merged(left: &[u8], now: &[u8], before: &[u8]) -> Option<Vec<u8>> {
    let [left, now, before] = [left, now, before].map(str::from_utf8);
    let (left, now, before) = (left.ok()?, now.ok()?, before.ok()?);
    let merge = TextMerge::from_lines(left, now, before);
    (!merge.is_conflicted()).then(|| merge.to_string().into_bytes())
}
