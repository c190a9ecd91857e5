//! Projects on a read-only disk, and with something in the place of the memory: they open all the same.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use contract::{Access, Category, ErrorCode, NewRule, NoticeKind, SaveRequest};
use support::{TestProject, choices, distil, files, request};
use vault::FailingDisk;

const RULE: &str = "action.sentence_length.less";

/// Returns a project with a manuscript and a learned rule.
fn learned() -> TestProject {
    let test = TestProject::new();
    fs::write(test.path().join("一.md"), "Rain. 下雨了。\n").expect("a manuscript");
    test.import(&choices("en", 45, 50));
    distil(&test);
    assert!(test.memory().contains(RULE));
    test
}

fn is_rule_known(test: &TestProject) -> bool {
    let rules = test.project.learning().rules().expect("rules");
    rules
        .iter()
        .any(|weighed| weighed.rule.id == RULE && weighed.rule.in_force())
}

fn new_rule() -> NewRule {
    NewRule {
        text: "Dialogue carries no adverbs".into(),
        category: Category::Style,
        scene_type: None,
    }
}

/// Checks that the memory is only shown: nothing is offered or learned, and no rule changes.
fn assert_only_shown(test: &TestProject, case: &str) {
    let learning = test.project.learning();
    let refused = [
        learning.offer(&request("en")).map(drop),
        learning.add_rule(&new_rule()).map(drop),
        learning.distil(contract::DistillTrigger::Manual).map(drop),
    ];
    for refused in refused {
        assert_eq!(
            refused.expect_err("a refusal").code(),
            ErrorCode::MemoryReadOnly,
            "{case}"
        );
    }
    let notices = test.project.view().expect("a view").notices;
    assert!(
        notices
            .iter()
            .any(|notice| notice.kind == NoticeKind::MemoryReadOnly && notice.path == "memory"),
        "{case}: {notices:?}"
    );
}

fn save(path: &str, base_hash: &str) -> SaveRequest {
    SaveRequest {
        path: path.into(),
        text: "Rain.\n\n雨停了。\n".into(),
        base_hash: base_hash.into(),
        pasted: Vec::new(),
        seq: None,
        as_utf8: false,
    }
}

/// Something that stands in the place of the memory.
type Obstacle = fn(&Path);

#[test]
fn something_in_the_place_of_the_memory_does_not_keep_the_folder_shut() {
    let replaced: [(&str, Obstacle, bool); 4] = [
        (
            "a file as the memory",
            |memory| {
                fs::remove_dir_all(memory).expect("the memory");
                fs::write(memory, "not a folder").expect("a file");
            },
            false,
        ),
        (
            "a file as the journal",
            |memory| {
                fs::remove_dir_all(memory.join("journal")).expect("the journal");
                fs::write(memory.join("journal"), "not a folder").expect("a file");
            },
            true,
        ),
        (
            "a file as the journal of this device",
            |memory| {
                let own = memory.join("journal").join(support::DEVICE);
                fs::remove_dir_all(&own).expect("a journal");
                fs::write(own, "not a folder").expect("a file");
            },
            true,
        ),
        (
            "a link out of the project as the memory",
            |memory| {
                fs::remove_dir_all(memory).expect("the memory");
                #[cfg(unix)]
                std::os::unix::fs::symlink("/", memory).expect("a link");
                #[cfg(not(unix))]
                fs::write(memory, "no links here").expect("a file");
            },
            false,
        ),
    ];
    for (case, replace, is_readable) in replaced {
        let test = learned().restarted(|folder| replace(&folder.join("memory")));
        let before = files(test.path());
        assert_eq!(
            test.project.view().expect("a view").access,
            Access::NoMemory,
            "{case}"
        );
        assert_eq!(is_rule_known(&test), is_readable, "{case}");
        assert_only_shown(&test, case);
        let memory = test.project.store().memory_files().expect("memory files");
        let is_listed = memory.iter().any(|file| file.path == "memory/MEMORY.md");
        assert_eq!(is_listed, is_readable, "{case}: {memory:?}");
        if is_readable {
            let read = test
                .project
                .store()
                .read_memory_file("memory/MEMORY.md")
                .expect("a file");
            let refused = test
                .project
                .store()
                .save_memory_file(&save("memory/MEMORY.md", &read.hash));
            assert_eq!(
                refused.expect_err("a refusal").code(),
                ErrorCode::MemoryReadOnly,
                "{case}"
            );
        }
        assert_eq!(files(test.path()), before, "{case}: nothing was written");

        let opened = test.project.manuscripts().read("一.md").expect("a manuscript");
        test.project
            .save(&save("一.md", &opened.hash))
            .expect("a save: the manuscripts are not affected");
    }
}

#[test]
fn an_index_that_cannot_be_opened_does_not_keep_the_folder_shut() {
    let test = learned().restarted(|folder| {
        let index = folder.join("memory/index");
        fs::remove_dir_all(&index).expect("the index");
        fs::write(index, "not a folder").expect("a file");
    });
    let view = test.project.view().expect("a view");
    assert_eq!(view.access, Access::Full);
    assert!(
        view.notices
            .iter()
            .any(|notice| notice.kind == NoticeKind::IndexElsewhere)
    );
    assert!(is_rule_known(&test));
    test.project.learning().add_rule(&new_rule()).expect("a rule");
    assert!(test.memory().contains("Dialogue carries no adverbs"));

    // Once the obstacle is gone, everything is there.
    let mended = test.restarted(|folder| fs::remove_file(folder.join("memory/index")).expect("a file"));
    assert!(mended.project.view().expect("a view").notices.is_empty());
    assert!(is_rule_known(&mended));
}

#[test]
fn a_project_on_a_read_only_disk_opens_for_reading() {
    for has_memory in [true, false] {
        let test = if has_memory { learned() } else { TestProject::new() };
        let folder = test.path().canonicalize().expect("a folder");
        let test = test.restarted_with(
            |folder| {
                if !has_memory {
                    fs::remove_dir_all(folder.join("memory")).expect("the memory");
                }
            },
            |ports| ports.disk = Arc::new(FailingDisk::working().read_only(&folder)),
        );
        let before = files(test.path());
        assert_eq!(test.project.view().expect("a view").access, Access::ReadOnly);
        assert_eq!(is_rule_known(&test), has_memory);
        assert_only_shown(&test, "a read-only disk");
        assert_eq!(files(test.path()), before);
    }
}
