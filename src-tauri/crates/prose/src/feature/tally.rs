//! Counts all numbers that the features are computed from, in one pass over the tokens of a passage.

use std::collections::HashMap;
use std::ops::Range;

use crate::Language;
use crate::lexicon::{List, Lists, is_classical, lists_of};
use crate::segment::{Token, TokenKind, WordClass, classed_tokens, measured_sentences, paragraphs};
use crate::speech::Speech;

/// The window, in consecutive words, for the variety of the vocabulary.
const DIVERSITY_WINDOW: usize = 50;

/// The counts behind the features; the documentation of each feature names its counts.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub units: usize,
    /// The units of each sentence that has at least one.
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

    /// Counts the units of the sentences, of the paragraphs and of the quotations.
    fn count_units(&mut self, passage: &str, language: Language, tokens: &[(Token, WordClass)]) {
        let mut sentences = Filling::new(measured_sentences(passage, language));
        let mut paragraphs = Filling::new(paragraphs(passage));
        let mut speech = Speech::default();
        for (token, _) in tokens {
            let units = token.units(passage);
            sentences.add(token, units);
            paragraphs.add(token, units);
            let spoken = speech.read(passage, token);
            self.quoted_units += if spoken { units } else { 0 };
            self.units += units;
        }
        self.sentences = sentences.filled().collect();
        self.paragraphs = paragraphs.filled().count();
    }

    fn count_mark(&mut self, mark: &str) {
        let length = mark.chars().count();
        match mark.chars().next() {
            Some('?' | '？') => self.questions += 1,
            Some('!' | '！') => self.exclamations += 1,
            Some('…') => self.ellipses += 1,
            Some('.' | '。') if length >= 2 => self.ellipses += 1,
            Some('—' | '―') => self.em_dashes += 1,
            // `---` is a scene break in Markdown, not a dash.
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
        for (index, range) in text.words.iter().enumerate() {
            let word = &text.folded[range.clone()];
            let lists = lists_of(word, Language::En);
            let pair = text
                .pair(index)
                .map(|pair| lists_of(pair, Language::En))
                .unwrap_or_default();

            self.words += 1;
            self.letters += word.chars().filter(|letter| letter.is_alphabetic()).count();
            self.adverbs += usize::from(is_adverb(word, lists));
            self.adjectives += usize::from(is_adjective(word, lists));
            self.contractions += usize::from(is_contraction(word));
            let pronoun = word.split('\'').next().unwrap_or_default();
            self.first_person += usize::from(lists_of(pronoun, Language::En).has(List::FirstPerson));
            self.fillers += usize::from(lists.has(List::Filler)) + usize::from(pair.has(List::Filler));
            self.connectives +=
                usize::from(lists.has(List::Connective)) + usize::from(pair.has(List::Connective));
            self.sensory += usize::from(lists.has(List::Sensory));

            let likeness = text.equates(index) || lists.has(List::Figurative) || pair.has(List::Figurative);
            self.figures += usize::from(likeness);
            self.passives += usize::from(passive.read(word, lists, text.is_joined(index)));
        }
        self.diversity = diversity(text.words.iter().map(|range| &text.folded[range.clone()]));
    }

    fn count_chinese(&mut self, passage: &str, tokens: &[(Token, WordClass)]) {
        let words = || tokens.iter().filter(|(token, _)| token.kind == TokenKind::Han);
        // Whether the previous word can be an adjective before 的, and whether it was one.
        let (mut qualifies, mut qualified) = (false, false);
        for (token, class) in tokens {
            if token.kind != TokenKind::Han {
                (qualifies, qualified) = (false, false);
                continue;
            }
            let word = token.of(passage);
            let lists = lists_of(word, Language::Zh);
            self.words += 1;
            self.adverbs += usize::from(is_chinese_adverb(word, lists));
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
            // 极其 is as modern as 非常.
            let is_classical_word = !lists.has(List::Filler);
            let classical = word
                .chars()
                .filter(|&character| is_classical_word && is_classical(character));
            self.classical += classical.count();
            self.modal_particles += usize::from(lists.has(List::ModalParticle));
            self.de += usize::from(word == "的");
        }
        self.diversity = diversity(words().map(|(token, _)| token.of(passage)));
    }
}

/// The units in each of some ascending ranges.
struct Filling {
    ranges: Vec<Range<usize>>,
    units: Vec<usize>,
    current: usize,
}

impl Filling {
    fn new(ranges: Vec<Range<usize>>) -> Self {
        Self {
            units: vec![0; ranges.len()],
            ranges,
            current: 0,
        }
    }

    /// Adds a token's units to the range it starts in; tokens come in order.
    fn add(&mut self, token: &Token, units: usize) {
        while self
            .ranges
            .get(self.current)
            .is_some_and(|range| range.end <= token.range.start)
        {
            self.current += 1;
        }
        if let Some(sum) = self.units.get_mut(self.current) {
            *sum += units;
        }
    }

    /// Returns the units of each range that has at least one.
    fn filled(self) -> impl Iterator<Item = usize> {
        self.units.into_iter().filter(|&units| units > 0)
    }
}

/// The words of an English passage in lower case with straight apostrophes. They are joined in one text, with a space
/// for white space and `|` for any other token. So two words with only white space between them can be looked up as one
/// key.
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

    /// Returns whether a word is the second *as* of *as white as*, but not of *as well as*.
    fn equates(&self, index: usize) -> bool {
        let word = |back: usize| {
            let range = self.words.get(index.checked_sub(back)?)?;
            Some(&self.folded[range.clone()])
        };
        let compares = |quality: &str| !matches!(quality, "well" | "soon" | "long" | "far" | "much" | "many");
        word(0) == Some("as") && word(2) == Some("as") && word(1).is_some_and(compares)
    }

    /// Returns whether only white space separates a word from the one before it.
    fn is_joined(&self, index: usize) -> bool {
        match (
            index.checked_sub(1).and_then(|before| self.words.get(before)),
            self.words.get(index),
        ) {
            (Some(before), Some(word)) => &self.folded[before.end..word.start] == " ",
            _ => false,
        }
    }

    /// Returns a word together with the one before it, if only white space separates them.
    fn pair(&self, index: usize) -> Option<&str> {
        let before = self.words.get(index.checked_sub(1)?)?;
        let word = self.words.get(index)?;
        self.is_joined(index)
            .then(|| &self.folded[before.start..word.end])
    }
}

/// The search for a form of *to be*, up to two adverbs or *not*, and a participle, without punctuation between them.
#[derive(Default)]
struct PassiveSearch {
    /// How many more adverbs are allowed; `None` while no form of *to be* has been found.
    adverbs_left: Option<usize>,
}

impl PassiveSearch {
    /// Reads the next word. `joined` says whether only white space separates it from the previous word. Returns whether
    /// the word completes a passive.
    fn read(&mut self, word: &str, lists: Lists, joined: bool) -> bool {
        let open = self.adverbs_left.take().filter(|_| joined);
        if open.is_some() && is_participle(word, lists) {
            return true;
        }
        self.adverbs_left = match open {
            _ if lists.has(List::PassiveOpener) => Some(2),
            Some(left) if left > 0 && (is_adverb(word, lists) || word == "not") => Some(left - 1),
            _ => None,
        };
        false
    }
}

fn is_adverb(word: &str, lists: Lists) -> bool {
    lists.has(List::Adverb) || (word.len() >= 5 && word.ends_with("ly") && !lists.has(List::NotAdverb))
}

/// Returns whether a Chinese word is an adverb or contains one.
///
/// The dictionary joins an adverb to a short word (很多, 最好, 更远), and 地 to a doubled word (轻轻地). As a separate
/// word, 地 makes the word before it an adverb (慢慢 地, 悲凉 地).
fn is_chinese_adverb(word: &str, lists: Lists) -> bool {
    let mut characters = word.chars();
    let is_joined = match (characters.next(), characters.next(), characters.next()) {
        (Some('很' | '最' | '更' | '极'), Some(_), None) => !lists.has(List::NotAdverb),
        (Some(first), Some(second), Some('地')) => first == second,
        _ => false,
    };
    lists.has(List::Adverb) || word == "地" || is_joined
}

fn is_adjective(word: &str, lists: Lists) -> bool {
    const SUFFIXES: [&str; 9] = ["ous", "ful", "less", "ish", "able", "ible", "ive", "ic", "al"];
    let suffixed = word.len() >= 5 && SUFFIXES.iter().any(|suffix| word.ends_with(suffix));
    lists.has(List::Adjective) || (suffixed && !lists.has(List::NotAdjective))
}

fn is_participle(word: &str, lists: Lists) -> bool {
    lists.has(List::Participle)
        || (word.len() >= 4 && word.ends_with("ed") && !lists.has(List::NotParticiple))
}

/// Returns whether a word is contracted. `'s` is a contraction only after a word that cannot be a possessor.
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

/// Returns the mean share of different words over all windows of [`DIVERSITY_WINDOW`] words; `None` for fewer words.
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
