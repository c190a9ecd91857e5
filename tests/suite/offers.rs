//! The desk does not learn from itself: the effect of rules on an offer, and what a choice from that offer counts as
//! evidence for.

use chrono::TimeDelta;
use contract::{
    Category, DistillTrigger, EpisodeInput, ErrorCode, NewRule, NothingOffered, Offer, OfferRequest,
    RulePatch,
};
use learning::wording::sentence;
use memory::files::long_term::MemoryFile;
use proptest::prelude::*;
use prose::Language;
use support::{TestProject, agree, choices, distil, request, taken};

const LANGUAGES: [&str; 2] = ["en", "zh"];

/// Returns a project with learned rules in `MEMORY.md`, one bullet per rule, in the desk's words.
fn ruled(rules: &[&str]) -> TestProject {
    let bullets: String = rules
        .iter()
        .map(|rule| {
            let text = sentence(&rule.parse().expect("the id of a learned rule"), Language::En);
            format!("- {text} <!-- rule {rule} | rule | since 2026-11-02 | updated 2026-11-02 -->\n")
        })
        .collect();
    let file = format!("# Memory\n\n## Style\n\n{bullets}");
    assert_eq!(MemoryFile::parse(&file).bullets().len(), rules.len());
    TestProject::new().restarted(|folder| {
        std::fs::write(folder.join("memory/MEMORY.md"), file).expect("a memory file");
    })
}

const SHORT: &str = "any.sentence_length.less";

/// The rule learned of a writer who takes the short wording in action scenes.
const LEARNED: &str = "action.sentence_length.less";

/// Returns `count` offers for the passage of a language.
fn offers(test: &TestProject, language: &str, count: usize) -> Vec<Offer> {
    let request = request(language);
    std::iter::repeat_with(|| test.project.learning().offer(&request).expect("an offer"))
        .take(count)
        .collect()
}

#[test]
fn an_offer_without_candidates_says_why() {
    let test = ruled(&[]);
    for (passage, expected) in [
        ("It was really very quiet, and she just left.".to_owned(), None),
        ("Rain.".to_owned(), Some(NothingOffered::NoMove)),
        ("雨。".to_owned(), Some(NothingOffered::NoMove)),
        ("* * *".to_owned(), Some(NothingOffered::NoWords)),
        ("……".to_owned(), Some(NothingOffered::NoWords)),
        ("非常安静。".repeat(4_001), Some(NothingOffered::TooLong)),
    ] {
        let request = OfferRequest {
            passage: passage.clone(),
            ..request("en")
        };
        let offer = test.project.learning().offer(&request).expect("an offer");
        assert_eq!(offer.candidates.is_empty(), expected.is_some());
        let beginning: String = passage.chars().take(50).collect();
        assert_eq!(offer.nothing, expected, "{beginning:?}");
    }
}

#[test]
fn a_line_of_speech_is_dialogue_whatever_stands_around_it() {
    let test = ruled(&[]);
    for (passage, after) in [
        ("\"You came,\" said Tom.", "\n\nThe road was long and it rained."),
        ("“给我滚！”他怒吼道。", "\n\n路很长，雨一直在下，天也黑了。"),
    ] {
        let request = OfferRequest {
            passage: passage.into(),
            scene_type: None,
            after: after.into(),
            ..request("en")
        };
        let offer = test.project.learning().offer(&request).expect("an offer");
        assert_eq!(offer.scene_type, "dialogue", "{passage}");
    }
}

#[test]
fn an_offer_names_the_rules_that_hold_also_if_no_candidate_follows_them() {
    let rules = ["any.semicolon_rate.less", "dialogue.comma_rate.less"];
    let test = ruled(&rules);
    let request = OfferRequest {
        passage: "It was really very quiet, and she just left.".into(),
        scene_type: Some("action".into()),
        ..request("en")
    };
    for _ in 0..20 {
        let offer = test.project.learning().offer(&request).expect("an offer");
        assert_eq!(offer.in_force, rules[..1]);
        assert_eq!((offer.shaped_by, offer.held_out), (vec![], vec![]));
        assert!(
            offer
                .candidates
                .iter()
                .all(|candidate| candidate.rules.is_empty())
        );
    }
}

#[test]
fn a_rule_ranks_what_follows_it_first_and_leaves_a_choice() {
    let test = ruled(&[SHORT]);
    for language in LANGUAGES {
        for offer in offers(&test, language, 60) {
            assert_eq!(offer.in_force, [SHORT]);
            let follows: Vec<bool> = offer
                .candidates
                .iter()
                .map(|candidate| candidate.rules == [SHORT])
                .collect();
            if offer.shaped_by.is_empty() {
                assert_eq!(
                    (offer.held_out, follows),
                    (vec![SHORT.to_owned()], vec![false; 3])
                );
            } else {
                assert_eq!(offer.shaped_by, [SHORT]);
                assert_eq!(offer.held_out, [""; 0]);
                assert_eq!(follows, [true, true, false], "{language}");
            }
        }
    }
}

#[test]
fn a_resting_rule_stays_and_shapes_no_offer_until_she_wakes_it() {
    let test = TestProject::new();
    test.import(&choices("en", 45, 50));
    distil(&test);
    let learning = test.project.learning();
    let rest = |resting| {
        let patch = RulePatch {
            resting: Some(resting),
            ..RulePatch::default()
        };
        learning.update_rule(LEARNED, &patch).expect("a rule").rule
    };
    let shaped = |test: &TestProject| {
        let offers = offers(test, "en", 40);
        offers.iter().filter(|offer| offer.shaped_by == [LEARNED]).count()
    };
    assert!(shaped(&test) > 20);

    let rule = rest(true);
    assert!(rule.resting && rule.in_force() && !rule.user_confirmed);
    assert_eq!(shaped(&test), 0);
    assert!(
        test.memory().contains("| rule | resting | confidence"),
        "{}",
        test.memory()
    );

    let again = test.reopened();
    assert_eq!(shaped(&again), 0);
    assert!(!rest(false).resting);
    assert!(shaped(&test) > 20);
    assert!(!test.memory().contains("resting"));

    // Acts against the rule would take it out of force if it acted.
    rest(true);
    test.pass(TimeDelta::days(1));
    test.import(&choices("en", 5, 100).split_off(50));
    distil(&test);
    assert!(learning.rule(LEARNED).expect("a resting rule").rule.in_force());
}

#[test]
fn only_a_rule_in_force_can_rest() {
    let test = TestProject::new();
    test.import(&choices("en", 6, 6));
    distil(&test);
    let learning = test.project.learning();
    let rules = learning.rules().expect("rules");
    let weighed = rules
        .iter()
        .find(|weighed| !weighed.rule.in_force())
        .expect("a habit that is not sure");
    let patch = RulePatch {
        resting: Some(true),
        ..RulePatch::default()
    };
    let refused = learning
        .update_rule(&weighed.rule.id, &patch)
        .expect_err("a refusal");
    assert_eq!(refused.code(), ErrorCode::InvalidArgument);
}

#[test]
fn an_offer_that_no_rule_shapes_shows_its_candidates_in_an_order_that_says_nothing() {
    let test = TestProject::new();
    for language in LANGUAGES {
        let mut stands_first = 0;
        let mut all = 0;
        for offer in offers(&test, language, 150) {
            assert_eq!(
                (offer.in_force, offer.shaped_by, offer.held_out),
                (vec![], vec![], vec![])
            );
            let lengths: Vec<usize> = offer
                .candidates
                .iter()
                .map(|candidate| candidate.text.chars().count())
                .collect();
            let longest = lengths.iter().max().copied().unwrap_or_default();
            if lengths.iter().filter(|length| **length == longest).count() == 1 {
                all += 1;
                stands_first += usize::from(lengths.first() == Some(&longest));
            }
        }
        // The longest candidate must be first in a third of the offers; the bounds are five standard deviations away.
        let (expected, spread) = (f64::from(all) / 3.0, 5.0 * (f64::from(all) * 2.0 / 9.0).sqrt());
        assert!(
            (stands_first as f64 - expected).abs() < spread,
            "{language}: {stands_first} of {all}"
        );
    }
}

#[test]
fn a_thousand_rounds_of_agreeing_with_what_a_rule_shaped_leave_its_support_as_it_was_in_english() {
    agreed_a_thousand_times(
        "en",
        "She ran, and the rope burned very badly; she did not let go.",
    );
}

#[test]
fn a_thousand_rounds_of_agreeing_with_what_a_rule_shaped_leave_its_support_as_it_was_in_chinese() {
    agreed_a_thousand_times("zh", "她非常快地跑下台阶，绳子烫着她的手；船真的很近了。");
}

fn agreed_a_thousand_times(language: &str, passage: &str) {
    let test = TestProject::new();
    test.import(&choices(language, 45, 50));
    test.project
        .learning()
        .distil(DistillTrigger::Manual)
        .expect("a distillation");
    let learned = || {
        test.project
            .learning()
            .rule(LEARNED)
            .expect("a rule about sentences")
    };
    let before = learned();
    assert!(before.rule.in_force());

    // Without the pause the fiftieth choice would start a distillation at the same time as the test.
    test.project.learning().pause_learning(true).expect("a pause");
    let request = OfferRequest {
        passage: passage.into(),
        ..request(language)
    };
    agree(&test.project, &request, 1000);
    let report = test
        .project
        .learning()
        .distil(DistillTrigger::Manual)
        .expect("a distillation");

    let after = learned();
    assert_eq!(report.episodes, 1050, "{language}: they were recorded");
    assert_eq!(after.rule.supports, before.rule.supports, "{language}");
    assert_eq!(
        after.supporting_episodes, before.supporting_episodes,
        "{language}"
    );
    assert!(after.rule.confidence <= before.rule.confidence, "{language}");
}

#[test]
fn a_choice_from_an_offer_that_left_a_rule_out_speaks_for_it() {
    for language in LANGUAGES {
        let test = ruled(&[SHORT]);
        test.project.learning().pause_learning(true).expect("a pause");
        let request = request(language);
        let tested = offers(&test, language, 150);
        let tested: Vec<&Offer> = tested.iter().filter(|offer| offer.held_out == [SHORT]).collect();
        for offer in &tested {
            let sentences = |text: &str| text.matches(['.', '。']).count();
            let most = (0..offer.candidates.len())
                .max_by_key(|index| sentences(&offer.candidates[*index].text))
                .expect("a candidate");
            test.project
                .learning()
                .record(taken(&request, offer, most))
                .expect("a capture");
        }
        test.project
            .learning()
            .distil(DistillTrigger::Manual)
            .expect("a distillation");
        let rule = test.project.learning().rule(SHORT).expect("the rule");
        assert!(
            rule.supporting_episodes.len() > tested.len() / 2,
            "{language}: {} of {}",
            rule.supporting_episodes.len(),
            tested.len()
        );
    }
}

/// A correction of a rule, or of a text that the rule shaped.
#[derive(Clone, Debug)]
enum Correction {
    /// Another wording, another category, or both.
    Said(RulePatch),
    /// The writer accepted a shaped candidate and edited it afterwards: the index of the edited text.
    Edited(usize),
    /// The writer accepted a shaped candidate and undid it.
    Undone,
    /// The writer wrote down the opposite rule. From then on both rules are marked as contradicted.
    Contradicted,
}

fn correction() -> impl Strategy<Value = Correction> {
    let words = proptest::option::of(prop_oneof![
        Just("In action scenes, keep sentences short".to_owned()),
        Just("打斗要用短句".to_owned()),
    ]);
    let group = proptest::option::of(prop_oneof![Just(Category::Style), Just(Category::Structure)]);
    let said = (words, group).prop_map(|(text, category)| {
        Correction::Said(RulePatch {
            text,
            category,
            ..RulePatch::default()
        })
    });
    prop_oneof![
        2 => said,
        3 => (0..3_usize).prop_map(Correction::Edited),
        3 => Just(Correction::Undone),
        1 => Just(Correction::Contradicted),
    ]
}

/// Accepts a candidate that a rule shaped and returns the act; `None` if the rule shapes nothing, as a contradicted
/// rule does.
fn shaped_acceptance(test: &TestProject, rule: &str, language: &str) -> Option<EpisodeInput> {
    let request = request(language);
    // One offer in ten leaves the rule out.
    let offers = offers(test, language, 12);
    let offer = offers
        .iter()
        .find(|offer| offer.shaped_by.iter().any(|id| id == rule))?;
    let act = taken(&request, offer, 0);
    test.project.learning().record(act.clone()).expect("a capture");
    Some(act)
}

/// Makes a correction. Returns whether there was anything to correct.
fn correct(test: &TestProject, rule: &str, language: &str, correction: &Correction) -> bool {
    let later = |act: EpisodeInput, text: Option<&str>| {
        let word = EpisodeInput {
            target_episode_id: act.id.clone(),
            undo_after_accept: text.is_none(),
            final_text: text.unwrap_or_default().to_owned(),
            ..act
        };
        test.project.learning().record(word).expect("a later word");
    };
    match correction {
        Correction::Said(patch) => {
            test.project
                .learning()
                .update_rule(rule, patch)
                .expect("a correction");
            true
        }
        Correction::Edited(text) => {
            let texts = match language {
                "zh" => [
                    "她跑。绳子烫手。她没松。船近了。",
                    "她一直跑着而绳子烫着手可是她没有松开因为船已经很近了。",
                    "夜深了！",
                ],
                _ => [
                    "She ran. The rope burned. She held on. The boat was close.",
                    "She ran and ran while the rope burned her hands and she held on because the boat was close.",
                    "Night came down!",
                ],
            };
            let act = shaped_acceptance(test, rule, language);
            act.map(|act| later(act, Some(texts[*text]))).is_some()
        }
        Correction::Undone => {
            let act = shaped_acceptance(test, rule, language);
            act.map(|act| later(act, None)).is_some()
        }
        Correction::Contradicted => {
            let new = NewRule {
                text: if language == "zh" {
                    "动作场景用长句"
                } else {
                    "Long sentences in action scenes"
                }
                .into(),
                category: Category::Style,
                scene_type: None,
            };
            test.project.learning().add_rule(&new).expect("a rule by hand");
            true
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn a_correction_never_raises_the_confidence_of_what_it_corrects(
        corrections in proptest::collection::vec(correction(), 1..6),
        language in prop_oneof![Just("en"), Just("zh")],
    ) {
        let test = TestProject::new();
        test.import(&choices(language, 45, 50));
        test.project.learning().distil(DistillTrigger::Manual).expect("a distillation");
        let now = || test.project.learning().rule(LEARNED).expect("the rule").rule;
        let first = now();
        prop_assert!(first.in_force());
        for correction in &corrections {
            let before = now();
            let corrected = correct(&test, LEARNED, language, correction);
            prop_assert!(corrected || before.conflict_marked, "{:?} met no offer", correction);
            prop_assert!(now().confidence <= before.confidence, "{:?}", correction);
            test.project.learning().distil(DistillTrigger::Manual).expect("a distillation");
            let after = now();
            prop_assert!(after.confidence <= before.confidence, "{:?}", correction);
            prop_assert_eq!(after.supports, first.supports, "{:?}", correction);
            prop_assert_eq!(after.conflict_marked, before.conflict_marked || matches!(correction, Correction::Contradicted));
        }
    }
}

#[test]
fn a_contradicted_rule_is_corrected_without_gaining_by_it() {
    for language in LANGUAGES {
        let test = TestProject::new();
        test.import(&choices(language, 45, 50));
        test.project
            .learning()
            .distil(DistillTrigger::Manual)
            .expect("a distillation");
        let now = || test.project.learning().rule(LEARNED).expect("the rule").rule;
        let first = now();
        for correction in [
            Correction::Undone,
            Correction::Edited(0),
            Correction::Edited(1),
            Correction::Contradicted,
        ] {
            assert!(
                correct(&test, LEARNED, language, &correction),
                "{language}: {correction:?}"
            );
        }
        let marked = now();
        assert!(
            marked.conflict_marked && marked.confidence < first.confidence,
            "{language}"
        );
        let words = RulePatch {
            text: Some("One thing a sentence".into()),
            ..RulePatch::default()
        };
        correct(&test, LEARNED, language, &Correction::Said(words));
        for _ in 0..2 {
            assert!(now().confidence <= marked.confidence, "{language}");
            test.project
                .learning()
                .distil(DistillTrigger::Manual)
                .expect("a distillation");
        }
        assert_eq!(now().supports, first.supports, "{language}");
    }
}
