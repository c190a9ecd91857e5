//! Paths that must stay in the project, and a project folder that disappears.

use std::fs;
use std::sync::Arc;

use contract::{DistillTrigger, ErrorCode, Fault, NewRule, OfferRequest, RulePatch, SaveRequest, SkillName};
use desk::Project;
use support::{DEVICE, choices, input, ports};

use super::{RULE, is, with_file};

#[test]
fn a_picture_comes_from_inside_the_project_and_is_one() {
    const LAMP: &[u8] = b"\x89PNG\r\n\x1a\n";
    let test = with_file("图/灯.png", LAMP);
    let outside = tempfile::tempdir().expect("a folder");
    fs::write(outside.path().join("lamp.png"), LAMP).expect("a picture");
    fs::write(test.path().join("图/text.png"), "no picture").expect("a file");
    let absolute = outside.path().join("lamp.png");
    let mut cases = vec![
        ("../lamp.png", ErrorCode::OutsideProject),
        ("图/../../lamp.png", ErrorCode::OutsideProject),
        (absolute.to_str().expect("UTF-8"), ErrorCode::OutsideProject),
        ("C:\\lamp.png", ErrorCode::OutsideProject),
        ("https://example.org/lamp.png", ErrorCode::NotFound),
        ("file:///lamp.png", ErrorCode::NotFound),
        ("图/没有.png", ErrorCode::NotFound),
        ("图/text.png", ErrorCode::InvalidArgument),
        ("图", ErrorCode::Io),
    ];
    if cfg!(unix) {
        #[cfg(unix)]
        std::os::unix::fs::symlink(outside.path(), test.path().join("link")).expect("a link");
        #[cfg(unix)]
        std::os::unix::fs::symlink(&absolute, test.path().join("lamp.png")).expect("a link");
        cases.extend([
            ("link/lamp.png", ErrorCode::OutsideProject),
            ("lamp.png", ErrorCode::OutsideProject),
        ]);
    }
    for (path, code) in cases {
        assert_eq!(
            test.project.manuscripts().picture(path).expect_err(path).code(),
            code,
            "{path:?}"
        );
    }
    let shown = test
        .project
        .manuscripts()
        .picture("图/灯.png")
        .expect("the picture");
    assert_eq!(
        (shown.media_type.as_str(), shown.base64.as_str()),
        ("image/png", "iVBORw0KGgo=")
    );
    let large = fs::File::create(test.path().join("large.png")).expect("a file");
    large.set_len(12 * 1024 * 1024 + 1).expect("a size");
    assert_eq!(
        test.project
            .manuscripts()
            .picture("large.png")
            .expect_err("too large")
            .code(),
        ErrorCode::FileTooLarge
    );
}

#[test]
fn a_path_leads_to_a_manuscript_inside_the_project_or_nowhere() {
    let test = with_file("卷/a.md", b"inside");
    let outside = tempfile::tempdir().expect("a folder");
    fs::write(outside.path().join("b.md"), "outside").expect("a file");
    #[cfg(unix)]
    std::os::unix::fs::symlink(outside.path(), test.path().join("link")).expect("a link");
    #[cfg(unix)]
    std::os::unix::fs::symlink("卷/a.md", test.path().join("within.md")).expect("a link");
    let absolute = outside.path().join("b.md");
    let mut cases = vec![
        ("../b.md", ErrorCode::OutsideProject),
        ("卷/../../b.md", ErrorCode::OutsideProject),
        (absolute.to_str().expect("UTF-8"), ErrorCode::OutsideProject),
        ("/etc/passwd.md", ErrorCode::OutsideProject),
        ("C:\\b.md", ErrorCode::OutsideProject),
        ("a\0.md", ErrorCode::OutsideProject),
        ("卷/没有.md", ErrorCode::NotFound),
        ("卷", ErrorCode::InvalidArgument),
        ("卷/a.docx", ErrorCode::InvalidArgument),
        (
            "memory/journal/desk-test/2026-11.jsonl",
            ErrorCode::InvalidArgument,
        ),
        ("", ErrorCode::InvalidArgument),
    ];
    if cfg!(unix) {
        cases.push(("link/b.md", ErrorCode::OutsideProject));
        assert_eq!(
            test.project
                .manuscripts()
                .read("within.md")
                .expect("a link that stays inside")
                .text,
            "inside"
        );
    }
    for (path, code) in cases {
        let save = SaveRequest {
            path: path.into(),
            text: "changed".into(),
            base_hash: vault::ContentHash::of(b"outside").to_string(),
            pasted: Vec::new(),
            seq: None,
            as_utf8: false,
        };
        for error in [
            test.project.manuscripts().read(path).map(drop),
            test.project.save(&save).map(drop),
            test.project.learning().settle(path, &[], &[]).map(drop),
        ] {
            assert_eq!(error.expect_err(path).code(), code, "{path:?}");
        }
    }
    assert_eq!(
        fs::read(outside.path().join("b.md")).expect("the file"),
        b"outside"
    );
}

#[test]
fn manuscripts_are_listed_and_memory_is_not() {
    let test = with_file("卷/第2章.md", "雨停了。".as_bytes());
    for name in [
        "卷/第10章.markdown",
        "Notes.TXT",
        "cover.png",
        ".git/x.md",
        "memory/MEMORY.md",
    ] {
        let path = test.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        fs::write(path, "Four plain words here.").expect("a file");
    }
    let files = test.project.manuscripts().files().expect("a list");
    let mut names: Vec<_> = files
        .iter()
        .map(|file| (file.path.as_str(), file.length.map(|length| length.words)))
        .collect();
    names.sort();
    assert_eq!(
        names,
        [
            ("Notes.TXT", Some(4)),
            ("卷/第10章.markdown", Some(4)),
            ("卷/第2章.md", Some(3))
        ]
    );
    let view = test.project.view().expect("a view");
    assert_eq!((view.files, view.memory_root.as_str()), (files, "memory"));
}

/// Runs each use case, by name, on a project whose folder has just disappeared.
fn use_cases(project: &Arc<Project>) -> Vec<(&'static str, Option<Fault>)> {
    let fault = |outcome: desk::Result<()>| outcome.err().map(|error| error.fault());
    let save = SaveRequest {
        path: "稿.md".into(),
        text: "changed".into(),
        base_hash: vault::ContentHash::of("雨停了。\n".as_bytes()).to_string(),
        pasted: Vec::new(),
        seq: None,
        as_utf8: false,
    };
    let offer = OfferRequest {
        path: "稿.md".into(),
        skill: SkillName::Polish,
        passage: "It was really very quiet.".into(),
        above: String::new(),
        before: String::new(),
        after: String::new(),
        scene_type: None,
        pasted: Vec::new(),
    };
    let new = NewRule {
        text: "短句 Short".into(),
        category: contract::Category::Style,
        scene_type: None,
    };
    let yes = RulePatch {
        confirmed: Some(true),
        ..RulePatch::default()
    };
    vec![
        ("view", fault(project.view().map(drop))),
        ("files", fault(project.manuscripts().files().map(drop))),
        ("read", fault(project.manuscripts().read("稿.md").map(drop))),
        (
            "settle",
            fault(project.learning().settle("稿.md", &[], &[]).map(drop)),
        ),
        ("save", fault(project.save(&save).map(drop))),
        ("offer", fault(project.learning().offer(&offer).map(drop))),
        (
            "record",
            fault(project.learning().record(input(900, "zh", true)).map(drop)),
        ),
        (
            "import",
            fault(
                project
                    .learning()
                    .import(choices("en", 1, 1).iter().map(ToString::to_string), |_| ())
                    .map(drop),
            ),
        ),
        ("episodes", fault(project.learning().all_episodes().map(drop))),
        ("learning", fault(project.learning().view().map(drop))),
        (
            "distil",
            fault(project.learning().distil(DistillTrigger::Manual).map(drop)),
        ),
        ("rules", fault(project.learning().rules().map(drop))),
        ("add a rule", fault(project.learning().add_rule(&new).map(drop))),
        (
            "update a rule",
            fault(project.learning().update_rule(RULE, &yes).map(drop)),
        ),
        ("delete a rule", fault(project.learning().delete_rule(RULE))),
        ("follow", fault(project.memory().follow())),
        ("memory files", fault(project.store().memory_files().map(drop))),
        (
            "read a memory file",
            fault(project.store().read_memory_file("memory/MEMORY.md").map(drop)),
        ),
        ("runs", fault(project.memory().runs().map(drop))),
        ("health", fault(project.health().map(drop))),
        ("rebuild", fault(project.memory().rebuild())),
    ]
}

#[test]
fn a_project_folder_that_vanishes_is_missed_by_every_use_case_and_all_is_well_when_it_comes_back() {
    let test = with_file("书/稿.md", "雨停了。\n".as_bytes());
    let (folder, away) = (test.path().join("书"), test.path().join("不在"));
    let project = Project::open(&folder, DEVICE, ports(&test.clock, &test.events));
    let project = Arc::new(project.expect("a project"));
    project
        .learning()
        .import(choices("zh", 45, 50).iter().map(ToString::to_string), |_| ())
        .expect("an import");
    project
        .learning()
        .distil(DistillTrigger::Manual)
        .expect("a distillation");
    let before = (
        project.learning().rules().expect("rules"),
        project.learning().all_episodes().expect("episodes"),
    );

    fs::rename(&folder, &away).expect("a folder that moves");
    for (name, fault) in use_cases(&project) {
        let fault = fault.unwrap_or_else(|| panic!("{name} did not miss the folder"));
        let code = match name {
            "record" => ErrorCode::MemoryEpisodeWriteFailed,
            "memory files" | "read a memory file" => ErrorCode::NotFound,
            _ => ErrorCode::ProjectUnavailable,
        };
        is(&fault, code, "书");
    }
    assert!(
        !folder.exists(),
        "nothing was begun anew where the folder had been"
    );

    fs::rename(&away, &folder).expect("the folder back");
    assert_eq!(
        (
            project.learning().rules().expect("rules"),
            project.learning().all_episodes().expect("episodes")
        ),
        before
    );
    assert_eq!(
        fs::read(folder.join("稿.md")).expect("the manuscript"),
        "雨停了。\n".as_bytes()
    );
    // The next act retries the failed work in the background. Distil here first, so that the retry does not disturb the
    // use cases.
    project
        .learning()
        .distil(DistillTrigger::Manual)
        .expect("a distillation");
    for (name, fault) in use_cases(&project) {
        assert_eq!(fault, None, "{name}");
    }
}
