use std::sync::{LazyLock, Mutex};

use proptest::prelude::*;

use super::*;

/// One checker for all tests, because loading takes most of the time.
static CHECKER: LazyLock<Mutex<Checker>> = LazyLock::new(|| Mutex::new(Checker::of("en_US")));

fn remarks(text: &str) -> Vec<StyleRemark> {
    CHECKER.lock().expect("the checker").remarks(text)
}

fn found(text: &str) -> Vec<(StyleKind, String)> {
    let units: Vec<u16> = text.encode_utf16().collect();
    remarks(text)
        .into_iter()
        .map(|remark| {
            let slip = &units[remark.from as usize..remark.to as usize];
            (remark.kind, String::from_utf16(slip).expect("whole characters"))
        })
        .collect()
}

#[test]
fn every_rule_that_is_asked_is_there() {
    let checker = CHECKER.lock().expect("the checker");
    for name in RULES.iter().flat_map(|(_, names)| *names) {
        assert!(checker.rules.contains_key(name), "{name}");
    }
}

#[test]
fn slips_are_found_with_what_was_meant() {
    for (text, kind, slip, meant) in SLIPS {
        let remarks = remarks(text);
        assert_eq!(found(text), [(*kind, (*slip).to_owned())], "{text}");
        assert!(
            remarks[0]
                .replacements
                .iter()
                .any(|replacement| replacement == meant),
            "{text}: {:?}",
            remarks[0].replacements
        );
        assert!(!remarks[0].message.contains('`'), "{}", remarks[0].message);
    }
}

const SLIPS: &[(&str, StyleKind, &str, &str)] = &[
    ("She saw the the river.", StyleKind::Repetition, "the the", "the"),
    ("It was an long night.", StyleKind::Article, "an", "a"),
    ("He waited for a hour.", StyleKind::Article, "a", "an"),
    (
        "I could of gone with them.",
        StyleKind::Form,
        "could of",
        "could have",
    ),
    (
        "The river was higher then usual.",
        StyleKind::Confusion,
        "then",
        "than",
    ),
    (
        "The ferry came with it's bell.",
        StyleKind::Confusion,
        "it's",
        "its",
    ),
    ("They is not ready.", StyleKind::Agreement, "is", "are"),
    (
        "It was all of the sudden dark.",
        StyleKind::Phrase,
        "all of the sudden",
        "all of a sudden",
    ),
    (
        "Their is no bell on the ferry.",
        StyleKind::Confusion,
        "Their",
        "There",
    ),
];

#[test]
fn good_english_is_left_alone() {
    for text in GOOD {
        assert_eq!(found(text), [], "{text}");
    }
}

const GOOD: &[&str] = &[
    "The ferry came without its bell.",
    "“You’ll want to sit,” he said, to the river.",
    "Rain. Rain on the roof, rain in the gutter, rain all the way down to the water.",
    "“I ain’t seen nobody,” he said. “Them boats was gone when we come.”",
    "“She don’t know,” said Tom. “He have went already.”",
    "‘We was late,’ said Tom.",
    "She gave her her coat. He had had enough. It was very very cold, and he knew that that was that.",
    "No, no. Not now. Later, maybe. Much later.",
    "Insist on its being late, and on their being later. She said it’s frost. She swore; it swore back.",
    "I had been warned against you months ago. It’s frost, none the less, and some twenty miles. It was worth while.",
    "Oh, it’s Tom. Now it’s winter, but it’s water, and it’s trouble he’ll get. I think it’s snow.",
    "No sooner had he come than he left. She let it go. What he did did not matter. He would of necessity stay.",
    "They lose the loose thread. Then he was taller than she, and too late to be of use to two of them.",
    "He burst into tears, and she last saw her at noon. Were they to know? The points, I think, were these.",
    "What an honour! It took all my self-control to effect a rescue, for it’s town bred. A and B. They hopped in there.",
    "Off course again, and no body on the deck to ask.",
    "An hour, a university, an honest man, a one-off.",
    "Around they went, and through they came.",
    "the long sentence that goes on and on because the man who says it has nobody to stop him, and nothing else to do, and \
     the whole of a wet afternoon in which to do it, and a fire, and a cat, and half a bottle of something brown",
    "He realised the colour of the harbour was grey; she realized the color of the harbor was gray.",
    "雨停了，他说：我们走吧。",
    "",
    " \n\t ",
];

#[test]
fn offsets_are_those_of_the_page() {
    let [remark] = &remarks("🌧🌧 café: she saw the the river.")[..] else {
        panic!("one remark")
    };
    assert_eq!((remark.from, remark.to), (19, 26));
}

#[test]
fn a_dialect_is_known_by_its_dictionary() {
    let checker = CHECKER.lock().expect("the checker");
    assert!(checker.is_of("en_US") && checker.is_of("en") && !checker.is_of("en_GB"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Remarks of any text lie within it, do not overlap, and begin and end at whole characters.
    #[test]
    fn odd_text_is_looked_at_without_a_fault(
        pieces in prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..24),
        noise in "\\PC{0,24}",
        at in any::<prop::sample::Index>(),
    ) {
        let mut pieces: Vec<&str> = pieces;
        pieces.insert(at.index(pieces.len() + 1), &noise);
        let text = pieces.concat();
        let units = text.encode_utf16().count() as u32;
        let mut end = 0;
        for remark in remarks(&text) {
            prop_assert!(end <= remark.from && remark.from < remark.to && remark.to <= units);
            end = remark.to;
        }
        // Fails if a range of a remark splits a character.
        found(&text);
    }
}

const PIECES: [&str; 26] = [
    "the the ",
    "an long ",
    "could of ",
    "He he ",
    "it's ",
    "“",
    "”",
    "‘",
    "’",
    "\"",
    "…",
    "--",
    "🌧",
    "👩‍👩‍👧",
    "e\u{301}",
    "\u{200b}",
    "\u{202e}",
    "雨停了。",
    "\u{fffc}",
    "\n\n",
    "\t",
    "1st ",
    "1,000.5 ",
    "www.a.example ",
    "a@b.c ",
    "i ",
];
