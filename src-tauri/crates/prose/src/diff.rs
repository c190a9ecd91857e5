//! Word-level differences between a passage and an alternative wording.

use std::iter::once;
use std::ops::Range;

use similar::{Algorithm, DiffTag, capture_diff_slices};

use crate::Language;
use crate::segment::{TokenKind, sentences, tokens};

/// One change that the writer can accept or reject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunk {
    /// The bytes of the passage that are replaced; empty for an insertion.
    pub before: Range<usize>,
    /// The bytes of the alternative that replace them; empty for a deletion.
    pub after: Range<usize>,
}

/// Two changes with fewer unchanged words than this between them become one change. A reader takes two changes a single
/// word apart as one decision, and a single word between two marks is hard to read.
const WORDS_BETWEEN_HUNKS: usize = 2;

/// A stretch without an unchanged sentence becomes one hunk if it is longer than this many bytes on either side. A word
/// diff would take a second per megabyte, and its result would be unreadable.
const LONGEST_STRETCH: usize = 100_000;

/// Returns the changes that turn `before` into `after`, in order, as byte ranges of both texts.
///
/// Only whole words change; Chinese text is first cut into words. Unchanged sentences are matched first, so that a long
/// rewrite does not become one change. Outside the hunks both texts are equal. The search has no time limit, so equal
/// texts always have equal hunks.
pub fn hunks(before: &str, after: &str) -> Vec<Hunk> {
    let (old, new) = (sentence_pieces(before), sentence_pieces(after));
    let mut hunks = Vec::new();
    for stretch in differences(&old, &new) {
        let (gone, come) = (piece(before, &stretch.before), piece(after, &stretch.after));
        if gone.len().max(come.len()) > LONGEST_STRETCH {
            hunks.push(stretch);
            continue;
        }
        for hunk in differences(&word_pieces(gone), &word_pieces(come)) {
            hunks.push(Hunk {
                before: stretch.before.start + hunk.before.start..stretch.before.start + hunk.before.end,
                after: stretch.after.start + hunk.after.start..stretch.after.start + hunk.after.end,
            });
        }
    }
    join_close(hunks, before)
}

/// Returns the changes between two texts, as [`hunks`] does, but without matching unchanged sentences first.
pub(crate) fn word_hunks(before: &str, after: &str) -> Vec<Hunk> {
    join_close(differences(&word_pieces(before), &word_pieces(after)), before)
}

/// Returns the differences between two texts that are given as lists of pieces. The pieces of a text must cover it
/// without gaps.
pub(crate) fn differences(old: &[&str], new: &[&str]) -> Vec<Hunk> {
    let mut at = (0, 0);
    let mut hunks = Vec::new();
    for operation in capture_diff_slices(Algorithm::Myers, old, new) {
        let (tag, old_range, new_range) = operation.as_tag_tuple();
        let length = |pieces: &[&str]| pieces.iter().map(|piece| piece.len()).sum::<usize>();
        let end = (at.0 + length(&old[old_range]), at.1 + length(&new[new_range]));
        if tag != DiffTag::Equal {
            hunks.push(Hunk {
                before: at.0..end.0,
                after: at.1..end.1,
            });
        }
        at = end;
    }
    hunks
}

/// Returns the sentences of a text, each with the white space after it.
fn sentence_pieces(text: &str) -> Vec<&str> {
    let starts = sentences(text, Language::of(text))
        .into_iter()
        .map(|sentence| sentence.start);
    let bounds: Vec<usize> = once(0).chain(starts.skip(1)).chain(once(text.len())).collect();
    bounds
        .windows(2)
        .map(|pair| piece(text, &(pair[0]..pair[1])))
        .collect()
}

fn word_pieces(text: &str) -> Vec<&str> {
    tokens(text).iter().map(|token| token.of(text)).collect()
}

/// Joins the hunks that have fewer than [`WORDS_BETWEEN_HUNKS`] words of the passage between them.
fn join_close(hunks: Vec<Hunk>, before: &str) -> Vec<Hunk> {
    let mut joined: Vec<Hunk> = Vec::with_capacity(hunks.len());
    for hunk in hunks {
        match joined.last_mut() {
            Some(last)
                if words(piece(before, &(last.before.end..hunk.before.start))) < WORDS_BETWEEN_HUNKS =>
            {
                last.before.end = hunk.before.end;
                last.after.end = hunk.after.end;
            }
            _ => joined.push(hunk),
        }
    }
    joined
}

fn words(text: &str) -> usize {
    tokens(text)
        .iter()
        .filter(|token| matches!(token.kind, TokenKind::Word | TokenKind::Han | TokenKind::Number))
        .count()
}

/// Returns the share of both texts that lies in their hunks, by characters: 0 for equal texts, 1 for texts without
/// common words.
pub fn share_changed(before: &str, after: &str) -> f64 {
    let characters = |text: &str| text.chars().count();
    let total = characters(before) + characters(after);
    if total == 0 {
        return 0.0;
    }
    let changed: usize = hunks(before, after)
        .iter()
        .map(|hunk| characters(piece(before, &hunk.before)) + characters(piece(after, &hunk.after)))
        .sum();
    changed as f64 / total as f64
}

/// Returns `before` with the accepted hunks applied. With all hunks the result is `after`, without any it is `before`.
///
/// `hunks` must be the hunks of these two texts. `taken` says for each hunk whether it is accepted; a missing entry
/// means no.
pub fn apply(before: &str, after: &str, hunks: &[Hunk], taken: &[bool]) -> String {
    let mut text = String::with_capacity(before.len().max(after.len()));
    let mut at = 0;
    for (index, hunk) in hunks.iter().enumerate() {
        text.push_str(piece(before, &(at..hunk.before.start)));
        text.push_str(match taken.get(index) {
            Some(true) => piece(after, &hunk.after),
            _ => piece(before, &hunk.before),
        });
        at = hunk.before.end;
    }
    text.push_str(piece(before, &(at..before.len())));
    text
}

pub(crate) fn piece<'a>(text: &'a str, range: &Range<usize>) -> &'a str {
    text.get(range.clone()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns each hunk as the removed words and the added words.
    fn changes<'a>(before: &'a str, after: &'a str) -> Vec<(&'a str, &'a str)> {
        hunks(before, after)
            .iter()
            .map(|hunk| (&before[hunk.before.clone()], &after[hunk.after.clone()]))
            .collect()
    }

    #[test]
    fn whole_words_change_in_english() {
        for (before, after, expected) in [
            ("The rain stopped.", "The rain stopped.", vec![]),
            (
                "He ran to the door.",
                "He walked to the door.",
                vec![("ran", "walked")],
            ),
            // Both words begin with `walk`, but the whole word changes.
            (
                "She walked home alone.",
                "She walks home alone.",
                vec![("walked", "walks")],
            ),
            (
                "He very quietly left the room.",
                "He left the room.",
                vec![("very quietly ", "")],
            ),
            ("He left the room.", "He left the dark room.", vec![("", "dark ")]),
            ("", "Rain.", vec![("", "Rain.")]),
        ] {
            assert_eq!(changes(before, after), expected, "{before} / {after}");
        }
    }

    #[test]
    fn whole_words_change_in_chinese() {
        for (before, after, expected) in [
            ("雨停了。", "雨停了。", vec![]),
            // 窗户 and 窗帘 share a character, but the whole word changes.
            (
                "他轻轻推开窗户看着远处。",
                "他轻轻推开窗帘看着远处。",
                vec![("窗户", "窗帘")],
            ),
            ("他突然回家了。", "他回家了。", vec![("突然", "")]),
            ("天黑了，街上没有人。", "天黑了；街上没有人。", vec![("，", "；")]),
        ] {
            assert_eq!(changes(before, after), expected, "{before} / {after}");
        }
    }

    #[test]
    fn changes_less_than_two_words_apart_are_one() {
        for (before, after, expected) in [
            (
                "a cold grey dawn broke",
                "a warm grey dusk broke",
                vec![("cold grey dawn", "warm grey dusk")],
            ),
            (
                "a cold wet grey dawn broke",
                "a warm wet grey dusk broke",
                vec![("cold", "warm"), ("dawn", "dusk")],
            ),
            ("红色的雨伞", "蓝色的毛衣", vec![("红色的雨伞", "蓝色的毛衣")]),
            (
                "昨天我们一起回家",
                "今天我们一起上班",
                vec![("昨天", "今天"), ("回家", "上班")],
            ),
        ] {
            assert_eq!(changes(before, after), expected, "{before} / {after}");
        }
    }

    #[test]
    fn a_writer_takes_some_of_the_changes() {
        for (before, after, taken, expected) in [
            (
                "The big dog ran to the old house.",
                "The dog ran to the ruined house.",
                vec![true, false],
                "The dog ran to the old house.",
            ),
            (
                "The big dog ran to the old house.",
                "The dog ran to the ruined house.",
                vec![false, true],
                "The big dog ran to the ruined house.",
            ),
            (
                "昨天我们一起回家。",
                "今天我们一起上班。",
                vec![false, true],
                "昨天我们一起上班。",
            ),
        ] {
            let hunks = hunks(before, after);
            assert_eq!(hunks.len(), taken.len());
            assert_eq!(apply(before, after, &hunks, &taken), expected);
            assert_eq!(
                apply(before, after, &hunks, &[]),
                before,
                "a missing answer is no"
            );
        }
    }

    #[test]
    fn the_share_changed_counts_the_characters_in_hunks() {
        for (before, after, expected) in [
            ("", "", 0.0),
            ("雨停了。", "雨停了。", 0.0),
            ("yes", "no", 1.0),
            ("", "雨", 1.0),
            // `ran` and `sat` are 3 of 8 characters each.
            ("he ran …", "he sat …", 6.0 / 16.0),
            // 窗户 and 窗帘 are 2 of 6 characters each.
            ("他推开窗户。", "他推开窗帘。", 4.0 / 12.0),
        ] {
            assert_eq!(share_changed(before, after), expected, "{before} / {after}");
        }
    }

    #[test]
    fn a_sentence_left_as_it_was_stays_out_of_the_changes() {
        let before = "He ran to the door. The rain fell all night. She slept badly.";
        let after = "They had reached a gate. The rain fell all night. Nobody woke.";
        for hunk in hunks(before, after) {
            assert!(!before[hunk.before].contains("rain"));
        }
        let before = "他跑到门口。雨下了一整夜。她睡得不好。";
        let after = "他们来到大门前。雨下了一整夜。没有人醒来。";
        for hunk in hunks(before, after) {
            assert!(!before[hunk.before].contains('雨'));
        }
    }

    #[test]
    fn a_very_long_stretch_with_nothing_in_common_is_one_change() {
        let before = "one two three four five, ".repeat(5_000);
        let after = "六七八九十，".repeat(9_000);
        assert_eq!(
            hunks(&before, &after),
            [Hunk {
                before: 0..before.len(),
                after: 0..after.len()
            }]
        );
    }

    /// Returns two texts that share many words, and a choice for each hunk.
    fn related() -> impl Strategy<Value = (String, String, Vec<bool>)> {
        let text = || {
            prop_oneof![
                any::<String>(),
                proptest::collection::vec(
                    proptest::sample::select(vec![
                        "he",
                        "ran",
                        " ",
                        ", ",
                        "雨停了",
                        "推开",
                        "窗户",
                        "。",
                        "\n\n",
                        "é"
                    ]),
                    0..30,
                )
                .prop_map(|words| words.concat()),
            ]
        };
        (text(), text(), proptest::collection::vec(any::<bool>(), 0..20))
    }

    proptest! {
        #[test]
        fn all_taken_is_after_and_none_taken_is_before((before, after, _) in related()) {
            let hunks = hunks(&before, &after);
            prop_assert_eq!(&apply(&before, &after, &hunks, &vec![true; hunks.len()]), &after);
            prop_assert_eq!(apply(&before, &after, &hunks, &vec![false; hunks.len()]), before.as_str());
        }

        #[test]
        fn hunks_are_ordered_apart_and_on_character_boundaries((before, after, _) in related()) {
            let mut at = 0..0;
            for (index, hunk) in hunks(&before, &after).iter().enumerate() {
                prop_assert!(before.get(hunk.before.clone()).is_some() && after.get(hunk.after.clone()).is_some());
                prop_assert!(!hunk.before.is_empty() || !hunk.after.is_empty());
                prop_assert!(index == 0 || hunk.before.start > at.start);
                prop_assert_eq!(&before[at.start..hunk.before.start], &after[at.end..hunk.after.start]);
                at = hunk.before.end..hunk.after.end;
            }
            prop_assert_eq!(&before[at.start..], &after[at.end..]);
        }

        #[test]
        fn a_part_taken_keeps_the_rest((before, after, taken) in related()) {
            let hunks = hunks(&before, &after);
            let mixed = apply(&before, &after, &hunks, &taken);
            let grown: usize = hunks.iter().zip(&taken).filter(|(_, taken)| **taken).map(|(h, _)| h.after.len()).sum();
            let gone: usize = hunks.iter().zip(&taken).filter(|(_, taken)| **taken).map(|(h, _)| h.before.len()).sum();
            prop_assert_eq!(mixed.len() + gone, before.len() + grown);
        }

        #[test]
        fn the_share_changed_is_a_share((before, after, _) in related()) {
            let share = share_changed(&before, &after);
            prop_assert!((0.0..=1.0).contains(&share));
            prop_assert_eq!(share == 0.0, before == after);
        }
    }
}
