//! `MEMORY.md` belongs to the writer: her lines stay, and the desk follows her changes.

use std::fs;
use std::path::PathBuf;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chrono::TimeDelta;
use contract::{Category, DistillStage, DistillTrigger, ErrorCode, Finding, NewRule, NoticeKind, RulePatch};
use desk::Event;
use learning::{Rule, RuleOrigin};
use memory::RunKind;
use memory::files::long_term::MemoryFile;
use memory::journal::{Entry, FileSwap, Run};
use support::{DEVICE, TestProject, choice, choices, distil, input, morning};
use vault::ContentHash;

/// The timeout of a wait for an event, long enough for a machine under load. No test waits for the time to pass.
const PATIENCE: Duration = Duration::from_secs(60);

const RULE: &str = "action.sentence_length.less";

/// Handwritten files with a bullet in each section of rules, so that the desk adds lines but no headings.
const HAND_WRITTEN: [(&str, &str); 2] = [
    (
        "en",
        "# What I know\n\nNotes to self:  two spaces, kept.\n\n## Style\n\n* No adverbs on\n  dialogue tags\n\n## Structure\n\n\
         - Begin late\n\n## Character\n\n- Wen lies when she is kind\n\n## Pacing\n\n- One breath a scene\n\n## Vocabulary\n\n\
         + never \"suddenly\"\n\n## Cast\n\n- Wen is left-handed\n\n```\n## Pacing\n- no bullet\n```\n\nThe end, without a newline",
    ),
    (
        "zh",
        "# 我记得的事\n\n随手记，  两个空格也留着。\n\n## 写作风格\n\n* 对话后面\n  不用副词\n\n## 叙事结构\n\n- 从晚处开头\n\n\
         ## 角色偏好\n\n- 文心软的时候会撒谎\n\n## 节奏偏好\n\n- 一场一口气\n\n## 词汇偏好\n\n+ 不写「突然」\n\n\
         ## 人物\n\n- 文是左撇子\n\n```\n## 节奏偏好\n- 不算\n```\n\n结尾没有换行",
    ),
];

/// Returns a project that learned from fifty choices.
fn learned(language: &str) -> TestProject {
    let test = TestProject::new();
    test.import(&choices(language, 45, 50));
    distil(&test);
    test
}

/// Returns the file without the lines that the desk added.
fn by_hand(memory: &str) -> String {
    memory
        .split_inclusive('\n')
        .filter(|line| !line.contains("<!-- rule "))
        .collect()
}

fn texts(test: &TestProject) -> Vec<String> {
    let rules = test.project.learning().rules().expect("rules").into_iter();
    rules.map(|rule| rule.rule.text).collect()
}

fn new_rule(text: &str) -> NewRule {
    NewRule {
        text: text.into(),
        category: Category::Pacing,
        scene_type: None,
    }
}

#[test]
fn hand_written_lines_keep_every_byte_through_all_the_desk_does() {
    for (language, text) in HAND_WRITTEN {
        let test = TestProject::new();
        fs::write(test.memory_path(), text).expect("a memory file");
        test.import(&choices(language, 45, 50));
        let untouched = |act: &str| assert_eq!(by_hand(&test.memory()), text, "after {act}");

        distil(&test);
        untouched("a distillation");
        assert!(test.memory().contains(RULE));
        let adopted: Vec<_> = test.project.learning().rules().expect("rules");
        let adopted = adopted
            .iter()
            .filter(|rule| rule.rule.origin == RuleOrigin::Adopted);
        assert_eq!(
            adopted.count(),
            5,
            "a bullet in each section of rules is one, the cast is none"
        );

        let yes = RulePatch {
            confirmed: Some(true),
            ..RulePatch::default()
        };
        test.project
            .learning()
            .update_rule(RULE, &yes)
            .expect("a rule to confirm");
        untouched("a yes");
        let reworded = RulePatch {
            text: Some("一句一个动作 One move a sentence".into()),
            ..RulePatch::default()
        };
        test.project
            .learning()
            .update_rule(RULE, &reworded)
            .expect("a rule to edit");
        untouched("an edit");
        assert!(
            test.memory()
                .contains("- 一句一个动作 One move a sentence <!-- rule ")
        );
        let written = test
            .project
            .learning()
            .add_rule(&new_rule("少用感叹号 Few exclamation marks"))
            .expect("a new rule");
        untouched("a new rule");
        for id in [RULE, &written.rule.id] {
            test.project.learning().delete_rule(id).expect("a rule to delete");
            untouched("a no");
        }
        assert_eq!(test.reopened().memory(), test.memory());
    }
}

#[test]
fn an_own_bullet_changes_only_by_the_writers_word_and_never_gets_an_annotation() {
    for (own, reworded) in [
        ("- Begin late", "- Begin later"),
        ("- 从晚处开头", "- 从更晚处开头"),
    ] {
        let test = TestProject::new();
        let before = format!("# Memory\n\n## Structure\n\n{own}\n- 别的 another\n");
        fs::write(test.memory_path(), &before).expect("a memory file");
        test.project
            .memory()
            .follow()
            .expect("a file that can be followed");
        let rules = test.project.learning().rules().expect("rules");
        let rule = rules
            .iter()
            .find(|rule| own.ends_with(&rule.rule.text))
            .expect("the bullet");
        let patch = RulePatch {
            text: Some(reworded[2..].to_owned()),
            ..RulePatch::default()
        };
        let changed = test
            .project
            .learning()
            .update_rule(&rule.rule.id, &patch)
            .expect("an edit");
        assert_eq!(test.memory(), before.replace(own, reworded));
        assert_eq!(changed.rule.origin, RuleOrigin::Adopted);
        test.project
            .learning()
            .delete_rule(&changed.rule.id)
            .expect("a no");
        assert_eq!(test.memory(), before.replace(&format!("{own}\n"), ""));
    }
}

#[test]
fn a_long_bullet_is_the_writers_to_write_and_a_long_rule_is_refused_elsewhere() {
    for character in ["e", "字"] {
        let test = TestProject::new();
        let before = format!("# Memory\n\n## Structure\n\n- {}\n", character.repeat(6000));
        fs::write(test.memory_path(), &before).expect("a memory file");
        test.project
            .memory()
            .follow()
            .expect("a file that can be followed");
        assert_eq!(texts(&test), [character.repeat(6000)]);

        let own = test.project.learning().rules().expect("rules").remove(0).rule.id;
        let too_long = RulePatch {
            text: Some(character.repeat(501)),
            ..RulePatch::default()
        };
        for refused in [
            test.project
                .learning()
                .add_rule(&new_rule(&character.repeat(501))),
            test.project.learning().update_rule(&own, &too_long),
        ] {
            let fault = refused.expect_err("too long").fault();
            assert_eq!(fault.code, ErrorCode::InvalidArgument);
            assert!(fault.message.contains("501 characters") && fault.message.contains("shorten it"));
            assert_eq!(fault.details["limit"], "500");
        }
        assert_eq!(test.memory(), before);
        let regrouped = RulePatch {
            category: Some(Category::Style),
            ..RulePatch::default()
        };
        test.project
            .learning()
            .update_rule(&own, &regrouped)
            .expect("her words stay as they are");
        test.project
            .learning()
            .add_rule(&new_rule(&character.repeat(500)))
            .expect("a rule");
        assert_eq!(test.memory().matches(&character.repeat(6000)).count(), 1);
    }
}

#[test]
fn what_the_command_line_does_beside_an_open_desk_is_told_to_the_desk() {
    for language in ["en", "zh"] {
        let (tell, told) = channel();
        let test = TestProject::listening(move |event| {
            if let Event::Memory(change) = event {
                tell.send(*change).expect("a test that listens");
            }
        });
        let _watch = test.project.watch().expect("a folder that can be followed");

        // This desk has the same device and the same index, so the watching desk finds everything in the index before
        // the watch reports it.
        let beside = test.reopened();
        beside.import(&choices(language, 45, 50));
        beside
            .project
            .learning()
            .distil(DistillTrigger::Manual)
            .expect("a distillation");

        let (mut rules, mut episodes) = (false, false);
        while !(rules && episodes) {
            let change = told.recv_timeout(PATIENCE).expect("what happened is told");
            rules |= change.rules;
            episodes |= change.episodes;
        }
    }
}

#[test]
fn a_capture_is_told_to_whoever_shows_how_many_wait() {
    let (tell, told) = channel();
    let test = TestProject::listening(move |event| {
        if let Event::Memory(change) = event {
            tell.send(*change).expect("a test that listens");
        }
    });
    let _watch = test.project.watch().expect("a folder that can be followed");
    test.project
        .learning()
        .record(input(1, "zh", true))
        .expect("a capture");
    while !told.recv_timeout(PATIENCE).expect("the capture is told").episodes {}
}

#[test]
fn an_edit_in_another_program_is_followed_while_the_desk_is_open() {
    let (tell, told) = channel();
    let test = TestProject::listening(move |event| {
        if let Event::Memory(change) = event {
            tell.send(*change).expect("a test that listens");
        }
    });
    let _watch = test.project.watch().expect("a folder that can be followed");
    let wait_for = |text: &str| {
        while !texts(&test).iter().any(|known| known == text) {
            told.recv_timeout(PATIENCE).expect("the edit is followed");
        }
    };
    // Once in place, as `echo >>` does, and once as a new file under the same name, as most editors do.
    fs::write(test.memory_path(), "## Style\n\n- Plain words first\n").expect("a memory file");
    wait_for("Plain words first");
    let saved = "## Style\n\n- Plain words first\n- 先用平常的字\n";
    let aside = test.path().join("memory/.MEMORY.md.swp");
    fs::write(&aside, saved).expect("a new file");
    fs::rename(&aside, test.memory_path()).expect("a new file under the old name");
    wait_for("先用平常的字");
    assert_eq!(test.memory(), saved);
}

#[test]
fn a_file_that_can_no_longer_be_read_is_told_while_the_desk_is_open() {
    let (tell, told) = channel();
    let test = TestProject::listening(move |event| {
        if let Event::Memory(change) = event {
            tell.send(*change).expect("a test that listens");
        }
    });
    let _watch = test.project.watch().expect("a folder that can be followed");
    fs::write(test.memory_path(), b"PK\x03\x04\xFF\xFE no text at all").expect("a file of another kind");
    while !told.recv_timeout(PATIENCE).expect("the panel asks again").files {}
    assert!(
        told.try_iter().all(|change| !change.rules),
        "no rule came or went"
    );
    let health = test.project.health().expect("a doctor");
    let memory = health.checks.iter().find(|check| check.name == "memory_file");
    assert_eq!(memory.map(|check| check.finding), Some(Finding::Broken));
}

#[test]
fn a_reworded_bullet_is_the_writers_yes_and_keeps_her_words() {
    for (language, from, to) in [
        ("en", "prefers short sentences", "one move a sentence"),
        ("zh", "偏好短句", "一句一个动作"),
    ] {
        let test = learned(language);
        fs::write(test.memory_path(), test.memory().replace(from, to)).expect("a memory file");
        test.project
            .memory()
            .follow()
            .expect("a file that can be followed");
        let rule = test.project.learning().rule(RULE).expect("the rule").rule;
        assert!(rule.text.contains(to), "{}", rule.text);
        assert!(rule.user_confirmed && rule.user_modified);

        test.project
            .learning()
            .record(input(100, language, true))
            .expect("a capture");
        distil(&test);
        let again = test.project.learning().rule(RULE).expect("the rule").rule;
        assert_eq!((again.text, again.supports), (rule.text, 46));
        assert!(!test.memory().contains(from));
    }
}

#[test]
fn a_deleted_bullet_is_a_no_that_a_hundred_distillations_respect_until_there_is_new_evidence() {
    let test = learned("zh");
    let without: String = test
        .memory()
        .split_inclusive('\n')
        .filter(|line| !line.contains(RULE))
        .collect();
    fs::write(test.memory_path(), &without).expect("a memory file");
    for round in 0..100 {
        distil(&test);
        assert!(
            test.project.learning().rule(RULE).is_err(),
            "learned again in round {round}"
        );
    }
    assert!(!test.memory().contains(RULE));

    test.pass(TimeDelta::days(1));
    let newer: Vec<_> = (100..150)
        .map(|number| choice(number, "zh", number % 10 != 9))
        .collect();
    test.import(&newer);
    distil(&test);
    let rules = test.project.learning().rules().expect("rules");
    let newly_learned = rules
        .iter()
        .any(|rule| rule.rule.in_force() && rule.supporting_episodes.contains(&"e00100".to_owned()));
    assert!(newly_learned, "a writer who changes her mind is heard");
}

#[test]
fn a_no_in_the_panel_is_respected_like_one_in_the_file() {
    let test = learned("en");
    test.project
        .learning()
        .delete_rule(RULE)
        .expect("a rule to delete");
    assert!(!test.memory().contains(RULE));
    distil(&test);
    distil(&test.reopened());
    assert!(test.project.learning().rule(RULE).is_err());
}

#[test]
fn a_file_that_was_deleted_or_emptied_comes_back_with_every_rule_at_the_next_change() {
    let gone: [fn(&TestProject); 3] = [
        |test| fs::remove_file(test.memory_path()).expect("a file to delete"),
        |test| fs::write(test.memory_path(), "").expect("a file to empty"),
        |test| fs::write(test.memory_path(), " \r\n\n").expect("a file to empty"),
    ];
    for lose in gone {
        let test = learned("en");
        fs::write(
            test.memory_path(),
            format!("{}\n## Style\n\n- 我自己的\n", test.memory()),
        )
        .expect("a memory file");
        test.project
            .memory()
            .follow()
            .expect("a file that can be followed");
        let before = texts(&test);
        lose(&test);
        assert_eq!(texts(&test.reopened()), before, "losing the file loses no rule");

        test.project
            .learning()
            .add_rule(&new_rule("Few exclamation marks"))
            .expect("a change");
        let memory = test.memory();
        for rule in test
            .project
            .learning()
            .rules()
            .expect("rules")
            .iter()
            .filter(|rule| rule.rule.in_force())
        {
            assert!(
                memory.contains(&format!("- {}", rule.rule.text)),
                "{}",
                rule.rule.text
            );
        }
        assert!(memory.contains("- 我自己的\n"), "{memory}");
    }
}

#[test]
fn line_endings_and_the_byte_order_mark_are_kept() {
    let (mark, text) = ("\u{feff}", "# 记忆\r\n\r\n## 节奏偏好\r\n\r\n- 一场一口气\r\n");
    let test = TestProject::new();
    fs::write(test.memory_path(), format!("{mark}{text}")).expect("a memory file");
    test.import(&choices("zh", 45, 50));
    distil(&test);
    let memory = test.memory();
    assert!(
        memory.starts_with(&format!("{mark}{text}- 动作场景偏好短句 <!-- rule ")),
        "{memory}"
    );
    assert!(
        memory.split_inclusive('\n').all(|line| line.ends_with("\r\n")),
        "{memory:?}"
    );
    assert_eq!(memory.matches(mark).count(), 1);
}

#[test]
fn a_file_in_another_encoding_is_left_as_it_is_and_stops_nothing_else() {
    // "Mémoire" in Latin-1.
    let latin = b"# M\xE9moire\n\n## Style\n\n- Geheimnis\n".to_vec();
    // Without a byte-order mark, plain English in UTF-16 is valid UTF-8.
    let wide = "# Memory\n\n## Style\n\n- Geheimnis\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    for bytes in [latin, wide] {
        is_left_as_it_is_and_stops_nothing_else(&bytes);
    }
}

fn is_left_as_it_is_and_stops_nothing_else(bytes: &[u8]) {
    let first = learned("en");
    fs::write(first.memory_path(), bytes).expect("a memory file");

    let test = first.reopened();
    let notices = test.project.view().expect("a view").notices;
    let kinds: Vec<_> = notices.iter().map(|notice| notice.kind).collect();
    assert_eq!(kinds, [NoticeKind::MemoryFileUnusable]);
    let rules = test.project.learning().rules().expect("rules");
    let refused = [
        test.project.learning().distil(DistillTrigger::Manual).map(drop),
        test.project.learning().add_rule(&new_rule("短句")).map(drop),
        test.project
            .learning()
            .update_rule(RULE, &RulePatch::default())
            .map(drop),
        test.project.learning().delete_rule(RULE),
        test.project.memory().follow(),
    ];
    for outcome in refused {
        let fault = outcome.expect_err("a file that cannot be read").fault();
        assert_eq!(fault.code, ErrorCode::MemoryFileUnusable);
        assert!(fault.message.contains("MEMORY.md"), "{}", fault.message);
        assert!(fault.message.contains("save it as UTF-8"), "{}", fault.message);
        assert!(!fault.message.contains("Geheimnis"), "{}", fault.message);
    }
    assert_eq!(fs::read(test.memory_path()).expect("the file"), bytes);
    assert_eq!(test.project.learning().rules().expect("rules"), rules);
    test.project
        .learning()
        .record(input(100, "en", true))
        .expect("a capture goes on");
    assert_eq!(
        test.project.learning().all_episodes().expect("episodes").len(),
        51
    );
    let health = test.project.health().expect("a doctor");
    let memory = health
        .checks
        .iter()
        .find(|check| check.name == "memory_file")
        .expect("a check");
    assert_eq!(memory.finding, Finding::Broken);

    fs::write(test.memory_path(), "# Mémoire\n\n## Style\n\n- Geheimnis\n").expect("the file in UTF-8");
    distil(&test);
    assert!(texts(&test).contains(&"Geheimnis".to_owned()));
}

#[test]
fn an_edit_saved_while_a_distillation_writes_is_neither_lost_nor_fatal() {
    let edit = "# Memory\n\n## Style\n\n- Saved at the wrong moment 不巧\n";
    let path: Arc<Mutex<Option<PathBuf>>> = Arc::default();
    let to_save = Arc::clone(&path);
    let test = TestProject::listening(move |event| {
        if let Event::Distill(step) = event
            && step.stage == DistillStage::Generated
            && let Some(path) = to_save.lock().expect("one listener at a time").take()
        {
            fs::write(path, edit).expect("another program's save");
        }
    });
    test.import(&choices("en", 45, 50));
    *path.lock().expect("the path") = Some(test.memory_path());

    let report = test
        .project
        .learning()
        .distil(DistillTrigger::Manual)
        .expect("a distillation");

    assert!(test.memory().starts_with(edit), "{}", test.memory());
    assert!(test.memory().contains(RULE));
    assert!(texts(&test).contains(&"Saved at the wrong moment 不巧".to_owned()));
    let runs = test.project.memory().runs().expect("runs");
    assert!(
        runs.iter()
            .any(|run| run.id == report.run_id && run.kind == contract::RunKind::Distill)
    );
    let kept = test
        .path()
        .join(format!("memory/history/{}/files/MEMORY.md", report.run_id));
    assert_eq!(
        fs::read_to_string(kept).expect("what was there before the run"),
        edit
    );
}

/// Returns a run that is prepared but not done, which adds one rule, and the bytes of the file after it.
fn prepared(test: &TestProject, id: &str) -> (Run, String) {
    let elsewhere = TestProject::new();
    let rule: Rule = elsewhere
        .project
        .learning()
        .add_rule(&new_rule("一场一口气 One breath a scene"))
        .expect("a rule")
        .rule;
    let before = fs::read(test.memory_path()).ok();
    let mut file = MemoryFile::parse(&test.memory());
    file.put(&rule);
    let after = file.to_string();
    let run = Run {
        put: vec![rule],
        files: vec![FileSwap {
            path: "MEMORY.md".into(),
            before: before.map(|bytes| ContentHash::of(&bytes).to_string()),
            after: Some(ContentHash::of(after.as_bytes()).to_string()),
        }],
        ..Run::of(id.into(), RunKind::RuleAdded)
    };
    (run, after)
}

/// Appends a line to the journal, as a desk does that is killed right after.
fn append(test: &TestProject, entry: &Entry) {
    let path = test.path().join(format!("memory/journal/{DEVICE}/2026-11.jsonl"));
    let line = serde_json::to_string(entry).expect("a line");
    let journal = fs::read_to_string(&path).expect("the journal");
    fs::write(&path, format!("{journal}{line}\n")).expect("the journal");
}

#[test]
fn a_run_killed_before_it_reached_the_file_is_withdrawn_and_one_killed_after_it_is_completed() {
    for (reached, edited) in [(false, false), (true, false), (true, true)] {
        let test = learned("en");
        let (run, after) = prepared(&test, "killed");
        let (memory, rules) = (test.memory(), test.project.learning().rules().expect("rules"));
        append(&test, &Entry::RunPrepared { at: morning(), run });
        if reached {
            fs::write(test.memory_path(), &after).expect("the file");
        }
        if edited {
            fs::write(test.memory_path(), format!("{after}- 她自己的\n")).expect("the file");
        }

        let next = test.reopened();

        let kinds: Vec<_> = next
            .project
            .view()
            .expect("a view")
            .notices
            .iter()
            .map(|notice| notice.kind)
            .collect();
        assert_eq!(kinds, [NoticeKind::RunRecovered]);
        assert_eq!(
            texts(&next).contains(&"一场一口气 One breath a scene".to_owned()),
            reached
        );
        assert_eq!(texts(&next).contains(&"她自己的".to_owned()), edited);
        let runs = next.project.memory().runs().expect("runs");
        assert_eq!(runs.iter().any(|run| run.id == "killed"), reached);
        if !reached {
            assert_eq!(next.project.learning().rules().expect("rules"), rules);
            assert_eq!(next.memory(), memory);
        } else if !edited {
            assert_eq!(next.memory(), after);
        }
        assert_eq!(
            next.reopened().project.view().expect("a view").notices,
            [],
            "once is enough"
        );
        distil(&next);
    }
}

#[test]
fn the_first_run_of_a_project_killed_before_there_was_a_file_is_withdrawn() {
    let test = TestProject::new();
    let (run, _) = prepared(&test, "killed");
    append(&test, &Entry::RunPrepared { at: morning(), run });
    let next = test.reopened();
    assert_eq!(texts(&next), Vec::<String>::new());
    assert!(!next.memory_path().exists());
    next.project
        .learning()
        .add_rule(&new_rule("先用平常的字"))
        .expect("a desk that needs no help");
}

#[test]
fn a_run_that_was_killed_days_ago_overrules_nothing_the_writer_decided_since() {
    let test = learned("en");
    let written = test
        .project
        .learning()
        .add_rule(&new_rule("First words 起初的话"))
        .expect("a rule");
    let reword = |text: &str| RulePatch {
        text: Some(text.into()),
        ..RulePatch::default()
    };

    // Another desk of this device is killed after it replaced the file, while the window stays open.
    test.pass(TimeDelta::minutes(1));
    let mut rule = written.rule.clone();
    rule.text = "The killed desk's words".into();
    let before = test.memory();
    let after = before.replace(&written.rule.text, &rule.text);
    let run = Run {
        kind: RunKind::RuleEdited,
        put: vec![rule],
        files: vec![FileSwap {
            path: "MEMORY.md".into(),
            before: Some(ContentHash::of(before.as_bytes()).to_string()),
            after: Some(ContentHash::of(after.as_bytes()).to_string()),
        }],
        ..prepared(&test, "killed").0
    };
    let at = morning() + TimeDelta::minutes(1);
    append(&test, &Entry::RunPrepared { at, run });
    fs::write(test.memory_path(), after).expect("the file");

    test.pass(TimeDelta::days(2));
    test.project
        .learning()
        .update_rule(&written.rule.id, &reword("Her latest words 她最后的话"))
        .expect("an edit");
    let runs = test.project.memory().runs().expect("runs");
    assert!(
        runs.iter().any(|run| run.id == "killed"),
        "it is decided at the next change"
    );
    let (rules, memory) = (test.project.learning().rules().expect("rules"), test.memory());
    assert!(texts(&test).contains(&"Her latest words 她最后的话".to_owned()));
    let next = test.reopened();
    assert_eq!(
        (next.project.learning().rules().expect("rules"), next.memory()),
        (rules, memory)
    );
}

#[test]
fn decisions_count_in_their_order_when_the_clock_goes_back() {
    for back in [TimeDelta::hours(1), TimeDelta::days(40)] {
        let test = learned("zh");
        test.pass(-back);
        let reword = |text: &str| RulePatch {
            text: Some(text.into()),
            ..RulePatch::default()
        };
        for text in ["One move a sentence", "一句一个动作"] {
            test.project
                .learning()
                .update_rule(RULE, &reword(text))
                .expect("an edit");
            assert!(texts(&test).contains(&text.to_owned()), "{text}");
        }
        test.project.learning().delete_rule(RULE).expect("a no");
        let rules = test.project.learning().rules().expect("rules");
        assert!(rules.iter().all(|weighed| weighed.rule.id != RULE));
        let next = test.reopened();
        next.project.memory().rebuild().expect("a rebuild");
        assert_eq!(next.project.learning().rules().expect("rules"), rules);
    }
}
