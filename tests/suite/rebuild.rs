//! The index is a cache: after any damage to it, and for any order of arriving journals, the answers are the same.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use chrono::TimeDelta;
use contract::{
    ActivityView, Category, EpisodeInput, ErrorCode, Finding, LearningView, NewRule, NoticeKind,
    OfferRequest, QuestionView, RulePatch, RunView, SkillName,
};
use desk::Listed;
use learning::decay::recall::Query;
use learning::rule::RuleWithEvidence;
use proptest::prelude::*;
use support::{DEVICE, TestProject, choice, choices, distil, input, morning};

const SHORT_ACTION: &str = "action.sentence_length.less";
const LONG_DESCRIPTION: &str = "description.sentence_length.more";

/// All data from the index that the writer can see.
#[derive(Debug, PartialEq)]
struct Answers {
    project: String,
    rules: Vec<RuleWithEvidence>,
    runs: Vec<RunView>,
    episodes: Vec<Listed>,
    activity: ActivityView,
    learning: LearningView,
    questions: Vec<QuestionView>,
}

fn answers(test: &TestProject) -> Answers {
    Answers {
        project: test.project.id().to_owned(),
        rules: test.project.learning().rules().expect("rules"),
        runs: test.project.memory().runs().expect("runs"),
        episodes: test.project.learning().listed_episodes().expect("episodes"),
        activity: test.project.learning().activity().expect("activity"),
        learning: test.project.learning().view().expect("learning"),
        questions: test.project.learning().questions().expect("questions"),
    }
}

/// Returns a project in which each kind of act has happened at least once. It has choices in both languages, and
/// distillations. A rule was confirmed, edited, deleted, and changed from outside. A choice was undone, and an episode
/// amended. Episodes were recalled, shortened and purged, and some are not distilled yet.
fn lived() -> TestProject {
    let test = TestProject::new();
    test.import(&choices("zh", 45, 50));
    let descriptions = (300..350).map(|number| {
        let mut record = choice(number, "zh", number % 10 == 0);
        record["scene_type"] = "description".into();
        record
    });
    test.import(&descriptions.collect::<Vec<_>>());
    distil(&test);

    test.pass(TimeDelta::hours(1));
    let reworded = RulePatch {
        text: Some("打斗里一句一个动作 One move a sentence".into()),
        ..RulePatch::default()
    };
    test.project
        .learning()
        .update_rule(SHORT_ACTION, &reworded)
        .expect("an edit");
    test.project
        .learning()
        .delete_rule(LONG_DESCRIPTION)
        .expect("a no");
    let long = NewRule {
        text: "动作场景用长句".into(),
        category: Category::Pacing,
        scene_type: None,
    };
    test.project
        .learning()
        .add_rule(&long)
        .expect("a rule against a learned one");
    let written = test
        .project
        .learning()
        .add_rule(&NewRule {
            text: "Few exclamation marks".into(),
            category: Category::Vocabulary,
            scene_type: Some("dialogue".into()),
        })
        .expect("a rule by hand");
    let yes = RulePatch {
        category: Some(Category::Style),
        confirmed: Some(true),
        ..RulePatch::default()
    };
    test.project
        .learning()
        .update_rule(&written.rule.id, &yes)
        .expect("a yes");
    let memory = test.memory();
    fs::write(
        test.memory_path(),
        format!("{memory}\n## Style\n\n- 先用平常的字\n"),
    )
    .expect("a memory file");
    test.project
        .memory()
        .follow()
        .expect("a file that can be followed");

    test.pass(TimeDelta::hours(1));
    for number in 100..120 {
        test.project
            .learning()
            .record(input(number, "en", number % 5 > 0))
            .expect("a capture");
    }
    let mut undo = input(101, "en", true);
    undo.target_episode_id = Some("e00101".into());
    undo.undo_after_accept = true;
    test.project.learning().record(undo).expect("an undo");
    let mut edit = input(102, "en", true);
    edit.target_episode_id = Some("e00102".into());
    edit.final_text = "She ran. The rope burned, and she held on.".into();
    test.project.learning().record(edit).expect("a later word");
    distil(&test);
    let query = Query {
        text: "The rope burned 绳子烫手".into(),
        ..Query::default()
    };
    assert_eq!(test.project.learning().recall(&query).expect("a recall").len(), 3);
    let mut refused = choice(250, "en", true);
    refused["created_at"] = (morning() - TimeDelta::days(400)).to_rfc3339().into();
    refused["selected_index"] = (-1).into();
    test.import(&[refused]);
    let fading = test
        .project
        .learning()
        .fade(test.project.memory().now())
        .expect("a compression");
    assert_eq!((fading.to_compress.len(), fading.to_purge.len()), (101, 1));
    test.project
        .learning()
        .record(input(130, "zh", true))
        .expect("a capture");
    test
}

#[test]
fn without_its_index_a_desk_starts_with_the_same_answers() {
    let test = lived();
    let before = answers(&test);
    assert_eq!((before.episodes.len(), before.learning.pending), (121, 2));
    let test =
        test.restarted(|folder| fs::remove_dir_all(folder.join("memory/index")).expect("an index to delete"));
    assert_eq!(answers(&test), before);
    test.project.memory().rebuild().expect("a rebuild");
    assert_eq!(answers(&test), before);
}

/// Windows does not allow deleting an open file.
#[cfg(unix)]
#[test]
fn an_open_desk_goes_on_when_its_index_is_deleted() {
    type Act = fn(&TestProject);
    let acts: [(&str, Act); 6] = [
        ("ask", |_| ()),
        ("record", |test| {
            test.project
                .learning()
                .record(input(200, "zh", true))
                .expect("a capture");
        }),
        ("offer", |test| {
            let request = OfferRequest {
                path: "稿.md".into(),
                skill: SkillName::Polish,
                passage: "It was really very quiet, and she was just so very tired.".into(),
                above: String::new(),
                before: String::new(),
                after: String::new(),
                scene_type: None,
                pasted: Vec::new(),
            };
            test.project.learning().offer(&request).expect("an offer");
        }),
        ("distil", distil),
        ("add a rule", |test| {
            let new = NewRule {
                text: "一句一口气 One breath".into(),
                category: Category::Pacing,
                scene_type: None,
            };
            test.project.learning().add_rule(&new).expect("a rule by hand");
        }),
        ("undo", |test| {
            let undo = EpisodeInput {
                target_episode_id: Some("e00103".into()),
                undo_after_accept: true,
                ..input(103, "en", true)
            };
            test.project.learning().record(undo).expect("an undo");
        }),
    ];
    // Once with another desk that opens the folder meanwhile, such as the command line, and once without.
    for beside in [false, true] {
        let test = lived();
        for (number, (name, act)) in (400..).zip(acts) {
            let before = answers(&test);
            fs::remove_dir_all(test.path().join("memory/index")).expect("an index to delete");
            let other = beside.then(|| test.reopened());
            act(&test);
            let after = answers(&test);
            if name == "ask" {
                assert_eq!(after, before);
            }
            let next = test.reopened();
            // This desk counts the other desk's captures only when the watch reports them, so the counts are left out
            // of the comparison.
            let learning = answers(&next).learning;
            let expected = Answers { learning, ..after };
            assert_eq!(answers(&next), expected, "{name}, beside another desk: {beside}");
            if let Some(other) = other {
                assert_eq!(
                    other.project.learning().listed_episodes().expect("episodes"),
                    expected.episodes
                );
                other
                    .project
                    .learning()
                    .record(input(number, "en", true))
                    .expect("a capture");
                let seen = test.project.learning().listed_episodes().expect("episodes");
                let id = format!("e{number:05}");
                assert!(
                    seen.iter()
                        .any(|episode| matches!(episode, Listed::Whole(whole) if whole.id == id)),
                    "{name}"
                );
            }
        }
    }
}

/// A kind of damage to the index file.
type Harm = fn(&Path);

#[test]
fn a_damaged_index_is_set_aside_with_a_notice_and_the_answers_are_the_same() {
    let damages: [(&str, Harm, bool); 6] = [
        (
            "zeros",
            |index| fs::write(index, vec![0; 64 * 1024]).expect("a write"),
            true,
        ),
        (
            "garbage",
            |index| fs::write(index, "不是数据库 no database".repeat(999)).expect("a write"),
            true,
        ),
        (
            "half of it",
            |index| {
                let bytes = fs::read(index).expect("the index");
                fs::write(index, &bytes[..bytes.len() / 2]).expect("a write");
            },
            true,
        ),
        (
            "a torn page",
            |index| {
                let mut bytes = fs::read(index).expect("the index");
                bytes[4096..8192].fill(0xff);
                fs::write(index, bytes).expect("a write");
            },
            true,
        ),
        (
            "a folder",
            |index| {
                fs::remove_file(index).expect("the index");
                fs::create_dir(index).expect("a folder");
            },
            true,
        ),
        // An empty file is a valid new database, so it is not set aside.
        ("nothing", |index| fs::write(index, "").expect("a write"), false),
    ];
    for (damage, harm, noticed) in damages {
        let test = lived();
        let before = answers(&test);
        let test = test.restarted(|folder| harm(&folder.join(format!("memory/index/{DEVICE}.db"))));
        assert_eq!(answers(&test), before, "{damage}");
        let notices = test.project.view().expect("a view").notices;
        let kinds: Vec<_> = notices.iter().map(|notice| notice.kind).collect();
        assert_eq!(
            kinds,
            if noticed {
                vec![NoticeKind::IndexRebuilt]
            } else {
                vec![]
            },
            "{damage}"
        );
        for notice in notices {
            assert!(
                test.path().join(&notice.path).exists(),
                "{damage}: {} is kept",
                notice.path
            );
        }
        let again = test.restarted(|_| ());
        assert_eq!(
            again.project.view().expect("a view").notices,
            [],
            "{damage}: once is enough"
        );
    }
}

#[test]
fn an_open_desk_whose_index_cannot_be_made_anew_still_acknowledges_and_says_what_to_do() {
    let test = lived();
    let before = answers(&test);
    let index = test.path().join("memory/index");
    fs::remove_dir_all(&index).expect("an index to delete");
    fs::write(&index, "in its place").expect("a file");
    let receipt = test
        .project
        .learning()
        .record(input(140, "en", true))
        .expect("a capture needs no index");
    assert_eq!(receipt.id, "e00140");
    let fault = test
        .project
        .learning()
        .rules()
        .expect_err("no index to ask")
        .fault();
    assert_eq!(fault.code, ErrorCode::MemoryIndexUnavailable);
    assert!(fault.message.contains("move the file"), "{}", fault.message);
    fs::remove_file(&index).expect("the file");
    let after = answers(&test);
    assert_eq!(after.rules, before.rules);
    assert_eq!(after.episodes.len(), before.episodes.len() + 1);
}

#[test]
fn the_doctor_finds_that_a_rebuild_gives_the_same_answers() {
    let health = lived().project.health().expect("a doctor");
    for check in &health.checks {
        assert_eq!(check.finding, contract::Finding::Fine, "{check:?}");
    }
    assert_eq!(health.checks.len(), 11);
}

#[test]
fn two_devices_in_one_folder_take_turns_and_end_with_the_same_answers() {
    let a = TestProject::new();
    a.import(&choices("en", 45, 50));
    distil(&a);
    let rule = a.project.learning().rules().expect("rules").remove(0).rule.id;

    let b = a.reopened_as("desk-b");
    b.pass(TimeDelta::hours(1));
    assert_eq!(answers(&b).rules, answers(&a).rules, "b learned from a's journal");
    for number in 100..110 {
        b.project
            .learning()
            .record(input(number, "zh", true))
            .expect("a capture");
    }
    b.project.learning().delete_rule(&rule).expect("a no");
    distil(&b);

    a.pass(TimeDelta::hours(2));
    distil(&a);
    assert!(a.project.learning().rule(&rule).is_err(), "b's no counts for a");
    assert_eq!(
        a.project.memory().runs().expect("runs"),
        b.project.memory().runs().expect("runs")
    );
    for device in [DEVICE, "desk-b", "desk-c"] {
        let again = a.reopened_as(device);
        assert_eq!(answers(&again).rules, answers(&a).rules, "{device}");
        assert_eq!(answers(&again).runs, answers(&a).runs, "{device}");
        assert_eq!(answers(&again).episodes, answers(&a).episodes, "{device}");
    }
}

#[test]
fn journals_of_two_machines_that_were_apart_say_the_same_in_whatever_order_they_arrive() {
    // Both machines make the same import, and different acts after it.
    let on_a = TestProject::new();
    let a = on_a.reopened_as("desk-a");
    a.import(&choices("zh", 45, 50));
    distil(&a);
    let rule = a.project.learning().rules().expect("rules").remove(0).rule.id;

    let on_b = TestProject::new();
    let b = on_b.reopened_as("desk-b");
    b.pass(TimeDelta::minutes(30));
    b.import(&choices("zh", 45, 50));
    distil(&b);
    b.project.learning().delete_rule(&rule).expect("a no");
    // An undo of an episode that the other machine shortens, and a recall of an episode that the other machine never
    // had.
    let undo = EpisodeInput {
        target_episode_id: Some("e00007".into()),
        undo_after_accept: true,
        ..input(7, "zh", true)
    };
    b.project.learning().record(undo).expect("an undo");
    b.project
        .learning()
        .record(input(200, "en", true))
        .expect("a capture");
    let recalled = b.project.learning().recall(&Query::default()).expect("a recall");
    assert_eq!(recalled.len(), 1);

    a.pass(TimeDelta::hours(1));
    for number in 100..110 {
        a.project
            .learning()
            .record(input(number, "en", true))
            .expect("a capture");
    }
    distil(&a);
    let fading = a
        .project
        .learning()
        .fade(a.project.memory().now())
        .expect("a compression");
    assert_eq!(fading.to_compress.len(), 50);

    let merged = [[(&a, "desk-a"), (&b, "desk-b")], [(&b, "desk-b"), (&a, "desk-a")]].map(|order| {
        let both = TestProject::new();
        for (from, device) in order {
            both.receive(from, device);
            // The index takes in each journal before the next one arrives.
            both.project.learning().rules().expect("rules");
        }
        both
    });
    let [first, second] = &merged;
    assert_eq!(answers(first).rules, answers(second).rules);
    assert_eq!(answers(first).runs, answers(second).runs);
    assert_eq!(answers(first).episodes, answers(second).episodes);
    assert_eq!(answers(first).episodes.len(), 61);
    let next_month = morning() + TimeDelta::days(20);
    let [one, other] = [first, second].map(|both| both.project.learning().fading(next_month).expect("bands"));
    assert_eq!((one.bands, one.to_compress), (other.bands, other.to_compress));
    for both in merged {
        let before = answers(&both);
        both.project.memory().rebuild().expect("a rebuild");
        assert_eq!(answers(&both), before);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn equal_dated_lines_give_the_same_rules_in_whatever_order_they_come(
        before in Just((0..60).collect::<Vec<usize>>()).prop_shuffle(),
        since in Just((60..120).collect::<Vec<usize>>()).prop_shuffle(),
    ) {
        let rules = |before: &[usize], since: &[usize]| {
            let test = TestProject::new();
            // The writer's taste changes from one day to the next.
            for (day, numbers) in [(1, before), (0, since)] {
                let records: Vec<_> = numbers
                    .iter()
                    .map(|&number| {
                        let language = if number % 3 == 0 { "en" } else { "zh" };
                        let mut record = choice(number, language, (day == 1) != (number % 10 == 0));
                        record["created_at"] = (morning() - TimeDelta::days(day)).to_rfc3339().into();
                        record
                    })
                    .collect();
                test.import(&records);
                distil(&test);
            }
            (test.project.learning().rules().expect("rules"), test.memory())
        };
        let in_order: Vec<usize> = (0..120).collect();
        let (old, new) = in_order.split_at(60);
        let (expected, memory) = rules(old, new);
        prop_assert!(expected.iter().any(|rule| rule.rule.in_force() && rule.rule.recently_updated));
        prop_assert_eq!(rules(&before, &since), (expected, memory));
    }
}

#[test]
fn the_doctor_is_not_misled_by_what_happens_beside_it() {
    let beside: Arc<Mutex<Option<TestProject>>> = Arc::default();
    let other = Arc::clone(&beside);
    let test = TestProject::adjusted(move |ports| {
        let now = Arc::clone(&ports.now);
        let next = AtomicUsize::new(100);
        // At each call of the clock another desk records an act and puts it into the shared index. Some of these calls
        // come between reading and comparing.
        ports.now = Arc::new(move || {
            if let Some(other) = &*other.lock().expect("no thread panicked") {
                let number = next.fetch_add(1, Ordering::Relaxed);
                other
                    .project
                    .learning()
                    .record(input(number, "zh", true))
                    .expect("a capture");
                other.project.learning().rules().expect("rules");
            }
            now()
        });
    });
    test.import(&choices("en", 45, 50));
    distil(&test);
    *beside.lock().expect("no thread panicked") = Some(test.reopened());
    let health = test.project.health().expect("a doctor");
    let index = health.checks.iter().find(|check| check.name == "index");
    assert_eq!(index.map(|check| check.finding), Some(Finding::Fine), "{index:?}");
    *beside.lock().expect("no thread panicked") = None;
    assert!(test.project.learning().listed_episodes().expect("episodes").len() > 51);
}
