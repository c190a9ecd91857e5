//! Two versions of the desk on one folder. The older version keeps the lines of the newer one and reports them. After
//! an update it reads them automatically.

use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::Path;

use chrono::TimeDelta;
use contract::{Category, ErrorCode, Finding, NewRule, NoticeKind, RestoreRequest, RunKind};
use desk::{Listed, Ports};
use memory::{Run, Vocabulary};
use serde_json::{Value, json};
use support::{DEVICE, TestProject, choice, choices, distil, morning};

/// The device of the newer desk.
const NEWER: &str = "desk-newer";

/// The names that an older desk does not know, each with its field.
type Names = &'static [(&'static str, &'static str)];

fn knowing_not(names: Names) -> impl FnOnce(&mut Ports) {
    move |ports| ports.vocabulary = Vocabulary::without(names)
}

fn without_index(folder: &Path) {
    fs::remove_dir_all(folder.join("memory/index")).expect("an index to delete");
}

/// Appends lines to the journal of a device, as a desk of that device would.
fn append(folder: &Path, device: &str, lines: &[Value]) {
    let device = folder.join("memory/journal").join(device);
    fs::create_dir_all(&device).expect("a folder");
    let mut file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(device.join("2026-11.jsonl"))
        .expect("a journal");
    for line in lines {
        writeln!(file, "{line}").expect("a line");
    }
}

fn episodes(test: &TestProject) -> usize {
    let listed = test.project.learning().listed_episodes().expect("episodes");
    let whole = |listed: &Listed| matches!(listed, Listed::Whole(_));
    assert!(listed.iter().all(whole));
    listed.len()
}

fn texts(test: &TestProject) -> BTreeSet<String> {
    let rules = test.project.learning().rules().expect("rules");
    rules.into_iter().map(|weighed| weighed.rule.text).collect()
}

fn kinds(test: &TestProject) -> Vec<RunKind> {
    let runs = test.project.memory().runs().expect("runs");
    runs.into_iter().map(|run| run.kind).collect()
}

/// Returns the number of lines that the window and the doctor report as of a newer version.
fn told(test: &TestProject) -> u32 {
    let notices = test.project.view().expect("a view").notices;
    let mut newer = notices
        .iter()
        .filter(|notice| notice.kind == NoticeKind::NewerLines);
    let count = newer.next().map_or(0, |notice| notice.count);
    assert_eq!(newer.next(), None);
    let checks = test.project.health().expect("a doctor").checks;
    let journal = checks
        .iter()
        .find(|check| check.name == "journal")
        .expect("a check");
    if count == 0 {
        assert_eq!(journal.finding, Finding::Fine, "{}", journal.message);
    } else {
        assert_eq!(journal.finding, Finding::Warning);
        assert!(
            journal.message.starts_with(&format!("{count} of "))
                && journal.message.contains("update Commonplace"),
            "{}",
            journal.message
        );
    }
    let index = checks
        .iter()
        .find(|check| check.name == "index")
        .expect("a check");
    assert_eq!(index.finding, Finding::Fine, "{}", index.message);
    count
}

fn new_rule(text: &str, category: Category) -> NewRule {
    NewRule {
        text: text.into(),
        category,
        scene_type: None,
    }
}

/// Returns forty records that an older desk does not understand.
fn forty(language: &str, change: impl Fn(&mut Value)) -> Vec<Value> {
    let records = (100..140).map(|number| {
        let mut record = choice(number, language, true);
        change(&mut record);
        record
    });
    records.collect()
}

#[test]
fn acts_that_an_older_desk_does_not_understand_are_read_once_it_is_updated() {
    type Change = fn(&mut Value);
    let revised: Change = |record| {
        record["kind"] = "revision".into();
        record["candidates"] = json!([record["candidates"][0]]);
        record["selected_index"] = 0.into();
    };
    let spoken: Change = |record| record["scene_type"] = "dialogue".into();
    let pasted: Change = |record| record["origin"] = "pasted".into();
    let cases: [(Names, Change); 4] = [
        (&[("kind", "revision")], revised),
        (&[("scene_type", "dialogue")], spoken),
        (&[("origin", "pasted")], pasted),
        (&[("type", "episode")], |_| ()),
    ];
    for language in ["en", "zh"] {
        for (names, change) in cases {
            let older = TestProject::adjusted(knowing_not(names));
            older.import(&[choice(1, language, true)]);
            let known = episodes(&older);
            let own = 1 - u32::try_from(known).expect("one or none");
            let newer = older.reopened_as(NEWER);
            newer.import(&forty(language, change));
            assert_eq!(episodes(&newer), 41, "{names:?}");
            drop(newer);

            assert_eq!(
                (episodes(&older), told(&older)),
                (known, 40 + own),
                "{names:?}: its old index"
            );
            let older = older.restarted_with(without_index, knowing_not(names));
            assert_eq!(
                (episodes(&older), told(&older)),
                (known, 40 + own),
                "{names:?}: a fresh index"
            );
            let updated = older.restarted(|_| ());
            assert_eq!(
                (episodes(&updated), told(&updated)),
                (41, 0),
                "{names:?}: updated"
            );
            // A downgrade is not recommended, but the older desk must not fail at an index with names it does not know.
            let older = updated.restarted_with(|_| (), knowing_not(names));
            assert_eq!(
                (episodes(&older), told(&older)),
                (known, 40 + own),
                "{names:?}: back again"
            );
        }
    }
}

#[test]
fn a_run_of_an_unknown_kind_does_what_it_does() {
    for text in ["Few exclamation marks", "少用感叹号"] {
        let names: Names = &[("kind", "rule_deleted")];
        let older = TestProject::adjusted(knowing_not(names));
        let rule = older
            .project
            .learning()
            .add_rule(&new_rule(text, Category::Style))
            .expect("a rule");
        older
            .project
            .learning()
            .add_rule(&new_rule("她留下的 what stays", Category::Style))
            .expect("a rule");
        let newer = older.reopened_as(NEWER);
        newer.pass(TimeDelta::hours(1));
        newer.project.learning().delete_rule(&rule.rule.id).expect("a no");
        let runs = newer.project.memory().runs().expect("runs");
        drop(newer);

        let stays = BTreeSet::from(["她留下的 what stays".to_owned()]);
        let as_a_newer_run = |test: &TestProject, what: &str| {
            assert_eq!(texts(test), stays, "{what}");
            let listed = test.project.memory().runs().expect("runs").remove(0);
            assert_eq!(
                (listed.kind, listed.removed, listed.restorable),
                (RunKind::Newer, 1, false),
                "{what}"
            );
            let back = RestoreRequest {
                run_id: listed.id,
                ..RestoreRequest::default()
            };
            let refused = test
                .project
                .memory()
                .restore(&back)
                .expect_err("not here")
                .fault();
            assert_eq!(refused.code, ErrorCode::Conflict, "{what}");
            assert!(refused.message.contains("newer version"), "{}", refused.message);
            assert_eq!(told(test), 1, "{what}");
        };
        as_a_newer_run(&older, "its old index");
        let older = older.restarted_with(without_index, knowing_not(names));
        as_a_newer_run(&older, "a fresh index");
        let updated = older.restarted(|_| ());
        assert_eq!((texts(&updated), told(&updated)), (stays, 0));
        assert_eq!(updated.project.memory().runs().expect("runs"), runs);
        assert_eq!(runs[0].kind, RunKind::RuleDeleted);
    }
}

/// Lines with names that no desk knows today.
#[test]
fn a_rule_that_a_run_of_tomorrow_removed_stays_removed_and_its_lines_are_not_called_broken() {
    for fresh in [false, true] {
        let test = TestProject::new();
        let rule = test
            .project
            .learning()
            .add_rule(&new_rule("少用感叹号 few exclamation marks", Category::Style))
            .expect("a rule");
        let at = morning() + TimeDelta::hours(1);
        let run = json!({
            "id": "of-tomorrow", "kind": "tidied", "put": [], "removed": [rule.rule.id], "tidiness": 0.5,
            "tombstones": [], "files": [],
        });
        let memory = test.memory();
        let test = test.restarted(|folder| {
            append(
                folder,
                NEWER,
                &[
                    json!({ "type": "run_prepared", "at": at, "run": run }),
                    json!({ "type": "run_completed", "at": at, "run_id": "of-tomorrow" }),
                    json!({ "type": "dreamt", "at": at, "of": ["绳子"] }),
                ],
            );
            let bullet = memory
                .lines()
                .find(|line| line.starts_with("- "))
                .expect("a bullet");
            fs::write(
                folder.join("memory/MEMORY.md"),
                memory.replace(&format!("{bullet}\n"), ""),
            )
            .expect("a file");
            if fresh {
                without_index(folder);
            }
        });
        assert_eq!(texts(&test), BTreeSet::new(), "a fresh index: {fresh}");
        assert_eq!(told(&test), 2);
    }
}

#[test]
fn a_rule_in_unknown_words_is_left_to_the_newer_desk_together_with_its_bullet() {
    let names: Names = &[("category", "vocabulary")];
    for fresh in [false, true] {
        let older = TestProject::adjusted(knowing_not(names));
        older
            .project
            .learning()
            .add_rule(&new_rule("她的规则 hers", Category::Style))
            .expect("a rule");
        let newer = older.reopened_as(NEWER);
        newer.pass(TimeDelta::hours(1));
        newer
            .project
            .learning()
            .add_rule(&new_rule("少用成语 few idioms", Category::Vocabulary))
            .expect("a rule");
        let (expected, memory) = (newer.project.learning().rules().expect("rules"), newer.memory());
        drop(newer);
        let older = older.restarted_with(
            |folder| {
                if fresh {
                    without_index(folder);
                }
            },
            knowing_not(names),
        );
        assert_eq!(
            texts(&older),
            BTreeSet::from(["她的规则 hers".to_owned()]),
            "{fresh}"
        );
        let before = kinds(&older);
        older.project.memory().follow().expect("nothing to follow");
        assert_eq!(kinds(&older), before, "no word of hers");
        older.pass(TimeDelta::hours(2));
        older
            .project
            .learning()
            .add_rule(&new_rule("短句 short", Category::Pacing))
            .expect("a rule");
        let bullet = memory
            .lines()
            .find(|line| line.contains("few idioms"))
            .expect("a bullet");
        assert!(older.memory().contains(bullet), "{}", older.memory());
        assert_eq!(told(&older), 1);

        let updated = older.restarted(|_| ());
        let rules = updated.project.learning().rules().expect("rules");
        for weighed in &expected {
            assert!(
                rules.contains(weighed),
                "{fresh}: {weighed:?} is not among {rules:?}"
            );
        }
        assert_eq!((rules.len(), told(&updated)), (3, 0));
    }
}

#[test]
fn a_run_that_a_newer_desk_began_is_finished_by_that_desk() {
    let names: Names = &[("kind", "rule_edited")];
    let test = TestProject::adjusted(knowing_not(names));
    let rule = learning::Rule::written(
        "written-abcdefghijkl".into(),
        "一句一口气 one breath".into(),
        learning::Category::Style,
        morning(),
    );
    let run = Run {
        put: vec![rule],
        ..Run::of("killed".into(), memory::RunKind::RuleEdited)
    };
    let line = json!({ "type": "run_prepared", "at": morning(), "run": run });
    let unfinished = |test: &TestProject| {
        let notices = test.project.view().expect("a view").notices;
        let kinds: Vec<_> = notices.into_iter().map(|notice| notice.kind).collect();
        assert_eq!(kinds, [NoticeKind::NewerLines, NoticeKind::NewerRunUnfinished]);
        let journal = fs::read_to_string(
            test.path()
                .join("memory/journal")
                .join(DEVICE)
                .join("2026-11.jsonl"),
        );
        let journal = journal.expect("a journal");
        assert_eq!(
            journal.matches("killed").count(),
            1,
            "neither completed nor withdrawn"
        );
    };
    let test = test.restarted_with(|folder| append(folder, DEVICE, &[line]), knowing_not(names));
    unfinished(&test);
    test.pass(TimeDelta::hours(1));
    test.project
        .learning()
        .add_rule(&new_rule("她的规则 hers", Category::Style))
        .expect("a change beside it");
    unfinished(&test);
    let test = test.restarted_with(without_index, knowing_not(names));
    unfinished(&test);
    assert_eq!(texts(&test), BTreeSet::from(["她的规则 hers".to_owned()]));

    let updated = test.restarted(|_| ());
    let notices = updated.project.view().expect("a view").notices;
    let kinds: Vec<_> = notices.into_iter().map(|notice| notice.kind).collect();
    assert_eq!(kinds, [NoticeKind::RunRecovered]);
    assert_eq!(
        texts(&updated),
        ["她的规则 hers", "一句一口气 one breath"]
            .map(str::to_owned)
            .into()
    );
}

#[test]
fn what_an_older_desk_learned_meanwhile_and_what_it_could_not_read_meet_in_the_updated_one() {
    for language in ["en", "zh"] {
        let names: Names = &[("scene_type", "dialogue"), ("kind", "rule_edited")];
        let older = TestProject::adjusted(knowing_not(names));
        let newer = older.reopened_as(NEWER);
        newer.import(&forty(language, |record| {
            record["scene_type"] = "dialogue".into()
        }));
        drop(newer);
        older.import(&choices(language, 45, 50));
        distil(&older);
        assert!(texts(&older).len() == 1, "{:?}", texts(&older));
        let updated = older.restarted(|_| ());
        assert_eq!((episodes(&updated), told(&updated)), (90, 0));
        let other = updated.restarted(without_index);
        assert_eq!(episodes(&other), 90);
    }
}
