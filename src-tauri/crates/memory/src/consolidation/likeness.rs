//! Finds the statement that another statement rewords.
//!
//! Two statements are nearly the same if they share at least 0.85 of their words, or of their pairs of Chinese
//! characters. They must not differ in a number, a negation, a name or the tense: "Wen is 12" does not reword "Wen is
//! 13".

use std::collections::{BTreeSet, HashMap};

use prose::language::is_han;

use learning::decay::recall::terms;

/// The share of common words, in percent, from which one statement rewords another.
const ALIKE: usize = 85;

/// The maximum number of statements with a common rare word that are compared with one statement. Among many similar
/// statements, the first ones are as good as any. Comparing ten thousand statements with each other would take minutes.
const LOOKED_AT: usize = 16;

/// Statements, indexed to find rewordings without comparing each statement with each other.
///
/// Two sets that share 0.85 of their words have a word in common among the rarest 0.15, plus one, of either set. This
/// is the prefix filter of set-similarity joins (Chaudhuri, Ganti and Kaushik 2006).
pub(super) struct Statements {
    texts: Vec<String>,
    /// The terms of each statement as ranks, rarest first.
    terms: Vec<Vec<usize>>,
    /// The rank of each term: the rarest term of these statements has rank 0.
    rank: HashMap<String, usize>,
    /// For each of the rarest terms, the statements with that term.
    by_rare: HashMap<usize, Vec<usize>>,
}

impl Statements {
    pub(super) fn new(texts: Vec<String>) -> Self {
        let of_each: Vec<BTreeSet<String>> = texts.iter().map(|text| terms(text)).collect();
        let mut held: HashMap<&str, usize> = HashMap::new();
        for term in of_each.iter().flatten() {
            *held.entry(term).or_default() += 1;
        }
        let mut by_rarity: Vec<(usize, &str)> = held.into_iter().map(|(term, held)| (held, term)).collect();
        by_rarity.sort_unstable();
        let terms = by_rarity.into_iter().enumerate();
        let rank = terms.map(|(rank, (_, term))| (term.to_owned(), rank)).collect();
        let mut statements = Self {
            texts,
            terms: Vec::new(),
            rank,
            by_rare: HashMap::new(),
        };
        for (number, terms) in of_each.iter().enumerate() {
            let ranks = statements.ranks(terms);
            for &rare in &ranks[..rarest(ranks.len())] {
                statements.by_rare.entry(rare).or_default().push(number);
            }
            statements.terms.push(ranks);
        }
        statements
    }

    /// Returns the indexes of the statements that a text rewords, in ascending order.
    pub(super) fn reworded_by(&self, text: &str) -> impl Iterator<Item = usize> {
        let asked = terms(text);
        let known = self.ranks(&asked);
        // Terms that occur in no statement are rarer than all others.
        let strange = asked.len() - known.len();
        let candidates: BTreeSet<usize> = known
            .iter()
            .take(rarest(asked.len()).saturating_sub(strange))
            .filter_map(|rare| self.by_rare.get(rare))
            .flat_map(|numbers| numbers.iter().take(LOOKED_AT))
            .copied()
            .collect();
        candidates.into_iter().filter(move |&number| {
            let (shared, other) = (shared(&known, &self.terms[number]), self.terms[number].len());
            shared > 0
                && shared * 100 >= (asked.len() + other - shared) * ALIKE
                && !differ(text, &self.texts[number])
        })
    }

    fn ranks(&self, terms: &BTreeSet<String>) -> Vec<usize> {
        let mut ranks: Vec<usize> = terms
            .iter()
            .filter_map(|term| self.rank.get(term))
            .copied()
            .collect();
        ranks.sort_unstable();
        ranks
    }
}

/// Returns the size of the prefix: another statement must share at least one of so many of the rarest terms.
fn rarest(terms: usize) -> usize {
    let shared_at_least = (terms * ALIKE).div_ceil(100);
    (terms - shared_at_least + 1).min(terms)
}

/// Returns how many numbers two sorted lists share.
fn shared(a: &[usize], b: &[usize]) -> usize {
    let (mut at, mut count) = (0, 0);
    for number in a {
        while b.get(at).is_some_and(|other| other < number) {
            at += 1;
        }
        count += usize::from(b.get(at) == Some(number));
    }
    count
}

/// Returns whether two statements differ in a number, a negation, a name or a tense.
fn differ(a: &str, b: &str) -> bool {
    let (one, other) = (Facts::of(a), Facts::of(b));
    one.told != other.told || one.names_strange_to(b) || other.names_strange_to(a)
}

/// English words that express a negation, a number or a tense.
const TOLD: &[&str] = &[
    "not", "no", "never", "none", "nobody", "nothing", "neither", "nor", "without", "cannot", //
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "hundred", "thousand", "million", "half", "once", "twice", "first", "second", "third", //
    "is", "are", "was", "were", "has", "have", "had", "will", "would", "did", "does", "do", "used",
];

/// Chinese characters that express a negation, a number or a tense.
const TOLD_HAN: &str = "不没无未别莫勿非否零〇一二三四五六七八九十百千万亿两半几首次了过着曾已将会";

/// Chinese family names, and prefixes of familiar names. Many are also ordinary words. A word wrongly taken for a name
/// keeps two lines apart. A missing name is worse: it makes a line about one person a rewording of a line about
/// another.
const FAMILY_NAMES: &str = "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩邓冯曹彭曾萧肖田董袁潘蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔\
    钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤阿小老温文闻";

/// English words that begin a sentence and are not names.
const BEGINNINGS: &[&str] = &[
    "a", "all", "always", "an", "and", "any", "as", "at", "avoid", "but", "by", "each", "every", "for",
    "from", "he", "her", "his", "if", "in", "it", "its", "keep", "never", "no", "not", "of", "on", "only",
    "or", "our", "prefer", "she", "some", "that", "the", "their", "there", "these", "they", "this", "to",
    "use", "we", "when", "with",
];

struct Facts {
    /// The numbers, negations and marks of tense, sorted.
    told: Vec<String>,
    /// The names; Chinese names are cut to two characters.
    names: BTreeSet<String>,
}

impl Facts {
    fn of(text: &str) -> Self {
        let (mut told, mut names) = (Vec::new(), BTreeSet::new());
        let plain = text.replace('’', "'");
        let latin = |character: char| character.is_alphanumeric() && !is_han(character) || character == '\'';
        for (number, word) in plain.split(|character| !latin(character)).enumerate() {
            let lower = word.to_lowercase();
            let is_told = word.starts_with(char::is_numeric)
                || TOLD.contains(&lower.as_str())
                || lower.ends_with("n't")
                || (lower.len() > 4 && lower.ends_with("ed"));
            if is_told {
                told.push(lower);
            } else if word.starts_with(char::is_uppercase)
                && (number > 0 || !BEGINNINGS.contains(&lower.as_str()))
            {
                names.insert(lower);
            }
        }
        let characters: Vec<char> = text.chars().collect();
        for (at, &character) in characters.iter().enumerate() {
            if TOLD_HAN.contains(character) {
                told.push(character.to_string());
            }
            let given = characters.get(at + 1).filter(|next| is_han(**next));
            if let Some(given) = given.filter(|_| FAMILY_NAMES.contains(character)) {
                names.insert(String::from_iter([character, *given]));
            }
        }
        told.sort();
        Self { told, names }
    }

    /// Returns whether one of the names does not occur in another statement, ignoring case.
    fn names_strange_to(&self, other: &str) -> bool {
        let other = other.to_lowercase();
        self.names.iter().any(|name| !other.contains(name.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_rewording_says_the_same_with_the_same_numbers_negations_names_and_tense() {
        for (a, b, reworded) in [
            (
                "Wen keeps the brass key in the left pocket of her old grey coat",
                "Wen keeps the brass key in the left pocket of the old grey coat",
                true,
            ),
            (
                "The brass key lies in the left pocket of the old grey coat",
                "brass key lies in the left pocket of the old grey coat",
                true,
            ),
            (
                "Wen keeps the brass key in the left pocket of her old grey coat",
                "Lin keeps the brass key in the left pocket of her old grey coat",
                false,
            ),
            (
                "In chapter 12 the brass key lies in the left pocket of her old grey coat",
                "In chapter 13 the brass key lies in the left pocket of her old grey coat",
                false,
            ),
            (
                "She will open the brass gate with the left key of her old grey coat",
                "She will not open the brass gate with the left key of her old grey coat",
                false,
            ),
            (
                "She is at the brass gate with the left key of her old grey coat today",
                "She was at the brass gate with the left key of her old grey coat today",
                false,
            ),
            (
                "钥匙放在旧大衣左边的口袋里面，从来都是那样的",
                "钥匙放在旧大衣左边的口袋里面，从来都是那样",
                true,
            ),
            (
                "林晚把钥匙放在旧大衣左边的口袋里面",
                "许晚把钥匙放在旧大衣左边的口袋里面",
                false,
            ),
            (
                "她把三把钥匙都放在旧大衣左边的口袋里面了",
                "她把四把钥匙都放在旧大衣左边的口袋里面了",
                false,
            ),
            (
                "钥匙放在旧大衣左边的口袋里面，谁都知道",
                "钥匙不放在旧大衣左边的口袋里面，谁都知道",
                false,
            ),
            ("short", "long", false),
            ("", "", false),
        ] {
            let found = Statements::new(vec![a.into()]).reworded_by(b).next().is_some();
            assert_eq!(found, reworded, "{a} / {b}");
        }
    }

    fn are_alike(a: &BTreeSet<String>, b: &BTreeSet<String>) -> bool {
        let shared = a.intersection(b).count();
        shared > 0 && shared * 100 >= (a.len() + b.len() - shared) * ALIKE
    }

    proptest! {
        #[test]
        fn none_that_shares_enough_is_missed(
            texts in prop::collection::vec("([a-e] ?){1,9}|[字词句段]{1,9}", 1..15),
            asked in "([a-e] ?){1,9}|[字词句段]{1,9}",
        ) {
            let found: Vec<usize> = Statements::new(texts.clone()).reworded_by(&asked).collect();
            let each: Vec<usize> = (0..texts.len())
                .filter(|&at| are_alike(&terms(&asked), &terms(&texts[at])) && !differ(&asked, &texts[at]))
                .collect();
            prop_assert_eq!(found, each);
        }
    }
}
