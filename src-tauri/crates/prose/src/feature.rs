//! Measurable properties of prose.
//!
//! The definitions are plain counts over tokens and word lists, so that a rule built on a feature can be explained to
//! the writer and checked by hand. A *rate* counts per 100 units, and a *share* is between 0 and 1. *Per sentence*
//! divides by the number of sentences with at least one unit. In Chinese each 。？！ and …… ends a sentence, also at
//! the end of quoted speech before its speech tag.
//!
//! Sources: sentence length as a mark of style is from Yule ("On sentence-length as a statistical characteristic of
//! style in prose", Biometrika 30, 1939). Biber distinguished registers by many of the other features ("Variation
//! across Speech and Writing", 1988). They are adverbs, attributive adjectives, passives, word length, contractions,
//! first-person pronouns, questions and amplifiers. Lü Shuxiang describes the counted Chinese particles
//! (现代汉语八百词, 1980). All other definitions and word lists are the desk's own.

mod tally;

use serde::{Deserialize, Serialize};

use crate::Language;
use tally::Tally;

macro_rules! features {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)*) => {
        /// One measurable property of prose. The names are stable, because files and rules refer to them.
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
    /// Mean units per sentence. `None` for a passage without units.
    SentenceLength = "sentence_length",
    /// Standard deviation of the sentence lengths divided by their mean; 0 means equally long sentences. `None` for
    /// fewer than two sentences.
    SentenceLengthVariation = "sentence_length_variation",
    /// Mean units per paragraph. `None` for a passage without units.
    ParagraphLength = "paragraph_length",
    /// Units in the whole passage. Always defined.
    TextLength = "text_length",
    /// Share of the units inside quotation marks: `“ ”`, `" "`, `‘ ’`, `「 」` or `『 』`. A quotation left open ends
    /// with its paragraph. `None` for a passage without units.
    DialogueShare = "dialogue_share",
    /// Adverbs per 100 units. In English: words of five letters or more in `-ly`, except nouns, verbs and adjectives
    /// (*family*, *rely*, *lovely*), and the words of a list. In Chinese: the words of a list, words of two characters
    /// with 很, 最, 更 or 极 (很多, 最好), and 地. The 地 may be a separate word or follow a doubled word (悲凉地,
    /// 轻轻地). `None` for a passage without units.
    AdverbDensity = "adverb_density",
    /// Adjectives per 100 units. In English: words in `-ous`, `-ful`, `-less`, `-ish`, `-able`, `-ible`, `-ive`, `-ic`,
    /// `-al`, except nouns and verbs, and the words of a list. In Chinese few words are only adjectives. There the
    /// feature counts words that qualify another word through 的 and are not pronouns (寂静的夜, not 我的书). `None`
    /// for a passage without units.
    AdjectiveDensity = "adjective_density",
    /// Passive constructions per sentence. In English: a form of *to be* or *to get*, up to two adverbs or *not*, and a
    /// participle. In Chinese: 被, 遭, 受到, 挨. *Was tired* counts too, because no list distinguishes it from *was
    /// fired*. `None` for a passage without units.
    PassiveShare = "passive_share",
    /// Formality of the words: in English mean letters per word, in Chinese words of the classical language (之, 其,
    /// 且, 甚 …) per 100 units. `None` without words.
    Register = "register",
    /// Variety of the vocabulary: the mean, over all windows of 50 consecutive words, of the share of different words.
    /// It is the moving-average type–token ratio of Covington and McFall (2010). Unlike the plain ratio it does not
    /// fall with length. `None` for fewer than 50 words.
    LexicalDiversity = "lexical_diversity",
    /// Fillers and intensifiers (*very*, *sort of*; 非常, 其实) per 100 units. 很 is none: most adjectives need it, and a
    /// stronger word gives way to it. `None` without units.
    FillerDensity = "filler_density",
    /// Contractions (*don't*, *she'll*, *it's*, but not *Tom's*) per 100 units. `None` without units
    /// and in Chinese.
    ContractionRate = "contraction_rate",
    /// First-person pronouns, singular and plural, per 100 units. `None` without units.
    FirstPersonRate = "first_person_rate",
    /// Runs of question marks per sentence. `None` without units.
    QuestionRate = "question_rate",
    /// Runs of exclamation marks per sentence. `None` without units.
    ExclamationRate = "exclamation_rate",
    /// Ellipses (`…`, `……`, `...`) per 100 units. `None` without units.
    EllipsisRate = "ellipsis_rate",
    /// Em dashes (`—`, `——`, `--`) per 100 units. `None` without units.
    EmDashRate = "em_dash_rate",
    /// Semicolons per 100 units. `None` without units.
    SemicolonRate = "semicolon_rate",
    /// Opening parentheses per 100 units. `None` without units.
    ParenthesisRate = "parenthesis_rate",
    /// Commas, the Chinese enumeration comma 、 included, per 100 units. `None` without units.
    CommaRate = "comma_rate",
    /// Connectives (*because*, *however*, *in fact*; 但是, 因为) per 100 units. `None` without units.
    ConnectiveRate = "connective_rate",
    /// Marks of comparison per 100 units: *as if*, *like a*, *as … as*; 像, 仿佛, 似的. `None` without units.
    FigurativeRate = "figurative_rate",
    /// Words of sight, hearing, touch, smell and taste per 100 units. `None` without units.
    SensoryRate = "sensory_rate",
    /// Idioms in jieba's dictionary (成语, nearly all of four characters) per 100 units. `None` without units and in
    /// English.
    IdiomRate = "idiom_rate",
    /// Modal particles (吗, 呢, 吧 …) per 100 units. `None` without units and in English.
    ModalParticleRate = "modal_particle_rate",
    /// The particle 的 per 100 units, without the 的 inside a word such as 目的. `None` without units and in English.
    DeRate = "de_rate",
}

/// The value of every feature for one passage; `None` where a feature is not defined for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Measures {
    values: [Option<f64>; Feature::ALL.len()],
    counts: [Option<usize>; Feature::ALL.len()],
}

impl Measures {
    /// Returns the value of one feature, or `None` where it is not defined for the passage.
    pub fn get(&self, feature: Feature) -> Option<f64> {
        self.values[feature as usize]
    }

    /// Returns the number of occurrences behind a rate or a share, such as the adverbs behind the adverb density; `None`
    /// for a feature that counts nothing, such as the sentence length.
    pub fn count(&self, feature: Feature) -> Option<usize> {
        self.counts[feature as usize]
    }

    /// Returns each feature that is defined for the passage, with its value, in the order of [`Feature::ALL`].
    pub fn iter(&self) -> impl Iterator<Item = (Feature, f64)> + '_ {
        Feature::ALL
            .iter()
            .zip(&self.values)
            .filter_map(|(&feature, value)| Some((feature, (*value)?)))
    }
}

/// Measures every feature of a passage in time linear in its length.
pub fn measure(passage: &str, language: Language) -> Measures {
    let tally = Tally::of(passage, language);
    Measures {
        values: std::array::from_fn(|position| value(Feature::ALL[position], &tally, language)),
        counts: std::array::from_fn(|position| count(Feature::ALL[position], &tally, language)),
    }
}

fn value(feature: Feature, tally: &Tally, language: Language) -> Option<f64> {
    let ratio = |count: usize, whole: usize| (whole > 0).then(|| count as f64 / whole as f64);
    match feature {
        Feature::SentenceLength => ratio(tally.units, tally.sentences.len()),
        Feature::SentenceLengthVariation => variation(&tally.sentences),
        Feature::ParagraphLength => ratio(tally.units, tally.paragraphs),
        Feature::TextLength => Some(tally.units as f64),
        Feature::LexicalDiversity => tally.diversity,
        Feature::Register if language == Language::En => ratio(tally.letters, tally.words),
        Feature::DialogueShare => ratio(tally.quoted_units, tally.units),
        Feature::PassiveShare | Feature::QuestionRate | Feature::ExclamationRate => {
            ratio(count(feature, tally, language)?, tally.sentences.len())
        }
        _ => ratio(100 * count(feature, tally, language)?, tally.units),
    }
}

fn count(feature: Feature, tally: &Tally, language: Language) -> Option<usize> {
    let only = |only: Language, count: usize| (language == only).then_some(count);
    match feature {
        Feature::SentenceLength
        | Feature::SentenceLengthVariation
        | Feature::ParagraphLength
        | Feature::TextLength
        | Feature::LexicalDiversity => None,
        Feature::DialogueShare => Some(tally.quoted_units),
        Feature::AdverbDensity => Some(tally.adverbs),
        Feature::AdjectiveDensity => Some(tally.adjectives),
        Feature::PassiveShare => Some(tally.passives),
        Feature::Register => only(Language::Zh, tally.classical),
        Feature::FillerDensity => Some(tally.fillers),
        Feature::ContractionRate => only(Language::En, tally.contractions),
        Feature::FirstPersonRate => Some(tally.first_person),
        Feature::QuestionRate => Some(tally.questions),
        Feature::ExclamationRate => Some(tally.exclamations),
        Feature::EllipsisRate => Some(tally.ellipses),
        Feature::EmDashRate => Some(tally.em_dashes),
        Feature::SemicolonRate => Some(tally.semicolons),
        Feature::ParenthesisRate => Some(tally.parentheses),
        Feature::CommaRate => Some(tally.commas),
        Feature::ConnectiveRate => Some(tally.connectives),
        Feature::FigurativeRate => Some(tally.figures),
        Feature::SensoryRate => Some(tally.sensory),
        Feature::IdiomRate => only(Language::Zh, tally.idioms),
        Feature::ModalParticleRate => only(Language::Zh, tally.modal_particles),
        Feature::DeRate => only(Language::Zh, tally.de),
    }
}

/// Returns the standard deviation of the lengths divided by their mean.
fn variation(lengths: &[usize]) -> Option<f64> {
    if lengths.len() < 2 {
        return None;
    }
    let count = lengths.len() as f64;
    let mean = lengths.iter().sum::<usize>() as f64 / count;
    let variance = lengths
        .iter()
        .map(|&length| (length as f64 - mean).powi(2))
        .sum::<f64>()
        / count;
    Some(variance.sqrt() / mean)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Asserts the values of some features of a passage; the expected values were counted by hand.
    fn assert_measures(passage: &str, language: Language, expected: &[(Feature, Option<f64>)]) {
        let measures = measure(passage, language);
        for &(feature, value) in expected {
            match (measures.get(feature), value) {
                (Some(found), Some(value)) => assert!(
                    (found - value).abs() < 1e-12,
                    "{} is {found}, not {value}: {passage}",
                    feature.name()
                ),
                (found, value) => assert_eq!(found, value, "{}: {passage}", feature.name()),
            }
        }
    }

    #[test]
    fn lengths_and_speech_are_counted_in_english() {
        assert_measures(
            // Sentences of 6, 5 and 1 units; paragraphs of 11 and 1; `It isn't late` is spoken.
            "The old man closed the door. \"It isn't late,\" said Tom.\n\nWait.",
            Language::En,
            &[
                (Feature::TextLength, Some(12.0)),
                (Feature::SentenceLength, Some(4.0)),
                // Deviations from 4: 2, 1 and -3, so the variance is 14 / 3.
                (
                    Feature::SentenceLengthVariation,
                    Some((14.0_f64 / 3.0).sqrt() / 4.0),
                ),
                (Feature::ParagraphLength, Some(6.0)),
                (Feature::DialogueShare, Some(3.0 / 12.0)),
                (Feature::ContractionRate, Some(100.0 / 12.0)),
            ],
        );
    }

    #[test]
    fn lengths_and_speech_are_counted_in_chinese() {
        assert_measures(
            // Sentences of 4, 2, 3 and 3 units; paragraphs of 9 and 3; 去吧 is spoken.
            "雨停了吗？“去吧。”老人说。\n\n她走了。",
            Language::Zh,
            &[
                (Feature::TextLength, Some(12.0)),
                (Feature::SentenceLength, Some(3.0)),
                // Deviations from 3: 1, -1, 0 and 0, so the variance is 2 / 4.
                (
                    Feature::SentenceLengthVariation,
                    Some((2.0_f64 / 4.0).sqrt() / 3.0),
                ),
                (Feature::ParagraphLength, Some(6.0)),
                (Feature::DialogueShare, Some(2.0 / 12.0)),
                (Feature::QuestionRate, Some(1.0 / 4.0)),
                // 吗 and 吧.
                (Feature::ModalParticleRate, Some(200.0 / 12.0)),
            ],
        );
    }

    #[test]
    fn speech_is_found_by_every_kind_of_quotation_mark() {
        for (passage, language, share) in [
            ("“Go now,” he said.", Language::En, 2.0 / 4.0),
            ("\"Go now,\" he said.", Language::En, 2.0 / 4.0),
            // An apostrophe inside a word does not end a quotation.
            ("‘Don’t go now,’ he said.", Language::En, 3.0 / 5.0),
            ("“Say ‘now’ to him,” he said.", Language::En, 4.0 / 6.0),
            // A quotation left open ends with its paragraph.
            ("“Go now.\n\nHe went.", Language::En, 2.0 / 4.0),
            ("「走吧。」他说。", Language::Zh, 2.0 / 4.0),
            ("『走吧。』他说。", Language::Zh, 2.0 / 4.0),
            ("他道：“走吧。\n\n雨停了。", Language::Zh, 2.0 / 7.0),
            ("No speech here.", Language::En, 0.0),
        ] {
            assert_measures(passage, language, &[(Feature::DialogueShare, Some(share))]);
        }
    }

    #[test]
    fn words_are_counted_in_english() {
        assert_measures(
            // 7 and 10 units.
            "The lovely family was quickly driven home. We really saw it, as if through dark glass; truly.",
            Language::En,
            &[
                // `quickly`, `really` and `truly`, but not `lovely` and `family`.
                (Feature::AdverbDensity, Some(300.0 / 17.0)),
                // `lovely` and `dark`.
                (Feature::AdjectiveDensity, Some(200.0 / 17.0)),
                // `was quickly driven`.
                (Feature::PassiveShare, Some(1.0 / 2.0)),
                // `really` and `truly`.
                (Feature::FillerDensity, Some(200.0 / 17.0)),
                // `We`.
                (Feature::FirstPersonRate, Some(100.0 / 17.0)),
                // `as if`.
                (Feature::FigurativeRate, Some(100.0 / 17.0)),
                // `saw` and `dark`.
                (Feature::SensoryRate, Some(200.0 / 17.0)),
                (Feature::CommaRate, Some(100.0 / 17.0)),
                (Feature::SemicolonRate, Some(100.0 / 17.0)),
                // 3+6+6+3+7+6+4 and 2+6+3+2+2+2+7+4+5+5 letters in 17 words.
                (Feature::Register, Some(73.0 / 17.0)),
                (Feature::IdiomRate, None),
                (Feature::ModalParticleRate, None),
                (Feature::DeRate, None),
                (Feature::LexicalDiversity, None),
            ],
        );
    }

    #[test]
    fn words_are_counted_in_chinese() {
        assert_measures(
            // 我 非常 喜欢 寂静 的 夜，像 水 一样。但是 他 被 雨声 吓坏 了。: 13 and 9 units.
            "我非常喜欢寂静的夜，像水一样。但是他被雨声吓坏了。",
            Language::Zh,
            &[
                (Feature::TextLength, Some(22.0)),
                // 非常.
                (Feature::AdverbDensity, Some(100.0 / 22.0)),
                (Feature::FillerDensity, Some(100.0 / 22.0)),
                // 寂静的夜.
                (Feature::AdjectiveDensity, Some(100.0 / 22.0)),
                (Feature::DeRate, Some(100.0 / 22.0)),
                // 我.
                (Feature::FirstPersonRate, Some(100.0 / 22.0)),
                // 被, in one of two sentences.
                (Feature::PassiveShare, Some(1.0 / 2.0)),
                // 像.
                (Feature::FigurativeRate, Some(100.0 / 22.0)),
                // 但是.
                (Feature::ConnectiveRate, Some(100.0 / 22.0)),
                // 寂静.
                (Feature::SensoryRate, Some(100.0 / 22.0)),
                (Feature::CommaRate, Some(100.0 / 22.0)),
                (Feature::Register, Some(0.0)),
                (Feature::ContractionRate, None),
            ],
        );
        assert_measures(
            // 且, 甚, 欲, 之 and 乃, of 15 units; 而 and 以 are also plain prose and do not count.
            "山高且险，甚难行，欲过之乃以绳，而雨。",
            Language::Zh,
            &[(Feature::Register, Some(500.0 / 15.0))],
        );
        assert_measures(
            // 8 and 7 units: 其 and 之 are classical; the 的 of 目的 is not a particle; 小心翼翼 is an idiom.
            "其志之高，我的目的。他小心翼翼地走。",
            Language::Zh,
            &[
                (Feature::Register, Some(200.0 / 15.0)),
                (Feature::DeRate, Some(100.0 / 15.0)),
                // 我 is a pronoun, so 我的 is not an adjective.
                (Feature::AdjectiveDensity, Some(0.0)),
                (Feature::IdiomRate, Some(100.0 / 15.0)),
                // 地 after 小心翼翼.
                (Feature::AdverbDensity, Some(100.0 / 15.0)),
            ],
        );
    }

    #[test]
    fn every_count_of_a_second_passage_is_what_a_reader_finds() {
        assert_measures(
            // Sentences and paragraphs of 15 and 9 units.
            "“I'm very tired,” she said quietly; but the cold rain fell because it was sent.\n\n\
             Our hands were soft as wax, like the moon.",
            Language::En,
            &[
                (Feature::TextLength, Some(24.0)),
                (Feature::SentenceLength, Some(12.0)),
                // Deviations of 3.
                (Feature::SentenceLengthVariation, Some(3.0 / 12.0)),
                (Feature::ParagraphLength, Some(12.0)),
                // `I'm very tired`.
                (Feature::DialogueShare, Some(3.0 / 24.0)),
                // `very` and `quietly`.
                (Feature::AdverbDensity, Some(200.0 / 24.0)),
                // `tired`, `cold` and `soft`.
                (Feature::AdjectiveDensity, Some(300.0 / 24.0)),
                // `I'm very tired`, which looks like a passive, and `was sent`.
                (Feature::PassiveShare, Some(2.0 / 2.0)),
                // 59 and 32 letters in 24 words.
                (Feature::Register, Some(91.0 / 24.0)),
                (Feature::FillerDensity, Some(100.0 / 24.0)),
                (Feature::ContractionRate, Some(100.0 / 24.0)),
                // `I'm` and `Our`.
                (Feature::FirstPersonRate, Some(200.0 / 24.0)),
                (Feature::QuestionRate, Some(0.0)),
                (Feature::CommaRate, Some(200.0 / 24.0)),
                (Feature::SemicolonRate, Some(100.0 / 24.0)),
                // `but` and `because`.
                (Feature::ConnectiveRate, Some(200.0 / 24.0)),
                // `like the`, but not `soft as`.
                (Feature::FigurativeRate, Some(100.0 / 24.0)),
                // `cold` and `soft`.
                (Feature::SensoryRate, Some(200.0 / 24.0)),
            ],
        );
        assert_measures(
            // Sentences of 6, 5 and 19 units; paragraphs of 11 and 19.
            "“我真的很冷吗？”她轻轻地问。\n\n红色的花像火，因为春天来了；胸有成竹的人吧！",
            Language::Zh,
            &[
                (Feature::TextLength, Some(30.0)),
                (Feature::SentenceLength, Some(10.0)),
                // Deviations of -4, -5 and 9.
                (
                    Feature::SentenceLengthVariation,
                    Some((122.0_f64 / 3.0).sqrt() / 10.0),
                ),
                (Feature::ParagraphLength, Some(15.0)),
                (Feature::DialogueShare, Some(6.0 / 30.0)),
                // 很 and 轻轻地.
                (Feature::AdverbDensity, Some(200.0 / 30.0)),
                // 红色的花 and 胸有成竹的人.
                (Feature::AdjectiveDensity, Some(200.0 / 30.0)),
                (Feature::PassiveShare, Some(0.0)),
                // 真的, but not 很.
                (Feature::FillerDensity, Some(100.0 / 30.0)),
                (Feature::FirstPersonRate, Some(100.0 / 30.0)),
                (Feature::QuestionRate, Some(1.0 / 3.0)),
                (Feature::ExclamationRate, Some(1.0 / 3.0)),
                (Feature::CommaRate, Some(100.0 / 30.0)),
                (Feature::SemicolonRate, Some(100.0 / 30.0)),
                // 因为, 像 and 胸有成竹.
                (Feature::ConnectiveRate, Some(100.0 / 30.0)),
                (Feature::FigurativeRate, Some(100.0 / 30.0)),
                (Feature::IdiomRate, Some(100.0 / 30.0)),
                // 冷 and 红色.
                (Feature::SensoryRate, Some(200.0 / 30.0)),
                // 吗 and 吧.
                (Feature::ModalParticleRate, Some(200.0 / 30.0)),
                // Without the 的 of 真的.
                (Feature::DeRate, Some(200.0 / 30.0)),
            ],
        );
    }

    #[test]
    fn an_adverb_is_found_inside_a_chinese_word() {
        for (passage, adverbs) in [
            ("他有很多书", 1.0),
            ("她最好走", 1.0),
            ("雨更小了", 1.0),
            ("她轻轻地走", 1.0),
            ("他悲凉地笑", 1.0),
            ("雨忽然停了", 1.0),
            ("他最近更换了书", 0.0),
            ("天地很大", 1.0),
            ("他坐在草地", 0.0),
        ] {
            let units = measure(passage, Language::Zh).get(Feature::TextLength).unwrap();
            assert_measures(
                passage,
                Language::Zh,
                &[(Feature::AdverbDensity, Some(100.0 * adverbs / units))],
            );
        }
    }

    #[test]
    fn marks_are_counted_alike_in_both_languages() {
        assert_measures(
            // Sentences of 1, 6 and 3 units; `---` is a scene break, so it is no em dash.
            "Run! Why wait—or stay (here)… now?! Go -- go... away.\n\n---",
            Language::En,
            &[
                (Feature::SentenceLength, Some(10.0 / 3.0)),
                (Feature::ExclamationRate, Some(2.0 / 3.0)),
                (Feature::QuestionRate, Some(1.0 / 3.0)),
                (Feature::EllipsisRate, Some(200.0 / 10.0)),
                (Feature::EmDashRate, Some(200.0 / 10.0)),
                (Feature::ParenthesisRate, Some(100.0 / 10.0)),
            ],
        );
        assert_measures(
            // Sentences of 1, 4 and 4 units.
            "跑！为什么——（他）？！一、二；三，四……",
            Language::Zh,
            &[
                (Feature::SentenceLength, Some(9.0 / 3.0)),
                (Feature::ExclamationRate, Some(2.0 / 3.0)),
                (Feature::QuestionRate, Some(1.0 / 3.0)),
                (Feature::EllipsisRate, Some(100.0 / 9.0)),
                (Feature::EmDashRate, Some(100.0 / 9.0)),
                (Feature::SemicolonRate, Some(100.0 / 9.0)),
                (Feature::ParenthesisRate, Some(100.0 / 9.0)),
                (Feature::CommaRate, Some(200.0 / 9.0)),
            ],
        );
    }

    #[test]
    fn contractions_are_told_from_possessives() {
        for (passage, contractions) in [
            ("don't", 1.0),
            ("she’ll", 1.0),
            ("it's", 1.0),
            ("Tom's", 0.0),
            ("o'clock", 0.0),
            ("dogs'", 0.0),
            ("I'm", 1.0),
        ] {
            assert_measures(
                passage,
                Language::En,
                &[(Feature::ContractionRate, Some(100.0 * contractions))],
            );
        }
        assert_measures("I'm", Language::En, &[(Feature::FirstPersonRate, Some(100.0))]);
    }

    #[test]
    fn a_passive_is_a_form_of_to_be_and_a_participle() {
        for (passage, passives) in [
            ("He was beaten.", 1.0),
            ("It had been very badly painted.", 1.0),
            ("They weren't told.", 1.0),
            ("They were not told.", 1.0),
            ("He was, beaten or not, proud.", 0.0),
            ("He is in need.", 0.0),
            ("He walked and was glad.", 0.0),
            ("She was seen and was heard.", 2.0),
        ] {
            assert_measures(passage, Language::En, &[(Feature::PassiveShare, Some(passives))]);
        }
    }

    #[test]
    fn a_likeness_is_marked() {
        for (passage, language, figures) in [
            ("He ran like a deer", Language::En, 1.0),
            ("white as snow", Language::En, 0.0),
            ("as white as snow", Language::En, 1.0),
            ("he as well as she", Language::En, 0.0),
            ("as if it knew", Language::En, 1.0),
            ("I like dogs", Language::En, 0.0),
            ("他跑得像鹿", Language::Zh, 1.0),
            ("仿佛下雨", Language::Zh, 1.0),
            ("他的画像", Language::Zh, 0.0),
        ] {
            let units = measure(passage, language).get(Feature::TextLength).unwrap();
            assert_measures(
                passage,
                language,
                &[(Feature::FigurativeRate, Some(100.0 * figures / units))],
            );
        }
    }

    #[test]
    fn the_variety_of_the_vocabulary_does_not_fall_with_length() {
        // Each window of 50 words has the same 4 (English) or 2 (Chinese) different words, however long the passage is.
        for repeats in [13, 40] {
            let english = "the red the old dog ".repeat(repeats);
            assert_measures(
                &english,
                Language::En,
                &[(Feature::LexicalDiversity, Some(4.0 / 50.0))],
            );
            let chinese = "雨，风，雨。".repeat(repeats + 5);
            assert_measures(
                &chinese,
                Language::Zh,
                &[(Feature::LexicalDiversity, Some(2.0 / 50.0))],
            );
        }
    }

    #[test]
    fn a_passage_without_units_has_a_length_and_nothing_else() {
        for (passage, language) in [
            ("", Language::En),
            ("— …\n\n***", Language::En),
            ("……！", Language::Zh),
        ] {
            let found: Vec<_> = measure(passage, language).iter().collect();
            assert_eq!(found, [(Feature::TextLength, 0.0)], "{passage:?}");
        }
    }

    #[test]
    fn every_feature_is_found_by_its_stable_name() {
        for (position, &feature) in Feature::ALL.iter().enumerate() {
            assert_eq!(feature as usize, position);
            assert_eq!(Feature::from_name(feature.name()), Some(feature));
        }
        assert_eq!(Feature::ALL.len(), 26);
        assert_eq!(Feature::from_name("sentence length"), None);
    }

    proptest! {
        #[test]
        fn every_value_is_finite_and_no_less_than_nothing(text in any::<String>(), words in "[a-z他的地被“”\"'.。！? \\n-]{0,80}") {
            for passage in [text, words] {
                for language in [Language::En, Language::Zh] {
                    for (feature, value) in measure(&passage, language).iter() {
                        prop_assert!(value.is_finite() && value >= 0.0, "{}: {value}", feature.name());
                    }
                    let share = measure(&passage, language).get(Feature::DialogueShare).unwrap_or(0.0);
                    prop_assert!(share <= 1.0);
                }
            }
        }
    }
}
