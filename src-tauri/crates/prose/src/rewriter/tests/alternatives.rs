//! The choice of the alternatives, and that the order of an offer carries no information.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::Language::{self, En, Zh};
use crate::diff::{hunks, share_changed};
use crate::rewriter::offer::{applicable, choose, compose, lighten, place};
use crate::rewriter::passage::Passage;
use crate::rewriter::{Alternative, Extent, Move, Skill, Source, alternatives};

const STATION: &str = "The station was very quiet that evening. I did not see the guard until he spoke to me — he had \
been standing under the clock — and by then the last train had gone. The rain came down on the long glass roof \
without a pause, and we walked slowly along the platform to the lamp at its end. He was tired. He wanted to talk; \
I wanted to go home.";

const KITCHEN: &str = "My aunt kept everything. There were jars (most of them empty) on every shelf, and the drawers \
would not close. She quietly moved a chair from the door in order to let me pass. “Sit down, you are very thin!” she \
said. I sat down; the chair was still warm. Perhaps she had been waiting for me all morning...";

const TEAHOUSE: &str = "茶馆里非常安静。他的母亲坐在靠窗的位子上，慢慢地喝着一杯冷茶；墙上的钟已经停了很久。因为外面还在下雨，所以\
他们没有急着走。“你瘦了！”母亲说。他没有回答，只是轻轻地握住了她的手……";

const ALLEY: &str = "他在那条旧巷子里走了整整一个下午，他记得每一扇门后面住过什么人，可是门都换了新的颜色。如果再早来一年，\
也许还能遇见一两个熟人！他站了起来，把信放进口袋里，走了。天快黑了。他没有回头。";

/// Returns the label of each alternative and the passage with the deleted and the inserted text marked.
fn shown(passage: &str, skill: Skill, language: Language, turn: u64) -> String {
    let mut shown = String::new();
    for alternative in alternatives(&Source::alone(passage, language), skill, turn) {
        let _ = writeln!(
            shown,
            "{}: {:.1} %",
            alternative.label(language),
            share_changed(passage, &alternative.text) * 100.0
        );
        let mut at = 0;
        for hunk in hunks(passage, &alternative.text) {
            let (same, gone) = (&passage[at..hunk.before.start], &passage[hunk.before.clone()]);
            let _ = write!(
                shown,
                "{same}[-{gone}-]{{+{}+}}",
                &alternative.text[hunk.after.clone()]
            );
            at = hunk.before.end;
        }
        let _ = writeln!(shown, "{}\n", &passage[at..]);
    }
    shown
}

#[test]
fn polishing_an_english_description() {
    insta::assert_snapshot!(shown(STATION, Skill::Polish, En, 0), @r"
    Use contractions: 3.4 %
    The station was very quiet that evening. I [-did not-]{+didn't+} see the guard until he spoke to me — [-he had-]{+he'd+} been standing under the clock — and by then the last train had gone. The rain came down on the long glass roof without a pause, and we walked slowly along the platform to the lamp at its end. He was tired. He wanted to talk; I wanted to go home.

    Commas to semicolons: 0.9 %
    The station was very quiet that evening. I did not see the guard until he spoke to me — he had been standing under the clock — and by then the last train had gone. The rain came down on the long glass roof without a pause[-, and-]{+;+} we walked slowly along the platform to the lamp at its end. He was tired. He wanted to talk; I wanted to go home.

    Semicolons to dashes: 0.7 %
    The station was very quiet that evening. I did not see the guard until he spoke to me — he had been standing under the clock — and by then the last train had gone. The rain came down on the long glass roof without a pause, and we walked slowly along the platform to the lamp at its end. He was tired. He wanted to talk[-; -]{+ — +}I wanted to go home.
    ");
}

#[test]
fn polishing_an_english_scene_with_speech() {
    insta::assert_snapshot!(shown(KITCHEN, Skill::Polish, En, 5), @r"
    Parentheses to commas: 1.0 %
    My aunt kept everything. There were jars[- (-]{+, +}most of them empty[-)-]{+,+} on every shelf, and the drawers would not close. She quietly moved a chair from the door in order to let me pass. “Sit down, you are very thin!” she said. I sat down; the chair was still warm. Perhaps she had been waiting for me all morning...

    Ellipses to full stops: 0.7 %
    My aunt kept everything. There were jars (most of them empty) on every shelf, and the drawers would not close. She quietly moved a chair from the door in order to let me pass. “Sit down, you are very thin!” she said. I sat down; the chair was still warm. Perhaps she had been waiting for me all morning[-...-]{+.+}

    Drop manner adverbs: 1.3 %
    My aunt kept everything. There were jars (most of them empty) on every shelf, and the drawers would not close. She [-quietly -]{++}moved a chair from the door in order to let me pass. “Sit down, you are very thin!” she said. I sat down; the chair was still warm. Perhaps she had been waiting for me all morning...
    ");
}

#[test]
fn tightening_an_english_scene() {
    insta::assert_snapshot!(shown(KITCHEN, Skill::Tighten, En, 1), @r"
    Use contractions: 4.8 %
    My aunt kept everything. There were jars (most of them empty) on every shelf, and the drawers [-would not-]{+wouldn't+} close. She quietly moved a chair from the door in order to let me pass. “Sit down, you are very thin!” she said. I sat down; the chair was still warm. Perhaps [-she had-]{+she'd+} been waiting for me all morning...

    Use contractions, drop manner adverbs: 6.2 %
    My aunt kept everything. There were jars (most of them empty) on every shelf, and the drawers [-would not-]{+wouldn't+} close. She[- quietly-]{++} moved a chair from the door in order to let me pass. “Sit down, you are very thin!” she said. I sat down; the chair was still warm. Perhaps [-she had-]{+she'd+} been waiting for me all morning...

    Drop manner adverbs: 1.3 %
    My aunt kept everything. There were jars (most of them empty) on every shelf, and the drawers would not close. She [-quietly -]{++}moved a chair from the door in order to let me pass. “Sit down, you are very thin!” she said. I sat down; the chair was still warm. Perhaps she had been waiting for me all morning...
    ");
}

#[test]
fn polishing_a_chinese_scene_with_speech() {
    insta::assert_snapshot!(shown(TEAHOUSE, Skill::Polish, Zh, 0), @r"
    删去情态副词: 1.7 %
    茶馆里非常安静。他的母亲坐在靠窗的位子上，慢慢地喝着一杯冷茶；墙上的钟已经停了很久。因为外面还在下雨，所以他们没有急着走。“你瘦了！”母亲说。他没有回答，只是[-轻轻地-]{++}握住了她的手……

    少用连接词: 1.1 %
    茶馆里非常安静。他的母亲坐在靠窗的位子上，慢慢地喝着一杯冷茶；墙上的钟已经停了很久。因为外面还在下雨，[-所以-]{++}他们没有急着走。“你瘦了！”母亲说。他没有回答，只是轻轻地握住了她的手……

    少用“地”字: 3.4 %
    茶馆里非常安静。他的母亲坐在靠窗的位子上，慢慢[-地-]{++}喝着一杯冷茶；墙上的钟已经停了很久。因为外面还在下雨，所以他们没有急着走。“你瘦了！”母亲说。他没有回答，只是[-轻轻地-]{+轻轻+}握住了她的手……
    ");
}

#[test]
fn polishing_a_chinese_walk() {
    insta::assert_snapshot!(shown(ALLEY, Skill::Polish, Zh, 3), @r"
    省略重复主语: 0.6 %
    他在那条旧巷子里走了整整一个下午，[-他-]{++}记得每一扇门后面住过什么人，可是门都换了新的颜色。如果再早来一年，也许还能遇见一两个熟人！他站了起来，把信放进口袋里，走了。天快黑了。他没有回头。

    拆分长句: 1.1 %
    他在那条旧巷子里走了整整一个下午[-，-]{+。+}他记得每一扇门后面住过什么人，可是门都换了新的颜色。如果再早来一年，也许还能遇见一两个熟人！他站了起来，把信放进口袋里，走了。天快黑了。他没有回头。

    少用“了”字: 0.6 %
    他在那条旧巷子里走了整整一个下午，他记得每一扇门后面住过什么人，可是门都换了新的颜色。如果再早来一年，也许还能遇见一两个熟人！他站[-了-]{++}起来，把信放进口袋里，走了。天快黑了。他没有回头。
    ");
}

#[test]
fn tightening_a_chinese_scene() {
    insta::assert_snapshot!(shown(TEAHOUSE, Skill::Tighten, Zh, 2), @r"
    删去情态副词: 1.7 %
    茶馆里非常安静。他的母亲坐在靠窗的位子上，慢慢地喝着一杯冷茶；墙上的钟已经停了很久。因为外面还在下雨，所以他们没有急着走。“你瘦了！”母亲说。他没有回答，只是[-轻轻地-]{++}握住了她的手……

    删去情态副词，少用“地”字: 2.3 %
    茶馆里非常安静。他的母亲坐在靠窗的位子上，慢慢[-地-]{++}喝着一杯冷茶；墙上的钟已经停了很久。因为外面还在下雨，所以他们没有急着走。“你瘦了！”母亲说。他没有回答，只是[-轻轻地-]{++}握住了她的手……

    少用“地”字: 3.4 %
    茶馆里非常安静。他的母亲坐在靠窗的位子上，慢慢[-地-]{++}喝着一杯冷茶；墙上的钟已经停了很久。因为外面还在下雨，所以他们没有急着走。“你瘦了！”母亲说。他没有回答，只是[-轻轻地-]{+轻轻+}握住了她的手……
    ");
}

#[test]
fn nothing_to_offer_is_a_fine_answer() {
    for (passage, language) in [
        ("", En),
        ("Rain.", En),
        ("“Go home.”", En),
        ("雨。", Zh),
        ("“回去吧。”", Zh),
    ] {
        assert!(
            alternatives(&Source::alone(passage, language), Skill::Polish, 0).is_empty(),
            "{passage:?}"
        );
    }
}

#[test]
fn polishing_offers_different_kinds_of_decision_first() {
    let found = applicable(&Passage::new(&Source::alone(STATION, En)), Skill::Polish);
    for turn in 0..1000 {
        let kinds: Vec<_> = choose(found.clone(), turn)
            .iter()
            .map(|candidate| candidate.moves[0].decision())
            .collect();
        assert_eq!(kinds.len(), 3);
        assert!(
            kinds[0] != kinds[1] && kinds[1] != kinds[2] && kinds[0] != kinds[2],
            "turn {turn}"
        );
    }
}

#[test]
fn a_lone_move_is_offered_in_one_place_and_in_all() {
    for (passage, language, once, throughout) in [
        (
            "The house was very quiet, very old and very large.",
            En,
            "The house was quiet, very old and very large.",
            "The house was quiet, old and large.",
        ),
        (
            "母亲轻轻地敲了敲门，又轻轻地推开了窗户。",
            Zh,
            "母亲敲了敲门，又轻轻地推开了窗户。",
            "母亲敲了敲门，又推开了窗户。",
        ),
    ] {
        let view = Passage::new(&Source::alone(passage, language));
        let single = applicable(&view, Skill::Polish).into_iter().take(1).collect();
        let mut offer = choose(single, 0);
        compose(&mut offer, &view, Skill::Polish);
        lighten(&mut offer, &view, Skill::Polish);
        let texts: Vec<_> = offer
            .iter()
            .map(|candidate| (candidate.extent, candidate.text.as_str()))
            .collect();
        assert_eq!(
            texts,
            [(Extent::Throughout, throughout), (Extent::Once, once)],
            "{passage}"
        );
    }
}

#[test]
fn two_moves_are_offered_one_by_one_and_together() {
    for (passage, language) in [
        ("The house was very old.\n\nI did not like it.", En),
        ("屋子里非常安静。\n\n他的母亲坐在窗边。", Zh),
    ] {
        for turn in 0..20 {
            let offered = alternatives(&Source::alone(passage, language), Skill::Polish, turn);
            let mut counts: Vec<_> = offered.iter().map(|one| one.moves.len()).collect();
            counts.sort_unstable();
            assert_eq!(counts, [1, 1, 2], "{passage}");
        }
    }
}

#[test]
fn a_label_says_how_far_the_move_goes() {
    let alternative = |moves: &[Move], extent| Alternative {
        text: String::new(),
        moves: moves.to_vec(),
        extent,
    };
    let once = alternative(&[Move::CutFillers], Extent::Once);
    assert_eq!(once.label(En), "Cut the intensifiers (once)");
    assert_eq!(once.label(Zh), "删减强调词（一处）");
    let both = alternative(&[Move::CutFillers, Move::ThinDe], Extent::Throughout);
    assert_eq!(both.label(En), "Cut the intensifiers, fewer 的");
    assert_eq!(both.label(Zh), "删减强调词，少用“的”字");
}

#[test]
fn a_chapter_is_no_passage() {
    for (sentence, language) in [("The house was very quiet. ", En), ("屋子里非常安静。", Zh)] {
        let most = 20_000 / sentence.chars().count();
        let passage = sentence.repeat(most);
        assert!(!alternatives(&Source::alone(&passage, language), Skill::Polish, 0).is_empty());
        let chapter = sentence.repeat(most + 1);
        assert_eq!(
            alternatives(&Source::alone(&chapter, language), Skill::Polish, 0),
            []
        );
    }
}

#[test]
fn tightening_offers_this_cut_that_cut_and_both() {
    let offered = alternatives(&Source::alone(KITCHEN, En), Skill::Tighten, 0);
    let both = offered
        .iter()
        .find(|alternative| alternative.moves.len() == 2)
        .expect("a composed alternative");
    for single in offered.iter().filter(|alternative| alternative.moves.len() == 1) {
        assert!(both.moves.contains(&single.moves[0]));
        assert!(both.text.len() < single.text.len());
    }
}

/// Each move must be at each of the three positions a third of the time. Four standard errors are allowed, which a fair
/// draw exceeds once in 16,000 times.
fn assert_stands_anywhere(moves: &[Move], counts: [u32; 3]) {
    let names: Vec<_> = moves.iter().map(|move_| move_.name()).collect();
    let total = f64::from(counts.iter().sum::<u32>());
    assert!(total > 0.0, "{names:?} is never offered");
    for count in counts {
        let error = (f64::from(count) / total - 1.0 / 3.0).abs();
        assert!(error < 4.0 * (2.0 / 9.0 / total).sqrt(), "{names:?}: {counts:?}");
    }
}

#[test]
fn every_move_is_offered_and_its_place_says_nothing() {
    for (passage, language) in [(STATION, En), (TEAHOUSE, Zh)] {
        let found = applicable(&Passage::new(&Source::alone(passage, language)), Skill::Polish);
        let mut places: BTreeMap<Move, [u32; 3]> = found.iter().map(|(move_, _)| (*move_, [0; 3])).collect();
        for turn in 0..3000 {
            let mut offer = choose(found.clone(), turn);
            place(&mut offer, turn);
            for (place, candidate) in offer.iter().enumerate() {
                places.entry(candidate.moves[0]).or_default()[place] += 1;
            }
        }
        for (move_, counts) in places {
            assert_stands_anywhere(&[move_], counts);
        }
    }
}

#[test]
fn two_moves_together_stand_anywhere_as_well() {
    for (passage, language) in [(KITCHEN, En), (TEAHOUSE, Zh)] {
        let view = Passage::new(&Source::alone(passage, language));
        let mut offer = choose(applicable(&view, Skill::Tighten), 0);
        compose(&mut offer, &view, Skill::Tighten);
        let mut places: BTreeMap<Vec<Move>, [u32; 3]> = BTreeMap::new();
        for turn in 0..3000 {
            place(&mut offer, turn);
            for (place, candidate) in offer.iter().enumerate() {
                places.entry(candidate.moves.clone()).or_default()[place] += 1;
            }
        }
        for (moves, counts) in places {
            assert_stands_anywhere(&moves, counts);
        }
    }
}
