//! Measurable properties of prose.

use serde::{Deserialize, Serialize};

use crate::Language;

macro_rules! features {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)*) => {
        /// One measurable property of prose. The names are stable: files and rules refer to them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Feature {
            $($(#[$doc])* $variant,)*
        }

        impl Feature {
            /// Every feature, in declaration order; `feature as usize` is its position here.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// Returns the stable name used in files and on the wire.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// Returns the feature with the given stable name.
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$variant),)* _ => None }
            }
        }
    };
}

features! {
    /// Units a sentence.
    SentenceLength = "sentence_length",
    /// Spread of the sentence lengths against their mean.
    SentenceLengthVariation = "sentence_length_variation",
    /// Units a paragraph.
    ParagraphLength = "paragraph_length",
    /// Units in the whole passage.
    TextLength = "text_length",
    /// Share of the units that stand inside quotation marks.
    DialogueShare = "dialogue_share",
    /// Adverbs per 100 units.
    AdverbDensity = "adverb_density",
    /// Adjectives per 100 units.
    AdjectiveDensity = "adjective_density",
    /// Passive constructions a sentence.
    PassiveShare = "passive_share",
    /// How bookish the diction is.
    Register = "register",
    /// Variety of the vocabulary.
    LexicalDiversity = "lexical_diversity",
    /// Fillers and intensifiers per 100 units.
    FillerDensity = "filler_density",
    /// Contractions per 100 units (English).
    ContractionRate = "contraction_rate",
    /// First-person pronouns per 100 units.
    FirstPersonRate = "first_person_rate",
    /// Questions a sentence.
    QuestionRate = "question_rate",
    /// Exclamations a sentence.
    ExclamationRate = "exclamation_rate",
    /// Ellipses per 100 units.
    EllipsisRate = "ellipsis_rate",
    /// Em dashes per 100 units.
    EmDashRate = "em_dash_rate",
    /// Semicolons per 100 units.
    SemicolonRate = "semicolon_rate",
    /// Parentheses per 100 units.
    ParenthesisRate = "parenthesis_rate",
    /// Commas per 100 units.
    CommaRate = "comma_rate",
    /// Connectives per 100 units.
    ConnectiveRate = "connective_rate",
    /// Figures of likeness per 100 units.
    FigurativeRate = "figurative_rate",
    /// Words of the senses per 100 units.
    SensoryRate = "sensory_rate",
    /// Four-character idioms per 100 units (Chinese).
    IdiomRate = "idiom_rate",
    /// Modal particles per 100 units (Chinese).
    ModalParticleRate = "modal_particle_rate",
    /// 的 per 100 units (Chinese).
    DeRate = "de_rate",
}

/// The value of every feature for one passage; `None` where a feature is not defined for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Measures(Vec<Option<f64>>);

impl Measures {
    /// Returns the value of one feature, or `None` where it is not defined for the passage.
    pub fn get(&self, feature: Feature) -> Option<f64> {
        self.0[feature as usize]
    }
}

/// Measures every feature of a passage in time linear in its length.
pub fn measure(_passage: &str, _language: Language) -> Measures {
    Measures(vec![None; Feature::ALL.len()])
}
