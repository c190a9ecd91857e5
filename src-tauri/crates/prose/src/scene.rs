//! Detects the kind of scene of a passage.

mod declared;
mod rates;
mod reading;
mod scene_type;

pub use declared::declared;
pub use scene_type::SceneType;

use self::rates::likeliest;
use self::reading::Reading;
use crate::Language;

/// The fewest units of a passage that tell a scene by its words.
const FEWEST_UNITS: usize = 4;

/// Returns the scene type of a passage.
///
/// It is dialogue if at least half of its units are in quotation marks. A speech takes with it the few narrated words
/// that announce or accompany it. Otherwise the words outside the quotation marks decide. Seven cues are counted there:
///
/// - verbs of motion
/// - things and their looks
/// - verbs of thought
/// - words of explanation
/// - words of elapsed time
/// - personal pronouns
/// - question marks
///
/// The kind of scene in which these counts are most probable wins. Without any cue the passage is narration. The result
/// is `Other` for fewer than four units, and if most lines are lists, tables, headings or code. The time is linear in
/// the length.
pub fn detect(passage: &str, language: Language) -> SceneType {
    let reading = Reading::of(passage, language);
    if reading.units < FEWEST_UNITS || !is_prose(passage) {
        SceneType::Other
    } else if reading.is_dialogue() {
        SceneType::Dialogue
    } else {
        likeliest(&reading, language)
    }
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
    fn a_short_speech_is_dialogue_with_its_tag_or_gesture() {
        for passage in [
            "\"You came,\" said Tom.",
            "'I told you,' the old woman repeated in a low voice.",
            "She shook her head. “Leave it.”",
            "「给我滚！」他怒吼道。",
            "『来了？』她放下针线。",
            "她摇了摇头：“放下吧。”",
        ] {
            assert_eq!(
                detect(passage, Language::of(passage)),
                SceneType::Dialogue,
                "{passage}"
            );
        }
        for passage in [
            "“Go!” He ran to the gate, leaped over it, struck the guard and fell into the ditch.",
            "“跑！”他冲上楼梯，一脚踹开铁门，扑过去抓住绳子，把那个人拽了回来。",
        ] {
            assert_eq!(
                detect(passage, Language::of(passage)),
                SceneType::Action,
                "{passage}"
            );
        }
    }

    #[test]
    fn a_chase_in_a_furnished_room_is_action() {
        let chinese = "她冲上了楼。第九级响了一声。她推开房门，扑到桌子前面，把红色的绸布扯了下来。";
        assert_eq!(detect(chinese, Language::Zh), SceneType::Action);
        let english = "She rushed up the stairs, pushed the door open, flung herself at the table and tore off the red silk.";
        assert_eq!(detect(english, Language::En), SceneType::Action);
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
