use super::*;
use crate::episode::{Signal, TextOrigin};
use crate::rule::Direction;
use chrono::TimeDelta;
use proptest::prelude::*;

/// A sample whose texts differ by the given tenths in some features; the last text is taken.
pub(crate) fn sample(n: i64, scene_type: SceneType, skill: &str, steps: &[(Feature, i8)]) -> Sample {
    let at = DateTime::UNIX_EPOCH + TimeDelta::hours(n);
    let mut positions = vec![vec![0; FEATURES]; 2];
    for (feature, tenths) in steps {
        positions[0][*feature as usize] = -tenths;
        positions[1][*feature as usize] = *tenths;
    }
    Sample {
        episode_id: format!("e{n:05}"),
        recorded_at: at,
        created_at: at,
        scene_type,
        skill: skill.into(),
        language: Language::En,
        evidence: Evidence {
            comparisons: vec![Comparison {
                positions,
                taken: 1,
                weight: 1.0,
            }],
            shaped_by: Vec::new(),
        },
    }
}

fn choice(candidates: &[&str], selected_index: i32, final_text: &str) -> Episode {
    Episode {
        id: "e1".into(),
        created_at: DateTime::UNIX_EPOCH,
        project_id: "p".into(),
        kind: EpisodeKind::Choice,
        scene_type: SceneType::Action,
        skill_used: "polish".into(),
        input_context: String::new(),
        candidates: candidates.iter().map(|&text| text.to_owned()).collect(),
        selected_index,
        final_text: final_text.into(),
        language: Language::of(final_text),
        chapter_id: String::new(),
        undone: false,
        undone_after: None,
        in_part: false,
        repeated: 0,
        shaped_by: Vec::new(),
        held_out: Vec::new(),
        origin: TextOrigin::Own,
        importance: crate::episode::IMPORTANCE,
        user_confirmed: false,
    }
}

fn sign(episode: &Episode, feature: Feature) -> i8 {
    let seen = Sample {
        evidence: observe(episode),
        ..sample(0, SceneType::Action, "polish", &[])
    };
    seen.sign(feature)
}

const SHORT: &str = "He ran. He fell. He rose.";
const MIDDLE: &str = "He ran and he fell. Then he rose.";
const LONG: &str = "He ran until he fell in the mud of the road and rose again with both hands bleeding.";
const KURZ: &str = "他跑。他跌倒。他爬起来。";
const LANG: &str = "他一直跑到跌倒在泥里才停下来喘了一口气。";

#[test]
fn a_choice_is_held_against_everything_offered() {
    for (taken, expected) in [(0, -1), (1, 0), (2, 1)] {
        let texts = [SHORT, MIDDLE, LONG];
        let episode = choice(&texts, taken, texts[usize::try_from(taken).expect("an index")]);
        assert_eq!(
            sign(&episode, Feature::SentenceLength),
            expected,
            "candidate {taken}"
        );
    }
    assert_eq!(sign(&choice(&[KURZ, LANG], 0, KURZ), Feature::SentenceLength), -1);
}

#[test]
fn what_is_in_every_text_as_often_is_no_reason_also_if_one_text_is_shorter() {
    let texts = ["寂静的夜里他非常冷，门开着。", "寂静的夜里他很冷，门开着。"];
    let cut = choice(&texts, 1, texts[1]);
    assert_eq!(sign(&cut, Feature::FillerDensity), -1);
    for feature in [
        Feature::AdjectiveDensity,
        Feature::DeRate,
        Feature::CommaRate,
        Feature::AdverbDensity,
    ] {
        assert_eq!(sign(&cut, feature), 0, "{}", feature.name());
    }
    let formal = ["夜里极其冷，他关上门。", "夜里很冷，他关上门。"];
    assert_eq!(sign(&choice(&formal, 1, formal[1]), Feature::Register), 0);
    let texts = [
        "The dark house was really very quiet.",
        "The dark house was quiet.",
    ];
    let cut = choice(&texts, 1, texts[1]);
    assert_eq!(sign(&cut, Feature::FillerDensity), -1);
    assert_eq!(sign(&cut, Feature::AdjectiveDensity), 0);
}

#[test]
fn an_edit_after_the_choice_is_a_second_and_stronger_word() {
    for (candidates, taken, last, expected) in [
        ([LONG, MIDDLE], 1, SHORT, -1),
        ([LONG, MIDDLE], 0, SHORT, -1),
        ([SHORT, MIDDLE], 0, LONG, 1),
        ([KURZ, LANG], 1, KURZ, -1),
    ] {
        let episode = choice(&candidates, taken, last);
        assert_eq!(observe(&episode).comparisons.len(), 2, "{last}");
        assert_eq!(sign(&episode, Feature::SentenceLength), expected, "{last}");
    }
}

#[test]
fn what_was_taken_in_part_counts_as_a_choice_alone() {
    let whole = choice(&[SHORT, LONG], 1, MIDDLE);
    let part = Episode {
        in_part: true,
        ..whole
    };
    assert_eq!(observe(&part).comparisons.len(), 1);
}

#[test]
fn a_revision_is_held_against_its_draft() {
    for (draft, revised) in [(LONG, SHORT), (LANG, KURZ)] {
        let mut revision = choice(&[draft], 0, revised);
        revision.kind = EpisodeKind::Revision;
        assert_eq!(sign(&revision, Feature::SentenceLength), -1);
    }
}

#[test]
fn what_was_undone_or_rewritten_counts_against_itself() {
    let mut undone = choice(&[SHORT, LONG], 0, SHORT);
    undone.undone = true;
    assert_eq!(sign(&undone, Feature::SentenceLength), 1);
    assert_eq!(observe(&undone).comparisons[0].weight(), -1.0);
    let rewritten = choice(
        &[SHORT, LONG],
        0,
        "Night came down over the fields, and nobody spoke of it.",
    );
    assert!(observe(&rewritten).comparisons[0].weight() < 0.0);
}

#[test]
fn the_weight_of_its_signal_is_how_far_an_act_counts() {
    use crate::inference::ledger::{mix, of_one};
    for (short, long, between, edits) in [
        (
            SHORT,
            "He ran and he fell and then he rose again at last.",
            "He ran. He fell. Then he rose up slowly.",
            "Night came down over the fields, and nobody spoke.",
        ),
        (
            KURZ,
            LANG,
            "他跑。他跌倒。后来他慢慢站起。",
            "夜色落在田野上面，谁也没有说一句话。",
        ),
    ] {
        let taken = choice(&[short, long], 0, short);
        let act = |final_text: &str, repeated, undone| Episode {
            final_text: final_text.into(),
            repeated,
            undone,
            ..taken.clone()
        };
        // From the strongest evidence for short sentences to the strongest against them.
        let acts = [
            act(short, 0, false),
            act(between, 5, false),
            act(between, 0, false),
            act(between, 1, false),
            act(edits, 0, false),
            act(short, 0, true),
        ];
        assert_eq!(
            acts.each_ref().map(Episode::signal),
            [
                Signal::DirectAccept,
                Signal::RepeatedSceneSkill,
                Signal::LightEdit,
                Signal::RepeatedSceneSkill,
                Signal::HeavyRewrite,
                Signal::UndoAfterAccept,
            ]
        );
        let less = Leaning {
            feature: Feature::SentenceLength,
            direction: Direction::Less,
        };
        let odds = acts.each_ref().map(|episode| {
            let mut seen = observe(episode);
            // The edit of the taken text is a separate comparison, whatever the signal.
            seen.comparisons.truncate(1);
            assert!((seen.comparisons[0].weight() - episode.weight()).abs() < 1e-6);
            let seen = Sample {
                evidence: seen,
                ..sample(0, SceneType::Action, "polish", &[])
            };
            mix(&of_one(&seen, &Settled::default(), &[less]))
        });
        assert!(odds.is_sorted_by(|more, less| more > less), "{odds:?}");
        assert!(odds[3] > 0.0 && odds[4] < 0.0, "{odds:?}");
    }
    // A refusal weighs −0.8 but compares the candidates with nothing, so it is the only signal that is no evidence.
    let refused = choice(&[SHORT, LONG], -1, MIDDLE);
    assert_eq!((refused.weight(), observe(&refused)), (-0.8, Evidence::default()));
}

#[test]
fn refusals_and_the_only_candidate_are_silent() {
    assert_eq!(observe(&choice(&[SHORT, LONG], -1, MIDDLE)), Evidence::default());
    assert_eq!(observe(&choice(&[SHORT], 0, SHORT)), Evidence::default());
    assert_eq!(observe(&choice(&[SHORT, SHORT], 0, SHORT)), Evidence::default());
}

#[test]
fn words_that_are_not_the_writer_s_say_nothing_about_her() {
    for origin in [TextOrigin::Pasted, TextOrigin::Imported, TextOrigin::Model] {
        let mut revision = choice(&[LONG], 0, SHORT);
        revision.kind = EpisodeKind::Revision;
        revision.origin = origin;
        assert_eq!(observe(&revision), Evidence::default(), "{origin:?}");
        let mut taken = choice(&[SHORT, LONG], 0, SHORT);
        assert_ne!(observe(&taken), Evidence::default());
        taken.origin = origin;
        assert_eq!(observe(&taken), Evidence::default(), "{origin:?}");
    }
}

#[test]
fn what_a_rule_shaped_is_silent_about_that_rule_and_what_left_it_out_is_not() {
    let rule: RuleKey = "any.sentence_length.less".parse().expect("a key");
    let plain = choice(&[SHORT, LONG], 0, SHORT);
    let speaks = |episode: &Episode, key: &RuleKey| {
        let seen = Sample {
            evidence: observe(episode),
            ..sample(0, SceneType::Action, "polish", &[])
        };
        seen.speaks(key, &Settled::default())
    };
    let shaped = Episode {
        shaped_by: vec![rule.to_string()],
        ..plain.clone()
    };
    assert_eq!(
        observe(&shaped).comparisons,
        [],
        "nor about what goes along with it"
    );
    let alike = Episode {
        shaped_by: vec![rule.to_string()],
        ..choice(
            &["He ran, hard. He fell.", "He ran hard! He fell.", LONG],
            1,
            "He ran hard! He fell.",
        )
    };
    assert_eq!(speaks(&alike, &rule), None);
    let other = "action.exclamation_rate.more".parse().expect("a key");
    assert_eq!(
        speaks(&alike, &other),
        Some(true),
        "between two that follow it the choice is hers"
    );
    let tested = Episode {
        held_out: vec![rule.to_string()],
        ..plain
    };
    assert_eq!(speaks(&tested, &rule), Some(true));
}

#[test]
fn a_small_edit_says_less_than_a_large_one() {
    for (language, draft, edits) in [
        (
            Language::En,
            "The rain had stoped, and she stood at the door for a very long time. Then she walked slowly down to \
                 the ferry, which was late again, and waited with the others.",
            [
                ("stoped", "stopped"),
                ("ferry, which", "ferry which"),
                (", and she", ". She"),
                (" very", ""),
            ],
        ),
        (
            Language::Zh,
            "雨停了，她站在门囗很久。后来她慢慢地往渡口走去，船又晚了，她就和别人一起等着。",
            [
                ("门囗", "门口"),
                ("渡口走", "渡口，走"),
                ("了，她站", "了。她站"),
                ("慢慢地", ""),
            ],
        ),
    ] {
        let weights = edits.map(|(gone, come)| {
            let revised = draft.replace(gone, come);
            Comparison::edited(draft, &revised, language).map_or(0.0, |edit| edit.weight())
        });
        let [typo, comma, sentence, cut] = weights;
        assert!(
            typo < 0.1 && typo < comma && comma < sentence && sentence <= cut,
            "{weights:?}"
        );
        assert!(sentence > 0.7, "{weights:?}");
    }
}

#[test]
fn evidence_reads_back_from_json() {
    let evidence = observe(&choice(&[SHORT, LONG], 0, MIDDLE));
    let json = serde_json::to_string(&evidence).expect("JSON");
    assert_eq!(serde_json::from_str::<Evidence>(&json).ok(), Some(evidence));
}

proptest! {
    /// All inference rests on this property: over all choices that a writer without a preference could make, the signs
    /// of each feature sum to zero, whatever the texts.
    #[test]
    fn without_a_preference_the_signs_of_an_offer_cancel(picks in proptest::collection::vec(0usize..5, 2..4)) {
        let texts = [SHORT, MIDDLE, LONG, "Then nothing. Nothing at all, really!", KURZ];
        let offer: Vec<&str> = picks.iter().map(|&pick| texts[pick]).collect();
        for &feature in Feature::ALL {
            let sum: f64 = (0..offer.len())
                .filter_map(|taken| Comparison::chosen(&offer, taken, 1.0, Language::En))
                .map(|comparison| comparison.sign(feature))
                .sum();
            prop_assert!(sum.abs() < 1e-9, "{}: {sum}", feature.name());
        }
    }

    #[test]
    fn no_texts_upset_it(texts in proptest::collection::vec("\\PC{0,30}", 0..5), taken in 0usize..5) {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        if let Some((comparison, _)) = Comparison::of(&texts, taken, Language::Zh) {
            prop_assert!(comparison.positions.iter().all(|text| text.len() == FEATURES));
        }
    }
}
