//! The moves: their names, their labels, the kind of decision they are, and their functions.

use serde::{Deserialize, Serialize};

use super::asides::{self, Mark};
use super::connectives::{self, Register};
use super::passage::{Edit, Passage, Source};
use super::semicolons::{self, Separator};
use super::{
    adverbs, commas, conserve, contractions, dashes, fillers, join, optional_that, particles, phrases,
    sequence, split, subjects, tone,
};
use crate::segment::units;
use crate::{Feature, Language};

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
    /// One mechanical change of a passage that keeps its meaning.
    Move {
        /// Deletes intensifiers and fillers: `a very old man` → `an old man`.
        CutFillers = "cut_fillers",
        /// Deletes adverbs of manner: `she closed the door softly` → `she closed the door`.
        CutAdverbs = "cut_adverbs",
        /// Shortens wordy phrases: `in order to` → `to`.
        TightenPhrases = "tighten_phrases",
        /// Ends a long sentence before an independent clause.
        SplitSentences = "split_sentences",
        /// Joins two short sentences.
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
        /// Ellipses at the end of a complete clause become full stops.
        EllipsesToPeriods = "ellipses_to_periods",
        /// Exclamation marks become full stops.
        SoftenExclamations = "soften_exclamations",
        /// Contracts English auxiliaries: `did not` → `didn't`.
        Contract = "contract",
        /// Expands English contractions: `didn't` → `did not`.
        Expand = "expand",
        /// Replaces plain connectives by formal ones: `maybe` → `perhaps`, 如果 → 若.
        FormalConnectives = "formal_connectives",
        /// Replaces formal connectives by plain ones: `upon` → `on`, 若 → 如果.
        PlainConnectives = "plain_connectives",
        /// Deletes an optional Chinese 的: 我的母亲 → 我母亲.
        ThinDe = "thin_de",
        /// Deletes Chinese 地 after doubled adverbs: 慢慢地走 → 慢慢走.
        ThinDi = "thin_di",
        /// Deletes Chinese 了 if a later 了 in the sentence already marks the completion.
        ThinLe = "thin_le",
        /// Commas before a second clause become semicolons.
        CommasToSemicolons = "commas_to_semicolons",
        /// Colons become dashes.
        ColonsToDashes = "colons_to_dashes",
        /// Commas before the last clause of a sentence become dashes.
        CommasToDashes = "commas_to_dashes",
        /// English dashes before a list or a noun become colons.
        DashesToColons = "dashes_to_colons",
        /// Adds optional commas: `At last, the lamp went out`.
        AddCommas = "add_commas",
        /// Deletes optional commas: `At last the lamp went out`.
        DropCommas = "drop_commas",
        /// Adds the English `that` before a clause: `she knew that he was late`.
        AddThat = "add_that",
        /// Deletes the English `that` before a clause: `she knew he was late`.
        DropThat = "drop_that",
        /// Deletes connectives that only repeat the order of events: `and then` → `and`.
        DropSequence = "drop_sequence",
        /// Deletes repeated subjects: `She rose, and she left` → `She rose and left`.
        DropSubjects = "drop_subjects",
    }
}

named! {
    /// The kind of rewriting that the writer asks for.
    Skill {
        /// All changes that keep the meaning.
        Polish = "polish",
        /// Only changes that make the passage shorter.
        Tighten = "tighten",
    }
}

/// The kind of decision behind a move. Two moves of one kind test the same taste.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Decision {
    Words,
    Rhythm,
    Marks,
    Pauses,
    Links,
    Tone,
    Register,
    Particles,
}

impl Move {
    /// Returns the label on the card: two to five words in the language of the interface.
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
            Self::CommasToSemicolons => ("Commas to semicolons", "逗号改分号"),
            Self::ColonsToDashes => ("Colons to dashes", "冒号改破折号"),
            Self::CommasToDashes => ("Commas to dashes", "逗号改破折号"),
            Self::DashesToColons => ("Dashes to colons", "破折号改冒号"),
            Self::AddCommas => ("Add optional commas", "多用逗号"),
            Self::DropCommas => ("Drop optional commas", "少用逗号"),
            Self::AddThat => ("Add optional “that”", "添上 that"),
            Self::DropThat => ("Drop optional “that”", "省去 that"),
            Self::DropSequence => ("Drop sequence words", "少用连接词"),
            Self::DropSubjects => ("Drop repeated subjects", "省略重复主语"),
        };
        match ui {
            Language::En => en,
            Language::Zh => zh,
        }
    }

    /// Returns the features that the move changes in every passage of a language in which it changes them at all: +1 for
    /// more, −1 for less. Features that only move along, such as the length of a sentence that lost an adverb, are not
    /// among them.
    pub const fn effects(self, language: Language) -> &'static [(Feature, i8)] {
        use Feature as F;
        match (self, language) {
            (Self::CutFillers, Language::En) => &[
                (F::FillerDensity, -1),
                (F::AdverbDensity, -1),
                (F::TextLength, -1),
            ],
            (Self::CutFillers, Language::Zh) => &[(F::FillerDensity, -1), (F::TextLength, -1)],
            (Self::CutAdverbs, _) => &[(F::AdverbDensity, -1), (F::TextLength, -1)],
            (Self::TightenPhrases, _) => &[(F::TextLength, -1)],
            (Self::SplitSentences, _) => &[(F::SentenceLength, -1)],
            (Self::JoinSentences, _) => &[(F::SentenceLength, 1)],
            (Self::SemicolonsToPeriods, _) => &[(F::SemicolonRate, -1), (F::SentenceLength, -1)],
            (Self::SemicolonsToDashes, Language::En) => &[(F::SemicolonRate, -1), (F::EmDashRate, 1)],
            (Self::SemicolonsToCommas, Language::Zh) => &[(F::SemicolonRate, -1), (F::CommaRate, 1)],
            (Self::PeriodsToSemicolons, _) => &[(F::SemicolonRate, 1), (F::SentenceLength, 1)],
            (Self::DashesToCommas, Language::En) => &[(F::EmDashRate, -1), (F::CommaRate, 1)],
            (Self::DashesToParentheses, _) => &[(F::EmDashRate, -1), (F::ParenthesisRate, 1)],
            (Self::ParenthesesToCommas, Language::En) => &[(F::ParenthesisRate, -1), (F::CommaRate, 1)],
            (Self::ParenthesesToDashes, _) => &[(F::ParenthesisRate, -1), (F::EmDashRate, 1)],
            (Self::EllipsesToPeriods, _) => &[(F::EllipsisRate, -1)],
            (Self::SoftenExclamations, _) => &[(F::ExclamationRate, -1)],
            (Self::Contract, Language::En) => &[(F::ContractionRate, 1)],
            (Self::Expand, Language::En) => &[(F::ContractionRate, -1)],
            (Self::FormalConnectives, Language::En) => &[(F::Register, 1)],
            (Self::PlainConnectives, Language::En) => &[(F::Register, -1)],
            (Self::ThinDe, Language::Zh) => &[(F::DeRate, -1), (F::TextLength, -1)],
            (Self::ThinDi, Language::Zh) => &[(F::AdverbDensity, -1), (F::TextLength, -1)],
            (Self::CommasToSemicolons, _) => &[(F::CommaRate, -1), (F::SemicolonRate, 1)],
            (Self::ColonsToDashes, _) => &[(F::EmDashRate, 1)],
            (Self::CommasToDashes, _) => &[(F::CommaRate, -1), (F::EmDashRate, 1)],
            (Self::DashesToColons, Language::En) => &[(F::EmDashRate, -1)],
            (Self::AddCommas, _) => &[(F::CommaRate, 1)],
            (Self::DropCommas, _) => &[(F::CommaRate, -1)],
            (Self::AddThat, Language::En) => &[(F::TextLength, 1)],
            (Self::ThinLe, Language::Zh) | (Self::DropThat, Language::En) | (Self::DropSubjects, _) => {
                &[(F::TextLength, -1)]
            }
            (Self::DropSequence, _) => &[(F::ConnectiveRate, -1), (F::TextLength, -1)],
            _ => &[],
        }
    }

    pub(super) const fn decision(self) -> Decision {
        match self {
            Self::CutFillers | Self::CutAdverbs | Self::TightenPhrases => Decision::Words,
            Self::SplitSentences
            | Self::JoinSentences
            | Self::SemicolonsToPeriods
            | Self::PeriodsToSemicolons
            | Self::CommasToSemicolons => Decision::Rhythm,
            Self::SemicolonsToDashes
            | Self::SemicolonsToCommas
            | Self::DashesToCommas
            | Self::DashesToParentheses
            | Self::ParenthesesToCommas
            | Self::ParenthesesToDashes
            | Self::ColonsToDashes
            | Self::CommasToDashes
            | Self::DashesToColons => Decision::Marks,
            Self::AddCommas | Self::DropCommas => Decision::Pauses,
            Self::AddThat | Self::DropThat | Self::DropSequence | Self::DropSubjects => Decision::Links,
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
            Self::CommasToSemicolons => split::with_semicolons(passage),
            Self::ColonsToDashes => dashes::from_colons(passage),
            Self::CommasToDashes => dashes::from_commas(passage),
            Self::DashesToColons => dashes::to_colons(passage),
            Self::AddCommas => commas::add(passage),
            Self::DropCommas => commas::drop(passage),
            Self::AddThat => optional_that::add(passage),
            Self::DropThat => optional_that::drop(passage),
            Self::DropSequence => sequence::drop(passage),
            Self::DropSubjects => subjects::drop_repeated(passage),
        }
    }
}

impl Skill {
    /// Returns whether the skill may offer a text for a passage. Tightening only makes a passage shorter: a joined
    /// sentence may have more words than two.
    pub(super) fn admits(self, passage: &str, text: &str) -> bool {
        self == Self::Polish
            || (units(text) <= units(passage) && text.chars().count() < passage.chars().count())
    }

    /// Returns whether the skill makes a move at all.
    pub const fn allows(self, candidate: Move) -> bool {
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
                    | Move::DropThat
                    | Move::DropSequence
                    | Move::DropSubjects
            ),
        }
    }
}

/// The most passes of a move. One change may make another possible, as in `very, very, very`. A passage that still
/// changes in the last pass is not offered.
const PASSES: usize = 8;

/// Returns the passage after the move; `None` if the move finds nothing to change or refuses.
///
/// The move is repeated until it finds nothing more, so a second application changes nothing. The function sees only
/// the passage. A sentence that begins or ends outside the passage is not ended, joined or given a capital letter.
pub fn apply(move_: Move, passage: &str, language: Language) -> Option<String> {
    run(move_, &Passage::new(&Source::alone(passage, language)))
}

pub(super) fn run(move_: Move, passage: &Passage<'_>) -> Option<String> {
    let mut text = passage.with(move_.edits(passage))?;
    for _ in 0..PASSES {
        let changed = passage.reworded(&text);
        match changed.with(move_.edits(&changed)) {
            Some(next) => text = next,
            None => return conserve::is_conserved(passage, &changed).then_some(text),
        }
    }
    None
}

/// Returns the passage with only the first possible change of the move; `None` if there is none.
pub(super) fn once(move_: Move, passage: &Passage<'_>) -> Option<String> {
    let mut edits = move_.edits(passage).into_iter();
    let text = edits.find_map(|edit| passage.with(vec![edit]))?;
    let changed = passage.reworded(&text);
    conserve::is_conserved(passage, &changed).then_some(text)
}
