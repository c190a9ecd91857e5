//! Hides Chinese punctuation beside `*` and `~` from the CommonMark parser.

/// The first code point of the range to which punctuation is moved, so that CommonMark takes it for a letter. Chinese
/// writers expect `**“雨停了。”**她说` to be bold. By the rules of CommonMark, a `**` between punctuation and a letter
/// does not close, because the rules assume spaces between words.
pub(crate) const SHIELD: u32 = 0xF_0000;

pub(crate) fn is_shielded(character: char) -> bool {
    "，。！？；：、…—·「」『』《》〈〉（）【】“”‘’".contains(character)
}

/// Returns a text in which the Chinese punctuation beside `*` and `~` is replaced by code points that CommonMark takes
/// for letters.
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
