//! The font faces of a book.

use std::collections::BTreeSet;
use std::sync::Arc;

use skrifa::raw::FileRef;
use skrifa::string::StringId;
use skrifa::{FontRef, MetadataProvider as _};

use crate::block::is_wide;
use crate::book::Book;

/// One face in a font file.
#[derive(Clone)]
pub struct Face {
    pub(super) bytes: Arc<Vec<u8>>,
    pub(super) index: u32,
}

impl Face {
    /// Finds a face in the bytes of a file. In a collection it is the first face of one of the families, in the order
    /// of `families`, or the first of all if `families` is empty. In a file with one face it is that face. `None` if
    /// the file is not a font, and if no family matches.
    pub fn of(bytes: Arc<Vec<u8>>, families: &[&str]) -> Option<Self> {
        let fonts: Vec<FontRef<'_>> = FileRef::new(&bytes)
            .ok()?
            .fonts()
            .collect::<Result<_, _>>()
            .ok()?;
        let is_called = |font: &FontRef<'_>, family: &str| {
            let mut names = font.localized_strings(StringId::FAMILY_NAME);
            names.any(|name| name.chars().eq(family.chars()))
        };
        let at = match &fonts[..] {
            [_] => 0,
            fonts => families
                .iter()
                .find_map(|family| fonts.iter().position(|font| is_called(font, family)))
                .or(families.is_empty().then_some(0))?,
        };
        let index = u32::try_from(at).ok()?;
        Some(Self { bytes, index })
    }

    /// Returns whether the face has a character.
    pub fn has(&self, character: char) -> bool {
        self.font().is_some_and(|font| {
            font.charmap()
                .map(character)
                .is_some_and(|glyph| glyph.to_u32() != 0)
        })
    }

    pub(super) fn font(&self) -> Option<FontRef<'_>> {
        FontRef::from_index(&self.bytes, self.index).ok()
    }
}

/// The faces of one family. The upright face replaces a missing face.
#[derive(Clone)]
pub struct Family {
    /// The upright face.
    pub regular: Face,
    /// The bold face.
    pub bold: Option<Face>,
    /// The italic face.
    pub italic: Option<Face>,
    /// The bold italic face.
    pub bold_italic: Option<Face>,
}

impl From<Face> for Family {
    fn from(regular: Face) -> Self {
        Self {
            regular,
            bold: None,
            italic: None,
            bold_italic: None,
        }
    }
}

/// The font families of a book. The desk's own family is first and covers most Latin, Greek and Cyrillic letters. The
/// families found on the system follow.
pub struct Fonts {
    pub(super) families: Vec<Family>,
    /// Which of them has the emoji.
    emoji: Option<usize>,
}

impl Default for Fonts {
    fn default() -> Self {
        let face = |bytes: &'static [u8]| Face {
            bytes: Arc::new(bytes.to_vec()),
            index: 0,
        };
        let own = Family {
            regular: face(include_bytes!("../../../fonts/Literata-Regular.ttf")),
            bold: Some(face(include_bytes!("../../../fonts/Literata-Bold.ttf"))),
            italic: Some(face(include_bytes!("../../../fonts/Literata-Italic.ttf"))),
            bold_italic: Some(face(include_bytes!("../../../fonts/Literata-BoldItalic.ttf"))),
        };
        Self {
            families: vec![own],
            emoji: None,
        }
    }
}

impl Fonts {
    /// Adds a family at the end.
    pub fn add(&mut self, family: Family) {
        self.families.push(family);
    }

    /// Adds a family at the end that has the emoji. It comes first for them, and for other signs in its place: a text has
    /// ♥ and ✓ in black.
    pub fn add_emoji(&mut self, family: Family) {
        self.emoji = Some(self.families.len());
        self.add(family);
    }

    /// Returns whether a family is the one with the emoji.
    pub(super) fn has_emoji_in(&self, family: usize) -> bool {
        self.emoji == Some(family)
    }

    /// Returns the characters of a book that are in no family.
    pub fn lack(&self, book: &Book) -> BTreeSet<char> {
        let has = |character: char| self.families.iter().any(|family| family.regular.has(character));
        book.characters()
            .filter(|character| !is_unseen(*character) && !has(*character))
            .collect()
    }

    /// Returns the index of the family for a character. `beside_wide` decides for punctuation that both scripts share.
    pub(super) fn family_of(&self, character: char, beside_wide: bool) -> usize {
        let has = |at: &usize| self.families[*at].regular.has(character);
        let own = 0;
        let others = 1..self.families.len();
        if let Some(emoji) = self.emoji.filter(|_| is_emoji(character)).filter(has) {
            return emoji;
        }
        let found = if is_wide(character) || (beside_wide && is_shared(character)) {
            others.clone().find(has).or(Some(own).filter(has))
        } else {
            Some(own).filter(has).or(others.clone().find(has))
        };
        found.unwrap_or(own)
    }
}

/// Returns whether a character is in the plane of the emoji. The signs below it are older than emoji.
pub fn is_emoji(character: char) -> bool {
    matches!(character, '\u{1f000}'..='\u{1ffff}')
}

/// Returns whether both scripts use a punctuation mark; in Chinese it is as wide as a character.
pub(super) fn is_shared(character: char) -> bool {
    "“”‘’…—·".contains(character)
}

/// Returns whether a character is invisible, so that no font needs to have it.
pub(super) fn is_unseen(character: char) -> bool {
    character.is_whitespace()
        || character.is_control()
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ad}')
}
