//! Chinese punctuation beside marks, hidden from CommonMark while it reads.

/// The first code point of the range into which punctuation is moved, so that CommonMark does not see it as
/// punctuation. To everyone who writes Chinese, `**“雨停了。”**她说` is bold. By the rules of CommonMark a closing `**`
/// between punctuation and a letter closes nothing: they count on the spaces of other scripts.
pub(crate) const SHIELD: u32 = 0xF_0000;

pub(crate) fn is_shielded(character: char) -> bool {
    "，。！？；：、…—·「」『』《》〈〉（）【】“”‘’".contains(character)
}

/// Returns a text whose Chinese punctuation beside `*` and `~` is put where CommonMark sees a letter.
pub(crate) fn shielded(text: &str) -> String {
    let is_mark = |character: Option<char>| matches!(character, Some('*' | '~'));
    let mut out = String::with_capacity(text.len());
    let mut before = None;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let beside = is_mark(before) || is_mark(characters.peek().copied());
        let shield = (beside && is_shielded(character))
            .then(|| char::from_u32(SHIELD + u32::from(character)))
            .flatten();
        out.push(shield.unwrap_or(character));
        before = Some(character);
    }
    out
}

pub(crate) fn unshielded(text: &str) -> String {
    text.chars()
        .map(|character| {
            u32::from(character)
                .checked_sub(SHIELD)
                .and_then(char::from_u32)
                .filter(|original| is_shielded(*original))
                .unwrap_or(character)
        })
        .collect()
}
