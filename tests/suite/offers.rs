//! The desk does not learn from itself: what rules do to an offer, and what a choice from it says about them.

use contract::{Category, DistillTrigger, Offer, OfferRequest, RulePatch};
use memory::markdown::MemoryFile;
use proptest::prelude::*;
use support::{TestProject, agree, choices, request, taken};

const LANGUAGES: [&str; 2] = ["en", "zh"];

/// Returns a project whose writer put learned rules into `MEMORY.md`, one a line of ids with what follows them.
fn ruled(rules: &[&str]) -> TestProject {
    let bullets: String = rules
        .iter()
        .map(|rule| format!("- {rule} <!-- rule {rule} | rule | since 2026-11-02 | updated 2026-11-02 -->\n"))
        .collect();
    let file = format!("# Memory\n\n## Style\n\n{bullets}");
    assert_eq!(MemoryFile::parse(&file).bullets().len(), rules.len());
    TestProject::new().restarted(|folder| {
        std::fs::write(folder.join("memory/MEMORY.md"), file).expect("a memory file");
    })
}

const SHORT: &str = "any.sentence_length.less";

/// Returns so many offers for the passage of a language.
fn offers(test: &TestProject, language: &str, count: usize) -> Vec<Offer> {
    let request = request(language);
    std::iter::repeat_with(|| test.project.offer(&request).expect("an offer"))
        .take(count)
        .collect()
}

#[test]
fn a_rule_ranks_what_follows_it_first_and_leaves_a_choice() {
    let test = ruled(&[SHORT]);
    for language in LANGUAGES {
        for offer in offers(&test, language, 60) {
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
fn an_offer_that_no_rule_shapes_shows_its_candidates_in_an_order_that_says_nothing() {
    let test = TestProject::new();
    for language in LANGUAGES {
        let mut stands_first = 0;
        let mut all = 0;
        for offer in offers(&test, language, 150) {
            assert_eq!((offer.shaped_by, offer.held_out), (vec![], vec![]));
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
        // A third of them; the bounds are five standard deviations away.
        let (expected, spread) = (f64::from(all) / 3.0, 5.0 * (f64::from(all) * 2.0 / 9.0).sqrt());
        assert!(
            (stands_first as f64 - expected).abs() < spread,
            "{language}: {stands_first} of {all}"
        );
    }
}

#[test]
fn a_thousand_rounds_of_agreeing_with_what_a_rule_shaped_leave_its_support_as_it_was() {
    let test = TestProject::new();
    test.import(&choices("en", 45, 50));
    test.project
        .distil(DistillTrigger::Manual)
        .expect("a distillation");
    let learned = || {
        let rules = test.project.rules().expect("rules");
        let about = |feature: Option<prose::Feature>| feature == Some(prose::Feature::SentenceLength);
        let mut about = rules.into_iter().filter(|weighed| about(weighed.rule.feature));
        about.next().expect("a rule about sentences")
    };
    let before = learned();
    assert!(before.rule.in_force());

    // The fiftieth choice would distil beside this test.
    test.project.pause_learning(true).expect("a pause");
    let request = OfferRequest {
        passage: "She ran, and the rope burned very badly; she did not let go.".into(),
        ..request("en")
    };
    agree(&test.project, &request, 1000);
    let report = test
        .project
        .distil(DistillTrigger::Manual)
        .expect("a distillation");

    let after = learned();
    assert_eq!(report.episodes, 1050, "they were recorded");
    assert_eq!(after.rule.supports, before.rule.supports);
    assert_eq!(after.supporting_episodes, before.supporting_episodes);
    assert!(after.rule.confidence <= before.rule.confidence);
}

#[test]
fn a_choice_from_an_offer_that_left_a_rule_out_speaks_for_it() {
    for language in LANGUAGES {
        let test = ruled(&[SHORT]);
        test.project.pause_learning(true).expect("a pause");
        let request = request(language);
        let tested = offers(&test, language, 150);
        let tested: Vec<&Offer> = tested.iter().filter(|offer| offer.held_out == [SHORT]).collect();
        for offer in &tested {
            let sentences = |text: &str| text.matches(['.', '。']).count();
            let most = (0..offer.candidates.len())
                .max_by_key(|index| sentences(&offer.candidates[*index].text))
                .expect("a candidate");
            test.project
                .record(taken(&request, offer, most))
                .expect("a capture");
        }
        test.project
            .distil(DistillTrigger::Manual)
            .expect("a distillation");
        let rule = test.project.rule(SHORT).expect("the rule");
        assert!(
            rule.supporting_episodes.len() > tested.len() / 2,
            "{language}: {} of {}",
            rule.supporting_episodes.len(),
            tested.len()
        );
    }
}

/// Returns a correction of a rule: other words, another group, or both.
fn correction() -> impl Strategy<Value = RulePatch> {
    let words = proptest::option::of(prop_oneof![
        Just("One thing a sentence".to_owned()),
        Just("一句一个动作".to_owned()),
    ]);
    let group = proptest::option::of(prop_oneof![Just(Category::Style), Just(Category::Structure)]);
    (words, group).prop_map(|(text, category)| RulePatch {
        text,
        category,
        ..RulePatch::default()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn a_correction_never_raises_the_confidence_of_what_it_corrects(
        corrections in proptest::collection::vec(correction(), 1..4),
        language in prop_oneof![Just("en"), Just("zh")],
    ) {
        let test = TestProject::new();
        test.import(&choices(language, 45, 50));
        test.project.distil(DistillTrigger::Manual).expect("a distillation");
        let learned = test.project.rules().expect("rules").into_iter().find(|weighed| weighed.rule.in_force());
        let before = learned.expect("a rule").rule;
        for patch in &corrections {
            let corrected = test.project.update_rule(&before.id, patch).expect("a correction").rule;
            prop_assert!(corrected.confidence <= before.confidence);
            test.project.distil(DistillTrigger::Manual).expect("a distillation");
            let after = test.project.rule(&before.id).expect("the rule").rule;
            prop_assert!(after.confidence <= before.confidence);
            prop_assert_eq!(after.supports, before.supports);
        }
    }
}
