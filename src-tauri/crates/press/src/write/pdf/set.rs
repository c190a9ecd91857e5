//! A line that is set: its glyphs, its pictures and its marks in their places.

use krilla::text::KrillaGlyph;

use super::atom::Atom;
use super::sheet::SIZE;
use super::sized::Sized;

/// Adjacent glyphs of one face; positions count from the left end of the line.
pub(super) struct Run {
    pub face: usize,
    pub size: f32,
    pub x: f32,
    /// The height above the baseline.
    pub rise: f32,
    pub glyphs: Vec<KrillaGlyph>,
    pub text: String,
}

/// A typeset line.
#[derive(Default)]
pub(super) struct Set {
    pub runs: Vec<Run>,
    /// Strikethroughs: start and end.
    pub strikes: Vec<(f32, f32)>,
    /// The centres of the characters with an emphasis dot below, as in Chinese.
    pub dots: Vec<f32>,
    /// Links: start, end and address.
    pub links: Vec<(f32, f32, String)>,
    /// The footnotes referenced in the line.
    pub notes: Vec<usize>,
    /// The pictures that stand on the baseline, with their left ends.
    pub pictures: Vec<(f32, Sized)>,
}

impl Set {
    /// Returns by how much the line is higher than one of text, because of its pictures.
    pub fn extra(&self) -> f32 {
        let highest = self.pictures.iter().map(|(_, picture)| picture.height);
        highest.fold(0.0, |highest, height| f32::max(highest, height - SIZE))
    }

    /// Appends the content of another line, moved to the right by `x`.
    pub fn add(&mut self, other: Self, x: f32) {
        self.runs.extend(other.runs.into_iter().map(|mut run| {
            run.x += x;
            run
        }));
        self.strikes
            .extend(other.strikes.into_iter().map(|(from, to)| (from + x, to + x)));
        self.dots.extend(other.dots.into_iter().map(|at| at + x));
        self.links.extend(
            other
                .links
                .into_iter()
                .map(|(from, to, address)| (from + x, to + x, address)),
        );
        self.notes.extend(other.notes);
        self.pictures
            .extend(other.pictures.into_iter().map(|(at, picture)| (at + x, picture)));
    }
}

/// Adds an atom to the last run if both have the same style, or begins a new run. It `begins` one behind a picture.
#[expect(
    clippy::float_cmp,
    reason = "sizes are compared with those they were copied from"
)]
pub(super) fn put(runs: &mut Vec<Run>, atom: &Atom, x: f32, advance: f32, begins: bool) {
    let fits = runs
        .last()
        .filter(|_| !begins)
        .is_some_and(|run| run.face == atom.face && run.size == atom.size && run.rise == atom.rise);
    if !fits {
        runs.push(Run {
            face: atom.face,
            size: atom.size,
            x,
            rise: atom.rise,
            glyphs: Vec::new(),
            text: String::new(),
        });
    }
    let Some(run) = runs.last_mut() else { return };
    let range = run.text.len()..run.text.len() + atom.text.len();
    run.text += &atom.text;
    let natural: f32 = atom.glyphs.iter().map(|glyph| glyph.x_advance * atom.size).sum();
    for (at, glyph) in atom.glyphs.iter().enumerate() {
        let mut glyph = glyph.clone();
        glyph.text_range = range.clone();
        if at + 1 == atom.glyphs.len() {
            glyph.x_advance += (advance - natural) / atom.size;
        }
        run.glyphs.push(glyph);
    }
}

pub(super) fn join(stretches: &mut Vec<(f32, f32)>, from: f32, to: f32) {
    match stretches.last_mut() {
        Some((_, end)) if (*end - from).abs() < 0.01 => *end = to,
        _ => stretches.push((from, to)),
    }
}
