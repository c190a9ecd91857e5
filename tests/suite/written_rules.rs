//! Hand-written rules act: what the desk understands of their words, how the writer corrects it, and what they do to
//! offers.

use contract::{
    Answer, AnswerRequest, Category, ClaimView, Direction, Meaning, NewRule, Offer, QuestionReason,
    RulePatch, RulePlace, RuleView, SkillName,
};
use support::{TestProject, agree, choices, distil, request};

const LANGUAGES: [&str; 2] = ["en", "zh"];

/// The claim of the rules below: shorter sentences in action scenes.
const CLAIM: &str = "action.sentence_length.less";

const fn short(language: &str) -> &'static str {
    match language.as_bytes() {
        b"en" => "Action scenes: short sentences",
        _ => "动作场景偏好短句",
    }
}

/// Words that the desk does not understand.
const fn unclear(language: &str) -> &'static str {
    match language.as_bytes() {
        b"en" => "One breath, one blow",
        _ => "一口气，一记拳",
    }
}

fn in_file(text: &str) -> TestProject {
    TestProject::new().restarted(|folder| {
        let memory = format!("# Memory\n\n## Pacing\n\n- {text}\n");
        std::fs::write(folder.join("memory/MEMORY.md"), memory).expect("a memory file");
    })
}

fn in_panel(text: &str) -> TestProject {
    let test = TestProject::new();
    let new = NewRule {
        text: text.into(),
        category: Category::Pacing,
        scene_type: None,
    };
    test.project.learning().add_rule(&new).expect("a rule");
    test
}

/// Returns the only rule.
fn rule(test: &TestProject) -> RuleView {
    let mut rules = test.project.learning().rule_views().expect("the rules");
    assert_eq!(rules.len(), 1, "{rules:?}");
    rules.remove(0)
}

fn correct(test: &TestProject, patch: &RulePatch) {
    let id = rule(test).id;
    test.project
        .learning()
        .update_rule(&id, patch)
        .expect("a changed rule");
}

fn means(test: &TestProject, meaning: Meaning) {
    correct(
        test,
        &RulePatch {
            meaning: Some(meaning),
            ..RulePatch::default()
        },
    );
}

fn offers(test: &TestProject, language: &str) -> Vec<Offer> {
    let request = request(language);
    let offer = || test.project.learning().offer(&request).expect("an offer");
    std::iter::repeat_with(offer).take(40).collect()
}

/// Returns the claims that shaped or would have shaped each offer, as one list if all offers agree.
fn claims_of_offers(test: &TestProject, language: &str) -> Vec<String> {
    let mut all: Vec<Vec<String>> = offers(test, language)
        .into_iter()
        .map(|offer| [offer.shaped_by, offer.held_out].concat())
        .collect();
    all.dedup();
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0)
}

fn understood(rule: &RuleView) -> Vec<(&str, Direction, Option<&str>)> {
    let claims = rule.claims.iter();
    claims
        .map(|claim| {
            (
                claim.feature.as_str(),
                claim.direction,
                claim.scene_type.as_deref(),
            )
        })
        .collect()
}

#[test]
fn a_rule_written_in_the_panel_or_in_the_file_shapes_offers_as_a_learned_one_does() {
    for language in LANGUAGES {
        for test in [in_panel(short(language)), in_file(short(language))] {
            let own = rule(&test);
            assert_eq!(
                understood(&own),
                [("sentence_length", Direction::Less, Some("action"))]
            );
            for offer in offers(&test, language) {
                let follows: Vec<bool> = offer
                    .candidates
                    .iter()
                    .map(|candidate| candidate.rules == [own.id.clone()])
                    .collect();
                if offer.shaped_by.is_empty() {
                    assert_eq!(
                        offer.held_out,
                        [CLAIM],
                        "{language}: one offer in ten leaves it out"
                    );
                } else {
                    assert_eq!(offer.shaped_by, [CLAIM], "{language}");
                    assert_eq!(follows, [true, true, false], "{language}: a real choice stays");
                }
            }
        }
    }
}

#[test]
fn a_rule_whose_words_are_not_understood_shapes_nothing_until_the_writer_says_what_it_measures() {
    for language in LANGUAGES {
        for test in [in_panel(unclear(language)), in_file(unclear(language))] {
            assert_eq!(understood(&rule(&test)), []);
            assert_eq!(claims_of_offers(&test, language), [""; 0]);

            means(
                &test,
                Meaning::Measures {
                    feature: "sentence_length".into(),
                    direction: Direction::Less,
                },
            );
            assert!(rule(&test).corrected);
            assert_eq!(claims_of_offers(&test, language), ["any.sentence_length.less"]);
            // The correction is memory like the rule: it is there at the next start and without the index.
            let again = test.reopened();
            assert_eq!(claims_of_offers(&again, language), ["any.sentence_length.less"]);

            means(&test, Meaning::Words);
            assert_eq!(claims_of_offers(&test, language), [""; 0]);
        }
    }
}

#[test]
fn what_is_understood_wrongly_is_corrected_in_one_step_and_new_words_are_read_anew() {
    for language in LANGUAGES {
        for test in [in_panel(short(language)), in_file(short(language))] {
            means(&test, Meaning::Unmeasured);
            assert_eq!(understood(&rule(&test)), []);
            assert_eq!(claims_of_offers(&test, language), [""; 0]);

            let longer = short(language).replace("short", "long").replace('短', "长");
            correct(
                &test,
                &RulePatch {
                    text: Some(longer),
                    ..RulePatch::default()
                },
            );
            let reworded = rule(&test);
            assert!(!reworded.corrected);
            assert_eq!(
                understood(&reworded),
                [("sentence_length", Direction::More, Some("action"))]
            );
        }
    }
}

#[test]
fn a_correction_travels_with_the_line_that_the_desk_wrote() {
    let test = in_panel(unclear("en"));
    means(&test, Meaning::Unmeasured);
    let line = test.memory();
    let line = line
        .lines()
        .find(|line| line.starts_with("- "))
        .expect("a bullet");
    assert!(line.contains(" | means nothing | "), "{line}");
    let other = in_file(line.trim_start_matches("- "));
    assert!(rule(&other).corrected);
}

#[test]
fn a_learned_rule_is_about_its_key_and_nothing_else() {
    let test = TestProject::new();
    test.import(&choices("en", 45, 50));
    distil(&test);
    let patch = RulePatch {
        meaning: Some(Meaning::Unmeasured),
        ..RulePatch::default()
    };
    let error = test
        .project
        .learning()
        .update_rule(CLAIM, &patch)
        .expect_err("a refusal");
    assert_eq!(error.code(), contract::ErrorCode::InvalidArgument);
    let patch = RulePatch {
        meaning: Some(Meaning::Measures {
            feature: "charm".into(),
            direction: Direction::More,
        }),
        ..RulePatch::default()
    };
    let error = test
        .project
        .learning()
        .update_rule(CLAIM, &patch)
        .expect_err("a refusal");
    assert_eq!(error.code(), contract::ErrorCode::InvalidArgument);
}

#[test]
fn what_a_hand_written_rule_shaped_is_no_evidence_that_it_is_a_habit() {
    for language in LANGUAGES {
        let test = in_panel(short(language));
        test.project.learning().pause_learning(true).expect("a pause");
        agree(&test.project, &request(language), 100);
        distil(&test);
        let rules = test.project.learning().rules().expect("the rules");
        let learned: Vec<&str> = rules
            .iter()
            .filter(|weighed| weighed.rule.feature == Some(prose::Feature::SentenceLength))
            .map(|weighed| weighed.rule.id.as_str())
            .collect();
        assert_eq!(learned, [""; 0], "{language}");
    }
}

/// How a writer gives a learned rule other words.
#[derive(Clone, Copy, Debug)]
enum Reworded {
    InPanel,
    InFile,
}

/// Returns a project with the learned rule about short sentences in action scenes, reworded.
fn reworded(language: &str, how: Reworded, text: &str) -> TestProject {
    let test = TestProject::new();
    test.import(&choices(language, 45, 50));
    distil(&test);
    let learning = test.project.learning();
    let learned = learning.rule(CLAIM).expect("a learned rule").rule;
    match how {
        Reworded::InPanel => {
            let patch = RulePatch {
                text: Some(text.into()),
                ..RulePatch::default()
            };
            learning.update_rule(CLAIM, &patch).expect("a changed rule");
        }
        Reworded::InFile => {
            let memory = test.memory().replace(&learned.text, text);
            std::fs::write(test.memory_path(), memory).expect("an edit");
            test.project.memory().follow().expect("an edit to follow");
        }
    }
    test
}

/// Returns a claim as the id of a learned rule.
fn key(claim: &ClaimView) -> String {
    let scene = claim.scene_type.as_deref().unwrap_or("any");
    format!("{scene}.{}.{}", claim.feature, claim.direction.name())
}

/// Returns the rule with a text.
fn saying(test: &TestProject, text: &str) -> RuleView {
    let rules = test.project.learning().rule_views().expect("the rules");
    rules
        .into_iter()
        .find(|rule| rule.text == text)
        .expect("the rule")
}

#[test]
fn a_rule_reworded_into_another_claim_is_a_rule_of_her_own_and_says_no_to_the_old_one() {
    for how in [Reworded::InPanel, Reworded::InFile] {
        for (language, text, claim) in [
            (
                "en",
                "Action scenes: long sentences",
                "action.sentence_length.more",
            ),
            ("zh", "动作场景偏好长句", "action.sentence_length.more"),
            (
                "en",
                "Keep adverbs of manner, but cut *very* and *really*",
                "any.filler_density.less",
            ),
        ] {
            let test = reworded(language, how, text);
            let own = saying(&test, text);
            assert_eq!(own.origin, contract::RuleOrigin::Written, "{how:?} {text}");
            assert_eq!((own.supporting_episodes.len(), own.confidence), (0, 1.0));
            let keys: Vec<String> = own.claims.iter().map(key).collect();
            assert!(keys.contains(&claim.to_owned()), "{text}: {keys:?}");
            assert!(
                !claims_of_offers(&test, language).contains(&CLAIM.to_owned()),
                "{text}"
            );
            assert!(
                !test.memory().contains(CLAIM),
                "no old evidence in the file: {}",
                test.memory()
            );
            assert_eq!(test.memory().matches(text).count(), 1, "in its place");

            distil(&test);
            let rules = test.project.learning().rule_views().expect("the rules");
            assert!(
                rules.iter().all(|rule| rule.id != CLAIM),
                "{how:?} {text}: {rules:?}"
            );
            assert_eq!(test.project.learning().questions().expect("questions"), []);
            let again = test.reopened();
            assert_eq!(saying(&again, text).id, own.id);
        }
    }
}

#[test]
fn a_rule_reworded_to_the_same_claim_keeps_its_evidence() {
    for how in [Reworded::InPanel, Reworded::InFile] {
        for (language, text) in [
            ("en", "In action scenes, keep sentences short"),
            ("zh", "打斗要用短句"),
        ] {
            let test = reworded(language, how, text);
            let rule = saying(&test, text);
            assert_eq!(
                (rule.id.as_str(), rule.user_confirmed),
                (CLAIM, true),
                "{how:?} {text}"
            );
            assert!(rule.supporting_episodes.len() > 30);
            assert!(claims_of_offers(&test, language).contains(&CLAIM.to_owned()));
            assert_eq!(test.project.learning().questions().expect("questions"), []);
        }
    }
}

#[test]
fn words_that_are_not_understood_are_asked_about_and_shape_nothing_meanwhile() {
    for how in [Reworded::InPanel, Reworded::InFile] {
        for language in LANGUAGES {
            let shapes = |test: &TestProject| claims_of_offers(test, language).contains(&CLAIM.to_owned());
            let answered = |answer: Answer| {
                let test = reworded(language, how, unclear(language));
                assert!(!shapes(&test), "{how:?}");
                let mut asked = test.project.learning().questions().expect("questions");
                assert_eq!(asked.len(), 1, "{asked:?}");
                let question = asked.remove(0);
                assert_eq!(question.reason, QuestionReason::Rewording);
                assert_eq!(question.a.text, unclear(language));
                let before = question.b.expect("what it was").text;
                assert!(
                    before.contains(if language == "en" { "short" } else { "短" }),
                    "{before}"
                );
                let request = AnswerRequest {
                    question_id: question.id,
                    answer,
                };
                test.project.learning().answer(&request).expect("an answer");
                test
            };

            let same = answered(Answer::A);
            assert!(shapes(&same));
            assert_eq!(saying(&same, unclear(language)).id, CLAIM);
            distil(&same);
            assert!(shapes(&same), "a distillation keeps her word");

            let other = answered(Answer::Neither);
            assert!(!shapes(&other));
            let own = saying(&other, unclear(language));
            assert_eq!(own.origin, contract::RuleOrigin::Written);
            assert_eq!(other.memory().matches(unclear(language)).count(), 1);

            let later = answered(Answer::Later);
            assert!(!shapes(&later));
            assert_eq!(later.project.learning().questions().expect("questions").len(), 1);
        }
    }
}

fn placed(scene: Option<&str>, skill: Option<&str>) -> RulePatch {
    RulePatch {
        place: Some(RulePlace {
            scene_type: scene.map(str::to_owned),
            skill: skill.map(str::to_owned),
        }),
        ..RulePatch::default()
    }
}

#[test]
fn a_learned_rule_is_narrowed_with_the_evidence_of_its_new_place_and_not_learned_for_the_rest() {
    for language in LANGUAGES {
        let test = TestProject::new();
        test.import(&choices(language, 45, 50));
        distil(&test);
        let learning = test.project.learning();
        let before = learning.rule(CLAIM).expect("a rule");
        learning
            .update_rule(CLAIM, &placed(Some("action"), Some("polish")))
            .expect("a narrowed rule");
        let narrow = "action+polish.sentence_length.less";
        let after = learning.rule(narrow).expect("the rule in its new place");
        assert!(after.rule.user_confirmed);
        assert_eq!(
            after.supporting_episodes, before.supporting_episodes,
            "all of them were polished"
        );
        assert!(test.memory().contains(narrow) && !test.memory().contains(&format!("rule {CLAIM} ")));
        for _ in 0..2 {
            distil(&test);
            let rules = learning.rule_views().expect("the rules");
            let ids: Vec<&str> = rules
                .iter()
                .filter(|rule| rule.feature.as_deref() == Some("sentence_length"))
                .map(|rule| rule.id.as_str())
                .collect();
            assert_eq!(ids, [narrow], "{language}");
        }
        assert_eq!(claims_of_offers(&test, language), [narrow]);
        let mut elsewhere = request(language);
        elsewhere.skill = SkillName::Tighten;
        let offer = learning.offer(&elsewhere).expect("an offer");
        assert!(
            ![offer.shaped_by, offer.held_out]
                .concat()
                .contains(&CLAIM.to_owned())
        );

        learning
            .update_rule(narrow, &placed(None, None))
            .expect("a widened rule");
        assert_eq!(claims_of_offers(&test, language), ["any.sentence_length.less"]);
    }
}

#[test]
fn a_hand_written_rule_is_narrowed_in_the_panel_and_its_line_says_where() {
    for (language, text) in [("en", "Short sentences"), ("zh", "偏好短句")] {
        for test in [in_panel(text), in_file(text)] {
            correct(&test, &placed(Some("dialogue"), None));
            assert_eq!(
                claims_of_offers(&test, language),
                [""; 0],
                "the passage is an action scene"
            );
            assert_eq!(understood(&rule(&test))[0].2, Some("dialogue"));
            correct(&test, &placed(Some("action"), Some("polish")));
            assert_eq!(
                claims_of_offers(&test, language),
                ["action+polish.sentence_length.less"]
            );
        }
        let test = in_panel(text);
        correct(&test, &placed(Some("dialogue"), Some("tighten")));
        let line = test.memory();
        let line = line
            .lines()
            .find(|line| line.starts_with("- "))
            .expect("a bullet");
        assert!(line.contains(" | in dialogue+tighten | "), "{line}");
        let other = rule(&in_file(line.trim_start_matches("- ")));
        assert_eq!(
            (other.scene_type.as_deref(), other.skill.as_deref()),
            (Some("dialogue"), Some("tighten"))
        );
    }
}

#[test]
fn a_scene_in_the_new_words_of_a_line_moves_a_learned_rule_there() {
    for how in [Reworded::InPanel, Reworded::InFile] {
        for (language, text) in [("en", "Dialogue: short sentences"), ("zh", "对白里用短句")] {
            let test = reworded(language, how, text);
            let moved = saying(&test, text);
            assert_eq!(moved.id, "dialogue.sentence_length.less", "{how:?}");
            assert_eq!(moved.origin, contract::RuleOrigin::Learned);
            assert!(!claims_of_offers(&test, language).contains(&CLAIM.to_owned()));
            distil(&test);
            let rules = test.project.learning().rule_views().expect("the rules");
            assert!(rules.iter().all(|rule| rule.id != CLAIM), "{how:?} {rules:?}");
            assert_eq!(test.memory().matches(text).count(), 1);
        }
    }
}

#[test]
fn a_place_that_does_not_exist_is_refused() {
    let test = in_panel("Short sentences");
    let id = rule(&test).id;
    for patch in [placed(Some("battle"), None), placed(None, Some("sing"))] {
        let error = test
            .project
            .learning()
            .update_rule(&id, &patch)
            .expect_err("a refusal");
        assert_eq!(error.code(), contract::ErrorCode::InvalidArgument);
    }
}
