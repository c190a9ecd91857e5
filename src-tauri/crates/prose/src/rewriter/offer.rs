//! Selects the alternatives of an offer and their order.

use super::moves::{Decision, Move, Skill, once, run};
use super::passage::{Passage, Source};
use crate::Language;

/// One alternative wording of the passage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// The whole passage in the new wording.
    pub text: String,
    /// The applied moves: one move, or two moves in a row.
    pub moves: Vec<Move>,
    /// Whether the moves change one place or all places.
    pub extent: Extent,
}

/// The places in which a move is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extent {
    /// The first of several places.
    Once,
    /// All places.
    Throughout,
}

impl Alternative {
    fn throughout(move_: Move, text: String) -> Self {
        Self {
            text,
            moves: vec![move_],
            extent: Extent::Throughout,
        }
    }

    /// Returns the label on the card, in the language of the interface: `Cut the intensifiers (once)`, or
    /// `Cut the intensifiers, split long sentences`.
    pub fn label(&self, ui: Language) -> String {
        let mut labels: Vec<String> = self.moves.iter().map(|made| made.label(ui).to_owned()).collect();
        for later in labels.iter_mut().skip(1) {
            // Each English label begins with an ASCII letter; a Chinese label is not changed.
            if let Some(first) = later.get_mut(..1) {
                first.make_ascii_lowercase();
            }
        }
        let (comma, once) = match ui {
            Language::En => (", ", " (once)"),
            Language::Zh => ("，", "（一处）"),
        };
        let extent = match self.extent {
            Extent::Once => once,
            Extent::Throughout => "",
        };
        labels.join(comma) + extent
    }
}

/// The most alternatives in an offer; a writer does not read more than three.
const OFFERED: usize = 3;

/// The longest passage, in characters. A longer text is a chapter, and no writer compares three versions of a chapter.
/// A megabyte would take the rewriter 15 seconds.
const LONGEST_PASSAGE: usize = 20_000;

/// Returns whether a passage is too long for an offer.
pub fn is_too_long(passage: &str) -> bool {
    passage.chars().count() > LONGEST_PASSAGE
}

/// Returns up to three alternatives to the passage that differ in the decision, not only in the wording.
///
/// `seed` decides which of the applicable moves are offered and in which order, like a shuffle. Over many seeds each
/// move is offered, and equally often at each position. So a writer who always takes the first alternative does not
/// seem to have a taste. The same passage, skill and seed give the same result.
///
/// Moves of different kinds come before two moves of one kind. With fewer than three applicable moves, and always for
/// tightening, the third alternative combines the first two. If the offer is still not full, a move with several places
/// is also offered for one place only, because how much to change is a decision too. For a passage of more than 20,000
/// characters the result is empty.
pub fn alternatives(source: &Source<'_>, skill: Skill, seed: u64) -> Vec<Alternative> {
    if is_too_long(source.passage) {
        return Vec::new();
    }
    let view = Passage::new(source);
    let mut offer = choose(applicable(&view, skill), seed);
    compose(&mut offer, &view, skill);
    lighten(&mut offer, &view, skill);
    place(&mut offer, seed);
    offer
}

/// Returns the result of each applicable move in all places: all alternatives that an offer can choose from.
///
/// The result is empty for a passage that is too long for [`alternatives`].
pub fn repertoire(source: &Source<'_>, skill: Skill) -> Vec<Alternative> {
    if is_too_long(source.passage) {
        return Vec::new();
    }
    applicable(&Passage::new(source), skill)
        .into_iter()
        .map(|(move_, text)| Alternative::throughout(move_, text))
        .collect()
}

/// Returns the result of each applicable move; of equal texts only the first.
pub(super) fn applicable(view: &Passage<'_>, skill: Skill) -> Vec<(Move, String)> {
    let mut found: Vec<(Move, String)> = Vec::new();
    for &move_ in Move::ALL.iter().filter(|move_| skill.allows(**move_)) {
        if let Some(text) = run(move_, view)
            && skill.admits(view.text, &text)
            && !found.iter().any(|(_, other)| *other == text)
        {
            found.push((move_, text));
        }
    }
    found
}

/// Draws the moves of one offer: one of each kind of decision, and more of a kind only if there are too few kinds.
pub(super) fn choose(mut found: Vec<(Move, String)>, seed: u64) -> Vec<Alternative> {
    found.sort_by_key(|(move_, _)| draw(seed, Draw::Choice, &[*move_], Extent::Throughout));
    let mut kinds: Vec<Decision> = Vec::new();
    let (firsts, others): (Vec<_>, Vec<_>) = found.into_iter().partition(|(move_, _)| {
        let is_first = !kinds.contains(&move_.decision());
        kinds.push(move_.decision());
        is_first
    });
    let drawn = firsts.into_iter().chain(others).take(OFFERED);
    drawn
        .map(|(move_, text)| Alternative::throughout(move_, text))
        .collect()
}

/// Draws the order of one offer.
pub(super) fn place(offer: &mut [Alternative], seed: u64) {
    offer.sort_by_key(|alternative| draw(seed, Draw::Place, &alternative.moves, alternative.extent));
}

/// Adds the first two moves together as the third alternative, if there is no third or all moves are cuts.
pub(super) fn compose(offer: &mut Vec<Alternative>, view: &Passage<'_>, skill: Skill) {
    let [one, other, rest @ ..] = offer.as_slice() else {
        return;
    };
    if skill == Skill::Polish && !rest.is_empty() {
        return;
    }
    let moves: Vec<Move> = one.moves.iter().chain(&other.moves).copied().collect();
    let both = other
        .moves
        .first()
        .and_then(|&move_| run(move_, &view.reworded(&one.text)));
    let differs = |both: &String| both != view.text && *both != one.text && *both != other.text;
    if let Some(text) = both.filter(differs).filter(|both| skill.admits(view.text, both)) {
        offer.truncate(2);
        offer.push(Alternative {
            moves,
            extent: Extent::Throughout,
            text,
        });
    }
}

/// Fills the offer with moves that are made in one place only.
pub(super) fn lighten(offer: &mut Vec<Alternative>, view: &Passage<'_>, skill: Skill) {
    let singles: Vec<Move> = offer
        .iter()
        .filter_map(|alternative| match alternative.moves.as_slice() {
            &[move_] => Some(move_),
            _ => None,
        })
        .collect();
    for move_ in singles {
        if offer.len() >= OFFERED {
            return;
        }
        let text = once(move_, view)
            .filter(|text| skill.admits(view.text, text))
            .filter(|text| offer.iter().all(|other| other.text != *text));
        offer.extend(text.map(|text| Alternative {
            moves: vec![move_],
            extent: Extent::Once,
            text,
        }));
    }
}

/// The purpose of a draw. Both purposes need independent numbers, so that a move that is chosen often is not also first
/// often.
#[derive(Clone, Copy)]
enum Draw {
    Choice,
    Place,
}

/// Returns a pseudorandom number for a seed and an alternative.
fn draw(seed: u64, draw: Draw, moves: &[Move], extent: Extent) -> u64 {
    let seed = mixed(seed ^ mixed(draw as u64));
    moves.iter().fold(mixed(seed ^ extent as u64), |seed, &move_| {
        mixed(seed ^ move_ as u64)
    })
}

/// Returns the next number of SplitMix64 (Steele et al. 2014) after the seed.
fn mixed(seed: u64) -> u64 {
    const GOLDEN_GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut mixed = seed.wrapping_add(GOLDEN_GAMMA);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}
