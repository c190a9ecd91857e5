//! The built-in rewriter: mechanical alternatives to a passage that say the same.
//!
//! It needs no model and no network. Each alternative is one decision, so a writer's choice between
//! them says something about her taste and nothing about who phrased it better. A move refuses rather
//! than damages: having nothing to offer is a fine answer.

mod adverbs;
mod asides;
mod chinese_clauses;
mod clauses;
mod connectives;
mod conserve;
mod contractions;
mod fillers;
mod join;
mod particles;
mod passage;
mod phrases;
mod protect;
mod semicolons;
mod split;
mod tone;
mod words;

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use crate::Language;
use crate::diff::share_changed;
use asides::Mark;
use connectives::Register;
use passage::{Edit, Passage};
use semicolons::Separator;

/// Declares an enum whose variants have a stable name in files and on the wire.
macro_rules! named {
    ($(#[$doc:meta])* $type:ident { $($(#[$variant_doc:meta])* $variant:ident = $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum $type {
            $($(#[$variant_doc])* $variant,)*
        }

        impl $type {
            /// Every value, in declaration order.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// Returns the stable name used in files and on the wire.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// Returns the value with the given stable name.
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$variant),)* _ => None }
            }
        }
    };
}

named! {
    /// One mechanical, meaning-preserving change of a passage.
    Move {
        /// Intensifiers and fillers go: `a very old man` → `an old man`.
        CutFillers = "cut_fillers",
        /// Adverbs of manner go: `she closed the door softly` → `she closed the door`.
        CutAdverbs = "cut_adverbs",
        /// Wordy phrases become short ones: `in order to` → `to`.
        TightenPhrases = "tighten_phrases",
        /// A long sentence ends before a clause that stands by itself.
        SplitSentences = "split_sentences",
        /// Two short sentences become one.
        JoinSentences = "join_sentences",
        /// Semicolons become full stops.
        SemicolonsToPeriods = "semicolons_to_periods",
        /// English semicolons become dashes.
        SemicolonsToDashes = "semicolons_to_dashes",
        /// Chinese semicolons become commas.
        SemicolonsToCommas = "semicolons_to_commas",
        /// Full stops between short sentences become semicolons.
        PeriodsToSemicolons = "periods_to_semicolons",
        /// Dashes become commas.
        DashesToCommas = "dashes_to_commas",
        /// Pairs of dashes become parentheses.
        DashesToParentheses = "dashes_to_parentheses",
        /// Parentheses become commas.
        ParenthesesToCommas = "parentheses_to_commas",
        /// Parentheses become pairs of dashes.
        ParenthesesToDashes = "parentheses_to_dashes",
        /// Ellipses that trail off become full stops.
        EllipsesToPeriods = "ellipses_to_periods",
        /// Exclamation marks become full stops.
        SoftenExclamations = "soften_exclamations",
        /// English auxiliaries contract: `did not` → `didn't`.
        Contract = "contract",
        /// English contractions are spelled out.
        Expand = "expand",
        /// Connectives become bookish: `maybe` → `perhaps`, 如果 → 若.
        FormalConnectives = "formal_connectives",
        /// Connectives become plain: `upon` → `on`, 若 → 如果.
        PlainConnectives = "plain_connectives",
        /// Chinese 的 goes where nobody would miss it: 我的母亲 → 我母亲.
        ThinDe = "thin_de",
        /// Chinese 地 goes after doubled adverbs: 慢慢地走 → 慢慢走.
        ThinDi = "thin_di",
        /// Chinese 了 goes where a later one does its work.
        ThinLe = "thin_le",
    }
}

named! {
    /// What the writer asks the rewriter for.
    Skill {
        /// Any change that leaves the meaning as it is.
        Polish = "polish",
        /// Changes that make the passage shorter.
        Tighten = "tighten",
    }
}

/// What kind of decision a move is. Two moves of one kind probe the same taste.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Decision {
    Words,
    Rhythm,
    Marks,
    Tone,
    Register,
    Particles,
}

impl Move {
    /// Returns the label on the card, two to five words in the language of the interface.
    pub const fn label(self, ui: Language) -> &'static str {
        let (en, zh) = match self {
            Self::CutFillers => ("Cut the intensifiers", "删减强调词"),
            Self::CutAdverbs => ("Drop manner adverbs", "删去情态副词"),
            Self::TightenPhrases => ("Tighten wordy phrases", "精简冗长说法"),
            Self::SplitSentences => ("Split long sentences", "拆分长句"),
            Self::JoinSentences => ("Join short sentences", "连接短句"),
            Self::SemicolonsToPeriods => ("Semicolons to full stops", "分号改句号"),
            Self::SemicolonsToDashes => ("Semicolons to dashes", "分号改破折号"),
            Self::SemicolonsToCommas => ("Semicolons to commas", "分号改逗号"),
            Self::PeriodsToSemicolons => ("Full stops to semicolons", "句号改分号"),
            Self::DashesToCommas => ("Dashes to commas", "破折号改逗号"),
            Self::DashesToParentheses => ("Dashes to parentheses", "破折号改括号"),
            Self::ParenthesesToCommas => ("Parentheses to commas", "括号改逗号"),
            Self::ParenthesesToDashes => ("Parentheses to dashes", "括号改破折号"),
            Self::EllipsesToPeriods => ("Ellipses to full stops", "省略号改句号"),
            Self::SoftenExclamations => ("Soften the exclamations", "感叹号改句号"),
            Self::Contract => ("Use contractions", "使用缩写"),
            Self::Expand => ("Spell out contractions", "展开缩写"),
            Self::FormalConnectives => ("More formal connectives", "虚词改书面语"),
            Self::PlainConnectives => ("Plainer connectives", "虚词改口语"),
            Self::ThinDe => ("Fewer 的", "少用“的”字"),
            Self::ThinDi => ("Fewer 地", "少用“地”字"),
            Self::ThinLe => ("Fewer 了", "少用“了”字"),
        };
        match ui {
            Language::En => en,
            Language::Zh => zh,
        }
    }

    const fn decision(self) -> Decision {
        match self {
            Self::CutFillers | Self::CutAdverbs | Self::TightenPhrases => Decision::Words,
            Self::SplitSentences
            | Self::JoinSentences
            | Self::SemicolonsToPeriods
            | Self::PeriodsToSemicolons => Decision::Rhythm,
            Self::SemicolonsToDashes
            | Self::SemicolonsToCommas
            | Self::DashesToCommas
            | Self::DashesToParentheses
            | Self::ParenthesesToCommas
            | Self::ParenthesesToDashes => Decision::Marks,
            Self::EllipsesToPeriods | Self::SoftenExclamations => Decision::Tone,
            Self::Contract | Self::Expand | Self::FormalConnectives | Self::PlainConnectives => {
                Decision::Register
            }
            Self::ThinDe | Self::ThinDi | Self::ThinLe => Decision::Particles,
        }
    }

    fn edits(self, passage: &Passage<'_>) -> Vec<Edit> {
        match self {
            Self::CutFillers => fillers::cut(passage),
            Self::CutAdverbs => adverbs::cut(passage),
            Self::TightenPhrases => phrases::tighten(passage),
            Self::SplitSentences => split::split(passage),
            Self::JoinSentences => join::with_words(passage),
            Self::SemicolonsToPeriods => semicolons::replace(passage, Separator::Period),
            Self::SemicolonsToDashes => semicolons::replace(passage, Separator::Dash),
            Self::SemicolonsToCommas => semicolons::replace(passage, Separator::Comma),
            Self::PeriodsToSemicolons => join::with_semicolons(passage),
            Self::DashesToCommas => asides::replace_dashes(passage, Mark::Comma),
            Self::DashesToParentheses => asides::replace_dashes(passage, Mark::Parenthesis),
            Self::ParenthesesToCommas => asides::replace_parentheses(passage, Mark::Comma),
            Self::ParenthesesToDashes => asides::replace_parentheses(passage, Mark::Dash),
            Self::EllipsesToPeriods => tone::replace_ellipses(passage),
            Self::SoftenExclamations => tone::soften_exclamations(passage),
            Self::Contract => contractions::contract(passage),
            Self::Expand => contractions::expand(passage),
            Self::FormalConnectives => connectives::change(passage, Register::Formal),
            Self::PlainConnectives => connectives::change(passage, Register::Plain),
            Self::ThinDe => particles::thin_de(passage),
            Self::ThinDi => particles::thin_di(passage),
            Self::ThinLe => particles::thin_le(passage),
        }
    }
}

impl Skill {
    const fn allows(self, candidate: Move) -> bool {
        match self {
            Self::Polish => true,
            Self::Tighten => matches!(
                candidate,
                Move::CutFillers
                    | Move::CutAdverbs
                    | Move::TightenPhrases
                    | Move::JoinSentences
                    | Move::Contract
                    | Move::FormalConnectives
                    | Move::ThinDe
                    | Move::ThinDi
                    | Move::ThinLe
            ),
        }
    }
}

/// One way the passage could read instead.
#[derive(Clone, Debug, PartialEq)]
pub struct Alternative {
    /// The whole passage as it would read.
    pub text: String,
    /// The moves that made it: one, or two made after each other.
    pub moves: Vec<Move>,
    /// How much of the passage changed, from 0 to 1.
    pub share_changed: f64,
}

/// The most alternatives a writer is offered: more than three are not read.
const OFFERED: usize = 3;

/// Moves make one change uncover another at most this often, as `very, very, very` would; a passage in
/// which one goes on longer is left alone.
const PASSES: usize = 8;

/// Returns the passage after the move, or `None` where the move finds nothing or refuses.
///
/// Making the move again changes nothing more: it goes on until it finds nothing. Only the passage is
/// seen, so where it begins or ends in the middle of a sentence, that sentence is treated with care:
/// it is not ended, joined or given a capital.
pub fn apply(move_: Move, passage: &str, language: Language) -> Option<String> {
    run(move_, &Passage::new(passage, language))
}

fn run(move_: Move, passage: &Passage<'_>) -> Option<String> {
    let mut text = passage.with(move_.edits(passage))?;
    for _ in 0..PASSES {
        let changed = Passage::new(&text, passage.language);
        match changed.with(move_.edits(&changed)) {
            Some(next) => text = next,
            None => return conserve::is_conserved(passage, &changed).then_some(text),
        }
    }
    None
}

/// Returns up to three alternatives to the passage that differ in decision, not in wording.
///
/// `turn` counts the offers made so far. It draws, as a shuffle with a fixed seed would, which of the
/// moves that apply are offered and in which order: over the turns each of them is offered, and each
/// place on the desk holds each of them equally often, so that a writer who always takes the first
/// does not look like one who has a taste. The same passage, skill and turn give the same answer.
///
/// Moves of different kinds come before two of one kind. To tighten a passage, the third alternative
/// is the first two moves together: this cut, that cut, or both.
pub fn alternatives(passage: &str, skill: Skill, language: Language, turn: u64) -> Vec<Alternative> {
    let mut chosen = choose(applicable(passage, skill, language), turn);
    if skill == Skill::Tighten {
        compose(&mut chosen, passage, language);
    }
    place(&mut chosen, turn);
    chosen
        .into_iter()
        .map(|Candidate { moves, text }| {
            let share_changed = share_changed(passage, &text);
            Alternative {
                text,
                moves,
                share_changed,
            }
        })
        .collect()
}

/// A text and the moves that made it.
struct Candidate {
    moves: Vec<Move>,
    text: String,
}

/// Returns what every move makes of the passage, each text once.
fn applicable(passage: &str, skill: Skill, language: Language) -> Vec<(Move, String)> {
    let view = Passage::new(passage, language);
    let mut found: Vec<(Move, String)> = Vec::new();
    for &move_ in Move::ALL.iter().filter(|move_| skill.allows(**move_)) {
        if let Some(text) = run(move_, &view)
            && !found.iter().any(|(_, other)| *other == text)
        {
            found.push((move_, text));
        }
    }
    found
}

/// Draws the moves of one offer: of each kind of decision one, and more of a kind only where kinds run out.
fn choose(mut found: Vec<(Move, String)>, turn: u64) -> Vec<Candidate> {
    found.sort_by_key(|(move_, _)| draw(turn, *move_, Draw::Choice));
    let mut kinds = Vec::new();
    let (firsts, others): (Vec<_>, Vec<_>) = found.into_iter().partition(|(move_, _)| {
        let is_first = !kinds.contains(&move_.decision());
        kinds.push(move_.decision());
        is_first
    });
    let drawn = firsts.into_iter().chain(others).take(OFFERED);
    drawn
        .map(|(move_, text)| Candidate {
            moves: vec![move_],
            text,
        })
        .collect()
}

/// Draws the order of one offer.
fn place(offer: &mut [Candidate], turn: u64) {
    offer.sort_by_key(|candidate| {
        let draws = candidate
            .moves
            .iter()
            .map(|&move_| draw(turn, move_, Draw::Place));
        draws.fold(0, u64::wrapping_add)
    });
}

/// Replaces the third alternative by the first two together.
fn compose(offer: &mut Vec<Candidate>, passage: &str, language: Language) {
    let [one, other, ..] = offer.as_slice() else {
        return;
    };
    let moves: Vec<Move> = one.moves.iter().chain(&other.moves).copied().collect();
    let both = other
        .moves
        .first()
        .and_then(|&move_| apply(move_, &one.text, language));
    if let Some(text) = both.filter(|both| both != passage && *both != one.text && *both != other.text) {
        offer.truncate(2);
        offer.push(Candidate { moves, text });
    }
}

/// What a draw decides: a move that is often chosen must not be often first as well.
#[derive(Clone, Copy)]
enum Draw {
    Choice,
    Place,
}

/// Returns a number that looks random for each turn and move (the finaliser of SplitMix64, Steele et al. 2014).
fn draw(turn: u64, move_: Move, draw: Draw) -> u64 {
    const GOLDEN_GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;
    let seed = turn.wrapping_mul(64).wrapping_add(2 * move_ as u64 + draw as u64);
    let mut mixed = seed.wrapping_add(1).wrapping_mul(GOLDEN_GAMMA);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}
