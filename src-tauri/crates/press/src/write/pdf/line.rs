//! Typesets text in lines: shapes it, breaks it by the rules of both scripts, and fills the line width.

use std::collections::{BTreeMap, HashMap};

use harfrust::{ShapeOptions, ShaperData, UnicodeBuffer};
use hypher::Lang;
use krilla::text::{GlyphId, KrillaGlyph};
use skrifa::MetadataProvider as _;
use skrifa::instance::{LocationRef, Size};

use super::atom::{Atom, Behind, breaks, filled};
use super::face::{Fonts, is_shared, is_unseen};
use super::set::{Set, join, put};
use super::sheet::{BOTTOM, HEIGHT, NOTE, SIZE, TOP};
use super::sized::Sized;
use crate::address::is_address;
use crate::block::{Piece, Span, is_wide};
use crate::picture::Picture;

/// The settings of a paragraph; lengths are in points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setting {
    pub size: f32,
    pub measure: f32,
    /// The indent of the first line.
    pub indent: f32,
    pub align: Align,
    pub bold: bool,
    /// Whether words may be divided. A divided word in a title is a fault of setting.
    pub divides: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Align {
    Justified,
    Left,
    Center,
}

/// The faces of all families, with their data for shaping.
pub(super) struct Setter<'a> {
    fonts: &'a Fonts,
    faces: Vec<Shaped<'a>>,
    /// For each family, the indexes of its regular, bold, italic and bold italic face.
    places: Vec<[usize; 4]>,
    hyphens: Option<Lang>,
    chinese: bool,
    families: HashMap<(char, bool), usize>,
    pictures: &'a BTreeMap<String, Picture>,
}

struct Shaped<'a> {
    font: skrifa::FontRef<'a>,
    data: ShaperData,
    units: f32,
}

impl<'a> Setter<'a> {
    pub fn new(fonts: &'a Fonts, language: &str, pictures: &'a BTreeMap<String, Picture>) -> Option<Self> {
        let mut faces = Vec::new();
        let mut places = Vec::new();
        for family in &fonts.families {
            let regular = faces.len();
            let mut place = [regular; 4];
            let all = [
                Some(&family.regular),
                family.bold.as_ref(),
                family.italic.as_ref(),
                family.bold_italic.as_ref(),
            ];
            for (at, face) in all.into_iter().enumerate() {
                let Some(face) = face else { continue };
                let font = face.font()?;
                place[at] = faces.len();
                let units = font
                    .metrics(Size::unscaled(), LocationRef::default())
                    .units_per_em;
                faces.push(Shaped {
                    data: ShaperData::new(&font),
                    units: f32::from(units),
                    font,
                });
            }
            if all[3].is_none() {
                place[3] = if all[1].is_some() { place[1] } else { place[2] };
            }
            places.push(place);
        }
        let code = language
            .split('-')
            .next()
            .unwrap_or_default()
            .to_ascii_lowercase();
        let hyphens = <[u8; 2]>::try_from(code.as_bytes()).ok().and_then(Lang::from_iso);
        Some(Self {
            fonts,
            faces,
            places,
            hyphens,
            chinese: code == "zh",
            families: HashMap::new(),
            pictures,
        })
    }

    /// Typesets text in lines.
    pub fn lines(&mut self, words: &[Span], setting: Setting) -> Vec<Set> {
        let atoms = self.atoms(words, setting);
        let mut lines = Vec::new();
        let mut start = 0;
        while start < atoms.len() {
            let indent = if lines.is_empty() { setting.indent } else { 0.0 };
            let (end, hyphen) = filled(&atoms, start, setting.measure - indent);
            let is_last = end == atoms.len() || atoms[end - 1].behind == Behind::End;
            lines.push(self.set(&atoms[start..end], words, setting, indent, hyphen, is_last));
            start = end;
        }
        lines
    }

    /// Returns the width of text in one line, in points.
    pub fn width(&mut self, text: &str, size: f32) -> f32 {
        let setting = Setting {
            size,
            measure: f32::MAX,
            indent: 0.0,
            align: Align::Left,
            bold: false,
            divides: false,
        };
        self.atoms(&[Span::text(text)], setting)
            .iter()
            .map(|atom| atom.width)
            .sum()
    }

    fn atoms(&mut self, words: &[Span], setting: Setting) -> Vec<Atom> {
        let mut atoms: Vec<Atom> = Vec::new();
        for (at, span) in words.iter().enumerate() {
            let bold = span.style.strong || setting.bold;
            match &span.piece {
                Piece::Text(text) => {
                    self.shape(&mut atoms, text, bold, span.style.emphasis, setting.size, 0.0, at)
                }
                Piece::Code(text) => self.shape(&mut atoms, text, bold, false, setting.size * 0.92, 0.0, at),
                Piece::Image { path, words } => match self.picture(path, setting, at) {
                    Some(picture) => atoms.push(picture),
                    None => self.shape(&mut atoms, words, bold, true, setting.size, 0.0, at),
                },
                Piece::Note(number) => {
                    let mark = (number + 1).to_string();
                    self.shape(
                        &mut atoms,
                        &mark,
                        false,
                        false,
                        setting.size * 0.65,
                        setting.size * 0.35,
                        at,
                    );
                }
                Piece::LineBreak => {
                    if let Some(last) = atoms.last_mut() {
                        last.behind = Behind::End;
                    }
                }
                Piece::Remark(_) => {}
            }
        }
        for atom in atoms.iter_mut().filter(|_| !setting.divides) {
            if atom.behind == Behind::Hyphen {
                atom.behind = Behind::Nothing;
            }
        }
        for at in 1..atoms.len() {
            let (before, after) = (&atoms[at - 1], &atoms[at]);
            if before.behind == Behind::Nothing && breaks(before.last, after.first) {
                atoms[at - 1].behind = Behind::Break;
            }
            self.spaced(&mut atoms, at);
        }
        atoms
    }

    /// Returns a picture that stands in the line like a letter, as Word and browsers set it. `None` for a picture that
    /// was not found: its alternative text is printed.
    fn picture(&self, path: &str, setting: Setting, span: usize) -> Option<Atom> {
        /// The character that stands for an object in text.
        const OBJECT: char = '\u{fffc}';
        let room = HEIGHT - TOP - BOTTOM;
        // Notes take up to half of a page, and a higher line would never come to one.
        let highest = if setting.size <= NOTE {
            room / 4.0
        } else {
            room - 4.0 * SIZE
        };
        let picture = Sized::of(self.pictures.get(path)?, setting.measure, highest)?;
        Some(Atom {
            face: 0,
            size: setting.size,
            rise: 0.0,
            glyphs: Vec::new(),
            width: picture.width,
            text: String::new(),
            first: OBJECT,
            last: OBJECT,
            behind: Behind::Nothing,
            span,
            picture: Some(picture),
        })
    }

    /// Adjusts the space between two neighbours of which at least one is Chinese.
    fn spaced(&self, atoms: &mut [Atom], at: usize) {
        let (before, after) = (atoms[at - 1].last, atoms[at].first);
        let size = atoms[at].size;
        let is_han = prose::is_han;
        let is_latin = |character: char| character.is_alphanumeric() && !is_wide(character);
        // A quarter of a character width between the scripts.
        if (is_han(before) && is_latin(after) && atoms[at].rise == 0.0)
            || (is_latin(before) && is_han(after) && atoms[at - 1].rise == 0.0)
        {
            atoms[at - 1].width += size / 4.0;
            return;
        }
        // Half of a full-width mark is empty; of two adjacent marks, one loses its empty half.
        let is_full = |atom: &Atom| atom.width > 0.9 * atom.size;
        let closes = |character: char| "，。、；：？！」』）》】〉〕”’".contains(character);
        let opens = |character: char| "「『（《【〈〔“‘".contains(character);
        if closes(before) && (closes(after) || opens(after)) && is_full(&atoms[at - 1]) {
            atoms[at - 1].width -= size / 2.0;
        } else if opens(before) && opens(after) && is_full(&atoms[at]) {
            let atom = &mut atoms[at];
            atom.width -= size / 2.0;
            atom.glyphs.iter_mut().for_each(|glyph| glyph.x_offset -= 0.5);
        }
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "a span is one call, and each of these differs from span to span"
    )]
    fn shape(
        &mut self,
        atoms: &mut Vec<Atom>,
        text: &str,
        bold: bool,
        italic: bool,
        size: f32,
        rise: f32,
        span: usize,
    ) {
        let characters: Vec<(usize, char)> = text.char_indices().collect();
        let is_near_wide = |at: usize| {
            let wide = |mut others: Box<dyn Iterator<Item = &(usize, char)> + '_>| {
                others
                    .find(|(_, c)| !is_shared(*c))
                    .is_some_and(|(_, c)| is_wide(*c))
            };
            wide(Box::new(characters[..at].iter().rev())) || wide(Box::new(characters[at + 1..].iter()))
        };
        let mut start = 0;
        let mut family = None;
        let runs: Vec<(usize, usize, usize)> = {
            let mut runs = Vec::new();
            for (at, (byte, character)) in characters.iter().enumerate() {
                let beside_wide = self.chinese && is_shared(*character) && is_near_wide(at);
                let fonts = self.fonts;
                let mut of = |character: char| {
                    *self
                        .families
                        .entry((character, beside_wide))
                        .or_insert_with(|| fonts.family_of(character, beside_wide))
                };
                let found = of(*character);
                let found = if is_unseen(*character) && !character.is_whitespace() {
                    // What joins or varies signs is in the face of the sign: 👩‍🚀 is one glyph.
                    family.unwrap_or(found)
                } else if *character == ' ' {
                    // A space uses the face of the character before it, but the space of emoji is as wide as two.
                    family
                        .filter(|family| !fonts.has_emoji_in(*family))
                        .unwrap_or(found)
                } else if is_in_keycap(&characters[at..]) {
                    // A digit in a key is in the face of the key, which would be an empty box by itself.
                    Some(of(KEYCAP))
                        .filter(|key| fonts.families[*key].regular.has(*character))
                        .unwrap_or(found)
                } else {
                    found
                };
                if family.is_some_and(|family| family != found) {
                    runs.push((start, *byte, family.unwrap_or_default()));
                    start = *byte;
                }
                family = Some(found);
            }
            if let Some(family) = family {
                runs.push((start, text.len(), family));
            }
            runs
        };
        for (start, end, family) in runs {
            let face = self.places[family][usize::from(bold) + 2 * usize::from(italic)];
            self.shape_run(atoms, &text[start..end], face, size, rise, span);
        }
    }

    fn shape_run(&self, atoms: &mut Vec<Atom>, text: &str, face: usize, size: f32, rise: f32, span: usize) {
        let shaped = &self.faces[face];
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.guess_segment_properties();
        let buffer = shaped
            .data
            .shaper(&shaped.font)
            .build()
            .shape(buffer, ShapeOptions::new());
        let hyphens = self.hyphens_in(text);
        let mut glyphs: Vec<(usize, KrillaGlyph)> = Vec::new();
        for (info, position) in buffer.glyph_infos().iter().zip(buffer.glyph_positions()) {
            let scaled = |units: i32| {
                #[expect(clippy::cast_precision_loss, reason = "a glyph is a few thousand units wide")]
                let units = units as f32;
                units / shaped.units
            };
            glyphs.push((
                info.cluster as usize,
                KrillaGlyph::new(
                    GlyphId::new(info.glyph_id),
                    scaled(position.x_advance),
                    scaled(position.x_offset),
                    scaled(position.y_offset),
                    0.0,
                    0..0,
                    None,
                ),
            ));
        }
        // Right-to-left text is printed in logical order, because the desk does not support Arabic or Hebrew.
        glyphs.sort_by_key(|(cluster, _)| *cluster);
        let starts: Vec<usize> = glyphs.iter().map(|(cluster, _)| *cluster).collect();
        let mut at = 0;
        while at < glyphs.len() {
            let cluster = starts[at];
            let length = starts[at..].iter().take_while(|start| **start == cluster).count();
            let end = starts.get(at + length).copied().unwrap_or(text.len());
            let words = &text[cluster..end];
            let own: Vec<KrillaGlyph> = glyphs[at..at + length]
                .iter()
                .map(|(_, glyph)| glyph.clone())
                .collect();
            let width = own.iter().map(|glyph| glyph.x_advance * size).sum();
            atoms.push(Atom {
                face,
                size,
                rise,
                glyphs: own,
                width,
                first: words.chars().next().unwrap_or(' '),
                last: words.chars().next_back().unwrap_or(' '),
                text: words.to_owned(),
                behind: if hyphens.binary_search(&end).is_ok() {
                    Behind::Hyphen
                } else {
                    Behind::Nothing
                },
                span,
                picture: None,
            });
            at += length;
        }
    }

    /// Returns the byte offsets at which words may be hyphenated.
    fn hyphens_in(&self, text: &str) -> Vec<usize> {
        // Shorter words are not hyphenated. A longer run of letters is not a word.
        const DIVIDED: std::ops::RangeInclusive<usize> = 6..=40;
        let Some(language) = self.hyphens else {
            return Vec::new();
        };
        let mut places = Vec::new();
        let mut at = 0;
        for word in text.split_inclusive(|character: char| !character.is_alphabetic()) {
            let letters = word.trim_end_matches(|character: char| !character.is_alphabetic());
            if DIVIDED.contains(&letters.len()) && !letters.chars().any(is_wide) {
                let mut place = at;
                for syllable in hypher::hyphenate(letters, language) {
                    place += syllable.len();
                    if place < at + letters.len() {
                        places.push(place);
                    }
                }
            }
            at += word.len();
        }
        places
    }

    fn set(
        &self,
        atoms: &[Atom],
        words: &[Span],
        setting: Setting,
        indent: f32,
        hyphen: bool,
        is_last: bool,
    ) -> Set {
        let mut end = atoms.len();
        while end > 1 && atoms[end - 1].last == ' ' {
            end -= 1;
        }
        let atoms = &atoms[..end];
        let hyphen = atoms.last().filter(|_| hyphen).map(|last| {
            let mut with = Vec::new();
            self.shape_run(&mut with, "-", last.face, last.size, 0.0, last.span);
            with
        });
        let all: Vec<&Atom> = atoms.iter().chain(hyphen.iter().flatten()).collect();
        let natural: f32 = all.iter().map(|atom| atom.width).sum();
        let free = setting.measure - indent - natural;
        let gap = |at: usize| {
            let (before, after) = (all[at], all.get(at + 1));
            match after {
                None => 0.0,
                Some(_) if before.last == ' ' => 1.0,
                Some(after) if is_wide(before.last) || is_wide(after.first) => 0.4,
                Some(_) => 0.0,
            }
        };
        let gaps: f32 = (0..all.len()).map(gap).sum();
        let fills =
            setting.align == Align::Justified && !is_last && gaps > 0.0 && free < setting.measure * 0.3;
        let each = if fills { free / gaps } else { 0.0 };
        let mut x = match setting.align {
            Align::Center => (free / 2.0).max(0.0),
            _ => indent,
        };
        let mut set = Set::default();
        for (at, atom) in all.iter().enumerate() {
            let advance = atom.width + each * gap(at);
            let span = &words[atom.span];
            if let Piece::Note(number) = span.piece
                && set.notes.last() != Some(&number)
            {
                set.notes.push(number);
            }
            if span.style.strike {
                join(&mut set.strikes, x, x + advance);
            }
            if span.style.emphasis && prose::is_han(atom.first) {
                set.dots.push(x + atom.width.min(atom.size) / 2.0);
            }
            if let Some(to) = span.link.as_ref().filter(|to| is_address(to)) {
                match set.links.last_mut() {
                    Some((_, end, last)) if last == to && (*end - x).abs() < 0.01 => *end = x + advance,
                    _ => set.links.push((x, x + advance, to.clone())),
                }
            }
            match &atom.picture {
                Some(picture) => set.pictures.push((x, picture.clone())),
                None => {
                    let is_behind_picture = at > 0 && all[at - 1].picture.is_some();
                    put(&mut set.runs, atom, x, advance, is_behind_picture);
                }
            }
            x += advance;
        }
        set
    }
}

/// The sign that puts the character before it into a key, as in `1️⃣`.
const KEYCAP: char = '\u{20e3}';

/// Returns whether characters begin with one in a key, as a digit, a selector of its look, and the key.
fn is_in_keycap(characters: &[(usize, char)]) -> bool {
    let mut behind = characters.iter().skip(1).map(|(_, character)| *character);
    behind.find(|character| *character != '\u{fe0f}') == Some(KEYCAP)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digit_in_a_key_stands_in_the_face_of_the_key() {
        for (text, expected) in [
            ("1\u{fe0f}\u{20e3}", true),
            ("#\u{20e3}。", true),
            ("1\u{fe0f}", false),
            ("1 \u{20e3}", false),
            ("雨", false),
            ("", false),
        ] {
            let characters: Vec<(usize, char)> = text.char_indices().collect();
            assert_eq!(is_in_keycap(&characters), expected, "{text:?}");
        }
    }
}
