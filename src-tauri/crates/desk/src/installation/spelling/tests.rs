use contract::ErrorCode;
use proptest::prelude::*;

use std::fs;

use super::*;

const AFFIXES: &str = "SET UTF-8
TRY esianrtolcdugmphbyfvkwz'
SFX D Y 3
SFX D 0 d e
SFX D y ied [^aeiou]y
SFX D 0 ed [^ey]
SFX S Y 2
SFX S y ies [^aeiou]y
SFX S 0 s [^y]
SFX G Y 1
SFX G 0 ing [^e]
PFX U Y 1
PFX U 0 un .
";

const LIST: &str = "8
carry/DSUG
ferry/S
don't
Tom
NASA
vis-à-vis
naïve
river
";

/// An installation that sees no dictionary but those of its own folder.
struct Desk {
    folder: tempfile::TempDir,
    spelling: Spelling,
}

impl Desk {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut desk = Self {
            spelling: Spelling::of(Installation::at(folder.path())),
            folder,
        };
        desk.restart();
        desk
    }

    fn with(name: &str, affixes: impl AsRef<[u8]>, words: impl AsRef<[u8]>) -> Self {
        let desk = Self::new();
        desk.put(&format!("dictionaries/{name}.aff"), affixes);
        desk.put(&format!("dictionaries/{name}.dic"), words);
        desk
    }

    fn restart(&mut self) {
        self.spelling = Spelling::of(Installation::at(self.folder.path()));
        self.spelling.system.clear();
    }

    fn put(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        vault::write_atomic(&vault::RealDisk, &path, bytes.as_ref()).expect("a file");
    }

    fn own(&self) -> String {
        fs::read_to_string(self.folder.path().join(WORDS)).expect("own words")
    }

    fn unknown(&self, words: &[&str]) -> Vec<String> {
        let words = words.iter().map(|word| (*word).to_owned()).collect();
        let spelled = self.spelling.check(words, English::Installed);
        spelled.expect("an answer").unknown
    }
}

#[test]
fn a_word_is_known_in_its_forms_and_with_either_apostrophe() {
    let desk = Desk::with("en_US", AFFIXES, LIST);
    for (word, known) in [
        ("carry", true),
        ("carried", true),
        ("uncarried", true),
        ("Carries", true),
        ("CARRIES", true),
        ("carryed", false),
        ("ferrys", false),
        ("don't", true),
        ("don’t", true),
        ("dont", false),
        ("ferry’s", true),
        ("river's", true),
        ("rivver's", false),
        ("Tom", true),
        ("tom", false),
        ("TOM", true),
        ("vis-à-vis", true),
        ("ferry-river", true),
        ("ferry-rivver", false),
        ("’Tis", true),
        ("'em", true),
        ("em'", false),
        ("carryin’", true),
        ("rivverin'", false),
        ("naïve", true),
        ("naive", false),
        ("", true),
        ("渡口", false),
    ] {
        assert_eq!(desk.unknown(&[word]).is_empty(), known, "{word:?}");
    }
    assert!(desk.unknown(&["x".repeat(10_000).as_str()]).is_empty());
}

#[test]
fn a_dictionary_is_read_in_the_encoding_it_names() {
    let latin = |text: &str| encoding_rs::WINDOWS_1252.encode(text).0.into_owned();
    let desk = Desk::with("en-US", latin("SET ISO8859-1\r\n"), latin("1\r\nnaïve\r\n"));
    assert_eq!(desk.unknown(&["naïve", "naïf"]), ["naïf"]);
}

#[test]
fn suggestions_are_few_and_have_the_writers_apostrophe() {
    let desk = Desk::with("en_US", AFFIXES, LIST);
    let suggest = |word: &str| {
        desk.spelling
            .suggest(word, English::Installed)
            .expect("suggestions")
    };
    assert_eq!(suggest("rivver"), ["river"]);
    assert_eq!(suggest("dont"), ["don't"]);
    assert_eq!(suggest("do’nt"), ["don’t"]);
    assert_eq!(suggest(&"x".repeat(10_000)), [""; 0]);
    desk.spelling.add("Aldermoor").expect("a word");
    assert_eq!(suggest("Aldermor"), ["Aldermoor"]);
}

#[test]
fn own_words_are_kept_sorted_in_a_file_that_may_be_edited_by_hand() {
    let mut desk = Desk::with("en_US", AFFIXES, LIST);
    assert_eq!(desk.unknown(&["Brannagh", "wherry"]), ["Brannagh", "wherry"]);
    desk.spelling.add("wherry").expect("a word");
    desk.spelling.add("Brannagh’s").expect("a word");
    desk.spelling.add("wherry").expect("a word");
    assert_eq!(desk.own(), "Brannagh\nwherry\n");
    assert!(desk.unknown(&["Brannagh’s", "Wherry", "wherry's"]).is_empty());

    desk.put(
        WORDS,
        "\u{feff}zephyrine \r\n\r\n# people\n  Aoife\nAoife\nno word/of=mine\n",
    );
    desk.restart();
    assert_eq!(desk.unknown(&["zephyrine", "Aoife", "wherry"]), ["wherry"]);
    desk.spelling.add("quay-side").expect("a word");
    assert_eq!(
        desk.own(),
        "# people\nAoife\nno word/of=mine\nquay-side\nzephyrine\n"
    );
}

#[test]
fn own_words_that_cannot_be_read_stay_as_they_are() {
    let desk = Desk::with("en_US", AFFIXES, LIST);
    desk.put(WORDS, [0xff, 0xfe, 0x00]);
    let refused = desk.spelling.add("wherry").expect_err("no text");
    assert_eq!(refused.code(), ErrorCode::FileNotUtf8);
    assert_eq!(
        fs::read(desk.folder.path().join(WORDS)).expect("a file"),
        [0xff, 0xfe, 0x00]
    );
}

#[test]
fn what_is_no_word_is_not_added() {
    let desk = Desk::with("en_US", AFFIXES, LIST);
    for word in ["", "two words", "a/b", "’s", "--", "line\nbreak", &"x".repeat(65)] {
        let refused = desk.spelling.add(word).expect_err("no word");
        assert_eq!(refused.code(), ErrorCode::InvalidArgument, "{word:?}");
    }
    assert!(!desk.folder.path().join(WORDS).exists());
}

#[test]
fn without_a_dictionary_no_word_is_unknown_until_there_is_one() {
    let desk = Desk::new();
    let check = || {
        desk.spelling
            .check(vec!["rivver".into()], English::Installed)
            .expect("an answer")
    };
    assert_eq!(
        check(),
        Spelled {
            looked: false,
            unknown: vec![]
        }
    );
    assert_eq!(
        desk.spelling.suggest("rivver", English::Installed).expect("none"),
        [""; 0]
    );
    desk.spelling.add("wherry").expect("a word");
    let view = desk.spelling.view(English::British);
    assert_eq!((view.dictionary, view.wanted.as_str()), (None, "en_GB"));

    desk.put("dictionaries/en_US.aff", AFFIXES);
    assert!(!check().looked, "half of a dictionary is none");
    desk.put("dictionaries/en_US.dic", LIST);
    assert_eq!(
        check(),
        Spelled {
            looked: true,
            unknown: vec!["rivver".into()]
        }
    );
    assert!(desk.unknown(&["wherry"]).is_empty());
}

#[test]
fn the_dictionary_is_the_one_that_is_wanted_and_the_installations_own_comes_first() {
    let mut desk = Desk::with("en_AU", "", "1\nbillabong\n");
    let name = |desk: &Desk, english| desk.spelling.view(english).dictionary;
    assert_eq!(name(&desk, English::Installed).as_deref(), Some("en_AU"));
    assert_eq!(name(&desk, English::American), None);
    let system = Desk::with("en_GB", "", "1\ncolour\n");
    system.put("dictionaries/en_US.aff", "");
    system.put("dictionaries/en_US.dic", "1\ncolor\n");
    system.put("dictionaries/de_DE.aff", "");
    system.put("dictionaries/de_DE.dic", "1\nFarbe\n");
    desk.spelling.system = vec!["/nowhere/at/all".into(), system.folder.path().join(FOLDER)];
    for (english, dictionary, unknown) in [
        (English::Installed, "en_AU", ["colour", "color"].as_slice()),
        (English::American, "en_US", &["colour", "billabong"]),
        (English::British, "en_GB", &["color", "billabong"]),
    ] {
        assert_eq!(name(&desk, english).as_deref(), Some(dictionary));
        let words = ["colour", "color", "billabong"].map(str::to_owned).to_vec();
        assert_eq!(
            desk.spelling.check(words, english).expect("an answer").unknown,
            unknown
        );
    }
    assert_eq!(name(&system, English::Installed).as_deref(), Some("en_US"));
}

#[test]
fn a_broken_dictionary_is_said_by_name() {
    for (affixes, words, broken) in [
        ("", "", "en_US.dic"),
        ("", "no number\n", "en_US.dic"),
        ("SFX A Y 3\nSFX A 0 s .\n", "1\na/A\n", "en_US.aff"),
        ("FLAG num\n", "1\na/b\n", "en_US.dic"),
    ] {
        let desk = Desk::with("en_US", affixes, words);
        let error = desk
            .spelling
            .check(vec!["a".into()], English::Installed)
            .expect_err("a broken dictionary");
        let fault = error.fault();
        assert_eq!(fault.code, ErrorCode::DictionaryUnusable, "{affixes:?} {words:?}");
        assert!(fault.details["path"].ends_with(broken), "{fault:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Lines of dictionaries, in any order and cut anywhere, followed by random bytes.
    #[test]
    fn no_dictionary_and_no_word_panics(
        lines in prop::collection::vec(prop::sample::select(LINES.to_vec()), 0..12),
        cut in any::<prop::sample::Index>(),
        noise in prop::collection::vec(any::<u8>(), 0..8),
        words in prop::collection::vec("[a-cé'’/#0-9,ß-]{0,6}", 0..8),
        asked in prop::collection::vec("\\PC{0,8}|[a-cAÉéß'’-]{1,12}", 1..6),
    ) {
        let affixes = lines.join("\n");
        let mut bytes = affixes.as_bytes()[..cut.index(affixes.len() + 1)].to_vec();
        bytes.extend(noise);
        let desk = Desk::with("en_US", bytes, format!("{}\n{}", words.len(), words.join("\n")));
        if desk.spelling.check(asked.clone(), English::Installed).is_ok() {
            for word in asked {
                let _ = desk.spelling.suggest(&word, English::Installed);
            }
        }
    }
}

const LINES: [&str; 24] = [
    "SET UTF-8",
    "SET ISO8859-1",
    "SET nonsense",
    "FLAG long",
    "FLAG num",
    "FLAG UTF-8",
    "SFX a Y 1",
    "SFX a b c .",
    "SFX a 0 é/b [^a]",
    "PFX b Y 1",
    "PFX b 0 a .",
    "PFX b Y 99999999999",
    "REP 1",
    "REP a b_c",
    "MAP 1",
    "MAP aé(ss)ß",
    "TRY abcé",
    "KEY abc|é",
    "ICONV 1",
    "ICONV ’ '",
    "COMPOUNDMIN 0",
    "COMPOUNDFLAG c",
    "COMPOUNDRULE 1",
    "COMPOUNDRULE (a)*(b)?",
];
