//! Hand-written rules act: what the desk understands of their words, how the writer corrects it, and what they do to
//! offers.

use contract::{Category, Direction, Meaning, NewRule, Offer, RulePatch, RuleView};
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
