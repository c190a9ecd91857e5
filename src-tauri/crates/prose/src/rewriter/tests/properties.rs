//! Properties that hold for each move on any text.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::sample::select;

use crate::Language::{self, En, Zh};
use crate::rewriter::{Extent, Move, Skill, Source, alternatives, apply, repertoire};
use crate::segment::units;
use crate::{Feature, measure};

/// Sentences that passages are built from. Each matches at least one move, or contains protected text.
const ENGLISH: &[&str] = &[
    "The house was very quiet.",
    "He was not very tall.",
    "She closed the door softly.",
    "I did not see Mary Ashby.",
    "I can't say that I know Tom.",
    "He stood up. He walked to the window.",
    "The lamp went out.",
    "We never came back!",
    "Was it very cold?!",
    "The gate—the old iron one—was open.",
    "Her brother (the elder one) was away.",
    "He waited by the gate; she was late again.",
    "He waited for her by the gate...",
    "It cost $1,204.50 in 1914, or two dozen eggs.",
    "The rain had come down on the roof all night without a pause, and she lay awake beside Mr. Hale.",
    "“I am very tired,” said Mary. “I did not sleep; it was cold.”",
    "‘Very well,’ he said.",
    "\"Half a speech, and it is very",
    "# Very old heading",
    "- a very old list",
    "*It was* `very` [good](https://example.com/very).",
    "He came in order to help, until such time as nobody was left.",
    "Perhaps she laid it upon the table.",
    "and then it was very",
    "Actually, there is nothing left.",
    "very, very cold",
    "Then she knew that he had gone home.",
    "At last, he took the lamp, and she followed him.",
    "She took off the boot, and she put it down, slowly, by the stove.",
    "He ran to the door, which was not locked, but it was too late.",
    "There was one rule: nobody spoke.",
    "The oil that was sold by the bargemen smoked.",
    "She'd gone; I would not have known him.",
];

const CHINESE: &[&str] = &[
    "屋子里非常安静。",
    "他并不十分高兴。",
    "她轻轻地关上了门。",
    "他慢慢地走过去。",
    "我的母亲没有来。",
    "他站了起来，走出去关上了门。",
    "如果他来，我们就走。",
    "因为下雨，所以他没有来。",
    "他已经等了二十多分钟。",
    "然而她没有回头。",
    "他在旧书店里站了整整一个下午，他把每一本书都翻开来看了看，又轻轻放回原处。",
    "他站起来。他走到窗前。",
    "雨下了整整一夜；院子里积满了水。",
    "那扇门——他亲手上过油——开着。",
    "那扇门（当年亲手上过油）还开着。",
    "整座房子都烧起来了！",
    "他不知道自己在等什么……",
    "“我非常累！”母亲说，“如果他来，我不见。”",
    "「没有讲完的话非常多",
    "《红楼梦》第3回非常长。",
    "吃饭的时候，他没有说话。",
    "# 非常旧的标题",
    "其实，他们两个都没有去过Paris。",
    "她坐了起来，她把脚伸下去，然后她走了。",
    "粮站的后面有一栋灰色的小楼。",
    "抽屉里面全部都是白色的的胶布。",
    "她歪了一下，仿佛坐了很多年。",
    "这孩子也有可敬的地方：他从来不哭。",
    "这时她不看了。",
];

fn passage() -> impl Strategy<Value = (String, Language)> {
    let english = joined(ENGLISH, &[" ", " ", "\n\n", "\n"]);
    let chinese = joined(CHINESE, &["", "", "\n\n", "\n"]);
    prop_oneof![
        english.prop_map(|text| (text, En)),
        chinese.prop_map(|text| (text, Zh))
    ]
}

fn joined(pieces: &'static [&'static str], gaps: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop::collection::vec((select(pieces), select(gaps)), 1..8)
        .prop_map(|parts| parts.into_iter().flat_map(|(piece, gap)| [piece, gap]).collect())
}

fn anything() -> impl Strategy<Value = (String, Language)> {
    let marks = "[ -~\n‘’“”「」『』《》—–…！？。，；：（）很非常的地了不没而且veryI0-9]{0,60}";
    (
        prop_oneof![any::<String>(), marks, passage().prop_map(|(text, _)| text)],
        select(&[En, Zh][..]),
    )
}

fn move_() -> impl Strategy<Value = Move> {
    select(Move::ALL)
}

/// Counts by plain text search, without any of the rewriter's own code.
fn counted(text: &str, things: &[&str]) -> BTreeMap<String, usize> {
    things
        .iter()
        .map(|thing| ((*thing).to_owned(), text.matches(thing).count()))
        .collect()
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// Counts `not` in all its spellings.
fn denials(text: &str) -> usize {
    let text = text.to_lowercase().replace('’', "'");
    let words = text.split(|c: char| !(c.is_alphabetic() || c == '\''));
    words
        .filter(|word| {
            matches!(*word, "not" | "cannot" | "never" | "nobody" | "nothing") || word.ends_with("n't")
        })
        .count()
}

/// Returns the texts between paired quotation marks.
fn quotations(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (open, close) in [('“', '”'), ('「', '」'), ('《', '》'), ('`', '`')] {
        let mut rest = text;
        while let Some((_, after)) = rest.split_once(open) {
            let Some((inside, after)) = after.split_once(close) else {
                break;
            };
            found.push(inside);
            rest = after;
        }
    }
    found
}

proptest! {
    #[test]
    fn a_move_made_twice_changes_nothing_more((text, language) in anything(), move_ in move_()) {
        if let Some(once) = apply(move_, &text, language) {
            prop_assert_eq!(apply(move_, &once, language), None);
        }
    }

    #[test]
    fn no_move_panics_or_empties_a_text((text, language) in anything(), move_ in move_()) {
        if let Some(after) = apply(move_, &text, language) {
            prop_assert!(!after.trim().is_empty());
            prop_assert_ne!(after, text);
        }
    }

    #[test]
    fn no_move_changes_a_number((text, language) in passage(), move_ in move_()) {
        if let Some(after) = apply(move_, &text, language) {
            prop_assert_eq!(digits(&after), digits(&text));
            let words = ["$1,204.50", "two dozen", "二十多", "一个", "每一本", "两个", "整整一夜"];
            prop_assert_eq!(counted(&after, &words), counted(&text, &words));
        }
    }

    #[test]
    fn no_move_changes_a_negation((text, language) in passage(), move_ in move_()) {
        if let Some(after) = apply(move_, &text, language) {
            prop_assert_eq!(denials(&after), denials(&text));
            prop_assert_eq!(counted(&after, &["不", "没"]), counted(&text, &["不", "没"]));
        }
    }

    #[test]
    fn no_move_changes_a_name((text, language) in passage(), move_ in move_()) {
        if let Some(after) = apply(move_, &text, language) {
            let names = ["Mary Ashby", "Mary", "Tom", "Mr. Hale", "Paris", "《红楼梦》"];
            prop_assert_eq!(counted(&after, &names), counted(&text, &names));
        }
    }

    #[test]
    fn no_move_changes_a_quotation((text, language) in passage(), move_ in move_()) {
        if let Some(after) = apply(move_, &text, language) {
            prop_assert_eq!(quotations(&after), quotations(&text));
        }
    }

    #[test]
    fn paragraphs_stay_apart((text, language) in passage(), move_ in move_()) {
        if let Some(after) = apply(move_, &text, language) {
            prop_assert_eq!(after.matches('\n').count(), text.matches('\n').count());
        }
    }

    #[test]
    fn alternatives_differ_from_the_passage_and_from_each_other((text, language) in passage(), turn: u64) {
        for &skill in Skill::ALL {
            let found = alternatives(&Source::alone(&text, language), skill, turn);
            prop_assert!(found.len() <= 3);
            for (index, alternative) in found.iter().enumerate() {
                prop_assert!(alternative.text != text);
                prop_assert!((1..=2).contains(&alternative.moves.len()));
                prop_assert!(alternative.moves.len() == 1 || alternative.extent == Extent::Throughout);
                prop_assert!(found[..index].iter().all(|other| other.text != alternative.text));
            }
            prop_assert_eq!(&found, &alternatives(&Source::alone(&text, language), skill, turn));
        }
    }

    #[test]
    fn alternatives_never_panic((text, language) in anything(), turn: u64) {
        let found = alternatives(&Source::alone(&text, language), Skill::Polish, turn);
        prop_assert!(found.len() <= 3);
    }
}

/// Returns the number of occurrences of a feature, or its value if it counts nothing.
fn amount(text: &str, language: Language, feature: Feature) -> Option<f64> {
    let measures = measure(text, language);
    let count = measures.count(feature).map(|count| count as f64);
    count.or_else(|| measures.get(feature))
}

#[test]
fn a_move_changes_what_it_is_listed_with_and_nothing_is_listed_in_vain() {
    const MORE_ENGLISH: &[&str] = &[
        "At last the lamp went out.",
        "She knew he was late.",
        "Maybe she laid it on the table, and so he went.",
        "There were two ways out — the door, the window.",
        "He had one wish — a bed.",
    ];
    const MORE_CHINESE: &[&str] = &[
        "她也跟着往左边歪了一下，仿佛她在这把椅子上坐了很多年。",
        "有的人往山上走去。有的人往河边走去。",
    ];
    for (language, pieces) in [
        (En, [ENGLISH, MORE_ENGLISH].concat()),
        (Zh, [CHINESE, MORE_CHINESE].concat()),
    ] {
        let gap = if language == En { " " } else { "" };
        let mut passages: Vec<String> = pieces.iter().map(|piece| (*piece).to_owned()).collect();
        passages.extend(pieces.windows(2).map(|pair| pair.join(gap)));
        for &move_ in Move::ALL {
            let changed: Vec<(&String, String)> = passages
                .iter()
                .filter_map(|passage| Some((passage, apply(move_, passage, language)?)))
                .collect();
            for &(feature, step) in move_.effects(language) {
                let steps: Vec<f64> = changed
                    .iter()
                    .filter_map(|(before, after)| {
                        Some(amount(after, language, feature)? - amount(before, language, feature)?)
                    })
                    .collect();
                let name = format!("{} {language:?} {feature:?}", move_.name());
                let with = |found: &f64| found * f64::from(step);
                assert!(steps.iter().any(|found| with(found) > 0.0), "{name} never shows");
                assert!(steps.iter().all(|found| with(found) >= 0.0), "{name} turns round");
            }
        }
    }
}

proptest! {
    #[test]
    fn tightening_never_lengthens((text, language) in passage(), seed: u64) {
        let offered = alternatives(&Source::alone(&text, language), Skill::Tighten, seed);
        for other in offered.into_iter().chain(repertoire(&Source::alone(&text, language), Skill::Tighten)) {
            prop_assert!(units(&other.text) <= units(&text), "{}", other.text);
            prop_assert!(other.text.chars().count() < text.chars().count(), "{}", other.text);
        }
    }
}
