//! The errors of an export.

use std::collections::BTreeSet;

/// The reason why a book was not written.
#[derive(Debug, thiserror::Error)]
pub enum Unprintable {
    /// No font has these characters; a page would show empty boxes.
    #[error("no font has {}; install one that does, such as Noto Serif CJK (fonts-noto-cjk) for Chinese, or take another format", named(.0))]
    Characters(BTreeSet<char>),
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

/// Returns characters by their code points, because the writer's text must not appear in a message.
fn named(characters: &BTreeSet<char>) -> String {
    const SHOWN: usize = 5;
    let shown: Vec<String> = characters
        .iter()
        .take(SHOWN)
        .map(|character| format!("U+{:04X}", u32::from(*character)))
        .collect();
    let more = if characters.len() > SHOWN {
        format!(" and {} more", characters.len() - SHOWN)
    } else {
        String::new()
    };
    shown.join(", ") + &more
}
