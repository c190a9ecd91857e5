//! The errors of an export.

use super::pdf::is_emoji;
use crate::block::is_wide;

/// The reason why a book was not written.
#[derive(Debug, thiserror::Error)]
pub enum Unprintable {
    /// No font has these characters; a page would show empty boxes.
    #[error("no font has {}; {}, write something else there, or take another format", named(.0), remedy(.0))]
    Characters(Vec<Missing>),
    /// A font or a picture could not be put into the document.
    #[error(
        "a font or a picture could not be put on the page; take another format, or leave out pictures that other programs cannot show either"
    )]
    Broken,
    /// A part of the file would be larger than most programs support.
    #[error(
        "its text would have more than {limit} bytes in this format, and the programs that open it read no more; export fewer files"
    )]
    TooLarge {
        /// The maximum size of a part, in bytes.
        limit: u64,
    },
    /// The archive of the file could not be written.
    #[error("its archive could not be written; export fewer files, or take another format: {0}")]
    Archive(#[from] zip::result::ZipError),
}

/// A character that no font has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// The character.
    pub character: char,
    /// The manuscript in which it stands first, and the line there, counted from 1. `None` for a character of the title
    /// page or of a folder's name.
    pub place: Option<(String, usize)>,
}

/// Its code point and its place, as in `U+1F600 (Part One/02.md:14)`. The character itself is the writer's text, which
/// must not appear in a message.
impl std::fmt::Display for Missing {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "U+{:04X}", u32::from(self.character))?;
        match &self.place {
            Some((path, line)) => write!(formatter, " ({path}:{line})"),
            None => Ok(()),
        }
    }
}

impl Missing {
    /// Returns the first of some characters with their places, for a message, and how many others there are.
    pub fn named(missing: &[Self]) -> (String, usize) {
        /// So many places are read; the writer comes again for the others.
        const SHOWN: usize = 5;
        let shown: Vec<String> = missing.iter().take(SHOWN).map(Self::to_string).collect();
        (shown.join(", "), missing.len().saturating_sub(SHOWN))
    }
}

fn named(missing: &[Missing]) -> String {
    match Missing::named(missing) {
        (shown, 0) => shown,
        (shown, more) => format!("{shown} and {more} more"),
    }
}

fn remedy(missing: &[Missing]) -> &'static str {
    let first = missing.first().map_or(' ', |missing| missing.character);
    if is_wide(first) {
        "install one that does, such as Noto Serif CJK (fonts-noto-cjk)"
    } else if is_emoji(first) {
        "install one that does, such as Noto Color Emoji (fonts-noto-color-emoji)"
    } else {
        "install one that does, such as a Noto font for its script"
    }
}
