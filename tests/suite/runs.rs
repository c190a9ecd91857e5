//! Runs that change several files, and the restore of each run: completely or not at all, whatever happens in between.

use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;

use chrono::TimeDelta;
use contract::{
    Category, DistillTrigger, ErrorCode, NewRule, NoticeKind, RestoreOutcome, RestoreRefusal, RestoreRequest,
    Restored, RulePatch,
};
use desk::{Change, Draft, Known, Listed, Result};
use learning::Rule;
use memory::journal::{Entry, Run};
use memory::proposal::ProposalState;
use memory::{RunKind, upkeep};
use proptest::prelude::*;
use support::{DEVICE, TestProject, choice, choices, morning, walk};
use vault::FailingDisk;

use super::faults::{Ways, all_or_nothing};

const DAILY: &str = "2026-10-01.md";
const ARCHIVED: &str = "archive/2026-10-01.md";
const STORY: &str = "HISTORY.md";

fn rule(text: &str) -> NewRule {
    NewRule {
        text: text.into(),
        category: Category::Style,
        scene_type: None,
    }
}

fn request(run: &str) -> RestoreRequest {
    RestoreRequest {
        run_id: run.into(),
        ..RestoreRequest::default()
    }
}

fn restore(test: &TestProject, run: &str) -> Restored {
    test.project.memory().restore(&request(run)).expect("a way back")
}

/// The contents of memory: all memory files, the rules and the questions.
#[derive(Clone, Debug, PartialEq)]
struct Memory {
    files: BTreeMap<String, String>,
    rules: Vec<Rule>,
    questions: Vec<(String, contract::QuestionState)>,
    proposals: Vec<(String, ProposalState)>,
}

fn memory(test: &TestProject) -> Memory {
    let questions = test.project.learning().questions().expect("questions");
    let proposals = test.project.store().proposals().expect("proposals");
    Memory {
        files: files(test),
        rules: rules(test),
        questions: questions
            .into_iter()
            .map(|asked| (asked.id, asked.state))
            .collect(),
        proposals: proposals
            .into_iter()
            .map(|proposal| (proposal.id, proposal.state))
            .collect(),
    }
}

fn rules(test: &TestProject) -> Vec<Rule> {
    let rules = test.project.learning().rules().expect("rules");
    rules.into_iter().map(|weighed| weighed.rule).collect()
}

fn files(test: &TestProject) -> BTreeMap<String, String> {
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let files = test.memory_files().into_iter();
    files.map(|(path, bytes)| (path, text(bytes))).collect()
}

fn write(test: &TestProject, path: &str, text: &str) {
    fs::write(test.path().join("memory").join(path), text).expect("a memory file");
}

fn newest(test: &TestProject) -> String {
    test.project.memory().runs().expect("runs")[0].id.clone()
}

/// Appends a line to the story.
fn tell(test: &TestProject, line: &str) -> Run {
    let told = test
        .project
        .memory()
        .change_files(RunKind::RuleEdited, |_, draft| {
            grow(draft, STORY, &format!("[2026-11-21 09:00] {line}\n\n"))?;
            Ok(Change::default())
        });
    told.expect("a change")
}

fn grow(draft: &mut Draft<'_>, path: &str, added: &str) -> Result<()> {
    let before = draft.read(path)?.unwrap_or_default();
    let after = [before, added.as_bytes()].concat();
    draft.write(path, after)
}

/// Moves a daily file into the archive, adds a story line about it, and adds a rule: four files and a rule in one run.
fn archive(known: &Known, draft: &mut Draft<'_>) -> Result<Change> {
    let daily = draft.read(DAILY)?.map(<[u8]>::to_vec).unwrap_or_default();
    draft.write(ARCHIVED, daily)?;
    draft.remove(DAILY)?;
    grow(draft, STORY, "[2026-10-01 00:00] 归档了一天 Archived a day\n\n")?;
    let rule = Rule::written(
        "written-archive".into(),
        "归档三十天前的笔记".into(),
        learning::Category::Structure,
        known.now,
    );
    Ok(Change {
        put: vec![rule],
        ..Change::default()
    })
}

/// Returns a project with rules, a daily file and a story, on a disk that the test can make fail.
fn lived_on(disk: &Arc<FailingDisk>) -> TestProject {
    let disk = Arc::clone(disk);
    let test = TestProject::adjusted(move |ports| ports.disk = disk);
    let plain = test
        .project
        .memory()
        .change_files(RunKind::RuleAdded, |known, _| {
            let text = "先用平常的字".into();
            let rule = Rule::written("written-plain".into(), text, learning::Category::Style, known.now);
            Ok(Change {
                put: vec![rule],
                ..Change::default()
            })
        });
    plain.expect("a rule");
    write(
        &test,
        DAILY,
        "# 2026-10-01\r\n\r\n## Topics\r\n\r\n- 第三章 Chapter three",
    );
    tell(&test, "第一天 The first day");
    test
}

fn lived() -> TestProject {
    lived_on(&Arc::new(FailingDisk::working()))
}

#[test]
fn a_failure_at_any_call_of_the_disk_leaves_all_of_a_change_or_none_of_it() {
    let tried = all_or_nothing("change of four files", &lived(), Ways::Both, |test| {
        test.project
            .memory()
            .change_files(RunKind::RuleEdited, archive)
            .map(drop)
    });
    println!("{tried}");
}

#[test]
fn a_failure_at_any_call_of_the_disk_leaves_all_of_a_restore_or_none_of_it() {
    let scene = lived();
    let change = scene.project.memory().change_files(RunKind::RuleEdited, archive);
    let run = change.expect("a change").id;
    let tried = all_or_nothing("restore of four files", &scene, Ways::Both, |test| {
        test.project.memory().restore(&request(&run)).map(drop)
    });
    println!("{tried}");
}

#[test]
fn what_another_program_writes_between_a_stop_and_the_next_start_stays_and_the_rest_goes_back() {
    let mut rolled_back = 0;
    for call in 1.. {
        let disk = Arc::new(FailingDisk::working().unsynced().from_then_on());
        let test = lived_on(&disk);
        let before = files(&test);
        disk.fail_in(call);
        let outcome = test.project.memory().change_files(RunKind::RuleEdited, archive);
        if outcome.is_ok() {
            break;
        }
        let swapped = !test.path().join("memory").join(DAILY).exists();
        let story = files(&test)[STORY].clone() + "她自己的一行 a line of her own\n";
        write(&test, STORY, &story);
        let next = test.restarted(|_| ());
        let after = files(&next);
        let notices = next.project.view().expect("a view").notices;
        // Two states are allowed: all files swapped and the run completed, or all other files as before.
        let rest = |files: &BTreeMap<String, String>| {
            let mut files = files.clone();
            files.remove(STORY);
            files
        };
        if rest(&after) == rest(&before) {
            // The writer's line stays. The line of the withdrawn run is removed, so that a repeated run does not add it
            // twice.
            let without = story.replace("[2026-10-01 00:00] 归档了一天 Archived a day\n\n", "");
            assert_eq!(after[STORY], without, "call {call}");
            rolled_back += usize::from(swapped);
            let kinds: Vec<_> = notices.iter().map(|notice| notice.kind).collect();
            assert!(
                !swapped || kinds == [NoticeKind::RunRecovered],
                "call {call}: {kinds:?}"
            );
        } else {
            assert_eq!(after[STORY], story, "call {call}");
            assert!(
                !after.contains_key(DAILY) && after.contains_key(ARCHIVED),
                "call {call}"
            );
        }
    }
    assert!(rolled_back > 0, "some stops came after the first swap");
}

#[test]
fn a_change_starts_over_when_another_program_saves_one_of_its_files_and_puts_the_others_back() {
    let test = lived();
    let path = test.path().join("memory").join(DAILY);
    let tried = std::sync::atomic::AtomicUsize::new(0);
    let run = test
        .project
        .memory()
        .change_files(RunKind::RuleEdited, |known, draft| {
            let change = archive(known, draft)?;
            if tried.fetch_add(1, std::sync::atomic::Ordering::SeqCst) == 0 {
                fs::write(&path, "她刚写下的 Just written\n").expect("another program's save");
            }
            Ok(change)
        })
        .expect("a second try");
    let files = files(&test);
    assert_eq!(files[ARCHIVED], "她刚写下的 Just written\n");
    assert_eq!(
        files[STORY].matches("归档了一天").count(),
        1,
        "nothing is done twice"
    );
    assert_eq!(run.files.len(), 4);
    assert_eq!(test.project.memory().runs().expect("runs")[0].id, run.id);
}

#[test]
fn a_story_costs_what_is_added_to_it_and_a_part_of_it_is_taken_out_whatever_came_later() {
    let test = lived();
    let runs: Vec<Run> = ["起", "承", "转", "合"]
        .iter()
        .map(|line| tell(&test, line))
        .collect();
    let whole = files(&test)[STORY].clone();
    for run in &runs {
        let folder = test.path().join("memory/history").join(&run.id);
        assert!(!folder.join("files").exists(), "no copy of the whole story");
        let added = fs::read_to_string(folder.join("after").join(STORY)).expect("what was added");
        assert!(whole.contains(&added) && added.len() < 40);
    }
    let restored = restore(&test, &runs[1].id);
    assert_eq!(restored.files[0].outcome, RestoreOutcome::GoesBack);
    let without = whole.replace("[2026-11-21 09:00] 承\n\n", "");
    assert_eq!(files(&test)[STORY], without);

    // The beginning of the file has changed, so the restore must search for the added line.
    let refused = test
        .project
        .memory()
        .restore(&request(&runs[2].id))
        .expect_err("no longer what it left");
    assert_eq!(refused.code(), ErrorCode::MemoryRestoreConflict);
    let merged = test.project.memory().restore(&RestoreRequest {
        merge: true,
        ..request(&runs[2].id)
    });
    assert_eq!(merged.expect("a merge").files[0].outcome, RestoreOutcome::Merged);
    assert_eq!(
        files(&test)[STORY],
        without.replace("[2026-11-21 09:00] 转\n\n", "")
    );
}

#[test]
fn a_restore_is_a_run_that_can_be_restored_and_the_list_says_who_took_back_whom() {
    let test = lived();
    let before = memory(&test);
    let run = test
        .project
        .memory()
        .change_files(RunKind::RuleEdited, archive)
        .expect("a change");
    let after = memory(&test);

    let dry = test.project.memory().restore(&RestoreRequest {
        dry_run: true,
        ..request(&run.id)
    });
    let dry = dry.expect("a description");
    assert_eq!((dry.files.len(), dry.rules.len(), &dry.run_id), (4, 1, &None));
    assert_eq!(memory(&test), after, "a dry run changes nothing");

    let back = restore(&test, &run.id);
    assert_eq!(
        (&back.files, &back.rules),
        (&dry.files, &dry.rules),
        "it does what was said"
    );
    assert_eq!(memory(&test), before);
    let runs = test.project.memory().runs().expect("runs");
    assert_eq!(runs[0].undoes.as_deref(), Some(run.id.as_str()));
    assert_eq!((&runs[1].undone_by, runs[1].restorable), (&back.run_id, false));

    let again = restore(&test, &run.id);
    assert_eq!(again.run_id, None, "there is nothing left to take back");
    assert!(
        again
            .files
            .iter()
            .all(|file| file.outcome == RestoreOutcome::AsItIs)
    );

    restore(&test, back.run_id.as_deref().expect("a run"));
    assert_eq!(memory(&test), after);
    let runs = test.project.memory().runs().expect("runs");
    assert!(
        runs[1].undone_by.is_some() && runs[2].restorable,
        "it stands again"
    );
    restore(&test, &run.id);
    assert_eq!(memory(&test), before);
    test.project.memory().rebuild().expect("a rebuild");
    assert_eq!(memory(&test), before);
    assert_eq!(memory(&test.reopened()), before);
}

#[test]
fn a_part_of_a_run_is_taken_back_and_the_rules_go_with_their_file() {
    let test = lived();
    let before = files(&test);
    let run = test
        .project
        .memory()
        .change_files(RunKind::RuleEdited, archive)
        .expect("a change");
    let part = |paths: &[&str]| RestoreRequest {
        paths: Some(paths.iter().map(ToString::to_string).collect()),
        ..request(&run.id)
    };
    let restored = test.project.memory().restore(&part(&[DAILY])).expect("one file");
    assert_eq!((restored.files.len(), restored.rules.len()), (1, 0));
    assert!(files(&test).contains_key(DAILY) && files(&test).contains_key(ARCHIVED));
    assert_eq!(test.project.learning().rules().expect("rules").len(), 2);
    assert!(
        test.project.memory().runs().expect("runs")[1].restorable,
        "there is more of it"
    );

    let restored = test
        .project
        .memory()
        .restore(&part(&["MEMORY.md"]))
        .expect("another");
    assert_eq!(restored.rules[0].id, "written-archive");
    assert_eq!(test.project.learning().rules().expect("rules").len(), 1);
    assert_eq!(
        test.project
            .memory()
            .restore(&part(&["INSIGHTS.md"]))
            .expect_err("not in it")
            .code(),
        ErrorCode::NotFound
    );
    test.project
        .memory()
        .restore(&part(&[ARCHIVED, STORY]))
        .expect("the rest");
    assert_eq!(files(&test), before);
    let runs = test.project.memory().runs().expect("runs");
    assert!(
        runs.iter()
            .find(|listed| listed.id == run.id)
            .expect("it")
            .undone_by
            .is_some()
    );
}

#[test]
fn what_changed_since_is_refused_with_names_and_merged_where_the_changes_do_not_touch() {
    let test = TestProject::new();
    let places = [
        ("先用平常的字", Category::Style),
        ("Few exclamation marks", Category::Vocabulary),
        ("对白不加副词", Category::Character),
    ];
    let added: Vec<String> = places
        .into_iter()
        .map(|(text, category)| {
            let new = NewRule {
                category,
                ..rule(text)
            };
            test.project.learning().add_rule(&new).expect("a rule").rule.id
        })
        .collect();
    let reword = |text: &str| RulePatch {
        text: Some(text.into()),
        ..RulePatch::default()
    };
    test.project
        .learning()
        .update_rule(&added[0], &reword("先用最平常的字"))
        .expect("an edit");
    let runs = test.project.memory().runs().expect("runs");
    let (reworded, last, first) = (&runs[0].id, &runs[1].id, &runs[3].id);

    let whole = memory(&test);
    let fault = test
        .project
        .memory()
        .restore(&request(last))
        .expect_err("the file changed since")
        .fault();
    assert_eq!(fault.code, ErrorCode::MemoryRestoreConflict);
    assert_eq!(
        (fault.details["files"].as_str(), &fault.details["runs"]),
        ("MEMORY.md", reworded)
    );
    assert!(
        fault.message.contains("--file") && !fault.message.contains("平常"),
        "{}",
        fault.message
    );
    assert_eq!(memory(&test), whole);

    let merge = |run: &str, dry_run| {
        test.project.memory().restore(&RestoreRequest {
            merge: true,
            dry_run,
            ..request(run)
        })
    };
    let merged = merge(last, false).expect("a merge");
    assert_eq!(
        (merged.files[0].outcome, merged.rules.len()),
        (RestoreOutcome::Merged, 1)
    );
    assert!(!test.memory().contains("对白不加副词") && test.memory().contains("先用最平常的字"));
    assert_eq!(rules(&test).len(), 2);

    // The text of the first run was reworded, in the file and in the rules.
    let refused = merge(first, true).expect("a description");
    assert_eq!(refused.files[0].why, Some(RestoreRefusal::Conflicts));
    let stands = (refused.rules[0].id.as_str(), refused.rules[0].outcome);
    assert_eq!(stands, (added[0].as_str(), RestoreOutcome::Refused));
    assert_eq!(&refused.rules[0].since, std::slice::from_ref(reworded));
    assert_eq!(
        merge(first, false).expect_err("refused").fault().details["rules"],
        added[0]
    );
}

#[test]
fn the_writers_own_edit_is_taken_back_and_lines_ended_by_windows_survive_a_merge() {
    let test = TestProject::new();
    write(
        &test,
        "MEMORY.md",
        "# 记忆\r\n\r\n一句闲话\r\n\r\n## 写作风格\r\n\r\n- 先用平常的字\r\n",
    );
    test.project.memory().follow().expect("a file");
    let first = memory(&test);
    write(&test, "MEMORY.md", &(test.memory() + "- 少用叹号\r\n"));
    test.project.memory().follow().expect("an edit");
    let edit = newest(&test);
    write(
        &test,
        "MEMORY.md",
        &test.memory().replace("一句闲话", "另一句闲话"),
    );
    test.project
        .memory()
        .follow()
        .expect("an edit that changes no rule");

    let merged = test.project.memory().restore(&RestoreRequest {
        merge: true,
        ..request(&edit)
    });
    assert_eq!(merged.expect("a merge").files[0].outcome, RestoreOutcome::Merged);
    let text = first.files["MEMORY.md"].replace("一句闲话", "另一句闲话");
    assert_eq!(test.memory(), text);
    assert_eq!(rules(&test), first.rules);
    test.project
        .memory()
        .follow()
        .expect("what the desk wrote is no edit of hers");
    assert_eq!(rules(&test), first.rules);
    assert_eq!(rules(&test.reopened()), first.rules);
}

#[test]
fn a_restored_no_is_lifted_and_a_restored_compression_brings_the_text_back() {
    let test = TestProject::new();
    test.import(&choices("zh", 45, 50));
    test.project
        .learning()
        .distil(DistillTrigger::Manual)
        .expect("a distillation");
    let learned = memory(&test);
    let id = learned
        .rules
        .iter()
        .find(|rule| rule.in_force())
        .expect("a rule")
        .id
        .clone();
    test.project.learning().delete_rule(&id).expect("a no");
    let no = newest(&test);
    let restored = restore(&test, &no);
    assert_eq!(restored.noes, 1);
    assert_eq!(memory(&test), learned);
    test.project
        .learning()
        .distil(DistillTrigger::Manual)
        .expect("a distillation");
    assert!(
        test.project.learning().rule(&id).is_ok(),
        "it is learned from the same evidence"
    );

    let mut old = choice(200, "zh", true);
    old["created_at"] = (morning() - TimeDelta::days(300)).to_rfc3339().into();
    test.import(&[old]);
    let whole = test.project.learning().listed_episodes().expect("episodes");
    let fading = test
        .project
        .learning()
        .fade(test.project.memory().now())
        .expect("a compression");
    assert!(!fading.to_compress.is_empty());
    let runs = test.project.memory().runs().expect("runs");
    let listed = test.project.learning().listed_episodes().expect("episodes");
    assert_ne!(listed, whole);
    for kind in [contract::RunKind::Purge, contract::RunKind::Compress] {
        for run in runs.iter().filter(|run| run.kind == kind) {
            assert!(restore(&test, &run.id).episodes > 0);
        }
    }
    let back = test.project.learning().listed_episodes().expect("episodes");
    assert_eq!(back, whole);
    assert!(back.iter().all(|episode| matches!(episode, Listed::Whole(_))));
}

#[test]
fn her_word_on_a_proposal_is_taken_back_though_no_file_changed_and_so_is_that() {
    let test = TestProject::new();
    let hers = walk::hers(0);
    write(&test, "MEMORY.md", &format!("# 记忆\n\n## Places\n\n- {hers}\n"));
    walk::consolidate(&test.project, 2, |_| ()).expect("a conversation");
    let proposal = test.project.store().proposals().expect("proposals")[0].id.clone();
    let states = [ProposalState::Pending, ProposalState::Rejected];
    let stands = |state| assert_eq!(memory(&test).proposals, [(proposal.clone(), state)]);
    stands(states[0]);
    test.project
        .store()
        .decide_proposal(&proposal, false)
        .expect("her word");
    for turn in 0..3 {
        stands(states[(turn + 1) % 2]);
        let runs = test.project.memory().runs().expect("runs");
        assert!(runs[0].restorable && runs[0].files.is_empty());
        let restored = restore(&test, &runs[0].id);
        assert!(restored.run_id.is_some(), "turn {turn}");
        stands(states[turn % 2]);
        assert_eq!(
            restore(&test, &runs[0].id).run_id,
            None,
            "there is nothing left of it"
        );
    }
    test.project.memory().rebuild().expect("a rebuild");
    stands(states[0]);
}

#[test]
fn machines_agree_on_what_was_taken_back_whatever_arrives_first() {
    let one = TestProject::new();
    one.import(&choices("en", 45, 50));
    one.project
        .learning()
        .distil(DistillTrigger::Manual)
        .expect("a distillation");
    let id = one.project.learning().rules().expect("rules")[0].rule.id.clone();
    one.pass(TimeDelta::minutes(1));
    one.project.learning().delete_rule(&id).expect("a no");
    one.pass(TimeDelta::minutes(1));
    restore(&one, &newest(&one));
    let other = TestProject::new();
    other.pass(TimeDelta::hours(1));
    other
        .project
        .learning()
        .add_rule(&rule("Plain words 平常的字"))
        .expect("a rule");
    other.receive(&one, DEVICE);
    let together = other.restarted(|folder| {
        // Its own journal gets another device name, as on the machine it came from.
        let journal = folder.join("memory/journal");
        fs::rename(journal.join(DEVICE), journal.join("desk-one")).expect("a journal");
    });
    let first = rules(&together);
    assert!(
        first.iter().any(|rule| rule.id == id),
        "the no is lifted here too"
    );
    together.project.memory().rebuild().expect("a rebuild");
    assert_eq!(rules(&together), first);
}

#[test]
fn a_prepared_line_of_an_older_desk_with_one_file_is_decided_as_before() {
    let test = lived();
    let (memory, hash) = (test.memory(), vault::ContentHash::of(test.memory().as_bytes()));
    let line = format!(
        r#"{{"type":"run_prepared","at":"2026-11-21T09:00:00Z","run":{{"id":"old","kind":"rule_added","put":[],"removed":[],"file":{{"path":"MEMORY.md","before":"{hash}","after":"ab"}}}}}}"#
    );
    assert!(serde_json::from_str::<Entry>(&line).is_ok());
    let next = test.restarted(|folder| {
        let path = folder.join(format!("memory/journal/{DEVICE}/2026-11.jsonl"));
        let journal = fs::read_to_string(&path).expect("the journal");
        fs::write(path, format!("{journal}{line}\n")).expect("the journal");
    });
    assert_eq!(next.memory(), memory);
    assert!(
        next.project
            .memory()
            .runs()
            .expect("runs")
            .iter()
            .all(|run| run.id != "old")
    );
}

/// One act on memory. Each number selects one of the existing entries.
#[derive(Clone, Debug)]
enum Act {
    Distil,
    Add(u8),
    Confirm(u8),
    Edit(u8),
    Delete(u8),
    HerLine(u8),
    HerNo(u8),
    Files(u8),
    Tell(u8),
    Consolidate,
    Decide(bool),
    NoteDay,
    Upkeep(usize),
    /// This many days pass.
    Wait(i64),
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        Just(Act::Distil),
        any::<u8>().prop_map(Act::Add),
        any::<u8>().prop_map(Act::Confirm),
        any::<u8>().prop_map(Act::Edit),
        any::<u8>().prop_map(Act::Delete),
        any::<u8>().prop_map(Act::HerLine),
        any::<u8>().prop_map(Act::HerNo),
        any::<u8>().prop_map(Act::Files),
        any::<u8>().prop_map(Act::Tell),
        Just(Act::Consolidate),
        Just(Act::Consolidate),
        any::<bool>().prop_map(Act::Decide),
        Just(Act::NoteDay),
        (0usize..5).prop_map(Act::Upkeep),
        (1i64..40).prop_map(Act::Wait),
    ]
}

fn perform(test: &TestProject, number: usize, act: &Act) {
    let rules: Vec<String> = test
        .project
        .learning()
        .rules()
        .expect("rules")
        .into_iter()
        .map(|rule| rule.rule.id)
        .collect();
    let chosen = |choice: &u8| rules.get(usize::from(*choice) % rules.len().max(1));
    match act {
        Act::Distil => {
            let fresh: Vec<_> = (0..10)
                .map(|more| choice(number * 10 + more, "zh", more != 3))
                .collect();
            test.import(&fresh);
            test.project
                .learning()
                .distil(DistillTrigger::Manual)
                .expect("a distillation");
        }
        Act::Add(words) => {
            let texts = [
                "动作场景用长句",
                "偏好短句",
                "Few exclamation marks",
                "Use semicolons",
                "No semicolons",
            ];
            let text = texts[usize::from(*words) % texts.len()];
            test.project
                .learning()
                .add_rule(&rule(&format!("{text} {words}")))
                .expect("a rule");
        }
        Act::Confirm(choice) | Act::Edit(choice) => {
            let text = matches!(act, Act::Edit(_)).then(|| format!("改过的话 {number}"));
            let patch = RulePatch {
                confirmed: Some(true),
                text,
                ..RulePatch::default()
            };
            if let Some(id) = chosen(choice) {
                test.project.learning().update_rule(id, &patch).expect("an edit");
            }
        }
        Act::Delete(choice) => {
            if let Some(id) = chosen(choice) {
                test.project.learning().delete_rule(id).expect("a no");
            }
        }
        Act::HerLine(words) => {
            let text = test.memory();
            write(
                test,
                "MEMORY.md",
                &format!("{text}\n## Style\n\n- 她的第 {number} 句 {words}\n"),
            );
            test.project.memory().follow().expect("an edit");
        }
        Act::HerNo(choice) => {
            let text = test.memory();
            let lines: Vec<&str> = text.split_inclusive('\n').collect();
            let rules = test.project.learning().rules().expect("rules");
            // Only rules are chosen. A change to another line of the writer makes no run, so there is nothing to
            // restore.
            let is_rule = |line: &str| {
                let words = line
                    .strip_prefix("- ")
                    .map(|line| line.split(" <!-- ").next().unwrap_or(line).trim());
                rules
                    .iter()
                    .any(|weighed| words == Some(weighed.rule.text.as_str()))
            };
            let bullets: Vec<usize> = (0..lines.len()).filter(|at| is_rule(lines[*at])).collect();
            if bullets.len() > 1 {
                let gone = bullets[usize::from(*choice) % bullets.len()];
                let left = lines.iter().enumerate().filter(|(at, _)| *at != gone);
                write(
                    test,
                    "MEMORY.md",
                    &left.map(|(_, line)| *line).collect::<String>(),
                );
                test.project.memory().follow().expect("an edit");
            }
        }
        Act::Files(which) => {
            let name = format!("2026-10-{:02}.md", which % 4 + 1);
            let archived = format!("archive/{name}");
            let moved = test
                .project
                .memory()
                .change_files(RunKind::RuleEdited, |_, draft| {
                    grow(draft, STORY, &format!("{number}\n\n"))?;
                    match draft.read(&name)?.map(<[u8]>::to_vec) {
                        Some(daily) => {
                            grow(draft, &archived, &String::from_utf8_lossy(&daily))?;
                            draft.remove(&name)?;
                        }
                        None => draft.write(&name, format!("# {number}\r\n- 没有换行").into_bytes())?,
                    }
                    Ok(Change::default())
                });
            moved.expect("a change");
        }
        Act::Tell(words) => drop(tell(test, &format!("{number} {words}"))),
        Act::Consolidate => {
            let runs = test.project.memory().runs().expect("runs");
            let told = runs
                .iter()
                .filter(|run| run.kind == contract::RunKind::Consolidate);
            walk::consolidate(&test.project, told.count() + 1, |_| ()).expect("a conversation");
        }
        Act::Decide(accepted) => {
            let waiting = test.project.store().waiting_proposals().expect("proposals");
            // If the line was reworded since the proposal, the proposal can only be dismissed.
            if let Some(proposal) = waiting.first() {
                let decided = test
                    .project
                    .store()
                    .decide_proposal(&proposal.id, *accepted && proposal.stands);
                decided.expect("her word");
            }
        }
        Act::NoteDay => {
            let day = test.project.memory().now().date_naive();
            test.project.store().note_day(day).expect("notes");
        }
        Act::Upkeep(which) => {
            let acts = [
                upkeep::Act::Apply,
                upkeep::Act::ApplySafe,
                upkeep::Act::Archive,
                upkeep::Act::Compact,
                upkeep::Act::Expire,
            ];
            if let Err(error) = test.project.store().upkeep(acts[*which], false, |_| ()) {
                assert_eq!(error.code(), ErrorCode::MemoryRiskTooHigh, "{error}");
            }
        }
        Act::Wait(days) => test.pass(TimeDelta::days(*days)),
    }
}

proptest! {
    // Three cases only, because each makes some hundred runs on a real disk.
    #![proptest_config(ProptestConfig { cases: 3, max_shrink_iters: 20, ..ProptestConfig::default() })]

    #[test]
    fn whatever_was_done_is_taken_back_step_by_step_to_the_same_bytes_and_rules(acts in prop::collection::vec(act(), 1..=50)) {
        let test = TestProject::adjusted(|ports| ports.disk = Arc::new(FailingDisk::working().unsynced()));
        let hers: String = (0..6).map(|number| format!("- {}\n", walk::hers(number))).collect();
        write(&test, "MEMORY.md", &format!("# 记忆\n\n## Places\n\n{hers}"));
        test.project.memory().follow().expect("a file that can be followed");
        test.import(&choices("zh", 36, 40));
        let mut steps = Vec::new();
        for (number, act) in acts.iter().enumerate() {
            test.pass(TimeDelta::minutes(1));
            let (before, count) = (memory(&test), test.project.memory().runs().expect("runs").len());
            perform(&test, 100 + number, act);
            let runs = test.project.memory().runs().expect("runs");
            prop_assert!(runs.len() <= count + 1, "{act:?} is one run");
            if runs.len() > count {
                steps.push((runs[0].id.clone(), before, memory(&test), act));
            }
        }
        for (run, before, after, act) in steps.iter().rev() {
            prop_assert_eq!(&memory(&test), after);
            let restored = restore(&test, run);
            prop_assert_eq!(&memory(&test), before, "{:?} {:?}", act, restored);
        }
        let last = memory(&test);
        test.project.memory().rebuild().expect("a rebuild");
        prop_assert_eq!(memory(&test), last);
    }
}
