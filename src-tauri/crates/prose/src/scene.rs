//! Detects the kind of scene of a passage.

mod declared;
mod scene_type;

pub use declared::declared;
pub use scene_type::SceneType;

use crate::Language;
use crate::lexicon::{List, lists_of};
use crate::segment::tokens;
use crate::speech::Speech;

/// The fewest units of a passage whose scene can be detected.
const FEWEST_UNITS: usize = 4;

/// The least share of units in quotation marks of a dialogue.
const DIALOGUE_SHARE: f64 = 0.5;

/// The words that indicate one kind of scene.
struct Cue {
    scene: SceneType,
    words: List,
    /// The usual number of these words in 100 narrated units; only a higher rate counts as a cue.
    usual_in_english: f64,
    usual_in_chinese: f64,
}

/// The cues. If two are equally strong, the earlier one wins.
///
/// The usual rates are about half of the mean over fiction in the public domain (Austen to Wodehouse, 水浒传 to 萧红).
/// For explanation the usual rate is twice the mean. Explanation is rare in that fiction, and its words (*is*, *every*;
/// 是, 一种) occur in all kinds of prose.
const CUES: [Cue; 4] = [
    Cue {
        scene: SceneType::Action,
        words: List::Motion,
        usual_in_english: 0.6,
        usual_in_chinese: 0.6,
    },
    Cue {
        scene: SceneType::Description,
        words: List::Setting,
        usual_in_english: 1.2,
        usual_in_chinese: 0.65,
    },
    Cue {
        scene: SceneType::Introspection,
        words: List::Thought,
        usual_in_english: 1.05,
        usual_in_chinese: 0.95,
    },
    Cue {
        scene: SceneType::Exposition,
        words: List::Explanation,
        usual_in_english: 3.5,
        usual_in_chinese: 3.0,
    },
];

/// Returns the scene type of a passage.
///
/// It is dialogue if at least half of the units are in quotation marks. Otherwise the words of each kind of scene are
/// counted outside the quotation marks: verbs of motion, things and places, verbs of thought, words of explanation. The
/// kind furthest above its usual rate wins; without one, the passage is narration. `Other` for fewer than four units,
/// and if most lines are lists, tables, headings or code.
pub fn detect(passage: &str, language: Language) -> SceneType {
    let mut units = 0;
    let mut narrated = 0;
    let mut found = [0usize; CUES.len()];
    let mut speech = Speech::default();
    for token in tokens(passage) {
        let length = token.units(passage);
        units += length;
        if speech.read(passage, &token) {
            continue;
        }
        narrated += length;
        let lists = lists_of(&token.of(passage).to_lowercase(), language);
        for (count, cue) in found.iter_mut().zip(&CUES) {
            *count += usize::from(lists.has(cue.words));
        }
    }
    if units < FEWEST_UNITS || !is_prose(passage) {
        return SceneType::Other;
    }
    let spoken = units - narrated;
    if spoken as f64 >= DIALOGUE_SHARE * units as f64 {
        return SceneType::Dialogue;
    }
    let mut scene = SceneType::Narration;
    let mut highest = 1.0;
    for (count, cue) in found.into_iter().zip(&CUES) {
        let usual = match language {
            Language::En => cue.usual_in_english,
            Language::Zh => cue.usual_in_chinese,
        };
        let above_usual = 100.0 * count as f64 / narrated as f64 / usual;
        if above_usual > highest {
            (scene, highest) = (cue.scene, above_usual);
        }
    }
    scene
}

/// Returns whether at least half of the non-blank lines are prose, that is, have no block mark of Markdown.
fn is_prose(passage: &str) -> bool {
    let lines = || {
        passage
            .lines()
            .map(str::trim_start)
            .filter(|line| !line.is_empty())
    };
    let marked = lines().filter(|line| is_marked(line)).count();
    2 * marked <= lines().count()
}

/// Returns whether a line is part of a list, a table, a heading or a code fence.
fn is_marked(line: &str) -> bool {
    const BULLETS: [&str; 3] = ["- ", "* ", "+ "];
    let after_number = line.trim_start_matches(|character: char| character.is_ascii_digit());
    let is_numbered =
        after_number.len() < line.len() && (after_number.starts_with(". ") || after_number.starts_with(") "));
    BULLETS.iter().any(|bullet| line.starts_with(bullet))
        || line.starts_with(['#', '|', '`', '~'])
        || is_numbered
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_scene_is_told_by_its_words_in_english() {
        for (passage, expected) in [
            (
                "He ran to the gate, leaped over it and struck the guard before he fell.",
                SceneType::Action,
            ),
            (
                "“Where were you?” asked Tom. “I waited all night, and nobody came.”",
                SceneType::Dialogue,
            ),
            (
                "White clouds hung over the valley, and below the trees a river lay between green hills.",
                SceneType::Description,
            ),
            (
                "She wondered whether she had ever known him; perhaps she only felt what she wished to feel.",
                SceneType::Introspection,
            ),
            (
                "A guild is a kind of society whose rules are known to every member, and this is generally because \
                 each of these has a purpose.",
                SceneType::Exposition,
            ),
            (
                "In April the two brothers sold their shop to a cousin and bought another one.",
                SceneType::Narration,
            ),
            ("Too short now.", SceneType::Other),
            (
                "- milk and honey\n- bread and butter\n- two pounds of sugar",
                SceneType::Other,
            ),
            (
                "| name | age |\n|---|---|\n| Tom Brown | 7 years |",
                SceneType::Other,
            ),
            ("", SceneType::Other),
        ] {
            assert_eq!(detect(passage, Language::En), expected, "{passage}");
        }
    }

    #[test]
    fn a_scene_is_told_by_its_words_in_chinese() {
        for (passage, expected) in [
            ("他拔出刀，跳上马，追赶那两个逃跑的兵。", SceneType::Action),
            (
                "“你昨天去哪里了？”他问。“我等了你一夜，谁也没有来。”",
                SceneType::Dialogue,
            ),
            (
                "月光照着湖水，岸边的树林一片寂静，远处的山是青的。",
                SceneType::Description,
            ),
            (
                "我觉得自己并不明白，心里总有些后悔，也许我从来没有相信过。",
                SceneType::Introspection,
            ),
            (
                "所谓行会，是一种社会制度，因为各行的规矩往往不同，所以通常由会员制定。",
                SceneType::Exposition,
            ),
            (
                "兄弟二人四月把铺子卖给了表哥，又买下另外一间。",
                SceneType::Narration,
            ),
            ("走吧。", SceneType::Other),
            ("- 牛奶和蜂蜜\n- 面包和黄油\n- 两斤白糖", SceneType::Other),
            ("## 第一章 雨夜来客", SceneType::Other),
        ] {
            assert_eq!(detect(passage, Language::Zh), expected, "{passage}");
        }
    }

    #[test]
    fn words_that_are_spoken_do_not_tell_the_scene() {
        // The speech is full of motion, but the narrated text is a place.
        let english = "White clouds hung over the valley and the green hills. “Run, leap, strike!” The river lay below the trees.";
        assert_eq!(detect(english, Language::En), SceneType::Description);
        let chinese = "月光照着湖水和岸边的树林。“快跑，追，打，杀！”远处的山是青的，夜里的村子很静。";
        assert_eq!(detect(chinese, Language::Zh), SceneType::Description);
    }

    #[test]
    fn every_scene_type_is_found_by_its_stable_name() {
        for scene in SceneType::ALL {
            assert_eq!(SceneType::from_name(scene.name()), Some(scene));
        }
        assert_eq!(SceneType::from_name("fight"), None);
    }

    proptest! {
        #[test]
        fn any_text_has_a_scene_type(text in any::<String>()) {
            for language in [Language::En, Language::Zh] {
                prop_assert!(SceneType::ALL.contains(&detect(&text, language)));
            }
        }

        #[test]
        fn white_space_around_a_passage_does_not_change_its_scene(text in "[a-z他跑想月光“”。, ]{0,60}") {
            for language in [Language::En, Language::Zh] {
                prop_assert_eq!(detect(&format!("\n {text}\n"), language), detect(&text, language));
            }
        }
    }
}
