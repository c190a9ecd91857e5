//! Everything a passage's features are computed from, counted in one walk over its tokens.

use std::collections::HashMap;
use std::ops::Range;

use crate::Language;
use crate::lexicon::{List, is_classical, lists_of};
use crate::segment::{Token, TokenKind, WordClass, classed_tokens, paragraphs, sentences};

/// Consecutive words over which the variety of the vocabulary is taken.
const DIVERSITY_WINDOW: usize = 50;

/// The counts behind the features; each is named in the feature that uses it.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub units: usize,
    /// Units of each sentence that has any.
    pub sentences: Vec<usize>,
    /// Paragraphs that have units.
    pub paragraphs: usize,
    pub quoted_units: usize,
    pub words: usize,
    pub letters: usize,
    pub diversity: Option<f64>,
    pub adverbs: usize,
    pub adjectives: usize,
    pub passives: usize,
    pub fillers: usize,
    pub contractions: usize,
    pub first_person: usize,
    pub connectives: usize,
    pub figures: usize,
    pub sensory: usize,
    pub classical: usize,
    pub modal_particles: usize,
    pub idioms: usize,
    pub de: usize,
    pub questions: usize,
    pub exclamations: usize,
    pub ellipses: usize,
    pub em_dashes: usize,
    pub semicolons: usize,
    pub parentheses: usize,
    pub commas: usize,
}

impl Tally {
    /// Counts a passage.
    pub(super) fn of(passage: &str, language: Language) -> Self {
        let tokens = classed_tokens(passage);
        let mut tally = Self::default();
        tally.count_units(passage, language, &tokens);
        for (token, _) in &tokens {
            if token.kind == TokenKind::Punctuation {
                tally.count_mark(token.of(passage));
            }
        }
        match language {
            Language::En => tally.count_english(passage, &tokens),
            Language::Zh => tally.count_chinese(passage, &tokens),
        }
        tally
    }

    /// Counts the units of the sentences, of the paragraphs and of what stands in quotation marks.
    fn count_units(&mut self, passage: &str, language: Language, tokens: &[(Token, WordClass)]) {
        let sentences = sentences(passage, language);
        let paragraphs = paragraphs(passage);
        let mut in_sentence = vec![0; sentences.len()];
        let mut in_paragraph = vec![0; paragraphs.len()];
        let (mut sentence, mut paragraph) = (0, 0);
        let mut quotation = Quotation::default();
        for (token, _) in tokens {
            advance(&mut sentence, &sentences, token);
            if advance(&mut paragraph, &paragraphs, token) {
                quotation = Quotation::default();
            }
            quotation.read(token.of(passage));
            let units = token.units(passage);
            self.units += units;
            self.quoted_units += if quotation.is_open() { units } else { 0 };
            if let Some(count) = in_sentence.get_mut(sentence) {
                *count += units;
            }
            if let Some(count) = in_paragraph.get_mut(paragraph) {
                *count += units;
            }
        }
        self.sentences = in_sentence.into_iter().filter(|&units| units > 0).collect();
        self.paragraphs = in_paragraph.into_iter().filter(|&units| units > 0).count();
    }

    fn count_mark(&mut self, mark: &str) {
        let length = mark.chars().count();
        match mark.chars().next() {
            Some('?' | '？') => self.questions += 1,
            Some('!' | '！') => self.exclamations += 1,
            Some('…') => self.ellipses += 1,
            Some('.' | '。') if length >= 2 => self.ellipses += 1,
            Some('—' | '―') => self.em_dashes += 1,
            // `---` is a rule between scenes in Markdown.
            Some('-') if length == 2 => self.em_dashes += 1,
            Some(';' | '；') => self.semicolons += length,
            Some('(' | '（') => self.parentheses += length,
            Some(',' | '，' | '、') => self.commas += length,
            _ => {}
        }
    }

    fn count_english(&mut self, passage: &str, tokens: &[(Token, WordClass)]) {
        let text = EnglishWords::of(passage, tokens);
        let mut passive = PassiveSearch::default();
        let mut after_as = None;
        for (index, range) in text.words.iter().enumerate() {
            let word = &text.folded[range.clone()];
            let lists = lists_of(word, Language::En);
            let pair = text
                .pair(index)
                .map(|pair| lists_of(pair, Language::En))
                .unwrap_or_default();
            let adverb = is_adverb(word);

            self.words += 1;
            self.letters += word.chars().filter(|letter| letter.is_alphabetic()).count();
            self.adverbs += usize::from(adverb);
            self.adjectives += usize::from(is_adjective(word));
            self.contractions += usize::from(is_contraction(word));
            let pronoun = word.split('\'').next().unwrap_or_default();
            self.first_person += usize::from(lists_of(pronoun, Language::En).has(List::FirstPerson));
            self.fillers += usize::from(lists.has(List::Filler)) + usize::from(pair.has(List::Filler));
            self.connectives +=
                usize::from(lists.has(List::Connective)) + usize::from(pair.has(List::Connective));
            self.sensory += usize::from(lists.has(List::Sensory));

            // `as white as`: the second `as` stands two words after the first.
            let equated = word == "as" && after_as == index.checked_sub(2) && after_as.is_some();
            let likeness = equated || lists.has(List::Figurative) || pair.has(List::Figurative);
            self.figures += usize::from(likeness);
            if word == "as" {
                after_as = if equated { None } else { Some(index) };
            }

            let joined = text.is_joined(index);
            let participle = is_participle(word);
            self.passives +=
                usize::from(passive.read(joined, lists.has(List::PassiveOpener), adverb, participle));
        }
        self.diversity = diversity(text.words.iter().map(|range| &text.folded[range.clone()]));
    }

    fn count_chinese(&mut self, passage: &str, tokens: &[(Token, WordClass)]) {
        let words = || tokens.iter().filter(|(token, _)| token.kind == TokenKind::Han);
        // Whether the word just before can qualify through 的, and whether it did.
        let (mut qualifies, mut qualified) = (false, false);
        for (token, class) in tokens {
            if token.kind != TokenKind::Han {
                (qualifies, qualified) = (false, false);
                continue;
            }
            let word = token.of(passage);
            let lists = lists_of(word, Language::Zh);
            self.words += 1;
            // 地 as a word of its own makes an adverb of the word before it: 慢慢地, 悲凉地.
            self.adverbs += usize::from(lists.has(List::Adverb) || word == "地");
            self.adjectives += usize::from(qualified);
            qualified = word == "的" && qualifies;
            qualifies = word != "的" && *class != WordClass::Pronoun;
            self.idioms += usize::from(*class == WordClass::Idiom);
            self.passives += usize::from(lists.has(List::PassiveOpener));
            self.fillers += usize::from(lists.has(List::Filler));
            self.first_person += usize::from(lists.has(List::FirstPerson));
            self.connectives += usize::from(lists.has(List::Connective));
            self.figures += usize::from(lists.has(List::Figurative));
            self.sensory += usize::from(lists.has(List::Sensory));
            self.classical += word.chars().filter(|&character| is_classical(character)).count();
            self.modal_particles += usize::from(lists.has(List::ModalParticle));
            self.de += usize::from(word == "的");
        }
        self.diversity = diversity(words().map(|(token, _)| token.of(passage)));
    }
}

/// Moves `index` to the range that holds the token; returns whether it left a range behind.
fn advance(index: &mut usize, ranges: &[Range<usize>], token: &Token) -> bool {
    let from = *index;
    while ranges
        .get(*index)
        .is_some_and(|range| range.end <= token.range.start)
    {
        *index += 1;
    }
    *index > from
}

/// Whether a walk over the tokens of one paragraph stands inside quotation marks.
#[derive(Default)]
struct Quotation {
    /// The mark that closes the outermost quotation; quotations inside it do not matter.
    closing: Option<char>,
}

impl Quotation {
    fn read(&mut self, token: &str) {
        for mark in token.chars().take_while(|mark| !mark.is_alphanumeric()) {
            if let Some(closing) = self.closing {
                if mark == closing {
                    self.closing = None;
                }
            } else {
                self.closing = match mark {
                    '“' => Some('”'),
                    '"' => Some('"'),
                    '‘' => Some('’'),
                    '「' => Some('」'),
                    '『' => Some('』'),
                    _ => None,
                };
            }
        }
    }

    fn is_open(&self) -> bool {
        self.closing.is_some()
    }
}

/// The words of an English passage in lower case with straight apostrophes, side by side in one text
/// so that two neighbours can be looked up as they stand.
struct EnglishWords {
    folded: String,
    words: Vec<Range<usize>>,
}

impl EnglishWords {
    fn of(passage: &str, tokens: &[(Token, WordClass)]) -> Self {
        let mut folded = String::with_capacity(passage.len() + 1);
        let mut words = Vec::with_capacity(tokens.len() / 2);
        for (token, _) in tokens {
            match token.kind {
                TokenKind::Word => {
                    let start = folded.len();
                    for letter in token.of(passage).chars() {
                        match letter {
                            '’' => folded.push('\''),
                            _ => folded.extend(letter.to_lowercase()),
                        }
                    }
                    words.push(start..folded.len());
                }
                TokenKind::Space => folded.push(' '),
                TokenKind::Han | TokenKind::Number | TokenKind::Punctuation => folded.push('|'),
            }
        }
        Self { folded, words }
    }

    /// Returns whether only white space parts a word from the one before it.
    fn is_joined(&self, index: usize) -> bool {
        match (
            index.checked_sub(1).and_then(|before| self.words.get(before)),
            self.words.get(index),
        ) {
            (Some(before), Some(word)) => &self.folded[before.end..word.start] == " ",
            _ => false,
        }
    }

    /// Returns a word with the one before it, where only white space parts them.
    fn pair(&self, index: usize) -> Option<&str> {
        let before = self.words.get(index.checked_sub(1)?)?;
        let word = self.words.get(index)?;
        self.is_joined(index)
            .then(|| &self.folded[before.start..word.end])
    }
}

/// The search for a form of *to be*, up to two adverbs, and a participle, with no mark between them.
#[derive(Default)]
struct PassiveSearch {
    /// How many more adverbs may come, once the search is open.
    adverbs_left: Option<usize>,
}

impl PassiveSearch {
    /// Reads the next word; returns whether it completes a passive.
    fn read(&mut self, joined: bool, opener: bool, adverb: bool, participle: bool) -> bool {
        let open = self.adverbs_left.filter(|_| joined);
        self.adverbs_left = if opener { Some(2) } else { None };
        match open {
            Some(_) if participle => {
                self.adverbs_left = None;
                true
            }
            Some(left) if adverb && left > 0 => {
                self.adverbs_left = Some(left - 1);
                false
            }
            _ => false,
        }
    }
}

fn is_adverb(word: &str) -> bool {
    let lists = lists_of(word, Language::En);
    lists.has(List::Adverb) || (word.len() >= 5 && word.ends_with("ly") && !lists.has(List::NotAdverb))
}

fn is_adjective(word: &str) -> bool {
    const SUFFIXES: [&str; 9] = ["ous", "ful", "less", "ish", "able", "ible", "ive", "ic", "al"];
    let lists = lists_of(word, Language::En);
    let suffixed = word.len() >= 5 && SUFFIXES.iter().any(|suffix| word.ends_with(suffix));
    lists.has(List::Adjective) || (suffixed && !lists.has(List::NotAdjective))
}

fn is_participle(word: &str) -> bool {
    let lists = lists_of(word, Language::En);
    lists.has(List::Participle)
        || (word.len() >= 4 && word.ends_with("ed") && !lists.has(List::NotParticiple))
}

/// Returns whether a word is contracted; `'s` is a contraction only after a word that owns nothing.
fn is_contraction(word: &str) -> bool {
    let Some((stem, ending)) = word.rsplit_once('\'') else {
        return false;
    };
    match ending {
        "ll" | "re" | "ve" | "m" | "d" => true,
        "t" => stem.ends_with('n'),
        "s" => matches!(
            stem,
            "it" | "he"
                | "she"
                | "that"
                | "there"
                | "here"
                | "what"
                | "who"
                | "where"
                | "how"
                | "when"
                | "let"
        ),
        _ => false,
    }
}

/// Returns the mean share of different words over every window of [`DIVERSITY_WINDOW`] words.
fn diversity<'a>(words: impl Iterator<Item = &'a str>) -> Option<f64> {
    let words: Vec<&str> = words.collect();
    let windows = (words.len() + 1)
        .checked_sub(DIVERSITY_WINDOW)
        .filter(|&windows| windows > 0)?;
    let mut counts: HashMap<&str, usize> = HashMap::with_capacity(2 * DIVERSITY_WINDOW);
    let mut different = 0;
    for (index, word) in words.iter().enumerate() {
        *counts.entry(word).or_default() += 1;
        if let Some(left) = index
            .checked_sub(DIVERSITY_WINDOW)
            .and_then(|gone| words.get(gone))
            && let Some(count) = counts.get_mut(left)
        {
            *count -= 1;
            if *count == 0 {
                counts.remove(left);
            }
        }
        if index + 1 >= DIVERSITY_WINDOW {
            different += counts.len();
        }
    }
    Some(different as f64 / (windows * DIVERSITY_WINDOW) as f64)
}
