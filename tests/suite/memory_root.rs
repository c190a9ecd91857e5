//! The location of a project's memory. The writer sets it in the window or in `workflow.toml`. A move loses no rule,
//! wherever it stops.

use std::fs;
use std::path::Path;

use contract::{ErrorCode, ImportOptions, LeftOutReason, NoticeKind};
use desk::{Installation, move_memory};
use support::{TestProject, choices, distil};
use vault::{FailingDisk, RealDisk};

const OTHERS: [(&str, &str); 2] = [("en", "About/what I know"), ("zh", "资料/记忆")];

/// Returns a project that learned from fifty choices, with a manuscript and the writer's own configuration.
fn learned(language: &str) -> TestProject {
    let test = TestProject::new();
    fs::write(test.path().join("a.md"), "Words. 字。\n").expect("a manuscript");
    fs::write(
        test.path().join("workflow.toml"),
        "# mine 我的\nversion = 1\n\n[memory.routing]\nmode = \"preferred\" # so\n",
    )
    .expect("a configuration");
    test.import(&choices(language, 45, 50));
    distil(&test);
    test
}

fn rules(test: &TestProject) -> Vec<String> {
    let rules = test.project.learning().rules().expect("rules").into_iter();
    let rules: Vec<_> = rules.map(|rule| rule.rule.text).collect();
    assert!(!rules.is_empty());
    rules
}

fn configuration(test: &TestProject) -> String {
    fs::read_to_string(test.path().join("workflow.toml")).expect("a configuration")
}

fn place(test: &TestProject) -> String {
    test.project.view().expect("a view").memory_root
}

fn name_in(folder: &Path, root: &str) {
    fs::write(
        folder.join("workflow.toml"),
        format!("[memory]\nroot = {root:?}\n"),
    )
    .expect("a configuration");
}

#[test]
fn a_memory_moves_with_all_that_is_in_it_and_back() {
    for (language, to) in OTHERS {
        let test = learned(language);
        let known = rules(&test);
        let test = test.restarted(|folder| move_memory(&RealDisk, folder, to).expect("moved"));
        assert_eq!((rules(&test), place(&test).as_str()), (known.clone(), to));
        assert!(!test.path().join("memory").exists());
        let files = test.project.manuscripts().files().expect("a list");
        let listed: Vec<_> = files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(listed, ["a.md"]);

        let said = configuration(&test);
        for line in [
            "# mine 我的",
            "mode = \"preferred\" # so",
            &format!("root = {to:?}"),
        ] {
            assert_eq!(said.matches(line).count(), 1, "{said}");
        }
        assert!(!said.contains("root_before"), "{said}");
        let (_, remarks) = test.project.memory().policies();
        assert_eq!(remarks, [""; 0]);

        let test = test.restarted(|folder| move_memory(&RealDisk, folder, "memory").expect("moved"));
        assert_eq!((rules(&test), place(&test).as_str()), (known, "memory"));
    }
}

#[test]
fn a_move_that_is_cut_off_at_any_call_leaves_one_memory_with_everything() {
    let test = learned("zh");
    let known = rules(&test);
    let mut cut_off = 0;
    for call in 1.. {
        for stops in [false, true] {
            let copy = test.copied_with(|_| {});
            let copy = copy.restarted(|folder| {
                let disk = FailingDisk::at(call);
                let disk = if stops { disk.from_then_on() } else { disk };
                cut_off += usize::from(move_memory(&disk, folder, "资料/记忆").is_err());
            });
            assert_eq!(rules(&copy), known, "call {call}, stops {stops}");
            let there = ["memory", "资料/记忆"].map(|name| copy.path().join(name).join("journal").is_dir());
            assert_eq!(
                there.iter().filter(|there| **there).count(),
                1,
                "call {call}, stops {stops}"
            );
            assert!(copy.project.view().expect("a view").notices.is_empty());
        }
        if cut_off < 2 * call {
            assert!(call > 5, "a file and a folder take steps of their own: {call}");
            return;
        }
    }
}

#[test]
fn a_place_that_is_no_new_folder_of_the_project_is_refused_and_nothing_moves() {
    let test = learned("en");
    fs::create_dir(test.path().join("Taken")).expect("a folder");
    let before = configuration(&test);
    let cases = [
        ("", ErrorCode::InvalidArgument),
        (".", ErrorCode::InvalidArgument),
        ("../elsewhere", ErrorCode::InvalidArgument),
        ("/elsewhere", ErrorCode::InvalidArgument),
        ("memory/within", ErrorCode::InvalidArgument),
        ("a\0b", ErrorCode::InvalidArgument),
        ("Taken", ErrorCode::NameTaken),
        ("a.md", ErrorCode::NameTaken),
    ];
    for (to, code) in cases {
        let error = move_memory(&RealDisk, test.path(), to).expect_err(to);
        assert_eq!(error.code(), code, "{to:?}");
    }
    move_memory(&RealDisk, test.path(), "memory").expect("where it is");
    assert_eq!(configuration(&test), before);
    assert_eq!(place(&test.restarted(|_| {})), "memory");
}

#[test]
fn what_the_writer_says_by_hand_is_followed_at_the_next_start() {
    for (language, to) in OTHERS {
        let test = learned(language);
        let known = rules(&test);
        let test = test.restarted(|folder| name_in(folder, to));
        assert_eq!((rules(&test), place(&test).as_str()), (known, to));
        assert!(!test.path().join("memory").exists());
    }
}

#[test]
fn a_place_that_is_taken_leaves_the_memory_in_use_where_it_is_and_says_so() {
    let test = learned("en");
    let known = rules(&test);
    let test = test.restarted(|folder| {
        fs::create_dir(folder.join("Notes")).expect("a folder");
        fs::write(folder.join("Notes/mine.md"), "Mine.\n").expect("a file");
        name_in(folder, "Notes");
    });
    assert_eq!((rules(&test), place(&test).as_str()), (known, "memory"));
    let notices = test.project.view().expect("a view").notices;
    let told: Vec<_> = notices
        .iter()
        .map(|notice| (notice.kind, notice.path.as_str()))
        .collect();
    assert_eq!(told, [(NoticeKind::MemoryNotMoved, "memory")]);
}

#[test]
fn no_second_memory_begins_where_it_is_not_known_whether_there_is_one() {
    for said in [
        "[memory",
        "[memory]\nroot = 3\n",
        "[memory]\nroot = \"../out\"\n",
        "[memory]\nroot = \"\"\n",
    ] {
        let test = learned("zh");
        let known = rules(&test);
        // If the default memory folder exists, the desk uses it.
        let test =
            test.restarted(|folder| fs::write(folder.join("workflow.toml"), said).expect("a configuration"));
        assert_eq!(
            (rules(&test), place(&test).as_str()),
            (known, "memory"),
            "{said:?}"
        );
        let folder = test.path().to_owned();
        fs::rename(folder.join("memory"), folder.join("moved")).expect("moved by hand");
        let error = desk::Project::open(&folder, "other", desk::Ports::real(std::sync::Arc::new(|_| {})))
            .map(drop)
            .expect_err(said);
        assert_eq!(error.code(), ErrorCode::WorkflowUnusable, "{said:?}");
        assert!(!folder.join("memory").exists());
    }
}

#[test]
fn a_memory_is_no_manuscript_to_an_import_wherever_it_lies() {
    for lies in ["memory", "资料/记忆"] {
        let folder = tempfile::tempdir().expect("a folder");
        let project = folder.path().join("book");
        fs::create_dir_all(project.join(lies).join("journal")).expect("a memory");
        fs::write(project.join(lies).join("MEMORY.md"), "- 记得\n").expect("a memory file");
        fs::write(project.join("a.md"), "Words. 字。\n").expect("a manuscript");
        // If the memory is in `memory`, the move to the configured folder has not happened yet.
        name_in(&project, "资料/记忆");
        let ports = desk::Ports::real(std::sync::Arc::new(|_| {}));
        let into = folder.path().join("new");
        let options = ImportOptions {
            own_words: true,
            ..ImportOptions::default()
        };
        let report = Installation::at(folder.path().join("installation"))
            .import(&[project], &into, options, &ports, None)
            .expect("an import");
        assert_eq!(report.files, ["a.md"], "{lies}");
        let reason = report
            .left_out
            .iter()
            .find(|left| left.path.ends_with("MEMORY.md"));
        assert_eq!(
            reason.map(|left| left.reason),
            Some(LeftOutReason::Memory),
            "{lies}"
        );
    }
}
