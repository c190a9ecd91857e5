use proptest::prelude::*;

use super::*;

/// Returns the merged text, with each conflict as `[mine|theirs]`.
fn merged(base: &str, mine: &str, theirs: &str) -> String {
    let merge = three_way(base, mine, theirs);
    let text = merge.text(mine);
    let mut shown = String::new();
    let mut at = 0;
    for Conflict { mine, theirs } in merge.conflicts {
        shown += &text[at..mine.start];
        shown += &format!("[{}|{}]", &text[mine], &text[theirs.clone()]);
        at = theirs.end;
    }
    shown + &text[at..]
}

#[test]
fn changes_that_do_not_touch_are_both_made() {
    for (base, mine, theirs, expected) in [
        (
            "One.\nTwo.\nThree.\n",
            "1.\nTwo.\nThree.\n",
            "One.\nTwo.\n3.\n",
            "1.\nTwo.\n3.\n",
        ),
        // Two sentences of one paragraph.
        (
            "The rain had stopped. She stood at the door. Nobody came.",
            "The rain had stopped at last. She stood at the door. Nobody came.",
            "The rain had stopped. She stood at the door. Nobody came home.",
            "The rain had stopped at last. She stood at the door. Nobody came home.",
        ),
        (
            "雨停了。她站在门口。没有人来。",
            "雨终于停了。她站在门口。没有人来。",
            "雨停了。她站在门口。始终没有人来。",
            "雨终于停了。她站在门口。始终没有人来。",
        ),
        // Two adjacent sentences.
        (
            "雨停了。没有人来。",
            "雨终于停了。没有人来。",
            "雨停了。谁也没来。",
            "雨终于停了。谁也没来。",
        ),
        // Two words of one sentence.
        (
            "He walked slowly to the old house by the river.",
            "He ran slowly to the old house by the river.",
            "He walked slowly to the old house by the lake.",
            "He ran slowly to the old house by the lake.",
        ),
        (
            "他慢慢走到河边那座旧房子跟前。",
            "他快步走到河边那座旧房子跟前。",
            "他慢慢走到湖边那座旧房子跟前。",
            "他快步走到湖边那座旧房子跟前。",
        ),
        // Two adjacent words.
        (
            "the old house stood",
            "the ruined house stood",
            "the old barn stood",
            "the ruined barn stood",
        ),
        // A deletion beside a change, and a new paragraph beside a changed one.
        ("One. Two. Three.", "One. Three.", "One. Two. Tree.", "One. Tree."),
        (
            "一。\n\n二。\n",
            "一。\n\n新。\n\n二。\n",
            "一。\n\n贰。\n",
            "一。\n\n新。\n\n贰。\n",
        ),
    ] {
        assert_eq!(merged(base, mine, theirs), expected);
        assert_eq!(merged(base, theirs, mine), expected, "whoever was first");
    }
}

#[test]
fn the_same_words_changed_to_different_ones_stay_both_as_whole_sentences() {
    for (base, mine, theirs, expected) in [
        (
            "It rained. She went home early. Nobody came.",
            "It rained. She went home late. Nobody came.",
            "It rained. She went home alone. Nobody came.",
            "It rained. [She went home late.|She went home alone.] Nobody came.",
        ),
        (
            "下雨了。她很早就回家了。没有人来。",
            "下雨了。她很晚才回家。没有人来。",
            "下雨了。她独自回家了。没有人来。",
            "下雨了。[她很晚才回家。|她独自回家了。]没有人来。",
        ),
        // Only the sentences that both sides changed differently are in conflict.
        (
            "雨停了。她站在门口。没有人来。",
            "雨终于停了。她站在窗口。没有人来。",
            "雨停了。她站在路口。始终没有人来。",
            "雨终于停了。[她站在窗口。|她站在路口。]始终没有人来。",
        ),
        // A conflict of two whole lines keeps both as separate lines.
        (
            "# One\n\nText.\n",
            "# First\n\nText.\n",
            "# Opening\n\nText.\n",
            "[# First|# Opening]\n\nText.\n",
        ),
        // One side deleted words to which the other side was still adding.
        (
            "One. She wrote",
            "One. She wrote here.",
            "One.",
            "One.[ She wrote here.|]",
        ),
        ("一。她写了", "一。她写了这句。", "一。", "一。[她写了这句。|]"),
        // Words added to words that the other side deleted.
        (
            "He walked on slowly.",
            "He walked on slowly and sang.",
            "He walked.",
            "[He walked on slowly and sang.|He walked.]",
        ),
        // One side deleted a sentence that the other side reworded.
        (
            "一。二二二。三。",
            "一。三。",
            "一。二二贰。三。",
            "一。[|二二贰。]三。",
        ),
        (
            "One. Two two two. Three.",
            "One. Two two 2. Three.",
            "One. Three.",
            "One. [Two two 2. |]Three.",
        ),
    ] {
        assert_eq!(merged(base, mine, theirs), expected);
    }
}

#[test]
fn what_both_put_in_at_one_place_stays_in_the_order_mine_theirs() {
    for (base, mine, theirs, expected) in [
        // Two different inserted sentences are no conflict.
        (
            "One.",
            "One. It rained all night.",
            "One. Nobody came.",
            "One. It rained all night. Nobody came.",
        ),
        (
            "一。",
            "一。雨下了一整夜。",
            "一。没有人来。",
            "一。雨下了一整夜。没有人来。",
        ),
        (
            "One.\n",
            "One.\n\nIt rained.\n",
            "One.\n\nNobody came.\n",
            "One.\n\nIt rained.\n\nNobody came.\n",
        ),
        (
            "One.\n",
            "One.\nIt rained.\n",
            "One.\nNobody came.",
            "One.\nIt rained.\nNobody came.",
        ),
        // Two wordings of the same inserted sentence are a conflict.
        (
            "一。\n",
            "一。\n\n雨下了整整一夜才停。\n",
            "一。\n\n雨下了整整一夜也不停。\n",
            "一。\n[\n雨下了整整一夜才停。\n|\n雨下了整整一夜也不停。\n]",
        ),
        // Different insertions inside one sentence are a conflict too.
        (
            "She went home.",
            "She slowly went home.",
            "She quickly went home.",
            "[She slowly went home.|She quickly went home.]",
        ),
        // An insertion that both sides made is applied once.
        ("One.\n", "One.\nTwo.\n", "One.\nTwo.\n", "One.\nTwo.\n"),
    ] {
        assert_eq!(merged(base, mine, theirs), expected);
    }
}

#[test]
fn two_texts_without_a_common_past_keep_what_either_has() {
    for (mine, theirs, expected) in [
        ("One.\nTwo.\n", "One.\nTwo.\nThree.\n", "One.\nTwo.\nThree.\n"),
        ("一。\n二。\n", "零。\n一。\n二。\n", "零。\n一。\n二。\n"),
        ("One.\nTwo.\n", "One.\nZwei drei.\n", "One.\nTwo.\nZwei drei.\n"),
        ("", "一。", "一。"),
    ] {
        assert_eq!(two_way(mine, theirs).text(mine), expected);
    }
}

#[test]
fn a_stretch_too_long_to_compare_is_kept_twice() {
    let base = "word ".repeat(30_000);
    let (mine, theirs) = (base.replace("word", "one"), base.replace("word", "two"));
    let merge = three_way(&base, &mine, &theirs);
    assert_eq!(merge.conflicts.len(), 1);
    assert_eq!(merge.text(&mine), format!("{mine}{theirs}"));
}

fn text() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "She ",
        "ran ",
        "home. ",
        "It rained. ",
        "雨停了。",
        "她",
        "走了。",
        "\n",
        "\n\n",
        "# ",
        "“去吧！”",
        "é",
        " ",
    ]);
    prop::collection::vec(piece, 0..25).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn one_side_alone_is_the_result(base in text(), other in text()) {
        prop_assert_eq!(merged(&base, &base, &other), other.clone());
        prop_assert_eq!(merged(&base, &other, &base), other.clone());
        prop_assert_eq!(merged(&base, &other, &other), other);
    }

    #[test]
    fn edits_and_conflicts_stand_in_order_on_characters(base in text(), mine in text(), theirs in text()) {
        let merge = three_way(&base, &mine, &theirs);
        let mut at = 0;
        for edit in &merge.edits {
            prop_assert!(edit.at.start >= at && mine.get(edit.at.clone()).is_some());
            at = edit.at.end;
        }
        let text = merge.text(&mine);
        let mut at = 0;
        for conflict in &merge.conflicts {
            prop_assert!(conflict.mine.start >= at && conflict.mine.end <= conflict.theirs.start);
            prop_assert!(text.get(conflict.mine.clone()).is_some() && text.get(conflict.theirs.clone()).is_some());
            prop_assert!(mine.contains(&text[conflict.mine.clone()]));
            prop_assert!(theirs.contains(text[conflict.theirs.clone()].trim_end_matches('\n')));
            at = conflict.theirs.end;
        }
    }

    /// Texts of numbered sentences, with or without paragraph breaks. The text that either side wrote must be in the
    /// result.
    #[test]
    fn what_either_side_wrote_is_there(
        kept in prop::collection::vec((any::<bool>(), any::<bool>(), 0_u8..4), 1..12),
    ) {
        let mut texts = [String::new(), String::new(), String::new()];
        let mut wanted = Vec::new();
        for (number, (chinese, paragraph, act)) in kept.into_iter().enumerate() {
            let end = if paragraph { "\n\n" } else { "" };
            let say = |who: &str| match chinese {
                true => format!("第{number}句是{who}写的。{end}"),
                false => format!("Sentence {number} is by {who}. {end}"),
            };
            let [base, mine, theirs] = &mut texts;
            *base += &say("nobody");
            *mine += &say(if act % 2 == 1 { "her" } else { "nobody" });
            *theirs += &say(if act / 2 == 1 { "them" } else { "nobody" });
            if act % 2 == 1 { wanted.push(say("her")); }
            if act / 2 == 1 { wanted.push(say("them")); }
        }
        let [base, mine, theirs] = texts;
        let text = three_way(&base, &mine, &theirs).text(&mine);
        for sentence in wanted {
            prop_assert!(text.contains(sentence.trim()), "{sentence:?} is not in {text:?}");
        }
    }
}
