//! The history of a memory file: the runs that changed it, the origin of each line, and the proposals that wait for the
//! writer.

use std::fs;
use std::sync::PoisonError;

use chrono::{DateTime, TimeDelta, Utc};
use contract::{
    Category, ChangedBy, DiffLine, ErrorCode, FileStory, LineMark, LineOwner, NewRule, ProposalDecision,
    RestoreOutcome, RestoreRequest, RunFileChange, RunKind as Kind,
};
use desk::{Change, Event};
use memory::RunKind;
use memory::consolidation::message::Chunk;
use memory::document::Item;
use memory::files::history;
use memory::journal::{Consolidated, Run};
use memory::proposal::{Proposal, ProposalReason, Wish};
use prose::Language;
use support::{TestProject, morning};

const OWN: &str = "- 渡口一章不写河的名字";

fn story(test: &TestProject, path: &str) -> FileStory {
    test.project.store().file_story(path).expect("a story")
}

/// Returns the lines of a run as a diff for reading.
fn drawn(lines: &[DiffLine]) -> Vec<String> {
    let drawn = lines.iter().map(|line| {
        let mark = match line.mark {
            LineMark::Same => ' ',
            LineMark::Added => '+',
            LineMark::Removed => '-',
            LineMark::Noted => '~',
            LineMark::Gap => '…',
        };
        format!("{mark}{}", line.text)
    });
    drawn.collect()
}

fn write(test: &TestProject, path: &str, text: &str) {
    fs::write(test.path().join("memory").join(path), text).expect("a memory file");
}

/// Consolidates a conversation of two messages that adds to files and proposes changes to the writer's own lines.
fn consolidate(test: &TestProject, added: &[(&str, String)], wishes: &[Wish<'_>]) -> Run {
    let at = morning() - TimeDelta::hours(3);
    let run = test
        .project
        .memory()
        .change_files(RunKind::Consolidate, |known, draft| {
            for (path, text) in added {
                let before = draft.read(path)?.unwrap_or_default();
                let after = [before, text.as_bytes()].concat();
                draft.write(path, after)?;
            }
            let proposed = wishes.iter().cloned();
            Ok(Change {
                run_id: Some("run-talk".into()),
                consolidated: Some(Box::new(Consolidated {
                    session: "渡口".into(),
                    chunk: Chunk {
                        messages: 4..6,
                        key: "key".into(),
                        fingerprints: vec!["one".into(), "two".into()],
                    },
                    said: Some((at, at + TimeDelta::minutes(20))),
                })),
                proposed: proposed
                    .map(|wish| Proposal::new(wish, "run-talk", known.now))
                    .collect(),
                ..Change::default()
            })
        });
    run.expect("a consolidation")
}

fn noted(words: &str, at: DateTime<Utc>) -> String {
    Item::new(words, "run-talk", at).bullet(words)
}

fn wish(before: Option<&str>, after: Option<&str>) -> Wish<'static> {
    Wish {
        path: "MEMORY.md",
        section: "约定",
        before: before.map(str::to_owned),
        after: after.map(str::to_owned),
        reason: ProposalReason::Reworded,
    }
}

#[test]
fn a_file_tells_its_runs_newest_first_each_with_the_lines_it_changed() {
    let test = TestProject::new();
    write(&test, "MEMORY.md", &format!("# 记忆\n\n## 写作风格\n\n{OWN}\n"));
    let item = noted("沈禾怕水", morning());
    let told = "[2026-11-21 09:00] 谈到沈禾\n\n".to_owned();
    let run = consolidate(
        &test,
        &[("MEMORY.md", format!("{item}\n")), ("HISTORY.md", told.clone())],
        &[],
    );
    write(
        &test,
        "MEMORY.md",
        &format!("# 记忆\n\n## 写作风格\n\n{OWN}，也不写桥\n{item}\n"),
    );
    test.project.memory().follow().expect("an edit to follow");

    let memory = story(&test, "memory/MEMORY.md");
    assert_eq!((memory.name.as_str(), memory.older), ("MEMORY.md", 0));
    let kinds: Vec<Kind> = memory.runs.iter().map(|run| run.kind).collect();
    assert_eq!(kinds[..2], [Kind::FileFollowed, Kind::Consolidate]);
    let lines = |number: usize| drawn(memory.runs[number].lines.as_deref().expect("lines"));
    assert_eq!(
        lines(0),
        [
            "…",
            " ",
            &format!("-{OWN}"),
            &format!("+{OWN}，也不写桥"),
            &format!(" {item}")
        ]
    );
    assert_eq!(lines(1), ["…", &format!(" {OWN}"), &format!("+{item}")]);
    assert_eq!(
        (memory.runs[1].run.as_str(), memory.runs[1].restorable),
        (run.id.as_str(), true)
    );

    // For an append-only file, the run lists the added lines.
    let history = story(&test, "memory/HISTORY.md");
    assert_eq!(history.runs.len(), 1);
    assert_eq!(history.runs[0].change, RunFileChange::Created);
    assert_eq!(
        drawn(history.runs[0].lines.as_deref().expect("lines"))[0],
        format!("+{}", told.trim_end())
    );

    // A restore of this file alone is also a run of the file.
    let request = RestoreRequest {
        run_id: memory.runs[0].run.clone(),
        paths: Some(vec![memory.name]),
        ..RestoreRequest::default()
    };
    let restored = test.project.memory().restore(&request).expect("a way back");
    assert_eq!(restored.files[0].outcome, RestoreOutcome::GoesBack);
    let again = story(&test, "memory/MEMORY.md");
    assert_eq!(again.runs[0].kind, Kind::Restored);
    assert_eq!(
        drawn(again.runs[0].lines.as_deref().expect("lines"))[2..4],
        [format!("-{OWN}，也不写桥"), format!("+{OWN}")]
    );
}

#[test]
fn a_file_without_runs_has_an_empty_story_and_one_outside_the_memory_none() {
    let test = TestProject::new();
    write(&test, "2026-11-20.md", "# 2026-11-20\n");
    assert_eq!(story(&test, "memory/2026-11-20.md").runs, []);
    assert_eq!(story(&test, "memory/没有.md").runs, []);
    fs::write(test.path().join("稿.md"), "雨停了。\n").expect("a manuscript");
    for path in ["稿.md", "../稿.md"] {
        let refused = test.project.store().file_story(path).expect_err(path);
        assert_eq!(refused.code(), ErrorCode::OutsideProject, "{path}");
    }
}

#[test]
fn what_was_there_before_and_is_not_kept_is_no_failure() {
    let test = TestProject::new();
    write(&test, "MEMORY.md", "# 记忆\n");
    let run = consolidate(&test, &[("MEMORY.md", "\n- 甲\n".into())], &[]);
    fs::remove_dir_all(test.path().join("memory/history").join(&run.id)).expect("a history to lose");
    let told = story(&test, "memory/MEMORY.md");
    assert_eq!((told.runs[0].lines.as_deref(), told.runs[0].left_off), (None, 0));
}

#[test]
fn an_old_file_tells_of_its_newest_runs_and_how_many_there_were_before() {
    let test = TestProject::new();
    for number in 0..43 {
        write(
            &test,
            "MEMORY.md",
            &format!("# 记忆\n\n## 写作风格\n\n- 第 {number} 条\n"),
        );
        test.project.memory().follow().expect("an edit to follow");
    }
    let told = story(&test, "memory/MEMORY.md");
    assert_eq!(told.runs.len(), 40);
    assert!(told.older >= 2, "{}", told.older);
    assert!(drawn(told.runs[0].lines.as_deref().expect("lines")).contains(&"+- 第 42 条".to_owned()));
}

#[test]
fn a_line_says_which_run_wrote_it_and_what_that_came_from() {
    let test = TestProject::new();
    let item = noted("沈禾怕水", morning());
    consolidate(
        &test,
        &[("MEMORY.md", format!("# 记忆\n\n## 人物\n\n{item}\n"))],
        &[],
    );
    let rule = NewRule {
        text: "对白里少用语气词".into(),
        category: Category::Style,
        scene_type: None,
    };
    let rule = test.project.learning().add_rule(&rule).expect("a rule").rule;

    let origin = test.project.store().line_origin(&item).expect("an origin");
    assert_eq!(origin.owner, LineOwner::Item);
    let wrote = origin.run.expect("a run");
    assert_eq!((wrote.id.as_str(), wrote.kind), ("run-talk", Kind::Consolidate));
    let talk = origin.conversation.expect("a conversation");
    assert_eq!((talk.session.as_str(), talk.messages), ("渡口", 2));
    let at = morning() - TimeDelta::hours(3);
    let told =
        [talk.from, talk.to].map(|time| time.expect("a time").parse::<DateTime<Utc>>().expect("RFC 3339"));
    assert_eq!(told, [at, at + TimeDelta::minutes(20)]);
    assert_eq!(origin.since, Some(morning().date_naive().to_string()));

    let from = history::Origin {
        run_id: "run-talk",
        source: "渡口",
    };
    let text = history::told("", "[2026-11-21 09:00] 谈到沈禾", from, Language::Zh);
    let entry = text.lines().last().expect("an entry");
    let origin = test.project.store().line_origin(entry).expect("an origin");
    assert_eq!(origin.run.expect("a run").id, "run-talk");
    assert_eq!(origin.conversation.expect("a conversation").session, "渡口");

    let text = test.memory();
    let line = text
        .lines()
        .find(|line| line.contains(&rule.id))
        .expect("its line");
    let origin = test.project.store().line_origin(line).expect("an origin");
    assert_eq!(
        (origin.owner, origin.rule.as_deref()),
        (LineOwner::Rule, Some(rule.id.as_str()))
    );
    assert_eq!(origin.run.map(|run| run.kind), Some(Kind::RuleAdded));

    for hers in [
        OWN,
        &item.replace("怕水", "不怕水"),
        &entry.replace("谈到", "谈起"),
        "## 约定",
        "",
        "- 甲 <!-- item item-000000000000 | active | run run-talk | since 2026-11-21 | updated 2026-11-21 -->",
    ] {
        let origin = test.project.store().line_origin(hers).expect("an origin");
        assert_eq!((origin.owner, origin.run), (LineOwner::Writer, None), "{hers}");
    }
    // If the run has not arrived from another machine, only the annotation of the line tells its origin.
    let elsewhere = Item::new("陆怀安腊月回镇", "run-elsewhere", morning()).bullet("陆怀安腊月回镇");
    let origin = test.project.store().line_origin(&elsewhere).expect("an origin");
    assert_eq!(
        (origin.owner, origin.run, origin.conversation),
        (LineOwner::Item, None, None)
    );
}

#[test]
fn a_file_says_who_changed_it_last() {
    let test = TestProject::new();
    let by = |name: &str| {
        let files = test.project.store().memory_files().expect("files");
        let file = files.into_iter().find(|file| file.name == name);
        file.unwrap_or_else(|| panic!("no {name}")).changed_by
    };
    write(&test, "2026-11-20.md", "# 2026-11-20\n");
    consolidate(
        &test,
        &[
            ("MEMORY.md", "# 记忆\n".into()),
            ("HISTORY.md", "[2026-11-21 09:00] 甲\n\n".into()),
        ],
        &[],
    );
    assert_eq!(by("MEMORY.md"), Some(ChangedBy::Desk));
    assert_eq!(by("HISTORY.md"), Some(ChangedBy::Desk));
    assert_eq!(by("2026-11-20.md"), Some(ChangedBy::Writer));
    let journals = test.project.store().memory_files().expect("files");
    let journal = journals.iter().find(|file| file.name.starts_with("journal/"));
    assert_eq!(journal.map(|file| file.changed_by), Some(Some(ChangedBy::Desk)));
    // The writer has saved both files since; it makes no difference whether the desk has followed the save.
    write(&test, "HISTORY.md", "[2026-11-21 09:00] 乙\n\n");
    write(&test, "MEMORY.md", "# 我的记忆\n");
    assert_eq!(
        (by("HISTORY.md"), by("MEMORY.md")),
        (Some(ChangedBy::Writer), Some(ChangedBy::Writer))
    );
    test.project.memory().follow().expect("an edit to follow");
    assert_eq!(by("MEMORY.md"), Some(ChangedBy::Writer));
}

#[test]
fn a_wish_about_her_own_line_waits_and_says_when_the_line_is_no_longer_there() {
    let test = TestProject::new();
    let text = |own: &str| format!("# 记忆\n\n## 约定\n\n{own}\n- 第五章用倒叙\n");
    write(&test, "MEMORY.md", &text(OWN));
    consolidate(
        &test,
        &[],
        &[
            wish(Some(OWN), Some("- 渡口一章只写一次河的名字")),
            wish(Some("- 第五章用倒叙"), None),
        ],
    );
    let waiting = || test.project.store().waiting_proposals().expect("proposals");
    let decide = |id: &str, accepted| {
        test.project.store().answer_proposal(&ProposalDecision {
            proposal_id: id.into(),
            accepted,
        })
    };
    let first = waiting();
    assert_eq!(
        first.iter().map(|each| each.stands).collect::<Vec<_>>(),
        [true, true]
    );
    let reworded = first
        .iter()
        .find(|each| each.after.is_some())
        .expect("the first wish");
    assert_eq!(
        (reworded.before.as_deref(), reworded.section.as_str()),
        (Some(OWN), "约定")
    );

    // The writer has rewritten the line in the meantime.
    write(&test, "MEMORY.md", &text("- 渡口一章不写河"));
    let stale = waiting();
    assert_eq!(stale.iter().filter(|each| each.stands).count(), 1);
    let refused = decide(&reworded.id, true).expect_err("a line that is gone");
    assert_eq!(refused.code(), ErrorCode::Conflict);
    assert!(test.memory().contains("- 渡口一章不写河\n"), "{}", test.memory());

    let told = || {
        let events = test.events.lock().unwrap_or_else(PoisonError::into_inner);
        let told = events.iter().rev().find_map(|event| match event {
            Event::Memory(change) => Some(*change),
            _ => None,
        });
        told.is_some_and(|change| change.files)
    };
    test.events.lock().unwrap_or_else(PoisonError::into_inner).clear();
    let run = decide(&reworded.id, false).expect("a no");
    assert!(told(), "whoever shows what waits asks again");
    assert_eq!((run.kind, run.files.len()), (Kind::ProposalDecided, 0));
    let dropped = waiting();
    assert_eq!(dropped.len(), 1);
    let run = decide(&dropped[0].id, true).expect("a yes");
    assert_eq!(run.files[0].path, "MEMORY.md");
    assert!(!test.memory().contains("倒叙"), "{}", test.memory());
    assert_eq!(waiting(), []);
    let again = decide(&dropped[0].id, true).expect_err("decided before");
    assert_eq!(again.code(), ErrorCode::Conflict);

    // An accepted proposal can be undone like any other run.
    let request = RestoreRequest {
        run_id: run.id,
        ..RestoreRequest::default()
    };
    test.project.memory().restore(&request).expect("a way back");
    assert!(test.memory().contains("倒叙"));
    assert_eq!(waiting().len(), 1);
}
