use super::*;
use crate::evidence::tests::sample;
use crate::rule::{Direction, Tombstone};
use chrono::{DateTime, TimeDelta, Utc};
use proptest::prelude::Rng as _;
use prose::Feature;
use std::convert::Infallible;

/// Acts in one scene and skill; the acts against short sentences are spread evenly among the others.
fn scene(start: i64, scene_type: SceneType, skill: &str, supports: i64, contradicts: i64) -> Vec<Sample> {
    let total = supports + contradicts;
    (0..total)
        .map(|n| {
            let against = (n + 1) * contradicts / total > n * contradicts / total;
            let steps = [(Feature::SentenceLength, if against { 12 } else { -12 })];
            sample(start + n, scene_type, skill, &steps)
        })
        .collect()
}

fn reached(samples: &[Sample], settled: &Settled, standing: &Standing) -> Verdict {
    let mut ledgers = Ledgers::new();
    for sample in samples {
        let place = (sample.scene_type, sample.skill.clone());
        ledgers.entry(place).or_default().add(sample, settled);
    }
    let mut in_order = samples.to_vec();
    in_order.sort_by(|a, b| (a.created_at, &a.episode_id).cmp(&(b.created_at, &b.episode_id)));
    let verdict: Result<Verdict, Infallible> =
        reach(ledgers, settled.clone(), standing, |cluster, newest| {
            let own: Vec<Sample> = in_order
                .iter()
                .filter(|sample| cluster.holds(sample.scene_type, &sample.skill))
                .cloned()
                .collect();
            Ok(own[own.len() - newest.unwrap_or(usize::MAX).min(own.len())..].to_vec())
        });
    match verdict {
        Ok(verdict) => verdict,
        Err(never) => match never {},
    }
}

fn verdict(samples: &[Sample]) -> Verdict {
    reached(samples, &Settled::default(), &Standing::default())
}

fn ids(verdict: &Verdict, state: RuleState) -> Vec<String> {
    let mut ids: Vec<String> = verdict
        .findings
        .iter()
        .filter(|finding| finding.state == state)
        .map(|finding| finding.key.to_string())
        .collect();
    ids.sort();
    ids
}

fn key(id: &str) -> RuleKey {
    id.parse().expect("a key")
}

fn learned(id: &str) -> Standing {
    Standing {
        learned: [key(id)].into(),
        ..Standing::default()
    }
}

fn when(hours: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::hours(hours)
}

#[test]
fn a_clear_majority_becomes_a_rule_with_its_counts() {
    let verdict = verdict(&scene(0, SceneType::Action, "polish", 44, 6));
    assert_eq!(ids(&verdict, RuleState::Rule), ["action.sentence_length.less"]);
    let rule = &verdict.findings[0];
    assert_eq!((rule.supports, rule.contradicts), (44, 6));
    assert_eq!((rule.kept.agreed, rule.kept.of), (17, 20));
    assert!((rule.confidence - 52.0 / 62.0).abs() < 1e-12);
}

#[test]
fn an_even_split_says_nothing() {
    let verdict = verdict(&scene(0, SceneType::Action, "polish", 25, 25));
    assert_eq!(verdict.findings, []);
    assert_eq!(verdict.tested.len(), 2, "one group, one feature, two directions");
}

#[test]
fn too_little_is_noticed_and_says_how_much_more_it_needs() {
    let verdict = verdict(&scene(0, SceneType::Description, "polish", 6, 0));
    assert_eq!(ids(&verdict, RuleState::Rule), Vec::<String>::new());
    let more = verdict.findings[0].more_needed.expect("a forecast");
    assert!((1..40).contains(&more), "{more}");
}

/// Acts in which the writer takes the text with fewer adverbs. In `fillers` of them the adverb is a filler.
fn adverbs_cut(start: i64, fillers: i64, others: i64) -> Vec<Sample> {
    let act = |n: i64| {
        let filler = [(Feature::AdverbDensity, -12), (Feature::FillerDensity, -12)];
        let other = [(Feature::AdverbDensity, -12)];
        let steps = if n < fillers { &filler[..] } else { &other[..] };
        sample(start + n, SceneType::Narration, "polish", steps)
    };
    (0..fillers + others).map(act).collect()
}

#[test]
fn of_two_claims_that_explain_the_same_choices_the_narrower_one_is_asked_about() {
    for fillers in [10, 14, 40] {
        let verdict = verdict(&adverbs_cut(0, fillers, 0));
        let found: Vec<String> = verdict
            .findings
            .iter()
            .map(|finding| finding.key.to_string())
            .collect();
        assert_eq!(found, ["narration.filler_density.less"], "{fillers}");
        assert!(verdict.findings[0].state > RuleState::Noticed, "{fillers}");
    }
}

#[test]
fn choices_that_the_narrower_claim_does_not_explain_count_for_the_wider_one_also_after_a_yes() {
    let confirmed = Standing {
        confirmed: [key("narration.filler_density.less")].into(),
        ..Standing::default()
    };
    let mut samples = adverbs_cut(0, 20, 0);
    let state = |samples: &[Sample]| {
        let verdict = reached(samples, &Settled::default(), &confirmed);
        let wide = verdict
            .findings
            .iter()
            .find(|finding| finding.key == key("narration.adverb_density.less"));
        wide.map(|finding| finding.state)
    };
    assert_eq!(state(&samples), None);
    samples.extend(adverbs_cut(100, 0, 12));
    assert_eq!(state(&samples), Some(RuleState::Rule));
}

#[test]
fn a_narrower_claim_that_her_acts_contradict_is_not_asked_about() {
    let keeps_adverbs = [(Feature::AdverbDensity, 12)];
    let cuts_fillers = [(Feature::FillerDensity, -12)];
    for contradicts in 1..4 {
        let mut samples: Vec<Sample> = Vec::new();
        for (start, scene_type) in [(0, SceneType::Narration), (100, SceneType::Action)] {
            samples.extend((start..start + 20).map(|n| sample(n, scene_type, "polish", &keeps_adverbs)));
        }
        let here =
            (200..200 + contradicts).map(|n| sample(n, SceneType::Description, "tighten", &cuts_fillers));
        samples.extend(here);
        let found = verdict(&samples).findings;
        let keeps_fillers = found
            .iter()
            .find(|finding| finding.key.to_string().ends_with("filler_density.more"));
        assert_eq!(keeps_fillers, None, "{contradicts}");
        assert!(
            found
                .iter()
                .any(|finding| finding.key.feature == Feature::AdverbDensity)
        );
    }
}

/// Acts in which the writer takes the text with shorter sentences and fewer fillers, then acts that are about one of the
/// two, and she takes the text with fewer of that one.
fn entangled(both: i64, apart: i64, told: Feature) -> Vec<Sample> {
    let other = match told {
        Feature::FillerDensity => Feature::SentenceLength,
        _ => Feature::FillerDensity,
    };
    let act = |n: i64| {
        let same = [(Feature::SentenceLength, -12), (Feature::FillerDensity, -12)];
        let parted = [(told, -12), (other, if n % 2 == 0 { 12 } else { -2 })];
        let steps = if n < both { &same[..] } else { &parted[..] };
        sample(n, SceneType::Description, "polish", steps)
    };
    (0..both + apart).map(act).collect()
}

#[test]
fn two_claims_that_no_act_tells_apart_are_not_asked_about() {
    for both in [8, 12, 20, 40] {
        let verdict = verdict(&entangled(both, 0, Feature::FillerDensity));
        assert_eq!(ids(&verdict, RuleState::Proposed), [""; 0], "{both}");
        assert_eq!(ids(&verdict, RuleState::Rule), [""; 0], "{both}");
    }
}

#[test]
fn the_acts_that_tell_two_claims_apart_decide_which_one_is_asked_about() {
    for (told, right) in [
        (Feature::FillerDensity, "description.filler_density.less"),
        (Feature::SentenceLength, "description.sentence_length.less"),
    ] {
        let mut asked = false;
        for apart in 1..12 {
            let verdict = verdict(&entangled(8, apart, told));
            let said = verdict
                .findings
                .iter()
                .filter(|found| found.state > RuleState::Noticed);
            for found in said {
                assert_eq!(found.key.to_string(), right, "after {apart}");
                asked = true;
            }
        }
        assert!(asked, "{right} is never asked about");
    }
}

#[test]
fn a_habit_with_more_acts_against_it_than_for_it_is_not_shown() {
    for supports in 0..4 {
        for contradicts in supports..4 {
            let verdict = verdict(&scene(0, SceneType::Action, "polish", supports, contradicts));
            let shown = verdict
                .findings
                .iter()
                .find(|finding| finding.supports <= finding.contradicts);
            assert_eq!(shown, None, "{supports} for, {contradicts} against");
        }
    }
}

#[test]
fn a_yes_in_one_scene_brings_no_question_about_another_one_before_its_own_acts() {
    let confirmed = Standing {
        confirmed: [key("action.sentence_length.less")].into(),
        ..Standing::default()
    };
    let state = |own: i64| {
        let mut samples = scene(0, SceneType::Action, "polish", 14, 0);
        samples.extend(scene(100, SceneType::Dialogue, "polish", own, 0));
        let found = reached(&samples, &Settled::default(), &confirmed).findings;
        let other = found
            .iter()
            .find(|finding| finding.key == key("dialogue.sentence_length.less"));
        other.map(|finding| finding.state)
    };
    for own in 1..i64::from(OWN_ACTS) {
        assert_eq!(state(own), Some(RuleState::Noticed), "{own}");
    }
    assert!(state(OWN_ACTS.into()) > Some(RuleState::Noticed));
}

#[test]
fn a_habit_of_every_scene_is_one_rule() {
    let mut samples = scene(0, SceneType::Action, "polish", 28, 2);
    samples.extend(scene(100, SceneType::Dialogue, "polish", 28, 2));
    samples.extend(scene(200, SceneType::Description, "polish", 28, 2));
    assert_eq!(
        ids(&verdict(&samples), RuleState::Rule),
        ["any.sentence_length.less"]
    );
}

#[test]
fn short_in_action_and_long_in_description_are_two_rules() {
    let mut samples = scene(0, SceneType::Action, "polish", 30, 2);
    samples.extend(scene(100, SceneType::Description, "polish", 2, 30));
    assert_eq!(
        ids(&verdict(&samples), RuleState::Rule),
        ["action.sentence_length.less", "description.sentence_length.more"]
    );
}

#[test]
fn one_loud_scene_is_no_habit_of_all() {
    let mut samples = scene(0, SceneType::Action, "polish", 60, 2);
    samples.extend(scene(100, SceneType::Dialogue, "polish", 12, 12));
    assert_eq!(
        ids(&verdict(&samples), RuleState::Rule),
        ["action.sentence_length.less"]
    );
}

#[test]
fn skills_that_disagree_keep_their_own_rules() {
    let mut samples = scene(0, SceneType::Action, "polish", 30, 1);
    samples.extend(scene(100, SceneType::Action, "tighten", 1, 30));
    assert_eq!(
        ids(&verdict(&samples), RuleState::Rule),
        [
            "action+polish.sentence_length.less",
            "action+tighten.sentence_length.more"
        ]
    );
}

#[test]
fn one_habit_is_one_rule_with_its_shadow_and_two_habits_are_two() {
    let both = |commas: fn(i64) -> i8| -> Vec<Sample> {
        (0..60)
            .map(|n| {
                let length = if n % 10 == 9 { 12 } else { -12 };
                let steps = [
                    (Feature::SentenceLength, length),
                    (Feature::AdverbDensity, commas(n)),
                ];
                sample(n, SceneType::Action, "polish", &steps)
            })
            .collect()
    };
    // Mostly fewer adverbs if the sentences are shorter, otherwise at random.
    let shadowed = verdict(&both(|n| match n % 8 {
        0 => 6,
        _ if n % 10 == 9 => 6,
        _ => -6,
    }));
    assert_eq!(ids(&shadowed, RuleState::Rule), ["action.sentence_length.less"]);
    let shadow = Leaning {
        feature: Feature::AdverbDensity,
        direction: Direction::Less,
    };
    assert_eq!(shadowed.findings[0].shadows, [shadow]);

    // Fewer adverbs also if the sentences have equal lengths: a separate habit.
    let independent: Vec<Sample> = (0..100)
        .map(|n| {
            let step = if n % 10 >= 8 { 12 } else { -12 };
            let feature = [Feature::SentenceLength, Feature::AdverbDensity][usize::from(n % 2 == 0)];
            sample(n, SceneType::Action, "polish", &[(feature, step)])
        })
        .collect();
    let independent = verdict(&independent);
    assert_eq!(
        ids(&independent, RuleState::Rule),
        ["action.adverb_density.less", "action.sentence_length.less"]
    );
}

#[test]
fn what_was_refused_is_not_learned_again_from_the_same_evidence_nor_said_in_other_words() {
    let old: Vec<Sample> = (0..50)
        .map(|n| {
            let steps = [(Feature::SentenceLength, -12), (Feature::CommaRate, -8)];
            sample(n, SceneType::Action, "polish", &steps)
        })
        .collect();
    let settled = Settled {
        tombstones: vec![Tombstone {
            rule_id: "action.sentence_length.less".into(),
            key: Some(key("action.sentence_length.less")),
            text: String::new(),
            at: when(60),
            narrowed_to: None,
        }],
        turnings: Vec::new(),
    };
    let again = |samples: &[Sample]| reached(samples, &settled, &Standing::default());
    assert_eq!(again(&old).findings, []);

    let mut renewed = old;
    renewed.extend(scene(100, SceneType::Action, "polish", 30, 1));
    let heard = again(&renewed);
    assert_eq!(
        ids(&heard, RuleState::Rule),
        ["action.sentence_length.less"],
        "new evidence is heard"
    );
    assert_eq!(heard.findings[0].supports, 30);
}

#[test]
fn what_was_refused_in_a_part_is_not_said_of_the_whole() {
    let after_a_no = |id: &str, samples: &[Sample]| {
        let settled = Settled {
            tombstones: vec![Tombstone {
                rule_id: id.into(),
                key: Some(key(id)),
                text: String::new(),
                at: when(60),
                narrowed_to: None,
            }],
            turnings: Vec::new(),
        };
        ids(&reached(samples, &settled, &Standing::default()), RuleState::Rule)
    };
    let mut samples = scene(0, SceneType::Action, "polish", 46, 4);
    samples.extend(scene(100, SceneType::Action, "tighten", 46, 4));
    assert_eq!(
        after_a_no("action+polish.sentence_length.less", &samples),
        ["action+tighten.sentence_length.less"]
    );

    let mut samples = scene(0, SceneType::Action, "polish", 46, 4);
    samples.extend(scene(100, SceneType::Dialogue, "polish", 46, 4));
    samples.extend(scene(200, SceneType::Description, "polish", 46, 4));
    let elsewhere = [
        "description.sentence_length.less",
        "dialogue.sentence_length.less",
    ];
    let refused = "action.sentence_length.less";
    assert_eq!(after_a_no(refused, &samples), elsewhere);
    samples.extend(scene(300, SceneType::Action, "polish", 46, 4));
    assert_eq!(
        after_a_no(refused, &samples),
        [&[refused], &elsewhere[..]].concat(),
        "new evidence is heard"
    );
}

#[test]
fn every_hypothesis_says_what_it_was_held_against() {
    let short = "action.sentence_length.less";
    let of = |samples: &[Sample], standing: &Standing, id: &str| {
        let verdict = reached(samples, &Settled::default(), standing);
        let tested = verdict.tested.iter().find(|test| test.key == key(id));
        let tested = tested.expect("a hypothesis");
        (tested.state, tested.stood, tested.threshold)
    };
    let acts = |supports, contradicts| scene(0, SceneType::Action, "polish", supports, contradicts);
    let new = Standing::default();
    let confirmed = Standing {
        confirmed: [key(short)].into(),
        ..Standing::default()
    };
    let (rule, proposed, noticed) = (RuleState::Rule, RuleState::Proposed, RuleState::Noticed);
    for (samples, standing, expected) in [
        (acts(44, 6), &new, (Some(rule), false, Some(0.9))),
        (acts(9, 1), &learned(short), (Some(rule), true, Some(0.5))),
        (acts(12, 1), &new, (Some(proposed), false, Some(0.5))),
        (acts(4, 0), &new, (Some(noticed), false, Some(0.2))),
        (acts(25, 25), &new, (None, false, Some(0.2))),
        (acts(25, 25), &learned(short), (None, true, Some(0.5))),
        (acts(25, 25), &confirmed, (Some(rule), true, None)),
    ] {
        assert_eq!(of(&samples, standing, short), expected, "{} acts", samples.len());
    }
    let opposite = "action.sentence_length.more";
    assert_eq!(
        of(&turned(), &confirmed, opposite),
        (Some(proposed), false, None),
        "a change decides that"
    );
}

#[test]
fn a_standing_rule_does_not_blink_at_the_threshold() {
    let samples = scene(0, SceneType::Action, "polish", 9, 1);
    assert_eq!(ids(&verdict(&samples), RuleState::Rule), Vec::<String>::new());
    let standing = learned("action.sentence_length.less");
    assert_eq!(
        ids(
            &reached(&samples, &Settled::default(), &standing),
            RuleState::Rule
        ),
        ["action.sentence_length.less"]
    );
}

/// Thirty acts in one direction, then thirty in the other.
fn turned() -> Vec<Sample> {
    let mut samples = scene(0, SceneType::Action, "polish", 30, 2);
    samples.extend(scene(100, SceneType::Action, "polish", 2, 30));
    samples
}

#[test]
fn a_change_of_taste_turns_a_learned_rule_around() {
    let standing = learned("action.sentence_length.less");
    let verdict = reached(&turned(), &Settled::default(), &standing);
    assert_eq!(ids(&verdict, RuleState::Rule), ["action.sentence_length.more"]);
    let turning = &verdict.turnings[0];
    assert!(turning.reversed);
    assert!((when(30)..when(105)).contains(&turning.at), "{}", turning.at);
}

#[test]
fn acts_of_one_moment_have_no_order_and_show_no_change() {
    let at_once: Vec<Sample> = turned()
        .into_iter()
        .map(|sample| Sample {
            created_at: when(0),
            ..sample
        })
        .collect();
    let standing = learned("action.sentence_length.less");
    assert_eq!(reached(&at_once, &Settled::default(), &standing).turnings, []);
}

#[test]
fn a_taste_that_goes_without_a_new_one_ends_its_rule() {
    let mut samples = scene(0, SceneType::Action, "polish", 30, 2);
    samples.extend(scene(100, SceneType::Action, "polish", 30, 30));
    let standing = learned("action.sentence_length.less");
    let verdict = reached(&samples, &Settled::default(), &standing);
    assert_eq!(ids(&verdict, RuleState::Rule), Vec::<String>::new());
    assert!(!verdict.turnings[0].reversed);
}

#[test]
fn a_change_away_from_a_confirmed_rule_is_only_proposed() {
    let standing = Standing {
        confirmed: [key("action.sentence_length.less")].into(),
        ..Standing::default()
    };
    let verdict = reached(&turned(), &Settled::default(), &standing);
    assert_eq!(verdict.turnings, []);
    assert_eq!(ids(&verdict, RuleState::Rule), ["action.sentence_length.less"]);
    assert_eq!(
        ids(&verdict, RuleState::Proposed),
        ["action.sentence_length.more"]
    );
}

#[test]
fn a_steady_taste_is_not_turned() {
    let standing = learned("action.sentence_length.less");
    for (supports, contradicts) in [(80, 4), (80, 20), (70, 30)] {
        let samples = scene(0, SceneType::Action, "polish", supports, contradicts);
        let verdict = reached(&samples, &Settled::default(), &standing);
        assert_eq!(verdict.turnings, [], "{supports} for, {contradicts} against");
    }
}

/// Acts in each of the scenes in turn. Each of the given features is taken in its direction nine times in ten,
/// independently of the others.
fn habits(count: i64, scenes: &[SceneType], features: &[(Feature, i8)]) -> Vec<Sample> {
    let mut random = proptest::test_runner::TestRng::deterministic_rng(Default::default());
    (0..count)
        .zip(scenes.iter().cycle())
        .map(|(n, scene_type)| {
            let steps: Vec<(Feature, i8)> = features
                .iter()
                .map(|&(feature, step)| {
                    let differs = random.next_u32().is_multiple_of(10);
                    (feature, if differs { -step } else { step })
                })
                .collect();
            sample(n, *scene_type, "polish", &steps)
        })
        .collect()
}

#[test]
fn two_general_habits_are_two_rules() {
    let scenes = [
        SceneType::Action,
        SceneType::Dialogue,
        SceneType::Description,
        SceneType::Introspection,
    ];
    let features = [(Feature::SentenceLength, -9), (Feature::DialogueShare, 9)];
    let verdict = verdict(&habits(160, &scenes, &features));
    assert_eq!(
        ids(&verdict, RuleState::Rule),
        ["any.dialogue_share.more", "any.sentence_length.less"]
    );
}

#[test]
fn three_habits_of_one_scene_are_three_rules() {
    let features = [
        (Feature::SentenceLength, -9),
        (Feature::DialogueShare, 9),
        (Feature::AdverbDensity, -9),
    ];
    let verdict = verdict(&habits(150, &[SceneType::Action], &features));
    assert_eq!(
        ids(&verdict, RuleState::Rule),
        [
            "action.adverb_density.less",
            "action.dialogue_share.more",
            "action.sentence_length.less"
        ]
    );
}

#[test]
fn a_taste_that_was_taken_up_late_need_not_outweigh_what_was_before() {
    let mut samples = scene(0, SceneType::Action, "polish", 100, 100);
    samples.extend(scene(200, SceneType::Action, "polish", 24, 1));
    let found = verdict(&samples);
    assert_eq!(ids(&found, RuleState::Rule), ["action.sentence_length.less"]);
    let whole = found.tested.iter().find(|test| test.state.is_some());
    assert!(whole.is_some_and(|test| test.log_e_value < 0.0), "{whole:?}");
}

#[test]
fn a_habit_that_she_denies_is_asked_about_less_and_less_often() {
    let samples = scene(0, SceneType::Action, "polish", 360, 40);
    let mut settled = Settled::default();
    let mut asked = Vec::new();
    for look in (10..samples.len()).step_by(10) {
        let found = reached(&samples[..look], &settled, &Standing::default());
        let worth_asking = |finding: &&Finding| finding.state >= RuleState::Proposed;
        if let Some(finding) = found.findings.iter().find(worth_asking) {
            asked.push(look);
            settled.tombstones.push(Tombstone {
                rule_id: finding.key.to_string(),
                key: Some(finding.key.clone()),
                text: String::new(),
                at: samples[look - 1].recorded_at,
                narrowed_to: None,
            });
        }
    }
    let pauses: Vec<usize> = asked.windows(2).map(|two| two[1] - two[0]).collect();
    assert!((3..12).contains(&asked.len()), "{asked:?}");
    assert!(pauses.last() > pauses.first(), "{pauses:?}");
}

#[test]
fn a_no_to_the_opposite_leaves_the_counts_of_what_she_kept() {
    let samples = scene(0, SceneType::Action, "polish", 40, 10);
    let confirmed = key("action.sentence_length.less");
    let settled = Settled {
        tombstones: vec![Tombstone {
            rule_id: confirmed.reversed().to_string(),
            key: Some(confirmed.reversed()),
            text: String::new(),
            at: when(50),
            narrowed_to: None,
        }],
        turnings: Vec::new(),
    };
    let standing = Standing {
        confirmed: [confirmed].into(),
        ..Standing::default()
    };
    let verdict = reached(&samples, &settled, &standing);
    let kept = &verdict.findings[0];
    assert_eq!((kept.supports, kept.contradicts), (40, 10));
}

#[test]
fn the_order_of_the_episodes_does_not_matter() {
    let mut samples = scene(0, SceneType::Action, "polish", 40, 4);
    samples.extend(scene(100, SceneType::Dialogue, "tighten", 12, 9));
    let forward = verdict(&samples);
    samples.reverse();
    assert_eq!(verdict(&samples), forward);
}

#[test]
fn nothing_is_said_about_nobody() {
    assert_eq!(verdict(&[]).findings, []);
}
