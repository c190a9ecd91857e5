//! The kind of scene that the writer herself declares for a part of a manuscript.

use super::scene_type::SceneType;
use crate::segment::{front_matter, is_heading};

/// Returns the kind of scene that the writer declares for the text at byte `at` of a manuscript.
///
/// For a whole manuscript she declares it in the front matter, the lines between two `---` at the top, as `scene:
/// action` or `场景：动作`. For a part she declares it by a comment on a line of its own, `<!-- scene: dialogue -->` or
/// `<!-- 场景：对白 -->`. The comment holds until the next comment or heading. A value that is not the name of a scene
/// type is ignored. Linear in `at`.
pub fn declared(manuscript: &str, at: usize) -> Option<SceneType> {
    let front = front_matter(manuscript);
    let whole = front.lines().find_map(entry);
    let mut part = None;
    let mut fence = None;
    let mut start = front.len();
    for line in manuscript[start..].split_inclusive('\n') {
        if start > at {
            break;
        }
        start += line.len();
        let mark = fence_of(line);
        if fence.is_some() || mark.is_some() {
            // A comment between two code fences of the same mark is an example, not a declaration.
            fence = if fence == mark { None } else { fence.or(mark) };
        } else if is_heading(line) {
            part = None;
        } else {
            part = comment(line).and_then(entry).or(part);
        }
    }
    part.or(whole)
}

fn fence_of(line: &str) -> Option<&'static str> {
    ["```", "~~~"]
        .into_iter()
        .find(|mark| line.trim_start().starts_with(mark))
}

/// Returns the content of a comment that is alone on its line.
fn comment(line: &str) -> Option<&str> {
    line.trim().strip_prefix("<!--")?.strip_suffix("-->")
}

/// Returns the scene type of an entry such as `scene: action`.
fn entry(line: &str) -> Option<SceneType> {
    let (key, value) = line.split_once([':', '：'])?;
    let named = key.trim();
    let is_scene = named.eq_ignore_ascii_case("scene") || matches!(named, "场景" | "場景");
    let value = value.trim().trim_matches(['"', '\'', '“', '”']);
    is_scene.then(|| by_word(value)).flatten()
}

/// Returns the scene type for a name in either language.
fn by_word(word: &str) -> Option<SceneType> {
    Some(match word {
        "动作" | "動作" => SceneType::Action,
        "对白" | "对话" | "對白" | "對話" => SceneType::Dialogue,
        "描写" | "描寫" | "描述" => SceneType::Description,
        "内省" | "內省" | "内心" | "內心" | "心理" => SceneType::Introspection,
        "说明" | "說明" => SceneType::Exposition,
        "叙述" | "敘述" | "叙事" | "敘事" => SceneType::Narration,
        "其他" | "其它" => SceneType::Other,
        _ => return SceneType::from_name(&word.to_ascii_lowercase()),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn front_matter_names_the_scene_of_a_whole_manuscript() {
        for (manuscript, expected) in [
            (
                "---\ntitle: Ferry\nscene: action\n---\n\nThe rain fell.",
                Some(SceneType::Action),
            ),
            (
                "---\n标题：渡船\n场景: 动作\n---\n\n雨停了。",
                Some(SceneType::Action),
            ),
            (
                "---\r\n场景：内心\r\n---\r\n雨停了。",
                Some(SceneType::Introspection),
            ),
            (
                "\u{feff}---\nScene: \"Dialogue\"\n...\nYes.",
                Some(SceneType::Dialogue),
            ),
            ("---\nscene: fight\n---\n\nThe rain fell.", None),
            ("---\nscene: action\n\nThe fence is never closed.", None),
            ("The rain fell.\n\n---\nscene: action\n---\n", None),
            ("scene: action\n\nThe rain fell.", None),
            ("", None),
        ] {
            assert_eq!(declared(manuscript, manuscript.len()), expected, "{manuscript}");
        }
    }

    #[test]
    fn a_comment_names_the_scene_until_the_next_one_or_a_heading() {
        let manuscript = "---\nscene: narration\n---\nOne.\n\n<!-- scene: dialogue -->\n\nTwo.\n\n<!-- 场景：对白 -->\n三。\n\n\
                          <!-- 场景：描写 -->\n四。\n\n## Later\n\nFive.\n";
        for (words, expected) in [
            ("One.", SceneType::Narration),
            ("Two.", SceneType::Dialogue),
            ("三。", SceneType::Dialogue),
            ("四。", SceneType::Description),
            ("Five.", SceneType::Narration),
            // A passage may begin with the comment itself.
            ("<!-- 场景：描写", SceneType::Description),
        ] {
            let at = manuscript.find(words).unwrap();
            assert_eq!(declared(manuscript, at), Some(expected), "{words}");
        }
    }

    #[test]
    fn only_a_comment_on_a_line_of_its_own_outside_code_counts() {
        for manuscript in [
            "He wrote <!-- scene: action --> and left.",
            "```\n<!-- scene: action -->\n```\nHe left.",
            "~~~\n```\n<!-- scene: action -->\n~~~\nHe left.",
            "<!-- scene: -->\nHe left.",
            "<!-- a note: action -->\n他走了。",
            "<!-- scene: action -->\n# A heading ends it\n他走了。",
        ] {
            assert_eq!(declared(manuscript, manuscript.len()), None, "{manuscript}");
        }
        let after = "```\ncode\n```\n<!-- scene: action -->\nHe left.";
        assert_eq!(declared(after, after.len()), Some(SceneType::Action));
    }

    #[test]
    fn every_scene_type_can_be_named_in_both_languages() {
        for (scene, chinese) in SceneType::ALL
            .into_iter()
            .zip(["动作", "对白", "描写", "内心", "说明", "叙述", "其他"])
        {
            assert_eq!(entry(&format!("scene: {}", scene.name())), Some(scene));
            assert_eq!(entry(&format!("场景：{chinese}")), Some(scene));
        }
    }

    proptest! {
        #[test]
        fn the_last_word_before_a_passage_counts(
            text in "(\u{feff}|---\n|scene: action\n|# a\n|```\n|雨|<!-- 场景：对白 -->\n|\r\n){0,12}",
            at in 0..200usize,
        ) {
            let named = declared(&text, at);
            prop_assert!(matches!(named, None | Some(SceneType::Action | SceneType::Dialogue)));
            let open = format!("{text}\n# b\n");
            prop_assume!(!open.contains("```"));
            let last = format!("{open}<!-- scene: other -->\n");
            prop_assert_eq!(declared(&last, last.len()), Some(SceneType::Other));
        }
    }
}
